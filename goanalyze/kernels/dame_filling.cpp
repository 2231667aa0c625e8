// Dame, which the sides fill in turn without self-atari, and the points that they must fill in their territory then.
//
// Those are the second and the third step of `goanalyze.score.point_kinds.territories`.
#include "dame_filling.hpp"

namespace {

enum Mark : u8 { UNSEEN, SEEN, HAS_TWO_LIBERTIES };

/// Return true for a point that is, or was before it was filled, territory of neither side.
bool is_dame(PointKind kind) {
    return kind == PointKind::DAME || kind == PointKind::SEKI || kind == PointKind::CAPTURE;
}

} // namespace

void FillingBoard::find_chains() {
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        if (is_stone(stone[cell])) {
            first_stone[cell] = stone[cell - 1] == stone[cell] ? first_stone[cell - 1] : u32(cell);
            if (stone[cell - stride] == stone[cell]) {
                unite(first_stone, u32(cell - stride), u32(cell));
            }
        }
    }
    first_stones.size = 0;
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        if (is_stone(stone[cell])) {
            first_stone[cell] = first_stone[first_stone[cell]];
            if (first_stone[cell] == cell) {
                first_stones.add(cell);
                first_liberties[cell] = {};
            }
        }
    }
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        if (stone[cell] != EMPTY) {
            continue;
        }
        for (u64 neighbor : adjacent(cell, stride)) {
            if (is_stone(stone[neighbor])) {
                first_liberties[first_stone[neighbor]].add(cell);
            }
        }
    }
}

void FillingBoard::join_staying_stones() {
    for (u64 cell = first_cell; cell < end_cell; cell++) {
        if (color[cell] != STAYING) {
            continue;
        }
        for (u64 neighbor : {cell - 1, cell - stride}) {
            if (color[neighbor] == STAYING) {
                join(neighbor, cell);
            }
        }
    }
}

/// Join two chains. The representative of the first one remains.
void FillingBoard::join(u64 first, u64 second) {
    first = find_root(parent, u32(first)), second = find_root(parent, u32(second));
    if (first == second) {
        return;
    }
    parent[second] = u32(first);
    FillingChain &whole = chains[first], &part = chains[second];
    whole.liberties.add(part.liberties);
    if (whole.territory_liberties == 1 && part.territory_liberties == 1 &&
        whole.territory_liberty != part.territory_liberty) {
        whole.territory_liberties = 2;
    } else if (part.territory_liberties > whole.territory_liberties) {
        whole.territory_liberties = part.territory_liberties;
        whole.territory_liberty = part.territory_liberty;
    }
}

/// Add a stone with its liberties, and join it to the adjacent chains.
void FillingBoard::add_stone(u64 cell, u8 player, const Liberties &liberties) {
    color[cell] = player;
    parent[cell] = u32(cell);
    chains[cell] = {liberties, 0, 0};
    for (u64 neighbor : adjacent(cell, stride)) {
        if (color[neighbor] == player) {
            join(neighbor, cell);
        }
    }
}

/// Return the effect of a stone on a dame. Self-atari is impossible, and dead stones that stay keep a liberty.
FillingBoard::Fill FillingBoard::effect_of_filling(u64 cell, u8 player) {
    bool has_neighbor = false, captures = false;
    Liberties liberties{};       // of the chain that the stone is part of
    std::array<u32, 4> joined{}; // its other chains: at most one on each side of the cell, so indices are not checked
    u64 joined_count = 0;
    for (u64 neighbor : adjacent(cell, stride)) {
        u8 neighbor_color = color[neighbor];
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
            u32 chain = find_root(parent, u32(neighbor));
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
u64 FillingBoard::fill_one(u64 cell, u8 player) {
    u64 lowest = dame_number[cell];
    for (u64 neighbor : adjacent(cell, stride)) {
        if (is_stone(color[neighbor]) || color[neighbor] == STAYING) {
            chain_at(neighbor).liberties.add(cell, -1);
        }
    }
    Liberties liberties{};
    for (u64 neighbor : adjacent(cell, stride)) {
        u64 candidate = neighbor;
        if (color[neighbor] == EMPTY) {
            liberties.add(neighbor);
        } else if (color[neighbor] == player) {
            const Liberties &own = chain_at(neighbor).liberties;
            if (own.number && own.is_one_cell()) {
                candidate = u64(own.cells / own.number);
            }
        }
        if (color[candidate] == EMPTY && kind[candidate] == PointKind::SEKI) {
            possible_sides[candidate] |= player;
            lowest = min(lowest, dame_number[candidate]);
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
void FillingBoard::fill_dame(u8 first_side) {
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

bool FillingBoard::needs_teire() {
    for (u64 cell : first_stones.row()) {
        if (is_stone(color[cell]) && parent[cell] == cell && chains[cell].territory_liberties <= 1) {
            return true;
        }
    }
    return false;
}

/// Return the only liberty of connected chains in their territory, 0 for none or several. Mark the chains.
///
/// Chains are connected by dame, too, as they would be if their side had filled all. A search ends as soon as it finds
/// two liberties.
u64 FillingBoard::sole_liberty(u64 first, u8 player) {
    queue[0] = u32(first);
    mark[first] = SEEN;
    u64 length = 1, liberty = 0;
    bool has_two = false;
    for (u64 visited = 0; visited < length && !has_two; visited++) {
        for (u64 neighbor : adjacent(queue[visited], stride)) {
            bool is_own = color[neighbor] == player;
            if (kind[neighbor] == PointKind::CAPTURE && side[neighbor] == player && color[neighbor] == EMPTY) {
                has_two = true;
            } else if (is_own || is_dame(kind[neighbor])) {
                if (mark[neighbor] == UNSEEN) {
                    mark[neighbor] = SEEN;
                    queue[length++] = u32(neighbor);
                    has_two |= is_own && chain_at(neighbor).territory_liberties > 1;
                }
                has_two |= mark[neighbor] == HAS_TWO_LIBERTIES;
            } else if (is_open(color[neighbor]) && owner[neighbor] == player) {
                has_two |= liberty != 0 && liberty != neighbor;
                liberty = neighbor;
            }
        }
    }
    for (u64 cell : queue.before(length)) { // dame connect the chains of the opponent as well
        mark[cell] = is_dame(kind[cell]) ? UNSEEN : has_two ? HAS_TWO_LIBERTIES : SEEN;
    }
    return has_two ? 0 : liberty;
}

/// Fill the first point that a side must fill in its territory, by the reading order of chains. Return true if done.
bool FillingBoard::fill_first_teire() {
    for (u64 first : first_stones.row()) {
        u8 player = color[first];
        if (mark[first] != UNSEEN || !is_stone(player) || chain_at(first).territory_liberties > 1) {
            continue;
        }
        u64 point = sole_liberty(first, player);
        if (point == 0) {
            continue;
        }
        kind[point] = PointKind::FALSE_EYE;
        for (u64 neighbor : adjacent(point, stride)) {
            PointKind near = kind[neighbor];
            if (near == PointKind::TERRITORY || near == PointKind::FALSE_EYE || near == PointKind::TEIRE) {
                kind[point] = PointKind::TEIRE;
            }
        }
        add_stone(point, player, {});
        chain_at(point).territory_liberties = 0; // at least: it has one liberty less
        owner[point] = EMPTY;
        return true;
    }
    return false;
}

void FillingBoard::fill_teire() {
    bool is_filled = true;
    while (is_filled) {
        is_filled = fill_first_teire();
        mark.before(cells).fill(UNSEEN);
    }
}
