"""Rulesets: all of them in one table, or one with every axis, its meaning and its source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from goanalyze.render.model import Cell, Column, Kind, Paragraph, Section, Table, Tone, Value
from goanalyze.rules import AXES, Compensation, Placement, Ruleset, meaning, plain_value, value_text

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
    is_even_only = ruleset.placement.value is Placement.EVEN_ONLY
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "repetition": value_text(ruleset.repetition.value),
        "suicide": value_text(ruleset.suicide.value),
        "scoring": value_text(ruleset.scoring.value),
        "seki": value_text(ruleset.seki.value),
        "komi": f"{_number(ruleset.komi.value.points(19, 19))} / {_number(ruleset.komi.value.points(19, 19, 2))}",
        "handicap": "–" if is_even_only else _COMPENSATION[ruleset.compensation.value],
        "ties": value_text(ruleset.ties.value),
    }


def _number(komi: float | None) -> str:
    return "–" if komi is None else f"{komi:g}"


def special_properties(ruleset: Ruleset) -> list[str]:
    """Return the properties of a ruleset that most others lack, in a few words each."""
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
