"""Statuses: what is known of the final positions of a chunk, and how. Nothing is determined or counted here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.choices import Contradiction, Ruled, StatusSource
from goanalyze.life.estimate.estimate import SETTLED_CONFIDENCE
from goanalyze.life.proof.rulings import Ruling
from goanalyze.vocabulary.points import to_gtp

if TYPE_CHECKING:
    from goanalyze.life.article7.verdicts import ChainStatus

_NAMED: Final = 12  # points of a contradiction that a message has room for
ESTIMATED: Final = 0.05
"""Share of the work that estimates are where chains are confirmed, or an engine is asked; for what is told of it."""


@dataclass(frozen=True, slots=True)
class ConfirmedChain:
    """A chain of a final position with its confirmation.

    Attributes:
        game: number of the game.
        status: the verdict.
        share: probability that the chain lives, by the estimate.
        estimate_dead: True if it is dead by the estimate, or by an engine in its place.
        marked_dead: True if it is dead by the players' markup; None without markup.
    """

    game: int
    status: ChainStatus
    share: float
    estimate_dead: bool
    marked_dead: bool | None


@dataclass(frozen=True, slots=True)
class MarkupError:
    """The reason why territory markup is not used.

    Attributes:
        contradiction: kind of the contradiction.
        points: points of the board that contradict, ascending; none if a mark is off the board.
    """

    contradiction: Contradiction
    points: tuple[int, ...]

    def message(self, width: int, height: int) -> str:
        """Return the reason as a clause that names the points, at most twelve of them.

        Example:
            >>> MarkupError(Contradiction.TWICE, (4, 8)).message(3, 3)
            'a point is marked for both sides (B2, C1)'
        """
        names = ", ".join(to_gtp(point, width, height) for point in self.points[:_NAMED])
        more = f" and {len(self.points) - _NAMED} more" if len(self.points) > _NAMED else ""
        return self.contradiction.meaning + (f" ({names}{more})" if names else "")


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
        confirmed: uint8[points], likewise: what a stone is by article 7 of the Japanese rules, where that was
            confirmed, and what follows from it for its neighbours. None in games that the players or the user judged.
        chains: the chains that were confirmed.
        asked: bool[games], whether it was asked about the game, though it may have no chain in doubt.
        source: uint8[games], index of a `StatusSource`.
        as_marked: uint8[games], index of a `MarkedTerritory`.
        confidence: float32[games], 0–1, how sure the set of dead stones is; 0 where `source` is none. That of the
            estimate where it is confirmed, see `known_as`.
        shares: float32[points], for each stone how likely it lives, where that was estimated; 1 elsewhere.
        ownership: float32[points], probability that the point is Black's, as `Estimates.ownership`, where that was
            estimated; 0.5 elsewhere.
        markup_errors: reasons why territory markup is not used, by number of the game.
        engine_errors: why an engine that was asked gave no answer, by number of the game.
        given_errors: why the dead stones that a user gave are not used, likewise.
    """

    owner: NDArray[np.uint8]
    dead: NDArray[np.uint8]
    by_regions: NDArray[np.uint8]
    ruled: NDArray[np.uint8]
    rulings: list[Ruling]
    confirmed: NDArray[np.uint8]
    chains: list[ConfirmedChain]
    asked: NDArray[np.bool_]
    source: NDArray[np.uint8]
    as_marked: NDArray[np.uint8]
    confidence: NDArray[np.float32]
    shares: NDArray[np.float32]
    ownership: NDArray[np.float32]
    markup_errors: dict[int, MarkupError]
    engine_errors: dict[int, str]
    given_errors: dict[int, str]

    def dead_as(self, *, rulings: bool = False, confirmed: bool = False, regions: bool = False) -> NDArray[np.uint8]:
        """Return `dead` as it is under rulesets of some kind.

        Args:
            rulings: they follow rulings (axis `rulings`).
            confirmed: they judge by article 7 (axis `life_and_death`).
            regions: players mark regions.
        """
        if regions:
            return self.dead | self.by_regions
        dead = self.dead
        for said in [self.ruled] * rulings + [self.confirmed] * confirmed:
            if (is_said := said > 0).any():
                dead = np.where(is_said, said == Ruled.DEAD.index, dead).astype(np.uint8)
        return dead

    def known_as(self, *, confirmed: bool) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Return `source` and `confidence` as they are under rulesets that judge by article 7, or under the others."""
        proven = self.source == StatusSource.CONFIRMED.index
        if confirmed:
            return self.source, np.where(proven, np.float32(SETTLED_CONFIDENCE), self.confidence)
        return np.where(proven, np.uint8(StatusSource.ESTIMATED.index), self.source), self.confidence


def no_statuses(games: int, points: int) -> Statuses:
    """Return statuses of a chunk of which nothing is known yet."""
    return Statuses(
        owner=np.zeros(points, dtype=np.uint8),
        dead=np.zeros(points, dtype=np.uint8),
        by_regions=np.zeros(points, dtype=np.uint8),
        ruled=np.zeros(points, dtype=np.uint8),
        rulings=[],
        confirmed=np.zeros(points, dtype=np.uint8),
        chains=[],
        asked=np.zeros(games, dtype=np.bool_),
        source=np.zeros(games, dtype=np.uint8),
        as_marked=np.zeros(games, dtype=np.uint8),
        confidence=np.zeros(games, dtype=np.float32),
        shares=np.ones(points, dtype=np.float32),
        ownership=np.full(points, 0.5, dtype=np.float32),
        markup_errors={},
        engine_errors={},
        given_errors={},
    )
