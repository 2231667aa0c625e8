// Dame, which the sides fill in turn without self-atari, and the points that they must fill in their territory then:
// steps 2 and 3 of `goanalyze.score.territory.find_point_kinds`.
#include "final_position.hpp"

/// List the dame, which are open and can perhaps be filled by the sides at them.
void FinalPosition::list_dame() {
    std::copy(state.begin(), state.begin() + cells, filled.begin());
    std::copy(first.begin(), first.begin() + cells, node.begin());
    kind.before(cells).fill(PointKind::TERRITORY);
    u64 size = 0;
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        dame.cells[size] = u32(cell);
        size += u64(state[cell] == EMPTY) & u64(region_at(cell).owner == EMPTY);
    }
    dame.size = size;
    for (u64 number = 0; number < dame.size; number++) {
        u64 cell = dame.cells[number];
        kind[cell] = PointKind::SEKI, side[cell] = EMPTY;
        node[cell] = u16(cell), dame_number[cell] = u16(number);
        possible_sides[cell] = near_colors[cell];
    }
}

/// Add up the liberties of all chains. Those under dead stones are some in territory alone.
void FinalPosition::add_liberties() {
    for (u64 component : first_cells.row()) {
        parent[component] = link[component] = u16(component), chains[component] = {};
    }
    for (u64 cell : edge.row()) {
        Liberties Chain::*kind_of_liberty = region_at(cell).owner == EMPTY ? &Chain::liberties : &Chain::territory;
        for (u64 neighbor : adjacent(cell, stride)) {
            (chains[first[neighbor]].*kind_of_liberty).add(cell); // that of an open cell is not used
        }
    }
    for (u64 chain : living_chains.row()) {
        chains[chain].liberties.add(chains[chain].territory);
    }
    for (u64 cell : dead_cells.row()) {
        for (u64 neighbor : adjacent(cell, stride)) {
            if (state[cell] == REMOVABLE) {
                chains[first[neighbor]].liberties.add(cell, -1);
            }
        }
    }
}

/// Join dead stones that stay and are adjacent, of either colour: together they keep a liberty.
void FinalPosition::join_staying_stones() {
    for (u64 cell : dead_cells.row()) {
        for (u64 neighbor : adjacent(cell, stride)) {
            if (state[cell] == STAYING && state[neighbor] == STAYING) {
                join(node[neighbor], node[cell]);
            }
        }
    }
}

/// Join the chains of two nodes. The representative of the first one remains.
void FinalPosition::join(u16 first_node, u16 second_node) {
    u16 one = find_root(parent, first_node), other = find_root(parent, second_node);
    if (one != other) {
        parent[other] = one;
        chains[one].liberties.add(chains[other].liberties);
    }
}

/// Add a stone with its liberties, and join it to the adjacent chains.
void FinalPosition::add_stone(u64 cell, u8 player, const Liberties &liberties) {
    filled[cell] = player;
    parent[cell] = u16(cell);
    chains[cell] = {liberties, {}, false};
    for (u64 neighbor : adjacent(cell, stride)) {
        if (filled[neighbor] == player) {
            join(node[neighbor], node[cell]);
        }
    }
}

/// Return the effect of a stone on a dame. Self-atari is impossible, and dead stones that stay keep a liberty.
FinalPosition::Fill FinalPosition::effect_of_filling(u64 cell, u8 player) {
    bool has_neighbor = false, captures = false;
    Liberties liberties{};       // of the chain that the stone is part of
    std::array<u16, 4> joined{}; // its other chains: at most one on each side of the cell, so indices are not checked
    u64 joined_count = 0;
    for (u64 neighbor : adjacent(cell, stride)) {
        u8 neighbor_color = filled[neighbor];
        if (neighbor_color == EMPTY) {
            liberties.add(neighbor);
        } else if (neighbor_color == STAYING) {
            if (chain_at(neighbor).liberties.is_one_cell()) {
                return Fill::IMPOSSIBLE;
            }
        } else if (neighbor_color == opponent_of(player)) {
            captures |= chain_at(neighbor).liberties.is_one_cell(); // which is this dame
        } else if (neighbor_color == player) {
            has_neighbor = true;
            liberties.add(cell, -1);
            u16 chain = find_root(parent, node[neighbor]);
            if (std::find(joined.begin(), joined.begin() + joined_count, chain) == joined.begin() + joined_count) {
                joined[joined_count++] = chain;
                liberties.add(chains[chain].liberties);
            }
        }
    }
    if (captures) {
        return Fill::CAPTURE;
    }
    return has_neighbor && !liberties.is_one_cell() ? Fill::FREE : Fill::IMPOSSIBLE;
}

/// Fill a dame. Return the number of the first dame that the side can perhaps fill from now on.
u64 FinalPosition::fill_one(u64 cell, u8 player) {
    u64 lowest = dame_number[cell];
    for (u64 neighbor : adjacent(cell, stride)) {
        if (is_stone(filled[neighbor]) || filled[neighbor] == STAYING) {
            chain_at(neighbor).liberties.add(cell, -1);
        }
    }
    Liberties liberties{};
    for (u64 neighbor : adjacent(cell, stride)) {
        u64 candidate = neighbor;
        if (filled[neighbor] == EMPTY) {
            liberties.add(neighbor);
        } else if (filled[neighbor] == player) {
            const Liberties &own = chain_at(neighbor).liberties;
            if (own.number && own.is_one_cell()) {
                candidate = u64(own.cells / own.number);
            }
        }
        if (filled[candidate] == EMPTY && kind[candidate] == PointKind::SEKI) {
            possible_sides[candidate] |= player;
            lowest = min(lowest, u64(dame_number[candidate]));
        }
    }
    add_stone(cell, player, liberties);
    kind[cell] = PointKind::DAME;
    side[cell] = player;
    possible_sides[cell] = 0;
    return lowest;
}

/// The sides fill in reading order. A dame that a side cannot fill is searched again in two cases only: the side has a
/// new stone adjacent to it, or joins a chain to which this dame and the one that was filled were the only liberties.
void FinalPosition::fill_dame(u8 first_side) {
    list_dame();
    add_liberties();
    join_staying_stones();
    u8 player = first_side;
    u64 next = 0, opponent_next = 0; // numbers of the first dame that each side can perhaps fill
    for (int passes = 0; passes < 2;) {
        for (; next < dame.size; next++) {
            u64 cell = dame.cells[next];
            if (possible_sides[cell] & player && effect_of_filling(cell, player) == Fill::FREE) {
                break;
            }
            possible_sides[cell] &= ~player;
        }
        if (next == dame.size) {
            passes++;
        } else {
            passes = 0;
            next = fill_one(dame.cells[next], player);
        }
        std::swap(next, opponent_next);
        player = opponent_of(player);
    }
    for (u64 cell : dame.row()) {
        if (kind[cell] != PointKind::SEKI) {
            continue;
        }
        bool can_black = effect_of_filling(cell, BLACK) == Fill::CAPTURE;
        bool can_white = effect_of_filling(cell, WHITE) == Fill::CAPTURE;
        if (can_black != can_white) {
            kind[cell] = PointKind::CAPTURE;
            side[cell] = can_black ? BLACK : WHITE;
        }
    }
}

/// Join two linked nodes, and add up their liberties in territory. Return their representative.
u16 FinalPosition::link_nodes(u16 first_node, u16 second_node) {
    u16 one = find_root(link, first_node), other = find_root(link, second_node);
    if (one != other) {
        link[other] = one;
        chains[one].territory.add(chains[other].territory);
        chains[one].can_capture |= chains[other].can_capture;
    }
    return one;
}

/// Link the chains of each side that are adjacent to the same dame, as they would be if the side had filled all.
void FinalPosition::link_chains_at_dame() {
    for (u64 cell : dame.row()) {
        Region &own = region_at(cell);
        for (u64 neighbor : adjacent(cell, stride)) {
            if (is_stone(state[neighbor])) {
                u16 &linked = own.linked[state[neighbor] - BLACK];
                linked = linked ? link_nodes(linked, first[neighbor]) : first[neighbor];
            }
        }
    }
    for (u64 cell : dame.row()) {
        if (kind[cell] == PointKind::CAPTURE) {
            if (u16 linked = region_at(cell).linked[side[cell] - BLACK]) {
                chains[find_root(link, linked)].can_capture = true;
            }
        }
    }
}

/// Fill a point of a side's territory.
void FinalPosition::fill_own_point(u64 cell, u8 player) {
    Region &own = region_at(cell);
    own.teire++;
    kind[cell] = own.points > 1 ? PointKind::TEIRE : PointKind::FALSE_EYE;
    filled[cell] = player;
    node[cell] = link[cell] = u16(cell), chains[cell] = {};
    for (u64 neighbor : adjacent(cell, stride)) {
        if (filled[neighbor] == player) {
            u16 whole = link_nodes(node[neighbor], node[cell]);
            chains[whole].territory.add(cell, -1);
        } else if (is_open(filled[neighbor])) {
            chains[find_root(link, node[cell])].territory.add(neighbor);
        }
    }
}

void FinalPosition::fill_teire() {
    auto needs_teire = [&](u64 chain) { return chains[chain].territory.is_one_cell(); };
    Row<u32> all = living_chains.row();
    if (std::none_of(all.begin(), all.end(), needs_teire)) {
        return;
    }
    link_chains_at_dame();
    for (bool is_filled = true; is_filled;) {
        is_filled = false;
        for (u64 chain : all) {
            const Chain &own = chains[chain];
            if (link[chain] == chain && needs_teire(chain) && own.territory.number && !own.can_capture) {
                fill_own_point(u64(own.territory.cells / own.territory.number), state[chain]);
                is_filled = true;
            }
        }
    }
}
