// The text of SGF files: bytes, blanks, values, points, and the offsets at which games begin.
//
// A text is the bytes of all files of a chunk up to the end of one file. Offsets count from the first byte of all.
// "The end of the text" as a result is its size: the offset after its last byte.
#pragma once
#include "constants.hpp"

using Text = Row<const u8>;

constexpr i64 PASS_XY = -1, UNREADABLE_XY = -2; // column and row of a pass, and of letters that name no point

/// Return true for blanks, line ends and control characters.
inline bool is_space(u8 byte) {
    return byte <= ' ';
}

inline bool is_lower(u8 byte) {
    return 'a' <= byte && byte <= 'z';
}

inline bool is_capital(u8 byte) {
    return 'A' <= byte && byte <= 'Z';
}

/// Return true for the bytes of a property name. Digits are not in FF[4], but some programs write ``5A``.
inline bool is_name(u8 byte) {
    return is_capital(byte) || is_lower(byte) || ('0' <= byte && byte <= '9');
}

/// Return true for the bytes that end a node: ``;``, ``(`` and ``)``.
inline bool is_sign(u8 byte) {
    return byte == ';' || byte == '(' || byte == ')';
}

/// Return true for blanks and for the bytes of UTF-8's byte-order mark.
inline bool is_blank_or_mark(u8 byte) {
    return is_space(byte) || byte == 0xEF || byte == 0xBB || byte == 0xBF;
}

/// Return 0 to 51 for a to z and A to Z, -1 for any other byte.
inline i64 coordinate(u8 byte) {
    return is_lower(byte) ? byte - 'a' : is_capital(byte) ? byte - 'A' + 26 : -1;
}

/// Return the next offset without a blank.
inline i64 skip_space(Text text, i64 offset) {
    while (offset < text.size && is_space(text[offset])) {
        offset++;
    }
    return offset;
}

/// Return true if a part of the text contains nothing but blanks and byte-order marks.
inline bool is_blank(Text text, i64 first, i64 last) {
    while (first < last && is_blank_or_mark(text[first])) {
        first++;
    }
    return first >= last;
}

/// Return true if anything but blanks, byte-order marks, signs and brackets follows an offset.
inline bool has_words(Text text, i64 offset) {
    return std::any_of(text.begin() + offset, text.end(), [](u8 byte) {
        return !is_blank_or_mark(byte) && !is_sign(byte) && byte != '[' && byte != ']';
    });
}

/// Return the offset of the bracket that closes the value opened at `begin`, or the end of the text.
///
/// A backslash protects the byte after it.
inline i64 find_value_end(Text text, i64 begin) {
    i64 offset = begin + 1;
    while (offset < text.size) {
        u8 byte = text[offset];
        if (byte == ']') {
            return offset;
        }
        offset += byte == '\\' ? 2 : 1;
    }
    return text.size;
}

/// A point as its letters have it, PASS_XY or UNREADABLE_XY.
struct Point {
    i64 column, row;
};

/// Read the two letters of a point. Blanks and escapes between and around them do not count: programs break lines
/// anywhere.
Point read_point(Text letters);

/// Return true for letters that some programs write for a pass: ``pass``, and two backticks, the points before a.
bool is_pass_in_words(Text letters);

/// Read a point or a compressed rectangle ``aa:cc`` (FF[4]) into two opposite corners. Return true if it is readable.
bool read_rectangle(Text letters, Row<i8> corners);

/// Return the offset of the next game, or the end of the text.
///
/// Its ``;`` or ``(`` may be missing only if `is_begin` is true: at the file's begin, and after the end of a game.
i64 find_game(Text text, i64 offset, bool is_begin);

/// Return true if a tree begins at a parenthesis with a property that only a root has: GM, FF or SZ.
bool begins_root(Text text, i64 offset);

/// Return true if open parentheses close again in the text from an offset on.
///
/// No more than a window of 256 KiB and 128 roots of games are searched. The question arises at each root inside a
/// game. Without the limit, text that consists of opening parentheses would take quadratic time.
bool closes(Text text, i64 offset, i64 depth);
