"""The commands ``goanalyze explain`` and ``goanalyze rules``: codes of findings, axes of rulesets."""

from __future__ import annotations

import json
from typing import Annotated

import click

from goanalyze.cli.options import console, exit_on, fail, output_format
from goanalyze.cli.parameters import argument
from goanalyze.render.choices import OutputFormat


def explain(
    words: Annotated[
        tuple[str, ...],
        argument(help="A code, as GO201 or 201, or words to search for; without any, all codes.", metavar="CODE|WORD"),
    ] = (),
) -> None:
    """Explain a finding by its code, or find codes by words: meaning, rulesets that object, an example."""
    from goanalyze.catalogue.catalogue import CATALOGUE, find_code
    from goanalyze.errors import OptionError
    from goanalyze.render.sections.explanation import catalogue_section, explanation, search_codes, similar_words
    from goanalyze.render.terminal.printer import print_blocks, print_title

    query, screen = " ".join(words), console()
    if not words:
        print_blocks(screen, catalogue_section(list(CATALOGUE.values())).blocks)
        return
    try:
        entries = [find_code(query)]
    except OptionError:
        entries = search_codes(query)
    if not entries:
        similar = similar_words(query)
        hint = f"Did you mean {', '.join(similar)}?" if similar else "See all codes with: goanalyze explain"
        fail(f"{query!r} is not a code, and no text contains it. {hint}")
    if len(entries) > 1:
        print_blocks(screen, catalogue_section(entries).blocks)
        return
    section = explanation(entries[0])
    print_title(screen, section.title, section.note)
    print_blocks(screen, section.blocks)


def rules(
    names: Annotated[
        tuple[str, ...],
        argument(
            help="Ids, names, your TOML files, FILE:ID for one ruleset of a file, or all; without any, a table.",
            metavar="NAME",
        ),
    ] = (),
    style: Annotated[
        OutputFormat, output_format(OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.TOML)
    ] = OutputFormat.TEXT,
) -> None:
    """List the rulesets, or explain every axis of the named ones with its source."""
    from goanalyze.errors import RulesetError, UnknownRulesetError
    from goanalyze.rules import own_id, resolve_all, to_toml

    with exit_on(RulesetError, UnknownRulesetError):
        rulesets = resolve_all(names or "all")
    if style is OutputFormat.JSON:
        from goanalyze.render.sections.rulesets import rulesets_data

        click.echo(json.dumps(rulesets_data(rulesets), ensure_ascii=False, indent=1))
    elif style is OutputFormat.TOML:  # the ids of presets are taken
        click.echo("\n".join(to_toml(r, own_id(r)) for r in rulesets), nl=False)
    else:
        from goanalyze.render.sections.rulesets import ruleset_section, rulesets_section
        from goanalyze.render.terminal.printer import print_blocks, print_title

        screen = console()
        if not names:
            print_blocks(screen, rulesets_section(rulesets).blocks)
        for index, ruleset in enumerate(rulesets if names else ()):
            if index:
                screen.print()
            section = ruleset_section(ruleset)
            print_title(screen, section.title, section.note)
            print_blocks(screen, section.blocks)
