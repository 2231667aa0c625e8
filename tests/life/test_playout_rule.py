"""The kernel of playouts equals the same playouts stated readably, and the shapes that leave one eye."""

from __future__ import annotations

import random

import numpy as np
import pytest
from helpers.boards import random_position
from helpers.laws import over, part
from oracles.board import OracleBoard
from oracles.playouts import PlayoutBoard, play_rounds

from goanalyze import BLACK, WHITE, Position
from goanalyze.life.estimate.playouts import play_chunk
from goanalyze.points import EMPTY


def assert_is_the_oracle(position: Position, certain: np.ndarray, to_move: int, seed: int, rounds: int) -> None:
    """Compare the shares of the playouts of a position, to the last bit."""
    results = play_chunk(position.to_arrays(), np.array([to_move], dtype=np.uint8), certain, seed, rounds)
    expected = play_rounds(position, certain.tolist(), to_move, seed, rounds)
    assert (results.ownership.tolist(), results.stays.tolist()) == expected


@pytest.mark.law
@over("seed", range(part(1000)))
def test_playouts_are_those_of_the_rule(seed: int) -> None:
    """Small boards of any size and fill, chains without liberties among them."""
    rng = random.Random(seed)
    position = random_position(seed, rng.randint(1, 8), rng.randint(1, 8), rng.uniform(0, 1))
    nothing = np.zeros(len(position.stones), dtype=np.uint8)
    assert_is_the_oracle(position, nothing, rng.choice((BLACK, WHITE)), seed, rng.randint(1, 6))


@pytest.mark.law
@over("seed", range(part(300)))
def test_certain_points_are_left_out_as_the_rule_says(seed: int) -> None:
    """Some chains are certain for their side, some regions for either."""
    rng = random.Random(seed)
    position = random_position(seed, rng.randint(2, 9), rng.randint(2, 9), rng.uniform(0.3, 0.9))
    certain = np.zeros(len(position.stones), dtype=np.uint8)
    board = OracleBoard(position)
    for chain in board.chains():
        certain[list(chain)] = rng.choice([EMPTY, position.stones[min(chain)]])
    for region in board.regions():
        certain[list(region)] = rng.choice([EMPTY, BLACK, WHITE])
    assert_is_the_oracle(position, certain, rng.choice((BLACK, WHITE)), seed, 4)


@pytest.mark.parametrize("size", [(19, 19), (13, 19), (52, 3), (2, 52), (52, 52)], ids=str)
def test_large_boards_are_played_by_the_rule(size: tuple[int, int]) -> None:
    """One playout each."""
    position = random_position(7, *size, 0.6)
    assert_is_the_oracle(position, np.zeros(len(position.stones), dtype=np.uint8), BLACK, 1, 1)


def shapes() -> list[tuple[str, bool]]:
    """Return chains of stones with whether their capture leaves a shape that one play kills."""
    return [
        ("X", True),
        ("XX", True),
        ("XXX", True),
        ("XX/X.", True),
        ("XX/XX", True),
        ("XXX/.X.", True),
        ("XXXX", False),
        ("XXX/X..", False),
        ("XX./.XX", False),
        ("XXX/XX.", True),
        (".X./XXX/.X.", True),
        ("XXXXX", False),
        ("XXX/X../X..", False),
        ("XXX/X.X", False),
        ("XXXX/.X..", False),
        ("XX./XXX/.X.", True),
        ("XXX/XXX", False),
        ("XXX/.XX/..X", False),
    ]


@pytest.mark.parametrize(("shape", "is_nakade"), shapes())
def test_shapes_that_leave_one_eye(shape: str, is_nakade: bool) -> None:
    """Three stones, a square or a pyramid of four, a bulky or crossed five, a rabbity six."""
    rows = shape.split("/")
    stones = [y * len(rows[0]) + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    board = PlayoutBoard(Position.from_rows(["." * len(rows[0])] * len(rows)), [0] * len(rows) * len(rows[0]))
    assert board.is_nakade(stones) == is_nakade
