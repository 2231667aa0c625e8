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
// The search of article 7: `solver.cpp`
// ---------------------------------------------------------------------------------------------------------------------

// (solver)

// ---------------------------------------------------------------------------------------------------------------------
// Duplicates: `sequences.cpp`, `alignment.cpp`, `grouping.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// The moves of games, one game after the other: `goanalyze.duplicates.sequences.GameMoves`.
struct GameMoves {
    Row<const i16> points; // [moves] index of each move, row by row from the upper left; negative: PASS or OFF_BOARD
    Row<const i64> start;  // [games + 1] first move of each game, and the end
    Row<const i16> width;  // [games] columns; 0 if the size is unknown
    Row<const i16> height; // [games] rows
};

/// Turns that were skipped: `goanalyze.duplicates.sequences.SkippedTurns`.
struct SkippedTurns {
    Row<const i32> turns; // [turns] ascending move numbers, from 1: a turn is skipped before the move
    Row<const i64> start; // [games + 1] first skipped turn of each game, and the end
};

/// Stones of the starting positions: `goanalyze.duplicates.sequences.Setups`.
struct Setups {
    Row<const i16> stones; // [stones] index of a black stone, -1 - index of a white stone
    Row<const i64> start;  // [games + 1] first stone of each game, and the end
};

/// The alignment of pairs of games, one row for each pair: `goanalyze.duplicates.alignment.Alignment`.
struct Alignment {
    Row<u8> view;      // [pairs] view of the first game that aligns it with the second; 8 if none does
    Row<i32> edits;    // [pairs] moves changed, missing or added, without beginning and end
    Row<i32> begin;    // [pairs] moves of the first game before the second begins; negative: the reverse
    Row<i32> rest;     // [pairs] moves of the second game beyond the end of the first; negative: the reverse
    Row<i32> first;    // [pairs] number in the first game of the first difference, its end included; 0 if none
    Row<i32> agreeing; // [pairs] plays (no passes) of the first game that have a partner
    Row<i32> same;     // [pairs] known partners of equal colours
    Row<i32> opposite; // [pairs] known partners of opposite colours
    Row<u8> setup;     // [pairs] 0 different setups, 1 equal, 2 equal with colours swapped, 3 equal to moves, 4 none
};

/// Count the plays of each game. Passes are left out.
ENTRY void count_plays(
    Row<const i16> points, // [moves] index of each move; negative: PASS or OFF_BOARD
    Row<const i64> start,  // [games + 1] first move of each game, and the end
    Row<i32> plays         // [games] written
);

/// Hash the first plays of games so that all views of a game have one hash.
ENTRY void hash_first_plays(
    const GameMoves &moves, // of all games
    Row<const i64> games,   // [selected] numbers of the games to hash
    Row<const i64> lengths, // [selected] number of plays, at least 1
    bool has_passes,        // true if passes count as plays
    Row<u64> hashes         // [selected] odd; 0 for a game with fewer plays; written
);

/// Find the least hashes of the runs of consecutive plays of games: two games that share most runs share most of these.
ENTRY void sketch_runs(
    const GameMoves &moves, // of all games
    Row<const i64> games,   // [selected] numbers of the games to hash
    i64 length,             // plays in a run, at least 1
    Table<u64> hashes,      // [selected, count] ascending, each once, then zeros; zeros on entry, written
    Table<i32> begins       // [selected, count] first play of each run, from 0, without passes; written
);

/// Find the pairs of games that share most plays, from a run of plays that they share.
///
/// Such games agree in a view except for some edits, a later beginning, and an end of any length.
ENTRY void screen_pairs(
    const GameMoves &moves,  // of all games
    Table<const i64> pairs,  // [pairs, 2] numbers of two games
    Table<const i32> begins, // [pairs, 2] first play of the run in each game, from 0, without passes
    Row<const i64> length,   // [pairs] plays in the run
    Row<bool> is_near        // [pairs] true if the games share most plays; written
);

/// Align pairs of games, passes included. The view and the beginning with the least cost are written.
ENTRY void align_pairs(
    const GameMoves &moves,    // of all games
    const SkippedTurns &skips, // of all games
    const Setups &setups,      // of all games
    Table<const i64> pairs,    // [pairs, 2] numbers of two games
    const Alignment &alignment // written
);

/// Join the groups of the two games of each pair. The parent of a game never has a higher number.
ENTRY void join_games(
    Row<i32> parent,       // [games] a game of the same group with a lower number, or the game itself; written
    Table<const i64> pairs // [pairs, 2] numbers of two games
);

/// Make the least game of each group the parent of all its games.
ENTRY void flatten_groups(
    Row<i32> parent // [games] a game of the same group with a lower number, or the game itself; written
);
