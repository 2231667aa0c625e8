"""The section of a report on recorded results: how counts agree with them, what explains the rest, the worst cases."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.compare.funnel import lost_on_the_way
from goanalyze.render.report.data import Archive, Rows
from goanalyze.render.report.html import bdi, esc, fold, paragraph, table
from goanalyze.render.report.lists import Lists, game_place, game_title, place_link, show_command
from goanalyze.score.choices import Agreement, Explanation
from goanalyze.vocabulary.arrow import flags_of, numbers_of
from goanalyze.vocabulary.numbers import percent, plural, points_text

_CAPTION: Final = '<span class="unseen">Agreement with the recorded count</span>'
_STRATA_SHOWN: Final = 24
_WORST_SHOWN: Final = 12
_KINDS: Final = ("exact", "explained", "winner", "no", "not_countable")
_HEADS: Final = ("exact", "explained", "only the winner", "no", "not countable")
_SURE: Final = ("markup", "settled", "confirmed")


def audit_section(archive: Archive, lists: Lists) -> str:
    """Return how the recorded counts agree with the counted ones."""
    there = np.flatnonzero(archive.audited >= 0)
    if not len(there):
        return "<p>No game has both a recorded count and a final position that is known or estimated.</p>"
    about = _Audit(archive, there)
    words = [(each.value, each.meaning) for each in Agreement]
    words.append(("explained", "not the recorded margin at once, but something below gives it"))
    meanings = "".join(f"<li><b>{esc(name)}</b>: {esc(text)}</li>" for name, text in words)
    text = paragraph(
        "Games with a recorded count and a final position that is known or estimated:",
        f"{lists.number(there, 'Games whose recorded count was compared with ours')}.",
        "Where the dead stones are estimated, a difference may be the estimate's fault and not the record's.",
    )
    columns = paragraph(
        "Each was counted under the ruleset that the record names, or else the one that fits best, and compared with",
        "what is recorded.",
    )
    return "".join(
        (
            text,
            _agreement(about, lists),
            fold("The worst cases", _worst(about)),
            fold("What gives the recorded margin", _explanations(about, lists)),
            fold("By archive, board size and ruleset", _strata(about, lists)),
            fold("What the columns mean", columns, f"<ul>{meanings}</ul>", _exact_told(about, lists)),
        )
    )


class _Audit:
    """The audit, one value for each audited game.

    Attributes:
        rows: of the games table.
        at: of the audit table.
        kind: place in `_KINDS`.
        sure: the dead stones are known.
    """

    def __init__(self, archive: Archive, rows: Rows) -> None:
        self.archive, self.rows, self.at = archive, rows, archive.audited[rows]
        agreement, names = archive.names(archive.audit, "agreement")
        place = np.array([_KINDS.index(name) for name in names] + [len(_KINDS)])[agreement]
        explained = flags_of(archive.audit["explained"]) == 1
        place = np.where(explained & (place != _KINDS.index("exact")), _KINDS.index("explained"), place)
        self.kind = place[self.at]
        self.sure = archive.among(archive.audit, "status_source", _SURE)[self.at]

    def cells(self, inside: NDArray[np.bool_], lists: Lists, title: str) -> list[str]:
        """Return the cells of a row: games, the share of exact ones, and games by agreement."""
        total = int(np.count_nonzero(inside))
        exact = int(np.count_nonzero(inside & (self.kind == 0)))
        cells = [lists.number(self.rows[inside], title), percent(exact / total if total else None)]
        for place, head in enumerate(_HEADS):
            found = self.rows[inside & (self.kind == place)]
            cells.append(lists.number(found, f"{title}: {head}") if len(found) else "–")
        return cells


def _exact_told(about: _Audit, lists: Lists) -> str:
    """Say why fewer games stand at the end of the funnel than are exact; nothing where they are as many."""
    exact = about.rows[about.kind == 0]
    lost = lost_on_the_way(about.archive.stages, exact)
    if not lost:
        return ""
    left = len(exact) - sum(len(games) for _, games in lost)
    title = "Exact, but lost in the funnel at"
    shown = "; ".join(f"{lists.number(games, f'{title}: {at.title}')} at “{esc(at.title)}”" for at, games in lost)
    return paragraph(
        f"Exact are {lists.number(exact, 'Recorded counts: exact')}; the funnel ends with {left:,} of them,",
        f"since it loses the others: {shown}.",
    )


def _agreement(about: _Audit, lists: Lists) -> str:
    ways = {"dead stones known": about.sure, "dead stones estimated": ~about.sure}
    rows = [
        [title, *about.cells(inside, lists, f"Recorded counts, {title}")]
        for title, inside in ways.items()
        if inside.any()
    ]
    heads = ["how the dead stones are known", "games", "share exact", *_HEADS]
    return table(_CAPTION, heads, rows, kinds="trrrrrrr", name="cards")


def _strata(about: _Audit, lists: Lists) -> str:
    """Return the agreement by archive, board size, ruleset and how the dead stones are known."""
    archive = about.archive
    sizes, homes = (archive.groups.grouped(column) for column in (Grouping.BOARD_SIZE, Grouping.SOURCE))
    declared, names = archive.names(archive.games, "ruleset")
    ruleset = (declared, [*names, "none named"])
    keys = np.stack([homes[0][about.rows], sizes[0][about.rows], ruleset[0][about.rows], about.sure], axis=1)
    found, place, count = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(-count, kind="stable")
    rows = []
    for at in order[:_STRATA_SHOWN].tolist():
        home, size, declared_at, sure = found[at].tolist()
        title = [homes[1][home], sizes[1][size], ruleset[1][declared_at], "known" if sure else "estimated"]
        cells = about.cells(place.ravel() == at, lists, ", ".join(title))
        rows.append([bdi(archive.below_base(title[0])), *map(esc, title[1:]), *cells])
    rest = order[_STRATA_SHOWN:]
    if len(rest):
        cells = about.cells(np.isin(place.ravel(), rest), lists, "The smaller groups")
        rows.append([plural(len(rest), "smaller group"), "", "", "", *cells])
    caption = "By archive, board size, ruleset named, and how the dead stones are known"
    heads = ["archive", "board", "ruleset", "dead stones", "games", "share exact", *_HEADS]
    return table(caption, heads, rows, kinds="wtttrrrrrrr", name="cards")


def _explanations(about: _Audit, lists: Lists) -> str:
    rows = []
    for explanation in Explanation:
        name, meaning = explanation.value, explanation.meaning
        inside = about.archive.among(about.archive.audit, "explanation", [name])[about.at]
        if inside.any():
            known, guessed = about.rows[inside & about.sure], about.rows[inside & ~about.sure]
            ways = {"known": known, "estimated": guessed}
            cells = [lists.number(games, f"{name}, dead stones {how}") for how, games in ways.items()]
            rows.append([esc(name), *cells, esc(meaning)])
    heads = ["explanation", "games, dead stones known", "games, estimated", "meaning"]
    return table("What gives the recorded margin", heads, rows, kinds="trrw", name="cards") if rows else ""


def _worst(about: _Audit) -> str:
    """Return the games whose count is furthest from the recorded one and that nothing explains, furthest first.

    Those with known dead stones come before all estimated ones: there it is the record that is odd, not an estimate.
    """
    archive, audit = about.archive, about.archive.audit
    apart = np.abs(numbers_of(audit["margin"]) - numbers_of(audit["recorded_margin"]))[about.at]
    odd = np.flatnonzero(np.isin(about.kind, [_KINDS.index("no"), _KINDS.index("winner")]) & (apart > 0))
    order = np.lexsort((about.rows[odd], -apart[odd], ~about.sure[odd]))
    worst = about.rows[odd[order]][:_WORST_SHOWN]
    if not len(worst):
        return "<p>Nothing is left unexplained.</p>"
    columns = ("recorded_margin", "margin", "ruleset", "status_source", "count_confidence")
    rows = []
    for game, row in zip(worst.tolist(), archive.rows(audit, columns, archive.audited[worst]), strict=True):
        sure = row["status_source"] in _SURE
        how = esc(row["status_source"]) + ("" if sure else f", confidence {row['count_confidence']:.2f}")
        points = [points_text(row[name]) for name in ("recorded_margin", "margin")]
        place = game_place(archive, game)
        named = [esc(row["ruleset"] or "none named"), how, place_link(archive, place), show_command(place)]
        rows.append([game_title(archive, game), *points, *named])
    cases = plural(len(worst), "worst case")
    caption = f"The {cases} that nothing explains: known dead stones first, then by points apart"
    heads = ["game", "recorded", "counted", "ruleset", "dead stones", "file", "command"]
    return table(caption, heads, rows, kinds="wrrttww", name="cards")
