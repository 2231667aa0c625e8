"""Boards as pictures: one self-contained SVG text per board.

The origin of the drawing is the upper left point of the board, so that point (row, column) lies
at ``column * cell``, ``row * cell``. There are no gradients, ids, scripts, style sheets or links:
any number of boards can stand on one page, and each can be saved as a file as it is. What is drawn is
named by class: ``go-black``, ``go-white``, ``go-marks``, ``go-labels``, ``go-last`` and so on.

All stones of a colour are one path: a dot (`DOT`) for each, which round ends and a thick pen make a disc. Territory is
drawn likewise, with square ends. That takes a third of the room of circles, and a script that shows another position
rewrites three attributes. The dots are not quite without length, since some renderers draw nothing then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from goanalyze.draw.choices import Mark, Overlay, Theme
from goanalyze.draw.diagram import Stones, check_points, star_points
from goanalyze.draw.marks import (
    ACCENT,
    CAPTION,
    MARKS,
    caption_block,
    caption_lines,
    cycle_numbers,
    legend_line,
    legend_width,
    loud_marks,
    numbers_by_point,
    region_border,
    region_ground,
)
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, gtp_column

DOT: Final = "h.01"
"""What follows the place of a stone in the path of its colour."""


@dataclass(frozen=True)
class _Geometry:
    """Lengths of the drawing; one unit is one pixel at natural size."""

    cell: int = 24  # from one line to the next
    stone: int = 23  # across, outline included: neighbours do not touch
    face: int = 21  # of a white stone, inside its outline
    ring: float = 9.5  # radius of the last-move ring: inside the stone, around a three-digit number
    star: int = 3
    patch: int = 9  # radius of the bare wood under a label
    owner: int = 8  # side of a territory square inside its edge
    shade: float = 15.0  # the same of the square of a point that one side owns for certain
    edge: int = 2  # what the edges add to a square
    margin: int = 18  # from the outermost line to the edge of the drawing
    border: int = 16  # what the coordinates add to it
    legend: int = 22  # what the legend adds below
    font: int = 12  # of labels of one or two characters
    font_share: int = 27  # of longer ones: this over the length; three wide digits fit into the ring
    stub: int = 5  # how far a line shows beyond the only point it has
    coordinate_font: int = 11
    drop: int = 4  # from the middle of a letter to its base line


@dataclass(frozen=True)
class _Colors:
    """Colours of a board."""

    board: str
    line: str
    text: str


_SIZE: Final = _Geometry()
_THEMES: Final = {
    Theme.WOOD: _Colors(board="#e3bc6f", line="#5c431c", text="#4a3512"),
    Theme.PLAIN: _Colors(board="#fff", line="#777", text="#444"),
}
_FILL: Final = {BLACK: "#1a1a1a", WHITE: "#fff"}
_INK: Final = {EMPTY: "#000", BLACK: "#fff", WHITE: "#000"}  # what can be read on a stone, or on the board
_PALE: Final = 0.4  # opacity of faded stones
_LEVELS: Final = 10  # sizes of the squares of ownership
_NAMES: Final = {BLACK: "black", WHITE: "white"}


@dataclass(frozen=True)
class _Overlays:
    """All that is drawn over the stones, checked: point → what stands there."""

    last: int | None
    texts: Mapping[int, str]
    marks: Mapping[int, str]
    owners: Mapping[int, int]
    shades: Mapping[int, float]
    faded: frozenset[int]
    numbers: Mapping[int, str]
    region: frozenset[int]

    def kinds(self) -> list[str]:
        """Return which overlays occur, names of `Overlay`, in the order of the legend."""
        drawn = {"territory": self.owners, "faded": self.faded, "shades": self.shades, "cycle": self.numbers,
                 "region": self.region}  # fmt: skip
        there = {"last"} if self.last is not None else set()
        there |= {kind for kind, points in drawn.items() if points} | set(self.marks.values())
        return [kind for kind in Overlay.names() if kind in there]


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

    The board has its own background, so it reads on dark and on light pages. Where things share
    a point, a label takes the place of the territory square, and a mark is drawn in red.

    Args:
        position: the stones; not modified.
        last: the last move, ringed; a pass (or any negative value) shows nothing.
        labels: point → move number, letter or other short text; the longer, the smaller.
        marks: point → ``cross``, ``square``, ``triangle``, ``circle`` or ``dot``; ``offence`` for a move that is
            illegal, ``repeated`` for the one whose position came again: they cannot be overlooked.
        territory: point → owner, drawn as a small square; nothing for ``EMPTY``.
        shades: point → ownership from −1 (White's) to 1 (Black's), drawn as a square whose area grows with it.
        faded: points of stones that are drawn pale; an empty point stays as it is.
        cycle: point of each move of a cycle, numbered from 1; a pass takes its number with it.
        region: points that are lit up and bordered.
        legend: a line below the board that names what is drawn over the stones; a mapping gives own words for some:
            ``{"dot": "dame"}``.
        caption: a text below that, broken into lines as wide as the picture.
        title: what the picture shows, for screen readers and as a tooltip; default: the board's size.
        theme: ``wood``, or ``plain`` for print.
        coordinates: letters and numbers as GTP has them, on all sides.

    Returns:
        One ``<svg>`` element, valid XML. A full 19×19 board takes about 8 KB, and less than 20 KB
        with a move number on each stone; marks and cycle numbers on all of its points take up to 72 KB.

    Raises:
        ValueError: a point is off the board; an unknown kind of mark, owner, legend or theme; an ownership beyond ±1.

    Example:
        >>> from goanalyze.core.position import Position
        >>> picture = board_svg(Position.from_rows([".X", "O."]), last=1, labels={1: "1"}, title="After move 1")
        >>> picture[:42], picture.count('class="go-black"')
        ('<svg xmlns="http://www.w3.org/2000/svg" ro', 1)
    """
    found = _overlays(position, last, labels or {}, marks or {}, territory or {}, shades or {}, faded, cycle, region)
    words = _words(legend, found)
    colours = _THEMES[Theme.read("theme", theme)]
    stones: list[int] = position.stones.tolist()
    ring = f' fill="none" stroke="{ACCENT}" stroke-width="2"'
    parts = [
        _frame(position, title, colours, coordinates, words, _clean(caption)),
        region_ground(found.region, position.width, _SIZE.cell),
        _grid(position, colours),
        _coordinates(position, colours) if coordinates else "",
        _stones(stones, position.width, found.faded),
        region_border(found.region, position.width, _SIZE.cell),
        _shades(found.shades, position.width),
        _dotted("territory", "square", _squares(found.owners, position.width, _SIZE.owner, "territory")),
        _marks(found, stones, position.width),
        _labels(found.texts, stones, position.width, colours),
        cycle_numbers((*_at(at, position.width), text, found.marks.get(at)) for at, text in found.numbers.items()),
        ""
        if found.last is None
        else f'<g class="go-last"{ring}>{_circles([found.last], position.width, _SIZE.ring)}</g>',
        "</svg>",
    ]
    return "".join(parts)


def _overlays(
    position: Stones,
    last: int | None,
    labels: Mapping[int, str],
    marks: Mapping[int, str],
    territory: Mapping[int, int],
    shades: Mapping[int, float],
    faded: Iterable[int],
    cycle: Sequence[int],
    region: Iterable[int],
) -> _Overlays:
    """Return what is to be drawn; refuse what cannot be drawn, saying what can."""
    last = None if last is None or last < 0 else last
    pale, lit = frozenset(faded), frozenset(region)
    played = [point for point in cycle if point >= 0]
    drawn = {"labels": labels, "marks": marks, "territory": territory, "shades": shades, "faded": pale, "cycle": played,
             "region": lit}  # fmt: skip
    check_points(position, [] if last is None else [last], "last")
    for what, points in drawn.items():
        check_points(position, points, what)
    for kind in marks.values():
        Mark.read("marks", kind)
    for owner in territory.values():
        if owner not in (EMPTY, BLACK, WHITE):
            raise ValueError(f"{owner!r} owns no territory; owners are 1 (Black), 2 (White) and 0 (nobody)")
    for value in shades.values():
        if not -1 <= value <= 1:
            raise ValueError(f"{value!r} is no ownership; it runs from -1 (White's) to 1 (Black's)")
    texts = {point: text for point, label in labels.items() if (text := _clean(label))}
    owners = {point: owner for point, owner in territory.items() if owner != EMPTY and point not in texts}
    return _Overlays(last, texts, marks, owners, shades, pale, numbers_by_point(cycle), lit)


def _words(legend: bool | Mapping[str, str], found: _Overlays) -> dict[str, str]:
    """Return the words of the legend for what occurs; empty without a legend."""
    if legend is False:
        return {}
    own = {} if legend is True else legend
    for kind in own:
        Overlay.read("legend", kind)
    return {kind: _clean(own.get(kind, Overlay.read("legend", kind).meaning)) for kind in found.kinds()}


def _clean(text: str) -> str:
    """Return the text on one line, without control and format characters (XML forbids most of them)."""
    if text.isalnum():  # most labels are numbers
        return text
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def _at(point: int, width: int) -> tuple[int, int]:
    """Return x and y of a point."""
    row, column = divmod(point, width)
    return column * _SIZE.cell, row * _SIZE.cell


def _circles(points: Iterable[int], width: int, radius: float) -> str:
    """Return a circle for each point; the group around them gives the colours."""
    places = (_at(point, width) for point in points)
    return "".join([f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in places])


def _dots(points: Iterable[int], width: int) -> str:
    """Return a path with a dot on each point, one unit from one line to the next."""
    return "".join([f"M{point % width} {point // width}{DOT}" for point in points])


def _pen(name: str, path: str, pixels: float, color: str) -> str:
    """Return a path of dots of a size and a colour."""
    return f'<path class="go-{name}" d="{path}" stroke="{color}" stroke-width="{pixels / _SIZE.cell:.3g}"/>'


def _dotted(name: str, cap: str, inside: str) -> str:
    """Return a group for paths of dots: discs or squares."""
    scale = f'transform="scale({_SIZE.cell})"'
    return f'<g class="go-{name}" {scale} stroke-linecap="{cap}">{inside}</g>' if inside else ""


def _frame(
    position: Stones, title: str, colours: _Colors, coordinates: bool, words: Mapping[str, str], caption: str
) -> str:
    """Return the opening tag, the title, the background, and the legend and the caption in it."""
    margin = _SIZE.margin + (_SIZE.border if coordinates else 0)
    wide, high = ((side - 1) * _SIZE.cell + 2 * margin for side in (position.width, position.height))
    left, top = -margin, -margin
    line = ""
    if words:
        needed = legend_width(words) + _SIZE.margin
        left, wide = (left, wide) if needed <= wide else (left - (needed - wide) // 2, needed)
        line = legend_line(words, left + _SIZE.margin / 2 + 2, top + high + _SIZE.legend / 2 - 4, colours.text)
        high += _SIZE.legend
    if told := caption_lines(caption, wide - _SIZE.margin):
        line += caption_block(told, left + _SIZE.margin / 2, top + high + CAPTION / 2 - 4, colours.text)
        high += CAPTION * len(told) + 4
    name = escape(_clean(title)) or f"Go board, {position.width}×{position.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{left} {top} {wide} {high}" '
        f'width="{wide}" height="{high}" style="max-width:100%;height:auto" '
        f'font-family="sans-serif" text-anchor="middle"><title>{name}</title>'
        f'<rect x="{left + 0.5}" y="{top + 0.5}" width="{wide - 1}" height="{high - 1}" rx="3" '
        f'fill="{colours.board}" stroke="{colours.line}"/>{line}'
    )


def _grid(position: Stones, colours: _Colors) -> str:
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


def _coordinates(position: Stones, colours: _Colors) -> str:
    """Return column letters above and below, row numbers on both sides."""
    right, bottom = (position.width - 1) * _SIZE.cell, (position.height - 1) * _SIZE.cell
    away = _SIZE.margin + _SIZE.border // 4
    columns, rows = range(position.width), range(position.height)
    letters = "".join(f'<text x="{column * _SIZE.cell}">{gtp_column(column)}</text>' for column in columns)
    numbers = "".join(f'<text y="{row * _SIZE.cell}">{position.height - row}</text>' for row in rows)
    sides = (
        (0, _SIZE.drop - away, letters),
        (0, bottom + away + _SIZE.drop, letters),
        (-away, _SIZE.drop, numbers),
        (right + away, _SIZE.drop, numbers),
    )
    texts = "".join(f'<g transform="translate({x} {y})">{side}</g>' for x, y, side in sides)
    return f'<g class="go-edge" font-size="{_SIZE.coordinate_font}" fill="{colours.text}">{texts}</g>'


def _stones(stones: list[int], width: int, faded: frozenset[int]) -> str:
    """Return the stones, one path for each colour and one for White's outlines; the faded ones apart."""
    on_board = [(point, stone) for point, stone in enumerate(stones) if point not in faded]
    firm = {color: [point for point, stone in on_board if stone == color] for color in (BLACK, WHITE)}
    drawn = _dotted("stones", "round", _colors(firm, width))
    pale = {color: [point for point in sorted(faded) if stones[point] == color] for color in (BLACK, WHITE)}
    if not pale[BLACK] + pale[WHITE]:
        return drawn
    return f'{drawn}<g class="go-faded" opacity="{_PALE}">{_dotted("pale", "round", _colors(pale, width, "pale-"))}</g>'


def _colors(points: Mapping[int, list[int]], width: int, prefix: str = "") -> str:
    """Return the dots of both colours; those without a stone, too, for scripts that show another position."""
    black, white = _dots(points[BLACK], width), _dots(points[WHITE], width)
    outlines = _pen(f"{prefix}outline", white, _SIZE.stone, _FILL[BLACK])
    faces = _pen(f"{prefix}white", white, _SIZE.face, _FILL[WHITE])
    return _pen(f"{prefix}black", black, _SIZE.stone, _FILL[BLACK]) + outlines + faces


def _squares(owned: Mapping[int, int], width: int, side: float, name: str) -> str:
    """Return a square for each owned point, edged so that it shows on any ground."""
    if not owned:
        return ""
    edges = _pen(f"{name}-edge", _dots(owned, width), side + _SIZE.edge, "#777")
    sides = {color: [point for point, owner in owned.items() if owner == color] for color in _NAMES}
    return edges + "".join(
        _pen(f"{name}-{_NAMES[color]}", _dots(points, width), side, _FILL[color])
        for color, points in sides.items()
        if points
    )


def _shades(shades: Mapping[int, float], width: int) -> str:
    """Return a square for each point, its area as the ownership; nothing where nobody owns the twentieth part."""
    levels: dict[int, dict[int, int]] = defaultdict(dict)
    for point, value in shades.items():
        levels[round(abs(value) * _LEVELS)][point] = BLACK if value > 0 else WHITE
    sides = {level: _SIZE.shade * (level / _LEVELS) ** 0.5 for level in sorted(levels) if level}
    squares = (_squares(levels[level], width, side, "shade") for level, side in sides.items())
    return _dotted("shades", "square", "".join(squares))


def _marks(found: _Overlays, stones: list[int], width: int) -> str:
    """Return the marks, in what reads on the stone below, or red on a shared point; the loud ones above them."""
    shared = found.owners.keys() | found.texts.keys()
    shapes, loud = [], []
    for point, kind in found.marks.items():
        x, y = _at(point, width)
        if kind in ("offence", "repeated"):
            loud.append((x, y, kind))
            continue
        ink = ACCENT if point in shared else "#000" if point in found.faded else _INK[stones[point]]
        fill = f' fill="{ink}"' if kind == "dot" else ""
        shapes.append(f'<path d="M{x} {y}{MARKS[kind]}" stroke="{ink}"{fill}/>')
    quiet = f'<g class="go-marks" fill="none" stroke-width="2">{"".join(shapes)}</g>' if shapes else ""
    return quiet + loud_marks(loud, frozenset(_at(point, width) for point in found.numbers))


def _labels(texts: Mapping[int, str], stones: list[int], width: int, colours: _Colors) -> str:
    """Return the labels, smaller the longer they are, on bare board where there is no stone."""
    cell, drop = _SIZE.cell, _SIZE.drop
    groups: dict[tuple[str, int], list[str]] = defaultdict(list)
    for point, text in texts.items():
        row, column = divmod(point, width)
        safe = text if text.isalnum() else escape(text)
        line = f'<text x="{column * cell}" y="{row * cell + drop}">{safe}</text>'
        groups[_INK[stones[point]], len(text)].append(line)
    bare = _circles((point for point in texts if stones[point] == EMPTY), width, _SIZE.patch)
    patches = f'<g class="go-patches" fill="{colours.board}">{bare}</g>' if bare else ""
    return patches + "".join(
        f'<g class="go-labels" fill="{ink}" font-size="{min(_SIZE.font, _SIZE.font_share / length):.3g}">'
        f"{''.join(lines)}</g>"
        for (ink, length), lines in groups.items()
    )
