"""Find the games that a dataset has more than once.

The way through: moves as flat arrays (`sequences`), classes with the same moves and pairs that share a signature
(`search`), every pair move by move (`align_kernel`) with names and dates (`facts`, `confidence`), groups of what is one
game with its best copy (`groups`), hints, and a table (`rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.confidence import HINT_DYER, HINT_OPENING, LIKELY, Evidence
from goanalyze.duplicates.facts import read_errors, read_facts
from goanalyze.duplicates.groups import Forest, cut_off, grouped, labels
from goanalyze.duplicates.hash_kernel import prefix_hashes, signatures
from goanalyze.duplicates.rows import Rows, build_table, group_rows, pair_rows
from goanalyze.duplicates.search import classes, near_pairs
from goanalyze.duplicates.sequences import read_sequences, runs
from goanalyze.tables.reading import TableOrPath
from goanalyze.tables.schema import GAMES

HINTS: Final = 20
"""Pairs reported of one game that are only possible, and of one signature; what is beyond is counted."""
_OPENING: Final = 50


@dataclass(frozen=True, slots=True)
class Duplicates:
    """What was found.

    Attributes:
        table: Arrow, the table duplicates.
        games: how many were looked at.
        omitted: pairs that may be the same and are not in the table, beyond `HINTS` of one game or signature.
    """

    table: pa.Table
    games: int
    omitted: int


def find_duplicates(
    games: TableOrPath, counts: TableOrPath | None = None, findings: TableOrPath | None = None
) -> Duplicates:
    """Find the games that a table of games has more than once.

    Args:
        games: the table games: Arrow, or the path of its Parquet files.
        counts: the table counts likewise, if there is one: it says where dead stones are marked.
        findings: the table findings likewise, if there is one: it says which moves are errors.

    Raises:
        DatasetError: a column is missing, or a file is damaged.

    Example:
        >>> import goanalyze as ga
        >>> tables = ga.check(["data/sample/gnugo", "data/sample/gnugo/019x019-chinese-0001.sgf"])
        >>> find_duplicates(tables.arrow("games")).table["code"].to_pylist()
        [None, 'GO601']
    """
    search = _Search(games, counts, findings)
    rows, omitted = search.found()
    number, facts = len(search.sequences), search.facts
    del search  # the moves are no longer needed: the table may take their memory
    return Duplicates(build_table(rows, games, facts), number, omitted)


def warm_up() -> None:
    """Search two tiny tables, so that every kernel is loaded; the first time on a machine this compiles them."""
    empty = {"skipped_turns": [], "setup": [], "edited": False, "member": "", "game_index": 0, "finding_count": 0}
    board = {"board_width": 19, "board_height": 19, "moves": list(range(60))}
    game = {"game_id": "0" * 24, "canonical_id": "0" * 16, **board, **empty}
    other = {**game, "game_id": "1" * 24, "canonical_id": "1" * 16, "moves": [*range(40), *range(41, 90)]}
    problem = {**other, "game_id": "2" * 24, "moves": [3], "setup": [5, -2]}
    find_duplicates(pa.Table.from_pylist([game, other, problem], schema=GAMES.arrow()))


class _Search:
    """One search: the games, their groups so far, and the pairs that are only possible."""

    def __init__(self, games: TableOrPath, counts: TableOrPath | None, findings: TableOrPath | None) -> None:
        self.sequences = read_sequences(games)
        self.facts = read_facts(games, counts, self.sequences)
        self.evidence = Evidence(self.sequences, self.facts, read_errors(findings))
        self.forest = Forest(len(self.sequences))
        self.held: list[NDArray[np.int64]] = [np.zeros((0, 2), dtype=np.int64)]
        self.ends: list[NDArray[np.int64]] = [np.zeros((0, 2), dtype=np.int64)]

    def found(self) -> tuple[list[Rows], int]:
        """Search, and return the rows of what was found, and how many pairs are left out."""
        head = np.arange(len(self.sequences))
        for head in classes(self.sequences, self.facts):
            copies = np.flatnonzero(head != np.arange(len(head)))
            pairs = np.stack((copies, head[copies]), axis=1)
            self._join(pairs[self.forest.apart(pairs)])
        heads = np.unique(head)
        for pairs in near_pairs(self.sequences, heads, self.forest):
            self._join(pairs)
        best, reported = grouped(self.forest.labels(), np.concatenate(self.ends), self.evidence)
        self.held.append(reported)
        label = labels(best)
        rows = [group_rows(best, self.evidence)]
        possible, omitted = self._possible(best, label)
        rows.append(pair_rows(possible, None, self.evidence))
        for code, leaders, hashes in self._signatures(_leaders(label, self.facts.rank, heads)):
            pairs, beyond = self._hints(leaders, hashes, label, possible)
            rows.append(pair_rows(pairs, code, self.evidence))
            omitted += beyond
        return rows, omitted

    def _join(self, pairs: NDArray[np.int64]) -> None:
        """Join the pairs that are one game, and hold back all that may be."""
        if not len(pairs):
            return
        found, kind, level = self.evidence.compare(pairs)
        there, ends = cut_off(pairs, found, kind, level)
        self.forest.join(pairs[there & (level >= LIKELY)])
        self.held.append(pairs[there])
        self.ends.append(ends)

    def _possible(self, best: NDArray[np.int64], label: NDArray[np.int32]) -> tuple[NDArray[np.int64], int]:
        """Return the pairs that are in two groups at the end, the worse copy first, and how many more."""
        pairs = np.concatenate(self.held)
        pairs = np.unique(np.sort(pairs[label[pairs[:, 0]] != label[pairs[:, 1]]], axis=1), axis=0)
        pairs = self._worse_first(_of_the_best(pairs, best))
        pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
        return _limited(pairs, pairs[:, 1])

    def _worse_first(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        rank = self.facts.rank
        pairs = np.where((rank[pairs[:, 0]] > rank[pairs[:, 1]])[:, None], pairs, pairs[:, ::-1])
        found, _, _ = self.evidence.compare(pairs)
        return np.where((self.evidence.more_errors(pairs, found) > 0)[:, None], pairs[:, ::-1], pairs)

    def _signatures(self, games: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.uint64]]]:
        """Yield the codes of hints, with the games that have the signature and its hash of each."""
        long = games[self.sequences.plays[games] >= _OPENING]
        moves = self.sequences.moves()
        yield HINT_DYER, long, signatures(*moves, long)
        yield HINT_OPENING, long, prefix_hashes(*moves, long, np.full(len(long), _OPENING))

    def _hints(
        self,
        games: NDArray[np.int64],
        hashes: NDArray[np.uint64],
        label: NDArray[np.int32],
        reported: NDArray[np.int64],
    ) -> tuple[NDArray[np.int64], int]:
        """Return pairs with the same signature, each game with the best one, and how many more there are."""
        games, hashes = games[hashes != 0], hashes[hashes != 0]
        order = np.lexsort((self.facts.rank[games], hashes))
        games = games[order]
        heads, size = runs(hashes[order])
        first = np.repeat(games[heads], size)
        pairs = np.stack((games, first), axis=1)[games != first]
        known = {tuple(sorted(pair)) for pair in reported.tolist()}
        apart = label[pairs[:, 0]] != label[pairs[:, 1]]
        apart &= np.array([tuple(sorted(pair)) not in known for pair in pairs.tolist()], dtype=np.bool_)
        return _limited(pairs[apart], pairs[apart][:, 1])


def _leaders(label: NDArray[np.int32], rank: NDArray[np.int32], heads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the best game of each group, and those that are in none; of games with the same moves one."""
    order = heads[np.lexsort((rank[heads], label[heads]))]
    return np.sort(order[runs(label[order])[0]])


def _of_the_best(pairs: NDArray[np.int64], best: NDArray[np.int64]) -> NDArray[np.int64]:
    """Leave out the pairs of copies that are reported of the best copy in the copy's place."""
    factor = len(best)
    keys: NDArray[np.int64] = pairs[:, 0] * factor + pairs[:, 1]
    keep = np.ones(len(pairs), dtype=np.bool_)
    for side in (0, 1):
        other = pairs.copy()
        other[:, side] = best[pairs[:, side]]
        other.sort(axis=1)
        keep &= (best[pairs[:, side]] == pairs[:, side]) | ~np.isin(other[:, 0] * factor + other[:, 1], keys)
    return pairs[keep]


def _limited(pairs: NDArray[np.int64], by: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return at most `HINTS` pairs of each number in `by`, in the order of `by`, and how many are left out."""
    order = np.argsort(by, kind="stable")
    pairs, by = pairs[order], by[order]
    heads, size = runs(by)
    keep = np.arange(len(by)) - np.repeat(heads, size) < HINTS
    return pairs[keep], int((~keep).sum())
