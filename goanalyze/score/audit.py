"""The audit of recorded results: does a game's count give the recorded margin, and if not, what would?

An explanation reproduces the recorded margin to the quarter point or, where it is called off by one, misses it by
exactly a point. The recorded result is an input here, so that such agreement is explained, never exact. No files, no
tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from goanalyze.conventions.choices import KomiMeaning, ResultScale
from goanalyze.conventions.hypotheses import FAMILIES, handicap_compensation, other_komis
from goanalyze.core.handicap import HANDICAP
from goanalyze.rules import RULESETS, Compensation, DeadStones, Ruleset, Scoring
from goanalyze.score.audit_case import AuditCase, CountedAs, Counts, Fit, PlayedBy
from goanalyze.score.audit_chains import likeliest_change
from goanalyze.score.audit_ends import ALIVE, BARE, OtherEnd, missing_ends, other_ends, remark_on_passes
from goanalyze.score.choices import Agreement, Basis, Explanation
from goanalyze.score.outcomes import score
from goanalyze.sgf.choices import Unit
from goanalyze.sgf.values.numbers import in_points
from goanalyze.vocabulary.numbers import points_text

_FAMILIES: Final = tuple(RULESETS[name] for name in FAMILIES)
_COMPENSATIONS: Final = (Compensation.PER_STONE, Compensation.PER_STONE_BUT_ONE, Compensation.NOTHING)
_LEFT_OUT: Final = (KomiMeaning.USUAL, KomiMeaning.HANDICAP)
_REMARKS: Final = {
    KomiMeaning.HANDICAP: ", as in handicap games",
    KomiMeaning.ZI: ": it is in zi",
    KomiMeaning.POINTS: ": it is in points",
    KomiMeaning.HUNDREDTHS: ": it is in hundredths",
}


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit.

    Attributes:
        agreement: agreement of count and record, under the declared ruleset.
        explanation: the most ordinary cause that gives the recorded margin.
        evidence: a sentence that says how.
        margin: Black − White in points under the declared ruleset, without one under the one that fits or, if none
            does, the Japanese; None without komi, and without a count.
        ruleset: id of the ruleset under which the recorded margin follows; None where it does not.
        komi: the komi with which it does, in points; None where it does not.
        flips: chains whose status is changed to explain it, each as its points in order.
        flips_unique: whether no other change of as few chains does; None where none is changed.
        nearest: the nearest margin at the recorded komi or a usual one, where nothing explains the recorded margin;
            None where something does, and without a count.
        is_in_doubt: nothing explains it, though another status of one or two chains gives it: an error of an estimate
            is as likely as one of the record.
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


def audit(case: AuditCase) -> Audit:
    """Compare a count with the recorded result, and look for a cause of the difference.

    Tried in this order, the first that gives the recorded margin is the explanation:

    1. the declared ruleset (without one Japanese, then Chinese), and that ruleset with an end that the record does not
       show: dead stones captured before the passes, a pass that takes the button; without a ruleset also with every
       stone on the board alive, if two passes end the record;
    2. the unit of the result as a convention has it, or the values of the record in place of the convention;
    3. counting the other way, with its compensation for handicap stones; every stone alive, and KataGo's count;
    4. another komi, as servers and copyists omit it, change its sign or write it in zi;
    5. another compensation, where the ruleset has one; a result in zi;
    6. another status of one or two chains, if it is of more than a point and the odds allow it (see
       `goanalyze.score.audit_chains`);
    7. a compensation where territory rules give none, if no such change gives the margin; a point more or less.

    Causes are not combined, but for the compensation of the other ruleset. The first fit is the most ordinary, which
    does not make it true. Before there was a komi, only komi 0 is tried, no compensation and no zi.

    """
    rulesets = (case.ruleset,) if case.ruleset else _FAMILIES
    readings = _read(case, rulesets, case.counts, float(case.facts.komi[0]))
    if exact := next(_as_declared(case, readings), None):
        return Audit(Agreement.EXACT, exact.explanation, exact.evidence, case.recorded, exact.ruleset, exact.komi)
    first, fit = next(iter(readings), None), next(_fits(case, readings), None)
    margin = first.margin if first else None
    agreement = Agreement.WINNER if first and first.winner == case.winner else Agreement.NO
    if fit is None:
        change = likeliest_change(case, readings)
        by_chance = f"; another status of one or two chains gives it, but {change.odds}" if change else ""
        nearest = _nearest(case, readings)
        evidence = _with_condition(_difference(case, first, nearest) + by_chance, case)
        return Audit(
            agreement,
            Explanation.DOES_NOT_FOLLOW,
            evidence,
            margin,
            nearest=nearest.margin if nearest else None,
            is_in_doubt=change is not None,
        )
    evidence = _with_condition(fit.evidence, case)
    return Audit(agreement, fit.explanation, evidence, margin, fit.ruleset, fit.komi, fit.flips, fit.unique)


def _with_condition(evidence: str, case: AuditCase) -> str:
    """Return evidence with the condition for a count under the declared ruleset, where it has one."""
    condition = remark_on_passes(case, case.ruleset) if case.ruleset else ""
    return evidence if condition in evidence else f"{evidence}{condition.replace(',', ';', 1)}"


def _as_declared(case: AuditCase, readings: Sequence[CountedAs]) -> Iterator[Fit]:
    """Yield the fits of the recorded margin under the declared ruleset, or without one under an ordinary one."""
    komi = float(case.facts.komi[0])
    ends = [OtherEnd(reading, remark_on_passes(case, reading.ruleset)) for reading in readings]
    if case.ruleset:
        ends += missing_ends(case, case.ruleset)
    elif case.facts.final_pass[0] and (bare := case.counts.of(case.game, BARE, komi)):
        ends.append(OtherEnd(bare, ALIVE))
    for counted, remark in ends:
        if counted.margin == case.recorded and counted.komi is not None:
            unnamed = "" if case.ruleset else f"no ruleset is named; {counted.ruleset.id} fits: "
            evidence = f"{unnamed}counted {counted.way} it is {points_text(case.recorded)} as recorded{remark}"
            yield Fit(Explanation.NONE_NEEDED, evidence, counted.ruleset.id, counted.komi)


def _read(case: AuditCase, rulesets: Sequence[Ruleset], counts: Counts, komi: float) -> list[CountedAs]:
    """Return the game under each ruleset that gives a margin, at a komi, NaN for no komi."""
    readings = [counts.of(case.game, ruleset, komi) for ruleset in rulesets]
    return [reading for reading in readings if reading]


def _difference(case: AuditCase, reading: CountedAs | None, nearest: CountedAs | None) -> str:
    """Return the evidence where nothing explains a difference between count and record."""
    recorded = points_text(case.recorded)
    if reading is None:
        basis = Basis.at(score(case.final, [case.ruleset or _FAMILIES[0]]).basis[0, 0])
        return f"the position gives no margin: {basis.value}"
    if reading.margin is None or nearest is None or nearest.margin is None:
        return f"no komi is recorded, and no usual one gives {recorded}"
    winner = "" if reading.winner == case.winner else ", and the winner differs"
    counted = f"counted {points_text(reading.margin)}, recorded {recorded}"
    apart = f"{abs(reading.margin - case.recorded):g} points apart{winner}"
    other = ""
    if nearest.komi != reading.komi:
        other = f"; with komi {nearest.komi:g} it is {points_text(nearest.margin)}"
    return f"{counted}: {apart}{other}; no ordinary cause explains it"


def _nearest(case: AuditCase, readings: Sequence[CountedAs]) -> CountedAs | None:
    """Return the count that is nearest to the recorded margin, at the recorded komi or a usual one in its place."""
    counts = [reading for reading in readings if reading.margin is not None]
    for reading in counts[:]:
        komis = [komi for komi, meaning in _other_meanings(case, reading) if meaning in _LEFT_OUT]
        counts += [reading._replace(komi=komi) for komi in komis]
    return min(counts, key=lambda counted: abs(case.recorded - (counted.margin or 0.0)), default=None)


def _fits(case: AuditCase, readings: Sequence[CountedAs]) -> Iterator[Fit]:
    """Yield the explanations of the recorded margin, the most ordinary first."""
    if case.played:
        yield from _by_convention(case, case.played, readings)
        yield from _by_header(case, case.played)
    yield from _other_rulesets(case, readings)
    yield from _other_ends(case, readings)
    for reading in readings:
        yield from _other_komis(case, reading)
    by_area = [reading for reading in readings if reading.ruleset.scoring.value is not Scoring.TERRITORY]
    for reading in by_area:
        yield from _compensations(case, reading)
    for reading in by_area:
        yield from _zi(case, reading)
    off_by_one = [reading for reading in readings if abs(case.recorded - (reading.margin or 0.0)) == 1]
    change = likeliest_change(case, readings)
    if change and change.is_credible and not off_by_one:
        yield change.fit
    if not change:  # territory rules give nothing for handicap stones, so that is the less ordinary cause
        for reading in readings:
            if reading not in by_area:
                yield from _compensations(case, reading)
    for reading in off_by_one:
        if reading.margin is not None and reading.komi is not None:
            counted = f"counted {points_text(reading.margin)}, recorded {points_text(case.recorded)}"
            evidence = f"{counted}: one dame or pass stone"
            yield Fit(Explanation.OFF_BY_ONE, evidence, reading.ruleset.id, reading.komi)


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
    rulesets = (played.ruleset,) if played.ruleset else _FAMILIES
    for reading in _read(case, rulesets, case.counts.with_own_points, played.komi):
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
    if case.ruleset is None or not readings:
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


def _other_ends(case: AuditCase, readings: Sequence[CountedAs]) -> Iterator[Fit]:
    """Try the board with every stone alive, and KataGo's count."""
    for counted, remark in other_ends(case):
        if counted.margin == case.recorded and counted.komi is not None:
            as_recorded = f"{points_text(case.recorded)} as recorded{remark}"
            evidence = f"counted {counted.way} it is {as_recorded}{_instead(counted, readings)}"
            yield Fit(Explanation.OTHER_RULESET, evidence, counted.ruleset.id, counted.komi)


def _instead(counted: CountedAs, readings: Sequence[CountedAs]) -> str:
    """Return a clause with the count by the first reading."""
    if not readings:
        return "; with dead stones removed the board looks unfinished"
    first = readings[0]
    way = first.way if first.ruleset != counted.ruleset else "without the dead stones"
    way = "with every stone alive" if first.ruleset.dead_stones.value is DeadStones.STAY else way
    return "" if first.margin is None else f"; {way} it is {points_text(first.margin)}"


def _other_komis(case: AuditCase, reading: CountedAs) -> Iterator[Fit]:
    needed = reading.board - reading.bonus - case.recorded
    for komi, meaning in _other_meanings(case, reading):
        if komi == needed and komi != reading.komi:
            remark = _REMARKS.get(meaning, "")
            if meaning is KomiMeaning.SIGN:
                remark = ": it is for Black" if (reading.komi or 0.0) > 0 else ": it is for White"
            instead = "of none" if reading.komi is None else f"of {reading.komi:g}"
            evidence = f"with komi {komi:g} instead {instead} it is {points_text(case.recorded)} as recorded{remark}"
            yield Fit(Explanation.OTHER_KOMI, evidence, reading.ruleset.id, komi)


def _other_meanings(case: AuditCase, reading: CountedAs) -> Iterator[tuple[float, KomiMeaning]]:
    """Yield the komis that may be meant in place of the recorded one; none but 0 before there was a komi."""
    if case.is_before_komi:
        yield 0.0, KomiMeaning.USUAL
        return
    final = case.facts
    handicap = int(final.handicap[0])
    own = reading.ruleset.komi.value.points(int(final.width[0]), int(final.height[0]), handicap)
    yield from other_komis(reading.komi, case.komi_unit, handicap, own)


def _compensations(case: AuditCase, reading: CountedAs) -> Iterator[Fit]:
    """Try a point for each handicap stone, for each but the first, and none; not before there was a komi."""
    stones, komi = case.facts.handicap.astype(np.float64), reading.komi
    if stones[0] < HANDICAP or komi is None or case.is_before_komi:
        return
    for bonus in (float(handicap_compensation(each, stones)[0]) for each in _COMPENSATIONS):
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
    """Try the recorded number in the other unit: only area is counted in zi, and not before there was a komi."""
    if reading.ruleset.scoring.value is not Scoring.AREA or reading.komi is None or case.is_before_komi:
        return
    if case.result_unit is not Unit.ZI and reading.margin == 2 * case.recorded:
        evidence = f"{points_text(case.recorded)} is in zi: {points_text(2 * case.recorded)} in points, as counted"
        yield Fit(Explanation.ZI, evidence, reading.ruleset.id, reading.komi)
    if case.result_unit is Unit.ZI and reading.margin == case.recorded / 2:
        evidence = f"{points_text(case.recorded / 2)} is in points, as counted, though it is written in zi"
        yield Fit(Explanation.ZI, evidence, reading.ruleset.id, reading.komi)
