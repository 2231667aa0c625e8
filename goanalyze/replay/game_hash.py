"""The identity of games: a hash for the eight symmetries of the board, and the stones of the starting position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.kernels.library import kernels
from goanalyze.sgf.tape import Events


class FirstSetups(NamedTuple):
    """The stones that are set up before the first move of each game; n games.

    Attributes:
        start: int64[n + 1]; the stones of game g are ``start[g]:start[g + 1]``.
        stones: int16[stones], row by row: index of a black stone, −1 − index of a white stone.
        edited: bool[n], True if stones are set up or removed after the first move.
    """

    start: NDArray[np.int64]
    stones: NDArray[np.int16]
    edited: NDArray[np.bool_]


def canonical_hashes(events: Events, width: NDArray[np.int16], height: NDArray[np.int16]) -> NDArray[np.uint64]:
    """Return one 64-bit number per game, equal for games that differ only by a symmetry of the board.

    Board size, setup and moves in their order enter; names, komi and result do not. Stones set up together enter in no
    order, since a rotated record lists them in another. Two different games agree with a chance of about 2⁻⁶⁴.

    Args:
        events: Plays and setup of n games.
        width: int16[n], columns.
        height: int16[n], rows.

    Returns:
        uint64[n], the least of the eight hashes of each game.
    """
    hashes = np.empty(len(width), dtype=np.uint64)
    kernels.hash_games(events, width, height, hashes)
    return hashes


def first_setups(events: Events, width: NDArray[np.int16], height: NDArray[np.int16]) -> FirstSetups:
    """Return the stones that are set up before the first move of each game, and the games that are edited later.

    Args:
        events: Plays and setup of n games.
        width: int16[n], columns; 0 if the size is unknown.
        height: int16[n], rows.
    """
    start = np.empty(len(width) + 1, dtype=np.int64)
    stones = np.empty(int((width.astype(np.int64) * height).sum()), dtype=np.int16)
    edited = np.empty(len(width), dtype=np.bool_)
    count = kernels.find_first_setups(events, width, height, start, stones, edited)
    return FirstSetups(start, stones[:count].copy(), edited)
