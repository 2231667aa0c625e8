"""The log of a folder's exports: a line for each file, written before the file gets its name, so that all is undone.

CSV in UTF-8 with a byte-order mark, which spreadsheets want; an apostrophe stands before what they would calculate. A
line that a killed process did not end is none: the file that it was about has no name yet.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from goanalyze.errors import ExportError
from goanalyze.vocabulary.faults import sentence

_GUARDED: Final = ("=", "+", "-", "@", "\t", "\r", "'")


class Entry(NamedTuple):
    """A line of the log.

    Attributes:
        address: of what was exported, as the tables name it.
        file: where it is, below the folder of the log, parts separated by ``/``.
        done: name of a `goanalyze.export.choices.Done`.
        games: how many are in it.
        bytes, sha256: of what was written.
        original: absolute path of the file that was read, as tables would name it, or its URI.
        changes: what was changed, and what was left out.
    """

    address: str
    file: str
    done: str
    games: int
    bytes: int
    sha256: str
    original: str
    changes: str = ""


_HEAD: Final = b"\xef\xbb\xbf" + ",".join(Entry._fields).encode() + b"\n"


class Log:
    """A log that grows line by line.

    Args:
        path: of the file; it is made with the first line.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._end = self._before = 0

    def add(self, entry: Entry, *, lasting: bool = False) -> None:
        """Write a line; it is there whole or not at all.

        Args:
            entry: what to write.
            lasting: whether it must be on the disk before anything else is done.

        Raises:
            OSError: it cannot be written.
        """
        file = self._file or self._open()
        self._before = self._end
        line = (b"" if self._end else _HEAD) + _line(entry).encode()
        try:
            rest = memoryview(line)
            while rest:  # a disk that is nearly full takes a part
                rest = rest[file.write(rest) :]
            if lasting:
                os.fsync(file.fileno())
        except BaseException:
            self.take_back()
            raise
        self._end += len(line)

    def take_back(self) -> None:
        """Remove the last line, once: what it is about is not there."""
        self._end = self._before
        if self._file is not None:
            with suppress(OSError):
                self._file.truncate(self._end)
                self._file.seek(self._end)

    def _open(self) -> BinaryIO:
        self._file = self._path.open("r+b" if self._path.exists() else "x+b", buffering=0)
        self._end = max((end for _, end in _lines(self._file)), default=0)
        self._file.truncate(self._end)
        self._file.seek(self._end)
        return self._file

    def close(self) -> None:
        """End writing; a log without a line is none."""
        if self._file is not None:
            self._file.close()
            if not self._end:
                self._path.unlink(missing_ok=True)


def _line(values: tuple[object, ...]) -> str:
    text = io.StringIO()
    guarded = ("'" + value if isinstance(value, str) and value.startswith(_GUARDED) else value for value in values)
    csv.writer(text, lineterminator="\n").writerow(guarded)
    return text.getvalue()


def read_log(path: Path) -> Iterator[Entry]:
    """Yield the lines of a log that are whole; none where there is no file.

    Raises:
        ExportError: it cannot be read, or is no such log.
    """
    try:
        with path.open("rb") as file:
            _pass_head(file)
            for line, _ in _lines(file):
                yield _entry(next(csv.reader([line.decode()])))
    except FileNotFoundError:
        return
    except (ValueError, csv.Error):
        raise ExportError(
            f"{str(path)!r} is not a log of an export. Expected one that goanalyze export has written"
        ) from None
    except OSError as error:
        raise ExportError(f"{str(path)!r} cannot be read: {sentence(error)}") from None


def _pass_head(file: BinaryIO) -> None:
    """Read the names of the columns, as far as they are there."""
    if not _HEAD.startswith(file.read(len(_HEAD))):
        raise ValueError("another head")


def _entry(values: list[str]) -> Entry:
    address, file, done, games, size, digest, original, changes = (value.removeprefix("'") for value in values)
    return Entry(address, file, done, int(games), int(size), digest, original, changes)


def _lines(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield the lines that are whole, and where each ends; a line may go on inside quotes."""
    end, begun = 0, b""
    for piece in file:
        begun += piece
        if begun.endswith(b"\n") and begun.count(b'"') % 2 == 0:
            end += len(begun)
            yield begun, end
            begun = b""
