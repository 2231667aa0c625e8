"""Zip archives: directories by zipfile, members by zlib and its like.

zipfile finds the last directory of a file, and reads nothing of it if one entry is damaged. So end records are found
here, archives that are joined to one another are read one after another, and entries are handed to zipfile in blocks:
those before the damage are read. Two members that share bytes are one of them a lie, and the first is read.
Layout: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.14–16 and 5.8.8.
"""

from __future__ import annotations

import bz2
import io
import lzma
import pickle
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from operator import attrgetter, gt
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from goanalyze.archives.blobs import (
    ALL_MEMBERS,
    DATA_ERRORS,
    ENCRYPTED_MESSAGE,
    Blob,
    Member,
    MemberRange,
    MemberStats,
    UnreadableError,
    archive_limit,
    check_stated,
    is_plain_record,
)
from goanalyze.archives.compression import DamagedError, DecodedStream, Decoder
from goanalyze.archives.non_records import record_sizes
from goanalyze.util.faults import raise_resource_failure

Entry: TypeAlias = tuple[str, int, int, int, int, int, int]
"""A member by the directory: name, flags, method, CRC-32, bytes packed, bytes unpacked, offset of its own header."""

_FIELDS: Final = attrgetter(
    "filename", "flag_bits", "compress_type", "CRC", "compress_size", "file_size", "header_offset"
)
_END: Final = struct.Struct("<4s4H2LH")  # end record
_END64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR: Final = struct.Struct("<4sLQL")  # offset of the zip64 end record
_ENTRY: Final = struct.Struct("<8x2H4x3LH12xL")  # flags, method, CRC-32, sizes, length of the name, offset
_ENTRY_LENGTHS: Final = struct.Struct("<4s24x3H12x")  # mark, lengths of name, extra field and comment
_HEADER: Final = struct.Struct("<26x2H")  # a member's own header: lengths of name and extra field
_MARK: Final = struct.Struct("<x2HL2Q")  # flags, method, CRC-32, sizes: identity of a member, with its name
_END_MARK: Final = b"PK\5\6"
_ENTRY_MARK: Final = b"PK\1\2"
_SENTINEL: Final = _ENTRY_MARK + bytes(_ENTRY_LENGTHS.size - len(_ENTRY_MARK))
_UTF8: Final = 0x800
_ENCRYPTED: Final = 1
_MAX_OFFSET: Final = 2**63 - 1  # of a file
_MAX_COMMENT: Final = 2**16
_BLOCK: Final = 2**16  # bytes of a directory read at once: zipfile's objects for a larger block leave the caches
_PIECE: Final = 2**16  # packed bytes read at once
_SMALL: Final = 2**20  # bytes of a member that is unpacked at once, and of a piece of a larger one
_REFUSALS: Final = (zipfile.BadZipFile, NotImplementedError, ValueError)


class ZipDirectory(NamedTuple):
    """The members of the archives in a file, or some of them.

    Attributes:
        entries: in order.
        damage: reason that the directory cannot be read behind these entries; empty if it can.
        surplus: message about other bytes in the file, else empty.
        archives: number of archives.
    """

    entries: Sequence[Entry]
    damage: str = ""
    surplus: str = ""
    archives: int = 1

    def packed(self, first: int, stop: int) -> bytes:
        """Return a run of members as bytes, for `MemberRange`: some 50 a member, where tuples take 300."""
        is_last = stop == len(self.entries)
        ends = (self.damage, self.surplus) if is_last else ()
        return pickle.dumps((list(self.entries[first:stop]), *ends))

    def stats(self, compressed: int) -> MemberStats | None:
        """Return the facts for planning; None for several archives, a bomb, or members that share bytes."""
        sizes = [entry[5] for entry in self.entries]
        if sum(sizes) > archive_limit(compressed) or self.archives > 1 or self.overlaps():
            return None
        names, checksums = [entry[0] for entry in self.entries], [entry[3] for entry in self.entries]
        marks = [entry[0].encode() + _MARK.pack(*entry[1:6]) for entry in self.entries]
        if self.damage or self.surplus:  # the last part reports them
            marks[-1:] = [mark + f"\0{self.damage}\0{self.surplus}".encode() for mark in marks[-1:]]
        return MemberStats(record_sizes(names, sizes), checksums, marks)

    def overlaps(self) -> dict[int, int]:
        """Return the numbers of members that reach into another one, and where that begins.

        Of several that begin at the same offset the first is not among them, if it reaches no further.
        """
        begins = [entry[6] for entry in self.entries]
        ends = [entry[6] + entry[4] + _HEADER.size for entry in self.entries]
        if not any(map(gt, ends, begins[1:])):  # as in nearly all archives
            return {}
        possible = [number for number, begin in enumerate(begins) if begin >= 0 and ends[number] <= _MAX_OFFSET]
        order = sorted(possible, key=lambda number: (begins[number], -number))
        return {one: begins[other] for one, other in pairwise(order) if ends[one] > begins[other]}


class _EndRecord(NamedTuple):
    """One archive of a file, by the record that ends it.

    Attributes:
        offset, size: of its directory, in bytes.
        entries: stated number.
        before: bytes of the file before the archive.
        end: offset behind it.
    """

    offset: int
    size: int
    entries: int
    before: int
    end: int


def zip_members(file: BinaryIO, part: MemberRange = ALL_MEMBERS, source: str = "") -> Iterator[Member | Blob]:
    """Yield the members of a zip archive, their bytes checked by size and CRC-32.

    Args:
        file: the archive.
        part: the members to read.
        source: the archive's name, for small members with a record's name that begin as SGF: those are yielded as
            blobs, already unpacked, as nothing is left to be decided about them. Empty for none.

    Raises:
        zipfile.BadZipFile: this is not a zip archive, or its directory is damaged behind these members.
        UnreadableError: something other than a zip archive is before or after this one.
    """
    if part.directory:
        directory, overlaps = ZipDirectory(*pickle.loads(part.directory)), {}
    else:
        directory = read_directory(file)
        overlaps = directory.overlaps()
    for number, entry in enumerate(directory.entries):
        if number in overlaps:
            yield Member(entry[0], 0, (0, 0), partial(_refuse, overlaps[number]))
            continue
        if source and is_plain_record(entry[0]):
            data = _small_member(file, entry)
            if data is not None and data.startswith(b"(;"):
                yield Blob(source, entry[0], data)
                continue
        name, _, _, _, packed, size, _ = entry
        yield Member(name, size, (size, packed), partial(_pieces, file, entry))
    if directory.damage:
        raise zipfile.BadZipFile(directory.damage)
    if directory.surplus:
        raise UnreadableError(directory.surplus)


def _refuse(offset: int) -> Iterator[bytes]:
    raise UnreadableError(f"damaged: it shares bytes with the member at byte {offset:,}, and is not unpacked")


def _small_member(file: BinaryIO, entry: Entry) -> bytes | None:
    """Return the bytes of a small member at once, as of nearly all; None for any other, or if anything is wrong."""
    _, flags, method, crc, packed, size, offset = entry
    if method != zipfile.ZIP_DEFLATED or flags & _ENCRYPTED or size >= _SMALL or packed > _PIECE:
        return None
    try:
        _go_to_data(file, offset)
        data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(file.read(packed), size + 1)
    except (UnreadableError, zlib.error):
        return None
    return data if len(data) == size and zlib.crc32(data) == crc else None


def _pieces(file: BinaryIO, entry: Entry) -> Iterable[bytes]:
    """Return the bytes of a member in pieces; raises `UnreadableError` as `Member.pieces` does."""
    data = _small_member(file, entry)
    return _checked_pieces(file, entry) if data is None else (data,)


def _checked_pieces(file: BinaryIO, entry: Entry) -> Iterator[bytes]:
    name, _, _, stated_crc, left, stated, offset = entry
    _go_to_data(file, offset)
    size = crc = 0

    def read() -> bytes:
        nonlocal left
        packed = file.read(min(_PIECE, left)) or b""
        left -= len(packed)
        return packed

    packed = read()
    decoder, begin = _decoder(entry, packed)
    stream = DecodedStream(decoder, read, packed[begin:])
    try:
        while size <= stated and (data := stream.read(min(_SMALL, stated + 1 - size))):
            size, crc = size + len(data), zlib.crc32(data, crc)
            yield data
    except DamagedError as error:
        raise UnreadableError(f"damaged: {error}") from None
    check_stated(size, stated)
    if crc != stated_crc:
        raise UnreadableError(f"damaged: Bad CRC-32 for file {name!r}")


def _go_to_data(file: BinaryIO, offset: int) -> None:
    """Go to the packed bytes of a member, whose own header is at an offset."""
    try:
        file.seek(offset)
        head = file.read(_HEADER.size) or b""
        if len(head) == _HEADER.size:
            file.read(sum(_HEADER.unpack(head)))
    except (OSError, ValueError, OverflowError) as error:  # an offset beyond any file
        raise_resource_failure(error)
        raise UnreadableError(f"damaged: {error}") from None
    if not head.startswith(b"PK\3\4"):
        raise UnreadableError("damaged: it does not begin where the directory says")


class _StoredDecoder:
    """A decoder for members that are not compressed."""

    eof, unused_data = False, b""

    def decompress(self, data: bytes, _: int, /) -> bytes:
        """Return the bytes as they are: a piece is never large."""
        return data


def _decoder(entry: Entry, packed: bytes) -> tuple[Decoder, int]:
    """Return the decoder of a member, and the offset at which its packed data begin.

    LZMA data begin with a version, the length of the properties, and these: lc, lp and pb in a byte, then the window.
    """
    _, flags, method, _, _, size, _ = entry
    if flags & _ENCRYPTED:
        raise UnreadableError(ENCRYPTED_MESSAGE)
    if method == zipfile.ZIP_DEFLATED:
        return zlib.decompressobj(-zlib.MAX_WBITS), 0
    if method == zipfile.ZIP_STORED:
        return _StoredDecoder(), 0
    if method == zipfile.ZIP_BZIP2:
        return bz2.BZ2Decompressor(), 0
    if method != zipfile.ZIP_LZMA:
        raise UnreadableError(f"cannot be unpacked: packing method {method} is not known")
    try:
        length, properties, window = struct.unpack_from("<2xHBL", packed)
        bits = {"lc": properties % 9, "lp": properties // 9 % 5, "pb": properties // 45}
        window = max(4096, min(window, size))  # a window larger than the text is useless
        return lzma.LZMADecompressor(
            lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA1, **bits, "dict_size": window}]
        ), 4 + length
    except (struct.error, *DATA_ERRORS) as error:
        raise UnreadableError(f"damaged: {error}") from None


def read_directory(file: BinaryIO) -> ZipDirectory:
    """Read the directory of a zip archive, and of those before it in the file."""
    archives, end = _find_archives(file), file.seek(0, 2)
    entries: list[Entry] = []
    damage = surplus = ""
    try:
        for archive in archives:
            for block in _entry_blocks(file, archive):
                entries += block
    except zipfile.BadZipFile as error:
        damage = str(error)
    for side, size in (("after", end - archives[-1].end), ("before", archives[0].before)):
        if size > 0:
            surplus = f"{size:,} bytes {side} the archive are no part of it, and are not read"  # language: in tables
    return ZipDirectory(entries, damage, surplus, len(archives))


def _entry_blocks(file: BinaryIO, archive: _EndRecord) -> Iterator[list[Entry]]:
    """Yield all entries within the size of a directory, up to its damage: the stated number may be too low."""
    file.seek(archive.offset)
    data, remaining, number = b"", archive.size, 0
    while True:
        block = file.read(min(_BLOCK, remaining)) or b""
        data, remaining = data + block, remaining - len(block)
        bounds = _entry_bounds(data)
        entries = _parse(data, bounds)
        if archive.before:
            entries = [(*entry[:6], entry[6] + archive.before) for entry in entries]
        yield entries
        data, number = data[bounds[-1] :], number + len(entries)
        is_other = len(data) >= len(_SENTINEL) and not data.startswith(_ENTRY_MARK)
        if number >= archive.entries and (is_other or not block):  # anything may follow the last entry
            return
        if is_other:
            raise zipfile.BadZipFile("Bad magic number for central directory")
        if not block:
            raise zipfile.BadZipFile(f"the directory ends after {number:,} of {archive.entries:,} members")


def _entry_bounds(data: bytes) -> list[int]:
    """Return the offsets between the whole entries at the beginning of some bytes of a directory."""
    bounds, end = [0], 0
    while end + _ENTRY_LENGTHS.size <= len(data):
        mark, name, extra, comment = _ENTRY_LENGTHS.unpack_from(data, end)
        end += _ENTRY_LENGTHS.size + name + extra + comment
        if mark != _ENTRY_MARK or end > len(data):
            break
        bounds.append(end)
    return bounds


def _parse(data: bytes, bounds: Sequence[int]) -> list[Entry]:
    """Return the entries between these offsets, as zipfile reads them.

    It refuses all if it does not understand one; that is found by halving. A sentinel entry keeps the end record apart.
    """
    if len(bounds) == 1:
        return []
    directory = data[bounds[0] : bounds[-1]] + _SENTINEL
    try:
        with zipfile.ZipFile(io.BytesIO(directory + _END.pack(_END_MARK, 0, 0, 0, 0, len(directory), 0, 0))) as archive:
            return list(map(_FIELDS, archive.infolist()[:-1]))
    except _REFUSALS:
        middle = len(bounds) // 2
        if len(bounds) > 2:
            return _parse(data, bounds[: middle + 1]) + _parse(data, bounds[middle:])
    flags, method, crc, packed, size, length, offset = _ENTRY.unpack_from(data, bounds[0])
    name = data[bounds[0] + _ENTRY.size :][:length].decode("utf-8" if flags & _UTF8 else "cp437", "replace")
    return [(name.partition("\0")[0], flags, method, crc, packed, size, offset)]


def _find_archives(file: BinaryIO) -> list[_EndRecord]:
    """Return the archives of a file in order; raises as `read_directory` does."""
    size = file.seek(0, 2)
    archive = _archive_ending_at(file, size)
    if archive is None:
        tail = _tail(file, size)
        offset = tail.rfind(_END_MARK)
        if offset < 0 or len(tail) - offset < _END.size:
            raise zipfile.BadZipFile("File is not a zip file")
        archive = _end_record(file, size - len(tail) + offset)
    archives = [archive]
    while archive.before > 0 and (archive := _archive_ending_at(file, archive.before)):
        archives.append(archive)
    return archives[::-1]


def _archive_ending_at(file: BinaryIO, end: int) -> _EndRecord | None:
    """Return the archive that ends at an offset; the one that contains others in its comment is preferred."""
    tail = _tail(file, end)
    offset = tail.find(_END_MARK)
    while 0 <= offset <= len(tail) - _END.size:
        if offset + _END.size + int.from_bytes(tail[offset + 20 : offset + 22], "little") == len(tail):
            with suppress(zipfile.BadZipFile):
                archive = _end_record(file, end - len(tail) + offset)
                file.seek(archive.offset)
                if archive.before >= 0 and (not archive.size or file.read(len(_ENTRY_MARK)) == _ENTRY_MARK):
                    return archive
        offset = tail.find(_END_MARK, offset + 1)
    return None


def _tail(file: BinaryIO, end: int) -> bytes:
    """Return the bytes before an offset that an end record and its comment may take."""
    begin = max(0, end - _MAX_COMMENT - _END.size)
    file.seek(begin)
    return file.read(end - begin) or b""


def _end_record(file: BinaryIO, offset: int) -> _EndRecord:
    begin = max(0, offset - _LOCATOR.size)
    file.seek(begin)
    data = file.read(offset - begin + _END.size)
    *_, entries, size, start, comment = _END.unpack(data[offset - begin :])
    end = offset + _END.size + comment
    if data.startswith(b"PK\6\7"):
        _, _, record_offset, _ = _LOCATOR.unpack_from(data)
        offset -= _LOCATOR.size + _END64.size
        file.seek(record_offset if record_offset < end else offset)
        record = file.read(_END64.size) or b""
        if len(record) < _END64.size or not record.startswith(b"PK\6\6"):
            raise zipfile.BadZipFile("the zip64 directory record is damaged")
        *_, entries, size, start = _END64.unpack(record)
    if size > offset:
        raise zipfile.BadZipFile("the directory is larger than the file")
    return _EndRecord(offset - size, size, entries, offset - size - start, end)
