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
from collections.abc import Container, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from goanalyze import limits
from goanalyze.sgf.blobs import DAMAGE, WHOLE, Blob, Span, bomb, damaged, holds_no_record, is_bomb, too_large

__all__ = ["Entry", "count", "entries", "read_zip", "rough_entries", "unpack"]

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


def read_zip(path: str, members: Container[str] | None, span: Span) -> Iterator[Blob]:
    """Yield the members of an archive, or of a part of it; never raises for a bad one.

    Args:
        path: the archive.
        members: names of those wanted, as tables hold them; all if not given.
        span: which part.
    """
    begun = span.first > 0
    try:
        with Path(path).open("rb", buffering=0) as file:
            for entry in entries(file, span):
                begun = True
                name = entry.name
                if holds_no_record(name) or (members is not None and name not in members):
                    continue
                if entry.size > limits.MAX_FILE_BYTES:
                    yield too_large(path, name, entry.size)
                elif is_bomb(entry.size, entry.packed):
                    yield bomb(path, name, entry.size, entry.packed)
                else:
                    yield _member(path, file, entry)
    except (*DAMAGE, zipfile.BadZipFile) as error:
        yield damaged(path, "zip", error, begun=begun)


def _member(path: str, file: BinaryIO, entry: Entry) -> Blob:
    try:
        return Blob(path, entry.name, unpack(file, entry))
    except zipfile.BadZipFile as error:
        return Blob(path, entry.name, b"", "GO002", str(error))


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


def unpack(file: BinaryIO, entry: Entry) -> bytes:
    """Return the bytes of a member, checked by size and CRC-32.

    Raises:
        zipfile.BadZipFile: it is encrypted, packed in an unknown way, or damaged; the message says which.
    """
    if entry.flags & _ENCRYPTED:
        raise zipfile.BadZipFile("cannot be unpacked: it is encrypted, and a password is needed")
    if entry.packed > limits.MAX_FILE_BYTES:
        raise zipfile.BadZipFile(f"damaged: {entry.packed:,} packed bytes are said to hold {entry.size:,}")
    unpacker = _UNPACKERS.get(entry.method)
    if unpacker is None:
        raise zipfile.BadZipFile(f"cannot be unpacked: packing method {entry.method} is not known")
    try:
        file.seek(entry.at)
        view = file.read(_LOCAL_HEADER + len(entry.name) + entry.packed + _SLACK) or b""
        start = _LOCAL_HEADER + int.from_bytes(view[26:28], "little") + int.from_bytes(view[28:30], "little")
        if len(view) < start + entry.packed:
            view += file.read(start + entry.packed - len(view)) or b""
    except (OSError, ValueError, OverflowError) as error:  # a place that no file has
        raise zipfile.BadZipFile(f"damaged: {error}") from None
    if view[:4] != b"PK\3\4":
        raise zipfile.BadZipFile("damaged: it does not begin where the directory says")
    try:
        data = unpacker(view[start : start + entry.packed], entry.size)
    except (zlib.error, lzma.LZMAError, OSError, ValueError, EOFError, struct.error) as error:
        raise zipfile.BadZipFile(f"damaged: {error}") from None
    if len(data) != entry.size:
        raise zipfile.BadZipFile(f"damaged: it holds {'more' if len(data) > entry.size else 'less'} than it says")
    if zlib.crc32(data) != entry.crc:
        raise zipfile.BadZipFile("damaged: Bad CRC-32, these are not the bytes that were packed")
    return data


def _stored(data: bytes, _: int) -> bytes:
    return data


def _deflated(data: bytes, size: int) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, size + 1)


def _bzipped(data: bytes, size: int) -> bytes:
    return bz2.BZ2Decompressor().decompress(data, size + 1)


def _lzma_packed(data: bytes, size: int) -> bytes:
    """Unpack LZMA: version, length of the properties, properties (lc, lp and pb in a byte, window), stream."""
    length, packing, window = struct.unpack_from("<2xHBL", data)
    chosen = {"id": lzma.FILTER_LZMA1, "lc": packing % 9, "lp": packing // 9 % 5, "pb": packing // 45,
              "dict_size": max(4096, min(window, size))}  # fmt: skip  # a window beyond the text is wasted memory
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[chosen]).decompress(data[4 + length :], size + 1)


_UNPACKERS: Final = {
    zipfile.ZIP_STORED: _stored,
    zipfile.ZIP_DEFLATED: _deflated,
    zipfile.ZIP_BZIP2: _bzipped,
    zipfile.ZIP_LZMA: _lzma_packed,
}
