"""The plan of a run: inputs cut into shards, each with a key that says what will come out of it.

A shard is a run of neighbouring files or members, small sources together. Its key is a hash of content (digests of the
extents), options and versions: the same key, the same rows. What may not live here: reading of games.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
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
from goanalyze.pipeline import Options
from goanalyze.sgf.charset import mixture_in
from goanalyze.sgf.charset_detection import Mixture
from goanalyze.tables.dataset import PartName
from goanalyze.tables.schema import SCHEMA_VERSION
from goanalyze.vocabulary.faults import sentence
from goanalyze.vocabulary.limits import SHARD_FILES

_KEY_BYTES = 8  # of 20,000 shards any two have the same key with a chance of 10⁻¹¹
_TRIES = 2
_ONE_IN = 16  # sources after which a shard may end, so that a new one moves few ends


@dataclass(frozen=True, slots=True)
class Shard:
    """One piece of a run.

    Attributes:
        name: of its parts: number in the plan, and key.
        extents: what it reads, in order.
        mixture: charsets of those files that do not say it, where the extent is one of several of its source; else
            they are known from the extents.
        fault: why it could not be planned, and cannot be done; empty if it can.
    """

    name: PartName
    extents: tuple[Extent, ...]
    mixture: Mixture | None = None
    fault: str = ""

    @property
    def files(self) -> int | None:
        """How many files and members; None where that is not known before reading."""
        known = [extent.files for extent in self.extents if extent.files is not None]
        return sum(known) if len(known) == len(self.extents) else None

    @property
    def bytes(self) -> int:
        """Bytes of records, as far as known without reading."""
        return sum(extent.bytes for extent in self.extents)

    @property
    def only_here(self) -> bool:
        """Whether no other process can read it: standard input."""
        return any(extent.source.kind == "stdin" for extent in self.extents)

    @property
    def is_far(self) -> bool:
        """Whether something of it is in a remote place, where reading takes as long as the network does."""
        return any(is_remote(path) for extent in self.extents for path in extent.source.paths[:1])

    @property
    def sources(self) -> list[str]:
        """The archives that it reads, as they were given; of loose files the first."""
        return list(dict.fromkeys(shown(extent.source.paths[0]) for extent in self.extents if extent.source.paths))

    @property
    def title(self) -> str:
        """What it reads, in a few words."""
        paths = (path for extent in self.extents for path in extent.source.paths)
        first, *more = dict.fromkeys(map(shown, paths)) or [""]
        return f"{first} and {len(more):,} more" if more else first


Look = Callable[..., Any]
"""Calls a function that looks into a source, and returns what comes out; None if it takes more than limits allow."""


def plan(
    sources: Sequence[Source],
    options: Options,
    shard_bytes: int,
    look: Look = lambda function, *args: function(*args),
) -> list[Shard]:
    """Cut sources into shards.

    Args:
        sources: what to read, in order.
        options: how it will be checked: a part of every key.
        shard_bytes: unpacked bytes of one shard, roughly.
        look: looks into archives and files; in this process if not given.

    Returns:
        The shards in the order of the sources. The plan depends on the content and `shard_bytes` alone; a key on the
        conventions about its sources, too.
    """
    ways = _options_digest(options)
    seen: Counter[str] = Counter()
    shards = []
    groups = _groups(sources, shard_bytes, look, guessed=options.encoding is None)
    for number, (group, mixture, fault) in enumerate(groups):
        # standard input has no digest: it is never known to be as before
        content = " ".join(
            f"{[*map(identity, extent.source.paths[:1])]} {extent.digest or os.urandom(16).hex()}" for extent in group
        )
        # what is told of a file that is no record depends on whether the user named it
        named = [path for extent in group for path in extent.source.paths if shown(path) in extent.source.named]
        meant = [f"{source.pattern_path} {source.patterns}" for source in (extent.source for extent in group)
                 if source.pattern_path]  # fmt: skip
        content += f" {mixture or ''} {[*map(identity, named)] if named else ''}"
        content += "".join(meant) if any(extent.source.patterns != ALL_FILES for extent in group) else ""
        seen[content] += 1  # the same path given twice is read twice
        key = _hash(f"{ways} {content} {seen[content]} {_conventions(options, group)}")
        shards.append(Shard(PartName(number, key), tuple(group), mixture, fault))
    return shards


def _groups(
    sources: Iterable[Source], shard_bytes: int, look: Look, *, guessed: bool
) -> Iterator[tuple[list[Extent], Mixture | None, str]]:
    """Gather extents of small sources; a large source's are shards of their own, with what its charsets are.

    Where a group may end depends on the name of its last source, so that one more source does not move all later ends.
    A source that cannot be looked at now is a shard of its own, with the reason.
    """
    group: list[Extent] = []
    size = files = 0
    for source in sources:
        cut, mixture, fault = _looked_at(source, shard_bytes, look, guessed=guessed)
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


def _looked_at(
    source: Source, shard_bytes: int, look: Look, *, guessed: bool
) -> tuple[list[Extent], Mixture | None, str]:
    """Return the extents of a source, the charsets of a large one, and why it cannot be looked at; tried twice.

    An archive that takes too long to be cut is left whole; where the sample does, charsets are guessed file by file.
    """
    fault = ""
    for _ in range(_TRIES):
        try:
            runs: list[Extent] = []
            if source.kind in KINDS:
                cut, runs = look(extents_and_runs, source, shard_bytes, SHARD_FILES) or ([whole_extent(source)], runs)
            else:
                cut = list(extents(source, shard_bytes, SHARD_FILES))
            mixture = (look(mixture_in, source, runs) or Mixture()) if guessed and len(cut) > 1 else None
        except (ResourceError, MemoryError, OSError) as error:
            fault = sentence(error)
        else:
            return cut, mixture, ""
    return [Extent(source, 0, None, 0, None, "")], None, fault


def _conventions(options: Options, group: Iterable[Extent]) -> str:
    """Return the conventions that can be about games of a shard: with another archive's, rows stay as they are."""
    if not options.conventions:
        return ""
    paths = {shown(path) for extent in group for path in extent.source.paths}
    homes = paths | {str(PurePath(path).parent) for path in paths}
    return to_toml(each for each in options.conventions if any(map(each.header.has_source, homes)))


def _options_digest(options: Options) -> str:
    """Hash everything beside content and conventions that rows depend on."""
    told: dict[str, Any] = {each.name: getattr(options, each.name) for each in fields(options)}
    told.pop("conventions")
    told["rulesets"] = [asdict(ruleset) for ruleset in options.rulesets]
    told["versions"] = [SCHEMA_VERSION, __version__, sevenzip.is_installed()]
    return _hash(json.dumps(told, sort_keys=True, default=str))


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", errors="surrogateescape"), digest_size=_KEY_BYTES).hexdigest()
