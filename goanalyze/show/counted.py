"""A final position as it was counted: dead stones, territory, dame, seki and deductions, as text.

``pictures`` draws the same. Nothing is counted here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.draw.diagram import diagram
from goanalyze.score.territory import DEDUCTED, Kind, Territory
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

if TYPE_CHECKING:
    from goanalyze.board.position import Position
    from goanalyze.game import Game

__all__ = ["counted_marks", "counted_text", "territory_legend", "territory_text"]

_TERRITORY: Final = {BLACK: "b", WHITE: "w"}
_DEAD: Final = {BLACK: "x", WHITE: "o"}
_LEGEND: Final = (
    ("xo", "dead stones"),
    ("bw", "territory"),
    (",", "dame"),
    ("s", "seki"),
    ("!", "to be filled, no territory"),
)


def counted_marks(position: Position, counted: Territory) -> dict[int, str]:
    """Return a character for each point that is not a living stone or plain: see the legend of `counted_text`."""
    marks = {}
    for point, (kind, side) in enumerate(zip(counted.kind, counted.side, strict=True)):
        stone = int(position.stones[point])
        if kind is Kind.TERRITORY:
            marks[point] = _DEAD[stone] if stone != EMPTY else _TERRITORY[side]
        elif kind in DEDUCTED:
            marks[point] = "!"
        elif kind in (Kind.SEKI, Kind.SEKI_EYE, Kind.CAPTURE):
            marks[point] = "s"
        elif kind is Kind.DAME:
            marks[point] = ","
    return marks


def territory_legend(counted: Territory) -> str:
    """Return what the characters mean that occur; empty where the territory does not know its position."""
    if counted.position is None:
        return ""
    there = set(counted_marks(counted.position, counted).values())
    return " · ".join(f"{signs} {what}" for signs, what in _LEGEND if set(signs) & there)


def territory_text(counted: Territory) -> str:
    """Return a counted position with a legend of what occurs; empty where it does not know its position.

    Example:
        >>> import goanalyze as ga
        >>> print(ga.loads("(;SZ[3]KM[0];B[bb];W[];B[])").counted())
          A B C
        3 b b b 3
        2 b X b 2
        1 b b b 1
          A B C
        bw territory
    """
    if counted.position is None:
        return ""
    return f"{diagram(counted.position, marks=counted_marks(counted.position, counted))}\n{territory_legend(counted)}"


def counted_text(game: Game) -> str:
    """Return the final position of a game as it was counted, as `territory_text`; empty where nothing is known."""
    counted = game.counted()
    return "" if counted is None else f"{territory_text(counted)}\n"
