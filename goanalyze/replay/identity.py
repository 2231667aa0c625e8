"""The canonical identity of a game: the same for the eight ways to turn and mirror the board."""

from __future__ import annotations

import numpy as np
from numba import njit

from goanalyze.sgf.vocabulary import ADD_BLACK, KO_PROPERTY

__all__ = ["canonical_hashes"]


@njit(cache=True, nogil=True)
def canonical_hashes(kind, xy, event_start, width, height):
    """Return one 64-bit number per game, equal for games that differ by a symmetry of the board only.

    Board size, setup and moves in their order enter; names, komi and result do not. Two different games agree with a
    chance of about 2⁻⁶⁴.

    Args:
        kind: uint8[events], as in `goanalyze.sgf.tokenizer_kernel.Tape`.
        xy: int8[events, 4], the same.
        event_start: int64[games + 1], the same.
        width: int16[games].
        height: int16[games].

    Returns:
        uint64[games]: the least of the eight hashes.
    """
    games = len(width)
    result = np.empty(games, dtype=np.uint64)
    multiplier = np.uint64(0x9E3779B97F4A7C15)
    lanes = np.empty(8, dtype=np.uint64)
    for game in range(games):
        w, h = np.int64(width[game]), np.int64(height[game])
        for lane in range(8):
            columns, rows = (w, h) if lane < 4 else (h, w)
            lanes[lane] = np.uint64(columns * 64 + rows) * multiplier
        for event in range(event_start[game], event_start[game + 1]):
            what = np.int64(kind[event] & ~KO_PROPERTY)
            x, y = np.int64(xy[event, 0]), np.int64(xy[event, 1])
            corners = 2 if ADD_BLACK <= what <= ADD_BLACK + 2 else 1
            for corner in range(corners):
                if corner == 1:
                    x, y = np.int64(xy[event, 2]), np.int64(xy[event, 3])
                inside = 0 <= x < w and 0 <= y < h
                for lane in range(8):
                    # A point outside the board, or none, is the same from every side.
                    u, v = x, y
                    if inside:
                        if lane & 1:
                            u = w - 1 - u
                        if lane & 2:
                            v = h - 1 - v
                        if lane & 4:
                            u, v = v, u
                    mixed = lanes[lane] ^ np.uint64((what << 16) + ((u + 2) << 8) + (v + 2))
                    mixed *= multiplier
                    lanes[lane] = mixed ^ (mixed >> np.uint64(29))
        least = lanes[0]
        for lane in range(1, 8):
            least = min(least, lanes[lane])
        result[game] = least
    return result
