"""Files that are there whole or not at all: written under a dotted name, and given their own when they are.

Nothing that stands at a name is ever replaced, and an original is removed only after its copy was read back.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

_BEGIN, _END = ".export-", ".writing"
_PIECE: Final = 2**20


def digest_of(path: Path) -> str | None:
    """Return the SHA-256 of a file; None where there is no file."""
    if not path.is_file() or path.is_symlink():
        return None
    found = sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            found.update(piece)
    return found.hexdigest()


@contextmanager
def unfinished(folder: Path) -> Iterator[Path]:
    """Yield a path in a folder for what is not finished; whatever stands there in the end is removed."""
    path = folder / f"{_BEGIN}{os.getpid()}-{os.urandom(4).hex()}{_END}"
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what an export that was killed has left unfinished in a folder."""
    with suppress(OSError):
        for path in folder.glob(f"{_BEGIN}*{_END}"):
            with suppress(OSError):
                path.unlink()


def fill(path: Path, data: bytes, like: Path | None = None, *, lasting: bool = False) -> None:
    """Write a file that is not there yet.

    Args:
        path: of the file.
        data: its bytes.
        like: a file with these bytes, whose times and permissions it gets.
        lasting: whether the bytes must be on the disk before anything else is done.
    """
    with path.open("xb") as file:
        file.write(data)
        if lasting:
            file.flush()
            os.fsync(file.fileno())
    if like is not None:
        with suppress(OSError):  # other file systems have other permissions
            shutil.copystat(like, path)


def link_or_fill(path: Path, original: Path, data: bytes) -> None:
    """Make a file of a second name of the original; on another file system, of its bytes."""
    try:
        os.link(original, path)
    except OSError:  # another file system, or one without links
        fill(path, data, original, lasting=True)


def give_name(path: Path, name: Path) -> None:
    """Give a finished file its name.

    Raises:
        FileExistsError: something has that name.
    """
    try:
        os.link(path, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(name):
            raise FileExistsError(f"there is something at {str(name)!r}") from None
        path.rename(name)


def remove_original(original: Path, copy: Path, digest: str) -> bool:
    """Remove a file that has been copied, if both still are what was copied; return whether it is gone."""
    if digest_of(copy) != digest or digest_of(original) != digest:
        return False
    original.unlink()
    return True
