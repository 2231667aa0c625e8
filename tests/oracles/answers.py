"""Blocks held together by answers within regions, stated over sets: the oracle of `safety.cpp`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from oracles.board import OracleBoard

from goanalyze.vocabulary.points import EMPTY

Points = frozenset[int]
MAX_BLOCKS = 16
"""Blocks around a region with replies."""
DEPTHS = (4, 4, 4, 4, 4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0)
"""Replies that are searched ahead, by the number of empty points; the last for more of them."""


@dataclass(frozen=True)
class Member:
    """A block as a region sees it.

    Attributes:
        touch: the points of the region beside it.
        spare: how many liberties it always has elsewhere, two at most.
    """

    touch: Points
    spare: int = 0


@dataclass(frozen=True)
class Local:
    """A region with the opponent to move.

    Attributes:
        near: the points of the region next to each of its points.
        empty: empty points that the side may answer on.
        other: the opponent's stones.
        stuck: points that serve elsewhere: nobody is captured by them.
        members: the blocks around it, and what the side has played.
        depth: how many answers are read ahead.
    """

    near: dict[int, Points]
    empty: Points
    other: Points
    stuck: Points
    members: tuple[Member, ...]
    depth: int

    @property
    def cells(self) -> Points:
        """The points that the side does not hold."""
        return self.empty | self.other | self.stuck

    def beside(self, points: Iterable[int]) -> Points:
        """Return the points next to some."""
        return frozenset().union(*(self.near[point] for point in points))

    def connected(self, seed: int, within: Points) -> Points:
        """Return what is connected with a point."""
        found = frozenset({seed})
        while grown := self.beside(found) & within - found:
            found |= grown
        return found


def extended(
    board: OracleBoard, color: int, sure: Points, reserved: Points, barred: Points, largest: int
) -> tuple[Points, Points]:
    """Return the safe stones of a colour that answers within regions, and the points that blocks cannot live without.

    As `add_locally_safe_blocks` of the library.
    """
    own = frozenset(point for point, stone in enumerate(board.colors) if stone == color) - barred
    kept, gone = _apart(board, own), frozenset[int]()
    regions = [
        region
        for region in _apart(board, frozenset(range(len(board.colors))) - own)
        if board.border(region) & own
        and not region & barred
        and len(region) <= largest
        and any(board.colors[point] == EMPTY for point in region)
    ]
    while True:
        regions = [region for region in regions if not board.border(region) & gone]
        this = _Round(board, kept, regions, sure, reserved)
        gone = frozenset().union(*this.failing())
        if not gone:
            return frozenset().union(*kept), this.contested()
        kept = [chain for chain in kept if not chain & gone]


def _apart(board: OracleBoard, points: Points) -> list[Points]:
    """Return the connected parts of some points, by their first points."""
    parts: list[Points] = []
    left = points
    while left:
        part = frozenset({min(left)})
        while grown := frozenset(near for point in part for near in board.neighbors(point)) & left - part:
            part |= grown
        parts.append(part)
        left -= part
    return parts


class _Round:
    """What some chains hold, if all others of their colour are given up, and the regions beside those."""

    def __init__(
        self, board: OracleBoard, kept: list[Points], regions: list[Points], sure: Points, reserved: Points
    ) -> None:
        self.board, self.open, self.sure, self.reserved = board, regions, sure, reserved
        self.blocks = [chain for chain in kept if not chain & sure] + ([sure] if sure else [])
        self.asked: dict[Points, Local] = {}  # what the regions with answers were asked
        self.worth: dict[Points, int] = {}  # eyes of these
        self.frozen: set[Points] = set()
        self.eyes: dict[Points, int] = {}
        self.plain: set[Points] = set()

    def failing(self) -> list[Points]:
        """Return the blocks that have less than two eyes."""
        while self._unite():
            pass
        for region in self.open:
            around = self._around(region)
            if region not in self.worth and len(around) > 1:
                vital = [block for block in around if self._leaves(region, block)]
                for block in vital:
                    self._add(block, 1)
                self.plain |= {region} if vital else set()
                continue
            if region not in self.worth and around[0] != self.sure:
                self._ask(region, 1)
            self._add(around[0], self.worth.get(region, 0))
        for region in self.open:
            block = self._around(region)[0]
            if self.worth.get(region) == 1 and self.eyes[block] == 1 and holds(self.asked[region], 2):
                self.worth[region] = 2
                self._add(block, 1)
        return [block for block in self.blocks if block != self.sure and self.eyes.get(block, 0) < 2]

    def contested(self) -> Points:
        """Return the points of regions that a block may need both its eyes in, or an eye that it must read for."""
        found = frozenset[int]()
        for region in self.open:
            gives, least = self.worth.get(region, region in self.plain), 1 if region in self.plain else 2
            if region in self.worth and region not in self.plain:
                found |= region
            for block in self._around(region):
                if block != self.sure and self.eyes.get(block, 0) - gives < least:
                    found |= region
        return found

    def _add(self, block: Points, eyes: int) -> None:
        self.eyes[block] = self.eyes.get(block, 0) + eyes

    def _ask(self, region: Points, wanted: int) -> bool:
        """Return whether answers hold the blocks around a region together with so many eyes; remember if they do."""
        local = self._local(region)
        if not holds(local, wanted):
            return False
        self.asked[region], self.worth[region] = local, wanted
        self.plain |= {region} if holds(replace(local, depth=0), 1) else set()
        return True

    def _around(self, region: Points) -> list[Points]:
        """Return the blocks around a region, the sure one first."""
        border = self.board.border(region)
        return sorted((block for block in self.blocks if block & border), key=lambda block: block != self.sure)

    def _leaves(self, region: Points, block: Points) -> bool:
        """Return whether a region without answers always leaves a block a liberty."""
        return not region & self.reserved and region not in self.worth and region <= self.board.border(block)

    def _local(self, region: Points) -> Local:
        """Return a region as the opponent finds it."""
        board, around = self.board, self._around(region)
        members = []
        for block in around:
            spare = 2 if block == self.sure else sum(self._leaves(at, block) for at in self.open if at != region)
            touch = frozenset(point for point in region if block.intersection(board.neighbors(point)))
            members.append(Member(touch, min(spare, 2) if len(around) > 1 else 0))
        stuck = region & self.reserved
        empty = frozenset(point for point in region if board.colors[point] == EMPTY) - stuck
        near = {point: frozenset(board.neighbors(point)) & region for point in region}
        depth = 0 if stuck else DEPTHS[min(len(empty), len(DEPTHS) - 1)]
        return Local(near, empty, region - empty - stuck, stuck, tuple(members), depth)

    def _unite(self) -> bool:
        """Unite the blocks around the first region that holds them together; return whether there is one."""
        for region in self.open:
            around = self._around(region)
            if region in self.worth or region in self.frozen or not 2 <= len(around) <= MAX_BLOCKS:
                continue
            frozen = {at for at in self.open if any(self._leaves(at, block) for block in around)}
            if not self._ask(region, around[0] != self.sure):
                continue
            self.frozen |= frozen
            united = frozenset().union(*around)
            self.blocks = [block for block in self.blocks if block not in around] + [united]
            if around[0] == self.sure:
                self.sure = united
            return True
        return False


def holds(local: Local, wanted: int) -> bool:
    """Return whether a side that answers holds its blocks together with so many eyes."""
    members = local.members
    if len(members) > 1 and any(len(one.touch & local.empty) + one.spare < 2 for one in members):
        return False
    if len(frozenset().union(*(one.touch for one in members)) & local.empty) < wanted:
        return False
    if _eyes(local) >= wanted:
        return True
    return local.depth > 0 and all(
        any(holds(answered, wanted) for answered in _answers(local, move))
        for move in local.empty
        if _taken(local, move) != {move}
    )


def _taken(local: Local, move: int) -> Points:
    """Return the stones that the opponent takes off by suicide."""
    chain = local.connected(move, local.other | {move})
    return frozenset() if local.beside(chain) & (local.empty - {move}) else chain


def _answers(local: Local, move: int) -> Iterator[Local]:
    """Yield the region after a move of the opponent and each answer near it, none first."""
    gone = _taken(local, move)
    other, empty = (local.other | {move}) - gone, (local.empty - {move}) | gone
    around = local.beside(local.connected(move, local.other | {move})) | gone
    after = replace(local, empty=empty, other=other, depth=local.depth - 1)
    yield after
    for reply in empty & (local.near[move] | local.beside(local.near[move]) | around):
        joined = [one for one in local.members if reply in one.touch]
        if not joined and len(local.members) == MAX_BLOCKS:
            continue
        touch = local.near[reply].union(*(one.touch for one in joined)) - {reply}
        mine = Member(touch, max((one.spare for one in joined), default=0))
        left, free = other, empty - {reply}
        for stone in local.near[reply] & other:
            chain = local.connected(stone, other)
            if not local.beside(chain) & free:
                left -= chain
        yield replace(
            after,
            empty=free | (other - left),
            other=left,
            members=(*(one for one in local.members if one not in joined), mine),
        )


def _pairs(local: Local) -> tuple[list[Member], Points]:
    """Unite members as far as pairs of points do, the first pair first; return who is left, and the points used.

    Who touches both points of a pair answers at one what is played at the other. A point that is cut off from all
    others joins those that have a liberty elsewhere, and serves nobody else: none of them can be taken by it.
    """
    members, used = list(local.members), frozenset[int]()
    while len(members) > 1:
        pairs = ((one, other) for one in sorted(local.empty) for other in sorted(local.empty) if one <= other)
        for one, other in pairs:
            if {one, other} & used or (one == other and local.near[one] & local.cells):
                continue
            both = [this for this in members if {one, other} <= this.touch and (one != other or this.spare)]
            if len(both) > 1:
                united = Member(frozenset().union(*(this.touch for this in both)), max(this.spare for this in both))
                members = [this for this in members if this not in both] + [united]
                used |= {one, other} if one != other else frozenset()
                break
        else:
            break
    return members, used


def _eyes(local: Local) -> int:
    """Count the eyes that are there without reading; −1 if the blocks do not hold together.

    An eye is a part of the region in which every point is beside the blocks, or has two points of its own that are:
    who plays at one of these is answered at the other. If nobody answers there, stones of the opponent may lie apart.
    """
    members, links = _pairs(local)
    if len(members) > 1:
        return -1
    touched, eyes, left = members[0].touch, 0, local.cells
    while left:
        part = local.connected(min(left), local.cells)
        left -= part
        bare = part - touched
        if not part & local.empty:
            continue
        if not part & (links | local.stuck) and not bare:
            eyes += 1
        elif not bare & local.stuck:
            pairs = _own_pairs(local, bare, touched, links)
            # The side never fills it all: not where it does not play, nor both points of a pair.
            eyes += pairs is not None and bool(pairs or part - links - local.stuck)
    return eyes


def _own_pairs(local: Local, bare: Points, touched: Points, links: Points) -> list[Points] | None:
    """Choose for each bare point two points beside it, those first that are beside few others; None if there are none.

    Points may share a pair. Beside a stone of the opponent its other stones will do, too: they go when it goes.
    """
    pairs: list[Points] = []
    for point in sorted(bare):
        free = local.near[point] & touched & (local.empty if point in local.empty else local.empty | local.other)
        if any(pair <= free for pair in pairs):
            continue
        free -= links.union(*pairs)
        chosen = sorted(free, key=lambda one: (len(local.near[one] & bare), one))[:2]
        if len(chosen) < 2:
            return None
        pairs.append(frozenset(chosen))
    return pairs
