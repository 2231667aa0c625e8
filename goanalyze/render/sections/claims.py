"""The section on two claims about rules, each with its measured figures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from goanalyze.compare.claims import CLAIMS
from goanalyze.render.formatting import interval_text
from goanalyze.render.model import Block, Column, Kind, Paragraph, Table, Value

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

_AMONG: Final = {"all": "all games", "even": "even games", "two passes": "even games without an earlier pass"}
_TROUBLE: Final = {
    "legal": "a move that only some rulesets forbid",
    "no_result": "a long cycle that lets the players claim no result",
    "either": "one of these two",
    "winner": "the winner depends on the ruleset",
}
_MARGIN: Final = (
    *(Column("rulesets"), Column("games", Kind.COUNT), Column("over 1 point", Kind.COUNT)),
    *(Column("share", Kind.SHARE), Column("95%", Kind.INTERVAL)),
)
_RATE: Final = (
    *(Column("trouble"), Column("games", Kind.COUNT), Column("of", Kind.COUNT)),
    *(Column("per 10,000", Kind.RATE), Column("95%", Kind.INTERVAL)),
)

Row: TypeAlias = dict[Hashable, Any]


def claim_blocks(comparison: Comparison) -> tuple[Block, ...]:
    """Return both claims, each with a table of its figures."""
    rows: list[Row] = comparison.claims().to_dict("records")
    margin = [row for row in rows if row["claim"] == "margin" and row["of"]]
    trouble = [row for row in rows if row["claim"] == "trouble" and row["of"]]
    none = Paragraph("No game is counted under all of these rulesets.")
    return (
        Paragraph(f"“{_sentence(CLAIMS[0])}”"),
        _table(_MARGIN, margin, "among", _AMONG, _margin_cells) if margin else none,
        Paragraph(f"“{_sentence(CLAIMS[1])}”"),
        _table(_RATE, trouble, "rulesets", {}, _rate_cells) if trouble else none,
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _table(
    columns: Sequence[Column],
    rows: Sequence[Row],
    by: str,
    titles: dict[str, str],
    cells: Callable[[Row], tuple[Value, ...]],
) -> Table:
    """Return rows in parts by one of their columns, where there are several."""
    parts: list[tuple[str, int]] = []
    groups = list(dict.fromkeys(row[by] for row in rows))
    ordered = sorted(rows, key=lambda row: groups.index(row[by]))
    for index, row in enumerate(ordered):
        if not index or ordered[index - 1][by] != row[by]:
            parts.append((titles.get(row[by], str(row[by])), index))
    return Table(tuple(columns), tuple(cells(row) for row in ordered), parts=tuple(parts) if len(parts) > 1 else ())


def _margin_cells(row: Row) -> tuple[Value, ...]:
    shares = float(row["share"]), interval_text(row["low"], row["high"])
    return str(row["rulesets"]), int(row["of"]), int(row["games"]), *shares


def _rate_cells(row: Row) -> tuple[Value, ...]:
    name = _TROUBLE.get(row["what"], str(row["what"]))
    rate = f"{row['low'] * 1e4:,.1f}–{row['high'] * 1e4:,.1f}"
    return name, int(row["games"]), int(row["of"]), float(row["share"]) * 1e4, rate
