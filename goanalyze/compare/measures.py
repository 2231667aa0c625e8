"""Figures of pairs of rulesets over the same games, and winners of these games at another komi."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Evidence
from goanalyze.compare.evidence import doubtful_interval
from goanalyze.compare.outcome_matrix import MarginMatrix
from goanalyze.rules.choices import Winner
from goanalyze.util.arguments import read_items, read_number

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
    """Return −20 to 20 in half points, wider if the median margin of a ruleset is near an end."""
    middles = [float(np.median(board)) for board in boards if len(board)]
    lowest = min([_LOWEST, *(np.floor(middle) - _MARGIN for middle in middles)])
    highest = max([_HIGHEST, *(np.ceil(middle) + _MARGIN for middle in middles)])
    return np.arange(lowest, highest + STEP / 2, STEP)


def winners_at(board: Boards, ties: str, komi: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Return the winners at each komi under one ruleset; `board` has margins before komi, Black − White, without NaN.

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
    """Return the komi with Black's share nearest to a half under one ruleset; see `winners_at`.

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
