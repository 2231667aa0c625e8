// The interface of the library: every function that Python calls, and every struct that it hands over.
//
// `goanalyze.kernels.library` reads this file as it is loaded, and calls the functions by it: the C++ compiler and
// Python go by one declaration. All of it has the layout and the linkage of C.
//
// A declaration has one argument or field per line, each with a comment. The comment of an array begins with its shape
// in brackets: numbers, names, or a name plus or times a number. A name has one value in all arguments of a call; an
// argument of that name that is a whole number gives its value, too. A `const` array is only read; others are written.
#pragma once
#include "arrays.hpp"

#define ENTRY extern "C" __attribute__((visibility("default")))

/// Return the digest of the sources that the library was made of.
ENTRY const char *source_digest();

/// The positions of a chunk, one after the other: `goanalyze.vocabulary.boards.Boards`.
struct Boards {
    Row<const u8> stones;  // [points] colours, row by row from the upper left
    Row<const i64> start;  // [games + 1] first point of each position, and the end
    Row<const i16> width;  // [games] columns; 0 if the size is unknown: the game is skipped
    Row<const i16> height; // [games] rows
};

/// Plays and setup of a chunk, as the tokenizer wrote them: part of `goanalyze.sgf.tape.Tape`.
struct Events {
    Row<const u8> kind;   // [events] PLAY_*, ADD_*, TURN_*, with KO_PROPERTY for a forced play
    Table<const i8> xy;   // [events, 4] column, row and, for setup, the opposite corner of a rectangle
    Row<const i32> at;    // [events] byte offset of the value
    Row<const i64> start; // [games + 1] first event of each game, and the end
};

/// One row for each play or pass: `goanalyze.replay.chunk.Moves`.
struct Moves {
    Row<u8> color;          // [rows] BLACK or WHITE
    Row<i16> point;         // [rows] index, PASS or OFF_BOARD
    Row<u32> flags;         // [rows] bits of `goanalyze.board.flags`
    Row<i16> captured;      // [rows] stones of the opponent that were captured
    Row<i16> self_captured; // [rows] own stones removed by suicide
    Row<i32> repeats;       // [rows] latest earlier move with the same position, 0 the start, -1 none; plays only
    Row<i32> situation;     // [rows] the same for position and side to move, plays and passes
    Row<i32> at;            // [rows] byte offset of the move
};

// ---------------------------------------------------------------------------------------------------------------------
// Replay: `replay.cpp`, `identity.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// Replay every game of a chunk.
ENTRY void replay_chunk(
    const Events &events,      // of all games
    Row<const i16> width,      // [games] columns; 0 where the size is unknown: the game is skipped
    Row<const i16> height,     // [games] rows
    Row<const i16> handicap,   // [games] HA, 0 where absent
    Row<const i64> move_start, // [games + 1] first row of each game in `moves`
    const Moves &moves,        // written
    Table<i32> facts,          // [games, 19] `goanalyze.replay.chunk.FACTS`, written
    Row<const i64> start,      // [games + 1] first point of each game in `stones`
    Row<u8> stones             // [points] final positions, row by row, written
);

/// Hash every game of a chunk so that games that differ by a symmetry of the board have one hash.
///
/// Board size, setup and moves in their order enter; names, komi and result do not. Stones set up together enter in no
/// order, since a rotated record lists them in another. Two different games agree with a chance of about 2^-64.
ENTRY void canonical_hashes(
    const Events &events,  // of all games
    Row<const i16> width,  // [games] columns
    Row<const i16> height, // [games] rows
    Row<u64> hashes        // [games] the least of the eight hashes, written
);

/// Find the stones that are set up before the first move of each game, and the games that are edited later.
///
/// Returns the number of stones.
ENTRY i64 first_setups(
    const Events &events,  // of all games
    Row<const i16> width,  // [games] columns
    Row<const i16> height, // [games] rows
    Row<i64> start,        // [games + 1] first stone of each game in `stones`, written
    Row<i16> stones,       // [room] row by row: index of a black stone, -1 - index of a white stone, written
    Row<bool> edited       // [games] true if stones are set up or removed after the first move, written
);

// ---------------------------------------------------------------------------------------------------------------------
// Tokenizer and values: `tokenizer.cpp`, `lines.cpp`, `values.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (tokenizer)

// ---------------------------------------------------------------------------------------------------------------------
// Counting: `count.cpp`, `territory.cpp`, `article_8.cpp`, `markup.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (counting)

// ---------------------------------------------------------------------------------------------------------------------
// Proven life and death: `proof.cpp`, `chain_status.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (proof)

// ---------------------------------------------------------------------------------------------------------------------
// Estimates: `playouts.cpp`, `network.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (estimates)

// ---------------------------------------------------------------------------------------------------------------------
// The search of article 7: `solver.cpp`, `solver_graph.cpp`, `solver_fixpoints.cpp`, `solver_line.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// A question about one search region: can the opponent of a chain, the *attacker*, capture it?
///
/// Sets of points are masks: bit k is the k-th point of the region.
struct SearchQuestion {
    Row<const u64> neighbors; // [64] neighbors of each point in the region
    u64 points;               // the region
    u64 attacker_walls;       // points adjacent to a wall of the attacker
    u64 owner_walls;          // points adjacent to a wall of the owner
    u64 attacker;             // the attacker's stones
    u64 owner;                // the owner's stones
    u64 target;               // the chain
    u64 clear;                // points that the attacker must also keep clear of new stones of the owner
    bool is_owner_first;      // true if the owner moves first
    bool is_own_ko_only;      // true if a pass for a ko lifts only the player's own ban on one ko
};

/// The proof graph of a question: nodes are situations, edges are moves.
///
/// A node is *open* until it is decided for a side. The memory may have any content before the search, except `state`
/// and `table`.
struct ProofGraph {
    Row<i64> state;        // [20] `SearchState`: number of nodes, then private; zeros before the search
    Table<u64> stones;     // [nodes, 2] stones of the attacker, of the owner
    Row<u64> marks;        // [nodes] stones that took a ko and may not be recaptured yet
    Row<u64> old;          // [nodes] stones of the owner that are not new: see `SearchQuestion.clear`
    Row<u8> flags;         // [nodes] bits `OWNER_TO_MOVE` and `TARGET_CAPTURED`
    Row<u8> value;         // [nodes] side that wins, or `OPEN`
    Row<i32> decided;      // [nodes] number of nodes that were decided earlier; only of decided nodes
    Row<i32> first_edge;   // [nodes] first of its moves, the most promising one; -1 if it is not expanded
    Row<i16> edge_count;   // [nodes] number of its moves
    Row<i16> unrefuted;    // [nodes] number of its moves that do not lose for the side to move; of expanded nodes
    Row<i32> first_to;     // [nodes] first edge that leads to it, -1 if there is none
    Table<u8> guess;       // [nodes, 2] estimated cost of a proof for each side; of open nodes
    Row<i32> child;        // [edges] node after the move
    Row<i32> parent;       // [edges] node before the move
    Row<i32> next_to;      // [edges] next edge that leads to the same child, -1 at the end
    Row<u8> label;         // [edges] number of the point, or `PASS_LABEL`, or more for a pass for a ko
    Row<i32> table;        // [slots] hash table of nodes; -1 if empty, as all are before the search; a power of two
    Row<i32> stack;        // [nodes] scratch
    Row<i32> remaining;    // [nodes] scratch
    Row<i32> chosen;       // [nodes] nodes that are expanded next
    Row<bool> inside;      // [nodes] nodes that the attacker may still win in the game of clearing
    Row<i16> inside_edges; // [nodes] number of moves that do not lead out of these; of nodes of the attacker
};

/// Expand a proof graph until its first node, the question, is decided or there is no room left.
///
/// It returns after a limited amount of work, so that Python can react to Control-C. Each call continues the work of
/// the last one. The result does not depend on the limits. Returns a `SearchOutcome`.
ENTRY i64 search_region(
    const ProofGraph &graph,        // written
    const SearchQuestion &question, // the same in each call
    i64 work                        // nodes to visit before the function returns; an expansion counts as 100
);

/// Find a main line of a decided question: the quickest win against the longest resistance.
///
/// Returns the number of moves.
ENTRY i64 main_line(
    const ProofGraph &graph,        // of a finished search; read
    const SearchQuestion &question, // of this search
    Table<i16> moves                // [256, 2] side (0 the attacker, 1 the owner) and label of each move, written
);

// ---------------------------------------------------------------------------------------------------------------------
// Duplicates: `sequences.cpp`, `alignment.cpp`, `grouping.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (duplicates)
