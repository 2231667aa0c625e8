"""Arrow arrays from NumPy arrays and lists, and columns of Arrow tables as NumPy arrays.

Arrays are built from buffers: ``pyarrow.array`` imports pandas to recognise its argument, and writing Parquet does not
need pandas. The import takes 0.1 s and 40 MB. `read_rows` reads small tables that users write by hand.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import accumulate
from typing import Any, Final, TypeAlias, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.errors import OptionError
from goanalyze.util.row import Fields

Values: TypeAlias = pa.Array | NDArray[np.generic] | Sequence[Any]
"""A column: an array, or values with None for null."""


_TEXT: Final = pa.string()


def as_arrow(values: Values, kind: pa.DataType) -> pa.Array:
    """Return values as an Arrow array of a type.

    Args:
        values: an Arrow array, a NumPy array of numbers, or a sequence of numbers or strings with None for null.
        kind: number, truth value, date, string, list of numbers or strings, or a dictionary of strings.

    Example:
        >>> as_arrow(["a", "b", "a"], pa.dictionary(pa.int32(), pa.string())).dictionary.to_pylist()
        ['a', 'b']
    """
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        array = values
    elif isinstance(values, np.ndarray):
        array = numbers(values, kind=kind)
    elif pa.types.is_list(kind):
        array = lists(values, kind.value_type)
    elif pa.types.is_dictionary(kind):
        return _repeated(values)
    elif pa.types.is_string(kind):
        array = strings(values)
    else:
        if (absent := values.count(None)) == len(values):
            return pa.nulls(len(values), kind)
        missing = np.array([value is None for value in values], dtype=np.bool_) if absent else None
        plain = pa.int32() if pa.types.is_date32(kind) else kind  # dates are days since 1970
        data = np.array([value or 0 for value in values] if absent else values, dtype=plain.to_pandas_dtype())
        array = booleans(data, missing) if pa.types.is_boolean(kind) else numbers(data, missing).view(kind)
    if pa.types.is_dictionary(kind) and not pa.types.is_dictionary(array.type):
        return array.dictionary_encode()
    return array


def numbers(
    values: NDArray[np.generic], missing: NDArray[np.bool_] | None = None, kind: pa.DataType | None = None
) -> pa.Array:
    """Return an Arrow array of a NumPy array of numbers.

    Args:
        values: one dimension, any integer or float type.
        missing: True where the value is null.
        kind: Arrow type, if not that of `values`.

    Example:
        >>> numbers(np.array([1, 2], dtype=np.int16), np.array([False, True])).to_pylist()
        [1, None]
    """
    arrow = kind or pa.from_numpy_dtype(values.dtype)
    data = np.ascontiguousarray(values, dtype=arrow.to_pandas_dtype() if kind else None)
    return pa.Array.from_buffers(arrow, len(data), [_valid(missing), pa.py_buffer(data)])


def booleans(values: NDArray[np.bool_], missing: NDArray[np.bool_] | None = None) -> pa.Array:
    """Return an Arrow array of truth values.

    Example:
        >>> booleans(np.array([True, False]), np.array([False, True])).to_pylist()
        [True, None]
    """
    bits = pa.py_buffer(np.packbits(values, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(values), [_valid(missing), bits])


def strings(values: Sequence[str | None]) -> pa.Array:
    """Return an Arrow string array, None for null; a character without UTF-8 becomes a question mark.

    Example:
        >>> strings(["a", None, ""]).to_pylist()
        ['a', None, '']
    """
    missing = None
    try:
        texts = cast("Sequence[str]", values)
        joined = "".join(texts)
    except TypeError:
        missing = np.array([value is None for value in values], dtype=np.bool_)
        texts = ["" if value is None else value for value in values]
        joined = "".join(texts)
    data = joined.encode("utf-8", errors="replace")
    # an ASCII character has one byte
    pieces = texts if joined.isascii() else [text.encode("utf-8", errors="replace") for text in texts]
    offsets = np.zeros(len(texts) + 1, dtype=np.int32)
    np.cumsum(np.fromiter(map(len, pieces), dtype=np.int32, count=len(texts)), out=offsets[1:])
    return pa.Array.from_buffers(pa.string(), len(texts), [_valid(missing), pa.py_buffer(offsets), pa.py_buffer(data)])


def _repeated(values: Sequence[str | None]) -> pa.Array:
    """Return a dictionary array of strings of which few are different."""
    index = {value: number for number, value in enumerate(dict.fromkeys(values))}
    indices = np.fromiter(map(index.__getitem__, values), dtype=np.int32, count=len(values))
    return strings(list(index)).dictionary_encode().take(numbers(indices))


def hexadecimal(digests: bytes, size: int) -> pa.Array:
    r"""Return an Arrow string array of consecutive hashes of `size` bytes each.

    Example:
        >>> hexadecimal(b"\x00\xff\x12\x34", 2).to_pylist()
        ['00ff', '1234']
    """
    offsets = np.arange(0, 2 * len(digests) + 1, 2 * size, dtype=np.int32)
    text = pa.py_buffer(digests.hex().encode())
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, [None, pa.py_buffer(offsets), text])


def category(
    number: NDArray[np.generic], names: Sequence[str] | pa.Array, missing: NDArray[np.bool_] | None = None
) -> pa.Array:
    """Return a dictionary array: `number` indexes `names`.

    Example:
        >>> category(np.array([1, 0]), ["none", "markup"]).to_pylist()
        ['markup', 'none']
    """
    words = names if isinstance(names, pa.Array) else strings(names)
    return pa.DictionaryArray.from_arrays(numbers(number, missing, pa.int32()), words)


def lists(values: Sequence[Sequence[object]], kind: pa.DataType = _TEXT) -> pa.Array:
    """Return an Arrow array of lists of strings, or of another kind of values.

    Example:
        >>> lists([("a", "b"), ()]).to_pylist(), lists([(5, 7), ()], pa.int32()).to_pylist()
        ([['a', 'b'], []], [[5, 7], []])
    """
    offsets = np.fromiter(accumulate(map(len, values), initial=0), dtype=np.int32, count=len(values) + 1)
    return pa.ListArray.from_arrays(numbers(offsets), as_arrow([each for value in values for each in value], kind))


def encode(array: pa.Array) -> tuple[NDArray[np.int32], list[str]]:
    """Split a string array into the number of each value and the different values, in order of first occurrence.

    Null is a value like others, None.

    Example:
        >>> encode(strings(["a", "b", "a"]))
        (array([0, 1, 0], dtype=int32), ['a', 'b'])
    """
    encoded = array.dictionary_encode(null_encoding="encode")
    return np.frombuffer(encoded.indices.buffers()[1], dtype=np.int32, count=len(array)), encoded.dictionary.to_pylist()


def floats(array: pa.Array) -> NDArray[np.float64]:
    """Return the values of a float64 array, NaN for null.

    Example:
        >>> floats(as_arrow([6.5, None], pa.float64()))
        array([6.5, nan])
    """
    values = np.frombuffer(array.buffers()[1], dtype=np.float64)[array.offset : array.offset + len(array)]
    return np.where(np.from_dlpack(array.is_null().cast(pa.int8())), np.nan, values)


def numbers_of(column: pa.ChunkedArray) -> NDArray[np.float64]:
    """Return a column of numbers, NaN for null.

    Example:
        >>> numbers_of(pa.chunked_array([[1.5, None], [2.0]]))
        array([1.5, nan, 2. ])
    """
    parts = (_filled(chunk.cast(pa.float64(), safe=False), np.array([np.nan])) for chunk in column.chunks)
    return np.concatenate([np.zeros(0), *parts])


def flags_of(column: pa.ChunkedArray) -> NDArray[np.int8]:
    """Return a column of truth values: 1 true, 0 false, −1 null.

    Example:
        >>> flags_of(pa.chunked_array([[True, None, False]]))
        array([ 1, -1,  0], dtype=int8)
    """
    missing = np.array([-1], dtype=np.int8)
    return np.concatenate([missing[:0], *(_filled(chunk.cast(pa.int8()), missing) for chunk in column.chunks)])


def names_in(column: pa.ChunkedArray) -> list[str]:
    """Return the different values in the dictionaries of a column of names, in order of first occurrence."""
    return list(dict.fromkeys(name for chunk in _encoded(column) for name in chunk.dictionary.to_pylist() if name))


def offsets_of(column: pa.ChunkedArray, names: Sequence[str]) -> NDArray[np.signedinteger]:
    """Return the index of each value of a column in `names`, −1 for null and for any other.

    The chunks of a column may have dictionaries of their own, as row groups on disk do.

    Example:
        >>> offsets_of(pa.chunked_array([["white", "black"], [None, "both"]]), ["black", "white"])
        array([ 1,  0, -1, -1], dtype=int8)
    """
    index = {name: number for number, name in enumerate(names)}
    kind: np.dtype[np.signedinteger] = np.min_scalar_type(-len(names) - 1)
    parts = [np.zeros(0, dtype=kind)]
    for chunk in _encoded(column):
        values = [index.get(name, -1) for name in chunk.dictionary.to_pylist()]
        lookup = np.array([*values, -1], dtype=kind)
        number = _filled(chunk.indices.cast(pa.int32()), np.array([len(values)], dtype=np.int32))
        parts.append(lookup[number])
    return np.concatenate(parts)


def _filled(array: pa.Array, missing: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return numbers with null as the one in `missing`, of the same type: a scalar of Python's would load pandas."""
    return np.from_dlpack(array.fill_null(numbers(missing)[0]))


def _encoded(column: pa.ChunkedArray) -> list[pa.DictionaryArray]:
    """Return the chunks of a column of names, as dictionary arrays."""
    chunks = column.chunks
    return [each if hasattr(each, "dictionary") else each.dictionary_encode() for each in chunks]


def _valid(missing: NDArray[np.bool_] | None) -> pa.Buffer | None:
    """Return the validity bitmap, or None when nothing is missing."""
    if missing is None or not missing.any():
        return None
    return pa.py_buffer(np.packbits(~missing, bitorder="little"))


def read_rows(path: str, content: bytes) -> Iterator[tuple[int, str, Fields]]:
    """Yield the rows of a small table that a user wrote.

    Args:
        path: path of the file; CSV in UTF-8 with a line of names, or Parquet by its extension.
        content: its bytes.

    Yields:
        The number of the line, or of the row of a Parquet file, from 1; its description for messages; and the row.

    Raises:
        OptionError: the file is not valid; the message names it.
    """
    if path.lower().endswith((".parquet", ".pq")):
        import pyarrow.parquet as pq  # few runs have such a table

        try:
            rows = pq.ParquetFile(pa.BufferReader(content)).read().to_pylist()
        except pa.ArrowInvalid as error:
            raise OptionError(f"{path!r} is not a valid Parquet file: {' '.join(str(error).split())[:200]}") from None
        yield from ((number, f"{path}, row {number}", row) for number, row in enumerate(rows, 1))
        return
    try:
        reader = csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""))
        for row in reader:
            where = f"{path}, line {reader.line_num}"
            if None in row or None in row.values():
                few = "fewer" if None in row.values() else "more"
                raise OptionError(f"{where} has {few} fields than the first line. Expected one for each column.")
            yield reader.line_num, where, row
    except (UnicodeDecodeError, csv.Error) as error:
        raise OptionError(f"{path!r} is not a valid CSV file in UTF-8: {error}") from None
