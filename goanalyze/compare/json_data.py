"""A comparison as plain data for JSON: the rows of its frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pandas as pd

from goanalyze.compare.choices import Dispute
from goanalyze.vocabulary.text import Json

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison

Row: TypeAlias = dict[str, Json]
"""A row of a frame: values by column."""


def comparison_data(comparison: Comparison, limit: int | None) -> Row:
    """Return the figures of a comparison as plain data.

    Args:
        comparison: comparison of rulesets.
        limit: maximum number of games in each list; None for all.
    """
    has_margin, is_some = comparison.has_margin, bool(comparison.rulesets)
    return {
        "rulesets": list(comparison.rulesets),
        "basis": comparison.basis,
        "komi": comparison.komi,
        "winners": comparison.winners,
        "games": comparison.game_count,
        "counted": {
            "under_any_ruleset": int(has_margin.any(axis=1).sum()),
            "under_every_ruleset": int((has_margin.all(axis=1) & is_some).sum()),
        },
        "answer": list(comparison.answer().sentences),
        **_side_by_side(comparison),
        "others": [_side_by_side(other) for other in comparison.others],
        "illegal_moves": records(comparison.illegal_moves()),
        "fair_komi": records(comparison.fair_komi()),
        "claims": records(comparison.claims()),
        "games_behind": {dispute.value: records(comparison.games(dispute, limit=limit)) for dispute in Dispute},
    }


def _side_by_side(comparison: Comparison) -> Row:
    common = comparison.common
    return {
        "common": {
            "rulesets": list(common.rulesets),
            "games": len(common),
            "excluded_games": records(common.lost),
            "excluded_rulesets": records(common.left_out),
        },
        "classes": [list(members) for members in comparison.classes()],
        "evidence": records(comparison.evidence()),
        "pairs": records(comparison.pairs()),
    }


def records(frame: pd.DataFrame) -> list[Row]:
    """Return the rows of a frame as plain dictionaries, None for NaN.

    Example:
        >>> records(pd.DataFrame({"a": [1, 2], "b": [0.5, float("nan")]}))
        [{'a': 1, 'b': 0.5}, {'a': 2, 'b': None}]
    """
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]
