"""Counts of the ends of a chunk, with all dead stones removed, and with those in territory of the opponent alone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.score.count import PlayersCount


class Counts(NamedTuple):
    """Counts of some ends.

    Attributes:
        plain: int32[games, 2, len(COLUMNS)], with all dead stones removed.
        plain_dame: int32[games], points of neither side.
        in_territory: int32[games, 2, len(COLUMNS)], with only those dead stones removed that lie in territory of the
            opponent.
        in_territory_dame: int32[games], points of neither side in that case.
    """

    plain: NDArray[np.int32]
    plain_dame: NDArray[np.int32]
    in_territory: NDArray[np.int32]
    in_territory_dame: NDArray[np.int32]

    @classmethod
    def of(cls, plain: PlayersCount, in_territory: PlayersCount) -> Counts:
        """Return both counts of the same positions."""
        return cls(plain.counts, plain.dame, in_territory.counts, in_territory.dame)

    def put(self, games: NDArray[np.int64], others: Counts) -> Counts:
        """Return the counts with those of some games replaced."""
        columns = [column.copy() for column in self]
        for column, other in zip(columns, others, strict=True):
            column[games] = other
        return Counts(*columns)

    def take(self, games: NDArray[np.int64] | NDArray[np.bool_]) -> Counts:
        """Return the counts of some games."""
        return Counts(*(column[games] for column in self))
