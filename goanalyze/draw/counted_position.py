"""Final positions as counted: dead stones, territory, dame, seki and teire, as text and as a picture.

Each point without a living stone has a sign: ``x`` and ``o`` are dead stones of Black and White, ``b`` and ``w`` are
territory of Black and White, ``,`` is a dame, ``s`` seki, ``!`` a point that must be filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from goanalyze.draw.diagram import ASCII, Glyphs, Stones, diagram, rich_diagram, rich_joined, terminal_glyphs
from goanalyze.points import BLACK, WHITE

if TYPE_CHECKING:
    from rich.text import Text

_LEGEND: Final = {"xo": "dead stones", "bw": "territory", ",": "dame", "s": "seki", "!": "to be filled, no territory"}
_OWNERS: Final = {"b": BLACK, "o": BLACK, "w": WHITE, "x": WHITE}
_MARKS: Final = {"s": "circle", "!": "triangle", ",": "dot"}
_WORDS: Final = {"circle": "seki", "triangle": "to be filled", "dot": "dame"}


def counted_legend(signs: Mapping[int, str], glyphs: Glyphs = ASCII) -> str:
    """Return the meaning of the signs that occur."""
    present = set(signs.values())
    return " · ".join(f"{glyphs.translate(some)} {words}" for some, words in _LEGEND.items() if set(some) & present)


def counted_text(board: Stones, signs: Mapping[int, str]) -> str:
    """Return a counted position with a legend of its signs.

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


def rich_counted(board: Stones, signs: Mapping[int, str], glyphs: Glyphs | None = None) -> Text:
    """Return a counted position in colours, points tinted by their owner, with a legend of its signs.

    Example:
        >>> import goanalyze as ga
        >>> from goanalyze.draw.diagram import UNICODE
        >>> print(rich_counted(ga.Position.from_rows([".X", "X."]), {0: "b", 3: "b"}, UNICODE).plain)
          A B
        2 ■ ● 2
        1 ● ■ 1
          A B
        ■□ territory
    """
    glyphs = glyphs or terminal_glyphs()
    marks = {point: glyphs.translate(sign) for point, sign in signs.items()}
    board_text = rich_diagram(board, marks=marks, owners=_owners(signs), glyphs=glyphs)
    return rich_joined(board_text, (counted_legend(signs, glyphs), ""))


def counted_svg(board: Stones, signs: Mapping[int, str], certainty: str = "", title: str = "") -> str:
    """Draw a counted position: territory as squares, dead stones pale, seki and dame marked."""
    from goanalyze.draw.svg import board_svg  # most runs draw nothing

    return board_svg(
        board,
        territory=_owners(signs),
        faded=[point for point, sign in signs.items() if sign in "xo"],
        marks={point: _MARKS[sign] for point, sign in signs.items() if sign in _MARKS},
        legend=_WORDS,
        caption=certainty,
        title=title or "A final position, as counted",
    )


def _owners(signs: Mapping[int, str]) -> dict[int, int]:
    return {point: _OWNERS[sign] for point, sign in signs.items() if sign in _OWNERS}
