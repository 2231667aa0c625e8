"""No result by agreement: the whole board came back, and the record says Void."""

from __future__ import annotations

import pytest
from cases.legality import KO_OPEN, SEND_TWO, TRIPLE
from helpers.games import game, sgf

import goanalyze as ga
from goanalyze.rules import RULESETS, NoResult


@pytest.mark.parametrize(
    ("rows", "moves"),
    [
        (TRIPLE, "W B6 B C4 W B2 B C6 W B4 B C2"),
        (TRIPLE, "W B6 B C4 W B2 B pass W B4 B C6 W pass B C2"),
        (TRIPLE, "W B6 B C4 W pass B pass W B2 B C6 W B4 B C2"),  # play stopped, and was resumed
        (SEND_TWO, "B A3 W C3 B B3"),
        (SEND_TWO, "B A3 W C3 B B3 W pass"),
        (KO_OPEN, "B C3 W B3 B pass W pass B C3"),
    ],
)
def test_both_may_agree_on_no_result_where_the_whole_board_is_back(rows: tuple[str, ...], moves: str) -> None:
    """Japanese rules 1989, art. 12: the board comes back and both agree; passes and captures make no difference."""
    one = ga.loads(sgf(game(rows, moves)).replace("(;", "(;KM[0]RE[Void]", 1))
    for name, ruleset in RULESETS.items():
        told = one.outcome(name)
        knows = ruleset.no_result.value is not NoResult.NEVER
        assert told.no_result_possible == knows
        assert (told.winner_by_rule == "no_result", told.basis == "no_result") == (knows, knows)
        assert (told.result == "Void") == knows
    assert "GO205" in {row.code for row in one.replay().findings}
    agreed = ga.loads(sgf(game(rows, moves)).replace("(;", "(;KM[0]RE[B+1]", 1))
    assert agreed.outcome("japanese").basis != "no_result"


@pytest.mark.parametrize("moves", ["B C3 W B3 B C3", "B pass W pass B A1 W pass B pass", "W A1 B B1 W C1"])
def test_void_needs_the_whole_board_back(moves: str) -> None:
    """Japanese rules 1989, art. 12 and 6: passes bring nothing back, and a ko retaken at once is an illegal move."""
    one = ga.loads(sgf(game(KO_OPEN, moves)).replace("(;", "(;KM[0]RE[Void]", 1))
    told = one.outcome("japanese")
    assert (told.no_result_possible, told.winner_by_rule == "no_result") == (False, False)
    assert "GO205" not in {row.code for row in one.replay().findings}
