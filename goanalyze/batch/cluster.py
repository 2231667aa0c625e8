"""The executor that submits shards to a Dask cluster, on this machine or others; its workers see inputs and output.

Dask itself gives the shards of a worker that dies to another one. A scheduler that is gone is waited for, and gets what
is not done. Doing a shard twice does no harm.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final, Self
from uuid import uuid4

import dask
from distributed import Client, Future, LocalCluster
from distributed.comm.core import connect
from distributed.scheduler import KilledWorker
from distributed.security import Security

from goanalyze import __version__
from goanalyze.batch.dask_worker import DIED, end_run, unpack
from goanalyze.batch.execution import Execution
from goanalyze.batch.progress import ShardProgress
from goanalyze.batch.shard import ShardResult, Task
from goanalyze.batch.shared_storage import NotSharedError, View, do_if_shared, view_of
from goanalyze.batch.workers import Executor, OnProgress, ShardFunction, TaskFailure, attempt
from goanalyze.errors import ExecutorError

_AHEAD: Final = 3  # shards given to the cluster for each of its threads
_FIRST_PATIENCE: Final = 10.0  # seconds in which a scheduler is to answer
_PATIENCE: Final = 300.0  # seconds in which one that is gone may come back
_WORKERS_PATIENCE: Final = 900.0  # seconds in which workers may come
_SILENT: Final = 10.0  # seconds of them that pass without a word
_POLL: Final = 0.02  # seconds between looks at what is finished
_ASK: Final = 2.0  # seconds between looks at how many workers there are
_MOST_DEATHS: Final = 3  # times that Dask may give a shard up because its workers died, each after some tries
_MOST_LOSSES: Final = 10  # times that the scheduler may go away with nothing coming back in between

_SETTINGS: Final = {
    "distributed.admin.large-graph-warning-threshold": "1 GB",  # names of 20,000 files are a large task
    "distributed.scheduler.http.routes": [],  # of one within this process nobody asks anything
    "distributed.worker.http.routes": [],
}
_LOCAL: Final[dict[str, Any]] = {
    "n_workers": 1,
    "processes": False,
    "memory_limit": 0,
    "silence_logs": False,
    "dashboard_address": None,
    "worker_dashboard_address": "127.0.0.1:0",
    "scheduler_kwargs": {"dashboard_address": "127.0.0.1:0"},
}
_LOGGERS: Final = (
    *("distributed", "distributed.client", "distributed.gc", "distributed.shuffle"),
    *("tornado", "tornado.application", "asyncio"),
)

# A worker ends itself when it reads the name of a function that it does not have, and so does a scheduler: so what they
# are sent has only names that every Python has.
_MODULE: Final = "__import__('goanalyze.batch.dask_worker', fromlist=['dask_worker'])"
_DO: Final = f"{_MODULE}.do_order(version, run, folder, memory_limit, order, number)"
_END: Final = f"{_MODULE}.end_run(run, folder, memory_limit)"

_log = logging.getLogger(__name__)


_Submitted = tuple[Task, View | None]  # a task for the cluster, and what this process sees of its storage


class _SchedulerLostError(Exception):
    """The scheduler is gone, or knows nothing of a task any more."""


class Cluster(Executor):
    """A Dask cluster, connected; where no scheduler is named, one within this process.

    The workers, here as there, hand each task to a process of their own.

    Args:
        execution: names the scheduler, or says how many processes.

    Raises:
        ExecutorError: the scheduler does not answer.
    """

    def __init__(self, execution: Execution) -> None:
        self._address = execution.scheduler
        self._jobs = execution.workers
        self._run: dict[str, Any] = {"run": uuid4().hex, "folder": os.getcwd(), "memory_limit": execution.memory_limit}
        self._under_way: dict[Future[Any], _Submitted] = {}
        self._hear: OnProgress | None = None
        self._deaths: Counter[str] = Counter()
        self._threads = 0
        self._asked = self._without = 0.0  # when workers were last asked for; since when there have been none
        self._told = False

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(_quiet())
            self._local = None if self._address else LocalCluster(threads_per_worker=self._jobs, **_LOCAL)
            self._client = self._connected(_FIRST_PATIENCE)
            self._quiet = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with self._quiet:
            with suppress(Exception):  # it may be gone; nothing is lost with it
                self._client.cancel(list(self._under_way), force=True)
            if self._local is not None:
                end_run(**self._run)
            else:
                with suppress(Exception):
                    self._client.run(eval, _END, self._run, on_error="ignore")
            self._under_way.clear()
            with suppress(Exception):
                self._client.close(timeout=5)
            if self._local is not None:
                self._local.close(timeout=5)

    def _connected(self, patience: float) -> Client:
        """Return a client; first it is seen whether a scheduler answers, as a client that fails leaves threads behind.

        Raises:
            ExecutorError: none does within so many seconds.
        """
        if self._local is None:
            try:
                with ThreadPoolExecutor(1) as thread:  # this one may have an event loop, as in a notebook
                    thread.submit(asyncio.run, _answers(self._address, patience)).result()
            except ValueError as error:
                raise ExecutorError(f"{self._address!r} is no address of a Dask scheduler: {_line(error)}") from None
            except Exception as error:  # what answers may be anything
                raise ExecutorError(
                    f"no Dask scheduler answers at {self._address} ({_line(error)}); start one with: dask scheduler"
                ) from None
        try:
            client = Client(self._local or self._address, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise ExecutorError(f"the Dask scheduler at {self._address} does not answer: {_line(error)}") from None
        client.subscribe_topic(self._run["run"], self._take)
        return client

    def map(
        self, function: ShardFunction, tasks: Iterable[Task], on_progress: OnProgress
    ) -> Iterator[tuple[Task, ShardResult | TaskFailure]]:
        """Do the tasks, see `goanalyze.batch.workers.Executor`.

        Raises:
            ExecutorError: the scheduler went away and did not come back, there are no workers, or they cannot work.
            OutputError: the output cannot be written.
        """
        left: list[_Submitted] = [(task, None) for task in reversed([*tasks])]
        self._hear = on_progress
        losses = 0  # of the scheduler, since something came back
        while left or self._under_way:
            try:
                self._look_for_workers()
                self._submit(function, left)
                finished = [future for future in self._under_way if future.done()]
                for future in finished:
                    answer = self._answer(future)
                    (task, _), losses = self._under_way.pop(future), 0
                    if isinstance(answer, tuple):
                        left.append(answer)
                    else:
                        yield task, answer
                if not finished:
                    time.sleep(_POLL)
            except _SchedulerLostError as error:
                losses += 1
                if losses > _MOST_LOSSES:
                    raise ExecutorError(
                        f"the Dask scheduler at {self._address} goes away again and again: "
                        f"{_line(error.__cause__ or error)}"
                    ) from None
                left += self._under_way.values()
                self._under_way.clear()
                self._reconnect()

    def _take(self, event: tuple[float, tuple[int, float, int, int]]) -> None:
        """Take what a worker tells of a task."""
        number, share, size, games = event[1]
        task = next((task for task, _ in list(self._under_way.values()) if task.shard.name.number == number), None)
        if task and self._hear:
            self._hear(task, ShardProgress(share, size, games))

    def _submit(self, function: ShardFunction, left: list[_Submitted]) -> None:
        """Give the cluster as many tasks as keep it busy."""
        while left and len(self._under_way) < max(1, self._threads) * _AHEAD:
            task, view = left[-1]
            view = view or view_of(task)
            order, number = pickle.dumps((do_if_shared, (function, task, view))), task.shard.name.number
            names = {**self._run, "version": __version__, "order": order, "number": number}
            with _errors_as_lost():
                future = self._client.submit(eval, _DO, names, key=f"goanalyze-{uuid4().hex}")
            self._under_way[future] = task, view
            left.pop()

    def _look_for_workers(self) -> None:
        """See now and then how many threads the workers have together.

        Raises:
            ExecutorError: there have been none for long.
        """
        now = time.monotonic()
        if now < self._asked + _ASK:
            return
        self._asked = now
        if self._client.status not in ("running", "connecting"):
            raise _SchedulerLostError
        with _errors_as_lost():
            self._threads = sum(self._client.nthreads().values())
        if self._threads:
            self._without, self._told = 0.0, False
            return
        self._without = self._without or now
        if now > self._without + _WORKERS_PATIENCE:
            raise ExecutorError(
                f"the Dask cluster at {self._address} has no workers; start some with: dask worker {self._address}"
            )
        if now > self._without + _SILENT and not self._told:
            self._told = True
            _log.warning("goanalyze: the Dask cluster at %s has no workers; waiting for some", self._address)

    def _reconnect(self) -> None:
        with suppress(Exception):  # it is gone anyway
            self._client.close(timeout=1)
        _log.warning("goanalyze: the Dask scheduler at %s is gone; waiting for it", self._address)
        self._client = self._connected(_PATIENCE)
        self._threads, self._asked, self._without = 0, 0.0, 0.0

    def _answer(self, future: Future[Any]) -> ShardResult | TaskFailure | _Submitted:
        """Return what came of a task, or the task if it is to be submitted once more.

        Raises:
            OutputError, ExecutorError: the run is to end.
        """
        task, view = self._under_way[future]
        if future.status in ("cancelled", "lost"):
            raise _SchedulerLostError
        if future.status == "error":
            error = future.exception()
            if not isinstance(error, KilledWorker):
                raise ExecutorError(
                    f"the Dask cluster cannot do the work: {_line(error.__cause__ or error)}; all its "
                    "machines need the same goanalyze"
                )
            # the machine, since what a file does happens in a process of its own
            self._deaths[task.shard.name.key] += 1
            died = self._deaths[task.shard.name.key] >= _MOST_DEATHS
            return TaskFailure("its workers died") if died else (task, view)
        with _errors_as_lost():
            kind, data = future.result()
        if kind == DIED:
            return TaskFailure(data.decode())
        try:
            return attempt(unpack, kind, data)
        except NotSharedError:
            if view and view.source_changed():
                return task, view.without_source()
            raise


async def _answers(address: str | None, patience: float) -> None:
    """Return when a scheduler answers; connecting is tried again and again for so many seconds."""
    arguments = Security().get_connection_args("client")
    comm = await connect(address, timeout=patience, **arguments)
    await comm.close()


@contextmanager
def _errors_as_lost() -> Iterator[None]:
    """Raise whatever Dask raises when its scheduler does not answer as one error."""
    try:
        yield
    except (OSError, TimeoutError, RuntimeError, asyncio.CancelledError, CancelledError) as error:
        raise _SchedulerLostError from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from logging what it does and from its warnings."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with dask.config.set(_SETTINGS):
            yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]
