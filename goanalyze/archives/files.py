"""Files opened for reading, here or in remote places: which ones belong together, and whether one is as before."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import count, takewhile
from pathlib import Path
from typing import BinaryIO, Final, cast

from goanalyze.archives import remote

_PART: Final = re.compile(r"(.*\.7z\.)(\d{3,})()|(.*\.part)(\d{1,9})(\.rar)", re.IGNORECASE | re.DOTALL)
_OLD_VOLUME: Final = re.compile(r".*\.r\d\d", re.IGNORECASE | re.DOTALL)  # the second one and on; the first is .rar
_IN_PARTS: Final = (".7z.001", ".rar")
_BLOCK: Final = 2**20


def open_file(path: str) -> BinaryIO:
    """Open a file for reading at any offset: a path, or a URI.

    Raises:
        OSError: it is not there, or cannot be opened.
    """
    if remote.is_remote(path):
        return cast("BinaryIO", remote.open_input(path))
    return open(path, "rb")  # the caller closes it


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
    yield from takewhile(is_file, (part + mark + options for part in later))


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
        found = remote.look(path)
        return (found.size, found.mtime_ns) if found else (-1, -1)
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns


def is_file(path: str) -> bool:
    """Return whether there is a file at a path or URI."""
    try:
        return remote.look(path) is not None if remote.is_remote(path) else os.path.isfile(path)
    except FileNotFoundError:
        return False
