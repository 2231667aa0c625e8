"""The network that judges dead stones: its weights, its laws, and the kernel against a plain forward pass."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from importlib.resources import files

import numpy as np
import pytest
from helpers.boards import boards_of, random_position
from oracles.network import components, log_odds

from goanalyze import BLACK, WHITE, Position
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.life.estimate import network as module
from goanalyze.life.estimate.estimate import estimate, play_out
from goanalyze.life.estimate.network import (
    PLANES,
    STILL_PLANES,
    NetworkInputs,
    judge_chunk,
    load,
    network_planes,
    playout_network,
    small_network,
)
from goanalyze.life.proof.safety import prove_statuses
from goanalyze.points import EMPTY

PLAIN = {"network": load("network.npz", PLANES), "still": load("still.npz", STILL_PLANES)}
SIZES = [(9, 9), (5, 8), (13, 3), (1, 6), (19, 19), (1, 1), (2, 1), (52, 52), (52, 1), (3, 52)]


class Seen:
    """A position with everything the network looks at."""

    def __init__(self, position: Position, turn: int = BLACK) -> None:
        self.position = position
        self.size = len(position.stones)
        self.frame = (
            np.array([0, self.size]),
            np.array([position.width], dtype=np.int16),
            np.array([position.height], dtype=np.int16),
        )
        self.turn = np.array([turn], dtype=np.uint8)
        played = play_out(position.to_arrays(), self.turn)
        self.ownership, self.stays = played.ownership, played.stays
        self.proofs, self.sides, *_ = prove_statuses(position.to_arrays())

    def arguments(self) -> tuple[np.ndarray, ...]:
        """Return the arrays that the kernel reads."""
        return (self.position.stones, *self.frame, self.turn, self.ownership, self.stays, self.proofs, self.sides)

    def seen(self) -> tuple[Boards, NetworkInputs]:
        """Return the kernel's first arguments."""
        return split(self.arguments())

    def swapped(self) -> Seen:
        """Return the same with the colours exchanged."""
        other = object.__new__(Seen)
        exchange = np.array([0, 2, 1], dtype=np.uint8)
        other.position = Position(self.position.width, self.position.height, exchange[self.position.stones])
        other.size, other.frame, other.turn = self.size, self.frame, exchange[self.turn]
        other.ownership, other.stays = 1 - self.ownership, self.stays
        other.proofs, other.sides = self.proofs, exchange[self.sides]
        return other


def split(arrays: Sequence[np.ndarray]) -> tuple[Boards, NetworkInputs]:
    """Return arrays as the kernel's first arguments."""
    return LabeledBoards.of(Boards(*arrays[:4])), NetworkInputs(*arrays[4:])


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_is_the_plain_network(size: tuple[int, int], seed: int) -> None:
    """A forward pass written with numpy, in doubles, gives the same probabilities."""
    seen = Seen(random_position(seed, *size), random.Random(seed).choice((BLACK, WHITE)))
    width, height = size
    planes = network_planes(*seen.seen()).reshape(PLANES, height, width).astype(np.float64)
    numbers = components(seen.position)
    for net, ready in zip(PLAIN.values(), (playout_network(), small_network()), strict=True):
        odds = log_odds(net, planes[: net.enter.shape[1]], numbers)[numbers.ravel()]
        expected = np.where(seen.position.stones == EMPTY, 0, 1 / (1 + np.exp(-odds)))
        np.testing.assert_allclose(judge_chunk(*seen.seen(), ready), expected, atol=1e-5)


def test_boards_that_are_looked_at_together_do_not_touch() -> None:
    """Boards of one width in one batch: each gets the result that it gets alone, to the last bit."""
    sizes = [(19, 19)] * 5 + [(19, 2), (19, 7), (9, 9), (9, 1), (8, 8), (7, 3), (3, 19), (3, 5), (3, 2), (4, 4)]
    sizes += [(52, 2), (52, 1), (1, 1), (1, 6)]  # the widest and the narrowest
    seen = [Seen(random_position(seed, *size)) for seed, size in enumerate(sizes)]
    parts = [each.arguments() for each in seen]
    stones, _, width, height, turn, *rest = (np.concatenate(each) for each in zip(*parts, strict=True))
    start = np.concatenate(([0], np.cumsum([each.size for each in seen])))
    width[6] = 0  # passed over, and the next one still beneath the one before
    found = judge_chunk(*split([stones, start, width, height, turn, *rest]), playout_network())
    alone = [np.zeros(each.size) if at == 6 else dying_of(each) for at, each in enumerate(seen)]
    assert found.tolist() == np.concatenate(alone).tolist()


def test_nothing_is_seen_of_a_game_that_is_passed_over() -> None:
    """Its points stay 0, and the game behind it is seen as it is alone."""
    seen = [Seen(random_position(seed, *size)) for seed, size in enumerate([(5, 4), (3, 5), (5, 4)])]
    parts = [each.arguments() for each in seen]
    stones, _, width, height, turn, *rest = (np.concatenate(each) for each in zip(*parts, strict=True))
    start = np.concatenate(([0], np.cumsum([each.size for each in seen])))
    width[1] = 0
    planes = network_planes(*split([stones, start, width, height, turn, *rest]))
    alone = [network_planes(*each.seen()) for each in seen]
    alone[1][:] = 0
    np.testing.assert_array_equal(planes, np.concatenate(alone, axis=1))


def test_what_the_network_sees() -> None:
    """Planes of a small position, Black to move, without earlier moves."""
    position = Position.from_rows(["XO.", ".O.", "X.."])
    frame = (np.array([0, 9]), np.array([3], dtype=np.int16), np.array([3], dtype=np.int16))
    owner = np.array([0.25, 0, 0.5, 0.5, 0, 0.5, 0.75, 0.5, 0.5], dtype=np.float32)
    stays = np.array([0.5, 1, 0, 0, 1, 0, 0.25, 0, 0], dtype=np.float32)
    none = np.zeros(9, dtype=np.uint8)
    turn = np.array([BLACK], dtype=np.uint8)
    seen = network_planes(*split([position.stones, *frame, turn, owner, stays, none, none]))
    assert seen[0].tolist() == [1] * 9
    assert np.flatnonzero(seen[1]).tolist() == [0, 6]  # of the side to move
    assert np.flatnonzero(seen[2]).tolist() == [1, 4]
    liberties = [np.flatnonzero(seen[plane]).tolist() for plane in (3, 4, 5)]
    assert liberties == [[0], [6], [1, 4]]
    assert not seen[6:9].any()
    assert (8 * seen[9]).tolist() == [0, 1, 2, 0, 1, 2, 0, 2, 2]  # 2 to the power of this are the points of each
    assert seen[10].tolist() == [-0.5, -1, 0, 0, -1, 0, 0.5, 0, 0]
    assert seen[11].tolist() == [0.75, 0, 1, 1, 0, 1, 0.75, 1, 1]
    assert seen[12].tolist() == stays.tolist()
    assert seen[15].tolist() == [-0.5, 1, 0, 0, 1, 0, 0.5, 0, 0]  # how its own side held the chain


def dying_of(seen: Seen) -> list[float]:
    """Ask the networks."""
    return judge_chunk(*seen.seen(), playout_network()).tolist()


@pytest.mark.parametrize("seed", range(10))
def test_exchanging_colours_changes_nothing(seed: int) -> None:
    """The network sees own stones and the other's, never Black and White: answers are equal to the last bit."""
    seen = Seen(random_position(seed, 9, 7))
    other = seen.swapped()
    seen.ownership = np.float32(1) - other.ownership  # without the last bit that rounding took
    assert dying_of(seen) == dying_of(other)


def test_the_same_position_gets_the_same_answer() -> None:
    """Neither the run nor the other games of the chunk matter."""
    one, other = random_position(1, 9, 9), random_position(2, 13, 7)
    together = estimate(boards_of([one, other, one]))
    alone = estimate(one.to_arrays())
    for name in ("shares", "dead", "ownership"):
        found = getattr(together, name)
        assert found[:81].tolist() == found[172:].tolist() == getattr(alone, name).tolist()
    assert together.confidence[0] == together.confidence[2] == alone.confidence[0]


def strips() -> Position:
    """Return a board of 19×19 in strips, with one white stone among Black's."""
    rows = np.zeros((19, 19), dtype=np.uint8)
    rows[:, [3, 9, 14]], rows[:, [4, 8, 15]], rows[5, 11] = BLACK, WHITE, WHITE
    return Position(19, 19, rows.ravel())


def test_where_the_small_network_decides_points_are_owned_by_who_surrounds_them() -> None:
    """With the dead stones off each area of the strips belongs to the colour that borders it."""
    found = estimate(strips().to_arrays())
    owners = found.owners(strips().stones).reshape(19, 19)
    assert (owners[:, [0, 1, 2, 10, 11, 12, 13]].round(2) == [1, 1, 1, 1, 1, 1, 1]).all()
    assert (owners[:, [5, 6, 7, 16, 17, 18]].round(2) == -1).all()
    assert np.flatnonzero(found.stays == 1).tolist() == np.flatnonzero(found.dead == 0).tolist()


def test_other_games_of_a_chunk_do_not_matter_to_either_stage() -> None:
    """Estimates are the same in every chunk, whichever stage decides."""
    clear, open_ = strips(), random_position(1, 19, 19)
    together = estimate(boards_of([clear, open_, clear]))
    for at, position in enumerate((clear, open_, clear)):
        alone, one = estimate(position.to_arrays()), together.one(at, np.arange(4) * 361)
        for name in ("ownership", "shares", "dead", "confidence"):
            assert getattr(one, name).tolist() == getattr(alone, name).tolist()


@pytest.mark.parametrize(
    "width", [1, 2, 3, 5, 19, *(pytest.param(width, marks=pytest.mark.slow) for width in (21, 38)), 52]
)
def test_every_size_is_judged(width: int) -> None:
    """Each height from 1 to 52: shares and confidences are numbers between 0 and 1."""
    found = estimate(boards_of([random_position(height, width, height) for height in range(1, 53)]))
    for values in (found.shares, found.confidence, found.ownership):
        assert ((values >= 0) & (values <= 1)).all()


def test_what_is_proven_stands() -> None:
    """Stones proven alive are never judged dead, nor the other way round, unless areas contradict."""
    for seed in range(30):
        seen = Seen(random_position(seed, 9, 9, fill=0.6))
        found = estimate(seen.position.to_arrays(), seen.turn)
        assert (found.shares[seen.proofs == 1] == 1).all()
        assert (found.shares[seen.proofs == 2] == 0).all()


def test_a_settled_board_needs_no_playouts() -> None:
    """It is certain, and owned by who owns it."""
    position = Position.from_rows([".X.XO.O.", "XXXXOOOO", ".X.XO.O.", "XXXXOOOO", ".X.XO.O."])
    found = estimate(position.to_arrays())
    assert not found.dead.any()
    assert found.confidence[0] > 0.99
    assert set(found.ownership.reshape(5, 8)[:, :4].ravel().tolist()) == {1.0}


def test_weights_come_with_their_provenance() -> None:
    """Script, data, date, settings and figures; the number of parameters is that of the file."""
    for name, net in PLAIN.items():
        said = json.loads((files("goanalyze.life.estimate") / "data" / f"{name}.json").read_text("utf-8"))
        assert {"script", "date", "data", "labels", "members"} <= said.keys()
        (member,) = said["members"]
        assert {"settings", "seconds", "validation"} <= member.keys()
        assert member["parameters"] == sum(weights.size for weights in net)
        assert len(net.enter) == member["settings"]["channels"]
        assert all(np.isfinite(weights).all() for weights in net)


def test_the_network_is_small_and_loads_at_once() -> None:
    """150 KB, 50 ms."""
    path = module.files("goanalyze.life.estimate") / "data" / "network.npz"
    assert len(path.read_bytes()) < 150_000
    playout_network.cache_clear()
    began = time.perf_counter()
    playout_network()
    assert time.perf_counter() - began < 0.05
