// The reader of a game's text: runs of nodes, properties and values, as spans of the text.
#pragma once
#include "interface.hpp"
#include "sgf_text.hpp"

/// The faults of syntax that are repaired: columns of `Tape::syntax`, `goanalyze.sgf.properties.SYNTAX_CODES`.
enum Fault : i64 {
    NO_OPENING,        // GO301
    UNCLOSED_TREE,     // GO302
    UNCLOSED_VALUE,    // GO303
    OUTSIDE_VALUES,    // GO304
    DUPLICATE,         // GO305
    OLD_NAME,          // GO306
    BAD_MOVE,          // GO307
    BAD_POINT,         // GO308
    NO_VALUE,          // GO309
    OUTSIDE_GAMES,     // GO310
    MISPLACED,         // GO312
    UNESCAPED_BRACKET, // GO317
    BEHIND_TREE,       // GO318
    ODD_PASS,          // GO320
    TWO_MOVES,         // GO321
    SET_UP_TWICE,      // GO322
    FAULTS
};

constexpr i64 NO_PARENT = -1;   // of the first run of a game
constexpr i64 BEHIND_GAME = -2; // parent of nodes behind the end of the tree
constexpr i64 NO_NAME = -1;     // of text outside values
constexpr i64 NO_END = -1;      // of a run whose parenthesis is not closed
constexpr i64 TEXT_VALUE = 0x80;
constexpr i64 PLAIN_SIZE = 6; // bytes of a node in a span of plain plays: ``;B[pd]``

/// The faults of a game: of each kind the first offset and the number.
struct Faults {
    Fixed<i32, FAULTS> first, count;

    /// Count a fault, and keep the offset of the first.
    void note(Fault fault, i64 offset) {
        if (count[fault] == 0 || offset < first[fault]) {
            first[fault] = i32(offset);
        }
        count[fault]++;
    }
};

/// Return the action of a property whose name is B or W.
inline i64 play_action(u8 name) {
    return name == 'B' ? PLAY_BLACK : PLAY_WHITE;
}

/// A value of a property, text outside values, or several nodes with plain plays: a row of `Spans::values`.
///
/// Of plain plays, `node` is the number of the first node, and `begin` and `end` enclose all of them.
struct Span {
    i32 node;   // number in the game
    i32 name;   // offset of the property's name, or NO_NAME
    i32 begin;  // offset of the opening bracket, or of the text outside values
    i32 end;    // offset of the closing bracket, or of the end of a value or text without one
    i32 action; // of the property, 0 if the tape does not keep it

    /// Return the bytes between the brackets.
    Text contents(Text text) const { return text.slice(begin + 1, end); }
};

/// A run of nodes: a row of `Spans::runs`. The row after the last run has nothing but `first_value`.
struct Run {
    i32 parent;      // number of the run in the game that it continues, or NO_PARENT or BEHIND_GAME
    i32 open;        // offset of its parenthesis, or of its first node if it has no parenthesis of its own
    i32 close;       // offset of the parenthesis that closes it, or NO_END
    i32 first_value; // values of all games before it
};

/// Return the runs of nodes.
inline Row<Run> runs_of(const Spans &spans) {
    static_assert(sizeof(Run) == 4 * sizeof(i32));
    return {reinterpret_cast<Run *>(spans.runs.data), spans.runs.size};
}

/// Return the spans of values.
inline Row<Span> values_of(const Spans &spans) {
    static_assert(sizeof(Span) == 5 * sizeof(i32));
    return {reinterpret_cast<Span *>(spans.values.data), spans.values.size};
}

/// The reader of one game. It follows the parentheses one by one, so that depth costs no memory.
///
/// A run is a sequence of nodes between two parentheses. Parentheses that contain nothing are not a variation. A node
/// after a variation begins a further one, so that nothing is lost.
///
/// If a ``]`` within a text is not escaped, the text after the bracket is not a property. The text then goes on up to a
/// bracket that the rest of the record can follow. Records without faults are read without a search.
class SpanReader {
  public:
    /// The position in the arrays and in the tree. A copy of it is enough to return to an earlier offset.
    struct State {
        i64 runs = 0, values = 0; // in use, of all games
        i64 first_run = 0;        // of the game
        i64 nodes = 0;            // of the game
        i64 run = -1;             // in which nodes are read
        i64 depth = 0;            // open parentheses
        i64 lines = 0;            // that have ended
        i64 empty = 0;            // innermost open parentheses that contain nothing so far
        i64 last_opening = 0;     // offset of the innermost of them
        bool is_after = false;    // true directly after a variation
        bool was_after = false;   // the same before the empty parentheses
        bool has_node = false;    // true if the run has a node
        Faults faults{};
    };

    SpanReader(const Spans &all_spans, Row<const u8> all_actions)
        : runs(runs_of(all_spans)), values(values_of(all_spans)), actions(all_actions) {}

    State state;
    i64 lookahead = 0; // bytes of the file in which ends of texts may still be searched

    /// Read the game whose first byte is at an offset. Return the offset after it.
    i64 read_game(Text whole_text, i64 offset);

    /// Set the file's limit of lookahead, without which damaged text would take quadratic time.
    void begin_file(i64 size) { lookahead = 16 * size + (1 << 16); }

  private:
    /// A text whose closing bracket may be wrong.
    struct Suspect {
        State state; // before its value
        i64 name, begin, action;
        bool is_open; // true if a bracket is opened in it and not closed
        bool is_list; // true if further values may follow
        bool is_set;  // false until a suspect is recorded
    };

    Row<Run> runs;
    Row<Span> values;
    Row<const u8> actions; // [702] of property names: `goanalyze.sgf.properties.identifier_table`
    Text text{};
    i64 last_text = -1;     // value of the node's last property if that is text, else -1
    i64 further_name = -1;  // name of a property that was left and of which a further value may follow, else -1
    i64 further_action = 0; // of that property
    Suspect of_node{};      // the first text of the node with an open bracket, or its last text
    Suspect open_earlier{}; // the last text before with an open bracket, of any node

    i64 read_tree(i64 offset);
    i64 read_run(i64 offset);
    i64 read_plain_plays(i64 offset);
    i64 read_property(i64 offset);
    i64 read_outside(i64 offset);
    i64 find_sign(i64 offset);
    i64 reopen_game(i64 offset);
    void begin_node();
    void begin_run(i64 parent, i64 offset);
    void end_run();
    void open(i64 offset);
    void close(i64 offset);
    void add_value(i64 name, i64 begin, i64 end, i64 action);
    void keep_suspect(const Span &value, bool is_list);
    i64 extend_text(i64 offset);
    i64 extend_text(const Suspect &suspect, i64 offset, bool is_same_node);
    bool is_sound(i64 offset, i64 depth, i64 properties, bool has_property);
};
