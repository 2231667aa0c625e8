"""A comparison as plain data: dictionaries, lists, text and numbers, for JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from goanalyze.compare.claims import CLAIMS

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

__all__ = ["plain", "plain_data", "records"]


def plain_data(comparison: Comparison, limit: int | None) -> dict[str, Any]:
    """Return everything that a comparison tells, lists of games with `limit` games at most."""
    some, every = comparison.counted
    claims = comparison.claims()
    bases = comparison.bases
    return {
        "rulesets": list(comparison.rulesets),
        "basis": comparison.basis,
        "komi": comparison.komi,
        "games": comparison.game_count,
        "counted": {"under_any_ruleset": some, "under_every_ruleset": every},
        "bases": {name: plain(bases[name].to_dict()) for name in comparison.rulesets},
        "classes": [list(members) for members in comparison.classes()],
        "classes_of_legality": [list(members) for members in comparison.classes("legal")],
        "pairs": records(comparison.pairs),
        "fair_komi": records(comparison.fair_komi()),
        "claims": [
            {"claim": CLAIMS[0], "measured": records(claims.score)},
            {"claim": CLAIMS[1], "measured": records(claims.trouble)},
        ],
        "games_behind": {
            what: records(comparison.disputed(what, limit=limit)) for what in ("winner", "margin", "legal", "no_result")
        },
    }


def records(frame: Any) -> list[dict[str, Any]]:
    """Return the rows of a data frame as dictionaries of plain values."""
    columns = {name: frame[name].tolist() for name in frame.columns}
    return [
        {name: plain(value) for name, value in zip(columns, row, strict=True)}
        for row in zip(*columns.values(), strict=True)
    ]


def plain(value: Any) -> Any:
    """Return a value that JSON has: NaN and infinities as None.

    Example:
        >>> plain({"a": float("nan"), "b": [1, 2.5]})
        {'a': None, 'b': [1, 2.5]}
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value
