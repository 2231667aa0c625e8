// The regions of a position between the chains of one colour, and the links of these chains.
//
// A *region* is a connected part of the board without stones of the player. It goes by its first cell, as chains do.
// Its points are bits of a mask (`masks.hpp`), in reading order.
#pragma once
#include "masks.hpp"
#include "positions.hpp"

constexpr i64 MAX_REGION_POINTS = 62; // of a region that is an eye: a mask has two more bits, for `ELSEWHERE`
constexpr u16 NO_BLOCK = 0;           // in place of a chain or block: a cell of the border

/// A labelled position and the colour whose chains are proven.
struct ProofBoard : LabeledGrid {
    u8 player;
    Grid<u8> around;        // combined colours of the adjacent cells
    Grid<bool> is_excluded; // points that prove nothing: no eye, link or reply lies on them
};

/// A block and the points of a region that it touches.
struct AdjacentBlock {
    u16 block;
    u64 touched;
};

/// A region that may be an eye.
struct Region {
    i64 size;
    i64 first_cell;         // index in `RegionList::cells`
    u64 empty, opponent;    // its points, by what is on them
    i64 first_pair, chains; // the chains around it: index in `RegionList::pairs`, and their number

    u64 points() const { return empty | opponent; }
};

/// Two chains that share two liberties.
struct ChainLink {
    u16 first, second;    // chains
    Fixed<u16, 2> points; // the liberties
};

/// A liberty that two chains share and that waits for a second one.
struct WaitingLiberty {
    u16 chain; // the second chain; the list is of the first
    u16 scope; // of its region
    u16 point;
    i16 next; // next one in the list, or -1
};

/// What is known of a chain of the opponent or an empty region, and of the player's region that it is part of.
struct RegionPart {
    u16 parent;          // in the disjoint sets of parts that are connected
    u16 size, empty;     // points
    bool has_untouched;  // it has a point that no stone of the player is adjacent to
    bool has_inner;      // it has an empty point of that kind
    bool is_excluded;    // a point of it proves nothing
    i16 number;          // of its region in `RegionList::regions`, or -1
};

/// The regions of a position.
struct RegionList {
    i64 largest;            // points of the largest region in which the player may reply
    Grid<RegionPart> parts; // by first cell of a chain of the opponent or an empty region
    Fixed<Region, CELLS> regions;
    i64 region_count, cell_count, pair_count, link_count, waiting_count;
    Grid<u16> cells; // of all regions, one after the other, those of each in reading order
    Fixed<AdjacentBlock, 4 * CELLS> pairs;

    Fixed<ChainLink, CELLS> links;
    Grid<bool> has_link;     // by cell: true for a liberty that serves a link
    Grid<u16> linked;        // by chain: parent in the disjoint sets of chains that links unite
    Grid<i16> first_waiting; // by chain: the first of its list of waiting liberties, or -1
    Fixed<WaitingLiberty, 6 * CELLS> waiting;

    Row<Region> all() { return regions.before(region_count); }
    Row<AdjacentBlock> pairs_of(const Region &region) {
        return pairs.row().slice(region.first_pair, region.first_pair + region.chains);
    }
    Row<u16> cells_of(const Region &region) {
        return cells.row().slice(region.first_cell, region.first_cell + region.size);
    }
};

/// List the regions that may be eyes: those with an empty point whose points the player's stones all touch, and all
/// that have up to `largest` points. Regions with excluded points are not listed.
void list_regions(const ProofBoard &board, i64 largest, RegionList &list);

/// Find the chains that share two liberties.
///
/// A liberty serves one link only, and no link costs an eye. So both liberties lie in one region without stones, or
/// each in a region that is vital to no block.
void link_chains(const ProofBoard &board, RegionList &list);
