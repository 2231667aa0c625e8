"""Counts of the positions of a chunk by area, territory and groups: with all dead stones removed, and in territory.

Scope: the stones, the dead ones among them, and marked territory. Komi and prisoners play no role here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import LabeledBoards
from goanalyze.kernels.library import kernels

COLUMNS: Final = tuple("""
    stones territory dead groups groups_strict seki_groups seki seki_strict deducted stay_strict
""".split())  # fmt: skip
"""Numbers that are counted for each side, with the meanings of `goanalyze.score.count.ColorCount`."""


class Counts(NamedTuple):
    """Counts of some positions in two ways: with all dead stones removed, and with those in territory alone.

    Attributes:
        plain: int32[games, 2, len(COLUMNS)], numbers of Black and of White with all dead stones removed.
        plain_dame: int32[games], points of neither side in that case.
        in_territory: int32[games, 2, len(COLUMNS)], the numbers with only those dead stones removed that lie in
            territory of the opponent.
        in_territory_dame: int32[games], points of neither side in that case.
    """

    plain: NDArray[np.int32]
    plain_dame: NDArray[np.int32]
    in_territory: NDArray[np.int32]
    in_territory_dame: NDArray[np.int32]

    def one_way(self, *, in_territory: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the numbers and the dame with the dead stones in territory removed alone, or with all of them."""
        return self[2:] if in_territory else self[:2]

    def put(self, games: NDArray[np.int64], others: Counts) -> Counts:
        """Return the counts with those of some games replaced."""
        columns = [column.copy() for column in self]
        for column, other in zip(columns, others, strict=True):
            column[games] = other
        return Counts(*columns)

    def take(self, games: NDArray[np.int64] | NDArray[np.bool_]) -> Counts:
        """Return the counts of some games."""
        return Counts(*(column[games] for column in self))

    def leave_open(self, games: NDArray[np.bool_]) -> Counts:
        """Return the counts without deductions in the games, bool[games], whose rest is left open."""
        return self._replace(plain=leave_open(self.plain, games), in_territory=leave_open(self.in_territory, games))


def leave_open(numbers: NDArray[np.int32], games: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return numbers, int32[games, 2, len(COLUMNS)], without deductions in the games whose rest is left open."""
    numbers = numbers.copy()
    numbers[games, :, COLUMNS.index("deducted")] = 0
    return numbers


def count_positions(
    boards: LabeledBoards,
    dead: NDArray[np.uint8],
    to_move: NDArray[np.uint8] | None = None,
    *,
    owner: NDArray[np.uint8] | None = None,
    as_marked: NDArray[np.uint8] | None = None,
) -> Counts:
    """Count the positions of a chunk.

    Territory in seki and points to be filled are those of `goanalyze.score.point_kinds.find_point_kinds`. If no dame
    are filled, a group is in seki that touches a neutral point and has less than two eyes, nothing is deducted, and all
    dead stones are removed in both ways.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side that fills the first dame; 0, the default, if no dame are filled.
        owner: uint8[points], color of marked territory; 0 elsewhere, and by default.
        as_marked: uint8[games], index of a `MarkedTerritory`: the role of `owner` in games whose dame are not filled.

    Returns:
        The counts; zeros for a game without a board.

    Raises:
        BoardError: boards beyond the limits, or arrays of other lengths.

    Example:
        >>> from goanalyze.core.position import Position
        >>> boards = Position.from_rows([".X.O.", ".X.O.", ".XXO."]).to_arrays()
        >>> counts = count_positions(boards, np.zeros(15, dtype=np.uint8), np.array([1], dtype=np.uint8))
        >>> counts.plain[0, :, COLUMNS.index("territory")].tolist(), counts.plain_dame.tolist()
        ([3, 3], [2])
    """
    games, points = len(boards.width), len(boards.stones)
    of_points, of_games = np.zeros(points, dtype=np.uint8), np.zeros(games, dtype=np.uint8)
    inputs = (
        dead,
        of_points if owner is None else owner,
        of_games if as_marked is None else as_marked,
        of_games if to_move is None else to_move,
    )
    return _count(boards, inputs, (True, True))[0]


def count_one_way(
    boards: LabeledBoards, dead: NDArray[np.uint8], to_move: NDArray[np.uint8] | None = None, *, in_territory: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.bool_]]:
    """Count the positions of a chunk in one way, and find the dead stones that are removed.

    Args:
        boards: final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        to_move: uint8[games], side that fills the first dame; 0, the default, if no dame are filled.
        in_territory: True if only dead stones in territory of the opponent are removed; False if all are.

    Returns:
        (int32[games, 2, len(COLUMNS)], numbers of Black and of White; int32[games], points of neither side;
        bool[points], True under dead stones that are removed).

    Raises:
        BoardError: boards beyond the limits, or arrays of other lengths.
    """
    of_games = np.zeros(len(boards.width), dtype=np.uint8)
    inputs = dead, np.zeros_like(dead), of_games, of_games if to_move is None else to_move
    counts, removed = _count(boards, inputs, (not in_territory, in_territory))
    return *counts.one_way(in_territory=in_territory), removed


def _count(
    boards: LabeledBoards, inputs: tuple[NDArray[np.uint8], ...], ways: tuple[bool, bool]
) -> tuple[Counts, NDArray[np.bool_]]:
    dead, owner, as_marked, to_move = inputs
    plain, in_territory = np.zeros((2, len(boards.width), 2, len(COLUMNS)), dtype=np.int32)
    dame = np.zeros((2, len(boards.width)), dtype=np.int32)
    counts, removed = Counts(plain, dame[0], in_territory, dame[1]), np.zeros(len(boards.stones), dtype=np.bool_)
    boards.checked(dead, owner, of_games=[as_marked, to_move])
    kernels.count_positions(boards, *inputs, *ways, counts, removed)
    return counts, removed
