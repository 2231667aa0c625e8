"""A dataset's outcomes compared, ruleset against ruleset, as pandas data frames made when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Basis, Dispute, Grouping, PlotKind, Winners
from goanalyze.compare.claims import Claims, measured
from goanalyze.compare.disputes import disputed_rows, disputes, pair_rows, spread
from goanalyze.compare.figures import figure
from goanalyze.compare.games import Games
from goanalyze.compare.komi_figures import KomiFigures
from goanalyze.compare.measures import OVER
from goanalyze.compare.outcomes import OutcomeColumns
from goanalyze.compare.overview import overview
from goanalyze.compare.pairs import PairFigures
from goanalyze.compare.plain import ComparisonData, plain_data
from goanalyze.draw.print_sheet import Plot
from goanalyze.tables.dataset import read_dataset
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


class Comparison(PairFigures, KomiFigures):
    """The outcomes of many games, ruleset against ruleset.

    Differences are a − b in points; margins Black − White. What stands side by side, as in `pairs`, `matrix`, `by`,
    `classes`, `claims` and `disputed`, is of the rulesets and games of `common`; those left out stand in `apart`. What
    is asked about one pair by its names is of all games that both give a margin.

    Attributes:
        rulesets: ids of all that are compared, in the order of the dataset.
        basis: name of which margins are compared, see `Basis`.
        komi: name of the komi that they have, see `KomiChoice`.
        winners: name of who counts as the winner, see `Winners`.

    Example:
        >>> import goanalyze as ga
        >>> comparison = ga.check("data/sample/gnugo").compare("japanese", "chinese")
        >>> pair = comparison.pair("japanese", "chinese")
        >>> f"{pair['games']} games, the winner changes in {pair['winner_changes']}"
        '228 games, the winner changes in 5'
    """

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
        """Return how many games `disputed` has.

        Args:
            what: as in `disputed`.
            rulesets: as in `disputed`.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such dispute.
        """
        return len(self._disputed(what, rulesets)[2])

    def disputed_by(
        self, column: str | Grouping, what: str | Dispute, rulesets: Sequence[str] | None = None
    ) -> pd.DataFrame:
        """Return for each group of games how many of them `disputed` has: `games`, `of` those that it looks at.

        Args:
            column: what to group by, see `Grouping`.
            what: as in `disputed`.
            rulesets: as in `disputed`.

        Raises:
            DatasetError: no such ruleset.
            ValueError: no such column or dispute.
        """
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

    def to_dict(self, limit: int | None = 20) -> ComparisonData:
        """Return everything as plain data, for JSON; NaN as None.

        Args:
            limit: games of each list at most; None for all.
        """
        return plain_data(self, limit)

    def __repr__(self) -> str:
        return overview(self).text()

    def _repr_html_(self) -> str:
        return overview(self).html()
