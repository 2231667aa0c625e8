"""The command ``goanalyze show``."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import click

from goanalyze.cli.options import (
    Encoding,
    Limit,
    Root,
    check_root,
    console,
    exit_on,
    fail,
    note,
    number,
    of_rulesets,
    one_of,
    write_text,
)
from goanalyze.cli.parameters import argument, option
from goanalyze.life.choices import MarkupMode, Walls

if TYPE_CHECKING:
    from rich.text import Text

    from goanalyze.game.game import Game
    from goanalyze.life.article7.verdicts import Confirmation
    from goanalyze.life.dead_lists import DeadList
    from goanalyze.rules import Ruleset

_NUMBER: Final = re.compile(r"#?(\d{1,18})(?:\.(\d{1,9}))?(?:@(\d{1,9}))?", re.ASCII)
_POSITION: Final = "Position"
_COUNT: Final = "Count"
_CONFIRMED: Final = "Life and death"
_FILES: Final = "Files"


class _View(NamedTuple):
    """Part of a game that is shown: a line, and the number of a move; None for the last one."""

    line: int
    move: int | None


def show(
    path: Annotated[
        str,
        argument(
            help="A record, folder or archive, a dataset, or an address as other commands print it: "
            "archive.zip!member.sgf#2@242 is game 2 of the member, counted from 0, after move 242.",
            metavar="PATH",
        ),
    ],
    game_number: Annotated[
        str | None,
        argument(
            help="Number of the game in the dataset, folder or archive, from 1, as list and compare print it; 7@108 is "
            "game 7 after move 108. Without it, the games of a dataset are listed, and the first game of others shown.",
            metavar="NUMBER",
        ),
    ] = None,
    line: Annotated[int, number(int, 0, "Number of a variation; 0 is the main line.", group=_POSITION)] = 0,
    move: Annotated[
        int | None, number(int, 0, "Show the position after this move; by default the final position.", group=_POSITION)
    ] = None,
    ruleset: Annotated[
        str | None,
        of_rulesets(
            "Rulesets (names or TOML files) that judge the move and count the final position; by default that of the "
            "record.",
            _COUNT,
        ),
    ] = None,
    markup: Annotated[MarkupMode, one_of(MarkupMode, "Use of territory markup", group=_COUNT)] = MarkupMode.FULL,
    dead: Annotated[
        str | None,
        option(
            metavar="POINTS|FILE",
            help="Dead stones, as 'A9 B9' or none; or a list of them as check --dead reads.",
            group=_COUNT,
        ),
    ] = None,
    verbose: Annotated[
        bool, option("-v", "--verbose", help="Also print counts by the letter of the rules.", group=_COUNT)
    ] = False,
    confirm: Annotated[
        bool,
        option("--confirm", help="Confirm life and death, as after two passes (Japanese article 7).", group=_CONFIRMED),
    ] = False,
    claim: Annotated[
        str | None,
        option(metavar="POINTS", help="Confirm only that these stones, as 'A9 B9', are dead.", group=_CONFIRMED),
    ] = None,
    walls: Annotated[
        Walls | None, one_of(Walls, "With --confirm, walls of regions, by default safe", group=_CONFIRMED)
    ] = None,
    budget: Annotated[
        int | None,
        number(int, 0, "With --confirm, positions searched for each question, by default 200000.", group=_CONFIRMED),
    ] = None,
    svg: Annotated[
        Path | None,
        option(
            metavar="FILE",
            help="Write the board as SVG; with --ruleset, the counted final position; with --confirm, the verdicts.",
            group=_FILES,
        ),
    ] = None,
    numbers: Annotated[
        bool, option("--numbers", help="In the SVG, number the moves, as books do.", group=_FILES)
    ] = False,
    html: Annotated[
        Path | None,
        option(metavar="FILE", help="Write a self-contained page that steps through the game.", group=_FILES),
    ] = None,
    encoding: Encoding = None,
    root: Root = None,
    limit: Limit = 20,
) -> None:
    """Show one position with its findings and counts, or list the games of a dataset."""
    from goanalyze.errors import GoAnalyzeError
    from goanalyze.rules import resolve_all
    from goanalyze.tables.dataset import is_dataset

    check_root(root)
    if game_number is None and is_dataset(path):
        _list_games(path, limit)
        return
    _check_options(numbers, svg, walls, budget, is_confirming=confirm or claim is not None)
    with exit_on(GoAnalyzeError):
        rulesets = resolve_all(ruleset) if ruleset else ()
        stones, dead_list = _dead_stones(dead)
    game, view = _find_game(path, game_number, encoding, markup, dead_list, root)
    game, shown_move = _view_of(game, line or view.line, view.move if move is None else move)
    if numbers and not shown_move:
        fail("--numbers requires a move. Expected --move 1 or later.")
    if stones is not None:
        game = game.with_dead_stones(stones)
    with exit_on(GoAnalyzeError):
        from goanalyze.render.terminal.game import rich_game_text

        is_end = shown_move == len(game.replay().moves)
        counting = rulesets or (_recorded_ruleset(game) if is_end else ())
        _print(rich_game_text(game, shown_move, counting, is_verbose=verbose))
    confirmation = None
    if confirm or claim is not None:
        points = None if claim is None else _points(claim)
        judge = rulesets[0] if rulesets else None
        confirmation = _confirm(game.up_to(shown_move), judge, points, walls or Walls.SAFE, budget)
    _write_files(game, shown_move, rulesets, confirmation, svg, html, has_numbers=numbers)


def _check_options(
    numbers: bool, svg: Path | None, walls: Walls | None, budget: int | None, *, is_confirming: bool
) -> None:
    if numbers and not svg:
        fail("--numbers requires a picture. Expected its file with --svg.")
    if (walls is not None or budget is not None) and not is_confirming:
        fail("--walls and --budget require --confirm or --claim.")


def _find_game(
    path: str,
    game_number: str | None,
    encoding: str | None,
    markup: MarkupMode,
    dead: DeadList | None,
    root: str | None,
) -> tuple[Game, _View]:
    """Return the game of an address or number, with the line and move that it names."""
    from goanalyze.api import open_dataset, read
    from goanalyze.archives.address import quoted, read_address
    from goanalyze.archives.remote import shown
    from goanalyze.errors import GoAnalyzeError
    from goanalyze.tables.dataset import is_dataset

    match = _NUMBER.fullmatch(game_number or "1")
    if not match or not int(match[1]):
        fail(f"{game_number!r} is not a valid number of a game. Expected a number from 1, as 7 or 7@108.")
    index, view = int(match[1]) - 1, _View(int(match[2] or 0), None if match[3] is None else int(match[3]))
    with exit_on(GoAnalyzeError):
        if is_dataset(path):
            tables = open_dataset(path)
            if index >= (games := tables.dataset("games").count_rows()):
                fail(f"{shown(path)!r} has {games:,} games. Expected a number up to that.")
            return tables.game(index, root=root), view
        address = read_address(path)
        games = read(path, encoding=encoding, markup=markup, dead=dead)
        game = next(islice(games, index, None), None)
    if game is None:
        name = f"game {index + 1}" if game_number else f"game {address.game or 0}"
        fail(f"{name} is not found in {address.file!r}")
    if game_number is None:
        with suppress(GoAnalyzeError):  # of the second game, which is not shown
            if next(games, None) is not None:
                note(f"the first game of {path!r}; for the second: goanalyze show {quoted(path)} 2")
    return game, view if game_number else _View(address.line, address.move)


def _list_games(dataset: str, limit: int) -> None:
    from goanalyze.api import open_dataset
    from goanalyze.archives.address import quoted
    from goanalyze.archives.remote import shown
    from goanalyze.errors import DatasetError
    from goanalyze.render.sections.game_lists import COLUMNS, games_section
    from goanalyze.render.terminal.printer import print_blocks

    with exit_on(DatasetError):
        games = open_dataset(dataset).arrow("games", COLUMNS)
    rows = games.slice(0, limit or None).to_pylist()
    print_blocks(console(), games_section(rows, games.num_rows, f"goanalyze show {quoted(shown(dataset))}").blocks)


def _view_of(game: Game, line: int, move: int | None) -> tuple[Game, int]:
    """Return a line of a game, and the number of moves that are shown: all by default."""
    if not game.width:
        fail(f"{game.address!r} has no board: its size is unknown, or the record is not of Go.")
    if line:
        lines = game.lines()
        if line >= len(lines):
            count = len(lines) - 1
            variations = f"it has {count:,} variation{'s' * (count != 1)}" if count else "it has no variations"
            fail(f"line {line} is not found in {game.address!r}: {variations}")
        game = lines[line]
    total = len(game.replay().moves)
    if (shown_move := total if move is None else move) > total:
        fail(f"move {shown_move} is not found in {game.address!r}: it has {total} move{'s' * (total != 1)}")
    return game, shown_move


def _recorded_ruleset(game: Game) -> tuple[Ruleset, ...]:
    """Return the ruleset that the record names, if it is a preset."""
    from goanalyze.rules import RULESETS, find_ruleset

    name = game.info["ruleset"]
    return (find_ruleset(name),) if name in RULESETS else ()


def _confirm(
    game: Game, rules: Ruleset | None, claim: list[str] | None, walls: Walls, budget: int | None
) -> Confirmation:
    """Confirm life and death at the end of a game, or a claim on dead stones, and print the verdicts."""
    from goanalyze.errors import GoAnalyzeError
    from goanalyze.life.estimate.calibration import QUESTION_BUDGET
    from goanalyze.render.terminal.game import rich_confirmation_text

    most = QUESTION_BUDGET if budget is None else budget
    with exit_on(GoAnalyzeError):
        confirmation = game.confirm(
            rules or "japanese", chains=claim or "unsettled", claim=claim, walls=walls, budget=most
        )
    click.echo()
    _print(rich_confirmation_text(confirmation, claim))
    return confirmation


def _write_files(
    game: Game,
    move: int,
    rulesets: tuple[Ruleset, ...],
    confirmation: Confirmation | None,
    svg: Path | None,
    html: Path | None,
    *,
    has_numbers: bool,
) -> None:
    from goanalyze.draw.markup import page
    from goanalyze.game.pictures import game_svg, numbered_svg

    if svg and has_numbers:
        picture, caption = numbered_svg(game, 1, move)
        write_text(svg, picture)
        if caption:
            click.echo(f"\nNot in the SVG, since the point was occupied, or the move is a pass: {caption}")
    elif svg:
        ruleset = rulesets[0] if rulesets else None
        write_text(svg, confirmation._repr_svg_() if confirmation else game_svg(game, move, ruleset))
    if html:
        below = confirmation._repr_html_() if confirmation else ""
        write_text(html, page(game.title, game.html(move) + below))


def _dead_stones(text: str | None) -> tuple[list[str] | None, DeadList | None]:
    """Return the points of dead stones, or the list of dead stones that a file contains."""
    from goanalyze.life.dead_lists import DeadList

    if text is None:
        return None, None
    if text.lower().endswith((".csv", ".parquet", ".pq")):
        return None, DeadList.read(text)
    return _points(text), None


def _points(text: str) -> list[str]:
    """Return names of points, with commas or blanks between them."""
    return [name for name in text.replace(",", " ").split() if name.lower() != "none"]


def _print(text: Text) -> None:
    """Print a text: in colours on a terminal, plain elsewhere."""
    from rich.console import Console

    screen = Console(highlight=False, soft_wrap=True)
    if screen.is_terminal and not screen.no_color:
        screen.print(text)
    else:
        click.echo(text.plain)
