"""The games that several rulesets have in common, on which they are compared side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Reasons: TypeAlias = Callable[[Rows, Rows], NDArray[np.object_ | np.str_]]
"""Function of rows of games and, for each, the index of a ruleset, that returns the reasons of missing margins."""

_TRIED: Final = 256  # most frequent sets of rulesets that give a margin


class Common:
    """Rulesets that are compared side by side, and the games that all of them give a margin.

    The rulesets are chosen for the most comparisons: pairs of rulesets times games in common. All choices take part at
    first. As long as that gives more comparisons, the rulesets that do not count some game are left out.

    Args:
        names: ids of the rulesets compared.
        has_margin: bool[games, rulesets], True if a ruleset gives a game a margin.
        reasons: function that returns the reasons of missing margins.
        choices: indices of the rulesets that may take part; by default all.

    Attributes:
        rulesets: ids of the rulesets that take part, in order.
        indices: their indices among all that are compared.
        rows: int64[games], rows of the games in common, ascending.
    """

    def __init__(
        self, names: Sequence[str], has_margin: Flags, reasons: Reasons, choices: Sequence[int] | None = None
    ) -> None:
        self._names, self._has_margin, self._reasons = names, has_margin, reasons
        self._choices = list(range(len(names))) if choices is None else list(choices)
        self.indices = [self._choices[index] for index in most_comparisons(has_margin[:, self._choices])]
        self.rulesets = tuple(names[index] for index in self.indices)
        self._is_common = has_margin[:, self.indices].all(axis=1) & bool(self.indices)
        self.rows: Rows = np.flatnonzero(self._is_common)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.rows)

    @cached_property
    def left_out(self) -> pd.DataFrame:
        """The choices that do not take part.

        Columns: `ruleset`; `games` that it gives a margin; `lacking`, the number of common games without a margin;
        `reason`, the most frequent basis of these under it.
        """
        rows = []
        for index in sorted(set(self._choices) - set(self.indices)):
            has_margin = self._has_margin[:, index]
            lacking = np.flatnonzero(self._is_common & ~has_margin)
            reason = self._frequencies(lacking, np.full(len(lacking), index))["reason"][0]
            rows.append((self._names[index], np.count_nonzero(has_margin), len(lacking), reason))
        return pd.DataFrame(rows, columns=["ruleset", "games", "lacking", "reason"])

    @cached_property
    def lost(self) -> pd.DataFrame:
        """The games that some of the rulesets give a margin, but not all.

        Columns: `reason`, the basis under the first ruleset without a margin; `games`, the largest number first.
        """
        has_margin = self._has_margin[:, self.indices]
        rows = np.flatnonzero(has_margin.any(axis=1) & ~self._is_common)
        first = np.array(self.indices, dtype=np.int64)[has_margin[rows].argmin(axis=1)] if len(rows) else rows
        return self._frequencies(rows, first)

    def _frequencies(self, rows: Rows, rulesets: Rows) -> pd.DataFrame:
        reasons = pd.Series(self._reasons(rows, rulesets).astype(str), name="reason")
        games = reasons.value_counts().sort_index().sort_values(ascending=False, kind="stable")
        return games.reset_index(name="games")


def most_comparisons(has_margin: Flags) -> list[int]:
    """Return the indices of the rulesets that give the most comparisons, see `Common`.

    Args:
        has_margin: bool[games, rulesets], True if a ruleset gives a game a margin.
    """
    patterns, games = _patterns(has_margin)
    chosen = np.ones(has_margin.shape[1], dtype=np.bool_)
    most = _comparisons(patterns, games, chosen[np.newaxis])[0]
    usual = patterns[np.argsort(-games, kind="stable")[:_TRIED]]
    while True:
        sets = np.unique(usual & chosen, axis=0)
        comparisons = _comparisons(patterns, games, sets)
        if not (comparisons > most).any():
            return np.flatnonzero(chosen).tolist()
        equal = np.flatnonzero(comparisons == comparisons.max()).tolist()
        best = max(equal, key=lambda index: (sets[index].sum(), sets[index].tolist()))
        chosen, most = sets[best], comparisons[best]


def _comparisons(patterns: Flags, games: Rows, sets: Flags) -> Rows:
    lacking = sets.astype(np.int64) @ ~patterns.T
    size = sets.sum(axis=1)
    comparisons: Rows = size * (size - 1) // 2 * ((lacking == 0) @ games)
    return comparisons


def _patterns(has_margin: Flags) -> tuple[Flags, Rows]:
    pattern = np.zeros(len(has_margin), dtype=np.int64)
    for byte in np.packbits(has_margin, axis=1).T:
        pattern = pd.factorize(pattern * 256 + byte)[0]
    _, first, games = np.unique(pattern, return_index=True, return_counts=True)
    return has_margin[first], games.astype(np.int64)
