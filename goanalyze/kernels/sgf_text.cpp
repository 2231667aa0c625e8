// Points, and the offsets at which games begin.
#include "sgf_text.hpp"

namespace {

constexpr i64 MAX_ROOTS = 128;  // of nested variations with root properties; few programs write any
constexpr i64 WINDOW = 1 << 18; // a game has some 2 kB; parentheses that do not close in this many never do

/// Return the offset after the ``;`` of the first node of a tree that opens at an offset; 0 without a node.
i64 enter_first_node(Text text, i64 offset) {
    offset = skip_space(text, offset + 1);
    return offset < text.size && text[offset] == ';' ? offset + 1 : 0;
}

/// Return true if ``(;`` begins at an offset, and a possible node follows. Blanks are allowed between the two bytes.
///
/// A possible node is a property name before a ``[``, another node, or the branches or the end of the tree. The two
/// bytes alone occur in any picture or archive.
bool begins_game(Text text, i64 offset) {
    offset = enter_first_node(text, offset);
    if (offset == 0) {
        return false;
    }
    for (int part = 0; part < 2; part++) { // a name may have a blank inside
        offset = skip_space(text, offset);
        if (offset < text.size && is_sign(text[offset])) {
            return true;
        }
        while (offset < text.size && is_name(text[offset])) {
            offset++;
        }
    }
    offset = skip_space(text, offset);
    return offset == text.size || text[offset] == '[';
}

/// Return true if a game with a damaged ``(;`` begins at an offset: at the file's begin, or after another game.
///
/// A ``;`` or ``(``, one or two capitals and ``[`` must follow. Elsewhere in a text that is not SGF such bytes are
/// accidents.
bool begins_headless(Text text, i64 offset) {
    if (offset == text.size || (text[offset] != ';' && text[offset] != '(')) {
        return false;
    }
    i64 name = skip_space(text, offset + 1), end = name;
    while (end < text.size && is_capital(text[end])) {
        end++;
    }
    return 0 < end - name && end - name <= 2 && end < text.size && text[end] == '[';
}

} // namespace

Point read_point(Text letters) {
    if (letters.size == 2) { // as nearly all have it
        i64 column = coordinate(letters[0]), row = coordinate(letters[1]);
        if (column >= 0 && row >= 0) {
            return {column, row};
        }
    }
    i64 count = 0;
    Fixed<u8, 2> point;
    for (u8 byte : letters) {
        if (is_space(byte) || byte == '\\') {
            continue;
        }
        if (count == 2) {
            return {UNREADABLE_XY, UNREADABLE_XY};
        }
        point[count++] = byte;
    }
    if (count == 0) {
        return {PASS_XY, PASS_XY};
    }
    if (count == 1 || coordinate(point[0]) < 0 || coordinate(point[1]) < 0) {
        return {UNREADABLE_XY, UNREADABLE_XY};
    }
    return {coordinate(point[0]), coordinate(point[1])};
}

bool is_pass_in_words(Text letters) {
    constexpr std::array<u8, 4> word = {'p', 'a', 's', 's'};
    i64 count = 0, matches = 0, backticks = 0;
    for (u8 byte : letters) {
        if (!is_space(byte) && byte != '\\') {
            u8 lower = is_capital(byte) ? u8(byte - 'A' + 'a') : byte;
            matches += count < 4 && lower == word[size_t(count)];
            backticks += byte == '`';
            count++;
        }
    }
    return (count == 4 && matches == 4) || (count == 2 && backticks == 2);
}

bool read_rectangle(Text letters, Row<i8> corners) {
    i64 colon = std::find(letters.begin(), letters.end(), ':') - letters.begin();
    Point first = read_point(letters.before(colon)), second = first;
    if (colon < letters.size) {
        second = read_point(letters.from(colon + 1));
    }
    if (first.column < 0 || second.column < 0) {
        return false;
    }
    corners[0] = i8(min(first.column, second.column));
    corners[1] = i8(min(first.row, second.row));
    corners[2] = i8(max(first.column, second.column));
    corners[3] = i8(max(first.row, second.row));
    return true;
}

i64 find_game(Text text, i64 offset, bool is_begin) {
    if (is_begin) {
        i64 first = offset;
        while (first < text.size && is_blank_or_mark(text[first])) {
            first++;
        }
        if (begins_headless(text, first)) {
            return first;
        }
    }
    while (offset < text.size && !(text[offset] == '(' && begins_game(text, offset))) {
        offset++;
    }
    return offset;
}

bool begins_root(Text text, i64 offset) {
    offset = enter_first_node(text, offset);
    if (offset == 0) {
        return false;
    }
    offset = skip_space(text, offset);
    if (offset + 2 >= text.size || text[offset + 2] != '[') {
        return false;
    }
    u8 first = text[offset], second = text[offset + 1];
    return (first == 'G' && second == 'M') || (first == 'F' && second == 'F') || (first == 'S' && second == 'Z');
}

bool closes(Text text, i64 offset, i64 depth) {
    Text window = text.before(min(text.size, offset + WINDOW));
    i64 roots = 0;
    while (offset < window.size) {
        u8 byte = window[offset];
        if (byte == '[') {
            offset = find_value_end(window, offset);
        } else if (byte == '(') {
            depth++;
            roots += begins_root(window, offset);
            if (roots > MAX_ROOTS) {
                return false;
            }
        } else if (byte == ')') {
            depth--;
            if (depth == 0) {
                return true;
            }
        }
        offset++;
    }
    return false;
}
