"""Games, tables, boards and commands give the same results."""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers.contracts import COUNTED, random_records, ruleset_ids, run

import goanalyze as ga


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_an_outcome_is_that_of_the_table(ruleset: str, tables: ga.Tables, read_again: list[ga.Game]) -> None:
    """`Game.outcome` has the values of the row of the table outcomes."""
    rows = {row["game_id"]: row for row in tables.arrow("outcomes", filter=[("ruleset", "==", ruleset)]).to_pylist()}
    names = (
        "basis",
        "komi",
        "handicap_bonus",
        "margin",
        "winner",
        "winner_by_rule",
        "rule_move",
        "margin_strict",
        "approximate",
        "no_result_possible",
    )
    for index, game_id in enumerate(tables.games.game_id):
        outcome = read_again[index].outcome(ruleset)
        assert {name: rows[game_id][name] for name in names} == {name: getattr(outcome, name) for name in names}


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_show_prints_the_result_of_the_outcome(ruleset: str, tables: ga.Tables, read_again: list[ga.Game]) -> None:
    """The command prints the ruleset's title and the result of the library; each ruleset has other games."""
    title = tables.rulesets.set_index("id").title[ruleset]
    for index in range(ruleset_ids().index(ruleset), len(tables.games), len(ruleset_ids())):
        game = read_again[index]
        shown = run("show", tables.folder, index + 1, "--ruleset", ruleset)
        assert shown.exit_code == 0, shown.stderr
        if game.replay().has_board:
            assert f"{title}: {game.outcome(ruleset).result}" in shown.stdout


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_the_ledger_adds_up_to_the_margin(ruleset: str, tables: ga.Tables, read_again: list[ga.Game]) -> None:
    """The sides of a ledger, and of the players' count, differ by the margin."""
    counted = 0
    for index in range(len(tables.games)):
        outcome = read_again[index].outcome(ruleset)
        if outcome.margin is not None and outcome.ledger is not None:
            scale = 2 if outcome.ledger.unit == "zi" else 1
            assert outcome.ledger.margin * scale == pytest.approx(outcome.margin)
            counted += 1
    assert counted


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_a_board_is_scored_as_its_game(ruleset: str) -> None:
    """`Board.score` is the outcome of the game of the board."""
    for text in (COUNTED, *random_records()[::3]):
        game = ga.loads(text)
        if not game.info["edited"] and game.width * game.height <= 25:
            board = ga.Board.from_game(game, rules=ruleset)
            of_board, of_game = board.score(), board.game().outcome(ruleset)
            assert (of_board.margin, of_board.winner, of_board.result) == (
                of_game.margin,
                of_game.winner,
                of_game.result,
            )


def test_a_count_is_that_of_the_table(tables: ga.Tables, read_again: list[ga.Game]) -> None:
    """`Game.count` has the values of the row of the table counts."""
    names = (
        "area_margin",
        "territory_margin",
        "territory_margin_strict",
        "stone_margin",
        "dame",
        "black_prisoners",
        "white_prisoners",
        "black_area",
        "white_area",
        "black_territory",
        "white_territory",
    )
    for index, row in enumerate(tables.arrow("counts").to_pylist()):
        count = read_again[index].count()
        assert {name: row[name] for name in names if hasattr(count, name)} == {
            name: getattr(count, name) for name in names if hasattr(count, name)
        }


def test_info_is_the_row_of_the_table(tables: ga.Tables, read_again: list[ga.Game]) -> None:
    """`Game.info` has every column of the table games, with its values."""
    for index, row in enumerate(tables.arrow("games").to_pylist()):
        info = dict(read_again[index].info)
        assert info.keys() == row.keys()
        names = [name for name in row if name != "moves"]
        assert [info[name] for name in names] == [row[name] for name in names]


def test_the_komi_of_margins_is_the_recorded_one_or_that_of_the_ruleset(tables: ga.Tables) -> None:
    """Margins with the komi of the ruleset differ from the others by the difference of komi."""
    for row in tables.arrow("outcomes").to_pylist():
        if row["margin"] is not None and row["margin_ruleset_komi"] is not None and row["komi"] is not None:
            assert row["margin"] + row["komi"] == row["margin_ruleset_komi"] + row["ruleset_komi"]
    ids = {row["ruleset"] for row in tables.arrow("outcomes").to_pylist()}
    assert ids == {row["id"] for row in tables.arrow("rulesets").to_pylist()} == set(ruleset_ids())


def test_comparisons_count_the_rows_of_outcomes(tables: ga.Tables, dataset: Any) -> None:
    """The pairs of a comparison, in Python and as JSON of the command, rest on the margins of the table."""
    data = json.loads(run("compare", dataset, "--basis", "all", "--rulesets", "all", "--format", "json").stdout)
    assert set(data["rulesets"]) == set(ruleset_ids())
    assert set(tables.compare("all", basis="all").rulesets) == set(ruleset_ids())
