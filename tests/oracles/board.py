"""The oracle of the board: chains, liberties, captures, stated as the rule books state them.

It searches chains afresh each time. `goanalyze.core.chain_board` and `kernels/replay.cpp` do the same incrementally. No
history, so no ko.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Self

import numpy as np

from goanalyze import BLACK, WHITE, Position
from goanalyze.core.chain_board import Effect, PlacementResult, PlayEffects
from goanalyze.points import EMPTY, opponent


class OracleBoard:
    """A board that stones are placed on and taken from.

    Attributes:
        width: columns.
        height: rows.
        colors: colour of each point, row-major from SGF ``aa``.

    Example:
        >>> from goanalyze.points import BLACK
        >>> board = OracleBoard(Position.from_rows([".X.", "XOX", "..."]))
        >>> sorted(board.place(BLACK, 7).captured)
        [4]
        >>> board.position().rows()
        ['.X.', 'X.X', '.X.']
    """

    def __init__(self, position: Position) -> None:
        self.width = position.width
        self.height = position.height
        self.colors: list[int] = position.stones.tolist()

    def neighbors(self, point: int) -> list[int]:
        """Return the points connected with `point` by a line: up to four (Tromp–Taylor, rule 2)."""
        row, column = divmod(point, self.width)
        near = []
        if row > 0:
            near.append(point - self.width)
        if row < self.height - 1:
            near.append(point + self.width)
        if column > 0:
            near.append(point - 1)
        if column < self.width - 1:
            near.append(point + 1)
        return near

    def connected(self, point: int) -> frozenset[int]:
        """Return the chain of stones, or the region of empty points, that `point` belongs to."""
        color = self.colors[point]
        found = {point}
        waiting = [point]
        while waiting:
            for near in self.neighbors(waiting.pop()):
                if self.colors[near] == color and near not in found:
                    found.add(near)
                    waiting.append(near)
        return frozenset(found)

    def border(self, points: frozenset[int]) -> frozenset[int]:
        """Return the points next to a chain or region that do not belong to it."""
        return frozenset(near for point in points for near in self.neighbors(point)) - points

    def liberties(self, point: int) -> frozenset[int]:
        """Return the empty points next to the chain at `point`."""
        return frozenset(near for near in self.border(self.connected(point)) if self.colors[near] == EMPTY)

    def place(self, color: int, point: int) -> PlacementResult:
        """Put a stone on a point, remove the opponent's chains without liberty, then the player's own.

        An occupying stone is replaced (SGF FF[4], Go: the move is executed on any point). Only
        chains next to the stone, or the stone's own, can lose their last liberty by it. Does not judge legality.

        Rule: Japanese rules 1989, art. 5; Tromp–Taylor, rule 7.
        """
        self.colors[point] = color
        captured: frozenset[int] = frozenset()
        for near in self.neighbors(point):
            if self.colors[near] == opponent(color) and not self.liberties(near):
                captured |= self.remove(self.connected(near))
        self_captured: frozenset[int] = frozenset()
        if not self.liberties(point):
            self_captured = self.remove(self.connected(point))
        return PlacementResult(captured, self_captured)

    def effect(self, color: int, point: int) -> Effect:
        """Return the effects of `place` and the key of the resulting position, without changing the board."""
        trial = self.copy()
        return Effect(*trial.place(color, point), trial.key)

    def play_effects(self, color: int) -> PlayEffects:
        """Sort the empty points by the effects of a stone of a colour."""
        quiet, captures, alone, choking = 0, 0, 0, 0
        for point, there in enumerate(self.colors):
            if there != EMPTY:
                continue
            captured, lost, _ = self.effect(color, point)
            if captured:
                captures |= 1 << point
            elif not lost:
                quiet |= 1 << point
            elif len(lost) == 1:
                alone |= 1 << point
            else:
                choking |= 1 << point
        return PlayEffects(quiet, captures, alone, choking)

    def edit(self, stones: Iterable[tuple[int, int]]) -> None:
        """Set points to colours, 0 to empty them, in their order; nothing is captured (SGF FF[4], setup)."""
        for point, color in stones:
            self.colors[point] = color

    @property
    def key(self) -> int:
        """The position as a number: bit ``p`` is a black stone on point ``p``, bit ``points + p`` a white one.

        Example:
            >>> bin(OracleBoard(Position.from_rows(["X.O"])).key)
            '0b100001'
        """
        return int("".join("01"[there == color] for color in (WHITE, BLACK) for there in reversed(self.colors)), 2)

    def undo(self, key: int) -> None:
        """Take back the last `place` or `edit`.

        Args:
            key: of the position before it.
        """
        points = len(self.colors)
        self.colors = [BLACK * (key >> p & 1) + WHITE * (key >> points + p & 1) for p in range(points)]

    def copy(self) -> Self:
        """Return the same stones; neither knows of the other's moves."""
        made = copy(self)
        made.colors = self.colors.copy()
        return made

    def remove(self, points: frozenset[int]) -> frozenset[int]:
        """Take stones off the board; return their points."""
        for point in points:
            self.colors[point] = EMPTY
        return points

    def chains(self) -> list[frozenset[int]]:
        """Return every chain of stones, by its first point."""
        return self._parts(lambda color: color != EMPTY)

    def regions(self) -> list[frozenset[int]]:
        """Return every region of empty points, by its first point."""
        return self._parts(lambda color: color == EMPTY)

    def _parts(self, wanted: Callable[[int], bool]) -> list[frozenset[int]]:
        parts: list[frozenset[int]] = []
        seen: set[int] = set()
        for point, color in enumerate(self.colors):
            if wanted(color) and point not in seen:
                part = self.connected(point)
                seen |= part
                parts.append(part)
        return parts

    def count(self, color: int) -> int:
        """Return the number of stones of a colour."""
        return self.colors.count(color)

    def position(self) -> Position:
        """Return the stones as a value."""
        return Position(self.width, self.height, np.array(self.colors, dtype=np.uint8))
