"""A dataset of Parquet files: layout, records of its shards, writing, compaction and opening.

The page ``goanalyze/docs/dataset.md`` describes the layout and the order of all steps. A shard is known here by its
number, its key and the facts that its record contains.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path, PurePath
from re import compile as pattern
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar

import pyarrow as pa

from goanalyze.archives.files import identity
from goanalyze.archives.remote import is_remote, shown
from goanalyze.conventions.convention import Convention
from goanalyze.conventions.toml_files import parse_conventions, to_toml
from goanalyze.errors import ConventionError, DatasetError, DatasetExistsError, OutputError
from goanalyze.tables.schema import OPTIONAL, SCHEMA_VERSION, TABLES
from goanalyze.tables.storage import HOLDER, LOCK, Lock, Storage, UnfinishedFile, digest, is_unfinished
from goanalyze.util.faults import is_thread_failure, sentence
from goanalyze.util.row import FieldMapping, Fields
from goanalyze.util.threads import in_threads

if TYPE_CHECKING:
    import pyarrow.parquet as pq

COMMITS: Final = "_commits"
"""Folder of the records of shards that are done, until the manifest contains them."""

APPLIED: Final = "_conventions.toml"
"""File of the conventions with which the games of a dataset are checked."""

REPORT: Final = "report.html"
"""Name of the report in the folder of a dataset."""

SINGLE: Final = ("rulesets", "conventions")
"""Tables of one small file in the folder of the dataset."""

DERIVED: Final = ("duplicates",)
"""Tables that other commands compute from those of a check; valid while no game comes, goes or changes."""

LAYOUT_VERSION: Final = 2
"""Version of the files of a dataset, apart from the columns of its tables."""

KEY_BYTES: Final = 8
"""Bytes of the key of a shard: of 20,000 shards any two have the same one with a chance of 10⁻¹¹."""

_MANIFEST: Final = "_manifest.jsonl"
_SUCCESS: Final = "_SUCCESS.json"
_DIGEST: Final = "digest"
_FIRST: Final = "games"  # the table whose parts name a shard in messages, and decide about its size

_ROW_GROUP_GAMES: Final = 32_768
_ROWS_PER_GAME: Final = {"moves": 50, "outcomes": 17}  # rough: a row group of moves then has some 1.5 million rows
_LEVEL: Final = 1  # of zstd; level 3 saves less than another hundredth
# A dictionary costs more than it saves where nearly all values differ.
_UNIQUE: Final = {"game_id", "canonical_id", "member", "message", "best_game_id", "best_member"}
# Moves are written as differences, packed tightly: zstd would save little more. With a dictionary they would be a
# twentieth smaller and take half as long again to write. Their minimum and maximum are of no use.
_PACKED: Final = {"moves.list.element"}
_BATCH: Final = 16_384  # values that the writer takes at a time, in place of its default of 1,024
_NAME: Final = pattern(r"part-(\d{6})-([0-9a-f]{16})\.parquet")
_THREADS: Final = 8  # for digests, which leave the interpreter free, and for waiting for a network
_INPUTS_KEPT: Final = 100

T = TypeVar("T")


class PartName(NamedTuple):
    """Name of a shard, and of a part: a number, which orders the rows, and a key, which identifies the content."""

    number: int
    key: str

    @property
    def file(self) -> str:
        """Name of the file in the folder of each table."""
        return f"part-{self.number:06}-{self.key}.parquet"

    @property
    def record(self) -> str:
        """Name of the file of its records, relative to the dataset."""
        return f"{COMMITS}/part-{self.number:06}-{self.key}.json"

    @classmethod
    def parse(cls, file: str) -> PartName | None:
        """Return the name of a part's file; None for any other file."""
        match = _NAME.fullmatch(file)
        return cls(int(match[1]), match[2]) if match else None


Files = dict[str, dict[PartName, int]]  # bytes of the existing parts of each table


def key_of(names: Iterable[PartName]) -> str:
    """Return the key of several shards in their order."""
    return blake2b(" ".join(name.key for name in names).encode(), digest_size=KEY_BYTES).hexdigest()


class TablePart(NamedTuple):
    """The rows of a shard in a part: rows, first row group and number of groups; size and digest of the file."""

    rows: int
    first_group: int
    groups: int
    bytes: int
    digest: str


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a shard that is done: a line of the manifest, or of a file in the folder of commits.

    Attributes:
        name: number and key of the shard.
        part: name of the part that contains its rows: its own, or one of several shards.
        tables: its rows by table.
        facts: further facts as plain data.
    """

    name: PartName
    part: PartName
    tables: Mapping[str, TablePart]
    facts: FieldMapping = field(default_factory=dict)

    def line(self) -> bytes:
        """Return the record as a line of JSON that contains its own digest."""
        data: Fields = {"part": self.name.file}
        if self.part != self.name:
            data["in"] = self.part.file
        data |= {**self.facts, "tables": {table: rows._asdict() for table, rows in self.tables.items()}}
        return json.dumps(_with_digest(data), ensure_ascii=False).encode("utf-8", errors="backslashreplace") + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Record | None:
        """Return the record in a line; None if the line is damaged or has another layout."""
        data = _checked_json(line)
        try:
            name = PartName.parse(data.pop("part"))
            part = PartName.parse(data.pop("in")) if "in" in data else name
            tables = {table: TablePart(**rows) for table, rows in data.pop("tables").items()}
        except (AttributeError, KeyError, TypeError):
            return None
        return cls(name, part, tables, data) if name and part else None


def _with_digest(data: FieldMapping) -> Fields:
    """Return facts with their digest, which replaces an earlier one."""
    facts = {name: fact for name, fact in data.items() if name != _DIGEST}
    return {**facts, _DIGEST: digest(json.dumps(facts).encode())}


def _checked_json(data: bytes) -> Any:
    """Return facts without their digest; None if they are damaged."""
    try:
        facts = json.loads(data)
    except ValueError:
        return None
    if not isinstance(facts, dict) or facts.get(_DIGEST) != _with_digest(facts)[_DIGEST]:
        return None
    return {name: fact for name, fact in facts.items() if name != _DIGEST}


def read_record(storage: Storage, name: PartName) -> Record | None:
    """Return the record of a shard that was committed since the last manifest; None if it is missing or damaged."""
    records = map(Record.parse, storage.read(name.record, b"").splitlines())
    return next((record for record in records if record and record.name == name), None)


class PartWriter:
    """Writes the parts of one shard or several, in groups of many rows; then their records.

    As a context, it deletes the unfinished files if there is an error.
    """

    def __init__(self, storage: Storage, name: PartName, tables: Iterable[str], record: str = "") -> None:
        self._storage, self._name, self._record_file = storage, name, record or name.record
        self._waiting: dict[str, list[pa.Table]] = {table: [] for table in tables}
        self._waiting_games = 0
        self._files: dict[str, tuple[UnfinishedFile, pq.ParquetWriter]] = {}
        self._groups: dict[str, list[int]] = {table: [] for table in self._waiting}  # rows of each row group
        self._first_groups = dict.fromkeys(self._waiting, 0)  # of the current shard
        self._records: list[Record] = []

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Take the tables of a chunk by name; those without a part are ignored."""
        for name, table in tables.items():
            if name in self._waiting:
                self._waiting[name].append(table)
        self._waiting_games += max(len(table) // _ROWS_PER_GAME.get(name, 1) for name, table in tables.items())
        if self._waiting_games >= _ROW_GROUP_GAMES:
            self._flush()

    def end(self, shard: PartName, facts: FieldMapping) -> None:
        """Declare that all rows of a shard have been added, with further facts on it."""
        self._flush()
        firsts, self._first_groups = self._first_groups, {table: len(rows) for table, rows in self._groups.items()}
        tables = {
            table: TablePart(sum(rows[firsts[table] :]), firsts[table], len(rows) - firsts[table], 0, "")
            for table, rows in self._groups.items()
        }
        self._records.append(Record(shard, self._name, tables, facts))

    def commit(self) -> list[Record]:
        """Finish all parts, give them their names, and then write the records, which declare the shards done."""
        files: dict[str, tuple[int, str]] = {}
        for table, (file, writer) in self._files.items():
            writer.close()
            files[table] = file.finish()
        self._records = [
            replace(
                record, tables={table: TablePart(*rows[:3], *files[table]) for table, rows in record.tables.items()}
            )
            for record in self._records
        ]
        with UnfinishedFile(self._storage, self._record_file) as records:
            records.write(b"".join(record.line() for record in self._records))
            records.finish()  # if the disk is full, no file has its name yet
            for file, _ in self._files.values():
                file.rename()
            records.rename()
        return self._records

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.abandon()

    def abandon(self) -> None:
        """Delete the files that have no name yet."""
        for file, writer in self._files.values():
            with suppress(OSError, ValueError, OutputError):  # the disk is full, or the file is closed
                writer.close()
            file.discard()

    def _flush(self) -> None:
        """Write a row group of the waiting rows of each table."""
        for table, chunks in self._waiting.items():
            if table not in self._files:
                file = UnfinishedFile(self._storage, f"{table}/{self._name.file}")
                try:
                    writer = parquet_writer(file, table, chunks[0].schema if chunks else TABLES[table].arrow)
                except BaseException:
                    file.discard()
                    raise
                self._files[table] = file, writer
            if chunks:
                rows = pa.concat_tables(chunks).unify_dictionaries()
                self._files[table][1].write_table(rows, row_group_size=max(1, len(rows)))
                self._groups[table].append(len(rows))
        self._waiting, self._waiting_games = {table: [] for table in self._waiting}, 0


def parquet_writer(stream: Any, table: str, schema: pa.Schema) -> pq.ParquetWriter:
    """Return a writer with the compression and dictionaries of all parts of a table.

    Only columns that differ in nearly every row are worth zstd, which sets its tables up anew for each page: with it
    everywhere, files are smaller by a thirtieth and take a quarter longer to write. In tables with many rows per game,
    game_id has a dictionary, and each row group contains every value, so that minimum and maximum are of no use.
    """
    import pyarrow.parquet as pq  # 0.015 s, for datasets alone

    columns = [f"{part.name}.list.element" if pa.types.is_list(part.type) else part.name for part in schema]
    codec = {column: "none" if column in _PACKED else "zstd" if column in _UNIQUE else "snappy" for column in columns}
    repeated = {"game_id"} if table in _ROWS_PER_GAME else set()
    packed = _PACKED.intersection(columns)
    return pq.ParquetWriter(
        stream,
        schema,
        compression=codec,
        compression_level={column: _LEVEL for column in columns if codec[column] == "zstd"},
        use_dictionary=[column for column in columns if column not in _UNIQUE - repeated | packed],
        column_encoding=dict.fromkeys(packed, "DELTA_BINARY_PACKED") or None,
        write_statistics=[] if repeated else [part for part in columns if part not in packed],
        write_batch_size=_BATCH,
        store_schema=True,
        write_page_checksum=True,
    )


class PartFile(NamedTuple):
    """A Parquet file of a dataset as its manifest describes it: path in the dataset, rows, bytes and digest."""

    name: str
    rows: int
    bytes: int
    digest: str


@dataclass(frozen=True, slots=True)
class Parts:
    """A table of a dataset."""

    uri: str = field(repr=False)
    table: str
    files: tuple[PartFile, ...]

    @property
    def out(self) -> str:
        """Path or URI of the dataset without credentials."""
        return shown(self.uri)


class MemorySink:
    """Keeps all tables in memory; `optional` are the optional tables that are present even without rows."""

    def __init__(self, optional: Collection[str] = ()) -> None:
        self._chunks: dict[str, list[pa.Table]] = {}
        self._optional = optional

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Take the tables of a chunk by name."""
        for name, table in tables.items():
            self._chunks.setdefault(name, []).append(table)

    def tables(self) -> dict[str, pa.Table]:
        """Return every table as one Arrow table, also those without rows."""
        return {
            name: pa.concat_tables(self._chunks[name]) if name in self._chunks else schema.empty()
            for name, schema in TABLES.items()
            if name in self._chunks or name not in OPTIONAL or name in self._optional
        }


def part_tables(optional: Collection[str] = ()) -> tuple[str, ...]:
    """Return the names of the tables that a check writes in parts, with some of the optional ones."""
    return tuple(name for name in TABLES if name not in {*SINGLE, *OPTIONAL} or name in optional)


def refuse_foreign_files(storage: Storage) -> None:
    """Raise an OutputError if the folder contains a file that is not of a dataset, or cannot be listed."""
    if not storage.is_remote and Path(storage.out).exists() and not Path(storage.out).is_dir():
        raise OutputError(f"{storage.out!r} is a file. Expected a folder for the dataset.")
    known = {_MANIFEST, _SUCCESS, APPLIED, HOLDER, LOCK, REPORT, *map(_single_file, SINGLE), *map(_record_of, DERIVED)}
    folders = storage.folders()
    foreign = [*(storage.files().keys() - known), *(folders - TABLES.keys() - {COMMITS})]
    for folder in folders & {*TABLES, COMMITS}:
        foreign += [f"{folder}/{file}" for file in storage.files(folder) if not _is_part_or_record(folder, file)]
        foreign += [f"{folder}/{inner}" for inner in storage.folders(folder)]
    if foreign := [name for name in foreign if not is_unfinished(name)]:
        raise OutputError(
            f"{storage.out!r} contains {min(foreign)!r}, which is not part of a dataset. Nothing was "
            "replaced. Expected a new folder, or one that only goanalyze has written to."
        )


def _is_part_or_record(folder: str, file: str) -> bool:
    name = PartName.parse(f"{PurePath(file).stem}.parquet")
    return name is not None and f"{folder}/{file}" == (name.record if folder == COMMITS else f"{folder}/{name.file}")


def _existing_parts(storage: Storage) -> Files:
    """Delete the unfinished files of a run that has ended; return the parts of each table with their bytes."""
    refuse_foreign_files(storage)
    folders = storage.folders()
    parts: Files = {table: {} for table in TABLES if table in folders}
    for folder in ("", COMMITS, *parts):
        for file, size in storage.files(folder).items():
            if is_unfinished(file):
                storage.delete(f"{folder}/{file}".lstrip("/"))
            elif folder in parts and (name := PartName.parse(file)):
                parts[folder][name] = size
    return parts


def _single_file(table: str) -> str:
    return f"{table}.parquet"


def _record_of(table: str) -> str:
    return f"_{table}.json"


class DatasetWriter:
    """A dataset that is being written, by one run at a time.

    Attributes:
        storage: its files.
        lock: exclusive access to it.
        outdated: names of derived tables that belonged to other games, and were deleted.
        damaged: parts of an earlier run that are missing or not as written; their games are checked again.
    """

    def __init__(self, out: str, *, inputs: Iterable[str] = (), overwrite: bool = False) -> None:
        self.storage = Storage(out)
        self._inputs = frozenset(map(shown, inputs))
        _clear_empty_folders(self.storage)
        refuse_foreign_files(self.storage)  # before anything is written
        self.lock = Lock(self.storage)
        self._records: dict[str, Record] = {}  # of shards that are done, by key
        self._names: Sequence[PartName] = ()
        self._derived: dict[str, PartName] = {}  # parts of derived tables that remain valid
        self._singles: Mapping[str, FieldMapping] = {}  # tables of one file each that remain valid
        self.outdated: tuple[str, ...] = ()
        self.damaged: list[str] = []
        try:
            if overwrite:
                clear(self.storage, overwrite=True)
        except BaseException as error:
            self.lock.__exit__(type(error))
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is not None:  # of workers that were stopped
                with suppress(OutputError):
                    _existing_parts(self.storage)
        finally:
            self.lock.__exit__(kind)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs of the run, 100 at most."""
        return tuple(sorted(self._inputs)[:_INPUTS_KEPT])

    @property
    def has_parts(self) -> bool:
        """True if the folder contains parts of an earlier run, which may be all that there is to do."""
        return bool(self.storage.files(_FIRST))

    @property
    def applied(self) -> tuple[Convention, ...]:
        """The conventions that the last run applied, completed or not; empty if they cannot be read."""
        with suppress(ConventionError, OutputError, UnicodeDecodeError):
            return parse_conventions(self.storage.read(APPLIED, b"").decode())
        return ()

    def apply(self, conventions: Sequence[Convention]) -> None:
        """Record the conventions of the games, so that a run that is killed can be continued."""
        if conventions:
            self.storage.write(APPLIED, to_toml(conventions).encode())
        else:
            self.storage.delete(APPLIED)

    def open(
        self,
        names: Sequence[PartName],
        tables: Sequence[str],
        reuse: Callable[[Record], T | None],
        *,
        paths: Collection[str],
        resume: bool = True,
    ) -> dict[str, T]:
        """Find the shards that are done, and begin to write.

        Args:
            names: names of all shards, in order.
            tables: names of the tables of a shard.
            reuse: returns the result of a shard from its record, or None if it has to be done again.
            paths: every path that the shards read.
            resume: True to reuse the shards that are done.

        Returns:
            The results of the shards that are done, by key.
        """
        files, has_commits = _existing_parts(self.storage), COMMITS in self.storage.folders()
        groups = _read_records(self.storage)
        self._refuse_other_sources([record for group in groups for record in group], paths)
        self._names, self._records, self._singles = names, {}, {}
        self._check_derived(files, key_of(names) if resume else "")  # deleted before any game is, if this run is killed
        singles = self._singles_of([name.key for name in names])
        _begin(self.storage)
        if not resume:
            self.storage.delete(_MANIFEST)  # all records before the parts
            for file in self.storage.files(COMMITS):
                self.storage.delete(f"{COMMITS}/{file}")
            _delete_parts(self.storage, files)
            return {}
        results, broken = self._reuse(files, groups, tables, reuse)
        if not has_commits:  # a run that does not write records has ended early
            recorded = {record.part.key for group in groups for record in group}
            broken |= {f"{_FIRST}/{name.file}": set() for name in files.get(_FIRST, {}) if name.key not in recorded}
        self.damaged += sorted(name for name, keys in broken.items() if not keys or keys - results.keys())
        if len(results) < len(names):
            self._check_derived(files, "")
        else:
            self._singles = singles
        return results

    def _singles_of(self, keys: Sequence[str]) -> Mapping[str, FieldMapping]:
        """Return the tables of one file each, with size and digest, of a complete dataset of the shards with keys."""
        with suppress(DatasetError):
            facts, records = read_success(self.storage)
            if [record.name.key for record in records] == keys:
                singles: Mapping[str, FieldMapping] = facts["singles"]
                return singles
        return {}

    def single(self, table: str) -> pa.Table | None:
        """Return a table of one file that an earlier run made of the same shards; None without an intact one."""
        name = _single_file(table)
        if table not in self._singles or not self.storage.has_digest(name, self._singles[table]["digest"]):
            return None
        return _read_parquet(self.storage, name, lambda part: part.read())

    def _check_derived(self, files: Files, key: str) -> None:
        """Delete the derived tables that are not intact, or not of the shards with this key."""
        self._derived = {}
        present = self.storage.files()
        for table in DERIVED:
            if not files.get(table) and _record_of(table) not in present:
                continue
            record = _read_derived(self.storage, table) if key else None
            if record and record.name.key == key and not _broken_part(self.storage, record, files):
                self._derived[table] = record.part
                continue
            self.storage.delete(_record_of(table))
            _delete_parts(self.storage, {table: files.pop(table, {})})
            self.outdated += (table,)

    def _refuse_other_sources(self, records: Sequence[Record], paths: Collection[str]) -> None:
        """Refuse to replace a dataset that has no source in common with this run, or more inputs that still exist."""
        read = {identity(path) for path in paths}
        facts = [record.facts for record in records]
        earlier_inputs = {path for shard in facts for path in shard.get("inputs") or ()}
        earlier = {path for shard in facts for path in _sources_in(shard)}
        # tables from memory have no sources; a folder that was moved has the same relative path as before
        if facts and not earlier & (read | set(map(identity, self._inputs))) and not earlier_inputs & self._inputs:
            sources = f"({min(earlier)} …)" if earlier else "(which are not known)"
            raise DatasetExistsError(
                f"{self.storage.out!r} contains a dataset of other sources {sources}. Name "
                "another folder, or give --overwrite (overwrite=True) to replace it."
            )
        if omitted := _omitted(earlier, read):
            raise DatasetExistsError(
                f"{self.storage.out!r} also contains games of {min(omitted)}, which is not among "
                "the inputs. Give all inputs to keep them, name another folder, or give "
                "--overwrite (overwrite=True)."
            )

    def _reuse(
        self,
        files: Files,
        groups: Sequence[Sequence[Record]],
        tables: Sequence[str],
        reuse: Callable[[Record], T | None],
    ) -> tuple[dict[str, T], dict[str, set[str]]]:
        """Return the results of shards that are done, and broken parts with the keys of their shards."""
        numbers = {name.key: number for number, name in enumerate(self._names)}
        planned = [group for group in groups if any(record.name.key in numbers for record in group)]
        # a part is known by its key: the number in its name is given anew, and a run may be killed meanwhile
        recorded = {record.part for group in groups for record in group}  # these last: of equal keys they are taken
        by_key = {
            table: {name.key: name for name in sorted(names, key=recorded.__contains__)}
            for table, names in files.items()
        }

        def broken_part(group: Sequence[Record]) -> str:
            record = replace(group[0], tables={table: group[0].tables[table] for table in tables})
            return _broken_part(self.storage, record, files, by_key)

        results, broken = dict[str, T](), dict[str, set[str]]()
        for group, name in zip(planned, in_threads(broken_part, planned, _THREADS), strict=True):
            keys = {record.name.key for record in group} & numbers.keys()
            if name:
                broken[name] = keys
            reusable = {
                record.name.key: result
                for record in group
                if not name and record.name.key in keys - results.keys() and (result := reuse(record)) is not None
            }
            if reusable:
                self._take(group, [self._names[number] for number in sorted(numbers[key] for key in reusable)], by_key)
                results |= reusable
            elif keys - results.keys():
                self.storage.delete(group[0].part.record)  # the shard is done again, and is not done until then
        return results, broken

    def _take(
        self, group: Sequence[Record], names: Sequence[PartName], by_key: Mapping[str, Mapping[str, PartName]]
    ) -> None:
        """Take the rows of some shards of a part: all of it if it consists of them, else in parts of their own."""
        part, keys = group[0].part, [record.name.key for record in group]
        current = {table: by_key[table][part.key] for table in group[0].tables}
        numbers = [name.number for name in names]
        is_complete = part.key in (keys[0], key_of(record.name for record in group))
        if is_complete and keys == [name.key for name in names] and numbers[-1] - numbers[0] == len(numbers) - 1:
            new = PartName(numbers[0], part.key)
            for table, name in current.items():
                if name != new:
                    self.storage.rename(f"{table}/{name.file}", f"{table}/{new.file}")
            records = [replace(record, part=new) for record in group]
        else:
            by_shard, records = {record.name.key: record for record in group}, []
            for name in names:
                with PartWriter(self.storage, name, current) as writer:
                    writer.add(_read_rows(self.storage, by_shard[name.key], current, current))
                    writer.end(name, by_shard[name.key].facts)
                    records += writer.commit()
            self.storage.delete(part.record)
            _delete_parts(self.storage, {table: [name] for table, name in current.items()})
        self._records |= {name.key: replace(record, name=name) for name, record in zip(names, records, strict=True)}

    def add(self, record: Record) -> None:
        """Take the record of a shard that was done in this run."""
        self._records.setdefault(record.name.key, record)

    def tables(self, name: PartName, tables: Iterable[str]) -> dict[str, pa.Table]:
        """Return tables of a shard that is done; those without a part are left out."""
        record = self._records[name.key]
        return _read_rows(self.storage, record, [table for table in tables if table in record.tables])

    def read(self, tables: Iterable[str]) -> Iterator[dict[str, pa.Table]]:
        """Yield tables of every shard that is done, in order."""
        names = tuple(tables)
        yield from (self.tables(name, names) for name in self._names if name.key in self._records)

    def columns(self, table: str, columns: Sequence[str]) -> pa.Table:
        """Return columns of a table of all shards that are done, in their order."""
        files = dict.fromkeys(self._records[name.key].part.file for name in self._names if name.key in self._records)
        parts = (_read_parquet(self.storage, f"{table}/{file}", lambda part: part.read([*columns])) for file in files)
        return pa.concat_tables([TABLES[table].empty(columns), *parts])

    def close(self, singles: Mapping[str, pa.Table], facts: FieldMapping, shards: Mapping[str, FieldMapping]) -> None:
        """Delete the files that do not belong to the dataset, and declare it complete."""
        records = [self._records[name.key] for name in self._names]
        parts, files = {record.part for record in records}, _existing_parts(self.storage)
        for table, names in files.items():
            valid = {self._derived[table]} if table in self._derived else parts
            _delete_parts(self.storage, {table: names.keys() - valid})
            self.storage.delete_empty(table)
        further = [shards.get(record.name.key, {}) for record in records]
        lines = [replace(one, facts={**more, **one.facts, **more}) for one, more in zip(records, further, strict=True)]
        finish(self.storage, lines, facts, singles)


def _sources_in(facts: FieldMapping) -> set[str]:
    """Return the inputs and sources of a shard; relative inputs only if they still lead to one of its sources."""
    sources = set(facts.get("sources") or ())
    around = sources | {str(folder) for path in sources for folder in PurePath(path).parents}
    inputs = {path: identity(path) for path in facts.get("inputs") or ()}
    is_same_folder = not sources or not around.isdisjoint(inputs.values())  # the working folder is the same as then
    return sources | {
        real for path, real in inputs.items() if is_same_folder or is_remote(path) or Path(path).is_absolute()
    }


def _omitted(earlier: Iterable[str], read: Collection[str]) -> set[str]:
    """Return the files and folders of which a dataset has games, and which exist, but are not read this time."""
    folders = {str(folder) for path in read for folder in PurePath(path).parents}
    missing = {path for path in earlier if path not in read and path != "-" and str(PurePath(path)) not in folders}
    return {path for path in missing if is_remote(path) or Path(path).exists()}


def _clear_empty_folders(storage: Storage) -> None:
    """Delete empty folders that have the name of a part: nothing is lost, and they would be in the way."""
    if storage.is_remote or not Path(storage.out).is_dir():
        return
    folders = storage.folders()
    names = [f"{table}/{name}" for table in folders & TABLES.keys() for name in storage.folders(table)]
    names = [name for name in names if PartName.parse(PurePath(name).name)]
    for name in [*names, *(folders & {*map(_single_file, SINGLE)})]:
        path = Path(storage.path(name))
        if path.is_dir() and not path.is_symlink():
            storage.delete_empty(name)


def _delete_parts(storage: Storage, names: Mapping[str, Iterable[PartName]]) -> None:
    for table, parts in names.items():
        for part in parts:
            storage.delete(f"{table}/{part.file}")


def _broken_part(
    storage: Storage, record: Record, files: Files, by_key: Mapping[str, Mapping[str, PartName]] | None = None
) -> str:
    """Return the first part of a record that is missing or not as written; empty if all are as the record says.

    `by_key` has the existing part with each key, by table, if its number may differ from that in the record.
    """
    for table, part in record.tables.items():
        name = record.part if by_key is None else by_key.get(table, {}).get(record.part.key, record.part)
        has_size = files.get(table, {}).get(name) == part.bytes
        if not has_size or not storage.has_digest(f"{table}/{name.file}", part.digest):
            return f"{table}/{record.part.file}"
    return ""


def _read_rows(
    storage: Storage, record: Record, tables: Iterable[str], names: Mapping[str, PartName] | None = None
) -> dict[str, pa.Table]:
    """Return tables of one shard; `names` has the part of each table, if it is not that of the record."""

    def read(table: str) -> pa.Table:
        _, first, groups, *_ = record.tables[table]
        name = f"{table}/{(names[table] if names else record.part).file}"
        return _read_parquet(storage, name, lambda file: file.read_row_groups([*range(first, first + groups)]))

    return {table: read(table) for table in tables}


def _read_parquet(storage: Storage, name: str, read: Callable[[pq.ParquetFile], pa.Table]) -> pa.Table:
    import pyarrow.parquet as pq  # as in `parquet_writer`

    try:
        with storage.input(name) as stream:
            return read(pq.ParquetFile(stream, page_checksum_verification=True))
    except Exception as error:
        if not isinstance(error, OSError | ValueError) and not is_thread_failure(error):
            raise
        raise OutputError(
            f"{storage.out!r}: the part {name} cannot be read ({sentence(error)}). Run the check again."
        ) from None


def _read_records(storage: Storage) -> list[list[Record]]:
    """Return the valid records of a dataset, complete or not, by part; those in the folder of commits first."""
    groups: dict[str, list[Record]] = {}
    commits = [f"{COMMITS}/{file}" for file in sorted(storage.files(COMMITS))]
    for names in (commits, [_MANIFEST]):
        current = dict[str, dict[str, Record]]()  # a line may occur twice in a damaged manifest
        for data in in_threads(lambda name: storage.read(name, b""), names, _THREADS):
            for record in filter(None, map(Record.parse, data.splitlines())):
                current.setdefault(record.part.key, {})[record.name.key] = record
        for key, records in current.items():
            groups.setdefault(key, list(records.values()))
    return list(groups.values())


def _begin(storage: Storage) -> None:
    """Declare the dataset incomplete, and see that it can be written."""
    storage.create_folder()
    storage.delete(_SUCCESS)
    storage.create_folder(COMMITS)
    probe = ".probe.writing"
    storage.write_directly(probe, b"")
    storage.delete(probe)


def finish(
    storage: Storage, records: Sequence[Record], facts: FieldMapping, singles: Mapping[str, pa.Table] | None = None
) -> None:
    """Write the tables of one file each (None: unchanged), the manifest and the facts; then the dataset is complete."""
    lines = b"".join(record.line() for record in records)
    finished = datetime.now(UTC).isoformat(timespec="seconds")
    data = {"schema": SCHEMA_VERSION, "layout": LAYOUT_VERSION, "finished": finished, **facts}
    if singles is not None:
        for table in {*SINGLE} - {*singles}:
            storage.delete(_single_file(table))
        data["singles"] = {table: _write_single(storage, table, rows) for table, rows in singles.items()}
    storage.write(_MANIFEST, lines)
    data["manifest"] = digest(lines)
    storage.write(_SUCCESS, json.dumps(_with_digest(data), indent=1).encode() + b"\n")
    storage.delete_folder(COMMITS)


def _write_single(storage: Storage, table: str, rows: pa.Table) -> Fields:
    """Write a table of one file; return rows, size and digest."""
    with UnfinishedFile(storage, _single_file(table)) as file:
        with parquet_writer(file, table, rows.schema) as writer:
            writer.write_table(rows)
        size, file_digest = file.finish()
        file.rename()
    return {"rows": len(rows), "bytes": size, "digest": file_digest}


def _read_derived(storage: Storage, table: str) -> Record | None:
    """Return the record of a derived table, whose name has the key of all shards; None if it is not valid."""
    return Record.parse(storage.read(_record_of(table), b""))


def write_table(out: str | Path, name: str, table: pa.Table) -> None:
    """Write a derived table of a dataset as one part, under a temporary name until it is complete."""
    storage = _opened(out)
    read_success(storage)
    with Lock(storage):
        _write_derived(storage, name, table, read_success(storage)[1])


def _write_derived(storage: Storage, name: str, table: pa.Table, records: Sequence[Record]) -> None:
    part = PartName(0, _random_key())  # different from that of any earlier one, which remains valid until the end
    with PartWriter(storage, part, [name], _record_of(name)) as writer:
        writer.add({name: table})
        writer.end(PartName(0, key_of(record.name for record in records)), {})
        writer.commit()
    for file in storage.files(name).keys() - {part.file}:
        storage.delete(f"{name}/{file}")


def _random_key() -> str:
    return os.urandom(KEY_BYTES).hex()


def write_dataset(
    out: str | Path, tables: Mapping[str, pa.Table], facts: FieldMapping, *, overwrite: bool = False
) -> None:
    """Write tables that are in memory as a dataset of one part each."""
    storage = Storage(out)
    _refuse_files(storage, overwrite=overwrite)
    with Lock(storage):
        clear(storage, overwrite=overwrite)
        _begin(storage)
        rows = {name: tables.get(name, TABLES[name].empty()) for name in {*TABLES} - OPTIONAL | {*tables}}
        name = PartName(0, _random_key())  # parts of no other dataset can be in place of these
        plain = {table: rows[table] for table in TABLES if table in rows and table not in (*SINGLE, *DERIVED)}
        with PartWriter(storage, name, plain) as writer:
            writer.add(plain)
            writer.end(name, {})
            records = writer.commit()
        finish(storage, records, facts, {table: rows[table] for table in SINGLE if table in rows})
        for table in DERIVED:
            if table in rows:
                _write_derived(storage, table, rows[table], records)


def clear(storage: Storage, *, overwrite: bool) -> None:
    """Delete the dataset in a folder, and nothing else."""
    _refuse_files(storage, overwrite=overwrite)
    for name in (_SUCCESS, _MANIFEST):
        storage.delete(name)
    storage.delete_folder(COMMITS)
    for name in (APPLIED, *map(_single_file, SINGLE), *map(_record_of, DERIVED)):
        storage.delete(name)
    files = _existing_parts(storage)
    _delete_parts(storage, files)
    for table in files:
        storage.delete_empty(table)


def _refuse_files(storage: Storage, *, overwrite: bool) -> None:
    """Refuse a folder with other files, or with a dataset that is not to be replaced."""
    if not overwrite and (set(storage.files()) - {HOLDER, LOCK} or storage.folders()):
        raise OutputError(
            f"{storage.out!r} is not empty. Name another folder, or give --overwrite to replace a dataset."
        )
    refuse_foreign_files(storage)


def read_dataset(out: str | Path) -> dict[str, Parts]:
    """Return the tables of a dataset by name; its parts are checked when they are read."""
    storage = _opened(out)
    facts, records = read_success(storage)
    files: dict[str, dict[PartName, PartFile]] = {table: {} for table in part_tables()}
    for record in records:
        for table, part in record.tables.items():
            earlier = files.setdefault(table, {}).get(record.part)
            rows = part.rows + (earlier.rows if earlier else 0)
            files[table][record.part] = PartFile(f"{table}/{record.part.file}", rows, part.bytes, part.digest)
    parts = {table: tuple(by_part.values()) for table, by_part in files.items()}
    parts |= {table: (PartFile(_single_file(table), **single),) for table, single in facts["singles"].items()}
    with reading_dataset():
        present, key = storage.folders() | storage.files().keys(), key_of(record.name for record in records)
        for table in DERIVED:
            if {table, _record_of(table)} & present:
                parts[table] = ()  # unless its record is intact, and of these games
                if (derived := _read_derived(storage, table)) and derived.name.key == key:
                    rows, *_, size, part_digest = derived.tables[table]
                    parts[table] = (PartFile(f"{table}/{derived.part.file}", rows, size, part_digest),)
    return {table: Parts(storage.uri, table, parts[table]) for table in TABLES if table in parts}


@contextmanager
def reading_dataset() -> Iterator[None]:
    """Turn errors of the storage into those of a dataset that is read."""
    try:
        yield
    except OutputError as error:
        raise DatasetError(str(error)) from None


def _opened(out: str | Path) -> Storage:
    """Return the storage of a dataset to be read."""
    with reading_dataset():  # a relative path would name another folder after a change of the working folder
        return Storage(out if is_remote(str(out)) else Path(out).absolute())


def is_dataset(path: str) -> bool:
    """Return True if a path or URI is the folder of a dataset, complete or not."""
    marks = {_SUCCESS, _MANIFEST, LOCK, *map(_single_file, SINGLE)}
    if not is_remote(path):
        folder = Path(path)
        return any((folder / name).is_file() for name in marks) or any(folder.glob(f"{_FIRST}/*.parquet"))
    if PurePath(path).suffix:
        return False
    try:
        storage = Storage(path)
        return bool(marks & storage.files().keys() or {_FIRST, COMMITS} & storage.folders())
    except OutputError:
        return True  # opening it will give the reason


def inputs_of(out: str | Path) -> tuple[str, ...]:
    """Return inputs of the check that wrote a dataset, 100 at most; empty if they are unknown."""
    return tuple(read_facts(out).get("inputs", ()))


def read_facts(out: str | Path) -> Fields:
    """Return the facts on the run that wrote a dataset."""
    return read_success(_opened(out))[0]


def read_success(storage: Storage) -> tuple[Fields, list[Record]]:
    """Return the facts on the run that wrote a dataset, and the records of its shards."""
    out, make = storage.out, "Make one with: goanalyze check PATH -o OUT"
    if not storage.is_remote and Path(out).is_file():
        raise DatasetError(f"{out!r} is not a dataset: it is a file, and a dataset is a folder. {make}")
    with reading_dataset():
        if _FIRST not in storage.folders():
            raise DatasetError(f"{out!r} is not a dataset: it has no folder {_FIRST!r}. {make}")
    data = _read_file(storage, _SUCCESS)
    versions = {}
    with suppress(ValueError):  # damaged
        versions = json.loads(data)
    for kind, expected in (("schema", SCHEMA_VERSION), ("layout", LAYOUT_VERSION)):
        if isinstance(versions, dict) and versions and (version := versions.get(kind, 1)) != expected:
            raise DatasetError(
                f"The dataset {out!r} has {kind} version {version}. Expected {expected}, that of this "
                "program: run the check again."
            )
    facts, manifest = _checked_json(data), _read_file(storage, _MANIFEST)
    records = [Record.parse(line) for line in manifest.splitlines()]
    intact = [record for record in records if record]
    if facts is None or facts.get("manifest") != digest(manifest) or len(intact) < len(records):
        name = _SUCCESS if facts is None else _MANIFEST
        raise DatasetError(f"{name} of the dataset {out!r} is damaged. Run the check again.")
    return facts, intact


def _read_file(storage: Storage, name: str) -> bytes:
    try:
        with reading_dataset():
            return storage.read(name)
    except FileNotFoundError:
        raise DatasetError(
            f"The dataset {storage.out!r} is incomplete: {name} is missing. Run the check again."
        ) from None


def compact_dataset(out: str, most: int) -> tuple[int, int]:
    """Merge parts until the file of the largest table has between a quarter of the limit and the limit.

    After an error or an interrupt the dataset is complete, with the parts that are merged. Only one of which this was
    killed midway is incomplete; the same check completes it from the parts.

    Returns:
        The numbers of files of its tables before and after.
    """
    storage = _opened(out)
    read_success(storage)
    with Lock(storage):
        facts, records = read_success(storage)
        files = _existing_parts(storage)
        before = sum(map(len, files.values()))
        by_part: dict[PartName, list[Record]] = {}
        for record in records:
            by_part.setdefault(record.part, []).append(record)
        sizes = {
            part: {table: rows.bytes for table, rows in group[0].tables.items()} for part, group in by_part.items()
        }
        groups = list(merged_groups(sizes, most // 4, most))
        if not groups:
            return before, before
        for name in (_broken_part(storage, by_part[part][0], files) for group in groups for part in group):
            if name:
                raise DatasetError(
                    f"{name} of the dataset {storage.out!r} is missing, damaged or of another dataset. "
                    "Run the check again."
                )
        _begin(storage)
        merged: dict[str, Record] = {}
        try:
            for group in groups:
                new = _merge(storage, [record for part in group for record in by_part[part]])
                merged |= {record.name.key: record for record in new}
                _delete_parts(storage, dict.fromkeys(new[0].tables, group))
        except BaseException:
            with suppress(OutputError):
                _complete(storage, [merged.get(record.name.key, record) for record in records], facts)
            raise
        _complete(storage, [merged.get(record.name.key, record) for record in records], facts)
        return before, sum(map(len, _existing_parts(storage).values()))


def _complete(storage: Storage, records: Sequence[Record], facts: FieldMapping) -> None:
    """Declare a dataset of these records complete, without other parts of their tables."""
    parts = {record.part for record in records}
    existing = _existing_parts(storage)
    _delete_parts(storage, {table: existing.get(table, {}).keys() - parts for table in records[0].tables})
    finish(storage, records, facts)


def _merge(storage: Storage, records: Sequence[Record]) -> list[Record]:
    """Merge neighboring parts into one; return the records of their shards."""
    name = PartName(records[0].name.number, key_of(record.name for record in records))
    with PartWriter(storage, name, records[0].tables) as writer:
        for record in records:
            writer.add(_read_rows(storage, record, record.tables))
            writer.end(record.name, record.facts)
        return writer.commit()


def merged_groups(sizes: Mapping[PartName, Mapping[str, int]], least: int, most: int) -> Iterator[list[PartName]]:
    """Yield runs of neighboring parts that are to be merged.

    A run is as long as its largest table stays within the limit. A part that is large enough remains as it is.

    Args:
        sizes: bytes of each part's files by table, in the order of their rows.
        least: bytes of the largest table from which a part remains as it is.
        most: largest number of bytes of a table in a new part.

    Example:
        >>> names = [PartName(number, "00112233445566aa") for number in range(4)]
        >>> sizes = {name: {"games": size} for name, size in zip(names, (5, 5, 90, 5))}
        >>> [[name.number for name in group] for group in merged_groups(sizes, 50, 100)]
        [[0, 1]]
    """
    group, total = list[PartName](), Counter[str]()
    for name, files in sizes.items():
        size = Counter(files)
        is_large = max(size.values(), default=0) >= least
        if is_large or max((total + size).values(), default=0) > most:
            if len(group) > 1:
                yield group
            group, total = [], Counter()
        if not is_large:
            group.append(name)
            total += size
    if len(group) > 1:
        yield group
