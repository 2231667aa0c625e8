"""Sources: paths to bytes. Files, folders, standard input, archives of every format; here or in a remote place.

What is wrong with a file becomes a `Blob` with a finding code, so its neighbours go on; what is wrong with the
surroundings is a `ResourceError`, and nothing is said of the file. Which members of
an archive are read, how far, and the archives among them, one level deep, is decided here for all formats; how one is
laid out is the business of its own module. No charset and no SGF is known here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from tempfile import SpooledTemporaryFile, gettempdir
from typing import BinaryIO, Final, NamedTuple, cast
from zipfile import BadZipFile

from goanalyze.archives import remote
from goanalyze.archives.content_type import contents
from goanalyze.archives.files import first_part, is_first_part, is_open_pipe, open_file, open_here, stamp
from goanalyze.archives.lines import has_lines, read_pieces
from goanalyze.archives.members import (
    DAMAGE,
    WHOLE,
    Blob,
    Member,
    PlainBlob,
    Span,
    UnreadableError,
    check_in_all,
    check_ratio,
    check_size,
    holds_no_record,
    most_in_all,
    printable,
)
from goanalyze.archives.non_records import binary_kind_of, non_record_kind_of
from goanalyze.archives.patterns import ALL_FILES, Patterns
from goanalyze.archives.sevenzip import sevenzip_members
from goanalyze.archives.tarred import TAR_ERRORS, tar_members
from goanalyze.archives.zipped import zip_members
from goanalyze.errors import ResourceError
from goanalyze.vocabulary import limits
from goanalyze.vocabulary.faults import blame_surroundings, blaming_surroundings, sentence
from goanalyze.vocabulary.ticks import note_read

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
_PIECE = 2**16  # bytes read at once where the size is not known
_IN_MEMORY = 16 * 2**20  # bytes of an archive in an archive; a larger one goes to a temporary file


def kind_of(name: str) -> str | None:
    """Return the format of an archive by its name; None for other files, and for later parts of a split archive.

    Example:
        >>> [kind_of(name) for name in ("a.ZIP", "b.tar.gz", "c.7z.001", "d.part1.rar", "d.part2.rar", "e.sgf.gz")]
        ['zip', 'tar', '7z', 'rar', None, None]
    """
    if name.endswith(".sgf") or not name.lower().endswith(_ENDS) or first_part(name) is not None:
        return None
    return next(kind for kind, ends in KINDS.items() if name.lower().endswith(ends))


def nested_name(outer: str, inner: str) -> str:
    """Return the name of a member of an archive in an archive.

    Example:
        >>> nested_name("2024.zip", "wow!.sgf")
        '2024.zip!wow%21.sgf'
    """
    return f"{outer.replace('!', '%21')}!{inner.replace('!', '%21')}"


def holds(archive: str, wanted: Iterable[str]) -> bool:
    """Return whether a member is an archive in which something wanted is, by their names in tables."""
    begin = nested_name(archive, "")
    return any(name.startswith(begin) for name in wanted)


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to read: a file, an archive, or standard input.

    A folder becomes one source for its loose files together, and one for each archive in it: files of one source share
    a charset decision.

    Attributes:
        kind: files | zip | tar | 7z | rar | lzh | cab | iso | lines (one file with a game per line, in pieces) |
            stdin | picked (one member or game of the one path).
        paths: the files, or the one archive; URIs have the options they were given with.
        listed: of remote files, size and time (ns) of each, where they are known from the listing; else empty.
        held: what was read of standard input, where it is to be read more than once.
        member, game: of what is picked, the member, empty for all of the file, and the game, −1 for all of them.
        named: names of those files that the user named, records by name left out: of these it is told, too, if they
            are none.
        patterns: which members of an archive are read, and `place`, the path of it that they are of.
    """

    kind: str
    paths: tuple[str, ...]
    listed: tuple[tuple[int, int], ...] = ()
    held: tuple[Blob, ...] | None = None
    member: str = ""
    game: int = -1
    named: frozenset[str] = frozenset()
    patterns: Patterns = ALL_FILES
    place: str = ""

    def hold(self) -> Source:
        """Return a source that can be read more than once: standard input is read now, if it can be."""
        if self.kind != "stdin":
            return self
        with suppress(ResourceError):  # whoever reads it next says so
            return replace(self, held=tuple(self._read(None, WHOLE)))
        return self

    def blobs(self, members: Collection[str] | None = None, span: Span = WHOLE) -> Iterator[Blob]:
        """Yield every file or member, in the order of the source; a bad one has a code.

        Args:
            members: names of those to be unpacked, as tables hold them; all if not given. Others may be yielded all
                the same where they cannot be had.
            span: of an archive, the members wanted.

        Raises:
            ResourceError: something that is not the file's fault.
        """
        for blob in self._read(members, span):
            if type(blob) is PlainBlob and self.game < 0:  # as nearly all are
                yield blob
                continue
            source, member = printable(blob.source), printable(blob.member)
            kind = self._non_record_kind(blob)
            if blob.data and self.kind != "lines" and (binary := binary_kind_of(blob.data)):
                blob = _binary(blob, binary, is_record=not kind)  # noqa: PLW2901 - the same file, without its bytes
            if source is blob.source and member is blob.member and not kind and self.game < 0:
                yield blob
            else:
                yield blob._replace(source=source, member=member, non_record_kind=kind, game=self.game)

    def _non_record_kind(self, blob: Blob) -> str:
        """Return the kind of a whole file that neither its name nor the user calls a record; empty for others."""
        name = blob.member or blob.source
        is_whole = self.kind in KINDS or (self.kind == "files" and not blob.member)  # no piece of a stream
        if name.endswith(".sgf") or not is_whole or name in self.named:
            return ""
        return non_record_kind_of(name, blob.data)

    def _read(self, members: Collection[str] | None, span: Span) -> Iterator[Blob]:
        if self.held is not None:
            return iter(self.held)
        if self.kind in KINDS:
            path = self.paths[0]
            reading = _Reading(remote.shown(path), members, patterns=self.patterns, place=self.place)
            return reading.blobs(self.kind, partial(open_file, path), path, span)
        if self.kind == "lines":
            return read_pieces(self.paths[0], remote.shown(self.paths[0]), span)
        if self.kind == "picked":
            return self._pick(self.paths[0])
        return (blob for path in self.paths for blob in _read_path(path, members))

    def _pick(self, path: str) -> Iterator[Blob]:
        """Yield the member that an address names, and what is wrong with its archive; or that there is none."""
        is_there = False
        for blob in source_of(path).blobs(frozenset({self.member}) if self.member else None):
            is_there |= (there := blob.member == self.member)
            if there or (blob.code and not blob.member):
                yield blob
        if not is_there:
            yield Blob(remote.shown(path), self.member, b"", "GO001", "the archive has no such member")


def _binary(blob: Blob, kind: str, *, is_record: bool) -> Blob:
    """Return a picture, sound or other binary file without its bytes; a finding, if it was to be a record."""
    blob = blob._replace(data=b"", size=len(blob.data))
    if blob.code or not is_record:
        return blob
    return blob._replace(
        code="GO003", message=f"The file contains no game: its first bytes show another kind ({kind})."
    )


def source_of(path: str) -> Source:
    """Return one file or archive as a source."""
    return Source(kind_of(remote.shown(path)) or "files", (path,))


def _read_path(path: str, members: Collection[str] | None) -> Iterator[Blob]:
    """Yield the bytes of a file: one blob, or the pieces of one that is too large and has a game per line."""
    source = remote.shown(path)
    try:
        yield contents(source, "", _bytes_of(path))
    except UnreadableError as error:
        if error.code == "GO004" and path != "-" and has_lines(path):
            yield from read_pieces(path, source, wanted=members)
        else:
            yield error.blob(source)


def _bytes_of(path: str) -> bytes:
    """Return the bytes of a file, a URI, or standard input.

    Raises:
        UnreadableError: they cannot be read, or are more than the limit of one file.
    """
    most = limits.MAX_FILE_BYTES
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        elif is_open_pipe(path):
            with open(path, "rb") as pipe:
                data = pipe.read(most + 1)
        elif remote.is_remote(path):
            with remote.open_input(path) as file:
                data = file.read(most + 1)
        else:
            data = _bytes_here(path, most)
    except (OSError, ValueError) as error:
        blame_surroundings(error, f"{remote.shown(path)} cannot be read")
        raise UnreadableError(f"cannot be read: {sentence(error)}", "GO001") from None
    check_size(len(data))
    return data


def _bytes_here(path: str, most: int) -> bytes:
    """Return the bytes of a file on this machine, at least one more than `most` of one that has more."""
    handle = open_here(path)
    try:
        size = os.fstat(handle).st_size
        check_size(size)
        parts = []
        while size <= most and (part := os.read(handle, (size or _PIECE) + 1)):
            parts.append(part)
            size = sum(map(len, parts))  # it may grow, and the system's own have no size
        return b"".join(parts)
    finally:
        os.close(handle)


class _Reading(NamedTuple):
    """An archive being read.

    Attributes:
        source: its name.
        wanted: names of the members wanted, as tables hold them; None for all.
        outer: of an archive in an archive, its name in that.
        doubt: why all that is read from it may be altered, see `Member`.
        patterns, place: as of `Source`.
    """

    source: str
    wanted: Collection[str] | None
    outer: str = ""
    doubt: str = ""
    patterns: Patterns = ALL_FILES
    place: str = ""

    def blobs(self, kind: str, opened: Callable[[], BinaryIO], path: str = "", span: Span = WHOLE) -> Iterator[Blob]:
        """Yield the members; those of an archive in an archive by both names."""
        begun, at, files, takes_all = span.first > 0, self.outer, 0, self.patterns == ALL_FILES
        try:
            with opened() as file:
                total, packed = 0, stamp(path)[0] if path else file.seek(0, 2)
                most = most_in_all(packed)
                is_whole = takes_all and self.wanted is None and not (self.outer or self.doubt)
                plain = self.source if is_whole and printable(self.source) == self.source else ""
                for member in _members(kind, file, path, span, plain):
                    if isinstance(member, Blob):
                        begun, files, total = True, files + 1, total + len(member.data)
                        if total > most:
                            at = member.member
                            check_in_all(total, packed)
                        yield member
                        continue
                    begun, at = True, nested_name(self.outer, member.name) if self.outer else member.name
                    if member.share and not self.outer:
                        note_read(member.share)
                    if kind == "tar":  # what stands behind a bomb costs as much
                        check_ratio(*member.ratio)
                    if not holds_no_record(member.name):
                        files, inner = files + 1, kind_of(at)
                        if takes_all or self._is_meant(at, inner):
                            refusal = self._refusal(at, inner, member)
                            total += 0 if refusal else member.size
                            check_in_all(total, packed)
                            if refusal:
                                yield refusal.blob(self.source, at)
                            elif inner is not None:
                                yield from self._archive(at, inner, member)
                            elif blob := self._file(at, member):
                                yield blob
                    at = self.outer
            if not files and not span.first and span.stop is None:
                yield Blob(self.source, self.outer, b"", "GO003", "the archive holds no file")
        except UnreadableError as error:  # a bomb, or all of it is encrypted
            yield error.blob(self.source, at)
        except _ERRORS as error:
            blame_surroundings(error, f"{self.source} cannot be read")
            what = "the archive is damaged from here on" if begun else f"not a readable {kind} archive"
            yield Blob(self.source, self.outer, b"", "GO002" if begun else "GO001", f"{what}: {sentence(error)}")

    def _is_meant(self, member: str, kind: str | None) -> bool:
        path = f"{self.place}/{member.replace('!', '/')}"
        return not self.patterns.refuse(path) if kind else self.patterns.take(path)

    def _file(self, name: str, member: Member) -> Blob | None:
        """Return a member that is no archive, if it is wanted."""
        if self.wanted is not None and printable(name) not in self.wanted:
            return None
        try:
            blob = contents(self.source, name, b"".join(member.pieces()))
        except UnreadableError as error:
            return error.blob(self.source, name)
        doubt = self.doubt or member.doubt
        return blob._replace(code="GO002", message=doubt) if doubt else blob

    def _archive(self, name: str, kind: str, member: Member) -> Iterator[Blob]:
        """Yield the members of an archive in this one that are wanted."""
        if self.wanted is not None and not holds(printable(name), self.wanted):
            return
        try:
            with SpooledTemporaryFile(_IN_MEMORY) as spool:  # in memory or, if it is large, on disk
                for piece in member.pieces():
                    with blaming_surroundings(f"{self.source}:{name} cannot be unpacked to {gettempdir()}"):
                        spool.write(piece)
                spool.seek(0)
                inside = self._replace(outer=name, doubt=self.doubt or member.doubt)
                yield from inside.blobs(kind, lambda: cast("BinaryIO", spool))
        except UnreadableError as error:
            yield error.blob(self.source, name)

    def _refusal(self, name: str, kind: str | None, member: Member) -> UnreadableError | None:
        """Return why a member is not to be unpacked; None if it is."""
        if kind and self.outer:
            return UnreadableError("archives are read one level deep", "GO004")
        if kind and is_first_part(name):
            return UnreadableError("a split archive in an archive is not read; unpack it", "GO001")
        try:
            if kind:
                check_size(member.size, limits.MAX_NESTED_BYTES, "an archive in an archive")
            else:
                check_size(member.size)
            check_ratio(*member.ratio)
        except UnreadableError as error:
            return error
        return None


def _members(kind: str, file: BinaryIO, path: str, span: Span, plain: str) -> Iterator[Member | Blob]:
    if kind == "zip":
        return zip_members(file, span, plain)
    return tar_members(file, span) if kind == "tar" else sevenzip_members(kind, file, path)
