// Layers of networks: 3×3 convolutions that skip zeros, and linear maps, with vectors as wide as the processor's.
//
// After a ReLU seven of ten values are zero, and most planes are zero at most points. So a convolution goes through the
// cells in reading order and adds each value that is not zero, times its weights, to the sums of the nine cells around
// it. The sum of a cell thus has its terms in the same order as in a loop over its nine neighbors and their channels.
//
// The values of a cell are adjacent in memory, one for each channel, so that a vector contains channels of one cell.
#pragma once
#include "positions.hpp"
#include <bit>
#include <cstring>
#pragma GCC diagnostic ignored "-Wpsabi" // functions that return vectors are inlined

constexpr i64 MAX_CHANNELS = 32; // of a layer; all numbers of channels of networks are multiples of 16
constexpr i64 TAPS = 9;          // cells that a 3×3 convolution adds a value to
constexpr i64 TOGETHER = 16;     // channels whose weights are adjacent in memory, in one line of the cache
constexpr i64 LARGEST = CELLS * MAX_CHANNELS;

/// A vector of floats.
template <int LANES> struct VectorType {
    typedef f32 type __attribute__((vector_size(LANES * sizeof(f32))));
};
template <int LANES> using Vector = typename VectorType<LANES>::type;

/// Return the vector at an address.
template <int LANES> [[gnu::always_inline]] inline Vector<LANES> load(const f32 *from) {
    Vector<LANES> vector;
    memcpy(&vector, from, sizeof(vector));
    return vector;
}

/// Write a vector to an address.
template <int LANES> [[gnu::always_inline]] inline void store(f32 *to, const Vector<LANES> &vector) {
    memcpy(to, &vector, sizeof(vector));
}

/// Values of all cells of a board, and the channels of each cell that are not zero.
struct Activations {
    Fixed<f32, LARGEST> values; // by cell, then by channel
    Grid<u32> active;           // bits of the channels; none off the board
    i64 channels;

    f32 *of(u64 cell) { return &values[i64(cell) * channels]; }
};

/// Add the convolution of one row of cells to the sums of this row and of the rows above and below.
///
/// The sums begin one cell before the board, and those of the row below begin with this row. Sums of cells off the
/// board are written, too, and never read. Addresses are checked once for each row: all are between the cells above and
/// below its ends.
template <int LANES>
[[gnu::always_inline]] inline void
add_row(const Activations &x, const f32 *weights, i64 columns, i64 column, u64 first, u64 stride, Row<f32> sums) {
    i64 line = i64(stride) * columns;
    Index((i64(first + 2 * stride) + 1) * columns).below(sums.size + 1);
    f32 *above = sums.data + i64(first - stride + 1) * columns + column;
    Vector<LANES> sum[3][3] = {}; // of the cells around the present one
    for (i64 row = 0; row < 2; row++) {
        sum[row][1] = load<LANES>(above + row * line);
    }
    for (u64 cell = first; cell < first + stride - 1; cell++, above += columns) {
        sum[0][2] = load<LANES>(above + columns);
        sum[1][2] = load<LANES>(above + columns + line);
        sum[2][2] = Vector<LANES>{};
        const f32 *values = &x.values[i64(cell) * x.channels];
        for (u32 active = x.active[cell]; active; active &= active - 1) {
            i64 channel = std::countr_zero(active);
            const f32 *weight = weights + channel * TAPS * TOGETHER;
#pragma GCC unroll 3
            for (i64 row = 0; row < 3; row++) {
#pragma GCC unroll 3
                for (i64 left = 0; left < 3; left++) {
                    sum[row][left] += values[channel] * load<LANES>(weight + (8 - 3 * row - left) * TOGETHER);
                }
            }
        }
#pragma GCC unroll 3
        for (i64 row = 0; row < 3; row++) {
            store<LANES>(above + row * line - columns, sum[row][0]);
            sum[row][0] = sum[row][1];
            sum[row][1] = sum[row][2];
        }
    }
    for (i64 row = 0; row < 3; row++) {
        store<LANES>(above + row * line - columns, sum[row][0]);
    }
}

/// Convolve the values of a board: write the sums of each point for all columns of the weights.
///
/// Weights are in groups of `TOGETHER` columns: of each channel, of each neighbor whose value is added to a cell, the
/// one above on the left first, those of all columns of the group.
template <int LANES>
[[gnu::always_inline]] inline void
convolve(const GridSize &board, const Activations &x, Row<const f32> weights, i64 columns, Row<f32> sums) {
    sums.before(i64(2 * board.stride + 1) * columns).fill(0);
    for (i64 column = 0; column < columns; column += LANES) {
        i64 group = column / TOGETHER;
        const f32 *own = &weights.slice(
            group * x.channels * TAPS * TOGETHER, (group + 1) * x.channels * TAPS * TOGETHER
        )[column % TOGETHER];
        for (u64 first = board.first_cell; first < board.end_cell; first += board.stride) {
            add_row<LANES>(x, own, columns, column, first, board.stride, sums);
        }
    }
}

/// Return the bits of the lanes of a vector that are positive.
template <int LANES> [[gnu::always_inline]] inline u32 positive(const Vector<LANES> &vector) {
    constexpr int EACH = LANES < 8 ? LANES : 8;
    typedef i8 Bytes __attribute__((vector_size(LANES)));
    Bytes bytes = __builtin_convertvector(vector > Vector<LANES>{}, Bytes); // all bits or none
    u32 bits = 0;
    for (int lane = 0; lane < LANES; lane += EACH) {
        u64 eight = 0;
        memcpy(&eight, reinterpret_cast<const i8 *>(&bytes) + lane, EACH);
        eight &= 0x8040201008040201; // bit i of byte i
        bits |= u32(eight * 0x0101010101010101 >> 56) << lane;
    }
    return bits;
}
