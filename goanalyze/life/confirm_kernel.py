"""The search behind the confirmation of life and death: a graph of positions of one region, and fixpoints over it.

Nothing is proven by an order of moves or a limit: what was not looked at counts against the answer.
"""

from __future__ import annotations

from typing import NamedTuple

from goanalyze.life.choices import KoPass, Unproven
from goanalyze.life.regions import Region


class Solved(NamedTuple):
    """What is known of a question.

    Attributes:
        captured: whether the opponent of the target can force what was asked; None if that is unknown.
        states: positions looked at.
        line: one main line, colours with points of the board, `PASS` or `KO_PASS` (`goanalyze.vocabulary.points`).
        reason: why it is unknown.
    """

    captured: bool | None
    states: int
    line: tuple[tuple[int, int], ...]
    reason: Unproven


def solve(
    region: Region,
    target: frozenset[int],
    clear: frozenset[int] = frozenset(),
    *,
    owner_first: bool = False,
    ko_pass: KoPass = KoPass.ANY,
    budget: int = 200_000,
) -> Solved:
    """Ask whether the opponent of a chain can force its capture, and no new stone to stay on some points.

    Args:
        region: the part of the board.
        target: the chain, points of the board.
        clear: where no new stone of its owner may stay; one may if it stands there for ever from some move on. New is
            what was played after the stop.
        owner_first: whether its owner moves first.
        ko_pass: what a pass for a ko lifts.
        budget: how many positions may be looked at.
    """
    raise NotImplementedError
