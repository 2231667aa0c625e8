// The chains and empty regions of every position of a chunk.
//
// Method: one pass over the cells in reading order joins each one to the component of the cell above or on the left if
// that has the same colour. Components are disjoint sets of cells; their first cell represents them.
#include "positions.hpp"

namespace {

constexpr u16 NO_COMPONENT = 0; // of the border

/// Return a mask: all bits if a flag is set, else none.
u64 all_bits(bool flag) {
    return 0 - u64(flag);
}

/// A position whose components are labelled.
struct Labeling : CellTable {
    Grid<u8> color;
    Grid<u16> label; // of a cell: a cell of its component; of the first cell: itself
    Grid<Component> components;
    CellList first_cells, empty_cells;

    /// Copy a position to cells.
    void load(const Boards &boards, i64 game, u64 base) {
        set_size(boards.width[game], boards.height[game]);
        color.before(cells).fill(BORDER);
        copy_to_cells(boards.stones, base, *this, color);
        label.before(cells).fill(NO_COMPONENT);
        components.before(cells).fill({});
        first_cells.size = empty_cells.size = 0;
    }

    /// Label each cell with a cell of its component.
    ///
    /// The next stone on a board follows no pattern, and the processor would mispredict branches. So the label is
    /// computed from masks.
    void label_cells() {
        for (u64 row = 1; row <= rows; row++) {
            for (u64 cell = row * stride; cell < (row + 1) * stride - 1; cell++) {
                u64 above_label = label[cell - stride], left_label = label[cell - 1];
                u64 joins_above = all_bits(color[cell] == color[cell - stride]);
                u64 joins_left = all_bits(color[cell] == color[cell - 1]);
                label[cell] =
                    u16((above_label & joins_above) |
                        (((left_label & joins_left) | (cell & ~joins_left)) & ~joins_above));
                if ((left_label ^ above_label) & joins_above & joins_left) {
                    unite(label, u16(left_label), u16(above_label));
                }
            }
        }
    }

    /// Write the first point of each point's component, and measure the components.
    void measure_components(Row<i16> first) {
        for (u64 point = 0; point < u64(first.size); point++) {
            u64 cell = cell_of[point], own = label[label[cell]]; // a label is never higher than its cell
            label[cell] = u16(own);
            first[point] = i16(point_of[own]);
            first_cells.add_if(own == cell, cell);
            empty_cells.add_if(color[cell] == EMPTY, cell);
            u8 adjacent_colors = 0;
            for (u64 neighbor : adjacent(cell, stride)) {
                adjacent_colors |= color[neighbor];
            }
            components[own].size++;
            components[own].border |= adjacent_colors;
        }
        for (u32 cell : empty_cells.row()) {
            add_liberty(cell);
        }
    }

    /// Add a liberty to each of the chains adjacent to an empty cell.
    void add_liberty(u64 cell) {
        auto near = adjacent(cell, stride);
        for (u64 side = 0; side < near.size(); side++) {
            u64 chain = label[near[side]];
            bool is_new = is_stone(color[near[side]]);
            for (u64 other = 0; other < side; other++) {
                is_new &= label[near[other]] != chain;
            }
            components[chain].liberties += is_new;
        }
    }
};

} // namespace

void label_positions(const Boards &boards, const Labels &labels) {
    labels.first.fill(0);
    labels.size.fill(0);
    labels.liberties.fill(0);
    labels.border.fill(0);
    Owned<Labeling> labeling;
    for_each_position(boards, [&](i64 game, u64 base) {
        labeling->load(boards, game, base);
        labeling->label_cells();
        labeling->measure_components(labels.first.slice(base, base + labeling->rows * (labeling->stride - 1)));
        for (u32 cell : labeling->first_cells.row()) {
            const Component &component = labeling->components[cell];
            u64 index = base + labeling->point_of[cell];
            labels.size[index] = i16(component.size);
            labels.liberties[index] = i16(component.liberties);
            labels.border[index] = u8(component.border & (BLACK | WHITE) & ~labeling->color[cell]);
        }
    });
}
