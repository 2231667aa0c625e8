"""Parts of a dataset: one Parquet file per table and shard, and the rule by which a shard counts as done.

All parts of a shard have one name, ``part-NUMBER-KEY.parquet``, in the folders of their tables. They are written under
dotted names and renamed when all are whole, the `games` part last: where that stands, the shard is committed. Its
footer holds what is to be known of the shard. Each part is sealed: other bytes in its place are noticed. A part may
hold several shards one after the other, each in row groups of its own: small parts are merged into larger ones, and
taken apart again where only some shards are wanted. What a shard is, is not known here.
"""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import pyarrow as pa

from goanalyze.errors import OutputError
from goanalyze.tables.schema import TABLES
from goanalyze.tables.seal import Sealing, is_sealed
from goanalyze.tables.store import Store, unfinished
from goanalyze.vocabulary.faults import is_of_threads, sentence

if TYPE_CHECKING:
    import pyarrow.parquet as pq

COMMITTING: Final = "games"
"""The table whose part says that a shard is done."""

SINGLE: Final = ("rulesets", "conventions")
"""Tables that are one small file beside the folders of parts."""

_FOOTER: Final = b"goanalyze.shard"
_ROW_GROUP_GAMES: Final = 32_768
_ROWS_PER_GAME: Final = {"moves": 50, "outcomes": 17}  # rough: a row group of moves then has some 1.5 million rows
_LEVEL: Final = 1  # of zstd; what level 3 takes off more is less than a hundredth
_KEY_BYTES: Final = 8
# A dictionary costs more than it saves where nearly every value is another.
_UNIQUE: Final = {"game_id", "canonical_id", "member", "message", "best_game_id", "best_member"}
# Moves are written as differences, packed tightly: zstd would take off little more. From a dictionary they would be a
# twentieth smaller and take half as long again to write. The least and the greatest of all moves tell nothing.
_PACKED: Final = {"moves.list.element"}
_BATCH: Final = 16_384  # values that the writer takes at a time, in place of its own 1,024
_NAME: Final = re.compile(r"part-(\d{6})-([0-9a-f]{16})\.parquet")


class PartName(NamedTuple):
    """The name of a shard's parts: its number, which orders the rows, and its key, which says what is in it.

    Example:
        >>> PartName(12, "00112233445566aa").file
        'part-000012-00112233445566aa.parquet'
        >>> PartName.read("part-000012-00112233445566aa.parquet").number
        12
    """

    number: int
    key: str

    @property
    def file(self) -> str:
        """The file's name in the folder of each table."""
        return f"part-{self.number:06}-{self.key}.parquet"

    @classmethod
    def read(cls, file: str) -> PartName | None:
        """Return the name that a file has, or None if it is no finished part."""
        found = _NAME.fullmatch(file)
        return cls(int(found[1]), found[2]) if found else None


def key_of(names: Iterable[PartName]) -> str:
    """Return the key of several shards together, in their order.

    Example:
        >>> key_of([PartName(0, "00112233445566aa"), PartName(1, "1111111111111111")])
        'a1553310e6447e30'
    """
    return blake2b(" ".join(name.key for name in names).encode(), digest_size=_KEY_BYTES).hexdigest()


class Content(NamedTuple):
    """What a part holds of one shard.

    Attributes:
        name: number and key of the shard.
        facts: what was said of it when it was written, as plain data.
        rows: by table.
        groups: row groups, by table.
    """

    name: PartName
    facts: dict[str, Any]
    rows: dict[str, int]
    groups: dict[str, int]


class PartWriter:
    """Writes the parts of one shard or of several, in groups of many rows.

    Args:
        store: where to.
        name: of the parts.
        tables: which; each gets a part, empty if no row came.

    Raises:
        OutputError: from any method, when the store cannot be written; used as a context, it abandons what it began.
    """

    def __init__(self, store: Store, name: PartName, tables: Iterable[str]) -> None:
        self._store = store
        self._name = name
        self._waiting: dict[str, list[pa.Table]] = {table: [] for table in tables}
        self._waiting_games = 0
        self._open: dict[str, tuple[pq.ParquetWriter, Sealing, pa.NativeFile, str]] = {}  # and temporary names
        self._rows, self._groups = Counter[str](), Counter[str]()
        self._contents: list[Content] = []

    def add(self, tables: Mapping[str, pa.Table]) -> None:
        """Take one chunk's tables by name; those that are not to be written are passed over."""
        for name, table in tables.items():
            if name in self._waiting:
                self._waiting[name].append(table)
        self._waiting_games += max(len(table) // _ROWS_PER_GAME.get(name, 1) for name, table in tables.items())
        if self._waiting_games >= _ROW_GROUP_GAMES:
            self._flush()

    def end(self, shard: PartName, facts: Mapping[str, object]) -> None:
        """Say that all rows of a shard are there, and what is to be known of it."""
        self._flush()
        rows, groups = ({name: counts[name] for name in self._waiting} for counts in (self._rows, self._groups))
        self._contents.append(Content(shard, dict(facts), rows, groups))
        self._rows, self._groups = Counter(), Counter()

    def commit(self) -> dict[str, dict[str, int]]:
        """Finish all parts and give them their names, that of the committing table last.

        Returns:
            Rows and bytes of each table's part.
        """
        sizes = {name: self._close(name) for name in self._open if name != COMMITTING}
        if COMMITTING in self._open:  # else it is a table that was made of the others
            footer = json.dumps([each._asdict() for each in self._contents], ensure_ascii=False)
            facts = {_FOOTER: footer.encode("utf-8", errors="backslashreplace")}
            self._open[COMMITTING][0].add_key_value_metadata(facts)
            sizes[COMMITTING] = self._close(COMMITTING)
        for name in sorted(self._open, key=COMMITTING.__eq__):
            self._store.rename(self._open[name][-1], f"{name}/{self._name.file}")
        rows = {name: sum(content.rows[name] for content in self._contents) for name in self._open}
        return {name: {"rows": rows[name], "bytes": sizes[name]} for name in self._open}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.abandon()

    def abandon(self) -> None:
        """Remove what was written and has no name yet."""
        for writer, _, stream, temporary in self._open.values():
            for part in (writer, stream):
                with suppress(OSError, ValueError, AttributeError):  # the disk is full, it is closed, or never was open
                    part.close()
            self._store.drop(temporary)
        self._open, self._waiting = {}, {}

    def _flush(self) -> None:
        for name, parts in self._waiting.items():
            if name not in self._open:
                self._begin(name, parts[0].schema if parts else TABLES[name].arrow)
            if parts:
                table = pa.concat_tables(parts).unify_dictionaries()
                with self._store.told("be written"):
                    self._open[name][0].write_table(table, row_group_size=max(1, len(table)))
                self._rows[name] += len(table)
                self._groups[name] += 1
        self._waiting, self._waiting_games = {name: [] for name in self._waiting}, 0

    def _begin(self, name: str, schema: pa.Schema) -> None:
        temporary = f"{name}/{unfinished(self._name.file)}"
        stream = self._store.begin(temporary)
        sealing = Sealing(stream, sealed_as(name, self._name.key))
        self._open[name] = (None, sealing, stream, temporary)
        with self._store.told("be written"):
            self._open[name] = (_parquet_writer(sealing, name, schema), sealing, stream, temporary)

    def _close(self, name: str) -> int:
        writer, sealing, stream, _ = self._open[name]
        with self._store.told("be written"):
            sealing.hold()
            writer.close()
            size = sealing.seal()
            stream.close()
        return size


def write_parts(
    store: Store, name: PartName, tables: Mapping[str, pa.Table], facts: Mapping[str, object]
) -> dict[str, dict[str, int]]:
    """Write the tables of one shard; return the rows and bytes of each table's part."""
    with PartWriter(store, name, tables) as writer:
        writer.add(tables)
        writer.end(name, facts)
        return writer.commit()


def sealed_as(table: str, key: str) -> str:
    """Return what a part is sealed as: no other table's, and no other shard's, can stand in its place."""
    return f"{table} {key}"


def sealed_file(table: pa.Table, name: str, key: str) -> bytes:
    """Return a table as a sealed Parquet file."""
    sealing = Sealing(out := io.BytesIO(), sealed_as(name, key))
    with _parquet_writer(sealing, name, table.schema) as writer:
        writer.write_table(table)
        sealing.hold()
    sealing.seal()
    return out.getvalue()


def _parquet_writer(stream: Sealing, name: str, schema: pa.Schema) -> pq.ParquetWriter:
    """Return a writer with the compression and dictionaries that all parts of a table have.

    Only what is different in nearly every row is worth zstd, which sets its tables up anew for each page: with it
    everywhere, files are smaller by a thirtieth and take a quarter longer to write. Where
    a game has many rows, its id comes from a dictionary, and each group of rows has every value: the least and the
    greatest would tell nothing.
    """
    import pyarrow.parquet as pq  # noqa: PLC0415 - 0.015 s, for what keeps a dataset

    columns = [f"{each.name}.list.element" if pa.types.is_list(each.type) else each.name for each in schema]
    codec = {column: "none" if column in _PACKED else "zstd" if column in _UNIQUE else "snappy" for column in columns}
    repeated = {"game_id"} if name in _ROWS_PER_GAME else set()
    packed = _PACKED.intersection(columns)
    return pq.ParquetWriter(stream, schema, compression=codec,
                            compression_level={column: _LEVEL for column in columns if codec[column] == "zstd"},
                            use_dictionary=[column for column in columns if column not in _UNIQUE - repeated | packed],
                            column_encoding=dict.fromkeys(packed, "DELTA_BINARY_PACKED") or None,
                            write_statistics=[] if repeated else [each for each in columns if each not in packed],
                            write_batch_size=_BATCH, store_schema=True, write_page_checksum=True)  # fmt: skip


def read_contents(store: Store, file: str) -> list[Content] | None:
    """Return what the footer of a committing part says of its shards; None where there is none, or it is damaged.

    Raises:
        OutputError: it is there, and cannot be read.
    """
    if not is_intact(store, COMMITTING, file, whole=False):
        return None
    with store.input(f"{COMMITTING}/{file}") as stream:
        import pyarrow.parquet as pq  # noqa: PLC0415 - as in `_parquet_writer`

        told = json.loads(pq.read_metadata(stream).metadata[_FOOTER])
    return [Content(PartName(*each["name"]), each["facts"], each["rows"], each["groups"]) for each in told]


def is_intact(store: Store, table: str, file: str, *, whole: bool = True) -> bool:
    """Return whether a part is there, and what was written as this part; see `goanalyze.tables.seal.is_sealed`.

    Raises:
        OutputError: it is there, and cannot be read.
    """
    name = PartName.read(file)
    return name is not None and is_sealed_as(store, f"{table}/{file}", sealed_as(table, name.key), whole=whole)


def is_sealed_as(store: Store, path: str, about: str, *, whole: bool = True) -> bool:
    """Return whether a file is there, and what was sealed as this.

    Raises:
        OutputError: it is there, and cannot be read.
    """
    try:
        with store.input(path) as stream:
            return is_sealed(stream, about, whole=whole)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise OutputError(f"{store.out!r}: {path} cannot be read ({store.reason(error)}); see to it that it can, or "
                          "remove it and run the check again") from None  # fmt: skip


def remove_parts(store: Store, found: Mapping[str, Iterable[str]]) -> None:
    """Remove parts, by table; the ones that commit a shard first, so that none stands for rows that are gone."""
    for name in sorted(found, key=COMMITTING.__ne__):
        for file in found[name]:
            store.delete(f"{name}/{file}")


def expand(store: Store, file: str, contents: Sequence[Content], names: Mapping[str, PartName]) -> None:
    """Take a part apart: write the shards that are wanted as parts of their own, and remove it.

    `names` are those of the parts to be made, by the key of the shard; other shards are dropped.

    Raises:
        OutputError: it cannot be read or written.
    """
    for name, facts, rows in _shards(store, file, contents, names):
        write_parts(store, name, rows, facts)
    remove_parts(store, {table: [file] for table in contents[0].rows})


def merge(store: Store, files: Sequence[str]) -> str:
    """Merge parts, in the order of their rows, into one, and remove them.

    Returns:
        The name of the new part: the first one's number, and a key made of all keys.

    Raises:
        OutputError: one cannot be read, or the new one not written.
    """
    parts = {file: read_contents(store, file) for file in files}
    contents = [content for each in parts.values() for content in each or ()]
    whole = PartName(contents[0].name.number, key_of(content.name for content in contents))
    tables = list(contents[0].rows)
    with PartWriter(store, whole, tables) as writer:
        for file, each in parts.items():
            for name, facts, rows in _shards(store, file, each or (), {c.name.key: c.name for c in each or ()}):
                writer.add(rows)
                writer.end(name, facts)
        writer.commit()
    remove_parts(store, {table: list(files) for table in tables})
    return whole.file


def _shards(
    store: Store, file: str, contents: Sequence[Content], names: Mapping[str, PartName]
) -> Iterator[tuple[PartName, dict[str, Any], dict[str, pa.Table]]]:
    """Yield name, facts and tables of each shard of a part that is wanted."""
    for content in contents:
        key = content.name.key
        if key in names:
            yield names[key], content.facts, read_shard(store, file, contents, key, content.groups)


def read_shard(
    store: Store, file: str, contents: Sequence[Content], key: str, tables: Iterable[str]
) -> dict[str, pa.Table]:
    """Return tables of one shard of a part; those that the part does not have are left out.

    Raises:
        OutputError: the part cannot be read.
    """
    at = Counter[str]()
    for content in contents:
        if content.name.key == key:
            groups = {table: content.groups[table] for table in tables if table in content.groups}
            return {
                table: _read(store, f"{table}/{file}", range(at[table], at[table] + count))
                for table, count in groups.items()
            }
        at.update(content.groups)
    return {}


def read_columns(store: Store, path: str, names: Sequence[str]) -> pa.Table:
    """Return columns of a part.

    Raises:
        OutputError: it cannot be read.
    """
    return _told(store, path, lambda part: part.read(list(names)))


def _read(store: Store, path: str, groups: range) -> pa.Table:
    return _told(store, path, lambda part: part.read_row_groups(list(groups)))


def _told(store: Store, path: str, read: Callable[[pq.ParquetFile], pa.Table]) -> pa.Table:
    import pyarrow.parquet as pq  # noqa: PLC0415 - as in `_parquet_writer`

    try:
        with store.input(path) as stream:
            return read(pq.ParquetFile(stream, page_checksum_verification=True))
    except Exception as error:
        if not isinstance(error, OSError | ValueError) and not is_of_threads(error):
            raise
        raise OutputError(f"{store.out!r}: the part {path} cannot be read ({sentence(error)}); run the "
                          "check again") from None  # fmt: skip


def merged_groups(found: Mapping[str, Mapping[str, int]], least: int, most: int) -> Iterator[list[str]]:
    """Yield runs of neighbouring parts that are to be merged.

    A run is as long as its largest table stays within the limit; a part that is large enough stays alone.

    Args:
        found: bytes of each file, by table, see `goanalyze.tables.dataset.standing`.
        least: bytes of the largest table from which on a part is left as it is.
        most: bytes of the largest table that a new part may have.

    Example:
        >>> list(merged_groups({"games": {"a": 5, "b": 5, "c": 90, "d": 5}}, 50, 100))
        [['a', 'b']]
    """
    group, sizes = list[str](), Counter[str]()
    for file in sorted(found.get(COMMITTING, {})):
        one = Counter({table: files.get(file, 0) for table, files in found.items()})
        is_large = max(one.values()) >= least
        if is_large or max((sizes + one).values(), default=0) > most:
            if len(group) > 1:
                yield group
            group, sizes = [], Counter()
        if not is_large:
            group.append(file)
            sizes += one
    if len(group) > 1:
        yield group
