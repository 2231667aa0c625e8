"""The cascade of estimates: the kernels equal the stages one after the other, and the stages decide."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.boards import boards_of, random_position
from helpers.laws import over
from oracles.cascade import cascade, lead

from goanalyze import BLACK, WHITE, Position
from goanalyze.core.labels import LabeledBoards
from goanalyze.life.estimate.calibration import ENOUGH_LOG_ODDS, FEW_PLAYOUTS
from goanalyze.life.estimate.estimate import EstimateInputs, EstimateOptions, Judgments, estimate, run_cascade
from goanalyze.life.proof.safety import prove_statuses

SIZES = [(1, 1), (1, 7), (5, 4), (9, 9), (13, 3), (19, 18), (52, 2), (2, 52), (52, 52)]


def strips(*, stones: int = 1) -> Position:
    """Return a board of 19×19 in strips, with some white stones among Black's."""
    rows = np.zeros((19, 19), dtype=np.uint8)
    rows[:, [3, 9, 14]], rows[:, [4, 8, 15]], rows[5 : 5 + stones, 11] = BLACK, WHITE, WHITE
    return Position(19, 19, rows.ravel())


def assert_is_the_oracle(boards: LabeledBoards, seed: int) -> Judgments:
    """Compare the judgments of a chunk with those of the stages one after the other."""
    proofs, owners, is_proven, _ = prove_statuses(boards)
    to_move = np.random.default_rng(seed).choice([BLACK, WHITE], len(boards.width)).astype(np.uint8)
    inputs = EstimateInputs(to_move, proofs, owners)
    open_boards = boards.only(~is_proven)
    judgments, expected = run_cascade(open_boards, inputs, EstimateOptions(seed)), cascade(open_boards, inputs, seed)
    for name, values in judgments._asdict().items():
        assert values.tolist() == getattr(expected, name).tolist(), name
    return judgments


@pytest.mark.parametrize("seed", range(3))
def test_the_cascade_is_its_stages(seed: int) -> None:
    """Boards of any size, empty and full ones, and a game without a board."""
    fills = (0.0, 0.4, 0.7, 1.0)
    boards = boards_of([random_position(seed, *size, fills[(seed + number) % 4]) for number, size in enumerate(SIZES)])
    boards.width[3] = 0
    assert_is_the_oracle(boards, seed)


@pytest.mark.law
@over("seed", range(12))
def test_full_size_boards_go_through_the_stages_that_they_need(seed: int) -> None:
    """Random boards of 19×19, and strips that the small network decides."""
    boards = boards_of([random_position(seed, 19, 19, 0.3 + 0.05 * seed), strips(stones=1 + seed)])
    assert assert_is_the_oracle(boards, seed).is_open[0]


def test_the_small_network_decides_a_clear_board() -> None:
    """Few playouts agree with it, so that ownership is that of the areas."""
    judgments = assert_is_the_oracle(boards_of([strips()]), 1)
    assert not judgments.is_open[0]
    assert set(judgments.ownership.tolist()) <= {0, 0.5, 1}
    full = estimate(strips().to_arrays(), stages=False)
    assert np.flatnonzero(judgments.dead).tolist() == np.flatnonzero(full.dead).tolist() == [106]

    def is_share_of(rounds: int, ownership: np.ndarray) -> bool:
        halves = 2 * rounds * ownership
        return np.allclose(halves, np.round(halves), atol=1e-4)

    assert not any(is_share_of(rounds, full.ownership) for rounds in range(1, FEW_PLAYOUTS + 1))


@pytest.mark.parametrize(
    ("probability", "playouts"), [(0.3, 5), (0.5, 4), (0.7, 3), (0.85, 2), (0.92, 2), (0.93, 1), (1.0, 1)]
)
def test_the_surer_the_small_network_the_fewer_playouts_are_enough(probability: float, playouts: int) -> None:
    """Odds of the network times e for each playout come to e^ENOUGH_LOG_ODDS."""
    assert lead(probability) == playouts
    odds = np.log(probability / (1.000001 - probability))
    assert odds + playouts >= ENOUGH_LOG_ODDS
    assert playouts == 1 or odds + playouts - 1 < ENOUGH_LOG_ODDS


@pytest.mark.parametrize("size", [(9, 9), (13, 13), (19, 18)], ids=str)
def test_other_sizes_are_not_judged_by_the_small_network(size: tuple[int, int]) -> None:
    """It was measured on boards of 19×19 only."""
    chunk = random_position(3, *size, fill=0.6).to_arrays()
    assert estimate(chunk).ownership.tolist() == estimate(chunk, stages=False).ownership.tolist()
