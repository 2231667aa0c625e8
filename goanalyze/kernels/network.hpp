// The network that judges dead stones: its planes, and its work arrays.
#pragma once
#include "convolution.hpp"
#include "processor.hpp"

constexpr i64 STILL_PLANES = 10, PLANES = 16;
constexpr f64 LARGE = 8;          // log2 of the number of points of a chain or region whose size counts as 1
constexpr u8 ALIVE = 1, DEAD = 2; // indices of `goanalyze.life.choices.Proof`

/// The planes of a position.
struct Planes : LabeledGrid {
    u64 base;        // index of the first point
    u8 own;          // side to move
    u64 parts;       // number of chains and empty regions
    Grid<u16> part;  // of each point: number of its chain or region
    Grid<f32> large; // of each part: its size, as a plane shows it
    Grid<f32> share; // of each part: the sum of the shares of the side to move in its points

    /// Read the position of a game.
    void read(const LabeledBoards &boards, i64 game, u8 side) {
        load(boards, game);
        base = u64(boards.start[game]);
        own = side;
        parts = first_cells.size;
        Grid<u16> &number = part; // of first cells, which come before the others of a part
        for (u64 index = 0; index < parts; index++) {
            u64 cell = first_cells.cells[index];
            number[cell] = u16(index);
            large[index] = f32(std::log2(f64(components[cell].size)) / LARGE);
        }
        for_points([&](u64, u64 cell) { part[cell] = number[first[cell]]; });
    }

    /// Call a function with each point and its cell.
    template <class F> void for_points(F function) const {
        for (u64 point = 0; point < (stride - 1) * rows; point++) {
            function(point, u64(cell_of[point]));
        }
    }

    /// Return the share of the side to move in a point, of the playouts.
    f64 own_share(const NetworkInputs &inputs, u64 point) const {
        f64 black = f64(inputs.ownership[base + point]);
        return own == BLACK ? black : 1 - black;
    }

    /// Write the planes of the position to the channels of cells: `interface.hpp` lists them.
    ///
    /// The values of channels that are not active are never read.
    void write(const NetworkInputs &inputs, i64 planes, Activations &x) {
        x.channels = planes;
        x.active.before(cells).fill(0);
        if (planes == PLANES) {
            sum_shares(inputs);
        }
        for_points([&](u64 point, u64 cell) {
            Row<f32> values = x.values.row().slice(i64(cell) * planes, i64(cell + 1) * planes);
            x.active[cell] = write_still_planes(inputs, point, cell, values) |
                             (planes == PLANES ? write_playout_planes(inputs, point, cell, values) : 0);
        });
    }

  private:
    /// Sum the shares of the side to move in the points of each part.
    void sum_shares(const NetworkInputs &inputs) {
        share.before(i64(parts)).fill(0);
        for_points([&](u64 point, u64 cell) {
            f32 &sum = share[part[cell]];
            sum = f32(sum + own_share(inputs, point));
        });
    }

    /// Write the planes of a point that show the board. Return the bits of those that are not zero.
    u32 write_still_planes(const NetworkInputs &inputs, u64 point, u64 cell, Row<f32> plane) const {
        u8 here = color[cell], proof = inputs.proofs[base + point], owner = inputs.owners[base + point];
        u32 is_stone = here != EMPTY, liberties = min(component_of(cell).liberties, u16(3));
        plane.before(8).fill(1);
        plane[8] = owner == own ? 1 : -1;
        plane[9] = large[part[cell]];
        return 1 | is_stone << (here == own ? 1 : 2) | (is_stone & (liberties > 0)) << (2 + liberties) |
               (is_stone & (proof == ALIVE)) << 6 | (is_stone & (proof == DEAD)) << 7 |
               u32(owner != EMPTY && proof != 0) << 8 | u32(plane[9] != 0) << 9;
    }

    /// Write the planes of a point that show the playouts. Return the bits of those that are not zero.
    u32 write_playout_planes(const NetworkInputs &inputs, u64 point, u64 cell, Row<f32> plane) const {
        u8 here = color[cell];
        f64 owned = own_share(inputs, point), mean = f64(share[part[cell]]) / f64(component_of(cell).size);
        f64 sign = here == EMPTY ? 0 : here == own ? 1 : -1;
        plane[10] = f32(2 * owned - 1);
        plane[11] = f32(4 * owned * (1 - owned));
        plane[12] = here == EMPTY ? 0 : inputs.stays[base + point];
        plane[13] = f32(2 * mean - 1);
        plane[14] = f32(sign * (2 * owned - 1));
        plane[15] = f32(sign * (2 * mean - 1));
        u32 active = 0;
        for (i64 number = STILL_PLANES; number < PLANES; number++) {
            active |= u32(plane[number] != 0) << number;
        }
        return active;
    }
};

/// Values of each chain and empty region, by part and channel.
using PartValues = Fixed<f32, LARGEST>;

/// The work arrays of a network. Values begin at lines of the cache.
struct NetworkScratch {
    alignas(64) Activations x;
    alignas(64) Fixed<f32, LARGEST + MAX_CHANNELS> sums; // of a convolution; they begin one cell before the board
    alignas(64) PartValues means, mapped;
    Grid<f32> probability; // of each chain, that it is dead
    Planes planes;
    VectorSet vectors; // that the processor supports
};

/// Run a network on the planes of a position, which are in x. The scratch then has the probability of each chain.
void run_network(const NetworkWeights &network, NetworkScratch &scratch);
