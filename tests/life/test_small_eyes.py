"""Small eyes (issue 19: `settled` proves more): each region of two or three points, whatever touches it, played out.

The law is that of `oracles.settled.small_eyes`, to which `test_settled.py` holds the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import pytest
from oracles.settled import SmallEye, small_eyes

from goanalyze.vocabulary.points import EMPTY, WHITE


class Block(NamedTuple):
    """A block around a region: the points of it that it touches, and whether it has an eye elsewhere."""

    touched: frozenset[int]
    sure: bool


class Region(NamedTuple):
    """A row of points between Black's blocks, White's and Black's stones in it, and what else is asked of a board."""

    size: int
    white: frozenset[int]
    black: frozenset[int]
    blocks: tuple[Block, ...]

    @property
    def colors(self) -> list[int]:
        """What stands on each point."""
        return [WHITE if point in self.white else EMPTY for point in range(self.size)]

    def neighbors(self, point: int) -> list[int]:
        """Return the points next to one."""
        return [near for near in (point - 1, point + 1) if 0 <= near < self.size]

    def border(self, block: frozenset[int]) -> frozenset[int]:
        """Return what a block touches; it is named by the set of its number."""
        return self.blocks[min(block)].touched

    def liberties(self, points: frozenset[int]) -> frozenset[int]:
        """Return those of some points that are empty."""
        return points & frozenset(range(self.size)) - self.white - self.black

    def chain(self, point: int) -> frozenset[int]:
        """Return White's chain on a point."""
        same = [stone for stone in self.white if all(at in self.white for at in range(*sorted((point, stone))))]
        return frozenset(same)

    def around(self, chain: frozenset[int]) -> frozenset[int]:
        """Return the liberties of a chain of White's."""
        return self.liberties(frozenset(near for stone in chain for near in self.neighbors(stone)))

    def by_white(self) -> Iterator[tuple[int, Region]]:
        """Yield White's moves, and what they lead to; one without a liberty takes off his own stones."""
        for point in self.liberties(frozenset(range(self.size))):
            after = self._replace(white=self.white | {point})
            if after.around(after.chain(point)) or not all(after.has_liberty(block) for block in after.blocks):
                yield point, after
            elif len(gone := after.chain(point)) > 1:
                yield point, after._replace(white=after.white - gone)

    def by_black(self, point: int) -> Region:
        """Return what a move of Black's leads to."""
        mine = [block for block in self.blocks if point in block.touched]
        touched = frozenset(self.neighbors(point)).union(*(block.touched for block in mine))
        joined = Block(touched, any(block.sure for block in mine))
        after = self._replace(
            black=self.black | {point}, blocks=(*(block for block in self.blocks if block not in mine), joined)
        )
        return after._replace(white=frozenset(stone for stone in after.white if after.around(after.chain(stone))))

    def has_liberty(self, block: Block) -> bool:
        """Return whether a block is not taken."""
        return block.sure or bool(self.liberties(block.touched))

    def is_held(self) -> bool:
        """Return whether White, to move, takes nothing, and each block that is sure keeps a liberty."""
        return all(len(self.liberties(block.touched)) >= (1 if block.sure else 2) for block in self.blocks)

    def is_eye(self) -> bool:
        """Return whether Black holds it for ever by taking what has one liberty left, and else passing."""
        seen, waiting = set(), [self]
        while waiting:
            now = waiting.pop()
            if not now.is_held():
                return False
            for point, after in now.by_white() if now not in seen else ():
                if not all(after.has_liberty(block) for block in after.blocks):
                    return False
                last = after.around(after.chain(point))
                waiting.append(after.by_black(min(last)) if len(last) == 1 else after)
            seen.add(now)
        return True

    def is_cleared(self, moves: int) -> bool:
        """Return whether Black, moving first, takes all that White has and plays, and holds it meanwhile."""
        for point in self.liberties(frozenset(range(self.size))):
            after = self.by_black(point)
            if not after.is_held():
                continue
            replies = [after, *(then for _, then in after.by_white())]
            if not after.white or (moves > 1 and all(then.is_cleared(moves - 1) for then in replies)):
                return True
        return False


def claimed(region: Region) -> bool:
    """Return whether by the law each block around a region has an eye in it, or is joined there to one that has."""
    blocks = [frozenset({number}) for number in range(len(region.blocks))]
    points = frozenset(range(region.size))
    eye: SmallEye | None = small_eyes(region, blocks, [points], {}).get(points)  # type: ignore[arg-type]
    if eye is None:
        return False
    sure = [name for name, block in zip(blocks, region.blocks, strict=True) if block.sure and eye.serves(name)]
    return all(name in sure or eye.joins(name, sure) for name in blocks)


@pytest.mark.parametrize(("size", "white"), [(2, []), (3, []), (3, [1]), (3, [0])])
def test_every_small_eye_holds_and_is_cleared_of_stones(size: int, white: list[int]) -> None:
    """Up to four blocks around it, with and without an eye elsewhere: no block is taken, and White's stone is dead.

    More disturb nobody: the answers do not depend on blocks, and what joins blocks only adds to their liberties. In
    clearing, each of two first moves may be wrong for another pair of blocks, hence four.

    Rule: Japanese rules of 1989, article 7: stones that the opponent can take, which enables no new ones, are dead.
    """
    touched = [frozenset(at for at in range(size) if mask >> at & 1) for mask in range(1, 1 << size)]
    blocks = [Block(*one) for one in product(touched, (True, False))]
    regions = [
        Region(size, frozenset(white), frozenset(), some)
        for count in (1, 2, 3, 4)
        for some in combinations_with_replacement(blocks, count)
    ]
    # On a board some block touches each end, or the point next to it is empty and touched by none.
    ends = frozenset({0, size - 1})
    found = [one for one in regions if ends <= frozenset().union(*(near for near, _ in one.blocks)) and claimed(one)]
    assert found
    assert [region for region in found if not (region.is_eye() and (not white or region.is_cleared(3)))] == []


def test_a_stone_between_blocks_that_touch_one_end_each_may_be_in_seki() -> None:
    """Whoever of Black's two chains plays beside the stone is left with its own eye, and taken there."""
    blocks = Block(frozenset({0}), sure=True), Block(frozenset({2}), sure=True)
    region = Region(3, frozenset({1}), frozenset(), blocks)
    assert region.is_eye()
    assert not region.is_cleared(3)
    assert not claimed(region)
