"""Sections on illegal moves: by reason, and ruleset against ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from goanalyze.compare.choices import IllegalReason, PairFigure
from goanalyze.compare.measures import agreeing_classes
from goanalyze.render.model import Block, Cell, Column, Kind, Matrix, Paragraph, Table, Value
from goanalyze.util.numbers import plural

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_COLUMNS: Final = (
    *(Column("reason", Kind.NAME), Column("games", Kind.COUNT), Column("per 10,000", Kind.RATE)),
    *(Column("95%", Kind.INTERVAL), Column("forbidden by")),
)


def illegal_move_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the games with an illegal move by reason, per 10,000 games, with the rulesets that forbid it."""
    frame = comparison.illegal_moves()
    if not len(frame) or not frame["games"].sum():
        return (Paragraph(f"Every ruleset permits every move of {plural(comparison.game_count, 'game')}."),)
    rows: list[tuple[Value, ...]] = [
        (
            row["reason"],
            _games(comparison, IllegalReason.read("reason", row["reason"]), int(row["games"])),
            float(row["per_10000"]),
            f"{row['low']:,.1f}–{row['high']:,.1f}",
            _objecting(str(row["rulesets"]), comparison.rulesets),
        )
        for row in frame.to_dict("records")
    ]
    meanings = (f"{reason.value}: {reason.meaning}" for reason in IllegalReason)
    notes = (f"Of {plural(comparison.game_count, 'game')}. A game counts once for each reason.", *meanings)
    return (Table(_COLUMNS, tuple(rows), notes=notes),)


def _games(comparison: Comparison, reason: IllegalReason, number: int) -> Cell:
    rows = comparison.dispute_rows(reason.value) if number else None
    return Cell(number, games=rows, list_title=f"Illegal: {reason.meaning}")


def legality_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return the matrix of games in which one of two rulesets forbids a move and the other does not."""
    only = comparison.matrix(PairFigure.LEGAL_ONLY_A.value)
    names = list(only.index)
    if len(names) < 2:
        return (Paragraph("Two rulesets or more can be compared."),)
    figures = only.to_numpy()
    classes = agreeing_classes(names, (figures + figures.T == 0).astype(np.bool_))
    if len(classes) == 1:
        return (Paragraph(f"All {len(names)} rulesets agree on the legality of every game."),)
    indices = [names.index(members[0]) for members in classes]
    total = max(comparison.game_count, 1)
    values = tuple(tuple(None if a == b else _only(comparison, names, a, b) for b in indices) for a in indices)
    shares = tuple(tuple(float(figures[a, b]) / total for b in indices) for a in indices)
    caption = f"Games with every move legal under the row but not under the column, of {plural(total, 'game')}"
    return (Matrix(tuple(classes), values, Kind.COUNT, shares, caption),)


def _only(comparison: Comparison, names: list[str], a: int, b: int) -> Cell:
    games = comparison.pair_rows(names[a], names[b], PairFigure.LEGAL_ONLY_A)
    return Cell(len(games), games=games, list_title=f"Legal under {names[a]} but not under {names[b]}")


def _objecting(rulesets: str, compared: Sequence[str]) -> str:
    """Return the rulesets that forbid a move: those compared by name, and the number of others."""
    names = rulesets.split(", ") if rulesets else []
    inside = [name for name in compared if name in names]
    others = len(names) - len(inside)
    if names and len(inside) == len(compared):
        return "all rulesets compared"
    return ", ".join([*inside, *([plural(others, "other")] if others else [])])
