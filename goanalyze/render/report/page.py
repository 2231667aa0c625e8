"""The page: sections in order, with one style sheet, one script and the data, in one file that loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Final

import numpy as np
from markupsafe import Markup

from goanalyze.archives.remote import shown
from goanalyze.draw.markup import asset
from goanalyze.draw.viewer import empty_boards, viewer_assets
from goanalyze.errors import OutputError
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.game_views import GameViews
from goanalyze.render.model import Commands, Paragraph, Section
from goanalyze.render.report.chapters import Chapter, Chapters, game_columns, packed
from goanalyze.render.report.printer import PagePrinter, printable_blocks
from goanalyze.tables.reading import shared_columns
from goanalyze.util.arrow import numbers_of
from goanalyze.util.faults import sentence
from goanalyze.util.numbers import plural

LIST_LIMIT: Final = 100_000
"""Default number of games that a page lists: about 5 MB."""
BOARD_LIMIT: Final = 150
"""Number of games whose moves a page contains: about 0.2 MB."""
_MARK: Final = '<meta name="goanalyze-dataset" content="'
_HEAD: Final = 4096  # characters of a page within which it names its dataset
_NAMED: Final = 4  # archives that the head of the page names
_OPTIONS: Final = {
    "markup": "territory markup",
    "estimate": "estimates",
    "komi": "komi",
    "encoding": "charset",
    "engine": "engine",
}


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Options of a page.

    Attributes:
        title: title; made from the dataset if empty.
        limit: number of games that the page lists, 0 for all; figures do not depend on it.
        link_sources: True if the page links the files of the sources.
    """

    title: str = ""
    limit: int = LIST_LIMIT
    link_sources: bool = False


def write_report(facts: DatasetFacts, path: str | Path, options: PageOptions | None = None) -> int:
    """Write the report of a dataset.

    Raises:
        OutputError: the file cannot be written, or another file has its name.
        DatasetError: a table cannot be read.
    """
    page = Path(path)
    _keep_other_files(facts, page)
    data = report_html(facts, options).encode("utf-8", errors="replace")
    try:
        page.write_bytes(data)
    except OSError as error:
        raise OutputError(f"{str(path)!r} cannot be written: {sentence(error)}") from None
    return len(data)


def _keep_other_files(facts: DatasetFacts, page: Path) -> None:
    """Refuse to replace a file that is not a report of this dataset."""
    try:
        with page.open(encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except OSError:
        return  # absent, or not readable, which writing will report
    if head and f"{_MARK}{dataset_id(facts)}" not in head:
        kind = "a report of another dataset" if _MARK in head else "not a report"
        raise OutputError(
            f"{str(page)!r} is {kind}, so it is not replaced. Expected a new name, or delete the file first."
        )


def dataset_id(facts: DatasetFacts) -> str:
    """Return a name of the dataset that reveals nothing of its folder: a digest of its path, or of its sources."""
    folder = facts.folder.resolve() if isinstance(facts.folder, Path) else facts.folder and shown(facts.folder)
    named = str(folder) if folder else "\n".join(facts.homes)
    return hashlib.sha256(named.encode("utf-8", errors="replace")).hexdigest()[:16]


def report_html(facts: DatasetFacts, options: PageOptions | None = None) -> str:
    """Return the report of a dataset as HTML; the same dataset and options give the same page."""
    with shared_columns():
        return _html(facts, options or PageOptions())


def _html(facts: DatasetFacts, options: PageOptions) -> str:
    facts.prefetch()
    printer, chapters = PagePrinter(facts.short_path), Chapters(facts)
    overview = printer.tiles(chapters.overview)
    parts = [(chapter.section, printer.section(chapter.section), _folds(printer, chapter)) for chapter in chapters]
    errors = chapters.errors and printer.section(chapters.errors)
    listed = printer.lists.listed(facts.size, options.limit)
    boards = _boards(chapters.views, [*printer.games, *chapters.viewed.tolist()])
    data = {
        "games": game_columns(facts, listed, with_links=options.link_sources),
        "lists": printer.lists.steps(listed),
        "moves": printer.lists.moves(listed),
        "rows": np.diff(listed, prepend=-1).tolist() if len(listed) < facts.size else None,
        "boards": sorted(boards),
    }
    css, viewer_js = viewer_assets()
    script = _asset("report.js")
    js = f"{viewer_js}\n{script}".replace("</", "<\\/")
    title = options.title or _title(facts)
    return printer.page(
        title=title,
        dataset=dataset_id(facts),
        policy=_policy(js),
        css=Markup("\n").join(map(Markup, (css, asset("chart.css"), _asset("report.css"), _margins(facts, title)))),
        js=Markup(js),
        source=_source(facts),
        how=_how(facts),
        overview=overview,
        parts=parts,
        errors=errors,
        commands=list(_commands(chapters.sections)),
        cut=_cut(facts, len(listed), options.limit),
        data=packed(data),
        boards=packed(boards),
        empty=Markup(empty_boards((view["w"], view["h"]) for view in boards.values())),  # type: ignore[misc]
    )


def _folds(printer: PagePrinter, chapter: Chapter) -> list[tuple[str, list[Markup]]]:
    return [
        (title, [printer.fold(section) for section in sections if printable_blocks(section)])
        for title, sections in chapter.folds
    ]


def _boards(views: GameViews, rows: Iterable[int]) -> dict[int, dict[str, object]]:
    """Return the games that the viewer of the page shows, by their rows: the first ones up to `BOARD_LIMIT`."""
    rows_in_view = [row for row in dict.fromkeys(rows) if row >= 0 and views.facts.has_board[row]][:BOARD_LIMIT]
    views.read(rows_in_view)
    return {row: views.view(row).data() for row in sorted(rows_in_view) if not views.problem(row)}


def _asset(name: str) -> str:
    return (files("goanalyze.render.report") / "assets" / name).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    """Return the content security policy: this script, the styles of the page, and nothing from elsewhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    load = f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:"
    return f"{load}; base-uri 'none'; form-action 'none'"


def _margins(facts: DatasetFacts, title: str) -> str:
    """Return the style of the margins of printed pages: title, date, version and number of the page."""
    version = facts.success.get("goanalyze", "")
    words = " · ".join(word for word in (title, facts.written_on, version and f"goanalyze {version}") if word)
    plain = re.sub(r"[^\w .,·×–-]", " ", words)
    return (
        f'@page {{ size: A4; margin: 16mm 15mm 18mm; @bottom-left {{ content: "{plain}"; }} '
        '@bottom-right { content: counter(page) " / " counter(pages); } }'
    )


def _title(facts: DatasetFacts) -> str:
    games, homes = plural(facts.size, "Go game"), len(facts.homes)
    if homes <= 1:
        return f"{facts.archive_name}: {games}" if facts.archive_name else games
    archives = len(set(facts.homes) & set(facts.names(facts.files, "source")[1]))
    kind = "archives" if archives == homes else "archives and folders" if archives else "folders"
    return f"{games} from {homes:,} {kind}"


def _source(facts: DatasetFacts) -> str:
    moves = int(np.nansum(numbers_of(facts.games["move_count"])))
    names = [PurePath(home).name for home in list(facts.homes)[:_NAMED]]
    more = [f"{len(facts.homes) - _NAMED:,} more"] if len(facts.homes) > _NAMED else []
    where = f": {', '.join([*names, *more])}" if len(facts.homes) > 1 else ""
    return f"{plural(moves, 'move')} in {plural(len(facts.files['games']), 'file')}{where}."


def _how(facts: DatasetFacts) -> str:
    """Return the origin of the dataset: date, version, rulesets, options, variations."""
    day = f"Checked on {facts.written_on}" if facts.written_on else "Tables in memory"
    by = f" by goanalyze {facts.success['goanalyze']}" if "goanalyze" in facts.success else ""
    options = [f"{name}: {facts.options[key]}" for key, name in _OPTIONS.items() if key in facts.options]
    parts = [f"{day}{by} under {plural(len(facts.outcomes.names), 'ruleset')}", *options, *_variations(facts)]
    return f"{'; '.join(parts)}."


def _variations(facts: DatasetFacts) -> Iterator[str]:
    branches = numbers_of(facts.games["branches"])
    if branches.any():
        is_checked = facts.options.get("variations")
        checked = "" if is_checked is None else ", checked, too" if is_checked else ", not checked"
        yield f"{plural(int(branches.sum()), 'variation')} in {plural(int((branches > 0).sum()), 'game')}{checked}"


def _commands(sections: Iterable[Section]) -> Iterator[tuple[str, str]]:
    lines: dict[str, str] = {}
    for block in (block for section in sections for block in section.blocks):
        if isinstance(block, Commands):
            lines |= dict(block.lines)
        elif isinstance(block, Paragraph):
            lines |= dict.fromkeys(re.findall("`(goanalyze [^`]+)`", block.text), "")
    yield from lines.items()


def _cut(facts: DatasetFacts, listed: int, limit: int) -> str:
    """Return a sentence on cut lists; empty if the page lists all games."""
    if not limit or listed < limit or listed == facts.size:
        return ""
    return (
        f"The page lists {plural(listed, 'game')} of {facts.size:,}: short lists are complete, long ones are cut, and "
        "say so."
    )
