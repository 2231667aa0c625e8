"""The same stones as `Stones`, kept from move to move: each chain knows its stones and its liberties.

A set of points is an int, one bit a point (`bits`), so that joining chains, taking them and looking at the whole board
at once are a handful of operations each. A chain is an immutable pair (stones, liberties), and a change puts another
pair in its place: a copy copies a few lists and dicts, and undo puts back the pairs that a move has touched.

`Stones` says what a placement does, `Chains` does it fast; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

import numpy as np

from goanalyze.core.bits import Grid, grid_of, points_in
from goanalyze.core.position import Position
from goanalyze.core.stones import Effect, Placement, Plays
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, opponent

_NONE: Final[frozenset[int]] = frozenset()
_NOTHING: Final = Placement(_NONE, _NONE)

Chain = tuple[int, int]
"""Stones and liberties of a chain, as sets of points."""

_Touched = list[tuple[int, int, Chain | None]]
"""Colours and names of chains, and what these were before each change, None where there was none; in order."""


class Chains:
    """A board that stones are placed on and taken from, fast.

    A chain is named by one of its points: a stone alone by its own, one of several joined as the largest was.

    Attributes:
        width: columns.
        height: rows.
        colors: colour of each point, row-major from SGF ``aa``; read it, and change it by `place` and `edit` alone.

    Example:
        >>> board = Chains.of(Position.from_rows([".X.", "XOX", "..."]))
        >>> before = board.key
        >>> sorted(board.place(BLACK, 7).captured)
        [4]
        >>> board.position().rows()
        ['.X.', 'X.X', '.X.']
        >>> board.undo(before)
        >>> board.position().rows()
        ['.X.', 'XOX', '...']
    """

    __slots__ = ("_chains", "_grid", "_journal", "_names", "_stones", "colors", "height", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._grid: Grid = grid_of(width, height)
        self.colors = [EMPTY] * (width * height)
        self._names = [0] * (width * height)  # of the chain at each stone
        self._stones = (0, 0, 0)  # by colour
        self._chains: tuple[dict[int, Chain], ...] = ({}, {}, {})  # by colour, by name
        self._journal: list[tuple[tuple[int, int, int], _Touched]] = []  # stones before each change, chains it touched

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return the stones of a position."""
        made = cls(position.width, position.height)
        made.edit([(point, color) for point, color in enumerate(position.stones.tolist()) if color])
        made._journal.clear()
        return made

    @property
    def key(self) -> int:
        """The position as a number: bit ``p`` is a black stone on point ``p``, bit ``points + p`` a white one."""
        return self._stones[BLACK] | self._stones[WHITE] << len(self.colors)

    def effect(self, color: int, point: int) -> Effect:
        """Return what `place` would do and the key of the position it would make; nothing is changed."""
        if self.colors[point]:
            trial = self.copy()
            return Effect(*trial.place(color, point), trial.key)
        taken, lost = self._removed(color, point)
        added = self._grid.bit[point]
        size = len(self.colors)
        key = self.key | (added if color == BLACK else added << size)
        if not taken and not lost:
            return Effect(_NONE, _NONE, key)
        key ^= (taken if color == WHITE else taken << size) | (lost if color == BLACK else lost << size)
        return Effect(frozenset(points_in(taken)), frozenset(points_in(lost)), key)

    def _removed(self, color: int, point: int) -> tuple[int, int]:
        """Return the opponent's stones that a stone on an empty point takes, and else its own chain if it chokes it."""
        colors, names, chains = self.colors, self._names, self._chains
        taken = 0
        lost = bit = self._grid.bit[point]
        breathes = False
        for near in self._grid.neighbors[point]:
            there = colors[near]
            if not there:
                breathes = True
                continue
            stones, liberties = chains[there][names[near]]
            if there != color:
                if liberties == bit:
                    taken |= stones
            elif liberties == bit:
                lost |= stones
            else:
                breathes = True
        return taken, 0 if breathes or taken else lost

    def place(self, color: int, point: int) -> Placement:
        """Put a stone on a point, remove the opponent's chains without liberty, then the player's own.

        See `goanalyze.core.stones.Stones.place`.
        """
        before = self._stones
        touched = self._lift(point) if self.colors[point] else []
        self._journal.append((before, touched))
        choked = self._put(color, point, touched)
        if choked:
            self._take(choked, opponent(color), touched)
            return Placement(frozenset(points_in(choked)), _NONE)
        stones, liberties = self._chains[color][self._names[point]]
        if liberties:
            return _NOTHING
        self._take(stones, color, touched)
        return Placement(_NONE, frozenset(points_in(stones)))

    def _put(self, color: int, point: int, touched: _Touched) -> int:
        """Put a stone on an empty point, and take nothing; return enemies that it leaves without a liberty."""
        colors, names, (_, black, white) = self.colors, self._names, self._stones
        bit, enemy = self._grid.bit[point], opponent(color)
        own, theirs = self._chains[color], self._chains[enemy]
        stones, liberties = bit, self._grid.near[point] & ~(black | white)
        joined: list[int] = []
        choked = 0
        for near in self._grid.neighbors[point]:
            there = colors[near]
            if not there:
                continue
            name = names[near]
            if there == color:
                if name not in joined:
                    chain = own[name]
                    joined.append(name)
                    touched.append((color, name, chain))
                    stones |= chain[0]
                    liberties |= chain[1]
            else:
                chain = theirs[name]
                if chain[1] & bit:
                    touched.append((enemy, name, chain))
                    theirs[name] = left = chain[0], chain[1] ^ bit
                    if not left[1]:
                        choked |= chain[0]
        if joined:
            name = self._join(joined, own)
        else:
            name = point
            touched.append((color, name, None))
        own[name] = stones, liberties & ~bit
        colors[point], names[point] = color, name
        self._stones = (0, black | bit, white) if color == BLACK else (0, black, white | bit)
        return choked

    def _join(self, joined: list[int], own: dict[int, Chain]) -> int:
        """Give the stones of chains that become one the name of the largest; return it."""
        if len(joined) == 1:
            return joined[0]
        kept = max(joined, key=lambda name: own[name][0].bit_count())
        for name in joined:
            if name != kept:
                self._name(own.pop(name)[0], kept)
        return kept

    def _name(self, stones: int, name: int) -> None:
        for point in points_in(stones):
            self._names[point] = name

    def _take(self, taken: int, color: int, touched: _Touched) -> None:
        """Remove whole chains of a colour, which `_put` has touched."""
        names, chains = self._names, self._chains[color]
        for point in points_in(taken):
            self.colors[point] = EMPTY
            chains.pop(names[point], None)
        _, black, white = self._stones
        self._stones = (0, black & ~taken, white) if color == BLACK else (0, black, white & ~taken)
        self._feed(taken, opponent(color), touched)

    def _feed(self, emptied: int, color: int, touched: _Touched) -> None:
        """Give points that became empty to the chains of a colour next to them."""
        around, chains = self._grid.around, self._chains[color]
        for name in {self._names[point] for point in points_in(around(emptied) & self._stones[color])}:
            stones, liberties = chain = chains[name]
            touched.append((color, name, chain))
            chains[name] = stones, liberties | around(stones) & emptied

    def _lift(self, point: int) -> _Touched:
        """Take one stone off the board; what is left of its chain may fall apart."""
        color, bit, name = self.colors[point], self._grid.bit[point], self._names[point]
        chains = self._chains[color]
        chain = chains.pop(name)
        touched: _Touched = [(color, name, chain)]
        self.colors[point] = EMPTY
        _, black, white = self._stones
        self._stones = (0, black & ~bit, white & ~bit)
        empty, rest = self._grid.full & ~(black | white) | bit, chain[0] ^ bit
        for piece in self._grid.parts(rest):
            name = piece.bit_length() - 1
            self._name(piece, name)
            touched.append((color, name, None))
            chains[name] = piece, self._grid.around(piece) & empty
        self._feed(bit, opponent(color), touched)
        return touched

    def edit(self, stones: Iterable[tuple[int, int]]) -> None:
        """Set points to colours, 0 to empty them, in their order; nothing is captured (SGF FF[4], setup)."""
        touched: _Touched = []
        self._journal.append((self._stones, touched))
        for point, color in stones:
            if self.colors[point] != color:
                if self.colors[point]:
                    touched += self._lift(point)
                if color:
                    self._put(color, point, touched)

    def undo(self, key: int) -> None:
        """Take back the last `place` or `edit`.

        Args:
            key: of the position before it; the journal knows it as well.
        """
        before, touched = self._journal.pop()
        for color, name, chain in reversed(touched):
            chains = self._chains[color]
            is_gone = chains.pop(name, None) is None  # and its stones may bear another name
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

    def plays(self, color: int) -> Plays:
        """Sort the empty points by what a stone of a colour would do there, all at once.

        A stone captures where an enemy chain has its last liberty; else it may stay next to an empty point, or next to
        a chain of its colour that has another liberty.
        """
        empty = self._grid.full & ~(self._stones[BLACK] | self._stones[WHITE])
        roomy = self._grid.around(empty)
        for _, liberties in self._chains[color].values():
            if liberties & (liberties - 1):
                roomy |= liberties
        captures = 0
        for _, liberties in self._chains[opponent(color)].values():
            if not liberties & (liberties - 1):
                captures |= liberties
        choking, beside = empty & ~roomy & ~captures, self._grid.around(self._stones[color])
        return Plays(empty & roomy & ~captures, captures, choking & ~beside, choking & beside)

    def count(self, color: int) -> int:
        """Return the number of stones of a colour."""
        return self._stones[color].bit_count()

    def copy(self) -> Self:
        """Return the same stones, with all that undo needs; neither knows of the other's moves."""
        made = object.__new__(type(self))
        made.width, made.height, made._grid = self.width, self.height, self._grid
        made._stones, made.colors, made._names = self._stones, self.colors.copy(), self._names.copy()
        made._chains, made._journal = tuple(map(dict.copy, self._chains)), self._journal.copy()
        return made

    def position(self) -> Position:
        """Return the stones as a value."""
        return Position(self.width, self.height, np.array(self.colors, dtype=np.uint8))
