"""A dataset's outcomes compared, ruleset against ruleset, as pandas data frames made when first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare import claims as claims_
from goanalyze.compare.choices import Agreement, Basis, Dispute, Grouping, PairFigure, PlotKind, Winners
from goanalyze.compare.claims import CLAIMS, Claims
from goanalyze.compare.disputes import disputed_rows, disputes, pair_rows, spread
from goanalyze.compare.figures import figure
from goanalyze.compare.games import Games
from goanalyze.compare.measures import (
    MIRRORED,
    OVER,
    agreeing_classes,
    counted_rows,
    curve,
    fair,
    komi_range,
    pair_figures,
)
from goanalyze.compare.outcomes import MarginMatrix, OutcomeColumns, id_of
from goanalyze.compare.overview import overview
from goanalyze.compare.results import BY, KOMI, GameResults, result_frame, results_of
from goanalyze.draw.plot import Plot
from goanalyze.rules import KomiReading
from goanalyze.tables.dataset import DatasetError, read_dataset
from goanalyze.tables.reading import TableOrParts
from goanalyze.vocabulary.choices import KomiChoice
from goanalyze.vocabulary.statistics import wilson


def compare(
    outcomes: TableOrParts,
    games: TableOrParts,
    rulesets: TableOrParts,
    *,
    only: Sequence[str] | None = None,
    basis: str | Basis = Basis.COUNTED,
    komi: str | KomiChoice = KomiChoice.RECORDED,
    winners: str | Winners = Winners.BOARD,
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

    Raises:
        DatasetError: a ruleset is not in the dataset, or the tables do not belong together.
        ValueError: there is no such basis or komi.
    """
    known = Games(games)
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
    return compare(*parts, only=only, basis=basis, komi=komi, winners=winners)


class Comparison:
    """The outcomes of many games, ruleset against ruleset.

    Differences are a − b in points; margins Black − White.

    Attributes:
        rulesets: ids, in the order of the dataset.
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

    @cached_property
    def counted(self) -> tuple[int, int]:
        """Games that have a margin under at least one ruleset, and under all."""
        there = ~np.isnan(self._margins.margin)
        return int(there.any(axis=1).sum()), int(there.all(axis=1).sum()) if self.rulesets else 0

    @cached_property
    def _taking_dead_off(self) -> list[int]:
        """The places of the rulesets that take dead stones off, of all where none does.

        The others count stones that players leave on the board only because their own rules take them off, so that
        they differ in every game with such stones.
        """
        values = self._outcomes.axis("dead_stones")
        return [place for place, value in enumerate(values) if value != "stay"] or list(range(len(values)))

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
        """One row per pair of rulesets: `a`, `b`, and the figures of `goanalyze.compare.measures.pair_figures`.

        Beside them `winner_change_share` and `share_over_1`, of the games compared, NaN without games; and their 95%
        intervals (Wilson's), `winner_change_low`, `winner_change_high`, `over_1_low`, `over_1_high`.
        """
        return self._pair_frame(self._margins, list(combinations(range(len(self.rulesets)), 2)))

    def _pair_frame(self, margins: MarginMatrix, places: list[tuple[int, int]]) -> pd.DataFrame:
        figures = pair_figures(margins, places)
        games = np.where(figures["games"], figures["games"], np.nan)
        columns = {
            "a": [self.rulesets[a] for a, _ in places],
            "b": [self.rulesets[b] for _, b in places],
            **figures,
            "winner_change_share": figures["winner_changes"] / games,
            "share_over_1": figures["over_1"] / games,
        }
        for name, found in (("winner_change", figures["winner_changes"]), ("over_1", figures["over_1"])):
            columns[f"{name}_low"], columns[f"{name}_high"] = wilson(found, figures["games"])
        return pd.DataFrame(columns)

    def pair(self, a: str, b: str) -> dict[str, Any]:
        """Return the figures of one pair, whichever way round, as a dictionary.

        Raises:
            DatasetError: one of them is not among the rulesets compared.
        """
        row = self.pair_frame(a, b)
        return {name: row[name].tolist()[0] for name in row.columns}

    def pair_frame(self, a: str, b: str) -> pd.DataFrame:
        """Return the row of `pairs` of one pair, whichever way round."""
        return self._pair_frame(self._margins, [self._pair_places(a, b)])

    def matrix(self, what: str = "winner_changes") -> Any:
        """Return one figure of every pair as a square frame: the row is a, the column b.

        Args:
            what: a column of `pairs`; on the diagonal a ruleset is compared with itself.

        Raises:
            ValueError: no such figure.
        """
        if what in ("a", "b") or what not in self.pairs.columns:
            raise ValueError(f"no figure {what!r}; there are {', '.join(self.pairs.columns[2:])}")
        size = len(self.rulesets)
        values = self.pairs[what].to_numpy()
        square = np.zeros((size, size), dtype=values.dtype)
        np.fill_diagonal(square, self._pair_frame(self._margins, [(a, a) for a in range(size)])[what].to_numpy())
        mirrored, sign = MIRRORED.get(what, (what, 1))
        upper = np.triu_indices(size, 1)
        square[upper] = values
        square.T[upper] = sign * self.pairs[mirrored].to_numpy()
        return pd.DataFrame(dict(zip(self.rulesets, square.T, strict=True)), index=list(self.rulesets))

    def rows(self, a: str, b: str, figure: str | PairFigure = PairFigure.WINNER_CHANGES) -> NDArray[np.int64]:
        """Return the rows of the games that a figure of a pair counts, ascending.

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

    def histogram(self, a: str, b: str) -> pd.DataFrame:
        """Return the differences of two rulesets that occur, ascending: `difference` in points, and `games`."""
        difference = self.differences(a, b)
        values, games = np.unique(difference[~np.isnan(difference)], return_counts=True)
        return pd.DataFrame({"difference": values, "games": games})

    def counted_rows(self, ruleset: str | None = None) -> NDArray[np.int64]:
        """Return the rows of the games that have a margin under a ruleset; under any where none is named."""
        there = ~np.isnan(self._margins.margin)
        return np.flatnonzero(there.any(axis=1) if ruleset is None else there[:, self._place(ruleset)])

    def by(self, column: str | Grouping, a: str | None = None, b: str | None = None) -> pd.DataFrame:
        """Return `pairs` for each group of games: first the column `column`, then those of `pairs`.

        Args:
            column: what to group by, see `Grouping`.
            a: with `b`, only this pair.
            b: see `a`.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such column, or half a pair.
        """
        grouping, pair = Grouping.read("column", column), self._whole_pair(a, b)
        places = [self._pair_places(*pair)] if pair else list(combinations(range(len(self.rulesets)), 2))
        groups = list(self._games.groups(grouping))
        frames = [self._pair_frame(self._margins.take(rows), places) for _, rows in groups]
        empty = self._pair_frame(self._margins, places).iloc[:0]
        whole = pd.concat(frames, ignore_index=True) if frames else empty
        whole.insert(0, grouping.value, [name for name, _ in groups for _ in places])
        return whole

    def komi_curve(
        self,
        ruleset: str | None = None,
        komi: Sequence[float] | None = None,
        *,
        handicap: bool = False,
        board_size: str | None = None,
    ) -> pd.DataFrame:
        """Return who would win the same games at another komi, the moves left as they were.

        Args:
            ruleset: only this one.
            komi: in points; −20 to 20 in half points if not given, wider where the games ask for it.
            handicap: include handicap games.
            board_size: only such boards, as ``19×19``.

        Returns:
            One row per ruleset and komi: `games`, `black`, `draws`, `white` (games won), `black_share`, in which a draw
            counts a half. Ties follow the ruleset.
        """
        places = range(len(self.rulesets)) if ruleset is None else [self._place(ruleset)]
        boards = [self._all_boards[self._curve_rows(place, handicap, board_size), place] for place in places]
        at = komi_range(boards) if komi is None else _numbers(komi)
        ties = self._outcomes.axis("ties")
        curves = [curve(board, ties[place], at) for place, board in zip(places, boards, strict=True)]
        columns = {
            "ruleset": np.repeat([self.rulesets[place] for place in places], len(at)),
            "komi": np.tile(at, len(boards)),
            "games": np.repeat([len(board) for board in boards], len(at)),
        }
        for name in ("black", "draws", "white", "black_share"):
            columns[name] = np.concatenate([each[name] for each in curves] or [np.zeros(0)])
        return pd.DataFrame(columns)

    def fair_komi(self, *, handicap: bool = False, board_size: str | None = None) -> Any:
        """Return for each ruleset the komi at which Black's share is nearest to a half.

        Args:
            handicap: include handicap games.
            board_size: only such boards, as ``19×19``.

        Returns:
            One row per ruleset: `komi_from` to `komi_to`, all equally near, NaN without games; `black_share`, `draws`
            at the first of them, `games`.
        """
        rows = []
        for place, name in enumerate(self.rulesets):
            board = self._all_boards[self._curve_rows(place, handicap, board_size), place]
            rows.append({"ruleset": name, **fair(board, self._outcomes.axis("ties")[place])})
        return pd.DataFrame(rows)

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
        at = KOMI if komi is None else _numbers(komi)
        return result_frame(self._results(ruleset), self._games, self._chosen(handicap, board_size), by, at)

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
        return next((name for name in claims_.MAIN if name in self.rulesets), self.rulesets[0])

    def curve_rows(self, ruleset: str, *, handicap: bool = False, board_size: str | None = None) -> NDArray[np.int64]:
        """Return the rows of the games that `komi_curve` is about, ascending."""
        return self._curve_rows(self._place(ruleset), handicap, board_size)

    def main_board_size(self) -> tuple[str, int]:
        """Return the board size with most even games that were counted, as `komi_curve` takes it, and how many."""
        counted = ~np.isnan(self._all_boards).all(axis=1) & self._games.even if self.rulesets else np.zeros(0)
        sizes = {size: int(np.count_nonzero(counted[rows])) for size, rows in self._by_size.items()}
        best = max(sizes, key=lambda size: sizes[size], default="")
        return best, sizes.get(best, 0)

    @cached_property
    def _all_boards(self) -> NDArray[np.float64]:
        """Return the margins before komi of the games that a komi decides: none where both players lose."""
        boards = self._outcomes.boards(self._basis)
        boards[self._outcomes.both_lose()] = np.nan
        return boards

    @cached_property
    def _by_size(self) -> dict[str, NDArray[np.int64]]:
        return dict(self._games.groups(Grouping.BOARD_SIZE))

    def _curve_rows(self, place: int, handicap: bool, board_size: str | None) -> NDArray[np.int64]:
        return np.flatnonzero(~np.isnan(self._all_boards[:, place]) & self._chosen(handicap, board_size))

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
            rulesets: only among these; default all, for winner and margin those that take dead stones off.
            limit: so many games at most.

        Returns:
            What names each game, and `verdicts`: a dictionary from verdict to the rulesets that give it.
        """
        dispute, places, rows = self._disputed(what, rulesets)
        found = disputed_rows(self._outcomes, self._games, self._margins, places, dispute, rows[:limit])
        return pd.DataFrame(found)

    def disputed_count(self, what: str | Dispute, rulesets: Sequence[str] | None = None) -> int:
        """Return how many games `disputed` has."""
        return len(self._disputed(what, rulesets)[2])

    def disputed_by(self, column: str | Grouping, what: str | Dispute, rulesets: Sequence[str] | None = None) -> Any:
        """Return for each group of games, as in `by`, how many there are that `disputed` has: `games`, `of` so many."""
        grouping = Grouping.read("column", column)
        inside = np.zeros(self.game_count, dtype=np.int64)
        inside[self._disputed(what, rulesets)[2]] = 1
        groups = [(name, int(inside[rows].sum()), len(rows)) for name, rows in self._games.groups(grouping)]
        return pd.DataFrame(groups, columns=[grouping.value, "games", "of"])

    def _disputed(
        self, what: str | Dispute, rulesets: Sequence[str] | None
    ) -> tuple[Dispute, list[int], NDArray[np.int64]]:
        """Return the dispute, the places of the rulesets compared, and the games that they disagree on."""
        dispute = Dispute.read("what", what)
        counts = dispute in (Dispute.WINNER, Dispute.MARGIN)
        every = self._taking_dead_off if counts else list(range(len(self.rulesets)))
        places = every if rulesets is None else [self._place(name) for name in rulesets]
        margins = self._margins.columns(places)
        rows = np.flatnonzero(disputes(dispute, margins, self._no_result[:, places])[0])
        if dispute is Dispute.MARGIN:
            rows = rows[np.argsort(-spread(margins)[rows], kind="stable")]
        return dispute, places, rows

    @cached_property
    def _no_result(self) -> NDArray[np.int8]:
        return self._outcomes.flags("no_result_possible")

    def classes(self, what: str | Agreement = Agreement.OUTCOME) -> list[tuple[str, ...]]:
        """Return classes of rulesets that never differ.

        Args:
            what: ``outcome``, margins and winners in every game compared, and there are some; ``legal``, whether every
                move is legal.
        """
        pairs = self.pairs
        if Agreement.read("what", what) is Agreement.LEGAL:
            alike = pairs.legal_only_a + pairs.legal_only_b == 0
        else:
            alike = (pairs.games > 0) & (pairs.same_margin == pairs.games) & (pairs.winner_changes == 0)
        agree = np.zeros((len(self.rulesets), len(self.rulesets)), dtype=np.bool_)
        agree[np.triu_indices(len(self.rulesets), 1)] = alike.to_numpy(dtype=np.bool_)
        return agreeing_classes(self.rulesets, agree | agree.T)

    def claims(self) -> Claims:
        """Return the two claims of the rules article with measured figures; komi as recorded, whatever `komi` is."""
        present = tuple(name for name in claims_.MAIN if name in self.rulesets)
        main = present if len(present) > 1 else self.rulesets
        places, margins, every = [self._place(name) for name in main], self._equal_komi, self._taking_dead_off
        sets = {
            "main": (margins.columns(places), self._no_result[:, places]),
            "all": (margins.columns(every), self._no_result[:, every]),
        }
        even = self._games.even
        among = {"all": np.ones_like(even), "even": even}
        played = {**among, "two passes": even & self._games.ended_by_its_only_passes}
        score = pd.DataFrame(claims_.score_rows(self.rulesets, main, margins, played))
        return Claims(score, pd.DataFrame(claims_.trouble_rows(sets, among)))

    def plot(
        self,
        kind: str | PlotKind = PlotKind.KOMI,
        a: str | None = None,
        b: str | None = None,
        *,
        width: float | None = None,
    ) -> Plot:
        """Draw a figure for print: notebooks show it, `Plot.save` writes it as SVG.

        Args:
            kind: see `PlotKind`.
            a: with `b`, the pair of the figure ``margins``; area less territory if not given.
            b: see `a`.
            width: in millimetres; a column of an article if not given, a page where it needs that.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such figure, half a pair, or no game to draw.

        Example:
            >>> import goanalyze as ga
            >>> ga.check("data/sample/gnugo").compare().plot("margins", "chinese", "japanese").title
            'How far margins lie apart: chinese − japanese'
        """
        return figure(self, self._games, PlotKind.read("kind", kind), self._whole_pair(a, b), width)

    def to_dict(self, limit: int | None = 20) -> dict[str, Any]:
        """Return everything as plain data, for JSON; NaN as None, lists of games with `limit` games at most."""
        some, every = self.counted
        claims = self.claims()
        return {
            "rulesets": list(self.rulesets),
            "basis": self.basis,
            "komi": self.komi,
            "winners": self.winners,
            "games": self.game_count,
            "counted": {"under_any_ruleset": some, "under_every_ruleset": every},
            "bases": {name: self.bases[name].to_dict() for name in self.rulesets},
            "classes": [list(members) for members in self.classes()],
            "classes_of_legality": [list(members) for members in self.classes(Agreement.LEGAL)],
            "pairs": records(self.pairs),
            "fair_komi": records(self.fair_komi()),
            "claims": [
                {"claim": CLAIMS[0], "measured": records(claims.score)},
                {"claim": CLAIMS[1], "measured": records(claims.trouble)},
            ],
            "games_behind": {what.value: records(self.disputed(what, limit=limit)) for what in Dispute},
        }

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


def _numbers(komi: Sequence[float]) -> NDArray[np.float64]:
    numbers = np.asarray(komi, dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError(f"komi: {list(komi)!r} is not allowed; allowed are numbers")
    return numbers


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a data frame as plain dictionaries, None for NaN.

    Example:
        >>> records(pd.DataFrame({"a": [1, 2], "b": [0.5, float("nan")]}))
        [{'a': 1, 'b': 0.5}, {'a': 2, 'b': None}]
    """
    plain = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in plain]
