"""The executor for many machines: workers of a Dask cluster, which share inputs and dataset with this process.

Dask restarts a worker that dies and assigns its shards again. A shard at which more workers die than the scheduler
allows is a failed task, whose files this machine examines. A lost scheduler ends the run.

Scheduler and workers need the same goanalyze. The time limit of a file ends its worker, and is exact for workers with
one thread. The memory limit holds on this machine; workers elsewhere have that of `dask worker --memory-limit`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import pickle
import signal
import socket
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pkgutil import resolve_name
from typing import Any, Final, Self

import dask
from distributed import Client, Future, LocalCluster, as_completed, get_worker

from goanalyze import __version__
from goanalyze.archives.files import stamp
from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.execution import Execution
from goanalyze.batch.progress import ShardProgress
from goanalyze.batch.quarantine import do_in_quarantine
from goanalyze.batch.shard import ShardResult, Task, check_shard
from goanalyze.batch.workers import Executor, OnProgress, Processes, ShardFunction, TaskFailure, attempt
from goanalyze.errors import ExecutorError, GoAnalyzeError
from goanalyze.limits import GC_THRESHOLD
from goanalyze.tables.storage import Storage, holder_of
from goanalyze.util.faults import sentence
from goanalyze.util.row import Fields

_SCHEDULER_SECONDS: Final = 10.0  # in which a scheduler answers
_WORKERS_SECONDS: Final = (10.0, 890.0)  # in which a worker comes: before and after a warning
_LOOK_SECONDS: Final = 2.0  # between looks at the workers
_POLL_SECONDS: Final = 0.02  # between looks at the results
_SHARDS_PER_THREAD: Final = 3  # that are submitted at a time
_SETTINGS: Final = {
    "distributed.admin.large-graph-warning-threshold": "1 GB",  # names of 20,000 files are a large task
    "distributed.scheduler.allowed-failures": 1,  # of a local cluster; a scheduler elsewhere has its own settings
    "distributed.worker.preload": [__name__],
    "distributed.worker.profile.enabled": False,  # it costs time
}
_LOCAL: Final[Fields] = {
    "threads_per_worker": 1,
    "silence_logs": logging.CRITICAL,
    "dashboard_address": "127.0.0.1:0",  # else it listens to other machines
}
_VERSION: Final = "goanalyze:__version__"

_StorageView = tuple[str, tuple[int, int], bytes]
"""First source of a task with its size and time, and the holder of the dataset, as one process sees them."""


class DaskCluster(Executor):
    """A Dask cluster: that of a scheduler, or one on this machine."""

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self._address = execution.scheduler or "on this machine"
        self._lost = f"The Dask scheduler {self._address} is lost"

    def __enter__(self) -> Self:
        """Connect to the cluster."""
        with ExitStack() as stack:
            stack.enter_context(_quiet())
            address: Any = self._execution.scheduler
            if address:
                message, advice = f"No Dask scheduler answers at {address!r}", "Start one with: dask scheduler"
                with _executor_errors(message, advice), ThreadPoolExecutor(1) as thread:
                    thread.submit(asyncio.run, _connect(address)).result()  # a notebook has a loop in this thread
            else:
                workers, memory_limit = self._execution.workers, self._execution.memory_limit
                with _executor_errors("Dask cannot start workers", 'A script needs: if __name__ == "__main__":'):
                    address = stack.enter_context(LocalCluster(n_workers=workers, memory_limit=memory_limit, **_LOCAL))
            with _executor_errors(self._lost):
                self._client = stack.enter_context(Client(address, set_as_default=False))
                self._await_workers()
                self._check_versions()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # the scheduler may be lost
            self._stack.close()

    def map(
        self, function: ShardFunction, tasks: Iterable[Task], on_progress: OnProgress
    ) -> Iterator[tuple[Task, ShardResult | TaskFailure]]:
        """Execute the tasks, see `Executor`; in quarantine by a process of this machine."""
        if function is do_in_quarantine:
            with Processes(1, self._execution.memory_limit) as local:
                yield from local.map(function, tasks, on_progress)
            return
        remaining, running = iter(tasks), dict[Future[ShardResult], tuple[Task, _StorageView]]()
        finished = as_completed(loop=self._client.loop)
        most, next_look = 0, 0.0
        try:
            while True:
                with _executor_errors(self._lost):
                    if time.monotonic() > next_look:
                        most, next_look = self._threads() * _SHARDS_PER_THREAD, time.monotonic() + _LOOK_SECONDS
                    for task in islice(remaining, max(0, most - len(running))):
                        storage = _storage_view(task)
                        order = pickle.dumps((task, storage, os.getcwd()))
                        future = self._client.submit(execute, __version__, order, pure=False)
                        running[future] = task, storage
                        finished.add(future)
                if not running:
                    return
                if finished.has_ready():
                    future = next(finished)
                    yield running[future][0], self._result(future, *running.pop(future))
                else:
                    time.sleep(_POLL_SECONDS)
        finally:
            with suppress(Exception):
                self._client.cancel([*running])

    def _result(self, future: Future[ShardResult], task: Task, storage: _StorageView) -> ShardResult | TaskFailure:
        """Return the result of a task, or the reason for none; raise an error that ends the run."""
        if future.status == "error":
            error = future.exception()
            if isinstance(error, ExecutorError) and _storage_view(task) != storage:
                return TaskFailure("its source changed", is_resource_failure=True)
            return attempt(_raise, error)
        with _executor_errors(self._lost):
            return future.result()

    def _threads(self) -> int:
        """Return the number of threads of all workers, as soon as there are some."""
        if not (threads := sum(self._client.nthreads().values())):
            self._await_workers()
        return threads or 1

    def _await_workers(self) -> None:
        for seconds in _WORKERS_SECONDS:
            with suppress(TimeoutError):
                self._client.wait_for_workers(1, timeout=seconds)
                return
            logging.getLogger(__name__).warning("goanalyze: the Dask cluster %s has no workers yet", self._address)
        raise ExecutorError(f"The Dask cluster {self._address} has no workers. Start some with: dask worker ADDRESS")

    def _check_versions(self) -> None:
        """Raise `ExecutorError` if a machine has another version, or none: it cannot read its tasks."""
        versions = self._client.run(resolve_name, _VERSION, on_error="return")
        try:
            versions[self._address] = self._client.run_on_scheduler(resolve_name, _VERSION)
        except ImportError as error:
            versions[self._address] = error
        for machine, version in versions.items():
            _check_version(machine, version, __version__)


def dask_setup(_worker: object) -> None:
    """Prepare a Dask worker of this machine, which ignores interrupts, since the run ends it. Dask calls this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(GC_THRESHOLD)
    gc.freeze()  # modules stay loaded; searching them for garbage takes 7% of a run


def execute(version: str, order: bytes) -> ShardResult:
    """Execute a shard in a Dask worker."""
    machine = socket.gethostname()
    _check_version(machine, __version__, version)
    task, (source, size_and_time, holder), folder = pickle.loads(order)
    paths = [path for extent in task.shard.extents for path in extent.source.paths] + [task.out or folder]
    if folder != os.getcwd() and not all(is_remote(path) or os.path.isabs(path) for path in paths):
        if get_worker().state.nthreads > 1:  # all have the same folder
            raise ExecutorError(f"The worker on {machine} is not in {folder!r}. Expected absolute paths.")
        with suppress(OSError):
            os.chdir(folder)
    unseen, checked = f"The worker on {machine} does not see the same {{!r}}. Expected storage of all machines.", -1
    if size_and_time[0] >= 0 and stamp(source) != size_and_time:
        raise ExecutorError(unseen.format(shown(source)))

    def report(progress: ShardProgress) -> None:
        """Check at the beginning and after each chunk, so also before the commit, that the run has not ended."""
        nonlocal checked
        if progress.bytes > checked:
            checked = progress.bytes
            if _holder(task) != holder:
                raise ExecutorError(unseen.format(shown(task.out)))

    report(ShardProgress(0.0, 0, 0))
    return check_shard(task, report)


def _storage_view(task: Task) -> _StorageView:
    source = next((extent.source.paths[0] for extent in task.shard.extents if extent.source.paths), "")
    return source, stamp(source), _holder(task)


def _holder(task: Task) -> bytes:
    return holder_of(Storage(task.out)) if task.out is not None else b""


def _check_version(machine: str, version: object, expected: str) -> None:
    if version != expected:
        raise ExecutorError(
            f"{machine} has not goanalyze {expected} but {version}. Expected the same on the scheduler and all workers."
        )


def _raise(error: BaseException) -> ShardResult:
    raise error


async def _connect(address: str) -> None:
    """Connect once: a blocking client that cannot leaves threads and messages behind."""
    client = Client(address, timeout=_SCHEDULER_SECONDS, set_as_default=False, asynchronous=True)
    try:
        await asyncio.wait_for(client, 2 * _SCHEDULER_SECONDS)  # another service may answer
    finally:
        await client.close()


@contextmanager
def _executor_errors(message: str, advice: str = "Repeat the command to continue.") -> Iterator[None]:
    """Raise errors of Dask as `ExecutorError` with a message and an advice."""
    try:
        yield
    except GoAnalyzeError:
        raise
    except (Exception, asyncio.CancelledError) as error:
        raise ExecutorError(f"{message} ({sentence(error)}). {advice}") from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the logs of Dask."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado", "asyncio")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with dask.config.set(_SETTINGS):
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
