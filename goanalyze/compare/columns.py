"""Columns of a table in memory or on disk, each read when first asked for, and turned into NumPy arrays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

__all__ = ["Columns", "ComparisonError", "flags_of", "names_in", "numbers_of", "one_of", "places_of"]


_MISSING: Final = re.compile(r"FieldRef\.Name\((\w+)\)")  # what Arrow says of a column that is not there


class ComparisonError(ValueError):
    """A comparison that cannot be: no outcomes, a ruleset that the dataset does not have, tables that do not fit."""


def one_of(name: str, given: object, allowed: Sequence[str]) -> None:
    """Refuse what is not allowed.

    Raises:
        ComparisonError: `given` is not among `allowed`; the message names them.
    """
    if given not in allowed:
        raise ComparisonError(f"{name}: {given!r} is not allowed; allowed are {', '.join(allowed)}")


class Columns:
    """The columns of a table, read only as far as they are wanted.

    Args:
        source: an Arrow table, or the path of a Parquet file or of a folder of them.
    """

    def __init__(self, source: Any) -> None:
        self._source = Path(source) if isinstance(source, (str, Path)) else source
        self._read: dict[str, Any] = {}

    def read(self, names: Sequence[str]) -> None:
        """Read several columns at once, which is quicker than one by one.

        Raises:
            ComparisonError: there is no such column, or the file is damaged.
        """
        missing = [name for name in names if name not in self._read]
        if not missing:
            return
        try:
            table = pq.read_table(self._source, columns=missing) if isinstance(self._source, Path) else self._source
            self._read |= {name: table.column(name) for name in missing}
        except (pa.ArrowInvalid, KeyError, OSError) as error:
            where = f"{str(self._source)!r} cannot be read" if isinstance(self._source, Path) else "a column is missing"
            reason = str(error.args[0] if error.args else error).split("\n", 1)[0]
            if missing_one := _MISSING.search(reason):
                reason = f"it has no column {missing_one[1]!r}, as if another version wrote it; run the check again"
            raise ComparisonError(f"{where}: {reason}") from None

    def __getitem__(self, name: str) -> Any:
        """Return a column as an Arrow chunked array."""
        self.read([name])
        return self._read[name]


def numbers_of(column: Any) -> NDArray[np.float64]:
    """Return a column of numbers, NaN for null.

    Example:
        >>> numbers_of(pa.chunked_array([[1.5, None], [2.0]]))
        array([1.5, nan, 2. ])
    """
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.float64)


def flags_of(column: Any) -> NDArray[np.int8]:
    """Return a column of truth values: 1 true, 0 false, −1 null.

    Example:
        >>> flags_of(pa.chunked_array([[True, None, False]]))
        array([ 1, -1,  0], dtype=int8)
    """
    values: NDArray[np.int8] = column.cast("int8").fill_null(-1).to_numpy(zero_copy_only=False)
    return values


def names_in(column: Any) -> list[str]:
    """Return the different values that the dictionaries of a column of names have, in order of first occurrence."""
    return list(dict.fromkeys(name for chunk in _encoded(column) for name in chunk.dictionary.to_pylist() if name))


def places_of(column: Any, names: Sequence[str]) -> NDArray[np.signedinteger[Any]]:
    """Return the place of each value of a column in `names`, −1 for null and for any other.

    The chunks of a column may have dictionaries of their own, as row groups on disk do.

    Example:
        >>> places_of(pa.chunked_array([["white", "black"], [None, "nobody"]]), ["black", "white"])
        array([ 1,  0, -1, -1], dtype=int8)
    """
    place = {name: number for number, name in enumerate(names)}
    kind: np.dtype[Any] = np.min_scalar_type(-len(names) - 1)
    parts = [np.zeros(0, dtype=kind)]
    for chunk in _encoded(column):
        values = [place.get(name, -1) for name in chunk.dictionary.to_pylist()]
        lookup = np.array([*values, -1], dtype=kind)
        parts.append(lookup[chunk.indices.fill_null(len(values)).to_numpy(zero_copy_only=False)])
    return np.concatenate(parts)


def _encoded(column: Any) -> list[Any]:
    """Return the chunks of a column of names, as dictionary arrays."""
    return [chunk if hasattr(chunk, "dictionary") else chunk.dictionary_encode() for chunk in column.chunks]
