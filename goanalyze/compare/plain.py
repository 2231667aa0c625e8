"""A comparison as plain data, for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypedDict

import pandas as pd

from goanalyze.compare.choices import Dispute
from goanalyze.compare.common import Common
from goanalyze.vocabulary.text import Json

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison


Row: TypeAlias = dict[str, Json]
"""A row of a data frame: the values by column."""


class CommonData(TypedDict):
    """Which rulesets stand side by side, and the games that all of them give a margin, see `Common`."""

    rulesets: list[str]
    games: int
    lost: list[Row]
    left_out: list[Row]


class SideBySide(TypedDict):
    """The figures of rulesets side by side, and which games these are of."""

    common: CommonData
    pairs: list[Row]


class FairKomi(TypedDict):
    """Fair komi by ruleset, of the games in common."""

    common: CommonData
    figures: list[Row]


class ComparisonData(SideBySide):
    """Everything that a comparison says; the rows are those of its data frames."""

    rulesets: list[str]
    basis: str
    komi: str
    winners: str
    games: int
    counted: dict[str, int]
    bases: dict[str, dict[str, int]]
    apart: list[SideBySide]
    fair_komi: list[FairKomi]
    answer: list[str]
    evidence: list[Row]
    illegal_moves: list[Row]
    claims: list[Row]
    games_behind: dict[str, list[Row]]


def plain_data(comparison: Comparison, limit: int | None) -> ComparisonData:
    """Return everything that a comparison says; NaN as None, lists of games with `limit` games at most."""
    some, every = comparison.counted
    claims = comparison.claims()
    return {
        "rulesets": list(comparison.rulesets),
        "basis": comparison.basis,
        "komi": comparison.komi,
        "winners": comparison.winners,
        "games": comparison.game_count,
        "counted": {"under_any_ruleset": some, "under_every_ruleset": every},
        "bases": {name: {str(basis): int(games) for basis, games in comparison.bases[name].items()}
                  for name in comparison.rulesets},
        **_side_by_side(comparison),
        "apart": [_side_by_side(each) for each in comparison.others],
        "fair_komi": [{"common": _common(each.common), "figures": records(each.fair())}
                      for each in comparison.other_komi()],
        "answer": list(comparison.answer().sentences),
        "evidence": records(comparison.evidence()),
        "illegal_moves": records(comparison.illegal_moves()),
        "claims": records(claims),
        "games_behind": {what.value: records(comparison.games(what, limit=limit)) for what in Dispute},
    }  # fmt: skip


def _side_by_side(comparison: Comparison) -> SideBySide:
    """Return the figures of the rulesets side by side, and which games these are of."""
    return {"common": _common(comparison.common), "pairs": records(comparison.pairs())}


def _common(common: Common) -> CommonData:
    return {
        "rulesets": list(common.rulesets),
        "games": len(common),
        "lost": records(common.lost),
        "left_out": records(common.left_out),
    }


def records(frame: pd.DataFrame) -> list[Row]:
    """Return the rows of a data frame as plain dictionaries, None for NaN.

    Example:
        >>> records(pd.DataFrame({"a": [1, 2], "b": [0.5, float("nan")]}))
        [{'a': 1, 'b': 0.5}, {'a': 2, 'b': None}]
    """
    plain = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in plain]
