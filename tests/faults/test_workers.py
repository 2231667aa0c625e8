"""A worker answers, dies, or is replaced; the caller knows which. No worker outlives the process that started it."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from helpers.check_runs import environment
from kill import processes

from goanalyze.batch.workers import Processes, WorkerDiedError, WorkerStartError

pytestmark = pytest.mark.slow

CHECK = "print(len(ga.check({!r}, jobs=2, estimate='never').games))\n"


@pytest.fixture(scope="module")
def workers() -> Iterator[Processes]:
    """One worker at a time."""
    with Processes(1) as started:
        yield started


@pytest.fixture
def two_shards(tmp_path: Path) -> Path:
    """A folder with two files, each a shard."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.sgf").write_text(f"(;SZ[9]C[{name * 9_000_000}];B[aa];W[bb])")
    return folder


def reported(values: range, report: Callable[[int], None]) -> str:
    """Report some values."""
    for value in values:
        report(value)
    return "end"


def run(*line: object, first: tuple[Path, ...] = (), **how: object) -> subprocess.CompletedProcess[str]:
    """Run Python to its end."""
    return subprocess.run(
        [sys.executable, *map(str, line)], env=environment(*first), capture_output=True, text=True, check=False, **how
    )  # type: ignore[call-overload, no-any-return]


def test_a_worker_answers(workers: Processes) -> None:
    """A result, reported values and an error arrive; the worker goes on."""
    first = workers.call(os.getpid)
    items: list[int] = []
    assert workers.call(reported, range(3), on_item=items.append) == "end"
    assert items == [0, 1, 2]
    with pytest.raises(ValueError, match="invalid literal"):
        workers.call(int, "one")
    assert workers.call(os.getpid) == first != os.getpid()


@pytest.mark.parametrize(
    ("function", "argument", "how"),
    [
        (os._exit, 3, "ended with code 3"),
        (os._exit, 0, "ended with code 0"),
        (signal.raise_signal, signal.SIGSEGV, "was ended by SIGSEGV"),
        (signal.raise_signal, signal.SIGTERM, "was ended by SIGTERM"),
        (signal.raise_signal, signal.SIGKILL, r"was ended by SIGKILL \(out of memory perhaps\)"),
    ],
    ids=str,
)
def test_a_death_is_described_and_costs_one_order(
    workers: Processes, function: Callable[[int], object], argument: int, how: str
) -> None:
    """The order that killed its worker is known; the next one gets another worker."""
    with Processes(1) as fresh, pytest.raises(WorkerDiedError, match=how):
        fresh.call(function, argument)
    assert workers.call(int, "1") == 1
    with pytest.raises(WorkerDiedError, match=how):
        workers.call(function, argument)
    assert workers.call(int, "1") == 1


def test_the_last_line_on_standard_error_is_part_of_the_description() -> None:
    """The output often names the cause. A worker's output is not shown otherwise."""
    with Processes(1) as fresh:
        assert fresh.call(print, "to standard output") is None
        with pytest.raises(WorkerDiedError, match=r"ended with code 1: the reason$"):
            fresh.call(sys.exit, "the reason")


def test_workers_execute_tasks_at_the_same_time() -> None:
    """Each worker has one task; a failed task does not stop the others, and progress comes with its task."""
    progress: list[tuple[object, object]] = []
    tasks = [0.2, -1.0, 0.2, 0.2]
    with Processes(2) as two:
        two.start()
        results = list(two.map(nap, tasks, lambda *each: progress.append(each)))  # type: ignore[arg-type]
    assert sorted(task for task, _ in results) == sorted(tasks)  # type: ignore[type-var]
    failures = [result for task, result in results if task == -1.0]  # type: ignore[comparison-overlap]
    assert [failure.reason for failure in failures] == ["ValueError: sleep length must be non-negative"]  # type: ignore[union-attr]
    assert sorted(progress) == sorted((task, task) for task in tasks)
    assert len({result for task, result in results if task != -1.0}) == 2  # type: ignore[comparison-overlap]


def nap(seconds: float, report: Callable[[float], None]) -> int:
    """Sleep, and return the number of the process."""
    report(seconds)
    time.sleep(seconds)
    return os.getpid()


def test_workers_that_cannot_begin_are_an_error(tmp_path: Path) -> None:
    """No order is blamed."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nif '-c' in sys.orig_argv: raise SystemExit(9)")
    script = tmp_path / "script.py"
    script.write_text(
        "from goanalyze.batch.workers import Processes\nif __name__ == '__main__': Processes(1).call(int)"
    )
    ended = run(script, first=(tmp_path,))
    assert "goanalyze.batch.workers.WorkerStartError: worker processes cannot be started: " in ended.stderr


def test_no_more_processes_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under a limit of the system."""

    def refuse(_: BaseProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(BaseProcess, "start", refuse)
    with Processes(1) as one, pytest.raises(WorkerStartError, match="cannot be started: Resource temporarily unavail"):
        one.call(int, "1")


@pytest.mark.parametrize("early", [True, False])
def test_a_script_without_a_main_guard_gets_one_sentence(two_shards: Path, tmp_path: Path, early: bool) -> None:
    """Workers import the script that starts them: it must not start workers then."""
    script = tmp_path / "script.py"
    start = "from goanalyze.batch.workers import Processes\nProcesses(2).start()\n" if early else ""
    script.write_text("import goanalyze as ga\n" + start + CHECK.format(str(two_shards)))
    ended = run(script)
    assert ended.returncode == 1
    assert ended.stderr.count("Traceback") == 1
    assert ended.stderr.splitlines()[-1] == (
        f"goanalyze.batch.workers.WorkerStartError: worker processes import the script {str(script)!r}, "
        'which starts workers when it is imported. Expected the call under: if __name__ == "__main__":'
    )


def test_a_script_with_a_main_guard_has_workers(two_shards: Path, tmp_path: Path) -> None:
    """As every program that uses `multiprocessing`."""
    script = tmp_path / "script.py"
    script.write_text(f"import goanalyze as ga\nif __name__ == '__main__':\n    {CHECK.format(str(two_shards))}")
    ended = run(script)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2\n", "")


@pytest.mark.parametrize("line", [("-",), ("-i", "-q"), ()], ids=str)
def test_a_program_on_standard_input_has_workers(two_shards: Path, line: tuple[str, ...]) -> None:
    """No other process can import it, and none needs to; the same in an interactive session."""
    ended = run(*line, input="import goanalyze as ga\n" + CHECK.format(str(two_shards)))
    assert (ended.returncode, ended.stdout) == (0, "2\n")


def test_a_program_in_the_command_line_has_workers(two_shards: Path) -> None:
    """It has no file either."""
    ended = run("-c", "import goanalyze as ga\n" + CHECK.format(str(two_shards)))
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2\n", "")


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_process_without_a_standard_file_has_workers(closed: int, tmp_path: Path) -> None:
    """No connection gets the number of a standard file, which a worker replaces."""
    script = tmp_path / "script.py"
    script.write_text(
        "import os\nfrom pathlib import Path\nfrom goanalyze.batch.workers import Processes\n"
        f"if __name__ == '__main__':\n    os.close({closed})\n"
        f"    with Processes(2) as two: Path({str(tmp_path / 'answer')!r}).write_text(str(two.call(int, '5')))\n"
    )
    run(script)
    assert (tmp_path / "answer").read_text() == "5"


def test_modules_are_those_of_the_starting_process(tmp_path: Path) -> None:
    """A worker imports nothing from the current folder, which may be one of inputs."""
    (tmp_path / "in").mkdir()
    for name in ("pyarrow", "socket", "goanalyze"):
        (tmp_path / "in" / f"{name}.py").write_text("raise SystemExit(9)")
    script = tmp_path / "script.py"
    script.write_text(
        "from goanalyze.batch.workers import Processes\n"
        "if __name__ == '__main__':\n    with Processes(2) as two: print(two.call(int, '5'))\n"
    )
    ended = run(script, cwd=tmp_path / "in")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "5\n", "")


def test_a_worker_has_the_environment_of_the_starting_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is forked from a server that has started earlier, and its folder of temporary files is its own."""
    with Processes(1) as one:
        one.call(int, "1")
    monkeypatch.setenv("GOANALYZE_TEST", "1")
    monkeypatch.delenv("PATH")
    with Processes(1) as one:
        assert one.call(os.getenv, "GOANALYZE_TEST") == "1"
        assert one.call(os.getenv, "PATH") is None
        assert one.call(tempfile.gettempdir) != tempfile.gettempdir()


def test_a_worker_that_is_ended_leaves_no_temporary_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It may have had a large archive in a folder: it dies, or has nothing more to do."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for end in (None, signal.SIGKILL):
        with Processes(1) as one:
            folder = Path(one.call(tempfile.mkdtemp))
            assert folder.is_dir()
            assert folder.is_relative_to(tmp_path)
            if end:
                with pytest.raises(WorkerDiedError):
                    one.call(signal.raise_signal, end)
                assert not any(tmp_path.iterdir())
        assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("stdin", [False, True])
def test_workers_end_with_the_process_that_started_them(tmp_path: Path, stdin: bool) -> None:
    """Busy or idle, they notice that it has ended; their temporary files go with them."""
    code = (
        "import tempfile, time\nfrom goanalyze.batch.workers import Processes\n"
        "two, busy = Processes(2), Processes(1)\n"
        "print(two.call(tempfile.mkdtemp), flush=True)\n"
        "busy.call(time.sleep, 600)\n"
    )
    process = subprocess.Popen(
        [sys.executable, *(["-"] if stdin else ["-c", code])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**environment(), "TMPDIR": str(tmp_path)},
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(code)
    process.stdin.close()
    assert Path(process.stdout.readline().rstrip()).is_relative_to(tmp_path)
    until = time.monotonic() + 20
    while len(list(tmp_path.glob("goanalyze-*/errors"))) < 2:  # the busy one has begun
        assert time.monotonic() < until
        time.sleep(0.02)
    process.kill()
    process.wait()
    while ((left := processes(process.pid)) or any(tmp_path.glob("goanalyze-*"))) and time.monotonic() < until:
        time.sleep(0.02)
    process.stdout.close()
    assert not left
    assert not any(tmp_path.glob("goanalyze-*"))


def test_a_long_name_of_the_temporary_folder_is_possible(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A server whose address would be too long is not used."""
    folder = tmp_path / ("a" * 100)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with Processes(1) as one:
        assert one.call(int, "5") == 5
