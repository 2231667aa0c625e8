"""Games from moves and boards: `Game.from_moves` and `Board.to_sgf` write the game that was played.

Setup in mid-game as in SGF, passes, handicap, the side to move.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers.games import for_referee
from helpers.laws import over, part
from helpers.random_records import random_record
from oracles.referee import handicap_read

import goanalyze as ga
from goanalyze import Move, Play, Setup
from goanalyze.errors import TreeError
from goanalyze.sgf.tree.tree import make_tree


def text(moves: list[Any], **given: Any) -> str:
    """Return the record of some moves on 9×9."""
    return ga.Game.from_moves(moves, **({"size": 9} | given)).to_sgf()


@over(
    "moves",
    [
        ["C7", "G7", "pass", "C3"],
        ["B C7", "w G7", "black PASS", "white C3"],
        [("B", "C7"), ("white", (6, 2)), ("black", -1), (ga.WHITE, "C3")],
        [(2, 2), (6, 2), -1, 56],
        [20, Play(ga.WHITE, 24), Move(3, ga.BLACK, -1, 0, 0, (5, 5)), ["W", "C3"]],
    ],
)
def test_moves_are_given_in_any_way(moves: list[Any]) -> None:
    """Names, pairs, indices, with and without their colours, mixed as one likes."""
    assert text(moves) == "(;FF[4]GM[1]SZ[9];B[cc];W[gc];B[];W[cg])"


def test_the_moves_of_a_board_make_a_game() -> None:
    """`Game.from_moves` takes the moves of a board and of a replay."""
    board = ga.Board(9)
    for move in ("C7", "pass", "G7"):
        board.play(move)
    assert text(list(board.moves)) == text(board.game().replay().moves) == "(;FF[4]GM[1]SZ[9];B[cc];W[];B[gc])"


def test_who_moves_goes_on_from_the_last_move() -> None:
    """A move without a colour is the opponent's of the last player, either colour."""
    assert text(["W A9", "B9", "B C9", "D9"]) == "(;FF[4]GM[1]SZ[9];W[aa];B[ba];B[ca];W[da])"
    assert text(["A9", "B9"], turn="white") == "(;FF[4]GM[1]SZ[9]PL[W];W[aa];B[ba])"


def test_a_game_is_begun_with_what_was_given() -> None:
    """Rules by FF[4]'s name, komi, handicap stones, a position, and further texts, as given."""
    info = {"PB": "A ] B", "RE": "W+R", "XX": "1"}
    game = ga.Game.from_moves(["E5"], size=9, rules="new-zealand", komi=-3.5, handicap=2, info=info)
    assert game.to_sgf() == "(;FF[4]GM[1]SZ[9]PB[A \\] B]RE[W+R]XX[1]RU[NZ]KM[-3.5]HA[2]AB[cg][gc];W[ee])"
    row = game.info
    assert (row["ruleset"], row["komi"], row["handicap"]) == ("new-zealand", -3.5, 2)
    assert row["black_player"] == "A ] B"
    assert text(["A1"], handicap=["C3", (6, 2), 40]) == "(;FF[4]GM[1]SZ[9]HA[3]AB[cg][gc][ee];W[ai])"
    position = ga.Position.from_rows(["X..", ".O.", "..."])
    assert ga.Game.from_moves([], setup=position, turn="W").to_sgf() == "(;FF[4]GM[1]SZ[3]AB[aa]AW[bb]PL[W])"
    assert ga.Game.from_moves([], size=(5, 3)).to_sgf() == "(;FF[4]GM[1]SZ[5:3])"


def test_every_preset_is_read_back() -> None:
    """RU has the ruleset that the game was built with."""
    from goanalyze.rules import RULESETS

    for name in RULESETS:
        assert ga.Game.from_moves([], rules=name).info["ruleset"] == name


@pytest.mark.parametrize(
    ("moves", "given", "error", "said"),
    [
        (["A1", "J10"], {}, ga.NoSuchPointError, "move 2: 'J10' is not a valid point on a 9×9 board"),
        (["A1 B1 C1"], {}, ga.NoSuchPointError, "move 1: "),
        (["X A1"], {}, ga.BoardError, "move 1: 'X' is not a valid colour"),
        ([(1, 2, 3)], {}, ga.NoSuchPointError, "move 1: "),
        ([None], {}, ga.NoSuchPointError, "move 1: "),
        ([Play(ga.BLACK, 81)], {}, ga.NoSuchPointError, "move 1: 81 is not a valid point"),
        ([Play(3, 8)], {}, ga.BoardError, "move 1: 3 is not a valid colour"),
        ("A1 B1", {}, ga.BoardError, "is not a valid list of moves"),
        ([], {"size": 53}, ga.BoardError, "53 is not a valid side of a board"),
        ([], {"size": (9, 0)}, ga.BoardError, "0 is not a valid side of a board"),
        ([], {"size": (9,)}, ga.BoardError, "is not a valid side of a board"),
        ([], {"setup": ["X."]}, ga.BoardError, "is not a valid position"),
        ([], {"handicap": 10}, ga.BoardError, "No rule fixes the points of 10 handicap stones"),
        ([], {"setup": ga.Position.empty(5, 5)}, ga.BoardError, "a position of 5×5 does not fit 9×9"),
        ([], {"turn": "red"}, ga.BoardError, "'red' is not a valid colour"),
        ([], {"rules": "klingon"}, ValueError, "klingon"),
        ([], {"komi": float("nan")}, ValueError, "komi"),
        ([], {"info": {"SZ": "19"}}, TreeError, "'SZ' is not a valid key of info"),
        ([], {"info": {"pb": "Ito"}}, TreeError, "'pb' is not a valid name"),
    ],
)
def test_what_makes_no_game_is_told(moves: Any, given: dict[str, Any], error: type[Exception], said: str) -> None:
    """One sentence, which names the move."""
    with pytest.raises(error, match=said):
        text(moves, **given)


@pytest.mark.law
def test_a_course_that_is_written_is_read() -> None:
    """Moves off the board, on stones and out of turn, edits and turns: the record is read back as written."""
    for seed in range(part(1000)):
        one = random_record(seed)
        tree = make_tree((one.width, one.height), one.events, handicap=one.handicap)
        game = ga.loads(tree.to_sgf())
        assert tree.to_sgf() == game.to_sgf()
        assert course(game.replay().events) == course(one.events), f"seed {seed}"
        assert (game.width, game.height, game.handicap) == (one.width, one.height, one.handicap)


def course(events: list[Play | Setup]) -> list[object]:
    """Return the moves, and between them the boards after edits, each with the side to move."""
    found: list[object] = []
    edited, turn = dict[int, int](), None
    for event in events:
        if isinstance(event, Setup):
            edited, turn = edited | dict(event.stones), event.turn or turn
            continue
        stones = {point: color for point, color in edited.items() if color or found}
        found += [(stones, turn), event]
        edited, turn = {}, None
    return found


@pytest.mark.law
def test_a_board_that_is_written_is_read() -> None:
    """Any course, forced moves, edits and resumed games: the board of the record is the board."""
    for seed in range(part(600)):
        one = random_record(seed)
        if handicap_read(for_referee(one), 0, one.width * one.height):
            continue  # a record that begins so is read as that of a handicap game
        komi = None if seed % 4 else seed / 8
        board = ga.Board(one.width, one.height, rules=("aga", "ing", "chinese")[seed % 3], komi=komi)
        for event in one.events:
            if isinstance(event, Play):
                if event.point > -2:
                    board.play(event.point, event.color, force=True)
            elif event.stones:
                sides = [[point for point, there in event.stones if there == color] for color in range(3)]
                board.setup(empty=sides[0], black=sides[1], white=sides[2], turn=event.turn)
        again = ga.Board.from_game(ga.loads(board.to_sgf()))
        assert again == board, f"seed {seed}"
        assert (again.position, again.turn, again.komi) == (board.position, board.turn, board.komi), f"seed {seed}"
        assert (again.prisoners, again.ko, again.is_over) == (board.prisoners, board.ko, board.is_over), f"seed {seed}"
        assert (again.rules, again.moves, again.to_sgf()) == (board.rules, board.moves, board.to_sgf()), f"seed {seed}"
        assert again.legal_moves.names() == board.legal_moves.names()


def test_the_komi_of_the_ruleset_is_written() -> None:
    """To readers that know no ruleset a record without KM has no komi (SGF FF[4]: KM; sgfmill, `get_komi`)."""
    for rules, handicap, said in (("japanese", 0, "KM[6.5]"), ("aga", 2, "KM[0.5]"), ("tromp-taylor", 0, "KM[0]")):
        board = ga.Board(9, rules=rules, handicap=handicap)
        assert said in board.to_sgf()
        assert board.game().info["komi"] == board.komi
    assert "KM" not in ga.Board(7, rules="bga").to_sgf()


def test_handicap_one_is_an_even_game_with_the_komi_of_handicap_games() -> None:
    """Wikipedia, *Rules of Go*, Komi: a game with handicap 1 begins as an even one, but White gets only 0.5."""
    board = ga.Board(9, handicap=1)
    assert (board.handicap, board.komi, board.turn, board.position.stones.any()) == (1, 0.5, ga.BLACK, False)
    assert "KM[0.5]HA[1]" in board.to_sgf()
    assert ga.Board.from_game(ga.loads(board.to_sgf())) == board
    assert text(["E5"], handicap=1) == "(;FF[4]GM[1]SZ[9]HA[1];B[ee])"


def test_what_is_set_up_is_one_edit_in_any_order() -> None:
    """`==` compares the played events: a record names points colour by colour, and edits of one node at once."""
    board, other = ga.Board(3), ga.Board(3)
    for point in ("A1", "B1", "C1"):
        board.setup(black=[point])
    board.setup(empty=["A1"], white=["A3"])
    other.setup(white=["A3"], black=["C1", "B1"])
    assert board == other == ga.Board.from_rows(["O..", "...", ".XX"])
    assert ga.Board.from_game(ga.loads(board.to_sgf())) == board


def test_a_board_of_fifty_two_lines_is_written() -> None:
    """SGF has names for 52 lines; a move off a board that has them all is written as one that names no point."""
    for size in ((52, 52), (52, 51), (19, 19), (20, 19)):
        tree = make_tree(size, [Play(ga.BLACK, size[0] * size[1] - 1), Play(ga.WHITE, -2)])
        moves = ga.loads(tree.to_sgf()).replay().moves
        assert [move.point for move in moves] == [size[0] * size[1] - 1, -2]
