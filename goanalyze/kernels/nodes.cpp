// The nodes of a game between two parentheses: properties, values, events and faults.
//
// The reader knows property names, but neither rules of Go, nor charsets, nor metadata. It is tolerant: it counts the
// faults that it repairs.
#include "nodes.hpp"
#include "events.hpp"

namespace {

/// A property name: its action, the offset after it, and true if it consists of capitals as FF[4] requires.
struct Name {
    i64 action, end;
    bool is_standard;
};

/// Read a property name.
///
/// Lower-case letters are dropped, since FF[1] to FF[3] write ``AddBlack`` for AB. One or two lower-case letters alone
/// are read as capitals.
Name read_name(Text text, i64 first, Row<const u8> actions) {
    i64 capitals = 0, letters[2] = {}; // the first from 0 on; the second from 1 on, 0 without one
    i64 end = first;
    while (end < text.size && is_name(text[end])) {
        u8 byte = text[end++];
        if (is_capital(byte)) {
            if (capitals < 2) {
                letters[capitals] = byte - 'A' + capitals;
            }
            capitals++;
        }
    }
    i64 length = end - first;
    bool is_standard = capitals == length;
    if (capitals == 0 && length <= 2 && is_lower(text[first]) && is_lower(text[end - 1])) {
        capitals = length;
        letters[0] = text[first] - 'a';
        letters[1] = length == 2 ? text[end - 1] - 'a' + 1 : 0;
    }
    bool is_known = 1 <= capitals && capitals <= 2;
    return {is_known ? actions[letters[0] * 27 + letters[1]] : 0, end, is_standard};
}

/// Return the offset at which the play opened at `begin` ends: see `find_value_end`.
///
/// If its closing bracket is missing, as in ``B[pd;W[dp]``, it ends after two letters that a node or a parenthesis
/// follows. This is examined first: text full of missing brackets must not be searched to its end for each of them.
i64 find_play_end(Text text, i64 begin) {
    if (begin + 3 < text.size && coordinate(text[begin + 1]) >= 0 && coordinate(text[begin + 2]) >= 0) {
        i64 next = skip_space(text, begin + 3);
        if (next < text.size && is_sign(text[next])) {
            return begin + 3;
        }
    }
    return find_value_end(text, begin);
}

/// Return true if ``;B[xy]`` or ``;W[xy]`` begins at an offset, x and y from a to z.
bool is_plain_play(Text text, i64 offset) {
    return offset + 5 < text.size && (text[offset + 1] == 'B' || text[offset + 1] == 'W') && text[offset + 2] == '[' &&
           is_lower(text[offset + 3]) && is_lower(text[offset + 4]) && text[offset + 5] == ']';
}

} // namespace

void NodeReader::begin_row(i64 number) {
    tape.event_start[number] = events;
    tape.mark_start[number] = marks;
    tape.info[number].fill(-1);
    tape.syntax[number].fill(0);
    first_mark = marks;
    marked_node = -1;
    row = number;
}

void NodeReader::note(i64 at_row, Fault fault, i64 offset) const {
    Row<i32> entry = tape.syntax[at_row][fault];
    if (entry[1] == 0) {
        entry[0] = i32(offset);
    }
    entry[1]++;
}

void NodeReader::begin_node() {
    node++;
    forced = 0;
    play = plain_play_end = -1;
}

i64 NodeReader::read_nodes(Text text, i64 offset) {
    begin_node();
    has_content = false;
    while (offset < text.size) {
        u8 byte = text[offset];
        if (is_space(byte)) {
            offset++;
        } else if (byte == ';' && is_plain_play(text, offset)) { // nearly every node of an archive
            begin_node();
            has_content = true;
            play = events;
            add_event(
                text[offset + 1] == 'B' ? PLAY_BLACK : PLAY_WHITE, {text[offset + 3] - 'a', text[offset + 4] - 'a'},
                offset + 2
            );
            marks = first_mark; // the play is alone in its node so far
            offset = plain_play_end = offset + 6;
        } else if (byte == ';') {
            begin_node();
            has_content = true;
            offset++;
        } else if (is_sign(byte)) {
            return offset;
        } else if (is_name(byte)) {
            has_content = true;
            offset = read_property(text, offset);
        } else if (byte == '[') {
            offset = skip_values(text, offset);
        } else {
            note(JUNK, offset);
            offset++;
        }
    }
    return text.size;
}

/// Read a property with its values. Return the offset after it.
i64 NodeReader::read_property(Text text, i64 offset) {
    Name name = read_name(text, offset, actions);
    if (!name.is_standard) {
        note(OLD_NAME, offset);
    }
    i64 begin = skip_space(text, name.end);
    if (begin >= text.size || text[begin] != '[') {
        note(NO_VALUE, offset);
        return begin;
    }
    bool is_play = name.action == PLAY_BLACK || name.action == PLAY_WHITE;
    for (bool is_first = true; begin < text.size && text[begin] == '['; is_first = false) {
        i64 end = is_play ? find_play_end(text, begin) : find_value_end(text, begin);
        bool is_closed = end < text.size && text[end] == ']';
        if (!is_closed) {
            note(UNCLOSED_VALUE, begin);
        }
        // `;B[` or `;B[d` at the end of the text is a truncated record, not a pass.
        if (!(is_play && end == text.size && is_blank(text, begin + 2, end))) {
            read_value(text, {begin, end}, name.action, is_first);
        }
        begin = skip_space(text, is_closed ? end + 1 : end);
    }
    return begin;
}

/// Skip values without a name, or further values of a play that was read as a plain one. Return the offset after them.
///
/// The blanks after a play are examined once: text full of brackets must not be searched from there for each of them.
i64 NodeReader::skip_values(Text text, i64 offset) {
    bool is_further = plain_play_end >= 0 && is_blank(text, plain_play_end, offset);
    plain_play_end = -1;
    while (offset < text.size && text[offset] == '[') {
        note(is_further ? DUPLICATE : JUNK, offset);
        offset = skip_space(text, find_value_end(text, offset) + 1);
    }
    return offset;
}

/// Read one value of a property. Properties that the tape does not keep have the action 0.
void NodeReader::read_value(Text text, Value value, i64 action, bool is_first) {
    switch (action) {
    case PLAY_BLACK:
    case PLAY_WHITE:
        return read_play(text, value, action, is_first);
    case ADD_BLACK:
    case ADD_WHITE:
    case ADD_EMPTY:
        return read_setup(text, value, action);
    case ACTION_TERRITORY_BLACK:
        return read_territory(text, value, BLACK);
    case ACTION_TERRITORY_WHITE:
        return read_territory(text, value, WHITE);
    case ACTION_TURN:
        return read_turn(text, value, is_first);
    case ACTION_KO:
        if (!is_blank(text, value.begin + 1, value.end)) { // a komi
            return read_info(value, INFO_KO);
        }
        forced = KO_PROPERTY;
        if (play >= 0) {
            tape.kind[play] |= KO_PROPERTY;
        }
        return;
    default:
        if (action >= INFO_BASE) {
            read_info(value, action - INFO_BASE);
        }
    }
}

/// Write a play or a turn to the tape.
void NodeReader::add_event(i64 kind, Point point, i64 offset) {
    Row<i8> xy = tape.xy[events];
    tape.kind[events] = u8(kind);
    xy[0] = i8(point.column);
    xy[1] = i8(point.row);
    tape.at[events] = i32(offset);
    events++;
}

/// Read a value of B or W. A node has one play of each colour at most.
void NodeReader::read_play(Text text, Value value, i64 color, bool is_first) {
    if (!is_first || (play >= 0 && kind_of(tape.kind[play]) == color)) {
        note(DUPLICATE, value.begin);
        return;
    }
    Point point = read_point(value.contents(text));
    if (point.column == UNREADABLE_XY) {
        note(BAD_MOVE, value.begin);
    }
    play = events;
    add_event(color | forced, point, value.begin);
    drop_old_markup();
}

/// Read a value of AB, AW or AE.
void NodeReader::read_setup(Text text, Value value, i64 kind) {
    if (!read_rectangle(value.contents(text), tape.xy[events])) {
        note(BAD_POINT, value.begin);
        return;
    }
    tape.kind[events] = u8(kind);
    tape.at[events] = i32(value.begin);
    events++;
    drop_old_markup();
}

/// Read a value of TB or TW. An empty value is valid and contains no points.
void NodeReader::read_territory(Text text, Value value, u8 color) {
    drop_old_markup();
    marked_node = node;
    Text contents = value.contents(text);
    if (read_rectangle(contents, tape.mark_xy[marks])) {
        tape.mark_kind[marks] = color;
        marks++;
    } else if (contents.size > 0) {
        note(BAD_POINT, value.begin);
    }
}

/// Read a value of PL: B, W, black, white, 1 or 2 (FF[1] to FF[4]).
void NodeReader::read_turn(Text text, Value value, bool is_first) {
    if (!is_first || turn_node == node) {
        note(DUPLICATE, value.begin);
        return;
    }
    i64 first = skip_space(text, value.begin + 1);
    u8 byte = first < value.end ? text[first] : 0;
    bool is_black = byte == 'B' || byte == 'b' || byte == '1';
    if (!is_black && byte != 'W' && byte != 'w' && byte != '2') {
        note(BAD_POINT, value.begin);
        return;
    }
    turn_node = node;
    add_event(is_black ? TURN_BLACK : TURN_WHITE, {PASS_XY, PASS_XY}, value.begin);
}

/// Read a value of a game-info property. The first one counts; further ones are faults only in the same node.
void NodeReader::read_info(Value value, i64 property) {
    Row<i32> span = tape.info[row][property];
    if (span[0] < 0) {
        span[0] = i32(value.begin + 1);
        span[1] = i32(value.end);
        info_node[property] = node;
    } else if (info_node[property] == node) {
        note(DUPLICATE, value.begin);
    }
}

/// Drop territory markup of earlier nodes: only that of the last node with moves or markup is of the final position.
void NodeReader::drop_old_markup() {
    if (marked_node != node) {
        marks = first_mark;
    }
}
