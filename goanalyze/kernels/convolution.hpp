// Layers of networks: direct 3×3 convolutions, linear maps and means, with vectors as wide as the processor's.
//
// The values of a cell are adjacent in memory, one for each channel, so that a vector contains channels of one cell. A
// 3×3 convolution is the sum of nine linear maps: of the cell, and of each of its eight neighbors.
#pragma once
#include "grid.hpp"
#include <cstring>
#pragma GCC diagnostic ignored "-Wpsabi" // functions that return vectors are inlined

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

/// The values of all channels of a cell or a chain. Their number is constant, and so are addresses.
using Channels = Fixed<f32, MAX_CHANNELS>;

/// A matrix of weights: a row for each channel of x, a column for each channel of y.
struct Weights {
    Row<const f32> values;
    i64 inputs, columns;
};

/// Sums for `ROWS` rows of x and `TOGETHER` columns of weights, in registers.
template <int LANES, int ROWS> struct Sums {
    static constexpr int VECTORS = TOGETHER / LANES;
    Vector<LANES> of[ROWS][VECTORS] = {};

    /// Add the products of rows of x with some columns of weights.
    ///
    /// The ends of all loops are checked once.
    [[gnu::always_inline]] void add(Row<const Channels> x, const Weights &weights, i64 column) {
        const Channels *rows = x.before(ROWS).data;
        Index(weights.inputs).below(MAX_CHANNELS + 1);
        Index((weights.inputs - 1) * weights.columns + column + TOGETHER).below(weights.values.size + 1);
        const f32 *weight = weights.values.data + column;
        for (i64 input = 0; input < weights.inputs; input++, weight += weights.columns) {
#pragma GCC unroll 4
            for (int vector = 0; vector < VECTORS; vector++) {
                Vector<LANES> factors;
                memcpy(&factors, weight + vector * LANES, sizeof(factors));
#pragma GCC unroll 32
                for (int row = 0; row < ROWS; row++) {
                    of[row][vector] += rows[row].items[input] * factors;
                }
            }
        }
    }
};

/// The number of rows whose sums are in registers at once.
template <int LANES> constexpr int ROWS_AT_ONCE = LANES == 16 ? 20 : LANES == 8 ? 5 : 2;

/// Call a function with each group of rows, of those from one to before another: as a template argument their number.
template <int LANES, class F> [[gnu::always_inline]] inline void for_groups(i64 first, i64 end, F function) {
    constexpr int ROWS = ROWS_AT_ONCE<LANES>;
    for (; first + ROWS <= end; first += ROWS) {
        function.template operator()<ROWS>(first);
    }
    for (; first < end; first++) {
        function.template operator()<1>(first);
    }
}

/// Map each row of x linearly: y ← x · weights.
template <int LANES>
[[gnu::always_inline]] inline void multiply(Row<const Channels> x, const Weights &weights, Row<Channels> y) {
    for (i64 column = 0; column < weights.columns; column += TOGETHER) {
        for_groups<LANES>(0, x.size, [&]<int ROWS>(i64 first) __attribute__((always_inline)) {
            Sums<LANES, ROWS> sums;
            sums.add(x.from(first), weights, column);
            for (int row = 0; row < ROWS; row++) {
                for (int vector = 0; vector < sums.VECTORS; vector++) {
                    store<LANES>(y[first + row].row(), column + vector * LANES, sums.of[row][vector]);
                }
            }
        });
    }
}

/// The cells of a board.
struct Cells : GridSize {
    Grid<i32> part; // number of the chain or empty region of each cell; -1 for the border
};

/// The values of the cells of a board. Those of the border are zero.
struct Activations {
    Row<Channels> values; // the neighbors of the first point begin one cell before the board

    Channels &operator[](i64 cell) const { return values[cell + 1]; }
    Row<const Channels> from(i64 cell) const { return values.from(cell + 1); }
};

/// A layer: y ← ReLU(convolution of x + bias), or y ← ReLU(x + convolution of x + bias).
struct Layer {
    Weights weights;         // nine matrices, of the cell above on the left first
    Row<const f32> bias;     // of all parts of the board, if `part_bias` is empty
    Row<Channels> part_bias; // of each part of the board
    bool has_residual;       // true if x is added
};

/// Run a layer on all points of a board.
template <int LANES>
[[gnu::always_inline]] inline void
convolve(const Layer &layer, const Cells &board, const Activations &x, const Activations &y) {
    i64 stride = i64(board.stride), inputs = layer.weights.inputs, columns = layer.weights.columns;
    Vector<LANES> zero = {};
    for (i64 column = 0; column < columns; column += TOGETHER) {
        for_groups<LANES>(stride, i64(board.end_cell), [&]<int ROWS>(i64 first) __attribute__((always_inline)) {
            Sums<LANES, ROWS> sums;
            Weights weights = layer.weights;
            for (i64 above = -stride; above <= stride; above += stride) {
                for (i64 left = -1; left <= 1; left++) {
                    sums.add(x.from(first + above + left), weights, column);
                    weights.values = weights.values.from(inputs * columns);
                }
            }
            for (int row = 0; row < ROWS; row++) {
                i64 cell = first + row, part = board.part[cell];
                if (part < 0) {
                    continue;
                }
                Row<const f32> bias = layer.part_bias.size ? layer.part_bias[part].row() : layer.bias;
                for (int vector = 0; vector < sums.VECTORS; vector++) {
                    i64 channel = column + vector * LANES;
                    Vector<LANES> sum = sums.of[row][vector] + load<LANES>(bias, channel);
                    if (layer.has_residual) {
                        sum += load<LANES>(x[cell].row(), channel);
                    }
                    store<LANES>(y[cell].row(), channel, sum > zero ? sum : zero);
                }
            }
        });
    }
}

/// Write the mean of x over every part of the board.
///
/// `listed` has the cells part by part, and `begin` the index of the first of each part, and the end.
template <int LANES>
[[gnu::always_inline]] inline void
average(const Activations &x, i64 channels, Row<const i32> listed, Row<const i32> begin, Row<Channels> means) {
    for (i64 part = 0; part < means.size; part++) {
        f32 size = f32(begin[part + 1] - begin[part]);
        for (i64 channel = 0; channel < channels; channel += LANES) {
            Vector<LANES> sum = {};
            for (i32 cell : listed.slice(begin[part], begin[part + 1])) {
                sum += load<LANES>(x[cell].row(), channel);
            }
            store<LANES>(means[part].row(), channel, sum / size);
        }
    }
}
