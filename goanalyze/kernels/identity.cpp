// The identity of games: a hash that is equal for the eight symmetries of the board.
#include "events.hpp"
#include "interface.hpp"
#include "view_hashes.hpp"

namespace {

/// Return the codes of an event at a point in each view. Off the board all are the same.
ViewValues event_codes(i64 event_kind, i64 column, i64 row, const BoardSize &size) {
    u64 kind = u64(event_kind) << 16, left = u64(column + 2), top = u64(row + 2);
    if (!size.contains(column, row)) {
        u64 code = kind | (left << 8) | top;
        return {code, code, code, code, code, code, code, code};
    }
    u64 right = u64(size.columns + 1 - column), bottom = u64(size.rows + 1 - row);
    return {kind | (left << 8) | top,     kind | (right << 8) | top,   kind | (left << 8) | bottom,
            kind | (right << 8) | bottom, kind | (top << 8) | left,    kind | (top << 8) | right,
            kind | (bottom << 8) | left,  kind | (bottom << 8) | right};
}

/// Add the hashes of the points of setup. Stones that are set up together enter in no order.
void add_setup(i64 kind, Row<const i8> corners, const BoardSize &size, ViewValues &sums) {
    size.for_points(corners, [&](i64 column, i64 row) {
        ViewValues codes = event_codes(0, column, row, size);
        for (u64 view = 0; view < VIEWS; view++) {
            sums[view] += mix(u64(kind), codes[view]);
        }
    });
}

/// Return the hash of a game.
u64 hash_game(const Events &events, i64 game, const BoardSize &size) {
    ViewValues hashes = size_hashes(size.columns, size.rows), setup{};
    bool is_edited = false;
    for (i64 event = events.start[game]; event < events.start[game + 1]; event++) {
        i64 kind = kind_of(events.kind[event]);
        Row<const i8> xy = events.xy[event];
        if (is_setup(kind)) {
            is_edited = true;
            add_setup(kind, xy, size, setup);
            continue;
        }
        if (is_edited) {
            mix_views(hashes, setup);
            setup.fill(0);
            is_edited = false;
        }
        bool is_pass = size.is_pass(xy[0], xy[1]);
        mix_views(hashes, event_codes(kind, is_pass ? PASS : xy[0], is_pass ? PASS : xy[1], size));
    }
    mix_views(hashes, setup);
    return least_of(hashes);
}

} // namespace

void hash_games(const Events &events, Row<const i16> width, Row<const i16> height, Row<u64> hashes) {
    for (i64 game = 0; game < width.size; game++) {
        hashes[game] = hash_game(events, game, {width[game], height[game]});
    }
}
