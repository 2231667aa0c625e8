"""The command ``goanalyze conventions``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from goanalyze.cli.options import Dataset, Limit, OutputFormat, console, exit_on, fail, output_format
from goanalyze.cli.parameters import option


def conventions(
    dataset: Dataset,
    every: Annotated[bool, option("--all", help="Also the other hypotheses about each group of games.")] = False,
    toml: Annotated[
        Path | None,
        option(metavar="FILE", help="Write what was found as TOML, which check --conventions FILE reads."),
    ] = None,
    limit: Limit = 20,
    style: Annotated[
        OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.CSV)
    ] = OutputFormat.TEXT,
) -> None:
    """Tell by which komi and counting the games of a dataset were really played, where their headers say otherwise."""
    from goanalyze.archives.address import quoted
    from goanalyze.compare.result_explanations import open_groups
    from goanalyze.conventions.learning import effective
    from goanalyze.conventions.toml_files import to_toml
    from goanalyze.render.terminal.conventions import conventions_csv, conventions_data, print_conventions, print_next
    from goanalyze.tables.dataset import DatasetError
    from goanalyze.vocabulary.numbers import plural
    from goanalyze.vocabulary.text import json_text

    with exit_on(DatasetError):
        groups, counted, applied = open_groups(dataset)
    if toml is not None:
        found = effective(groups)
        if not found:
            fail("no convention was found that is not the header's: there is nothing to write")
        _write(toml, to_toml(found))
        click.echo(
            f"{plural(len(found), 'convention')} written to {toml}: "
            f"goanalyze check PATH -o OUT --conventions {quoted(str(toml))}"
        )
    elif style is OutputFormat.JSON:
        click.echo(json_text(conventions_data(groups, counted, every=every), indent=1))
    elif style is OutputFormat.CSV:
        click.echo(conventions_csv(groups, every=every), nl=False)
    else:
        print_conventions(console(), groups, counted, every=every, limit=limit)
        print_next(console(), groups, dataset, applied=applied)


def _write(file: Path, text: str) -> None:
    """Write a file that is not there yet: it may be one that somebody has edited."""
    from goanalyze.vocabulary.faults import sentence

    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        fail(f"{str(file)!r} is there already; name another file, or remove it")
    except OSError as error:
        fail(f"{str(file)!r} cannot be written: {sentence(error)}")
