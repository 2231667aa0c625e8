"""Figures of a comparison with another komi: over counted boards, and over all results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Evidence, Grouping
from goanalyze.compare.comparison_base import ComparisonBase
from goanalyze.compare.other_komi import Boards, OtherKomi, Rows, komi_numbers
from goanalyze.compare.results import BY, KOMI, game_results, result_frame
from goanalyze.rules import USUAL


class KomiFigures(ComparisonBase):
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
        columns, ties = self.common.indices, self._outcomes.axis("ties")
        rows = np.flatnonzero(self._selected(handicap, board_size) & self._has_boards)
        codes = self.evidence_codes[rows]
        counts = {choice.value: int(np.count_nonzero(codes == choice.index)) for choice in Evidence}
        evidence = {name: count for name, count in counts.items() if count}
        boards, used_ties = (
            self._boards[np.ix_(rows, np.array(columns, dtype=np.int64))],
            tuple(ties[column] for column in columns),
        )
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
        column = self._index(self.main_ruleset if ruleset is None else ruleset)
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
        if not self.common.indices:
            return np.zeros(self.game_count, dtype=np.bool_)
        has_boards: NDArray[np.bool_] = ~np.isnan(self._boards[:, self.common.indices].sum(axis=1))
        return has_boards

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
