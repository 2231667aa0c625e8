"""The commands without records: ``explain`` and ``rules`` describe codes and rulesets; ``gtp`` and ``perft`` play."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Annotated

import click

from goanalyze.cli.options import console, exit_on, fail, is_read, number, of_rulesets, output_format
from goanalyze.cli.parameters import argument, option
from goanalyze.limits import MAX_BOARD
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


def gtp(
    rules: Annotated[str, of_rulesets("The ruleset that judges: a name or a TOML file.")] = "japanese",
    size: Annotated[int, number(int, 1, "Side of the board, up to 25, until boardsize sets another.")] = 19,
    komi: Annotated[
        float | None,
        option(metavar="KOMI", help="Points for White, until komi sets others; the ruleset's if not given."),
    ] = None,
) -> None:
    """Referee games for other programs, over Go Text Protocol 2 on standard input and output: moves, ko, the count.

    list_commands names the commands. Remarks, such as on a score that is an estimate, are printed on standard error.
    """
    from goanalyze.errors import BoardError, RulesetError, UnknownRulesetError
    from goanalyze.gtp.session import GtpSession

    with exit_on(BoardError, RulesetError, UnknownRulesetError):
        session = GtpSession(rules, size, komi, remark=lambda text: click.echo(f"goanalyze: {text}", err=True))
    for line in sys.stdin.buffer:
        answer = session.answer(os.fsdecode(line))
        if answer is not None:
            sys.stdout.write(answer)
            sys.stdout.flush()
        if session.is_over or not is_read():
            return


_DEEPEST = 100  # longer sequences take too long
_SIZE = re.compile(r"([0-9]{1,2})(?:[x×:]([0-9]{1,2}))?", re.ASCII)


def _size(text: str) -> tuple[int, int]:
    """Read the size of a board: one side, or columns and rows."""
    match = _SIZE.fullmatch(text)
    width, height = (int(side) for side in (match[1], match[2] or match[1])) if match else (0, 0)
    if not (1 <= width <= MAX_BOARD and 1 <= height <= MAX_BOARD):
        fail(f"{text!r} is not a valid board size. Expected 1 to {MAX_BOARD}, or columns and rows, as 4x1.")
    return width, height


def perft(
    size: Annotated[str, argument(help="Side of the board, or columns and rows, as 4x1.", metavar="SIZE")],
    depth: Annotated[int, argument(help=f"Moves of the longest sequences, 1 to {_DEEPEST}.", metavar="DEPTH")],
    rules: Annotated[str, of_rulesets("The ruleset: a name or a TOML file.")] = "japanese",
    divide: Annotated[bool, option("--divide", help="Also count the sequences of each first move.")] = False,
) -> None:
    """Count the legal sequences of moves from the empty board, by length; a pass is a move, and two passes end one.

    Programs with the same rules have the same counts.
    """
    if not 1 <= depth <= _DEEPEST:
        fail(f"{depth} is not a valid depth. Expected 1 to {_DEEPEST}.")
    width, height = _size(size)
    from goanalyze.board.board import Board
    from goanalyze.board.perft import count_sequences, divided
    from goanalyze.errors import RulesetError, UnknownRulesetError

    with exit_on(RulesetError, UnknownRulesetError):
        board = Board(width, height, rules=rules)
    if divide:
        total = 0
        for name, counts in divided(board, depth):
            click.echo(f"{name:<5} {counts[-1]:,}")
            total += counts[-1]
        click.echo(f"{depth:<5} {total:,}")
        return
    for longest, count in enumerate(count_sequences(board, depth), 1):
        click.echo(f"{longest:<5} {count:,}")
