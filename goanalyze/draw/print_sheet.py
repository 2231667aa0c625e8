"""Print sheets: title, chart, legend and caption in one SVG, in millimetres; letters have 7 points or more."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from goanalyze.draw.charts import ChartData, Square, draw, key, legend_of, print_style, square_width
from goanalyze.draw.markup import escaped
from goanalyze.errors import OptionError, OutputError
from goanalyze.util.arguments import read_path
from goanalyze.util.faults import sentence
from goanalyze.util.text import clean, wrapped

COLUMN: Final = 85.0
"""Width of a column of an article in millimetres."""
PAGE: Final = 170.0
"""Width of a page without its margins in millimetres."""
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
    """A figure for print, black on white. Notebooks show it; `save` writes it to a file.

    Attributes:
        kind: kind of the figure.
        title: its title.
        caption: the games, the evidence and the source; it is part of the figure.
        svg: the figure, one self-contained ``<svg>``.
        width, height: size in millimetres.

    Example:
        >>> import goanalyze as ga
        >>> ga.check("data/sample/gnugo").compare().plot("margins").kind
        'margins'
    """

    kind: str
    title: str
    caption: str
    svg: str = field(repr=False)
    width: float
    height: float

    def save(self, path: str | Path) -> Path:
        """Write the figure to an SVG file and return its path.

        Raises:
            OutputError: the file cannot be written.
        """
        file = Path(read_path("path", path))
        try:
            file.write_text(self.svg, encoding="utf-8")
        except OSError as error:
            raise OutputError(f"{str(file)!r} cannot be written: {sentence(error)}") from None
        return file

    def __repr__(self) -> str:
        return f"<Plot {self.kind}, {self.width:g} × {self.height:g} mm: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg


def sheet(kind: str, title: str, caption: str, chart: ChartData, width: float | None = None) -> Plot:
    """Return a figure for print.

    Raises:
        OptionError: a square of figures needs more than this width.
    """
    width = _fitting_width(chart, width)
    style = print_style(width * _POINTS - 2 * _EDGE, EM, is_narrow=width < PAGE)
    drawn, title, caption = draw(chart, style), clean(title), clean(caption)
    y, parts = _EDGE, list[str]()

    def write(text: str, em: float, weight: str = "") -> None:
        nonlocal y
        for line in _wrapped(text, style.width, em):
            y += em * _LINE
            parts.append(_text(0, y, line, f' font-size="{em:g}"{weight}'))

    write(title, _TITLE, ' font-weight="bold"')
    y += EM / 2
    parts.append(f'<g transform="translate(0 {y:.1f})">{drawn.inside}</g>')
    y += drawn.height + EM / 2
    for mark, words in legend_of(chart):
        is_text = isinstance(mark, str)
        indent = (len(str(mark)) + 0.5 if is_text else 4) * EM
        parts.append(_text(0, y + EM, str(mark)) if is_text else key(int(mark), 0, y + 0.7 * EM, style))
        for line in _wrapped(clean(words), style.width - indent, EM):
            parts.append(_text(indent, y + EM, line))
            y += EM * _LINE
    y += EM / 2
    write(caption, _CAPTION)
    high = round((y + 2 * _EDGE) / _POINTS, 1)
    box = f'viewBox="0 0 {width * _POINTS:.2f} {high * _POINTS:.2f}" width="{width:g}mm" height="{high:g}mm"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {box} font-family="{_FONT}" font-size="{EM:g}" '
        f'fill="#000"><title>{escaped(title)}</title><desc>{escaped(caption)}</desc>'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<g transform="translate({_EDGE:g} 0)">{"".join(parts)}</g></svg>'
    )
    return Plot(kind, title, caption, svg, width, high)


def _fitting_width(chart: ChartData, width: float | None) -> float:
    needed = 0 if not isinstance(chart, Square) else math.ceil((square_width(chart, EM) + 2 * _EDGE) / _POINTS)
    if width is None:
        return next((usual for usual in (COLUMN, PAGE) if needed <= usual), needed)
    if width < needed and isinstance(chart, Square):
        count = len(chart.heads)
        raise OptionError(f"A width of {width:g} mm is too narrow for {count} rulesets. Expected at least {needed} mm.")
    return width


def _text(x: float, y: float, text: str, size: str = "") -> str:
    return f'<text x="{x:g}" y="{y:.1f}"{size}>{escaped(text)}</text>'


def _wrapped(text: str, wide: float, em: float) -> list[str]:
    return wrapped(text, int(wide / (em * _LETTER)))
