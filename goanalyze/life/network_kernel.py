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
from goanalyze.life.convolution_kernel import PRODUCTS, TILE, convolve, transform
from goanalyze.vocabulary.cells_kernel import BORDER, around, flood, lay
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE
from goanalyze.vocabulary.sums_kernel import LANES, ROWS, TOGETHER

STILL_PLANES = 10
"""What is seen of a position that nobody played out."""
PLANES = 16
"""What is seen of one that was: the same, then what the playouts say."""
_LARGE = 8  # a chain or region of 2 to the power of this has the size 1
_ALIVE, _DEAD = Proof.ALIVE.index, Proof.DEAD.index


@part()
def _label(color, stride, rows, label, size, listed):
    """Label chains and empty regions by their first cell, and list the cells of one after the other.

    `size` holds their number of points at that cell.
    """
    done = 0
    for first in range(stride, stride * (rows + 1)):
        if color[first] == BORDER or label[first] >= 0:
            continue
        size[first] = flood(first, stride, color, label, listed[done:])
        done += size[first]


@part()
def _liberties(color, stride, cells, label, count):
    """Count the liberties of every chain, at its first cell, one by one; no chain sees a liberty twice.

    What stands beside a liberty is not asked: to count for regions and the border, too, which means nothing, is faster.
    """
    for cell in cells:
        if color[cell] != EMPTY:
            continue
        right, left, below, above = around(np.uint64(cell), np.uint64(stride))
        a, b, c, d = max(label[right], 0), max(label[left], 0), max(label[below], 0), max(label[above], 0)
        count[np.uint64(a)] += 1
        count[np.uint64(b)] += b != a
        count[np.uint64(c)] += (c != a) & (c != b)
        count[np.uint64(d)] += (d != a) & (d != b) & (d != c)


@part(makes_arrays=True)
def _planes(color, own, stride, rows, label, size, liberties, owner, stays, proof, side, place, planes):
    """Write what the network sees of a position; `owner` is Black's share of each cell, `place` its place in planes.

    Planes: the board; stones of the side to move, and of the other; chains with one liberty, two, more; proven to live,
    to be dead; for whom a point is proven; the size of its chain or region. Then those of playouts. Nothing is asked
    that can be written as a number: what stands on a board is no pattern that a machine could foresee.
    """
    first, last, other = np.uint64(stride), np.uint64(stride * (rows + 1)), BLACK + WHITE - own
    large = np.empty(last, dtype=np.float32)
    for cell in range(first, last):
        here = color[cell]
        if here == BORDER:
            continue
        at, chain, proven, whose = np.uint64(place[cell]), np.uint64(label[cell]), proof[cell], side[cell]
        if chain == cell:
            large[cell] = np.log2(size[cell]) / _LARGE
        stone = here != EMPTY
        free = liberties[chain] * stone
        planes[0, at] = 1
        planes[1, at] = here == own
        planes[2, at] = here == other
        planes[3, at] = free == 1
        planes[4, at] = free == 2
        planes[5, at] = free > 2
        planes[6, at] = stone & (proven == _ALIVE)
        planes[7, at] = stone & (proven == _DEAD)
        planes[8, at] = (np.int64(whose == own) - np.int64(whose == other)) * (proven != 0)
        planes[9, at] = large[chain]
    if len(planes) > STILL_PLANES:
        _planes_played(color, own, stride, rows, label, size, owner, stays, place, planes)


@part(makes_arrays=True)
def _planes_played(color, own, stride, rows, label, size, owner, stays, place, planes):
    """Write what the network sees of playouts.

    Planes: who held a point, and how far from clear that is; whether its stone stayed; who held its chain or region;
    and how its own side held the point of a stone, and its chain.
    """
    first, last = stride, stride * (rows + 1)
    mean = np.zeros(last, dtype=np.float32)
    for cell in range(first, last):
        if color[cell] != BORDER:
            mean[label[cell]] += owner[cell] if own == BLACK else 1 - owner[cell]
    for cell in range(first, last):
        if color[cell] == BORDER:
            continue
        at, chain, mine = place[cell], label[cell], color[cell] == own
        held = owner[cell] if own == BLACK else 1 - owner[cell]
        share = mean[chain] / size[chain]
        planes[10, at] = 2 * held - 1
        planes[11, at] = 4 * held * (1 - held)
        planes[13, at] = 2 * share - 1
        if color[cell] != EMPTY:
            planes[12, at] = stays[cell]
            planes[14, at] = 2 * held - 1 if mine else 1 - 2 * held
            planes[15, at] = 2 * share - 1 if mine else 1 - 2 * share


@part()
def _means(x, listed, begin, number, mean):
    """Write the mean of x over every chain and region, four channels at a time."""
    for channel in range(0, len(x), 4):
        x0, x1, x2, x3 = x[channel], x[channel + 1], x[channel + 2], x[channel + 3]
        m0, m1, m2, m3 = mean[channel], mean[channel + 1], mean[channel + 2], mean[channel + 3]
        for chain in range(number):
            sum0 = sum1 = sum2 = sum3 = np.float32(0)
            for place in range(begin[chain], begin[chain + 1]):
                at = listed[place]
                sum0 += x0[at]
                sum1 += x1[at]
                sum2 += x2[at]
                sum3 += x3[at]
            size = np.float32(begin[chain + 1] - begin[chain])
            m0[chain], m1[chain], m2[chain], m3[chain] = sum0 / size, sum1 / size, sum2 / size, sum3 / size


@part()
def _spread(values, listed, begin, number, x):
    """Add to x what every chain and region has, four channels at a time."""
    for channel in range(0, len(x), 4):
        x0, x1, x2, x3 = x[channel], x[channel + 1], x[channel + 2], x[channel + 3]
        v0, v1, v2, v3 = values[channel], values[channel + 1], values[channel + 2], values[channel + 3]
        for chain in range(number):
            add0, add1, add2, add3 = v0[chain], v1[chain], v2[chain], v3[chain]
            for place in range(begin[chain], begin[chain + 1]):
                at = listed[place]
                x0[at] += add0
                x1[at] += add1
                x2[at] += add2
                x3[at] += add3


@part(fastmath={"contract"})
def _mapped(weights, bias, mean, number, row):
    """Write what a row of weights, a weight for each channel, makes of every chain's and region's means."""
    row[:] = bias
    for into in range(len(weights)):
        weight, means = weights[into], mean[into]
        for chain in range(number):
            row[chain] += weight * means[chain]


@part(makes_arrays=True)
def _room(first, second, third):
    """Return room for numbers that begins with a line of the cache, so that no vector of `LANES` lies across two.

    numba aligns to half of one; sums take a tenth longer by that.
    """
    size = first * second * third
    room = np.empty(size + LANES, dtype=np.float32)
    begin = -(room.ctypes.data // room.itemsize) % LANES
    return room[begin : begin + size].reshape(first, second, third)


@part(makes_arrays=True)
def _forward(planes, listed, begin, count, network, odds):
    """Run the network on boards beside one another; write the log odds of every chain and region."""
    channels, tiles, number, none = network.enter.shape[1], count + 2 * LANES, len(odds), np.float32(0)
    x = _room(channels, TILE, tiles)
    cells = x.reshape(channels, TILE * tiles)
    inner = planes.reshape(len(planes), TILE, tiles)
    on = inner[0]
    seen = _room(PRODUCTS, max(channels, len(planes)), tiles)
    product = _room(PRODUCTS, TOGETHER, count)
    x[:] = seen[:, :, :LANES] = seen[:, :, count + LANES :] = 0
    mean = np.empty((channels, number), dtype=np.float32)
    mapped = np.empty((channels, number), dtype=np.float32)
    transform(inner, count, seen)
    convolve(seen, network.enter, network.enter_bias, on, count, product, x)
    for block in range(len(network.blocks)):
        transform(x, count, seen)
        if block % 2:
            _means(cells, listed, begin, number, mean)
            for channel in range(channels):
                _mapped(network.pools[block // 2, channel], none, mean, number, mapped[channel])
            _spread(mapped, listed, begin, number, cells)
        convolve(seen, network.blocks[block], network.biases[block], on, count, product, x)
    _means(cells, listed, begin, number, mean)
    odds[:] = network.leave_bias[0]
    for channel in range(len(network.hidden)):
        _mapped(network.hidden[channel], network.hidden_bias[channel], mean, number, mapped[0])
        for chain in range(number):
            odds[chain] += network.leave[channel] * max(mapped[0, chain], none)


@part(makes_arrays=True)
def _see(game, boards, board_start, width, height, to_move, ownership, stays, proofs, sides, place, planes):
    """Write what the network sees of a position; `place` says of each cell where in the planes it is.

    Returns:
        (the cells, those of one chain or region after those of another; the size of each at its first cell).
    """
    rows, base = np.int64(height[game]), board_start[game]
    stride = np.int64(width[game]) + 1
    cells = stride * (rows + 2) + 1
    color = np.full(cells, BORDER, dtype=np.uint8)
    owner = np.zeros(cells, dtype=np.float32)
    stay = np.zeros(cells, dtype=np.float32)
    proof = np.zeros(cells, dtype=np.uint8)
    side = np.zeros(cells, dtype=np.uint8)
    lay(boards, base, stride, rows, color)
    lay(ownership, base, stride, rows, owner)
    lay(stays, base, stride, rows, stay)
    lay(proofs, base, stride, rows, proof)
    lay(sides, base, stride, rows, side)
    label = np.full(cells, -1, dtype=np.int64)
    size = np.zeros(cells, dtype=np.int64)
    liberties = np.zeros(cells, dtype=np.int64)
    listed = np.empty(cells, dtype=np.int64)
    _label(color, stride, rows, label, size, listed)
    _liberties(color, stride, listed[: rows * (stride - 1)], label, liberties)
    _planes(color, to_move[game], stride, rows, label, size, liberties, owner, stay, proof, side, place, planes)
    return listed, size


@part()
def _group(game, width, height):
    """Return (the game after those that are looked at together with this one, how many tiles their boards take).

    They are of one width, and stand beside one another.
    """
    beside, rows, end = LANES // (width[game] // TILE + 1), np.int64(0), game
    while end < len(width) and (width[end] == 0 or (width[end] == width[game] and beside)):
        if width[end]:
            rows, beside = max(rows, np.int64(height[end])), beside - 1
        end += 1
    return end, (rows + ROWS - 1) // ROWS * ROWS * LANES


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
        network: `goanalyze.life.network.Network`; one of `STILL_PLANES` planes does not look at the playouts. Its
            convolutions as `filters`.

    Returns:
        float32[points], how likely the stone of a point is dead; 0 where there is none.
    """
    dying = np.zeros(len(boards), dtype=np.float32)
    end = 0
    while end < len(width):
        game = end
        if width[game] == 0:
            end += 1
            continue
        end, count = _group(game, width, height)
        columns = np.int64(width[game])
        across, stride = columns // TILE + 1, columns + 1
        tiles = count + 2 * LANES
        planes = np.zeros((network.enter.shape[2], TILE * tiles), dtype=np.float32)
        listed = np.empty(TILE * tiles, dtype=np.uint32)  # places of one chain or region after those of another
        begin = np.empty(TILE * tiles, dtype=np.uint32)  # where the places of each begin in this list
        points = np.empty(TILE * tiles, dtype=np.int64)  # of these places
        number, done, first = 0, 0, LANES
        begin[0] = 0
        for each in range(game, end):
            if width[each] == 0:
                continue
            rows, base = np.int64(height[each]), board_start[each]
            place = np.zeros(stride * (rows + 2) + 1, dtype=np.int64)
            for row in range(rows):
                for column in range(columns):
                    at = column % TILE * tiles + first + row * LANES + column // TILE
                    place[(row + 1) * stride + column] = at
                    points[at] = base + row * columns + column
            cells, size = _see(
                each, boards, board_start, width, height, to_move, ownership, stays, proofs, sides, place, planes
            )
            for at in range(rows * columns):
                cell = cells[at]
                listed[done + at] = place[cell]
                if size[cell]:
                    begin[number + 1] = begin[number] + size[cell]
                    number += 1
            done += rows * columns
            first += across
        odds = np.empty(number, dtype=np.float32)
        _forward(planes, listed, begin, count, network, odds)
        for chain in range(number):
            likely = 1 / (1 + np.exp(-odds[chain]))
            for at in range(begin[chain], begin[chain + 1]):
                point = points[listed[at]]
                dying[point] = likely if boards[point] != EMPTY else 0
    return dying


@njit(cache=True, nogil=True)
def plane_chunk(boards, board_start, width, height, to_move, ownership, stays, proofs, sides):
    """Return what the network sees, for training: float32[PLANES, points]; arguments as for `look_chunk`."""
    seen = np.zeros((PLANES, len(boards)), dtype=np.float32)
    for game in range(len(width)):
        if width[game] == 0:
            continue
        columns, stride, rows = np.int64(width[game]), np.int64(width[game]) + 1, np.int64(height[game])
        place = np.zeros(stride * (rows + 2) + 1, dtype=np.int64)
        for point in range(board_start[game], board_start[game + 1]):
            here = point - board_start[game]
            place[(here // columns + 1) * stride + here % columns] = point
        _see(game, boards, board_start, width, height, to_move, ownership, stays, proofs, sides, place, seen)
    return seen
