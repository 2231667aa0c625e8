"""Marking dead stones by region."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest
from helpers.games import SYMMETRIES, turned_point, turned_position
from helpers.laws import law
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.board import OracleBoard

from goanalyze import Position, from_gtp, to_gtp
from goanalyze.life import markup
from goanalyze.points import OFF_BOARD, PASS, opponent

LAW = law(150)

SHUT_IN = Position.from_rows(
    [
        "XXXXX...O",
        "X.O.X...O",
        "X...X.OOO",
        "X.O.X.O..",
        "XXXXX.O.X",
        ".....OO..",
        "OOOOOO.X.",
        "X........",
        ".........",
    ]
)
"""Two White stones within Black's wall; three Black stones below and beside White's."""


def marked_region(position: Position, points: Iterable[int]) -> frozenset[int]:
    """Return the marked stones as a set."""
    return frozenset(np.flatnonzero(markup.marked_region(position, points)).tolist())


def marked(*names: str) -> set[str]:
    """Mark stones on that board, and name all that are marked then."""
    points = [from_gtp(name, 9, 9) for name in names]
    return {to_gtp(point, 9, 9) for point in marked_region(SHUT_IN, points)}


def drawn(seed: int) -> Position:
    """Draw a board, thinly or thickly set."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, 8, 2))
    weights = rng.random(3) + 0.02
    return Position(width, height, rng.choice(3, width * height, p=weights / weights.sum()).astype(np.uint8))


POSITIONS = st.integers(0, 2**32 - 1).map(drawn)


def stones_of(position: Position) -> list[int]:
    """Return the points of all stones."""
    return np.flatnonzero(position.stones).tolist()


def flooded(position: Position, point: int) -> set[int]:
    """Grow from a stone, one step over the whole board at a time, over points without opponent; return the stones."""
    grid = position.stones.reshape(position.height, position.width)
    color = int(position.stones[point])
    reached = np.zeros(grid.shape, dtype=bool)
    reached.flat[point] = True
    for _ in range(grid.size):
        padded = np.pad(reached, 1)
        reached = padded[1:-1, 1:-1] | padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]
        reached &= grid != opponent(color)
    return set(np.flatnonzero(reached & (grid == color)).tolist())


@pytest.mark.parametrize("name", ["C6", "C8"])
def test_one_stone_marks_the_other_within_the_wall(name: str) -> None:
    """Both White stones are shut in together, so either marks both, and none of White's outside."""
    assert marked(name) == {"C6", "C8"}


@pytest.mark.parametrize("name", ["A2", "H3", "J5"])
def test_a_region_goes_around_the_opponent(name: str) -> None:
    """Black's three stones below reach each other around White's wall, and not the wall above."""
    assert marked(name) == {"A2", "H3", "J5"}


def test_several_marks_are_taken_together() -> None:
    """Marks of both colours, and one that is marked already, add up."""
    assert marked("C6", "A2", "J5") == {"C6", "C8", "A2", "H3", "J5"}
    assert marked() == set()


def test_one_mark_may_take_a_colour_off_the_board() -> None:
    """Without an opponent between them all stones of a colour hang together."""
    position = Position.from_rows(["X....", ".....", "....X"])
    assert marked_region(position, [0]) == {0, 14}


@LAW
@given(POSITIONS)
def test_a_region_is_what_a_flood_reaches(position: Position) -> None:
    """From every stone of a board, the marked stones are those that a flood over the board reaches."""
    for point in stones_of(position):
        assert marked_region(position, [point]) == flooded(position, point)


@LAW
@given(POSITIONS)
def test_marks_divide_the_stones(position: Position) -> None:
    """A stone is in its own region, whole chains are, and two regions are one or have nothing in common."""
    board = OracleBoard(position)
    regions = {point: marked_region(position, [point]) for point in stones_of(position)}
    for point, region in regions.items():
        assert board.connected(point) <= region
        assert {board.colors[stone] for stone in region} == {board.colors[point]}
    assert all(one == other or one.isdisjoint(other) for one, other in combinations(regions.values(), 2))


@LAW
@given(POSITIONS, st.lists(st.integers(0, 10**6), max_size=4))
def test_marks_add_up(position: Position, draws: list[int]) -> None:
    """Several marks give the union of their results; the marked stones, marked again, give nothing new."""
    stones = stones_of(position)
    assume(stones)
    points = [stones[draw % len(stones)] for draw in draws]
    result = marked_region(position, points)
    assert result == frozenset().union(*(marked_region(position, [point]) for point in points))
    assert marked_region(position, sorted(result)) == result


@LAW
@given(POSITIONS)
def test_marks_turn_with_the_board(position: Position) -> None:
    """The eight symmetries carry regions along."""
    size = position.width, position.height
    for point in stones_of(position)[:2]:
        expected = marked_region(position, [point])
        for symmetry in SYMMETRIES:
            found = marked_region(turned_position(position, symmetry), [turned_point(point, *size, symmetry)])
            assert found == {turned_point(stone, *size, symmetry) for stone in expected}


@LAW
@given(POSITIONS)
def test_a_marked_region_off_the_board_is_the_opponents(position: Position) -> None:
    """With a region's stones dead its points are all empty, and only the opponent borders them."""
    for point in stones_of(position)[:3]:
        region = marked_region(position, [point])
        board = OracleBoard(position)
        other = opponent(board.colors[point])
        board.remove(region)
        assert {board.colors[near] for near in board.border(board.connected(point))} <= {other}


@pytest.mark.parametrize("point", [PASS, OFF_BOARD, 9, 100])
def test_a_point_without_stone_cannot_be_marked(point: int) -> None:
    """An empty point, a pass, and an invalid point are refused by name."""
    with pytest.raises(ValueError, match=f"^{to_gtp(point, 3, 3)} is not a valid dead stone"):
        marked_region(Position.from_rows(["X..", "...", "..."]), [0, point])


def test_an_empty_point_is_named() -> None:
    """The message names the point as players do."""
    with pytest.raises(ValueError, match="B3 is not a valid dead stone"):
        marked_region(Position.from_rows(["X..", "...", "..."]), [1])


@LAW
@given(POSITIONS)
def test_marking_changes_nothing(position: Position) -> None:
    """All stones marked are all marked, and the position is as it was."""
    before = position.rows()
    assert marked_region(position, stones_of(position)) == set(stones_of(position))
    assert position.rows() == before
