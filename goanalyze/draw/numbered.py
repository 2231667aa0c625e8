"""Stretches of moves as books print them: each move's number where it was played, and a caption for those without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from goanalyze.vocabulary.points import EMPTY, KO_PASS, PASS, color_name, to_gtp

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goanalyze.draw.diagram import Stones


class Numbered(NamedTuple):
    """Moves on one board, from which nothing is taken.

    Attributes:
        stones: the stones from before and those played, as of `Stones`.
        numbers: point → number of the move that was played there first.
        elsewhere: (number, where) of the others: ``pass``, or the number or the name of what stands there.
    """

    stones: NDArray[np.uint8]
    numbers: dict[int, int]
    elsewhere: list[tuple[int, str]]


def numbered(board: Stones, moves: Iterable[tuple[int, int]], first: int = 1) -> Numbered:
    """Number moves on a board.

    Args:
        board: the position before them.
        moves: colour and point of each; points below 0 are passes.
        first: number of the first.

    Example:
        >>> import goanalyze as ga
        >>> numbered(ga.Position.from_rows(["X.."]), [(2, 1), (1, -1), (2, 0), (1, 1)])[1:]
        ({1: 1}, [(2, 'pass'), (3, 'at A1'), (4, 'at 1')])
    """
    stones, numbers, elsewhere = board.stones.copy(), dict[int, int](), list[tuple[int, str]]()
    for number, (color, point) in enumerate(moves, first):
        if point < 0:
            elsewhere.append(
                (number, "pass for the ko" if point == KO_PASS else "pass" if point == PASS else "off board")
            )
        elif stones[point] == EMPTY:
            stones[point], numbers[point] = color, number
        else:
            elsewhere.append((number, f"at {numbers.get(point) or to_gtp(point, board.width, board.height)}"))
    return Numbered(stones, numbers, elsewhere)


def line_words(line: Sequence[tuple[int, int]], width: int, height: int, first: int = 1) -> str:
    """Tell a line of moves in words.

    Example:
        >>> line_words([(1, 0), (2, KO_PASS), (1, PASS)], 9, 9)
        'Black 1 A9, White 2 passes for the ko, Black 3 passes'
    """
    passes = {PASS: "passes", KO_PASS: "passes for the ko"}
    words = (f"{color_name(color).capitalize()} {number} {passes.get(point) or to_gtp(point, width, height)}"
             for number, (color, point) in enumerate(line, first))  # fmt: skip
    return ", ".join(words)
