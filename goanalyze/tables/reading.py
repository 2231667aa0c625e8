"""Columns and rows of tables in memory or in datasets, and files and members of a source that are read again.

A table is an Arrow table, or the parts of a dataset. No row of a part is read before its size and digest are compared
with the manifest: a part that is missing, damaged or foreign is a `DatasetError` that names it. Files are decoded as in
the check. Scope: no pandas, no writing.
"""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from threading import get_ident
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, Union

import pyarrow as pa

from goanalyze.archives.blobs import Blob
from goanalyze.archives.sources import reread_blobs
from goanalyze.errors import DatasetError, NoSuchItemError, OptionError
from goanalyze.sgf.charset import Text, decode_as
from goanalyze.sgf.records import Records, read_records, text_ids
from goanalyze.tables.dataset import DERIVED, PartFile, Parts, reading_dataset
from goanalyze.tables.storage import Storage, is_unfinished
from goanalyze.util.arguments import read_items
from goanalyze.util.faults import sentence
from goanalyze.util.threads import in_threads

if TYPE_CHECKING:
    import pyarrow.compute
    import pyarrow.dataset


class Decoding(NamedTuple):
    """The decoding of a file: `encoding` and `encoding_source` of the table files; empty for a file without text."""

    encoding: str
    encoding_source: str


class RereadFile(NamedTuple):
    """A file or archive member that was read again.

    Attributes:
        blob: its bytes, or the reason that it, or its whole archive, cannot be read.
        decoding: the decoding of its text; None without bytes.
        text: its text; empty if it cannot be read or its charset is unknown.
        fault: the reason for an empty text; else empty.
    """

    blob: Blob
    decoding: Decoding | None
    text: Text
    fault: str = ""

    @property
    def data(self) -> bytes:
        """The bytes."""
        return self.blob.data


class RereadGame(NamedTuple):
    """A game of some texts: the number of its text, its chunk, its number in that, and the hash of its text."""

    file: int
    records: Records
    row: int
    text_id: str


def reread_files(source: str, path: str, decodings: Mapping[str, Collection[Decoding]]) -> Iterator[RereadFile]:
    """Yield some members of a file, each as often as it occurs, in each of its decodings; the file is opened once.

    A failure to read an archive is a file without bytes and with the empty name, see `reread_blobs`.
    """
    for blob in reread_blobs(source, list(decodings), path):
        empty = Text(source, blob.member, len(blob.data), b"", "", "none")
        if blob.code and not blob.data:
            yield RereadFile(blob, None, empty, blob.message)
            continue
        for decoding in decodings.get(blob.member, ()):
            try:
                text, fault = decode_as(blob, *decoding) if decoding.encoding else empty, ""
            except LookupError:
                text, fault = empty, f"the charset {decoding.encoding!r} is unknown to this Python"
            yield RereadFile(blob, decoding, text, fault)


def games_of(texts: Sequence[Text]) -> Iterator[RereadGame]:
    """Yield the games of some texts in order, with the hashes by which they are compared with tables."""
    for records in read_records(texts):
        files: Iterable[int] = records.tape.game_file.tolist()
        for row, (file, text_id) in enumerate(zip(files, text_ids(records), strict=True)):
            yield RereadGame(file, records, row, text_id)


TableOrParts: TypeAlias = pa.Table | Parts
Test: TypeAlias = tuple[str, str, object]
"""A column, a comparison (``==``, ``<``, ``in``, …) and a value."""
Where: TypeAlias = Union["pa.compute.Expression", Sequence[Test]]
"""Selection of rows: an expression of Arrow, or tests that all must be true."""

_ERRORS: Final = (pa.ArrowException, OSError)
_BATCH: Final = 16_384  # rows


_SHARED: ContextVar[dict[int, tuple[TableOrParts, dict[str, pa.ChunkedArray]]] | None] = ContextVar(
    "shared columns", default=None
)  # by the identity of each source, which is kept alive


@contextmanager
def shared_columns() -> Iterator[None]:
    """Let all `Columns` of the same source share the columns that they read."""
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
        """Read several columns at once, which is quicker than one by one."""
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
    """Return a table, or some columns and rows of it."""
    if isinstance(where, (list, tuple)):
        import pyarrow.parquet as pq  # 0.015 s, for datasets alone

        try:
            where = pq.filters_to_expression(where)
        except (TypeError, ValueError):
            raise OptionError(f"{where!r} is not a valid filter. Expected [(column, '==', value), …].") from None
    if columns is not None:
        columns = read_items("columns", columns, "names of columns")
    if not isinstance(source, Parts) and where is None:
        return source if columns is None else source.select(_valid_columns(columns, source.schema.names))
    dataset = as_dataset(source)
    names = None if columns is None else _valid_columns(columns, dataset.schema.names)
    try:
        return dataset.to_table(columns=names, filter=where)
    except TypeError:
        raise OptionError(f"{where!r} is not a valid filter. Expected [(column, '==', value), …].") from None
    except _ERRORS as error:
        raise DatasetError(f"the selected rows cannot be read: {sentence(error)}") from None


def batches(source: TableOrParts, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield some columns in record batches, in order, one at a time in memory."""
    if not isinstance(source, Parts):
        yield from read(source, columns).to_batches(max_chunksize=_BATCH)
        return
    import pyarrow.parquet as pq  # 0.015 s, for datasets alone

    for part in intact_files(source):
        with _changes(source), pq.ParquetFile(part, pre_buffer=False, page_checksum_verification=True) as file:
            names = _valid_columns(columns, file.schema_arrow.names)
            yield from file.iter_batches(batch_size=_BATCH, columns=names, use_threads=False)
        pa.default_memory_pool().release_unused()  # of a million games it would keep 200 MB


def column(source: TableOrParts, name: str) -> pa.ChunkedArray:
    """Return one column, decoded batch by batch, which takes less memory than `Columns` and more time."""
    parts = [batch.column(0) for batch in batches(source, [name])] if isinstance(source, Parts) else []
    return pa.chunked_array(parts) if parts else read(source, [name]).column(0)


def take(source: TableOrParts, rows: Sequence[int], columns: Sequence[str]) -> pa.Table:
    """Return some rows, by number from 0, in the order given."""
    total = row_count(source)
    for row in rows:
        if not 0 <= row < total:
            raise NoSuchItemError(f"Row {row} is not found. Expected 0 to {total - 1:,}: the table has {total:,} rows.")
    numbers = pa.array(rows, pa.int64())  # of no rows Arrow would not know the type
    if not isinstance(source, Parts):
        return read(source, columns).take(numbers)
    dataset = as_dataset(source)
    with _changes(source):
        return dataset.take(numbers, columns=_valid_columns(columns, dataset.schema.names))


def as_dataset(source: TableOrParts) -> pyarrow.dataset.Dataset:
    """Return a `pyarrow.dataset.Dataset`, which reads rows on demand, after a comparison of all files with digests."""
    import pyarrow.dataset as ds  # loads pandas, 0.7 s

    if not isinstance(source, Parts):
        return ds.dataset(source)
    options = ds.ParquetFragmentScanOptions(page_checksum_verification=True)
    parts, reader = intact_files(source), ds.ParquetFileFormat(default_fragment_scan_options=options)
    with _changes(source):
        return ds.dataset(parts, format=reader)


def row_count(source: TableOrParts) -> int:
    """Return the number of rows; for a dataset that in its manifest."""
    if not isinstance(source, Parts):
        return len(source)
    with reading_dataset():
        _check_files(source)
    return sum(file.rows for file in source.files)


def intact_files(source: Parts) -> list[Path]:
    """Return local paths of a table's files in the order of their rows, each after a comparison with its digest.

    A file is compared once per process, and again if it changes. Files in an object store are copied to a temporary
    folder, which is deleted at the end of the process.
    """
    with reading_dataset():
        storage = _check_files(source)
        intact_path = partial(_intact_path, source, storage)
        many = len(source.files) > 1  # a thread takes longer than one small file
        return list(in_threads(intact_path, source.files) if many else map(intact_path, source.files))


def _check_files(source: Parts) -> Storage:
    """Return the storage after a check that the files exist and have their sizes, and that other parts are missing."""
    storage = Storage(source.uri)
    if not source.files:
        raise _error(source, f"The dataset {source.out!r} has no valid part of the table {source.table!r}")
    folder = source.files[0].name.rpartition("/")[0]
    sizes = {f"{folder}/{name}".lstrip("/"): size for name, size in storage.files(folder).items()}
    parts = {name for name in sizes if name.endswith(".parquet") and not is_unfinished(name)}
    if folder not in {"", *DERIVED} and (foreign := parts - {file.name for file in source.files}):
        raise _error(source, f"{_address(source, min(foreign))!r} is not part of the dataset. Remove it")
    for file in source.files:
        if file.name not in sizes:
            raise _error(source, f"The dataset {source.out!r} has lost {file.name}")
        if sizes[file.name] != file.bytes:
            raise _damaged(source, file)
    return storage


def _intact_path(source: Parts, storage: Storage, file: PartFile) -> Path:
    """Return the local path of a file after a comparison with its digest."""
    if storage.is_remote:
        path = _copies() / f"{file.digest}.parquet"
        is_intact = path.exists() or _copy(storage, file, path)
    else:
        path = Path(storage.path(file.name))
        try:
            status = path.stat()
        except OSError:  # deleted a moment ago
            raise _damaged(source, file) from None
        version = (status.st_ino, status.st_size, status.st_mtime_ns)
        is_intact = _is_as_written(source.uri, file.name, file.digest, version)
    if not is_intact:
        raise _damaged(source, file)
    return path


@cache
def _is_as_written(uri: str, name: str, digest: str, version: tuple[int, ...]) -> bool:  # noqa: ARG001
    """Return True if a local file has this digest; computed once for each version of the file."""
    return Storage(uri).has_digest(name, digest)


@cache
def _copies() -> Path:
    """Return the folder of copies of remote files, which are named after their digests."""
    folder = mkdtemp(prefix="goanalyze-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _copy(storage: Storage, file: PartFile, path: Path) -> bool:
    """Copy a remote file to this machine; return True if it has its digest."""
    path.parent.mkdir(exist_ok=True)  # programs that tidy temporary folders may have deleted it
    temporary = path.with_suffix(f".{get_ident()}")
    is_intact = storage.has_digest(file.name, file.digest, temporary)
    if is_intact:
        temporary.replace(path)
    return is_intact


def _address(source: Parts, name: str) -> str:
    return f"{source.out.rstrip('/')}/{name}"


def _damaged(source: Parts, file: PartFile) -> DatasetError:
    return _error(source, f"{_address(source, file.name)!r} is damaged, or is of another dataset")


def _error(source: Parts, reason: str) -> DatasetError:
    """Return the error with the command that writes the table anew."""
    return DatasetError(f"{reason}. Run goanalyze {'dups' if source.table in DERIVED else 'check'} again.")


@contextmanager
def _changes(source: Parts) -> Iterator[None]:
    """Turn errors in a part that was intact a moment ago, as while a check writes it anew, into a sentence."""
    try:
        yield
    except _ERRORS as error:
        raise DatasetError(
            f"The table {source.table!r} of {source.out!r} has changed while it was read "
            f"({sentence(error)}). Open it again."
        ) from None


def _valid_columns(columns: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return columns as a list after a check that each exists."""
    for column in columns:
        if column not in names:
            raise DatasetError(f"{column!r} is not a valid column. Expected one of {', '.join(names)}.")
    return list(columns)
