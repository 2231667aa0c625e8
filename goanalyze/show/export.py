"""What an export did, or would do, for people."""

from __future__ import annotations

from typing import Final

from rich.console import Console

from goanalyze.archives.address import quoted
from goanalyze.export.choices import Done
from goanalyze.export.run import Exported
from goanalyze.export.undo import Undone
from goanalyze.show.terminal import say
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


def print_exported(console: Console, told: Exported) -> None:
    """Print what was exported: the first files, then the sums."""
    for entry in told.entries:
        say(console, clean(entry.address), wrap=False)
        say(console, f"  → {clean(entry.file)}", wrap=False)
    files = sum(told.files.values())
    if files > len(told.entries):
        say(console, f"… and {plural(files - len(told.entries), 'more file', 'more files')}")
    if told.entries:
        console.print()
    verb = "would be" if told.dry_run else "were" if told.games != 1 else "was"
    size = f"{told.bytes / 1e6:,.1f} MB" if told.bytes >= 50_000 else plural(told.bytes, "byte")
    say(console, f"{plural(told.games, 'game')} in {plural(files, 'file')} ({size}) {verb} exported to:")
    say(console, f"  {clean(str(told.folder))}", wrap=False)
    for done in Done:
        if number := told.files[done.value]:
            are = "would be" if told.dry_run else "are"
            say(console, f"  {number:>9,} {_WORDS[done].format(are=are)}")
    if told.changes:
        say(console, "            of what, and in how many files:")
    for code, number in sorted(told.changes.items(), key=lambda item: item[0] or "~"):
        what = f"{code} {CATALOGUE[code].title}" if code else "what no finding tells, see the log"
        say(console, f"  {number:>13,}  {what}")
    if told.before:
        say(console, f"  {told.before:>9,} more are there already, from an earlier export")
    if told.stayed:
        say(console, f"  {told.stayed:>9,} of them copied, not moved: packed, in an archive, linked, or not whole")
    if told.unreadable:
        say(console, f"  {told.unreadable:>9,} files that cannot be read, and hold no game, are left out")
    if told.dry_run:
        say(console, "\nNothing is written yet: give the same command with --yes")
    elif files:
        say(
            console,
            f"\nThe log tells from where, and undoes it:\n  goanalyze export --undo {quoted(str(told.log))}",
            wrap=False,
        )


def print_undone(console: Console, told: Undone) -> None:
    """Print what was undone."""
    be = "would be " if told.dry_run else ""
    say(
        console, f"{plural(told.returned, 'file')} {be}moved back, {plural(told.deleted, 'copy', 'copies')} {be}deleted"
    )
    if told.dry_run:
        say(console, "Nothing is done yet: give the same command with --yes")
