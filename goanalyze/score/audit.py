"""The audit of recorded results: agreement of count and record, and explanations of differences.

An explanation reproduces the recorded margin to the quarter point; if it is called off by one, it misses the margin by
exactly a point. The recorded result is an input, so that such agreement is explained, never exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, product
from math import isnan
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.application import AppliedConventions
from goanalyze.conventions.convention import KomiMeaning, ResultScale
from goanalyze.conventions.hypotheses import FAMILIES, handicap_compensation, other_komis
from goanalyze.core.handicap import HANDICAP
from goanalyze.core.labels import LabeledBoards
from goanalyze.life.choices import Proof, StatusSource
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.life.statuses import Statuses, StatusPolicy
from goanalyze.points import BLACK, WHITE, color_name
from goanalyze.rules import RULESETS, Axis, Compensation, DeadStones, Ruleset, Scoring, find_ruleset
from goanalyze.rules.komi import period_of
from goanalyze.score.audit_flips import Flips, likeliest_flips, recount
from goanalyze.score.choices import Agreement, Basis, Explanation, Quality
from goanalyze.score.count import count_positions
from goanalyze.score.end_policies import EndPolicy, Ends, FinalPositionSet
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import Outcomes, score
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.metadata import Metadata, recorded_komi
from goanalyze.sgf.values.numbers import in_points
from goanalyze.sgf.values.rules import RecordedRules
from goanalyze.util.arrow import floats
from goanalyze.util.numbers import points_text

_FAMILIES: Final = tuple(RULESETS[name] for name in FAMILIES)
_ALIVE: Final = RULESETS["tromp-taylor"]
"""The ruleset that counts every stone on the board as alive."""
_CHINESE: Final = RULESETS["chinese"]
_COMPENSATIONS: Final = (Compensation.PER_STONE, Compensation.PER_STONE_BUT_ONE, Compensation.NOTHING)
_LEFT_OUT: Final = (KomiMeaning.USUAL, KomiMeaning.HANDICAP)
_BUTTON: Final = 0.5
_REMARKS: Final = {
    KomiMeaning.HANDICAP: ", as in handicap games",
    KomiMeaning.ZI: ": it is in zi",
    KomiMeaning.POINTS: ": it is in points",
    KomiMeaning.HUNDREDTHS: ": it is in hundredths",
}
_WITH_ALL_ALIVE: Final = ", with every stone on the board alive"
_AS_KATAGO: Final = ", with no stones removed but those in pass-alive territory, as KataGo counts"
_CAPTURED: Final = ", as if the dead stones were captured before the passes, which the record does not have"
_BUTTON_TAKEN: Final = ", with half a point for the button; the pass that took it is not in the record"
_PASSED: Final = ", as if two passes ended the game, which the record does not have"


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit.

    Attributes:
        agreement: agreement of count and record, under the declared ruleset.
        explanation: the most ordinary cause that gives the recorded margin.
        evidence: sentence on the cause.
        margin: Black − White in points under the declared ruleset, without one under the one that fits or, if none
            does, the Japanese; None without komi, and without a count.
        ruleset: id of the ruleset under which the recorded margin follows; None if it does not.
        komi: komi with which it does, in points; None if it does not.
        flips: chains whose status is changed to explain it, each as its points in order.
        flips_unique: True if no other change of at most the same number of chains explains it; None without a change.
        nearest: nearest margin at the recorded komi or a usual one, if nothing explains the recorded margin; None if
            something does, and without a count.
        is_in_doubt: True if nothing explains it, though another status of one or two chains gives it: an error of an
            estimate is as likely as one of the record.
    """

    agreement: Agreement
    explanation: Explanation
    evidence: str
    margin: float | None
    ruleset: str | None = None
    komi: float | None = None
    flips: tuple[tuple[int, ...], ...] = ()
    flips_unique: bool | None = None
    nearest: float | None = None
    is_in_doubt: bool = False


@dataclass(frozen=True, slots=True)
class AuditRow:
    """The audit of one game of a chunk.

    Attributes:
        game: number of the game.
        ruleset: id of the ruleset that the record names, None for none.
        recorded: recorded margin, Black − White in points.
        audit: the audit; None if the position cannot be counted.
        source: index of a `StatusSource`.
        confidence: probability that all dead stones are right, 0–1.
        count_confidence: probability that the count is right, 0–1.
    """

    game: int
    ruleset: str | None
    recorded: float
    audit: Audit | None
    source: int
    confidence: float
    count_confidence: float

    @property
    def agreement(self) -> str:
        """The agreement of count and record: exact, winner, no, not_countable."""
        return self.audit.agreement.value if self.audit else "not_countable"

    @property
    def is_explained(self) -> bool:
        """True if the recorded margin follows, exactly or with an explanation."""
        unexplained = (Explanation.DOES_NOT_FOLLOW, Explanation.OFF_BY_ONE)
        return self.audit is not None and self.audit.explanation not in unexplained


class ConventionTerms(NamedTuple):
    """The convention of a game, and the values of its record in place of the convention.

    Attributes:
        name: name of the convention.
        scale: unit of the recorded result.
        ruleset: recorded ruleset, None for none.
        komi: recorded komi, NaN without one.
    """

    name: str
    scale: ResultScale
    ruleset: Ruleset | None
    komi: float


class RulesetCount(NamedTuple):
    """The count of a game under a ruleset.

    Attributes:
        game: number of the game.
        ruleset: the ruleset.
        board: Black − White of the board alone.
        bonus: White's points for handicap stones.
        komi: komi in points; None without one.
    """

    game: int
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
    def method(self) -> str:
        """A phrase for the method of counting."""
        return f"by {self.ruleset.scoring.value.value} ({self.ruleset.id})"


class RulesetCounts:
    """The games of a chunk, counted under a ruleset when it is first used.

    Args:
        finals: final positions.
    """

    def __init__(self, finals: FinalPositionSet) -> None:
        self._finals = finals
        self._cached: dict[int, tuple[Ruleset, Outcomes]] = {}

    def outcomes(self, ruleset: Ruleset) -> Outcomes:
        """Return the outcomes of all games under a ruleset, were komi 0."""
        key = id(ruleset)  # to hash a ruleset is to hash all its axes; the value keeps it alive
        if key not in self._cached:
            self._cached[key] = ruleset, score(self._finals, [ruleset], 0.0)
        return self._cached[key][1]

    def count(self, game: int, ruleset: Ruleset, komi: float) -> RulesetCount | None:
        """Return a game under a ruleset with a komi, NaN for none; None if the ruleset gives no margin."""
        outcomes = self.outcomes(ruleset)
        margin, bonus = float(outcomes.margin[game, 0]), float(outcomes.bonus[game, 0])
        if isnan(margin):
            return None
        return RulesetCount(game, ruleset, margin + bonus, bonus, None if isnan(komi) else komi)


@dataclass(frozen=True, eq=False)
class AuditInputs:
    """The games of a chunk, and all facts about them that the audit needs.

    Attributes:
        boards: scored positions.
        to_move: uint8[games], colour that moves next.
        dead: uint8[points], 1 under dead stones, whole chains.
        dead_by_layers: uint8[points], dead stones under policies of statuses by which they differ from `dead`.
        finals: final positions, as of games that are over.
        recorded: float64[games], recorded margin, Black − White in points; NaN for games that are not audited.
        winner: recorded winner: black, white or draw.
        ruleset: declared ruleset, or that of the convention; None for none.
        is_marked: bool[games], True if the territory is that of the players' marks, so that no stones are doubted.
        shares: float32[points], probability that the chain of a stone lives.
        has_shares: bool[games], True if this was estimated.
        komi_unit, result_unit: units of the recorded komi and result; both are in points here.
        year: year of each game, None if unknown.
        is_silent: bool[games], True if the record leaves open whether dead stones are removed.
        convention: convention of each game; None for none.
    """

    boards: LabeledBoards
    to_move: NDArray[np.uint8]
    dead: NDArray[np.uint8]
    dead_by_layers: Mapping[StatusPolicy, NDArray[np.uint8]]
    finals: FinalPositionSet
    recorded: NDArray[np.float64]
    winner: Sequence[str | None]
    ruleset: Sequence[Ruleset | None]
    is_marked: NDArray[np.bool_]
    shares: NDArray[np.floating]
    has_shares: NDArray[np.bool_]
    komi_unit: Sequence[str | None]
    result_unit: Sequence[str | None]
    year: Sequence[int | None]
    is_silent: NDArray[np.bool_]
    convention: Callable[[int], ConventionTerms | None] = lambda _: None

    @cached_property
    def counts(self) -> RulesetCounts:
        """The games under rulesets."""
        return RulesetCounts(self.finals)

    @cached_property
    def counts_with_own_bonus(self) -> RulesetCounts:
        """The games with each ruleset's own points for handicap stones, in place of those of a convention."""
        return RulesetCounts(self.finals.map(lambda final: replace(final, bonus=np.full(len(final), np.nan))))

    @cached_property
    def counts_all_alive(self) -> RulesetCounts:
        """The games with every stone alive under rulesets that remove dead stones."""
        games, nothing = np.arange(len(self.recorded)), np.zeros_like(self.dead)
        return RulesetCounts(recount(self, games, self.boards.only(~np.isnan(self.recorded)), lambda _: nothing))

    @cached_property
    def counts_as_katago(self) -> RulesetCounts:
        """The games without the stones in pass-alive territory of their opponent, under rulesets that remove none.

        Source: KataGo, *cpp/game/board.cpp*, `calculateArea`; D. B. Benson, Life in the game of Go, 1976.
        """
        boards = self.boards.only(~np.isnan(self.recorded))
        dead = (prove_statuses(boards, has_replies=False).proof == Proof.DEAD.index).view(np.uint8)
        counts, dame = count_positions(boards, dead).one_way(in_territory=False)
        final = self.finals.for_ruleset(_ALIVE)
        return RulesetCounts(FinalPositionSet.alike(replace(final, counts=counts, dame=dame)))

    def dead_under(self, policy: EndPolicy) -> NDArray[np.uint8]:
        """Return the dead stones under a policy, uint8[points]."""
        return self.dead_by_layers.get(policy.statuses._replace(regions=False), self.dead)

    def span(self, game: int) -> slice:
        """Return the points of a game."""
        return slice(*self.boards.start[game : game + 2].tolist())


class _Fit(NamedTuple):
    """An explanation that gives the recorded margin, with its evidence."""

    explanation: Explanation
    evidence: str
    counted: RulesetCount
    flips: Flips | None = None


class _Case:
    """The audit of one game: the counts under its ruleset, or under the families of rulesets, and their fits."""

    def __init__(self, inputs: AuditInputs, game: int) -> None:
        facts = inputs.finals.plain
        self.inputs, self.game, self.ruleset = inputs, game, inputs.ruleset[game]
        self.recorded, self.result = float(inputs.recorded[game]), points_text(float(inputs.recorded[game]))
        self.komi, self.handicap = float(facts.komi[game]), int(facts.handicap[game])
        self.has_passes = bool(facts.final_pass[game])
        self.is_before_komi = (year := inputs.year[game]) is not None and not period_of(year).komi
        self.counts = self._counts((self.ruleset,) if self.ruleset else _FAMILIES)

    def _counts(
        self, rulesets: Iterable[Ruleset], counts: RulesetCounts | None = None, komi: float | None = None
    ) -> list[RulesetCount]:
        """Return the game under each ruleset that gives a margin, by default with the komi of the game."""
        counts, komi = counts or self.inputs.counts, self.komi if komi is None else komi
        return [count for ruleset in rulesets if (count := counts.count(self.game, ruleset, komi))]

    def _as_recorded(self, count: RulesetCount, terms: str = "") -> str:
        return f"counted {count.method}{terms} it is {self.result} as recorded"

    def _passes_clause(self, ruleset: Ruleset | None) -> str:
        """Return a clause on the missing passes by which a ruleset ends the game; empty if the record has them."""
        if ruleset is None or ruleset.dead_stones.value is not DeadStones.STAY:
            return ""
        return "" if self.inputs.finals.for_ruleset(ruleset).final_pass[self.game] else _PASSED

    def as_declared(self) -> Iterator[_Fit]:
        """Yield the fits under the declared ruleset, or without one under an ordinary one."""
        ends = [(count, self._passes_clause(count.ruleset)) for count in self.counts]
        if self.ruleset:
            ends += self._missing_ends(self.ruleset)
        elif self.has_passes:
            ends += [(count, _WITH_ALL_ALIVE) for count in self._counts([_ALIVE])]
        for count, remark in ends:
            if count.margin == self.recorded:
                unnamed = "" if self.ruleset else f"no ruleset is named; {count.ruleset.id} fits: "
                yield _Fit(Explanation.NONE_NEEDED, f"{unnamed}{self._as_recorded(count)}{remark}", count)

    def _missing_ends(self, ruleset: Ruleset) -> Iterator[tuple[RulesetCount, str]]:
        """Yield the counts under a ruleset by ends that the record does not contain, but the outcome needs.

        If no dead stones are removed, the dead ones may have been captured before the two passes. A pass takes the
        button.
        """
        variants = [(ruleset, self._passes_clause(ruleset))]
        if variants[0][1]:
            variants.append((_with_dead_stones(ruleset, DeadStones.CAPTURED), _CAPTURED))
        for variant, remark in variants[1:]:
            for count in self._counts([variant]):
                yield count._replace(ruleset=ruleset), remark
        if ruleset.button.value and not self.inputs.finals.for_ruleset(ruleset).first_pass[self.game]:
            for variant, remark in variants:
                for count in self._counts([_without_button(variant)]):
                    for board in (count.board - _BUTTON, count.board + _BUTTON):
                        yield count._replace(ruleset=ruleset, board=board), remark + _BUTTON_TAKEN

    def by_convention(self) -> Iterator[_Fit]:
        """Yield the fits with the unit of the result by a convention, and by the record against the convention."""
        if (convention := self.inputs.convention(self.game)) is None:
            return
        scale = convention.scale
        for count in self.counts if scale is not ResultScale.AS_READ else ():
            if count.margin is not None and count.margin == self.recorded * scale.factor:
                unit = "zi" if scale is ResultScale.DOUBLED else "points"
                counted = f"counted {count.method} it is {points_text(count.margin)}, {self.result} is in {unit}"
                evidence = f"{counted}: as recorded, by the convention {convention.name}"
                yield _Fit(Explanation.CONVENTION, evidence, count)
        rulesets = (convention.ruleset,) if convention.ruleset else _FAMILIES
        for count in self._counts(rulesets, self.inputs.counts_with_own_bonus, convention.komi):
            if count.margin == self.recorded:
                is_same = count.ruleset == self.ruleset
                explanation = Explanation.OTHER_KOMI if is_same else Explanation.OTHER_RULESET
                evidence = self._as_recorded(count, f" with komi {count.komi:g} as its record says")
                yield _Fit(explanation, evidence, count)

    def by_other_rulesets(self) -> Iterator[_Fit]:
        """Yield the fits by the other method, and by the plain one of the same method if its board count is another.

        If both methods differ by the compensation alone, that is the explanation.
        """
        if not (self.ruleset and self.counts):
            return
        declared, scoring = self.counts[0], self.ruleset.scoring.value
        for count in self._counts(sorted(_FAMILIES, key=lambda ruleset: ruleset.scoring.value is scoring)):
            is_same_board = count.ruleset.scoring.value is scoring and count.board == declared.board
            if count.margin == self.recorded and not is_same_board:
                instead = "" if declared.margin is None else f", {declared.method} {points_text(declared.margin)}"
                yield _Fit(Explanation.OTHER_RULESET, self._as_recorded(count) + instead, count)

    def by_other_ends(self) -> Iterator[_Fit]:
        """Yield the fits with every stone alive, then by KataGo's count: by Tromp–Taylor, and the declared ruleset.

        Programs count in this way under any RU: CGOS and many referees of matches between engines remove no stones,
        KataGo removes those in pass-alive territory. So this is tested if two passes end the record, or its ruleset
        leaves dead stones on the board. Counts that are equal without the dead stones are left out: the end makes no
        difference there. By territory a single chain that is alive after all is a matter of its status.
        """
        declared, inputs = self.ruleset, self.inputs
        stays = declared is not None and declared.dead_stones.value is DeadStones.STAY
        if not (stays or inputs.is_silent[self.game] or self.has_passes):
            return
        variants = [(_ALIVE, _ALIVE, _CHINESE)]  # ruleset that removes nothing, ruleset, ruleset that removes stones
        if declared and declared.scoring.value is Scoring.AREA and declared != _ALIVE:
            variants.append((_with_dead_stones(declared, DeadStones.STAY), declared, declared))
        ends = [
            ("counts", *each, _WITH_ALL_ALIVE + self._passes_clause(each[0]))
            for each in variants
            if each[0] != declared
        ]
        if declared and declared.scoring.value is Scoring.TERRITORY and self._has_several_dead_chains():
            ends.append(("counts_all_alive", declared, declared, declared, _WITH_ALL_ALIVE))
        ends += [("counts_as_katago", *each, _AS_KATAGO) for each in variants]
        for counts, variant, ruleset, removing, remark in ends:
            other_boards = [count.board for count in self._counts([removing])]
            for count in self._counts([variant], getattr(inputs, counts)):
                if count.margin == self.recorded and count.board not in other_boards:
                    named = count._replace(ruleset=ruleset)
                    evidence = f"{self._as_recorded(named)}{remark}{self._instead(ruleset)}"
                    yield _Fit(Explanation.OTHER_RULESET, evidence, named)

    def _has_several_dead_chains(self) -> bool:
        span = self.inputs.span(self.game)
        return len(set(self.inputs.boards.first[span][self.inputs.dead[span] > 0].tolist())) > 1

    def _instead(self, ruleset: Ruleset) -> str:
        """Return a clause with the first count, in comparison with one under a ruleset by another end."""
        if not self.counts:
            return "; with dead stones removed the board looks unfinished"
        first = self.counts[0]
        method = first.method if first.ruleset != ruleset else "without the dead stones"
        method = "with every stone alive" if first.ruleset.dead_stones.value is DeadStones.STAY else method
        return "" if first.margin is None else f"; {method} it is {points_text(first.margin)}"

    def by_other_komis(self) -> Iterator[_Fit]:
        """Yield the fits with another komi."""
        for count in self.counts:
            instead = "of none" if count.komi is None else f"of {count.komi:g}"
            for komi, meaning in self._other_komis(count):
                if komi == count.board - count.bonus - self.recorded and komi != count.komi:
                    remark = _REMARKS.get(meaning, "")
                    if meaning is KomiMeaning.SIGN:
                        remark = ": it is for Black" if (count.komi or 0.0) > 0 else ": it is for White"
                    evidence = f"with komi {komi:g} instead {instead} it is {self.result} as recorded{remark}"
                    yield _Fit(Explanation.OTHER_KOMI, evidence, count._replace(komi=komi))

    def _other_komis(self, count: RulesetCount) -> Iterator[tuple[float, KomiMeaning]]:
        """Yield the komis that may be meant in place of the recorded one; none but 0 before there was a komi."""
        if self.is_before_komi:
            yield 0.0, KomiMeaning.USUAL
            return
        width, height = (int(sides[self.game]) for sides in (self.inputs.boards.width, self.inputs.boards.height))
        own = count.ruleset.komi.value.points(width, height, self.handicap)
        yield from other_komis(
            count.komi,
            KomiUnit.read("komi_unit", self.inputs.komi_unit[self.game] or KomiUnit.POINTS),
            self.handicap,
            own,
        )

    def by_area(self) -> Iterator[_Fit]:
        """Yield the fits of counts by area with other points for handicap stones, and with a result in zi."""
        by_area = [count for count in self.counts if count.ruleset.scoring.value is not Scoring.TERRITORY]
        yield from self._by_compensation(by_area)
        is_zi = self.inputs.result_unit[self.game] == Unit.ZI.value
        points = self.recorded / 2 if is_zi else 2 * self.recorded
        for count in by_area if not self.is_before_komi else ():
            if count.ruleset.scoring.value is Scoring.AREA and count.margin == points:
                evidence = f"{self.result} is in zi: {points_text(points)} in points, as counted"
                if is_zi:
                    evidence = f"{points_text(points)} is in points, as counted, though it is written in zi"
                yield _Fit(Explanation.ZI, evidence, count)

    def _by_compensation(self, counts: Sequence[RulesetCount]) -> Iterator[_Fit]:
        """Yield the fits with a point for each handicap stone, for each but the first, and none."""
        stones = np.array([float(self.handicap)])
        bonuses = [float(handicap_compensation(compensation, stones)[0]) for compensation in _COMPENSATIONS]
        for count, bonus in product(counts, bonuses):
            if self.handicap < HANDICAP or self.is_before_komi or bonus == count.bonus:
                continue
            if count._replace(bonus=bonus).margin == self.recorded:
                evidence = f"White got {in_points(bonus)} for handicap stones, not {count.bonus:g}"
                if not bonus:
                    evidence = f"White's {in_points(count.bonus)} for handicap stones are missing in {self.result}"
                elif not count.bonus:
                    evidence = (
                        f"White got {in_points(bonus)} for handicap stones, which {count.ruleset.id} does not give"
                    )
                yield _Fit(Explanation.HANDICAP, evidence, count)

    @cached_property
    def off_by_one(self) -> list[RulesetCount]:
        """The counts that miss the recorded margin by a point."""
        return [count for count in self.counts if count.margin is not None and abs(self.recorded - count.margin) == 1]

    @cached_property
    def by_territory(self) -> _Fit | None:
        """The fit with points for handicap stones that territory rules do not give."""
        by_territory = [count for count in self.counts if count.ruleset.scoring.value is Scoring.TERRITORY]
        return next(self._by_compensation(by_territory), None)

    def by_flips(self, flips: Flips | None) -> _Fit | None:
        """Return the explanation by flipped chains, by the less ordinary compensations, or by a point."""
        if flips and flips.is_credible and not self.off_by_one:
            (count,) = (count for count in self.counts if count.ruleset.id == flips.ruleset)
            return _Fit(Explanation.STONES, flips.evidence, count, flips)
        if not flips and self.by_territory:
            return self.by_territory
        for count in self.off_by_one[:1]:
            counted = f"counted {points_text(count.margin or 0.0)}, recorded {self.result}"
            return _Fit(Explanation.OFF_BY_ONE, f"{counted}: one dame or pass stone", count)
        return None

    def audit(self, fit: _Fit | None, flips: Flips | None) -> Audit:
        """Return the audit with an explanation, None for none."""
        first = self.counts[0] if self.counts else None
        has_winner = first is not None and first.winner == self.inputs.winner[self.game]
        agreement, margin = Agreement.WINNER if has_winner else Agreement.NO, first.margin if first else None
        if fit and fit.explanation is Explanation.NONE_NEEDED:
            agreement, margin, evidence = Agreement.EXACT, self.recorded, fit.evidence
        else:
            evidence = fit.evidence if fit else self._difference(flips, has_winner=has_winner)
            condition = self._passes_clause(self.ruleset)
            evidence += "" if condition in evidence else condition.replace(",", ";", 1)
        if fit is None:
            nearest = self._nearest.margin if self._nearest else None
            return Audit(
                agreement,
                Explanation.DOES_NOT_FOLLOW,
                evidence,
                margin,
                None,
                None,
                (),
                None,
                nearest,
                is_in_doubt=flips is not None,
            )
        chains, is_unique = (fit.flips.chains, fit.flips.is_unique) if fit.flips else ((), None)
        ruleset, komi = fit.counted.ruleset.id, fit.counted.komi
        return Audit(agreement, fit.explanation, evidence, margin, ruleset, komi, chains, is_unique)

    def _difference(self, flips: Flips | None, *, has_winner: bool) -> str:
        """Return the evidence if nothing explains a difference between count and record."""
        first, nearest = self.counts[0] if self.counts else None, self._nearest
        if first is None:
            basis = Basis.at(self.inputs.counts.outcomes(self.ruleset or _FAMILIES[0]).basis[self.game, 0])
            return f"the position gives no margin: {basis.value}"
        if first.margin is None or nearest is None or nearest.margin is None:
            return f"no komi is recorded, and no usual one gives {self.result}"
        winner = "" if has_winner else ", and the winner differs"
        counted = f"counted {points_text(first.margin)}, recorded {self.result}"
        other = (
            f"; with komi {nearest.komi:g} it is {points_text(nearest.margin)}" if nearest.komi != first.komi else ""
        )
        by_chance = f"; another status of one or two chains gives it, but {flips.odds}" if flips else ""
        apart = f"{abs(first.margin - self.recorded):g} points apart{winner}"
        return f"{counted}: {apart}{other}; no ordinary cause explains it{by_chance}"

    @cached_property
    def _nearest(self) -> RulesetCount | None:
        """The count that is nearest to the recorded margin, at the recorded komi or a usual one in its place."""
        counts = [count for count in self.counts if count.margin is not None]
        for count in counts[:]:
            komis = [komi for komi, meaning in self._other_komis(count) if meaning in _LEFT_OUT]
            counts += [count._replace(komi=komi) for komi in komis]
        return min(counts, key=lambda count: abs(self.recorded - (count.margin or 0.0)), default=None)


@cache  # of a few, so that the games of a chunk are counted once under each
def _with_dead_stones(ruleset: Ruleset, dead_stones: DeadStones) -> Ruleset:
    return replace(ruleset, dead_stones=Axis(dead_stones, ruleset.dead_stones.source))


@cache
def _without_button(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, button=Axis(False, ruleset.button.source))


def audit(inputs: AuditInputs, games: Sequence[int]) -> dict[int, Audit]:
    """Compare counts with recorded results, and look for causes of the differences.

    Tested in this order, the first that gives the recorded margin is the explanation:

    1. the declared ruleset (without one Japanese, then Chinese), and that ruleset with an end that the record does not
       contain: dead stones captured before the passes, a pass that takes the button; without a ruleset also with every
       stone on the board alive, if two passes end the record;
    2. the unit of the result as a convention has it, or the values of the record in place of the convention;
    3. counting the other way, with its compensation for handicap stones; every stone alive, and KataGo's count;
    4. another komi, as servers and copyists omit it, change its sign or write it in zi;
    5. another compensation, if the ruleset has one; a result in zi;
    6. another status of one or two chains, if it is of more than a point and the odds allow it (see
       `goanalyze.score.audit_flips`);
    7. a compensation that territory rules do not give, if no such change gives the margin; a point more or less.

    Causes are not combined, except for the compensation of the other ruleset. The first fit is the most ordinary, which
    does not make it true. Before there was a komi, only komi 0 is tested, no compensation and no zi.
    """
    recorded = np.full(len(inputs.recorded), np.nan)
    recorded[list(games)] = inputs.recorded[list(games)]
    inputs = replace(inputs, recorded=recorded)
    cases = [_Case(inputs, game) for game in games]
    tests = (
        _Case.as_declared,
        _Case.by_convention,
        _Case.by_other_rulesets,
        _Case.by_other_ends,
        _Case.by_other_komis,
        _Case.by_area,
    )
    fits = {case.game: next(chain.from_iterable(test(case) for test in tests), None) for case in cases}
    unexplained = [case for case in cases if fits[case.game] is None]
    flips = likeliest_flips(inputs, [case.counts for case in unexplained if not case.off_by_one or case.by_territory])
    fits |= {case.game: case.by_flips(flips.get(case.game)) for case in unexplained}
    return {case.game: case.audit(fits[case.game], flips.get(case.game)) for case in cases}


def audit_games(
    ends: Ends, applied: AppliedConventions, statuses: Statuses, finals: FinalPositionSet
) -> list[AuditRow]:
    """Compare every recorded count of a chunk with the count of its final position.

    Args:
        ends: the scored positions.
        applied: the metadata as recorded, and by conventions.
        statuses: dead stones, with their sources; games about which nothing is known are left out.
        finals: the final positions.
    """
    columns = applied.metadata.columns
    recorded, by = floats(columns["result_margin"]), columns["result_by"].to_pylist()
    candidates = np.flatnonzero(~np.isnan(recorded) & (statuses.base.source > StatusSource.NONE.index)).tolist()
    games = np.array([game for game in candidates if by[game] in ("score", "draw")], dtype=np.int64)
    if not len(games):
        return []
    names = columns["ruleset"].to_pylist()
    rulesets = {name: find_ruleset(name) if name else None for name in {names[game] for game in games.tolist()}}
    inputs = _gather(ends, applied, statuses, finals, recorded, [rulesets.get(name) for name in names])
    audits = dict[int, Audit]()
    source, count_confidence = np.zeros(len(names), dtype=np.uint8), np.zeros(len(names), dtype=np.float32)
    confidence = np.zeros_like(count_confidence)
    for name, ruleset in rulesets.items():
        own = games[[names[game] == name for game in games.tolist()]]
        if ruleset is not None:
            audits |= _exact_audits(inputs, applied, ruleset, own)
        known = statuses.under(StatusPolicy(article_7=ruleset is not None and StatusPolicy.of(ruleset).article_7))
        by_territory = int(ruleset is None or ruleset.scoring.value is Scoring.TERRITORY)
        final = finals.for_ruleset(ruleset) if ruleset else finals.plain
        source[own], confidence[own] = known.source[own], known.confidence[own]
        count_confidence[own] = final.count_confidence[own, by_territory]
    audits |= audit(inputs, [game for game in games.tolist() if game not in audits])
    is_open = finals.plain.quality == Quality.TOO_OPEN.index
    rows = []
    for game in games.tolist():
        is_countable = not is_open[game] or audits[game].explanation is not Explanation.DOES_NOT_FOLLOW
        facts = int(source[game]), float(confidence[game]), float(count_confidence[game])
        rows.append(AuditRow(game, names[game], float(recorded[game]), audits[game] if is_countable else None, *facts))
    return rows


def _exact_audits(
    inputs: AuditInputs, applied: AppliedConventions, ruleset: Ruleset, games: NDArray[np.int64]
) -> dict[int, Audit]:
    """Return the audits of the games, of those under a declared ruleset, whose recorded count is the outcome."""
    final = inputs.finals.for_ruleset(ruleset)
    margin = inputs.counts.outcomes(ruleset).margin[:, 0] - final.komi
    is_over = (ruleset.dead_stones.value is not DeadStones.STAY) | (final.final_pass > 0)
    audits = {}
    for game in games[(is_over & (margin == inputs.recorded))[games]].tolist():
        convention, recorded, komi = applied.of(game), float(inputs.recorded[game]), float(final.komi[game])
        terms = f" with komi {komi:g}, by the convention {convention.name}," if convention else ""
        evidence = f"counted by {ruleset.id} rules{terms} it is {points_text(recorded)} as recorded"
        audits[game] = Audit(Agreement.EXACT, Explanation.NONE_NEEDED, evidence, recorded, ruleset.id, komi)
    return audits


def _gather(
    ends: Ends,
    applied: AppliedConventions,
    statuses: Statuses,
    finals: FinalPositionSet,
    recorded: NDArray[np.float64],
    rulesets: Sequence[Ruleset | None],
) -> AuditInputs:
    """Return the inputs of the audit."""
    columns = applied.metadata.columns
    winner, komi_unit, result_unit, dates = (
        columns[name].to_pylist() for name in ("result_winner", "komi_unit", "result_unit", "date")
    )
    layers = [StatusPolicy(False, rulings, article_7) for rulings in (False, True) for article_7 in (False, True)]
    has_layers = statuses.rulings.status.any() or statuses.article_7.status.any()
    header, header_komi = applied.header.columns["ruleset"], recorded_komi(applied.header)

    def convention(game: int) -> ConventionTerms | None:
        if not (other := applied.of(game)):
            return None
        name = header[game].as_py()
        ruleset = find_ruleset(name) if name else None
        return ConventionTerms(other.name, other.played.scale, ruleset, float(header_komi[game]))

    return AuditInputs(
        boards=ends.boards,
        to_move=ends.to_move,
        dead=ends.dead,
        dead_by_layers={each: ends.scored_dead(statuses.under(each).dead) for each in layers if has_layers},
        finals=finals.map(_as_over),
        recorded=recorded,
        winner=winner,
        ruleset=rulesets,
        is_marked=statuses.marked_territory > 0,
        shares=ends.scored_shares(statuses.alive_probability),
        has_shares=statuses.base.source >= StatusSource.SETTLED.index,
        komi_unit=komi_unit,
        result_unit=result_unit,
        year=[day and day.year for day in dates],
        is_silent=silent_on_dead_stones(applied.metadata),
        convention=convention,
    )


def _as_over(final: FinalPositions) -> FinalPositions:
    """Return final positions as of games that are over: a recorded count means it, with or without recorded passes."""
    stopped = final.all_alive & (final.quality == Quality.UNFINISHED.index)
    return replace(final, quality=np.where(stopped, np.uint8(Quality.DEAD_KNOWN.index), final.quality))


def silent_on_dead_stones(metadata: Metadata) -> NDArray[np.bool_]:
    """Return True for each game whose record leaves open whether dead stones are removed."""
    distinct, rules = metadata.parsed["RU"]
    is_silent = [isinstance(rule, RecordedRules) and rule.is_silent_on_dead_stones for rule in rules]
    return np.array(is_silent, dtype=np.bool_)[distinct.where]
