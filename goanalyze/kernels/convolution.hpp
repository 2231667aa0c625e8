// Convolutions of networks: 3×3, by Winograd's minimal filtering F(2×2, 3×3), with vectors as wide as the processor's.
//
// The values of a cell are adjacent in memory, one for each channel, so that a vector contains channels of one cell.
// The board is cut into tiles of 2×2 cells. A tile and its neighbors are 4×4 cells d, which are transformed to Bᵀ d B.
// Their 16 products with the transformed filters G g Gᵀ, summed over the channels, give the tile:
// Aᵀ [(G g Gᵀ) ⊙ (Bᵀ d B)] A. That takes 16 multiplications in place of 36:
//
//     Bᵀ = 1  0 -1  0    G =  1    0    0    Aᵀ = 1  1  1  0
//          0  1  1  0        1/2  1/2  1/2        0  1 -1 -1
//          0 -1  1  0        1/2 -1/2  1/2
//          0  1  0 -1         0    0    1
//
// `goanalyze.life.network` transforms the filters. Sources: Winograd, Arithmetic Complexity of Computations, 1980;
// Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2015, arXiv:1509.09308.
#pragma once
#include "grid.hpp"
#include <cstring>
#pragma GCC diagnostic ignored "-Wpsabi" // functions that return vectors are inlined

constexpr i64 PRODUCTS = 16;     // numbers that a tile is transformed to, for each channel
constexpr i64 TILES = 10;        // tiles that are transformed together: a row of a board of 19×19
constexpr i64 TOGETHER = 16;     // channels whose sums are in registers at once
constexpr i64 MAX_CHANNELS = 32; // of a layer; all numbers of channels are multiples of `TOGETHER`

/// A vector of floats.
template <int LANES> struct VectorType {
    typedef f32 type __attribute__((vector_size(LANES * sizeof(f32))));
};
template <int LANES> using Vector = typename VectorType<LANES>::type;

/// Return the vector that begins at an index.
template <int LANES> [[gnu::always_inline]] inline Vector<LANES> load(Row<const f32> from, Index index) {
    Vector<LANES> vector;
    memcpy(&vector, from.data + index.below(from.size - LANES + 1), sizeof(vector));
    return vector;
}

/// Write a vector from an index on.
template <int LANES> [[gnu::always_inline]] inline void store(Row<f32> to, Index index, const Vector<LANES> &vector) {
    memcpy(to.data + index.below(to.size - LANES + 1), &vector, sizeof(vector));
}

/// The values of all channels of a tile or a chain. Their number is constant, and so are addresses.
struct Channels {
    alignas(64) Fixed<f32, MAX_CHANNELS> values;
};

/// A matrix of weights: a row for each channel of x, a column for each channel of y.
struct Weights {
    Row<const f32> values;
    i64 rows, columns;
};

/// Write `TOGETHER` columns of the products of `ROWS` rows of x with a matrix of weights.
///
/// All sums are in registers.
template <int LANES, int ROWS>
[[gnu::always_inline]] inline void multiply_some(const Channels *x, const Weights &weights, i64 column, Channels *y) {
    constexpr int VECTORS = TOGETHER / LANES;
    Vector<LANES> sums[ROWS][VECTORS] = {};
    for (i64 channel = 0; channel < weights.rows; channel++) {
#pragma GCC unroll 4
        for (int vector = 0; vector < VECTORS; vector++) {
            Vector<LANES> some = load<LANES>(weights.values, channel * weights.columns + column + vector * LANES);
#pragma GCC unroll 16
            for (int row = 0; row < ROWS; row++) {
                sums[row][vector] += x[row].values[channel] * some;
            }
        }
    }
#pragma GCC unroll 16
    for (int row = 0; row < ROWS; row++) {
#pragma GCC unroll 4
        for (int vector = 0; vector < VECTORS; vector++) {
            store<LANES>(y[row].values.row(), column + vector * LANES, sums[row][vector]);
        }
    }
}

/// Write the products of all rows of x with a matrix of weights.
template <int LANES>
[[gnu::always_inline]] inline void multiply(Row<const Channels> x, const Weights &weights, Row<Channels> y) {
    constexpr int ROWS = LANES == 16 ? 10 : LANES == 8 ? 5 : 2; // as many as there are registers for
    for (i64 column = 0; column < weights.columns; column += TOGETHER) {
        i64 row = 0;
        for (; row + ROWS <= x.size; row += ROWS) {
            i64 end = row + ROWS;
            multiply_some<LANES, ROWS>(x.slice(row, end).data, weights, column, y.slice(row, end).data);
        }
        for (; row < x.size; row++) {
            multiply_some<LANES, 1>(&x[row], weights, column, &y[row]);
        }
    }
}

/// The values of all channels of the cells of a board. Those of the border are zero.
struct Activations {
    Row<f32> values; // `size` of them
    i64 channels;

    /// Return the number of values. Tiles at the edges reach beyond the border.
    static i64 size(i64 channels) { return (CELLS + 2 * BEYOND) * channels; }
    static constexpr i64 BEYOND = MAX_BOARD + 3; // cells before the first one, and past the last

    /// Return the index of the values of a cell.
    i64 at(i64 cell) const { return (cell + BEYOND) * channels; }
};

/// The cells of a board.
struct Cells {
    u64 stride, rows;
    Grid<i32> part; // number of the chain or empty region of each cell; -1 for the border
};

/// A layer: y ← ReLU(convolution of x + bias), or y ← ReLU(x + convolution of x + bias).
struct Layer {
    Row<const f32> filters; // [PRODUCTS, depth, channels of y], transformed
    i64 depth;              // channels of x that are used
    Row<const f32> bias;    // of each part of the board
    i64 bias_step;          // from the bias of a part to that of the next one; 0 if all have the same
    bool has_residual;      // true if x is added
};

/// Transformed tiles: one matrix for each product.
using Tiles = Fixed<Fixed<Channels, TILES>, PRODUCTS>;

/// Write Bᵀ d B of a tile, for all channels.
template <int LANES>
[[gnu::always_inline]] inline void
transform_tile(const Activations &x, i64 corner, i64 stride, Tiles &transformed, i64 tile) {
    i64 channels = x.channels;
    for (i64 channel = 0; channel < channels; channel += LANES) {
        Vector<LANES> half[4][4]; // Bᵀ d
#pragma GCC unroll 4
        for (int column = 0; column < 4; column++) {
            i64 d = x.at(corner + column) + channel;
            Vector<LANES> d0 = load<LANES>(x.values, d), d1 = load<LANES>(x.values, d + stride * channels);
            Vector<LANES> d2 = load<LANES>(x.values, d + 2 * stride * channels);
            Vector<LANES> d3 = load<LANES>(x.values, d + 3 * stride * channels);
            half[0][column] = d0 - d2;
            half[1][column] = d1 + d2;
            half[2][column] = d2 - d1;
            half[3][column] = d1 - d3;
        }
#pragma GCC unroll 4
        for (int row = 0; row < 4; row++) {
            store<LANES>(transformed[4 * row][tile].values.row(), channel, half[row][0] - half[row][2]);
            store<LANES>(transformed[4 * row + 1][tile].values.row(), channel, half[row][1] + half[row][2]);
            store<LANES>(transformed[4 * row + 2][tile].values.row(), channel, half[row][2] - half[row][1]);
            store<LANES>(transformed[4 * row + 3][tile].values.row(), channel, half[row][1] - half[row][3]);
        }
    }
}

/// Return Aᵀ m A of the products of a tile, for some channels: the cells of the tile row by row.
template <int LANES>
[[gnu::always_inline]] inline std::array<Vector<LANES>, 4> restore_tile(const Tiles &products, i64 tile, i64 channel) {
    Vector<LANES> half[2][4]; // Aᵀ m
#pragma GCC unroll 4
    for (int column = 0; column < 4; column++) {
        Vector<LANES> m0 = load<LANES>(products[column][tile].values.row(), channel);
        Vector<LANES> m1 = load<LANES>(products[4 + column][tile].values.row(), channel);
        Vector<LANES> m2 = load<LANES>(products[8 + column][tile].values.row(), channel);
        Vector<LANES> m3 = load<LANES>(products[12 + column][tile].values.row(), channel);
        half[0][column] = m0 + m1 + m2;
        half[1][column] = m1 - m2 - m3;
    }
    return {
        half[0][0] + half[0][1] + half[0][2], half[0][1] - half[0][2] - half[0][3],
        half[1][0] + half[1][1] + half[1][2], half[1][1] - half[1][2] - half[1][3]
    };
}

/// Run a layer on all points of a board.
template <int LANES>
[[gnu::always_inline]] inline void
convolve(const Layer &layer, const Cells &board, const Activations &x, const Activations &y) {
    i64 stride = board.stride, rows = board.rows, to = y.channels;
    i64 filter = layer.depth * to; // size of the filters of one product
    Tiles transformed, products;
    i64 corners[TILES]; // first cell of each tile
    for (i64 row = 0, column = 0; row < rows;) {
        i64 tiles = 0;
        for (; tiles < TILES && row < rows; tiles++) {
            corners[tiles] = (row + 1) * stride + column;
            transform_tile<LANES>(x, corners[tiles] - stride - 1, stride, transformed, tiles);
            column += 2;
            if (column >= stride - 1) {
                column = 0;
                row += 2;
            }
        }
        for (i64 product = 0; product < PRODUCTS; product++) {
            Weights weights = {layer.filters.slice(product * filter, (product + 1) * filter), layer.depth, to};
            multiply<LANES>(transformed[product].before(tiles), weights, products[product].before(tiles));
        }
        for (i64 tile = 0; tile < tiles; tile++) {
            for (i64 channel = 0; channel < to; channel += LANES) {
                std::array<Vector<LANES>, 4> sums = restore_tile<LANES>(products, tile, channel);
#pragma GCC unroll 4
                for (int number = 0; number < 4; number++) {
                    i64 cell = corners[tile] + (number / 2) * stride + number % 2;
                    i32 part = board.part[cell];
                    if (part < 0) {
                        continue;
                    }
                    Vector<LANES> sum = sums[number] + load<LANES>(layer.bias, part * layer.bias_step + channel);
                    if (layer.has_residual) {
                        sum += load<LANES>(x.values, x.at(cell) + channel);
                    }
                    Vector<LANES> zero = {};
                    store<LANES>(y.values, y.at(cell) + channel, sum > zero ? sum : zero);
                }
            }
        }
    }
}

/// Write the mean of x over every part of the board.
///
/// `listed` has the cells part by part, and `begin` the index of the first of each part, and the end.
template <int LANES>
[[gnu::always_inline]] inline void
average(const Activations &x, Row<const i32> listed, Row<const i32> begin, Row<Channels> means) {
    for (i64 part = 0; part + 1 < begin.size; part++) {
        f32 size = f32(begin[part + 1] - begin[part]);
        for (i64 channel = 0; channel < x.channels; channel += LANES) {
            Vector<LANES> sum = {};
            for (i32 cell : listed.slice(begin[part], begin[part + 1])) {
                sum += load<LANES>(x.values, x.at(cell) + channel);
            }
            store<LANES>(means[part].values.row(), channel, sum / size);
        }
    }
}
