"""Findings about handicap and setup: HA against the stones, and the offset of the value concerned."""

from __future__ import annotations

import re

import pytest

import goanalyze as ga


def told(text: str, code: str) -> list[tuple[str, str]]:
    """Return the messages of a code, and the text of the record at their offsets."""
    findings = [finding for finding in ga.loads(text).replay().findings if finding.code == code]
    return [(finding.message, text[finding.offset or 0 :]) for finding in findings]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("HA[2]AB[aa][bb][cc];W[ee]", "HA is 2, and 3 black stones are set up."),
        ("HA[3]AB[aa][bb];W[ee]", "HA is 3, and 2 black stones are set up."),
        ("HA[2]AB[aa];W[ee]", "HA is 2, and 1 black stone is set up."),
        ("HA[2]AB[aa][bb][cc]AW[dd];W[ee]", "HA is 2, and 3 black stones and 1 white stone are set up."),
        ("HA[3];B[aa];B[bb];W[ee];B[ff]", "HA is 3, and 2 handicap stones are placed by moves."),
        ("HA[2];B[aa];B[bb];B[cc];W[ee];B[ff]", "HA is 2, and 3 handicap stones are placed by moves."),
        ("AB[aa][bb];W[ee]", "HA names no handicap, and 2 black stones are set up before White's first move."),
    ],
)
def test_ha_is_compared_with_the_stones_on_the_board(text: str, message: str) -> None:
    """Also if White has stones, or the stones are moves, another number of them is a finding."""
    assert [found for found, _ in told(f"(;SZ[9]{text})", "GO405")] == [message]


@pytest.mark.parametrize(
    "text",
    ["HA[2]AB[aa][bb]AW[cc];W[ee]", "HA[2]AB[aa][bb];W[ee]", "HA[2];B[aa];B[bb];W[ee]", "AB[aa][bb]AW[cc];W[ee]"],
)
def test_ha_that_agrees_is_not_told(text: str) -> None:
    """The number of black stones that HA names is correct, and a position without HA is not a handicap."""
    assert told(f"(;SZ[9]{text})", "GO405") == []


@pytest.mark.parametrize(("black", "bonus"), [("aa", 1), ("aa][bb", 2), ("aa][bb][cc", 3), ("aa][bb][cc][dd", 3)])
def test_compensation_beside_white_stones_is_for_no_more_than_ha(black: str, bonus: int) -> None:
    """A position contains the handicap stones that HA names, up to the number of black stones."""
    game = ga.loads(f"(;SZ[9]HA[3]AB[{black}]AW[hh]PL[W];W[ee];B[ef];W[];B[])")
    assert game.outcome("chinese").handicap_bonus == (bonus if bonus >= 2 else 0)


@pytest.mark.parametrize(
    ("text", "code", "value"),
    [
        ("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", "GO152", r"2\];B\[cc"),
        ("(;SZ[9];C[x];B[cc];B[gg];W[ee])", "GO152", r"\[cc\];B"),
        ("(;SZ[9]AB[gg][aa]AW[ab][ba];B[ee])", "GO153", r"\[aa\]"),
        ("(;SZ[9];B[ee]AW[aa:bb])", "GO308", "never"),
        ("(;SZ[9]AB[aa][ii:jj]AW[cc];B[ee])", "GO308", r"\[ii:jj"),
        ("(;SZ[9];B[ee];W[ff]TB[aa];TB[bb][ee]TW[gg](;C[x])(;TB[cc]))", "GO410", r"\[bb\]\[ee"),
    ],
)
def test_a_finding_is_at_the_value_concerned(text: str, code: str, value: str) -> None:
    """The offset is that of HA, the first stone, the setup or the markup, not that of the game."""
    found = told(text, code)
    assert len(found) == (value != "never")
    assert all(re.match(value, rest) for _, rest in found)


@pytest.mark.parametrize("order", ["W[ee]AB[cg][gc]", "AB[cg][gc]W[ee]", "AB[cg]W[ee]AB[gc]", "W[ee]PL[W]AB[cg][gc]"])
@pytest.mark.parametrize("root", ["", ";"])
def test_the_order_of_properties_in_a_node_changes_nothing(order: str, root: str) -> None:
    """Setup of a node comes before its move: the game is a plain handicap game."""
    game = ga.loads(f"(;SZ[9]HA[2]KM[0.5]{root}{order};B[cc])")
    codes = {finding.code for finding in game.replay().findings}
    assert not codes & {"GO105", "GO151", "GO152", "GO154", "GO405"}
    assert game.outcome("chinese").handicap_bonus == 2


def test_implied_stones_are_named() -> None:
    """GO154 names the points and the confidence; stones that contradict the record are not implied."""
    (implied,), (missing,) = (told(f"(;SZ[9]HA[2];W[ee];B[{move}])", "GO154") for move in ("ef", "gc"))
    assert implied[0] == (
        "HA is 2, and no handicap stones are set up or placed. The standard points G7, C3 are implied: White plays "
        "first, and the record is clean with stones on them (confidence 0.98)."
    )
    assert missing[0] == "HA is 2, and no handicap stones are set up or placed."
