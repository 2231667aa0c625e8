"""Workbooks (XLSX), written row by row with openpyxl, an extra.

What may live here: sheets and cells. What may not: what the rows are, pandas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, Final

from goanalyze.errors import MissingPackageError
from goanalyze.tables.spreadsheet import xlsx_cell
from goanalyze.vocabulary.extras import install

ROWS: Final = 1_048_576
"""Rows that a sheet holds, its head included."""

CALCULATED: Final = ("=", "#", "+", "-", "@")
"""What text begins with that a workbook may take for a formula, or for an error."""

_WIDTH: Final = 14  # characters of a column


def library() -> Any:
    """Return openpyxl.

    Raises:
        MissingPackageError: it is not installed.
    """
    try:
        import openpyxl  # noqa: PLC0415 - an extra
        import openpyxl.cell  # noqa: PLC0415
        import openpyxl.styles  # noqa: PLC0415
    except ImportError:
        raise MissingPackageError(f"XLSX takes openpyxl, which is not installed: {install('excel')}") from None
    return openpyxl


def as_text(cell: Any) -> Any:
    """Make a cell text for good: neither a formula nor an error, also when somebody edits it."""
    cell.data_type, cell.quotePrefix = "s", True
    return cell


def write_rows(
    stream: IO[bytes], title: str, head: Sequence[str], rows: Iterable[Sequence[Any]], widths: Mapping[str, int]
) -> None:
    """Write a table as a workbook: as many sheets as its rows take, each with the head, which stays and filters.

    Args:
        stream: where to.
        title: of the first sheet; the others have a number behind it.
        head: names of the columns.
        rows: their values; they need not be made for cells.
        widths: of columns, in characters, where they are not the usual one.

    Raises:
        MissingPackageError: openpyxl is not installed.
    """
    made = library()
    book = made.Workbook(write_only=True)
    bold, sheets, used = made.styles.Font(bold=True), list[Any](), ROWS

    def cell(value: Any) -> Any:
        value = xlsx_cell(value)
        if isinstance(value, str) and value.startswith(CALCULATED):
            return as_text(made.cell.WriteOnlyCell(sheets[-1], value))
        return value

    def begin() -> None:
        sheet = book.create_sheet(f"{title} {len(sheets) + 1}" if sheets else title)
        sheets.append(sheet)
        sheet.freeze_panes = "A2"
        for number, name in enumerate(head, 1):
            sheet.column_dimensions[made.utils.get_column_letter(number)].width = widths.get(name, _WIDTH)
        cells = [made.cell.WriteOnlyCell(sheet, name) for name in head]
        for each in cells:
            each.font = bold
        sheet.append(cells)

    def end() -> None:
        sheets[-1].auto_filter.ref = f"A1:{made.utils.get_column_letter(len(head))}{used}"

    for row in rows:
        if used == ROWS:
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
