// The regions of a position between the chains of one colour, and the links of these chains.
#include "proof_regions.hpp"

namespace {

constexpr u16 ANY_REGION = 1, NO_LINK = 0; // scopes of links; else both liberties lie in the region of that cell

/// Return the representative of a part of a region.
u16 find_region(Grid<RegionPart> &parts, u16 part) {
    while (parts[part].parent != part) {
        parts[part].parent = parts[parts[part].parent].parent;
        part = parts[part].parent;
    }
    return part;
}

/// Join the parts of regions: chains of the opponent and the empty points adjacent to them.
void join_parts(const ProofBoard &board, RegionList &list) {
    Grid<RegionPart> &parts = list.parts;
    u8 opponent = opponent_of(board.player);
    for (u32 cell : board.first_cells.cells.before(board.first_cells.size)) {
        const Component &component = board.components[cell];
        u16 empty = board.color[cell] == EMPTY ? component.size : u16(0);
        parts[cell] = {u16(cell), component.size, empty, false, false, false, -1};
    }
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        u8 color = board.color[cell];
        if (color == BORDER || color == board.player) {
            continue;
        }
        RegionPart &part = parts[board.first[cell]];
        bool is_untouched = !(board.around[cell] & board.player);
        part.has_untouched |= is_untouched;
        part.has_inner |= is_untouched && color == EMPTY;
        part.is_excluded |= board.is_excluded[cell];
        if (color == EMPTY && board.around[cell] & opponent) {
            for (u64 neighbor : adjacent(cell, board.stride)) {
                if (board.color[neighbor] == opponent) {
                    u16 first = find_region(parts, board.first[cell]), second = find_region(parts, board.first[neighbor]);
                    parts[max(first, second)].parent = min(first, second);
                }
            }
        }
    }
    for (u32 cell : board.first_cells.cells.before(board.first_cells.size)) {
        u16 root = find_region(parts, u16(cell));
        if (board.color[cell] != board.player && root != cell) {
            const RegionPart &part = parts[cell];
            RegionPart &region = parts[root];
            region.size = u16(region.size + part.size);
            region.empty = u16(region.empty + part.empty);
            region.has_untouched |= part.has_untouched;
            region.has_inner |= part.has_inner;
            region.is_excluded |= part.is_excluded;
        }
    }
}

/// List the chains around a region, and the points that each of them touches.
void list_chains(const ProofBoard &board, RegionList &list, Region &region) {
    region.first_pair = list.pair_count;
    u64 point = 1;
    for (u16 cell : list.cells_of(region)) {
        (board.color[cell] == EMPTY ? region.empty : region.opponent) |= point;
        if (board.around[cell] & board.player) {
            for (u64 neighbor : adjacent_in_order(cell, board.stride)) {
                if (board.color[neighbor] != board.player) {
                    continue;
                }
                u16 chain = board.first[neighbor];
                i64 index = region.first_pair;
                while (index < list.pair_count && list.pairs[index].block != chain) {
                    index++;
                }
                if (index == list.pair_count) {
                    list.pairs[list.pair_count++] = {chain, 0};
                }
                list.pairs[index].touched |= point;
            }
        }
        point <<= 1;
    }
    region.chains = list.pair_count - region.first_pair;
}

/// Return the links that the liberties in a region may serve.
u16 link_scope(const RegionPart &region) {
    if (region.is_excluded) {
        return NO_LINK;
    }
    return region.has_inner || region.size > MAX_REGION_POINTS ? ANY_REGION : region.empty == region.size ? region.parent : NO_LINK;
}

/// Link two chains by a liberty that they share, or let it wait for a second one.
void link_pair(RegionList &list, u16 liberty, u16 scope, u16 first, u16 second) {
    if (list.has_link[liberty] || find_root(list.linked, first) == find_root(list.linked, second)) {
        return;
    }
    i16 number = list.first_waiting[first];
    while (number >= 0 && (list.waiting[number].chain != second || list.waiting[number].scope != scope)) {
        number = list.waiting[number].next;
    }
    if (number < 0) {
        list.waiting[list.waiting_count] = {second, scope, liberty, list.first_waiting[first]};
        list.first_waiting[first] = i16(list.waiting_count++);
        return;
    }
    u16 &waiting = list.waiting[number].point;
    if (list.has_link[waiting]) {
        waiting = liberty;
    } else {
        list.has_link[liberty] = list.has_link[waiting] = true;
        list.links[list.link_count++] = {first, second, {{waiting, liberty}}};
        unite(list.linked, first, second);
    }
}

/// Link the chains of the player around a liberty.
void link_around(const ProofBoard &board, RegionList &list, u64 cell, u16 scope) {
    Fixed<u16, 4> chains;
    i64 count = 0;
    for (u64 neighbor : adjacent(cell, board.stride)) {
        if (board.color[neighbor] == board.player) {
            chains[count++] = board.first[neighbor];
        }
    }
    chains.before(count).sort();
    count = std::unique(chains.begin(), chains.begin() + count) - chains.begin();
    for (i64 first = 0; first < count; first++) {
        for (i64 second = first + 1; second < count; second++) {
            link_pair(list, u16(cell), scope, chains[first], chains[second]);
        }
    }
}

} // namespace

void list_regions(const ProofBoard &board, i64 largest, RegionList &list) {
    join_parts(board, list);
    list.largest = largest;
    list.region_count = list.cell_count = list.pair_count = list.link_count = 0;
    for (u32 cell : board.first_cells.cells.before(board.first_cells.size)) {
        RegionPart &part = list.parts[cell];
        if (board.color[cell] == board.player) {
            continue;
        }
        if (part.parent != cell) {
            part.number = list.parts[find_region(list.parts, u16(cell))].number; // its first cell comes before
            continue;
        }
        bool can_be_eye = part.empty > 0 && part.size <= (part.has_untouched ? largest : MAX_REGION_POINTS);
        if (can_be_eye && !part.is_excluded) {
            part.number = i16(list.region_count);
            list.regions[list.region_count++] = {0, list.cell_count, 0, 0, 0, 0};
            list.cell_count += part.size;
        }
    }
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        u8 color = board.color[cell];
        if (color == BORDER || color == board.player) {
            continue;
        }
        i16 number = list.parts[board.first[cell]].number;
        if (number >= 0) {
            Region &region = list.regions[number];
            list.cells[region.first_cell + region.size++] = u16(cell);
        }
    }
    for (Region &region : list.all()) {
        list_chains(board, list, region);
    }
}

void link_chains(const ProofBoard &board, RegionList &list) {
    for (u32 cell : board.first_cells.cells.before(board.first_cells.size)) {
        list.linked[cell] = u16(cell);
        list.first_waiting[cell] = -1;
    }
    list.has_link.before(board.cells).fill(false);
    list.waiting_count = 0;
    for (u64 cell = board.first_cell; cell < board.end_cell; cell++) {
        if (board.color[cell] == EMPTY && board.around[cell] & board.player) {
            if (u16 scope = link_scope(list.parts[find_region(list.parts, board.first[cell])])) {
                link_around(board, list, cell, scope);
            }
        }
    }
}
