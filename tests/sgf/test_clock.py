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
        ("10 hours, 1 minute byoyomi", 36000.0), ("45m each; 1m", 2700.0), ("3시간", 10800.0), ("3小时", 10800.0),
        ("各5時間", 18000.0), ("1h30m", 5400.0), ("1:30:00", 5400.0), ("2 hours, 30 minutes", 9000.0),
        ("3h, 60s", 10800.0), ("25分30秒3次", 1500.0), ("持ち時間各3時間、秒読み1分10回", 10800.0),
        ("5x30 byo-yomi", None), ("30 sec/move", None),
        ("黑: 06:32 白: 03:02", None), ("1帪娫", None), ("10 hours (1 day)", 36000.0),
        ("9" * 400, None), ("1:2:3:4", None), ("5 min 3", None),
    ],
)  # fmt: skip
def test_main_time(text: str, seconds: float | None) -> None:
    """FF[4] wants seconds; servers and people write clocks and words, too."""
    assert parse_time(text).seconds == seconds


@pytest.mark.parametrize(
    ("text", "kind", "number", "seconds"),
    [
        ("5x30 byo-yomi", "byo-yomi", 5, 30.0),
        ("3x30 sec", "byo-yomi", 3, 30.0),
        ("5x1:00", "byo-yomi", 5, 60.0),
        ("25/300 Canadian", "canadian", 25, 300.0),
        ("fischer 10s", "fischer", None, 10.0),
        ("1 moves / 30 sec", "canadian", 1, 30.0),
        ("15 stones per 5 min", "canadian", 15, 300.0),
        ("3 periods", "byo-yomi", 3, None),
        ("5 periods of 30 seconds", "byo-yomi", 5, 30.0),
        ("by agreement", "other", None, None),
        ("", "none", None, None),
        ("9" * 150 + "x30", "byo-yomi", None, 30.0),
        ("10:00/25 Canadian", "canadian", 25, 600.0),
        ("25/10:00 Canadian", "canadian", 25, 600.0),
        ("10 minutes for 25 stones", "canadian", 25, 600.0),
        ("30秒3次", "byo-yomi", 3, 30.0),
        ("1分10回", "byo-yomi", 10, 60.0),
        ("30초 3회", "byo-yomi", 3, 30.0),
        ("30s x 5", "byo-yomi", 5, 30.0),
        ("fischer 10+5", "fischer", None, 5.0),
        ("1 minute", "byo-yomi", None, 60.0),
        ("90 days + 1 day/10 periods Japanese byoyomi", "byo-yomi", 10, 86400.0),
        ("None", "none", None, None),
        ("8 xyz 16", "other", None, None),
        ("20, 30, 40 stones", "other", None, None),
    ],
)
def test_overtime(text: str, kind: str, number: int | None, seconds: float | None) -> None:
    """KGS's and Fox's forms, and others."""
    extra = parse_overtime(text)
    assert (extra.kind.value, extra.number, extra.seconds) == (kind, number, seconds)


@pytest.mark.parametrize(
    ("text", "rated"),
    [
        ("Game Type: GO (19x19)\nRated: N\n\nWhite: x", False),
        ("Rated: Y", True),
        ("live,ranked", True),
        ("correspondence,unranked", False),
        ("Unrated game", False),
        ("a rated game", True),
        ("Free game", False),
        ("a highly rated player", None),
        ("the top-ranked team", None),
        ("", None),
    ],
)
def test_rated(text: str, rated: bool | None) -> None:
    """Dragon Go Server's and OGS's forms; prose about ratings says nothing."""
    assert is_rated(text) is rated


@pytest.mark.parametrize(
    ("header", "overtime"),
    [
        ("TM[10 hours, 1 minute byoyomi]", (36000.0, "byo-yomi", None, 60.0)),
        ("TM[45m each; 1m]", (2700.0, "byo-yomi", None, 60.0)),
        ("TM[10:00(5x1:00)]", (600.0, "byo-yomi", 5, 60.0)),
        ("TM[30:00+30:00/25]", (1800.0, "canadian", 25, 1800.0)),
        ("TM[5x30 byo-yomi]", (None, "byo-yomi", 5, 30.0)),
        ("TM[1h + 5x30s]OT[3x20 byo-yomi]", (3600.0, "byo-yomi", 3, 20.0)),
        ("TM[2h 30m]", (9000.0, "none", None, None)),
    ],
)
def test_overtime_in_tm(header: str, overtime: tuple[float | None, str, int | None, float | None]) -> None:
    """A length of time after the main time is the overtime, unless OT has one."""
    info = ga.loads(f"(;SZ[9]{header};B[ee])").info
    assert tuple(info[name] for name in ("time_limit", "overtime", "overtime_number", "overtime_seconds")) == overtime


def test_brainkings_handicap_games_are_not_rated() -> None:
    """BrainKing, Go rules, on handicap: games with handicap are never rated. Of even ones nothing is known."""
    rated = [ga.loads(f"(;SZ[9]PC[BrainKing.com]{more};B[ee])").info["rated"] for more in ("HA[2]", "", "GC[ranked]")]
    assert rated == [False, None, True]


def test_conditions_stand_in_the_table() -> None:
    """Raw and normalised values; unknown ones are empty."""
    info = ga.loads("(;TM[600]OT[5x30 byo-yomi]RE[W+R (Moves beyond 260 not known)];B[ee])").info
    names = tuple(
        """
        time_limit_raw time_limit overtime_raw overtime overtime_number overtime_seconds move_limit rated
    """.split()
    )
    assert [info[name] for name in names] == ["600", 600.0, "5x30 byo-yomi", "byo-yomi", 5, 30.0, 260, None]
    silent = ga.loads("(;SZ[9];B[ee])").info
    assert [silent[name] for name in names] == ["", None, "", "none", None, None, None, None]
