"""The hypotheses about the meaning of a header and the terms of play: one registry.

The audit tests them on a single game (`goanalyze.score.audit`), conventions on all games of a group
(`goanalyze.conventions.evidence`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.convention import HandicapKind, KomiMeaning, RestMode, ResultScale
from goanalyze.core.handicap import HANDICAP
from goanalyze.rules import RULESETS, Compensation, DeadStones, FirstPass, Ruleset, Scoring
from goanalyze.sgf.choices import KomiUnit, Unit

FAMILIES: Final = ("japanese", "chinese")
"""Rulesets of the two ways of counting, for hypotheses other than the declared one."""

_USUAL: Final = (6.5, 7.5, 5.5)
_WITH_HANDICAP: Final = (0.5, 0.0)
_HALF: Final = 0.5
_ZI_KOMI: Final = (2.0, 4.0)  # where a komi given in points can be meant in zi
_HUNDREDTHS: Final = 100
_CHANGES: Final = {KomiMeaning.HEADER: 0, KomiMeaning.SIGN: 2, KomiMeaning.UNSTATED: 2}


def other_komis(
    komi: float | None, unit: KomiUnit, handicap: int, own: float | None = None
) -> Iterator[tuple[float, KomiMeaning]]:
    """Yield every komi that may be meant instead of the one that is read, in points, the most ordinary first.

    Servers and copyists leave it out, reverse its sign, and write it in zi or hundredths.

    Example:
        >>> [komi for komi, _ in other_komis(0.0, KomiUnit.POINTS, 0)]
        [6.5, 7.5, 5.5]
        >>> [(komi, meaning.value) for komi, meaning in other_komis(3.75, KomiUnit.POINTS, 0)]
        [(7.5, 'zi'), (-3.75, 'sign')]
    """
    if komi is None:
        usual = _WITH_HANDICAP if handicap >= 1 else (*_USUAL, 0.0)
        yield from ((number, KomiMeaning.USUAL) for number in (*(() if own is None else (own,)), *usual))
        return
    if handicap >= 1:
        yield from ((number, KomiMeaning.HANDICAP) for number in _WITH_HANDICAP)
    elif komi == 0:
        yield from ((number, KomiMeaning.USUAL) for number in _USUAL)
    low, high = _ZI_KOMI
    if unit is KomiUnit.POINTS_100 or (unit is KomiUnit.POINTS and low <= abs(komi) <= high):
        yield 2 * komi, KomiMeaning.ZI
    elif unit in (KomiUnit.ZI, KomiUnit.ZI_100):
        yield komi / 2, KomiMeaning.POINTS
    if unit is KomiUnit.POINTS and abs(komi) >= _HUNDREDTHS:
        yield komi / 100, KomiMeaning.HUNDREDTHS
    if abs(komi) > _HALF:  # for half a point, an error of one point has the same result and is more ordinary
        yield -komi, KomiMeaning.SIGN


def scales(unit: Unit) -> tuple[ResultScale, ...]:
    """Return the units that the number of a recorded margin may have, as read first."""
    return ResultScale.AS_READ, ResultScale.HALVED if unit is Unit.ZI else ResultScale.DOUBLED


def handicap_compensation(compensation: Compensation, stones: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points that White gets for handicap stones in addition to komi.

    Args:
        compensation: rule of the compensation.
        stones: float64[n], handicap stones.
    """
    several = np.where(stones >= HANDICAP, stones, 0.0)
    if compensation is Compensation.PER_STONE:
        return several
    if compensation is Compensation.PER_STONE_BUT_ONE:
        return np.maximum(several - 1.0, 0.0)
    return np.zeros_like(several)


def is_plain(ruleset: Ruleset) -> bool:
    """Return True if area or territory alone makes the margins of a ruleset."""
    return (
        ruleset.scoring.value is not Scoring.STONES
        and ruleset.first_pass.value is FirstPass.NOTHING
        and not ruleset.button.value
        and not ruleset.group_tax.value
    )


def is_counted_plainly(ruleset: Ruleset) -> bool:
    """Return True if it counts area or territory of the final position alone, without its dead stones."""
    hands_stones = ruleset.pass_stones.value and ruleset.scoring.value is Scoring.TERRITORY
    return is_plain(ruleset) and not hands_stones and ruleset.dead_stones.value is not DeadStones.STAY


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Terms that the games of a group may have been played by."""

    ruleset: str
    komi: float
    meaning: KomiMeaning
    compensation: Compensation
    scale: ResultScale
    rest: RestMode | None
    changes: int

    @property
    def is_header(self) -> bool:
        """True if it changes nothing of the header, and the end of the record is the usual one."""
        return not self.changes and self.rest is None

    @property
    def counting(self) -> CountingHypothesis:
        """Hypothesis without the komi, the same for all that count in this way."""
        return CountingHypothesis(self.ruleset, self.compensation, self.scale, self.rest)


@dataclass(frozen=True, slots=True)
class CountingHypothesis:
    """A hypothesis without the komi, whose `changes` are left out."""

    ruleset: str
    compensation: Compensation
    scale: ResultScale
    rest: RestMode | None = None
    changes: int = 0

    def with_komi(self, komi: float, meaning: KomiMeaning) -> Hypothesis:
        """Return the hypothesis with a komi."""
        changes = self.changes + _CHANGES.get(meaning, 1)
        return Hypothesis(self.ruleset, komi, meaning, self.compensation, self.scale, self.rest, changes)


def counting_candidates(
    declared: Ruleset | None, kind: HandicapKind, unit: Unit, rest: RestMode | None = None
) -> list[CountingHypothesis]:
    """Return the ways in which the games of a group may have been counted.

    Example:
        >>> len(counting_candidates(RULESETS["japanese"], HandicapKind.NONE, Unit.POINTS))
        4
    """
    families = [RULESETS[name] for name in FAMILIES]
    if declared is not None:
        families = [declared, *(each for each in families if each.scoring.value is not declared.scoring.value)]
    candidates = []
    for ruleset in families:
        own = ruleset.compensation.value
        bonuses = tuple(Compensation) if kind is HandicapKind.MORE else (own,)
        counted = int(declared is not None and ruleset is not declared)
        for bonus, scale in product(bonuses, scales(unit)):
            changes = counted + (bonus is not own) + (scale is not ResultScale.AS_READ)
            candidates.append(CountingHypothesis(ruleset.id, bonus, scale, rest, changes))
    return candidates
