"""A record without komi: GO403, with a note if a usual komi or none gives the recorded margin, and nothing else."""

from __future__ import annotations

import pytest

import goanalyze as ga

# Each side has a column of five points behind its wall: equal by territory and by area.
WALLS = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")
ENDS = ";B[];W[]"
MARKS = "TB[aa:ae]TW[ea:ee]"
OF_RESULTS = {"GO403", "GO414", "GO501", "GO502", "GO503", "GO504", "GO505"}


def found(header: str, ends: str = ENDS + MARKS) -> dict[str, str]:
    """Return the messages about komi and result of a record without komi, by code."""
    findings = ga.loads(f"(;GM[1]FF[4]SZ[5]PB[a]PW[b]{header}{WALLS}{ends})").replay().findings
    return {row.code: row.message for row in findings if row.code in OF_RESULTS}


@pytest.mark.parametrize("rules", ["", "RU[Japanese]", "RU[Chinese]", "RU[AGA]", "RU[house rules]"])
@pytest.mark.parametrize(
    ("result", "komi"), [("0", "0"), ("Draw", "0"), ("Jigo", "0"), ("W+6.5", "6.5"), ("W+7.5", "7.5"), ("W+5.5", "5.5")]
)
def test_a_usual_komi_or_none_that_explains_the_record_is_a_note(rules: str, result: str, komi: str) -> None:
    """The missing komi is the one finding, and says which komi explains the record."""
    findings = found(f"{rules}RE[{result}]")
    assert set(findings) == {"GO403"}
    assert f"Komi {komi} explains the record: with it the count is " in findings["GO403"]


@pytest.mark.parametrize("rules", ["", "RU[Japanese]", "RU[Chinese]"])
@pytest.mark.parametrize("result", ["B+17", "W+20.5", "B+R", "W+Resign", "W+T", "?", "Void", "B+", "B+0.25"])
@pytest.mark.parametrize("ends", [ENDS + MARKS, ENDS, ""])
def test_where_no_komi_explains_the_record_the_missing_komi_is_all(rules: str, result: str, ends: str) -> None:
    """Without komi neither the winner nor the margin differs from the count."""
    assert not found(f"{rules}RE[{result}]", ends).keys() - {"GO403"}
    assert "explains" not in found(f"{rules}RE[{result}]", ends)["GO403"]


def test_a_result_in_zi_is_compared_in_points() -> None:
    """3¼ zi are 6.5 points: komi 6.5 explains them."""
    assert "Komi 6.5 explains the record: with it the count is W+6.5" in found("RU[Chinese]RE[白胜3又1/4子]")["GO403"]


@pytest.mark.parametrize(("result", "komi"), [("W+0.5", "0.5"), ("0", "0"), ("W+6.5", None)])
def test_the_usual_komis_of_handicap_games_are_half_a_point_and_none(result: str, komi: str | None) -> None:
    """With handicap stones the komi of even games explains nothing."""
    walls = "AB[ba][bb];W[da];B[bc];W[db];B[bd];W[dc];B[be];W[dd];B[];W[de]"
    text = f"(;GM[1]FF[4]SZ[5]HA[2]RU[Japanese]RE[{result}]{walls}{ENDS}{MARKS})"
    findings = {row.code: row.message for row in ga.loads(text).replay().findings if row.code in OF_RESULTS}
    assert set(findings) == {"GO403"}
    assert ("explains" in findings["GO403"]) == (komi is not None)
    assert komi is None or f"Komi {komi} explains" in findings["GO403"]


@pytest.mark.parametrize(("date", "is_before"), [("1696", True), ("1850-03-01", True), ("1925", True), ("1985", False)])
def test_before_there_was_a_komi_only_none_explains_a_record(date: str, is_before: bool) -> None:
    """Komi 6.5 explains no record of a game that was played before there was one; komi 0 does."""
    assert ("explains" in found(f"DT[{date}]RU[Japanese]RE[W+6.5]")["GO403"]) != is_before
    assert "Komi 0 explains the record" in found(f"DT[{date}]RU[Japanese]RE[0]")["GO403"]


def test_an_old_game_whose_komi_was_added_later_was_played_without() -> None:
    """A komi that a program writes by default is not that of the game."""
    audit = ga.loads(f"(;SZ[5]DT[1811]KM[6.5]RU[Japanese]RE[0]{WALLS}{ENDS}{MARKS})").replay().findings
    assert any("With komi 0 instead of 6.5 it is 0 as recorded" in row.message for row in audit)


def test_nothing_is_in_zi_before_there_was_a_komi() -> None:
    """An odd result of an old game is not half of the count."""
    for date, is_told in (("1696", False), ("1996", True)):
        text = f"(;SZ[5]DT[{date}]KM[4]RE[W+2]{WALLS}{ENDS}{MARKS})"
        assert any("in zi" in row.message for row in ga.loads(text).replay().findings) == is_told


@pytest.mark.parametrize("ends", ["", ENDS])
def test_an_estimate_does_not_hide_the_note(ends: str) -> None:
    """If dead stones are estimated, the note has the confidence of the count, however low."""
    columns = "".join(f";B[e{row}];W[f{row}]" for row in "abcdefghi") + "".join(
        f";B[c{row}];W[h{row}]" for row in "abcdefghi"
    )
    text = f"(;GM[1]FF[4]SZ[9]DT[1850]RE[B+9]{columns}{ends})"
    (message,) = [row.message for row in ga.loads(text).replay().findings if row.code == "GO403"]
    assert "Komi 0 explains the record: with it the count is B+9; the dead stones are estimated" in message
