"""The verdict on a dataset in one line, and its six figures: the same objects as in the sections that say more."""

from __future__ import annotations

import numpy as np

from goanalyze.compare.illegal_games import illegal_caption
from goanalyze.render.dataset_facts import DatasetFacts
from goanalyze.render.model import Cell, Column, Paragraph, Section, Table, Tone, Value
from goanalyze.render.sections.finding_codes import error_games, error_rows
from goanalyze.render.sections.recorded_results import RecordedCounts
from goanalyze.vocabulary.numbers import plural


def overview_section(
    facts: DatasetFacts, counts: RecordedCounts, changes: Cell, compared: int, rulesets: str
) -> Section:
    """Return the verdict and the six figures of a dataset.

    Args:
        facts: the dataset.
        counts: its recorded counts.
        changes: number of games whose winner depends on the rules, without a value if no game was compared.
        compared: number of games that were compared.
        rulesets: phrase on the rulesets that were compared.
    """
    confirmed = len(counts.games(0)) if len(counts.rows) else None
    further, best = facts.copies.copies, facts.copies.groups
    errors = len(error_rows(facts))
    rows: tuple[tuple[Value, ...], ...] = (
        (
            Cell("game" if facts.size == 1 else "games", section="archive"),
            Cell(f"{facts.size:,}"),
            f"in {plural(len(facts.files['games']), 'file')}",
        ),
        (
            Cell(_noun(len(error_games(facts)), "game with errors", "games with errors"), section="findings"),
            Cell(f"{len(error_games(facts)):,}", Tone.ERROR if errors else Tone.GOOD),
            f"{plural(errors, 'error')} in all" if errors else "no move, file or header is in error",
        ),
        _illegal(facts),
        (
            Cell("whose winner depends on the rules", section="answer"),
            Cell("not known" if changes.value is None else f"{changes.value:,}"),
            f"of {plural(compared, 'game')} counted under {rulesets}" if compared else "no game could be compared",
        ),
        (
            Cell(_noun(len(further), "duplicate", "duplicates"), section="duplicates"),
            Cell(f"{len(further):,}"),
            f"further copies of {plural(len(best), 'game')}" if len(further) else "each game occurs once",
        ),
        (
            Cell("recorded counts confirmed", section="recorded"),
            Cell("not known" if confirmed is None else f"{confirmed:,}"),
            f"of {len(counts.rows):,}; {len(counts.games(2)):,} do not follow"
            if len(counts.rows)
            else "no count to compare",
        ),
    )
    columns = (Column("figure"), Column("number"), Column("of"))
    verdict, tone = _verdict(facts, counts, changes, compared)
    return Section("overview", "At a glance", (Paragraph(verdict, tone), Table(columns, rows)))


def _noun(number: int, one: str, several: str) -> str:
    return one if number == 1 else several


def _illegal(facts: DatasetFacts) -> tuple[Value, ...]:
    by_all, by_some = (len(games) for games in facts.illegal_games)
    note = illegal_caption(by_all, by_some) or "every move is legal under every ruleset"
    label = _noun(by_all + by_some, "game with an illegal move", "games with an illegal move")
    return Cell(label, section="illegal-moves"), Cell(f"{by_all + by_some:,}"), note


def _verdict(facts: DatasetFacts, counts: RecordedCounts, changes: Cell, compared: int) -> tuple[str, Tone]:
    """Return the verdict on a dataset in a few short sentences."""
    if not facts.size:
        return "The dataset has no games.", Tone.WARNING
    wrong = len(error_games(facts))
    sentences = [
        f"{wrong:,} of {plural(facts.size, 'game')} {'has' if wrong == 1 else 'have'} errors."
        if wrong
        else f"No errors in {plural(facts.size, 'game')}."
    ]
    if about_files := int(np.count_nonzero(facts.finding_games[error_rows(facts)] < 0)):
        sentences.append(f"{plural(about_files, 'error')} of files.")
    contradicting = len(counts.games(2))
    if contradicting:
        sentences.append(
            f"{contradicting:,} of {plural(len(counts.rows), 'recorded count')} do not follow from the board."
        )
    elif len(counts.rows):
        sentences.append("Every recorded count follows from the board or cannot be decided.")
    if compared and changes.value:
        sentences.append(f"The winner depends on the rules in {changes.value:,} of {plural(compared, 'game')}.")
    elif compared:
        sentences.append(f"No winner of {plural(compared, 'game')} depends on the rules.")
    return " ".join(sentences), Tone.ERROR if wrong else Tone.GOOD
