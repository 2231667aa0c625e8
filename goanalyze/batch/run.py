"""A run: sources planned into shards, done by an executor, committed, and added up."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import astuple, replace
from functools import partial
from itertools import chain
from typing import Any, Final

import pyarrow as pa

from goanalyze import __version__
from goanalyze.archives.remote import is_remote
from goanalyze.archives.sources import KINDS, Source
from goanalyze.batch.choices import ExecutorChoice
from goanalyze.batch.execution import Execution
from goanalyze.batch.interrupts import Interrupts
from goanalyze.batch.plan import Shard, plan
from goanalyze.batch.progress import Meter, Progress, Reached
from goanalyze.batch.quarantine import do_in_quarantine
from goanalyze.batch.shard import ShardResult, Task, Tell, do_shard, done_before
from goanalyze.batch.summary import Summary
from goanalyze.batch.workers import Executor, Processes, Serial, ShardFunction, TaskFailure
from goanalyze.compare.dataset_evidence import READ, find_groups, table_of
from goanalyze.conventions.toml_files import to_toml
from goanalyze.errors import ExecutorError
from goanalyze.pipeline import Options
from goanalyze.tables.build import rulesets_table
from goanalyze.tables.dataset import DatasetWriter, Record, part_tables
from goanalyze.tables.schema import TABLES
from goanalyze.vocabulary.extras import install

ALL_TABLES: Final = frozenset(TABLES)

Receive = Callable[[Mapping[str, pa.Table]], None]


def run(
    sources: Sequence[Source],
    options: Options,
    *,
    commit: DatasetWriter | None = None,
    receive: Receive | None = None,
    wanted: frozenset[str] = ALL_TABLES,
    execution: Execution | None = None,
    progress: Progress | None = None,
    learn: bool = True,
    workers: Processes | None = None,
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
        learn: whether conventions are looked for, where a dataset is written.
        workers: worker processes that have been started early; unused ones are ended.

    Returns:
        The run, added up. Where something that is not the files' fault kept shards from being done, `undone` says what;
        nothing of them is written, the dataset is not declared whole, and the next run does them.

    Raises:
        OutputError: the dataset cannot be written.
        ExecutorError: the executor cannot work.
        KeyboardInterrupt: the user asked for the end; what is done is kept.
    """
    begin = time.perf_counter()
    execution = execution or Execution()
    with Interrupts() as interrupts:
        totals = _Totals(options, begin, progress, interrupts)
        wanted = wanted if receive else frozenset()
        _do_all(sources, options, totals, commit, receive, wanted, execution, workers)
        summary = totals.finish()
        if receive and "rulesets" in wanted:
            receive({"rulesets": rulesets_table(options.rulesets)})
        if commit and not summary.undone:  # else it is not whole, as after an interrupt
            told = ("markup", "encoding", "komi", "estimate", "engine", "variations", "confirm")
            asked = {name: getattr(options, name) for name in told}
            facts = {"goanalyze": __version__, "files": summary.files, "games": summary.games, "moves": summary.moves}
            facts["inputs"] = commit.inputs
            if options.dead:
                asked["dead"] = list(astuple(options.dead))
            if options.conventions:
                asked["conventions"] = to_toml(options.conventions)
            singles = {"rulesets": rulesets_table(options.rulesets)}
            if learn:
                read = (commit.columns(table, names) for table, names in READ.items())
                summary.groups = find_groups(*read)
                singles["conventions"] = table_of(summary.groups)
            commit.close(singles, {**facts, **asked}, totals.lines)
            summary.seconds = time.perf_counter() - begin
    return summary


def _do_all(
    sources: Sequence[Source],
    options: Options,
    totals: _Totals,
    commit: DatasetWriter | None,
    receive: Receive | None,
    wanted: frozenset[str],
    execution: Execution,
    workers: Processes | None,
) -> None:
    """Plan the shards and see each done, kept, or known not to be; arguments as of `run`."""
    # closed at once when something fails here: workers must have ended before the dataset is given back
    with ExitStack() as stack:
        early, limits = None, execution.limits
        done = commit and execution.resume and commit.has_parts  # which may be all there is to do
        is_large = not done and _is_large(sources, execution)
        if is_large or execution.is_limited:
            early = stack.enter_context(workers or Processes(execution.workers, execution.memory_limit))
            if is_large:
                early.start()  # they load their modules while the plan is made
        elif workers:
            workers.kill()
        look = {"look": partial(early.look, limits[0])} if early and execution.is_limited else {}
        shards = plan(sources, options, execution.shard_bytes, **look)
        totals.begin(shards)
        tables = part_tables(options.optional_tables)
        kept: dict[str, ShardResult] = {}
        if commit:
            by_key = {shard.name.key: shard for shard in shards}

            def reuse(record: Record) -> ShardResult | None:
                return done_before(record, by_key[record.name.key], limits)

            paths = {path for shard in shards for extent in shard.extents for path in extent.source.paths}
            names = [shard.name for shard in shards]
            kept = commit.open(names, tables, reuse, paths=paths, resume=execution.resume)
        if commit:
            commit.apply(options.conventions)
        # tables that are written are read back when their turn comes, so that none has to wait in memory
        where = {"out": commit.storage.uri, "given": commit.inputs} if commit else {"wanted": wanted}
        left = [
            Task(shard, options, time_limit=limits[0], memory_limit=limits[1], **where)
            for shard in shards
            if shard.name.key not in kept and not shard.fault
        ]
        here = [task for task in left if task.shard.only_here]
        elsewhere = [task for task in left if not task.shard.only_here]
        chosen = execution.chosen(len(elsewhere)) if elsewhere else ExecutorChoice.SERIAL
        executor: Executor | None = early if chosen is not ExecutorChoice.DASK else None
        executor = executor or stack.enter_context(_executor(chosen, execution, len(elsewhere)))
        if commit and not receive and chosen is not ExecutorChoice.SERIAL:
            # the largest first, so that none is left for one process at the end; nothing waits for results in order
            elsewhere.sort(key=lambda task: -task.shard.bytes)
        faulty = [ShardResult(shard.name, Summary(), undone=shard.fault) for shard in shards if shard.fault]
        with closing(_results(here, elsewhere, executor, totals, commit)) as results:
            for result in chain(kept.values(), faulty, results):
                if commit and result.record:
                    commit.add(result.record)
                for ready in totals.add(result):
                    if receive and not ready.undone:
                        for chunk in [commit.tables(ready.name, wanted)] if commit else ready.tables:
                            receive(chunk)


def _is_large(sources: Sequence[Source], execution: Execution) -> bool:
    """Return whether there will certainly be shards for several processes, by sizes that are known at once."""
    archives = (source.paths[0] for source in sources if source.kind in KINDS and not is_remote(source.paths[0]))
    return execution.is_large(archives, sum(len(source.paths) for source in sources if source.kind == "files"))


def _executor(chosen: ExecutorChoice, execution: Execution, shards: int) -> Executor:
    """Return who does so many shards.

    Raises:
        ExecutorError: Dask is asked for, and is not there.
    """
    if chosen is ExecutorChoice.DASK:
        try:
            from goanalyze.batch.cluster import Cluster
        except ImportError as error:
            raise ExecutorError(f"Dask is not installed ({error}): {install('dask')}") from None
        return Cluster(execution)
    if chosen is ExecutorChoice.PROCESSES:
        return Processes(min(execution.workers, max(1, shards)), execution.memory_limit)
    return Serial()


def _results(
    here: Sequence[Task], elsewhere: Sequence[Task], executor: Executor, totals: _Totals, commit: DatasetWriter | None
) -> Generator[ShardResult, None, None]:
    """Do the tasks; those that failed once more: in quarantine, if their files may be to blame.

    Args:
        here: tasks that only this process can do.
        elsewhere: all others.
        executor: does those.
        totals: is told how far this process is.
        commit: the dataset, if one is written.
    """
    undone: list[tuple[Task, TaskFailure]] = []

    def results(
        executor: Executor, function: ShardFunction, tasks: Sequence[Task], failed: list[tuple[Task, TaskFailure]]
    ) -> Generator[ShardResult, None, None]:
        for task, result in executor.map(function, tasks, totals.hear):
            if isinstance(result, TaskFailure):
                failed.append((task, result))
            else:
                yield result

    def do_here(task: Task, _tell: Tell) -> ShardResult:
        if commit:  # in case that it kills this process
            commit.lock.note(task.shard.name.key)
        try:
            return do_shard(task, partial(totals.hear_here, task))
        finally:
            totals.interrupts.check()  # whatever it was turned into

    yield from results(Serial(), do_here, here, undone)  # standard input cannot be read twice
    watched = [replace(task, watched=True) for task in elsewhere]
    again: list[tuple[Task, TaskFailure]] = []
    do_one: ShardFunction = do_shard  # a worker can be ended when it takes too long
    if isinstance(executor, Serial):
        do_one = do_here
        suspects = [task for task in watched if commit and task.shard.name.key == commit.lock.died_in]
        if suspects:
            with Processes(1, suspects[0].memory_limit) as worker:
                yield from results(worker, do_in_quarantine, suspects, undone)
        names = {task.shard.name for task in suspects}
        yield from results(executor, do_one, [task for task in elsewhere if task.shard.name not in names], again)
    else:
        yield from results(executor, do_one, watched, again)
    innocent = [task for task, reason in again if reason.is_resource_failure]
    others = [task for task, reason in again if not reason.is_resource_failure]
    yield from results(executor, do_one, innocent, undone)
    yield from results(executor, do_in_quarantine, others, undone)
    for task, reason in undone:
        yield ShardResult(task.shard.name, Summary(), undone=reason.reason)


class _Totals:
    """The sums of a run: shards finish in any order, and are added in theirs."""

    def __init__(self, options: Options, begin: float, progress: Progress | None, interrupts: Interrupts) -> None:
        self._shards: Sequence[Shard] = ()
        self._begin = begin
        self._meter = Meter(progress)
        self.interrupts = interrupts
        self._waiting: dict[int, ShardResult] = {}
        self._next = 0
        self.lines: dict[str, dict[str, Any]] = {}  # of the manifest, by key of the shard
        self._summary = Summary(rulesets=tuple(ruleset.id for ruleset in options.rulesets))

    def begin(self, shards: Sequence[Shard]) -> None:
        """Take up the plan."""
        self._shards = shards
        self._meter.begin(shards)

    def add(self, done: ShardResult) -> Iterator[ShardResult]:
        """Take what came out of a shard; yield the results whose turn it is now."""
        self._waiting[done.name.number] = done
        self._meter.end(done.name.number, done.summary)
        self.interrupts.check()
        while (ready := self._waiting.pop(self._next, None)) is not None:
            self._summary.add(ready.summary)
            if ready.undone:
                self._summary.undone.append((self._shards[self._next].title, ready.undone))
            self.lines[ready.name.key] = {
                "from": self._shards[self._next].title,
                "files": ready.summary.files,
                "games": ready.summary.games,
                "seconds": round(ready.summary.seconds, 3),
                "kept": ready.kept,
            }
            self._next += 1
            yield ready

    def hear(self, task: Task, told: Reached) -> None:
        """Take how far a task is that another process does; may be called from any thread."""
        self._meter.told(task.shard.name.number, told)

    def hear_here(self, task: Task, told: Reached) -> None:
        """Take how far a task is that this process does. KeyboardInterrupt if there was one."""
        self.interrupts.check()
        self.hear(task, told)

    def finish(self) -> Summary:
        """Return the run, added up."""
        if self._waiting or self._next != len(self._shards):
            raise RuntimeError(f"shard {self._next} of {len(self._shards)} was not done")
        self._summary.seconds = time.perf_counter() - self._begin
        return self._summary
