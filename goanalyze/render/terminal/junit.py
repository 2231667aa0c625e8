"""Findings as a report of tests in the XML of JUnit, which CI servers show: archives are suites, games are tests.

It contains only games and files with findings. Servers read one failure of each test, so that it has all findings of a
game. The form is that of the schema of Jenkins (junit-10.xsd).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from tempfile import SpooledTemporaryFile
from typing import IO, Final
from xml.sax.saxutils import escape, quoteattr

from goanalyze.archives.address import Address
from goanalyze.render.terminal.listing import ADDRESS, Listing, Row
from goanalyze.vocabulary.text import xml_text

_IN_MEMORY: Final = 2**20  # characters of a suite that wait for its end in memory; more wait on disk
_PIECE: Final = 2**20


class JUnit(Listing):
    """Suites of tests.

    Args:
        failing: severities that make a test fail; milder findings are its output.
    """

    columns = (*ADDRESS, "code", "severity", "message")

    def __init__(self, failing: Collection[str] = ("error",)) -> None:
        self._failing = frozenset(failing)
        self._suite: str | None = None
        self._tests = self._failures = 0
        self._body: IO[str] = SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8")  # noqa: SIM115 - until the end

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
            yield ('<testsuite name="goanalyze" tests="1" failures="0" errors="0">\n'
                   '<testcase classname="goanalyze" name="no findings"/>\n</testsuite>\n')  # fmt: skip
        yield from self._over()
        self._body.close()
        yield "</testsuites>\n"

    def _test(self, suite: str, name: str, rows: list[Row]) -> str:
        """Return one test: a game, or a file without a game."""
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
        """Yield the suite that is over, now that its numbers are known."""
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
