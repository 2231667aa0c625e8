"""Findings as a list, in one writer for each format, as they come: ``check`` and ``list`` print the same.

Scope: text of rows of the findings table, without files and without a whole archive in memory. SARIF and JUnit have
modules of their own.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from goanalyze.archives.address import Address, quoted
from goanalyze.archives.blobs import as_on_disk
from goanalyze.tables.schema import FINDINGS
from goanalyze.tables.spreadsheets import csv_cell
from goanalyze.vocabulary.catalogue import Severity
from goanalyze.vocabulary.text import clean, json_text, spreadsheet_text

Row: TypeAlias = Mapping[str, Any]
"""A row of the findings table: its columns, or those that a format asks for."""

COLUMNS: Final = tuple(column.name for column in FINDINGS.columns)
ADDRESS: Final = ("source", "member", "game_index", "line", "move_number")
"""Columns of which an address is made."""

_LEVELS: Final = {"error": "error", "warning": "warning", "info": "notice"}  # of GitHub's annotations
_FIRST: Final = ("code", "severity", "message")


class Listing:
    """A list of findings as text: its beginning, its rows, its end.

    Attributes:
        columns: required columns of the findings table.
    """

    columns: ClassVar[Sequence[str]] = COLUMNS

    def begin(self) -> str:
        """Return the text before the first finding."""
        return ""

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield the text of the next findings, in the order of the table."""
        raise NotImplementedError

    def end(self) -> Iterator[str]:
        """Yield the text after the last finding."""
        yield from ()


class Concise(Listing):
    r"""A line for each finding: ``place: code message``, the place such that a shell takes it for one word.

    Example:
        >>> row = {"source": "a b.zip", "member": "c.sgf", "move_number": 7, "code": "GO101", "message": "occupied"}
        >>> list(Concise().text([row]))
        ["'a b.zip!c.sgf@7': GO101 occupied\n"]
    """

    columns = (*ADDRESS, "code", "message")

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield a line for each."""
        for row in rows:
            yield clean(f"{quoted(str(Address.of(row)))}: {row['code']} {row['message']}") + "\n"


class JsonLines(Listing):
    """An object for each finding: its place, and the columns of the table; the very text of the record comes back."""

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield a line for each."""
        for row in rows:
            yield json_text({"place": str(Address.of(row)), **row}) + "\n"


class Json(JsonLines):
    """One array of these objects."""

    def __init__(self) -> None:
        self._before = "[\n"

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield each, with the separator before it."""
        for line in super().text(rows):
            yield self._before + line[:-1]
            self._before = ",\n"

    def end(self) -> Iterator[str]:
        """Close the array."""
        yield "[]\n" if self._before == "[\n" else "\n]\n"


class Csv(Listing):
    """A table: the address, the finding, then the other columns; text is such that a spreadsheet calculates none."""

    def begin(self) -> str:
        """Return the names of the columns."""
        return ",".join(TABLE) + "\n"

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield a line for each."""
        line = io.StringIO()
        writer = csv.writer(line, lineterminator="\n")
        for values in table_rows(rows):
            writer.writerow(spreadsheet_text(each) if isinstance(each, str) else csv_cell(each) for each in values)
            yield line.getvalue()
            line.seek(0)
            line.truncate()


class Nul(Listing):
    """Each file once, its name ended by NUL, for ``xargs -0``: a file's path as it is on disk, or a member's address.

    A member has no path of its own. Its archive's would let ``xargs rm`` remove all the others; the address is read by
    the commands of this program, and is not a file for other programs.
    """

    columns = ("source", "member")

    def __init__(self) -> None:
        self._names: set[str] = set()

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield the files that are new; standard input is not a file."""
        for row in rows:
            source, member = row["source"], row["member"]
            name = Address(source, member).file if member else as_on_disk(source)
            if name != "-" and name not in self._names:
                self._names.add(name)
                yield name + "\0"


class GitHub(Listing):
    """Workflow commands of GitHub Actions, which shows each finding at its file.

    The format escapes ``%``, line ends, and in properties ``:`` and ``,``; other characters that would act on the
    terminal of a log are replaced.
    """

    columns = (*ADDRESS, "code", "severity", "message")

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield a line for each."""
        for row in rows:
            head = f"::{_LEVELS[row['severity']]} file={_property(row['source'])},title={row['code']}"
            yield f"{head}::{_data(f'{Address.of(row)}: ' + row['message'])}\n"


def _data(text: str) -> str:
    lines = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return clean(lines)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


TABLE: Final = ("place", *_FIRST, *(name for name in COLUMNS if name not in _FIRST))
"""Columns of a list of findings in a spreadsheet: the most important columns come first."""


def table_rows(rows: Iterable[Row]) -> Iterator[list[Any]]:
    """Yield the values of each row in the order of `TABLE`."""
    for row in rows:
        yield [str(Address.of(row)), *(row[name] for name in TABLE[1:])]


def at_least(severity: Severity) -> frozenset[str]:
    """Return the names of the severities that are as bad, or worse.

    Example:
        >>> sorted(at_least(Severity.WARNING))
        ['error', 'warning']
    """
    return frozenset(each.value for each in Severity if each.index <= severity.index)


def filter_findings(
    rows: pa.Table | pa.RecordBatch, codes: Collection[str], severities: Collection[str] = Severity.names()
) -> pa.Table | pa.RecordBatch:
    """Return the rows of some codes and severities.

    Example:
        >>> table = pa.table({name: pa.array(values).dictionary_encode()
        ...                   for name, values in (("code", ["GO101", "GO104"]), ("severity", ["error", "warning"]))})
        >>> filter_findings(table, {"GO101", "GO104"}, {"warning"}).to_pylist()
        [{'code': 'GO104', 'severity': 'warning'}]
    """
    for name, values in (("code", codes), ("severity", severities)):
        value_set = pa.array(sorted(values), pa.string())
        rows = rows.filter(pc.is_in(rows.column(name).cast(pa.string()), value_set=value_set))
    return rows
