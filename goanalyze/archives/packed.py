"""Streams packed by gzip, bzip2, xz and Zstandard, unpacked to their very end, where their checksums stand.

The wrappers of the standard library would not do: they take whatever follows a bzip2 or xz stream for nothing, even
the rest of the stream with one bit altered, and who does not read to the end never learns what the checksum says.
Layouts: RFC 1952, sections 2.2 and 2.3; `.xz` file format 1.2, sections 2 and 2.2.
"""

from __future__ import annotations

import bz2
import lzma
import re
import zlib
from collections.abc import Callable
from typing import BinaryIO, Final, Protocol

from goanalyze.archives.members import DAMAGE
from goanalyze.vocabulary.faults import blame_surroundings, sentence

_PIECE = 2**17  # packed bytes unpacked at once
_CRUMB = 2**9  # the same, and bytes that come of it, where all is wanted up to the damage: what raises gives nothing
_LONGEST_MARK = 10
_ZSTD_MARK: Final = re.compile(rb"\x28\xb5\x2f\xfd")


class DamagedError(ValueError):
    """The stream is altered or cut off: nothing that was read from it is certain."""


class SurplusError(ValueError):
    """The stream is whole, its checksum right; something follows it that is no such stream."""


class Stream(Protocol):
    """What a packed stream holds."""

    def read(self, size: int, /) -> bytes:
        """Return some bytes, `size` at most; none at the end.

        Raises:
            DamagedError, SurplusError: see there.
            OSError: the file cannot be read.
        """
        ...


class Decoder(Protocol):
    """What unpacks one stream: of `zlib`, `bz2` or `lzma`."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""

    @property
    def unused_data(self) -> bytes:
        """What followed its end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Unpack some bytes."""


class _Decoded:
    """The stream, or the streams one after another, that a file holds; zeros may follow them."""

    def __init__(self, file: BinaryIO, mark: re.Pattern[bytes], new: Callable[[], Decoder], piece: int) -> None:
        self._file, self._mark, self._new, self._piece = file, mark, new, piece
        self._decoder, self._packed = new(), b""

    def read(self, size: int, /) -> bytes:
        """See `Stream`."""
        while not self._decoder.eof or self._begin_next():
            wants = getattr(self._decoder, "needs_input", True)  # zlib's decoder has no such flag
            if wants and not self._packed:
                self._packed = self._file.read(self._piece) or b""
            is_end = wants and not self._packed
            try:
                data = self._decoder.decompress(self._packed, min(size, self._piece))
            except DAMAGE as error:
                blame_surroundings(error)
                raise DamagedError(sentence(error)) from None
            self._packed = getattr(self._decoder, "unconsumed_tail", b"")
            if data:
                return data
            if is_end and not self._decoder.eof:
                raise DamagedError("it ends before its checksum")
        return b""

    def _begin_next(self) -> bool:
        """Begin the next stream, if there is one; raises SurplusError if something else is there."""
        rest = self._decoder.unused_data.lstrip(b"\0")
        while len(rest) < _LONGEST_MARK and (piece := self._file.read(_PIECE)):
            rest = (rest + piece).lstrip(b"\0")
        if rest and not self._mark.match(rest):
            raise SurplusError("what follows the end of the packed data is not read")
        self._decoder, self._packed = (self._new(), rest) if rest else (self._decoder, b"")
        return bool(rest)


class _Zstd:
    """What a file packed by Zstandard holds; pyarrow unpacks it. It has a checksum only where its writer wanted one."""

    def __init__(self, file: BinaryIO) -> None:
        import pyarrow as pa

        self._stream = pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd")

    def read(self, size: int, /) -> bytes:
        """See `Stream`."""
        try:
            data: bytes = self._stream.read(size)
        except OSError as error:
            blame_surroundings(error)
            raise DamagedError(sentence(error)) from None
        return data


_DECODERS: Final[dict[re.Pattern[bytes], Callable[[], Decoder]]] = {
    re.compile(rb"\x1f\x8b\x08"): lambda: zlib.decompressobj(16 + zlib.MAX_WBITS),
    re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"): bz2.BZ2Decompressor,
    re.compile(rb"\xfd7zXZ\0"): lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ),
}


def unpacked(file: BinaryIO, *, is_damaged: bool = False) -> Stream | None:
    """Return what a packed file holds, read from its beginning; None if it is not packed.

    Args:
        file: the file.
        is_damaged: whether to give all that can be had up to the damage, which takes some ten times as long.
    """
    file.seek(0)
    head = file.read(_LONGEST_MARK) or b""
    file.seek(0)
    if _ZSTD_MARK.match(head):
        return _Zstd(file)
    piece = _CRUMB if is_damaged else _PIECE
    found = ((mark, new) for mark, new in _DECODERS.items() if mark.match(head))
    return next((_Decoded(file, mark, new, piece) for mark, new in found), None)
