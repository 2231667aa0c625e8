"""The command ``goanalyze report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goanalyze.cli.shared import announced_compilation, fail

__all__ = ["report"]


def report(
    dataset: Annotated[str, typer.Argument(help="Folder that goanalyze check -o wrote.", metavar="OUT")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.")] = Path("report.html"),
    root: Annotated[
        str | None, typer.Option(help="Folder that holds the sources now, if they are not where they were.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Games that the page lists at most; 0 for all.")] = 100_000,
) -> None:
    """Write a report: one page of HTML that stands alone, to read and to send around."""
    if root is not None and not Path(root).is_dir():
        fail(f"there is no folder {root!r}; --root names the folder that holds the sources")
    if Path(dataset).resolve() in output.resolve().parents:
        fail(f"{str(output)!r} would stand inside the dataset, where only its tables may; name another place with -o")
    with announced_compilation():
        from goanalyze.api import open_dataset
        from goanalyze.show.report.page import ReportError
        from goanalyze.tables.parquet import DatasetError

    try:
        page = open_dataset(dataset).report(output, root=root, limit=limit)
    except (DatasetError, ReportError) as error:
        fail(error)
    typer.echo(f"Report written to {page} ({page.stat().st_size / 1e6:.1f} MB): open it in a browser")
