"""Zip archives of any number of members in little memory.

zipfile holds 1 kB for each member of an archive, 0.6 GB for 600,000 games, and takes 19 µs to list and unpack one of
2 kB, more than tokenizing it. So the directory is walked here, entry by entry, and members are unpacked with the same
checks (size, CRC-32). Layout: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.14–16, 4.5.3 and 5.8.8.
"""

from __future__ import annotations

import bz2
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple, Protocol

from goanalyze.archives.members import WHOLE, Member, MemberError, Span
from goanalyze.vocabulary import limits

__all__ = ["Entry", "ZipReader", "count", "entries", "rough_entries"]

_END = struct.Struct("<4s4H2LH")  # end of central directory
_LOCATOR = struct.Struct("<4sLQL")  # where the zip64 end stands
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LENGTHS = struct.Struct("<3H")  # of an entry's name, extra field and comment
_SIZES = struct.Struct("<3LH")  # CRC-32, packed, size, length of the name
_LONGEST_COMMENT = 2**16
_LOCAL_HEADER = 30
_SLACK = 512  # where a name in UTF-8 and an extra field are longer than this, a second look is taken
_BLOCK = 2**20
_IN_EXTRA = 0xFFFFFFFF  # the value stands in the zip64 extra field
_ENCRYPTED, _UTF8 = 1, 0x800
_PIECE = 2**16  # packed bytes unpacked at once, where not all are
_PACKING_ERRORS = (zlib.error, lzma.LZMAError, OSError, ValueError, EOFError)


class Entry(NamedTuple):
    """What the directory says of a member: name, flags, method, CRC-32, packed and unpacked size, where it begins."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    at: int


class _Directory(NamedTuple):
    """Where the directory stands, its bytes and entries, and what stands before the archive in the file."""

    at: int
    size: int
    entries: int
    before: int


def count(file: BinaryIO) -> int:
    """Return the number of members that the archive says it has; raises BadZipFile where there is no directory."""
    return _directory(file).entries


def entries(file: BinaryIO, span: Span = WHOLE) -> Iterator[Entry]:
    """Yield the directory's entries in order, as many as its size holds: the number it gives may be too low.

    Args:
        file: the archive.
        span: those wanted.

    Raises:
        zipfile.BadZipFile: there is no directory, it is damaged from here on, or has fewer members than it says.
    """
    directory = _directory(file)
    for block, at, end, _ in _walk(file, directory, span):
        yield _entry(block, at, end, directory.before)


class Rough(NamedTuple):
    """What planning wants of an entry: what tells its content, its size, a number drawn from it, its place."""

    mark: bytes
    size: int
    draw: int
    place: int


def rough_entries(file: BinaryIO) -> Iterator[Rough]:
    """Yield the directory's entries without reading more of them than must be; raises as `entries` does."""
    directory = _directory(file)
    sizes = _SIZES.unpack_from
    for block, at, end, place in _walk(file, directory, WHOLE):
        crc, packed, size, named = sizes(block, at + 16)
        mark = block[at + 8 : at + 12] + block[at + 16 : at + 28] + block[at + 46 : at + 46 + named] + b"\0"
        if _IN_EXTRA in (size, packed):
            entry = _entry(block, at, end, 0)
            size = entry.size
            mark += b"%d %d" % (entry.size, entry.packed)
        yield Rough(mark, size, crc, place)


def _walk(file: BinaryIO, directory: _Directory, span: Span) -> Iterator[tuple[bytes, int, int, int]]:
    """Yield (block of the directory, begin and end of an entry in it, byte of the file where it stands)."""
    number, stop, place = span.first, span.stop, span.place or directory.at
    left = directory.at + directory.size - place
    block = b""
    lengths = _LENGTHS.unpack_from
    while stop is None or number < stop:
        file.seek(place)
        piece = file.read(min(_BLOCK, max(left, 0))) or b""
        block += piece
        begin, place, left = place - (len(block) - len(piece)), place + len(piece), left - len(piece)
        at, there = 0, len(block) - _ENTRY.size
        while at <= there and number != stop:
            if block[at : at + 4] != b"PK\1\2":
                if number >= directory.entries:  # what else an archive may keep after its entries
                    return
                raise zipfile.BadZipFile("Bad magic number for central directory")
            named, extra, comment = lengths(block, at + 28)
            end = at + 46 + named + extra + comment
            if end > len(block):
                break
            yield block, at, end, begin + at
            at, number = end, number + 1
        block = block[at:]
        if not piece:
            if number < directory.entries and number != stop:
                raise zipfile.BadZipFile(f"the directory ends after {number:,} of {directory.entries:,} members")
            return


def _directory(file: BinaryIO) -> _Directory:
    """Find the directory by the record at the end of the file."""
    end = file.seek(0, 2)
    begin = max(0, end - _LONGEST_COMMENT - _END.size)
    file.seek(begin)
    tail = file.read() or b""
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        raise zipfile.BadZipFile("File is not a zip file")
    _, _, _, _, number, size, offset, _ = _END.unpack_from(tail, at)
    place = begin + at
    if at >= _LOCATOR.size and tail[at - _LOCATOR.size :].startswith(b"PK\6\7"):
        _, _, where, _ = _LOCATOR.unpack_from(tail, at - _LOCATOR.size)
        place -= _LOCATOR.size + _END64.size
        file.seek(where if where < end else place)
        record = file.read(_END64.size) or b""
        if len(record) < _END64.size or not record.startswith(b"PK\6\6"):
            raise zipfile.BadZipFile("the zip64 directory record is damaged")
        number, size, offset = _END64.unpack(record)[-3:]
    if size > place:
        raise zipfile.BadZipFile("the directory is larger than the file")
    return _Directory(place - size, size, number, place - size - offset)


def _entry(block: bytes, at: int, end: int, before: int) -> Entry:
    fields = _ENTRY.unpack_from(block, at)
    flags, method, crc, packed, size, named, extra, where = (*fields[3:5], *fields[7:12], fields[16])
    begin = at + _ENTRY.size
    name = block[begin : begin + named].decode("utf-8" if flags & _UTF8 else "cp437", errors="replace")
    if _IN_EXTRA in (size, packed, where):
        size, packed, where = _zip64(block[begin + named : min(end, begin + named + extra)], [size, packed, where])
    return Entry(name.partition("\0")[0], flags, method, crc, packed, size, where + before)


def _zip64(extra: bytes, values: list[int]) -> list[int]:
    """Replace the values that do not fit in 32 bits by those of the zip64 extra field, in its order."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == 1:
            wide = iter(struct.unpack_from(f"<{min(length, len(extra) - at - 4) // 8}Q", extra, at + 4))
            return [next(wide, value) if value == _IN_EXTRA else value for value in values]
        at += 4 + length
    return values


class ZipReader:
    """Goes through a zip archive, see `goanalyze.archives.members.Reader`."""

    is_stream = False

    def __init__(self, file: BinaryIO, span: Span = WHOLE) -> None:
        self._file, self._span = file, span

    def __iter__(self) -> Iterator[Member]:
        for entry in entries(self._file, self._span):
            yield Member(entry.name, entry.size, (entry.size, entry.packed), entry)

    def read(self, member: Member) -> bytes:
        """Return the bytes of a member, checked by size and CRC-32.

        Raises:
            MemberError: it is encrypted, packed in an unknown way, or damaged; the message says which.
        """
        entry: Entry = member.token
        if entry.packed > limits.MAX_FILE_BYTES:
            raise MemberError(f"damaged: {entry.packed:,} packed bytes are said to hold {entry.size:,}")
        view, start = _local(self._file, entry, entry.packed)
        packed = view[start : start + entry.packed]
        decoder, begin = _decoder(entry, packed)
        try:
            data = decoder.decompress(packed[begin:] if begin else packed, entry.size + 1)
        except _PACKING_ERRORS as error:
            raise MemberError(f"damaged: {error}") from None
        _check(entry, len(data), zlib.crc32(data))
        return data

    def copy(self, member: Member, out: BinaryIO) -> None:
        """Write a member of any size to a file, piece by piece; raises as `read`."""
        entry: Entry = member.token
        view, start = _local(self._file, entry, min(entry.packed, _PIECE))
        decoder, begin = _decoder(entry, view[start:])
        self._file.seek(entry.at + start + begin)
        left, size, crc = entry.packed - begin, 0, 0
        try:
            while size <= entry.size and not decoder.eof:
                piece = self._file.read(min(_PIECE, left)) if decoder.needs_input else b""
                if decoder.needs_input and not piece:
                    break
                left -= len(piece)
                data = decoder.decompress(piece, _BLOCK)
                size, crc = size + len(data), zlib.crc32(data, crc)
                out.write(data)
        except _PACKING_ERRORS as error:
            raise MemberError(f"damaged: {error}") from None
        _check(entry, size, crc)


def _local(file: BinaryIO, entry: Entry, packed: int) -> tuple[bytes, int]:
    """Return the bytes from a member's own header on, `packed` of them after it, and where these begin."""
    try:
        file.seek(entry.at)
        view = file.read(_LOCAL_HEADER + len(entry.name) + packed + _SLACK) or b""
        start = _LOCAL_HEADER + int.from_bytes(view[26:28], "little") + int.from_bytes(view[28:30], "little")
        if len(view) < start + packed:
            view += file.read(start + packed - len(view)) or b""
    except (OSError, ValueError, OverflowError) as error:  # a place that no file has
        raise MemberError(f"damaged: {error}") from None
    if view[:4] != b"PK\3\4":
        raise MemberError("damaged: it does not begin where the directory says")
    return view, start


def _check(entry: Entry, size: int, crc: int) -> None:
    if size != entry.size:
        raise MemberError(f"damaged: it holds {'more' if size > entry.size else 'less'} than it says")
    if crc != entry.crc:
        raise MemberError(f"damaged: Bad CRC-32 for file {entry.name!r}")


class _Decoder(Protocol):
    """What Python's decoders of bzip2 and LZMA have in common."""

    @property
    def eof(self) -> bool:
        """Whether all has been unpacked."""
        ...

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes without more data."""
        ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Unpack, to no more than so many bytes; what is left of the data is kept for the next call."""
        ...


class _Stored:
    """Bytes that are not packed."""

    eof = False
    needs_input = True

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:  # noqa: ARG002 - as `_Decoder`
        return data


class _Inflater:
    """zlib as a `_Decoder`."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(-zlib.MAX_WBITS)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)


def _decoder(entry: Entry, packed: bytes) -> tuple[_Decoder, int]:
    """Return what unpacks a member, and where in its packed bytes that begins.

    LZMA begins with a version, the length of the properties, and these: lc, lp and pb in a byte, then the window.
    """
    if entry.flags & _ENCRYPTED:
        raise MemberError("cannot be unpacked: it is encrypted, and a password is needed")
    if entry.method == zipfile.ZIP_DEFLATED:
        return _Inflater(), 0
    if entry.method == zipfile.ZIP_STORED:
        return _Stored(), 0
    if entry.method == zipfile.ZIP_BZIP2:
        return bz2.BZ2Decompressor(), 0
    if entry.method != zipfile.ZIP_LZMA:
        raise MemberError(f"cannot be unpacked: packing method {entry.method} is not known")
    try:
        length, packing, window = struct.unpack_from("<2xHBL", packed)
        chosen = {"id": lzma.FILTER_LZMA1, "lc": packing % 9, "lp": packing // 9 % 5, "pb": packing // 45,
                  "dict_size": max(4096, min(window, entry.size))}  # fmt: skip  # more than the text would be wasted
        return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[chosen]), 4 + length
    except (struct.error, *_PACKING_ERRORS) as error:
        raise MemberError(f"damaged: {error}") from None
