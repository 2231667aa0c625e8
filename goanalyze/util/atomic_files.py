"""Files that are written completely or not at all: under a dotted name first, then under their own."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX, _SUFFIX = ".goanalyze-", ".writing"


@contextmanager
def temporary_file(folder: Path) -> Iterator[Path]:
    """Yield a dotted path for a file that is not complete; a file that has it in the end is removed."""
    path = folder / f"{_PREFIX}{os.getpid()}-{os.urandom(4).hex()}{_SUFFIX}"
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield the path to write a file to; it replaces the file at `path` unless an error is raised.

    Raises:
        OSError: the file at `path` cannot be replaced.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     with atomic_write(Path(folder, "a.txt")) as temporary:
        ...         size = temporary.write_text("hello")
        ...     [file.name for file in Path(folder).iterdir()]
        ['a.txt']
    """
    with temporary_file(path.parent) as temporary:
        yield temporary
        temporary.replace(path)


def remove_leftovers(folder: Path) -> None:
    """Remove the incomplete files of killed processes from a folder."""
    with suppress(OSError):
        for path in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
            with suppress(OSError):
                path.unlink()


def file_digest(path: Path) -> str | None:
    """Return the SHA-256 of a file in hexadecimal digits; None for a link, a folder and a missing file."""
    if not path.is_file() or path.is_symlink():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_new(path: Path, data: bytes, original: Path | None = None, *, is_synced: bool = False) -> None:
    """Write a file that does not exist yet.

    Args:
        path: path of the file.
        data: its content.
        original: file with the same content, whose times and permissions it gets.
        is_synced: True to wait until the content is on the disk.
    """
    with path.open("xb") as file:
        file.write(data)
        if is_synced:
            file.flush()
            os.fsync(file.fileno())
    if original is not None:
        with suppress(OSError):  # other file systems have other permissions
            shutil.copystat(original, path)


def link_or_write(path: Path, original: Path, data: bytes) -> None:
    """Link a path to the original; on a file system without links, and on another one, write its content."""
    try:
        os.link(original, path)
    except OSError:
        write_new(path, data, original, is_synced=True)


def rename_new(temporary: Path, path: Path) -> None:
    """Give a complete file a name that no file has; nothing is replaced.

    Raises:
        FileExistsError: the name exists.
    """
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError(f"{str(path)!r} exists already") from None
        temporary.rename(path)
