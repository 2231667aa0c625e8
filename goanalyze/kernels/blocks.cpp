// The division of a position by the chains of one colour: chains, blocks of chains, and the regions between them.
#include "blocks.hpp"

namespace {

constexpr u8 CHAIN = 1, REGION = 2;          // kinds of cells, as `BORDER`
constexpr i32 ANY_REGION = -1, NO_LINK = -2; // scopes of links; else both liberties lie in the region of that cell

/// Chains adjacent to a point, in ascending order and each once.
struct AdjacentChains {
    Fixed<i32, 4> chains;
    i64 count;

    void insert(i32 chain) {
        for (i32 listed : chains.before(count)) {
            if (listed == chain) {
                return;
            }
        }
        i64 index = count++;
        for (; index > 0 && chains[index - 1] > chain; index--) {
            chains[index] = chains[index - 1];
        }
        chains[index] = chain;
    }
};

/// Return the chains of the player that are adjacent to a cell.
AdjacentChains adjacent_chains(const Division &division, u64 cell, u64 stride) {
    AdjacentChains result{};
    for (u64 neighbor : adjacent(cell, stride)) {
        if (division.chain[neighbor] != NONE) {
            result.insert(division.chain[neighbor]);
        }
    }
    return result;
}

/// Decide if a region can be vital, and which links its liberties may serve.
void assess_region(const ProofBoard &board, Division &division, Row<const i32> cells) {
    i32 size = i32(cells.size), empty = 0;
    bool is_excluded = false, has_inner_point = false; // an inner point is empty and touches no stone of the player
    for (i32 item : cells) {
        u64 cell = u64(item);
        empty += board.color[cell] == EMPTY;
        is_excluded |= board.is_excluded[cell];
        bool is_inner = board.color[cell] == EMPTY;
        for (u64 neighbor : adjacent(cell, board.stride)) {
            is_inner &= board.color[neighbor] != board.player;
        }
        has_inner_point |= is_inner;
    }
    i32 region = cells[0];
    division.vital_size[region] = is_excluded || has_inner_point || empty == 0 ? 0 : size;
    if (is_excluded) {
        division.link_scope[region] = NO_LINK;
    } else if (has_inner_point) {
        division.link_scope[region] = ANY_REGION;
    } else {
        division.link_scope[region] = empty == size ? region : NO_LINK;
    }
}

/// Return the link of two chains that waits for a second liberty of a scope, or NONE.
i32 find_link(const Division &division, i32 first, i32 second, i32 scope) {
    i32 number = division.first_link[first];
    while (number != NONE && (division.links[number].chain != second || division.links[number].scope != scope)) {
        number = division.links[number].next;
    }
    return number;
}

/// Link two chains by a liberty that they share: unite them, or let the liberty wait for a second one.
void link_pair(Division &division, i32 liberty, i32 scope, i32 first, i32 second) {
    if (division.has_link[liberty] || find_root(division.block, first) == find_root(division.block, second)) {
        return;
    }
    i32 number = find_link(division, first, second, scope);
    if (number == NONE) {
        number = division.link_count++;
        division.links[number] = {second, scope, liberty, division.first_link[first]};
        division.first_link[first] = number;
        return;
    }
    i32 &waiting = division.links[number].point;
    if (division.has_link[waiting]) {
        waiting = liberty;
    } else {
        division.has_link[liberty] = division.has_link[waiting] = true;
        unite(division.block, first, second);
    }
}

} // namespace

bool divide_board(const ProofBoard &board, Division &division) {
    for (u64 cell = 0; cell < board.cells; cell++) {
        bool is_own = board.color[cell] == board.player && !board.is_excluded[cell];
        division.kind[cell] = board.color[cell] == BORDER ? BORDER : is_own ? CHAIN : REGION;
        division.chain[cell] = division.region[cell] = NONE;
        division.has_link[cell] = false;
    }
    bool has_chains = false;
    division.cell_count = 0;
    for (u64 first = board.first_cell; first < board.end_cell; first++) {
        u8 kind = division.kind[first];
        if (kind == BORDER || division.chain[first] != NONE || division.region[first] != NONE) {
            continue;
        }
        Row<i32> cells = division.cells.row().from(division.cell_count);
        Grid<i32> &label = kind == CHAIN ? division.chain : division.region;
        u64 size = flood(first, board.stride, division.kind, label, cells);
        division.cell_count += i64(size);
        division.end[first] = i32(division.cell_count);
        if (kind == CHAIN) {
            has_chains = true;
            division.vital_size[first] = 0;
            division.block[first] = i32(first);
        } else {
            assess_region(board, division, cells.before(size));
        }
    }
    return has_chains;
}

void link_chains(const ProofBoard &board, Division &division) {
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        division.first_link[cell] = NONE;
    }
    division.link_count = 0;
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        if (board.color[cell] != EMPTY) {
            continue;
        }
        i32 scope = division.link_scope[division.region[cell]];
        if (scope == NO_LINK) {
            continue;
        }
        AdjacentChains around = adjacent_chains(division, cell, board.stride);
        for (i64 first = 0; first < around.count; first++) {
            for (i64 second = first + 1; second < around.count; second++) {
                link_pair(division, i32(cell), scope, around.chains[first], around.chains[second]);
            }
        }
    }
}
