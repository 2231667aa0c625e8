"""Recorded counts against the counts of the boards: agreement, explanation by other terms, contradiction."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.model import Cell, Column, GameLine, GameList, Kind, Paragraph, Rows, Section, Table, Value
from goanalyze.score.choices import Explanation
from goanalyze.util.arrow import flags_of, numbers_of
from goanalyze.util.numbers import plural, points_text
from goanalyze.util.text import cut_text

KINDS: Final = ("confirmed", "follow otherwise", "do not follow", "cannot be decided")
"""Answers of the board to a recorded count."""
_STRATA_SHOWN: Final = 24
_WORST_SHOWN: Final = 12
_KNOWN_SOURCES: Final = ("markup", "settled", "confirmed")
_MEANINGS: Final = (
    ("confirmed", "the board gives the recorded count at once"),
    ("follow otherwise", "the board gives it with another komi, ruleset, handicap, unit, or life or death of a chain"),
    ("do not follow", "the board gives another count or another winner, and nothing tried explains it"),
    ("cannot be decided", "the board looks unfinished, so its count decides nothing"),
)


class RecordedCounts:
    """The recorded counts of a dataset, one value for each game with a recorded count and a counted position.

    Attributes:
        rows: int64[n], rows of the table games.
        kind: int64[n], index of the answer in `KINDS`.
        is_known: bool[n], True if the dead stones are known.
    """

    def __init__(self, facts: DatasetFacts) -> None:
        self.facts = facts
        self.rows: Rows = np.flatnonzero(facts.audited >= 0)
        self._audit_rows = facts.audited[self.rows]
        agreement, names = facts.names(facts.audit, "agreement")
        kinds = {"exact": 0, "winner": 2, "no": 2}
        kind = np.array([*(kinds.get(name, 3) for name in names), 3])[agreement]
        is_explained = flags_of(facts.audit["explained"]) == 1
        answers: Rows = np.where(is_explained & (kind == 2), 1, kind)
        self.kind = answers[self._audit_rows]
        self.is_known = facts.is_among(facts.audit, "status_source", _KNOWN_SOURCES)[self._audit_rows]

    def games(self, kind: int) -> Rows:
        """Return the games with one answer."""
        games: Rows = self.rows[self.kind == kind]
        return games

    def sentence(self) -> str:
        """Return the answers in one sentence; empty if nothing was compared."""
        if not len(self.rows):
            return ""
        confirmed, other, contradicting, open_ = (len(self.games(kind)) for kind in range(len(KINDS)))
        return (
            f"Of {plural(len(self.rows), 'recorded count')} {confirmed:,} are confirmed, {other:,} follow with another "
            f"komi or chain, {contradicting:,} do not follow, {open_:,} cannot be decided."
        )

    def cells(self, inside: NDArray[np.bool_], title: str) -> tuple[Value, ...]:
        """Return the cells of a row: games, and games by answer.

        Args:
            inside: bool[n], True for the games of the row.
            title: title of the lists.
        """
        cells = [Cell(int(inside.sum()), games=self.rows[inside], list_title=title)]
        for index, kind in enumerate(KINDS):
            games = self.rows[inside & (self.kind == index)]
            cells.append(Cell(len(games), games=games, list_title=f"{title}: {kind}"))
        return tuple(cells)


def recorded_sections(counts: RecordedCounts) -> tuple[Section, ...]:
    """Return the section on recorded counts, and its folded sections: contradictions, explanations, groups."""
    if not len(counts.rows):
        sentence = "No game has both a recorded count and a final position that is known or estimated."
        return (Section("recorded", "Recorded results", (Paragraph(sentence),)),)
    columns = (Column("dead stones"), Column("games", Kind.COUNT), *(Column(kind, Kind.COUNT) for kind in KINDS))
    groups = (("known", counts.is_known), ("estimated", ~counts.is_known))
    rows = tuple(
        (name, *counts.cells(inside, f"Recorded counts, dead stones {name}")) for name, inside in groups if inside.any()
    )
    notes = tuple(f"{kind.capitalize()}: {meaning}." for kind, meaning in _MEANINGS)
    estimated = (
        "Where the dead stones are estimated, a contradiction may be an error of the estimate and not of the record."
    )
    about = Paragraph(f"{counts.sentence()} {estimated}")
    main = Section("recorded", "Recorded results", (about, Table(columns, rows, notes=notes)))
    return tuple(
        section for section in (main, _contradictions(counts), _explanations(counts), _strata(counts)) if section
    )


def _explanations(counts: RecordedCounts) -> Section | None:
    facts, rows = counts.facts, []
    for explanation in Explanation:
        name = explanation.value
        inside = facts.is_among(facts.audit, "explanation", [name])[facts.audited[counts.rows]]
        if inside.any():
            cells = [
                Cell(int(part.sum()), games=counts.rows[part], list_title=f"{name}, dead stones {state}")
                for state, part in (("known", inside & counts.is_known), ("estimated", inside & ~counts.is_known))
            ]
            rows.append((name, *cells, explanation.meaning))
    columns = (
        Column("explanation", Kind.NAME),
        Column("dead stones known", Kind.COUNT),
        Column("estimated", Kind.COUNT),
        Column("meaning"),
    )
    if not rows:
        return None
    return Section("recorded-reasons", "Explanations of the recorded counts", (Table(columns, tuple(rows)),))


def _contradictions(counts: RecordedCounts) -> Section | None:
    """Return the games whose count is furthest from the recorded one: known dead stones first, then by points."""
    facts, audit = counts.facts, counts.facts.audit
    difference = np.abs(numbers_of(audit["margin"]) - numbers_of(audit["recorded_margin"]))[facts.audited[counts.rows]]
    odd = np.flatnonzero((counts.kind == 2) & (difference > 0))
    order = np.lexsort((counts.rows[odd], -difference[odd], ~counts.is_known[odd]))
    worst = counts.rows[odd[order]][:_WORST_SHOWN]
    if not len(worst):
        return None
    columns = ("recorded_margin", "margin", "ruleset", "status_source", "count_confidence")
    names = ("source", "member", "game_index", "black_player", "white_player", "date_raw")
    lines = []
    records = zip(facts.rows(audit, columns, facts.audited[worst]), facts.rows(facts.games, names, worst), strict=True)
    for row, (count, game) in zip(worst.tolist(), records, strict=True):
        is_known = count["status_source"] in _KNOWN_SOURCES
        certainty = count["status_source"] + ("" if is_known else f", confidence {count['count_confidence']:.2f}")
        recorded, margin = (points_text(count[name]) for name in ("recorded_margin", "margin"))
        lines.append(
            GameLine(
                row=row,
                address=facts.address(game),
                players=" – ".join(cut_text(game[f"{side}_player"] or "?") for side in ("black", "white")),
                facts=(cut_text(game["date_raw"] or ""), f"recorded {recorded}"),
                verdicts=(
                    (margin, f"on the board by {count['ruleset'] or 'the ruleset that fits best'} ({certainty})"),
                ),
            )
        )
    total = counts.rows[odd]
    listed = GameList("Contradicted counts", tuple(lines), len(total), total)
    title = "The counts that contradict most"
    return Section(
        "recorded-contradicted", title, (Paragraph("Known dead stones first, then by points apart."), listed)
    )


def _strata(counts: RecordedCounts) -> Section:
    """Return the answers by archive, board size, ruleset and evidence of the dead stones."""
    facts = counts.facts
    sizes, homes = (facts.groups.grouped(column) for column in (Grouping.BOARD_SIZE, Grouping.SOURCE))
    declared, names = facts.names(facts.games, "ruleset")
    keys = np.stack([homes[0][counts.rows], sizes[0][counts.rows], declared[counts.rows], counts.is_known], axis=1)
    groups, index, size = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(-size, kind="stable")
    rows: list[tuple[Value, ...]] = []
    for number in order[:_STRATA_SHOWN].tolist():
        home, board, ruleset, is_known = groups[number].tolist()
        title = (
            facts.short_path(homes[1][home]),
            sizes[1][board],
            [*names, "none named"][ruleset],
            "known" if is_known else "estimated",
        )
        rows.append((*title, *counts.cells(index.ravel() == number, ", ".join(title))))
    rest = order[_STRATA_SHOWN:]
    if len(rest):
        cells = counts.cells(np.isin(index.ravel(), rest), "The smaller groups")
        rows.append((plural(len(rest), "smaller group"), "", "", "", *cells))
    columns = (
        Column("archive", Kind.NAME),
        Column("board", Kind.NAME),
        Column("ruleset", Kind.NAME),
        Column("dead stones", Kind.NAME),
        Column("games", Kind.COUNT),
        *(Column(kind, Kind.COUNT) for kind in KINDS),
    )
    return Section("recorded-groups", "By archive, board size and ruleset", (Table(columns, tuple(rows)),))
