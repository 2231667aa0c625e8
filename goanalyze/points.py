"""Colours, points, their coordinate systems, and readers of both.

The corners of a 19×19 board in the three coordinate systems in use:

=============  ==========  =====  =====
corner         index       SGF    GTP
=============  ==========  =====  =====
upper left     0           aa     A19
upper right    18          sa     T19
lower left     342         as     A1
lower right    360         ss     T1
=============  ==========  =====  =====

* **index**: ``row * width + column``, row 0 at the top, as SGF reads. ``PASS`` (−1) is a pass,
  ``OFF_BOARD`` (−2) a move that names no point of the board.
* **SGF**: column letter, then row letter; ``a``–``z`` are 0–25, ``A``–``Z`` are 26–51 (FF[4], Go, "Move").
* **GTP**: column letter without I, row number from the bottom. Beyond column 25 (Z) the
  letters double (``AA``, ``AB`` …), as later programs do; GTP version 2 itself stops at 25.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NoReturn, SupportsIndex, TypeAlias

from goanalyze.errors import BoardError, NoSuchPointError
from goanalyze.util.arguments import is_whole
from goanalyze.util.toml import shown

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2

PASS: Final = -1
OFF_BOARD: Final = -2
KO_PASS: Final = -3
"""A pass for a ko, which lifts ko bans in the confirmation of life and death (Japanese rules 1989, article 7.2)."""

_SGF_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_GTP_LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
TT_PASS: Final = 19
"""``tt``, column and row 19, is a pass on boards up to 19×19 (FF[3]; FF[4] keeps it readable)."""


def opponent(color: int) -> int:
    """Return the other colour.

    Example:
        >>> opponent(BLACK) == WHITE
        True
    """
    return BLACK + WHITE - color


def color_name(color: int) -> str:
    """Return ``black``, ``white`` or ``empty``."""
    return ("empty", "black", "white")[color]


def color_letter(color: int) -> str:
    """Return ``B``, ``W``, or ``.`` for an empty point."""
    return ".BW"[color]


def to_sgf(point: int, width: int) -> str:
    """Return the SGF letters of a point; the empty string for a pass.

    Args:
        point: index of the point, `PASS` for a pass.
        width: columns of the board.

    Example:
        >>> to_sgf(360, 19), to_sgf(PASS, 19)
        ('ss', '')
    """
    try:
        if point < 0:
            return ""
        row, column = divmod(point, width)
        return _SGF_LETTERS[column] + _SGF_LETTERS[row]
    except (TypeError, ValueError, ArithmeticError, IndexError):
        _fail(point, width)


def from_sgf(text: str, width: int, height: int) -> int:
    """Return the point of SGF letters: its index, ``PASS``, or ``OFF_BOARD`` for letters outside the board.

    Args:
        text: two letters, a–z or A–Z; a pass if empty, or by `is_pass_point`.
        width: columns of the board.
        height: rows of the board.

    Raises:
        NoSuchPointError: the text is not two letters, or a side is not a number.

    Example:
        >>> [from_sgf(text, size, size) for text, size in (("sa", 19), ("tt", 19), ("tt", 21), ("jj", 9), ("ja", 9))]
        [18, -1, 418, -1, -2]
    """
    if text == "":
        return PASS
    if not isinstance(text, str) or len(text) != 2 or text[0] not in _SGF_LETTERS or text[1] not in _SGF_LETTERS:
        raise NoSuchPointError(f"{text!r} is not a valid SGF point. Expected two letters, a-z or A-Z.")
    column, row = _SGF_LETTERS.index(text[0]), _SGF_LETTERS.index(text[1])
    try:
        if is_pass_point(column, row, width, height):
            return PASS
        return row * width + column if column < width and row < height else OFF_BOARD
    except (TypeError, ValueError):
        raise NoSuchPointError(f"{width!r}×{height!r} is not a valid board size. Expected columns and rows.") from None


def is_pass_point(column: int, row: int, width: int, height: int) -> bool:
    """Return True for a point that means a pass.

    It is ``tt`` on boards up to 19×19 (FF[3]), and on any board the point diagonally beyond the lower right
    corner, which some programs write.

    Args:
        column: column from 0.
        row: row from 0.
        width: columns of the board.
        height: rows of the board.

    Example:
        >>> is_pass_point(19, 19, 13, 13), is_pass_point(13, 13, 13, 13), is_pass_point(9, 0, 9, 9)
        (True, True, False)
    """
    is_ff3 = column == row == TT_PASS and max(width, height) <= TT_PASS
    return is_ff3 or (column == width and row == height)


def gtp_column(column: int) -> str:
    """Name a column as GTP and printed diagrams do: A, B … H, J … Z, AA, AB.

    Example:
        >>> gtp_column(7), gtp_column(8), gtp_column(24), gtp_column(25)
        ('H', 'J', 'Z', 'AA')
    """
    first, last = divmod(column, len(_GTP_LETTERS))
    return (_GTP_LETTERS[first - 1] if first else "") + _GTP_LETTERS[last]


def to_gtp(point: int, width: int, height: int) -> str:
    """Return the GTP name of a point; ``pass`` for a pass.

    Args:
        point: index of the point, `PASS` for a pass.
        width: columns of the board.
        height: rows of the board.

    Example:
        >>> to_gtp(342, 19, 19), to_gtp(0, 9, 9), to_gtp(PASS, 9, 9)
        ('A1', 'A9', 'pass')
    """
    try:
        if point == PASS:
            return "pass"
        if point < 0:
            return "off board"
        row, column = divmod(point, width)
        return f"{gtp_column(column)}{height - row}"
    except (TypeError, ValueError, ArithmeticError, IndexError):
        _fail(point, width)


def _fail(point: object, width: object) -> NoReturn:
    raise NoSuchPointError(
        f"{point!r} is not a valid index of a point on a board of {width!r} columns. Expected whole numbers."
    ) from None


def from_gtp(text: str, width: int, height: int) -> int:
    """Return the point of a GTP name, `PASS` for ``pass``.

    Args:
        text: name of the point, in capitals or not.
        width: columns of the board.
        height: rows of the board.

    Raises:
        NoSuchPointError: the text is not the name of a point of the board.

    Example:
        >>> from_gtp("t1", 19, 19), from_gtp("pass", 19, 19)
        (360, -1)
    """
    if not isinstance(text, str):
        raise NoSuchPointError(f"{text!r} is not a valid name of a point. Expected a str such as 'D4'.")
    name = text.strip().upper()
    if name == "PASS":
        return PASS
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    try:
        columns = {gtp_column(column): column for column in range(width)}
        is_valid = letters in columns and digits and 1 <= int(digits) <= height
    except (TypeError, ValueError, ArithmeticError, IndexError):
        raise NoSuchPointError(f"{width!r}×{height!r} is not a valid board size. Expected columns and rows.") from None
    if not is_valid:
        raise NoSuchPointError(
            f"{text!r} is not a valid point on a {width}×{height} board. Expected a name from A1 to "
            f"{to_gtp(width - 1, width, height)} (column I is not used)."
        )
    return (height - int(digits)) * width + columns[letters]


def points_of(points: Iterable[int | str], width: int, height: int) -> list[int]:
    """Return points by index or GTP name as indices; a single name is one point.

    Raises:
        NoSuchPointError: a value is not a point of the board.

    Example:
        >>> points_of(["A1", 0], 3, 3)
        [6, 0]
    """
    expected = f"Expected names such as D4, or indices from 0 to {width * height - 1}."
    values = [points] if isinstance(points, str) else points
    if not isinstance(values, Iterable) or isinstance(values, (bytes, type)):
        raise NoSuchPointError(f"{points!r} is not a valid list of points. {expected}")
    indices = [from_gtp(value, width, height) if isinstance(value, str) else value for value in values]
    for index in indices:
        if not isinstance(index, SupportsIndex) or not 0 <= operator.index(index) < width * height:
            raise NoSuchPointError(f"{index!r} is not a valid point on a {width}×{height} board. {expected}")
    return [operator.index(index) for index in indices]


MoveLike: TypeAlias = str | SupportsIndex | Sequence[SupportsIndex]
"""A move as an argument: ``"D4"`` or ``"pass"``, in capitals or not; ``(x, y)``, the column from the left and the
row from the top, both from 0; or a point's index, row by row from the upper left, −1 for a pass."""
ColorLike: TypeAlias = int | str
"""A colour as an argument: `BLACK`, `WHITE`, or ``"black"``, ``"b"``, ``"white"``, ``"w"``, in capitals or not."""

COLORS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
"""The names of the colours, in small letters."""


@cache
def names_of(width: int, height: int) -> dict[str, int]:
    """Return the points of a board and the pass by GTP name, in capitals or small letters."""
    points = {to_gtp(point, width, height): point for point in range(PASS, width * height)}
    return points | {name.lower(): point for name, point in points.items()} | {"PASS": PASS, "Pass": PASS}


def read_move(move: object, width: int, height: int) -> int:
    """Return the point of a move, `PASS` for a pass.

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
    """Return points, each read by `read_move`; a single name is one point.

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
