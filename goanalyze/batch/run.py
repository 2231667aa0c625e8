"""A run: sources planned into shards, done by an executor, committed, and told of."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from typing import Any, Final, Protocol

from goanalyze import __version__
from goanalyze.archives.remote import is_remote
from goanalyze.archives.sources import Source
from goanalyze.batch.check import Options
from goanalyze.batch.commit import Commit
from goanalyze.batch.execution import Execution
from goanalyze.batch.executors import Died, Executor, ExecutorError, Function, Processes, Serial
from goanalyze.batch.plan import Shard, plan
from goanalyze.batch.quarantine import do_carefully
from goanalyze.batch.shard import Done, Task, do_shard
from goanalyze.batch.summary import Summary
from goanalyze.tables.outcomes import rulesets_table
from goanalyze.tables.parquet import part_tables
from goanalyze.tables.schema import TABLES

__all__ = ["ALL_TABLES", "Progress", "run"]

ALL_TABLES: Final = frozenset(TABLES)

_SEVERAL: Final = 4  # so many shards, packed, are certain to be work for several processes
_SMALL_FILE: Final = 1_000  # bytes of a file of which only the name is known

Progress = Callable[[Summary, "int | None"], None]
"""Is told the sums so far, and how many files there are in all, if that is known."""


class Prepare(Protocol):
    """Gets ready for the work."""

    def __call__(self, *, here: bool) -> None:
        """Load or compile what is needed; `here` says whether this process does the work."""


Receive = Callable[[Mapping[str, Any]], None]


def run(
    sources: Sequence[Source],
    options: Options,
    *,
    commit: Commit | None = None,
    receive: Receive | None = None,
    wanted: frozenset[str] = ALL_TABLES,
    execution: Execution | None = None,
    progress: Progress | None = None,
    prepare: Prepare | None = None,
) -> Summary:
    """Check every file of the sources.

    Args:
        sources: what to read, in order.
        options: how to check.
        commit: the dataset to write, opened; or nothing is written.
        receive: takes the tables of each chunk, in the order of the sources whatever the executor.
        wanted: names of the tables that `receive` takes.
        execution: how to carry it out; in this process if not given.
        progress: called now and then.
        prepare: called once before the first shard is done, if any is to be: it may load or compile what is needed.

    Returns:
        The run, added up.

    Raises:
        OutputError: the dataset cannot be written.
    """
    begin = time.perf_counter()
    execution = execution or Execution()
    wanted = wanted if receive else frozenset()
    # closed at once when something fails here: workers must have ended before the dataset is given back
    with ExitStack() as stack:
        team = _Team(execution, prepare, stack)
        if _is_large(sources, execution) and not (commit and commit.is_begun):
            team.begin()
        shards = plan(sources, options, execution.shard_bytes)
        kept = _kept(shards, options, commit, execution)
        totals = _Totals(shards, options, begin, _receiver(receive, commit, wanted), progress)
        for done in kept.values():
            totals.add(done)
        # tables that are written are read back when their turn comes, so that none has to wait in memory
        where = {"out": commit.store.uri, "given": commit.given} if commit else {"wanted": wanted}
        left = [
            Task(shard, options, time_limit=execution.time_limit, memory_limit=execution.memory_limit, **where)
            for shard in shards
            if shard.name.key not in kept
        ]
        with closing(_do_all(left, team, totals, commit)) as all_done:
            for done in all_done:
                totals.add(done)
    summary = totals.finish()
    if receive and "rulesets" in wanted:
        receive({"rulesets": rulesets_table(options.rulesets)})
    if commit:
        asked = {name: getattr(options, name) for name in ("markup", "encoding", "komi", "estimate", "engine")}
        facts = {"goanalyze": __version__, "files": summary.files, "games": summary.games, "moves": summary.moves}
        commit.close({"rulesets": rulesets_table(options.rulesets)}, totals.lines(), {**facts, **asked})
    return summary


def _kept(shards: Sequence[Shard], options: Options, commit: Commit | None, execution: Execution) -> dict[str, Done]:
    """Open the dataset; return what is done already."""
    if commit is None:
        return {}
    limits = [execution.time_limit, execution.memory_limit]
    return commit.open(shards, part_tables(moves=options.moves), resume=execution.resume, limits=limits)


def _is_large(sources: Sequence[Source], execution: Execution) -> bool:
    """Return whether there will be shards for several processes, as far as that can be seen at a glance."""
    if execution.chosen(_SEVERAL) != "processes":
        return False
    size = 0
    for source in sources:
        if source.kind == "files":
            size += len(source.paths) * _SMALL_FILE
        elif source.kind != "stdin" and not is_remote(source.paths[0]):
            with suppress(OSError, ValueError):
                size += os.stat(source.paths[0]).st_size  # noqa: PTH116 - the path may hold bytes of no known charset
        if size > _SEVERAL * execution.shard_bytes:
            return True
    return False


def _receiver(receive: Receive | None, commit: Commit | None, wanted: frozenset[str]) -> Callable[[Done], None]:
    """Return what hands on the tables of a shard whose turn has come."""

    def hand_on(done: Done) -> None:
        if receive is None:
            return
        for tables in [commit.tables(done.name, wanted)] if commit and wanted else done.tables:
            receive(tables)

    return hand_on


def _do_all(tasks: list[Task], team: _Team, totals: _Totals, commit: Commit | None) -> Generator[Done, None, None]:
    """Do the tasks; those that kill their process once more, with care; what still does not come back is lost."""
    here = [task for task in tasks if task.shard.only_here]
    there = [task for task in tasks if not task.shard.only_here]
    executor = team.executor(len(there), here=bool(here))
    dead: list[tuple[Task, Died]] = []

    def through(place: Executor, function: Function, some: Sequence[Task]) -> Iterator[Done]:
        for task, outcome in place.map(function, some):
            if isinstance(outcome, Died):
                dead.append((task, outcome))
            else:
                yield outcome

    def told(task: Task) -> Done:
        if commit:  # in case that it kills this process
            commit.under_way(task.shard.name.key)
        return do_shard(task, totals.tell)

    yield from through(Serial(), told, here)
    watched = [replace(task, watched=True) for task in there]
    if isinstance(executor, Serial):
        suspects = [task for task in watched if commit and task.shard.name.key == commit.died_in]
        yield from through(Processes(1, team.memory_limit), do_carefully, suspects)
        lost = list(dead)
        dead.clear()
        names = {task.shard.name for task in suspects}
        yield from through(executor, told, [task for task in there if task.shard.name not in names])
    else:  # a process of its own can be ended when it takes too long
        lost = []
        yield from through(executor, do_shard, watched)
    again = [task for task, _ in dead]
    dead.clear()
    yield from through(executor, do_carefully, again)
    for task, died in lost + dead:
        yield do_shard(replace(task, watched=False, lost=f"{died.how}; nothing of it could be checked"))


class _Team:
    """Who does the shards; begun early where it is certain that there is work for several processes.

    Args:
        execution: says who.
        prepare: see `run`.
        stack: ends them.
    """

    def __init__(self, execution: Execution, prepare: Prepare | None, stack: ExitStack) -> None:
        self.memory_limit = execution.memory_limit
        self._execution = execution
        self._prepare = prepare
        self._stack = stack
        self._early: Processes | None = None

    def begin(self) -> None:
        """Start the processes."""
        if self._prepare:
            self._prepare(here=False)
        self._early = Processes(self._execution.workers, self.memory_limit)
        self._stack.callback(self._early.close)
        self._early.begin()

    def executor(self, shards: int, *, here: bool) -> Executor:
        """Return who does so many shards; `here` says whether this process has others to do.

        Raises:
            ExecutorError: Dask is asked for, and is not there or does not answer.
        """
        if self._early:
            if self._prepare and here:
                self._prepare(here=True)
            return self._early
        chosen = self._execution.chosen(shards) if shards else "serial"
        if self._prepare and (shards or here):
            self._prepare(here=here or chosen == "serial")
        if chosen == "dask":
            try:
                from goanalyze.batch.cluster import Cluster  # noqa: PLC0415 - an extra, and slow to load
            except ImportError as error:
                raise ExecutorError(f"Dask is not installed ({error}); pip install 'goanalyze[dask]'") from None
            return self._stack.enter_context(Cluster(self._execution))
        if chosen == "processes":
            return Processes(min(self._execution.workers, max(1, shards)), self.memory_limit)
        return Serial()


class _Totals:
    """What is added up: shards come in any order, and are put in theirs before they are told of."""

    def __init__(
        self, shards: Sequence[Shard], options: Options, begin: float, hand_on: Callable[[Done], None],
        progress: Progress | None,
    ) -> None:  # fmt: skip
        self._shards = shards
        self._begin = begin
        self._hand_on = hand_on
        self._progress = progress
        counts = [shard.files for shard in shards]
        self._files = None if None in counts else sum(count for count in counts if count)
        self._waiting: dict[int, Done] = {}
        self._next = 0
        self._lines: list[dict[str, Any]] = []
        self._summary = Summary(rulesets=tuple(ruleset.id for ruleset in options.rulesets))
        self._so_far = Summary()

    def add(self, done: Done) -> None:
        """Take what came out of a shard."""
        self._waiting[done.name.number] = done
        if done.kept:
            done.summary.kept = done.summary.games
        self._so_far.add_sums(done.summary)
        while (ready := self._waiting.pop(self._next, None)) is not None:
            self._summary.add(ready.summary)
            self._lines.append(_line(self._shards[self._next], ready))
            self._hand_on(ready)
            self._next += 1
        self.tell(Summary())

    def tell(self, shard: Summary) -> None:
        """Say how far the run is; `shard` is under way in this process."""
        if self._progress:
            sums = Summary()
            sums.add_sums(self._so_far)
            sums.add_sums(shard)
            sums.seconds = time.perf_counter() - self._begin
            self._progress(sums, self._files)

    def finish(self) -> Summary:
        """Return the run, added up."""
        if self._waiting or self._next != len(self._shards):
            raise RuntimeError(f"shard {self._next} of {len(self._shards)} was not done")
        self._summary.seconds = time.perf_counter() - self._begin
        return self._summary

    def lines(self) -> list[dict[str, Any]]:
        """Return the manifest's lines, one for each shard."""
        return self._lines


def _line(shard: Shard, done: Done) -> dict[str, Any]:
    """Return what the manifest says of a shard."""
    return {
        "part": done.name.file,
        "from": shard.title,
        "files": done.summary.files,
        "games": done.summary.games,
        "seconds": round(done.summary.seconds, 3),
        "kept": done.kept,
        "tables": done.parts,
    }
