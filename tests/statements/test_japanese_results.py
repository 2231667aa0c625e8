"""Statements of the Japanese rules of 1989 (S1) on results that no count gives: articles 12 to 14."""

from __future__ import annotations

import pytest
from helpers.games import game, sgf

import goanalyze as ga
from goanalyze import Outcome


def judged(moves: str, **properties: str) -> Outcome:
    """Return the outcome of a game on 5 × 5 under Japanese rules, without komi and without dead stones."""
    given = "".join(f"{name}[{value}]" for name, value in properties.items())
    return ga.loads(f"(;SZ[5]KM[0]{given}{moves})").outcome("japanese", dead=[])


FINISHED = ";B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[];W[]"


@pytest.mark.parametrize("result", ["Both lose", "BL", "both players lose"])
def test_both_players_can_lose(result: str) -> None:
    """S1, article 13.1 and its commentary, diagram 19: a move that decides is found after the stop, and they disagree.

    The board does not show it: the record says that both lose, and the count is next to it.
    """
    told = judged(FINISHED, RE=result)
    assert (told.winner, told.winner_by_rule, told.margin) == ("both_lose", "both_lose", 0)
    assert ga.loads(f"(;SZ[5]RE[{result}]{FINISHED})").info["result_winner"] == "both_lose"


def test_rulesets_without_that_article_count_on() -> None:
    """S1, article 13: it is a Japanese rule; area rules say who has more."""
    one = ga.loads(f"(;SZ[5]KM[0]RE[Both lose]{FINISHED})")
    assert one.outcome("chinese", dead=[]).winner == "draw"


def test_a_game_with_a_stone_out_of_its_place_is_lost_by_both_where_the_record_says_so() -> None:
    """S1, article 13.2 and its commentary: a stone was moved, and they cannot agree to put it back.

    Setup in mid-game may be such a stone, and is reported (GO151); only the result can say that both lost for it.
    """
    moves = ";B[bc];W[dc]AE[bc]AB[bb];B[cc]"
    one = ga.loads(f"(;SZ[5]KM[0]RE[Both lose]{moves})")
    assert one.outcome("japanese").winner == "both_lose"
    assert "GO151" in {finding.code for finding in one.replay().findings}


@pytest.mark.parametrize(
    ("moves", "number", "winner"),
    [(";B[bc];W[dc];W[cc]", 3, "black"), (";B[bc];W[bc]", 2, "black"), (";B[bc];W[dc];B[cc];W[zz]", 4, "black")],
)
def test_who_breaks_the_rules_loses_at_once(moves: str, number: int, winner: str) -> None:
    """S1, article 14 and clause 1 of its commentary: the game is lost at the moment of the illegal move."""
    told = judged(f"{moves};B[];W[]")
    assert (told.winner_by_rule, told.rule_move) == (winner, number)
    assert told.margin is not None


def test_who_takes_a_ko_back_without_a_threat_loses() -> None:
    """S1, commentary on article 6, clause 3, and on article 14, clause 2: the retake at once loses the game."""
    rows = ["X.XO.", ".XO..", ".....", "....."]
    one = ga.loads(sgf(game(rows, "W B4 B C4 W pass B pass")))
    told = one.outcome("japanese", komi=0, dead=[])
    assert (told.winner_by_rule, told.rule_move) == ("white", 2)


def test_a_cycle_that_the_record_calls_void_has_no_result() -> None:
    """S1, article 12: with the board repeated and both agreed the game has no result, and no margin."""
    rows = ["X.XO.", ".XO..", "XO.O.", ".XO..", "X.XO.", ".XO.."]
    moves = "W B6 B C4 W B2 B C6 W B4 B C2"
    text = sgf(game(rows, moves)).replace("GM[1]", "GM[1]RE[Void]KM[0]")
    told = ga.loads(text).outcome("japanese")
    assert (told.basis, told.winner_by_rule, told.margin, told.rule_move) == ("no_result", "no_result", None, 6)
