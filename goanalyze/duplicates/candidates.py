"""Candidates for comparison: games that share a signature in any view of the board.

Three kinds of signature, each matched by sorting hashes, so that pairs that share nothing are never compared:

* the whole game, its text or `canonical_id`: classes of games with the same moves; one of each class goes on,
* the first plays, at a ladder of lengths: one game may be the beginning of the other,
* the least hashes of runs of plays: games that share most of their moves share most of these, even if much is missing.

Then all moves decide. If very many games share a signature, such as a common joseki, each is compared with its
neighbours when sorted by their first plays; copies are adjacent in that order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.confidence import FEWEST_PLAYS, MIN_PLAYS, PairEvidence, screen_pairs
from goanalyze.duplicates.groups import Forest
from goanalyze.duplicates.sequences import NO_HASH, Sequences, hash_first_plays, runs, sketch_runs

_LADDER: Final = (20, 30, 45, 65, 100, 150, 220, 330)
_RUNS: Final = ((12, 6), (8, 6))
"""Plays of a run, and hashes of each game. One changed move spoils the runs that it is in; with six hashes, a game of
100 moves with two changed still shares at least one in all but 1 of 10,000 cases."""
_SHORT: Final = 80  # plays; in longer games runs of 8 add nothing to runs of 12
_ALL_PAIRS: Final = 12  # games with the same signature of which every pair is compared
_NEAREST: Final = 3  # neighbours that are compared in larger classes
_NO_LIMIT: Final = np.iinfo(np.int32).max
_SLICES: Final = 8  # of the hashes, to sort one after the other: an eighth of the memory
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_PAIRS: Final = 500_000  # compared at once

SharedRuns = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]  # pairs, beginnings of the run, its length


def classes(evidence: PairEvidence) -> Iterator[NDArray[np.int64]]:
    """Yield the best game of each game's class, three times, each time with larger classes.

    First games with the same text; then with the same moves, setup, players and day, since of these no day speaks
    against their being one game; then with the same moves and setup, in any view. Games of few moves without setup are
    classes of their own except for their text.
    """
    sequences, facts = evidence.sequences, evidence.facts
    has_setup = np.diff(sequences.setups.start) > 0
    is_long = (sequences.moves.width > 0) & ((sequences.plays >= FEWEST_PLAYS) | has_setup)
    yield _best_of(sequences.text ^ sequences.canonical, np.ones_like(is_long), facts.rank)  # together 128 bits
    key = sequences.canonical.copy()
    for values in (*facts.players, facts.day.view(np.int32)):
        key = (key ^ values.astype(np.uint64)) * _FACTOR
    yield _best_of(key, is_long, facts.rank)
    yield _best_of(sequences.canonical, is_long, facts.rank)


def _best_of(key: NDArray[np.uint64], is_long: NDArray[np.bool_], rank: NDArray[np.int32]) -> NDArray[np.int64]:
    order = np.lexsort((rank, key, ~is_long))
    sorted_key, sorted_long = key[order], is_long[order]
    is_head = np.ones(len(key), dtype=np.bool_)
    is_head[1:] = (sorted_key[1:] != sorted_key[:-1]) | ~sorted_long[1:]
    best = np.empty(len(key), dtype=np.int64)
    heads = np.flatnonzero(is_head)
    best[order] = np.repeat(order[heads], np.diff(heads, append=len(key)))
    return best


def near_pairs(sequences: Sequences, heads: NDArray[np.int64], forest: Forest) -> Iterator[NDArray[np.int64]]:
    """Yield pairs of games that share most plays, int64[n, 2], without those that are in one group by then.

    Args:
        sequences: the games.
        heads: int64[n], the best game of each class of games with the same moves.
        forest: groups, which the caller joins between one yield and the next.
    """
    for pairs, begins, length in _shared_runs(sequences, heads, forest):
        is_near = screen_pairs(sequences.moves, pairs, begins, length)
        if is_near.any():
            yield pairs[is_near]


def _shared_runs(sequences: Sequences, heads: NDArray[np.int64], forest: Forest) -> Iterator[SharedRuns]:
    """Yield pairs that share a signature, the cheapest signatures first."""
    moves, plays = sequences.moves, sequences.plays
    has_board = moves.width[heads] > 0
    has_setup = np.diff(sequences.setups.start)[heads] > 0
    problems = heads[has_board & (plays[heads] < MIN_PLAYS) & (plays[heads] > 0) & has_setup]
    if len(problems):  # with colours swapped
        hashes = hash_first_plays(moves, problems, plays[problems].astype(np.int64))
        yield from _same_beginnings(hashes, problems, plays, _NO_LIMIT, forest)
    games = heads[has_board & (plays[heads] >= MIN_PLAYS)]
    for length, limit in zip(_LADDER, (*_LADDER[1:], _NO_LIMIT), strict=True):
        chosen = games[plays[games] >= length]
        yield from _same_beginnings(hash_first_plays(moves, chosen, length), chosen, plays, limit, forest)
    similarity = hash_first_plays(moves, games, np.minimum(plays[games], _LADDER[2]).astype(np.int64))
    for (length, count), is_chosen in zip(_RUNS, (plays[games] >= _LADDER[2], plays[games] < _SHORT), strict=True):
        yield from _same_runs(sequences, games[is_chosen], similarity[is_chosen], length, count, forest)


def _same_beginnings(
    hashes: NDArray[np.uint64], games: NDArray[np.int64], plays: NDArray[np.int32], limit: int, forest: Forest
) -> Iterator[SharedRuns]:
    """Yield pairs of games with the same hash of first plays whose shorter game has fewer plays than the limit."""
    order = np.lexsort((plays[games], hashes))  # the shorter ones first
    sorted_plays = plays[games[order]]
    for first, second in neighbours(hashes[order]):
        is_short = sorted_plays[first] < limit
        pairs = np.stack((games[order[first[is_short]]], games[order[second[is_short]]]), axis=1)
        pairs = pairs[forest.separate(pairs)]
        length = np.minimum(plays[pairs].min(axis=1), MIN_PLAYS).astype(np.int64)
        yield pairs, np.zeros(pairs.shape, dtype=np.int32), length


def _same_runs(
    sequences: Sequences,
    games: NDArray[np.int64],
    similarity: NDArray[np.uint64],
    length: int,
    count: int,
    forest: Forest,
) -> Iterator[SharedRuns]:
    hashes, begins = sketch_runs(sequences.moves, games, length, count)
    hashes, begins = hashes.reshape(-1), begins.reshape(-1)
    slices = (hashes * _FACTOR) >> np.uint64(64 - _SLICES.bit_length() + 1)  # the least hashes are alike
    for number in range(_SLICES):
        rows = np.flatnonzero((slices == number) & (hashes != NO_HASH))
        rows = rows[np.lexsort((similarity[rows // count], hashes[rows]))]
        for first, second in neighbours(hashes[rows]):
            shared = np.stack((rows[first], rows[second]), axis=1)
            pairs = games[shared // count]
            is_separate = forest.separate(pairs)
            pairs, shared = pairs[is_separate], shared[is_separate]
            _, once = np.unique(pairs.min(axis=1) * len(sequences) + pairs.max(axis=1), return_index=True)
            yield pairs[once], begins[shared[once]], np.full(len(once), length)


def neighbours(
    values: NDArray[np.uint64], all_pairs: int = _ALL_PAIRS, nearest: int = _NEAREST
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield pairs of indices of the same value in a sorted array, in parts."""
    _, lengths = runs(values)
    size = np.repeat(lengths, lengths)
    size[values == NO_HASH] = 1
    for distance in range(1, all_pairs):
        is_reached = (size[:-distance] <= all_pairs) | (distance <= nearest)
        is_equal = (values[:-distance] == values[distance:]) & (values[:-distance] != NO_HASH)
        first = np.flatnonzero(is_reached & is_equal)
        for begin in range(0, len(first), _PAIRS):
            yield first[begin : begin + _PAIRS], first[begin : begin + _PAIRS] + distance
