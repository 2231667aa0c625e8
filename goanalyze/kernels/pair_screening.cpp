// The screening of pairs of games: whether two games that share a run of plays share most plays.
//
// The plays are aligned from the run on, backwards and forwards.
#include "edit_extension.hpp"
#include "game_pairs.hpp"

namespace {

/// Copy the plays of a game and return the copy. Passes are left out.
Row<const i16> copy_plays(Row<const i16> moves, Row<i16> copy) {
    i64 count = 0;
    for (i16 point : moves) {
        if (point >= 0) {
            copy[count++] = point;
        }
    }
    return copy.before(count);
}

/// Plays that two games share, as a signature found them.
struct SharedRun {
    i64 first_begin, second_begin; // its first play in each game
    i64 length;                    // plays
};

/// The check of pairs that share a run of plays.
struct PairScreen {
    Buffer<i16> first_plays, second_plays, viewed_plays;
    Extender extender{};

    explicit PairScreen(i64 longest) : first_plays(longest), second_plays(longest), viewed_plays(longest) {}

    /// Return true if two games agree in some view except for the edits, the beginning and the rest that may differ.
    bool is_near(const GamePair &pair, const SharedRun &run) {
        Row<const i16> first = copy_plays(moves_of(pair.moves, pair.first), first_plays);
        Row<const i16> second = copy_plays(moves_of(pair.moves, pair.second), second_plays);
        BoardViews board = pair.board();
        for (int view = 0; view < VIEWS; view++) {
            if (pair.has_equal_sizes(view) && has_run(first, second, board, view, run) &&
                is_near_around(copy_view(first, board, view, viewed_plays), second, run)) {
                return true;
            }
        }
        return false;
    }

    /// Return true if the plays of the run agree in a view.
    static bool
    has_run(Row<const i16> first, Row<const i16> second, const BoardViews &board, int view, const SharedRun &run) {
        for (i64 play = 0; play < run.length; play++) {
            if (i16(board.view_of(first[run.first_begin + play], view)) != second[run.second_begin + play]) {
                return false;
            }
        }
        return true;
    }

    /// Return true if the plays before and after the run agree except for the edits and the beginning that may differ.
    bool is_near_around(Row<const i16> first, Row<const i16> second, const SharedRun &run) {
        i64 limit = edit_limit(min(first.size, second.size));
        Extension before = extender.extend(
            Stretch::backwards(first, run.first_begin), Stretch::backwards(second, run.second_begin), limit
        );
        if (before.edits > limit || before.rest() > MOST_MISSING) {
            return false;
        }
        Extension after = extender.extend(
            Stretch::from(first, run.first_begin + run.length), Stretch::from(second, run.second_begin + run.length),
            limit - before.edits
        );
        return before.edits + after.edits <= limit;
    }
};

} // namespace

void screen_pairs(
    const GameMoves &moves, Table<const i64> pairs, Table<const i32> begins, Row<const i64> length, Row<bool> is_near
) {
    PairScreen screen(longest_game(moves.start, pairs));
    for (i64 pair = 0; pair < pairs.size; pair++) {
        SharedRun run{begins[pair][0], begins[pair][1], length[pair]};
        is_near[pair] = screen.is_near({moves, pairs[pair][0], pairs[pair][1]}, run);
    }
}
