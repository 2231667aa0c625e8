"""SVG over the stones of a board: marks, numbers of a cycle, the border of a region, the legend and the caption.

Two marks cannot be overlooked. They differ in colour and in shape, so that red and blue need not be distinguished:
``offence`` is a red disc with a cross, ``repeated`` a blue diamond. All lengths are in pixels; lines of the board are
`CELL` apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Final

from goanalyze.draw.markup import escaped

CELL: Final = 24
"""Distance of two lines of the board."""
ACCENT: Final = "#d8271c"
"""Red of rings and of marks on territory; its contrast with both stones is 3:1 or better."""
_RED: Final = "#c8102e"
_BLUE: Final = "#1257a8"  # white on both has a contrast of 5.5:1 or better

MARKS: Final = {
    "cross": "m-5-5l10 10m0-10l-10 10",
    "square": "m-5-5h10v10h-10z",
    "triangle": "m0-7l6 10.5h-12z",
    "circle": "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z",
    "dot": "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "offence": "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z",
    "repeated": "m-9.5 0l9.5-9.5l9.5 9.5l-9.5 9.5z",
}
"""Shapes of the marks, relative to the point."""
LOUD: Final = {"offence": _RED, "repeated": _BLUE}
"""Colours of the marks that cannot be overlooked."""
_INNER: Final = {"offence": "m-3.5-3.5l7 7m0-7l-7 7", "repeated": "m-2 0l2-2l2 2l-2 2z"}
SHAPES: Final = {kind: (shape, LOUD.get(kind, ""), _INNER.get(kind, "")) for kind, shape in MARKS.items()}
"""Shape of each mark, its own colour and its inner sign, both empty if it has none; for scripts that draw marks."""
_DISC: Final = "m-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z"

_FONT: Final = 11
_LETTER: Final = 6.3  # width of a letter: no sans-serif of that size needs more on average
_WIDEST: Final = 6.8  # width of a letter in captions, which have no room to spare
CAPTION: Final = 15
"""Distance of two lines of a caption."""
_SIGN: Final = 16  # room for the sign before its word
_GAP: Final = 10  # from a word to the next sign
_SIGNS: Final = {
    "last": f'<circle r="8" fill="none" stroke="{ACCENT}" stroke-width="2.5"/>',
    "territory": '<path d="M-9-4h8v8h-8z" fill="#1a1a1a" stroke="#777"/><path d="M1-4h8v8h-8z" fill="#fff" '
    'stroke="#777"/>',
    "faded": '<g opacity=".45"><circle cx="-4" r="7" fill="#1a1a1a"/><circle cx="4" r="7" fill="#fff" '
    'stroke="#1a1a1a"/></g>',
    "shades": '<path d="M-10-6h12v12h-12z" fill="#1a1a1a" stroke="#777"/><path d="M3-3h6v6h-6z" fill="#fff" '
    'stroke="#777"/>',
    "region": f'<path d="M-9-7h17v14h-17z" fill="#fff" fill-opacity=".5" stroke="{_BLUE}" stroke-width="2.5" '
    'stroke-dasharray="4 2"/>',
    "cycle": f'<path d="M0 0{_DISC}" fill="#fff" stroke="{_BLUE}" stroke-width="2"/>',
}


def position_of(point: int, width: int) -> tuple[int, int]:
    """Return x and y of a point, in pixels from the upper left point of the board; `width` in columns."""
    return point % width * CELL, point // width * CELL


def loud_marks(marks: Mapping[int, str], width: int, numbered: Iterable[int]) -> str:
    """Return the marks ``offence`` and ``repeated``.

    Example:
        >>> loud_marks({1: "dot"}, 9, [])
        ''
    """
    empty = set(numbered)
    groups = []
    for kind, color in LOUD.items():
        shapes = []
        for point in (point for point, mark in marks.items() if mark == kind):
            x, y = position_of(point, width)
            shapes.append(f'<path d="M{x} {y}{MARKS[kind]}"/>')
            if point not in empty:
                shapes.append(f'<path d="M{x} {y}{_INNER[kind]}" stroke-width="2.5"/>')
        if shapes:
            groups.append(f'<g class="go-{kind}" stroke="#fff" stroke-width="1.5" fill="{color}">{"".join(shapes)}</g>')
    return "".join(groups)


def numbers_by_point(cycle: Sequence[int]) -> dict[int, str]:
    """Number the points of a cycle from 1; numbers on one point are joined with a middle dot.

    Example:
        >>> numbers_by_point([7, -1, 8, 7])
        {7: '1·4', 8: '3'}
    """
    numbers: dict[int, list[str]] = {}
    for number, point in enumerate(cycle, 1):
        if point >= 0:
            numbers.setdefault(point, []).append(str(number))
    return {point: "·".join(texts) for point, texts in numbers.items()}


def cycle_numbers(numbers: Mapping[int, str], marks: Mapping[int, str], width: int) -> str:
    """Return the numbers of a cycle: blue on a white disc, white on a mark ``offence`` or ``repeated``."""
    discs, texts = [], []
    for point, text in numbers.items():
        (x, y), kind = position_of(point, width), marks.get(point)
        if kind not in LOUD:
            discs.append(f'<path d="M{x} {y}{_DISC}" fill="#fff" stroke="{_BLUE}" stroke-width="1.5"/>')
        size, ink = min(11, (20 if kind == "repeated" else 24) / len(text)), "#fff" if kind in LOUD else _BLUE
        texts.append(f'<text x="{x}" y="{y + size * 0.36:g}" font-size="{size:.3g}" fill="{ink}">{text}</text>')
    return f'<g class="go-cycle" font-weight="bold">{"".join(discs + texts)}</g>' if texts else ""


def region_ground(points: Iterable[int], width: int) -> str:
    """Return bright ground below the points of a region."""
    corners = [position_of(point, width) for point in sorted(points)]
    squares = "".join(f"M{x - CELL // 2} {y - CELL // 2}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    return f'<path class="go-region" d="{squares}" fill="#fff" fill-opacity=".5"/>' if squares else ""


def region_border(points: Iterable[int], width: int) -> str:
    """Return the border of a region, in dashes that show on stones of both colours."""
    inside = {divmod(point, width) for point in points}
    edges = []
    for row, column in sorted(inside):
        x, y = column * CELL - CELL // 2, row * CELL - CELL // 2
        sides = (
            ((row - 1, column), f"M{x} {y}h{CELL}"),
            ((row + 1, column), f"M{x} {y + CELL}h{CELL}"),
            ((row, column - 1), f"M{x} {y}v{CELL}"),
            ((row, column + 1), f"M{x + CELL} {y}v{CELL}"),
        )
        edges += [edge for beyond, edge in sides if beyond not in inside]
    if not edges:
        return ""
    path = f'<path d="{"".join(edges)}"'
    return (
        f'<g class="go-border" fill="none">{path} stroke="#fff" stroke-width="4"/>'
        f'{path} stroke="{_BLUE}" stroke-width="2.5" stroke-dasharray="4 2"/></g>'
    )


def caption_lines(text: str, wide: float) -> list[str]:
    """Break a caption into lines that fit into a width in pixels."""
    return wrap(text, max(1, int(wide / _WIDEST)))


def caption_block(lines: Sequence[str], x: float, y: float, ink: str) -> str:
    """Return the lines of a caption, `CAPTION` pixels apart."""
    rows = (
        f'<text x="{x:g}" y="{y + 4 + number * CAPTION:g}">{escaped(line)}</text>' for number, line in enumerate(lines)
    )
    return f'<g class="go-caption" font-size="{_FONT}" fill="{ink}" text-anchor="start">{"".join(rows)}</g>'


def legend_width(words: Mapping[str, str]) -> int:
    """Return the width of a legend in pixels, rather too wide than too narrow."""
    return round(sum(_SIGN + len(word) * _LETTER + _GAP for word in words.values()))


def legend_line(words: Mapping[str, str], x: float, y: float, ink: str) -> str:
    """Return the legend: the sign of each overlay and its word, on one line."""
    parts = []
    for kind, word in words.items():
        sign = _SIGNS.get(kind) or _mark_sign(kind)
        parts.append(f'<g transform="translate({x + 6:g} {y:g})scale(.6)">{sign}</g>')
        parts.append(f'<text x="{x + _SIGN:g}" y="{y + 4:g}">{escaped(word)}</text>')
        x += _SIGN + len(word) * _LETTER + _GAP
    return f'<g class="go-legend" font-size="{_FONT}" fill="{ink}" text-anchor="start">{"".join(parts)}</g>'


def _mark_sign(kind: str) -> str:
    if kind in LOUD:
        inner = f'<path d="M0 0{_INNER[kind]}" stroke-width="2.5"/>'
        return f'<g fill="{LOUD[kind]}" stroke="#fff"><path d="M0 0{MARKS[kind]}"/>{inner}</g>'
    fill = "#000" if kind == "dot" else "none"
    return f'<path d="M0 0{MARKS[kind]}" fill="{fill}" stroke="#000" stroke-width="2"/>'
