"""Territory as players count it: dame filled, defences that they force deducted, seki left out.

A flood over the empty points of a final position counts too much: where the opponent fills the last dame, a false eye
or a cutting point must be filled, too, and eyes of groups that live in seki are no territory. Which stones are dead is
given. The kernel is the fast twin of this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.draw.counted import counted_svg, counted_text, rich_counted
from goanalyze.draw.diagram import rich_joined
from goanalyze.score.count import dead_chains
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, opponent

if TYPE_CHECKING:
    from rich.text import Text

MANY_DAME: Final = 100
"""With more dame than this the game is not over: nobody looks which of them are worth a point."""
_TWO_EYES: Final = 2
_LARGE_EYE: Final = 3  # a one-colour region of three points or more can be made two eyes


class Kind(IntEnum):
    """What a point is when the dame are filled."""

    STONE = 0
    """A living stone, of `side`."""
    TERRITORY = 1
    """Territory of `side`; a dead stone of the opponent may stand there."""
    DAME = 2
    """Nobody's point, filled by `side`."""
    CAPTURE = 3
    """Nobody's point, left open: `side` could fill it and capture stones that both players let live."""
    SEKI = 4
    """Nobody's point, left open: neither side can fill it without putting itself in atari."""
    SEKI_EYE = 5
    """A point that `side` alone surrounds, with a group that lives in seki."""
    FALSE_EYE = 6
    """A single point that `side` must fill, since a chain beside it has no other liberty."""
    TEIRE = 7
    """A point of a larger territory that `side` must fill for the same reason."""
    PUT_BACK = 8
    """A stone of `side` called dead that stays: it does not lie in territory of the opponent."""


DEDUCTED: Final = (Kind.FALSE_EYE, Kind.TEIRE)
_SIGNS: Final = {Kind.DAME: ",", Kind.CAPTURE: "s", Kind.SEKI: "s", Kind.SEKI_EYE: "s", **dict.fromkeys(DEDUCTED, "!")}
SURROUNDED: Final = (Kind.TERRITORY, Kind.SEKI_EYE, *DEDUCTED)
"""What one side alone borders. By area all of it counts; by territory the first does."""


@dataclass(frozen=True, slots=True)
class Territory:
    """What each point of a final position is.

    Attributes:
        kind: of each point, row-major from SGF ``aa``.
        side: whose each point is, in the sense of its kind; 0 for nobody.
        position: the final position with its dead stones, so that it can be drawn; None where it is not known.
    """

    kind: tuple[Kind, ...]
    side: tuple[int, ...]
    position: Position | None = field(default=None, compare=False, repr=False)

    def points(self, kind: Kind, side: int | None = None) -> frozenset[int]:
        """Return the points of a kind, of one side or of all."""
        return frozenset(
            point for point, (this, color) in enumerate(zip(self.kind, self.side, strict=True))
            if this is kind and side in {None, color}
        )  # fmt: skip

    def territory(self, side: int) -> int:
        """Return a side's territory in points, as territory rules count it."""
        return len(self.points(Kind.TERRITORY, side))

    def surrounded(self, side: int) -> int:
        """Return the points that a side alone surrounds, as area rules count them."""
        return sum(len(self.points(kind, side)) for kind in SURROUNDED)

    def signs(self) -> dict[int, str]:
        """Return the sign of each point that is no living stone, as `goanalyze.draw.counted` draws it.

        Raises:
            ValueError: the position is not known.
        """
        if self.position is None:
            raise ValueError("this territory does not know its position; draw what Game.counted or territory() returns")
        signs = {}
        for point, (kind, side) in enumerate(zip(self.kind, self.side, strict=True)):
            if kind is Kind.TERRITORY:
                signs[point] = " xo"[stone] if (stone := int(self.position.stones[point])) else " bw"[side]
            elif kind in _SIGNS:
                signs[point] = _SIGNS[kind]
        return signs

    def __str__(self) -> str:
        return counted_text(self.position, self.signs()) if self.position else repr(self)

    def __rich__(self) -> Text:
        return rich_counted(self.position, self.signs()) if self.position else rich_joined((repr(self), ""))

    def _repr_svg_(self) -> str | None:
        return counted_svg(self.position, self.signs()) if self.position else None


@dataclass(frozen=True, slots=True)
class FinalBoard:
    """A final position and what is known of it: all that is needed to say what each point is.

    Attributes:
        position: with its dead stones.
        dead: points of dead stones.
        first: who fills the first dame.
        owner: whose each point is by its mark, empty where the territory is worked out from the board.
        seki_unmarked: players marked no eyes in seki.
    """

    position: Position
    dead: tuple[int, ...]
    first: int = BLACK
    owner: tuple[int, ...] = ()
    seki_unmarked: bool = False

    def territory(self) -> Territory:
        """Say what each point is: as worked out, or as marked."""
        found = territory(self.position, self.dead, first=self.first)
        return with_marks(found, self.owner, seki_unmarked=self.seki_unmarked) if self.owner else found


def territory(position: Position, dead: Iterable[int] = (), *, first: int = BLACK) -> Territory:
    """Say what each point of a final position is when the dame are filled.

    Does not judge life and death, does not count prisoners, and plays no ko. Stones that both sides let live are never
    captured.

    1. Dead chains are taken off. Where they do not come to lie in territory of the opponent they are put back.
    2. The sides fill dame in turn, each from its own stones, capturing nothing and not putting itself in atari; first
       where a point would otherwise be lost (`_saves_a_point`), else in reading order. Who cannot, passes.
    3. A chain whose only liberty is one point of its side's territory must be defended there, dame that are left
       open not counted: that point is no territory. This is repeated.
    4. A group (chains joined by their territory) with less than two eyes is in seki if it touches a dame that nobody
       can fill, or an enemy group that has not two eyes either. Its territory does not count. Stones that were called
       dead in it are put back, and all begins again.

    Args:
        position: final position; not modified.
        dead: points of dead stones; a stone makes its whole chain dead.
        first: who fills the first dame: the opponent of who played last.

    Raises:
        ValueError: `dead` names an empty point.

    Rule: Japanese rules 1989, art. 8 (dame, seki), art. 10 (dead stones), commentary on teire; which points are
        deducted is KGS's count, which players of territory rules agreed to.

    Example:
        >>> position = Position.from_rows(["...X.XO", "XXXXXOO", "OOOOOO.", "......."])
        >>> result = territory(position)
        >>> sorted(result.points(Kind.FALSE_EYE)), result.territory(BLACK), result.territory(WHITE)
        ([4], 3, 8)
    """
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


def with_marks(found: Territory, owner: Sequence[int], *, seki_unmarked: bool) -> Territory:
    """Return the same with the territory that players marked in place of what was worked out.

    Args:
        found: of the same position.
        owner: whose each point is by its mark, 0 for no mark. A point that is not marked is no territory: what one side
            alone borders is an eye in seki then.
        seki_unmarked: players marked no eyes in seki, so what they marked is none; else an eye in seki stays one.
    """
    kind, side = list(found.kind), list(found.side)
    for point, marked in enumerate(owner):
        if marked and not seki_unmarked and kind[point] is Kind.SEKI_EYE:
            continue
        if marked:
            kind[point], side[point] = Kind.TERRITORY, marked
        elif kind[point] in SURROUNDED:
            kind[point] = Kind.SEKI_EYE
    return Territory(tuple(kind), tuple(side), found.position)


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
