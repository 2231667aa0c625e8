"""Archives of every kind: which members are read, how far, and the archives among them, one level deep.

What may live here: what holds for all kinds alike. How a kind is laid out is the business of its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, nullcontext
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, Final, NamedTuple, cast
from zipfile import BadZipFile

from goanalyze.archives import remote
from goanalyze.archives.files import FIRST_PART, open_file
from goanalyze.archives.members import (
    DAMAGE,
    WHOLE,
    Blob,
    Member,
    MemberError,
    Reader,
    Span,
    bomb,
    damaged,
    holds_no_record,
    in_tables,
    is_bomb,
    too_large,
)
from goanalyze.archives.sevenzip import SevenZipReader
from goanalyze.archives.sniff import blob_of
from goanalyze.archives.tarred import TAR_ERRORS, TarReader
from goanalyze.archives.zipped import ZipReader
from goanalyze.vocabulary import limits

__all__ = ["KINDS", "kind_of", "nested_name", "read_archive"]

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "zip": (".zip",),
    "tar": (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".tzst"),
    "7z": (".7z", ".7z.001"),
}
"""Kinds of archives, and how their names end."""

_READERS: Final[dict[str, Callable[[BinaryIO, Span], Reader]]] = {
    "zip": ZipReader, "tar": TarReader, "7z": SevenZipReader,
}  # fmt: skip
_ERRORS = (*DAMAGE, *TAR_ERRORS, BadZipFile)
_ENDS = tuple(end for ends in KINDS.values() for end in ends)
_IN_MEMORY = 16 * 2**20  # bytes of an archive in an archive; a larger one goes to a temporary file


def kind_of(name: str) -> str | None:
    """Return the kind of archive that a name says, if any.

    Example:
        >>> [kind_of(name) for name in ("a.ZIP", "b.tar.gz", "c.7z.001", "d.sgf.gz")]
        ['zip', 'tar', '7z', None]
    """
    name = name.lower()
    return next(kind for kind, ends in KINDS.items() if name.endswith(ends)) if name.endswith(_ENDS) else None


def nested_name(outer: str, inner: str) -> str:
    """Return the name of a member of an archive in an archive.

    Example:
        >>> nested_name("2024.zip", "wow!.sgf")
        '2024.zip!wow%21.sgf'
    """
    return f"{outer.replace('!', '%21')}!{inner.replace('!', '%21')}"


def read_archive(kind: str, path: str, wanted: Collection[str] | None = None, span: Span = WHOLE) -> Iterator[Blob]:
    """Yield the members of an archive, or of a part of it; never raises for a bad one.

    Args:
        kind: zip | tar | 7z.
        path: the archive.
        wanted: names of the members to be unpacked, as tables hold them; all if not given.
        span: which part.
    """
    return _Reading(remote.shown(path), wanted).read(kind, lambda: open_file(path), span)


class _Reading(NamedTuple):
    """An archive being read.

    Attributes:
        source: its name.
        wanted: names of the members wanted, as tables hold them; None for all.
        outer: of an archive in an archive, its name in that.
    """

    source: str
    wanted: Collection[str] | None
    outer: str = ""

    def read(self, kind: str, opener: Callable[[], AbstractContextManager[BinaryIO]], span: Span) -> Iterator[Blob]:
        """Yield the members; those of an archive in an archive by both names."""
        begun = span.first > 0
        try:
            with opener() as file:
                reader = _READERS[kind](file, span)
                for member in reader:
                    begun = True
                    if reader.is_stream and is_bomb(*member.ratio):
                        yield self._named(bomb(self.source, member.name, *member.ratio))
                        return
                    if not holds_no_record(member.name):
                        yield from self._member(reader, member)
        except MemberError as error:  # all of it is encrypted
            yield Blob(self.source, self.outer, b"", "GO002", str(error))
        except MemoryError:
            yield Blob(self.source, self.outer, b"", "GO004", "unpacking it needs more memory than there is")
        except _ERRORS as error:
            yield damaged(self.source, kind, error, begun=begun)._replace(member=self.outer)

    def _named(self, blob: Blob) -> Blob:
        return blob._replace(member=nested_name(self.outer, blob.member)) if self.outer else blob

    def _member(self, reader: Reader, member: Member) -> Iterator[Blob]:
        inner = kind_of(member.name)
        if inner is not None and not self.outer:
            yield from self._nested(inner, reader, member)
            return
        name = nested_name(self.outer, member.name) if self.outer else member.name
        if self.wanted is not None and in_tables(name) not in self.wanted:
            return
        if inner is not None:
            yield Blob(self.source, name, b"", "GO004", "archives are read one level deep")
        elif member.size > limits.MAX_FILE_BYTES:
            yield too_large(self.source, name, member.size)
        elif is_bomb(*member.ratio):
            yield bomb(self.source, name, *member.ratio)
        else:
            try:
                data = reader.read(member)
            except MemberError as error:
                yield Blob(self.source, name, b"", "GO002", str(error))
            else:
                yield Blob(self.source, name, data) if data.startswith(b"(;") else blob_of(self.source, name, data)

    def _nested(self, kind: str, reader: Reader, member: Member) -> Iterator[Blob]:
        """Yield the members of an archive in this one, which is unpacked to memory or, if it is large, to disk."""
        name = member.name
        begin = in_tables(nested_name(name, ""))
        if self.wanted is not None and not any(wanted.startswith(begin) for wanted in self.wanted):
            return
        if name.lower().endswith(FIRST_PART):
            yield Blob(self.source, name, b"", "GO001", "a split archive in an archive is not read; unpack it")
        elif member.size > limits.MAX_NESTED_BYTES:
            most = limits.MAX_NESTED_BYTES
            yield Blob(self.source, name, b"", "GO004",
                       f"{member.size:,} bytes, over the limit of {most:,} for an archive in an archive")  # fmt: skip
        elif is_bomb(*member.ratio):
            yield bomb(self.source, name, *member.ratio)
        else:
            with SpooledTemporaryFile(_IN_MEMORY) as spool:
                file = cast("BinaryIO", spool)
                try:
                    reader.copy(member, file)
                except MemberError as error:
                    yield Blob(self.source, name, b"", "GO002", str(error))
                    return
                file.seek(0)
                yield from _Reading(self.source, self.wanted, name).read(kind, lambda: nullcontext(file), WHOLE)
