// The meaning of values: plays, setup, turns, territory markup and game info.
//
// The reader knows property names, but neither rules of Go, nor charsets, nor metadata. The order of properties in a
// node changes nothing: setup comes before the play.
#include "nodes.hpp"
#include "events.hpp"

namespace {

constexpr i64 MOST_VALUES = 64; // in which a play is searched

} // namespace

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
    for (const Span &value : values.slice(runs[run].first_value, runs[run + 1].first_value)) {
        if (value.action == PLAIN_PLAYS) { // nearly every node of an archive
            read_plain_plays(text, value);
            name = value.end - PLAIN_SIZE + 1;
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

/// Read nodes that contain nothing but a play.
void NodeReader::read_plain_plays(Text text, const Span &plays) {
    i64 count = (plays.end - plays.begin) / PLAIN_SIZE;
    begin_node(plays.node + count - 1);
    for (i64 offset = plays.begin; offset < plays.end; offset += PLAIN_SIZE) {
        Row<i8> xy = tape.xy[events];
        xy[0] = i8(text[offset + 3] - 'a');
        xy[1] = i8(text[offset + 4] - 'a');
        tape.kind[events] = u8(play_action(text[offset + 1]));
        tape.at[events] = i32(offset + 2);
        events++;
    }
    play = setup_end = events - 1; // setup of the last node comes before its play
    marks = first_mark;
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
    auto rotate = [&](auto items, i64 width) { // items of an event, one after the other
        auto part = items.slice(min(from, to) * width, (max(from, to) + 1) * width);
        std::rotate(part.begin(), from < to ? part.begin() + width : part.end() - width, part.end());
    };
    rotate(tape.kind, 1);
    rotate(tape.at, 1);
    rotate(tape.xy.flat(), 4);
}

/// Put the turn of a node after its plays: it names the side that moves next.
///
/// In a node with setup, a turn of the player's colour comes before the play, which is made in the position set up.
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
    bool is_before = has_setup && is_of_player;
    move_event(turn, is_before ? setup_end : events - 1);
    play = is_before ? events - 1 : events - 2;
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
    order_turn();
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
i64 MainLine::find_plays(i64 value, i64 last_value, Fixed<Play, 2> &plays) const {
    i64 count = 0;
    for (; value < last_value && count < 2; value++) {
        const Span &span = values[value];
        if (span.action == PLAY_BLACK || span.action == PLAY_WHITE) {
            plays[count++] = {span.action, span.begin, span.contents(text)};
        } else if (span.action == PLAIN_PLAYS) {
            for (i64 node = span.begin; node < span.end && count < 2; node += PLAIN_SIZE) {
                plays[count++] = {play_action(text[node + 1]), node + 2, text.slice(node + 3, node + 5)};
            }
        }
    }
    return count;
}

/// Return the first run after a parenthesized run and those that continue it.
i64 MainLine::find_end(i64 variation) const {
    if (text[runs[variation].open] != '(' || runs[variation].close == NO_END) {
        return last_run;
    }
    Row<Run> later = runs.slice(variation, last_run);
    auto is_before = [](i32 offset, const Run &other) { return offset < other.open; };
    Run *end = std::upper_bound(later.begin(), later.end(), runs[variation].close, is_before);
    return variation + (end - later.begin());
}

/// Return true if there is a play among the first values of a run and those that continue it.
bool MainLine::has_play(i64 variation) const {
    i64 first = runs[variation].first_value, last = runs[find_end(variation)].first_value;
    Fixed<Play, 2> plays;
    return find_plays(first, min(last, first + MOST_VALUES), plays) > 0;
}

/// Return true if a run begins with the first moves of the game, which have been played before it.
bool MainLine::is_restart(i64 child) {
    if (opening_plays < 0) {
        opening_plays = find_plays(runs[first_run].first_value, runs[last_run].first_value, opening);
    }
    Fixed<Play, 2> plays;
    i64 count = 0;
    while (count < opening_plays && opening[count].offset < runs[child].open) {
        count++;
    }
    if (count == 0 || find_plays(runs[child].first_value, runs[child + 1].first_value, plays) < count) {
        return false;
    }
    for (i64 play = 0; play < count; play++) {
        const Play &first = opening[play], &second = plays[play];
        if (first.color != second.color ||
            !std::equal(first.letters.begin(), first.letters.end(), second.letters.begin(), second.letters.end())) {
            return false;
        }
    }
    return true;
}

i64 MainLine::next_run() {
    i64 child = run + 1;
    if (child >= last_run || runs[child].parent != run - first_run) {
        return run = NO_PARENT;
    }
    if (is_restart(child)) {
        for (i64 other = find_end(child); other < last_run && runs[other].parent == run - first_run;
             other = find_end(other)) {
            if (has_play(other) && !is_restart(other)) {
                return run = other;
            }
        }
    }
    return run = child;
}
