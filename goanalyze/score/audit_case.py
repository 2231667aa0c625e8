"""Cases for the audit: games with a recorded result, counted; and explanations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.conventions.choices import ResultScale
from goanalyze.rules import Ruleset
from goanalyze.rules.period_komi import period_of
from goanalyze.score.choices import Explanation
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import score
from goanalyze.score.readings import Finals, Reading
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.vocabulary.points import BLACK, WHITE, color_name


class PlayedBy(NamedTuple):
    """A convention for a game, and the values of its record in place of the convention.

    Attributes:
        convention: its name.
        scale: the unit of the recorded result.
        ruleset: the declared one, None for none.
        komi: the recorded komi, NaN without one.
    """

    convention: str
    scale: ResultScale
    ruleset: Ruleset | None
    komi: float


class Margins(NamedTuple):
    """Black − White of every game of a chunk under one ruleset, were komi 0, and the points for handicap stones in it.

    Attributes:
        ruleset: the ruleset.
        margin: float64[games], NaN where it gives none.
        bonus: float64[games].
    """

    ruleset: Ruleset
    margin: NDArray[np.float64]
    bonus: NDArray[np.float64]


class Counts:
    """The games of a chunk as rulesets count them: each ruleset counts all of them, once, when it is first asked for.

    Args:
        finals: how the games ended, counted; their komi is the recorded one.
    """

    def __init__(self, finals: Finals) -> None:
        self.finals = finals
        self._under: dict[int, Margins] = {}

    def under(self, ruleset: Ruleset) -> Margins:
        """Return the games under a ruleset."""
        key = id(ruleset)  # to hash a ruleset is to hash all its axes; the margins keep it alive
        if key not in self._under:
            found = score(self.finals, [ruleset], 0.0)
            self._under[key] = Margins(ruleset, found.margin[:, 0], found.bonus[:, 0])
        return self._under[key]

    def of(self, game: int, ruleset: Ruleset, komi: float) -> CountedAs | None:
        """Return a game under a ruleset with a komi, NaN for none; None where the ruleset gives no margin."""
        found = self.under(ruleset)
        margin, bonus = float(found.margin[game]), float(found.bonus[game])
        return None if isnan(margin) else CountedAs(ruleset, margin + bonus, bonus, None if isnan(komi) else komi)

    @cached_property
    def with_own_points(self) -> Counts:
        """The same with each ruleset's own points for handicap stones, in place of those of a convention."""
        return Counts(self.finals.each(lambda final: replace(final, bonus=np.full(len(final), np.nan))))


@dataclass(frozen=True, eq=False)
class AuditCase:
    """A game with a recorded result, counted.

    Attributes:
        position: the final one.
        dead: points of the stones called dead, whole chains.
        dead_as: dead stones by the kind of a `Reading`, (rulings, confirmed); `dead` for other kinds.
        counts: the games of its chunk, counted with such dead stones.
        recorded: recorded margin, Black − White in points.
        winner: the recorded one: black, white or draw.
        ruleset: the declared one, or that of the convention; None where neither names one.
        first: colour that fills the first dame: the side to move at the end.
        marked: the players' marked points are the territory, so no stones are doubted.
        shares: float[points], for each stone the probability that its chain lives; None without an estimate.
        komi_unit, result_unit: in which unit komi and result are written; both are given here in points.
        played: the convention of its group, other than ruleset, komi and points for stones; None without one.
        year: the year of the game, None if unknown.
        is_silent_on_dead_stones: the record leaves open whether dead stones are removed.
        game: its number in the chunk.
    """

    position: Position
    dead: frozenset[int]
    dead_as: Mapping[tuple[bool, bool], frozenset[int]]
    counts: Counts
    recorded: float
    winner: str
    ruleset: Ruleset | None = None
    first: int = BLACK
    marked: bool = False
    shares: NDArray[np.floating] | None = None
    komi_unit: KomiUnit = KomiUnit.POINTS
    result_unit: Unit = Unit.POINTS
    played: PlayedBy | None = None
    year: int | None = None
    is_silent_on_dead_stones: bool = False
    game: int = 0

    @property
    def final(self) -> Finals:
        """The end of the game: a chunk of one."""
        return self.counts.finals.take(slice(self.game, self.game + 1))

    @cached_property
    def facts(self) -> FinalPositions:
        """The facts about the end that are the same in every reading."""
        return self.final.plain

    @property
    def is_before_komi(self) -> bool:
        """True if the game is of a year without a usual komi."""
        return self.year is not None and not period_of(self.year).komi

    def dead_in(self, reading: Reading) -> frozenset[int]:
        """Return the dead stones in a reading."""
        return self.dead_as.get((reading.rulings, reading.confirmed), self.dead)


class CountedAs(NamedTuple):
    """A game under one ruleset: Black − White on the board alone, points for handicap stones, and the komi recorded."""

    ruleset: Ruleset
    board: float
    bonus: float
    komi: float | None

    @property
    def margin(self) -> float | None:
        """Black − White; None without komi."""
        return None if self.komi is None else self.board - self.komi - self.bonus

    @property
    def winner(self) -> str | None:
        """The winner by it: black, white or draw; None without komi."""
        if self.margin is None:
            return None
        return self.ruleset.ties.value.value if self.margin == 0 else color_name(BLACK if self.margin > 0 else WHITE)

    @property
    def way(self) -> str:
        """A phrase for the way of counting."""
        return f"by {self.ruleset.scoring.value.value} ({self.ruleset.id})"


class Fit(NamedTuple):
    """An explanation that gives the recorded margin, with its evidence."""

    explanation: Explanation
    evidence: str
    ruleset: str
    komi: float
    flips: tuple[tuple[int, ...], ...] = ()
    unique: bool | None = None
