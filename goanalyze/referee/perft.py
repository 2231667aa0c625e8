"""Counting every course that a game can take, to some depth: a test of boards, and of rules, against each other.

Programs of chess call it perft. A pass is a move, and two passes in succession end a game. The last moves are counted
without being played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from goanalyze.vocabulary.points import PASS, to_gtp

if TYPE_CHECKING:
    from goanalyze.referee.board import Board


def count_sequences(board: Board, depth: int) -> list[int]:
    """Return how many legal sequences of 1, 2 … `depth` moves go on from a board; two passes end one.

    Args:
        board: under its ruleset; as it was, afterwards.
        depth: moves of the longest sequences, 1 or more.

    Example:
        >>> from goanalyze.referee.board import Board
        >>> count_sequences(Board(2), 3)
        [5, 21, 68]
    """
    counts = [0] * depth
    _count(board, counts, 0)
    return counts


def divided(board: Board, depth: int) -> Iterator[tuple[str, list[int]]]:
    """Yield each first move, as GTP names it, and how many sequences of 1, 2 … `depth` moves begin with it.

    Example:
        >>> from goanalyze.referee.board import Board
        >>> dict(divided(Board(2, 1), 3))
        {'A1': [1, 2, 2], 'B1': [1, 2, 2], 'pass': [1, 3, 4]}
    """
    for point in (*board.legal_moves, PASS):
        counts = [1] + [0] * (depth - 1)
        _play(board, point, counts, 1)
        yield to_gtp(point, board.width, board.height), counts


def _count(board: Board, counts: list[int], at: int) -> None:
    moves = [*board.legal_moves, PASS]
    counts[at] += len(moves)
    if at + 1 < len(counts):
        for point in moves:
            _play(board, point, counts, at + 1)


def _play(board: Board, point: int, counts: list[int], at: int) -> None:
    """Count what follows a move, from `counts[at]` on."""
    if at == len(counts):
        return
    board.play(point)
    if not board.is_stopped:
        _count(board, counts, at)
    board.undo()
