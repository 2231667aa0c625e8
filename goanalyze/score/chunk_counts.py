"""Counts of all final positions of a chunk: area, territory and groups, numbers of values, and chains.

Scope: the stones alone. Komi, rulesets, and life and death play no role here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.kernels.library import kernels
from goanalyze.score.counts import COLUMNS

STAYS: Final = 2
"""Value of `dead` under a dead stone that is not removed. Its neighbours are neutral, and it is part of no group."""


class Counts(NamedTuple):
    """Counts of the final positions of a chunk.

    Attributes:
        sides: int32[games, 2, len(COLUMNS)], numbers of Black and of White.
        dame: int32[games], points that are neither living stones nor territory.
        dead_at_dame: int32[games, 2], dead stones of Black and of White that are removed and are not in territory of a
            group without neutral points.
    """

    sides: NDArray[np.int32]
    dame: NDArray[np.int32]
    dead_at_dame: NDArray[np.int32]


def count_chunk(
    boards: LabeledBoards,
    dead: NDArray[np.uint8],
    owner: NDArray[np.uint8],
    as_marked: NDArray[np.uint8],
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count every final position of a chunk.

    Args:
        boards: the final positions.
        dead: uint8[points], 1 under dead stones, `STAYS` under those that are not removed.
        owner: uint8[points], colour of marked territory, 0 elsewhere.
        as_marked: uint8[games], index of a `MarkedTerritory`: the role of `owner` in the count.

    Returns:
        (int32[games, 2, len(COLUMNS)] for Black and White, int32[games] dame).

    Raises:
        ValueError: boards beyond the limits.
    """
    counts = _count(boards, dead, owner, as_marked)
    return counts.sides, counts.dame


def count_groups(boards: LabeledBoards, dead: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count every final position of a chunk without marked territory, and its dead stones at dame.

    Args:
        boards: the final positions.
        dead: uint8[points], as for `count_chunk`.

    Returns:
        (int32[games, 2, len(COLUMNS)], `Counts.sides`; int32[games, 2], `Counts.dead_at_dame`).

    Raises:
        ValueError: boards beyond the limits.
    """
    owner, as_marked = np.zeros(len(dead), dtype=np.uint8), np.zeros(len(boards.width), dtype=np.uint8)
    counts = _count(boards, dead, owner, as_marked)
    return counts.sides, counts.dead_at_dame


def _count(
    boards: LabeledBoards, dead: NDArray[np.uint8], owner: NDArray[np.uint8], as_marked: NDArray[np.uint8]
) -> Counts:  # fmt: skip
    games = len(boards.width)
    counts = Counts(
        np.zeros((games, 2, len(COLUMNS)), dtype=np.int32),
        np.zeros(games, dtype=np.int32),
        np.zeros((games, 2), dtype=np.int32),
    )
    kernels.count_chunk(boards.checked(dead, owner, of_games=[as_marked]), dead, owner, as_marked, counts)
    return counts


def tally(start: NDArray[np.int64], values: NDArray[np.uint8], number: int) -> NDArray[np.int32]:
    """Count the points of each game of a chunk that have each value.

    Args:
        start: int64[games + 1], first point of each game, and the end.
        values: uint8[points], each less than `number`.
        number: number of values.

    Returns:
        int32[games, number], numbers of points.

    Raises:
        ValueError: a value is not less than their number, or there are points of no game.
    """
    if start[-1] != len(values) or (len(values) and int(values.max()) >= number):
        raise ValueError(f"values of {start[-1]} points below {number} are counted, not these {len(values)}")
    numbers = np.zeros((len(start) - 1, number), dtype=np.int32)
    kernels.tally(start, values, numbers)
    return numbers


def first_points(boards: LabeledBoards) -> NDArray[np.int64]:
    """Return the first point of the chain of each stone, as an index into all points of the chunk.

    `goanalyze.core.chain_board.ChainBoard.chains` is a readable form of the same.

    Args:
        boards: the positions.

    Returns:
        int64[points], first point of the chain; an empty point is its own.

    Raises:
        ValueError: boards beyond the limits.
    """
    first = np.empty(len(boards.stones), dtype=np.int64)
    kernels.find_first_points(boards.checked(), first)
    return first
