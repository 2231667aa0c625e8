"""Tar archives, plain or compressed, member by member in little memory.

tarfile reads them; what it believes too readily is bounded here. A plain archive can be read from any member on, and
`rough_members` says where they stand.
"""

from __future__ import annotations

import re
import tarfile
import zlib
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final, Self

from goanalyze.archives.members import WHOLE, Member, Rough, Span
from goanalyze.archives.sniff import ZSTD_MARK, unzstd

_BLOCK = 512
_PIECE = 2**20
_LONGEST_HEADERS = 2**20  # bytes of long names and pax headers before a member: a path of 4,096 takes 5 kB
_MOST_HEADERS = 20  # of them; two are usual
_LEADING: Final = (b"L", b"K", b"x", b"X", b"g")  # long name, long link, pax, Solaris' pax, pax for all that follow
_WITHOUT_DATA: Final = b"123456"  # links, devices, folders, pipes: whatever size they give
_USUAL: Final = re.compile(  # name; mode, owner, group; size, time; checksum; kind, names; device, or none; prefix
    rb".{100}(?:[0-7]{7}[ \0]|[0-7]{6} \0|\x80.{7}){3}(?:[0-7]{11}[ \0]){2}[0-7]{6}(?:\0 | \0)"
    rb".{173}(?:\0{8}|[0-7]{7}\0){2}.{167}",
    re.DOTALL,
)
_PAX: Final = re.compile(rb"(\d{1,9}) ([^=\n]+)=")
_NO_SUCH_HEADER = ("InvalidHeaderError", "TruncatedHeaderError")
TAR_ERRORS: Final = (tarfile.TarError, RecursionError, IndexError, KeyError, TypeError)
"""What tarfile raises besides the usual on damaged archives."""


class _Archive(tarfile.TarFile):
    """A tar archive that counts the headers before the next member, and their bytes."""

    leading = headers = 0


class _Header(tarfile.TarInfo):
    """A header that is not believed when it wants more memory than any name takes, nor when it is damaged.

    tarfile reads a long name or a pax header of any size at once, calls itself for each of them, and takes a damaged
    header for the end of the archive.
    """

    @classmethod
    def fromtarfile(cls, tarfile: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tarfile)
        except _HeaderError as error:
            if type(error).__name__ in _NO_SUCH_HEADER:
                raise _ReadError(str(error)) from None
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


def tar_members(file: BinaryIO, span: Span = WHOLE) -> Iterator[Member]:
    """Yield the members of a tar archive that are files; only of a plain one there are spans.

    Raises:
        One of `members.DAMAGE` or `TAR_ERRORS`: it is damaged from here on.
    """
    packed = max(1, file.seek(0, 2))
    file.seek(0)
    is_zstd = file.read(len(ZSTD_MARK)) == ZSTD_MARK
    file.seek(0 if is_zstd else span.place)
    stream, mode = (unzstd(file), "r|") if is_zstd else (file, "r:" if span.place else "r")
    total, number, place = 0, span.first, span.place
    with _Archive.open(fileobj=stream, mode=mode, tarinfo=_Header) as archive:  # type: ignore[call-overload]
        is_plain = archive.fileobj is file
        while number != span.stop:
            archive.leading = archive.headers = 0
            info = archive.next()
            if info is None:
                return
            if archive.offset <= place or info.size < 0:  # it would be read for ever
                raise tarfile.ReadError("a negative size")
            number, place = number + 1, archive.offset
            archive.members.clear()  # it would keep 1 kB for each
            if info.isfile():
                total = info.size if is_plain else total + info.size
                yield Member(info.name, info.size, (total, packed), partial(_pieces, archive, info))


def _pieces(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Iterator[bytes]:
    file = archive.extractfile(info)
    if file is not None:
        for _ in range(0, info.size, _PIECE):
            yield file.read(_PIECE)


class IrregularError(ValueError):
    """A tar archive that can be read from its beginning only."""


def rough_members(file: BinaryIO) -> Iterator[Rough]:
    """Yield the members of a plain archive up to the first block of zeros.

    Raises:
        IrregularError: a header is unusual or damaged, or speaks of all the members after it or of a sparse file.
    """
    place = lead = leading = headers = 0
    length = file.seek(0, 2)
    while place < length:
        file.seek(place)
        header = file.read(_BLOCK)
        told = _told(header)
        if told is None:
            return
        kind, size = told
        name = header[:100].partition(b"\0")[0]
        if kind in _LEADING:
            leading, headers = leading + size, headers + 1
            body = file.read(size) if leading <= _LONGEST_HEADERS else b""
            is_bounded = leading <= _LONGEST_HEADERS and headers <= _MOST_HEADERS
            if kind == b"g" or b"GNU.sparse" in body or not is_bounded or (kind in b"xX" and not _is_plain_pax(body)):
                raise IrregularError
        elif kind == b"S":
            raise IrregularError
        else:
            yield Rough(lead, size, zlib.crc32(name), b"%d %s\0" % (size, name))
            size = 0 if kind in _WITHOUT_DATA else size
        place += _BLOCK + -(-size // _BLOCK) * _BLOCK
        if kind not in _LEADING:
            lead, leading, headers = place, 0, 0


def _told(header: bytes) -> tuple[bytes, int] | None:
    """Return the kind and the size that a header gives as all programs write it, None where there is none.

    Such headers are seen to be right in a third of the time that tarfile takes; others it must read itself.
    """
    if not header.strip(b"\0"):
        return None
    if not _USUAL.match(header) or sum(header) - sum(header[148:156]) + 8 * 32 != int(header[148:154], 8):
        raise IrregularError
    kind, size = header[156:157], int(header[124:135], 8)
    if kind == b"\0" and header[:100].partition(b"\0")[0].endswith(b"/"):
        kind = b"5"
    return kind, size


def _is_plain_pax(body: bytes) -> bool:
    """Return whether a pax header is a list of ``length name=value`` lines, none of which tells another size."""
    place = 0
    while place < len(body):
        found = _PAX.match(body, place)
        if not found or found[2] == b"size" or int(found[1]) < found.end() - place:
            return False
        place += int(found[1])
        if body[place - 1 : place] != b"\n":
            return False
    return True
