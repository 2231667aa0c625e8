"""The command ``goanalyze conventions``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import click

from goanalyze.cli.dataset_input import dataset_folder, input_words
from goanalyze.cli.options import Inputs, Jobs, Limit, console, exit_on, fail, output_format
from goanalyze.cli.parameters import option
from goanalyze.render.choices import OutputFormat


def conventions(
    inputs: Inputs,
    every: Annotated[bool, option("--all", help="Print all hypotheses about each group of games.")] = False,
    toml: Annotated[
        Path | None,
        option(metavar="FILE", help="Write the conventions as TOML, for check --conventions FILE."),
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
    from goanalyze.compare.dataset_evidence import open_groups
    from goanalyze.conventions.learning import effective
    from goanalyze.conventions.toml_files import to_toml
    from goanalyze.errors import DatasetError
    from goanalyze.render.convention_data import convention_data, convention_rows
    from goanalyze.render.sections.conventions import convention_sections
    from goanalyze.render.terminal.printer import print_sections
    from goanalyze.tables.schema import CONVENTIONS
    from goanalyze.tables.spreadsheets import csv_lines
    from goanalyze.vocabulary.numbers import plural
    from goanalyze.vocabulary.text import json_text

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
    from goanalyze.vocabulary.faults import sentence

    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        fail(f"{str(file)!r} exists. Expected the name of a new file")
    except OSError as error:
        fail(f"{str(file)!r} cannot be written: {sentence(error)}")
