"""Zip archives of any number of members in little memory.

zipfile holds 1 kB for each member of an archive, 0.6 GB for 600,000 games, and takes 23 µs to list and unpack one of
2 kB, more than tokenizing it. So the directory is walked here, entry by entry, and members are unpacked with the same
checks (size, CRC-32). Of members that share bytes one is read; archives joined to one another are read one after
another. Both, and bombs, are seen to where an archive is read as a whole, as such a one always is. Layout: PKWARE
APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.14–16, 4.5.3 and 5.8.8.
"""

from __future__ import annotations

import bz2
import lzma
import struct
import zipfile
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import BinaryIO, NamedTuple

from goanalyze.archives.members import (
    DAMAGE,
    LOCKED,
    WHOLE,
    Member,
    Rough,
    Span,
    UncutError,
    UnreadableError,
    check_in_all,
    check_stated,
)
from goanalyze.archives.packed import Decoder
from goanalyze.vocabulary.faults import blame_surroundings

_END = struct.Struct("<4s4H2LH")  # end of central directory
_LOCATOR = struct.Struct("<4sLQL")  # where the zip64 end stands
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s4x2H4x3L3H8xL")  # mark, flags, method, CRC-32, sizes, lengths of name and the rest, offset
_MARK = struct.Struct("<x2HL2Q")  # flags, method, CRC-32, sizes: what tells members of one name apart
_ENTRY_MARK, _END_MARK = b"PK\1\2", b"PK\5\6"
_LONGEST_COMMENT = 2**16
_LOCAL_HEADER = 30
_SLACK = 512  # where a name in UTF-8 and an extra field are longer than this, a second look is taken
_BLOCK = 2**20
_IN_EXTRA = 0xFFFFFFFF  # the value stands in the zip64 extra field
_ENCRYPTED, _UTF8 = 1, 0x800
_PIECE = 2**16  # packed bytes unpacked at once, where not all are


class Entry(NamedTuple):
    """What the directory says of a member.

    Attributes:
        name, flags, method, crc, packed, size: as in the layout; sizes in bytes, packed and unpacked.
        at: offset of the member's own header.
        place: offset of this entry.
    """

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    at: int
    place: int


class Directory(NamedTuple):
    """Where a directory stands, its bytes and entries; what stands in the file before the archive, and its end."""

    at: int
    size: int
    entries: int
    before: int
    end: int


class _Places:
    """Where members begin and end, at least: what their own headers say beside their names is not known."""

    def __init__(self) -> None:
        self._begins, self._ends = array("q"), array("q")

    def add(self, at: int, packed: int) -> None:
        """Take up the next member; a place that no file has is left to whoever reads it."""
        end = at + _LOCAL_HEADER + packed
        if at < 0 or end >= 2**63:
            at = end = -1
        self._begins.append(at)
        self._ends.append(end)

    def shared(self) -> dict[int, int]:
        """Return the numbers of members that reach into another one, and where that begins.

        Of several that begin at the same place the first is not among them, if it reaches no further.
        """
        begins, ends = self._begins, self._ends
        order: Sequence[int] = range(len(begins))
        if any(map(int.__gt__, ends, begins[1:])):
            order = sorted(order, key=lambda number: (begins[number], -number))
        return {one: begins[other] for one, other in pairwise(order) if ends[one] > begins[other]}


def rough_entries(file: BinaryIO) -> Iterator[Rough]:
    """Yield the members as planning wants them; name, flags, method, CRC-32 and sizes tell one from another.

    Raises:
        UncutError: it is several archives, or a bomb, or some of its members share bytes.
        zipfile.BadZipFile: see `entries`.
    """
    packed, total, places = file.seek(0, 2), 0, _Places()
    found = directories(file)
    if len(found) > 1:
        raise UncutError
    try:
        for entry in entries(file, found):
            name, flags, method, crc, packed_size, size, at, place = entry
            total += size
            places.add(at, packed_size)
            yield Rough(place, size, crc, name.encode() + _MARK.pack(flags, method, crc, packed_size, size))
    except zipfile.BadZipFile:
        _check_cut(places, total, packed)
        raise
    _check_cut(places, total, packed)


def _check_cut(places: _Places, total: int, packed: int) -> None:
    """Raise `UncutError` if not all members are to be unpacked, which only who reads the whole archive can say."""
    try:
        check_in_all(total, packed)
    except UnreadableError:
        raise UncutError from None
    if places.shared():
        raise UncutError


def entries(file: BinaryIO, found: Sequence[Directory], span: Span = WHOLE) -> Iterator[Entry]:
    """Yield the directories' entries in order, as many as their sizes hold: the number that one gives may be too low.

    Args:
        file: the archive.
        found: its directories.
        span: those wanted.

    Raises:
        zipfile.BadZipFile: a directory is damaged from here on, or has fewer members than it says.
    """
    for directory in found:
        yield from _entries(file, directory, span)


def _entries(file: BinaryIO, directory: Directory, span: Span) -> Iterator[Entry]:
    number, stop, place = span.first, span.stop, span.place or directory.at
    left = directory.at + directory.size - place
    block = b""
    while stop is None or number < stop:
        file.seek(place)
        piece = file.read(min(_BLOCK, max(left, 0))) or b""
        block += piece
        begin, place, left = place - (len(block) - len(piece)), place + len(piece), left - len(piece)
        at, there = 0, len(block) - _ENTRY.size
        while at <= there and number != stop:
            mark, flags, method, crc, packed, size, named, extra, comment, where = _ENTRY.unpack_from(block, at)
            if mark != _ENTRY_MARK:
                if number >= directory.entries:  # what else an archive may keep after its entries
                    return
                raise zipfile.BadZipFile("Bad magic number for central directory")
            end = at + _ENTRY.size + named
            if end + extra + comment > len(block):
                break
            named_as = block[end - named : end]
            name = named_as.decode("utf-8" if flags & _UTF8 or named_as.isascii() else "cp437", "replace")
            if _IN_EXTRA in (size, packed, where):
                size, packed, where = _zip64(block[end : end + extra], [size, packed, where])
            name = name.partition("\0")[0] if "\0" in name else name
            yield Entry(name, flags, method, crc, packed, size, where + directory.before, begin + at)
            at, number = end + extra + comment, number + 1
        block = block[at:]
        if not piece:
            if number < directory.entries and number != stop:
                raise zipfile.BadZipFile(f"the directory ends after {number:,} of {directory.entries:,} members")
            return


def directories(file: BinaryIO) -> list[Directory]:
    """Find the directory of the archive, and of those before it in the file.

    Raises:
        zipfile.BadZipFile: there is none.
    """
    size = file.seek(0, 2)
    found = list(_ending(file, size))[:1]
    if not found:
        tail = _tail(file, size)
        at = tail.rfind(_END_MARK)
        if at < 0 or len(tail) - at < _END.size:
            raise zipfile.BadZipFile("File is not a zip file")
        found = [_directory(file, size - len(tail) + at)]
    while found[0].before > 0 and (before := list(_ending(file, found[0].before))[:1]):
        found = before + found
    return found


def _ending(file: BinaryIO, end: int) -> Iterator[Directory]:
    """Yield the directories of archives that may end at a place; first the one that has the others in its comment."""
    tail = _tail(file, end)
    at = tail.find(_END_MARK)
    while 0 <= at <= len(tail) - _END.size:
        if at + _END.size + int.from_bytes(tail[at + 20 : at + 22], "little") == len(tail):
            try:
                found = _directory(file, end - len(tail) + at)
            except zipfile.BadZipFile:
                found = None
            if found and found.before >= 0 and _is_at(file, found):
                yield found
        at = tail.find(_END_MARK, at + 1)


def _is_at(file: BinaryIO, directory: Directory) -> bool:
    """Return whether there is a directory where one should be."""
    file.seek(directory.at)
    return not directory.size or file.read(len(_ENTRY_MARK)) == _ENTRY_MARK


def _tail(file: BinaryIO, end: int) -> bytes:
    """Return as many bytes before a place as an end record and its comment may take."""
    begin = max(0, end - _LONGEST_COMMENT - _END.size)
    file.seek(begin)
    return file.read(end - begin) or b""


def _directory(file: BinaryIO, place: int) -> Directory:
    """Return the directory that an end record at a place tells of."""
    begin = max(0, place - _LOCATOR.size)
    file.seek(begin)
    around = file.read(place - begin + _END.size)
    _, _, _, _, number, size, offset, comment = _END.unpack(around[place - begin :])
    end = place + _END.size + comment
    if around.startswith(b"PK\6\7"):
        _, _, where, _ = _LOCATOR.unpack_from(around)
        place -= _LOCATOR.size + _END64.size
        file.seek(where if where < end else place)
        record = file.read(_END64.size) or b""
        if len(record) < _END64.size or not record.startswith(b"PK\6\6"):
            raise zipfile.BadZipFile("the zip64 directory record is damaged")
        number, size, offset = _END64.unpack(record)[-3:]
    if size > place:
        raise zipfile.BadZipFile("the directory is larger than the file")
    return Directory(place - size, size, number, place - size - offset, end)


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


def zip_members(file: BinaryIO, span: Span = WHOLE) -> Iterator[Member]:
    """Yield the members of a zip archive, their bytes checked by size and CRC-32.

    Raises:
        zipfile.BadZipFile: see `entries`.
        UnreadableError: something else than a zip archive stands before or after this one.
    """
    found = directories(file)
    shared = _shared(file, found) if span == WHOLE else {}
    for number, entry in enumerate(entries(file, found, span)):
        if number in shared:
            yield Member(entry.name, 0, (0, 0), partial(_refused, shared[number]))
        else:
            yield Member(entry.name, entry.size, (entry.size, entry.packed), partial(_pieces, file, entry))
    if span.stop is None:
        for where, size in (("before", found[0].before), ("after", file.seek(0, 2) - found[-1].end)):
            if size > 0:
                raise UnreadableError(f"{size:,} bytes {where} the archive are no part of it, and are not read")


def _shared(file: BinaryIO, found: Sequence[Directory]) -> dict[int, int]:
    """Return which members reach into another one, see `_Places`; of a damaged archive, as far as it can be read."""
    places = _Places()
    try:
        for entry in entries(file, found):
            places.add(entry.at, entry.packed)
    except zipfile.BadZipFile:
        pass  # is told when its members are read
    return places.shared()


def _refused(place: int) -> Iterator[bytes]:
    raise UnreadableError(f"damaged: it shares bytes with the member at byte {place:,}, and is not unpacked")


def _pieces(file: BinaryIO, entry: Entry) -> Iterable[bytes]:
    """Return the bytes of a member: a small one's at once, as nearly all are; anything else piece by piece.

    Raises:
        UnreadableError: see `_checked`.
    """
    packed = _packed(file, entry)
    is_plain = entry.method == zipfile.ZIP_DEFLATED and not entry.flags & _ENCRYPTED
    if is_plain and entry.size < _BLOCK and len(packed) == entry.packed:
        try:
            data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, entry.size + 1)
        except zlib.error:
            data = b""
        if len(data) == entry.size and zlib.crc32(data) == entry.crc:
            return (data,)
    return _checked(file, entry, packed)


def _checked(file: BinaryIO, entry: Entry, packed: bytes) -> Iterator[bytes]:
    """Yield the bytes of a member, of which some or all packed ones were read.

    Raises:
        UnreadableError: it is encrypted, packed in an unknown way, or damaged; the message says which.
    """
    decoder, begin = _decoder(entry, packed)
    left, packed = entry.packed - len(packed), packed[begin:] if begin else packed
    size = crc = 0
    try:
        while size <= entry.size and not (decoder and decoder.eof):
            if not packed and getattr(decoder, "needs_input", True):  # zlib's decoder has no such flag
                packed = file.read(min(_PIECE, left))
                left -= len(packed)
                if not packed:
                    break
            data = decoder.decompress(packed, min(entry.size + 1 - size, _BLOCK)) if decoder else packed
            packed, size, crc = getattr(decoder, "unconsumed_tail", b""), size + len(data), zlib.crc32(data, crc)
            yield data
    except DAMAGE as error:
        blame_surroundings(error)
        raise UnreadableError(f"damaged: {error}") from None
    check_stated(size, entry.size)
    if crc != entry.crc:
        raise UnreadableError(f"damaged: Bad CRC-32 for file {entry.name!r}")


def _packed(file: BinaryIO, entry: Entry) -> bytes:
    """Return the first packed bytes of a member, all of most; the file stands behind them if there are more."""
    wanted = min(entry.packed, _PIECE)
    try:
        file.seek(entry.at)
        view = file.read(_LOCAL_HEADER + len(entry.name) + wanted + _SLACK) or b""
        start = _LOCAL_HEADER + int.from_bytes(view[26:28], "little") + int.from_bytes(view[28:30], "little")
        if len(view) < start + wanted:
            view += file.read(start + wanted - len(view)) or b""
    except (OSError, ValueError, OverflowError) as error:  # a place that no file has
        blame_surroundings(error)
        raise UnreadableError(f"damaged: {error}") from None
    if view[:4] != b"PK\3\4":
        raise UnreadableError("damaged: it does not begin where the directory says")
    return view[start : start + entry.packed]


def _decoder(entry: Entry, packed: bytes) -> tuple[Decoder | None, int]:
    """Return what unpacks a member, None if it is not packed, and where in its packed bytes that begins.

    LZMA begins with a version, the length of the properties, and these: lc, lp and pb in a byte, then the window.
    """
    if entry.flags & _ENCRYPTED:
        raise UnreadableError(LOCKED)
    if entry.method == zipfile.ZIP_DEFLATED:
        return zlib.decompressobj(-zlib.MAX_WBITS), 0
    if entry.method == zipfile.ZIP_STORED:
        return None, 0
    if entry.method == zipfile.ZIP_BZIP2:
        return bz2.BZ2Decompressor(), 0
    if entry.method != zipfile.ZIP_LZMA:
        raise UnreadableError(f"cannot be unpacked: packing method {entry.method} is not known")
    try:
        length, packing, window = struct.unpack_from("<2xHBL", packed)
        window = max(4096, min(window, entry.size))  # more than the text would be wasted
        bits = {"lc": packing % 9, "lp": packing // 9 % 5, "pb": packing // 45}
        chosen = {"id": lzma.FILTER_LZMA1, **bits, "dict_size": window}
        return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[chosen]), 4 + length
    except (struct.error, *DAMAGE) as error:
        raise UnreadableError(f"damaged: {error}") from None
