"""The executor that gives shards to a Dask cluster, here or elsewhere. All of its workers see inputs and output.

A worker that dies is Dask's business: its shards go to another one. A scheduler that is gone is ours: we wait for it to
come back, and give it what is not done. Doing a shard twice does no harm.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, Final, Self

from distributed import Client, LocalCluster, as_completed
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from goanalyze.batch.execution import Execution
from goanalyze.batch.executors import Died, ExecutorError, Function, is_fatal
from goanalyze.batch.shard import Done, Task
from goanalyze.tables.store import OutputError

__all__ = ["Cluster"]

_AHEAD: Final = 3  # shards given to the cluster for each of its threads
_PATIENCE: Final = 120.0  # seconds in which a scheduler that is gone may come back
_PAUSE: Final = 0.5


class Cluster:
    """A Dask cluster, connected; a local one of so many processes where no scheduler is named.

    Args:
        execution: names the scheduler, or says how many processes.

    Raises:
        ExecutorError: the scheduler does not answer.
    """

    def __init__(self, execution: Execution) -> None:
        self._address = execution.scheduler
        self._local: Any = None
        if self._address is None:
            self._local = LocalCluster(
                n_workers=execution.workers, threads_per_worker=1, dashboard_address=None, silence_logs=50,
                memory_limit=execution.memory_limit or "auto",
            )  # fmt: skip
        self._client = self._connected(patience=10.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close(timeout=5)
        if self._local is not None:
            self._local.close(timeout=5)

    def _connected(self, patience: float) -> Any:
        until = time.monotonic() + patience
        while True:
            try:
                return Client(self._local if self._local is not None else self._address, timeout=max(1.0, patience / 4))
            except (OSError, TimeoutError) as error:
                if time.monotonic() > until:
                    raise ExecutorError(f"no Dask scheduler answers at {self._address}: {error}") from None
                time.sleep(_PAUSE)

    def map(self, function: Function, tasks: Iterable[Task]) -> Iterator[tuple[Task, Done | Died]]:
        """Do the tasks, see `goanalyze.batch.executors.Executor`.

        Raises:
            ExecutorError: the scheduler went away and did not come back.
        """
        left = list(reversed(list(tasks)))
        while left:
            under_way: dict[Any, Task] = {}
            try:
                yield from self._through(function, left, under_way)
            except (CommClosedError, OSError, TimeoutError, _LostError) as error:
                if isinstance(error, OutputError):
                    raise
                left += under_way.values()
                self._client.close(timeout=1)
                self._client = self._connected(_PATIENCE)

    def _through(
        self, function: Function, left: list[Task], under_way: dict[Any, Task]
    ) -> Iterator[tuple[Task, Done | Died]]:
        finished = as_completed([], loop=self._client.loop)

        def more() -> None:
            threads = max(1, sum(self._client.nthreads().values()))
            while left and len(under_way) < threads * _AHEAD:
                task = left.pop()
                future = self._client.submit(function, task, pure=False, retries=0)
                under_way[future] = task
                finished.add(future)

        more()
        while under_way:
            future = next(finished)
            outcome = _outcome(future)
            yield under_way.pop(future), outcome
            more()


class _LostError(Exception):
    """A task that the scheduler knows nothing of any more."""


def _outcome(future: Any) -> Done | Died:
    if future.status in ("cancelled", "lost"):
        raise _LostError
    if future.status == "finished":
        done: Done = future.result()
        return done
    error = future.exception()
    if is_fatal(error):
        raise error
    if isinstance(error, KilledWorker):
        return Died("its worker died")
    return Died(f"{type(error).__name__}: {error}")
