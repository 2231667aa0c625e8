"""The kernel of article 8: what each point of every final position of a chunk is to the letter, nothing being filled.

Boards have a border of cells, as in the counting kernel. The tests' oracle states the same rule readably.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.score.choices import Kind
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS
from goanalyze.vocabulary.kernels import njit
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_STONE, _TERRITORY, _DAME, _, _, _SEKI_EYE, _, _, _PUT_BACK = (kind.index for kind in Kind)
_DEAD = 8  # a bit beside the colour of a dead stone


def by_the_letter(boards: Boards, dead: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Say what each point of every final position of a chunk is by article 8, given which stones are dead.

    1. Empty points and dead stones of the opponent that hang together are a side's eyes if its living stones alone
       border them. What a living stone of the opponent or a dead one of its own borders is no eye.
    2. Empty points that are nobody's eyes are dame.
    3. Chains that live and touch a dame are in seki, and so are chains that share eyes with one.
    4. Eyes of chains that are not in seki are territory. Dead stones anywhere else stay.

    Args:
        boards: the final positions.
        dead: uint8[points], 1 under dead stones, whole chains.

    Returns:
        (uint8[points] index of a `Kind`: stone, territory, seki eye, dame, or a dead stone that stays; uint8[points]
        whose the point is in the sense of its kind, 0 for nobody).

    Raises:
        ValueError: boards beyond the limits.

    Rule: Japanese rules 1989, art. 8 and 10.1; commentary on article 8 (diagrams 13 to 15) and examples of life and
        death 9 and 25, in which points that living and dead stones of one side surround are dame.
    """
    found: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    found = _by_the_letter(*boards.checked(dead), dead)
    return found


@njit(cache=True, nogil=True)
def _by_the_letter(boards, board_start, width, height, dead):
    """See `by_the_letter`."""
    kinds = np.zeros(len(boards), dtype=np.uint8)
    sides = np.zeros(len(boards), dtype=np.uint8)
    held = np.empty(CELLS, dtype=np.uint8)
    whose = np.empty(CELLS, dtype=np.uint8)
    mark = np.empty(CELLS, dtype=np.uint8)
    queue = np.empty(CELLS, dtype=np.int32)
    for game in range(len(width)):
        columns, rows, base = np.int64(width[game]), np.int64(height[game]), board_start[game]
        if columns == 0:
            continue
        stride = columns + 1
        end = stride * (rows + 2) + 1
        held[:end] = BORDER
        whose[:end] = EMPTY
        for row in range(rows):
            for column in range(columns):
                point, cell = base + row * columns + column, (row + 1) * stride + column
                held[cell] = boards[point] | (_DEAD if dead[point] else 0)
        for side in (BLACK, WHITE):
            mark[:end] = 0
            for cell in range(stride, end):
                if held[cell] == side:
                    whose[cell] = side
                elif not mark[cell] and _may_be_eye(held[cell], side):
                    _find_eyes(held, stride, cell, side, whose, mark, queue)
        mark[:end] = 0
        for cell in range(stride, end):
            if whose[cell] != EMPTY and not mark[cell]:
                _find_seki(held, stride, cell, whose, mark, queue)
        for row in range(rows):
            for column in range(columns):
                point, cell = base + row * columns + column, (row + 1) * stride + column
                kinds[point], sides[point] = _what(held[cell], whose[cell], mark[cell])
    return kinds, sides


@njit(cache=True, nogil=True)
def _may_be_eye(here, side):
    """Return whether a cell is empty or has a dead stone of a side's opponent."""
    return here == EMPTY or here == (BLACK + WHITE - side) | _DEAD


@njit(cache=True, nogil=True)
def _find_eyes(held, stride, cell, side, whose, mark, queue):
    """Mark a place, and give it to a side if its living stones alone border it."""
    queue[0] = cell
    mark[cell] = 1
    length, at, borders = 1, 0, 0
    while at < length:
        here = queue[at]
        at += 1
        for step in (-stride, -1, 1, stride):
            near = here + step
            if _may_be_eye(held[near], side):
                if not mark[near]:
                    mark[near] = 1
                    queue[length] = near
                    length += 1
            elif held[near] != BORDER:
                borders |= held[near]
    if borders == side:
        for number in range(length):
            whose[queue[number]] = side


@njit(cache=True, nogil=True)
def _find_seki(held, stride, cell, whose, mark, queue):
    """Mark a group, chains and the eyes that they share: 2 if a stone of it touches a dame, else 1."""
    queue[0] = cell
    mark[cell] = 1
    length, at, found = 1, 0, 1
    while at < length:
        here = queue[at]
        at += 1
        for step in (-stride, -1, 1, stride):
            near = here + step
            if whose[near] == whose[cell]:
                if not mark[near]:
                    mark[near] = 1
                    queue[length] = near
                    length += 1
            elif held[near] == EMPTY and whose[near] == EMPTY:
                found = 2
    for number in range(length):
        mark[queue[number]] = found


@njit(cache=True, nogil=True)
def _what(here, whose, mark):
    """Return the kind and the side of a point: what it holds, whose it is, and 2 for those in seki."""
    if here == BLACK or here == WHITE:
        return _STONE, here
    if whose != EMPTY and mark == 1:
        return _TERRITORY, whose
    if here != EMPTY:
        return _PUT_BACK, here & (BLACK | WHITE)
    return (_DAME if whose == EMPTY else _SEKI_EYE), whose
