"""What `settle` proves without search and what a search proves of the same chains never contradict each other.

Source: issue 15, "never a wrong proof" and "more is proved without search ... none against the marks"; design of the
confirmation, sections 1.3 and 2. A stone is dead if it can be taken, and what takes it must not need to be elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from helpers.laws import part

from goanalyze.board.position import Position
from goanalyze.life.choices import Fate, How, KoPass, Proof, Walls
from goanalyze.life.confirm import confirm
from goanalyze.life.questions import Questions, Verdict
from goanalyze.life.regions import Region, Regions
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE


def settled_and_searched(position: Position, budget: int) -> Iterator[tuple[frozenset[int], Proof, Verdict]]:
    """Yield the chains that are settled, what is proven of them, and what a search makes of them."""
    safe = Regions(position, Walls.SAFE, 12)
    by_benson = Regions(position, Walls.BENSON, 12)
    if not all(safe.liberties(chain) for chain in safe.chains):
        return
    for chain in safe.chains:
        region = by_benson.around(chain)
        if safe.within[min(chain)] is not Proof.UNKNOWN and isinstance(region, Region):
            yield chain, safe.within[min(chain)], Questions(region, KoPass.ANY).verdict(chain, budget)


def assert_agreement(position: Position, budget: int = 2_000) -> None:
    """Let a search that trusts only walls that need no answer contradict what is settled."""
    for chain, proof, verdict in settled_and_searched(position, budget):
        if verdict.fate is not Fate.UNKNOWN:
            assert proof is (Proof.ALIVE if verdict.fate is Fate.ALIVE else Proof.DEAD), (position, sorted(chain))


@pytest.mark.parametrize(
    "rows",
    [
        # White lives by five points around three stones; who takes them is left with three, and with one eye.
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
    """Who has to fill his own eyes to take stones does not live by them."""
    assert_agreement(Position.from_rows(rows), 20_000)


def test_a_stone_that_dead_stones_nearby_can_take_is_not_called_uncapturable() -> None:
    """White's A2 joins B2 and threatens B1; Black's B1 is answered by C1. Black takes all back: A1 lives by that.

    Rule: Japanese rules of 1989, article 7; found by playing out all that White can.
    """
    (found,) = confirm(Position.from_rows([".X.X", "XXXX", ".O.X", "X..X"]), ["A1"]).chains
    assert (found.fate, found.how) == (Fate.ALIVE, How.CAPTURABLE_1)


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


@pytest.mark.law
def test_settled_chains_are_what_a_search_finds() -> None:
    """Groups drawn at random within living ones, and what is within them."""
    for seed in range(part(2_000)):
        assert_agreement(enclosed(seed))
