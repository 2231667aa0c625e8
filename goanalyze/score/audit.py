"""The audit of recorded results: does a game's count give the recorded margin, and if not, what would?

An explanation reproduces the recorded margin to the quarter point or, where it is called off by one, misses it by
exactly a point. What was recorded is an input here, so agreement found this way is explained, never exact. No files, no
tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Final

import numpy as np

from goanalyze.conventions.choices import KomiMeaning, ResultScale
from goanalyze.conventions.hypotheses import FAMILIES, HANDICAP, other_komis, stones_worth
from goanalyze.rules import RULESETS, Compensation, Ruleset, Scoring
from goanalyze.score.audit_case import AuditCase, CountedAs, Counts, Fit, PlayedBy
from goanalyze.score.audit_chains import Doubts, other_statuses
from goanalyze.score.choices import Agreement, Basis, Explanation
from goanalyze.score.outcomes import score
from goanalyze.sgf.choices import Unit
from goanalyze.sgf.values.numbers import in_points
from goanalyze.vocabulary.numbers import points_text

_FAMILIES: Final = tuple(RULESETS[name] for name in FAMILIES)
_COMPENSATIONS: Final = (Compensation.PER_STONE, Compensation.PER_STONE_BUT_ONE, Compensation.NOTHING)
_REMARKS: Final = {
    KomiMeaning.HANDICAP: ", as in handicap games",
    KomiMeaning.ZI: ": it is in zi",
    KomiMeaning.POINTS: ": it is in points",
    KomiMeaning.HUNDREDTHS: ": it is in hundredths",
}
_FEW_CHAINS: Final = (1, 2)
_MORE_CHAINS: Final = (3, 4)  # a change of so many often fits by chance


@dataclass(frozen=True, slots=True)
class Audit:
    """What became of a recorded result.

    Attributes:
        agreement: of count and record, under the declared ruleset.
        explanation: what gives the recorded margin; the most ordinary one found.
        evidence: a sentence that says how.
        margin: Black − White in points under the declared ruleset, without one under the one that fits or, if none
            does, the Japanese; None where there is no komi, or no count.
        ruleset: id of the ruleset under which the recorded margin follows; None where it does not.
        komi: the komi with which it does, in points; None where it does not.
        flips: chains whose status is changed to explain it, each as its points in order.
        flips_unique: whether no other change of as few chains does; None where none is changed.
    """

    agreement: Agreement
    explanation: Explanation
    evidence: str
    margin: float | None
    ruleset: str | None = None
    komi: float | None = None
    flips: tuple[tuple[int, ...], ...] = ()
    flips_unique: bool | None = None


def audit(case: AuditCase) -> Audit:
    """Hold a count against the recorded result, and look for what explains the difference.

    Tried in this order, the first that gives the recorded margin stands: the declared ruleset (without one,
    Japanese, then Chinese), where a convention says so the one that it names; the unit as a convention has
    it; where there is one, what the record says in its place; counting the other way, with its compensation for
    handicap stones; another komi, as servers and copyists leave it out, turn it round or write it in zi; another
    compensation, where there is one; a result in zi; another status of one or two of the nine least certain chains,
    or of any dead one; a compensation where territory rules give none; a point off; another status of three or four
    chains, which fits by chance more easily. Causes are not combined, but for the compensation of the other
    ruleset.

    Does not say which of two explanations that both fit is true: the first one is the more ordinary.

    Rule: `../shared/design/end-of-game.md`, "Conventions found in the wild" and "Reconciling".
    """
    asked = (case.ruleset,) if case.ruleset else _FAMILIES
    readings = _read(case, asked, case.counts, float(case.facts.komi[0]))
    if not readings:
        basis = Basis.at(score(case.final, asked[:1]).basis[0, 0])
        return Audit(Agreement.NO, Explanation.DOES_NOT_FOLLOW, f"the position gives no margin: {basis.value}", None)
    for reading in readings:
        if reading.margin == case.recorded:
            unnamed = "" if case.ruleset else f"no ruleset is named; {reading.ruleset.id} fits: "
            evidence = f"{unnamed}counted {reading.way} it is {points_text(case.recorded)} as recorded"
            return Audit(
                Agreement.EXACT, Explanation.NONE_NEEDED, evidence, reading.margin, reading.ruleset.id, reading.komi
            )
    first, fit = readings[0], next(_fits(case, readings), None)
    agreement = Agreement.WINNER if first.winner == case.winner else Agreement.NO
    if fit is None:
        return Audit(agreement, Explanation.DOES_NOT_FOLLOW, _difference(case, first), first.margin)
    return Audit(agreement, fit.explanation, fit.evidence, first.margin, fit.ruleset, fit.komi, fit.flips, fit.unique)


def _read(case: AuditCase, rulesets: Sequence[Ruleset], counts: Counts, komi: float) -> list[CountedAs]:
    """Return the game under each ruleset that gives a margin, were there a komi; it is NaN where there is none."""
    readings = []
    for ruleset in rulesets:
        found = counts.under(ruleset)
        margin, bonus = float(found.margin[case.game]), float(found.bonus[case.game])
        if not isnan(margin):
            readings.append(CountedAs(ruleset, margin + bonus, bonus, None if isnan(komi) else komi))
    return readings


def _difference(case: AuditCase, reading: CountedAs) -> str:
    """Say how far count and record are apart when nothing explains it."""
    if reading.margin is None:
        return f"no komi is recorded, and no usual one gives {points_text(case.recorded)}"
    apart = abs(reading.margin - case.recorded)
    winner = "" if reading.winner == case.winner else ", and the winner differs"
    return (
        f"counted {points_text(reading.margin)}, recorded {points_text(case.recorded)}: {apart:g} points apart{winner}"
    )


def _fits(case: AuditCase, readings: Sequence[CountedAs]) -> Iterator[Fit]:
    """Yield what explains the recorded margin, the most ordinary first."""
    if case.played:
        yield from _by_convention(case, case.played, readings)
        yield from _by_header(case, case.played)
    yield from _other_rulesets(case, readings)
    for reading in readings:
        yield from _other_komis(case, reading)
    by_area = [reading for reading in readings if reading.ruleset.scoring.value is not Scoring.TERRITORY]
    for reading in by_area:
        yield from _compensations(case, reading)
    for reading in readings:
        yield from _zi(case, reading)
    doubts = Doubts.of(case, readings)
    if doubts:
        yield from other_statuses(doubts, _FEW_CHAINS)
    for reading in readings:  # territory rules give nothing for handicap stones, so that is the less ordinary cause
        if reading not in by_area:
            yield from _compensations(case, reading)
    for reading in readings:
        if reading.komi is not None and abs(case.recorded - (reading.margin or 0.0)) == 1:
            counted = f"counted {points_text(reading.margin or 0.0)}, recorded {points_text(case.recorded)}"
            evidence = f"{counted}: one dame or pass stone"
            yield Fit(Explanation.OFF_BY_ONE, evidence, reading.ruleset.id, reading.komi)
    if doubts:
        yield from other_statuses(doubts, _MORE_CHAINS)


def _by_convention(case: AuditCase, played: PlayedBy, readings: Sequence[CountedAs]) -> Iterator[Fit]:
    """Try the unit of the result that a convention names."""
    if played.scale is ResultScale.AS_READ:
        return
    unit = "zi" if played.scale is ResultScale.DOUBLED else "points"
    for reading in readings:
        if reading.margin is None or reading.komi is None or reading.margin != case.recorded * played.scale.factor:
            continue
        counted = f"counted {reading.way} it is {points_text(reading.margin)}"
        as_recorded = f"{points_text(case.recorded)} is in {unit}: as recorded"
        evidence = f"{counted}, {as_recorded}, by the convention {played.convention}"
        yield Fit(Explanation.CONVENTION, evidence, reading.ruleset.id, reading.komi)


def _by_header(case: AuditCase, played: PlayedBy) -> Iterator[Fit]:
    """Try ruleset, komi and points for handicap stones as the record has them, against the convention."""
    asked = (played.ruleset,) if played.ruleset else _FAMILIES
    for reading in _read(case, asked, case.counts.with_own_points, played.komi):
        if reading.margin == case.recorded and reading.komi is not None:
            komi = f"with komi {reading.komi:g} as its record says"
            evidence = f"counted {reading.way} {komi} it is {points_text(case.recorded)} as recorded"
            same = reading.ruleset == case.ruleset
            explanation = Explanation.OTHER_KOMI if same else Explanation.OTHER_RULESET
            yield Fit(explanation, evidence, reading.ruleset.id, reading.komi)


def _other_rulesets(case: AuditCase, readings: Sequence[CountedAs]) -> Iterator[Fit]:
    """Try the other way of counting, and the plain one of the same way where the declared ruleset has rules of its own.

    Where both differ by the compensation alone, that is the explanation.
    """
    if case.ruleset is None:
        return
    declared = readings[0]
    ways = sorted(_FAMILIES, key=lambda ruleset: ruleset.scoring.value is declared.ruleset.scoring.value)
    for other in _read(case, ways, case.counts, float(case.facts.komi[0])):
        ruleset = other.ruleset
        if other.margin != case.recorded or other.komi is None:
            continue
        if ruleset.scoring.value is declared.ruleset.scoring.value and other.board == declared.board:
            continue
        instead = "" if declared.margin is None else f", {declared.way} {points_text(declared.margin)}"
        evidence = f"counted {other.way} it is {points_text(case.recorded)} as recorded{instead}"
        yield Fit(Explanation.OTHER_RULESET, evidence, ruleset.id, other.komi)


def _other_komis(case: AuditCase, reading: CountedAs) -> Iterator[Fit]:
    needed = reading.board - reading.bonus - case.recorded
    final = case.facts
    handicap = int(final.handicap[0])
    own = reading.ruleset.komi.value.points(int(final.width[0]), int(final.height[0]), handicap)
    for komi, meaning in other_komis(reading.komi, case.komi_unit, handicap, own):
        if komi == needed and komi != reading.komi:
            remark = _REMARKS.get(meaning, "")
            if meaning is KomiMeaning.SIGN:
                remark = ": it is for Black" if (reading.komi or 0.0) > 0 else ": it is for White"
            instead = "of none" if reading.komi is None else f"of {reading.komi:g}"
            evidence = f"with komi {komi:g} instead {instead} it is {points_text(case.recorded)} as recorded{remark}"
            yield Fit(Explanation.OTHER_KOMI, evidence, reading.ruleset.id, komi)


def _compensations(case: AuditCase, reading: CountedAs) -> Iterator[Fit]:
    """Try a point for each handicap stone, for each but the first, and none."""
    stones, komi = case.facts.handicap.astype(np.float64), reading.komi
    if stones[0] < HANDICAP or komi is None:
        return
    for bonus in (float(stones_worth(each, stones)[0]) for each in _COMPENSATIONS):
        if bonus == reading.bonus or reading.board - komi - bonus != case.recorded:
            continue
        if not bonus:
            evidence = (
                f"White's {in_points(reading.bonus)} for handicap stones are missing in {points_text(case.recorded)}"
            )
        elif reading.bonus:
            evidence = f"White got {in_points(bonus)} for handicap stones, not {reading.bonus:g}"
        else:
            evidence = f"White got {in_points(bonus)} for handicap stones, which {reading.ruleset.id} does not give"
        yield Fit(Explanation.HANDICAP, evidence, reading.ruleset.id, komi)


def _zi(case: AuditCase, reading: CountedAs) -> Iterator[Fit]:
    """Try the recorded number in the other unit: only area is counted in zi."""
    if reading.ruleset.scoring.value is not Scoring.AREA or reading.komi is None:
        return
    if case.result_unit is not Unit.ZI and reading.margin == 2 * case.recorded:
        evidence = f"{points_text(case.recorded)} is in zi: {points_text(2 * case.recorded)} in points, as counted"
        yield Fit(Explanation.ZI, evidence, reading.ruleset.id, reading.komi)
    if case.result_unit is Unit.ZI and reading.margin == case.recorded / 2:
        evidence = f"{points_text(case.recorded / 2)} is in points, as counted, though it is written in zi"
        yield Fit(Explanation.ZI, evidence, reading.ruleset.id, reading.komi)
