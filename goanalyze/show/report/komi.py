"""The section of a report on komi: Black's share of wins as a function of it, and what would have been fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.charted import ALIKE, Curve, komi_shares, together
from goanalyze.compare.choices import Grouping
from goanalyze.compare.comparison import Comparison
from goanalyze.draw.charts import LINE_STYLES, Line, lines
from goanalyze.show.report.data import Archive, Reading
from goanalyze.show.report.html import chart, esc, hidden_table, paragraph, table, words
from goanalyze.show.report.lists import Lists
from goanalyze.show.report.matrices import reading_head, too_few
from goanalyze.vocabulary.numbers import percent, plural

_FEWEST: Final = 30  # even games of a board size whose fair komi is worth a column
_SIZES: Final = 3


def komi_section(archive: Archive, lists: Lists) -> str:
    """Return Black's share of wins as a function of komi, by ruleset, and the komi that would have been fair."""
    if not archive.size:
        return too_few(archive)
    about = paragraph(
        "Who would have won the same even games, move for move, with another komi?",
        "A draw counts half. Only games that were counted are included, none that were resigned;",
        "so this is a figure of this archive, not of the game of Go.",
    )
    parts = [about]
    for reading in archive.readings:
        parts.append(reading_head(reading, lists))
        size, games = reading.comparison.main_board_size()
        if games:
            parts += [_curves(reading.comparison, size, games), _fair(archive, reading, lists)]
        else:
            parts.append("<p>There is no even game with a margin.</p>")
    return "".join(parts)


def _curves(comparison: Comparison, size: str, games: int) -> str:
    komi, shares = komi_shares(comparison, size)
    return _chart(komi, together(shares), size, games) + _as_table(komi, together(shares, apart=0), size)


def _chart(komi: NDArray[np.float64], curves: Sequence[Curve], size: str, games: int) -> str:
    drawn = [Line(", ".join(names), share.tolist()) for names, share in curves][:LINE_STYLES]
    about = f"Black's share of wins against komi on {size}, {len(drawn)} lines; the table below has the figures"
    legend = "".join(
        f'<li><svg class="key" viewBox="0 0 34 10" aria-hidden="true"><path class="line s{place}" d="M1 5H33"/></svg>'
        f"{esc(line.name)}</li>"
        for place, line in enumerate(drawn)
    )
    left = f" {len(curves) - LINE_STYLES} more stand in the table only." if len(curves) > LINE_STYLES else ""
    figure = chart(lines(komi.tolist(), drawn, axis="komi"), about)
    return (
        f"<figure><figcaption>Black's share of wins by komi, {plural(games, 'even game')} on {esc(size)}. Rulesets "
        f"that are nowhere more than {ALIKE:.0%} apart share a line.{left}</figcaption>{figure}"
        f'<ul class="legend">{legend}</ul></figure>'
    )


def _as_table(komi: NDArray[np.float64], curves: Sequence[Curve], size: str) -> str:
    shares = [map(percent, share.tolist()) for _, share in curves]
    rows = [list(row) for row in zip(map(_points, komi.tolist()), *shares, strict=True)]
    heads, caption = ["komi", *(words(names) for names, _ in curves)], f"Black's share of wins by komi on {esc(size)}"
    return hidden_table("The curves as a table, exactly", caption, heads, rows, kinds="r" * len(heads), name="curves")


def _fair(archive: Archive, reading: Reading, lists: Lists) -> str:
    """Return the fair komi of every ruleset on the board sizes with enough games."""
    comparison = reading.comparison
    heads = ["ruleset"]
    columns: list[list[str]] = []
    for size in _board_sizes(archive, comparison):
        heads += [f"{esc(size)}: fair komi", "Black's share", "games"]
        found = comparison.fair_komi(board_size=size).to_dict("records")
        cells = [_fair_cells(comparison, row, size, reading.title, lists) for row in found]
        columns += [[cell[place] for cell in cells] for place in range(3)]
    rows = [[esc(name), *(column[at] for column in columns)] for at, name in enumerate(comparison.rulesets)]
    caption = "Komi at which Black's share is nearest to a half, in steps of half a point"
    return table(caption, heads, rows, kinds="t" + "r" * len(columns))


def _fair_cells(comparison: Comparison, row: dict[str, Any], size: str, title: str, lists: Lists) -> list[str]:
    behind = comparison.curve_rows(row["ruleset"], board_size=size)
    name = f"{title}: even games on {size} with a margin under {row['ruleset']}"
    low, high = _points(row["komi_from"]), _points(row["komi_to"])
    komi = "–" if not len(behind) else low if low == high else f"{low} to {high}"
    return [komi, percent(row["black_share"]), lists.number(behind, name)]


def _points(komi: float) -> str:
    return f"{komi:g}".replace("-", "−")


def _board_sizes(archive: Archive, comparison: Comparison) -> list[str]:
    """Return the board sizes with enough even games, the one with most first; at least that one."""
    main, _ = comparison.main_board_size()
    counted = np.zeros(archive.size, dtype=np.bool_)
    counted[comparison.counted_rows()] = True
    counted &= archive.groups.even
    found = {size: int(np.count_nonzero(counted[rows])) for size, rows in archive.groups.groups(Grouping.BOARD_SIZE)}
    order = sorted(found, key=lambda size: (size != main, -found[size]))
    return [size for size in order if size == main or found[size] >= _FEWEST][:_SIZES]
