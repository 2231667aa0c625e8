"""The board agrees with the oracle, which searches chains afresh, after every change."""

from __future__ import annotations

import random
from itertools import product

import pytest
from helpers.laws import over, part
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Position
from goanalyze.core.bitsets import grid_of, points_in
from goanalyze.core.chain_board import ChainBoard
from goanalyze.points import EMPTY

SIZES = [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 4), (7, 3), (1, 19), (9, 9), (19, 5)]
COLORS = (BLACK, WHITE)


def kept(board: ChainBoard) -> tuple[object, ...]:
    """Return all that the stones are, names of chains included."""
    names = tuple(name for name, color in zip(board._names, board.colors, strict=True) if color)
    return board.key, tuple(board.colors), names, tuple(map(dict.copy, board._chains)), len(board._journal)


def assert_same(fast: ChainBoard, plain: OracleBoard) -> None:
    """Compare every chain with its liberties and border, every region, the key and the counts."""
    assert fast.colors == plain.colors
    assert fast.key == plain.key
    assert fast.position() == plain.position()
    chains, regions = plain.chains(), plain.regions()
    assert fast.chains() == chains
    assert fast.regions() == regions
    assert [fast.liberties(min(chain)) for chain in chains] == [plain.liberties(min(chain)) for chain in chains]
    assert [fast.connected(max(part)) for part in chains + regions] == chains + regions
    assert [fast.border(part) for part in chains + regions] == [plain.border(part) for part in chains + regions]
    assert [fast.count(color) for color in COLORS] == [plain.count(color) for color in COLORS]


def change(rng: random.Random, fast: ChainBoard, plain: OracleBoard) -> None:
    """Place a stone anywhere, on stones now and then, or set some up, on both."""
    size = len(plain.colors)
    if rng.random() < 0.05:
        stones = [(rng.randrange(size), rng.randrange(3)) for _ in range(rng.randrange(2 * size))]
        fast.edit(stones)
        plain.edit(stones)
        return
    empty = [point for point, there in enumerate(plain.colors) if there == EMPTY]
    point = rng.choice(empty) if empty and rng.random() < 0.9 else rng.randrange(size)
    color = rng.choice(COLORS)
    before, told = kept(fast), fast.effect(color, point)
    assert told == plain.effect(color, point)
    assert kept(fast) == before
    done = fast.place(color, point)
    assert done == told[:2] == plain.place(color, point)
    assert fast.key == told.key


@pytest.mark.law
def test_chains_are_the_stones_of_the_readable_board() -> None:
    """Placements on empty points and on stones, suicides and setup leave the same chains, liberties and kinds of plays.

    ``effect`` foretells each placement, and changes nothing.
    """
    for seed in range(part(600, usual=30)):
        rng = random.Random(seed)
        width, height = rng.choice(SIZES)
        fast, plain = ChainBoard(width, height), OracleBoard(Position.empty(width, height))
        for step in range(rng.randrange(min(4 * width * height, 120))):
            change(rng, fast, plain)
            assert_same(fast, plain)
            if step % 10 == 0:
                assert_same(ChainBoard.of(plain.position()), plain)
                assert [fast.play_effects(color) for color in COLORS] == [plain.play_effects(color) for color in COLORS]


@pytest.mark.law
def test_undo_leads_back_through_every_state_and_copies_do_not_mind() -> None:
    """An undo restores the state before a step, down to the empty board, on either board, and on copies."""
    for seed in range(part(400)):
        rng = random.Random(seed)
        width, height = rng.choice(SIZES)
        fast, plain = ChainBoard(width, height), OracleBoard(Position.empty(width, height))
        states, copies = [kept(fast)], [(0, fast.copy())]
        for step in range(1, rng.randrange(60)):
            change(rng, fast, plain)
            states.append(kept(fast))
            if rng.random() < 0.1:
                copies.append((step, fast.copy()))
        for last, board in [(len(states) - 1, fast), *copies]:
            assert kept(board) == states[last]
            for state in reversed(states[:last]):
                board.undo(state[0])
                assert kept(board) == state
        for state in reversed(states[:-1]):
            plain.undo(state[0])
            assert plain.colors == list(state[1])


def test_the_largest_board_is_kept_alike() -> None:
    """On 52 × 52 chains grow, are joined, replaced and taken as on the readable board."""
    rng = random.Random(52)
    fast, plain = ChainBoard(52, 52), OracleBoard(Position.empty(52, 52))
    stones = [(point, rng.choice([EMPTY, BLACK, BLACK, WHITE])) for point in range(52 * 52)]
    fast.edit(stones)
    plain.edit(stones)
    for _ in range(60):
        point, color = rng.randrange(52 * 52), rng.choice(COLORS)
        assert fast.place(color, point) == plain.place(color, point)
    assert_same(fast, plain)
    some = rng.sample(range(52 * 52), 200)
    for color in COLORS:
        plain_plays, captures, single, several = fast.play_effects(color)
        for point in some:
            taken, lost, _ = plain.effect(color, point)
            kinds = [sort >> point & 1 for sort in (plain_plays, captures, single, several)]
            is_empty = not plain.colors[point]
            assert kinds == [
                is_empty and not taken and not lost,
                is_empty and bool(taken),
                is_empty and len(lost) == 1,
                is_empty and len(lost) > 1,
            ]


def test_chains_without_liberty_that_were_set_up_stay_until_something_touches_them() -> None:
    """Setup captures nothing (SGF FF[4]); a stone next to such a chain takes it (`OracleBoard.place`)."""
    rows = ["XOX.", "OXO.", "...."]
    fast, plain = ChainBoard.of(Position.from_rows(rows)), OracleBoard(Position.from_rows(rows))
    fast.edit([(8, BLACK)])
    plain.edit([(8, BLACK)])
    assert_same(fast, plain)
    assert fast.place(BLACK, 10) == plain.place(BLACK, 10)
    assert_same(fast, plain)


@over("width, height", [(1, 1), (1, 5), (5, 1), (3, 4), (19, 19), (52, 1)])
def test_lines_of_a_board_are_the_same_as_bits(width: int, height: int) -> None:
    """Neighbours and connected points as bits are those of the readable board; bits are read back in order."""
    grid, plain = grid_of(width, height), OracleBoard(Position.empty(width, height))
    rng = random.Random(width)
    for point, near in enumerate(grid.neighbors):
        assert set(near) == set(plain.neighbors(point))
        assert points_in(grid.neighbor_mask[point]) == sorted(near)
    for count in (0, 1, 5, width * height // 2, width * height):
        points = sorted(rng.sample(range(width * height), min(count, width * height)))
        bits = sum(1 << point for point in points)
        plain.colors = [bits >> point & 1 for point in range(width * height)]
        assert points_in(bits) == points
        assert points_in(grid.neighbors_of(bits)) == sorted(
            {near for point in points for near in plain.neighbors(point)}
        )
        for start in points[:3]:
            assert points_in(grid.connected(1 << start, bits)) == sorted(plain.connected(start))


def test_the_key_names_the_position() -> None:
    """Every colouring of six points has a key of its own, the same on both boards: equal keys are equal positions."""
    positions = [Position.from_rows(["".join(row[:3]), "".join(row[3:])]) for row in product(".XO", repeat=6)]
    keys = [ChainBoard.of(position).key for position in positions]
    assert keys == [OracleBoard(position).key for position in positions]
    assert len(set(keys)) == 3**6
