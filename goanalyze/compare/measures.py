"""The figures of pairs of rulesets: how margins, winners and legality differ over the same games; and of komi."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare.choices import PairFigure
from goanalyze.compare.outcomes import MarginMatrix
from goanalyze.vocabulary.choices import Winner

OVER: Final = 1.0
"""Points: the rules article says that rulesets rarely differ by more."""

MIRRORED: Final = {
    "mean": ("mean", -1),
    "min": ("max", -1),
    "max": ("min", -1),
    "legal_only_a": ("legal_only_b", 1),
    "legal_only_b": ("legal_only_a", 1),
    "black_to_white": ("white_to_black", 1),
    "white_to_black": ("black_to_white", 1),
}
"""Figures that change when a pair is turned round: which figure of the pair (b, a) it is, and its sign."""

_FIGURES: Final = (
    *("games", "same_margin", "winner_changes", "black_to_white", "white_to_black", "mean", "sd", "min", "max"),
    *("over_1", "legal_only_a", "legal_only_b"),
)
STEP: Final = 0.5
"""Points between one komi and the next."""
_LOWEST, _HIGHEST, _BESIDE = -20.0, 20.0, 5.0


def pair_figures(matrix: MarginMatrix, pairs: Sequence[tuple[int, int]]) -> dict[str, NDArray[Any]]:
    """Return the figures of pairs of rulesets, one array for each figure.

    A pair is compared over the games in which both have a margin; legality over the games with a board.

    Args:
        matrix: the margins.
        pairs: places of the rulesets a and b.

    Returns:
        games: compared. same_margin, winner_changes, over_1: how many of them; over_1 differ by more than a point.
        black_to_white, white_to_black: winners under a and under b; what is left of the changes are draws.
        mean, sd, min, max: of margin a − margin b in points; sd with divisor n; NaN without games.
        legal_only_a, legal_only_b: games in which every move is legal under the one and not under the other.
    """
    some = np.flatnonzero(~np.isnan(matrix.margin).all(axis=1))
    counted = matrix if len(some) == len(matrix) else matrix.take(some)
    rows = [{**_margin_figures(counted, a, b), **_counts(_legal_games(matrix, a, b))} for a, b in pairs]
    return {name: np.array([row[name] for row in rows]) for name in _FIGURES}


def counted_rows(matrix: MarginMatrix, a: int, b: int, figure: PairFigure) -> NDArray[np.int64]:
    """Return the games that a figure of a pair counts."""
    return np.flatnonzero({**_margin_games(matrix, a, b), **_legal_games(matrix, a, b)}[figure.value])


def _margin_figures(matrix: MarginMatrix, a: int, b: int) -> dict[str, float]:
    """Return the figures of one pair that come from margins and winners."""
    masks = _margin_games(matrix, a, b)
    counts = _counts(masks)
    games, changes = counts["games"], masks["winner_changes"]
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
        "winner_changes": counts["winner_changes"],
        "black_to_white": int(np.count_nonzero(changes & (winner_a == black) & (winner_b == white))),
        "white_to_black": int(np.count_nonzero(changes & (winner_a == white) & (winner_b == black))),
        "mean": mean,
        "sd": float(np.sqrt(max(square - mean * mean, 0.0))) if games else np.nan,
        "min": float(difference.min()) if games else np.nan,
        "max": float(difference.max()) if games else np.nan,
        "over_1": counts["over_1"],
    }


def _margin_games(matrix: MarginMatrix, a: int, b: int) -> dict[str, NDArray[np.bool_]]:
    """Return which games each figure about margins and winners counts, named as in `PairFigure`."""
    difference = matrix.margin[:, a] - matrix.margin[:, b]  # NaN, which is neither equal to nor over anything
    both = ~np.isnan(difference)
    return {
        "games": both,
        "same_margin": difference == 0,
        "winner_changes": (matrix.winner[:, a] != matrix.winner[:, b]) & both,
        "over_1": np.abs(difference) > OVER,
    }


def _legal_games(matrix: MarginMatrix, a: int, b: int) -> dict[str, NDArray[np.bool_]]:
    """Return which games each figure about legality counts."""
    one, other = matrix.legal[:, a], matrix.legal[:, b]
    return {"legal_only_a": (one == 1) & (other == 0), "legal_only_b": (other == 1) & (one == 0)}


def _counts(masks: dict[str, NDArray[np.bool_]]) -> dict[str, int]:
    return {name: int(np.count_nonzero(mask)) for name, mask in masks.items()}


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


def komi_range(boards: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return −20 to 20 in half points, wider where the median margin of a ruleset asks for it.

    Args:
        boards: for each ruleset the margins before komi.
    """
    middles = [float(np.median(board)) for board in boards if len(board)]
    lowest = min([_LOWEST, *(np.floor(middle) - _BESIDE for middle in middles)])
    highest = max([_HIGHEST, *(np.ceil(middle) + _BESIDE for middle in middles)])
    return np.arange(lowest, highest + STEP / 2, STEP)


def curve(board: NDArray[np.float64], ties: str, komi: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Return who wins at each komi under one ruleset.

    Args:
        board: margins before komi, Black − White; no NaN.
        ties: who wins when both have the same: draw, black or white.
        komi: points for White.

    Returns:
        black, draws, white: games, which add up to all. black_share: Black's wins and half the draws, of all games;
        NaN without games.

    Example:
        >>> figures = curve(np.array([5.0, 7.0, 7.0, 9.0]), "draw", np.array([6.5, 7.0]))
        >>> figures["black"], figures["draws"], figures["black_share"]
        (array([3, 1]), array([0, 2]), array([0.75, 0.5 ]))
    """
    ordered = np.sort(board)
    below, upto = (np.searchsorted(ordered, komi, side) for side in ("left", "right"))
    black, white, tied = len(ordered) - upto, below, upto - below
    none = np.zeros_like(tied)
    if ties == "black":
        black, tied = black + tied, none
    elif ties == "white":
        white, tied = white + tied, none
    share = (black + tied / 2) / len(ordered) if len(ordered) else np.full(len(komi), np.nan)
    return {"black": black, "draws": tied, "white": white, "black_share": share}


def fair(board: NDArray[np.float64], ties: str) -> dict[str, float]:
    """Return at which komi Black's share is nearest to a half under one ruleset.

    Args:
        board: as for `curve`.
        ties: as for `curve`.

    Returns:
        komi_from, komi_to: the first and the last of those equally near, NaN without games. black_share, draws: at the
        first of them. games: how many.
    """
    if not len(board):
        return {"komi_from": np.nan, "komi_to": np.nan, "black_share": np.nan, "draws": 0, "games": 0}
    komi = komi_range([board])
    figures = curve(board, ties, komi)
    distance = np.abs(figures["black_share"] - 0.5)
    near = np.flatnonzero(distance <= distance.min() + 1e-12)
    best = {name: figures[name][near[0]] for name in ("black_share", "draws")}
    return {"komi_from": komi[near[0]], "komi_to": komi[near[-1]], **best, "games": len(board)}
