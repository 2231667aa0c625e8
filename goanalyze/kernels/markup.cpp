// Territory markup: owners of points and dead stones, as the players or their program marked them.
#include "constants.hpp"
#include "interface.hpp"

namespace {

// Dame and seki leave under 22% of the open points unmarked in 698 of 702 marked games. The other four, from 31% on,
// stop in mid-game or mark a few points only.
constexpr i64 MOST_UNMARKED = 30; // percent of the points that are empty or marked
constexpr i64 FEW = 10;           // unmarked points of a game that is called unfinished, at least
// Programs that mark areas write their own estimate, also in mid-game. Stones divide the areas of a finished game: of
// 743 marked games 738 have at most 3 places where none does, the other five are unfinished and have 31 and more, but
// for one with 13.
constexpr i64 MOST_OPEN_BORDERS = 3;

/// The points of one game: views of the arrays of the chunk.
struct Game {
    i64 columns, rows;
    Row<const u8> stones;
    Row<u8> owner, dead, odd;

    /// Set `odd` at the points with a neighbour for which a symmetric function of both is true. Return their pairs.
    template <typename Function> i64 find_pairs(Function is_pair) const {
        i64 ends = 0;
        for (i64 row = 0; row < rows; row++) {
            for (i64 column = 0; column < columns; column++) {
                i64 point = row * columns + column;
                i64 pairs =
                    (column > 0 && is_pair(point, point - 1)) + (column + 1 < columns && is_pair(point, point + 1)) +
                    (row > 0 && is_pair(point, point - columns)) + (row + 1 < rows && is_pair(point, point + columns));
                odd[point] = pairs > 0;
                ends += pairs;
            }
        }
        return ends / 2;
    }

    /// Write the owners of the marked points. Return false if a mark is not on the board.
    bool read_owners(const Marks &marks, i64 first, i64 last) const {
        for (i64 mark = first; mark < last; mark++) {
            Row<const i8> xy = marks.xy[mark];
            if (xy[2] >= columns || xy[3] >= rows) {
                return false;
            }
            for (i64 row = xy[1]; row <= xy[3]; row++) {
                for (i64 column = xy[0]; column <= xy[2]; column++) {
                    i64 point = row * columns + column;
                    odd[point] |= owner[point] != EMPTY && owner[point] != marks.color[mark];
                    owner[point] = marks.color[mark];
                }
            }
        }
        return true;
    }

    /// Return true if a point is marked for both sides, and `odd` shows the points.
    bool is_marked_twice() const {
        for (u8 is_odd : odd) {
            if (is_odd) {
                return true;
            }
        }
        return false;
    }

    /// Find the dead stones, those on points of the opponent. Marks of living stones are removed from `owner`.
    /// Return true if the marks are those of areas: they have more living stones than they leave out.
    bool read_dead() const {
        i64 marked = 0, unmarked = 0;
        for (i64 point = 0; point < stones.size; point++) {
            if (stones[point] == EMPTY) {
                continue;
            }
            dead[point] = owner[point] != EMPTY && owner[point] != stones[point];
            marked += owner[point] == stones[point];
            unmarked += owner[point] == EMPTY;
            if (!dead[point]) {
                owner[point] = EMPTY;
            }
        }
        return marked > unmarked;
    }

    /// Return true if a point is empty or has a dead stone.
    bool is_open(i64 point) const { return stones[point] == EMPTY || dead[point]; }

    /// Return true if too many empty points are unmarked for a finished game. `odd` shows the points.
    bool is_unfinished() const {
        i64 open = 0, unmarked = 0;
        for (i64 point = 0; point < stones.size; point++) {
            odd[point] = is_open(point) && owner[point] == EMPTY;
            open += is_open(point);
            unmarked += odd[point];
        }
        return unmarked >= FEW && 100 * unmarked > MOST_UNMARKED * open;
    }

    /// Return true if areas meet each other or unmarked points without a stone between. `odd` shows the points.
    bool has_open_borders() const {
        return find_pairs([this](i64 point, i64 neighbor) {
                   return is_open(point) && is_open(neighbor) && owner[point] != owner[neighbor];
               }) > MOST_OPEN_BORDERS;
    }

    /// Return true if a chain is marked dead in part. `odd` shows where its living and dead stones meet.
    bool is_marked_in_part() const {
        return find_pairs([this](i64 point, i64 neighbor) {
                   return stones[point] != EMPTY && stones[point] == stones[neighbor] && dead[point] != dead[neighbor];
               }) > 0;
    }

    /// Return true if dead stones have no living opponent on the board. `odd` shows these stones.
    bool lacks_captors() const {
        bool is_alive[3] = {}; // by colour
        for (i64 point = 0; point < stones.size; point++) {
            is_alive[stones[point]] |= !dead[point];
        }
        bool is_lacking = false;
        for (i64 point = 0; point < stones.size; point++) {
            odd[point] = dead[point] && !is_alive[BLACK + WHITE - stones[point]];
            is_lacking |= odd[point];
        }
        return is_lacking;
    }

    /// Read the marks. Return their contradiction to the board or to each other, which `odd` shows.
    Contradiction read(const Marks &marks, i64 first, i64 last, u8 &is_area) const {
        if (!read_owners(marks, first, last)) {
            return Contradiction::OFF_BOARD;
        }
        if (is_marked_twice()) {
            return Contradiction::TWICE;
        }
        is_area = read_dead();
        return is_unfinished()                 ? Contradiction::UNFINISHED
               : is_marked_in_part()           ? Contradiction::IN_PART
               : lacks_captors()               ? Contradiction::NO_CAPTOR
               : is_area && has_open_borders() ? Contradiction::OPEN
                                               : Contradiction::NONE;
    }
};

} // namespace

void read_marks(
    const Marks &marks,
    const LabeledBoards &boards,
    Row<u8> owner,
    Row<u8> dead,
    Row<u8> odd,
    Row<u8> is_area,
    Row<u8> contradiction
) {
    for (i64 game = 0; game < boards.width.size; game++) {
        i64 first = marks.start[game], last = marks.start[game + 1];
        i64 columns = boards.width[game], rows = boards.height[game];
        if (first == last || columns == 0) {
            continue;
        }
        i64 base = boards.start[game], end = base + columns * rows;
        Game board{columns,
                   rows,
                   boards.stones.slice(base, end),
                   owner.slice(base, end),
                   dead.slice(base, end),
                   odd.slice(base, end)};
        Contradiction reason = board.read(marks, first, last, is_area[game]);
        contradiction[game] = u8(reason);
        if (reason != Contradiction::NONE) {
            board.dead.fill(0);
        }
        if (reason != Contradiction::NONE || is_area[game]) {
            board.owner.fill(EMPTY);
        }
    }
}
