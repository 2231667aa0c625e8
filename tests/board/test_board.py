"""The public board: moves, undo, copies, the end of a game, handicap, setup."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import goanalyze as ga
from goanalyze import BLACK, WHITE
from goanalyze.core import flags as f
from goanalyze.errors import RulesetError
from goanalyze.points import PASS
from goanalyze.rules import RULESETS, End, derive


def played(seed: int, rules: str = "tromp-taylor") -> ga.Board:
    """Return a board after random events of every kind."""
    rng = random.Random(seed)
    board = ga.Board(rng.choice([3, 4, 5]), rng.choice([2, 4]), rules=rules)
    for _ in range(30):
        step(board, rng)
    return board


def step(board: ga.Board, rng: random.Random) -> None:
    """Do something to a board: a legal move, a forced one, setup or a resumption."""
    points, kind = board.width * board.height, rng.randrange(12)
    legal = list(board.legal_moves)
    if kind == 0:
        board.setup(black=[rng.randrange(points)], turn=rng.choice([None, BLACK, WHITE]))
    elif kind == 1:
        board.play(rng.randrange(points), rng.choice([BLACK, WHITE]), force=True)
    elif kind == 2 and board.is_stopped and board.rules.id != "tromp-taylor":
        board.resume(board.moves[-2].color)
    elif legal and kind < 10:
        board.play(rng.choice(legal))
    else:
        board.pass_()


@pytest.mark.parametrize("rules", ["tromp-taylor", "japanese", "ing", "button"])
def test_undo_takes_back_step_by_step(rules: str) -> None:
    """After `undo` the board equals its copy from before any move, edit or resumption."""
    rng = random.Random(1)
    for seed in range(6):
        board = ga.Board(3, 4, rules=rules)
        copies = []
        for _ in range(25):
            copies.append((board.copy(), board.position, board.prisoners, board.turn, list(board.legal_moves)))
            step(board, rng)
        for copy, *seen in reversed(copies):
            board.undo()
            assert board == copy, seed
            assert [board.position, board.prisoners, board.turn, list(board.legal_moves)] == seen


def test_a_copy_knows_nothing_of_the_other() -> None:
    """Copies are independent both ways."""
    for seed in range(6):
        board = played(seed)
        copy, rows = board.copy(), board.position.rows()
        copy.pass_()
        copy.setup(white=[0])
        assert board.position.rows() == rows
        assert board != copy
        board.undo()
        assert len(copy.moves) >= len(board.moves)
        copy.undo()
        copy.undo()
        copy.undo()
        assert copy == board


def test_a_board_can_be_pickled() -> None:
    """A pickled board is equal, can be undone as far, and continues alike."""
    for seed in range(6):
        board = played(seed, "japanese")
        again = pickle.loads(pickle.dumps(board))
        assert again == board
        assert (again.moves, again.position, again.turn) == (board.moves, board.position, board.turn)
        again.undo()
        assert again != board
        board.undo()
        assert again == board


def test_what_boards_are_equal() -> None:
    """Boards are equal if ruleset, komi, size, prisoners and events are; equal stones are not enough."""
    rows = ["X.", ".O"]
    board = ga.Board.from_rows(rows)
    assert board == ga.Board.from_rows(rows)
    others = [
        ga.Board.from_rows(rows, rules="aga"),
        ga.Board.from_rows(rows, komi=5.5),
        ga.Board.from_rows(rows, turn="white"),
        ga.Board.from_rows(rows, prisoners={BLACK: 1}),
        ga.Board(2),
        board.position,
        None,
    ]
    assert board not in others
    with pytest.raises(TypeError):
        hash(board)


def test_the_hash_is_of_size_and_stones() -> None:
    """Transposed moves have one hash, other stones and sizes have others."""
    board, other = ga.Board(9), ga.Board(9, rules="aga")
    for move in ("C3", "G7", "E5"):
        board.play(move)
    for move in ("E5", "G7", "C3"):
        other.play(move)
    assert board.hash == other.hash < 2**64
    assert board != other
    hashes = {ga.Board(side, 3).hash for side in range(1, 20)} | {board.hash}
    assert len(hashes) == 20


def test_moves_are_named_in_every_way() -> None:
    """``"D4"``, ``(x, y)`` and an index name the same point."""
    for move in ("D4", "d4", " d4 ", (3, 5), [3, 5], 48):
        board = ga.Board(9)
        assert board.play(move).point == 48
    for move in ("pass", "PASS", "Pass", -1):
        assert ga.Board(9).play(move).point == PASS
    assert ga.Board(9).push_gtp("Black d4") == ga.Board(9).play("D4", "b")


def test_ko_is_known_and_lasts_one_move() -> None:
    """Japanese rules 1989, art. 6: the ko may not be taken back at once; after a play elsewhere it may."""
    board = ga.Board.from_rows([".XO..", "X.XO.", ".XO.."], turn="white")
    assert board.ko is None
    assert board.play("B2").captured == {7}
    assert board.ko == 7
    assert "C2" not in board.legal_moves
    board.play("E1")
    assert board.ko is None
    board.play("E3")
    assert board.play("C2").captured == {6}


def test_force_carries_out_what_is_illegal() -> None:
    """SGF FF[4], Go: a move is carried out on any point; the flags record that it is illegal."""
    board = ga.Board(5)
    board.play("C3")
    assert not board.play("D4", force=True).flags & f.FORCED
    move = board.play("C3", "white", force=True)
    assert move.flags & f.FORCED
    assert move.flags & f.OCCUPIED
    assert board.verdicts() == ["legal", "legal", "occupied"]
    assert board.to_sgf().endswith(";B[cc];W[db];W[cc]KO[])")


@pytest.mark.parametrize(
    ("rules", "black", "white"),
    [
        ("tromp-taylor", False, False),
        ("japanese", True, True),
        ("chinese", True, True),
        ("aga", True, False),
        ("new-zealand", True, True),
    ],
)
def test_who_may_resume(rules: str, black: bool, white: bool) -> None:
    """Axis `end` of the rulesets: neither side moves, either, or by the original order the one that passed first."""
    for color, may in (("black", black), ("white", white)):
        board = ga.Board(5, rules=rules)
        board.pass_()
        board.pass_()
        assert board.is_over
        if not may:
            with pytest.raises(ga.GameStateError, match="cannot resume"):
                board.resume(color)
            continue
        board.resume(color)
        assert not board.is_over
        assert board.play("C3").color == {"black": BLACK, "white": WHITE}[color]


def test_white_makes_the_last_pass_under_aga_rules() -> None:
    """AGA rules 1991, rule 9 and 12: White passes last, with a third pass if need be (axis `last_pass`)."""
    for rules, is_over in (("aga", False), ("japanese", True)):
        board = ga.Board(5, rules=rules)
        board.play("C3")
        board.pass_()
        board.pass_()
        assert (board.is_stopped, board.is_over) == (True, is_over)
        board.pass_()
        assert (board.is_stopped, board.is_over) == (rules == "aga", rules == "aga")
        assert board.turn == BLACK


def test_the_extra_pass_of_white_is_part_of_the_stop() -> None:
    """AGA rules 1991, rules 9 and 10: after White's third pass the opponent of the last to pass resumes, Black."""
    board = ga.Board(5, rules="aga")
    for move in ("C3", "pass", "pass", "pass"):
        board.play(move)
    with pytest.raises(ga.GameStateError, match="White cannot resume"):
        board.resume("white")
    board.resume("black")
    assert not board.is_stopped
    board.undo()
    board.undo()
    board.resume("white")
    board.pass_("white")  # resumes the game
    assert (board.is_stopped, board.is_over, board.turn) == (False, False, BLACK)


RESUMED = [name for name, ruleset in RULESETS.items() if ruleset.end.value is not End.TWO_PASSES]


@pytest.mark.parametrize("rules", RESUMED)
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_one_pass_after_a_resumption_stops_nothing(rules: str, color: int) -> None:
    """Japanese rules 1989, art. 2 and 9.1, commentary on art. 9.3: the side that may play first may pass.

    The opponent is to move then, and only the opponent's pass stops play again.
    """
    board, other = ga.Board(5, rules=rules, komi=0), BLACK + WHITE - color
    for move in ("C3", "C4") if color == BLACK else ("C3", "C4", "B3"):
        board.play(move)
    board.pass_(color)
    board.pass_(other)  # the last to pass, so that the colour may resume in the original order
    board.resume(color)
    board.pass_(color)
    assert (board.is_stopped, board.is_over, board.turn) == (False, False, other)
    assert (board.is_legal("D4", color), board.is_legal("pass", color)) == (False, False)
    assert board.is_legal("D4", other)
    board.pass_(other)
    assert (board.is_stopped, board.turn) == (True, None)


def test_a_second_stop_ends_the_game_where_all_then_live() -> None:
    """Axis `second_stop`: under ``all-alive`` nothing is played after it; elsewhere play may go on."""
    for rules, ends in (("ing-simplified", True), ("japanese", False)):
        board = ga.Board(5, rules=rules)
        for _ in range(2):
            board.pass_("black")
            board.pass_("white")
        assert board.is_over
        assert (not list(board.legal_moves)) == ends
        if ends:
            with pytest.raises(ga.GameStateError):
                board.resume("black")
        else:
            board.resume("black")


def test_fixed_handicap_and_komi() -> None:
    """Stones are on the star points and White begins; the komi is that of the ruleset for handicap games."""
    board = ga.Board(19, rules="japanese", handicap=2)
    assert (board.turn, board.handicap, board.komi) == (WHITE, 2, 0.5)
    assert board.position.stones.sum() == 2
    assert ga.Board(19).komi == 6.5
    named = ga.Board(9, handicap=["C3", (6, 2)])
    assert named == ga.Board(9, handicap=[56, 24])
    with pytest.raises(ga.GameStateError):
        named.undo()


def test_free_handicap_is_placed_by_plays() -> None:
    """HA = n by plays: Black places all of them in a row, White does nothing in between, then White moves."""
    board = ga.Board(9, rules="chinese", handicap=3, placement="free")
    for move in ("C3", "G7"):
        board.play(move)
        assert board.turn == BLACK
    before = board.copy()
    assert not board.legal_moves_for("white")
    assert (board.is_legal("C7", "white"), board.is_legal("pass"), board.is_legal("C7")) == (False, False, True)
    for wrong in (
        lambda: board.play("C7", "white"),
        board.pass_,
        lambda: board.setup(black=["A1"]),
        lambda: board.why_illegal("pass"),
    ):
        with pytest.raises(ga.GameStateError, match="handicap"):
            wrong()
        assert board == before
    board.play("C7")
    assert board.turn == WHITE
    assert ga.Board.from_game(board.game()).turn == WHITE
    assert board.to_sgf().startswith("(;FF[4]GM[1]SZ[9]RU[chinese]KM[0]HA[3];B[cg];B[gc]")


def test_setup_in_mid_game_leaves_the_turn_open() -> None:
    """SGF FF[4], setup: nothing is captured, and either side may continue unless PL names the side to move."""
    board = ga.Board(5)
    board.play("C3")
    board.setup(black=["A1"], white=["A2", "B1"])
    assert board.turn is None
    assert board.position.rows()[3:] == ["O....", "XO..."]
    assert board.is_legal("D4", "black")
    assert board.is_legal("D4", "white")
    board.undo()
    board.setup(empty=["C3"], turn="black")
    assert board.turn == BLACK
    assert not board.is_legal("D4", "white")


def test_a_record_of_the_board_is_the_board() -> None:
    """`game` and `from_game`: after both, the events are equal, and the same number can be undone."""
    for seed in range(8):
        board = played(seed, "japanese")
        again = ga.Board.from_game(board.game())
        assert again.moves == board.moves
        assert (again.position, again.turn, again.prisoners) == (board.position, board.turn, board.prisoners)
        assert again.rules == board.rules


def test_legal_moves_are_a_view() -> None:
    """`legal_moves` are those of the current board; a loop over them may play and undo."""
    board = ga.Board(3, rules="tromp-taylor")
    moves = board.legal_moves
    counts = []
    for point in moves:
        board.play(point)
        counts.append(len(moves))
        board.undo()
    assert counts == [8] * 9
    assert moves
    assert moves.mask().sum() == len(moves.names()) == 9
    assert "pass" not in moves
    assert "Z9" not in moves


def test_a_bare_position_is_scored_with_its_ledger() -> None:
    """The score of a position, prisoners and komi: the ledger adds up to the result."""
    board = ga.Board.from_rows(["..XO.", "..XO.", "O.XO.", "..XO.", "..XO."], prisoners={WHITE: 3}, komi=0.5)
    outcome = board.score(dead=["A3"])
    assert (outcome.ledger.black, outcome.ledger.white) == (10 + 1, 5 + 3 + 0.5)
    assert outcome.result == "B+2.5"
    assert board.score(dead=["A3"], rules="chinese", komi=0).margin == 15 - 10
    assert board.score(dead=["A3"], rules="chinese").komi == 0.5
    assert ga.Board.from_rows(["X"], rules="aga").score(dead=[], rules="chinese").komi == 7.5


def test_any_recorded_komi_is_counted() -> None:
    """A record's komi counts as it does for its game, though no ruleset could set it: 6.6 in place of 6.5."""
    game = ga.loads("(;SZ[3]KM[6.6]AB[ba][bb][bc];W[];B[])")
    board = ga.Board.from_game(game, rules="chinese")
    assert board.score(dead=[]).margin == game.outcome("chinese", dead=[]).margin == pytest.approx(9 - 6.6)


def test_prisoners_count_in_every_reading() -> None:
    """Prisoners that a board is begun with count also where all live after a second stop, a reading of its own."""
    rules = derive("japanese", "all-alive", second_stop="all-alive")
    board = ga.Board.from_rows([".XO."] * 4, prisoners={BLACK: 5}, rules=rules, komi=0)
    for number in range(4):
        board.pass_((BLACK, WHITE)[number % 2])
        assert board.score(dead=[]).margin == 5


def test_an_estimate_is_a_guess_about_the_dead() -> None:
    """An estimate has the dead stones, the ownership of each point and a confidence."""
    board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"], rules="chinese", komi=0)
    found = board.estimate()
    assert found.dead == (24,)
    assert len(found.ownership) == 25
    assert 0.5 < found.confidence <= 1
    assert board.score(dead=found.dead).margin == 1


def test_life_is_confirmed_where_the_rules_have_it() -> None:
    """Japanese rules 1989, art. 7; rulesets without a confirmation phase say so."""
    board = ga.Board.from_rows([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"])
    for point in ("E1", (4, 4), 24):
        (chain,) = board.confirm([point]).chains
        assert (chain.points, chain.fate.value) == ((24,), "dead")
    with pytest.raises(RulesetError, match="confirmed"):
        board.confirm(["E1"], rules="aga")


def test_a_board_is_drawn_with_its_last_move() -> None:
    """A board is drawn as text, in a terminal, as a picture, and as a viewer with a step for each move."""
    board = ga.Board(5)
    board.play("C3")
    board.setup(white=["A1"])
    board.play("D4", "black")
    assert ". . .(X). 4" in str(board)
    assert "go-last" in board._repr_svg_()
    html = board._repr_html_()
    assert "move 2 of 2: B D4" in html
    assert board.html(1).count("move 1 of 2") == 1
    assert "after move 2: B D4" in repr(board)
    with pytest.raises(IndexError):
        board.html(3)


def test_many_threads_may_read_one_board() -> None:
    """Threads that read one board at a time get the same answers as one thread."""
    board = played(3, "button")

    def asked(_: int) -> object:
        whys = [board.why_illegal(point) for point in range(board.width * board.height)]
        return list(board.legal_moves), board.hash, board.position, board.prisoners, whys

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(asked, range(16)))
    assert all(answer == asked(0) for answer in answers)


def test_playing_loads_no_heavy_package() -> None:
    """A server that judges moves loads no kernel, no table and no frame."""
    code = (
        "import sys, goanalyze as ga\n"
        "board = ga.Board(9, rules='ing')\n"
        "board.play('E5'); board.undo(); board.play('E5'); list(board.legal_moves); board.why_illegal('E5')\n"
        "str(board), board.hash, board.copy(), board.to_sgf(), board.html()\n"
        "print(*({'pandas', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
