"""Commands on a dataset: ``goanalyze dups`` and ``goanalyze compact``.

The command ``goanalyze report``.

The command ``goanalyze conventions``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path, PurePosixPath
from typing import Annotated

import click

from goanalyze.archives.remote import is_remote
from goanalyze.cli.dataset_input import dataset_folder, input_words
from goanalyze.cli.options import Inputs, Jobs, Limit, Root, check_root, console, exit_on, fail, number, output_format
from goanalyze.cli.parameters import argument, option
from goanalyze.render.choices import OutputFormat


def dups(
    inputs: Inputs,
    limit: Limit = 5,
    style: Annotated[
        OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.CSV)
    ] = OutputFormat.TEXT,
    jobs: Jobs = 0,
) -> None:
    """Find duplicate games, also rotated, cut off or damaged; write the table duplicates."""
    dataset = dataset_folder(inputs, jobs=jobs)
    from goanalyze.archives.remote import shown
    from goanalyze.duplicates.find import find_duplicates
    from goanalyze.duplicates.summary import DuplicateSummary, addressed_rows
    from goanalyze.errors import DatasetError, OutputError
    from goanalyze.render.sections.duplicates import duplicate_section
    from goanalyze.render.terminal.printer import print_section, print_text
    from goanalyze.tables.dataset import read_dataset, write_table
    from goanalyze.tables.spreadsheets import csv_lines
    from goanalyze.util.text import clean

    with exit_on(DatasetError, OutputError):
        parts = read_dataset(dataset)
        search = find_duplicates(parts["games"], parts.get("counts"), parts.get("findings"))
        write_table(dataset, "duplicates", search.table)
    summary = DuplicateSummary(search)
    if style is OutputFormat.CSV:
        heads = ("place", "best_place", *search.table.column_names)
        sys.stdout.writelines(csv_lines(heads, addressed_rows(search.table)))
    elif style is OutputFormat.JSON:
        data = summary.to_data(contradictions=limit or None)
        click.echo(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False))
    else:
        section = duplicate_section(summary, input_words(inputs), contradictions=limit or None)
        print_section(console(), section, "--limit 0")
        print_text(console(), f"The table duplicates of {clean(shown(dataset))} has every row.")


def compact(
    out: Annotated[str, argument(help="Folder of a dataset, or its s3:// or gs:// address.", metavar="OUT")],
    size: Annotated[int, number(int, 1, "Size of a table's file, at most; at least a quarter of it.", "MB")] = 256,
) -> None:
    """Merge the small files of a dataset into larger ones; rows and their order stay."""
    from goanalyze.archives.remote import shown
    from goanalyze.errors import DatasetError, OutputError
    from goanalyze.tables.dataset import compact_dataset

    with exit_on(DatasetError, OutputError):
        before, after = compact_dataset(out, size * 2**20)
    click.echo(f"{shown(out)}: {before:,} files before, {after:,} now")


def report(
    inputs: Inputs,
    output: Annotated[
        Path | None, option("--output", "-o", metavar="FILE", help="The page to write; by default OUT/report.html.")
    ] = None,
    title: Annotated[str, option(metavar="TEXT", help="Title of the page; made from the archive and its games.")] = "",
    link_sources: Annotated[
        bool, option("--link-sources", help="Link the files of the games, which works only next to them.")
    ] = False,
    root: Root = None,
    limit: Limit = 100_000,
    jobs: Jobs = 0,
) -> None:
    """Write a report: one self-contained page of HTML, to read, to print and to pass on."""
    check_root(root)
    dataset = dataset_folder(inputs, jobs=jobs)
    page = output or default_page(inputs[0], dataset)
    _refuse_tables(dataset, page)
    from goanalyze.api import open_dataset
    from goanalyze.errors import DatasetError, OutputError

    with exit_on(DatasetError, OutputError):
        tables = open_dataset(dataset)
        written = tables.report(page, title=title, link_sources=link_sources, root=root, limit=limit)
    click.echo(f"Report written to {written} ({written.stat().st_size / 1e6:.1f} MB): open it in a browser")


def default_page(path: str, dataset: str) -> Path:
    """Return the default path of a report: in the folder of the dataset, or in the working folder after the input.

    Example:
        >>> default_page("out", "out").as_posix(), default_page("a/games.zip", "/cache/7f3a").as_posix()
        ('out/report.html', 'games-report.html')
        >>> default_page("s3://club/2024/", "s3://club/2024/").as_posix()
        '2024-report.html'
    """
    from goanalyze.tables.dataset import REPORT

    if path == dataset and not is_remote(dataset):
        return Path(dataset) / REPORT
    return Path(f"{PurePosixPath(Path(path).resolve().name if path == '.' else path).stem or 'games'}-{REPORT}")


def _refuse_tables(dataset: str, page: Path) -> None:
    """Refuse a page among the tables of a dataset, where any other file is damage; its report has one name there."""
    allowed = default_page(dataset, dataset)
    if (
        not is_remote(dataset)
        and Path(dataset).resolve() in page.resolve().parents
        and page.resolve() != allowed.resolve()
    ):
        fail(f"{str(page)!r} is a file among the tables of the dataset. Expected {str(allowed)!r} or a name elsewhere.")


def conventions(
    inputs: Inputs,
    every: Annotated[bool, option("--all", help="Print all hypotheses about each group of games.")] = False,
    toml: Annotated[
        Path | None, option(metavar="FILE", help="Write the conventions as TOML, for check --conventions FILE.")
    ] = None,
    limit: Limit = 20,
    style: Annotated[
        OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.CSV)
    ] = OutputFormat.TEXT,
    jobs: Jobs = 0,
) -> None:
    """Print the komi and counting that games were played by, where their headers state others."""
    dataset = dataset_folder(inputs, jobs=jobs)
    from goanalyze.archives.address import quoted
    from goanalyze.compare.counted_games import open_groups
    from goanalyze.conventions.learning import effective
    from goanalyze.conventions.toml_files import to_toml
    from goanalyze.errors import DatasetError
    from goanalyze.render.sections.conventions import convention_data, convention_rows, convention_sections
    from goanalyze.render.terminal.printer import print_sections
    from goanalyze.tables.schema import CONVENTIONS
    from goanalyze.tables.spreadsheets import csv_lines
    from goanalyze.util.numbers import plural
    from goanalyze.util.text import json_text

    with exit_on(DatasetError):
        groups, results, is_applied = open_groups(dataset)
    if toml is not None:
        learned = effective(groups)
        if not learned:
            fail("no convention differs from its header. Expected a dataset with conventions to write")
        _write(toml, to_toml(learned))
        click.echo(
            f"{plural(len(learned), 'convention')} written to {toml}: "
            f"goanalyze check PATH -o OUT --conventions {quoted(str(toml))}"
        )
    elif style is OutputFormat.JSON:
        click.echo(json_text(convention_data(groups, results, with_hypotheses=every), indent=1))
    elif style is OutputFormat.CSV:
        rows = convention_rows(groups, with_hypotheses=every)
        columns = [column.name for column in CONVENTIONS.columns]
        sys.stdout.writelines(csv_lines(columns, (row.values() for row in rows)))
    else:
        sections = convention_sections(
            groups,
            results,
            input_words(inputs),
            is_cached=dataset not in inputs,
            is_applied=is_applied,
            with_hypotheses=every,
            limit=limit,
        )
        print_sections(console(), sections, "--limit 0")


def _write(file: Path, text: str) -> None:
    """Write a new file; one that exists may have been edited."""
    from goanalyze.util.faults import sentence

    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        fail(f"{str(file)!r} exists. Expected the name of a new file")
    except OSError as error:
        fail(f"{str(file)!r} cannot be written: {sentence(error)}")
