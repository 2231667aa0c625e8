"""The two claims of the article "The Rules of Go", on games made by hand."""

from __future__ import annotations

import json

import pytest
from helpers.synthetic import Cell, FakeDataset, Row

from goanalyze import Comparison
from goanalyze.compare.comparison import compare

NAMES = ("basic-played-out", "japanese", "chinese")


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """Five games: one alike, one a point apart, one that changes the winner by three, one illegal, one a cycle."""
    none = Cell(None, "not_counted")
    rows = (
        Row((Cell(2.5), Cell(2.5), Cell(2.5))),
        Row((Cell(2.5), Cell(1.5), Cell(2.5))),
        Row((Cell(-1.5), Cell(1.5), Cell(-1.5)), {"member": "third"}),
        Row((Cell(None, "not_counted", legal=False, first_illegal=57), none, none), {"member": "fourth"}),
        Row((none, Cell(None, "not_counted", no_result=True), none), {"handicap_stones": 2, "member": "fifth"}),
        Row((Cell(5.5), Cell(5.5, "as_it_stands", status="none"), Cell(9.5, "as_it_stands", status="none"))),
        Row((Cell(None, "no_position", legal=None),) * 3, {"board_width": None, "board_height": None}),
    )
    return compare(FakeDataset(NAMES, rows).tables(), "all")


def test_the_margins(comparison: Comparison) -> None:
    """One of three games is more than a point apart."""
    claims = comparison.claims()
    margins = claims[claims["claim"] == "margin"].set_index(["rulesets", "among"])
    assert margins.loc[("japanese/chinese", "even"), ["total", "games", "largest"]].tolist() == [3, 1, 3.0]
    assert margins.loc[("any two", "all"), ["low", "high"]].tolist() == pytest.approx([0.0615, 0.7923], abs=1e-4)


def test_the_trouble(comparison: Comparison) -> None:
    """Of six games with a board one divides rulesets on legality, one has a cycle; of three counted one its winner."""
    claims = comparison.claims()
    trouble = claims[claims["claim"] == "trouble"].set_index(["kind", "among"])
    expected = {
        ("legal", "all"): (1, 6),
        ("no_result", "all"): (1, 6),
        ("no_result", "even"): (0, 5),
        ("either", "all"): (2, 6),
        ("winner", "all"): (1, 3),
    }
    for row, numbers in expected.items():
        assert tuple(trouble.loc[row, ["games", "total"]]) == numbers
    assert trouble.loc[("legal", "all"), "share"] == pytest.approx(1 / 6)


def test_the_games_behind(comparison: Comparison) -> None:
    """Each number has its games, with the verdict of each ruleset."""
    verdicts = {
        what: comparison.games(what).set_index("number")["verdict"].to_dict()
        for what in ("winner", "margin", "legal", "no_result")
    }
    assert verdicts == {
        "winner": {3: "W+1.5 Basic played out, Chinese; B+1.5 Japanese"},
        "margin": {3: "W+1.5 Basic played out, Chinese; B+1.5 Japanese"},
        "legal": {4: "move 57 is illegal under Basic played out; legal under Japanese, Chinese"},
        "no_result": {5: "no result possible under Japanese"},
    }


def test_plain_data_is_json(comparison: Comparison) -> None:
    """Everything goes to JSON without NaN and comes back the same."""
    data = comparison.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["games"] == 7
    assert data["counted"] == {"under_any_ruleset": 4, "under_every_ruleset": 3}
    assert data["games_behind"]["legal"][0]["number"] == 4
    assert comparison.to_dict(limit=0)["games_behind"]["legal"] == []
