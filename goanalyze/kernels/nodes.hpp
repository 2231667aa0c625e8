// The nodes of a game between two parentheses, as the tokenizer reads them to one row of its tape.
#pragma once
#include "interface.hpp"
#include "sgf_text.hpp"

constexpr i64 INFO_PROPERTIES = 26; // of `goanalyze.sgf.properties.INFO`
constexpr i64 INFO_KO = 25;         // index of KO among them

/// The faults of syntax that the tokenizer repairs: columns of `Tape::syntax`, `goanalyze.sgf.properties.SYNTAX_CODES`.
enum Fault : i64 {
    NO_OPENING,     // GO301
    UNCLOSED_TREE,  // GO302
    UNCLOSED_VALUE, // GO303
    JUNK,           // GO304
    DUPLICATE,      // GO305
    OLD_NAME,       // GO306
    BAD_MOVE,       // GO307
    BAD_POINT,      // GO308
    NO_VALUE,       // GO309
    JUNK_BEFORE,    // GO310
    MISPLACED       // GO312
};

/// The offsets of a value's opening bracket and of its end: its closing bracket, or the end of an unclosed value.
struct Value {
    i64 begin, end;

    /// Return the bytes between the brackets.
    Text contents(Text text) const { return text.slice(begin + 1, end); }
};

/// The reader of nodes. It writes their events, markup, game info and faults to one row of a tape.
struct NodeReader {
    const Tape &tape;
    Row<const u8> actions;                   // [702] of property names: `goanalyze.sgf.properties.identifier_table`
    i64 row = 0;                             // of the tape
    i64 events = 0;                          // on the tape
    i64 marks = 0;                           // on the tape
    i64 first_mark = 0;                      // of the row
    i64 node = 0;                            // number in the game
    i64 play = -1;                           // last event of the node that is a play, -1 without one
    i64 plain_play_end = -1;                 // offset after the node's plain play until a bracket follows; else -1
    i64 forced = 0;                          // KO_PROPERTY if the node has KO
    i64 marked_node = -1;                    // last node of the row with territory markup, -1 without one
    i64 turn_node = -1;                      // last node of the game with PL, -1 without one
    bool has_content = false;                // true if `read_nodes` has read a node or a property
    Fixed<i64, INFO_PROPERTIES> info_node{}; // node of each game-info property that the row has

    /// Begin a row of the tape.
    void begin_row(i64 number);

    /// Read nodes up to the next parenthesis. Return its offset, or the end of the text.
    ///
    /// The first node begins with or without its ``;``, as in ``(W[dd])``.
    i64 read_nodes(Text text, i64 offset);

    /// Count a fault in a row, and keep the offset of the first.
    void note(i64 at_row, Fault fault, i64 offset) const;

  private:
    void note(Fault fault, i64 offset) const { note(row, fault, offset); }
    void begin_node();
    i64 read_property(Text text, i64 offset);
    i64 skip_values(Text text, i64 offset);
    void read_value(Text text, Value value, i64 action, bool is_first);
    void add_event(i64 kind, Point point, i64 offset);
    void read_play(Text text, Value value, i64 color, bool is_first);
    void read_setup(Text text, Value value, i64 kind);
    void read_territory(Text text, Value value, u8 color);
    void read_turn(Text text, Value value, bool is_first);
    void read_info(Value value, i64 property);
    void drop_old_markup();
};
