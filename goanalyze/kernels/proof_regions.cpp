// The regions of a position between the chains of one colour, and the links of these chains.
#include "proof_regions.hpp"

namespace {

/// Return the representative of a part of a region.
u16 find_region(Grid<RegionPart> &parts, u16 part) {
    while (parts[part].parent != part) {
        parts[part].parent = parts[parts[part].parent].parent;
        part = parts[part].parent;
    }
    return part;
}

/// Join the parts of regions: chains of the opponent and the empty regions adjacent to them.
void join_parts(const ProofBoard &board, RegionList &list) {
    Grid<RegionPart> &parts = list.parts;
    list.chains.size = 0;
    for (u32 cell : board.first_cells.row()) {
        u16 size = board.components[cell].size;
        parts[cell] = {u16(cell), size, u16(board.color[cell] == EMPTY ? size : 0), -1, NO_LINK, false};
        if (board.color[cell] == board.player) {
            list.chains.add(cell);
        }
    }
    for (const Contact &contact : board.contacts.before(board.contact_count)) {
        if (board.color[contact.chain] != board.player) {
            u16 first = find_region(parts, contact.region), second = find_region(parts, contact.chain);
            parts[max(first, second)].parent = min(first, second);
        }
    }
    for (u64 cell = board.first_cell; board.has_excluded && cell < board.end_cell; cell++) {
        parts[board.first[cell]].is_excluded |= board.is_excluded[cell];
    }
    for (u32 cell : board.first_cells.row()) {
        u16 root = find_region(parts, u16(cell));
        if (root != cell) {
            RegionPart &region = parts[root], &part = parts[cell];
            region.size = u16(region.size + part.size);
            region.empty = u16(region.empty + part.empty);
            region.is_excluded |= part.is_excluded;
            part.parent = root;
        }
    }
}

/// List the cells of all regions that are small enough for an eye, and number these.
void list_cells(const ProofBoard &board, RegionList &list) {
    for (u32 cell : board.first_cells.row()) {
        RegionPart &part = list.parts[cell];
        part.number = list.parts[part.parent].number; // a region's first cell comes before its others
        bool is_region = part.parent == cell && board.color[cell] != board.player;
        if (is_region && part.size > MAX_REGION_POINTS) {
            part.link_scope = part.is_excluded ? NO_LINK : ANY_REGION;
        } else if (is_region && part.empty > 0 && !part.is_excluded) {
            part.number = i16(list.region_count);
            list.regions[list.region_count++] = {0, list.cell_count, 0, 0, 0, 0};
            list.cell_count += part.size;
        }
        if (part.number >= 0) {
            Region &region = list.regions[part.number];
            for (u16 point : board.cells_of(cell)) {
                list.cells[region.first_cell + region.size++] = point;
            }
        }
    }
}

/// Return the pair of a region and a chain. It is added if it is missing.
AdjacentBlock &find_pair(RegionList &list, const Region &region, u16 chain) {
    for (AdjacentBlock &pair : list.pairs.row().slice(region.first_pair, list.pair_count)) {
        if (pair.block == chain) {
            return pair;
        }
    }
    AdjacentBlock &added = list.pairs[list.pair_count++];
    added = {chain, 0};
    return added;
}

/// List the chains around a region and the points that they touch, if it may be an eye.
void list_chains(const ProofBoard &board, RegionList &list, Region &region) {
    region.first_pair = list.pair_count;
    u64 point = 1, all_touched = 0;
    for (u16 cell : list.cells_of(region)) {
        (board.color[cell] == EMPTY ? region.empty : region.opponent) |= point;
        all_touched |= board.around[cell] & board.player ? point : 0;
        point <<= 1;
    }
    RegionPart &part = list.parts[list.parts[board.first[list.cells[region.first_cell]]].parent];
    bool has_inner = region.empty & ~all_touched;
    part.link_scope = has_inner ? u16(ANY_REGION) : region.opponent ? u16(NO_LINK) : part.parent;
    list.eye_count += all_touched == region.points();
    if (all_touched != region.points() && region.size > list.largest) {
        return;
    }
    for (i64 number = 0; number < region.size; number++) {
        u64 cell = list.cells[region.first_cell + number];
        if (board.around[cell] & board.player) {
            for (u64 neighbor : adjacent(cell, board.stride)) {
                if (board.color[neighbor] == board.player) {
                    find_pair(list, region, board.first[neighbor]).touched |= u64(1) << number;
                }
            }
        }
    }
    region.chains = list.pair_count - region.first_pair;
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
void link_around(const ProofBoard &board, RegionList &list, u64 cell) {
    Fixed<u16, 4> chains; // in ascending order, each once
    i64 count = 0;
    for (u64 neighbor : adjacent(cell, board.stride)) {
        u16 chain = board.first[neighbor];
        Row<u16> listed = chains.before(count);
        if (board.color[neighbor] == board.player && std::find(listed.begin(), listed.end(), chain) == listed.end()) {
            i64 index = count++;
            for (; index > 0 && chains[index - 1] > chain; index--) {
                chains[index] = chains[index - 1];
            }
            chains[index] = chain;
        }
    }
    u16 scope = count < 2 ? u16(NO_LINK) : list.parts[list.parts[board.first[cell]].parent].link_scope;
    for (i64 first = 0; scope != NO_LINK && first < count; first++) {
        for (i64 second = first + 1; second < count; second++) {
            link_pair(list, u16(cell), scope, chains[first], chains[second]);
        }
    }
}

} // namespace

void list_regions(const ProofBoard &board, i64 largest, RegionList &list) {
    join_parts(board, list);
    list.largest = largest;
    list.region_count = list.cell_count = list.pair_count = list.eye_count = list.link_count = 0;
    list_cells(board, list);
    for (Region &region : list.all()) {
        list_chains(board, list, region);
    }
}

void link_chains(const ProofBoard &board, RegionList &list) {
    for (u32 cell : list.chains.row()) {
        list.linked[cell] = u16(cell);
        list.first_waiting[cell] = -1;
    }
    list.waiting_count = 0;
    for (u32 cell : board.empty_cells.row()) {
        list.has_link[cell] = false;
    }
    for (u32 cell : board.empty_cells.row()) {
        if (board.around[cell] & board.player) {
            link_around(board, list, cell);
        }
    }
}
