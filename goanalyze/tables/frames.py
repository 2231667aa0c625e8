"""Arrow tables to pandas: integers stay integers, with NA where a value is missing."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

__all__ = ["to_frame"]


def to_frame(table: Any) -> Any:
    """Turn an Arrow table into a pandas data frame with nullable integers and categories.

    Example:
        >>> to_frame(pa.table({"n": pa.array([1, None], pa.int16())})).dtypes["n"]
        Int16Dtype()
    """
    import pandas as pd  # noqa: PLC0415 - takes 0.2 s, and a run that only writes Parquet never needs it

    kinds = {
        pa.int8(): pd.Int8Dtype(), pa.int16(): pd.Int16Dtype(), pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(), pa.uint16(): pd.UInt16Dtype(), pa.bool_(): pd.BooleanDtype(),
    }  # fmt: skip
    return table.unify_dictionaries().to_pandas(types_mapper=kinds.get)
