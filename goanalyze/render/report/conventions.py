"""The section of a report on conventions: what was played where headers say otherwise, and why that is believed."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.result_explanations import GroupResults
from goanalyze.conventions.choices import Standing
from goanalyze.conventions.convention import codes
from goanalyze.conventions.evidence import FEW
from goanalyze.draw.charts import Bars
from goanalyze.render.report.data import Archive, Rows
from goanalyze.render.report.html import bdi, chart, esc, fold, long_table, paragraph, table
from goanalyze.render.report.lists import Lists
from goanalyze.render.terminal.conventions import (
    Numbered,
    header_share,
    header_words,
    nothing_known,
    place_words,
    played_words,
    with_standing,
)
from goanalyze.rules import RULESETS
from goanalyze.vocabulary.numbers import percent, plural, reach

_SHOWN: Final = 3
_KEPT_SHOWN: Final = 24
_DRAWN: Final = 2  # groups whose komi are drawn
_AROUND: Final = 8.0  # points of komi to both sides of the most frequent one
_EVIDENCE: Final = ("counted", "header, share", "played, share", "95%", "chance", "deciding")
_FOLLOW: Final = {
    "header": "header fits",
    "convention": "played fits",
    "story": "a story fits",
    "nothing": "nothing fits",
}


def convention_section(archive: Archive, lists: Lists) -> str:
    """Return by which komi and counting the games were really played, group by group."""
    if archive.conventions is None:
        return "<p>Conventions were not looked for: the check was run with --conventions off.</p>"
    groups, counted = archive.conventions
    if sentence := nothing_known(groups):
        return paragraph(esc(sentence))
    changed, kept, left = (with_standing(groups, standing) for standing in Standing if standing is not Standing.REFUTED)
    about = paragraph(
        "Servers write headers in the same way for thousands of games, also where these are wrong. Games with like",
        "headers are a group; its counted games are those with a final position that can be counted and a recorded",
        "margin, copies left out. A game follows where the recorded margin comes out exactly.",
    )
    heads = paragraph(
        "Chance: the share that another komi would give. Deciding: games for it, of those that decide against its best",
        "rival. What gives each recorded margin: the header, what was played, a story of the game's own that the",
        "audit tells (above), or nothing of what was tried.",
    )
    undecided = ""
    if left:
        games = sum(group.games for _, group in left)
        few = sum(group.counted < FEW for _, group in left)
        told = f"{plural(len(left), 'group')} with {plural(games, 'game')} are undecided"
        some = "all" if few == len(left) else f"{few:,}"
        undecided = paragraph(f"{told}, {some} of them with fewer than {FEW} counted games; their headers stand.")
    drawn = sorted(changed or kept, key=lambda each: -each.group.counted)[:_DRAWN]
    return "".join(
        (
            _changed(changed, counted, lists),
            undecided,
            fold("Groups played as their headers say", _kept(kept, counted, lists)),
            fold("Komi that would give the recorded margins", *(_needed(each, counted, lists) for each in drawn)),
            fold("How this is known", about, heads),
        )
    )


def _changed(changed: list[Numbered], counted: GroupResults, lists: Lists) -> str:
    if not changed:
        return paragraph("No group of games was found that was played otherwise than its header says.")
    rows = []
    for each in changed:
        group, best = each.group, each.group.tests[0]
        is_other = bool(codes(group.header, group.played))
        rows.append([
            f"{bdi(place_words(group.header))}: {esc(header_words(group.header))}",
            esc(played_words(group.played, best.hypothesis.meaning)), f"{group.games:,}",
            *_followed(each, counted, lists), f"{group.counted:,}",
            percent(header_share(group)) if is_other else "–", percent(best.explained / group.counted),
            reach(best.low, best.high), percent(best.chance), f"{best.for_it:,} of {best.deciding:,}",
        ])  # fmt: skip
    heads = ["header", "played", "games", *_FOLLOW.values(), *_EVIDENCE]
    kinds = "ww" + "r" * (len(heads) - 2)
    return long_table(_SHOWN, "group", "Not played as the header says", heads, rows, kinds=kinds, name="cards")


def _kept(kept: list[Numbered], counted: GroupResults, lists: Lists) -> str:
    if not kept:
        return ""
    rows = []
    for each in kept[:_KEPT_SHOWN]:
        group, best = each.group, each.group.tests[0]
        rows.append([f"{bdi(place_words(group.header))}: {esc(header_words(group.header))}", f"{group.games:,}",
                     *_followed(each, counted, lists, without="convention"), f"{group.counted:,}",
                     percent(best.explained / group.counted), reach(best.low, best.high)])  # fmt: skip
    rest = kept[_KEPT_SHOWN:]
    more = f"; {len(rest):,} smaller groups are not shown" if rest else ""
    told = [head for name, head in _FOLLOW.items() if name != "convention"]
    heads, caption = ["header", "games", *told, "counted", "header, share", "95%"], f"Played as the header says{more}"
    return table(caption, heads, rows, kinds="w" + "r" * (len(heads) - 1), name="cards")


def _followed(each: Numbered, counted: GroupResults, lists: Lists, *, without: str = "") -> list[str]:
    """Return the games of a group by what gives their recorded margins, as numbers with lists."""
    parts = zip(_FOLLOW, counted.explanations(each.number), strict=True)
    return [
        lists.number(rows, f"{each.group.name}: what gives the recorded margin: {what}") if len(rows) else "–"
        for what, rows in parts
        if what != without
    ]


def _needed(each: Numbered, counted: GroupResults, lists: Lists) -> str:
    """Return which komi would give the recorded margins of a group, by territory and by area."""
    rows, needed = counted.required_komi(each.number)
    place, header = bdi(place_words(each.group.header)), esc(header_words(each.group.header))
    return f"<p>{place}: {header}.</p>" + "".join(
        _histogram(komi, rows, f"{each.group.name}, by {RULESETS[ruleset].scoring.value.value} ({ruleset})", lists)
        for ruleset, komi in needed.items()
    )


def _histogram(komi: NDArray[np.float64], rows: Rows, title: str, lists: Lists) -> str:
    values, games = np.unique(komi, return_counts=True)
    peak = float(values[np.argmax(games)])
    near = values[np.abs(values - peak) <= _AROUND]
    shown = np.unique([*near, *np.arange(near[0], near[-1] + 1)]).tolist()
    parts = [(_komi(value), rows[komi == value]) for value in shown]
    below, above = rows[komi < shown[0]], rows[komi > shown[-1]]
    parts = [(f"below {_komi(shown[0])}", below)] * bool(len(below)) + parts
    parts += [(f"above {_komi(shown[-1])}", above)] * bool(len(above))
    most = f"{_komi(peak)} in {percent(int(games.max()) / len(rows))} of {plural(len(rows), 'game')}"
    drawn = Bars(tuple(label for label, _ in parts), tuple(len(inside) for _, inside in parts), "komi needed, points")
    cells = [[label, lists.number(inside, f"{title}: komi {label} needed"), percent(len(inside) / len(rows))]
             for label, inside in parts if len(inside)]  # fmt: skip
    told = table(f"Games by the komi needed, {esc(title)}", ["komi", "games", "share"], cells, kinds="rrr")
    behind = fold("The histogram as a table", told)
    picture = chart(drawn, f"Histogram of the komi needed, {title}; most often {most}; the table below has the figures")
    return f"<figure>{picture}<figcaption>{esc(title)}: most often {most}</figcaption>{behind}</figure>"


def _komi(points: float) -> str:
    return f"{points:g}".replace("-", "−")
