"""Arrow tables to pandas: types that group, plot and compare without a cast."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from goanalyze.tables.display import ORDERS, RANKED

__all__ = ["to_frame"]


def to_frame(table: Any, name: str | None = None, tables: Any = None) -> Any:
    """Turn an Arrow table into a pandas data frame, a `goanalyze.tables.frame.Frame`.

    Integers stay integers and truth values are ``boolean``, with NA where a value is missing; text is pandas' string,
    a date ``datetime64``; a set of names is a category without values that do not occur, in its usual order, and
    ordered where they are more or less, as severities. Lists are objects.

    Args:
        table: Arrow.
        name: which table it is, for the preview.
        tables: the `Tables` it is from, so that its rows' games can be read again.

    Example:
        >>> to_frame(pa.table({"n": pa.array([1, None], pa.int16())})).dtypes["n"]
        Int16Dtype()
    """
    import pandas as pd  # noqa: PLC0415 - takes 0.2 s, and a run that only writes Parquet never needs it

    from goanalyze.tables.frame import Frame  # noqa: PLC0415 - made of pandas

    text = pd.Series(["text"]).dtype
    if pd.api.types.is_object_dtype(text):  # pandas 2
        text = pd.StringDtype("pyarrow")
    kinds = {
        pa.int8(): pd.Int8Dtype(), pa.int16(): pd.Int16Dtype(), pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(), pa.uint16(): pd.UInt16Dtype(), pa.bool_(): pd.BooleanDtype(), pa.string(): text,
    }  # fmt: skip
    plain = _distinct(table.unify_dictionaries()).to_pandas(types_mapper=kinds.get, date_as_object=False)
    for column in plain.columns[plain.dtypes == "category"]:
        plain[column] = _in_order(plain[column], column)
    return Frame.of(plain, name, tables)


def _distinct(table: Any) -> Any:
    """Return a table whose dictionaries name each value once: a game that an archive holds twice has two entries."""
    for at, field in enumerate(table.schema):
        column = table.column(at)
        if pa.types.is_dictionary(field.type) and column.num_chunks:
            words = column.chunk(0).dictionary  # the same for all chunks
            if len(words.unique()) < len(words):
                table = table.set_column(at, field, column.cast(field.type.value_type).dictionary_encode())
    return table


def _in_order(values: Any, column: str) -> Any:
    """Return a category with the values that occur, in their usual order."""
    codes = values.cat.codes.to_numpy()
    occurs = np.bincount(codes[codes >= 0], minlength=len(values.cat.categories)) > 0
    usual = ORDERS.get(column, ())
    if usual or not occurs.all():
        there = list(values.cat.categories[occurs])
        wanted = [*(value for value in usual if value in there), *(value for value in there if value not in usual)]
        values = values.cat.set_categories(wanted)
    return values.cat.as_ordered() if column in RANKED else values
