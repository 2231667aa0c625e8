// The comparison of two games move by move, in the eight views of the board.
//
// Differences are counted as edits (`edit_extension.hpp`). The moves of one game beyond the end of the other are the
// *rest*. They are not edits.
#include "constants.hpp"
#include "edit_extension.hpp"
#include "game_pairs.hpp"

namespace {

constexpr i64 SEED = 12;              // moves that agree after a later beginning: corner sequences are mostly shorter
constexpr i64 REST_BITS = 22;         // of the cost of an alignment: below its edits
constexpr i64 NO_COST = i64(1) << 40; // higher than any cost

/// Return the number of elements that two sequences have in common at their beginnings.
i64 common_length(Row<const i16> first, Row<const i16> second) {
    return std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first - first.begin();
}

/// Moves of two games that are partners: they are at the same point of the board.
struct Partners {
    i64 first_begin, second_begin; // index of the first of them in each game
    i64 count;
};

/// Colours of the moves of two games. They alternate from Black on, except after a skipped turn.
struct ColorComparison {
    Row<const i32> first_skips, second_skips; // moves before which a turn is skipped
    i64 same = 0, opposite = 0;               // partners of equal colours, of opposite colours

    /// Compare the colours of partners. Return the number of the first, from 1, that breaks with those before; else 0.
    i64 compare(const Partners &partners) {
        i64 first_skipped = 0, second_skipped = 0, first_break = 0;
        for (i64 move = 0; move < partners.count; move++) {
            i64 first_move = partners.first_begin + move, second_move = partners.second_begin + move;
            count_skips(first_skips, first_move, first_skipped);
            count_skips(second_skips, second_move, second_skipped);
            bool is_opposite = ((first_move - first_skipped) ^ (second_move - second_skipped)) & 1;
            (is_opposite ? opposite : same)++;
            if (same && opposite && !first_break) {
                first_break = move + 1;
            }
        }
        return first_break;
    }

    /// Advance a number of skipped turns to those up to a move.
    static void count_skips(Row<const i32> skips, i64 move, i64 &skipped) {
        while (skipped < skips.size && skips[skipped] <= move + 1) {
            skipped++;
        }
    }
};

/// A possible alignment of two games: a view and a beginning.
struct Candidate {
    int view;
    Row<const i16> first, second; // moves, those of the first game in the view
    i64 begin;                    // moves of the first game before the second begins; negative: the reverse
    Extension extension{};

    i64 first_begin() const { return max(begin, 0); }
    i64 second_begin() const { return max(-begin, 0); }

    /// Return true if a later beginning of one game is followed by `SEED` moves that agree.
    bool has_seed() const {
        if (begin == 0) {
            return true;
        }
        if (first_begin() + SEED > first.size || second_begin() + SEED > second.size) {
            return false;
        }
        i64 move = 0;
        while (move < SEED && first[first_begin() + move] == second[second_begin() + move]) {
            move++;
        }
        return move == SEED;
    }

    /// Return the cost: first edits and moves before a later beginning, then the rest. Two bits remain for the setup.
    i64 cost() const { return (extension.edits + std::abs(begin)) << REST_BITS | extension.rest() << 2; }
};

/// The comparison of the setups of two games.
struct SetupComparison {
    const Setups &setups;
    Buffer<i16> first_stones, swapped_stones, second_stones; // sorted
    Fixed<i16, MOST_MISSING> first_moves{};                  // moves that only one game has at its beginning, sorted

    SetupComparison(const Setups &of_games, i64 most_stones)
        : setups(of_games), first_stones(most_stones), swapped_stones(most_stones), second_stones(most_stones) {}

    /// Return the relation of the setups in the view of a candidate.
    SetupRelation compare(const GamePair &pair, const Candidate &candidate) {
        Row<const i16> first = stones_of(pair.first), second = stones_of(pair.second);
        if (first.size + second.size == 0) {
            return NO_SETUP;
        }
        Row<i16> viewed = first_stones.before(first.size), swapped = swapped_stones.before(first.size);
        for (i64 stone = 0; stone < first.size; stone++) {
            i64 code = first[stone];
            i64 point = pair.board().view_of(code >= 0 ? code : -1 - code, candidate.view);
            viewed[stone] = i16(code >= 0 ? point : -1 - point);
            swapped[stone] = i16(-1 - viewed[stone]);
        }
        Row<i16> sorted = second_stones.before(second.size);
        std::copy(second.begin(), second.end(), sorted.begin());
        for (Row<i16> stones : {viewed, swapped, sorted}) {
            stones.sort();
        }
        if (is_equal(viewed, sorted)) {
            return SETUP_SAME;
        }
        if (is_equal(swapped, sorted)) {
            return SETUP_SWAPPED;
        }
        i64 begin = candidate.begin;
        bool is_as_moves = (begin > 0 && first.size == 0 && is_begin(candidate.first, begin, sorted)) ||
                           (begin < 0 && second.size == 0 && is_begin(candidate.second, -begin, viewed));
        return is_as_moves ? SETUP_AS_MOVES : SETUP_DIFFERS;
    }

  private:
    Row<const i16> stones_of(i64 game) const { return setups.stones.slice(setups.start[game], setups.start[game + 1]); }

    static bool is_equal(Row<const i16> first, Row<const i16> second) {
        return std::equal(first.begin(), first.end(), second.begin(), second.end());
    }

    /// Return true if the first moves of a game are the stones of a setup.
    bool is_begin(Row<const i16> moves, i64 count, Row<const i16> sorted_stones) {
        if (count != sorted_stones.size) {
            return false;
        }
        Row<i16> sorted = first_moves.before(count);
        std::copy_n(moves.begin(), count, sorted.begin());
        sorted.sort();
        return is_equal(sorted, sorted_stones);
    }
};

/// The search for the best alignment of each pair.
struct PairAligner {
    const SkippedTurns &skips;
    const Alignment &alignment;
    SetupComparison setups;
    Buffer<i16> viewed_moves;
    Extender extender{};

    PairAligner(
        const SkippedTurns &of_games, const Setups &of_starts, const Alignment &written, i64 longest, i64 most_stones
    )
        : skips(of_games), alignment(written), setups(of_starts, most_stones), viewed_moves(longest) {}

    /// Write the alignment of a pair with the least cost of all views and beginnings to a row.
    void align(const GamePair &pair, i64 row) {
        clear(row);
        Row<const i16> first = moves_of(pair.moves, pair.first), second = moves_of(pair.moves, pair.second);
        u64 equal_views = first.size == second.size ? find_equal_views(pair, first, second) : 0;
        i64 best = NO_COST;
        for (int view = 0; view < VIEWS; view++) {
            bool is_excluded = equal_views && !(equal_views >> view & 1);
            if (!pair.has_equal_sizes(view) || is_excluded) {
                continue;
            }
            Candidate candidate{view, copy_view(first, pair.board(), view, viewed_moves), second, 0};
            // two passes may differ, in addition to the plays
            i64 limit = min(MOST_EDITS, edit_limit(min(first.size, second.size)) + 2);
            for (i64 offset = 0; offset <= 2 * MOST_MISSING; offset++) {
                candidate.begin = (offset + 1) / 2 * (offset % 2 ? 1 : -1); // 0, 1, -1, 2, -2, …
                if (std::abs(candidate.begin) << REST_BITS > best) {
                    break;
                }
                if (candidate.has_seed()) {
                    try_candidate(pair, candidate, limit, row, best);
                }
            }
        }
    }

  private:
    /// Write to a row that no view aligns the games.
    void clear(i64 row) {
        alignment.view[row] = NO_VIEW;
        alignment.setup[row] = SETUP_DIFFERS;
        for (Row<i32> numbers :
             {alignment.edits, alignment.begin, alignment.rest, alignment.first, alignment.agreeing, alignment.same,
              alignment.opposite}) {
            numbers[row] = 0;
        }
    }

    /// Return the views, as bits, in which all moves of two games of equal length agree.
    static u64 find_equal_views(const GamePair &pair, Row<const i16> first, Row<const i16> second) {
        BoardViews board = pair.board();
        u64 views = 0;
        for (int view = 0; view < VIEWS; view++) {
            i64 move = 0;
            while (move < first.size && board.view_of(first[move], view) == second[move]) { // most fail at the first
                move++;
            }
            views |= u64(move == first.size) << view;
        }
        return views;
    }

    /// Align a candidate. Write it to a row if it costs less than the best candidate before.
    void try_candidate(const GamePair &pair, Candidate &candidate, i64 limit, i64 row, i64 &best) {
        candidate.extension = extender.extend(
            Stretch::from(candidate.first, candidate.first_begin()),
            Stretch::from(candidate.second, candidate.second_begin()), limit
        );
        i64 cost = candidate.cost();
        if (candidate.extension.edits > limit || cost >= best) {
            return;
        }
        SetupRelation relation = setups.compare(pair, candidate);
        cost += relation == SETUP_DIFFERS ? 2 : relation == SETUP_SWAPPED;
        if (cost < best) {
            best = cost;
            write(pair, candidate, relation, row);
        }
    }

    /// Write the numbers of a candidate to a row.
    void write(const GamePair &pair, const Candidate &candidate, SetupRelation relation, i64 row) {
        const Extension &extension = candidate.extension;
        Row<const i16> first = candidate.first.from(candidate.first_begin());
        Row<const i16> second = candidate.second.from(candidate.second_begin());
        i64 common = common_length(first, second);
        ColorComparison colors{skips_of(pair.first), skips_of(pair.second)};
        i64 first_break = colors.compare({candidate.first_begin(), candidate.second_begin(), common});
        i64 first_difference = first_break ? first_break : extension.edits || extension.rest() ? common + 1 : 0;
        if (extension.edits && extension.rest() == 0) { // the last moves are partners, too
            i64 end = 0, most = min(first.size, second.size) - common;
            while (end < most && first[first.size - end - 1] == second[second.size - end - 1]) {
                end++;
            }
            colors.compare({candidate.first.size - end, candidate.second.size - end, end});
        }
        i64 plays = 0;
        for (i16 point : first.before(first.size - extension.first_rest)) {
            plays += point >= 0;
        }
        alignment.view[row] = u8(candidate.view);
        alignment.edits[row] = i32(extension.edits);
        alignment.begin[row] = i32(candidate.begin);
        alignment.rest[row] = i32(extension.second_rest - extension.first_rest);
        alignment.first[row] = candidate.begin ? 1 : i32(first_difference);
        alignment.agreeing[row] = i32(max(plays - extension.edits, 0));
        alignment.same[row] = i32(colors.same);
        alignment.opposite[row] = i32(colors.opposite);
        alignment.setup[row] = relation;
    }

    /// Return the skipped turns of a game.
    Row<const i32> skips_of(i64 game) const { return skips.turns.slice(skips.start[game], skips.start[game + 1]); }
};

} // namespace

void align_pairs(
    const GameMoves &moves,
    const SkippedTurns &skips,
    const Setups &setups,
    Table<const i64> pairs,
    const Alignment &alignment
) {
    PairAligner aligner(skips, setups, alignment, longest_game(moves.start, pairs), longest_game(setups.start, pairs));
    for (i64 pair = 0; pair < pairs.size; pair++) {
        aligner.align({moves, pairs[pair][0], pairs[pair][1]}, pair);
    }
}
