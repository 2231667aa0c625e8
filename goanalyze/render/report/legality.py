"""The section of a report on illegal moves: under the ruleset that a record names, and under every other."""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.compare.choices import PairFigure
from goanalyze.render.report.data import Archive
from goanalyze.render.report.html import esc, fold, long_table, paragraph, table
from goanalyze.render.report.lists import Lists
from goanalyze.render.report.matrices import Cell, pair_rows, square
from goanalyze.vocabulary.numbers import plural

_SHOWN: Final = 6
_CAPTION: Final = '<span class="unseen">Illegal moves under the ruleset of the record</span>'


def legality_section(archive: Archive, lists: Lists) -> str:
    """Return the games with an illegal move by what is wrong, then by ruleset, then ruleset against ruleset."""
    if not archive.size:
        return "<p>There are no games.</p>"
    return _own(archive, lists) + _under_each(archive, lists) + _legality(archive, lists)


def _own(archive: Archive, lists: Lists) -> str:
    games = archive.illegal_games
    if not len(games):
        return "<p>Every game is legal under the ruleset that it names, or under any where it names none.</p>"
    listed = lists.number(games, "Illegal under their own ruleset", moves=archive.illegal_move[games])
    about = paragraph(f"{listed} of {plural(archive.size, 'game')}, by what forbids the first such move:")
    (stage,) = (stage for stage in archive.stages if stage.name == "legal")
    rows = [
        [
            f'<a href="#{esc(group.why)}">{esc(group.why)}</a> {esc(group.meaning)}',
            lists.number(group.rows, f"Illegal: {group.why}, {group.meaning}", moves=archive.illegal_move[group.rows]),
        ]
        for group in stage.losses
    ]
    return about + long_table(_SHOWN, "reason", _CAPTION, ["what", "games"], rows, kinds="tr")


def _under_each(archive: Archive, lists: Lists) -> str:
    first, names = archive.outcomes.numbers("first_illegal_move"), archive.outcomes.names
    rows = []
    for place, name in enumerate(names):
        games = np.flatnonzero(~np.isnan(first[:, place]))
        listed = lists.number(games, f"Illegal under {name}", moves=first[games, place], ruleset=name)
        rows.append([esc(name), listed])
    told = table("Games with a move that the ruleset forbids", ["ruleset", "games"], rows, kinds="tr")
    return fold(f"Under each of the {plural(len(names), 'ruleset')}, whichever a record names", told)


def _legality(archive: Archive, lists: Lists) -> str:
    comparison = archive.readings[0].comparison
    if len(comparison.rulesets) < 2:
        return ""
    only_a, only_b = (
        pair_rows(comparison, comparison.rulesets, each) for each in (PairFigure.LEGAL_ONLY_A, PairFigure.LEGAL_ONLY_B)
    )
    either = {pair: np.union1d(only_a[pair], only_b[pair]) for pair in only_a}

    def cell(a: str, b: str) -> Cell:
        found = either[a, b]
        return len(found), len(found) / comparison.game_count, lists.number(found, f"Legal under one only: {a} and {b}")

    told = paragraph(
        "In how many games every move is legal under one of two rulesets and not under the other.",
        "This is a matter of replaying, so nothing is estimated; Ing's ko rule is judged approximately.",
    )
    what = "Games legal under one of the two only"
    return fold("Ruleset against ruleset", told, square(what, comparison.rulesets, cell))
