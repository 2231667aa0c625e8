"""What tells games apart: a hash for the eight ways to turn and mirror the board, and the stones they begin with."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from goanalyze.sgf.properties import ADD_BLACK, ADD_EMPTY, KO_PROPERTY
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.limits import MAX_BOARD
from goanalyze.vocabulary.points import PASS, TT_PASS

FirstSetups: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.bool_]]
"""What `first_setups` returns."""

_LANES = 8


@part()
def mixed(number, value):
    """Return a hash of a hash and one more value."""
    product = (number ^ np.uint64(value)) * np.uint64(0x9E3779B97F4A7C15)
    return product ^ (product >> np.uint64(29))


@part()
def _turned(kind, x, y, width, height):
    """Return what an event at a point is called after each of the eight symmetries; off the board it stays as it is."""
    left, top = x + 2, y + 2
    kind <<= 16
    if not (0 <= x < width and 0 <= y < height):
        name = kind | left << 8 | top
        return name, name, name, name, name, name, name, name
    right, bottom = width + 1 - x, height + 1 - y
    return (
        kind | left << 8 | top, kind | right << 8 | top, kind | left << 8 | bottom, kind | right << 8 | bottom,
        kind | top << 8 | left, kind | top << 8 | right, kind | bottom << 8 | left, kind | bottom << 8 | right,
    )  # fmt: skip


@part()
def _mixed_all(lanes, values):
    """Return eight hashes of as many hashes and one more value each: tuples stay in registers, as arrays would not."""
    a, b, c, d, e, f, g, h = lanes
    return (
        mixed(a, values[0]), mixed(b, values[1]), mixed(c, values[2]), mixed(d, values[3]),
        mixed(e, values[4]), mixed(f, values[5]), mixed(g, values[6]), mixed(h, values[7]),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def canonical_hashes(kind, xy, event_start, width, height):
    """Return one 64-bit number per game, equal for games that differ by a symmetry of the board only.

    Board size, setup and moves in their order enter; names, komi and result do not. Stones set up together enter in no
    order, since a turned record lists them in another. Two different games agree with a chance of about 2⁻⁶⁴.

    Args:
        kind: uint8[events], as in `goanalyze.sgf.tokenizer_kernel.Tape`.
        xy: int8[events, 4], the same.
        event_start: int64[games + 1], the same.
        width: int16[games].
        height: int16[games].

    Returns:
        uint64[games]: the least of the eight hashes.
    """
    result = np.empty(len(width), dtype=np.uint64)
    setup = np.zeros(_LANES, dtype=np.uint64)
    for game in range(len(width)):
        w, h = np.int64(width[game]), np.int64(height[game])
        upright, lying = mixed(np.uint64(0), w * 64 + h), mixed(np.uint64(0), h * 64 + w)
        lanes = (upright, upright, upright, upright, lying, lying, lying, lying)
        edited = False
        for event in range(event_start[game], event_start[game + 1]):
            what = np.int64(kind[event] & ~KO_PROPERTY)
            x, y = np.int64(xy[event, 0]), np.int64(xy[event, 1])
            if ADD_BLACK <= what <= ADD_EMPTY:
                edited = True
                for row in range(y, min(xy[event, 3] + 1, h)):
                    for column in range(x, min(xy[event, 2] + 1, w)):
                        names = _turned(0, column, row, w, h)
                        for lane in range(_LANES):
                            setup[lane] += mixed(np.uint64(what), names[lane])
                continue
            if edited:
                lanes = _mixed_all(lanes, setup)
                setup[:] = np.uint64(0)
                edited = False
            if x == TT_PASS and y == TT_PASS and w <= TT_PASS and h <= TT_PASS:  # the pass of FF[3]
                x, y = PASS, PASS
            lanes = _mixed_all(lanes, _turned(what, x, y, w, h))
        least = np.uint64(0xFFFFFFFFFFFFFFFF)
        for lane in range(_LANES):
            least = min(least, mixed(lanes[lane], setup[lane]))
        setup[:] = np.uint64(0)
        result[game] = least
    return result


@njit(cache=True, nogil=True)
def first_setups(kind, xy, event_start, width, height):
    """Return the stones that stand before the first move of each game, and which games are edited later.

    Args:
        kind: as in `canonical_hashes`, as the others are.
        xy: int8[events, 4].
        event_start: int64[games + 1].
        width: int16[games].
        height: int16[games].

    Returns:
        int64[games + 1], where the stones of each game begin; int16[stones], row by row: index of a black stone,
        −1 − index of a white one; bool[games], stones are set up or removed after the first move.
    """
    games = len(width)
    start = np.zeros(games + 1, dtype=np.int64)
    edited = np.zeros(games, dtype=np.bool_)
    stones = [np.int16(0) for _ in range(0)]
    board = np.zeros(np.int64(MAX_BOARD) * MAX_BOARD, dtype=np.uint8)
    for game in range(games):
        w, h = np.int64(width[game]), np.int64(height[game])
        begun, touched = False, False
        for event in range(event_start[game], event_start[game + 1]):
            what = np.int64(kind[event] & ~KO_PROPERTY)
            if what < ADD_BLACK:
                begun = True
            elif what <= ADD_EMPTY and begun:
                edited[game] = True
                break
            elif what <= ADD_EMPTY:
                touched = True
                for row in range(max(xy[event, 1], 0), min(xy[event, 3] + 1, h)):
                    for column in range(max(xy[event, 0], 0), min(xy[event, 2] + 1, w)):
                        board[row * w + column] = 0 if what == ADD_EMPTY else what - ADD_BLACK + 1
        if touched:
            for point in range(w * h):
                if board[point]:
                    stones.append(np.int16(point if board[point] == 1 else -1 - point))
                    board[point] = 0
        start[game + 1] = len(stones)
    return start, np.array(stones, dtype=np.int16), edited
