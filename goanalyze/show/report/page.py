"""The page itself: sections put together, with style sheet, script and data, in one file that asks for nothing else."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Final

from goanalyze.draw.viewer import viewer_assets
from goanalyze.show.report.data import Archive
from goanalyze.show.report.differences import Histograms, difference_section
from goanalyze.show.report.findings import finding_section
from goanalyze.show.report.html import esc, paragraph
from goanalyze.show.report.komi import komi_section
from goanalyze.show.report.lists import Lists, games_block, packed
from goanalyze.show.report.matrices import matrix_section
from goanalyze.show.report.overview import funnel_section, head, summary_line, title_of
from goanalyze.show.report.recorded import audit_section
from goanalyze.vocabulary.numbers import plural

LIMIT: Final = 100_000
"""Games that a page lists at most, if nothing else is asked for: some 5 MB."""

_STONES: Final = '<circle cx="7" cy="10" r="6.4"/><circle cx="13" cy="10" r="6.4"/>'
_MARK: Final = f'<svg viewBox="0 0 20 20" aria-hidden="true" class="mark">{_STONES}</svg>'
_ASSETS: Final = "assets"


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
        raise ReportError(f"{str(path)!r} cannot be written: {error.strerror}") from None
    return len(data)


def report_html(archive: Archive, *, limit: int = LIMIT) -> str:
    """Return the report of a dataset as HTML, `limit` as in `write_report`; the same dataset gives the same page."""
    lists = Lists()
    histograms = Histograms(lists)
    sections = [
        ("checked", "What was checked", head(archive, lists)),
        ("funnel", "From files to counted games", funnel_section(archive, lists)),
        ("findings", "Findings", finding_section(archive, lists)),
        ("rulesets", "Ruleset against ruleset", matrix_section(archive, lists)),
        ("margins", "How far margins lie apart", difference_section(archive, lists, histograms)),
        ("komi", "Komi", komi_section(archive, lists)),
        ("recorded", "Recorded results", audit_section(archive, lists)),
    ]
    chosen = lists.chosen(archive.size, limit)
    data = {
        "games": games_block(archive, chosen),
        "lists": lists.within(chosen),
        "histograms": histograms.drawn,
        "pairs": histograms.places,
        "home": archive.home,
        "rulesets": [] if archive.outcomes is None else list(archive.outcomes.names),
    }
    return _page(archive, sections, packed(data), _cut(archive, len(chosen), limit))


def _cut(archive: Archive, listed: int, limit: int) -> str:
    """Say that lists are cut, where the page has not all games at hand."""
    if not limit or listed < limit or listed == archive.size:
        return ""
    return paragraph(
        f"The page has {plural(listed, 'game')} at hand, of {archive.size:,}: short lists are whole, long ones are cut",
        "and say so. For more: goanalyze report --limit N, 0 for all.",
    )


def _page(archive: Archive, sections: list[tuple[str, str, str]], data: str, cut: str) -> str:
    title = esc(title_of(archive))
    css, js = _assets()
    contents = "".join(f'<li><a href="#{key}">{name}</a></li>' for key, name, _ in sections)
    body = "".join(f'<section id="{key}"><h2>{name}</h2>{text}</section>' for key, name, text in sections)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(js)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{css}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header>{_MARK}<h1>{title}</h1>{summary_line(archive)}</header>
<nav aria-label="Sections"><ul>{contents}</ul></nav>
<main id="main">
<noscript><p class="note">This page lists games and steps through boards by JavaScript, which is switched off; all \
figures are here without it.</p></noscript>
<p class="note" id="trouble" hidden></p>
{cut}{body}
</main>
<footer><p>Written by goanalyze from the dataset; every figure stands in its tables, too.</p></footer>
{_dialog()}
<script type="application/octet-stream" id="data">{data}</script>
<script>{js}</script>
</body>
</html>
"""


def _dialog() -> str:
    """Return the window in which lists of games open; the script fills it."""
    return """<dialog id="list" aria-labelledby="list-title">
<div class="list-head"><h2 id="list-title" tabindex="-1">Games</h2>
<button type="button" id="list-close">Close</button></div>
<p id="list-count" aria-live="polite"></p>
<p><label>Only games with <input type="search" id="list-filter" autocomplete="off" spellcheck="false"></label></p>
<div class="scroll" tabindex="0"><table><caption class="unseen">Games of the list</caption>
<thead><tr id="list-heads"></tr></thead><tbody id="list-rows"></tbody></table></div>
<p class="pager"><button type="button" id="list-before">Previous 50</button>
<span id="list-page"></span><button type="button" id="list-after">Next 50</button></p>
</dialog>"""


def _assets() -> tuple[str, str]:
    """Return the style sheet and the script of the page, those of the viewers with them."""
    folder = files("goanalyze.show.report") / _ASSETS
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
    css, js = viewer_assets()
    return f"{css}\n{style}", f"{js}\n{script}".replace("</", "<\\/")


def _policy(script: str) -> str:
    """Return what the browser may load and run: this script, the styles of the page, nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    load = f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:"
    return f"{load}; base-uri 'none'; form-action 'none'"
