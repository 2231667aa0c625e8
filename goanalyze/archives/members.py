"""The bytes of one file, or why there are none: what every reader of files and archives hands on.

What may live here: the value, the part of a source it comes from, and the sentences that readers share.
"""

from __future__ import annotations

import lzma
import os
import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NamedTuple, Protocol

from goanalyze.vocabulary import limits

__all__ = [
    "DAMAGE",
    "WHOLE",
    "Blob",
    "Member",
    "MemberError",
    "Reader",
    "Span",
    "as_on_disk",
    "bomb",
    "damaged",
    "holds_no_record",
    "in_tables",
    "is_bomb",
    "limited",
    "printable",
    "sentence",
    "too_large",
]

DAMAGE: Final = (OSError, EOFError, ValueError, OverflowError, zlib.error, lzma.LZMAError)
"""What the unpackers raise on damaged data; the overflow is a place in the file beyond 2⁶³."""

_PASSED_OVER = ("/", "__MACOSX/", ".DS_Store", "Thumbs.db")
_RATIO_FROM = 2**20  # below this size a high ratio harms nobody
_BYTE = re.compile(r"\\x([89a-f][0-9a-f])")


class Blob(NamedTuple):
    """The bytes of one file or archive member, or why there are none.

    Attributes:
        source: path of the file or archive, ``-`` for standard input.
        member: name inside an archive, else empty.
        data: the bytes; empty when `code` is set.
        code: GO001, GO002 or GO004 when the bytes could not be had, or are none of text.
        message: what happened, in one sentence.
        size: of bytes that were had and are none of text; else 0.
    """

    source: str
    member: str
    data: bytes
    code: str | None = None
    message: str = ""
    size: int = 0


class MemberError(Exception):
    """One member of an archive that cannot be unpacked; its neighbours can."""


class Member(NamedTuple):
    """A member of an archive, as its reader tells of it.

    Attributes:
        name: its name.
        size: bytes, unpacked.
        ratio: bytes that must be unpacked to have it, and the packed bytes that they are in.
        token: what its reader wants to know of it.
    """

    name: str
    size: int
    ratio: tuple[int, int]
    token: Any


class Reader(Protocol):
    """What reads archives of one kind: made of a file and a span, it goes through the members.

    A member is to be read before the next one is asked for. Going through and reading raise `MemberError` for what
    costs one member (raised by going through: all of them), and what is in `DAMAGE` and the like for what costs all
    that follow.

    Attributes:
        is_stream: whether members can be had only by unpacking all that stands before them.
    """

    is_stream: bool

    def __iter__(self) -> Iterator[Member]:
        """Yield the members in order."""
        ...

    def read(self, member: Member) -> bytes:
        """Return the bytes of a member."""
        ...

    def copy(self, member: Member, out: BinaryIO) -> None:
        """Write the bytes of a member of any size to a file."""
        ...


class Span(NamedTuple):
    """A run of an archive's members.

    Attributes:
        first: number of its first member in the archive, from 0, those counted that are passed over.
        stop: the number after its last member; None for all to the end, however many there are.
        place: byte where reading begins: of the zip directory's entry, of the tar header; 0 for the beginning.
    """

    first: int = 0
    stop: int | None = None
    place: int = 0


WHOLE: Final = Span()


def printable(name: str) -> str:
    r"""Return a name that UTF-8 can hold, bytes of no known charset as ``\xff``: two names must not become one."""
    return name.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="backslashreplace")


def as_on_disk(source: str) -> str:
    r"""Return the path whose bytes of no known charset were written as ``\xff``, as tables hold it."""
    escaped = _BYTE.sub(lambda found: chr(0xDC00 + int(found[1], 16)), source)
    return os.fsdecode(escaped.encode("utf-8", errors="surrogateescape"))


def in_tables(name: str) -> str:
    """Return a member's name as tables hold it: a byte of no known charset is a question mark there."""
    return name.encode("utf-8", errors="replace").decode("utf-8")


def holds_no_record(member: str) -> bool:
    """Return whether a member is a folder, or what macOS and Windows leave in archives.

    Example:
        >>> [holds_no_record(name) for name in ("a/", "a/.DS_Store", "__MACOSX/._a.sgf", "a/b.sgf")]
        [True, True, True, False]
    """
    return member.endswith(_PASSED_OVER) or member.startswith("__MACOSX/")


def limited(source: str, member: str, data: bytes) -> Blob:
    """Return the bytes unless they are more than the limit of one file."""
    if len(data) > limits.MAX_FILE_BYTES:
        return too_large(source, member, len(data))
    return Blob(source, member, data)


def too_large(source: str, member: str, size: int) -> Blob:
    """Say that a file is over the limit."""
    most = limits.MAX_FILE_BYTES
    return Blob(source, member, b"", "GO004", f"{size:,} bytes or more, over the limit of {most:,} for one file")


def is_bomb(size: int, packed: int) -> bool:
    """Return whether so many bytes unpack from so few that it cannot be text."""
    return size > _RATIO_FROM and size > limits.MAX_ARCHIVE_RATIO * max(packed, 1)


def bomb(source: str, member: str, size: int, packed: int) -> Blob:
    """Say that a member unpacks to more than is believable."""
    return Blob(source, member, b"", "GO004", f"unpacks from {packed:,} to {size:,} bytes, over the ratio of "
                                              f"{limits.MAX_ARCHIVE_RATIO}; skipped")  # fmt: skip


def damaged(source: str, kind: str, error: Exception, *, begun: bool) -> Blob:
    """Say that an archive of a kind cannot be read further, or not at all if it is not `begun`."""
    if begun:
        return Blob(source, "", b"", "GO002", f"the archive is damaged from here on: {sentence(error)}")
    return Blob(source, "", b"", "GO001", f"not a readable {kind} archive: {sentence(error)}")


def sentence(error: Exception) -> str:
    r"""Return what an exception says, on one line: the first one.

    Example:
        >>> sentence(ValueError("no such header:\n- gz\n- xz")), sentence(EOFError())
        ('no such header', 'EOFError')
    """
    said = str(error.strerror if isinstance(error, OSError) and error.strerror else error)
    return said.strip().partition("\n")[0].rstrip(" :") or type(error).__name__
