"""Sections on illegal moves: by reason, and ruleset against ruleset.

Rulesets: all of them in one table, or one with every axis, its meaning and its source.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from goanalyze.compare.choices import IllegalReason, PairFigure
from goanalyze.compare.measures import agreeing_classes
from goanalyze.render.model import Block, Cell, Column, Kind, Matrix, Paragraph, Section, Table, Tone, Value
from goanalyze.rules import AXES, Compensation, Placement, Ruleset, meaning, plain_value, value_text
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


_COMPENSATION: Final = {Compensation.NOTHING: "0", Compensation.PER_STONE: "N", Compensation.PER_STONE_BUT_ONE: "N−1"}
_NOTES: Final = (
    "komi: on 19×19 / with handicap",
    "handicap: White's points for N handicap stones, in addition to komi",
)
_OPTIONAL: Final = ("title", "handicap")
"""Columns that a narrow terminal leaves out."""


def rulesets_data(rulesets: Iterable[Ruleset]) -> list[dict[str, object]]:
    """Return rulesets as plain data, for JSON: id, title, and of every axis value, meaning and source."""
    return [
        {
            "id": ruleset.id,
            "title": ruleset.title,
            "axes": {
                name: {"value": plain_value(axis.value), "meaning": meaning(name, axis.value), "source": axis.source}
                for name, axis in ruleset.axes().items()
            },
        }
        for ruleset in rulesets
    ]


def rulesets_section(rulesets: Sequence[Ruleset]) -> Section:
    """Return rulesets side by side, a row each, then the properties that only some of them have."""
    rows = [_row(ruleset) for ruleset in rulesets]
    columns = tuple(Column(head, Kind.NAME, can_be_left_out=head in _OPTIONAL) for head in rows[0])
    values: tuple[tuple[Value, ...], ...] = tuple(
        (Cell(row["id"], Tone.STRONG), *list(row.values())[1:]) for row in rows
    )
    special: dict[str, list[str]] = {}
    for ruleset in rulesets:
        for property_text in special_properties(ruleset):
            special.setdefault(property_text, []).append(ruleset.id)
    exceptions = Table(
        (Column(""), Column("")),
        tuple((text, Cell(", ".join(ids), Tone.STRONG)) for text, ids in special.items()),
        "Only in some",
    )
    hint = Paragraph("`goanalyze rules NAME` shows every axis of a ruleset with its meaning and source.")
    return Section("rulesets", "", (Table(columns, values, notes=_NOTES), *[exceptions] * bool(special), hint))


def _row(ruleset: Ruleset) -> dict[str, str]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "repetition": value_text(ruleset.repetition.value),
        "suicide": value_text(ruleset.suicide.value),
        "scoring": value_text(ruleset.scoring.value),
        "seki": value_text(ruleset.seki.value),
        "komi": f"{_number(ruleset.komi.value.points(19, 19))} / {_number(ruleset.komi.value.points(19, 19, 2))}",
        "handicap": _handicap(ruleset),
        "ties": value_text(ruleset.ties.value),
    }


def _number(komi: float | None) -> str:
    return "–" if komi is None else f"{komi:g}"


def _handicap(ruleset: Ruleset) -> str:
    return "–" if ruleset.placement.value is Placement.EVEN_ONLY else _COMPENSATION[ruleset.compensation.value]


def special_properties(ruleset: Ruleset) -> list[str]:
    """Return the properties of a ruleset that most others lack, in a few words each.

    Example:
        >>> from goanalyze.rules import find_ruleset
        >>> special_properties(find_ruleset("wmsg"))
        ["Black −1 for White's first pass of the game", 'no handicap games']
    """
    notes = (kind.note(axis.value) for kind, axis in zip(AXES, ruleset.axes().values(), strict=True))
    return [note for note in notes if note]


def ruleset_section(ruleset: Ruleset) -> Section:
    """Return every axis of a ruleset with its value, its meaning and its source."""
    rows = tuple(
        (name, Cell(value_text(axis.value), Tone.STRONG), meaning(name, axis.value), Cell(axis.source, Tone.MUTED))
        for name, axis in ruleset.axes().items()
    )
    columns = (Column("axis", Kind.NAME), Column("value"), Column("meaning"), Column("source"))
    note = ruleset.title if ruleset.title != ruleset.id else ""
    return Section(ruleset.id, ruleset.id, (Table(columns, rows),), note)
