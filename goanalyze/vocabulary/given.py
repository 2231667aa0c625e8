"""Points and colours however they are given, as names, pairs or numbers: read in one way everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, SupportsIndex, TypeAlias

from goanalyze.errors import BoardError, NoSuchPointError
from goanalyze.vocabulary.arguments import is_whole
from goanalyze.vocabulary.points import BLACK, PASS, WHITE, to_gtp
from goanalyze.vocabulary.toml import shown

MoveLike: TypeAlias = str | SupportsIndex | Sequence[SupportsIndex]
"""A move as it may be given: ``"D4"`` or ``"pass"``, in capitals or not; ``(x, y)``, the column from the left and the
row from the top, both from 0; or a point's index, row by row from the upper left, −1 for a pass."""
ColorLike: TypeAlias = int | str
"""A colour as it may be given: `BLACK`, `WHITE`, or ``"black"``, ``"b"``, ``"white"``, ``"w"``, in capitals or not."""

COLORS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
"""The names of the colours, in small letters."""


@cache
def names_of(width: int, height: int) -> dict[str, int]:
    """Return the points of a board by GTP name, as people write it in capitals or not, and the pass."""
    points = {to_gtp(point, width, height): point for point in range(PASS, width * height)}
    return points | {name.lower(): point for name, point in points.items()} | {"PASS": PASS, "Pass": PASS}


def read_move(move: object, width: int, height: int) -> int:
    """Return the point that a move is made on, `PASS` for a pass.

    Raises:
        NoSuchPointError: the value is not a point; the message has the valid ones.

    Example:
        >>> read_move("D4", 9, 9), read_move((3, 5), 9, 9), read_move(48, 9, 9), read_move(" PASS ", 9, 9)
        (48, 48, 48, -1)
        >>> read_move("I5", 9, 9)
        Traceback (most recent call last):
        goanalyze.errors.NoSuchPointError: 'I5' is not a valid point on a 9×9 board. Expected ...
    """
    if isinstance(move, str):
        names = names_of(width, height)
        if (point := names.get(move, names.get(move.strip().upper()))) is not None:
            return point
    elif is_whole(move) and PASS <= (index := int(move)) < width * height:
        return index
    parts = [] if isinstance(move, bytes) or not isinstance(move, Sequence) else list(move)
    pair: list[int] = list(map(int, parts)) if all(map(is_whole, parts)) else []
    if len(pair) == 2 and 0 <= pair[0] < width and 0 <= pair[1] < height:
        return pair[1] * width + pair[0]
    text = f"({', '.join(map(shown, pair))})" if len(pair) == 2 else shown(move)
    raise NoSuchPointError(
        f"{text} is not a valid point on a {width}×{height} board. Expected a name from A1 to "
        f"{to_gtp(width - 1, width, height)} (column I is not used), 'pass', (column, row) from (0, 0), the upper "
        f"left, to ({width - 1}, {height - 1}), or an index from 0 to {width * height - 1}, -1 for a pass."
    )


def read_points(points: Iterable[MoveLike], width: int, height: int) -> list[int]:
    """Return points, each given as `read_move` takes it; one name alone is one point.

    Raises:
        NoSuchPointError: a value is not a point, or is a pass.

    Example:
        >>> read_points(["A1", (0, 0)], 3, 3)
        [6, 0]
    """
    values = [points] if isinstance(points, str) else points
    if not isinstance(values, Iterable) or isinstance(values, type):
        raise NoSuchPointError(f"{shown(points)} is not a valid list of points. Expected one such as ['D4', 'Q16'].")
    indices = [(value, read_move(value, width, height)) for value in values]
    for value, index in indices:
        if index == PASS:
            raise NoSuchPointError(f"{shown(value)} is a pass. Expected points of the board.")
    return [index for _, index in indices]


def read_color(color: object) -> int:
    """Return a colour.

    Raises:
        BoardError: the value is not a colour.

    Example:
        >>> read_color("White") == WHITE
        True
    """
    if isinstance(color, str):
        if value := COLORS.get(color.strip().lower()):
            return value
    elif is_whole(color) and int(color) in (BLACK, WHITE):
        return int(color)
    raise BoardError(f"{shown(color)} is not a valid colour. Expected 'black' or 1, or 'white' or 2.")
