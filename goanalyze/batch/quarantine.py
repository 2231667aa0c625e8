"""A shard that failed, done with care: files at which a process dies or the program fails are set apart and reported.

Probes are workers that go through the shard in pieces and say which pieces they got through. The piece in which one
fails is gone through in smaller pieces, down to single files, by fresh processes: only where the same bytes fail twice,
they are to blame. What is not their fault ends it, and the shard is not done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from goanalyze.batch import worker
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
from goanalyze.batch.worker import WorkerDiedError, Workers, WorkerStartError
from goanalyze.errors import ResourceError
from goanalyze.sgf.charset import Text
from goanalyze.vocabulary.faults import blame_surroundings

_STEP: Final = 64  # files in a piece, before the one that is fatal is gone through file by file
_MOST_FATAL: Final = 100  # beyond this, it is not the files
_FAULTY, _ASIDE, _LATE = "GO901", "GO902", "GO903"

Why = tuple[str, str]
"""Why a file is not checked: code and message of the finding."""


def do_in_quarantine(task: Task, tell: OnProgress = worker.tell) -> ShardResult:
    """Find the files of a shard that fail, and do the shard without them.

    Args:
        task: the shard.
        tell: as of `check_shard`, while the shard is done without them.

    Raises:
        OutputError: the parts cannot be written.
        ResourceError: it was not the files.
    """
    return check_shard(find_fatal_files(task), tell)


def find_fatal_files(task: Task) -> Task:
    """Return the task without the files at which a process fails, and without what it cannot read of archives.

    Raises:
        ResourceError: something else fails, or there is no end of such files.
    """
    files: dict[FileIndex, Why] = {}
    ends: dict[int, tuple[int, str, str]] = {}
    first = FileIndex(0, 0)
    while (fatal := _next_fatal(task, first)) is not None:
        at, why = fatal
        before = FileIndex(at.extent, at.file - 1)
        if before in files and not _can_be_passed(task, at):
            # not what is in it fails, but reading it, and it cannot be passed over
            code, message = files.pop(before)
            ends[at.extent] = before.file, code, f"the archive cannot be read from here on: {message}"
            first = FileIndex(at.extent + 1, 0)
            continue
        files[at] = why
        first = FileIndex(at.extent, at.file + 1)
        if len(files) > _MOST_FATAL:
            raise ResourceError(f"more than {_MOST_FATAL} of its files fail, the last of them so: {why[1]}")
    return replace(task, skipped=files, ends=ends, has_full_time=True)


def _next_fatal(task: Task, first: FileIndex) -> tuple[FileIndex, Why] | None:
    """Return the first file from one on that fails twice, and how; those before `first` are not touched."""
    step = _STEP if (task.shard.files or _STEP) >= _STEP else 1
    while True:
        reached, why = _run_probe(task, first, None, step)
        if why is None:
            return None
        first = FileIndex(reached.extent, reached.file + step)
        reached, why = _run_probe(task, reached, first, 1)
        if why is not None:
            return reached, why


def _can_be_passed(task: Task, at: FileIndex) -> bool:
    """Return whether the files before one can be passed over without harm."""
    return task.shard.extents[at.extent].source.kind == "files" or _run_probe(task, at, at, 1)[1] is None


def _run_probe(task: Task, first: FileIndex, stop: FileIndex | None, step: int) -> tuple[FileIndex, Why | None]:
    """Let a fresh process go through some files; return how far it got, and what the bytes did if it did not end well.

    Raises:
        ResourceError: it did not end well, and it was not the bytes.
    """
    reached = [first]
    try:
        with Workers(task.memory_limit) as probes:
            probes.call(probe, task, first, stop, step, item=reached.append)
    except WorkerStartError as error:
        raise ResourceError(f"the process that was to work on it ended before it began: {error}") from None
    except WorkerDiedError as died:
        if died.is_late:
            return reached[-1], (_LATE, f"took longer than {task.time_limit:g} s; not checked")
        if not died.blames_order(task.memory_limit):
            raise ResourceError(f"the process that worked on it {died}") from None
        return reached[-1], (_ASIDE, f"the process that worked on it {died}; not checked")
    except Exception as error:
        if isinstance(error, RecursionError) or (isinstance(error, MemoryError) and task.memory_limit):
            what = "too deep a recursion" if isinstance(error, RecursionError) else "more memory than --memory-limit"
            return reached[-1], (_ASIDE, f"needed {what} ({type(error).__name__}); not checked")
        blame_surroundings(error)
        return reached[-1], (_FAULTY, f"internal error, please report: {type(error).__name__}: {error}")
    return reached[-1], None


def probe(task: Task, first: FileIndex, stop: FileIndex | None, step: int) -> Iterator[FileIndex]:
    """Go through some files of a shard, a piece at a time; yield how far it got. What comes out is thrown away."""
    most = min(step, task.shard.files or step) if not task.shard.is_remote else 0
    with alarm(task.time_limit) as allow:
        allow(most)
        for reached, piece in _pieces(task, first, stop, step):
            allow(len(piece))
            for _ in check_texts(piece, task.options) if piece else ():
                pass
            yield reached
            allow(most)


def _pieces(task: Task, first: FileIndex, stop: FileIndex | None, step: int) -> Iterator[tuple[FileIndex, list[Text]]]:
    """Yield so many files at a time, and the index after them."""
    for number, extent in enumerate(task.shard.extents):
        if number < first.extent or (stop is not None and number > stop.extent):
            continue
        begin = first.file if number == first.extent else 0
        end = stop.file if stop is not None and number == stop.extent else None
        if extent.source.kind == "files":  # each piece by itself: a path may hold more than one file
            last = len(extent.source.paths) if end is None else min(end, len(extent.source.paths))
            for place in range(begin, last, step):
                after = min(place + step, last)
                yield FileIndex(number, after), list(extent_texts(task, number, place, after))
        else:
            texts = extent_texts(task, number, begin, end)
            while piece := list(islice(texts, step)):
                begin += len(piece)
                yield FileIndex(number, begin), piece
        if end is None:
            yield FileIndex(number + 1, 0), []
