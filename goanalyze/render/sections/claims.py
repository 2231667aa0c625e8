"""The section on two claims about rules, each with its measured figures."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from goanalyze.compare.answer import trouble_text
from goanalyze.compare.claims import CLAIMS
from goanalyze.render.formatting import interval_text
from goanalyze.render.model import Block, Column, Kind, Paragraph, Table, Value
from goanalyze.vocabulary.numbers import plural

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_AMONG: Final = ("all", "even")
_TROUBLE: Final = {
    "legal": "a move that only some rulesets forbid",
    "no_result": "a long cycle without result",
    "either": "one of these two",
    "winner": "the winner depends on the ruleset",
}
_MARGIN: Final = (
    *(Column("rulesets"), Column("over 1 point", Kind.COUNT), Column("share", Kind.SHARE)),
    *(Column("95%", Kind.INTERVAL), Column("even games", Kind.COUNT), Column("share", Kind.SHARE)),
    Column("95%", Kind.INTERVAL),
)
_RATE: Final = (
    *(Column("trouble"), Column("games", Kind.COUNT), Column("of", Kind.COUNT)),
    *(Column("per 10,000", Kind.RATE), Column("95%", Kind.INTERVAL)),
)

Row: TypeAlias = dict[Hashable, Any]


def claim_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return both claims, each with a table of its figures."""
    rows: list[Row] = comparison.claims().to_dict("records")
    margin = [row for row in rows if row["claim"] == "margin" and row["among"] in _AMONG]
    trouble = [row for row in rows if row["claim"] == "trouble" and row["among"] == "all" and row["total"]]
    none = Paragraph("No game is counted under all of these rulesets.")
    return (
        Paragraph(f"“{_sentence(CLAIMS['margin'])}”"),
        _margin_table(margin) if any(row["total"] for row in margin) else none,
        Paragraph(f"“{_sentence(CLAIMS['trouble'])}”"),
        _trouble_table(trouble, trouble_text(comparison.answer())) if trouble else none,
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _margin_table(rows: Sequence[Row]) -> Table:
    """Return the margins over a point of each pair: in all games, then in the even ones."""
    cells: dict[str, list[Value]] = {}
    totals = {row["among"]: row["total"] for row in rows}
    for row in rows:
        figures = int(row["games"]), float(row["share"]), interval_text(row["low"], row["high"])
        cells.setdefault(row["rulesets"].replace("/", " / "), []).extend(figures)
    note = (
        f"Over 1 point: games whose margins differ by more than a point, of {plural(totals['all'], 'game')}; even: of "
        f"the {totals['even']:,} without handicap. 95%: interval of the share before it, in percent."
    )
    return Table(_MARGIN, tuple((name, *figures) for name, figures in cells.items()), notes=(note,))


def _trouble_table(rows: Sequence[Row], reasons: str) -> Table:
    """Return the games with trouble per 10,000, in parts by rulesets if there are several sets."""
    sets = list(dict.fromkeys(row["rulesets"] for row in rows))
    ordered = sorted(rows, key=lambda row: sets.index(row["rulesets"]))
    starts = [[row["rulesets"] for row in ordered].index(name) for name in sets]
    parts = tuple(zip(sets, starts, strict=True)) if len(sets) > 1 else ()
    notes = (f"One of these two: {reasons}.",) if reasons else ()
    return Table(_RATE, tuple(_trouble(row) for row in ordered), notes=notes, parts=parts)


def _trouble(row: Row) -> tuple[Value, ...]:
    interval = f"{row['low'] * 1e4:,.1f}–{row['high'] * 1e4:,.1f}"
    name = _TROUBLE.get(row["kind"], str(row["kind"]))
    return name, int(row["games"]), int(row["total"]), float(row["share"]) * 1e4, interval
