"""A second attempt at a shard that failed: the files at which a process dies or the program fails are set apart.

Probes are fresh worker processes that analyze the shard in steps of several files and report each step that succeeds.
The step in which one fails is repeated file by file. A file is blamed only if the same bytes fail twice. A failure that
no file has caused ends the attempt, and the shard is not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from goanalyze.batch.shard import (
    FileIndex,
    OnProgress,
    ShardResult,
    Task,
    alarm,
    check_shard,
    check_texts,
    extent_texts,
)
from goanalyze.batch.workers import Processes, WorkerDiedError, WorkerStartError
from goanalyze.errors import ResourceError
from goanalyze.sgf.charset import Text
from goanalyze.util.faults import raise_resource_failure

_STEP: Final = 64  # files of a step, before a fatal one is analyzed file by file
_MOST_FATAL: Final = 100  # files of a shard; more failures have another cause
_FAULTY, _FATAL, _LATE = "GO901", "GO902", "GO903"

Reason = tuple[str, str]
"""Code and message of the finding about a file that is not checked."""


def do_in_quarantine(task: Task, report: OnProgress) -> ShardResult:
    """Find the files of a shard that fail, and execute the shard without them."""
    return check_shard(find_fatal_files(task), report)


def find_fatal_files(task: Task) -> Task:
    """Return the task without the files at which a process fails and the unreadable rests of archives."""
    files: dict[FileIndex, Reason] = {}
    ends: dict[int, tuple[int, str, str]] = {}
    first = FileIndex(0, 0)
    while (fatal := _next_fatal(task, first)) is not None:
        index, reason = fatal
        previous = FileIndex(index.extent, index.file - 1)
        if previous in files and not _can_be_skipped(task, index):
            # its reading fails, not its content, so no later file of the archive can be reached
            code, message = files.pop(previous)
            ends[index.extent] = previous.file, code, f"the archive cannot be read from here on: {message}"
            first = FileIndex(index.extent + 1, 0)
            continue
        files[index] = reason
        first = FileIndex(index.extent, index.file + 1)
        if len(files) > _MOST_FATAL:
            raise ResourceError(f"more than {_MOST_FATAL} of its files fail, the last of them so: {reason[1]}")
    return replace(task, skipped=files, ends=ends, has_full_time=True)


def _next_fatal(task: Task, first: FileIndex) -> tuple[FileIndex, Reason] | None:
    """Return the first file, from a given one on, that fails twice, with the reason; earlier files are not analyzed."""
    step = _STEP if (task.shard.files or _STEP) >= _STEP else 1
    while True:
        reached, reason = _run_probe(task, first, None, step)
        if reason is None:
            return None
        first = FileIndex(reached.extent, reached.file + step)
        reached, reason = _run_probe(task, reached, first, 1)
        if reason is not None:
            return reached, reason


def _can_be_skipped(task: Task, index: FileIndex) -> bool:
    """Return True if the files before one can be skipped without a failure."""
    return task.shard.extents[index.extent].source.kind == "files" or _run_probe(task, index, index, 1)[1] is None


def _run_probe(task: Task, first: FileIndex, stop: FileIndex | None, step: int) -> tuple[FileIndex, Reason | None]:
    """Analyze some files in a fresh process; return the index that it reached, and the reason if the bytes ended it."""
    reached = [first]
    try:
        with Processes(1, task.memory_limit) as probes:
            probes.call(probe, task, first, stop, step, on_item=reached.append)
    except WorkerStartError as error:
        raise ResourceError(f"the process that was to work on it ended before it began: {error}") from None
    except WorkerDiedError as died:
        if died.is_late:
            return reached[-1], (_LATE, f"took longer than {task.time_limit:g} s; not checked")
        if not died.blames_order(task.memory_limit):
            raise ResourceError(f"the process that worked on it {died}") from None
        return reached[-1], (_FATAL, f"the process that worked on it {died}; not checked")
    except Exception as error:
        if isinstance(error, RecursionError) or (isinstance(error, MemoryError) and task.memory_limit):
            excess = "too deep a recursion" if isinstance(error, RecursionError) else "more memory than --memory-limit"
            return reached[-1], (_FATAL, f"needed {excess} ({type(error).__name__}); not checked")
        raise_resource_failure(error)
        return reached[-1], (_FAULTY, f"internal error, please report: {type(error).__name__}: {error}")
    return reached[-1], None


def probe(task: Task, first: FileIndex, stop: FileIndex | None, step: int, report: Callable[[FileIndex], None]) -> None:
    """Analyze some files of a shard, one step at a time; report the index after each. The results are discarded."""
    most = min(step, task.shard.files or step) if not task.shard.is_remote else 0
    with alarm(task.time_limit) as allow:
        allow(most)
        for reached, files in _steps(task, first, stop, step):
            allow(len(files))
            for _ in check_texts(files, task.options) if files else ():
                pass
            report(reached)
            allow(most)


def _steps(task: Task, first: FileIndex, stop: FileIndex | None, step: int) -> Iterator[tuple[FileIndex, list[Text]]]:
    """Yield the files of each step, and the index after them."""
    for number, extent in enumerate(task.shard.extents):
        if number < first.extent or (stop is not None and number > stop.extent):
            continue
        begin = first.file if number == first.extent else 0
        end = stop.file if stop is not None and number == stop.extent else None
        if extent.source.kind == "files":  # each step by itself: one path may contain several files
            last = len(extent.source.paths) if end is None else min(end, len(extent.source.paths))
            for index in range(begin, last, step):
                after = min(index + step, last)
                yield FileIndex(number, after), list(extent_texts(task, number, index, after))
        else:
            texts = extent_texts(task, number, begin, end)
            while files := list(islice(texts, step)):
                begin += len(files)
                yield FileIndex(number, begin), files
        if end is None:
            yield FileIndex(number + 1, 0), []
