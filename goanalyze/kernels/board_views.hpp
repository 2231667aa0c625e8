// The eight views of a board: its symmetries. `goanalyze.duplicates.game_facts.View` names them.
#pragma once
#include "arrays.hpp"

constexpr int VIEWS = 8;

/// The views of the points of one board.
struct BoardViews {
    static constexpr int MIRROR_X = 1, MIRROR_Y = 2, TRANSPOSE = 4; // bits of a view's number, in this order

    i64 columns, rows;

    /// Return the index of a point in a view. A pass and OFF_BOARD stay as they are.
    i64 view_of(i64 point, int view) const {
        if (point < 0 || columns <= 0) {
            return point;
        }
        i64 x = u32(point) % u32(columns), y = u32(point) / u32(columns);
        if (view & MIRROR_X) {
            x = columns - 1 - x;
        }
        if (view & MIRROR_Y) {
            y = rows - 1 - y;
        }
        return view & TRANSPOSE ? x * rows + y : y * columns + x;
    }

    /// Return the index of a point in each view.
    std::array<u64, VIEWS> all_views_of(i64 point) const {
        std::array<u64, VIEWS> views;
        if (point < 0 || columns <= 0) {
            views.fill(u64(point));
            return views;
        }
        u64 width = u64(columns), height = u64(rows);
        u64 left = u32(point) % u32(columns), top = u32(point) / u32(columns);
        u64 right = width - 1 - left, bottom = height - 1 - top;
        return {top * width + left,  top * width + right,  bottom * width + left,  bottom * width + right,
                left * height + top, right * height + top, left * height + bottom, right * height + bottom};
    }
};
