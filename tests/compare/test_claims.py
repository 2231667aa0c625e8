"""The two claims of the rules article, on games made by hand."""

from __future__ import annotations

import json

import pytest
from helpers.synthetic import Cell, Made, Row

from goanalyze.compare.comparison import Comparison, compare

NAMES = ("basic-played-out", "japanese", "chinese")


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """Five games: one alike, one a point apart, one that changes the winner by three, one illegal, one a cycle."""
    none = Cell(None, "not_counted")
    rows = (
        Row((Cell(2.5), Cell(2.5), Cell(2.5))),
        Row((Cell(2.5), Cell(1.5), Cell(2.5)), {"pass_count": 3}),
        Row((Cell(-1.5), Cell(1.5), Cell(-1.5)), {"pass_count": 4, "member": "third"}),
        Row((Cell(None, "not_counted", legal=False, first_illegal=57), none, none), {"member": "fourth"}),
        Row((none, Cell(None, "not_counted", no_result=True), none), {"handicap_stones": 2, "member": "fifth"}),
        Row((Cell(5.5), Cell(5.5, "as_it_stands", status="none"), Cell(9.5, "as_it_stands", status="none"))),
        Row((Cell(None, "no_position", legal=None),) * 3, {"board_width": None, "board_height": None}),
    )
    return compare(Made(NAMES, rows).tables())


def test_the_score(comparison: Comparison) -> None:
    """One of three games is more than a point apart, and none of those without an early pass."""
    score = comparison.claims().score.set_index(["rulesets", "among"])
    assert score.loc[("japanese/chinese", "even"), ["games", "over_1", "largest"]].tolist() == [3, 1, 3.0]
    together = "any two of japanese, chinese"
    assert score.loc[(together, "two passes"), ["games", "over_1", "share"]].tolist() == [1, 0, 0.0]
    assert score.loc[(together, "all"), ["low", "high"]].tolist() == pytest.approx([0.0615, 0.7923], abs=1e-4)


def test_the_trouble(comparison: Comparison) -> None:
    """Of six games with a board one divides rulesets on legality, one has a cycle; of three counted one its winner."""
    trouble = comparison.claims().trouble.set_index(["what", "rulesets", "among"])
    expected = {
        ("legal", "all", "all"): (1, 6), ("legal", "main", "all"): (0, 6), ("no_result", "main", "all"): (1, 6),
        ("no_result", "main", "even"): (0, 5), ("either", "all", "all"): (2, 6), ("winner", "main", "all"): (1, 3),
        ("winner", "all", "all"): (1, 3),
    }  # fmt: skip
    for row, (games, of) in expected.items():
        assert trouble.loc[row, ["games", "of"]].tolist() == [games, of]
    assert trouble.loc[("legal", "all", "all"), "per_10000"] == pytest.approx(10_000 / 6)


def test_the_games_behind(comparison: Comparison) -> None:
    """Each number has its games, with who says what."""
    behind = {what: comparison.disputed(what).to_dict("records") for what in ("winner", "margin", "legal", "no_result")}
    assert {what: [row["member"] for row in rows] for what, rows in behind.items()} == {
        "winner": ["third"], "margin": ["third"], "legal": ["fourth"], "no_result": ["fifth"],
    }  # fmt: skip
    assert behind["winner"][0]["verdicts"] == {"W+1.5": ["basic-played-out", "chinese"], "B+1.5": ["japanese"]}
    assert behind["legal"][0]["verdicts"] == {
        "move 57 is illegal": ["basic-played-out"], "legal": ["japanese", "chinese"],
    }  # fmt: skip
    assert behind["no_result"][0]["verdicts"] == {"no result possible": ["japanese"]}


def test_plain_data_is_json(comparison: Comparison) -> None:
    """Everything goes to JSON without NaN and comes back the same."""
    data = comparison.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["games"] == 7
    assert data["counted"] == {"under_any_ruleset": 4, "under_every_ruleset": 3}
    assert data["games_behind"]["legal"][0]["game_id"] == "game3"
    assert comparison.to_dict(limit=0)["games_behind"]["legal"] == []


def test_rulesets_that_take_no_dead_stones_off_are_left_out_of_disputes() -> None:
    """They count stones that were left on the board under other rules; named, they are compared all the same."""
    made = Made(("basic", "japanese", "chinese"), (Row((Cell(-9.5), Cell(5.5), Cell(5.5))),))
    comparison = compare(made.tables())
    assert comparison.disputed_count("winner") == comparison.disputed_count("margin") == 0
    assert comparison.disputed_count("winner", ["basic", "chinese"]) == 1
