"""Shapes and words of the figures: each function returns a piece of SVG text.

A figure has its own background, so that it reads on light and on dark pages; it has no scripts, style sheets, ids,
links or fonts of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from goanalyze.score.terms import Ledger
from goanalyze.util.text import clean

WIDTH: Final = 830
"""Width of a figure in pixels: that of a README on GitHub, so that text is shown in its own size."""
INK: Final = "#1f2328"
DIM: Final = "#59636e"
BLUE: Final = "#0b5cad"
RED: Final = "#a8261c"
_PAPER: Final = "#fffdf8"
_EDGE: Final = "#d0c9bb"
_SANS: Final = "-apple-system,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif"
_MONO: Final = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_LINE: Final = 16  # from one line of text to the next


def sheet(height: int, title: str, description: str, parts: Sequence[str]) -> str:
    """Return a whole figure: its parts on a sheet of paper, with what screen readers say."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="{_SANS}" font-size="12" fill="{INK}">\n'
        f"<title>{_safe(title)}</title>\n<desc>{_safe(description)}</desc>\n"
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8" fill="{_PAPER}" stroke="{_EDGE}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def text(
    x: float, y: float, words: str, *, size: float = 12, bold: bool = False, fill: str = INK, anchor: str = "start"
) -> str:
    """Return a line of text, its base line at y."""
    more = (f' font-size="{size:g}"' if size != 12 else "") + (' font-weight="bold"' if bold else "")
    more += (f' fill="{fill}"' if fill != INK else "") + (f' text-anchor="{anchor}"' if anchor != "start" else "")
    return f'<text x="{x:g}" y="{y:g}"{more}>{_safe(words)}</text>'


def mono(x: float, y: float, lines: Sequence[str], *, size: float = 11, fill: str = INK) -> str:
    """Return lines of typewriter text; white space stays as it is."""
    spans = "".join(
        f'<tspan x="{x:g}" y="{y + number * _LINE:g}">{_safe(line).replace(" ", "&#160;")}</tspan>'
        for number, line in enumerate(lines)
        if line
    )
    return f'<text font-family="{_MONO}" font-size="{size:g}" fill="{fill}">{spans}</text>'


def box(x: float, y: float, width: float, height: float, *, fill: str = "#fff", edge: str = _EDGE) -> str:
    """Return a panel."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" stroke="{edge}"/>'


def arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """Return an arrow that runs along one axis."""
    across, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    head = f"M{to_x:g} {to_y:g}l{-7 * across - 4 * down:g} {-7 * down - 4 * across:g}" + ("v8z" if across else "h8z")
    return (
        f'<path d="M{x:g} {y:g}L{to_x - 5 * across:g} {to_y - 5 * down:g}" stroke="{DIM}" stroke-width="2"/>'
        f'<path d="{head}" fill="{DIM}"/>'
    )


def placed(board: str, x: float, y: float, width: float) -> str:
    """Return a board of `board_svg` at a place of the figure, as wide as said."""
    view = re.search(r'viewBox="([^"]*)"', board)
    assert view is not None
    _, _, wide, high = (float(number) for number in view[1].split())
    inside = board[board.index(">") + 1 :]
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{width * high / wide:g}" viewBox="{view[1]}" '
        f'text-anchor="middle">{inside}'
    )


def ledger(x: float, y: float, width: float, count: Ledger, result: str) -> list[str]:
    """Return a ledger as lines of words and two columns of numbers, the sum below a rule, and the result in bold."""
    first, second = x + width - 44, x + width
    parts = [
        text(first, y, "Black", size=11, fill=DIM, anchor="end"),
        text(second, y, "White", size=11, fill=DIM, anchor="end"),
    ]
    for line in count.lines:
        y += _LINE
        parts.append(text(x, y, line.name, size=11))
        parts += [
            text(at, y, _number(value), size=11, anchor="end")
            for at, value in ((first, line.black), (second, line.white))
            if value is not None
        ]
    y += 6
    parts.append(f'<path d="M{first - 34:g} {y:g}H{second:g}" stroke="{DIM}"/>')
    y += _LINE - 2
    parts += [
        text(x, y, result, size=13, bold=True),
        text(first, y, _number(count.black), size=11, anchor="end"),
        text(second, y, _number(count.white), size=11, anchor="end"),
    ]
    return parts


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _safe(words: str) -> str:
    return escape(clean(words), quote=False)
