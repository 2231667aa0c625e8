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
// Counting: `count.cpp`, `territory.cpp` with `dame_filling.cpp`, `article_8.cpp`, `markup.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// The count of every final position of a chunk: `goanalyze.score.chunk_counts.Counts`. All are written.
struct Counts {
    Cube<i32> sides; // [games, 2, 10] `goanalyze.score.chunk_counts.COLUMNS` of Black and of White; zeros before
    Row<i32> dame;   // [games] empty points that are territory of neither side; zeros before
    Table<i32> dead_at_dame; // [games, 2] dead stones outside territory of groups without dame, removed; zeros before
};

/// Count every final position of a chunk by area, territory and groups.
///
/// Without a board all numbers are 0. The last two of the columns stay 0 for all games.
ENTRY void count_chunk(
    const Boards &boards,    // final positions
    Row<const u8> dead,      // [points] 1 under dead stones, STAYS under those that are not removed
    Row<const u8> owner,     // [points] colour of marked territory, 0 elsewhere
    Row<const u8> as_marked, // [games] MarkedTerritory: NO for territory by the stones alone
    const Counts &counts     // written
);

/// Count the points of each game that have each value.
ENTRY void tally(
    Row<const i64> start, // [games + 1] first point of each game, and the end
    Row<const u8> values, // [points] all less than `number`
    Table<i32> numbers    // [games, number] zeros before, written
);

/// Find the first point of the chain of each stone, among all points of a chunk.
ENTRY void first_points(
    const Boards &boards, // positions
    Row<i64> first        // [points] first point of the stone's chain; an empty point is its own; written
);

/// Find the kind and the side of every point of the final positions of a chunk once the dame are filled.
///
/// Rule: Japanese rules 1989, art. 8 and 10.1, with the commentary on them and on teire.
ENTRY void territories(
    const Boards &boards, // final positions
    Row<const u8> dead,   // [points] 1 under dead stones, whole chains
    Row<const u8> first,  // [games] colour that fills the first dame
    bool in_territory,    // true if dead stones outside the opponent's territory stay; else all are removed
    Row<u8> kinds,        // [points] PointKind; zeros before, written
    Row<u8> sides         // [points] colour in the sense of the kind, 0 for neither; zeros before, written
);

/// Find the kind and the side of every point of the final positions of a chunk by article 8, no dame being filled.
///
/// Rule: Japanese rules 1989, art. 8 and 10.1.
ENTRY void article_8_points(
    const Boards &boards, // final positions
    Row<const u8> dead,   // [points] 1 under dead stones, whole chains
    Row<u8> kinds,        // [points] PointKind: STONE, TERRITORY, DAME, SEKI_EYE or PUT_BACK; zeros before, written
    Row<u8> sides         // [points] colour in the sense of the kind, 0 for neither; zeros before, written
);

/// The territory markup (TB, TW) of a chunk: part of `goanalyze.sgf.tape.Tape`.
struct Marks {
    Row<const i64> start; // [games + 1] first mark of each game, and the end
    Row<const u8> color;  // [marks] BLACK or WHITE
    Table<const i8> xy;   // [marks, 4] first column and row of a rectangle, then its last column and row
};

/// Read owners of points and dead stones from the territory markup of every game that does not contradict its board.
ENTRY void read_marks(
    const Marks &marks,   // of the last node
    const Boards &boards, // final positions
    Row<u8> owner,        // [points] colour of marked territory, 0 elsewhere; zeros before, written
    Row<u8> dead,         // [points] 1 under dead stones; zeros before, written
    Row<u8> source,       // [games] 1 for games with valid markup; zeros before, written
    Row<u8> contradiction // [games] Contradiction; zeros before, written
);

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

// (duplicates)
