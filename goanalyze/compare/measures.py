"""The figures of pairs of rulesets: differences of margins, winners and legality over the same games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.evidence import doubtful_interval
from goanalyze.compare.outcome_matrix import MarginMatrix
from goanalyze.vocabulary.choices import Winner

OVER: Final = 1.0
"""Points that margins under two rulesets rarely differ by, as the article "The Rules of Go" says."""
LEGAL_FIGURES: Final = ("legal_only_a", "legal_only_b")
"""Figures that come from replaying, of all games with a board."""
FIGURES: Final = (
    *("games", "same_margin", "winner_games", "winner_changes", "black_to_white", "white_to_black"),
    *("mean", "sd", "min", "max", "over_1", "winner_change_share", "share_over_1"),
    *("winner_change_low", "winner_change_high", "over_1_low", "over_1_high", *LEGAL_FIGURES),
)
"""All figures, see `pair_frame`."""
_SHARES: Final = (  # of games in games: figure of both, then of the share and its interval
    ("winner_changes", "winner_games", "winner_change_share", "winner_change"),
    ("over_1", "games", "share_over_1", "over_1"),
)


def pair_frame(
    names: Sequence[str], pairs: Sequence[tuple[int, int]], counted: MarginMatrix, whole: MarginMatrix
) -> pd.DataFrame:
    """Return the figures of pairs of rulesets, one row for each.

    Args:
        names: ids of all rulesets.
        pairs: indices of the rulesets a and b.
        counted: games to compare the margins of; each pair over those in which both have one.
        whole: games to compare the legality of.

    Returns:
        a, b: ids. games: compared; winner_games: those of them with a komi, so that they have a winner. same_margin,
        winner_changes, over_1: numbers of games; over_1 differ by more than a point.
        black_to_white, white_to_black: winners under a and under b; the other changes are draws.
        mean, sd, min, max: of margin a − margin b in points; sd with divisor n; NaN without games.
        winner_change_share, share_over_1: of winner_games and of games; NaN without games; and their 95% intervals,
        widened by the doubt of estimates (see `doubtful_interval`): winner_change_low, winner_change_high, over_1_low,
        over_1_high.
        legal_only_a, legal_only_b: games in which every move is legal under the one and not under the other.
    """
    rows = [_figures(counted, a, b) | _counts(_legal_games(whole, a, b)) for a, b in pairs]
    ids = {side: [names[pair[index]] for pair in pairs] for index, side in enumerate("ab")}
    return pd.DataFrame({**ids, **{name: np.array([row[name] for row in rows]) for name in FIGURES}})


def pair_games(matrix: MarginMatrix, a: int, b: int) -> dict[str, NDArray[np.bool_]]:
    """Return the games that each figure of a pair counts, by name of the figure."""
    return _margin_games(matrix, a, b) | _legal_games(matrix, a, b)


def _margin_games(matrix: MarginMatrix, a: int, b: int) -> dict[str, NDArray[np.bool_]]:
    difference = matrix.margin[:, a] - matrix.margin[:, b]  # NaN, which is neither equal to nor over anything
    winner_a, winner_b = matrix.winner[:, a], matrix.winner[:, b]
    black, white = Winner.BLACK.index, Winner.WHITE.index
    both = ~np.isnan(difference)
    have_winners = both & (winner_a >= 0) & (winner_b >= 0)
    return {
        "games": both,
        "same_margin": difference == 0,
        "winner_games": have_winners,
        "winner_changes": have_winners & (winner_a != winner_b),
        "black_to_white": have_winners & (winner_a == black) & (winner_b == white),
        "white_to_black": have_winners & (winner_a == white) & (winner_b == black),
        "over_1": np.abs(difference) > OVER,
    }


def _legal_games(matrix: MarginMatrix, a: int, b: int) -> dict[str, NDArray[np.bool_]]:
    one, other = matrix.legal[:, a], matrix.legal[:, b]
    return {"legal_only_a": (one == 1) & (other == 0), "legal_only_b": (other == 1) & (one == 0)}


def _counts(masks: dict[str, NDArray[np.bool_]]) -> dict[str, float]:
    return {name: int(np.count_nonzero(mask)) for name, mask in masks.items()}


def _figures(matrix: MarginMatrix, a: int, b: int) -> dict[str, float]:
    """Return the figures of one pair that come from margins and winners."""
    masks = _margin_games(matrix, a, b)
    figures = _counts(masks)
    doubt = np.maximum(matrix.doubt[:, a], matrix.doubt[:, b])
    for number, total, share, interval in _SHARES:
        doubt_in = float(doubt[masks[number]].sum())
        doubt_out = float(doubt[masks[total]].sum()) - doubt_in
        low, high = doubtful_interval(figures[number], figures[total], doubt_in, doubt_out)
        figures[share] = figures[number] / (figures[total] or np.nan)
        figures |= {f"{interval}_low": low, f"{interval}_high": high}
    difference = (matrix.margin[:, a] - matrix.margin[:, b])[masks["games"]]
    if not len(difference):
        return figures | dict.fromkeys(("mean", "sd", "min", "max"), np.nan)
    mean, square = float(difference.mean()), float(np.square(difference).mean())
    figures |= {"mean": mean, "sd": float(np.sqrt(max(square - mean * mean, 0.0)))}
    return figures | {"min": float(difference.min()), "max": float(difference.max())}


def agreeing_classes(names: Sequence[str], agree: NDArray[np.bool_]) -> list[tuple[str, ...]]:
    """Put rulesets that agree with each other into classes.

    Args:
        names: ids of the rulesets.
        agree: bool[rulesets, rulesets], symmetric and transitive, True if two rulesets agree.

    Example:
        >>> agreeing_classes("abc", np.array([[1, 0, 1], [0, 1, 0], [1, 0, 1]], dtype=bool))
        [('a', 'c'), ('b',)]
    """
    classes: dict[int, list[str]] = {}
    for index, name in enumerate(names):
        first = next((other for other in classes if agree[index, other]), index)
        classes.setdefault(first, []).append(name)
    return [tuple(members) for members in classes.values()]
