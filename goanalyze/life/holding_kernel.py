"""Whether a side that answers within one region holds the blocks around it together, and with how many eyes there.

The opponent moves first. That the blocks hold together is seen without reading if they share pairs of points (who is
cut at one connects at the other), and an eye if each point of it is beside them or has two points of its own that are
(`count_eyes`); else a few answers are read until it is seen. Masks are those of `goanalyze.life.masks_kernel`; what it
is good for, `goanalyze.life.answers_kernel` says.

What is seen without reading stays so for ever. The side answers one point of a pair with the other, and does nothing
else. So both points of a pair are empty or one is the side's, but beside a stone of the opponent, where they may be his
as well: then all are one chain of his, which goes as a whole, captured or by suicide. Hence an empty point that touches
no block has its pair empty still; while any point of an eye is empty one that touches a block is, and who fills the
last would be without a liberty. A chain of the opponent has its liberties in the region alone, for blocks stand around.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.masks_kernel import beside, count, index, lowest, spread
from goanalyze.vocabulary.kernels import part

MOST_POINTS: Final = 62
"""Of a region, so that it fits a word with the two points of `ELSEWHERE`."""
MOST_BLOCKS: Final = 16
DEPTHS = np.array([4, 4, 4, 4, 4, 3, 3, 2, 2, 2, 2] + [1] * 5 + [0])
"""How many answers are read ahead in a region of so many empty points."""
ELSEWHERE: Final = np.uint64(3 << MOST_POINTS)
"""Two points that stand for liberties which a block always has elsewhere; nobody plays there."""
MOST_AROUND: Final = 4 * MOST_POINTS
"""Blocks around a region; of one with more than `MOST_BLOCKS` nothing is asked."""
_LEVELS: Final = 5

NEAR, EMPTIES, OTHERS, STUCK, BLOCKS, _MOVES, _MOVE, _ANSWERS, _LATER, _TRIED = range(10)
_GONE, _HELD, _BROKE, _UNITED, _PARTNER, TOUCH = range(10, 16)
"""Rows of a *reading*, which has a region that is asked about, and by level, the number of answers given, what is read.

`NEAR`: by point, the points of the region next to it. `TOUCH` and the rows after it: one a level, by block, the points
beside it, some of `ELSEWHERE` among them. By level: points that the side may answer on (`EMPTIES`), the opponent's
stones (`OTHERS`), the number of blocks (`BLOCKS`), moves that the opponent has still to try, the one that he plays and
the stones that go by it if it is suicide (`_GONE`), answers that the side has still to try, those put off, and the one
it tries; the answer that held last and the move that none did (`_HELD`, `_BROKE`), which are tried first. Points that
serve elsewhere (`STUCK`) stand at level 0 for all, and nothing is read where there are any. Scratch: `TOUCH` of blocks
that pairs unite, and by point the other point of its pair.
"""
ROWS: Final = TOUCH + _LEVELS
_PASS: Final = np.uint64(1 << 63)  # among answers
_NONE: Final = np.uint64(0)


@part()
def holds(reading, wanted, depth):
    """Return whether answers hold the blocks together with so many eyes, reading so many answers ahead.

    Answers that have to be read further are put off until none is left that is seen to hold.
    """
    level = 0
    reading[_HELD, :_LEVELS], reading[_BROKE, :_LEVELS] = _NONE, _NONE
    verdict = _judged(reading, 0, wanted, depth)
    while True:
        if verdict < 0:
            reading[_MOVES, level] = reading[EMPTIES, level]
            verdict = 1
        else:
            level -= 1
            if level < 0:
                return verdict == 1
            if verdict:
                reading[_HELD, level] = reading[_TRIED, level]
        if verdict and not _attack(reading, level):
            continue
        is_later = reading[_ANSWERS, level] == _NONE
        answer = _answer(reading, level, _LATER if is_later else _ANSWERS)
        if not answer and not is_later:
            is_later = True
            answer = _answer(reading, level, _LATER)
        if not answer:
            reading[_BROKE, level] = reading[_MOVE, level]
            verdict = 0
            continue
        reading[_TRIED, level] = answer
        level += 1
        verdict = -1 if is_later else _judged(reading, level, wanted, depth)
        if verdict < 0 and not is_later:
            reading[_LATER, level - 1] |= answer
            verdict = 0


@part()
def _judged(reading, level, wanted, depth):
    """Return 1 if the blocks hold without reading, 0 if they do not hold, −1 if that must be read."""
    if may_not_hold(reading, level, wanted):
        return 0
    if count_eyes(reading, level) >= wanted:
        return 1
    return -1 if level < depth else 0


@part()
def may_not_hold(reading, level, wanted):
    """Return whether blocks have too few liberties to be held together with so many eyes."""
    empty, touch, blocks = reading[EMPTIES, level], reading[TOUCH + level], np.int64(reading[BLOCKS, level])
    free = _NONE
    for block in range(blocks):
        free |= touch[block]
        if blocks > 1 and count(touch[block] & (empty | ELSEWHERE)) < 2:
            return True
    return count(free & empty) < wanted


@part()
def _attack(reading, level):
    """Let the opponent make his next move; return whether there was one left."""
    near, empty, other = reading[NEAR], reading[EMPTIES, level], reading[OTHERS, level]
    while reading[_MOVES, level]:
        move = lowest(reading[_MOVES, level] & reading[_BROKE, level] or reading[_MOVES, level])
        reading[_MOVES, level] ^= move
        chain = spread(near, move, other | move)
        around, close = beside(near, chain), near[index(move)]
        free = empty & ~move
        gone = _NONE if around & free else chain
        if gone != move:
            reading[_MOVE, level], reading[_GONE, level] = move, gone
            reading[_ANSWERS, level] = (free | gone) & (close | beside(near, close) | around | gone) | _PASS
            reading[_LATER, level] = _NONE
            return True
    return False


@part()
def _answer(reading, level, row):
    """Let the side try the next of some answers, a pass first; return it, or nothing if there was none left."""
    below, move, gone = level + 1, reading[_MOVE, level], reading[_GONE, level]
    empty, other = reading[EMPTIES, level] & ~move | gone, (reading[OTHERS, level] | move) & ~gone
    if reading[row, level] & _PASS and (row == _ANSWERS or reading[row, level] == _PASS):
        reading[row, level] ^= _PASS
        for block in range(np.int64(reading[BLOCKS, level])):
            reading[TOUCH + below, block] = reading[TOUCH + level, block]
        reading[EMPTIES, below], reading[OTHERS, below] = empty, other
        reading[BLOCKS, below] = reading[BLOCKS, level]
        return _PASS
    shared = _shared(reading[TOUCH + level], np.int64(reading[BLOCKS, level]))
    while reading[row, level] & ~_PASS:
        rest = reading[row, level] & ~_PASS
        own = lowest(rest & reading[_HELD, level] or rest & shared or rest)
        reading[row, level] ^= own
        blocks = _join(reading, level, own)
        if blocks <= MOST_BLOCKS:
            taken = _taken(reading[NEAR], own, other, empty & ~own)
            reading[EMPTIES, below], reading[OTHERS, below] = empty & ~own | taken, other & ~taken
            reading[BLOCKS, below] = blocks
            return own
    return _NONE


@part()
def _shared(touch, blocks):
    """Return the points beside two blocks."""
    once, twice = _NONE, _NONE
    for block in range(blocks):
        twice |= once & touch[block]
        once |= touch[block]
    return twice


@part()
def _join(reading, level, own):
    """Write the blocks after an answer to the level below; return their number."""
    touch, below = reading[TOUCH + level], reading[TOUCH + level + 1]
    merged, into, blocks = reading[NEAR, index(own)], -1, 0
    for block in range(np.int64(reading[BLOCKS, level])):
        if touch[block] & own:
            merged |= touch[block]
            if into >= 0:
                continue
            into = blocks
        else:
            below[blocks] = touch[block]
        blocks += 1
    if into < 0:
        into = blocks
        blocks += 1
    below[into] = merged & ~own
    return blocks


@part()
def _taken(near, own, other, empty):
    """Return the opponent's stones that an answer takes."""
    taken = _NONE
    rest = near[index(own)] & other
    while rest:
        chain = spread(near, lowest(rest), other)
        rest &= ~chain
        if not beside(near, chain) & (empty | taken):
            taken |= chain
    return taken


@part()
def count_eyes(reading, level):
    """Count eyes that need no reading; −1 if the blocks do not hold together."""
    near, empty, stuck = reading[NEAR], reading[EMPTIES, level], reading[STUCK, 0]
    cells = empty | reading[OTHERS, level] | stuck
    blocks, links = _pair_up(reading, level, cells)
    if blocks > 1:
        return -1
    touched = reading[_UNITED, 0]
    eyes = 0
    left = cells
    while left:
        part = spread(near, lowest(left), cells)
        left &= ~part
        bare = part & ~touched
        if not part & empty:
            continue
        if not part & (links | stuck) and not bare:
            eyes += 1
        elif not bare & stuck:
            held, used = _cover(reading, level, bare, touched, links)
            # The side never fills it all: not where it does not play, nor both points of a pair.
            eyes += held and (used != links or part & ~(links | stuck) != _NONE)
    return eyes


@part()
def _pair_up(reading, level, cells):
    """Unite blocks that share two points, each of which serves once.

    Returns:
        (number of blocks left; points used).
    """
    blocks, used = np.int64(reading[BLOCKS, level]), _NONE
    for block in range(blocks):
        reading[_UNITED, block] = reading[TOUCH + level, block]
    while blocks > 1:
        left, pair = _unite_first(reading[NEAR], reading[_UNITED], blocks, reading[EMPTIES, level] & ~used, cells)
        if left == blocks:
            break
        blocks = left
        used |= pair
    return blocks, used


@part()
def _unite_first(near, united, blocks, free, cells):
    """Unite the blocks that share the first pair of points; return how many blocks are left, and the pair.

    A point that nobody else can reach joins those that have a liberty elsewhere, and is no part of a pair: none of them
    can be taken by it.
    """
    firsts = free & _shared(united, blocks)
    while firsts:
        one = lowest(firsts)
        seconds = firsts if not near[index(one)] & cells else firsts ^ one
        firsts ^= one
        while seconds:
            two = lowest(seconds)
            seconds ^= two
            left = _unite(united, blocks, one | two, one == two)
            if left < blocks:
                return left, one | two if one != two else _NONE
    return blocks, _NONE


@part()
def _unite(united, blocks, both, alone):
    """Unite the blocks beside both points of a pair, or those beside a point alone that have a liberty elsewhere."""
    into, left = -1, 0
    for block in range(blocks):
        touch = united[block]
        if (touch & both) == both and (not alone or touch & ELSEWHERE):
            if into >= 0:
                united[into] |= touch
                continue
            into = left
        united[left] = touch
        left += 1
    return left


@part()
def _cover(reading, level, bare, touched, links):
    """Choose for each bare point two points beside it that the blocks touch, each of which serves once.

    Points may share a pair. Beside a stone of the opponent its other stones will do, too: they go when it goes.

    Returns:
        (whether there are such points for all; the points used, links among them).
    """
    near, partner = reading[NEAR], reading[_PARTNER]
    empty, other = reading[EMPTIES, level], reading[OTHERS, level]
    used, left = links, bare
    while left:
        point = lowest(left)
        left ^= point
        free = near[index(point)] & touched & (empty if empty & point else empty | other)
        shared = False
        rest = free & used & ~links
        while rest:
            one = lowest(rest)
            rest ^= one
            shared |= (free & partner[index(one)]) != 0
        if shared:
            continue
        one, two = _two_of(near, free & ~used, bare)
        if not two:
            return False, used
        partner[index(one)], partner[index(two)] = two, one
        used |= one | two
    return True, used


@part()
def _two_of(near, points, bare):
    """Return those two points that are beside the fewest bare ones, the first of them that are alike."""
    best, second, fewest, next_fewest = _NONE, _NONE, 9, 9
    while points:
        point = lowest(points)
        points ^= point
        number = count(near[index(point)] & bare)
        if number < fewest:
            best, second, fewest, next_fewest = point, best, number, fewest
        elif number < next_fewest:
            second, next_fewest = point, number
    return best, second
