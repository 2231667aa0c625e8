"""Engines that fail in every way they can, and their leftovers."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from life.engine_samples import DEAD, FAKE, GENEROUS, OTHER, POSITION, SHORT, assert_error, fake, gone

from goanalyze.errors import ResourceError
from goanalyze.life.engines.engine import Engine

pytestmark = pytest.mark.usefixtures("nothing_left")

FAULTS = {
    "drips": "no answer within",
    "closes": "closed its output",
    "dies": "it ended (exit code 3); it said: assertion failed: [31m dragon eaten",
    "segfaults": "SIGSEGV",
    "half": "exit code 0",
    "endless-line": "more than 1 MB",
    "endless-lines": "more than 1 MB",
    "endless-nothing": "more than 1 MB",
    "binary": "no answer to",
    "binary-answer": "named no stones",
    "nonsense": "I like the taste",
    "other-question": "another question",
    "words": "named no stones",
    "off-board": "named no stones",
    "zero": "named no stones",
    "a-pass": "no stone is",
    "empty-point": "no stone is",
    "in-part": "only a part",
    "a-huge-number": "named no stones",
}
AGAINST_TIME = {"hangs", "drips"}
LONG = {"drips", "closes", "endless-lines", "endless-nothing"}
"""Faults that are waited for, or that take long to write."""


@pytest.mark.parametrize(
    "mode", [pytest.param(mode, marks=pytest.mark.slow if mode in LONG else ()) for mode in FAULTS]
)
def test_a_position_at_which_it_fails_twice_is_a_row(mode: str, tmp_path: Path) -> None:
    """A position that fails in a fresh process, too, while another does not, is skipped."""
    log = tmp_path / "log"
    with fake(mode, "board=5", f"log={log}", timeout=SHORT if mode in AGAINST_TIME else GENEROUS) as engine:
        assert_error(engine.analyze(POSITION), "the engine failed twice: ", FAULTS[mode])
        assert engine.analyze(OTHER).error == ""
    numbers = [int(number) for number in log.read_text().split()]
    assert len(numbers) == 3  # the third one was asked about a plain position, and goes on
    assert all(gone(number) for number in numbers)


@pytest.mark.parametrize(
    ("mode", "at"),
    [
        *((mode, at) for mode in ("dies", "nonsense") for at in ("boardsize", "clear_board", "play", "komi")),
        ("hangs", "final_status_list"),
    ],
)
def test_a_failure_may_be_the_moments(mode: str, at: str, tmp_path: Path) -> None:
    """A position whose first process failed is queried once more in a new process."""
    log = tmp_path / "log"
    timeout = SHORT if mode in AGAINST_TIME else GENEROUS
    with fake(mode, f"at={at}", f"once={tmp_path / 'failed'}", f"log={log}", timeout=timeout) as engine:
        assert engine.analyze(POSITION).dead == DEAD
    assert len(log.read_text().split()) == 2


@pytest.mark.parametrize(
    "mode",
    [
        "katago-wrong-size",
        "katago-no-ownership",
        "katago-nan",
        "katago-words",
        "katago-deep",
        "katago-other-id",
        "katago-nonsense",
        "katago-list",
        "dies",
        "hangs",
        "endless-line",
        "binary",
        pytest.param("closes", marks=pytest.mark.slow),
    ],
)
def test_katago_may_fail_as_others_do(mode: str, tmp_path: Path) -> None:
    """Ownership of another board, of nothing, not numbers, no JSON, no answer: a new process is asked."""
    log = tmp_path / "log"
    timeout = SHORT if mode in AGAINST_TIME else GENEROUS
    with fake(mode, f"once={tmp_path / 'failed'}", f"log={log}", "speak=katago", timeout=timeout) as engine:
        assert engine.analyze(POSITION).dead == DEAD
    assert len(log.read_text().split()) == 2


def test_another_board_than_asked_for_is_noticed() -> None:
    """An engine that keeps to 19×19 does not judge a board of 5×5, nor any other."""
    with fake("own-size") as engine, pytest.raises(ResourceError, match=r"fails at every position: .*'19'"):
        engine.analyze(POSITION)


@pytest.mark.parametrize(
    ("mode", "tries", "words"),
    [
        ("dies", 3, "fails at every position: it ended .exit code 3.; it said: assertion failed"),
        ("dies-at-start", 2, "does not start: it ended .exit code 1.; it said: no license"),
        ("no-status", 1, "'Fake Go' cannot name dead stones: it does not know final_status_list"),
    ],
)
def test_an_engine_of_no_use_is_an_error_of_the_surroundings(mode: str, tries: int, words: str, tmp_path: Path) -> None:
    """A failure of all positions proves nothing about one of them, and each try costs several processes."""
    log = tmp_path / "log"
    with fake(mode, f"log={log}") as engine:
        with pytest.raises(ResourceError, match=words):
            engine.analyze(POSITION)
        assert len(log.read_text().split()) == tries


@pytest.mark.slow
def test_what_took_long_to_find_out_is_not_found_out_for_each_shard(tmp_path: Path) -> None:
    """An engine that hangs would cost minutes each time; a new run tries it again."""
    log = tmp_path / "log"
    with fake("hangs-at-start", f"log={log}", start_timeout=0.6) as engine:
        for _ in range(3):
            with pytest.raises(ResourceError, match=r"does not start: no answer within 0.6 seconds"):
                engine.analyze(POSITION)
        assert len(log.read_text().split()) == 2
        engine.close()
        with pytest.raises(ResourceError, match="does not start"):
            engine.analyze(POSITION)
        assert len(log.read_text().split()) == 4


@pytest.mark.parametrize("command", ["no-such-engine --mode gtp", "/etc/passwd", "/", "/no/such/engine"])
def test_what_cannot_be_run_is_told(command: str) -> None:
    """A missing engine is reported at once if it is looked for, else at the first position that needs it."""
    name = command.split(maxsplit=1)[0]
    with Engine(command) as engine:
        for use in (engine.require, lambda: engine.analyze(POSITION)):
            with pytest.raises(ResourceError, match=f"engine '{name}' (was not found|is not a program)"):
                use()


def test_an_engine_that_is_installed_later_is_asked(tmp_path: Path) -> None:
    """A failure in an earlier run is not remembered."""
    program = tmp_path / "engine"
    with Engine(shlex.quote(str(program))) as engine:
        with pytest.raises(ResourceError, match="was not found"):
            engine.analyze(POSITION)
        program.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-S', str(FAKE), 'gtp'])}\n")
        program.chmod(0o755)
        assert engine.analyze(POSITION).dead == DEAD


def test_no_alarm_runs_while_an_engine_is_waited_for() -> None:
    """The time limit of a file does not apply to the engine, which has its own."""
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
    try:
        with fake("hangs", "board=5", timeout=SHORT) as engine:
            signal.setitimer(signal.ITIMER_REAL, SHORT / 2)
            assert_error(engine.analyze(POSITION), "the engine failed twice: no answer within 0.5 seconds")
            assert not rang
            assert 0 < signal.setitimer(signal.ITIMER_REAL, 0)[0] <= SHORT / 2
    finally:
        signal.signal(signal.SIGALRM, before)


def test_an_engine_that_ignores_the_end_is_killed(tmp_path: Path) -> None:
    """It gets a second."""
    log = tmp_path / "log"
    with fake("ignores-quit", f"log={log}") as engine:
        assert engine.analyze(POSITION).dead == DEAD
    assert gone(int(log.read_text()))


def test_processes_that_an_engine_has_started_end_with_it(tmp_path: Path) -> None:
    """A wrapper script's engine does not live on, nor keep a pipe open."""
    with fake("child", "board=5", f"child={tmp_path / 'children'}", timeout=SHORT) as engine:
        assert_error(engine.analyze(POSITION), "no answer within")
    assert all(gone(int(number)) for number in (tmp_path / "children").read_text().split())


def test_an_engine_ends_with_who_started_it(tmp_path: Path) -> None:
    """It hangs, sees no end of its input, and has a child; SIGKILL of its parent ends both."""
    log = tmp_path / "log"
    line = [sys.executable, "-S", str(FAKE), "child", f"log={log}", f"child={log}"]
    code = (
        "import sys, time; from goanalyze.life.engines.process import EngineProcess; "
        "engine = EngineProcess(sys.argv[1:]); engine.send('1 final_status_list dead'); time.sleep(1000)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, *line])
    while not log.exists() or len(log.read_text().split()) < 2:
        assert parent.poll() is None
        time.sleep(0.01)
    parent.kill()
    parent.wait()
    assert all(gone(int(number)) for number in log.read_text().split())


def test_an_engine_gets_the_environment_as_the_user_gave_it(tmp_path: Path) -> None:
    """A command's own environment does not reach the engine."""
    log = tmp_path / "log"
    engine = "import os; print(os.environ.get('OPENBLAS_NUM_THREADS'), os.environ['ARROW_DEFAULT_MEMORY_POOL'],"
    engine += f" file=open({str(log)!r}, 'w'))"
    code = (
        "import sys; from goanalyze.util import environment; environment.add(); "
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
    """An error that is not the engine's is raised, and leaves no process."""
    from goanalyze.life.engines.gtp import GtpEngine

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GtpEngine, "analyze", interrupted)
    engine = fake("gtp")
    with pytest.raises(KeyboardInterrupt):
        engine.analyze(POSITION)
