// The counts of the final positions of a chunk, and the kinds of their points.
//
// `tests/oracles/count.py`, `territory.py` and `article_8.py` are readable forms of the same rules.
#include "final_position.hpp"

namespace {

/// The numbers of one side, in the order of `goanalyze.score.count.COLUMNS`.
struct SideCount {
    u32 stones, territory, dead, groups, groups_strict, seki_groups, seki, seki_strict, deducted, stay_strict;

    void write(Row<i32> row) const {
        u64 column = 0;
        for (u32 number :
             {stones, territory, dead, groups, groups_strict, seki_groups, seki, seki_strict, deducted, stay_strict}) {
            row[column++] = i32(number);
        }
    }
};

/// Territory and removed dead stones of a side by article 8 to the letter.
struct StrictCount {
    u32 territory, dead;
};

/// A final position and its count.
struct Counter : FinalPosition {
    std::array<SideCount, 2> sides;
    std::array<StrictCount, 2> strict;

    SideCount &count_of(u8 side_color) { return sides[side_color - BLACK]; }

    /// Count the territory of groups without dame, and the dead stones in it.
    void count_strictly() {
        strict = {};
        for (u64 component : territories.row()) {
            const Region &own = regions[component];
            if (!own.is_in_seki) {
                u8 opponent = opponent_of(own.owner);
                strict[own.owner - BLACK].territory += own.points;
                strict[opponent - BLACK].dead += own.dead[opponent - BLACK];
            }
        }
    }

    /// Count living stones, and the groups of chains that share territory.
    ///
    /// Those with two eyes are not in seki although they touch dame.
    void count_groups() {
        sides = {};
        for (u64 chain : living_chains.row()) {
            Group &own = group_of(chain);
            bool is_in_seki = own.touches_dame && own.eyes < 2, is_new = !own.is_counted;
            SideCount &count = count_of(state[chain]);
            own.is_counted = true;
            count.stones += components[chain].size;
            count.groups += is_new & !is_in_seki;
            count.groups_strict += is_new & !own.touches_dame;
            count.seki_groups += is_new & is_in_seki;
        }
        for (u64 own : territories.row()) {
            regions[own].is_in_seki &= group_of(own).eyes < 2;
        }
    }

    /// Count dead stones and territory.
    void count_points() {
        for (u64 chain : dead_chains.row()) {
            if (!is_stone(state[chain])) {
                SideCount &count = count_of(color[chain]);
                (state[chain] == STAYING ? count.stones : count.dead) += components[chain].size;
            }
        }
        for (u64 component : territories.row()) {
            const Region &own = regions[component];
            SideCount &count = count_of(own.owner);
            count.territory += own.points;
            count.seki += own.is_in_seki ? own.points : 0;
            count.deducted += own.is_in_seki ? 0 : own.teire;
        }
        for (u64 index = 0; index < 2; index++) {
            sides[index].seki_strict = sides[index].territory - strict[index].territory;
        }
    }

    /// Count the position with the dead stones that are left.
    void count(u8 first_side) {
        count_groups();
        if (is_stone(first_side)) {
            fill_dame(first_side);
            fill_teire();
            find_seki();
        }
        count_points();
    }

    /// Count the position with all dead stones removed that are not to stay.
    void count_plain(u8 first_side) {
        find_groups();
        count_strictly();
        count(first_side);
    }

    /// Count the position with those dead stones removed that lie in territory of the opponent.
    ///
    /// If these are all, the plain count is theirs, too.
    void count_in_territory(u8 first_side, bool has_plain_count) {
        if (keep_misplaced_dead(true) || !has_plain_count) {
            count_plain(first_side);
        }
        while (keep_dead_in_seki()) {
            find_groups();
            count(first_side);
        }
        for (u64 index = 0; index < 2; index++) {
            sides[index].stay_strict = sides[index].dead - strict[index].dead;
        }
    }

    /// Count one point of a position whose territory is marked.
    void count_marked_point(u64 cell, u8 owner, bool is_seki_unmarked) {
        const Region *own = is_open(state[cell]) ? &region_at(cell) : nullptr;
        bool is_unmarked_eye = is_seki_unmarked && owner == EMPTY && own && own->owner != EMPTY;
        u8 player = is_unmarked_eye ? own->owner : owner;
        if (player == EMPTY) {
            return;
        }
        SideCount &count = count_of(player);
        bool is_own = own && own->owner == player;
        bool touches_dame = is_own && group_of(region[first[cell]]).touches_dame;
        count.territory++;
        count.seki += is_seki_unmarked ? is_unmarked_eye : is_own && own->is_in_seki;
        count.seki_strict += touches_dame || is_unmarked_eye;
    }

    /// Replace the territory of a position by the marked points.
    void count_marked(Row<const u8> owner, u64 base, bool is_seki_unmarked) {
        for (SideCount &count : sides) {
            count.territory = count.seki = count.seki_strict = 0;
        }
        for (u64 point = 0; point < (stride - 1) * rows; point++) {
            count_marked_point(cell_of[point], owner[base + point], is_seki_unmarked);
        }
    }

    /// Write the counts of both sides. Return the number of points of neither.
    i32 write(Table<i32> numbers) const {
        sides[0].write(numbers[0]), sides[1].write(numbers[1]);
        return i32((stride - 1) * rows) -
               i32(sides[0].stones + sides[0].territory + sides[1].stones + sides[1].territory);
    }

    /// Return Black's territory and White's dead stones, less the same of the other side.
    i32 margin() const {
        std::array<u32, 2> points;
        for (u64 index = 0; index < 2; index++) {
            const SideCount &own = sides[index];
            points[index] = own.territory - own.seki - own.deducted + sides[1 - index].dead;
        }
        return i32(points[0] - points[1]);
    }

    /// Return the kind of a point. By article 8 to the letter, dead stones in seki stay.
    PointKind kind_at(u64 cell, bool is_strict) {
        if (!is_open(state[cell])) {
            return state[cell] == STAYING ? PointKind::PUT_BACK : PointKind::STONE;
        }
        const Region &own = region_at(cell);
        if (own.is_in_seki) {
            return is_strict && color[cell] != EMPTY ? PointKind::PUT_BACK : PointKind::SEKI_EYE;
        }
        return !is_strict ? kind[cell] : own.owner == EMPTY ? PointKind::DAME : PointKind::TERRITORY;
    }

    /// Write the kinds and the sides of all points.
    void write_kinds(Row<u8> kinds, Row<u8> kind_sides, u64 base, bool is_strict) {
        for (u64 point = 0; point < (stride - 1) * rows; point++) {
            u64 cell = cell_of[point];
            PointKind own = kind_at(cell, is_strict);
            u8 owner = is_open(state[cell]) ? region_at(cell).owner : u8(EMPTY);
            bool is_occupied = own == PointKind::STONE || own == PointKind::PUT_BACK;
            kinds[base + point] = u8(own);
            kind_sides[base + point] = is_occupied ? color[cell] : is_strict || owner != EMPTY ? owner : side[cell];
        }
    }
};

/// Return true if two games have the same stones. Several sets of dead stones are often counted on one position.
bool have_same_stones(const LabeledBoards &boards, i64 first, i64 second) {
    Row<const u8> stones = boards.stones.slice(boards.start[first], boards.start[first + 1]);
    Row<const u8> others = boards.stones.slice(boards.start[second], boards.start[second + 1]);
    return boards.width[first] == boards.width[second] &&
           std::equal(stones.begin(), stones.end(), others.begin(), others.end());
}

/// Call a function with each position of a chunk and its dead stones, its game, and the index of its first point.
template <class Function> void for_each_final(const LabeledBoards &boards, Row<const u8> dead, Function function) {
    Owned<Counter> counter;
    i64 loaded = -1;
    for_each_position(boards, [&](i64 game, u64 base) {
        if (loaded < 0 || !have_same_stones(boards, loaded, game)) {
            counter->load(boards, game);
            loaded = game;
        }
        counter->set_dead(dead, base);
        function(*counter, game, base);
    });
}

} // namespace

void count_positions(
    const LabeledBoards &boards,
    Row<const u8> dead,
    Row<const u8> owner,
    Row<const u8> as_marked,
    Row<const u8> to_move,
    bool is_plain,
    bool is_in_territory,
    const Counts &counts,
    Row<bool> removed
) {
    for_each_final(boards, dead, [&](Counter &position, i64 game, u64 base) {
        u8 first_side = to_move[game];
        if (is_plain || !is_stone(first_side)) {
            position.count_plain(first_side);
            MarkedTerritory marked{as_marked[game]};
            if (marked != MarkedTerritory::NO && !is_stone(first_side)) {
                position.count_marked(owner, base, marked == MarkedTerritory::WITHOUT_SEKI);
            }
            counts.plain_dame[game] = position.write(counts.plain[game]);
        }
        if (is_in_territory) {
            if (is_stone(first_side)) {
                position.count_in_territory(first_side, is_plain);
            }
            counts.in_territory_dame[game] = position.write(counts.in_territory[game]);
        }
        for (u64 cell : position.dead_cells.row()) {
            removed[base + position.point_of[cell]] = is_open(position.state[cell]);
        }
    });
}

void find_margins(const LabeledBoards &boards, Row<const u8> dead, Row<const u8> first, Row<i32> margins) {
    for_each_final(boards, dead, [&](Counter &position, i64 game, u64) {
        position.count_in_territory(first[game], false);
        margins[game] = position.margin();
    });
}

void find_point_kinds(
    const LabeledBoards &boards,
    Row<const u8> dead,
    Row<const u8> to_move,
    bool in_territory,
    Row<u8> kinds,
    Row<u8> sides
) {
    for_each_final(boards, dead, [&](Counter &position, i64 game, u64 base) {
        u8 first_side = to_move[game];
        bool is_strict = !is_stone(first_side);
        if (is_strict) {
            if (in_territory) {
                position.keep_misplaced_dead(false);
            }
            position.find_groups();
        } else if (in_territory) {
            position.count_in_territory(first_side, false);
        } else {
            position.count_plain(first_side);
        }
        position.write_kinds(kinds, sides, base, is_strict);
    });
}
