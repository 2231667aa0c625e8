"""The command ``goanalyze list``, and the writers of findings that ``goanalyze check`` has, too."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import click

from goanalyze.cli.dataset_input import dataset_folder
from goanalyze.cli.options import (
    FINDINGS,
    NOTHING,
    FailOn,
    Inputs,
    Jobs,
    Limit,
    OutputFormat,
    check_is_outside,
    exit_on,
    fail,
    of_codes,
    one_of,
    output_format,
)
from goanalyze.cli.parameters import option
from goanalyze.vocabulary.catalogue import Severity
from goanalyze.vocabulary.faults import sentence
from goanalyze.vocabulary.whole import written_whole

if TYPE_CHECKING:
    import pyarrow as pa

    from goanalyze.batch.baseline import Baseline
    from goanalyze.render.terminal.listing import Listing, Row
    from goanalyze.tables.dataset import Parts

LIST_FORMATS: Final = (
    OutputFormat.CONCISE,
    OutputFormat.CSV,
    OutputFormat.JSONL,
    OutputFormat.SARIF,
    OutputFormat.JUNIT,
    OutputFormat.GITHUB,
)
"""Formats in which a check lists findings as it finds them."""

_FORMATS: Final = (*LIST_FORMATS, OutputFormat.XLSX, OutputFormat.JSON, OutputFormat.NUL)
_ENDINGS: Final = {".xml": OutputFormat.JUNIT} | {
    f".{style.value}": style
    for style in (OutputFormat.CSV, OutputFormat.XLSX, OutputFormat.JSON, OutputFormat.JSONL, OutputFormat.SARIF)
}
_WIDTHS: Final = {"place": 50, "message": 90}  # of a workbook's columns, in characters
_COPIES: Final = "GO6"


def list_findings(
    inputs: Inputs,
    select: Annotated[str | None, of_codes("Only these codes, as GO2,GO101.")] = None,
    ignore: Annotated[str | None, of_codes("Not these codes.")] = None,
    severity: Annotated[Severity, one_of(Severity, "Findings as bad as this, or worse")] = Severity.INFO,
    limit: Limit = 0,
    style: Annotated[OutputFormat | None, output_format(*_FORMATS)] = None,
    output: Annotated[
        Path | None,
        option("-o", "--output", metavar="FILE", help="Write to this file, whose ending says the format, too."),
    ] = None,
    baseline: Annotated[
        str | None, option(metavar="FILE", help="Only findings that this baseline does not have.")
    ] = None,
    fail_on: Annotated[FailOn, one_of(FailOn, "Exit with 1 if there are")] = FailOn.NEVER,
    jobs: Jobs = 0,
) -> None:
    """List the findings of a dataset, one per line: place: code message. Places are what show and export take."""
    from goanalyze.batch.baseline import Baseline, BaselineError
    from goanalyze.render.terminal.listing import COLUMNS, TABLE, table_rows
    from goanalyze.tables.dataset import DatasetError, given_to, read_dataset
    from goanalyze.tables.workbook import WorkbookError, library, write_rows
    from goanalyze.vocabulary.selection import SelectionError, codes

    dataset = dataset_folder(inputs, jobs=jobs)
    if output:
        check_is_outside(dataset, output, "-o")
        style = style or _by_ending(output)
    elif style is OutputFormat.XLSX:
        fail("a workbook is no text for a terminal: name its file, as -o findings.xlsx")
    style = style or OutputFormat.CONCISE
    with exit_on(DatasetError, SelectionError, WorkbookError, BaselineError):
        wanted = codes(select, ignore)
        findings = read_dataset(dataset)["findings"]
        known = Baseline(baseline) if baseline else None
        choice = _Choice(wanted, severity, known, given_to(dataset))
        found = _counted(findings, choice)
        total = sum(found.values())
        listed = min(limit, total) if limit else total
        if style is OutputFormat.XLSX:
            library()
        with _opened(output, mark=style is OutputFormat.CSV) if output else nullcontext(None) as file:
            if file and style is OutputFormat.XLSX:
                rows = islice(_rows(findings, choice, COLUMNS), listed)
                write_rows(file, "findings", TABLE, table_rows(rows), _WIDTHS)
            else:
                listing = listing_of(style, wanted, fail_on)
                rows = islice(_rows(findings, choice, listing.columns), listed)
                _write(chain([listing.begin()], listing.text(rows), listing.end()), file)
    _tell(dataset, total, listed, wanted)
    raise click.exceptions.Exit(FINDINGS if fail_on.severities & found.keys() else NOTHING)


def _by_ending(output: Path) -> OutputFormat:
    """Return the format that the ending of a file's name says."""
    ending = output.suffix.lower()
    if ending in ("", ".txt"):
        return OutputFormat.CONCISE
    known = ", ".join(_ENDINGS)
    return _ENDINGS.get(ending) or fail(
        f"{ending!r} says no format: give it with --format, or end the name with one of {known}"
    )


class FindingPrinter:
    """Findings on standard output in a format that is not for people, as a check finds them.

    Args:
        style: the format.
        codes: those that are told.
        fail_on: what makes a test fail, for a format of tests.
    """

    def __init__(self, style: OutputFormat, codes: Collection[str], fail_on: FailOn) -> None:
        self._listing, self._codes, self._begun = listing_of(style, codes, fail_on), codes, False

    def receive(self, tables: Mapping[str, pa.Table]) -> None:
        """Write the findings of a chunk."""
        from goanalyze.render.terminal.listing import chosen

        self._begin()
        if "findings" in tables:
            rows = chosen(tables["findings"], self._codes).select(list(self._listing.columns)).to_pylist()
            _write(self._listing.text(rows))

    def end(self) -> None:
        """Write what stands at the end; without it, the list is not whole, and does not look so."""
        self._begin()
        _write(self._listing.end())

    def _begin(self) -> None:
        if not self._begun:  # only now: a check that cannot begin prints nothing
            _write([self._listing.begin()])
        self._begun = True


def listing_of(style: OutputFormat, codes: Collection[str], fail_on: FailOn = FailOn.ERROR) -> Listing:
    """Return what writes findings in a format, which is none of a text for people.

    Args:
        style: the format.
        codes: those that may come.
        fail_on: what makes a test fail, for a format of tests; errors if nothing does.
    """
    from goanalyze.render.terminal import listing
    from goanalyze.render.terminal.junit import JUnit
    from goanalyze.render.terminal.sarif import Sarif

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


class _Choice(NamedTuple):
    """Which findings are listed: of which codes and severity, and only those that a baseline does not have."""

    codes: Collection[str]
    severity: Severity
    baseline: Baseline | None
    given: Collection[str]

    def batches(self, findings: Parts, columns: Collection[str]) -> Iterator[Any]:
        """Yield some columns of the findings, a part of the dataset at a time in memory."""
        from goanalyze.batch.baseline import READ, Names
        from goanalyze.batch.told import only_new
        from goanalyze.render.terminal.listing import at_least, chosen
        from goanalyze.tables.reading import batches

        needed = dict.fromkeys((*columns, "code", "severity", *(READ["findings"] if self.baseline else ())))
        known, names = self.baseline.fresh() if self.baseline else None, Names(self.given)
        for batch in batches(findings, list(needed)):
            told = only_new(known, names, batch) if known else batch
            yield chosen(told, self.codes, at_least(self.severity)).select(list(columns))


def _counted(findings: Parts, choice: _Choice) -> Counter[str]:
    """Return how many findings of each severity there are."""
    found: Counter[str] = Counter()
    for batch in choice.batches(findings, ["severity"]):
        for each in batch.column("severity").value_counts().to_pylist():
            found[each["values"]] += each["counts"]
    return found


def _rows(findings: Parts, choice: _Choice, columns: Collection[str]) -> Iterator[Row]:
    """Yield the findings, some of their columns."""
    for batch in choice.batches(findings, columns):
        yield from batch.to_pylist()


@contextmanager
def _opened(path: Path, *, mark: bool) -> Iterator[IO[bytes]]:
    """Open a file to be written, so that it is there whole or not at all.

    Args:
        path: of the file.
        mark: whether it begins with the mark by which spreadsheets know UTF-8.
    """
    special = path.exists() and not path.is_file()  # a pipe, or a device
    try:
        with nullcontext(path) if special else written_whole(path) as place, place.open("wb") as stream:
            stream.write(b"\xef\xbb\xbf" if mark else b"")
            yield stream
    except OSError as error:
        fail(f"{str(path)!r} cannot be written: {sentence(error)}")


def _write(lines: Iterable[str], file: IO[bytes] | None = None) -> None:
    """Write lines in UTF-8 to a file or to standard output; on a terminal as that can show them."""
    if file is None and sys.stdout.isatty():
        sys.stdout.writelines(lines)
        return
    sys.stdout.flush()
    stream = file or sys.stdout.buffer
    for line in lines:
        stream.write(line.encode("utf-8", "surrogateescape"))  # a name may hold bytes of no known charset
    stream.flush()


def _tell(dataset: str, total: int, listed: int, codes: Collection[str]) -> None:
    """Say what is not listed: nothing was found, or there is more."""
    from goanalyze.archives.address import quoted

    if not total:
        click.echo(f"goanalyze: {dataset!r} has no such finding", err=True)
        if all(code.startswith(_COPIES) for code in codes):
            click.echo(f"goanalyze: copies of games are listed by: goanalyze dups {quoted(dataset)}", err=True)
    elif listed < total:
        click.echo(f"goanalyze: {total - listed:,} more; --limit 0 lists all {total:,}", err=True)
