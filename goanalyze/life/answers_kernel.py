"""Blocks that answers within regions hold together: what `settled_kernel.settle` proves with `within`.

A region is a part of the board that the chains of a colour, those that are kept, leave. In it their side answers each
move of the opponent that is played in it, and no other; so regions do not disturb each other. After each answer

1. two blocks around a region that are not yet one have two liberties each: in it, or elsewhere where nobody answers
   (a region each of whose empty points is a liberty of a block always leaves it one: Benson's argument);
2. a region that is worth an eye leaves its block a liberty, and one worth two leaves it two.

So the opponent, to move, captures nothing: a chain has two liberties by 1 unless it is its whole block, which has them
by 2 in eyes worth two together. Answers are stones that are never captured, so no position comes back, and no rule on
ko stands in their way. Suicide is not allowed for.

Here regions and blocks are found, united and given up until nothing changes; whether one region keeps 1 and 2,
`goanalyze.life.region_kernel` asks. Stones of the colour that are not kept, and points that serve a link elsewhere,
count as the opponent's for good.

What is alive so may be so in seki: nothing is said of a region that a block needs for both its eyes, or that holds
only by reading (`contested`).

Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.holding_kernel import MOST_AROUND, MOST_BLOCKS, MOST_POINTS, ROWS, TOUCH
from goanalyze.life.region_kernel import (
    AROUND,
    BLOCK,
    EYES,
    FAILED,
    FAILING,
    FIRST,
    FREE,
    FROZEN,
    GUARD,
    HOLDS,
    LABEL,
    MEMBERS,
    MOST_EYES,
    NEVER,
    OFF,
    OPEN,
    OTHER,
    OWN,
    OWNER,
    PLAIN,
    PLAINLY,
    QUESTION,
    SERVES,
    SIZE,
    SURELY,
    UNANSWERED,
    UNKNOWN,
    VITAL,
    VITALS,
    WORTH,
    add_elsewhere,
    is_held,
    is_plain,
    look,
    place_of,
    put_sure_first,
    write_vital,
)
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS
from goanalyze.vocabulary.kernels import part
from goanalyze.vocabulary.points import EMPTY

SMALLER: Final = 6
"""Blocks that fail are given up together if none is so many times larger than the smallest."""
_REGION, _STONE = range(2)  # of `near`: a stone of each chain beside each region


@part(makes_arrays=True)
def extend(color, banned, stride, start, stop, colored, chain, reserved, safe, contested):
    """Add to `safe` the stones of blocks that answers within regions hold together, and mark contested points."""
    cells = stop + stride + 1
    on = np.empty((PLAINLY + 1, cells), dtype=np.int32)
    parts = np.empty((VITAL + 4, max(cells, MOST_AROUND)), dtype=np.int32)
    near = np.empty((2, 4 * cells), dtype=np.int32)
    reading = np.empty((ROWS, MOST_AROUND), dtype=np.uint64)
    asked = np.empty((cells, QUESTION), dtype=np.uint64)
    on[SURELY], on[FAILING], on[PLAINLY] = -1, MOST_EYES + 1, -1  # nothing is remembered
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
            if parts[WORTH, region] > 0:
                on[EYES, on[BLOCK, parts[OWNER, region]]] += parts[WORTH, region]
        if not _give_up(on, span, sure):
            break
    _contest(on, parts, stride, regions, sure, contested)
    for cell in range(start, stop):
        safe[cell] = on[BLOCK, cell] >= 0


@part()
def _begin(on, span, color, colored, chain, reserved, safe):
    """Write down what each cell holds, all chains of the colour being kept.

    Returns:
        The block that is safe anyway, −1 if there is none.
    """
    stride, start, stop = span
    block, sure = on[BLOCK], np.int64(-1)
    block[:] = OFF
    for cell in range(start, stop):
        if color[cell] == BORDER:
            continue
        block[cell] = chain[cell] if chain[cell] >= 0 else OPEN
        serves = False
        for step in (-stride, -1, 1, stride):
            serves |= safe[cell + step] != 0
        if color[cell] == EMPTY:
            on[HOLDS, cell] = SERVES if reserved[cell] and serves else FREE
        else:
            on[HOLDS, cell] = OWN if color[cell] == colored else OTHER
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
    block, label, members, size = on[BLOCK], on[LABEL], parts[MEMBERS], parts[AROUND]
    for cell in range(start, stop):
        label[cell] = -1
        on[EYES, cell] = 0
        on[SIZE, cell] = -1  # the last region that a chain was found beside
        if block[cell] >= 0:
            block[cell] = sure if safe[cell] else chain[cell]
    regions, total, pairs = 0, 0, 0
    for first in range(start, stop):
        if block[first] != OPEN or label[first] >= 0:
            continue
        begin, walked = total, total
        total += 1
        members[begin], label[first] = first, regions
        empty, useless = False, False
        while walked < total:
            here = members[walked]
            walked += 1
            empty |= on[HOLDS, here] == FREE or on[HOLDS, here] == SERVES
            useless |= banned[here]
            for step in (-stride, -1, 1, stride):
                at = here + step
                if block[at] == OPEN:
                    if label[at] < 0:
                        label[at] = regions
                        members[total] = at
                        total += 1
                elif block[at] >= 0 and on[SIZE, chain[at]] != regions:
                    on[SIZE, chain[at]] = regions
                    near[_REGION, pairs], near[_STONE, pairs] = regions, at
                    pairs += 1
        useless |= total - begin > MOST_POINTS
        parts[FIRST, regions] = begin
        parts[WORTH, regions] = UNANSWERED if empty and not useless else NEVER
        parts[PLAIN, regions] = False
        parts[FROZEN, regions] = False
        parts[FAILED, regions] = 0
        parts[VITALS, regions] = UNKNOWN
        regions += 1
    parts[FIRST, regions] = total
    size[:regions] = 0
    for cell in range(start, stop):
        region = label[cell]
        if region >= 0:
            members[parts[FIRST, region] + size[region]] = cell
            size[region] += 1
    return regions, pairs


@part()
def _find_vital(on, parts, span, regions):
    """Find the blocks that each region without answers always leaves a liberty; count these regions for each block."""
    stride, start, stop = span
    on[GUARD, start:stop] = 0
    for region in range(regions):
        if parts[WORTH, region] != UNANSWERED:
            parts[VITALS, region] = 0
        elif parts[VITALS, region] == UNKNOWN:
            parts[VITALS, region] = write_vital(on, parts, stride, region)
        for number in range(parts[VITALS, region]):
            on[GUARD, parts[VITAL + number, region]] += 1


@part()
def _unite_around_one(on, parts, span, regions, sure, reading, asked, beside, wanted):
    """Unite the blocks around the first region that holds them together with so many eyes; return whether one does.

    The sure block needs none. Where this failed, it is asked again after the blocks beside it have changed.
    """
    stride, around = span[0], parts[AROUND]
    for region in range(regions):
        if parts[WORTH, region] != UNANSWERED or parts[FROZEN, region] or parts[FAILED, region] & (2 - wanted):
            continue
        parts[FAILED, region] |= 2 - wanted
        blocks = look(on, parts, stride, region, reading)
        if blocks < 2 or blocks > MOST_BLOCKS:
            parts[FAILED, region] = 3
            continue
        alive = put_sure_first(around, reading[TOUCH], blocks, sure)
        add_elsewhere(on, parts, region, sure, reading[TOUCH], blocks)
        if not is_held(on, parts, stride, region, reading, asked, 0 if alive else wanted):
            continue
        two = not alive and wanted == 1 and is_held(on, parts, stride, region, reading, asked, 2)
        parts[PLAIN, region] = is_plain(on, parts, stride, region, reading)
        parts[WORTH, region] = 0 if alive else 2 if two else wanted
        parts[OWNER, region] = around[0]
        _make_one(on, parts, span, regions, beside, blocks)
        return True
    return False


@part()
def _make_one(on, parts, span, regions, beside, blocks):
    """Make one block of those around a region, and keep answers out of the regions that always leave one a liberty."""
    _, start, stop = span
    block, around, joins = on[BLOCK], parts[AROUND], on[GUARD]
    for region in range(regions):
        for number in range(parts[VITALS, region]):
            if place_of(around, blocks, parts[VITAL + number, region]) < blocks:
                parts[FROZEN, region] = True
    joins[start:stop] = 0
    for place in range(blocks):
        joins[around[place]] = 1
    for pair in range(beside.shape[1]):
        if joins[block[beside[_STONE, pair]]]:
            region = beside[_REGION, pair]
            parts[VITALS, region] = UNKNOWN
            parts[FAILED, region] = 0
    for cell in range(start, stop):
        if block[cell] >= 0 and joins[block[cell]]:
            block[cell] = around[0]


@part()
def _ask_unanswered(on, parts, stride, regions, sure, reading, asked):
    """Count what the regions are worth in which nobody has to answer for the blocks to hold together.

    One with a single block around it is asked how many eyes answers make; else each block that it always leaves a
    liberty has an eye.
    """
    for region in range(regions):
        if parts[WORTH, region] != UNANSWERED:
            continue
        blocks = look(on, parts, stride, region, reading)
        if blocks == 1 and parts[AROUND, 0] != sure:
            parts[OWNER, region] = parts[AROUND, 0]
            for wanted in range(1, MOST_EYES + 1):
                if not is_held(on, parts, stride, region, reading, asked, wanted):
                    break
                parts[WORTH, region] = wanted
            parts[PLAIN, region] = parts[WORTH, region] > 0 and is_plain(on, parts, stride, region, reading)
        elif 1 < blocks <= MOST_BLOCKS:
            for number in range(parts[VITALS, region]):
                on[EYES, parts[VITAL + number, region]] += 1
                parts[PLAIN, region] = True


@part()
def _give_up(on, span, sure):
    """Give up small blocks that have less than two eyes; return whether there are any such blocks.

    Small ones go first: without them larger ones may hold together.
    """
    _, start, stop = span
    block, eyes, size = on[BLOCK], on[EYES], on[SIZE]
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
            block[cell] = OPEN
    return True


@part()
def _contest(on, parts, stride, regions, sure, contested):
    """Mark the regions that hold only by reading, and those that a block needs for both its eyes."""
    block, eyes = on[BLOCK], on[EYES]
    for region in range(regions):
        worth, plain = parts[WORTH, region], parts[PLAIN, region]
        gives, least = worth if worth >= 0 else plain, 1 if plain else 2
        fought = worth >= 0 and not plain
        members = parts[MEMBERS, parts[FIRST, region] : parts[FIRST, region + 1]]
        for here in members:
            for step in (-stride, -1, 1, stride):
                near = block[here + step]
                if near >= 0 and near != sure:
                    fought |= eyes[near] - gives < least
        for here in members:
            contested[here] |= fought
