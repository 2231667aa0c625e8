"""Executors on this machine: this process, or worker processes that execute one order after the other.

An order is a function with its arguments. A worker is a process of `multiprocessing`: on Linux it is forked from a
server that has loaded its modules, elsewhere it starts anew. A file that kills the process that works on it costs only
that worker, and the caller learns which order it was. A worker ends with the process that started it, also during an
order, and its folder of temporary files is removed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import re
import shutil
import signal
import sys
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeAlias, TypeVar, cast

from goanalyze.errors import ExecutorError, OutputError, ResourceError
from goanalyze.kernels.sources import KERNEL_FAULT
from goanalyze.limits import GC_THRESHOLD
from goanalyze.util.faults import is_resource_failure, sentence

if TYPE_CHECKING:
    from goanalyze.batch.progress import ShardProgress
    from goanalyze.batch.shard import ShardResult, Task

_Message: TypeAlias = Any  # an argument, an item or a result of a task, exchanged as a pickle
T = TypeVar("T")

MODULES: Final = ("pyarrow.parquet", "goanalyze.batch.quarantine")
"""Modules that a worker loads before its first order; with them the native library."""

_PRELOAD: Final = "goanalyze.batch.preload"
_NAME: Final = "goanalyze worker"
_ERRORS: Final = "errors"  # file in the folder of a worker: its standard output and error
_ERRORS_READ: Final = 2**16  # bytes of them
_MESSAGE_LENGTH: Final = 200
_READY, _ITEM, _RESULT, _ERROR = range(4)  # kinds of answers; an order has one result or error, after any items
_END: Final = b""  # in place of an order
_DISCONNECTED: Final = (OSError, EOFError)
_MOST_STARTS: Final = 3  # workers that may end, one after the other, before they are ready
_LEAST_MEMORY: Final = 2**24  # bytes for an order
_PATIENCE: Final = 5.0  # seconds in which a worker ends that is ordered to end, or has closed its connection
_EXTRA_LOOK_SECONDS: Final = 12.0  # of a look into a source, which is at 256 files at most, beyond those for one file
_STDERR: Final = 2
_LONGEST_FOLDER: Final = 70  # bytes: the address of the server is a file in a folder of it, of at most 107 bytes
_SERVER_LOST: Final = 255  # exit code by `multiprocessing` if the server ended before the worker
_OWN_FAULTS: Final = {getattr(signal, f"SIG{name}", None) for name in ("ABRT", "BUS", "FPE", "ILL", "SEGV")}
_NO_MEMORY: Final = re.compile("MemoryError|bad_alloc|out of memory|no memory left|cannot allocate", re.IGNORECASE)
_STARTING: Final = threading.RLock()  # one process starts at a time, since each changes the environment
_SAFE_PATH: Final = "PYTHONSAFEPATH"


class WorkerStartError(ExecutorError):
    """Worker processes that end before they are ready for an order, or cannot be started."""


class WorkerDiedError(RuntimeError):
    """The end of a worker before it answered; the message follows "the process"."""

    def __init__(self, message: str, code: int, *, is_starved: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.is_starved = is_starved

    @property
    def is_late(self) -> bool:
        """True if it exceeded its time limit, see `goanalyze.batch.shard.alarm`."""
        return hasattr(signal, "SIGALRM") and self.code == -signal.SIGALRM

    def blames_order(self, memory_limit: int) -> bool:
        """Return True if the order ended it: it exceeded a limit or failed, and was not killed by something else."""
        has_failed = (self.code > 0 and self.code != _SERVER_LOST) or -self.code in _OWN_FAULTS
        return self.is_late or (memory_limit > 0 if self.is_starved else has_failed)


@dataclass(frozen=True, slots=True)
class TaskFailure:
    """The reason for a task without a result.

    Attributes:
        reason: text that follows "because".
        is_resource_failure: True if it is certain that no file is the cause.
    """

    reason: str
    is_resource_failure: bool = False


ShardFunction = Callable[["Task", Callable[["ShardProgress"], None]], "ShardResult"]
"""Executes a task and reports its progress."""
OnProgress = Callable[["Task", "ShardProgress"], None]
"""Receives the progress of each task."""


def attempt(call: Callable[..., ShardResult], *args: object) -> ShardResult | TaskFailure:
    """Return the result of a call, or the reason why it has none."""
    try:
        return call(*args)
    except (OutputError, ExecutorError):
        raise
    except WorkerDiedError as died:
        return TaskFailure(f"its process {died}")
    except Exception as error:
        if is_resource_failure(error):
            return TaskFailure(sentence(error), is_resource_failure=True)
        return TaskFailure(f"{type(error).__name__}: {error}")


class Executor(ABC):
    """An executor of tasks; nothing of it runs after its context."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        return

    @abstractmethod
    def map(
        self, function: ShardFunction, tasks: Iterable[Task], on_progress: OnProgress
    ) -> Iterator[tuple[Task, ShardResult | TaskFailure]]:
        """Call a function with each task and a receiver of its progress; yield the tasks with results in any order."""


class Serial(Executor):
    """This process, which executes one task after the other. A task that kills it ends the run."""

    def map(
        self, function: ShardFunction, tasks: Iterable[Task], on_progress: OnProgress
    ) -> Iterator[tuple[Task, ShardResult | TaskFailure]]:
        """Execute the tasks, see `Executor`."""
        for task in tasks:
            yield task, attempt(function, task, partial(on_progress, task))


class _Order(NamedTuple):
    """A function with its arguments; with `on_item`, its last argument is a function that reports to that."""

    function: Callable[..., _Message]
    args: tuple[_Message, ...]
    on_item: Callable[[_Message], None] | None = None


class _Worker:
    """A worker process, of which `is_ready` is True after it has loaded its modules."""

    def __init__(self, memory_limit: int) -> None:
        self.is_ready = False
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="goanalyze-", ignore_cleanup_errors=True)
        except OSError as error:
            raise WorkerStartError(f"worker processes cannot be started: {sentence(error)}") from None
        try:
            _open_standard_files()
            context = _context()
            self.connection, worker_end = context.Pipe()
            arguments = worker_end, memory_limit, self._folder.name, dict(os.environ)
            self.process = context.Process(target=serve, args=arguments, name=_NAME)
            with worker_end, _protected_start(context):
                self.process.start()
        except BaseException as error:  # a process that has started ends with its connection
            self._folder.cleanup()
            if not isinstance(error, _DISCONNECTED):
                raise
            reason = "their server has ended" if isinstance(error, EOFError) else sentence(error)
            raise WorkerStartError(f"worker processes cannot be started: {reason}") from None

    def send(self, order: _Order | None) -> None:
        """Send an order, or the order to end; a worker that has ended is noticed when its answer is received."""
        message = pickle.dumps((order.function, order.args, order.on_item is not None)) if order else _END
        with suppress(OSError):
            self.connection.send_bytes(message)

    def close(self) -> None:
        """End the process, also during an order, and release its resources."""
        self.process.kill()
        self.process.join()
        self.connection.close()
        self._folder.cleanup()

    def death(self) -> WorkerDiedError:
        """Return the end of a process that has closed its connection, and release its resources."""
        self.process.join(_PATIENCE)
        text = ""
        with suppress(OSError):  # it may have ended before it opened the file
            text = Path(self._folder.name, _ERRORS).read_bytes()[-_ERRORS_READ:].decode(errors="replace").strip()
        self.close()
        code = self.process.exitcode or 0
        is_starved = _NO_MEMORY.search(text) is not None
        last = f": {text.splitlines()[-1][:_MESSAGE_LENGTH]}" if text else ""
        if code >= 0:
            return WorkerDiedError(f"ended with code {code}{last}", code, is_starved=is_starved)
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        hint = " (out of memory perhaps)" if is_starved or name == "SIGKILL" else ""
        fault = last.replace(KERNEL_FAULT, "") if KERNEL_FAULT in last else ""
        return WorkerDiedError(f"was ended by {name}{hint}{fault}", code, is_starved=is_starved)


class Processes(Executor):
    """Worker processes, `jobs` at a time, started when they are needed; for one thread."""

    def __init__(self, jobs: int, memory_limit: int = 0) -> None:
        if multiprocessing.current_process().name == _NAME and multiprocessing.parent_process() is None:
            sys.exit(1)  # a worker that imports the main program, which starts workers at its top level
        self.memory_limit = memory_limit
        self._jobs = jobs
        self._starting: list[Future[_Worker]] = []
        self._idle: list[_Worker] = []
        self._busy: dict[_Message, tuple[_Worker, _Order]] = {}  # by connection
        self._failed_starts = 0  # since the last worker that was ready

    def start(self) -> None:
        """Begin to start all workers in a thread, so that they load their modules while the caller goes on."""
        if _is_program_on_stdin():  # its processes are copied, which only its main thread may do
            return
        starter = ThreadPoolExecutor(1)
        with suppress(RuntimeError):  # without threads, workers are started when they are needed
            while len(self._starting) + len(self._idle) < self._jobs:
                self._starting.append(starter.submit(_Worker, self.memory_limit))
        starter.shutdown(wait=False)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                for worker in self._idle:
                    worker.send(None)
                for worker in self._idle:
                    worker.process.join(_PATIENCE)
        finally:
            self.kill()

    def kill(self) -> None:
        """End all workers, also during their orders."""
        workers = [*self._idle, *(worker for worker, _ in self._busy.values())]
        for start in self._starting:
            if not start.cancel():  # it has begun
                with suppress(WorkerStartError):
                    workers.append(start.result())
        for worker in workers:
            worker.close()
        self._starting.clear()
        self._idle.clear()
        self._busy.clear()

    def map(
        self, function: ShardFunction, tasks: Iterable[Task], on_progress: OnProgress
    ) -> Iterator[tuple[Task, ShardResult | TaskFailure]]:
        """Execute the tasks, see `Executor`."""
        orders = (_Order(function, (task,), partial(on_progress, task)) for task in tasks)
        with closing(self._execute(orders)) as answers:
            for order, answer in answers:
                yield order.args[0], attempt(_unpack, answer)

    def call(self, function: Callable[..., T], *args: _Message, on_item: Callable[[_Message], None] | None = None) -> T:
        """Call a function in a worker; with `on_item`, its last argument is a function that reports to it."""
        [(_, answer)] = self._execute([_Order(function, args, on_item)])
        return cast("T", _unpack(answer))

    def look(self, seconds: float, function: Callable[..., T], *args: object) -> T | None:
        """Call a function that looks into a source; return None if it exceeds the time or memory limit."""
        try:
            return cast("T", self.call(_call_in_time, seconds + _EXTRA_LOOK_SECONDS, function, *args))
        except WorkerDiedError as died:
            if died.blames_order(self.memory_limit):
                return None
            raise ResourceError(f"the process that looked at it {died}") from None
        except MemoryError:
            if not self.memory_limit:
                raise
            return None

    def _execute(self, orders: Iterable[_Order]) -> Generator[tuple[_Order, tuple[int, _Message]], None, None]:
        """Yield each order with its answer, in any order; a caller that takes no more ends all workers."""
        remaining = iter(orders)
        try:
            while True:
                while len(self._busy) < self._jobs and (order := next(remaining, None)) is not None:
                    self._assign(order)
                if not self._busy:
                    return
                received = [self._receive(connection) for connection in wait([*self._busy])]
                answers = [answer for answer in received if answer]
                # no worker waits for an order while the answers are used
                for order in islice(remaining, self._jobs - len(self._busy)):
                    self._assign(order)
                yield from answers
        except BaseException:
            self.kill()
            raise

    def _assign(self, order: _Order) -> None:
        """Send an order to a worker without one."""
        if self._starting and not self._idle:
            self._idle.append(self._starting[0].result())  # an interrupt leaves the worker in one of the lists
            del self._starting[0]
        worker = self._idle.pop() if self._idle else _Worker(self.memory_limit)
        self._busy[worker.connection] = worker, order
        worker.send(order)

    def _receive(self, connection: _Message) -> tuple[_Order, tuple[int, _Message]] | None:
        """Receive one message from a busy worker; return its order with the answer if it is complete."""
        worker, order = self._busy[connection]
        try:
            kind, value = pickle.loads(connection.recv_bytes())
        except _DISCONNECTED:
            del self._busy[connection]
            died = worker.death()
            if worker.is_ready:
                return order, (_ERROR, died)
            self._count_failed_start(died)
            self._assign(order)
            return None
        if kind == _READY:
            worker.is_ready, self._failed_starts = True, 0
        elif kind == _ITEM:
            if order.on_item:
                order.on_item(value)
        else:
            del self._busy[connection]
            self._idle.append(worker)
            return order, (kind, value)
        return None

    def _count_failed_start(self, died: WorkerDiedError) -> None:
        self._failed_starts += 1
        if died.code == 1 and _script() and not self.memory_limit:
            raise WorkerStartError(
                f"worker processes import the script {_script()!r}, which starts workers when it is imported. "
                'Expected the call under: if __name__ == "__main__":'
            ) from None
        if self._failed_starts >= _MOST_STARTS:
            reason = "; --memory-limit is too low for them" if self.memory_limit else f": the last {died}"
            raise WorkerStartError(f"worker processes end as soon as they have begun{reason}") from None


def _unpack(answer: tuple[int, _Message]) -> _Message:
    """Return a result, or raise the error in its place."""
    kind, value = answer
    if kind == _ERROR:
        raise value
    return value


def _context() -> ForkContext | ForkServerContext | SpawnContext:
    """Return the way in which worker processes start."""
    if multiprocessing.current_process().daemon:
        raise WorkerStartError("a daemonic process cannot start worker processes. Expected jobs=1")
    methods = multiprocessing.get_all_start_methods()
    if _is_program_on_stdin():  # no other process can import it
        if "fork" not in methods:
            raise WorkerStartError("a program on standard input cannot start worker processes. Expected jobs=1")
        return multiprocessing.get_context("fork")
    is_short = len(os.fsencode(tempfile.gettempdir())) <= _LONGEST_FOLDER
    # libraries of macOS may start threads when they are loaded
    if sys.platform == "linux" and "forkserver" in methods and is_short:
        multiprocessing.set_forkserver_preload([_PRELOAD])
        return multiprocessing.get_context("forkserver")
    return multiprocessing.get_context("spawn")


def _script() -> str:
    """Return the path of the main program, which worker processes import; empty if it is a package or interactive."""
    main = sys.modules["__main__"]
    path = "" if main.__spec__ else getattr(main, "__file__", None) or ""
    return "" if Path(path).stem == "goanalyze" else path  # the installed command starts nothing when it is imported


def _is_program_on_stdin() -> bool:
    return _script() != "" and not Path(_script()).exists()


@contextmanager
def _protected_start(context: _Message) -> Iterator[None]:
    """Let Python processes that start here import nothing from the current folder, and no interrupt end them."""
    with _STARTING, ExitStack() as stack:
        if not os.environ.get(_SAFE_PATH):
            os.environ[_SAFE_PATH] = "1"
            stack.callback(os.environ.pop, _SAFE_PATH)
        if hasattr(signal, "pthread_sigmask"):
            with suppress(ImportError, OSError):
                context.Lock()  # the process that cleans up locks starts first, since its start changes the mask
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
            stack.callback(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
        yield


def ignore_interrupts() -> _Message:
    """Ignore Control-C, which is for the process that started this one; return the handler."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    return handler


def _open_standard_files() -> None:
    """Open the null device in place of closed standard files, whose numbers a connection would have."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        continue
    os.close(number)


def serve(connection: Connection, memory_limit: int, folder: str, variables: dict[str, str]) -> None:
    """Execute orders until the end is ordered.

    Args:
        connection: the worker's end of the connection.
        memory_limit: bytes of data that this process may have, 0 for no limit.
        folder: folder for its temporary files.
        variables: environment of the process that started it, which is not that of the server.
    """
    ignore_interrupts()
    gc.set_threshold(GC_THRESHOLD)
    os.environ.clear()
    os.environ.update(variables)
    tempfile.tempdir = folder
    try:
        errors = os.open(os.path.join(folder, _ERRORS), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    except FileNotFoundError:  # the process that started this one has been interrupted
        return
    for number in (1, 2):
        os.dup2(errors, number)
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()
    for module in MODULES:
        import_module(module)
    _limit_memory(memory_limit)
    gc.freeze()  # modules stay loaded; searching them for garbage takes 7% of a run
    with suppress(*_DISCONNECTED):
        connection.send_bytes(pickle.dumps((_READY, None)))
        while (order := connection.recv_bytes()) != _END:
            connection.send_bytes(_answer(order, connection))
    from goanalyze.pipeline import close_engines

    close_engines()
    shutil.rmtree(folder, ignore_errors=True)


def _end_with_parent(folder: str) -> None:
    """Wait for the end of the process that started this one; then remove the folder and end this process."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))  # it may be in the native library


def _limit_memory(memory_limit: int) -> None:
    """Limit the memory of this process; outside Linux it is not limited."""
    if memory_limit and sys.platform.startswith("linux"):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (memory_limit if hard < 0 else min(memory_limit, hard), hard))
        bytearray(_LEAST_MEMORY)  # an error here ends the worker before it is ready


def _answer(message: bytes, connection: Connection) -> bytes:
    """Execute an order; send the values that it reports, and return the message with its result or error."""

    def report(value: object) -> None:
        connection.send_bytes(pickle.dumps((_ITEM, value)))

    try:
        function, args, is_reporting = pickle.loads(message)
        return pickle.dumps((_RESULT, function(*args, report) if is_reporting else function(*args)))
    except Exception as error:
        try:  # some errors cannot be raised elsewhere
            answer = pickle.dumps((_ERROR, error))
            pickle.loads(answer)
        except Exception:
            answer = pickle.dumps((_ERROR, RuntimeError(f"{type(error).__name__}: {error}")))
        return answer


def _call_in_time(seconds: float, function: Callable[..., T], *args: object) -> T:
    """Call a function in a worker, which is ended if the call takes longer."""
    from goanalyze.batch.shard import alarm

    with alarm(seconds) as allow:
        allow(1)
        return function(*args)
