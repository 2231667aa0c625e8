// The network that judges dead stones: a small convolutional network over a final position and its playouts.
//
// The inputs are planes over the board. Networks that do not see playouts have the first STILL_PLANES of them. Layers:
//
// 1. a 3×3 convolution of the planes, ReLU;
// 2. blocks: x ← ReLU(x + 3×3 convolution of x + bias), in every second block with a linear map of the mean of x over
//    the chain or empty region as well;
// 3. for each chain, one hidden layer over the mean of x, and the log odds that the chain is dead.
//
// Colors are seen from the side to move, so a swap of the colors changes nothing. `tests/life/test_network.py` has the
// same network in NumPy.
#include "convolution.hpp"
#include "interface.hpp"
#include "processor.hpp"

namespace {

constexpr i64 STILL_PLANES = 10, PLANES = 16;
constexpr f64 LARGE = 8;          // log2 of the number of points of a chain or region whose size counts as 1
constexpr u8 ALIVE = 1, DEAD = 2; // indices of `goanalyze.life.choices.Proof`

/// The chains and empty regions of a position.
struct Position : Cells {
    u64 first_point;             // index of the first point
    u8 own;                      // side to move
    Grid<u8> color;              // of each cell
    Grid<i32> label;             // first cell of the chain or region of each cell; -1 for the border
    Grid<i32> listed;            // the cells of one chain or region after those of another
    Fixed<i32, CELLS + 1> begin; // first of each chain or region in `listed`, and the end
    i64 parts;                   // number of chains and regions
    Grid<f32> large;             // size of each chain or region, as a plane shows it
    Grid<i32> liberties;         // of each chain
    Grid<f32> share;             // of each chain or region: the sum of the shares of the side to move in its points

    /// Call a function with each point and its cell.
    template <class F> void for_points(F function) const {
        for (u64 row = 0; row < rows; row++) {
            for (u64 column = 0; column < stride - 1; column++) {
                function(first_point + row * (stride - 1) + column, (row + 1) * stride + column);
            }
        }
    }

    /// Read the position of a game.
    void read(const LabeledBoards &boards, i64 game, u8 side) {
        set_size(boards.width[game], boards.height[game]);
        first_point = u64(boards.start[game]);
        own = side;
        color.before(cells).fill(BORDER);
        copy_to_cells(boards.stones, first_point, *this, color);
        find_parts();
        count_liberties();
    }

    /// Find chains and empty regions, in the order of their first cells.
    void find_parts() {
        label.before(cells).fill(-1);
        part.before(cells).fill(-1);
        parts = begin[0] = 0;
        for (u64 first = first_cell; first < end_cell; first++) {
            if (color[first] == BORDER || label[first] >= 0) {
                continue;
            }
            i32 done = begin[parts];
            i32 end = done + i32(flood(first, stride, color, label, listed.row().from(done)));
            for (i32 cell : listed.row().slice(done, end)) {
                part[cell] = i32(parts);
            }
            large[parts] = f32(std::log2(f64(end - done)) / LARGE);
            begin[++parts] = end;
        }
    }

    /// Count the liberties of every chain. The counts of regions are not used.
    void count_liberties() {
        liberties.before(parts).fill(0);
        for (u64 cell = first_cell; cell < end_cell; cell++) {
            if (color[cell] != EMPTY) {
                continue;
            }
            std::array<i32, 4> adjacent_parts;
            for (u64 side = 0; u64 neighbor : adjacent(cell, stride)) {
                i32 chain = part[neighbor];
                bool is_new = chain >= 0;
                for (u64 other = 0; other < side; other++) {
                    is_new &= adjacent_parts[other] != chain;
                }
                liberties[max(chain, 0)] += is_new;
                adjacent_parts[side++] = chain;
            }
        }
    }

    /// Return the share of the side to move in a point, of the playouts.
    f64 own_share(const NetworkInputs &inputs, u64 point) const {
        return own == BLACK ? f64(inputs.ownership[point]) : 1 - f64(inputs.ownership[point]);
    }

    /// Sum the shares of the side to move in the points of each chain and region.
    void sum_shares(const NetworkInputs &inputs) {
        share.before(parts).fill(0);
        for_points([&](u64 point, u64 cell) {
            f32 &sum = share[part[cell]];
            sum = f32(sum + own_share(inputs, point));
        });
    }

    i64 size(i32 chain) const { return begin[chain + 1] - begin[chain]; }

    /// Write the planes of a point that show the board: `interface.hpp` lists them.
    void write_still_planes(const NetworkInputs &inputs, u64 point, u64 cell, Row<f32> planes) const {
        i32 chain = part[cell];
        u8 here = color[cell], proof = inputs.proofs[point], owner = inputs.owners[point];
        u8 opponent = opponent_of(own);
        bool is_stone = here != EMPTY;
        i32 number = liberties[chain] * is_stone;
        planes[0] = 1;
        planes[1] = here == own;
        planes[2] = here == opponent;
        planes[3] = number == 1;
        planes[4] = number == 2;
        planes[5] = number > 2;
        planes[6] = is_stone & (proof == ALIVE);
        planes[7] = is_stone & (proof == DEAD);
        planes[8] = f32((i32(owner == own) - i32(owner == opponent)) * (proof != 0));
        planes[9] = large[chain];
    }

    /// Write the planes of a point that show the playouts.
    void write_playout_planes(const NetworkInputs &inputs, u64 point, u64 cell, Row<f32> planes) const {
        i32 chain = part[cell];
        u8 here = color[cell];
        f64 owned = own_share(inputs, point), mean = f64(share[chain]) / f64(size(chain));
        f64 sign = here == EMPTY ? 0 : here == own ? 1 : -1;
        planes[10] = f32(2 * owned - 1);
        planes[11] = f32(4 * owned * (1 - owned));
        planes[12] = here == EMPTY ? 0 : inputs.stays[point];
        planes[13] = f32(2 * mean - 1);
        planes[14] = f32(sign * (2 * owned - 1));
        planes[15] = f32(sign * (2 * mean - 1));
    }
};

/// The work arrays of a network.
struct NetworkScratch {
    Buffer<Channels> planes{CELLS + 1}, x{CELLS + 1}, y{CELLS + 1};
    Buffer<Channels> means{CELLS}, mapped{CELLS}; // of each chain and region; and a linear map of these
    Buffer<f32> odds{CELLS};                      // of each chain and region, that it is dead; their logarithm

    /// Set the values of all cells of a board to zero.
    void clear(u64 cells) {
        for (Buffer<Channels> *values : {&planes, &x, &y}) {
            values->before(cells + 1).fill({});
        }
    }
};

/// Run the network on a position whose planes are written. Write the log odds of its chains.
template <int LANES>
[[gnu::always_inline]] inline void
forward(const Position &position, const NetworkWeights &network, NetworkScratch &scratch) {
    i64 channels = network.enter_bias.size, units = network.hidden_bias.size, planes = network.enter.size / 9;
    Row<const i32> listed = position.listed.row(), begin = position.begin.row();
    Row<Channels> means = scratch.means.before(position.parts), mapped = scratch.mapped.before(position.parts);
    Activations x = {scratch.x}, y = {scratch.y};
    convolve<LANES>(
        {{network.enter.flat(), planes, channels}, network.enter_bias, {}, false}, position, {scratch.planes}, x
    );
    for (i64 block = 0; block < network.blocks.size; block++) {
        Row<const f32> bias = network.biases[block];
        Layer layer = {{network.blocks[block].flat(), channels, channels}, bias, {}, true};
        if (block % 2) {
            average<LANES>(x, channels, listed, begin, means);
            multiply<LANES>(means, {network.pools[block / 2].flat(), channels, channels}, mapped);
            for (Channels &part : mapped) {
                for (i64 channel = 0; channel < channels; channel++) {
                    part[channel] += bias[channel];
                }
            }
            layer.part_bias = mapped;
        }
        convolve<LANES>(layer, position, x, y);
        std::swap(x, y);
    }
    average<LANES>(x, channels, listed, begin, means);
    multiply<LANES>(means, {network.hidden.flat(), channels, units}, mapped);
    for (i64 part = 0; part < position.parts; part++) {
        f32 odds = network.leave_bias[0];
        for (i64 unit = 0; unit < units; unit++) {
            odds += network.leave[unit] * max(mapped[part][unit] + network.hidden_bias[unit], f32(0));
        }
        scratch.odds[part] = odds;
    }
}

void forward_baseline(const Position &position, const NetworkWeights &network, NetworkScratch &scratch) {
    forward<4>(position, network, scratch);
}

#ifdef __x86_64__
[[gnu::target("avx2,fma")]] void
forward_avx2(const Position &position, const NetworkWeights &network, NetworkScratch &scratch) {
    forward<8>(position, network, scratch);
}

#pragma GCC diagnostic ignored "-Wattributes" // only clang knows the second one, and splits vectors without it
[[gnu::target("avx512f,fma"), clang::min_vector_width(512)]] void
forward_avx512(const Position &position, const NetworkWeights &network, NetworkScratch &scratch) {
    forward<16>(position, network, scratch);
}
#endif

/// Return the function for the widest vectors of the processor.
auto choose_forward() {
#ifdef __x86_64__
    switch (widest_vectors()) {
    case VectorSet::AVX512:
        return forward_avx512;
    case VectorSet::AVX2:
        return forward_avx2;
    case VectorSet::BASELINE:
        break;
    }
#endif
    return forward_baseline;
}

} // namespace

void judge_chunk(
    const LabeledBoards &boards, const NetworkInputs &inputs, const NetworkWeights &network, Row<f32> probability
) {
    auto forward = choose_forward();
    NetworkScratch scratch;
    Owned<Position> position;
    bool sees_playouts = network.enter.size > 9 * STILL_PLANES;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        position->read(boards, game, inputs.to_move[game]);
        scratch.clear(position->cells);
        if (sees_playouts) {
            position->sum_shares(inputs);
        }
        position->for_points([&](u64 point, u64 cell) {
            Row<f32> of_point = scratch.planes[cell + 1].row();
            position->write_still_planes(inputs, point, cell, of_point);
            if (sees_playouts) {
                position->write_playout_planes(inputs, point, cell, of_point);
            }
        });
        forward(*position, network, scratch);
        for (i64 part = 0; part < position->parts; part++) {
            scratch.odds[part] = 1 / (1 + std::exp(-scratch.odds[part]));
        }
        position->for_points([&](u64 point, u64 cell) {
            probability[point] = position->color[cell] == EMPTY ? 0 : scratch.odds[position->part[cell]];
        });
    }
}

void write_planes(const LabeledBoards &boards, const NetworkInputs &inputs, Table<f32> planes) {
    Owned<Position> position;
    for (i64 game = 0; game < boards.width.size; game++) {
        if (boards.width[game] == 0) {
            continue;
        }
        position->read(boards, game, inputs.to_move[game]);
        position->sum_shares(inputs);
        position->for_points([&](u64 point, u64 cell) {
            Fixed<f32, PLANES> of_point;
            position->write_still_planes(inputs, point, cell, of_point.row());
            position->write_playout_planes(inputs, point, cell, of_point.row());
            for (i64 plane = 0; plane < PLANES; plane++) {
                planes[plane][point] = of_point[plane];
            }
        });
    }
}
