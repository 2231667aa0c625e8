"""Every function that passes boards to a kernel refuses sizes beyond which the kernel would read or write."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.life.estimate.estimate import estimate, play_out
from goanalyze.life.estimate.network import NetworkInputs, judge_chunk, small_network
from goanalyze.life.estimate.playouts import determine_chain_statuses
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.score.count import count_one_way, count_positions
from goanalyze.score.territory import find_point_kinds


def frame(side: int, points: int, color: int = 0) -> LabeledBoards:
    """Return a chunk of one square board, each of its points a component."""
    sides = np.array([side], dtype=np.int16)
    boards = Boards(np.full(points, color, dtype=np.uint8), np.array([0, points]), sides, sides)
    labels = np.zeros((3, points), dtype=np.int16)
    return LabeledBoards(*boards, *labels, np.zeros(points, dtype=np.uint8))


def nothing(chunk: LabeledBoards) -> np.ndarray:
    """Return a zero for each point."""
    return np.zeros(len(chunk.stones), dtype=np.uint8)


ONE = np.ones(1, dtype=np.uint8)
CALLS: dict[str, Callable[[LabeledBoards], object]] = {
    "prove_statuses": prove_statuses,
    "estimate": estimate,
    "play_out": play_out,
    "determine_chain_statuses": lambda chunk: determine_chain_statuses(chunk, nothing(chunk).astype(np.float32), 0.5),
    "count_positions": lambda chunk: count_positions(chunk, nothing(chunk)),
    "count_one_way": lambda chunk: count_one_way(chunk, nothing(chunk), ONE, in_territory=True),
    "find_point_kinds": lambda chunk: find_point_kinds(chunk, nothing(chunk), ONE),
}

OF_GAMES: dict[str, Callable[[LabeledBoards, np.ndarray], object]] = {
    "count_positions, marked": lambda chunk, marked: count_positions(chunk, nothing(chunk), as_marked=marked),
    "count_positions, to_move": lambda chunk, turn: count_positions(chunk, nothing(chunk), turn),
    "count_one_way": lambda chunk, turn: count_one_way(chunk, nothing(chunk), turn, in_territory=False),
    "find_point_kinds": lambda chunk, first: find_point_kinds(chunk, nothing(chunk), first),
    "judge_chunk": lambda chunk, turn: judge_chunk(
        chunk,
        NetworkInputs(turn, *np.zeros((2, len(chunk.stones)), dtype=np.float32), nothing(chunk), nothing(chunk)),
        small_network(),
    ),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_boards_beyond_the_limits_are_refused(call: Callable[[LabeledBoards], object]) -> None:
    """Sides of 60, no colour, fewer points than the sides say: a sentence, and no memory is touched."""
    for chunk, message in (
        (frame(60, 3600), "Expected 0 to 52"),
        (frame(2, 4, 3), "3 is not a valid colour"),
        (frame(3, 4), "do not fit their sizes"),
    ):
        with pytest.raises(ValueError, match=message):
            call(chunk)


def test_what_stands_beside_the_boards_is_as_long() -> None:
    """A mask of another length would be read beyond its end."""
    chunk = frame(2, 4)
    with pytest.raises(ValueError, match="do not fit"):
        count_positions(chunk, np.zeros(3, dtype=np.uint8))
    with pytest.raises(ValueError, match="do not fit"):
        count_positions(chunk, nothing(chunk), owner=np.zeros(3, dtype=np.uint8))


@pytest.mark.parametrize("call", OF_GAMES.values(), ids=OF_GAMES)
def test_what_each_game_has_is_as_many(call: Callable[[LabeledBoards, np.ndarray], object]) -> None:
    """Fewer turns or marks than boards are refused."""
    chunk = frame(2, 4)
    with pytest.raises(ValueError, match="do not fit"):
        call(chunk, ONE[:0])
