// The playouts of one position.
#pragma once
#include "playout_board.hpp"
#include "positions.hpp"

/// A position that is played out.
struct Playouts {
    i64 played; // number of playouts

    /// Read a position, and the color for which each point is certain: nothing is played or captured there.
    void read(i64 columns, i64 rows, Row<const u8> stones, Row<const u8> certain_colors);

    /// Play out the position until all rounds are played or its claims are certain. Return true in the latter case.
    ///
    /// Claims are the color of each stone's point at the end, or EMPTY. A lead in `enough` playouts is enough for them.
    bool play(u8 to_move, i64 seed, i64 rounds, Row<const u8> claims, i64 enough);

    /// Write the share of the playouts in which Black owned each point, and in which its stone remains.
    void write_shares(Row<f32> ownership, Row<f32> remaining) const;

  private:
    Row<const u8> points; // stones of the position
    PlayoutBoard start;   // with certain points filled
    PlayoutBoard board;
    Grid<u32> content; // of the position
    Grid<u32> certain; // color for which a point is certain, EMPTY_CELL for neither
    Grid<u32> claimed; // color that is claimed to own the point of a stone, EMPTY_CELL for neither
    Grid<u32> stack;
    Grid<i32> lead;  // playouts in which Black owned a cell, less those in which White did
    Grid<i32> stays; // number of playouts after which the stone of a cell remains

    void fill_certain();
    void add_result();
    bool are_claims_certain(i64 remaining, i64 enough) const;
};
