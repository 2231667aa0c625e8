"""How a report opens: its title, where the games come from, and six tiles that lead to the sections behind them."""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.compare.choices import Dispute
from goanalyze.render.report.data import Archive
from goanalyze.render.report.html import bdi, esc
from goanalyze.vocabulary.arrow import numbers_of
from goanalyze.vocabulary.catalogue import CATALOGUE, Severity
from goanalyze.vocabulary.numbers import percent, plural

_OPTIONS: Final = {
    "markup": "territory markup",
    "estimate": "estimates",
    "komi": "komi",
    "encoding": "charset",
    "engine": "engine",
}


def title_of(archive: Archive) -> str:
    """Return the title of the page, plain text."""
    return f"{plural(archive.size, 'Go game')}, checked"


def summary_line(archive: Archive) -> str:
    """Return, as HTML, where the games come from and how they were checked."""
    files, facts = len(archive.files["games"]), archive.facts
    moves = int(np.nansum(numbers_of(archive.games["move_count"])))
    alone = next(iter(archive.homes)) if len(archive.homes) == 1 else archive.base
    where = f" in {bdi(alone)}" if alone else ""
    how = f"Dataset written on {archive.written}" if archive.written else "Tables in memory, not written as a dataset"
    if "goanalyze" in facts:
        how += f" by goanalyze {esc(facts['goanalyze'])}"
    rulesets = f"rulesets: {len(archive.outcomes.names)}"
    options = [f"{name}: {esc(facts[key])}" for key, name in _OPTIONS.items() if facts.get(key) is not None]
    counts = f"{plural(archive.size, 'game')} with {plural(moves, 'move')} from {plural(files, 'file')}{where}"
    return f'<p class="lead">{counts}. {"; ".join([how, rulesets, *options, *_variations(archive)])}.</p>'


def _variations(archive: Archive) -> list[str]:
    """Say how many variations there are, and whether they were looked at as far as the dataset says it."""
    branches = numbers_of(archive.games["branches"])
    if not branches.any():
        return []
    looked_at = {True: ", checked, too", False: ", not looked at"}.get(archive.facts.get("variations"), "")  # type: ignore[arg-type]
    return [f"{plural(int(branches.sum()), 'variation')} in {plural(int((branches > 0).sum()), 'game')}{looked_at}"]


def tiles(archive: Archive) -> str:
    """Return the figures that a reader wants first, HTML: each a link to its section."""
    found = (tile(archive) for tile in (_games, _errors, _illegal, _disputed, _copies, _exact))
    items = (
        f'<li><a href="#{key}" class="{mood}"><b>{figure}</b> <span>{what}</span> <small>{of}</small></a></li>'
        for key, mood, figure, what, of in found
    )
    return f'<ul class="tiles" aria-label="At a glance">{"".join(items)}</ul>'


_Tile = tuple[str, str, str, str, str]  # section, mood, figure, what it counts, of how many


def _games(archive: Archive) -> _Tile:
    files = plural(len(archive.files["games"]), "file")
    return "checked", "", f"{archive.size:,}", "game" if archive.size == 1 else "games", f"in {files}"


def _errors(archive: Archive) -> _Tile:
    errors = [code for code, entry in CATALOGUE.items() if entry.severity is Severity.ERROR]
    inside = archive.among(archive.findings, "code", errors)
    game = archive.finding_games[inside]
    games = len(np.unique(game[game >= 0]))
    about_files = int(np.count_nonzero(game < 0))
    more = f", {plural(about_files, 'error')} of files" if about_files else ""
    what = "game with errors" if games == 1 else "games with errors"
    return "findings", _mood(len(game)), f"{games:,}", what, f"{plural(len(game), 'error')} in all{more}"


def _illegal(archive: Archive) -> _Tile:
    games = len(archive.illegal_games)
    return "legality", _mood(games), f"{games:,}", "illegal under their own ruleset", "or every one, if they name none"


def _disputed(archive: Archive) -> _Tile:
    comparison = archive.readings[0].comparison
    games, of = comparison.disputed_count(Dispute.WINNER), len(comparison.common)
    return "rulesets", "", f"{games:,}" if of else "–", "whose winner depends on rules", f"of {of:,} counted under all"


def _copies(archive: Archive) -> _Tile:
    copies, games = archive.further_copies
    of = f"of {plural(len(games), 'game')}" if len(games) else "no game is there twice"
    return "duplicates", _mood(len(copies)), f"{len(copies):,}", "duplicate" if len(copies) == 1 else "duplicates", of


def _exact(archive: Archive) -> _Tile:
    agreement = archive.audited[archive.audited >= 0]
    exact = archive.among(archive.audit, "agreement", ["exact"])[agreement]
    share = percent(float(exact.mean())) if len(exact) else "–"
    return "recorded", "", share, "of recorded results exact", f"of {len(exact):,} that were counted again"


def _mood(number: int) -> str:
    return "bad" if number else "good"
