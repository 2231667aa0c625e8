"""Search a dataset for games that it has more than once.

The steps: moves as flat arrays (`sequences`), classes with the same moves and pairs that share a signature
(`candidates`), every pair move by move, with names and dates (`confidence`, `game_facts`), groups of
records of one game with its best copy (`groups`), hints, and a table (`table_rows`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from goanalyze.duplicates.candidates import classes, near_pairs
from goanalyze.duplicates.confidence import HINT_DYER, HINT_OPENING, PairEvidence
from goanalyze.duplicates.game_facts import read_errors, read_game_facts
from goanalyze.duplicates.groups import Groups, Pairs
from goanalyze.duplicates.sequences import NO_HASH, hash_first_plays, read_sequences, runs, signatures
from goanalyze.duplicates.table_rows import Rows, build_table, group_rows, possible_rows
from goanalyze.tables.reading import TableOrParts
from goanalyze.util.numbers import plural

HINTS: Final = 20
"""Pairs reported of one game that are only possible, and of one signature; those beyond are counted."""
_OPENING: Final = 50


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The result of a search.

    Attributes:
        table: Arrow, the table duplicates.
        games: number of games searched.
        omitted: number of pairs that may be the same game and are not in the table, beyond `HINTS` of one game or
            signature.
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

    Raises:
        DatasetError: a column is missing, or a file is damaged.
    """
    sequences = read_sequences(games)
    number, facts = len(sequences), read_game_facts(games, counts, sequences)
    rows, omitted = _search(PairEvidence(sequences, facts, read_errors(findings)))
    del sequences  # the moves are no longer needed: the table may take their memory
    return Duplicates(build_table(rows, games, facts), number, omitted)


def _search(evidence: PairEvidence) -> tuple[list[Rows], int]:
    sequences, rank, groups = evidence.sequences, evidence.facts.rank, Groups(evidence)
    everyone = head = np.arange(len(sequences))
    for head in classes(evidence):
        copies = np.flatnonzero(head != everyone)
        pairs = np.stack((copies, head[copies]), axis=1)
        groups.join(pairs[groups.forest.separate(pairs)])
    heads = np.unique(head)
    for pairs in near_pairs(sequences, heads, groups.forest):
        groups.join(pairs)
    best = groups.best()
    possible, omitted = _possible(np.concatenate(groups.possible), best, evidence)
    rows = [group_rows(best, evidence), possible_rows(possible, None, evidence)]
    order = heads[np.lexsort((rank[heads], best[heads]))]
    leaders = np.sort(order[runs(best[order])[0]])  # one of games with the same moves, the best of each group
    leaders = leaders[sequences.plays[leaders] >= _OPENING]
    opening = hash_first_plays(sequences.moves, leaders, _OPENING)
    for code, hashes in ((HINT_DYER, signatures(sequences.moves, leaders)), (HINT_OPENING, opening)):
        pairs = _hints(leaders, hashes, rank)
        is_new = (best[pairs[:, 0]] != best[pairs[:, 1]]) & ~np.isin(_keys(pairs, best), _keys(possible, best))
        pairs, beyond = _limited(pairs[is_new])
        rows.append(possible_rows(pairs, code, evidence))
        omitted += beyond
    return rows, omitted


def _possible(pairs: Pairs, best: NDArray[np.int64], evidence: PairEvidence) -> tuple[Pairs, int]:
    """Return the pairs that end up in two groups, the worse copy first, and the number of those left out.

    A pair of a copy is left out if the best copy of its group has the same pair.
    """
    pairs = np.unique(np.sort(pairs[best[pairs[:, 0]] != best[pairs[:, 1]]], axis=1), axis=0)
    is_reported = np.ones(len(pairs), dtype=np.bool_)
    for side in (0, 1):
        of_best = pairs.copy()
        of_best[:, side] = best[pairs[:, side]]
        is_reported &= (best[pairs[:, side]] == pairs[:, side]) | ~np.isin(_keys(of_best, best), _keys(pairs, best))
    pairs, rank = pairs[is_reported], evidence.facts.rank
    pairs = np.where((rank[pairs[:, 0]] > rank[pairs[:, 1]])[:, None], pairs, pairs[:, ::-1])
    has_errors = evidence.more_errors(pairs, evidence.compare(pairs).alignment) > 0
    pairs = np.where(has_errors[:, None], pairs[:, ::-1], pairs)
    return _limited(pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))])


def _hints(games: NDArray[np.int64], hashes: NDArray[np.uint64], rank: NDArray[np.int32]) -> Pairs:
    games, hashes = games[hashes != NO_HASH], hashes[hashes != NO_HASH]
    order = np.lexsort((rank[games], hashes))
    games = games[order]
    heads, size = runs(hashes[order])
    first = np.repeat(games[heads], size)
    pairs: Pairs = np.stack((games, first), axis=1)[games != first]
    return pairs


def _keys(pairs: Pairs, best: NDArray[np.int64]) -> NDArray[np.int64]:
    keys: NDArray[np.int64] = pairs.min(axis=1) * len(best) + pairs.max(axis=1)
    return keys


def _limited(pairs: Pairs) -> tuple[Pairs, int]:
    """Return at most `HINTS` pairs of each second game, in the order of these, and the number of those left out."""
    pairs = pairs[np.argsort(pairs[:, 1], kind="stable")]
    heads, size = runs(pairs[:, 1])
    is_within = np.arange(len(pairs)) - np.repeat(heads, size) < HINTS
    return pairs[is_within], int((~is_within).sum())
