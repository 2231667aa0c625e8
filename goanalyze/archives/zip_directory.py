"""Directories of zip archives: what they say of their members, in little memory, and what planning wants of that.

zipfile holds 1 kB for each member of an archive, 0.6 GB for 600,000 games. So a directory is walked here, a block of it
at a time; the entries of a block are taken apart together, as arrays, and those that are odd in some way one by one.
What may not live here: the members' own bytes. Layout: PKWARE APPNOTE 6.3.10, sections 4.3.12, 4.3.14–16 and 4.5.3.
"""

from __future__ import annotations

import struct
import zipfile
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO, Final, NamedTuple

from goanalyze.archives.members import WHOLE, Rough, Span, UncutError, UnreadableError, check_in_all
from goanalyze.archives.non_records import record_sizes

LOCAL_HEADER: Final = 30
"""Bytes of a member's own header before its name."""

_END = struct.Struct("<4s4H2LH")  # end of central directory
_LOCATOR = struct.Struct("<4sLQL")  # where the zip64 end stands
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s4x2H4x3L3H8xL")  # mark, flags, method, CRC-32, sizes, lengths of name and the rest, offset
_ENTRIES: Final = [  # the same for NumPy
    ("mark and more", "V8"), ("flags", "<u2"), ("method", "<u2"), ("time", "<u4"), ("crc", "<u4"), ("packed", "<u4"),
    ("size", "<u4"), ("named", "<u2"), ("extra", "<u2"), ("comment", "<u2"), ("more", "V8"), ("where", "<u4"),
]  # fmt: skip
_MARK = struct.Struct("<x2HL2Q")  # flags, method, CRC-32, sizes: what tells members of one name apart
_ENTRY_MARK, _END_MARK = b"PK\1\2", b"PK\5\6"
_LONGEST_COMMENT = 2**16
_BLOCK = 2**20
_FIRST_BLOCK, _GROWTH = 2**14, 4  # who wants a few members does not have thousands of entries taken apart
_IN_EXTRA = 0xFFFFFFFF  # the value stands in the zip64 extra field
_UTF8 = 0x800


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


class Entries(NamedTuple):
    """Entries that follow one another, column by column; see `Entry`."""

    name: Sequence[str]
    flags: Sequence[int]
    method: Sequence[int]
    crc: Sequence[int]
    packed: Sequence[int]
    size: Sequence[int]
    at: Sequence[int]
    place: Sequence[int]


class Directory(NamedTuple):
    """Where a directory stands, its bytes and entries; what stands in the file before the archive, and its end."""

    at: int
    size: int
    entries: int
    before: int
    end: int


class Places:
    """Where members begin and end, at least: what their own headers say beside their names is not known."""

    def __init__(self) -> None:
        """Begin with none."""
        self._begins, self._ends = array("q"), array("q")

    def add(self, some: Entries) -> None:
        """Take up the next members; a place that no file has is left to whoever reads it."""
        begins, ends = some.at, [at + LOCAL_HEADER + packed for at, packed in zip(some.at, some.packed, strict=True)]
        if min(begins) < 0 or max(ends) >= 2**63:
            there = [at >= 0 and end < 2**63 for at, end in zip(begins, ends, strict=True)]
            begins, ends = ([at if is_there else -1 for at, is_there in zip(each, there, strict=True)]
                            for each in (begins, ends))  # fmt: skip
        self._begins.extend(begins)
        self._ends.extend(ends)

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
    packed, total, places = file.seek(0, 2), 0, Places()
    found = directories(file)
    if len(found) > 1:
        raise UncutError
    try:
        for some in entries(file, found):
            total += sum(some.size)
            places.add(some)
            told = map(_MARK.pack, some.flags, some.method, some.crc, some.packed, some.size)
            marks = [name.encode() + mark for name, mark in zip(some.name, told, strict=True)]
            yield Rough(some.place, record_sizes(some.name, some.size), some.crc, marks)
    except zipfile.BadZipFile:
        _check_cut(places, total, packed)
        raise
    _check_cut(places, total, packed)


def _check_cut(places: Places, total: int, packed: int) -> None:
    """Raise `UncutError` if not all members are to be unpacked, which only who reads the whole archive can say."""
    try:
        check_in_all(total, packed)
    except UnreadableError:
        raise UncutError from None
    if places.shared():
        raise UncutError


def entries(file: BinaryIO, found: Sequence[Directory], span: Span = WHOLE) -> Iterator[Entries]:
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


def _entries(file: BinaryIO, directory: Directory, span: Span) -> Iterator[Entries]:
    number, stop, place = span.first, span.stop, span.place or directory.at
    left, wanted = directory.at + directory.size - place, _FIRST_BLOCK
    block = b""
    while stop is None or number < stop:
        file.seek(place)
        piece = file.read(min(wanted, max(left, 0))) or b""
        wanted = min(_GROWTH * wanted, _BLOCK)
        block += piece
        begin, place, left = place - (len(block) - len(piece)), place + len(piece), left - len(piece)
        some, at = _regular(block, begin, directory.before, None if stop is None else stop - number)
        if some.name:
            number += len(some.name)
            yield some
        while at <= len(block) - _ENTRY.size and number != stop:
            entry, end = _entry(block, at, begin, directory.before)
            if entry is None:
                if number >= directory.entries:  # what else an archive may keep after its entries
                    return
                raise zipfile.BadZipFile("Bad magic number for central directory")
            if end > len(block):
                break
            yield Entries._make([value] for value in entry)
            at, number = end, number + 1
        block = block[at:]
        if not piece:
            if number < directory.entries and number != stop:
                raise zipfile.BadZipFile(f"the directory ends after {number:,} of {directory.entries:,} members")
            return


def _regular(block: bytes, begin: int, before: int, most: int | None) -> tuple[Entries, int]:
    """Return the whole entries that a block begins with, up to an odd one, and where they end.

    Their marks are sought everywhere: those are entries that stand where the one before ends. What is in the extra
    field, or in the midst of a name or of a comment, is left to `_entry`.

    Args:
        block: of a directory.
        begin: its offset.
        before: bytes that stand in the file before the archive.
        most: entries that are wanted; None for all.
    """
    import numpy as np

    anywhere = np.ndarray((max(0, len(block) - _ENTRY.size + 1),), np.dtype(_ENTRIES), block, strides=(1,))
    data = np.frombuffer(block, dtype=np.uint8)
    at = np.flatnonzero(data[: len(anywhere)] == _ENTRY_MARK[0])
    for place, byte in enumerate(_ENTRY_MARK[1:], 1):
        at = at[data[at + place] == byte]
    at = at[:most]
    told = anywhere[at]
    named = at + _ENTRY.size + told["named"]
    end = named + told["extra"] + told["comment"]
    is_regular = (at == np.append(0, end[:-1])) & (end <= len(block))
    for name in ("packed", "size", "where"):
        is_regular &= told[name] != _IN_EXTRA
    count = len(at) if is_regular.all() else int(is_regular.argmin())
    at, named, end, told = at[:count], named[:count], end[:count], told[:count]
    flags, method, crc, packed, size, where = (
        told[name].tolist() for name in ("flags", "method", "crc", "packed", "size", "where")
    )
    raw = [block[first:last] for first, last in zip((at + _ENTRY.size).tolist(), named.tolist(), strict=True)]
    names = _names(raw, flags)
    places = [place + before for place in where] if before else where
    return Entries(names, flags, method, crc, packed, size, places, (at + begin).tolist()), int(end[-1]) if count else 0


def _entry(block: bytes, at: int, begin: int, before: int) -> tuple[Entry | None, int]:
    """Return the entry at a place of a block, None if there is none, and where it ends; arguments as of `_regular`."""
    mark, flags, method, crc, packed, size, named, extra, comment, where = _ENTRY.unpack_from(block, at)
    if mark != _ENTRY_MARK:
        return None, at
    end = at + _ENTRY.size + named
    name = _name(block[end - named : end], flags)
    if _IN_EXTRA in (size, packed, where):
        size, packed, where = _zip64(block[end : end + extra], [size, packed, where])
    return Entry(name, flags, method, crc, packed, size, where + before, begin + at), end + extra + comment


def _names(raw: Sequence[bytes], flags: Sequence[int]) -> list[str]:
    """Return the names of members, as `_name` does of each."""
    every = b"\0".join(raw)
    if every.isascii() and every.count(b"\0") == len(raw) - 1:  # as it mostly is
        return every.decode("ascii").split("\0")
    return list(map(_name, raw, flags))


def _name(raw: bytes, flags: int) -> str:
    name = raw.decode("utf-8" if flags & _UTF8 or raw.isascii() else "cp437", "replace")
    return name.partition("\0")[0] if "\0" in name else name


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
