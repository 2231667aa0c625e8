"""Groups that surely live by an estimate, with two eyes that a part of the board does not give them. No proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.vocabulary.points import EMPTY

_SURE: Final = 0.95
"""Chains count as living if they live with this likelihood, and their group has two eyes."""
_LARGE_EYE: Final = 3  # an eye of three points or more can be made two


class Living:
    """The chains of a position that likely live, and the eyes that each has a share in.

    An eye is an area that stones of one colour alone border once the dead stones are off; it joins them to one group.
    None of these is in atari while the dead stones stand: it could be taken at once, if only to be taken back.

    Args:
        position: the board.
        dead: uint8[points], 1 where a stone is taken for dead.
        shares: float32[points], how likely the stone of each point lives.
    """

    def __init__(self, position: Position, dead: NDArray[np.uint8], shares: NDArray[np.float32]) -> None:
        """Find chains and eyes."""
        board = ChainBoard.of(position)
        in_atari = {point for chain in board.chains() if len(board.liberties(min(chain))) == 1 for point in chain}
        board = ChainBoard.of(replace(position, stones=np.where(dead, EMPTY, position.stones)))
        self._chains = board.chains()
        self._sure = [all(shares[point] >= _SURE for point in chain) for chain in self._chains]
        number = {point: at for at, chain in enumerate(self._chains) for point in chain}
        self._eyes: list[tuple[frozenset[int], list[int]]] = []  # points, and which chains are beside them
        for space in board.regions():
            near = board.border(space)
            if len({board.colors[point] for point in near}) == 1 and not near & in_atari:
                self._eyes.append((space, sorted({number[point] for point in near})))

    def without(self, region: frozenset[int]) -> frozenset[int]:
        """Return the stones that likely live whatever happens in a region.

        Their chains stand outside of it, in groups joined by eyes outside of it, and the group has two such eyes, one
        of three points or more counting as two, and no chain whose life is in doubt.

        Example:
            >>> position = Position.from_rows([".X.X", "XXXX", "...."])
            >>> living = Living(position, np.zeros(12, dtype=np.uint8), np.ones(12, dtype=np.float32))
            >>> sorted(living.without(frozenset({8, 9, 10, 11}))), sorted(living.without(frozenset({0, 8, 9, 10, 11})))
            ([1, 3, 4, 5, 6, 7], [])
        """
        group = list(range(len(self._chains)))
        worth = [0] * len(group)
        for space, beside in self._eyes:
            if space & region or any(self._chains[at] & region for at in beside):
                continue
            joined = {group[at] for at in beside}
            first = min(joined)
            worth[first] = sum(worth[name] for name in joined) + (2 if len(space) >= _LARGE_EYE else 1)
            group = [first if name in joined else name for name in group]
        doubtful = {name for name, sure in zip(group, self._sure, strict=True) if not sure}
        lives = [worth[name] >= 2 and name not in doubtful for name in group]
        return frozenset().union(*(chain for chain, alive in zip(self._chains, lives, strict=True) if alive))
