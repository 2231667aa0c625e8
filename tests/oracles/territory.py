"""Kind of each point of a final position when the dame are filled: the oracle of `find_point_kinds`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from oracles.board import OracleBoard
from oracles.count import dead_chains

from goanalyze import BLACK, WHITE, PointKind, Position, Territory
from goanalyze.points import EMPTY, opponent
from goanalyze.score.choices import SURROUNDED

_TWO_EYES: Final = 2
_LARGE_EYE: Final = 3  # three empty points of one side can be made two eyes
_NEUTRAL: Final = (PointKind.DAME, PointKind.CAPTURE, PointKind.SEKI)
_MOST_NAKADE: Final = 6  # more dead stones than these never fill an eye so that it stays one


def territory(
    position: Position, dead: Iterable[int] = (), *, first: int = BLACK, in_territory: bool = True
) -> Territory:
    """Return the kind of each point, step by step by the rule of `find_point_kinds`."""
    off = dead_chains(OracleBoard(position), dead)
    stays: frozenset[int] = frozenset()
    while True:
        places = _places(position, off, stays)
        lost, freed = _unmovable(position, off, places) if in_territory else (frozenset(), frozenset())
        if not lost and not freed:
            settled = _Ending(position, off, stays, places)
            settled.fill(first)
            settled.defend()
            settled.set_seki_apart()
            lost = frozenset(point for point in off if settled.kind[point] is PointKind.SEKI_EYE and in_territory)
            if not lost:
                return Territory(tuple(settled.kind), tuple(settled.side), position)
        off -= lost | freed
        stays |= lost


def _places(
    position: Position, off: frozenset[int], stays: frozenset[int]
) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return every region of empty points and dead stones, with the colours of the living stones around it.

    A dead stone that stays makes an adjacent region neutral, as if both colours bordered it.
    """
    board = OracleBoard(position)
    board.remove(off)
    found = []
    for region in board.regions():
        border = board.border(region)
        colors = {board.colors[point] for point in border - stays}
        found.append((region, frozenset({BLACK, WHITE} if border & stays else colors)))
    return found


def _unmovable(
    position: Position, off: frozenset[int], places: list[tuple[frozenset[int], frozenset[int]]]
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the dead stones that do not lie in the opponent's place: those that stay, and those that are alive."""
    lost: frozenset[int] = frozenset()
    freed: frozenset[int] = frozenset()
    for region, colors in places:
        stones = region & off
        held = {int(position.stones[point]) for point in stones}
        if not held or (len(colors) == 1 and held == {opponent(*colors)}):
            continue
        if held == colors and len(held) == 1:
            freed |= stones
        else:
            lost |= stones
    return lost, freed


class _Ending:
    """A position played to the last dame, with its dead stones on the board.

    Attributes:
        board: with the stones that were played since.
        off: dead stones that are removed in the end.
        stays: dead stones that are not; neither side's.
        owner: the owner of each point that is empty or holds a stone of `off`, 0 for none; points that had to be
            filled have none.
        dame: neutral points that are still open.
        kind, side: as in `Territory`.
    """

    def __init__(
        self,
        position: Position,
        off: frozenset[int],
        stays: frozenset[int],
        places: list[tuple[frozenset[int], frozenset[int]]],
    ) -> None:
        self.board = OracleBoard(position)
        self.stays = stays
        self.owner = [EMPTY] * len(self.board.colors)
        self.kind = [
            PointKind.PUT_BACK if point in stays else PointKind.STONE for point in range(len(self.board.colors))
        ]
        self.side = list(self.board.colors)
        self.dame: list[int] = []
        for region, colors in places:
            owner = next(iter(colors)) if len(colors) == 1 else EMPTY
            if owner == EMPTY:  # dead stones without surrounding colour go at once, where all go
                self.board.remove(region & off)
                self.dame += region
            for point in region:
                self.owner[point] = self.side[point] = owner
                self.kind[point] = PointKind.TERRITORY if owner else PointKind.SEKI
        self.dame.sort()
        self.off = frozenset(point for point in off if self.owner[point])

    def fill(self, first: int) -> None:
        """Fill dame in turn until both sides pass, and say of those left why they are."""
        side, passes = first, 0
        while passes < 2:
            point = next((point for point in self.dame if self._can_fill(side, point)), None)
            passes = passes + 1 if point is None else 0
            if point is not None:
                self.board.colors[point] = side  # nothing is captured
                self.dame.remove(point)
                self.kind[point], self.side[point] = PointKind.DAME, side
            side = opponent(side)
        for point in self.dame:
            captors = [color for color in (BLACK, WHITE) if self._captures(color, point)]
            if len(captors) == 1 and not self._smothers(point):
                self.kind[point], self.side[point] = PointKind.CAPTURE, captors[0]

    def _holds_living(self, point: int, side: int) -> bool:
        return self.board.colors[point] == side and point not in self.stays and point not in self.off

    def _chain(self, point: int) -> frozenset[int]:
        """Return the chain of living stones on a point, or the stones that stay there, of both colours."""
        members, waiting = {point}, [point]
        while waiting:
            here = waiting.pop()
            for near in self.board.neighbors(here):
                alike = (
                    near in self.stays if point in self.stays else (self._holds_living(near, self.board.colors[point]))
                )
                if alike and near not in members:
                    members.add(near)
                    waiting.append(near)
        return frozenset(members)

    def _chains(self) -> Iterator[frozenset[int]]:
        """Yield every chain of living stones, by its first stone in reading order."""
        seen: set[int] = set()
        for point, stone in enumerate(self.board.colors):
            if stone and point not in seen and self._holds_living(point, stone):
                chain = self._chain(point)
                seen |= chain
                yield chain

    def _liberties(self, stones: frozenset[int]) -> frozenset[int]:
        return frozenset(near for near in self.board.border(stones) if self.board.colors[near] == EMPTY)

    def _captures(self, side: int, point: int) -> bool:
        """Return True if a stone there takes the last liberty of a living enemy chain."""
        enemies = (near for near in self.board.neighbors(point) if self._holds_living(near, opponent(side)))
        return any(self._liberties(self._chain(enemy)) == {point} for enemy in enemies)

    def _smothers(self, point: int) -> bool:
        """Return True if a stone there takes the last liberty of dead stones that stay."""
        beside = (near for near in self.board.neighbors(point) if near in self.stays)
        return any(self._liberties(self._chain(near)) == {point} for near in beside)

    def _own_chains(self, side: int, point: int) -> list[frozenset[int]]:
        """Return the chains of a side next to a point."""
        return [self._chain(near) for near in self.board.neighbors(point) if self._holds_living(near, side)]

    def _liberties_after(self, side: int, point: int) -> frozenset[int]:
        """Return the liberties that a side's chain has with a stone on the point, if nothing is captured."""
        joined = frozenset({point}).union(*self._own_chains(side, point))
        return self._liberties(joined) - {point}

    def _can_fill(self, side: int, point: int) -> bool:
        if not self._own_chains(side, point) or self._captures(side, point) or self._smothers(point):
            return False
        return len(self._liberties_after(side, point)) >= 2

    def defend(self) -> None:
        """Fill the points that the sides must fill in their own territory."""
        while True:
            defence = next((move for group in self._held() if (move := self._defence(*group)) is not None), None)
            if defence is None:
                return
            color = self.owner[defence]
            larger = any(self.kind[near] in SURROUNDED for near in self.board.neighbors(defence))
            self.kind[defence] = PointKind.TEIRE if larger else PointKind.FALSE_EYE
            self.board.colors[defence] = color
            self.off -= {defence}
            self.owner[defence] = EMPTY

    def _held(self) -> Iterator[tuple[frozenset[int], int]]:
        """Yield the groups, as if each side had filled all dame, and their colours, by their first stones."""
        seen: set[int] = set()
        for point, color in enumerate(self.board.colors):
            if point in seen or not color or self.kind[point] in _NEUTRAL or not self._holds_living(point, color):
                continue
            members, waiting = {point}, [point]
            while waiting:
                for near in self.board.neighbors(waiting.pop()):
                    joins = self._holds_living(near, color) or self.kind[near] in _NEUTRAL
                    if joins and not self._holds(near, color) and near not in members:
                        members.add(near)
                        waiting.append(near)
            seen |= members - {near for near in members if self.kind[near] in _NEUTRAL}
            yield frozenset(members), color

    def _defence(self, group: frozenset[int], color: int) -> int | None:
        """Return the one point of territory that is a group's only liberty but for dame, if so it is."""
        beside = self.board.border(group)
        own = [point for point in beside if self.owner[point] == color]
        if len(own) != 1 or any(self._holds(point, color) for point in beside):
            return None
        return own[0]

    def _holds(self, point: int, color: int) -> bool:
        """Return True if an open dame is equivalent to a stone of a colour, which could take stones by filling it."""
        return self.kind[point] is PointKind.CAPTURE and self.side[point] == color

    def set_seki_apart(self) -> None:
        """Find the groups that live in seki and take their territory from them."""
        groups = self._groups()
        eyes = [self._eyes(group) for group in groups]
        weak = frozenset(point for group, own in zip(groups, eyes, strict=True) if own < _TWO_EYES for point in group)
        for group, own in zip(groups, eyes, strict=True):
            near = self.board.border(group)
            if own < _TWO_EYES and (near & weak or any(self.kind[point] is PointKind.SEKI for point in near)):
                for point in group:
                    if self.kind[point] in SURROUNDED:  # filled points, too: neither side fills in seki
                        self.kind[point] = PointKind.SEKI_EYE

    def _groups(self) -> list[frozenset[int]]:
        """Return every group: chains, the territory between them, and dame that they hold."""
        joined = OracleBoard(self.board.position())
        joined.colors = [
            owner
            or (EMPTY if point in self.stays or point in self.off else color)
            or (side if kind is PointKind.CAPTURE else EMPTY)
            for point, (color, owner, kind, side) in enumerate(
                zip(self.board.colors, self.owner, self.kind, self.side, strict=True)
            )
        ]
        return joined.chains()

    def _eyes(self, group: frozenset[int]) -> int:
        """Return the number of a group's eyes, two for a large one."""
        plain = OracleBoard(self.board.position())
        plain.remove(self.off)
        return sum(self._room(region) for region in plain.regions() if self.owner[min(region)] and region <= group)

    def _room(self, region: frozenset[int]) -> int:
        """Return the number of eyes in one region of territory, with the dead stones in it."""
        empty = len(region - self.off)
        return 2 if empty >= _LARGE_EYE or len(region) - empty > _MOST_NAKADE else 1
