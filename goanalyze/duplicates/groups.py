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
from numpy.typing import NDArray

from goanalyze.duplicates.alignment import Alignment
from goanalyze.duplicates.confidence import BEGINNING, LIKELY, POSSIBLE, Evidence
from goanalyze.duplicates.sequences import runs
from goanalyze.kernels.library import kernels

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
        kernels.join_games(self._parent, np.ascontiguousarray(pairs))

    def labels(self) -> NDArray[np.int32]:
        """Return the least game of each game's group."""
        kernels.flatten_groups(self._parent)
        return self._parent

    def apart(self, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which pairs are of games in different groups."""
        label = self.labels()
        apart: NDArray[np.bool_] = label[pairs[:, 0]] != label[pairs[:, 1]]
        return apart


class Groups:
    """Groups in the making: pairs are compared and join games, then each group gets its best copy.

    Attributes:
        evidence: what is known of the games.
        forest: games that hang together pair by pair.
        held: pairs that were compared and may be one game.
        ends: those of them of which the first game lacks the end of the second.
    """

    def __init__(self, evidence: Evidence) -> None:
        games = len(evidence.sequences)
        self.evidence, self.forest = evidence, Forest(games)
        self.held: list[Pairs] = [np.zeros((0, 2), dtype=np.int64)]
        self.ends: list[Pairs] = [np.zeros((0, 2), dtype=np.int64)]
        self._best = np.arange(games, dtype=np.int64)
        self._unclear = np.zeros(games, dtype=np.bool_)  # the beginning of several games

    def join(self, pairs: Pairs) -> None:
        """Join the pairs that are one game, and hold back all that may be."""
        if len(pairs):
            _, _, level = self._compare(pairs)
            self.forest.join(pairs[level >= LIKELY])

    def _compare(self, pairs: Pairs) -> tuple[Alignment, NDArray[np.int8], NDArray[np.int8]]:
        """Compare pairs, and remember those that may be one game."""
        found, kind, level = self.evidence.compare(pairs)
        there = level >= POSSIBLE
        short = there & (kind >= BEGINNING) & (found.rest != 0)
        self.held.append(pairs[there])
        self.ends.append(np.where((found.rest[short] > 0)[:, None], pairs[short], pairs[short][:, ::-1]))
        return found, kind, level

    def best(self) -> NDArray[np.int64]:
        """Make groups of games that hang together, and again without games that are the beginning of several.

        Returns:
            int64[games], the best copy of each game's group; the game itself where it is alone.
        """
        label = self.forest.labels()
        games = np.flatnonzero(np.bincount(label, minlength=1)[label] > 1)
        while len(games):
            self._stars(games, label)
            self._across(games, label)
            ends = np.concatenate(self.ends)
            of_groups = np.unique(np.stack((ends[:, 0], self._best[ends[:, 1]]), axis=1), axis=0)
            fresh = _repeated(of_groups[:, 0])
            fresh = fresh[~self._unclear[fresh]]
            self._unclear[fresh] = True
            games = games[np.isin(label[games], label[fresh])]
        return self._best

    def _stars(self, games: NDArray[np.int64], label: NDArray[np.int32]) -> None:
        """Give each best copy its own, then the best of what is left over, until nothing is."""
        rank = self.evidence.facts.rank
        self._best[games] = games
        left = games[np.lexsort((rank[games], label[games]))]
        while len(left):
            heads, size = runs(label[left])
            first = np.repeat(left[heads], size)
            joined, lead = self._joined(left, first)
            better = self._better(left, first, lead)
            anew = better != first
            if anew.any():  # the longest copy has errors that another has not
                joined[anew], _ = self._joined(left[anew], better[anew])
                first = better
            self._best[left[joined]] = first[joined]
            left = left[~joined & (left != first)]

    def _joined(self, games: NDArray[np.int64], best: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        """Return which games are copies of the best ones, and how many errors less these copies have."""
        pairs = np.stack((games, best), axis=1)
        found, kind, level = self._compare(pairs)
        unclear = np.where(found.rest > 0, self._unclear[games], (found.rest < 0) & self._unclear[best])
        joined = (level >= LIKELY) & ~(unclear & (kind >= BEGINNING)) & (games != best)
        return joined, np.where(joined, self.evidence.more_errors(pairs, found), 0).astype(np.int32)

    def _better(self, games: NDArray[np.int64], first: NDArray[np.int64], lead: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return for each game its first one, or the copy of that with most errors less, where there is one."""
        there = np.flatnonzero(lead > 0)
        there = there[np.lexsort((self.evidence.facts.rank[games[there]], -lead[there], first[there]))]
        olds, at = np.unique(first[there], return_index=True)
        better = np.arange(len(self._best))
        better[olds] = games[there[at]]
        return better[first]

    def _across(self, games: NDArray[np.int64], label: NDArray[np.int32]) -> None:
        """Compare copies with the best ones of the other groups that theirs hangs together with."""
        heads = games[self._best[games] == games]
        split = np.isin(label[games], _repeated(label[heads]))
        members = games[split & (self._best[games] != games)]
        others = [heads[(label[heads] == label[game]) & (heads != self._best[game])] for game in members]
        if others:
            self._compare(np.stack((np.repeat(members, [*map(len, others)]), np.concatenate(others)), axis=1))


def _repeated(numbers: NDArray[np.generic]) -> NDArray[np.int64]:
    """Return the numbers that are there more than once."""
    values, count = np.unique(numbers, return_counts=True)
    repeated: NDArray[np.int64] = values[count > 1].astype(np.int64)
    return repeated
