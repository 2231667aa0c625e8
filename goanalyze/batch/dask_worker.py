"""What runs in a Dask worker: each of its threads hands orders on to a worker process of its own.

Within the Dask worker a file that kills its process would cost all of it, threads would wait for each other, and
neither time nor memory of one task could be limited. Only plain values and bytes pass here, so that a machine with
another version of this program can at least say so; kernels and tables are not loaded.
"""

from __future__ import annotations

import os
import pickle
import socket
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from distributed import get_worker

from goanalyze import __version__
from goanalyze.batch.workers import Processes, WorkerDiedError, WorkerStartError

RESULT, ERROR, DIED = b"r", b"e", b"d"
"""Kinds of answers: a result, an error, and the end of the process that was to answer."""

_WORKERS: Final[dict[tuple[str, str, int], list[Processes]]] = defaultdict(list)  # by run: all, each for one thread
_IDLE: Final[dict[tuple[str, str, int], list[Processes]]] = defaultdict(list)


def do_order(version: str, run: str, folder: str, memory_limit: int, order: bytes, number: int) -> tuple[bytes, bytes]:
    """Have an order done by a process of this Dask worker.

    Args:
        version: of this program, where the run was started.
        run: which run, so that its processes can be ended.
        folder: where relative paths start from.
        memory_limit: bytes of data that each process may have, 0 for no limit.
        order: a function and its arguments, pickled.
        number: of the shard that it is about; how far that is becomes an event of the cluster, under the run's name.

    Returns:
        Kind and bytes of the answer.

    Raises:
        RuntimeError: another version is installed here.
    """
    if version != __version__:
        raise RuntimeError(f"goanalyze {__version__} is installed on {socket.gethostname()}, the run is of {version}")
    key = run, folder, memory_limit
    try:
        worker = _IDLE[key].pop()
    except IndexError:
        worker = Processes(1, memory_limit)
        _WORKERS[key].append(worker)
    try:
        result = worker.call(_do_in, folder, *pickle.loads(order), on_item=partial(_tell, run, number))
        return RESULT, pickle.dumps(result)
    except WorkerDiedError as died:
        return DIED, f"its process {died}".encode()
    except WorkerStartError as error:
        return DIED, str(error).encode()
    except Exception as error:
        return ERROR, pickle.dumps(error)
    finally:
        _IDLE[key].append(worker)


def unpack(kind: bytes, data: bytes) -> Any:
    """Return a result, or raise the error that came in its place."""
    value = pickle.loads(data)
    if kind == ERROR:
        raise value
    return value


def _do_in(folder: str, function: Callable[..., object], args: tuple[object, ...], report: object) -> object:
    """Call a function in a folder, from which relative paths start."""
    with suppress(OSError):
        os.chdir(folder)
    return function(*args, report)


def _tell(run: str, number: int, item: object) -> None:
    """Pass on how far a shard is; what cannot be passed on is lost, and no harm is done."""
    with suppress(Exception):
        get_worker().log_event(run, [number, *item])  # type: ignore[misc]


def end_run(run: str, folder: str, memory_limit: int) -> None:
    """End all processes of a run in this Dask worker."""
    for worker in _WORKERS[run, folder, memory_limit]:
        worker.kill()
