"""The convolution of networks: 3×3, over boards laid in tiles of four cells, by Winograd's minimal filtering F(4, 3).

Rows are cut into tiles of four cells, and channels hold the first cells of all tiles, then the second, third and
fourth ones: float32[channels, 4, tiles]. `across` tiles make a row, with at least one cell of border at its end, which
is the left border of the next row, too; above and below the boards are rows of border. Each row of the kernel is a
filter of three taps g. On a tile and its two neighbours, six cells d, it gives four cells, Aᵀ[(G g) ⊙ (Bᵀ d)], by 6
multiplications in place of 12:

    Bᵀ = 4  0 -5  0  1  0    G = 1/4     0    0    Aᵀ = 1  1  1  1  1  0
         0 -4 -4  1  1  0       -1/6  -1/6 -1/6         0  1 -1  2 -2  0
         0  4 -4 -1  1  0       -1/6   1/6 -1/6         0  1  1  4  4  0
         0 -2 -1  2  1  0       1/24  1/12  1/6         0  1 -1  8 -8  1
         0  2 -1 -2  1  0       1/24 -1/12  1/6
         0  4  0 -5  0  1          0     0    1

Sums over channels and over the kernel's rows are made before Aᵀ is applied, so each cell is transformed once each way.
Source: Winograd, Arithmetic Complexity of Computations (1980); Lavin and Gray, Fast Algorithms for Convolutional
Neural Networks (2015, arXiv:1509.09308). The plain twin is in `tests/life/test_network.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.vocabulary.kernels import part

TILE = 4
"""Cells of a tile."""
PRODUCTS = 6
"""Numbers that a tile is transformed to."""
LANES = 16
"""Tiles are as many times this as are needed: loops over them leave no rest."""


def filters(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return G times each row of 3×3 kernels.

    Args:
        weights: float32[…, out, into, 9].

    Returns:
        float32[…, 6, out, into, 3].
    """
    sixths, twenty_fourths = np.array([1, 1, 1]) / 6, np.array([1, 2, 4]) / 24
    signs = np.array([1, -1, 1])
    g = np.array(
        [[0.25, 0, 0], -sixths, -sixths * signs, twenty_fourths, twenty_fourths * signs, [0, 0, 1]], dtype=np.float64
    )
    rows = weights.reshape(*weights.shape[:-1], 3, 3)
    return np.ascontiguousarray(np.einsum("kc,...oirc->...koir", g, rows), dtype=np.float32)


@part(fastmath={"contract"})
def transform(x, across, count, seen):
    """Write Bᵀ times every tile with its neighbours, from the first row of the boards on."""
    for channel in range(len(x)):
        left, x0, x1 = x[channel, 3, across - 1 :], x[channel, 0, across:], x[channel, 1, across:]
        x2, x3, right = x[channel, 2, across:], x[channel, 3, across:], x[channel, 0, across + 1 :]
        s0, s1, s2 = seen[0, channel, across:], seen[1, channel, across:], seen[2, channel, across:]
        s3, s4, s5 = seen[3, channel, across:], seen[4, channel, across:], seen[5, channel, across:]
        for tile in range(count):
            d0, d1, d2, d3, d4, d5 = left[tile], x0[tile], x1[tile], x2[tile], x3[tile], right[tile]
            s0[tile] = 4 * d0 - 5 * d2 + d4
            s1[tile] = (d4 - 4 * d2) + (d3 - 4 * d1)
            s2[tile] = (d4 - 4 * d2) - (d3 - 4 * d1)
            s3[tile] = (d4 - d2) + 2 * (d3 - d1)
            s4[tile] = (d4 - d2) - 2 * (d3 - d1)
            s5[tile] = 4 * d1 - 5 * d3 + d5


@part(fastmath={"contract"})
def _multiply(seen, taps, out, across, count, product):
    """Write the products of what is seen with the taps of four channels, summed over channels and kernel rows.

    Four channels at a time, so that what is read is used four times and all taps stay in registers.
    """
    for number in range(PRODUCTS):
        p0, p1, p2, p3 = product[number, 0], product[number, 1], product[number, 2], product[number, 3]
        for tile in range(count):
            p0[tile] = p1[tile] = p2[tile] = p3[tile] = 0
        for into in range(taps.shape[2]):
            above, here, below = seen[number, into], seen[number, into, across:], seen[number, into, 2 * across :]
            w = taps[number, out : out + 4, into]
            a0, a1, a2, b0, b1, b2 = w[0, 0], w[0, 1], w[0, 2], w[1, 0], w[1, 1], w[1, 2]
            c0, c1, c2, d0, d1, d2 = w[2, 0], w[2, 1], w[2, 2], w[3, 0], w[3, 1], w[3, 2]
            for tile in range(count):
                x0, x1, x2 = above[tile], here[tile], below[tile]
                p0[tile] = p0[tile] + a0 * x0 + a1 * x1 + a2 * x2
                p1[tile] = p1[tile] + b0 * x0 + b1 * x1 + b2 * x2
                p2[tile] = p2[tile] + c0 * x0 + c1 * x1 + c2 * x2
                p3[tile] = p3[tile] + d0 * x0 + d1 * x1 + d2 * x2


@part(fastmath={"contract"})
def _add(product, number, bias, on, across, count, x):
    """Add Aᵀ times the products and a bias to a channel, then ReLU; what is not on a board stays 0."""
    p0, p1, p2 = product[0, number], product[1, number], product[2, number]
    p3, p4, p5 = product[3, number], product[4, number], product[5, number]
    x0, x1, x2, x3 = x[0, across:], x[1, across:], x[2, across:], x[3, across:]
    on0, on1, on2, on3 = on[0, across:], on[1, across:], on[2, across:], on[3, across:]
    none = np.float32(0)
    for tile in range(count):
        sum1, sum2 = p1[tile] + p2[tile], p3[tile] + p4[tile]
        less1, less2 = p1[tile] - p2[tile], p3[tile] - p4[tile]
        x0[tile] = max(x0[tile] + bias + (p0[tile] + sum1 + sum2), none) * on0[tile]
        x1[tile] = max(x1[tile] + bias + (less1 + 2 * less2), none) * on1[tile]
        x2[tile] = max(x2[tile] + bias + (sum1 + 4 * sum2), none) * on2[tile]
        x3[tile] = max(x3[tile] + bias + (less1 + 8 * less2 + p5[tile]), none) * on3[tile]


@part()
def convolve(seen, taps, biases, on, across, count, product, x):
    """Make x the ReLU of itself, the convolution of what is seen, and a bias for each channel; 0 where `on` is 0.

    The taps are those that `filters` returns.
    """
    for out in range(0, len(x), 4):
        _multiply(seen, taps, out, across, count, product)
        for number in range(4):
            _add(product, number, biases[out + number], on, across, count, x[out + number])
