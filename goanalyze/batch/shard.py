"""One shard, done: the one function that every executor maps. It is idempotent: done twice is done once.

What may live here: reading a shard's texts, the stages, its parts and what they say of it. What may not: other shards,
processes, networks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from goanalyze.batch.check import Chunk, Options, analyze
from goanalyze.batch.plan import Shard
from goanalyze.batch.summary import Summary
from goanalyze.batch.watch import Watch
from goanalyze.limits import CHUNK_GAMES
from goanalyze.sgf.blobs import Blob
from goanalyze.sgf.charset import Text, pooled, texts
from goanalyze.sgf.records import in_chunks
from goanalyze.tables.parquet import part_tables
from goanalyze.tables.parts import Content, PartName, PartWriter, read_contents
from goanalyze.tables.store import Store

__all__ = ["Done", "Progress", "Task", "committed", "do_shard", "done_before", "shard_texts"]

Progress = Callable[[Summary], None]
"""Is told the sums of the shard so far; an error that it raises ends the shard, and nothing of it is committed."""


@dataclass(frozen=True, slots=True)
class Task:
    """A shard and all that is needed to do it anywhere.

    Attributes:
        shard: which.
        options: how.
        out: where its parts go, or None for nowhere.
        wanted: names of the tables that are to come back.
        time_limit: seconds for one file, see `goanalyze.batch.watch`.
        memory_limit: bytes for the process.
        given_up: files that are not checked, by their number in the shard: a code and a message.
        lost: why nothing of the shard can be read without killing the process; empty if it can.
    """

    shard: Shard
    options: Options
    out: str | None = None
    wanted: frozenset[str] = frozenset()
    time_limit: float | None = None
    memory_limit: int = 0
    given_up: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What came out of a shard.

    Attributes:
        name: of the shard.
        summary: the shard, added up.
        parts: rows and bytes by table, as the manifest tells them.
        tables: the chunks that were wanted.
        kept: whether it was done before, in an earlier run or try.
    """

    name: PartName
    summary: Summary
    parts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tables: tuple[Mapping[str, Any], ...] = ()
    kept: bool = False


def do_shard(task: Task, progress: Progress | None = None) -> Done:
    """Read and check the files of a shard and commit its parts.

    Args:
        task: the shard.
        progress: called after each chunk with the shard's sums so far.

    Raises:
        OutputError: the parts cannot be written.
    """
    store = Store(task.out) if task.out is not None else None
    if store and not task.wanted and (before := committed(store, task.shard)):
        return before
    begin = time.perf_counter()
    summary = Summary(rulesets=tuple(ruleset.id for ruleset in task.options.rulesets))
    writer = PartWriter(store, task.shard.name, part_tables(moves=task.options.moves)) if store else None
    back: list[Mapping[str, Any]] = []
    pools: dict[str, str] = {}
    try:
        for tables, part in _chunks(task, pools):
            if writer:
                writer.add(tables)
            if task.wanted:
                back.append({name: table for name, table in tables.items() if name in task.wanted})
            summary.add(part)
            summary.seconds = time.perf_counter() - begin
            if progress:
                progress(summary)
        parts = _commit(task, writer, summary, pools) if writer else {}
    except BaseException:
        if writer:
            writer.abandon()
        raise
    return Done(task.shard.name, summary, parts, tuple(back))


def _chunks(task: Task, pools: dict[str, str]) -> Iterator[Chunk]:
    """Yield the tables and sums of each chunk of the shard; note which guessed charsets were used."""
    with Watch(task.time_limit, engine=task.options.engine is not None) as watch:
        watch.give(CHUNK_GAMES)
        for batch in _read_ahead(in_chunks(shard_texts(task, pools))):
            watch.give(len(batch))
            yield from analyze(batch, task.options)
            watch.give(CHUNK_GAMES)


def shard_texts(task: Task, pools: dict[str, str], first: int = 0, stop: int | None = None) -> Iterator[Text]:
    """Yield the files of the shard as text, or only some of them; one that is given up is not even decoded.

    Args:
        task: the shard.
        pools: here it is noted which guessed charset was used, by number of the extent.
        first: number of the first file that is wanted; those before are read, and not decoded.
        stop: number after the last one.
    """
    numbers = count()
    for place, extent in enumerate(task.shard.extents):
        if task.lost:
            yield from (Text(path, "", 0, b"", "", "none", "GO902", task.lost) for path in extent.source.paths)
            continue
        wanted = _wanted(extent.blobs(), numbers, task.given_up, first, stop)
        for text in texts(extent, task.options.encoding, wanted):
            if text.encoding_source == "pooled":
                pools[str(place)] = text.encoding
            yield text


def _wanted(
    blobs: Iterator[Blob], numbers: Iterator[int], given_up: Mapping[int, tuple[str, str]], first: int, stop: int | None
) -> Iterator[Blob]:
    """Yield the files from `first` to `stop`; of those given up, why."""
    for blob, number in zip(blobs, numbers, strict=False):
        if stop is not None and number >= stop:
            return
        if number in given_up:
            code, message = given_up[number]
            yield Blob(blob.source, blob.member, b"", code, message)
        elif number >= first:
            yield blob


def _read_ahead(batches: Iterator[list[Text]]) -> Iterator[list[Text]]:
    """Read the next batch in a thread while this one is worked on: kernels and Parquet leave the interpreter free."""
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = reader.submit(next, batches, None)
            yield batch


def _commit(task: Task, writer: PartWriter, summary: Summary, pools: Mapping[str, str]) -> dict[str, dict[str, int]]:
    facts = {"sources": task.shard.sources, "summary": summary.to_data(), "pools": pools, "lost": task.lost}
    writer.end(task.shard.name, facts)
    return writer.commit()


def committed(store: Store, shard: Shard) -> Done | None:
    """Return what came out of a shard if parts of its name stand in the store; None if it is to be done."""
    for content in read_contents(store, shard.name.file) or ():
        if content.name == shard.name:
            return done_before(content, shard)
    return None


def done_before(content: Content, shard: Shard) -> Done | None:
    """Return what came out of a shard, from what its part says; None if it is to be done anew.

    A shard that used a guessed charset stands only as long as the same is guessed from its source. One that was lost is
    tried again: what was in the way may be gone.
    """
    if content.facts.get("lost"):
        return None
    try:
        summary, pools = Summary.from_data(content.facts["summary"]), dict(content.facts["pools"])
    except (KeyError, TypeError, ValueError):
        return None
    for place, extent in enumerate(shard.extents):
        if str(place) in pools and pooled(extent) != pools[str(place)]:
            return None
    return Done(shard.name, summary, {name: {"rows": rows} for name, rows in content.rows.items()}, kept=True)
