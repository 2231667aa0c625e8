"""Dead stones marked by region, as BrainKing's players mark them: one stone stands for all that are shut in with it."""

from __future__ import annotations

from collections.abc import Iterable

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.vocabulary.points import EMPTY, to_gtp

__all__ = ["marked_region"]


def marked_region(position: Position, points: Iterable[int]) -> frozenset[int]:
    """Return the stones that are marked dead when the stones on `points` are.

    Does not judge whether they are dead. Stones of both colours may be marked at once; each is taken for itself, on the
    board as it stands.

    Args:
        position: final position; not modified.
        points: a stone each.

    Returns:
        Every stone that a marked stone of its colour reaches along the lines without crossing a stone of the opponent.

    Raises:
        ValueError: there is no stone on a point, or no such point.

    Rule: BrainKing.com, Go rules: marking one stone as dead marks all of its colour in the region that the opponent
    encloses.

    Example:
        >>> position = Position.from_rows(["XXXX.", "O.OX.", "..XX.", "XXX.O"])
        >>> [to_gtp(point, 5, 4) for point in sorted(marked_region(position, [5]))]
        ['A3', 'C3']
    """
    marked: frozenset[int] = frozenset()
    for point in points:
        board = Board(position)
        color = board.colors[point] if 0 <= point < len(board.colors) else EMPTY
        if color == EMPTY:
            raise ValueError(f"{to_gtp(point, board.width, board.height)} holds no stone that could be marked")
        if point not in marked:
            own = board.remove(frozenset(at for at, stone in enumerate(board.colors) if stone == color))
            marked |= board.connected(point) & own  # with its own stones off, the region is one of empty points
    return marked
