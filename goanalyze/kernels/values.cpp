// Property values: SGF SimpleText (FF[4]) without its escapes.
#include "interface.hpp"

namespace {

bool is_line_end(u8 byte) {
    return byte == '\n' || byte == '\r';
}

/// Return true for tabulators and line ends.
bool is_white(u8 byte) {
    return '\t' <= byte && byte <= '\r';
}

/// Copy a value without its escapes to an offset of a text. Return the offset after it.
i64 copy_value(Row<const u8> value, Row<u8> text, i64 begin) {
    i64 end = begin;
    for (i64 offset = 0; offset < value.size; offset++) {
        u8 byte = value[offset];
        bool has_next = offset + 1 < value.size;
        if (byte == '\\') {
            if (!has_next) {
                break;
            }
            byte = value[++offset];
            has_next = offset + 1 < value.size;
            if (is_line_end(byte)) {
                if (has_next && is_line_end(value[offset + 1]) && value[offset + 1] != byte) {
                    offset++; // CR LF and LF CR are one line end
                }
                continue;
            }
        }
        if (byte == '\r' && has_next && value[offset + 1] == '\n') {
            offset++;
        }
        if (is_white(byte)) {
            byte = ' ';
        }
        if (byte != ' ' || end > begin) {
            text[end++] = byte;
        }
    }
    while (end > begin && text[end - 1] == ' ') {
        end--;
    }
    return end;
}

} // namespace

void unescape_values(Row<const u8> buffer, Cube<const i32> info, i64 property, Row<u8> text, Row<i32> text_start) {
    i64 end = 0;
    text_start[0] = 0;
    for (i64 game = 0; game < info.size; game++) {
        Row<const i32> span = info[game][property];
        if (span[0] >= 0) {
            end = copy_value(buffer.slice(span[0], span[1]), text, end);
        }
        text_start[game + 1] = i32(end);
    }
}
