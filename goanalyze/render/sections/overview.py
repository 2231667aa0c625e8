"""The verdict on a dataset and its six figures; archives, board sizes, years, files without a game."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.compare.illegal_games import illegal_caption
from goanalyze.draw.charts import Bars
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.model import Block, Cell, Column, Figure, Kind, Paragraph, Rows, Section, Table, Tone, Value
from goanalyze.render.sections.findings import error_games, error_rows
from goanalyze.render.sections.recorded_results import RecordedCounts
from goanalyze.util.numbers import plural
from goanalyze.util.text import cut_text


def overview_section(
    facts: DatasetFacts, counts: RecordedCounts, changes: Cell, compared: int, rulesets: str
) -> Section:
    """Return the verdict and the six figures of a dataset."""
    confirmed = len(counts.games(0)) if len(counts.rows) else None
    further, best = facts.copies.copies, facts.copies.groups
    errors = len(error_rows(facts))
    rows: tuple[tuple[Value, ...], ...] = (
        (
            Cell("game" if facts.size == 1 else "games", section="archive"),
            Cell(f"{facts.size:,}"),
            f"in {plural(len(facts.files['games']), 'file')}",
        ),
        (
            Cell(_noun(len(error_games(facts)), "game with errors", "games with errors"), section="findings"),
            Cell(f"{len(error_games(facts)):,}", Tone.ERROR if errors else Tone.GOOD),
            f"{plural(errors, 'error')} in all" if errors else "no move, file or header is in error",
        ),
        _illegal(facts),
        (
            Cell("whose winner depends on the rules", section="answer"),
            Cell("not known" if changes.value is None else f"{changes.value:,}"),
            f"of {plural(compared, 'game')} counted under {rulesets}" if compared else "no game could be compared",
        ),
        (
            Cell(_noun(len(further), "duplicate", "duplicates"), section="duplicates"),
            Cell(f"{len(further):,}"),
            f"further copies of {plural(len(best), 'game')}" if len(further) else "each game occurs once",
        ),
        (
            Cell("recorded counts confirmed", section="recorded"),
            Cell("not known" if confirmed is None else f"{confirmed:,}"),
            f"of {len(counts.rows):,}; {len(counts.games(2)):,} do not follow"
            if len(counts.rows)
            else "no count to compare",
        ),
    )
    columns = (Column("figure"), Column("number"), Column("of"))
    verdict, tone = _verdict(facts, counts, changes, compared)
    return Section("overview", "At a glance", (Paragraph(verdict, tone), Table(columns, rows)))


def _noun(number: int, one: str, several: str) -> str:
    return one if number == 1 else several


def _illegal(facts: DatasetFacts) -> tuple[Value, ...]:
    by_all, by_some = (len(games) for games in facts.illegal_games)
    note = illegal_caption(by_all, by_some) or "every move is legal under every ruleset"
    label = _noun(by_all + by_some, "game with an illegal move", "games with an illegal move")
    return Cell(label, section="illegal-moves"), Cell(f"{by_all + by_some:,}"), note


def _verdict(facts: DatasetFacts, counts: RecordedCounts, changes: Cell, compared: int) -> tuple[str, Tone]:
    if not facts.size:
        return "The dataset has no games.", Tone.WARNING
    wrong = len(error_games(facts))
    sentences = [
        f"{wrong:,} of {plural(facts.size, 'game')} {'has' if wrong == 1 else 'have'} errors."
        if wrong
        else f"No errors in {plural(facts.size, 'game')}."
    ]
    if about_files := int(np.count_nonzero(facts.finding_games[error_rows(facts)] < 0)):
        sentences.append(f"{plural(about_files, 'error')} of files.")
    contradicting = len(counts.games(2))
    if contradicting:
        sentences.append(
            f"{contradicting:,} of {plural(len(counts.rows), 'recorded count')} do not follow from the board."
        )
    elif len(counts.rows):
        sentences.append("Every recorded count follows from the board or cannot be decided.")
    if compared and changes.value:
        sentences.append(f"The winner depends on the rules in {changes.value:,} of {plural(compared, 'game')}.")
    elif compared:
        sentences.append(f"No winner of {plural(compared, 'game')} depends on the rules.")
    return " ".join(sentences), Tone.ERROR if wrong else Tone.GOOD


_SHOWN: Final = 6  # rows
_MOST_YEARS: Final = 60
_OUTLIERS: Final = 0.002  # share of the games at either end that may lie outside the chart's years
_UNREAD_SHOWN: Final = 50
_MESSAGE: Final = 160


def archive_section(facts: DatasetFacts) -> Section:
    """Return the archives, the board sizes and the years of a dataset."""
    if not facts.size:
        return Section("archive", "The archive", (Paragraph("The dataset has no games."),))
    return Section("archive", "The archive", (_years(facts), _sources(facts), _sizes(facts)))


def _sources(facts: DatasetFacts) -> Table:
    files = _files_by_home(facts)
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (
            facts.short_path(home),
            files[home],
            Cell(len(games), games=games, list_title=f"Games in {facts.short_path(home)}"),
        )
        for home, games in facts.homes.items()
    )
    if len(rows) > 1:
        everything = Cell(facts.size, games=np.arange(facts.size), list_title="All games")
        rows = (("all", len(facts.files["games"]), everything), *rows)
    columns = (Column("archive or folder", Kind.NAME), Column("files", Kind.COUNT), Column("games", Kind.COUNT))
    return Table(columns, rows, caption="Archives and folders", shown=_SHOWN)


def _files_by_home(facts: DatasetFacts) -> Counter[str]:
    source, names = facts.names(facts.files, "source")
    is_plain = facts.is_among(facts.files, "member", [""]) | (facts.names(facts.files, "member")[0] < 0)
    counts: Counter[str] = Counter()
    for in_archive, mask in ((False, is_plain), (True, ~is_plain)):
        for index, number in zip(*np.unique(source[mask], return_counts=True), strict=True):
            counts[names[index] if in_archive else str(PurePath(names[index]).parent)] += int(number)
    return counts


def _sizes(facts: DatasetFacts) -> Table:
    groups = sorted(facts.groups.groups(Grouping.BOARD_SIZE), key=lambda group: -len(group[1]))
    rows = tuple(
        (size, Cell(len(games), games=games, list_title=f"Games on {size}"), len(games) / facts.size)
        for size, games in groups
    )
    columns = (Column("board", Kind.NAME), Column("games", Kind.COUNT), Column("share", Kind.SHARE))
    return Table(columns, rows, caption="Board sizes", shown=_SHOWN)


def _years(facts: DatasetFacts) -> Block:
    """Return a chart of games by year, in wider steps for many years; a sentence if no date is known."""
    days = np.asarray(facts.games["date"].cast("int32").fill_null(2**31 - 1).to_numpy(), dtype=np.int64)
    known = days != 2**31 - 1
    if not known.any():
        return Paragraph(f"No date is known of the {plural(facts.size, 'game')}.")
    year = days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    groups = _by_years(year, known)
    rows: list[tuple[Value, ...]] = [
        (label, Cell(len(games), games=games, list_title=f"Games of {label}")) for label, games in groups if len(games)
    ]
    unknown = np.flatnonzero(~known)
    if len(unknown):
        rows.append(("unknown", Cell(len(unknown), games=unknown, list_title="Games without a readable date")))
    chart = Bars(tuple(label for label, _ in groups), tuple(len(games) for _, games in groups), "year")
    caption = f"{year[known].min()} to {year[known].max()}, as recorded" + (
        f"; {plural(len(unknown), 'game')} without a readable date." if len(unknown) else "."
    )
    table = Table((Column("year", Kind.NAME), Column("games", Kind.COUNT)), tuple(rows), caption="Games by year")
    return Figure(chart, "Games by year", caption, table)


def _by_years(year: Rows, known: NDArray[np.bool_]) -> list[tuple[str, Rows]]:
    """Return the games of each year, or of several if there are many years; the few outliers are put together."""
    inside = np.sort(year[known])
    reach = int(len(inside) * _OUTLIERS)
    first, last = int(inside[reach]), int(inside[-1 - reach])
    step = next(step for step in (1, 5, 10, 50, 100, 1000, 10_000) if (last - first) // step < _MOST_YEARS)
    begins = range(first // step * step, last + 1, step)
    end = begins[-1] + step
    spans = [(f"before {begins[0]}", -(10**9), begins[0])]
    spans += [(str(begin) if step == 1 else f"{begin}–{begin + step - 1}", begin, begin + step) for begin in begins]
    spans += [(f"after {end - 1}", end, 10**9)]
    groups = [(name, np.flatnonzero(known & (year >= low) & (year < high))) for name, low, high in spans]
    return [(name, games) for index, (name, games) in enumerate(groups) if len(games) or 0 < index < len(groups) - 1]


def unread_section(facts: DatasetFacts) -> Section | None:
    """Return the files without a game, each with the reason; None if every file has one."""
    failed = np.flatnonzero(facts.is_among(facts.files, "status", ["failed"]))
    if not len(failed):
        return None
    columns = ("source", "member", "code", "message")
    rows = tuple(
        (
            facts.address(row),
            Cell(row["code"] or "", section=row["code"] or ""),
            cut_text(row["message"] or "", _MESSAGE),
        )
        for row in facts.rows(facts.files, columns, failed[:_UNREAD_SHOWN])
    )
    notes = (f"The first {_UNREAD_SHOWN} of {len(failed):,} files.",) if len(failed) > _UNREAD_SHOWN else ()
    table = Table((Column("file", Kind.ADDRESS), Column("code", Kind.NAME), Column("reason")), rows, notes=notes)
    return Section("unread", "Files without a game", (table,), note=plural(len(failed), "file"))
