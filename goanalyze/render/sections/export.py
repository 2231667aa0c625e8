"""An export in sections: files, sums, the plan of a repair; and an export that was undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goanalyze.archives.address import quoted
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.export.export import Exported
from goanalyze.export.log import UndoResult
from goanalyze.export.repair_plan import OpenEntry, RepairPlan
from goanalyze.export.selection import ExportAction
from goanalyze.render.model import Block, Column, Commands, Kind, Paragraph, Section, Table, Value
from goanalyze.util.numbers import plural

_WORDS: Final = {
    ExportAction.COPIED: "copied as they are",
    ExportAction.MOVED: "moved, so that the originals are gone",
    ExportAction.CUT: "cut out of files with other games",
    ExportAction.REPAIRED: "repaired",
    ExportAction.CUT_REPAIRED: "cut out of files with other games, and repaired",
}
_BYTES: Final = 50_000  # fewer are not rounded to megabytes
_DRY_RUN: Final = Paragraph("Nothing is written yet. Repeat the command with `--yes`.")


def export_sections(exported: Exported, dataset: str) -> list[Section]:
    """Return the sections on an export, or on one that would be done."""
    files = sum(exported.files.values())
    size = f"{exported.bytes / 1e6:,.1f} MB" if exported.bytes >= _BYTES else plural(exported.bytes, "byte")
    blocks: list[Block] = [_entries(exported, files)] if exported.entries else []
    blocks += [
        Paragraph(f"{'To be written' if exported.dry_run else 'Written'} to `{exported.folder}`."),
        _sums(exported),
    ]
    sections = [
        Section(
            "export", "Export", tuple(blocks), f"{plural(exported.games, 'game')} in {plural(files, 'file')} ({size})"
        )
    ]
    if exported.plan is not None:
        sections += _plan(exported.plan, dataset)
    if exported.dry_run:
        sections.append(Section("export-next", "", (_DRY_RUN,)))
    elif files:
        undo = (
            f"goanalyze export --undo {quoted(str(exported.log))}",
            "undo the export; the log lists every file and change",
        )
        sections.append(Section("export-next", "", (Commands((undo,)),)))
    return sections


def undo_section(result: UndoResult) -> Section:
    """Return the section on an export that was undone, or would be."""
    be = "would be " if result.dry_run else ""
    returned, deleted = plural(result.returned, "file"), plural(result.deleted, "copy", "copies")
    sentence = Paragraph(f"{returned} {be}moved back, {deleted} {be}deleted.")
    return Section("undo", "", (sentence, _DRY_RUN) if result.dry_run else (sentence,))


def _entries(exported: Exported, files: int) -> Table:
    rows = tuple((entry.done, entry.address, entry.file) for entry in exported.entries)
    more = files - len(rows)
    notes = (f"… and {plural(more, 'more file', 'more files')}: `--limit 0`",) if more > 0 else ()
    columns = (
        Column("how, source and new file", Kind.NAME),
        Column("source", Kind.ADDRESS),
        Column("file", Kind.ADDRESS),
    )
    return Table(columns, rows, "Files", notes)


def _sums(exported: Exported) -> Table:
    rows = [(_WORDS[action], exported.files[action.value]) for action in ExportAction]
    rows += [
        ("copied, not moved: packed, in an archive, linked or incomplete", exported.not_moved),
        ("unchanged since an earlier export", exported.already_exported),
        ("left out: unreadable, without a game", exported.unreadable),
    ]
    return Table((Column("files"), Column("number", Kind.COUNT)), tuple(row for row in rows if row[1]))


def _plan(plan: RepairPlan, dataset: str) -> list[Section]:
    """Return the changes of a repair, the findings that an option repairs, and those that need a person."""
    head = Column("games", Kind.COUNT)
    changes: list[tuple[Value, ...]] = [
        (planned.kind.value, planned.games, planned.kind.meaning, ", ".join(planned.codes)) for planned in plan.repaired
    ]
    columns = Column("change", Kind.NAME), head, Column("meaning"), Column("codes", can_be_left_out=True)
    note = f"changes in {plural(plan.games, 'game')}" if plan.games else "no game has a change"
    blocks = (Table(columns, tuple(changes)),) if changes else ()
    return [
        Section("export-repaired", "Repaired", blocks, note),
        _open_section("export-optional", "Can be repaired with an option", plan.optional),
        _open_section("export-remaining", "Needs you", plan.remaining, dataset),
    ]


def _open_section(key: str, title: str, entries: Sequence[OpenEntry], dataset: str = "") -> Section:
    if not entries:
        return Section(key, title, (), "no error or warning")
    rows = [
        (entry.code, entry.games, CATALOGUE[entry.code].title, entry.option or CATALOGUE[entry.code].severity.value)
        for entry in entries
    ]
    last = Column("severity" if dataset else "option", Kind.NAME)
    columns = Column("code", Kind.NAME), Column("games", Kind.COUNT), Column("finding and first game"), last
    table = Table(
        (*columns, Column("first game", Kind.ADDRESS)),
        tuple((*row, str(entry.first)) for row, entry in zip(rows, entries, strict=True)),
    )
    if not dataset:
        return Section(key, title, (table, Paragraph("An option of `check` takes effect after a further check.")))
    commands = (
        (f"goanalyze show {quoted(str(entries[0].first))}", f"the first game with {entries[0].code}"),
        (
            f"goanalyze list {quoted(dataset)} --select {','.join(entry.code for entry in entries)}",
            "all these findings",
        ),
    )
    return Section(key, title, (table, Commands(commands)))
