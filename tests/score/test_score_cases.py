"""Our own counting cases, by the readable count."""

from __future__ import annotations

import pytest
from cases.scoring import CASES, Case, Side

from goanalyze import Count, Position, from_gtp
from goanalyze.score.count import ColorCount, count

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def counted(case: Case) -> Count:
    """Count a case."""
    position = Position.from_rows(case.rows)
    dead = [from_gtp(name, position.width, position.height) for name in case.dead.split()]
    return count(position, dead, prisoners=case.prisoners)


def side(of: ColorCount) -> Side:
    """Return a colour's count as the table writes it."""
    return Side(of.stones, of.territory, of.dead, of.groups, of.seki, of.seki_strict)


@every_case
def test_a_case_has_the_counts_given(case: Case) -> None:
    """Stones, territory, dead stones, groups and points in seki of both sides, and dame, are as counted by hand."""
    result = counted(case)
    assert (side(result.black), side(result.white), result.dame) == (case.black, case.white, case.dame)


@every_case
def test_a_case_has_the_margins_given(case: Case) -> None:
    """Area, the three readings of territory, and stones give the margins worked out by hand."""
    result = counted(case)
    assert case.margins == (
        result.area_margin,
        result.territory_margin_plain,
        result.territory_margin,
        result.territory_margin_strict,
        result.stone_margin,
    )


@every_case
def test_the_ledger_of_a_case_adds_up(case: Case) -> None:
    """Area is stones and territory; both areas and the dame make the board."""
    result = counted(case)
    assert result.black.area == case.black.stones + case.black.territory
    assert result.black.area + result.white.area + result.dame == len(case.rows) * len(case.rows[0])
