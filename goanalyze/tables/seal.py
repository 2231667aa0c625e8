"""The seal of a Parquet file: by it any other bytes in its place are noticed, damaged, swapped or foreign.

The seal stands between the rows and the footer, where no reader of Parquet looks: footers are found from the end of a
file, and rows by the places that footers name. It is two digests: of the rows; and of the footer, the first digest and
what the file is. What that is, and where files stand, is not known here.
"""

from __future__ import annotations

import io
from hashlib import blake2b
from typing import BinaryIO, Final

import pyarrow as pa

_MARK: Final = b"goanalyze.seal"
_DIGEST: Final = 16  # bytes
_SEAL: Final = len(_MARK) + 2 * _DIGEST
_END: Final = b"PAR1"
_PIECE: Final = 4 * 2**20  # bytes read at once
_GATHERED: Final = 2**18  # bytes written at once: Arrow hands on pages, headers and dictionaries, most of them small


class Sealing(io.RawIOBase):
    """A stream that passes a Parquet file on to another one, with its seal.

    Args:
        stream: where to.
        about: what the file is: another file with the same rows that is something else has another seal.
    """

    def __init__(self, stream: pa.NativeFile | BinaryIO, about: str) -> None:
        self._stream, self._about = stream, about
        self._rows = blake2b(digest_size=_DIGEST)
        self._waiting = bytearray()
        self._size, self._is_held = 0, False

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # Arrow gives bytes, and views of them
        """Pass bytes on when there are enough, or keep them if they may be of the footer."""
        self._waiting += data
        self._size += len(data)
        if len(self._waiting) >= _GATHERED and not self._is_held:
            self._pass_on(len(self._waiting))
        return len(data)

    def _pass_on(self, size: int) -> None:
        """Write so many bytes of rows."""
        rows = bytes(self._waiting[:size])
        del self._waiting[:size]
        self._rows.update(rows)
        self._stream.write(rows)

    def tell(self) -> int:
        """Return how many bytes came."""
        return self._size

    def hold(self) -> None:
        """Say that the footer comes, and perhaps some rows before it."""
        self._is_held = True

    def seal(self) -> int:
        """Write the seal and what was held; return the size of the file."""
        self._pass_on(len(self._waiting) - _footer_size(bytes(self._waiting[-8:])))
        rows, footer = self._rows.digest(), bytes(self._waiting)
        self._stream.write(_MARK + rows + _of_footer(self._about, rows, footer) + footer)
        return self._size + _SEAL


def is_sealed(stream: pa.NativeFile, about: str, *, whole: bool = True) -> bool:
    """Return whether a file is what was sealed, byte for byte.

    Args:
        stream: the file.
        about: what it should be.
        whole: whether rows are looked at, too; else only what the footer says of them.
    """
    size = stream.size()
    footer = _footer_size(stream.read_at(min(size, 8), max(size - 8, 0)))
    begin = size - footer - _SEAL
    if begin < 0 or not footer:
        return False
    tail = stream.read_at(size - begin, begin)
    mark, rows, told, footer_bytes = (
        tail[: -footer - 2 * _DIGEST],
        tail[-footer - 2 * _DIGEST : -footer - _DIGEST],
        tail[-footer - _DIGEST : -footer],
        tail[-footer:],
    )
    if mark != _MARK or told != _of_footer(about, rows, footer_bytes):
        return False
    return not whole or rows == _digest_until(stream, begin)


def _footer_size(end: bytes) -> int:
    """Return the bytes of a footer by the last eight of its file; 0 if that is no Parquet file."""
    return int.from_bytes(end[:4], "little") + len(end) if len(end) == 8 and end[4:] == _END else 0


def _of_footer(about: str, rows: bytes, footer: bytes) -> bytes:
    return blake2b(b"\0".join((about.encode(), rows, footer)), digest_size=_DIGEST).digest()


def _digest_until(stream: pa.NativeFile, end: int) -> bytes:
    """Return the digest of a file's bytes before a place."""
    found = blake2b(digest_size=_DIGEST)
    stream.seek(0)
    while (at := stream.tell()) < end and (piece := stream.read(min(_PIECE, end - at))):
        found.update(piece)
    return found.digest()
