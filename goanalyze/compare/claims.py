"""The two claims of the rules article, measured.

It says that the choice of ruleset rarely changes the score by more than a point, and that rules cause trouble in about
one of 10,000 games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Dispute
from goanalyze.compare.disputes import disputes, spread
from goanalyze.compare.measures import OVER
from goanalyze.compare.outcomes import MarginMatrix
from goanalyze.vocabulary.numbers import plural
from goanalyze.vocabulary.statistics import wilson

CLAIMS: Final = (
    "the choice of ruleset rarely changes the score by more than a point",
    "rules cause trouble in about one of 10,000 games",
)
MAIN: Final = ("japanese", "korean", "chinese", "aga", "ing", "new-zealand")
"""The rulesets that most games are played under; the others are readings of them, history or proposals."""

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
"""Pairs that stand for ways to count: territory against area, area against its variants, against stone scoring."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Figures beside the two claims, as data frames; shares with Wilson's 95% interval `low` to `high`.

    Attributes:
        score: one row per pair of rulesets and one for the main rulesets together, each `among` all games, the even
            ones, and the even ones with two passes, those that ended them: `rulesets`, `among` (all, even,
            two passes), `games` compared, `over_1` (they differ by more than a point), `share`, `low`, `high`,
            `largest` difference in points. A player who passes earlier while the other plays gains or loses points by
            territory that area does not know.
        trouble: one row per kind of trouble, set of rulesets (main, all) and `among` (all, even): `what` (legal,
            no_result, either of them, winner), `games` with it, `of` how many, `per_10000`, `low`, `high`.
    """

    score: pd.DataFrame
    trouble: pd.DataFrame

    def __repr__(self) -> str:
        return f"<Claims: score {plural(len(self.score), 'row')}, trouble {plural(len(self.trouble), 'row')}>"


def family_pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of `FAMILY_PAIRS` among these rulesets; every pair where there is none."""
    return [pair for pair in FAMILY_PAIRS if set(pair) <= set(names)] or list(combinations(names, 2))


def score_rows(
    names: Sequence[str], main: Sequence[str], matrix: MarginMatrix, among: Mapping[str, NDArray[np.bool_]]
) -> list[dict[str, Any]]:
    """Return the rows of `Claims.score`.

    Args:
        names: of the rulesets, as the columns of `matrix`.
        main: those of them that are compared together.
        matrix: margins with one komi for all rulesets.
        among: which games, by name of the choice.
    """
    place = {name: number for number, name in enumerate(names)}
    differences = {
        f"{a}/{b}": np.abs(matrix.margin[:, place[a]] - matrix.margin[:, place[b]]) for a, b in family_pairs(names)
    }
    differences[f"any two of {', '.join(main)}"] = spread(matrix.columns([place[name] for name in main]))
    rows = []
    for title, difference in differences.items():
        for choice, chosen in among.items():
            found = difference[chosen & ~np.isnan(difference)]
            over = int(np.count_nonzero(found > OVER))
            low, high = wilson(over, len(found))
            row = {"rulesets": title, "among": choice, "games": len(found), "over_1": over}
            share = over / len(found) if len(found) else np.nan
            largest = float(found.max()) if len(found) else np.nan
            rows.append({**row, "share": share, "low": low, "high": high, "largest": largest})
    return rows


def trouble_rows(
    sets: Mapping[str, tuple[MarginMatrix, NDArray[np.int8]]], among: Mapping[str, NDArray[np.bool_]]
) -> list[dict[str, Any]]:
    """Return the rows of `Claims.trouble`.

    Args:
        sets: for each set of rulesets, by name, their margins with one komi for all, and their flags of no result.
        among: which games, by name of the choice.
    """
    rows = []
    for title, (matrix, no_result) in sets.items():
        legal, board = disputes(Dispute.LEGAL, matrix, no_result)
        cycle, _ = disputes(Dispute.NO_RESULT, matrix, no_result)
        winner, counted = disputes(Dispute.WINNER, matrix, no_result)
        found = {
            "legal": (legal, board),
            "no_result": (cycle, board),
            "either": (legal | cycle, board),
            "winner": (winner, counted),
        }
        for choice, chosen in among.items():
            for what, (games, of) in found.items():
                number, total = int(np.count_nonzero(games & chosen)), int(np.count_nonzero(of & chosen))
                low, high = wilson(number, total)
                row = {"what": what, "rulesets": title, "among": choice, "games": number, "of": total}
                share = number / total * 1e4 if total else np.nan
                rows.append({**row, "per_10000": share, "low": low * 1e4, "high": high * 1e4})
    return rows
