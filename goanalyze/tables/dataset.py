"""A dataset of Parquet files: what may stand in its folder, how it is written in one go, and how it is opened again."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Any, Final

import pyarrow as pa

from goanalyze.archives.remote import is_remote, shown
from goanalyze.errors import DatasetError, OutputError
from goanalyze.tables.parts import (
    COMMITTING,
    SINGLE,
    PartName,
    key_of,
    remove_parts,
    sealed_as,
    sealed_file,
    write_parts,
)
from goanalyze.tables.schema import OPTIONAL, SCHEMA_VERSION, TABLES
from goanalyze.tables.store import Store

LOCK: Final = ".lock"
"""File in a local dataset's folder that a running check holds; of a remote one, the object that says who writes it."""

CLAIM: Final = ".lock."
"""Beginning of the name of an object that says who is about to write a remote dataset."""

HOLDER: Final = ".holder"
"""File that says who holds the lock."""

REPORT: Final = "report.html"
"""Name of the report in the folder of a dataset."""

APPLIED: Final = "_conventions.toml"
"""File that says which conventions the games of a dataset, or of one that is being written, were checked with."""

_MANIFEST: Final = "_manifest.jsonl"
_SUCCESS: Final = "_SUCCESS.json"
_DIGEST: Final = "digest"

DERIVED: Final = ("duplicates",)
"""Tables that other commands make of those of a check: they stay as long as no game comes, goes or changes."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A table on disk.

    Attributes:
        folder: of the dataset, absolute.
        table: name of the table.
        files: its files, below the folder, in the order of their rows; and what each is sealed as.
    """

    folder: str
    table: str
    files: tuple[tuple[str, str], ...]

    @property
    def again(self) -> str:
        """What makes the table anew."""
        return f"run goanalyze {'dups' if self.table in DERIVED else 'check'} again"


class MemorySink:
    """Keeps all tables in memory; `asked` are those of `OPTIONAL` that are there even where nothing comes."""

    def __init__(self, asked: Collection[str] = ()) -> None:
        self._parts: dict[str, list[pa.Table]] = {}
        self._asked = asked

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Take one chunk's tables by name."""
        for name, table in tables.items():
            self._parts.setdefault(name, []).append(table)

    def tables(self) -> dict[str, pa.Table]:
        """Return every table as one Arrow table, empty where nothing came."""
        return {
            name: pa.concat_tables(self._parts[name]) if name in self._parts else schema.empty()
            for name, schema in TABLES.items()
            if name in self._parts or name not in OPTIONAL or name in self._asked
        }


def part_tables(asked: Collection[str] = ()) -> tuple[str, ...]:
    """Return the names of the tables that a check writes in parts; `asked` are those of `OPTIONAL` that it does."""
    return tuple(name for name in TABLES if name not in {*SINGLE, *OPTIONAL} or name in asked)


def standing(store: Store) -> dict[str, dict[str, int]]:
    """Return what stands in a dataset's folder: by table, the files and their bytes; none where there is no folder.

    Raises:
        OutputError: the folder holds anything that this program did not write, or cannot be listed.
    """
    if not store.is_remote and Path(store.out).exists() and not Path(store.out).is_dir():
        raise OutputError(f"{store.out!r} is a file; name a folder for the dataset")
    known, folders = (
        {_MANIFEST, _SUCCESS, APPLIED, HOLDER, LOCK, REPORT, *(f"{name}.parquet" for name in SINGLE)},
        store.folders(),
    )
    found = {name: store.files(name) for name in TABLES if name in folders}
    strange = [f"{name}/{file}" for name, files in found.items() for file in files if not PartName.read(file)]
    strange = [name for name in (*strange, *(store.files().keys() - known)) if not is_unfinished(name)]
    strange += [f"{name}/{folder}" for name in found for folder in store.folders(name)]
    if strange := [*strange, *(folders - TABLES.keys())]:
        raise OutputError(f"{store.out!r} holds {min(strange)!r}, which is no part of a dataset; nothing was replaced. "
                          "Expected a new folder, or one that only goanalyze has written to")  # fmt: skip
    return found


def is_unfinished(name: str) -> bool:
    """Return whether a file's name says that it is being written, or was when its process ended."""
    name = name.rpartition("/")[2]
    return name.startswith(".") and name.endswith(".writing")


def begin(store: Store) -> None:
    """Say that the dataset is not whole: something will be written.

    Raises:
        OutputError: the folder cannot be written.
    """
    store.make()
    for name in (_SUCCESS, _MANIFEST):
        store.delete(name)
    probe = ".probe.writing"
    store.write_plainly(probe, b"")
    store.delete(probe)


def finish(
    store: Store,
    manifest: Sequence[Mapping[str, object]],
    facts: Mapping[str, object],
    singles: Mapping[str, pa.Table] | None = None,
) -> None:
    """Write tables that are one file, what happened, a line for each shard, and that the dataset is whole.

    Args:
        store: of the dataset.
        manifest: a line for each shard: at least ``part``, its name; and ``in``, the part's that it is in, if that is
            another.
        facts: of the run.
        singles: tables that are a file of their own, by name; if not given, those that stand there stay.
    """
    if singles is not None:
        for name in {*SINGLE} - {*singles}:
            store.delete(f"{name}.parquet")
        for name, table in singles.items():
            store.write(f"{name}.parquet", sealed_file(table, name, _key(manifest)))
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in manifest)
    data = lines.encode("utf-8", errors="backslashreplace")
    store.write(_MANIFEST, data)
    finished = datetime.now(UTC).isoformat(timespec="seconds")
    told = {"schema": SCHEMA_VERSION, "finished": finished, **facts, "manifest": _digest(data)}
    if singles is not None:
        told["singles"] = [*singles]
    told[_DIGEST] = _digest_of(told)
    store.write(_SUCCESS, json.dumps(told, indent=1).encode() + b"\n")


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def _digest_of(facts: Mapping[str, object]) -> str:
    """Return the digest of facts, but for the one that they hold themselves."""
    return _digest(json.dumps({name: fact for name, fact in facts.items() if name != _DIGEST}).encode())


def _key(manifest: Iterable[Mapping[str, object]]) -> str:
    """Return the key of a whole dataset, of which tables are that hold something of every shard."""
    return key_of(_names(str(line["part"]) for line in manifest))


def _names(files: Iterable[str]) -> list[PartName]:
    return [name for file in files if (name := PartName.read(file))]


def write_table(out: str | Path, name: str, table: pa.Table) -> None:
    """Write a table that was made of a dataset's others, as one part, under another name until it is whole.

    Raises:
        DatasetError: there is no whole dataset.
        OutputError: it cannot be written.
    """
    store = Store(out)
    manifest = read_success(store)[1]
    part = PartName(0, _key(manifest))
    write_parts(store, part, {name: table}, {})
    remove_parts(store, {name: store.files(name).keys() - {part.file}})


def write_dataset(
    out: str | Path, tables: Mapping[str, pa.Table], facts: Mapping[str, object], *, overwrite: bool = False
) -> None:
    """Write tables that are in memory as a dataset of one part each.

    Raises:
        OutputError: the folder holds something already, or cannot be written.
    """
    store = Store(out)
    clear(store, overwrite=overwrite)
    begin(store)
    every = {name: tables.get(name, TABLES[name].empty()) for name in {*TABLES} - OPTIONAL | {*tables}}
    whole = PartName(0, os.urandom(8).hex())  # no other dataset's parts are taken for this one's
    plain = {name: every[name] for name in TABLES if name in every and name not in (*SINGLE, *DERIVED)}
    manifest = [{"part": whole.file, "tables": write_parts(store, whole, plain, {})}]
    finish(store, manifest, facts, {name: every[name] for name in SINGLE if name in every})
    for name in DERIVED:
        if name in every:
            write_table(out, name, every[name])


def clear(store: Store, *, overwrite: bool) -> None:
    """Remove the dataset that stands in a folder, and nothing else.

    Raises:
        OutputError: there is one and it is not to be replaced; or something that is no part of a dataset.
    """
    if not overwrite and (set(store.files()) - {HOLDER, LOCK} or store.folders()):
        raise OutputError(f"{store.out!r} holds something already; name another folder, or give --overwrite to "
                          "replace a dataset")  # fmt: skip
    found = standing(store)
    for name in (_SUCCESS, _MANIFEST, APPLIED, *(f"{name}.parquet" for name in SINGLE)):
        store.delete(name)
    remove_parts(store, found)
    for name in found:
        store.delete_empty(name)


def read_dataset(out: str | Path) -> dict[str, Parts]:
    """Return the tables of a local dataset, by name; whether they are intact, who reads them will see.

    Raises:
        DatasetError: there is no dataset, it is not on this machine, it is not whole, or its schema is of another
            version.
    """
    if is_remote(str(out)):
        place = shown(str(out)).rstrip("/")
        raise DatasetError(f"{place!r} is not on this machine: copy it here to open it, as with: aws s3 sync {place} "
                           f"OUT; or read single tables there: pandas.read_parquet('{place}/games')")  # fmt: skip
    store = Store(Path(out).absolute())  # a relative path would name another folder once the working folder is another
    facts, manifest = read_success(store)
    parts = _names(dict.fromkeys(line.get("in", line["part"]) for line in manifest))
    whole = PartName(0, _key(manifest))
    checked = {*part_tables(), *(table for line in manifest for table in line["tables"])}
    files = {name: [(f"{name}/{part.file}", sealed_as(name, part.key)) for part in parts] for name in checked}
    made = store.folders() & {*DERIVED}
    files |= {name: [(f"{name}/{whole.file}", sealed_as(name, whole.key))] for name in made}
    files |= {name: [(f"{name}.parquet", sealed_as(name, whole.key))] for name in facts["singles"]}
    return {name: Parts(store.out, name, tuple(files[name])) for name in TABLES if name in files}


def is_dataset(path: str) -> bool:
    """Return True if a path is the folder of a dataset, complete or not; on another machine, any folder.

    Example:
        >>> is_dataset("data/sample")
        False
    """
    if is_remote(path):
        return not PurePath(path).suffix
    folder = Path(path)
    marks = (_SUCCESS, _MANIFEST, LOCK, *(f"{name}.parquet" for name in SINGLE))
    return any((folder / name).is_file() for name in marks) or any(folder.glob(f"{COMMITTING}/*.parquet"))


def given_to(out: str | Path) -> tuple[str, ...]:
    """Return what the check that wrote a local dataset was given as input, some of it; nothing if that is not known.

    Raises:
        DatasetError: there is no whole dataset.
    """
    return tuple(read_success(Store(Path(out).absolute()))[0].get("given", ()))


def read_success(store: Store) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what is known of the run that wrote a dataset, and its manifest.

    Raises:
        DatasetError: there is no dataset, it is not whole, or its schema is of another version.
    """
    out = store.out
    if not store.is_remote and Path(out).is_file():
        raise DatasetError(f"{out!r} is no dataset: it is a file, a dataset is a folder; make one with: "
                           "goanalyze check PATH -o OUT")  # fmt: skip
    try:
        folders = store.folders()
    except OutputError as error:
        raise DatasetError(str(error)) from None
    if COMMITTING not in folders:
        raise DatasetError(f"{out!r} is no dataset: it has no folder 'games'; make one with: "
                           "goanalyze check PATH -o OUT")  # fmt: skip
    told = _read(store, _SUCCESS)
    try:
        facts = json.loads(told)
    except ValueError:
        facts = None
    if not isinstance(facts, dict):  # no JSON, or of another kind
        raise _damaged(store, _SUCCESS)
    if facts.get("schema") != SCHEMA_VERSION:
        raise DatasetError(f"the dataset {out!r} has schema version {facts.get('schema')}, this program reads "
                           f"{SCHEMA_VERSION}; run the check again")  # fmt: skip
    if facts.get(_DIGEST) != _digest_of(facts):
        raise _damaged(store, _SUCCESS)
    manifest = _read(store, _MANIFEST)
    if facts.get("manifest") != _digest(manifest):
        raise _damaged(store, _MANIFEST)
    return facts, [json.loads(line) for line in manifest.splitlines()]


def _read(store: Store, name: str) -> bytes:
    try:
        return store.read(name)
    except FileNotFoundError:
        raise DatasetError(f"the dataset {store.out!r} is not whole: no {name}; run the check again") from None
    except OSError as error:
        raise DatasetError(f"{name} of the dataset {store.out!r} cannot be read ({store.reason(error)}); see to it "
                           "that it can, or run the check again") from None  # fmt: skip


def _damaged(store: Store, name: str) -> DatasetError:
    return DatasetError(f"{name} of the dataset {store.out!r} is damaged; run the check again")
