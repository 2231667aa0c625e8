"""A final position as it was counted: dead stones, territory, dame, seki and deductions, as text and for SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goanalyze.points import BLACK, EMPTY, WHITE
from goanalyze.score.territory import DEDUCTED, Kind, Territory
from goanalyze.show.diagram import diagram

if TYPE_CHECKING:
    from goanalyze.game import Game
    from goanalyze.position import Position

__all__ = ["counted_marks", "counted_svg", "counted_text"]

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


def counted_text(game: Game) -> str:
    """Return the final position as it was counted, with a legend of what occurs; empty where nothing is known.

    Example:
        >>> import goanalyze as ga
        >>> print(counted_text(ga.loads("(;SZ[3]KM[0];B[bb];W[];B[])")), end="")
          A B C
        3 b b b 3
        2 b X b 2
        1 b b b 1
          A B C
        bw territory
    """
    counted = game.counted()
    if counted is None:
        return ""
    position = game.replay().position()
    marks = counted_marks(position, counted)
    legend = [f"{signs} {what}" for signs, what in _LEGEND if set(signs) & set(marks.values())]
    return f"{diagram(position, marks=marks)}\n{' · '.join(legend)}\n"


def counted_svg(game: Game) -> str:
    """Return the final position as SVG: territory as squares, dead stones crossed, seki and deductions marked.

    Raises:
        ValueError: nothing is known of the end.
    """
    from goanalyze.show.svg import board_svg  # noqa: PLC0415 - only when a picture is asked for

    counted = game.counted()
    if counted is None:
        raise ValueError("nothing is known of how this game ended; there is no count to draw")
    position = game.replay().position()
    territory = {p: side for p, (kind, side) in enumerate(zip(counted.kind, counted.side, strict=True))
                 if kind is Kind.TERRITORY}  # fmt: skip
    signs = {"x": "cross", "o": "cross", "s": "circle", "!": "triangle", ",": "dot"}
    marks = {point: signs[sign] for point, sign in counted_marks(position, counted).items() if sign in signs}
    return board_svg(position, territory=territory, marks=marks, title=f"{game!r}, as counted")
