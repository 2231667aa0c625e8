"""Every function that hands boards to a kernel refuses what the kernel would read or write beyond."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from goanalyze.core.labels import LabeledBoards
from goanalyze.life.estimate.chain_status import determine_chain_statuses
from goanalyze.life.estimate.estimate import estimate, play_out
from goanalyze.life.estimate.network import death_probability_from_board
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.score.chunk_counts import count_chunk, count_groups, first_points, tally
from goanalyze.score.count import count_chunk_as_players
from goanalyze.score.point_kinds import article_8_points, territories
from goanalyze.vocabulary.boards import Boards


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
    "count_chunk": lambda chunk: count_chunk(chunk, nothing(chunk), nothing(chunk), ONE * 0),
    "first_points": first_points,
    "count_groups": lambda chunk: count_groups(chunk, nothing(chunk)),
    "count_chunk_as_players": lambda chunk: count_chunk_as_players(chunk, nothing(chunk), ONE, in_territory=True),
    "article_8_points": lambda chunk: article_8_points(chunk, nothing(chunk)),
    "territories": lambda chunk: territories(chunk, nothing(chunk), ONE),
}

OF_GAMES: dict[str, Callable[[LabeledBoards, np.ndarray], object]] = {
    "count_chunk": lambda chunk, marked: count_chunk(chunk, nothing(chunk), nothing(chunk), marked),
    "territories": lambda chunk, first: territories(chunk, nothing(chunk), first),
    "death_probability_from_board": lambda chunk, turn: death_probability_from_board(
        chunk, turn, nothing(chunk), nothing(chunk)
    ),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_boards_beyond_the_limits_are_refused(call: Callable[[LabeledBoards], object]) -> None:
    """Sides of 60, no colour, fewer points than the sides say: a sentence, and no memory is touched."""
    for chunk, message in (
        (frame(60, 3600), "sides are 0 to 52"),
        (frame(2, 4, 3), "3 is no colour"),
        (frame(3, 4), "do not fit their sizes"),
    ):
        with pytest.raises(ValueError, match=message):
            call(chunk)


def test_what_stands_beside_the_boards_is_as_long() -> None:
    """A mask of another length would be read beyond its end."""
    chunk = frame(2, 4)
    with pytest.raises(ValueError, match="do not fit"):
        count_chunk(chunk, np.zeros(3, dtype=np.uint8), nothing(chunk), ONE * 0)


@pytest.mark.parametrize("call", OF_GAMES.values(), ids=OF_GAMES)
def test_what_each_game_has_is_as_many(call: Callable[[LabeledBoards, np.ndarray], object]) -> None:
    """Found by review: with fewer turns or marks than boards, what lies behind them was read."""
    chunk = frame(2, 4)
    with pytest.raises(ValueError, match="do not fit"):
        call(chunk, ONE[:0])


def test_values_beyond_their_number_are_not_counted() -> None:
    """They would be written beyond the end."""
    values = np.array([0, 1, 1, 2], dtype=np.uint8)
    assert tally(np.array([0, 1, 1, 4]), values, 3).tolist() == [[1, 0, 0], [0, 0, 0], [0, 2, 1]]
    for start, number in (([0, 4], 2), ([0, 3], 3)):
        with pytest.raises(ValueError, match="are counted"):
            tally(np.array(start), values, number)
