// The hash of a sequence of values, as the identity of games and the search for duplicates use it.
#pragma once
#include "board_views.hpp"

/// 2^64 divided by the golden ratio, which spreads small numbers (D. E. Knuth, The Art of Computer Programming, 6.4).
constexpr u64 GOLDEN = 0x9E3779B97F4A7C15;

/// Return the hash of a hash and one more value.
inline u64 mix(u64 hash, u64 value) {
    u64 product = (hash ^ value) * GOLDEN;
    return product ^ (product >> 29);
}

/// One value for each view of the board.
using ViewValues = std::array<u64, VIEWS>;

/// Combine the hash of each view with a value of its own.
inline void mix_views(ViewValues &hashes, const ViewValues &values) {
    for (u64 view = 0; view < VIEWS; view++) {
        hashes[view] = mix(hashes[view], values[view]);
    }
}

/// Return the hash of the size of a board in each view.
inline ViewValues size_hashes(i64 columns, i64 rows) {
    u64 upright = mix(0, u64(columns * 64 + rows)), transposed = mix(0, u64(rows * 64 + columns));
    return {upright, upright, upright, upright, transposed, transposed, transposed, transposed};
}

/// Return the least value of all views.
inline u64 least_of(const ViewValues &values) {
    return *std::min_element(values.begin(), values.end());
}
