"""The rule that playouts go by, stated readably, and the kernel's boards and plays beside it."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from helpers.compiled import called
from helpers.laws import over, part
from life.random_positions import random_position

from goanalyze.board.position import Position
from goanalyze.board.stones import Stones
from goanalyze.life import chains_kernel as chains
from goanalyze.life import plays_kernel as plays
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS
from goanalyze.vocabulary.points import BLACK, WHITE, opponent

build, play, only_liberty = map(called, (chains.build, chains.play, chains.only_liberty))
is_eye_there, has_two_liberties, outcome_of, size_after, is_nakade, chance_of = map(
    called,
    (plays.is_eye, plays.has_two_liberties, plays.outcome_of, plays.size_after, plays.is_nakade, plays.chance_of),
)


def in_atari(board: Stones, point: int) -> bool:
    """Return whether the chain at a point has one liberty."""
    return len(board.liberties(point)) == 1


def is_eye(board: Stones, point: int, color: int) -> bool:
    """Return whether nobody in his right mind fills a point: own stones beside it, its diagonals not lost.

    Lost are two diagonals, one at the edge of the board. An enemy stone in atari has not taken a diagonal.
    """
    if any(board.colors[near] != color for near in board.neighbors(point)):
        return False
    row, column = divmod(point, board.width)
    diagonals = [
        y * board.width + x
        for y, x in itertools.product((row - 1, row + 1), (column - 1, column + 1))
        if 0 <= y < board.height and 0 <= x < board.width
    ]
    taken = sum(board.colors[near] == opponent(color) and not in_atari(board, near) for near in diagonals)
    at_edge = len(board.neighbors(point)) < 4
    return taken + at_edge < 2


def is_legal(board: Stones, point: int, color: int) -> bool:
    """Return whether a stone on a point has a liberty after captures."""
    after = Stones(board.position())
    return not after.place(color, point).self_captured


def liberties_after(board: Stones, point: int, color: int) -> tuple[int, bool, int]:
    """Return what a play leaves: liberties (those that captures give aside), whether it captures, size of its chain."""
    after = Stones(board.position())
    after.colors[point] = color
    chain, free = after.connected(point), after.liberties(point)
    taken = after.place(color, point).captured
    return len(free), bool(taken), len(chain)


def built(position: Position) -> tuple[np.ndarray, np.uint64, np.uint64]:
    """Return the kernel's board of a position, its stride, and how many points are empty."""
    stride = np.uint64(position.width + 1)
    cells = stride * np.uint64(position.height + 2) + np.uint64(1)
    state = np.zeros(chains.ROWS * CELLS, dtype=np.uint32)
    state[chains.HOLDS : chains.HOLDS + cells] = chains.BORDER
    for point, color in enumerate(position.stones.tolist()):
        state[chains.HOLDS + cell_of(point, position)] = 1 << 4 * color
    return state, stride, build(state, stride, cells, *np.zeros((2, CELLS), dtype=np.uint32))


def cell_of(point: int, position: Position) -> np.uint64:
    """Return the kernel's cell of a point."""
    return np.uint64((point // position.width + 1) * (position.width + 1) + point % position.width)


def holding(color: int) -> np.uint64:
    """Return what the kernel's cell of a stone holds."""
    return np.uint64(1 << 4 * color)


def chance(board: Stones, point: int, color: int) -> int:
    """Return how often a player plays on a point, in per cent, where no shape of several stones matters."""
    if is_eye(board, point, color) or not is_legal(board, point, color):
        return plays.NEVER
    free, taken, size = liberties_after(board, point, color)
    if taken or free > 1:
        return plays.ALWAYS
    return plays.THROWS_IN if size == 1 else plays.KILLS_EYES


@pytest.mark.law
@over("seed", range(part(300)))
def test_the_kernel_goes_by_the_rule(seed: int) -> None:
    """Eyes, suicide, atari, captures and liberties are the same as stated, for every empty point of any board."""
    rng = random.Random(seed)
    position = random_position(seed, rng.randint(1, 7), rng.randint(1, 7), rng.uniform(0.4, 0.95))
    board = Stones(position)
    state, stride, _ = built(position)
    for point, stone in enumerate(position.stones.tolist()):
        cell = cell_of(point, position)
        if stone:
            free = board.liberties(point)
            only = only_liberty(state, stride, np.uint64(state[chains.HEAD + cell]))
            assert only == (cell_of(min(free), position) if len(free) == 1 else chains.NONE)
            continue
        for color in (BLACK, WHITE):
            here = state, stride, cell, holding(color)
            free, taken, size = liberties_after(board, point, color)
            legal = is_legal(board, point, color)
            assert is_eye_there(*here) == is_eye(board, point, color)
            assert has_two_liberties(*here) == (free > 1)
            assert size_after(*here) == size
            outcome = plays.CAPTURE if taken else plays.LEGAL if legal else plays.SUICIDE
            assert outcome_of(*here, beside(board, point)) == outcome
            hoped = chance(board, point, color)
            assert chance_of(*here) in {hoped, plays.NEVER if hoped == plays.KILLS_EYES else hoped}


def beside(board: Stones, point: int) -> np.uint64:
    """Return the sum of what the cells beside a point hold."""
    near = [board.colors[each] for each in board.neighbors(point)]
    return np.uint64(sum(1 << 4 * color for color in [*near, *[BORDER] * (4 - len(near))]))


@over("seed", range(40))
def test_a_board_that_was_played_on_is_one_built_anew(seed: int) -> None:
    """Chains, pseudo-liberties, empty points and kos, after each of many plays with captures."""
    rng = random.Random(seed)
    position = random_position(seed, rng.randint(1, 7), rng.randint(1, 7), 0)
    board, (state, stride, free) = Stones(position), built(position)
    for number in range(150):
        color = BLACK if number % 2 else WHITE
        legal = [point for point, stone in enumerate(board.colors) if not stone and is_legal(board, point, color)]
        if not legal:
            break
        point = rng.choice(legal)
        free, ko = play(state, stride, cell_of(point, position), holding(color), free)
        taken = board.place(color, point).captured
        retaken = len(taken) == 1 and len(board.connected(point)) == 1 and len(board.liberties(point)) == 1
        assert ko == (cell_of(min(taken), position) if retaken else chains.NONE)
        assert told(state, free, position) == told(*built(board.position())[::2], position)


def told(state: np.ndarray, free: np.uint64, position: Position) -> tuple[object, ...]:
    """Return what a board of the kernel says: what cells hold, each chain with its figures, the empty cells."""
    cells = [cell_of(point, position) for point in range(len(position.stones))]
    heads: dict[int, set[int]] = {}
    for cell in cells:
        if state[chains.HOLDS + cell] != chains.EMPTY:
            heads.setdefault(int(state[chains.HEAD + cell]), set()).add(int(cell))
    figures = set()
    for head, stones in heads.items():
        walked = [head]
        while (after := int(state[int(chains.NEXT) + walked[-1]])) != head:
            walked.append(after)
        assert sorted(walked) == sorted(stones)
        figures.add(
            (frozenset(stones), *(int(state[int(row) + head]) for row in (chains.SIZE, chains.OPEN, chains.SUM)))
        )
    empty = state[chains.LIST : chains.LIST + free].tolist()
    assert [int(state[int(chains.PLACE) + cell]) for cell in empty] == list(range(int(free)))
    return state[chains.HOLDS : chains.HOLDS + np.uint64(CELLS)].tolist(), figures, sorted(empty)


def shapes() -> list[tuple[str, bool]]:
    """Return chains of stones with whether their capture leaves a shape that one play kills."""
    return [
        ("X", True), ("XX", True), ("XXX", True), ("XX/X.", True), ("XX/XX", True), ("XXX/.X.", True),
        ("XXXX", False), ("XXX/X..", False), ("XX./.XX", False), ("XXX/XX.", True), (".X./XXX/.X.", True),
        ("XXXXX", False), ("XXX/X../X..", False), ("XXX/X.X", False), ("XXXX/.X..", False), ("XX./XXX/.X.", True),
        ("XXX/XXX", False), ("XXX/.XX/..X", False),
    ]  # fmt: skip


@pytest.mark.parametrize(("shape", "kills"), shapes())
def test_shapes_that_leave_one_eye(shape: str, kills: bool) -> None:
    """Whichever stone is played last, the shape decides."""
    rows = shape.split("/")
    height, width = len(rows) + 2, len(rows[0]) + 2
    stones = [(y + 1) * width + x + 1 for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    for last in stones:
        colors = np.zeros(width * height, dtype=np.uint8)
        colors[[stone for stone in stones if stone != last]] = BLACK
        position = Position(width, height, colors)
        state, stride, _ = built(position)
        assert is_nakade(state, stride, cell_of(last, position), holding(BLACK), len(stones)) == kills
