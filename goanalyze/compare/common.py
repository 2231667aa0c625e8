"""The games that rulesets have in common: figures that stand beside one another are taken on those."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.int64]
Reasons: TypeAlias = Callable[[Rows, Rows], NDArray[np.object_ | np.str_]]
"""Says why games have no margin: takes rows of games and, for each, the place of a ruleset."""

_TRIED: Final = 256  # ways to lack rulesets, the most frequent ones


class Common:
    """Which rulesets stand beside one another, and the games that all of them give a margin.

    Of the rulesets compared those take part that give the most comparisons: pairs of rulesets, times games that all of
    them have. They are found step by step: all take part at first; then, as long as that gives more comparisons, those
    are left out that lack a game, the game whose lacking costs most first.

    Args:
        names: of the rulesets compared.
        there: [games, rulesets], whether a ruleset gives a game a margin.
        why: says why one does not.
        rows: of the games, where `there` is of some only; ascending.
        choices: indices of the rulesets that may take part; all by default.

    Attributes:
        rulesets: those that take part, in order.
        places: theirs among all that are compared.
        rows: of the games, ascending.
    """

    def __init__(
        self,
        names: Sequence[str],
        there: NDArray[np.bool_],
        why: Reasons,
        rows: Rows | None = None,
        choices: Sequence[int] | None = None,
    ) -> None:
        self._names, self._there, self._why = names, there, why
        self._games = np.arange(len(there), dtype=np.int64) if rows is None else rows
        self._choices = list(range(len(names))) if choices is None else list(choices)
        self.places = [self._choices[index] for index in most_comparisons(there[:, self._choices])]
        self.rulesets = tuple(names[place] for place in self.places)
        self._have_all = there[:, self.places].all(axis=1) & bool(self.places)
        self.rows = self._games[self._have_all]

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.rows)

    @cached_property
    def left_out(self) -> pd.DataFrame:
        """The rulesets that take no part.

        Columns: `ruleset`; `games` that it gives a margin; `lacking`, how many of the common games it does not;
        `reason`, the basis that most of these have under it.
        """
        found = []
        for place in sorted(set(self._choices) - set(self.places)):
            there = self._there[:, place]
            lacking = self._games[self._have_all & ~there]
            reasons = self._why(lacking, np.full(len(lacking), place))
            row = (self._names[place], np.count_nonzero(there), len(lacking), _counted(reasons)[0][0])
            found.append(row)
        return pd.DataFrame(found, columns=["ruleset", "games", "lacking", "reason"])

    @cached_property
    def lost(self) -> pd.DataFrame:
        """The games that some ruleset which takes part gives a margin, but not all of them do.

        Columns: `reason`, the basis under the first that gives none; `games`. The most frequent come first.
        """
        there = self._there[:, self.places]
        some = np.flatnonzero(there.any(axis=1) & ~self._have_all)
        first = np.array(self.places, dtype=np.int64)[there[some].argmin(axis=1)] if len(some) else some
        return pd.DataFrame(_counted(self._why(self._games[some], first)), columns=["reason", "games"])


def _counted(reasons: NDArray[np.object_ | np.str_]) -> list[tuple[str, int]]:
    """Return each reason with how often it is given, the most frequent first."""
    names, games = np.unique(reasons.astype(str), return_counts=True)
    return sorted(zip(names.tolist(), games.tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))


def most_comparisons(there: NDArray[np.bool_]) -> list[int]:
    """Return which rulesets take part, see `Common`.

    Args:
        there: [games, rulesets], whether a ruleset gives a game a margin.

    Example:
        The third has one game; without it the others have four in common: 1 × 4 comparisons, not 3 × 1.

        >>> most_comparisons(np.array([[1, 1, 1], [1, 1, 0], [1, 1, 0], [1, 1, 0]], dtype=bool))
        [0, 1]
    """
    kinds, games = _kinds(there)
    taking = np.ones(there.shape[1], dtype=np.bool_)
    most = _comparisons(kinds, games, taking[np.newaxis])[0]
    usual = kinds[np.argsort(-games, kind="stable")[:_TRIED]]
    while True:
        tried = np.unique(usual & taking, axis=0)
        found = _comparisons(kinds, games, tried)
        if not (found > most).any():
            return np.flatnonzero(taking).tolist()
        best = max(np.flatnonzero(found == found.max()).tolist(), key=lambda at: (tried[at].sum(), tried[at].tolist()))
        taking, most = tried[best], found[best]


def _comparisons(kinds: NDArray[np.bool_], games: Rows, sets: NDArray[np.bool_]) -> Rows:
    """Return for some sets of rulesets how many comparisons they give: pairs times games in common."""
    lacking = sets.astype(np.int64) @ ~kinds.T
    size = sets.sum(axis=1)
    comparisons: Rows = size * (size - 1) // 2 * ((lacking == 0) @ games)
    return comparisons


def _kinds(there: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Rows]:
    """Return the different rows, and how often each occurs."""
    kind = np.zeros(len(there), dtype=np.int64)
    for byte in np.packbits(there, axis=1).T:
        kind = pd.factorize(kind * 256 + byte)[0]
    _, first, games = np.unique(kind, return_index=True, return_counts=True)
    return there[first], games.astype(np.int64)
