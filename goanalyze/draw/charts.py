"""Charts as plain data, and their drawing as SVG: bars, lines and squares of figures.

The page and the print sheet draw the same data in two styles. On the page, a style sheet colours the parts by class;
all classes begin with `chart-`. In print, everything is black and grey, and lines differ in dashes and marks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from goanalyze.draw.markup import escaped
from goanalyze.util.numbers import signed

LINE_STYLES: Final = 8
"""Number of lines that look different from each other."""
SHADES: Final = 6
"""Number of shades of a square of figures, in addition to white."""

_TENTHS: Final = 10
_MOST: Final = 12  # labels on an axis of numbers
_LEFT, _RIGHT, _TOP, _BOTTOM = 13 / 3, 1.0, 1.5, 10 / 3  # in em
_GLYPH: Final = 0.6  # width of a character, in em, rather too wide
_WIDEST_BAR: Final = 3.5  # in em
_MARKS_ON_A_LINE: Final = 6

_CIRCLE: Final = "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z"
_SQUARE, _TRIANGLE, _DIAMOND = "M-.9-.9h1.8v1.8h-1.8z", "M0-1.2L1.1 .8H-1.1z", "M0-1.3L1.3 0L0 1.3L-1.3 0z"
_MARKS: Final = tuple((shape, ink) for ink in ("#000", "#fff") for shape in (_CIRCLE, _SQUARE, _TRIANGLE, _DIAMOND))
_DASHES: Final = ("", "6 2", "1.2 1.6", "7 2 1.2 2", "3 1.5", "9 3", "1 3", "5 1.5 1.2 1.5 1.2 1.5")
_GREYS: Final = ("#fff", "#f0f0f0", "#e2e2e2", "#d4d4d4", "#c6c6c6", "#b8b8b8", "#a8a8a8")
_PRINT_INKS: Final = {
    "grid": 'fill="none" stroke="#bbb" stroke-width=".4"',
    "half": 'fill="none" stroke="#000" stroke-width=".6"',
    "bar": 'fill="#777"',
    "band": 'fill="#000" fill-opacity=".13"',
    "line": 'fill="none" stroke="#000" stroke-width="1" stroke-linejoin="round"',
    **{f"s{number}": f'stroke-dasharray="{dash}"' if dash else "" for number, dash in enumerate(_DASHES)},
    **{f"cell{shade}": f'fill="{grey}" stroke="#777" stroke-width=".4"' for shade, grey in enumerate(_GREYS)},
}


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart.

    Attributes:
        name: its name in the legend.
        heights: height at each position of the axis.
        band: lowest and highest plausible height at each position; None without a band.
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
        lines: the lines, with heights from 0 to 1; the first `LINE_STYLES` look different from each other.
        axis: name of the axis of the positions.
    """

    positions: tuple[float, ...]
    lines: tuple[ChartLine, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class Square:
    """A square of figures, as plain data.

    Attributes:
        heads: short heading of each row and column.
        figures: text of each cell, one row per heading.
        shares: share of each cell from 0 to 1, which sets its shade.
        names: meaning of each heading, for the legend; empty without a legend.
    """

    heads: tuple[str, ...]
    figures: tuple[tuple[str, ...], ...]
    shares: tuple[tuple[float, ...], ...]
    names: tuple[str, ...] = ()


ChartData: TypeAlias = Bars | Lines | Square


@dataclass(frozen=True, slots=True)
class ChartStyle:
    """Measures and inks of a chart.

    Attributes:
        width: width of the chart, in the unit of the drawing.
        em: size of the letters, in the same unit; all other lengths are multiples of it.
        flatness: height of bars and of lines as shares of the width.
        inks: attributes of each part; empty if a style sheet colours the parts by class.
    """

    width: float
    em: float
    flatness: tuple[float, float] = (0.42, 0.6)
    inks: Mapping[str, str] = field(default_factory=dict)

    def ink(self, *names: str) -> str:
        """Return the attributes of parts."""
        if self.inks:
            return " ".join(self.inks[name] for name in names)
        return f'class="{" ".join(f"chart-{name}" for name in names)}"'

    @property
    def left(self) -> float:
        """Left edge of the plot."""
        return _LEFT * self.em

    @property
    def right(self) -> float:
        """Right edge of the plot."""
        return self.width - _RIGHT * self.em

    @property
    def top(self) -> float:
        """Upper edge of the plot."""
        return _TOP * self.em


PAGE_STYLE: Final = ChartStyle(520, 12)
"""Style of charts on pages, which fits a telephone and half a page; colours are in `assets/chart.css`."""


def print_style(width: float, em: float, *, is_narrow: bool = True) -> ChartStyle:
    """Return the style of charts for print."""
    return ChartStyle(width, em, (0.6, 0.7) if is_narrow else (0.4, 0.5), _PRINT_INKS)


class Chart(NamedTuple):
    """A drawn chart."""

    inside: str
    width: float
    height: float

    def svg(self, label: str) -> str:
        """Return the chart of a page as an element."""
        box = f"0 0 {self.width:g} {self.height:g}"
        return f'<svg class="chart" viewBox="{box}" role="img" aria-label="{escaped(label)}">{self.inside}</svg>'


def draw(chart: ChartData, style: ChartStyle = PAGE_STYLE) -> Chart:
    """Draw a chart."""
    if isinstance(chart, Bars):
        return _draw_bars(chart, style)
    return _draw_lines(chart, style) if isinstance(chart, Lines) else _draw_square(chart, style)


def figure_html(chart: ChartData, label: str) -> str:
    """Return a chart for the page with its legend."""
    items = ""
    for mark, words in legend_of(chart):
        line = "" if isinstance(mark, str) else key(mark, 0, 5, PAGE_STYLE)
        sign = f'<svg class="chart-key" viewBox="0 0 36 10" aria-hidden="true">{line}</svg>' if line else escaped(mark)
        items += f"<li>{sign} {escaped(words)}</li>"
    legend = f'<ul class="chart-legend">{items}</ul>' if items else ""
    return f'<div class="chart-figure">{draw(chart).svg(label)}</div>{legend}'


def legend_of(chart: ChartData) -> list[tuple[int | str, str]]:
    """Return the legend of a chart, plain text: the number of a line, or the text of a heading, and its words."""
    if isinstance(chart, Lines):
        return [(number, line.name) for number, line in enumerate(chart.lines)]
    if isinstance(chart, Square) and chart.names:
        return list(zip(chart.heads, chart.names, strict=True))
    return []


def key(number: int, x: float, y: float, style: ChartStyle) -> str:
    """Return a piece of a line, three letters long, for a legend."""
    ink = style.ink("line", f"s{number % LINE_STYLES}")
    return f'<path {ink} d="M{x:.1f} {y:.1f}h{3 * style.em:g}"/>{_mark(x + 1.5 * style.em, y, number, style)}'


def shade(share: float, most: float) -> int:
    """Return the shade of a share: 0 for none, 1 to `SHADES` for the others."""
    return 0 if share == 0 else max(1, round(SHADES * share / most))


def square_width(chart: Square, em: float) -> float:
    """Return the width that a square needs so that its figures do not touch, in the unit of `em`."""
    longest = max((len(text) for row in chart.figures for text in row), default=0)
    return _heads_width(chart.heads, em) + len(chart.heads) * (longest + 0.8) * _GLYPH * em


def _draw_bars(chart: Bars, style: ChartStyle) -> Chart:
    height, em = style.width * style.flatness[0], style.em
    top, foot = _round_up(max(chart.values, default=0)), height - _BOTTOM * em
    step = (style.right - style.left) / max(len(chart.values), 1)
    wide = max(1.0, min(step * 0.82, _WIDEST_BAR * em))
    parts = [
        _axis(
            [(share, f"{round(top * share):,}", "grid") for share in (0, 0.5, 1)],
            lambda share: foot - (foot - style.top) * share,
            style,
        )
    ]
    for index, (label, value) in enumerate(zip(chart.labels, chart.values, strict=True)):
        middle, high = style.left + step * (index + 0.5), (foot - style.top) * value / top
        if value:
            x, drawn = middle - wide / 2, max(high, em / 12)
            box = f'x="{x:.1f}" y="{foot - drawn:.1f}" width="{wide:.1f}" height="{drawn:.1f}"'
            parts.append(f"<rect {style.ink('bar')} {box}><title>{escaped(label)}: {value:,}</title></rect>")
        if value and len(f"{value:,}") * _GLYPH * em < step:
            parts.append(_text(middle, foot - high - em / 3, f"{value:,}"))
    for index in _labeled(chart.labels, step / em):
        edge = style.width - len(chart.labels[index]) * _GLYPH * em / 2
        x = min(style.left + step * (index + 0.5), edge)
        parts.append(_text(x, foot + em * 4 / 3, chart.labels[index]))
    parts.append(_axis_name(chart.axis, height, style))
    return Chart("".join(parts), style.width, height)


def _labeled(labels: Sequence[str], step: float) -> list[int]:
    """Return the bars that have a label: the outermost, 0, and others at even distances if they have the room.

    Example:
        >>> _labeled(["below −2", "−2", "−1", "0", "+1", "+2", "+3"], step=1.5)
        [0, 3, 6]
    """
    if not labels:
        return []
    room = [(len(label) + 1) * _GLYPH / step for label in labels]  # in bars
    last = len(labels) - 1
    every = max(1, math.ceil(max(room[1:last], default=1)))
    inner = range(labels.index("0") % every if "0" in labels else every, last, every)
    end = min(float(last), last + 0.5 + (_RIGHT - len(labels[last]) * _GLYPH / 2) / step)  # it stays on the canvas
    free = [at for at in inner if at >= (room[0] + room[at]) / 2 and end - at >= (room[last] + room[at]) / 2]
    return sorted({0, *free, last})


def _draw_lines(chart: Lines, style: ChartStyle) -> Chart:
    """Draw lines with the half marked; the axis of shares is cut to the tenths that occur."""
    height, em = style.width * style.flatness[1], style.em
    foot, low, high = height - _BOTTOM * em, chart.positions[0], chart.positions[-1]
    shares = [share for line in chart.lines for share in line.heights]
    floor = math.floor(min(shares, default=0) * _TENTHS) / _TENTHS
    ceiling = max(math.ceil(max(shares, default=1) * _TENTHS) / _TENTHS, floor + 1 / _TENTHS)

    def x(position: float) -> float:
        return style.left + (style.right - style.left) * (position - low) / ((high - low) or 1)

    def y(share: float) -> float:
        return foot - (foot - style.top) * (min(max(share, floor), ceiling) - floor) / (ceiling - floor)

    tenths = range(round(floor * _TENTHS), round(ceiling * _TENTHS) + 1)
    rows = [(at / _TENTHS, f"{at / _TENTHS:.0%}", "half" if 2 * at == _TENTHS else "grid") for at in tenths]
    step = max(1, math.ceil((high - low) / _MOST))
    parts = [_axis(rows, y, style)]
    for tick in range(math.ceil(low / step) * step, math.floor(high) + 1, step):
        parts.append(f'<path {style.ink("grid")} d="M{x(tick):.1f} {style.top:g}V{foot:g}"/>')
        parts.append(_text(x(tick), foot + em * 4 / 3, signed(tick).lstrip("+")))
    across = [x(position) for position in chart.positions]
    for line in chart.lines:
        if line.band:
            ends = [*zip(across, line.band[1], strict=True), *zip(across[::-1], line.band[0][::-1], strict=True)]
            path = "L".join(f"{at:.1f} {y(share):.1f}" for at, share in ends)
            parts.append(f'<path {style.ink("band")} d="M{path}z"/>')
    for number, line in enumerate(chart.lines):
        points = [(at, y(share)) for at, share in zip(across, line.heights, strict=True)]
        path, ink = "L".join(f"{at:.1f} {up:.1f}" for at, up in points), style.ink("line", f"s{number % LINE_STYLES}")
        parts.append(f'<path {ink} d="M{path}"><title>{escaped(line.name)}</title></path>')
        gap = max(1, len(points) // _MARKS_ON_A_LINE)
        parts += [_mark(*at, number, style) for at in points[gap * (number + 1) // (len(chart.lines) + 1) :: gap]]
    parts.append(_axis_name(chart.axis, height, style))
    return Chart("".join(parts), style.width, height)


def _draw_square(chart: Square, style: ChartStyle) -> Chart:
    em, left = style.em, _heads_width(chart.heads, style.em)
    side, high = min((style.width - left) / max(len(chart.heads), 1), 6 * em), 1.8 * em
    most = max((share for row in chart.shares for share in row), default=0)
    parts = [_text(left + side * (column + 0.5), em, head) for column, head in enumerate(chart.heads)]
    for row, (head, figures, shares) in enumerate(zip(chart.heads, chart.figures, chart.shares, strict=True)):
        y = 1.5 * em + high * row
        parts.append(_text(left - _GLYPH * em, y + 1.25 * em, head, "end"))
        for column, (text, share) in enumerate(zip(figures, shares, strict=True)):
            x = left + side * column
            box = f'x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{high:.1f}"'
            parts.append(f"<rect {style.ink(f'cell{shade(share, most)}')} {box}/>")
            parts.append(_text(x + side / 2, y + 1.25 * em, text))
    return Chart("".join(parts), style.width, 2 * em + high * len(chart.heads))


def _heads_width(heads: Sequence[str], em: float) -> float:
    return (max(map(len, heads), default=0) + 1.4) * _GLYPH * em


def _axis(rows: Sequence[tuple[float, str, str]], y: Callable[[float], float], style: ChartStyle) -> str:
    """Return the lines across the plot with their labels: value, label and name of the ink."""
    return "".join(
        f'<path {style.ink(ink)} d="M{style.left:g} {y(value):.1f}H{style.right:g}"/>'
        + _text(style.left - style.em / 2, y(value) + style.em / 3, label, "end")
        for value, label, ink in rows
    )


def _mark(x: float, y: float, number: int, style: ChartStyle) -> str:
    """Return a mark of a line in print; on a page lines differ in colour."""
    if not style.inks:
        return ""
    shape, ink = _MARKS[number % LINE_STYLES]
    move = f'transform="translate({x:.1f} {y:.1f})scale({style.em * 0.23:.2f})"'
    return f'<path {move} fill="{ink}" stroke="#000" stroke-width=".35" d="{shape}"/>'


def _axis_name(text: str, height: float, style: ChartStyle) -> str:
    return _text((style.left + style.right) / 2, height - style.em / 2, text)


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escaped(text)}</text>'


def _round_up(value: int) -> int:
    """Return an even number of one or two digits and zeros that is not below a value.

    Example:
        >>> [_round_up(value) for value in (0, 1, 3, 37, 1234, 99_001)]
        [2, 2, 4, 38, 1400, 100000]
    """
    if value <= 2:
        return 2
    unit: int = 10 ** max(0, len(str(value)) - 2)
    return math.ceil(value / (2 * unit)) * 2 * unit
