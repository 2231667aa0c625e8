"""The same games with another komi: Black's share of wins at each komi, and the fair komi of each ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Evidence, Grouping
from goanalyze.compare.compared import Compared
from goanalyze.compare.results import BY, KOMI, game_results, result_frame
from goanalyze.rules import USUAL

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
            ValueError: a komi is not a number.
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
        ValueError: a komi is not a number.
    """
    numbers = np.asarray(komi, dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{list(komi)!r} is not a valid list of komi. Expected finite numbers.")
    return numbers


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


class KomiFigures(Compared):
    """Figures of another komi: over counted boards, and over all results."""

    def other_komi(
        self, komi: Sequence[float] | None = None, *, handicap: bool = False, board_size: str | None = None
    ) -> pd.DataFrame:
        """Return the winners of the same games, move for move, with another komi.

        Args:
            komi: komi in points; by default −20 to 20 in half points, wider if the games require it.
            handicap: True to include handicap games.
            board_size: size of the boards, as ``19×19``; by default all sizes.

        Returns:
            One row per ruleset and komi: `games`, equal in all rows, `known` (those with known dead stones), `black`,
            `draws`, `white` (games won), `black_share`, in which a draw counts a half. Ties follow the ruleset.

        Raises:
            ValueError: no game has the board size, or a komi is not a number.
        """
        return self.komi_games(handicap=handicap, board_size=board_size).curve(komi)

    def fair_komi(self, *, handicap: bool = False, board_size: str | None = None) -> pd.DataFrame:
        """Return the komi of each ruleset at which Black's share of wins is nearest to a half.

        Args:
            handicap: True to include handicap games.
            board_size: size of the boards, as ``19×19``; by default all sizes.

        Returns:
            One row per ruleset: `komi_from` to `komi_to`, all equally near, NaN without games; `black_share`, `draws`
            at the first of them; `games`, `known`, as in `other_komi`.
        """
        return self.komi_games(handicap=handicap, board_size=board_size).fair()

    def komi_games(self, *, handicap: bool = False, board_size: str | None = None) -> OtherKomi:
        """Return the games of `other_komi` and their evidence.

        Args:
            handicap: True to include handicap games.
            board_size: size of the boards, as ``19×19``; by default all sizes.

        Raises:
            ValueError: no game has the board size.
        """
        columns, ties = self.common.places, self._outcomes.axis("ties")
        rows = np.flatnonzero(self._selected(handicap, board_size) & self._has_boards)
        codes = self.evidence_codes[rows]
        counts = {choice.value: int(np.count_nonzero(codes == choice.index)) for choice in Evidence}
        evidence = {name: count for name, count in counts.items() if count}
        boards, used_ties = self._boards[np.ix_(rows, columns)], tuple(ties[column] for column in columns)
        return OtherKomi(self.common.rulesets, rows, boards, used_ties, evidence)

    def board_sizes(self) -> list[tuple[str, int]]:
        """Return the board sizes and the number of games of each in `other_komi`, the largest number first."""
        even = self._selected(False, None) & self._has_boards
        sizes = [(size, int(np.count_nonzero(even[rows]))) for size, rows in self._by_size.items()]
        return sorted(sizes, key=lambda size: -size[1])

    def main_board_size(self) -> tuple[str, int]:
        """Return the first of `board_sizes`."""
        return next(iter(self.board_sizes()), ("", 0))

    def results(
        self,
        komi: Sequence[float] | None = None,
        by: Sequence[str | Grouping] = BY,
        *,
        as_played: bool = False,
        ruleset: str | None = None,
        handicap: bool = False,
        board_size: str | None = None,
    ) -> pd.DataFrame:
        """Return Black's share of wins over all results, each kind apart, with another komi or as played.

        Args:
            komi: komi in points; by default −20 to 20 in half points.
            by: groupings of the games, see `Grouping`; may be empty.
            as_played: True for the recorded winners by the recorded komi, which is NaN if it is missing; a counted
                board whose record names no winner is then of the kind `none`.
            ruleset: ruleset that counts the boards; by default the first in use that is compared.
            handicap: True to include handicap games.
            board_size: size of the boards, as ``19×19``; by default all sizes.

        Returns:
            One row per group, `kind` (see `ResultKind`) and `komi`: `games`, `black_wins`, `draws`, `black_share`, in
            which a draw counts a half, and its 95% interval (Wilson's), `low` and `high`. A game has one kind; `all`
            is the sum of those with a winner.

        Raises:
            DatasetError: the ruleset is not compared.
            ValueError: a grouping is unknown or that by komi, a komi is not a number, or no game has the board size.
        """
        points = None if as_played else KOMI if komi is None else komi_numbers(komi)
        column = self._place(self.main_ruleset if ruleset is None else ruleset)
        known, ties = self._outcomes.known()[:, column], self._outcomes.axis("ties")[column]
        results = game_results(self._games, self._boards[:, column], known, ties)
        return result_frame(results, self._games, self._selected(handicap, board_size), by, points)

    @property
    def main_ruleset(self) -> str:
        """The ruleset that counts the boards if none is named: the first in use that is compared."""
        return next((name for name in USUAL if name in self.rulesets), self.rulesets[0])

    @cached_property
    def _boards(self) -> Boards:
        """Margins before komi of the games that a komi decides; NaN if both players lose."""
        boards = self._outcomes.boards(self._basis)
        boards[self._outcomes.both_lose()] = np.nan
        return boards

    @cached_property
    def _has_boards(self) -> NDArray[np.bool_]:
        has_boards: NDArray[np.bool_] = ~np.isnan(self._boards[:, self.common.places]).any(axis=1)
        return has_boards & bool(self.common.places)

    @cached_property
    def _by_size(self) -> dict[str, Rows]:
        return dict(self._games.groups(Grouping.BOARD_SIZE))

    def _selected(self, handicap: bool, board_size: str | None) -> NDArray[np.bool_]:
        """Return True for the even games, or all with `handicap`, on boards of a size if one is named."""
        selected: NDArray[np.bool_] = self._games.even | handicap
        if board_size is None:
            return selected
        if board_size not in self._by_size:
            expected = ", ".join(self._by_size)
            raise ValueError(f"{board_size!r} is not a board size of these games. Expected one of: {expected}.")
        of_size = np.zeros(len(selected), dtype=np.bool_)
        of_size[self._by_size[board_size]] = True
        return selected & of_size
