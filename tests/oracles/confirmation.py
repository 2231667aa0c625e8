"""Confirmation of life and death (Japanese rules 1989, article 7.2) in an eye space that one chain encloses: all of it.

The chain stands for all that surrounds the eye space. Outside it has `outside` liberties at which nothing else can
happen, and beyond them only stones that cannot be captured. The opponent of the chain moves first; a stone taken in a
ko may be retaken once either side has passed for kos. Every position is looked at, there is no reading ahead that could
stop too soon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
EMPTY, ATTACKER, OWNER = range(3)


class State(NamedTuple):
    """The stones in the eye space by cell, liberties outside, stones that took a ko just now, and whose turn it is."""

    stones: tuple[int, ...]
    outside: int
    marked: frozenset[int]
    turn: int


class EyeSpace:
    """An eye space in the corner: cells (row, column) counted from the corner.

    Args:
        filling: what stands on each cell: EMPTY, ATTACKER, OWNER.
        outside: liberties that the enclosing chain has elsewhere.
    """

    def __init__(self, filling: Mapping[Cell, int], outside: int = 0) -> None:
        """Lay out cells and their neighbours."""
        self.cells = sorted(filling)
        number = {cell: at for at, cell in enumerate(self.cells)}
        around = [[(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] for r, c in self.cells]
        self.near = [[number[cell] for cell in cells if cell in number] for cells in around]
        self.touches = [any(min(cell) >= 0 and cell not in number for cell in cells) for cells in around]
        self.first = State(tuple(filling[cell] for cell in self.cells), outside, frozenset(), ATTACKER)

    def _chain(self, stones: tuple[int, ...], at: int) -> tuple[set[int], set[int], bool]:
        """Return the cells of a chain in the eye space, its liberties there, and whether the enclosing chain is it."""
        chain, edge = {at}, [at]
        while edge:
            here = edge.pop()
            joined = {near for near in self.near[here] if stones[near] == stones[here]} - chain
            chain |= joined
            edge += joined
        liberties = {near for cell in chain for near in self.near[cell] if stones[near] == EMPTY}
        return chain, liberties, stones[at] == OWNER and any(self.touches[cell] for cell in chain)

    def _enclosing_lives(self, stones: tuple[int, ...], outside: int) -> bool:
        """Return whether the enclosing chain has a liberty, those of stones joined to it included."""
        if outside:
            return True
        for at, stone in enumerate(stones):
            if stone == EMPTY and self.touches[at]:
                return True
            if stone == OWNER:
                _, liberties, enclosing = self._chain(stones, at)
                if enclosing and liberties:
                    return True
        return False

    def after(self, state: State) -> Iterator[State | None]:
        """Yield what every move leads to; None where the enclosing chain is captured."""
        stones, outside, marked, turn = state
        other = ATTACKER + OWNER - turn
        yield State(stones, outside, marked, other)
        if marked:
            yield State(stones, outside, frozenset(), other)
        if outside and (turn == ATTACKER or self._enclosing_lives(stones, outside - 1)):
            lives = self._enclosing_lives(stones, outside - 1)
            yield State(stones, outside - 1, marked, other) if lives else None
        for at, stone in enumerate(stones):
            if stone == EMPTY:
                yield from self._played(state, at)

    def _played(self, state: State, at: int) -> Iterator[State | None]:
        """Yield what a play leads to, nothing if it is not legal."""
        stones, outside, marked, turn = state
        other = ATTACKER + OWNER - turn
        board = list(stones)
        board[at] = turn
        placed = tuple(board)
        taken: set[int] = set()
        for near in self.near[at]:
            if placed[near] == other:
                chain, liberties, enclosing = self._chain(placed, near)
                if not liberties and not enclosing:
                    taken |= chain
        for cell in taken:
            board[cell] = EMPTY
        result = tuple(board)
        if not self._enclosing_lives(result, outside):
            if turn == ATTACKER:
                yield None
            return
        chain, liberties, enclosing = self._chain(result, at)
        if not liberties and not enclosing:
            return
        alone = len(chain) == 1 and not enclosing
        is_ko = len(taken) == 1 and alone and liberties == taken and not (turn == OWNER and self.touches[at])
        if is_ko and taken & marked:
            return
        marks = {cell for cell in marked - taken if self._chain(result, cell)[0] == {cell} and result[cell] != EMPTY}
        yield State(result, outside, frozenset(marks | ({at} if is_ko else set())), other)

    def captured(self, *, first: int = ATTACKER) -> bool:
        """Return whether the opponent can force the capture of the enclosing chain."""
        root = self.first._replace(turn=first)
        moves: dict[State, list[State | None]] = {}
        edge = [root]
        while edge:
            state = edge.pop()
            if state not in moves:
                moves[state] = list(self.after(state))
                edge += [each for each in moves[state] if each is not None]
        won: set[State | None] = {None}
        size = 0
        while len(won) > size:
            size = len(won)
            for state, following in moves.items():
                hits = (each in won for each in following)
                if any(hits) if state.turn == ATTACKER else all(hits):
                    won.add(state)
        return root in won
