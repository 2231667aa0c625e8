"""The command ``goanalyze show``."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from goanalyze.cli.options import Encoding, exit_on, fail, number, of_rulesets, one_of, write_text
from goanalyze.cli.parameters import argument, option
from goanalyze.life.choices import MarkupMode, Walls

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.game.game import Game
    from goanalyze.life.confirmed import Confirmation
    from goanalyze.life.given import DeadList
    from goanalyze.rules import Ruleset


def show(
    place: Annotated[
        str,
        argument(
            help="A record, a folder, an archive, or an address as other commands print it: "
            "archive.zip!member.sgf#2@242 is game 2 of the member, counted from 0, after move 242.",
            metavar="PLACE",
        ),
    ],
    game: Annotated[int, number(int, 0, "Which game of a folder or an archive, counted from 0 over all of it.")] = 0,
    line: Annotated[int, number(int, 0, "Which variation; 0 is the main line.")] = 0,
    move: Annotated[
        int | None, number(int, 0, "Show the position after this move; without it, the final position.")
    ] = None,
    ruleset: Annotated[
        str | None,
        of_rulesets("Also show what this ruleset (name or TOML file) says about the move and the final position."),
    ] = None,
    markup: Annotated[MarkupMode, one_of(MarkupMode, "Use of territory markup")] = MarkupMode.FULL,
    dead: Annotated[
        str | None,
        option(metavar="POINTS|FILE", help="Dead stones, as 'A9 B9' or none; or a list of them as check --dead reads."),
    ] = None,
    confirm: Annotated[
        bool, option("--confirm", help="Also confirm life and death, as after two passes (Japanese article 7).")
    ] = False,
    claim: Annotated[
        str | None, option(metavar="POINTS", help="Ask only whether these stones, as 'A9 B9', are dead.")
    ] = None,
    walls: Annotated[Walls | None, one_of(Walls, "With --confirm, what shuts regions in, safe if not given")] = None,
    budget: Annotated[
        int | None,
        number(int, 0, "With --confirm, how many positions each question may look at, 200000 if not given."),
    ] = None,
    encoding: Encoding = None,
    svg: Annotated[
        Path | None,
        option(
            metavar="FILE",
            help="Write the board to this file as SVG; with --ruleset, the final position as it is counted; with "
            "--confirm, what is confirmed.",
        ),
    ] = None,
    numbers: Annotated[
        bool, option("--numbers", help="In the SVG, number the moves up to there, as books do.")
    ] = False,
    html: Annotated[
        Path | None,
        option(metavar="FILE", help="Write a self-contained page to this file that steps through the game."),
    ] = None,
) -> None:
    """Show one position with its findings."""
    from goanalyze.api import read
    from goanalyze.archives.address import read_address
    from goanalyze.archives.inputs import InputError
    from goanalyze.draw.markup import page
    from goanalyze.game.pictures import game_svg, numbered_svg
    from goanalyze.render.terminal.game import rich_game_text
    from goanalyze.rules import RulesetError, UnknownRulesetError, resolve

    with exit_on(InputError, UnknownRulesetError, RulesetError, ValueError):
        rules = resolve(ruleset) if ruleset else None
        stones, listed = _dead(dead)
        games = read(place, encoding=encoding, markup=markup, dead=listed)
        at = read_address(place)
        read_game = next(islice(games, game, None), None)
    if read_game is None:
        fail(f"there is no game {game if at.game is None else at.game} in {at.file!r}; games are counted from 0")
    found, number = _at(read_game, line or at.line, at.move if move is None else move)
    if numbers and not svg:
        fail("--numbers is for the SVG; name its file with --svg")
    if numbers and not number:
        fail("--numbers needs a move to number, and there is none")
    if (walls is not None or budget is not None) and not confirm and claim is None:
        fail("--walls and --budget are for --confirm and --claim; add one of these")
    if stones is not None:
        found = found.with_dead_stones(stones)
    with exit_on(ValueError):
        _print(rich_game_text(found, number, rules))
    confirmed = None
    if confirm or claim is not None:
        points = None if claim is None else _points(claim)
        confirmed = _confirmed(found.up_to(number), rules, points, walls or Walls.SAFE, budget)
    if svg and numbers:
        picture, caption = numbered_svg(found, 1, number)
        write_text(svg, picture)
        if caption:
            click.echo(f"\nNot in the SVG, since a stone stood there or there was none: {caption}")
    elif svg:
        write_text(svg, confirmed._repr_svg_() if confirmed else game_svg(found, number, rules))
    if html:
        below = confirmed._repr_html_() if confirmed else ""
        write_text(html, page(found.title, found.html(number) + below))


def _at(game: Game, line: int, move: int | None) -> tuple[Game, int]:
    """Return a game or a variation of it, and how many of its moves are to be seen: all, if not given."""
    if not game.width:
        fail(f"{game.address!r} has no board: its size is unknown, or it is not Go")
    if line:
        lines = game.lines()
        if line >= len(lines):
            fail(f"there is no line {line} in {game.address!r}: {_variations(len(lines) - 1)}")
        game = lines[line]
    total = len(game.replay().moves)
    number = total if move is None else move
    if number > total:
        fail(f"there is no move {number} in {game.address!r}: it has {total} move{'s' * (total != 1)}")
    return game, number


def _confirmed(
    game: Game, rules: Ruleset | None, claim: list[str] | None, walls: Walls, budget: int | None
) -> Confirmation:
    """Confirm life and death at the end of a game, or just of what is claimed to be dead, and print it."""
    from goanalyze.life.confirm import BUDGET
    from goanalyze.render.terminal.confirmation import rich_confirmation_text
    from goanalyze.rules import RulesetError

    most = BUDGET if budget is None else budget
    with exit_on(RulesetError, ValueError):
        found = game.confirm(rules or "japanese", chains=claim or "unsettled", claim=claim, walls=walls, budget=most)
    click.echo()
    _print(rich_confirmation_text(found, claim))
    return found


def _dead(given: str | None) -> tuple[list[str] | None, DeadList | None]:
    """Return the dead stones that were named, or the list that names them."""
    from goanalyze.life.given import DeadList

    if given is None:
        return None, None
    if given.lower().endswith((".csv", ".parquet", ".pq")):
        return None, DeadList.read(given)
    return _points(given), None


def _points(given: str) -> list[str]:
    """Return the points that a user names."""
    return [name for name in given.replace(",", " ").split() if name.lower() != "none"]


def _variations(number: int) -> str:
    return f"it has {number:,} variation{'s' * (number != 1)}" if number else "it has no variations"


def _print(text: Text) -> None:
    """Print a text: in colours on a terminal, else plain."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if console.is_terminal and not console.no_color:
        console.print(text)
    else:
        click.echo(text.plain)
