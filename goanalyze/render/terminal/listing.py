"""Findings as a list, in one writer for each format, as they come: ``check`` and ``list`` print the same.

Rows of the findings table become text one after another, without a whole archive in memory. JUnit: archives are suites,
games are tests; servers read one failure of each test, so that it has all findings of a game; the form is that of the
schema of Jenkins (junit-10.xsd). SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format): the location is the
file on disk, of a member its archive; member, game and move are in the logical location, as an address, and the byte of
the member in the properties, since a region would be one of the archive.
"""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import groupby
from pathlib import PurePath
from tempfile import SpooledTemporaryFile
from typing import IO, Any, ClassVar, Final, TypeAlias
from urllib.parse import quote, quote_from_bytes
from xml.sax.saxutils import escape, quoteattr

import pyarrow as pa
import pyarrow.compute as pc

from goanalyze import __version__
from goanalyze.archives.address import Address, quoted
from goanalyze.archives.blobs import as_on_disk
from goanalyze.archives.remote import is_remote
from goanalyze.catalogue.catalogue import CATALOGUE, Severity
from goanalyze.sgf.records import text_id
from goanalyze.tables.schema import FINDINGS
from goanalyze.tables.spreadsheets import csv_cell
from goanalyze.util.row import FieldMapping
from goanalyze.util.text import clean, json_text, spreadsheet_text, xml_text

Row: TypeAlias = FieldMapping
"""A row of the findings table: its columns, or those that a format asks for."""

COLUMNS: Final = tuple(column.name for column in FINDINGS.columns)
ADDRESS: Final = ("source", "member", "game_index", "line", "move_number")
"""Columns of which an address is made."""

_ANNOTATION_LEVELS: Final = {"error": "error", "warning": "warning", "info": "notice"}  # of GitHub's annotations
_FIRST: Final = ("code", "severity", "message")


class Listing:
    """A list of findings as text: its beginning, its rows, its end."""

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
            head = f"::{_ANNOTATION_LEVELS[row['severity']]} file={_property(row['source'])},title={row['code']}"
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


_IN_MEMORY: Final = 2**20  # characters of a suite that wait for its end in memory; more wait on disk
_PIECE: Final = 2**20


class JUnit(Listing):
    """Suites of tests."""

    columns = (*ADDRESS, "code", "severity", "message")

    def __init__(self, failing: Collection[str] = ("error",)) -> None:
        self._failing = frozenset(failing)
        self._suite: str | None = None
        self._tests = self._failures = 0
        self._body: IO[str] = SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8")

    def begin(self) -> str:
        """Return the head."""
        return '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="goanalyze">\n'

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield the suites that are over; the last one may go on."""
        for (source, member, game), findings in groupby(rows, lambda row: tuple(row[name] for name in ADDRESS[:3])):
            folder, _, file = source.replace("\\", "/").rpartition("/")
            suite = source if member else folder or "."
            if suite != self._suite:
                yield from self._over()
                self._suite = suite
            name = (member or file) + (f"#{game}" if game else "")
            self._body.write(self._test(suite, name, list(findings)))

    def end(self) -> Iterator[str]:
        """Yield the last suite; where nothing was found, one test that says so, since servers want one."""
        if self._suite is None:
            yield (
                '<testsuite name="goanalyze" tests="1" failures="0" errors="0">\n'
                '<testcase classname="goanalyze" name="no findings"/>\n</testsuite>\n'
            )
        yield from self._over()
        self._body.close()
        yield "</testsuites>\n"

    def _test(self, suite: str, name: str, rows: list[Row]) -> str:
        failed = [row for row in rows if row["severity"] in self._failing]
        milder = [row for row in rows if row["severity"] not in self._failing]
        self._tests += 1
        self._failures += bool(failed)
        parts = [f"<testcase classname={_attribute(suite)} name={_attribute(name)}>\n"]
        if failed:
            more = f" (and {len(failed) - 1:,} more)" if len(failed) > 1 else ""
            first = f"{failed[0]['code']} {failed[0]['message']}{more}"
            opening = f"<failure type={_attribute(failed[0]['code'])} message={_attribute(first)}>"
            parts.append(f"{opening}{_lines(failed)}</failure>\n")
        if milder:
            parts.append(f"<system-out>{_lines(milder)}</system-out>\n")
        return "".join([*parts, "</testcase>\n"])

    def _over(self) -> Iterator[str]:
        if self._tests:
            numbers = f'tests="{self._tests}" failures="{self._failures}" errors="0"'
            yield f"<testsuite name={_attribute(self._suite or '')} {numbers}>\n"
            self._body.seek(0)
            while piece := self._body.read(_PIECE):
                yield piece
            self._body.seek(0)
            self._body.truncate()
            self._tests = self._failures = 0
            yield "</testsuite>\n"


def _lines(rows: Iterable[Row]) -> str:
    return "\n".join(escape(xml_text(f"{Address.of(row)}: {row['code']} {row['message']}")) for row in rows)


def _attribute(text: str) -> str:
    return quoteattr(xml_text(text))


_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_SARIF_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_PACKED: Final = (".gz", ".bz2", ".xz", ".lzma", ".zst", ".z")
_FINGERPRINT: Final = "goanalyze/v1"
"""Name of the fingerprint, and version of how it is made."""


class Sarif(Listing):
    """One run; its rules are the codes that were asked for."""

    columns = (*ADDRESS, "game_id", "code", "severity", "color", "point", "offset", "message")

    def __init__(self, codes: Sequence[str]) -> None:
        self._rules = {code: number for number, code in enumerate(codes)}
        self._before = "\n"
        self._file, self._alike = ("", ""), Counter[str]()

    def begin(self) -> str:
        """Return the head: the tool and its rules."""
        tool = {"driver": {"name": "goanalyze", "version": __version__, "rules": [_rule(code) for code in self._rules]}}
        return f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{{"tool": {json_text(tool)}, "results": ['

    def text(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield a result for each, with the separator before it."""
        for row in rows:
            yield self._before + json_text(self._result(row))
            self._before = ",\n"

    def end(self) -> Iterator[str]:
        """Close the run."""
        yield "\n]}]}\n"

    def _result(self, row: Row) -> dict[str, object]:
        address, extra = str(Address.of(row)), dict[str, object]()
        physical: dict[str, object] = {"artifactLocation": {"uri": uri(row["source"])}}
        if row["offset"] is not None and not row["member"] and not row["source"].lower().endswith(_PACKED):
            physical["region"] = {"byteOffset": row["offset"]}
        elif row["offset"] is not None:
            extra = {"properties": {"byteOffset": row["offset"]}}
        where = {"physicalLocation": physical, "logicalLocations": [{"fullyQualifiedName": address}]}
        return {
            "ruleId": row["code"],
            "ruleIndex": self._rules[row["code"]],
            "level": _SARIF_LEVELS[row["severity"]],
            "message": {"text": row["message"]},
            "locations": [where],
            "partialFingerprints": {_FINGERPRINT: self._fingerprint(row)},
            **extra,
        }

    def _fingerprint(self, row: Row) -> str:
        """Return a fingerprint that stays the same if the file is moved, or the record edited elsewhere.

        As in a baseline, see `goanalyze.batch.finding_filter`, findings are distinguished by file, here without its
        folders, code, colour and point, by the game where it is not the first, and if they are alike by their number.
        """
        file = row["source"], row["member"]
        if file != self._file:
            self._file, self._alike = file, Counter()
        name = row["member"] or row["source"].replace("\\", "/").rpartition("/")[2]
        game = text_id(row["game_id"]) if row["game_index"] else ""
        parts = name, row["code"], row["color"], row["point"], game, row["line"]
        text = "\0".join(str(each or "") for each in parts)
        self._alike[text] += 1
        return f"{blake2b(text.encode('utf-8', 'backslashreplace'), digest_size=8).hexdigest()}:{self._alike[text]}"


def _rule(code: str) -> dict[str, object]:
    known = CATALOGUE[code]
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "fullDescription": {"text": known.meaning},
        "help": {"text": f"{known.meaning} Example: {known.example}. See: goanalyze explain {code}"},
        "defaultConfiguration": {"level": _SARIF_LEVELS[known.severity.value]},
    }


@cache
def uri(source: str) -> str:
    """Return a source as a URI: as relative as its path is, with the bytes of its name."""
    if is_remote(source):
        scheme, _, rest = source.partition("://")
        return f"{scheme}://{quote(rest)}"
    path = PurePath(as_on_disk(source))
    return path.as_uri() if path.is_absolute() else quote_from_bytes(os.fsencode(path.as_posix()))
