"""One shard, checked: the function that every executor maps. It is idempotent: its second call changes nothing.

Scope: reading the texts of a shard, the check of each chunk, the parts of the shard and their facts. Not other shards,
processes or networks.
"""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.archives.blobs import Blob, printable
from goanalyze.archives.files import identity
from goanalyze.batch.plan import Shard
from goanalyze.batch.progress import ShardMeter, ShardProgress
from goanalyze.batch.summary import Summary, summarize
from goanalyze.detectors.records import file_findings, non_record_findings
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import StatusPolicy
from goanalyze.limits import CHUNK_GAMES, TIME_LIMIT
from goanalyze.pipeline import Chunk, Options
from goanalyze.score.choices import Basis
from goanalyze.sgf.charset import Text, texts
from goanalyze.sgf.records import in_chunks, read_records
from goanalyze.tables.build import chunk_tables, files_table, findings_table
from goanalyze.tables.dataset import PartName, PartWriter, Record, part_tables, read_record
from goanalyze.tables.storage import Storage
from goanalyze.util.threads import ahead
from goanalyze.util.ticks import begin_reading, listening, read_share

_SLOW_GAME: Final = 0.05  # seconds: twice the time of the slowest of 13,357 estimated positions

OnProgress = Callable[[ShardProgress], None]
"""Receives the progress of a shard; an error that it raises ends the shard, and nothing of it is committed."""

CheckedChunk = tuple[Mapping[str, pa.Table], Summary]
"""Tables by name, and their sums."""


class FileIndex(NamedTuple):
    """A file of a shard: number of the extent, and of the file or member in it, both from 0.

    In an extent of loose files, the second counts paths, regardless of the number of files in each.
    """

    extent: int
    file: int


@dataclass(frozen=True, slots=True)
class Task:
    """A shard and all that is needed to check it anywhere.

    Attributes:
        shard: the shard.
        options: options of the check.
        out: folder or URI of its parts, or None without a dataset.
        returned_tables: names of the tables that its result has.
        inputs: inputs of the user, or some of them: by these a dataset is known to be of the same sources.
        time_limit: seconds for one file, see `alarm`.
        memory_limit: bytes for the process, 0 for no limit.
        is_watched: True if this process is a worker, which may be ended when files take too long.
        has_full_time: True if each file may take the whole time, since none of them alone takes too long.
        skipped: files that are not checked: a code and a message.
        ends: extents that cannot be read to their end: the number of the first file that is not read, code, message.
    """

    shard: Shard
    options: Options
    out: str | None = None
    returned_tables: frozenset[str] = frozenset()
    inputs: tuple[str, ...] = ()
    time_limit: float = TIME_LIMIT
    memory_limit: int = 0
    is_watched: bool = False
    has_full_time: bool = False
    skipped: Mapping[FileIndex, tuple[str, str]] = field(default_factory=dict)
    ends: Mapping[int, tuple[int, str, str]] = field(default_factory=dict)

    @property
    def limits(self) -> list[float]:
        """Limits of time and memory: files that exceed them may not exceed others."""
        return [self.time_limit, self.memory_limit]


@dataclass(frozen=True, slots=True)
class ShardResult:
    """The result of a shard.

    Attributes:
        name: number and key of the shard.
        summary: sums of the shard.
        record: record of the shard in the dataset; None if nothing is written.
        tables: chunks of the tables that the task returns.
        kept: True if an earlier run or try had checked it.
        failure: reason why the shard could not be checked, so that nothing of it is written; empty if it is.
    """

    name: PartName
    summary: Summary
    record: Record | None = None
    tables: tuple[Mapping[str, pa.Table], ...] = ()
    kept: bool = False
    failure: str = ""


def check_shard(task: Task, on_progress: OnProgress) -> ShardResult:
    """Read and check the files of a shard and commit its parts."""
    storage = Storage(task.out) if task.out is not None else None
    earlier = read_record(storage, task.shard.name) if storage and not task.returned_tables else None
    if earlier and (result := earlier_result(earlier, task.shard, task.limits)):
        return result
    begin = time.perf_counter()
    summary = Summary()
    returned: list[Mapping[str, pa.Table]] = []
    record: Record | None = None
    with (
        PartWriter(storage, task.shard.name, part_tables(task.options.optional_tables))
        if storage
        else nullcontext() as writer
    ):
        for tables, sums in _chunks(task, summary, on_progress):
            if writer:
                writer.add(tables)
            if task.returned_tables:
                returned.append({name: table for name, table in tables.items() if name in task.returned_tables})
            summary.add(sums)
            summary.seconds = time.perf_counter() - begin
        if writer:
            facts = {
                "sources": [identity(path) for path in task.shard.sources],
                "inputs": task.inputs,
                "summary": summary.to_data(),
                "limits": task.limits if task.skipped or task.ends else None,
            }
            writer.end(task.shard.name, facts)
            (record,) = writer.commit()
    return ShardResult(task.shard.name, summary, record, tuple(returned))


def earlier_result(record: Record, shard: Shard, limits: Sequence[float]) -> ShardResult | None:
    """Return the result of a shard from its record; None if it must be checked again.

    A shard of which files were skipped is checked again under other limits.
    """
    facts = record.facts
    try:
        summary = Summary.from_data(facts["summary"])
        has_other_limits = facts["limits"] not in (None, list(limits))
    except (KeyError, TypeError, ValueError):
        return None
    if has_other_limits:
        return None
    summary.kept = summary.games
    return ShardResult(shard.name, summary, record, kept=True)


def _chunks(task: Task, sums: Summary, on_progress: OnProgress) -> Iterator[CheckedChunk]:
    """Yield the tables and sums of each chunk of the shard; report progress with the sums of the shard."""
    meter = ShardMeter(task.shard, on_progress)
    batch_files = min(CHUNK_GAMES, task.shard.files or CHUNK_GAMES) if not task.shard.is_remote else 0
    with (
        alarm(task.time_limit if task.is_watched else None, has_full_time=task.has_full_time) as restart,
        listening(meter.add_share),
    ):
        restart(batch_files)
        # the next is read while this one is worked on: kernels and Parquet leave the interpreter free
        for batch in ahead(_batches(task, meter)):
            restart(len(batch))
            meter.begin(len(batch))
            yield from check_texts(batch, task.options)
            meter.end(sums)
            restart(batch_files)


def _batches(task: Task, meter: ShardMeter) -> Iterator[list[Text]]:
    """Yield the files of the shard, a chunk at a time; note the offset in the plan at which each ends."""
    before = read = size = 0  # bytes of earlier extents, of files of this one, and of this one as planned

    def files() -> Iterator[Text]:
        nonlocal before, read, size
        for number, extent in enumerate(task.shard.extents):
            read, size = 0, extent.bytes
            begin_reading()
            for text in extent_texts(task, number, 0, None):
                read += text.size
                yield text
            before, read, size = before + size, 0, 0

    for batch in in_chunks(files()):
        share = read_share()
        meter.add_chunk(before + (share * size if share else min(read, size)))
        yield batch


@contextmanager
def alarm(seconds: float | None, *, has_full_time: bool = False) -> Iterator[Callable[[int], object]]:
    """End this process when some files take longer than they may; yield the function that restarts its clock.

    That function takes the number of the next files. The alarm is the system's own (SIGALRM), so it ends kernels, too,
    which Python code could not stop. It is stopped while an engine is waited for (`goanalyze.life.engines.engine`), and
    for zero files, as during waits for the network.

    Args:
        seconds: time for one file; None for no limit, as where the system lacks that signal.
        has_full_time: True if each file may take the whole time.
    """
    if seconds is None or not hasattr(signal, "setitimer"):
        yield lambda _: None
        return
    more = seconds if has_full_time else _SLOW_GAME
    try:
        yield lambda files: signal.setitimer(signal.ITIMER_REAL, seconds + (files - 1) * more if files else 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def extent_texts(task: Task, number: int, begin: int, end: int | None) -> Iterator[Text]:
    """Yield files of one extent of a shard as text; skipped ones are not even decoded.

    Args:
        task: the shard.
        number: number of the extent.
        begin: number of the first file; members of archives before it are read, and not decoded.
        end: number after the last file; None for all to the end.
    """
    extent = task.shard.extents[number]
    read = _files if extent.source.kind == "files" else _members
    yield from texts(extent, task.options.encoding, read(task, number, begin, end), task.shard.mixture)


def _files(task: Task, number: int, begin: int, end: int | None) -> Iterator[Blob]:
    """Yield loose files; skipped ones are not even opened."""
    source = task.shard.extents[number].source
    paths = source.paths[begin:end]
    skipped = {file - begin: reason for (extent, file), reason in task.skipped.items() if extent == number}
    start = 0
    for stop in [*sorted(file for file in skipped if 0 <= file < len(paths)), len(paths)]:
        yield from replace(source, paths=paths[start:stop]).blobs()
        if stop < len(paths):
            yield Blob(printable(paths[stop]), "", b"", *skipped[stop])
        start = stop + 1


def _members(task: Task, number: int, begin: int, end: int | None) -> Iterator[Blob]:
    """Yield members of an archive; none from the first on that cannot be read."""
    extent = task.shard.extents[number]
    last, code, message = task.ends.get(number, (None, "", ""))
    stops = [stop for stop in (last, end) if isinstance(stop, int)]
    blobs = islice(extent.blobs(), begin, max(begin, min(stops)) if stops else None)
    if task.skipped:
        for file, blob in enumerate(blobs, begin):
            reason = task.skipped.get(FileIndex(number, file))
            yield blob if reason is None else Blob(blob.source, blob.member, b"", *reason)
    else:
        yield from blobs
    if last is not None and (end is None or end > last):
        yield Blob(printable(extent.source.paths[0]), "", b"", code, message)


def check_texts(batch: Sequence[Text], options: Options) -> Iterator[CheckedChunk]:
    """Check files; yield their tables and sums, one or more chunks.

    A file that makes a stage fail makes it fail for its neighbours, too: `goanalyze.batch.quarantine` sets it apart.
    """
    games = np.zeros(len(batch), dtype=np.int64)
    for records in read_records(batch):
        games += np.bincount(records.tape.game_file, minlength=len(batch))
        yield _check_games(Chunk(records, options))
    yield _check_files(batch, games)


def _check_games(chunk: Chunk) -> CheckedChunk:
    """Return the tables and sums of a chunk of games; its caller keeps no reference to the chunk."""
    tables, replays = chunk_tables(chunk.run()), chunk.replays
    summary = summarize(chunk.reported_findings)
    summary.games = len(chunk)
    branches = chunk.records.tape.branches
    summary.branches, summary.branched = int(branches.sum()), int((branches > 0).sum())
    summary.looked_at = int(chunk.variations[1].sum()) if chunk.options.variations else 0
    summary.moves = int(replays.fact("moves").sum())
    sizes = replays.width.astype(np.int32) * 64 + replays.height
    for size, count in zip(*np.unique(sizes, return_counts=True), strict=True):
        summary.sizes[divmod(int(size), 64)] += int(count)
    endings = tables["games"]["ended_by"].value_counts().to_pylist()
    summary.endings.update({pair["values"]: pair["counts"] for pair in endings})
    known = np.bincount(chunk.statuses.under(StatusPolicy(article_7=True)).source, minlength=len(StatusSource))
    summary.sources.update({source.value: int(known[source.index]) for source in StatusSource if known[source.index]})
    summary.audit.update(_strata(chunk))
    _count_illegal_games(summary, chunk)
    summary.dead_list_lines = [row.line for row in chunk.dead_list_rows.values()] if chunk.dead_list_rows else []
    number = chunk.played.number
    summary.played.update(chunk.played.conventions[index].name for index in number[number >= 0].tolist())
    certain = chunk.outcomes.basis < Basis.ESTIMATED.index
    summary.counted = int(certain.any(axis=1).sum())
    return tables, summary


def _count_illegal_games(summary: Summary, chunk: Chunk) -> None:
    """Count the games with a move that every ruleset forbids, and the others with a move that some forbid."""
    every, rulesets = {ruleset.id for ruleset in chunk.options.rulesets}, dict[tuple[int, int], set[str]]()
    for finding in chunk.reported_findings:
        if finding.rulesets and not finding.line and finding.move_number is not None:
            rulesets.setdefault((finding.game, finding.move_number), set()).update(finding.rulesets)
    by_all = {game for (game, _), names in rulesets.items() if every and names >= every}
    summary.illegal_by_all = len(by_all)
    summary.illegal_by_some = len({game for game, _ in rulesets} - by_all)


def _strata(chunk: Chunk) -> Counter[tuple[str, str, str, str]]:
    """Count audited games by archive or folder, board size, ruleset and agreement of count and record."""
    strata: Counter[tuple[str, str, str, str]] = Counter()
    for row in chunk.audited:
        text = chunk.records.text_of(row.game)
        origin = text.source if text.member else str(Path(text.source).parent)
        size = f"{chunk.replays.width[row.game]}×{chunk.replays.height[row.game]}"
        explained = row.is_explained and row.agreement != "exact"
        strata[origin, size, row.ruleset or "none named", "explained" if explained else row.agreement] += 1
    return strata


def _check_files(batch: Sequence[Text], games: NDArray[np.int64]) -> CheckedChunk:
    """Return the files table of a batch, the findings about whole files, and their sums."""
    counted = zip(batch, games.tolist(), strict=True)
    faults = [file_findings(text, count) if text.code or not count else [] for text, count in counted]
    non_records = [
        text for text, findings in zip(batch, faults, strict=True) if findings and findings[-1].code == "GO005"
    ]
    reported = [finding for findings in faults for finding in findings if finding.code != "GO005"]
    reported += non_record_findings(non_records)
    summary = summarize(reported)
    without_game = [faults[file][-1] for file in np.flatnonzero(games == 0).tolist()]
    summary.unread += [finding for finding in without_game if finding.code != "GO005"]
    summary.non_records.update(text.non_record_kind for text in non_records)
    if non_records:
        summary.files_with["GO005"] = len(non_records)
    summary.files, summary.bytes = len(batch), sum(text.size for text in batch)
    summary.failed = len(summary.unread)
    return {"files": files_table(batch, games, faults), "findings": findings_table(reported)}, summary
