"""The base of dataclasses whose fields are arrays over the games of a chunk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray


class GameArrays:
    """Base of a frozen dataclass with slots, each of them an array whose first axis is the games of a chunk.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True, slots=True)
        ... class Komis(GameArrays):
        ...     points: NDArray[np.float64]
        >>> komis = Komis(np.array([6.5, 0.5, 7.5]))
        >>> komis.take(slice(1, 3)), komis.put(np.array([0]), Komis(np.array([5.5]))).points.tolist()
        (Komis(points=array([0.5, 7.5])), [5.5, 0.5, 7.5])
    """

    __slots__: tuple[str, ...] = ()

    def take(self, games: slice | NDArray[np.int64] | NDArray[np.bool_]) -> Self:
        """Return some of the games; a number that occurs several times repeats its game."""
        return type(self)(*(getattr(self, name)[games] for name in self.__slots__))

    def put(self, games: NDArray[np.int64], others: Self) -> Self:
        """Return a copy with some of the games replaced by those of `others`, in order."""
        columns = [getattr(self, name).copy() for name in self.__slots__]
        for column, name in zip(columns, self.__slots__, strict=True):
            column[games] = getattr(others, name)
        return type(self)(*columns)

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return the games of several chunks as one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__slots__))
