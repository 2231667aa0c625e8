"""Handicap stones: the fewest, their fixed points, and the points that records without them mean."""

from __future__ import annotations

from typing import Final

HANDICAP: Final = 2
"""Fewest handicap stones: one stone is the first move."""

_SMALLEST: Final = 7  # lines of a board with fixed points
_MOST: Final = 9
_CORNERS: Final = 4
_FIVE_STARS: Final = 9  # lines of the board whose star points are the corners and the centre alone


def fixed_handicap(width: int, height: int, stones: int) -> list[int]:
    """Return the fixed points of 2 to 9 handicap stones on square boards from 7×7, else [].

    They are star points: 9×9 has five of them, so that six stones and more have no fixed points there. Of three
    stones the upper left corner is open (Japanese custom and AGA); GTP leaves the lower right one open.

    Rule: Wikipedia, *Rules of Go*, section Handicap.
    """
    if width != height or (width == _FIVE_STARS and stones > _CORNERS + 1):
        return []
    return grid_points(width, stones)


def no_fixed_points(width: int, height: int, stones: int) -> str:
    """Return the statement, without a full stop, that no rule fixes the points of handicap stones.

    Rule: Wikipedia, *Rules of Go*, section Handicap: star points, of which 19×19 and 13×13 have nine, 9×9 five; nine
    stones are the nominal limit. No source names points for boards that are not square or have an even side, beyond
    the four corners there.

    Example:
        >>> no_fixed_points(9, 9, 6)
        'No rule fixes the points of 6 handicap stones on 9×9, which has five star points'
    """
    is_five = width == height == _FIVE_STARS
    return (
        f"No rule fixes the points of {stones} handicap stones on {width}×{height}"
        f"{', which has five star points' if is_five else ''}"
    )


def grid_points(size: int, stones: int) -> list[int]:
    """Return the points of up to nine stones on the grid of corners, sides and centre, else [].

    Rule: Farnebäck, *GTP version 2, draft 2*, 2002, section 4.1.1: nine stones from 9×9, four on even boards.
    """
    most = _CORNERS if size % 2 == 0 or size == _SMALLEST else _MOST
    if size < _SMALLEST or not HANDICAP <= stones <= most:
        return []
    near = 2 if size < 13 else 3
    far, middle = size - 1 - near, size // 2
    cells = [(far, near), (near, far), (far, far), (near, near)][:stones]
    if stones >= 6:
        cells += [(middle, near), (middle, far)]
    if stones >= 8:
        cells += [(near, middle), (far, middle)]
    if stones >= 5 and stones % 2:
        cells.append((middle, middle))
    return [row * size + column for row, column in cells]


def unwritten_handicap(width: int, height: int, stones: int) -> list[list[int]]:
    """Return the sets of points that a record without its handicap stones may mean, the most usual first.

    Three stones leave the lower right corner open (GTP, Fox) or the upper left one (Japan, AGA). Six and seven stones
    are on the left and right sides or on the upper and lower ones.
    """
    points = fixed_handicap(width, height, stones)
    if not points:
        return []
    if stones == _CORNERS - 1:
        return [[width * height - 1 - point for point in points], points]
    if stones in (6, 7):
        return [points, [point % width * width + point // width for point in points]]
    return [points]
