"""Fights in small regions, drawn at random as nasty as they come, turned, swapped, and put on a board."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np
from oracles.article_7 import BLACK, BOTH_READINGS, WHITE, Game, Point, Points, Stop, TooLarge

from goanalyze import KoPass, Position, Walls
from goanalyze.life.article7.regions import Region
from goanalyze.life.article7.solving import Search, SolverResult

Grid = dict[Point, str]
_SIDES = ("B", "W", "halves", "mixed", "mixed", "mixed", "mixed")


def drawn_fight(seed: int) -> tuple[Stop, Points, dict[str, Game]]:
    """Draw a stopped position, a chain that could be taken, and by reading of the ko-pass all that can happen to it.

    A region of any outline at edges of a small board, walls of one colour or both around it, stones of both colours in
    it, most liberties filled, each chain with one. Fights with more than 200 positions, for every twentieth 1,000,
    are drawn anew, and so are most fights without a ko.
    """
    most_states = 200 if seed % 20 else 1_000
    draw = random.Random(seed)
    while True:
        stop = random_fight(draw, draw.randint(3, 12))
        chains = sorted(map(sorted, stop.chains(BLACK) | stop.chains(WHITE)))
        if not chains:
            continue
        target = frozenset(draw.choice(chains))
        try:
            if draw.random() < 0.6 and not _has_ko(stop, target):
                continue
            games = {reading: Game(stop, target, stop.points, reading, most_states) for reading in BOTH_READINGS}
        except TooLarge:
            continue
        return stop, target, games


def _has_ko(stop: Stop, target: Points) -> bool:
    """Return True if a ko is taken in the first hundred positions, until the chain is captured."""
    try:
        return any(state.marked for state in Game(stop, target, most=100).states)
    except TooLarge:
        return True


def random_fight(draw: random.Random, size: int) -> Stop:
    """Draw a region of the given size, if it fits, with walls and stones."""
    height, width = draw.randint(2, 4), draw.randint(2, 5)
    board = [(row, column) for row in range(height) for column in range(width)]
    points = [draw.choice(board)]
    while len(points) < size:
        row, column = draw.choice(points)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        free = [at for at in near if at in board and at not in points]
        if free:
            points.append(draw.choice(free))
        elif len(points) == len(board) or draw.random() < 0.05:
            break
    side, crossing = draw.choice(_SIDES), draw.randrange(width)
    grid = {}
    for at in board:
        if at not in points:
            half = "B" if at[1] < crossing else "W"
            grid[at] = side if side in "BW" else half if side == "halves" else draw.choice("BW")
    dense = draw.choice((0.5, 0.8, 0.95))
    for at in points:
        grid[at] = draw.choice("XO") if draw.random() < dense else "."
    return breathing(grid, draw)


def far_apart(stop: Stop, draw: random.Random) -> Stop:
    """Return the position without stones adjacent to walls of their colour: they would belong to the walls."""
    grid = grid_of(stop)
    for color in (BLACK, WHITE):
        for at in sorted(stop.stones[color] & stop.walled[color]):
            grid[at] = draw.choice((".", "XO"[1 - color]))
    found = breathing(grid, draw)
    return (
        far_apart(found, draw) if any(found.stones[color] & found.walled[color] for color in (BLACK, WHITE)) else found
    )


def breathing(grid: Grid, draw: random.Random) -> Stop:
    """Return the position, with stones removed at random until every chain has a liberty or touches a wall."""
    while True:
        stop = stop_of(grid)
        stones = [(at, color) for color in (BLACK, WHITE) for at in sorted(stop.stones[color])]
        stuck = [
            at for at, color in stones if not stop.may_stay(stop.chain(at, stop.stones[color]), color, stop.stones)
        ]
        if not stuck:
            return stop
        grid[draw.choice(stuck)] = "."


def stop_of(grid: Grid) -> Stop:
    """Return a position from the marks of points: X, O or a dot, B and W for walls."""
    at = {mark: {point for point, its in grid.items() if its == mark} for mark in "XO.BW"}
    return Stop(at["X"] | at["O"] | at["."], (at["B"], at["W"]), (at["X"], at["O"]))


def grid_of(stop: Stop) -> Grid:
    """Return the marks of points."""
    grid = dict.fromkeys(stop.points, ".")
    for where, marks in ((stop.walls, "BW"), (stop.stones, "XO")):
        for points, mark in zip(where, marks, strict=True):
            grid |= dict.fromkeys(points, mark)
    return grid


def rows_of(stop: Stop) -> list[str]:
    """Return the rows that a position is drawn with (`Stop.drawn`)."""
    grid = grid_of(stop)
    height, width = (max(at[axis] for at in grid) + 1 for axis in (0, 1))
    return ["".join(grid.get((row, column), " ") for column in range(width)) for row in range(height)]


def moved(stop: Stop, move: Callable[[Point], Point]) -> Stop:
    """Return the position with every point elsewhere."""
    return stop_of({move(point): mark for point, mark in grid_of(stop).items()})


def swapped(stop: Stop) -> Stop:
    """Return the position with the colours exchanged."""
    return Stop(stop.points, stop.walls[::-1], stop.stones[::-1])


def with_other_stones(stop: Stop, rows: Iterable[str], column: int = 20) -> Stop:
    """Return the position with another one far away in the same region."""
    more = {(row, column + at): mark for row, line in enumerate(rows) for at, mark in enumerate(line)}
    return stop_of(grid_of(stop) | {point: mark for point, mark in more.items() if mark in "XO.BW"})


def on_board(stop: Stop, padding: int = 0) -> tuple[Region, Callable[[Iterable[Point]], frozenset[int]]]:
    """Return the region on a board, and the function that numbers its points there.

    Args:
        stop: the position; its rows and columns start at 0.
        padding: a seed for stones outside the region and the size of the board; 0 for none and the least size.
    """
    draw = random.Random(padding)
    grid = grid_of(stop)
    height, width = (max(at[axis] for at in grid) + 1 + (draw.randrange(4) if padding else 0) for axis in (0, 1))
    stones = np.array([draw.randrange(3) if padding else 0 for _ in range(height * width)], dtype=np.uint8)
    for (row, column), mark in grid.items():
        stones[row * width + column] = {"X": 1, "B": 1, "O": 2, "W": 2, ".": 0}[mark]

    def numbers(points: Iterable[Point]) -> frozenset[int]:
        return frozenset(row * width + column for row, column in points)

    walls = (numbers(stop.walls[BLACK]), numbers(stop.walls[WHITE]))
    return Region(Position(width, height, stones), tuple(sorted(numbers(stop.points))), walls, Walls.SAFE), numbers


def solve(
    region: Region,
    target: frozenset[int],
    clear: frozenset[int] = frozenset(),
    *,
    owner_first: bool = False,
    ko_pass: KoPass = KoPass.ANY,
    budget: int = 200_000,
) -> SolverResult:
    """Return the result of one search, arguments as of `Search` and its `run`."""
    return Search(region, target, clear, ko_pass, budget).run(budget, owner_first=owner_first)
