"""Data of charts and of JSON: histograms of differences, shares of wins by komi, rows of frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goanalyze.compare.choices import Dispute
from goanalyze.draw.charts import Bars
from goanalyze.util.numbers import plural, signed
from goanalyze.util.text import Json

if TYPE_CHECKING:
    from goanalyze.compare.comparison import Comparison
    from goanalyze.compare.measures import OtherKomi


ALIKE: Final = 0.01
"""Greatest difference of the shares of rulesets that have one curve."""
_BINS: Final = 25  # of a histogram at most; games further out are counted at its ends
_SHOWN: Final = (0.25, 0.75)  # shares around which a chart of komi begins and ends

Shares = NDArray[np.float64]
Rows = NDArray[np.int64]


class Curve(NamedTuple):
    """Black's share of wins at each komi under some rulesets."""

    rulesets: list[str]
    share: Shares


class Histogram(NamedTuple):
    """Games by a difference in points, in bins of equal width.

    Attributes:
        labels: difference of each bin.
        bins: rows of the games of each bin; empty bins are kept.
        below, above: rows of the games further out than the first and the last bin.
    """

    labels: tuple[str, ...]
    bins: tuple[Rows, ...]
    below: Rows
    above: Rows

    @property
    def ends(self) -> str:
        """The games further out than the bins, in words; empty without any."""
        ends = ((self.below, "below", self.labels[0]), (self.above, "above", self.labels[-1]))
        return ", ".join(f"{plural(len(rows), 'game')} {side} {label}" for rows, side, label in ends if len(rows))

    def chart(self, axis: str = "points") -> Bars:
        """Return the bars, with the games further out in the name of the axis."""
        return Bars(self.labels, tuple(map(len, self.bins)), f"{axis} ({self.ends})" if self.ends else axis)


def histogram(difference: NDArray[np.float64], rows: Rows) -> Histogram:
    """Return the histogram of some games: at most 25 bins of a point around the median, of half a point if these do.

    A difference is in the nearest bin, in the outer one if two are equally near.

    Args:
        difference: float64[games], difference in points; at least one game.
        rows: int64[games], their rows in the table games.
    """
    has_halves = (difference % 1 != 0).any() and np.ptp(difference) * 2 < _BINS
    step = 0.5 if has_halves else 1.0
    number = np.sign(difference) * np.floor(np.abs(difference) / step + 0.5)
    near = number[np.abs(number - np.sort(number)[len(number) // 2]) <= _BINS // 2]
    steps = np.arange(near.min(), near.max() + 1)
    bins = tuple(rows[number == value] for value in steps)
    labels = tuple(signed(float(value) * step) for value in steps)
    return Histogram(labels, bins, rows[number < steps[0]], rows[number > steps[-1]])


def komi_shares(other: OtherKomi) -> tuple[Shares, dict[str, Shares]]:
    """Return komi in points, and Black's share of wins at each by ruleset, around the komi that are nearly fair."""
    frame, names = other.curve(), other.rulesets
    komi = frame["komi"].to_numpy()[: len(frame) // len(names)]
    shares = dict(zip(names, frame["black_share"].to_numpy().reshape(len(names), -1), strict=True))
    low, high = _SHOWN
    inside = np.flatnonzero(np.any([(share > low) & (share < high) for share in shares.values()], axis=0))
    span = slice(max(int(inside[0]) - 1, 0), int(inside[-1]) + 2) if len(inside) else slice(None)
    return komi[span], {name: share[span] for name, share in shares.items()}


def together(shares: Mapping[str, Shares]) -> list[Curve]:
    """Return one curve for rulesets whose shares nowhere differ by more from those of the first of them."""
    curves: list[Curve] = []
    for name, share in shares.items():
        curve = next((curve for curve in curves if np.abs(curve.share - share).max() <= ALIKE), None)
        if curve is None:
            curves.append(Curve([name], share))
        else:
            curve.rulesets.append(name)
    return curves


Row: TypeAlias = dict[str, Json]
"""A row of a frame: values by column."""


def comparison_data(comparison: Comparison, limit: int | None) -> Row:
    """Return the figures of a comparison as plain data."""
    has_margin, is_some = comparison.has_margin, bool(comparison.rulesets)
    return {
        "rulesets": list(comparison.rulesets),
        "basis": comparison.basis,
        "komi": comparison.komi,
        "winners": comparison.winners,
        "games": comparison.game_count,
        "counted": {
            "under_any_ruleset": int(has_margin.any(axis=1).sum()),
            "under_every_ruleset": int((has_margin.all(axis=1) & is_some).sum()),
        },
        "answer": list(comparison.answer().sentences),
        **_side_by_side(comparison),
        "others": [_side_by_side(other) for other in comparison.others],
        "illegal_moves": records(comparison.illegal_moves()),
        "fair_komi": records(comparison.fair_komi()),
        "claims": records(comparison.claims()),
        "games_behind": {dispute.value: records(comparison.games(dispute, limit=limit)) for dispute in Dispute},
    }


def _side_by_side(comparison: Comparison) -> Row:
    common = comparison.common
    return {
        "common": {
            "rulesets": list(common.rulesets),
            "games": len(common),
            "excluded_games": records(common.lost),
            "excluded_rulesets": records(common.left_out),
        },
        "classes": [list(members) for members in comparison.classes()],
        "evidence": records(comparison.evidence()),
        "pairs": records(comparison.pairs()),
    }


def records(frame: pd.DataFrame) -> list[Row]:
    """Return the rows of a frame as plain dictionaries, None for NaN."""
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]
