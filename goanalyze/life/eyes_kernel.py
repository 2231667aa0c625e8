"""Which blocks of a colour have two eyes: Benson's regions, and small ones in which the colour answers.

The colour takes what the opponent plays in a small eye as soon as it has one liberty left, and else passes. A small eye
has two or three points, at least two of them empty, all of these liberties of the colour. So

1. a block that has an eye elsewhere has one here if it touches an empty point, of three empty ones not only the
   middle: after each answer it has a liberty there, and no move there takes it;
2. where the opponent has at most a stone in the middle of three, a block that touches both ends needs no other eye if
   another block has one and touches two points: they come to be joined, or to share two liberties.

A stone between blocks none of which touches both ends may be in seki: then nobody has an eye there. Else stones there
are dead: their taking costs no block its eye. Suicide of several stones is not to be had: what has one liberty left is
taken. `tests/life/test_small_eyes.py` plays out all small eyes, with up to four blocks around them.

Rule: D. B. Benson, Life in the game of Go, 1976; Japanese rules of 1989, article 7.
"""

from __future__ import annotations

from typing import Final

from goanalyze.vocabulary.cells_kernel import CELLS
from goanalyze.vocabulary.kernels import part
from goanalyze.vocabulary.points import EMPTY

PAIRS: Final = 7
OF_REGION, OF_BLOCK, SHARED, TOUCHED, _SMALL, _JOINS, _HELPS = range(PAIRS)
"""Rows of *pairs* of a region and a block that borders it, all of one region together.

Number of points that the block touches; which of the first `LARGEST` points, as bits; whether it has an eye
there if that is a small one, may do with it alone, and helps such a one.
"""
LARGEST: Final = 3
"""Points of a small eye."""
_JOINED: Final = CELLS
"""As a number of eyes: one that will do."""


@part()
def small_eye(color, stride, cells, used, start, stop, pairs):
    """Write what a region of at most `LARGEST` points is as a small eye; return whether it is one.

    Args:
        color: of each cell.
        stride: from a cell to the one below it.
        cells: of the region, those next to the first one before the others.
        used: whether each cell serves a link.
        start: the first of its pairs.
        stop: behind the last of them.
        pairs: with what blocks touch.
    """
    size, empty = len(cells), 0
    for number in range(size):
        empty |= (color[cells[number]] == EMPTY) << number
    # The middle of three is next to both others.
    beside = abs(cells[size - 1] - cells[0])
    middle = 0 if size < LARGEST else 1 if beside == 1 or beside == stride else 2
    whole = (1 << size) - 1
    ends = whole ^ middle
    is_even = size == LARGEST and empty | middle == whole
    is_seki = is_even and empty != whole
    for number in range(start, stop):
        is_seki &= pairs[TOUCHED, number] & ends != ends
    # Where all is empty a link by the middle wants other answers.
    is_linked = is_even and used[cells[middle - 1]] != 0
    if is_seki or is_linked or empty & (empty - 1) == 0:
        return False
    for number in range(start, stop):
        touched = pairs[TOUCHED, number]
        pairs[_SMALL, number] = touched & (empty & ends if is_even else empty) != 0
        pairs[_JOINS, number] = is_even and touched & ends == ends
        pairs[_HELPS, number] = is_even and touched & (touched - 1) != 0
    return True


@part()
def count_eyes(pairs, count, small, sizes, eyes, gone):
    """Write which blocks are gone since they have less than two eyes, and with them the regions that they border.

    Args:
        pairs: regions and blocks.
        count: how many.
        small: whether small eyes are any.
        sizes: number of points of each region.
        eyes: written, of each block.
        gone: written; of blocks in no pair it stays as it is.
    """
    for number in range(count):
        gone[pairs[OF_BLOCK, number]] = 0
        gone[pairs[OF_REGION, number]] = 0
    changed = True
    while changed:
        changed = False
        for number in range(count):
            eyes[pairs[OF_BLOCK, number]] = 0
        for number in range(count):
            first = pairs[OF_REGION, number]
            is_eye = pairs[SHARED, number] == sizes[first] or (small and pairs[_SMALL, number] != 0)
            eyes[pairs[OF_BLOCK, number]] += is_eye and not gone[first]
        for number in range(count if small else 0):
            first, owner = pairs[OF_REGION, number], pairs[OF_BLOCK, number]
            if pairs[_JOINS, number] and eyes[owner] == 1 and not gone[first]:
                for other in range(count):
                    helps = pairs[OF_REGION, other] == first and pairs[_HELPS, other] != 0
                    if helps and 2 <= eyes[pairs[OF_BLOCK, other]] < _JOINED:
                        eyes[owner] = _JOINED
        for number in range(count):
            owner = pairs[OF_BLOCK, number]
            if eyes[owner] < 2:
                if not gone[owner]:
                    gone[owner] = 1
                    changed = True
                gone[pairs[OF_REGION, number]] = 1
