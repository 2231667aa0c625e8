"""The command ``goanalyze explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from goanalyze.cli.shared import fail

__all__ = ["explain"]


def explain(
    code: Annotated[
        str | None, typer.Argument(help="A code, as GO201 or 201; all of them if not given.", metavar="[CODE]")
    ] = None,
) -> None:
    """Tell what a finding means, which rulesets object, and give an example."""
    from goanalyze.show.explain import catalogue_text
    from goanalyze.show.explain import explain as explain_finding
    from goanalyze.vocabulary.catalogue import UnknownCodeError, find_code

    try:
        typer.echo(explain_finding(find_code(code)) if code else catalogue_text(), nl=False)
    except UnknownCodeError as error:
        fail(error)
