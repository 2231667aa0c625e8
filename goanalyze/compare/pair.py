"""One pair of rulesets: its figures, histogram and games."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from goanalyze.compare.choices import Dispute, Grouping

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison


@dataclass(frozen=True)
class Pair:
    """Two rulesets, compared over the same games.

    Attributes:
        comparison: comparison that the pair is of.
        a: id of the first ruleset.
        b: id of the second ruleset.
        figures: figures of the pair by name, as in a row of `Comparison.pairs`.

    Example:
        >>> import goanalyze as ga
        >>> pair = ga.check("data/sample/gnugo").compare().pair("japanese", "chinese")
        >>> len(pair.games()), pair.histogram().games.sum() == pair.figures.games
        (5, np.True_)
    """

    comparison: Comparison
    a: str
    b: str
    figures: pd.Series

    def histogram(self) -> pd.DataFrame:
        """Return the number of games at each difference of the margins, in steps of one size, empty ones included.

        Returns:
            A frame with the columns `difference` (a − b in points, ascending, in steps of a point; of half a point or
            less if differences need it) and `games`.
        """
        games = self.comparison.differences(self.a, self.b).value_counts().sort_index()
        step = next((step for step in (1.0, 0.5, 0.25) if (games.index % step == 0).all()), 0.0)
        if len(games) and step:
            every = np.arange(games.index[0], games.index[-1] + step / 2, step)
            games = games.reindex(every, fill_value=0)
        return games.rename_axis("difference").reset_index(name="games")

    def games(self, subject: str | Dispute = Dispute.WINNER, limit: int | None = None) -> pd.DataFrame:
        """Return the games on which the two rulesets disagree, see `Comparison.games`.

        Args:
            subject: disagreement.
            limit: largest number of games; by default all.
        """
        return self.comparison.games(subject, self.a, self.b, limit)

    def by(self, grouping: str | Grouping) -> pd.DataFrame:
        """Return the figures for each group of games, see `Comparison.by`.

        Args:
            grouping: groups of games.
        """
        return self.comparison.by(grouping, self.a, self.b)

    def __repr__(self) -> str:
        return f"{self.a} − {self.b}\n{self.figures.drop(['a', 'b']).to_string()}"

    def _repr_html_(self) -> str:
        head = f"<p>{escape(self.a)} − {escape(self.b)}</p>"
        return head + self.figures.drop(["a", "b"]).to_frame("value").to_html()
