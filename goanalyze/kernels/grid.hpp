// The padded board: rows of cells with a border around the points, and disjoint sets of cells.
//
// A board of c columns has a *stride* of c + 1 cells: a row of border, then each row of points with one border cell on
// its right, which is the left border of the next row, then another row of border. Point (row, column) is cell
// (row + 1) · stride + column. The points lie in the cells from `stride` to before `stride` · (rows + 1).
#pragma once
#include "colors.hpp"

constexpr u8 BORDER = 4; // off the board: a bit of its own, apart from those of the colours
constexpr i64 CELLS = (MAX_BOARD + 1) * (MAX_BOARD + 2) + 1; // of the largest board

/// One value for each cell of the largest board.
template <class T> using Grid = Fixed<T, CELLS>;

/// The size of a padded board.
struct GridSize {
    u64 stride, rows;
    u64 first_cell, end_cell; // the points lie in the cells from the first to before the end
    u64 cells;                // number of cells, the border included

    /// Set the size by that of a board.
    void set_size(i64 columns, i64 board_rows) {
        stride = first_cell = u64(columns) + 1;
        rows = u64(board_rows);
        end_cell = stride * (rows + 1);
        cells = end_cell + stride + 1;
    }
};

/// A list of cells.
struct CellList {
    u64 size;
    Grid<u32> cells;

    void add(u64 cell) { cells[size++] = u32(cell); }
    /// Add a cell if a condition holds, without a branch.
    void add_if(bool is_added, u64 cell) {
        cells[size] = u32(cell);
        size += is_added;
    }
    Row<u32> row() { return cells.before(size); }
    Row<const u32> row() const { return cells.before(size); }
};

/// Return the four cells adjacent to a cell.
inline std::array<u64, 4> adjacent(u64 cell, u64 stride) {
    return {cell + 1, cell - 1, cell + stride, cell - stride};
}

/// Return the four cells adjacent to a cell in reading order, for lists whose order matters.
inline std::array<u64, 4> adjacent_in_order(u64 cell, u64 stride) {
    return {cell - stride, cell - 1, cell + 1, cell + stride};
}

/// Copy the values of a position's points, from index `base` on, to its cells. The border stays as it is.
template <class From, class To> void copy_to_cells(Row<From> values, u64 base, const GridSize &size, Grid<To> &cells) {
    u64 stride = size.stride, columns = stride - 1;
    for (u64 row = 0; row < size.rows; row++) {
        Row<From> line = values.slice(base + row * columns, base + (row + 1) * columns);
        Row<To> to = cells.row().slice((row + 1) * stride, (row + 1) * stride + columns);
        std::transform(line.begin(), line.end(), to.begin(), [](From value) { return To(value); });
    }
}

/// Copy the values of a position's cells to its points, from index `base` on.
template <class From, class To>
void copy_to_points(const Grid<From> &cells, const GridSize &size, Row<To> values, u64 base) {
    u64 stride = size.stride, columns = stride - 1;
    for (u64 row = 0; row < size.rows; row++) {
        Row<const From> line = cells.row().slice((row + 1) * stride, (row + 1) * stride + columns);
        Row<To> to = values.slice(base + row * columns, base + (row + 1) * columns);
        std::transform(line.begin(), line.end(), to.begin(), [](From value) { return To(value); });
    }
}

/// Label the connected cells of one kind with their first cell and list them. Return their number.
///
/// Cells that have a label, which is 0 or more, are skipped.
template <class K, class L, class Q>
u64 flood(u64 first, u64 stride, const Grid<K> &kind, Grid<L> &label, Row<Q> queue) {
    queue[0] = Q(first);
    label[first] = L(first);
    K own = kind[first];
    u64 length = 1;
    for (u64 visited = 0; visited < length; visited++) {
        u64 cell = u64(queue[visited]);
        for (u64 neighbor : adjacent_in_order(cell, stride)) {
            if (kind[neighbor] == own && label[neighbor] < 0) {
                label[neighbor] = L(first);
                queue[length++] = Q(neighbor);
            }
        }
    }
    return length;
}

/// Return the representative of an item's set and shorten the path to it.
template <class Parents, class T> T find_root(Parents &parent, T item) {
    while (parent[item] != item) {
        parent[item] = parent[parent[item]];
        item = parent[item];
    }
    return item;
}

/// Join the sets of two items. The lower representative remains.
template <class Parents, class T> void unite(Parents &parent, T first, T second) {
    first = find_root(parent, first), second = find_root(parent, second);
    if (first < second) {
        parent[second] = first;
    } else if (second < first) {
        parent[first] = second;
    }
}
