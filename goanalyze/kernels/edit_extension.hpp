// The alignment of two stretches of moves with the fewest edits.
//
// A changed, a missing and an additional move are one edit each. The alignment follows each diagonal as long as the
// moves agree and continues from there with one more edit (E. Ukkonen, Algorithms for approximate string matching,
// 1985). It stops early for two different games.
#pragma once
#include "arrays.hpp"

constexpr i64 MOST_EDITS = 16;     // moves that may differ between copies of a game of any length
constexpr i64 MOVES_PER_EDIT = 25; // two moves may differ, and one more for each of these

/// Return the number of moves that may differ in a game of some length.
inline i64 edit_limit(i64 length) {
    return min(MOST_EDITS, 2 + length / MOVES_PER_EDIT);
}

/// Consecutive moves of a game, forwards or backwards.
struct Stretch {
    Row<const i16> moves; // all moves of the game
    i64 first;            // index of the first move of the stretch
    i64 step;             // 1 forwards, -1 backwards
    i64 length;           // moves

    static Stretch from(Row<const i16> moves, i64 first) { return {moves, first, 1, moves.size - first}; }
    static Stretch backwards(Row<const i16> moves, i64 end) { return {moves, end - 1, -1, end}; }

    i16 operator[](i64 index) const { return moves[first + step * index]; }
};

/// The result of an alignment that begins at two moves and goes on until one game ends.
struct Extension {
    i64 edits;       // more than the limit if the limit does not suffice
    i64 first_rest;  // moves of the first game that remain
    i64 second_rest; // moves of the second game that remain

    i64 rest() const { return first_rest + second_rest; }
};

/// The alignment of two stretches with the fewest edits.
class Extender {
    // for each diagonal, the most moves of the first stretch that can be aligned with some number of edits; diagonal d
    // aligns move m of the first stretch with move m - d of the second
    using Diagonals = Fixed<i64, 2 * MOST_EDITS + 3>;
    Fixed<Diagonals, 2> reached_with; // an even and an odd number of edits

  public:
    /// Align two stretches with at most `limit` edits. Of equal numbers of edits, the shortest rest counts.
    Extension extend(const Stretch &first, const Stretch &second, i64 limit) {
        i64 middle = limit + 1;
        for (i64 edits = 0; edits <= limit; edits++) {
            Diagonals &reached = reached_with[edits & 1];
            const Diagonals &previous = reached_with[(edits & 1) ^ 1];
            Extension best{edits, -1, -1};
            for (i64 diagonal = -edits; diagonal <= edits; diagonal++) {
                i64 move = edits ? continue_with_edit(previous, middle, diagonal, edits) : 0;
                i64 partner = move - diagonal;
                while (move < first.length && partner < second.length && first[move] == second[partner]) {
                    move++, partner++;
                }
                reached[middle + diagonal] = move;
                Extension ended{edits, first.length - move, second.length - partner};
                bool is_end = ended.first_rest <= 0 || ended.second_rest <= 0;
                if (is_end && (best.first_rest < 0 || ended.rest() < best.rest())) {
                    best = ended;
                }
            }
            if (best.first_rest >= 0) {
                return best;
            }
        }
        return {limit + 1, 0, 0};
    }

  private:
    /// Return the most moves of the first stretch on a diagonal after one more edit.
    static i64 continue_with_edit(const Diagonals &previous, i64 middle, i64 diagonal, i64 edits) {
        i64 index = middle + diagonal, move = -1;
        if (-edits < diagonal && diagonal < edits) {
            move = previous[index] + 1; // a changed move
        }
        if (diagonal > 1 - edits) {
            move = max(move, previous[index - 1] + 1); // a move that only the first stretch has
        }
        if (diagonal < edits - 1) {
            move = max(move, previous[index + 1]); // a move that only the second stretch has
        }
        return move;
    }
};
