"""Boards as text, plain and in colour, and sequences of moves as books print them.

Star points and the check of points are those of all drawings.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from unicodedata import combining, east_asian_width

from goanalyze.errors import NoSuchPointError, OptionError
from goanalyze.points import BLACK, EMPTY, KO_PASS, PASS, WHITE, color_name, gtp_column, to_gtp

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text


class Glyphs(NamedTuple):
    """Characters of a diagram, each one column wide.

    Attributes:
        stones: characters of an empty point, a black stone and a white stone.
        star: character of an empty star point.
        signs: characters of Black's and White's territory, and of dead black and white stones.
    """

    stones: str
    star: str
    signs: str

    def translate(self, text: str) -> str:
        """Return a text with these characters for the signs `b`, `w`, `x` and `o`."""
        return text.translate(str.maketrans(ASCII.signs, self.signs))


ASCII: Final = Glyphs(".XO", "+", "bwxo")
"""Characters that every terminal has, and that `Position.from_rows` reads."""
UNICODE: Final = Glyphs("·●○", "+", "■□xø")

# Every style sets foreground and background, so that the terminal's own colours do not matter.
# White and black ink have a contrast of 3:1 or more with the board and with the tint of the other's territory.
_WOOD: Final = "on #b5832f"
_GROUND: Final = {EMPTY: _WOOD, BLACK: "on #7d5516", WHITE: "on #ecd6a2"}  # by the owner of a point
_INK: Final = {EMPTY: "#4a3208", BLACK: "bold #000000", WHITE: "bold #ffffff"}
_ALERT: Final = "bold #7f0000"
_SIGN_INK: Final = {EMPTY: _ALERT, BLACK: "#000000", WHITE: "#5c431c"}  # of signs on empty points, by their owner


class Stones(Protocol):
    """A board that can be drawn."""

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
        """uint8[width * height]: 0 empty, 1 Black, 2 White; row by row from the upper left."""
        ...


def star_points(width: int, height: int) -> list[int]:
    """Return the star points (hoshi) that are drawn on a board, in reading order.

    Corner stars are on the third line of sides of 7 to 12 lines, and on the fourth of longer ones. The centre has one
    if both sides are odd and at least 9, and the middle of a side if that side is odd and at least 13. Boards with a
    side under 7 have none. Source for 9, 13 and 19: Wikipedia, *Rules of Go* (some printed boards of 13 have five).
    Other sizes lack a standard.
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


def check_points(position: Stones, points: Iterable[int], argument: str) -> None:
    """Check that all points are on the board, before anything is drawn on them.

    Raises:
        NoSuchPointError: a point is off the board.
    """
    last = position.width * position.height - 1
    for point in points:
        if not 0 <= point <= last:
            size = f"{position.width}×{position.height}"
            raise NoSuchPointError(f"{argument}: {point} is not a valid point of a {size} board. Expected 0 to {last}.")


def diagram(
    position: Stones,
    *,
    last: int | None = None,
    marks: Mapping[int, str] | None = None,
    region: Iterable[int] = (),
    glyphs: Glyphs = ASCII,
) -> str:
    """Draw a position as plain text, with GTP coordinates on all sides.

    ``X`` is Black, ``O`` White, ``.`` an empty point, ``+`` an empty star point. Columns of boards wider than 25 are
    further apart, since their names have two letters. Lines have no blanks at the end.

    Raises:
        NoSuchPointError: a point is off the board.
        OptionError: a mark is not one character one column wide.
    """
    marks, inside = marks or {}, set(region)
    _check_marks(position, last, marks, inside)
    width, height = position.width, position.height
    pitch, digits = _pitch(width), len(str(height))
    points = _characters(position, marks, glyphs)
    header = " " * (digits + 1) + "".join(gtp_column(column).ljust(pitch) for column in range(width)).rstrip()
    lines = [header]
    for row in range(height):
        # One blank before each point and at least one after it: there the brackets go.
        line = [" "] * (pitch * (width - 1) + 3)
        line[1::pitch] = points[row * width : (row + 1) * width]
        for column in range(width):
            start, point = pitch * column, row * width + column
            if point in inside:
                line[start] = line[start] if column and point - 1 in inside else "["
                line[start + 2] = line[start + 2] if column + 1 < width and point + 1 in inside else "]"
        if last is not None and last >= 0 and last // width == row:
            start = pitch * (last % width)
            line[start], line[start + 2] = "(", ")"
        lines.append(f"{height - row:{digits}}{''.join(line)}{height - row}")
    return "\n".join([*lines, header])


def rich_diagram(
    position: Stones,
    *,
    last: int | None = None,
    marks: Mapping[int, str] | None = None,
    region: Iterable[int] = (),
    owners: Mapping[int, int] | None = None,
    glyphs: Glyphs | None = None,
) -> Text:
    """Draw a position in colours for a terminal.

    Each point is two columns wide, so that the board looks square. The board has its own background, so it reads on
    dark and on light terminals. Without colours the text is that of `diagram` with the same characters.

    Raises:
        NoSuchPointError: a point is off the board.
        OptionError: a mark is not one character one column wide.
    """
    from rich.text import Text  # only drawings in colour need rich

    marks, owners, inside = marks or {}, owners or {}, set(region)
    check_points(position, owners, "owners")
    drawn = diagram(position, last=last, marks=marks, region=inside, glyphs=glyphs or terminal_glyphs())
    text = Text(drawn, no_wrap=True, overflow="ignore")
    width, pitch, stones = position.width, _pitch(position.width), position.stones.tolist()
    lines = drawn.split("\n")
    start = len(lines[0]) + 1 + len(str(position.height))
    for row, line in enumerate(lines[1:-1]):
        text.stylize(f"{_INK[EMPTY]} {_WOOD}", start, start + pitch * (width - 1) + 3)
        for column in range(width):
            point, cell = row * width + column, start + pitch * column
            ground = _GROUND[owners.get(point, EMPTY)]
            if point in owners:  # the point and the half of its surroundings that no bracket needs
                text.stylize(ground, cell + 1, cell + 1 + pitch)
            if point == last or point in inside:
                text.stylize(f"{_ALERT} {_WOOD}", cell, cell + 1)
                text.stylize(f"{_ALERT} {ground}", cell + 2, cell + 3)
            is_sign = point in marks and not stones[point]
            ink = _SIGN_INK[owners.get(point, EMPTY)] if is_sign else _INK[stones[point]]
            text.stylize(f"{ink} {ground}", cell + 1, cell + 2)
        start += len(line) + 1
    return text


def terminal_glyphs() -> Glyphs:
    """Return the characters that the terminal can show: `UNICODE` for UTF-8, `ASCII` for any other charset."""
    return UNICODE if (getattr(sys.stdout, "encoding", "") or "").lower().startswith("utf") else ASCII


def rich_joined(*parts: Text | tuple[str, str], between: str = "\n") -> Text:
    """Join parts of a terminal's text: text in colours, or plain text and its style."""
    from rich.text import Text  # only drawings in colour need rich

    return Text(between).join([Text(*part) if isinstance(part, tuple) else part for part in parts])


def _pitch(width: int) -> int:
    """Return the number of characters from one column to the next: the longest column name and a blank."""
    return len(gtp_column(width - 1)) + 1


def _characters(position: Stones, marks: Mapping[int, str], glyphs: Glyphs) -> list[str]:
    characters = [glyphs.stones[stone] for stone in position.stones.tolist()]
    for point in star_points(position.width, position.height):
        if characters[point] == glyphs.stones[EMPTY]:
            characters[point] = glyphs.star
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
            raise OptionError(f"{mark!r} is not a valid mark. Expected one character one column wide.")


class NumberedMoves(NamedTuple):
    """Moves on one board from which no stone is removed.

    Attributes:
        stones: uint8[points], the stones before the moves and those of the moves.
        numbers: point → number of the first move on it.
        elsewhere: (number, text) of the other moves: ``pass``, or the number or name of the point's stone.
    """

    stones: NDArray[np.uint8]
    numbers: dict[int, int]
    elsewhere: list[tuple[int, str]]


def numbered_moves(board: Stones, moves: Iterable[tuple[int, int]], first: int = 1) -> NumberedMoves:
    """Number moves on a board.

    Example:
        >>> import goanalyze as ga
        >>> numbered_moves(ga.Position.from_rows(["X.."]), [(2, 1), (1, -1), (2, 0), (1, 1)])[1:]
        ({1: 1}, [(2, 'pass'), (3, 'at A1'), (4, 'at 1')])
    """
    passes = {PASS: "pass", KO_PASS: "pass for the ko"}
    stones, numbers, elsewhere = board.stones.copy(), dict[int, int](), list[tuple[int, str]]()
    for number, (color, point) in enumerate(moves, first):
        if point < 0:
            elsewhere.append((number, passes.get(point, "off board")))
        elif stones[point] == EMPTY:
            stones[point], numbers[point] = color, number
        else:
            elsewhere.append((number, f"at {numbers.get(point) or to_gtp(point, board.width, board.height)}"))
    return NumberedMoves(stones, numbers, elsewhere)


def line_words(line: Sequence[tuple[int, int]], width: int, height: int, first: int = 1) -> str:
    """Return a sequence of moves in words.

    Example:
        >>> line_words([(1, 0), (2, KO_PASS), (1, PASS)], 9, 9)
        'Black 1 A9, White 2 passes for the ko, Black 3 passes'
    """
    passes = {PASS: "passes", KO_PASS: "passes for the ko"}
    return ", ".join(
        f"{color_name(color).capitalize()} {number} {passes.get(point) or to_gtp(point, width, height)}"
        for number, (color, point) in enumerate(line, first)
    )
