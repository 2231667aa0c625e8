"""A worker answers, dies, or is replaced; whoever asked knows which, and no worker outlives whoever started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from kill import processes

from goanalyze.batch.worker import WorkerDiedError, Workers, WorkerStartError

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def workers() -> Workers:
    """Workers that take turns."""
    with Workers() as started:
        yield started


def test_a_worker_answers(workers: Workers) -> None:
    """A result comes back, the items of a generator one by one, an error as itself; the worker goes on."""
    first = workers.call(os.getpid)
    items: list[int] = []
    assert workers.call(iter, (1, 2, 3), item=items.append) is None
    assert items == [1, 2, 3]
    with pytest.raises(ValueError, match="invalid literal"):
        workers.call(int, "one")
    assert workers.call(os.getpid) == first != os.getpid()


@pytest.mark.parametrize(("function", "argument", "how"), [
    (os._exit, 3, "ended with code 3"), (os._exit, 0, "ended with code 0"),
    (signal.raise_signal, signal.SIGSEGV, "was ended by SIGSEGV"),
    (signal.raise_signal, signal.SIGKILL, r"was ended by SIGKILL \(out of memory perhaps\)"),
], ids=str)  # fmt: skip
def test_a_death_is_told_and_costs_one_order(workers: Workers, function: object, argument: int, how: str) -> None:
    """The order that killed its worker is known; the next one gets another worker."""
    with pytest.raises(WorkerDiedError, match=how):
        Workers().call(function, argument)  # type: ignore[arg-type]
    assert workers.call(int, "1") == 1
    with pytest.raises(WorkerDiedError, match=how):  # also where a worker has done something before
        workers.call(function, argument)  # type: ignore[arg-type]
    assert workers.call(int, "1") == 1


def test_a_worker_that_was_idle_for_too_long_is_replaced(workers: Workers) -> None:
    """It ends by itself, which is told apart from a death."""
    first = workers.call(os.getpid)
    (idle,) = workers._idle
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), idle._process.stdin.fileno())
    assert idle._process.wait() == 0
    assert workers.call(os.getpid) != first


def test_workers_that_cannot_begin_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is blamed for it that was to be done."""
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(9)")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    with pytest.raises(WorkerStartError, match=r"end as soon as they have begun: the last ended with code"):
        Workers().call(int, "1")


def test_a_script_needs_no_main_guard(tmp_path: Path) -> None:
    """Workers do not run the script that started them once more (issue 14, item 11)."""
    for name in ("a", "b"):  # each a shard
        (tmp_path / f"{name}.sgf").write_text(f"(;SZ[9]C[{name * 9_000_000}];B[aa];W[bb])")
    script = tmp_path / "script.py"
    script.write_text(
        "import goanalyze as ga\n"
        "open('begun', 'a').write('.')\n"
        f"print(len(ga.check({str(tmp_path)!r}, jobs=2, estimate='never').games))\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")
    assert (tmp_path / "begun").read_text() == "."


def test_a_worker_that_is_ended_leaves_no_temporary_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It may have had a large archive in a folder: it dies, or has nothing more to do.

    Source: issue 14, item 9, what is left behind.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for end in (None, signal.SIGKILL):
        with Workers() as some:
            folder = Path(some.call(tempfile.mkdtemp))
            assert folder.is_dir()
            assert folder.is_relative_to(tmp_path)
            if end:
                with pytest.raises(WorkerDiedError):
                    some.call(signal.raise_signal, end)
                assert not any(tmp_path.iterdir())
        assert not any(tmp_path.iterdir())


def test_workers_end_with_whoever_started_them(tmp_path: Path) -> None:
    """Busy or idle, they notice that nobody is left to answer to; their temporary files go with them."""
    code = ("import tempfile, threading, time; from goanalyze.batch.worker import Workers; some = Workers()\n"
            "threading.Thread(target=some.call, args=(time.sleep, 600), daemon=True).start()\n"
            "print(some.call(tempfile.mkdtemp), flush=True); time.sleep(600)")  # fmt: skip
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True, env=environment
    )
    assert process.stdout is not None
    assert Path(os.fsdecode(process.stdout.readline().rstrip())).is_relative_to(tmp_path)
    process.kill()
    process.communicate()
    until = time.monotonic() + 20
    while ((left := processes(process.pid)) or any(tmp_path.iterdir())) and time.monotonic() < until:
        time.sleep(0.02)
    assert not left
    assert not any(tmp_path.iterdir())
