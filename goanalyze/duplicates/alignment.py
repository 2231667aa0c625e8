"""The comparison of pairs of games move by move, in the eight views of the board.

Differences are counted as edits: a changed, a missing and an additional move are one edit each. The moves of one game
beyond the end of the other are the rest.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.sequences import GameMoves, Setups, SkippedTurns
from goanalyze.kernels.library import kernels

NO_VIEW: Final = 8
"""Value of `Alignment.view` if no view aligns the games."""
SETUP_DIFFERS: Final = 0
"""Value of `Alignment.setup` for different setups."""
SETUP_SAME: Final = 1
"""Value of `Alignment.setup` for equal setups."""
SETUP_SWAPPED: Final = 2
"""Value of `Alignment.setup` for setups that are equal with colours swapped."""
SETUP_AS_MOVES: Final = 3
"""Value of `Alignment.setup` if only one game has a setup, and its stones are the first moves of the other."""
NO_SETUP: Final = 4
"""Value of `Alignment.setup` if neither game has a setup."""


class Alignment(NamedTuple):
    """The alignment of pairs of games, one element per pair.

    Attributes:
        view: uint8[pairs], view of the first game that aligns it with the second; `NO_VIEW` if none does.
        edits: int32[pairs], moves changed, missing or added, without beginning and end.
        begin: int32[pairs], moves of the first game before the second begins; negative: the reverse.
        rest: int32[pairs], moves of the second game beyond the end of the first; negative: the reverse.
        first: int32[pairs], number in the first game of the first difference, its end included; 0 if none.
        agreeing: int32[pairs], plays (no passes) of the first game that have a partner.
        same: int32[pairs], known partners of equal colours.
        opposite: int32[pairs], known partners of opposite colours.
        setup: uint8[pairs], relation of the setups: `SETUP_DIFFERS`, `SETUP_SAME`, `SETUP_SWAPPED`, `SETUP_AS_MOVES`
            or `NO_SETUP`.
    """

    view: NDArray[np.uint8]
    edits: NDArray[np.int32]
    begin: NDArray[np.int32]
    rest: NDArray[np.int32]
    first: NDArray[np.int32]
    agreeing: NDArray[np.int32]
    same: NDArray[np.int32]
    opposite: NDArray[np.int32]
    setup: NDArray[np.uint8]


def align_pairs(moves: GameMoves, skips: SkippedTurns, setups: Setups, pairs: NDArray[np.int64]) -> Alignment:
    """Return the alignment of pairs of games, with the view and the beginning that have the least cost.

    Args:
        moves: Moves of all games; passes are compared, too.
        skips: Turns skipped in all games.
        setups: Stones of all starting positions.
        pairs: int64[pairs, 2], numbers of two games.
    """
    count = len(pairs)
    view, setup = np.empty((2, count), dtype=np.uint8)
    edits, begin, rest, first, agreeing, same, opposite = np.empty((7, count), dtype=np.int32)
    alignment = Alignment(view, edits, begin, rest, first, agreeing, same, opposite, setup)
    kernels.align_pairs(moves, skips, setups, np.ascontiguousarray(pairs), alignment)
    return alignment


def screen_pairs(
    moves: GameMoves, pairs: NDArray[np.int64], begins: NDArray[np.int32], length: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return the pairs of games that share most plays, from a run of plays that they share.

    Args:
        moves: Moves of all games; passes are left out.
        pairs: int64[pairs, 2], numbers of two games.
        begins: int32[pairs, 2], first play of the run in each game, from 0.
        length: int64[pairs], plays in the run.

    Returns:
        bool[pairs], True if the games agree in a view except for two edits and one more for each 25 plays (16 at most),
        30 plays at the beginning, and an end of any length.
    """
    is_near = np.empty(len(pairs), dtype=np.bool_)
    kernels.screen_pairs(moves, np.ascontiguousarray(pairs), np.ascontiguousarray(begins), length, is_near)
    return is_near
