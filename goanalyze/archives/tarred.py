"""Tar archives, plain or packed, member by member in little memory.

tarfile reads them; what it believes too readily is bounded here. A plain archive can be read from any member on, and
`rough_members` says where they stand: 20 µs for each of 3,646, where its analysis takes 500. It has no checksum but
that of each header: nobody can tell whether the bytes of a member were altered.

A packed one has checksums, and they stand behind what they are about, gzip's at the very end. So whoever reads such an
archive, which is never cut into spans, unpacks it to its end before the first member is handed on: if it is damaged,
no member of it is certain, and each says so (`Member.doubt`). What was unpacked is kept in memory as long as it is
small, and unpacked once more where it is not.
"""

from __future__ import annotations

import tarfile
import zlib
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from math import inf
from typing import BinaryIO, Final, NamedTuple, Self, cast

from goanalyze.archives.members import (
    WHOLE,
    Member,
    Rough,
    Span,
    UncutError,
    UnreadableError,
    check_in_all,
    check_ratio,
)
from goanalyze.archives.non_records import record_sizes
from goanalyze.archives.packed import DamagedError, SurplusError, unpacked

_PIECE = 2**20
_BLOCK = tarfile.BLOCKSIZE
_IN_MEMORY = 2**26  # unpacked bytes that are kept: 40,000 games
_MOST_ZEROS = 2**20  # that may follow the end of an archive; tapes had records of 256 kB
_LONGEST_HEADERS = 2**20  # bytes of long names and pax headers before a member: a path of 4,096 takes 5 kB
_MOST_READ = _LONGEST_HEADERS + _MOST_ZEROS  # bytes before a member
_AT_ONCE = 2**12  # members that planning is told of together
_MOST_HEADERS = 20  # of a member; three are usual
_NO_SUCH_HEADER = ("InvalidHeaderError", "TruncatedHeaderError")
TAR_ERRORS: Final = (tarfile.TarError, RecursionError, IndexError, KeyError, TypeError)
"""What tarfile raises besides the usual on damaged archives."""


class _Archive(tarfile.TarFile):
    """A tar archive that counts headers and blocks of zeros before the next member."""

    headers = zeros = 0


class _Header(tarfile.TarInfo):
    """A header whose damage ends the archive; tarfile takes a damaged header for the end."""

    @classmethod
    def fromtarfile(cls, archive: _Archive) -> Self:  # type: ignore[override]
        archive.headers += 1  # tarfile calls this method again after a long name or a pax header
        if archive.headers > _MOST_HEADERS:
            raise _ReadError(f"more than {_MOST_HEADERS} headers before a member")
        try:
            return super().fromtarfile(archive)
        except _HeaderError as error:
            if type(error).__name__ in _NO_SUCH_HEADER:
                what = "what follows its end is no other one" if archive.zeros else str(error)
                raise _ReadError(what) from None
            archive.headers = 0
            archive.zeros += 1
            if archive.zeros > _MOST_ZEROS // _BLOCK:
                raise _ReadError("it holds too many zeros") from None
            raise


class _BoundedFile:
    """A file for tarfile, which reads a long name or a pax header of any size at once.

    A stream without `seek` is read from beginning to end and can only skip forward.

    Attributes:
        allowance: int or inf, number of bytes that may still be read.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.allowance: float = inf
        self._file, self._place = file, 0

    def read(self, size: int) -> bytes:
        """Return the next bytes, fewer only at the end of the file."""
        self.allowance -= size
        if size < 0 or self.allowance < 0:
            raise _ReadError("a negative size" if size < 0 else f"more than {_MOST_READ:,} bytes before a member")
        data = self._file.read(size)
        while len(data) < size and (piece := self._file.read(size - len(data))):
            data += piece
        self._place += len(data)
        return data

    def seekable(self) -> bool:
        """Return True: the bytes of a member with holes are sought."""
        return True

    def tell(self) -> int:
        """Return the offset of the next byte."""
        return self._place

    def seek(self, place: int) -> int:
        """Go to an offset; in a stream, to one that is not passed yet."""
        if hasattr(self._file, "seek"):
            self._place = self._file.seek(place)
        while self._place < place and (piece := self._file.read(min(_PIECE, place - self._place))):
            self._place += len(piece)
        return self._place


_HeaderError = tarfile.HeaderError
_ReadError = tarfile.ReadError


class _Unpacked(NamedTuple):
    """What a packed archive holds.

    Attributes:
        file: to be read from beginning to end, once.
        size: unpacked.
        doubt: why none of them is certain; empty if all are.
        fault: to be raised at the end.
    """

    file: BinaryIO
    size: int
    doubt: str = ""
    fault: Exception | None = None


def tar_members(file: BinaryIO, span: Span = WHOLE) -> Iterator[Member]:
    """Yield the members of a tar archive that are files; only of a plain one there are spans.

    Raises:
        One of `members.DAMAGE` or `TAR_ERRORS`: it is damaged from here on.
    """
    packed = file.seek(0, 2)
    whole = _unpacked(file, packed)
    doubt, fault = (whole.doubt, whole.fault) if whole else ("", None)
    count = None if span.stop is None else span.stop - span.first
    try:
        for archive, info in islice(_headers(whole.file if whole else file, span.place), count):
            ratio = (archive.offset if whole else info.size, packed)
            if info.isfile():
                share = archive.offset / whole.size if whole and whole.size else 0.0
                yield Member(info.name, info.size, ratio, partial(_pieces, archive, info, fault), doubt, share)
            else:
                check_ratio(*ratio)
    except (DamagedError, *TAR_ERRORS) as error:
        raise (fault or error) from None
    if fault:
        raise fault


def _unpacked(file: BinaryIO, packed: int) -> _Unpacked | None:
    """Unpack an archive to its end, or as far as it can be; None if it is not packed."""
    stream = unpacked(file)
    if stream is None:
        return None
    kept: BytesIO | None = BytesIO()
    size, doubt = 0, ""
    fault: Exception | None = None
    try:
        while piece := stream.read(_PIECE):
            size += len(piece)
            check_in_all(size, packed)
            kept = kept if size <= _IN_MEMORY else None
            if kept:
                kept.write(piece)
    except SurplusError as error:
        fault = error
    except (DamagedError, UnreadableError) as error:
        kept, fault = None, error
        doubt = f"may be altered, as all in this archive: its checksum was not reached, or is wrong ({error})"
    if kept:
        kept.seek(0)
    return _Unpacked(kept or cast("BinaryIO", unpacked(file, is_damaged=bool(doubt))), size, doubt, fault)


def rough_members(file: BinaryIO) -> Iterator[Rough]:
    """Yield the members of a plain archive as planning wants them.

    Raises:
        UncutError: it is packed, or a header speaks of all the members after it or of a sparse file.
        One of `members.DAMAGE` or `TAR_ERRORS`: it is damaged from here on.
    """
    if unpacked(file):
        raise UncutError
    rows: list[tuple[int, int, int, bytes]] = []
    for archive, info in _headers(file):
        if archive.pax_headers or info.issparse():
            raise UncutError
        name = info.name.encode("utf-8", errors="surrogateescape")
        (size,) = record_sizes([info.name], [info.size])
        rows.append((info.offset, size, zlib.crc32(name), b"%d %s\0" % (info.size, name)))
        if len(rows) == _AT_ONCE:
            yield Rough(*zip(*rows, strict=True))
            rows = []
    if rows:
        yield Rough(*zip(*rows, strict=True))


def _headers(file: BinaryIO, place: int = 0) -> Iterator[tuple[_Archive, tarfile.TarInfo]]:
    """Yield the members of an archive from a place on, folders and links too; raises as `tar_members` does.

    Archives joined to one another are read one after another.
    """
    bounded = _BoundedFile(file)
    bounded.seek(place)
    bounded.allowance = _MOST_READ
    with _Archive(fileobj=bounded, tarinfo=_Header, ignore_zeros=True) as archive:  # type: ignore[arg-type]
        while (info := archive.next()) is not None:
            if archive.offset <= place or info.size < 0:  # it would be read for ever
                raise tarfile.ReadError("a negative size")
            place = archive.offset
            archive.headers = archive.zeros = 0
            archive.members.clear()  # type: ignore[attr-defined]  # it would keep 1 kB for each
            bounded.allowance = inf
            yield archive, info
            bounded.allowance = _MOST_READ


def _pieces(archive: tarfile.TarFile, info: tarfile.TarInfo, fault: Exception | None) -> Iterator[bytes]:
    """Yield the bytes of a member; tarfile's own reader takes twice the time, and is needed for sparse ones only."""
    file, place = (archive.extractfile(info), 0) if info.issparse() else (archive.fileobj, info.offset_data)
    if file is not None:
        file.seek(place)
        for begin in range(0, info.size, _PIECE):
            data = file.read(min(_PIECE, info.size - begin))
            if len(data) < min(_PIECE, info.size - begin):
                raise fault or tarfile.ReadError("unexpected end of data")
            yield data
