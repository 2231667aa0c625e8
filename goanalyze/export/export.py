"""An export from its beginning to its end: where it may go, what is chosen, and what is said when it is stopped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pyarrow.compute as pc

from goanalyze.archives.address import quoted
from goanalyze.archives.members import as_on_disk
from goanalyze.archives.remote import is_remote
from goanalyze.archives.reread import locate
from goanalyze.errors import ExportError, OutputError, SourceError
from goanalyze.export.chosen import Choosing, Chosen, Place
from goanalyze.export.diff import FileRepair
from goanalyze.export.plan import FINDING_COLUMNS, LISTED
from goanalyze.export.run import Export, Exported, How
from goanalyze.tables.dataset import Parts, inputs_of
from goanalyze.tables.reading import TableOrParts, read
from goanalyze.vocabulary.numbers import plural


def export(
    place: Place,
    to: str | Path,
    choosing: Choosing,
    how: How,
    *,
    dataset: Path | None,
    root: str | Path | None,
    most: int = 10,
    on_progress: Callable[[Exported], None] | None = None,
    on_repair: Callable[[FileRepair], None] | None = None,
) -> Exported:
    """Export games of a dataset.

    Args:
        place: where its tables are.
        to: the folder to export to.
        choosing: which games.
        how: what is done with them.
        dataset: its folder, if it is on disk.
        root: a folder that holds the sources now, see `goanalyze.archives.reread.locate`.
        most: so many lines of the log are returned.
        on_progress: is called as it begins, with what grows until it is returned.
        on_repair: called with each file that the repair changes.

    Raises:
        ExportError: what is asked for cannot be, or something cannot be written: then what was exported before stays.
        OptionError: something names no code.
        DatasetError: a table is missing or damaged.
    """
    if is_remote(str(to)):
        raise ExportError(f"{str(to)!r} is not on this machine. Expected a local folder after --to")
    to = Path(to)
    chosen = Chosen(place, choosing)
    given = _given(place("games"))
    found_at = partial(locate, beside=dataset, root=root)
    _check_folder(to, dataset, _one_of_each_folder(chosen.sources, found_at), given)
    with _told_how_far(going := Export(to, how, chosen, given, found_at, most, on_repair)):
        if on_progress is not None:
            on_progress(going.told)
        exported = going.run()
    if exported.plan is not None:
        listed = pc.field("code").cast("string").isin(LISTED)
        exported.plan.add_findings(read(place("findings"), FINDING_COLUMNS, listed).to_pylist())
    return exported


def _given(games: TableOrParts) -> list[str]:
    """Return the inputs of the check that wrote a dataset; empty for tables in memory."""
    return list(inputs_of(games.uri)) if isinstance(games, Parts) else []


def _one_of_each_folder(sources: Sequence[str], found_at: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return one source of each folder, and where it is; none of a folder whose sources are gone."""
    found = []
    for source in {os.path.dirname(source): source for source in sources}.values():  # noqa: PTH120 - URIs, too
        with suppress(SourceError):
            found.append((source, found_at(source)))
    return found


@contextmanager
def _told_how_far(going: Export) -> Iterator[None]:
    """Say of an export that is stopped what it has done, and how to go on."""
    try:
        yield
    except (OutputError, KeyboardInterrupt) as error:
        number, log = sum(going.told.files.values()), str(going.told.log)
        rest = "; nothing was exported"
        if number and not going.told.dry_run:
            rest = (f"; {plural(number, 'file')} exported before, all in {log!r}: the same command goes on, "
                    f"goanalyze export --undo {quoted(log)} undoes them")  # fmt: skip
        if isinstance(error, OutputError):
            raise ExportError(f"{error}{rest}") from None
        raise KeyboardInterrupt(rest) from None


def _check_folder(to: Path, dataset: Path | None, sources: Sequence[tuple[str, str]], given: Sequence[str]) -> None:
    """See that a folder may be exported to.

    Args:
        to: the folder.
        dataset: that of the dataset.
        sources: some of the sources as the tables have them, at least one of each folder, and where they are.
        given: what was given to the check, if that is known.

    Raises:
        ExportError: it is a file, cannot be written, or stands in, or holds, sources or the dataset.
    """
    place = to.resolve()
    there = next(path for path in (place, *place.parents) if path.exists())
    if not there.is_dir():
        raise ExportError(f"{str(there)!r} is a file. Expected a folder after --to")
    if not os.access(there, os.W_OK | os.X_OK):
        raise ExportError(f"{str(there)!r} cannot be written. Expected another folder after --to")
    if dataset is not None and _meet(place, dataset.resolve()):
        raise ExportError(f"{str(to)!r} is, contains or is in the dataset. Expected another folder after --to")
    for source, path in sources:
        if is_remote(path):
            continue
        folder = Path(path).resolve().parent
        if _is_in(folder, place):
            raise ExportError(
                f"{str(to)!r} is or contains the folder of the checked {source!r}. Expected another folder after --to"
            )
        for root in given:
            tail = source[len(root.rstrip("/\\")) :]
            if source.startswith(root) and tail and str(path).endswith(as_on_disk(tail)):
                around = Path(str(path)[: -len(as_on_disk(tail))] or "/").resolve()
                if _is_in(place, around):
                    raise ExportError(
                        f"{str(to)!r} is in {root!r}, so the next check would include it. "
                        "Expected a folder outside of it after --to"
                    )


def _is_in(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents


def _meet(one: Path, other: Path) -> bool:
    return _is_in(one, other) or _is_in(other, one)
