"""Progress of a run: bytes of its sources and games, from the first chunk on.

The size of the sources on disk is the total: it is known as soon as the plan is. The process that checks a shard
reports its progress after each chunk of games, and in between if a chunk takes long.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from goanalyze.batch.plan import Shard
from goanalyze.batch.summary import Summary

_INTERVAL: Final = 0.2  # seconds between two reports from within one chunk
_ESTIMATION_SHARE: Final = 0.8  # of the work on a chunk whose positions are estimated


class ShardProgress(NamedTuple):
    """Progress of a shard: share of its planned bytes, unpacked bytes of checked files, and checked games."""

    share: float
    bytes: int
    games: int


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Progress of a run.

    Attributes:
        bytes: bytes of the checked sources.
        total: bytes of all sources; None if unknown, as for standard input.
        games: number of games that were checked, in this run or an earlier one.
        kept_bytes, kept_games: the bytes and games of an earlier run.
        shards: number of finished shards.
        seconds: time since the first shard began, after workers have started and kernels are loaded.

    Example:
        >>> import goanalyze as ga
        >>> steps: list[ga.RunProgress] = []
        >>> tables = ga.check("data/sample/gnugo", progress=steps.append)
        >>> steps[-1].games
        228
    """

    bytes: float
    total: int | None
    games: int
    kept_bytes: float
    kept_games: int
    shards: int
    seconds: float


Progress = Callable[[RunProgress], None]
"""Receives the progress of a run at irregular intervals, from any thread, but never twice at a time."""


class RunMeter:
    """Sum of the progress of all shards."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._lock = threading.Lock()
        self._sizes: dict[int, float] = {}  # of shards
        self._total: int | None = None
        self._running: dict[int, ShardProgress] = {}
        self._bytes = self._kept_bytes = 0.0
        self._games = self._kept_games = self._shards = 0
        self._begin: float | None = None

    def begin(self, shards: Sequence[Shard]) -> None:
        """Begin with the shards of the plan."""
        self._sizes = dict(zip((shard.name.number for shard in shards), sizes_of(shards), strict=True))
        is_known = not any(shard.is_stdin for shard in shards)
        self._total = round(sum(self._sizes.values())) if is_known else None
        self._report()

    def update(self, number: int, progress: ShardProgress) -> None:
        """Add the progress of a running shard."""
        with self._lock:
            self._begin = self._begin or time.perf_counter()
            self._running[number] = progress
        self._report()

    def end(self, number: int, summary: Summary) -> None:
        """Add the sums of a finished shard."""
        size = self._sizes.get(number, 0.0) if self._total is not None else float(summary.bytes)
        with self._lock:
            self._running.pop(number, None)
            self._bytes, self._games, self._shards = self._bytes + size, self._games + summary.games, self._shards + 1
            if summary.kept:
                self._kept_bytes, self._kept_games = self._kept_bytes + size, self._kept_games + summary.kept
        self._report()

    def _report(self) -> None:
        if self._progress is None:
            return
        with self._lock:
            size = self._bytes
            for number, running in self._running.items():
                is_known = self._total is not None
                size += running.share * self._sizes.get(number, 0.0) if is_known else running.bytes
            games = self._games + sum(running.games for running in self._running.values())
            seconds = time.perf_counter() - self._begin if self._begin else 0.0
            kept = self._kept_bytes, self._kept_games
            self._progress(RunProgress(size, self._total, games, *kept, self._shards, seconds))


def sizes_of(shards: Sequence[Shard]) -> list[float]:
    """Return the bytes on disk of the sources of each shard; of an archive, its share of the packed bytes."""
    unpacked: Counter[str] = Counter()
    for extent in (extent for shard in shards for extent in shard.extents if extent.stamp):
        unpacked[extent.source.paths[0]] += extent.bytes
    sizes = []
    for shard in shards:
        size = 0.0
        for extent in shard.extents:
            if extent.stamp and unpacked[extent.source.paths[0]]:
                size += max(extent.stamp[0], 0) * extent.bytes / unpacked[extent.source.paths[0]]
            else:
                size += extent.bytes
        sizes.append(size)
    return sizes


class ShardMeter:
    """Progress of a shard in the process that checks it."""

    def __init__(self, shard: Shard, on_progress: Callable[[ShardProgress], None]) -> None:
        self._on_progress = on_progress
        self._planned = shard.bytes
        self._ends: deque[float] = deque()  # planned bytes up to the end of each chunk of files that was read
        self._begin = self._offset = self._end = self._last = 0.0
        self._bytes = self._games = self._files = 0
        self._report()  # that it has begun

    def add_chunk(self, end: float) -> None:
        """Add a chunk of files that was read, by the offset of its end in the plan. Any thread may call this."""
        self._ends.append(end)

    def begin(self, files: int) -> None:
        """Begin with the next chunk, of a number of files."""
        self._files = files
        self._begin = self._offset = self._end
        self._end = self._ends.popleft()

    def add_share(self, share: float) -> None:
        """Set the share of estimated games in the chunk: estimation is most of the work."""
        now, share = time.perf_counter(), _ESTIMATION_SHARE * share
        self._offset = max(self._offset, self._begin + share * (self._end - self._begin))
        if now >= self._last + _INTERVAL:
            self._last = now
            self._report(round(share * self._files))

    def end(self, summary: Summary) -> None:
        """End the chunk; `summary` has the sums of the shard so far."""
        self._offset, self._bytes, self._games = self._end, summary.bytes, summary.games
        self._report()

    def _report(self, games: int = 0) -> None:
        share = min(1.0, self._offset / self._planned) if self._planned else 0.0
        self._on_progress(ShardProgress(share, self._bytes, self._games + games))
