"""Which games to compare: those that share a signature, whatever the view of the board.

Three kinds of signature, each found by sorting hashes, so that no pair is looked at that shares nothing:

* the whole game, its text or `canonical_id`: classes of games with the same moves; one of each class goes on,
* the first plays, at a ladder of lengths: one game may be the beginning of the other,
* the least hashes of runs of plays: games that share most of their moves share most of these, however much is missing.

Then all moves decide. Where very many games share a signature, as a common joseki, each is compared with its neighbours
when sorted by their first plays; copies stand side by side there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.alignment import screen_pairs
from goanalyze.duplicates.confidence import FEWEST_PLAYS, MIN_PLAYS
from goanalyze.duplicates.facts import Facts
from goanalyze.duplicates.groups import Forest
from goanalyze.duplicates.hashes import hash_first_plays, sketch_runs
from goanalyze.duplicates.sequences import Sequences, runs

_LADDER: Final = (20, 30, 45, 65, 100, 150, 220, 330)
_RUNS: Final = ((12, 6), (8, 6))
"""Plays of a run, and hashes kept of each game. One move changed spoils as many runs as a run is long; with six hashes
kept, a game of 100 moves with two changed shares at least one all the same in all but 1 of 10,000 cases."""
_SHORT: Final = 80  # plays; of longer games runs of 8 tell nothing that runs of 12 do not
_ALL_PAIRS: Final = 12  # games with the same signature of which every pair is looked at
_NEAREST: Final = 3  # neighbours looked at where there are more
_NO_LIMIT: Final = np.iinfo(np.int32).max
_SLICES: Final = 8  # of the hashes, to sort one after the other: an eighth of the memory
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_PAIRS: Final = 500_000  # compared at once

Pairs = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]  # games, where the run begins, its length


def classes(sequences: Sequences, facts: Facts) -> Iterator[NDArray[np.int64]]:
    """Yield for each game the best one of its class, three times, each time with larger classes.

    First games with the same text; then with the same moves, setup, players and day, since of these no day speaks
    against their being one game; then with the same moves and setup, in any view. Games of few moves without setup are
    classes of their own but for their text.
    """
    reported = (sequences.width > 0) & ((sequences.plays >= FEWEST_PLAYS) | (np.diff(sequences.setup_start) > 0))
    every = np.ones(len(sequences), dtype=np.bool_)
    yield _best_of(sequences.text ^ sequences.canonical, every, facts.rank)  # together 128 bits
    key = sequences.canonical.copy()
    for name in (facts.named["black_player"].number, facts.named["white_player"].number, facts.day.view(np.int32)):
        key = (key ^ name.astype(np.uint64)) * _FACTOR
    yield _best_of(key, reported, facts.rank)
    yield _best_of(sequences.canonical, reported, facts.rank)


def _best_of(key: NDArray[np.uint64], reported: NDArray[np.bool_], rank: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return for each game the best of those with its key; itself where it is not `reported`."""
    order = np.lexsort((rank, key, ~reported))
    sorted_key, sorted_told = key[order], reported[order]
    best = np.empty(len(key), dtype=np.int64)
    if len(key):
        heads = np.flatnonzero(np.concatenate(([True], (sorted_key[1:] != sorted_key[:-1]) | ~sorted_told[1:])))
        best[order] = np.repeat(order[heads], np.diff(np.append(heads, len(key))))
    return best


def near_pairs(sequences: Sequences, heads: NDArray[np.int64], forest: Forest) -> Iterator[NDArray[np.int64]]:
    """Yield pairs of games that share most plays, int64[n, 2]; those that are in one group by then are left out.

    Args:
        sequences: the games.
        heads: one game of each class.
        forest: the groups so far; whoever asks joins what is yielded.
    """
    for games, begins, length in _candidates(sequences, heads, forest):
        good = screen_pairs(sequences.moves(), games, begins, length)
        if good.any():
            yield games[good]


def _candidates(sequences: Sequences, heads: NDArray[np.int64], forest: Forest) -> Iterator[Pairs]:
    """Yield pairs that share a signature, the cheapest signatures first."""
    moves, plays = sequences.moves(), sequences.plays
    board = sequences.width[heads] > 0
    stones = np.diff(sequences.setup_start)[heads]
    problems = heads[board & (plays[heads] < MIN_PLAYS) & (plays[heads] > 0) & (stones > 0)]
    if len(problems):  # with colours swapped
        hashes = hash_first_plays(moves, problems, plays[problems].astype(np.int64))
        yield from _endings(hashes, problems, plays, _NO_LIMIT, forest)
    long = heads[board & (plays[heads] >= MIN_PLAYS)]
    for step, length in enumerate(_LADDER):
        above = _LADDER[step + 1] if step + 1 < len(_LADDER) else _NO_LIMIT
        there = long[plays[long] >= length]
        hashes = hash_first_plays(moves, there, np.full(len(there), length))
        yield from _endings(hashes, there, plays, above, forest)
    likeness = hash_first_plays(moves, long, np.minimum(plays[long], _LADDER[2]).astype(np.int64))
    for (length, count), chosen in zip(_RUNS, (plays[long] >= _LADDER[2], plays[long] < _SHORT), strict=True):
        yield from _by_runs(sequences, long[chosen], likeness[chosen], length, count, forest)


def _endings(
    hashes: NDArray[np.uint64], games: NDArray[np.int64], plays: NDArray[np.int32], above: int, forest: Forest
) -> Iterator[Pairs]:
    """Yield pairs of games with the same first plays, as many as the shortest signature has.

    The shorter game has less than `above` plays.
    """
    order = np.lexsort((plays[games], hashes))  # the shorter ones first
    sorted_plays = plays[games[order]]
    for one, other in neighbours(hashes[order]):
        ends = sorted_plays[one] < above
        pairs = np.stack((games[order[one[ends]]], games[order[other[ends]]]), axis=1)
        pairs = pairs[forest.apart(pairs)]
        run = np.minimum(plays[pairs].min(axis=1), MIN_PLAYS).astype(np.int64)
        yield pairs, np.zeros(pairs.shape, dtype=np.int32), run


def _by_runs(
    sequences: Sequences,
    games: NDArray[np.int64],
    likeness: NDArray[np.uint64],
    length: int,
    count: int,
    forest: Forest,
) -> Iterator[Pairs]:
    """Yield pairs of games that share one of their least hashes of runs, each pair once."""
    hashes, begins = sketch_runs(sequences.moves(), games, length, count)
    flat = hashes.reshape(-1)
    spread = (flat * _FACTOR) >> np.uint64(64 - _SLICES.bit_length() + 1)  # the least are alike
    for part in range(_SLICES):
        rows = np.flatnonzero((spread == part) & (flat != 0))
        rows = rows[np.lexsort((likeness[rows // count], flat[rows]))]
        for one, other in neighbours(flat[rows]):
            first, second = rows[one], rows[other]
            pairs = np.stack((games[first // count], games[second // count]), axis=1)
            places = np.stack((begins.reshape(-1)[first], begins.reshape(-1)[second]), axis=1)
            keep = forest.apart(pairs)
            pairs, places = pairs[keep], places[keep]
            _, once = np.unique(pairs.min(axis=1) * len(sequences) + pairs.max(axis=1), return_index=True)
            yield pairs[once], places[once], np.full(len(once), length)


def neighbours(
    values: NDArray[np.uint64], everyone: int = _ALL_PAIRS, nearest: int = _NEAREST
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield pairs of places with the same value in a sorted array, some at a time.

    Args:
        values: ascending; 0 is no value.
        everyone: where no more places share a value, all pairs are given.
        nearest: where more do, each is paired with so many that follow it.

    Example:
        >>> [(one.tolist(), other.tolist()) for one, other in neighbours(np.array([0, 0, 5, 5, 7], dtype=np.uint64))]
        [([2], [3])]
    """
    _, lengths = runs(values)
    size = np.repeat(lengths, lengths)
    size[values == 0] = 1
    for distance in range(1, everyone):
        reach = (size[:-distance] <= everyone) | (distance <= nearest)
        one = np.flatnonzero(reach & (values[:-distance] == values[distance:]) & (values[:-distance] != 0))
        for begin in range(0, len(one), _PAIRS):
            yield one[begin : begin + _PAIRS], one[begin : begin + _PAIRS] + distance
