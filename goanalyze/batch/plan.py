"""The plan of a run: inputs cut into shards, each with a key that determines its rows.

A shard is a run of neighbouring files or members, small sources together. Its key is a hash of content (digests of the
extents), options and versions: shards with the same key have the same rows.

Scope: cutting sources, and keys. Not the reading of games.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import PurePath
from typing import Any
from zlib import crc32

from goanalyze import __version__
from goanalyze.archives import sevenzip
from goanalyze.archives.extents import Extent, extents, extents_and_runs, whole_extent
from goanalyze.archives.files import identity
from goanalyze.archives.patterns import ALL_FILES
from goanalyze.archives.remote import is_remote, shown
from goanalyze.archives.sources import KINDS, Source
from goanalyze.conventions.toml_files import to_toml
from goanalyze.errors import ResourceError
from goanalyze.limits import SHARD_FILES
from goanalyze.pipeline import Options
from goanalyze.sgf.charset import mixture_in
from goanalyze.sgf.charset_detection import Mixture
from goanalyze.tables.dataset import KEY_BYTES, LAYOUT_VERSION, PartName
from goanalyze.tables.schema import SCHEMA_VERSION
from goanalyze.util.faults import sentence

_TRIES = 2
_ONE_IN = 16  # sources after which a shard may end, so that a new one moves few ends


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard of a run.

    Attributes:
        name: number in the plan and key, which name its parts.
        extents: extents that it reads, in order.
        mixture: charsets of the files without CA, if the extent is one of several of its source; else they are known
            from the extents.
        fault: reason why it could not be planned, and cannot be checked; empty if it can.
    """

    name: PartName
    extents: tuple[Extent, ...]
    mixture: Mixture | None = None
    fault: str = ""

    @property
    def files(self) -> int | None:
        """The number of files and members; None if unknown before reading."""
        known = [extent.files for extent in self.extents if extent.files is not None]
        return sum(known) if len(known) == len(self.extents) else None

    @property
    def bytes(self) -> int:
        """Bytes of records, as far as known without reading."""
        return sum(extent.bytes for extent in self.extents)

    @property
    def is_stdin(self) -> bool:
        """True if it reads standard input, which other processes cannot."""
        return any(extent.source.kind == "stdin" for extent in self.extents)

    @property
    def is_remote(self) -> bool:
        """True if a source is remote, so that reading waits for the network."""
        return any(is_remote(path) for extent in self.extents for path in extent.source.paths[:1])

    @property
    def sources(self) -> list[str]:
        """The archives that it reads, as the user named them; of loose files the first."""
        return list(dict.fromkeys(shown(extent.source.paths[0]) for extent in self.extents if extent.source.paths))

    @property
    def title(self) -> str:
        """The first source and the number of the others."""
        paths = (path for extent in self.extents for path in extent.source.paths)
        first, *more = dict.fromkeys(map(shown, paths)) or [""]
        return f"{first} and {len(more):,} more" if more else first


Inspect = Callable[..., Any]
"""Calls a function that inspects a source, and returns its result; None if that takes more than the limits."""


def plan(
    sources: Sequence[Source],
    options: Options,
    shard_bytes: int,
    inspect: Inspect = lambda function, *args: function(*args),
) -> list[Shard]:
    """Cut sources into shards.

    Args:
        sources: sources, in order.
        options: options of the check: a part of every key.
        shard_bytes: unpacked bytes of one shard, roughly.
        inspect: inspects archives and files; in this process by default.

    Returns:
        The shards in the order of the sources. The plan depends on the content and `shard_bytes` alone. A key also
        depends on the conventions about its sources.
    """
    # all that rows depend on, apart from content and conventions
    versions = f"{SCHEMA_VERSION} {LAYOUT_VERSION} {__version__} {sevenzip.is_installed()}"
    terms = _hash(f"{versions} {replace(options, conventions=()).fingerprint()}")
    counts: Counter[str] = Counter()
    shards = []
    groups = _groups(sources, shard_bytes, inspect, is_guessed=options.encoding is None)
    for number, (group, mixture, fault) in enumerate(groups):
        # standard input has no digest: it is never known to be unchanged
        content = " ".join(
            f"{[*map(identity, extent.source.paths[:1])]} {extent.digest or os.urandom(16).hex()}" for extent in group
        )
        # the findings of a file without a record depend on whether the user named it
        named = [path for extent in group for path in extent.source.paths if shown(path) in extent.source.named]
        selected = [
            f"{source.pattern_path} {source.patterns}"
            for source in (extent.source for extent in group)
            if source.pattern_path
        ]
        content += f" {mixture or ''} {[*map(identity, named)] if named else ''}"
        content += "".join(selected) if any(extent.source.patterns != ALL_FILES for extent in group) else ""
        counts[content] += 1  # the same path twice is read twice
        key = _hash(f"{terms} {content} {counts[content]} {_conventions(options, group)}")
        shards.append(Shard(PartName(number, key), tuple(group), mixture, fault))
    return shards


def _groups(
    sources: Iterable[Source], shard_bytes: int, inspect: Inspect, *, is_guessed: bool
) -> Iterator[tuple[list[Extent], Mixture | None, str]]:
    """Gather extents of small sources; those of a large source are shards of their own, with the mixture of charsets.

    A group may end after a source with a certain hash of its name, so that one more source does not move all later
    ends. A source that cannot be inspected is a shard of its own, with the reason.
    """
    group: list[Extent] = []
    size = files = 0
    for source in sources:
        cut, mixture, fault = _inspect_source(source, shard_bytes, inspect, is_guessed=is_guessed)
        if len(cut) != 1 or source.kind == "stdin" or fault:
            if group:
                yield group, None, ""
            yield from (([extent], mixture, fault) for extent in cut)
            group, size, files = [], 0, 0
            continue
        group += cut
        size, files = size + cut[0].bytes, files + (cut[0].stop or 1)
        ends = crc32(os.fsencode(identity(source.paths[0]))) % _ONE_IN == 0 and 2 * size >= shard_bytes
        if ends or size >= shard_bytes or files >= SHARD_FILES:
            yield group, None, ""
            group, size, files = [], 0, 0
    if group:
        yield group, None, ""


def _inspect_source(
    source: Source, shard_bytes: int, inspect: Inspect, *, is_guessed: bool
) -> tuple[list[Extent], Mixture | None, str]:
    """Return the extents of a source, the charsets of a large one, and the reason if it cannot be inspected twice.

    An archive that takes too long to be cut is left whole; if the sample does, charsets are guessed file by file.
    """
    fault = ""
    for _ in range(_TRIES):
        try:
            runs: list[Extent] = []
            if source.kind in KINDS:
                whole = [whole_extent(source)], runs
                cut, runs = inspect(extents_and_runs, source, shard_bytes, SHARD_FILES) or whole
            else:
                cut = list(extents(source, shard_bytes, SHARD_FILES))
            is_sampled = is_guessed and len(cut) > 1
            mixture = (inspect(mixture_in, source, runs) or Mixture()) if is_sampled else None
        except (ResourceError, MemoryError, OSError) as error:
            fault = sentence(error)
        else:
            return cut, mixture, ""
    return [Extent(source, 0, None, 0, None, "")], None, fault


def _conventions(options: Options, group: Iterable[Extent]) -> str:
    """Return the conventions about a shard: those of other archives do not change its key."""
    if not options.conventions:
        return ""
    paths = {shown(path) for extent in group for path in extent.source.paths}
    homes = paths | {str(PurePath(path).parent) for path in paths}
    return to_toml(each for each in options.conventions if any(map(each.header.has_source, homes)))


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", errors="surrogateescape"), digest_size=KEY_BYTES).hexdigest()
