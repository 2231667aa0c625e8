"""The referee judges whole records at random, and the program's verdicts are his, move by move, under every preset."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
from helpers.games import REPETITION, Game, for_referee, kernel, kernel_rows
from helpers.laws import part
from oracles import referee
from oracles.referee import BOOKS

from goanalyze.board import flags as f
from goanalyze.board.replay import Play, Setup
from goanalyze.replay.verdicts import forgotten, illegal
from goanalyze.rules import RULESETS
from goanalyze.vocabulary.points import BLACK, OFF_BOARD, PASS, WHITE, opponent

SIZES = [(width, height) for width in range(1, 7) for height in range(1, 6)]
_FAULTS = {
    "off board": f.OFF_BOARD_MOVE, "occupied": f.OCCUPIED, "out of turn": f.OUT_OF_TURN,
    "after a stop": f.AFTER_END, "out of order": getattr(f,"RESUMED_OUT_OF_ORDER",0),
}  # fmt: skip


class Temper(NamedTuple):
    """How a random record goes: how likely each of its events is, in hundredths."""

    passes: int
    retakes: int
    wrong_colors: int
    occupied: int
    edits: int


TEMPERS = [Temper(4, 40, 0, 0, 0), Temper(25, 20, 4, 2, 1), Temper(12, 50, 2, 0, 3), Temper(8, 10, 8, 8, 8)]


def drawn(seed: int) -> Game:
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
        point = _place(rng, temper, board, taken)
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


def _place(rng: random.Random, temper: Temper, board: list[int], taken: list[int]) -> int:
    empty = [point for point, stone in enumerate(board) if not stone]
    again = [point for point in taken if not board[point]]
    roll = rng.randrange(100)
    if roll < temper.occupied:
        return rng.choice([OFF_BOARD, *range(len(board))])
    if again and roll < temper.retakes:
        return rng.choice(again)
    return rng.choice(empty) if empty and roll < 100 - temper.passes else PASS


def assert_judged_alike(seeds: Sequence[int]) -> None:
    """Replay the records of some seeds as a chunk, and compare every verdict with the referee's."""
    games = list(map(drawn, seeds))
    replays = kernel(*games)
    for index, (seed, game) in enumerate(zip(seeds, games, strict=True)):
        rows = kernel_rows(replays, index)
        flags, situation = (np.array([row[column] for row in rows]) for column in (2, 6))
        numbers = np.arange(1, len(rows) + 1)
        lifted = forgotten(numbers, situation, int(replays.fact("first_pass")[index]))
        judgements = referee.judged(game.width, game.height, for_referee(game), game.handicap)
        for number, (row, told) in enumerate(zip(rows, judgements, strict=True), 1):
            where = f"seed {seed}, move {number}: {game}"
            assert (row[3], row[4]) == (told.taken, told.lost), where
            assert {name for name, flag in REPETITION.items() if row[2] & flag} == told.broken & set(REPETITION), where
            assert {name for name, flag in _FAULTS.items() if row[2] & flag} == told.faults, where
        for name, book in BOOKS.items():
            found = illegal(RULESETS[name], flags.astype(replays.moves.flags.dtype), lifted) > 0
            expected = [bool(referee.objections(told, book)) for told in judgements]
            assert found.tolist() == expected, f"seed {seed}, {name}: {game}"


@pytest.mark.law
def test_the_referee_judges_random_records_as_the_program_does() -> None:
    """Captures, suicides, turns, resumptions and every repetition rule, on boards from 1 × 1 to 6 × 5: no difference.

    Ing's fighting and disturbing kos are left out (see `oracles.referee`); the rest of Ing's rules is judged.
    """
    for first in range(0, part(20_000), 400):
        assert_judged_alike(range(first, first + 400))


def test_every_preset_has_its_book() -> None:
    """No ruleset is left out."""
    assert set(BOOKS) == set(RULESETS)
