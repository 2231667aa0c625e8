// The division of a position by the chains of one colour: chains, blocks of chains, and the regions between them.
//
// A *region* is a connected part of the board without stones of the player. A *block* consists of chains that cannot be
// separated, because their links are miai: they share two liberties, and if the opponent plays on one, the player
// connects on the other. (Müller 1997 calls a block a chain, and a chain a block.) Each chain, region and block goes by
// its first cell.
#pragma once
#include "grid.hpp"

constexpr i32 NONE = -1; // in place of a cell: no chain, no region, no block

/// A position and the colour whose chains are proven.
struct ProofBoard : GridSize {
    u8 player;
    Grid<u8> color;
    Grid<bool> is_excluded; // points that prove nothing: no eye, link or reply lies on them
};

/// A liberty that two chains share and that waits for a second one.
struct ChainLink {
    i32 chain; // the second chain; the link is in the list of the first
    i32 scope; // of the liberty's region
    i32 point; // the liberty
    i32 next;  // next link in the list, or NONE
};

/// A position divided by the chains of the player.
struct Division {
    Grid<u8> kind;        // by cell: chain, region or border
    Grid<i32> chain;      // by cell: its chain, or NONE
    Grid<i32> region;     // by cell: its region, or NONE
    Grid<i32> cells;      // of all chains and regions, one after the other
    i64 cell_count;       // of `cells`
    Grid<i32> end;        // by chain and region: index in `cells` behind its last cell
    Grid<i32> vital_size; // by region: the points that a block must touch for the region to be vital; 0 if it never is
    Grid<i32> link_scope; // by region: the links that its liberties may serve
    Grid<i32> block;      // by chain: parent in the disjoint sets of chains that are blocks
    Grid<bool> has_link;  // by cell: true for a liberty that serves a link

    Grid<i32> first_link; // by chain: the first link of its list, or NONE
    Fixed<ChainLink, 6 * CELLS> links;
    i32 link_count;

    /// Return the cells of a chain or region that begins at an index of `cells`.
    Row<i32> cells_from(i64 start) { return cells.row().slice(start, end[cells[start]]); }
};

/// Find the chains of the player and the regions between them. Return true if there are any chains.
///
/// Each chain is a block of its own.
bool divide_board(const ProofBoard &board, Division &division);

/// Unite chains that share two liberties into blocks.
///
/// A liberty serves one link only, and no link costs an eye. So both liberties lie in one region without stones, or
/// each in a region that is vital to no block.
void link_chains(const ProofBoard &board, Division &division);
