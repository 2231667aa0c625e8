"""Tables in memory or on disk, read as far as they are asked for: the one reader of the package.

A table is given as an Arrow table, or as the path of a Parquet file or of a folder of parts. Whatever Arrow says of a
damaged file becomes a `DatasetError` that names it. What may not live here: pandas, writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from goanalyze.tables.dataset import DatasetError
from goanalyze.tables.schema import SCHEMA_VERSION

TableOrPath: TypeAlias = pa.Table | Path

_ERRORS: Final = (pa.ArrowException, OSError)
_BATCH: Final = 16_384  # rows


class Columns:
    """The columns of a table, each read when first asked for and then kept."""

    def __init__(self, source: TableOrPath | str) -> None:
        self._source: TableOrPath = Path(source) if isinstance(source, str) else source
        self._read: dict[str, pa.ChunkedArray] = {}

    def read(self, names: Sequence[str]) -> None:
        """Read several columns at once, which is quicker than one by one.

        Raises:
            DatasetError: there is no such column, or a file is damaged.
        """
        missing = [name for name in names if name not in self._read]
        if missing:
            table = read(self._source, missing)
            self._read |= {name: table.column(name) for name in missing}

    def __getitem__(self, name: str) -> pa.ChunkedArray:
        """Return a column."""
        self.read([name])
        return self._read[name]


def read(source: TableOrPath, columns: Sequence[str] | None = None, where: Any = None) -> pa.Table:
    """Return a table, or some columns and rows of it.

    Args:
        source: where it is.
        columns: their names; all if not given.
        where: a condition on rows: `pyarrow.compute.Expression`, or a list of ``(column, operator, value)``.

    Raises:
        DatasetError: a file is damaged or of another schema version, or there is no such column.

    Example:
        >>> read(pa.table({"n": [1, 2, 3], "m": [4, 5, 6]}), ["m"], [("n", ">", 1)]).to_pylist()
        [{'m': 5}, {'m': 6}]
    """
    if isinstance(where, (list, tuple)):
        where = pq.filters_to_expression(where)
    if not isinstance(source, Path) and where is None:
        return source if columns is None else source.select(_known(columns, source.schema.names))
    found = as_dataset(source)
    chosen = None if columns is None else _known(columns, found.schema.names, source)
    try:
        return found.to_table(columns=chosen, filter=where)
    except _ERRORS as error:
        if isinstance(source, Path):
            raise _damaged(source, error) from None
        raise DatasetError(f"the rows asked for cannot be had: {_first_line(error)}") from None


def batches(source: TableOrPath, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield some columns in record batches, in order, one at a time in memory.

    Raises:
        DatasetError: there is no such column, or a file is damaged.

    Example:
        >>> [batch.to_pylist() for batch in batches(pa.table({"n": [1], "m": [4]}), ["m"])]
        [[{'m': 4}]]
    """
    if not isinstance(source, Path):
        yield from read(source, columns).to_batches(max_chunksize=_BATCH)
        return
    try:
        for part in parts_of(source):
            with pq.ParquetFile(part, pre_buffer=False) as file:
                chosen = _known(columns, file.schema_arrow.names, part)
                yield from file.iter_batches(batch_size=_BATCH, columns=chosen, use_threads=False)
            pa.default_memory_pool().release_unused()  # of a million games it would keep 200 MB
    except _ERRORS as error:
        raise _damaged(source, error) from None


def column(source: TableOrPath, name: str) -> pa.ChunkedArray:
    """Return one column, decoded batch by batch, which takes less memory than `Columns` and more time.

    Raises:
        DatasetError: there is no such column, or a file is damaged.
    """
    parts = [batch.column(0) for batch in batches(source, [name])] if isinstance(source, Path) else []
    return pa.chunked_array(parts) if parts else read(source, [name]).column(0)


def take(source: TableOrPath, rows: Sequence[int], columns: Sequence[str]) -> pa.Table:
    """Return some rows, by number from 0, in the order given.

    Raises:
        IndexError: there is no such row.
        DatasetError: as `read`.

    Example:
        >>> take(pa.table({"n": [1, 2, 3]}), [2, 0], ["n"]).to_pylist()
        [{'n': 3}, {'n': 1}]
    """
    total = row_count(source)
    for row in rows:
        if not 0 <= row < total:
            raise IndexError(f"there is no row {row}: the table has {total:,} rows, counted from 0")
    numbers = pa.array(rows, pa.int64())  # of no rows Arrow would not know the type
    if not isinstance(source, Path):
        return read(source, columns).take(numbers)
    found = as_dataset(source)
    try:
        return found.take(numbers, columns=_known(columns, found.schema.names, source))
    except _ERRORS as error:
        raise _damaged(source, error) from None


def as_dataset(source: TableOrPath) -> Any:
    """Return a `pyarrow.dataset.Dataset`; of what is on disk, only the schema of the first part is read.

    Raises:
        DatasetError: there are no parts, the first is damaged, or it is of another schema version.

    Example:
        >>> as_dataset(pa.table({"n": [1, 2, 3]})).count_rows()
        3
    """
    import pyarrow.dataset as ds  # noqa: PLC0415 - loads pandas, 0.7 s

    if not isinstance(source, Path):
        return ds.dataset(source)
    parts = parts_of(source)
    if not parts:
        raise DatasetError(f"{str(source)!r} holds no Parquet file; run the check again")
    try:
        found = ds.dataset(parts, format="parquet")
    except _ERRORS:
        raise _damaged(source) from None
    version = (found.schema.metadata or {}).get(b"goanalyze.schema", b"none").decode()
    if version != str(SCHEMA_VERSION):
        raise DatasetError(f"{str(parts[0])!r} has schema version {version}, this program reads {SCHEMA_VERSION}; "
                           "run the check again")  # fmt: skip
    return found


def row_count(source: TableOrPath) -> int:
    """Return the number of rows; of files, what their footers say.

    Raises:
        DatasetError: a file is damaged.
    """
    return sum(footer.num_rows for footer in footers(source)) if isinstance(source, Path) else len(source)


def footers(place: Path) -> list[pq.FileMetaData]:
    """Return what the end of each Parquet file of a table says of its rows and columns.

    Raises:
        DatasetError: a file is damaged.
    """
    try:
        return [pq.read_metadata(part) for part in parts_of(place)]
    except _ERRORS:
        raise _damaged(place) from None


def parts_of(place: Path) -> list[Path]:
    """Return the Parquet files of a table; the hidden ones of an unfinished run are none."""
    if place.is_file():
        return [place]
    return sorted(path for path in place.glob("*.parquet") if not path.name.startswith("."))


def _known(columns: Sequence[str], names: Sequence[str], place: Path | None = None) -> list[str]:
    """Return columns as a list, after a look that each is there."""
    for column in columns:
        if column not in names:
            where = "the table" if place is None else repr(str(place))
            raise DatasetError(f"{where} has no column {column!r}; the columns are {', '.join(names)}")
    return list(columns)


def _damaged(place: Path, error: Exception | None = None) -> DatasetError:
    """Return the error for the part that cannot be read; Arrow's own message does not always name it."""
    for part in parts_of(place):
        try:
            pq.read_table(part, partitioning=None)
        except _ERRORS as its:
            return DatasetError(f"{str(part)!r} is damaged ({_first_line(its)}); run the check again")
    return DatasetError(f"{str(place)!r} cannot be read: {_first_line(error)}; run the check again")


def _first_line(error: Exception | None) -> str:
    return str(error).split("\n", 1)[0].rstrip(".")
