"""Parts of a source that can be read alone, so that several processes read a source, each part once.

Scope: the places of the cuts, the identity of a part, and reading one. Cuts depend on the content and the requested
sizes only. A cut depends on its neighbours: if a member is added or removed, the next cuts move, and later ones stay.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice, pairwise
from typing import Final, NamedTuple

from goanalyze import limits
from goanalyze.archives import line_files, remote
from goanalyze.archives.blobs import ALL_MEMBERS, DATA_ERRORS, Blob, MemberRange, MemberStats
from goanalyze.archives.files import identity, is_closed, open_file, stamp
from goanalyze.archives.non_records import record_sizes
from goanalyze.archives.sources import Source
from goanalyze.archives.tar_reader import TAR_ERRORS, tar_stats
from goanalyze.archives.zip_reader import ZipDirectory, read_directory
from goanalyze.errors import ResourceError
from goanalyze.util.faults import raise_resource_failure

_SAMPLE: Final = 256
"""Files of a source in its sample; those of an archive are the first ones of this many runs at most:"""
_RUNS: Final = 16

_DRAWS: Final = 2**32  # CRC-32 and Adler-32 are below this number
_CHANCE: Final = 4  # from half of the target on, a cut is to be expected after a quarter of it


@dataclass(frozen=True, slots=True)
class Extent:
    """A run of neighbouring files or members of one source, for one shard.

    Attributes:
        source: the files of this run, the archive, or one file with a game per line.
        first: number of the first file or member in the whole source, from 0.
        stop: number after the last one; None for all to the end, however many there are.
        bytes: unpacked bytes, as far as known without unpacking.
        files: files or members, folders included; None if that is not known without unpacking.
        digest: hash by which unchanged content is recognized. In a zip archive it covers name, flags, method, CRC-32
            and sizes of each member, so that other members may come and go. For anything else it covers path, size and
            time. If it is empty, the content cannot be recognized.
        part: members of the archive, or pieces of the file with a game per line.
        stamp: size and time (ns) of an archive, or of a file that was divided, when that was done.
    """

    source: Source
    first: int
    stop: int | None
    bytes: int
    files: int | None
    digest: str
    part: MemberRange = field(default=ALL_MEMBERS, repr=False)
    stamp: tuple[int, int] | None = None

    def blobs(self) -> Iterator[Blob]:
        """Yield the files or members, as `Source.blobs` does."""
        self._check_stamp()
        yield from self.source.blobs(part=self.part)
        self._check_stamp()

    def _check_stamp(self) -> None:
        if self.stamp is not None and stamp(path := self.source.paths[0]) != self.stamp:
            raise ResourceError(f"{remote.shown(path)} changed while it was being read")


def extents(source: Source, target_bytes: int, most: int = 20_000) -> Iterator[Extent]:
    """Divide a source into extents; their blobs, joined, are the source's.

    Args:
        source: the source to divide.
        target_bytes: largest number of unpacked bytes of an extent; a single file with more is alone.
        most: largest number of files or members of an extent.
    """
    if source.kind == "files":
        yield from _file_extents(source, target_bytes, most)
    elif source.kind == "picked":
        whole = whole_extent(source)
        identity_bytes = f"{whole.digest} {source.game} {source.member}".encode()
        yield replace(whole, files=1, digest=_digest([identity_bytes]))
    elif source.kind == "stdin":
        yield Extent(source, 0, None, 0, 1, "")
    else:
        yield from _Archive(source).extents(target_bytes, most)


def extents_and_runs(source: Source, target_bytes: int, most: int) -> tuple[list[Extent], list[Extent]]:
    """Divide an archive as `extents` does; of a divided one return the runs for `sample`, too: it is read once."""
    archive = _Archive(source)
    cut = archive.extents(target_bytes, most)
    return cut, archive.runs() if len(cut) > 1 else []


def sample(source: Source, runs: Sequence[Extent] = ()) -> Iterator[Blob]:
    """Yield some files from all parts of a source; all if they are few. Standard input cannot be read twice."""
    if source.kind == "files":
        step = -(-len(source.paths) // _SAMPLE)
        paths = tuple(path for path in source.paths[::step] if not is_closed(path))
        yield from islice(replace(source, paths=paths).blobs(), _SAMPLE)
    elif source.kind != "stdin":
        runs = runs or _Archive(source).runs()
        for run in runs:
            yield from islice(run.blobs(), _SAMPLE // len(runs))


def _cuts(sizes: Iterable[int], draws: Iterable[int], target: int, most: int) -> list[int]:
    """Return the numbers of the members with which an extent begins, except the first.

    A cut must be made where the sums would pass the target. From half of it on one may be, where the number drawn
    from a member's name or content is low: the larger the member, the likelier. So the cuts after a change soon
    coincide with those before it.
    """
    cuts = []
    target, most = max(1, target), max(1, most)
    per_byte, per_member = _CHANCE * _DRAWS / target, _CHANCE * _DRAWS / most
    total = count = 0
    is_due = False
    for number, (size, draw) in enumerate(zip(sizes, draws, strict=True)):
        if is_due or (count and (total + size > target or count >= most)):
            cuts.append(number)
            total = count = 0
        total += size
        count += 1
        is_due = (2 * total > target or 2 * count > most) and (draw < per_byte * size or draw < per_member)
    return cuts


class _FileFacts(NamedTuple):
    """A file of a source: its number, path, bytes, and bytes that identify its content."""

    number: int
    path: str
    size: int
    mark: bytes

    def group(self) -> bool | int:
        """Return a key that neighbours in one extent share: closed files cannot be done, large ones are divided."""
        if self.size > limits.MAX_FILE_BYTES and line_files.has_lines(self.path):
            return self.number + 2  # a key of its own
        return is_closed(self.path)


def _file_extents(source: Source, target: int, most: int) -> Iterator[Extent]:
    here = os.getcwd()
    listed = source.listed or (None,) * len(source.paths)
    facts = (
        _FileFacts(number, path, *_describe(path, known, here))
        for number, (path, known) in enumerate(zip(source.paths, listed, strict=True))
    )
    for key, group in groupby(facts, _FileFacts.group):
        files = list(group)
        if key > 1:
            yield from _line_extents(files[0], target)
            continue
        sizes = record_sizes([file.path for file in files], [file.size for file in files])
        draws = [zlib.crc32(os.fsencode(file.path.rpartition("/")[2])) for file in files]
        for begin, end in pairwise((0, *_cuts(sizes, draws, target, most), len(files))):
            run = files[begin:end]
            yield Extent(
                replace(source, paths=tuple(file.path for file in run), listed=()),
                run[0].number,
                run[-1].number + 1,
                sum(sizes[begin:end]),
                len(run),
                _digest(file.mark for file in run),
            )


def _line_extents(file: _FileFacts, target: int) -> Iterator[Extent]:
    """Divide one large file with a game per line."""
    step = max(1, target // line_files.PIECE) * line_files.PIECE
    for begin in range(0, file.size, step):
        size = min(step, file.size - begin)
        part = MemberRange(begin // line_files.PIECE, -(-(begin + size) // line_files.PIECE))
        digest = _digest([b"%s%d %d" % (file.mark, begin, size)])
        yield Extent(
            Source("lines", (file.path,)), file.number, file.number + 1, size, 1, digest, part, stamp(file.path)
        )


def whole_extent(archive: Source) -> Extent:
    """Return all of an archive as one extent, without reading it."""
    first_stamp = stamp(archive.paths[0])
    size, mark = _describe(archive.paths[0], first_stamp)
    return Extent(archive, 0, None, size, None, _digest([mark]), stamp=first_stamp)


class _Archive:
    """An archive to be divided between any two members, if it is a zip or a plain tar; any other is one extent.

    So is a damaged tar, a compressed one, whose checksums are behind its members, and a zip with a flaw that no part of
    it would reveal alone. The last extent of a zip reports the damage of its directory.
    """

    def __init__(self, source: Source) -> None:
        path = source.paths[0]
        self._whole = whole_extent(source)
        self._stats: MemberStats | None = None
        self._directory: ZipDirectory | None = None
        # checksums identify the members of a zip; those of a tar are identified by size and time of all of it
        self._mark = b"" if source.kind == "zip" else _describe(path, self._whole.stamp)[1]
        try:
            with open_file(path) as file:  # one that cannot be opened is set apart from its neighbours
                if source.kind == "zip":
                    self._directory = read_directory(file)
                    self._stats = self._directory.stats(file.seek(0, 2))
                elif source.kind == "tar":
                    self._stats = tar_stats(file)
        except (*DATA_ERRORS, *TAR_ERRORS, zipfile.BadZipFile) as error:
            raise_resource_failure(error, f"{remote.shown(path)} cannot be read")

    def runs(self) -> list[Extent]:
        """Return extents from all parts, for a sample."""
        return self.extents(limits.SHARD_BYTES, 4 * _SAMPLE, _RUNS)

    def extents(self, target: int, most: int, limit: int | None = None) -> list[Extent]:
        """Divide it into extents of `target` bytes and `most` members; return all, or up to `limit` from all parts."""
        stats = self._stats
        if stats is None or not stats.sizes:
            return [self._whole]
        bounds = list(pairwise((0, *_cuts(stats.sizes, stats.draws, target, most), len(stats.sizes))))
        step = -(-len(bounds) // limit) if limit else 1
        return [self._extent(stats, first, stop) for first, stop in bounds[::step]]

    def _extent(self, stats: MemberStats, first: int, stop: int) -> Extent:
        end = stop if stop < len(stats.sizes) else None
        if self._directory:
            part = MemberRange(first, end, directory=self._directory.packed(first, stop))
        else:
            part = MemberRange(first, end, stats.offsets[first])
        digest = _digest([self._mark, *stats.marks[first:stop]])
        size = sum(stats.sizes[first:stop])
        return replace(self._whole, first=first, stop=end, bytes=size, files=stop - first, digest=digest, part=part)


def _describe(path: str, known: tuple[int, int] | None = None, here: str | None = None) -> tuple[int, bytes]:
    """Return the size of a file, 0 if it is gone, and bytes that identify its content by path, size and time."""
    size, time = known if known is not None and known[0] >= 0 else stamp(path)
    return max(size, 0), b"%s\0%d %d\0" % (os.fsencode(identity(path, here)), size, time)


def _digest(marks: Iterable[bytes]) -> str:
    return hashlib.blake2b(b"".join(marks), digest_size=16).hexdigest()
