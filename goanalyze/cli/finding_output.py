"""The writers of findings for programs, of ``goanalyze check`` and ``goanalyze list``."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from typing import IO, TYPE_CHECKING

from goanalyze.render.choices import FailOn, OutputFormat

if TYPE_CHECKING:
    import pyarrow as pa

    from goanalyze.render.terminal.listing import Listing


class FindingPrinter:
    """Findings on standard output in a format for programs, as a check finds them."""

    def __init__(self, style: OutputFormat, codes: Collection[str], fail_on: FailOn) -> None:
        self._listing, self._codes, self._has_begun = listing_of(style, codes, fail_on), codes, False

    def receive(self, tables: Mapping[str, pa.Table]) -> None:
        """Write the findings of a chunk."""
        from goanalyze.render.terminal.listing import filter_findings

        self._begin()
        if "findings" in tables:
            rows = filter_findings(tables["findings"], self._codes).select(list(self._listing.columns)).to_pylist()
            write_lines(self._listing.text(rows))

    def end(self) -> None:
        """Write the end of the list; a list without it is visibly incomplete."""
        self._begin()
        write_lines(self._listing.end())

    def _begin(self) -> None:
        if not self._has_begun:  # a check that cannot begin prints nothing
            write_lines([self._listing.begin()])
        self._has_begun = True


def listing_of(style: OutputFormat, codes: Collection[str], fail_on: FailOn = FailOn.ERROR) -> Listing:
    """Return the writer of findings in a format for programs."""
    from goanalyze.render.terminal import listing
    from goanalyze.render.terminal.listing import JUnit, Sarif

    plain = {
        OutputFormat.CONCISE: listing.Concise,
        OutputFormat.CSV: listing.Csv,
        OutputFormat.JSON: listing.Json,
        OutputFormat.JSONL: listing.JsonLines,
        OutputFormat.NUL: listing.Nul,
        OutputFormat.GITHUB: listing.GitHub,
    }
    if style is OutputFormat.SARIF:
        return Sarif(sorted(codes))
    if style is OutputFormat.JUNIT:
        return JUnit(fail_on.severities or FailOn.ERROR.severities)
    return plain[style]()


def write_lines(lines: Iterable[str], file: IO[bytes] | None = None) -> None:
    """Write lines in UTF-8 to a file or to standard output; on a terminal in its charset."""
    if file is None and sys.stdout.isatty():
        sys.stdout.writelines(lines)
        return
    sys.stdout.flush()
    stream = file or sys.stdout.buffer
    for line in lines:
        stream.write(line.encode("utf-8", "surrogateescape"))  # a name may contain bytes of an unknown charset
    stream.flush()
