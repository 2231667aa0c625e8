"""The bytes of one file or archive member, or why there are none: what every reader hands on.

What may live here: these values, the names they have in tables, and the sentences that readers share.
"""

from __future__ import annotations

import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from goanalyze.vocabulary import limits

DAMAGE: Final = (OSError, EOFError, ValueError, OverflowError, zlib.error, lzma.LZMAError)
"""What decompressors raise on damaged data; the overflow is an offset in the file beyond 2⁶³."""

LOCKED: Final = "cannot be unpacked: it is encrypted, and a password is needed"

_SHADOWS = "__MACOSX/"
_PASSED_OVER = ("/", _SHADOWS, ".DS_Store", "Thumbs.db")
_RATIO_FROM = 2**20  # below this size a high ratio harms nobody
_CODE = r"x(?:5c|[89a-f][0-9a-f])|ud[89a-f][0-9a-f]{2}"
_ESCAPE = re.compile(rf"\\(?:{_CODE})")
_UNPRINTABLE = re.compile(rf"[\ud800-\udfff]|\\(?={_CODE})")


class Blob(NamedTuple):
    """The bytes of one file or archive member, or why there are none.

    Attributes:
        source: path of the file or archive, ``-`` for standard input.
        member: name inside an archive, else empty.
        data: the bytes; empty when they could not be read.
        code: GO001, GO002 or GO004 when the bytes could not be read, or are not text; GO002 beside bytes that may be
            altered or not all; GO003 of an archive that holds no file.
        message: what happened, in one sentence.
        size: number of bytes that were read and are not handed on, since they are not text; else 0.
        game: number of the one game that is wanted of it, from 0; −1 for all.
        non_record_kind: kind of a file that is not named as a record, nor by the user, as
            `goanalyze.archives.non_records` names it; else empty.
    """

    source: str
    member: str
    data: bytes
    code: str | None = None
    message: str = ""
    size: int = 0
    game: int = -1
    non_record_kind: str = ""


class PlainBlob(Blob):
    """A member of which nothing is left to be decided: it is one of `plainly_records`, and begins as SGF does.

    The name of its archive is the same in tables.
    """

    __slots__ = ()


class UnreadableError(Exception):
    """A file or member whose bytes cannot be had, in one sentence; its neighbours can.

    Attributes:
        code, size: see `Blob`.
    """

    def __init__(self, message: str, code: str = "GO002", size: int = 0) -> None:
        super().__init__(message)
        self.code, self.size = code, size

    def blob(self, source: str, member: str = "") -> Blob:
        """Return what is handed on in place of the bytes."""
        return Blob(source, member, b"", self.code, str(self), self.size)


class UncutError(Exception):
    """An archive that can be read as a whole only."""


class Member(NamedTuple):
    """A member of an archive, as the reader of its format describes it.

    Attributes:
        name: its name.
        size: bytes, unpacked; 0 of one that will not be.
        ratio: bytes that must be unpacked to have it, and the packed bytes that they are in.
        pieces: returns its bytes, piece by piece; to be called before the next member is asked for. Raises
            `UnreadableError` for what costs this member only, and one of `DAMAGE` and the like for what costs the rest.
        doubt: why its bytes may be altered all the same; empty if they cannot be, or nobody could know.
        share: how much of the archive is read before it; 0 where the sizes of its members were known beforehand.
    """

    name: str
    size: int
    ratio: tuple[int, int]
    pieces: Callable[[], Iterable[bytes]]
    doubt: str = ""
    share: float = 0.0


class Span(NamedTuple):
    """A run of an archive's members.

    Attributes:
        first: number of its first member in the archive, from 0, counting those that are passed over.
        stop: the number after its last member; None for all to the end, however many there are.
        place: offset where reading begins: of the zip directory's entry, of the tar header; 0 for the beginning.
    """

    first: int = 0
    stop: int | None = None
    place: int = 0


WHOLE: Final = Span()


class Rough(NamedTuple):
    """What planning wants of members that follow one another, some thousands of them, each in a row of every column.

    Attributes:
        place: offset where it begins, see `Span`.
        size: bytes, unpacked; 0 of pictures and the like, see `non_records.record_sizes`.
        draw: a number below 2³² drawn from its name or content.
        mark: what tells it from another one.
    """

    place: Sequence[int]
    size: Sequence[int]
    draw: Sequence[int]
    mark: Sequence[bytes]


def printable(name: str) -> str:
    r"""Return the name that tables have for a file or member: UTF-8 can hold it, and no two become one.

    A byte of no known charset is ``\xff``, half of a UTF-16 pair ``\ud800``. Where a name has such text itself, its
    backslash is ``\x5c``; all other names stay as they are.

    Example:
        >>> [printable(name) for name in ("棋.sgf", "\udcff.sgf", r"\xff.sgf", r"a\b.sgf")] == [
        ...     "棋.sgf", r"\xff.sgf", r"\x5cxff.sgf", r"a\b.sgf"]
        True
    """
    return name if _is_simple(name) else _UNPRINTABLE.sub(_escaped, name)


def _is_simple(name: str) -> bool:
    """Return whether a name surely is the same in tables, as nearly all are."""
    return name.isascii() and "\\" not in name


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    is_byte = code == ord("\\") or 0xDC80 <= code <= 0xDCFF
    return f"\\x{code & 0xFF:02x}" if is_byte else f"\\u{code:04x}"


def as_on_disk(name: str) -> str:
    """Return the name of a file or member from the one that tables have; the inverse of `printable`."""
    return _ESCAPE.sub(_unescaped, name)


def _unescaped(found: re.Match[str]) -> str:
    code = int(found[0].lstrip("\\xu"), 16)
    return chr(0xDC00 + code if 0x80 <= code <= 0xFF else code)


def holds_no_record(member: str) -> bool:
    """Return whether a member is a folder, or what macOS and Windows leave in archives.

    Example:
        >>> [holds_no_record(name) for name in ("a/", "a/.DS_Store", "__MACOSX/._a.sgf", "a/b.sgf")]
        [True, True, True, False]
    """
    return member.endswith(_PASSED_OVER) or member.startswith(_SHADOWS)


def plainly_records(members: Sequence[str]) -> list[bool]:
    r"""Return which names are a record's by their end, that of no folder's shadow, and the same in tables.

    Example:
        >>> plainly_records(("a/b.sgf", "a/b.SGF", "__MACOSX/._a.sgf", "a\\b.sgf", "é.sgf"))
        [True, False, False, False, False]
    """
    every = "\0".join(members)
    if _is_simple(every) and _SHADOWS not in every:  # as it mostly is: what ends them is all that is left to ask
        return [name.endswith(".sgf") for name in members]
    return [name.endswith(".sgf") and _is_simple(name) and not name.startswith(_SHADOWS) for name in members]


def check_size(size: int, most: int | None = None, what: str = "one file") -> None:
    """Raise `UnreadableError` for a file that is over the limit, which is that of one file if not given."""
    if size > (most := limits.MAX_FILE_BYTES if most is None else most):
        raise UnreadableError(f"{size:,} bytes or more, over the limit of {most:,} for {what}", "GO004")


def check_stated(size: int, stated: int) -> None:
    """Raise `UnreadableError` if a member unpacks to more or fewer bytes than its archive says."""
    if size != stated:
        raise UnreadableError(f"damaged: it unpacks to {'more' if size > stated else 'fewer'} bytes than stated")


def check_ratio(size: int, packed: int) -> None:
    """Raise `UnreadableError` where so many bytes unpack from so few that it cannot be text."""
    if size > _most_by_ratio(packed):
        over = f"over the ratio of {limits.MAX_ARCHIVE_RATIO}; skipped"
        raise UnreadableError(f"unpacks from {packed:,} to {size:,} bytes, {over}", "GO004")


def _most_by_ratio(packed: int) -> int:
    return max(_RATIO_FROM, limits.MAX_ARCHIVE_RATIO * max(packed, 1))


def most_in_all(packed: int) -> int:
    """Return how many bytes an archive of so many may unpack to as a whole."""
    return min(_most_by_ratio(packed), max(packed, limits.MAX_ARCHIVE_BYTES))


def check_in_all(size: int, packed: int) -> None:
    """Raise `UnreadableError` where an archive as a whole unpacks to more than it may, see `most_in_all`."""
    if size > max(packed, limits.MAX_ARCHIVE_BYTES):
        raise UnreadableError(
            f"unpacks to more than {limits.MAX_ARCHIVE_BYTES:,} bytes, the limit for one archive", "GO004"
        )
    check_ratio(size, packed)
