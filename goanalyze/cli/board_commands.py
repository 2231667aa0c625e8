"""The command ``goanalyze gtp``.

The command ``goanalyze perft``.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Annotated

import click

from goanalyze.cli.options import exit_on, fail, is_read, number, of_rulesets
from goanalyze.cli.parameters import argument, option
from goanalyze.limits import MAX_BOARD


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
