"""The bytes of files and archive members, or the reasons that they cannot be read: the result of every reader.

Scope: these values, names in tables, limits, and the sentences that readers share.
"""

from __future__ import annotations

import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from goanalyze import limits

DATA_ERRORS: Final = (OSError, EOFError, ValueError, OverflowError, zlib.error, lzma.LZMAError)
"""Exceptions that damaged data cause in decoders. The overflow is an offset in the file beyond 2⁶³."""

ENCRYPTED_MESSAGE: Final = "cannot be unpacked: it is encrypted, and a password is needed"

_SHADOWS: Final = "__MACOSX/"
_IGNORED_ENDINGS: Final = ("/", _SHADOWS, ".DS_Store", "Thumbs.db")
_RATIO_FROM: Final = 2**20  # a high ratio is harmless below this size
_CODE: Final = r"x(?:5c|[89a-f][0-9a-f])|ud[89a-f][0-9a-f]{2}"
_ESCAPE: Final = re.compile(rf"\\(?:{_CODE})")
_UNPRINTABLE: Final = re.compile(rf"[\ud800-\udfff]|\\(?={_CODE})")


class Blob(NamedTuple):
    """The bytes of one file or archive member, or the reason that they cannot be read.

    Attributes:
        source: path of the file or archive, ``-`` for standard input.
        member: name inside an archive, else empty.
        data: the bytes; empty if they could not be read.
        code: GO001, GO002 or GO004 if the bytes could not be read, or are not text; GO002 with bytes that may be
            altered or incomplete; GO003 for an archive without files.
        message: the event in one sentence.
        size: number of bytes that were read and then dropped, since they are not text; else 0.
        game: number of the only game to be read from it, from 0; −1 for all.
        non_record_kind: kind of a file that neither its name nor the user calls a record, see
            `goanalyze.archives.non_records`; else empty.
    """

    source: str
    member: str
    data: bytes
    code: str | None = None
    message: str = ""
    size: int = 0
    game: int = -1
    non_record_kind: str = ""


class UnreadableError(Exception):
    """A file or member cannot be read, for a reason in one sentence; its neighbours can."""

    def __init__(self, message: str, code: str = "GO002", size: int = 0) -> None:
        super().__init__(message)
        self.code, self.size = code, size

    def blob(self, source: str, member: str = "") -> Blob:
        """Return the blob that takes the place of the bytes."""
        return Blob(source, member, b"", self.code, str(self), self.size)


class Member(NamedTuple):
    """A member of an archive, as the reader of its format describes it.

    Attributes:
        name: its name.
        size: bytes, unpacked; 0 if it will not be unpacked.
        ratio: bytes that must be unpacked to read it, and the compressed bytes that contain them.
        pieces: function that yields its bytes; to be called before the next member is requested. It raises
            `UnreadableError` for damage to this member only, and one of `DATA_ERRORS` for damage to all that follows.
        integrity_warning: reason that its bytes may be altered nevertheless; empty if none is known.
        share: share of the archive before it, from 0 to 1; 0 if the sizes of its members were known in advance.
    """

    name: str
    size: int
    ratio: tuple[int, int]
    pieces: Callable[[], Iterable[bytes]]
    integrity_warning: str = ""
    share: float = 0.0


class MemberRange(NamedTuple):
    """A run of an archive's members.

    Attributes:
        first: number of its first member in the archive, from 0; every member counts.
        stop: number after its last member; None for all to the end, however many there are.
        offset: byte of a tar archive at which reading begins.
        directory: these members' part of a zip archive's directory, see `zip_reader.ZipDirectory.packed`; empty if it
            is to be read from the archive.
    """

    first: int = 0
    stop: int | None = None
    offset: int = 0
    directory: bytes = b""


ALL_MEMBERS: Final = MemberRange()


class MemberStats(NamedTuple):
    """Facts for planning about the members of an archive, one row of each column per member.

    Attributes:
        sizes: bytes, unpacked; 0 for pictures and the like, see `non_records.record_sizes`.
        draws: pseudo-random numbers below 2³², from name or content.
        marks: identity bytes.
        offsets: bytes at which members of a tar archive begin; else empty.
    """

    sizes: Sequence[int]
    draws: Sequence[int]
    marks: Sequence[bytes]
    offsets: Sequence[int] = ()


def printable(name: str) -> str:
    r"""Return the name of a file or member in tables: valid UTF-8, and different for different names.

    A byte of no known charset is ``\xff``, half of a UTF-16 pair ``\ud800``. Where a name itself has such text, its
    backslash is ``\x5c``; all other names stay as they are.

    Example:
        >>> [printable(name) for name in ("棋.sgf", "\udcff.sgf", r"\xff.sgf", r"a\b.sgf")] == [
        ...     "棋.sgf", r"\xff.sgf", r"\x5cxff.sgf", r"a\b.sgf"]
        True
    """
    if name.isascii() and "\\" not in name:  # as in nearly all names
        return name
    return _UNPRINTABLE.sub(_escaped, name)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    is_byte = code == ord("\\") or 0xDC80 <= code <= 0xDCFF
    return f"\\x{code & 0xFF:02x}" if is_byte else f"\\u{code:04x}"


def as_on_disk(name: str) -> str:
    """Return the name of a file or member from its name in tables; the inverse of `printable`."""
    return _ESCAPE.sub(_unescaped, name)


def _unescaped(match: re.Match[str]) -> str:
    code = int(match[0].lstrip("\\xu"), 16)
    return chr(0xDC00 + code if 0x80 <= code <= 0xFF else code)


def is_ignored(member: str) -> bool:
    """Return True for a folder and for the extra files of macOS and Windows."""
    return member.endswith(_IGNORED_ENDINGS) or member.startswith(_SHADOWS)


def is_plain_record(member: str) -> bool:
    """Return True if a name is that of a record, not ignored, and the same in tables."""
    return member.endswith(".sgf") and "\\" not in member and not member.startswith(_SHADOWS)


def check_size(size: int, limit: int | None = None, kind: str = "one file") -> None:
    """Raise `UnreadableError` for a file over the limit, by default that of one file."""
    if size > (limit := limits.MAX_FILE_BYTES if limit is None else limit):
        raise UnreadableError(f"{size:,} bytes or more, over the limit of {limit:,} for {kind}", "GO004")


def check_stated(size: int, stated: int) -> None:
    """Raise `UnreadableError` if a member unpacks to more or fewer bytes than its archive says."""
    if size != stated:
        raise UnreadableError(f"damaged: it unpacks to {'more' if size > stated else 'fewer'} bytes than stated")


def check_ratio(size: int, compressed: int) -> None:
    """Raise `UnreadableError` for data that unpack to more bytes than text can."""
    if size > _limit_by_ratio(compressed):
        over = f"over the ratio of {limits.MAX_ARCHIVE_RATIO}; skipped"
        raise UnreadableError(f"unpacks from {compressed:,} to {size:,} bytes, {over}", "GO004")


def _limit_by_ratio(compressed: int) -> int:
    return max(_RATIO_FROM, limits.MAX_ARCHIVE_RATIO * max(compressed, 1))


def archive_limit(compressed: int) -> int:
    """Return the limit of unpacked bytes for a whole archive, given its size in bytes."""
    return min(_limit_by_ratio(compressed), max(compressed, limits.MAX_ARCHIVE_BYTES))


def check_archive_size(size: int, compressed: int) -> None:
    """Raise `UnreadableError` if a whole archive unpacks to more bytes than `archive_limit`."""
    if size > max(compressed, limits.MAX_ARCHIVE_BYTES):
        raise UnreadableError(
            f"unpacks to more than {limits.MAX_ARCHIVE_BYTES:,} bytes, the limit for one archive", "GO004"
        )
    check_ratio(size, compressed)
