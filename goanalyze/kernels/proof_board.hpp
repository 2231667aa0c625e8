// A position as the proof of one colour's chains sees it: its regions, and the links of its chains.
//
// A *region* is a connected part of the board without stones of the player. It consists of empty regions and of chains
// of the opponent, its *parts*. Its points are bits of a mask (`masks.hpp`). Chains, parts and regions go by their
// first cell.
#pragma once
#include "masks.hpp"
#include "positions.hpp"

constexpr i64 MAX_REGION_POINTS = 62; // of a region that may be an eye: a mask has two more bits, for `ELSEWHERE`

/// An empty region and an adjacent chain.
struct Contact {
    u16 region, chain;
};

/// The scope of links in a region; the first cell of a region without stones means that both liberties lie there.
enum LinkScope : u16 { NO_LINK, ANY_REGION };

/// An empty region or a chain, and at the first cell of a region the facts about the whole.
struct RegionPart {
    u16 parent;       // in the disjoint sets of parts that are connected; after `list_regions` the region
    u16 size, empty;  // points
    i16 number;       // of the region in `ProofBoard::regions`, or -1
    u16 link_scope;   // first cell of the region, or a `LinkScope`
    bool is_excluded; // a point proves nothing
};

/// A region that is small enough for an eye.
struct Region {
    i64 size;
    i64 first_cell;      // index in `ProofBoard::region_cells`
    u64 empty, opponent; // its points, empty or with an opponent's stone
    i64 first_pair,
        chains; // the chains around it: index in `ProofBoard::pairs`, and their number; 0 if it cannot be an eye

    u64 points() const { return empty | opponent; }
};

/// A block around a region, and the points of the region that it touches.
struct AdjacentBlock {
    u16 block;
    u64 touched;
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

/// A labelled position, and the regions between the chains of the player.
struct ProofBoard : LabeledGrid {
    // Of the position.
    bool has_excluded;
    Grid<bool> is_excluded; // points that prove nothing: no eye, link or reply lies on them
    Grid<u8> around;        // combined colours of the adjacent cells
    CellList empty_cells;
    Grid<u16> part_cells; // of all chains and empty regions, one after the other
    Grid<u16> part_end;   // by first cell: index behind its last cell
    Fixed<Contact, 4 * CELLS> contacts;
    i64 contact_count;

    // Of the player.
    u8 player;
    i64 largest_region; // points of the largest region in which the player may reply
    CellList chains;
    Grid<RegionPart> parts; // by first cell of an empty region or a chain
    Fixed<Region, CELLS> regions;
    i64 region_count, cell_count, pair_count, link_count, waiting_count;
    i64 eye_count;          // regions whose points the player's stones all touch
    Grid<u16> region_cells; // of all regions, one after the other
    Fixed<AdjacentBlock, 4 * CELLS> pairs;
    Fixed<ChainLink, CELLS> links;
    Grid<bool> has_link;     // by cell: true for a liberty that serves a link
    Grid<u16> linked;        // by chain: parent in the disjoint sets of chains that links unite
    Grid<i16> first_waiting; // by chain: the first of its list of waiting liberties, or -1
    Fixed<WaitingLiberty, 6 * CELLS> waiting;

    /// Load a position.
    void load(const LabeledBoards &boards, i64 game, Row<const bool> excluded);

    Row<const u16> cells_of_part(u64 part) const {
        return part_cells.row().slice(part_end[part] - components[part].size, part_end[part]);
    }
    Row<u16> cells_of(const Region &region) {
        return region_cells.row().slice(region.first_cell, region.first_cell + region.size);
    }
    Row<AdjacentBlock> pairs_of(const Region &region) {
        return pairs.row().slice(region.first_pair, region.first_pair + region.chains);
    }
    /// Return the number of the region of an empty point or a stone of the opponent, or -1.
    i16 region_at(u64 cell) const { return parts[first[cell]].number; }
};

/// List the regions of a player, and the chains around those that may be eyes.
///
/// These have an empty point and no excluded one. The player's stones touch all their points, or they have up to
/// `largest_region` points.
void list_regions(ProofBoard &board, u8 player, i64 largest_region);

/// Find the chains that share two liberties.
///
/// A liberty serves one link only, and no link costs an eye. So both liberties lie in one region without stones, or
/// each in a region that cannot be an eye: it has an empty point that touches no stone of the player, or is too large.
void link_chains(ProofBoard &board);
