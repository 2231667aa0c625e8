"""The section of a report that holds rulesets against each other: how often winner, margin and legality differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from goanalyze.compare.choices import PairFigure
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.told import left_out_told, lost_told
from goanalyze.draw.charts import shade
from goanalyze.show.report.data import Archive, Reading, Rows
from goanalyze.show.report.html import esc, hidden_table, paragraph, words
from goanalyze.show.report.lists import Lists
from goanalyze.vocabulary.numbers import percent

_OWN: Final = '<td class="own">·</td>'

Cell = tuple[int, float, str]  # games, how dark, text


def too_few(archive: Archive) -> str:
    """Return a sentence that says why rulesets cannot be compared, HTML; empty where they can."""
    if not archive.size:
        return "<p>There are no games, so there is nothing to compare.</p>"
    if len(archive.outcomes.names) < 2:
        one = words(archive.outcomes.names) or "none"
        return paragraph(
            f"The dataset was checked under one ruleset only, {one}; it takes two to compare.",
            "Check it again with more: goanalyze check PATH -o OUT --rulesets all",
        )
    return ""


def matrix_section(archive: Archive, lists: Lists) -> str:
    """Return for every two rulesets in how many games the winner, the margin or the legality of moves differs."""
    if reason := too_few(archive):
        return reason
    about = paragraph(
        "The same final positions, counted under every ruleset with the komi that the record names.",
        "A figure says in how many games the two rulesets give the game to different sides (or to one and to nobody);",
        "the darker, the larger their share.",
    )
    titles = [[esc(name), esc(archive.titles[name])] for name in archive.readings[0].comparison.rulesets]
    names = hidden_table("Names of the rulesets", "Rulesets", ["id", "ruleset"], titles)
    readings = "".join(_reading(reading, lists) for reading in archive.readings)
    return about + names + readings + _legality(archive.readings[0].comparison, lists)


def reading_head(reading: Reading, lists: Lists) -> str:
    """Return the heading of a reading, with how sure it is."""
    rows = reading.comparison.counted_rows()
    title = f"{reading.title}: games with a margin"
    word, tag, told = "known", "fact", "marked by the players or proven: nothing is guessed"
    if reading.name != "known":
        word, tag = "estimated", "guess"
        told = "in most of them the dead stones are estimated; the list of games says how sure that is"
    head = f'<h3>{esc(reading.title)} <span class="tag {tag}">{word}</span></h3>'
    return head + paragraph(f"Games with a margin under at least one ruleset: {lists.number(rows, title)}; {told}.")


def _reading(reading: Reading, lists: Lists) -> str:
    head = reading_head(reading, lists)
    if not reading.comparison.counted[0]:
        return head
    return head + "".join(_squares(each, reading, lists) for each in (reading.comparison, *reading.comparison.apart))


def _squares(comparison: Comparison, reading: Reading, lists: Lists) -> str:
    """Return the matrices of rulesets side by side, all of the same games, and what was left out."""
    common = comparison.common
    title = f"{reading.title}: games with a margin under {', '.join(common.rulesets)}"
    told = paragraph(
        f"Side by side: <b>{words(common.rulesets)}</b>.",
        f"Games that all of them give a margin: {lists.number(common.rows, title)}.",
        *(f"{esc(told)}." for told in (*lost_told(common), *left_out_told(common))),
    )
    if not len(common) or len(common.rulesets) < 2:
        return told
    changes, over = (
        {pair: np.intersect1d(rows, common.rows, assume_unique=True) for pair, rows in found.items()}
        for found in (
            _rows(comparison, common.rulesets, each) for each in (PairFigure.WINNER_CHANGES, PairFigure.OVER_1)
        )
    )

    def figure(rows: dict[tuple[str, str], Rows], title: str, *, share: bool = False) -> Callable[[str, str], Cell]:
        def cell(a: str, b: str) -> Cell:
            found, part = rows[a, b], len(rows[a, b]) / len(common)
            return len(found), part, lists.number(found, f"{title}: {a} and {b}", percent(part) if share else None)

        return cell

    names = common.rulesets
    first = _square("Games whose winner differs", names, figure(changes, "Winner differs"))
    folded = {
        "The same as a share": figure(changes, "Winner differs", share=True),
        "Games whose margins are more than a point apart": figure(over, "More than a point apart"),
    }
    more = (
        f"<details><summary>{what}</summary>{_square(what, names, cell)}</details>" for what, cell in folded.items()
    )
    return told + _classes(comparison) + first + "".join(more)


def _rows(comparison: Comparison, names: Sequence[str], figure: PairFigure) -> dict[tuple[str, str], Rows]:
    """Return the games that a figure counts, for every pair both ways round."""
    found: dict[tuple[str, str], Rows] = {}
    for a, b in combinations(names, 2):
        found[a, b] = found[b, a] = comparison.rows(a, b, figure)
    return found


def _classes(comparison: Comparison) -> str:
    alike = [members for members in comparison.classes() if len(members) > 1]
    if not alike:
        return ""
    items = "".join(f"<li>{words(members)}</li>" for members in alike)
    return f"<p>Never another margin or winner in any of them:</p><ul>{items}</ul>"


def _legality(comparison: Comparison, lists: Lists) -> str:
    only_a, only_b = (
        _rows(comparison, comparison.rulesets, each) for each in (PairFigure.LEGAL_ONLY_A, PairFigure.LEGAL_ONLY_B)
    )
    either = {pair: np.union1d(only_a[pair], only_b[pair]) for pair in only_a}

    def cell(a: str, b: str) -> Cell:
        found = either[a, b]
        return len(found), len(found) / comparison.game_count, lists.number(found, f"Legal under one only: {a} and {b}")

    told = paragraph(
        "In how many games every move is legal under one of two rulesets and not under the other.",
        "This is a matter of replaying, so nothing is estimated; Ing's ko rule is judged approximately.",
    )
    square = _square("Games legal under one of the two only", comparison.rulesets, cell)
    return f"<h3>Legality</h3>{told}{square}"


def _square(caption: str, names: Sequence[str], cell: Callable[[str, str], Cell]) -> str:
    """Return a heat map as a table; the darkest cell is the one with the largest share."""
    cells = {(a, b): cell(a, b) for a in names for b in names if a != b}
    most = max((share for _, share, _ in cells.values()), default=0)
    drawn = {pair: f'<td class="h{shade(share, most)}">{text}</td>' for pair, (_, share, text) in cells.items()}
    head = "".join(f'<th scope="col"><span>{esc(name)}</span></th>' for name in names)
    rows = (f'<tr><th scope="row">{esc(a)}</th>{"".join(drawn.get((a, b), _OWN) for b in names)}</tr>' for a in names)
    return (
        f'<div class="scroll" tabindex="0"><table class="heat"><caption><span>{caption}</span></caption><thead><tr>'
        f'<th scope="col">ruleset</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
