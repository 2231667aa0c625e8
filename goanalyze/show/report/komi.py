"""The section of a report on komi: Black's share of wins as a function of it, and what would have been fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.compare.comparison import Comparison
from goanalyze.draw.charts import LINE_STYLES, Line, lines
from goanalyze.show.report.data import Archive, Reading
from goanalyze.show.report.html import chart, esc, hidden_table, paragraph, table, words
from goanalyze.show.report.lists import Lists
from goanalyze.show.report.matrices import reading_head, too_few
from goanalyze.vocabulary.numbers import percent, plural

_DRAWN: Final = (0.25, 0.75)
"""Shares between which some line must be at a komi that is drawn: the fair one stands in the middle."""
_ALIKE: Final = 0.01  # rulesets whose shares are never further apart have one line
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


_Curve = tuple[list[str], NDArray[np.float64]]  # rulesets, and Black's share at each komi under them


def _curves(comparison: Comparison, size: str, games: int) -> str:
    frame = comparison.komi_curve(board_size=size)
    komi = frame["komi"].to_numpy()[: len(frame) // len(comparison.rulesets)]
    shares = {name: frame["black_share"].to_numpy()[frame["ruleset"] == name] for name in comparison.rulesets}
    shares = {name: share for name, share in shares.items() if not np.isnan(share).any()}
    inside = np.flatnonzero(np.any([(s > _DRAWN[0]) & (s < _DRAWN[1]) for s in shares.values()], axis=0))
    span = slice(max(int(inside[0]) - 1, 0), int(inside[-1]) + 2) if len(inside) else slice(None)
    shares = {name: share[span] for name, share in shares.items()}
    return _chart(komi[span], _together(shares, _ALIKE), size, games) + _as_table(
        komi[span], _together(shares, 0), size
    )


def _together(shares: dict[str, NDArray[np.float64]], apart: float) -> list[_Curve]:
    """Put rulesets together whose shares are nowhere further apart than that from the first of them."""
    curves: list[_Curve] = []
    for name, share in shares.items():
        home = next((names for names, other in curves if np.abs(other - share).max() <= apart), None)
        if home is None:
            curves.append(([name], share))
        else:
            home.append(name)
    return curves


def _chart(komi: NDArray[np.float64], curves: Sequence[_Curve], size: str, games: int) -> str:
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
        f"that are nowhere more than {_ALIKE:.0%} apart share a line.{left}</figcaption>{figure}"
        f'<ul class="legend">{legend}</ul></figure>'
    )


def _as_table(komi: NDArray[np.float64], curves: Sequence[_Curve], size: str) -> str:
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
