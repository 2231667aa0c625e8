"""Parquet in and out: where tables of a run go, and how a dataset is opened again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from goanalyze.tables.schema import OPTIONAL, SCHEMA_VERSION, TABLES

__all__ = ["DatasetError", "MemorySink", "OutputError", "ParquetSink", "Sink", "read_dataset", "write_table"]

_ROW_GROUP_GAMES: Final = 32_768
_PART_GAMES: Final = 262_144
_ROWS_PER_GAME: Final = {"moves": 50, "outcomes": 17}  # rough: a row group of moves then has some 1.5 million rows
_LEVEL: Final = 3
# A dictionary costs more than it saves where nearly every value is another.
_UNIQUE: Final = {"game_id", "canonical_id", "member", "message", "best_game_id", "best_member"}
_SUCCESS: Final = "_SUCCESS.json"
_SINGLE: Final = ("rulesets",)  # one small file beside the folders of parts
_PART: Final = re.compile(r"part-\d{5}\.parquet|\.part-\d{5}\.parquet\.writing")


class OutputError(ValueError):
    """A place for a dataset that cannot be used."""


class DatasetError(ValueError):
    """A folder that is no dataset of this program, or one of another schema version."""


class Sink(Protocol):
    """Takes the tables of each chunk, in order; a chunk names only the tables that it has rows for."""

    def add(self, tables: dict[str, Any]) -> None:
        """Take one chunk's tables by name."""

    def close(self, facts: dict[str, Any]) -> None:
        """Finish; `facts` is what is to be known of the run."""


class MemorySink:
    """Keeps all tables in memory."""

    def __init__(self) -> None:
        self._parts: dict[str, list[Any]] = {}

    def add(self, tables: dict[str, Any]) -> None:
        """Take one chunk's tables by name."""
        for name, table in tables.items():
            self._parts.setdefault(name, []).append(table)

    def close(self, facts: dict[str, Any]) -> None:
        """Do nothing: there is nothing to finish."""

    def tables(self) -> dict[str, Any]:
        """Return every table as one Arrow table, empty where nothing came."""
        return {
            name: pa.concat_tables(self._parts[name]) if name in self._parts else schema.arrow().empty_table()
            for name, schema in TABLES.items()
            if name in self._parts or name not in OPTIONAL
        }


class ParquetSink:
    """Writes a dataset: one folder per table, parts renamed into place when they are whole.

    Args:
        out: the folder; made if it does not exist.
        overwrite: replace a dataset of this program that stands there.

    Raises:
        OutputError: the folder holds something already, or cannot be written.
    """

    def __init__(self, out: str | Path, *, overwrite: bool = False) -> None:
        self._out = Path(out)
        self._writers: dict[str, Any] = {}
        self._waiting: dict[str, list[Any]] = {}
        self._waiting_games = 0
        self._part_games = 0
        self._part = 0
        self._manifest: list[dict[str, Any]] = []
        _prepare(self._out, overwrite=overwrite)

    def add(self, tables: dict[str, Any]) -> None:
        """Take one chunk's tables by name; they are written in groups of many games."""
        for name in _SINGLE:
            if name in tables:
                pq.write_table(tables[name], self._out / f"{name}.parquet")
        tables = {name: table for name, table in tables.items() if name not in _SINGLE}
        for name, table in tables.items():
            self._waiting.setdefault(name, []).append(table)
        if not tables:
            return
        self._waiting_games += max(len(table) // _ROWS_PER_GAME.get(name, 1) for name, table in tables.items())
        if self._waiting_games >= _ROW_GROUP_GAMES:
            self._flush()
        if self._part_games >= _PART_GAMES:
            self._finish_part()

    def close(self, facts: dict[str, Any]) -> None:
        """Write what waits, rename the last parts, and say that the dataset is whole."""
        for name, schema in TABLES.items():
            if name in (*OPTIONAL, *_SINGLE):
                continue
            if not self._waiting.get(name) and name not in self._writers and not self._part:
                self._waiting[name] = [schema.arrow().empty_table()]
        self._flush()
        self._finish_part()
        lines = "".join(json.dumps(line) + "\n" for line in self._manifest)
        (self._out / "_manifest.jsonl").write_text(lines, encoding="utf-8")
        facts = {"schema": SCHEMA_VERSION, **facts}
        (self._out / _SUCCESS).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")

    def _flush(self) -> None:
        for name, parts in self._waiting.items():
            table = pa.concat_tables(parts).unify_dictionaries()
            if name not in self._writers:
                (self._out / name).mkdir(exist_ok=True)
                self._writers[name] = _writer(self._temporary(name), table.schema)
            self._writers[name].write_table(table, row_group_size=max(1, len(table)))
        self._part_games += self._waiting_games
        self._waiting, self._waiting_games = {}, 0

    def _temporary(self, name: str) -> Path:
        return self._out / name / f".part-{self._part:05}.parquet.writing"

    def _finish_part(self) -> None:
        for name in sorted(self._writers, key="games".__eq__):  # games last: its presence says the part is whole
            self._writers[name].close()
            path = self._out / name / f"part-{self._part:05}.parquet"
            self._temporary(name).rename(path)
            rows = pq.read_metadata(path).num_rows
            self._manifest.append({"table": name, "part": path.name, "rows": rows, "bytes": path.stat().st_size})
        if self._writers:
            self._part += 1
        self._writers, self._part_games = {}, 0


def write_table(out: str | Path, name: str, table: Any) -> Path:
    """Write one table of a dataset anew, as one part, under another name until it is whole.

    Returns:
        The part.

    Raises:
        OutputError: it cannot be written.
    """
    part = Path(out) / name / "part-00000.parquet"
    temporary = part.with_name(f".{part.name}.writing")
    try:
        part.parent.mkdir(exist_ok=True)
        with _writer(temporary, table.schema) as writer:
            writer.write_table(table, row_group_size=max(1, min(len(table), _ROW_GROUP_GAMES * 4)))
        temporary.replace(part)
    except OSError as error:
        if part.parent.is_dir():
            temporary.unlink(missing_ok=True)
        raise OutputError(f"{str(part)!r} cannot be written: {error.strerror or error}") from None
    return part


def _writer(path: Path, schema: Any) -> Any:
    dictionary = [
        f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name
        for field in schema
        if field.name not in _UNIQUE
    ]
    return pq.ParquetWriter(path, schema, compression="zstd", compression_level=_LEVEL, use_dictionary=dictionary,
                            write_statistics=True, store_schema=True)  # fmt: skip


def _prepare(out: Path, *, overwrite: bool) -> None:
    """Make the folder, or say in one sentence why it cannot be used."""
    try:
        if out.exists() and not out.is_dir():
            raise OutputError(f"{str(out)!r} is a file; name a folder for the dataset")
        if out.is_dir() and any(out.iterdir()):
            if not overwrite:
                raise OutputError(f"{str(out)!r} holds something already; name another folder, or give --overwrite to "
                                  "replace a dataset")  # fmt: skip
            _clear(out)
        out.mkdir(parents=True, exist_ok=True)
        probe = out / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise OutputError(f"{str(out)!r} cannot be written: {error.strerror}") from None


def _clear(out: Path) -> None:
    """Remove a dataset and nothing else.

    Raises:
        OutputError: the folder holds anything that this program did not write.
    """
    files = ["_manifest.jsonl", _SUCCESS, *(f"{name}.parquet" for name in _SINGLE)]
    known = {*TABLES, *files}
    strange = sorted(path.name for path in out.iterdir() if path.name not in known)
    parts = [path for name in TABLES if (out / name).is_dir() for path in (out / name).iterdir()]
    strange += [path.name for path in parts if not _PART.fullmatch(path.name)]
    if strange:
        raise OutputError(f"{str(out)!r} holds {strange[0]!r}, which is no part of a dataset; nothing was replaced")
    for path in parts:
        path.unlink()
    for name in files:
        (out / name).unlink(missing_ok=True)
    for name in TABLES:
        if (out / name).is_dir():
            (out / name).rmdir()


def read_dataset(out: str | Path) -> dict[str, Path]:
    """Return the folder, or the one file, of each table of a dataset.

    Raises:
        DatasetError: there is no dataset, it is not whole, or its schema is of another version.
    """
    folder = Path(out)
    if not (folder / "games").is_dir():
        raise DatasetError(f"{str(out)!r} is no dataset: it has no folder 'games'; make one with: "
                           f"goanalyze check PATH -o {out}")  # fmt: skip
    try:
        facts = json.loads((folder / _SUCCESS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DatasetError(f"the dataset {str(out)!r} is not whole: no {_SUCCESS}; run the check again") from None
    except ValueError:
        facts = None
    if not isinstance(facts, dict):  # no JSON, or of another kind
        raise DatasetError(f"{_SUCCESS} of the dataset {str(out)!r} cannot be read; run the check again")
    if facts.get("schema") != SCHEMA_VERSION:
        raise DatasetError(f"the dataset {str(out)!r} has schema version {facts.get('schema')}, this program reads "
                           f"{SCHEMA_VERSION}; run the check again")  # fmt: skip
    places = {name: folder / (f"{name}.parquet" if name in _SINGLE else name) for name in TABLES}
    return {name: place for name, place in places.items() if place.exists()}
