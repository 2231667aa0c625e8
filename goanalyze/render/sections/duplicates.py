"""Copies of games in a dataset: their number by kind, contradicting results, examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.game_facts import Level
from goanalyze.duplicates.summary import EXAMPLES, DuplicateSummary, address_of
from goanalyze.render.model import Block, Cell, Column, Commands, Kind, Paragraph, Rows, Section, Table, Value
from goanalyze.util.numbers import plural
from goanalyze.util.row import Fields
from goanalyze.util.text import cut_text

_HINTS: Final = ("GO607", "GO608")
_VALUES: Final = 3  # columns of games whose two values are shown
_NAMES: Final = 3  # further ones, by name
_CHARACTERS: Final = 16  # of a value
_COLUMN_WORDS: Final = {
    "black_player": "Black",
    "white_player": "White",
    "black_rank_raw": "Black's rank",
    "white_rank_raw": "White's rank",
    "rules_raw": "ruleset",
}
_BOTH: Final = (Column("copy", Kind.ADDRESS), Column("best copy", Kind.ADDRESS))
_ORDER: Final = "The first address is that of the copy, the second that of its best copy."


def duplicate_section(
    summary: DuplicateSummary, out: str, *, games: Rows | None = None, contradictions: int | None = None
) -> Section:
    """Return the section on the copies of games in a dataset.

    Args:
        summary: the copies.
        out: words of the dataset in commands.
        games: int64[n], row of the table games for each row of the table duplicates; None if it is not known.
        contradictions: number of contradicting copies that are shown at first; None for all.
    """
    total, copies = summary.search.games, len(summary.copies)
    blocks: list[Block] = [Paragraph(_sentence(total, copies, len(summary.groups)))]
    if summary.kinds:
        blocks += _contradictions(summary, games, contradictions)
        blocks += [_kinds(summary, games), _examples(summary, games), _commands(out)]
    return Section("duplicates", "Duplicates", tuple(blocks), note=plural(total, "game"))


def _sentence(total: int, copies: int, groups: int) -> str:
    if not copies:
        return "No game is recorded twice." if total else "The dataset has no game."
    different, further = plural(total - copies, "different game"), plural(copies, "further copy", "further copies")
    return f"{different}; {groups:,} of them {'has' if groups == 1 else 'have'} {further}."


def _cell(rows: NDArray[np.int64], games: Rows | None, title: str) -> Cell:
    return Cell(len(rows), games=None if games is None or not len(rows) else np.unique(games[rows]), list_title=title)


def _kinds(summary: DuplicateSummary, games: Rows | None) -> Table:
    rows: list[tuple[Value, ...]] = []
    for kind in summary.kinds:
        title = f"{kind.value} {kind.meaning}"
        number = _cell(summary.rows(kind), games, title)
        levels = [_cell(summary.rows(kind, level), games, f"{title}, {level.value}") for level in reversed(Level)]
        by_home = (len(summary.rows(kind, is_across=is_across)) for is_across in (True, False))
        rows.append((kind.meaning, kind.value, number, *levels, *by_home))
    rows.append(("all further copies", "", _cell(summary.copies, games, "Further copies of games")))
    rows[-1] += (None,) * 5
    notes = [
        "Certain, likely, possible: the confidence that both records are of one game.",
        "The games of a possible pair both count as different games; GO607 and GO608 are only hints.",
        "Elsewhere: the best copy is in another archive or folder; here: in the same one.",
    ]
    if summary.search.omitted:
        notes.append(f"{plural(summary.search.omitted, 'pair')} left out: many games share their opening.")
    counts = ("games", *(level.value for level in reversed(Level)))
    homes = (Column("elsewhere", Kind.COUNT, can_be_left_out=True), Column("here", Kind.COUNT, can_be_left_out=True))
    columns = (Column("copies"), Column("code", Kind.NAME), *(Column(head, Kind.COUNT) for head in counts), *homes)
    return Table(columns, tuple(rows), "Kinds of copies", tuple(notes))


def _contradictions(summary: DuplicateSummary, games: Rows | None, shown: int | None) -> Iterator[Table]:
    """Yield the copies whose recorded result is not that of the best copy."""
    if len(summary.contradictions):
        copies = plural(len(summary.contradictions), "copy", "copies")
        caption = (
            f"Results that contradict each other (GO609): {copies} of {plural(summary.contradicting_groups, 'game')}"
        )
        rows = []
        for index, row in zip(summary.contradictions, summary.records(summary.contradictions), strict=True):
            values = {
                name: each for name, *each in zip(row["differs"], row["own_values"], row["best_values"], strict=True)
            }
            own, best = map(_short, values.get("result_raw", ("", "")))
            rows.append((own, best, *_addresses(row, int(index), games)))
        yield Table((Column("copy says"), Column("best copy says"), *_BOTH), tuple(rows), caption, (_ORDER,), shown)


def _examples(summary: DuplicateSummary, games: Rows | None) -> Table:
    indices = np.concatenate([summary.rows(kind)[:EXAMPLES] for kind in summary.kinds])
    rows = [
        (row["code"], "; ".join(_differences(row)) or "no difference", *_addresses(row, int(index), games))
        for index, row in zip(indices, summary.records(indices), strict=True)
    ]
    columns = (Column("code", Kind.NAME), Column("difference, copy / best copy"), *_BOTH)
    return Table(columns, tuple(rows), "Examples", notes=(_ORDER,))


def _addresses(row: Fields, index: int, games: Rows | None) -> tuple[Cell, Cell]:
    own, best = address_of(row), address_of(row, "best_")
    return Cell(own, games=None if games is None else games[[index]]), Cell(best)


def _differences(row: Fields) -> Iterator[str]:
    """Yield phrases on the differences of a copy: view, colours, moves, names, dates and other values."""
    if row["view"] and row["view"] != "as it is":
        yield row["view"]
    if row["swapped"]:
        yield "colours swapped"
    if row["code"] not in _HINTS:
        if row["differing_moves"]:
            differ = plural(row["differing_moves"], "move differs", "moves differ")
            yield f"{differ}, first at move {row['first_difference']}"
        if missing := row["missing_moves"]:
            yield f"{plural(abs(missing), 'move')} {'fewer' if missing > 0 else 'more'} at the end"
    names = (_COLUMN_WORDS.get(column, column.removesuffix("_raw")) for column in row["differs"])
    values = list(zip(names, row["own_values"], row["best_values"], strict=True))
    shown = values if len(values) <= _VALUES else values[: _VALUES - 1]
    yield from (f"{name} {_short(own)} / {_short(best)}" for name, own, best in shown)
    if more := [name for name, *_ in values[len(shown) :]]:
        yield f"also {', '.join(more) if len(more) <= _NAMES else f'{len(more)} more columns'}"


def _short(text: str) -> str:
    return cut_text(text, _CHARACTERS) or "–"


def _commands(out: str) -> Commands:
    return Commands(
        (
            (f"goanalyze dups {out} --format csv", "every copy with its best copy and all differences"),
            (
                f"goanalyze export {out} --to FOLDER --dups drop",
                "a copy of the archive with the best copy of each game",
            ),
        )
    )
