"""The content of a file by its first bytes: compressed text is unpacked, and archives are named."""

from __future__ import annotations

import io
import re
from typing import Final

from goanalyze.archives.files import first_part
from goanalyze.archives.members import Blob, UnreadableError, check_ratio, check_size
from goanalyze.archives.packed import DamagedError, Stream, SurplusError, unpacked

_PIECE: Final = 2**20
_HEAD: Final = 2_000
_ARCHIVES: Final = tuple(
    (re.compile(pattern, re.DOTALL), kind)
    for pattern, kind in (
        (rb"7z\xbc\xaf\x27\x1c", "a 7z archive, though its name does not end in .7z; rename it"),
        (rb"Rar!\x1a\x07", "a RAR archive, though its name does not end in .rar; rename it"),
        (rb"..-l[hz][0-9d]-", "an LZH archive, though its name does not end in .lzh; rename it"),
        (rb"MSCF\0\0\0\0", "a CAB archive, though its name does not end in .cab; rename it"),
    )
)


def contents(source: str, member: str, data: bytes) -> Blob:
    """Return a file or member, unpacked if it is compressed.

    Raises:
        UnreadableError: the bytes are those of an archive, which the message names; or they are over a limit.

    Example:
        >>> import gzip
        >>> contents("a.sgf.gz", "", gzip.compress(b"(;SZ[9])")).data
        b'(;SZ[9])'
    """
    if data.startswith(b"(;"):
        return Blob(source, member, data)
    stream = unpacked(io.BytesIO(data))
    if stream is not None:
        return _from_stream(source, member, stream, len(data))
    first = first_part(member or source)
    if first is not None and (data.startswith(b"Rar!") or not first.lower().endswith(".rar")):
        message = f"is a part of a split archive whose first part is not here: {first}"
        raise UnreadableError(message, "GO001", len(data))
    for pattern, kind in _ARCHIVES:
        if pattern.match(data[:_HEAD]):
            raise UnreadableError(f"is {kind}", "GO001", len(data))
    return Blob(source, member, data)


def _from_stream(source: str, member: str, stream: Stream, packed: int) -> Blob:
    """Return the unpacked bytes of one file, within the limits."""
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
