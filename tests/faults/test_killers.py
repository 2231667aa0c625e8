"""Files that kill their process are found, excluded and reported; everything else is checked."""

from __future__ import annotations

import contextlib
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from helpers.check_runs import (
    assert_same,
    check,
    command,
    environment,
    executed_by,
    goanalyze,
    record,
    reused_shards,
    tables,
    write_zip,
)
from kill import processes
from killers import customized, killer

from goanalyze.archives.inputs import find_sources
from goanalyze.batch.plan import plan
from goanalyze.batch.shard import FileIndex, Task
from goanalyze.errors import ResourceError
from goanalyze.pipeline import Options

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no such signals"),
]


@pytest.fixture
def custom(tmp_path: Path) -> Path:
    """A folder whose `sitecustomize` lets processes end at the files below."""
    return customized(tmp_path / "custom")


def find_fatal_files(task: Task, custom: Path) -> Task:
    """Find the fatal files of a task in a process with workers of its own."""
    line = [sys.executable, str(Path(__file__).with_name("find_fatal.py"))]
    answer = pickle.loads(
        subprocess.run(line, input=pickle.dumps(task), env=environment(custom), capture_output=True, check=True).stdout
    )
    if isinstance(answer, Exception):
        raise answer
    assert isinstance(answer, Task)
    return answer


def task(*paths: Path, **how: Any) -> Task:
    """Return a task of one shard."""
    (shard,) = plan(find_sources([str(path) for path in paths]), Options(estimate="never"), 2**30)
    return Task(shard, Options(estimate="never"), **how)


WAYS = [
    ("machine code", "GO903", "took longer than 1.5 s"),
    ("index", "GO902", "ended by SIGABRT: identity.cpp:"),
    ("memory", "GO902", "MemoryError"),
    ("segv", "GO902", "ended by SIGSEGV; not checked"),
    ("exit", "GO902", "ended with code 3"),
    ("fail", "GO901", "internal error, please report: RuntimeError: boom"),
    ("recursion", "GO902", "RecursionError"),
    ("loop", "GO903", "took longer than 1.5 s"),
]


@pytest.mark.parametrize(("way", "code", "said"), WAYS)
def test_a_killer_is_found(tmp_path: Path, custom: Path, way: str, code: str, said: str) -> None:
    """The file is found by number, with the code and the reason, for each way of dying."""
    for number in range(100):
        (tmp_path / f"{number:02}.sgf").write_bytes(killer(way) if number == 13 else record(number))
    memory = 2**30 if way == "memory" else 0
    limit = 1.5 if code == "GO903" else 60
    found = find_fatal_files(task(*sorted(tmp_path.glob("*.sgf")), time_limit=limit, memory_limit=memory), custom)
    assert list(found.skipped) == [FileIndex(0, 13)]
    told, message = found.skipped[FileIndex(0, 13)]
    assert told == code
    assert said in message
    assert not found.ends


def test_a_member_that_kills_in_reading_ends_its_archive(tmp_path: Path, custom: Path) -> None:
    """A file that cannot be passed over ends the reading of its archive there, and of no other."""
    for name in ("a", "b"):
        members = [(f"{n}-read-kill.sgf" if (name, n) == ("a", 5) else f"{n}.sgf", record(n)) for n in range(9)]
        write_zip(tmp_path / f"{name}.zip", members)
    found = find_fatal_files(task(tmp_path / "a.zip", tmp_path / "b.zip"), custom)
    assert not found.skipped
    assert found.ends.keys() == {0}
    assert found.ends[0][:2] == (5, "GO902")


NOT_BY_FILES = [
    ("kill", "ended by SIGKILL"),
    ("no memory", r"ended by SIGABRT \(out of memory perhaps\)"),
    (None, "ended before it began"),
]


@pytest.mark.parametrize(("way", "said"), NOT_BY_FILES)
def test_a_death_that_is_not_the_files_fault_blames_none(
    tmp_path: Path, custom: Path, way: str | None, said: str
) -> None:
    """A kill from outside, or a failed start of workers, is not blamed on files."""
    (tmp_path / "a.sgf").write_bytes(killer(way) if way else record(1))
    if way is None:
        (custom / "sitecustomize.py").write_text("import sys\nif '-c' in sys.orig_argv: raise SystemExit(9)")
    with pytest.raises(ResourceError, match=said):
        find_fatal_files(task(tmp_path / "a.sgf"), custom)


def test_a_run_over_killers_does_all_the_rest(tmp_path: Path) -> None:
    """Two killers in one shard, in a folder and in a zip, in decoding and in reading: the rest is row for row as ever.

    A second run reuses all of it, with any executor; one with another time limit tries the excluded files once more.
    """
    folder, custom = tmp_path / "in", customized(tmp_path / "custom")
    folder.mkdir()
    ways = {4: "segv", 9: "loop"}
    for number in range(24):
        (folder / f"{number:02}.sgf").write_bytes(killer(ways[number]) if number in ways else record(number))
    write_zip(folder / "a.zip", ((f"{n}.sgf", killer("abort") if n == 6 else record(n)) for n in range(25)))
    write_zip(folder / "b.zip", ((f"{n}{'-read-kill' * (n == 7)}.sgf", record(n)) for n in range(9)))
    write_zip(folder / "c.zip", ((f"{n}.sgf", record(n)) for n in range(9)))
    out, whole = tmp_path / "out", tmp_path / "whole"
    line = ("check", folder, "-o", out, "--shard", 0.03, "--estimate", "never", "--jobs", 2, "--time-limit", 2)
    done = goanalyze(*line, first=[custom])
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0), done.stderr
    check(folder, whole, shard=int(0.03 * 2**20))
    ours, theirs = tables(out), tables(whole)
    files = ours["files"].to_pylist()
    bad = {Path(row["source"]).name + ":" + row["member"]: row["code"] for row in files if row["status"] == "failed"}
    assert bad == {"04.sgf:": "GO902", "09.sgf:": "GO903", "a.zip:6.sgf": "GO902", "b.zip:": "GO902"}
    lost = {(row["source"], row["member"]) for row in files if row["status"] == "failed"}
    lost |= {(str(folder / "b.zip"), f"{n}{'-read-kill' * (n == 7)}.sgf") for n in (7, 8)}
    for name in ("files", "games", "findings"):
        rows = [
            [row for row in each[name].to_pylist() if (row["source"], row["member"]) not in lost]
            for each in (ours, theirs)
        ]
        assert repr(rows[0]) == repr(rows[1]), name
    places = {
        (row["source"], row["member"]): row["code"]
        for row in ours["findings"].to_pylist()
        if row["code"] in ("GO902", "GO903")
    }
    assert len(places) == 4
    assert not list(out.rglob("*.writing"))

    check(folder, out, shard=int(0.03 * 2**20), time_limit=2, executor="processes")
    assert all(reused_shards(out))
    check(folder, out, shard=int(0.03 * 2**20))  # these processes survive
    assert_same(out, whole)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_in_a_kernel_costs_one_file(tmp_path: Path, jobs: int) -> None:
    """A kernel that ends its process is GO902 of one file. All others have the rows of an undisturbed run.

    With one job the fault ends the run, and the same command once more completes it.
    """
    folder, custom = tmp_path / "in", customized(tmp_path / "custom")
    folder.mkdir()
    for number in range(20):
        (folder / f"{number:02}.sgf").write_bytes(killer("index") if number == 13 else record(number))
    line = ("check", folder, "-o", tmp_path / "out", *executed_by(jobs), "--shard", 0.006, "--estimate", "never")
    if jobs == 1:
        died = goanalyze(*line, first=[custom])
        assert died.returncode == -signal.SIGABRT
        assert "identity.cpp" in died.stderr
    done = goanalyze(*line, first=[custom])
    assert done.returncode == 1, done.stderr
    check(folder, tmp_path / "whole", shard=int(0.006 * 2**20))
    ours, theirs = tables(tmp_path / "out"), tables(tmp_path / "whole")
    bad = [row for row in ours["files"].to_pylist() if row["status"] == "failed"]
    assert [(Path(row["source"]).name, row["code"]) for row in bad] == [("13.sgf", "GO902")]
    for name in ("files", "games", "findings"):
        ours_rows, their_rows = (
            [row for row in each[name].to_pylist() if row["source"] != bad[0]["source"]] for each in (ours, theirs)
        )
        assert repr(ours_rows) == repr(their_rows), name


def test_a_run_in_one_process_that_died_is_resumed_with_care(tmp_path: Path) -> None:
    """With one job a killer ends the run; the same command, given again, finds the file and goes on."""
    folder, custom = tmp_path / "in", customized(tmp_path / "custom")
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.sgf").write_bytes(killer("segv") if number == 7 else record(number))
    line = ("check", folder, "-o", tmp_path / "out", "--jobs", 1, "--estimate", "never")
    assert goanalyze(*line, first=[custom]).returncode == -signal.SIGSEGV
    done = goanalyze(*line, first=[custom])
    assert done.returncode == 1, done.stderr
    codes = [row["code"] for row in tables(tmp_path / "out")["files"].to_pylist()]
    assert codes == [None] * 7 + ["GO902"] + [None] * 4


def test_a_memory_limit_that_nothing_can_live_with_is_told(tmp_path: Path) -> None:
    """Workers that cannot start are not a reason to blame files, or to try forever."""
    for number in range(3):
        (tmp_path / f"{number}.sgf").write_bytes(record(number))
    done = goanalyze("check", tmp_path, "-o", tmp_path / "out", "--jobs", 2, "--shard", 0.001, "--memory-limit", 60)
    assert done.returncode == 2
    assert "--memory-limit" in done.stderr
    assert "Traceback" not in done.stderr


def test_probes_end_with_the_run(tmp_path: Path) -> None:
    """A probe that sits in an endless loop when the run is killed ends, too."""
    custom = customized(tmp_path / "custom")
    (tmp_path / "a.sgf").write_bytes(killer("loop"))
    (tmp_path / "b.sgf").write_bytes(record(1))
    line = command("check", tmp_path / "a.sgf", tmp_path / "b.sgf", "-o", tmp_path / "out", "--time-limit", 8)
    started = subprocess.Popen(line, env=environment(custom), start_new_session=True)
    while nested_servers(started.pid) < 2:  # one for the worker, one for its probe
        time.sleep(0.05)
        assert started.poll() is None
    time.sleep(2)
    started.kill()
    started.wait()
    until = time.monotonic() + 6
    while processes(started.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not processes(started.pid)


def nested_servers(parent: int) -> int:
    """Return the number of servers below each other: the child of a process, the grandchild of that, and so on."""
    children = [child for child in processes(parent=parent) if "forkserver" in command_of(child)]
    workers = [worker for child in children for worker in processes(parent=child)]
    return bool(children) + max(map(nested_servers, workers), default=0)


def command_of(process: int) -> str:
    """Return the command line of a process; empty if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""
