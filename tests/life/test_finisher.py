"""The finisher plays by its rules, obeys the symmetries of the game, and ends in bounded time on any board."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles.finisher import Stones
from oracles.finisher import play_rest as oracle

import goanalyze as ga
from goanalyze.board.position import Position
from goanalyze.life.finisher import FACTS, Finished, Rest, finish, play_rest
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, opponent

SAMPLE = Path(__file__).parents[2] / "data" / "sample"
SIZES = [(1, 1), (2, 1), (3, 2), (4, 4), (5, 5), (3, 9), (7, 7), (9, 6), (9, 9)]


class Case:
    """A position whose rest is played.

    Attributes:
        board: position with its dead stones.
        to_move: side to move.
        last: point of the last move, None without one.
    """

    def __init__(self, board: Stones, to_move: int = BLACK, last: int | None = None) -> None:
        self.board, self.to_move, self.last = board, to_move, last

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return len(self.board.colors) // self.board.width


Chunk = tuple[Boards, NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32]]


def chunk_of(cases: list[Case]) -> Chunk:
    """Return the arguments of `finish`."""
    boards = [case.board for case in cases]
    boards_chunk = Boards(
        np.array([color for board in boards for color in board.colors], dtype=np.uint8),
        np.cumsum([0, *(len(board.colors) for board in boards)]).astype(np.int64),
        np.array([board.width for board in boards], dtype=np.int16),
        np.array([case.height for case in cases], dtype=np.int16),
    )
    dead = [point in board.dead for board in boards for point in range(len(board.colors))]
    last = np.array([-1 if case.last is None else case.last for case in cases], dtype=np.int32)
    to_move = np.array([case.to_move for case in cases], dtype=np.uint8)
    return boards_chunk, np.array(dead, dtype=np.uint8), to_move, last


def stones_after(result: Finished | Rest, case: Case, start: int) -> Stones:
    """Return the position after the rest of the game whose first point has a number."""
    points = slice(start, start + len(case.board.colors))
    stones = result.boards.stones if isinstance(result, Finished) else result.stones
    return Stones(
        case.board.width, tuple(stones[points].tolist()), frozenset(np.flatnonzero(result.dead[points]).tolist())
    )


def moves_of(result: Finished, number: int = 0) -> list[int | None]:
    """Return the moves of one game of a chunk, None for a pass."""
    moves = result.moves[slice(*result.start[number : number + 2])].tolist()
    return [None if move < 0 else move for move in moves]


def drawn_case(seed: int) -> Case:
    """Draw a position: stones at random, or areas of two colours with holes and a few strangers."""
    rng = random.Random(seed)
    width, height = rng.choice(SIZES)
    centers = [(rng.uniform(0, width), rng.uniform(0, height), side) for side in (BLACK, WHITE) for _ in range(2)]
    strangers, holes = rng.choice((0.02, 0.1, 0.5)), rng.choice((0.1, 0.3, 0.5))
    colors = []
    for point in range(width * height):
        x, y = point % width, point // width
        _, color = min(((x - cx) ** 2 + (y - cy) ** 2, side) for cx, cy, side in centers)
        color = opponent(color) if rng.random() < strangers else color
        colors.append(EMPTY if rng.random() < holes else color)
    board = Stones(width, tuple(colors), frozenset())
    stones = [point for point, color in enumerate(colors) if color != EMPTY]
    chosen = [stone for stone in stones if rng.random() < rng.choice((0, 0.02, 0.1))]
    board = Stones(width, board.colors, frozenset(point for stone in chosen for point in board.chain(stone)))
    return Case(board, rng.choice((BLACK, WHITE)), rng.choice([None, *stones]))


def of_rows(*rows: str, to_move: int = BLACK) -> Case:
    """Return a position by its rows: X and O are stones, x and o dead ones."""
    signs = "".join(rows)
    dead = frozenset(point for point, sign in enumerate(signs) if sign in "xo")
    return Case(
        Stones(len(rows[0]), tuple(" XO".index(sign.upper()) if sign != "." else 0 for sign in signs), dead), to_move
    )


def sample_cases() -> Iterator[Case]:
    """Yield the final positions of the sample's games, without dead stones."""
    for game in ga.read(sorted(SAMPLE.glob("*/*.sgf"))):
        replay = game.replay()
        if replay.has_board:
            position = replay.position()
            yield Case(Stones(position.width, tuple(position.stones.tolist()), frozenset()))


def check_by_oracle(cases: list[Case], run: int) -> None:
    """Compare one run with the oracle."""
    chunk = chunk_of(cases)
    actual = play_rest(*chunk, run)
    for number, case in enumerate(cases):
        expected = oracle(case.board, case.to_move, case.last, run)
        start, length = int(chunk[0].start[number]), int(actual.facts[number, FACTS.index("moves")])
        is_finished = expected.moves[-2:] == [None, None]
        assert actual.is_finished[number] == is_finished
        moves = [None if move < 0 else move for move in actual.moves[start : start + length].tolist()]
        assert moves == (expected.moves[:-2] if is_finished else [])
        assert stones_after(actual, case, start) == (expected.board if is_finished else case.board)
        assert actual.prisoners[number].tolist() == (list(expected.prisoners.values()) if is_finished else [0, 0])
        assert actual.to_move[number] == (expected.side if is_finished else case.to_move)


@pytest.mark.parametrize("run", [0, 1, 5])
def test_random_boards_are_played_as_by_the_oracle(run: int) -> None:
    """Moves, stones, dead stones and prisoners are those of the readable rules."""
    check_by_oracle([drawn_case(seed) for seed in range(100 * run, 100 * run + 100)], run)
