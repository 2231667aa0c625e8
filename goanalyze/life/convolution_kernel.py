"""The convolution of networks: 3×3, over boards laid in tiles of four cells, by Winograd's minimal filtering F(4, 3).

Rows are cut into tiles of four cells. Boards of one width stand beside one another, as many as `LANES` tiles in a row
hold, each with at least one cell of border at its right, which is the left border of the next one, too; above and below
all of them is a row of border. Channels hold the first cells of all tiles, then the second, third and fourth ones:
float32[channels, 4, tiles]. Each row of the kernel is a filter of three taps g. On a tile and its two neighbours, six
cells d, it gives four cells, Aᵀ[(G g) ⊙ (Bᵀ d)], by 6 multiplications in place of 12:

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
from goanalyze.vocabulary.sums_kernel import LANES, ROWS, TOGETHER, sums

TILE = 4
"""Cells of a tile."""
PRODUCTS = 6
"""Numbers that a tile is transformed to."""


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
def transform(x, count, seen):
    """Write Bᵀ times every tile with its neighbours, from the first row of the boards on."""
    for channel in range(len(x)):
        left, x0, x1 = x[channel, 3, LANES - 1 :], x[channel, 0, LANES:], x[channel, 1, LANES:]
        x2, x3, right = x[channel, 2, LANES:], x[channel, 3, LANES:], x[channel, 0, LANES + 1 :]
        s0, s1, s2 = seen[0, channel, LANES:], seen[1, channel, LANES:], seen[2, channel, LANES:]
        s3, s4, s5 = seen[3, channel, LANES:], seen[4, channel, LANES:], seen[5, channel, LANES:]
        for tile in range(count):
            d0, d1, d2, d3, d4, d5 = left[tile], x0[tile], x1[tile], x2[tile], x3[tile], right[tile]
            s0[tile] = 4 * d0 - 5 * d2 + d4
            s1[tile] = (d4 - 4 * d2) + (d3 - 4 * d1)
            s2[tile] = (d4 - 4 * d2) - (d3 - 4 * d1)
            s3[tile] = (d4 - d2) + 2 * (d3 - d1)
            s4[tile] = (d4 - d2) - 2 * (d3 - d1)
            s5[tile] = 4 * d1 - 5 * d3 + d5


@part(fastmath={"contract"})
def _add(product, number, bias, on, count, x):
    """Add Aᵀ times the products and a bias to a channel, then ReLU; what is not on a board stays 0.

    Sums with plain numbers are doubles. They are rounded first, so that `on` need not be made double, too.
    """
    p0, p1, p2 = product[0, number], product[1, number], product[2, number]
    p3, p4, p5 = product[3, number], product[4, number], product[5, number]
    x0, x1, x2, x3 = x[0, LANES:], x[1, LANES:], x[2, LANES:], x[3, LANES:]
    on0, on1, on2, on3 = on[0, LANES:], on[1, LANES:], on[2, LANES:], on[3, LANES:]
    none = np.float32(0)
    for tile in range(count):
        sum1, sum2 = p1[tile] + p2[tile], p3[tile] + p4[tile]
        less1, less2 = p1[tile] - p2[tile], p3[tile] - p4[tile]
        x0[tile] = max(x0[tile] + bias + (p0[tile] + sum1 + sum2), none) * on0[tile]
        x1[tile] = np.float32(max(x1[tile] + bias + (less1 + 2 * less2), none)) * on1[tile]
        x2[tile] = np.float32(max(x2[tile] + bias + (sum1 + 4 * sum2), none)) * on2[tile]
        x3[tile] = np.float32(max(x3[tile] + bias + (less1 + 8 * less2 + p5[tile]), none)) * on3[tile]


@part()
def convolve(seen, taps, biases, on, count, product, x):
    """Make x the ReLU of itself, the convolution of what is seen, and a bias for each channel; 0 where `on` is 0.

    The taps are those that `filters` returns.
    """
    for out in range(0, len(x), TOGETHER):
        for number in range(PRODUCTS):
            for first in range(0, count, ROWS * LANES):
                sums(seen[number, : taps.shape[2]], taps[number, out : out + TOGETHER], first, product[number])
        for number in range(TOGETHER):
            _add(product, number, biases[out + number], on, count, x[out + number])
