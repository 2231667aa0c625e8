"""What is settled, stated readably: the oracle of `goanalyze.life.proof.proven`, point by point and set by set."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from oracles.answers import extended
from oracles.board import OracleBoard

from goanalyze.core.position import Position
from goanalyze.life.choices import Proof
from goanalyze.life.proof.proven import LARGE_REGION, SMALL_REGION
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE


@dataclass(frozen=True, slots=True)
class Settled:
    """What is proven of each point of a position.

    Attributes:
        proof: of each point, row-major from SGF ``aa``.
        side: the proven owner of each point, of the point under a dead stone its captor; 0 where there is none.
    """

    proof: tuple[Proof, ...]
    side: tuple[int, ...]

    @property
    def decided(self) -> bool:
        """Whether nothing is left unknown."""
        return Proof.UNKNOWN not in self.proof

    def points(self, proof: Proof) -> frozenset[int]:
        """Return the points of which that is proven."""
        return frozenset(point for point, this in enumerate(self.proof) if this is proof)


def settled(
    position: Position, *, answering: bool = True, within: bool = False, barred: frozenset[int] = frozenset(),
    small: bool = True,
) -> Settled:  # fmt: skip
    """Prove what can be proven of a position.

    1. Chains that share two liberties are one block, since who is cut at one connects at the other; each liberty
       serves one link, and no link costs an eye (`_blocks`). Without `answering` each chain is a block for itself.
    2. A block is safe if it has, with other such blocks, two vital regions: regions without stones of its colour that
       only such blocks border, each of whose points the block touches, and one is empty. With `answering` a small eye
       is vital to more blocks (`small_eyes`), and so are small regions within which the colour answers
       (`oracles.answers`).
    3. A place that safe blocks of a colour shut in, other stones of that colour in it or not, belongs to that colour
       unless the opponent has room for two eyes: two points, not next to each other, that no safe stone touches. The
       opponent's stones there are dead.
    4. An empty point beside safe stones of both colours is nobody's.

    Does not read: territory in which there is room for two eyes, ko, and life that takes more answers are unknown.

    Args:
        position: any position; not modified.
        answering: whether a side answers when the opponent cuts; without it, what is safe is so even if its owner
            never moves again.
        within: whether it also answers within regions of more than `SMALL_REGION` points.
        barred: points that prove nothing, whatever stands there or is played there by either side: no eye, link or
            answer of either colour lies on them, and they stay unknown.
        small: whether small eyes count for more.

    Rule: D. B. Benson, Life in the game of Go, 1976 (step 2); M. Müller, Playing it safe, 1997 (blocks).

    Example:
        >>> proven = settled(Position.from_rows([".X.XO.", "XXXXO.", "OOOOO.", ".....X"]))
        >>> sorted(proven.points(Proof.ALIVE)), proven.decided
        ([1, 3, 6, 7, 8, 9], False)
    """
    board = OracleBoard(position)
    proof = [Proof.UNKNOWN] * len(board.colors)
    side = [EMPTY] * len(board.colors)
    alive: dict[int, frozenset[int]] = {}
    for color, also in [
        (color, also) for color in (BLACK, WHITE) for also in (0, _largest(small=small, within=within))
    ]:
        safe, contested = safe_stones(board, color, answering, also, barred, small=small)
        alive[color] = safe
        for place in _places(board, safe):
            if not place & (barred | contested) and not _room_for_two_eyes(board, place, safe):
                for point in place:
                    stone = board.colors[point]
                    proof[point] = {EMPTY: Proof.TERRITORY, color: Proof.ALIVE}.get(stone, Proof.DEAD)
                    side[point] = color
        for point in safe:
            proof[point], side[point] = Proof.ALIVE, color
    for point, stone in enumerate(board.colors):
        near = frozenset(board.neighbors(point))
        if stone == EMPTY and point not in barred and near & alive[BLACK] and near & alive[WHITE]:
            proof[point] = Proof.DAME
    return Settled(tuple(proof), tuple(side))


def _largest(*, small: bool, within: bool) -> int:
    """Return how many points a region has at most within which a side answers."""
    return LARGE_REGION if within else SMALL_REGION if small else 0


def safe_stones(
    board: OracleBoard, color: int, answering: bool = True, largest: int = 0, barred: frozenset[int] = frozenset(),
    *, small: bool = True,
) -> tuple[frozenset[int], frozenset[int]]:  # fmt: skip
    """Return the stones of a colour's safe blocks, and points that they need to live, so that nothing there is dead."""
    safe = _safe(board, color, answering=answering, barred=barred, small=small)
    if not (answering and largest):
        return safe, frozenset()
    own = frozenset(point for point, stone in enumerate(board.colors) if stone == color and point not in barred)
    chains = _connected(board, own)
    answers = _blocks(board, chains, [region for region in _places(board, own) if not region & barred])[1]
    reserved = frozenset(point for point in answers if safe.intersection(board.neighbors(point)))
    return extended(board, color, safe, reserved, barred, largest)


def _safe(
    board: OracleBoard, color: int, *, answering: bool, barred: frozenset[int] = frozenset(), small: bool = True
) -> frozenset[int]:
    """Return the stones of a colour's safe blocks, by Benson's algorithm; barred points are none of its."""
    own = [point for point, stone in enumerate(board.colors) if stone == color and point not in barred]
    blocks = _connected(board, frozenset(own))
    regions = [region for region in _places(board, frozenset(own)) if not region & barred]
    eyes: dict[frozenset[int], SmallEye] = {}
    if answering:
        blocks, answers = _blocks(board, blocks, regions)
        eyes = small_eyes(board, blocks, regions, answers) if small else {}
    while True:
        vital = {
            block: [one for one in regions if _is_vital(board, one, block) or (one in eyes and eyes[one].serves(block))]
            for block in blocks
        }
        grounded = [block for block in blocks if len(vital[block]) >= 2]
        kept = grounded + [
            block
            for block in blocks
            if len(vital[block]) == 1 and any(eyes[one].joins(block, grounded) for one in vital[block] if one in eyes)
        ]
        stones: frozenset[int] = frozenset().union(*kept)
        lost = frozenset().union(*blocks) - stones
        if not lost:
            return stones
        blocks = kept
        regions = [region for region in regions if not board.border(region) & lost]


@dataclass(frozen=True, slots=True)
class SmallEye:
    """A region of two or three points, two of them empty at least, all of these liberties of the colour around it.

    The colour takes what the opponent plays there as soon as it has one liberty left, and else passes.

    Attributes:
        board: where it is.
        points: the region.
        eyes: who touches one of these has an eye there, if he has one elsewhere.
        ends: of three points with at most a stone of the opponent in the middle, the two others; else none. Who touches
            both needs no other eye if another block has one and touches two points: they come to be joined, or to share
            two liberties.
    """

    board: OracleBoard
    points: frozenset[int]
    eyes: frozenset[int]
    ends: frozenset[int]

    def serves(self, block: frozenset[int]) -> bool:
        """Return whether a block with another eye has one here."""
        return bool(self.eyes & self.board.border(block))

    def joins(self, block: frozenset[int], others: list[frozenset[int]]) -> bool:
        """Return whether a block without another eye is joined to one of those that have one."""
        near = (self.points & self.board.border(other) for other in others)
        return bool(self.ends) and self.ends <= self.board.border(block) and any(len(points) >= 2 for points in near)


def small_eyes(
    board: OracleBoard, blocks: list[frozenset[int]], regions: list[frozenset[int]], answers: dict[int, int]
) -> dict[frozenset[int], SmallEye]:
    """Return the small eyes among regions.

    A stone between blocks none of which touches both ends may be in seki: that is none. Nor are three empty points
    whose middle serves a link, which wants other answers.
    """
    found = {}
    for region in regions:
        empty = frozenset(point for point in region if board.colors[point] == EMPTY)
        middle = frozenset(point for point in region if len(region & frozenset(board.neighbors(point))) == 2)
        ends = region - middle if len(region) == 3 and empty | middle == region else frozenset[int]()
        touched = frozenset().union(*(board.border(block) for block in blocks))
        if not 2 <= len(empty) <= len(region) <= 3 or not empty <= touched:
            continue
        stone = empty != region and not any(ends <= board.border(block) for block in blocks)
        if not ends or not (stone or middle & answers.keys()):
            found[region] = SmallEye(board, region, empty & ends or empty, ends)
    return found


def _blocks(
    board: OracleBoard, chains: list[frozenset[int]], regions: list[frozenset[int]]
) -> tuple[list[frozenset[int]], dict[int, int]]:
    """Unite chains of a colour that share two liberties, walking over the liberties in reading order.

    A link must not cost an eye, as when who is cut at a dame has to connect in an eye: its liberties lie in one region
    without stones, or in regions that are nobody's eye, since an empty point of them is no liberty of the colour. A
    liberty that has served a link serves no other. Of a pair of chains the last free liberty seen is remembered.

    Returns:
        The blocks, and the answer to each move that would cut one.
    """
    own = frozenset().union(*chains)
    where: dict[int, int] = {}
    for number, region in enumerate(regions):
        empty = [point for point in region if board.colors[point] == EMPTY]
        if any(not own.intersection(board.neighbors(point)) for point in empty):
            where |= dict.fromkeys(empty, -1)
        elif len(empty) == len(region):
            where |= dict.fromkeys(empty, number)
    block = {point: chain for chain in chains for point in chain}
    first = {point: min(chain) for chain in chains for point in chain}
    seen: dict[tuple[int, int, int], int] = {}
    answers: dict[int, int] = {}
    for point in sorted(where):
        near = sorted({first[at] for at in board.neighbors(point) if at in first})
        for one, other in combinations(near, 2):
            if block[one] is block[other] or point in answers:
                continue
            link = one, other, where[point]
            if link in seen and seen[link] not in answers:
                answers |= {point: seen[link], seen[link]: point}
                united = block[one] | block[other]
                block |= dict.fromkeys(united, united)
            else:
                seen[link] = point
    return list({id(stones): stones for stones in block.values()}.values()), answers


def _is_vital(board: OracleBoard, region: frozenset[int], block: frozenset[int]) -> bool:
    """Return whether the block touches every point of a region, and one is empty."""
    return region <= board.border(block) and any(board.colors[point] == EMPTY for point in region)


def _connected(board: OracleBoard, stones: frozenset[int]) -> list[frozenset[int]]:
    """Return the connected parts of some points."""
    marked = OracleBoard(board.position())
    marked.colors = [BLACK if point in stones else EMPTY for point in range(len(board.colors))]
    return marked.chains()


def _places(board: OracleBoard, stones: frozenset[int]) -> list[frozenset[int]]:
    """Return the connected parts of the board that are left without some stones; nothing if there are none."""
    if not stones:
        return []
    return _connected(board, frozenset(range(len(board.colors))) - stones)


def _room_for_two_eyes(board: OracleBoard, place: frozenset[int], safe: frozenset[int]) -> bool:
    """Return whether two points that no safe stone touches lie apart."""
    inner = [point for point in place if not safe.intersection(board.neighbors(point))]
    return any(one not in board.neighbors(other) for one, other in combinations(inner, 2))
