"""What another komi would do: who would have won the same games, the moves left as they were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

STEP: Final = 0.5
"""Points between one komi and the next."""
_LOWEST, _HIGHEST, _BESIDE = -20.0, 20.0, 5.0


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


def fair(black_share: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the places of every komi at which Black's share is nearest to a half; several may be equally near."""
    if not len(black_share) or np.isnan(black_share).all():
        return np.zeros(0, dtype=np.intp)
    distance = np.abs(black_share - 0.5)
    return np.flatnonzero(distance <= distance.min() + 1e-12)


def fair_row(own: Any) -> dict[str, Any]:
    """Return the row of `Comparison.fair_komi` for one ruleset, from its rows of `Comparison.komi_curve`."""
    at, games = fair(own["black_share"].to_numpy()), int(own["games"].iloc[0])
    komi, share, draws = (own[column].to_numpy()[at] for column in ("komi", "black_share", "draws"))
    return {
        "ruleset": own["ruleset"].iloc[0],
        "komi_from": komi[0] if games else np.nan,
        "komi_to": komi[-1] if games else np.nan,
        "black_share": share[0] if games else np.nan,
        "draws": draws[0] if games else 0,
        "games": games,
    }
