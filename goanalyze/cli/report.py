"""The command ``goanalyze report``."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Annotated

import click

from goanalyze.archives.remote import is_remote
from goanalyze.cli.dataset_input import dataset_folder
from goanalyze.cli.options import Inputs, Jobs, Limit, Root, check_root, exit_on, fail
from goanalyze.cli.parameters import option


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

    Args:
        path: first input of the command.
        dataset: folder of its dataset.

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
