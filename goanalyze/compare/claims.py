"""Two claims of the article "The Rules of Go", measured.

It says that the choice of ruleset rarely changes the score by more than a point, and that rules cause trouble in about
one of 10,000 games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Dispute
from goanalyze.compare.common import Common
from goanalyze.compare.disputes import disputes, spread
from goanalyze.compare.evidence import doubtful_interval
from goanalyze.compare.games import Games
from goanalyze.compare.measures import OVER
from goanalyze.compare.outcome_matrix import MarginMatrix

CLAIMS: Final = {
    "margin": "the choice of ruleset rarely changes the score by more than a point",
    "trouble": "rules cause trouble in about one of 10,000 games",
}
"""Wordings of the claims."""

FAMILY_PAIRS: Final = (
    ("japanese", "chinese"),
    ("japanese", "aga"),
    ("korean", "chinese"),
    ("japanese", "korean"),
    ("chinese", "aga"),
    ("chinese", "ing"),
    ("chinese", "new-zealand"),
    ("chinese", "wmsg"),
    ("chinese", "button"),
    ("chinese", "basic-played-out"),
    ("japanese", "brainking"),
    ("chinese", "ancient-chinese"),
)
"""Pairs that represent ways of counting: territory and area, area and its variants, area and stone scoring."""
COLUMNS: Final = ("claim", "kind", "rulesets", "among", "games", "total", "share", "low", "high", "largest")

_Flags: TypeAlias = NDArray[np.bool_]
_Row: TypeAlias = tuple[str | float, ...]


def claim_frame(
    names: Sequence[str], margins: MarginMatrix, common: Common, no_result: NDArray[np.int8], games: Games
) -> pd.DataFrame:
    """Return the measured figures of the two claims.

    Args:
        names: ids of the rulesets compared.
        margins: margins with one komi for all rulesets.
        common: rulesets and games compared side by side.
        no_result: int8[games, rulesets], 1 if the ruleset lets players claim no result.
        games: games of the dataset.

    Returns:
        A frame with the columns `claim` (margin, trouble), `kind` (over_1; legal, no_result, either, winner),
        `rulesets` (a pair, any two, or all), `among` (all games, or even ones), `games` of this kind, `total` number of
        games, `share`, its 95% interval `low` to `high`, and `largest`, the largest difference in points, NaN for
        trouble.
    """
    even = games.even
    among = {"all": np.ones_like(even), "even": even}
    rows = [*_margin_rows(names, margins, common, among), *_trouble_rows(margins, common, no_result, among)]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def family_pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of `FAMILY_PAIRS` among these rulesets; by default every pair."""
    return [pair for pair in FAMILY_PAIRS if set(pair) <= set(names)] or list(combinations(names, 2))


def _margin_rows(
    names: Sequence[str], margins: MarginMatrix, common: Common, among: Mapping[str, _Flags]
) -> Iterator[_Row]:
    index = {name: number for number, name in enumerate(names)}
    pairs = family_pairs(common.rulesets)
    sets = {f"{a}/{b}": [index[a], index[b]] for a, b in pairs}
    if len(common.rulesets) > 2:
        sets["any two"] = common.indices
    for title, indices in sets.items():
        matrix = margins.take(common.rows).columns(indices)
        difference, doubt = spread(matrix), matrix.doubt.max(axis=1, initial=0.0)
        for choice, chosen in among.items():
            inside = chosen[common.rows] & ~np.isnan(difference)
            largest = difference[inside].max() if inside.any() else np.nan
            row = _row(inside & (difference > OVER), inside, doubt)
            yield ("margin", "over_1", title, choice, *row, float(largest))


def _trouble_rows(
    margins: MarginMatrix, common: Common, no_result: NDArray[np.int8], among: Mapping[str, _Flags]
) -> Iterator[_Row]:
    indices = common.indices
    matrix, cycles = margins.columns(indices), no_result[:, indices]
    legal, board = disputes(Dispute.LEGAL, matrix, cycles)
    cycle, _ = disputes(Dispute.NO_RESULT, matrix, cycles)
    winner, decided = disputes(Dispute.WINNER, matrix, cycles)
    is_common = np.zeros(len(board), dtype=np.bool_)
    is_common[common.rows] = True
    none, doubt = np.zeros(len(board)), matrix.doubt.max(axis=1, initial=0.0)
    kinds = {
        "legal": (legal, board, none),
        "no_result": (cycle, board, none),
        "either": (legal | cycle, board, none),
        "winner": (winner & is_common, decided & is_common, doubt),
    }
    for choice, chosen in among.items():
        for kind, (inside, total, doubts) in kinds.items():
            yield ("trouble", kind, "all", choice, *_row(inside & chosen, total & chosen, doubts), np.nan)


def _row(inside: _Flags, total: _Flags, doubt: NDArray[np.float64]) -> tuple[int, int, float, float, float]:
    number, whole = int(np.count_nonzero(inside)), int(np.count_nonzero(total))
    low, high = doubtful_interval(number, whole, doubt[inside].sum(), doubt[total & ~inside].sum())
    return number, whole, number / whole if whole else np.nan, float(low), float(high)
