"""Engines that work: commands, protocols, manners, and positions that none is asked about or that one refuses."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from life.engine_samples import DEAD, POSITION, assert_error, fake, legal
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position
from goanalyze.errors import ResourceError
from goanalyze.life.choices import EngineProtocol
from goanalyze.life.engines.engine import Engine
from goanalyze.life.engines.gtp import _in_turn
from goanalyze.points import opponent

pytestmark = pytest.mark.usefixtures("nothing_left")


@pytest.mark.parametrize(
    "mode",
    ["gtp", "windows", "loose", "no-numbers", "no-list", "no-komi", "banner", "chatty", "katago", "katago-chatty"],
)
def test_manners_do_not_matter(mode: str) -> None:
    """Line ends, blank lines, comments, banners, floods on stderr, missing extras: the answer is understood."""
    with fake(mode) as engine:
        for _ in range(2):
            answer = engine.analyze(POSITION, WHITE, "japanese", 6.5)
            assert (answer.error, answer.dead) == ("", DEAD)
            assert 0.5 <= answer.confidence < 1


def test_one_process_serves_all_positions(tmp_path: Path) -> None:
    """It is started with the first position that needs it, and kept."""
    log = tmp_path / "log"
    with fake("gtp", f"log={log}") as engine:
        engine.analyze(Position.empty(9))
        assert not log.exists()
        for side in (5, 9, 13, 19, 1, 2):
            stones = np.zeros(side * side, dtype=np.uint8)
            stones[side - 1 :: 2] = WHITE
            stones[0] = BLACK if side > 1 else 0
            answer = engine.analyze(Position(side, side, stones if side > 1 else stones * 0))
            assert answer.error == ""
    assert len(log.read_text().split()) == 1


def test_a_closed_engine_starts_again() -> None:
    """Closing ends the process, not the object."""
    engine = fake("gtp")
    assert engine.analyze(POSITION).dead == DEAD
    engine.close()
    engine.close()
    assert engine.analyze(POSITION).dead == DEAD
    engine.close()


def test_katago_knows_boards_that_are_not_square() -> None:
    """Its protocol has both sides; GTP has one."""
    position = Position.from_rows([".O..X..", "....X..", ".O.X..."])
    with fake("katago") as engine:
        assert engine.analyze(position).dead == {1, 15}
    with fake("gtp") as engine:
        assert_error(engine.analyze(position), "7×3", "square")
        assert engine.analyze(POSITION).dead == DEAD


@pytest.mark.parametrize("komi", [6.5, 3.75, -100, 1e9, math.nan, math.inf])
def test_any_komi_will_do(komi: float) -> None:
    """KataGo gets a half-integer, and 0 for an invalid number."""
    for mode in ("gtp", "katago"):
        with fake(mode) as engine:
            assert engine.analyze(POSITION, 7, "house rules", komi).dead == DEAD


def test_rules_are_told_to_engines_that_take_them(tmp_path: Path) -> None:
    """By the names that KataGo has for them."""
    told = tmp_path / "rules"
    with fake("with-rules", f"rules={told}") as engine:
        for rules in ("chinese", "japanese", "", "house rules", "button"):
            assert engine.analyze(POSITION, BLACK, rules).dead == DEAD
    assert told.read_text().split() == ["chinese", "japanese", "japanese", "japanese", "aga-button"]


def test_confidence_of_katago_follows_its_clearness() -> None:
    """The least certain chain decides."""
    with fake("katago") as sure, fake("katago-unsure") as unsure:
        clear, vague = sure.analyze(POSITION), unsure.analyze(POSITION)
    assert clear.dead == vague.dead == DEAD
    assert 0.5 <= vague.confidence < 0.9 <= clear.confidence + 0.05 <= 1


def test_old_katago_has_no_version() -> None:
    """An engine that does not know the question about its version judges all the same."""
    with fake("katago-old") as engine:
        answer = engine.analyze(POSITION)
    assert answer.dead == DEAD


@pytest.mark.parametrize("rows", [["X"], ["XO", "OX"], ["OX.", "XX.", "..."]])
def test_a_chain_without_liberties_is_not_asked_about(rows: list[str]) -> None:
    """Full boards and strange setups get a reason."""
    with Engine("no-such-engine") as engine:
        assert_error(engine.analyze(Position.from_rows(rows)), "no liberty")


def test_an_empty_board_needs_no_engine() -> None:
    """A point without a stone is not dead."""
    with Engine("no-such-engine") as engine:
        answer = engine.analyze(Position.empty(19))
    assert (answer.error, answer.dead, answer.confidence) == ("", frozenset(), 1.0)


def test_a_board_too_large_is_refused() -> None:
    """A refusal is not a failure: the same process continues."""
    stones = np.zeros(625, dtype=np.uint8)
    stones[312] = BLACK
    for mode in ("gtp", "katago"):
        with fake(mode) as engine:
            for _ in range(6):
                assert_error(engine.analyze(Position(25, 25, stones)), "refuses")
            assert engine.analyze(POSITION).dead == DEAD
    stones = np.zeros(900, dtype=np.uint8)
    stones[0] = WHITE
    with fake("gtp") as engine:
        assert_error(engine.analyze(Position(30, 30, stones)), "30×30")


@pytest.mark.parametrize(
    ("mode", "words"),
    [("refuses", "cannot score"), ("no-play", "illegal move"), ("katago-errs", "Could not parse rules")],
)
def test_refusals_never_end_the_engine(mode: str, words: str, tmp_path: Path) -> None:
    """`? error` is a row; the engine is not killed."""
    log = tmp_path / "log"
    with fake(mode, f"log={log}") as engine:
        for _ in range(6):
            assert_error(engine.analyze(POSITION), "refuses", words)
    assert len(log.read_text().split()) == 1


@pytest.mark.parametrize(
    ("command", "message"), [("", "empty"), ("  ", "empty"), ("''", "empty"), ("gnugo 'x", "not a valid command")]
)
def test_commands_that_are_none(command: str, message: str) -> None:
    """The user learns at once."""
    with pytest.raises(ValueError, match=message):
        Engine(command)


def test_times_and_protocols_that_are_none() -> None:
    """So with the other arguments."""
    for seconds in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match=r"timeout: |time limit"):
            Engine("gnugo", timeout=seconds)
    with pytest.raises(ValueError, match="Expected gtp, katago"):
        Engine("gnugo", protocol="uci")


def test_the_command_tells_the_protocol() -> None:
    """``katago analysis`` has one of its own; KataGo's GTP mode and everything else speak GTP."""
    for command in ("katago analysis -model x.bin.gz", "/opt/katago-v1.16/katago.exe analysis", "nice katago analysis"):
        assert Engine(command).protocol is EngineProtocol.KATAGO
    for command in ("gnugo --mode gtp", "katago gtp -config analysis.cfg", "./analysis", "pachi"):
        assert Engine(command).protocol is EngineProtocol.GTP
    assert Engine("./my-script", protocol="katago").protocol is EngineProtocol.KATAGO


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    """Text that a shell would run or expand is passed on unchanged."""
    engine = Engine(f"no-such-engine; touch {tmp_path / 'made'}")
    with pytest.raises(ResourceError, match="no-such-engine;"):
        engine.analyze(POSITION)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("seed", range(20))
def test_stones_set_one_by_one_make_the_position(seed: int) -> None:
    """Nothing is captured on the way, and the last stone is not of the side to move if there is another."""
    position = legal(seed)
    for to_move in (BLACK, WHITE):
        board = OracleBoard(Position.empty(position.width))
        order = _in_turn(position, to_move)
        for color, point in order:
            assert board.colors[point] == 0
            assert board.place(color, point) == (frozenset(), frozenset())
        assert board.position() == position
        if opponent(to_move) in position.stones:
            assert order[-1][0] == opponent(to_move)
