"""Counting everything: positions, games and move sequences of small boards, by goanalyze and by the second referee."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from helpers.games import Game, reference
from oracles import referee
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Play, Position
from goanalyze.points import EMPTY, PASS
from goanalyze.replay.replay import replay_events as replay_tape
from goanalyze.replay.verdicts import mask_of
from goanalyze.rules import RULESETS, Axis, End, Repetition, Suicide
from goanalyze.sgf.tape import Events

LEGAL_POSITIONS = {(1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (5, 1): 113, (2, 2): 57, (3, 2): 489, (3, 3): 12_675}
TROMP_TAYLOR_GAMES = {(1, 1): 1, (2, 1): 9, (3, 1): 907}
GOLDEN = [
    (int(width), int(height), ko, suicide, [int(count) for count in counts])
    for width, height, ko, suicide, *counts in (
        line.split()
        for line in (Path(__file__).parent / "golden" / "sequences.txt").read_text().splitlines()
        if not line.startswith("#")
    )
]
_KO = {
    "basic": Repetition.BASIC_KO,
    "psk": Repetition.POSITIONAL,
    "ssk": Repetition.SITUATIONAL,
    "nz": Repetition.NEW_ZEALAND,
    "nssk": Repetition.NATURAL,
}
_SUICIDE = {"none": Suicide.FORBIDDEN, "several": Suicide.SEVERAL}


def mask(ko: str, suicide: str) -> int:
    """Return the flags that forbid a move."""
    ruleset = replace(
        RULESETS["japanese"],
        repetition=Axis(_KO[ko], "test"),
        suicide=Axis(_SUICIDE[suicide], "test"),
        end=Axis(End.TWO_PASSES, "test"),
    )
    return mask_of(ruleset)


def last_moves(width: int, height: int, lines: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Replay sequences of points by the kernel; return the flags of their last moves and which have ended."""
    count, length = lines.shape
    color = np.tile(np.array([BLACK, WHITE], dtype=np.uint8), length)[:length]
    kind = np.tile(color, count)
    points = lines.ravel()
    xy = np.zeros((count * length, 4), dtype=np.int8)
    xy[:, 0] = np.where(points == PASS, -1, points % width)
    xy[:, 1] = np.where(points == PASS, -1, points // width)
    sizes = [np.full(count, side, dtype=np.int16) for side in (width, height, 0)]
    start = np.arange(count + 1, dtype=np.int64) * length
    replays = replay_tape(Events(kind, xy, np.zeros(len(kind), dtype=np.int32), start), *sizes)
    return replays.moves.flags[length - 1 :: length], replays.fact("ended_at") > 0


def kernel_counts(width: int, height: int, depth: int, forbidden: int) -> list[int]:
    """Count legal sequences by the kernel, ply by ply, every candidate replayed from the start."""
    candidates = np.array([PASS, *range(width * height)], dtype=np.int16)
    lines = np.zeros((1, 0), dtype=np.int16)
    counts, going_on = [], np.ones(1, dtype=bool)
    for _ in range(depth):
        open_lines = lines[going_on]
        tried = np.hstack(
            [np.repeat(open_lines, len(candidates), axis=0), np.tile(candidates, len(open_lines))[:, None]]
        )
        flags, ended = last_moves(width, height, tried)
        legal = flags & forbidden == 0
        lines, going_on = tried[legal], ~ended[legal]
        counts.append(len(lines))
    return counts


def reference_counts(width: int, height: int, depth: int, forbidden: int) -> list[int]:
    """Count legal sequences by the reference replay."""
    lines: list[tuple[int, ...]] = [()]
    counts = []
    for _ in range(depth):
        longer, open_lines = 0, []
        for line, point in product(lines, [PASS, *range(width * height)]):
            events = [Play(BLACK + ply % 2, place) for ply, place in enumerate((*line, point))]
            game = reference(Game(width, height, list(events)))
            if not game.moves[-1].flags & forbidden:
                longer += 1
                if not game.ended_at:
                    open_lines.append((*line, point))
        lines = open_lines
        counts.append(longer)
    return counts


@pytest.mark.parametrize(("size", "expected"), LEGAL_POSITIONS.items(), ids=str)
def test_as_many_positions_have_only_chains_with_liberties_as_are_known(size: tuple[int, int], expected: int) -> None:
    """Enumerating all colourings of a small board, the board's liberties leave the published number of legal ones."""
    width, height = size
    legal = 0
    for stones in product((EMPTY, BLACK, WHITE), repeat=width * height):
        board = OracleBoard(Position(width, height, np.array(stones, dtype=np.uint8)))
        legal += all(any(not stones[near] for near in board.border(chain)) for chain in board.chains())
    assert legal == expected


@pytest.mark.parametrize(("size", "expected"), LEGAL_POSITIONS.items(), ids=str)
def test_the_second_referee_knows_the_same_legal_positions(size: tuple[int, int], expected: int) -> None:
    """The same number comes out of code that shares nothing with goanalyze."""
    assert referee.legal_positions(*size) == expected


@pytest.mark.parametrize(("size", "expected"), TROMP_TAYLOR_GAMES.items(), ids=str)
def test_tromp_taylor_games_of_tiny_boards(size: tuple[int, int], expected: int) -> None:
    """Games in which either colour may play and no position recurs: 1, 9, 907 (Tromp and Farnebäck 2016)."""

    def games(position: Position, seen: frozenset[Position]) -> int:
        total = 1
        for point, color in product(np.flatnonzero(position.stones == EMPTY).tolist(), (BLACK, WHITE)):
            board = OracleBoard(position)
            board.place(color, point)
            after = board.position()
            if after not in seen:
                total += games(after, seen | {after})
        return total

    empty = Position.empty(*size)
    assert games(empty, frozenset({empty})) == referee.tromp_taylor_games(*size) == expected


@pytest.mark.parametrize(("width", "height", "ko", "suicide", "expected"), GOLDEN)
def test_the_kernel_finds_the_golden_number_of_sequences(
    width: int, height: int, ko: str, suicide: str, expected: list[int]
) -> None:
    """The kernel's flags under the ruleset's mask leave the golden number of sequences of every length."""
    assert kernel_counts(width, height, len(expected), mask(ko, suicide)) == expected


@pytest.mark.parametrize(("width", "height", "ko", "suicide", "expected"), GOLDEN)
def test_the_second_referee_finds_the_golden_number_of_sequences(
    width: int, height: int, ko: str, suicide: str, expected: list[int]
) -> None:
    """The same numbers come out of code that shares nothing with goanalyze."""
    assert referee.sequence_counts(width, height, len(expected), ko, suicide) == expected


@pytest.mark.parametrize(("width", "height", "ko", "suicide", "expected"), [row for row in GOLDEN if row[1] == 1])
def test_the_reference_finds_the_golden_number_of_sequences(
    width: int, height: int, ko: str, suicide: str, expected: list[int]
) -> None:
    """The reference replay agrees on 4 × 1 to depth 6, where all rules but New Zealand's differ already."""
    assert reference_counts(width, height, 6, mask(ko, suicide)) == expected[:6]
