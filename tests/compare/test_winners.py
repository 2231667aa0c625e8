"""Winners by the count or by rule: an illegal move that loses at once, and two losers, in a comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

import goanalyze as ga

WALL = "B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[{last}];B[];W[]"
GAMES = (
    f"(;SZ[5]KM[0.5]RU[Japanese];{WALL.format(last='de')})"
    f"(;SZ[5]KM[0.5]RU[Japanese]RE[Both lose];{WALL.format(last='de')})"
    f"(;SZ[5]KM[0.5]RU[Japanese];{WALL.replace('W[da]', 'W[dd]').format(last='da')};W[de];B[];W[])"
)
"""White has half a point more in each; in the third White plays on a stone first: move 8."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> ga.Tables:
    """Return the tables of the three games."""
    file: Path = tmp_path_factory.mktemp("winners") / "a.sgf"
    file.write_text(GAMES)
    return ga.check(file)


def test_an_illegal_move_changes_winners_only_by_rule(tables: ga.Tables) -> None:
    """Japanese rules 1989, art. 14: who makes an illegal move loses; by the count nothing changes."""
    board, rule = (tables.compare("japanese", "chinese", basis="all", winners=who) for who in ("board", "rule"))
    third = 2
    assert board.pair_rows("japanese", "chinese").tolist() == [1]
    assert rule.pair_rows("japanese", "chinese").tolist() == [1, third]
    figures = rule.pair("japanese", "chinese").figures
    assert (figures["winner_changes"], figures["black_to_white"], figures["white_to_black"]) == (2, 1, 0)
    assert figures["same_margin"] == board.pair("japanese", "chinese").figures["same_margin"] == 3
    assert rule.games("winner")["verdict"][1].startswith("B by rule, W+0.5 counted Japanese; ")


def test_where_both_lose_nobody_wins(tables: ga.Tables) -> None:
    """Art. 13: a game that both lose changes the winner, but to neither side."""
    for who in ("board", "rule"):
        games = tables.compare("japanese", "chinese", basis="all", winners=who).games("winner", "japanese", "chinese")
        assert games["verdict"][0] == "both lose, W+0.5 counted Japanese; W+0.5 Chinese"


def test_only_two_ways_to_count_winners(tables: ga.Tables) -> None:
    """Another word is refused, with those allowed."""
    with pytest.raises(ValueError, match=r"winners: 'fair' is not a valid value\. Expected board, rule"):
        tables.compare(winners="fair")


def test_no_komi_makes_two_losers_a_winner(tables: ga.Tables) -> None:
    """Japanese rules, art. 13: no komi decides a game that both players lose, under any ruleset compared."""
    comparison = tables.compare("japanese", "chinese", basis="all")
    games = comparison.other_komi([0.5], handicap=True).set_index("ruleset").games
    assert games.to_dict() == {"japanese": 2, "chinese": 2}
    assert comparison.among("chinese").other_komi([0.5], handicap=True).games.tolist() == [3]


def test_games_whose_winner_changes_have_the_finding(sample: ga.Tables) -> None:
    """Known and confirmed games whose winner changes have GO504, but for records by rules that leave dead stones."""
    games = sample.games.iloc[sample.compare(basis="confirmed").dispute_rows("winner")]
    changed = games.game_id[~games.ruleset.isin(["basic", "tromp-taylor"])]
    assert len(changed) > 3
    assert set(changed) <= set(sample.findings.game_id[sample.findings.code == "GO504"])
