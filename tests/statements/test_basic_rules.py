"""Statements of Wikipedia, *Rules of Go* (S0), on the basic rules: game, board, positions, turns and end."""

from __future__ import annotations

import pytest
from cases.article import DIAGRAMS

import goanalyze as ga
from goanalyze import BLACK, WHITE, Position, from_gtp, to_gtp
from goanalyze.core.chain_board import ChainBoard
from goanalyze.rules import RULESETS

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def named(points: frozenset[int] | list[int], size: int = 5) -> str:
    """Return the names of points, in order."""
    return " ".join(sorted(to_gtp(point, size, size) for point in points))


def point(name: str, size: int = 5) -> int:
    """Return the point of a name."""
    return from_gtp(name, size, size)


# Players, board, stones.


def test_two_players_are_black_and_white() -> None:
    """S0, rule 1: two players, Black and White."""
    info = ga.loads("(;SZ[9]PB[Ada]PW[Ben];B[ee];W[cc])").info
    assert (info["black_player"], info["white_player"]) == ("Ada", "Ben")
    assert {move.color for move in ga.loads("(;SZ[9];B[ee];W[cc])").replay().moves} == {BLACK, WHITE}


def test_the_usual_board_has_19_by_19_lines() -> None:
    """S0, rule 2: a board where nothing else is said has 19 by 19 lines, and 361 points."""
    board = ga.loads("(;GM[1];B[pd];W[dd])").replay().position()
    assert (board.width, board.height, board.stones.size) == (19, 19, 361)


@pytest.mark.parametrize(
    ("one", "other", "adjacent"), [("B2", "C2", True), ("A2", "A1", True), ("A2", "C2", False), ("D4", "C3", False)]
)
def test_points_next_to_each_other_on_a_line_are_adjacent(one: str, other: str, adjacent: bool) -> None:
    """S0, rule 2, diagrams 1 to 4: neighbours on a line, not two lines apart, not across; and no point to itself."""
    board = ChainBoard.of(Position.empty(5))
    assert (point(other) in board.neighbors(point(one))) is adjacent
    assert point(one) not in board.neighbors(point(one))


@pytest.mark.parametrize("size", [5, 9, 13, 17, 19, 21])
def test_any_size_is_played(size: int) -> None:
    """S0, board sizes: 9×9 and 13×13 are common, 17×17 was, smaller and larger boards exist; the rules are the same."""
    replay = ga.loads(f"(;SZ[{size}]KM[0];B[aa];W[bb];B[];W[])").replay()
    assert replay.position().stones.size == size * size
    assert not [row.code for row in replay.findings if row.code.startswith(("GO1", "GO2")) or row.code == "GO409"]


def test_nobody_runs_out_of_stones() -> None:
    """S0, rule 3: 181 and 180 stones are usual, more are used if need be: Black plays 200 while White passes."""
    moves = "".join(f";B[{chr(97 + n % 19)}{chr(97 + n // 19)}];W[]" for n in range(200))
    replay = ga.loads(f"(;SZ[19]KM[0]{moves})").replay()
    assert int((replay.position().stones == BLACK).sum()) == 200
    assert {verdict for ruleset in RULESETS for verdict in replay.verdicts(ruleset)} == {"legal"}


# Positions.


def test_a_point_is_empty_black_or_white() -> None:
    """S0, rule 4, diagram 5: three states, one for each point; a fourth is refused."""
    position = Position.from_rows(DIAGRAMS[5])
    assert [int((position.stones == color).sum()) for color in (0, BLACK, WHITE)] == [11, 7, 7]
    with pytest.raises(ValueError, match="3 is not a valid color"):
        Position(1, 1, [3])  # type: ignore[arg-type]


def test_a_position_knows_neither_turn_nor_past() -> None:
    """S0, rule 4: two records with other moves before and another side to move end in one position."""
    one = ga.loads("(;SZ[5];B[aa];W[bb];B[cc];W[])").replay().position()
    other = ga.loads("(;SZ[5];B[cc];W[bb];B[aa])").replay().position()
    assert one == other


def test_connected_points_are_reached_by_way_of_their_own_kind() -> None:
    """S0, definition of connected, diagram 6: all black stones are connected, and all empty points."""
    board = ChainBoard.of(Position.from_rows(DIAGRAMS[6]))
    assert named(board.connected(point("A1"))) == "A1 B1 B2 B3 C3 D2 D3"
    assert len(board.connected(point("C2"))) == 25 - 7


def test_chains_of_a_diagram() -> None:
    """S0, diagram 7: Black has chains of 3, 2, 1 and 1 stones, White of 4, 1, 1 and 1; each stone is in one."""
    board = ChainBoard.of(Position.from_rows(DIAGRAMS[5]))
    sizes = {
        color: sorted(len(chain) for chain in board.chains() if board.colors[min(chain)] == color)
        for color in (BLACK, WHITE)
    }
    assert sizes == {BLACK: [1, 1, 2, 3], WHITE: [1, 1, 1, 4]}
    assert sum(map(len, board.chains())) == len(frozenset().union(*board.chains())) == 14
    assert sorted(map(named, board.regions())) == ["A1", "A3 B2 B3", "A5", "C4 C5 D5", "D3 E3", "E1"]


@pytest.mark.parametrize("stone", ["C2", "D3", "E4", "C4", "B3"])
def test_five_liberties(stone: str) -> None:
    """S0, definition of liberty, diagram 8: the chain of each numbered stone has the five liberties a to e."""
    assert named(ChainBoard.of(Position.from_rows(DIAGRAMS[8])).liberties(point(stone))) == "B4 C1 C5 E3 E5"


@pytest.mark.parametrize(
    ("group", "stones", "liberties"),
    [
        (1, "C2 D2 E1 E2", "C1 C3 E3"),
        (2, "C4 D4 E4", "B4 C3 C5 E3 E5"),
        (3, "B3", "B4 C3"),
        (4, "A2 A3 B1 B2", "A1 A4 C1"),
        (5, "D1", "C1"),
        (6, "D3", "C3 E3"),
        (7, "D5", "C5 E5"),
    ],
)
def test_liberties_of_a_diagram(group: int, stones: str, liberties: str) -> None:
    """S0, diagram 9: chains 1 to 7 and their liberties; every stone of a chain has those of the chain."""
    board = ChainBoard.of(Position.from_rows(DIAGRAMS[9]))
    for stone in stones.split():
        assert named(board.connected(point(stone))) == stones
        assert named(board.liberties(point(stone))) == liberties


# Turns.


def test_the_board_is_empty_at_the_start() -> None:
    """S0, rule 5: every point is empty before the first move, where the record sets nothing up."""
    assert ga.loads("(;SZ[19];B[pd])").replay().position(0) == Position.empty(19)


def test_handicap_stones_stand_at_the_start() -> None:
    """S0, short rules 1: the board is empty but for handicap stones that the players agreed on."""
    replay = ga.loads("(;SZ[9]HA[2]AB[gc][cg];W[ee])").replay()
    assert replay.position(0).rows() == ["." * 9] * 2 + ["......X.."] + ["." * 9] * 3 + ["..X......"] + ["." * 9] * 2


@every_ruleset
def test_black_moves_first_then_in_turn(ruleset: str) -> None:
    """S0, rule 6, short rules 2: White first in an even game, and twice in succession, are out of turn."""
    assert ga.loads("(;SZ[9]KM[0];W[ee];B[cc])").replay().verdicts(ruleset) == ["out of turn", "legal"]
    assert ga.loads("(;SZ[9]KM[0];B[ee];W[cc];B[gg];B[gc])").replay().verdicts(ruleset)[2:] == ["legal", "out of turn"]


def test_white_first_is_told() -> None:
    """S0, rule 6: a first move by White in an even game is a finding."""
    assert "GO105" in [row.code for row in ga.loads("(;SZ[9]KM[0];W[ee];B[cc])").replay().findings]
    for begun in ("HA[2]AB[cc][gg];W[ee];B[gc]", "PL[W];W[ee];B[gc]", "AB[cc]AW[gg];W[ee];B[gc]"):
        assert "GO105" not in [row.code for row in ga.loads(f"(;SZ[9]KM[0]{begun})").replay().findings]


@every_ruleset
def test_any_move_may_be_a_pass(ruleset: str) -> None:
    """S0, rule 7, short rules 4: a pass is legal at any time, and changes nothing on the board."""
    replay = ga.loads("(;SZ[9]KM[0];B[];W[ee];B[];W[cc];B[gg];W[];B[gc];W[];B[])").replay()
    assert set(replay.verdicts(ruleset)) == {"legal"}
    assert replay.position(2) == replay.position(3)


@every_ruleset
def test_no_rule_against_repetition_bans_a_pass(ruleset: str) -> None:
    """S0, rule 8 and repetition: a pass is not a play, and its position may have occurred earlier."""
    replay = ga.loads("(;SZ[9]KM[0];B[ee];W[];B[];W[])").replay()
    assert replay.verdicts(ruleset) == ["legal"] * 4


@every_ruleset
def test_a_play_is_on_an_empty_point(ruleset: str) -> None:
    """S0, rule 7 step 1, short rules 3: a stone is placed on an empty point."""
    replay = ga.loads("(;SZ[9]KM[0];B[ee];W[ee])").replay()
    assert replay.verdicts(ruleset) == ["legal", "occupied"]


# The end.


def test_two_passes_in_succession_end_the_game() -> None:
    """S0, rule 9, short rules 7: two passes do, one does not, nor do two with a play between."""
    ended = {
        text: ga.loads(f"(;SZ[9]KM[0]{text})").info["ended_by"]
        for text in (";B[ee];W[];B[]", ";B[ee];W[]", ";B[];W[ee];B[];W[cc]")
    }
    assert list(ended.values()) == ["passes", "unknown", "unknown"]


PLAYED = "(;SZ[5]PL[B]KM[0]AB[ca][cb][cc][cd][ce]AW[da][db][ac][dc][dd][de];B[];W[])"
"""Black's wall, White's wall, and a white stone in Black's corner that both know to be lost."""


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor"])
def test_what_is_not_captured_stands(ruleset: str) -> None:
    """S0, rule 9 and the part on the end: every stone left on the board is alive, however lost it is.

    White's stone at A3 makes the points left of Black's wall neutral: 5 for Black, 6 + 5 for White.
    """
    told = ga.loads(PLAYED).outcome(ruleset)
    assert (told.result, told.basis) == ("W+6", "counted")


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor"])
def test_the_first_two_passes_make_the_final_position(ruleset: str) -> None:
    """S0, rule 9: later plays do not count, and change nothing in the outcome."""
    played = ga.loads(PLAYED.replace(";B[];W[]", ";B[];W[];B[ab];W[];B[ad];W[];B[bc];W[];B[]"))
    assert played.outcome(ruleset).result == "W+6"
    assert played.outcome("chinese", dead=[]).result == "B+5"


@pytest.mark.parametrize("ruleset", ["basic", "tromp-taylor"])
def test_an_empty_board_is_a_draw(ruleset: str) -> None:
    """S0, definition of territory: on an empty board no point belongs to anybody; equal scores are a draw (rule 10)."""
    told = ga.loads("(;SZ[9]KM[0];B[];W[])").outcome(ruleset)
    assert (told.result, told.winner) == ("0", "draw")
