"""How a source is cut into parts that can be read alone, so that many can be read at once and none twice.

What may live here: where the cuts are, what tells a part from another, and reading a part. Cuts depend on nothing but
the content and the sizes asked for; where one falls depends on the members beside it, so that a member added or taken
away moves the next cuts and not all that follow.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from goanalyze.archives import lines, remote
from goanalyze.archives.files import identity, is_closed, open_file, stamp
from goanalyze.archives.members import DAMAGE, Blob, Rough, Span, UncutError
from goanalyze.archives.non_records import record_sizes
from goanalyze.archives.sources import Source
from goanalyze.archives.tarred import TAR_ERRORS, rough_members
from goanalyze.archives.zip_directory import rough_entries
from goanalyze.errors import ResourceError
from goanalyze.vocabulary import limits
from goanalyze.vocabulary.faults import blame_surroundings

_SAMPLE: Final = 256
"""Files of a source that are looked at to tell what all are like; from an archive in so many runs at most:"""
_RUNS: Final = 16

_DRAWS = 2**32  # CRC-32 and Adler-32 are drawn from so many numbers
_LUCKY = 4  # from half of the target on, a cut is to be expected after a quarter of it


@dataclass(frozen=True, slots=True)
class Extent:
    """A run of neighbouring files or members of one source: what one shard reads.

    Attributes:
        source: the files of this run, the archive, or one file with a game per line.
        first: number of the first file or member in the whole source, from 0.
        stop: the number after the last one; None for all to the end, however many there are.
        place: byte where reading begins: of an archive, see `Span`; of a file with a game per line, whose extents all
            have its number; else 0.
        bytes: unpacked bytes, as far as known without unpacking.
        files: files or members, folders included; None where that is not known without unpacking.
        digest: hash of what tells whether the content is as before. Of a zip, name, flags, method, CRC-32 and sizes of
            each member: it stays when others come and go. Of anything else, path, size and time. Empty if that cannot
            be known: never the same as another.
        stamp: of an archive and of a file that was cut, size and time (ns) when that was done.
    """

    source: Source
    first: int
    stop: int | None
    place: int
    bytes: int
    files: int | None
    digest: str
    stamp: tuple[int, int] | None = None

    def blobs(self) -> Iterator[Blob]:
        """Yield the files or members, as `Source.blobs` does.

        Raises:
            ResourceError: the archive is no longer what was cut, or as of `Source.blobs`.
        """
        if self.stamp is None:
            yield from self.source.blobs()
            return
        self._check_stamp()
        span = Span(self.first, self.stop, self.place)
        if self.source.kind == "lines":  # counts pieces, not files
            span = Span(self.place // lines.PIECE, -(-(self.place + self.bytes) // lines.PIECE))
        yield from self.source.blobs(span=span)
        self._check_stamp()

    def _check_stamp(self) -> None:
        path = self.source.paths[0]
        if stamp(path) != self.stamp:
            raise ResourceError(f"{remote.shown(path)} changed while it was being read")


def extents(source: Source, target_bytes: int, most: int = 20_000) -> Iterator[Extent]:
    """Cut a source into extents; their blobs, joined, are the source's.

    Args:
        source: what to cut.
        target_bytes: unpacked bytes of an extent at most, unless a single file has more: it is alone then.
        most: files or members of an extent at most.

    Example:
        >>> from goanalyze.archives.inputs import find_sources
        >>> (sample,) = find_sources(["data/sample/gnugo"])
        >>> [(extent.first, extent.stop) for extent in extents(sample, target_bytes=2**20, most=4)][:2]
        [(0, 3), (3, 6)]
    """
    if source.kind == "files":
        yield from _of_files(source, target_bytes, most)
    elif source.kind == "picked":
        whole = uncut(source)
        told = _hash(f"{whole.digest} {source.game} {source.member}".encode())
        yield replace(whole, files=1, digest=told.hexdigest())
    elif source.kind == "stdin":
        yield Extent(source, 0, None, 0, 0, 1, "")
    else:
        yield from _of_archive(source, (target_bytes, most))[0]


def extents_and_runs(source: Source, target_bytes: int, most: int) -> tuple[list[Extent], list[Extent]]:
    """Cut an archive as `extents` does, and return also where `sample` looks at it, which takes no second walk so."""
    cut, runs = _of_archive(source, (target_bytes, most), _run())
    return cut, _chosen(runs)


def sample(source: Source, runs: Sequence[Extent] = ()) -> Iterator[Blob]:
    """Yield some files of a source, from all parts of it; all if they are few. Standard input cannot be read twice.

    Args:
        source: to be looked at.
        runs: of an archive, where, if that is known.
    """
    if source.kind == "files":
        step = -(-len(source.paths) // _SAMPLE)
        paths = tuple(path for path in source.paths[::step] if not is_closed(path))
        yield from islice(replace(source, paths=paths).blobs(), _SAMPLE)
    elif source.kind != "stdin":
        runs = runs or _chosen(list(extents(source, *_run())))
        for run in runs:
            yield from islice(run.blobs(), _SAMPLE // len(runs))


def _run() -> tuple[int, int]:
    """Return how many bytes and members a run has at most; a few of these are looked at."""
    return limits.SHARD_BYTES, 4 * _SAMPLE


def _chosen(runs: Sequence[Extent]) -> list[Extent]:
    return list(runs[:: -(-len(runs) // _RUNS)])


class _Cutter:
    """Adds up members and says where to cut."""

    def __init__(self, target: int, most: int) -> None:
        self._bytes = self._members = 0
        self._target, self._most = max(1, target), max(1, most)
        self._per_byte, self._per_member = _LUCKY * _DRAWS / self._target, _LUCKY * _DRAWS / self._most
        self._due = False

    def cuts(self, sizes: Iterable[int], draws: Iterable[int]) -> list[int]:
        """Take up the next members, of so many bytes each; return the numbers of those with which an extent begins.

        A cut must be made where the sums would pass the target; from half of it on one may be, where the number drawn
        from a member's name or content is low: the larger the member, the likelier. So the cuts after a change fall
        into step with those before it.
        """
        found = []
        total, members, due, target, most = self._bytes, self._members, self._due, self._target, self._most
        for number, (size, draw) in enumerate(zip(sizes, draws, strict=True)):
            if due or (members and (total + size > target or members >= most)):
                found.append(number)
                total = members = 0
            total += size
            members += 1
            due = (2 * total > target or 2 * members > most) and (
                draw < self._per_byte * size or draw < self._per_member
            )
        self._bytes, self._members, self._due = total, members, due
        return found


def _of_files(source: Source, target: int, most: int) -> Iterator[Extent]:
    paths, listed, here = source.paths, source.listed, os.getcwd()

    def run(stop: int) -> Extent:
        return Extent(
            replace(source, paths=paths[first:stop], listed=()), first, stop, 0, total, stop - first, told.hexdigest()
        )

    cutter, first, total, told, was_shut = _Cutter(target, most), 0, 0, _hash(), False
    for number, path in enumerate(paths):
        size, mark = _described(path, listed[number] if listed else None, here)
        is_cut = size > limits.MAX_FILE_BYTES and lines.has_lines(path)
        (size,) = record_sizes([path], [size])
        draw = zlib.crc32(os.fsencode(path.rpartition("/")[2]))
        is_shut = is_closed(path)  # such files are by themselves: they cannot be done
        if (cutter.cuts([size], [draw]) or is_cut or is_shut != was_shut) and number > first:
            yield run(number)
            first, total, told = number, 0, _hash()
        if is_cut:
            yield from _of_lines(path, number, size, mark, target)
            cutter, first = _Cutter(target, most), number + 1
            continue
        total += size
        told.update(mark)
        was_shut = is_shut
    if first < len(paths):
        yield run(len(paths))


def _of_lines(path: str, number: int, size: int, mark: bytes, target: int) -> Iterator[Extent]:
    """Cut one large file with a game per line."""
    step = max(1, target // lines.PIECE) * lines.PIECE
    for begin in range(0, size, step):
        length = min(step, size - begin)
        digest = _hash(b"%s%d %d" % (mark, begin, length)).hexdigest()
        yield Extent(Source("lines", (path,)), number, number + 1, begin, length, 1, digest, stamp(path))


def uncut(archive: Source) -> Extent:
    """Return all of an archive as one extent, without a look into it."""
    at_first = stamp(archive.paths[0])
    size, described = _described(archive.paths[0], at_first)
    return Extent(archive, 0, None, 0, size, None, _hash(described).hexdigest(), at_first)


def _of_archive(source: Source, *ways: tuple[int, int]) -> list[list[Extent]]:
    """Cut a zip or a plain tar between any two members; any other archive is one extent, and so is a damaged tar.

    So is a packed tar, whose checksums stand behind its members, and a zip in which something is odd that none of its
    spans could see alone: whoever reads it finds all of it, and tells it once.

    From where a zip's directory is damaged on, all is one extent, which says so when it is read.

    Args:
        source: the archive.
        ways: for each, bytes and members of an extent at most.

    Returns:
        The extents, for each way.
    """
    path, rough = source.paths[0], {"zip": rough_entries, "tar": rough_members}.get(source.kind)
    whole = uncut(source)
    if rough is None:
        try:  # one that cannot be opened can still be set apart from its neighbours
            open_file(path).close()
        except OSError as error:
            blame_surroundings(error, f"{remote.shown(path)} cannot be read")
        return [[whole] for _ in ways]
    # checksums tell what the members of a zip hold; for those of a tar, only size and time of all of it do
    begin = b"" if source.kind == "zip" else _described(path, whole.stamp)[1]
    pieces = [_Pieces(whole, begin, *way) for way in ways]
    try:
        with open_file(path) as file:
            for some in rough(file):
                for each in pieces:
                    each.take(some)
    except UncutError:
        return [[whole] for _ in ways]
    except (*DAMAGE, *TAR_ERRORS, zipfile.BadZipFile) as error:
        blame_surroundings(error, f"{remote.shown(path)} cannot be read")
        if source.kind == "tar":
            return [[whole] for _ in ways]
        for each in pieces:
            each.told.update(b"\0" + repr(error).encode())
    return [each.end() for each in pieces]


class _Pieces:
    """The extents of an archive, as far as it was walked."""

    def __init__(self, whole: Extent, begin: bytes, target: int, most: int) -> None:
        self.told = _hash(begin)
        self._whole, self._begin, self._cutter = whole, begin, _Cutter(target, most)
        self._first = self._stop = self._place = self._total = 0
        self._cuts: list[Extent] = []

    def take(self, some: Rough) -> None:
        """Take up the next members."""
        done = 0
        if not self._stop:
            self._place = some.place[0]
        for cut in [*self._cutter.cuts(some.size, some.draw), len(some.size)]:
            self.told.update(b"".join(some.mark[done:cut]))
            self._total, done = self._total + sum(some.size[done:cut]), cut
            if cut < len(some.size):
                stop = self._stop + cut
                self._cuts.append(self._run(stop, stop - self._first))
                self._first, self._place, self._total, self.told = stop, some.place[cut], 0, _hash(self._begin)
        self._stop += len(some.size)

    def _run(self, stop: int | None, members: int) -> Extent:
        return replace(
            self._whole, first=self._first, stop=stop, place=self._place, bytes=self._total, files=members,
            digest=self.told.hexdigest(),
        )  # fmt: skip

    def end(self) -> list[Extent]:
        """Return all extents; the last one goes on to the end."""
        return [*self._cuts, self._run(None, self._stop - self._first)]


def _described(path: str, known: tuple[int, int] | None = None, here: str | None = None) -> tuple[int, bytes]:
    """Return the size of a file, 0 if it is gone, and what tells whether it is as before."""
    size, time = known if known is not None and known[0] >= 0 else stamp(path)
    return max(size, 0), b"%s\0%d %d\0" % (os.fsencode(identity(path, here)), size, time)


def _hash(data: bytes = b"") -> hashlib.blake2b:
    return hashlib.blake2b(data, digest_size=16)
