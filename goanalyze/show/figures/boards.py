"""Boards of the figures: a final position with what counts marked, small enough to stand beside a ledger.

What may live here: which marks a point gets. What may not: judging or counting, drawing other than by `board_svg`.
"""

from __future__ import annotations

from goanalyze.board.position import Position
from goanalyze.draw.svg import board_svg
from goanalyze.game import Game
from goanalyze.rules import Ruleset, Scoring
from goanalyze.score.outcome import Outcome
from goanalyze.score.territory import DEDUCTED, SURROUNDED, Kind, Territory
from goanalyze.vocabulary.points import EMPTY

__all__ = ["counted_board", "counted_signs", "winner_words"]

_NAMES = {"black": "Black", "white": "White"}


def counted_board(game: Game, counted: Territory, ruleset: Ruleset) -> str:
    """Draw a final position with the points that a ruleset counts."""
    position = game.replay().position()
    territory, marks = counted_signs(position, counted, ruleset)
    return board_svg(position, territory=territory, marks=marks, coordinates=False,
                     title=f"what counts under {ruleset.title} rules")  # fmt: skip


def counted_signs(position: Position, counted: Territory, ruleset: Ruleset) -> tuple[dict[int, int], dict[int, str]]:
    """Return whose each empty point is that a ruleset counts, and a mark for each point there is more to say of.

    Dead stones are crossed. By area each living stone has a dot; by territory eyes in seki and points that must be
    filled, which do not count, are marked.
    """
    area = ruleset.scoring.value is not Scoring.TERRITORY
    owned = SURROUNDED if area else (Kind.TERRITORY,)
    territory, marks = {}, {}
    for point, (kind, side) in enumerate(zip(counted.kind, counted.side, strict=True)):
        stone = int(position.stones[point])
        if kind is Kind.TERRITORY and stone != EMPTY:
            marks[point] = "cross"
        elif kind in owned:
            territory[point] = side
        elif kind is Kind.SEKI_EYE:
            marks[point] = "circle"
        elif kind in DEDUCTED:
            marks[point] = "triangle"
        elif stone == EMPTY or area:
            marks[point] = "dot"
    return territory, marks


def winner_words(outcome: Outcome) -> str:
    """Say who wins, and by how much.

    Example:
        >>> import goanalyze as ga
        >>> winner_words(ga.loads("(;SZ[3]KM[0.5];B[bb];W[];B[])").outcome("chinese", dead=[]))
        'Black wins by 8.5'
    """
    if outcome.margin is None or outcome.winner is None:
        return "no result"
    if outcome.winner == "draw":
        return "Draw"
    name = _NAMES[outcome.winner]
    return f"{name} wins by {abs(outcome.margin):g}" if outcome.margin else f"{name} wins the tie"
