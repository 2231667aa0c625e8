"""A dataset's outcomes compared, ruleset against ruleset, as pandas data frames made when first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from goanalyze.compare import claims as claims_
from goanalyze.compare import komi as komi_
from goanalyze.compare.claims import Claims, Dispute
from goanalyze.compare.columns import ComparisonError, one_of
from goanalyze.compare.frames import concatenated, frame
from goanalyze.compare.games import GROUPINGS, Games
from goanalyze.compare.listing import disputed_rows, pair_rows
from goanalyze.compare.measures import (
    MIRRORED,
    OVER,
    PairGames,
    agreeing_classes,
    counted_rows,
    histogram,
    pair_figures,
)
from goanalyze.compare.outcomes import BasisReading, KomiReading, Margins, Outcomes
from goanalyze.compare.plain import plain_data
from goanalyze.rules import UnknownRulesetError, find_ruleset
from goanalyze.tables.parquet import read_dataset

__all__ = ["Comparison", "compare", "compare_dataset"]


def compare(
    outcomes: Any,
    games: Any,
    rulesets: Any,
    *,
    only: Sequence[str] | None = None,
    basis: BasisReading = "counted",
    komi: KomiReading = "recorded",
) -> Comparison:
    """Compare what rulesets make of the same games.

    Args:
        outcomes: the table, in Arrow, or the path of its Parquet files: then only the columns needed are read.
        games: the same; in the order of outcomes.
        rulesets: the same.
        only: ids or names of rulesets; all of the dataset if not given.
        basis: ``counted``, games whose dead stones are known; ``confirmed``, also those whose estimate, or bare board,
            gives the recorded margin; ``estimated``, also all with estimated dead stones; ``all``, also bare boards.
        komi: ``recorded`` under every ruleset, or the ``ruleset``'s own.

    Raises:
        ComparisonError: a ruleset is not in the dataset, or the tables do not belong together.
    """
    one_of("basis", basis, get_args(BasisReading))
    one_of("komi", komi, get_args(KomiReading))
    known = Games(games)
    return Comparison(Outcomes(outcomes, rulesets, only, known.declared), known, basis, komi)


def compare_dataset(
    folder: str | Path,
    *,
    only: Sequence[str] | None = None,
    basis: BasisReading = "counted",
    komi: KomiReading = "recorded",
) -> Comparison:
    """Compare what rulesets make of the games of a dataset on disk; see `compare`.

    Raises:
        DatasetError: there is no dataset, or it is not whole.
        ComparisonError: it has no outcomes, does not say of which rulesets they are, or has none under a ruleset
            asked for.
    """
    games = read_dataset(folder)["games"]
    outcomes, rulesets = Path(folder) / "outcomes", Path(folder) / "rulesets.parquet"
    if not outcomes.is_dir() or not rulesets.is_file():
        missing = f"lacks {rulesets.name}, without which outcomes cannot be compared"
        missing = missing if outcomes.is_dir() else "has no outcomes to compare"
        raise ComparisonError(f"the dataset {str(folder)!r} {missing}; write it anew: "
                              f"goanalyze check PATH -o {folder} --overwrite")  # fmt: skip
    return compare(outcomes, games, rulesets, only=only, basis=basis, komi=komi)


class Comparison:
    """The outcomes of many games, ruleset against ruleset.

    Differences are a − b in points; margins Black − White.

    Attributes:
        rulesets: ids, in the order of the dataset.
        basis: which margins are compared: counted | confirmed | estimated | all.
        komi: whose komi they have: recorded | ruleset.
    """

    def __init__(self, outcomes: Outcomes, games: Games, basis: BasisReading, komi: KomiReading) -> None:
        if len(games) != outcomes.games:
            raise ComparisonError("the tables do not belong together: outcomes are of "
                                  f"{outcomes.games} games, the table games has {len(games)}")  # fmt: skip
        self._outcomes, self._games = outcomes, games
        self.rulesets, self.basis, self.komi = outcomes.names, basis, komi

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
    def _margins(self) -> Margins:
        return self._outcomes.margins(self.basis, self.komi)

    @cached_property
    def _equal_komi(self) -> Margins:
        """Margins with one komi for all rulesets, whatever the comparison is about: the claims are about those."""
        if self.told_komi != "ruleset":
            return self._margins if self.komi == "recorded" else self._outcomes.margins(self.basis, "recorded")
        return self._outcomes.margins_at(self._games.komi, self.basis)

    @cached_property
    def told_komi(self) -> KomiReading | float:
        """The komi that the check reckoned with: recorded, each ruleset's own, or a number for all games."""
        used, recorded = self._outcomes.numbers("komi"), self._games.komi[:, np.newaxis]
        if not ((used != recorded) & ~(np.isnan(used) & np.isnan(recorded))).any():
            return "recorded"
        values = np.unique(used)
        return float(values[0]) if len(values) == 1 else "ruleset"

    @cached_property
    def bases(self) -> Any:
        """Games by what their margin rests on, or why there is none: one row per basis, one column per ruleset."""
        names = self._outcomes.names_in("basis")
        place = self._outcomes.places("basis", names)
        counts = {
            ruleset: np.bincount(place[:, at] + 1, minlength=len(names) + 1)[1:]
            for at, ruleset in enumerate(self.rulesets)
        }
        table = frame({"basis": names, **counts}).set_index("basis")
        return table[(table > 0).any(axis=1)] if len(self.rulesets) else table

    @cached_property
    def legality(self) -> Any:
        """Games by what a ruleset says of their moves: one row per ruleset, `legal`, `illegal`, `no_board`."""
        values = (("legal", 1), ("illegal", 0), ("no_board", -1))
        legal = self._margins.legal
        counts = {name: np.count_nonzero(legal == value, axis=0) for name, value in values}
        return frame({"ruleset": list(self.rulesets), **counts})

    @cached_property
    def pairs(self) -> Any:
        """One row per pair of rulesets: `a`, `b`, and the figures of `goanalyze.compare.measures.pair_figures`.

        Beside them `winner_change_share` and `share_over_1`, of the games compared; NaN without games.
        """
        names = self.rulesets
        places = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
        return self._pair_frame(self._margins, places)

    def _pair_frame(self, margins: Margins, places: list[tuple[int, int]]) -> Any:
        figures = pair_figures(margins, places)
        games = np.where(figures["games"], figures["games"], np.nan)
        return frame({
            "a": [self.rulesets[a] for a, _ in places],
            "b": [self.rulesets[b] for _, b in places],
            **figures,
            "winner_change_share": figures["winner_changes"] / games,
            "share_over_1": figures["over_1"] / games,
        })  # fmt: skip

    def pair(self, a: str, b: str) -> dict[str, Any]:
        """Return the figures of one pair, whichever way round, as a dictionary.

        Raises:
            ComparisonError: one of them is not among the rulesets compared.
        """
        row = self.pair_frame(a, b)
        return {name: row[name].tolist()[0] for name in row.columns}

    def pair_frame(self, a: str, b: str) -> Any:
        """Return the row of `pairs` of one pair, whichever way round."""
        return self._pair_frame(self._margins, [self._pair_places(a, b)])

    def matrix(self, what: str = "winner_changes") -> Any:
        """Return one figure of every pair as a square frame: the row is a, the column b.

        Args:
            what: a column of `pairs`; on the diagonal a ruleset is compared with itself.

        Raises:
            ComparisonError: no such figure.
        """
        if what in ("a", "b") or what not in self.pairs.columns:
            raise ComparisonError(f"no figure {what!r}; there are {', '.join(self.pairs.columns[2:])}")
        size = len(self.rulesets)
        values = self.pairs[what].to_numpy()
        square = np.zeros((size, size), dtype=values.dtype)
        np.fill_diagonal(square, self._pair_frame(self._margins, [(a, a) for a in range(size)])[what].to_numpy())
        mirrored, sign = MIRRORED.get(what, (what, 1))
        upper = np.triu_indices(size, 1)
        square[upper] = values
        square.T[upper] = sign * self.pairs[mirrored].to_numpy()
        return frame(dict(zip(self.rulesets, square.T, strict=True)), index=list(self.rulesets))

    def rows(self, a: str, b: str, figure: PairGames = "winner_changes") -> NDArray[np.int64]:
        """Return the rows of the games that a figure of a pair counts, ascending.

        Args:
            a: a ruleset.
            b: the other.
            figure: games | same_margin | winner_changes | over_1 | legal_only_a | legal_only_b, see `pairs`.

        Raises:
            ComparisonError: no such ruleset or figure.
        """
        one_of("figure", figure, get_args(PairGames))
        return counted_rows(self._margins, *self._pair_places(a, b), figure)

    def differences(self, a: str, b: str) -> NDArray[np.float64]:
        """Return margin a − margin b of every game in points, NaN where not both have one."""
        one, other = self._pair_places(a, b)
        difference: NDArray[np.float64] = self._margins.margin[:, one] - self._margins.margin[:, other]
        return difference

    def counted_rows(self, ruleset: str | None = None) -> NDArray[np.int64]:
        """Return the rows of the games that have a margin under a ruleset; under any where none is named."""
        there = ~np.isnan(self._margins.margin)
        return np.flatnonzero(there.any(axis=1) if ruleset is None else there[:, self._place(ruleset)])

    def histogram(self, a: str, b: str) -> Any:
        """Return the differences of two rulesets that occur, ascending: `difference` in points, and `games`."""
        difference, games = histogram(self._margins, *self._pair_places(a, b))
        return frame({"difference": difference, "games": games})

    def by(self, column: str, a: str | None = None, b: str | None = None) -> Any:
        """Return `pairs` for each group of games: first the column `column`, then those of `pairs`.

        Args:
            column: board_size | handicap | komi | passes | ending | declared (ruleset that the record names) | source
                (archive, or folder of plain files).
            a: with `b`, only this pair.
            b: see `a`.

        Raises:
            ComparisonError: no such column or ruleset.
        """
        one_of("column", column, tuple(GROUPINGS))
        if (a is None) != (b is None):
            raise ComparisonError(f"a pair is two rulesets; only {a or b!r} is given")
        if a is not None and b is not None:
            places = [self._pair_places(a, b)]
        else:
            places = [(i, j) for i in range(len(self.rulesets)) for j in range(i + 1, len(self.rulesets))]
        groups = list(self._games.groups(column))
        frames = [self._pair_frame(self._margins.take(rows), places) for _, rows in groups]
        whole = concatenated(frames) if frames else self._pair_frame(self._margins, places).iloc[:0]
        whole.insert(0, column, [name for name, _ in groups for _ in places])
        return whole

    def komi_curve(
        self,
        ruleset: str | None = None,
        komi: Sequence[float] | None = None,
        *,
        handicap: bool = False,
        board_size: str | None = None,
    ) -> Any:
        """Return who would win the same games at another komi, the moves left as they were.

        Args:
            ruleset: only this one.
            komi: in points; −20 to 20 in half points if not given, wider where the games ask for it.
            handicap: handicap games, too.
            board_size: only such boards, as ``19×19``.

        Returns:
            One row per ruleset and komi: `games`, `black`, `draws`, `white` (games won), `black_share`, in which a draw
            counts a half. Who wins ties is the ruleset's matter.
        """
        if komi is not None and not np.isfinite(np.asarray(komi, dtype=np.float64)).all():
            raise ComparisonError(f"komi: {list(komi)!r} is not allowed; allowed are numbers")
        places = range(len(self.rulesets)) if ruleset is None else [self._place(ruleset)]
        boards = {place: self._boards(place, handicap=handicap, board_size=board_size) for place in places}
        at = komi_.komi_range(list(boards.values())) if komi is None else np.asarray(komi, dtype=np.float64)
        ties = self._outcomes.axis("ties")
        curves = [komi_.curve(board, ties[place], at) for place, board in boards.items()]
        return frame({
            "ruleset": np.repeat([self.rulesets[place] for place in places], len(at)),
            "komi": np.tile(at, len(boards)),
            "games": np.repeat([len(board) for board in boards.values()], len(at)),
            **{name: np.concatenate([curve[name] for curve in curves] or [np.zeros(0)])
               for name in ("black", "draws", "white", "black_share")},
        })  # fmt: skip

    def fair_komi(self, *, handicap: bool = False, board_size: str | None = None) -> Any:
        """Return for each ruleset the komi at which Black's share is nearest to a half.

        Args:
            handicap: handicap games, too.
            board_size: only such boards, as ``19×19``.

        Returns:
            One row per ruleset: `komi_from` to `komi_to`, all equally near, NaN without games; `black_share`, `draws`
            at the first of them, `games`.
        """
        curves = (self.komi_curve(name, handicap=handicap, board_size=board_size) for name in self.rulesets)
        return frame([komi_.fair_row(curve) for curve in curves])

    @cached_property
    def _all_boards(self) -> NDArray[np.float64]:
        return self._outcomes.boards(self.basis)

    @cached_property
    def _by_size(self) -> dict[str, NDArray[np.int64]]:
        return dict(self._games.groups("board_size"))

    def main_board_size(self) -> tuple[str, int]:
        """Return the board size with most even games that were counted, as `komi_curve` takes it, and how many."""
        counted = ~np.isnan(self._all_boards).all(axis=1) & self._games.even if self.rulesets else np.zeros(0)
        sizes = {size: int(np.count_nonzero(counted[rows])) for size, rows in self._by_size.items()}
        best = max(sizes, key=lambda size: sizes[size], default="")
        return best, sizes.get(best, 0)

    def curve_rows(self, ruleset: str, *, handicap: bool = False, board_size: str | None = None) -> NDArray[np.int64]:
        """Return the rows of the games that `komi_curve` is about, ascending."""
        return self._curve_rows(self._place(ruleset), handicap=handicap, board_size=board_size)

    def _boards(self, place: int, *, handicap: bool, board_size: str | None) -> NDArray[np.float64]:
        rows = self._curve_rows(place, handicap=handicap, board_size=board_size)
        boards: NDArray[np.float64] = self._all_boards[rows, place]
        return boards

    def _curve_rows(self, place: int, *, handicap: bool, board_size: str | None) -> NDArray[np.int64]:
        board = self._all_boards[:, place]
        chosen = ~np.isnan(board) if handicap else ~np.isnan(board) & self._games.even
        if board_size is not None:
            one_of("board_size", board_size, tuple(self._by_size))
            inside = np.zeros(len(board), dtype=np.bool_)
            inside[self._by_size[board_size]] = True
            chosen &= inside
        return np.flatnonzero(chosen)

    def games(self, a: str, b: str, what: Dispute = "winner", over: float = OVER) -> Any:
        """Return the games that two rulesets see differently, with what each makes of them.

        Args:
            a: a ruleset.
            b: the other.
            what: ``winner``, who won; ``margin``, margins more than `over` apart, widest first; ``legal``, all moves
                are legal under one only.
            over: points.

        Raises:
            ComparisonError: no such ruleset.
        """
        one_of("what", what, get_args(Dispute))
        pair = self._pair_places(a, b)
        both = self._margins.columns(pair)
        difference = np.abs(both.margin[:, 0] - both.margin[:, 1])
        if what == "margin":
            rows = np.flatnonzero(difference > over)
            rows = rows[np.argsort(-difference[rows], kind="stable")]
        else:
            rows = np.flatnonzero(claims_.disputes(what, both, self._no_result[:, pair])[0])
        return frame(pair_rows(self._outcomes, self._games, self._margins, pair, rows))

    def disputed(self, what: Dispute, rulesets: Sequence[str] | None = None, limit: int | None = None) -> Any:
        """Return the games that any two rulesets disagree on; see `goanalyze.compare.claims.disputes`.

        Args:
            what: winner | margin (more than a point apart, widest first) | legal | no_result.
            rulesets: ask only these.
            limit: so many games at most.

        Returns:
            What names each game, and `verdicts`: a dictionary of what is said of it and the rulesets that say so.
        """
        places, rows = self._disputed(what, rulesets)
        return frame(disputed_rows(self._outcomes, self._games, self._margins, places, what, rows[:limit]))

    def disputed_count(self, what: Dispute, rulesets: Sequence[str] | None = None) -> int:
        """Return how many games `disputed` has."""
        return len(self._disputed(what, rulesets)[1])

    def disputed_by(self, column: str, what: Dispute, rulesets: Sequence[str] | None = None) -> Any:
        """Return for each group of games, as in `by`, how many there are that `disputed` has: `games`, `of` so many."""
        inside = np.zeros(self.game_count, dtype=np.int64)
        inside[self._disputed(what, rulesets)[1]] = 1
        groups = [(name, int(inside[rows].sum()), len(rows)) for name, rows in self._games.groups(column)]
        return frame({key: [group[at] for group in groups] for at, key in enumerate((column, "games", "of"))})

    def _disputed(self, what: Dispute, rulesets: Sequence[str] | None) -> tuple[list[int], NDArray[np.int64]]:
        """Return the places of the rulesets asked, and the games that they disagree on."""
        one_of("what", what, get_args(Dispute))
        places = [self._place(name) for name in (self.rulesets if rulesets is None else rulesets)]
        margins = self._margins.columns(places)
        rows = np.flatnonzero(claims_.disputes(what, margins, self._no_result[:, places])[0])
        if what == "margin":
            rows = rows[np.argsort(-claims_.spread(margins)[rows], kind="stable")]
        return places, rows

    @cached_property
    def _no_result(self) -> NDArray[np.int8]:
        return self._outcomes.flags("no_result_possible")

    def classes(self, what: str = "outcome") -> list[tuple[str, ...]]:
        """Return classes of rulesets that never differ.

        Args:
            what: ``outcome``, margins and winners in every game compared, and there are some; ``legal``, whether every
                move is legal.
        """
        one_of("what", what, ("outcome", "legal"))
        if what == "legal":
            agree = (self.matrix("legal_only_a") + self.matrix("legal_only_b")).to_numpy() == 0
        else:
            games = self.matrix("games").to_numpy()
            agree = (self.matrix("same_margin").to_numpy() == games) & (games > 0)
            agree &= self.matrix("winner_changes").to_numpy() == 0
        return agreeing_classes(self.rulesets, agree)

    def claims(self) -> Claims:
        """Return the two claims of the rules article with measured figures; komi as recorded, whatever `komi` is."""
        present = tuple(name for name in claims_.MAIN if name in self.rulesets)
        main = present if len(present) > 1 else self.rulesets
        places, margins = [self._place(name) for name in main], self._equal_komi
        sets = {"main": (margins.columns(places), self._no_result[:, places]), "all": (margins, self._no_result)}
        even = self._games.even
        among = {"all": np.ones_like(even), "even": even}
        played = {**among, "two passes": even & self._games.ended_by_its_only_passes}
        return Claims(frame(claims_.score_rows(self.rulesets, main, margins, played)),
                      frame(claims_.trouble_rows(sets, among)))  # fmt: skip

    def _place(self, name: str) -> int:
        try:
            return self.rulesets.index(name if name in self.rulesets else find_ruleset(name).id)
        except (ValueError, UnknownRulesetError):
            raise ComparisonError(f"{name!r} is not among the rulesets compared: {', '.join(self.rulesets)}") from None

    def _pair_places(self, a: str, b: str) -> tuple[int, int]:
        return self._place(a), self._place(b)

    def to_dict(self, limit: int | None = 20) -> dict[str, Any]:
        """Return everything as plain data, for JSON; NaN as None, lists of games with `limit` games at most."""
        return plain_data(self, limit)

    def __repr__(self) -> str:
        return f"<Comparison {self.game_count:,} games, {self.counted[0]:,} counted, {len(self.rulesets)} rulesets>"
