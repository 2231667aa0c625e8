"""Archives of every format: which members are read, how far, and the archives among them, one level deep.

What may live here: what holds for all formats alike. How one is laid out is the business of its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
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
    Span,
    UnreadableError,
    check_ratio,
    check_size,
    holds_no_record,
    in_tables,
    sentence,
)
from goanalyze.archives.sevenzip import sevenzip_members
from goanalyze.archives.sniff import contents
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
    """Return the members of an archive, or of a part of it, one by one; never raises for a bad one.

    Args:
        kind: one of `KINDS`.
        path: the archive.
        wanted: names of the members to be unpacked, as tables hold them; all if not given.
        span: which part; only of zip and plain tar archives.
    """
    return _Reading(remote.shown(path), wanted).blobs(kind, partial(open_file, path), path, span)


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

    def blobs(self, kind: str, opened: Callable[[], BinaryIO], path: str = "", span: Span = WHOLE) -> Iterator[Blob]:
        """Yield the members; those of an archive in an archive by both names."""
        begun, at = span.first > 0, self.outer
        try:
            with opened() as file:
                for member in _members(kind, file, path, span):
                    begun = True
                    if kind == "tar":  # what stands behind a bomb costs as much
                        at = self._named(member.name)
                        check_ratio(*member.ratio)
                    if not holds_no_record(member.name):
                        yield from self._member(member)
        except UnreadableError as error:  # a bomb, or all of it is encrypted
            yield error.blob(self.source, at)
        except MemoryError:
            yield Blob(self.source, self.outer, b"", "GO004", "there is not enough memory to unpack it")
        except _ERRORS as error:
            what = "the archive is damaged from here on" if begun else f"not a readable {kind} archive"
            yield Blob(self.source, self.outer, b"", "GO002" if begun else "GO001", f"{what}: {sentence(error)}")

    def _named(self, member: str) -> str:
        return nested_name(self.outer, member) if self.outer else member

    def _member(self, member: Member) -> Iterator[Blob]:
        """Yield a member, or those of an archive in this one, if they are wanted."""
        name, kind = self._named(member.name), kind_of(member.name)
        is_outer = kind is not None and not self.outer
        if self.wanted is not None:
            begin = in_tables(nested_name(name, "") if is_outer else name)
            if not (any(each.startswith(begin) for each in self.wanted) if is_outer else begin in self.wanted):
                return
        try:
            self._check(name, kind, member)
            if kind is None:
                yield Blob(self.source, name, contents(self.source, name, b"".join(member.pieces())))
                return
            with SpooledTemporaryFile(_IN_MEMORY) as spool:  # in memory or, if it is large, on disk
                spool.writelines(member.pieces())
                spool.seek(0)
                inside = _Reading(self.source, self.wanted, name)
                yield from inside.blobs(kind, lambda: cast("BinaryIO", spool))
        except UnreadableError as error:
            yield error.blob(self.source, name)

    def _check(self, name: str, kind: str | None, member: Member) -> None:
        """Raise `UnreadableError` for a member that is not to be unpacked."""
        if kind and self.outer:
            raise UnreadableError("archives are read one level deep", "GO004")
        if kind and is_first_part(name):
            raise UnreadableError("a split archive in an archive is not read; unpack it", "GO001")
        check_size(member.size, *((limits.MAX_NESTED_BYTES, "an archive in an archive") if kind else ()))
        check_ratio(*member.ratio)


def _members(kind: str, file: BinaryIO, path: str, span: Span) -> Iterator[Member]:
    if kind == "zip":
        return zip_members(file, span)
    return tar_members(file, span) if kind == "tar" else sevenzip_members(kind, file, path)
