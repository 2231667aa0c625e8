// The board of the finisher: chains and regions, searched on demand, and stones that are tried and taken back.
#pragma once
#include "positions.hpp"

constexpr u8 DEAD = 8;                   // bit of the color of a dead stone
constexpr u8 BOTH_SIDES = BLACK | WHITE; // owners of a neutral region; the bits of a stone's side
constexpr u64 NO_CELL = 0;               // the first cell is border
constexpr u32 MANY = 5;                  // liberties are counted up to this
constexpr u32 ALL = 1 << 16;             // more liberties than a chain has

/// Return the side of a stone; EMPTY without one.
inline u8 side_of(u8 color) {
    return color & BOTH_SIDES;
}

/// Return true for an empty point and for a dead stone.
inline bool is_open(u8 color) {
    return color == EMPTY || (color & DEAD);
}

/// A chain, or the part of it in which a search found enough liberties.
struct Chain {
    u32 stones, liberties;
    std::array<u32, MANY> cells; // of the first liberties
};

/// The effect of a stone.
struct Play {
    bool is_legal;
    i32 captured;
    i32 stones;    // of its chain; only some of them if it has four liberties or more
    u32 liberties; // of its chain, up to four
    u64 ko;        // cell where the opponent may not recapture at once, or NO_CELL
};

/// A connected region of empty points and dead stones.
struct Region {
    u8 owners; // bits of the colors of the living stones around it
    u32 cells;
    std::array<u32, 3> counts; // empty points, then dead stones of Black and of White
};

/// A position with dead stones.
struct RestBoard : LabeledGrid { // colours of dead stones have the bit DEAD
    Grid<u8> liberties;          // of a stone's chain, `MANY` at most; without stones that are tried
    Grid<u8> owners;             // of an open cell's region; 0 under living stones; without stones that are tried
    Grid<u32> stones;            // of the last chain that was searched without a list of its own
    Grid<u32> region;            // the cells of the last region
    u32 searches;                // number of searches

    /// Read a position. A chain with a dead stone is dead.
    void load(const LabeledBoards &boards, i64 game, Row<const u8> dead) {
        LabeledGrid::load(boards, game);
        mark.before(cells).fill(0);
        owners.before(cells).fill(0);
        searches = 0, changes = 0;
        for (u64 chain : first_cells.row()) {
            liberties[chain] = u8(min(components[chain].liberties, MANY));
        }
        Grid<u8> &is_dead = owners; // of chains, by first cell
        for (u64 point = 0; point < u64(dead.size); point++) {
            is_dead[first[cell_of[point]]] |= dead[point];
        }
        for (u64 point = 0; point < u64(dead.size); point++) {
            u64 cell = cell_of[point], chain = first[cell];
            liberties[cell] = liberties[chain];
            color[cell] |= color[cell] != EMPTY && is_dead[chain] ? DEAD : EMPTY;
        }
        owners.before(cells).fill(0);
        update_owners([&](auto update_one) {
            for (u64 cell : cell_of.before(dead.size)) {
                update_one(cell);
            }
        });
    }

    /// Return true if a search after the first ones visited a cell.
    bool is_searched(u64 cell, u32 before) const { return mark[cell] > before; }

    /// Return true if a living stone of a side is adjacent.
    bool has_neighbor(u64 cell, u8 side) const {
        return color[cell + 1] == side || color[cell - 1] == side || color[cell + stride] == side ||
               color[cell - stride] == side;
    }

    /// Search the chain of a stone until it has `enough` liberties.
    Chain find_chain(u64 start, u32 enough, Grid<u32> &list) {
        Chain chain{1, 0, {}};
        u8 side = side_of(color[start]);
        mark[start] = ++searches;
        list[0] = u32(start);
        for (u64 visited = 0; visited < chain.stones; visited++) {
            for (u64 neighbor : adjacent(list[visited], stride)) {
                if (mark[neighbor] == searches) {
                    continue;
                }
                if (color[neighbor] == EMPTY) {
                    mark[neighbor] = searches;
                    if (chain.liberties < MANY) {
                        chain.cells[chain.liberties] = u32(neighbor);
                    }
                    if (++chain.liberties == enough) {
                        return chain;
                    }
                } else if (side_of(color[neighbor]) == side) {
                    mark[neighbor] = searches;
                    list[chain.stones++] = u32(neighbor);
                }
            }
        }
        return chain;
    }
    Chain find_chain(u64 start, u32 enough) { return find_chain(start, enough, stones); }

    /// Search the region of an open cell, or a part of it that shows that it is neutral.
    Region find_region(u64 start, bool is_neutral_enough) {
        Region result{0, 1, {}};
        mark[start] = ++searches;
        region[0] = u32(start);
        for (u64 visited = 0; visited < result.cells; visited++) {
            u64 cell = region[visited];
            result.counts[side_of(color[cell])]++;
            for (u64 neighbor : adjacent(cell, stride)) {
                if (!is_open(color[neighbor])) {
                    result.owners |= side_of(color[neighbor]);
                } else if (mark[neighbor] != searches) {
                    mark[neighbor] = searches;
                    region[result.cells++] = u32(neighbor);
                }
            }
            if (is_neutral_enough && result.owners == BOTH_SIDES) {
                break;
            }
        }
        return result;
    }

    /// Play a stone. Suicide changes nothing. Dead stones that it joins come alive.
    Play put(u64 cell, u8 side) {
        Play play{true, 0, 0, 0, NO_CELL};
        u64 before = changes, captured = NO_CELL;
        bool revives = false;
        set(cell, side);
        for (u64 neighbor : adjacent(cell, stride)) {
            revives |= color[neighbor] == (side | DEAD);
            if (side_of(color[neighbor]) != opponent_of(side)) {
                continue;
            }
            Chain chain = find_chain(neighbor, 1);
            if (chain.liberties == 0) {
                play.captured += i32(chain.stones);
                captured = neighbor;
                for (u32 stone : stones.before(chain.stones)) {
                    set(stone, EMPTY);
                }
            }
        }
        Chain own = find_chain(cell, revives ? ALL : 4);
        play.stones = i32(own.stones);
        play.liberties = min(own.liberties, 4u);
        if (own.liberties == 0) {
            undo(before);
            play.is_legal = false;
        } else if (revives) {
            for (u32 stone : stones.before(own.stones)) {
                if (color[stone] != side) {
                    set(stone, side);
                }
            }
        }
        if (play.captured == 1 && own.stones == 1 && own.liberties == 1) {
            play.ko = captured;
        }
        return play;
    }

    /// Play a stone that joins living chains with many liberties, and captures nothing.
    Play put_quietly(u64 cell, u8 side) {
        set(cell, side);
        return {true, 0, 0, 4, NO_CELL};
    }

    /// Return a mark of the present position, for `undo`.
    u64 position_mark() const { return changes; }

    /// Take back all stones since a mark.
    void undo(u64 before) {
        while (changes > before) {
            changes--;
            color[changed[changes].cell] = changed[changes].color;
        }
    }

    /// Keep the stones that were tried.
    void keep() {
        for (const Change &change : changed.before(changes)) {
            owners[change.cell] = liberties[change.cell] = 0;
        }
        auto for_cells = [&](auto update_one) {
            for (const Change &change : changed.before(changes)) {
                update_one(change.cell);
                for (u64 neighbor : adjacent(change.cell, stride)) {
                    update_one(neighbor);
                }
            }
        };
        update_liberties(for_cells);
        update_owners(for_cells);
        changes = 0;
    }

    /// Return a side's gain in territory by the stones that are tried.
    i32 territory_gain(u8 side, bool has_captures) {
        u32 before = searches;
        i32 gain = 0;
        auto add = [&](u8 owner, u32 points) { gain += owner == side ? i32(points) : -i32(points); };
        auto add_region = [&](u64 cell) {
            if (!is_open(color[cell]) || is_searched(cell, before)) {
                return;
            }
            Region around = find_region(cell, !has_captures);
            if (is_stone(around.owners)) {
                add(around.owners, around.cells + around.counts[opponent_of(around.owners)]);
            }
            for (u32 other : region.before(has_captures ? around.cells : 0)) { // territory before
                if (is_stone(owners[other])) {
                    add(opponent_of(owners[other]), 1 + (color[other] == (opponent_of(owners[other]) | DEAD)));
                }
            }
        };
        for (const Change &change : changed.before(changes)) {
            add_region(change.cell);
            for (u64 neighbor : adjacent(change.cell, stride)) {
                add_region(neighbor);
            }
        }
        return gain;
    }

  private:
    /// A change of a cell, so that it can be taken back.
    struct Change {
        u32 cell;
        u8 color; // before
    };

    u64 changes;
    Fixed<Change, 8 * CELLS> changed; // by stones that are tried, three deep at most
    Grid<u32> mark;                   // number of the last search that visited the cell

    void set(u64 cell, u8 value) {
        changed[changes++] = {u32(cell), color[cell]};
        color[cell] = value;
    }

    /// Bring the liberties of chains up to date, for the cells that a function names.
    template <class F> void update_liberties(F for_cells) {
        u32 before = searches;
        for_cells([&](u64 cell) {
            if (side_of(color[cell]) && !is_searched(cell, before)) {
                u32 enough = liberties[cell] == MANY ? MANY : ALL; // then the number remains
                Chain chain = find_chain(cell, enough);
                for (u32 stone : stones.before(chain.liberties == enough ? 0 : chain.stones)) {
                    liberties[stone] = u8(min(chain.liberties, MANY));
                }
            }
        });
    }

    /// Bring the owners of regions up to date, for the cells that a function names.
    template <class F> void update_owners(F for_cells) {
        u32 before = searches;
        for_cells([&](u64 cell) {
            if (is_open(color[cell]) && !is_searched(cell, before)) {
                Region around = find_region(cell, false);
                for (u32 other : region.before(around.cells)) {
                    owners[other] = around.owners;
                }
            }
        });
    }
};
