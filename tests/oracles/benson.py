"""Proven life, territory and dame, stated over sets: the oracle of `goanalyze.life.proof`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

from oracles.board import OracleBoard
from oracles.local_replies import LocalGame, Neighbor, Points, State, clears, holds

from goanalyze import BLACK, WHITE, Position
from goanalyze.life.choices import Proof
from goanalyze.points import EMPTY

MAX_EYE = 62
"""Points of the largest region that is an eye."""
SMALL_REGION = 7
"""Points of the largest region in which the owner replies."""


@dataclass(frozen=True, slots=True)
class Proven:
    """The proven statuses of a position.

    Attributes:
        proof: of each point.
        owner: the proven owner of each point, of the point under a dead stone its captor; 0 if it is unknown.
    """

    proof: tuple[Proof, ...]
    owner: tuple[int, ...]

    @property
    def is_proven(self) -> bool:
        """True if no point is unknown."""
        return Proof.UNKNOWN not in self.proof

    def points(self, proof: Proof) -> Points:
        """Return the points with a proof."""
        return frozenset(point for point, this in enumerate(self.proof) if this is proof)


def prove(position: Position, *, has_replies: bool = True, excluded: Points = frozenset()) -> Proven:
    """Prove the statuses of a position, as `goanalyze.life.proof.safety.prove_statuses` does.

    Example:
        >>> proven = prove(Position.from_rows([".X.XO.", "XXXXO.", "OOOOO.", ".....X"]))
        >>> sorted(proven.points(Proof.ALIVE)), proven.is_proven
        ([1, 3, 6, 7, 8, 9], False)
    """
    board = OracleBoard(position)
    proof = [Proof.UNKNOWN] * len(board.colors)
    owner = [EMPTY] * len(board.colors)
    alive: dict[int, Points] = {}
    for color in (BLACK, WHITE):
        for stones, contested in safe_stones(board, color, has_replies=has_replies, excluded=excluded):
            alive[color] = stones
            for area in parts_without(board, stones):
                if not area & (excluded | contested) and not has_room_for_two_eyes(board, area, stones):
                    for point in area:
                        stone = board.colors[point]
                        proof[point] = {EMPTY: Proof.TERRITORY, color: Proof.ALIVE}.get(stone, Proof.DEAD)
                        owner[point] = color
            for point in stones:
                proof[point], owner[point] = Proof.ALIVE, color
    for point, stone in enumerate(board.colors):
        near = frozenset(board.neighbors(point))
        if stone == EMPTY and point not in excluded and near & alive[BLACK] and near & alive[WHITE]:
            proof[point] = Proof.DAME
    return Proven(tuple(proof), tuple(owner))


def safe_stones(
    board: OracleBoard, color: int, *, has_replies: bool = True, excluded: Points = frozenset()
) -> list[tuple[Points, Points]]:
    """Return the safe stones of a colour and the contested points: without replies, then with them."""
    own = frozenset(point for point, stone in enumerate(board.colors) if stone == color) - excluded
    chains = [chain for chain in board.chains() if board.colors[min(chain)] == color]
    chains = parts(board, own) if excluded else chains
    regions = [region for region in parts_without(board, own) if not region & excluded and board.border(region) & own]
    links = find_links(board, own, chains, regions) if has_replies else []
    unions = [link.chains for link in links]
    eyes = [region for region in regions if _can_be_eye(board, region)]
    plain = SafetyProof(board, chains, unions, eyes, frozenset())
    plain.run(has_replies=False)
    found = [(plain.alive, frozenset[int]())]
    if has_replies:
        small = [region for region in regions if len(region) <= SMALL_REGION and _empty(board, region)]
        kept = [
            link for link in links if link.chains[0] <= plain.alive or not any(link.points & region for region in small)
        ]
        served = frozenset().union(*(link.points for link in kept))
        every = [region for region in regions if region in eyes or region in small]
        free = [region for region in every if not region & served]
        replying = SafetyProof(board, chains, [link.chains for link in kept], free, plain.alive)
        replying.run(has_replies=True)
        found.append((plain.alive | replying.alive, replying.contested_points()))
    return found


def _empty(board: OracleBoard, region: Points) -> Points:
    return frozenset(point for point in region if board.colors[point] == EMPTY)


def _can_be_eye(board: OracleBoard, region: Points) -> bool:
    """Return True if stones of the colour touch all points of a region, one of which is empty."""
    return (
        len(region) <= MAX_EYE
        and bool(_empty(board, region))
        and all(not region >= frozenset(board.neighbors(point)) for point in region)
    )


@dataclass(frozen=True)
class Link:
    """Two chains that share two liberties."""

    chains: tuple[Points, Points]
    points: Points


def find_links(board: OracleBoard, own: Points, chains: list[Points], regions: list[Points]) -> list[Link]:
    """Find the links between chains of a colour, walking over their shared liberties in reading order.

    A link must not cost an eye: its liberties lie in one region without stones, or in regions that are not eyes of any
    block, since an empty point of them is not adjacent to the colour. Excluded regions are left out. A liberty serves
    one link. Of a pair of chains the last free liberty is remembered.
    """
    scope: dict[int, int] = {}
    for number, region in enumerate(regions):
        empty = _empty(board, region)
        if len(region) > MAX_EYE or any(not own.intersection(board.neighbors(point)) for point in empty):
            scope |= dict.fromkeys(empty, -1)
        elif len(empty) == len(region):
            scope |= dict.fromkeys(empty, number)
    block = {chain: {chain} for chain in chains}
    waiting: dict[tuple[Points, Points, int], int] = {}
    links: list[Link] = []
    used = set[int]()
    for point in sorted(scope):
        around = sorted((chain for chain in chains if point in board.border(chain)), key=min)
        for pair in combinations(around, 2):
            if point in used or pair[1] in block[pair[0]]:
                continue
            other = waiting.get((*pair, scope[point]))
            if other is None or other in used:
                waiting[*pair, scope[point]] = point
                continue
            used |= {point, other}
            links.append(Link(pair, frozenset({point, other})))
            united = block[pair[0]] | block[pair[1]]
            block |= dict.fromkeys(united, united)
    return links


@dataclass
class SafetyProof:
    """A proof that blocks of chains are safe.

    Attributes:
        board: the position.
        chains: of the colour.
        unions: sets of chains that links make one block, pair by pair.
        regions: that may be eyes.
        safe: stones that are safe already.
        alive: the stones of the safe blocks, after `run`.
    """

    board: OracleBoard
    chains: list[Points]
    unions: list[tuple[Points, Points]]
    regions: list[Points]
    safe: Points
    alive: Points = frozenset()
    blocks: list[Points] = field(default_factory=list)
    games: dict[Points, tuple[LocalGame, State]] = field(default_factory=dict)
    frozen: set[Points] = field(default_factory=set)
    safe_now: Points = frozenset()
    eyes: dict[Points, int] = field(default_factory=dict)

    def run(self, *, has_replies: bool) -> None:
        """Merge blocks, and drop those with fewer than two eyes with the regions around them, until none is dropped."""
        while True:
            self.games, self.frozen, self.blocks, self.safe_now = {}, set(), list(self.chains), self.safe
            for first, second in self.unions:
                self._merge([block for block in self.blocks if first <= block or second <= block])
            self._merge([block for block in self.blocks if block & self.safe])
            while has_replies and self._merge_at_a_region():
                pass
            self._count_eyes(has_replies=has_replies)
            failing = [b for b in self.blocks if not b & self.safe_now and self.eyes[b] < 2 and self._regions_around(b)]
            if not failing:
                break
            self.regions = [region for region in self.regions if not any(b in self._around(region) for b in failing)]
        self.alive = frozenset().union(*(block for block in self.blocks if self._regions_around(block)))

    def contested_points(self) -> Points:
        """Return the points of regions from which no territory follows."""
        contested = frozenset[int]()
        for region in self.regions:
            around = self._around(region)
            is_eye = any(self._touched(region, block) == region for block in around)
            if region in self.games:
                game, state = self.games[region]
                own, is_plain = game.eyes, is_eye and len(game.blocks) == 1
            else:
                own, is_plain = int(is_eye), True
            for block in around:
                is_plain &= bool(block & self.safe_now) or self.eyes[block] - own >= (1 if is_eye else 2)
            if not is_plain and not (region in self.games and clears(game, state)):
                contested |= region
        return contested

    def _merge(self, blocks: list[Points]) -> None:
        if blocks:
            self.blocks = [block for block in self.blocks if block not in blocks] + [frozenset().union(*blocks)]

    def _regions_around(self, block: Points) -> list[Points]:
        return [region for region in self.regions if self.board.border(region) & block]

    def _around(self, region: Points) -> list[Points]:
        border = self.board.border(region)
        return [block for block in self.blocks if block & border]

    def _touched(self, region: Points, block: Points) -> Points:
        return frozenset(point for point in region if block.intersection(self.board.neighbors(point)))

    def _is_vital(self, region: Points, block: Points) -> bool:
        """Return True if a region is an eye of a block without replies."""
        return region not in self.games and self._touched(region, block) == region

    def _game(self, region: Points, eyes: int) -> tuple[LocalGame, State]:
        """Return the search for replies in a region, with the liberties that blocks always have elsewhere."""
        around = self._around(region)
        blocks = []
        for block in around:
            vital = sum(self._is_vital(other, block) for other in self.regions if other != region)
            elsewhere = 0 if len(around) == 1 else 2 if block & self.safe_now else min(vital, 2)
            blocks.append(Neighbor(self._touched(region, block), elsewhere))
        adjacent = ((point, near) for point in region for near in self.board.neighbors(point) if near in region)
        empty = _empty(self.board, region)
        return LocalGame(frozenset(adjacent), tuple(blocks), eyes), (empty, region - empty)

    def _merge_at_a_region(self) -> bool:
        """Merge the blocks around the first region in which replies hold them together. Return True if one does."""
        for region in sorted(self.regions, key=min):
            around = self._around(region)
            if len(region) > SMALL_REGION or region in self.games or region in self.frozen or len(around) < 2:
                continue
            game = self._game(region, 0 if any(block & self.safe_now for block in around) else 1)
            if holds(*game):
                self.frozen |= {at for at in self.regions for block in around if self._is_vital(at, block)}
                self.games[region] = game
                self._merge(around)
                if any(block & self.safe_now for block in around):
                    self.safe_now |= frozenset().union(*around)
                return True
        return False

    def _count_eyes(self, *, has_replies: bool) -> None:
        self.eyes = dict.fromkeys(self.blocks, 0)
        for region in self.regions:
            around = self._around(region)
            can_reply = has_replies and region not in self.games and len(region) <= SMALL_REGION
            if can_reply and len(around) == 1 and not around[0] & self.safe_now:
                game = self._game(region, 1)
                if holds(*game):
                    self.games[region] = game
            for block in around:
                own = self.games[region][0].eyes if region in self.games else self._is_vital(region, block)
                self.eyes[block] += own
        for region, (game, state) in sorted(self.games.items(), key=lambda item: min(item[0])):
            (block,) = self._around(region)
            two = replace(game, eyes=2)
            if game.eyes == 1 and self.eyes[block] == 1 and holds(two, state):
                self.games[region] = two, state
                self.eyes[block] = 2


def parts(board: OracleBoard, points: Points) -> list[Points]:
    """Return the connected parts of some points, in reading order."""
    marked = OracleBoard(board.position())
    marked.colors = [BLACK if point in points else EMPTY for point in range(len(board.colors))]
    return marked.chains()


def parts_without(board: OracleBoard, stones: Points) -> list[Points]:
    """Return the connected parts of the board without some stones; empty without stones."""
    return parts(board, frozenset(range(len(board.colors))) - stones) if stones else []


def has_room_for_two_eyes(board: OracleBoard, area: Points, safe: Points) -> bool:
    """Return True if two points that no safe stone touches are not adjacent."""
    inner = [point for point in area if not safe.intersection(board.neighbors(point))]
    return any(one not in board.neighbors(other) for one, other in combinations(inner, 2))
