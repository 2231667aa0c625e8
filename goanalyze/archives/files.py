"""Files opened for reading, local or remote; parts of split archives; changes of files."""

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
from typing import Any, BinaryIO, Final

from goanalyze.archives import remote
from goanalyze.util.faults import raising_resource_failures

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
    """A local file. Readers of archives take an OSError for damage, so a failing disk raises another exception."""

    def readinto(self, buffer: Any) -> int | None:
        with raising_resource_failures(f"{self.name} cannot be read"):
            return super().readinto(buffer)

    def readall(self) -> bytes:
        with raising_resource_failures(f"{self.name} cannot be read"):
            return super().readall()


def open_file(path: str) -> BinaryIO:
    """Open a file for reading at any offset: a path, or a URI."""
    if remote.is_remote(path):
        return remote.open_input(path)
    return io.BufferedReader(_Local(path, opener=lambda path, _: open_descriptor(path)), _BUFFER)


def open_descriptor(path: str) -> int:
    """Open a local file and return its descriptor, without waiting for a pipe, a socket or a device.

    They are not even opened, unless one replaces a file at just this moment: a tape would be wound back, and the
    writer of a pipe would go on.
    """
    try:
        status = os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):  # a lasting fault, while a missing file existed a moment ago
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
    if kind := _SPECIAL.get(stat.S_IFMT(status.st_mode)):
        raise OSError(errno.EINVAL, f"it is {kind}, not a file")


def is_open_pipe(path: str) -> bool:
    """Return True for a pipe that this process was started with, as by ``<(xz -dc games.sgf.xz)``."""
    return _OPEN_PIPE.fullmatch(path) is not None and os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode)


def identity(path: str, here: str | None = None) -> str:
    """Return the absolute path, or the URI without options: the same text for any spelling of a path."""
    if path == "-" or "://" in path:
        return remote.shown(path)
    return os.path.normpath(os.path.join(here or os.getcwd(), path))


def first_part(path: str) -> str | None:
    """Return the name of the first part, if a path is that of a later part of a split 7z or RAR archive."""
    if path[-1:] not in "0123456789rR":  # as most are
        return None
    begin, number, end = _split(path)
    if number:
        return f"{begin}{1:0{len(number)}}{end}" if int(number) != 1 else None
    return path[:-2] + "ar" if _OLD_VOLUME.fullmatch(path) else None


def is_first_part(path: str) -> bool:
    """Return True for the name of the first part of a split archive, except of an old RAR volume."""
    return int(_split(path)[1] or 0) == 1


def _split(path: str) -> tuple[str, str, str]:
    """Return the text before the number of a part, the number, and the text after it; empty for other names."""
    match = _PART.fullmatch(path)
    begin, number, end = (group for group in match.groups() if group is not None) if match else ("", "", "")
    return begin, number, end


def parts(path: str) -> Iterator[str]:
    """Yield an archive's file, and the existing later parts of a split one."""
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
    """Copy an archive with all its parts to a local folder, and return the path of the first."""
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
        stamps = [_stamp(part) for part in parts(path)]
    except (OSError, ValueError):
        return (-1, -1)
    return sum(size for size, _ in stamps), max(time for _, time in stamps)


def _stamp(path: str) -> tuple[int, int]:
    if remote.is_remote(path):
        entry = remote.find_file(path)
        return (entry.size, entry.mtime_ns) if entry else (-1, -1)
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns


def is_closed(path: str) -> bool:
    """Return True for an existing local path that this process may not read."""
    return not remote.is_remote(path) and not os.access(path, os.R_OK) and os.path.exists(path)


def is_file(path: str) -> bool:
    """Return True if a path or URI is that of an existing file."""
    try:
        return remote.find_file(path) is not None if remote.is_remote(path) else os.path.isfile(path)
    except FileNotFoundError:
        return False
