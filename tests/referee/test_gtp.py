"""A referee over Go Text Protocol (issue 18, "GTP mode"; specification of version 2, draft 2, section 6).

Error messages are the specification's; those of `is_legal`, `all_legal` and `captures` are what GNU Go 3.8 answers.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import goanalyze as ga
from goanalyze.board.stones import Stones
from goanalyze.cli import app
from goanalyze.referee.gtp import GtpSession
from goanalyze.referee.gtp_game import chains_by_status
from goanalyze.rules import find_ruleset
from goanalyze.score.territory import FinalBoard

SAMPLE = Path(__file__).parents[2] / "data/sample"
SETTLED = "(;SZ[5]KM[0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[];W[])"


def asked(*lines: str, rules: str = "japanese", size: int = 9) -> list[str]:
    """Return what a new session answers to each line, without the two newlines and blanks at the end."""
    session = GtpSession(rules, size)
    return [str(session.answer(line)).rstrip() for line in lines]


def test_administrative_commands_say_what_the_session_is() -> None:
    """Section 6.3.1; the referee plays no moves, so that it knows no genmove."""
    told = asked("protocol_version", "name", "version", "known_command undo", "known_command genmove", "known_command")
    assert told == ["= 2", "= goanalyze", f"= {ga.__version__}", "= true", "= false", "= false"]


def test_every_command_that_is_listed_is_known_and_named_in_the_issue() -> None:
    """Section 6.3.1, list_commands; issue 18 names what the referee must know."""
    session = GtpSession()
    names = str(session.answer("list_commands"))[2:].split()
    assert all(session.answer(f"known_command {name}") == "= true\n\n" for name in names)
    wanted = "boardsize play undo legal showboard final_score final_status_list loadsgf quit komi clear_board"
    assert set(wanted.split()) <= set(names)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("genmove b", "? unknown command"),
        ("5 foo", "?5 unknown command"),
        ("PLAY b d4", "? unknown command"),
        ("boardsize", "? syntax error"),
        ("boardsize x", "? syntax error"),
        ("boardsize 9 9", "? syntax error"),
        ("boardsize 26", "? unacceptable size"),
        ("boardsize 0", "? unacceptable size"),
        ("komi", "? syntax error"),
        ("komi many", "? syntax error"),
        ("play b", "? syntax error"),
        ("play green d4", "? syntax error"),
        ("play b i4", "? syntax error"),
        ("play b d4 d5", "? syntax error"),
        ("play b d10", "? illegal move"),
        ("undo", "? cannot undo"),
        ("fixed_handicap x", "? syntax error"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("place_free_handicap 81", "? invalid number of stones"),
        ("set_free_handicap", "? syntax error"),
        ("set_free_handicap a1", "? bad vertex list"),
        ("set_free_handicap a1 a1", "? bad vertex list"),
        ("set_free_handicap a1 pass", "? bad vertex list"),
        ("set_free_handicap a1 a10", "? bad vertex list"),
        ("set_free_handicap a1 x", "? syntax error"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings 1 2 3", "="),
        ("time_left b 1", "? syntax error"),
        ("time_left b 10 0", "="),
        ("final_score", "? cannot score"),
        ("final_status_list", "? syntax error"),
        ("final_status_list living", "? syntax error"),
        ("loadsgf", "? syntax error"),
        ("loadsgf /nowhere/at.sgf", "? cannot load file"),
        ("loadsgf - 1", "? cannot load file"),
        ("is_legal b", "? invalid color or coordinate"),
        ("is_legal b d10", "? invalid color or coordinate"),
        ("is_legal green d4", "? invalid color or coordinate"),
        ("all_legal", "? invalid color"),
        ("captures green", "? invalid color"),
        ("kgs-rules european", "? syntax error"),
    ],
)
def test_what_goes_wrong_is_told_in_the_words_of_the_protocol(line: str, answer: str) -> None:
    """Sections 2.12 and 6.3; the reference implementation for commands of its own. The board is as it was."""
    session = GtpSession(size=9)
    before = session.answer("printsgf"), session.answer("showboard")
    assert str(session.answer(line)).rstrip() == answer
    assert (session.answer("printsgf"), session.answer("showboard")) == before


def test_a_move_is_played_judged_and_taken_back() -> None:
    """Section 6.3.3: a stone on a stone is illegal, and undo gives the point free again."""
    lines = "play black E5", "1 play w e5", "undo", "2 play W E05", "undo", "undo"
    assert asked(*lines) == ["=", "?1 illegal move", "=", "=2", "=", "? cannot undo"]


def test_one_colour_may_move_again_and_again() -> None:
    """Section 6.3.3, play: "Consecutive moves of the same color are not considered illegal"; passes, too."""
    lines = (
        "play b c3",
        "play b c4",
        "play w pass",
        "play w g7",
        "is_legal w c5",
        "undo",
        "undo",
        "undo",
        "is_legal w c3",
    )
    assert asked(*lines) == ["=", "=", "=", "=", "= 1", "=", "=", "=", "= 0"]


def test_moves_of_one_colour_in_succession_are_no_fault_of_the_record() -> None:
    """The same sentence: where GTP lets a colour move twice, the record says whose turn it is (FF[4], PL)."""
    answers = asked("play w e5", "play w e6", "play b pass", "play b c3", "printsgf")
    assert ga.loads(answers[-1][2:]).replay().verdicts("aga") == ["legal"] * 4


def test_after_two_passes_play_goes_on_where_the_ruleset_lets_it() -> None:
    """Japanese rules, article 9.3, and Tromp–Taylor, rule 8: a stopped game is resumed, an ended one is not."""
    lines = "play b pass", "play w pass", "play b c3"
    assert asked(*lines) == ["=", "=", "="]
    assert asked(*lines, rules="tromp-taylor") == ["=", "=", "? illegal move"]


KO = ("play b b2", "play w c2", "play b a1", "play w b1", "play w d1", "play b c1")
"""A ko on the edge: Black has just taken B1."""


def test_ko_is_judged_by_the_ruleset() -> None:
    """Japanese rules, article 6: a ko is not taken back at once; after a move elsewhere it is."""
    lines = "is_legal w b1", "play w b1", "why_illegal w b1", "play w h8", "play b h7", "play w b1"
    told = asked(*KO, *lines)[len(KO) :]
    assert told[:2] == ["= 0", "? illegal move"]
    assert told[2].startswith("= GO201 ")
    assert told[3:] == ["=", "=", "="]


def test_legal_moves_are_listed_in_reading_order() -> None:
    """GNU Go's all_legal; `legal` is the issue's name for it. A pass is not among them."""
    told = asked("play b b1", "legal w", "play b a2", "legal w", "all_legal b", size=2)
    assert told == ["=", "= A2 B2 A1", "=", "=", "= B2 A1"]


def test_why_a_legal_move_is_illegal_has_no_answer() -> None:
    """Issue 18: "legal under *these* rules, and why not?" asked of a move that is legal."""
    assert asked("why_illegal b d4", "why_illegal b pass") == ["=", "="]


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("fixed_handicap 2", "G7 C3"),
        ("fixed_handicap 3", "C7 G7 C3"),
        ("fixed_handicap 5", "C7 G7 E5 C3 G3"),
        ("fixed_handicap 8", "C7 E7 G7 C5 G5 C3 E3 G3"),
        ("place_free_handicap 20", "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
    ],
)
def test_handicap_stones_stand_where_the_protocol_puts_them(line: str, points: str) -> None:
    """Section 4.1.1, the points that GNU Go 3.8 names; 4.1.2: an engine may place fewer than it was asked for."""
    lines = line, "undo", "fixed_handicap 2", "is_legal w c3", "clear_board", "is_legal w c3"
    assert asked(*lines) == [f"= {points}", "? cannot undo", "? board not empty", "= 0", "=", "= 1"]


@pytest.mark.parametrize(("size", "most"), [(6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (13, 9), (19, 9), (25, 9)])
def test_small_and_even_boards_have_few_fixed_points(size: int, most: int) -> None:
    """Section 4.1.1, and GNU Go 3.8 for sizes up to 19: none below 7, four on 7 and on even sides, else nine."""
    allowed = [number for number in range(2, 12) if asked(f"fixed_handicap {number}", size=size)[0].startswith("=")]
    assert allowed == list(range(2, most + 1))


def test_free_handicap_is_placed_as_it_is_given() -> None:
    """Section 6.3.2, set_free_handicap: not in the move history, and White moves next."""
    lines = "set_free_handicap A1 b2", "undo", "is_legal w a1", "is_legal w a2", "goanalyze-rules"
    assert asked(*lines) == ["=", "? cannot undo", "= 0", "= 1", "= japanese"]


def test_another_ruleset_judges_what_follows() -> None:
    """Issue 18: "legal under *these* rules": suicide of several stones is legal in New Zealand, not in Japan."""
    stones = [f"play w {name}" for name in ["a3", "b2", "c1"]] + ["play b a2"]
    lines = (
        "is_legal b a1",
        "is_legal b b1",
        "play b b1",
        "is_legal b a1",
        "goanalyze-rules new-zealand",
        "is_legal b a1",
    )
    told = asked(*stones, *lines)[len(stones) :]
    assert told == ["= 1", "= 1", "=", "= 0", "=", "= 1"]


def test_the_four_rulesets_of_kgs_have_its_names() -> None:
    """KgsGtp's kgs-rules: japanese, chinese, aga, new_zealand; the Chinese rules of servers have superko."""
    lines = [
        line
        for name in ["japanese", "chinese", "aga", "new_zealand"]
        for line in (f"kgs-rules {name}", "goanalyze-rules")
    ]
    assert asked(*lines)[1::2] == ["= japanese", "= chinese-superko", "= aga", "= new-zealand"]


def test_an_unknown_ruleset_changes_nothing() -> None:
    """Issue 18, "Bad input": an unknown ruleset is told, with those that there are."""
    told = asked("goanalyze-rules nobody", "goanalyze-rules")
    assert told[0].startswith("? 'nobody' is not a known ruleset")
    assert told[1] == "= japanese"


def test_a_settled_game_is_scored_and_every_stone_has_a_status(tmp_path: Path) -> None:
    """Section 6.3.4: both chains have two eyes of two points, so that nothing is guessed: 4 points each, komi 0.5."""
    (tmp_path / "game.sgf").write_text(SETTLED)
    remarks: list[str] = []
    session = GtpSession("japanese", remark=remarks.append)
    lines = f"loadsgf {tmp_path}/game.sgf", "final_score", "final_status_list alive", "final_status_list dead"
    told = [session.answer(line) for line in (*lines, "final_status_list seki")]
    alive = "= B5 B4 A3 B3 B2 B1\nD5 D4 D3 E3 D2 D1\n\n"
    assert told == ["= \n\n", "= W+0.5\n\n", alive, "= \n\n", "= \n\n"]
    assert str(session.answer("goanalyze-basis")).startswith("= counted")
    assert remarks == []


def test_an_estimate_is_remarked_each_time(tmp_path: Path) -> None:
    """Issue 18 and README, "How results are known": estimates are never mixed with facts."""
    game = ga.loads("(;SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[];B[])")
    remarks: list[str] = []
    session = GtpSession("japanese", 9, remark=remarks.append)
    for line in ("play b e5", "play w c7", "play b g3", "play w pass", "play b pass"):
        session.answer(line)
    answer = str(session.answer("final_score"))
    expected = game.outcome("japanese")
    assert answer == (f"= {expected.result}\n\n" if expected.margin is not None else "? cannot score\n\n")
    assert len(remarks) == 1
    assert ("no fact" in remarks[0]) == (expected.margin is not None)


@pytest.mark.parametrize(
    ("rows", "dead", "expected"),
    [
        (["XX.OO", "XX.OO"], (), {"alive": 0, "dead": 0, "seki": 2}),
        ([".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"], (24,), {"alive": 2, "dead": 1, "seki": 0}),
    ],
)
def test_a_chain_has_one_status(rows: list[str], dead: tuple[int, ...], expected: dict[str, int]) -> None:
    """Section 6.3.4, final_status_list: two chains with two liberties in common are in seki; what is dead is named."""
    position = ga.Position.from_rows(rows)
    found = chains_by_status(Stones(position), FinalBoard(position, dead))
    assert {status: len(chains) for status, chains in found.items()} == expected


def test_stones_left_on_the_board_are_alive_where_none_is_taken_off() -> None:
    """Tromp–Taylor: what stands at the end is counted; so all of GNU Go's game is alive."""
    session = GtpSession("tromp-taylor")
    session.answer(f"loadsgf {SAMPLE}/gnugo/009x009-chinese-0001.sgf")
    stones = str(session.answer("final_status_list alive"))[2:].split()
    assert len(stones) == int(
        ga.loads((SAMPLE / "gnugo/009x009-chinese-0001.sgf").read_bytes()).replay().position().stones.astype(bool).sum()
    )
    assert str(session.answer("final_status_list dead")) == "= \n\n"


@pytest.mark.parametrize("move", [None, 1, 5, 1000])
def test_a_record_is_loaded_up_to_a_move(move: int | None) -> None:
    """Section 6.3.5, loadsgf: up to the position before the move, or all of it; then undo goes back through it."""
    path = SAMPLE / "gnugo/009x009-japanese-0001.sgf"
    replay = ga.loads(path.read_bytes()).replay()
    number = len(replay.moves) if move is None else min(move - 1, len(replay.moves))
    session = GtpSession()
    assert session.answer(f"loadsgf {path}" + ("" if move is None else f" {move}")) == "= \n\n"
    assert (
        str(replay.position(number)).split()
        == str(session.answer("showboard")).split()[1:][: len(str(replay.position(number)).split())]
    )
    undone = 0
    while session.answer("undo") == "= \n\n":
        undone += 1
    assert undone == number


def test_the_record_that_is_printed_is_the_game() -> None:
    """GNU Go's printsgf; read again it is the same moves under the same komi, and no empty line is in it."""
    session = GtpSession("aga", 9)
    for line in ("komi 7.5", "fixed_handicap 2", "play w e5", "play b e6", "play w pass"):
        session.answer(line)
    answer = str(session.answer("printsgf"))
    assert answer.endswith("\n\n")
    assert "\n\n" not in answer[:-2]
    game = ga.loads(answer[2:])
    assert [(move.color, move.point) for move in game.replay().moves] == [(2, 40), (1, 31), (2, -1)]
    assert game.info["komi"] == 7.5
    assert game.info["handicap"] == 2
    assert find_ruleset(game.info["ruleset"]).id == "aga"


@pytest.mark.parametrize(
    ("recorded", "lines", "said"),
    [
        ("", ("komi 1.3",), "KM[1.3]"),
        ("", ("komi 1e30",), "KM[10000000000"),
        ("KM[6.6]", (), "KM[6.6]"),
        ("", ("goanalyze-rules chinese",), "KM[7.5]"),
        ("", ("goanalyze-rules chinese", "clear_board"), "KM[7.5]"),
        ("KM[5.5]", ("goanalyze-rules chinese", "clear_board"), "KM[5.5]"),
    ],
)
def test_the_komi_in_force_is_printed(tmp_path: Path, recorded: str, lines: tuple[str, ...], said: str) -> None:
    """Section 6.3.2, komi: any is taken; of a record that names none the ruleset sets it, whichever is in force."""
    (tmp_path / "game.sgf").write_text(f"(;SZ[5]{recorded};B[bc];W[cc])")
    assert said in asked(f"loadsgf {tmp_path}/game.sgf", *lines, "printsgf")[-1]


LINE = st.one_of(
    st.text(max_size=20),
    st.builds(
        lambda *words: " ".join(filter(None, words)),
        st.sampled_from(["", "1", "99999999999999999999"]),
        st.sampled_from(str(GtpSession().answer("list_commands"))[2:].split()),
        st.lists(
            st.sampled_from(
                [
                    "b",
                    "w",
                    "a1",
                    "b1",
                    "a2",
                    "b2",
                    "c3",
                    "pass",
                    "2",
                    "3",
                    "-1",
                    "1e3",
                    "nan",
                    "dead",
                    "aga",
                    "ſ4",
                    "٣",
                    "\x00",
                    "�",
                ]
            )
            | st.text(max_size=3),
            max_size=4,
        ).map(" ".join),
    ),
)


@given(st.lists(LINE, max_size=12))
def test_whatever_is_said_is_answered_and_the_board_stays_whole(lines: list[str]) -> None:
    """Issue 18, "Bad input": any text gets an answer of the protocol's form, and what fails changes nothing."""
    session = GtpSession(size=3)
    for line in lines:
        before = str(session.answer("printsgf")) + str(session.answer("showboard"))
        answer = session.answer(line)
        if answer is None:
            continue
        assert answer[0] in "=?"
        assert answer.endswith("\n\n")
        assert "\n\n" not in answer[:-2]
        if answer[0] == "?":
            assert str(session.answer("printsgf")) + str(session.answer("showboard")) == before


def test_the_command_answers_at_once_and_ends_with_quit(tmp_path: Path) -> None:
    """Sections 1.3 and 6.3.1: each answer comes before the next command; any bytes are lines; quit ends it."""
    command = [sys.executable, "-m", "goanalyze", "gtp", "--rules", "aga", "--size", "9"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, answer in ((b"1 play b e5", b"=1 "), (b"\xff\xfe\x00 e5", b"? unknown command"), (b"2 quit", b"=2 ")):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert process.stdout.readline() == answer + b"\n"
            assert process.stdout.readline() == b"\n"
        assert process.wait(timeout=20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_the_command_ends_when_nobody_reads_or_speaks() -> None:
    """README, exit codes: 0 at the end of the input, and where the reader has closed the pipe."""
    assert CliRunner().invoke(app, ["gtp"], input=b"name").stdout == "= goanalyze\n\n"
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "goanalyze", "gtp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        assert process.stdin is not None
        process.stdin.write(b"name\n")
        process.stdin.flush()
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("arguments", [["--size", "26"], ["--size", "0"], ["--komi", "x"], ["--rules", "nobody"]])
def test_wrong_options_are_told(arguments: list[str]) -> None:
    """README, exit codes: 2 is wrong usage."""
    assert CliRunner().invoke(app, ["gtp", *arguments]).exit_code == 2


def test_nothing_heavy_is_loaded_until_a_game_is_scored() -> None:
    """Issue 18's brief: the command starts fast; kernels and tables are for scores."""
    code = (
        "import sys; from goanalyze.referee.gtp import GtpSession; s = GtpSession('aga', 9); s.answer('play b e5'); "
        "s.answer('legal w'); s.answer('showboard'); print(*{'numba', 'pandas', 'pyarrow'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
