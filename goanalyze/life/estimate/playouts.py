"""Playouts: final positions played to the end at random, to see which side owns each point.

The compiled kernel `playouts.cpp` plays. Thresholds and dead stones are the subject of `estimate`.

The statuses of chains from the ownership of their points, and the owners of points that follow.

Nothing is played here. The confidence in a whole position is a matter of `goanalyze.life.estimate.estimate`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.errors import BoardError
from goanalyze.kernels.library import kernels
from goanalyze.life.estimate.calibration import CERTAIN_FROM
from goanalyze.points import BLACK, WHITE


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


class ChainStatuses(NamedTuple):
    """The statuses of the chains of a chunk of positions.

    Attributes:
        shares: float32[points], share of its own points that the chain of each stone owns; 1 without a stone.
        dead: uint8[points], 1 for dead stones.
        owners: uint8[points], colour of living stones, and of areas that living stones of that colour alone border; 0
            elsewhere.
        certain_owner: uint8[points], `owners` where all of that is certain; 0 elsewhere.
        flipped: int32[games], number of chains with another status than their share says, so that no area contains dead
            and living stones of one side.
        joint_probability: float32[games], probability that all statuses are right, if shares are probabilities and
            chains independent.
    """

    shares: NDArray[np.float32]
    dead: NDArray[np.uint8]
    owners: NDArray[np.uint8]
    certain_owner: NDArray[np.uint8]
    flipped: NDArray[np.int32]
    joint_probability: NDArray[np.float32]


def determine_chain_statuses(boards: LabeledBoards, ownership: NDArray[np.float32], dead_below: float) -> ChainStatuses:
    """Determine the dead chains of every position of a chunk from the ownership of their points.

    A chain is dead if its side owns too small a share of its points. Dead stones lie in areas that living stones of the
    opponent alone border: until that is so, the least certain chain of an inconsistent area changes its status.

    Args:
        boards: the final positions.
        ownership: float32[points], Black's share of each point.
        dead_below: share of its own points below which a chain is dead.
    """
    points, games = len(boards.stones), len(boards.width)
    statuses = ChainStatuses(
        np.ones(points, dtype=np.float32),
        np.zeros(points, dtype=np.uint8),
        np.zeros(points, dtype=np.uint8),
        np.zeros(points, dtype=np.uint8),
        np.zeros(games, dtype=np.int32),
        np.ones(games, dtype=np.float32),
    )
    kernels.determine_chain_statuses(boards.checked(ownership), ownership, dead_below, CERTAIN_FROM, statuses)
    return statuses
