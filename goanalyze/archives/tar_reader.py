"""Tar archives, plain or compressed, member by member in little memory.

tarfile reads them, within bounds that are set here. A plain archive can be read from any member on, see `tar_stats`.
It has no checksum but that of each header: altered bytes of a member cannot be detected.

A compressed one has checksums, behind the data that they are about, gzip's at the very end. So such an archive, which
is never divided, is unpacked to its end before the first member is yielded. If it is damaged, no member of it is
certain, and each one has an `integrity_warning`. The unpacked bytes are kept in memory if they are few; else they are
unpacked once more.
"""

from __future__ import annotations

import tarfile
import zlib
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from math import inf
from typing import BinaryIO, Final, Self, cast

from goanalyze.archives.blobs import (
    ALL_MEMBERS,
    Member,
    MemberRange,
    MemberStats,
    UnreadableError,
    check_archive_size,
    check_ratio,
)
from goanalyze.archives.compression import DamagedError, SurplusError, open_stream
from goanalyze.archives.non_records import record_sizes

_PIECE: Final = 2**20
_BLOCK: Final = tarfile.BLOCKSIZE
_IN_MEMORY: Final = 2**26  # unpacked bytes that are kept: 40,000 games
_MAX_ZEROS: Final = 2**20  # bytes that may follow the end of an archive; tapes had records of 256 kB
_MAX_HEADER_BYTES: Final = 2**20  # long names and pax headers before a member: a path of 4,096 takes 5 kB
_MAX_READ: Final = _MAX_HEADER_BYTES + _MAX_ZEROS  # bytes before a member
_MAX_HEADERS: Final = 20  # of a member; three are usual
TAR_ERRORS: Final = (tarfile.TarError, RecursionError, IndexError, KeyError, TypeError)
"""Exceptions of tarfile for damaged archives, in addition to `DATA_ERRORS`."""


class _Archive(tarfile.TarFile):
    """A tar archive that counts headers and blocks of zeros before the next member."""

    headers = zeros = 0


class _Header(tarfile.TarInfo):
    """A header whose damage ends the archive; tarfile takes a damaged header for the end."""

    @classmethod
    def fromtarfile(cls, archive: _Archive) -> Self:  # type: ignore[override]
        archive.headers += 1  # tarfile calls this method again after a long name or a pax header
        if archive.headers > _MAX_HEADERS:
            raise tarfile.ReadError(f"more than {_MAX_HEADERS} headers before a member")
        try:
            return super().fromtarfile(archive)
        except tarfile.HeaderError as error:
            block = cast("_BoundedFile", archive.fileobj).block
            if any(block) or 0 < len(block) < _BLOCK:  # neither zeros nor the end of the file
                reason = "what follows its end is no other one" if archive.zeros else str(error)  # language: in tables
                raise tarfile.ReadError(reason) from None
            archive.headers = 0
            archive.zeros += 1
            if archive.zeros > _MAX_ZEROS // _BLOCK:
                raise tarfile.ReadError("it holds too many zeros") from None
            raise


class _BoundedFile:
    """A file for tarfile, which reads a long name or a pax header of any size at once.

    A stream is read from beginning to end and can only skip forward.

    Attributes:
        allowance: int or inf, number of bytes that may still be read.
        block: the bytes that were read last.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.block = b""
        self.allowance: float = inf
        self._file, self._offset = file, 0

    def read(self, size: int) -> bytes:
        """Return the next bytes, fewer only at the end of the file."""
        self.allowance -= size
        if size < 0 or self.allowance < 0:
            raise tarfile.ReadError("a negative size" if size < 0 else f"more than {_MAX_READ:,} bytes before a member")
        self.block = self._file.read(size)
        while len(self.block) < size and (piece := self._file.read(size - len(self.block))):  # of a stream
            self.block += piece
        self._offset += len(self.block)
        return self.block

    def seekable(self) -> bool:
        """Return True: the bytes of a member with holes are sought."""
        return True

    def tell(self) -> int:
        """Return the offset of the next byte."""
        return self._offset

    def seek(self, offset: int) -> int:
        """Go to an offset; in a stream, to one further on."""
        if hasattr(self._file, "seek"):
            self._offset = self._file.seek(offset)
        while self._offset < offset and (piece := self._file.read(min(_PIECE, offset - self._offset))):
            self._offset += len(piece)
        return self._offset


def tar_members(file: BinaryIO, part: MemberRange = ALL_MEMBERS) -> Iterator[Member]:
    """Yield the members of a tar archive that are files; only a plain one can be read in parts.

    Raises:
        One of `blobs.DATA_ERRORS` or `TAR_ERRORS`: it is damaged from here on.
    """
    packed = file.seek(0, 2)
    content, size, warning, fault = _unpack(file, packed)
    is_packed = content is not file
    count = None if part.stop is None else part.stop - part.first
    try:
        for archive, info in islice(_headers(content, part.offset), count):
            ratio = (archive.offset if is_packed else info.size, packed)
            if info.isfile():
                share = archive.offset / size if size else 0.0
                yield Member(info.name, info.size, ratio, partial(_pieces, archive, info, fault), warning, share)
            else:
                check_ratio(*ratio)
    except (DamagedError, *TAR_ERRORS) as error:
        raise (fault or error) from None
    if fault:
        raise fault


def _unpack(file: BinaryIO, packed: int) -> tuple[BinaryIO, int, str, Exception | None]:
    """Unpack a compressed archive to its end, or up to its damage.

    Returns:
        The content, to be read once from beginning to end, and its size in bytes; the file itself and 0 if it is not
        compressed. The reason that no member is certain, empty if all are; and an exception to be raised at the end.
    """
    stream = open_stream(file)
    if stream is None:
        return file, 0, "", None
    kept: BytesIO | None = BytesIO()
    size, warning = 0, ""
    fault: Exception | None = None
    try:
        while piece := stream.read(_PIECE):
            size += len(piece)
            check_archive_size(size, packed)
            kept = kept if size <= _IN_MEMORY else None
            if kept:
                kept.write(piece)
    except SurplusError as error:
        fault = error
    except (DamagedError, UnreadableError) as error:
        kept, fault = None, error
        warning = f"may be altered, as all in this archive: its checksum was not reached, or is wrong ({error})"
    if kept:
        kept.seek(0)
    return kept or cast("BinaryIO", open_stream(file, is_damaged=bool(warning))), size, warning, fault


def tar_stats(file: BinaryIO) -> MemberStats | None:
    """Return the facts for planning about the members of a plain archive; None if it can be read only as a whole.

    So can a compressed one, and one with a header about all members after it or about a sparse file.

    Raises:
        One of `blobs.DATA_ERRORS` or `TAR_ERRORS`: it is damaged.
    """
    if open_stream(file):
        return None
    names, stated, draws, marks, offsets = [], [], [], [], []
    for archive, info in _headers(file):
        if archive.pax_headers or info.issparse():
            return None
        raw_name = info.name.encode("utf-8", errors="surrogateescape")
        names.append(info.name)
        stated.append(info.size)
        draws.append(zlib.crc32(raw_name))
        marks.append(b"%d %s\0" % (info.size, raw_name))
        offsets.append(info.offset)
    return MemberStats(record_sizes(names, stated), draws, marks, offsets)


def _headers(file: BinaryIO, offset: int = 0) -> Iterator[tuple[_Archive, tarfile.TarInfo]]:
    """Yield the members of an archive from an offset on, folders and links too; raises as `tar_members` does.

    Archives joined to one another are read one after another.
    """
    bounded = _BoundedFile(file)
    bounded.seek(offset)
    bounded.allowance = _MAX_READ
    with _Archive(fileobj=bounded, tarinfo=_Header, ignore_zeros=True) as archive:  # type: ignore[arg-type]
        while (info := archive.next()) is not None:
            if archive.offset <= offset or info.size < 0:  # it would be read for ever
                raise tarfile.ReadError("a negative size")
            offset = archive.offset
            archive.headers = archive.zeros = 0
            archive.members.clear()  # type: ignore[attr-defined]  # it would keep 1 kB for each
            bounded.allowance = inf
            yield archive, info
            bounded.allowance = _MAX_READ


def _pieces(archive: tarfile.TarFile, info: tarfile.TarInfo, fault: Exception | None) -> Iterator[bytes]:
    """Yield the bytes of a member; tarfile's own reader takes twice the time, and is needed for sparse ones only."""
    file, offset = (archive.extractfile(info), 0) if info.issparse() else (archive.fileobj, info.offset_data)
    if file is not None:
        file.seek(offset)
        for begin in range(0, info.size, _PIECE):
            data = file.read(min(_PIECE, info.size - begin))
            if len(data) < min(_PIECE, info.size - begin):
                raise fault or tarfile.ReadError("unexpected end of data")
            yield data
