// The statuses of chains from the ownership of their points, made consistent.
//
// A chain is dead if its side owns too small a share of its points. Then areas are made consistent: dead stones lie in
// territory of the opponent, or are not dead. Nothing is played here.
#include "chain_status.hpp"

namespace {

constexpr u8 STONE = BLACK | WHITE;
constexpr u8 VISITED = 8, UNCERTAIN = 16; // bits of a cell, in addition to its colour or the border
constexpr u8 DEAD_SHIFT = 5;              // colours of dead stones are shifted by this number of bits
constexpr u8 CLOSED = STONE | BORDER | VISITED;
constexpr i32 MAX_FLIPS = 12; // flipped chains of a position, before dead stones without a living captor are revived
constexpr u64 NO_CHAIN = 0;   // the first cell is border

} // namespace

/// An area of the board without its dead stones. Its cells are listed in `StatusBoard::queue`.
struct StatusBoard::Area {
    u64 count;
    u8 kinds; // of its cells and of the stones that border it, combined
};

/// Find the share of its points that each chain owns, and the dead chains.
void StatusBoard::find_shares(Row<const f32> ownership) {
    for (u64 first : board->first_cells.row()) {
        total[first] = 0;
    }
    for (u64 point = 0; point < u64(ownership.size); point++) {
        total[board->first[board->cell_of[point]]] += f64(ownership[point]);
    }
    for (u64 first : board->first_cells.row()) {
        f64 black = total[first] / f64(board->components[first].size);
        share[first] = board->color[first] == EMPTY ? 1.0 : board->color[first] == BLACK ? black : 1.0 - black;
        dead[first] = is_stone(board->color[first]) && share[first] < thresholds.dead_below;
    }
}

/// Write the kind of each cell: its colour, if that is of a dead stone, and if the status is uncertain.
void StatusBoard::write_kinds() {
    kind_of_chain[0] = BORDER;
    for (u64 first : board->first_cells.row()) {
        u8 color = board->color[first];
        bool is_certain =
            dead[first] ? share[first] <= 1.0 - thresholds.certain_from : share[first] >= thresholds.certain_from;
        kind_of_chain[first] = u8((dead[first] ? color << DEAD_SHIFT : color) | (is_certain ? 0 : UNCERTAIN));
    }
    for (u64 cell = 0; cell < board->cells; cell++) {
        kind[cell] = kind_of_chain[board->first[cell]];
    }
}

/// List the cells of the area at a cell, and mark them as visited.
StatusBoard::Area StatusBoard::follow_area(u64 first_cell) {
    Area area = {1, kind[first_cell]};
    kind[first_cell] |= VISITED;
    queue[0] = first_cell;
    for (u64 visited = 0; visited < area.count; visited++) {
        for (u64 neighbor : adjacent(queue[visited], board->stride)) { // without branches, which are not predictable
            u8 &neighbor_kind = kind[neighbor];
            area.kinds |= neighbor_kind;
            bool is_new = (neighbor_kind & CLOSED) == 0;
            neighbor_kind |= is_new ? VISITED : 0;
            queue[area.count] = neighbor;
            area.count += is_new;
        }
    }
    return area;
}

/// Find the owner of each cell, and the certain one.
///
/// The owner of a stone is certain if it certainly lives. The owner of an area is certain if only such stones border
/// it, and if all dead stones in it are certainly dead.
void StatusBoard::find_owners() {
    write_kinds();
    for (u64 cell = 0; cell < board->cells; cell++) {
        u8 color = kind[cell] & STONE;
        owner[cell] = color;
        certain_owner[cell] = kind[cell] & UNCERTAIN ? 0 : color;
    }
    for (u64 first = board->first_cell; first < board->end_cell; first++) {
        if (kind[first] & CLOSED) {
            continue;
        }
        Area area = follow_area(first);
        u8 border = area.kinds & STONE;
        if (!is_stone(border)) {
            continue;
        }
        u8 certain = area.kinds & UNCERTAIN ? 0 : border;
        for (u64 cell : queue.before(area.count)) {
            owner[cell] = border;
            certain_owner[cell] = certain;
        }
    }
}

/// Return the least certain chain of an area that dead stones share with living ones of their colour, or NO_CHAIN.
///
/// An area without living stones around it is inconsistent, too. With `should_revive`, dead stones of the area that
/// have no captor become alive.
u64 StatusBoard::find_contradiction(bool should_revive) {
    write_kinds();
    for (u64 first = board->first_cell; first < board->end_cell; first++) {
        if (!is_dead(first) || kind[first] & VISITED) {
            continue;
        }
        Area area = follow_area(first);
        u8 border = area.kinds & STONE, dead_colors = (area.kinds >> DEAD_SHIFT) & STONE;
        u8 shared = border & dead_colors;
        if (!shared && border) {
            continue;
        }
        u64 least = NO_CHAIN;
        f64 distance = 1.0; // of its share from one half
        auto consider = [&](u64 chain) {
            if (std::abs(share[chain] - 0.5) < distance) {
                least = chain;
                distance = std::abs(share[chain] - 0.5);
            }
        };
        for (u64 cell : queue.before(area.count)) {
            u64 chain = board->first[cell];
            if (dead[chain] && (board->color[cell] & shared || !border)) {
                dead[chain] = !should_revive;
                consider(chain);
            }
            for (u64 neighbor : adjacent(cell, board->stride)) {
                u8 color = board->color[neighbor];
                if (is_stone(color) && !is_dead(neighbor) && color & shared) {
                    consider(board->first[neighbor]);
                }
            }
        }
        return least;
    }
    return NO_CHAIN;
}

/// Change statuses until all dead stones lie in territory of the opponent.
void StatusBoard::make_consistent() {
    is_flipped.before(board->cells).fill(false);
    for (i32 round = 0; round < MAX_FLIPS; round++) {
        u64 chain = find_contradiction(false);
        if (chain == NO_CHAIN) {
            return;
        }
        if (is_flipped[chain]) {
            break;
        }
        flipped++;
        is_flipped[chain] = true;
        dead[chain] = !dead[chain];
    }
    while (find_contradiction(true) != NO_CHAIN) {
        flipped++;
    }
}

void StatusBoard::judge(const LabeledGrid &position, Row<const f32> ownership, const StatusThresholds &limits) {
    board = &position;
    thresholds = limits;
    flipped = 0;
    dead[0] = false;
    find_shares(ownership);
    Row<const u32> chains = board->first_cells.row();
    if (std::any_of(chains.begin(), chains.end(), [&](u32 chain) { return dead[chain]; })) {
        make_consistent();
    }
    find_owners();
}

f32 StatusBoard::joint_probability() const {
    f64 probability = 1.0;
    for (u64 chain : board->first_cells.row()) {
        probability *= dead[chain] ? 1.0 - share[chain] : share[chain];
    }
    return f32(probability);
}

void StatusBoard::write(const StatusRows &rows) const {
    for (u64 point = 0; point < u64(rows.dead.size); point++) {
        u64 cell = board->cell_of[point], chain = board->first[cell];
        rows.shares[point] = f32(share[chain]);
        rows.dead[point] = dead[chain];
        rows.owners[point] = owner[cell];
        rows.certain_owner[point] = certain_owner[cell];
    }
}

void determine_chain_statuses(
    const LabeledBoards &boards,
    Row<const f32> ownership,
    f64 dead_below,
    f64 certain_from,
    const ChainStatuses &statuses
) {
    Owned<LabeledGrid> board;
    Owned<StatusBoard> status;
    for_each_position(boards, [&](i64 game, u64 base) {
        u64 end = u64(boards.start[game + 1]);
        board->load(boards, game);
        status->judge(*board, ownership.slice(base, end), {dead_below, certain_from});
        statuses.flipped[game] = status->flipped;
        statuses.joint_probability[game] = status->joint_probability();
        status->write(
            {statuses.shares.slice(base, end), statuses.dead.slice(base, end), statuses.owners.slice(base, end),
             statuses.certain_owner.slice(base, end)}
        );
    });
}
