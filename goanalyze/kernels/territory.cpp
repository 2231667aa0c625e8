// The points of every final position of a chunk once the dame are filled.
//
// `tests/oracles/territory.py` is a readable form of the same rule.
#include "dame_filling.hpp"
#include "interface.hpp"

namespace {

constexpr u64 LARGE_EYE = 3;  // empty points of a region that makes two eyes
constexpr u64 MAX_NAKADE = 6; // stones of the largest dead shape that leaves one eye

/// The cells of a group, and true if it is in seki.
struct Group {
    Row<u32> cells;
    bool is_in_seki;
};

/// A final position, with its territory and its groups.
struct Territories : FillingBoard {
    bool in_territory;    // true if dead stones stay that are outside the opponent's territory
    Grid<u8> state;       // living stones, `STAYING`, `REMOVABLE` and `BORDER`
    CellList owned;       // cells that have an owner, region by region
    Grid<u8> region_eyes; // of a region of territory, by its first cell
    Grid<u32> eyes;       // of a group, by its representative

    /// Copy the stones of a position to cells, and find its chains.
    void load(const LabeledBoards &boards, i64 game) {
        set_size(boards.width[game], boards.height[game]);
        stone.before(cells).fill(BORDER);
        state.before(cells).fill(BORDER);
        side.before(cells).fill(BORDER);
        kind.before(cells).fill(PointKind::STONE);
        copy_to_cells(boards.stones, u64(boards.start[game]), *this, stone);
        find_chains();
    }

    /// Begin the count of a position with its dead stones.
    void load_dead(Row<const u8> dead, u64 base) {
        copy_to_cells(dead, base, *this, state);
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (stone[cell] != BORDER) {
                state[cell] = state[cell] ? REMOVABLE : stone[cell];
            }
        }
    }

    /// Add the region of a cell, of empty points and dead stones, to `owned`, and find its owner.
    ///
    /// A region with dead stones that are outside the opponent's territory has none, and changes their state: either
    /// they stay, or they are alive in a region of their own side.
    ///
    /// Rule: Japanese rules 1989, article 10.1; commentary, examples of life and death 9 and 25.
    void assign_owner(u64 first) {
        u64 length = owned.size;
        owned.cells[length++] = u32(first);
        mark[first] = 1;
        u8 border = 0, dead = 0; // bits of the colours
        for (u64 visited = owned.size; visited < length; visited++) {
            u64 cell = owned.cells[visited];
            dead |= stone[cell];
            for (u64 neighbor : adjacent(cell, stride)) {
                if (!is_open(state[neighbor])) {
                    border |= state[neighbor];
                } else if (!mark[neighbor]) {
                    mark[neighbor] = 1;
                    owned.cells[length++] = u32(neighbor);
                }
            }
        }
        border &= BLACK | WHITE;
        bool is_surrounded = is_stone(border);
        Row<u32> region = owned.cells.row().slice(owned.size, length);
        if (in_territory && dead != EMPTY && !(is_surrounded && dead == opponent_of(border))) {
            for (u64 cell : region) {
                mark[cell] = 0;
                if (state[cell] == REMOVABLE) {
                    state[cell] = is_surrounded && dead == border ? border : STAYING;
                }
            }
        } else if (is_surrounded) {
            for (u64 cell : region) {
                owner[cell] = border;
            }
            owned.size = length;
        } else if (dead != EMPTY) {
            for (u64 cell : region) {
                state[cell] = EMPTY;
            }
        }
    }

    /// Find the side that alone surrounds each region of empty points and dead stones.
    void assign_owners() {
        owned.size = 0;
        owner.before(cells).fill(EMPTY);
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            while (is_open(state[cell]) && !mark[cell]) { // repeated if dead stones of the region change their state
                assign_owner(cell);
            }
        }
        mark.before(cells).fill(0);
    }

    /// Reset the chains, and find the dame and the kinds of all other points.
    void find_dame() {
        std::copy(state.begin(), state.begin() + cells, color.begin());
        std::copy(first_stone.begin(), first_stone.begin() + cells, parent.begin());
        for (u64 cell : first_stones.row()) {
            chains[cell] = {first_liberties[cell], 0, 0};
        }
        join_staying_stones();
        dame.size = 0;
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (!is_open(color[cell])) {
                kind[cell] = color[cell] == STAYING ? PointKind::PUT_BACK : PointKind::STONE;
                side[cell] = stone[cell];
                continue;
            }
            kind[cell] = owner[cell] == EMPTY ? PointKind::SEKI : PointKind::TERRITORY;
            side[cell] = owner[cell];
            if (color[cell] == REMOVABLE) {
                continue;
            }
            if (stone[cell] != EMPTY) { // a dead stone that is removed although it is in territory of neither side
                add_liberty(cell);
            }
            if (owner[cell] != EMPTY) {
                add_territory_liberty(cell);
            } else {
                add_dame(cell);
            }
        }
    }

    /// Add an empty point to the liberties of the adjacent chains.
    void add_liberty(u64 cell) {
        for (u64 neighbor : adjacent(cell, stride)) {
            if (is_stone(color[neighbor])) {
                chains[first_stone[neighbor]].liberties.add(cell);
            }
        }
    }

    /// Add an empty point to the dame. Sides with an adjacent stone can perhaps fill it.
    void add_dame(u64 cell) {
        possible_sides[cell] = 0;
        for (u64 neighbor : adjacent(cell, stride)) {
            possible_sides[cell] |= color[neighbor];
        }
        dame_number[cell] = u32(dame.size);
        dame.add(cell);
    }

    /// Return the side of the group that a cell is part of, or `BORDER`: of stones, territory, and dame that it can
    /// fill.
    ///
    /// Those are all cells with a side but dead stones that stay.
    u8 group_side(u64 cell) const { return kind[cell] == PointKind::PUT_BACK ? EMPTY : side[cell]; }

    /// Join a region of territory and the chains at its border to a group. Return the number of its eyes.
    ///
    /// Three empty points make two eyes, and dead stones none: the capture of stones that fill an eye leaves one. But
    /// shapes of more than six stones leave two.
    u8 join_region(u64 first) {
        u64 length = 1, empty = 0;
        u32 group = u32(first);
        queue[0] = group, mark[first] = 1, parent[first] = group;
        for (u64 visited = 0; visited < length; visited++) {
            u64 cell = queue[visited];
            empty += color[cell] == EMPTY;
            for (u64 neighbor : adjacent(cell, stride)) {
                if (color[neighbor] == owner[first]) {
                    u32 chain = find_root(parent, u32(neighbor));
                    parent[max(chain, group)] = min(chain, group);
                    group = min(chain, group);
                } else if (!mark[neighbor] && is_open(color[neighbor]) && owner[neighbor] == owner[first]) {
                    mark[neighbor] = 1;
                    parent[neighbor] = u32(first);
                    queue[length++] = u32(neighbor);
                }
            }
        }
        return empty >= LARGE_EYE || length > empty + MAX_NAKADE ? 2 : 1;
    }

    /// Join chains, their territory and the dame that they alone can fill to groups, and count the eyes of each group.
    void find_groups() {
        eyes.before(cells).fill(0);
        for (u64 cell : owned.row()) {
            region_eyes[cell] = !mark[cell] && owner[cell] != EMPTY ? join_region(cell) : 0;
        }
        for (u64 cell : dame.row()) {
            if (kind[cell] != PointKind::CAPTURE) {
                continue;
            }
            parent[cell] = u32(cell);
            for (u64 neighbor : adjacent(cell, stride)) {
                bool is_joined_dame = neighbor < cell && color[neighbor] == EMPTY &&
                                      kind[neighbor] == PointKind::CAPTURE && side[neighbor] == side[cell];
                if (color[neighbor] == side[cell] || is_joined_dame) {
                    unite(parent, u32(neighbor), u32(cell));
                }
            }
        }
        for (u64 cell : owned.row()) {
            mark[cell] = 0;
            if (region_eyes[cell]) {
                eyes[find_root(parent, u32(cell))] += region_eyes[cell];
            }
        }
    }

    /// Mark and list the cells of a group with less than two eyes. Find out if it is in seki.
    ///
    /// Rule: Japanese rules 1989, article 8: living stones with dame are in seki. Here these are the dame that neither
    /// side can fill. A group at a group of the opponent without two eyes is in seki as well.
    Group search_group(u64 first, u8 player) {
        u64 length = 1;
        bool is_in_seki = false;
        queue[0] = u32(first), mark[first] = 1;
        for (u64 visited = 0; visited < length; visited++) {
            for (u64 neighbor : adjacent(queue[visited], stride)) {
                u8 neighbor_side = group_side(neighbor);
                is_in_seki |= kind[neighbor] == PointKind::SEKI;
                if (neighbor_side == player) {
                    if (!mark[neighbor]) {
                        mark[neighbor] = 1;
                        queue[length++] = u32(neighbor);
                    }
                } else if (neighbor_side == opponent_of(player) && !is_in_seki) {
                    is_in_seki = eyes[find_root(parent, u32(neighbor))] < 2;
                }
            }
        }
        return {queue.before(length), is_in_seki};
    }

    /// Change the territory of groups in seki to seki eyes.
    void mark_seki_eyes() {
        for (u64 first : first_stones.row()) {
            u8 player = group_side(first);
            if (mark[first] || !is_stone(player) || eyes[find_root(parent, u32(first))] >= 2) {
                continue;
            }
            Group group = search_group(first, player);
            if (!group.is_in_seki) {
                continue;
            }
            for (u64 cell : group.cells) {
                PointKind own = kind[cell];
                if (own == PointKind::TERRITORY || own == PointKind::FALSE_EYE || own == PointKind::TEIRE) {
                    kind[cell] = PointKind::SEKI_EYE;
                }
            }
        }
        mark.before(cells).fill(0);
    }

    /// Change dead stones in seki to stones that stay. Return true if there are some.
    ///
    /// Rule: Japanese rules 1989, commentary on article 10.1, diagram 17.
    bool keep_dead_in_seki() {
        bool has_changed = false;
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (state[cell] == REMOVABLE && kind[cell] == PointKind::SEKI_EYE) {
                state[cell] = STAYING;
                has_changed = true;
            }
        }
        return has_changed;
    }

    /// Find the kind and the side of each cell.
    void find_kinds(u8 first_side) {
        do {
            assign_owners();
            find_dame();
            if (dame.size) {
                fill_dame(first_side);
            }
            if (needs_teire()) {
                fill_teire();
            }
            find_groups();
            mark_seki_eyes();
        } while (in_territory && keep_dead_in_seki());
    }
};

/// Return true if two games have the same stones. Several sets of dead stones are often counted on one position.
bool have_same_stones(const LabeledBoards &boards, i64 first, i64 second) {
    Row<const u8> stones = boards.stones.slice(boards.start[first], boards.start[first + 1]);
    Row<const u8> others = boards.stones.slice(boards.start[second], boards.start[second + 1]);
    return boards.width[first] == boards.width[second] &&
           std::equal(stones.begin(), stones.end(), others.begin(), others.end());
}

} // namespace

void find_territories(
    const LabeledBoards &boards,
    Row<const u8> dead,
    Row<const u8> first,
    bool in_territory,
    Row<u8> kinds,
    Row<u8> sides
) {
    Owned<Territories> board;
    board->in_territory = in_territory;
    i64 loaded = -1;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        if (loaded < 0 || !have_same_stones(boards, loaded, game)) {
            board->load(boards, game);
            loaded = game;
        }
        u64 base = u64(boards.start[game]);
        board->load_dead(dead, base);
        board->find_kinds(first[game]);
        copy_to_points(board->kind, *board, kinds, base);
        copy_to_points(board->side, *board, sides, base);
    }
}
