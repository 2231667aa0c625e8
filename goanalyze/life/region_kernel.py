"""What is asked about one region: what is in it and around it, and whether answers hold the blocks around it together.

Regions that may serve are written down once (`write_region`), with the chains around each and what these touch; what
is asked later is put together from that (`look`). `goanalyze.life.holding_kernel` reads, and what was asked last about
a region is remembered. What blocks, regions and answers are, and what they prove, `goanalyze.life.answers_kernel` says.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.holding_kernel import (
    BLOCKS,
    DEPTHS,
    ELSEWHERE,
    EMPTIES,
    NEAR,
    OTHERS,
    STUCK,
    TOUCH,
    holds,
    may_not_hold,
)
from goanalyze.life.masks_kernel import count, lowest
from goanalyze.vocabulary.kernels import part
from goanalyze.vocabulary.points import EMPTY

OFF: Final = -1  # of `BLOCK`
UNANSWERED, NEVER = -1, -2  # of `WORTH`
_MOST_EYES: Final = 2  # that are asked about
_NONE: Final = np.uint64(0)
_ONE: Final = np.uint64(1)

PAIR, FIRST, WORTH, PLAIN, FROZEN, FAILED, DIRTY, _SURELY, _FAILING, _PLAINLY, _ASKED = range(11)
PARTS: Final = _ASKED + 1
"""Rows of `parts`, by region: its first pair; its first cell among `members`; the eyes that answers make there, or
`UNANSWERED`, or `NEVER` where none are given; whether it is an eye without reading; whether it is left without answers
for what it always leaves a block; whether it fails to hold its blocks together as they are now; whether these have
changed. Of the question about it that is remembered: the most eyes it holds with, the fewest it is known to fail with,
whether it is an eye without reading (−1 where that was not asked), and how many blocks are around it."""
CHAIN, BLOCK, VITAL, REGION = range(4)
"""Rows of `pairs` of a region and a chain around it, all of one region together: the chain, or the block that is safe
anyway; its block, `OFF` where nothing is asked any more; whether it is the first of that block and the region always
leaves the block a liberty; the region."""
_EMPTY, _OTHER, _STUCK, _TOUCHES = range(4)
"""Rows of `words`: by region its empty points, the opponent's stones, and points that serve a link elsewhere; by pair
what the chain touches."""


@part()
def write_region(board, cells, number, pair, begin, sure, span, lists):
    """Write a region down, if it may serve; return its last pair plus one, or as much as before.

    Args:
        board: color, banned, chain, used, safe; by cell.
        cells: of the region.
        number: of the region.
        pair: its first one.
        begin: where its cells go among `members`.
        sure: the block that is safe anyway.
        span: as of `answers_kernel.extend`.
        lists: members, parts, pairs, words.
    """
    color, banned, chain, used, safe = board
    members, parts, pairs, words = lists
    stride, _, _ = span
    useless = False
    for size in range(len(cells)):
        here, place = cells[size], begin + size
        useless |= banned[here]
        while place > begin and members[place - 1] > here:
            members[place] = members[place - 1]
            place -= 1
        members[place] = here
    if useless:
        return pair
    empty, other, stuck, point, last = _NONE, _NONE, _NONE, _ONE, pair
    for here in members[begin : begin + len(cells)]:
        serves = False
        for step in (-stride, -1, 1, stride):
            near = chain[here + step]
            if near < 0:
                continue
            if safe[here + step]:
                near, serves = sure, True
            at = pair
            while at < last and pairs[CHAIN, at] != near:
                at += 1
            if at == last:
                pairs[CHAIN, at], pairs[REGION, at] = near, number
                words[_TOUCHES, at] = _NONE
                last += 1
            words[_TOUCHES, at] |= point
        if color[here] != EMPTY:
            other |= point
        elif used[here] and serves:
            stuck |= point
        else:
            empty |= point
        point <<= _ONE
    if empty | stuck == _NONE:
        return pair
    words[_EMPTY, number], words[_OTHER, number], words[_STUCK, number] = empty, other, stuck
    parts[FIRST, number], parts[PAIR, number] = begin, pair
    parts[_SURELY, number], parts[_FAILING, number], parts[_PLAINLY, number] = -1, _MOST_EYES + 1, -1
    parts[_ASKED, number] = 0
    return last


@part()
def look(lists, region, around, reading):
    """Write down the blocks around a region and what they touch; return how many they are."""
    _, parts, pairs, words = lists
    touch, blocks = reading[TOUCH], 0
    for pair in range(parts[PAIR, region], parts[PAIR, region + 1]):
        near = pairs[BLOCK, pair]
        place = place_of(around, blocks, near)
        if place == blocks:
            around[place], touch[place] = near, _NONE
            blocks += 1
        touch[place] |= words[_TOUCHES, pair]
    reading[EMPTIES, 0], reading[OTHERS, 0], reading[STUCK, 0] = words[:_TOUCHES, region]
    reading[BLOCKS, 0] = blocks
    return blocks


@part()
def place_of(items, length, item):
    """Return which of some items one is, or their number."""
    for place in range(length):
        if items[place] == item:
            return place
    return length


@part()
def mark_vital(lists, region, around, reading):
    """Mark the blocks that are beside every point of a region, none of which serves a link elsewhere.

    Whatever the opponent does he leaves these a liberty there without answers: he fills all but one of the points, and
    who takes off his own stones leaves others.
    """
    _, parts, pairs, _ = lists
    blocks = look(lists, region, around, reading)
    touch, points = reading[TOUCH], reading[EMPTIES, 0] | reading[OTHERS, 0]
    never = reading[STUCK, 0] != _NONE or parts[WORTH, region] != UNANSWERED
    for pair in range(parts[PAIR, region], parts[PAIR, region + 1]):
        place = place_of(around, blocks, pairs[BLOCK, pair])
        pairs[VITAL, pair] = not (never or points & ~touch[place])
        if pairs[VITAL, pair]:
            touch[place] = _NONE  # the first of each block


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
def add_elsewhere(lists, guard, region, sure, around, touch, blocks):
    """Give the blocks around a region the liberties that they always have elsewhere, two at most."""
    _, parts, pairs, _ = lists
    for place in range(blocks):
        near = around[place]
        elsewhere = guard[near]
        for pair in range(parts[PAIR, region], parts[PAIR, region + 1]):
            elsewhere -= pairs[BLOCK, pair] == near and pairs[VITAL, pair] != 0
        if near == sure or elsewhere >= 2:
            touch[place] |= ELSEWHERE
        elif elsewhere == 1:
            touch[place] |= lowest(ELSEWHERE)


@part()
def is_held(lists, span, within, index_of, region, reading, asked, wanted):
    """Return whether answers hold the blocks around a region together with so many eyes, remembering what was read."""
    members, parts, _, _ = lists
    if may_not_hold(reading, 0, wanted):
        return False
    question, blocks = asked[region], np.int64(reading[BLOCKS, 0])
    same = parts[_ASKED, region] == blocks
    for place in range(blocks):
        same &= question[place] == reading[TOUCH, place]
        question[place] = reading[TOUCH, place]
    parts[_ASKED, region] = blocks
    if not same:
        parts[_SURELY, region], parts[_FAILING, region], parts[_PLAINLY, region] = -1, _MOST_EYES + 1, -1
    if wanted <= parts[_SURELY, region]:
        return True
    if wanted >= parts[_FAILING, region]:
        return False
    cells = members[parts[FIRST, region] : parts[FIRST, region + 1]]
    depth = _connect(cells, span[0], within, index_of, reading)
    if parts[_PLAINLY, region] < 0:
        parts[_PLAINLY, region] = holds(reading, 1, 0)
    if (wanted <= 1 and parts[_PLAINLY, region] > 0) or holds(reading, wanted, depth):
        parts[_SURELY, region] = wanted
        return True
    parts[_FAILING, region] = wanted
    return False


@part()
def is_plain(parts, region):
    """Return whether a region that was just found to hold its blocks is an eye without reading."""
    return parts[_PLAINLY, region] > 0


@part()
def ask_again(lists, region, reading, asked):
    """Write down again what was asked last about a region."""
    _, parts, _, words = lists
    reading[EMPTIES, 0], reading[OTHERS, 0], reading[STUCK, 0] = words[:_TOUCHES, region]
    reading[BLOCKS, 0] = parts[_ASKED, region]
    for place in range(parts[_ASKED, region]):
        reading[TOUCH, place] = asked[region, place]


@part()
def _connect(cells, stride, within, index_of, reading):
    """Write the neighbours of a region's points down; return how many answers are worth reading there."""
    for number in range(len(cells)):
        index_of[cells[number]] = number
    for number in range(len(cells)):
        near = _NONE
        for step in (-stride, -1, 1, stride):
            at = cells[number] + step
            if within[at] >= 0:
                near |= _ONE << np.uint64(index_of[at])
        reading[NEAR, number] = near
    return 0 if reading[STUCK, 0] else DEPTHS[min(count(reading[EMPTIES, 0]), len(DEPTHS) - 1)]
