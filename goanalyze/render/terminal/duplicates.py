"""What a search for copies found, for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

import pyarrow as pa
from rich.console import Console

from goanalyze.archives.address import Address
from goanalyze.duplicates.summary import Found, KindFound, Row
from goanalyze.render.terminal.terminal import Grid, heading, say
from goanalyze.tables.spreadsheet import csv_cell
from goanalyze.vocabulary.numbers import number, plural
from goanalyze.vocabulary.text import clean, cut_text

_BATCH: Final = 1_000  # rows
_HINTS: Final = ("GO607", "GO608")
_SHOWN: Final = 3  # columns that differ, with both values
_NAMED: Final = 3  # further ones, by name
_COUNTED: Final = ("certain", "likely", "possible", "across", "within")


def print_overview(console: Console, told: Found, out: str) -> None:
    """Print `overview`: what contradicts first, then how many of each kind, then examples."""
    games, copies, groups, kinds = told["games"], told["copies"], told["groups"], told["kinds"]
    if groups:
        more = plural(copies, "further copy", "further copies")
        _line(console, f"{plural(games, 'game')}: {games - copies:,} different, and {more} of {groups:,} of them")
    else:
        _line(console, f"{plural(games, 'game')}, no duplicates")
    if not kinds:
        return
    _print_contradictions(console, told)
    _print_kinds(console, told)
    _print_examples(console, kinds)
    place = clean(out)
    _line(console, f"\nTable written to {place}/duplicates: open with goanalyze.open({place!r}).duplicates")


def csv_lines(table: pa.Table) -> Iterator[str]:
    """Yield the whole table as CSV: the addresses of each copy and of the best one, then the columns of the table."""
    yield ",".join(("place", "best_place", *table.column_names)) + "\n"
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="\n")
    for batch in table.to_batches(max_chunksize=_BATCH):
        for row in batch.to_pylist():
            best = {name: row[f"best_{name}"] for name in ("source", "member", "game_index")}
            writer.writerow(map(csv_cell, (str(Address.of(row)), str(Address.of(best)), *row.values())))
            yield line.getvalue()
            line.seek(0)
            line.truncate()


def _print_contradictions(console: Console, told: Found) -> None:
    total, rows = told["contradicting_copies"], told["contradictions"]
    if not total:
        return
    note = f"{total:,} in {plural(told['contradicting_groups'], 'group')}"
    heading(console, "Copies that contradict each other in the result (GO609)", note)
    for row in rows:
        at = row["differs"].index("result_raw") if "result_raw" in row["differs"] else None
        own, best = ("" if at is None else _short(row[f"{of}_values"][at]) for of in ("own", "best"))
        _line(console, f"  {own}  {_place(row, '')}")
        _line(console, f"    {best}  {_place(row, 'best_')}")
    if total > len(rows):
        _line(console, f"  … and {total - len(rows):,} more: --limit 0")


def _print_kinds(console: Console, told: Found) -> None:
    console.print()
    grid = Grid("code", "what the copy is", "games", *_COUNTED, numbers=6, before=2)
    for kind in told["kinds"]:
        told_of = [kind["certain"], kind["likely"], kind["possible"], kind["across"], kind["within"]]
        grid.row(kind["code"], kind["title"], *map(number, [kind["rows"], *told_of]))
    grid.print(console)
    _line(console, "across: the best copy is in another archive or folder; within: in the same one")
    if any(kind["possible"] for kind in told["kinds"]):
        _line(console, "possible: pairs of games, not grouped; both are kept. GO607 and GO608 are hints only")
    if told["pairs_left_out"]:
        _line(console, f"not listed: {plural(told['pairs_left_out'], 'pair')} whose signature many games share")


def _print_examples(console: Console, kinds: list[KindFound]) -> None:
    rows = [row for kind in kinds for row in kind["examples"]]
    if not rows:
        return
    heading(console, "Examples")
    for row in rows:
        _line(console, f"  {row['code']} {_place(row, '')}")
        how = "; ".join(part for part in (_view(row), _moves(row), *_metadata(row)) if part)
        _line(console, f"        {'like' if row['keep'] is None else 'of'} {_place(row, 'best_')}")
        if how:
            _line(console, f"        {how}")


def _place(row: Row, prefix: str) -> str:
    return str(Address.of({name: row[f"{prefix}{name}"] for name in ("source", "member", "game_index")}))


def _view(row: Row) -> str:
    view = row["view"] if row["view"] and row["view"] != "as it is" else ""
    return " and ".join(part for part in (view, "with colours swapped" if row["swapped"] else "") if part)


def _moves(row: Row) -> str:
    """Say how the moves differ."""
    parts = []
    if row["code"] in _HINTS:
        return ""
    if row["differing_moves"]:
        differ = plural(row["differing_moves"], "move differs", "moves differ")
        parts.append(f"{differ}, first at move {row['first_difference']}")
    missing = row["missing_moves"] or 0
    if missing:
        parts.append(f"{plural(abs(missing), 'move')} {'fewer' if missing > 0 else 'more'} at the end")
    return "; ".join(parts)


def _metadata(row: Row) -> list[str]:
    """Say what names, dates and the like differ in, the first few."""
    pairs = zip(row["differs"], row["own_values"], row["best_values"], strict=True)
    named = [(name.removesuffix("_raw"), f"{_short(own)} / {_short(best)}") for name, own, best in pairs]
    told, more = (named[:2], named[2:]) if len(named) > _SHOWN else (named, [])
    names = ", ".join(name for name, _ in more) if len(more) <= _NAMED else f"{len(more)} more columns"
    return [*(f"{name} {values}" for name, values in told), *([f"also {names}"] if more else [])]


def _short(text: str) -> str:
    return cut_text(clean(text), 16) or "–"


def _line(console: Console, text: str) -> None:
    say(console, text.lstrip(" "), indent=len(text) - len(text.lstrip(" ")), hang=2)
