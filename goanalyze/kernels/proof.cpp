// Proven life and death: safe chains and the territory that they secure, without a guess.
#include "interface.hpp"
#include "pass_alive.hpp"
#include "safety.hpp"

namespace {

/// Proven statuses of a position, by cell.
struct CellProofs {
    Grid<Proof> proof;
    Grid<u8> owner;            // proven owner, or EMPTY
    Grid<bool> locally_proven; // proven by small eyes and by replies only
};

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
    Fixed<Grid<bool>, 3> is_safe; // by colour and cell: true for safe stones
    Grid<bool> is_contested;      // points from which no territory follows
    CellProofs proofs;
    Division division;
    EyeCount eye_count;
    LocalProof local_proof;
    Grid<Area> area;
    Grid<i32> queue;
};

/// Copy a position, and clear its proofs.
void load_board(const LabeledBoards &boards, i64 game, Row<const bool> is_excluded, ProofScratch &scratch) {
    ProofBoard &board = scratch.board;
    board.set_size(boards.width[game], boards.height[game]);
    u64 base = u64(boards.start[game]);
    board.color.before(board.cells).fill(BORDER);
    copy_to_cells(boards.stones, base, board, board.color);
    copy_to_cells(is_excluded, base, board, board.is_excluded);
    for (Grid<bool> &is_safe : scratch.is_safe) {
        is_safe.before(board.cells).fill(false);
    }
    scratch.proofs.proof.before(board.cells).fill(Proof::UNKNOWN);
    scratch.proofs.owner.before(board.cells).fill(EMPTY);
    scratch.proofs.locally_proven.before(board.cells).fill(false);
}

/// Store a proof of a cell. If it is new, it may depend on replies.
void store_proof(CellProofs &proofs, u64 cell, Proof proof, u8 owner, bool needs_replies) {
    proofs.locally_proven[cell] |= needs_replies && proofs.proof[cell] != proof;
    proofs.proof[cell] = proof;
    proofs.owner[cell] = owner;
}

/// Store the safe stones of the player, and mark the kind of each cell.
void store_safe_stones(const ProofBoard &board, const Grid<bool> &is_open, bool needs_replies, ProofScratch &scratch) {
    scratch.area.before(board.cells).fill(EDGE);
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        if (board.color[cell] == BORDER) {
            continue;
        }
        if (scratch.is_safe[board.player][cell]) {
            scratch.area[cell] = SAFE;
            store_proof(scratch.proofs, cell, Proof::ALIVE, board.player, needs_replies);
        } else {
            scratch.area[cell] = is_open[cell] ? OPEN : UNVISITED;
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
    scratch.queue[0] = i32(first);
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
                scratch.queue[result.count++] = i32(neighbor);
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
/// `needs_replies` is true if the stones are safe by small eyes or replies. Areas are open where `is_open` is true.
void secure_territory(const ProofBoard &board, const Grid<bool> &is_open, bool needs_replies, ProofScratch &scratch) {
    store_safe_stones(board, is_open, needs_replies, scratch);
    for (u64 first = board.first_cell; first < board.end_cell; first++) {
        if (scratch.area[first] != UNVISITED) {
            continue;
        }
        FollowedArea area = follow_area(first, board.stride, scratch);
        for (i32 cell : scratch.queue.before(area.count)) {
            if (area.is_open) {
                scratch.area[cell] = OPEN;
                continue;
            }
            u8 color = board.color[cell];
            Proof proof = color == EMPTY ? Proof::TERRITORY : color == board.player ? Proof::ALIVE : Proof::DEAD;
            store_proof(scratch.proofs, u64(cell), proof, board.player, needs_replies);
        }
    }
}

/// Prove the chains of one colour and their territory.
void prove_color(u8 player, bool has_replies, i64 largest_region, ProofScratch &scratch) {
    ProofBoard &board = scratch.board;
    Division &division = scratch.division;
    Grid<bool> &is_safe = scratch.is_safe[player];
    board.player = player;
    if (!divide_board(board, division)) {
        return;
    }
    if (has_replies) {
        link_chains(board, division);
    }
    EyeCount &count = scratch.eye_count;
    pair_regions_with_blocks(board, division, has_replies, count);
    for (bool has_small_eyes : {false, true}) {
        if (has_small_eyes && !count.has_small_eyes) {
            continue;
        }
        if (mark_safe_blocks(board, division, has_small_eyes, count, is_safe)) {
            secure_territory(board, board.is_excluded, has_small_eyes, scratch);
        }
    }
    if (!has_replies) {
        return;
    }
    scratch.is_contested = board.is_excluded;
    if (add_locally_safe_blocks(board, division, largest_region, is_safe, scratch.is_contested, scratch.local_proof)) {
        secure_territory(board, scratch.is_contested, true, scratch);
    }
}

/// Mark the empty points that are adjacent to safe stones of both colours. Return true if no point is unknown.
bool mark_dame(const ProofBoard &board, ProofScratch &scratch) {
    bool is_proven = true;
    Grid<Proof> &proof = scratch.proofs.proof;
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        if (board.color[cell] == BORDER) {
            continue;
        }
        if (board.color[cell] == EMPTY && !board.is_excluded[cell]) {
            u8 adjacent_colors = 0;
            for (u64 neighbor : adjacent(cell, board.stride)) {
                u8 color = board.color[neighbor];
                adjacent_colors |= is_stone(color) && scratch.is_safe[color][neighbor] ? color : EMPTY;
            }
            if (adjacent_colors == (BLACK | WHITE)) {
                proof[cell] = Proof::DAME;
            }
        }
        is_proven &= proof[cell] != Proof::UNKNOWN;
    }
    return is_proven;
}

} // namespace

void prove_statuses(
    const LabeledBoards &boards,
    bool has_replies,
    i64 largest_region,
    Row<const bool> is_excluded,
    const ProvenStatuses &statuses
) {
    Owned<ProofScratch> scratch;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        load_board(boards, game, is_excluded, *scratch);
        for (u8 player : {BLACK, WHITE}) {
            prove_color(player, has_replies, min(largest_region, MAX_REGION_POINTS), *scratch);
        }
        const ProofBoard &board = scratch->board;
        const CellProofs &proofs = scratch->proofs;
        statuses.is_proven[game] = mark_dame(board, *scratch);
        u64 base = u64(boards.start[game]);
        copy_to_points(proofs.proof, board, statuses.proof, base);
        copy_to_points(proofs.owner, board, statuses.owner, base);
        copy_to_points(proofs.locally_proven, board, statuses.locally_proven, base);
    }
}
