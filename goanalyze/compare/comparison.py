"""A dataset's outcomes compared, ruleset against ruleset, as pandas data frames made when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Agreement, Basis, Dispute, Grouping, PairFigure, PlotKind, Winners
from goanalyze.compare.claims import MAIN, Claims, measured
from goanalyze.compare.common import Common
from goanalyze.compare.disputes import disputed_rows, disputes, pair_rows, spread
from goanalyze.compare.figures import figure
from goanalyze.compare.games import Games
from goanalyze.compare.komi import OtherKomi, komi_numbers, side_by_side
from goanalyze.compare.measures import (
    LEGAL_FIGURES,
    MIRRORED,
    OVER,
    agreeing_classes,
    counted_rows,
    legal_figures,
    pair_figures,
)
from goanalyze.compare.outcomes import MarginMatrix, OutcomeColumns, id_of
from goanalyze.compare.overview import overview
from goanalyze.compare.plain import plain_data
from goanalyze.compare.results import BY, KOMI, GameResults, result_frame, results_of
from goanalyze.draw.plot import Plot
from goanalyze.rules import KomiReading
from goanalyze.tables.dataset import DatasetError, read_dataset
from goanalyze.tables.reading import TableOrParts
from goanalyze.vocabulary.choices import KomiChoice


def compare(
    outcomes: TableOrParts,
    games: TableOrParts,
    rulesets: TableOrParts,
    *,
    only: Sequence[str] | None = None,
    basis: str | Basis = Basis.COUNTED,
    komi: str | KomiChoice = KomiChoice.RECORDED,
    winners: str | Winners = Winners.BOARD,
    conventions: Callable[[], TableOrParts] | None = None,
) -> Comparison:
    """Compare the outcomes of the same games under different rulesets.

    Args:
        outcomes: the table, in Arrow, or the parts of a dataset: then only the columns needed are read.
        games: the same; in the order of outcomes.
        rulesets: the same.
        only: ids or names of rulesets; all of the dataset if not given.
        basis: which margins, see `Basis`: ``counted``, ``confirmed``, ``estimated`` or ``all``.
        komi: ``recorded`` under every ruleset, or the ``ruleset``'s own.
        winners: who counts as the winner: by the ``board``, or by ``rule`` where one decides.
        conventions: gives the table conventions, where games are to be grouped by it.

    Raises:
        DatasetError: a ruleset is not in the dataset, or the tables do not belong together.
        ValueError: there is no such basis or komi.
    """
    known = Games(games, conventions)
    chosen = Basis.read("basis", basis), KomiChoice.read("komi", komi), Winners.read("winners", winners)
    return Comparison(OutcomeColumns(outcomes, rulesets, only, known.declared), known, *chosen)


def compare_dataset(
    folder: str | Path,
    *,
    only: Sequence[str] | None = None,
    basis: str | Basis = Basis.COUNTED,
    komi: str | KomiChoice = KomiChoice.RECORDED,
    winners: str | Winners = Winners.BOARD,
) -> Comparison:
    """Compare the outcomes in a dataset on disk; see `compare`.

    Raises:
        DatasetError: there is no dataset, it is not whole, or a part is missing or damaged.
    """
    tables = read_dataset(folder)
    parts = (tables[name] for name in ("outcomes", "games", "rulesets"))
    given = partial(tables.__getitem__, "conventions") if "conventions" in tables else None
    return compare(*parts, only=only, basis=basis, komi=komi, winners=winners, conventions=given)


class Comparison:
    """The outcomes of many games, ruleset against ruleset.

    Differences are a − b in points; margins Black − White. What stands side by side, as in `pairs`, `matrix`, `by`,
    `classes`, `claims` and `disputed`, is of the rulesets and games of `common`; those left out stand in `apart`. What
    is asked about one pair by its names is of all games that both give a margin.

    Attributes:
        rulesets: ids of all that are compared, in the order of the dataset.
        basis: name of which margins are compared, see `Basis`.
        komi: name of the komi that they have, see `KomiChoice`.
        winners: name of who counts as the winner, see `Winners`.
    """

    def __init__(
        self,
        outcomes: OutcomeColumns,
        games: Games,
        basis: Basis,
        komi: KomiChoice,
        winners: Winners = Winners.BOARD,
    ) -> None:
        if len(games) != outcomes.games:
            raise DatasetError(
                f"the tables do not belong together: outcomes are of {outcomes.games} games, the table games has "
                f"{len(games)}"
            )
        self._outcomes, self._games = outcomes, games
        self._basis, self._komi, self._winners = basis, komi, winners
        self.rulesets, self.basis, self.komi, self.winners = outcomes.names, basis.value, komi.value, winners.value

    @property
    def game_count(self) -> int:
        """Games of the dataset."""
        return self._outcomes.games

    @property
    def by_convention(self) -> int:
        """Games whose komi is that of their convention, and not what the header says."""
        return int(np.count_nonzero(self._games.komi_by_convention))

    @cached_property
    def _there(self) -> NDArray[np.bool_]:
        return ~np.isnan(self._margins.margin)

    @cached_property
    def counted(self) -> tuple[int, int]:
        """Games that have a margin under at least one ruleset, and under all."""
        there = self._there
        return int(there.any(axis=1).sum()), int(there.all(axis=1).sum()) if self.rulesets else 0

    @cached_property
    def common(self) -> Common:
        """The rulesets that stand side by side, and the games that all of these give a margin."""
        return self._common_of(self._there, "no_ruleset_komi")

    def _common_of(self, there: NDArray[np.bool_], otherwise: str) -> Common:
        return Common(self.rulesets, there, partial(self._outcomes.why_not, basis=self._basis, otherwise=otherwise))

    @cached_property
    def apart(self) -> tuple[Comparison, ...]:
        """The rulesets left out, compared among themselves on their own common games, until none is left."""
        left = [name for name in self.rulesets if name not in self.common.rulesets]
        if not left:
            return ()
        rest = self.among(left)
        return (rest, *rest.apart)

    def among(self, rulesets: Sequence[str]) -> Comparison:
        """Return the comparison of some of the rulesets only, on the games that these have in common.

        Raises:
            DatasetError: one of them is not among the rulesets compared.
        """
        names = [self.rulesets[self._place(name)] for name in rulesets]
        return Comparison(self._outcomes.only(names), self._games, self._basis, self._komi, self._winners)

    @cached_property
    def _in_common(self) -> MarginMatrix:
        return self._margins.take(self.common.rows)

    def _taking_dead_off(self, common: Common) -> list[int]:
        """Return the places of the rulesets side by side that take dead stones off, of all of these where none does.

        The others count stones that players leave on the board only because their own rules take them off, so that
        they differ in every game with such stones.
        """
        values = self._outcomes.axis("dead_stones")
        return [place for place in common.places if values[place] != "stay"] or common.places

    @cached_property
    def _margins(self) -> MarginMatrix:
        return self._outcomes.margins(self._basis, self._komi, self._winners)

    @cached_property
    def _equal_komi(self) -> MarginMatrix:
        """Margins with one komi for all rulesets, whatever the comparison is about: the claims are about those."""
        if self.checked_komi == "ruleset":
            return self._outcomes.margins_at(self._games.komi, self._basis, self._winners)
        recorded = self._komi is KomiChoice.RECORDED
        return self._margins if recorded else self._outcomes.margins(self._basis, KomiChoice.RECORDED, self._winners)

    @cached_property
    def checked_komi(self) -> KomiReading:
        """The komi of the check: recorded, each ruleset's own, that of the period, or a number for all games."""
        used, recorded = self._outcomes.numbers("komi"), self._games.komi[:, np.newaxis]
        if not ((used != recorded) & ~(np.isnan(used) & np.isnan(recorded))).any():
            return "recorded"
        values = np.unique(used)
        if len(values) == 1:
            return float(values[0])
        own = self._outcomes.numbers("ruleset_komi")
        differs = ((used != own) & ~(np.isnan(used) & np.isnan(own))).any()
        return "period" if differs else "ruleset"

    @cached_property
    def bases(self) -> pd.DataFrame:
        """Games by what their margin rests on, or why there is none: one row per basis, one column per ruleset."""
        names = self._outcomes.names_in("basis")
        place = self._outcomes.places("basis", names)
        counts = {
            ruleset: np.bincount(place[:, at] + 1, minlength=len(names) + 1)[1:]
            for at, ruleset in enumerate(self.rulesets)
        }
        table = pd.DataFrame({"basis": names, **counts}).set_index("basis")
        return table[(table > 0).any(axis=1)] if len(self.rulesets) else table

    @cached_property
    def legality(self) -> pd.DataFrame:
        """Games by whether their moves are legal: one row per ruleset, `legal`, `illegal`, `no_board`."""
        values = (("legal", 1), ("illegal", 0), ("no_board", -1))
        legal = self._margins.legal
        counts = {name: np.count_nonzero(legal == value, axis=0) for name, value in values}
        return pd.DataFrame({"ruleset": list(self.rulesets), **counts})

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

    def pair(self, a: str, b: str) -> dict[str, Any]:
        """Return the figures of one pair, whichever way round, as a dictionary: of all games that both give a margin.

        Raises:
            DatasetError: one of them is not among the rulesets compared.
        """
        row = self.pair_frame(a, b)
        return {name: row[name].tolist()[0] for name in row.columns}

    def pair_frame(self, a: str, b: str) -> pd.DataFrame:
        """Return the figures of `pair` as a row with the columns of `pairs`."""
        return self._pair_frame([self._pair_places(a, b)], self._margins, self._margins)

    def matrix(self, what: str = "winner_changes") -> Any:
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

    def counted_rows(self, ruleset: str | None = None) -> NDArray[np.int64]:
        """Return the rows of the games that have a margin under a ruleset; under any where none is named."""
        there = self._there
        return np.flatnonzero(there.any(axis=1) if ruleset is None else there[:, self._place(ruleset)])

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

    def games(self, a: str, b: str, what: str | Dispute = Dispute.WINNER, over: float = OVER) -> pd.DataFrame:
        """Return the games that two rulesets see differently, with the result under each.

        Args:
            a: a ruleset.
            b: the other.
            what: ``winner``, who won; ``margin``, margins more than `over` apart, widest first; ``legal``, all moves
                are legal under one only.
            over: points.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such dispute.
        """
        dispute = Dispute.read("what", what)
        pair = self._pair_places(a, b)
        if dispute is Dispute.MARGIN:
            difference = np.abs(self.differences(a, b))
            rows = np.flatnonzero(difference > over)
            rows = rows[np.argsort(-difference[rows], kind="stable")]
        else:
            rows = np.flatnonzero(disputes(dispute, self._margins.columns(pair), self._no_result[:, pair])[0])
        return pd.DataFrame(pair_rows(self._outcomes, self._games, self._margins, pair, rows))

    def disputed(
        self, what: str | Dispute, rulesets: Sequence[str] | None = None, limit: int | None = None
    ) -> pd.DataFrame:
        """Return the games that any two rulesets disagree on; see `goanalyze.compare.disputes.disputes`.

        Args:
            what: winner | margin (more than a point apart, widest first) | legal | no_result.
            rulesets: only among these, of the games that all of them give a margin; default all, for winner and margin
                those side by side that take dead stones off, of the games of `common`.
            limit: so many games at most.

        Returns:
            What names each game, and `verdicts`: a dictionary from verdict to the rulesets that give it.
        """
        dispute, places, rows, _ = self._disputed(what, rulesets)
        found = disputed_rows(self._outcomes, self._games, self._margins, places, dispute, rows[:limit])
        return pd.DataFrame(found)

    def disputed_count(self, what: str | Dispute, rulesets: Sequence[str] | None = None) -> int:
        """Return how many games `disputed` has."""
        return len(self._disputed(what, rulesets)[2])

    def disputed_by(self, column: str | Grouping, what: str | Dispute, rulesets: Sequence[str] | None = None) -> Any:
        """Return for each group of games how many of them `disputed` has: `games`, `of` those that it looks at."""
        grouping = Grouping.read("column", column)
        _, _, rows, could = self._disputed(what, rulesets)
        inside = np.zeros(self.game_count, dtype=np.bool_)
        inside[rows] = True
        groups = [
            (name, np.count_nonzero(inside[rows]), np.count_nonzero(could[rows]))
            for name, rows in self._games.groups(grouping)
        ]
        return pd.DataFrame(groups, columns=[grouping.value, "games", "of"])

    def _disputed(
        self, what: str | Dispute, rulesets: Sequence[str] | None
    ) -> tuple[Dispute, list[int], NDArray[np.int64], NDArray[np.bool_]]:
        """Return the dispute, the places of the rulesets compared, the games they disagree on, and where they could."""
        dispute = Dispute.read("what", what)
        counts = dispute in (Dispute.WINNER, Dispute.MARGIN)
        every = self._taking_dead_off(self.common) if counts else list(range(len(self.rulesets)))
        places = every if rulesets is None else [self._place(name) for name in rulesets]
        margins = self._margins.columns(places)
        found, could = disputes(dispute, margins, self._no_result[:, places])
        if counts and rulesets is None:
            could &= self._there[:, self.common.places].all(axis=1)
            found &= could
        rows = np.flatnonzero(found)
        if dispute is Dispute.MARGIN:
            rows = rows[np.argsort(-spread(margins)[rows], kind="stable")]
        return dispute, places, rows, could

    @cached_property
    def _no_result(self) -> NDArray[np.int8]:
        return self._outcomes.flags("no_result_possible")

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

    def claims(self) -> Claims:
        """Return the two claims of the rules article with measured figures; komi as recorded, whatever `komi` is."""
        margins = self._equal_komi
        common = self.common if margins is self._margins else self._common_of(~np.isnan(margins.margin), "no_komi")
        judging = self._taking_dead_off(common)
        return measured(self.rulesets, margins, common, judging, self._no_result, self._games)

    def plot(
        self,
        kind: str | PlotKind = PlotKind.KOMI,
        a: str | None = None,
        b: str | None = None,
        *,
        board_size: str | None = None,
        width: float | None = None,
    ) -> Plot:
        """Draw a figure for print: notebooks show it, `Plot.save` writes it as SVG.

        Args:
            kind: see `PlotKind`.
            a: with `b`, the pair of the figure ``margins``; area less territory if not given.
            b: see `a`.
            board_size: of the figures ``komi`` and ``results``, as ``9×9``; the most common if not given.
            width: in millimetres; a column of an article if not given, a page where it needs that.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such figure or board, half a pair, or no game to draw.

        Example:
            >>> import goanalyze as ga
            >>> ga.check("data/sample/gnugo").compare().plot("margins", "chinese", "japanese").title
            'How far margins lie apart: chinese − japanese'
        """
        return figure(self, self._games, PlotKind.read("kind", kind), self._whole_pair(a, b), board_size, width)

    def to_dict(self, limit: int | None = 20) -> dict[str, Any]:
        """Return everything as plain data, for JSON; NaN as None, lists of games with `limit` games at most."""
        return plain_data(self, limit)

    def _place(self, name: str) -> int:
        found = id_of(name, self.rulesets)
        if found not in self.rulesets:
            raise DatasetError(f"{name!r} is not among the rulesets compared: {', '.join(self.rulesets)}")
        return self.rulesets.index(found)

    def _whole_pair(self, a: str | None, b: str | None) -> tuple[str, str] | None:
        """Return a pair of rulesets by their ids, None where none is named."""
        if a is not None and b is not None:
            one, other = self._pair_places(a, b)
            return self.rulesets[one], self.rulesets[other]
        if a is None and b is None:
            return None
        raise ValueError(f"a pair is two rulesets; only {a or b!r} is given")

    def _pair_places(self, a: str, b: str) -> tuple[int, int]:
        return self._place(a), self._place(b)

    def __repr__(self) -> str:
        return overview(self).text()

    def _repr_html_(self) -> str:
        return overview(self).html()
