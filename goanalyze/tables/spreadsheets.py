"""Tables as spreadsheets: CSV, and workbooks (XLSX) by openpyxl, an extra.

Lists are joined, and text stays text in every cell: it is never calculated.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from io import StringIO
from itertools import chain
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from goanalyze.errors import MissingPackageError, OptionError
from goanalyze.util.environment import install
from goanalyze.util.text import clean, cut_text, spreadsheet_text, xml_text

if TYPE_CHECKING:
    import pandas as pd

SHEET_ROWS: Final = 1_048_576
"""Largest number of rows of a sheet, its head included."""
_CALCULATED: Final = ("=", "#", "+", "-", "@")  # beginnings of formulas and errors
_CHARACTERS: Final = 32_767  # of a cell of a workbook
_ENGINE: Final = "openpyxl"
_FIRST_DAY: Final = date(1900, 3, 1)  # workbooks have wrong days before it, or none
_WIDTH: Final = 14  # characters of a column

_Value: TypeAlias = Any  # a value of pandas or openpyxl, which has no types
_Cell: TypeAlias = Callable[[object], object]


def csv_cell(value: object) -> object:
    """Return the value of a CSV cell, with an apostrophe before text that would be calculated."""
    value = _joined(value)
    if not isinstance(value, str):
        return value
    first, *more = value.split("\n")  # a cell may have several lines
    return "\n".join([spreadsheet_text(first), *map(clean, more)])


def xlsx_cell(value: object) -> object:
    r"""Return the value of a typed cell of a workbook, which needs no apostrophe.

    Characters that XML cannot contain are replaced, text longer than a cell is cut off with an ellipsis, and a day that
    workbooks do not have is text.

    Example:
        >>> xlsx_cell(["japanese", "aga"]), xlsx_cell("a\x00b"), len(xlsx_cell([1] * 20_000))
        ('japanese;aga', 'a�b', 32767)
        >>> xlsx_cell(date(1846, 7, 21)), xlsx_cell(date(2016, 3, 9))
        ('1846-07-21', datetime.date(2016, 3, 9))
    """
    value = _joined(value)
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, date):
        return value if value >= _FIRST_DAY else value.isoformat()
    if not isinstance(value, str):
        return value
    return cut_text("\n".join(map(xml_text, value.split("\n"))), _CHARACTERS)


def _joined(value: object) -> object:
    return ";".join(map(str, value)) if isinstance(value, (list, tuple, np.ndarray)) else value


def csv_lines(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the lines of a table as CSV."""
    line = StringIO()
    writer = csv.writer(line, lineterminator="\n")
    for row in chain([heads], rows):
        writer.writerow(map(csv_cell, row))
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def import_openpyxl() -> Any:
    """Return openpyxl."""
    try:
        import openpyxl  # an extra
        import openpyxl.cell
        import openpyxl.styles
    except ImportError:
        raise MissingPackageError(f"XLSX requires openpyxl, which is not installed: {install('excel')}") from None
    return openpyxl


def write_workbook(
    stream: IO[bytes], title: str, head: Sequence[str], rows: Iterable[Sequence[_Value]], widths: Mapping[str, int]
) -> None:
    """Write a table as a workbook; each of its sheets has the head, which is frozen and filters."""
    openpyxl = import_openpyxl()
    book = openpyxl.Workbook(write_only=True)
    bold, sheets, used = openpyxl.styles.Font(bold=True), list[_Value](), SHEET_ROWS

    def cell(value: _Value) -> _Value:
        value = xlsx_cell(value)
        if isinstance(value, str) and value.startswith(_CALCULATED):
            return _as_text(openpyxl.cell.WriteOnlyCell(sheets[-1], value))
        return value

    def begin() -> None:
        sheet = book.create_sheet(f"{title} {len(sheets) + 1}" if sheets else title)
        sheets.append(sheet)
        sheet.freeze_panes = "A2"
        for number, name in enumerate(head, 1):
            sheet.column_dimensions[openpyxl.utils.get_column_letter(number)].width = widths.get(name, _WIDTH)
        cells = [openpyxl.cell.WriteOnlyCell(sheet, name) for name in head]
        for each in cells:
            each.font = bold
        sheet.append(cells)

    def end() -> None:
        sheets[-1].auto_filter.ref = f"A1:{openpyxl.utils.get_column_letter(len(head))}{used}"

    for row in rows:
        if used == SHEET_ROWS:
            if sheets:
                end()
            begin()
            used = 1
        sheets[-1].append([cell(value) for value in row])
        used += 1
    if not sheets:
        begin()
        used = 1
    end()
    book.save(stream)


def _as_text(cell: _Value) -> _Value:
    """Make a cell text, which stays text when it is edited."""
    cell.data_type, cell.quotePrefix = "s", True
    return cell


def spreadsheet_frame(frame: pd.DataFrame, cell: _Cell = csv_cell) -> pd.DataFrame:
    """Return a frame whose values and labels are those of cells."""
    import pandas as pd  # lists of findings need none

    def convert(value: _Value) -> object:
        return cell(value) if pd.api.types.is_list_like(value) or not pd.isna(value) else None

    result = pd.DataFrame(frame)
    for index, dtype in enumerate(frame.dtypes):
        values: _Value = frame.iloc[:, index]
        if isinstance(dtype, pd.CategoricalDtype):
            result.isetitem(index, values.astype(object).map({each: cell(each) for each in dtype.categories}))
        elif dtype == "float32":  # 0.98, not the 0.9800000190734863 of twice the width
            result.isetitem(index, values.astype(str).astype(float))
        elif not _is_plain(dtype, cell):
            result.isetitem(index, values.astype(object).map(convert))
    result.index, result.columns = (_labels(labels, cell, convert) for labels in (result.index, result.columns))
    return result


def frame_to_excel(frame: pd.DataFrame, target: _Value, sheet_name: str = "Sheet1", **options: _Value) -> None:
    """Write a frame as a sheet of a workbook."""
    import pandas as pd

    import_openpyxl()
    if not isinstance(target, pd.ExcelWriter):
        with pd.ExcelWriter(target, engine=_ENGINE) as writer:
            frame_to_excel(frame, writer, sheet_name, **options)
        return
    if target.engine != _ENGINE:
        raise OptionError(f"{target.engine!r} is not a valid engine of an ExcelWriter. Expected {_ENGINE!r}.")
    spreadsheet_frame(frame, xlsx_cell).to_excel(target, sheet_name=sheet_name, **options)
    for row in target.sheets[sheet_name].iter_rows():
        for cell in row:
            if isinstance(cell.value, str) and cell.value.startswith(_CALCULATED):
                _as_text(cell)


def _is_plain(dtype: _Value, cell: _Cell) -> bool:
    """Return True if cells contain all values of a dtype unchanged."""
    from pandas.api import types

    is_number = bool(types.is_numeric_dtype(dtype) or types.is_bool_dtype(dtype))
    return is_number or (cell is csv_cell and types.is_datetime64_any_dtype(dtype))


def _labels(labels: _Value, cell: _Cell, convert: _Cell) -> _Value:
    """Return the labels of rows or columns as those of cells."""
    if hasattr(labels, "levels"):
        return labels.set_levels([_labels(level, cell, convert) for level in labels.levels], verify_integrity=False)
    return labels if _is_plain(labels.dtype, cell) else labels.map(convert)
