// The board of a playout: chains as rings with pseudo-liberties.
//
// An empty cell is a pseudo-liberty of a chain once for each stone of the chain that is adjacent to it. Their number
// and the sum of their cells are cheap to update. Both reveal a chain in atari at once: its liberty counts at most four
// times, since a cell has four sides.
//
// Loops over neighbors are unrolled: the jump that ends a loop of four is hard to predict, and costs 6% of the time.
// Small functions are inlined always: clang takes them for large because of the checks of indices, which costs 13%.
#pragma once
#include "grid.hpp"

/// The content of a cell. In a sum over some cells, four bits count the cells of each kind.
enum Content : u32 { EMPTY_CELL = 1 << 4 * EMPTY, BLACK_CELL = 1 << 4 * BLACK, WHITE_CELL = 1 << 4 * WHITE };
constexpr u32 BORDER_CELL = 1 << 4 * BORDER;
constexpr u32 BOTH_COLORS = BLACK_CELL + WHITE_CELL;
constexpr u32 COUNT = 15; // times a content: the bits of a sum that count it

constexpr u64 NO_CELL = 0;            // the first cell is border
constexpr u32 SIDES = 4;              // of a cell: the most pseudo-liberties of a chain with one liberty
constexpr u32 UNCAPTURABLE = 1 << 20; // liberties of stones that cannot be captured, and of cells without a stone

/// Return the content of a cell that has a color, or is border.
inline u32 cell_content(u32 color) {
    return 1u << 4 * color;
}

/// Write the contents of all cells of a board, from the colors of its points from index `base` on.
inline void load_cells(Row<const u8> colors, u64 base, const GridSize &size, Grid<u32> &content) {
    Row<u32> cells = content.before(size.cells);
    cells.fill(BORDER);
    copy_to_cells(colors, base, size, content);
    for (u32 &cell : cells) {
        cell = cell_content(cell);
    }
}

/// Sums of the contents of the cells around one.
struct Surroundings {
    u32 adjacent; // of the four adjacent cells
    u32 diagonal; // of the four diagonal cells, which do not count border
};

/// A board in a playout.
struct PlayoutBoard : GridSize {
    u64 empty_cells;           // number of playable empty cells
    u64 ko;                    // cell that may not be played at once, or NO_CELL
    Grid<u32> content;         // EMPTY_CELL, BLACK_CELL, WHITE_CELL or BORDER_CELL
    Grid<Surroundings> around; // contents of the cells around each
    Grid<u32> head;            // first cell of the chain; the cell itself without a stone
    Grid<u32> next;            // next stone of the chain, in a ring
    Grid<u32> size;            // stones of a chain, at its head
    Grid<u32> liberties;       // pseudo-liberties of a chain, at its head
    Grid<u32> liberty_total;   // sum of the cells of these, at its head
    Grid<u32> empty;           // the playable empty cells, in any order
    Grid<u32> rank;            // index of each empty cell in `empty`

    /// Return the end of the cells of points. It is checked, so that loops need not check each cell.
    u64 end() const { return Index(end_cell).below(CELLS); }

    /// Return the number of pseudo-liberties of the chain of a cell.
    [[gnu::always_inline]] u32 liberties_of(u64 cell) const { return liberties[head[cell]]; }

    /// Return the four cells diagonal to a cell.
    ///
    /// The cell above and to the left of the first point is before the grid. The first cell is border, too.
    [[gnu::always_inline]] std::array<u64, 4> diagonals(u64 cell) const {
        u64 above = cell - stride, below = cell + stride;
        return {above - (above > 0), above + 1, below - 1, below + 1};
    }

    /// Change the content of a cell.
    [[gnu::always_inline]] void set_content(u64 cell, u32 value) {
        u32 change = value - content[cell];
        content[cell] = value;
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(cell, stride)) {
            around[neighbor].adjacent += change;
        }
#pragma GCC unroll 4
        for (u64 diagonal : diagonals(cell)) {
            around[diagonal].diagonal += change;
        }
    }

    /// Return the number of sides of a cell on which a chain is.
    [[gnu::always_inline]] u32 sides_of(u64 cell, u64 chain) const {
        u32 sides = 0;
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(cell, stride)) {
            sides += head[neighbor] == chain;
        }
        return sides;
    }

    /// Return the fewest pseudo-liberties of an adjacent chain.
    [[gnu::always_inline]] u32 min_liberties(u64 cell) const {
        u32 fewest = UNCAPTURABLE;
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(cell, stride)) {
            fewest = min(fewest, liberties_of(neighbor));
        }
        return fewest;
    }

    /// Return true for a stone of a color whose chain has at most `most` pseudo-liberties, up to `SIDES`.
    [[gnu::always_inline]] bool has_few_liberties(u64 cell, u32 color, u32 most) const {
        return (liberties_of(cell) | (content[cell] ^ color)) <= most; // another content differs by more than SIDES
    }

    /// Return the liberty of a chain with a number and a total of pseudo-liberties; NO_CELL for several.
    [[gnu::always_inline]] u64 sole_liberty(u64 chain, u32 number, u32 total) const {
        if (number > SIDES || number == 0) {
            return NO_CELL;
        }
        constexpr u32 TWELFTHS = 0x346C0; // 12 divided by 1, 2, 3 and 4: four bits each, from the right
        u64 mean = total * (TWELFTHS >> 4 * number & COUNT) / 12;
        return ((content[mean] ^ EMPTY_CELL) | (sides_of(mean, chain) ^ number)) == 0 ? mean : NO_CELL;
    }

    /// Return the liberty of a chain in atari, else NO_CELL.
    [[gnu::always_inline]] u64 sole_liberty(u64 chain) const {
        return sole_liberty(chain, liberties[chain], liberty_total[chain]);
    }

    /// Exchange two cells of the list of empty cells.
    [[gnu::always_inline]] void swap_empty(u64 first, u64 second) {
        u32 cell = empty[first], other = empty[second];
        empty[first] = other;
        rank[other] = u32(first);
        empty[second] = cell;
        rank[cell] = u32(second);
    }

    /// Add an empty cell to the list.
    [[gnu::always_inline]] void add_empty(u64 cell) {
        empty[empty_cells] = u32(cell);
        rank[cell] = u32(empty_cells++);
    }

    /// Find chains and empty cells from the contents of the cells.
    ///
    /// Stones whose point is certain for their side cannot be captured. Those of a color are one chain with a ring for
    /// each stone, so that no walk goes through them.
    void find_chains(const Grid<u32> &certain, Grid<u32> &stack) {
        for (u64 cell = 0; cell < cells; cell++) {
            head[cell] = u32(cell);
            next[cell] = NO_CELL;
            liberties[cell] = UNCAPTURABLE;
            liberty_total[cell] = 0;
        }
        sum_surroundings();
        empty_cells = 0;
        u64 black = NO_CELL, white = NO_CELL;
        for (u64 cell = first_cell; cell < end(); cell++) {
            if (content[cell] == EMPTY_CELL) {
                add_empty(cell);
            }
            if (content[cell] != certain[cell] || (content[cell] & BOTH_COLORS) == 0) {
                continue;
            }
            u64 &chain = content[cell] == BLACK_CELL ? black : white;
            chain = chain ? chain : cell;
            head[cell] = u32(chain);
            next[cell] = u32(cell);
        }
        size[black] = size[white] =
            u32(cells); // larger than any chain that is joined with it: that one is walked through
        for (u64 cell = first_cell; cell < end(); cell++) {
            if (content[cell] & BOTH_COLORS && !next[cell]) {
                find_chain(cell, stack);
            }
        }
    }

    /// Sum the contents around each point.
    void sum_surroundings() {
        for (u64 cell = first_cell; cell < end(); cell++) {
            Surroundings sums = {0, 0};
#pragma GCC unroll 4
            for (u64 neighbor : adjacent(cell, stride)) {
                sums.adjacent += content[neighbor];
            }
#pragma GCC unroll 4
            for (u64 diagonal : diagonals(cell)) {
                sums.diagonal += content[diagonal];
            }
            around[cell] = sums;
        }
    }

    /// Find the chain of a stone.
    void find_chain(u64 first, Grid<u32> &stack) {
        u32 color = content[first], stones = 0, number = 0, total = 0;
        next[first] = stack[0] = u32(first);
        for (u64 depth = 1; depth;) {
            u64 cell = stack[--depth];
            stones++;
            number += around[cell].adjacent & COUNT;
#pragma GCC unroll 4
            for (u64 neighbor : adjacent(cell, stride)) {
                total += u32(neighbor) * (content[neighbor] & EMPTY_CELL);
                if (content[neighbor] == color && !next[neighbor]) {
                    head[neighbor] = u32(first);
                    next[neighbor] = next[first];
                    next[first] = stack[depth++] = u32(neighbor);
                }
            }
        }
        size[first] = stones;
        liberties[first] = number;
        liberty_total[first] = total;
    }

    /// Play a stone on a playable cell where that is not suicide.
    void play(u64 cell, u32 color) {
        empty_cells--;
        u32 last = empty[empty_cells]; // takes the index of the cell that is played
        empty[rank[cell]] = last;
        rank[last] = rank[cell];
        set_content(cell, color);
        next[cell] = u32(cell);
        size[cell] = 1;
        u32 counts = around[cell].adjacent, opponent = BOTH_COLORS - color, total = 0;
#pragma GCC unroll 4
        for (u64 neighbor : adjacent(cell, stride)) {
            u64 chain = head[neighbor];
            liberties[chain]--;
            liberty_total[chain] -= u32(cell);
            total += u32(neighbor) * (content[neighbor] & EMPTY_CELL);
        }
        liberties[cell] = counts & COUNT;
        liberty_total[cell] = total;
        if (counts & COUNT * color) {
            u64 chain = cell;
#pragma GCC unroll 4
            for (u64 neighbor : adjacent(cell, stride)) {
                if (((content[neighbor] ^ color) | (head[neighbor] == chain)) == 0) {
                    chain = join(head[neighbor], chain);
                }
            }
        }
        ko = NO_CELL;
        if (counts & COUNT * opponent && min_liberties(cell) == 0) {
            u64 before = empty_cells, captured = NO_CELL;
#pragma GCC unroll 4
            for (u64 neighbor : adjacent(cell, stride)) {
                if (has_few_liberties(neighbor, opponent, 0)) {
                    capture(neighbor);
                    captured = neighbor;
                }
            }
            bool is_ko = empty_cells == before + 1 && !(counts & COUNT * (EMPTY_CELL + color));
            ko = is_ko ? captured : NO_CELL;
        }
    }

    /// Capture the chain of a stone.
    void capture(u64 start) {
        u64 cell = start;
        do {
            set_content(cell, EMPTY_CELL);
            head[cell] = u32(cell);
            liberties[cell] = UNCAPTURABLE;
            add_empty(cell);
#pragma GCC unroll 4
            for (u64 neighbor : adjacent(cell, stride)) { // those of the chain itself are never read
                u64 chain = head[neighbor];
                liberties[chain]++;
                liberty_total[chain] += u32(cell);
            }
            cell = next[cell];
        } while (cell != start);
    }

    /// Join two chains of a color. Return the head of the larger one, which becomes that of both.
    u64 join(u64 first, u64 second) {
        auto [larger, smaller] = size[first] >= size[second] ? std::tuple(first, second) : std::tuple(second, first);
        u64 cell = smaller;
        do {
            head[cell] = u32(larger);
            cell = next[cell];
        } while (cell != smaller);
        std::swap(next[larger], next[smaller]);
        size[larger] += size[smaller];
        liberties[larger] += liberties[smaller];
        liberty_total[larger] += liberty_total[smaller];
        return larger;
    }

    /// Become a copy of another board.
    void copy(const PlayoutBoard &other) {
        auto copy_grid = [this](auto &grid, const auto &from) { std::copy_n(from.items, cells, grid.items); };
        static_cast<GridSize &>(*this) = other;
        empty_cells = other.empty_cells;
        ko = other.ko;
        copy_grid(content, other.content);
        copy_grid(around, other.around);
        copy_grid(head, other.head);
        copy_grid(next, other.next);
        copy_grid(size, other.size);
        copy_grid(liberties, other.liberties);
        copy_grid(liberty_total, other.liberty_total);
        copy_grid(empty, other.empty);
        copy_grid(rank, other.rank);
    }
};
