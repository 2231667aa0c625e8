"""Archives of every format: which members are read, how far, and the archives among them, one level deep.

What may live here: what holds for all formats alike. How one is laid out is the business of its own module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, Final, NamedTuple, cast
from zipfile import BadZipFile

from goanalyze.archives import remote
from goanalyze.archives.files import first_part, is_first_part, open_file
from goanalyze.archives.members import (
    DAMAGE,
    WHOLE,
    Blob,
    Member,
    MemberError,
    Span,
    bomb,
    holds_no_record,
    in_tables,
    is_bomb,
    sentence,
    too_large,
)
from goanalyze.archives.sevenzip import sevenzip_members
from goanalyze.archives.sniff import blob_of
from goanalyze.archives.tarred import TAR_ERRORS, tar_members
from goanalyze.archives.zipped import zip_members
from goanalyze.vocabulary import limits

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "zip": (".zip",),
    "tar": (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".tzst"),
    "7z": (".7z", ".7z.001"),
    "rar": (".rar",),
    "lzh": (".lzh", ".lha"),
    "cab": (".cab",),
    "iso": (".iso",),
}
"""Formats of archives, and how their names end."""

_ERRORS = (*DAMAGE, *TAR_ERRORS, BadZipFile)
_ENDS = tuple(end for ends in KINDS.values() for end in ends)
_IN_MEMORY = 16 * 2**20  # bytes of an archive in an archive; a larger one goes to a temporary file


def kind_of(name: str) -> str | None:
    """Return the format of an archive by its name; None for other files, and for later parts of a split archive.

    Example:
        >>> [kind_of(name) for name in ("a.ZIP", "b.tar.gz", "c.7z.001", "d.part1.rar", "d.part2.rar", "e.sgf.gz")]
        ['zip', 'tar', '7z', 'rar', None, None]
    """
    if not name.lower().endswith(_ENDS) or first_part(name) is not None:
        return None
    return next(kind for kind, ends in KINDS.items() if name.lower().endswith(ends))


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
        kind: one of `KINDS`.
        path: the archive.
        wanted: names of the members to be unpacked, as tables hold them; all if not given.
        span: which part; only of zip and plain tar archives.
    """
    reading = _Reading(remote.shown(path), wanted)
    try:
        with open_file(path) as file:
            yield from reading.blobs(kind, file, path, span)
    except OSError as error:
        yield Blob(reading.source, "", b"", "GO001", f"not a readable {kind} archive: {sentence(error)}")


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

    def blobs(self, kind: str, file: BinaryIO, path: str = "", span: Span = WHOLE) -> Iterator[Blob]:
        """Yield the members; those of an archive in an archive by both names."""
        begun = span.first > 0
        try:
            for member in _members(kind, file, path, span):
                begun = True
                if kind == "tar" and is_bomb(*member.ratio):  # what stands behind it costs as much
                    yield bomb(self.source, self._named(member.name), *member.ratio)
                    return
                if not holds_no_record(member.name):
                    yield from self._member(member)
        except MemberError as error:  # all of it is encrypted
            yield Blob(self.source, self.outer, b"", "GO002", str(error))
        except MemoryError:
            yield Blob(self.source, self.outer, b"", "GO004", "there is not enough memory to unpack it")
        except _ERRORS as error:
            what = "the archive is damaged from here on" if begun else f"not a readable {kind} archive"
            yield Blob(self.source, self.outer, b"", "GO002" if begun else "GO001", f"{what}: {sentence(error)}")

    def _named(self, member: str) -> str:
        return nested_name(self.outer, member) if self.outer else member

    def _member(self, member: Member) -> Iterator[Blob]:
        inner = kind_of(member.name)
        if inner is not None and not self.outer:
            yield from self._nested(inner, member)
            return
        name = self._named(member.name)
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
                data = b"".join(member.pieces())
            except MemberError as error:
                yield Blob(self.source, name, b"", "GO002", str(error))
            else:
                yield Blob(self.source, name, data) if data.startswith(b"(;") else blob_of(self.source, name, data)

    def _nested(self, kind: str, member: Member) -> Iterator[Blob]:
        """Yield the members of an archive in this one, which is unpacked to memory or, if it is large, to disk."""
        name, most = member.name, limits.MAX_NESTED_BYTES
        begin = in_tables(nested_name(name, ""))
        if self.wanted is not None and not any(wanted.startswith(begin) for wanted in self.wanted):
            return
        if is_first_part(name):
            yield Blob(self.source, name, b"", "GO001", "a split archive in an archive is not read; unpack it")
        elif member.size > most:
            message = f"{member.size:,} bytes, over the limit of {most:,} for an archive in an archive"
            yield Blob(self.source, name, b"", "GO004", message)
        elif is_bomb(*member.ratio):
            yield bomb(self.source, name, *member.ratio)
        else:
            with SpooledTemporaryFile(_IN_MEMORY) as spool:
                try:
                    spool.writelines(member.pieces())
                except MemberError as error:
                    yield Blob(self.source, name, b"", "GO002", str(error))
                    return
                spool.seek(0)
                yield from _Reading(self.source, self.wanted, name).blobs(kind, cast("BinaryIO", spool))


def _members(kind: str, file: BinaryIO, path: str, span: Span) -> Iterator[Member]:
    if kind == "zip":
        return zip_members(file, span)
    return tar_members(file, span) if kind == "tar" else sevenzip_members(kind, file, path)
