"""GO104 and GO501–GO505 are reported where they say something about the record, not about an estimate or a ruleset."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.games import records_of

import goanalyze as ga
from goanalyze.detectors.results import outcome_findings, result_findings
from goanalyze.life.choices import StatusSource
from goanalyze.pipeline import Chunk
from goanalyze.score.audit import Audit, AuditRow
from goanalyze.score.choices import Agreement, Explanation

# Black's wall on the second column, White's on the fourth: five points each by territory, ten by area.
WALLS = ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de]"
DAME = ";B[ca];W[cb];B[cc];W[cd];B[ce];W[]"
PASSES = ";B[];W[]"
MARKS = "TB[aa:ae]TW[ea:ee]"


def codes_of(text: str) -> set[str]:
    """Return the codes of the findings about suicide and results in a record."""
    return {row.code for row in ga.loads(text).replay().findings if row.code == "GO104" or row.code.startswith("GO5")}


def reported(
    explanation: Explanation,
    *,
    confidence: float = 0.95,
    apart: float = 20.0,
    header: str = "KM[0.5]",
    ends: str = PASSES,
    source: StatusSource = StatusSource.ESTIMATED,
    agreement: Agreement = Agreement.NO,
    fits: str = "chinese",
    nearest: float | None = None,
    is_in_doubt: bool = False,
) -> list[str]:
    """Return the codes about a record whose count differs from its result, W+0.5."""
    chunk = Chunk(records_of(f"(;SZ[5]{header}RE[W+0.5]{WALLS}{ends})"))
    found = Audit(agreement, explanation, "evidence", -0.5 + apart, fits, 0.0, nearest=nearest, is_in_doubt=is_in_doubt)
    row = AuditRow(0, None, -0.5, found, source.index, 0.0, confidence)
    rows = result_findings(chunk.records, chunk.played, [row], chunk.finals)
    return [finding.code for finding in rows if finding.code != "GO414"]


@pytest.mark.parametrize(
    ("ruleset", "is_reported"),
    [
        ("", True),
        ("RU[house rules]", True),
        ("RU[Japanese]", True),
        ("RU[AGA]", True),
        ("RU[New Zealand]", False),
        ("RU[Tromp-Taylor]", False),
        ("RU[koPOSITIONALscoreAREAtaxNONEsui1]", False),
        ("RU[koPOSITIONALscoreAREAtaxNONEsui0]", True),
    ],
)
def test_a_suicide_that_the_rules_of_the_record_allow_is_not_reported(ruleset: str, is_reported: bool) -> None:
    """A suicide of several stones is odd where RU forbids it, or does not say so."""
    suicide = ";B[aa];W[ca];B[ee];W[bb];B[ed];W[ab];B[ba]"
    assert ("GO104" in codes_of(f"(;SZ[5]{ruleset}{suicide})")) == is_reported


def test_a_suicide_that_repeats_a_position_is_reported() -> None:
    """A suicide that the rules of the record allow is reported if their superko rule forbids it."""
    allowed = "(;SZ[5]RU[New Zealand]AB[ca][bb][ab];W[aa];B[ee];W[ba])"
    assert "GO104" not in codes_of(allowed)
    repeated = "(;SZ[5]RU[Tromp-Taylor]AB[ca][bb][ab];W[aa];B[];W[ba])"
    superko = {row.code for row in ga.loads(repeated).replay().findings if "tromp-taylor" in row.rulesets}
    assert ("GO104" in superko) == ("GO104" in codes_of(repeated))


@pytest.mark.parametrize("explanation", [Explanation.STONES, Explanation.OFF_BY_ONE])
@pytest.mark.parametrize("ends", ["", PASSES])
def test_an_estimate_says_nothing_about_single_chains(explanation: Explanation, ends: str) -> None:
    """The status of a few chains, or a point, is more likely the estimate's error than the record's."""
    assert reported(explanation, ends=ends) == []
    assert reported(explanation, ends=ends, source=StatusSource.MARKUP) == ["GO501"]
    assert reported(explanation, source=StatusSource.MARKUP, agreement=Agreement.WINNER) == ["GO502"]


@pytest.mark.parametrize("explanation", [Explanation.OTHER_KOMI, Explanation.ZI, Explanation.HANDICAP])
def test_an_estimate_of_a_game_that_no_passes_end_fits_by_chance(explanation: Explanation) -> None:
    """Another komi, zi and points for handicap stones are reported where play has stopped, and the estimate is sure."""
    assert reported(explanation, ends="") == []
    assert reported(explanation, confidence=0.85) == []
    assert reported(explanation) == ["GO502"]


@pytest.mark.parametrize("explanation", [Explanation.OTHER_RULESET, Explanation.CONVENTION])
def test_an_explained_difference_of_an_estimate_is_a_note(explanation: Explanation) -> None:
    """A difference that another ruleset or a convention explains is not a warning that the winner differs."""
    assert reported(explanation) == ["GO502"]
    assert reported(explanation, source=StatusSource.MARKUP) == ["GO501"]


@pytest.mark.parametrize(
    ("confidence", "apart", "codes"),
    [(0.95, 20.0, ["GO501"]), (0.95, 10.0, []), (0.85, 20.0, []), (0.95, -20.0, ["GO501"])],
)
def test_what_nothing_explains_must_be_more_than_an_error_of_the_estimate(
    confidence: float, apart: float, codes: list[str]
) -> None:
    """A difference that nothing explains is reported with a confidence of 0.9 and more than 10 points."""
    assert reported(Explanation.DOES_NOT_FOLLOW, confidence=confidence, apart=apart) == codes


@pytest.mark.parametrize("source", [StatusSource.MARKUP, StatusSource.ESTIMATED])
@pytest.mark.parametrize("explanation", list(Explanation))
def test_without_komi_no_result_differs(explanation: Explanation, source: StatusSource) -> None:
    """A count without komi is not compared with the result."""
    assert reported(explanation, header="", source=source) == []


def test_a_warning_that_another_status_gives_is_the_error_of_an_estimate() -> None:
    """An unexplained difference is not reported where the estimate may be wrong in a chain or two."""
    assert reported(Explanation.DOES_NOT_FOLLOW) == ["GO501"]
    assert reported(Explanation.DOES_NOT_FOLLOW, is_in_doubt=True) == []
    assert reported(Explanation.DOES_NOT_FOLLOW, is_in_doubt=True, source=StatusSource.MARKUP) == ["GO501"]


def test_a_difference_is_that_from_the_nearest_usual_komi() -> None:
    """If a server omits komi, a difference or another winner counts only if it persists at a usual komi."""
    assert reported(Explanation.DOES_NOT_FOLLOW, nearest=15.5) == ["GO501"]
    assert reported(Explanation.DOES_NOT_FOLLOW, nearest=-13.5) == ["GO502"]
    assert reported(Explanation.DOES_NOT_FOLLOW, nearest=8.5) == []


def test_another_winner_of_the_board_as_it_stands_is_a_note() -> None:
    """A program that removes no dead stones makes no error in the record."""
    assert reported(Explanation.OTHER_RULESET, source=StatusSource.MARKUP, fits="tromp-taylor") == ["GO502"]


def test_a_record_that_leaves_dead_stones_open_is_counted_either_way() -> None:
    """KataGo's rules string may leave open whether dead stones are removed: a margin by area is not a difference."""
    header, proven = "KM[0.5]RU[koPOSITIONALscoreAREAtaxNONEsui1]", StatusSource.SETTLED
    assert reported(Explanation.OTHER_RULESET, header=header, source=proven) == []
    assert reported(Explanation.OTHER_RULESET, header=header, source=proven, fits="japanese") == ["GO501"]
    assert reported(Explanation.DOES_NOT_FOLLOW, header=header, source=proven) == ["GO501"]
    assert reported(Explanation.OTHER_RULESET, header=header) == []
    assert reported(Explanation.DOES_NOT_FOLLOW, header=header) == ["GO501"]
    assert reported(Explanation.OTHER_RULESET, header="KM[0.5]RU[Tromp-Taylor]") == ["GO502"]


def outcomes_reported(text: str, agreement: Agreement | None = None) -> set[str]:
    """Return the codes about rulesets that differ; with an agreement in place of the audit's own, if one is given."""
    chunk = Chunk(records_of(text))
    rows = chunk.audited
    if agreement is not None:
        found = Audit(agreement, Explanation.DOES_NOT_FOLLOW, "evidence", 0.0)
        rows = [replace(row, audit=found) for row in rows]
    rulesets = chunk.options.rulesets
    findings = outcome_findings(chunk.records, chunk.played, rows, chunk.outcomes, chunk.finals, rulesets)
    return {finding.code for finding in findings}


# White passes while Black plays in the own territory: by area it costs nothing, by territory three points.
INSIDE = ";B[aa];W[];B[ac];W[];B[ae];W[]"


@pytest.mark.parametrize(
    ("ruleset", "is_reported"),
    [("", True), ("RU[Japanese]", True), ("RU[Korean]", True), ("RU[Chinese]", False), ("RU[AGA]", False)],
)
@pytest.mark.parametrize("ends", ["", ";B[];W[]"])
def test_a_margin_by_territory_has_no_meaning_in_a_game_by_area(ruleset: str, ends: str, is_reported: bool) -> None:
    """Under area rules plays in one's own territory cost nothing, so that a margin by territory says nothing."""
    text = f"(;SZ[5]KM[30]{ruleset}{WALLS}{DAME}{INSIDE}{ends}TB[ab][ad]TW[ea:ee])"
    assert ("GO505" in outcomes_reported(text)) == is_reported


@pytest.mark.parametrize(("result", "is_reported"), [("W+29", False), ("W+33", True), ("W+R", True)])
def test_a_margin_that_follows_by_area_alone_names_the_way_of_counting(result: str, is_reported: bool) -> None:
    """A record without RU whose result follows by area, and not by territory, is one of area rules."""
    text = f"(;SZ[5]KM[30]RE[{result}]{WALLS}{DAME}{INSIDE}{PASSES}TB[ab][ad]TW[ea:ee])"
    assert ("GO505" in outcomes_reported(text)) == is_reported


def test_a_winner_that_a_button_alone_changes_is_not_reported() -> None:
    """Winners are compared under rulesets that count area or territory alone, and under the record's own."""
    text = f"(;SZ[5]KM[0.5]{{ruleset}}{WALLS}{PASSES}{MARKS})"
    assert outcomes_reported(text.format(ruleset="")) == set()
    assert outcomes_reported(text.format(ruleset="RU[Button Go]")) == {"GO504"}


def test_rulesets_are_not_compared_where_the_count_is_not_the_recorded_one() -> None:
    """If the recorded margin does not follow from the position, neither does a dependence on the ruleset."""
    text = f"(;SZ[5]KM[0]RU[Japanese]RE[W+3]{WALLS}{DAME}{INSIDE};B[];W[]TB[ab][ad]TW[ea:ee])"
    assert outcomes_reported(text, Agreement.EXACT)
    assert not outcomes_reported(text, Agreement.NO)
    assert not outcomes_reported(text, Agreement.WINNER)


def test_a_tie_that_a_ruleset_decides_names_both_winners() -> None:
    """If margins are equal and the winner differs, the message names the winner under each ruleset."""
    rows = ga.loads(f"(;SZ[5]KM[0]RU[Japanese]{WALLS}{PASSES}{MARKS})").replay().findings
    (message,) = [row.message for row in rows if row.code == "GO504"]
    assert message.startswith("The winner depends on the ruleset: 0 under japanese rules (a draw), 0 under ")
    assert "rules (Black wins)" in message or "rules (White wins)" in message
