"""Boards as text, plain and in colour, and what every drawing shares: star points, the check of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol
from unicodedata import combining, east_asian_width

from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, gtp_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

_STONES: Final = {BLACK: "X", WHITE: "O"}

# Every style sets foreground and background, so that the terminal's own colours do not matter.
_WOOD: Final = "#000000 on #dcb35c"
_RICH_STONES: Final = {BLACK: "bold #ffffff on #000000", WHITE: "bold #000000 on #ffffff"}
_RICH_MARK: Final = "bold #8b0000 on #dcb35c"


class Stones(Protocol):
    """What can be drawn: columns, rows, and the colour of each point, row-major from the upper left."""

    @property
    def width(self) -> int:
        """Columns."""
        ...

    @property
    def height(self) -> int:
        """Rows."""
        ...

    @property
    def stones(self) -> NDArray[np.uint8]:
        """uint8[width * height]: 0 empty, 1 Black, 2 White."""
        ...


def star_points(width: int, height: int) -> list[int]:
    """List the star points (hoshi) that are drawn on a board, in reading order.

    Corner stars stand on the third line of sides of 7–12, on the fourth of longer ones. The
    centre has one where both sides are odd and at least 9, the middle of a side where that side
    is odd and at least 13. Boards with a side under 7 have none. So the rules article has it for
    9, 13 and 19 (some printed boards of 13 have five); for the other sizes it is assumed, as there
    is no standard.

    Example:
        >>> star_points(9, 9), star_points(5, 5)
        ([20, 24, 40, 56, 60], [])
    """
    if min(width, height) < 7:
        return []
    left, top = (2 if side < 13 else 3 for side in (width, height))
    middle_column, middle_row = width // 2, height // 2
    columns, rows = (left, width - 1 - left), (top, height - 1 - top)
    stars = {(row, column) for row in rows for column in columns}
    if width % 2 and height % 2 and min(width, height) >= 9:
        stars.add((middle_row, middle_column))
    if width % 2 and width >= 13:
        stars.update((row, middle_column) for row in rows)
    if height % 2 and height >= 13:
        stars.update((middle_row, column) for column in columns)
    return sorted(row * width + column for row, column in stars)


def check_points(position: Stones, points: Iterable[int], what: str) -> None:
    """Check that all points are on the board, before something is drawn on them.

    Args:
        position: gives the size of the board.
        points: point indices.
        what: name of the argument they came from, for the message.

    Raises:
        ValueError: a point is off the board.

    Example:
        >>> from goanalyze.core.position import Position
        >>> check_points(Position.empty(9), [0, 81], "marks")
        Traceback (most recent call last):
        ValueError: marks: 81 is no point of a 9×9 board; points run from 0 to 80
    """
    size = position.width * position.height
    for point in points:
        if not 0 <= point < size:
            raise ValueError(
                f"{what}: {point} is no point of a {position.width}×{position.height} board; "
                f"points run from 0 to {size - 1}"
            )


def diagram(
    position: Stones, *, last: int | None = None, marks: Mapping[int, str] | None = None, region: Iterable[int] = ()
) -> str:
    """Draw a position as plain text, with GTP coordinates on all sides.

    ``X`` is Black, ``O`` White, ``.`` an empty point, ``+`` an empty star point. Boards wider
    than 25 are spaced wider, for the two-letter columns. Lines have no blanks at the end.

    Args:
        position: the stones; not modified.
        last: the last move, put in brackets; a pass (or any negative value) shows nothing.
        marks: point → character drawn instead of the point's own.
        region: points in square brackets, row by row.

    Raises:
        ValueError: a point is off the board, or a mark is not one character one column wide.

    Example:
        >>> from goanalyze.core.position import Position
        >>> print(diagram(Position.from_rows([".X.", "XO.", "..."]), last=3, marks={8: "a"}))
          A B C
        3 . X . 3
        2(X)O . 2
        1 . . a 1
          A B C
    """
    marks = {} if marks is None else marks
    inside = set(region)
    _check_marks(position, last, marks, inside)
    width, height = position.width, position.height
    pitch = _pitch(width)
    digits = len(str(height))
    points = _characters(position, marks)
    header = " " * (digits + 1) + "".join(gtp_column(column).ljust(pitch) for column in range(width)).rstrip()
    lines = [header]
    for row in range(height):
        # One blank before each point and at least one after it: there the brackets go.
        line = [" "] * (pitch * (width - 1) + 3)
        line[1::pitch] = points[row * width : (row + 1) * width]
        for column in range(width):
            place, point = pitch * column, row * width + column
            if point in inside:
                line[place] = line[place] if column and point - 1 in inside else "["
                line[place + 2] = line[place + 2] if column + 1 < width and point + 1 in inside else "]"
        if last is not None and last >= 0 and last // width == row:
            start = pitch * (last % width)
            line[start], line[start + 2] = "(", ")"
        lines.append(f"{height - row:{digits}}{''.join(line)}{height - row}")
    return "\n".join([*lines, header])


def rich_diagram(
    position: Stones, *, last: int | None = None, marks: Mapping[int, str] | None = None, region: Iterable[int] = ()
) -> Text:
    """Draw a position as `diagram` does, in colours for a terminal.

    The board brings its own background, so it reads on dark and on light terminals; without
    colours (a pipe, ``NO_COLOR``) it is exactly the plain diagram.

    Args:
        position: the stones; not modified.
        last: the last move, put in brackets; a pass (or any negative value) shows nothing.
        marks: point → character drawn instead of the point's own.
        region: points in square brackets, row by row.

    Raises:
        ValueError: as `diagram`.

    Example:
        >>> from goanalyze.core.position import Position
        >>> board = Position.from_rows([".X", "O."])
        >>> rich_diagram(board, last=1).plain == diagram(board, last=1)
        True
    """
    from rich.text import Text  # noqa: PLC0415 - drawing in colour alone pays for rich

    text = Text(diagram(position, last=last, marks=marks, region=region), no_wrap=True, overflow="ignore")
    width, pitch = position.width, _pitch(position.width)
    stones = position.stones.tolist()
    marked = set() if marks is None else set(marks)
    lines = text.plain.split("\n")
    start = len(lines[0]) + 1 + len(str(position.height))
    for row, line in enumerate(lines[1:-1]):
        text.stylize(_WOOD, start, start + pitch * (width - 1) + 3)
        for column in range(width):
            point, place = row * width + column, start + pitch * column
            if point == last:
                text.stylize(_RICH_MARK, place, place + 3)
            if stones[point] != EMPTY:
                text.stylize(_RICH_STONES[stones[point]], place + 1, place + 2)
            elif point in marked:
                text.stylize(_RICH_MARK, place + 1, place + 2)
        start += len(line) + 1
    return text


def rich_joined(*parts: Text | tuple[str, str], between: str = "\n") -> Text:
    """Put pieces of a terminal's text together: text in colours, or plain text and its style."""
    from rich.text import Text  # noqa: PLC0415 - drawing in colour alone pays for rich

    return Text(between).join([Text(*part) if isinstance(part, tuple) else part for part in parts])


def _pitch(width: int) -> int:
    """Return the characters from one column to the next: the longest column name and a blank."""
    return len(gtp_column(width - 1)) + 1


def _characters(position: Stones, marks: Mapping[int, str]) -> list[str]:
    """Return the character of every point, row-major from the upper left."""
    characters = [_STONES.get(stone, ".") for stone in position.stones.tolist()]
    for point in star_points(position.width, position.height):
        if characters[point] == ".":
            characters[point] = "+"
    for point, mark in marks.items():
        characters[point] = mark
    return characters


def _check_marks(position: Stones, last: int | None, marks: Mapping[int, str], region: Iterable[int]) -> None:
    """Refuse points off the board and marks that would push the columns out of line."""
    check_points(position, [] if last is None or last < 0 else [last], "last")
    check_points(position, marks, "marks")
    check_points(position, region, "region")
    for mark in marks.values():
        narrow = len(mark) == 1 and mark.isprintable() and not combining(mark) and east_asian_width(mark) not in "WF"
        if not narrow:
            raise ValueError(f"{mark!r} is not a mark for a text diagram: one character, one column wide, is needed")
