"""What a header may mean, and what may have been played: the one registry of hypotheses.

The audit tries them on a single game (`goanalyze.score.audit`), conventions on all games of a group
(`goanalyze.conventions.evidence`). No boards here, and nothing is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.choices import HandicapKind, KomiMeaning, RestMode, ResultScale
from goanalyze.core.handicap import HANDICAP
from goanalyze.rules import RULESETS, Compensation, DeadStones, FirstPass, Ruleset, Scoring
from goanalyze.sgf.choices import KomiUnit, Unit

FAMILIES: Final = ("japanese", "chinese")
"""Rulesets that stand for the two ways of counting, where another than the declared one is tried."""

_USUAL: Final = (6.5, 7.5, 5.5)
_WITH_HANDICAP: Final = (0.5, 0.0)
_HALF: Final = 0.5
_ZI_KOMI: Final = (2.0, 4.0)  # where a komi given in points can be meant in zi
_HUNDREDTHS: Final = 100
_CHANGES: Final = {KomiMeaning.HEADER: 0, KomiMeaning.SIGN: 2, KomiMeaning.FOUND: 2}


def other_komis(
    komi: float | None, unit: KomiUnit, handicap: int, own: float | None = None
) -> Iterator[tuple[float, KomiMeaning]]:
    """Yield every komi that may be meant in place of the one that is read, in points, the most ordinary first.

    Servers and copyists leave it out, turn it round, and write it in zi or hundredths.

    Args:
        komi: as read, in points; None where none is.
        unit: that it was read in.
        handicap: stones.
        own: the komi of the declared ruleset, tried first where none is read.

    Rule: `../shared/design/end-of-game.md`, "Conventions found in the wild".

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
    if abs(komi) > _HALF:  # for half a point, off by one says the same and is more ordinary
        yield -komi, KomiMeaning.SIGN


def scales(unit: Unit) -> tuple[ResultScale, ...]:
    """Return what the number of a recorded margin may be of, as read first."""
    return ResultScale.AS_READ, ResultScale.HALVED if unit is Unit.ZI else ResultScale.DOUBLED


def stones_worth(compensation: Compensation, stones: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points that White gets for handicap stones beside komi.

    Example:
        >>> stones_worth(Compensation.PER_STONE_BUT_ONE, np.array([0.0, 1.0, 2.0, 9.0]))
        array([0., 0., 1., 8.])
    """
    several = np.where(stones >= HANDICAP, stones, 0.0)
    if compensation is Compensation.PER_STONE:
        return several
    if compensation is Compensation.PER_STONE_BUT_ONE:
        return np.maximum(several - 1.0, 0.0)
    return np.zeros_like(several)


def is_plain(ruleset: Ruleset) -> bool:
    """Return whether nothing else than area or territory makes a ruleset's margins."""
    return (ruleset.scoring.value is not Scoring.STONES and ruleset.first_pass.value is FirstPass.NOTHING
            and not ruleset.button.value and not ruleset.group_tax.value)  # fmt: skip


def is_counted_plainly(ruleset: Ruleset) -> bool:
    """Return whether area or territory of the final position alone, without its dead stones, is what it counts."""
    hands_stones = ruleset.pass_stones.value and ruleset.scoring.value is Scoring.TERRITORY
    return is_plain(ruleset) and not hands_stones and ruleset.dead_stones.value is not DeadStones.STAY


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What may have been played in the games of a group.

    Attributes:
        ruleset: id of a ruleset that counts so.
        komi: in points.
        meaning: how the header means it.
        compensation: for handicap stones.
        scale: what the number of the recorded margin is of.
        rest: the count of records that no passes end; None for the usual one of their origin.
        changes: so much of the header is taken otherwise: the fewer, the simpler.
    """

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
    def way(self) -> Way:
        """It without komi, so that hypotheses which count alike are of one way."""
        return Way(self.ruleset, self.compensation, self.scale, self.rest)


@dataclass(frozen=True, slots=True)
class Way:
    """A hypothesis but for the komi; `changes` of that are left out."""

    ruleset: str
    compensation: Compensation
    scale: ResultScale
    rest: RestMode | None = None
    changes: int = 0

    def at(self, komi: float, meaning: KomiMeaning) -> Hypothesis:
        """Return the hypothesis with a komi."""
        changes = self.changes + _CHANGES.get(meaning, 1)
        return Hypothesis(self.ruleset, komi, meaning, self.compensation, self.scale, self.rest, changes)


def ways(declared: Ruleset | None, kind: HandicapKind, unit: Unit, rest: RestMode | None = None) -> list[Way]:
    """Return every way in which the games of a group may have been counted.

    Args:
        declared: the ruleset that their records name, counted plainly; None for none: then no way of counting is other
            than the header's.
        kind: of handicap; only with stones there is compensation.
        unit: that their results are read in.
        rest: the end of the record; None for the usual one. Headers do not name it, so that nothing changes.

    Example:
        >>> len(ways(RULESETS["japanese"], HandicapKind.NONE, Unit.POINTS))
        4
    """
    families = [RULESETS[name] for name in FAMILIES]
    if declared is not None:
        families = [declared, *(each for each in families if each.scoring.value is not declared.scoring.value)]
    counted_ways = []
    for ruleset in families:
        own = ruleset.compensation.value
        bonuses = tuple(Compensation) if kind is HandicapKind.MORE else (own,)
        counted = int(declared is not None and ruleset is not declared)
        for bonus, scale in product(bonuses, scales(unit)):
            changes = counted + (bonus is not own) + (scale is not ResultScale.AS_READ)
            counted_ways.append(Way(ruleset.id, bonus, scale, rest, changes))
    return counted_ways
