"""The page itself: sections put together, with style sheet, script and data, in one file that asks for nothing else."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from goanalyze.archives.address import quoted
from goanalyze.draw.markup import asset
from goanalyze.draw.viewer import viewer_assets
from goanalyze.render.report.conventions import convention_section
from goanalyze.render.report.data import Archive
from goanalyze.render.report.differences import Histograms, difference_section
from goanalyze.render.report.duplicates import duplicate_section
from goanalyze.render.report.findings import finding_section
from goanalyze.render.report.html import copyable, esc, paragraph
from goanalyze.render.report.komi import komi_section
from goanalyze.render.report.legality import legality_section
from goanalyze.render.report.lists import Lists, games_block, packed
from goanalyze.render.report.matrices import matrix_section
from goanalyze.render.report.opening import summary_line, tiles, title_of
from goanalyze.render.report.overview import funnel_section, head
from goanalyze.render.report.recorded import audit_section
from goanalyze.render.report.results import result_section
from goanalyze.vocabulary.faults import sentence
from goanalyze.vocabulary.numbers import plural

LIMIT: Final = 100_000
"""Games that a page lists at most, if nothing else is asked for: some 5 MB."""


class ReportError(ValueError):
    """A report that cannot be written."""


def write_report(archive: Archive, path: str | Path, *, limit: int = LIMIT) -> int:
    """Write the report of a dataset.

    Args:
        archive: the dataset.
        path: of the page.
        limit: games that the page lists at most, 0 for all; figures do not depend on it.

    Returns:
        Its size in bytes.

    Raises:
        ReportError: the file cannot be written.
        DatasetError: a table cannot be read.
    """
    data = report_html(archive, limit=limit).encode("utf-8", errors="replace")
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise ReportError(f"{str(path)!r} cannot be written: {sentence(error)}") from None
    return len(data)


def report_html(archive: Archive, *, limit: int = LIMIT) -> str:
    """Return the report of a dataset as HTML, `limit` as in `write_report`; the same dataset gives the same page."""
    lists = Lists()
    histograms = Histograms(lists)
    sections = [
        ("findings", "What is wrong", finding_section(archive, lists), ""),
        ("legality", "Illegal moves", legality_section(archive, lists), "half"),
        ("duplicates", "Duplicates", duplicate_section(archive, lists), "half"),
        ("recorded", "Recorded results", audit_section(archive, lists), ""),
        ("conventions", "Conventions", convention_section(archive, lists), ""),
        ("checked", "The archive", head(archive, lists), ""),
        ("funnel", "From files to counts", funnel_section(archive, lists), ""),
        ("rulesets", "Rulesets", matrix_section(archive, lists), "half"),
        ("margins", "Margins", difference_section(archive, lists, histograms), "half"),
        ("komi", "Komi", komi_section(archive, lists), ""),
        ("results", "Who won", result_section(archive), ""),
    ]
    chosen = lists.chosen(archive.size, limit)
    data = {
        "games": games_block(archive, chosen),
        "lists": lists.within(chosen),
        "histograms": histograms.drawn,
        "pairs": histograms.places,
        "moves": lists.moves(chosen),
        "quote": quoted(" ")[0],
        "base": archive.base,
        "rulesets": list(archive.outcomes.names),
    }
    return _page(archive, sections, packed(data), _cut(archive, len(chosen), limit))


def _cut(archive: Archive, listed: int, limit: int) -> str:
    """Say that lists are cut, where the page has not all games at hand."""
    if not limit or listed < limit or listed == archive.size:
        return ""
    return paragraph(
        f"The page has {plural(listed, 'game')} at hand, of {archive.size:,}: short lists are whole, long ones are cut",
        f"and say so. For all: {copyable(f'goanalyze report {archive.place} --limit 0')}",
    )


def _page(archive: Archive, sections: list[tuple[str, str, str, str]], data: str, cut: str) -> str:
    template, style, script = (
        (files("goanalyze.render.report") / "assets" / name).read_text(encoding="utf-8")
        for name in ("page.html", "report.css", "report.js")
    )
    css, js = viewer_assets()
    js = f"{js}\n{script}".replace("</", "<\\/")
    first, *rest = (
        f'<section id="{key}" class="{width}"><h2>{name}</h2>{text}</section>' for key, name, text, width in sections
    )
    return Template(template).substitute(
        title=esc(title_of(archive)),
        policy=_policy(js),
        css=f"{css}\n{asset('chart.css')}\n{style}",
        summary=summary_line(archive),
        tiles=tiles(archive),
        contents="".join(f'<li><a href="#{key}">{name}</a></li>' for key, name, *_ in sections[1:]),
        first=first,
        rest="".join(rest),
        cut=cut,
        data=data,
        js=js,
    )


def _policy(script: str) -> str:
    """Return what the browser may load and run: this script, the styles of the page, nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    load = f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:"
    return f"{load}; base-uri 'none'; form-action 'none'"
