"""Tables in memory or on disk, read as far as they are asked for: the one reader of the package.

A table is given as an Arrow table, or as the parts of a dataset that hold it. Of these nothing is read before each is
what was written: a part that is missing, damaged or foreign is a `DatasetError` that names it. What may not live here:
pandas, writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, Union

import pyarrow as pa

from goanalyze.errors import DatasetError, NotFoundError, OptionError, OutputError
from goanalyze.tables.dataset import Parts
from goanalyze.tables.parts import is_sealed_as
from goanalyze.tables.store import Store
from goanalyze.vocabulary.arguments import read_items
from goanalyze.vocabulary.faults import sentence
from goanalyze.vocabulary.threads import in_threads

if TYPE_CHECKING:
    import pyarrow.compute
    import pyarrow.dataset
    import pyarrow.parquet as pq

TableOrParts: TypeAlias = pa.Table | Parts
Test: TypeAlias = tuple[str, str, object]
"""A column, how it is compared (``==``, ``<``, ``in``, …) and with what."""
Where: TypeAlias = Union["pa.compute.Expression", Sequence[Test]]
"""Which rows of a table: those that an expression of Arrow is true of, or that pass every test."""

_ERRORS: Final = (pa.ArrowException, OSError)
_BATCH: Final = 16_384  # rows


_SHARED: ContextVar[dict[int, tuple[TableOrParts, dict[str, pa.ChunkedArray]]] | None] = ContextVar(
    "shared columns", default=None
)  # by the identity of each source, which is kept alive


@contextmanager
def shared_columns() -> Iterator[None]:
    """Let all `Columns` of the same source share the columns that they read.

    Example:
        >>> table = pa.table({"a": [1, 2]})
        >>> with shared_columns():
        ...     Columns(table)["a"] is Columns(table)["a"]
        True
    """
    token = _SHARED.set({})
    try:
        yield
    finally:
        _SHARED.reset(token)


class Columns:
    """The columns of a table, each read when first asked for and then kept."""

    def __init__(self, source: TableOrParts) -> None:
        self._source = source
        self._read: dict[str, pa.ChunkedArray] = {}

    def read(self, names: Sequence[str]) -> None:
        """Read several columns at once, which is quicker than one by one.

        Raises:
            DatasetError: there is no such column, or a file is damaged.
        """
        shared = _SHARED.get()
        known = {} if shared is None else shared.setdefault(id(self._source), (self._source, {}))[1]
        self._read |= {name: known[name] for name in names if name in known}
        missing = [name for name in names if name not in self._read]
        if missing:
            table = read(self._source, missing)
            new = {name: table.column(name) for name in missing}
            self._read |= new
            known |= new

    def __getitem__(self, name: str) -> pa.ChunkedArray:
        """Return a column."""
        self.read([name])
        return self._read[name]


def read(source: TableOrParts, columns: Sequence[str] | None = None, where: Where | None = None) -> pa.Table:
    """Return a table, or some columns and rows of it.

    Args:
        source: where it is.
        columns: their names; all if not given.
        where: which rows; all if not given.

    Raises:
        DatasetError: a file is damaged or of another schema version, or there is no such column.

    Example:
        >>> read(pa.table({"n": [1, 2, 3], "m": [4, 5, 6]}), ["m"], [("n", ">", 1)]).to_pylist()
        [{'m': 5}, {'m': 6}]
    """
    if isinstance(where, (list, tuple)):
        import pyarrow.parquet as pq  # noqa: PLC0415 - as in `footers`

        try:
            where = pq.filters_to_expression(where)
        except (TypeError, ValueError):
            raise OptionError(f"{where!r} is not a valid filter. Expected [(column, '==', value), …].") from None
    if columns is not None:
        columns = read_items("columns", columns, "names of columns")
    if not isinstance(source, Parts) and where is None:
        return source if columns is None else source.select(_known(columns, source.schema.names))
    if isinstance(source, Parts):
        intact(source)
    found = as_dataset(source)
    chosen = None if columns is None else _known(columns, found.schema.names)
    try:
        return found.to_table(columns=chosen, filter=where)
    except TypeError:
        raise OptionError(f"{where!r} is not a valid filter. Expected [(column, '==', value), …].") from None
    except _ERRORS as error:
        raise DatasetError(f"the rows asked for cannot be had: {sentence(error)}") from None


def batches(source: TableOrParts, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield some columns in record batches, in order, one at a time in memory.

    Raises:
        DatasetError: there is no such column, or a file is damaged.

    Example:
        >>> [batch.to_pylist() for batch in batches(pa.table({"n": [1], "m": [4]}), ["m"])]
        [[{'m': 4}]]
    """
    if not isinstance(source, Parts):
        yield from read(source, columns).to_batches(max_chunksize=_BATCH)
        return
    import pyarrow.parquet as pq  # noqa: PLC0415 - as in `footers`

    for part in intact(source):
        with _told(source), pq.ParquetFile(part, pre_buffer=False) as file:
            chosen = _known(columns, file.schema_arrow.names)
            yield from file.iter_batches(batch_size=_BATCH, columns=chosen, use_threads=False)
        pa.default_memory_pool().release_unused()  # of a million games it would keep 200 MB


def column(source: TableOrParts, name: str) -> pa.ChunkedArray:
    """Return one column, decoded batch by batch, which takes less memory than `Columns` and more time.

    Raises:
        DatasetError: there is no such column, or a file is damaged.
    """
    parts = [batch.column(0) for batch in batches(source, [name])] if isinstance(source, Parts) else []
    return pa.chunked_array(parts) if parts else read(source, [name]).column(0)


def take(source: TableOrParts, rows: Sequence[int], columns: Sequence[str]) -> pa.Table:
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
            raise NotFoundError(f"Row {row} is not found. Expected 0 to {total - 1:,}: the table has {total:,} rows.")
    numbers = pa.array(rows, pa.int64())  # of no rows Arrow would not know the type
    if not isinstance(source, Parts):
        return read(source, columns).take(numbers)
    intact(source)
    found = as_dataset(source)
    with _told(source):
        return found.take(numbers, columns=_known(columns, found.schema.names))


def as_dataset(source: TableOrParts) -> pyarrow.dataset.Dataset:
    """Return a `pyarrow.dataset.Dataset`; of what is on disk, footers are looked at, and each page when it is read.

    Raises:
        DatasetError: a part is missing, or its footer is not what was written.

    Example:
        >>> as_dataset(pa.table({"n": [1, 2, 3]})).count_rows()
        3
    """
    import pyarrow.dataset as ds  # noqa: PLC0415 - loads pandas, 0.7 s

    if not isinstance(source, Parts):
        return ds.dataset(source)
    options = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    parts, reader = intact(source, whole=False), ds.ParquetFileFormat(default_fragment_scan_options=options)
    with _told(source):
        return ds.dataset(parts, format=reader)


def row_count(source: TableOrParts) -> int:
    """Return the number of rows; of files, what their footers say.

    Raises:
        DatasetError: a part is missing, or its footer is not what was written.
    """
    return sum(footer.num_rows for footer in footers(source)) if isinstance(source, Parts) else len(source)


def footers(source: Parts) -> list[pq.FileMetaData]:
    """Return what the end of each Parquet file of a table says of its rows and columns.

    Raises:
        DatasetError: a part is missing, or its footer is not what was written.
    """
    import pyarrow.parquet as pq  # noqa: PLC0415 - 0.015 s, for what is on disk

    parts = intact(source, whole=False)
    with _told(source):
        return [pq.read_metadata(part) for part in parts]


def intact(source: Parts, *, whole: bool = True) -> list[Path]:
    """Return the files of a table, in the order of their rows, after a look that each is what was written.

    Args:
        source: the table.
        whole: whether every byte is looked at; else only footers, so that nothing is known of rows. What was looked
            at once is not looked at again until it changes.

    Raises:
        DatasetError: one is missing, damaged or another; or there is one that is not of the dataset.
    """
    folder, known = Path(source.folder), dict(source.files)
    if not known:
        raise DatasetError(f"the dataset {source.folder!r} has no part of the table {source.table!r}; {source.again}")
    there = {f"{source.table}/{path.name}" for path in (folder / source.table).glob("*.parquet")}
    if strange := {name for name in there - known.keys() if not name.startswith(f"{source.table}/.")}:
        raise DatasetError(f"{str(folder / min(strange))!r} is no part of the dataset; remove it, or {source.again}")

    def look(name: str) -> bool:
        try:
            stat = (folder / name).stat()
            return _is_sealed_as(source.folder, name, known[name], whole, (stat.st_ino, stat.st_size, stat.st_mtime_ns))
        except FileNotFoundError:
            raise DatasetError(f"the dataset {source.folder!r} has lost {name}; {source.again}") from None
        except OSError as error:
            raise DatasetError(f"{str(folder / name)!r} cannot be read: {sentence(error)}") from None
        except OutputError as error:
            raise DatasetError(str(error)) from None

    looked = in_threads(look, known) if len(known) > 1 else map(look, known)  # a thread takes longer than one look
    for name, is_intact in zip(known, looked, strict=True):
        if not is_intact:
            raise DatasetError(f"{str(folder / name)!r} is damaged, or is of another dataset; {source.again}")
    return [folder / name for name in known]


@cache
def _is_sealed_as(folder: str, name: str, about: str, whole: bool, version: tuple[int, ...]) -> bool:  # noqa: ARG001
    """Return whether a file is what was sealed as this; asked once for each version of it."""
    return is_sealed_as(Store(folder), name, about, whole=whole)


@contextmanager
def _told(source: Parts) -> Iterator[None]:
    """Turn what is said of a part that was intact a moment ago, as while a check writes it anew, into a sentence."""
    try:
        yield
    except _ERRORS as error:
        raise DatasetError(f"the table {source.table!r} of {source.folder!r} has changed while it was read "
                           f"({sentence(error)}); open it again") from None  # fmt: skip


def _known(columns: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return columns as a list, after a look that each is there."""
    for column in columns:
        if column not in names:
            raise DatasetError(f"{column!r} is not a valid column. Expected one of {', '.join(names)}.")
    return list(columns)
