"""The board: stones that are placed and captured, with their chains, regions, liberties and borders.

A set of points is an int, one bit a point (`bitsets`): joining chains, capturing them and looking at the whole board
are a few operations each. A chain is an immutable pair (stones, liberties), and a change replaces the pair: a copy
copies a few lists and dicts, and undo restores the pairs that a change has replaced.

Scope: no history, so no ko, and no legality. `goanalyze/kernels/replay.cpp` does the same for whole archives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

import numpy as np

from goanalyze.core.bitsets import Grid, grid_of, points_in
from goanalyze.core.position import Position
from goanalyze.points import BLACK, EMPTY, WHITE, opponent

_NONE: Final[frozenset[int]] = frozenset()


class PlacementResult(NamedTuple):
    """The stones that a placed stone removes.

    Attributes:
        captured: Points of the opponent's stones.
        self_captured: Points of the player's own stones.
    """

    captured: frozenset[int]
    self_captured: frozenset[int]


class Effect(NamedTuple):
    """The effect that placing a stone would have.

    Attributes:
        captured: Points of the opponent's stones that it would remove.
        self_captured: Points of the player's own stones that it would remove.
        key: Key of the position that it would create.
    """

    captured: frozenset[int]
    self_captured: frozenset[int]
    key: int


class PlayEffects(NamedTuple):
    """The empty points of a board by the effect of a stone of one color: sets of points as in `bitsets`.

    Attributes:
        plain: The stone removes nothing.
        captures: The stone removes stones of the opponent.
        single_stone_suicides: The stone removes itself alone.
        multi_stone_suicides: The stone removes its chain of two or more.
    """

    plain: int
    captures: int
    single_stone_suicides: int
    multi_stone_suicides: int


_NOTHING: Final = PlacementResult(_NONE, _NONE)

Chain = tuple[int, int]
"""Stones and liberties of a chain, as sets of points."""

_Changes = list[tuple[int, int, Chain | None]]
"""Colors and names of chains, each with the chain before the change, None for a new one; in order."""


class ChainBoard:
    """A board on which stones are placed and captured.

    A chain is named by one of its points: a single stone by its own, a joined chain by the name of its largest part.

    Attributes:
        width: Number of columns.
        height: Number of rows.
        colors: Color of each point, row-major from SGF ``aa``; read-only, changed by `place` and `edit`.
    """

    __slots__ = ("_chains", "_grid", "_journal", "_names", "_stones", "colors", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._grid: Grid = grid_of(width, height)
        self.colors = [EMPTY] * (width * height)
        self._names = [0] * (width * height)  # of the chain at each stone
        self._stones = (0, 0, 0)  # by color
        self._chains: tuple[dict[int, Chain], ...] = ({}, {}, {})  # by color, by name
        self._journal: list[tuple[tuple[int, int, int], _Changes]] = []  # stones before each change, chains it changed

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return the board with the stones of a position."""
        board = cls(position.width, position.height)
        board.colors = position.stones.tolist()
        black, white = (_bits(position.stones == color) for color in (BLACK, WHITE))
        board._stones = (0, black, white)
        for color in (BLACK, WHITE):
            board._add_chains(color, board._stones[color], [])
        return board

    @property
    def key(self) -> int:
        """The position as a number: bit ``p`` is a black stone on point ``p``, bit ``points + p`` a white one."""
        return self._stones[BLACK] | self._stones[WHITE] << len(self.colors)

    def neighbors(self, point: int) -> tuple[int, ...]:
        """Return the points connected with a point by a line, up to four, in order (Tromp–Taylor, rule 2)."""
        return self._grid.neighbors[point]

    def connected(self, point: int) -> frozenset[int]:
        """Return the chain of stones, or the region of empty points, that a point belongs to."""
        color = self.colors[point]
        if color != EMPTY:
            return frozenset(points_in(self._chains[color][self._names[point]][0]))
        return frozenset(points_in(self._grid.connected(self._grid.bit[point], self._empty())))

    def liberties(self, point: int) -> frozenset[int]:
        """Return the liberties of the chain at a point."""
        return frozenset(points_in(self._chains[self.colors[point]][self._names[point]][1]))

    def border(self, points: frozenset[int]) -> frozenset[int]:
        """Return the points adjacent to a chain or region that do not belong to it."""
        neighbors = self._grid.neighbors
        return frozenset(neighbor for point in points for neighbor in neighbors[point]) - points

    def chains(self) -> list[frozenset[int]]:
        """Return all chains of stones, by their first points."""
        chains = [stones for by_name in self._chains for stones, _ in by_name.values()]
        return sorted((frozenset(points_in(stones)) for stones in chains), key=min)

    def regions(self) -> list[frozenset[int]]:
        """Return all regions of empty points, by their first points."""
        return [frozenset(points_in(region)) for region in self._grid.parts(self._empty())]

    def _empty(self) -> int:
        _, black, white = self._stones
        return self._grid.full & ~(black | white)

    def effect(self, color: int, point: int) -> Effect:
        """Return the effect that `place` would have, without a change of the board."""
        if self.colors[point]:
            trial = self.copy()
            return Effect(*trial.place(color, point), trial.key)
        captured, lost = self._removed_stones(color, point)
        added = self._grid.bit[point]
        size = len(self.colors)
        key = self.key | (added if color == BLACK else added << size)
        if not captured and not lost:
            return Effect(_NONE, _NONE, key)
        key ^= (captured if color == WHITE else captured << size) | (lost if color == BLACK else lost << size)
        return Effect(frozenset(points_in(captured)), frozenset(points_in(lost)), key)

    def _removed_stones(self, color: int, point: int) -> tuple[int, int]:
        """Return the opponent's stones that a stone on an empty point captures, or else its own if it is suicide."""
        colors, names, chains = self.colors, self._names, self._chains
        captured = 0
        lost = bit = self._grid.bit[point]
        has_liberty = False
        for neighbor in self._grid.neighbors[point]:
            neighbor_color = colors[neighbor]
            if not neighbor_color:
                has_liberty = True
                continue
            stones, liberties = chains[neighbor_color][names[neighbor]]
            if neighbor_color != color:
                if liberties == bit:
                    captured |= stones
            elif liberties == bit:
                lost |= stones
            else:
                has_liberty = True
        return captured, 0 if has_liberty or captured else lost

    def place(self, color: int, point: int) -> PlacementResult:
        """Place a stone, remove the opponent's chains without liberties, then the player's own chain.

        An existing stone is replaced (SGF FF[4], Go: the move is executed in any case). Only adjacent chains and the
        stone's own can lose their last liberty by it. Does not judge legality.

        Rule: Japanese rules 1989, art. 5; Tromp–Taylor, rule 7.
        """
        before = self._stones
        changes = self._remove_stone(point) if self.colors[point] else []
        self._journal.append((before, changes))
        captured = self._put(color, point, changes)
        if captured:
            self._remove_chains(captured, opponent(color), changes)
            return PlacementResult(frozenset(points_in(captured)), _NONE)
        stones, liberties = self._chains[color][self._names[point]]
        if liberties:
            return _NOTHING
        self._remove_chains(stones, color, changes)
        return PlacementResult(_NONE, frozenset(points_in(stones)))

    def _put(self, color: int, point: int, changes: _Changes) -> int:
        """Put a stone on an empty point, and return the opponent's stones that it leaves without a liberty."""
        colors, names, (_, black, white) = self.colors, self._names, self._stones
        bit, enemy = self._grid.bit[point], opponent(color)
        own, theirs = self._chains[color], self._chains[enemy]
        stones, liberties = bit, self._grid.neighbor_mask[point] & ~(black | white)
        joined: list[int] = []
        captured = 0
        for neighbor in self._grid.neighbors[point]:
            neighbor_color = colors[neighbor]
            if not neighbor_color:
                continue
            name = names[neighbor]
            if neighbor_color == color:
                if name not in joined:
                    chain = own[name]
                    joined.append(name)
                    changes.append((color, name, chain))
                    stones |= chain[0]
                    liberties |= chain[1]
            else:
                chain = theirs[name]
                if chain[1] & bit:
                    changes.append((enemy, name, chain))
                    theirs[name] = remaining = chain[0], chain[1] ^ bit
                    if not remaining[1]:
                        captured |= chain[0]
        if joined:
            name = self._join(joined, own)
        else:
            name = point
            changes.append((color, name, None))
        own[name] = stones, liberties & ~bit
        colors[point], names[point] = color, name
        self._stones = (0, black | bit, white) if color == BLACK else (0, black, white | bit)
        return captured

    def _join(self, joined: list[int], own: dict[int, Chain]) -> int:
        """Name the stones of joined chains as the largest of them, and return the name."""
        if len(joined) == 1:
            return joined[0]
        largest = max(joined, key=lambda name: own[name][0].bit_count())
        for name in joined:
            if name != largest:
                self._name(own.pop(name)[0], largest)
        return largest

    def _name(self, stones: int, name: int) -> None:
        for point in points_in(stones):
            self._names[point] = name

    def _remove_chains(self, stones: int, color: int, changes: _Changes) -> None:
        """Remove whole chains of a color that `_put` has recorded as changed."""
        names, chains = self._names, self._chains[color]
        for point in points_in(stones):
            self.colors[point] = EMPTY
            chains.pop(names[point], None)
        _, black, white = self._stones
        self._stones = (0, black & ~stones, white) if color == BLACK else (0, black, white & ~stones)
        self._add_liberties(stones, opponent(color), changes)

    def _add_liberties(self, emptied: int, color: int, changes: _Changes) -> None:
        """Add points that became empty to the liberties of the adjacent chains of a color."""
        neighbors_of, chains = self._grid.neighbors_of, self._chains[color]
        for name in {self._names[point] for point in points_in(neighbors_of(emptied) & self._stones[color])}:
            stones, liberties = chain = chains[name]
            changes.append((color, name, chain))
            chains[name] = stones, liberties | neighbors_of(stones) & emptied

    def _add_chains(self, color: int, stones: int, changes: _Changes) -> None:
        """Add the chains of stones of a color that are on the board and belong to no chain."""
        empty = self._empty()
        for chain in self._grid.parts(stones):
            name = chain.bit_length() - 1
            self._name(chain, name)
            changes.append((color, name, None))
            self._chains[color][name] = chain, self._grid.neighbors_of(chain) & empty

    def _remove_stone(self, point: int) -> _Changes:
        """Remove one stone, which may divide its chain, and return the changes."""
        color, bit, name = self.colors[point], self._grid.bit[point], self._names[point]
        chain = self._chains[color].pop(name)
        changes: _Changes = [(color, name, chain)]
        self.colors[point] = EMPTY
        _, black, white = self._stones
        self._stones = (0, black & ~bit, white & ~bit)
        self._add_chains(color, chain[0] ^ bit, changes)
        self._add_liberties(bit, opponent(color), changes)
        return changes

    def edit(self, stones: Iterable[tuple[int, int]]) -> None:
        """Set points to colors, 0 to empty them, in their order; nothing is captured (SGF FF[4], setup)."""
        changes: _Changes = []
        self._journal.append((self._stones, changes))
        for point, color in stones:
            if self.colors[point] != color:
                if self.colors[point]:
                    changes += self._remove_stone(point)
                if color:
                    self._put(color, point, changes)

    def undo(self, key: int) -> None:
        """Take back the last `place` or `edit`."""
        before, changes = self._journal.pop()
        for color, name, chain in reversed(changes):
            chains = self._chains[color]
            is_gone = chains.pop(name, None) is None  # then its stones may have another name
            if chain:
                chains[name] = chain
                if is_gone:
                    self._name(chain[0], name)
        _, black, white = self._stones
        for color in (BLACK, WHITE):
            for point in points_in(before[color] & ~self._stones[color]):
                self.colors[point] = color
        for point in points_in((black | white) & ~(before[BLACK] | before[WHITE])):
            self.colors[point] = EMPTY
        self._stones = before
        assert self.key == key

    def play_effects(self, color: int) -> PlayEffects:
        """Sort the empty points by the effect of a stone of a color, all at once.

        A stone captures if an opponent's chain has its last liberty there. Else it can stay if the point is adjacent to
        an empty point, or to a chain of its color that has another liberty.
        """
        empty, neighbors_of = self._empty(), self._grid.neighbors_of
        safe = neighbors_of(empty)
        for _, liberties in self._chains[color].values():
            if liberties & (liberties - 1):
                safe |= liberties
        captures = 0
        for _, liberties in self._chains[opponent(color)].values():
            if not liberties & (liberties - 1):
                captures |= liberties
        suicides, adjacent = empty & ~safe & ~captures, neighbors_of(self._stones[color])
        return PlayEffects(empty & safe & ~captures, captures, suicides & ~adjacent, suicides & adjacent)

    def count(self, color: int) -> int:
        """Return the number of stones of a color."""
        return self._stones[color].bit_count()

    def copy(self) -> Self:
        """Return an independent board with the same stones and the same changes to undo."""
        board = object.__new__(type(self))
        board.width, board.height, board._grid = self.width, self.height, self._grid
        board._stones, board.colors, board._names = self._stones, self.colors.copy(), self._names.copy()
        board._chains, board._journal = tuple(map(dict.copy, self._chains)), self._journal.copy()
        return board

    def position(self) -> Position:
        """Return the stones as a value."""
        return Position(self.width, self.height, np.array(self.colors, dtype=np.uint8))


def _bits(is_point: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    """Return the set of the points that are True in bool[points]."""
    return int.from_bytes(np.packbits(is_point, bitorder="little").tobytes(), "little")
