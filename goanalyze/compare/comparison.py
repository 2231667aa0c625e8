"""The outcomes of a dataset's games under several rulesets, compared; figures are pandas frames with scalar columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.answer import Answer, AnswerRows, answer_of
from goanalyze.compare.choices import Basis, Dispute, Evidence, Grouping, IllegalReason, PairFigure, PlotKind, Winners
from goanalyze.compare.claims import claim_frame
from goanalyze.compare.common import Common
from goanalyze.compare.counted_games import convention_rows
from goanalyze.compare.disputes import (
    Pair,
    disputed_rows,
    disputes,
    first_verdicts,
    illegal_findings,
    reason_frame,
    reason_rows,
    spread,
)
from goanalyze.compare.evidence import doubtful_interval, game_evidence
from goanalyze.compare.games import Games, flags_at
from goanalyze.compare.measures import (
    FIGURES,
    LEGAL_FIGURES,
    OtherKomi,
    agreeing_classes,
    komi_numbers,
    pair_frame,
    pair_games,
)
from goanalyze.compare.outcome_matrix import MarginMatrix, OutcomeMatrix, id_of
from goanalyze.compare.results import BY, KOMI, game_results, result_frame
from goanalyze.draw.text_tables import ShortRepr
from goanalyze.errors import DatasetError, OptionError
from goanalyze.rules import RULESETS, USUAL, KomiReading
from goanalyze.rules.choices import KomiChoice
from goanalyze.tables.dataset import read_dataset
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.util.arguments import read_integer, read_items, read_string
from goanalyze.util.arrow import offsets_of
from goanalyze.util.numbers import plural
from goanalyze.util.toml import near, shown

if TYPE_CHECKING:
    from goanalyze.compare.chart_data import Row
    from goanalyze.compare.figures import FigureData
    from goanalyze.compare.funnel import Stage
    from goanalyze.draw.print_sheet import Plot

ALL: Final = "all"
"""Name that selects every ruleset of a dataset."""
COMPARED_TABLES: Final = ("outcomes", "games", "rulesets", "counts", "audit", "findings")
"""Tables that a comparison is made of."""
_OFTEN: Final = 0.05  # share of records that name a ruleset, from which it counts as in use
_LONGEST: Final = 20  # characters of the subject of a sentence
_HINTS: Final = ".pairs(), .pair(a, b), .games(), .evidence(), .claims(), .illegal_moves(), .by(grouping), .plot(kind)"

Tables = Mapping[str, TableOrParts]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]


def compare(
    tables: Tables,
    *rulesets: str,
    basis: str | Basis = Basis.BEST,
    komi: str | KomiChoice = KomiChoice.RECORDED,
    winners: str | Winners = Winners.BOARD,
    conventions: Callable[[], TableOrParts] | None = None,
) -> Comparison:
    """Compare the outcomes of the same games under different rulesets.

    Args:
        tables: tables of a dataset by name, at least those of `COMPARED_TABLES`, or their parts on disk, of which only
            the columns needed are read.
        rulesets: ids or names of rulesets, or ``all``; by default those in use: the usual ones, those that the user
            defined, and those that at least 5% of the records name.
        basis: games by the evidence of their margins, see `Basis`.
        komi: ``recorded`` under every ruleset, or the ``ruleset``'s own.
        winners: definition of the winner: by the ``board``, or by ``rule`` where one decides.
        conventions: function that makes the table conventions, if games are grouped by it; by default that of `tables`.

    Raises:
        DatasetError: a ruleset is not in the dataset, or the tables do not belong together.
        OptionError: a choice is unknown.
    """
    names: list[str] = []
    for text in rulesets:
        parts = [text] if isinstance(text, str) else read_items("rulesets", text, "names of rulesets")
        names += [name for part in parts for name in read_string("rulesets", part).split(",") if name]
    choices = Basis.read("basis", basis), KomiChoice.read("komi", komi), Winners.read("winners", winners)
    games = Columns(tables["games"])
    games.read(("game_id", "ended_by", "ruleset", "board_width", "board_height", "handicap_stones", "komi"))
    evidence = game_evidence(games, Columns(tables["counts"]), Columns(tables["audit"]))
    only = None if ALL in names else names or _rulesets_in_use(Columns(tables["rulesets"]), games)
    outcomes = OutcomeMatrix(tables["outcomes"], tables["rulesets"], only, evidence)
    if conventions is None and "conventions" in tables:
        conventions = partial(tables.__getitem__, "conventions")
    return Comparison(tables, outcomes, Games(games, conventions), *choices)


def compare_dataset(
    folder: str | Path,
    *rulesets: str,
    basis: str | Basis = Basis.BEST,
    komi: str | KomiChoice = KomiChoice.RECORDED,
    winners: str | Winners = Winners.BOARD,
) -> Comparison:
    """Compare the outcomes in a dataset on disk; see `compare`.

    Raises:
        DatasetError: the dataset is missing, incomplete or damaged.
    """
    return compare(read_dataset(folder), *rulesets, basis=basis, komi=komi, winners=winners)


def _rulesets_in_use(rulesets: Columns, games: Columns) -> list[str]:
    """Return the rulesets of a dataset that are compared by default; all of them if fewer than two are in use."""
    names, declared = rulesets["id"].to_pylist(), games["ruleset"]
    index = offsets_of(declared, names)
    games_by_ruleset = np.bincount(index[index >= 0], minlength=len(names))
    is_often = games_by_ruleset >= max(_OFTEN * len(index), 1)
    chosen = [
        name for name, often in zip(names, is_often, strict=True) if often or name in USUAL or name not in RULESETS
    ]
    return chosen if len(chosen) > 1 else names


def _subject(subject: str | Dispute | IllegalReason) -> Dispute | IllegalReason:
    if isinstance(subject, (Dispute, IllegalReason)):
        return subject
    is_reason = isinstance(subject, str) and subject in IllegalReason.names()
    return IllegalReason.read("subject", subject) if is_reason else Dispute.read("subject", subject)


def _valid_rows(rows: Rows, count: int) -> Rows:
    try:
        numbers: NDArray[np.generic] = np.asarray(rows)
    except ValueError:  # lists of several lengths
        numbers = np.zeros((0, 0))
    is_valid = numbers.ndim == 1 and (numbers.dtype.kind in "iu" or not len(numbers))
    if not is_valid or (len(numbers) and not 0 <= numbers.min() <= numbers.max() < count):
        raise OptionError(f"{shown(rows)} is not a valid list of rows. Expected numbers from 0 to {count - 1:,}.")
    return numbers.astype(np.int64, copy=False)


class Comparison:
    """The outcomes of many games under several rulesets.

    Differences are a − b in points, margins Black − White. Figures of several rulesets are of the rulesets and games of
    `common`; rulesets that cannot be compared with these are in `others`. A method that takes rulesets raises a
    `DatasetError` if one is not among those compared, and a `OptionError` if it takes a pair and only one is named.

    Attributes:
        rulesets: ids of all rulesets, in the order of the dataset.
        basis: name of the selection of games by evidence, see `Basis`.
        komi: name of the komi of the margins, see `KomiChoice`.
        winners: name of the definition of the winner, see `Winners`.
        game_count: number of games of the dataset.

    Example:
        >>> import goanalyze as ga
        >>> comparison = ga.check("data/sample/gnugo").compare("japanese", "chinese")
        >>> figures = comparison.pair("japanese", "chinese").figures
        >>> f"{figures.games} games, the winner changes in {figures.winner_changes}"
        '210 games, the winner changes in 5'
    """

    def __init__(
        self, tables: Tables, outcomes: OutcomeMatrix, games: Games, basis: Basis, komi: KomiChoice, winners: Winners
    ) -> None:
        if len(games) != outcomes.games:
            raise DatasetError(
                f"The tables do not belong together: outcomes has {outcomes.games:,} games, games has {len(games):,}. "
                "Expected tables of one check."
            )
        self._tables, self._outcomes, self._games = tables, outcomes, games
        self._basis, self._komi, self._winners = basis, komi, winners
        self.rulesets, self.basis, self.komi, self.winners = outcomes.names, basis.value, komi.value, winners.value
        self.game_count = outcomes.games

    def among(self, *rulesets: str) -> Comparison:
        """Return the comparison of some of the rulesets only, on the games that these have in common."""
        names = [self.rulesets[self._index(name)] for name in rulesets]
        return Comparison(self._tables, self._outcomes.only(names), self._games, self._basis, self._komi, self._winners)

    @cached_property
    def common(self) -> Common:
        """The rulesets that are compared side by side, and the games that all of these give a margin."""
        return self._common_of(self._margins, "no_ruleset_komi")

    def _common_of(self, margins: MarginMatrix, otherwise: str) -> Common:
        reasons = partial(self._outcomes.reasons, basis=self._basis, otherwise=otherwise)
        removing = np.flatnonzero(~self._outcomes.leaves_dead_stones).tolist()
        return Common(self.rulesets, margins.has_margin, reasons, removing if len(removing) > 1 else None)

    @cached_property
    def others(self) -> tuple[Comparison, ...]:
        """Comparisons of the rulesets left out of `common`, each on games of its own.

        The first is of the rulesets that leave dead stones on the board, on games without dead stones.
        """
        stays = set(np.array(self.rulesets)[self._outcomes.leaves_dead_stones].tolist())
        left = [name for name in self.rulesets if name not in self.common.rulesets]
        apart = [name for name in left if name in stays], [name for name in left if name not in stays]
        parts = [self.among(*names) for names in apart if names]
        return tuple(other for comparison in parts for other in (comparison, *comparison.others))

    @property
    def leaves_dead_stones(self) -> bool:
        """True if all rulesets compared leave dead stones on the board."""
        return len(self.rulesets) > 0 and bool(self._outcomes.leaves_dead_stones.all())

    @property
    def by_convention(self) -> int:
        """Number of games whose komi is that of their convention instead of the header."""
        return int(np.count_nonzero(self._games.komi_by_convention))

    @cached_property
    def checked_komi(self) -> KomiReading:
        """The komi of the check: recorded, each ruleset's own, that of the period, or a number for all games."""
        return self._outcomes.komi_reading(self._games.komi)

    @property
    def has_margin(self) -> Flags:
        """True where a ruleset gives a game a margin: bool[games, rulesets]."""
        return self._margins.has_margin

    def answer(self) -> Answer:
        """Return the main findings in words and numbers."""
        return self._answer

    @cached_property
    def _answer(self) -> Answer:
        common = self.common
        outcomes, codes = self._outcomes.only(common.rulesets), self.evidence_codes
        is_decided = (self._in_common.columns(common.indices).winner >= 0).all(axis=1)
        is_resumed = outcomes.usable(self._basis).all(axis=1) & outcomes.evidence.has_other_passes
        is_resumed &= (codes != Evidence.NONE.index) & ~flags_at(common.rows, self.game_count)
        rows = AnswerRows(
            decided=common.rows[is_decided],
            left_out=np.flatnonzero(is_resumed),
            by_convention=self._convention_rows(),
            is_even=self._games.even,
            reasons=outcomes.lacking(np.flatnonzero(codes == Evidence.NONE.index)),
            short_name=self._games.short_name,
        )
        return answer_of(self, rows, self._interval)

    def _convention_rows(self) -> Rows:
        """Return the rows of the contradicted games that follow by a convention, ascending; none if it is applied."""
        rows = self.evidence_rows(Evidence.CONTRADICTED)
        if "conventions" not in self._tables or self._games.has_conventions or not len(rows):
            return rows[:0]
        return np.intersect1d(rows, convention_rows(self._tables))

    def _interval(self, rows: Rows, total: Rows) -> tuple[float, float]:
        doubt = self._margins.doubt[:, self.common.indices].max(axis=1, initial=0.0)
        doubt_in = float(doubt[rows].sum())
        low, high = doubtful_interval(len(rows), len(total), doubt_in, float(doubt[total].sum()) - doubt_in)
        return float(low), float(high)

    @cached_property
    def evidence_codes(self) -> NDArray[np.int8]:
        """Evidence of each game's margins under the rulesets side by side: int8[games], `Evidence.index`."""
        return self._outcomes.only(self.common.rulesets).evidence_codes()

    def evidence(self) -> pd.DataFrame:
        """Return the games by evidence, those compared and those left out.

        Returns:
            One row per `Evidence`: `evidence`; `games` with it, also those that the basis leaves out; `compared`, those
            of them that are compared; `winner_changes` among these; `share` of them in all games compared.
        """
        codes, rows = self.evidence_codes, self.common.rows
        parts = {"games": codes, "compared": codes[rows], "winner_changes": codes[self.dispute_rows(Dispute.WINNER)]}
        counts = {name: np.bincount(part, minlength=len(Evidence)) for name, part in parts.items()}
        share = counts["compared"] / (len(rows) or np.nan)
        return pd.DataFrame({"evidence": Evidence.names(), **counts, "share": share})

    def evidence_rows(self, evidence: str | Evidence) -> Rows:
        """Return the rows of the games with an evidence, ascending.

        Raises:
            OptionError: the evidence is unknown.
        """
        return np.flatnonzero(self.evidence_codes == Evidence.read("evidence", evidence).index)

    def pairs(self) -> pd.DataFrame:
        """Return the figures of every two rulesets of `common`, all of the same games.

        Returns:
            One row per pair: `a`, `b`, and the figures of `goanalyze.compare.measures.pair_frame`.
        """
        return self._pairs.copy()

    @cached_property
    def _pairs(self) -> pd.DataFrame:
        pairs = list(combinations(self.common.indices, 2))
        return pair_frame(self.rulesets, pairs, self._in_common, self._margins)

    def pair(self, a: str, b: str) -> Pair:
        """Return one pair of rulesets, in this order: its figures, histogram and games.

        The games are those of `common` if both rulesets are in it, else those that both give a margin.

        Args:
            a: id or name of the first ruleset.
            b: id or name of the second ruleset.

        Raises:
            DatasetError: one of them is not compared, or both are the same.
        """
        one, other = pair = self._pair_indices(a, b)
        if one == other:
            raise DatasetError(f"{a!r} and {b!r} are the same ruleset. Expected two different rulesets.")
        figures = pair_frame(self.rulesets, [pair], self._margins.take(self._pair_games(pair)), self._margins)
        return Pair(self, self.rulesets[one], self.rulesets[other], figures.iloc[0])

    def _pair_games(self, pair: tuple[int, int]) -> Rows:
        if set(pair) <= set(self.common.indices):
            return self.common.rows
        return np.flatnonzero(self._margins.has_margin[:, pair].all(axis=1))

    def pair_rows(self, a: str, b: str, figure: str | PairFigure = PairFigure.WINNER_CHANGES) -> Rows:
        """Return the rows of the games that a figure of `pairs` and `pair` counts, ascending.

        Args:
            a: id or name of the first ruleset.
            b: id or name of the second ruleset.
            figure: name of the figure.

        Raises:
            OptionError: the figure is unknown.
        """
        chosen, pair = PairFigure.read("figure", figure), self._pair_indices(a, b)
        is_counted = pair_games(self._margins, *pair)[chosen.value]
        if chosen.value in LEGAL_FIGURES:
            return np.flatnonzero(is_counted)
        rows = self._pair_games(pair)
        return rows[is_counted[rows]]

    def differences(self, a: str, b: str) -> pd.Series:
        """Return margin a − margin b in points of the games over which the pair is compared, by row of the game."""
        one, other = pair = self._pair_indices(a, b)
        rows = self._pair_games(pair)
        margin = self._margins.margin[rows]
        return pd.Series(margin[:, one] - margin[:, other], index=rows, name="difference")

    def matrix(self, figure: str = "winner_changes") -> pd.DataFrame:
        """Return one figure of every pair as a square frame: the row is a, the column b.

        Args:
            figure: a column of `pairs`; those on legality are of every ruleset compared. On the diagonal a ruleset is
                compared with itself.

        Raises:
            OptionError: the figure is unknown.
        """
        if not isinstance(figure, str) or figure not in FIGURES:
            raise OptionError(f"{figure!r} is not a valid figure. Expected {', '.join(FIGURES)}.")
        indices = list(range(len(self.rulesets))) if figure in LEGAL_FIGURES else self.common.indices
        names = [self.rulesets[index] for index in indices]
        pairs = pair_frame(self.rulesets, [(a, b) for a in indices for b in indices], self._in_common, self._margins)
        return pd.DataFrame(pairs[figure].to_numpy().reshape(len(names), len(names)), index=names, columns=names)

    def classes(self) -> list[tuple[str, ...]]:
        """Return the rulesets of `common` in classes that agree on margin and winner in every game."""
        pairs, names = self._pairs, self.common.rulesets
        is_same = (pairs["games"] > 0) & (pairs["same_margin"] == pairs["games"]) & (pairs["winner_changes"] == 0)
        agree = np.zeros((len(names), len(names)), dtype=np.bool_)
        agree[np.triu_indices(len(names), 1)] = is_same.to_numpy(dtype=np.bool_)
        return agreeing_classes(names, agree | agree.T)

    def by(self, grouping: str | Grouping, a: str | None = None, b: str | None = None) -> pd.DataFrame:
        """Return `pairs` for each group of games: first a column with the name of the group, then those of `pairs`.

        Args:
            grouping: grouping of the games, see `Grouping`.
            a: with `b`, only this pair.
            b: the other ruleset of the pair.

        Raises:
            OptionError: the grouping is unknown.
        """
        column, pair = Grouping.read("grouping", grouping), self._named_pair(a, b)
        indices = [pair] if pair else list(combinations(self.common.indices, 2))
        is_among = flags_at(self._pair_games(pair) if pair else self.common.rows, self.game_count)
        frames = {"": pair_frame(self.rulesets, indices, self._in_common, self._margins).iloc[:0]}
        for name, rows in self._games.groups(column):
            parts = (self._margins.take(part) for part in (rows[is_among[rows]], rows))
            frames[name] = pair_frame(self.rulesets, indices, *parts)
        for name, frame in frames.items():
            frame.insert(0, column.value, name)
        return pd.concat(list(frames.values())[1:] or frames.values(), ignore_index=True)

    def games(
        self,
        subject: str | Dispute | IllegalReason = Dispute.WINNER,
        a: str | None = None,
        b: str | None = None,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """Return the games of a dispute between the rulesets of `common`, or between two; or with an illegal move.

        Args:
            subject: name of a `Dispute`, as ``winner`` or ``margin`` (more than a point apart, widest first), or of an
                `IllegalReason`, as ``superko``.
            a: with `b`, only this pair.
            b: the other ruleset of the pair.
            limit: number of games, all by default.

        Returns:
            One row per game: `number` (row of the table games), `address`, `black_player`, `white_player`, `date`,
            `recorded` (result), `evidence`, for winner and margin the margin under each ruleset, `verdict` as text.

        Raises:
            OptionError: the dispute is unknown.
        """
        count = None if limit is None else read_integer("limit", limit, 0)
        return self.game_frame(subject, self.dispute_rows(subject, a, b)[:count], a, b)

    def game_frame(
        self, subject: str | Dispute | IllegalReason, rows: Rows, a: str | None = None, b: str | None = None
    ) -> pd.DataFrame:
        """Return the frame of `games` for some rows of the table games.

        Args:
            subject: disagreement or reason, see `games`.
            rows: int64[n], rows of the table games.
            a: id or name of the first ruleset; by default all.
            b: id or name of the second ruleset.

        Raises:
            OptionError: the dispute is unknown, or a row does not exist.
        """
        kind, rows = _subject(subject), _valid_rows(rows, self.game_count)
        if isinstance(kind, IllegalReason):
            frame = pd.DataFrame(self._games.identified(rows))
            frame["verdict"] = first_verdicts(self._illegal, kind, rows)
        else:
            indices = sorted(self._disputing(kind, self._named_pair(a, b)))
            outcomes = self._outcomes.only([self.rulesets[index] for index in indices])
            frame = disputed_rows(outcomes, self._games, self._margins.columns(indices), kind, rows)
        frame.insert(6, "evidence", [Evidence.at(code).value for code in self.evidence_codes[rows].tolist()])
        return frame

    def dispute_rows(
        self, subject: str | Dispute | IllegalReason = Dispute.WINNER, a: str | None = None, b: str | None = None
    ) -> Rows:
        """Return the rows of the games that `games` lists, in its order: margins widest first, else ascending.

        Args:
            subject: disagreement or reason, see `games`.
            a: id or name of the first ruleset; by default any of them.
            b: id or name of the second ruleset.
        """
        dispute = _subject(subject)
        if isinstance(dispute, IllegalReason):
            return reason_rows(self._illegal, dispute)
        pair = self._named_pair(a, b)
        indices = self._disputing(dispute, pair)
        matrix = self._margins.columns(indices)
        is_disputed, _ = disputes(dispute, matrix, self._no_result[:, indices])
        if dispute not in (Dispute.WINNER, Dispute.MARGIN):
            return np.flatnonzero(is_disputed)
        rows = self._pair_games(pair) if pair else self.common.rows
        rows = rows[is_disputed[rows]]
        return rows[np.argsort(-spread(matrix)[rows], kind="stable")] if dispute is Dispute.MARGIN else rows

    def _disputing(self, dispute: Dispute, pair: tuple[int, int] | None) -> Sequence[int]:
        is_counted = dispute in (Dispute.WINNER, Dispute.MARGIN)
        return pair or (self.common.indices if is_counted else range(len(self.rulesets)))

    def illegal_moves(self) -> pd.DataFrame:
        """Return the games with an illegal move by reason, under any ruleset of the dataset.

        Returns:
            One row per `IllegalReason`: `reason`, `games`, `per_10000` games with a board, the 95% interval `low` to
            `high`, and the ids of the `rulesets` that object, joined by commas.
        """
        ending = (self._no_result == 1).any(axis=0)
        no_result = tuple(name for name, ends in zip(self.rulesets, ending, strict=True) if ends)
        total = int(np.count_nonzero((self._margins.legal >= 0).any(axis=1)))
        return reason_frame(self._illegal, self._outcomes.everything, no_result, total)

    def claims(self) -> pd.DataFrame:
        """Return the measured figures of two claims about rules; see `goanalyze.compare.claims.claim_frame`.

        Margins have the recorded komi under every ruleset, independent of `komi`.
        """
        margins, common = self._margins, self.common
        if self.checked_komi == "ruleset":
            margins = self._outcomes.margins_at(self._games.komi, self._basis, self._winners)
        elif self._komi is not KomiChoice.RECORDED:
            margins = self._outcomes.margins(self._basis, KomiChoice.RECORDED, self._winners)
        if margins is not self._margins:
            common = self._common_of(margins, "no_komi")
        return claim_frame(self.rulesets, margins, common, self._no_result, self._games)

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
            OptionError: no game has the board size, or a komi is not a number.
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
            board_size: size of the board as ``19×19``; by default all sizes.
        """
        columns, ties = self.common.indices, self._outcomes.axis("ties")
        rows = np.flatnonzero(self._games.selected(handicap, board_size) & self._has_boards)
        counts = np.bincount(self.evidence_codes[rows], minlength=len(Evidence)).tolist()
        evidence = {name: count for name, count in zip(Evidence.names(), counts, strict=True) if count}
        boards = self._boards[rows][:, columns]
        return OtherKomi(self.common.rulesets, rows, boards, tuple(ties[column] for column in columns), evidence)

    def main_board_size(self) -> tuple[str, int]:
        """Return the board size of most games of `other_komi`, and their number; an empty name without games."""
        chosen = self._games.selected(handicap=False, board_size=None) & self._has_boards
        sizes = [(size, int(np.count_nonzero(chosen[rows]))) for size, rows in self._games.groups(Grouping.BOARD_SIZE)]
        return max(sizes, key=lambda size: size[1], default=("", 0))

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
            OptionError: a grouping is unknown or that by komi, a komi is not a number, or no game has the board size.
        """
        points = None if as_played else KOMI if komi is None else komi_numbers(komi)
        column = self._index(self.main_ruleset if ruleset is None else ruleset)
        known, ties = self._outcomes.known()[:, column], self._outcomes.axis("ties")[column]
        results = game_results(self._games, self._boards[:, column], known, ties)
        return result_frame(results, self._games, self._games.selected(handicap, board_size), by, points)

    @property
    def main_ruleset(self) -> str:
        """The ruleset that counts the boards if none is named: the first in use that is compared."""
        return next((name for name in USUAL if name in self.rulesets), self.rulesets[0])

    def stages(self) -> tuple[Stage, ...]:
        """Return the stages of the dataset's funnel."""
        from goanalyze.compare.funnel import funnel  # not needed by every comparison

        return funnel(self._tables)

    def figure(
        self,
        kind: str | PlotKind = PlotKind.KOMI,
        a: str | None = None,
        b: str | None = None,
        *,
        board_size: str | None = None,
    ) -> FigureData:
        """Return a figure as chart data with its title and caption.

        Args:
            kind: kind of the figure, see `PlotKind`.
            a: with `b`, the pair of the figure ``margins``; by default that of the answer.
            b: the other ruleset of the pair.
            board_size: board size of the figures ``komi`` and ``results``, as ``9×9``; by default the most common one.

        Raises:
            OptionError: the kind or the board size is unknown.
            NoSuchItemError: no game is in the figure.
        """
        from goanalyze.compare.figures import figure  # not needed by every comparison

        pair = self._named_pair(a, b)
        names = (self.rulesets[pair[0]], self.rulesets[pair[1]]) if pair else None
        return figure(self, self._games, PlotKind.read("kind", kind), names, board_size)

    def plot(
        self,
        kind: str | PlotKind = PlotKind.KOMI,
        a: str | None = None,
        b: str | None = None,
        *,
        board_size: str | None = None,
        width: float | None = None,
    ) -> Plot:
        """Return a `figure` for print: notebooks show it, `Plot.save` writes it as SVG.

        Args:
            kind: kind of the figure, see `figure`; so are `a`, `b` and `board_size`.
            a: a ruleset.
            b: another ruleset.
            board_size: size of the boards.
            width: width in millimetres; by default a column of an article, or the width that the figure needs.

        Raises:
            OptionError: the figure is unknown, or the width is not valid.
            NoSuchItemError: no game is in the figure.

        Example:
            >>> import goanalyze as ga
            >>> ga.check("data/sample/gnugo").compare().plot("margins", "chinese", "japanese").title
            'Difference of margins: chinese − japanese'
        """
        return self.figure(kind, a, b, board_size=board_size).plot(width)

    def to_dict(self, limit: int | None = 20) -> Row:
        """Return the figures as plain data for JSON, None for NaN.

        Args:
            limit: maximum number of games in each list; None for all.
        """
        from goanalyze.compare.chart_data import comparison_data  # not needed by every comparison

        return comparison_data(self, None if limit is None else read_integer("limit", limit, 0))

    @cached_property
    def _margins(self) -> MarginMatrix:
        return self._outcomes.margins(self._basis, self._komi, self._winners)

    @cached_property
    def _in_common(self) -> MarginMatrix:
        return self._margins.take(self.common.rows)

    @cached_property
    def _boards(self) -> NDArray[np.float64]:
        """Margins before komi of the games that a komi decides; NaN if both players lose."""
        boards = self._outcomes.boards(self._basis)
        boards[self._outcomes.both_lose()] = np.nan
        return boards

    @cached_property
    def _has_boards(self) -> Flags:
        """True for the games with a margin before komi under every ruleset of `common`."""
        boards = ~np.isnan(self._boards[:, self.common.indices])
        return np.asarray(boards.all(axis=1) & bool(self.common.indices))

    @cached_property
    def _no_result(self) -> NDArray[np.int8]:
        return self._outcomes.flags("no_result_possible")

    @cached_property
    def _illegal(self) -> pd.DataFrame:
        return illegal_findings(Columns(self._tables["findings"]), self._games.columns)

    def _index(self, name: str) -> int:
        ruleset = id_of(name, self.rulesets)
        if ruleset not in self.rulesets:
            raise DatasetError(
                f"{name!r} is not one of the rulesets compared{near(name.lower(), self.rulesets)}. Expected one of: "
                f"{', '.join(self.rulesets)}."
            )
        return self.rulesets.index(ruleset)

    def _pair_indices(self, a: str, b: str) -> tuple[int, int]:
        return self._index(a), self._index(b)

    def _named_pair(self, a: str | None, b: str | None) -> tuple[int, int] | None:
        """Return the indices of a pair of rulesets, None if no ruleset is named."""
        if a is not None and b is not None:
            return self._pair_indices(a, b)
        if a is None and b is None:
            return None
        raise OptionError(f"{a or b!r} is not a pair of rulesets. Expected two rulesets.")

    def _overview(self) -> ShortRepr:
        """Return the answer, each sentence under its subject, and the methods that say more."""
        parts = [sentence.partition(": ") for sentence in self.answer().sentences]
        rows = [
            (head.lower(), body) if colon and len(head) <= _LONGEST else ("games", head + colon + body)
            for head, colon, body in parts
        ]
        number = plural(len(self.rulesets), "ruleset")
        return ShortRepr(f"Comparison of {number} over {plural(self.game_count, 'game')}", rows, _HINTS)

    def __repr__(self) -> str:
        return self._overview().text()

    def _repr_html_(self) -> str:
        return self._overview().html()
