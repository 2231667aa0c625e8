"""Regions: the points around a chain up to stones that live whatever happens there. Nothing is played here."""

from __future__ import annotations

from dataclasses import dataclass

from goanalyze.board.position import Position
from goanalyze.life.choices import Walls


@dataclass(frozen=True, slots=True)
class Region:
    """The part of a board that decides on a chain.

    Attributes:
        position: the board.
        points: the points of the region, ascending, at most `MOST_POINTS`.
        walls: stones of Black's and of White's walls beside it, points of the board; they can never be taken.
        assumed: what is assumed of them.
    """

    position: Position
    points: tuple[int, ...]
    walls: tuple[frozenset[int], frozenset[int]]
    assumed: Walls
