"""Executors on this machine: each calls one function with every task and yields the results as they come.

A task without a result (its process died, or something failed that is no fault of the output) is yielded with the
reason; what then happens to it, the run decides. `goanalyze.batch.cluster` has the executor for Dask.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from typing import Final, Self, TypeVar, cast

from goanalyze.batch.progress import ShardProgress
from goanalyze.batch.shard import ShardResult, Task, alarm
from goanalyze.batch.worker import Worker, WorkerDiedError, Workers
from goanalyze.errors import ExecutorError, OutputError, ResourceError
from goanalyze.vocabulary.faults import is_of_threads, of_surroundings, sentence

T = TypeVar("T")

_LOOK: Final = 12.0  # seconds, beside those for one file, that a look into a source may take: it is at 256 at most

Function = Callable[[Task], ShardResult]


@dataclass(frozen=True, slots=True)
class Undone:
    """Why nothing came out of a task.

    Attributes:
        why: to be put after "because".
        is_innocent: whether it is known that the files are not to blame.
    """

    why: str
    is_innocent: bool = False


Result = ShardResult | Undone
"""What came out of a task, or why nothing did."""


Hear = Callable[[Task, ShardProgress], None]
"""Receives how far a task is, from any thread."""


class Executor(ABC):
    """Does tasks somewhere; when it is left as a context, nothing of it goes on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        return

    @abstractmethod
    def map(self, function: Function, tasks: Iterable[Task], hear: Hear) -> Iterator[tuple[Task, Result]]:
        """Call the function with each task; yield each task with its result, in any order.

        Args:
            function: to be called.
            tasks: with each of these.
            hear: receives how far one is that another process does.

        Raises:
            OutputError: the output cannot be written: no other task would fare better.
            ExecutorError: no task can be done at all.
        """


def attempt(call: Callable[..., ShardResult], *args: object) -> Result:
    """Return the result of a call, or why there is none.

    Raises:
        OutputError, ExecutorError: see `Executor.map`.
    """
    try:
        return call(*args)
    except (OutputError, ExecutorError):
        raise
    except WorkerDiedError as died:
        return Undone(f"its process {died}")
    except Exception as error:
        if of_surroundings(error):
            return Undone(sentence(error), is_innocent=True)
        return Undone(f"{type(error).__name__}: {error}")


class Serial(Executor):
    """Does the tasks one after the other in this process. A task that kills its process ends the run."""

    def map(self, function: Function, tasks: Iterable[Task], hear: Hear) -> Iterator[tuple[Task, Result]]:
        """Do the tasks, see `Executor`."""
        del hear
        for task in tasks:
            yield task, attempt(function, task)


def in_time(seconds: float, function: Callable[..., T], *args: object) -> T:
    """Call a function in a worker's process, which is ended when that takes longer."""
    with alarm(seconds) as allow:
        allow(1)
        return function(*args)


class Processes(Workers, Executor):
    """Does the tasks in workers on this machine.

    Args:
        jobs: workers at a time.
        memory_limit: bytes of data for each, 0 for no limit.
        ahead: workers that were started before, with the same limit; they are taken out of the list.
    """

    def __init__(self, jobs: int, memory_limit: int = 0, ahead: list[Worker] | None = None) -> None:
        super().__init__(memory_limit, ahead=ahead)
        self.memory_limit = memory_limit
        self._jobs = jobs

    def look(self, seconds: float, function: Callable[..., T], *args: object) -> T | None:
        """Call a function that looks into a source; return None if it takes more time or memory than the limits allow.

        Raises:
            ExecutorError: no worker gets as far as to be ready.
            ResourceError, MemoryError, OSError: something that is not the source's fault.
        """
        try:
            return cast("T", self.call(in_time, seconds + _LOOK, function, *args))
        except WorkerDiedError as died:
            if died.blames_order(self.memory_limit):
                return None
            raise ResourceError(f"the process that looked at it {died}") from None
        except MemoryError:
            if not self.memory_limit:
                raise
            return None

    def map(self, function: Function, tasks: Iterable[Task], hear: Hear) -> Iterator[tuple[Task, Result]]:
        """Do the tasks, see `Executor`."""
        left = iter(tasks)
        waiting: dict[Future[ShardResult], Task] = {}
        with ThreadPoolExecutor(self._jobs) as threads:
            try:
                while True:
                    # one more than workers: so few results wait in memory, and no worker waits for a task
                    while len(waiting) <= self._jobs and (task := next(left, None)) is not None:
                        waiting[threads.submit(self.call, function, task, item=partial(hear, task))] = task
                    if not waiting:
                        return
                    finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in finished:
                        yield waiting.pop(future), attempt(future.result)
            except BaseException as error:  # also when nobody wants the rest: a worker would go on for the whole shard
                self.kill()
                if is_of_threads(error):  # each worker has one here that waits for its answers
                    raise ExecutorError(f"{sentence(error)}; --jobs 1 needs none") from None
                raise
