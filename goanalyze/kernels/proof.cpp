// Proven life and death: safe chains and the territory that they secure, without a guess.
#include "safety.hpp"

namespace {

/// Kinds of cells in the search for secure territory.
enum Area : u8 {
    UNVISITED, // not yet part of an area
    CURRENT,   // part of the area that is followed, or of a secured one
    OPEN,      // part of an area in which the opponent may live
    SAFE,      // safe stone
    EDGE       // off the board
};

/// Work arrays of a call.
struct ProofScratch : SafetyProof {
    Grid<Area> area;
    Grid<u16> queue;
    u64 base;         // index of the position's first point
    i64 known_points; // points with a proof
};

/// Store a proof of a cell. If it is new, it may depend on replies.
void store_proof(ProofScratch &scratch, const ProvenStatuses &statuses, u64 cell, Proof proof, bool needs_replies) {
    u64 point = scratch.base + scratch.point_of[cell];
    scratch.known_points += statuses.proof[point] == u8(Proof::UNKNOWN);
    statuses.locally_proven[point] |= needs_replies && statuses.proof[point] != u8(proof);
    statuses.proof[point] = u8(proof);
    statuses.owner[point] = proof == Proof::DAME ? statuses.owner[point] : scratch.player;
}

/// Mark the kind of each cell, and store the player's safe stones.
void mark_areas(ProofScratch &scratch, const ProvenStatuses &statuses, bool needs_replies) {
    scratch.area.before(scratch.cells).fill(EDGE);
    for (u64 cell = scratch.first_cell; cell < scratch.end_cell; cell++) {
        if (scratch.color[cell] == BORDER) {
            continue;
        }
        if (scratch.color[cell] == scratch.player && scratch.is_safe[scratch.first[cell]]) {
            scratch.area[cell] = SAFE;
            store_proof(scratch, statuses, cell, Proof::ALIVE, needs_replies);
        } else {
            scratch.area[cell] = scratch.is_excluded[cell] ? OPEN : UNVISITED;
        }
    }
    for (u32 number : scratch.live.row()) {
        if (needs_replies && is_contested(scratch, number)) {
            for (u16 cell : scratch.cells_of(scratch.regions[number])) {
                scratch.area[cell] = OPEN;
            }
        }
    }
}

/// An area without safe stones; its cells are listed in `ProofScratch::queue`.
struct FollowedArea {
    u64 count;
    bool is_open; // the opponent may live there
};

/// Follow an area until it is known to be open, or as a whole.
///
/// It is open if it has two points that are not adjacent to each other and touch no safe stone, or if it is connected
/// to an open one.
FollowedArea follow_area(u64 first, u64 stride, ProofScratch &scratch) {
    scratch.queue[0] = u16(first);
    scratch.area[first] = CURRENT;
    FollowedArea result = {1, false};
    i64 inner_count = 0, last_inner = 0;
    for (u64 visited = 0; visited < result.count && !result.is_open; visited++) {
        u64 cell = u64(scratch.queue[visited]);
        bool touches_safe = false;
        for (u64 neighbor : adjacent_in_order(cell, stride)) {
            Area &area = scratch.area[neighbor];
            touches_safe |= area == SAFE;
            result.is_open |= area == OPEN;
            if (area == UNVISITED) {
                area = CURRENT;
                scratch.queue[result.count++] = u16(neighbor);
            }
        }
        if (!touches_safe) {
            // Of three points, two are not adjacent.
            i64 distance = std::abs(i64(cell) - last_inner);
            bool is_apart = distance != 1 && distance != i64(stride);
            result.is_open |= inner_count >= 2 || (inner_count == 1 && is_apart);
            inner_count++;
            last_inner = i64(cell);
        }
    }
    return result;
}

/// Store the player's safe stones, and the areas between them in which the opponent has no room for two eyes.
///
/// `needs_replies` is true if the stones are safe by replies.
void secure_territory(ProofScratch &scratch, const ProvenStatuses &statuses, bool needs_replies) {
    mark_areas(scratch, statuses, needs_replies);
    for (u64 first = scratch.first_cell; first < scratch.end_cell; first++) {
        if (scratch.area[first] != UNVISITED) {
            continue;
        }
        FollowedArea area = follow_area(first, scratch.stride, scratch);
        for (u16 cell : scratch.queue.before(area.count)) {
            if (area.is_open) {
                scratch.area[cell] = OPEN;
                continue;
            }
            u8 color = scratch.color[cell];
            Proof proof = color == EMPTY ? Proof::TERRITORY : color == scratch.player ? Proof::ALIVE : Proof::DEAD;
            store_proof(scratch, statuses, cell, proof, needs_replies);
        }
    }
}

/// Prove the chains of one colour and their territory.
void prove_color(ProofScratch &scratch, const ProvenStatuses &statuses, u8 player, i64 largest_region) {
    list_regions(scratch, player, largest_region);
    if (scratch.pair_count == 0) {
        return;
    }
    bool has_replies = largest_region > 0;
    if (has_replies) {
        link_chains(scratch);
    }
    if (scratch.eye_count >= 2 && mark_safe_chains(scratch, false)) {
        secure_territory(scratch, statuses, false);
    }
    if (has_replies && mark_safe_chains(scratch, true)) {
        secure_territory(scratch, statuses, true);
    }
}

/// Mark the empty points that are adjacent to safe stones of both colours.
void mark_dame(ProofScratch &scratch, const ProvenStatuses &statuses) {
    for (u32 cell : scratch.empty_cells.row()) {
        if ((scratch.around[cell] & (BLACK | WHITE)) != (BLACK | WHITE) || scratch.is_excluded[cell]) {
            continue;
        }
        u8 adjacent_colors = 0;
        for (u64 neighbor : adjacent(cell, scratch.stride)) {
            u8 color = scratch.color[neighbor];
            adjacent_colors |= is_stone(color) && scratch.is_safe[scratch.first[neighbor]] ? color : EMPTY;
        }
        if (adjacent_colors == (BLACK | WHITE)) {
            store_proof(scratch, statuses, cell, Proof::DAME, false);
        }
    }
}

} // namespace

void prove_statuses(
    const LabeledBoards &boards,
    i64 largest_region,
    i64 most_positions,
    Row<const bool> is_excluded,
    const ProvenStatuses &statuses
) {
    Owned<ProofScratch> scratch;
    scratch->search.most_positions = min(most_positions, MAX_REPLY_POSITIONS);
    for_each_position(boards, [&](i64 game, u64 base) {
        scratch->load(boards, game, is_excluded);
        scratch->base = base;
        scratch->known_points = 0;
        for (u32 cell : scratch->first_cells.row()) {
            scratch->is_safe[cell] = false;
        }
        for (u8 player : {BLACK, WHITE}) {
            prove_color(*scratch, statuses, player, min(largest_region, MAX_REGION_POINTS));
        }
        mark_dame(*scratch, statuses);
        statuses.is_proven[game] = scratch->known_points == i64((scratch->stride - 1) * scratch->rows);
    });
}
