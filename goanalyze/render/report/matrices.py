"""The section of a report that holds rulesets against each other: how often winner and margin differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from goanalyze.compare.choices import PairFigure
from goanalyze.compare.comparison import Comparison
from goanalyze.compare.captions import excluded_caption, lost_captions
from goanalyze.draw.charts import shade
from goanalyze.render.report.data import Archive, Reading, Rows
from goanalyze.render.report.html import copyable, esc, fold, paragraph, table, words
from goanalyze.render.report.lists import Lists
from goanalyze.vocabulary.numbers import percent, plural

_OWN: Final = '<td class="own">·</td>'

_PAIRS: Final = 6

Cell = tuple[int, float, str]  # games, how dark, text


def too_few(archive: Archive) -> str:
    """Return a sentence that says why rulesets cannot be compared, HTML; empty where they can."""
    if not archive.size:
        return "<p>There are no games, so there is nothing to compare.</p>"
    if len(archive.outcomes.names) < 2:
        one = words(archive.outcomes.names) or "none"
        return paragraph(
            f"The dataset was checked under one ruleset only, {one}; it takes two to compare.",
            f"Check it again with more: {copyable('goanalyze check PATH -o OUT --rulesets all')}",
        )
    return ""


def matrix_section(archive: Archive, lists: Lists) -> str:
    """Return for every two rulesets in how many games the winner or the margin differs."""
    if reason := too_few(archive):
        return reason
    about = paragraph(
        "The same final positions, counted under every ruleset with the recorded komi. Winners differ where two give a",
        "game to different sides, or to one and to nobody.",
    )
    first, *others = archive.readings
    titles = [[esc(name), esc(archive.titles[name])] for name in first.comparison.rulesets]
    names = fold("Names of the rulesets", table("Rulesets", ["id", "ruleset"], titles))
    folded = "".join(fold(esc(reading.title), _reading(reading, lists)) for reading in others)
    return about + _reading(first, lists) + folded + names


def reading_head(reading: Reading, lists: Lists) -> str:
    """Return what a reading is of, with how sure it is."""
    rows = reading.comparison.counted_rows()
    title = f"{reading.title}: games with a margin"
    told = "marked by the players or proven: nothing is guessed"
    if reading.name != "known":
        told = "in most of them the dead stones are estimated; the list of games says how sure that is"
    games = f"{lists.counted(rows, title, 'game')} with a margin under some ruleset"
    return paragraph(f"{dead_stones(reading.name)}: {games}; {told}.")


def dead_stones(name: str) -> str:
    """Return how dead stones are known in a reading or chart, HTML."""
    tag = "fact" if name == "known" else "guess"
    return f'Dead stones <span class="tag {tag}">{esc(name)}</span>'


def _reading(reading: Reading, lists: Lists) -> str:
    head, main = reading_head(reading, lists), reading.comparison
    if not main.counted[0]:
        return head
    apart = (
        fold(f"Rulesets that stand apart: {words(each.common.rulesets)}", _squares(each, reading, lists))
        for each in main.apart
    )
    return head + _squares(main, reading, lists) + "".join(apart)


def _squares(comparison: Comparison, reading: Reading, lists: Lists) -> str:
    """Return the pairs of rulesets that differ most, all of the same games; folded, all pairs and what was left out."""
    common = comparison.common
    title = f"{reading.title}: games with a margin under {', '.join(common.rulesets)}"
    told = paragraph(
        f"Side by side: <b>{words(common.rulesets)}</b>.",
        f"Games that all of them give a margin: {lists.number(common.rows, title)}.",
        *(f"{esc(told)}." for told in (*lost_captions(common), *excluded_caption(common))),
    )
    if not len(common) or len(common.rulesets) < 2:
        return told
    changes, over = (
        {pair: np.intersect1d(rows, common.rows, assume_unique=True) for pair, rows in found.items()}
        for found in (
            pair_rows(comparison, common.rulesets, each) for each in (PairFigure.WINNER_CHANGES, PairFigure.OVER_1)
        )
    )

    def figure(rows: dict[tuple[str, str], Rows], title: str, *, share: bool = False) -> Callable[[str, str], Cell]:
        def cell(a: str, b: str) -> Cell:
            found, part = rows[a, b], len(rows[a, b]) / len(common)
            return len(found), part, lists.number(found, f"{title}: {a} and {b}", percent(part) if share else None)

        return cell

    names = common.rulesets
    winner, share = (figure(changes, "Winner differs", share=each) for each in (False, True))
    pairs = reversed(list(combinations(names, 2)))
    unlike = {changes[pair].tobytes(): pair for pair in pairs}.values()  # of those that differ in the same games, one
    most = sorted(unlike, key=lambda pair: -len(changes[pair]))[:_PAIRS]
    rows = [[f"{esc(a)} and {esc(b)}", winner(a, b)[2], share(a, b)[2]] for a, b in most if len(changes[a, b])]
    caption = f"Who won: pairs that differ most, of {plural(len(common), 'game')} with a margin under all {len(names)}"
    first = table(caption, ["rulesets", "games", "share"], rows, kinds="trr") if rows else paragraph(
        f"No winner differs in {plural(len(common), 'game')} with a margin under all {len(names)}.")  # fmt: skip
    apart = "Games whose margins are more than a point apart"
    every = fold(
        "All pairs",
        square("Games whose winner differs", names, winner),
        fold("The same as a share", square("Games whose winner differs, as a share", names, share)),
        fold(apart, square(apart, names, figure(over, "More than a point apart"))),
    )
    return first + every + fold("Which games these are", told, _classes(comparison))


def pair_rows(comparison: Comparison, names: Sequence[str], figure: PairFigure) -> dict[tuple[str, str], Rows]:
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


def square(caption: str, names: Sequence[str], cell: Callable[[str, str], Cell]) -> str:
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
