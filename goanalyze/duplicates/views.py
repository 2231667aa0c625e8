"""The eight ways to lay a board on another: what each is called, and where it takes a point."""

from __future__ import annotations

from typing import Final

__all__ = ["VIEWS", "turned"]

VIEWS: Final = (
    "as it is",
    "mirrored left to right",
    "mirrored top to bottom",
    "turned by 180°",
    "mirrored at the diagonal from the upper left",
    "turned left by 90°",
    "turned right by 90°",
    "mirrored at the diagonal from the upper right",
)
"""By number: bit 1 mirrors left to right, then bit 2 top to bottom, then bit 4 exchanges columns and rows."""


def turned(point: int, view: int, width: int, height: int) -> int:
    """Return where a view takes a point; passes and moves off the board stay what they are.

    Example:
        >>> turned(0, 6, 3, 2)  # the upper left corner, turned right, on a board that is 2 wide then
        1
    """
    if point < 0:
        return point
    x, y = point % width, point // width
    if view & 1:
        x = width - 1 - x
    if view & 2:
        y = height - 1 - y
    return x * height + y if view & 4 else y * width + x
