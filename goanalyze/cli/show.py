"""The command ``goanalyze show``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goanalyze.cli.shared import announced_compilation, fail

__all__ = ["show"]


def show(
    file: Annotated[str, typer.Argument(help="A record, a folder or an archive.", metavar="FILE")],
    game: Annotated[int, typer.Option(min=0, help="Which game, counted from 0 over the whole input.")] = 0,
    move: Annotated[int | None, typer.Option(min=0, help="The position after this move; else the last.")] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(help="Also say what this ruleset (name or TOML file) makes of the move, and of the game's end."),
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the board as SVG to this file.")] = None,
) -> None:
    """Show one position with its findings."""
    with announced_compilation():
        from itertools import islice

        from goanalyze.api import read
        from goanalyze.rules import RulesetError, UnknownRulesetError, resolve
        from goanalyze.sgf.sources import InputError
        from goanalyze.show.game import game_svg, game_text

    try:
        rules = resolve(ruleset) if ruleset else None
        found = next(islice(read(file), game, None), None)
    except (InputError, UnknownRulesetError, RulesetError) as error:
        fail(error)
    if found is None:
        fail(f"there is no game {game} in {file!r}; games are counted from 0")
    if not found.width:
        fail(f"game {game} of {file!r} has no board: its size is unknown, or it is not Go")
    total = len(found.replay().moves)
    number = total if move is None else move
    if number > total:
        fail(f"there is no move {number} in game {game} of {file!r}: it has {total} moves")
    typer.echo(game_text(found, number, rules), nl=False)
    if svg:
        try:
            svg.write_text(game_svg(found, number), encoding="utf-8")
        except OSError as error:
            fail(f"{str(svg)!r} cannot be written: {error.strerror}")
