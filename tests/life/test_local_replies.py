"""Replies within regions: hand-made positions, and the proof held against a plain search."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from helpers.laws import part
from oracles.benson import safe_stones
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position
from goanalyze.life.choices import Proof
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.points import EMPTY

READ = 3  # moves of the attacker


def scattered(seed: int) -> Position:
    """Draw a small board on which every chain has a liberty."""
    rng = np.random.default_rng(seed)
    width, height = int(rng.integers(3, 6)), int(rng.integers(2, 5))
    empty, white = rng.uniform(0.15, 0.45), rng.uniform(0, 0.3)
    odds = [empty * (1 - white), (1 - empty) * (1 - white), white]
    board = OracleBoard(Position(width, height, rng.choice(3, width * height, p=odds).astype(np.uint8)))
    while bare := [chain for chain in board.chains() if not board.liberties(min(chain))]:
        board.remove(bare[0])
    return board.position()


def captured(position: Position, stones: frozenset[int], moves: int) -> bool:
    """Return True if White, moving first, takes a black stone within a number of moves against any replies.

    Plain search: every legal move, Black may pass, and no rule on ko holds White back.
    """

    def played(colors: tuple[int, ...], color: int, point: int) -> tuple[int, ...] | None:
        board = OracleBoard(Position(position.width, position.height, np.array(colors, dtype=np.uint8)))
        return None if board.place(color, point).self_captured else tuple(board.colors)

    @cache
    def takes(colors: tuple[int, ...], left: int) -> bool:
        for point in range(len(colors)):
            after = played(colors, WHITE, point) if colors[point] == EMPTY else None
            if after is None:
                continue
            if any(after[stone] != BLACK for stone in stones):
                return True
            answers = (played(after, BLACK, at) for at in range(len(after)) if after[at] == EMPTY)
            if left > 1 and takes(after, left - 1) and all(takes(a, left - 1) for a in answers if a is not None):
                return True
        return False

    return takes(tuple(position.stones.tolist()), moves)


@pytest.mark.law
def test_no_chain_that_is_safe_is_captured_if_its_owner_answers() -> None:
    """No proof is wrong: a search that knows nothing of regions, links and eyes captures nothing."""
    tried = 0
    for seed in range(part(1_200, usual=60)):
        position = scattered(seed)
        board = OracleBoard(position)
        (plain, _), (safe, _) = safe_stones(board, BLACK)
        if safe - plain:
            tried += 1
            assert not captured(position, safe, READ), position
    assert tried


def test_more_is_proved_than_by_links_alone() -> None:
    """Two eyes can be made in four points in a row, whichever side plays first."""
    position = Position.from_rows(["....XO", "XXXXXO", "OOOOOO"])
    assert not safe_stones(OracleBoard(position), BLACK, has_replies=False)[0][0]
    assert np.flatnonzero(prove_statuses(position.to_arrays())[0] == Proof.ALIVE.index).tolist() == [4, 6, 7, 8, 9, 10]


def test_larger_regions_are_asked_about_if_that_is_wanted() -> None:
    """Eight points in a row."""
    position = Position.from_rows(["........XO", "XXXXXXXXXO", "OOOOOOOOOO"])
    assert not prove_statuses(position.to_arrays())[0].any()
    assert (prove_statuses(position.to_arrays(), has_large_regions=True)[0] == Proof.ALIVE.index).any()


def test_three_points_in_a_row_are_one_eye() -> None:
    """White plays in the middle."""
    position = Position.from_rows(["...XO", "XXXXO", "OOOOO"])
    assert not prove_statuses(position.to_arrays(), has_large_regions=True)[0].any()


def test_stones_in_a_seki_are_not_dead() -> None:
    """Black lives by the two liberties in White's way, and cannot take White's stones without losing one of them."""
    position = Position.from_rows([".OOO.XO", "XXXXXXO", "OOOOOOO"])
    proofs = prove_statuses(position.to_arrays(), has_large_regions=True)[0]
    assert proofs[5] == Proof.ALIVE.index
    assert (proofs[:5] == Proof.UNKNOWN.index).all()
