"""Blocks that answers within regions hold together: what `settled_kernel.settle` proves by them.

A region is a part of the board that the chains of a colour leave. In it their side answers each move of the opponent
that is played in it, and no other; so regions do not disturb each other. After each answer

1. two blocks around a region that are not yet one have two liberties each: in it, or elsewhere where nobody answers
   (a region each of whose points touches a block always leaves it one: Benson's argument);
2. a region that is worth an eye leaves its block a liberty, and one worth two leaves it two.

So the opponent, to move, captures nothing: a chain has two liberties by 1 unless it is its whole block, which has them
by 2 in eyes worth two together.

This holds under every ruleset, since all that differs is granted to the opponent and never needed by the side:

- Suicide. The opponent may take off several stones of his own, which where it is forbidden he merely cannot; taking off
  one alone changes nothing and is a pass. A reading has these moves among all others (`holding_kernel`), and what is
  seen without reading outlasts them: a point that touches no block counts with a stone of his on it as without.
- Ko and superko. The opponent may retake at once, and repeat what he likes. Each answer is a stone where the side had
  none since the position that is judged, and no such stone is ever taken. So after an answer the board is as it never
  was: no rule on repetition forbids it, and none is the retaking of a ko. (What was on the board before the position
  that is judged is not known; a rule that looks back so far could be made to forbid an answer.)
- Threats elsewhere. A move there is answered there or needs no answer; a region is left with the opponent to move, as
  it was. No answer waits for a second move in a row.
- Passes. Where nothing is to be answered the side passes, which is always allowed. If both do, nothing is taken.
- Cycles. What comes back comes by the opponent's suicides alone, while the side passes; nothing of its own is lost, and
  what becomes of a game that never ends is no matter of life.
- Counting. None is done. What is alive so may be so in seki: nothing is said of a region that a block needs for both
  its eyes, or that holds only by reading (`contested`).

Here blocks are united and given up, with the regions beside them, until nothing changes; whether one region keeps 1
and 2, `goanalyze.life.region_kernel` asks. Points that serve a link elsewhere may be anybody's at any time: they are no
liberty of a block's, nothing is taken beside them, and nothing is read ahead in their region. Of KGS 2003's chains 3
in 1,000 need more: a board divided anew without what was given up, or blocks united without an eye together.

`tests/life/test_settled_search.py` plays out all positions of small boards.

Rule: D. B. Benson, Life in the game of Go, 1976; M. Müller, Playing it safe, 1997.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.holding_kernel import MOST_AROUND, MOST_BLOCKS, ROWS, TOUCH
from goanalyze.life.region_kernel import (
    BLOCK,
    CHAIN,
    DIRTY,
    FAILED,
    FIRST,
    FROZEN,
    NEVER,
    OFF,
    PAIR,
    PARTS,
    PLAIN,
    REGION,
    UNANSWERED,
    VITAL,
    WORTH,
    add_elsewhere,
    ask_again,
    is_held,
    is_plain,
    look,
    mark_vital,
    place_of,
    put_sure_first,
    write_region,
)
from goanalyze.vocabulary.cells_kernel import CELLS
from goanalyze.vocabulary.kernels import part

_KEPT, _EYES, _INDEX, _AROUND = range(4)  # of scratch space by cell
_LISTED: Final = 4


@part(makes_arrays=True)
def make_room():
    """Return scratch space: by cell, members, parts, pairs, words (`region_kernel`), questions, and a reading."""
    return (
        np.empty((_LISTED, CELLS), dtype=np.int32),
        np.empty(CELLS, dtype=np.int32),
        np.empty((PARTS, CELLS), dtype=np.int32),
        np.empty((4, 4 * CELLS), dtype=np.int32),
        np.empty((4, 4 * CELLS), dtype=np.uint64),
        np.empty((CELLS, MOST_BLOCKS), dtype=np.uint64),
        np.empty((ROWS, MOST_AROUND), dtype=np.uint64),
    )


@part()
def extend(board, span, largest, places, safe, contested, room):
    """Add to `safe` the stones of blocks that answers within regions hold together, and mark contested points.

    Args:
        board: color, banned, chain, used; by cell.
        span: stride, first cell, behind the last.
        largest: points of a region that is looked at.
        places: the cells of the board, those of each chain and region one after the other; behind the last of these, by
            their first cells; the region of each cell, its first one, −1 for stones of the colour and the border.
        safe: whether each cell has a stone that is safe; written.
        contested: written, too.
        room: of `make_room`.

    Returns:
        Whether there are any.
    """
    color, banned, chain, used = board
    region = places[2]
    on, members, parts, pairs, words, asked, reading = room
    lists = members, parts, pairs, words
    sure, regions = _write_regions((color, banned, chain, used, safe), span, largest, places, lists)
    if not regions:
        return False
    while True:
        _begin(parts, pairs, regions)
        while True:
            _guard(on, lists, regions, reading)
            if not _unite_around_one(on, lists, span, region, regions, sure, reading, asked):
                break
        _count_eyes(on, lists, span, region, regions, sure, reading, asked)
        if not _give_up(on, lists, regions, sure):
            break
    _contest(on, lists, regions, sure, contested)
    return _keep(on, lists, span, regions, chain, safe)


@part()
def _write_regions(board, span, largest, places, lists):
    """Write down the regions that may serve; return the block that is safe anyway (`OFF` if none is), and how many."""
    queue, end, region = places
    _, _, chain, _, safe = board
    _, start, stop = span
    parts = lists[1]
    sure = np.int64(OFF)
    for cell in range(start, stop):
        if safe[cell]:
            sure = np.int64(chain[cell])
            break
    regions, pair, total, begin, length = 0, 0, 0, 0, 0
    for cell in range(start, stop):
        length += region[cell] >= 0 or chain[cell] >= 0
    while begin < length:
        first = queue[begin]
        after = end[first]
        if region[first] >= 0 and after - begin <= largest:
            last = write_region(board, queue[begin:after], regions, pair, total, sure, span, lists)
            if last > pair:
                parts[WORTH, regions] = UNANSWERED
                pair = last
                total += after - begin
                regions += 1
        begin = after
    parts[PAIR, regions], parts[FIRST, regions] = pair, total
    return sure, regions


@part()
def _begin(parts, pairs, regions):
    """Make each chain a block."""
    for region in range(regions):
        never = parts[WORTH, region] == NEVER
        if not never:
            parts[WORTH, region] = UNANSWERED
            parts[PLAIN, region], parts[FROZEN, region], parts[FAILED, region] = False, False, False
            parts[DIRTY, region] = True
        for pair in range(parts[PAIR, region], parts[PAIR, region + 1]):
            pairs[BLOCK, pair] = OFF if never else pairs[CHAIN, pair]
            pairs[VITAL, pair] = False


@part()
def _guard(on, lists, regions, reading):
    """Count for each block the regions without answers that always leave it a liberty."""
    _, parts, pairs, _ = lists
    guard = on[_EYES]
    for region in range(regions):
        if parts[DIRTY, region] and parts[WORTH, region] != NEVER:
            mark_vital(lists, region, on[_AROUND], reading)
        parts[DIRTY, region] = False
    for pair in range(parts[PAIR, regions]):
        if pairs[BLOCK, pair] >= 0:
            guard[pairs[BLOCK, pair]] = 0
    for pair in range(parts[PAIR, regions]):
        if pairs[BLOCK, pair] >= 0:
            guard[pairs[BLOCK, pair]] += pairs[VITAL, pair]


@part()
def _unite_around_one(on, lists, span, within, regions, sure, reading, asked):
    """Unite the blocks around the first region that holds them together with an eye; return whether one does.

    With the sure block none is needed. Where this failed, it is asked again after the blocks around it have changed.
    """
    _, parts, _, _ = lists
    around = on[_AROUND]
    for region in range(regions):
        if parts[WORTH, region] != UNANSWERED or parts[FROZEN, region] or parts[FAILED, region]:
            continue
        parts[FAILED, region] = True
        blocks = look(lists, region, around, reading)
        if blocks < 2 or blocks > MOST_BLOCKS:
            continue
        wanted = 0 if put_sure_first(around, reading[TOUCH], blocks, sure) else 1
        add_elsewhere(lists, on[_EYES], region, sure, around, reading[TOUCH], blocks)
        if is_held(lists, span, within, on[_INDEX], region, reading, asked, wanted):
            parts[PLAIN, region] = is_plain(parts, region)
            parts[WORTH, region] = wanted
            _make_one(lists, regions, around, blocks)
            return True
    return False


@part()
def _make_one(lists, regions, around, blocks):
    """Make one block of those around a region, and keep answers out of the regions that always leave one a liberty."""
    _, parts, pairs, _ = lists
    for pair in range(parts[PAIR, regions]):
        if pairs[BLOCK, pair] >= 0 and place_of(around, blocks, pairs[BLOCK, pair]) < blocks:
            region = pairs[REGION, pair]
            parts[FROZEN, region] |= pairs[VITAL, pair]
            parts[FAILED, region], parts[DIRTY, region] = False, True
            pairs[BLOCK, pair] = around[0]


@part()
def _count_eyes(on, lists, span, within, regions, sure, reading, asked):
    """Count the eyes of the blocks, and ask for a second one where there is one.

    Where nobody has to answer for the blocks to hold together each that the region always leaves a liberty has an eye.
    """
    _, parts, pairs, _ = lists
    eyes, around = on[_EYES], on[_AROUND]
    for pair in range(parts[PAIR, regions]):
        if pairs[BLOCK, pair] >= 0:
            eyes[pairs[BLOCK, pair]] = 0
    for region in range(regions):
        if parts[WORTH, region] == UNANSWERED:
            blocks = look(lists, region, around, reading)
            if blocks > 1:
                for pair in range(parts[PAIR, region], parts[PAIR, region + 1]):
                    eyes[pairs[BLOCK, pair]] += pairs[VITAL, pair]
                    parts[PLAIN, region] |= pairs[VITAL, pair]
                continue
            if around[0] == sure or not is_held(lists, span, within, on[_INDEX], region, reading, asked, 1):
                continue
            parts[WORTH, region], parts[PLAIN, region] = 1, is_plain(parts, region)
        if parts[WORTH, region] > 0:
            eyes[pairs[BLOCK, parts[PAIR, region]]] += parts[WORTH, region]
    for region in range(regions):
        if parts[WORTH, region] == 1 and eyes[pairs[BLOCK, parts[PAIR, region]]] == 1:
            ask_again(lists, region, reading, asked)
            if is_held(lists, span, within, on[_INDEX], region, reading, asked, 2):
                parts[WORTH, region] = 2
                eyes[pairs[BLOCK, parts[PAIR, region]]] = 2


@part()
def _give_up(on, lists, regions, sure):
    """Give up blocks that have less than two eyes, and the regions beside them; return whether there are any."""
    _, parts, pairs, _ = lists
    found = False
    for pair in range(parts[PAIR, regions]):
        near = pairs[BLOCK, pair]
        if near >= 0 and near != sure and on[_EYES, near] < 2:
            parts[WORTH, pairs[REGION, pair]] = NEVER
            found = True
    return found


@part()
def _contest(on, lists, regions, sure, contested):
    """Mark the regions that hold only by reading, and those that a block needs for both its eyes."""
    members, parts, pairs, _ = lists
    for region in range(regions):
        worth, plain = parts[WORTH, region], parts[PLAIN, region]
        if worth == NEVER:
            continue
        gives, least = worth if worth >= 0 else plain, 1 if plain else 2
        fought = worth >= 0 and not plain
        for pair in range(parts[PAIR, region], parts[PAIR, region + 1]):
            near = pairs[BLOCK, pair]
            fought |= near != sure and on[_EYES, near] - gives < least
        if fought:
            for here in members[parts[FIRST, region] : parts[FIRST, region + 1]]:
                contested[here] = True


@part()
def _keep(on, lists, span, regions, chain, safe):
    """Make the stones of the blocks that are left safe; return whether there are any that were not."""
    _, parts, pairs, _ = lists
    _, start, stop = span
    kept, found = on[_KEPT], False
    for cell in range(start, stop):
        kept[cell] = False
    for pair in range(parts[PAIR, regions]):
        if pairs[BLOCK, pair] >= 0:
            kept[pairs[CHAIN, pair]] = True
    for cell in range(start, stop):
        if chain[cell] >= 0 and kept[chain[cell]] and not safe[cell]:
            safe[cell] = True
            found = True
    return found
