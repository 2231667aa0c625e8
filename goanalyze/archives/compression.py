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
from collections.abc import Callable
from typing import BinaryIO, Final, Protocol, TypeAlias

from goanalyze.archives.blobs import DATA_ERRORS, Blob, UnreadableError, check_ratio, check_size
from goanalyze.archives.files import first_part
from goanalyze.util.faults import raise_resource_failure, sentence

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


class DecodedStream:
    """The content of one compressed stream."""

    def __init__(self, decoder: Decoder, read_packed: Callable[[], bytes], packed: bytes = b"") -> None:
        self.decoder, self._read_packed, self._packed = decoder, read_packed, packed

    def read(self, size: int, /) -> bytes:
        """Return some bytes, `size` at most; none at the end of the stream or of the compressed bytes."""
        while not self.decoder.eof:
            needs_input = getattr(self.decoder, "needs_input", True)  # zlib's decoder has no such flag
            if needs_input and not self._packed:
                self._packed = self._read_packed()
            is_end = needs_input and not self._packed
            try:
                data = self.decoder.decompress(self._packed, size)
            except DATA_ERRORS as error:
                raise_resource_failure(error)
                raise DamagedError(sentence(error)) from None
            self._packed = getattr(self.decoder, "unconsumed_tail", b"")
            if data or is_end:
                return data
        return b""


class _JoinedStreams:
    """The stream in a file, or several one after another; zeros may follow them."""

    def __init__(self, file: BinaryIO, mark: re.Pattern[bytes], new: Callable[[], Decoder], piece: int) -> None:
        self._file, self._mark, self._new, self._piece = file, mark, new, piece
        self._stream = self._begin(b"")

    def _begin(self, packed: bytes) -> DecodedStream:
        return DecodedStream(self._new(), lambda: self._file.read(self._piece) or b"", packed)

    def read(self, size: int, /) -> bytes:
        """Return some bytes, `size` at most; none at the end."""
        while not (data := self._stream.read(min(size, self._piece))):
            if not self._stream.decoder.eof:
                raise DamagedError("it ends before its checksum")
            rest = self._stream.decoder.unused_data.lstrip(b"\0")
            while len(rest) < _LONGEST_MARK and (packed := self._file.read(_PIECE)):
                rest = (rest + packed).lstrip(b"\0")
            if not rest:
                break
            if not self._mark.match(rest):
                raise SurplusError("what follows the end of the packed data is not read")  # language: in tables
            self._stream = self._begin(rest)
        return data


class _ZstdStream:
    """The content of a file packed by Zstandard, by pyarrow. A checksum is optional in this format."""

    def __init__(self, file: BinaryIO) -> None:
        import pyarrow as pa

        self._stream = pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd")

    def read(self, size: int, /) -> bytes:
        """See `_JoinedStreams.read`."""
        try:
            data: bytes = self._stream.read(size)
        except OSError as error:
            raise_resource_failure(error)
            raise DamagedError(sentence(error)) from None
        return data


Stream: TypeAlias = _JoinedStreams | _ZstdStream
"""The content of a compressed file."""

_DECODERS: Final[dict[re.Pattern[bytes], Callable[[], Decoder]]] = {
    re.compile(rb"\x1f\x8b\x08"): lambda: zlib.decompressobj(16 + zlib.MAX_WBITS),
    re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"): bz2.BZ2Decompressor,
    re.compile(rb"\xfd7zXZ\0"): lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ),
}


def open_stream(file: BinaryIO, *, is_damaged: bool = False) -> Stream | None:
    """Return the content of a compressed file from its beginning; None if it is not compressed.

    With `is_damaged`, all bytes up to the damage are returned, which takes some ten times as long.
    """
    file.seek(0)
    head = file.read(_LONGEST_MARK) or b""
    file.seek(0)
    if _ZSTD_MARK.match(head):
        return _ZstdStream(file)
    piece = _CRUMB if is_damaged else _PIECE
    return next((_JoinedStreams(file, mark, new, piece) for mark, new in _DECODERS.items() if mark.match(head)), None)


def content(source: str, member: str, data: bytes) -> Blob:
    """Return a file or member, unpacked if it is compressed."""
    if data.startswith(b"(;"):
        return Blob(source, member, data)
    stream = open_stream(io.BytesIO(data))
    if stream is not None:
        return _unpack(source, member, stream, len(data))
    first = first_part(member or source)
    if first is not None and (data.startswith(b"Rar!") or not first.lower().endswith(".rar")):
        message = f"is a part of a split archive whose first part is not here: {first}"
        raise UnreadableError(message, "GO001", len(data))
    for pattern, message in _ARCHIVES:
        if pattern.match(data[:_HEAD]):
            raise UnreadableError(message, "GO001", len(data))
    return Blob(source, member, data)


def _unpack(source: str, member: str, stream: Stream, packed: int) -> Blob:
    """Return the content of one file, within the limits."""
    pieces, size = [], 0
    code, message = None, ""
    try:
        while piece := stream.read(_PIECE):
            pieces.append(piece)
            size += len(piece)
            check_size(size)
            check_ratio(size, packed)
    except DamagedError as error:
        raise UnreadableError(f"cannot be unpacked: {error}", "GO002" if member else "GO001") from None
    except SurplusError as error:
        code, message = "GO002", str(error)
    return Blob(source, member, b"".join(pieces), code, message)
