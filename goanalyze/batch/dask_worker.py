"""What runs in a Dask worker: each of its threads hands orders on to a worker process of its own.

Within the Dask worker a file that kills its process would cost all of it, threads would wait for each other, and
neither time nor memory of one task could be limited. Only plain values and bytes pass here, so that a machine with
another version of this program can at least say so; kernels and tables are not loaded.
"""

from __future__ import annotations

import pickle
import socket
from contextlib import suppress
from functools import partial
from typing import Final

from distributed import get_worker

from goanalyze import __version__
from goanalyze.batch.worker import WorkerDiedError, Workers, WorkerStartError

DIED: Final = b"d"
"""Kind of an answer beside `goanalyze.batch.worker.RESULT` and `ERROR`: how the process died that was to give one."""

_WORKERS: Final[dict[tuple[str, str, int], Workers]] = {}  # by run


def do_order(version: str, run: str, folder: str, memory_limit: int, order: bytes, number: int) -> tuple[bytes, bytes]:
    """Have an order done by a process of this Dask worker.

    Args:
        version: of this program, where the run was started.
        run: which run, so that its processes can be ended.
        folder: where relative paths start from.
        memory_limit: bytes of data that each process may have, 0 for no limit.
        order: see `goanalyze.batch.worker.pack`.
        number: of the shard that it is about; how far that is becomes an event of the cluster, under the run's name.

    Returns:
        Kind and bytes of the answer.

    Raises:
        RuntimeError: another version is installed here.
    """
    if version != __version__:
        raise RuntimeError(f"goanalyze {__version__} is installed on {socket.gethostname()}, the run is of {version}")
    try:
        return _workers(run, folder, memory_limit).exchange(order, partial(_tell, run, number))
    except WorkerDiedError as died:
        return DIED, f"its process {died}".encode()
    except WorkerStartError as error:
        return DIED, str(error).encode()


def _tell(run: str, number: int, item: bytes) -> None:
    """Pass on how far a shard is; what cannot be passed on is lost, and no harm is done."""
    with suppress(Exception):
        get_worker().log_event(run, [number, *pickle.loads(item)])


def end_run(run: str, folder: str, memory_limit: int) -> None:
    """End all processes of a run in this Dask worker."""
    _workers(run, folder, memory_limit).kill()


def _workers(run: str, folder: str, memory_limit: int) -> Workers:
    return _WORKERS.setdefault((run, folder, memory_limit), Workers(memory_limit, folder))  # threads begin together
