"""Files opened for reading, here or far away, and what tells whether one is as before."""

from __future__ import annotations

import io
import os
import re
from itertools import count, takewhile
from typing import Any, BinaryIO, Final, cast

from goanalyze.archives import remote

__all__ = ["FIRST_PART", "is_later_part", "open_file", "stamp"]

FIRST_PART: Final = ".7z.001"
"""The end of the name of a split archive's first part; the others are counted up from it."""

_LATER_PART = re.compile(r"(.*\.7z\.)(?!0*1$)\d{3,}", re.IGNORECASE | re.DOTALL)


def open_file(path: str) -> BinaryIO:
    """Open a file for reading at any place: a path, a URI, or the first part of a split 7z archive.

    Raises:
        OSError: it is not there, or cannot be opened.
    """
    if _is_first_part(path):
        return cast("BinaryIO", io.BufferedReader(_Joined(_parts(path))))
    return _open_one(path)


def identity(path: str, here: str | None = None) -> str:
    """Return what a path is known by, however it was given: the absolute path, or a URI without options.

    Args:
        path: relative or absolute, a URI, or ``-``.
        here: the working folder, where many paths are asked for.

    Example:
        >>> identity("data/./sample") == identity("data/sample") == str(Path("data/sample").resolve())
        True
    """
    if path == "-" or "://" in path:
        return remote.shown(path)
    return os.path.normpath(os.path.join(here or os.getcwd(), path))  # noqa: PTH109, PTH118 - text


def stamp(path: str) -> tuple[int, int]:
    """Return size in bytes and time of the last change in ns; of a split archive, of all parts; −1 if it is gone."""
    try:
        if _is_first_part(path):
            told = [_stamp(part) for part in _parts(path)] or [(-1, -1)]
            return sum(size for size, _ in told), max(time for _, time in told)
        return _stamp(path)
    except (OSError, ValueError):
        return (-1, -1)


def _stamp(path: str) -> tuple[int, int]:
    if remote.is_remote(path):
        found = remote.look(path)
        return (found.size, found.mtime_ns) if found else (-1, -1)
    status = os.stat(path)  # noqa: PTH116 - as above
    return status.st_size, status.st_mtime_ns


def is_later_part(path: str) -> str | None:
    """Return the name of the first part, if a path is one of the later parts of a split 7z archive.

    Example:
        >>> is_later_part("a.7z.012"), is_later_part("a.7z.001"), is_later_part("a.zip.002")
        ('a.7z.001', None, None)
    """
    found = _LATER_PART.fullmatch(path) if path[-1:].isdigit() else None
    return found[1] + "1".zfill(len(path) - len(found[1])) if found else None


def _parts(first: str) -> list[str]:
    """Return the parts of a split archive that are there, up to the first that is not."""
    there = _is_file_at if remote.is_remote(first) else os.path.exists
    begin, _, options = first.rpartition("?") if remote.is_remote(first) and "?" in first else (first, "", "")
    stem, end = begin[: -len("001")], f"?{options}" if options else ""
    return list(takewhile(there, (f"{stem}{number:03}{end}" for number in count(1))))


def _is_first_part(path: str) -> bool:
    return remote.shown(path).lower().endswith(FIRST_PART)


def _is_file_at(uri: str) -> bool:
    try:
        return remote.look(uri) is not None
    except FileNotFoundError:
        return False


class _Joined(io.RawIOBase):
    """Files one behind the other as one file; one of them is open at a time."""

    def __init__(self, paths: list[str]) -> None:
        self._paths = paths
        self._ends: list[int] = []
        for path in paths:
            self._ends.append((self._ends[-1] if self._ends else 0) + _stamp(path)[0])
        self._place, self._number = 0, -1
        self._file: BinaryIO | None = None
        if not paths:
            raise FileNotFoundError("No such file or directory")

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        place = offset + (0, self._place, self._ends[-1])[whence]
        if place < 0:
            raise ValueError(f"negative place {place}")
        self._place = place
        return place

    def readinto(self, buffer: Any) -> int:
        number = next((number for number, end in enumerate(self._ends) if self._place < end), None)
        if number is None:
            return 0
        if self._file is None or number != self._number:
            self._shut()
            self._file, self._number = _open_one(self._paths[number]), number
        begin = self._ends[number - 1] if number else 0
        self._file.seek(self._place - begin)
        data = self._file.read(min(len(buffer), self._ends[number] - self._place))
        buffer[: len(data)] = data
        self._place += len(data)
        return len(data)

    def _shut(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def close(self) -> None:
        self._shut()
        super().close()


def _open_one(path: str) -> BinaryIO:
    if remote.is_remote(path):
        return cast("BinaryIO", remote.open_input(path))
    return open(path, "rb")  # noqa: PTH123 - Path costs 2 µs each; the caller closes it
