"""A referee over Go Text Protocol (specification of version 2, draft 2, section 6).

Error messages are the specification's; those of `is_legal`, `all_legal` and `captures` are GNU Go 3.8's answers.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from gtp_session import send
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.cli import app
from goanalyze.gtp.session import GtpSession


def test_administrative_commands_say_what_the_session_is() -> None:
    """Section 6.3.1; the referee plays no moves, so that it knows no genmove."""
    told = send("protocol_version", "name", "version", "known_command undo", "known_command genmove", "known_command")
    assert told == ["= 2", "= goanalyze", f"= {ga.__version__}", "= true", "= false", "= false"]


def test_every_command_that_is_listed_is_known_and_named_in_the_issue() -> None:
    """Section 6.3.1, list_commands, has the commands of a referee."""
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
    """Any text gets an answer of the protocol's form, and an error changes nothing."""
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
    """The command starts fast: only scores load kernels and tables."""
    code = (
        "import sys; from goanalyze.gtp.session import GtpSession; s = GtpSession('aga', 9); s.answer('play b e5'); "
        "s.answer('legal w'); s.answer('showboard'); print(*{'pandas', 'pyarrow'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
