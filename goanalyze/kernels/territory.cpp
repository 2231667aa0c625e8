// Regions of a final position, their owners, and groups in seki: steps 1 and 4 of
// `goanalyze.score.point_kinds.find_point_kinds`, and article 8.
#include "final_position.hpp"

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
    dead_cells.size = 0;
    for (u64 component : first_cells.row()) {
        region[component] = u16(component);
    }
    u64 points = (stride - 1) * rows;
    Row<const u8> own = dead.slice(base, base + points);
    if (std::any_of(own.begin(), own.end(), [](u8 value) { return value != 0; })) {
        for (u64 point = 0; point < points; point++) {
            u64 cell = cell_of[point];
            if (is_stone(color[cell]) && own[point_of[first[cell]]]) {
                state[cell] = REMOVABLE;
                dead_cells.add(cell);
            }
        }
        for (u64 cell : dead_cells.row()) {
            for (u64 neighbor : adjacent(cell, stride)) {
                if (is_open(state[neighbor])) {
                    unite(region, first[cell], first[neighbor]);
                }
            }
        }
    }
    measure_regions();
    for (u64 cell : dead_cells.row()) {
        if (region_at(cell).owner == EMPTY) {
            state[cell] = EMPTY;
        }
    }
}

/// Find the points, the borders and the owners of all regions.
void FinalPosition::measure_regions() {
    for (u64 component : first_cells.row()) {
        if (!is_open(state[component])) {
            continue;
        }
        u64 whole = region[component] = find_root(region, u16(component)); // which is not after its components
        if (whole == component) {
            regions[component] = {};
        }
        Region &own = regions[whole];
        own.points += components[component].size;
        if (color[component] == EMPTY) {
            own.empty += components[component].size;
            own.border |= components[component].border;
        } else {
            own.dead[color[component] - BLACK] += components[component].size;
            own.border |= components[component].border;
        }
    }
    if (dead_cells.size) { // the borders of components contain dead stones
        for (u64 component : first_cells.row()) {
            regions[component].border = EMPTY;
        }
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (is_open(state[cell])) {
                u8 &border = region_at(cell).border;
                for (u64 neighbor : adjacent(cell, stride)) {
                    border |= u8(state[neighbor] & (BLACK | WHITE));
                }
            }
        }
    }
    for (u64 component : first_cells.row()) {
        Region &own = regions[component];
        own.owner = is_stone(own.border) ? own.border : u8(EMPTY);
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
}

/// List the dame, add up the liberties of chains, and join chains and territory to groups.
void FinalPosition::read_points() {
    dame.size = 0;
    kind.before(cells).fill(PointKind::TERRITORY);
    for (u64 component : first_cells.row()) {
        regions[component].is_in_seki = false, regions[component].teire = 0, regions[component].linked = {};
        group[component] = u16(component), groups[component] = {};
        parent[component] = link[component] = u16(component), chains[component] = {};
    }
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        if (!is_open(state[cell])) {
            continue;
        }
        u16 own = region[first[cell]];
        u8 owner = regions[own].owner;
        if (owner == EMPTY) {
            kind[cell] = PointKind::DAME, side[cell] = EMPTY;
            dame.add(cell);
        }
        for (u64 neighbor : adjacent(cell, stride)) {
            if (!(state[neighbor] & (BLACK | WHITE))) {
                continue;
            }
            u16 near = first[neighbor];
            Chain &chain = chains[near];
            if (state[cell] == EMPTY) {
                chain.liberties.add(cell);
            }
            if (owner == EMPTY) {
                groups[near].touches_dame = true;
                continue;
            }
            chain.territory.add(cell);
            if (group[own] != group[near]) {
                unite(group, own, near);
            }
        }
    }
}

/// Count the eyes of groups, and mark the territory of those that touch dame.
void FinalPosition::find_strict_seki() {
    for (u64 component : first_cells.row()) {
        if (is_stone(state[component])) {
            group_of(component).touches_dame |= groups[component].touches_dame;
        } else if (is_territory(component)) {
            group_of(component).eyes += regions[component].points >= LARGE_EYE ? 2 : 1;
        }
    }
    for (u64 component : first_cells.row()) {
        regions[component].is_in_seki = is_territory(component) && group_of(component).touches_dame;
    }
}

void FinalPosition::find_groups() {
    read_points();
    find_strict_seki();
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
void FinalPosition::mark_weak_neighbors() {
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        for (u64 neighbor : {cell + 1, cell + stride}) {
            u8 player = group_side(cell);
            if (is_stone(player) && group_side(neighbor) == opponent_of(player)) {
                Group &own = group_of(node[cell]), &other = group_of(node[neighbor]);
                bool are_weak = own.eyes < 2 && other.eyes < 2;
                own.is_in_seki |= are_weak, other.is_in_seki |= are_weak;
            }
        }
    }
}

void FinalPosition::find_seki() {
    for (u64 component : first_cells.row()) {
        groups[component].eyes = 0;
        regions[component].is_in_seki = false;
    }
    join_filled_dame();
    for (u64 component : first_cells.row()) {
        if (is_territory(component)) {
            group_of(component).eyes += eyes_of(component);
        }
    }
    u8 weak_sides = 0;
    for (u64 component : first_cells.row()) {
        bool is_weak = is_stone(state[component]) && group_of(component).eyes < 2;
        weak_sides |= is_weak ? state[component] : u8(EMPTY);
    }
    if (!weak_sides) {
        return;
    }
    mark_groups_at_seki();
    mark_weak_neighbors();
    for (u64 component : first_cells.row()) {
        const Group &own = group_of(component);
        regions[component].is_in_seki = is_territory(component) && own.is_in_seki && own.eyes < 2;
    }
}
