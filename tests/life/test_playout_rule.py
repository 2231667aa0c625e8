"""The rule that playouts go by, stated readably, and the kernel's boards and plays beside it."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

import numpy as np
import pytest
from helpers.laws import over, part
from life.random_positions import random_position
from oracles.board import OracleBoard

from goanalyze.core.position import Position
from goanalyze.kernels.library import kernels
from goanalyze.vocabulary.points import BLACK, WHITE, opponent

SUICIDE, LEGAL, CAPTURE = range(3)
NEVER, NAKADE, THROW_IN, ALWAYS = 0, 60, 30, 100


class PlayFacts(NamedTuple):
    """The plays of a side on every empty point, as the kernel sees them: `interface.hpp` describes the fields."""

    is_eye: np.ndarray
    has_two_liberties: np.ndarray
    is_nakade: np.ndarray
    outcome: np.ndarray
    probability: np.ndarray
    size: np.ndarray


class ChainFacts(NamedTuple):
    """The points and chains of a board in a playout: `interface.hpp` describes the fields."""

    content: np.ndarray
    adjacent: np.ndarray
    diagonal: np.ndarray
    head: np.ndarray
    next: np.ndarray
    size: np.ndarray
    liberties: np.ndarray
    liberty_total: np.ndarray
    sole_liberty: np.ndarray
    rank: np.ndarray
    empty: np.ndarray


def described(position: Position, color: int) -> PlayFacts:
    """Return the plays of a side."""
    kinds = (bool, bool, bool, np.uint8, np.uint8, np.int32)
    facts = PlayFacts(*(np.zeros(len(position.stones), dtype=kind) for kind in kinds))
    kernels.describe_plays(position.to_arrays(), np.array([color], dtype=np.uint8), facts)
    return facts


def replayed(position: Position, plays: list[tuple[int, int]]) -> tuple[int, ChainFacts]:
    """Return the point of a ko, or -1, and the board after plays (color, point)."""
    kinds = [np.uint32] * 3 + [np.int32] * 8
    facts = ChainFacts(*(np.zeros(len(position.stones), dtype=kind) for kind in kinds))
    colors, points = np.array(plays, dtype=np.int32).reshape(-1, 2).T
    ko = kernels.replay_plays(position.to_arrays(), colors.astype(np.uint8), np.ascontiguousarray(points), facts)
    return ko, facts


def in_atari(board: OracleBoard, point: int) -> bool:
    """Return whether the chain at a point has one liberty."""
    return len(board.liberties(point)) == 1


def is_eye(board: OracleBoard, point: int, color: int) -> bool:
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


def is_legal(board: OracleBoard, point: int, color: int) -> bool:
    """Return whether a stone on a point has a liberty after captures."""
    after = OracleBoard(board.position())
    return not after.place(color, point).self_captured


def liberties_after(board: OracleBoard, point: int, color: int) -> tuple[int, bool, int]:
    """Return what a play leaves: liberties (those that captures give aside), whether it captures, size of its chain."""
    after = OracleBoard(board.position())
    after.colors[point] = color
    chain, free = after.connected(point), after.liberties(point)
    taken = after.place(color, point).captured
    return len(free), bool(taken), len(chain)


def chance(board: OracleBoard, point: int, color: int) -> int:
    """Return how often a player plays on a point, in per cent, where no shape of several stones matters."""
    if is_eye(board, point, color) or not is_legal(board, point, color):
        return NEVER
    free, taken, size = liberties_after(board, point, color)
    if taken or free > 1:
        return ALWAYS
    return THROW_IN if size == 1 else NAKADE


@pytest.mark.law
@over("seed", range(part(300)))
def test_the_kernel_goes_by_the_rule(seed: int) -> None:
    """Eyes, suicide, atari, captures and liberties are the same as stated, for every empty point of any board."""
    rng = random.Random(seed)
    position = random_position(seed, rng.randint(1, 7), rng.randint(1, 7), rng.uniform(0.4, 0.95))
    board = OracleBoard(position)
    _, chains = replayed(position, [])
    plays = {color: described(position, color) for color in (BLACK, WHITE)}
    for point, stone in enumerate(position.stones.tolist()):
        if stone:
            free = board.liberties(point)
            assert chains.sole_liberty[point] == (min(free) if len(free) == 1 else -1)
            continue
        for color, facts in plays.items():
            free, taken, size = liberties_after(board, point, color)
            legal = is_legal(board, point, color)
            assert facts.is_eye[point] == is_eye(board, point, color)
            assert facts.has_two_liberties[point] == (free > 1)
            assert facts.size[point] == size
            assert facts.outcome[point] == (CAPTURE if taken else LEGAL if legal else SUICIDE)
            hoped = chance(board, point, color)
            assert facts.probability[point] in {hoped, NEVER if hoped == NAKADE else hoped}


@over("seed", range(40))
def test_a_board_that_was_played_on_is_one_built_anew(seed: int) -> None:
    """ChainBoard, pseudo-liberties, empty points and kos, after each of many plays with captures."""
    rng = random.Random(seed)
    position = random_position(seed, rng.randint(1, 7), rng.randint(1, 7), 0)
    board, plays = OracleBoard(position), []
    for number in range(150):
        color = BLACK if number % 2 else WHITE
        legal = [point for point, stone in enumerate(board.colors) if not stone and is_legal(board, point, color)]
        if not legal:
            break
        point = rng.choice(legal)
        plays.append((color, point))
        ko, facts = replayed(position, plays)
        taken = board.place(color, point).captured
        retaken = len(taken) == 1 and len(board.connected(point)) == 1 and len(board.liberties(point)) == 1
        assert ko == (min(taken) if retaken else -1)
        assert summary(facts) == summary(replayed(board.position(), [])[1])


def summary(facts: ChainFacts) -> tuple[object, ...]:
    """Return the contents of points and around them, each chain with its figures, and the empty points."""
    heads: dict[int, set[int]] = {}
    for point, content in enumerate(facts.content.tolist()):
        if content != 1:
            heads.setdefault(int(facts.head[point]), set()).add(point)
    figures = set()
    for head, stones in heads.items():
        walked = [head]
        while (after := int(facts.next[walked[-1]])) != head:
            walked.append(after)
        assert sorted(walked) == sorted(stones)
        chain = (facts.size, facts.liberties, facts.liberty_total)
        figures.add((frozenset(stones), *(int(figure[head]) for figure in chain)))
    empty = [point for point in facts.empty.tolist() if point >= 0]
    assert facts.rank[empty].tolist() == list(range(len(empty)))
    contents = [each.tolist() for each in (facts.content, facts.adjacent, facts.diagonal)]
    return contents, figures, sorted(empty)


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
        facts = described(position, BLACK)
        assert facts.size[last] == len(stones)
        assert facts.is_nakade[last] == kills
