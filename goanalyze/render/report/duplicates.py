"""The section of a report on duplicates: the games that a dataset has more than once, by what the copies are."""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.duplicates.choices import CopyKind, Level
from goanalyze.render.report.data import Archive
from goanalyze.render.report.html import copyable, esc, paragraph, table
from goanalyze.render.report.lists import Lists
from goanalyze.vocabulary.arrow import flags_of

_CAPTION: Final = '<span class="unseen">What the copies are</span>'
_HINT: Final = "Possible pairs are hints: both games are kept."


def duplicate_section(archive: Archive, lists: Lists) -> str:
    """Return how many games are there more than once, and what their copies are."""
    copies, games = archive.further_copies
    table_ = archive.copies
    if not len(table_["code"]):
        return "<p>No game is there twice.</p>"
    against = np.unique(archive.copied_games[flags_of(table_["contradicts"]) == 1])
    about = paragraph(
        f"{lists.counted(copies, 'Further copies of games', 'further copy', 'further copies')} of",
        f"{lists.counted(games, 'Games that have further copies', 'game')}; with another result than the best copy:",
        f"{lists.number(against, 'Copies whose results contradict the best copy')}.",
        f"{_HINT} All of them, with what differs: {copyable(f'goanalyze dups {archive.place}')}",
    )
    rows = []
    other = flags_of(table_["keep"]) != 1
    for kind in CopyKind:
        inside = archive.among(table_, "code", [kind.value]) & other
        if inside.any():
            cells = [
                lists.number(
                    np.unique(archive.copied_games[inside & archive.among(table_, "confidence", [level.value])]),
                    f"{kind.value} {kind.meaning}, {level.value}",
                )
                for level in reversed(Level)
            ]
            rows.append([f"{kind.value} {esc(kind.meaning)}", *cells])
    heads = ["copies, and how sure that is", *(level.value for level in reversed(Level))]
    return about + table(_CAPTION, heads, rows, kinds="trrr")
