"""The network kernel: a small convolutional network over a finished position and its playouts, run without a framework.

What goes in are planes (`_planes`) over a board with a border of zeros, the first `STILL_PLANES` of them for networks
that look at the board alone; the layers are

1. a 3×3 convolution of the planes, ReLU;
2. blocks: x ← ReLU(x + 3×3 convolution of x + bias), in every second one with a linear map of the mean of x over the
   chain or empty region;
3. for each chain, one hidden layer over the mean of x, and the log odds that the chain is dead.

Colours are seen from the side to move, so exchanging them exchanges nothing but the names. The plain twin is in
`tests/life/test_network.py`.
"""

from __future__ import annotations

import numpy as np

from goanalyze.life.choices import Proof
from goanalyze.vocabulary.cells_kernel import BORDER, flood, lay
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

STILL_PLANES = 10
"""What is seen of a position that nobody played out."""
PLANES = 16
"""What is seen of one that was: the same, then what the playouts say."""
_LARGE = 8  # a chain or region of 2 to the power of this has the size 1
_ALIVE, _DEAD = Proof.ALIVE.index, Proof.DEAD.index


@part()
def _label(color, stride, rows, label, size, stack):
    """Label chains and empty regions by their first cell; `size` holds their number of points at that cell."""
    for first in range(stride, stride * (rows + 1)):
        if color[first] == BORDER or label[first] >= 0:
            continue
        size[first] = flood(first, stride, color, label, stack)


@part()
def _liberties(color, stride, rows, label, count, seen):
    """Count the liberties of every chain, at its first cell, one by one: no chain sees a liberty twice."""
    for cell in range(stride, stride * (rows + 1)):
        if color[cell] != EMPTY:
            continue
        for number in range(4):
            seen[number] = -1
        for number, step in enumerate((1, -1, stride, -stride)):
            near = cell + step
            if color[near] != BLACK and color[near] != WHITE:
                continue
            chain = label[near]
            if chain != seen[0] and chain != seen[1] and chain != seen[2]:
                count[chain] += 1
            seen[number] = chain


@part()
def _planes(color, own, stride, rows, label, size, liberties, owner, stays, proof, side, mean, planes):
    """Write what the network sees of a position; `owner` is Black's share of each cell.

    Planes: the board; stones of the side to move, and of the other; chains with one liberty, two, more; proven to live,
    to be dead; for whom a point is proven; the size of its chain or region. Of playouts: who held a point, and how far
    from clear that is; whether its stone stayed; who held its chain or region; and how its own side held the point of a
    stone, and its chain.
    """
    first, last = stride, stride * (rows + 1)
    planes[:] = 0
    for cell in range(first, last):
        mean[cell] = 0
    for cell in range(first, last):
        if color[cell] != BORDER:
            mean[label[cell]] += owner[cell] if own == BLACK else 1 - owner[cell]
    for cell in range(first, last):
        colored = color[cell]
        if colored == BORDER:
            continue
        held = owner[cell] if own == BLACK else 1 - owner[cell]
        chain = label[cell]
        share = mean[chain] / size[chain]
        planes[0, cell] = 1
        if proof[cell] != 0 and side[cell] != EMPTY:
            planes[8, cell] = 1 if side[cell] == own else -1
        planes[9, cell] = np.log2(size[chain]) / _LARGE
        planes[10, cell] = 2 * held - 1
        planes[11, cell] = 4 * held * (1 - held)
        planes[13, cell] = 2 * share - 1
        if colored == EMPTY:
            continue
        mine = colored == own
        planes[1 if mine else 2, cell] = 1
        if liberties[chain]:
            planes[2 + min(liberties[chain], 3), cell] = 1
        planes[6, cell] = proof[cell] == _ALIVE
        planes[7, cell] = proof[cell] == _DEAD
        planes[12, cell] = stays[cell]
        planes[14, cell] = 2 * held - 1 if mine else 1 - 2 * held
        planes[15, cell] = 2 * share - 1 if mine else 1 - 2 * share


@part(fastmath={"contract"})
def _convolve(x, weights, y, stride, first, last):
    """Add the 3×3 convolution of x to y, cell by cell from `first` to before `last`.

    Row by row of the kernel, four channels of y at a time, so that what is read of x is used four times and all weights
    stay in registers.
    """
    for out in range(0, y.shape[0], 4):
        y0, y1, y2, y3 = y[out, first:last], y[out + 1, first:last], y[out + 2, first:last], y[out + 3, first:last]
        for into in range(x.shape[0]):
            for row in range(3):
                near = x[into, first + (row - 1) * stride - 1 :]
                w = weights[out : out + 4, into, 3 * row : 3 * row + 3]
                a0, a1, a2, b0, b1, b2 = w[0, 0], w[0, 1], w[0, 2], w[1, 0], w[1, 1], w[1, 2]
                c0, c1, c2, d0, d1, d2 = w[2, 0], w[2, 1], w[2, 2], w[3, 0], w[3, 1], w[3, 2]
                for cell in range(last - first):
                    left, here, right = near[cell], near[cell + 1], near[cell + 2]
                    y0[cell] += a0 * left + a1 * here + a2 * right
                    y1[cell] += b0 * left + b1 * here + b2 * right
                    y2[cell] += c0 * left + c1 * here + c2 * right
                    y3[cell] += d0 * left + d1 * here + d2 * right


@part()
def _means(x, ids, number, size, first, last, mean):
    """Write the mean of x over every chain and region, four channels at a time; what is off the board is `number`'s."""
    mean[:, : number + 1] = 0
    for channel in range(0, x.shape[0], 4):
        x0, x1, x2, x3 = x[channel], x[channel + 1], x[channel + 2], x[channel + 3]
        m0, m1, m2, m3 = mean[channel], mean[channel + 1], mean[channel + 2], mean[channel + 3]
        for cell in range(first, last):
            chain = ids[cell]
            m0[chain] += x0[cell]
            m1[chain] += x1[cell]
            m2[chain] += x2[cell]
            m3[chain] += x3[cell]
    for channel in range(x.shape[0]):
        row = mean[channel]
        for chain in range(number):
            row[chain] /= size[chain]


@part(fastmath={"contract"})
def _mapped(weights, bias, mean, number, row):
    """Write what a row of weights, a weight for each channel, makes of every chain's and region's means."""
    row[:number] = bias
    row[number] = 0
    for into in range(len(weights)):
        weight, means = weights[into], mean[into]
        for chain in range(number):
            row[chain] += weight * means[chain]


@part()
def _forward(planes, ids, number, size, stride, rows, network, odds):
    """Run the network on one position; write the log odds of every chain and region."""
    first, last = stride + 1, stride * (rows + 1)
    channels, none = network.enter.shape[0], np.float32(0)
    on = planes[0]
    x = np.zeros((channels, planes.shape[1]), dtype=np.float32)
    y = np.empty((channels, planes.shape[1]), dtype=np.float32)
    mean = np.empty((channels, number + 1), dtype=np.float32)
    spread = np.empty(number + 1, dtype=np.float32)
    for channel in range(channels):
        y[channel, first:last] = network.enter_bias[channel]
    _convolve(planes[: network.enter.shape[1]], network.enter, y, stride, first, last)
    for block in range(network.blocks.shape[0] + 1):
        is_last = block == network.blocks.shape[0]
        for channel in range(channels):
            bias = none if is_last else network.biases[block, channel]
            before, after = y[channel], x[channel]
            for cell in range(first, last):
                after[cell] = max(before[cell], none) * on[cell]
                before[cell] = after[cell] + bias
        if is_last:
            break
        if block % 2:
            _means(x, ids, number, size, first, last, mean)
            for channel in range(channels):
                _mapped(network.pools[block // 2, channel], none, mean, number, spread)
                inner = y[channel]
                for cell in range(first, last):
                    inner[cell] += spread[ids[cell]]
        _convolve(x, network.blocks[block], y, stride, first, last)
    _means(x, ids, number, size, first, last, mean)
    odds[:] = network.leave_bias[0]
    for channel in range(network.hidden.shape[0]):
        _mapped(network.hidden[channel], network.hidden_bias[channel], mean, number, spread)
        for chain in range(number):
            odds[chain] += network.leave[channel] * max(spread[chain], none)


@part()
def _see(game, boards, board_start, width, height, to_move, ownership, stays, proofs, sides):
    """Return of one position: what the network sees, the first cell of each chain and region, and their sizes there."""
    rows, base = np.int64(height[game]), board_start[game]
    stride = np.int64(width[game]) + 1
    cells = stride * (rows + 2) + 2
    color = np.full(cells, BORDER, dtype=np.int64)
    owner = np.zeros(cells, dtype=np.float32)
    stay = np.zeros(cells, dtype=np.float32)
    proof = np.zeros(cells, dtype=np.uint8)
    side = np.zeros(cells, dtype=np.uint8)
    lay(boards, base, stride, rows, color[1:])
    lay(ownership, base, stride, rows, owner[1:])
    lay(stays, base, stride, rows, stay[1:])
    lay(proofs, base, stride, rows, proof[1:])
    lay(sides, base, stride, rows, side[1:])
    label = np.full(cells, -1, dtype=np.int64)
    size = np.zeros(cells, dtype=np.int64)
    liberties = np.zeros(cells, dtype=np.int64)
    _label(color, stride, rows, label, size, np.empty(cells, dtype=np.int64))
    _liberties(color, stride, rows, label, liberties, np.empty(4, dtype=np.int64))
    planes = np.empty((PLANES, cells), dtype=np.float32)
    mean = np.empty(cells, dtype=np.float32)
    _planes(color, to_move[game], stride, rows, label, size, liberties, owner, stay, proof, side, mean, planes)
    return planes, label, size


@njit(cache=True, nogil=True)
def look_chunk(boards, board_start, width, height, to_move, ownership, stays, proofs, sides, network):
    """Run the network on every position of a chunk.

    Args:
        boards: uint8[points], positions one after the other, row-major.
        board_start: int64[games + 1], first point of each.
        width: int16[games]; 0 where there is no board: the game is passed over.
        height: int16[games].
        to_move: uint8[games], the side from which it is seen.
        ownership: float32[points], Black's share of each point in playouts.
        stays: float32[points], share of the playouts in which the stone of a point still stood.
        proofs: uint8[points], what is proven of each point, index of a `Proof`.
        sides: uint8[points], whose it is then.
        network: `goanalyze.life.network.Network`; one of `STILL_PLANES` planes does not look at the playouts.

    Returns:
        float32[points], how likely the stone of a point is dead; 0 where there is none.
    """
    dying = np.zeros(len(boards), dtype=np.float32)
    for game in range(len(width)):
        if width[game] == 0:
            continue
        planes, label, size = _see(game, boards, board_start, width, height, to_move, ownership, stays, proofs, sides)
        columns, rows, base = np.int64(width[game]), np.int64(height[game]), board_start[game]
        stride = columns + 1
        ids = np.empty(len(label), dtype=np.int32)
        sizes = np.empty(len(label), dtype=np.float32)
        number = np.int64(0)
        for cell in range(len(label)):
            if label[cell] == cell:
                ids[cell] = number
                sizes[number] = size[cell]
                number += 1
            elif label[cell] >= 0:
                ids[cell] = ids[label[cell]]  # the first cell comes first
        for cell in range(len(label)):
            if label[cell] < 0:
                ids[cell] = number
        odds = np.empty(number, dtype=np.float32)
        _forward(planes, ids, number, sizes, stride, rows, network, odds)
        for row in range(rows):
            for column in range(columns):
                point, cell = base + row * columns + column, (row + 1) * stride + column + 1
                if boards[point] != EMPTY:
                    dying[point] = 1 / (1 + np.exp(-odds[ids[cell]]))
    return dying


@njit(cache=True, nogil=True)
def plane_chunk(boards, board_start, width, height, to_move, ownership, stays, proofs, sides):
    """Return what the network sees, for training: float32[PLANES, points]; arguments as for `look_chunk`."""
    seen = np.zeros((PLANES, len(boards)), dtype=np.float32)
    for game in range(len(width)):
        planes, _, _ = _see(game, boards, board_start, width, height, to_move, ownership, stays, proofs, sides)
        columns, stride = np.int64(width[game]), np.int64(width[game]) + 1
        for point in range(board_start[game], board_start[game + 1]):
            here = point - board_start[game]
            seen[:, point] = planes[:, (here // columns + 1) * stride + here % columns + 1]
    return seen
