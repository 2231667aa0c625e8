"""What is asked about one region: what is in it and around it, and what it is good for to the blocks around it.

Without answers it may always leave some of them a liberty (`write_vital`). With answers it may hold them together, and
make eyes (`is_held`): `goanalyze.life.holding_kernel` sees that in a *reading*, which `look` begins, and it is
remembered for as long as the question is the same. What blocks, regions and answers are, and what they prove,
`goanalyze.life.answers_kernel` says.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.holding_kernel import (
    BLOCKS,
    DEPTHS,
    ELSEWHERE,
    EMPTIES,
    MOST_BLOCKS,
    NEAR,
    OTHERS,
    STUCK,
    TOUCH,
    count_eyes,
    holds,
    may_not_hold,
)
from goanalyze.life.masks_kernel import count, lowest
from goanalyze.vocabulary.kernels import part

OPEN, OFF = -1, -2  # of `BLOCK`
FREE, OTHER, OWN, SERVES = range(4)  # of `HOLDS`
UNANSWERED, NEVER = -1, -2  # of `WORTH`
UNKNOWN = -1  # of `VITALS`
QUESTION: Final = 4 + MOST_BLOCKS  # words
MOST_EYES: Final = 2  # that are asked about
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)

HOLDS, BLOCK, EYES, GUARD, SIZE, LABEL, _INDEX, SURELY, FAILING, PLAINLY = range(10)
"""Rows of `on`, by cell: whether it is empty, or has a stone of the opponent or of the colour, or serves a link
elsewhere; the block of each stone that is kept, named by the first cell of one of its chains, `OPEN` elsewhere on the
board and `OFF` beyond the edge. By block: its eyes, the regions without answers that always leave it a liberty, its
stones. Scratch: the number of each cell's region, and the cell's number there. By the first cell of a region, of the
question about it that is remembered: the most eyes it holds with, the fewest it is known to fail with, and whether it
is an eye without reading, −1 where that was not asked."""
MEMBERS, FIRST, WORTH, OWNER, PLAIN, FROZEN, FAILED, AROUND, VITALS, VITAL = range(10)
"""Rows of `parts`: the cells of one region after the other, each region's ascending. By region: where it begins among
them; the eyes that answers make there, or `UNANSWERED`, or `NEVER` where none can be given; a stone of the one block
around it, if answers make eyes; whether it is an eye without reading; whether it is left without answers for what it
always leaves a block; whether it fails to hold its blocks together with an eye (1) and without (2), as they are now;
how many blocks it always leaves a liberty without answers, `UNKNOWN` if that changed, and in the last four rows which.
Scratch: the blocks around a region that is asked about."""


@part()
def look(on, parts, stride, region, reading):
    """Write down what is in a region and which of its points the blocks around it touch; return how many they are."""
    held, block, members, around, touch = on[HOLDS], on[BLOCK], parts[MEMBERS], parts[AROUND], reading[TOUCH]
    empty, other, stuck, point, blocks = _NONE, _NONE, _NONE, _ONE, 0
    for here in members[parts[FIRST, region] : parts[FIRST, region + 1]]:
        if held[here] == FREE:
            empty |= point
        elif held[here] == OTHER:
            other |= point
        else:
            stuck |= point
        for step in (-stride, -1, 1, stride):
            near = block[here + step]
            if near >= 0:
                place = place_of(around, blocks, near)
                if place == blocks:
                    around[place], touch[place] = near, _NONE
                    blocks += 1
                touch[place] |= point
        point <<= _ONE
    reading[EMPTIES, 0], reading[OTHERS, 0], reading[STUCK, 0], reading[BLOCKS, 0] = empty, other, stuck, blocks
    return blocks


@part()
def put_sure_first(around, touch, blocks, sure):
    """Put the sure block before the others around a region; return whether it is among them."""
    place = place_of(around, blocks, sure)
    if place == blocks:
        return False
    around[0], around[place] = around[place], around[0]
    touch[0], touch[place] = touch[place], touch[0]
    return True


@part()
def add_elsewhere(on, parts, region, sure, touch, blocks):
    """Give the blocks around a region the liberties that they always have elsewhere, two at most."""
    vital, vitals = parts[VITAL:, region], parts[VITALS, region]
    for place in range(blocks):
        near = parts[AROUND, place]
        elsewhere = on[GUARD, near] - (place_of(vital, vitals, near) < vitals)
        if near == sure or elsewhere >= 2:
            touch[place] |= ELSEWHERE
        elif elsewhere == 1:
            touch[place] |= lowest(ELSEWHERE)


@part()
def write_vital(on, parts, stride, region):
    """Write down the blocks that are beside every point of a region where no opponent stands.

    He fills all but one of the empty points, and takes the stones that are not kept; the last leaves them a liberty.

    Returns:
        How many these are, four at most; 0 where a point serves a link elsewhere.
    """
    held, block, found = on[HOLDS], on[BLOCK], -1
    vital = parts[VITAL:, region]
    for here in parts[MEMBERS, parts[FIRST, region] : parts[FIRST, region + 1]]:
        if held[here] == SERVES:
            return 0
        if held[here] == OTHER:
            continue
        left = 0
        if found < 0:
            for step in (-stride, -1, 1, stride):
                near = block[here + step]
                if near >= 0 and place_of(vital, left, near) == left:
                    vital[left] = near
                    left += 1
        for number in range(found):
            one, above, below = vital[number], block[here - stride], block[here + stride]
            if above == one or below == one or block[here - 1] == one or block[here + 1] == one:
                vital[left] = one
                left += 1
        found = left
    return max(found, 0)


@part()
def place_of(items, length, item):
    """Return which of some items one is, or their number."""
    for place in range(length):
        if items[place] == item:
            return place
    return length


@part()
def is_held(on, parts, stride, region, reading, asked, wanted):
    """Return whether answers hold the blocks around a region together with so many eyes, remembering what was read.

    A question about a region is what is on its points and what the blocks touch: as long as that is the same, so is the
    region, since regions only grow.
    """
    if may_not_hold(reading, 0, wanted):
        return False
    first, blocks = parts[MEMBERS, parts[FIRST, region]], np.int64(reading[BLOCKS, 0])
    question, same = asked[first], True
    for word in range(4 + blocks):
        now = reading[EMPTIES + word, 0] if word < 4 else reading[TOUCH, word - 4]
        same &= question[word] == now
        question[word] = now
    if not same:
        on[SURELY, first], on[FAILING, first], on[PLAINLY, first] = -1, MOST_EYES + 1, -1
    if wanted <= on[SURELY, first]:
        return True
    if wanted >= on[FAILING, first]:
        return False
    if holds(reading, wanted, _connect(on, parts, stride, region, reading)):
        on[SURELY, first] = wanted
        return True
    on[FAILING, first] = wanted
    return False


@part()
def is_plain(on, parts, stride, region, reading):
    """Return whether a region that was just asked about is an eye without reading."""
    first = parts[MEMBERS, parts[FIRST, region]]
    if on[PLAINLY, first] < 0:
        _connect(on, parts, stride, region, reading)
        on[PLAINLY, first] = count_eyes(reading, 0) > 0
    return on[PLAINLY, first] > 0


@part()
def _connect(on, parts, stride, region, reading):
    """Write the neighbours of a region's points down; return how many answers are worth reading there."""
    block, number_of, serves = on[BLOCK], on[_INDEX], False
    members = parts[MEMBERS, parts[FIRST, region] : parts[FIRST, region + 1]]
    for number in range(len(members)):
        number_of[members[number]] = number
        serves |= on[HOLDS, members[number]] == SERVES
    for number in range(len(members)):
        near = _NONE
        for step in (-stride, -1, 1, stride):
            at = members[number] + step
            if block[at] == OPEN:
                near |= _ONE << np.uint64(number_of[at])
        reading[NEAR, number] = near
    return 0 if serves else DEPTHS[min(count(reading[EMPTIES, 0]), len(DEPTHS) - 1)]
