"""One shard, done: the one function that every executor maps. It is idempotent: done twice is done once.

What may live here: reading a shard's texts, the stages, its parts and what they say of it. What may not: other shards,
processes, networks.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, NamedTuple

import pyarrow as pa

from goanalyze.archives.blobs import Blob, printable
from goanalyze.archives.files import identity
from goanalyze.batch.check import Checked, analyze
from goanalyze.batch.plan import Shard
from goanalyze.batch.progress import Reached, ShardMeter
from goanalyze.batch.summary import Summary
from goanalyze.pipeline import Options
from goanalyze.sgf.charset import Text, texts
from goanalyze.sgf.records import in_chunks
from goanalyze.tables.dataset import PartName, PartWriter, Record, part_tables, read_record
from goanalyze.tables.storage import Storage
from goanalyze.vocabulary.limits import CHUNK_GAMES, TIME_LIMIT
from goanalyze.vocabulary.threads import ahead
from goanalyze.vocabulary.ticks import begin_reading, heard, read_share

_WORST: Final = 0.05  # seconds: twice what the slowest of 13,357 estimated positions took

Tell = Callable[[Reached], None]
"""Receives how far the shard is; an error that it raises ends the shard, and nothing of it is committed."""


class FileIndex(NamedTuple):
    """A file of a shard: number of the extent, and of the file or member in it, both from 0.

    Where an extent is of loose files, the second counts paths, whatever comes out of each.
    """

    extent: int
    file: int


@dataclass(frozen=True, slots=True)
class Task:
    """A shard and all that is needed to do it anywhere.

    Attributes:
        shard: which.
        options: how.
        out: where its parts go, or None for nowhere.
        wanted: names of the tables that are to come back.
        given: what the user gave as input, some of it: by this a dataset is known to be of the same sources.
        time_limit: seconds for one file, see `alarm`.
        memory_limit: bytes for the process.
        watched: whether this process may be ended when files take too long: it is a worker's, and someone will know.
        patient: whether each file is allowed the whole time, after it was found that none takes too long alone.
        given_up: files that are not checked: a code and a message.
        ends: extents that cannot be read to their end: the number of the first file that is not read, code, message.
    """

    shard: Shard
    options: Options
    out: str | None = None
    wanted: frozenset[str] = frozenset()
    given: tuple[str, ...] = ()
    time_limit: float = TIME_LIMIT
    memory_limit: int = 0
    watched: bool = False
    patient: bool = False
    given_up: Mapping[FileIndex, tuple[str, str]] = field(default_factory=dict)
    ends: Mapping[int, tuple[int, str, str]] = field(default_factory=dict)

    @property
    def limits(self) -> list[float]:
        """What files were given up for: others may get through with other limits."""
        return [self.time_limit, self.memory_limit]


@dataclass(frozen=True, slots=True)
class ShardResult:
    """What came out of a shard.

    Attributes:
        name: of the shard.
        summary: the shard, added up.
        record: record of the shard in the dataset; None if nothing is written.
        tables: the chunks that were wanted.
        kept: whether it was done before, in an earlier run or try.
        undone: why it could not be done, and nothing of it is written down; empty if it is.
    """

    name: PartName
    summary: Summary
    record: Record | None = None
    tables: tuple[Mapping[str, pa.Table], ...] = ()
    kept: bool = False
    undone: str = ""


def do_shard(task: Task, tell: Tell) -> ShardResult:
    """Read and check the files of a shard and commit its parts.

    Args:
        task: the shard.
        tell: receives how far it is.

    Raises:
        OutputError: the parts cannot be written.
        ResourceError, MemoryError, OSError: it is not the files' fault, see `goanalyze.vocabulary.faults`.
    """
    storage = Storage(task.out) if task.out is not None else None
    if storage and not task.wanted:
        earlier = read_record(storage, task.shard.name)
        if earlier and (before := done_before(earlier, task.shard, task.limits)):
            return before
    begin = time.perf_counter()
    summary = Summary()
    back: list[Mapping[str, pa.Table]] = []
    record: Record | None = None
    with (
        PartWriter(storage, task.shard.name, part_tables(task.options.optional_tables))
        if storage
        else nullcontext() as writer
    ):
        for tables, part in _chunks(task, summary, tell):
            if writer:
                writer.add(tables)
            if task.wanted:
                back.append({name: table for name, table in tables.items() if name in task.wanted})
            summary.add(part)
            summary.seconds = time.perf_counter() - begin
        if writer:
            facts = {
                "sources": [identity(path) for path in task.shard.sources],
                "inputs": task.given,
                "summary": summary.to_data(),
                "limits": task.limits if task.given_up or task.ends else None,
            }
            writer.end(task.shard.name, facts)
            (record,) = writer.commit()
    return ShardResult(task.shard.name, summary, record, tuple(back))


def _chunks(task: Task, so_far: Summary, tell: Tell) -> Iterator[Checked]:
    """Yield the tables and sums of each chunk of the shard; tell how far it is, with the sums so far."""
    meter = ShardMeter(task.shard, tell)
    most = min(CHUNK_GAMES, task.shard.files or CHUNK_GAMES) if not task.shard.is_far else 0  # that are read at a time
    with alarm(task.time_limit if task.watched else None, patient=task.patient) as allow, heard(meter.inside):
        allow(most)
        # the next is read while this one is worked on: kernels and Parquet leave the interpreter free
        for batch in ahead(_batches(task, meter)):
            allow(len(batch))
            meter.begin(len(batch))
            yield from analyze(batch, task.options)
            meter.end(so_far)
            allow(most)


def _batches(task: Task, meter: ShardMeter) -> Iterator[list[Text]]:
    """Yield the files of the shard, a chunk at a time; tell up to which place of the plan each leads."""
    before = read = size = 0  # bytes of earlier extents, of files of this one, and of this one as planned

    def files() -> Iterator[Text]:
        nonlocal before, read, size
        for place, extent in enumerate(task.shard.extents):
            read, size = 0, extent.bytes
            begin_reading()
            for text in extent_texts(task, place, 0, None):
                read += text.size
                yield text
            before, read, size = before + size, 0, 0

    for batch in in_chunks(files()):
        share = read_share()
        meter.read(before + (share * size if share else min(read, size)))
        yield batch


@contextmanager
def alarm(seconds: float | None, *, patient: bool = False) -> Iterator[Callable[[int], object]]:
    """End this process when some files take longer than they may; yield what begins the time of so many files anew.

    The alarm is the system's own (SIGALRM), so it ends kernels, too, which no Python code could stop. It stands still
    while an engine is waited for (`goanalyze.life.engines.engine`), and for no files, as where the network is waited
    for.

    Args:
        seconds: that one file may take; None for no limit, as where there is no such signal.
        patient: whether each file is allowed the whole time.
    """
    if seconds is None or not hasattr(signal, "setitimer"):
        yield lambda _: None
        return
    each = seconds if patient else _WORST
    try:
        yield lambda files: signal.setitimer(signal.ITIMER_REAL, seconds + (files - 1) * each if files else 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def extent_texts(task: Task, place: int, begin: int, end: int | None) -> Iterator[Text]:
    """Yield files of one extent of a shard as text; one that is given up is not even decoded.

    Args:
        task: the shard.
        place: number of the extent.
        begin: the first file that is wanted; members of archives before it are read, and not decoded.
        end: the one after the last; None for all to the end.
    """
    extent = task.shard.extents[place]
    read = _files if extent.source.kind == "files" else _members
    yield from texts(extent, task.options.encoding, read(task, place, begin, end), task.shard.mixture)


def _files(task: Task, place: int, begin: int, end: int | None) -> Iterator[Blob]:
    """Yield loose files; those that are given up are not even opened."""
    source = task.shard.extents[place].source
    paths = source.paths[begin:end]
    given_up = {number - begin: why for (extent, number), why in task.given_up.items() if extent == place}
    start = 0
    for stop in [*sorted(number for number in given_up if 0 <= number < len(paths)), len(paths)]:
        yield from replace(source, paths=paths[start:stop]).blobs()
        if stop < len(paths):
            yield Blob(printable(paths[stop]), "", b"", *given_up[stop])
        start = stop + 1


def _members(task: Task, place: int, begin: int, end: int | None) -> Iterator[Blob]:
    """Yield members of an archive; none is read from where its reading cannot go on."""
    extent = task.shard.extents[place]
    last, code, message = task.ends.get(place, (None, "", ""))
    stops = [number for number in (last, end) if isinstance(number, int)]
    blobs = islice(extent.blobs(), begin, max(begin, min(stops)) if stops else None)
    if task.given_up:
        for number, blob in enumerate(blobs, begin):
            given_up = task.given_up.get(FileIndex(place, number))
            yield blob if given_up is None else Blob(blob.source, blob.member, b"", *given_up)
    else:
        yield from blobs
    if last is not None and (end is None or end > last):
        yield Blob(printable(extent.source.paths[0]), "", b"", code, message)


def done_before(record: Record, shard: Shard, limits: Sequence[float]) -> ShardResult | None:
    """Return the result of a shard from its record; None if it is to be done anew.

    Done anew is what had files given up, if the limits are others now.

    Args:
        record: the record in the dataset.
        shard: as it is planned now.
        limits: of time and memory, as they are now.
    """
    facts = record.facts
    try:
        summary = Summary.from_data(facts["summary"])
        others = facts["limits"] not in (None, list(limits))
    except (KeyError, TypeError, ValueError):
        return None
    if others:
        return None
    summary.kept = summary.games
    return ShardResult(shard.name, summary, record, kept=True)
