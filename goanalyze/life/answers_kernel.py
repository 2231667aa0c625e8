"""Blocks that answers within regions hold together: what `settled_kernel.settle` proves with `within`.

A region is a part of the board that the chains of a colour, those that are kept, leave. In it their side answers each
move of the opponent that is played in it, and no other; so regions do not disturb each other. After each answer

1. two blocks around a region that are not yet one have two liberties each: in it, or elsewhere where nobody answers
   (a region each of whose empty points is a liberty of a block always leaves it one: Benson's argument);
2. a region that is worth an eye leaves its block a liberty, and one worth two leaves it two.

So the opponent, to move, captures nothing: a chain has two liberties by 1 unless it is its whole block, which has them
by 2 in eyes worth two together. Answers are stones that are never captured, so no position comes back, and no rule on
ko stands in their way. Suicide is not allowed for.

Whether a region keeps 1 and 2, `goanalyze.life.holding_kernel` sees. Stones of the colour that are not kept, and points
that serve a link elsewhere, count as the opponent's for good.

What is alive so may be so in seki: nothing is said of a region that a block needs for both its eyes, or that holds
only by reading (`contested`).

Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.holding_kernel import (
    BLOCKS,
    DEPTHS,
    ELSEWHERE,
    EMPTIES,
    MOST_AROUND,
    MOST_BLOCKS,
    MOST_POINTS,
    NEAR,
    OTHERS,
    ROWS,
    STUCK,
    TOUCH,
    count_eyes,
    holds,
    may_not_hold,
)
from goanalyze.life.masks_kernel import count, lowest
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS
from goanalyze.vocabulary.kernels import part
from goanalyze.vocabulary.points import EMPTY

SMALLER: Final = 6
"""Blocks that fail are given up together if none is so many times larger than the smallest."""
_OPEN, _OFF = -1, -2  # of `_BLOCK`
_FREE, _OTHER, _OWN, _SERVES = range(4)  # of `_HOLDS`
_UNANSWERED, _NEVER = -1, -2  # of `_WORTH`
_UNKNOWN = -1  # of `_VITALS`
_REGION, _STONE = range(2)  # of `near`: a stone of each chain beside each region
_QUESTION: Final = 4 + MOST_BLOCKS  # words
_MOST_EYES: Final = 2  # that are asked about
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)

_HOLDS, _BLOCK, _EYES, _GUARD, _SIZE, _LABEL, _INDEX, _SURELY, _FAILING, _PLAINLY = range(10)
"""Rows of `on`, by cell: whether it is empty, or has a stone of the opponent or of the colour, or serves a link
elsewhere; the block of each stone that is kept, named by the first cell of one of its chains, `_OPEN` elsewhere on the
board and `_OFF` beyond the edge. By block: its eyes, the regions without answers that always leave it a liberty, its
stones. Scratch: the number of each cell's region, and the cell's number there. By the first cell of a region, of the
question about it that is remembered: the most eyes it holds with, the fewest it is known to fail with, and whether it
is an eye without reading, −1 where that was not asked."""
_MEMBERS, _FIRST, _WORTH, _OWNER, _PLAIN, _FROZEN, _FAILED, _AROUND, _VITALS, _VITAL = range(10)
"""Rows of `parts`: the cells of one region after the other, each region's ascending. By region: where it begins among
them; the eyes that answers make there, or `_UNANSWERED`, or `_NEVER` where none can be given; a stone of the one block
around it, if answers make eyes; whether it is an eye without reading; whether it is left without answers for what it
always leaves a block; whether it fails to hold its blocks together with an eye (1) and without (2), as they are now;
how many blocks it always leaves a liberty without answers, `_UNKNOWN` if that changed, and in the last four rows which.
Scratch: the blocks around a region that is asked about."""


@part()
def extend(color, banned, stride, start, stop, colored, chain, reserved, safe, contested):
    """Add to `safe` the stones of blocks that answers within regions hold together, and mark contested points."""
    cells = stop + stride + 1
    on = np.empty((_PLAINLY + 1, cells), dtype=np.int32)
    parts = np.empty((_VITAL + 4, max(cells, MOST_AROUND)), dtype=np.int32)
    near = np.empty((2, 4 * cells), dtype=np.int32)
    reading = np.empty((ROWS, MOST_AROUND), dtype=np.uint64)
    asked = np.empty((cells, _QUESTION), dtype=np.uint64)
    on[_SURELY], on[_FAILING], on[_PLAINLY] = -1, _MOST_EYES + 1, -1  # nothing is remembered
    span = (stride, start, stop)
    sure = _begin(on, span, color, colored, chain, reserved, safe)
    while True:
        regions, pairs = _divide(on, parts, span, sure, chain, banned, safe, near)
        beside = near[:, :pairs]
        wanted = 1
        while wanted >= 0:
            _find_vital(on, parts, span, regions)
            is_done = _unite_around_one(on, parts, span, regions, sure, reading, asked, beside, wanted)
            wanted = 1 if is_done else wanted - 1
        _ask_unanswered(on, parts, stride, regions, sure, reading, asked)
        for region in range(regions):
            if parts[_WORTH, region] > 0:
                on[_EYES, on[_BLOCK, parts[_OWNER, region]]] += parts[_WORTH, region]
        if not _give_up(on, span, sure):
            break
    _contest(on, parts, stride, regions, sure, contested)
    for cell in range(start, stop):
        safe[cell] = on[_BLOCK, cell] >= 0


@part()
def _begin(on, span, color, colored, chain, reserved, safe):
    """Write down what each cell holds, all chains of the colour being kept.

    Returns:
        The block that is safe anyway, −1 if there is none.
    """
    stride, start, stop = span
    block, sure = on[_BLOCK], np.int64(-1)
    block[:] = _OFF
    for cell in range(start, stop):
        if color[cell] == BORDER:
            continue
        block[cell] = chain[cell] if chain[cell] >= 0 else _OPEN
        serves = False
        for step in (-stride, -1, 1, stride):
            serves |= safe[cell + step] != 0
        if color[cell] == EMPTY:
            on[_HOLDS, cell] = _SERVES if reserved[cell] and serves else _FREE
        else:
            on[_HOLDS, cell] = _OWN if color[cell] == colored else _OTHER
        if safe[cell] and sure < 0:
            sure = np.int64(chain[cell])
    return sure


@part()
def _divide(on, parts, span, sure, chain, banned, safe, near):
    """Find the regions that the kept stones leave, each chain a block but for the safe ones.

    Returns:
        (number of regions; number of pairs of a region and a chain beside it, written down in `near`).
    """
    stride, start, stop = span
    block, label, members, size = on[_BLOCK], on[_LABEL], parts[_MEMBERS], parts[_AROUND]
    for cell in range(start, stop):
        label[cell] = -1
        on[_EYES, cell] = 0
        on[_SIZE, cell] = -1  # the last region that a chain was found beside
        if block[cell] >= 0:
            block[cell] = sure if safe[cell] else chain[cell]
    regions, total, pairs = 0, 0, 0
    for first in range(start, stop):
        if block[first] != _OPEN or label[first] >= 0:
            continue
        begin, walked = total, total
        total += 1
        members[begin], label[first] = first, regions
        empty, useless = False, False
        while walked < total:
            here = members[walked]
            walked += 1
            empty |= on[_HOLDS, here] == _FREE or on[_HOLDS, here] == _SERVES
            useless |= banned[here]
            for step in (-stride, -1, 1, stride):
                at = here + step
                if block[at] == _OPEN:
                    if label[at] < 0:
                        label[at] = regions
                        members[total] = at
                        total += 1
                elif block[at] >= 0 and on[_SIZE, chain[at]] != regions:
                    on[_SIZE, chain[at]] = regions
                    near[_REGION, pairs], near[_STONE, pairs] = regions, at
                    pairs += 1
        useless |= total - begin > MOST_POINTS
        parts[_FIRST, regions] = begin
        parts[_WORTH, regions] = _UNANSWERED if empty and not useless else _NEVER
        parts[_PLAIN, regions] = False
        parts[_FROZEN, regions] = False
        parts[_FAILED, regions] = 0
        parts[_VITALS, regions] = _UNKNOWN
        regions += 1
    parts[_FIRST, regions] = total
    size[:regions] = 0
    for cell in range(start, stop):
        region = label[cell]
        if region >= 0:
            members[parts[_FIRST, region] + size[region]] = cell
            size[region] += 1
    return regions, pairs


@part()
def _find_vital(on, parts, span, regions):
    """Find the blocks that each region without answers always leaves a liberty; count these regions for each block."""
    stride, start, stop = span
    on[_GUARD, start:stop] = 0
    for region in range(regions):
        if parts[_WORTH, region] != _UNANSWERED:
            parts[_VITALS, region] = 0
        elif parts[_VITALS, region] == _UNKNOWN:
            parts[_VITALS, region] = _vital(on, parts, stride, region)
        for number in range(parts[_VITALS, region]):
            on[_GUARD, parts[_VITAL + number, region]] += 1


@part()
def _vital(on, parts, stride, region):
    """Write down the blocks that are beside every point of a region where no opponent stands.

    He fills all but one of the empty points, and takes the stones that are not kept; the last leaves them a liberty.

    Returns:
        How many these are, four at most; 0 where a point serves a link elsewhere.
    """
    held, block, found = on[_HOLDS], on[_BLOCK], -1
    vital = parts[_VITAL:, region]
    for here in parts[_MEMBERS, parts[_FIRST, region] : parts[_FIRST, region + 1]]:
        if held[here] == _SERVES:
            return 0
        if held[here] == _OTHER:
            continue
        left = 0
        if found < 0:
            for step in (-stride, -1, 1, stride):
                near = block[here + step]
                if near >= 0 and _place(vital, left, near) == left:
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
def _place(items, length, item):
    """Return which of some items one is, or their number."""
    for place in range(length):
        if items[place] == item:
            return place
    return length


@part()
def _unite_around_one(on, parts, span, regions, sure, reading, asked, beside, wanted):
    """Unite the blocks around the first region that holds them together with so many eyes; return whether one does.

    The sure block needs none. Where this failed, it is asked again after the blocks beside it have changed.
    """
    stride, around = span[0], parts[_AROUND]
    for region in range(regions):
        if parts[_WORTH, region] != _UNANSWERED or parts[_FROZEN, region] or parts[_FAILED, region] & (2 - wanted):
            continue
        parts[_FAILED, region] |= 2 - wanted
        blocks = _look(on, parts, stride, region, reading)
        if blocks < 2 or blocks > MOST_BLOCKS:
            parts[_FAILED, region] = 3
            continue
        alive = _put_sure_first(around, reading[TOUCH], blocks, sure)
        _add_elsewhere(on, parts, region, sure, reading[TOUCH], blocks)
        if not _holds(on, parts, stride, region, reading, asked, 0 if alive else wanted):
            continue
        two = not alive and wanted == 1 and _holds(on, parts, stride, region, reading, asked, 2)
        parts[_PLAIN, region] = _is_plain(on, parts, stride, region, reading)
        parts[_WORTH, region] = 0 if alive else 2 if two else wanted
        parts[_OWNER, region] = around[0]
        _make_one(on, parts, span, regions, beside, blocks)
        return True
    return False


@part()
def _make_one(on, parts, span, regions, beside, blocks):
    """Make one block of those around a region, and keep answers out of the regions that always leave one a liberty."""
    _, start, stop = span
    block, around, joins = on[_BLOCK], parts[_AROUND], on[_GUARD]
    for region in range(regions):
        for number in range(parts[_VITALS, region]):
            if _place(around, blocks, parts[_VITAL + number, region]) < blocks:
                parts[_FROZEN, region] = True
    joins[start:stop] = 0
    for place in range(blocks):
        joins[around[place]] = 1
    for pair in range(beside.shape[1]):
        if joins[block[beside[_STONE, pair]]]:
            region = beside[_REGION, pair]
            parts[_VITALS, region] = _UNKNOWN
            parts[_FAILED, region] = 0
    for cell in range(start, stop):
        if block[cell] >= 0 and joins[block[cell]]:
            block[cell] = around[0]


@part()
def _holds(on, parts, stride, region, reading, asked, wanted):
    """Return whether answers hold the blocks around a region together with so many eyes, remembering what was read.

    A question about a region is what is on its points and what the blocks touch: as long as that is the same, so is the
    region, since regions only grow.
    """
    if may_not_hold(reading, 0, wanted):
        return False
    first, blocks = parts[_MEMBERS, parts[_FIRST, region]], np.int64(reading[BLOCKS, 0])
    question, same = asked[first], True
    for word in range(4 + blocks):
        now = reading[EMPTIES + word, 0] if word < 4 else reading[TOUCH, word - 4]
        same &= question[word] == now
        question[word] = now
    if not same:
        on[_SURELY, first], on[_FAILING, first], on[_PLAINLY, first] = -1, _MOST_EYES + 1, -1
    if wanted <= on[_SURELY, first]:
        return True
    if wanted >= on[_FAILING, first]:
        return False
    if holds(reading, wanted, _connect(on, parts, stride, region, reading)):
        on[_SURELY, first] = wanted
        return True
    on[_FAILING, first] = wanted
    return False


@part()
def _is_plain(on, parts, stride, region, reading):
    """Return whether a region that was just asked about is an eye without reading."""
    first = parts[_MEMBERS, parts[_FIRST, region]]
    if on[_PLAINLY, first] < 0:
        _connect(on, parts, stride, region, reading)
        on[_PLAINLY, first] = count_eyes(reading, 0) > 0
    return on[_PLAINLY, first] > 0


@part()
def _look(on, parts, stride, region, reading):
    """Write down what is in a region and which of its points the blocks around it touch; return how many they are."""
    held, block, members, around, touch = on[_HOLDS], on[_BLOCK], parts[_MEMBERS], parts[_AROUND], reading[TOUCH]
    empty, other, stuck, point, blocks = _NONE, _NONE, _NONE, _ONE, 0
    for here in members[parts[_FIRST, region] : parts[_FIRST, region + 1]]:
        if held[here] == _FREE:
            empty |= point
        elif held[here] == _OTHER:
            other |= point
        else:
            stuck |= point
        for step in (-stride, -1, 1, stride):
            near = block[here + step]
            if near >= 0:
                place = _place(around, blocks, near)
                if place == blocks:
                    around[place], touch[place] = near, _NONE
                    blocks += 1
                touch[place] |= point
        point <<= _ONE
    reading[EMPTIES, 0], reading[OTHERS, 0], reading[STUCK, 0], reading[BLOCKS, 0] = empty, other, stuck, blocks
    return blocks


@part()
def _put_sure_first(around, touch, blocks, sure):
    """Put the sure block before the others around a region; return whether it is among them."""
    place = _place(around, blocks, sure)
    if place == blocks:
        return False
    around[0], around[place] = around[place], around[0]
    touch[0], touch[place] = touch[place], touch[0]
    return True


@part()
def _add_elsewhere(on, parts, region, sure, touch, blocks):
    """Give the blocks around a region the liberties that they always have elsewhere, two at most."""
    vital, vitals = parts[_VITAL:, region], parts[_VITALS, region]
    for place in range(blocks):
        near = parts[_AROUND, place]
        elsewhere = on[_GUARD, near] - (_place(vital, vitals, near) < vitals)
        if near == sure or elsewhere >= 2:
            touch[place] |= ELSEWHERE
        elif elsewhere == 1:
            touch[place] |= lowest(ELSEWHERE)


@part()
def _connect(on, parts, stride, region, reading):
    """Write the neighbours of a region's points down; return how many answers are worth reading there."""
    block, number_of, serves = on[_BLOCK], on[_INDEX], False
    members = parts[_MEMBERS, parts[_FIRST, region] : parts[_FIRST, region + 1]]
    for number in range(len(members)):
        number_of[members[number]] = number
        serves |= on[_HOLDS, members[number]] == _SERVES
    for number in range(len(members)):
        near = _NONE
        for step in (-stride, -1, 1, stride):
            at = members[number] + step
            if block[at] == _OPEN:
                near |= _ONE << np.uint64(number_of[at])
        reading[NEAR, number] = near
    return 0 if serves else DEPTHS[min(count(reading[EMPTIES, 0]), len(DEPTHS) - 1)]


@part()
def _ask_unanswered(on, parts, stride, regions, sure, reading, asked):
    """Count what the regions are worth in which nobody has to answer for the blocks to hold together.

    One with a single block around it is asked how many eyes answers make; else each block that it always leaves a
    liberty has an eye.
    """
    for region in range(regions):
        if parts[_WORTH, region] != _UNANSWERED:
            continue
        blocks = _look(on, parts, stride, region, reading)
        if blocks == 1 and parts[_AROUND, 0] != sure:
            parts[_OWNER, region] = parts[_AROUND, 0]
            for wanted in range(1, _MOST_EYES + 1):
                if not _holds(on, parts, stride, region, reading, asked, wanted):
                    break
                parts[_WORTH, region] = wanted
            parts[_PLAIN, region] = parts[_WORTH, region] > 0 and _is_plain(on, parts, stride, region, reading)
        elif 1 < blocks <= MOST_BLOCKS:
            for number in range(parts[_VITALS, region]):
                on[_EYES, parts[_VITAL + number, region]] += 1
                parts[_PLAIN, region] = True


@part()
def _give_up(on, span, sure):
    """Give up small blocks that have less than two eyes; return whether there are any such blocks.

    Small ones go first: without them larger ones may hold together.
    """
    _, start, stop = span
    block, eyes, size = on[_BLOCK], on[_EYES], on[_SIZE]
    size[start:stop] = 0
    for cell in range(start, stop):
        if block[cell] >= 0:
            size[block[cell]] += 1
    least = CELLS
    for cell in range(start, stop):
        if size[cell] and eyes[cell] < 2 and cell != sure:
            least = min(least, size[cell])
    if least == CELLS:
        return False
    for cell in range(start, stop):
        here = block[cell]
        if here >= 0 and eyes[here] < 2 and here != sure and size[here] <= least * SMALLER:
            block[cell] = _OPEN
    return True


@part()
def _contest(on, parts, stride, regions, sure, contested):
    """Mark the regions that hold only by reading, and those that a block needs for both its eyes."""
    block, eyes = on[_BLOCK], on[_EYES]
    for region in range(regions):
        worth, plain = parts[_WORTH, region], parts[_PLAIN, region]
        gives, least = worth if worth >= 0 else plain, 1 if plain else 2
        fought = worth >= 0 and not plain
        members = parts[_MEMBERS, parts[_FIRST, region] : parts[_FIRST, region + 1]]
        for here in members:
            for step in (-stride, -1, 1, stride):
                near = block[here + step]
                if near >= 0 and near != sure:
                    fought |= eyes[near] - gives < least
        for here in members:
            contested[here] |= fought
