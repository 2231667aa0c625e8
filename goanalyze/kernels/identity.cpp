// The identity of games: a hash for the eight symmetries of the board, and the stones of the starting position.
#include "identity.hpp"
#include "grid.hpp"
#include "interface.hpp"

namespace {

constexpr int VIEWS = 8; // symmetries of the board

/// Return the codes of an event at a point in each of the eight views. Off the board all are the same.
std::array<u64, VIEWS> view_codes(u64 kind, i64 x, i64 y, i64 width, i64 height) {
    u64 left = x + 2, top = y + 2;
    kind <<= 16;
    if (!(0 <= x && x < width && 0 <= y && y < height)) {
        u64 code = kind | (left << 8) | top;
        return {code, code, code, code, code, code, code, code};
    }
    u64 right = width + 1 - x, bottom = height + 1 - y;
    return {kind | (left << 8) | top,     kind | (right << 8) | top,   kind | (left << 8) | bottom,
            kind | (right << 8) | bottom, kind | (top << 8) | left,    kind | (top << 8) | right,
            kind | (bottom << 8) | left,  kind | (bottom << 8) | right};
}

/// Combine each of eight hashes with a value of its own.
void mix_all(std::array<u64, VIEWS> &hashes, const std::array<u64, VIEWS> &values) {
    for (int view = 0; view < VIEWS; view++) {
        hashes[view] = mix(hashes[view], values[view]);
    }
}

/// Return true for setup of stones or empty points.
bool is_setup(i64 kind) {
    return ADD_BLACK <= kind && kind <= ADD_EMPTY;
}

} // namespace

void canonical_hashes(const Events &events, Row<const i16> width, Row<const i16> height, Row<u64> hashes) {
    std::array<u64, VIEWS> setup{}; // sums over the stones that are set up together
    for (i64 game = 0; game < width.size; game++) {
        i64 columns = width[game], rows = height[game];
        u64 upright = mix(0, columns * 64 + rows), rotated = mix(0, rows * 64 + columns);
        std::array<u64, VIEWS> views = {upright, upright, upright, upright, rotated, rotated, rotated, rotated};
        bool is_edited = false;
        for (i64 event = events.start[game]; event < events.start[game + 1]; event++) {
            i64 kind = events.kind[event] & ~KO_PROPERTY;
            Row<const i8> xy = events.xy[event];
            i64 x = xy[0], y = xy[1];
            if (is_setup(kind)) {
                is_edited = true;
                for (i64 row = y; row < min(xy[3] + 1, rows); row++) {
                    for (i64 column = x; column < min(xy[2] + 1, columns); column++) {
                        std::array<u64, VIEWS> codes = view_codes(0, column, row, columns, rows);
                        for (int view = 0; view < VIEWS; view++) {
                            setup[view] += mix(u64(kind), codes[view]);
                        }
                    }
                }
                continue;
            }
            if (is_edited) {
                mix_all(views, setup);
                setup.fill(0);
                is_edited = false;
            }
            if (x == TT_PASS && y == TT_PASS && columns <= TT_PASS && rows <= TT_PASS) { // the pass of FF[3]
                x = y = PASS;
            }
            mix_all(views, view_codes(kind, x, y, columns, rows));
        }
        mix_all(views, setup);
        setup.fill(0);
        hashes[game] = *std::min_element(views.begin(), views.end());
    }
}

i64 first_setups(
    const Events &events, Row<const i16> width, Row<const i16> height, Row<i64> start, Row<i16> stones, Row<bool> edited
) {
    Owned<Fixed<u8, MAX_BOARD * MAX_BOARD>> colors;
    i64 count = 0;
    for (i64 game = 0; game < width.size; game++) {
        start[game] = count;
        edited[game] = false;
        i64 columns = width[game], rows = height[game];
        bool has_begun = false, has_setup = false;
        for (i64 event = events.start[game]; event < events.start[game + 1]; event++) {
            i64 kind = events.kind[event] & ~KO_PROPERTY;
            has_begun = has_begun || kind < ADD_BLACK;
            if (!is_setup(kind)) {
                continue;
            }
            if (has_begun) {
                edited[game] = true;
                break;
            }
            has_setup = true;
            Row<const i8> xy = events.xy[event];
            for (i64 row = max(xy[1], 0); row < min(xy[3] + 1, rows); row++) {
                for (i64 column = max(xy[0], 0); column < min(xy[2] + 1, columns); column++) {
                    (*colors)[row * columns + column] = kind == ADD_EMPTY ? EMPTY : kind - ADD_BLACK + BLACK;
                }
            }
        }
        for (i64 point = 0; has_setup && point < columns * rows; point++) {
            u8 &color = (*colors)[point];
            if (color != EMPTY) {
                stones[count++] = color == BLACK ? point : -1 - point;
                color = EMPTY;
            }
        }
    }
    start[width.size] = count;
    return count;
}
