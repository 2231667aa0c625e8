"""Statements of BrainKing's rules (S2), each run on a position or record made from it."""

from __future__ import annotations

import pytest
from helpers.games import game, sgf

import goanalyze as ga


def played(rows: list[str], moves: str) -> ga.Replay:
    """Play moves from a diagram."""
    return ga.loads(sgf(game(rows, moves))).replay()


def test_the_board_is_empty_and_black_starts() -> None:
    """S2, start and moves: 19 lines, all points empty; Black places the first stone, then the sides take turns."""
    assert ga.loads("(;SZ[19];B[pd];W[dp])").replay().position(0) == ga.Position.empty(19)
    assert ga.loads("(;SZ[19];B[pd];W[dp])").replay().verdicts("brainking") == ["legal", "legal"]
    assert ga.loads("(;SZ[19];W[pd];B[dp])").replay().verdicts("brainking")[0] == "out of turn"


def test_a_chain_without_liberties_is_taken() -> None:
    """S2, moves: stones that lines join share their liberties, and when the last is gone all are taken off."""
    done = played([".XX.", "XOOX", ".X.."], "B C1")
    assert done.moves[0].captured == 2
    assert done.position().rows() == [".XX.", "X..X", ".XX."]


def test_a_stone_needs_a_liberty_unless_it_takes() -> None:
    """S2, moves: White may not enter the point inside the one group, and may where that takes the other."""
    assert played([".XO", "XXO", "OO."], "W A3").verdicts("brainking") == ["legal"]
    assert played([".XO", "XXO", ".O."], "W A3").verdicts("brainking") == ["suicide"]


def test_a_ko_may_be_taken_back_only_later() -> None:
    """S2, moves, as its picture shows: White may not take back at once, and may at another move."""
    rows = ["..XO.", ".XO.O", "..XO.", "....."]
    assert played(rows, "B D3 W C3").verdicts("brainking") == ["legal", "ko"]
    assert played(rows, "B D3 W A1 B B1 W C3").verdicts("brainking") == ["legal"] * 4


def test_anybody_may_pass_and_two_passes_end_the_game() -> None:
    """S2, moves and end: who does not want to place a stone passes; after two passes in a row the score is made up."""
    one = ga.loads("(;SZ[9]KM[3.5];B[ee];W[];B[])")
    assert one.replay().verdicts("brainking") == ["legal"] * 3
    assert one.info["ended_by"] == "passes"


def test_who_refuses_the_score_may_play_on() -> None:
    """S2, end: if the opponent does not accept, the game goes on and is scored after the next two passes."""
    assert ga.loads("(;SZ[9];B[ee];W[];B[];W[cc];B[];W[])").replay().verdicts("brainking") == ["legal"] * 6


EXAMPLE = [
    "OO.XXXOOO.XXX",
    "XXXXXXOOOOOOO",
    "O..XXXOOOO.X.",
    "..OXXXOOOO...",
    "O..XXXOOOO...",
    "..OXXXOOOO...",
    "O..XXXOOOO...",
    "..OXXXOOOO...",
    "O..XXXOOOO...",
    "...XXXOOOO...",
    "...XXXOOOO...",
    "XXXXXXOOOO...",
    "XXXXXXOOOOOOO",
]
"""Black takes two stones at C13, White three at K13; then Black has 29 points, seven with dead white stones, and
White 33, one with a dead black stone."""


def test_the_score_of_the_example() -> None:
    """S2, score: own points less own stones captured and dead, for Black less komi: 20.5 to 24, and White wins."""
    one = ga.loads(sgf(game(EXAMPLE, "B C13 W K13 B pass W pass")))
    told = one.outcome("brainking", komi="ruleset", dead=["A11", "C10", "A9", "C8", "A7", "C6", "A5", "M11"])
    assert told.ledger is not None
    assert (told.ledger.black, told.ledger.white, told.winner) == (29 - 3 - 1 - 4.5, 33 - 2 - 7, "white")


def test_one_mark_takes_the_region() -> None:
    """S2, end: marking one dead stone marks all of its colour within the zone that the opponent surrounds."""
    one = ga.loads(sgf(game(EXAMPLE, "B C13 W K13 B pass W pass")))
    assert one.outcome("brainking", dead=["A11", "M11"], komi="ruleset").margin == 20.5 - 24


@pytest.mark.parametrize(("size", "komi"), [(19, 5.5), (13, 4.5), (9, 3.5)])
def test_komi_is_taken_from_black(size: int, komi: float) -> None:
    """S2, score: 5.5 on 19 × 19, 4.5 on 13 × 13, 3.5 on 9 × 9, subtracted from Black's points."""
    told = ga.loads(f"(;SZ[{size}];B[];W[])").outcome("brainking", komi="ruleset", dead=[])
    assert told.ledger is not None
    assert (told.komi, told.ledger.black, told.ledger.white) == (komi, -komi, 0)


def test_handicap_stones_go_where_black_likes() -> None:
    """S2, handicap: extra black stones are placed on the first move of the weaker side, Black; then stone by stone."""
    one = ga.loads("(;SZ[9]HA[3]KM[0];B[aa];B[bb];B[ii];W[ee];B[cc])")
    assert one.replay().verdicts("brainking") == ["legal"] * 5


def test_a_game_may_be_drawn() -> None:
    """S2, statistics: of the finished games 0.71% are draws, as equal points without a fractional komi give."""
    assert ga.loads("(;SZ[9]KM[0];B[];W[])").outcome("brainking", dead=[]).winner == "draw"


def test_handicap_games_are_not_rated() -> None:
    """S2, handicap: every game with handicap is unrated; of others the record says nothing."""
    site = "PC[BrainKing.com]RU[BrainKing]"
    assert ga.loads(f"(;SZ[9]HA[2]{site};B[aa];B[bb];W[ee])").info["rated"] is False
    assert ga.loads(f"(;SZ[9]{site};B[aa];W[ee])").info["rated"] is None
