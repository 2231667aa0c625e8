"""The sections of a report on the archive: what was checked, and the funnel from files to counts as recorded."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.compare.funnel import Group, Stage, lost_on_the_way
from goanalyze.draw.charts import Bars
from goanalyze.render.report.data import Archive, Rows
from goanalyze.render.report.html import bar, bdi, chart, esc, fold, long_table, paragraph, table
from goanalyze.render.report.lists import Lists, place_link
from goanalyze.vocabulary.numbers import percent, plural
from goanalyze.vocabulary.text import cut_text

_SHOWN: Final = 6  # rows
_YEARS_SHOWN: Final = 60
_FAR_OUT: Final = 0.002  # of the games at either end may lie outside the chart's years
_UNREAD_SHOWN: Final = 50
_MESSAGE: Final = 160
_BAR_HEAD: Final = '<span class="unseen">as a bar</span>'
_WHY_HEAD: Final = '<span class="unseen">why, and of what kind the others are</span>'


def head(archive: Archive, lists: Lists) -> str:
    """Return what was checked: archives, board sizes, years."""
    if not archive.size:
        return "<p>The dataset has no games. The next section says what became of its files.</p>"
    sources, sizes, years = (part(archive, lists) for part in (_sources, _sizes, _years))
    return f'<div class="side">{sources}{sizes}{years}</div>'


def _sources(archive: Archive, lists: Lists) -> str:
    files = _files_by_home(archive)
    rows = [
        [_named(archive, home), f"{files[home]:,}", lists.number(games, f"Games in {home}")]
        for home, games in archive.homes.items()
    ]
    caption = "Archives and folders" + (f", in {bdi(archive.base)}" if archive.base else "")
    heads = ["archive or folder", "files", "games"]
    return f"<div>{long_table(_SHOWN, 'archive', caption, heads, rows, kinds='trr')}</div>"


def _named(archive: Archive, home: str) -> str:
    return f'<span title="{esc(home)}">{bdi(archive.below_base(home))}</span>'


def _files_by_home(archive: Archive) -> Counter[str]:
    """Count files by archive, plain files by their folder."""
    source, names = archive.names(archive.files, "source")
    plain = archive.among(archive.files, "member", [""]) | (archive.names(archive.files, "member")[0] < 0)
    counts: Counter[str] = Counter()
    for at, is_plain in ((False, plain), (True, ~plain)):
        for place, found in zip(*np.unique(source[is_plain], return_counts=True), strict=True):
            counts[names[place] if at else str(PurePath(names[place]).parent)] += int(found)
    return counts


def _sizes(archive: Archive, lists: Lists) -> str:
    groups = sorted(archive.groups.groups(Grouping.BOARD_SIZE), key=lambda group: -len(group[1]))
    rows = [
        [esc(size), lists.number(games, f"Games on {size}"), percent(len(games) / archive.size)]
        for size, games in groups
    ]
    heads = ["board", "games", "share"]
    return f"<div>{long_table(_SHOWN, 'size', 'Board sizes', heads, rows, kinds='trr')}</div>"


def _years(archive: Archive, lists: Lists) -> str:
    """Return a chart of games by year, wider steps where there are many years; nothing where no date is known."""
    days = np.asarray(archive.games["date"].cast("int32").fill_null(2**31 - 1).to_numpy(), dtype=np.int64)
    known = days != 2**31 - 1
    if not known.any():
        return f"<p>No date is known of the {plural(archive.size, 'game')}.</p>"
    year = days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    groups = _by_years(year, known)
    rows = [[label, lists.number(games, f"Games of {label}")] for label, games in groups if len(games)]
    about = f"Games by year, from {year[known].min()} to {year[known].max()}; the table below has the figures"
    unknown = lists.number(np.flatnonzero(~known), "Games without a date that is understood")
    note = "" if known.all() else f", not known of {unknown}"
    drawn = chart(Bars(tuple(label for label, _ in groups), tuple(len(games) for _, games in groups), "year"), about)
    behind = fold("Games by year as a table", table("Games by year", ["year", "games"], rows, kinds="tr"))
    return f"<figure><figcaption>Games by year as recorded{note}</figcaption>{drawn}{behind}</figure>"


def _by_years(year: Rows, known: NDArray[np.bool_]) -> list[tuple[str, Rows]]:
    """Return the games of each year, or of several where there are many; the few far out are put together."""
    inside = np.sort(year[known])
    reach = int(len(inside) * _FAR_OUT)
    first, last = int(inside[reach]), int(inside[-1 - reach])
    step = next(step for step in (1, 5, 10, 50, 100, 1000, 10_000) if (last - first) // step < _YEARS_SHOWN)
    begins = range(first // step * step, last + 1, step)
    end = begins[-1] + step
    spans = [(f"before {begins[0]}", -(10**9), begins[0])]
    spans += [(str(begin) if step == 1 else f"{begin}–{begin + step - 1}", begin, begin + step) for begin in begins]
    spans += [(f"after {end - 1}", end, 10**9)]
    found = [(name, np.flatnonzero(known & (year >= low) & (year < high))) for name, low, high in spans]
    return [(name, games) for place, (name, games) in enumerate(found) if len(games) or 0 < place < len(found) - 1]


def funnel_section(archive: Archive, lists: Lists) -> str:
    """Return the funnel: what is left from stage to stage, what was lost, and why."""
    first: dict[str, int] = {}
    rows = []
    for stage in archive.stages:
        total, left = first.setdefault(stage.unit, len(stage.rows)), len(stage.rows)
        share = left / total if total else None
        title = stage.title[:1].upper() + stage.title[1:]
        shown = f"{left:,}" if stage.unit == "files" else lists.number(stage.rows, title)
        lost = sum(len(loss.rows) for loss in stage.losses)
        why = fold("why lost", _groups(archive, stage, stage.losses, lists, "Lost"))
        parts = fold("how known", _groups(archive, stage, stage.parts, lists, title))
        rows.append(
            [esc(stage.title), shown, bar(share or 0), percent(share), f"−{lost:,}" if lost else "0", why + parts]
        )
    heads = ["what is left", "number", _BAR_HEAD, "share", "lost", _WHY_HEAD]
    about = paragraph(
        "Each line keeps a part of the line above it; what it loses is named by finding code, by how the game",
        "ended, or by what is missing, and the numbers add up exactly.",
    )
    elsewhere = paragraph(
        "A game is looked at under the ruleset that its record names; where it names none, or one that was not",
        "checked, under any.",
        "A game lost here is not lost to the tables: one with an illegal move is still counted there.",
        _counted_elsewhere(archive, lists),
    )
    caption = '<span class="unseen">From files to counts that are the recorded ones</span>'
    funnel = table(caption, heads, rows, kinds="trtrrw", name="cards")
    return about + funnel + fold("Why other sections count more games", elsewhere) + _unread(archive)


def _counted_elsewhere(archive: Archive, lists: Lists) -> str:
    """Say why fewer games are counted here than comparisons have; nothing where they are as many."""
    some = archive.guessed.counted_rows()
    counted = next(place for place, stage in enumerate(archive.stages) if stage.name == "counted")
    lost = lost_on_the_way(archive.stages[: counted + 1], some)
    if not lost:
        return ""
    shown = "; ".join(f"{lists.number(games, _lost_title(stage))} at “{esc(stage.title)}”" for stage, games in lost)
    left = len(archive.stages[counted].rows)
    title = "Games with a margin under at least one ruleset, dead stones known or estimated"
    return (
        f"Comparisons have {lists.number(some, title)} games with a margin under at least one ruleset, dead stones "
        f"known or estimated; the funnel counts {left:,} of them and loses the others: {shown}."
    )


def _lost_title(stage: Stage) -> str:
    return f"With a margin under at least one ruleset, but lost at: {stage.title}"


def _groups(archive: Archive, stage: Stage, groups: tuple[Group, ...], lists: Lists, kind: str) -> str:
    """Return a list of the games of each group, with what they have in common."""
    items = []
    for group in groups:
        meaning = f" <small>{esc(group.meaning)}</small>" if group.meaning else ""
        title = f"{kind}: {group.why}" + (f", {group.meaning}" if group.meaning else "")
        moves = archive.illegal_move[group.rows] if stage.name == "legal" else None
        shown = f"{len(group.rows):,}" if stage.unit == "files" else lists.number(group.rows, title, moves=moves)
        items.append(f"<li>{shown} {_code(group.why)}{meaning}</li>")
    return f"<ul>{''.join(items)}</ul>" if items else ""


def _code(name: str) -> str:
    """Return the name of a loss; a finding code leads to its entry."""
    return f'<a href="#{esc(name)}">{esc(name)}</a>' if name.startswith("GO") else esc(name.replace("_", " "))


def _unread(archive: Archive) -> str:
    """Return the files in which no game was found, with what is wrong with them."""
    failed = np.flatnonzero(archive.among(archive.files, "status", ["failed"]))
    if not len(failed):
        return ""
    columns = ("source", "member", "code", "message")
    rows = [
        [place_link(archive, row), _code(row["code"] or ""), esc(cut_text(row["message"] or "", _MESSAGE))]
        for row in archive.rows(archive.files, columns, failed[:_UNREAD_SHOWN])
    ]
    caption = "Files without a game" + (f"; the first {_UNREAD_SHOWN} of them" if len(failed) > _UNREAD_SHOWN else "")
    told = table(caption, ["file", "code", "what is wrong"], rows, kinds="wtw")
    return fold(f"{plural(len(failed), 'file')} without a game", told)
