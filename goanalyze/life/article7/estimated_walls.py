"""Groups that live by an estimate with two eyes outside a region, so that they may be walls of it. No proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.life.estimate.calibration import LIVING_FROM
from goanalyze.vocabulary.points import EMPTY

_LARGE_EYE: Final = 3  # points of an eye that can be made into two


class EstimatedWalls:
    """The chains of a position that are likely alive, and the eyes that they share.

    An eye is an area that stones of one colour alone border once the dead stones are off. It joins them to one group.
    None of these chains is in atari while the dead stones are on the board: the opponent could capture it at once.

    Args:
        position: the board.
        dead: uint8[points], 1 for stones that count as dead.
        shares: float32[points], probability that the stone of each point lives.
    """

    def __init__(self, position: Position, dead: NDArray[np.uint8], shares: NDArray[np.float32]) -> None:
        """Find the chains and the eyes."""
        board = ChainBoard.of(position)
        in_atari = {point for chain in board.chains() if len(board.liberties(min(chain))) == 1 for point in chain}
        board = ChainBoard.of(replace(position, stones=np.where(dead, EMPTY, position.stones)))
        self._chains = board.chains()
        self._is_likely = [all(shares[point] >= LIVING_FROM for point in chain) for chain in self._chains]
        number = {point: index for index, chain in enumerate(self._chains) for point in chain}
        self._eyes: list[tuple[frozenset[int], list[int]]] = []  # points, and numbers of the adjacent chains
        for area in board.regions():
            border = board.border(area)
            if len({board.colors[point] for point in border}) == 1 and not border & in_atari:
                self._eyes.append((area, sorted({number[point] for point in border})))

    def alive_outside(self, region: frozenset[int]) -> frozenset[int]:
        """Return the stones that are likely alive without a region.

        Their chains are outside the region, in groups joined by eyes outside it. The group has two such eyes, one of
        three points or more counting as two, and each of its chains is likely alive.

        Example:
            >>> position = Position.from_rows([".X.X", "XXXX", "...."])
            >>> walls = EstimatedWalls(position, np.zeros(12, dtype=np.uint8), np.ones(12, dtype=np.float32))
            >>> sorted(walls.alive_outside(frozenset({8, 9, 10, 11})))
            [1, 3, 4, 5, 6, 7]
            >>> walls.alive_outside(frozenset({0, 8, 9, 10, 11}))
            frozenset()
        """
        group = list(range(len(self._chains)))
        eyes = [0] * len(group)
        for area, adjacent in self._eyes:
            if area & region or any(self._chains[index] & region for index in adjacent):
                continue
            joined = {group[index] for index in adjacent}
            first = min(joined)
            eyes[first] = sum(eyes[name] for name in joined) + (2 if len(area) >= _LARGE_EYE else 1)
            group = [first if name in joined else name for name in group]
        doubtful = {name for name, is_likely in zip(group, self._is_likely, strict=True) if not is_likely}
        alive = [eyes[name] >= 2 and name not in doubtful for name in group]
        return frozenset().union(*(chain for chain, lives in zip(self._chains, alive, strict=True) if lives))
