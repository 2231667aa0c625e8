"""The section of a report on conventions: its figures are those of the tables, and each has its games.

Source: issue 16, "Conventions": a section of the report.
"""

from __future__ import annotations

import pytest
from helpers.lying import GAMES, server
from render.report_page import Report

import goanalyze as ga


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of a server whose komi is 6.5, called 0."""
    place = tmp_path_factory.mktemp("lying")
    return Report.read(ga.check(server(place / "server", GAMES)).report(place / "report.html"))


def test_what_was_played_stands_beside_what_the_header_says(page: Report) -> None:
    """Header, convention, the share that each explains, and the games behind them; by area 14 of the 20 follow."""
    told = page.said(page.by_id("conventions"))
    for words in ("japanese, KM[0], even games", "komi 6.5: a usual one", "100%", "83.9–100", "6 of 6"):
        assert words in told
    (number,) = page.titled("gnu-go-japanese-0-none: what gives the recorded margin: convention")
    assert page.list_of(number)[0] == len(GAMES)


def test_the_komi_needed_is_drawn_by_territory_and_by_area(page: Report) -> None:
    """By territory every game needs 6.5; by area, where counts differ by a point or not, some need another."""
    (number,) = page.titled("gnu-go-japanese-0-none, by territory (japanese): komi 6.5 needed")
    assert page.list_of(number)[0] == len(GAMES)
    by_area = [number for number in page.numbers if "by area (chinese): komi" in number.title]
    assert sum(page.list_of(number)[0] for number in by_area) == len(GAMES)
    assert len(by_area) > 1
