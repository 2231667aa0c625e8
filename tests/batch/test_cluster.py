"""A Dask cluster gives the dataset that this process gives, whatever dies meanwhile; what cannot work is a sentence."""

from __future__ import annotations

import os
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
from helpers.faulty import heeding_interrupts

import goanalyze as ga
from goanalyze.archives.inputs import find_sources
from goanalyze.batch.dask_worker import do_order
from goanalyze.batch.execution import Execution
from goanalyze.batch.plan import plan
from goanalyze.batch.progress import RunProgress
from goanalyze.batch.run import Output, Run
from goanalyze.batch.shard import Task, check_shard
from goanalyze.batch.shared_storage import NotSharedError, View, view_of
from goanalyze.batch.summary import Summary
from goanalyze.errors import ExecutorError
from goanalyze.pipeline import Options
from goanalyze.tables.dataset import DatasetWriter
from goanalyze.tables.storage import Storage

pytest.importorskip("distributed", reason="Dask is not installed")

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "data" / "sample" / "gnugo"
OPTIONS = Options(estimate="never")
SHARD = 8_000
TABLES = ("files", "games", "findings", "counts", "outcomes", "audit")


def check(out: Path, event: Callable[[int], None] | None = None, paths: str | Path = GAMES, **how: Any) -> Summary:
    """Write a dataset of many small shards; tell `event` how many are done."""
    done = [0]

    def progress(so_far: RunProgress) -> None:
        if so_far.shards > done[0]:
            done[0] = so_far.shards
            if event:
                event(done[0])

    with DatasetWriter(str(out)) as commit:
        execution = Execution(shard_bytes=SHARD, **how)
        return Run(find_sources([str(paths)]), OPTIONS, execution, Output(commit), progress=progress).run()


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

    def scheduler(self) -> subprocess.Popen[bytes]:
        """Start a scheduler at the same address as before."""
        return self._start("scheduler", "--host", "127.0.0.1", "--port", str(self._port), "--no-show")

    def worker(self, path: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a worker without a nanny: one that dies stays dead; `path` is imported from first."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, filter(None, (path, ROOT))))}
        return self._start("worker", self.address, "--nthreads", "1", "--no-nanny", env=env)

    def _start(self, what: str, *args: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        process = subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *args],
                                   cwd=self._folder, env=env, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)  # fmt: skip
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
    """Row for row and in the same order, and Dask says nothing meanwhile."""
    monkeypatch.chdir(ROOT)
    check(tmp_path / "out", paths=GAMES.relative_to(ROOT), executor="dask", jobs=2)
    assert rows(tmp_path / "out") == serial
    assert capfd.readouterr() == ("", "")


def test_a_local_cluster_is_heard_on_this_machine_only() -> None:
    """No port of it is open to the network: 0100007F is 127.0.0.1 (issue 14, item 11)."""
    if not Path("/proc/self/net/tcp").exists():
        pytest.skip("this system does not list its sockets in /proc")

    def listening() -> set[str]:
        mine = {os.path.realpath(handle).rpartition("/")[2] for handle in Path("/proc/self/fd").iterdir()}
        tables = [Path("/proc/self/net", name).read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
        rows = [line.split() for lines in tables for line in lines]
        return {row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in mine}

    from goanalyze.batch.cluster import Cluster

    before = listening()
    with Cluster(Execution(jobs=1, executor="dask")):
        found = listening() - before
    assert {address.partition(":")[0] for address in found} == {"0100007F"}


DIES_AFTER_COMMIT = """
import os, pathlib, signal
from goanalyze.tables.dataset import PartWriter
commit = PartWriter.commit
def once(self):
    done = commit(self)
    try:
        pathlib.Path({mark!r}).touch(exist_ok=False)
    except FileExistsError:
        return done
    os.kill(os.getppid(), signal.SIGKILL)
PartWriter.commit = once
"""


@pytest.mark.slow
def test_workers_die_and_others_come(
    serial: dict[str, Any], machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies after it committed a shard and before it told, and then all, cost no row and double none."""
    monkeypatch.chdir(ROOT)
    (tmp_path / "sitecustomize.py").write_text(DIES_AFTER_COMMIT.format(mark=str(tmp_path / "died")))
    machines.scheduler()
    first, second = machines.worker(tmp_path), machines.worker()

    def event(done: int) -> None:
        if done == 8:
            first.wait(timeout=60)
            second.kill()
            machines.worker()

    check(Path(os.path.relpath(tmp_path / "out")), event, GAMES.relative_to(ROOT), scheduler=machines.address)
    assert rows(tmp_path / "out") == serial
    assert first.returncode == second.wait() == -signal.SIGKILL


@pytest.mark.slow
def test_the_scheduler_is_started_again(
    serial: dict[str, Any], machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run waits for a scheduler that is gone, and gives the next one what is not done."""
    monkeypatch.chdir(ROOT)
    scheduler = machines.scheduler()
    machines.worker()

    def event(done: int) -> None:
        if done == 5:
            scheduler.kill()
            scheduler.wait()
            threading.Timer(0.5, lambda: (machines.scheduler(), machines.worker())).start()

    check(tmp_path / "out", event, GAMES.relative_to(ROOT), scheduler=machines.address)
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
    call = [sys.executable, "-m", "goanalyze", "check", str(GAMES.relative_to(ROOT)), "-o", str(out),
            "--estimate", "never", "--shard", str(SHARD / 2**20), "--scheduler", machines.address]  # fmt: skip
    with subprocess.Popen(heeding_interrupts(call), env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # fmt: skip
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


KILLER = """
import os, signal
import goanalyze.batch.shard as check
real = check.read_records
def fragile(batch):
    if any(b"KILLER" in text.data for text in batch):
        os.kill(os.getpid(), signal.SIGSEGV)
    return real(batch)
check.read_records = fragile
"""


@pytest.mark.slow
def test_a_file_that_kills_its_process_costs_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers live on; the file is found and told of as GO902."""
    (tmp_path / "sitecustomize.py").write_text(KILLER)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")
    games = tmp_path / "games"
    games.mkdir()
    for number in range(5):
        (games / f"{number}.sgf").write_text(f"(;SZ[9]C[{'KILLER' if number == 3 else number}];B[aa])")
    check(tmp_path / "out", paths=games, executor="dask", jobs=1)
    files = ga.open(tmp_path / "out").arrow("files").to_pylist()
    assert [row["code"] for row in files] == [None, None, None, "GO902", None]
    assert "SIGSEGV" in files[3]["message"]


def a_task(out: str | None = None) -> Task:
    """Return the first shard of the sample."""
    shard = plan(find_sources([str(GAMES)]), OPTIONS, SHARD)[0]
    return Task(shard, OPTIONS, out)


def test_a_shard_done_twice_at_once_is_done_once(tmp_path: Path) -> None:
    """Two processes at one shard, as when the first was thought to be dead, leave one part of each table."""
    task = a_task(str(tmp_path / "out"))
    threads = [threading.Thread(target=check_shard, args=(task, print)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {len(list(folder.iterdir())) for folder in (tmp_path / "out").iterdir()} == {1}
    assert check_shard(task, print).kept


@pytest.mark.slow
def test_a_worker_that_sees_other_inputs_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Better a sentence than a dataset of unreadable files."""
    cluster = pytest.importorskip("goanalyze.batch.cluster")
    elsewhere = View("/no/such/file", (1, 1))
    monkeypatch.setattr(cluster, "view_of", lambda _: elsewhere)
    monkeypatch.setattr(View, "source_changed", lambda _: False)
    with pytest.raises(ExecutorError, match=r"does not see '/no/such/file'.* a place that all machines share"):
        check(tmp_path / "out", executor="dask", jobs=1)


@pytest.mark.slow
def test_a_source_that_changes_meanwhile_is_no_fault_of_the_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What this process does not see any more either ends no run: it is not checked (issue 14, item 2)."""
    cluster = pytest.importorskip("goanalyze.batch.cluster")
    game = tmp_path / "a.sgf"
    game.write_text("(;SZ[9];B[aa])")

    def seen(task: Task) -> View:
        view = view_of(task)
        game.unlink(missing_ok=True)
        return view

    monkeypatch.setattr(cluster, "view_of", seen)
    summary = check(tmp_path / "out", paths=game, executor="dask", jobs=1)
    assert summary.undone == [(str(game), f"{game} cannot be read: No such file or directory")]


def test_a_view_of_the_storage(tmp_path: Path) -> None:
    """Inputs are seen by size and time, a dataset by the run that holds it, up to the moment of the commit."""
    with DatasetWriter(str(tmp_path / "out")):
        view = view_of(a_task(str(tmp_path / "out")))
        view.check()
        assert not view.source_changed()
    with pytest.raises(NotSharedError, match="does not see that this run writes"):
        view.check()
    with DatasetWriter(str(tmp_path / "out")), pytest.raises(NotSharedError):
        check_shard(a_task(str(tmp_path / "out")), lambda _: view.check_dataset())
    assert not [name for name in Storage(tmp_path / "out").files("games") if not name.startswith(".")]


@pytest.mark.slow
def test_workers_of_another_version_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names both versions."""
    cluster = pytest.importorskip("goanalyze.batch.cluster")
    monkeypatch.setattr(cluster, "__version__", "0.0.0")
    with pytest.raises(ExecutorError, match=rf"goanalyze {ga.__version__} is installed on .* the run is of 0\.0\.0"):
        check(tmp_path / "out", executor="dask", jobs=1)


@pytest.mark.parametrize(("address", "message"), [
    ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9 .*start one with: dask scheduler"),
    ("nonsense", "'nonsense' is no address of a Dask scheduler"),
])  # fmt: skip
def test_no_scheduler(address: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where none answers is a sentence."""
    monkeypatch.setattr("goanalyze.batch.cluster._FIRST_PATIENCE", 0.3)
    with pytest.raises(ExecutorError, match=message):
        check(tmp_path / "out", scheduler=address)


@pytest.mark.slow
def test_no_workers(machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster to which no worker comes is a sentence, in the end."""
    monkeypatch.setattr("goanalyze.batch.cluster._WORKERS_PATIENCE", 0.1)
    machines.scheduler()
    with pytest.raises(ExecutorError, match="has no workers; start some with: dask worker tcp://"):
        check(tmp_path / "out", scheduler=machines.address)


def test_without_dask_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "goanalyze.batch.cluster", None)
    with pytest.raises(ExecutorError, match=r'Dask is not installed .*pip install ".*\[dask\]"'):
        check(tmp_path / "out", executor="dask")


def test_another_version_is_refused_in_the_dask_worker() -> None:
    """Nothing is done by a program that may give other rows."""
    with pytest.raises(RuntimeError, match=r"the run is of 0\.0\.0"):
        do_order("0.0.0", "run", ".", 0, b"", 0)
