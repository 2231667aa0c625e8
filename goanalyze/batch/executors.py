"""Executors on this machine: each maps one function over tasks and yields what came out, in the order of finishing.

A task that does not come back (its process died, or something failed that is no fault of the output) is yielded as
`Died`; what then happens to it is the run's business. `goanalyze.batch.cluster` has the one for Dask.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from goanalyze.batch.process_limits import limit_memory
from goanalyze.batch.shard import Done, Task
from goanalyze.tables.store import OutputError

__all__ = ["Died", "Executor", "ExecutorError", "Function", "Processes", "Serial", "is_fatal"]

Function = Callable[[Task], Done]


class ExecutorError(RuntimeError):
    """An executor that cannot work: its package is missing, its scheduler does not answer, a worker sees no inputs."""


@dataclass(frozen=True, slots=True)
class Died:
    """A task that did not come back, and what is known of the reason."""

    how: str


class Executor(Protocol):
    """Does tasks somewhere."""

    def map(self, function: Function, tasks: Iterable[Task]) -> Iterator[tuple[Task, Done | Died]]:
        """Do the tasks; yield each with what came out, as they finish.

        Raises:
            OutputError: the output cannot be written: no other task would fare better.
        ExecutorError: no task can be done at all.
        """


def is_fatal(error: BaseException) -> bool:
    """Return whether an error of a task ends the run."""
    return isinstance(error, OutputError | ExecutorError)


class Serial:
    """Does the tasks one after the other in this process. A task that kills its process ends the run."""

    def map(self, function: Function, tasks: Iterable[Task]) -> Iterator[tuple[Task, Done | Died]]:
        """Do the tasks, see `Executor`."""
        for task in tasks:
            try:
                yield task, function(task)
            except Exception as error:
                if is_fatal(error):
                    raise
                yield task, Died(f"{type(error).__name__}: {error}")


class Processes:
    """Does the tasks in some processes of this machine.

    Args:
        jobs: processes.
        memory_limit: bytes of data for each, 0 for no limit.
    """

    def __init__(self, jobs: int, memory_limit: int = 0) -> None:
        self._jobs = jobs
        self._memory_limit = memory_limit
        self._live = False  # whether a process has ever given anything back
        self._begun: ProcessPoolExecutor | None = None

    def begin(self) -> None:
        """Start the processes now: they load what they need while others are still planning."""
        self._begun = self._new_pool(self._jobs)
        for _ in range(self._jobs):
            self._begun.submit(os.getpid)

    def close(self) -> None:
        """End the processes that were started and never used."""
        if self._begun is not None:
            self._begun.shutdown(wait=True, cancel_futures=True)

    def map(self, function: Function, tasks: Iterable[Task]) -> Iterator[tuple[Task, Done | Died]]:
        """Do the tasks, see `Executor`; what was under way when a process died is done once more, each alone."""
        left = iter(tasks)
        exhausted = False
        while not exhausted:
            under_way: list[Task] = []
            with self._pool(self._jobs) as pool:
                try:
                    yield from self._through(pool, function, left, under_way)
                    exhausted = True
                except BrokenProcessPool:
                    self._look_whether_processes_live()
            for task in under_way:
                yield self._alone(function, task)

    def _through(
        self, pool: ProcessPoolExecutor, function: Function, left: Iterator[Task], under_way: list[Task]
    ) -> Iterator[tuple[Task, Done | Died]]:
        """Keep the pool busy; `under_way` has what was given to it and has not come back."""
        waiting: dict[Future[Done], Task] = {}

        def more() -> None:
            while len(waiting) <= self._jobs and (task := next(left, None)) is not None:
                under_way.append(task)
                waiting[pool.submit(function, task)] = task

        more()
        while waiting:
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                outcome = _outcome(future)
                task = waiting.pop(future)
                under_way.remove(task)
                self._live = True
                yield task, outcome
            more()

    def _look_whether_processes_live(self) -> None:
        """Let one do nothing, unless some task came back already: else every task would be blamed in turn.

        Raises:
            ExecutorError: it dies of that, too.
        """
        if self._live:
            return
        with self._pool(1) as pool:
            try:
                pool.submit(os.getpid).result()
            except BrokenProcessPool:
                why = "; --memory-limit is too low for them" if self._memory_limit else ""
                raise ExecutorError(f"worker processes end as soon as they have begun{why}") from None
        self._live = True

    def _alone(self, function: Function, task: Task) -> tuple[Task, Done | Died]:
        with self._pool(1) as pool:
            try:
                return task, _outcome(pool.submit(function, task))
            except BrokenProcessPool:
                return task, Died("its process died")

    def _new_pool(self, jobs: int) -> ProcessPoolExecutor:
        # spawn: a forked child would share locks with Arrow's threads
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(jobs, context, _begin_worker, (self._memory_limit,))

    @contextmanager
    def _pool(self, jobs: int) -> Iterator[ProcessPoolExecutor]:
        pool, self._begun = (self._begun if jobs == self._jobs else None) or self._new_pool(jobs), None
        try:
            yield pool
        except BaseException:  # also when nobody wants the rest: a worker would go on for the whole shard
            for process in list((pool._processes or {}).values()):  # noqa: SLF001 - public from Python 3.14 on
                process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
        pool.shutdown(wait=True, cancel_futures=True)


def _outcome(future: Future[Done]) -> Done | Died:
    """Return what came out of a task.

    Raises:
        OutputError: the run is to end.
        BrokenProcessPool: its process, or another one of the pool, died.
    """
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, BrokenProcessPool) or is_fatal(error):
        raise error
    return Died(f"{type(error).__name__}: {error}")


def _begin_worker(memory_limit: int) -> None:
    """Prepare a worker: it leaves interrupts to its parent, ends with it, and keeps to its memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent: Any = multiprocessing.parent_process()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    limit_memory(memory_limit)
    try:
        from goanalyze.batch.warm import warm_up  # noqa: PLC0415 - what it loads is to be there before gc.freeze

        warm_up()
    except Exception:  # noqa: BLE001 - the parent did the same, so it is for want of memory; it says so when this ends
        os._exit(1)
    gc.freeze()


def _end_with(parent: Any) -> None:
    """End this process when its parent has ended: one that was killed leaves its workers waiting for ever."""
    parent.join()
    os._exit(1)
