"""Which chains are dead by who owned their points: the set of dead stones is one that players could take off."""

from __future__ import annotations

import numpy as np
import pytest

from goanalyze.board.position import Position
from goanalyze.board.stones import Stones
from goanalyze.life.status_kernel import chain_statuses
from goanalyze.vocabulary.points import EMPTY, opponent


@pytest.mark.parametrize("seed", range(200))
def test_estimated_dead_stones_lie_where_the_opponent_alone_lives(seed: int) -> None:
    """Dead stones are in the opponent's territory (Japanese rules 1989, art. 10.1): a guess calls no others dead."""
    draw = np.random.default_rng(seed)
    size = int(draw.integers(2, 10))
    stones = draw.choice(3, size * size, p=[0.3, 0.35, 0.35]).astype(np.uint8)
    ownership = draw.random(size * size).astype(np.float32)
    _, dead, _, _ = chain_statuses(Position(size, size, stones).chunk(), ownership, 0.5)
    board = Stones(Position(size, size, np.where(dead == 1, EMPTY, stones).astype(np.uint8)))
    for region in board.regions():
        borders = {board.colors[near] for near in board.border(region)}
        taken = {int(stones[point]) for point in region if dead[point]}
        assert not taken & borders
        assert not taken or borders, "somebody must live to take them"
        assert taken <= {opponent(color) for color in borders}
