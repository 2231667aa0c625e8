"""Ing's way of counting: each side fills its area with a counted set of stones; what is left over tells the margin."""

from __future__ import annotations

from goanalyze.score.ending import Ending
from goanalyze.score.ledger import Ledger, Line


def fill_in(ending: Ending) -> Ledger | None:
    """Return how the board looks once both sets are filled in; None where the method does not apply.

    Each side has (points − 1) / 2 stones, 180 on 19×19, prisoners returned. A side whose area is larger than its set
    has its whole set in its own area, and the rest of that area holds the point left vacant and the opponent's stones
    that found no room: k of them, margin 2k + 1 before komi. Komi is paid by letting half as many white stones into
    Black's area beforehand.

    Does not apply on boards with an even number of points, or with points that neither side owns.

    Rule: Ing SST laws 1996, counting; `Ending.count` gives the areas.

    Example:
        >>> from goanalyze.board.position import Position
        >>> from goanalyze.score.count import count
        >>> from goanalyze.score.ending import Judged
        >>> ending = Ending(3, 3, count(Position.from_rows([".XO", "XXO", ".XO"])), Judged.DEAD_KNOWN)
        >>> print(fill_in(ending))
        fill-in with 4 stones each            Black   White
          own stones in the own area              4       3
          stones in the other's area                      1
          vacant point of the own area            1
    """
    points = ending.width * ending.height
    black, white = ending.count.black.area, ending.count.white.area
    if points % 2 == 0 or black + white != points:
        return None
    stones = points // 2
    lines = (
        Line("own stones in the own area", min(black, stones), min(white, stones)),
        Line("stones in the other's area", max(stones - black, 0) or None, max(stones - white, 0) or None),
        Line("vacant point of the own area", 1 if black > stones else None, 1 if white > stones else None),
    )
    return Ledger(f"fill-in with {stones} stones each", lines, "stones")
