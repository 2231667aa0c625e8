"""The figures of pairs of rulesets: how margins, winners and legality differ over the same games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.outcomes import WINNERS, Margins

__all__ = ["MIRRORED", "OVER", "PairGames", "agreeing_classes", "counted_rows", "histogram", "pair_figures", "wilson"]

PairGames = Literal["games", "same_margin", "winner_changes", "over_1", "legal_only_a", "legal_only_b"]
"""Figures of a pair that count games."""

OVER: Final = 1.0
"""Points: the rules article says that rulesets rarely differ by more."""

MIRRORED: Final = {
    "mean": ("mean", -1), "min": ("max", -1), "max": ("min", -1), "legal_only_a": ("legal_only_b", 1),
    "legal_only_b": ("legal_only_a", 1), "black_to_white": ("white_to_black", 1),
    "white_to_black": ("black_to_white", 1),
}  # fmt: skip
"""Figures that change when a pair is turned round: which figure of the pair (b, a) it is, and its sign."""

_FIGURES: Final = ("games", "same_margin", "winner_changes", "black_to_white", "white_to_black", "mean", "sd", "min",
                   "max", "over_1")  # fmt: skip
_BLACK, _WHITE = WINNERS.index("black"), WINNERS.index("white")
_Z95: Final = 1.959963984540054


def pair_figures(margins: Margins, pairs: Sequence[tuple[int, int]] | None = None) -> dict[str, NDArray[Any]]:
    """Return the figures of pairs of rulesets, one array for each figure.

    A pair is compared over the games in which both have a margin; legality over the games with a board.

    Args:
        margins: one reading of the outcomes.
        pairs: places of the rulesets a and b; every pair with a before b if not given.

    Returns:
        games: compared. same_margin, winner_changes, over_1: how many of them; over_1 differ by more than a point.
        black_to_white, white_to_black: winners under a and under b; what is left of the changes are draws.
        mean, sd, min, max: of margin a − margin b in points; sd with divisor n; NaN without games.
        legal_only_a, legal_only_b: games in which every move is legal under the one and not under the other.
    """
    pairs = list(combinations(range(margins.margin.shape[1]), 2)) if pairs is None else list(pairs)
    some = np.flatnonzero(~np.isnan(margins.margin).all(axis=1))
    counted = margins if len(some) == len(margins) else margins.take(some)
    rows = [_figures(counted, a, b) for a, b in pairs]
    figures = {name: np.array([row[name] for row in rows]) for name in _FIGURES}
    verdict = margins.legal.T
    legal, illegal = np.packbits(verdict == 1, axis=1), np.packbits(verdict == 0, axis=1)
    only = [[int(np.bitwise_count(legal[x] & illegal[y]).sum()) for x, y in ((a, b), (b, a))] for a, b in pairs]
    only_a, only_b = np.array(only, dtype=np.int64).reshape(-1, 2).T
    return {**figures, "legal_only_a": only_a, "legal_only_b": only_b}


def _figures(margins: Margins, a: int, b: int) -> dict[str, float]:
    """Return the figures of one pair, named as in `_FIGURES`."""
    difference = margins.margin[:, a] - margins.margin[:, b]
    both = ~np.isnan(difference)
    games = int(np.count_nonzero(both))
    difference = np.where(both, difference, 0.0)  # a game left out differs by nothing and changes no winner
    winner_a, winner_b = margins.winner[:, a], margins.winner[:, b]
    changes = (winner_a != winner_b) & both
    mean = float(difference.sum()) / games if games else np.nan
    square = float(np.square(difference).sum()) / games if games else np.nan
    every = games == len(difference)
    compared = difference if every else difference[both]
    return {
        "games": games,
        "same_margin": games - int(np.count_nonzero(difference)),
        "winner_changes": int(np.count_nonzero(changes)),
        "black_to_white": int(np.count_nonzero(changes & (winner_a == _BLACK) & (winner_b == _WHITE))),
        "white_to_black": int(np.count_nonzero(changes & (winner_a == _WHITE) & (winner_b == _BLACK))),
        "mean": mean,
        "sd": float(np.sqrt(max(square - mean * mean, 0.0))) if games else np.nan,
        "min": float(compared.min()) if games else np.nan,
        "max": float(compared.max()) if games else np.nan,
        "over_1": int(np.count_nonzero(np.abs(difference) > OVER)),
    }


def counted_rows(margins: Margins, a: int, b: int, figure: PairGames) -> NDArray[np.int64]:
    """Return the games that a figure of a pair counts, as `pair_figures` does."""
    if figure in ("legal_only_a", "legal_only_b"):
        one, other = (a, b) if figure == "legal_only_a" else (b, a)
        return np.flatnonzero((margins.legal[:, one] == 1) & (margins.legal[:, other] == 0))
    difference = margins.margin[:, a] - margins.margin[:, b]
    if figure == "games":
        return np.flatnonzero(~np.isnan(difference))
    if figure == "winner_changes":
        return np.flatnonzero(~np.isnan(difference) & (margins.winner[:, a] != margins.winner[:, b]))
    return np.flatnonzero(difference == 0 if figure == "same_margin" else np.abs(difference) > OVER)


def histogram(margins: Margins, a: int, b: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the differences margin a − margin b that occur, ascending, and in how many games each does."""
    difference = margins.margin[:, a] - margins.margin[:, b]
    values, games = np.unique(difference[~np.isnan(difference)], return_counts=True)
    return values, games.astype(np.int64)


def agreeing_classes(names: Sequence[str], agree: NDArray[np.bool_]) -> list[tuple[str, ...]]:
    """Put rulesets that agree with each other into classes; every two of a class agree.

    A ruleset joins the first class that it agrees with as a whole. Agreement over different games need not carry over
    from pair to pair, so this is one partition, that which the order of names gives.

    Args:
        names: of the rulesets.
        agree: symmetric, [rulesets, rulesets].

    Example:
        >>> agreeing_classes("abc", np.array([[1, 0, 1], [0, 1, 0], [1, 0, 1]], dtype=bool))
        [('a', 'c'), ('b',)]
    """
    classes: list[list[int]] = []
    for place in range(len(names)):
        home = next((members for members in classes if all(agree[place, other] for other in members)), None)
        if home is None:
            classes.append([place])
        else:
            home.append(place)
    return [tuple(names[place] for place in members) for members in classes]


def wilson(found: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share: `found` out of `of`. Without cases it is from 0 to 1.

    Example:
        >>> low, high = wilson(0, 10_000)
        >>> low, round(high * 10_000, 1)
        (0.0, 3.8)
    """
    if not of:
        return 0.0, 1.0
    share, z = found / of, _Z95
    centre = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * np.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    low, high = float(centre - reach), float(centre + reach)
    return (0.0 if found == 0 else max(low, 0.0)), (1.0 if found == of else min(high, 1.0))
