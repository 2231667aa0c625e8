"""The confirmation decides each stone of the commentary's examples and of textbook eye shapes as ruled.

The boards, rulings and their sources are those of a file of third-party cases.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from helpers.games import SYMMETRIES, turned_point, turned_position
from helpers.shared import needs_shared, shared_cases

from goanalyze import ChainStatus, Position, from_gtp, to_gtp
from goanalyze.life.article7.confirm import confirm
from goanalyze.life.choices import Fate

CASES = {case["id"]: case for case in shared_cases("cases/confirmation.jsonl") if case["rows"]}
HARD = {
    ("3", "c9"),
    ("3", "a9"),
    ("3", "f9"),
    ("16", "e6"),
    ("16", "b6"),
    ("16", "a5"),
    ("16", "l6"),
    ("16", "j4"),
    ("shape-rabbity6", "c9"),
}
"""Stones that 20,000 positions are not enough for."""

BETTER_KNOWN = {("3", "d9"): "capturable-1"}
"""What the file calls capturable-2 and is more than that: White E9, Black D8, White D9, Black A6, White D7, Black A5,
and Black takes at D8 all that took, with a stone where his stones stood.
"""

pytestmark = needs_shared("cases/confirmation.jsonl")


def verdicts(position: Position, stones: list[int], budget: int) -> list[ChainStatus]:
    """Return the verdict on each stone's chain."""
    found = confirm(position, chains=stones, budget=budget).chains
    return [next(chain for chain in found if stone in chain.points) for stone in stones]


def asked(case: dict[str, Any]) -> tuple[Position, list[int]]:
    """Return the board of an example and the stones that it rules on."""
    position = Position.from_rows(case["rows"])
    return position, [from_gtp(each["stone"], position.width, position.height) for each in case["to_decide"]]


@cache
def decided(name: str, budget: int) -> list[ChainStatus]:
    """Return the verdict on each stone that an example rules on; searched once."""
    return verdicts(*asked(CASES[name]), budget)


def answers(name: str, budget: int) -> dict[str, bool]:
    """Return True if each stone of an example is decided; decided ones are as ruled, in the known way."""
    case = CASES[name]
    told = decided(name, budget)
    for ruled, status in zip(case["to_decide"], told, strict=True):
        assert status.fate.value in (ruled["ruling"], "unknown"), (name, ruled["stone"], str(status))
        how = BETTER_KNOWN.get((name, ruled["stone"]), ruled["how"])
        if how in ("uncapturable", "capturable-1", "capturable-2", "dead"):
            assert status.how.value in (how, "unknown"), (name, ruled["stone"], str(status))
    return {
        each["stone"]: status.fate is not Fate.UNKNOWN for each, status in zip(case["to_decide"], told, strict=True)
    }


@pytest.mark.parametrize("name", CASES)
def test_twenty_thousand_positions_decide_what_is_not_hard(name: str) -> None:
    """Every stone as ruled; the hard ones may be unknown."""
    known = answers(name, 20_000)
    assert {stone for stone, is_known in known.items() if not is_known} <= {
        stone for case, stone in HARD if case == name
    }


@pytest.mark.parametrize("budget", [0, 1, 100, 2_000])
def test_no_budget_makes_a_wrong_verdict(budget: int) -> None:
    """A verdict is the ruling's, or unknown, for any budget."""
    for name in CASES:
        answers(name, budget)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({case for case, _ in HARD} - {"16"}))
def test_two_hundred_thousand_positions_decide_all_but_the_collapse_of_a_seki(name: str) -> None:
    """Every stone as ruled."""
    assert all(answers(name, 200_000).values())


@pytest.mark.slow
def test_two_million_positions_decide_the_collapse_of_a_seki() -> None:
    """Example 16: all five chains are dead. If a pass lifted only the player's own ban, two could not be captured."""
    assert all(answers("16", 2_000_000).values())
    readings = dict(
        zip(("e6", "b6", "a5", "l6", "j4"), (status.reading for status in decided("16", 2_000_000)), strict=True)
    )
    assert readings["e6"] is readings["l6"] is Fate.ALIVE


def test_the_stones_in_the_kos_of_a_double_ko_seki_are_dead() -> None:
    """Both groups live, and each stone that is in ko is captured again and again, with the usual budget."""
    position = Position.from_rows(["XXXOOO", "XX.XOO", ".XXOO.", "XXO.OO", "XXXOOO"])
    chains = confirm(position, chains=["A5", "F5", "D4", "C2"]).chains
    fates = {to_gtp(chain.points[0], 6, 5): chain.fate for chain in chains}
    assert fates == {"A5": Fate.ALIVE, "D5": Fate.ALIVE, "D4": Fate.DEAD, "C2": Fate.DEAD}


@pytest.mark.parametrize("name", [name for name in CASES if name not in {case for case, _ in HARD}])
def test_views_colours_and_padding_change_no_verdict(name: str) -> None:
    """One symmetry for each example, colours exchanged, a row of the padding doubled if there is any."""
    position, stones = asked(CASES[name])
    width, height = position.width, position.height
    symmetry = list(CASES).index(name) % len(SYMMETRIES)
    there = [turned_point(stone, width, height, symmetry) for stone in stones]
    exchanged = Position(width, height, np.array([0, 2, 1], dtype=np.uint8)[position.stones])
    views = [(turned_position(position, symmetry), there), (exchanged, stones)]
    rows = position.rows()
    padding = [number for number, row in enumerate(rows) if len(set(row)) == 1 and number > max(stones) // width]
    if padding:
        rows.insert(padding[0], rows[padding[0]])
        views.append((Position.from_rows(rows), stones))
    expected = [(status.fate, status.how) for status in decided(name, 20_000)]
    for view, points in views:
        assert [(status.fate, status.how) for status in verdicts(view, points, 20_000)] == expected
