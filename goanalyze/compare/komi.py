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
