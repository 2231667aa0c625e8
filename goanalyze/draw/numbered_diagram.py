"""Sequences of moves as books print them: numbers on the board, other moves in a caption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from goanalyze.vocabulary.points import EMPTY, KO_PASS, PASS, color_name, to_gtp

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.draw.diagram import Stones


class NumberedMoves(NamedTuple):
    """Moves on one board from which no stone is removed.

    Attributes:
        stones: uint8[points], the stones before the moves and those of the moves.
        numbers: point → number of the first move on it.
        elsewhere: (number, text) of the other moves: ``pass``, or the number or name of the point's stone.
    """

    stones: NDArray[np.uint8]
    numbers: dict[int, int]
    elsewhere: list[tuple[int, str]]


def numbered_moves(board: Stones, moves: Iterable[tuple[int, int]], first: int = 1) -> NumberedMoves:
    """Number moves on a board.

    Args:
        board: the position before them.
        moves: colour and point of each; points below 0 are passes.
        first: number of the first.

    Example:
        >>> import goanalyze as ga
        >>> numbered_moves(ga.Position.from_rows(["X.."]), [(2, 1), (1, -1), (2, 0), (1, 1)])[1:]
        ({1: 1}, [(2, 'pass'), (3, 'at A1'), (4, 'at 1')])
    """
    passes = {PASS: "pass", KO_PASS: "pass for the ko"}
    stones, numbers, elsewhere = board.stones.copy(), dict[int, int](), list[tuple[int, str]]()
    for number, (color, point) in enumerate(moves, first):
        if point < 0:
            elsewhere.append((number, passes.get(point, "off board")))
        elif stones[point] == EMPTY:
            stones[point], numbers[point] = color, number
        else:
            elsewhere.append((number, f"at {numbers.get(point) or to_gtp(point, board.width, board.height)}"))
    return NumberedMoves(stones, numbers, elsewhere)


def line_words(line: Sequence[tuple[int, int]], width: int, height: int, first: int = 1) -> str:
    """Return a sequence of moves in words.

    Example:
        >>> line_words([(1, 0), (2, KO_PASS), (1, PASS)], 9, 9)
        'Black 1 A9, White 2 passes for the ko, Black 3 passes'
    """
    passes = {PASS: "passes", KO_PASS: "passes for the ko"}
    return ", ".join(
        f"{color_name(color).capitalize()} {number} {passes.get(point) or to_gtp(point, width, height)}"
        for number, (color, point) in enumerate(line, first)
    )
