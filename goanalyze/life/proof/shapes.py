"""Shapes in the corner to which the commentary on the Japanese rules of 1989 gives a status, as diagrams.

A diagram has its corner at the upper left and represents its eight symmetries and both colours:

- ``X``, ``O``: a stone whose whole chain is in the diagram;
- ``x``, ``o``: the enclosing chain, which may extend beyond the diagram; all such stones are one chain;
- ``.``: an empty point; ``?``: any point.

Beyond the diagram none of the chains has a liberty (but see `Shape.outside`), and every stone of the opponent that
touches one is safe. So nothing that happens elsewhere can matter but threats (`PlayedOut`).

Article 7 played out proves the same status of each chain (`goanalyze.life.article7`; the tests compare). Rulesets
that judge otherwise than by article 7 take it as a precedent (axis `rulings`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

_COMMENTARY: Final = "Japanese rules of 1989, commentary on article 7"


class PlayedOut(Enum):
    """Statuses of a shape's chains if no ruling is followed and the players play on."""

    SAME = "as by the ruling"
    ALIVE = "every chain lives"
    UNLESS_THREATS = "as by the ruling, unless the dead side has ko threats that cannot be removed"
    OPEN = "open: it is a ko, of which the ruling says nothing"


@dataclass(frozen=True)
class Shape:
    """A local position and the statuses of its chains.

    Attributes:
        name: the players' name for it.
        source: the clause that rules it.
        rows: the diagram.
        dead: cells of dead chains, column letter and row counted from the corner; every other chain of the diagram
            lives.
        if_played: the statuses if the players play on.
        outside: True if the enclosing chain may have liberties elsewhere at which nothing can happen: points that only
            it and safe stones of the opponent touch. The ruling is the same for any number of them.
    """

    name: str
    source: str
    rows: tuple[str, ...]
    dead: str
    if_played: PlayedOut
    outside: bool = False

    @property
    def can_be_ended(self) -> bool:
        """True if the living side can end it. Then it offers no lasting ko threats: no seki, no ko for life."""
        return bool(self.dead) and self.if_played in (PlayedOut.SAME, PlayedOut.UNLESS_THREATS)

    @cached_property
    def cells(self) -> tuple[tuple[int, int, str], ...]:
        """Every cell but the open ones, stones first: (row, column, character)."""
        every = [(r, c, mark) for r, row in enumerate(self.rows) for c, mark in enumerate(row) if mark != "?"]
        return tuple(sorted(every, key=lambda cell: cell[2] == "."))

    @cached_property
    def dead_cells(self) -> frozenset[tuple[int, int]]:
        """The cells of `dead` as (row, column)."""
        return frozenset((int(cell[1:]) - 1, ord(cell[0]) - ord("a")) for cell in self.dead.split())


def _bent_four(*rows: str) -> Shape:
    """Return a shape in which X can become a bent four, the four points around the corner point, at will."""
    source = f"{_COMMENTARY}, examples 7-1 and 7-2"
    row, column = next((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "o")
    dead = f"{chr(ord('a') + column)}{row + 1}"
    return Shape("bent four in the corner", source, rows, dead, PlayedOut.UNLESS_THREATS, outside=True)


SHAPES: Final = (
    # The liberty that is left when X has become the bent four: at the long end, within, at the side, at the short end.
    _bent_four("XXX.o", ".ooo", "o"),
    _bent_four("XX.o", "X.o", "oo"),
    _bent_four("XXXo", "..o", "oo"),
    _bent_four("XXXo", ".o.o", "o?o"),
    _bent_four("XX.o", "Xoo", ".o", "o"),
    Shape("approach-move ko", f"{_COMMENTARY}, diagram 10 and example 10", ("XO..x", ".xxx", "x"), "b1", PlayedOut.SAME,
          outside=True),
    Shape("direct ko", f"{_COMMENTARY}, diagram 9 and example 9", ("XO.x", ".xx", "x"), "a1 b1 d1", PlayedOut.OPEN),
    Shape("three points without capture", f"{_COMMENTARY}, example 1", (".XX", "OXX"), "", PlayedOut.SAME),
    Shape("hane seki", f"{_COMMENTARY}, example 3",
          ("OXOX.O", "OXOXO", "OXOXO", ".XOOO", ".XO", "OOO"), "", PlayedOut.SAME),
    Shape("false eye in a ko", f"{_COMMENTARY}, example 11", (".O.O", "OOO"), "b1 d1", PlayedOut.UNLESS_THREATS),
    Shape("double-ko seki", f"{_COMMENTARY}, diagram 14 and example 25",
          (".XO.o", "XXXo", ".Xo.o", "Xo?o", "o"), "c1 a4", PlayedOut.ALIVE),
)  # fmt: skip
"""LabeledBoards redrawn from the commentary's text: counts of stones, moves and names of points."""
