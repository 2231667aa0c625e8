"""Another komi: who would win the same games, the moves left as they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.common import Common, Reasons, Rows
from goanalyze.compare.outcome_matrix import OutcomeColumns

STEP: Final = 0.5
"""Points between one komi and the next."""
_LOWEST, _HIGHEST, _BESIDE = -20.0, 20.0, 5.0


class OtherKomi:
    """Rulesets side by side at any komi, on the games that all of them decide.

    Args:
        common: the rulesets and games.
        boards: [games, rulesets], margins before komi, Black − White; no NaN.
        ties: who wins ties, by ruleset: draw, black or white.

    Attributes:
        common: the rulesets and games.
    """

    def __init__(self, common: Common, boards: NDArray[np.float64], ties: Sequence[str]) -> None:
        self.common, self._boards, self._ties = common, list(boards.T), ties

    def curve(self, komi: Sequence[float] | None = None) -> pd.DataFrame:
        """Return who would win at each komi; see `goanalyze.compare.comparison.Comparison.komi_curve`.

        Raises:
            ValueError: a komi is no number.
        """
        at = komi_range(self._boards) if komi is None else komi_numbers(komi)
        curves = [curve(board, ties, at) for board, ties in zip(self._boards, self._ties, strict=True)]
        columns = {
            "ruleset": np.repeat(list(self.common.rulesets), len(at)),
            "komi": np.tile(at, len(curves)),
            "games": np.full(len(at) * len(curves), len(self.common)),
        }
        for name in ("black", "draws", "white", "black_share"):
            columns[name] = np.concatenate([each[name] for each in curves] or [np.zeros(0)])
        return pd.DataFrame(columns)

    def fair(self) -> pd.DataFrame:
        """Return for each ruleset the komi at which Black's share is nearest to a half; see `fair`."""
        found = zip(self.common.rulesets, self._boards, self._ties, strict=True)
        return pd.DataFrame([{"ruleset": name, **fair(board, ties)} for name, board, ties in found])


def side_by_side(
    outcomes: OutcomeColumns, boards: NDArray[np.float64], rows: Rows, why: Reasons
) -> Iterator[OtherKomi]:
    """Yield the rulesets that stand side by side; then those left out, among themselves; until none is left.

    Args:
        outcomes: of the rulesets.
        boards: [games, rulesets], margins before komi, NaN where there is none.
        rows: of the games that are looked at.
        why: says why a game has no margin, see `Common`.
    """
    ties, there = outcomes.axis("ties"), ~np.isnan(boards[rows])
    left = np.arange(len(ties))
    while True:
        names = [outcomes.names[place] for place in left]
        common = Common(names, there[:, left], partial(_why_of, why, left), rows)
        taking = left[common.places]
        yield OtherKomi(common, boards[np.ix_(common.rows, taking)], [ties[place] for place in taking])
        left = np.setdiff1d(left, taking)
        if not len(left):
            return


def _why_of(why: Reasons, left: NDArray[np.int64], rows: Rows, places: Rows) -> NDArray[np.object_ | np.str_]:
    """Say why games have no margin, of rulesets that are named by their places among those left."""
    return why(rows, left[places])


def komi_numbers(komi: Sequence[float]) -> NDArray[np.float64]:
    """Return komi as an array.

    Raises:
        ValueError: one is no number.
    """
    numbers = np.asarray(komi, dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError(f"komi: {list(komi)!r} is not allowed; allowed are numbers")
    return numbers


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
