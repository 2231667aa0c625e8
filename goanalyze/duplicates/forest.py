"""Groups of games joined pair by pair. ``parent`` is int32[games]: a game of the same group with a lesser number."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


class Forest:
    """Groups of games that are one game, joined pair by pair.

    Example:
        >>> forest = Forest(4)
        >>> forest.join(np.array([[3, 1]]))
        >>> forest.labels().tolist()
        [0, 1, 2, 1]
    """

    def __init__(self, games: int) -> None:
        self._parent = np.arange(games, dtype=np.int32)

    def join(self, pairs: NDArray[np.int64]) -> None:
        """Put the two games of each pair, and all that are with them, together."""
        _join(self._parent, pairs)

    def labels(self) -> NDArray[np.int32]:
        """Return the least game of each game's group."""
        _flatten(self._parent)
        return self._parent

    def apart(self, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which pairs are of games in different groups."""
        label = self.labels()
        apart: NDArray[np.bool_] = label[pairs[:, 0]] != label[pairs[:, 1]]
        return apart


@njit(cache=True, nogil=True)
def _root(parent: NDArray[np.int32], game: int) -> int:
    while parent[game] != game:
        parent[game] = parent[parent[game]]
        game = parent[game]
    return game


@njit(cache=True, nogil=True)
def _join(parent: NDArray[np.int32], pairs: NDArray[np.int64]) -> None:
    """Join each pair; a parent never has a greater number than its child."""
    for pair in range(len(pairs)):
        one, other = _root(parent, pairs[pair, 0]), _root(parent, pairs[pair, 1])
        parent[max(one, other)] = min(one, other)


@njit(cache=True, nogil=True)
def _flatten(parent: NDArray[np.int32]) -> None:
    """Make every game's parent the root."""
    for game in range(len(parent)):
        parent[game] = parent[parent[game]]  # parents come first and are flat already
