"""Playouts: final positions played to the end at random, to see which side owns each point.

The compiled kernel `playouts.cpp` plays. Thresholds and dead stones are the subject of `estimate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goanalyze.errors import BoardError
from goanalyze.kernels.library import kernels
from goanalyze.vocabulary.points import BLACK, WHITE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goanalyze.core.labels import LabeledBoards


class PlayoutOptions(NamedTuple):
    """The start and the end of the playouts of a chunk.

    Attributes:
        to_move: uint8[games], side that begins the first, third … playout; the opponent begins the others.
        certain: uint8[points], color for which a point is certain, or 0.
        claimed: uint8[points], color that is claimed to own the point of a stone, or 0.
        leads: int64[games], lead of these colors, in playouts, that ends the playouts early.
        seed: seed of the random numbers.
        rounds: playouts of each position, at least 1.
    """

    to_move: NDArray[np.uint8]
    certain: NDArray[np.uint8]
    claimed: NDArray[np.uint8]
    leads: NDArray[np.int64]
    seed: int
    rounds: int


class PlayoutResults(NamedTuple):
    """The results of the playouts of a chunk.

    Attributes:
        ownership: float32[points], share of playouts in which Black owned the point; one without owner counts half.
        stays: float32[points], share of playouts after which the stone of the point remains.
        is_clear: bool[games], True if there are claims, and the playouts confirm all of them.
    """

    ownership: NDArray[np.float32]
    stays: NDArray[np.float32]
    is_clear: NDArray[np.bool_]


def play_chunk(
    boards: LabeledBoards,
    to_move: NDArray[np.uint8],
    certain: NDArray[np.uint8],
    seed: int,
    rounds: int,
    claimed: NDArray[np.uint8] | None = None,
    leads: NDArray[np.int64] | None = None,
) -> PlayoutResults:
    """Play out every position of a chunk.

    Args:
        boards: positions.
        to_move: uint8[games], side that begins the first, third … playout; the opponent begins the others.
        certain: uint8[points], color for which a point is certain, or 0. Nothing is played or captured there. A chain
            is certain as a whole.
        seed: seed of the random numbers.
        rounds: number of playouts, at least 1.
        claimed: uint8[points], color that is claimed to own the point of a stone, or 0. A position with claims is
            played until the remaining playouts cannot refute them. No claims if not given.
        leads: int64[games], lead of these colors, in playouts, that ends the playouts early. At least 1. No lead is
            enough if not given.

    Returns:
        Shares of the playouts. Points of games without a board have the ownership 0.5.

    Raises:
        BoardError: boards beyond the limits, an invalid side to move, or too few playouts.

    Example:
        >>> from goanalyze.core.position import Position
        >>> boards = Position.from_rows([".X.XO.O.", "XXXXOOOO", ".X.XO.O."]).to_arrays()
        >>> nothing = np.zeros(24, dtype=np.uint8)
        >>> play_chunk(boards, np.array([BLACK], dtype=np.uint8), nothing, 1, 10).ownership[[0, 5]].tolist()
        [1.0, 0.0]
    """
    games, size = len(boards.width), len(boards.stones)
    if len(to_move) != games or not ((to_move == BLACK) | (to_move == WHITE)).all():
        raise BoardError("to_move is not valid. Expected 1 (Black) or 2 (White) for each game.")
    if rounds < 1:
        raise BoardError(f"rounds is {rounds}. Expected at least 1.")
    claimed = np.zeros_like(boards.stones) if claimed is None else claimed
    leads = np.full(games, rounds + 1, dtype=np.int64) if leads is None else leads
    if len(leads) != games or (leads < 1).any():
        raise BoardError("leads is not valid. Expected a number of at least 1 for each game.")
    results = PlayoutResults(
        np.full(size, 0.5, dtype=np.float32), np.zeros(size, dtype=np.float32), np.zeros(games, dtype=np.bool_)
    )
    options = PlayoutOptions(to_move, certain, claimed, leads, seed, rounds)
    kernels.play_chunk(boards.checked(certain, claimed), options, results)
    return results
