"""The command ``goanalyze report``."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Annotated

import click

from goanalyze.archives.remote import is_remote
from goanalyze.cli.options import Dataset, Limit, Root, check_root, fail, failing_on
from goanalyze.cli.parameters import option


def report(
    dataset: Dataset,
    output: Annotated[
        Path | None, option("--output", "-o", metavar="FILE", help="The page to write; default: OUT/report.html.")
    ] = None,
    title: Annotated[str, option(metavar="TEXT", help="Title of the page; default: the archive and its games.")] = "",
    link_sources: Annotated[bool, option("--link-sources", help="Link the files of the games, which only works beside them.")] = False,
    root: Root = None,
    limit: Limit = 100_000,
) -> None:
    """Write a report: one self-contained page of HTML, to read, to print and to pass on."""
    check_root(root)
    page = output or default_page(dataset)
    _refuse_tables(dataset, page)
    from goanalyze.api import open_dataset
    from goanalyze.render.report.page import ReportError
    from goanalyze.tables.dataset import DatasetError

    with failing_on(DatasetError, ReportError):
        tables = open_dataset(dataset)
        written = tables.report(page, title=title, link_sources=link_sources, root=root, limit=limit)
    click.echo(f"Report written to {written} ({written.stat().st_size / 1e6:.1f} MB): open it in a browser")


def default_page(dataset: str) -> Path:
    """Return the default path of a report: in the folder of the dataset, or named after a remote one.

    Example:
        >>> default_page("out").as_posix(), default_page("s3://club/games/").as_posix()
        ('out/report.html', 'games-report.html')
    """
    from goanalyze.tables.dataset import REPORT

    return Path(f"{PurePosixPath(dataset).name}-{REPORT}") if is_remote(dataset) else Path(dataset) / REPORT


def _refuse_tables(dataset: str, page: Path) -> None:
    """Refuse a page among the tables of a dataset, where any other file is damage; its report has one name there."""
    if Path(dataset).resolve() in page.resolve().parents and page.resolve() != default_page(dataset).resolve():
        fail(f"{str(page)!r} is a file among the tables of the dataset. Expected {str(default_page(dataset))!r} or a name "
             "elsewhere with -o.")  # fmt: skip
