"""Points of handicap stones: GO155 compares them with the fixed points, in every view of the board."""

from __future__ import annotations

import re

import pytest
from helpers.presets import ids_with

import goanalyze as ga

FIXING = tuple(ids_with("placement", "fixed"))
"""Wikipedia, *Rules of Go*, on rulesets that differ: fixed in Japan, free in China; BGA and FFG by their own texts."""


OBJECTION = (
    f"the fixed points, in some view of the board, are C3, G7 under {', '.join(FIXING[:-1])} and {FIXING[-1]} rules."
)


def told(text: str) -> list[str]:
    """Return the messages about the points of a record's handicap stones."""
    return [finding.message for finding in ga.loads(text).replay().findings if finding.code == "GO155"]


def off(size: int, stones: str, handicap: int = 2, moves: str = "W[ee]") -> tuple[str, ...] | None:
    """Return the rulesets with other fixed points; None without a finding. No column names them."""
    found = ga.loads(f"(;SZ[{size}]HA[{handicap}]{stones};{moves})").replay().findings
    rows = [finding for finding in found if finding.code == "GO155"]
    assert len(rows) <= 1
    assert not any(finding.rulesets or finding.move_numbers for finding in rows)
    return tuple(re.split(", | and ", rows[0].message.split(" under ")[1].removesuffix(" rules."))) if rows else None


@pytest.mark.parametrize(
    ("size", "handicap", "stones"),
    [
        (19, 2, "AB[dp][pd]"),
        (19, 2, "AB[dd][pp]"),
        (19, 4, "AB[dp][pd][dd][pp]"),
        (19, 5, "AB[dp][pd][dd][pp][jj]"),
        (19, 6, "AB[dp][pd][dd][pp][dj][pj]"),
        (19, 6, "AB[dp][pd][dd][pp][jd][jp]"),
        (19, 9, "AB[dp][pd][dd][pp][dj][pj][jd][jp][jj]"),
        (13, 2, "AB[dj][jd]"),
        (9, 2, "AB[cg][gc]"),
    ],
)
def test_the_fixed_points_are_right_in_every_view(size: int, handicap: int, stones: str) -> None:
    """Wikipedia, *Rules of Go*, Handicap: 4-4 points on 19 and 13 lines, 3-3 on 9, then sides and centre."""
    assert off(size, stones, handicap, "W[ab]") is None


@pytest.mark.parametrize("corner", ["dd", "pd", "dp", "pp"])
def test_of_three_stones_any_corner_may_stay_open(corner: str) -> None:
    """Japan and AGA leave the upper left open, GTP the lower right."""
    points = "".join(f"[{point}]" for point in ("dd", "pd", "dp", "pp") if point != corner)
    assert off(19, f"AB{points}", 3) is None


@pytest.mark.parametrize(
    ("handicap", "stones"),
    [(2, "AB[dd][dp]"), (2, "AB[cc][qq]"), (3, "AB[dd][pp][jj]"), (6, "AB[dp][pd][dd][pp][dj][jp]")],
)
def test_other_points_are_wrong_where_points_are_fixed(handicap: int, stones: str) -> None:
    """Two corners side by side, the 3-3 points, the centre as third stone, sides that do not face each other."""
    assert off(19, stones, handicap) == FIXING


def test_stones_placed_as_moves_are_looked_at_alike() -> None:
    """HA says 2 and nothing is set up: Black's first two moves are the stones."""
    assert off(19, "", 2, "B[dd];B[dp];W[ee]") == FIXING
    assert off(19, "", 2, "B[dd];B[pp];W[ee]") is None


@pytest.mark.parametrize(
    ("size", "handicap", "stones"),
    [
        (19, 2, "AB[cc][qq]AW[dd]"),
        (19, 10, "AB[aa][bb][cc][dd][ee][ff][gg][hh][ii][jj]"),
        (5, 2, "AB[aa][bb]"),
        (19, 3, "AB[cc][qq]"),
        (8, 5, "AB[aa][bb][cc][dd][ff]"),
        (9, 6, "AB[cg][cc][gg][gc][ce][ge]"),
        (9, 6, "AB[cg][cc][gg][gc][ec][eg]"),
        (9, 7, "AB[aa][bb][cc][dd][ff][gg][hh]"),
    ],
)
def test_nothing_is_said_without_a_pattern(size: int, handicap: int, stones: str) -> None:
    """White stones, ten stones, small boards, other numbers than HA, even boards, six stones on 9×9: no pattern."""
    assert off(size, stones, handicap, "W[ab]") is None


def test_the_message_names_the_points() -> None:
    """The message lists the points of the stones and the fixed points."""
    assert told("(;SZ[9]HA[2]RU[Japanese]AB[cc][cg];W[ee])") == [f"Handicap stones on C7, C3; {OBJECTION}"]
    assert told("(;SZ[9]HA[2]RU[house rules]AB[cc][cg];W[ee])") == [f"Handicap stones on C7, C3; {OBJECTION}"]


@pytest.mark.parametrize(("name", "own"), [("Chinese", "chinese"), ("AGA", "aga"), ("NZ", "new-zealand")])
def test_what_the_rules_of_the_record_allow_is_no_fault(name: str, own: str) -> None:
    """Wikipedia, *Rules of Go*, China: free placement. Objecting rulesets are named; the game's own is not."""
    assert told(f"(;SZ[9]HA[2]RU[{name}]AB[cc][cg];W[ee])") == [
        f"Handicap stones on C7, C3, which {own} rules, the record's own, allow; {OBJECTION}"
    ]
