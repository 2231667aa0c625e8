"""Figures for print: title, chart, legend and caption on one sheet, in millimetres; letters have 7 points or more."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Final

from goanalyze.draw.charts import Canvas, Chart, key, printed
from goanalyze.vocabulary.text import clean, wrapped

COLUMN: Final = 85.0
"""Width of a column of an article in millimetres."""
PAGE: Final = 170.0
"""Width of a page without its margins."""
EM: Final = 7.5
"""Size of the letters of a chart in points of 1/72 inch."""

_POINTS: Final = 72 / 25.4  # in a millimetre
_EDGE: Final = 3.0  # points around a sheet
_TITLE, _CAPTION = 8.5, 7.0  # size of letters, in points
_LINE: Final = 1.3  # from one line to the next, in em
_LETTER: Final = 0.53  # width of a letter in em, rather too wide
_FONT: Final = "Helvetica, Arial, 'Liberation Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure, black on white. Notebooks show it; `save` writes it to a file.

    Attributes:
        kind: of figure.
        title: what it shows.
        caption: of which games, counted how; it stands in the figure, too.
        svg: the figure, one self-contained ``<svg>``.
        width, height: in millimetres.
    """

    kind: str
    title: str
    caption: str
    svg: str = field(repr=False)
    width: float
    height: float

    def save(self, path: str | Path) -> Path:
        """Write the figure to a file, and return its path.

        Args:
            path: of the file, which is SVG whatever its name.

        Raises:
            OSError: it cannot be written.
        """
        Path(path).write_text(self.svg, encoding="utf-8")
        return Path(path)

    def __repr__(self) -> str:
        return f"<Plot {self.kind}, {self.width:g} × {self.height:g} mm: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg


def canvas(width: float) -> Canvas:
    """Return what charts are drawn on for a sheet of a width in millimetres."""
    return printed(width * _POINTS - 2 * _EDGE, EM)


def sheet_width(chart: float) -> int:
    """Return the width of a sheet in whole millimetres that a chart of so many points fits on."""
    return math.ceil((chart + 2 * _EDGE) / _POINTS)


def sheet(
    kind: str, title: str, chart: Chart, *, width: float, legend: Iterable[tuple[int | str, str]] = (), caption: str
) -> Plot:
    """Put a figure together.

    Args:
        kind: of figure.
        title: above the chart, plain text like all others.
        chart: drawn on the `canvas` of this width.
        width: in millimetres.
        legend: what lines and letters mean: the number of a line or the letter, and its words.
        caption: below it.

    Example:
        >>> plot = sheet("komi", "A title", Chart("", 200, 100), width=85, legend=[(0, "one")], caption="Of nothing.")
        >>> plot
        <Plot komi, 85 × 53 mm: A title>
        >>> plot.svg.count("<text")
        3
    """
    on = canvas(width)
    title, caption = clean(title), clean(caption)
    y, parts = _EDGE, list[str]()
    for line in _wrapped(title, on.width, _TITLE):
        y += _TITLE * _LINE
        parts.append(_text(0, y, line, f' font-size="{_TITLE:g}" font-weight="bold"'))
    y += EM / 2
    parts.append(f'<g transform="translate(0 {y:.1f})">{chart.inside}</g>')
    y += chart.height + EM / 2
    for mark, words in legend:
        indent = (4 if isinstance(mark, int) else len(mark) + 0.5) * EM
        parts.append(_text(0, y + EM, mark) if isinstance(mark, str) else key(mark, 0, y + 0.7 * EM, on))
        for line in _wrapped(clean(words), on.width - indent, EM):
            parts.append(_text(indent, y + EM, line))
            y += EM * _LINE
    y += EM / 2
    for line in _wrapped(caption, on.width, _CAPTION):
        y += _CAPTION * _LINE
        parts.append(_text(0, y, line, f' font-size="{_CAPTION:g}"'))
    high = round((y + 2 * _EDGE) / _POINTS, 1)
    whole = f'0 0 {width * _POINTS:.2f} {high * _POINTS:.2f}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{whole} width="{width:g}mm" height="{high:g}mm" '
        f'font-family="{_FONT}" font-size="{EM:g}" fill="#000"><title>{escape(title)}</title>'
        f'<desc>{escape(caption)}</desc><rect width="100%" height="100%" fill="#fff"/>'
        f'<g transform="translate({_EDGE:g} 0)">{"".join(parts)}</g></svg>'
    )
    return Plot(kind, title, caption, svg, width, high)


def _text(x: float, y: float, text: str, size: str = "") -> str:
    return f'<text x="{x:g}" y="{y:.1f}"{size}>{escape(text)}</text>'


def _wrapped(text: str, wide: float, em: float) -> list[str]:
    return wrapped(text, int(wide / (em * _LETTER)))
