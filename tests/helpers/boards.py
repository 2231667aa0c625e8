"""Positions as the kernels take them: several boards as one chunk of arrays, and positions drawn at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from goanalyze import BLACK, WHITE, Position
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.points import EMPTY


def boards_of(positions: Sequence[Position]) -> LabeledBoards:
    """Return positions as one chunk."""
    stones = [position.stones for position in positions]
    start = np.cumsum([0, *map(len, stones)], dtype=np.int64)
    width = np.array([position.width for position in positions], dtype=np.int16)
    height = np.array([position.height for position in positions], dtype=np.int16)
    return LabeledBoards.of(Boards(np.concatenate(stones), start, width, height))


def spans_of(boards: Boards) -> list[slice]:
    """Return the points of each position of a chunk."""
    return [slice(*span) for span in zip(boards.start[:-1].tolist(), boards.start[1:].tolist(), strict=True)]


def random_position(seed: int, width: int, height: int, fill: float = 0.7) -> Position:
    """Draw a position; chains may be without liberties."""
    rng = random.Random(seed)
    stones = [rng.choice((BLACK, WHITE)) if rng.random() < fill else EMPTY for _ in range(width * height)]
    return Position(width, height, np.array(stones, dtype=np.uint8))
