// A final position while its dame are filled, for `dame_filling.cpp` and `territory.cpp`.
#pragma once
#include "grid.hpp"

constexpr u8 STAYING = BLACK | WHITE; // a dead stone that stays: it is of neither side, and borders as both colours do
constexpr u8 REMOVABLE = 8;           // a dead stone that is removed after the count. It occupies its point until then

/// Return true for an empty point and for a dead stone that is removed.
inline bool is_open(u8 color) {
    return color == EMPTY || color == REMOVABLE;
}

/// Liberties of a chain, as sums over those of each stone: a liberty of two of its stones enters twice.
///
/// All are one cell exactly if number · squares = cells².
struct Liberties {
    i32 number;  // of liberties
    i32 cells;   // sum of the cells
    i64 squares; // sum of their squares

    /// Add a liberty of one stone, or remove it with the number −1.
    void add(u64 cell, i32 count = 1) {
        number += count;
        cells += count * i32(cell);
        squares += count * i64(cell * cell);
    }
    void add(const Liberties &more) {
        number += more.number;
        cells += more.cells;
        squares += more.squares;
    }
    /// Return true if the chain has at most one liberty.
    bool is_one_cell() const { return number * squares == i64(cells) * cells; }
};

/// A chain, at the cell that represents it.
struct FillingChain {
    Liberties liberties;
    u32 territory_liberties; // number of liberties in its territory, two at most
    u32 territory_liberty;   // the first of them
};

/// A final position, its chains and its dame.
///
/// Each stone has a chain in the position, and another one with the stones that are filled since. The latter are
/// disjoint sets of cells, and so are the groups that they are joined to in the end.
struct FillingBoard : GridSize {
    Grid<u8> stone;       // stones of the position, dead or alive; `BORDER`
    Grid<u8> color;       // the same with the stones that are filled, `STAYING` and `REMOVABLE`
    Grid<PointKind> kind; // STONE at the border
    Grid<u8> side;        // in the sense of the kind; `BORDER` at the border
    Grid<u8> owner;       // of an empty point or dead stone: the side that surrounds it

    Grid<u32> first_stone;           // of a stone of the position: first stone of its chain, which is alive or dead
    CellList first_stones;           // of all chains of the position
    Grid<Liberties> first_liberties; // of a chain of the position, by its first stone
    Grid<u32> parent;                // of a stone: another one of its chain, up to the representative
    Grid<FillingChain> chains;       // by representative

    CellList dame;           // in reading order
    Grid<u32> dame_number;   // of a dame: its number in the list
    Grid<u8> possible_sides; // of a dame: bits of the colours that could perhaps fill it

    Grid<u8> mark;   // 0 outside of a search
    Grid<u32> queue; // cells to be searched

    /// Find the chains of the position, those of dead stones, too, and their liberties.
    void find_chains();

    /// Join dead stones that stay and are adjacent, of either colour: together they keep a liberty.
    void join_staying_stones();

    /// Add an empty point to the liberties in territory of the chains of its owner.
    ///
    /// While dame are filled these liberties stay the same, but chains are joined.
    void add_territory_liberty(u64 cell) {
        for (u64 neighbor : adjacent(cell, stride)) {
            if (color[neighbor] != owner[cell]) {
                continue;
            }
            FillingChain &chain = chains[first_stone[neighbor]];
            if (chain.territory_liberties == 0) {
                chain.territory_liberties = 1;
                chain.territory_liberty = u32(cell);
            } else if (chain.territory_liberty != cell) {
                chain.territory_liberties = 2;
            }
        }
    }

    /// Fill dame in turn, from a first side on, until both sides pass. Mark those that one side could fill by capture.
    void fill_dame(u8 first_side);

    /// Return true if a chain has less than two liberties in its territory. Otherwise teire is not necessary.
    bool needs_teire();

    /// Fill the points that the sides must fill in their own territory.
    ///
    /// Rule: Japanese rules 1989, commentary on teire. These points are deducted as by KGS's count.
    void fill_teire();

  private:
    enum class Fill { IMPOSSIBLE, FREE, CAPTURE };

    FillingChain &chain_at(u64 cell) { return chains[find_root(parent, u32(cell))]; }
    void join(u64 first, u64 second);
    void add_stone(u64 cell, u8 player, const Liberties &liberties);
    Fill effect_of_filling(u64 cell, u8 player);
    u64 fill_one(u64 cell, u8 player);
    bool fill_first_teire();
    u64 sole_liberty(u64 first, u8 player);
};
