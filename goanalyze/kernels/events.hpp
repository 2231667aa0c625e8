// The events of a game: their kinds, and the points of a board that they name.
#pragma once
#include "constants.hpp"

/// Return the kind of an event, without the mark of a forced play.
inline i64 kind_of(u8 event) {
    return event & ~KO_PROPERTY;
}

/// Return true for a play or a pass.
inline bool is_move(i64 kind) {
    return kind <= PLAY_WHITE;
}

/// Return true for setup of stones or empty points.
inline bool is_setup(i64 kind) {
    return ADD_BLACK <= kind && kind <= ADD_EMPTY;
}

/// Return the colour that setup gives to its points.
inline u8 setup_color(i64 kind) {
    return kind == ADD_EMPTY ? EMPTY : u8(kind - ADD_BLACK + BLACK);
}

/// The size of a board.
struct BoardSize {
    i64 columns, rows;

    bool contains(i64 column, i64 row) const { return 0 <= column && column < columns && 0 <= row && row < rows; }

    /// Return true for a pass: no letters, ``tt`` on boards up to 19×19 (FF[3]), or the point beyond the last corner.
    ///
    /// Programs that number points from the corner write the latter on any board, as ``jj`` on 9×9.
    bool is_pass(i64 column, i64 row) const {
        return column == PASS || (column == TT_PASS && row == TT_PASS && columns <= TT_PASS && rows <= TT_PASS) ||
               (column == columns && row == rows);
    }

    /// Return the point of a move, PASS or OFF_BOARD.
    i64 point_of(i64 column, i64 row) const {
        if (is_pass(column, row)) {
            return PASS;
        }
        return contains(column, row) ? row * columns + column : OFF_BOARD;
    }

    /// Call a function with the column and row of each point on the board in a rectangle between two corners.
    template <class F> void for_points(Row<const i8> corners, F function) const {
        for (i64 row = max(corners[1], 0); row < min(corners[3] + 1, rows); row++) {
            for (i64 column = max(corners[0], 0); column < min(corners[2] + 1, columns); column++) {
                function(column, row);
            }
        }
    }
};
