"""The command ``goanalyze gtp``."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import click

from goanalyze.cli.options import exit_on, is_read, number, of_rulesets
from goanalyze.cli.parameters import option


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
