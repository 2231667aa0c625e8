"""The kernels that find copies against their readable twin."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracles import twin

from goanalyze.duplicates.align_kernel import MOST_EDITS, Alignment, _extend, align_pairs, edit_limit
from goanalyze.duplicates.choices import View
from goanalyze.duplicates.groups import Forest
from goanalyze.duplicates.hash_kernel import DYER_MOVES, count_moves, prefix_hashes, signatures, sketches
from goanalyze.duplicates.search import neighbours

SIZES = [(19, 19), (9, 9), (13, 9), (9, 13), (5, 5)]


def some_games(rng: random.Random, number: int = 60) -> list[twin.Game]:
    """Return games with many views and beginnings of each other among them, passes here and there."""
    games: list[twin.Game] = []
    while len(games) < number:
        width, height = rng.choice(SIZES)
        points = [
            rng.choice([-1, *[rng.randrange(width * height) for _ in range(20)]]) for _ in range(rng.randint(0, 99))
        ]
        games.append((width, height, points))
        view = rng.choice(twin.views_of(games[-1]))
        games.append((view[0], view[1], list(view[2][: rng.choice([10, 40, 80, 200])])))
    return games


def arrays(games: list[twin.Game]) -> tuple[Any, Any, Any, Any]:
    """Return games as the kernels take them."""
    points = np.array([point for game in games for point in game[2]], dtype=np.int16)
    start = np.concatenate(([0], np.cumsum([len(game[2]) for game in games])))
    return points, start, *(np.array([game[side] for game in games], dtype=np.int16) for side in (0, 1))


def same_partition(one: list[Any], other: list[Any]) -> bool:
    """Return whether two lists say the same about which places are alike."""
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


@pytest.mark.parametrize("length", [1, 8, 30])
def test_beginnings_have_the_same_hash_when_they_are_views_of_each_other(length: int) -> None:
    """Two games have the same hash of their first plays if and only if these are the same in some view."""
    games = some_games(random.Random(length))
    hashes = prefix_hashes(*arrays(games), np.arange(len(games)), np.full(len(games), length)).tolist()
    readable = [twin.beginning(game, length) for game in games]
    assert [value == 0 for value in hashes] == [value is None for value in readable]
    assert same_partition(hashes, [value or 0 for value in readable])


def test_signatures_are_those_of_dyer() -> None:
    """Two games have the same signature if and only if moves 20, 40, 60, 31, 51 and 71 are the same in some view."""
    games = some_games(random.Random(2), 200)
    hashes = signatures(*arrays(games), np.arange(len(games))).tolist()
    assert same_partition(hashes, [twin.signature(game, DYER_MOVES) or 0 for game in games])


@pytest.mark.parametrize("length", [2, 8])
def test_sketches_are_the_least_hashes_of_runs(length: int) -> None:
    """With room for all runs, a sketch has a hash for every different run; with room for three, the least three."""
    games = some_games(random.Random(3), 30)
    whole, begins = sketches(*arrays(games), np.arange(len(games)), length, 120)
    few, few_begins = sketches(*arrays(games), np.arange(len(games)), length, 3)
    for at, game in enumerate(games):
        count = int((whole[at] != 0).sum())
        assert count == len(twin.runs(game, length))
        assert (np.diff(whole[at, :count].astype(object)) > 0).all()
        assert few[at].tolist() == whole[at, :3].tolist()
        assert few_begins[at].tolist() == begins[at, :3].tolist()


def test_a_run_has_one_hash_in_all_views_and_places() -> None:
    """Two places have the same hash if and only if the runs that begin there are the same in some view."""
    rng = random.Random(4)
    games = [(5, 5, [rng.randrange(25) for _ in range(40)]) for _ in range(20)]
    hashes, begins = sketches(*arrays(games), np.arange(len(games)), 2, 40)
    said, readable = [], []
    for game, values, places in zip(games, hashes.tolist(), begins.tolist(), strict=True):
        for value, place in zip(values, places, strict=True):
            if value:
                said.append(value)
                readable.append(min(view[2] for view in twin.views_of((5, 5, game[2][place : place + 2]))))
    assert same_partition(said, readable)


def test_plays_are_counted_without_passes() -> None:
    """The number of plays is that of the twin."""
    games = some_games(random.Random(5))
    points, start, *_ = arrays(games)
    assert count_moves(points, start).tolist() == [len(twin.plays(game)[2]) for game in games]


@pytest.mark.parametrize("step", [1, -1])
def test_alignment_is_the_table_of_edit_distances(step: int) -> None:
    """Edits and rest are those of the table, in either direction, and too many edits are said to be too many."""
    rng = random.Random(6)
    far, nearer = np.empty(2 * MOST_EDITS + 3, dtype=np.int64), np.empty(2 * MOST_EDITS + 3, dtype=np.int64)
    for _ in range(400):
        a = [rng.randrange(3) for _ in range(rng.randint(0, 14))]
        b = [rng.choice([move, rng.randrange(3)]) for move in a if rng.random() < 0.9] + [1] * rng.randint(0, 5)
        limit = rng.randint(0, 6)
        one, other = np.array(a[::step], dtype=np.int16), np.array(b[::step], dtype=np.int16)
        begins = (0, 0) if step == 1 else (len(a) - 1, len(b) - 1)
        done, rest_a, rest_b = _extend(one, begins[0], len(a), other, begins[1], len(b), step, limit, far, nearer)
        wanted = twin.edits(a, b)
        assert (done, rest_a + rest_b) == wanted if wanted[0] <= limit else done == limit + 1


def compared(games: list[twin.Game], pairs: list[tuple[int, int]], turns: list[list[int]] | None = None) -> Alignment:
    """Compare games without setup."""
    turns = turns or [[] for _ in games]
    turn_start = np.concatenate(([0], np.cumsum([len(its) for its in turns])))
    flat = np.array([move for its in turns for move in its], dtype=np.int32)
    nothing = np.zeros(len(games) + 1, dtype=np.int64)
    return align_pairs(*arrays(games), flat, turn_start, np.zeros(0, np.int16), nothing, np.array(pairs))


def test_the_view_takes_one_game_to_the_other() -> None:
    """Whatever the view of the copy, the view that is told lays its moves on those of the other game."""
    rng = random.Random(7)
    for width, height in SIZES:
        game = (width, height, [rng.randrange(width * height) for _ in range(30)])
        views = twin.views_of(game)
        games = [game, *((view[0], view[1], list(view[2])) for view in views)]
        found = compared(games, [(place, 0) for place in range(1, 9)])
        for copy, view, edits, rest in zip(games[1:], found.view.tolist(), found.edits, found.rest, strict=True):
            assert [twin.turned(point, view, copy[0], copy[1]) for point in copy[2]] == game[2]
            assert (edits, rest) == (0, 0)


def test_whose_moves_they_are_is_read_off_the_skipped_turns() -> None:
    """Colours alternate from Black on, and a skipped turn changes all colours from there."""
    game = (9, 9, list(range(30)))
    found = compared([game, game, game], [(0, 1), (0, 2), (1, 2)], [[], [1], [11]])
    assert found.same.tolist() == [0, 10, 20]
    assert found.opposite.tolist() == [30, 20, 10]
    assert found.first.tolist() == [0, 11, 11]


def test_a_long_record_of_one_colour_is_compared_in_one_pass() -> None:
    """Fifty thousand moves of Black in succession cost no more than their number."""
    moves = 50_000
    game = (19, 19, [move % 361 for move in range(moves)])
    found = compared([game, game], [(0, 1)], [list(range(2, moves + 1))] * 2)
    assert (found.same.tolist(), found.edits.tolist()) == ([moves], [0])


def test_joined_pairs_are_groups() -> None:
    """Groups are the connected components of the pairs, named by their least game."""
    rng = random.Random(8)
    forest, groups = Forest(60), [{game} for game in range(60)]
    for _ in range(45):
        one, other = rng.randrange(60), rng.randrange(60)
        forest.join(np.array([[one, other]]))
        union = groups[one] | groups[other]
        for game in union:
            groups[game] = union
    assert forest.labels().tolist() == [min(group) for group in groups]


def test_neighbours_are_all_pairs_of_few_and_the_nearest_of_many() -> None:
    """Of few places with one value every pair is given, of many each with those that follow it."""
    values = np.array([0, 0, 1, 1, 1, *[2] * 6], dtype=np.uint64)
    pairs = {pair for one, other in neighbours(values, 3, 1) for pair in zip(one.tolist(), other.tolist(), strict=True)}
    assert pairs == {(2, 3), (3, 4), (2, 4), (5, 6), (6, 7), (7, 8), (8, 9), (9, 10)}


def test_more_may_differ_in_longer_games() -> None:
    """Two moves may differ in any game, and never more than the limit."""
    assert [edit_limit(length) for length in (0, 24, 25, 100, 10_000)] == [2, 2, 3, 6, MOST_EDITS]


def test_views_have_different_names() -> None:
    """No two views are called the same, and each takes a corner where its name says."""
    assert len(set(View.names())) == 8
    assert [twin.turned(2, view, 3, 2) for view in range(8)] == [2, 0, 5, 3, 4, 0, 5, 1]
