"""Pieces of HTML: escaped text, tables, and charts as SVG, whose colours are the style sheet's. Nothing of Go here."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from goanalyze.vocabulary.numbers import signed
from goanalyze.vocabulary.text import clean

_CLASSES: Final = {"r": ' class="r"', "w": ' class="w"'}
LINE_STYLES: Final = 8
"""Different lines that the style sheet knows: a colour and a pattern of dashes each."""

_WIDTH: Final = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 18, 40
_GLYPH: Final = 7.2  # width of a character at the size of the labels
_MOST: Final = 12  # labels on an axis of numbers
_TENTHS: Final = 10


def esc(text: object) -> str:
    """Return text as HTML: markup escaped, control and direction characters replaced.

    Example:
        >>> esc('<b> & "c"')
        '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return html.escape(clean(str(text)))


def prose(text: str) -> str:
    """Return a sentence of ours as HTML; what stands between backticks is code.

    Example:
        >>> prose("`count` < 3")
        '<code>count</code> &lt; 3'
    """
    parts = esc(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 and at < len(parts) - 1 else part for at, part in enumerate(parts))


def paragraph(*sentences: str) -> str:
    """Return a paragraph of sentences that are HTML already.

    Example:
        >>> paragraph("One.", "Two.")
        '<p>One. Two.</p>'
    """
    return f"<p>{' '.join(sentences)}</p>"


def bdi(text: object) -> str:
    """Return a name as HTML that keeps its own direction of writing to itself."""
    return f"<bdi>{esc(text)}</bdi>"


def words(names: Iterable[str]) -> str:
    """Return names as HTML, with commas."""
    return ", ".join(esc(name) for name in names)


def bar(share: float) -> str:
    """Return a bar as long as a share of its cell; the figure beside it says the same."""
    return f'<span class="bar" aria-hidden="true"><i style="width:{100 * share:.2f}%"></i></span>'


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, kinds: str = "", name: str = "") -> str:
    """Return a table that scrolls in its own box when it is wide; the first cell of each row is its head.

    Args:
        caption: HTML.
        heads: of the columns, HTML.
        rows: cells, HTML.
        kinds: a letter for each column: ``r`` numbers, ``w`` long text, ``t`` other text, as where none is given.
        name: class of the table. One of the class ``stacks`` is shown row below row on narrow screens, so what it is
            made of says what it is.
    """
    stacks = name == "stacks"
    says = {part: f' role="{part}"' if stacks else "" for part in ("table", "row", "rowheader", "cell", "columnheader")}
    kind = [_CLASSES.get(letter, "") for letter in kinds.ljust(len(heads), "t")]
    first = "" if kind[0] == _CLASSES["r"] else kind[0]
    head = "".join(
        f'<th scope="col"{says["columnheader"]}{of}>{text}</th>' for of, text in zip(kind, heads, strict=True)
    )
    body = []
    for row in rows:
        cells = "".join(f"<td{says['cell']}{of}>{cell}</td>" for of, cell in zip(kind[1:], row[1:], strict=True))
        body.append(f'<tr{says["row"]}><th scope="row"{says["rowheader"]}{first}>{row[0]}</th>{cells}</tr>')
    named = f' class="{name}"' if name else ""
    return (
        f'<div class="scroll" tabindex="0"><table{says["table"]}{named}><caption><span>{caption}</span></caption>'
        f"<thead><tr{says['row']}>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def hidden_table(summary: str, *arguments: Any, **options: Any) -> str:
    """Return a table that opens when asked for: the figures behind a chart."""
    return f"<details><summary>{summary}</summary>{table(*arguments, **options)}</details>"


def columns(labels: Sequence[str], values: Sequence[int], *, about: str, axis: str, height: int = 230) -> str:
    """Return a chart of one column per label.

    Args:
        labels: under the columns; left out where they would touch each other.
        values: how high the columns are, from 0.
        about: what a reader who cannot see it is told.
        axis: what the labels are.
        height: in pixels at full width.
    """
    top = _round_up(max(values, default=0))
    inner, foot = _WIDTH - _LEFT - _RIGHT, height - _BOTTOM
    step = inner / max(len(values), 1)
    wide = max(1.0, min(step * 0.82, 42))
    parts = [_grid(top, foot)]
    every = max(1, math.ceil((max(map(len, labels), default=1) + 1) * _GLYPH / step))
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        middle = _LEFT + step * (place + 0.5)
        high = (foot - _TOP) * value / top
        if value:
            x, shown = middle - wide / 2, max(high, 1)
            size = f'x="{x:.1f}" y="{foot - shown:.1f}" width="{wide:.1f}" height="{shown:.1f}"'
            parts.append(f'<rect class="col" {size}><title>{esc(label)}: {value:,}</title></rect>')
        if value and len(f"{value:,}") * _GLYPH < step:
            parts.append(f'<text x="{middle:.1f}" y="{foot - high - 4:.1f}" text-anchor="middle">{value:,}</text>')
        if place % every == 0:
            parts.append(_text(middle, foot + 16, label))
    parts.append(_axis_name(axis, height))
    return _svg(parts, height, about)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart: what it is called, and its height at each place of the axis."""

    name: str
    heights: Sequence[float]


def lines(places: Sequence[float], drawn: Sequence[Line], *, about: str, axis: str, height: int = 360) -> str:
    """Return a chart of shares as lines over numbers, with the half marked; its axis is cut to the tenths needed.

    Args:
        places: numbers on the axis, ascending.
        drawn: lines with heights from 0 to 1; the first `LINE_STYLES` look different from each other.
        about: what a reader who cannot see it is told.
        axis: what the places are.
        height: in pixels at full width.
    """
    foot, inner = height - _BOTTOM, _WIDTH - _LEFT - _RIGHT
    low, high = places[0], places[-1]

    def x(place: float) -> float:
        return _LEFT + inner * (place - low) / ((high - low) or 1)

    every = [share for line in drawn for share in line.heights]
    floor = math.floor(min(every, default=0) * _TENTHS) / _TENTHS
    ceiling = max(math.ceil(max(every, default=1) * _TENTHS) / _TENTHS, floor + 1 / _TENTHS)

    def y(share: float) -> float:
        return foot - (foot - _TOP) * (share - floor) / (ceiling - floor)

    parts = []
    for tick in range(round(floor * _TENTHS), round(ceiling * _TENTHS) + 1):
        at, kind = y(tick / _TENTHS), "half" if 2 * tick == _TENTHS else "grid"
        label = f'<text x="{_LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{tick / _TENTHS:.0%}</text>'
        parts.append(f'<path class="{kind}" d="M{_LEFT} {at:.1f}H{_WIDTH - _RIGHT}"/>{label}')
    step = max(1, math.ceil((high - low) / _MOST))
    parts.extend(
        f'<path class="grid" d="M{x(tick):.1f} {_TOP}V{foot}"/>' + _text(x(tick), foot + 16, signed(tick).lstrip("+"))
        for tick in range(math.ceil(low / step) * step, math.floor(high) + 1, step)
    )
    for number_, line in enumerate(drawn):
        path = "L".join(f"{x(at):.1f} {y(share):.1f}" for at, share in zip(places, line.heights, strict=True))
        parts.append(f'<path class="line s{number_ % LINE_STYLES}" d="M{path}"><title>{esc(line.name)}</title></path>')
    parts.append(_axis_name(axis, height))
    return _svg(parts, height, about)


def _svg(parts: Sequence[str], height: int, about: str) -> str:
    head = f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{esc(about)}">'
    return f'<div class="chart" tabindex="0">{head}{"".join(parts)}</svg></div>'


def _text(x: float, y: float | str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{esc(text)}</text>'


def _axis_name(text: str, height: int) -> str:
    return f'<text x="{_LEFT + (_WIDTH - _LEFT - _RIGHT) / 2}" y="{height - 6}" text-anchor="middle">{esc(text)}</text>'


def _grid(top: int, foot: float) -> str:
    parts = []
    for share in (0, 0.5, 1):
        y = foot - (foot - _TOP) * share
        label = f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{round(top * share):,}</text>'
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>{label}')
    return "".join(parts)


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
