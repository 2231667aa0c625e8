"""The log of a folder of exports, with a line for each file, and the undoing of the exports by their log.

The log is CSV in UTF-8 with a byte-order mark for spreadsheets; an apostrophe precedes text that they would calculate.
A line is written before its file gets its name. An incomplete last line of a killed process is ignored: its file does
not exist yet.
"""

from __future__ import annotations

import csv
import io
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final, NamedTuple

from goanalyze.archives.blobs import as_on_disk
from goanalyze.errors import ExportError
from goanalyze.export.selection import ExportAction
from goanalyze.tables.storage import Storage
from goanalyze.util.atomic_files import (
    atomic_write,
    file_digest,
    link_or_write,
    remove_leftovers,
    rename_new,
    temporary_file,
)
from goanalyze.util.faults import sentence

LOG: Final = "export-log.csv"
"""The name of the log in a folder of exports."""

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "'")


class LogEntry(NamedTuple):
    """A line of the log.

    Attributes:
        address: address of the exported file or game.
        file: path of the new file below the folder of the log, with parts separated by ``/``.
        done: value of an `ExportAction`.
        games: number of games in the file.
        bytes, sha256: size and digest of the new file.
        original: absolute path of the file that was read, as tables have it, or its URI.
        changes: changes of the repair, and omissions.
    """

    address: str
    file: str
    done: str
    games: int
    bytes: int
    sha256: str
    original: str
    changes: str = ""


_HEAD: Final = b"\xef\xbb\xbf" + ",".join(LogEntry._fields).encode() + b"\n"


def _line(entry: LogEntry) -> bytes:
    text = io.StringIO()
    guarded = (f"'{value}" if str(value).startswith(_FORMULA_STARTS) else value for value in entry)
    csv.writer(text, lineterminator="\n").writerow(guarded)
    return text.getvalue().encode()


def _entry(line: bytes) -> LogEntry:
    (values,) = csv.reader([line.decode()])
    address, file, done, games, size, digest, original, changes = (value.removeprefix("'") for value in values)
    return LogEntry(address, file, done, int(games), int(size), digest, original, changes)


class ExportLog:
    """A log that grows line by line; the first line creates its file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._end = self._last = 0  # offsets: end of the log, and begin of its last line

    def add(self, entry: LogEntry, *, is_synced: bool = False) -> None:
        """Write a line completely or not at all; if it is synced, wait until it is on the disk."""
        file = self._file or self._open()
        self._last = self._end
        rest = memoryview((b"" if self._end else _HEAD) + _line(entry))
        size = len(rest)
        try:
            while rest:  # a disk that is nearly full takes a part
                rest = rest[file.write(rest) :]
            if is_synced:
                os.fsync(file.fileno())
        except BaseException:
            self.remove_last()
            raise
        self._end += size

    def remove_last(self) -> None:
        """Remove the line that was written last, whose file was not created."""
        self._end = self._last
        if self._file is not None:
            with suppress(OSError):
                self._file.truncate(self._end)
                self._file.seek(self._end)

    def _open(self) -> BinaryIO:
        """Open the file behind its last complete line."""
        self._file = self._path.open("r+b" if self._path.exists() else "x+b", buffering=0)
        self._end = self._last = sum(map(len, _complete_lines(self._file)))
        self._file.truncate(self._end)
        self._file.seek(self._end)
        return self._file

    def close(self) -> None:
        """Close the file; a log without a line is removed."""
        if self._file is not None:
            self._file.close()
            if not self._end:
                self._path.unlink(missing_ok=True)


def _complete_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the complete lines of a log, the names of the columns first; a line may continue inside quotes."""
    line = b""
    for part in file:
        line += part
        if line.endswith(b"\n") and line.count(b'"') % 2 == 0:
            yield line
            line = b""


def read_log(path: Path) -> Iterator[LogEntry]:
    """Yield the entries of a log; a missing file has none."""
    try:
        with path.open("rb") as file:
            if not _HEAD.startswith(file.read(len(_HEAD))):
                raise ValueError
            yield from map(_entry, _complete_lines(file))
    except FileNotFoundError:
        return
    except (ValueError, csv.Error):
        raise ExportError(
            f"{str(path)!r} is not a log of an export. Expected one that goanalyze export has written"
        ) from None
    except OSError as error:
        raise ExportError(f"{str(path)!r} cannot be read: {sentence(error)}") from None


@dataclass(slots=True)
class UndoResult:
    """The result of undoing the exports of a log.

    Attributes:
        log: path of the log.
        dry_run: True if nothing was changed.
        files: number of files in the log.
        deleted: number of copies that were deleted.
        returned: number of files that were moved back.
        left: reasons for the files that were left as they are, in one sentence each.
    """

    log: Path
    dry_run: bool
    files: int = 0
    deleted: int = 0
    returned: int = 0
    left: list[str] = field(default_factory=list)


def undo(log: Path, *, dry_run: bool = False, on_progress: Callable[[UndoResult], None] | None = None) -> UndoResult:
    """Undo all exports into a folder, the last file first.

    A file that was changed since, and one whose original path has another file, is left as it is and stays in the log.
    After an interruption, the same call continues. `log` may be its folder. `on_progress` is called once at the start,
    with the result that grows until it is returned.
    """
    log = log / LOG if log.is_dir() else log
    if not log.is_file():
        raise ExportError(f"the log {str(log)!r} is not found. Expected the {LOG} of a folder with an export")
    result, by_file = UndoResult(log, dry_run), defaultdict[str, list[LogEntry]](list)
    for entry in read_log(log):
        by_file[entry.file].append(entry)  # several if an export was stopped before the file had its name
    result.files = len(by_file)
    if on_progress is not None:
        on_progress(result)
    if not dry_run:
        originals = (Path(as_on_disk(entry.original)) for entries in by_file.values() for entry in entries)
        for folder in {log.parent, *(path.parent for path in originals)}:
            remove_leftovers(folder)
    remaining: list[LogEntry] = []
    with Storage(log.parent).storage_errors("be written"):
        for entries in reversed(by_file.values()):
            if reason := _undo_file(log.parent, entries, result):
                result.left.append(reason)
                remaining += reversed(entries)
        if not dry_run:
            _remove_empty_folders(log.parent, by_file)
            _rewrite(log, remaining[::-1])
    return result


def _undo_file(folder: Path, entries: Sequence[LogEntry], result: UndoResult) -> str:
    """Undo the export of one file; return the reason if it is left as it is."""
    entry = entries[-1]
    name = PurePosixPath(entry.file)
    path = folder.joinpath(*name.parts)
    if name.is_absolute() or ".." in name.parts or not _is_below(folder, path.parent):
        return f"{entry.file!r} is outside the folder of the log, and is left as it is"
    if not os.path.lexists(path):
        is_lost = entry.done == ExportAction.MOVED.value and not os.path.lexists(as_on_disk(entry.original))
        return f"{str(path)!r} is not there, nor is {entry.original!r}, from where it was moved" if is_lost else ""
    digest = file_digest(path)
    matching = [entry for entry in entries if entry.sha256 == digest]
    if not matching:
        return f"{str(path)!r} was changed since it was exported, and is left as it is"
    if matching[0].done != ExportAction.MOVED.value:
        result.deleted += 1
        if not result.dry_run:
            path.unlink()
        return ""
    original = Path(as_on_disk(matching[0].original))
    if os.path.lexists(original) and file_digest(original) != digest:
        return f"{str(path)!r} is left as it is: there is another file at {matching[0].original!r}"
    result.returned += 1
    if not result.dry_run:
        _move_back(path, original)
    return ""


@lru_cache(maxsize=1000)
def _is_below(folder: Path, inner: Path) -> bool:
    """Return True if a folder contains another one, or is the same, with all links resolved."""
    return inner.resolve().is_relative_to(folder.resolve())


def _move_back(path: Path, original: Path) -> None:
    """Move a file to its original path; whenever this is interrupted, the file exists."""
    if not os.path.lexists(original):
        original.parent.mkdir(parents=True, exist_ok=True)
        with Storage(original.parent).storage_errors("be written"), temporary_file(original.parent) as temporary:
            link_or_write(temporary, path, path.read_bytes())
            rename_new(temporary, original)
    if file_digest(original) == file_digest(path):
        path.unlink()


def _remove_empty_folders(folder: Path, files: Iterable[str]) -> None:
    parents = {parent for file in files for parent in PurePosixPath(file).parents if ".." not in parent.parts}
    for parent in sorted(parents, key=lambda path: -len(path.parts)):
        if parent.parts:
            with suppress(OSError):  # the folder is not empty
                (folder / parent).rmdir()


def _rewrite(log: Path, entries: Sequence[LogEntry]) -> None:
    """Write a log with the remaining entries; without one, the log is removed."""
    if not entries:
        log.unlink()
        return
    with atomic_write(log) as temporary, closing(ExportLog(temporary)) as rest:
        for entry in entries:
            rest.add(entry)
