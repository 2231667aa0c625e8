"""Boards as pictures: one self-contained SVG per board.

The origin of the drawing is the upper left point of the board. It has neither gradients, ids, scripts, style sheets nor
links: a page can contain any number of boards, and each can be saved as a file. The parts are named by class:
``go-black``, ``go-white``, ``go-marks``, ``go-labels``, ``go-last`` and others.

All stones of a colour are one path: a dot (`DOT`) for each, which round ends and a thick pen make a disc. Territory is
drawn with square ends. That takes a third of the room of circles, and a script that shows another position rewrites
three attributes. The dots have a small length, since some renderers draw nothing otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from goanalyze.draw.choices import Mark, Overlay, Theme
from goanalyze.draw.diagram import Stones, check_points, star_points
from goanalyze.draw.marks import (
    ACCENT,
    CAPTION,
    CELL,
    LOUD,
    MARKS,
    caption_block,
    caption_lines,
    cycle_numbers,
    legend_line,
    legend_width,
    loud_marks,
    numbers_by_point,
    position_of,
    region_border,
    region_ground,
)
from goanalyze.errors import OptionError
from goanalyze.points import BLACK, EMPTY, WHITE, gtp_column

DOT: Final = "h.01"
"""Path of a stone after its point."""

# Lengths in pixels at natural size
_STONE: Final = 23  # diameter, outline included: adjacent stones do not touch
_FACE: Final = 21  # diameter of a white stone inside its outline
_RING: Final = 9.5  # radius of the last-move ring: inside the stone, around a three-digit number
_STAR: Final = 3
_PATCH: Final = 9  # radius of the bare wood under a label
_OWNER: Final = 8  # side of a territory square inside its edge
_SHADE: Final = 15.0  # side of the square of a point that one side certainly owns
_EDGE: Final = 2  # width that the edges add to a square
_MARGIN: Final = 18  # from the outermost line to the edge of the drawing
_BORDER: Final = 16  # width that the coordinates add to it
_LEGEND: Final = 22  # height that the legend adds
_LABEL_FONT: Final = 12  # of labels of one or two characters
_LABEL_SHARE: Final = 27  # font of longer labels: this over the length; three wide digits fit into the ring
_STUB: Final = 5  # length that a line has beyond its only point
_COORDINATE_FONT: Final = 11
_DROP: Final = 4  # from the middle of a letter to its base line


class _Colors(NamedTuple):
    board: str
    line: str
    text: str


_THEMES: Final = {
    Theme.WOOD: _Colors(board="#e3bc6f", line="#5c431c", text="#4a3512"),
    Theme.PLAIN: _Colors(board="#fff", line="#777", text="#444"),
}
_FILL: Final = {BLACK: "#1a1a1a", WHITE: "#fff"}
_INK: Final = {EMPTY: "#000", BLACK: "#fff", WHITE: "#000"}  # readable on a stone, or on the board
_PALE: Final = 0.4  # opacity of faded stones
_LEVELS: Final = 10  # sizes of the squares of ownership
_NAMES: Final = {BLACK: "black", WHITE: "white"}


def board_svg(
    position: Stones,
    *,
    last: int | None = None,
    labels: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
    territory: Mapping[int, int] | None = None,
    shades: Mapping[int, float] | None = None,
    faded: Iterable[int] = (),
    cycle: Sequence[int] = (),
    region: Iterable[int] = (),
    legend: bool | Mapping[str, str] = False,
    caption: str = "",
    title: str = "",
    theme: str | Theme = Theme.WOOD,
    coordinates: bool = True,
) -> str:
    """Draw a position as SVG.

    The board has its own background, so it reads on dark and on light pages. On a shared point, a label replaces the
    territory square, and a mark is drawn in red.

    Args:
        position: the stones; not modified.
        last: the last move, ringed; None or a negative value shows none.
        labels: point → move number, letter or other short text; longer texts are smaller.
        marks: point → ``cross``, ``square``, ``triangle``, ``circle`` or ``dot``; ``offence`` for an illegal move,
            ``repeated`` for the move of a repeated position: they cannot be overlooked.
        territory: point → owner, drawn as a small square; none for ``EMPTY``.
        shades: point → ownership from −1 (White's) to 1 (Black's), drawn as a square whose area grows with it.
        faded: points of stones that are drawn pale; an empty point stays as it is.
        cycle: point of each move of a cycle, numbered from 1; a pass has a number, too.
        region: points on bright ground within a border.
        legend: True for a line below the board that names the overlays; a mapping gives own names for some:
            ``{"dot": "dame"}``.
        caption: text below the legend, in lines as wide as the picture.
        title: description for screen readers, also shown as a tooltip; by default the board's size.
        theme: ``wood``, or ``plain`` for print.
        coordinates: True for the letters and numbers of GTP on all sides.

    Returns:
        One ``<svg>`` element, valid XML. A full 19×19 board takes about 8 KB, and less than 20 KB with a move number on
        each stone; marks and cycle numbers on all of its points take up to 72 KB.

    Raises:
        NoSuchPointError: a point is off the board.
        OptionError: a mark, owner, legend or theme is unknown, or an ownership is beyond ±1.
    """
    width = position.width
    rings = [] if last is None or last < 0 else [last]
    texts = {point: text for point, label in (labels or {}).items() if (text := _plain(label))}
    marks, owned, shades = marks or {}, territory or {}, shades or {}
    pale, lit, numbers = frozenset(faded), frozenset(region), numbers_by_point(cycle)
    overlays = {
        "last": rings,
        "labels": labels or {},
        "marks": marks,
        "territory": owned,
        "shades": shades,
        "faded": pale,
        "cycle": numbers,
        "region": lit,
    }
    for argument, points in overlays.items():
        check_points(position, points, argument)
    _check_values(marks, owned, shades)
    owned = {point: owner for point, owner in owned.items() if owner != EMPTY and point not in texts}
    overlays["territory"] = owned
    present = {kind for kind, points in overlays.items() if points} | set(marks.values())
    words = _legend_words(legend, [kind for kind in Overlay.names() if kind in present])
    colors = _THEMES[Theme.read("theme", theme)]
    stones: list[int] = position.stones.tolist()
    ring = f'<g class="go-last" fill="none" stroke="{ACCENT}" stroke-width="2">{_circles(rings, width, _RING)}</g>'
    parts = [
        _frame(position, title, colors, coordinates, words, _plain(caption)),
        region_ground(lit, width),
        _grid(position, colors),
        _coordinates(position, colors) if coordinates else "",
        _stones(stones, width, pale),
        region_border(lit, width),
        _shades(shades, width),
        _dotted("territory", "square", _squares(owned, width, _OWNER, "territory")),
        _quiet_marks(marks, owned.keys() | texts.keys(), pale, stones, width),
        loud_marks(marks, width, numbers),
        _labels(texts, stones, width, colors),
        cycle_numbers(numbers, marks, width),
        ring if rings else "",
        "</svg>",
    ]
    return "".join(parts)


def _check_values(marks: Mapping[int, str], owners: Mapping[int, int], shades: Mapping[int, float]) -> None:
    for kind in marks.values():
        Mark.read("marks", kind)
    for owner in owners.values():
        if owner not in (EMPTY, BLACK, WHITE):
            raise OptionError(f"{owner!r} is not a valid owner. Expected 1 (Black), 2 (White) or 0 (neither).")
    for value in shades.values():
        if not -1 <= value <= 1:
            raise OptionError(f"{value!r} is not a valid ownership. Expected −1 (White's) to 1 (Black's).")


def _legend_words(legend: bool | Mapping[str, str], kinds: Iterable[str]) -> dict[str, str]:
    if legend is False:
        return {}
    own = {} if legend is True else legend
    for kind in own:
        Overlay.read("legend", kind)
    return {kind: _plain(own.get(kind, Overlay.read("legend", kind).meaning)) for kind in kinds}


def _plain(text: str) -> str:
    if text.isalnum():  # most labels are numbers
        return text
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def _circles(points: Iterable[int], width: int, radius: float) -> str:
    centers = (position_of(point, width) for point in points)
    return "".join([f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in centers])


def _dots(points: Iterable[int], width: int) -> str:
    return "".join([f"M{point % width} {point // width}{DOT}" for point in points])


def _pen(name: str, path: str, pixels: float, color: str) -> str:
    return f'<path class="go-{name}" d="{path}" stroke="{color}" stroke-width="{pixels / CELL:.3g}"/>'


def _dotted(name: str, cap: str, inside: str) -> str:
    return f'<g class="go-{name}" transform="scale({CELL})" stroke-linecap="{cap}">{inside}</g>' if inside else ""


def _frame(
    position: Stones, title: str, colors: _Colors, coordinates: bool, words: Mapping[str, str], caption: str
) -> str:
    margin = _MARGIN + (_BORDER if coordinates else 0)
    wide, high = ((side - 1) * CELL + 2 * margin for side in (position.width, position.height))
    left, top, below = -margin, -margin, ""
    if words:
        needed = legend_width(words) + _MARGIN
        left, wide = (left, wide) if needed <= wide else (left - (needed - wide) // 2, needed)
        below = legend_line(words, left + _MARGIN / 2 + 2, top + high + _LEGEND / 2 - 4, colors.text)
        high += _LEGEND
    if lines := caption_lines(caption, wide - _MARGIN):
        below += caption_block(lines, left + _MARGIN / 2, top + high + CAPTION / 2 - 4, colors.text)
        high += CAPTION * len(lines) + 4
    name = escape(_plain(title)) or f"Go board, {position.width}×{position.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left} {top} {wide} {high}" '
        f'width="{wide}" height="{high}" style="max-width:100%;height:auto" '
        f'font-family="sans-serif" text-anchor="middle"><title>{name}</title>'
        f'<rect x="{left + 0.5}" y="{top + 0.5}" width="{wide - 1}" height="{high - 1}" rx="3" '
        f'fill="{colors.board}" stroke="{colors.line}"/>{below}'
    )


def _grid(position: Stones, colors: _Colors) -> str:
    right, bottom = (position.width - 1) * CELL, (position.height - 1) * CELL
    across, down = (0 if length else _STUB for length in (right, bottom))
    rows = "".join(f"M{-across} {y}H{right + across}" for y in range(0, bottom + 1, CELL))
    columns = "".join(f"M{x} {-down}V{bottom + down}" for x in range(0, right + 1, CELL))
    stars = _circles(star_points(position.width, position.height), position.width, _STAR)
    return (
        f'<path d="{rows}{columns}" stroke="{colors.line}" stroke-linecap="square"/>'
        f'<g class="go-stars" fill="{colors.line}">{stars}</g>'
    )


def _coordinates(position: Stones, colors: _Colors) -> str:
    """Return column letters above and below, row numbers on both sides."""
    right, bottom = (position.width - 1) * CELL, (position.height - 1) * CELL
    away = _MARGIN + _BORDER // 4
    letters = "".join(f'<text x="{column * CELL}">{gtp_column(column)}</text>' for column in range(position.width))
    numbers = "".join(f'<text y="{row * CELL}">{position.height - row}</text>' for row in range(position.height))
    sides = (
        (0, _DROP - away, letters),
        (0, bottom + away + _DROP, letters),
        (-away, _DROP, numbers),
        (right + away, _DROP, numbers),
    )
    texts = "".join(f'<g transform="translate({x} {y})">{side}</g>' for x, y, side in sides)
    return f'<g class="go-edge" font-size="{_COORDINATE_FONT}" fill="{colors.text}">{texts}</g>'


def _stones(stones: list[int], width: int, faded: frozenset[int]) -> str:
    by_color = [
        [
            [point for point, stone in enumerate(stones) if stone == color and (point in faded) is is_pale]
            for color in (BLACK, WHITE)
        ]
        for is_pale in (False, True)
    ]
    firm, pale = (
        _colored(black, white, width, prefix) for (black, white), prefix in zip(by_color, ("", "pale-"), strict=True)
    )
    drawn = _dotted("stones", "round", firm)
    if not any(by_color[1]):
        return drawn
    return f'{drawn}<g class="go-faded" opacity="{_PALE}">{_dotted("pale", "round", pale)}</g>'


def _colored(black: Iterable[int], white: Iterable[int], width: int, prefix: str) -> str:
    """Return the dots of both colours, also without stones, for scripts that show another position."""
    faces = _dots(white, width)
    outlines = _pen(f"{prefix}outline", faces, _STONE, _FILL[BLACK])
    return (
        _pen(f"{prefix}black", _dots(black, width), _STONE, _FILL[BLACK])
        + outlines
        + _pen(f"{prefix}white", faces, _FACE, _FILL[WHITE])
    )


def _squares(owned: Mapping[int, int], width: int, side: float, name: str) -> str:
    """Return a square for each owned point, with an edge that shows on any ground."""
    if not owned:
        return ""
    edges = _pen(f"{name}-edge", _dots(owned, width), side + _EDGE, "#777")
    sides = {color: [point for point, owner in owned.items() if owner == color] for color in _NAMES}
    return edges + "".join(
        _pen(f"{name}-{_NAMES[color]}", _dots(points, width), side, _FILL[color])
        for color, points in sides.items()
        if points
    )


def _shades(shades: Mapping[int, float], width: int) -> str:
    """Return a square for each point, its area as the ownership; none for an ownership below a twentieth."""
    levels: dict[int, dict[int, int]] = defaultdict(dict)
    for point, value in shades.items():
        levels[round(abs(value) * _LEVELS)][point] = BLACK if value > 0 else WHITE
    sides = {level: _SHADE * (level / _LEVELS) ** 0.5 for level in sorted(levels) if level}
    squares = (_squares(levels[level], width, side, "shade") for level, side in sides.items())
    return _dotted("shades", "square", "".join(squares))


def _quiet_marks(
    marks: Mapping[int, str], shared: Iterable[int], faded: frozenset[int], stones: list[int], width: int
) -> str:
    """Return the other marks, in an ink that reads on the stone below, or red on a shared point."""
    red, shapes = set(shared), []
    for point, kind in marks.items():
        if kind not in LOUD:
            x, y = position_of(point, width)
            ink = ACCENT if point in red else "#000" if point in faded else _INK[stones[point]]
            fill = f' fill="{ink}"' if kind == "dot" else ""
            shapes.append(f'<path d="M{x} {y}{MARKS[kind]}" stroke="{ink}"{fill}/>')
    return f'<g class="go-marks" fill="none" stroke-width="2">{"".join(shapes)}</g>' if shapes else ""


def _labels(texts: Mapping[int, str], stones: list[int], width: int, colors: _Colors) -> str:
    """Return the labels, smaller the longer they are, on bare board if the point is empty."""
    groups: dict[tuple[str, int], list[str]] = defaultdict(list)
    for point, text in texts.items():
        x, y = position_of(point, width)
        line = f'<text x="{x}" y="{y + _DROP}">{text if text.isalnum() else escape(text)}</text>'
        groups[_INK[stones[point]], len(text)].append(line)
    bare = _circles((point for point in texts if stones[point] == EMPTY), width, _PATCH)
    patches = f'<g class="go-patches" fill="{colors.board}">{bare}</g>' if bare else ""
    return patches + "".join(
        f'<g class="go-labels" fill="{ink}" font-size="{min(_LABEL_FONT, _LABEL_SHARE / length):.3g}">'
        f"{''.join(lines)}</g>"
        for (ink, length), lines in groups.items()
    )
