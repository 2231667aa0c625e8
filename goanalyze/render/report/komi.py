"""The section of a report on komi: Black's share of wins as a function of it, and what would have been fair."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.charted import ALIKE, Curve, komi_shares, together
from goanalyze.compare.common import Common
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.komi import OtherKomi
from goanalyze.compare.captions import common_caption, excluded_caption
from goanalyze.draw.charts import LINE_STYLES, ChartLine, Lines
from goanalyze.render.report.data import Archive, Reading
from goanalyze.render.report.html import chart, esc, fold, paragraph, table, words
from goanalyze.render.report.lists import Lists
from goanalyze.render.report.matrices import dead_stones, too_few
from goanalyze.vocabulary.numbers import percent

_FEWEST: Final = 30  # even games of a board size whose fair komi is worth a column
_SIZES: Final = 3


def komi_section(archive: Archive, lists: Lists) -> str:
    """Return Black's share of wins as a function of komi, by ruleset, and the komi that would have been fair."""
    if not archive.size:
        return too_few(archive)
    about = paragraph(
        "Who would have won the same even games, move for move, with another komi? A draw counts half. Only counted",
        "games are included, none that were resigned: a figure of this archive, not of the game of Go.",
    )
    first, *others = (_reading(reading, lists) for reading in archive.readings)
    folded = (fold(esc(reading.title), told) for reading, told in zip(archive.readings[1:], others, strict=True))
    return about + first + "".join(folded)


def _reading(reading: Reading, lists: Lists) -> str:
    size, games = reading.comparison.main_board_size()
    if not games:
        return paragraph(dead_stones(reading.name)) + "<p>There is no even game with a margin.</p>"
    drawn, *apart = [_curves(other, size) for other in reading.comparison.other_komi(board_size=size)]
    fair = fold("Fair komi, by ruleset", _fair(reading, lists))
    return paragraph(dead_stones(reading.name)) + drawn + fair + fold("Rulesets that stand apart", *apart)


def _curves(other: OtherKomi, size: str) -> str:
    """Return the curves of rulesets side by side, all of the same games."""
    if not len(other.common):
        return ""
    komi, shares = komi_shares(other)
    apart = paragraph(*(f"{esc(left)}." for left in excluded_caption(other.common)))
    drawn = _chart(komi, together(shares), size, other.common) + _as_table(komi, together(shares, apart=0), size)
    return drawn + fold("Which rulesets share these games", apart if len(other.common.left_out) else "")


def _chart(komi: NDArray[np.float64], curves: Sequence[Curve], size: str, common: Common) -> str:
    drawn = tuple(ChartLine(", ".join(names), share.tolist()) for names, share in curves[:LINE_STYLES])
    about = f"Black's share of wins against komi on {size}, {len(drawn)} lines; the table below has the figures"
    left = f" {len(curves) - LINE_STYLES} more stand in the table only." if len(curves) > LINE_STYLES else ""
    figure = chart(Lines(tuple(komi.tolist()), drawn, "komi"), about)
    return (
        f'<figure class="curve"><figcaption>Even games on {esc(size)}: {esc(common_caption(common))}. '
        f"Rulesets that are nowhere more than {ALIKE:.0%} apart share a line.{left}</figcaption>{figure}</figure>"
    )


def _as_table(komi: NDArray[np.float64], curves: Sequence[Curve], size: str) -> str:
    shares = [map(percent, share.tolist()) for _, share in curves]
    rows = [list(row) for row in zip(map(_points, komi.tolist()), *shares, strict=True)]
    heads, caption = ["komi", *(words(names) for names, _ in curves)], f"Black's share of wins by komi on {esc(size)}"
    return fold("The curves as a table, exactly", table(caption, heads, rows, kinds="r" * len(heads), name="curves"))


def _fair(reading: Reading, lists: Lists) -> str:
    """Return the fair komi on the board sizes with enough games, a table for the rulesets that stand side by side."""
    parts = []
    for size in _board_sizes(reading.comparison):
        for other in reading.comparison.other_komi(board_size=size):
            games = lists.number(other.common.rows, _title(reading, size, other.common))
            rows = [
                [esc(row["ruleset"]), _fair_komi(row), percent(row["black_share"])]
                for row in other.fair().to_dict("records")
            ]
            caption = (
                f"{esc(size)}, {games} even games: komi at which Black's share is nearest to a half, in steps of half "
                "a point"
            )
            parts.append(table(caption, ["ruleset", "fair komi", "Black's share"], rows, kinds="trr"))
    return f'<div class="side">{"".join(parts)}</div>'


def _title(reading: Reading, size: str, common: Common) -> str:
    return f"{reading.title}: even games on {size} with a margin under {', '.join(common.rulesets)}"


def _fair_komi(row: dict[Hashable, Any]) -> str:
    low, high = _points(row["komi_from"]), _points(row["komi_to"])
    return "–" if not row["games"] else low if low == high else f"{low} to {high}"


def _points(komi: float) -> str:
    return f"{komi:g}".replace("-", "−")


def _board_sizes(comparison: Comparison) -> list[str]:
    """Return the board sizes with enough even games, the one with most first; at least that one."""
    found = comparison.board_sizes()
    return [size for place, (size, games) in enumerate(found) if not place or games >= _FEWEST][:_SIZES]
