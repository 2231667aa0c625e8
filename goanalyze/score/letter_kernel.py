"""The kernel of article 8: what each point of every final position of a chunk is to the letter, nothing being filled.

The tests' oracle states the same rule readably.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.score.choices import Kind
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS, around, flood, lay, lift
from goanalyze.vocabulary.kernels import njit, part
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
    shown = boards.copy()
    for point in range(len(boards)):
        if dead[point]:
            shown[point] |= _DEAD
    held = np.empty(CELLS, dtype=np.uint8)
    whose = np.empty(CELLS, dtype=np.uint8)
    mark = np.empty(CELLS, dtype=np.uint8)
    label = np.empty(CELLS, dtype=np.int32)
    queue = np.empty(CELLS, dtype=np.int32)
    for game in range(len(width)):
        rows, base = np.uint64(height[game]), board_start[game]
        if width[game] == 0:
            continue
        stride = np.uint64(width[game]) + np.uint64(1)
        end = stride * (rows + np.uint64(2)) + np.uint64(1)
        held[:end] = BORDER
        whose[:end] = EMPTY
        lay(shown, base, stride, rows, held)
        for side in (BLACK, WHITE):
            _find_eyes(held, stride, end, side, whose, mark, label, queue)
        _find_seki(held, stride, end, whose, mark, label, queue)
        for cell in range(stride, end):
            in_seki = label[cell] >= 0 and mark[np.uint64(label[cell])] != 0
            held[cell], whose[cell] = _what(held[cell], whose[cell], in_seki)
        lift(held, stride, rows, kinds, base)
        lift(whose, stride, rows, sides, base)
    return kinds, sides


@part()
def _find_eyes(held, stride, end, side, whose, mark, label, queue):
    """Give a side its stones, and the places that its living stones alone border."""
    label[:end] = -1
    for cell in range(end):
        mark[cell] = (held[cell] == EMPTY) | (held[cell] == (BLACK + WHITE - side) | _DEAD)
    for first in range(stride, end):
        if held[first] == side:
            whose[first] = side
        if not mark[first] or label[first] >= 0:
            continue
        found = queue[: flood(first, stride, mark, label, queue)]
        borders = 0
        for cell in found:
            for near in around(np.uint64(cell), stride):
                if not mark[near] and held[near] != BORDER:
                    borders |= held[near]
        if borders == side:
            for cell in found:
                whose[cell] = side


@part()
def _find_seki(held, stride, end, whose, mark, label, queue):
    """Label groups, chains and the eyes that they share, by their first cells; mark there those that touch a dame."""
    label[:end] = -1
    mark[:end] = 0
    for first in range(stride, end):
        if whose[first] != EMPTY and label[first] < 0:
            flood(first, stride, whose, label, queue)
    for cell in range(stride, end):
        if held[cell] == EMPTY and whose[cell] == EMPTY:
            for near in around(cell, stride):
                if label[near] >= 0:
                    mark[np.uint64(label[near])] = 1


@part()
def _what(here, whose, in_seki):
    """Return the kind and the side of a point, by what it holds, whose it is, and whether that is in seki."""
    if here == BLACK or here == WHITE:
        return _STONE, here
    if whose != EMPTY and not in_seki:
        return _TERRITORY, whose
    if here != EMPTY:
        return _PUT_BACK, here & (BLACK | WHITE)
    return (_DAME if whose == EMPTY else _SEKI_EYE), whose
