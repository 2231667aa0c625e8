"""Blocks that answers within regions hold together: what `settled_kernel.settle` proves with `within`.

A region is a part of the board that the chains of a colour, those that are kept, leave. In it their side answers each
move of the opponent that is played in it, and no other; so regions do not disturb each other. After each answer

1. two blocks around a region that are not yet one have two liberties each: in it, or elsewhere where nobody answers
   (a region each of whose empty points is a liberty of a block always leaves it one: Benson's argument);
2. a region that is worth an eye leaves its block a liberty, and one worth two leaves it two.

So the opponent, to move, captures nothing: a chain has two liberties by 1 unless it is its whole block, which has them
by 2 in eyes worth two together. Answers are stones that are never captured, so no position comes back, and no rule on
ko stands in their way. Suicide is not allowed for.

That a region keeps 1 and 2 is seen without reading if its blocks share pairs of points (who is cut at one connects at
the other), and if each point of it is beside them or has two points of its own that are (`_eyes`); else by reading a
few answers until it is seen. Stones of the colour that are not kept, and points that serve a link elsewhere, count as
the opponent's for good.

What is alive so may be so in seki: nothing is said of a region that a block needs for both its eyes, or that holds
only by reading (`contested`).

Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997.
"""

from __future__ import annotations

import numpy as np

from goanalyze.vocabulary.kernels import njit

MOST_POINTS = 62
"""Of a region, so that it fits a word."""
MOST_BLOCKS = 16
SMALLER = 6
"""Blocks that fail are given up together if none is so many times larger than the smallest."""
DEPTHS = np.array([4, 4, 4, 4, 4, 3, 3, 2, 2, 2, 2] + [1] * 5 + [0])
"""How many answers are read ahead in a region of so many empty points."""
_EMPTY, _OTHERS, _BLOCKS, _MOVE, _REPLY, _REACH = range(6)


@njit(cache=True, nogil=True)
def _bits(mask):
    """Count the points of a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(cache=True, nogil=True)
def _beside(near, points):
    """Return the points next to some, which may be among them."""
    found = np.int64(0)
    while points:
        found |= near[_bits((points & -points) - 1)]
        points &= points - 1
    return found


@njit(cache=True, nogil=True)
def _flood(seed, within, near):
    """Return the points of `within` that are connected with `seed`."""
    found = seed
    while seed:
        seed = _beside(near, seed) & within & ~found
        found |= seed
    return found


@njit(cache=True, nogil=True)
def _pair_up(near, count, empty, cells, touch, spare, blocks):
    """Unite blocks that share two points, each of which serves once.

    Returns:
        (number of blocks left; points used).
    """
    used = np.int64(0)
    while blocks > 1:
        done = False
        for first in range(count):
            one = np.int64(1) << first
            if done or not empty & one & ~used:
                continue
            beside = 0
            for block in range(blocks):
                beside += (touch[block] & one) != 0
            if beside < 2:
                continue
            # A point that nobody else can reach joins who has a liberty elsewhere: none of them can be taken by it.
            lone = not near[first] & cells
            for second in range(first if lone else first + 1, count):
                both = one | np.int64(1) << second
                if (empty & ~used & both) != both:
                    continue
                into = -1
                left = 0
                for block in range(blocks):
                    mask = touch[block]
                    if (mask & both) == both and (second > first or spare[block] > 0):
                        if into >= 0:
                            touch[into] |= mask
                            spare[into] = max(spare[into], spare[block])
                            done = True
                            continue
                        into = left
                    touch[left], spare[left] = mask, spare[block]
                    left += 1
                blocks = left
                if done:
                    if second > first:
                        used |= both
                    break
        if not done:
            break
    return blocks, used


@njit(cache=True, nogil=True)
def _eyes(near, count, empty, other, stuck, touch, spare, blocks, scratch):
    """Count eyes that need no reading; −1 if the blocks do not hold together."""
    for block in range(blocks):
        scratch[block] = touch[block]
        scratch[MOST_BLOCKS + 64 + block] = spare[block]
    blocks, links = _pair_up(near, count, empty, empty | other | stuck, scratch, scratch[MOST_BLOCKS + 64 :], blocks)
    if blocks > 1:
        return -1
    touched = scratch[0]
    eyes = 0
    left = empty | other | stuck
    while left:
        part = _flood(left & -left, empty | other | stuck, near)
        left &= ~part
        if not part & empty:
            continue
        bare = part & ~touched
        if not part & (links | stuck) and not bare & empty:
            eyes += 1
            continue
        if bare & stuck:
            continue
        used = links
        held = True
        rest = bare
        while rest:
            bit = rest & -rest
            rest &= rest - 1
            point = _bits(bit - 1)
            free = near[point] & touched & (empty if empty & bit else empty | other)
            # A pair that serves another point may serve this one.
            shared = False
            for other_point in range(count):
                partner = np.int64(scratch[MOST_BLOCKS + other_point])
                if used & ~links & free & (np.int64(1) << other_point) and free & partner:
                    shared = True
            if shared:
                continue
            free &= ~used
            best, second, cost, cost2 = -1, -1, 9, 9
            for candidate in range(count):
                if free & (np.int64(1) << candidate):
                    wanted = _bits(near[candidate] & bare)
                    if wanted < cost:
                        best, second, cost, cost2 = candidate, best, wanted, cost
                    elif wanted < cost2:
                        second, cost2 = candidate, wanted
            if second < 0:
                held = False
                break
            scratch[MOST_BLOCKS + best] = np.int64(1) << second
            scratch[MOST_BLOCKS + second] = np.int64(1) << best
            used |= np.int64(1) << best | np.int64(1) << second
        # The side never fills it all: not where it does not play, nor both points of a pair.
        if held and (used != links or part & ~(links | stuck)):
            eyes += 1
    return eyes


@njit(cache=True, nogil=True)
def _judged(near, count, stuck, stack, touch, spare, level, wanted, depth, scratch):
    """Return 1 if the blocks hold without reading, 0 if they do not hold, −1 if that must be read."""
    empty, other, blocks = stack[level, _EMPTY], stack[level, _OTHERS], stack[level, _BLOCKS]
    here = touch[level]
    free = np.int64(0)
    for block in range(blocks):
        free |= here[block]
        if blocks > 1 and _bits(here[block] & empty) + spare[level, block] < 2:
            return 0
    if _bits(free & empty) < wanted:
        return 0
    if _eyes(near, count, empty, other, stuck, here, spare[level], blocks, scratch) >= wanted:
        return 1
    return -1 if level < depth else 0


@njit(cache=True, nogil=True)
def _attack(near, count, stuck, stack, level):
    """Let the opponent make his next move; return whether there was one left."""
    empty, other = stack[level, _EMPTY], stack[level, _OTHERS]
    for point in range(stack[level, _MOVE] + 1, count):
        bit = np.int64(1) << point
        if not empty & bit:
            continue
        around = _beside(near, _flood(bit, other | bit, near))
        if around & (empty & ~bit | stuck):
            stack[level, _MOVE] = point
            stack[level, _REPLY] = -2
            stack[level, _REACH] = near[point] | _beside(near, near[point]) | around
            return True
    return False


@njit(cache=True, nogil=True)
def _answer(near, count, stuck, stack, touch, spare, level):
    """Let the owner try his next answer, a pass first; return whether there was one left."""
    bit = np.int64(1) << stack[level, _MOVE]
    blocks = stack[level, _BLOCKS]
    empty, other = stack[level, _EMPTY] & ~bit, stack[level, _OTHERS] | bit
    here, below = touch[level], touch[level + 1]
    for reply in range(stack[level, _REPLY] + 1, count):
        kept, into = 0, -1
        if reply < 0:
            for block in range(blocks):
                below[block] = here[block]
                spare[level + 1, block] = spare[level, block]
            kept = blocks
        else:
            own = np.int64(1) << reply
            if not empty & stack[level, _REACH] & own:
                continue
            merged, more = near[reply], np.int64(0)
            for block in range(blocks):
                if not here[block] & own:
                    below[kept] = here[block]
                    spare[level + 1, kept] = spare[level, block]
                    kept += 1
                    continue
                merged |= here[block]
                more = max(more, spare[level, block])
                if into < 0:
                    into = kept
                    kept += 1
            if into < 0:
                if kept == MOST_BLOCKS:
                    continue
                into = kept
                kept += 1
            empty &= ~own
            below[into] = merged & ~own
            spare[level + 1, into] = more
            beside = near[reply] & other
            while beside:
                chain = _flood(beside & -beside, other, near)
                beside &= ~chain
                if not _beside(near, chain) & (empty | stuck):
                    other &= ~chain
                    empty |= chain
        stack[level, _REPLY] = reply
        stack[level + 1, _EMPTY], stack[level + 1, _OTHERS], stack[level + 1, _BLOCKS] = empty, other, kept
        return True
    return False


@njit(cache=True, nogil=True)
def _holds(near, count, stuck, stack, touch, spare, wanted, depth, scratch):
    """Return whether a side that answers within a region holds its blocks together with so many eyes there."""
    level = 0
    verdict = _judged(near, count, stuck, stack, touch, spare, 0, wanted, depth, scratch)
    while True:
        if verdict < 0:
            stack[level, _MOVE] = -1
            verdict = 1
        else:
            level -= 1
            if level < 0:
                return verdict == 1
        if (verdict and not _attack(near, count, stuck, stack, level)) or not _answer(
            near, count, stuck, stack, touch, spare, level
        ):
            continue
        level += 1
        verdict = _judged(near, count, stuck, stack, touch, spare, level, wanted, depth, scratch)


@njit(cache=True, nogil=True)
def holds(near, count, stuck, stack, touch, spare, wanted, depth, scratch, tried):
    """Return `_holds`, but of what failed before read nothing again; `tried` keeps a number for each question."""
    number = stack[0, _EMPTY] * 31 + stack[0, _OTHERS] * 17 + stuck * 7 + wanted + 4 * depth
    for block in range(stack[0, _BLOCKS]):
        number = number * 1000003 + touch[0, block] * 5 + spare[0, block]
    if tried[wanted] == number:
        return False
    if _holds(near, count, stuck, stack, touch, spare, wanted, depth, scratch):
        return True
    tried[wanted] = number
    return False


@njit(cache=True, nogil=True)
def block_of(parent, item):
    """Return the first chain of a block, shortening the way to it."""
    while parent[item] != item:
        parent[item] = parent[parent[item]]
        item = parent[item]
    return item


@njit(cache=True, nogil=True)
def _guard(
    color,
    stride,
    start,
    stop,
    colored,
    kept,
    block,
    chain,
    helps,
    members,
    first_of,
    regions,
    worth,
    guard,
    roots,
    alike,
):
    """Count for each block the regions without answers that always leave it a liberty."""
    for cell in range(start, stop):
        guard[cell] = 0
    for region in range(regions):
        if worth[region] != -1 or first_of[region + 1] - first_of[region] > MOST_POINTS:
            continue
        blocks, points, empties, answered = 0, 0, 0, False
        for number in range(first_of[region], first_of[region + 1]):
            here = members[number]
            empties += color[here] == 0
            answered |= helps[here]
            if color[here] != 0 and color[here] != colored:
                continue
            points += 1
            for step in (-stride, -1, 1, stride):
                at = here + step
                if kept[at]:
                    root = block_of(block, chain[at])
                    place = 0
                    while place < blocks and roots[place] != root:
                        place += 1
                    if place == blocks:
                        if points > 1 or blocks == MOST_BLOCKS:
                            continue
                        roots[place], alike[place] = root, 0
                        blocks += 1
                    if alike[place] == points - 1:
                        alike[place] = points
        if empties and not answered:
            for place in range(blocks):
                if alike[place] == points:
                    guard[roots[place]] += 1


@njit(cache=True, nogil=True)
def _freeze(stride, root, kept, block, chain, members, first_of, regions, worth, failed, color, colored, helps):
    """Keep answers out of the regions that always leave a block a liberty."""
    for region in range(regions):
        if worth[region] != -1 or failed[region] < 0:
            continue
        vital = True
        for number in range(first_of[region], first_of[region + 1]):
            here = members[number]
            vital &= not helps[here]
            if color[here] != 0 and color[here] != colored:
                continue
            touched = False
            for step in (-stride, -1, 1, stride):
                at = here + step
                touched |= kept[at] and block_of(block, chain[at]) == root
            vital &= touched
        if vital:
            failed[region] = -2


@njit(cache=True, nogil=True)
def extend(color, banned, stride, start, stop, colored, chain, reserved, safe, contested):
    """Add to `safe` the stones of blocks that answers within regions hold together, and mark contested points."""
    cells = stop + stride + 1
    block = np.empty(cells, dtype=np.int32)
    taken = np.empty(cells, dtype=np.bool_)
    members = np.empty(cells, dtype=np.int32)
    index = np.empty(cells, dtype=np.int32)
    first_of = np.empty(cells, dtype=np.int32)
    failed = np.empty(cells, dtype=np.int32)
    worth = np.empty(cells, dtype=np.int32)
    count = np.empty(cells, dtype=np.int32)
    size_of = np.empty(cells, dtype=np.int32)
    drop = np.zeros(cells, dtype=np.bool_)
    plain = np.zeros(cells, dtype=np.bool_)
    kept = np.zeros(cells, dtype=np.bool_)
    helps = np.zeros(cells, dtype=np.bool_)
    near = np.empty(64, dtype=np.int64)
    touch = np.empty((8, MOST_BLOCKS), dtype=np.int64)
    roots = np.empty(MOST_BLOCKS + 1, dtype=np.int32)
    scratch = np.empty(2 * MOST_BLOCKS + 64, dtype=np.int64)
    spare = np.empty((8, MOST_BLOCKS), dtype=np.int64)
    guard = np.zeros(cells, dtype=np.int32)
    alike = np.empty(MOST_BLOCKS + 1, dtype=np.int64)
    tried = np.zeros((cells, 3), dtype=np.int64)
    stack = np.empty((8, 6), dtype=np.int64)
    sure = -1
    for cell in range(start, stop):
        kept[cell] = chain[cell] >= 0
        serves = False
        for step in (-stride, -1, 1, stride):
            serves |= safe[cell + step] != 0
        helps[cell] = reserved[cell] != 0 and color[cell] == 0 and serves
        if safe[cell] and sure < 0:
            sure = chain[cell]
    while True:
        for cell in range(start, stop):
            taken[cell] = kept[cell]
            block[cell] = cell
            count[cell] = 0
            if safe[cell] and chain[cell] == cell:
                block[cell] = sure
        regions, total = 0, 0
        for cell in range(start, stop):
            if taken[cell] or color[cell] == 4:
                continue
            first_of[regions] = total
            members[total] = cell
            taken[cell] = True
            walked = total
            total += 1
            while walked < total:
                here = members[walked]
                walked += 1
                for step in (-stride, -1, 1, stride):
                    at = here + step
                    if color[at] != 4 and not taken[at]:
                        taken[at] = True
                        members[total] = at
                        total += 1
            members[first_of[regions] : total].sort()
            failed[regions] = 0
            plain[regions] = False
            worth[regions] = -1
            for number in range(first_of[regions], total):
                if banned[members[number]]:
                    worth[regions] = -2
            regions += 1
        first_of[regions] = total
        wanted = 1
        while wanted >= -1:
            changed = False
            _guard(
                color,
                stride,
                start,
                stop,
                colored,
                kept,
                block,
                chain,
                helps,
                members,
                first_of,
                regions,
                worth,
                guard,
                roots,
                alike,
            )
            for region in range(regions):
                if changed or worth[region] != -1 or failed[region] == -1 or (failed[region] == -2 and wanted >= 0):
                    continue
                begin, end = first_of[region], first_of[region + 1]
                size = end - begin
                if size > MOST_POINTS:
                    failed[region] = -1
                    continue
                blocks, anything = 0, 0
                for number in range(begin, end):
                    here = members[number]
                    anything += color[here] == 0
                    for step in (-stride, -1, 1, stride):
                        at = here + step
                        if kept[at]:
                            root = block_of(block, chain[at])
                            known = False
                            for place in range(blocks):
                                known |= roots[place] == root
                            if not known and blocks <= MOST_BLOCKS:
                                roots[min(blocks, MOST_BLOCKS)] = root
                                blocks += 1
                if blocks > MOST_BLOCKS or anything == 0:
                    continue
                if (blocks < 2 and wanted >= 0) or (blocks == 1 and sure >= 0 and roots[0] == block_of(block, sure)):
                    continue
                # The sure block first.
                alive = False
                for place in range(blocks):
                    if sure >= 0 and roots[place] == block_of(block, sure):
                        roots[0], roots[place] = roots[place], roots[0]
                        alive = True
                for number in range(begin, end):
                    index[members[number]] = number - begin
                empty, other, stuck = np.int64(0), np.int64(0), np.int64(0)
                for place in range(blocks):
                    touch[0, place] = 0
                some_reserved = False
                for number in range(begin, end):
                    here = members[number]
                    bit = np.int64(1) << (number - begin)
                    if color[here] == colored or helps[here]:
                        stuck |= bit
                        some_reserved |= helps[here]
                    elif color[here] == 0:
                        empty |= bit
                    else:
                        other |= bit
                    near[number - begin] = 0
                    for step in (-stride, -1, 1, stride):
                        at = here + step
                        if kept[at]:
                            root = block_of(block, chain[at])
                            for place in range(blocks):
                                if roots[place] == root:
                                    touch[0, place] |= bit
                        elif color[at] != 4:
                            near[number - begin] |= np.int64(1) << index[at]
                stack[0, _EMPTY], stack[0, _OTHERS], stack[0, _BLOCKS] = empty, other, blocks
                for place in range(blocks):
                    mine = empty != 0 and not some_reserved and not (empty | stuck) & ~touch[0, place]
                    spare[0, place] = (
                        2 if alive and place == 0 else min(guard[roots[place]] - mine, 2) if blocks > 1 else 0
                    )
                depth = 0 if some_reserved else DEPTHS[min(_bits(empty), len(DEPTHS) - 1)]
                if wanted >= 0:
                    need = 0 if alive else wanted
                    if holds(near, size, stuck, stack, touch, spare, need, depth, scratch, tried[members[begin]]):
                        worth[region] = 0
                        plain[region] = _eyes(near, size, empty, other, stuck, touch[0], spare[0], blocks, scratch) > 0
                        for place in range(blocks):
                            _freeze(
                                stride,
                                roots[place],
                                kept,
                                block,
                                chain,
                                members,
                                first_of,
                                regions,
                                worth,
                                failed,
                                color,
                                colored,
                                helps,
                            )
                        for place in range(1, blocks):
                            block[block_of(block, roots[place])] = block_of(block, roots[0])
                        changed = True
                        if not alive:
                            worth[region] = wanted
                            if wanted == 1 and holds(
                                near, size, stuck, stack, touch, spare, 2, depth, scratch, tried[members[begin]]
                            ):
                                worth[region] = 2
                elif blocks == 1:
                    plain[region] = _eyes(near, size, empty, other, stuck, touch[0], spare[0], 1, scratch) > 0
                    for need in range(1, 3):
                        if holds(near, size, stuck, stack, touch, spare, need, depth, scratch, tried[members[begin]]):
                            worth[region] = need
                        else:
                            break
                    failed[region] = -1
                else:
                    for place in range(blocks):
                        if empty and not some_reserved and not (empty | stuck) & ~touch[0, place]:
                            count[roots[place]] += 1
                            plain[region] = True
                    failed[region] = -1
            if changed and wanted >= 0:
                wanted = 1
            else:
                wanted -= 1
        for region in range(regions):
            if worth[region] > 0:
                for number in range(first_of[region], first_of[region + 1]):
                    here = members[number]
                    done = False
                    for step in (-stride, -1, 1, stride):
                        at = here + step
                        if kept[at] and not done:
                            count[block_of(block, chain[at])] += worth[region]
                            done = True
                    if done:
                        break
        # Small blocks that fail go first: without them larger ones may hold together.
        least = cells
        for cell in range(start, stop):
            size_of[cell] = 0
        for cell in range(start, stop):
            if kept[cell]:
                size_of[block_of(block, chain[cell])] += 1
        for cell in range(start, stop):
            is_root = kept[cell] and chain[cell] == cell and block_of(block, cell) == cell
            if is_root and count[cell] < 2 and (sure < 0 or cell != block_of(block, sure)):
                least = min(least, size_of[cell])
        changed = least < cells
        for cell in range(start, stop):
            if kept[cell]:
                root = block_of(block, chain[cell])
                if count[root] < 2 and (sure < 0 or root != block_of(block, sure)) and size_of[root] <= least * SMALLER:
                    drop[cell] = True
        for cell in range(start, stop):
            if drop[cell]:
                kept[cell] = False
        if not changed:
            break
    for region in range(regions):
        fought = worth[region] >= 0 and not plain[region]
        for number in range(first_of[region], first_of[region + 1]):
            for step in (-stride, -1, 1, stride):
                at = members[number] + step
                if kept[at]:
                    root = block_of(block, chain[at])
                    if sure >= 0 and root == block_of(block, sure):
                        continue
                    elsewhere = count[root] - (worth[region] if worth[region] >= 0 else plain[region])
                    fought |= elsewhere < (1 if plain[region] else 2)
        for number in range(first_of[region], first_of[region + 1]):
            contested[members[number]] |= fought
    for cell in range(start, stop):
        safe[cell] = kept[cell]
