"""Statements of Wikipedia, *Rules of Go* (S0), on conditions: komi, handicap, time, and results by rule."""

from __future__ import annotations

import re

import pytest

import goanalyze as ga
from goanalyze.rules import RULESETS

FIXED = sorted(name for name, ruleset in RULESETS.items() if ruleset.placement.value.value == "fixed")


def codes(text: str) -> set[str]:
    """Return the codes of a record's findings."""
    return {row.code for row in ga.loads(text).replay().findings}


@pytest.mark.parametrize("result", ["Both lose", "BL", "B+W lose"])
def test_both_players_may_lose(result: str) -> None:
    """S0, counting phase: under Japanese rules both lose if they come to a wrong conclusion."""
    played = ga.loads(f"(;SZ[9]KM[6.5]RU[Japanese]RE[{result}];B[ee];W[cc];B[];W[])")
    assert played.info["result_winner"] == "both_lose"
    assert played.outcome("japanese", dead=[]).winner == "both_lose"
    assert played.outcome("chinese", dead=[]).winner in {"black", "white"}


@pytest.mark.parametrize("ruleset", ["japanese", "korean", "aga", "bga", "ffg", "chinese-superko", "ing"])
def test_handicap_1_is_half_a_point(ruleset: str) -> None:
    """S0, komi: a game with handicap 1 starts as an even one, and White gets half a point."""
    played = ga.loads("(;SZ[19]HA[1]KM[0.5];B[pd];W[dp];B[];W[])")
    told = played.outcome(ruleset, komi="ruleset", dead=[])
    assert (told.komi, told.handicap_bonus) == (0.5, 0)
    assert set(played.replay().verdicts(ruleset)) == {"legal"}


@pytest.mark.parametrize(
    ("year", "komi"), [(1955, 4.5), (1970, 4.5), (1976, 5.5), (1995, 5.5), (2004, 6.5), (2020, 6.5)]
)
def test_komi_by_period(year: int, komi: float) -> None:
    """S0, komi: 4.5 in Japanese professional games at first, 5.5 from 1974, 6.5 from 2002."""
    played = ga.loads(f"(;SZ[19]DT[{year}-06-01];B[pd];W[dp];B[];W[])")
    assert played.outcome("japanese", komi="period", dead=[]).komi == komi


def test_no_komi_before_the_20th_century() -> None:
    """S0, komi: old games have none."""
    assert ga.loads("(;SZ[19]DT[1846-09-11];B[pd];W[dp];B[];W[])").outcome("japanese", komi="period", dead=[]).komi == 0


def test_auction_komi() -> None:
    """S0, compensation: komi may be found by an auction: the highest bid is White's, with its source."""
    info = ga.loads("(;SZ[19]KM[auction: bids 6, 7.5];B[pd];W[dp])").info
    assert (info["komi"], info["komi_source"]) == (7.5, "auction")


def test_fixed_placement_is_checked() -> None:
    """S0, compensation: stones off the star points are reported for the rulesets that fix them, and for no other."""
    free = ga.loads("(;SZ[19]HA[2]KM[0.5]AB[cc][rr];W[dp])").replay()
    (told,) = [row for row in free.findings if row.code == "GO155"]
    assert sorted(re.split(", | and ", told.message.split(" under ")[1].removesuffix(" rules."))) == FIXED
    assert told.rulesets == ()  # no move is forbidden
    assert {"japanese", "korean"} <= set(FIXED)
    assert "chinese" not in FIXED
    assert "GO155" not in codes("(;SZ[19]HA[2]KM[0.5]AB[pd][dp];W[dd])")


def test_ing_komi_is_four_stones() -> None:
    """S0, Ing rules: 8 points are four white stones in Black's area before the rest is filled in."""
    rows = [["X"] * 19 for _ in range(9)] + [["X"] * 14 + ["O"] * 5] + [["O"] * 19 for _ in range(9)]
    for row, column in ((0, 0), (0, 2), (18, 18), (18, 16)):
        rows[row][column] = "."
    stones = {
        color: "".join(f"[{chr(97 + x)}{chr(97 + y)}]" for y in range(19) for x in range(19) if rows[y][x] == color)
        for color in "XO"
    }
    told = ga.loads(f"(;SZ[19]KM[8]AB{stones['X']}AW{stones['O']}PL[B];B[];W[])").outcome("ing", dead=[])
    assert told.players_ledger is not None
    paid, *lines = told.players_ledger.lines
    assert (told.margin, paid.black, paid.white) == (2 * (9 * 19 + 14) - 361 - 8, None, 4)
    assert [(line.black, line.white) for line in lines] == [(180, 176), (1, None)]


def test_time_limits() -> None:
    """S0, thinking time: main time and overtime of a game are in its row."""
    info = ga.loads("(;SZ[19]TM[1800]OT[5x30 byo-yomi];B[pd])").info
    assert (info["time_limit"], info["overtime"], info["overtime_number"]) == (1800, "byo-yomi", 5)
    assert info["overtime_seconds"] == 30


def test_a_game_may_end_by_time_or_at_a_number_of_moves() -> None:
    """S0, issues: a limit of time, or of moves, brings a game to its end: both are in the game's row."""
    assert ga.loads("(;SZ[19]RE[B+T];B[pd])").info["ended_by"] == "time"
    assert ga.loads("(;SZ[19]RE[Void (move limit 300)];B[pd])").info["move_limit"] == 300
