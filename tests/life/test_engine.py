"""Engines: the real GNU Go, fake ones that fail in every way they can, and what is left of them afterwards."""

from __future__ import annotations

import math
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.games import records_of

from goanalyze.board.position import Position
from goanalyze.board.stones import Stones
from goanalyze.life.choices import EngineProtocol
from goanalyze.life.engine import Engine, EngineAnswer
from goanalyze.life.engines.gtp import _in_turn
from goanalyze.life.markup import read_markup
from goanalyze.replay.replays import replay_records
from goanalyze.sgf.metadata import read_metadata
from goanalyze.vocabulary.faults import SurroundingsError
from goanalyze.vocabulary.points import BLACK, WHITE, from_gtp, opponent

FAKE = Path(__file__).with_name("fake_engine.py")
SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "gnugo"
GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
gnugo = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian and Ubuntu: apt install gnugo)")
SHORT = 0.5  # seconds for one position, where an engine is to fail by them
GENEROUS = 15.0  # no test may hang; nothing is measured

POSITION = Position.from_rows(["..X..", ".OX..", ".OX.O", "..X..", "..X.."])
OTHER = Position.from_rows(["..X....", ".OX....", ".OX.O..", "..X....", "..X....", "..X....", "..X...."])
DEAD = frozenset({6, 11})  # what the fake engine calls dead: White's chain on column B, not the stone on E


def fake(mode: str, *options: str, timeout: float = GENEROUS, start_timeout: float = GENEROUS) -> Engine:
    """Return a fake engine."""
    command = shlex.join([sys.executable, "-S", str(FAKE), mode, *options])
    spoken = "katago" if mode.startswith("katago") or "speak=katago" in options else None
    return Engine(command, timeout=timeout, start_timeout=start_timeout, protocol=spoken)


def assert_error(answer: EngineAnswer, *words: str) -> None:
    """Check that nothing was answered, and why."""
    assert all(word in answer.error for word in words), answer.error
    assert answer.error.isprintable()
    assert len(answer.error) < 600
    assert (answer.dead, answer.seki, answer.confidence) == (frozenset(), frozenset(), 0.0)


def open_files() -> int:
    """Return how many files and pipes this process holds."""
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0


def children() -> set[int]:
    """Return the processes that this one has started and that are not reaped."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            after = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(after[1]) == os.getpid():
            found.add(int(path.parent.name))
    return found


def gone(pid: int) -> bool:
    """Return whether a process has ended; init may take a moment to reap it."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """After every test there are no more processes, threads and pipes than before."""
    before = (children(), threading.active_count(), open_files())
    yield
    assert (children(), threading.active_count(), open_files()) == before


# Good engines.


@pytest.mark.parametrize("mode", ["gtp", "windows", "loose", "no-numbers", "no-list", "no-komi", "banner", "no-seki",
                                  "chatty", "katago", "katago-chatty"])  # fmt: skip
def test_manners_do_not_matter(mode: str) -> None:
    """Line ends, blank lines, comments, banners, floods on stderr, missing extras: the answer is understood."""
    with fake(mode) as engine:
        for _ in range(2):
            answer = engine.ask(POSITION, WHITE, "japanese", 6.5)
            assert (answer.error, answer.dead, answer.seki) == ("", DEAD, frozenset())
            assert (engine.name, engine.version) in {("Fake Go", "1.0"), ("KataGo", "1.16.3")}
            assert 0.5 <= answer.confidence < 1


def test_one_process_serves_all_positions(tmp_path: Path) -> None:
    """It is started with the first position that needs it, and kept."""
    log = tmp_path / "log"
    with fake("gtp", f"log={log}") as engine:
        engine.ask(Position.empty(9))
        assert not log.exists()
        for side in (5, 9, 13, 19, 1, 2):
            stones = np.zeros(side * side, dtype=np.uint8)
            stones[side - 1 :: 2] = WHITE
            stones[0] = BLACK if side > 1 else 0
            answer = engine.ask(Position(side, side, stones if side > 1 else stones * 0))
            assert answer.error == ""
    assert len(log.read_text().split()) == 1


def test_a_closed_engine_starts_again() -> None:
    """Closing ends the process, not the object."""
    engine = fake("gtp")
    assert engine.ask(POSITION).dead == DEAD
    engine.close()
    engine.close()
    assert engine.ask(POSITION).dead == DEAD
    engine.close()


def test_katago_knows_boards_that_are_not_square() -> None:
    """Its protocol has both sides; GTP has one."""
    position = Position.from_rows([".O..X..", "....X..", ".O.X..."])
    with fake("katago") as engine:
        assert engine.ask(position).dead == {1, 15}
    with fake("gtp") as engine:
        assert_error(engine.ask(position), "7×3", "square")
        assert engine.ask(POSITION).dead == DEAD


@pytest.mark.parametrize("komi", [6.5, 3.75, -100, 1e9, math.nan, math.inf])
def test_any_komi_will_do(komi: float) -> None:
    """KataGo gets a half-integer, and whatever is no number is 0."""
    for mode in ("gtp", "katago"):
        with fake(mode) as engine:
            assert engine.ask(POSITION, 7, "house rules", komi).dead == DEAD


def test_rules_are_told_to_engines_that_take_them(tmp_path: Path) -> None:
    """By the names that KataGo has for them."""
    told = tmp_path / "rules"
    with fake("with-rules", f"rules={told}") as engine:
        for rules in ("chinese", "japanese", "", "house rules", "button"):
            assert engine.ask(POSITION, BLACK, rules).dead == DEAD
    assert told.read_text().split() == ["chinese", "japanese", "japanese", "japanese", "aga-button"]


def test_confidence_of_katago_follows_its_clearness() -> None:
    """The least certain chain decides."""
    with fake("katago") as sure, fake("katago-unsure") as unsure:
        clear, vague = sure.ask(POSITION), unsure.ask(POSITION)
    assert clear.dead == vague.dead == DEAD
    assert 0.5 <= vague.confidence < 0.9 <= clear.confidence + 0.05 <= 1


def test_old_katago_has_no_version() -> None:
    """An engine that does not know the question about its version judges all the same."""
    with fake("katago-old") as engine:
        answer = engine.ask(POSITION)
    assert (answer.dead, engine.name, engine.version) == (DEAD, "KataGo", "")


# Positions that no engine is asked about.


@pytest.mark.parametrize("rows", [["X"], ["XO", "OX"], ["OX.", "XX.", "..."]])
def test_a_chain_without_liberties_is_not_asked_about(rows: list[str]) -> None:
    """Full boards and strange setups get a reason."""
    with Engine("no-such-engine") as engine:
        assert_error(engine.ask(Position.from_rows(rows)), "no liberty")


def test_an_empty_board_needs_no_engine() -> None:
    """Where no stone is, none is dead."""
    with Engine("no-such-engine") as engine:
        answer = engine.ask(Position.empty(19))
    assert (answer.error, answer.dead, answer.confidence) == ("", frozenset(), 1.0)


def test_a_board_too_large_is_refused() -> None:
    """A refusal is no fault: the same process goes on."""
    stones = np.zeros(625, dtype=np.uint8)
    stones[312] = BLACK
    for mode in ("gtp", "katago"):
        with fake(mode) as engine:
            for _ in range(6):
                assert_error(engine.ask(Position(25, 25, stones)), "refuses")
            assert engine.ask(POSITION).dead == DEAD
    stones = np.zeros(900, dtype=np.uint8)
    stones[0] = WHITE
    with fake("gtp") as engine:
        assert_error(engine.ask(Position(30, 30, stones)), "30×30")


@pytest.mark.parametrize(("mode", "words"), [("refuses", "cannot score"), ("no-play", "illegal move"),
                                             ("katago-errs", "Could not parse rules")])  # fmt: skip
def test_refusals_never_end_the_engine(mode: str, words: str, tmp_path: Path) -> None:
    """`? error` is a row; the engine is not killed."""
    log = tmp_path / "log"
    with fake(mode, f"log={log}") as engine:
        for _ in range(6):
            assert_error(engine.ask(POSITION), "refuses", words)
    assert len(log.read_text().split()) == 1


# Engines that fail.

FAULTS = {
    "drips": "no answer within", "closes": "closed its output",
    "dies": "it ended (exit code 3); it said: assertion failed: [31m dragon eaten", "segfaults": "SIGSEGV",
    "half": "exit code 0", "endless-line": "more than 1 MB", "endless-lines": "more than 1 MB",
    "endless-nothing": "more than 1 MB", "binary": "no answer to", "binary-answer": "named no stones",
    "nonsense": "I like the taste", "other-question": "another question", "words": "named no stones",
    "off-board": "named no stones", "zero": "named no stones", "a-pass": "no stone is", "empty-point": "no stone is",
    "in-part": "only a part", "a-huge-number": "named no stones", "of-both": "both dead and in seki",
}  # fmt: skip
AGAINST_TIME = {"hangs", "drips"}
LONG = {"drips", "closes", "endless-lines", "endless-nothing"}
"""Faults that are waited for, or that take long to write."""


@pytest.mark.parametrize(
    "mode", [pytest.param(mode, marks=pytest.mark.slow if mode in LONG else ()) for mode in FAULTS]
)
def test_a_position_at_which_it_fails_twice_is_a_row(mode: str, tmp_path: Path) -> None:
    """What fails a fresh process, too, but not at another position, is the position's doing. Issue 14, item 2."""
    log = tmp_path / "log"
    with fake(mode, "board=5", f"log={log}", timeout=SHORT if mode in AGAINST_TIME else GENEROUS) as engine:
        assert_error(engine.ask(POSITION), "the engine failed twice: ", FAULTS[mode])
        assert engine.name == "Fake Go"
        assert engine.ask(OTHER).error == ""
    numbers = [int(number) for number in log.read_text().split()]
    assert len(numbers) == 3  # the third one was asked about a plain position, and goes on
    assert all(gone(number) for number in numbers)


@pytest.mark.parametrize(("mode", "at"), [
    *((mode, at) for mode in ("dies", "nonsense") for at in ("boardsize", "clear_board", "play", "komi")),
    ("hangs", "final_status_list"),
])  # fmt: skip
def test_a_failure_may_be_the_moments(mode: str, at: str, tmp_path: Path) -> None:
    """The same position is asked about once more, of a new process, wherever the first failed. Issue 14, item 2."""
    log = tmp_path / "log"
    timeout = SHORT if mode in AGAINST_TIME else GENEROUS
    with fake(mode, f"at={at}", f"once={tmp_path / 'failed'}", f"log={log}", timeout=timeout) as engine:
        assert engine.ask(POSITION).dead == DEAD
    assert len(log.read_text().split()) == 2


@pytest.mark.parametrize("mode", ["katago-wrong-size", "katago-no-ownership", "katago-nan", "katago-words",
                                  "katago-deep", "katago-other-id", "katago-nonsense", "katago-list", "dies", "hangs",
                                  "endless-line", "binary",
                                  pytest.param("closes", marks=pytest.mark.slow)])  # fmt: skip
def test_katago_may_fail_as_others_do(mode: str, tmp_path: Path) -> None:
    """Ownership of another board, of nothing, not numbers, no JSON, no answer: a new process is asked."""
    log = tmp_path / "log"
    timeout = SHORT if mode in AGAINST_TIME else GENEROUS
    with fake(mode, f"once={tmp_path / 'failed'}", f"log={log}", "speak=katago", timeout=timeout) as engine:
        assert engine.ask(POSITION).dead == DEAD
    assert len(log.read_text().split()) == 2


def test_another_board_than_asked_for_is_noticed() -> None:
    """An engine that keeps to 19×19 does not judge a board of 5×5, nor any other."""
    with fake("own-size") as engine, pytest.raises(SurroundingsError, match=r"fails whatever it is asked: .*'19'"):
        engine.ask(POSITION)


@pytest.mark.parametrize(("mode", "tries", "words"), [
    ("dies", 3, "fails whatever it is asked: it ended .exit code 3.; it said: assertion failed"),
    ("dies-at-start", 2, "does not start: it ended .exit code 1.; it said: no license"),
    ("no-status", 1, "'Fake Go' cannot tell dead stones: it does not know final_status_list"),
])  # fmt: skip
def test_an_engine_of_no_use_is_an_error_of_the_surroundings(mode: str, tries: int, words: str, tmp_path: Path) -> None:
    """Nothing was learned about the position, and each try takes so many processes. Issue 14, item 2."""
    log = tmp_path / "log"
    with fake(mode, f"log={log}") as engine:
        with pytest.raises(SurroundingsError, match=words):
            engine.ask(POSITION)
        assert len(log.read_text().split()) == tries


@pytest.mark.slow
def test_what_took_long_to_find_out_is_not_found_out_for_each_shard(tmp_path: Path) -> None:
    """An engine that hangs would cost minutes each time; a run that is begun anew asks anew. Issue 14, item 2."""
    log = tmp_path / "log"
    with fake("hangs-at-start", f"log={log}", start_timeout=0.6) as engine:
        for _ in range(3):
            with pytest.raises(SurroundingsError, match=r"does not start: no answer within 0.6 seconds"):
                engine.ask(POSITION)
        assert len(log.read_text().split()) == 2
        engine.close()
        with pytest.raises(SurroundingsError, match="does not start"):
            engine.ask(POSITION)
        assert len(log.read_text().split()) == 4


@pytest.mark.parametrize("command", ["no-such-engine --mode gtp", "/etc/passwd", "/", "/no/such/engine"])
def test_what_cannot_be_run_is_told(command: str) -> None:
    """At once if it is looked for, else with the first position that needs it. Issue 14, item 2."""
    name = command.split(maxsplit=1)[0]
    with Engine(command) as engine:
        for use in (engine.find, lambda: engine.ask(POSITION)):
            with pytest.raises(SurroundingsError, match=f"engine '{name}' (was not found|is not a program)"):
                use()


def test_an_engine_that_is_installed_later_is_asked(tmp_path: Path) -> None:
    """What failed before is not remembered. Issue 14, item 2."""
    program = tmp_path / "engine"
    with Engine(str(program)) as engine:
        with pytest.raises(SurroundingsError, match="was not found"):
            engine.ask(POSITION)
        program.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-S', str(FAKE), 'gtp'])}\n")
        program.chmod(0o755)
        assert engine.ask(POSITION).dead == DEAD


def test_no_alarm_runs_while_an_engine_is_waited_for() -> None:
    """The time limit of a file is not for the engine, which has its own. Issue 14, item 2."""
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
    try:
        with fake("hangs", "board=5", timeout=SHORT) as engine:
            signal.setitimer(signal.ITIMER_REAL, SHORT / 2)
            assert_error(engine.ask(POSITION), "the engine failed twice: no answer within 0.5 seconds")
            assert not rang
            assert 0 < signal.setitimer(signal.ITIMER_REAL, 0)[0] <= SHORT / 2
    finally:
        signal.signal(signal.SIGALRM, before)


def test_an_engine_that_ignores_the_end_is_killed(tmp_path: Path) -> None:
    """It gets a second."""
    log = tmp_path / "log"
    with fake("ignores-quit", f"log={log}") as engine:
        assert engine.ask(POSITION).dead == DEAD
    assert gone(int(log.read_text()))


def test_processes_that_an_engine_has_started_end_with_it(tmp_path: Path) -> None:
    """A wrapper script's engine does not live on, nor keep a pipe open."""
    with fake("child", "board=5", f"child={tmp_path / 'children'}", timeout=SHORT) as engine:
        assert_error(engine.ask(POSITION), "no answer within")
    assert all(gone(int(number)) for number in (tmp_path / "children").read_text().split())


def test_an_engine_ends_with_who_started_it(tmp_path: Path) -> None:
    """It hangs, sees no end of its input, and has a child; SIGKILL of its parent ends both. Issue 14, item 9."""
    log = tmp_path / "log"
    line = [sys.executable, "-S", str(FAKE), "child", f"log={log}", f"child={log}"]
    code = (
        "import sys, time; from goanalyze.life.engines.process import EngineProcess; "
        "engine = EngineProcess(sys.argv[1:]); engine.say('1 final_status_list dead'); time.sleep(1000)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, *line])
    while not log.exists() or len(log.read_text().split()) < 2:
        assert parent.poll() is None
        time.sleep(0.01)
    parent.kill()
    parent.wait()
    assert all(gone(int(number)) for number in log.read_text().split())


def test_an_engine_gets_the_environment_as_the_user_gave_it(tmp_path: Path) -> None:
    """What a command sets for itself is not for the engine. Review of issue 19."""
    log = tmp_path / "log"
    engine = "import os; print(os.environ.get('OPENBLAS_NUM_THREADS'), os.environ['ARROW_DEFAULT_MEMORY_POOL'],"
    engine += f" file=open({str(log)!r}, 'w'))"
    code = (
        "import sys; from goanalyze.vocabulary import environment; environment.add(); "
        "from goanalyze.life.engines.process import EngineProcess; "
        "import os; assert os.environ['OPENBLAS_NUM_THREADS'] == '1'; EngineProcess(sys.argv[1:])._process.wait()"
    )
    given = {
        name: value for name, value in os.environ.items() if name not in ("OPENBLAS_NUM_THREADS", "GOANALYZE_ADDED")
    }
    given["ARROW_DEFAULT_MEMORY_POOL"] = "mimalloc"
    subprocess.run([sys.executable, "-c", code, sys.executable, "-S", "-c", engine], env=given, check=True)
    assert log.read_text() == "None mimalloc\n"


def test_an_interrupt_ends_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no failure of the engine is not swallowed, and leaves no process."""
    from goanalyze.life.engines.gtp import GtpEngine

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GtpEngine, "dead_stones", interrupted)
    engine = fake("gtp")
    with pytest.raises(KeyboardInterrupt):
        engine.ask(POSITION)


@pytest.mark.parametrize(("command", "message"), [("", "empty"), ("  ", "empty"), ("''", "empty"),
                                                  ("gnugo 'x", "cannot be read")])  # fmt: skip
def test_commands_that_are_none(command: str, message: str) -> None:
    """The user learns at once."""
    with pytest.raises(ValueError, match=message):
        Engine(command)


def test_times_and_protocols_that_are_none() -> None:
    """So with the other arguments."""
    for seconds in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="seconds"):
            Engine("gnugo", timeout=seconds)
    with pytest.raises(ValueError, match="allowed are gtp, katago"):
        Engine("gnugo", protocol="uci")


def test_the_command_tells_the_protocol() -> None:
    """``katago analysis`` has one of its own; KataGo's GTP mode and everything else speak GTP."""
    for command in ("katago analysis -model x.bin.gz", "/opt/katago-v1.16/katago.exe analysis", "nice katago analysis"):
        assert Engine(command).protocol is EngineProtocol.KATAGO
    for command in ("gnugo --mode gtp", "katago gtp -config analysis.cfg", "./analysis", "pachi"):
        assert Engine(command).protocol is EngineProtocol.GTP
    assert Engine("./my-script", protocol="katago").protocol is EngineProtocol.KATAGO


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    """What a shell would run or expand is passed on as it is."""
    engine = Engine(f"no-such-engine; touch {tmp_path / 'made'}")
    with pytest.raises(SurroundingsError, match="no-such-engine;"):
        engine.ask(POSITION)
    assert not (tmp_path / "made").exists()


def legal(seed: int) -> Position:
    """Draw a board on which every chain has a liberty."""
    rng = np.random.default_rng(seed)
    side = int(rng.integers(1, 20))
    board = Stones(Position(side, side, rng.choice(3, side * side, p=[0.3, 0.35, 0.35]).astype(np.uint8)))
    for chain in board.chains():
        if not board.liberties(min(chain)):
            board.remove(chain)
    return board.position()


@pytest.mark.parametrize("seed", range(20))
def test_stones_set_one_by_one_make_the_position(seed: int) -> None:
    """Nothing is captured on the way, and the last stone is not of the side to move if there is another."""
    position = legal(seed)
    for to_move in (BLACK, WHITE):
        board = Stones(Position.empty(position.width))
        order = _in_turn(position, to_move)
        for color, point in order:
            assert board.colors[point] == 0
            assert board.place(color, point) == (frozenset(), frozenset())
        assert board.position() == position
        if opponent(to_move) in position.stones:
            assert order[-1][0] == opponent(to_move)


# GNU Go.


@pytest.fixture
def one() -> Iterator[Engine]:
    """Return a GNU Go of one's own."""
    with Engine(f"{GNUGO} --mode gtp --level 0") as engine:
        yield engine


def points(names: str, position: Position) -> frozenset[int]:
    """Return the points named, as GTP does."""
    return frozenset(from_gtp(name, position.width, position.height) for name in names.split())


HAND_MADE = [
    (["."], "", ""),
    ([".X", "X."], "", ""),
    (["..XO.", "..XO.", "..XOO", "..XO.", "..XO."], "", ""),
    ([".XO.O", ".XXOO", "XXXXO", "OOOX.", "...OX"], None, ""),
    (  # White's three stones in Black's corner
        ["..O..XO..", ".O...XO..", "....XXO..", "XXXXXOO..", "OOOOOO...", ".........", ".........", ".........",
         "........."], "C9 B8", "",
    ),
    (  # the same on the other side
        [".........", ".........", ".........", "OOOOOOOOO", "XXXXXXXXX", ".........", "..O......", ".........",
         "........."], "C3", "",
    ),
]  # fmt: skip


@gnugo
@pytest.mark.parametrize(("rows", "dead", "seki"), HAND_MADE)
def test_gnu_go_judges_by_hand_made_positions(one: Engine, rows: list[str], dead: str | None, seki: str) -> None:
    """Small and plain ones."""
    position = Position.from_rows(rows)
    answer = one.ask(position, BLACK, "japanese", 6.5)
    assert answer.error == ""
    assert answer.seki == points(seki, position)
    if dead is not None:
        assert answer.dead == points(dead, position)
    if position.stones.any():
        assert (one.name, one.version[:2]) == ("GNU Go", "3.")


@gnugo
def test_gnu_go_sees_a_seki(one: Engine) -> None:
    """Two chains with two shared liberties and no eye: in seki, not dead."""
    position = Position.from_rows([
        "OX.OX....", "OX.OX....", "OXXOX....", "OOOXX....", "..OX.....", "..OX.....", "..OX.....", "..OX.....",
        "..OX.....",
    ])  # fmt: skip
    answer = one.ask(position)
    assert (answer.error, answer.dead) == ("", frozenset())
    assert answer.seki == points("B9 B8 B7 C7 D9 D8 D7", position)


SAMPLES = [f"{size:03}x{size:03}-{rules}-{number:04}" for size, rules, number in [
    *((9, rules, number) for rules in ("japanese", "chinese") for number in (2, 5, 9, 14, 21)),
    *((13, rules, number) for rules in ("japanese", "chinese") for number in (1, 8, 14)),
    *((19, rules, number) for rules in ("japanese", "chinese") for number in (3, 11)),
]]  # fmt: skip


def sampled(name: str) -> tuple[Position, frozenset[int], str]:
    """Return the final position of a sample game, its marked dead stones, and the level they were judged at."""
    text = (SAMPLE / f"{name}.sgf").read_text(encoding="utf-8")
    records = records_of(text)
    replays = replay_records(records)
    statuses = read_markup(records, replays, read_metadata(records), "dead")
    position = Position(int(replays.width[0]), int(replays.height[0]), replays.boards)
    level = text.split("counted by GNU Go at level ")[1][0]
    return position, frozenset(np.flatnonzero(statuses.dead).tolist()), level


@gnugo
@pytest.mark.slow
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_gnu_go_agrees_with_its_own_markup(rules: str) -> None:
    """Asked at the level that made the sample's markup, it calls the same stones dead."""
    for name in (name for name in SAMPLES if rules in name):
        position, dead, level = sampled(name)
        with Engine(f"{GNUGO} --mode gtp --level {level} --{rules}-rules", timeout=120) as engine:
            answer = engine.ask(position, BLACK, rules, 6.5)
        assert (answer.error, answer.dead) == ("", dead), name


@gnugo
@pytest.mark.slow
def test_gnu_go_says_the_same_whatever_came_before(one: Engine) -> None:
    """An answer depends on the position alone, so not on the order or the number of workers."""
    positions = [sampled(name)[0] for name in SAMPLES if name.startswith("009")] + [legal(1), legal(6)]
    forth = [one.ask(position) for position in positions]
    back = [one.ask(position) for position in reversed(positions)][::-1]
    assert {answer.error for answer in forth + back} == {""}
    assert [(answer.dead, answer.seki) for answer in forth] == [(answer.dead, answer.seki) for answer in back]


@gnugo
def test_gnu_go_refuses_large_boards_and_goes_on(one: Engine) -> None:
    """Its largest is 19×19."""
    stones = np.zeros(441, dtype=np.uint8)
    stones[220] = BLACK
    assert_error(one.ask(Position(21, 21, stones)), "refuses", "unacceptable size")
    assert one.ask(Position.from_rows(["..XO.", "..XO.", "..XOO", "..XO.", "..XO."])).error == ""
