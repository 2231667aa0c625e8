"""The first two sections of a report: what was checked, and the funnel from files to counts as recorded."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.compare.funnel import Group, Stage
from goanalyze.show.report.charts import columns
from goanalyze.show.report.data import Archive, Rows
from goanalyze.show.report.html import bar, bdi, esc, hidden_table, paragraph, table
from goanalyze.show.report.lists import Lists
from goanalyze.vocabulary.arrow import numbers_of
from goanalyze.vocabulary.numbers import percent, plural
from goanalyze.vocabulary.text import cut_text

_SOURCES_SHOWN: Final = 12
_SIZES_SHOWN: Final = 8
_YEARS_SHOWN: Final = 60
_FAR_OUT: Final = 0.002  # of the games at either end may lie outside the chart's years
_UNREAD_SHOWN: Final = 50
_MESSAGE: Final = 160
_BAR_HEAD: Final = '<span class="unseen">as a bar</span>'
_OPTIONS: Final = {
    "markup": "territory markup", "estimate": "estimates", "komi": "komi", "encoding": "charset", "engine": "engine",
}  # fmt: skip


def title_of(archive: Archive) -> str:
    """Return the title of the page, plain text."""
    return f"{plural(archive.size, 'Go game')}, checked"


def summary_line(archive: Archive) -> str:
    """Return, as HTML, where the games come from and how they were checked."""
    files = len(archive.files["games"])
    where = f" in {bdi(archive.home or next(iter(archive.homes)))}" if archive.homes else ""
    facts = archive.facts
    how = (
        [f"Dataset written on {archive.written}"] if archive.written else ["Tables in memory, not written as a dataset"]
    )
    if "goanalyze" in facts:
        how[0] += f" by goanalyze {esc(facts['goanalyze'])}"
    options = [f"{name}: {esc(facts[key])}" for key, name in _OPTIONS.items() if facts.get(key) is not None]
    if archive.outcomes is not None:
        options.insert(0, f"rulesets: {len(archive.outcomes.names)}")
    return (f'<p class="lead">{plural(archive.size, "game")} with {plural(_moves(archive), "move")} from '
            f"{plural(files, 'file')}{where}. {'; '.join([*how, *options])}.</p>")  # fmt: skip


def _moves(archive: Archive) -> int:
    return int(np.nansum(numbers_of(archive.games["move_count"])))


def head(archive: Archive, lists: Lists) -> str:
    """Return what was checked: archives, board sizes, years."""
    if not archive.size:
        return "<p>The dataset has no games. The next section tells what became of its files.</p>"
    return "".join((
        paragraph(
            "Every figure that is underlined opens the list of the games that it counts.",
            "What the records say (players, dates, komi, results) is taken as written and normalised;",
            "what the program worked out is said to be so, and whether it is <b>known</b> or <b>estimated</b>.",
        ),
        _sources(archive, lists), '<div class="side">', _sizes(archive, lists), _years(archive, lists), "</div>",
    ))  # fmt: skip


def _sources(archive: Archive, lists: Lists) -> str:
    homes = list(archive.homes.items())
    files = _files_by_home(archive)
    most = len(homes[0][1])
    rows = [
        [bdi(archive.below_home(home)), f"{files[home]:,}", lists.number(rows, f"Games in {home}"),
         bar(len(rows) / most)]
        for home, rows in homes[:_SOURCES_SHOWN]
    ]  # fmt: skip
    rest = homes[_SOURCES_SHOWN:]
    if rest:
        others = np.sort(np.concatenate([rows for _, rows in rest]))
        behind = lists.number(others, f"Games in {len(rest)} smaller archives")
        rows.append([f"{len(rest)} more", f"{sum(files[home] for home, _ in rest):,}", behind,
                     bar(min(1.0, len(others) / most))])  # fmt: skip
    inside = f", in {bdi(archive.home)}" if archive.home else ""
    return table(
        f"Archives and folders{inside}",
        ["archive or folder", "files", "games", "compared with the largest"],
        rows,
        kinds="trrt",
    )


def _files_by_home(archive: Archive) -> Counter[str]:
    """Count files by archive, plain files by their folder."""
    source, names = archive.names(archive.files, "source")
    member, members = archive.names(archive.files, "member")
    plain = np.isin(member, [members.index("")] if "" in members else []) | (member < 0)
    counts: Counter[str] = Counter()
    for at, is_plain in ((False, plain), (True, ~plain)):
        for place, found in zip(*np.unique(source[is_plain], return_counts=True), strict=True):
            counts[names[place] if at else str(PurePath(names[place]).parent)] += int(found)
    return counts


def _sizes(archive: Archive, lists: Lists) -> str:
    groups = sorted(archive.groups.groups(Grouping.BOARD_SIZE), key=lambda group: -len(group[1]))
    rows = [[esc(size), lists.number(games, f"Games on {size}"), percent(len(games) / archive.size)]
            for size, games in groups[:_SIZES_SHOWN]]  # fmt: skip
    if rest := groups[_SIZES_SHOWN:]:
        others = np.sort(np.concatenate([games for _, games in rest]))
        rows.append([f"{len(rest)} more sizes", lists.number(others, "Games on other sizes"),
                     percent(len(others) / archive.size)])  # fmt: skip
    return table("Board sizes", ["board", "games", "share"], rows, kinds="trr")


def _years(archive: Archive, lists: Lists) -> str:
    """Return a chart of games by year, wider steps where there are many years; nothing where no date is known."""
    days = np.asarray(archive.games["date"].cast("int32").fill_null(2**31 - 1).to_numpy(), dtype=np.int64)
    known = days != 2**31 - 1
    if not known.any():
        return f"<p>No date is known of the {plural(archive.size, 'game')}.</p>"
    year = days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    groups = _by_years(year, known)
    unknown = np.flatnonzero(~known)
    rows = [[label, lists.number(games, f"Games of {label}")] for label, games in groups if len(games)]
    first, last = int(year[known].min()), int(year[known].max())
    about = f"Games by year, from {first} to {last}; the table below has the figures"
    note = f", not known of {lists.number(unknown, 'Games without a date that is understood')}" if len(unknown) else ""
    chart = columns([label for label, _ in groups], [len(games) for _, games in groups], about=about, axis="year")
    return (f"<figure><figcaption>Games by year as recorded{note}</figcaption>{chart}"
            f"{hidden_table('Games by year as a table', 'Games by year', ['year', 'games'], rows, kinds='tr')}"
            "</figure>")  # fmt: skip


def _by_years(year: Rows, known: NDArray[np.bool_]) -> list[tuple[str, Rows]]:
    """Return the games of each year, or of several where there are many; the few far out are put together."""
    inside = np.sort(year[known])
    reach = int(len(inside) * _FAR_OUT)
    first, last = int(inside[reach]), int(inside[-1 - reach])
    step = next(step for step in (1, 5, 10, 50, 100, 1000, 10_000) if (last - first) // step < _YEARS_SHOWN)
    begins = range(first // step * step, last + 1, step)
    found = [
        (str(begin) if step == 1 else f"{begin}–{begin + step - 1}",
         np.flatnonzero(known & (year >= begin) & (year < begin + step))) for begin in begins
    ]  # fmt: skip
    before, after = (np.flatnonzero(known & far) for far in (year < begins[0], year >= begins[-1] + step))
    earlier = [(f"before {begins[0]}", before)] if len(before) else []
    later = [(f"after {begins[-1] + step - 1}", after)] if len(after) else []
    return [*earlier, *found, *later]


def funnel_section(archive: Archive, lists: Lists) -> str:
    """Return the funnel: what is left from stage to stage, what was lost, and why."""
    first: dict[str, int] = {}
    rows = []
    for stage in archive.stages:
        total = first.setdefault(stage.unit, len(stage.rows))
        shown = len(stage.rows)
        left = f"{shown:,}" if stage.unit == "files" else lists.number(stage.rows, _capital(stage.title))
        share = shown / total if total else None
        rows.append(
            [esc(stage.title), left, bar(share or 0), percent(share), _lost(stage, lists), _parts(stage, lists)]
        )
    return "".join((
        paragraph(
            "Each line keeps a part of the line above it; what it loses is named by finding code, by how the game",
            "ended, or by what is missing, and the numbers add up exactly.",
            "A game is asked under the ruleset that its record names; where it names none, or one that was not",
            "checked, under any.",
            "A game lost here is not lost to the tables: one with an illegal move is counted there all the same.",
        ),
        table("From files to counts that are the recorded ones",
              ["what is left", "number", _BAR_HEAD, "share", "lost, and why", "of those left"], rows, kinds="trtrww",
              name="stacks"),
        _unread(archive),
    ))  # fmt: skip


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lost(stage: Stage, lists: Lists) -> str:
    if not stage.losses:
        return "0"
    total = sum(len(loss.rows) for loss in stage.losses)
    items = "".join(f"<li>{_group(stage, loss, lists, 'Lost')}</li>" for loss in stage.losses)
    return f"−{total:,}<ul>{items}</ul>"


def _parts(stage: Stage, lists: Lists) -> str:
    if not stage.parts:
        return ""
    return (
        f"<ul>{''.join(f'<li>{_group(stage, part, lists, _capital(stage.title))}</li>' for part in stage.parts)}</ul>"
    )


def _group(stage: Stage, group: Group, lists: Lists, kind: str) -> str:
    meaning = f" <small>{esc(group.meaning)}</small>" if group.meaning else ""
    title = f"{kind}: {group.why}" + (f", {group.meaning}" if group.meaning else "")
    shown = f"{len(group.rows):,}" if stage.unit == "files" else lists.number(group.rows, title)
    return f"{shown} {_code(group.why)}{meaning}"


def _code(name: str) -> str:
    """Return the name of a loss; a finding code leads to its entry."""
    if name.startswith("GO"):
        return f'<a href="#{esc(name)}">{esc(name)}</a>'
    return esc(name.replace("_", " "))


def _unread(archive: Archive) -> str:
    """Return the files in which no game was found, with what is wrong with them."""
    status, names = archive.names(archive.files, "status")
    failed = np.flatnonzero(status == names.index("failed")) if "failed" in names else np.zeros(0, dtype=np.int64)
    if not len(failed):
        return ""
    told: list[dict[str, Any]] = archive.rows(
        archive.files, ("source", "member", "code", "message"), failed[:_UNREAD_SHOWN]
    )
    rows = [[bdi(f"{row['source']}:{row['member']}" if row["member"] else row["source"]), _code(row["code"] or ""),
             esc(cut_text(row["message"] or "", _MESSAGE))] for row in told]  # fmt: skip
    more = f"; the first {_UNREAD_SHOWN} of them" if len(failed) > _UNREAD_SHOWN else ""
    return hidden_table(f"{plural(len(failed), 'file')} without a game", f"Files without a game{more}",
                        ["file", "code", "what is wrong"], rows, kinds="wtw")  # fmt: skip
