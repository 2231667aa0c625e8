"""The statuses of chains from the ownership of their points, and the owners of points that follow.

Nothing is played here. The confidence in a whole position is a matter of `goanalyze.life.estimate.estimate`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.kernels.library import kernels
from goanalyze.life.estimate.calibration import CERTAIN_FROM


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

    Raises:
        BoardError: boards beyond the limits.
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
