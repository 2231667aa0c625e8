// A position as the proof of one colour's chains sees it: its regions, and the links of its chains.
#include "proof_board.hpp"

namespace {

/// List the contacts of empty regions and chains, a few of them more than once.
void list_contacts(ProofBoard &board) {
    Grid<u16> &last_region = board.linked; // of a chain
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

/// Return the representative of a part of a region.
u16 find_region(Grid<RegionPart> &parts, u16 part) {
    while (parts[part].parent != part) {
        parts[part].parent = parts[parts[part].parent].parent;
        part = parts[part].parent;
    }
    return part;
}

/// Join the parts of regions: chains of the opponent and the empty regions adjacent to them.
void join_parts(ProofBoard &board) {
    Grid<RegionPart> &parts = board.parts;
    board.chains.size = 0;
    for (u32 cell : board.first_cells.row()) {
        u16 size = board.components[cell].size;
        parts[cell] = {u16(cell), size, u16(board.color[cell] == EMPTY ? size : 0), -1, NO_LINK, false};
        if (board.color[cell] == board.player) {
            board.chains.add(cell);
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

/// Number the regions that are small enough for an eye, and list their cells.
void list_cells(ProofBoard &board) {
    board.region_count = board.cell_count = 0;
    for (u32 cell : board.first_cells.row()) {
        RegionPart &part = board.parts[cell];
        part.number = board.parts[part.parent].number; // a region's first cell comes before its others
        bool is_region = part.parent == cell && board.color[cell] != board.player && !part.is_excluded;
        if (is_region && part.size > MAX_REGION_POINTS) {
            part.link_scope = ANY_REGION;
        } else if (is_region && part.empty > 0) {
            part.number = i16(board.region_count);
            board.regions[board.region_count++] = {0, board.cell_count, 0, 0, 0, 0};
            board.cell_count += part.size;
        }
        if (part.number >= 0) {
            Region &region = board.regions[part.number];
            for (u16 point : board.cells_of_part(cell)) {
                board.region_cells[region.first_cell + region.size++] = point;
            }
        }
    }
}

/// Return the pair of a region and a chain. It is added if it is missing.
AdjacentBlock &find_pair(ProofBoard &board, const Region &region, u16 chain) {
    for (AdjacentBlock &pair : board.pairs.row().slice(region.first_pair, board.pair_count)) {
        if (pair.block == chain) {
            return pair;
        }
    }
    AdjacentBlock &added = board.pairs[board.pair_count++];
    added = {chain, 0};
    return added;
}

/// List the chains around a region and the points that they touch, if it may be an eye.
void list_chains(ProofBoard &board, Region &region) {
    Row<u16> cells = board.cells_of(region);
    u64 all_touched = 0;
    for (i64 number = 0; number < cells.size; number++) {
        u64 point = u64(1) << number, cell = cells[number];
        (board.color[cell] == EMPTY ? region.empty : region.opponent) |= point;
        all_touched |= board.around[cell] & board.player ? point : 0;
    }
    RegionPart &part = board.parts[board.parts[board.first[cells[0]]].parent];
    bool has_inner = region.empty & ~all_touched;
    part.link_scope = has_inner ? u16(ANY_REGION) : region.opponent ? u16(NO_LINK) : part.parent;
    board.eye_count += all_touched == region.points();
    region.first_pair = board.pair_count;
    if (all_touched != region.points() && region.size > board.largest_region) {
        return;
    }
    for (i64 number = 0; number < cells.size; number++) {
        if (!(all_touched >> number & 1)) {
            continue;
        }
        for (u64 neighbor : adjacent(cells[number], board.stride)) {
            if (board.color[neighbor] == board.player) {
                find_pair(board, region, board.first[neighbor]).touched |= u64(1) << number;
            }
        }
    }
    region.chains = board.pair_count - region.first_pair;
}

/// Link two chains by a liberty that they share, or let it wait for a second one.
void link_pair(ProofBoard &board, u16 liberty, u16 scope, u16 first, u16 second) {
    if (board.has_link[liberty] || find_root(board.linked, first) == find_root(board.linked, second)) {
        return;
    }
    i16 number = board.first_waiting[first];
    while (number >= 0 && (board.waiting[number].chain != second || board.waiting[number].scope != scope)) {
        number = board.waiting[number].next;
    }
    if (number < 0) {
        board.waiting[board.waiting_count] = {second, scope, liberty, board.first_waiting[first]};
        board.first_waiting[first] = i16(board.waiting_count++);
        return;
    }
    u16 &waiting = board.waiting[number].point;
    if (board.has_link[waiting]) {
        waiting = liberty;
    } else {
        board.has_link[liberty] = board.has_link[waiting] = true;
        board.links[board.link_count++] = {first, second, {{waiting, liberty}}};
        unite(board.linked, first, second);
    }
}

/// Link the chains of the player around a liberty.
void link_around(ProofBoard &board, u64 cell) {
    Fixed<u16, 4> chains; // in ascending order, each once
    i64 count = 0;
    for (u64 neighbor : adjacent(cell, board.stride)) {
        if (board.color[neighbor] == board.player) {
            chains[count++] = board.first[neighbor];
        }
    }
    if (count < 2) {
        return;
    }
    chains.before(count).sort();
    count = std::unique(chains.begin(), chains.begin() + count) - chains.begin();
    u16 scope = board.parts[board.parts[board.first[cell]].parent].link_scope;
    for (i64 first = 0; scope != NO_LINK && first < count; first++) {
        for (i64 second = first + 1; second < count; second++) {
            link_pair(board, u16(cell), scope, chains[first], chains[second]);
        }
    }
}

} // namespace

void ProofBoard::load(const LabeledBoards &boards, i64 game, Row<const bool> excluded) {
    LabeledGrid::load(boards, game);
    Row<const bool> own_excluded = excluded.slice(boards.start[game], boards.start[game + 1]);
    has_excluded = std::find(own_excluded.begin(), own_excluded.end(), true) != own_excluded.end();
    copy_to_cells(excluded, u64(boards.start[game]), *this, is_excluded);
    // Each neighbor of a point is a cell. Without checks the loop becomes vector instructions.
    const u8 *colors = color.items;
    u8 *combined = around.items;
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        combined[cell] = u8(colors[cell - 1] | colors[cell + 1] | colors[cell - stride] | colors[cell + stride]);
    }
    u16 part_count = 0;
    for (u32 cell : first_cells.row()) {
        part_end[cell] = part_count;
        part_count = u16(part_count + components[cell].size);
    }
    empty_cells.size = 0;
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        if (color[cell] != BORDER) {
            part_cells[part_end[first[cell]]++] = u16(cell);
        }
        if (color[cell] == EMPTY) {
            empty_cells.add(cell);
        }
    }
    list_contacts(*this);
}

void list_regions(ProofBoard &board, u8 player, i64 largest_region) {
    board.player = player;
    board.largest_region = largest_region;
    board.pair_count = board.eye_count = board.link_count = 0;
    join_parts(board);
    list_cells(board);
    for (Region &region : board.regions.before(board.region_count)) {
        list_chains(board, region);
    }
}

void link_chains(ProofBoard &board) {
    for (u32 cell : board.chains.row()) {
        board.linked[cell] = u16(cell);
        board.first_waiting[cell] = -1;
    }
    board.waiting_count = 0;
    for (u32 cell : board.empty_cells.row()) {
        board.has_link[cell] = false;
    }
    for (u32 cell : board.empty_cells.row()) {
        if (board.around[cell] & board.player) {
            link_around(board, cell);
        }
    }
}
