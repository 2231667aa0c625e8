"""A Dask cluster writes the dataset of a local run, also if workers die. An unusable cluster is one sentence."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.check_runs import heeding_interrupts

import goanalyze as ga
from goanalyze import RunProgress
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.execution import Execution
from goanalyze.batch.plan import plan
from goanalyze.batch.run import Output, Run
from goanalyze.batch.shard import Task, check_shard
from goanalyze.batch.summary import Summary
from goanalyze.errors import ExecutorError
from goanalyze.pipeline import Options
from goanalyze.tables.dataset import DatasetWriter

pytest.importorskip("distributed", reason="Dask is not installed")

from goanalyze.batch import dask_cluster

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "data" / "sample" / "gnugo"
OPTIONS = Options(estimate="never")
SHARD = 8_000
TABLES = ("files", "games", "findings", "counts", "outcomes", "audit")


def check(
    out: Path, on_shards: Callable[[int], None] | None = None, paths: str | Path = GAMES, **execution: Any
) -> Summary:
    """Write a dataset of many small shards; call a function with the number of finished shards."""
    finished = [0]

    def progress(done: RunProgress) -> None:
        if done.shards > finished[0]:
            finished[0] = done.shards
            if on_shards:
                on_shards(finished[0])

    with DatasetWriter(str(out)) as dataset:
        sources = find_sources([str(paths)])
        return Run(
            sources, OPTIONS, Execution(shard_bytes=SHARD, **execution), Output(dataset), progress=progress
        ).run()


def rows(out: Path) -> dict[str, Any]:
    """Return all rows of a dataset, in their order."""
    tables = ga.open(out)
    return {name: tables.arrow(name).to_pylist() for name in TABLES}


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the rows of an undisturbed run in this process."""
    out = tmp_path_factory.mktemp("serial") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        check(out, paths=GAMES.relative_to(ROOT), executor="serial")
    assert len(list((out / "games").iterdir())) > 15
    return rows(out)


class Machines:
    """A scheduler and workers as processes of their own, which start from another folder."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []

    def scheduler(self, path: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a scheduler; `path` is imported from first."""
        return self._start(path, "scheduler", "--host", "127.0.0.1", "--port", str(self._port), "--no-show")

    def worker(self, path: Path | None = None, threads: int = 1) -> subprocess.Popen[bytes]:
        """Start a worker without a nanny: one that dies stays dead."""
        return self._start(path, "worker", self.address, "--nthreads", str(threads), "--no-nanny")

    def _start(self, path: Path | None, kind: str, *args: str) -> subprocess.Popen[bytes]:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, (path, ROOT))))}
        call = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *args]
        null = subprocess.DEVNULL
        process = subprocess.Popen(call, cwd=self._folder, env=env, stdout=null, stderr=null)
        self.processes.append(process)
        return process


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """Return machines, which are gone after the test."""
    started = Machines(tmp_path)
    yield started
    for process in started.processes:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_local_cluster_gives_the_rows_of_a_serial_run(
    serial: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Row for row and in the same order, though one of two workers is killed; and Dask prints nothing."""
    monkeypatch.chdir(ROOT)
    killed: list[int] = []

    def kill_one(shards: int) -> None:
        if shards >= 5 and not killed:
            worker = next(child for child in multiprocessing.active_children() if "Dask" in child.name)
            assert worker.pid
            os.kill(worker.pid, signal.SIGKILL)
            killed.append(worker.pid)

    check(tmp_path / "out", kill_one, GAMES.relative_to(ROOT), executor="dask", jobs=2)
    assert rows(tmp_path / "out") == serial
    assert killed
    assert capfd.readouterr() == ("", "")


def test_a_local_cluster_listens_to_this_machine_only() -> None:
    """No port of this process or a worker is open to the network: 0100007F is 127.0.0.1."""
    if not Path("/proc/self/net/tcp").exists():
        pytest.skip("this system does not list its sockets in /proc")

    def listening(pid: int) -> set[str]:
        sockets = {os.path.realpath(handle).rpartition("/")[2] for handle in Path(f"/proc/{pid}/fd").iterdir()}
        tables = [Path(f"/proc/{pid}/net", name).read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
        lines = [line.split() for table in tables for line in table]
        return {line[1] for line in lines if line[3] == "0A" and f"socket:[{line[9]}]" in sockets}

    before = listening(os.getpid())
    with dask_cluster.DaskCluster(Execution(jobs=1, executor="dask")):
        workers = [child.pid for child in multiprocessing.active_children() if child.pid and "Dask" in child.name]
        assert workers
        addresses = set.union(listening(os.getpid()), *map(listening, workers)) - before
    assert {address.partition(":")[0] for address in addresses} == {"0100007F"}


DIES_AFTER_COMMIT = """
import os, pathlib, signal
from goanalyze.tables.dataset import PartWriter
commit = PartWriter.commit
def once(self):
    parts = commit(self)
    try:
        pathlib.Path({mark!r}).touch(exist_ok=False)
    except FileExistsError:
        return parts
    os.kill(os.getpid(), signal.SIGKILL)
PartWriter.commit = once
"""


@pytest.mark.slow
def test_workers_die_and_others_come(
    serial: dict[str, Any], machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies between a commit and its answer, and then all workers, cost no row and double none."""
    monkeypatch.chdir(ROOT)
    (tmp_path / "sitecustomize.py").write_text(DIES_AFTER_COMMIT.format(mark=str(tmp_path / "died")))
    machines.scheduler()
    first, second = machines.worker(tmp_path), machines.worker()

    def on_shards(finished: int) -> None:
        if finished == 8:
            first.wait(timeout=60)
            second.kill()
            machines.worker()

    check(Path(os.path.relpath(tmp_path / "out")), on_shards, GAMES.relative_to(ROOT), scheduler=machines.address)
    assert rows(tmp_path / "out") == serial
    assert first.returncode == second.wait() == -signal.SIGKILL


@pytest.mark.slow
def test_a_scheduler_that_ends_ends_the_run(
    serial: dict[str, Any], machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names it, and the same run continues with the next scheduler."""
    monkeypatch.chdir(ROOT)
    scheduler = machines.scheduler()
    machines.worker()

    def on_shards(finished: int) -> None:
        if finished == 5:
            scheduler.kill()
            scheduler.wait()

    paths = GAMES.relative_to(ROOT)
    with pytest.raises(ExecutorError, match=rf"scheduler {machines.address} is lost .*Repeat the command") as raised:
        check(tmp_path / "out", on_shards, paths, scheduler=machines.address)
    assert "\n" not in str(raised.value)
    machines.scheduler()
    machines.worker()
    summary = check(tmp_path / "out", paths=paths, scheduler=machines.address)
    assert 0 < summary.kept < summary.games
    assert rows(tmp_path / "out") == serial


@pytest.mark.slow
def test_an_interrupt_ends_the_work_elsewhere_too(
    serial: dict[str, Any], machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C is one sentence and 130, no process goes on writing, and the next run goes on from there."""
    monkeypatch.chdir(ROOT)
    machines.scheduler()
    machines.worker()
    out = tmp_path / "out"
    call = [
        sys.executable,
        "-m",
        "goanalyze",
        "check",
        str(GAMES.relative_to(ROOT)),
        "-o",
        str(out),
        "--estimate",
        "never",
        "--shard",
        str(SHARD / 2**20),
        "--scheduler",
        machines.address,
    ]
    with subprocess.Popen(
        heeding_interrupts(call),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        until = time.monotonic() + 60
        while not list(out.glob("games/part-*")) and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said.splitlines()[-1].startswith("goanalyze: interrupted; finished parts are reused")
    assert {line.split(":")[0] for line in said.splitlines()} == {"goanalyze"}
    before = sorted(out.glob("*/part-*"))
    time.sleep(0.5)
    assert sorted(out.glob("*/part-*")) == before
    check(out, paths=GAMES.relative_to(ROOT), executor="serial")
    assert rows(out) == serial


HOSTILE = """
import os, signal, time
import goanalyze.batch.shard as check
real = check.read_records
def fragile(batch):
    for text in batch:
        if b"KILLER" in text.data:
            os.kill(os.getpid(), signal.SIGSEGV)
        while b"ENDLESS" in text.data:
            time.sleep(0.1)
    return real(batch)
check.read_records = fragile
"""


@pytest.mark.slow
def test_a_hostile_file_costs_only_itself(tmp_path: Path) -> None:
    """A file that kills its process or exceeds the time limit is found by this machine: GO902 and GO903."""
    (tmp_path / "sitecustomize.py").write_text(HOSTILE)
    games = tmp_path / "games"
    games.mkdir()
    for number, comment in enumerate(["0", "ENDLESS", "2", "KILLER", "4"]):
        (games / f"{number}.sgf").write_text(f"(;SZ[9]C[{comment}];B[aa])")
    call = [
        sys.executable,
        "-m",
        "goanalyze",
        "check",
        str(games),
        "-o",
        str(tmp_path / "out"),
        "--executor",
        "dask",
        "--jobs",
        "1",
        "--time-limit",
        "1",
    ]
    subprocess.run(call, env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}, timeout=100, check=False)
    files = ga.open(tmp_path / "out").arrow("files").to_pylist()
    assert [row["code"] for row in files] == [None, "GO903", None, "GO902", None]
    assert "SIGSEGV" in files[3]["message"]


def a_task(out: str | None = None) -> Task:
    """Return the first shard of the sample."""
    shard = plan(find_sources([str(GAMES)]), OPTIONS, SHARD)[0]
    return Task(shard, OPTIONS, out)


def test_a_shard_done_twice_at_once_is_done_once(tmp_path: Path) -> None:
    """Two processes at one shard, as when the first was thought to be dead, leave one part of each table."""
    task = a_task(str(tmp_path / "out"))
    threads = [threading.Thread(target=check_shard, args=(task, lambda _: None)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {len(list(folder.iterdir())) for folder in (tmp_path / "out").iterdir()} == {1}
    assert check_shard(task, lambda _: None).kept


@pytest.mark.slow
@pytest.mark.parametrize(
    ("storage", "unseen"), [(("/no/such/file", (1, 1), b""), "/no/such/file"), (("", (-1, -1), b"other run"), "out")]
)
def test_a_worker_that_sees_other_storage_ends_the_run(
    storage: tuple[str, tuple[int, int], bytes], unseen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a dataset of unreadable files nor one on another disk is written."""
    monkeypatch.setattr(dask_cluster, "_storage_view", lambda _: storage)
    with pytest.raises(ExecutorError, match=rf"The worker on .* does not see the same '.*{unseen}'"):
        check(tmp_path / "out", executor="dask", jobs=1)
    assert not list(tmp_path.glob("out/games/part-*"))


@pytest.mark.slow
def test_a_source_that_changes_during_the_run_is_not_the_fault_of_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A source that is also missing locally is not checked, and does not end the run."""
    game = tmp_path / "a.sgf"
    game.write_text("(;SZ[9];B[aa])")
    storage_of = dask_cluster._storage_view

    def storage_before_removal(task: Task) -> Any:
        storage = storage_of(task)
        game.unlink(missing_ok=True)
        return storage

    monkeypatch.setattr(dask_cluster, "_storage_view", storage_before_removal)
    summary = check(tmp_path / "out", paths=game, executor="dask", jobs=1)
    assert summary.undone == [(str(game), f"{game} cannot be read: No such file or directory")]


def test_a_run_that_has_ended_commits_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard whose run ends while a worker executes it gets no parts."""
    task = a_task(str(tmp_path / "out"))
    with DatasetWriter(str(tmp_path / "out")):
        order = pickle.dumps((task, dask_cluster._storage_view(task), str(tmp_path)))
    with pytest.raises(ExecutorError, match=r"does not see the same .*out"):
        dask_cluster.execute(ga.__version__, order)
    assert not list(tmp_path.glob("out/games/part-*"))


@pytest.mark.slow
def test_relative_paths_need_workers_of_one_thread(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The threads of a process have one folder."""
    monkeypatch.chdir(ROOT)
    machines.scheduler()
    machines.worker(threads=2)
    with pytest.raises(ExecutorError, match=rf"is not in '{ROOT}'. Expected absolute paths"):
        check(tmp_path / "out", paths=GAMES.relative_to(ROOT), scheduler=machines.address)


@pytest.mark.slow
def test_workers_of_another_version_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names both versions."""
    monkeypatch.setattr(dask_cluster, "__version__", "0.0.0")
    with pytest.raises(ExecutorError, match=rf"has not goanalyze 0\.0\.0 but {re.escape(ga.__version__)}\."):
        check(tmp_path / "out", executor="dask", jobs=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["scheduler", "worker"])
def test_machines_without_goanalyze_end_the_run(kind: str, machines: Machines, tmp_path: Path) -> None:
    """The sentence names the machine and the missing module."""
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['goanalyze'] = None")
    machines.scheduler(tmp_path if kind == "scheduler" else None)
    machines.worker(tmp_path if kind == "worker" else None)
    with pytest.raises(ExecutorError, match=r"^tcp://127.0.0.1:\d+ has not goanalyze .* but .*goanalyze.* Expected"):
        check(tmp_path / "out", scheduler=machines.address)


@pytest.mark.parametrize(
    ("address", "reason"),
    [("tcp://127.0.0.1:9", "Timed out"), ("nonsense", "missing port"), ("silent", "TimeoutError")],
)
def test_no_scheduler(address: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address at which no scheduler answers is a sentence, also where a service accepts and is silent."""
    monkeypatch.setattr(dask_cluster, "_SCHEDULER_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}" if address == "silent" else address
        with pytest.raises(
            ExecutorError, match=rf"^No Dask scheduler answers at '{address}' \({reason}.*dask scheduler"
        ):
            check(tmp_path / "out", scheduler=address)


@pytest.mark.slow
def test_no_workers(machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster to which no worker comes is a sentence, in the end."""
    monkeypatch.setattr(dask_cluster, "_WORKERS_SECONDS", (0.1, 0.1))
    machines.scheduler()
    with pytest.raises(ExecutorError, match=r"has no workers. Start some with: dask worker"):
        check(tmp_path / "out", scheduler=machines.address)


def test_without_dask_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says how to install it."""
    monkeypatch.setitem(sys.modules, "goanalyze.batch.dask_cluster", None)
    with pytest.raises(ExecutorError, match=r'Dask is not installed .*pip install ".*\[dask\]"'):
        check(tmp_path / "out", executor="dask")


def test_another_version_is_refused_by_the_worker() -> None:
    """A worker that comes later, with another version, reads nothing that it is sent."""
    with pytest.raises(ExecutorError, match=r"has not goanalyze 0\.0\.0 but"):
        dask_cluster.execute("0.0.0", b"")
