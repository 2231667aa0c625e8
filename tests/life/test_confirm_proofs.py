"""Proofs of `prove_statuses` without search and results of a search of the same chains never contradict each other.

No proof is wrong, and search proves further chains, none against the marks.
A stone is dead if it can be captured, and its capturers need not be elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from helpers.laws import part

from goanalyze import BLACK, WHITE, KoPass, Position, Walls
from goanalyze.life.article7.confirm import confirm
from goanalyze.life.article7.regions import Region, Regions
from goanalyze.life.article7.solving import ChainSolver, Verdict
from goanalyze.life.choices import Fate, How, Proof
from goanalyze.points import EMPTY


def settled_and_searched(
    position: Position, budget: int, *, whole: bool
) -> Iterator[tuple[frozenset[int], Proof, bool, Verdict]]:
    """Yield settled chains, their proven status, True if they can never be taken, and the search's result.

    The search is of the whole board, or of a region whose walls need no answer.
    """
    safe = Regions(position, Walls.SAFE, 12)
    by_benson = Regions(position, Walls.BENSON, 12)
    if not all(safe.liberties(chain) for chain in safe.chains):
        return
    board = Region(position, tuple(range(len(position.stones))), (frozenset(), frozenset()), Walls.BENSON)
    for chain in safe.chains:
        region, proof = board if whole else by_benson.around(chain), safe.within[min(chain)]
        if proof is not Proof.UNKNOWN and isinstance(region, Region):
            verdict = ChainSolver(region, KoPass.ANY).verdict(chain, budget)
            yield chain, proof, proof is Proof.ALIVE and safe.lives_without_dead(chain), verdict


def assert_agreement(position: Position, budget: int = 2_000, *, whole: bool = False) -> int:
    """Let a search test the proofs.

    Returns:
        How many chains live though they can be taken.
    """
    found = 0
    for chain, proof, stays, verdict in settled_and_searched(position, budget, whole=whole):
        if verdict.fate is not Fate.UNKNOWN:
            elsewhere = whole and verdict.how is How.CAPTURABLE_2  # its new stone may be anywhere on the board
            agreed = proof is (Proof.ALIVE if verdict.fate is Fate.ALIVE else Proof.DEAD)
            assert agreed or elsewhere, (position, sorted(chain))
            can_be_taken = verdict.how in {How.CAPTURABLE_1, How.CAPTURABLE_2}
            assert not (stays and can_be_taken), (position, sorted(chain))
            found += can_be_taken
    return found


@pytest.mark.parametrize(
    "rows",
    [
        # White lives by five points around three stones; taking them leaves White with three points and one eye.
        [".XXX.OX", "OOOOOOX", "XXXXXXX", "X.X.XXX"],
        [".XX.OX", "OOOOOX", "XXXXXX", "X.X.XX"],
        [".XX..OX", "OOOOOOX", "XXXXXXX", "X.X.XXX"],
        ["..X...OX", "OOOOOOOX", "XXXXXXXX", "X.X.XXXX"],
        # The same, bent; and three stones of which only one liberty is outside of it.
        [".XXOX.", ".XOOXX", "X.OXXX", "OOOX.X", "XXXXXX"],
        [".XX.OXX", "OXOOOX.", ".OOXXXX", "OOXX.XX", "XXXXXXX"],
    ],
)
def test_stones_that_only_a_dying_group_can_take_are_not_settled_dead(rows: list[str]) -> None:
    """A player who has to fill his own eyes to take stones does not live by them."""
    assert_agreement(Position.from_rows(rows), 20_000)


def test_a_stone_that_dead_stones_nearby_can_take_is_not_called_uncapturable() -> None:
    """White's A2 joins B2 and threatens B1; Black's B1 is answered by C1. Black takes all back: A1 lives by that.

    Rule: Japanese rules of 1989, article 7; found by playing out all that White can.
    """
    (found,) = confirm(Position.from_rows([".X.X", "XXXX", ".O.X", "X..X"]), ["A1"]).chains
    assert (found.fate, found.how) == (Fate.ALIVE, How.CAPTURABLE_1)


@pytest.mark.parametrize(
    ("rows", "stone"),
    [
        ([".O.O", ".OOX", "O.O."], "D3"),
        (["X.X", "OXX", "OX.", ".XX", "XX."], "A5"),
        (["X.XX.", "XXXX.", "XXX.X", ".XX.X", ".X.XX", "XO.X."], "A1"),
    ],
)
def test_an_estimate_calls_no_settled_stone_uncapturable_that_dead_stones_can_take(rows: list[str], stone: str) -> None:
    """A dead stone leaves it one liberty, an eye that joins it to its group once that stone is off the board.

    Rule: Japanese rules of 1989, article 7. Source: found by `assert_agreement`, the other walls' answer.
    """
    position = Position.from_rows(rows)
    for walls in Walls:
        (found,) = confirm(position, [stone], walls=walls).chains
        assert (found.fate, found.how) == (Fate.ALIVE, How.CAPTURABLE_1), walls


def enclosed(seed: int) -> Position:
    """Draw a small board of a white group, anything within it, and Black alive around."""
    rng = np.random.default_rng(seed)
    width, height = int(rng.integers(4, 7)), int(rng.integers(2, 5))
    inner = rng.choice(3, (height, width), p=[0.35, 0.3, 0.35]).astype(np.uint8)
    inner[-1, :], inner[:, -1] = WHITE, WHITE
    if rng.random() < 0.5:
        inner[-1, int(rng.integers(width))] = EMPTY
    outer = np.full((height + 3, width + 2), BLACK, dtype=np.uint8)
    outer[:height, :width] = inner
    outer[height + 1, 0] = outer[height + 1, 2] = EMPTY
    stones = outer if rng.random() < 0.5 else np.where(outer == EMPTY, EMPTY, BLACK + WHITE - outer)
    return Position(outer.shape[1], outer.shape[0], stones.ravel())


def crowded(seed: int) -> Position:
    """Draw a small board of much Black, little White and few empty points: dead stones near stones without eyes."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(3, 6, 2))
    return Position(width, height, rng.choice(3, width * height, p=[0.3, 0.6, 0.1]).astype(np.uint8))


@pytest.mark.law
def test_settled_chains_are_what_a_search_finds() -> None:
    """Random groups within living ones, and their contents."""
    for seed in range(part(2_000)):
        assert_agreement(enclosed(seed))


@pytest.mark.law
def test_no_stone_that_the_board_lets_the_opponent_take_is_called_uncapturable() -> None:
    """Whole boards are searched, for any enclosure; one in 250 has proven stones that can be taken."""
    boards = part(10_000)
    assert sum(assert_agreement(crowded(seed), 20_000, whole=True) for seed in range(boards)) * 250 > boards
