"""How far a run is: in bytes of its sources, whoever does the work, from the first chunk on.

What counts is the size of the sources as they lie there, packed or not: it is known as soon as the plan is. What of a
shard is done, its process says: after each chunk of games, and in between where a chunk takes long.
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

_OFTEN: Final = 0.2  # seconds between two words from within one chunk
_JUDGED: Final = 0.8  # of the work on a chunk whose positions are estimated, that is


class Reached(NamedTuple):
    """How far a shard is.

    Attributes:
        share: of its bytes, as they were planned.
        bytes: of files, unpacked, that are done.
        games: that are done.
    """

    share: float
    bytes: int
    games: int


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is.

    Attributes:
        bytes: of the sources that are done.
        total: bytes of the sources; None where that is not known, as of standard input.
        games: that are checked or were before.
        kept_bytes, kept_games: those of an earlier run.
        shards: that are done.
        seconds: since the first shard was begun: workers start and kernels are loaded before.

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
"""Receives how far a run is; is called now and then, from any thread, but never twice at a time."""


class Meter:
    """Adds up what shards tell.

    Args:
        progress: receives it.
    """

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._lock = threading.Lock()
        self._sizes: dict[int, float] = {}  # of shards
        self._total: int | None = None
        self._under_way: dict[int, Reached] = {}
        self._bytes = self._kept_bytes = 0.0
        self._games = self._kept_games = self._shards = 0
        self._begin: float | None = None

    def begin(self, shards: Sequence[Shard]) -> None:
        """Take up the plan."""
        self._sizes = dict(zip((shard.name.number for shard in shards), sizes_of(shards), strict=True))
        is_known = not any(shard.only_here for shard in shards)
        self._total = round(sum(self._sizes.values())) if is_known else None
        self._tell()

    def told(self, number: int, told: Reached) -> None:
        """Take what the shard of a number tells."""
        with self._lock:
            self._begin = self._begin or time.perf_counter()
            self._under_way[number] = told
        self._tell()

    def end(self, number: int, summary: Summary) -> None:
        """Take what came out of the shard of a number."""
        size = self._sizes.get(number, 0.0) if self._total is not None else float(summary.bytes)
        with self._lock:
            self._under_way.pop(number, None)
            self._bytes, self._games, self._shards = self._bytes + size, self._games + summary.games, self._shards + 1
            if summary.kept:
                self._kept_bytes, self._kept_games = self._kept_bytes + size, self._kept_games + summary.kept
        self._tell()

    def _tell(self) -> None:
        if self._progress is None:
            return
        with self._lock:
            found = self._bytes
            for number, told in self._under_way.items():
                found += told.share * self._sizes.get(number, 0.0) if self._total is not None else told.bytes
            games = self._games + sum(told.games for told in self._under_way.values())
            seconds = time.perf_counter() - self._begin if self._begin else 0.0
            kept = self._kept_bytes, self._kept_games
            self._progress(RunProgress(found, self._total, games, *kept, self._shards, seconds))


def sizes_of(shards: Sequence[Shard]) -> list[float]:
    """Return the bytes that the sources of each shard have as they lie there: of an archive, its part of it, packed."""
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
    """Says how far a shard is, to whoever asked for it.

    Args:
        shard: which.
        tell: takes it.
    """

    def __init__(self, shard: Shard, tell: Callable[[Reached], None]) -> None:
        self._tell = tell
        self._planned = sum(extent.bytes for extent in shard.extents)
        self._places: deque[float] = deque()  # planned bytes up to the end of each chunk of files that was read
        self._from = self._at = self._to = self._last = 0.0
        self._bytes = self._games = self._files = 0
        self._say()  # that it is begun

    def read(self, place: float) -> None:
        """Take up a chunk of files: its last byte is at that place of the plan. May be called from another thread."""
        self._places.append(place)

    def begin(self, files: int) -> None:
        """The next chunk, of so many files, is judged now."""
        self._files = files
        self._from = self._at = self._to
        self._to = self._places.popleft()

    def inside(self, share: float) -> None:
        """Take how much of their games is judged: the most of the work."""
        now, share = time.perf_counter(), _JUDGED * share
        self._at = max(self._at, self._from + share * (self._to - self._from))
        if now >= self._last + _OFTEN:
            self._last = now
            self._say(round(share * self._files))

    def end(self, summary: Summary) -> None:
        """They are done; the shard's sums are those."""
        self._at, self._bytes, self._games = self._to, summary.bytes, summary.games
        self._say()

    def _say(self, games: int = 0) -> None:
        share = min(1.0, self._at / self._planned) if self._planned else 0.0
        self._tell(Reached(share, self._bytes, self._games + games))
