"""The dataset of a run: locked, searched for what is done already, cleaned and declared whole; later, compacted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import PurePath
from typing import Any, Final, Self

import pyarrow as pa

from goanalyze.archives.files import identity
from goanalyze.archives.remote import is_remote, shown
from goanalyze.batch.lock import Lock
from goanalyze.batch.plan import Shard
from goanalyze.batch.shard import ShardResult, earlier_result
from goanalyze.conventions.convention import Convention
from goanalyze.conventions.toml_files import parse_conventions, to_toml
from goanalyze.errors import ConventionError, DatasetError, DatasetExistsError, OutputError
from goanalyze.tables.dataset import APPLIED, DERIVED, begin, clear, finish, is_unfinished, read_success, standing
from goanalyze.tables.parts import (
    COMMITTING,
    SINGLE,
    Content,
    PartName,
    expand,
    is_intact,
    key_of,
    merge,
    merged_groups,
    read_columns,
    read_contents,
    read_shard,
    remove_parts,
)
from goanalyze.tables.schema import TABLES
from goanalyze.tables.store import Store
from goanalyze.vocabulary.threads import in_threads

_GIVEN_KEPT: Final = 100

_LOOKING: Final = 8  # threads that look whether parts are intact: of digests, or of waiting for a network

Found = dict[str, dict[str, int]]


class Commit:
    """A dataset that is being written, by one run at a time.

    Args:
        out: the folder or URI.
        given: what the user gave as input: by this a dataset is known to be of the same sources.
        overwrite: replace the dataset that stands there, whatever it is of.

    Attributes:
        lock: on the dataset.
        outdated: names of the tables that other commands had made of games that are no longer the same; they are gone.
        damaged: parts of an earlier run that are missing or not what was written, and are made anew.

    Raises:
        OutputError: another run writes there, it holds something that is no dataset, or it cannot be written.
    """

    def __init__(self, out: str, *, given: Iterable[str] = (), overwrite: bool = False) -> None:
        self.store = Store(out)
        self._given = frozenset(map(shown, given))
        _clear_empty_folders(self.store)
        standing(self.store)  # before anything is made there
        self.lock = Lock(self.store)
        self._plan: Sequence[PartName] = ()
        self._places: dict[str, tuple[str, Sequence[Content]]] = {}  # file of each shard, and what is in it if kept
        self._derived: dict[str, list[str]] = {}  # files that stay, by table
        self.outdated: tuple[str, ...] = ()
        self.damaged: list[str] = []
        try:
            if overwrite:
                clear(self.store, overwrite=True)
        except BaseException as error:
            self.lock.__exit__(type(error))
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is not None:  # workers that were stopped have left what they were writing
                with suppress(OutputError):
                    _tidied(self.store)
        finally:
            self.lock.__exit__(kind)

    @property
    def given(self) -> tuple[str, ...]:
        """What the user gave as input; some of it, if it is very much."""
        return tuple(sorted(self._given)[:_GIVEN_KEPT])

    @property
    def applied(self) -> tuple[Convention, ...]:
        """The conventions that the last run applied, whether it came to its end or not; none that can be read: none."""
        with suppress(ConventionError, OSError, UnicodeDecodeError):
            return parse_conventions(self.store.read(APPLIED).decode())
        return ()

    def apply(self, conventions: Sequence[Convention]) -> None:
        """Note the conventions that the games are checked with, so that a run which is killed can be gone on with.

        Raises:
            OutputError: it cannot be written.
        """
        if conventions:
            self.store.write(APPLIED, to_toml(conventions).encode())
        else:
            self.store.delete(APPLIED)

    def open(
        self, shards: Sequence[Shard], tables: Iterable[str], *, resume: bool, limits: Sequence[float]
    ) -> dict[str, ShardResult]:
        """Look which shards are done, and begin to write.

        Args:
            shards: the plan.
            tables: names of those that each shard has.
            resume: whether what is done stays; else all is done anew.
            limits: of time and memory, see `goanalyze.batch.shard.earlier_result`.

        Returns:
            What came out of those that are done, by key.

        Raises:
            OutputError: the folder holds a dataset of other sources, or cannot be written.
        """
        found = _tidied(self.store)
        self._plan, self._places = [shard.name for shard in shards], {}
        parts = {file: read_contents(self.store, file) or [] for file in found.get(COMMITTING, {})}
        self._refuse_others(parts, shards)
        begin(self.store)
        self._derived = {table: list(found[table]) for table in DERIVED if found.get(table)}
        names = [content.name for _, contents in sorted(parts.items()) for content in contents]
        made = {table: PartName(0, key_of(names)).file for table in self._derived}
        if [name.key for name in names] != [shard.name.key for shard in shards] or not all(
            files == [made[table]] and is_intact(self.store, table, made[table])
            for table, files in self._derived.items()
        ):
            self._drop_derived()  # before any game is gone, in case that this run is killed
        kept: dict[str, ShardResult] = {}
        if resume:
            plan = {shard.name.key: shard for shard in shards}
            look = partial(self._damaged, tables=tuple(tables))
            damaged = dict(zip(parts, in_threads(look, parts, _LOOKING), strict=True))
            for file, contents in sorted(parts.items()):
                self.damaged += damaged[file]
                if contents and not damaged[file]:
                    self._keep(file, contents, plan, kept, limits)
                else:  # it stands for rows that are gone
                    self.store.delete(f"{COMMITTING}/{file}")
        else:
            remove_parts(self.store, found)
        self._places |= {shard.name.key: (shard.name.file, ()) for shard in shards if shard.name.key not in kept}
        if len(kept) < len(shards):
            self._drop_derived()
        return kept

    def _damaged(self, file: str, tables: Iterable[str]) -> list[str]:
        """Return the first table's part of this name that is not what was written; none if all are."""
        broken = (f"{table}/{file}" for table in tables if not is_intact(self.store, table, file))
        return [*islice(broken, 1)]

    def _drop_derived(self) -> None:
        """Remove the tables that other commands made of games that are about to change."""
        remove_parts(self.store, self._derived)
        self.outdated += tuple(self._derived)
        self._derived = {}

    def _refuse_others(self, parts: Mapping[str, Sequence[Content]], shards: Sequence[Shard]) -> None:
        """Refuse to replace a dataset by one that has no source in common with it, or leaves inputs out.

        What is gone from the disk may be left out.
        """
        here = {identity(path) for shard in shards for path in shard.sources} | set(map(identity, self._given))
        facts = [content.facts for contents in parts.values() for content in contents]
        given = {path for each in facts for path in each.get("given") or ()}
        there = {path for each in facts for path in _known(each)}
        # tables that were in memory have no sources; a folder that was moved is given by the same relative path
        if facts and not there & here and not given & self._given:
            what = f"({min(there)} …)" if there else "(which are not known)"
            raise DatasetExistsError(
                f"{self.store.out!r} holds a dataset of other sources {what}; name another folder, or "
                "give --overwrite to replace it"
            )
        left_out = _left_out(there, shards)
        if left_out:
            raise DatasetExistsError(
                f"{self.store.out!r} also holds games of {min(left_out)}, which is not among the inputs now; "
                "they would be lost: give all inputs, name another folder, or give --overwrite"
            )

    def _keep(
        self,
        file: str,
        contents: Sequence[Content],
        plan: Mapping[str, Shard],
        kept: dict[str, ShardResult],
        limits: Sequence[float],
    ) -> None:
        """Keep what a part holds and the plan wants; a part of which only some shards are wanted is taken apart."""
        wanted: dict[str, ShardResult] = {}
        for content in contents:
            shard = plan.get(content.name.key)
            if shard and shard.name.key not in kept and (done := earlier_result(content, shard, limits)):
                wanted[content.name.key] = done
        if not wanted:
            if any(content.name.key in plan and content.name.key not in kept for content in contents):
                self.store.delete(f"{COMMITTING}/{file}")  # it is done anew, and must not be found then
            return
        if len(contents) == 1:
            (done,) = wanted.values()
            if file != done.name.file:  # the number that it has in this plan
                for table in sorted(contents[0].rows, key=COMMITTING.__eq__):  # the committing table last
                    self.store.rename(f"{table}/{file}", f"{table}/{done.name.file}")
            self._places[done.name.key] = done.name.file, contents
        elif [content.name for content in contents] == [done.name for done in wanted.values()]:
            self._places |= dict.fromkeys(wanted, (file, contents))
        else:
            expand(self.store, file, contents, {key: done.name for key, done in wanted.items()})
            alone = {content.name.key: [content] for content in contents}
            self._places |= {key: (done.name.file, alone[key]) for key, done in wanted.items()}
        kept |= wanted

    def tables(self, name: PartName, wanted: Iterable[str]) -> dict[str, pa.Table]:
        """Return tables of a shard that is done.

        Raises:
            OutputError: a part cannot be read.
        """
        file, contents = self._places[name.key]
        contents = contents or read_contents(self.store, file) or ()
        return read_shard(self.store, file, contents, name.key, wanted)

    def read(self, wanted: Iterable[str]) -> Iterator[dict[str, pa.Table]]:
        """Yield tables of every shard, in their order; all must be done.

        Raises:
            OutputError: a part cannot be read.
        """
        names = tuple(wanted)
        yield from (self.tables(name, names) for name in self._plan)

    def columns(self, table: str, names: Sequence[str], lines: Sequence[Mapping[str, Any]]) -> pa.Table:
        """Return columns of a table of the shards in lines of the manifest, in their order.

        Raises:
            OutputError: a part cannot be read.
        """
        files = dict.fromkeys(self._placed(line).get("in", line["part"]) for line in lines)
        found = [read_columns(self.store, f"{table}/{file}", names) for file in files]
        return pa.concat_tables([TABLES[table].empty(names), *found])

    def close(
        self, singles: Mapping[str, pa.Table], manifest: Sequence[Mapping[str, Any]], facts: Mapping[str, Any]
    ) -> None:
        """Remove what does not belong to the dataset, and say that it is whole.

        Args:
            singles: tables that are one file each.
            manifest: a line for each shard, see `goanalyze.tables.dataset.finish`.
            facts: what is to be known of the run.
        """
        found = standing(self.store)
        ours = {file for file, _ in self._places.values()}
        remove_parts(self.store, {table: set(found[table]) - set(self._derived.get(table, ours)) for table in found})
        for name in found:
            self.store.delete_empty(name)
        finish(self.store, [self._placed(line) for line in manifest], facts, singles)

    def _placed(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line of the manifest that names the part in which its shard is, if that is one of several."""
        name = PartName.read(line["part"])
        place = self._places[name.key][0] if name else line["part"]
        return {**line} if place == line["part"] else {**line, "in": place}


def _clear_empty_folders(store: Store) -> None:
    """Remove empty folders that stand where parts should: nothing is lost with them, and they would stay in the way."""
    if store.is_remote or not os.path.isdir(store.out):
        return
    tables = store.folders() & TABLES.keys()
    places = [f"{table}/{name}" for table in tables for name in store.folders(table) if PartName.read(name)]
    for place in [*places, *(store.folders() & {f"{name}.parquet" for name in SINGLE})]:
        if os.path.isdir(store.path(place)):
            store.delete_empty(place)


def _known(facts: Mapping[str, Any]) -> set[str]:
    """Return the inputs and sources of a part; relative inputs only where they still lead to one of its sources."""
    sources = set(facts.get("sources") or ())
    around = sources | {str(folder) for path in sources for folder in PurePath(path).parents}
    given = {path: identity(path) for path in facts.get("given") or ()}
    is_here = not sources or not around.isdisjoint(given.values())  # else the working folder was another one
    return sources | {place for path, place in given.items() if is_here or is_remote(path) or os.path.isabs(path)}


def _left_out(there: Iterable[str], shards: Sequence[Shard]) -> set[str]:
    """Return the files and folders of which a dataset has games, and which are there, but are not read now."""
    here = os.getcwd()
    read = {identity(path, here) for shard in shards for extent in shard.extents for path in extent.source.paths}
    folders = {str(folder) for path in read for folder in PurePath(path).parents}
    gone = {path for path in there if path not in read and path != "-" and str(PurePath(path)) not in folders}
    return {path for path in gone if is_remote(path) or os.path.exists(path)}


def _tidied(store: Store) -> Found:
    """Remove what was not finished by a run that has ended; return what stands, by table."""
    for name in store.files():
        if is_unfinished(name):
            store.delete(name)
    found = standing(store)
    for table, files in found.items():
        for file in [file for file in files if is_unfinished(file)]:
            store.delete(f"{table}/{file}")
            del files[file]
    return found


def compact_dataset(out: str, most: int) -> tuple[int, int]:
    """Merge parts until the file of the largest table has between a quarter of the limit and the limit.

    A dataset that was killed in the middle of this is not whole; the check, given again, mends it without doing its
    work anew.

    Args:
        out: folder or URI of a dataset.
        most: bytes of a file.

    Returns:
        How many files its tables had, and have now.

    Raises:
        DatasetError: there is no whole dataset.
        OutputError: another run writes it, or it cannot be written.
    """
    store = Store(out)
    facts, manifest = read_success(store)
    with Lock(store):
        found = _tidied(store)
        before = sum(map(len, found.values()))
        groups = list(merged_groups(found, most // 4, most))
        if not groups:
            return before, before
        for table, file in ((table, file) for files in groups for file in files for table in manifest[0]["tables"]):
            if not is_intact(store, table, file):
                raise DatasetError(f"{table}/{file} of the dataset {store.out!r} is missing, damaged or of another "
                                   "dataset; run the check again")  # fmt: skip
        begin(store)
        moved: dict[str, str] = {}
        for files in groups:
            moved |= dict.fromkeys(files, merge(store, files))
        places = [line.get("in", line["part"]) for line in manifest]
        finish(store, [{**line, "in": moved.get(at, at)} for line, at in zip(manifest, places, strict=True)], facts)
        return before, sum(map(len, _tidied(store).values()))
