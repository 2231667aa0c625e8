"""Positions as pictures: one self-contained SVG text per board.

What may live here: the drawing. What may not: judging the position, writing files.

The origin of the drawing is the upper left point of the board, so that point (row, column) lies
at ``column * cell``, ``row * cell``. There are no gradients, ids, scripts, style sheets or links:
any number of boards can stand on one page, and each can be saved as a file as it is. Groups are
named by class: ``go-black``, ``go-white``, ``go-marks``, ``go-labels``, ``go-last`` and so on.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final, Literal

from goanalyze.points import BLACK, EMPTY, WHITE, gtp_column
from goanalyze.show.diagram import check_points, star_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from goanalyze.position import Position

__all__ = ["board_svg"]


@dataclass(frozen=True)
class _Geometry:
    """Lengths of the drawing; one unit is one pixel at natural size."""

    cell: int = 24  # from one line to the next
    stone: int = 11  # radius; the outline adds half a unit, so that neighbours do not touch
    ring: float = 9.5  # radius of the last-move ring: inside the stone, around a three-digit number
    star: int = 3
    patch: int = 9  # radius of the bare wood under a label
    owner: int = 8  # side of a territory square
    margin: int = 18  # from the outermost line to the edge of the drawing
    border: int = 16  # what the coordinates add to it
    font: int = 12  # of labels of one or two characters
    font_share: int = 27  # of longer ones: this over the length; three wide digits fit into the ring
    stub: int = 5  # how far a line shows beyond the only point it has
    coordinate_font: int = 11
    drop: int = 4  # from the middle of a letter to its base line


@dataclass(frozen=True)
class _Theme:
    """Colours of a board."""

    board: str
    line: str
    text: str


_SIZE: Final = _Geometry()
_THEMES: Final = {
    "wood": _Theme(board="#e3bc6f", line="#5c431c", text="#4a3512"),
    "plain": _Theme(board="#fff", line="#777", text="#444"),
}
_FILL: Final = {BLACK: "#1a1a1a", WHITE: "#fff"}
_INK: Final = {EMPTY: "#000", BLACK: "#fff", WHITE: "#000"}  # what can be read on a stone, or on the board
_ACCENT: Final = "#d8271c"  # 3:1 or better against both stones

# Shapes of the marks, drawn from the point itself, with a pen of two units.
_MARKS: Final = {
    "cross": "m-5-5l10 10m0-10l-10 10",
    "square": "m-5-5h10v10h-10z",
    "triangle": "m0-7l6 10.5h-12z",
    "circle": "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z",
    "dot": "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
}


def board_svg(
    position: Position,
    *,
    last: int | None = None,
    labels: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
    territory: Mapping[int, int] | None = None,
    title: str = "",
    theme: Literal["wood", "plain"] = "wood",
    coordinates: bool = True,
) -> str:
    """Draw a position as SVG.

    The board has its own background, so it reads on dark and on light pages. Where things share
    a point, a label takes the place of the territory square, and a mark is drawn in red.

    Args:
        position: the stones; not modified.
        last: the last move, ringed; a pass (or any negative value) shows nothing.
        labels: point → move number, letter or other short text; the longer, the smaller.
        marks: point → ``cross``, ``square``, ``triangle``, ``circle`` or ``dot``.
        territory: point → owner, drawn as a small square; nothing for ``EMPTY``.
        title: what the picture shows, for screen readers and as a tooltip; default: the board's size.
        theme: ``wood``, or ``plain`` for print.
        coordinates: letters and numbers as GTP has them, on all sides.

    Returns:
        One ``<svg>`` element, valid XML. A full 19×19 board takes about 16 KB, and about 27 KB
        with a move number on each stone.

    Raises:
        ValueError: a point is off the board; an unknown kind of mark, owner or theme.

    Example:
        >>> from goanalyze.position import Position
        >>> picture = board_svg(Position.from_rows([".X", "O."]), last=1, labels={1: "1"}, title="After move 1")
        >>> picture[:42], picture.count("<circle")
        ('<svg xmlns="http://www.w3.org/2000/svg" ro', 3)
    """
    labels, marks, territory = labels or {}, marks or {}, territory or {}
    last = None if last is None or last < 0 else last
    _check(position, last, labels, marks, territory)
    if theme not in _THEMES:
        raise ValueError(f"{theme!r} is not a theme; themes are {', '.join(_THEMES)}")
    colours = _THEMES[theme]
    width = position.width
    stones: list[int] = position.stones.tolist()
    texts = {point: text for point, label in labels.items() if (text := _clean(label))}
    owners = {point: owner for point, owner in territory.items() if owner != EMPTY and point not in texts}
    parts = [
        _frame(position, title, colours, coordinates),
        _grid(position, colours),
        _coordinates(position, colours) if coordinates else "",
        _stones(stones, width),
        _territory(owners, width),
        _marks(marks, stones, width, owners.keys() | texts.keys()),
        _labels(texts, stones, width, colours),
        "" if last is None else _ring(last, width),
        "</svg>",
    ]
    return "".join(parts)


def _check(
    position: Position,
    last: int | None,
    labels: Mapping[int, str],
    marks: Mapping[int, str],
    territory: Mapping[int, int],
) -> None:
    """Refuse what cannot be drawn, saying what can."""
    check_points(position, [] if last is None else [last], "last")
    check_points(position, labels, "labels")
    check_points(position, marks, "marks")
    check_points(position, territory, "territory")
    for kind in marks.values():
        if kind not in _MARKS:
            raise ValueError(f"{kind!r} is not a kind of mark; kinds are {', '.join(_MARKS)}")
    for owner in territory.values():
        if owner not in (EMPTY, BLACK, WHITE):
            raise ValueError(f"{owner!r} owns no territory; owners are 1 (Black), 2 (White) and 0 (nobody)")


def _clean(text: str) -> str:
    """Return the text on one line, without control and format characters (XML forbids most of them)."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def _at(point: int, width: int) -> tuple[int, int]:
    """Return x and y of a point."""
    row, column = divmod(point, width)
    return column * _SIZE.cell, row * _SIZE.cell


def _circles(points: Iterable[int], width: int, radius: float) -> str:
    """Return a circle for each point; the group around them gives the colours."""
    places = (_at(point, width) for point in points)
    return "".join([f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in places])


def _frame(position: Position, title: str, colours: _Theme, coordinates: bool) -> str:
    """Return the opening tag, the title and the background."""
    margin = _SIZE.margin + (_SIZE.border if coordinates else 0)
    wide, high = ((side - 1) * _SIZE.cell + 2 * margin for side in (position.width, position.height))
    name = escape(_clean(title)) or f"Go board, {position.width}×{position.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{-margin} {-margin} {wide} {high}" '
        f'width="{wide}" style="max-width:100%" '
        f'font-family="sans-serif" text-anchor="middle"><title>{name}</title>'
        f'<rect x="{0.5 - margin}" y="{0.5 - margin}" width="{wide - 1}" height="{high - 1}" rx="3" '
        f'fill="{colours.board}" stroke="{colours.line}"/>'
    )


def _grid(position: Position, colours: _Theme) -> str:
    """Return the lines, as one path, and the star points."""
    right, bottom = (position.width - 1) * _SIZE.cell, (position.height - 1) * _SIZE.cell
    across, down = (0 if length else _SIZE.stub for length in (right, bottom))
    rows = "".join(f"M{-across} {y}H{right + across}" for y in range(0, bottom + 1, _SIZE.cell))
    columns = "".join(f"M{x} {-down}V{bottom + down}" for x in range(0, right + 1, _SIZE.cell))
    stars = _circles(star_points(position.width, position.height), position.width, _SIZE.star)
    return (
        f'<path d="{rows}{columns}" stroke="{colours.line}" stroke-linecap="square"/>'
        f'<g class="go-stars" fill="{colours.line}">{stars}</g>'
    )


def _coordinates(position: Position, colours: _Theme) -> str:
    """Return column letters above and below, row numbers on both sides."""
    right, bottom = (position.width - 1) * _SIZE.cell, (position.height - 1) * _SIZE.cell
    away = _SIZE.margin + _SIZE.border // 4
    letters = "".join(
        f'<text x="{column * _SIZE.cell}" y="{y}">{gtp_column(column)}</text>'
        for y in (_SIZE.drop - away, bottom + away + _SIZE.drop)
        for column in range(position.width)
    )
    numbers = "".join(
        f'<text x="{x}" y="{row * _SIZE.cell + _SIZE.drop}">{position.height - row}</text>'
        for x in (-away, right + away)
        for row in range(position.height)
    )
    return f'<g class="go-edge" font-size="{_SIZE.coordinate_font}" fill="{colours.text}">{letters}{numbers}</g>'


def _stones(stones: list[int], width: int) -> str:
    """Return the stones, one group for each colour."""
    groups = []
    for color, name in ((BLACK, "black"), (WHITE, "white")):
        circles = _circles((point for point, stone in enumerate(stones) if stone == color), width, _SIZE.stone)
        groups.append(f'<g class="go-{name}" fill="{_FILL[color]}" stroke="#1a1a1a">{circles}</g>')
    return "".join(groups)


def _territory(owners: Mapping[int, int], width: int) -> str:
    """Return a small square for each owned point, edged so that it shows on any ground."""
    squares = []
    for point, owner in owners.items():
        x, y = _at(point, width)
        squares.append(
            f'<path d="M{x} {y}m-{_SIZE.owner / 2:g}-{_SIZE.owner / 2:g}h{_SIZE.owner}v{_SIZE.owner}h-{_SIZE.owner}z"'
            f' fill="{_FILL[owner]}"/>'
        )
    return f'<g class="go-territory" stroke="#777">{"".join(squares)}</g>' if squares else ""


def _marks(marks: Mapping[int, str], stones: list[int], width: int, shared: set[int]) -> str:
    """Return the marks, in what reads on the stone below, or red on a shared point."""
    shapes = []
    for point, kind in marks.items():
        x, y = _at(point, width)
        ink = _ACCENT if point in shared else _INK[stones[point]]
        fill = f' fill="{ink}"' if kind == "dot" else ""
        shapes.append(f'<path d="M{x} {y}{_MARKS[kind]}" stroke="{ink}"{fill}/>')
    return f'<g class="go-marks" fill="none" stroke-width="2">{"".join(shapes)}</g>' if shapes else ""


def _labels(texts: Mapping[int, str], stones: list[int], width: int, colours: _Theme) -> str:
    """Return the labels, smaller the longer they are, on bare board where there is no stone."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for point, text in texts.items():
        x, y = _at(point, width)
        size = min(_SIZE.font, _SIZE.font_share / len(text))
        groups[_INK[stones[point]], f"{size:.3g}"].append(f'<text x="{x}" y="{y + _SIZE.drop}">{escape(text)}</text>')
    bare = _circles((point for point in texts if stones[point] == EMPTY), width, _SIZE.patch)
    patches = f'<g class="go-patches" fill="{colours.board}">{bare}</g>' if bare else ""
    return patches + "".join(
        f'<g class="go-labels" fill="{ink}" font-size="{size}">{"".join(lines)}</g>'
        for (ink, size), lines in groups.items()
    )


def _ring(last: int, width: int) -> str:
    """Return the ring around the last move."""
    return (
        f'<g class="go-last" fill="none" stroke="{_ACCENT}" stroke-width="2">{_circles([last], width, _SIZE.ring)}</g>'
    )
