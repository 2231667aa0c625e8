// A final position as it is counted. Each public function is a step, in the order in which they are called.
#pragma once
#include "positions.hpp"

constexpr u8 STAYING = BLACK | WHITE; // a dead stone that stays: it is of neither side, and borders as both colours do
constexpr u8 REMOVABLE = 8;           // a dead stone that is removed after the count. It occupies its point until then
constexpr u32 LARGE_EYE = 3;          // points of a region that makes two eyes

/// Return true for an empty point and for a dead stone that is removed.
inline bool is_open(u8 state) {
    return state == EMPTY || state == REMOVABLE;
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
struct Chain {
    Liberties liberties;
    Liberties territory; // its liberties in its own territory; points under dead stones are some of them
    bool can_capture;    // it is linked to a dame that its side can fill by capture
};

/// Connected empty points and dead stones, at the component that represents them.
struct Region {
    u32 points, empty;         // its points, and those of them without a stone
    std::array<u32, 2> dead;   // stones of Black and of White
    u8 border;                 // colours of the adjacent stones, dead ones excepted unless they stay
    u8 owner;                  // the side that alone surrounds it; else EMPTY, and its points are dame
    bool is_split;             // its dead stones are about to stay, or to live
    bool is_in_seki;           // its owner is in seki
    u32 teire;                 // points that its owner must fill
    std::array<u16, 2> linked; // a chain of Black and one of White that are adjacent to its dame; 0 without one

    /// Return true if it is territory without dead stones, or with those of the opponent of its owner alone.
    bool is_well_owned() const { return dead[0] + dead[1] == 0 || (owner != EMPTY && dead[owner - BLACK] == 0); }
};

/// Chains, their territory and the dame that they alone can fill, at the component or dame that represents them.
struct Group {
    u32 eyes;
    bool touches_dame; // also of each chain of the group
    bool is_in_seki;   // if it has less than two eyes
    bool is_counted;
};

/// A final position with its dead stones, regions and groups.
struct FinalPosition : LabeledGrid {
    Grid<u8> state;       // colour of a living stone, EMPTY, `STAYING`, `REMOVABLE` or `BORDER`
    CellList dead_cells;  // all dead stones
    CellList dead_chains; // their chains
    CellList edge;        // open cells that are adjacent to stones that are not removed
    Grid<u8> near_colors; // of an open cell: combined colours of these stones
    Grid<u16> region;     // of a component without living stones: the one that represents its region
    Grid<Region> regions; // by representative

    CellList living_chains;
    CellList territories; // regions with an owner
    Grid<u16> group; // of a chain, a region with an owner, or a dame: one more of its group, up to the representative
    Grid<Group> groups; // by representative

    Grid<u8> filled;         // the state with the stones that are filled
    Grid<PointKind> kind;    // of dame and of points of territory
    Grid<u8> side;           // of a dame: in the sense of the kind
    CellList dame;           // in reading order
    Grid<u16> dame_number;   // of a dame: its number in the list
    Grid<u8> possible_sides; // of a dame: bits of the colours that could perhaps fill it
    Grid<u16> node;          // of a stone: first cell of its chain, or itself if it is filled
    Grid<u16> parent;        // of a node: another one of the same chain, up to the representative
    Grid<u16> link;          // of a node: another one that is linked by dame or teire, up to the representative
    Grid<Chain> chains;      // by either representative

    Grid<u8> is_member; // 1 for the points of one region
    Grid<i16> part;     // of a point of a region: first cell of its part; −1 before
    Grid<u16> queue;    // cells to be searched

    /// Take the dead chains of the position, and find the regions and their owners.
    void set_dead(Row<const u8> dead, u64 base);

    /// Let dead stones outside the opponent's territory stay. Among living stones of their own, they live, if they may.
    ///
    /// Returns true if there are such stones. Rule: Japanese rules 1989, article 10.1; commentary, examples of life and
    /// death 9 and 25.
    bool keep_misplaced_dead(bool can_live);

    /// Let dead stones in seki stay. Return true if there are some.
    ///
    /// Rule: Japanese rules 1989, commentary on article 10.1, diagram 17.
    bool keep_dead_in_seki();

    /// Join chains and their territory to groups, and mark the territory of groups that touch dame. All dame are open.
    ///
    /// Rule: Japanese rules 1989, article 8, with its commentary, diagrams 13 to 15: such groups are in seki.
    void find_groups();

    /// Fill dame in turn, from a first side on, until both sides pass. Mark those that one side could fill by capture.
    void fill_dame(u8 first_side);

    /// Fill the points that the sides must fill in their own territory.
    ///
    /// Rule: Japanese rules 1989, commentary on teire. These points are deducted as by KGS's count.
    void fill_teire();

    /// Mark the territory of groups in seki.
    ///
    /// Rule: Japanese rules 1989, article 8: living stones with dame are in seki. Here these are the dame that neither
    /// side can fill. A group at a group of the opponent without two eyes is in seki as well.
    void find_seki();

    Region &region_at(u64 cell) { return regions[region[first[cell]]]; }
    Group &group_of(u64 node_or_region) { return groups[group[node_or_region]]; }

  private:
    enum class Fill { IMPOSSIBLE, FREE, CAPTURE };

    void list_edge();
    void merge_regions();
    void split_regions(bool can_live);
    void join_groups();

    Chain &chain_at(u64 cell) { return chains[find_root(parent, node[cell])]; }
    void list_dame();
    void add_liberties();
    void join_staying_stones();
    void join(u16 first_node, u16 second_node);
    void add_stone(u64 cell, u8 player, const Liberties &liberties);
    Fill effect_of_filling(u64 cell, u8 player);
    u64 fill_one(u64 cell, u8 player);

    void link_chains_at_dame();
    u16 link_nodes(u16 first_node, u16 second_node);
    void fill_own_point(u64 cell, u8 player);

    u8 group_side(u64 cell) const { return kind[cell] == PointKind::CAPTURE ? side[cell] : filled[cell]; }
    void join_filled_dame();
    u32 eyes_of(u64 component);
    void mark_groups_at_seki();
    void mark_weak_neighbors(bool has_both_sides);
};
