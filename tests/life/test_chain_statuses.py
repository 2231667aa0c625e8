"""Dead chains from ownership: the set of dead stones is one that players could remove."""

from __future__ import annotations

import numpy as np
from helpers.laws import over
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position
from goanalyze.life.estimate.calibration import CERTAIN_FROM
from goanalyze.life.estimate.playouts import determine_chain_statuses
from goanalyze.points import EMPTY, opponent


@over("seed", range(200))
def test_estimated_dead_stones_lie_where_the_opponent_alone_lives(seed: int) -> None:
    """Dead stones are in the opponent's territory (Japanese rules 1989, art. 10.1): a guess calls no others dead."""
    draw = np.random.default_rng(seed)
    size = int(draw.integers(2, 10))
    stones = draw.choice(3, size * size, p=[0.3, 0.35, 0.35]).astype(np.uint8)
    ownership = draw.random(size * size).astype(np.float32)
    dead = determine_chain_statuses(Position(size, size, stones).to_arrays(), ownership, 0.5).dead
    board = OracleBoard(Position(size, size, np.where(dead == 1, EMPTY, stones).astype(np.uint8)))
    for region in board.regions():
        borders = {board.colors[near] for near in board.border(region)}
        taken = {int(stones[point]) for point in region if dead[point]}
        assert not taken & borders
        assert not taken or borders, "somebody must live to take them"
        assert taken <= {opponent(color) for color in borders}


def held_plainly(position: Position, dead: np.ndarray, shares: np.ndarray) -> list[int]:
    """Return the certain owner of each point, as `ChainStatuses` states it."""
    sure = np.where(dead == 1, 1 - shares, shares) >= CERTAIN_FROM
    held = [int(color) if sure[point] and not dead[point] else EMPTY for point, color in enumerate(position.stones)]
    board = OracleBoard(position)
    board.remove(frozenset(np.flatnonzero(dead).tolist()))
    for region in board.regions():
        around = board.border(region)
        colors = {board.colors[near] for near in around}
        known = all(sure[point] for point in around) and all(sure[point] for point in region if dead[point])
        for point in region:
            held[point] = colors.copy().pop() if known and len(colors) == 1 else EMPTY
    return held


@over("seed", range(100))
def test_certain_stones_hold_what_they_alone_border(seed: int) -> None:
    """Uncertainty belongs to chains, not boards; the others and their territory are certain."""
    draw = np.random.default_rng(seed)
    size = int(draw.integers(2, 10))
    position = Position(size, size, draw.choice(3, size * size, p=[0.3, 0.35, 0.35]).astype(np.uint8))
    black = np.where(position.stones == BLACK, 1.0, 0.0)
    for chain in OracleBoard(position).chains():  # some are doubtful, some dead
        black[list(chain)] = draw.choice([0, 1, 0.5, 0.9]) if draw.random() < 0.3 else black[min(chain)]
    found = determine_chain_statuses(position.to_arrays(), black.astype(np.float32), 0.5)
    assert found.certain_owner.tolist() == held_plainly(position, found.dead, found.shares)
    assert set(found.certain_owner.tolist()) <= {EMPTY, BLACK, WHITE}
