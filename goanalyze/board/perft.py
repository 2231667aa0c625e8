"""Counts of all sequences of moves up to a depth: a test of boards and rules against each other.

Chess programs call it perft. A pass is a move, and two consecutive passes end a game. The last moves are counted
without being played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from goanalyze.points import PASS, to_gtp

if TYPE_CHECKING:
    from goanalyze.board.board import Board


def count_sequences(board: Board, depth: int) -> list[int]:
    """Return the numbers of legal sequences of 1, 2 … `depth` moves from a board; two passes end a sequence.

    Args:
        board: the start of the sequences; unchanged afterwards.
        depth: number of moves of the longest sequences, 1 or more.
    """
    counts = [0] * depth
    _count(board, counts, 0)
    return counts


def divided(board: Board, depth: int) -> Iterator[tuple[str, list[int]]]:
    """Yield each first move as a GTP name, and the numbers of sequences of 1 to `depth` moves from it."""
    for point in (*board.legal_moves, PASS):
        counts = [1] + [0] * (depth - 1)
        _play(board, point, counts, 1)
        yield to_gtp(point, board.width, board.height), counts


def _count(board: Board, counts: list[int], index: int) -> None:
    moves = [*board.legal_moves, PASS]
    counts[index] += len(moves)
    if index + 1 < len(counts):
        for point in moves:
            _play(board, point, counts, index + 1)


def _play(board: Board, point: int, counts: list[int], index: int) -> None:
    """Add the sequences after a move to the counts from an index on."""
    if index == len(counts):
        return
    board.play(point)
    if not board.is_stopped:
        _count(board, counts, index)
    board.undo()
