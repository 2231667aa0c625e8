"""Workers that are started before the run is planned, and the order in which shards are executed."""

from __future__ import annotations

import multiprocessing
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

from goanalyze.archives.inputs import find_sources
from goanalyze.batch.execution import Execution
from goanalyze.batch.run import Output, Run, _is_large
from goanalyze.batch.shard import check_shard
from goanalyze.batch.workers import Processes
from goanalyze.check_options import CommandArguments
from goanalyze.cli.check import _early_workers
from goanalyze.pipeline import Options
from goanalyze.tables.dataset import DatasetWriter

if TYPE_CHECKING:
    from collections.abc import Iterator

NEVER = Options(estimate="never")
SIZES = 900, 20_000, 300, 9_000, 4_000  # bytes of records, each a shard


def typed(paths: list[str], out: str | None = None, *, overwrite: bool = False) -> CommandArguments:
    """Return the options on which workers depend."""
    return CommandArguments(paths=tuple(paths), out=out, overwrite=overwrite)


@pytest.fixture
def records(tmp_path: Path) -> list[str]:
    """Files of several sizes."""
    (tmp_path / "in").mkdir()
    paths = [tmp_path / "in" / f"{number}.sgf" for number in range(len(SIZES))]
    for path, size in zip(paths, SIZES, strict=True):
        path.write_text(f"(;SZ[9]C[{'a' * size}];B[aa];W[bb])")
    return [*map(str, paths)]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The number and the memory limits of the workers that are started: none."""
    starts: list[tuple[int, int]] = []
    monkeypatch.setattr(Processes, "start", lambda workers: starts.append((workers._jobs, workers.memory_limit)))
    return starts


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Numbers of the shards that are handed out at a time; this process does them, and no other is started."""
    given: list[list[int]] = []

    def map_here(_: Processes, __: object, tasks: list[Any], ___: object) -> Iterator[tuple[Any, Any]]:
        given.append([task.shard.name.number for task in tasks])
        yield from ((task, check_shard(task, lambda _: None)) for task in tasks)

    monkeypatch.setattr(Processes, "map", map_here)
    monkeypatch.setattr(Processes, "start", lambda _: None)
    return given


@pytest.mark.parametrize(
    ("how", "count"),
    [
        ({"jobs": 2}, 2),
        ({"jobs": 3, "memory_limit": 7}, 3),
        ({"jobs": 2, "executor": "serial"}, 0),
        ({"jobs": 2, "executor": "dask"}, 0),
        ({"jobs": 2, "executor": "auto"}, 0),
        ({"jobs": 2, "shard_bytes": 9_000}, 0),
    ],
    ids=str,
)
def test_workers_are_started_ahead_for_what_is_certainly_large(
    records: list[str], started: list[tuple[int, int]], how: dict[str, Any], count: int
) -> None:
    """They have the number and the memory limits of the run's own workers."""
    execution = Execution(**{"shard_bytes": 1_000, "executor": "processes", **how})
    with _early_workers(typed([*records, "nowhere", "-", "s3://a/b", "\0"]), execution) as workers:
        assert (workers is not None) == bool(count)
        assert started == [(count, execution.memory_limit)][: bool(count)]


def test_none_are_for_one_large_file_or_one_game(
    records: list[str], started: list[tuple[int, int]], tmp_path: Path
) -> None:
    """A file is one shard, however large; of an archive one game may be asked for. The whole archive is large."""
    archive, execution = str(tmp_path / "a.zip"), Execution(jobs=2, shard_bytes=1_000, executor="processes")
    with ZipFile(archive, "w") as file:
        for path in records:
            file.write(path, Path(path).name)
    game = f"{archive}!{Path(records[0]).name}"
    for path, count in ((records[1], 0), (game, 0), (archive, 2)):
        started.clear()
        with _early_workers(typed([path]), execution):
            assert [number for number, _ in started] == [count][:count]
        assert _is_large(find_sources([path]), execution) == bool(count)  # nor does the run itself start any


def test_none_are_where_all_may_be_done(records: list[str], started: list[tuple[int, int]], tmp_path: Path) -> None:
    """A repeated run starts no workers; one that replaces the existing dataset does."""
    execution, out = Execution(jobs=2, shard_bytes=1_000, executor="processes"), tmp_path / "out"
    options, anew = typed(records, str(out)), replace(execution, resume=False)
    replaced = typed(records, str(out), overwrite=True)
    for count, given, how in [
        (2, options, execution),
        (0, options, execution),
        (2, replaced, execution),
        (2, options, anew),
    ]:
        started.clear()
        with _early_workers(given, how):
            assert [number for number, _ in started] == [count][:count]
        (out / "games").mkdir(parents=True, exist_ok=True)


@pytest.mark.slow
def test_workers_that_were_started_early_do_the_work(records: list[str], tmp_path: Path) -> None:
    """The run uses and ends them; the rows are those of one process."""
    execution = Execution(jobs=2, shard_bytes=1_000, executor="processes")
    others = set(multiprocessing.active_children())
    with _early_workers(typed(records), execution) as workers:
        assert workers is not None
        until = time.monotonic() + 20
        while len(own := set(multiprocessing.active_children()) - others) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
        with DatasetWriter(str(tmp_path / "two"), inputs=records) as commit:
            Run(find_sources(records), NEVER, execution, Output(commit), workers=workers).run()
        assert not set(multiprocessing.active_children()) - others
    assert {process.exitcode for process in own} <= {0, -signal.SIGKILL}  # one may have had nothing to do
    assert 0 in {process.exitcode for process in own}
    with DatasetWriter(str(tmp_path / "one"), inputs=records) as commit:
        Run(find_sources(records), NEVER, Execution(shard_bytes=1_000), Output(commit)).run()
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.parquet")}
        for name in ("one", "two")
    )
    assert one.keys() == two.keys()
    timed = {path for path in one if path.parts[0] == "games"}  # whose rows have seconds
    assert all(one[path] == two[path] for path in one.keys() - timed)


@pytest.mark.slow
def test_workers_that_no_run_uses_end_at_once(records: list[str]) -> None:
    """As where another option is wrong, also before they have begun."""
    others = set(multiprocessing.active_children())
    with _early_workers(typed(records), Execution(jobs=2, shard_bytes=1_000, executor="processes")):
        pass
    assert not set(multiprocessing.active_children()) - others


@pytest.mark.usefixtures("orders")
def test_a_run_starts_them_where_they_would_be_ahead(
    records: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else those ahead would end unused, and others be started: that was so where a dataset is done all anew."""
    counts: list[int] = []
    monkeypatch.setattr(Processes, "start", lambda workers: counts.append(workers._jobs))
    for resume in (True, True, False):
        execution = Execution(jobs=2, shard_bytes=1_000, executor="processes", resume=resume)
        with DatasetWriter(str(tmp_path / "out"), inputs=records) as commit:
            Run(find_sources(records), NEVER, execution, Output(commit)).run()
        counts.append(-1)
    assert counts == [2, -1, -1, 2, -1]  # the second finds all done


def test_the_largest_shards_are_handed_out_first(records: list[str], orders: list[list[int]], tmp_path: Path) -> None:
    """One that is left for the end is a small one; where tables are waited for in order, shards come in order."""
    execution = Execution(jobs=2, shard_bytes=100, executor="processes")
    for name, receive in (("a", None), ("b", lambda _: None)):
        with DatasetWriter(str(tmp_path / name), inputs=records) as commit:
            Run(find_sources(records), NEVER, execution, Output(commit, receive)).run()
    Run(find_sources(records), NEVER, execution, Output(receive=lambda _: None)).run()
    assert [order for order in orders if order] == [[1, 3, 4, 0, 2], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]
