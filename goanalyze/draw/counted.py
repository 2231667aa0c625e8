"""A final position as it was counted: dead stones, territory, dame, seki and deductions, as text and as a picture.

Each point that is no living stone has a sign: ``x`` and ``o`` dead stones of Black and White, ``b`` and ``w`` territory
of Black and White, ``,`` dame, ``s`` seki, ``!`` a point that must be filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from goanalyze.draw.diagram import Stones, diagram, rich_diagram
from goanalyze.vocabulary.points import BLACK, WHITE

if TYPE_CHECKING:
    from rich.text import Text

_LEGEND: Final = {
    "xo": "dead stones",
    "bw": "territory",
    ",": "dame",
    "s": "seki",
    "!": "to be filled, no territory",
}
_OWNERS: Final = {"b": BLACK, "o": BLACK, "w": WHITE, "x": WHITE}
_MARKS: Final = {"s": "circle", "!": "triangle", ",": "dot"}
_WORDS: Final = {"circle": "seki", "triangle": "to be filled", "dot": "dame"}


def counted_legend(signs: Mapping[int, str]) -> str:
    """Return what the signs mean that occur."""
    there = set(signs.values())
    return " · ".join(f"{some} {what}" for some, what in _LEGEND.items() if set(some) & there)


def counted_text(board: Stones, signs: Mapping[int, str]) -> str:
    """Return a counted position with a legend of what occurs.

    Args:
        board: with its dead stones.
        signs: point → sign.

    Example:
        >>> import goanalyze as ga
        >>> print(counted_text(ga.Position.from_rows([".X", "X."]), {0: "b", 3: "b"}))
          A B
        2 b X 2
        1 X b 1
          A B
        bw territory
    """
    return f"{diagram(board, marks=signs)}\n{counted_legend(signs)}"


def rich_counted(board: Stones, signs: Mapping[int, str]) -> Text:
    """Return the same in colours."""
    return rich_diagram(board, marks=signs).append(f"\n{counted_legend(signs)}")


def counted_svg(board: Stones, signs: Mapping[int, str], title: str = "") -> str:
    """Draw a counted position: territory as squares, dead stones pale, seki and dame marked."""
    from goanalyze.draw.svg import board_svg  # noqa: PLC0415 - most runs draw nothing

    owned = {point: _OWNERS[sign] for point, sign in signs.items() if sign in _OWNERS}
    dead = [point for point, sign in signs.items() if sign in "xo"]
    marks = {point: _MARKS[sign] for point, sign in signs.items() if sign in _MARKS}
    title = title or "A final position, as counted"
    return board_svg(board, territory=owned, faded=dead, marks=marks, legend=_WORDS, title=title)
