"""A comparison as plain data for JSON: the rows of its frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pandas as pd

from goanalyze.compare.choices import Agreement, Dispute
from goanalyze.compare.claims import CLAIMS
from goanalyze.compare.common import Common
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
    some, every = comparison.counted
    claims = comparison.claims()
    bases = comparison.bases.to_dict()
    return {
        "rulesets": list(comparison.rulesets),
        "basis": comparison.basis,
        "komi": comparison.komi,
        "winners": comparison.winners,
        "games": comparison.game_count,
        "counted": {"under_any_ruleset": some, "under_every_ruleset": every},
        "bases": {ruleset: {str(name): int(games) for name, games in bases[ruleset].items()} for ruleset in bases},
        "classes_of_legality": [list(members) for members in comparison.classes(Agreement.LEGAL)],
        **_side_by_side(comparison),
        "apart": [_side_by_side(other) for other in comparison.apart],
        "fair_komi": [{"common": _common(group.common), "known": group.known, "figures": records(group.fair())}
                      for group in comparison.komi_groups()],
        "claims": [{"claim": claim, "common": _common(claims.common), "measured": records(measured)}
                   for claim, measured in zip(CLAIMS, (claims.score, claims.trouble), strict=True)],
        "games_behind": {kind.value: records(comparison.disputed(kind, limit=limit)) for kind in Dispute},
    }  # fmt: skip


def _side_by_side(comparison: Comparison) -> Row:
    classes = [list(members) for members in comparison.classes()]
    return {"common": _common(comparison.common), "classes": classes, "pairs": records(comparison.pairs)}


def _common(common: Common) -> Row:
    lost, left_out = records(common.lost), records(common.left_out)
    return {"rulesets": list(common.rulesets), "games": len(common), "lost": lost, "left_out": left_out}


def records(frame: pd.DataFrame) -> list[Row]:
    """Return the rows of a frame as plain dictionaries, None for NaN.

    Example:
        >>> records(pd.DataFrame({"a": [1, 2], "b": [0.5, float("nan")]}))
        [{'a': 1, 'b': 0.5}, {'a': 2, 'b': None}]
    """
    return frame.astype(object).where(frame.notna(), None).to_dict("records")
