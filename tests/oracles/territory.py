"""What each point of a final position is when the dame are filled: the oracle of `territory_kernel`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from oracles.count import dead_chains

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.score.choices import SURROUNDED, Kind
from goanalyze.score.territory import Territory
from goanalyze.score.territory_kernel import MANY_DAME
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, opponent

_TWO_EYES: Final = 2
_LARGE_EYE: Final = 3  # a one-colour region of three points or more can be made two eyes


def territory(position: Position, dead: Iterable[int] = (), *, first: int = BLACK) -> Territory:
    """Say what each point is, as the rule of `territories` has it, step by step."""
    board = Board(position)
    off = dead_chains(board, dead)
    back: frozenset[int] = frozenset()
    while True:
        board = Board(position)
        color = tuple(board.colors)
        board.remove(off)
        owner = _owners(board)
        wrong = frozenset(point for point in off if owner[point] != opponent(color[point]))
        if not wrong:
            settled = _Ending(board, owner)
            settled.fill(first)
            settled.defend()
            settled.set_seki_apart()
            wrong = frozenset(point for point in off if settled.kind[point] is Kind.SEKI_EYE)
        if not wrong:
            for point in back:
                settled.kind[point] = Kind.PUT_BACK
            return Territory(tuple(settled.kind), tuple(settled.side), position)
        off -= wrong
        back |= wrong


def _owners(board: Board) -> list[int]:
    """Return for each point the one colour that borders its empty region; 0 for stones and neutral points."""
    owner = [EMPTY] * len(board.colors)
    for region in board.regions():
        colors = {board.colors[point] for point in board.border(region)}
        if len(colors) == 1:
            color = colors.pop()
            for point in region:
                owner[point] = color
    return owner


class _Ending:
    """A position without its dead stones, played to the last dame.

    Attributes:
        board: with the stones that were played since.
        owner: whose territory each empty point is, 0 for none; points that had to be filled are no longer in it.
        dame: neutral points that are still open.
        kind, side: as in `Territory`.
    """

    def __init__(self, board: Board, owner: list[int]) -> None:
        self.board = board
        self.owner = owner
        self.dame = [point for point, color in enumerate(board.colors) if color == EMPTY and not owner[point]]
        self.side = [color or whose for color, whose in zip(board.colors, owner, strict=True)]
        self.kind = [Kind.STONE if color else Kind.TERRITORY for color in board.colors]
        for point in self.dame:
            self.kind[point] = Kind.SEKI

    def fill(self, first: int) -> None:
        """Fill dame in turn until both sides pass, and say of those left why they are."""
        choosy = len(self.dame) <= MANY_DAME
        side, passes = first, 0
        while passes < 2:
            possible = [point for point in self.dame if self._can_fill(side, point)]
            urgent = [point for point in possible if choosy and self._saves_a_point(side, point)]
            passes = 0 if possible else passes + 1
            for point in (urgent or possible)[:1]:
                self.board.place(side, point)
                self.dame.remove(point)
                self.kind[point], self.side[point] = Kind.DAME, side
            side = opponent(side)
        for point in self.dame:
            captors = [color for color in (BLACK, WHITE) if self._captures(color, point)]
            if len(captors) == 1:
                self.kind[point], self.side[point] = Kind.CAPTURE, captors[0]

    def _captures(self, side: int, point: int) -> bool:
        """Return whether a stone there takes the last liberty of an enemy chain."""
        enemies = (near for near in self.board.neighbors(point) if self.board.colors[near] == opponent(side))
        return any(self.board.liberties(enemy) == {point} for enemy in enemies)

    def _own_chains(self, side: int, point: int) -> list[frozenset[int]]:
        """Return the chains of a side next to a point."""
        board = self.board
        return [board.connected(near) for near in board.neighbors(point) if board.colors[near] == side]

    def _liberties_after(self, side: int, point: int) -> frozenset[int]:
        """Return the liberties that a side's chain has with a stone on the point, if nothing is captured."""
        joined = frozenset({point}).union(*self._own_chains(side, point))
        return frozenset(near for near in self.board.border(joined) if self.board.colors[near] == EMPTY)

    def _can_fill(self, side: int, point: int) -> bool:
        if not self._own_chains(side, point) or self._captures(side, point):
            return False
        return len(self._liberties_after(side, point)) >= 2

    def _saves_a_point(self, side: int, point: int) -> bool:
        """Return whether a stone there joins a chain short of liberties in its own territory to one that is not."""
        if len(self._in_territory(side, self._liberties_after(side, point))) < 2:
            return False
        short = (self._in_territory(side, self.board.border(chain)) for chain in self._own_chains(side, point))
        return any(len(liberties) < 2 for liberties in short)

    def _in_territory(self, side: int, points: frozenset[int]) -> list[int]:
        return [point for point in points if self.owner[point] == side]

    def defend(self) -> None:
        """Fill what the sides must fill in their own territory."""
        while True:
            defence = next((move for chain in self.board.chains() if (move := self._defence(chain)) is not None), None)
            if defence is None:
                return
            color = self.owner[defence]
            larger = any(self.kind[near] in SURROUNDED for near in self.board.neighbors(defence))
            self.kind[defence] = Kind.TEIRE if larger else Kind.FALSE_EYE
            self.board.colors[defence] = color
            self.owner[defence] = EMPTY

    def _defence(self, chain: frozenset[int]) -> int | None:
        """Return the one point of territory that is a chain's only liberty but for dame, if so it is."""
        color = self.board.colors[min(chain)]
        liberties = [point for point in self.board.border(chain) if self.board.colors[point] == EMPTY]
        own = [point for point in liberties if self.owner[point] == color]
        if len(own) != 1 or any(self._holds(point, color) for point in liberties):
            return None
        return own[0]

    def _holds(self, point: int, color: int) -> bool:
        """Return whether an open dame is as good as a stone of a colour, which could take stones by filling it."""
        return self.kind[point] is Kind.CAPTURE and self.side[point] == color

    def set_seki_apart(self) -> None:
        """Find the groups that live in seki and take their territory from them."""
        groups = self._groups()
        eyes = [self._eyes(group) for group in groups]
        weak = frozenset(point for group, own in zip(groups, eyes, strict=True) if own < _TWO_EYES for point in group)
        for group, own in zip(groups, eyes, strict=True):
            near = self.board.border(group)
            if own < _TWO_EYES and (near & weak or any(self.kind[point] is Kind.SEKI for point in near)):
                for point in group:
                    if self.kind[point] in SURROUNDED:  # those that had to be filled, too: in seki nobody does
                        self.kind[point] = Kind.SEKI_EYE

    def _groups(self) -> list[frozenset[int]]:
        """Return every group: chains, the territory between them, and dame that they hold."""
        whose = [
            color or owner or (side if kind is Kind.CAPTURE else EMPTY)
            for color, owner, kind, side in zip(self.board.colors, self.owner, self.kind, self.side, strict=True)
        ]
        joined = Board(self.board.position())
        joined.colors = whose
        return joined.chains()

    def _eyes(self, group: frozenset[int]) -> int:
        """Return the number of a group's eyes, two for a large one."""
        sizes = [len(region) for region in self.board.regions() if self.owner[min(region)] and region <= group]
        return sum(2 if size >= _LARGE_EYE else 1 for size in sizes)
