"""Statements of the Japanese rules of 1989 (S1) on play: articles 2 to 6, 9 and 12, with the commentary."""

from __future__ import annotations

import pytest
from helpers.games import game, sgf

import goanalyze as ga


def verdicts(text: str) -> list[str]:
    """Return the verdict of the Japanese rules on each move."""
    return ga.loads(text).replay().verdicts("japanese")


def played(rows: list[str], moves: str) -> ga.Game:
    """Return the game that starts from a diagram."""
    return ga.loads(sgf(game(rows, moves)))


def test_the_board_has_361_points_and_any_empty_one_may_be_played() -> None:
    """S1, article 3 and commentary, diagram 1: 19 by 19 lines make 361 points; a stone is put on an empty one."""
    assert ga.Position.empty(19).stones.size == 361
    assert verdicts("(;SZ[19];B[aa];W[ss];B[ss])") == ["legal", "legal", "occupied"]


@pytest.mark.parametrize("size", [9, 13, 19, 21])
def test_other_sizes_are_boards_too(size: int) -> None:
    """S1, commentary on article 3, clause 1: 9 × 9, 13 × 13 and 21 × 21 may be agreed on."""
    assert verdicts(f"(;SZ[{size}];B[ee];W[ef])") == ["legal", "legal"]


def test_stones_without_liberty_cannot_stay() -> None:
    """S1, article 4 and diagram 3: a chain stays only with a liberty; no play may leave its own without one."""
    assert played([".O.", "O..", "..."], "B A3").replay().verdicts("japanese") == ["suicide"]
    assert played(["X.O", "OO.", "..."], "B B3").replay().verdicts("japanese") == ["suicide"]


def test_a_play_that_takes_stones_makes_its_own_liberties() -> None:
    """S1, commentary on article 5, diagram 4: the removal completes the move, and only then is it judged."""
    done = played([".OX", "OX.", "X.."], "B A3").replay()
    assert done.verdicts("japanese") == ["legal"]
    assert done.position().rows() == ["X.X", ".X.", "X.."]


def test_stones_taken_are_prisoners() -> None:
    """S1, article 5: the player takes the stones without liberties; they are the player's prisoners."""
    assert played(["OOO.", "XXX.", "...."], "B D3").replay().prisoners == {ga.BLACK: 3, ga.WHITE: 0}


KO = ["X.XO.", ".XO..", ".....", "....."]


def test_a_ko_is_taken_and_taken_back() -> None:
    """S1, article 6 and diagram 5: in the shape of a ko each side can take one stone in turn."""
    done = played(KO, "W B4 B A1 W A2 B C4").replay()
    assert [move.captured for move in done.moves] == [1, 0, 0, 1]
    assert done.position().rows()[0] == KO[0]


def test_a_ko_is_not_taken_back_at_once() -> None:
    """S1, article 6, and clause 2 of its commentary: first a play elsewhere, the threat; then the ko."""
    assert played(KO, "W B4 B C4").replay().verdicts("japanese") == ["legal", "ko"]
    assert played(KO, "W B4 B A1 W A2 B C4").replay().verdicts("japanese") == ["legal"] * 4


def test_two_passes_stop_the_game() -> None:
    """S1, article 9.1, and commentary on articles 1, 2 and 9.1: a pass, answered by a pass, stops the game."""
    assert ga.loads("(;SZ[9];B[ee];W[];B[])").info["ended_by"] == "passes"
    assert ga.loads("(;SZ[9];B[ee];W[];B[cc];W[gg])").info["ended_by"] != "passes"


def test_who_resigns_loses() -> None:
    """S1, article 11: a player may end the game by admitting defeat; the opponent wins."""
    info = ga.loads("(;SZ[9]RE[W+R];B[ee])").info
    assert (info["result_winner"], info["result_by"]) == ("white", "resign")


TRIPLE = ["X.XO.", ".XO..", "XO.O.", ".XO..", "X.XO.", ".XO.."]
ETERNAL = [".X.O", "OOXX", "...."]


@pytest.mark.parametrize(
    ("rows", "moves", "kind"),
    [(TRIPLE, "W B6 B C4 W B2 B C6 W B4 B C2", "triple ko"), (ETERNAL, "B A3 W C3 B B3 W D3", "eternal life")],
)
def test_when_the_board_comes_back_both_may_agree_on_no_result(rows: list[str], moves: str, kind: str) -> None:
    """S1, article 12 and diagram 18: a triple ko and eternal life may go round, and no result is for both to claim."""
    done = played(rows, moves).replay()
    assert set(done.verdicts("japanese")) == {"legal"}
    (told,) = [finding for finding in done.findings if finding.code == "GO205"]
    assert told.cycle_kind == kind
    assert "no result may be claimed under japanese" in told.message


def test_no_result_needs_agreement() -> None:
    """S1, commentary on article 12, clause 2: a cycle alone ends nothing; the outcome says that it could have."""
    moves = "W B6 B C4 W B2 B C6 W B4 B C2 W pass B pass"
    told = played(TRIPLE, moves).outcome("japanese", komi=0, dead=[])
    assert (told.basis, told.no_result_possible) == ("no_result_possible", True)
    assert told.margin is not None


def test_two_moves_in_a_row_are_illegal() -> None:
    """S1, article 2, and commentary on article 14: the sides move in turn, and two moves in a row break the rules."""
    assert verdicts("(;SZ[9];B[ee];B[cc])") == ["legal", "out of turn"]


def test_a_stopped_game_is_resumed_and_either_may_have_asked() -> None:
    """S1, article 9.3 and its commentary: the opponent of the requester plays first: the order shows the requester."""
    for first, asked in (("W", "Black"), ("B", "White")):
        done = ga.loads(f"(;SZ[9];B[ee];W[];B[];{first}[cc])").replay()
        assert done.verdicts("japanese") == ["legal"] * 4
        (told,) = [finding for finding in done.findings if finding.code == "GO107"]
        assert f"{asked} asked for it" in told.message


def test_who_may_play_first_after_a_stop_may_pass() -> None:
    """S1, commentary on article 9.3, clause 2 b: who sees no need to play passes, and who asked plays on."""
    assert verdicts("(;SZ[9];B[ee];W[];B[];W[];B[cc])") == ["legal"] * 5
    assert verdicts("(;SZ[9];B[ee];W[];B[];B[];W[cc])") == ["legal"] * 5
