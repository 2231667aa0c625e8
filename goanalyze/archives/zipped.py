"""Zip archives of any number of members in little memory.

zipfile takes 23 µs to list and unpack a member of 2 kB, more than tokenizing it. So the directory is walked here, see
`zip_directory`, and members are unpacked with the same checks (size, CRC-32). Of members that share bytes one is read;
archives joined to one another are read one after another. Both, and bombs, are seen to where an archive is read as a
whole, as such a one always is. Layout: PKWARE APPNOTE 6.3.10, sections 4.3.7 and 5.8.8.
"""

from __future__ import annotations

import bz2
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import BinaryIO

from goanalyze.archives.members import (
    DAMAGE,
    LOCKED,
    WHOLE,
    Blob,
    Member,
    PlainBlob,
    Span,
    UnreadableError,
    check_stated,
    plainly_records,
)
from goanalyze.archives.packed import Decoder
from goanalyze.archives.zip_directory import LOCAL_HEADER, Directory, Entry, Places, directories, entries
from goanalyze.vocabulary.faults import blame_surroundings

_SLACK = 512  # where a name in UTF-8 and an extra field are longer than this, a second look is taken
_BLOCK = 2**20
_ENCRYPTED = 1
_LENGTHS = struct.Struct("<26x2H")  # of a member's own header: of its name, and of what is extra
_PIECE = 2**16  # packed bytes unpacked at once, where not all are
_WINDOW = 2**17  # bytes of the archive that are held


class _Window:
    """Some bytes of an archive: members that follow one another are read together.

    Attributes:
        file: the archive.
        data: its bytes from some place on.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.data, self._place = file, b"", 0

    def show(self, place: int, size: int) -> int:
        """See that so many bytes from a place on are held, as far as the file has them; return where they begin."""
        begin = place - self._place
        if begin < 0 or begin + size > len(self.data):
            self.file.seek(place)
            self.data, self._place, begin = self.file.read(max(size, _WINDOW)) or b"", place, 0
        return begin


def zip_members(file: BinaryIO, span: Span = WHOLE, plain: str = "") -> Iterator[Member | Blob]:
    """Yield the members of a zip archive, their bytes checked by size and CRC-32.

    Args:
        file: the archive.
        span: the members wanted.
        plain: source of the blobs that small members with a record's name are yielded as, unpacked, if they begin as
            SGF does: nearly all, and nothing is to be decided about them. Not given, there are none.

    Raises:
        zipfile.BadZipFile: see `entries`.
        UnreadableError: something else than a zip archive stands before or after this one.
    """
    found = directories(file)
    shared = _shared(file, found) if span == WHOLE else {}
    number, window = -1, _Window(file)
    for some in entries(file, found, span):
        are_plain = plainly_records(some.name) if plain else [False] * len(some.name)
        for is_plain, row in zip(are_plain, zip(*some, strict=True), strict=True):
            number += 1
            name, flags, method, crc, packed, size, at, _ = row
            if number in shared:
                yield Member(name, 0, (0, 0), partial(_refused, shared[number]))
                continue
            data = _unpacked(window, name, flags, method, crc, packed, size, at) if is_plain else None
            if data is not None and data.startswith(b"(;"):
                yield PlainBlob(plain, name, data)
                continue
            pieces = partial(_pieces, window, Entry(*row)) if data is None else partial(tuple, (data,))
            yield Member(name, size, (size, packed), pieces)
    if span.stop is None:
        for where, size in (("before", found[0].before), ("after", file.seek(0, 2) - found[-1].end)):
            if size > 0:
                raise UnreadableError(f"{size:,} bytes {where} the archive are no part of it, and are not read")


def _shared(file: BinaryIO, found: Sequence[Directory]) -> dict[int, int]:
    """Return which members reach into another one, see `Places`; of a damaged archive, as far as it can be read."""
    places = Places()
    try:
        for some in entries(file, found):
            places.add(some)
    except zipfile.BadZipFile:
        pass  # is told when its members are read
    return places.shared()


def _refused(place: int) -> Iterator[bytes]:
    raise UnreadableError(f"damaged: it shares bytes with the member at byte {place:,}, and is not unpacked")


def _unpacked(
    window: _Window, name: str, flags: int, method: int, crc: int, packed: int, size: int, at: int
) -> bytes | None:
    """Return the bytes of a small member at once, as nearly all are; None of any other, or if anything is wrong.

    No `Entry` is made of a member of which nothing else is wanted.
    """
    if method != zipfile.ZIP_DEFLATED or flags & _ENCRYPTED or size >= _BLOCK or packed > _PIECE:
        return None
    try:
        data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(_packed(window, len(name), packed, at)[0], size + 1)
    except (UnreadableError, zlib.error):
        return None
    return data if len(data) == size and zlib.crc32(data) == crc else None


def _pieces(window: _Window, entry: Entry) -> Iterable[bytes]:
    """Return the bytes of a member: a small one's at once, anything else piece by piece.

    Raises:
        UnreadableError: see `_checked`.
    """
    data = _unpacked(window, *entry[:-1])
    return _checked(window, entry) if data is None else (data,)


def _checked(window: _Window, entry: Entry) -> Iterator[bytes]:
    """Yield the bytes of a member, piece by piece.

    Raises:
        UnreadableError: it is encrypted, packed in an unknown way, or damaged; the message says which.
    """
    packed, place = _packed(window, len(entry.name), min(entry.packed, _PIECE), entry.at)
    decoder, begin = _decoder(entry, packed)
    left, packed = entry.packed - len(packed), packed[begin:] if begin else packed
    size = crc = 0
    try:
        while size <= entry.size and not (decoder and decoder.eof):
            if not packed and getattr(decoder, "needs_input", True):  # zlib's decoder has no such flag
                begin = window.show(place, min(_PIECE, left))
                packed = window.data[begin : begin + min(_PIECE, left)]
                place, left = place + len(packed), left - len(packed)
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


def _packed(window: _Window, named: int, packed: int, at: int) -> tuple[bytes, int]:
    """Return the first packed bytes of a member, as many as are asked for if the file has them, and the place behind.

    Args:
        window: the archive.
        named: letters of its name.
        packed: bytes wanted.
        at: where the member begins.
    """
    try:
        begin = window.show(at, LOCAL_HEADER + named + packed + _SLACK)
        start = LOCAL_HEADER
        if begin + start <= len(window.data):
            name, extra = _LENGTHS.unpack_from(window.data, begin)
            start += name + extra
        if begin + start + packed > len(window.data):
            begin = window.show(at, start + packed)
    except (OSError, ValueError, OverflowError) as error:  # a place that no file has
        blame_surroundings(error)
        raise UnreadableError(f"damaged: {error}") from None
    if not window.data.startswith(b"PK\3\4", begin):
        raise UnreadableError("damaged: it does not begin where the directory says")
    return window.data[begin + start : begin + start + packed], at + start + packed


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
