// The board of the replay: chains as rings of stones with pseudo-liberties, a Zobrist hash and bit planes.
//
// A chain has one pseudo-liberty for each pair of a stone and an adjacent empty point. Their number is cheap to keep
// up to date, and it is zero if and only if the chain has no liberty.
#pragma once
#include "grid.hpp"
#include "hashing.hpp"

/// A random number for each colour and cell; the hash of a position combines those of its stones.
struct ZobristNumbers {
    Fixed<Grid<u64>, 2> of_side{};

    constexpr ZobristNumbers() {
        for (u64 cell = 0; cell < u64(CELLS); cell++) {
            of_side.items[0].items[cell] = random_number(2 * cell);
            of_side.items[1].items[cell] = random_number(2 * cell + 1);
        }
    }

    u64 of(u8 side, u64 cell) const { return of_side[side - BLACK][cell]; }

    /// Return a number of the sequence of SplitMix64, counted from 0.
    static constexpr u64 random_number(u64 index) { return scramble((index + 1) * GOLDEN); }
};

inline constexpr ZobristNumbers ZOBRIST;

/// The stones that a play removes.
struct Removed {
    i64 captured, own; // stones of the opponent; stones of the player, by suicide
};

/// A board that plays any move, legal or not, as `goanalyze.core.history` does.
struct ReplayBoard {
    static constexpr i64 WORDS = (CELLS + 63) >> 6; // of 64 cells

    u64 stride, cells;            // of this board
    u64 words;                    // of both planes in use
    u64 hash;                     // of the position
    i64 stones;                   // on the board
    Grid<u8> color;               // EMPTY, BLACK, WHITE or BORDER
    Grid<u32> head;               // of a stone, the cell that names its chain
    Grid<u32> next;               // of a stone, the next one in the ring of its chain
    Grid<i32> liberties;          // of the head of a chain, its pseudo-liberties
    Grid<i32> size;               // of the head of a chain, its stones
    Grid<u32> stack;              // scratch of `rebuild`
    Fixed<u64, 2 * WORDS> planes; // one bit per cell: black stones, then white stones

    /// Empty the board and give it a size.
    void clear(i64 columns, i64 rows) {
        stride = u64(columns) + 1;
        cells = stride * (u64(rows) + 2);
        words = 2 * ((cells + 63) >> 6);
        color.before(cells).fill(BORDER);
        for (i64 row = 0; row < rows; row++) {
            color.row().slice(cell_of(0, row), cell_of(columns, row)).fill(EMPTY);
        }
        planes.before(words).fill(0);
        hash = 0;
        stones = 0;
    }

    /// Return the cell of a point.
    u64 cell_of(i64 column, i64 row) const { return u64(row + 1) * stride + u64(column); }

    bool has_stone(u64 cell) const { return is_stone(color[cell]); }

    /// Add a stone to the hash and the planes, or take it out.
    void flip(u8 side, u64 cell) {
        hash ^= ZOBRIST.of(side, cell);
        planes[(side - BLACK) * (words / 2) + (cell >> 6)] ^= u64(1) << (cell & 63);
    }

    /// Remove the chain of a stone and return the number of its stones.
    i64 remove_chain(u64 stone) {
        u8 side = color[stone];
        u32 chain = head[stone];
        i64 count = 0;
        u64 cell = stone;
        do {
            color[cell] = EMPTY;
            flip(side, cell);
            for (u64 neighbor : adjacent(cell, stride)) {
                liberties[head[neighbor]] += int(has_stone(neighbor)) & int(head[neighbor] != chain);
            }
            count++;
            cell = next[cell];
        } while (cell != stone);
        return count;
    }

    /// Join two chains, the smaller to the larger, and return the head of the result.
    u64 join(u64 first, u64 second) {
        u64 larger = first, smaller = second;
        if (size[larger] < size[smaller]) {
            std::swap(larger, smaller);
        }
        u64 cell = smaller;
        do {
            head[cell] = u32(larger);
            cell = next[cell];
        } while (cell != smaller);
        std::swap(next[larger], next[smaller]);
        size[larger] += size[smaller];
        liberties[larger] += liberties[smaller];
        return larger;
    }

    /// Play a stone on an empty point: join chains, remove the opponent's without liberties, then the player's own.
    ///
    /// Adjacent cells are read without branches, which a processor would predict badly: a chain that is no longer on
    /// the board may lose or gain pseudo-liberties, and nothing reads them.
    Removed play(u64 cell, u8 side) {
        u8 opponent = opponent_of(side);
        color[cell] = side;
        flip(side, cell);
        stones++;
        head[cell] = u32(cell);
        next[cell] = u32(cell);
        size[cell] = 1;
        i32 empty = 0;
        for (u64 neighbor : adjacent(cell, stride)) {
            empty += color[neighbor] == EMPTY;
            liberties[head[neighbor]] -= has_stone(neighbor);
        }
        liberties[cell] = empty;
        u64 chain = cell;
        for (u64 neighbor : adjacent(cell, stride)) {
            if (int(color[neighbor] == side) & int(head[neighbor] != chain)) {
                chain = join(head[neighbor], chain);
            }
        }
        Removed removed{0, 0};
        bool has_capture = false;
        for (u64 neighbor : adjacent(cell, stride)) {
            has_capture |= ((color[neighbor] ^ opponent) | liberties[head[neighbor]]) == 0;
        }
        if (has_capture) {
            for (u64 neighbor : adjacent(cell, stride)) {
                if (int(color[neighbor] == opponent) & int(liberties[head[neighbor]] == 0)) {
                    removed.captured += remove_chain(neighbor);
                }
            }
        }
        if (liberties[chain] == 0) {
            removed.own = remove_chain(cell);
        }
        stones -= removed.captured + removed.own;
        return removed;
    }

    /// Derive chains, pseudo-liberties, hash and planes from the colours of the cells.
    ///
    /// Returns a cell of a chain without liberties, -1 if every chain has one.
    i64 rebuild() {
        planes.before(words).fill(0);
        head.before(cells).fill(0); // the border cell 0 is in no chain
        hash = 0;
        stones = 0;
        i64 without_liberties = -1;
        for (u64 first = 0; first < cells; first++) {
            if (!has_stone(first) || head[first]) {
                continue;
            }
            u8 side = color[first];
            head[first] = next[first] = stack[0] = u32(first);
            i32 count = 0, empty = 0;
            for (u64 depth = 1; depth;) {
                u64 cell = stack[--depth];
                count++;
                flip(side, cell);
                for (u64 neighbor : adjacent(cell, stride)) {
                    if (color[neighbor] == EMPTY) {
                        empty++;
                    } else if (color[neighbor] == side && !head[neighbor]) {
                        head[neighbor] = u32(first);
                        next[neighbor] = next[first];
                        next[first] = u32(neighbor);
                        stack[depth++] = u32(neighbor);
                    }
                }
            }
            size[first] = count;
            liberties[first] = empty;
            stones += count;
            if (empty == 0 && without_liberties < 0) {
                without_liberties = i64(first);
            }
        }
        return without_liberties;
    }
};
