// Territory markup: owners of points and dead stones, as the players or their program marked them.
#include "constants.hpp"
#include "positions.hpp"

namespace {

/// The marks of one game on its final position: views of the arrays of the chunk, by point.
struct MarkedPosition {
    i64 columns, rows;
    Row<const u8> stones;
    Row<u8> owner, dead;
    Row<u8> odd; // 1 at the points of a contradiction

    /// Set `odd` at both points of each pair of neighbours for which a symmetric function is true. Return the pairs.
    template <class Function> i64 find_pairs(Function is_pair) const {
        i64 pairs = 0;
        for (i64 point = 0; point < stones.size; point++) {
            odd[point] = 0;
            i64 left = point % columns ? point - 1 : point, upper = point < columns ? point : point - columns;
            for (i64 neighbor : {left, upper}) {
                if (is_pair(point, neighbor)) {
                    odd[point] = odd[neighbor] = 1;
                    pairs++;
                }
            }
        }
        return pairs;
    }

    /// Set `odd` at the points for which a function is true. Return their number.
    template <class Function> i64 find_points(Function is_odd) const {
        i64 points = 0;
        for (i64 point = 0; point < stones.size; point++) {
            odd[point] = is_odd(point);
            points += odd[point];
        }
        return points;
    }

    /// Write the owners of the marked points. Return a contradiction of the marks to each other or to the board's size.
    Contradiction read_owners(const Marks &marks, i64 first, i64 last) const {
        Contradiction result = Contradiction::NONE;
        for (i64 mark = first; mark < last; mark++) {
            Row<const i8> xy = marks.xy[mark];
            if (xy[2] >= columns || xy[3] >= rows) {
                return Contradiction::OFF_BOARD;
            }
            for (i64 row = xy[1]; row <= xy[3]; row++) {
                for (i64 point = row * columns + xy[0]; point <= row * columns + xy[2]; point++) {
                    if (owner[point] == BLACK + WHITE - marks.color[mark]) {
                        odd[point] = 1;
                        result = Contradiction::TWICE;
                    }
                    owner[point] = marks.color[mark];
                }
            }
        }
        return result;
    }

    /// Find the dead stones, which are on points of the opponent. Marks of living stones are removed from `owner`.
    /// Return true if the marks are those of areas: they have more living stones than they leave out.
    bool read_dead() const {
        i64 marked = 0, unmarked = 0;
        for (i64 point = 0; point < stones.size; point++) {
            if (stones[point] != EMPTY) {
                marked += owner[point] == stones[point];
                unmarked += owner[point] == EMPTY;
                dead[point] = owner[point] == BLACK + WHITE - stones[point];
                owner[point] = dead[point] ? owner[point] : EMPTY;
            }
        }
        return marked > unmarked;
    }

    /// Return true if a point is empty or has a dead stone.
    bool is_open(i64 point) const { return stones[point] == EMPTY || dead[point]; }

    /// Return the contradiction of the dead stones and territory to the board.
    Contradiction find_contradiction(const MarkupLimits &limits, bool is_area) const {
        i64 open = 0;
        bool is_alive[3] = {}; // true for the colours with a living stone
        for (i64 point = 0; point < stones.size; point++) {
            open += is_open(point);
            is_alive[stones[point]] |= !dead[point];
        }
        i64 unmarked = find_points([this](i64 point) { return is_open(point) && owner[point] == EMPTY; });
        if (unmarked >= limits.unmarked && 100 * unmarked > limits.unmarked_percent * open) {
            return Contradiction::UNFINISHED;
        }
        auto is_chain_in_part = [this](i64 point, i64 neighbor) {
            return stones[point] != EMPTY && stones[point] == stones[neighbor] && dead[point] != dead[neighbor];
        };
        if (find_pairs(is_chain_in_part)) {
            return Contradiction::IN_PART;
        }
        if (find_points([&](i64 point) { return dead[point] && !is_alive[BLACK + WHITE - stones[point]]; })) {
            return Contradiction::NO_CAPTOR;
        }
        auto is_open_border = [this](i64 point, i64 neighbor) {
            return is_open(point) && is_open(neighbor) && owner[point] != owner[neighbor];
        };
        bool has_open_borders = is_area && find_pairs(is_open_border) > limits.open_borders;
        return has_open_borders ? Contradiction::OPEN : Contradiction::NONE;
    }
};

} // namespace

void read_marks(
    const Marks &marks,
    const LabeledBoards &boards,
    const MarkupLimits &limits,
    Row<u8> owner,
    Row<u8> dead,
    Row<u8> odd,
    Row<u8> is_area,
    Row<u8> contradiction
) {
    for_each_position(boards, [&](i64 game, u64 base) {
        i64 first = marks.start[game], last = marks.start[game + 1], columns = boards.width[game];
        if (first == last) {
            return;
        }
        auto points = [&](auto row) { return row.slice(base, base + u64(columns * boards.height[game])); };
        MarkedPosition position{columns,       boards.height[game], points(boards.stones),
                                points(owner), points(dead),        points(odd)};
        Contradiction result = position.read_owners(marks, first, last);
        if (result == Contradiction::NONE) {
            is_area[game] = position.read_dead();
            result = position.find_contradiction(limits, is_area[game]);
        }
        contradiction[game] = u8(result);
        if (result != Contradiction::NONE) {
            position.dead.fill(0);
        }
        if (result != Contradiction::NONE || is_area[game]) {
            position.owner.fill(EMPTY);
        }
    });
}
