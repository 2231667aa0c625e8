"""The same games with another komi: Black's share of wins at each komi, and the fair komi of each ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Evidence
from goanalyze.vocabulary.arguments import read_items, read_number

STEP: Final = 0.5
"""Points between one komi and the next."""
_LOWEST, _HIGHEST, _MARGIN = -20.0, 20.0, 5.0

Boards = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class OtherKomi:
    """Games that all rulesets side by side decide, at any komi.

    Attributes:
        rulesets: ids of the rulesets.
        rows: int64[games], rows of the table games, ascending.
        boards: float64[games, rulesets], margins before komi, Black − White in points, without NaN.
        ties: winner of ties under each ruleset: draw, black or white.
        evidence: number of the games with each `Evidence`, the best first; only evidence that some game has.
    """

    rulesets: tuple[str, ...]
    rows: Rows
    boards: Boards
    ties: tuple[str, ...]
    evidence: dict[str, int]

    @property
    def badge(self) -> str:
        """The evidence of the games, in a short phrase; empty without games."""
        if len(self.evidence) == 1:
            return next(iter(self.evidence))
        return ", ".join(f"{count:,} {evidence}" for evidence, count in self.evidence.items())

    def curve(self, komi: Sequence[float] | None = None) -> pd.DataFrame:
        """Return the winners at each komi; see `goanalyze.compare.comparison.Comparison.other_komi`.

        Raises:
            OptionError: a komi is not a number.
        """
        points = komi_range(list(self.boards.T)) if komi is None else komi_numbers(komi)
        frames = [
            pd.DataFrame({"ruleset": name, "komi": points, **self._games(), **winners_at(board, ties, points)})
            for name, board, ties in zip(self.rulesets, self.boards.T, self.ties, strict=True)
        ]
        return pd.concat(frames, ignore_index=True)

    def fair(self) -> pd.DataFrame:
        """Return the fair komi of each ruleset; see `goanalyze.compare.comparison.Comparison.fair_komi`."""
        rulesets = zip(self.rulesets, self.boards.T, self.ties, strict=True)
        return pd.DataFrame([{"ruleset": name, **fair(board, ties), **self._games()} for name, board, ties in rulesets])

    def _games(self) -> dict[str, int]:
        return {"games": len(self.rows), "known": self.evidence.get(Evidence.KNOWN.value, 0)}


def komi_numbers(komi: Sequence[float]) -> NDArray[np.float64]:
    """Return komi as an array.

    Raises:
        OptionError: a komi is not a number.
    """
    return np.array([read_number("komi", value) for value in read_items("komi", komi, "numbers")], np.float64)


def komi_range(boards: Sequence[Boards]) -> NDArray[np.float64]:
    """Return −20 to 20 in half points, wider if the median margin of a ruleset is near an end.

    Args:
        boards: margins before komi in points, for each ruleset.
    """
    middles = [float(np.median(board)) for board in boards if len(board)]
    lowest = min([_LOWEST, *(np.floor(middle) - _MARGIN for middle in middles)])
    highest = max([_HIGHEST, *(np.ceil(middle) + _MARGIN for middle in middles)])
    return np.arange(lowest, highest + STEP / 2, STEP)


def winners_at(board: Boards, ties: str, komi: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Return the winners at each komi under one ruleset.

    Args:
        board: margins before komi, Black − White in points, without NaN.
        ties: winner of equal scores: draw, black or white.
        komi: points for White.

    Returns:
        black, draws, white: numbers of games, which add up to all. black_share: Black's wins and half the draws as a
        share of all games, NaN without games.

    Example:
        >>> figures = winners_at(np.array([5.0, 7.0, 7.0, 9.0]), "draw", np.array([6.5, 7.0]))
        >>> figures["black"], figures["draws"], figures["black_share"]
        (array([3, 1]), array([0, 2]), array([0.75, 0.5 ]))
    """
    ordered = np.sort(board)
    white, up_to = (np.searchsorted(ordered, komi, side) for side in ("left", "right"))
    black, tied = len(ordered) - up_to, up_to - white
    if ties != "draw":
        black, white = (black + tied, white) if ties == "black" else (black, white + tied)
        tied = np.zeros_like(tied)
    share = (black + tied / 2) / len(ordered) if len(ordered) else np.full(len(komi), np.nan)
    return {"black": black, "draws": tied, "white": white, "black_share": share}


def fair(board: Boards, ties: str) -> dict[str, float]:
    """Return the komi with Black's share nearest to a half under one ruleset.

    Args:
        board: margins before komi, Black − White in points, without NaN.
        ties: winner of equal scores: draw, black or white.

    Returns:
        komi_from, komi_to: first and last of the komi that are equally near, NaN without games. black_share, draws:
        figures at the first of them.
    """
    if not len(board):
        return {"komi_from": np.nan, "komi_to": np.nan, "black_share": np.nan, "draws": 0}
    komi = komi_range([board])
    figures = winners_at(board, ties, komi)
    distance = np.abs(figures["black_share"] - 0.5)
    near = np.flatnonzero(distance <= distance.min() + 1e-12)
    best = {name: figures[name][near[0]] for name in ("black_share", "draws")}
    return {"komi_from": komi[near[0]], "komi_to": komi[near[-1]], **best}
