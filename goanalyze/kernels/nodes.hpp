// The nodes of runs, as their values mean: events, territory markup, game info, and faults of values.
#pragma once
#include "spans.hpp"

constexpr i64 INFO_PROPERTIES = 26; // of `goanalyze.sgf.properties.INFO`
constexpr i64 INFO_KO = 25;         // index of KO among them
constexpr i64 MOST_LINES = 52;      // of a board in SGF

/// The reader of nodes. It writes their events, markup, game info and faults to one row of a tape.
struct NodeReader {
    const Tape &tape;
    const Spans &spans;
    Row<Run> runs = runs_of(spans);
    Row<Span> values = values_of(spans);
    i64 row = 0;        // of the tape
    i64 events = 0;     // on the tape
    i64 marks = 0;      // on the tape
    i64 first_mark = 0; // of the row
    i64 node = -1;      // number in the game
    i64 setup_end = 0;  // event after the node's setup
    i64 play = -1;      // last event of the node that is a play, -1 without one
    i64 forced = 0;     // KO_PROPERTY if the node has KO
    bool has_turn = false;
    bool has_setup = false;
    i64 marked_node = -1;                          // last node of the row with territory markup, -1 without one
    Fixed<i64, INFO_PROPERTIES> info_node{};       // node of each game-info property that the row has
    Fixed<Fixed<u64, MOST_LINES>, 3> node_setup{}; // bits of the points that the node sets up, by colour and row
    Faults faults{};

    /// Begin a row of the tape.
    void begin_row(i64 number);

    /// Read the values of a run.
    void read_run(Text text, i64 run);

  private:
    void begin_node(i64 number);
    void read_plain_plays(Text text, const Span &plays);
    void read_value(Text text, const Span &value, bool is_first);
    void read_play(Text text, const Span &value, bool is_first);
    void read_setup(Text text, const Span &value);
    void read_territory(Text text, const Span &value);
    void read_turn(Text text, const Span &value, bool is_first);
    void read_info(const Span &value, i64 property);
    void add_event(i64 kind, Point point, i64 offset);
    void move_event(i64 from, i64 to);
    void order_turn();
    void note_double_setup(Row<const i8> corners, i64 kind, i64 offset);
    void drop_old_markup();
};

/// A play: its colour, the offset of its opening bracket, and its letters.
struct Play {
    i64 color, offset;
    Text letters;
};

/// The runs of a game's main line, one after the other: the first variation everywhere.
///
/// A variation that repeats the first moves of the game, as in ``;B[ee];W[cc](;B[ee];W[cc])``, shows the game again
/// from the beginning. It is not on the main line if another variation with a play follows.
struct MainLine {
    const Spans &spans;
    Text text;
    i64 first_run, last_run; // of the game
    i64 run = first_run;     // of the main line
    Row<Run> runs = runs_of(spans);
    Row<Span> values = values_of(spans);
    Fixed<Play, 2> opening{}; // the game's first two plays
    i64 opening_plays = -1;   // their number, -1 before they are searched

    /// Return the next run of the main line, -1 after the last.
    i64 next_run();

  private:
    i64 find_plays(i64 value, i64 last_value, Fixed<Play, 2> &plays) const;
    i64 find_end(i64 variation) const;
    bool has_play(i64 variation) const;
    bool is_restart(i64 child);
};
