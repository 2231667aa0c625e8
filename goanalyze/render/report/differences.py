"""The section of a report on how far margins lie apart: histograms, for any two rulesets."""

from __future__ import annotations

from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.charted import binned
from goanalyze.compare.claims import family_pairs
from goanalyze.draw.charts import Bars
from goanalyze.render.report.data import Archive, Reading, Rows
from goanalyze.render.report.html import chart, esc, fold, paragraph, table
from goanalyze.render.report.lists import Lists
from goanalyze.render.report.matrices import dead_stones, too_few
from goanalyze.vocabulary.arrow import numbers_of
from goanalyze.vocabulary.numbers import percent, plural, signed

_SHOWN_FIRST: Final = 1.0


class Histograms:
    """The histograms of every two rulesets, each drawn once: rulesets that count alike share them.

    Attributes:
        drawn: HTML of each.
        places: by reading, for each pair ``a,b`` of places of rulesets the place in `drawn`.
    """

    def __init__(self, lists: Lists) -> None:
        self._lists = lists
        self.drawn: list[str] = []
        self.places: dict[str, dict[str, int]] = {}
        self._known: dict[tuple[str, bytes], int] = {}

    def add(self, reading: Reading) -> None:
        """Draw all pairs of a reading, both ways round."""
        names = reading.comparison.rulesets
        pairs = permutations(enumerate(names), 2)
        self.places[reading.name] = {f"{one},{other}": self._place(reading, a, b) for (one, a), (other, b) in pairs}

    def of(self, reading: Reading, a: str, b: str) -> str:
        """Return the histogram of a pair, HTML."""
        names = reading.comparison.rulesets
        return self.drawn[self.places[reading.name][f"{names.index(a)},{names.index(b)}"]]

    def _place(self, reading: Reading, a: str, b: str) -> int:
        difference = reading.comparison.differences(a, b)
        key = (reading.name, difference.tobytes())
        if key not in self._known:
            self._known[key] = len(self.drawn)
            rows = np.flatnonzero(~np.isnan(difference))
            self.drawn.append(drawn_histogram(difference[rows], rows, self._lists, "difference", reading.title))
        return self._known[key]


def difference_section(archive: Archive, lists: Lists, histograms: Histograms) -> str:
    """Return how far margins lie apart: area and territory of the same board, and any two rulesets."""
    parts = [_area_territory(archive, lists)]
    if reason := too_few(archive):
        return "".join(parts) + reason
    for reading in archive.readings:
        if not reading.comparison.counted[0]:
            continue
        histograms.add(reading)
        parts.append(_chooser(reading, histograms))
    return "".join(parts)


def _chooser(reading: Reading, histograms: Histograms) -> str:
    """Return the histogram of a first pair, folded, and what the page's script needs to show another."""
    names = reading.comparison.rulesets
    b, a = family_pairs(names)[0]  # area against territory, where both are there
    selects = []
    for which, key, chosen in (("margin under", "a", a), ("less margin under", "b", b)):
        options = "".join(
            f'<option value="{place}"{" selected" if name == chosen else ""}>{esc(name)}</option>'
            for place, name in enumerate(names)
        )
        selects.append(f'<label>{which} <select name="{key}" disabled>{options}</select></label>')
    chooser = (
        f'<div class="chooser" data-reading="{reading.name}">'
        "<p>The two stand beside one another only, so every histogram is of all games that both give a margin.</p>"
        f'<form class="choose" hidden>{" ".join(selects)}</form>'
        f'<p class="chosen" aria-live="polite">{esc(a)} − {esc(b)}</p>'
        f'<div class="histogram">{histograms.of(reading, a, b)}</div></div>'
    )
    return fold(f"Any two rulesets: {esc(reading.title.lower())}", chooser)


def _area_territory(archive: Archive, lists: Lists) -> str:
    """Return area − territory of the boards whose dead stones are known, and estimated."""
    difference = numbers_of(archive.counts["area_minus_territory"])
    parts: list[str] = []
    for state, word in (("dead_known", "known"), ("estimated", "estimated")):
        there = archive.among(archive.counts, "position", [state])
        rows = np.flatnonzero(there & ~np.isnan(difference))
        if not len(rows):
            continue
        title = f"Dead stones {word}"
        games = lists.counted(rows, f"{title}: games whose board was counted", "game")
        head = dead_stones(word)
        drawn = drawn_histogram(difference[rows], rows, lists, "area − territory", title)
        parts.append(fold(head, drawn) if parts else paragraph(f"{head}: {games}.") + drawn)
    if not parts:
        return "<p>No board of this dataset was counted with known or estimated dead stones.</p>"
    about = paragraph(
        "The margin by area less the margin by territory of the same board, before komi, Black − White: 0 or ±1 where",
        "both sides made the same number of moves or one more; passes, handicap stones, seki and points to be filled",
        "move it further.",
    )
    return about + "".join(parts)


def drawn_histogram(difference: NDArray[np.float64], rows: Rows, lists: Lists, what: str, title: str) -> str:
    """Return a histogram as a chart and a table.

    Args:
        difference: points, one for each game.
        rows: which games these are.
        lists: takes the games behind each column.
        what: the difference is called.
        title: of the lists.
    """
    if not len(rows):
        return "<p>No game has a margin under both.</p>"
    parts = binned(difference, rows)
    games = plural(len(rows), "game")
    most = max(parts, key=lambda part: len(part[1]))[0]
    about = f"Histogram of {what} in points, {games}; most often {most}; the table below has the figures"
    table_rows = [
        [label, lists.number(inside, f"{title}: {what} {label}"), percent(len(inside) / len(rows))]
        for label, inside in parts
        if len(inside)
    ]
    near = int(np.count_nonzero(np.abs(difference) <= _SHOWN_FIRST))
    mean, low, high = (signed(round(float(of(difference)), 3)) for of in (np.mean, np.min, np.max))
    labels, heights = [label for label, _ in parts], [len(inside) for _, inside in parts]
    drawn = chart(Bars(tuple(labels), tuple(heights), f"{what}, points"), about)
    heads = ["points", "games", "share"]
    behind = fold("The histogram as a table", table(f"Games by {what}", heads, table_rows, kinds="rrr"))
    told = f"{games}; {percent(near / len(rows))} within a point; mean {mean}, from {low} to {high}"
    return f"<figure>{drawn}<figcaption>{told}</figcaption>{behind}</figure>"
