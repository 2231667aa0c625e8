"""Charts from plain numbers, as SVG: columns, lines, squares of figures. A page and a printed sheet share the code.

They differ in the `Canvas`: on a page a style sheet knows what is drawn by class, and colours follow the reader's
choice; in print everything is black and grey, lines differ in dashes and marks, and nothing needs a style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final, NamedTuple, TypeAlias

from goanalyze.vocabulary.numbers import signed
from goanalyze.vocabulary.text import clean

LINE_STYLES: Final = 8
"""Lines that look different from each other."""
SHADES: Final = 6
"""Shades of a square of figures, beside none."""

_TENTHS: Final = 10
_MOST: Final = 12  # labels on an axis of numbers
_LEFT, _RIGHT, _TOP, _BOTTOM = 13 / 3, 1.0, 1.5, 10 / 3  # in em
_GLYPH: Final = 0.6  # width of a character, in em, rather too wide
_WIDEST_COLUMN: Final = 3.5  # in em
_MARKS_ON_A_LINE: Final = 6

_PRINTED: Final = {
    "grid": 'fill="none" stroke="#bbb" stroke-width=".4"',
    "half": 'fill="none" stroke="#000" stroke-width=".6"',
    "col": 'fill="#777"',
    "band": 'fill="#000" fill-opacity=".13"',
    "line": 'fill="none" stroke="#000" stroke-width="1" stroke-linejoin="round"',
    "s0": "",
    "s1": 'stroke-dasharray="6 2"',
    "s2": 'stroke-dasharray="1.2 1.6"',
    "s3": 'stroke-dasharray="7 2 1.2 2"',
    "s4": 'stroke-dasharray="3 1.5"',
    "s5": 'stroke-dasharray="9 3"',
    "s6": 'stroke-dasharray="1 3"',
    "s7": 'stroke-dasharray="5 1.5 1.2 1.5 1.2 1.5"',
}
_CIRCLE: Final = "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z"
_SQUARE, _TRIANGLE, _DIAMOND = "M-.9-.9h1.8v1.8h-1.8z", "M0-1.2L1.1 .8H-1.1z", "M0-1.3L1.3 0L0 1.3L-1.3 0z"
_MARKS: Final = tuple((shape, ink) for ink in ("#000", "#fff") for shape in (_CIRCLE, _SQUARE, _TRIANGLE, _DIAMOND))
_GREYS: Final = ("#fff", "#f0f0f0", "#e2e2e2", "#d4d4d4", "#c6c6c6", "#b8b8b8", "#a8a8a8")


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a chart is drawn on.

    Attributes:
        width: of the chart, in the unit of the drawing.
        em: size of its letters, in the same unit; all other lengths go with it.
        inks: attributes of each thing that is drawn; where there are none, a style sheet knows it by its class.
    """

    width: float
    em: float
    inks: Mapping[str, str] = field(default_factory=dict)

    def ink(self, *names: str) -> str:
        """Return the attributes that make things look as they should."""
        return " ".join(self.inks[name] for name in names) if self.inks else f'class="{" ".join(names)}"'

    @property
    def left(self) -> float:
        """Where the plot begins."""
        return _LEFT * self.em

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.width - _RIGHT * self.em

    @property
    def top(self) -> float:
        """Its upper edge."""
        return _TOP * self.em

    def foot(self, height: float) -> float:
        """Return its lower edge in a chart of a height; labels and the name of the axis stand below."""
        return height - _BOTTOM * self.em


PAGE: Final = Canvas(720, 12)
"""A chart of the report, in pixels at full width."""


def printed(width: float, em: float) -> Canvas:
    """Return what is drawn on for print, in points of 1/72 inch."""
    return Canvas(width, em, _PRINTED)


class Chart(NamedTuple):
    """A chart: what stands inside an ``<svg>`` or a ``<g>``, and how large it is."""

    inside: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart.

    Attributes:
        name: what it is called.
        heights: at each place of the axis.
        band: the lowest and the highest value that each may well have; None without.
    """

    name: str
    heights: Sequence[float]
    band: tuple[Sequence[float], Sequence[float]] | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart as plain data.

    Attributes:
        labels: label of each bar.
        values: height of each bar, from 0.
        axis: name of the axis of the labels.
    """

    labels: tuple[str, ...]
    values: tuple[int, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Shares as lines over numbers, as plain data.

    Attributes:
        positions: numbers on the axis, ascending.
        lines: the lines, with heights from 0 to 1.
        axis: name of the axis of the positions.
    """

    positions: tuple[float, ...]
    lines: tuple[Line, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class Square:
    """A square of figures, as plain data.

    Attributes:
        heads: short heading of each row and column.
        figures: text of each cell, one row per heading.
        shares: share of each cell from 0 to 1, which sets its shade.
    """

    heads: tuple[str, ...]
    figures: tuple[tuple[str, ...], ...]
    shares: tuple[tuple[float, ...], ...]


ChartData: TypeAlias = Bars | Lines | Square


def columns(
    labels: Sequence[str], values: Sequence[int], *, axis: str, height: float = 230, on: Canvas = PAGE
) -> Chart:
    """Return a chart of one column per label.

    Args:
        labels: under the columns; left out where they would touch each other.
        values: how high the columns are, from 0.
        axis: what the labels are.
        height: of the whole.
        on: what is drawn on.
    """
    top, foot, em = _round_up(max(values, default=0)), on.foot(height), on.em
    step = (on.right - on.left) / max(len(values), 1)
    wide = max(1.0, min(step * 0.82, _WIDEST_COLUMN * em))
    parts = [_grid(top, foot, on)]
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        middle = on.left + step * (place + 0.5)
        high = (foot - on.top) * value / top
        if value:
            x, shown = middle - wide / 2, max(high, em / 12)
            size = f'x="{x:.1f}" y="{foot - shown:.1f}" width="{wide:.1f}" height="{shown:.1f}"'
            parts.append(f"<rect {on.ink('col')} {size}><title>{_safe(label)}: {value:,}</title></rect>")
        if value and len(f"{value:,}") * _GLYPH * em < step:
            parts.append(_text(middle, foot - high - em / 3, f"{value:,}"))
    for at in _labelled(labels, step / em):
        edge = on.width - len(labels[at]) * _GLYPH * em / 2
        parts.append(_text(min(on.left + step * (at + 0.5), edge), foot + em * 4 / 3, labels[at]))
    parts.append(_axis_name(axis, height, on))
    return Chart("".join(parts), on.width, height)


def _labelled(labels: Sequence[str], step: float) -> list[int]:
    """Return which columns have their label: the outermost, 0, and others as far apart from it as there is room.

    Args:
        labels: of all columns.
        step: from one column to the next, in em.

    Example:
        >>> _labelled(["below −2", "−2", "−1", "0", "+1", "+2", "+3"], step=1.5)
        [0, 3, 6]
    """
    if not labels:
        return []
    room = [(len(label) + 1) * _GLYPH / step for label in labels]  # in columns
    last = len(labels) - 1
    every = max(1, math.ceil(max(room[1:last], default=1)))
    inner = range(labels.index("0") % every if "0" in labels else every, last, every)
    end = min(float(last), last + 0.5 + (_RIGHT - len(labels[last]) * _GLYPH / 2) / step)  # it stays on the canvas
    free = [at for at in inner if at >= (room[0] + room[at]) / 2 and end - at >= (room[last] + room[at]) / 2]
    return sorted({0, *free, last})


def lines(
    places: Sequence[float], drawn: Sequence[Line], *, axis: str, height: float = 360, on: Canvas = PAGE
) -> Chart:
    """Return a chart of shares as lines over numbers, with the half marked; its axis is cut to the tenths needed.

    Args:
        places: numbers on the axis, ascending.
        drawn: lines with heights from 0 to 1; the first `LINE_STYLES` look different from each other.
        axis: what the places are.
        height: of the whole.
        on: what is drawn on.
    """
    foot, low, high = on.foot(height), places[0], places[-1]

    def x(place: float) -> float:
        return on.left + (on.right - on.left) * (place - low) / ((high - low) or 1)

    every = [share for line in drawn for share in line.heights]
    floor = math.floor(min(every, default=0) * _TENTHS) / _TENTHS
    ceiling = max(math.ceil(max(every, default=1) * _TENTHS) / _TENTHS, floor + 1 / _TENTHS)

    def y(share: float) -> float:
        return foot - (foot - on.top) * (min(max(share, floor), ceiling) - floor) / (ceiling - floor)

    parts = [_shares(floor, ceiling, y, on)]
    step = max(1, math.ceil((high - low) / _MOST))
    parts.extend(
        f'<path {on.ink("grid")} d="M{x(tick):.1f} {on.top:g}V{foot:g}"/>'
        + _text(x(tick), foot + on.em * 4 / 3, signed(tick).lstrip("+"))
        for tick in range(math.ceil(low / step) * step, math.floor(high) + 1, step)
    )
    across = [x(place) for place in places]
    for line in drawn:
        if line.band:
            ends = [*zip(across, line.band[1], strict=True), *zip(across[::-1], line.band[0][::-1], strict=True)]
            path = "L".join(f"{at:.1f} {y(share):.1f}" for at, share in ends)
            parts.append(f'<path {on.ink("band")} d="M{path}z"/>')
    for number, line in enumerate(drawn):
        where = [(at, y(share)) for at, share in zip(across, line.heights, strict=True)]
        path = "L".join(f"{at:.1f} {up:.1f}" for at, up in where)
        style = on.ink("line", f"s{number % LINE_STYLES}")
        parts.append(f'<path {style} d="M{path}"><title>{_safe(line.name)}</title></path>')
        gap = max(1, len(where) // _MARKS_ON_A_LINE)
        parts += [_mark(*at, number, on) for at in where[gap * (number + 1) // (len(drawn) + 1) :: gap]]
    parts.append(_axis_name(axis, height, on))
    return Chart("".join(parts), on.width, height)


def key(number: int, x: float, y: float, on: Canvas) -> str:
    """Return a piece of the line of a number, three letters long, for a legend."""
    style = on.ink("line", f"s{number % LINE_STYLES}")
    return f'<path {style} d="M{x:.1f} {y:.1f}h{3 * on.em:g}"/>{_mark(x + 1.5 * on.em, y, number, on)}'


def shade(share: float, most: float) -> int:
    """Return the shade of a share: 0 for none, 1 to `SHADES` for the others.

    Example:
        >>> [shade(share, 0.6) for share in (0.0, 0.001, 0.3, 0.6)]
        [0, 1, 3, 6]
    """
    return 0 if share == 0 else max(1, round(SHADES * share / most))


def square(heads: Sequence[str], rows: Sequence[Sequence[tuple[str, int]]], *, on: Canvas) -> Chart:
    """Return a square of figures, as dark as they weigh.

    Args:
        heads: of rows and columns, short.
        rows: for each cell its text and its shade, as of `shade`.
        on: what is drawn on.
    """
    em, left = on.em, _heads_width(heads, on.em)
    side, high = min((on.width - left) / max(len(heads), 1), 6 * em), 1.8 * em
    parts = [_text(left + side * (at + 0.5), em, head) for at, head in enumerate(heads)]
    for down, (head, cells) in enumerate(zip(heads, rows, strict=True)):
        y = 1.5 * em + high * down
        parts.append(_text(left - _GLYPH * em, y + 1.25 * em, head, "end"))
        for across, (text, dark) in enumerate(cells):
            x = left + side * across
            size = f'x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{high:.1f}"'
            parts.append(f'<rect {size} fill="{_GREYS[dark]}" stroke="#777" stroke-width=".4"/>')
            parts.append(_text(x + side / 2, y + 1.25 * em, text))
    return Chart("".join(parts), on.width, 2 * em + high * len(heads))


def square_width(heads: Sequence[str], rows: Sequence[Sequence[tuple[str, int]]], em: float) -> float:
    """Return how wide a `square` must be for its figures not to touch each other."""
    longest = max((len(text) for row in rows for text, _ in row), default=0)
    return _heads_width(heads, em) + len(heads) * (longest + 0.8) * _GLYPH * em


def _heads_width(heads: Sequence[str], em: float) -> float:
    return (max(map(len, heads), default=0) + 1) * _GLYPH * em


def _shares(floor: float, ceiling: float, y: Callable[[float], float], on: Canvas) -> str:
    """Return the axis of shares, in tenths."""
    parts = []
    for tick in range(round(floor * _TENTHS), round(ceiling * _TENTHS) + 1):
        at, kind = y(tick / _TENTHS), "half" if 2 * tick == _TENTHS else "grid"
        label = _text(on.left - on.em / 2, at + on.em / 3, f"{tick / _TENTHS:.0%}", "end")
        parts.append(f'<path {on.ink(kind)} d="M{on.left:g} {at:.1f}H{on.right:g}"/>{label}')
    return "".join(parts)


def _mark(x: float, y: float, number: int, on: Canvas) -> str:
    """Return what marks a line in print; on a page its colour does."""
    if not on.inks:
        return ""
    shape, ink = _MARKS[number % LINE_STYLES]
    place = f'transform="translate({x:.1f} {y:.1f})scale({on.em * 0.23:.2f})"'
    return f'<path {place} fill="{ink}" stroke="#000" stroke-width=".35" d="{shape}"/>'


def _grid(top: int, foot: float, on: Canvas) -> str:
    parts = []
    for share in (0, 0.5, 1):
        y = foot - (foot - on.top) * share
        label = _text(on.left - on.em / 2, y + on.em / 3, f"{round(top * share):,}", "end")
        parts.append(f'<path {on.ink("grid")} d="M{on.left:g} {y:.1f}H{on.right:g}"/>{label}')
    return "".join(parts)


def _axis_name(text: str, height: float, on: Canvas) -> str:
    return _text((on.left + on.right) / 2, height - on.em / 2, text)


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{_safe(text)}</text>'


def _safe(text: str) -> str:
    return escape(clean(text))


def _round_up(value: int) -> int:
    """Return an even number of one or two digits and zeros, not below a value.

    Example:
        >>> [_round_up(value) for value in (0, 1, 3, 37, 1234, 99_001)]
        [2, 2, 4, 38, 1400, 100000]
    """
    if value <= 2:
        return 2
    unit: int = 10 ** max(0, len(str(value)) - 2)
    return math.ceil(value / (2 * unit)) * 2 * unit
