"""How a run is carried out: by whom, by how many at a time, within which limits. None of it changes a row."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from goanalyze.batch.choices import ExecutorChoice
from goanalyze.errors import OptionError
from goanalyze.vocabulary.arguments import read_integer
from goanalyze.vocabulary.limits import SHARD_BYTES, TIME_LIMIT

_CGROUPS: Final = Path("/sys/fs/cgroup")
_SEVERAL: Final = 4  # so many shards, packed, are certain to be work for several processes
_SMALL_FILE: Final = 1_000  # bytes of a file that is no archive: most are small, and a large one is one shard


@dataclass(frozen=True, slots=True)
class Execution:
    """How to carry out a run.

    Attributes:
        jobs: processes; 0 for one per processor.
        executor: who does the shards; a scheduler given means dask.
        scheduler: address of a Dask scheduler, as ``tcp://host:8786``; without one, dask is a local cluster.
        resume: whether shards that are done already, with the same content and options, are kept.
        shard_bytes: unpacked bytes of records that one shard has, roughly; another number makes other shards.
        time_limit: seconds that one file may take in a worker process; if not given, the default, for which no worker
            is started.
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
        """Refuse what cannot be, before any file is read.

        Raises:
            OptionError: a number out of range or an unknown executor; the message names what is allowed.
        """
        read_integer("jobs", self.jobs, 0)
        executor = ExecutorChoice.read("executor", self.executor)
        if self.scheduler and executor not in (ExecutorChoice.AUTO, ExecutorChoice.DASK):
            raise OptionError(f"executor: a scheduler is for dask, not for {executor.value}")
        if self.jobs < 0 or self.shard_bytes < 1 or self.memory_limit < 0 or not self.limits[0] > 0:
            raise OptionError("jobs and memory limit must be 0 or more, shard bytes and time limit more than 0")
        if self.is_limited and executor is ExecutorChoice.SERIAL:
            raise OptionError("executor: a limit of time or memory needs a worker process, so it cannot be serial")

    def chosen(self, shards: int) -> ExecutorChoice:
        """Return who does so many shards."""
        if self.scheduler:
            return ExecutorChoice.DASK
        executor = ExecutorChoice.read("executor", self.executor)
        if executor is not ExecutorChoice.AUTO:
            return executor
        several = min(self.workers, shards) > 1
        return ExecutorChoice.PROCESSES if shards and (self.is_limited or several) else ExecutorChoice.SERIAL

    def is_large(self, archives: Iterable[str], files: int) -> bool:
        """Return whether archives on the disk and so many other files are surely work for several processes."""
        size, least = files * _SMALL_FILE, _SEVERAL * self.shard_bytes
        paths = iter(archives)
        while size <= least and (path := next(paths, None)) is not None:
            with suppress(OSError, ValueError):  # the path may hold bytes of no known charset
                size += os.stat(path).st_size
        return size > least and self.chosen(_SEVERAL) is ExecutorChoice.PROCESSES

    @property
    def is_limited(self) -> bool:
        """Whether a limit was given, to which this process cannot be held."""
        return bool(self.memory_limit) or self.time_limit is not None

    @property
    def limits(self) -> tuple[float, int]:
        """Seconds for one file, and bytes for one worker."""
        return TIME_LIMIT if self.time_limit is None else self.time_limit, self.memory_limit

    @property
    def workers(self) -> int:
        """Processes on this machine."""
        return self.jobs or processors()


def processors() -> int:
    """Return how many processors this process may use: of those it may run on, what a container has a share of."""
    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, math.ceil(min(mine or 1, _share(_CGROUPS))))


def _share(root: Path) -> float:
    """Return how many processors' time the control group of this process may take; infinite if it has no limit.

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
