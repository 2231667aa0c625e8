"""Files opened for reading, here or in remote places: which ones belong together, and whether one is as before."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from itertools import count, takewhile
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from goanalyze.archives import remote
from goanalyze.vocabulary.faults import blaming_surroundings

_PART: Final = re.compile(r"(.*\.7z\.)(\d{3,})()|(.*\.part)(\d{1,9})(\.rar)", re.IGNORECASE | re.DOTALL)
_OLD_VOLUME: Final = re.compile(r".*\.r\d\d", re.IGNORECASE | re.DOTALL)  # the second one and on; the first is .rar
_IN_PARTS: Final = (".7z.001", ".rar")
_OPEN_PIPE: Final = re.compile(r"/dev/stdin|/(?:dev|proc/self)/fd/\d+")
_BLOCK: Final = 2**20
_SPECIAL: Final = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_FLAGS: Final = ("O_BINARY", "O_NONBLOCK", "O_NOCTTY")  # as far as the system has them
_BUFFER: Final = 2**17


class _Local(io.FileIO):
    """A file on this machine: readers of archives take an OSError for damage, and a failing disk is none."""

    def readinto(self, buffer: Any) -> int | None:
        with blaming_surroundings(f"{self.name} cannot be read"):
            return super().readinto(buffer)

    def readall(self) -> bytes:
        with blaming_surroundings(f"{self.name} cannot be read"):
            return super().readall()


def open_file(path: str) -> BinaryIO:
    """Open a file for reading at any offset: a path, or a URI.

    Raises:
        OSError: it is not there, cannot be opened, or is no file, see `open_descriptor`.
    """
    if remote.is_remote(path):
        return cast("BinaryIO", remote.open_input(path))
    return io.BufferedReader(_Local(path, opener=lambda path, _: open_descriptor(path)), _BUFFER)


def open_descriptor(path: str) -> int:
    """Open a file on this machine, and return its descriptor; a pipe, a socket or a device is never waited for.

    They are not even opened, unless one takes the place of a file at just this moment: a tape would be wound back, and
    whoever writes to a pipe would go on.

    Raises:
        OSError: it is not there, cannot be opened, or is no file, and the message says what it is.
    """
    try:
        status = os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):  # it is what it is, while a file that is gone was there a moment ago
            raise OSError(errno.ELOOP, "it is a link that leads nowhere") from None
        raise
    _check_is_file(status)
    handle = os.open(path, sum((getattr(os, flag, 0) for flag in _FLAGS), os.O_RDONLY))
    try:
        _check_is_file(os.fstat(handle))
    except OSError:
        os.close(handle)
        raise
    return handle


def _check_is_file(status: os.stat_result) -> None:
    if what := _SPECIAL.get(stat.S_IFMT(status.st_mode)):
        raise OSError(errno.EINVAL, f"it is {what}, not a file")


def is_open_pipe(path: str) -> bool:
    """Return whether a path leads to a pipe that this process was started with, as ``<(xz -dc games.sgf.xz)`` does."""
    return _OPEN_PIPE.fullmatch(path) is not None and os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode)


def identity(path: str, here: str | None = None) -> str:
    """Return what a path is known by, however it was given: the absolute path, or a URI without options.

    Args:
        path: relative or absolute, a URI, or ``-``.
        here: the working folder, where many paths are asked for.

    Example:
        >>> import os
        >>> identity("data/./sample") == identity("data/sample") == os.path.abspath("data/sample")
        True
    """
    if path == "-" or "://" in path:
        return remote.shown(path)
    return os.path.normpath(os.path.join(here or os.getcwd(), path))


def first_part(path: str) -> str | None:
    """Return the name of the first part, if a path is that of a later part of a split 7z or RAR archive.

    Example:
        >>> [first_part(path) for path in ("a.7z.012", "a.part02.rar", "a.r00", "a.7z.001", "a.zip.002")]
        ['a.7z.001', 'a.part01.rar', 'a.rar', None, None]
    """
    if path[-1:] not in "0123456789rR":  # as most are
        return None
    begin, number, end = _split(path)
    if number:
        return f"{begin}{1:0{len(number)}}{end}" if int(number) != 1 else None
    return path[:-2] + "ar" if _OLD_VOLUME.fullmatch(path) else None


def is_first_part(path: str) -> bool:
    """Return whether a name is that of the first part of a split archive; an old RAR volume's name does not tell."""
    return int(_split(path)[1] or 0) == 1


def _split(path: str) -> tuple[str, str, str]:
    """Return what stands before, in and after the number of a part; nothing if it is none."""
    found = _PART.fullmatch(path)
    begin, number, end = (group for group in found.groups() if group is not None) if found else ("", "", "")
    return begin, number, end


def parts(path: str) -> Iterator[str]:
    """Yield an archive's file, and the later parts of a split one as far as they are there."""
    yield path
    name, mark, options = path.rpartition("?") if remote.is_remote(path) and "?" in path else (path, "", "")
    begin, number, end = _split(name)
    later: Iterable[str] = ()
    if number:
        later = (f"{begin}{part:0{len(number)}}{end}" for part in count(2))
    elif name.lower().endswith(".rar"):
        later = (f"{name[:-2]}{part:02}" for part in range(100))
    yield from takewhile(
        lambda part: os.path.exists(part) or is_file(part),  # one that is a pipe is refused where it is opened
        (part + mark + options for part in later),
    )


def copy_parts(path: str, folder: str) -> str:
    """Copy an archive with all its parts to a folder on this machine, and return the path of the first."""
    copies = []
    for part in parts(path):
        copies.append(Path(folder, remote.shown(part).rpartition("/")[2]))
        with open_file(part) as file, copies[-1].open("wb") as out:
            shutil.copyfileobj(file, out, _BLOCK)
    return str(copies[0])


def stamp(path: str) -> tuple[int, int]:
    """Return size in bytes and time of the last change in ns; of a split archive, of all parts; −1 if it is gone."""
    try:
        if not remote.shown(path).lower().endswith(_IN_PARTS):
            return _stamp(path)
        told = [_stamp(part) for part in parts(path)]
    except (OSError, ValueError):
        return (-1, -1)
    return sum(size for size, _ in told), max(time for _, time in told)


def _stamp(path: str) -> tuple[int, int]:
    if remote.is_remote(path):
        found = remote.find_file(path)
        return (found.size, found.mtime_ns) if found else (-1, -1)
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns


def is_closed(path: str) -> bool:
    """Return whether there is something at a path on this machine that this process may not read."""
    return not remote.is_remote(path) and not os.access(path, os.R_OK) and os.path.exists(path)


def is_file(path: str) -> bool:
    """Return whether there is a file at a path or URI."""
    try:
        return remote.find_file(path) is not None if remote.is_remote(path) else os.path.isfile(path)
    except FileNotFoundError:
        return False
