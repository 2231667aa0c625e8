"""Blocks held together by answers within regions, stated over sets: the oracle of `goanalyze.life.answers_kernel`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from goanalyze.board.stones import Stones
from goanalyze.life.answers_kernel import SMALLER
from goanalyze.life.holding_kernel import DEPTHS, MOST_BLOCKS, MOST_POINTS
from goanalyze.vocabulary.points import EMPTY

Points = frozenset[int]


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
        stuck: the side's own stones that are not held, and points that serve elsewhere: nobody is captured by them.
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


def extended(board: Stones, color: int, sure: Points, reserved: Points, barred: Points) -> tuple[Points, Points]:
    """Return the safe stones of a colour that answers within regions, and the points that blocks cannot live without.

    As `goanalyze.life.answers_kernel.extend`.
    """
    kept = [chain for chain in board.chains() if board.colors[min(chain)] == color]
    kept = _apart(board, frozenset().union(*kept) - barred)
    while True:
        this = _Round(board, color, kept, sure, reserved, barred)
        failing = this.failing()
        if not failing:
            return frozenset().union(*kept), this.contested()
        most = SMALLER * min(map(len, failing))
        gone = frozenset().union(*(block for block in failing if len(block) <= most))
        kept = [chain for chain in kept if not chain & gone]


def _apart(board: Stones, points: Points) -> list[Points]:
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
    """What some chains hold, if all others of their colour are given up."""

    def __init__(
        self, board: Stones, color: int, kept: list[Points], sure: Points, reserved: Points, barred: Points
    ) -> None:
        self.board, self.color, self.sure, self.reserved = board, color, sure, reserved
        self.blocks = [chain for chain in kept if not chain & sure] + ([sure] if sure else [])
        parts = _apart(board, frozenset(range(len(board.colors))) - frozenset().union(*kept))
        self.open = [part for part in parts if not part & barred and len(part) <= MOST_POINTS]
        self.held: dict[Points, int] = {}  # eyes of the regions with answers
        self.frozen: set[Points] = set()
        self.eyes: dict[Points, int] = {}
        self.plain: set[Points] = set()

    def failing(self) -> list[Points]:
        """Return the blocks that have less than two eyes."""
        while any(self._unite(wanted) for wanted in (1, 0)):
            pass
        for region in self.open:
            for block in self._around(region):
                self.eyes[block] = self.eyes.get(block, 0) + self._worth(region, block)
        return [block for block in self.blocks if block != self.sure and self.eyes.get(block, 0) < 2]

    def contested(self) -> Points:
        """Return the points of regions that a block may need both its eyes in, or an eye that it must read for."""
        found = frozenset[int]()
        for region in self.open:
            around = [block for block in self._around(region) if block != self.sure]
            plain = self._is_plain(region)
            alone = around == self._around(region) and len(around) == 1
            if not plain and (region in self.held or (alone and self._worth(region, around[0]))):
                found |= region
            for block in around:
                worth = self._worth(region, block) if region in self.held or len(around) == 1 else int(plain)
                if self.eyes.get(block, 0) - worth < (1 if plain else 2):
                    found |= region
        return found

    def _is_plain(self, region: Points) -> bool:
        """Return whether a region is an eye without reading."""
        around = self._around(region)
        if region in self.held:
            return region in self.plain
        if not self._playable(region):
            return False
        if len(around) == 1:
            return around[0] != self.sure and _eyes(self._local(region)) > 0
        return any(self._leaves(region, block) for block in around)

    def _worth(self, region: Points, block: Points) -> int:
        """Return how many eyes a block has in a region."""
        around = self._around(region)
        if region in self.held:
            return self.held[region]
        if not self._playable(region):
            return 0
        if len(around) > 1:
            return int(self._leaves(region, block))
        local = self._local(region)
        return 0 if block == self.sure else next((n for n in (2, 1) if holds(local, 1) and holds(local, n)), 0)

    def _around(self, region: Points) -> list[Points]:
        """Return the blocks around a region, the sure one first."""
        border = self.board.border(region)
        return sorted((block for block in self.blocks if block & border), key=lambda block: block != self.sure)

    def _playable(self, region: Points) -> bool:
        return len(self._around(region)) <= MOST_BLOCKS and any(self.board.colors[point] == EMPTY for point in region)

    def _leaves(self, region: Points, block: Points) -> bool:
        """Return whether a region without answers always leaves a block a liberty."""
        points = [point for point in region if self.board.colors[point] in {EMPTY, self.color}]
        return (
            not region & self.reserved
            and region not in self.held
            and any(self.board.colors[point] == EMPTY for point in points)
            and all(block.intersection(self.board.neighbors(point)) for point in points)
        )

    def _local(self, region: Points) -> Local:
        """Return a region as the opponent finds it."""
        board, around = self.board, self._around(region)
        colored = {point: board.colors[point] for point in region - self.reserved}
        members = []
        for block in around:
            spare = 2 if block == self.sure else sum(self._leaves(at, block) for at in self.open if at != region)
            touch = frozenset(point for point in region if block.intersection(board.neighbors(point)))
            members.append(Member(touch, min(spare, 2) if len(around) > 1 else 0))
        empty = frozenset(point for point, stone in colored.items() if stone == EMPTY)
        stuck = region & self.reserved | {point for point, stone in colored.items() if stone == self.color}
        near = {point: frozenset(board.neighbors(point)) & region for point in region}
        depth = 0 if region & self.reserved else int(DEPTHS[min(len(empty), len(DEPTHS) - 1)])
        return Local(near, empty, region - empty - stuck, stuck, tuple(members), depth)

    def _unite(self, wanted: int) -> bool:
        """Unite the blocks around the first region that holds them together; return whether there is one."""
        for region in self.open:
            around = self._around(region)
            if region in self.held or region in self.frozen or len(around) < 2 or not self._playable(region):
                continue
            local, alive = self._local(region), around[0] == self.sure
            if not holds(local, 0 if alive else wanted):
                continue
            self.frozen |= {at for at in self.open if any(self._leaves(at, block) for block in around)}
            self.plain |= {region} if _eyes(local) > 0 else set()
            self.held[region] = 0 if alive else 2 if wanted and holds(local, 2) else wanted
            united = frozenset().union(*around)
            self.blocks = [block for block in self.blocks if block not in around] + [united]
            if alive:
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
        if _is_legal(local, move)
    )


def _is_legal(local: Local, move: int) -> bool:
    """Return whether a stone of the opponent has a liberty on a point; what is stuck may give way to it."""
    chain = local.connected(move, local.other | {move})
    return bool(local.beside(chain) & (local.empty - {move} | local.stuck))


def _answers(local: Local, move: int) -> Iterator[Local]:
    """Yield the region after a move of the opponent and each answer near it, none first."""
    other, empty = local.other | {move}, local.empty - {move}
    around = local.beside(local.connected(move, other))
    after = replace(local, empty=empty, other=other, depth=local.depth - 1)
    yield after
    for reply in empty & (local.near[move] | local.beside(local.near[move]) | around):
        joined = [one for one in local.members if reply in one.touch]
        if not joined and len(local.members) == MOST_BLOCKS:
            continue
        touch = local.near[reply].union(*(one.touch for one in joined)) - {reply}
        mine = Member(touch, max((one.spare for one in joined), default=0))
        left, free = other, empty - {reply}
        for stone in local.near[reply] & other:
            chain = local.connected(stone, other)
            if not local.beside(chain) & (free | local.stuck):
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
        if not part & (links | local.stuck) and not bare & local.empty:
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
