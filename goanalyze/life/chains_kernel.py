"""Chains as rings with pseudo-liberties, on a board with a border: what playouts play on.

A chain has an empty cell as often as that lies beside its stones. The number of these pseudo-liberties and the sum of
their cells are cheap to keep, and tell a chain in atari at once: a cell has but four sides.

`tests/life/test_playout_rule.py` holds boards that were played on against the readable board.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.vocabulary import cells_kernel, points
from goanalyze.vocabulary.cells_kernel import CELLS, around, lay
from goanalyze.vocabulary.kernels import part

ROWS: Final = 8
LIST, HOLDS, HEAD, NEXT, SIZE, OPEN, SUM, PLACE = (np.uint64(row * CELLS) for row in range(ROWS))
"""Where the rows of a board begin, constants so that a cell's address is its number and one of them: the empty cells;
what a cell holds; the first cell of its chain (itself: no stone), the next, and at the first cell how many stones the
chain has, its pseudo-liberties and the sum of their cells; each empty cell's place among them. What lies before the
first cell that holds anything is the end of the list, which is never so long: 0."""

EMPTY, BLACK, WHITE, BORDER = (
    np.uint64(1 << 4 * color) for color in (points.EMPTY, points.BLACK, points.WHITE, cells_kernel.BORDER)
)
"""What a cell holds: so the sum over some cells has four bits for how many of them hold what."""
BOTH: Final = BLACK + WHITE
COUNT: Final = np.uint64(15)
"""Times what a cell holds: the bits of such a sum that count it."""

NONE: Final = np.uint64(0)
"""No cell: the first one is border."""
ONE: Final = np.uint64(1)
TWO: Final = np.uint64(2)
SIDES: Final = np.uint64(4)
"""Of a cell: a single liberty counts no oftener."""
SAFE: Final = np.uint64(1 << 20)
"""Pseudo-liberties of a stone that cannot be captured, and of what is no stone."""
_BITS: Final = np.uint64(4)
_TWELFTHS: Final = np.uint64(0x346C0)  # in 1/1, 1/2, 1/3 and 1/4: the four bits of that number, from the right


@part()
def hold_of(color):
    """Return what a cell holds that has a colour of `points`, or is border."""
    return ONE << _BITS * np.uint64(color)


@part()
def hold(values, base, stride, rows, holds):
    """Write what the cells hold by the colours that the points of a position have, from `base` on."""
    cells = stride * (rows + TWO) + ONE
    for cell in range(cells):
        holds[cell] = cells_kernel.BORDER
    lay(values, base, stride, rows, holds)
    for cell in range(cells):
        holds[cell] = hold_of(holds[cell])


@part()
def build(state, stride, cells, stack, kept):
    """Work chains and lists out of what the cells hold; return the number of playable empty cells.

    Stones that are kept for their side cannot be captured: those of a colour are one chain, through which nobody walks.
    """
    for cell in range(cells):
        state[HEAD + cell] = cell
        state[NEXT + cell] = NONE
        state[OPEN + cell] = SAFE
        state[SUM + cell] = NONE
    free, black, white = NONE, NONE, NONE
    for cell in range(stride, cells - stride):
        holds = state[HOLDS + cell]
        state[LIST + free] = cell
        state[PLACE + cell] = free
        free += np.uint64(holds == EMPTY)
        if holds != kept[cell] or holds & BOTH == 0:
            continue
        if holds == BLACK:
            black = black or cell
            state[HEAD + cell] = black
        else:
            white = white or cell
            state[HEAD + cell] = white
        state[NEXT + cell] = cell
    state[SIZE + black] = state[SIZE + white] = cells  # so that what joins them is what is walked through
    for first in range(stride, cells - stride):
        color = state[HOLDS + first]
        if color == BORDER or color == EMPTY or state[NEXT + first]:
            continue
        state[NEXT + first] = first
        stack[0] = first
        depth, size, sides, total = ONE, NONE, NONE, NONE
        while depth:
            depth -= ONE
            cell = np.uint64(stack[depth])
            size += ONE
            sides += beside_of(state, stride, cell) & COUNT
            for near in around(cell, stride):
                total += near if state[HOLDS + near] == EMPTY else NONE
                if state[HOLDS + near] == color and not state[NEXT + near]:
                    state[HEAD + near] = first
                    state[NEXT + near] = state[NEXT + first]
                    state[NEXT + first] = near
                    stack[depth] = near
                    depth += ONE
        state[SIZE + first] = size
        state[OPEN + first] = sides
        state[SUM + first] = total
    return free


@part(forceinline=True)
def beside_of(state, stride, cell):
    """Return the sum of what the four cells beside one hold."""
    at = HOLDS + cell
    return np.uint64(state[at + ONE]) + state[at - ONE] + state[at + stride] + state[at - stride]


@part(forceinline=True)
def corners_of(state, stride, cell):
    """Return the sum of what the four cells at the corners of one hold; before the first row of cells nothing is."""
    above, below = HOLDS + cell - stride, HOLDS + cell + stride
    return np.uint64(state[above - ONE]) + state[above + ONE] + state[below - ONE] + state[below + ONE]


@part(forceinline=True)
def sides_of(state, stride, cell, head):
    """Return how many of a cell's sides a chain lies on."""
    sides = NONE
    for near in around(cell, stride):
        sides += np.uint64(state[HEAD + near] == head)
    return sides


@part(forceinline=True)
def fewest(state, stride, cell):
    """Return the fewest pseudo-liberties of a chain beside a cell."""
    found = SAFE
    for near in around(cell, stride):
        found = min(found, np.uint64(state[OPEN + state[HEAD + near]]))
    return found


@part(forceinline=True)
def single(state, stride, head, sides, total):
    """Return the liberty of a chain that counts as so many pseudo-liberties with that sum, `NONE` if it has several."""
    if sides > SIDES or sides == 0:
        return NONE
    cell = total * (_TWELFTHS >> _BITS * sides & COUNT) // np.uint64(12)  # the quotient, without a branch
    beside = sides_of(state, stride, cell, head)
    return cell if (state[HOLDS + cell] ^ EMPTY | beside ^ sides) == 0 else NONE


@part(forceinline=True)
def is_short(state, near, color, most):
    """Return whether a cell is of a chain of a colour that has so many pseudo-liberties at most, which are few."""
    return (state[OPEN + state[HEAD + near]] | state[HOLDS + near] ^ color) <= most  # what is not of it differs by more


@part(forceinline=True)
def only_liberty(state, stride, head):
    """Return the one liberty of a chain in atari, else `NONE`."""
    return single(state, stride, head, np.uint64(state[OPEN + head]), np.uint64(state[SUM + head]))


@part(forceinline=True)
def play(state, stride, cell, color, free):
    """Place a stone on a playable cell where that is no suicide.

    Returns:
        (playable empty cells, cell where a ko may not be retaken at once or `NONE`).
    """
    # Off the list of empty cells: the last one takes its place.
    free -= ONE
    place, last = state[PLACE + cell], state[LIST + free]
    state[LIST + place] = last
    state[PLACE + last] = place
    state[HOLDS + cell] = color
    state[NEXT + cell] = cell
    state[SIZE + cell] = ONE
    beside, other = beside_of(state, stride, cell), BOTH - color
    total = NONE
    for near in around(cell, stride):
        head = state[HEAD + near]
        state[OPEN + head] -= ONE
        state[SUM + head] -= cell
        total += near if state[HOLDS + near] == EMPTY else NONE
    state[OPEN + cell] = beside & COUNT
    state[SUM + cell] = total
    if beside & COUNT * color:
        chain = cell
        for near in around(cell, stride):
            head = np.uint64(state[HEAD + near])
            if (state[HOLDS + near] ^ color | np.uint64(head == chain)) == 0:
                chain = _join(state, head, chain)
    ko = NONE
    if beside & COUNT * other and fewest(state, stride, cell) == 0:
        before = free
        for near in around(cell, stride):
            if is_short(state, near, other, NONE):
                free = _capture(state, stride, near, free)
                ko = near
        if free != before + ONE or beside & COUNT * (EMPTY + color):
            ko = NONE
    return free, ko


@part()
def _capture(state, stride, start, free):
    """Take the chain through `start` off the board; return the number of playable empty cells."""
    cell = start
    while True:
        state[HOLDS + cell] = EMPTY
        state[HEAD + cell] = cell
        state[OPEN + cell] = SAFE
        state[LIST + free] = cell
        state[PLACE + cell] = free
        free += ONE
        for near in around(cell, stride):  # what the chain itself gets is never looked at
            head = state[HEAD + near]
            state[OPEN + head] += ONE
            state[SUM + head] += cell
        cell = np.uint64(state[NEXT + cell])
        if cell == start:
            return free


@part()
def _join(state, one, two):
    """Make one chain of two; return its first cell."""
    keep, drop = (one, two) if state[SIZE + one] >= state[SIZE + two] else (two, one)
    walk = drop
    while True:
        state[HEAD + walk] = keep
        walk = np.uint64(state[NEXT + walk])
        if walk == drop:
            break
    state[NEXT + keep], state[NEXT + drop] = state[NEXT + drop], state[NEXT + keep]
    state[SIZE + keep] += state[SIZE + drop]
    state[OPEN + keep] += state[OPEN + drop]
    state[SUM + keep] += state[SUM + drop]
    return keep
