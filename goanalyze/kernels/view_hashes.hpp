// Hashes of sequences of values in all views of a board, for the identity of games and the search for duplicates.
#pragma once
#include "board_views.hpp"
#include "hashing.hpp"

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
