"""A run: sources are planned into shards, which an executor checks, a dataset keeps, and conventions are learned from.

Conventions are learned from headers and counts, none of which they change: to apply them takes a second round.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pyarrow as pa

from goanalyze import __version__
from goanalyze.archives.remote import is_remote
from goanalyze.archives.sources import KINDS, Source
from goanalyze.batch.execution import Execution, ExecutorChoice
from goanalyze.batch.interrupts import Interrupts
from goanalyze.batch.plan import Shard, plan
from goanalyze.batch.progress import Progress, RunMeter, ShardProgress
from goanalyze.batch.quarantine import do_in_quarantine
from goanalyze.batch.shard import ShardResult, Task, check_shard, earlier_result
from goanalyze.batch.summary import Summary
from goanalyze.batch.workers import Executor, Processes, Serial, ShardFunction, TaskFailure
from goanalyze.compare.counted_games import READ, find_groups, table_of
from goanalyze.conventions.convention import Convention, ConventionMode
from goanalyze.conventions.group_rows import groups_from_rows
from goanalyze.conventions.learning import effective
from goanalyze.errors import ExecutorError
from goanalyze.life.choices import ConfirmMode
from goanalyze.pipeline import Options
from goanalyze.tables.build import rulesets_table
from goanalyze.tables.dataset import DatasetWriter, Record, part_tables
from goanalyze.tables.schema import TABLES
from goanalyze.util.environment import install
from goanalyze.util.row import Fields

ALL_TABLES: Final = frozenset(TABLES)
Receive = Callable[[Mapping[str, pa.Table]], None]
"""Receives tables by name."""


@dataclass(frozen=True, slots=True)
class Output:
    """Outputs of a run.

    Attributes:
        dataset: dataset to be written, open; None to write none.
        receive: receives the tables of each chunk, in the order of the sources with every executor; None to return
            none. Where conventions are applied, it receives those of the last round, at its end.
        tables: names of the tables that `receive` takes.
    """

    dataset: DatasetWriter | None = None
    receive: Receive | None = None
    tables: frozenset[str] = ALL_TABLES


class Run:
    """A check of all files of some sources.

    Args:
        sources: sources, in order.
        options: options of the check.
        execution: processes, executor and limits; by default this process.
        output: dataset and receiver of tables; by default there is only the summary.
        conventions: treatment of conventions that differ from headers. Where they are applied, those of the options
            are ignored: the first round applies those of the last run over the dataset, so that a run which has
            nothing new to do, or continues a killed one, checks nothing again.
        progress: receives the progress at irregular intervals.
        workers: worker processes that were started early; the run ends them if it needs none.

    Attributes:
        options: options of the check; after a run that applies conventions, with these.
        summary: sums of the last round.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        options: Options,
        execution: Execution | None = None,
        output: Output | None = None,
        *,
        conventions: ConventionMode = ConventionMode.REPORT,
        progress: Progress | None = None,
        workers: Processes | None = None,
    ) -> None:
        self.options = options
        self.summary = Summary()
        self._sources = sources
        self._execution = execution or Execution()
        self._output = output or Output()
        self._dataset = self._output.dataset
        self._mode = conventions
        self._progress = progress
        self._workers = workers
        self._interrupts = Interrupts()
        self._executors = ExitStack()
        self._is_preliminary = False  # True in a round after which another may apply other conventions
        # of a round
        self._deliver, self._tables = self._output.receive, self._output.tables
        self._chunks: list[Mapping[str, pa.Table]] = []  # that wait for the end of the last round
        self._evidence: dict[str, list[pa.Table]] = {}  # columns that conventions are learned from, without a dataset
        self._shards: Sequence[Shard] = ()
        self._meter = RunMeter(None)
        self._finished: list[ShardResult] = []  # of shards that are not executed
        self._early: Processes | None = None  # workers that were started before the plan
        self._waiting: dict[int, ShardResult] = {}
        self._next = 0
        self._facts_of_shards: dict[str, Fields] = {}  # by key, for the manifest

    def run(self) -> Summary:
        """Check every file.

        Returns:
            The sums of the run. If something that is not the files' fault kept shards from being checked, `undone` has
            the reasons; nothing of these is written, the dataset is not declared complete, and the next run checks
            them.
        """
        begin = time.perf_counter()
        with self._interrupts:
            if self._mode is ConventionMode.APPLY:
                self._apply_conventions()
            else:
                self._round()
            if (receive := self._output.receive) and "rulesets" in self._output.tables:
                receive({"rulesets": rulesets_table(self.options.rulesets)})
            self.summary.seconds = time.perf_counter() - begin
        return self.summary

    def _round(self) -> None:
        """Take all sources through the stages of a run."""
        # closed at once when something fails: workers end before the dataset is released
        with ExitStack() as self._executors, closing(self.execute(self.plan())) as results:
            for result in results:
                self.commit(result)
        self.learn()

    def plan(self) -> list[Task]:
        """Cut the sources into shards; return the tasks of those that are not checked yet."""
        options, execution, dataset = self.options, self._execution, self._dataset
        self._early = early = self._start_workers()
        inspector = {"inspect": partial(early.look, execution.limits[0])} if early and execution.is_limited else {}
        self._shards = shards = plan(self._sources, options, execution.shard_bytes, **inspector)
        self.summary = Summary(rulesets=tuple(ruleset.id for ruleset in options.rulesets))
        self._waiting, self._next, self._facts_of_shards = {}, 0, {}
        self._meter = RunMeter(self._progress)
        self._meter.begin(shards)
        kept: Mapping[str, ShardResult] = {}
        if dataset:
            kept = self._open(dataset, {shard.name.key: shard for shard in shards})
            dataset.apply(options.conventions)
        faulty = [ShardResult(shard.name, Summary(), failure=shard.fault) for shard in shards if shard.fault]
        self._finished = [*kept.values(), *faulty]
        task = partial(Task, options=options, time_limit=execution.limits[0], memory_limit=execution.limits[1])
        if dataset:  # tables that are written are read again in plan order, so that none waits in memory
            task = partial(task, out=dataset.storage.uri, inputs=dataset.inputs)
        elif self._deliver:
            task = partial(task, returned_tables=self._tables)
        return [task(shard) for shard in shards if shard.name.key not in kept and not shard.fault]

    def execute(self, tasks: Sequence[Task]) -> Generator[ShardResult, None, None]:
        """Check shards; yield the results of all, in any order.

        A shard that failed is tried again: in quarantine, if its files may be to blame.
        """
        yield from self._finished
        failures = yield from self._attempt(Serial(), self._check_here, [task for task in tasks if task.shard.is_stdin])
        tasks = [task for task in tasks if not task.shard.is_stdin]
        executor = self._executor(tasks)
        function: ShardFunction = self._check_here
        if isinstance(executor, Serial):
            suspects = [task for task in tasks if self._dataset and task.shard.name.key == self._dataset.lock.died_in]
            if suspects:
                with Processes(1, suspects[0].memory_limit) as worker:
                    failures += yield from self._attempt(worker, do_in_quarantine, _watched(suspects))
            tasks = [task for task in tasks if task not in suspects]
        else:
            function, tasks = check_shard, _watched(tasks)
            if self._dataset and not self._deliver:  # no result is waited for: small shards come last
                tasks.sort(key=lambda task: -task.shard.bytes)
        retries = yield from self._attempt(executor, function, tasks)
        innocent, suspicious = (
            [task for task, failure in retries if failure.is_resource_failure is is_innocent]
            for is_innocent in (True, False)
        )
        failures += yield from self._attempt(executor, function, innocent)
        failures += yield from self._attempt(executor, do_in_quarantine, suspicious)
        for task, failure in failures:
            yield ShardResult(task.shard.name, Summary(), failure=failure.reason)

    def commit(self, result: ShardResult) -> None:
        """Add the result of a shard to the run; deliver tables in plan order."""
        if self._dataset and result.record:
            self._dataset.add(result.record)
        self._waiting[result.name.number] = result
        self._meter.end(result.name.number, result.summary)
        self._interrupts.check()
        while (ready := self._waiting.pop(self._next, None)) is not None:
            title = self._shards[self._next].title
            self._next += 1
            self.summary.add(ready.summary)
            if ready.failure:
                self.summary.undone.append((title, ready.failure))
            self._facts_of_shards[ready.name.key] = {
                "from": title,
                "files": ready.summary.files,
                "games": ready.summary.games,
                "seconds": round(ready.summary.seconds, 3),
                "kept": ready.kept,
            }
            if self._deliver and not ready.failure:
                dataset = self._dataset
                for tables in [dataset.tables(ready.name, self._tables)] if dataset else ready.tables:
                    self._deliver(tables)

    def learn(self) -> None:
        """Learn the conventions of the games, and declare the dataset complete."""
        if self._waiting or self._next != len(self._shards):
            raise RuntimeError(f"shard {self._next} of {len(self._shards)} was not checked")
        summary, dataset = self.summary, self._dataset
        if dataset is None:
            if self._evidence:
                summary.groups = find_groups(*map(pa.concat_tables, self._evidence.values()))
            return
        if summary.undone:  # not complete, as after an interrupt
            return
        singles = {"rulesets": rulesets_table(self.options.rulesets)}
        if self._mode is not ConventionMode.OFF:
            learned = dataset.single("conventions")  # unchanged, if all shards are
            if learned is None:
                summary.groups = find_groups(*(dataset.columns(table, names) for table, names in READ.items()))
            else:
                summary.groups = groups_from_rows(learned.to_pylist())
            singles["conventions"] = table_of(summary.groups)
        if self._is_preliminary and effective(summary.groups) != self.options.conventions:
            return  # the next round checks the games again, and completes the dataset
        dataset.close(singles, self._facts(dataset.inputs), self._facts_of_shards)

    def _apply_conventions(self) -> None:
        """Check the games; if conventions are learned that were not applied, check them again by these."""
        dataset, receive, tables = self._dataset, self._output.receive, self._output.tables
        self._sources = [source.cache() for source in self._sources]
        self.options = replace(self.options, conventions=dataset.applied if dataset else ())
        if dataset:
            self._deliver = None
        else:
            self._deliver, self._tables = self._collect, (tables if receive else frozenset()) | READ.keys()
        self._begin_collection()
        self._is_preliminary = True
        self._round()
        self._is_preliminary = False
        kept, learned = self.summary.kept, effective(self.summary.groups)
        if not self.summary.undone and learned != self.options.conventions:
            self.options = replace(self.options, conventions=learned)
            self._execution = replace(self._execution, resume=True)
            self._begin_collection()
            self._round()
            self.summary.kept = min(kept, self.summary.kept)
        if receive:
            for chunk in dataset.read(tables) if dataset else self._chunks:
                receive(chunk)

    def _begin_collection(self) -> None:
        """Forget the collected tables."""
        self._chunks, self._evidence = [], {name: [TABLES[name].empty(columns)] for name, columns in READ.items()}

    def _collect(self, tables: Mapping[str, pa.Table]) -> None:
        """Collect the tables of a chunk: those of the output, and columns that conventions are learned from."""
        if self._output.receive:
            self._chunks.append({name: table for name, table in tables.items() if name in self._output.tables})
        for name, columns in READ.items():
            if name in tables:
                self._evidence[name].append(tables[name].select(columns))

    def _open(self, dataset: DatasetWriter, shards: Mapping[str, Shard]) -> dict[str, ShardResult]:
        """Open the dataset for shards, by key; return the results of those that are checked already, by key."""
        paths = {path for shard in shards.values() for extent in shard.extents for path in extent.source.paths}
        names, tables = [shard.name for shard in shards.values()], part_tables(self.options.optional_tables)

        def reuse(record: Record) -> ShardResult | None:
            return earlier_result(record, shards[record.name.key], self._execution.limits)

        return dataset.open(names, tables, reuse, paths=paths, resume=self._execution.resume)

    def _start_workers(self) -> Processes | None:
        """Return workers, started before the plan is made, if there is certainly work for them, or limits."""
        execution = self._execution
        # parts of an earlier run may be all of the work
        has_parts = self._dataset and execution.resume and self._dataset.has_parts
        is_large = not has_parts and _is_large(self._sources, execution)
        if not is_large and not execution.is_limited:
            if self._workers:
                self._workers.kill()
            return None
        workers = self._executors.enter_context(self._workers or Processes(execution.workers, execution.memory_limit))
        if is_large:
            workers.start()  # they load their modules while the plan is made
        return workers

    def _executor(self, tasks: Sequence[Task]) -> Executor:
        execution = self._execution
        work = {"shards": len(tasks), "size": sum(task.shard.bytes for task in tasks)}
        is_slow = self.options.engine is not None or self.options.confirm != ConfirmMode.NEVER.value
        choice = execution.executor_for(**work, is_slow=is_slow)
        if choice is ExecutorChoice.DASK:
            try:
                from goanalyze.batch.dask_cluster import DaskCluster  # loads Dask, which is optional
            except ImportError as error:
                raise ExecutorError(f"Dask is not installed ({error}): {install('dask')}") from None
            return self._executors.enter_context(DaskCluster(execution))
        if self._early:
            return self._early
        if choice is ExecutorChoice.PROCESSES:
            processes = Processes(execution.processes_for(**work, is_slow=is_slow), execution.memory_limit)
            return self._executors.enter_context(processes)
        return Serial()

    def _attempt(
        self, executor: Executor, function: ShardFunction, tasks: Sequence[Task]
    ) -> Generator[ShardResult, None, list[tuple[Task, TaskFailure]]]:
        """Yield the results of tasks; return those without a result, with the reasons."""
        failures = []
        meter = self._meter
        for task, result in executor.map(
            function, tasks, lambda task, progress: meter.update(task.shard.name.number, progress)
        ):
            if isinstance(result, TaskFailure):
                failures.append((task, result))
            else:
                yield result
        return failures

    def _check_here(self, task: Task, on_progress: Callable[[ShardProgress], None]) -> ShardResult:
        """Check a shard in this process. KeyboardInterrupt after an interrupt."""

        def report(progress: ShardProgress) -> None:
            self._interrupts.check()
            on_progress(progress)

        if self._dataset:  # in case that it kills this process
            self._dataset.lock.note(task.shard.name.key)
        try:
            return check_shard(task, report)
        finally:
            self._interrupts.check()  # regardless of the error that an interrupt was turned into

    def _facts(self, inputs: Sequence[str]) -> Fields:
        summary = self.summary
        facts: Fields = {"goanalyze": __version__}
        facts |= {"files": summary.files, "games": summary.games, "moves": summary.moves}
        facts |= {"inputs": inputs, "options": self.options.facts()}
        return facts


def unused_conventions(conventions: Iterable[Convention], games: Mapping[str, int]) -> list[str]:
    """Return sentences without a full stop on conventions of no game."""
    unused = [each.name for each in conventions if not each.played.is_header and not games.get(each.name)]
    return [f"the convention {name} is about none of these games" for name in unused]


def _watched(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks for workers, which may be ended when they take too long."""
    return [replace(task, is_watched=True) for task in tasks]


def _is_large(sources: Sequence[Source], execution: Execution) -> bool:
    """Return True if sources are certainly work for several processes, by sizes that are known without a plan."""
    archives = (source.paths[0] for source in sources if source.kind in KINDS and not is_remote(source.paths[0]))
    return execution.is_large(archives, sum(len(source.paths) for source in sources if source.kind == "files"))
