"""Final positions whose dead stones are known, counted as players do: flood and territory rule put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.board import Board
from goanalyze.board.position import Position
from goanalyze.score.count import ColorCount, Count, dead_chains
from goanalyze.score.kernel import COLUMNS, count_chunk
from goanalyze.score.territory import DEDUCTED, Kind
from goanalyze.score.territory_kernel import territories
from goanalyze.vocabulary.points import BLACK, WHITE

_SEKI, _SEKI_STRICT, _DEDUCTED = (COLUMNS.index(name) for name in ("seki", "seki_strict", "deducted"))


def count_as_players(
    position: Position, dead: Iterable[int], *, prisoners: Mapping[int, int], first: int = BLACK
) -> Count:
    """Count one finished position as players do: dame filled, what must be filled deducted, dead stones in seki back.

    Args:
        position: final position; not modified.
        dead: points of dead stones; a stone makes its whole chain dead.
        prisoners: enemy stones that each colour took during play.
        first: who fills the first dame.

    Raises:
        ValueError: `dead` names an empty point.

    Example:
        >>> position = Position.from_rows(["...X.XO", "XXXXXOO", "OOOOOO.", "......."])
        >>> count_as_players(position, [], prisoners={}).black.deducted
        1
    """
    marks = np.zeros(len(position.stones), dtype=np.uint8)
    marks[sorted(dead_chains(Board(position), dead))] = 1
    width, height = (np.array([side], dtype=np.int16) for side in (position.width, position.height))
    bounds, turn = np.array([0, len(marks)]), np.array([first], dtype=np.uint8)
    counts, dame, _ = count_judged(position.stones, bounds, width, height, marks, turn)
    black, white = (color_count(counts[0, color - BLACK], prisoners.get(color, 0)) for color in (BLACK, WHITE))
    return Count(black, white, dame=int(dame[0]))


def color_count(row: NDArray[np.int32], prisoners: int) -> ColorCount:
    """Return one side's count from its row of the counts, int32[len(COLUMNS)]."""
    values = dict(zip(COLUMNS, row.tolist(), strict=True))
    return ColorCount(area=values["stones"] + values["territory"], prisoners=prisoners, **values)


def count_judged(
    boards: NDArray[np.uint8],
    board_start: NDArray[np.int64],
    width: NDArray[np.int16],
    height: NDArray[np.int16],
    dead: NDArray[np.uint8],
    first: NDArray[np.uint8],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]:
    """Count positions by area and by territory as players count it (`goanalyze.score.territory`).

    Args:
        boards: uint8[points], one position after the other.
        board_start: int64[games + 1].
        width: int16[games].
        height: int16[games].
        dead: uint8[points], 1 under dead stones, whole chains.
        first: uint8[games], who fills the first dame.

    Returns:
        Counts and dame as `goanalyze.score.kernel.count_chunk` gives them, seki and deductions as the territory rule
        has them; and `dead` without the stones that were put back.
    """
    games = len(width)
    kinds, sides = territories(boards, board_start, width, height, dead, first)
    taken = np.where(kinds == Kind.PUT_BACK, np.uint8(0), dead).astype(np.uint8)
    unmarked = np.zeros(len(boards), dtype=np.uint8), np.zeros(games, dtype=np.uint8)
    counts, dame = count_chunk(boards, board_start, width, height, taken, *unmarked)
    game = np.repeat(np.arange(games), np.diff(board_start))
    for column, found in ((_SEKI, kinds == Kind.SEKI_EYE), (_DEDUCTED, np.isin(kinds, DEDUCTED))):
        counts[:, :, column] = np.bincount(2 * game[found] + sides[found] - BLACK, minlength=2 * games).reshape(-1, 2)
    counts[:, :, _SEKI_STRICT] = np.maximum(counts[:, :, _SEKI_STRICT], counts[:, :, _SEKI])
    return counts, dame, taken
