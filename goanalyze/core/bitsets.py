"""Sets of points as Python ints, one bit a point: bit ``p`` is point ``p``, row-major from the upper left.

Scope: the points of such a set, and its neighbors on a board. No color, no chain, no rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import Final

_DIGITS: Final = bytes.maketrans(b"01", b"\x00\x01")
_SPARSE: Final = 10
"""Sets with fewer than one bit in 10 are read bit by bit, denser ones by all their digits at once."""


def points_in(bits: int) -> list[int]:
    """Return the points of a set, in order."""
    if bits.bit_count() * _SPARSE > bits.bit_length():
        return list(compress(range(bits.bit_length()), bin(bits)[:1:-1].encode().translate(_DIGITS)))
    points = []
    while bits:
        lowest = bits & -bits
        points.append(lowest.bit_length() - 1)
        bits ^= lowest
    return points


class Grid:
    """The lines of a board; one for each size, see `grid_of`.

    Attributes:
        width: Number of columns.
        height: Number of rows.
        full: Set of all points.
        bit: Each point as a set of its own.
        neighbor_mask: The neighbors of each point, as a set.
        neighbors: The neighbors of each point, as points in order.
    """

    __slots__ = ("_not_left", "_not_right", "bit", "full", "height", "neighbor_mask", "neighbors", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.bit = tuple(1 << point for point in range(width * height))
        self.full = (1 << width * height) - 1
        left = sum(self.bit[::width])
        self._not_left, self._not_right = self.full & ~left, self.full & ~(left << width - 1)
        self.neighbor_mask = tuple(map(self.neighbors_of, self.bit))
        self.neighbors = tuple(tuple(points_in(mask)) for mask in self.neighbor_mask)

    def neighbors_of(self, bits: int) -> int:
        """Return the neighbors of all points of a set, which include adjacent points of the set itself."""
        sideways = (bits & self._not_left) >> 1 | (bits & self._not_right) << 1
        return sideways | bits >> self.width | (bits << self.width & self.full)

    def connected(self, start: int, within: int) -> int:
        """Return the points of a set that lines through its points connect with a part of it."""
        reached, edge = start, start
        while edge:
            edge = self.neighbors_of(edge) & within & ~reached
            reached |= edge
        return reached

    def parts(self, bits: int) -> Iterator[int]:
        """Yield the connected parts of a set, by their lowest points."""
        while bits:
            part = self.connected(bits & -bits, bits)
            bits ^= part
            yield part

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return grid_of, (self.width, self.height)


@lru_cache(maxsize=16)
def grid_of(width: int, height: int) -> Grid:
    """Return the grid of a size; it is built once."""
    return Grid(width, height)
