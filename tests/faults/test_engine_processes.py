"""No engine outlives its run, for any end of it; positions that a broken engine left are judged by the next run.

The engine is a real process; where it hangs, it has a child and does not see the end of its input.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.check_runs import ROOT, SHARD, assert_same, check, command, environment, executed_by, heeding_interrupts
from kill import processes

import goanalyze as ga
from goanalyze.pipeline import engine_of

FAKE = ROOT / "tests" / "life" / "fake_engine.py"
OPEN = "(;SZ[9]KM[0.5]RE[B+0.5];B[cc];W[gg];B[cg];W[g{}];B[];W[]C[{}])"  # not settled: an engine is asked about its end


def hanging(log: Path) -> list[str]:
    """Return the command of an engine that hangs with a child; both write their numbers down."""
    return [sys.executable, "-S", str(FAKE), "child", f"log={log}", f"child={log}"]


def logged(log: Path, started: subprocess.Popen[str], count: int) -> list[int]:
    """Return the process ids that engines and their children have written, once there is the given number."""
    while not log.exists() or len(numbers := log.read_text().split()) < count:
        assert started.poll() is None, started.communicate()
        time.sleep(0.02)
    return [int(number) for number in numbers]


def living(numbers: list[int], patience: float = 5) -> list[int]:
    """Return those of some processes that do not end."""
    until = time.monotonic() + patience
    while (left := [number for number in numbers if number in processes()]) and time.monotonic() < until:
        time.sleep(0.02)
    for number in left:  # a test that fails leaves nothing behind
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    return left


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    """Four games, each a shard, whose ends are not settled."""
    paths = [tmp_path / f"{column}.sgf" for column in "abcd"]
    for path in paths:
        path.write_text(OPEN.format(path.stem, "x" * SHARD))
    return paths


def test_what_an_engine_of_no_use_did_not_judge_is_done_later(games: list[Path], tmp_path: Path) -> None:
    """The shard is reported and not written, and the same command writes it with a working engine."""
    script, good, out, whole = (tmp_path / name for name in ("engine", "good", "out", "whole"))
    for path, mode in ((script, "dies-at-start"), (good, "gtp")):
        path.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-S', str(FAKE), mode])}\n")
        path.chmod(0o755)
    engine = shlex.quote(str(script))
    how = {"shard": SHARD, "estimate": "auto", "engine": engine}
    first = check(games, out, **how)
    assert [what for what, _ in first.undone] == [str(path) for path in games]
    assert all("does not start: it ended (exit code 1); it said: no license" in why for _, why in first.undone)
    assert not [*out.glob("*/part-*")]
    good.replace(script)
    engine_of(engine).close()  # as at the end of a process
    assert not check(games, out, **how).undone
    check(games, whole, **how)
    assert_same(out, whole)
    engine_of(engine).close()


def test_no_engine_outlives_a_check_in_a_script(games: list[Path], tmp_path: Path) -> None:
    """It would keep memory, a graphics card's perhaps, for as long as a notebook is open (item 9)."""
    log = tmp_path / "log"
    tables = ga.check(games, engine=shlex.join([sys.executable, "-S", str(FAKE), "gtp", f"log={log}"]))
    assert set(tables.counts.status_source) == {"engine"}
    (engine,) = map(int, log.read_text().split())
    assert living([engine], 0) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("jobs", "whom", "how"),
    [
        (1, "run", signal.SIGTERM),
        (1, "run", signal.SIGKILL),
        (2, "run", signal.SIGTERM),
        (2, "run", signal.SIGKILL),
        (2, "run", signal.SIGINT),
        (2, "worker", signal.SIGKILL),
    ],
)
def test_no_engine_outlives_a_run(jobs: int, whom: str, how: signal.Signals, games: list[Path], tmp_path: Path) -> None:
    """SIGTERM ends a run as Control-C does, with 130; for any end of the run or a worker, no engine remains."""
    log = tmp_path / "log"
    line = command(
        "check",
        *games,
        "-o",
        tmp_path / "out",
        *executed_by(jobs),
        "--shard",
        SHARD / 2**20,
        "--engine",
        shlex.join(hanging(log)),
    )
    with subprocess.Popen(
        heeding_interrupts(line),
        env=environment(),
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        engines = logged(log, started, 2 * jobs)
        try:
            if whom == "worker":
                worker = next(number for server in processes(parent=started.pid) for number in processes(parent=server))
                engines = [number for number in engines if number in below(worker)]
                os.kill(worker, how)
            else:
                os.killpg(started.pid, how) if how == signal.SIGINT else started.send_signal(how)
                _, told = started.communicate(timeout=30)
                assert started.returncode == (-how if how == signal.SIGKILL else 130), told
                assert how == signal.SIGKILL or told == (
                    "goanalyze: interrupted; finished parts are reused: repeat the command to continue\n"
                )
        finally:
            left = living(engines)
            started.kill()
    assert engines
    assert left == []


def below(process: int) -> list[int]:
    """Return the processes that one has started, and those that they have."""
    own = processes(parent=process)
    return own + [number for child in own for number in below(child)]
