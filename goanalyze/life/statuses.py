"""Statuses: what is known of the final positions of a chunk, and how. Nothing is judged or counted here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["AS_MARKED", "MARKUP_CONFIDENCE", "SEKI_UNMARKED", "STATUS_SOURCES", "Source", "Statuses", "no_statuses"]

AS_MARKED: Final = 1
"""The marked points are the territory."""
SEKI_UNMARKED: Final = 2
"""They are, but eyes in seki are left unmarked."""

MARKUP_CONFIDENCE: Final = 0.995
"""How often counting the marked points gives the recorded result: 395 of 396 games of KGS, January–March 2017."""


class Source(IntEnum):
    """How life and death of a position are known."""

    NONE = 0
    MARKUP = 1
    SETTLED = 2
    ESTIMATED = 3
    ENGINE = 4


STATUS_SOURCES: Final[dict[Source, tuple[str, str]]] = {
    Source.NONE: ("none", "not known; a count is of the board as it stands"),
    Source.MARKUP: ("markup", "the players' territory markup, TB and TW"),
    Source.SETTLED: ("settled", "proven, without guessing"),
    Source.ESTIMATED: ("estimated", "estimated by playouts and a network"),
    Source.ENGINE: ("engine", "asked of an engine"),
}
"""Name and meaning of every source."""


@dataclass(frozen=True, slots=True)
class Statuses:
    """What is known of each final position of a chunk.

    Attributes:
        owner: uint8[points], 1 or 2 where a point is that colour's territory by markup, else 0; all 0 unless the
            marked points are to be the territory. Laid out as `Replays.boards`.
        dead: uint8[points], 1 where a stone is dead.
        source: uint8[games], `Source`.
        as_marked: uint8[games], 0 where the territory is worked out from the board; `AS_MARKED` where `owner` is the
            territory; `SEKI_UNMARKED` where it is but for eyes in seki, which nobody marks under territory rules.
        contradiction: uint8[games], index into `goanalyze.life.markup.CONTRADICTIONS`.
        confidence: float32[games], 0–1, how sure the set of dead stones is; 0 where `source` is none.
        shares: float32[points], for each stone how likely it lives, where that was estimated; 1 elsewhere.
        engine_errors: why an engine that was asked gave no judgement, by number of the game.
    """

    owner: NDArray[np.uint8]
    dead: NDArray[np.uint8]
    source: NDArray[np.uint8]
    as_marked: NDArray[np.uint8]
    contradiction: NDArray[np.uint8]
    confidence: NDArray[np.float32]
    shares: NDArray[np.float32]
    engine_errors: dict[int, str]


def no_statuses(games: int, points: int) -> Statuses:
    """Return statuses of a chunk of which nothing is known yet."""
    return Statuses(
        owner=np.zeros(points, dtype=np.uint8),
        dead=np.zeros(points, dtype=np.uint8),
        source=np.zeros(games, dtype=np.uint8),
        as_marked=np.zeros(games, dtype=np.uint8),
        contradiction=np.zeros(games, dtype=np.uint8),
        confidence=np.zeros(games, dtype=np.float32),
        shares=np.ones(points, dtype=np.float32),
        engine_errors={},
    )
