"""The command ``goanalyze dups``."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer

from goanalyze.cli.shared import announced_compilation, console, fail, silence_output

__all__ = ["dups"]


class Format(StrEnum):
    """How the overview is printed."""

    text = "text"
    json = "json"


def dups(
    dataset: Annotated[str, typer.Argument(help="Folder that goanalyze check -o wrote.", metavar="OUT")],
    limit: Annotated[int, typer.Option(min=0, help="Contradictions listed at most; 0 for all.")] = 5,
    style: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.text,
) -> None:
    """Find games that a dataset has more than once, also rotated, cut off or damaged; write its table duplicates."""
    with announced_compilation(_warm_up):
        from goanalyze.api import open_dataset
        from goanalyze.duplicates.summary import overview
        from goanalyze.show.duplicates import overview_data, print_overview
        from goanalyze.tables.parquet import DatasetError, OutputError, write_table

    try:
        found = open_dataset(dataset).find_duplicates()
        write_table(dataset, "duplicates", found.table)
        told = overview(found, contradictions=limit or None)
        if style is Format.json:
            typer.echo(json.dumps(overview_data(told), ensure_ascii=False, indent=1, allow_nan=False))
        else:
            print_overview(console(), told, dataset)
        sys.stdout.flush()
    except (DatasetError, OutputError) as error:
        fail(error)
    except BrokenPipeError:  # whoever read the output has seen enough
        silence_output()


def _warm_up() -> None:
    from goanalyze.duplicates.find import warm_up

    warm_up()
