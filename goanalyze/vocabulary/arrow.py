"""Arrow arrays from NumPy arrays and lists, by way of buffers.

``pyarrow.array`` asks pandas what it was given and so imports it, 0.1 s and 40 MB that a run which only writes Parquet
has no use for. Nothing of Go here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["as_arrow", "booleans", "category", "encode", "floats", "lists", "numbers", "optional_numbers", "strings"]


def as_arrow(values: Any, kind: Any) -> Any:
    """Return values as an Arrow array of a type.

    Args:
        values: an Arrow array, a NumPy array of numbers, or a sequence of numbers or strings with None for null.
        kind: number, truth value, date, string, list of strings, or a dictionary of strings.

    Example:
        >>> as_arrow(["a", "b", "a"], pa.dictionary(pa.int32(), pa.string())).dictionary.to_pylist()
        ['a', 'b']
    """
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        array = values
    elif isinstance(values, np.ndarray):
        array = numbers(values, kind=kind)
    elif pa.types.is_list(kind):
        array = lists(values)
    elif pa.types.is_boolean(kind):
        missing = np.array([value is None for value in values], dtype=np.bool_)
        array = booleans(np.array([bool(value) for value in values], dtype=np.bool_), missing)
    elif pa.types.is_string(kind) or pa.types.is_dictionary(kind):
        array = strings(values)
    else:
        array = optional_numbers(values, kind)
    if pa.types.is_dictionary(kind) and not pa.types.is_dictionary(array.type):
        return array.dictionary_encode()
    return array


def numbers(values: NDArray[Any], missing: NDArray[np.bool_] | None = None, kind: Any = None) -> Any:
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


def optional_numbers(values: Sequence[float | None], kind: Any) -> Any:
    """Return an Arrow array of numbers with None for null, of an Arrow type; dates are days since 1970.

    Example:
        >>> optional_numbers([6.5, None], pa.float64()).to_pylist()
        [6.5, None]
    """
    missing = np.array([value is None for value in values], dtype=np.bool_)
    plain = pa.int32() if pa.types.is_date32(kind) else kind
    data = np.array([value or 0 for value in values], dtype=plain.to_pandas_dtype())
    return numbers(data, missing).view(kind)


def booleans(values: NDArray[np.bool_], missing: NDArray[np.bool_] | None = None) -> Any:
    """Return an Arrow array of truth values, which Arrow keeps as bits.

    Example:
        >>> booleans(np.array([True, False]), np.array([False, True])).to_pylist()
        [True, None]
    """
    bits = pa.py_buffer(np.packbits(values, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(values), [_valid(missing), bits])


def strings(values: Sequence[str | None]) -> Any:
    """Return an Arrow string array, None for null; what UTF-8 cannot hold becomes a question mark.

    Example:
        >>> strings(["a", None, ""]).to_pylist()
        ['a', None, '']
    """
    encoded = [b"" if value is None else value.encode("utf-8", errors="replace") for value in values]
    offsets = np.fromiter(accumulate(map(len, encoded), initial=0), dtype=np.int32, count=len(encoded) + 1)
    missing = np.array([value is None for value in values], dtype=np.bool_)
    buffers = [_valid(missing), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(encoded), buffers)


def category(number: NDArray[Any], names: Sequence[str], missing: NDArray[np.bool_] | None = None) -> Any:
    """Return a dictionary array: `number` indexes `names`.

    Example:
        >>> category(np.array([1, 0]), ["none", "markup"]).to_pylist()
        ['markup', 'none']
    """
    return pa.DictionaryArray.from_arrays(numbers(number, missing, pa.int32()), strings(names))


def lists(values: Sequence[Sequence[str]]) -> Any:
    """Return an Arrow array of lists of strings.

    Example:
        >>> lists([("a", "b"), ()]).to_pylist()
        [['a', 'b'], []]
    """
    offsets = np.fromiter(accumulate(map(len, values), initial=0), dtype=np.int32, count=len(values) + 1)
    return pa.ListArray.from_arrays(numbers(offsets), strings([text for value in values for text in value]))


def encode(array: Any) -> tuple[NDArray[np.int32], list[str]]:
    """Split a string array into the number of each value and the different values, in order of first occurrence.

    Null is a value like others, None.

    Example:
        >>> encode(strings(["a", "b", "a"]))
        (array([0, 1, 0], dtype=int32), ['a', 'b'])
    """
    encoded = array.dictionary_encode(null_encoding="encode")
    numbers_ = np.frombuffer(encoded.indices.buffers()[1], dtype=np.int32, count=len(array))
    return numbers_, encoded.dictionary.to_pylist()


def floats(array: Any) -> NDArray[np.float64]:
    """Return the values of a float64 array, NaN for null.

    Example:
        >>> floats(optional_numbers([6.5, None], pa.float64()))
        array([6.5, nan])
    """
    values = np.frombuffer(array.buffers()[1], dtype=np.float64)[array.offset : array.offset + len(array)].copy()
    if array.null_count:
        valid = np.frombuffer(array.buffers()[0], dtype=np.uint8)
        bits = np.unpackbits(valid, bitorder="little")[array.offset : array.offset + len(array)]
        values[bits == 0] = np.nan
    return values


def _valid(missing: NDArray[np.bool_] | None) -> Any:
    """Return the validity bitmap, or None when nothing is missing."""
    if missing is None or not missing.any():
        return None
    return pa.py_buffer(np.packbits(~missing, bitorder="little"))
