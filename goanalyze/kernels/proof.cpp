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
struct ProofScratch {
    ProofBoard board;
    Grid<bool> is_safe; // by first cell of a chain
    SafetyProof proof;
    Grid<Area> area;
    Grid<u16> queue;
    u64 base;         // index of the position's first point
    i64 known_points; // points with a proof
};

/// List the contacts of empty regions and chains, a few of them more than once.
void list_contacts(ProofScratch &scratch) {
    ProofBoard &board = scratch.board;
    Grid<u16> &last_region = scratch.queue; // of a chain
    for (u32 cell : board.first_cells.row()) {
        last_region[cell] = 0;
    }
    board.contact_count = 0;
    for (u32 cell : board.empty_cells.row()) {
        if (!(board.around[cell] & (BLACK | WHITE))) {
            continue;
        }
        for (u64 neighbor : adjacent(cell, board.stride)) {
            u16 region = board.first[cell], chain = board.first[neighbor];
            if (is_stone(board.color[neighbor]) && last_region[chain] != region) {
                last_region[chain] = region;
                board.contacts[board.contact_count++] = {region, chain};
            }
        }
    }
}

/// Load a position.
void load_board(const LabeledBoards &boards, i64 game, Row<const bool> is_excluded, ProofScratch &scratch) {
    ProofBoard &board = scratch.board;
    board.load(boards, game);
    scratch.base = u64(boards.start[game]);
    scratch.known_points = 0;
    Row<const bool> excluded = is_excluded.slice(scratch.base, boards.start[game + 1]);
    board.has_excluded = std::find(excluded.begin(), excluded.end(), true) != excluded.end();
    copy_to_cells(is_excluded, scratch.base, board, board.is_excluded);
    // Only cells of the board are read, and their neighbors are cells. Without checks the loop is vectorized.
    const u8 *color = board.color.items;
    u8 *around = board.around.items;
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        around[cell] = u8(color[cell - 1] | color[cell + 1] | color[cell - board.stride] | color[cell + board.stride]);
    }
    u16 cells = 0;
    for (u32 cell : board.first_cells.row()) {
        board.end[cell] = cells;
        cells = u16(cells + board.components[cell].size);
        scratch.is_safe[cell] = false;
    }
    board.empty_cells.size = 0;
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        if (board.color[cell] != BORDER) {
            board.component_cells[board.end[board.first[cell]]++] = u16(cell);
        }
        if (board.color[cell] == EMPTY) {
            board.empty_cells.add(cell);
        }
    }
    list_contacts(scratch);
}

/// Store a proof of a cell. If it is new, it may depend on replies.
void store_proof(ProofScratch &scratch, const ProvenStatuses &statuses, u64 cell, Proof proof, bool needs_replies) {
    u64 point = scratch.base + scratch.board.point_of[cell];
    scratch.known_points += statuses.proof[point] == u8(Proof::UNKNOWN);
    statuses.locally_proven[point] |= needs_replies && statuses.proof[point] != u8(proof);
    statuses.proof[point] = u8(proof);
    statuses.owner[point] = proof == Proof::DAME ? statuses.owner[point] : scratch.board.player;
}

/// Mark the kind of each cell, and store the player's safe stones.
void mark_areas(ProofScratch &scratch, const ProvenStatuses &statuses, bool needs_replies) {
    const ProofBoard &board = scratch.board;
    scratch.area.before(board.cells).fill(EDGE);
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        if (board.color[cell] == BORDER) {
            continue;
        }
        if (board.color[cell] == board.player && scratch.is_safe[board.first[cell]]) {
            scratch.area[cell] = SAFE;
            store_proof(scratch, statuses, cell, Proof::ALIVE, needs_replies);
        } else {
            scratch.area[cell] = board.is_excluded[cell] ? OPEN : UNVISITED;
        }
    }
    for (i64 number = 0; needs_replies && number < scratch.proof.list.region_count; number++) {
        if (is_contested(board, scratch.proof, number)) {
            for (u16 cell : scratch.proof.list.cells_of(scratch.proof.list.regions[number])) {
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
    const ProofBoard &board = scratch.board;
    mark_areas(scratch, statuses, needs_replies);
    for (u64 first = board.first_cell; first < board.end_cell; first++) {
        if (scratch.area[first] != UNVISITED) {
            continue;
        }
        FollowedArea area = follow_area(first, board.stride, scratch);
        for (u16 cell : scratch.queue.before(area.count)) {
            if (area.is_open) {
                scratch.area[cell] = OPEN;
                continue;
            }
            u8 color = board.color[cell];
            Proof proof = color == EMPTY ? Proof::TERRITORY : color == board.player ? Proof::ALIVE : Proof::DEAD;
            store_proof(scratch, statuses, cell, proof, needs_replies);
        }
    }
}

/// Prove the chains of one colour and their territory.
void prove_color(u8 player, i64 largest_region, ProofScratch &scratch, const ProvenStatuses &statuses) {
    ProofBoard &board = scratch.board;
    RegionList &list = scratch.proof.list;
    bool has_replies = largest_region > 0;
    board.player = player;
    list_regions(board, largest_region, list);
    if (list.pair_count == 0) {
        return;
    }
    if (has_replies) {
        link_chains(board, list);
    }
    for (bool needs_replies : {false, true}) {
        bool can_prove = needs_replies ? has_replies : list.eye_count >= 2;
        if (can_prove && mark_safe_chains(board, needs_replies, scratch.proof, scratch.is_safe)) {
            secure_territory(scratch, statuses, needs_replies);
        }
    }
}

/// Mark the empty points that are adjacent to safe stones of both colours.
void mark_dame(ProofScratch &scratch, const ProvenStatuses &statuses) {
    const ProofBoard &board = scratch.board;
    for (u32 cell : board.empty_cells.row()) {
        if ((board.around[cell] & (BLACK | WHITE)) != (BLACK | WHITE) || board.is_excluded[cell]) {
            continue;
        }
        u8 adjacent_colors = 0;
        for (u64 neighbor : adjacent(cell, board.stride)) {
            u8 color = board.color[neighbor];
            adjacent_colors |= is_stone(color) && scratch.is_safe[board.first[neighbor]] ? color : EMPTY;
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
    scratch->proof.search.most_positions = min(most_positions, MAX_REPLY_POSITIONS);
    for_each_position(boards, [&](i64 game, u64) {
        load_board(boards, game, is_excluded, *scratch);
        for (u8 player : {BLACK, WHITE}) {
            prove_color(player, min(largest_region, MAX_REGION_POINTS), *scratch, statuses);
        }
        mark_dame(*scratch, statuses);
        const ProofBoard &board = scratch->board;
        statuses.is_proven[game] = scratch->known_points == i64((board.stride - 1) * board.rows);
    });
}
