"""Kernels that hash sequences of plays so that the eight symmetries of the board and the colours do not matter.

Passes are left out, so that one more or less changes nothing. Arrays: ``points`` int16[moves], point index of each
move, negative for a pass or a move off the board; ``start`` int64[games + 1], where each game's moves begin; ``width``,
``height`` int16[games]; ``which`` int64[n], numbers of games. The readable twin is `tests/duplicates/twin.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.replay.identity import mixed
from goanalyze.vocabulary.kernels import njit, part

NO_HASH: Final = 0
"""Stands for games too short to have that hash."""
DYER_MOVES: Final = (20, 40, 60, 31, 51, 71)
"""Numbers of the moves whose points make a Dyer signature, as the index of professional games by Dave Dyer has it."""

_FACTOR = 0x9E3779B97F4A7C15


@part()
def _seed(lane, width, height):
    """Return what the hash of one of the eight views begins with: the size of the board as that view has it."""
    return mixed(np.uint64(0), width * 64 + height if lane < 4 else height * 64 + width)


@part()
def viewed(point, view, width, height):
    """Return where a view of `choices.View` takes a point; passes and moves off the board stay what they are."""
    if point < 0:
        return point
    x, y = point % width, point // width
    if view & 1:
        x = width - 1 - x
    if view & 2:
        y = height - 1 - y
    return x * height + y if view & 4 else y * width + x


@njit(cache=True, nogil=True)
def count_moves(points, start):
    """Return the plays of each game, passes left out: int32[games]."""
    plays = np.zeros(len(start) - 1, dtype=np.int32)
    for game in range(len(plays)):
        for row in range(start[game], start[game + 1]):
            plays[game] += points[row] >= 0
    return plays


@njit(cache=True, nogil=True)
def prefix_hashes(points, start, width, height, which, length, passes=False):
    """Return a hash of the first plays of games, `NO_HASH` for games that have fewer.

    Args:
        points: the moves, see the head of the module, as the next three.
        start: where each game's begin.
        width: of the boards.
        height: of the boards.
        which: the games.
        length: int64[n], how many plays of each game; at least 1.
        passes: count as plays.

    Returns:
        uint64[n].
    """
    result = np.zeros(len(which), dtype=np.uint64)
    lanes = np.empty(8, dtype=np.uint64)
    for at in range(len(which)):
        game, left = which[at], length[at]
        w, h = np.int64(width[game]), np.int64(height[game])
        for lane in range(8):
            lanes[lane] = _seed(lane, w, h)
        for row in range(start[game], start[game + 1]):
            point = np.int64(points[row])
            if point >= 0 or passes:
                for lane in range(8):
                    lanes[lane] = mixed(lanes[lane], viewed(point, lane, w, h))
                left -= 1
                if left == 0:
                    break
        if left == 0:
            result[at] = lanes.min() | np.uint64(1)
    return result


def signatures(
    points: NDArray[np.int16],
    start: NDArray[np.int64],
    width: NDArray[np.int16],
    height: NDArray[np.int16],
    which: NDArray[np.int64],
) -> NDArray[np.uint64]:
    """Return a hash of each game's Dyer signature (`DYER_MOVES`, passes counted), `NO_HASH` for shorter games.

    Returns:
        uint64[n].
    """
    result = np.zeros(len(which), dtype=np.uint64)
    long = start[which + 1] - start[which] >= max(DYER_MOVES)
    games, moves = which[long], len(DYER_MOVES)
    chosen = points[start[games][:, None] + np.array(DYER_MOVES) - 1].reshape(-1)
    each, number = np.arange(len(games)), np.full(len(games), moves)
    begin = np.arange(len(games) + 1) * moves
    result[long] = prefix_hashes(chosen, begin, width[games], height[games], each, number, passes=True)
    return result


@njit(cache=True, nogil=True)
def sketches(points, start, width, height, which, length, count):
    """Return the least hashes of each game's runs of consecutive plays: two games that share most runs share most.

    Args:
        points: the moves, see the head of the module, as the next three.
        start: where each game's begin.
        width: of the boards.
        height: of the boards.
        which: the games.
        length: plays of a run.
        count: how many different hashes of each game.

    Returns:
        uint64[n, count], ascending, `NO_HASH` where there are fewer; int32[n, count], the play each run begins with,
        from 0, passes not counted.
    """
    hashes = np.zeros((len(which), count), dtype=np.uint64)
    begins = np.zeros((len(which), count), dtype=np.int32)
    codes = np.empty((length, 8), dtype=np.uint64)  # of the last plays, in turn
    lanes, sizes = np.empty(8, dtype=np.uint64), np.empty(8, dtype=np.uint64)
    factor = np.uint64(_FACTOR)
    power = np.uint64(1)
    for _ in range(length):
        power *= factor
    for at in range(len(which)):
        game = which[at]
        w, h = np.int64(width[game]), np.int64(height[game])
        for lane in range(8):
            sizes[lane] = _seed(lane, w, h)
        lanes[:] = np.uint64(0)
        play, found = 0, 0
        for row in range(start[game], start[game + 1]):
            point = np.int64(points[row])
            if point < 0:
                continue
            slot = play % length
            for lane in range(8):
                code = np.uint64(viewed(point, lane, w, h))
                lanes[lane] = lanes[lane] * factor + code
                if play >= length:
                    lanes[lane] -= codes[slot, lane] * power
                codes[slot, lane] = code
            play += 1
            if play >= length:
                least = lanes[0] + sizes[0]
                for lane in range(1, 8):
                    least = min(least, lanes[lane] + sizes[lane])
                value = mixed(np.uint64(0), least) | np.uint64(1)
                found = _keep(hashes[at], begins[at], found, value, play - length)
    return hashes, begins


@part()
def _keep(hashes, begins, found, value, begin):
    """Put a hash among the least ones, in order and once; return how many there are."""
    if found == len(hashes) and value >= hashes[found - 1]:
        return found
    place = 0
    while place < found and hashes[place] < value:
        place += 1
    if place < found and hashes[place] == value:
        return found
    found = min(found + 1, len(hashes))
    for later in range(found - 1, place, -1):
        hashes[later], begins[later] = hashes[later - 1], begins[later - 1]
    hashes[place], begins[place] = value, begin
    return found
