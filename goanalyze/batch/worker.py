"""A process that does one task after the other for a Dask worker's thread.

Within the worker itself a file that kills its process would cost the worker, threads would wait for each other, and
neither time nor memory of one task could be limited. What may live here: both ends of the pipe between the two. What
may not: Dask.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, Final

__all__ = ["Child", "EndedError", "Order", "serve"]

_SERVE: Final = "import sys; sys.path[:] = {path!r}; from goanalyze.batch.worker import serve; serve()"
_LENGTH: Final = struct.Struct("<Q")
_IDLE: Final = 30.0  # seconds after which a process that is asked nothing ends: its memory is wanted elsewhere


@dataclass(frozen=True, slots=True)
class Order:
    """What a process is asked to do.

    Attributes:
        function: of the task and of a `goanalyze.batch.shard.Progress`.
        task: the shard; its type is not imported here, as a worker does without kernels.
        sight: what the process must see before it begins, see `goanalyze.batch.shared_storage.Sight`.
    """

    function: Callable[..., object]
    task: Any
    sight: Any


class EndedError(RuntimeError):
    """The process ended before it answered; the message says how, and is empty if it had been idle for too long."""


class Child:
    """A process, started; it ends with this one.

    Args:
        folder: where it starts from if there is such a folder, so that relative paths mean what they should.
    """

    def __init__(self, folder: str) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        # the same modules are to be found as here, and none in the folder: it is one of inputs
        code = _SERVE.format(path=[place for place in sys.path if place])
        self._process = subprocess.Popen(  # noqa: S603 - this Python, and code of this package
            [sys.executable, "-P", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said,
            cwd=folder if Path(folder).is_dir() else None,
        )  # fmt: skip

    def ask(self, order: bytes) -> bytes:
        """Have an order done; see `serve` for what comes back.

        Raises:
            EndedError: the process ended.
        """
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        try:
            _send(pipe_in, order)
            answer = _receive(pipe_out)
        except OSError:
            answer = None
        if answer is None:
            raise EndedError(self._how())
        return answer

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()

    def close(self) -> None:
        """End the process and give back what it used."""
        self.end()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._said):
            if file is not None:
                try:
                    file.close()
                except OSError:  # what was still to be sent
                    continue

    def _how(self) -> str:
        code = self._process.wait()
        if code == 0:
            return ""
        if code < 0:
            return f"its process was ended by {signal.Signals(-code).name}"
        self._said.seek(0)
        last = self._said.read().decode(errors="replace").strip().splitlines()[-1:]
        return f"its process ended with code {code}: {''.join(last)[:200]}"


def _send(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes | None:
    """Return what was sent, None where the other end is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    return data if len(data) == length else None


def serve() -> None:
    """Be the process: do the orders that come by standard input, and answer each by standard output.

    An answer is pickled: what the function returned, or the error that ends the run, or `Died`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # left to whoever asked
    orders: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, orders), daemon=True).start()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is no answer
        warm = False
        while True:
            try:
                order = pickle.loads(orders.get(timeout=_IDLE))  # noqa: S301 - from the process that started this one
            except Empty:
                return
            if not warm:
                _warm_up()
                warm = True
            _send(answers, pickle.dumps(_answer(order)))


def _listen(pipe: IO[bytes], orders: SimpleQueue[bytes]) -> None:
    """Take orders; end this process when there is nobody any more to answer to, as it would write for ever."""
    while (order := _receive(pipe)) is not None:
        orders.put(order)
    os._exit(1)


def _warm_up() -> None:
    from goanalyze.batch.warm import warm_up  # noqa: PLC0415 - loads the kernels; a worker does without them

    warm_up()
    gc.freeze()


def _answer(order: Order) -> object:
    from goanalyze.batch.executors import Died, is_fatal  # noqa: PLC0415 - as above
    from goanalyze.batch.process_limits import limit_memory  # noqa: PLC0415

    function, task, sight = order.function, order.task, order.sight
    limit_memory(task.memory_limit)
    try:
        sight.check()
        return function(task, lambda _: sight.check_out())
    except Exception as error:  # noqa: BLE001 - whatever it is, others wait for this process
        return error if is_fatal(error) else Died(f"{type(error).__name__}: {error}")
