"""Find the games that a dataset has more than once.

The way through: moves as flat arrays (`sequences`), classes with the same moves and pairs that share a signature
(`search`), every pair move by move (`alignment`) with names and dates (`facts`, `confidence`), groups of what is one
game with its best copy (`groups`), hints, and a table (`rows`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.confidence import HINT_DYER, HINT_OPENING, Evidence
from goanalyze.duplicates.facts import read_errors, read_facts
from goanalyze.duplicates.groups import Groups, Pairs
from goanalyze.duplicates.hashes import hash_first_plays, signatures
from goanalyze.duplicates.rows import Rows, build_table, group_rows, pair_rows
from goanalyze.duplicates.search import classes, near_pairs
from goanalyze.duplicates.sequences import read_sequences, runs
from goanalyze.tables.reading import TableOrParts
from goanalyze.vocabulary.numbers import plural

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

    def __repr__(self) -> str:
        return (
            f"<Duplicates: {plural(len(self.table), 'row')} on {plural(self.games, 'game')}, {self.omitted:,} omitted>"
        )


def find_duplicates(
    games: TableOrParts, counts: TableOrParts | None = None, findings: TableOrParts | None = None
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
    sequences = read_sequences(games)
    number, facts = len(sequences), read_facts(games, counts, sequences)
    rows, omitted = _search(Evidence(sequences, facts, read_errors(findings)))
    del sequences  # the moves are no longer needed: the table may take their memory
    return Duplicates(build_table(rows, games, facts), number, omitted)


def _search(evidence: Evidence) -> tuple[list[Rows], int]:
    """Return the rows of what is found, and how many pairs are left out."""
    sequences, groups = evidence.sequences, Groups(evidence)
    head = np.arange(len(sequences))
    for head in classes(sequences, evidence.facts):
        copies = np.flatnonzero(head != np.arange(len(head)))
        pairs = np.stack((copies, head[copies]), axis=1)
        groups.join(pairs[groups.forest.apart(pairs)])
    heads = np.unique(head)
    for pairs in near_pairs(sequences, heads, groups.forest):
        groups.join(pairs)
    best = groups.best()
    possible, omitted = _possible(np.concatenate(groups.held), best, evidence)
    rows = [group_rows(best, evidence), pair_rows(possible, None, evidence)]
    games = _leaders(best, evidence.facts.rank, heads)
    games = games[sequences.plays[games] >= _OPENING]
    opening = hash_first_plays(sequences.moves(), games, np.full(len(games), _OPENING))
    for code, hashes in ((HINT_DYER, signatures(sequences.moves(), games)), (HINT_OPENING, opening)):
        pairs = _hints(games, hashes, evidence.facts.rank)
        apart = (best[pairs[:, 0]] != best[pairs[:, 1]]) & ~np.isin(_keys(pairs, best), _keys(possible, best))
        pairs, beyond = _limited(pairs[apart])
        rows.append(pair_rows(pairs, code, evidence))
        omitted += beyond
    return rows, omitted


def _possible(pairs: Pairs, best: NDArray[np.int64], evidence: Evidence) -> tuple[Pairs, int]:
    """Return the pairs that are in two groups at the end, the worse copy first, and how many more.

    Pairs of copies that are reported of the best copy in the copy's place are left out.
    """
    pairs = np.unique(np.sort(pairs[best[pairs[:, 0]] != best[pairs[:, 1]]], axis=1), axis=0)
    keep = np.ones(len(pairs), dtype=np.bool_)
    for side in (0, 1):
        other = pairs.copy()
        other[:, side] = best[pairs[:, side]]
        keep &= (best[pairs[:, side]] == pairs[:, side]) | ~np.isin(_keys(other, best), _keys(pairs, best))
    pairs, rank = pairs[keep], evidence.facts.rank
    pairs = np.where((rank[pairs[:, 0]] > rank[pairs[:, 1]])[:, None], pairs, pairs[:, ::-1])
    found, _, _ = evidence.compare(pairs)
    pairs = np.where((evidence.more_errors(pairs, found) > 0)[:, None], pairs[:, ::-1], pairs)
    return _limited(pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))])


def _leaders(best: NDArray[np.int64], rank: NDArray[np.int32], heads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the best game of each group, and those that are in none; of games with the same moves one."""
    order = heads[np.lexsort((rank[heads], best[heads]))]
    return np.sort(order[runs(best[order])[0]])


def _hints(games: NDArray[np.int64], hashes: NDArray[np.uint64], rank: NDArray[np.int32]) -> Pairs:
    """Return pairs with the same signature, each game with the best one."""
    games, hashes = games[hashes != 0], hashes[hashes != 0]
    order = np.lexsort((rank[games], hashes))
    games = games[order]
    heads, size = runs(hashes[order])
    first = np.repeat(games[heads], size)
    pairs: Pairs = np.stack((games, first), axis=1)[games != first]
    return pairs


def _keys(pairs: Pairs, best: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each pair, the same in either order."""
    keys: NDArray[np.int64] = pairs.min(axis=1) * len(best) + pairs.max(axis=1)
    return keys


def _limited(pairs: Pairs) -> tuple[Pairs, int]:
    """Return at most `HINTS` pairs of each second game, in the order of these, and how many are left out."""
    pairs = pairs[np.argsort(pairs[:, 1], kind="stable")]
    heads, size = runs(pairs[:, 1])
    keep = np.arange(len(pairs)) - np.repeat(heads, size) < HINTS
    return pairs[keep], int((~keep).sum())
