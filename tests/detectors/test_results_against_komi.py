"""GO414: a recorded margin that no count gives at the recorded komi."""

from __future__ import annotations

import pytest

import goanalyze as ga

# Black's wall on the second column, White's on the fourth; the marks give five points each: W+0.5 at komi 0.5.
WALLS = ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[];W[]TB[aa:ae]TW[ea:ee]"


def findings_of(header: str) -> dict[str, str]:
    """Return the messages of the findings about result and count, by code."""
    game = ga.loads(f"(;SZ[5]{header}{WALLS})")
    return {row.code: row.message for row in game.replay().findings if row.code in ("GO414", "GO501", "GO502", "GO503")}


@pytest.mark.parametrize(
    ("header", "is_against"),
    [
        ("KM[0.5]RU[Japanese]RE[W+1]", True),
        ("KM[0.5]RU[Japanese]RE[W+0.5]", False),
        ("KM[0.5]RU[Japanese]RE[B+1.5]", False),
        ("KM[6]RU[Japanese]RE[W+6.5]", True),
        ("KM[0.5]RU[Japanese]RE[0]", True),
        ("KM[0]RU[Japanese]RE[0]", False),
        ("KM[5.5]RU[Chinese]RE[B+7]", True),
        ("KM[7]RU[Chinese]RE[B+3.5]", True),
        ("KM[7]RE[B+3.5]", True),
        ("KM[7]RU[Japanese]RE[B+3.5]", True),
        ("KM[7.5]RU[Chinese]RE[黑胜1又3/4子]", False),
        ("KM[7.5]RU[Chinese]RE[黑胜2子]", True),
        ("KM[6]RU[Button Go]RE[B+0.5]", False),
        ("RU[Japanese]RE[B+0.5]", False),
        ("KM[0.5]RU[Japanese]RE[W+R]", False),
        ("KM[6.3]RU[Japanese]RE[W+0.5]", False),
    ],
)
def test_a_margin_that_the_komi_does_not_allow(header: str, is_against: bool) -> None:
    """Boards are counted in whole points, so that margin and komi differ by a whole number, but for a button."""
    assert ("GO414" in findings_of(header)) == is_against


def test_the_difference_is_reported_once() -> None:
    """A count that differs from the record by the half point of komi gives no second finding."""
    findings = findings_of("KM[0.5]RU[Japanese]RE[W+2]")
    assert set(findings) == {"GO414"}
    assert findings["GO414"].startswith(
        "RE 'W+2' is not a result that komi 0.5 allows: with it every margin has a half"
    )


def test_the_komi_that_explains_the_margin_is_in_the_message() -> None:
    """KM[0] is written for 6.5: the finding names the komi with which the recorded margin follows."""
    findings = findings_of("KM[0]RU[Japanese]RE[W+6.5]")
    assert set(findings) == {"GO414"}
    assert "With komi 6.5 instead of 0 it is W+6.5 as recorded" in findings["GO414"]


def test_another_winner_is_reported_too() -> None:
    """A count that gives the game to the other side is more than a difference of half a point."""
    assert set(findings_of("KM[0.5]RU[Japanese]RE[B+17]")) == {"GO414", "GO501"}


def test_a_win_by_0_agrees_with_equal_scores() -> None:
    """A tie can be a win by the rules: it is counted as recorded, for either winner."""
    assert findings_of("KM[0]RU[Japanese]RE[B+0]") == findings_of("KM[0]RU[Japanese]RE[W+0]") == {}


def test_a_margin_may_be_in_zi() -> None:
    """Under a ruleset that counts area 3.5 can be zi, 7 points: a doubt, or the explanation if the count gives it."""
    assert findings_of("KM[7]RU[Chinese]RE[B+3.5]")["GO414"].endswith("is a whole number, unless it is in zi (子).")
    assert not findings_of("KM[7]RU[Japanese]RE[B+3.5]")["GO414"].count("zi")
    in_zi = findings_of("KM[7]RU[Chinese]RE[W+3.5]")
    assert "GO414" not in in_zi
    assert "W+3.5 is in zi: W+7 in points" in in_zi["GO502"]
