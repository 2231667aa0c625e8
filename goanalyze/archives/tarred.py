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
from goanalyze.archives.packed import DamagedError, SurplusError, unpacked

_PIECE = 2**20
_BLOCK = tarfile.BLOCKSIZE
_IN_MEMORY = 2**26  # unpacked bytes that are kept: 40,000 games
_MOST_ZEROS = 2**20  # that may follow the end of an archive; tapes had records of 256 kB
_LONGEST_HEADERS = 2**20  # bytes of long names and pax headers before a member: a path of 4,096 takes 5 kB
_AT_ONCE = 2**12  # members that planning is told of together
_MOST_HEADERS = 20  # of them; two are usual
_LEADING: Final = (b"L", b"K", b"x", b"X", b"g")  # long name, long link, pax, Solaris' pax, pax for all that follow
_NO_SUCH_HEADER = ("InvalidHeaderError", "TruncatedHeaderError")
TAR_ERRORS: Final = (tarfile.TarError, RecursionError, IndexError, KeyError, TypeError)
"""What tarfile raises besides the usual on damaged archives."""


class _Archive(tarfile.TarFile):
    """A tar archive that counts the headers before the next member, their bytes, and blocks of zeros."""

    leading = headers = zeros = 0


class _Header(tarfile.TarInfo):
    """A header that is not believed when it wants more memory than any name takes, nor when it is damaged.

    tarfile reads a long name or a pax header of any size at once, calls itself for each of them, and takes a damaged
    header for the end of the archive.
    """

    @classmethod
    def fromtarfile(cls, archive: _Archive) -> Self:  # type: ignore[override]
        try:
            return super().fromtarfile(archive)
        except _HeaderError as error:
            if type(error).__name__ in _NO_SUCH_HEADER:
                what = "what follows its end is no other one" if archive.zeros else str(error)
                raise _ReadError(what) from None
            archive.zeros += 1
            if archive.zeros > _MOST_ZEROS // _BLOCK:
                raise _ReadError("it holds too many zeros") from None
            raise

    def _proc_member(self, archive: _Archive) -> Self:
        if self.size < 0:
            raise _ReadError("a negative size")
        if self.type in _LEADING:
            archive.leading += self.size
            archive.headers += 1
            if archive.leading > _LONGEST_HEADERS or archive.headers > _MOST_HEADERS:
                raise _ReadError(f"{archive.headers} headers of {archive.leading:,} bytes before a member")
        return super()._proc_member(archive)  # type: ignore[misc,no-any-return]


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
        rows.append((info.offset, info.size, zlib.crc32(name), b"%d %s\0" % (info.size, name)))
        if len(rows) == _AT_ONCE:
            yield Rough(*zip(*rows, strict=True))
            rows = []
    if rows:
        yield Rough(*zip(*rows, strict=True))


def _headers(file: BinaryIO, place: int = 0) -> Iterator[tuple[_Archive, _Header]]:
    """Yield the members of an archive from a place on, folders and links too; raises as `tar_members` does.

    Archives joined to one another are read one after another.
    """
    mode = "r:" if hasattr(file, "seek") else "r|"
    if mode == "r:":
        file.seek(place)
    with _Archive.open(fileobj=file, mode=mode, tarinfo=_Header, ignore_zeros=True) as archive:  # type: ignore[call-overload]
        while (info := archive.next()) is not None:
            if archive.offset <= place or info.size < 0:  # it would be read for ever
                raise tarfile.ReadError("a negative size")
            place = archive.offset
            archive.leading = archive.headers = archive.zeros = 0
            archive.members.clear()  # it would keep 1 kB for each
            yield archive, info


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
