"""Figures of every two rulesets: side by side, by groups of games, and of one pair by its names."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Agreement, Grouping, PairFigure
from goanalyze.compare.compared import Compared
from goanalyze.compare.measures import (
    LEGAL_FIGURES,
    MIRRORED,
    PairRow,
    agreeing_classes,
    counted_rows,
    legal_figures,
    pair_figures,
)
from goanalyze.compare.outcomes import MarginMatrix


def by_pair(square: pd.DataFrame) -> dict[tuple[str, str], float]:
    """Return the numbers of a square of `PairFigures.matrix` by the names of its row and column."""
    rows = zip(square.index, square.to_numpy().tolist(), strict=True)
    return {(a, b): figure for a, row in rows for b, figure in zip(square.columns, row, strict=True)}


class PairFigures(Compared):
    """Rulesets held against each other, two and two."""

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """One row per pair of rulesets that stand side by side, all of the same games, those of `common`.

        Columns: `a`, `b`, the figures of `goanalyze.compare.measures.pair_figures` and, of all games with a board,
        those of `legal_figures`.
        """
        return self._pair_frame(self._side_by_side, self._in_common, self._margins)

    @property
    def _side_by_side(self) -> list[tuple[int, int]]:
        return list(combinations(self.common.places, 2))

    def _pair_frame(self, places: list[tuple[int, int]], counted: MarginMatrix, whole: MarginMatrix) -> pd.DataFrame:
        """Return the figures of some pairs: of margins in `counted`, and of legality in `whole`."""
        columns = {
            "a": [self.rulesets[a] for a, _ in places],
            "b": [self.rulesets[b] for _, b in places],
            **pair_figures(counted, places),
            **legal_figures(whole, places),
        }
        return pd.DataFrame(columns)

    def pair(self, a: str, b: str) -> PairRow:
        """Return the figures of one pair, whichever way round, as a dictionary: of all games that both give a margin.

        Args:
            a: a ruleset.
            b: the other.

        Raises:
            DatasetError: one of them is not among the rulesets compared.
        """
        row = self.pair_frame(a, b)
        return cast("PairRow", {name: row[name].tolist()[0] for name in row.columns})

    def pair_frame(self, a: str, b: str) -> pd.DataFrame:
        """Return the figures of `pair` as a row with the columns of `pairs`.

        Args:
            a: a ruleset.
            b: the other.

        Raises:
            DatasetError: one of them is not among the rulesets compared.
        """
        return self._pair_frame([self._pair_places(a, b)], self._margins, self._margins)

    def matrix(self, what: str = "winner_changes") -> pd.DataFrame:
        """Return one figure of every pair as a square frame: the row is a, the column b.

        Args:
            what: a column of `pairs`, of the same games; those about legality for every ruleset compared. On the
                diagonal a ruleset is compared with itself.

        Raises:
            ValueError: no such figure.
        """
        if what in ("a", "b") or what not in self.pairs.columns:
            raise ValueError(f"no figure {what!r}; there are {', '.join(self.pairs.columns[2:])}")
        if what in LEGAL_FIGURES:
            names, pairs = self.rulesets, self._legal_pairs
            itself = np.zeros(len(names), dtype=np.int64)
        else:
            names, pairs = self.common.rulesets, self.pairs
            itself = pair_figures(self._in_common, [(at, at) for at in self.common.places])[what]
        values = pairs[what].to_numpy()
        square = np.diag(itself).astype(values.dtype)
        mirrored, sign = MIRRORED.get(what, (what, 1))
        upper = np.triu_indices(len(names), 1)
        square[upper] = values
        square.T[upper] = sign * pairs[mirrored].to_numpy()
        return pd.DataFrame(dict(zip(names, square.T, strict=True)), index=list(names))

    @cached_property
    def _legal_pairs(self) -> pd.DataFrame:
        return pd.DataFrame(legal_figures(self._margins, list(combinations(range(len(self.rulesets)), 2))))

    def rows(self, a: str, b: str, figure: str | PairFigure = PairFigure.WINNER_CHANGES) -> NDArray[np.int64]:
        """Return the rows of the games that a figure of `pair` counts, ascending.

        Args:
            a: a ruleset.
            b: the other.
            figure: see `PairFigure`.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such figure.
        """
        return counted_rows(self._margins, *self._pair_places(a, b), PairFigure.read("figure", figure))

    def differences(self, a: str, b: str) -> NDArray[np.float64]:
        """Return margin a − margin b of every game in points, NaN where not both have one."""
        one, other = self._pair_places(a, b)
        difference: NDArray[np.float64] = self._margins.margin[:, one] - self._margins.margin[:, other]
        return difference

    def histogram(self, a: str, b: str, rows: NDArray[np.int64] | None = None) -> pd.DataFrame:
        """Return the differences of two rulesets that occur, ascending: `difference` in points, and `games`.

        Args:
            a: a ruleset.
            b: the other.
            rows: games to look at, as `common.rows`; all if not given.
        """
        difference = self.differences(a, b)[slice(None) if rows is None else rows]
        values, games = np.unique(difference[~np.isnan(difference)], return_counts=True)
        return pd.DataFrame({"difference": values, "games": games})

    def by(self, column: str | Grouping, a: str | None = None, b: str | None = None) -> pd.DataFrame:
        """Return `pairs` for each group of games: first the column `column`, then those of `pairs`.

        Args:
            column: what to group by, see `Grouping`.
            a: with `b`, only this pair, of all games that both give a margin.
            b: see `a`.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such column, or half a pair.
        """
        grouping, pair = Grouping.read("column", column), self._whole_pair(a, b)
        among = np.ones(self.game_count, dtype=np.bool_)
        places = self._side_by_side
        if pair:
            places = [self._pair_places(*pair)]
        else:
            among[:] = False
            among[self.common.rows] = True
        groups = list(self._games.groups(grouping))
        frames = [
            self._pair_frame(places, self._margins.take(rows[among[rows]]), self._margins.take(rows))
            for _, rows in groups
        ]
        empty = self._pair_frame(places, self._in_common, self._margins).iloc[:0]
        whole = pd.concat(frames, ignore_index=True) if frames else empty
        whole.insert(0, grouping.value, [name for name, _ in groups for _ in places])
        return whole

    def classes(self, what: str | Agreement = Agreement.OUTCOME) -> list[tuple[str, ...]]:
        """Return classes of rulesets that never differ.

        Args:
            what: ``outcome``, margins and winners in every game of `common`, and there are some: of the rulesets side
                by side; ``legal``, whether every move is legal: of all that are compared.
        """
        if Agreement.read("what", what) is Agreement.LEGAL:
            names, pairs = self.rulesets, self._legal_pairs
            alike = pairs.legal_only_a + pairs.legal_only_b == 0
        else:
            names, pairs = self.common.rulesets, self.pairs
            alike = (pairs.games > 0) & (pairs.same_margin == pairs.games) & (pairs.winner_changes == 0)
        agree = np.zeros((len(names), len(names)), dtype=np.bool_)
        agree[np.triu_indices(len(names), 1)] = alike.to_numpy(dtype=np.bool_)
        return agreeing_classes(names, agree | agree.T)
