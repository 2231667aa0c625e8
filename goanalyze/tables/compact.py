"""Parts put together to larger files, and taken apart again. The rows and their order stay as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import pyarrow.parquet as pq

from goanalyze.tables.parquet import remove
from goanalyze.tables.parts import COMMITTING, Content, PartName, PartWriter, read_contents
from goanalyze.tables.store import OutputError, Store

__all__ = ["expand", "merge", "merged_groups", "read_shard"]

_KEY_BYTES: Final = 8

Found = Mapping[str, Mapping[str, int]]


def expand(store: Store, file: str, contents: Sequence[Content], names: Mapping[str, PartName]) -> None:
    """Take a part apart: write the shards that are wanted as parts of their own, and remove it.

    Args:
        store: the dataset.
        file: the part's name.
        contents: what it holds.
        names: of the parts to be made, by the key of the shard; other shards are dropped.

    Raises:
        OutputError: it cannot be read or written.
    """
    for name, facts, rows in _shards(store, file, contents, names):
        with PartWriter(store, name, rows) as writer:
            writer.add(rows)
            writer.end(name, facts)
            writer.commit()
    remove(store, {table: [file] for table in contents[0].rows})


def merge(store: Store, files: Sequence[str]) -> str:
    """Put parts together to one, and remove them.

    Args:
        store: the dataset.
        files: names of the parts, in the order of their rows.

    Returns:
        The name of the new part: the first one's number, and a key made of all keys.

    Raises:
        OutputError: one cannot be read, or the new one not written.
    """
    parts = {file: read_contents(store, file) for file in files}
    contents = [content for each in parts.values() for content in each or ()]
    key = blake2b(" ".join(content.name.key for content in contents).encode(), digest_size=_KEY_BYTES).hexdigest()
    whole = PartName(contents[0].name.number, key)
    tables = list(contents[0].rows)
    with PartWriter(store, whole, tables) as writer:
        for file, each in parts.items():
            for name, facts, rows in _shards(store, file, each or (), {c.name.key: c.name for c in each or ()}):
                writer.add(rows)
                writer.end(name, facts)
        writer.commit()
    remove(store, {table: list(files) for table in tables})
    return whole.file


def _shards(
    store: Store, file: str, contents: Sequence[Content], names: Mapping[str, PartName]
) -> Iterator[tuple[PartName, dict[str, Any], dict[str, Any]]]:
    """Yield name, facts and tables of each shard of a part that is wanted."""
    for content in contents:
        key = content.name.key
        if key in names:
            yield names[key], content.facts, read_shard(store, file, contents, key, content.groups)


def read_shard(store: Store, file: str, contents: Sequence[Content], key: str, tables: Iterable[str]) -> dict[str, Any]:
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


def _read(store: Store, path: str, groups: range) -> Any:
    try:
        with store.input(path) as stream:
            return pq.ParquetFile(stream).read_row_groups(list(groups))
    except (OSError, ValueError) as error:
        raise OutputError(f"{store.out!r}: the part {path} cannot be read ({str(error).splitlines()[0]}); run the "
                          "check again") from None  # fmt: skip


def merged_groups(found: Found, least: int, most: int) -> Iterator[list[str]]:
    """Yield runs of neighbouring parts that are to be put together.

    A run is as long as its largest table stays within the limit; a part that is large enough stays alone.

    Args:
        found: bytes of each file, by table, see `goanalyze.tables.parquet.standing`.
        least: bytes of the largest table from which on a part is left as it is.
        most: bytes of the largest table that a new part may have.

    Example:
        >>> list(merged_groups({"games": {"a": 5, "b": 5, "c": 90, "d": 5}}, 50, 100))
        [['a', 'b']]
    """
    group: list[str] = []
    sizes: dict[str, int] = {}
    for file in sorted(found.get(COMMITTING, {})):
        one = {table: files.get(file, 0) for table, files in found.items()}
        together = {table: sizes.get(table, 0) + size for table, size in one.items()}
        if max(one.values()) >= least or max(together.values()) > most:
            if len(group) > 1:
                yield group
            group, together = [], one
        if max(one.values()) < least:
            group.append(file)
            sizes = together
        else:
            sizes = {}
    if len(group) > 1:
        yield group
