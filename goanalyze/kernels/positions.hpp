// The loop over the positions of a chunk, and a labelled position on a padded board.
#pragma once
#include "grid.hpp"
#include "interface.hpp"

/// Call a function with the number of each position of a chunk that has a board, and the index of its first point.
template <class Positions, class Function> void for_each_position(const Positions &boards, Function function) {
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] > 0) {
            function(game, u64(boards.start[game]));
        }
    }
}

/// The cells of the points of one board size, and the points of its cells.
struct CellTable : GridSize {
    Grid<u16> cell_of;  // by point
    Grid<u16> point_of; // by cell; only for points

    /// Set the size. Nothing is done if it is the last one. The table begins with zeros.
    void set_size(i64 columns, i64 board_rows) {
        if (stride == u64(columns) + 1 && rows == u64(board_rows)) {
            return;
        }
        GridSize::set_size(columns, board_rows);
        for (u64 point = 0; point < u64(columns * board_rows); point++) {
            u64 cell = stride + point + point / u64(columns);
            cell_of[point] = u16(cell);
            point_of[cell] = u16(point);
        }
    }
};

/// A chain or an empty region of a labelled position.
struct Component {
    u16 size;      // points
    u16 liberties; // of a chain; 0 for an empty region
    u8 border;     // colours of the adjacent stones
};

/// A labelled position on a padded board. A chain or an empty region goes by its first cell in reading order.
struct LabeledGrid : CellTable {
    Grid<u8> color;             // `BORDER` off the board
    Grid<u16> first;            // of each point: first cell of its chain or region; 0 off the board
    Grid<Component> components; // by first cell
    CellList first_cells;       // of all chains and regions, in reading order

    /// Load a position.
    void load(const LabeledBoards &boards, i64 game) {
        set_size(boards.width[game], boards.height[game]);
        u64 base = u64(boards.start[game]), points = (stride - 1) * rows;
        color.before(cells).fill(BORDER);
        copy_to_cells(boards.stones, base, *this, color);
        first.before(cells).fill(0);
        u64 size = 0;
        Row<const i16> labels = boards.first.slice(base, base + points);
        for (u64 point = 0; point < points; point++) {
            u64 cell = cell_of[point];
            first[cell] = cell_of[labels[point]];
            first_cells.cells[size] = u32(cell); // without a branch, which would be mispredicted
            size += u64(labels[point]) == point;
        }
        first_cells.size = size;
        for (u64 cell : first_cells.row()) {
            u64 index = base + point_of[cell];
            components[cell] = {u16(boards.size[index]), u16(boards.liberties[index]), boards.border[index]};
        }
    }

    /// Return the chain or region of a cell.
    const Component &component_of(u64 cell) const { return components[first[cell]]; }
};
