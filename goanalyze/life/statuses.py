"""Statuses of the stones in the final positions of a chunk, in layers with a source and a confidence each.

The base layer has the dead stones by the first source that applies. Further layers replace it in part for the rulesets
that follow them: regions marked by a single stone, rulings on shapes, and article 7 of the Japanese rules.

Scope: values. `goanalyze.life.policy` determines them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.choices import Contradiction, RulingStatus
from goanalyze.points import to_gtp
from goanalyze.rules import DeadStones, LifeAndDeath, Rulings

if TYPE_CHECKING:
    from goanalyze.life.article7.verdicts import ChainStatus
    from goanalyze.life.proof.rulings import Ruling
    from goanalyze.rules import Ruleset

_NAMED_POINTS: Final = 12  # of a contradiction in a message
ESTIMATE_SHARE: Final = 0.05
"""Share of the work that estimates are if chains are confirmed or an engine is used, for reports of progress."""


class StatusPolicy(NamedTuple):
    """The layers that a ruleset follows, over the base layer, which all follow.

    Attributes:
        regions: True if one marked stone marks all stones of its colour in a region (axis `dead_stones`).
        rulings: True if rulings on shapes decide (axis `rulings`).
        article_7: True if article 7 of the Japanese rules decides (axis `life_and_death`).
    """

    regions: bool = False
    rulings: bool = False
    article_7: bool = False

    @classmethod
    def of(cls, ruleset: Ruleset) -> StatusPolicy:
        """Return the layers that a ruleset follows."""
        return cls(
            ruleset.dead_stones.value is DeadStones.REGIONS,
            ruleset.rulings.value is Rulings.PRECEDENTS,
            ruleset.life_and_death.value is LifeAndDeath.CONFIRMED,
        )


class DeadSet(NamedTuple):
    """Dead stones of the final positions of a chunk, with their source and the confidence in them.

    Attributes:
        dead: uint8[points], 1 for dead stones, else 0; laid out as `Replays.boards`.
        source: uint8[games], index of a `StatusSource`.
        confidence: float32[games], probability from 0 to 1 that all statuses of the game are right; 0 without a source.
    """

    dead: NDArray[np.uint8]
    source: NDArray[np.uint8]
    confidence: NDArray[np.float32]


class StatusLayer(NamedTuple):
    """Statuses that replace those of lower layers where a ruleset follows this one.

    Attributes:
        status: uint8[points], index of a `RulingStatus`; `NONE` where the lower status remains.
        source: uint8[games], index of a `StatusSource`; `NONE` where the lower source and confidence remain.
        confidence: float32[games], probability from 0 to 1 where `source` is not `NONE`, else 0.
    """

    status: NDArray[np.uint8]
    source: NDArray[np.uint8]
    confidence: NDArray[np.float32]

    @classmethod
    def empty(cls, games: int, points: int) -> StatusLayer:
        """Return a layer that replaces nothing."""
        source, confidence = np.zeros(games, dtype=np.uint8), np.zeros(games, dtype=np.float32)
        return cls(np.zeros(points, dtype=np.uint8), source, confidence)

    def over(self, lower: DeadSet) -> DeadSet:
        """Return dead stones with those of this layer; arrays in which nothing is replaced are the same objects."""
        dead, source, confidence = lower
        if (is_set := self.status > 0).any():
            dead = np.where(is_set, self.status == RulingStatus.DEAD.index, dead).astype(np.uint8)
        if (is_set := self.source > 0).any():
            source = np.where(is_set, self.source, source)
            confidence = np.where(is_set, self.confidence, confidence)
        return DeadSet(dead, source, confidence)


@dataclass(frozen=True, slots=True)
class ConfirmedChain:
    """A chain of a final position to which article 7 was applied.

    Attributes:
        game: number of the game in the chunk.
        status: result for the chain.
        alive_probability: probability from 0 to 1 that the chain lives by the estimate.
        estimate_dead: True if the chain is dead by the estimate, or by an engine in its place.
        marked_dead: True if the players marked the chain as dead; None without markup.
    """

    game: int
    status: ChainStatus
    alive_probability: float
    estimate_dead: bool
    marked_dead: bool | None


@dataclass(frozen=True, slots=True)
class MarkupError:
    """The reason why territory markup is not used.

    Attributes:
        contradiction: kind of the contradiction.
        points: points of the board that contradict, ascending; empty if a mark is off the board.
    """

    contradiction: Contradiction
    points: tuple[int, ...]

    def message(self, width: int, height: int) -> str:
        """Return the reason as a clause that names the points, at most twelve of them."""
        names = ", ".join(to_gtp(point, width, height) for point in self.points[:_NAMED_POINTS])
        more = f" and {len(self.points) - _NAMED_POINTS} more" if len(self.points) > _NAMED_POINTS else ""
        return self.contradiction.meaning + (f" ({names}{more})" if names else "")


class Statuses:
    """Statuses of the stones in the final positions of a chunk; at first all are unknown, and no stone is dead.

    Args:
        games: number of games.
        points: number of points of all their boards.

    Attributes:
        base: dead stones by the first source that applies, which every ruleset follows.
        regions: layer of the user's dead stones with all stones of their colour in the same region.
        rulings: layer of the rulings on shapes; empty in games whose dead stones the players or the user named.
        article_7: layer of article 7, with its consequences for other chains; empty in the same games.
        marked_owner: uint8[points], colour that marked the point as its territory, else 0; all 0 in games whose
            `marked_territory` is `NO`. Laid out as `Replays.boards`.
        marked_territory: uint8[games], index of a `MarkedTerritory`.
        alive_probability: float32[points], probability that the stone lives where it was estimated, else 1.
        ownership: float32[points], `Estimates.ownership` where it was estimated, else 0.5.
        ruled_shapes: shapes that rulings decide.
        chains: chains to which article 7 was applied.
        is_confirmed: bool[games], True if article 7 was to be applied to the chains in doubt, also if none was.
        dead_list_errors: reason why the user's dead stones are not used, by number of the game.
        markup_errors: reason why territory markup is not used, by number of the game.
        engine_errors: reason why the engine gave no answer, by number of the game.
    """

    def __init__(self, games: int, points: int) -> None:
        self.base = DeadSet(*StatusLayer.empty(games, points))
        self.regions, self.rulings, self.article_7 = (StatusLayer.empty(games, points) for _ in range(3))
        self.marked_owner, self.marked_territory = np.zeros(points, dtype=np.uint8), np.zeros(games, dtype=np.uint8)
        self.alive_probability = np.ones(points, dtype=np.float32)
        self.ownership = np.full(points, 0.5, dtype=np.float32)
        self.ruled_shapes: list[Ruling] = []
        self.chains: list[ConfirmedChain] = []
        self.is_confirmed = np.zeros(games, dtype=np.bool_)
        self.dead_list_errors: dict[int, str] = {}
        self.markup_errors: dict[int, MarkupError] = {}
        self.engine_errors: dict[int, str] = {}

    def under(self, policy: StatusPolicy) -> DeadSet:
        """Return the dead stones, their source and the confidence under a policy.

        Arrays in which no layer replaces anything are those of `base`.
        """
        result = self.base
        for layer, is_followed in zip((self.regions, self.rulings, self.article_7), policy, strict=True):
            result = layer.over(result) if is_followed else result
        return result
