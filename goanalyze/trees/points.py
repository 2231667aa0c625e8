"""Values that name points: read as the tokenizer reads them, and written as FF[4] has them."""

from __future__ import annotations

import re
from typing import NamedTuple

_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BLANKS = bytes(range(33))
_COLON = re.compile(rb"\\.|:", re.DOTALL)


class Rectangle(NamedTuple):
    """Points from the upper left corner to the lower right one, counted from 0."""

    x: int
    y: int
    x2: int
    y2: int

    def cut(self, board: tuple[int, int]) -> Rectangle | None:
        """Return what of it lies on a board, None for nothing."""
        x2, y2 = min(self.x2, board[0] - 1), min(self.y2, board[1] - 1)
        return Rectangle(self.x, self.y, x2, y2) if self.x <= x2 and self.y <= y2 else None


def read_point(raw: bytes) -> tuple[int, int] | None:
    """Read two letters, blanks around them passed over; None for anything else, as an empty value.

    Example:
        >>> read_point(b" bZ"), read_point(b"b4")
        ((1, 51), None)
    """
    letters = raw.strip(_BLANKS)
    if len(letters) != 2:
        return None
    x, y = _LETTERS.find(letters[:1]), _LETTERS.find(letters[1:])
    return (x, y) if x >= 0 and y >= 0 else None


def read_rectangle(raw: bytes) -> Rectangle | None:
    """Read a point or ``aa:cc``, with any two opposite corners.

    Example:
        >>> read_rectangle(b"cc:aa"), read_rectangle(b"aa:")
        (Rectangle(x=0, y=0, x2=2, y2=2), None)
    """
    first, colon, second = raw.partition(b":")
    one = read_point(first)
    two = read_point(second) if colon else one
    if one is None or two is None:
        return None
    return Rectangle(min(one[0], two[0]), min(one[1], two[1]), max(one[0], two[0]), max(one[1], two[1]))


def point_text(x: int, y: int) -> bytes:
    """Write a point."""
    return _LETTERS[x : x + 1] + _LETTERS[y : y + 1]


def rectangle_text(rectangle: Rectangle) -> bytes:
    """Write a rectangle; of one point alone this.

    Example:
        >>> rectangle_text(Rectangle(0, 0, 2, 2)), rectangle_text(Rectangle(1, 1, 1, 1))
        (b'aa:cc', b'bb')
    """
    first, last = point_text(rectangle.x, rectangle.y), point_text(rectangle.x2, rectangle.y2)
    return first if first == last else first + b":" + last


def halves(raw: bytes) -> tuple[bytes, bytes] | None:
    r"""Return the two parts of a composed value, in the second every colon escaped; None where it has no two.

    Example:
        >>> halves(rb"aa:1:2\:3"), halves(b"aa")
        ((b'aa', b'1\\:2\\:3'), None)
    """
    colon = next((found for found in _COLON.finditer(raw) if found[0] == b":"), None)
    if colon is None:
        return None
    return raw[: colon.start()], _COLON.sub(lambda found: b"\\:" if found[0] == b":" else found[0], raw[colon.end() :])
