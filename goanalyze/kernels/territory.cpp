// Regions of a final position, their owners, and groups in seki: steps 1 and 4 of
// `goanalyze.score.territory.find_point_kinds`, and article 8.
#include "final_position.hpp"
#include <functional>
#include <numeric>

namespace {

constexpr u32 MAX_NAKADE = 6; // stones of the largest dead shape that leaves one eye

/// Return the number of eyes of a region.
///
/// Three empty points make two eyes, and dead stones none: the capture of stones that fill an eye leaves one. But
/// shapes of more than six stones leave two.
u32 count_eyes(u32 points, u32 empty) {
    return empty >= LARGE_EYE || points > empty + MAX_NAKADE ? 2 : 1;
}

} // namespace

void FinalPosition::set_dead(Row<const u8> dead, u64 base) {
    std::copy(color.begin(), color.begin() + cells, state.begin());
    dead_cells.size = dead_chains.size = 0;
    for (u64 component : first_cells.row()) {
        const Component &own = components[component];
        u32 black = color[component] == BLACK ? own.size : 0, white = color[component] == WHITE ? own.size : 0;
        region[component] = u16(component);
        regions[component] = {own.size, own.size - black - white, {black, white}, own.border, EMPTY, false, false, 0,
                              {}};
    }
    u64 points = (stride - 1) * rows;
    Row<const u8> own = dead.slice(base, base + points);
    if (std::accumulate(own.begin(), own.end(), 0u, std::bit_or<u32>())) {
        for (u64 point = 0; point < points; point++) {
            u64 cell = cell_of[point];
            if (is_stone(color[cell]) && own[point_of[first[cell]]]) {
                state[cell] = REMOVABLE;
                dead_cells.add(cell);
                if (first[cell] == cell) {
                    dead_chains.add(cell);
                }
            }
        }
    }
    list_edge();
    if (dead_cells.size) {
        merge_regions();
    }
    for (u64 component : first_cells.row()) {
        Region &whole = regions[component];
        whole.owner = is_stone(whole.border) ? whole.border : u8(EMPTY);
    }
    for (u64 cell : dead_cells.row()) {
        if (region_at(cell).owner == EMPTY) {
            state[cell] = EMPTY;
        }
    }
}

/// List the open cells that are adjacent to stones.
///
/// The next stone on a board follows no pattern, so that branches would be mispredicted: this goes without. For the
/// first loop to become one of vectors, indices are not checked: the cells are those of points, with their neighbors.
void FinalPosition::list_edge() {
    const u64 step = stride, end = end_cell; // local, since bytes could alias the members
    const u8 *states = state.items;
    u8 *colors = near_colors.items;
    for (u64 cell = step; cell < end; cell++) {
        u8 near = states[cell - step] | states[cell - 1] | states[cell + 1] | states[cell + step];
        colors[cell] = is_open(states[cell]) ? near & (BLACK | WHITE) : EMPTY;
    }
    u64 size = 0;
    for (u64 cell = step; cell < end; cell++) {
        edge.cells[size] = u32(cell);
        size += near_colors[cell] != EMPTY;
    }
    edge.size = size;
}

/// Merge dead chains with the adjacent empty points and dead chains.
void FinalPosition::merge_regions() {
    for (u64 cell : dead_cells.row()) {
        for (u64 neighbor : adjacent(cell, stride)) {
            if (is_open(state[neighbor]) && region[first[cell]] != region[first[neighbor]]) {
                unite(region, first[cell], first[neighbor]);
            }
        }
    }
    for (u64 component : first_cells.row()) { // one that represents a region is the first of it
        const Region &own = regions[component];
        Region &whole = regions[region[component] = find_root(region, u16(component))];
        if (&whole != &own) {
            whole.points += own.points, whole.empty += own.empty;
            whole.dead[0] += own.dead[0], whole.dead[1] += own.dead[1];
        }
        whole.border = EMPTY; // those of components have dead stones
    }
    for (u64 cell : edge.row()) {
        region_at(cell).border |= near_colors[cell];
    }
}

bool FinalPosition::keep_misplaced_dead(bool can_live) {
    bool has_some = false;
    for (u64 cell : dead_cells.row()) {
        Region &own = region_at(cell);
        own.is_split = !own.is_well_owned();
        has_some |= own.is_split;
    }
    if (has_some) {
        split_regions(can_live);
    }
    return has_some;
}

bool FinalPosition::keep_dead_in_seki() {
    bool has_some = false;
    for (u64 cell : dead_cells.row()) {
        Region &own = region_at(cell);
        own.is_split = own.is_in_seki && state[cell] == REMOVABLE;
        has_some |= own.is_split;
    }
    if (has_some) {
        split_regions(false);
    }
    return has_some;
}

/// Split regions into their empty components. Their dead stones live if one side alone surrounds them, or else stay.
void FinalPosition::split_regions(bool can_live) {
    for (u64 cell : dead_cells.row()) {
        const Region &whole = region_at(cell);
        if (whole.is_split && is_open(state[cell])) {
            bool lives = can_live && whole.owner != EMPTY && whole.dead[opponent_of(whole.owner) - BLACK] == 0;
            state[cell] = lives ? whole.owner : STAYING;
        }
    }
    for (u64 number = first_cells.size; number-- > 0;) { // the representative of a region is the first
        u64 component = first_cells.cells[number];
        const Region whole = regions[region[component]];
        if (color[component] == EMPTY && whole.is_split) {
            bool lives = can_live && whole.owner != EMPTY && whole.dead[opponent_of(whole.owner) - BLACK] == 0;
            u32 size = components[component].size;
            region[component] = u16(component);
            regions[component] = {size, size, {}, whole.border, lives ? whole.owner : u8(EMPTY), false, false, 0, {}};
        }
    }
    list_edge();
}

/// Join chains and their territory to groups, and mark the chains that touch dame.
void FinalPosition::join_groups() {
    for (u64 cell : edge.row()) {
        u16 own = region[first[cell]];
        auto near = adjacent(cell, stride);
        if (regions[own].owner == EMPTY) {
            for (u64 neighbor : near) {
                groups[first[neighbor]].touches_dame = true; // that of an open cell is not used
            }
            continue;
        }
        u32 difference = 0; // 0 if all are known as one group
        for (u64 neighbor : near) {
            difference |= is_stone(state[neighbor]) ? u32(group[own] ^ group[first[neighbor]]) : 0;
        }
        for (u64 neighbor : near) {
            if (difference && is_stone(state[neighbor])) {
                unite(group, own, first[neighbor]);
            }
        }
    }
}

void FinalPosition::find_groups() {
    u64 chains_size = 0, regions_size = 0;
    for (u64 component : first_cells.row()) {
        group[component] = u16(component), groups[component] = {};
        Region &own = regions[component];
        own.teire = 0, own.linked = {};
        living_chains.cells[chains_size] = territories.cells[regions_size] = u32(component);
        chains_size += is_stone(state[component]);
        regions_size += u64(is_open(state[component])) & u64(region[component] == component) & u64(own.owner != EMPTY);
    }
    living_chains.size = chains_size, territories.size = regions_size;
    join_groups();
    for (u64 chain : living_chains.row()) {
        group[chain] = find_root(group, u16(chain));
        group_of(chain).touches_dame |= groups[chain].touches_dame;
    }
    for (u64 own : territories.row()) {
        group[own] = find_root(group, u16(own));
        group_of(own).eyes += regions[own].points >= LARGE_EYE ? 2 : 1;
    }
    for (u64 own : territories.row()) {
        regions[own].is_in_seki = group_of(own).touches_dame;
    }
}

/// Join each dame that a side has filled, or that it alone can fill, to the groups of the side that are adjacent.
void FinalPosition::join_filled_dame() {
    for (u64 cell : dame.row()) {
        u8 player = group_side(cell);
        group[cell] = u16(cell), groups[cell] = {};
        for (u64 neighbor : adjacent(cell, stride)) {
            bool is_joined = is_stone(state[neighbor]) || neighbor < cell;
            if (is_stone(player) && is_joined && group_side(neighbor) == player) {
                unite(group, node[neighbor], u16(cell));
            }
        }
    }
}

/// Return the number of eyes of a region. The points that were filled in it divide it.
u32 FinalPosition::eyes_of(u64 component) {
    if (regions[component].teire == 0) {
        return count_eyes(regions[component].points, regions[component].empty);
    }
    for (u64 cell = 0; cell < cells; cell++) {
        is_member[cell] = is_open(filled[cell]) && region[first[cell]] == component;
        part[cell] = -1;
    }
    u32 eyes = 0;
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        if (is_member[cell] && part[cell] < 0) {
            u64 points = flood(cell, stride, is_member, part, queue.row());
            Row<u16> members = queue.before(points);
            u64 empty = u64(std::count_if(members.begin(), members.end(), [&](u16 c) { return filled[c] == EMPTY; }));
            eyes += count_eyes(u32(points), u32(empty));
        }
    }
    return eyes;
}

/// Mark the groups at dame that neither side can fill.
void FinalPosition::mark_groups_at_seki() {
    for (u64 cell : dame.row()) {
        if (kind[cell] != PointKind::SEKI) {
            continue;
        }
        for (u64 neighbor : adjacent(cell, stride)) {
            if (is_stone(group_side(neighbor))) {
                group_of(node[neighbor]).is_in_seki = true;
            }
        }
    }
}

/// Mark groups without two eyes that are adjacent to such groups of the opponent.
///
/// Both sides can have such groups of stones; a dame that a side can fill by capture is one of its own.
void FinalPosition::mark_weak_neighbors(bool has_both_sides) {
    auto mark_both = [&](u64 cell, u64 neighbor) {
        Group &own = group_of(node[cell]), &other = group_of(node[neighbor]);
        bool are_weak = own.eyes < 2 && other.eyes < 2;
        own.is_in_seki |= are_weak, other.is_in_seki |= are_weak;
    };
    for (u64 cell = has_both_sides ? first_cell : end_cell; cell < end_cell; cell++) {
        for (u64 neighbor : {cell + 1, cell + stride}) {
            if (filled[cell] * filled[neighbor] == BLACK * WHITE) {
                mark_both(cell, neighbor);
            }
        }
    }
    for (u64 cell : dame.row()) {
        for (u64 neighbor : adjacent(cell, stride)) {
            if (kind[cell] == PointKind::CAPTURE && group_side(neighbor) == opponent_of(side[cell])) {
                mark_both(cell, neighbor);
            }
        }
    }
}

void FinalPosition::find_seki() {
    join_filled_dame();
    for (CellList *nodes : {&living_chains, &territories, &dame}) {
        for (u64 own : nodes->row()) {
            group[own] = find_root(group, u16(own));
            groups[own].eyes = 0;
        }
    }
    for (u64 own : territories.row()) {
        group_of(own).eyes += eyes_of(own);
        regions[own].is_in_seki = false;
    }
    u8 weak_sides = 0;
    for (u64 chain : living_chains.row()) {
        weak_sides |= group_of(chain).eyes < 2 ? state[chain] : u8(EMPTY);
    }
    if (weak_sides == EMPTY) {
        return;
    }
    mark_groups_at_seki();
    mark_weak_neighbors(weak_sides == (BLACK | WHITE));
    for (u64 own : territories.row()) {
        regions[own].is_in_seki = group_of(own).is_in_seki && group_of(own).eyes < 2;
    }
}
