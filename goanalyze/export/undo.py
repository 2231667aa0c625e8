"""An export undone by its log, the last file first: what was moved goes back, what was copied and is unchanged goes.

What was changed since, and what would take the place of something else, is left as it is, and stays in the log. A run
that was stopped is gone on with by the same call.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath

from goanalyze.archives.members import as_on_disk
from goanalyze.errors import ExportError
from goanalyze.export.choices import Done
from goanalyze.export.files import digest_of, give_name, link_or_fill, sweep, unfinished
from goanalyze.export.log import Entry, Log, read_log
from goanalyze.export.names import LOG
from goanalyze.tables.storage import Storage


@dataclass(slots=True)
class Undone:
    """What was undone, or would be.

    Attributes:
        log: of the export.
        dry_run: whether nothing was changed.
        files: how many the log tells of.
        deleted: copies that are gone.
        returned: files that are where they were before.
        left: what was left as it is, and why, in one sentence each.
    """

    log: Path
    dry_run: bool
    files: int = 0
    deleted: int = 0
    returned: int = 0
    left: list[str] = field(default_factory=list)


def undo(log: Path, *, dry_run: bool = False, on_progress: Callable[[Undone], None] | None = None) -> Undone:
    """Undo all exports into a folder.

    Args:
        log: the log, or the folder that it is in.
        dry_run: whether nothing is changed.
        on_progress: is called as it begins, with what grows until it is returned.

    Raises:
        ExportError: there is no log, or it cannot be read.
        OutputError: something cannot be written; what is undone stays undone.
    """
    log = log / LOG if log.is_dir() else log
    if not log.is_file():
        raise ExportError(f"the log {str(log)!r} is not found. Expected the {LOG} of a folder with an export")
    done, lines = Undone(log, dry_run), defaultdict[str, list[Entry]](list)
    for entry in read_log(log):
        lines[entry.file].append(entry)  # several of one file, where an export was stopped before it had its name
    done.files = len(lines)
    if on_progress is not None:
        on_progress(done)
    keep: list[Entry] = []
    if not dry_run:
        originals = (Path(as_on_disk(entry.original)) for entries in lines.values() for entry in entries)
        for folder in {log.parent, *(path.parent for path in originals)}:
            sweep(folder)  # what was left unfinished by a process that was killed
    with Storage(log.parent).storage_errors("be written"):
        for entries in reversed(lines.values()):
            why = _undo(log.parent, entries, done)
            if why:
                done.left.append(why)
                keep += entries
        if not dry_run:
            _tidy(log.parent, lines)
            _rewrite(log, keep[::-1])
    return done


def _undo(folder: Path, entries: list[Entry], done: Undone) -> str:
    """Undo what became of one file; return why not, if it is left as it is."""
    entry = entries[-1]
    name = PurePosixPath(entry.file)
    path = folder.joinpath(*name.parts)
    if name.is_absolute() or ".." in name.parts or not _is_below(folder, path.parent):
        return f"{entry.file!r} is outside the folder of the log, and is left as it is"
    if not os.path.lexists(path):
        is_lost = entry.done == Done.MOVED.value and not os.path.lexists(as_on_disk(entry.original))
        return f"{str(path)!r} is not there, nor is {entry.original!r}, from where it was moved" * is_lost
    digest = digest_of(path)
    entry = next((each for each in entries if each.sha256 == digest), entry)
    if digest != entry.sha256:
        return f"{str(path)!r} was changed since it was exported, and is left as it is"
    if entry.done != Done.MOVED.value:
        done.deleted += 1
        if not done.dry_run:
            path.unlink()
        return ""
    original = Path(as_on_disk(entry.original))
    if os.path.lexists(original) and digest_of(original) != digest:
        return f"{str(path)!r} is left as it is: something else stands at {entry.original!r} now"
    done.returned += 1
    if not done.dry_run:
        _move_back(path, original)
    return ""


@lru_cache(maxsize=1000)
def _is_below(folder: Path, place: Path) -> bool:
    """Return whether a folder is one, or stands in it, and no link leads out."""
    return folder.resolve() in (place.resolve(), *place.resolve().parents)


def _move_back(path: Path, original: Path) -> None:
    """Move a file to where it was; nothing is lost whenever this is stopped."""
    if not os.path.lexists(original):
        original.parent.mkdir(parents=True, exist_ok=True)
        with Storage(original.parent).storage_errors("be written"), unfinished(original.parent) as temporary:
            link_or_fill(temporary, path, path.read_bytes())
            give_name(temporary, original)
    if digest_of(original) == digest_of(path):
        path.unlink()


def _tidy(folder: Path, files: Iterable[str]) -> None:
    """Remove the folders that are empty now."""
    parents = {parent for file in files for parent in PurePosixPath(file).parents if ".." not in parent.parts}
    for parent in sorted(parents, key=lambda path: -len(path.parts)):
        if parent.parts:
            with suppress(OSError):  # there is something in it
                (folder / parent).rmdir()


def _rewrite(log: Path, keep: list[Entry]) -> None:
    """Keep of a log the lines of what is left; a log without a line goes."""
    if not keep:
        log.unlink()
        return
    with unfinished(log.parent) as temporary:
        with closing(Log(temporary)) as rest:
            for entry in keep:
                rest.add(entry)
        os.replace(temporary, log)  # noqa: PTH105 - the one name that is to be replaced
