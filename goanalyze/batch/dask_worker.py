"""What runs in a Dask worker: it hands tasks on to processes of its own, one for each thread that works.

Only plain values and bytes pass here, so that a worker with another version can at least say so. What may live here:
handing on. What may not: Dask, tables, kernels.
"""

from __future__ import annotations

import socket
import threading
from functools import lru_cache

from goanalyze import __version__
from goanalyze.batch.worker import Child, EndedError

__all__ = ["ANSWER", "DIED", "do_there", "end_there"]

ANSWER, DIED = "answer", "died"
"""What comes back: an answer of `goanalyze.batch.worker.serve`, or how the process died that was to give it."""


def do_there(version: str, run: str, folder: str, order: bytes) -> tuple[str, bytes]:
    """Have an order done by a process of this worker.

    Args:
        version: of this program, where the run was started.
        run: which run, so that its processes can be ended.
        folder: where relative paths start from.
        order: pickled, see `goanalyze.batch.worker.Order`.

    Returns:
        `ANSWER` or `DIED`, and what belongs to it.

    Raises:
        RuntimeError: another version is installed here.
    """
    if version != __version__:
        raise RuntimeError(f"goanalyze {__version__} is installed on {socket.gethostname()}, the run is of {version}")
    try:
        return ANSWER, _children(run).ask(folder, order)
    except EndedError as error:
        return DIED, str(error).encode()


def end_there(run: str) -> None:
    """End all processes of a run in this worker."""
    _children(run).end()


@lru_cache(maxsize=8)
def _children(run: str) -> _Children:  # noqa: ARG001 - one value for each run
    return _Children()


class _Children:
    """The processes of one run in this worker."""

    def __init__(self) -> None:
        self._idle: list[Child] = []
        self._busy: set[Child] = set()
        self._ended = False
        self._lock = threading.Lock()

    def ask(self, folder: str, order: bytes) -> bytes:
        while True:
            child, fresh = self._take(folder)
            try:
                answer = child.ask(order)
            except EndedError as error:
                self._give_up(child)
                if fresh or str(error):
                    raise
            else:
                self._give_back(child)
                return answer

    def _take(self, folder: str) -> tuple[Child, bool]:
        with self._lock:
            if self._ended:
                raise EndedError("the run was ended")
            fresh = not self._idle
            child = Child(folder) if fresh else self._idle.pop()
            self._busy.add(child)
            return child, fresh

    def _give_back(self, child: Child) -> None:
        with self._lock:
            self._busy.discard(child)
            if not self._ended:
                self._idle.append(child)
                return
        child.close()

    def _give_up(self, child: Child) -> None:
        with self._lock:
            self._busy.discard(child)
        child.close()

    def end(self) -> None:
        with self._lock:
            self._ended = True
            idle, self._idle = self._idle, []
            for child in self._busy:  # whoever waits for it closes it
                child.end()
        for child in idle:
            child.close()
