"""Groups of copies, from games that are connected pair by pair.

Two laws hold for every group:

* each copy was compared with the best one directly, and the two are one game (*likely* at least); a copy of a copy that
  is too far from the best one is left to another group, or reported as a possible pair,
* a record that lacks the end of two games which are not copies of each other is a copy of neither.

Scope: the members of groups and their best copies; `confidence` judges pairs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.confidence import BEGINNING, LIKELY, POSSIBLE, PairEvidence, Relation
from goanalyze.duplicates.sequences import runs
from goanalyze.kernels.library import kernels

Pairs = NDArray[np.int64]  # int64[n, 2]


class Forest:
    """Connected games, joined pair by pair; the parent of each is a lower game of its group, or itself."""

    def __init__(self, games: int) -> None:
        self._parent = np.arange(games, dtype=np.int32)

    def join(self, pairs: Pairs) -> None:
        """Connect the two games of each pair, with all games of their groups."""
        kernels.join_games(self._parent, np.ascontiguousarray(pairs))

    def labels(self) -> NDArray[np.int32]:
        """Return the first game of each game's group."""
        while (self._parent[self._parent] != self._parent).any():
            self._parent[:] = self._parent[self._parent]
        return self._parent

    def separate(self, pairs: Pairs) -> NDArray[np.bool_]:
        """Return True for pairs of games in different groups."""
        label = self.labels()
        separate: NDArray[np.bool_] = label[pairs[:, 0]] != label[pairs[:, 1]]
        return separate


class Groups:
    """Groups under construction: pairs are compared and connect games, then each group gets its best copy."""

    def __init__(self, evidence: PairEvidence) -> None:
        games = len(evidence.sequences)
        self.evidence, self.forest = evidence, Forest(games)
        self.possible: list[Pairs] = [np.zeros((0, 2), dtype=np.int64)]
        self.ends: list[Pairs] = [np.zeros((0, 2), dtype=np.int64)]
        self._best = np.arange(games, dtype=np.int64)
        self._is_ambiguous = np.zeros(games, dtype=np.bool_)  # the beginning of several games

    def join(self, pairs: Pairs) -> None:
        """Compare pairs and connect those that are one game."""
        if len(pairs):
            self.forest.join(pairs[self._compare(pairs).level >= LIKELY])

    def _compare(self, pairs: Pairs) -> Relation:
        relation = self.evidence.compare(pairs)
        is_possible, rest = relation.level >= POSSIBLE, relation.alignment.rest
        is_cut = is_possible & (relation.kind >= BEGINNING) & (rest != 0)
        self.possible.append(pairs[is_possible])
        self.ends.append(np.where((rest[is_cut] > 0)[:, None], pairs[is_cut], pairs[is_cut][:, ::-1]))
        return relation

    def best(self) -> NDArray[np.int64]:
        """Form groups of connected games, and again without games that are the beginning of several.

        Returns:
            int64[games], the best copy of each game's group; the game itself if it is alone.
        """
        label = self.forest.labels()
        games = np.flatnonzero(np.bincount(label, minlength=1)[label] > 1)
        while len(games):
            self._form_groups(games, label)
            self._compare_across(games, label)
            ends = np.concatenate(self.ends)
            continued = np.unique(np.stack((ends[:, 0], self._best[ends[:, 1]]), axis=1), axis=0)
            ambiguous = _repeated(continued[:, 0])
            ambiguous = ambiguous[~self._is_ambiguous[ambiguous]]
            self._is_ambiguous[ambiguous] = True
            games = games[np.isin(label[games], label[ambiguous])]
        return self._best

    def _form_groups(self, games: NDArray[np.int64], label: NDArray[np.int32]) -> None:
        """Assign each best copy its copies, then the best of the remaining games theirs, until none remain."""
        rank = self.evidence.facts.rank
        self._best[games] = games
        remaining = games[np.lexsort((rank[games], label[games]))]
        while len(remaining):
            heads, size = runs(label[remaining])
            first = np.repeat(remaining[heads], size)
            is_copy, lead = self._copies(remaining, first)
            better = self._better(remaining, first, lead)
            is_replaced = better != first
            if is_replaced.any():  # the longest copy has errors that another one lacks
                is_copy[is_replaced], _ = self._copies(remaining[is_replaced], better[is_replaced])
                first = better
            self._best[remaining[is_copy]] = first[is_copy]
            remaining = remaining[~is_copy & (remaining != first)]

    def _copies(self, games: NDArray[np.int64], best: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        pairs = np.stack((games, best), axis=1)
        alignment, kind, level, *_ = self._compare(pairs)
        shorter = np.where(alignment.rest > 0, games, best)
        is_ambiguous = (alignment.rest != 0) & self._is_ambiguous[shorter] & (kind >= BEGINNING)
        is_copy = (level >= LIKELY) & ~is_ambiguous & (games != best)
        return is_copy, np.where(is_copy, self.evidence.more_errors(pairs, alignment), 0).astype(np.int32)

    def _better(self, games: NDArray[np.int64], first: NDArray[np.int64], lead: NDArray[np.int32]) -> NDArray[np.int64]:
        index = np.flatnonzero(lead > 0)
        index = index[np.lexsort((self.evidence.facts.rank[games[index]], -lead[index], first[index]))]
        replaced, at_first = np.unique(first[index], return_index=True)
        better = np.arange(len(self._best))
        better[replaced] = games[index[at_first]]
        return better[first]

    def _compare_across(self, games: NDArray[np.int64], label: NDArray[np.int32]) -> None:
        heads = games[self._best[games] == games]
        is_split = np.isin(label[games], _repeated(label[heads]))
        members = games[is_split & (self._best[games] != games)]
        others = [heads[(label[heads] == label[game]) & (heads != self._best[game])] for game in members]
        if others:
            self._compare(np.stack((np.repeat(members, [*map(len, others)]), np.concatenate(others)), axis=1))


def _repeated(numbers: NDArray[np.generic]) -> NDArray[np.int64]:
    values, count = np.unique(numbers, return_counts=True)
    repeated: NDArray[np.int64] = values[count > 1].astype(np.int64)
    return repeated
