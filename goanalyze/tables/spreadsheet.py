"""What a cell of a spreadsheet can hold: values of the tables made such, for CSV and for XLSX.

Lists are joined, text is text and nothing to be calculated. What may live here: from value to value. What may not:
files, pandas.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from io import StringIO
from itertools import chain
from typing import Final

import numpy as np

from goanalyze.vocabulary.text import clean, cut_text, spreadsheet_text, xml_text

_CHARACTERS: Final = 32_767  # of a cell of a workbook
_FIRST_DAY: Final = date(1900, 3, 1)  # before it, workbooks count wrongly, or not at all


def csv_cell(value: object) -> object:
    """Return what stands for a value in CSV: an apostrophe stands before text that would be calculated.

    Example:
        >>> [csv_cell(value) for value in (["japanese", "aga"], np.array([1, 2]), [], "=1+1", 7, None)]
        ['japanese;aga', '1;2', '', "'=1+1", 7, None]
    """
    value = _joined(value)
    if not isinstance(value, str):
        return value
    first, *more = value.split("\n")  # a cell may have several lines
    return "\n".join([spreadsheet_text(first), *map(clean, more)])


def csv_lines(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    r"""Yield the lines of a table as CSV.

    Args:
        heads: names of the columns.
        rows: values of each row.

    Example:
        >>> list(csv_lines(("komi", "rulesets"), [(6.5, ["japanese", "korean"])]))
        ['komi,rulesets\n', '6.5,japanese;korean\n']
    """
    line = StringIO()
    writer = csv.writer(line, lineterminator="\n")
    for row in chain([heads], rows):
        writer.writerow(map(csv_cell, row))
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def xlsx_cell(value: object) -> object:
    r"""Return what stands for a value in a workbook, whose cells are typed: text needs no mark there.

    Characters that XML cannot hold are replaced, what is longer than a cell is cut off with an ellipsis, and a day that
    workbooks do not know is text.

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
