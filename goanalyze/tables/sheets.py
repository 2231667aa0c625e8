"""Data frames as sheets: pandas writes them, of values that cells can hold.

What may live here: frames. What a cell can hold, `goanalyze.tables.spreadsheet` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pandas as pd

from goanalyze.tables.spreadsheet import csv_cell, xlsx_cell
from goanalyze.tables.workbook import CALCULATED, as_text, library

Cell: TypeAlias = Callable[[object], object]

_ENGINE: Final = "openpyxl"


def in_cells(frame: pd.DataFrame, cell: Cell) -> pd.DataFrame:
    """Return a frame whose values and labels are made for cells.

    Args:
        frame: any; it stays as it is.
        cell: what stands for a value, `csv_cell` or `xlsx_cell`.
    """
    held = pd.DataFrame(frame)
    for at, kind in enumerate(frame.dtypes):
        values: Any = frame.iloc[:, at]
        if isinstance(kind, pd.CategoricalDtype):
            held.isetitem(at, values.astype(object).map({each: cell(each) for each in kind.categories}))
        elif kind == "float32":  # the number that was meant, not the 0.9800000190734863 of twice the width
            held.isetitem(at, values.astype(str).astype(float))
        elif not _is_held(kind, cell):
            held.isetitem(at, values.astype(object).map(lambda value: cell(value) if _is_there(value) else None))
    held.index, held.columns = (_labels(labels, cell) for labels in (held.index, held.columns))
    return held


def to_excel(frame: pd.DataFrame, target: Any, sheet_name: str = "Sheet1", **named: Any) -> None:
    """Write a frame as a sheet of a workbook.

    Args:
        frame: any.
        target: a path, a stream, or an `ExcelWriter` of openpyxl.
        sheet_name: of the sheet.
        named: other arguments of pandas' own method.

    Raises:
        MissingPackageError: openpyxl is not installed.
        ValueError: the writer is another; in its cells text would not stay text.
    """
    library()
    if not isinstance(target, pd.ExcelWriter):
        with pd.ExcelWriter(target, engine=_ENGINE) as opened:
            to_excel(frame, opened, sheet_name, **named)
        return
    if target.engine != _ENGINE:
        raise ValueError(f"an ExcelWriter of {_ENGINE} is asked for, not of {target.engine}")
    in_cells(frame, xlsx_cell).to_excel(target, sheet_name=sheet_name, **named)
    for row in target.sheets[sheet_name].iter_rows():
        for each in row:
            if isinstance(each.value, str) and each.value.startswith(CALCULATED):
                as_text(each)


def _is_held(kind: Any, cell: Cell) -> bool:
    """Return whether cells hold all values of a kind as they are."""
    is_number = bool(pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_bool_dtype(kind))
    return is_number or (cell is csv_cell and pd.api.types.is_datetime64_any_dtype(kind))


def _is_there(value: Any) -> bool:
    return pd.api.types.is_list_like(value) or not pd.isna(value)


def _labels(labels: Any, cell: Cell) -> Any:
    """Return the labels of rows or columns, made for cells."""
    if isinstance(labels, pd.MultiIndex):
        return labels.set_levels([_labels(level, cell) for level in labels.levels], verify_integrity=False)
    return labels if _is_held(labels.dtype, cell) else labels.map(lambda each: cell(each) if _is_there(each) else None)
