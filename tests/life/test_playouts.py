"""Estimated life and death: laws, positions with a clear answer, and how many playouts are enough."""

from __future__ import annotations

import random

import numpy as np
import pytest
from helpers.boards import boards_of, random_position
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position, from_gtp
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.life.estimate.estimate import Estimates, estimate
from goanalyze.life.estimate.playouts import play_chunk
from goanalyze.points import EMPTY, opponent

INVADER = [".X.XO...O", "XX.XO.X.O", ".XXXOOOOO", "XX.XO.O.O", ".X.XOOOOO"]
"""White has two eyes below; G4 has no room."""

ONE_EYE = ["X.X.X.X.X", "XXXXXXXXX", "XOOOOOOOX", "XO.OOOOOX", "XXXXXXXXX"]

SEKI = ["X.X.XOOO.XXXO.O.O", "XXXXXOOO.XXXOOOOO"]
"""Six stones of each side share two liberties; who takes one is captured."""

SNAPBACK = ["X.X.X", "XXXXX", "XOOOX", "XOX.X"]
"""White can take the stone at C1, and is then taken."""

ROOMS = [".X.XO.O.", "XXXXOOOO", ".X.XO.O.", "XXXXOOOO", ".X.XO.O.", "XXXXOOOO"]

CLEAR = [[".X.O.", ".X.O.", ".X.O.", ".XXO.", ".X.OX"], ROOMS, INVADER, ONE_EYE, SNAPBACK]


def chunk(*positions: Position, seed: int = 1, turns: list[int] | None = None) -> Estimates:
    """Estimate several positions at once."""
    return estimate(boards_of(positions), np.array(turns or [BLACK] * len(positions), dtype=np.uint8), seed=seed)


def swapped(position: Position) -> Position:
    """Return a position with the colours exchanged."""
    return Position(position.width, position.height, np.array([0, 2, 1], dtype=np.uint8)[position.stones])


def turned(position: Position) -> Position:
    """Return a position mirrored at its diagonal."""
    stones = position.stones.reshape(position.height, position.width)
    return Position(position.height, position.width, np.ascontiguousarray(stones.T))


def dead(rows: list[str], seed: int = 1) -> set[int]:
    """Estimate the dead points of a diagram, for either side to move."""
    position = Position.from_rows(rows)
    found = [chunk(position, seed=seed, turns=[color]).dead for color in (BLACK, WHITE)]
    sets = {frozenset(np.flatnonzero(each).tolist()) for each in found}
    assert len(sets) == 1
    return set(sets.pop())


def points(names: str, rows: list[str]) -> set[int]:
    """Read GTP points of a diagram."""
    return {from_gtp(name, len(rows[0]), len(rows)) for name in names.split()}


def test_the_same_seed_gives_the_same_answer() -> None:
    """Nothing but position, turn and seed matters: not the run, not the other games of the chunk."""
    one, other = random_position(1, 9, 9), random_position(2, 13, 7)
    alone, together = chunk(one), chunk(other, one, other)
    again = chunk(one)
    assert alone.ownership.tolist() == again.ownership.tolist() == together.ownership[91:172].tolist()
    assert together.ownership[:91].tolist() == together.ownership[172:].tolist()


def test_another_seed_gives_another_sample() -> None:
    """Seeds are used."""
    position = random_position(3, 9, 9, fill=0.3)
    assert chunk(position).ownership.tolist() != chunk(position, seed=2).ownership.tolist()


@pytest.mark.parametrize("rows", CLEAR, ids=["corner", "rooms", "invader", "one eye", "snapback"])
@pytest.mark.parametrize("seed", range(4))
def test_clear_boards_do_not_hang_on_colour_turn_mirror_or_seed(rows: list[str], seed: int) -> None:
    """Exchanging the colours or mirroring the board leaves the dead set as it is."""
    position = Position.from_rows(rows)
    ours = set(np.flatnonzero(chunk(position, seed=seed).dead).tolist())
    assert dead(rows) == ours
    assert set(np.flatnonzero(chunk(swapped(position), seed=seed).dead).tolist()) == ours
    mirrored = chunk(turned(position), seed=seed).dead.reshape(position.width, position.height).T
    assert set(np.flatnonzero(mirrored.ravel()).tolist()) == ours


def test_a_group_with_two_eyes_lives() -> None:
    """Stones that cannot be captured are never dead, and never in doubt."""
    found = chunk(Position.from_rows(ROOMS))
    assert not found.dead.any()
    assert (found.shares == 1).all()


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        (CLEAR[0], "E1"),
        (INVADER, "G4"),
        (ONE_EYE, "B3 C3 D3 E3 F3 G3 H3 B2 D2 E2 F2 G2 H2"),
        (SNAPBACK, "B2 C2 D2 B1"),
        (["...", "...", "..."], ""),
        (["XXX", "XXX", "XXX"], ""),
    ],
    ids=["corner", "invader", "one eye", "snapback", "empty", "full"],
)
def test_dead_stones_of_positions_with_a_clear_answer(rows: list[str], named: str) -> None:
    """A stone in a corner, an invader without room, one eye, a snapback, an empty board, a full one."""
    assert dead(rows) == points(named, rows)


def test_a_seki_lives_on_both_sides() -> None:
    """A play on one of the two shared liberties is captured, so neither side plays there."""
    assert not dead(SEKI)


def test_areas_hold_dead_stones_of_one_side_only() -> None:
    """Unless too many doubts reject the estimate, dead stones lie in territory of the opponent."""
    for seed in range(60):
        position = random_position(seed, 9, 9, fill=0.5)
        found = chunk(position)
        board = OracleBoard(position)
        off = frozenset(np.flatnonzero(found.dead).tolist())
        colors = tuple(board.colors)
        board.remove(off)
        for point in off:
            border = {board.colors[near] for near in board.border(board.connected(point))}
            assert border == {opponent(colors[point])} or found.confidence[0] < 0.5


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (1, 7), (7, 1), (3, 2), (52, 52), (52, 3)], ids=str)
@pytest.mark.parametrize("fill", [0.0, 0.5, 1.0])
def test_any_size_is_played(size: tuple[int, int], fill: float) -> None:
    """Tiny, large and narrow boards, empty and full."""
    position = random_position(5, *size, fill=fill)
    found = chunk(position)
    assert ((found.ownership >= 0) & (found.ownership <= 1)).all()
    assert ((found.stays >= 0) & (found.stays <= 1)).all()
    assert not found.dead[position.stones == EMPTY].any()
    assert 0 <= found.confidence[0] <= 1


def test_random_boards_are_played_to_the_end() -> None:
    """Any stones, chains without liberties among them."""
    rng = random.Random(1)
    many = [random_position(seed, rng.randint(1, 11), rng.randint(1, 11), rng.random()) for seed in range(400)]
    found = chunk(*many, turns=[rng.choice((BLACK, WHITE)) for _ in many])
    assert np.isfinite(found.ownership).all()


def test_a_chain_is_judged_as_a_whole() -> None:
    """All stones of a chain are dead, or none."""
    for seed in range(50):
        position = random_position(seed, 9, 9)
        board, found = OracleBoard(position), chunk(position)
        for chain in board.chains():
            assert len({int(found.dead[point]) for point in chain}) == 1


def test_games_without_a_board_are_passed_over() -> None:
    """Size 0 means no board; the others are judged all the same."""
    position = Position.from_rows(CLEAR[0])
    size = np.array([0, 5, 0], dtype=np.int16)
    found = estimate(
        LabeledBoards.of(Boards(position.stones.copy(), np.array([0, 0, 25, 25]), size, size)),
        np.array([1, 1, 1], dtype=np.uint8),
    )
    assert np.flatnonzero(found.dead).tolist() == [24]
    assert found.confidence[[0, 2]].tolist() == [0, 0]


@pytest.mark.parametrize("turns", [[EMPTY], [4], [], [BLACK, WHITE]], ids=str)
def test_a_turn_that_is_neither_sides_is_refused(turns: list[int]) -> None:
    """A third colour would never pass."""
    board = Position.from_rows(ROOMS).to_arrays()
    with pytest.raises(ValueError, match="to_move is not valid"):
        play_chunk(board, np.array(turns, dtype=np.uint8), np.zeros_like(board.stones), 1, 1)


def test_no_playouts_are_refused() -> None:
    """Shares of no playouts are not numbers, and do not divide by zero."""
    board = Position.from_rows(ROOMS).to_arrays()
    with pytest.raises(ValueError, match="rounds is 0"):
        play_chunk(board, np.array([BLACK], dtype=np.uint8), np.zeros_like(board.stones), 1, 0)


def test_an_empty_chunk_is_no_trouble() -> None:
    """No games, no rows."""
    none = np.zeros(0, dtype=np.int16)
    assert len(estimate(LabeledBoards.of(Boards(np.zeros(0, dtype=np.uint8), np.array([0]), none, none))).dead) == 0


@pytest.mark.parametrize("seed", range(20))
def test_what_is_held_is_neither_captured_nor_played_on(seed: int) -> None:
    """Playouts run only where chains are open; certain chains remain, and so do areas between them."""
    draw = np.random.default_rng(seed)
    position = random_position(seed, 9, 7, fill=0.6)
    held = np.zeros(63, dtype=np.uint8)
    for chain in OracleBoard(position).chains():
        held[list(chain)] = draw.choice([EMPTY, position.stones[min(chain)]])
    for region in OracleBoard(position).regions():
        held[list(region)] = draw.choice(3)
    ownership, stays, _ = play_chunk(position.to_arrays(), np.array([BLACK], dtype=np.uint8), held, 1, 4)
    stones = (held > 0) & (position.stones > 0)
    assert (stays[stones] == 1).all()
    for point in np.flatnonzero(held).tolist():
        if all(held[near] == held[point] for near in OracleBoard(position).neighbors(point)):
            assert ownership[point] == (held[point] == BLACK)


@pytest.mark.parametrize("seed", range(20))
def test_playouts_stop_when_the_rest_could_not_refute_what_is_claimed(seed: int) -> None:
    """Playouts end as soon as the answer cannot change; an open answer takes the full number."""
    position = random_position(seed, 9, 7, fill=0.6)
    stones, turn, nobodys = position.stones, np.array([BLACK], dtype=np.uint8), np.zeros(63, dtype=np.uint8)

    def said(ownership: np.ndarray) -> np.ndarray:
        own = np.where(stones == BLACK, ownership, 1 - ownership)
        return np.where(stones == EMPTY, 0, np.where(own >= 0.5, stones, BLACK + WHITE - stones)).astype(np.uint8)

    full, stays, clear = play_chunk(position.to_arrays(), turn, nobodys, 1, 8)
    assert not clear[0]
    few, _, clear = play_chunk(position.to_arrays(), turn, nobodys, 1, 8, said(full))
    assert clear[0]
    assert said(few).tolist() == said(full).tolist()
    wrong = said(full)
    wrong[np.flatnonzero(stones)[seed]] ^= BLACK | WHITE
    again, stood, clear = play_chunk(position.to_arrays(), turn, nobodys, 1, 8, wrong)
    assert not clear[0]
    assert (again.tolist(), stood.tolist()) == (full.tolist(), stays.tolist())


@pytest.mark.parametrize("seed", range(20))
def test_playouts_stop_when_the_claimed_sides_lead_by_enough(seed: int) -> None:
    """The result is that of the fewest playouts in which each claimed point has the required lead."""
    position = random_position(seed, 9, 7, fill=0.6)
    stones, turn = position.stones, np.array([BLACK], dtype=np.uint8)

    def after(rounds: int, *claims: np.ndarray) -> list[np.ndarray]:
        return list(play_chunk(position.to_arrays(), turn, np.zeros_like(stones), 1, rounds, *claims))

    claimed = np.where(after(8)[0] >= 0.5, BLACK, WHITE).astype(np.uint8)
    claimed[np.random.default_rng(seed).random(63) < 0.5] = EMPTY
    claimed[stones == EMPTY] = EMPTY
    side = np.where(claimed == BLACK, 1, -1)[claimed > 0]
    for lead in range(1, 5):
        led = [((2 * after(rounds)[0] - 1)[claimed > 0] * side * rounds).min().round() for rounds in range(1, 9)]
        found = after(8, claimed, np.array([lead]))
        if max(led[: 8 - lead]) >= lead:
            rounds = 1 + next(number for number, least in enumerate(led) if least >= lead)
            assert [each.tolist() for each in found[:2]] == [each.tolist() for each in after(rounds)[:2]]
            assert found[2][0]
        else:
            assert [each.tolist() for each in found] == [each.tolist() for each in after(8, claimed)]


def test_a_lead_of_none_is_refused() -> None:
    """The first playout is enough with any result."""
    board = Position.from_rows(ROOMS).to_arrays()
    turn, nobodys = np.array([BLACK], dtype=np.uint8), np.zeros_like(board.stones)
    for leads in ([0], [], [1, 1]):
        with pytest.raises(ValueError, match="leads is not valid"):
            play_chunk(board, turn, nobodys, 1, 8, nobodys, np.array(leads, dtype=np.int64))
