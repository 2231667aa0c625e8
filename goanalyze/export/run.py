"""The export: files that are what was checked, each to a name of its own, with a line in the log before it has it.

A second export into the same folder goes on in its log: what is there already, as it was written, is not written again,
so that what was stopped is gone on with by the same call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from goanalyze.archives.members import Blob, printable
from goanalyze.archives.remote import is_remote
from goanalyze.errors import ExportError
from goanalyze.export.choices import Done
from goanalyze.export.chosen import Chosen, Wanted
from goanalyze.export.diff import FileRepair
from goanalyze.export.files import digest_of, fill, give_name, link_or_fill, remove_original, sweep, unfinished
from goanalyze.export.log import Entry, Log, read_log
from goanalyze.export.names import LOG, Names, base_of, numbered, path_of, with_ending
from goanalyze.export.originals import Missing, Original, originals
from goanalyze.export.plan import RepairPlan
from goanalyze.repair.repair import RepairError, repair
from goanalyze.sgf.charset import decode_as
from goanalyze.sgf.tree.change_log import Change
from goanalyze.tables.storage import Storage
from goanalyze.vocabulary.catalogue import APPEND_TRAILING, DROP_ILLEGAL

_SGF: Final = ".sgf"


@dataclass(frozen=True, slots=True)
class How:
    """What is done with the games that are chosen.

    Attributes:
        move: whether loose files of which all games are chosen are moved.
        repair: whether they are written as the repair makes them; then nothing is moved.
        drop_illegal, append_trailing, annotate: see `goanalyze.repair.repair.repair`.
        dry_run: whether all is done but writing.
    """

    move: bool = False
    repair: bool = False
    drop_illegal: bool = False
    append_trailing: bool = False
    annotate: bool = False
    dry_run: bool = False

    def __post_init__(self) -> None:
        if self.move and self.repair:
            raise ExportError(
                "--move and --repair exclude each other: a repaired file is a new one, and the original would be lost. "
                "Expected --repair without --move"
            )
        if (self.drop_illegal or self.append_trailing or self.annotate) and not self.repair:
            raise ExportError("--drop-illegal, --append-trailing and --annotate require --repair. Expected it, too")


@dataclass(slots=True)
class Exported:
    """What was exported, or would be.

    Attributes:
        folder: where to.
        dry_run: whether nothing was written.
        entries: the first lines of the log, as many as were asked for.
        files: how many came about in which way, by name of `Done`.
        games, bytes: in them.
        chosen: how many games are to be exported.
        before: files that an earlier export into this folder has written, and that are still as it wrote them.
        unreadable: files with such a finding and without a game whose bytes cannot be read.
        stayed: files that were to be moved and are copied, as they are packed, in an archive, or only in part wanted.
        plan: the changes of the repair, and the findings that it leaves; None without a repair.
        missing: what was not exported, and why, in one sentence each.

    Example:
        >>> import goanalyze as ga
        >>> exported = ga.check("data/sample/findings").export("ko", select="GO201", dry_run=True)
        >>> exported.games, exported.dry_run
        (3, True)
    """

    folder: Path
    dry_run: bool
    entries: list[Entry] = field(default_factory=list)
    files: Counter[str] = field(default_factory=Counter)
    games: int = 0
    bytes: int = 0
    chosen: int = 0
    before: int = 0
    unreadable: int = 0
    stayed: int = 0
    plan: RepairPlan | None = None
    missing: list[str] = field(default_factory=list)

    @property
    def log(self) -> Path:
        """The log of the folder."""
        return self.folder / LOG


@dataclass(frozen=True, slots=True)
class _Piece:
    """A file to be written: what it is made of, and how."""

    wanted: Wanted
    game: int | None
    parts: tuple[str, ...]
    data: bytes
    done: Done
    changes: str = ""

    @property
    def games(self) -> int:
        return len(self.wanted.games) if self.game is None else 1


class Export:
    """An export into a folder, as it goes on.

    Args:
        to: the folder.
        how: what is done.
        chosen: the games.
        given: what was given to the check, if that is known.
        found_at: returns where a source is now; raises `SourceError` where it is not.
        most: so many lines of the log are kept to be shown.
        on_repair: called with each file that the repair changes.

    Attributes:
        told: what was done so far.
    """

    def __init__(
        self,
        to: Path,
        how: How,
        chosen: Chosen,
        given: Sequence[str],
        found_at: Callable[[str], str],
        most: int = 10,
        on_repair: Callable[[FileRepair], None] | None = None,
    ) -> None:
        self._how, self._chosen, self._found_at, self._most = how, chosen, found_at, most
        self._on_repair = on_repair
        self._store = Storage(to)
        with self._store.storage_errors("be read"):
            self._names = Names(to)
        self._base = base_of(chosen.sources, given)
        self._earlier: dict[tuple[str, str], str] = {}
        self._moved: dict[str, Entry] = {}
        for entry in read_log(to / LOG):
            self._earlier[entry.address, entry.sha256] = entry.file
            if entry.done == Done.MOVED.value:
                self._moved[entry.address] = entry
        self._log = Log(to / LOG)
        options = (DROP_ILLEGAL, how.drop_illegal), (APPEND_TRAILING, how.append_trailing)
        plan = RepairPlan(frozenset(option for option, is_used in options if is_used)) if how.repair else None
        self.told = Exported(to, how.dry_run, chosen=chosen.games, unreadable=chosen.unreadable, plan=plan)

    def run(self) -> Exported:
        """Export.

        Raises:
            OutputError: something cannot be written; what was exported before stays, and is in the log.
        """
        if not self._how.dry_run:
            sweep(self.told.folder)
        with closing(self._log):
            for found in originals(self._chosen.by_source(), self._found_at):
                if isinstance(found, Original):
                    for piece in self._pieces(found):
                        self._put(piece, found)
                elif not self._was_moved(found):
                    self.told.missing.append(found.why)
        return self.told

    def _was_moved(self, found: Missing) -> bool:
        """Return whether a file is not in its place because an earlier export has moved it."""
        entry = self._moved.get(found.wanted.address())
        is_moved = entry is not None and digest_of(self.told.folder / entry.file) == entry.sha256
        self.told.before += is_moved
        return is_moved

    def _pieces(self, found: Original) -> Iterator[_Piece]:
        """Yield the files that are made of a file: itself, or the games that are cut out of it; repaired if asked."""
        wanted, how = found.wanted, self._how
        parts = path_of(wanted.source, wanted.member, self._base)
        whole = _Piece(wanted, None, parts, found.data, Done.COPIED)
        pieces = [(whole, wanted.encoding)] if wanted.is_whole else []
        for cut in found.cuts:
            name = numbered(with_ending(parts[-1], _SGF), f"game-{cut.game}")
            piece = _Piece(wanted, cut.game, (*parts[:-1], name), cut.data, Done.CUT, cut.change)
            pieces.append((piece, cut.encoding))
        for piece, encoding in pieces:
            if not how.repair or not wanted.ids:
                yield piece
                continue
            try:
                repaired = self._repaired(piece, encoding)
            except (RepairError, LookupError) as error:
                self.told.missing.append(f"{wanted.address(piece.game)} cannot be repaired: {error}")
            else:
                yield repaired

    def _repaired(self, piece: _Piece, encoding: str) -> _Piece:
        """Return a file as repaired, and add it to the plan."""
        how, selected, game = self._how, piece.wanted, piece.game
        result = repair(
            piece.data, encoding=encoding, drop_illegal=how.drop_illegal, append_trailing=how.append_trailing,
            annotate=how.annotate,
        )  # fmt: skip
        if self.told.plan is not None:
            self.told.plan.add(selected, game, result.changes)
        if result.data == piece.data:
            return piece
        parts = (*piece.parts[:-1], with_ending(piece.parts[-1], _SGF))
        if self._on_repair is not None:
            before = decode_as(Blob("", "", piece.data), encoding, "option").data.decode(errors="replace")
            after = result.data.decode(errors="replace")
            self._on_repair(FileRepair(selected.address(game), "/".join(parts), before, after))
        changes = "; ".join(filter(None, (piece.changes, *map(_log_text, result.changes))))
        done = Done.REPAIRED if game is None else Done.CUT_REPAIRED
        return _Piece(selected, game, parts, result.data, done, changes)

    def _put(self, piece: _Piece, found: Original) -> None:
        """Write a file, unless an earlier export has."""
        wanted, told = piece.wanted, self.told
        address, digest = wanted.address(piece.game), sha256(piece.data).hexdigest()
        earlier = self._earlier.get((address, digest))
        if earlier is not None and digest_of(told.folder / earlier) == digest:
            told.before += 1
            return
        original = None if is_remote(found.path) or wanted.member else Path(found.path)
        done, changes = piece.done, piece.changes
        if self._how.move:
            if done is Done.COPIED and original is not None and _is_plain(original, digest):
                done = Done.MOVED
            else:
                told.stayed += 1
        with self._store.storage_errors("be written"):
            name = self._names.place(piece.parts)
            where = found.path if is_remote(found.path) else printable(str(Path(found.path).absolute()))
            entry = Entry(address, name, done.value, piece.games, len(piece.data), digest, where, changes)
            if not self._how.dry_run:
                self._write(entry, piece.data, original if done in (Done.COPIED, Done.MOVED) else None)
        told.files[done.value] += 1
        told.games, told.bytes = told.games + piece.games, told.bytes + len(piece.data)
        if len(told.entries) < self._most:
            told.entries.append(entry)

    def _write(self, entry: Entry, data: bytes, original: Path | None) -> None:
        """Write a file and its line; of one that is moved, remove the original then."""
        path, is_moved = self.told.folder / entry.file, entry.done == Done.MOVED.value
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished(self.told.folder) as temporary:
            if is_moved and original is not None:
                link_or_fill(temporary, original, data)
                if digest_of(temporary) != entry.sha256:
                    raise OSError("what was written is not what is read there")
            else:
                fill(temporary, data, original)
            self._log.add(entry, lasting=is_moved)
            try:
                give_name(temporary, path)
            except OSError:
                self._log.take_back()
                raise
        if is_moved and original is not None and not remove_original(original, path, entry.sha256):
            self.told.missing.append(f"{entry.address} changed while it was moved, and stays where it was, too")


def _log_text(change: Change) -> str:
    """Return a change as the log has it: ``handicap-stones GO154 #1@7: message``."""
    address = f"#{change.game}" * (change.game > 0) + (f"@{change.move}" if change.move is not None else "")
    head = " ".join(filter(None, (change.name, change.code, address)))
    return f"{head}: {change.message.rstrip('.')}"


def _is_plain(original: Path, digest: str) -> bool:
    """Return whether a loose file is no link, and its bytes are those to be written, not unpacked ones."""
    return not original.is_symlink() and digest_of(original) == digest
