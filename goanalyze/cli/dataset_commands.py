"""Commands on a dataset: ``goanalyze dups`` and ``goanalyze compact``."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import click

from goanalyze.cli.dataset_input import dataset_folder, input_words
from goanalyze.cli.options import (
    Inputs,
    Jobs,
    Limit,
    console,
    exit_on,
    number,
    output_format,
)
from goanalyze.cli.parameters import argument
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
    from goanalyze.vocabulary.text import clean

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
