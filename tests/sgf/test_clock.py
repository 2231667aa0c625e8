"""Time limit, overtime and rating, as records write them (forms found in real archives), and BrainKing's rule."""

from __future__ import annotations

import pytest

import goanalyze as ga
from goanalyze.sgf.values.clock import is_rated, parse_overtime, parse_time


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1800", 1800.0), ("0", 0.0), ("2400.0", 2400.0), ("10:00(5x1:00)", 600.0), ("5:00:00(5x1:00)", 18000.0),
        ("30:00+30:00/25", 1800.0), ("1 hr/125 moves", 3600.0), ("2 hours 30 minutes", 9000.0), ("90 min", 5400.0),
        ("2小时", 7200.0), ("3時間", 10800.0), ("60分", 3600.0), ("-", None), ("", None), ("long", None),
        ("9" * 400, None), ("1:2:3:4", None), ("5 min 3", None),
    ],
)  # fmt: skip
def test_main_time(text: str, seconds: float | None) -> None:
    """FF[4] wants seconds; servers and people write clocks and words, too."""
    assert parse_time(text).seconds == seconds


@pytest.mark.parametrize(
    ("text", "kind", "number", "seconds"),
    [
        ("5x30 byo-yomi", "byo-yomi", 5, 30.0), ("3x30 sec", "byo-yomi", 3, 30.0), ("5x1:00", "byo-yomi", 5, 60.0),
        ("25/300 Canadian", "canadian", 25, 300.0), ("fischer 10s", "fischer", None, 10.0),
        ("1 moves / 30 sec", "canadian", 1, 30.0),
        ("15 stones per 5 min", "canadian", 15, 300.0), ("3 periods", "byo-yomi", 3, None),
        ("5 periods of 30 seconds", "byo-yomi", 5, 30.0),
        ("by agreement", "other", None, None), ("", "none", None, None), ("9" * 300 + "x30", "byo-yomi", None, 30.0),
    ],
)  # fmt: skip
def test_overtime(text: str, kind: str, number: int | None, seconds: float | None) -> None:
    """KGS's and Fox's forms, and others."""
    extra = parse_overtime(text)
    assert (extra.kind.value, extra.number, extra.seconds) == (kind, number, seconds)


@pytest.mark.parametrize(
    ("text", "rated"),
    [
        ("Game Type: GO (19x19)\nRated: N\n\nWhite: x", False), ("Rated: Y", True), ("live,ranked", True),
        ("correspondence,unranked", False), ("Unrated game", False), ("a rated game", True), ("Free game", False),
        ("a highly rated player", None), ("the top-ranked team", None), ("", None),
    ],
)  # fmt: skip
def test_rated(text: str, rated: bool | None) -> None:
    """Dragon Go Server's and OGS's forms; prose about ratings says nothing."""
    assert is_rated(text) is rated


def test_brainkings_handicap_games_are_not_rated() -> None:
    """BrainKing, Go rules, on handicap: games with handicap are never rated. Of even ones nothing is known."""
    rated = [ga.loads(f"(;SZ[9]PC[BrainKing.com]{more};B[ee])").info["rated"] for more in ("HA[2]", "", "GC[ranked]")]
    assert rated == [False, None, True]


def test_conditions_stand_in_the_table() -> None:
    """Raw beside normalised; where nothing is told nothing is said."""
    info = ga.loads("(;TM[600]OT[5x30 byo-yomi]RE[W+R (Moves beyond 260 not known)];B[ee])").info
    names = ("time_limit_raw", "time_limit", "overtime_raw", "overtime", "overtime_number", "overtime_seconds",
             "move_limit", "rated")  # fmt: skip
    assert [info[name] for name in names] == ["600", 600.0, "5x30 byo-yomi", "byo-yomi", 5, 30.0, 260, None]
    silent = ga.loads("(;SZ[9];B[ee])").info
    assert [silent[name] for name in names] == ["", None, "", "none", None, None, None, None]
