// The spans of a game: its runs of nodes and all values, also those of names that the program does not know.
#include "spans.hpp"
#include <cstring>

namespace {

constexpr i64 LONGEST_TEXT = 1 << 16; // bytes in which the end of a text is searched
constexpr i64 LONGEST_NAME = 20;      // of a property before FF[4]
constexpr i64 SOUND_PROPERTIES = 12;  // after a bracket that must have no fault
constexpr i64 SOUND_BYTES = 1 << 12;  // of them that are examined

/// A property name: its action, the offset after it, and true if it consists of capitals as FF[4] requires.
struct Name {
    i64 action, end;
    bool is_standard;
};

/// Return the offset after a possible property name.
i64 find_name_end(Text text, i64 offset) {
    while (offset < text.size && is_name(text[offset])) {
        offset++;
    }
    return offset;
}

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

/// Return the number of brackets that are opened in a part of a text and not closed there.
i64 count_open(Text text, i64 first, i64 last) {
    i64 open = 0;
    for (i64 offset = first; offset < last; offset++) {
        u8 byte = text[offset];
        if (byte == '\\') {
            offset++;
        } else {
            open += (byte == '[') - (byte == ']');
        }
    }
    return open;
}

/// Return the offset of the bracket that balances the one at `begin`, or the end of the text.
i64 find_balanced_end(Text text, i64 begin) {
    i64 open = 0;
    for (i64 offset = begin; offset < text.size; offset++) {
        u8 byte = text[offset];
        if (byte == '\\') {
            offset++;
        } else if (byte == '[') {
            open++;
        } else if (byte == ']' && --open == 0) {
            return offset;
        }
    }
    return text.size;
}

/// Return true if nodes behind the end of a tree begin at an offset: a property such as ``B[``, or ``;`` before one.
///
/// After a ``;``, the name may be old or in small letters, as in ``;Black[`` and ``;b[``.
bool begins_nodes(Text text, i64 offset) {
    i64 first = offset;
    while (offset < text.size && text[offset] == ';') {
        offset = skip_space(text, offset + 1);
    }
    i64 end = offset, capitals = 0;
    for (; end < text.size && end - offset < LONGEST_NAME && is_name(text[end]); end++) {
        capitals += is_capital(text[end]);
    }
    i64 length = end - offset;
    bool is_standard = capitals == length && length <= 2;
    bool is_old = first < offset && (length <= 2 || (0 < capitals && capitals <= 2));
    return length > 0 && end < text.size && text[end] == '[' && (is_standard || is_old);
}

} // namespace

i64 SpanReader::read_game(Text whole_text, i64 offset) {
    text = whole_text;
    state = {.runs = state.runs, .values = state.values, .first_run = state.runs, .depth = 1, .faults = {}};
    of_node.is_set = open_earlier.is_set = false;
    if (text[offset] != '(' || text[skip_space(text, offset + 1)] != ';') {
        state.faults.note(NO_OPENING, offset);
    }
    begin_run(NO_PARENT, offset);
    offset = read_tree(text[offset] == ';' ? offset : offset + 1);
    i64 next = skip_space(text, offset);
    while (next < text.size && (text[next] == ')' || text[next] == ']')) { // more are closed than were opened
        next = skip_space(text, next + 1);
    }
    if (state.depth == 0 && begins_nodes(text, next)) {
        i64 lines = state.lines;
        i32 closed_at = state.faults.first[UNCLOSED_TREE];
        state.faults.note(BEHIND_TREE, next);
        state.depth = 1;
        state.is_after = state.was_after = false;
        begin_run(BEHIND_GAME, next);
        offset = read_tree(next);
        state.lines = lines;
        state.faults.first[UNCLOSED_TREE] = closed_at;
        state.faults.count[UNCLOSED_TREE] = 0;
    }
    runs[state.runs].first_value = i32(state.values);
    return offset;
}

/// Read runs of nodes until the tree is closed. Return the offset after it.
i64 SpanReader::read_tree(i64 offset) {
    state.last_opening = offset;
    while (state.depth > 0) {
        offset = state.is_after ? find_sign(offset) : read_run(offset);
        if (offset == text.size) {
            break;
        }
        u8 sign = text[offset];
        if (sign == ')') {
            close(offset);
            offset++;
            if (state.depth == 0) {
                offset = reopen_game(offset);
            }
        } else if (sign != '(') { // a node or a property after a variation
            state.faults.note(MISPLACED, offset);
            begin_run(state.run - state.first_run, offset);
            state.is_after = false;
        } else if (begins_root(text, offset) && !closes(text, offset, state.depth)) {
            break; // the next game: a parenthesis is missing before it
        } else {
            open(offset);
            offset++;
        }
    }
    if (state.depth > 0) {
        state.faults.note(UNCLOSED_TREE, offset);
        for (; state.empty > 0; state.empty--) {
            state.runs--;
            state.run = state.first_run + runs[state.run].parent;
            state.is_after = state.was_after;
        }
        state.lines += !state.is_after;
        for (i64 run = state.run; run >= state.first_run; run = state.first_run + runs[run].parent) {
            runs[run].close = NO_END; // it may have been closed within a text
        }
    }
    return offset;
}

/// Return the offset at which a game goes on that was closed by a parenthesis within a text, or the given offset.
i64 SpanReader::reopen_game(i64 offset) {
    i64 next = skip_space(text, offset);
    if (!open_earlier.is_set || next == text.size || is_sign(text[next])) {
        return offset;
    }
    i64 end = extend_text(open_earlier, next, false);
    return end > 0 ? end : offset;
}

/// Begin a run of nodes.
///
/// `parent` is the number of a run in the game, or NO_PARENT or BEHIND_GAME. `offset` is that of its parenthesis, or of
/// its first node if it has no parenthesis of its own.
void SpanReader::begin_run(i64 parent, i64 offset) {
    state.run = state.runs++;
    runs[state.run] = {i32(parent), i32(offset), NO_END, i32(state.values)};
    state.has_node = false;
    last_text = further_name = -1;
}

/// End the nodes of a run, which has a parenthesis after them or the end of the text.
void SpanReader::end_run() {
    last_text = further_name = -1;
    if (state.has_node) {
        if (state.empty > 1) {
            state.faults.note(MISPLACED, state.last_opening);
        }
        state.empty = 0;
    }
}

void SpanReader::begin_node() {
    state.nodes++;
    state.has_node = true;
    last_text = further_name = -1;
    of_node.is_set = false;
}

/// Open a parenthesis.
void SpanReader::open(i64 offset) {
    if (state.empty == 0) {
        state.was_after = state.is_after;
    }
    state.depth++;
    state.empty++;
    state.last_opening = offset;
    state.is_after = false;
    begin_run(state.run - state.first_run, offset);
}

/// Close a parenthesis.
void SpanReader::close(i64 offset) {
    state.depth--;
    of_node.is_set = false;
    if (state.empty > 0) { // it contains nothing
        state.empty--;
        state.is_after = state.was_after && state.empty == 0;
        state.runs--;
        state.run = state.first_run + runs[state.run].parent;
        state.faults.note(OUTSIDE_VALUES, offset);
        return;
    }
    state.lines += !state.is_after;
    state.is_after = true;
    while (runs[state.run].parent >= 0 && text[runs[state.run].open] != '(') {
        state.run = state.first_run + runs[state.run].parent; // a run without a parenthesis of its own
    }
    runs[state.run].close = i32(offset);
    if (runs[state.run].parent >= 0) {
        state.run = state.first_run + runs[state.run].parent;
    }
}

/// Return the offset of the next sign or property after a variation, or the end of the text.
///
/// Text before it is kept as a span. Some programs write variations inside a node, whose other properties follow them.
i64 SpanReader::find_sign(i64 offset) {
    i64 first = skip_space(text, offset), end = first;
    while (end < text.size && !is_sign(text[end]) && !(end == first && begins_nodes(text, end))) {
        end = text[end] == '[' ? min(find_value_end(text, end) + 1, text.size) : end + 1;
    }
    if (first < end) {
        if (i64 next = extend_text(first)) {
            return read_run(next);
        }
        state.faults.note(OUTSIDE_VALUES, first);
        add_value(NO_NAME, first, end, 0);
    }
    return end;
}

/// Read nodes up to the next parenthesis. Return its offset, or the end of the text.
///
/// The first node begins with or without its ``;``, as in ``(W[dd])``.
i64 SpanReader::read_run(i64 offset) {
    while (offset < text.size) {
        u8 byte = text[offset];
        if (is_space(byte)) {
            offset++;
        } else if (byte == ';' && is_plain_play(text, offset)) { // nearly every node of an archive
            offset = read_plain_plays(offset);
        } else if (is_sign(byte)) {
            if (last_text >= 0 && !is_sound(offset, state.depth, 1, false)) {
                last_text = -1;
                if (i64 next = extend_text(offset)) {
                    offset = next;
                    continue;
                }
            }
            if (byte != ';') {
                end_run();
                return offset;
            }
            begin_node();
            offset++;
        } else if (is_name(byte)) {
            offset = read_property(offset);
        } else if (byte == '[' && further_name >= 0) {
            i64 end = find_value_end(text, offset);
            if (end == text.size) {
                state.faults.note(UNCLOSED_VALUE, offset);
            }
            add_value(further_name, offset, end, further_action);
            offset = min(end + 1, text.size);
        } else {
            offset = read_outside(offset);
        }
    }
    end_run();
    return text.size;
}

/// Read nodes that contain nothing but a play, without blanks, to one span. Return the offset after them.
i64 SpanReader::read_plain_plays(i64 offset) {
    i64 begin = offset, node = state.nodes;
    while (offset < text.size && text[offset] == ';' && is_plain_play(text, offset)) {
        offset += PLAIN_SIZE;
        state.nodes++;
    }
    values[state.values++] = {i32(node), i32(begin + 1), i32(begin), i32(offset), PLAIN_PLAYS};
    state.nodes--;
    begin_node(); // the last one, which may have further properties
    further_name = offset - PLAIN_SIZE + 1;
    further_action = play_action(text[further_name]);
    return offset;
}

/// Read a property with its values. Return the offset after it.
i64 SpanReader::read_property(i64 offset) {
    Name name = read_name(text, offset, actions);
    i64 begin = skip_space(text, name.end);
    if (begin >= text.size || text[begin] != '[') {
        return read_outside(offset);
    }
    if (!name.is_standard) {
        if (of_node.is_set && of_node.is_open) {
            if (i64 next = extend_text(offset)) {
                return next;
            }
        }
        state.faults.note(OLD_NAME, offset);
    }
    if (!state.has_node) {
        begin_node();
        if (runs[state.run].parent >= 0 && text[runs[state.run].open] == '(') { // others are noted already
            state.faults.note(MISPLACED, offset);
        }
    }
    i64 action = name.action & ~TEXT_VALUE;
    bool is_play = action == PLAY_BLACK || action == PLAY_WHITE;
    bool is_list = text[offset] == 'L' && text[name.end - 1] == 'B'; // labels, the one list of texts
    further_name = last_text = -1;
    while (begin < text.size && text[begin] == '[') {
        i64 end = is_play ? find_play_end(text, begin) : find_value_end(text, begin);
        bool is_closed = end < text.size && text[end] == ']';
        if (!is_closed) {
            state.faults.note(UNCLOSED_VALUE, begin);
        }
        bool is_text = (name.action & TEXT_VALUE) && is_closed;
        if (is_text) {
            keep_suspect({0, i32(offset), i32(begin), i32(end), i32(action)}, is_list);
            last_text = state.values;
        }
        add_value(offset, begin, end, action);
        begin = skip_space(text, is_closed ? end + 1 : end);
        if (is_text && !is_list && begin < text.size && text[begin] == '[' && of_node.is_open) {
            if (i64 next = extend_text(begin)) {
                return next;
            }
        }
    }
    return begin;
}

/// Read text outside values: names without a value, values without a name, and other bytes. Return the offset after it.
i64 SpanReader::read_outside(i64 offset) {
    if (i64 next = extend_text(offset)) {
        return next;
    }
    i64 end = offset, first_name_end = find_name_end(text, offset);
    while (end < text.size && !is_sign(text[end])) {
        if (text[end] == '[') {
            end = min(find_value_end(text, end) + 1, text.size);
        } else if (is_name(text[end])) {
            i64 name_end = find_name_end(text, end), next = skip_space(text, name_end);
            if (next < text.size && text[next] == '[') {
                break; // the next property
            }
            end = name_end;
        } else {
            end++;
        }
    }
    i64 next = end;
    while (is_space(text[end - 1])) {
        end--;
    }
    bool is_name_alone = end == first_name_end && std::all_of(text.begin() + offset, text.begin() + end, is_capital);
    state.faults.note(is_name_alone ? NO_VALUE : OUTSIDE_VALUES, offset);
    add_value(NO_NAME, offset, end, 0);
    last_text = further_name = -1;
    return next;
}

/// Write a value, or text outside values, to the spans.
void SpanReader::add_value(i64 name, i64 begin, i64 end, i64 action) {
    values[state.values++] = {i32(state.nodes - 1), i32(name), i32(begin), i32(end), i32(action)};
}

/// Keep a text that is about to be written, in case that its closing bracket is wrong.
void SpanReader::keep_suspect(const Span &value, bool is_list) {
    if (of_node.is_set && of_node.is_open) {
        return;
    }
    of_node.state = state;
    of_node.name = value.name;
    of_node.begin = value.begin;
    of_node.action = value.action;
    of_node.is_list = is_list;
    of_node.is_set = true;
    const void *bracket = memchr(text.data + value.begin + 1, '[', size_t(value.end - value.begin - 1));
    of_node.is_open = bracket != nullptr && count_open(text, value.begin + 1, value.end) > 0;
    if (of_node.is_open) {
        open_earlier = of_node;
    }
}

/// Extend a text if the bytes at an offset are a part of it. Return the offset after its value, 0 if they are not.
i64 SpanReader::extend_text(i64 offset) {
    i64 next = of_node.is_set ? extend_text(of_node, offset, true) : 0;
    if (next == 0 && open_earlier.is_set) {
        next = extend_text(open_earlier, offset, false);
    }
    return next;
}

/// Extend a given text: see above.
///
/// The text ends at the first bracket that sound nodes can follow. If sound nodes begin before such a bracket, the
/// bytes are not a part of the text. Across nodes, the brackets of the text must be balanced instead.
i64 SpanReader::extend_text(const Suspect &suspect, i64 offset, bool is_same_node) {
    i64 depth = suspect.state.depth, limit = min(text.size, suspect.begin + LONGEST_TEXT);
    if (offset > limit || lookahead <= 0) {
        return 0;
    }
    lookahead -= offset - suspect.begin;
    i64 open = count_open(text, suspect.begin + 1, offset);
    for (i64 end = offset; end < limit && lookahead > 0; end++, lookahead--) {
        u8 byte = text[end];
        if (byte == '\\') {
            end++;
        } else if (byte == '[') {
            open++;
        } else if (byte == ']') {
            open--;
            if ((is_same_node || open == -1) && is_sound(end + 1, depth, SOUND_PROPERTIES, suspect.is_list)) {
                state = suspect.state;
                state.faults.note(UNESCAPED_BRACKET, find_value_end(text, suspect.begin));
                of_node.is_set = open_earlier.is_set = false;
                further_name = suspect.is_list ? suspect.name : -1;
                further_action = suspect.action;
                last_text = state.values;
                add_value(suspect.name, suspect.begin, end, suspect.action);
                return end + 1;
            }
        } else if (is_sign(byte) && is_same_node && is_sound(end, depth, SOUND_PROPERTIES, false)) {
            return 0;
        }
    }
    return 0;
}

/// Return true if the properties from an offset on have no fault: the next ones, or all up to the end of the game.
///
/// If `has_property` is true, a further value may come first. Texts with balanced brackets are sound.
bool SpanReader::is_sound(i64 offset, i64 depth, i64 properties, bool has_property) {
    i64 first = offset;
    bool is_other_node = false, is_text = false;
    Text window = text.before(min(text.size, offset + SOUND_BYTES));
    while (true) {
        offset = skip_space(window, offset);
        lookahead -= offset - first;
        first = offset;
        if (offset == window.size || lookahead <= 0) {
            return true;
        }
        u8 byte = window[offset];
        if (byte == '[' && has_property) {
            i64 end = is_text ? find_balanced_end(window, offset) : window.size;
            if (end == window.size) {
                lookahead -= is_text ? end - offset : 0;
                end = find_value_end(window, offset);
            }
            offset = min(end + 1, window.size);
        } else if (is_capital(byte) || (is_lower(byte) && !has_property)) {
            Name name = read_name(window, offset, actions);
            bool is_word = name.end - offset > 2 && // in FF[3], a long name has a capital
                           std::none_of(window.begin() + offset, window.begin() + name.end, is_capital);
            offset = skip_space(window, name.end);
            if (is_word || offset == window.size || window[offset] != '[') {
                return false;
            }
            is_text = name.action & TEXT_VALUE;
            if (--properties == 0 || (is_other_node && is_text && name.is_standard)) {
                return true; // a text of another node may have brackets of its own
            }
            has_property = true;
        } else if (byte == ';' || byte == '(') {
            depth += byte == '(';
            offset++;
            has_property = false;
            is_other_node = true;
        } else if (byte == ')') {
            depth--;
            offset = skip_space(window, offset + 1);
            has_property = false;
            if (offset == window.size) {
                return true;
            }
            if (depth <= 0) {
                return (window[offset] == '(' && skip_space(window, offset + 1) < window.size &&
                        window[skip_space(window, offset + 1)] == ';') ||
                       begins_nodes(window, offset);
            }
            if (!is_sign(window[offset]) && !is_capital(window[offset])) {
                return false;
            }
        } else {
            return false;
        }
    }
}
