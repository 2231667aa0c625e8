"""Figures of another komi: over counted boards, and over all results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Grouping
from goanalyze.compare.claims import MAIN
from goanalyze.compare.compared import Compared
from goanalyze.compare.komi import OtherKomi, komi_numbers, side_by_side
from goanalyze.compare.results import BY, KOMI, GameResults, result_frame, results_of


class KomiFigures(Compared):
    """Who would win at another komi."""

    def komi_curve(
        self, komi: Sequence[float] | None = None, *, handicap: bool = False, board_size: str | None = None
    ) -> pd.DataFrame:
        """Return who would win the same games at another komi, the moves left as they were.

        Args:
            komi: in points; −20 to 20 in half points if not given, wider where the games ask for it.
            handicap: include handicap games.
            board_size: only such boards, as ``19×19``.

        Returns:
            One row per ruleset and komi: `games`, as many in every row, `black`, `draws`, `white` (games won),
            `black_share`, in which a draw counts a half. Ties follow the ruleset. `other_komi` says which games these
            are, and has the rulesets left out.
        """
        return self.other_komi(handicap=handicap, board_size=board_size)[0].curve(komi)

    def fair_komi(self, *, handicap: bool = False, board_size: str | None = None) -> pd.DataFrame:
        """Return for each ruleset the komi at which Black's share is nearest to a half, as `komi_curve` has it.

        Args:
            handicap: include handicap games.
            board_size: only such boards, as ``19×19``.

        Returns:
            One row per ruleset: `komi_from` to `komi_to`, all equally near, NaN without games; `black_share`, `draws`
            at the first of them, `games`, as many in every row.
        """
        return self.other_komi(handicap=handicap, board_size=board_size)[0].fair()

    def other_komi(self, *, handicap: bool = False, board_size: str | None = None) -> list[OtherKomi]:
        """Return what another komi would do, first for the rulesets side by side, then for those left out.

        Each is of games of its own, those that all of its rulesets give a margin before komi: `OtherKomi.common`.

        Args:
            handicap: include handicap games.
            board_size: only such boards, as ``19×19``.

        Raises:
            ValueError: there is no such board.
        """
        return list(self._other_komi(np.flatnonzero(self._chosen(handicap, board_size))))

    def _other_komi(self, rows: NDArray[np.int64]) -> Iterator[OtherKomi]:
        why = partial(self._outcomes.why_not, basis=self._basis, otherwise="both_lose")
        return side_by_side(self._outcomes, self._all_boards, rows, why)

    def board_sizes(self) -> list[tuple[str, int]]:
        """Return the board sizes, and how many even games of each `komi_curve` is about; the one with most first."""
        even = self._games.even
        sizes = [(size, len(next(self._other_komi(rows[even[rows]])).common)) for size, rows in self._by_size.items()]
        return sorted(sizes, key=lambda size: -size[1])

    def main_board_size(self) -> tuple[str, int]:
        """Return the first of `board_sizes`."""
        return next(iter(self.board_sizes()), ("", 0))

    def results(
        self,
        komi: Sequence[float] | None = None,
        by: Sequence[str | Grouping] = BY,
        *,
        ruleset: str | None = None,
        handicap: bool = False,
        board_size: str | None = None,
    ) -> pd.DataFrame:
        """Return Black's share of wins over all results, each kind apart, had the komi been another.

        Args:
            komi: in points; −20 to 20 in half points if not given.
            by: what to group games by, see `Grouping`; may be empty.
            ruleset: that boards are counted under; the first of `goanalyze.compare.claims.MAIN` that is compared, if
                not given, else the first.
            handicap: include handicap games.
            board_size: only such boards, as ``19×19``.

        Returns:
            One row per group, `kind` (see `ResultKind`) and `komi`: `games`, `black_wins`, `draws`, `black_share`, in
            which a draw counts a half, and its 95% interval (Wilson's), `low` and `high`. A game is of one kind;
            `all` is the sum of those with a winner.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such grouping, or that by komi; or komi is no number.
        """
        at = KOMI if komi is None else komi_numbers(komi)
        chosen = self._chosen(handicap, board_size)
        return result_frame(self._results(ruleset), self._games, chosen, by, at)

    def results_as_played(
        self,
        by: Sequence[str | Grouping] = BY,
        *,
        ruleset: str | None = None,
        handicap: bool = False,
        board_size: str | None = None,
    ) -> pd.DataFrame:
        """Return the same as `results` of the winners on record, by the komi on record; NaN where there is none.

        A counted board whose record names no winner is of the kind `none` here.

        Args:
            by: as in `results`; so are `ruleset`, `handicap` and `board_size`.
            ruleset: under which games are counted.
            handicap: whether games with handicap stones are taken.
            board_size: as ``9×9``; all if not given.
        """
        return result_frame(self._results(ruleset), self._games, self._chosen(handicap, board_size), by, None)

    def _results(self, ruleset: str | None) -> GameResults:
        place = self._place(self.main_ruleset if ruleset is None else ruleset)
        known, ties = self._outcomes.known()[:, place], self._outcomes.axis("ties")[place]
        return results_of(self._games, self._all_boards[:, place], known, ties)

    @property
    def main_ruleset(self) -> str:
        """The ruleset that boards are counted under where none is named and one must be."""
        return next((name for name in MAIN if name in self.rulesets), self.rulesets[0])

    @cached_property
    def _all_boards(self) -> NDArray[np.float64]:
        """Return the margins before komi of the games that a komi decides: none where both players lose."""
        boards = self._outcomes.boards(self._basis)
        boards[self._outcomes.both_lose()] = np.nan
        return boards

    @cached_property
    def _by_size(self) -> dict[str, NDArray[np.int64]]:
        return dict(self._games.groups(Grouping.BOARD_SIZE))

    def _chosen(self, handicap: bool, board_size: str | None) -> NDArray[np.bool_]:
        """Return which games are even, or all with `handicap`; and on boards of a size, if one is named."""
        chosen: NDArray[np.bool_] = self._games.even | handicap
        if board_size is None:
            return chosen
        if board_size not in self._by_size:
            allowed = ", ".join(self._by_size)
            raise ValueError(f"board_size: {board_size!r} is not allowed; allowed are {allowed}")
        inside = np.zeros(len(chosen), dtype=np.bool_)
        inside[self._by_size[board_size]] = True
        return chosen & inside
