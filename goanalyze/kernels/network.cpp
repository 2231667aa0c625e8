// The network that judges dead stones: a small convolutional network over a final position and its playouts.
//
// The inputs are planes over the board. Networks that do not see playouts have the first STILL_PLANES of them. Layers:
//
// 1. a 3×3 convolution of the planes, ReLU;
// 2. blocks: x ← ReLU(x + 3×3 convolution of x + bias), in every second block with a linear map of the mean of x over
//    the chain or empty region as well;
// 3. for each chain, one hidden layer over the mean of x, and the log odds that the chain is dead.
//
// Colors are seen from the side to move, so a swap of the colors changes nothing. `tests/oracles/network.py` has the
// same network in NumPy.
#include "network.hpp"
#include "processor.hpp"

namespace {

/// The layers of a network, and the arrays on which they work.
struct Forward {
    const Planes &planes;
    Activations &x;
    Row<f32> sums, means, mapped, probability;

    explicit Forward(NetworkScratch &scratch)
        : planes(scratch.planes), x(scratch.x), sums(scratch.sums.row()), means(scratch.means.row()),
          mapped(scratch.mapped.row()), probability(scratch.probability.row()) {}

    /// Set x to ReLU(x + sums + bias), or to ReLU(sums + bias) in the first layer, with the same bias or one by part.
    template <int LANES, class Bias>
    [[gnu::always_inline]] void activate(i64 channels, bool has_residual, Bias bias_of) {
        x.channels = channels;
        planes.for_points([&](u64, u64 cell) __attribute__((always_inline)) {
            const f32 *sum = &sums[i64(cell + 1) * channels], *bias = bias_of(cell);
            f32 *value = x.of(cell);
            u32 active = 0;
            for (i64 channel = 0; channel < channels; channel += LANES) {
                Vector<LANES> result = load<LANES>(sum + channel) + load<LANES>(bias + channel), zero = {};
                result += has_residual ? load<LANES>(value + channel) : zero;
                result = result > zero ? result : zero;
                store<LANES>(value + channel, result);
                active |= positive<LANES>(result) << channel;
            }
            x.active[cell] = active;
        });
    }

    /// Write the mean of x over each part.
    template <int LANES> [[gnu::always_inline]] void average() {
        i64 channels = x.channels;
        means.before(i64(planes.parts) * channels).fill(0);
        planes.for_points([&](u64, u64 cell) __attribute__((always_inline)) {
            f32 *sum = &means[planes.part[cell] * channels];
            const f32 *value = x.of(cell);
            for (i64 channel = 0; channel < channels; channel += LANES) {
                store<LANES>(sum + channel, load<LANES>(sum + channel) + load<LANES>(value + channel));
            }
        });
        for (u64 part = 0; part < planes.parts; part++) {
            f32 size = f32(planes.components[planes.first_cells.cells[part]].size);
            f32 *mean = &means[i64(part) * channels];
            for (i64 channel = 0; channel < channels; channel += LANES) {
                store<LANES>(mean + channel, load<LANES>(mean + channel) / size);
            }
        }
    }

    /// Map the means linearly: write means · weights, plus a bias.
    template <int LANES> [[gnu::always_inline]] void map_means(Table<const f32> weights, Row<const f32> bias) {
        i64 channels = x.channels, columns = weights.columns;
        for (i64 part = 0; part < i64(planes.parts); part++) {
            const f32 *mean = &means[part * channels];
            for (i64 column = 0; column < columns; column += LANES) {
                Vector<LANES> sum = {};
                for (i64 channel = 0; channel < channels; channel++) {
                    sum += mean[channel] * load<LANES>(&weights[channel][column]);
                }
                store<LANES>(&mapped[part * columns + column], sum + load<LANES>(&bias[column]));
            }
        }
    }

    /// Run a network on the planes. Write the probability of each chain.
    template <int LANES> [[gnu::always_inline]] void run(const NetworkWeights &network) {
        i64 channels = network.enter_bias.size, units = network.hidden_bias.size;
        convolve<LANES>(planes, x, network.enter.flat(), channels, sums);
        activate<LANES>(channels, false, [&](u64) { return network.enter_bias.data; });
        for (i64 block = 0; block < network.blocks.size; block++) {
            Row<const f32> bias = network.biases[block];
            convolve<LANES>(planes, x, network.blocks[block].flat(), channels, sums);
            if (block % 2) {
                average<LANES>();
                map_means<LANES>(network.pools[block / 2], bias);
                activate<LANES>(channels, true, [&](u64 cell) { return &mapped[planes.part[cell] * channels]; });
            } else {
                activate<LANES>(channels, true, [&](u64) { return bias.data; });
            }
        }
        average<LANES>();
        map_means<LANES>(network.hidden, network.hidden_bias);
        for (u64 part = 0; part < planes.parts; part++) {
            f32 odds = network.leave_bias[0];
            for (i64 unit = 0; unit < units; unit++) {
                odds += network.leave[unit] * max(mapped[i64(part) * units + unit], f32(0));
            }
            probability[part] = 1 / (1 + std::exp(-odds));
        }
    }
};

void forward_baseline(const NetworkWeights &network, NetworkScratch &scratch) {
    Forward(scratch).run<4>(network);
}

#ifdef __x86_64__
[[gnu::target("avx2,fma")]] void forward_avx2(const NetworkWeights &network, NetworkScratch &scratch) {
    Forward(scratch).run<8>(network);
}

#pragma GCC diagnostic ignored "-Wattributes" // only clang knows the second one, and splits vectors without it
[[gnu::target("avx512f,fma"),
  clang::min_vector_width(512)]] void forward_avx512(const NetworkWeights &network, NetworkScratch &scratch) {
    Forward(scratch).run<16>(network);
}
#endif

} // namespace

void run_network(const NetworkWeights &network, NetworkScratch &scratch) {
#ifdef __x86_64__
    switch (scratch.vectors) {
    case VectorSet::AVX512:
        return forward_avx512(network, scratch);
    case VectorSet::AVX2:
        return forward_avx2(network, scratch);
    case VectorSet::BASELINE:
        break;
    }
#endif
    forward_baseline(network, scratch);
}

void judge_chunk(
    const LabeledBoards &boards, const NetworkInputs &inputs, const NetworkWeights &network, Row<f32> probability
) {
    Owned<NetworkScratch> scratch;
    scratch->vectors = widest_vectors();
    Planes &planes = scratch->planes;
    for_each_position(boards, [&](i64 game, u64 base) {
        planes.read(boards, game, inputs.to_move[game]);
        planes.write(inputs, network.enter.size / TAPS, scratch->x);
        run_network(network, *scratch);
        planes.for_points([&](u64 point, u64 cell) {
            probability[base + point] = planes.color[cell] == EMPTY ? 0 : scratch->probability[planes.part[cell]];
        });
    });
}

void write_planes(const LabeledBoards &boards, const NetworkInputs &inputs, Table<f32> planes) {
    Owned<NetworkScratch> scratch;
    Planes &position = scratch->planes;
    for_each_position(boards, [&](i64 game, u64 base) {
        position.read(boards, game, inputs.to_move[game]);
        position.write(inputs, PLANES, scratch->x);
        position.for_points([&](u64 point, u64 cell) {
            for (i64 plane = 0; plane < PLANES; plane++) {
                bool is_active = scratch->x.active[cell] >> plane & 1;
                planes[plane][base + point] = is_active ? scratch->x.of(cell)[plane] : 0;
            }
        });
    });
}
