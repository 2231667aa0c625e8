"""The figures of pairs of rulesets: differences of margins, winners and legality over the same games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import PairFigure
from goanalyze.compare.evidence import doubtful_interval
from goanalyze.compare.outcome_matrix import MarginMatrix
from goanalyze.vocabulary.choices import Winner

OVER: Final = 1.0
"""Points that margins under two rulesets rarely differ by, as the article "The Rules of Go" says."""

MIRRORED: Final = {
    "mean": ("mean", -1),
    "min": ("max", -1),
    "max": ("min", -1),
    "legal_only_a": ("legal_only_b", 1),
    "legal_only_b": ("legal_only_a", 1),
    "black_to_white": ("white_to_black", 1),
    "white_to_black": ("black_to_white", 1),
}
"""Figures of a pair (a, b) by name: the figure of the pair (b, a) and its sign."""

_FIGURES: Final = (
    *("games", "same_margin", "winner_games", "winner_changes", "black_to_white", "white_to_black"),
    *("mean", "sd", "min", "max", "over_1", "winner_change_share", "share_over_1"),
    *("winner_change_low", "winner_change_high", "over_1_low", "over_1_high"),
)
LEGAL_FIGURES: Final = ("legal_only_a", "legal_only_b")


class PairRow(TypedDict):
    """A pair of rulesets and its figures, see `pair_figures` and `legal_figures`."""

    a: str
    b: str
    games: int
    same_margin: int
    winner_games: int
    winner_changes: int
    black_to_white: int
    white_to_black: int
    mean: float
    sd: float
    min: float
    max: float
    over_1: int
    winner_change_share: float
    share_over_1: float
    winner_change_low: float
    winner_change_high: float
    over_1_low: float
    over_1_high: float
    legal_only_a: int
    legal_only_b: int


def pair_figures(matrix: MarginMatrix, pairs: Sequence[tuple[int, int]]) -> dict[str, NDArray[Any]]:
    """Return the figures of pairs of rulesets that come from margins and winners, one array for each figure.

    Args:
        matrix: the margins; each pair is compared over the games in which both have one.
        pairs: indices of the rulesets a and b.

    Returns:
        games: compared; winner_games: those of them with a komi, so that they have a winner. same_margin,
        winner_changes, over_1: numbers of games; over_1 differ by more than a point.
        black_to_white, white_to_black: winners under a and under b; the other changes are draws.
        mean, sd, min, max: of margin a − margin b in points; sd with divisor n; NaN without games.
        winner_change_share, share_over_1: of winner_games and of games; NaN without games; and their 95% intervals,
        widened by the doubt of estimates (see `doubtful_interval`): winner_change_low, winner_change_high, over_1_low,
        over_1_high.
    """
    return _columns([_margin_figures(matrix, a, b) for a, b in pairs], _FIGURES)


def legal_figures(matrix: MarginMatrix, pairs: Sequence[tuple[int, int]]) -> dict[str, NDArray[Any]]:
    """Return the figures of pairs of rulesets that come from replaying, over all games with a board.

    Returns:
        legal_only_a, legal_only_b: games in which every move is legal under the one and not under the other.
    """
    return _columns([_counts(_legal_games(matrix, a, b)) for a, b in pairs], LEGAL_FIGURES)


def _columns(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> dict[str, NDArray[Any]]:
    return {name: np.array([row[name] for row in rows]) for name in names}


def counted_rows(matrix: MarginMatrix, a: int, b: int, figure: PairFigure) -> NDArray[np.int64]:
    """Return the games that a figure of a pair counts."""
    return np.flatnonzero({**_margin_games(matrix, a, b), **_legal_games(matrix, a, b)}[figure.value])


def _margin_figures(matrix: MarginMatrix, a: int, b: int) -> dict[str, float]:
    """Return the figures of one pair that come from margins and winners."""
    masks = _margin_games(matrix, a, b)
    counts = _counts(masks)
    games, changes = counts["games"], masks["winner_changes"]
    doubt = np.maximum(matrix.doubt[:, a], matrix.doubt[:, b])
    ends: dict[str, float] = {}
    for name, figure, base in (("winner_change", "winner_changes", "winner_games"), ("over_1", "over_1", "games")):
        doubt_in = float(doubt[masks[figure]].sum())
        doubt_out = float(doubt[masks[base]].sum()) - doubt_in
        low, high = doubtful_interval(counts[figure], counts[base], doubt_in, doubt_out)
        ends |= {f"{name}_low": low, f"{name}_high": high}
    difference = matrix.margin[:, a] - matrix.margin[:, b]
    if games < len(difference):
        difference = difference[masks["games"]]
    winner_a, winner_b = matrix.winner[:, a], matrix.winner[:, b]
    black, white = Winner.BLACK.index, Winner.WHITE.index
    mean = float(difference.sum()) / games if games else np.nan
    square = float(np.square(difference).sum()) / games if games else np.nan
    return {
        "games": games,
        "same_margin": counts["same_margin"],
        "winner_games": counts["winner_games"],
        "winner_changes": counts["winner_changes"],
        "black_to_white": int(np.count_nonzero(changes & (winner_a == black) & (winner_b == white))),
        "white_to_black": int(np.count_nonzero(changes & (winner_a == white) & (winner_b == black))),
        "mean": mean,
        "sd": float(np.sqrt(max(square - mean * mean, 0.0))) if games else np.nan,
        "min": float(difference.min()) if games else np.nan,
        "max": float(difference.max()) if games else np.nan,
        "over_1": counts["over_1"],
        "winner_change_share": counts["winner_changes"] / counts["winner_games"] if counts["winner_games"] else np.nan,
        "share_over_1": counts["over_1"] / games if games else np.nan,
        **ends,
    }


def _margin_games(matrix: MarginMatrix, a: int, b: int) -> dict[str, NDArray[np.bool_]]:
    """Return the games that each figure on margins and winners counts, by `PairFigure`."""
    difference = matrix.margin[:, a] - matrix.margin[:, b]  # NaN, which is neither equal to nor over anything
    both = ~np.isnan(difference)
    have_winners = both & (matrix.winner[:, a] >= 0) & (matrix.winner[:, b] >= 0)
    return {
        "games": both,
        "same_margin": difference == 0,
        "winner_games": have_winners,
        "winner_changes": (matrix.winner[:, a] != matrix.winner[:, b]) & have_winners,
        "over_1": np.abs(difference) > OVER,
    }


def _legal_games(matrix: MarginMatrix, a: int, b: int) -> dict[str, NDArray[np.bool_]]:
    """Return the games that each figure on legality counts."""
    one, other = matrix.legal[:, a], matrix.legal[:, b]
    return {"legal_only_a": (one == 1) & (other == 0), "legal_only_b": (other == 1) & (one == 0)}


def _counts(masks: dict[str, NDArray[np.bool_]]) -> dict[str, int]:
    return {name: int(np.count_nonzero(mask)) for name, mask in masks.items()}


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
