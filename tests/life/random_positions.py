"""Positions at random."""

from __future__ import annotations

import random

import numpy as np

from goanalyze.core.position import Position
from goanalyze.points import BLACK, EMPTY, WHITE


def random_position(seed: int, width: int, height: int, fill: float = 0.7) -> Position:
    """Draw a position; chains may be without liberties."""
    rng = random.Random(seed)
    stones = [rng.choice((BLACK, WHITE)) if rng.random() < fill else EMPTY for _ in range(width * height)]
    return Position(width, height, np.array(stones, dtype=np.uint8))
