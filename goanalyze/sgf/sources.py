"""Sources: paths to bytes. Files, folders, standard input, zip and tar archives.

Everything that can go wrong with a file becomes a `Blob` with a finding code, so its neighbours go on. No charset and
no SGF is known here.
"""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from goanalyze import limits
from goanalyze.sgf import zipped
from goanalyze.sgf.blobs import DAMAGE, WHOLE, Blob, Span, as_on_disk, in_tables, limited, printable, too_large
from goanalyze.sgf.tarred import read_tar

__all__ = ["Blob", "InputError", "Source", "as_on_disk", "find_sources", "in_tables"]

_ZIP = (".zip",)
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_SEVEN_ZIP = ".7z"
_SEVEN_ZIP_MARK = b"7z\xbc\xaf\x27\x1c"
_PIECE = 2**16  # read at once where the size is not known


class InputError(ValueError):
    """A path given by the user that cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to read: a file, an archive, or standard input.

    A folder becomes one source for its loose files together, and one for each archive in it: files of one source share
    a charset decision.

    Attributes:
        kind: files | zip | tar | stdin.
        paths: the files, or the one archive.
        given: of files, what the user gave, by which they can be found again; see `find_sources`.
        leave_out: of files, the folder that was left out then.
    """

    kind: str
    paths: tuple[str, ...]
    given: tuple[str, ...] = ()
    leave_out: str | None = None

    def blobs(self, members: Container[str] | None = None, span: Span = WHOLE) -> Iterator[Blob]:
        """Yield every file or member, in the order of the source; never raises for a bad one.

        Args:
            members: names of those to be unpacked, as tables hold them; all if not given. Others may be yielded all
                the same where they cannot be had.
            span: of an archive, the members wanted.
        """
        return (
            blob if blob.source.isascii() else blob._replace(source=printable(blob.source))
            for blob in self._read(members, span)
        )

    def _read(self, members: Container[str] | None, span: Span) -> Iterator[Blob]:
        if self.kind == "zip":
            return zipped.read_zip(self.paths[0], members, span)
        if self.kind == "tar":
            return read_tar(self.paths[0], members, span)
        if self.kind == "stdin":
            return iter([limited("-", "", sys.stdin.buffer.read(limits.MAX_FILE_BYTES + 1))])
        return (_read_file(path) for path in self.paths)

    def count(self) -> int | None:
        """Return the number of files and members where that is cheap to know, for a progress bar."""
        if self.kind == "files":
            return len(self.paths)
        if self.kind == "zip":
            try:
                with Path(self.paths[0]).open("rb", buffering=0) as file:
                    return zipped.count(file)
            except (*DAMAGE, zipfile.BadZipFile):
                return 0
        return 1 if self.kind == "stdin" else None


def find_sources(paths: list[str] | tuple[str, ...], leave_out: str | None = None) -> list[Source]:
    r"""Turn the user's paths into sources.

    Args:
        paths: files, folders, archives; ``-`` is standard input. A name that tables hold with ``\xff`` for a byte of
            no known charset is found, too.
        leave_out: a folder that is no input although it stands in one: where the dataset goes.

    Raises:
        InputError: a path does not exist, is a 7z archive without support, or a folder that holds nothing.
    """
    sources: list[Source] = []
    loose: list[str] = []
    for given in paths:
        path = given if "\\x" not in given or os.path.exists(given) else as_on_disk(given)  # noqa: PTH110
        if path == "-":
            sources.append(Source("stdin", ("-",)))
        elif os.path.isdir(path):  # noqa: PTH112 - Path costs 2 µs per file in large folders
            inside = _walk(path, os.path.abspath(leave_out) if leave_out else None)  # noqa: PTH100
            if not inside:
                raise InputError(f"the folder {path!r} holds no files; give one with SGF records")
            _sort_in(inside, sources, loose)
        elif path.lower().endswith(_SEVEN_ZIP) and os.path.exists(path):  # noqa: PTH110
            raise InputError(f"{path!r} is a 7z archive, which is not read yet; unpack it and give the folder")
        elif os.path.exists(path):  # noqa: PTH110
            _sort_in([path], sources, loose)
        else:
            raise InputError(f"there is no file or folder {given!r}")
    if loose:
        sources.insert(0, Source("files", tuple(loose), tuple(paths), leave_out))
    return sources


def _walk(folder: str, leave_out: str | None) -> list[str]:
    """Return every file below a folder, sorted, hidden ones passed over; links to folders are not followed.

    A folder that cannot be listed is returned as if it were a file: reading it then says why not.
    """
    found: list[str] = []
    for place, folders, names in os.walk(folder, onerror=lambda error: found.append(str(error.filename))):
        folders[:] = sorted(
            name for name in folders
            if not name.startswith(".") and os.path.abspath(os.path.join(place, name)) != leave_out  # noqa: PTH100, PTH118
        )  # fmt: skip
        found.extend(os.path.join(place, name) for name in sorted(names) if not name.startswith("."))  # noqa: PTH118
    return found


def _sort_in(paths: list[str], sources: list[Source], loose: list[str]) -> None:
    for path in paths:
        name = path.lower()
        if name.endswith(_ZIP):
            sources.append(Source("zip", (path,)))
        elif name.endswith(_TAR):
            sources.append(Source("tar", (path,)))
        else:
            loose.append(path)


def _read_file(path: str) -> Blob:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        return Blob(path, "", b"", "GO001", f"cannot be opened: {error.strerror}")
    try:
        size = os.fstat(handle).st_size
        if size > limits.MAX_FILE_BYTES:
            return too_large(path, "", size)
        parts = []
        while size <= limits.MAX_FILE_BYTES and (part := os.read(handle, (size or _PIECE) + 1)):
            parts.append(part)
            size = sum(map(len, parts))  # a device has no end, and a file may grow
        data = b"".join(parts)
        if data.startswith(_SEVEN_ZIP_MARK):
            return Blob(path, "", b"", "GO001", "is a 7z archive, which is not read yet; unpack it")
        return limited(path, "", data)
    except OSError as error:
        return Blob(path, "", b"", "GO001", f"cannot be read: {error.strerror}")
    finally:
        os.close(handle)
