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

/// The proven statuses of a chunk: `goanalyze.life.proof.ProvenStatuses`.
struct ProvenStatuses {
    Row<u8> proof;            // [points] index of a `goanalyze.life.choices.Proof`
    Row<u8> owner;            // [points] proven owner; of the point under a dead stone, its captor; 0 if unknown
    Row<bool> is_proven;      // [games] true if no point is unknown
    Row<bool> locally_proven; // [points] true if the proof needs small eyes or replies within regions
};

/// Prove the statuses of every position of a chunk: safe chains, secure territory, dead stones and dame.
///
/// Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997.
ENTRY void prove_statuses(
    const Boards &boards,          // the positions
    bool has_replies,              // true if the owner replies to the opponent's moves
    i64 largest_region,            // points of the largest region within which the owner replies; at most 62 count
    Row<const bool> is_excluded,   // [points] true for points that prove nothing
    const ProvenStatuses &statuses // written; 0 and false before the call
);

/// The statuses of the chains of a chunk: `goanalyze.life.chain_status.ChainStatuses`.
struct ChainStatuses {
    Row<f32> shares;            // [points] share of its own points that the chain of a stone owns; 1 without a stone
    Row<u8> dead;               // [points] 1 for dead stones
    Row<u8> owners;             // [points] colour of living stones, and of areas that only such stones of it border
    Row<u8> certain_owner;      // [points] `owners` where all of that is certain; else 0
    Row<i32> flipped;           // [games] chains with another status than their share says
    Row<f32> joint_probability; // [games] probability that all statuses are right, if shares are independent ones
};

/// Determine the dead chains of every position of a chunk from the ownership of their points.
///
/// Dead stones lie in areas that living stones of the opponent alone border (Japanese rules 1989, article 10.1).
ENTRY void determine_chain_statuses(
    const Boards &boards,         // the positions
    Row<const f32> ownership,     // [points] Black's share of each point
    f64 dead_below,               // share below which a chain is dead
    f64 certain_from,             // probability from which a status is certain
    const ChainStatuses &statuses // written; of skipped games 1 and 0 before the call
);

// ---------------------------------------------------------------------------------------------------------------------
// Estimates: `playouts.cpp`, `network.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (estimates)

// ---------------------------------------------------------------------------------------------------------------------
// The search of article 7: `solver.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (solver)

// ---------------------------------------------------------------------------------------------------------------------
// Duplicates: `sequences.cpp`, `alignment.cpp`, `grouping.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (duplicates)
