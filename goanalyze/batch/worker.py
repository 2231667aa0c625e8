"""A worker: a process that does one order after the other for the process that started it.

Local processes, the processes of a Dask worker and the probes of the quarantine are all workers: a file that kills the
process which works on it costs no more than that process, and whoever started it learns which order it was.

One pipe goes each way, with pickled messages. An order is a function with its arguments. A worker imports what it
needs and says `BEGUN`, then answers each order with an `ITEM` for each value of a generator and one `RESULT` or
`ERROR`.
It ends when its standard input does, whatever it is doing: nobody is left then who would read its answers. Its folder
of temporary files goes with it: whoever started it removes that, or itself does if nobody is left.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from queue import Empty, Queue
from typing import IO, Any, Final, Self

from goanalyze.batch.starting import start
from goanalyze.errors import ExecutorError
from goanalyze.kernels.sources import KERNEL_FAULT
from goanalyze.vocabulary.faults import sentence
from goanalyze.vocabulary.limits import OBJECTS_MADE

BEGUN, ITEM, RESULT, ERROR = b"b", b"i", b"r", b"e"
"""Kinds of answers."""

_ENDS: Final = (OSError, EOFError, pickle.UnpicklingError)  # of a pipe without a process at its other end
_IDLE: Final = 30.0  # seconds without an order after which a worker ends: its memory is wanted elsewhere
_STARTS: Final = 3  # workers that may end, one after the other, before they are ready
_ROOM: Final = 2**24  # bytes that a worker needs at least for an order
_PATIENCE: Final = 5.0  # seconds in which a worker without orders is to end
_OWN_FAULTS: Final = {getattr(signal, f"SIG{name}", None) for name in ("ABRT", "BUS", "FPE", "ILL", "SEGV")}
_STARVED: Final = re.compile("MemoryError|bad_alloc|out of memory|no memory left|cannot allocate", re.IGNORECASE)


class WorkerStartError(ExecutorError):
    """Workers end before they are ready for an order."""


class WorkerDiedError(RuntimeError):
    """A worker ended before it answered; the message says how, to be put after "the process".

    Args:
        how: "was ended by SIGSEGV".
        code: exit code, negative if a signal ended it.
        begun: whether it had said that it is ready.
        is_starved: whether it had no more memory, as far as it could say so.
    """

    def __init__(self, how: str, code: int, *, begun: bool = True, is_starved: bool = False) -> None:
        super().__init__(how)
        self.code = code
        self.begun = begun
        self.is_starved = is_starved

    @property
    def is_late(self) -> bool:
        """Whether it took longer than it may, see `goanalyze.batch.shard.alarm`."""
        return hasattr(signal, "SIGALRM") and self.code == -signal.SIGALRM

    def blames_order(self, memory_limit: int) -> bool:
        """Whether what it was doing ended it: it was late, took more memory than allowed, or failed, not killed."""
        failed = self.code > 0 or -self.code in _OWN_FAULTS
        return self.is_late or (memory_limit > 0 if self.is_starved else failed)


class Worker:
    """A process, started.

    Args:
        memory_limit: bytes of data that it may have, 0 for no limit.
        folder: where relative paths start from, if there is such a folder; else this process's.
        is_copy: whether it begins as a copy of this process, where that can be: what it needs is loaded here then.
    """

    def __init__(self, memory_limit: int = 0, folder: str = "", *, is_copy: bool = False) -> None:
        self._begun = False
        self._said = tempfile.TemporaryFile()
        self._temporary = tempfile.TemporaryDirectory(prefix="goanalyze-", ignore_cleanup_errors=True)
        args = memory_limit, self._temporary.name
        try:
            self._process = start(serve, args, self._said, folder=folder, is_copy=is_copy)
        except BaseException:  # no more processes, say
            self._give_back()
            raise

    def exchange(self, order: bytes, item: Callable[[bytes], None] | None = None) -> tuple[bytes, bytes]:
        """Have an order done.

        Args:
            order: see `pack`.
            item: receives each `ITEM`.

        Returns:
            `RESULT` or `ERROR`, and what belongs to it; see `unpack`.

        Raises:
            WorkerDiedError: the worker ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(*_ENDS):
            _send(self._process.stdin, order)
            while True:
                kind, data = pickle.load(self._process.stdout)
                if kind == BEGUN:
                    self._begun = True
                elif kind != ITEM:
                    return kind, data
                elif item:
                    item(data)
        raise self._death()

    def kill(self) -> None:
        """End the worker, whatever it does; whoever waits for its answer is told."""
        self._process.kill()

    def dismiss(self) -> None:
        """Let a worker without orders end by itself; `close` waits for that."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def close(self) -> None:
        """See that the worker has ended, and give back what it used."""
        self.dismiss()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._give_back()

    def _give_back(self) -> None:
        self._said.close()
        self._temporary.cleanup()

    def _death(self) -> WorkerDiedError:
        code = self._process.wait()
        self._said.seek(0)
        said = self._said.read().decode(errors="replace").strip()
        is_starved = _STARVED.search(said) is not None
        last = f": {said.splitlines()[-1][:200]}" if said else ""
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
            hint = " (out of memory perhaps)" if is_starved or name == "SIGKILL" else ""
            fault = last.replace(KERNEL_FAULT, "") if KERNEL_FAULT in last else ""
            return WorkerDiedError(f"was ended by {name}{hint}{fault}", code, begun=self._begun, is_starved=is_starved)
        return WorkerDiedError(f"ended with code {code}{last}", code, begun=self._begun, is_starved=is_starved)


class Workers:
    """Workers that take turns: whoever asks, from any thread, has one alone until it has answered.

    Args:
        memory_limit: bytes of data that each may have, 0 for no limit.
        folder: where relative paths start from.
        ahead: workers of the same kind that were started before; they are taken out of the list.
    """

    def __init__(self, memory_limit: int = 0, folder: str = "", ahead: list[Worker] | None = None) -> None:
        self._how = memory_limit, folder
        self._fresh: list[Worker] = []  # started ahead, and never asked anything
        while ahead:
            self._fresh.append(ahead.pop())
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._ended = False
        self._lock = threading.Lock()

    def start(self, count: int) -> None:
        """See that so many are started ahead: they load what they need meanwhile.

        Raises:
            WorkerStartError: the system starts no more.
        """
        try:
            while len(self._fresh) < count:
                self._fresh.append(Worker(*self._how))
        except OSError as error:
            raise WorkerStartError(f"worker processes cannot be started: {sentence(error)}") from None

    def call(self, function: Callable[..., Any], *args: Any, item: Callable[[Any], None] | None = None) -> Any:
        """Call a function in a worker; `item` receives what it yields if it is a generator.

        Raises:
            WorkerDiedError, WorkerStartError: see `exchange`.
            Exception: what the function raised.
        """
        receive = None if item is None else lambda data: item(pickle.loads(data))
        return unpack(*self.exchange(pack(function, *args), receive))

    def exchange(self, order: bytes, item: Callable[[bytes], None] | None = None) -> tuple[bytes, bytes]:
        """Have an order done, as `Worker.exchange`; a worker that was idle for too long is replaced.

        Raises:
            WorkerDiedError: the worker ended while it did the order.
            WorkerStartError: no worker gets as far as to be ready.
        """
        starts = 0
        while True:
            worker, used = self._take()
            try:
                answer = worker.exchange(order, item)
            except WorkerDiedError as died:
                self._give_back(worker, alive=False)
                starts += not died.begun
                if died.begun and not (used and died.code == 0):
                    raise
                if starts == _STARTS:
                    why = "; --memory-limit is too low for them" if self._how[0] else f": the last {died}"
                    raise WorkerStartError(f"worker processes end as soon as they have begun{why}") from None
            else:
                self._give_back(worker, alive=True)
                return answer

    def _take(self) -> tuple[Worker, bool]:
        """Return a worker, and whether it has done something before."""
        with self._lock:
            if self._ended:
                raise WorkerDiedError("was ended with the run", 0)
            used = bool(self._idle)
            worker = self._idle.pop() if used else self._fresh.pop() if self._fresh else Worker(*self._how)
            self._busy.add(worker)
            return worker, used

    def _give_back(self, worker: Worker, *, alive: bool) -> None:
        with self._lock:
            self._busy.discard(worker)
            if alive and not self._ended:
                self._idle.append(worker)
                return
        worker.close()

    def kill(self) -> None:
        """End all workers, whatever they do."""
        with self._lock:
            self._ended = True
            for worker in self._busy:  # whoever waits for it closes it
                worker.kill()
            rest, self._idle, self._fresh = self._idle + self._fresh, [], []
        for worker in rest:
            worker.kill()
            worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            for worker in self._idle:
                worker.dismiss()
            for worker in self._idle:
                worker.close()
            self._idle = []
        self.kill()


_answers: IO[bytes] | None = None  # of this process, if it is a worker


def tell(value: Any) -> None:
    """Send whoever gave this process an order something before the answer; lost where this process is no worker."""
    if _answers is not None:
        _send(_answers, (ITEM, pickle.dumps(value)))


def pack(function: Callable[..., Any], *args: Any) -> bytes:
    """Return an order: a function of this package, or of one that the worker has, too, and its arguments."""
    return pickle.dumps((function, args))


def unpack(kind: bytes, data: bytes) -> Any:
    """Return a result, or raise the error that came in its place."""
    value = pickle.loads(data)
    if kind == ERROR:
        raise value
    return value


def _send(pipe: IO[bytes], message: bytes | tuple[bytes, bytes]) -> None:
    pickle.dump(message, pipe)
    pipe.flush()


def serve(memory_limit: int, folder: str) -> None:
    """Be a worker, until standard input ends or no order comes for long; the process ends with that.

    Args:
        memory_limit: bytes of data that this process may have, 0 for no limit.
        folder: for its temporary files.
    """
    gc.set_threshold(OBJECTS_MADE)
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the process that gives the orders
    orders: Queue[bytes | None] = Queue()
    orders.put(None)  # that the worker is loaded counts as an order
    threading.Thread(target=_listen, args=(os.fdopen(os.dup(0), "rb"), orders, folder), daemon=True).start()
    global _answers  # noqa: PLW0603 - a process has one pipe for its answers
    with os.fdopen(os.dup(1), "wb") as answers, suppress(Empty):
        _answers = answers
        os.dup2(2, 1)  # whatever is printed is no answer
        orders.get()
        import_all()
        _limit_memory(memory_limit)
        gc.freeze()  # what is loaded now stays: looking through it for garbage takes 7% of a run
        _send(answers, (BEGUN, b""))
        orders.task_done()
        patience: float | None = None  # a worker that was started ahead waits for its first order
        while (order := orders.get(timeout=patience)) is not None:
            _send(answers, _answer(order, answers))
            orders.task_done()
            patience = _IDLE
    atexit._run_exitfuncs()  # noqa: SLF001 - as multiprocessing does: engines end
    os._exit(0)  # whoever started it waits, and giving all that was loaded back piece by piece takes 0.05 s


def _listen(pipe: IO[bytes], orders: Queue[bytes | None], folder: str) -> None:
    """Read orders in a thread of its own: it sees at once when nobody is left to answer to."""
    with suppress(*_ENDS):
        while True:
            orders.put(pickle.load(pipe))
    shutil.rmtree(folder, ignore_errors=True)
    if orders.unfinished_tasks:
        os._exit(1)
    orders.put(None)


def import_all() -> None:
    """Import what a worker takes, which is also what its first order would import, in 0.03 s."""
    for module in ("pyarrow.parquet", "goanalyze.batch.shard"):
        import_module(module)


def _limit_memory(memory_limit: int) -> None:
    """Keep this process within the memory that it may take, once its modules are loaded."""
    if memory_limit and sys.platform.startswith("linux"):  # elsewhere the limit is not kept to
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (memory_limit if hard < 0 else min(memory_limit, hard), hard))
        bytearray(_ROOM)  # if this fails, the worker ends before it has begun: the limit is too low for any order


def _answer(order: bytes, answers: IO[bytes]) -> tuple[bytes, bytes]:
    """Do an order; send what it yields, and return what it returns or raises."""
    try:
        function, args = pickle.loads(order)
        result = function(*args)
        if isinstance(result, Iterator):
            for item in result:
                _send(answers, (ITEM, pickle.dumps(item)))
            result = None
        return RESULT, pickle.dumps(result)
    except Exception as error:
        try:  # whether it can be raised elsewhere
            data = pickle.dumps(error)
            pickle.loads(data)
        except Exception:
            data = pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
        return ERROR, data
