"""Article 7 on whole small boards, by retrograde analysis over all positions at once.

One graph holds each situation that can occur on a board: the stones, the stones that took a ko, and the side to move.
The owner is O, the attacker is X. Nothing is shared with `goanalyze` nor with `oracles.article_7`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

EMPTY, ATTACKER, OWNER, NEW = ".XON"
Mask = NDArray[np.bool_]


class Situation(NamedTuple):
    """State that later moves depend on: a mark for each point, the stones that took a ko, and the side to move."""

    cells: str
    took_ko: frozenset[int]
    turn: str


class WholeBoard:
    """All situations of a board and their moves.

    Args:
        width: number of columns.
        height: number of rows.
        has_new: True if stones that the owner plays are distinguished from those of the stop, as N from O.
    """

    def __init__(self, width: int, height: int, *, has_new: bool) -> None:
        """Play each move in each situation."""
        self.new = NEW if has_new else OWNER
        self.neighbors = [
            [at for at in (point - width, point + width) if 0 <= at < width * height]
            + [at for at in (point - 1, point + 1) if at // width == point // width and at >= 0]
            for point in range(width * height)
        ]
        self.stops = [cells for cells in map("".join, product(".XO", repeat=width * height)) if self.is_legal(cells)]
        situations = [Situation(cells, frozenset(), turn) for cells in self.stops for turn in "XO"]
        self.number = {situation: number for number, situation in enumerate(situations)}
        starts, after, captured = [], [], []
        for situation in situations:
            starts.append(len(after))
            for then, stones in self.moves(situation):
                if then not in self.number:
                    self.number[then] = len(situations)
                    situations.append(then)
                after.append(self.number[then])
                captured.append(stones)
        self.situations, self.captured = situations, captured
        self.starts, self.after = np.array(starts), np.array(after)
        self.is_owners = np.array([situation.turn == "O" for situation in situations])

    def chain(self, cells: str, point: int) -> frozenset[int]:
        """Return the stones that are connected to a stone."""
        kin = "X" if cells[point] == "X" else "ON"
        chain, waiting = {point}, [point]
        while waiting:
            for near in self.neighbors[waiting.pop()]:
                if cells[near] in kin and near not in chain:
                    chain.add(near)
                    waiting.append(near)
        return frozenset(chain)

    def has_liberty(self, cells: str, chain: Iterable[int]) -> bool:
        """Return True if an empty point is adjacent to a chain."""
        return any(cells[near] == EMPTY for point in chain for near in self.neighbors[point])

    def is_legal(self, cells: str) -> bool:
        """Return True if each chain has a liberty."""
        return all(cells[at] == EMPTY or self.has_liberty(cells, self.chain(cells, at)) for at in range(len(cells)))

    def moves(self, before: Situation) -> Iterator[tuple[Situation, frozenset[int]]]:
        """Yield the situation after each move, and the stones that the move captures."""
        cells, took_ko, turn = before
        other = "O" if turn == "X" else "X"
        yield Situation(cells, took_ko, other), frozenset()
        if took_ko:
            yield Situation(cells, frozenset(), other), frozenset()
        for point, mark in enumerate(cells):
            if mark != EMPTY:
                continue
            board = cells[:point] + (self.new if turn == "O" else turn) + cells[point + 1 :]
            foes = "ON" if turn == "X" else "X"
            captured = frozenset().union(
                *(
                    chain
                    for near in self.neighbors[point]
                    if board[near] in foes
                    for chain in [self.chain(board, near)]
                    if not self.has_liberty(board, chain)
                )
            )
            board = "".join(EMPTY if at in captured else its for at, its in enumerate(board))
            chain = self.chain(board, point)
            if not self.has_liberty(board, chain):
                continue
            takes_ko = (
                len(captured) == len(chain) == 1
                and {at for at in self.neighbors[point] if board[at] == EMPTY} == captured
            )
            if takes_ko and captured & took_ko:
                continue
            marks = took_ko - captured | ({point} if takes_ko else frozenset())
            alone = frozenset(at for at in marks if len(self.chain(board, at)) == 1)
            yield Situation(board, alone, other), captured

    def next_in(self, goals: Mask) -> Mask:
        """Return the situations from which the attacker enters some others by the next move; `goals` is by move."""
        some = np.logical_or.reduceat(goals, self.starts)
        every = np.logical_and.reduceat(goals, self.starts)
        return np.where(self.is_owners, every, some)

    def attracted(self, goals: Mask) -> Mask:
        """Return the situations from which the attacker forces play into some others, and these."""
        while True:
            more = goals | self.next_in(goals[self.after])
            if (more == goals).all():
                return goals
            goals = more

    def cleared(self, clear: frozenset[int]) -> Mask:
        """Return the situations after a capture from which each point is clear of new stones again and again."""
        without = [np.array([its.cells[point] != self.new for its in self.situations]) for point in clear]
        won = np.ones(len(self.situations), dtype=np.bool_)
        while True:
            still = won
            for goal in without:
                still = still & self.attracted(goal & self.next_in(still[self.after]) & still)
            if (still == won).all():
                return won
            won = still

    def forced(self, target: frozenset[int], clear: frozenset[int]) -> Mask:
        """Return the situations with a chain, not yet captured, that the attacker can capture, and then clear points.

        Args:
            target: the chain; without `has_new` also the only points that may be cleared.
            clear: points where no new stone of the owner may remain.
        """
        won_after = self.cleared(clear)[self.after]
        takes = np.array([bool(target & stones) for stones in self.captured])
        won = np.zeros(len(self.situations), dtype=np.bool_)
        while True:
            more = self.next_in(np.where(takes, won_after, won[self.after]))
            if (more == won).all():
                return won
            won = more
