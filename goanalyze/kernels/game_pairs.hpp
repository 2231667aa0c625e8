// Pairs of games whose moves are compared, in the eight views of the board.
#pragma once
#include "board_views.hpp"
#include "interface.hpp"

constexpr i64 MOST_MISSING = 30; // moves that a copy may lack at its beginning

/// Return the moves of a game.
inline Row<const i16> moves_of(const GameMoves &moves, i64 game) {
    return moves.points.slice(moves.start[game], moves.start[game + 1]);
}

/// Copy moves as they are in a view and return the copy.
inline Row<const i16> copy_view(Row<const i16> moves, const BoardViews &board, int view, Row<i16> copy) {
    Row<i16> result = copy.before(moves.size);
    for (i64 move = 0; move < moves.size; move++) {
        result[move] = i16(board.view_of(moves[move], view));
    }
    return result;
}

/// Two games of the comparison.
struct GamePair {
    const GameMoves &moves;
    i64 first, second; // numbers of the games

    /// Return the board of the first game.
    BoardViews board() const { return {moves.width[first], moves.height[first]}; }

    /// Return true if the board of the first game has, in a view, the size of the board of the second.
    bool has_equal_sizes(int view) const {
        i64 columns = moves.width[first], rows = moves.height[first];
        if (view & BoardViews::TRANSPOSE) {
            std::swap(columns, rows);
        }
        return columns == moves.width[second] && rows == moves.height[second];
    }
};

/// Return the length of the longest game in some pairs.
inline i64 longest_game(Row<const i64> start, Table<const i64> pairs) {
    i64 longest = 0;
    for (i64 pair = 0; pair < pairs.size; pair++) {
        for (i64 game : pairs[pair]) {
            longest = max(longest, start[game + 1] - start[game]);
        }
    }
    return longest;
}
