"""The commands ``goanalyze explain`` and ``goanalyze rules``: the catalogue of findings, the axes of rulesets."""

from __future__ import annotations

import json
from typing import Annotated

import click

from goanalyze.cli.options import OutputFormat, console, exit_on, output_format
from goanalyze.cli.parameters import argument


def explain(
    code: Annotated[
        str | None, argument(help="A code, as GO201 or 201; without one, all codes.", metavar="[CODE]")
    ] = None,
) -> None:
    """Explain a finding: what it means, which rulesets object, an example."""
    from goanalyze.render.terminal.findings import catalogue_text
    from goanalyze.render.terminal.findings import explain as explain_finding
    from goanalyze.render.terminal.terminal import say
    from goanalyze.vocabulary.catalogue import UnknownCodeError, find_code

    if code is None:
        click.echo(catalogue_text(), nl=False)
        return
    with exit_on(UnknownCodeError):
        told = explain_finding(find_code(code))
    to = console()
    for line in told.splitlines():
        say(to, line, wrap=not line.startswith(" "))  # the record that shows it is as it is


def rules(
    names: Annotated[
        tuple[str, ...],
        argument(
            help="Ids, names, TOML files of your own, FILE:ID for one ruleset of a file, or all; without any, a table.",
            metavar="NAME",
        ),
    ] = (),
    style: Annotated[
        OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.TOML)
    ] = OutputFormat.TEXT,
) -> None:
    """List the rulesets, or explain every axis of some with its source."""
    from goanalyze.rules import RulesetError, UnknownRulesetError, own_id, resolve_all, to_toml

    with exit_on(RulesetError, UnknownRulesetError):
        rulesets = resolve_all(names or "all")
    if style is OutputFormat.JSON:
        from goanalyze.render.terminal.rules import rulesets_data

        click.echo(json.dumps(rulesets_data(rulesets), ensure_ascii=False, indent=1))
    elif style is OutputFormat.TOML:  # the ids of presets are taken
        click.echo("\n".join(to_toml(r, own_id(r)) for r in rulesets), nl=False)
    else:
        from goanalyze.render.terminal.rules import print_ruleset, print_rulesets

        if not names:
            print_rulesets(console(), rulesets)
        for number, ruleset in enumerate(rulesets if names else ()):
            if number:
                click.echo()
            print_ruleset(console(), ruleset)
