"""No engine outlives the run that asked it, however that ends, nor do processes that the engine has started.

The engine is a real process that hangs at its first position, with a child; it does not see the end of its input.
Issue 14, item 9.
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
from helpers.faulty import ROOT, command, environment, heeding_interrupts
from kill import processes

FAKE = ROOT / "tests" / "life" / "fake_engine.py"
OPEN = "(;SZ[9]KM[0.5]RE[B+0.5];B[cc];W[gg];B[cg];W[g{}];B[];W[]C[{}])"  # not settled: an engine is asked about its end


def hanging(log: Path) -> list[str]:
    """Return the command of an engine that hangs with a child; both write their numbers down."""
    return [sys.executable, "-S", str(FAKE), "child", f"log={log}", f"child={log}"]


def logged(log: Path, started: subprocess.Popen[str], count: int) -> list[int]:
    """Return the numbers that engines and their children have written down, once there are so many."""
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


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "whom", "how"), [
    (1, "run", signal.SIGTERM), (1, "run", signal.SIGKILL), (2, "run", signal.SIGTERM), (2, "run", signal.SIGKILL),
    (2, "run", signal.SIGINT), (2, "worker", signal.SIGKILL),
])  # fmt: skip
def test_no_engine_outlives_a_run(jobs: int, whom: str, how: signal.Signals, tmp_path: Path) -> None:
    """SIGTERM ends a run as Control-C does, with 130; whatever ends it or one of its workers, no engine stays."""
    for number in range(4):  # each a shard
        (tmp_path / f"{number}.sgf").write_text(OPEN.format("abcd"[number], "x" * 1100))
    log = tmp_path / "log"
    line = command("check", *sorted(tmp_path.glob("*.sgf")), "-o", tmp_path / "out", "--jobs", jobs, "--shard", 0.001,
                   "--engine", shlex.join(hanging(log)))  # fmt: skip
    with subprocess.Popen(heeding_interrupts(line), env=environment(), start_new_session=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as started:  # fmt: skip
        engines = logged(log, started, 2 * jobs)
        try:
            if whom == "worker":
                worker = next(number for number in processes(parent=started.pid) if processes(parent=number))
                engines = [number for number in engines if number in below(worker)]
                os.kill(worker, how)
            else:
                os.killpg(started.pid, how) if how == signal.SIGINT else started.send_signal(how)
                _, told = started.communicate(timeout=30)
                assert started.returncode == (-how if how == signal.SIGKILL else 130), told
                assert "Traceback" not in told
        finally:
            left = living(engines)
            started.kill()
    assert engines
    assert left == []


def below(process: int) -> list[int]:
    """Return the processes that one has started, and those that they have."""
    own = processes(parent=process)
    return own + [number for child in own for number in below(child)]
