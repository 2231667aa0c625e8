"""Which plays a player with some sense makes in a playout.

The rule of eyes and self-atari is stated readably in `tests/life/test_playout_rule.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.chains_kernel import (
    BORDER,
    BOTH,
    COUNT,
    EMPTY,
    HEAD,
    HOLDS,
    NEXT,
    NONE,
    ONE,
    OPEN,
    SIDES,
    SIZE,
    SUM,
    TWO,
    beside_of,
    corners_of,
    fewest,
    is_short,
    only_liberty,
    sides_of,
    single,
)
from goanalyze.vocabulary.cells_kernel import around
from goanalyze.vocabulary.kernels import part

SUICIDE, LEGAL, CAPTURE = range(3)
"""What may come of a play."""
_LARGEST_NAKADE: Final = 6

# How often, in per cent, a player does what there is to do; tuned on kgs-2003 and kgs-2006, where all are flat.
NEVER, ALWAYS = 0, 100
THROWS_IN: Final = 30  # a single stone
KILLS_EYES: Final = 60  # several, in a shape that leaves one eye


@part(forceinline=True)
def chance_of(state, stride, cell, color):
    """Return how often a player plays on an empty cell, in per cent.

    Never in an own eye or where that is suicide, seldom where it is a self-atari: such gain nothing but by their shape.
    """
    beside = beside_of(state, stride, cell)
    if beside & COUNT >= TWO:
        return ALWAYS
    other = BOTH - color
    # Most cells are eyes of either side. Without branches, which nobody could foretell.
    lost = np.uint64(corners_of(state, stride, cell) & COUNT * other >= (TWO - np.uint64(beside >= BORDER)) * other)
    few = np.uint64(fewest(state, stride, cell) <= SIDES)
    if ((beside & COUNT * (EMPTY + other)) | lost) * ((beside & COUNT * (EMPTY + color)) | few) == 0:
        return NEVER
    if is_eye(state, stride, cell, color):
        return NEVER
    if few:
        outcome = outcome_of(state, stride, cell, color, beside)
        if outcome != LEGAL:
            return ALWAYS if outcome == CAPTURE else NEVER
    if has_two_liberties(state, stride, cell, color):
        return ALWAYS
    size = size_after(state, stride, cell, color)
    if size == 1:
        return THROWS_IN
    return KILLS_EYES if is_nakade(state, stride, cell, color, size) else NEVER


@part()
def is_eye(state, stride, cell, color):
    """Return whether a cell is an eye of a colour: its stones all round, and no two diagonals (one at an edge) lost.

    An enemy stone in atari on a diagonal is not counted.
    """
    beside, other = beside_of(state, stride, cell), BOTH - color
    if beside & COUNT * (EMPTY + other):
        return False
    lost = np.uint64(beside >= BORDER)
    above, below = cell - stride, cell + stride
    for near in (above - ONE, above + ONE, below - ONE, below + ONE):
        if state[HOLDS + near] == other and not only_liberty(state, stride, np.uint64(state[HEAD + near])):
            lost += ONE
    return lost < TWO


@part(forceinline=True)
def outcome_of(state, stride, cell, color, beside):
    """Return whether a play captures, is `LEGAL` all the same, or is suicide; `beside` as of `beside_of`."""
    ended = NONE  # what is beside the cell and has no other liberty
    for near in around(cell, stride):
        head = np.uint64(state[HEAD + near])
        ended += state[HOLDS + near] * np.uint64(state[OPEN + head] == sides_of(state, stride, cell, head))
    if ended & COUNT * (BOTH - color):
        return CAPTURE
    return LEGAL if (beside - ended) & COUNT * (EMPTY + color) else SUICIDE


@part()
def has_two_liberties(state, stride, cell, color):
    """Return whether the chain that a play makes has two liberties, those that captures give aside."""
    if beside_of(state, stride, cell) & COUNT >= TWO:
        return True
    one, most = NONE, NONE
    for near in around(cell, stride):
        holds, sides = state[HOLDS + near], np.uint64(state[OPEN + state[HEAD + near]])
        one += near if holds == EMPTY else NONE
        most = max(most, sides if holds == color else NONE)
    if most > TWO * SIDES:
        return True
    for near in around(cell, stride):
        if state[HOLDS + near] != color:
            continue
        head = np.uint64(state[HEAD + near])
        here = sides_of(state, stride, cell, head)
        sides = state[OPEN + head] - here
        if sides > SIDES:
            return True
        if not sides:
            continue
        found = single(state, stride, head, sides, state[SUM + head] - here * cell)
        if not found or found == cell or (one and found != one):  # two may have it in their midst
            return True
        one = found
    return False


@part()
def size_after(state, stride, cell, color):
    """Return how many stones the chain has that a play makes."""
    size = ONE
    seen0, seen1, seen2 = NONE, NONE, NONE
    for near in around(cell, stride):
        head = np.uint64(state[HEAD + near])
        if state[HOLDS + near] == color and head != seen0 and head != seen1 and head != seen2:
            seen0, seen1, seen2 = head, seen0, seen1
            size += state[SIZE + head]
    return size


@part()
def is_nakade(state, stride, cell, color, size):
    """Return whether the chain that a play makes has a shape that leaves one eye when it is captured.

    That is: up to three stones, a square or a pyramid of four, a bulky or crossed five, a rabbity six.
    """
    if size <= 3:
        return True
    if size > _LARGEST_NAKADE:
        return False
    own = 0
    for near in around(cell, stride):
        own += state[HOLDS + near] == color
    edges, most = own, own
    seen0, seen1, seen2 = NONE, NONE, NONE
    for near in around(cell, stride):
        head = np.uint64(state[HEAD + near])
        if state[HOLDS + near] != color or head == seen0 or head == seen1 or head == seen2:
            continue
        seen0, seen1, seen2 = head, seen0, seen1
        walk = head
        while True:
            own = 0
            for beside in around(walk, stride):
                own += state[HOLDS + beside] == color or beside == cell
            edges += own
            most = max(most, own)
            walk = np.uint64(state[NEXT + walk])
            if walk == head:
                break
    edges //= 2
    if size == 4:
        return most == 3 or edges == 4
    if size == 5:
        return most == 4 or edges == 5
    return most == 4 and edges == 6


@part()
def save(state, stride, head, color, ko):
    """Return a play that saves a chain in atari, or `NONE`."""
    liberty = only_liberty(state, stride, head)
    if not liberty:
        return NONE
    other = BOTH - color
    walk = head
    while True:  # capture what attacks it
        for near in around(walk, stride):
            if is_short(state, near, other, SIDES):
                cell = only_liberty(state, stride, np.uint64(state[HEAD + near]))
                if cell and cell != ko:
                    return cell
        walk = np.uint64(state[NEXT + walk])
        if walk == head:
            break
    return liberty if liberty != ko and has_two_liberties(state, stride, liberty, color) else NONE
