"""The command ``goanalyze list``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import click

from goanalyze.catalogue.catalogue import Severity
from goanalyze.cli.dataset_input import dataset_folder
from goanalyze.cli.finding_output import listing_of, write_lines
from goanalyze.cli.options import (
    FINDINGS,
    NOTHING,
    Inputs,
    Jobs,
    check_is_outside,
    console,
    exit_on,
    fail,
    note,
    number,
    of_codes,
    one_of,
    output_format,
)
from goanalyze.cli.parameters import option
from goanalyze.render.choices import LIST_FORMATS, FailOn, OutputFormat
from goanalyze.util.atomic_files import atomic_write
from goanalyze.util.choice import Choice
from goanalyze.util.faults import sentence

if TYPE_CHECKING:
    from goanalyze.batch.finding_filter import Baseline
    from goanalyze.render.terminal.listing import Row
    from goanalyze.tables.dataset import Parts


_FORMATS: Final = (*LIST_FORMATS, OutputFormat.XLSX, OutputFormat.JSON, OutputFormat.NUL)
_ENDINGS: Final = {".xml": OutputFormat.JUNIT} | {
    f".{style.value}": style
    for style in (OutputFormat.CSV, OutputFormat.XLSX, OutputFormat.JSON, OutputFormat.JSONL, OutputFormat.SARIF)
}
_WIDTHS: Final = {"place": 50, "message": 90}  # of a workbook's columns, in characters
_COPIES: Final = "GO6"
_FINDINGS_SHOWN: Final = 3  # of each code
_FILES_SHOWN: Final = 20


class ListGrouping(Choice):
    """Groups of findings that are listed for people."""

    CODE = "code", "worst code first, three findings each"
    FILE = "file", "worst file first, with its codes"


def list_findings(
    inputs: Inputs,
    by: Annotated[ListGrouping | None, one_of(ListGrouping, "Group findings, as on a terminal")] = None,
    verbose: Annotated[bool, option("-v", "--verbose", help="On a terminal, list every finding.")] = False,
    select: Annotated[str | None, of_codes("Only these codes, as GO2,GO101.")] = None,
    ignore: Annotated[str | None, of_codes("Not these codes.")] = None,
    severity: Annotated[Severity, one_of(Severity, "Findings of this severity, or a worse one")] = Severity.INFO,
    limit: Annotated[
        int | None,
        number(int, 0, "Number of findings: of each code, 3 by default; in a format for programs, all by default."),
    ] = None,
    style: Annotated[OutputFormat | None, output_format(OutputFormat.TEXT, *_FORMATS)] = None,
    output: Annotated[
        Path | None,
        option("-o", "--output", metavar="FILE", help="Write to this file, whose ending determines the format."),
    ] = None,
    baseline: Annotated[str | None, option(metavar="FILE", help="Only findings that are not in this baseline.")] = None,
    fail_on: Annotated[FailOn, one_of(FailOn, "Exit with 1 if there are")] = FailOn.NEVER,
    jobs: Jobs = 0,
) -> None:
    """List findings: grouped on a terminal, one per line (address: code message) elsewhere."""
    dataset = dataset_folder(inputs, jobs=jobs)
    name = inputs[0] if len(inputs) == 1 else dataset
    from goanalyze.batch.finding_filter import Baseline
    from goanalyze.catalogue.catalogue import codes as select_codes
    from goanalyze.errors import DatasetError, MissingPackageError, OptionError
    from goanalyze.render.terminal.listing import COLUMNS, TABLE, table_rows
    from goanalyze.tables.dataset import inputs_of, read_dataset
    from goanalyze.tables.spreadsheets import import_openpyxl, write_workbook

    if output:
        check_is_outside(dataset, output, "-o")
        style = style or _format_of_ending(output)
    elif style is OutputFormat.XLSX:
        fail("A workbook cannot be printed. Expected a file, as -o findings.xlsx.")
    if style is None and not verbose and (by or sys.stdout.isatty()):
        style = OutputFormat.TEXT
    style = style or OutputFormat.CONCISE
    if by and (style is not OutputFormat.TEXT or output):
        fail("--by groups the text for people. Expected --by without -v, --format and -o.")
    with exit_on(DatasetError, OptionError, MissingPackageError):
        codes = select_codes(select, ignore)
        tables = read_dataset(dataset)
        findings = tables["findings"]
        known = Baseline(baseline) if baseline else None
        selection = _FindingSelection(codes, severity, known, inputs_of(dataset))
        counts = _counts_by_severity(findings, selection)
        total = sum(counts.values())
        listed = min(limit, total) if limit and style is not OutputFormat.TEXT else total
        if style is OutputFormat.TEXT:
            _print_groups(tables, selection, by or ListGrouping.CODE, limit, name)
        elif output and style is OutputFormat.XLSX:
            import_openpyxl()
            with _open_output(output, mark=False) as file:
                rows = islice(_rows(findings, selection, COLUMNS), listed)
                write_workbook(file, "findings", TABLE, table_rows(rows), _WIDTHS)
        else:
            with _open_output(output, mark=style is OutputFormat.CSV) if output else nullcontext(None) as file:
                listing = listing_of(style, codes, fail_on)
                rows = islice(_rows(findings, selection, listing.columns), listed)
                write_lines(chain([listing.begin()], listing.text(rows), listing.end()), file)
    _print_rest(name, total, listed, codes)
    raise click.exceptions.Exit(FINDINGS if fail_on.severities & counts.keys() else NOTHING)


def _format_of_ending(output: Path) -> OutputFormat:
    """Return the format of the ending of a file's name."""
    ending = output.suffix.lower()
    if ending in ("", ".txt"):
        return OutputFormat.CONCISE
    known = ", ".join(_ENDINGS)
    return _ENDINGS.get(ending) or fail(f"{ending!r} is not a known ending. Expected one of {known}, or --format.")


def _print_groups(
    tables: Mapping[str, Parts], selection: _FindingSelection, by: ListGrouping, limit: int | None, dataset: str
) -> None:
    """Print findings by code or by file."""
    from goanalyze.render.sections import findings as sections_of_findings
    from goanalyze.render.terminal.printer import print_sections
    from goanalyze.tables.provenance import game_numbers

    batches = selection.batches(tables["findings"], sections_of_findings.COLUMNS)
    if by is ListGrouping.FILE:
        sections = sections_of_findings.by_file(batches, _FILES_SHOWN if limit is None else limit)
    else:
        sections = sections_of_findings.by_code(
            batches,
            _FINDINGS_SHOWN if limit is None else limit,
            lambda ids: game_numbers(tables["games"], ids),
            dataset,
        )
    print_sections(console(), [section for section in sections if section.blocks], "--limit 0")


class _FindingSelection(NamedTuple):
    """Findings that are listed: their codes and severities, without those of a baseline."""

    codes: Collection[str]
    severity: Severity
    baseline: Baseline | None
    inputs: Collection[str]

    def batches(self, findings: Parts, columns: Collection[str]) -> Iterator[Any]:
        """Yield columns of the findings, one part of the dataset at a time in memory."""
        from goanalyze.batch.finding_filter import READ, BaselineKeys
        from goanalyze.render.terminal.listing import at_least, filter_findings
        from goanalyze.tables.reading import batches

        required = dict.fromkeys((*columns, "code", "severity", *(READ["findings"] if self.baseline else ())))
        known, keys = self.baseline.fresh() if self.baseline else None, BaselineKeys(self.inputs)
        for batch in batches(findings, list(required)):
            new = known.filter_new(keys, batch) if known else batch
            yield filter_findings(new, self.codes, at_least(self.severity)).select(list(columns))


def _counts_by_severity(findings: Parts, selection: _FindingSelection) -> Counter[str]:
    counts: Counter[str] = Counter()
    for batch in selection.batches(findings, ["severity"]):
        for pair in batch.column("severity").value_counts().to_pylist():
            counts[pair["values"]] += pair["counts"]
    return counts


def _rows(findings: Parts, selection: _FindingSelection, columns: Collection[str]) -> Iterator[Row]:
    for batch in selection.batches(findings, columns):
        yield from batch.to_pylist()


@contextmanager
def _open_output(path: Path, *, mark: bool) -> Iterator[IO[bytes]]:
    """Open a file for writing, so that it is complete or unchanged."""
    is_special = path.exists() and not path.is_file()  # a pipe, or a device
    try:
        with nullcontext(path) if is_special else atomic_write(path) as unfinished, unfinished.open("wb") as stream:
            stream.write(b"\xef\xbb\xbf" if mark else b"")
            yield stream
    except OSError as error:
        fail(f"{str(path)!r} cannot be written: {sentence(error)}")


def _print_rest(name: str, total: int, listed: int, codes: Collection[str]) -> None:
    """Print on standard error the number of findings that are not listed, or the lack of any."""
    from goanalyze.archives.address import quoted

    if not total:
        note(f"{name!r} has no such finding")
        if all(code.startswith(_COPIES) for code in codes):
            note(f"copies of games are listed by: goanalyze dups {quoted(name)}")
    elif listed < total:
        note(f"{total - listed:,} more; --limit 0 lists all {total:,}")
