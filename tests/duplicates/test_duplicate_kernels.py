"""The kernels that find copies against their readable twin."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracles import twin

from goanalyze.duplicates.candidates import neighbours
from goanalyze.duplicates.confidence import Alignment, align_pairs, screen_pairs
from goanalyze.duplicates.game_facts import View
from goanalyze.duplicates.groups import Forest
from goanalyze.duplicates.sequences import (
    DYER_MOVES,
    NO_HASH,
    GameMoves,
    Setups,
    SkippedTurns,
    count_plays,
    hash_first_plays,
    signatures,
    sketch_runs,
)

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


def moves_of(games: list[twin.Game]) -> GameMoves:
    """Return games as the kernels take them."""
    points = np.array([point for game in games for point in game[2]], dtype=np.int16)
    start = np.concatenate(([0], np.cumsum([len(game[2]) for game in games])))
    return GameMoves(points, start, *(np.array([game[side] for game in games], dtype=np.int16) for side in (0, 1)))


def same_partition(one: list[Any], other: list[Any]) -> bool:
    """Return True if two lists are equal at the same pairs of indices."""
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


@pytest.mark.parametrize("length", [1, 8, 30])
def test_beginnings_have_the_same_hash_when_they_are_views_of_each_other(length: int) -> None:
    """Two games have the same hash of their first plays if and only if these are the same in some view."""
    games = some_games(random.Random(length))
    hashes = hash_first_plays(moves_of(games), np.arange(len(games)), np.full(len(games), length)).tolist()
    readable = [twin.beginning(game, length) for game in games]
    assert [value == 0 for value in hashes] == [value is None for value in readable]
    assert same_partition(hashes, [value or 0 for value in readable])


def test_signatures_are_those_of_dyer() -> None:
    """Two games have the same signature if and only if moves 20, 40, 60, 31, 51 and 71 are the same in some view."""
    games = some_games(random.Random(2), 200)
    hashes = signatures(moves_of(games), np.arange(len(games))).tolist()
    assert same_partition(hashes, [twin.signature(game, DYER_MOVES) or 0 for game in games])


@pytest.mark.parametrize("length", [2, 8])
def test_sketches_are_the_least_hashes_of_runs(length: int) -> None:
    """With room for all runs, a sketch has a hash for every different run; with room for three, the least three."""
    games = some_games(random.Random(3), 30)
    whole, begins = sketch_runs(moves_of(games), np.arange(len(games)), length, 120)
    few, few_begins = sketch_runs(moves_of(games), np.arange(len(games)), length, 3)
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
    hashes, begins = sketch_runs(moves_of(games), np.arange(len(games)), 2, 40)
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
    points, start, *_ = moves_of(games)
    assert count_plays(points, start).tolist() == [len(twin.plays(game)[2]) for game in games]


def compared(games: list[twin.Game], pairs: list[tuple[int, int]], turns: list[list[int]] | None = None) -> Alignment:
    """Compare games without setup."""
    turns = turns or [[] for _ in games]
    turn_start = np.concatenate(([0], np.cumsum([len(its) for its in turns])))
    flat = np.array([move for its in turns for move in its], dtype=np.int32)
    nothing = np.zeros(len(games) + 1, dtype=np.int64)
    setups = Setups(np.zeros(0, np.int16), nothing)
    return align_pairs(moves_of(games), SkippedTurns(flat, turn_start), setups, np.array(pairs))


def drawn_pair(rng: random.Random, length: int, damage: float) -> tuple[twin.Game, twin.Game]:
    """Return two games of few different points, the second of them a view of the first with moves changed or lost."""
    points = [rng.randrange(3) for _ in range(rng.randint(0, length))]
    width, height, other = rng.choice(twin.views_of((4, 4, points)))
    kept = [move for move in other if rng.random() > damage / 2]
    kept = [rng.randrange(3) if rng.random() < damage else move for move in kept] + [1] * rng.randint(0, 5)
    return (4, 4, points), (width, height, kept)


@pytest.mark.parametrize(("length", "damage", "number"), [(14, 0.3, 300), (120, 0.03, 60)])
def test_alignment_is_the_table_of_edit_distances(length: int, damage: float, number: int) -> None:
    """The alignment has the fewest edits and then the shortest rest of all views and beginnings, by the table."""
    rng = random.Random(6)
    pairs = [drawn_pair(rng, length, damage) for _ in range(number)]
    found = compared([game for pair in pairs for game in pair], [(2 * pair, 2 * pair + 1) for pair in range(number)])
    aligned = 0
    for pair, (first, second) in enumerate(pairs):
        limit = 4 + min(len(first[2]), len(second[2])) // 25
        costs = []
        for width, _, points in twin.views_of(first):
            for begin in range(-30, 31) if width == second[0] else ():
                a, b = list(points[max(begin, 0) :]), second[2][max(-begin, 0) :]
                if begin and (len(a) < 12 or a[:12] != b[:12]):
                    continue
                edits, rest = twin.edits(a, b)
                costs += [(edits + abs(begin), rest)] * (edits <= limit)
        assert (found.view[pair] < 8) == bool(costs)
        if costs:
            view = twin.views_of(first)[found.view[pair]]
            begin, edits, rest = (int(numbers[pair]) for numbers in (found.begin, found.edits, found.rest))
            assert (edits + abs(begin), abs(rest)) == min(costs)
            assert twin.edits(list(view[2][max(begin, 0) :]), second[2][max(-begin, 0) :]) == (edits, abs(rest))
            aligned += 1
    assert number * 0.3 < aligned < number


def test_screening_is_the_table_of_edit_distances_on_both_sides_of_a_run() -> None:
    """A pair is near if edits before and after the run are within the limit in some view, and the beginning is."""
    rng = random.Random(9)
    games: list[twin.Game] = []
    begins, expected = [], []
    for _ in range(400):
        (first, second), run = drawn_pair(rng, 60, 0.05), rng.randint(0, 6)
        begin = [rng.randint(0, max(0, len(game[2]) - run)) for game in (first, second)]
        begin[1] = rng.choice([begin[1], max(0, min(begin[0], len(second[2]) - run))])
        run = min(run, len(first[2]), len(second[2]))
        games += [first, second]
        begins.append([*begin, run])
        limit, is_near = 2 + min(len(first[2]), len(second[2])) // 25, False
        for width, _, points in twin.views_of(first):
            (i, j), a, b = begin, list(points), second[2]
            if width == second[0] and a[i : i + run] == b[j : j + run]:
                before, rest = twin.edits(a[:i][::-1], b[:j][::-1])
                after, _ = twin.edits(a[i + run :], b[j + run :])
                is_near |= rest <= 30 and before + after <= limit
        expected.append(is_near)
    runs, pairs = np.array(begins), np.arange(len(games)).reshape(-1, 2)
    near = screen_pairs(moves_of(games), pairs, runs[:, :2].astype(np.int32), runs[:, 2].copy())
    assert near.tolist() == expected
    assert 40 < sum(expected) < 360


def test_a_game_without_a_board_is_compared_as_it_is() -> None:
    """Moves of a game whose size is unknown have one view, and end neither hashes nor comparisons."""
    games: list[twin.Game] = [(0, 0, [3, 7, 1] * 8), (0, 0, [3, 7, 1] * 8)]
    one, other = hash_first_plays(moves_of(games), np.arange(2), np.full(2, 20)).tolist()
    assert one == other != NO_HASH
    assert compared(games, [(0, 1)]).edits.tolist() == [0]


def test_the_view_takes_one_game_to_the_other() -> None:
    """For any view of the copy, the reported view maps its moves to those of the other game."""
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


@pytest.mark.parametrize(("length", "limit"), [(24, 2), (25, 3), (100, 6), (10_000, 16)])
def test_more_may_differ_in_longer_games(length: int, limit: int) -> None:
    """Two moves may differ in any game, one more for each 25, and never more than 16."""
    moves = [move % 300 for move in range(length)]
    games: list[twin.Game] = [(19, 19, moves)]
    for changed in (limit, limit + 1):
        copy = moves.copy()
        for change in range(changed):
            copy[13 + change * (length - 13) // changed] = 300 + change
        games.append((19, 19, copy))
    pairs = np.array([[1, 0], [2, 0]])
    near = screen_pairs(moves_of(games), pairs, np.zeros((2, 2), dtype=np.int32), np.full(2, 12))
    assert near.tolist() == [True, False]


def test_views_have_different_names() -> None:
    """No two views are called the same, and each takes a corner where its name says."""
    assert len(set(View.names())) == 8
    assert [twin.turned(2, view, 3, 2) for view in range(8)] == [2, 0, 5, 3, 4, 0, 5, 1]
