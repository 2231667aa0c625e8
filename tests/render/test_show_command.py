"""The command ``show``: plain in a pipe, coloured on a terminal, and the files it writes."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from helpers.svg_geometry import as_letters, group, images

import goanalyze as ga
from goanalyze.cli import app
from goanalyze.render.terminal.game import game_text

GAME = "data/sample/gnugo/009x009-japanese-0001.sgf"
FAULTY = "data/sample/findings/go101-point-occupied.sgf"


def call(*arguments: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, ["show", *map(str, arguments)])


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """Return the output of the command on a terminal of 200 columns."""
    ours, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}}
    surroundings = {**clean, "TERM": "xterm-256color", **environment}
    command = [sys.executable, "-m", "goanalyze", "show", *arguments]
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=surroundings) as process:
        os.close(theirs)
        printed = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux's error if the other end is closed
                break
            if not piece:
                break
            printed += piece
    os.close(ours)
    assert process.returncode == 0
    return printed.decode().replace("\r\n", "\n")


MORE = [
    pytest.param(record, marks=pytest.mark.slow) for record in (FAULTY, "data/sample/findings/good-52x52-board.sgf")
]


@pytest.mark.parametrize("record", [GAME, *MORE])
def test_a_terminal_adds_nothing_but_colour(record: str) -> None:
    """On a terminal the text is coloured; without the colours it is the plain text, and so it is with NO_COLOR."""
    plain = call(record, "--ruleset", "aga").stdout
    colored = on_a_terminal(record, "--ruleset", "aga")
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain
    assert on_a_terminal(record, "--ruleset", "aga", NO_COLOR="1") == plain


def test_a_pipe_gets_the_plain_text() -> None:
    """Other outputs than a terminal get exactly `game_text`, counted under the ruleset of the record."""
    game = next(ga.read(FAULTY))
    assert call(FAULTY).stdout == game_text(game, len(game.replay().moves), [ga.find_ruleset("japanese")])


def test_the_end_is_drawn_as_counted_under_a_ruleset(tmp_path: Path) -> None:
    """With a ruleset the SVG of the last move is the counted board; of another move, or without, it is the position."""
    for arguments, is_counted in (
        (("--ruleset", "japanese"), True),
        ((), False),
        (("--ruleset", "japanese", "--move", "5"), False),
    ):
        assert call(GAME, *arguments, "--svg", tmp_path / "board.svg").exit_code == 0
        picture = (tmp_path / "board.svg").read_text(encoding="utf-8")
        assert bool(group(picture, "territory")) == is_counted


def test_moves_are_numbered_on_request(tmp_path: Path) -> None:
    """`--numbers` writes every move's number up to the one shown, and says which have no place."""
    result = call(GAME, "--move", "5", "--numbers", "--svg", tmp_path / "board.svg")
    picture = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert sorted(item.text or "" for item in group(picture, "labels")) == list("12345")
    assert "Not in the SVG" not in result.stdout
    passes = call(GAME, "--numbers", "--svg", tmp_path / "all.svg").stdout
    assert "the move is a pass: 38 at 7, 47 pass, 48 pass" in passes.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--numbers",), "Expected its file with --svg"),
        (("--numbers", "--move", "0", "--svg", "x.svg"), "--numbers requires a move"),
        (("--svg", "no-such-folder/x.svg"), "cannot be written"),
        (("--html", "no-such-folder/x.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], message: str) -> None:
    """A wish that makes no sense, or a file that cannot be written, is exit code 2 and one sentence."""
    result = call(GAME, *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_the_page_stands_alone(tmp_path: Path) -> None:
    """`--html` writes a whole page with the game, from which nothing is loaded."""
    assert call(GAME, "--move", "7", "--html", tmp_path / "game.html").exit_code == 0
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    assert 'data-move="7"' in page
    (picture,) = images(page)
    assert ET.fromstring(picture).tag.endswith("svg")


@pytest.mark.parametrize(
    ("ruleset", "move", "rows"),
    [
        ("wmsg", 6, ["5 X , X O w 5", "3 O , X O w 3", "1 O s X O w 1"]),  # WMSG: all alive after the second stop
        ("tromp-taylor", 6, ["5 , , X O w 5", "3 O , X O w 3"]),  # basic rule 9: the position as both passed
        ("japanese", 6, ["5 X b X O w 5", "3 o b X O w 3"]),
    ],
)
def test_the_board_is_counted_as_its_ledger(tmp_path: Path, ruleset: str, move: int, rows: list[str]) -> None:
    """The counted board has dead stones where the ruleset takes some off, and is the position that it counts."""
    record = tmp_path / "resumed.sgf"
    setup = "(;SZ[5]KM[0]PL[B]AB[ca][cb][cc][cd][ce]AW[da][db][ac][dc][dd][de]"
    marked = "TB[ba][ab][bb][ac][bc][ad][bd][be][aa][ae]TW[ea][eb][ec][ed][ee]"
    record.write_text(f"{setup};B[];W[];B[aa];W[ae];B[];W[]{marked})")
    counted = call(record, "--ruleset", ruleset, "--move", move).stdout.partition("Under")[2]
    assert [row for row in as_letters(counted).splitlines() if row in rows] == rows
