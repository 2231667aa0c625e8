"""A dataset of Parquet files: what may stand in its folder, how it is written in one go, and how it is opened again."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from goanalyze.archives.remote import is_remote, shown
from goanalyze.tables.parts import COMMITTING, SINGLE, PartName, PartWriter, remove_parts
from goanalyze.tables.schema import OPTIONAL, SCHEMA_VERSION, TABLES
from goanalyze.tables.store import OutputError, Store

LOCK: Final = ".lock"
"""File in a local dataset's folder that a running check holds; of a remote one, the object that says who writes it."""

CLAIM: Final = ".lock."
"""Beginning of the name of an object that says who is about to write a remote dataset."""

HOLDER: Final = ".holder"
"""File that says who holds the lock."""

_MANIFEST: Final = "_manifest.jsonl"
_SUCCESS: Final = "_SUCCESS.json"
_WHOLE: Final = PartName(0, 16 * "0")  # of a dataset written in one go


class DatasetError(ValueError):
    """What a dataset cannot give: it is none, damaged or of another schema version, or lacks what is asked of it."""


class MemorySink:
    """Keeps all tables in memory."""

    def __init__(self) -> None:
        self._parts: dict[str, list[pa.Table]] = {}

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Take one chunk's tables by name."""
        for name, table in tables.items():
            self._parts.setdefault(name, []).append(table)

    def tables(self) -> dict[str, pa.Table]:
        """Return every table as one Arrow table, empty where nothing came."""
        return {
            name: pa.concat_tables(self._parts[name]) if name in self._parts else schema.arrow().empty_table()
            for name, schema in TABLES.items()
            if name in self._parts or name not in OPTIONAL
        }


def part_tables(*, moves: bool) -> tuple[str, ...]:
    """Return the names of the tables that a check writes in parts."""
    return tuple(name for name in TABLES if name not in {*SINGLE, *OPTIONAL} or (moves and name == "moves"))


def standing(store: Store) -> dict[str, dict[str, int]]:
    """Return what stands in a dataset's folder: by table, the files and their bytes; none where there is no folder.

    Raises:
        OutputError: the folder holds anything that this program did not write, or cannot be listed.
    """
    if not store.is_remote and Path(store.out).exists() and not Path(store.out).is_dir():
        raise OutputError(f"{store.out!r} is a file; name a folder for the dataset")
    known, folders = {_MANIFEST, _SUCCESS, HOLDER, LOCK, *(f"{name}.parquet" for name in SINGLE)}, store.folders()
    found = {name: store.files(name) for name in TABLES if name in folders}
    strange = [file for files in found.values() for file in files if not PartName.read(file)]
    strange = [name for name in (*strange, *(store.files().keys() - known)) if not is_unfinished(name)]
    if strange := [*strange, *(folders - TABLES.keys())]:
        raise OutputError(f"{store.out!r} holds {min(strange)!r}, which is no part of a dataset; nothing was replaced")
    return found


def is_unfinished(name: str) -> bool:
    """Return whether a file's name says that it is being written, or was when its process ended."""
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


def finish(store: Store, manifest: Iterable[Mapping[str, Any]], facts: Mapping[str, Any]) -> None:
    """Write what happened, a line for each shard, then that the dataset is whole, and facts of the run."""
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in manifest)
    store.write(_MANIFEST, lines.encode("utf-8", errors="backslashreplace"))
    told = {"schema": SCHEMA_VERSION, "finished": datetime.now(UTC).isoformat(timespec="seconds"), **facts}
    store.write(_SUCCESS, json.dumps(told, indent=1).encode() + b"\n")


def write_single(store: Store, name: str, table: pa.Table) -> None:
    """Write one of the tables that are a file of their own."""
    pq.write_table(table, out := io.BytesIO())
    store.write(f"{name}.parquet", out.getvalue())


def write_table(out: str | Path, name: str, table: pa.Table) -> None:
    """Write one table of a dataset anew, as one part, under another name until it is whole.

    Raises:
        OutputError: it cannot be written.
    """
    _write_whole(Store(out), {name: table})


def _write_whole(store: Store, tables: Mapping[str, pa.Table]) -> dict[str, dict[str, int]]:
    """Write tables as one part each; return the rows and bytes of each."""
    with PartWriter(store, _WHOLE, tables) as writer:
        writer.add(tables)
        writer.end(_WHOLE, {})
        return writer.commit()


def write_dataset(
    out: str | Path, tables: Mapping[str, pa.Table], facts: Mapping[str, Any], *, overwrite: bool = False
) -> None:
    """Write tables that are in memory as a dataset of one part each.

    Raises:
        OutputError: the folder holds something already, or cannot be written.
    """
    store = Store(out)
    clear(store, overwrite=overwrite)
    begin(store)
    every = {name: tables.get(name, TABLES[name].arrow().empty_table()) for name in {*TABLES} - OPTIONAL | {*tables}}
    sizes = _write_whole(store, {name: every[name] for name in TABLES if name in every and name not in SINGLE})
    for name in SINGLE:
        write_single(store, name, every[name])
    finish(store, [{"part": _WHOLE.file, "tables": sizes}], facts)


def clear(store: Store, *, overwrite: bool) -> None:
    """Remove the dataset that stands in a folder, and nothing else.

    Raises:
        OutputError: there is one and it is not to be replaced; or something that is no part of a dataset.
    """
    if not overwrite and (set(store.files()) - {HOLDER, LOCK} or store.folders()):
        raise OutputError(f"{store.out!r} holds something already; name another folder, or give --overwrite to "
                          "replace a dataset")  # fmt: skip
    found = standing(store)
    for name in (_SUCCESS, _MANIFEST, *(f"{name}.parquet" for name in SINGLE)):
        store.delete(name)
    remove_parts(store, found)
    for name in found:
        store.delete_empty(name)


def read_dataset(out: str | Path) -> dict[str, Path]:
    """Return the folder, or the one file, of each table of a local dataset.

    Raises:
        DatasetError: there is no dataset, it is not on this machine, it is not whole, or its schema is of another
            version.
    """
    if is_remote(str(out)):
        place = shown(str(out)).rstrip("/")
        raise DatasetError(f"{place!r} is not on this machine: copy it here to open it, as with: aws s3 sync {place} "
                           f"OUT; or read single tables there: pandas.read_parquet('{place}/games')")  # fmt: skip
    folder = Path(out)
    _check_whole(Store(folder))
    places = {name: folder / (f"{name}.parquet" if name in SINGLE else name) for name in TABLES}
    return {name: place for name, place in places.items() if place.exists()}


def read_success(store: Store) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what is known of the run that wrote a dataset, and its manifest.

    Raises:
        DatasetError: there is no dataset, it is not whole, or its schema is of another version.
    """
    facts = _check_whole(store)
    try:
        lines = store.read(_MANIFEST).decode().splitlines()
        return facts, [json.loads(line) for line in lines]
    except (OSError, ValueError) as error:
        raise DatasetError(f"{_MANIFEST} of the dataset {store.out!r} cannot be read ({error}); run the check "
                           "again") from None  # fmt: skip


def _check_whole(store: Store) -> dict[str, Any]:
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
                           f"goanalyze check PATH -o {out}")  # fmt: skip
    try:
        facts = json.loads(store.read(_SUCCESS))
    except FileNotFoundError:
        raise DatasetError(f"the dataset {out!r} is not whole: no {_SUCCESS}; run the check again") from None
    except (OSError, ValueError):
        facts = None
    if not isinstance(facts, dict):  # no JSON, or of another kind
        raise DatasetError(f"{_SUCCESS} of the dataset {out!r} cannot be read; run the check again")
    if facts.get("schema") != SCHEMA_VERSION:
        raise DatasetError(f"the dataset {out!r} has schema version {facts.get('schema')}, this program reads "
                           f"{SCHEMA_VERSION}; run the check again")  # fmt: skip
    return facts
