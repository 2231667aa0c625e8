"""The command ``goanalyze export``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final

import click

from goanalyze.catalogue.catalogue import Severity
from goanalyze.cli.dataset_input import dataset_folder
from goanalyze.cli.options import USAGE, Root, check_root, console, exit_on, fail, number, of_codes, one_of
from goanalyze.cli.parameters import argument, option
from goanalyze.export.selection import Copies
from goanalyze.render.progress import progress_line

_SENTENCES_SHOWN: Final = 5


def export(
    source: Annotated[
        str | None,
        argument(
            help="A folder that goanalyze check -o has written; or a file, a folder or an archive, which is "
            "checked first.",
            metavar="OUT|PATH",
        ),
    ] = None,
    addresses: Annotated[
        tuple[str, ...],
        argument(help="Only these files, games, folders or archives, as archive.zip!member.sgf#2.", metavar="ADDRESS"),
    ] = (),
    to: Annotated[str | None, option("--to", metavar="DIR", help="The folder to write to.")] = None,
    select: Annotated[str | None, of_codes("Only games with one of these findings, as GO2,GO101.")] = None,
    ignore: Annotated[str | None, of_codes("Leave these codes out of them.")] = None,
    severity: Annotated[Severity | None, one_of(Severity, "Findings as bad as this, or worse")] = None,
    clean: Annotated[
        bool, option("--clean", help="The rest: only games without such findings, or without any.")
    ] = False,
    copies: Annotated[Copies, one_of(Copies, "Games that the dataset has more than once", name="--dups")] = Copies.KEEP,
    move: Annotated[
        bool, option("--move", help="Move loose files of which all games are chosen; others are copied.")
    ] = False,
    repair: Annotated[
        bool, option("--repair", help="Write valid FF[4], with every repair that is beyond doubt.")
    ] = False,
    drop_illegal: Annotated[
        bool, option("--drop-illegal", help="With --repair, leave out moves that every ruleset forbids.")
    ] = False,
    append_trailing: Annotated[
        bool, option("--append-trailing", help="With --repair, append nodes behind a game tree to its main line.")
    ] = False,
    annotate: Annotated[
        bool, option("--annotate", help="With --repair, list the changes in the comment of each game.")
    ] = False,
    old_annotate: Annotated[bool, option("--tell", hidden=True)] = False,
    diff: Annotated[
        bool, option("--diff", help="With --repair, print each record's changes as a unified diff.")
    ] = False,
    root: Root = None,
    limit: Annotated[int, number(int, 0, "Show at most this many files; 0 for all.")] = 10,
    undo: Annotated[
        Path | None, option("--undo", metavar="LOG", help="Undo the exports of this log, or folder.")
    ] = None,
    yes: Annotated[bool, option("--yes", help="Export; without this option, the plan is shown.")] = False,
) -> None:
    """Copy games of a dataset to a folder, as files: those with some findings, or those without; a log undoes it."""
    if undo is not None:
        if source is not None or to is not None:
            fail("--undo takes only the log. Expected no other arguments except --yes.")
        _undo(undo, yes)
        return
    if source is None or to is None:
        fail("The dataset or the folder is missing. Expected: goanalyze export OUT --to DIR")
    if diff and not repair:
        fail("--diff is not valid without --repair. Expected both, or neither.")
    check_root(root)
    dataset = dataset_folder([source])
    from goanalyze.api import open_dataset
    from goanalyze.errors import DatasetError, ExportError, OptionError, OutputError
    from goanalyze.render.sections.export import export_sections
    from goanalyze.render.terminal.printer import print_diff, print_sections

    screen = console()
    with (
        exit_on(DatasetError, ExportError, OutputError, OptionError),
        progress_line("choosing the games") as show_progress,
    ):
        result = open_dataset(dataset).export(
            to,
            select=select,
            ignore=ignore,
            severity=severity,
            clean=clean,
            addresses=addresses,
            dups=copies,
            move=move,
            repair=repair,
            drop_illegal=drop_illegal,
            append_trailing=append_trailing,
            annotate=annotate or old_annotate,
            root=root,
            dry_run=not yes,
            limit=limit or 2**62,
            on_progress=lambda done: show_progress(lambda: f"{done.games:,} of {done.selected_games:,} games"),
            on_repair=partial(print_diff, screen) if diff else None,
        )
    print_sections(screen, export_sections(result, source))
    _print_sentences(result.missing, "more not exported", "not all was exported; the rest is done" if yes else "")


def _undo(log: Path, yes: bool) -> None:
    from goanalyze.errors import ExportError, OutputError
    from goanalyze.export.log import undo
    from goanalyze.render.sections.export import undo_section
    from goanalyze.render.terminal.printer import print_section

    with exit_on(ExportError, OutputError), progress_line("reading the log") as show_progress:
        result = undo(
            log,
            dry_run=not yes,
            on_progress=lambda done: show_progress(lambda: f"{done.deleted + done.returned:,} of {done.files:,} files"),
        )
    print_section(console(), undo_section(result))
    _print_sentences(result.left, "more left as they are", "")


def _print_sentences(sentences: list[str], more: str, last: str) -> None:
    """Print the first sentences on failures, and exit with code 2 if there is one."""
    for sentence in sentences[:_SENTENCES_SHOWN]:
        click.echo(f"goanalyze: {sentence}", err=True)
    if (rest := len(sentences) - _SENTENCES_SHOWN) > 0:
        click.echo(f"goanalyze: {rest:,} {more}", err=True)
    if sentences and last:
        fail(last)
    if sentences:
        raise click.exceptions.Exit(USAGE)
