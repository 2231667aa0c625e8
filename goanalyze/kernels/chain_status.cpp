// The statuses of chains from the ownership of their points, made consistent.
//
// A chain is dead if its side owns too small a share of its points. Then areas are made consistent: dead stones lie in
// territory of the opponent, or are not dead. Nothing is played here.
#include "grid.hpp"
#include "interface.hpp"

namespace {

constexpr u8 STONE = BLACK | WHITE;
constexpr u8 VISITED = 8, UNCERTAIN = 16; // bits of a cell, in addition to its colour or the border
constexpr u8 DEAD_SHIFT = 5;              // colours of dead stones are shifted by this number of bits
constexpr u8 CLOSED = STONE | BORDER | VISITED;
constexpr i32 MAX_FLIPS = 12; // flipped chains of a position, before dead stones without a living captor are revived
constexpr i64 NO_CHAIN = -1;

/// Work arrays for one position. Chains go by their first cell.
struct StatusScratch : GridSize {
    Grid<u8> color;
    Grid<f64> ownership; // Black's share
    Grid<i64> chain;     // or NO_CHAIN
    Grid<u64> chains;    // all of them
    u64 chain_count;
    Grid<f64> share; // of the chain's own points that its side owns; 1 without a stone
    Grid<u8> is_dead;
    Grid<u8> kind; // of each cell, for a search
    Grid<bool> is_flipped;
    Grid<u64> queue;
    Grid<u8> owner, certain_owner;
};

/// An area of the board without its dead stones. Its cells are listed in `StatusScratch::queue`.
struct DeadArea {
    u64 count;
    u8 kinds; // of its cells and of the stones that border it, combined
};

/// Copy a position and its ownership.
void load_board(const LabeledBoards &boards, i64 game, Row<const f32> ownership, StatusScratch &scratch) {
    scratch.set_size(boards.width[game], boards.height[game]);
    u64 base = u64(boards.start[game]);
    scratch.color.before(scratch.cells).fill(BORDER);
    scratch.is_dead.before(scratch.cells).fill(false);
    copy_to_cells(boards.stones, base, scratch, scratch.color);
    copy_to_cells(ownership, base, scratch, scratch.ownership);
}

/// List a chain's cells and the ownership of its points.
void add_chain(u64 first, StatusScratch &scratch) {
    scratch.chains[scratch.chain_count++] = first;
    u8 own = scratch.color[first];
    scratch.kind[first] = BORDER;
    scratch.queue[0] = first;
    u64 count = 1;
    f64 total = 0;
    for (u64 visited = 0; visited < count; visited++) {
        u64 cell = scratch.queue[visited];
        total += scratch.ownership[cell];
        for (u64 neighbor : adjacent(cell, scratch.stride)) { // without branches, which are not predictable
            u8 &kind = scratch.kind[neighbor];
            bool is_new = kind == own;
            kind = is_new ? BORDER : kind;
            scratch.queue[count] = neighbor;
            count += is_new;
        }
    }
    f64 black = total / f64(count);
    f64 share = own == BLACK ? black : 1.0 - black;
    for (u64 cell : scratch.queue.before(count)) {
        scratch.chain[cell] = i64(first);
        scratch.share[cell] = share;
    }
}

/// Find the chains and the share of its points that each owns.
void find_chains(StatusScratch &scratch) {
    scratch.chain_count = 0;
    for (u64 cell = 0; cell < scratch.cells; cell++) {
        scratch.kind[cell] = scratch.color[cell];
        scratch.chain[cell] = NO_CHAIN;
        scratch.share[cell] = 1.0;
    }
    for (u64 cell = scratch.first_cell; cell < scratch.end_cell; cell++) {
        if (is_stone(scratch.kind[cell])) {
            add_chain(cell, scratch);
        }
    }
}

/// Write the kind of each cell: its colour, if that is of a dead stone, and if the status is uncertain.
void write_kinds(f64 certain_from, StatusScratch &scratch) {
    for (u64 cell = 0; cell < scratch.cells; cell++) {
        bool is_dead = scratch.is_dead[cell];
        f64 share = scratch.share[cell];
        bool is_certain = is_dead ? share <= 1.0 - certain_from : share >= certain_from;
        u8 color = scratch.color[cell];
        scratch.kind[cell] = u8((is_dead ? color << DEAD_SHIFT : color) | (is_certain ? 0 : UNCERTAIN));
    }
}

/// List the cells of the area at a cell, and mark them as visited.
DeadArea follow_area(u64 first, StatusScratch &scratch) {
    DeadArea area = {1, scratch.kind[first]};
    scratch.kind[first] |= VISITED;
    scratch.queue[0] = first;
    for (u64 visited = 0; visited < area.count; visited++) {
        for (u64 neighbor : adjacent(scratch.queue[visited], scratch.stride)) { // without branches, as in `add_chain`
            u8 &kind = scratch.kind[neighbor];
            area.kinds |= kind;
            bool is_new = (kind & CLOSED) == 0;
            kind |= is_new ? VISITED : 0;
            scratch.queue[area.count] = neighbor;
            area.count += is_new;
        }
    }
    return area;
}

/// Write the owner of each cell, and the certain one.
///
/// The owner of a stone is certain if it certainly lives. The owner of an area is certain if only such stones border
/// it, and if all dead stones in it are certainly dead.
void write_owners(f64 certain_from, StatusScratch &scratch) {
    write_kinds(certain_from, scratch);
    for (u64 cell = 0; cell < scratch.cells; cell++) {
        u8 color = scratch.kind[cell] & STONE;
        scratch.owner[cell] = color;
        scratch.certain_owner[cell] = scratch.kind[cell] & UNCERTAIN ? 0 : color;
    }
    for (u64 first = scratch.first_cell; first < scratch.end_cell; first++) {
        if (scratch.kind[first] & CLOSED) {
            continue;
        }
        DeadArea area = follow_area(first, scratch);
        u8 border = area.kinds & STONE;
        if (!is_stone(border)) {
            continue;
        }
        u8 certain_owner = area.kinds & UNCERTAIN ? 0 : border;
        for (u64 cell : scratch.queue.before(area.count)) {
            scratch.owner[cell] = border;
            scratch.certain_owner[cell] = certain_owner;
        }
    }
}

/// The chain with the least certain status.
struct LeastCertain {
    i64 chain;
    f64 distance; // of its share from one half

    void update(const StatusScratch &scratch, u64 cell) {
        f64 other = std::abs(scratch.share[cell] - 0.5);
        if (other < distance) {
            chain = scratch.chain[cell];
            distance = other;
        }
    }
};

/// Return the least certain chain of an area that dead stones share with living ones of their colour, or NO_CHAIN.
///
/// An area without living stones around it is inconsistent, too. With `should_revive`, dead stones of the area that
/// have no captor become alive.
i64 find_contradiction(f64 certain_from, bool should_revive, StatusScratch &scratch) {
    write_kinds(certain_from, scratch);
    for (u64 first = scratch.first_cell; first < scratch.end_cell; first++) {
        if (!scratch.is_dead[first] || scratch.kind[first] & VISITED) {
            continue;
        }
        DeadArea area = follow_area(first, scratch);
        u8 border = area.kinds & STONE, dead_colors = (area.kinds >> DEAD_SHIFT) & STONE;
        u8 shared = border & dead_colors;
        if (!shared && border) {
            continue;
        }
        LeastCertain least = {NO_CHAIN, 2.0};
        for (u64 cell : scratch.queue.before(area.count)) {
            if (scratch.is_dead[cell] && (scratch.color[cell] & shared || !border)) {
                if (should_revive) {
                    scratch.is_dead[cell] = false;
                }
                least.update(scratch, cell);
            }
            for (u64 neighbor : adjacent(cell, scratch.stride)) {
                u8 color = scratch.color[neighbor];
                if (is_stone(color) && !scratch.is_dead[neighbor] && color & shared) {
                    least.update(scratch, neighbor);
                }
            }
        }
        return least.chain;
    }
    return NO_CHAIN;
}

/// Change statuses until all dead stones lie in territory of the opponent. Return the number of changes.
i32 make_consistent(f64 certain_from, StatusScratch &scratch) {
    i32 changes = 0;
    scratch.is_flipped.before(scratch.cells).fill(false);
    for (i32 round = 0; round < MAX_FLIPS; round++) {
        i64 chain = find_contradiction(certain_from, false, scratch);
        if (chain == NO_CHAIN) {
            return changes;
        }
        if (scratch.is_flipped[chain]) {
            break;
        }
        changes++;
        scratch.is_flipped[chain] = true;
        for (u64 cell = scratch.first_cell; cell < scratch.end_cell; cell++) {
            if (scratch.chain[cell] == chain) {
                scratch.is_dead[cell] = !scratch.is_dead[cell];
            }
        }
    }
    while (find_contradiction(certain_from, true, scratch) != NO_CHAIN) {
        changes++;
    }
    return changes;
}

/// Mark the chains that own too little. Return true if there are any.
bool mark_dead(f64 dead_below, StatusScratch &scratch) {
    bool has_dead = false;
    for (u64 cell = scratch.first_cell; cell < scratch.end_cell; cell++) {
        scratch.is_dead[cell] = scratch.chain[cell] != NO_CHAIN && scratch.share[cell] < dead_below;
        has_dead |= scratch.is_dead[cell] != 0;
    }
    return has_dead;
}

/// Return the probability that all statuses are right, if shares are probabilities and chains independent.
f64 joint_probability(const StatusScratch &scratch) {
    f64 probability = 1.0;
    for (u64 number = 0; number < scratch.chain_count; number++) {
        u64 chain = scratch.chains[number];
        probability *= scratch.is_dead[chain] ? 1.0 - scratch.share[chain] : scratch.share[chain];
    }
    return probability;
}

} // namespace

void determine_chain_statuses(
    const LabeledBoards &boards,
    Row<const f32> ownership,
    f64 dead_below,
    f64 certain_from,
    const ChainStatuses &statuses
) {
    Owned<StatusScratch> owned;
    StatusScratch &scratch = *owned;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        load_board(boards, game, ownership, scratch);
        find_chains(scratch);
        if (mark_dead(dead_below, scratch)) {
            statuses.flipped[game] = make_consistent(certain_from, scratch);
        }
        statuses.joint_probability[game] = f32(joint_probability(scratch));
        write_owners(certain_from, scratch);
        u64 base = u64(boards.start[game]);
        copy_to_points(scratch.share, scratch, statuses.shares, base);
        copy_to_points(scratch.is_dead, scratch, statuses.dead, base);
        copy_to_points(scratch.owner, scratch, statuses.owners, base);
        copy_to_points(scratch.certain_owner, scratch, statuses.certain_owner, base);
    }
}
