"""Sets of points as Python ints, one bit a point: bit ``p`` is point ``p``, row-major from the upper left.

What may live here: the points of such a set, and its neighbours on a board. No colour, no chain, no rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import Final

_DIGITS: Final = bytes.maketrans(b"01", b"\x00\x01")
_SPARSE: Final = 10
"""Where fewer than one bit in so many is set, points are picked one by one; else all digits are looked at in one go."""


def points_in(bits: int) -> list[int]:
    """Return the points of a set, in order.

    Example:
        >>> points_in(0b100101)
        [0, 2, 5]
    """
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
        width: columns.
        height: rows.
        full: all points.
        bit: each point as a set of its own.
        near: the points connected with each point by a line, as a set.
        neighbors: the same as points.

    Example:
        >>> grid = grid_of(3, 2)
        >>> grid.neighbors[0], points_in(grid.near[4]), points_in(grid.around(0b000011))
        ((1, 3), [1, 3, 5], [0, 1, 2, 3, 4])
    """

    __slots__ = ("_not_left", "_not_right", "bit", "full", "height", "near", "neighbors", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.bit = tuple(1 << point for point in range(width * height))
        self.full = (1 << width * height) - 1
        left = sum(self.bit[::width])
        self._not_left, self._not_right = self.full & ~left, self.full & ~(left << width - 1)
        self.near = tuple(map(self.around, self.bit))
        self.neighbors = tuple(tuple(points_in(near)) for near in self.near)

    def around(self, bits: int) -> int:
        """Return the neighbours of all points of a set; points of the set that touch each other are among them."""
        beside = (bits & self._not_left) >> 1 | (bits & self._not_right) << 1
        return beside | bits >> self.width | (bits << self.width & self.full)

    def connected(self, start: int, within: int) -> int:
        """Return the points of ``within`` that lines through points of it connect with ``start``, a part of it."""
        found, edge = start, start
        while edge:
            edge = self.around(edge) & within & ~found
            found |= edge
        return found

    def parts(self, bits: int) -> Iterator[int]:
        """Yield the parts of a set that lines connect, the one with the lowest point first.

        Example:
            >>> [points_in(part) for part in grid_of(3, 2).parts(0b101101)]
            [[0, 3], [2, 5]]
        """
        while bits:
            part = self.connected(bits & -bits, bits)
            bits ^= part
            yield part

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return grid_of, (self.width, self.height)


@lru_cache(maxsize=16)
def grid_of(width: int, height: int) -> Grid:
    """Return the grid of a size; it is made once."""
    return Grid(width, height)
