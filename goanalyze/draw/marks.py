"""What is drawn over the stones of a board, as SVG: marks, numbers of a cycle, and the legend that names them.

Two marks stand for what a reader must not miss. They differ in colour and in shape, so that nobody needs to tell red
from blue: ``offence`` is a red disc with a cross, ``repeated`` a blue diamond. All lengths are in pixels, 24 from one
line of the board to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Final

ACCENT: Final = "#d8271c"
"""Red of rings and of marks on territory: 3:1 or better against both stones."""
_RED: Final = "#c8102e"
_BLUE: Final = "#1257a8"  # white reads on both, 5.5:1 or better

MARKS: Final = {
    "cross": "m-5-5l10 10m0-10l-10 10",
    "square": "m-5-5h10v10h-10z",
    "triangle": "m0-7l6 10.5h-12z",
    "circle": "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z",
    "dot": "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "offence": "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z",
    "repeated": "m-9.5 0l9.5-9.5l9.5 9.5l-9.5 9.5z",
}
"""Shapes of the marks, drawn from the point itself."""
_LOUD: Final = {"offence": _RED, "repeated": _BLUE}
_INNER: Final = {"offence": "m-3.5-3.5l7 7m0-7l-7 7", "repeated": "m-2 0l2-2l2 2l-2 2z"}
SHAPES: Final = {kind: (shape, _LOUD.get(kind, ""), _INNER.get(kind, "")) for kind, shape in MARKS.items()}
"""The same for a script that draws marks: shape, colour of its own if any, sign inside it if any."""
_DISC: Final = "m-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0z"

_FONT: Final = 11
_LETTER: Final = 6.3  # width of a letter: no sans-serif of that size needs more on average
_WIDEST: Final = 6.8  # the same in captions, which have no room to spare
CAPTION: Final = 15
"""From one line of a caption to the next."""
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


def loud_marks(marks: Iterable[tuple[int, int, str]], numbered: frozenset[tuple[int, int]]) -> str:
    """Return the marks ``offence`` and ``repeated``.

    Args:
        marks: x, y and kind; other kinds are passed over.
        numbered: places at which a number of the cycle will stand; there the mark is left empty.

    Example:
        >>> loud_marks([(24, 0, "dot")], frozenset())
        ''
    """
    groups = {kind: [(x, y) for x, y, this in marks if this == kind] for kind in _LOUD}
    return "".join(
        f'<g class="go-{kind}" stroke="#fff" stroke-width="1.5" fill="{_LOUD[kind]}">'
        f"{''.join(_loud(kind, x, y, is_empty=(x, y) in numbered) for x, y in places)}</g>"
        for kind, places in groups.items()
        if places
    )


def _loud(kind: str, x: int, y: int, *, is_empty: bool) -> str:
    shape = f'<path d="M{x} {y}{MARKS[kind]}"/>'
    return shape if is_empty else f'{shape}<path d="M{x} {y}{_INNER[kind]}" stroke-width="2.5"/>'


def numbers_by_point(cycle: Sequence[int]) -> dict[int, str]:
    """Number the points of a cycle from 1; what falls on one point is joined with a middle dot.

    Args:
        cycle: point of each move; a pass (or any negative value) takes its number with it.

    Example:
        >>> numbers_by_point([7, -1, 8, 7])
        {7: '1·4', 8: '3'}
    """
    found: dict[int, list[str]] = {}
    for number, point in enumerate(cycle, 1):
        if point >= 0:
            found.setdefault(point, []).append(str(number))
    return {point: "·".join(numbers) for point, numbers in found.items()}


def cycle_numbers(places: Iterable[tuple[int, int, str, str | None]]) -> str:
    """Return the numbers of a cycle: blue on a white disc, white on a mark ``offence`` or ``repeated``.

    Args:
        places: x, y, text, and the kind of mark at the same point, if any.
    """
    discs, texts = [], []
    for x, y, text, kind in places:
        on_mark = kind in _LOUD
        if not on_mark:
            discs.append(f'<path d="M{x} {y}{_DISC}" fill="#fff" stroke="{_BLUE}" stroke-width="1.5"/>')
        size = min(11, (20 if kind == "repeated" else 24) / len(text))
        place, ink = f'x="{x}" y="{y + size * 0.36:g}"', "#fff" if on_mark else _BLUE
        texts.append(f'<text {place} font-size="{size:.3g}" fill="{ink}">{text}</text>')
    return f'<g class="go-cycle" font-weight="bold">{"".join(discs + texts)}</g>' if texts else ""


def region_ground(points: Iterable[int], width: int, cell: int) -> str:
    """Return bright ground below the points of a region; `cell` is the distance of two lines."""
    places = [(point % width * cell - cell // 2, point // width * cell - cell // 2) for point in sorted(points)]
    squares = "".join(f"M{x} {y}h{cell}v{cell}h-{cell}z" for x, y in places)
    return f'<path class="go-region" d="{squares}" fill="#fff" fill-opacity=".5"/>' if squares else ""


def region_border(points: Iterable[int], width: int, cell: int) -> str:
    """Return the border of a region, in dashes that show on stones of both colours."""
    inside = {divmod(point, width) for point in points}
    edges = []
    for row, column in sorted(inside):
        x, y = column * cell - cell // 2, row * cell - cell // 2
        sides = (((row - 1, column), f"M{x} {y}h{cell}"), ((row + 1, column), f"M{x} {y + cell}h{cell}"),
                 ((row, column - 1), f"M{x} {y}v{cell}"), ((row, column + 1), f"M{x + cell} {y}v{cell}"))  # fmt: skip
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
    """Return the lines of a caption, `CAPTION` pixels apart.

    Args:
        lines: plain text.
        x: where they begin.
        y: of the middle of the first.
        ink: colour of the text.
    """
    rows = (f'<text x="{x:g}" y="{y + 4 + number * CAPTION:g}">{escape(line)}</text>'
            for number, line in enumerate(lines))  # fmt: skip
    return f'<g class="go-caption" font-size="{_FONT}" fill="{ink}" text-anchor="start">{"".join(rows)}</g>'


def legend_width(words: Mapping[str, str]) -> int:
    """Return the width of a legend in pixels, rather too wide than too narrow."""
    return round(sum(_SIGN + len(word) * _LETTER + _GAP for word in words.values()))


def legend_line(words: Mapping[str, str], x: float, y: float, ink: str) -> str:
    """Return the legend: for each overlay its sign and its word, on one line.

    Args:
        words: overlay (a name of `Overlay`) → what it is called; the word is plain text.
        x: where the line begins.
        y: of its middle.
        ink: colour of the text.
    """
    parts = []
    for kind, word in words.items():
        sign = _SIGNS.get(kind) or _mark_sign(kind)
        parts.append(f'<g transform="translate({x + 6:g} {y:g})scale(.6)">{sign}</g>')
        parts.append(f'<text x="{x + _SIGN:g}" y="{y + 4:g}">{escape(word)}</text>')
        x += _SIGN + len(word) * _LETTER + _GAP
    return f'<g class="go-legend" font-size="{_FONT}" fill="{ink}" text-anchor="start">{"".join(parts)}</g>'


def _mark_sign(kind: str) -> str:
    if kind in _LOUD:
        inner = f'<path d="M0 0{_INNER[kind]}" stroke-width="2.5"/>'
        return f'<g fill="{_LOUD[kind]}" stroke="#fff"><path d="M0 0{MARKS[kind]}"/>{inner}</g>'
    fill = "#000" if kind == "dot" else "none"
    return f'<path d="M0 0{MARKS[kind]}" fill="{fill}" stroke="#000" stroke-width="2"/>'
