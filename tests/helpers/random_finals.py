"""Final positions drawn at random, with dead stones: scattered stones, areas of both sides, and long or tiny boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from helpers.boards import boards_of
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position
from goanalyze.core.labels import LabeledBoards
from goanalyze.points import EMPTY, opponent


class Final(NamedTuple):
    """A final position, stones named dead, and the side that fills the first dame."""

    position: Position
    dead: list[int]
    first: int


class Chunk(NamedTuple):
    """Final positions as the arguments of `count_positions`."""

    boards: LabeledBoards
    dead: np.ndarray
    to_move: np.ndarray


def draw_final(seed: int, largest: int = 9) -> Final:
    """Draw a board of scattered stones, or of areas with holes and strangers, and some dead stones."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, largest + 1, 2))
    width, height = (width, height) if rng.random() < 0.9 else (1, height) if rng.random() < 0.5 else (width, 1)
    if rng.random() < 0.5:
        weights = rng.random(3) ** 2 + 0.02
        weights[EMPTY] *= rng.random()
        stones = rng.choice(3, width * height, p=weights / weights.sum()).astype(np.uint8)
    else:
        stones = _draw_areas(rng, width, height)
    share = rng.choice([0, 0.03, 0.2, 1])
    dead = [point for point in np.flatnonzero(stones).tolist() if rng.random() < share]
    return Final(Position(width, height, stones), dead, int(rng.integers(1, 3)))


def _draw_areas(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    y, x = np.divmod(np.arange(width * height), width)
    centers = rng.random((4, 2)) * (width, height)
    nearest = ((x[:, None] - centers[:, 0]) ** 2 + (y[:, None] - centers[:, 1]) ** 2).argmin(axis=1)
    colors = np.array([BLACK, WHITE], dtype=np.uint8)[nearest % 2]
    strangers, holes = rng.choice([0.02, 0.1, 0.2]), rng.choice([0.1, 0.25, 0.5])
    colors = np.where(rng.random(len(colors)) < strangers, opponent(BLACK) + BLACK - colors, colors)
    return np.where(rng.random(len(colors)) < holes, EMPTY, colors).astype(np.uint8)


def dead_mask(one: Final) -> np.ndarray:
    """Return uint8[points], 1 under every stone of a dead chain."""
    board = OracleBoard(one.position)
    mask = np.zeros(one.position.stones.size, dtype=np.uint8)
    for point in one.dead:
        mask[list(board.connected(point))] = 1
    return mask


def chunk_of(finals: Sequence[Final]) -> Chunk:
    """Return positions as one chunk, their dead stones, and the sides that fill the first dame."""
    boards = boards_of([one.position for one in finals])
    dead = np.concatenate([dead_mask(one) for one in finals])
    return Chunk(boards, dead, np.array([one.first for one in finals], dtype=np.uint8))
