"""Bad input to a board: few named exceptions, messages with the expected values, and an unchanged board."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from helpers.laws import part

import goanalyze as ga
from goanalyze.errors import RulesetError, UnknownRulesetError

NO_POINTS: list[Any] = [
    4.0, True, False, None, "", " ", "I5", "Z1", "A0", "A10", "A٣", "5E", "E", "pass pass", "é", b"E5", (1,), (1, 2, 3),
    (9, 0), (0, 9), (-1, 0), (1.0, 2), (True, 1), "E5 ".__len__, -2, 81, 10**30, [], {}, object(), np.float64(3),
    np.bool_(True), np.zeros(2), float("nan"), "E-5", "E5\n\n;", "resign", b"\x01\x02",
]  # fmt: skip
NO_COLORS: list[Any] = ["", "x", "purple", "blackwhite", 0, 3, -1, True, 1.0, b"b", (1,), object()]
NO_RULES: list[Any] = ["", "nonsense", 5, True, object(), "japanese,aga"]


def named(value: object) -> str:
    """Return the representation of a value without its address in memory, which differs between processes."""
    return repr(value).partition(" at 0x")[0]


def fight() -> ga.Board:
    """Return a board with a ko that may not be taken back, White's suicide at A1, and prisoners."""
    board = ga.Board.from_rows(
        [".XO......", "X.XO.....", ".XO......", *["........."] * 4, "X........", ".X......."],
        turn="white",
        prisoners={ga.BLACK: 2},
    )
    board.play("B8")
    board.play("J1")
    board.play("J9")
    board.play("G7")
    return board


def assert_unchanged(board: ga.Board, call: Callable[[], object], kind: type[Exception]) -> str:
    """Expect an exception of just this kind; the board equals its copy from before. Return the message."""
    before, legal = board.copy(), list(board.legal_moves)
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    assert board == before
    assert list(board.legal_moves) == legal
    assert (board.position, board.turn, board.prisoners) == (before.position, before.turn, before.prisoners)
    return str(caught.value)


@pytest.mark.parametrize("move", NO_POINTS, ids=named)
def test_what_is_no_point(move: Any) -> None:
    """A point off the board, a float, true and false, nothing, nonsense: one exception wherever a point is needed."""
    board = fight()
    calls: list[Callable[[], object]] = [
        partial(board.play, move),
        partial(board.play, move, force=True),
        partial(board.is_legal, move),
        partial(board.why_illegal, move),
        partial(board.setup, black=[move]),
        partial(board.score, dead=[move]),
    ]
    for call in calls:
        assert "Expected a name from A1 to J9" in assert_unchanged(board, call, ga.NoSuchPointError)
    assert move not in board.legal_moves
    assert_unchanged(board, partial(board.push_gtp, f"B {move}"), ga.NoSuchPointError)


def test_a_pair_off_the_board_is_named() -> None:
    """Messages quote the input: the pair itself, with any types of numbers."""
    for pair in ((9, 0), [9, 0], (np.int64(9), np.int8(0))):
        assert assert_unchanged(fight(), partial(fight().play, pair), ga.NoSuchPointError).startswith("(9, 0) is not")


@pytest.mark.parametrize("text", ["B", "B E5 now", "E5", 5, None, "B E5\n\n;"], ids=named)
def test_what_is_no_move_in_gtp(text: Any) -> None:
    """GTP 2, section 2.11: a move is a colour and a point."""
    board = fight()
    assert "'B D4' and 'W pass'" in assert_unchanged(board, partial(board.push_gtp, text), ga.NoSuchPointError)


@pytest.mark.parametrize("color", NO_COLORS, ids=named)
def test_what_is_no_color(color: Any) -> None:
    """An invalid colour is quoted, and the message lists the valid ones."""
    board = fight()
    for call in (
        partial(board.play, "E5", color),
        partial(board.is_legal, "E5", color),
        partial(board.legal_moves_for, color),
        partial(board.why_illegal, "E5", color),
        partial(board.pass_, color),
        partial(board.resume, color),
        partial(board.setup, black=["A1"], turn=color),
        partial(ga.Board, 9, turn=color),
    ):
        assert "Expected 'black' or 1, or 'white' or 2" in assert_unchanged(board, call, ga.BoardError)


@pytest.mark.parametrize("rules", NO_RULES, ids=named)
def test_what_is_no_ruleset(rules: Any) -> None:
    """An unknown ruleset raises the same error as everywhere, and lists the ids."""
    board = fight()
    for call in (
        partial(ga.Board, 9, rules=rules),
        partial(board.is_legal, "E5", rules=rules),
        partial(board.why_illegal, "E5", rules=rules),
        partial(board.legal_moves_for, rules=rules),
        partial(board.verdicts, rules),
        partial(board.score, dead=[], rules=rules),
    ):
        assert "japanese" in assert_unchanged(board, call, UnknownRulesetError)


@pytest.mark.parametrize(
    ("move", "color", "code", "said"),
    [
        ("B8", "white", "GO101", "Expected an empty point."),
        ("E5", "black", "GO105", "Expected a move of White"),
        ("A1", "white", "GO103", "without a liberty"),
    ],
)
def test_an_illegal_move(move: str, color: str, code: str, said: str) -> None:
    """A stone on a stone, a colour out of turn, suicide: the finding that a check would have, and a sentence."""
    board = fight()
    board.undo()
    board.play("A2", "black", force=True)
    message = assert_unchanged(board, partial(board.play, move, color), ga.IllegalMoveError)
    assert said in message
    with pytest.raises(ga.IllegalMoveError) as caught:
        board.play(move, color)
    assert caught.value.finding.code == code
    assert caught.value.finding == board.why_illegal(move, color)
    assert "japanese" in caught.value.finding.rulesets
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.finding) == (str(caught.value), caught.value.finding)
    assert isinstance(again, ValueError)


def test_a_ko_and_a_play_after_the_end() -> None:
    """The repeated move is named; after the end the message lists the remaining actions."""
    board = ga.Board.from_rows([".XO.", "X.XO", ".XO."], turn="white", rules="tromp-taylor")
    board.play("B2")
    assert "recreates the starting position" in assert_unchanged(board, partial(board.play, "C2"), ga.IllegalMoveError)
    assert board.why_illegal("C2").repeats_move == 0
    board.pass_()
    board.pass_()
    assert "undo()" in assert_unchanged(board, partial(board.play, "A1"), ga.IllegalMoveError)
    assert_unchanged(board, partial(board.resume, "black"), ga.GameStateError)


def test_a_disturbing_ko() -> None:
    """Ing SST laws 1991/1996, as `goanalyze.replay.cycles` describes them: Black may complete one cycle, not two."""
    board = ga.Board.from_rows([".X.X", "OOX.", "...."], turn="black", rules="ing")
    for move in ("A3", "C3", "B3", "pass"):
        board.play(move)
    assert "disturbing ko" in assert_unchanged(board, partial(board.play, "A3"), ga.IllegalMoveError)
    assert board.why_illegal("A3").code == "GO212"
    assert "A3" not in board.legal_moves
    assert board.is_legal("A3", rules="japanese")


def test_a_game_longer_than_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check carries out no moves beyond `MAX_MOVES`, so a board makes none."""
    monkeypatch.setattr("goanalyze.board.board.MAX_MOVES", 4)
    board = fight()
    assert "undo()" in assert_unchanged(board, board.pass_, ga.GameStateError)
    assert not board.legal_moves
    board.undo()
    board.pass_()


def test_undo_at_the_start() -> None:
    """Nothing precedes the first move or the initial state of a board."""
    for board in (ga.Board(9), ga.Board(9, handicap=2), ga.Board.from_rows(["X."]), ga.Board(9, turn="white")):
        assert "nothing to undo" in assert_unchanged(board, board.undo, ga.GameStateError)


def test_resume_while_play_goes_on() -> None:
    """Only a stopped game is resumed."""
    board = fight()
    assert "has not stopped" in assert_unchanged(board, partial(board.resume, "black"), ga.GameStateError)
    board.pass_()
    assert_unchanged(board, partial(board.resume, "black"), ga.GameStateError)


def test_a_dead_stone_on_an_empty_point() -> None:
    """The point is named, also among valid ones; a pass is not a point."""
    board = fight()
    message = assert_unchanged(board, partial(board.score, dead=["B8", "E5"]), ga.EmptyPointError)
    assert message == "E5 is empty. Expected a point with a stone."
    assert assert_unchanged(board, partial(board.confirm, ["B8", "E5"]), ga.EmptyPointError) == message
    assert_unchanged(board, partial(board.score, dead=["pass"]), ga.NoSuchPointError)
    assert_unchanged(board, partial(board.score, dead=5), ga.NoSuchPointError)


@pytest.mark.parametrize("komi", ["6.5", True, float("nan"), float("inf"), 6.6, 500, (1,)])
def test_what_is_no_komi(komi: Any) -> None:
    """Komi is a number; the message says which."""
    board = fight()
    for call in (partial(ga.Board, 9, komi=komi), partial(board.score, dead=[], komi=komi)):
        assert "multiples of 0.25" in assert_unchanged(board, call, RulesetError)


def test_setup_that_contradicts_itself() -> None:
    """A point named twice, nothing to do, no list: the board is as it was."""
    board = fight()
    assert "named twice" in assert_unchanged(board, partial(board.setup, black=["A1"], empty=["A1"]), ga.BoardError)
    assert "Nothing is edited" in assert_unchanged(board, board.setup, ga.BoardError)
    assert_unchanged(board, partial(board.setup, black=["A1"], white=5), ga.NoSuchPointError)
    assert_unchanged(board, partial(board.setup, white=["E5", "pass"]), ga.NoSuchPointError)


@pytest.mark.parametrize(
    "given",
    [
        {"width": 0},
        {"width": 53},
        {"width": 9.0},
        {"width": True},
        {"width": "9"},
        {"width": None},
        {"height": 0},
        {"handicap": -1},
        {"handicap": 10},
        {"handicap": 2.0},
        {"handicap": True},
        {"handicap": None},
        {"handicap": "D4"},
        {"handicap": ["D4"]},
        {"handicap": ["D4", "D4"]},
        {"handicap": 81, "placement": "free"},
        {"width": 8, "handicap": 5},
        {"width": 9, "height": 13, "handicap": 2},
        {"handicap": 2, "placement": "star"},
    ],
    ids=named,
)
def test_a_board_that_cannot_be(given: dict[str, Any]) -> None:
    """Sizes and handicap: the message has the expected values."""
    with pytest.raises(ga.BoardError, match="Expected"):
        ga.Board(**{"width": 9} | given)


def test_what_a_board_cannot_be_made_of() -> None:
    """No diagram, no position, no game, no prisoners; a record without a board; a move that it has not."""
    for call in (
        partial(ga.Board.from_rows, ["X.", "."]),
        partial(ga.Board.from_rows, ["XY"]),
        partial(ga.Board.from_rows, []),
        partial(ga.Board.from_rows, None),
        partial(ga.Board.from_rows, [1]),
        partial(ga.Board.from_position, ["X."]),
        partial(ga.Board.from_game, "(;SZ[9])"),
        partial(ga.Board.from_game, ga.loads("(;SZ[99];B[aa])")),
        partial(ga.Board.from_rows, ["X."], prisoners={"purple": 1}),
        partial(ga.Board.from_rows, ["X."], prisoners={ga.BLACK: -1}),
        partial(ga.Board.from_rows, ["X."], prisoners={ga.BLACK: 1.5}),
        partial(ga.Board.from_rows, ["X."], prisoners=[1, 2]),
    ):
        with pytest.raises(ga.BoardError):
            call()
    game = ga.loads("(;SZ[9];B[ee])")
    with pytest.raises(IndexError, match="the record has 1 move"):
        ga.Board.from_game(game, 2)


@pytest.mark.law
def test_a_board_is_never_half_changed() -> None:
    """Random calls, good and bad: after any exception the board equals its copy from before."""
    refused = 0
    for seed in range(part(60)):
        rng = random.Random(seed)
        board = ga.Board(
            3,
            3,
            rules=rng.choice(["tromp-taylor", "japanese", "ing", "button", "aga"]),
            handicap=rng.choice([0, 0, 3]),
            placement="free",
        )
        for _ in range(40):
            points = [*range(-3, 11), *NO_POINTS]
            place, color = rng.choice(points), rng.choice([None, 1, 2, *NO_COLORS[:3]])
            calls = [
                partial(board.play, place, color),
                partial(board.play, place, color, force=True),
                board.pass_,
                board.undo,
                partial(board.setup, black=[place], white=[rng.choice(points)], turn=color),
                partial(board.resume, color),
                partial(board.play, rng.randrange(9)),
            ]
            before, moves, message = board.copy(), board.moves, ""
            try:
                rng.choice(calls)()
            except ga.BoardError as error:
                message = str(error)
            if message:
                refused += 1
                assert "Expected" in message
                assert (board, board.moves) == (before, moves)
    assert refused > part(60) * 10


def test_an_argument_that_a_board_does_not_have() -> None:
    """The error names it, its value, and the arguments that there are."""
    for name, value in (("size", 13), ("rule", "aga"), ("x\n", "\x1b[31m")):
        with pytest.raises(ga.BoardError, match=r"is not a valid argument of a board\. Expected") as error:
            ga.Board(**{name: value})
        assert str(error.value).isprintable()
    with pytest.raises(
        ga.BoardError, match=re.escape("size: 13 is not a valid argument of a board. Expected ga.Board(")
    ):
        ga.Board(size=13)
