"""Labels of positions, compared with the chains and regions that the readable board finds."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.boards import random_position

from goanalyze import Position
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.labels import Boards, LabeledBoards

SIZES = [(1, 1), (1, 7), (7, 1), (2, 2), (5, 3), (9, 9), (13, 19), (19, 19), (52, 52)]


def labels_of(position: Position) -> dict[int, tuple[frozenset[int], int, int]]:
    """Return the points, liberties and bordering colors of each chain and region, by its first point."""
    board = ChainBoard.of(position)
    result = {}
    for component in (*board.chains(), *board.regions()):
        first = min(component)
        is_chain = board.colors[first] > 0
        liberties = len(board.liberties(first)) if is_chain else 0
        border = 0
        for point in board.border(component):
            border |= board.colors[point]
        result[first] = component, liberties, border
    return result


def read(boards: LabeledBoards, game: int) -> dict[int, tuple[frozenset[int], int, int]]:
    """Return the same from labels."""
    begin, end = int(boards.start[game]), int(boards.start[game + 1])
    first = boards.first[begin:end]
    result = {}
    for point in np.unique(first).tolist():
        members = frozenset(np.flatnonzero(first == point).tolist())
        assert int(boards.size[begin + point]) == len(members)
        result[point] = members, int(boards.liberties[begin + point]), int(boards.border[begin + point])
    others = first != np.arange(end - begin)
    assert not any(values[begin:end][others].any() for values in (boards.size, boards.liberties, boards.border))
    return result


def chunk_of(positions: list[Position]) -> Boards:
    """Return positions as a chunk, with a game without a board between each two."""
    width, height, stones = [], [], []
    for position in positions:
        width += [position.width, 0]
        height += [position.height, 0]
        stones.append(position.stones)
    lengths = np.array(width) * np.array(height)
    start = np.concatenate(([0], np.cumsum(lengths)))
    return Boards(np.concatenate(stones), start, np.array(width, np.int16), np.array(height, np.int16))


@pytest.mark.parametrize("fill", [0.0, 0.3, 0.6, 0.95, 1.0])
def test_labels_are_the_chains_and_regions(fill: float) -> None:
    """Every point has the first point of its chain or region, which has its size, liberties and border."""
    positions = [random_position(seed, *size, fill) for seed, size in enumerate(SIZES * 8)]
    boards = LabeledBoards.of(chunk_of(positions))
    for number, position in enumerate(positions):
        assert read(boards, 2 * number) == labels_of(position)


def test_games_that_are_taken_keep_their_labels() -> None:
    """Labels count from the first point of their own position."""
    positions = [random_position(seed, *size) for seed, size in enumerate(SIZES)]
    boards = LabeledBoards.of(chunk_of(positions))
    games = np.array([2 * len(positions) - 2, 4, 0])
    taken, points = boards.take(games)
    assert (boards.stones[points] == taken.stones).all()
    for number, game in enumerate(games.tolist()):
        assert read(taken, number) == read(boards, game)
        assert (taken.stones[taken.chain] == taken.stones).all()
