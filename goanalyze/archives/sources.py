"""Sources of bytes: files, folders, standard input and archives of every format; local or remote, read once or again.

A fault of a file becomes a `Blob` with a finding code, and its neighbours are read. A failure of memory, disk, network
or permissions is a `ResourceError`, and no finding about the file. For all formats of archives it is decided here which
members are read, how far, and that archives in archives are read one level deep.

Scope: bytes, names, paths and limits; no charsets and no SGF. The tables decide if a game read again is the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import SpooledTemporaryFile, gettempdir
from typing import BinaryIO, Final, NamedTuple, cast
from zipfile import BadZipFile

from goanalyze import limits
from goanalyze.archives import remote
from goanalyze.archives.blobs import (
    ALL_MEMBERS,
    DATA_ERRORS,
    Blob,
    Member,
    MemberRange,
    UnreadableError,
    archive_limit,
    as_on_disk,
    check_archive_size,
    check_ratio,
    check_size,
    is_ignored,
    printable,
)
from goanalyze.archives.compression import content
from goanalyze.archives.files import first_part, is_file, is_first_part, is_open_pipe, open_descriptor, open_file, stamp
from goanalyze.archives.line_files import has_lines, read_pieces
from goanalyze.archives.non_records import binary_kind_of, non_record_kind_of
from goanalyze.archives.patterns import ALL_FILES, Patterns
from goanalyze.archives.sevenzip import sevenzip_members
from goanalyze.archives.tar_reader import TAR_ERRORS, tar_members
from goanalyze.archives.zip_reader import zip_members
from goanalyze.errors import ResourceError, SourceError
from goanalyze.util.faults import raise_resource_failure, raising_resource_failures, sentence
from goanalyze.util.ticks import note_read

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "zip": (".zip",),
    "tar": (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".tzst"),
    "7z": (".7z", ".7z.001"),
    "rar": (".rar",),
    "lzh": (".lzh", ".lha"),
    "cab": (".cab",),
    "iso": (".iso",),
}
"""Formats of archives and the endings of their names."""

_ENDINGS: Final = tuple(ending for endings in KINDS.values() for ending in endings)
_PIECE: Final = 2**16  # bytes read at once if the size is unknown
_IN_MEMORY: Final = 16 * 2**20  # bytes of an archive in an archive; a larger one is written to a temporary file


def kind_of(name: str) -> str | None:
    """Return the format of an archive by its name; None for other files, and for later parts of a split archive."""
    if name.endswith(".sgf") or not name.lower().endswith(_ENDINGS) or first_part(name) is not None:
        return None
    return next(kind for kind, endings in KINDS.items() if name.lower().endswith(endings))


def nested_name(outer: str, inner: str) -> str:
    """Return the name of a member of an archive in an archive."""
    return f"{outer.replace('!', '%21')}!{inner.replace('!', '%21')}"


def contains_any(archive: str, members: Iterable[str]) -> bool:
    """Return True if a member is an archive that contains one of some members, by their names in tables."""
    prefix = nested_name(archive, "")
    return any(name.startswith(prefix) for name in members)


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to read: files, an archive, or standard input.

    A folder becomes one source for its loose files together, and one for each archive in it: files of one source share
    a charset decision.

    Attributes:
        kind: files | zip | tar | 7z | rar | lzh | cab | iso | lines (one file with a game per line, in pieces) |
            stdin | picked (one member or game of the one path).
        paths: the files, or the one archive; URIs with their options.
        listed: size and time (ns) of each remote file, if they are known from the listing; else empty.
        cached: content of standard input, if it is to be read more than once.
        member: member of an archive for the kind picked; empty for all of the file.
        game: number of its game for the kind picked, from 0; −1 for all of them.
        named: names of those files, not named as records, that the user named: a finding says if they are not records.
        patterns: patterns that select members of an archive.
        pattern_path: path of the archive to which the patterns apply.
    """

    kind: str
    paths: tuple[str, ...]
    listed: tuple[tuple[int, int], ...] = ()
    cached: tuple[Blob, ...] | None = None
    member: str = ""
    game: int = -1
    named: frozenset[str] = frozenset()
    patterns: Patterns = ALL_FILES
    pattern_path: str = ""

    def cache(self) -> Source:
        """Return a source that can be read more than once: standard input is read now, if possible."""
        if self.kind != "stdin":
            return self
        with suppress(ResourceError):  # the next read raises it again
            return replace(self, cached=tuple(self._read(None, ALL_MEMBERS)))
        return self

    def blobs(self, members: Collection[str] | None = None, part: MemberRange = ALL_MEMBERS) -> Iterator[Blob]:
        """Yield every file or member, in the order of the source; an unreadable one has a code.

        Args:
            members: names in tables of the members to unpack; all by default. Others that cannot be read may be
                yielded, too.
            part: members of an archive, or pieces of a file with a game per line.

        Raises:
            ResourceError: a failure that is not the file's fault.
        """
        blobs = self._read(members, part)
        return blobs if self.kind in KINDS else map(self._labelled, blobs)  # archives label theirs

    def _labelled(self, blob: Blob) -> Blob:
        if self.kind == "picked":  # from a source that has labelled it
            return blob if self.game < 0 else blob._replace(game=self.game, non_record_kind="")
        is_whole = self.kind == "files" and not blob.member and blob.source not in self.named  # no piece of a stream
        return _labelled(blob, is_whole=is_whole)

    def _read(self, members: Collection[str] | None, part: MemberRange) -> Iterator[Blob]:
        if self.cached is not None:
            return iter(self.cached)
        if self.kind in {"files", "stdin"}:
            return (blob for path in self.paths for blob in _read_path(path, members))
        path = self.paths[0]
        if self.kind in KINDS:
            reading = _Reading(remote.shown(path), members, patterns=self.patterns, pattern_path=self.pattern_path)
            return reading.blobs(self.kind, partial(open_file, path), path, part)
        if self.kind == "lines":
            return read_pieces(path, remote.shown(path), part)
        return self._pick(path)

    def _pick(self, path: str) -> Iterator[Blob]:
        """Yield the member of an address, and faults of its archive; or a finding that it is missing."""
        is_present = False
        for blob in source_of(path).blobs(frozenset({self.member}) if self.member else None):
            is_member = blob.member == self.member
            is_present |= is_member
            if is_member or (blob.code and not blob.member):
                yield blob
        if not is_present:
            missing = Blob(remote.shown(path), self.member, b"", "GO001", "the archive has no such member")
            yield _labelled(missing, is_whole=False)


def _labelled(blob: Blob, *, is_whole: bool = True) -> Blob:
    """Return a blob with its names in tables and its kind; a picture, sound or other binary file without its bytes.

    `is_whole` is True if it may be a file that neither its name nor the user calls a record.
    """
    name = blob.member or blob.source
    kind = non_record_kind_of(name, blob.data) if is_whole and not name.endswith(".sgf") else ""
    if blob.data and (binary := binary_kind_of(blob.data)):
        blob = blob._replace(data=b"", size=len(blob.data))
        if not (blob.code or kind):
            message = f"The file contains no game: its first bytes show another kind ({binary})."
            blob = blob._replace(code="GO003", message=message)
    return blob._replace(source=printable(blob.source), member=printable(blob.member), non_record_kind=kind)


def source_of(path: str) -> Source:
    """Return one file or archive as a source."""
    return Source(kind_of(remote.shown(path)) or "files", (path,))


def _read_path(path: str, members: Collection[str] | None) -> Iterator[Blob]:
    """Yield the bytes of a file: one blob, or the pieces of a larger one with a game per line."""
    source = remote.shown(path)
    try:
        yield content(source, "", _bytes_of(path))
    except UnreadableError as error:
        if error.code == "GO004" and path != "-" and has_lines(path):
            yield from read_pieces(path, source, members=members)
        else:
            yield error.blob(source)


def _bytes_of(path: str) -> bytes:
    """Return the bytes of a file, a URI, or standard input; raises `UnreadableError` for none or too many."""
    limit = limits.MAX_FILE_BYTES + 1
    try:
        if path == "-":
            data = sys.stdin.buffer.read(limit)
        elif is_open_pipe(path):
            with open(path, "rb") as pipe:
                data = pipe.read(limit)
        elif remote.is_remote(path):
            with remote.open_input(path) as file:
                data = file.read(limit)
        else:
            data = _local_bytes(path, limit)
    except (OSError, ValueError) as error:
        raise_resource_failure(error, f"{remote.shown(path)} cannot be read")
        raise UnreadableError(f"cannot be read: {sentence(error)}", "GO001") from None
    check_size(len(data))
    return data


def _local_bytes(path: str, limit: int) -> bytes:
    """Return the bytes of a local file, at least `limit` of a larger one."""
    descriptor = open_descriptor(path)
    try:
        size = os.fstat(descriptor).st_size
        check_size(size)
        pieces = []
        while size < limit and (piece := os.read(descriptor, (size or _PIECE) + 1)):
            pieces.append(piece)
            size = sum(map(len, pieces))  # it may grow, and the system's own files state no size
        return b"".join(pieces)
    finally:
        os.close(descriptor)


class _Reading(NamedTuple):
    """The reading of an archive.

    Attributes:
        source: its name.
        members: names in tables of the members to be read; None for all.
        outer: name in its archive, of an archive in an archive.
        integrity_warning: reason that all of its members may be altered, see `Member`.
        patterns, pattern_path: see `Source`.
    """

    source: str
    members: Collection[str] | None
    outer: str = ""
    integrity_warning: str = ""
    patterns: Patterns = ALL_FILES
    pattern_path: str = ""

    def blobs(
        self, kind: str, opened: Callable[[], BinaryIO], path: str = "", part: MemberRange = ALL_MEMBERS
    ) -> Iterator[Blob]:
        """Yield the members; those of an archive in an archive by both names."""
        has_begun, name, count = part.first > 0, self.outer, 0
        is_plain = self.patterns == ALL_FILES and self.members is None and not (self.outer or self.integrity_warning)
        try:
            with opened() as file:
                total, packed = 0, stamp(path)[0] if path else file.seek(0, 2)
                limit = archive_limit(packed)
                plain_source = self.source if is_plain and printable(self.source) == self.source else ""
                for member in _members(kind, file, path, part, plain_source):
                    has_begun = True
                    if isinstance(member, Blob):
                        count, total = count + 1, total + len(member.data)
                        if total > limit:
                            name = member.member
                            check_archive_size(total, packed)
                        yield member
                        continue
                    name = nested_name(self.outer, member.name) if self.outer else member.name
                    if member.share and not self.outer:
                        note_read(member.share)
                    if kind == "tar":  # the bytes after a bomb cost as much
                        check_ratio(*member.ratio)
                    if not is_ignored(member.name):
                        count, inner = count + 1, kind_of(name)
                        if self._is_selected(name, inner):
                            try:
                                self._check_limits(name, inner, member)
                            except UnreadableError as error:
                                yield self._unreadable(name, error)
                            else:
                                total += member.size
                                check_archive_size(total, packed)
                                yield from self._archive(name, inner, member) if inner else self._file(name, member)
                    name = self.outer
            if not count and not part.first and part.stop is None:
                yield self._unreadable(self.outer, UnreadableError("the archive holds no file", "GO003"))
        except UnreadableError as error:  # a bomb, or all of it is encrypted
            yield self._unreadable(name, error)
        except (*DATA_ERRORS, *TAR_ERRORS, BadZipFile) as error:
            raise_resource_failure(error, f"{self.source} cannot be read")
            event = "the archive is damaged from here on" if has_begun else f"not a readable {kind} archive"
            yield self._unreadable(
                self.outer, UnreadableError(f"{event}: {sentence(error)}", "GO002" if has_begun else "GO001")
            )

    def _unreadable(self, name: str, error: UnreadableError) -> Blob:
        return _labelled(error.blob(self.source, name))

    def _is_selected(self, name: str, kind: str | None) -> bool:
        """Return True if a member is to be read, or may contain such members."""
        if self.patterns == ALL_FILES:
            return True
        path = f"{self.pattern_path}/{name.replace('!', '/')}"
        return not self.patterns.excludes(path) if kind else self.patterns.selects(path)

    def _file(self, name: str, member: Member) -> Iterator[Blob]:
        if self.members is not None and printable(name) not in self.members:
            return
        try:
            blob = content(self.source, name, b"".join(member.pieces()))
        except UnreadableError as error:
            yield self._unreadable(name, error)
            return
        warning = self.integrity_warning or member.integrity_warning
        yield _labelled(blob._replace(code="GO002", message=warning) if warning else blob)

    def _archive(self, name: str, kind: str, member: Member) -> Iterator[Blob]:
        if self.members is not None and not contains_any(printable(name), self.members):
            return
        try:
            with SpooledTemporaryFile(_IN_MEMORY) as spool:  # in memory or, if it is large, on disk
                for piece in member.pieces():
                    with raising_resource_failures(f"{self.source}:{name} cannot be unpacked to {gettempdir()}"):
                        spool.write(piece)
                spool.seek(0)
                warning = self.integrity_warning or member.integrity_warning
                inside = self._replace(outer=name, integrity_warning=warning)
                yield from inside.blobs(kind, lambda: cast("BinaryIO", spool))
        except UnreadableError as error:
            yield self._unreadable(name, error)

    def _check_limits(self, name: str, kind: str | None, member: Member) -> None:
        """Raise `UnreadableError` if a member must not be unpacked."""
        if kind and self.outer:
            raise UnreadableError("archives are read one level deep", "GO004")
        if kind and is_first_part(name):
            reason = "a split archive in an archive is not read; unpack it"  # language: in tables
            raise UnreadableError(reason, "GO001")
        check_size(member.size, *((limits.MAX_NESTED_BYTES, "an archive in an archive") if kind else ()))
        check_ratio(*member.ratio)


def _members(kind: str, file: BinaryIO, path: str, part: MemberRange, source: str) -> Iterator[Member | Blob]:
    if kind == "zip":
        return zip_members(file, part, source)
    return tar_members(file, part) if kind == "tar" else sevenzip_members(kind, file, path)


def locate(source: str, dataset: str | Path | None = None, root: str | Path | None = None) -> str:
    """Find a file by its path in tables.

    Args:
        source: the path as it was an input of the check, or a URI.
        dataset: folder of the dataset: a relative path is looked up in the working folder, then in all folders that
            contain the dataset, from the innermost one.
        root: a folder or a URI that is searched first: for the whole path below it, then for its last parts.

    Returns:
        A path that exists, or a URI.

    Raises:
        SourceError: the file is not found, or the input was not a file.
    """
    if source == "-":
        raise SourceError("The game is from standard input, which cannot be read again. Expected a game from a file.")
    try:
        for path in _candidates(source, dataset, str(root or "")):
            if is_file(path):
                return path
    except OSError as error:
        raise SourceError(f"{source!r} cannot be read again: {error}") from None
    searched = ["below the root"] if root is not None else []
    if not remote.is_remote(source) and not Path(source).is_absolute():
        searched += ["in the working folder"] + ["around the dataset"] * bool(dataset)
    where = f" {' or '.join(searched)}" if searched else ""
    raise SourceError(
        f"{source!r} is not found{where}. If it was moved, name its folder with --root FOLDER, "
        "or root=FOLDER in Python."
    )


def _candidates(source: str, dataset: str | Path | None, root: str) -> Iterator[str]:
    """Yield the paths where a file may be, in the order of the lookup."""
    name = as_on_disk(source)
    is_remote = remote.is_remote(name)
    if root:
        path = Path(name)
        in_bucket = list(filter(None, name.partition("://")[2].split("/")))
        parts = in_bucket if is_remote else path.relative_to(path.anchor).parts
        for index in range(len(parts)):
            inside = "/".join(parts[index:])
            yield remote.join(root, inside) if remote.is_remote(root) else str(Path(root, inside))
    yield name
    if dataset is not None and not is_remote and not Path(name).is_absolute():
        yield from (str(folder / name) for folder in Path(dataset).resolve().parents)


def reread_blobs(source: str, members: Sequence[str], path: str) -> Iterator[Blob]:
    """Yield some members of a file, each as often as it occurs; the file is opened once.

    A failure to read it, of the file or not, is a blob with a code.
    """
    selected = frozenset(members)
    try:
        for blob in source_of(path).blobs(selected):
            if blob.member in selected or (blob.code and not blob.member):
                yield blob._replace(source=source)
            elif blob.code and contains_any(blob.member, selected):
                yield blob._replace(source=source, member="", message=f"{blob.member}: {blob.message}")
    except ResourceError as error:
        yield Blob(source, "", b"", "GO001", str(error))
