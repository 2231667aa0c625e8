"""A second opinion: the rules of play once more, from the rule books, in plain Python with nothing of goanalyze.

A board is a tuple of colours, row by row: 0 empty, 1 Black, 2 White. A move is (colour, point), a pass (colour, None).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

Board = tuple[int, ...]


@cache
def beside(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return for each point the points that a line joins it to."""
    points = [(row, column) for row in range(height) for column in range(width)]
    return tuple(
        tuple(n for n, (r, c) in enumerate(points) if abs(r - row) + abs(c - column) == 1) for row, column in points
    )


def chain_and_liberties(board: Board, point: int, near: Sequence[Sequence[int]]) -> tuple[set[int], set[int]]:
    """Return the chain at a point and its liberties."""
    chain, liberties, edge = {point}, set(), [point]
    while edge:
        for other in near[edge.pop()]:
            if board[other] == 0:
                liberties.add(other)
            elif board[other] == board[point] and other not in chain:
                chain.add(other)
                edge.append(other)
    return chain, liberties


def placed(board: Board, color: int, point: int, near: Sequence[Sequence[int]]) -> tuple[Board, int, int]:
    """Place a stone, clear the enemy, then oneself: (board, enemy stones taken, own stones lost)."""
    after = list(board)
    after[point] = color
    taken = lost = 0
    for other in near[point]:
        if after[other] == 3 - color:
            chain, liberties = chain_and_liberties(tuple(after), other, near)
            if not liberties:
                taken += len(chain)
                for stone in chain:
                    after[stone] = 0
    chain, liberties = chain_and_liberties(tuple(after), point, near)
    if not liberties:
        lost = len(chain)
        for stone in chain:
            after[stone] = 0
    return tuple(after), taken, lost


def is_legal_position(board: Board, width: int, height: int) -> bool:
    """Return whether every stone's chain has a liberty."""
    near = beside(width, height)
    return all(not stone or chain_and_liberties(board, point, near)[1] for point, stone in enumerate(board))


def legal_positions(width: int, height: int) -> int:
    """Count the positions in which every chain has a liberty."""
    return sum(is_legal_position(board, width, height) for board in product((0, 1, 2), repeat=width * height))


class Moment(NamedTuple):
    """A position in time: who made it (0 nobody), whether by a play, who is next."""

    board: Board
    mover: int
    by_play: bool
    next: int


class Judgement(NamedTuple):
    """What a move does, and which repetition rules it breaks."""

    taken: int
    lost: int
    broken: frozenset[str]


def judged(
    width: int, height: int, start: Board, first: int, moves: Sequence[tuple[int, int | None]]
) -> list[Judgement]:
    """Carry out every move and say which repetition rules each play breaks, against history as it was."""
    near = beside(width, height)
    history = [Moment(start, 0, False, first)]
    verdicts = []
    for color, point in moves:
        before = history[-1].board
        if point is None:
            history.append(Moment(before, color, False, 3 - color))
            verdicts.append(Judgement(0, 0, frozenset()))
            continue
        board, taken, lost = placed(before, color, point, near)
        verdicts.append(Judgement(taken, lost, frozenset(_broken(history, board, color))))
        history.append(Moment(board, color, True, 3 - color))
    return verdicts


def _broken(history: Sequence[Moment], board: Board, color: int) -> Iterator[str]:
    if len(history) >= 2 and history[-2].board == board:
        yield "basic"
    for then in history:
        if then.board == board:
            yield "psk"
            if then.next == 3 - color:
                yield "ssk"
            if then.mover == color:
                yield "nz"
                if then.by_play:
                    yield "nssk"


def sequence_counts(width: int, height: int, depth: int, ko: str, suicide: str, after_passes: str = "end") -> list[int]:
    """Count the legal sequences of 1, 2 … `depth` moves from the empty board, Black first.

    Args:
        width: columns.
        height: rows.
        depth: longest sequence.
        ko: ``basic``, ``psk``, ``ssk``, ``nz``, ``nssk`` or ``none``.
        suicide: ``none``, or ``several``: chains of two or more only.
        after_passes: ``end``, nothing follows two passes in succession; ``plays``, plays do, a third pass does not.
    """
    near = beside(width, height)
    start = (Moment((0,) * (width * height), 0, False, 1),)
    lines: list[tuple[Moment, ...]] = [start]
    counts = []
    for ply in range(depth):
        color = 1 + ply % 2
        longer = []
        for line in lines:
            passes = 0 if len(line) < 3 else sum(not moment.by_play for moment in line[-2:])
            if passes < 2:
                longer.append((*line, Moment(line[-1].board, color, False, 3 - color)))
            elif after_passes == "end":
                continue
            for point, stone in enumerate(line[-1].board):
                if stone:
                    continue
                board, _, lost = placed(line[-1].board, color, point, near)
                if lost == 1 or (lost and suicide == "none") or ko in _broken(line, board, color):
                    continue
                longer.append((*line, Moment(board, color, True, 3 - color)))
        lines = longer
        counts.append(len(lines))
    return counts


def tromp_taylor_games(width: int, height: int) -> int:
    """Count the games in which either colour may play at any time and no position recurs: simple paths from empty."""
    near = beside(width, height)
    empty: Board = (0,) * (width * height)

    def count(board: Board, seen: frozenset[Board]) -> int:
        total = 1
        for point, color in product(range(len(board)), (1, 2)):
            if board[point] == 0:
                after = placed(board, color, point, near)[0]
                if after not in seen:
                    total += count(after, seen | {after})
        return total

    return count(empty, frozenset({empty}))
