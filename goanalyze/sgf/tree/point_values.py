"""Values that name points: read as the tokenizer reads them, and written as in FF[4]."""

from __future__ import annotations

import re
from typing import NamedTuple

_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = bytes(range(33))
"""Bytes that do not count in points: blanks, line ends and control characters."""

PASS_WORDS = (b"pass", b"``")
"""Values in small letters that some programs write for a pass, as `is_pass_in_words` in `goanalyze.kernels`."""
_COLON = re.compile(rb"\\.|:", re.DOTALL)


class Rectangle(NamedTuple):
    """Points from the upper left corner to the lower right one, counted from 0."""

    x: int
    y: int
    x2: int
    y2: int

    def cut(self, board: tuple[int, int]) -> Rectangle | None:
        """Return the part on a board of these columns and rows; None if the rectangle is outside."""
        x2, y2 = min(self.x2, board[0] - 1), min(self.y2, board[1] - 1)
        return Rectangle(self.x, self.y, x2, y2) if self.x <= x2 and self.y <= y2 else None


def read_point(raw: bytes) -> tuple[int, int] | None:
    r"""Read two letters, with blanks, line ends and escapes skipped; None for any other value, also for an empty one.

    Example:
        >>> read_point(b" b\nZ"), read_point(b"b4")
        ((1, 51), None)
    """
    letters = raw.translate(None, BLANKS + b"\\")
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
    corner = read_point(first)
    opposite = read_point(second) if colon else corner
    if corner is None or opposite is None:
        return None
    (x, y), (x2, y2) = corner, opposite
    return Rectangle(min(x, x2), min(y, y2), max(x, x2), max(y, y2))


def point_text(x: int, y: int) -> bytes:
    """Write a point."""
    return _LETTERS[x : x + 1] + _LETTERS[y : y + 1]


def rectangle_text(rectangle: Rectangle) -> bytes:
    """Write a rectangle; one of a single point as the point.

    Example:
        >>> rectangle_text(Rectangle(0, 0, 2, 2)), rectangle_text(Rectangle(1, 1, 1, 1))
        (b'aa:cc', b'bb')
    """
    first, last = point_text(rectangle.x, rectangle.y), point_text(rectangle.x2, rectangle.y2)
    return first if first == last else first + b":" + last


def halves(raw: bytes) -> tuple[bytes, bytes] | None:
    r"""Return the two parts of a composed value, with every colon of the second escaped; None without a colon.

    Example:
        >>> halves(rb"aa:1:2\:3"), halves(b"aa")
        ((b'aa', b'1\\:2\\:3'), None)
    """
    colon = next((match for match in _COLON.finditer(raw) if match[0] == b":"), None)
    if colon is None:
        return None
    return raw[: colon.start()], _COLON.sub(lambda match: b"\\:" if match[0] == b":" else match[0], raw[colon.end() :])
