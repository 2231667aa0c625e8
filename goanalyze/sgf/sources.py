"""Sources: paths to bytes. Files, folders, standard input, zip and tar archives.

Everything that can go wrong with a file becomes a `Blob` with a finding code, so its neighbours go on. No charset and
no SGF is known here.
"""

from __future__ import annotations

import lzma
import os
import re
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from goanalyze.limits import MAX_ARCHIVE_RATIO, MAX_FILE_BYTES
from goanalyze.sgf import zipped

__all__ = ["Blob", "InputError", "Source", "as_on_disk", "find_sources", "in_tables"]

_ZIP = (".zip",)
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_PASSED_OVER = ("__MACOSX/", ".DS_Store", "Thumbs.db")
_NO_RECORDS = ("/", *_PASSED_OVER)
_RATIO_FROM = 2**20  # below this size a high ratio harms nobody
_SEVEN_ZIP = ".7z"
_SEVEN_ZIP_MARK = b"7z\xbc\xaf\x27\x1c"
# What the unpackers raise on damaged data; the overflow is a place in the file beyond 2⁶³.
_DAMAGE = (OSError, EOFError, ValueError, OverflowError, zlib.error, lzma.LZMAError)
_ZIP_ERRORS = (*_DAMAGE, zipfile.BadZipFile, NotImplementedError)
_TAR_ERRORS = (*_DAMAGE, tarfile.TarError)
_BYTE = re.compile(r"\\x([89a-f][0-9a-f])")
_PIECE = 2**16  # read at once where the size is not known


class InputError(ValueError):
    """A path given by the user that cannot be read at all."""


class Blob(NamedTuple):
    """The bytes of one file or archive member, or why there are none.

    Attributes:
        source: path of the file or archive, ``-`` for standard input.
        member: name inside an archive, else empty.
        data: the bytes; empty when `code` is set.
        code: GO001, GO002 or GO004 when the bytes could not be had.
        message: what happened, in one sentence.
    """

    source: str
    member: str
    data: bytes
    code: str | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to read: a file, an archive, or standard input.

    A folder becomes one source for its loose files together, and one for each archive in it: files of one source share
    a charset decision.

    Attributes:
        kind: files | zip | tar | stdin.
        paths: the files, or the one archive.
    """

    kind: str
    paths: tuple[str, ...]

    def blobs(self, members: Container[str] | None = None) -> Iterator[Blob]:
        """Yield every file or member, in the order of the source; never raises for a bad one.

        Args:
            members: names of those to be unpacked, as tables hold them; all if not given. Others may be yielded all
                the same where they cannot be had.
        """
        return (
            blob if blob.source.isascii() else blob._replace(source=_printable(blob.source))
            for blob in self._read(members)
        )

    def _read(self, members: Container[str] | None) -> Iterator[Blob]:
        if self.kind == "zip":
            return _read_zip(self.paths[0], members)
        if self.kind == "tar":
            return _read_tar(self.paths[0], members)
        if self.kind == "stdin":
            return iter([_limited("-", "", sys.stdin.buffer.read(MAX_FILE_BYTES + 1))])
        return (_read_file(path) for path in self.paths)

    def count(self) -> int | None:
        """Return the number of files and members where that is cheap to know, for a progress bar."""
        if self.kind == "files":
            return len(self.paths)
        if self.kind == "zip":
            try:
                with Path(self.paths[0]).open("rb", buffering=0) as file:
                    return zipped.count(file)
            except _ZIP_ERRORS:
                return 0
        return 1 if self.kind == "stdin" else None


def _printable(name: str) -> str:
    r"""Return a name that UTF-8 can hold, bytes of no known charset as ``\xff``: two names must not become one."""
    return name.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="backslashreplace")


def as_on_disk(source: str) -> str:
    r"""Return the path whose bytes of no known charset were written as ``\xff``, as tables hold it."""
    escaped = _BYTE.sub(lambda found: chr(0xDC00 + int(found[1], 16)), source)
    return os.fsdecode(escaped.encode("utf-8", errors="surrogateescape"))


def in_tables(name: str) -> str:
    """Return a member's name as tables hold it: a byte of no known charset is a question mark there."""
    return name.encode("utf-8", errors="replace").decode("utf-8")


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
        sources.insert(0, Source("files", tuple(loose)))
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


def _limited(source: str, member: str, data: bytes) -> Blob:
    if len(data) > MAX_FILE_BYTES:
        return _too_large(source, member, len(data))
    return Blob(source, member, data)


def _too_large(source: str, member: str, size: int) -> Blob:
    return Blob(source, member, b"", "GO004",
                f"{size:,} bytes or more, over the limit of {MAX_FILE_BYTES:,} for one file; not read")  # fmt: skip


def _read_file(path: str) -> Blob:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        return Blob(path, "", b"", "GO001", f"cannot be opened: {error.strerror}")
    try:
        size = os.fstat(handle).st_size
        if size > MAX_FILE_BYTES:
            return _too_large(path, "", size)
        parts = []
        while size <= MAX_FILE_BYTES and (part := os.read(handle, (size or _PIECE) + 1)):
            parts.append(part)
            size = sum(map(len, parts))  # a device has no end, and a file may grow
        data = b"".join(parts)
        if data.startswith(_SEVEN_ZIP_MARK):
            return Blob(path, "", b"", "GO001", "is a 7z archive, which is not read yet; unpack it")
        return _limited(path, "", data)
    except OSError as error:
        return Blob(path, "", b"", "GO001", f"cannot be read: {error.strerror}")
    finally:
        os.close(handle)


def _is_bomb(size: int, packed: int) -> bool:
    return size > _RATIO_FROM and size > MAX_ARCHIVE_RATIO * max(packed, 1)


def _read_zip(path: str, members: Container[str] | None) -> Iterator[Blob]:
    careful = _CarefulZip(path)
    begun = False
    try:
        with Path(path).open("rb", buffering=0) as file:
            for entry in zipped.entries(file):
                begun = True
                name = entry.name
                if name.endswith(_NO_RECORDS) or name.startswith("__MACOSX/"):
                    continue
                if members is not None and name not in members:
                    continue
                if entry.size > MAX_FILE_BYTES:
                    yield _too_large(path, name, entry.size)
                elif _is_bomb(entry.size, entry.packed):
                    yield _bomb(path, name, entry.size, entry.packed)
                else:
                    data = zipped.unpack(file, entry)
                    yield Blob(path, name, data) if data is not None else careful.read(entry)
    except _ZIP_ERRORS as error:
        if begun:
            yield Blob(path, "", b"", "GO002", f"the archive is damaged from here on: {error}")
        else:
            yield Blob(path, "", b"", "GO001", f"not a readable zip archive: {error}")


class _CarefulZip:
    """Reads the members that need a second look with zipfile, which is opened only for the first of them."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._archive: zipfile.ZipFile | None = None
        self._members: dict[int, zipfile.ZipInfo] = {}

    def read(self, entry: zipped.Entry) -> Blob:
        """Return the member, or what zipfile says is wrong with it."""
        try:
            if self._archive is None:
                self._archive = zipfile.ZipFile(self._path)
                self._members = {info.header_offset: info for info in self._archive.filelist}
            return Blob(self._path, entry.name, self._archive.read(self._members[entry.at]))
        except RuntimeError as error:  # encrypted
            return Blob(self._path, entry.name, b"", "GO002", f"cannot be unpacked: {error}")
        except (*_ZIP_ERRORS, KeyError) as error:
            return Blob(self._path, entry.name, b"", "GO002", f"damaged: {error or type(error).__name__}")


def _bomb(path: str, name: str, size: int, packed: int) -> Blob:
    return Blob(
        path,
        name,
        b"",
        "GO004",
        f"unpacks from {packed:,} to {size:,} bytes, over the ratio of {MAX_ARCHIVE_RATIO}; skipped",
    )


def _read_tar(path: str, members: Container[str] | None) -> Iterator[Blob]:
    try:
        archive = tarfile.open(path)  # noqa: SIM115 - closed below; opening must be guarded apart from reading
    except _TAR_ERRORS as error:
        yield Blob(path, "", b"", "GO001", f"not a readable tar archive: {error}")
        return
    packed = max(1, Path(path).stat().st_size)
    total = 0
    with archive:
        while True:
            try:
                info = archive.next()
                if info is None:
                    return
                archive.members.clear()  # type: ignore[attr-defined]  # it would keep 1 kB for each
                if not info.isfile() or info.name.endswith(_PASSED_OVER):
                    continue
                total += info.size
                if info.size > MAX_FILE_BYTES:
                    yield _too_large(path, info.name, info.size)
                elif _is_bomb(total, packed):
                    yield _bomb(path, info.name, total, packed)
                    return
                elif members is None or in_tables(info.name) in members:
                    member = archive.extractfile(info)
                    yield Blob(path, info.name, member.read() if member else b"")
            except _TAR_ERRORS as error:
                yield Blob(path, "", b"", "GO002", f"the archive is damaged from here on: {error}")
                return
