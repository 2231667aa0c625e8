"""The text of exports for people: files, sums, the plan of a repair with its diffs, and undone exports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.cells import chop_cells
from rich.console import Console
from rich.text import Text

from goanalyze.archives.address import quoted
from goanalyze.export.choices import Done
from goanalyze.export.diff import FileRepair
from goanalyze.export.plan import OpenEntry, RepairPlan
from goanalyze.export.run import Exported
from goanalyze.export.undo import Undone
from goanalyze.render.terminal.printer import print_line, print_text, print_title
from goanalyze.vocabulary.catalogue import CATALOGUE
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.text import clean

_WORDS: Final = {
    Done.COPIED: "as they are",
    Done.MOVED: "moved: the originals {are} gone",
    Done.CUT: "cut out of files with other games",
    Done.REPAIRED: "repaired",
    Done.CUT_REPAIRED: "cut out of files with other games, and repaired",
}
_STYLES: Final = {"-": "red", "+": "green", "@": "cyan", " ": ""}
_INDENT: Final = 10  # columns before the text of a plan, behind its counts


def print_exported(console: Console, exported: Exported, dataset: str) -> None:
    """Print an export: the first files, the sums, and the plan of its repair.

    Args:
        console: output.
        exported: the export.
        dataset: folder of the dataset, for commands.
    """
    for entry in exported.entries:
        print_line(console, clean(entry.address))
        print_line(console, f"  → {clean(entry.file)}")
    files = sum(exported.files.values())
    if files > len(exported.entries):
        print_text(console, f"… and {plural(files - len(exported.entries), 'more file', 'more files')}")
    if exported.entries:
        console.print()
    verb = "would be" if exported.dry_run else "were" if exported.games != 1 else "was"
    size = f"{exported.bytes / 1e6:,.1f} MB" if exported.bytes >= 50_000 else plural(exported.bytes, "byte")
    print_text(console, f"{plural(exported.games, 'game')} in {plural(files, 'file')} ({size}) {verb} exported to:")
    print_line(console, f"  {clean(str(exported.folder))}")
    for done in Done:
        if number := exported.files[done.value]:
            are = "would be" if exported.dry_run else "are"
            print_text(console, f"  {number:>9,} {_WORDS[done].format(are=are)}")
    if exported.before:
        print_text(console, f"  {exported.before:>9,} more are there already, from an earlier export")
    if exported.stayed:
        print_text(
            console, f"  {exported.stayed:>9,} of them copied, not moved: packed, in an archive, linked, or not whole"
        )
    if exported.unreadable:
        print_text(console, f"  {exported.unreadable:>9,} files that cannot be read, and hold no game, are left out")
    if exported.plan is not None:
        _print_plan(console, exported.plan, dataset)
    if exported.dry_run:
        console.print()
        print_text(console, "Nothing is written yet: give the same command with --yes")
    elif files:
        console.print()
        print_text(console, "The log lists every file and change; this undoes it:")
        print_line(console, f"  goanalyze export --undo {quoted(str(exported.log))}")


def _print_plan(console: Console, plan: RepairPlan, dataset: str) -> None:
    """Print the changes of a repair, the findings that an option repairs, and those that need a person."""
    optional, remaining = plan.optional, plan.remaining
    console.print()
    print_title(console, "Mended", f"changes in {plural(plan.games, 'game')}" if plan.games else "no game has a change")
    width = max((len(planned.kind.value) for planned in plan.repaired), default=0)
    for planned in plan.repaired:
        codes = f" ({', '.join(planned.codes)})" if planned.codes else ""
        _print_entry(console, planned.games, planned.kind.value, f"{planned.kind.meaning}{codes}", width)
    console.print()
    print_title(console, "Could be mended", "games, findings and options" if optional else "no option mends more")
    for entry in optional:
        _print_entry(console, entry.games, entry.code, CATALOGUE[entry.code].title)
        _print_commands(console, [_option_hint(entry), _show_command(entry)])
    console.print()
    print_title(console, "Needs you", "games, findings and commands" if remaining else "no error or warning remains")
    for entry in remaining:
        catalogued = CATALOGUE[entry.code]
        _print_entry(console, entry.games, entry.code, f"{catalogued.title} ({catalogued.severity})")
        rest = [f"goanalyze list {quoted(dataset)} --select {entry.code}"] if entry.games > 1 else []
        _print_commands(console, [_show_command(entry), *rest])


def _print_entry(console: Console, games: int, name: str, text: str, width: int = 0) -> None:
    line = Text.assemble(f"{games:>{_INDENT - 2},}  ", (f"{name:<{width}}", "bold"), f"  {text}")
    print_text(console, line, hang=_INDENT + max(width, len(name)) + 2)


def _print_commands(console: Console, commands: Iterable[str]) -> None:
    for command in commands:
        print_line(console, " " * _INDENT + command)


def _option_hint(entry: OpenEntry) -> str:
    command, _, option = entry.option.rpartition(" --")
    return f"check again with --{option}, then export" if command else f"add {entry.option} to this command"


def _show_command(entry: OpenEntry) -> str:
    return f"goanalyze show {quoted(str(entry.first))}"


def print_diff(console: Console, repair: FileRepair) -> None:
    """Print the unified diff of a repaired file, with long lines cut to the width of the console."""
    for line in repair.diff():
        style = "bold" if line.startswith(("--- ", "+++ ")) else _STYLES[line[0]]
        first, *others = chop_cells(clean(line.replace("\t", " ")), max(console.width - 1, 2)) or [""]
        for part in (first, *(f"{line[0]}{other}" for other in others)):
            console.print(Text(part, style), no_wrap=True, overflow="ignore", crop=False, highlight=False)
    console.print()


def print_undone(console: Console, result: Undone) -> None:
    """Print an undone export."""
    be = "would be " if result.dry_run else ""
    returned, deleted = plural(result.returned, "file"), plural(result.deleted, "copy", "copies")
    print_text(console, f"{returned} {be}moved back, {deleted} {be}deleted")
    if result.dry_run:
        print_text(console, "Nothing is done yet: give the same command with --yes")
