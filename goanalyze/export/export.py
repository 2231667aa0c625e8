"""An export: the selected files are read again, repaired on request, and written, each with its line in the log first.

A further export into the same folder continues its log. Files that are there as they were written are not written
again, so that the same call continues an export that was interrupted.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

import pyarrow.compute as pc

from goanalyze.archives.address import quoted
from goanalyze.archives.blobs import Blob, as_on_disk, printable
from goanalyze.archives.remote import is_remote
from goanalyze.archives.sources import locate
from goanalyze.catalogue.catalogue import APPEND_TRAILING, DROP_ILLEGAL
from goanalyze.errors import ExportError, OptionError, OutputError, SourceError, TreeError
from goanalyze.export.file_names import FileNames, common_folder, path_parts, with_ending, with_number
from goanalyze.export.log import LOG, ExportLog, LogEntry, read_log
from goanalyze.export.repair_plan import FINDING_COLUMNS, LISTED, RepairPlan
from goanalyze.export.selection import ExportAction, Selection, SelectionCriteria, TableLookup
from goanalyze.export.source_files import SourceFile, read_files
from goanalyze.repair.repair import FileRepair, repair
from goanalyze.sgf.charset import decode_as
from goanalyze.sgf.tree.writer import Change
from goanalyze.tables.dataset import Parts, inputs_of
from goanalyze.tables.reading import read
from goanalyze.tables.storage import Storage
from goanalyze.util.atomic_files import (
    file_digest,
    link_or_write,
    remove_leftovers,
    rename_new,
    temporary_file,
    write_new,
)
from goanalyze.util.numbers import plural

_SGF: Final = ".sgf"


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Options of an export, see `Tables.export`."""

    move: bool = False
    repair: bool = False
    drop_illegal: bool = False
    append_trailing: bool = False
    annotate: bool = False
    dry_run: bool = False
    limit: int = 10

    def __post_init__(self) -> None:
        if self.move and self.repair:
            raise ExportError(
                "--move and --repair exclude each other: a repaired file is a new one, and the original would be lost. "
                "Expected --repair without --move"
            )
        if (self.drop_illegal or self.append_trailing or self.annotate) and not self.repair:
            raise ExportError("--drop-illegal, --append-trailing and --annotate require --repair. Expected it, too")


@dataclass(slots=True)
class Exported:  # language: public name
    """The result of an export, or of a dry run.

    Attributes:
        folder: folder of the new files.
        dry_run: True if nothing was written.
        entries: first entries of the log.
        files: number of new files by action: copied, moved, cut, repaired, cut_repaired.
        games, bytes: number of games in the new files, and their size.
        selected_games: number of selected games.
        already_exported: number of files of earlier exports into the folder that are unchanged.
        unreadable: number of selected files without a game that cannot be read.
        not_moved: number of files that were copied instead: packed, in an archive, linked, or not selected completely.
        plan: changes of the repair and findings that remain; None without a repair.
        missing: reasons for the files that were not exported, in one sentence each.

    Example:
        >>> import goanalyze as ga
        >>> exported = ga.check("data/sample/findings").export("ko", select="GO201", dry_run=True)
        >>> exported.games, exported.dry_run
        (3, True)
    """

    folder: Path
    dry_run: bool
    entries: list[LogEntry] = field(default_factory=list)
    files: Counter[str] = field(default_factory=Counter)
    games: int = 0
    bytes: int = 0
    selected_games: int = 0
    already_exported: int = 0
    unreadable: int = 0
    not_moved: int = 0
    plan: RepairPlan | None = None
    missing: list[str] = field(default_factory=list)

    @property
    def log(self) -> Path:
        """The log of the folder."""
        return self.folder / LOG


def export(
    tables: TableLookup,
    to: str | Path,
    criteria: SelectionCriteria,
    options: ExportOptions,
    *,
    dataset: Path | None,
    root: str | Path | None,
    on_progress: Callable[[Exported], None] | None = None,
    on_repair: Callable[[FileRepair], None] | None = None,
) -> Exported:
    """Export games of a dataset, see `Tables.export`; tables in memory have no folder."""
    if is_remote(str(to)):
        raise ExportError(f"{str(to)!r} is not on this machine. Expected a local folder after --to")
    selection = Selection(tables, criteria)
    games = tables("games")
    inputs = list(inputs_of(games.uri)) if isinstance(games, Parts) else []
    find_source = partial(locate, dataset=dataset, root=root)
    _check_folder(Path(to), dataset, _one_source_of_each_folder(selection.sources, find_source), inputs)
    plan = None
    if options.repair:
        used = (DROP_ILLEGAL, options.drop_illegal), (APPEND_TRAILING, options.append_trailing)
        plan = RepairPlan(frozenset(option for option, is_used in used if is_used))
    result = Exported(
        Path(to), options.dry_run, selected_games=selection.games, unreadable=selection.unreadable, plan=plan
    )
    writer = _FileWriter(result, options, common_folder(selection.sources, inputs), on_repair)
    with _error_with_progress(result):
        if on_progress is not None:
            on_progress(result)
        with closing(writer):
            for file in read_files(selection.by_source(), find_source):
                if isinstance(file, SourceFile):
                    writer.add(file)
                elif not writer.was_moved(file.address):
                    result.missing.append(file.reason)
    if plan is not None:
        is_listed = pc.field("code").cast("string").isin(LISTED)
        plan.add_findings(read(tables("findings"), FINDING_COLUMNS, is_listed).to_pylist())
    return result


def _one_source_of_each_folder(sources: Sequence[str], find_source: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return one source of each folder, and its present path; none of a folder whose sources are missing."""
    paths = []
    for source in {os.path.dirname(source): source for source in sources}.values():
        with suppress(SourceError):
            paths.append((source, find_source(source)))
    return paths


def _check_folder(to: Path, dataset: Path | None, sources: Sequence[tuple[str, str]], inputs: Sequence[str]) -> None:
    """Raise `ExportError` if the folder of an export is not valid for some sources, each with its present path."""

    def refusal(problem: str, advice: str = "another folder") -> ExportError:
        return ExportError(f"{problem}. Expected {advice} after --to")

    folder = to.resolve()
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not existing.is_dir():
        raise refusal(f"{str(existing)!r} is a file", "a folder")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise refusal(f"{str(existing)!r} cannot be written")
    if dataset is not None and (folder.is_relative_to(dataset.resolve()) or dataset.resolve().is_relative_to(folder)):
        raise refusal(f"{str(to)!r} is, contains or is in the dataset")
    for source, path in sources:
        if is_remote(path):
            continue
        if Path(path).resolve().parent.is_relative_to(folder):
            raise refusal(f"{str(to)!r} is or contains the folder of the checked {source!r}")
        for checked in inputs:
            tail = as_on_disk(source[len(checked.rstrip("/\\")) :])
            is_inside = source.startswith(checked) and tail and path.endswith(tail)
            if is_inside and folder.is_relative_to(Path(path[: -len(tail)] or "/").resolve()):
                raise refusal(
                    f"{str(to)!r} is in {checked!r}, so the next check would include it", "a folder outside of it"
                )


@contextmanager
def _error_with_progress(result: Exported) -> Iterator[None]:
    """Add to the message of an error or interrupt the number of files before it, and the commands to continue."""
    try:
        yield
    except (OutputError, KeyboardInterrupt) as error:
        number, log = sum(result.files.values()), str(result.log)
        rest = "; nothing was exported"
        if number and not result.dry_run:
            rest = (
                f"; {plural(number, 'file')} exported before, all in {log!r}: the same command goes on, "
                f"goanalyze export --undo {quoted(log)} undoes them"
            )
        if isinstance(error, OutputError):
            raise ExportError(f"{error}{rest}") from None
        raise KeyboardInterrupt(rest) from None


def _file_repair(file: SourceFile, repaired: SourceFile, parts: Sequence[str]) -> FileRepair:
    """Return the repair of a file that is written under the parts of a path."""
    before = decode_as(Blob("", "", file.data), file.encoding, "option").data.decode(errors="replace")
    address = file.selected.address(file.game)
    return FileRepair(address, "/".join(parts), before, repaired.data.decode(errors="replace"))


class _FileWriter:
    """Writes the files of an export into its folder, and counts them in its result."""

    def __init__(
        self,
        result: Exported,
        options: ExportOptions,
        source_folder: Sequence[str],
        on_repair: Callable[[FileRepair], None] | None,
    ) -> None:
        self._result, self._options, self._source_folder, self._on_repair = result, options, source_folder, on_repair
        self._store = Storage(result.folder)
        with self._store.storage_errors("be read"):
            self._names = FileNames(result.folder)
        entries = list(read_log(result.log))
        self._earlier = {(entry.address, entry.sha256): entry.file for entry in entries}
        self._moved = {entry.address: entry for entry in entries if entry.done == ExportAction.MOVED.value}
        self._log = ExportLog(result.log)
        if not options.dry_run:
            remove_leftovers(result.folder)

    def close(self) -> None:
        self._log.close()

    def was_moved(self, address: str) -> bool:
        """Return True if an earlier export has moved a file, and count it."""
        entry = self._moved.get(address)
        is_moved = entry is not None and file_digest(self._result.folder / entry.file) == entry.sha256
        self._result.already_exported += is_moved
        return is_moved

    def add(self, file: SourceFile) -> None:
        """Write a file or a game that was cut out of one, repaired on request."""
        *folders, name = path_parts(file.selected.source, file.selected.member, self._source_folder)
        action = ExportAction.COPIED
        if file.game is not None:
            name, action = with_number(with_ending(name, _SGF), f"game-{file.game}"), ExportAction.CUT
        if self._options.repair and file.selected.ids:
            try:
                repaired = self._repaired(file)
            except (TreeError, OptionError, LookupError) as error:
                self._result.missing.append(f"{file.selected.address(file.game)} cannot be repaired: {error}")
                return
            if repaired is not file:
                name = with_ending(name, _SGF)
                if self._on_repair is not None:  # whose errors are those of the caller
                    self._on_repair(_file_repair(file, repaired, (*folders, name)))
                action = ExportAction.REPAIRED if file.game is None else ExportAction.CUT_REPAIRED
                file = repaired
        self._write(file, (*folders, name), action)

    def _repaired(self, file: SourceFile) -> SourceFile:
        """Return a repaired file, and add it to the plan; the same file if the repair changes nothing."""
        options = self._options
        data, changes = repair(
            file.data,
            encoding=file.encoding,
            drop_illegal=options.drop_illegal,
            append_trailing=options.append_trailing,
            annotate=options.annotate,
        )
        if self._result.plan is not None:
            self._result.plan.add(file.selected, file.game, changes)
        if data == file.data:
            return file
        return file._replace(data=data, change="; ".join(filter(None, (file.change, *map(_change_text, changes)))))

    def _write(self, file: SourceFile, parts: Sequence[str], action: ExportAction) -> None:
        """Write a file unless an earlier export has written it."""
        result, is_far = self._result, is_remote(file.path)
        address, digest = file.selected.address(file.game), sha256(file.data).hexdigest()
        earlier = self._earlier.get((address, digest))
        if earlier is not None and file_digest(result.folder / earlier) == digest:
            result.already_exported += 1
            return
        original = None
        if action is ExportAction.COPIED and not is_far and not file.selected.member:
            original = Path(file.path)
        if self._options.move:
            if original is not None and file_digest(original) == digest:  # not a link, and not packed
                action = ExportAction.MOVED
            else:
                result.not_moved += 1
        with self._store.storage_errors("be written"):
            path = file.path if is_far else printable(str(Path(file.path).absolute()))
            games = len(file.selected.games) if file.game is None else 1
            name = self._names.add(parts)
            entry = LogEntry(address, name, action.value, games, len(file.data), digest, path, file.change)
            if not self._options.dry_run:
                self._write_logged(entry, file.data, original)
        result.files[action.value] += 1
        result.games, result.bytes = result.games + games, result.bytes + entry.bytes
        if len(result.entries) < self._options.limit:
            result.entries.append(entry)

    def _write_logged(self, entry: LogEntry, data: bytes, original: Path | None) -> None:
        """Write a file and its line; if it is moved, remove the original once the copy was read back."""
        path = self._result.folder / entry.file
        moved = original if entry.done == ExportAction.MOVED.value else None
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary_file(self._result.folder) as temporary:
            if moved is None:
                write_new(temporary, data, original)
            else:
                link_or_write(temporary, moved, data)
                if file_digest(temporary) != entry.sha256:
                    raise OSError("the file that was written has other bytes when it is read")
            self._log.add(entry, is_synced=moved is not None)
            try:
                rename_new(temporary, path)
            except OSError:
                self._log.remove_last()
                raise
        if moved is not None:
            if file_digest(path) == file_digest(moved) == entry.sha256:
                moved.unlink()
            else:
                self._result.missing.append(f"{entry.address} changed while it was moved, and stays where it was, too")


def _change_text(change: Change) -> str:
    """Return a change as the log has it: ``handicap-stones GO154 #1@7: message``."""
    address = f"#{change.game}" * (change.game > 0) + (f"@{change.move}" if change.move is not None else "")
    head = " ".join(filter(None, (change.name, change.code, address)))
    return f"{head}: {change.message.rstrip('.')}"
