"""Compressed data: one loop for gzip, bzip2, xz and the methods of zip; and files that are compressed or misnamed.

A stream is read to its very end, where its checksum is. The wrappers of the standard library ignore any bytes after a
bzip2 or xz stream, even the rest of the stream with one bit altered.
Sources: RFC 1952, sections 2.2 and 2.3; `.xz` file format 1.2, sections 2 and 2.2.
"""

from __future__ import annotations

import bz2
import io
import lzma
import re
import zlib
from collections.abc import Callable, Iterator
from math import inf
from typing import Any, BinaryIO, Final, Protocol

from goanalyze.archives.blobs import DATA_ERRORS, Blob, UnreadableError, check_ratio, check_size
from goanalyze.archives.files import first_part
from goanalyze.vocabulary.faults import blame_surroundings, sentence

_PIECE: Final = 2**17  # compressed bytes read, and bytes unpacked, at once
_CRUMB: Final = 2**9  # the same for a damaged stream, since a failing call returns nothing
_LONGEST_MARK: Final = 10
_HEAD: Final = 2_000
_ZSTD_MARK: Final = re.compile(rb"\x28\xb5\x2f\xfd")
_ARCHIVES: Final = tuple(
    (re.compile(pattern, re.DOTALL), f"is {kind} archive, though its name does not end in {ending}; rename it")
    for pattern, kind, ending in (
        (rb"7z\xbc\xaf\x27\x1c", "a 7z", ".7z"),
        (rb"Rar!\x1a\x07", "a RAR", ".rar"),
        (rb"..-l[hz][0-9d]-", "an LZH", ".lzh"),
        (rb"MSCF\0\0\0\0", "a CAB", ".cab"),
    )
)


class DamagedError(ValueError):
    """The stream is altered or cut off: nothing that was read from it is certain."""


class SurplusError(ValueError):
    """The stream is intact, its checksum right; other bytes follow it."""


class Decoder(Protocol):
    """A decoder for one stream: of `zlib`, `bz2` or `lzma`."""

    @property
    def eof(self) -> bool:
        """True if the stream has ended."""

    @property
    def unused_data(self) -> bytes:
        """Bytes that followed its end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Unpack some bytes."""


def decoded(
    decoder: Decoder, read: Callable[[], bytes], size: int, packed: bytes = b"", limit: float = inf
) -> Iterator[bytes]:
    """Yield the unpacked bytes of one stream, piece by piece, until it ends or `read` returns nothing more.

    Args:
        decoder: a new decoder.
        read: function that returns the next compressed bytes.
        size: bytes that are unpacked at once, at most.
        packed: compressed bytes that were read before.
        limit: number of bytes after which it stops.

    Raises:
        DamagedError: the bytes are no such stream.
    """
    while limit > 0 and not decoder.eof:
        needs_input = getattr(decoder, "needs_input", True)  # zlib's decoder has no such flag
        if needs_input and not packed:
            packed = read()
        is_end = needs_input and not packed
        try:
            data = decoder.decompress(packed, int(min(size, limit)))
        except DATA_ERRORS as error:
            blame_surroundings(error)
            raise DamagedError(sentence(error)) from None
        packed = getattr(decoder, "unconsumed_tail", b"")
        limit -= len(data)
        if data:
            yield data
        elif is_end:
            return


def _streams(file: BinaryIO, mark: re.Pattern[bytes], new: Callable[[], Decoder], size: int) -> Iterator[bytes]:
    """Yield the bytes of the stream in a file, or of several one after another; zeros may follow them."""
    rest = b""
    while True:
        decoder = new()
        yield from decoded(decoder, lambda: file.read(size) or b"", size, rest)
        if not decoder.eof:
            raise DamagedError("it ends before its checksum")
        rest = decoder.unused_data.lstrip(b"\0")
        while len(rest) < _LONGEST_MARK and (packed := file.read(_PIECE)):
            rest = (rest + packed).lstrip(b"\0")
        if not rest:
            return
        if not mark.match(rest):
            raise SurplusError("what follows the end of the packed data is not read")


def _zstd(file: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield the bytes of a file packed by Zstandard, by pyarrow. A checksum is optional in this format."""
    import pyarrow as pa

    try:
        with pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd") as stream:
            yield from iter(lambda: stream.read(size), b"")
    except OSError as error:
        blame_surroundings(error)
        raise DamagedError(sentence(error)) from None


_DECODERS: Final[dict[re.Pattern[bytes], Callable[[], Decoder]]] = {
    re.compile(rb"\x1f\x8b\x08"): lambda: zlib.decompressobj(16 + zlib.MAX_WBITS),
    re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"): bz2.BZ2Decompressor,
    re.compile(rb"\xfd7zXZ\0"): lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ),
}


def unpacked(file: BinaryIO, *, is_damaged: bool = False) -> Iterator[bytes] | None:
    """Return the content of a compressed file in pieces, read from its beginning; None if it is not compressed.

    Args:
        file: the file.
        is_damaged: True to yield all bytes up to the damage, which takes some ten times as long.

    Raises:
        DamagedError, SurplusError: see these; by the iterator.
        OSError: the file cannot be read.
    """
    file.seek(0)
    head = file.read(_LONGEST_MARK) or b""
    file.seek(0)
    size = _CRUMB if is_damaged else _PIECE
    if _ZSTD_MARK.match(head):
        return _zstd(file, size)
    return next((_streams(file, mark, new, size) for mark, new in _DECODERS.items() if mark.match(head)), None)


class _PieceReader(io.RawIOBase):
    """Pieces as a file without `seek`."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = next(self._pieces, b"")
        buffer[: len(piece)] = piece  # a piece is never larger than the reader's buffer
        return len(piece)


def as_file(pieces: Iterator[bytes]) -> BinaryIO:
    """Return the pieces of a compressed file as a file to be read once, from beginning to end."""
    return io.BufferedReader(_PieceReader(pieces), _PIECE)


def content(source: str, member: str, data: bytes) -> Blob:
    """Return a file or member, unpacked if it is compressed.

    Raises:
        UnreadableError: the bytes are those of an archive, which the message names; or they are over a limit.

    Example:
        >>> import gzip
        >>> content("a.sgf.gz", "", gzip.compress(b"(;SZ[9])")).data
        b'(;SZ[9])'
    """
    if data.startswith(b"(;"):
        return Blob(source, member, data)
    pieces = unpacked(io.BytesIO(data))
    if pieces is not None:
        return _unpack(source, member, pieces, len(data))
    first = first_part(member or source)
    if first is not None and (data.startswith(b"Rar!") or not first.lower().endswith(".rar")):
        message = f"is a part of a split archive whose first part is not here: {first}"
        raise UnreadableError(message, "GO001", len(data))
    for pattern, message in _ARCHIVES:
        if pattern.match(data[:_HEAD]):
            raise UnreadableError(message, "GO001", len(data))
    return Blob(source, member, data)


def _unpack(source: str, member: str, stream: Iterator[bytes], packed: int) -> Blob:
    """Return the content of one file, within the limits."""
    pieces, size = [], 0
    code, message = None, ""
    try:
        for piece in stream:
            pieces.append(piece)
            size += len(piece)
            check_size(size)
            check_ratio(size, packed)
    except DamagedError as error:
        raise UnreadableError(f"cannot be unpacked: {error}", "GO002" if member else "GO001") from None
    except SurplusError as error:
        code, message = "GO002", str(error)
    return Blob(source, member, b"".join(pieces), code, message)
