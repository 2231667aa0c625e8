"""What the bytes of a file are, as they show themselves: compressed text is unpacked, and what is not SGF is named.

Formats of Asian servers are named and not read: the existing library for them loses passes, komi and margins.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
from collections.abc import Callable
from typing import BinaryIO, Final, TypeAlias, cast

from goanalyze.archives.files import first_part
from goanalyze.archives.members import DAMAGE, UnreadableError, check_ratio, check_size, sentence
from goanalyze.vocabulary import limits

ZSTD_MARK: Final = b"\x28\xb5\x2f\xfd"
_HEAD = 2_000
_CONVERT = "not SGF; convert it with Sabaki"
_NAMED: Final = tuple(
    (re.compile(pattern, re.DOTALL), what)
    for pattern, what in (
        (rb"7z\xbc\xaf\x27\x1c", "a 7z archive, though its name does not end in .7z; rename it"),
        (rb"Rar!\x1a\x07", "a RAR archive, though its name does not end in .rar; rename it"),
        (rb"..-l[hz][0-9d]-", "an LZH archive, though its name does not end in .lzh; rename it"),
        (rb"MSCF\0\0\0\0", "a CAB archive, though its name does not end in .cab; rename it"),
        (rb"\s*\\HS\s.*\\(?:HE|GS|\[\w+=)", f"a GIB file of Tygem, {_CONVERT}"),
        (rb"\s*\\\[GAME[A-Z]*=", f"a GIB file of Tygem, {_CONVERT}"),
        (rb"(?:\xef\xbb\xbf)?\s*(?i:\[Header\])\s", f"a UGF or UGI file of PandaNet, {_CONVERT}"),
        (rb"[^\r\n(]*\r?\n\s*\d{1,2}\s*\r?\n(?:[^\r\n]*\r?\n){7,10}PM[A-Z]{4,}", f"an NGF file of WBaduk, {_CONVERT}"),
    )
)


def contents(source: str, member: str, data: bytes) -> bytes:
    """Return the bytes of a file or member, unpacked if they are compressed.

    Raises:
        UnreadableError: they cannot be SGF, and the message says what they are; or they are too many.

    Example:
        >>> contents("a.sgf.gz", "", gzip.compress(b"(;SZ[9])"))
        b'(;SZ[9])'
    """
    if data.startswith(b"(;"):
        return data
    for mark, opener in _COMPRESSED.items():
        if data.startswith(mark):
            return _unpacked(data, opener, "GO002" if member else "GO001")
    first = first_part(member or source)
    if first is not None and (data.startswith(b"Rar!") or not first.lower().endswith(".rar")):
        message = f"is a part of a split archive whose first part is not here: {first}"
        raise UnreadableError(message, "GO001", len(data))
    for pattern, what in _NAMED:
        if pattern.match(data[:_HEAD]):
            raise UnreadableError(f"is {what}", "GO001", len(data))
    return data


def unzstd(file: BinaryIO) -> BinaryIO:
    """Return a stream of what a stream packed by Zstandard holds; pyarrow unpacks it."""
    import pyarrow as pa

    return cast("BinaryIO", pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "zstd"))


_Opener: TypeAlias = Callable[[BinaryIO], io.BufferedIOBase | BinaryIO]

_COMPRESSED: Final[dict[bytes, _Opener]] = {
    b"\x1f\x8b\x08": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\0": lzma.LZMAFile,
    ZSTD_MARK: unzstd,
}


def _unpacked(data: bytes, opener: _Opener, code: str) -> bytes:
    """Unpack the bytes of one file, no further than the limits allow."""
    most = min(limits.MAX_FILE_BYTES, max(2**20, limits.MAX_ARCHIVE_RATIO * len(data)))
    try:
        with opener(io.BytesIO(data)) as file:
            text: bytes = file.read(most + 1)
    except DAMAGE as error:
        raise UnreadableError(f"cannot be unpacked: {sentence(error)}", code) from None
    check_size(len(text))
    check_ratio(len(text), len(data))
    return text
