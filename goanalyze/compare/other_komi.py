"""The same games with another komi: Black's share of wins at each komi, and the fair komi of each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Evidence, Grouping
from goanalyze.compare.common import Common, Reasons, Rows
from goanalyze.compare.compared import Compared
from goanalyze.compare.outcome_matrix import OutcomeColumns
from goanalyze.compare.results import BY, KOMI, game_results, result_frame
from goanalyze.rules import USUAL

STEP: Final = 0.5
"""Points between one komi and the next."""
_LOWEST, _HIGHEST, _MARGIN = -20.0, 20.0, 5.0

Boards = NDArray[np.float64]


class OtherKomi:
    """Rulesets side by side at any komi, on the games that all of them decide.

    Args:
        common: the rulesets and games.
        boards: float64[games, rulesets], margins before komi, Black − White in points, without NaN.
        ties: winner of ties under each ruleset: draw, black or white.
        evidence: int8[games], `Evidence.index` of each of these games under all of the rulesets.

    Attributes:
        common: the rulesets and games.
        evidence: number of these games with each evidence, the best first; only evidence that some game has.
    """

    def __init__(self, common: Common, boards: Boards, ties: Sequence[str], evidence: NDArray[np.integer[Any]]) -> None:
        self.common, self._boards, self._ties = common, list(boards.T), ties
        counts = {choice: int(np.count_nonzero(evidence == choice.index)) for choice in Evidence}
        self.evidence = {choice: count for choice, count in counts.items() if count}

    @property
    def known(self) -> int:
        """The number of these games whose dead stones are known."""
        return self.evidence.get(Evidence.KNOWN, 0)

    @property
    def badge(self) -> str:
        """The evidence of the games, in a short phrase; empty without games."""
        if len(self.evidence) == 1:
            return next(iter(self.evidence)).value
        return ", ".join(f"{count:,} {choice.value}" for choice, count in self.evidence.items())

    def curve(self, komi: Sequence[float] | None = None) -> pd.DataFrame:
        """Return the winners at each komi; see `goanalyze.compare.comparison.Comparison.other_komi`.

        Raises:
            ValueError: a komi is not a number.
        """
        points = komi_range(self._boards) if komi is None else komi_numbers(komi)
        winners = [winners_at(board, ties, points) for board, ties in zip(self._boards, self._ties, strict=True)]
        columns = {
            "ruleset": np.repeat(list(self.common.rulesets), len(points)),
            "komi": np.tile(points, len(winners)),
            "games": np.full(len(points) * len(winners), len(self.common)),
            "known": np.full(len(points) * len(winners), self.known),
        }
        for name in ("black", "draws", "white", "black_share"):
            columns[name] = np.concatenate([figures[name] for figures in winners] or [np.zeros(0)])
        return pd.DataFrame(columns)

    def fair(self) -> pd.DataFrame:
        """Return the fair komi of each ruleset; see `goanalyze.compare.comparison.Comparison.fair_komi`."""
        rulesets = zip(self.common.rulesets, self._boards, self._ties, strict=True)
        rows = [{"ruleset": name, **fair(board, ties), "known": self.known} for name, board, ties in rulesets]
        return pd.DataFrame(rows)


def side_by_side(
    outcomes: OutcomeColumns, boards: Boards, known: NDArray[np.bool_], rows: Rows, reasons: Reasons
) -> Iterator[OtherKomi]:
    """Yield the rulesets side by side, then those that are left, among themselves, until all are done.

    Args:
        outcomes: outcomes of the rulesets.
        boards: float64[games, rulesets], margins before komi in points, NaN if a game has none.
        known: bool[games, rulesets], True if the dead stones are known.
        rows: rows of the games to look at.
        reasons: function that returns the reasons of missing margins, see `Common`.
    """
    ties, has_margin = outcomes.axis("ties"), ~np.isnan(boards[rows])
    remaining = np.arange(len(ties))
    while True:
        names = [outcomes.names[column] for column in remaining]
        common = Common(names, has_margin[:, remaining], partial(_reasons_of, reasons, remaining), rows)
        columns = remaining[common.places]
        games, facts = np.ix_(common.rows, columns), outcomes.evidence
        evidence = np.where(facts.is_contradicted, Evidence.CONTRADICTED.index, Evidence.ESTIMATED.index)
        evidence[facts.is_confirmed] = Evidence.CONFIRMED.index
        evidence = np.where(known[games].all(axis=1), Evidence.KNOWN.index, evidence[common.rows])
        yield OtherKomi(common, boards[games], [ties[column] for column in columns], evidence)
        remaining = np.setdiff1d(remaining, columns)
        if not len(remaining):
            return


def _reasons_of(reasons: Reasons, remaining: Rows, rows: Rows, columns: Rows) -> NDArray[np.object_ | np.str_]:
    """Return the reasons of missing margins; the columns are indices of the remaining rulesets."""
    return reasons(rows, remaining[columns])


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
        figures at the first of them. games: number of games.
    """
    if not len(board):
        return {"komi_from": np.nan, "komi_to": np.nan, "black_share": np.nan, "draws": 0, "games": 0}
    komi = komi_range([board])
    figures = winners_at(board, ties, komi)
    distance = np.abs(figures["black_share"] - 0.5)
    near = np.flatnonzero(distance <= distance.min() + 1e-12)
    best = {name: figures[name][near[0]] for name in ("black_share", "draws")}
    return {"komi_from": komi[near[0]], "komi_to": komi[near[-1]], **best, "games": len(board)}


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
            One row per ruleset and komi: `games`, equal for rulesets side by side, `known` (those with known dead
            stones), `black`, `draws`, `white` (games won), `black_share`, in which a draw counts a half. Ties follow
            the ruleset. The rulesets side by side are first, then those that share other games.

        Raises:
            ValueError: no game has the board size, or a komi is not a number.
        """
        groups = self.komi_groups(handicap=handicap, board_size=board_size)
        return pd.concat([group.curve(komi) for group in groups], ignore_index=True)

    def fair_komi(self, *, handicap: bool = False, board_size: str | None = None) -> pd.DataFrame:
        """Return the komi of each ruleset at which Black's share of wins is nearest to a half.

        Args:
            handicap: True to include handicap games.
            board_size: size of the boards, as ``19×19``; by default all sizes.

        Returns:
            One row per ruleset, in the order of `other_komi`: `komi_from` to `komi_to`, all equally near, NaN without
            games; `black_share`, `draws` at the first of them; `games`, `known`.
        """
        groups = self.komi_groups(handicap=handicap, board_size=board_size)
        return pd.concat([group.fair() for group in groups], ignore_index=True)

    def komi_groups(self, *, handicap: bool = False, board_size: str | None = None) -> list[OtherKomi]:
        """Return the rulesets side by side at any komi, then those that share other games.

        Args:
            handicap: True to include handicap games.
            board_size: size of the boards, as ``19×19``; by default all sizes.

        Raises:
            ValueError: no game has the board size.
        """
        return list(self._komi_groups(np.flatnonzero(self._selected(handicap, board_size))))

    def _komi_groups(self, rows: Rows) -> Iterator[OtherKomi]:
        reasons = partial(self._outcomes.why_not, basis=self._basis, otherwise="both_lose")
        return side_by_side(self._outcomes, self._all_boards, self._known_boards, rows, reasons)

    def board_sizes(self) -> list[tuple[str, int]]:
        """Return the board sizes and the number of even games of each in `other_komi`, the largest number first."""
        even = self._games.even
        sizes = [(size, len(next(self._komi_groups(rows[even[rows]])).common)) for size, rows in self._by_size.items()]
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
        boards, known = self._all_boards[:, column], self._known_boards[:, column]
        results = game_results(self._games, boards, known, self._outcomes.axis("ties")[column])
        return result_frame(results, self._games, self._selected(handicap, board_size), by, points)

    @property
    def main_ruleset(self) -> str:
        """The ruleset that counts the boards if none is named: the first in use that is compared."""
        return next((name for name in USUAL if name in self.rulesets), self.rulesets[0])

    @cached_property
    def _known_boards(self) -> NDArray[np.bool_]:
        return self._outcomes.known()

    @cached_property
    def _all_boards(self) -> Boards:
        """Margins before komi of the games that a komi decides; NaN if both players lose."""
        boards = self._outcomes.boards(self._basis)
        boards[self._outcomes.both_lose()] = np.nan
        return boards

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
