"""Processes, executor and limits of a run. None of them changes a row."""

from __future__ import annotations

import math
import multiprocessing
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from goanalyze.errors import OptionError
from goanalyze.limits import SHARD_BYTES, TIME_LIMIT
from goanalyze.util.arguments import read_integer
from goanalyze.util.choice import Choice

_CGROUPS: Final = Path("/sys/fs/cgroup")
_PROCESS_BYTES: Final = 5 * 2**20  # of records for each process: with fewer, its start takes longer than it saves
_SMALL_FILE: Final = 1_000  # bytes of a file that is not an archive: most are small, and a large one is one shard


class ExecutorChoice(Choice):
    """Executors of a run."""

    AUTO = "auto", "processes where there is work for several or a limit is given, else this process"
    SERIAL = "serial", "this process"
    PROCESSES = "processes", "processes on this machine"
    DASK = "dask", "a Dask cluster"


@dataclass(frozen=True, slots=True)
class Execution:
    """The way in which a run is carried out.

    Attributes:
        jobs: largest number of processes; 0 for one per processor.
        executor: executor, an `ExecutorChoice`; with a scheduler, dask.
        scheduler: address of a Dask scheduler, as ``tcp://host:8786``; without one, dask is a local cluster.
        resume: True if shards are kept that an earlier run has checked, with the same content and options.
        shard_bytes: unpacked bytes of records of one shard, roughly; another number makes other shards.
        time_limit: seconds that one file may take in a worker process; None for the default, for which no worker is
            started.
        memory_limit: bytes that one worker may take for its data, 0 for no limit; where the system can limit it.
    """

    jobs: int = 1
    executor: str | ExecutorChoice = ExecutorChoice.AUTO
    scheduler: str | None = None
    resume: bool = True
    shard_bytes: int = SHARD_BYTES
    time_limit: float | None = None
    memory_limit: int = 0

    def __post_init__(self) -> None:
        """Check the values before any file is read."""
        read_integer("jobs", self.jobs, 0)
        executor = ExecutorChoice.read("executor", self.executor)
        if self.scheduler and executor not in (ExecutorChoice.AUTO, ExecutorChoice.DASK):
            raise OptionError(f"executor: a scheduler is for dask, not for {executor.value}")
        if self.jobs < 0 or self.shard_bytes < 1 or self.memory_limit < 0 or not self.limits[0] > 0:
            raise OptionError("jobs and memory limit must be 0 or more, shard bytes and time limit more than 0")
        if self.is_limited and executor is ExecutorChoice.SERIAL:
            raise OptionError("executor: a limit of time or memory needs a worker process, so it cannot be serial")

    def executor_for(self, shards: int, size: int, *, is_slow: bool = False) -> ExecutorChoice:
        """Return the executor for shards."""
        if not shards:
            return ExecutorChoice.SERIAL
        if self.scheduler:
            return ExecutorChoice.DASK
        executor = ExecutorChoice.read("executor", self.executor)
        if executor is not ExecutorChoice.AUTO:
            return executor
        is_parallel = self.processes_for(shards, size, is_slow=is_slow) > 1
        return ExecutorChoice.PROCESSES if self.is_limited or is_parallel else ExecutorChoice.SERIAL

    def processes_for(self, shards: int, size: int, *, is_slow: bool = False) -> int:
        """Return the number of processes for shards, see `executor_for`; each has work that pays for its start."""
        most = min(self.workers, shards)
        return max(1, most if is_slow or self._is_requested else min(most, size // _PROCESS_BYTES))

    @property
    def _is_requested(self) -> bool:
        """True if the user requests processes."""
        return ExecutorChoice.read("executor", self.executor) is ExecutorChoice.PROCESSES

    def is_large(self, archives: Iterable[str], files: int) -> bool:
        """Return True if local archives and a number of other files are certainly work for all processes.

        Packed sizes are a lower bound: the plan, which knows more, is not made yet.
        """
        least = self.workers * (self.shard_bytes if self._is_requested else max(_PROCESS_BYTES, self.shard_bytes))
        size = files * _SMALL_FILE
        paths = iter(archives)
        while size <= least and (path := next(paths, None)) is not None:
            with suppress(OSError, ValueError):  # the path may have bytes of an unknown charset
                size += os.stat(path).st_size
        return size > least and self.executor_for(self.workers, size) is ExecutorChoice.PROCESSES

    @property
    def is_limited(self) -> bool:
        """True if the user limits time or memory, which needs worker processes."""
        return bool(self.memory_limit) or self.time_limit is not None

    @property
    def limits(self) -> tuple[float, int]:
        """Seconds for one file, and bytes for one worker."""
        return TIME_LIMIT if self.time_limit is None else self.time_limit, self.memory_limit

    @property
    def workers(self) -> int:
        """The largest number of processes on this machine; a daemonic process may start none."""
        return self.jobs or (1 if multiprocessing.current_process().daemon else processors())


def processors() -> int:
    """Return the number of processors for this process: those that it may run on, within the share of its container."""
    affine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, math.ceil(min(affine or 1, _share(_CGROUPS))))


def _share(root: Path) -> float:
    """Return the number of processors that the control group of this process may use; infinite without a limit.

    A container sees its own group at the root of these files, in the second version of them or in the first.
    """
    try:
        quota, period = (root / "cpu.max").read_text().split()
    except (OSError, ValueError):
        try:
            quota, period = ((root / "cpu" / f"cpu.cfs_{name}_us").read_text() for name in ("quota", "period"))
        except OSError:
            return math.inf
    try:
        return int(quota) / int(period) if int(quota) > 0 else math.inf
    except (ValueError, ZeroDivisionError):  # "max"
        return math.inf
