"""The outcomes of a dataset's games under several rulesets, compared; figures are pandas frames with scalar columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.answer import Answer, AnswerRows, answer_of
from goanalyze.compare.choices import (
    Basis,
    Dispute,
    Evidence,
    Grouping,
    IllegalReason,
    PairFigure,
    PlotKind,
    Winners,
)
from goanalyze.compare.claims import claim_frame
from goanalyze.compare.disputes import disputed_rows, disputes, identified, spread
from goanalyze.compare.evidence import doubtful_interval, game_evidence
from goanalyze.compare.games import Games
from goanalyze.compare.illegal_moves import first_verdicts, illegal_findings, reason_frame, reason_rows
from goanalyze.compare.komi_figures import KomiFigures
from goanalyze.compare.measures import (
    LEGAL_FIGURES,
    MIRRORED,
    agreeing_classes,
    counted_rows,
    legal_figures,
    pair_figures,
)
from goanalyze.compare.outcome_matrix import MarginMatrix, OutcomeMatrix
from goanalyze.compare.overview import overview
from goanalyze.compare.pair import Pair
from goanalyze.rules import RULESETS, USUAL, DeadStones
from goanalyze.tables.dataset import DatasetError, read_dataset
from goanalyze.tables.reading import Columns, TableOrParts
from goanalyze.vocabulary.arrow import offsets_of
from goanalyze.vocabulary.choices import KomiChoice

if TYPE_CHECKING:
    from goanalyze.compare.figures import FigureData
    from goanalyze.compare.funnel import Stage
    from goanalyze.compare.json_data import Row
    from goanalyze.draw.print_sheet import Plot

ALL: Final = "all"
"""Name that selects every ruleset of a dataset."""
COMPARED_TABLES: Final = ("outcomes", "games", "rulesets", "counts", "audit", "findings")
"""Tables that a comparison is made of."""
_OFTEN: Final = 0.05  # share of records that name a ruleset, from which it counts as in use

Tables = Mapping[str, TableOrParts]
Rows = NDArray[np.int64]


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
        ValueError: a choice is unknown.
    """
    names: list[str] = []
    for text in rulesets:
        names += [name for part in ([text] if isinstance(text, str) else text) for name in part.split(",") if name]
    known = Games(tables["games"], conventions or partial(_conventions, tables))
    choices = Basis.read("basis", basis), KomiChoice.read("komi", komi), Winners.read("winners", winners)
    games = Columns(tables["games"])
    games.read(("game_id", "ended_by", "ruleset"))
    evidence = game_evidence(games, Columns(tables["counts"]), Columns(tables["audit"]))
    only = None if ALL in names else names or rulesets_in_use(Columns(tables["rulesets"]), games)
    outcomes = OutcomeMatrix(tables["outcomes"], tables["rulesets"], only, evidence)
    return Comparison(tables, outcomes, known, *choices)


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


def rulesets_in_use(rulesets: Columns, games: Columns) -> list[str]:
    """Return the rulesets of a dataset that are compared by default; all of them if fewer than two are in use.

    Args:
        rulesets: table rulesets.
        games: table games.
    """
    names, declared = rulesets["id"].to_pylist(), games["ruleset"]
    index = offsets_of(declared, names)
    games_by_ruleset = np.bincount(index[index >= 0], minlength=len(names))
    is_often = games_by_ruleset >= max(_OFTEN * len(index), 1)
    chosen = [
        name for name, often in zip(names, is_often, strict=True) if often or name in USUAL or name not in RULESETS
    ]
    return chosen if len(chosen) > 1 else names


def _subject(subject: str | Dispute | IllegalReason) -> Dispute | IllegalReason:
    """Return the dispute or the reason of illegal moves with a name."""
    if isinstance(subject, (Dispute, IllegalReason)):
        return subject
    is_reason = subject in IllegalReason.names()
    return IllegalReason.read("subject", subject) if is_reason else Dispute.read("subject", subject)


def _conventions(tables: Tables) -> TableOrParts:
    if "conventions" not in tables:
        raise DatasetError(
            "The table conventions is missing. Expected a check without --conventions off: run the check again."
        )
    return tables["conventions"]


class Comparison(KomiFigures):
    """The outcomes of many games under several rulesets.

    Differences are a − b in points, margins Black − White. Figures of several rulesets are of the rulesets and games of
    `common`; rulesets that cannot be compared with these are in `others`.

    Attributes:
        rulesets: ids of all rulesets, in the order of the dataset.
        basis: name of the selection of games by evidence, see `Basis`.
        komi: name of the komi of the margins, see `KomiChoice`.
        winners: name of the definition of the winner, see `Winners`.

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
        super().__init__(outcomes, games, basis, komi, winners)
        self._tables = tables

    def among(self, *rulesets: str) -> Comparison:
        """Return the comparison of some of the rulesets only, on the games that these have in common.

        Raises:
            DatasetError: a ruleset is not among those compared.
        """
        names = [self.rulesets[self._index(name)] for name in rulesets]
        return Comparison(self._tables, self._outcomes.only(names), self._games, self._basis, self._komi, self._winners)

    @cached_property
    def others(self) -> tuple[Comparison, ...]:
        """Comparisons of the rulesets left out of `common`, each on games of its own.

        The first is of the rulesets that leave dead stones on the board, on games without dead stones.
        """
        left = [name for name in self.rulesets if name not in self.common.rulesets]
        stays = [name for name in left if self.rulesets.index(name) not in self._choices]
        rest = [name for name in left if name not in stays]
        parts = [self.among(*names) for names in (stays, rest) if names]
        return tuple(other for comparison in parts for other in (comparison, *comparison.others))

    def answer(self) -> Answer:
        """Return the main findings in words and numbers."""
        return self._answer

    @cached_property
    def _answer(self) -> Answer:
        rows = AnswerRows(
            decided=self._decided_rows(),
            left_out=self._resumed_rows(),
            by_convention=self._convention_rows(),
            is_even=self._games.even,
            reasons=self._reasons(),
            short_name=self._games.short_name,
        )
        return answer_of(self, rows, self._interval)

    def evidence(self) -> pd.DataFrame:
        """Return the games by evidence, those compared and those left out.

        Returns:
            One row per `Evidence`: `evidence`; `games` with it, also those that the basis leaves out; `compared`, those
            of them that are compared; `winner_changes` among these; `share` of them in all games compared.
        """
        codes = self.evidence_codes
        is_compared = np.zeros(self.game_count, dtype=np.bool_)
        is_compared[self.common.rows] = True
        is_changed = np.zeros(self.game_count, dtype=np.bool_)
        is_changed[self.dispute_rows(Dispute.WINNER)] = True
        rows = []
        for evidence in Evidence:
            has_it = codes == evidence.index
            compared = np.count_nonzero(has_it & is_compared)
            changes = np.count_nonzero(has_it & is_changed)
            share = compared / len(self.common) if len(self.common) else np.nan
            rows.append((evidence.value, np.count_nonzero(has_it), compared, changes, share))
        return pd.DataFrame(rows, columns=["evidence", "games", "compared", "winner_changes", "share"])

    def evidence_rows(self, evidence: str | Evidence) -> Rows:
        """Return the rows of the games with an evidence, ascending.

        Raises:
            ValueError: the evidence is unknown.
        """
        return np.flatnonzero(self.evidence_codes == Evidence.read("evidence", evidence).index)

    def pairs(self) -> pd.DataFrame:
        """Return the figures of every two rulesets of `common`, all of the same games.

        Returns:
            One row per pair: `a`, `b`, the figures of `goanalyze.compare.measures.pair_figures`, and of all games with
            a board those of `legal_figures`.
        """
        return self._pairs.copy()

    @cached_property
    def _pairs(self) -> pd.DataFrame:
        return self._pair_frame(list(combinations(self.common.indices, 2)), self._in_common, self._margins)

    def _pair_frame(self, indices: list[tuple[int, int]], counted: MarginMatrix, whole: MarginMatrix) -> pd.DataFrame:
        """Return the figures of some pairs: of margins in `counted`, and of legality in `whole`."""
        names = {"a": [self.rulesets[a] for a, _ in indices], "b": [self.rulesets[b] for _, b in indices]}
        return pd.DataFrame({**names, **pair_figures(counted, indices), **legal_figures(whole, indices)})

    def pair(self, a: str, b: str) -> Pair:
        """Return one pair of rulesets, in this order: its figures, histogram and games.

        The games are those of `common` if both rulesets are in it, else those that both give a margin.

        Args:
            a: id or name of the first ruleset.
            b: id or name of the second ruleset.

        Raises:
            DatasetError: a ruleset is not among those compared.
        """
        pair = self._pair_indices(a, b)
        if pair[0] == pair[1]:
            raise DatasetError(f"{a!r} and {b!r} are the same ruleset. Expected two different rulesets.")
        rows = self._pair_games(pair)
        figures = self._pair_frame([pair], self._margins.take(rows), self._margins).iloc[0]
        return Pair(self, self.rulesets[pair[0]], self.rulesets[pair[1]], figures)

    def _pair_games(self, pair: tuple[int, int]) -> Rows:
        """Return the rows of the games over which two rulesets are compared."""
        if set(pair) <= set(self.common.indices):
            return self.common.rows
        return np.flatnonzero(self._has_margin[:, pair].all(axis=1))

    def pair_rows(self, a: str, b: str, figure: str | PairFigure = PairFigure.WINNER_CHANGES) -> Rows:
        """Return the rows of the games that a figure of `pairs` and `pair` counts, ascending.

        Args:
            a: id or name of the first ruleset.
            b: id or name of the second ruleset.
            figure: name of the figure.

        Raises:
            DatasetError: a ruleset is not among those compared.
            ValueError: the figure is unknown.
        """
        chosen, pair = PairFigure.read("figure", figure), self._pair_indices(a, b)
        if chosen.value in LEGAL_FIGURES:
            return counted_rows(self._margins, *pair, chosen)
        rows = self._pair_games(pair)
        return rows[counted_rows(self._margins.take(rows), *pair, chosen)]

    def differences(self, a: str, b: str) -> pd.Series:
        """Return margin a − margin b in points of the games over which the pair is compared, by row of the game.

        Raises:
            DatasetError: a ruleset is not among those compared.
        """
        pair = self._pair_indices(a, b)
        rows = self._pair_games(pair)
        margin = self._margins.margin[rows]
        return pd.Series(margin[:, pair[0]] - margin[:, pair[1]], index=rows, name="difference")

    def matrix(self, figure: str = "winner_changes") -> pd.DataFrame:
        """Return one figure of every pair as a square frame: the row is a, the column b.

        Args:
            figure: a column of `pairs`; those on legality are of every ruleset compared. On the diagonal a ruleset is
                compared with itself.

        Raises:
            ValueError: the figure is unknown.
        """
        columns = self._pairs.columns[2:]
        if figure not in columns:
            raise ValueError(f"{figure!r} is not a valid figure. Expected {', '.join(columns)}.")
        is_legal = figure in LEGAL_FIGURES
        indices = list(range(len(self.rulesets))) if is_legal else self.common.indices
        pairs = list(combinations(indices, 2))
        upper = pd.DataFrame(legal_figures(self._margins, pairs)) if is_legal else self._pairs
        itself = pair_figures(self._in_common, [(index, index) for index in indices]) if not is_legal else {}
        names = [self.rulesets[index] for index in indices]
        square = pd.DataFrame(0, index=names, columns=names, dtype=upper[figure].dtype)
        mirrored, sign = MIRRORED.get(figure, (figure, 1))
        for row, (a, b) in enumerate(combinations(names, 2)):
            square.loc[a, b] = upper[figure].iloc[row]
            square.loc[b, a] = sign * upper[mirrored].iloc[row]
        for number, name in enumerate(names):
            square.loc[name, name] = itself[figure][number] if itself else 0
        return square

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
            DatasetError: a ruleset is not among those compared.
            ValueError: the grouping is unknown, or only one ruleset is named.
        """
        column, pair = Grouping.read("grouping", grouping), self._whole_pair(a, b)
        indices = [self._pair_indices(*pair)] if pair else list(combinations(self.common.indices, 2))
        among = np.zeros(self.game_count, dtype=np.bool_)
        among[self._pair_games(indices[0]) if pair else self.common.rows] = True
        frames = [self._pair_frame(indices, self._in_common, self._margins).iloc[:0]]
        frames[0].insert(0, column.value, [])
        for name, rows in self._games.groups(column):
            frame = self._pair_frame(indices, self._margins.take(rows[among[rows]]), self._margins.take(rows))
            frame.insert(0, column.value, name)
            frames.append(frame)
        return pd.concat(frames[1:] or frames, ignore_index=True)

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
            DatasetError: a ruleset is not among those compared.
            ValueError: the dispute is unknown, or only one ruleset is named.
        """
        return self.game_frame(subject, self.dispute_rows(subject, a, b)[:limit], a, b)

    def game_frame(
        self, subject: str | Dispute | IllegalReason, rows: Rows, a: str | None = None, b: str | None = None
    ) -> pd.DataFrame:
        """Return the frame of `games` for some rows of the table games.

        Args:
            subject: disagreement or reason, see `games`.
            rows: int64[n], rows of the table games.
            a: id or name of the first ruleset; by default all.
            b: id or name of the second ruleset.
        """
        kind = _subject(subject)
        if isinstance(kind, IllegalReason):
            frame = pd.DataFrame(identified(self._games, rows))
            frame["verdict"] = first_verdicts(self._illegal, kind, rows)
        else:
            indices = sorted(self._disputing(kind, a, b))
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

        Raises:
            DatasetError: a ruleset is not among those compared.
            ValueError: the dispute is unknown, or only one ruleset is named.
        """
        dispute = _subject(subject)
        if isinstance(dispute, IllegalReason):
            return reason_rows(self._illegal, dispute)
        indices = self._disputing(dispute, a, b)
        matrix = self._margins.columns(indices)
        is_disputed, _ = disputes(dispute, matrix, self._no_result[:, indices])
        rows = np.flatnonzero(is_disputed)
        if dispute in (Dispute.WINNER, Dispute.MARGIN):
            pair = self._whole_pair(a, b)
            rows = np.intersect1d(rows, self._pair_games(self._pair_indices(*pair)) if pair else self.common.rows)
        if dispute is Dispute.MARGIN:
            rows = rows[np.argsort(-spread(matrix)[rows], kind="stable")]
        return rows

    def _disputing(self, dispute: Dispute, a: str | None, b: str | None) -> list[int]:
        """Return the indices of the rulesets that a dispute is between."""
        pair = self._whole_pair(a, b)
        if pair:
            return list(self._pair_indices(*pair))
        is_counted = dispute in (Dispute.WINNER, Dispute.MARGIN)
        return self.common.indices if is_counted else list(range(len(self.rulesets)))

    def illegal_moves(self) -> pd.DataFrame:
        """Return the games with an illegal move by reason, under any ruleset of the dataset.

        Returns:
            One row per `IllegalReason`: `reason`, `games`, `per_10000` games with a board, the 95% interval `low` to
            `high`, and the ids of the `rulesets` that object, joined by commas.
        """
        flags = self._no_result == 1
        no_result = tuple(name for name, column in zip(self.rulesets, flags.T, strict=True) if column.any())
        total = int(np.count_nonzero((self._margins.legal >= 0).any(axis=1)))
        return reason_frame(self._illegal, self._outcomes.everything, no_result, total)

    @cached_property
    def _illegal(self) -> pd.DataFrame:
        return illegal_findings(Columns(self._tables["findings"]), Columns(self._tables["games"]))

    def _decided_rows(self) -> Rows:
        """Return the rows of the compared games that have a winner under all rulesets of `common`, ascending."""
        winner = self._in_common.winner[:, self.common.indices]
        return self.common.rows[(winner >= 0).all(axis=1)]

    def _resumed_rows(self) -> Rows:
        """Return the rows of the games left out because of passes other than the final two, ascending."""
        outcomes = self._outcomes.only(self.common.rulesets)
        has_margin = outcomes.usable(self._basis).all(axis=1) & self._outcomes.evidence.has_other_passes
        has_margin[self.common.rows] = False
        return np.flatnonzero(has_margin & (self.evidence_codes != Evidence.NONE.index))

    def _interval(self, rows: Rows, total: Rows) -> tuple[float, float]:
        """Return the 95% interval of the share of some compared games, widened by the doubt of estimates.

        Args:
            rows: rows of the games in the share.
            total: rows of all games, including these.
        """
        doubt = self._margins.doubt[:, self.common.indices].max(axis=1, initial=0.0)
        doubt_in = float(doubt[rows].sum())
        low, high = doubtful_interval(len(rows), len(total), doubt_in, float(doubt[total].sum()) - doubt_in)
        return float(low), float(high)

    def _convention_rows(self) -> Rows:
        """Return the rows of the contradicted games that follow by a convention, ascending; none if it is applied."""
        rows = self.evidence_rows(Evidence.CONTRADICTED)
        if "conventions" not in self._tables or self._games.has_conventions or not len(rows):
            return rows[:0]
        from goanalyze.compare.result_explanations import convention_rows  # noqa: PLC0415 - seldom needed

        return np.intersect1d(rows, convention_rows(self._tables))

    def _reasons(self) -> list[tuple[str, int]]:
        """Return the reasons that games have no margin under all rulesets of `common`, most frequent first.

        A reason is a value of the column basis of the table outcomes, under the first ruleset without a margin.
        """
        outcomes = self._outcomes.only(self.common.rulesets)
        if not outcomes.names:
            return []
        without = np.flatnonzero(self.evidence_codes == Evidence.NONE.index)
        has_margin = ~np.isnan(outcomes.boards(Basis.ALL)) & outcomes.usable(Basis.ESTIMATED)
        first = has_margin[without].argmin(axis=1)
        reasons = pd.Series(outcomes.reasons(without, first, Basis.COUNTED, "without margin"))
        return [(str(reason), int(games)) for reason, games in reasons.value_counts().items()]

    @property
    def leaves_dead_stones(self) -> bool:
        """True if all rulesets compared leave dead stones on the board."""
        return set(self._outcomes.axis("dead_stones")) == {DeadStones.STAY.value}

    def claims(self) -> pd.DataFrame:
        """Return the measured figures of two claims about rules; see `goanalyze.compare.claims.claim_frame`.

        Margins have the recorded komi under every ruleset, independent of `komi`.
        """
        margins = self._equal_komi
        common = self.common if margins is self._margins else self._common_of(~np.isnan(margins.margin), "no_komi")
        return claim_frame(self.rulesets, margins, common, self._no_result, self._games)

    def funnel(self) -> pd.DataFrame:
        """Return the numbers of files and games from stage to stage, and the losses; see `compare.funnel`."""
        from goanalyze.compare.funnel import funnel_frame  # noqa: PLC0415 - not needed by every comparison

        return funnel_frame(self._tables)

    def stages(self) -> tuple[Stage, ...]:
        """Return the stages of `funnel`."""
        from goanalyze.compare.funnel import DatasetColumns, funnel  # noqa: PLC0415 - not needed by every comparison

        return funnel(DatasetColumns(self._tables))

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
            a: with `b`, the pair of the figure ``margins``; by default area less territory.
            b: the other ruleset of the pair.
            board_size: board size of the figures ``komi`` and ``results``, as ``9×9``; by default the most common one.

        Raises:
            DatasetError: a ruleset is not among those compared.
            ValueError: the kind or the board size is unknown, only one ruleset is named, or the figure is empty.
        """
        from goanalyze.compare.figures import figure  # noqa: PLC0415 - not needed by every comparison

        return figure(self, self._games, PlotKind.read("kind", kind), self._whole_pair(a, b), board_size)

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
            DatasetError: a ruleset is not among those compared.
            ValueError: the figure is unknown or empty, see `figure`, or the width is not valid.

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
        from goanalyze.compare.json_data import comparison_data  # noqa: PLC0415 - not needed by every comparison

        return comparison_data(self, limit)

    def __repr__(self) -> str:
        return overview(self).text()

    def _repr_html_(self) -> str:
        return overview(self).html()
