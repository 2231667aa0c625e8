"""The command ``goanalyze rules``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from goanalyze.cli.shared import console, fail

__all__ = ["rules"]


class Format(StrEnum):
    """How rulesets are printed."""

    text = "text"
    json = "json"
    toml = "toml"


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Ids or names, a TOML file of your own, FILE:ID of it, or all; a table of all if none is given.",
            metavar="NAME",
        ),
    ] = None,
    style: Annotated[Format, typer.Option("--format", help="How to print; toml is ready to be edited.")] = Format.text,
) -> None:
    """Show the rulesets, or every axis of one with its meaning and source."""
    from goanalyze.rules import RULESETS, RulesetError, UnknownRulesetError, resolve_all, to_toml

    try:
        rulesets = resolve_all(names or "all")
    except (RulesetError, UnknownRulesetError) as error:
        fail(error)
    if style is Format.json:
        import json

        from goanalyze.show.rules import rulesets_data

        typer.echo(json.dumps(rulesets_data(rulesets), ensure_ascii=False, indent=1))
    elif style is Format.toml:  # the ids of presets are taken
        typer.echo("\n".join(to_toml(r, f"my-{r.id}" if r.id in RULESETS else None) for r in rulesets), nl=False)
    else:
        from goanalyze.show.rules import print_ruleset, print_rulesets

        if not names:
            print_rulesets(console(), rulesets)
        for number, ruleset in enumerate(rulesets if names else ()):
            if number:
                typer.echo()
            print_ruleset(console(), ruleset)
