"""Groups of copies, out of games that hang together pair by pair.

Two laws hold for every group:

* each copy was compared with the best one directly, and the two are one game (*likely* at least); a copy of a copy that
  is too far from the best one is left to another group, or reported as a possible pair,
* a game that lacks the end of two games which are no copies of each other is a copy of neither: whose beginning it is
  nobody knows.

What may live here: who is with whom, and the best copy. What may not: what two games are to each other (`confidence`).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from goanalyze.duplicates.align_kernel import Alignment
from goanalyze.duplicates.choices import View
from goanalyze.duplicates.confidence import BEGINNING, LIKELY, POSSIBLE, Evidence
from goanalyze.duplicates.sequences import runs

Pairs = NDArray[np.int64]  # int64[n, 2]


class Forest:
    """Games that hang together, joined pair by pair.

    Each has as its parent a game of the same group with a lesser number, or itself.

    Example:
        >>> forest = Forest(4)
        >>> forest.join(np.array([[3, 1]]))
        >>> forest.labels().tolist()
        [0, 1, 2, 1]
    """

    def __init__(self, games: int) -> None:
        self._parent = np.arange(games, dtype=np.int32)

    def join(self, pairs: NDArray[np.int64]) -> None:
        """Put the two games of each pair, and all that are with them, together."""
        _join(self._parent, pairs)

    def labels(self) -> NDArray[np.int32]:
        """Return the least game of each game's group."""
        _flatten(self._parent)
        return self._parent

    def apart(self, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which pairs are of games in different groups."""
        label = self.labels()
        apart: NDArray[np.bool_] = label[pairs[:, 0]] != label[pairs[:, 1]]
        return apart


@njit(cache=True, nogil=True)
def _root(parent: NDArray[np.int32], game: int) -> int:
    while parent[game] != game:
        parent[game] = parent[parent[game]]
        game = parent[game]
    return game


@njit(cache=True, nogil=True)
def _join(parent: NDArray[np.int32], pairs: NDArray[np.int64]) -> None:
    """Join each pair; a parent never has a greater number than its child."""
    for pair in range(len(pairs)):
        one, other = _root(parent, pairs[pair, 0]), _root(parent, pairs[pair, 1])
        parent[max(one, other)] = min(one, other)


@njit(cache=True, nogil=True)
def _flatten(parent: NDArray[np.int32]) -> None:
    """Make every game's parent the root."""
    for game in range(len(parent)):
        parent[game] = parent[parent[game]]  # parents come first and are flat already


def labels(best: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the least game of each game's group, given its best copy.

    Example:
        >>> labels(np.array([2, 1, 2])).tolist()
        [0, 1, 0]
    """
    least = np.arange(len(best), dtype=np.int32)
    np.minimum.at(least, best, np.arange(len(best), dtype=np.int32))
    label: NDArray[np.int32] = least[best]
    return label


def cut_off(
    pairs: Pairs, found: Alignment, kind: NDArray[np.int8], level: NDArray[np.int8]
) -> tuple[NDArray[np.bool_], Pairs]:
    """Return which pairs may be one game at all, and of these the ones where one lacks the other's end, it first."""
    reported = (found.view < len(View)) & (level >= POSSIBLE)
    short = reported & (kind >= BEGINNING) & (found.rest != 0)
    return reported, np.where((found.rest[short] > 0)[:, None], pairs[short], pairs[short][:, ::-1])


def grouped(label: NDArray[np.int32], ends: Pairs, evidence: Evidence) -> tuple[NDArray[np.int64], Pairs]:
    """Make groups of games that hang together, and again without games that are the beginning of several.

    Args:
        label: int32[games], the same number for games that hang together pair by pair.
        ends: pairs that may be one game, the first of which lacks the end of the second.
        evidence: what is known of the games.

    Returns:
        int64[games], the best copy of each game's group, the game itself where it is alone; and the pairs that were
        compared on the way and may be the same.
    """
    making = _Gathering(label, ends, evidence)
    games = np.flatnonzero(np.bincount(label, minlength=1)[label] > 1)
    while len(games):
        making.stars(games)
        making.across(games)
        fresh = making.beginnings_of_several()
        fresh = fresh[~making.unclear[fresh]]
        making.unclear[fresh] = True
        games = games[np.isin(label[games], label[fresh])]
    return making.best, np.unique(np.concatenate(making.reported), axis=0)


class _Gathering:
    """Groups in the making."""

    def __init__(self, label: NDArray[np.int32], ends: Pairs, evidence: Evidence) -> None:
        self.label, self.evidence, self.ends = label, evidence, [ends]
        self.best = np.arange(len(label), dtype=np.int64)
        self.unclear = np.zeros(len(label), dtype=np.bool_)  # the beginning of several games
        self.reported: list[Pairs] = [np.zeros((0, 2), dtype=np.int64)]

    def stars(self, games: NDArray[np.int64]) -> None:
        """Give each best copy its own, then the best of what is left over, until nothing is."""
        rank = self.evidence.facts.rank
        self.best[games] = games
        left = games[np.lexsort((rank[games], self.label[games]))]
        while len(left):
            heads, size = runs(self.label[left])
            first = np.repeat(left[heads], size)
            joined, lead = self._joined(left, first)
            better = self._better(left, first, lead)
            anew = better != first
            if anew.any():  # the longest copy has errors that another has not
                joined[anew], _ = self._joined(left[anew], better[anew])
                first = better
            self.best[left[joined]] = first[joined]
            left = left[~joined & (left != first)]

    def _joined(self, games: NDArray[np.int64], best: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        """Return which games are copies of the best ones, and how many errors less these copies have."""
        pairs = np.stack((games, best), axis=1)
        found, kind, level = self.evidence.compare(pairs)
        reported = self._note(pairs, found, kind, level)
        unclear = np.where(found.rest > 0, self.unclear[games], (found.rest < 0) & self.unclear[best])
        unclear &= kind >= BEGINNING
        joined = reported & (level >= LIKELY) & ~unclear & (games != best)
        return joined, np.where(joined, self.evidence.more_errors(pairs, found), 0).astype(np.int32)

    def _better(self, games: NDArray[np.int64], first: NDArray[np.int64], lead: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return for each game its first one, or the copy of that with most errors less, where there is one."""
        there = np.flatnonzero(lead > 0)
        there = there[np.lexsort((self.evidence.facts.rank[games[there]], -lead[there], first[there]))]
        olds, at = np.unique(first[there], return_index=True)
        if not len(olds):
            return first
        place = np.minimum(np.searchsorted(olds, first), len(olds) - 1)
        return np.where(olds[place] == first, games[there[at]][place], first)

    def across(self, games: NDArray[np.int64]) -> None:
        """Compare copies with the best ones of the other groups that theirs hangs together with."""
        heads = games[self.best[games] == games]
        split = np.isin(self.label[games], _repeated(self.label[heads]))
        members = games[split & (self.best[games] != games)]
        parts = [
            np.stack((np.full(len(others), game), others), axis=1)
            for game in members.tolist()
            for others in [heads[(self.label[heads] == self.label[game]) & (heads != self.best[game])]]
        ]
        if parts:
            pairs = np.concatenate(parts)
            self._note(pairs, *self.evidence.compare(pairs))

    def _note(
        self, pairs: Pairs, found: Alignment, kind: NDArray[np.int8], level: NDArray[np.int8]
    ) -> NDArray[np.bool_]:
        """Remember the pairs that may be one game, and return which these are."""
        reported, ends = cut_off(pairs, found, kind, level)
        self.ends.append(ends)
        self.reported.append(pairs[reported & (pairs[:, 0] != pairs[:, 1]) & (level < LIKELY)])
        self.reported.append(ends)
        return reported

    def beginnings_of_several(self) -> NDArray[np.int64]:
        """Return the games that lack the ends of games of several groups."""
        ends = np.concatenate(self.ends)
        groups = np.unique(np.stack((ends[:, 0], self.best[ends[:, 1]]), axis=1), axis=0)
        return _repeated(groups[:, 0])


def _repeated(numbers: NDArray[np.generic]) -> NDArray[np.int64]:
    """Return the numbers that are there more than once."""
    values, count = np.unique(numbers, return_counts=True)
    repeated: NDArray[np.int64] = values[count > 1].astype(np.int64)
    return repeated
