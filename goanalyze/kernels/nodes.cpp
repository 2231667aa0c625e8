// The meaning of values: plays, setup, turns, territory markup and game info.
//
// The reader knows property names, but neither rules of Go, nor charsets, nor metadata. The order of properties in a
// node changes nothing: setup comes before the play.
#include "nodes.hpp"
#include "events.hpp"

void NodeReader::begin_row(i64 number) {
    tape.event_start[number] = events;
    tape.mark_start[number] = marks;
    tape.info[number].fill(-1);
    first_mark = marks;
    marked_node = node = -1;
    row = number;
}

void NodeReader::begin_node(i64 number) {
    node = number;
    setup_end = events;
    play = -1;
    forced = 0;
    has_turn = has_setup = false;
}

void NodeReader::read_run(Text text, i64 run) {
    i64 name = NO_NAME;
    for (const Span &value : values.slice(spans.value_start[run], spans.value_start[run + 1])) {
        if (value.node != node && read_plain_play(text, value)) { // nearly every node of an archive
            name = value.name;
            continue;
        }
        if (value.node != node) {
            begin_node(value.node);
        }
        bool is_first = value.name != name;
        name = value.name;
        if (value.action != 0) {
            read_value(text, value, is_first);
        }
    }
}

/// Begin a node with its first value, if that is a play at a point of two small letters. Return true if it is.
bool NodeReader::read_plain_play(Text text, const Span &value) {
    if (value.action > PLAY_WHITE || value.action == 0 || value.end - value.begin != 3) {
        return false;
    }
    u8 column = text[value.begin + 1], line = text[value.begin + 2];
    if (!is_lower(column) || !is_lower(line)) {
        return false;
    }
    begin_node(value.node);
    Row<i8> xy = tape.xy[events];
    xy[0] = i8(column - 'a');
    xy[1] = i8(line - 'a');
    tape.kind[events] = u8(value.action);
    tape.at[events] = value.begin;
    play = events++;
    marks = first_mark;
    return true;
}

/// Read one value of a property. Properties that the tape does not keep have the action 0.
void NodeReader::read_value(Text text, const Span &value, bool is_first) {
    i64 action = value.action;
    switch (action) {
    case PLAY_BLACK:
    case PLAY_WHITE:
        return read_play(text, value, is_first);
    case ADD_BLACK:
    case ADD_WHITE:
    case ADD_EMPTY:
        return read_setup(text, value);
    case ACTION_TERRITORY_BLACK:
    case ACTION_TERRITORY_WHITE:
        return read_territory(text, value);
    case ACTION_TURN:
        return read_turn(text, value, is_first);
    case ACTION_KO:
        if (!is_blank(text, value.begin + 1, value.end)) { // a komi
            return read_info(value, INFO_KO);
        }
        forced = KO_PROPERTY;
        for (i64 event = setup_end; event < events; event++) {
            if (is_move(kind_of(tape.kind[event]))) {
                tape.kind[event] |= KO_PROPERTY;
            }
        }
        return;
    default:
        if (action >= INFO_BASE) {
            read_info(value, action - INFO_BASE);
        }
    }
}

/// Write an event to the tape.
void NodeReader::add_event(i64 kind, Point point, i64 offset) {
    Row<i8> xy = tape.xy[events];
    tape.kind[events] = u8(kind);
    xy[0] = i8(point.column);
    xy[1] = i8(point.row);
    tape.at[events] = i32(offset);
    events++;
}

/// Move an event of the node to an earlier or later index. Those between move by one.
void NodeReader::move_event(i64 from, i64 to) {
    u8 kind = tape.kind[from];
    i32 offset = tape.at[from];
    Fixed<i8, 4> xy;
    std::copy(tape.xy[from].begin(), tape.xy[from].end(), xy.begin());
    for (i64 step = from < to ? 1 : -1; from != to; from += step) {
        tape.kind[from] = tape.kind[from + step];
        tape.at[from] = tape.at[from + step];
        std::copy(tape.xy[from + step].begin(), tape.xy[from + step].end(), tape.xy[from].begin());
    }
    tape.kind[to] = kind;
    tape.at[to] = offset;
    std::copy(xy.begin(), xy.end(), tape.xy[to].begin());
}

/// Put the turn of a node before its play if both name the same colour, and after its plays otherwise.
///
/// ``PL[B]B[aa]`` names the side that plays, ``B[aa]PL[W]`` the side that moves next.
void NodeReader::order_turn() {
    if (!has_turn || play < 0) {
        return;
    }
    i64 turn = setup_end, first_play = setup_end;
    while (is_move(kind_of(tape.kind[turn]))) {
        turn++;
    }
    while (!is_move(kind_of(tape.kind[first_play]))) {
        first_play++;
    }
    bool is_of_player = kind_of(tape.kind[first_play]) - PLAY_BLACK == tape.kind[turn] - TURN_BLACK;
    move_event(turn, is_of_player ? setup_end : events - 1);
    play = is_of_player ? events - 1 : events - 2;
}

/// Read a value of B or W. A node has one play of each colour at most.
void NodeReader::read_play(Text text, const Span &value, bool is_first) {
    i64 color = value.action, begin = value.begin, end = value.end;
    if (!is_first || (play >= 0 && kind_of(tape.kind[play]) == color)) {
        faults.note(DUPLICATE, begin);
        return;
    }
    // `;B[` or `;B[d` at the end of the text is a truncated record, not a pass.
    if (end == text.size && is_blank(text, min(begin + 2, end), end)) {
        return;
    }
    Text letters = value.contents(text);
    Point point = read_point(letters);
    if (point.column == UNREADABLE_XY) {
        if (is_pass_in_words(letters)) {
            faults.note(ODD_PASS, begin);
            point = {PASS_XY, PASS_XY};
        } else {
            faults.note(BAD_MOVE, begin);
        }
    }
    if (play >= 0) {
        faults.note(TWO_MOVES, begin);
    }
    play = events;
    add_event(color | forced, point, begin);
    order_turn();
    drop_old_markup();
}

/// Read a value of AB, AW or AE.
void NodeReader::read_setup(Text text, const Span &value) {
    i64 begin = value.begin;
    Fixed<i8, 4> corners;
    if (!read_rectangle(value.contents(text), corners.row())) {
        faults.note(BAD_POINT, begin);
        return;
    }
    i64 kind = value.action;
    add_event(kind, {corners[0], corners[1]}, begin);
    std::copy(corners.begin(), corners.end(), tape.xy[events - 1].begin());
    move_event(events - 1, setup_end);
    setup_end++;
    play += play >= 0;
    note_double_setup(corners.row(), kind, begin);
    drop_old_markup();
}

/// Note a fault if a point of a rectangle is set up by another property of the node.
void NodeReader::note_double_setup(Row<const i8> corners, i64 kind, i64 offset) {
    if (!has_setup) {
        has_setup = true;
        for (Fixed<u64, MOST_LINES> &rows : node_setup) {
            rows.fill(0);
        }
    }
    u64 columns = (u64(2) << corners[2]) - (u64(1) << corners[0]);
    u64 others = 0;
    for (i64 line = corners[1]; line <= corners[3]; line++) {
        for (i64 color = 0; color < 3; color++) {
            others |= color == kind - ADD_BLACK ? 0 : node_setup[color][line] & columns;
        }
        node_setup[kind - ADD_BLACK][line] |= columns;
    }
    if (others != 0) {
        faults.note(SET_UP_TWICE, offset);
    }
}

/// Read a value of TB or TW. An empty value is valid and contains no points.
void NodeReader::read_territory(Text text, const Span &value) {
    drop_old_markup();
    marked_node = node;
    i64 begin = value.begin;
    Text contents = value.contents(text);
    if (read_rectangle(contents, tape.mark_xy[marks])) {
        tape.mark_kind[marks] = value.action == ACTION_TERRITORY_BLACK ? BLACK : WHITE;
        marks++;
    } else if (contents.size > 0) {
        faults.note(BAD_POINT, begin);
    }
}

/// Read a value of PL: B, W, black, white, 1 or 2 (FF[1] to FF[4]).
///
void NodeReader::read_turn(Text text, const Span &value, bool is_first) {
    i64 begin = value.begin, end = value.end;
    if (!is_first || has_turn) {
        faults.note(DUPLICATE, begin);
        return;
    }
    i64 first = skip_space(text, begin + 1);
    u8 byte = first < end ? text[first] : 0;
    bool is_black = byte == 'B' || byte == 'b' || byte == '1';
    if (!is_black && byte != 'W' && byte != 'w' && byte != '2') {
        faults.note(BAD_POINT, begin);
        return;
    }
    has_turn = true;
    add_event(is_black ? TURN_BLACK : TURN_WHITE, {PASS_XY, PASS_XY}, begin);
    order_turn();
}

/// Read a value of a game-info property. The first one counts; further ones are faults only in the same node.
void NodeReader::read_info(const Span &value, i64 property) {
    Row<i32> span = tape.info[row][property];
    if (span[0] < 0) {
        span[0] = value.begin + 1;
        span[1] = value.end;
        info_node[property] = node;
    } else if (info_node[property] == node) {
        faults.note(DUPLICATE, value.begin);
    }
}

/// Drop territory markup of earlier nodes: only that of the last node with moves or markup is of the final position.
void NodeReader::drop_old_markup() {
    if (marked_node != node) {
        marks = first_mark;
    }
}

/// Find the first two plays among some values. Return their number.
i64 MainLine::find_plays(i64 value, i64 last_value, Fixed<i64, 2> &plays) const {
    i64 count = 0;
    for (; value < last_value && count < 2; value++) {
        if (values[value].action == PLAY_BLACK || values[value].action == PLAY_WHITE) {
            plays[count++] = value;
        }
    }
    return count;
}

/// Return true if a run begins with the first moves of the game, which have been played before it.
bool MainLine::is_restart(i64 child) const {
    Fixed<i64, 2> plays, before;
    i64 count = find_plays(spans.value_start[first_run], spans.value_start[child], before);
    if (count == 0 || find_plays(spans.value_start[child], spans.value_start[child + 1], plays) < count) {
        return false;
    }
    for (i64 play = 0; play < count; play++) {
        const Span &first = values[before[play]], &second = values[plays[play]];
        Text letters = first.contents(text), others = second.contents(text);
        if (first.action != second.action ||
            !std::equal(letters.begin(), letters.end(), others.begin(), others.end())) {
            return false;
        }
    }
    return true;
}

i64 MainLine::next_run() {
    i64 child = run + 1;
    if (child >= last_run || spans.parent[child] != run - first_run) {
        return run = NO_PARENT;
    }
    if (is_restart(child)) {
        for (i64 other = child + 1; other < last_run; other++) {
            Fixed<i64, 2> plays;
            bool has_play = find_plays(spans.value_start[other], spans.value_start[other + 1], plays) > 0;
            if (spans.parent[other] == run - first_run && has_play && !is_restart(other)) {
                return run = other;
            }
        }
    }
    return run = child;
}
