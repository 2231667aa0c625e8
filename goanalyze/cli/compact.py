"""The command ``goanalyze compact``."""

from __future__ import annotations

from typing import Annotated

import typer

from goanalyze.cli.shared import fail

__all__ = ["compact"]


def compact(
    out: Annotated[str, typer.Argument(help="Folder of a dataset, or its s3:// or gs:// place.", metavar="OUT")],
    size: Annotated[
        int, typer.Option(min=1, metavar="MB", help="Bytes of a table's file, at most; a quarter of it at least.")
    ] = 256,
) -> None:
    """Put the many small files of a dataset together to few large ones; rows and their order stay."""
    from goanalyze.batch.compact import compact_dataset
    from goanalyze.tables.parquet import DatasetError
    from goanalyze.tables.store import OutputError

    try:
        before, after = compact_dataset(out, size * 2**20)
    except (DatasetError, OutputError) as error:
        fail(error)
    typer.echo(f"{out}: {before:,} files before, {after:,} now")
