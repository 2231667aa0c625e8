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
    Row<const i16> width;  // [games] columns; 0 where there is no board: the game is skipped
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
// Estimates: `playouts.cpp`, `playout_facts.cpp`, `network.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// The start and the end of the playouts of a chunk.
struct PlayoutOptions {
    Row<const u8> to_move; // [games] side that begins the first, third … playout; the opponent begins the others
    Row<const u8> certain; // [points] color for which a point is certain: nothing is played or captured there; or EMPTY
    Row<const u8> claimed; // [points] color that is claimed to own the point of a stone, or EMPTY
    Row<const i64> leads;  // [games] lead of these colors, in playouts, that ends the playouts early
    i64 seed;              // of the random numbers
    i64 rounds;            // playouts of each position, at least 1
};

/// The results of the playouts of a chunk.
struct PlayoutResults {
    Row<f32> ownership; // [points] share of playouts in which Black owned the point; one without owner counts half
    Row<f32> stays;     // [points] share of playouts after which the stone of the point remains
    Row<bool> is_clear; // [games] true if there are claims, and all of them are confirmed by the playouts
};

/// Play out every position of a chunk.
ENTRY void play_chunk(
    const Boards &boards,          // the positions
    const PlayoutOptions &options, // a chain is certain as a whole
    const PlayoutResults &results  // written; points of games without a board are not
);

/// Facts about the plays of a side on empty points, as playouts see them.
struct PlayFacts {
    Row<bool> is_eye;            // [points] true in an own eye
    Row<bool> has_two_liberties; // [points] true if the chain of the play has two liberties, not counting captures
    Row<bool> is_nakade;         // [points] true if the shape of the chain leaves one eye when it is captured
    Row<u8> outcome;             // [points] 0 suicide, 1 legal, 2 capture
    Row<u8> probability;         // [points] of the play, in per cent
    Row<i32> size;               // [points] stones of the chain of the play
};

/// Describe all plays on every position of a chunk, for tests.
ENTRY void describe_plays(
    const Boards &boards,  // the positions
    Row<const u8> to_move, // [games] side that plays
    const PlayFacts &facts // written for empty points
);

/// Facts about the points and chains of a board in a playout.
struct ChainFacts {
    Row<u32> content;       // [points] 1 empty, 16 Black, 256 White
    Row<u32> adjacent;      // [points] sum of the contents of the adjacent points; 65,536 for each beyond the edge
    Row<u32> diagonal;      // [points] sum of the contents of the diagonal points
    Row<i32> head;          // [points] first point of the chain
    Row<i32> next;          // [points] next stone of the chain, in a ring
    Row<i32> size;          // [points] stones of the chain
    Row<i32> liberties;     // [points] its pseudo-liberties
    Row<i32> liberty_total; // [points] sum of their cells on the padded board
    Row<i32> sole_liberty;  // [points] its liberty if it is in atari, else -1
    Row<i32> rank;          // [points] index of an empty point in `empty`, else -1
    Row<i32> empty;         // [points] all empty points, then -1
};

/// Play on a position as playouts do, for tests.
///
/// Returns the point that may not be played at once because of a ko, -1 for none.
ENTRY i64 replay_plays(
    const Boards &boards,   // one position
    Row<const u8> color,    // [plays] side that plays
    Row<const i32> point,   // [plays] empty point where a stone is legal
    const ChainFacts &facts // of the board after the plays, written; those of chains for stones only
);

/// The knowledge of a network about the positions of a chunk: `goanalyze.life.network.NetworkInputs`.
struct NetworkInputs {
    Row<const u8> to_move;    // [games] side that sees the position
    Row<const f32> ownership; // [points] share of playouts in which Black owned the point
    Row<const f32> stays;     // [points] share of playouts after which the stone of the point remains
    Row<const u8> proofs;     // [points] index of a `goanalyze.life.choices.Proof`
    Row<const u8> owners;     // [points] color for which the point is proven, or EMPTY
};

/// A network with transformed filters: `goanalyze.life.network.NetworkWeights`.
struct NetworkWeights {
    Cube<const f32> enter;      // [16, planes, channels] filters of the first layer
    Row<const f32> enter_bias;  // [channels]
    Table<const f32> blocks;    // [blocks, filters] those of each block: 16 × channels × channels
    Cube<const f32> pools;      // [pools, channels, channels] maps of the means in the second, fourth … block
    Table<const f32> biases;    // [blocks, channels]
    Table<const f32> hidden;    // [channels, hidden] the layer over chains
    Row<const f32> hidden_bias; // [hidden]
    Row<const f32> leave;       // [hidden] log odds that a chain is dead
    Row<const f32> leave_bias;  // [1]
};

/// Run a network on every position of a chunk.
ENTRY void judge_chunk(
    const Boards &boards,          // the positions
    const NetworkInputs &inputs,   // playouts are not read by a network with 10 planes
    const NetworkWeights &network, // channels and hidden units are multiples of 16
    Row<f32> probability           // [points] probability that the stone of the point is dead, written; 0 if empty
);

/// Write the planes that networks see, for training.
///
/// They show the board: 0 all points; 1 stones of the side to move; 2 of the opponent; chains with 3 one liberty, 4 two
/// and 5 more; chains proven 6 alive and 7 dead; 8 the side for which the point is proven, 1 or -1; 9 the size of the
/// chain or empty region, log2 / 8. Of the playouts they show: 10 the ownership from -1 to 1 by the side to move; 11
/// its uncertainty; 12 the share in which the stone remains; 13 the mean ownership of the chain or region; for stones,
/// 14 the ownership and 15 its mean by their own side.
ENTRY void plane_chunk(
    const Boards &boards,        // the positions
    const NetworkInputs &inputs, // of the positions
    Table<f32> planes            // [16, points] written; points of games without a board are not
);

// ---------------------------------------------------------------------------------------------------------------------
// The search of article 7: `solver.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (solver)

// ---------------------------------------------------------------------------------------------------------------------
// Duplicates: `sequences.cpp`, `alignment.cpp`, `grouping.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (duplicates)
