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

/// Consecutive positions of a chunk: `goanalyze.core.labels.Boards`.
struct Boards {
    Row<const u8> stones;  // [points] colours, row by row from the upper left
    Row<const i64> start;  // [games + 1] first point of each position, and the end
    Row<const i16> width;  // [games] columns; 0 if the size is unknown: the game is skipped
    Row<const i16> height; // [games] rows
};

/// The chains and the empty regions of positions: part of `goanalyze.core.labels.LabeledBoards`.
struct Labels {
    Row<i16> first;     // [points] index within its position of the first point of the chain or region, itself included
    Row<i16> size;      // [points] at first points: number of its points; 0 elsewhere
    Row<i16> liberties; // [points] at first points of chains: number of its liberties; 0 elsewhere
    Row<u8> border;     // [points] at first points: combined colours of the stones of another kind adjacent to it
};

/// Label the chains and the empty regions of every position of a chunk.
ENTRY void label_positions(
    const Boards &boards, // the positions
    const Labels &labels  // zeros before, written
);

/// The positions of a chunk with their chains and empty regions: `goanalyze.core.labels.LabeledBoards`.
struct LabeledBoards {
    Row<const u8> stones;     // [points] as for `Boards`
    Row<const i64> start;     // [games + 1] as for `Boards`
    Row<const i16> width;     // [games] as for `Boards`
    Row<const i16> height;    // [games] as for `Boards`
    Row<const i16> first;     // [points] as for `Labels`, like all that follow
    Row<const i16> size;      // [points]
    Row<const i16> liberties; // [points]
    Row<const u8> border;     // [points]
};

/// Plays and setup of a chunk, as the tokenizer wrote them: part of `goanalyze.sgf.tape.Tape`.
struct Events {
    Row<const u8> kind;   // [events] PLAY_*, ADD_*, TURN_*, with KO_PROPERTY for a forced play
    Table<const i8> xy;   // [events, 4] column, row and, for setup, the opposite corner of a rectangle
    Row<const i32> at;    // [events] byte offset of the value
    Row<const i64> start; // [games + 1] first event of each game, and the end
};

/// One row for each play or pass: `goanalyze.replay.arrays.Moves`.
struct Moves {
    Row<u8> color;          // [rows] BLACK or WHITE
    Row<i16> point;         // [rows] index, PASS or OFF_BOARD
    Row<u32> flags;         // [rows] bits of `goanalyze.core.flags`
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
    Table<i32> facts,          // [games, 19] `goanalyze.replay.arrays.FACTS`, written
    Row<const i64> start,      // [games + 1] first point of each game in `stones`
    Row<u8> stones             // [points] final positions, row by row, written
);

/// Hash every game of a chunk so that games that differ by a symmetry of the board have one hash.
///
/// Board size, setup and moves in their order enter; names, komi and result do not. Stones set up together enter in no
/// order, since a rotated record lists them in another. Two different games agree with a chance of about 2^-64.
ENTRY void hash_games(
    const Events &events,  // of all games
    Row<const i16> width,  // [games] columns
    Row<const i16> height, // [games] rows
    Row<u64> hashes        // [games] the least of the eight hashes, written
);

// ---------------------------------------------------------------------------------------------------------------------
// Tokenizer, lines and values: `tokenizer.cpp`, `lines.cpp`, `values.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// Games, runs of nodes, or lines, a row each: `goanalyze.sgf.tape.Tape`. Offsets count from the buffer's first byte.
struct Tape {
    Row<i32> game_file;   // [rows] file of the game
    Table<i32> game_span; // [rows, 2] offsets of the game's first byte and of its end
    Cube<i32> info;       // [rows, 26, 2] begin and end of each value of `goanalyze.sgf.properties.INFO`, -1 if absent
    Cube<i32> syntax;     // [rows, 16, 2] faults by `goanalyze.sgf.properties.SYNTAX_CODES`: first offset, number
    Row<i32> branches;    // [rows] variations other than the main line
    Row<i64> run_start;   // [rows + 1] first run of each game in the spans, and the end; not used for runs and lines
    Row<i64> event_start; // [rows + 1] first event of each row, and the end
    Row<u8> kind;         // [events] PLAY_*, ADD_*, TURN_*, with KO_PROPERTY for a forced play
    Table<i8> xy;         // [events, 4] column, row and, for setup, the opposite corner; -1 pass, -2 unreadable
    Row<i32> at;          // [events] offset of the value's opening bracket
    Row<i64> mark_start;  // [rows + 1] first territory mark of each row, and the end
    Row<u8> mark_kind;    // [marks] TERRITORY_BLACK or TERRITORY_WHITE
    Table<i8> mark_xy;    // [marks, 4] opposite corners of a rectangle
};

/// The runs of nodes of games, and all their values, in the order of the text: `goanalyze.sgf.tape.Spans`.
///
/// Between two spans, the text contains nothing but signs (parentheses and semicolons) and blanks.
struct Spans {
    Table<i32> runs;   // [runs + 1, 4] columns PARENT, OPEN, CLOSE, FIRST_VALUE of `goanalyze.sgf.tape`
    Table<i32> values; // [values, 5] columns NODE, NAME, BEGIN, END, ACTION of `goanalyze.sgf.tape`
};

/// Some facts about a game's runs of nodes: `goanalyze.sgf.tape.Tree`.
struct Tree {
    Row<bool> has_child; // [runs] true if another run continues it
    Row<bool> is_marked; // [runs] true if it has territory markup; that of earlier runs then does not count
    Row<i32> end;        // [lines] last run of each line: of the main line, then in the order of the text
};

/// The paths from the root of a game to each of its runs of nodes, inclusive: `goanalyze.sgf.tape.Paths`.
struct Paths {
    Row<i64> length; // [runs] runs of the path
    Row<i64> events; // [runs] events on the path
    Row<i64> moves;  // [runs] plays and passes on the path
    Row<i64> markup; // [runs] run with the territory markup that counts at the end of the path, -1 without markup
};

/// Tokenize files until all are read or the tape has no row left for another game.
///
/// Faults are repaired and noted. Plays and setup of the main line become events. Territory markup is that of the last
/// node with markup, unless moves or setup follow it. Returns the number of games.
ENTRY i64 scan_games(
    Row<const u8> buffer,      // [bytes] all files, one after the other, in a charset that contains ASCII, as UTF-8
    Row<const i64> file_start, // [files + 1] first byte of each file, and the end
    Row<const u8> actions,     // [702] `goanalyze.sgf.properties.identifier_table`
    const Tape &tape,          // written; its last row is scratch
    const Spans &spans,        // written
    Row<i64> position          // [3] file, offset and lookahead to begin with; replaced by those to continue with
);

/// Read the runs of nodes of one game, each to a row of its own.
///
/// Markup counts at the end of a path unless stones are played or set up in a later run. Lines for which the tree has
/// no room are not counted.
ENTRY void read_runs(
    Row<const u8> buffer, // [bytes] as for `scan_games`
    const Spans &spans,   // of the game
    const Tape &tape,     // written, except for `game_file`, `game_span`, `syntax`, `branches` and `run_start`
    const Tree &tree,     // written
    const Paths &paths,   // written
    Row<i64> lines        // [1] number of entries of `tree.end` that are written, written
);

/// The runs of nodes of one game and the paths to them: `goanalyze.sgf.lines.NodeRuns`, taken from `scan_tree`.
struct NodeRuns {
    Row<const i32> parent;      // [runs] earlier run that each one continues, -1 for the first
    Row<const i64> path_moves;  // [runs] plays and passes on the path to each run, inclusive
    Row<const i64> path_markup; // [runs] run with the territory markup that counts at the end of each run, -1 if none
    Cube<const i32> info;       // [runs, 26, 2] begin and end of each value of game info, -1 if absent
    Row<const i64> event_start; // [runs + 1] first event of each run, and the end
    Row<const u8> kind;         // [run_events] PLAY_*, ADD_*, TURN_*, with KO_PROPERTY for a forced play
    Table<const i8> xy;         // [run_events, 4] column, row and, for setup, the opposite corner of a rectangle
    Row<const i32> at;          // [run_events] offset of the value's opening bracket
    Row<const i64> mark_start;  // [runs + 1] first territory mark of each run, and the end
    Row<const u8> mark_kind;    // [run_marks] TERRITORY_BLACK or TERRITORY_WHITE
    Table<const i8> mark_xy;    // [run_marks, 4] opposite corners of a rectangle
};

/// Join the runs of nodes on the paths to the ends of some lines.
///
/// Properties of the first run that has them count.
ENTRY void join_runs(
    const NodeRuns &runs, // of one game
    Row<const i32> end,   // [rows] last run of each line
    Row<bool> is_used,    // [runs] true for the runs of earlier lines; those of these lines are added
    const Tape &lines,    // written, except for `game_file`, `game_span`, `branches`, `run_start`; `*_start` are read
    Row<i32> shared_moves // [rows] plays and passes that each line shares with an earlier one, written
);

/// Copy one property's value of every game, as SGF SimpleText (FF[4]).
///
/// A backslash is dropped and the character after it is kept. An escaped line end vanishes, and any other white space
/// becomes a blank. Blanks at both ends are dropped.
ENTRY void unescape_values(
    Row<const u8> buffer, // [bytes] as for `scan_games`
    Cube<const i32> info, // [games, 26, 2] `Tape::info`
    i64 property,         // index in `goanalyze.sgf.properties.INFO`
    Row<u8> text,         // [room] the values, one after the other, at most as long as their spans, written
    Row<i32> text_start   // [games + 1] first byte of each value in `text`, and the end, written
);

// ---------------------------------------------------------------------------------------------------------------------
// Counting: `count.cpp` with `territory.cpp` and `dame_filling.cpp`, `markup.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// The counts of the positions of a chunk: `goanalyze.score.count.Counts`. All are zeros before.
struct Counts {
    Cube<i32> plain;            // [games, 2, 10] `goanalyze.score.count.COLUMNS` of Black and of White
    Row<i32> plain_dame;        // [games] points of neither side
    Cube<i32> in_territory;     // [games, 2, 10] if only dead stones in territory of the opponent are removed
    Row<i32> in_territory_dame; // [games]
};

/// Count every final position of a chunk by area, territory and groups.
ENTRY void count_positions(
    const LabeledBoards &boards, // final positions
    Row<const u8> dead,          // [points] 1 under dead stones, whole chains
    Row<const u8> owner,         // [points] colour of marked territory, 0 elsewhere
    Row<const u8> as_marked,     // [games] MarkedTerritory: NO for territory by the stones alone
    Row<const u8> to_move,       // [games] colour that fills the first dame; 0 if all are open
    bool is_plain,               // true to count with all dead stones removed
    bool is_in_territory,        // true to count with those in territory of the opponent removed
    const Counts &counts,        // written
    Row<bool> removed            // [points] true for removed dead stones, of the last of these counts; false before
);

/// Find the kind and the side of every point of the final positions of a chunk.
///
/// Rule: Japanese rules 1989, art. 8 and 10.1, with the commentary on them and on teire.
ENTRY void find_point_kinds(
    const LabeledBoards &boards, // final positions
    Row<const u8> dead,          // [points] 1 under dead stones, whole chains
    Row<const u8> to_move,       // [games] colour that fills the first dame; 0 for article 8 to the letter
    bool in_territory,           // true if dead stones outside the opponent's territory stay; else all are removed
    Row<u8> kinds,               // [points] PointKind; zeros before, written
    Row<u8> sides                // [points] colour in the sense of the kind, 0 for neither; zeros before, written
);

/// The territory markup (TB, TW) of a chunk: part of `goanalyze.sgf.tape.Tape`.
struct Marks {
    Row<const i64> start; // [games + 1] first mark of each game, and the end
    Row<const u8> color;  // [marks] BLACK or WHITE
    Table<const i8> xy;   // [marks, 4] first column and row of a rectangle, then its last column and row
};

/// The limits of the marks of a finished game: `goanalyze.life.estimate.calibration.MarkupLimits`.
struct MarkupLimits {
    i64 unmarked_percent; // of the points that are empty or have a dead stone
    i64 unmarked;         // points, if they are also more than `unmarked_percent`
    i64 open_borders;     // pairs of adjacent open points of different areas
};

/// Read owners of points and dead stones from the territory markup of every game that does not contradict its board.
ENTRY void read_marks(
    const Marks &marks,          // of the last node
    const LabeledBoards &boards, // final positions
    const MarkupLimits &limits,  // beyond which a game is not finished
    Row<u8> owner,        // [points] colour of marked territory, 0 elsewhere and in games with areas; zeros before
    Row<u8> dead,         // [points] 1 under dead stones; zeros before, written
    Row<u8> odd,          // [points] 1 at the points of a contradiction; zeros before, anything in other games
    Row<u8> is_area,      // [games] 1 if living stones are marked, too; zeros before, written
    Row<u8> contradiction // [games] Contradiction; zeros before, written
);

// ---------------------------------------------------------------------------------------------------------------------
// Proven life and death: `proof.cpp`, `chain_status.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// The proven statuses of a chunk: `goanalyze.life.proof.safety.ProvenStatuses`.
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
    const LabeledBoards &boards,   // the positions
    i64 largest_region,            // points of the largest region within which the owner replies; 0 without replies
    i64 most_positions,            // positions that a search of replies looks at, at most 4,000
    Row<const bool> is_excluded,   // [points] true for points that prove nothing
    const ProvenStatuses &statuses // written; 0 and false before the call
);

/// The statuses of the chains of a chunk: `goanalyze.life.estimate.playouts.ChainStatuses`.
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
    const LabeledBoards &boards,  // the positions
    Row<const f32> ownership,     // [points] Black's share of each point
    f64 dead_below,               // share below which a chain is dead
    f64 certain_from,             // probability from which a status is certain
    const ChainStatuses &statuses // written; of skipped games 1 and 0 before the call
);

// ---------------------------------------------------------------------------------------------------------------------
// Playouts and networks: `playouts.cpp`, `network.cpp`
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
    const LabeledBoards &boards,   // the positions
    const PlayoutOptions &options, // a chain is certain as a whole
    const PlayoutResults &results  // written; points of games without a board are not
);

/// The knowledge of a network about the positions of a chunk: `goanalyze.life.estimate.network.NetworkInputs`.
struct NetworkInputs {
    Row<const u8> to_move;    // [games] side that sees the position
    Row<const f32> ownership; // [points] share of playouts in which Black owned the point
    Row<const f32> stays;     // [points] share of playouts after which the stone of the point remains
    Row<const u8> proofs;     // [points] index of a `goanalyze.life.choices.Proof`
    Row<const u8> owners;     // [points] color for which the point is proven, or EMPTY
};

/// A network, with matrices whose rows are inputs: `goanalyze.life.estimate.network.NetworkWeights`.
struct NetworkWeights {
    Table<const f32> enter;     // [planes * 9, channels] the first convolution, of the cell above on the left first
    Row<const f32> enter_bias;  // [channels]
    Cube<const f32> blocks;     // [blocks, channels * 9, channels] the convolution of each block
    Cube<const f32> pools;      // [pools, channels, channels] maps of the means in the second, fourth … block
    Table<const f32> biases;    // [blocks, channels]
    Table<const f32> hidden;    // [channels, hidden] the layer over chains
    Row<const f32> hidden_bias; // [hidden]
    Row<const f32> leave;       // [hidden] log odds that a chain is dead
    Row<const f32> leave_bias;  // [1]
};

/// Run a network on every position of a chunk.
ENTRY void judge_chunk(
    const LabeledBoards &boards,   // the positions
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
ENTRY void write_planes(
    const LabeledBoards &boards, // the positions
    const NetworkInputs &inputs, // of the positions
    Table<f32> planes            // [16, points] written; points of games without a board are not
);

// ---------------------------------------------------------------------------------------------------------------------
// The cascade of estimates: `estimate.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// The facts about the positions of a chunk from which they are estimated.
struct EstimateInputs {
    Row<const u8> to_move; // [games] side to move
    Row<const u8> proofs;  // [points] index of a `goanalyze.life.choices.Proof`
    Row<const u8> owners;  // [points] color for which the point is proven, or EMPTY
};

/// The thresholds of the cascade: `goanalyze.life.estimate.calibration`.
struct EstimateOptions {
    i64 seed;            // of the random numbers
    i64 few_playouts;    // first playouts of a position
    i64 more_playouts;   // further ones
    i64 network_side;    // side of the boards that the small network judges
    f64 decided_from;    // joint probability from which it can decide
    f64 enough_log_odds; // logarithm of the odds at which it and playouts together are sure enough
    f64 dead_below;      // share below which a chain is dead
    f64 certain_from;    // probability from which a status is certain
};

/// The judgments of the cascade: `goanalyze.life.estimate.estimate.Judgments`.
struct Judgments {
    Row<f32> death_probability; // [points] that the stone is dead
    Row<f32> shares;            // [points] as of `ChainStatuses`, like the next five
    Row<u8> dead;               // [points]
    Row<u8> owners;             // [points]
    Row<u8> certain_owner;      // [points]
    Row<i32> flipped;           // [games]
    Row<f32> joint_probability; // [games]
    Row<u8> dead_in_playouts;   // [points] 1 for stones that are dead by the playouts alone
    Row<f32> ownership;         // [points] share of playouts in which Black owned the point
    Row<f32> stays;             // [points] share of playouts after which the stone of the point remains
    Row<bool> is_open;          // [games] true if the first stage does not decide the position
};

/// Judge every position of a chunk by the small network and the first playouts.
ENTRY void judge_at_first(
    const LabeledBoards &boards,    // the positions
    const EstimateInputs &inputs,   // of the positions
    const NetworkWeights &network,  // the one that sees the board alone
    const EstimateOptions &options, // thresholds
    const Judgments &judgments      // written; of skipped games 0.5 for the ownership, 1 for shares, and 0 before
);

/// Judge every position of a chunk that the first stage does not decide by further playouts and the larger network.
ENTRY void judge_at_length(
    const LabeledBoards &boards,    // the positions
    const EstimateInputs &inputs,   // of the positions
    const NetworkWeights &network,  // the one that sees playouts
    const EstimateOptions &options, // thresholds
    const Judgments &judgments      // written for open games
);

// ---------------------------------------------------------------------------------------------------------------------
// The finisher: `finisher.cpp`
// ---------------------------------------------------------------------------------------------------------------------

/// The rest of each game of a chunk, as it is played: `goanalyze.life.estimate.finisher`.
struct Rest {
    Row<u8> stones;        // [points] positions afterwards
    Row<u8> dead;          // [points] 1 under dead stones
    Row<i32> moves;        // [points] points and passes of each game, from its first point on
    Row<u8> to_move;       // [games] side to move afterwards
    Row<bool> is_finished; // [games] false if the rest is too long: the position is as before
    Table<i32> prisoners;  // [games, 2] stones of the opponent that Black and White captured
    Table<i32> facts;      // [games, 6] the first columns of `goanalyze.life.estimate.finisher.FACTS`
};

/// The values of moves, in hundredths of a point: `goanalyze.life.estimate.calibration.FinisherWeights`.
struct FinisherWeights {
    i64 point;    // a point of territory, and an own point that a move fills
    i64 stone;    // a stone that a move captures or rescues
    i64 no_value; // value that a move must exceed
    i64 rescue;   // added to the stones of a rescue
    i64 threat;   // added to the stones that the opponent then loses
    i64 defence;  // added to the stones of a defence against such a move
    i64 forcing;  // an atari whose answer fills a point of the opponent's own
    i64 atari;    // another atari
    i64 noise;    // additions to neutral points are below it
};

/// Play the rest of every game of a chunk.
ENTRY void play_rest(
    const LabeledBoards &boards,    // final positions
    Row<const u8> dead,             // [points] 1 under dead stones, whole chains
    Row<const u8> to_move,          // [games] side to move
    Row<const i32> last,            // [games] point of the last move, negative without one
    i64 run,                        // number of the run; 0 plays without noise
    const FinisherWeights &weights, // values of moves
    const Rest &rest                // written; zeros before
);

/// Find the territory margin of every position of a chunk, dead stones included and prisoners left out.
ENTRY void find_margins(
    const LabeledBoards &boards, // final positions
    Row<const u8> dead,          // [points] 1 under dead stones, whole chains
    Row<const u8> first,         // [games] colour that fills the first dame
    Row<i32> margins             // [games] Black - White, written
);

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
    Row<i64> state;      // [10] `SearchState`: number of nodes, then private; zeros before the search
    Table<u64> masks;    // [nodes, 8] `Situation`: stones of the attacker, of the owner, ko captures, then private
    Row<u8> value;       // [nodes] side that wins, or `OPEN`
    Row<i32> decided;    // [nodes] number of nodes that were decided earlier; only of decided nodes
    Row<i32> first_edge; // [nodes] first of its moves, the most promising one; -1 if it is not expanded
    Row<i16> edge_count; // [nodes] number of its moves
    Row<i16> unrefuted;  // [nodes] number of its moves that do not lose for the side to move; of expanded nodes
    Row<i32> first_to;   // [nodes] first edge that leads to it, -1 without any
    Table<u8> guess;     // [nodes, 2] estimated cost of a proof for each side; of open nodes
    Row<i32> child;      // [edges] node after the move
    Row<i32> parent;     // [edges] node before the move
    Row<i32> next_to;    // [edges] next edge that leads to the same child, -1 at the end
    Row<u8> label;       // [edges] number of the point, `PASS_LABEL`, more for a pass for a ko, or `PART_LABEL`
    Row<i32> table;      // [slots] hash table of nodes, 0 if empty, as all are before the search; a power of two
};

/// Expand a proof graph until a question is decided or the memory is full.
///
/// It returns after some work, so that Python can react to Control-C. Each call continues the work of the last one.
/// The result does not depend on the amount. Questions that differ in the side that moves first share a graph. Returns
/// a `SearchOutcome`.
ENTRY i64 search_region(
    const ProofGraph &graph,        // written
    const SearchQuestion &question, // the same in each call, but for the side that moves first
    i64 most_nodes,                 // number of nodes in the graph at which the search ends
    i64 work                        // nodes to visit before the function returns; an expansion counts as 100
);

/// Find a main line of a decided question: the quickest win against the longest resistance.
///
/// Returns the number of moves.
ENTRY i64 find_main_line(
    const ProofGraph &graph,        // of a finished search; read
    const SearchQuestion &question, // of this search
    Table<i16> moves                // [256, 2] side (0 the attacker, 1 the owner) and label of each move, written
);

// ---------------------------------------------------------------------------------------------------------------------
// Duplicates: `sequences.cpp`, `pair_screening.cpp`, `alignment.cpp`, `grouping.cpp`
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

/// The alignment of pairs of games, one row for each pair: `goanalyze.duplicates.confidence.Alignment`.
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
