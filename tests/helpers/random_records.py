"""Records at random, legal and not, as the referee and the scorer are tried on."""

from __future__ import annotations

import random
from typing import NamedTuple

from helpers.games import Game
from oracles import referee

from goanalyze import BLACK, WHITE, Play, Setup
from goanalyze.points import OFF_BOARD, PASS, opponent

SIZES = [(width, height) for width in range(1, 7) for height in range(1, 6)]


class Temper(NamedTuple):
    """Course of a random record: the probability of each of its events, in hundredths."""

    passes: int
    retakes: int
    wrong_colors: int
    occupied: int
    edits: int


TEMPERS = [Temper(4, 40, 0, 0, 0), Temper(25, 20, 4, 2, 1), Temper(12, 50, 2, 0, 3), Temper(8, 10, 8, 8, 8)]


def random_record(seed: int) -> Game:
    """Draw a record: stones just taken are often retaken, and after two passes either side may go on."""
    rng = random.Random(seed)
    width, height = rng.choice(SIZES)
    points, near = width * height, referee.beside(width, height)
    temper, handicap = rng.choice(TEMPERS), rng.choice([0] * 9 + [1, 2, 3])
    events: list[Play | Setup] = []
    board, color, taken, passes = [0] * points, BLACK, [], 0
    for number in range(rng.choice([8, 30, 60])):
        if rng.randrange(100) < (temper.edits if number else 50):
            events.append(_edit(rng, points, rng.randrange(4 if number else points + 1)))
            for where, stone in events[-1].stones:
                board[where] = stone
        if rng.randrange(100) < temper.wrong_colors or (passes >= 2 and rng.random() < 0.5):
            color = opponent(color)
        point = _choose_point(rng, temper, board, taken)
        events.append(Play(color, point))
        passes = passes + 1 if point == PASS else 0
        if point >= 0:
            before, board = board, list(referee.placed(tuple(board), color, point, near)[0])
            gone = [where for where in range(points) if before[where] and not board[where]]
            taken = [*(gone or taken)[:3], point]
        color = opponent(color)
    return Game(width, height, events, handicap)


def _edit(rng: random.Random, points: int, stones: int) -> Setup:
    where = rng.sample(range(points), min(stones, points))
    return Setup(tuple((point, rng.choice([0, 1, 1, 2, 2])) for point in where), rng.choice([None, None, BLACK, WHITE]))


def _choose_point(rng: random.Random, temper: Temper, board: list[int], taken: list[int]) -> int:
    empty = [point for point, stone in enumerate(board) if not stone]
    again = [point for point in taken if not board[point]]
    roll = rng.randrange(100)
    if roll < temper.occupied:
        return rng.choice([OFF_BOARD, *range(len(board))])
    if again and roll < temper.retakes:
        return rng.choice(again)
    return rng.choice(empty) if empty and roll < 100 - temper.passes else PASS
