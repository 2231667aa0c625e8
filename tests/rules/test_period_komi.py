"""Komi by period: the custom of Japanese professional games, from a record to the table."""

from __future__ import annotations

from pathlib import Path

import pytest

import goanalyze as ga
from goanalyze.rules.komi import PERIODS


@pytest.mark.parametrize(
    ("date", "komi"),
    [
        ("1846-09-11", 0.0),
        ("1899", 0.0),
        ("1907", None),
        ("1939-06-26", 4.5),
        ("1973-12-31", 4.5),
        ("1974-01", 5.5),
        ("2001", 5.5),
        ("2002-10-30", 6.5),
        ("2026", 6.5),
        ("", None),
    ],
)
def test_the_komi_of_a_year(date: str, komi: float | None) -> None:
    """Wikipedia, *Rules of Go*, Komi: none before the 20th century, 4.5 at first, 5.5 from 1974, 6.5 from 2002.

    Between, games had different ones (Sensei's Library, History of Komi): then nothing is said, nor without a date.
    """
    told = ga.loads(f"(;SZ[19]KM[7.5]DT[{date}];B[dd];W[pp];B[];W[])").outcome("japanese", komi="period", dead=[])
    assert told.komi == komi
    assert (told.basis == "no_komi") == (komi is None)
    if komi is not None:
        assert f"Komi of Japanese professional games in {date[:4]}: {komi:g}." in told.reasons


@pytest.mark.parametrize(("terms", "komi"), [("HA[1]", 0.5), ("HA[4]AB[dd][pp][dp][pd]", 0.5), ("SZ[9]", None)])
def test_handicap_games_and_small_boards(terms: str, komi: float | None) -> None:
    """Wikipedia, *Rules of Go*, Komi: half a point in handicap games, also with one stone; none on small boards."""
    size = "" if "SZ" in terms else "SZ[19]"
    moves = "W[cc]" if "AB" in terms else "B[cc]"
    told = ga.loads(f"(;{size}{terms}DT[1985];{moves})").outcome("aga", komi="period")
    assert told.komi == komi


def test_every_period_has_its_source() -> None:
    """In order, each with a citation."""
    assert [period.first for period in PERIODS] == sorted({period.first for period in PERIODS})
    assert all(period.source for period in PERIODS)


def test_a_check_reckons_with_it(tmp_path: Path) -> None:
    """The table says which komi was reckoned with; the recorded one stays in games."""
    file = tmp_path / "a.sgf"
    file.write_text("(;SZ[19]KM[7.5]DT[1985];B[dd];W[pp];B[];W[])(;SZ[19]KM[7.5]DT[1950];B[dd];W[pp];B[];W[])")
    tables = ga.check(file, rulesets=["tromp-taylor", "japanese"], komi="period")
    assert tables.games.komi.tolist() == [7.5, 7.5]
    assert tables.outcomes.komi.tolist() == [5.5, 5.5, 4.5, 4.5]
    assert tables.compare(basis="all").checked_komi == "period"
