"""Statuses: what is known of the final positions of a chunk, and how. Nothing is determined or counted here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.choices import Ruled
from goanalyze.life.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Statuses:
    """What is known of each final position of a chunk.

    Attributes:
        owner: uint8[points], 1 or 2 where a point is that colour's territory by markup, else 0; all 0 unless the
            marked points are to be the territory. Laid out as `Replays.boards`.
        dead: uint8[points], 1 where a stone is dead.
        by_regions: uint8[points], 1 where a stone is dead, too, if each stone that a user names stands for all of its
            colour in the region that its opponent encloses.
        ruled: uint8[points], index of a `Ruled`: what rulings on shapes call a stone. None wherever the players or the
            user said what is dead.
        rulings: the shapes that they are about.
        source: uint8[games], index of a `StatusSource`.
        as_marked: uint8[games], index of a `MarkedTerritory`.
        contradiction: uint8[games], index of a `Contradiction`.
        confidence: float32[games], 0–1, how sure the set of dead stones is; 0 where `source` is none.
        shares: float32[points], for each stone how likely it lives, where that was estimated; 1 elsewhere.
        engine_errors: why an engine that was asked gave no answer, by number of the game.
        given_errors: why the dead stones that a user gave are not used, likewise.
    """

    owner: NDArray[np.uint8]
    dead: NDArray[np.uint8]
    by_regions: NDArray[np.uint8]
    ruled: NDArray[np.uint8]
    rulings: list[Ruling]
    source: NDArray[np.uint8]
    as_marked: NDArray[np.uint8]
    contradiction: NDArray[np.uint8]
    confidence: NDArray[np.float32]
    shares: NDArray[np.float32]
    engine_errors: dict[int, str]
    given_errors: dict[int, str]

    def dead_as(self, *, rulings: bool = False, regions: bool = False) -> NDArray[np.uint8]:
        """Return `dead` as it is under rulesets that follow rulings (axis `rulings`), or where regions are marked."""
        if regions:
            return self.dead | self.by_regions
        return np.where(self.ruled > 0, self.ruled == Ruled.DEAD.index, self.dead).astype(np.uint8) if rulings else (
            self.dead)  # fmt: skip


def no_statuses(games: int, points: int) -> Statuses:
    """Return statuses of a chunk of which nothing is known yet."""
    return Statuses(
        owner=np.zeros(points, dtype=np.uint8),
        dead=np.zeros(points, dtype=np.uint8),
        by_regions=np.zeros(points, dtype=np.uint8),
        ruled=np.zeros(points, dtype=np.uint8),
        rulings=[],
        source=np.zeros(games, dtype=np.uint8),
        as_marked=np.zeros(games, dtype=np.uint8),
        contradiction=np.zeros(games, dtype=np.uint8),
        confidence=np.zeros(games, dtype=np.float32),
        shares=np.ones(points, dtype=np.float32),
        engine_errors={},
        given_errors={},
    )
