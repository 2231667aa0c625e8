"""What is settled on a board without guessing: chains that live whatever the opponent does, and what they own.

Nothing is estimated, and a few answers alone are read ahead; what cannot be proven this way is unknown. It holds under
every ruleset (`settle`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.answers_kernel import extend, make_room
from goanalyze.life.choices import Proof
from goanalyze.life.eyes_kernel import LARGEST, OF_BLOCK, OF_REGION, PAIRS, SHARED, TOUCHED, count_eyes, small_eye
from goanalyze.life.holding_kernel import MOST_POINTS
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS, lay, lift, root, unite
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

SMALL: Final = 7
"""Points of a region within which a side answers by default."""
_UNKNOWN, _ALIVE, _DEAD, _TERRITORY, _DAME = (proof.index for proof in Proof)
_ANY, _NOWHERE = -1, -2
_NEW, _HERE, _ROOM, _SAFE, _EDGE = range(5)  # what a cell is of: no place yet, the one in hand, one with room, none
# Rows of the scratch space, and of the links.
_CHAIN, _REGION, _BLOCK, _QUEUE, _SEEN, _AT, _EYES, _GONE, _HEAD, _SIZES, _WHERE, _USED, _STOP, _PLACE = range(14)
_OTHER, _IN, _POINT, _NEXT = range(4)


def settle(
    boards: Boards, *, answering: bool = True, within: bool = False, barred: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.bool_], NDArray[np.bool_]]:
    """Prove what can be proven of every position of a chunk.

    1. Chains that share two liberties are one block, since who is cut at one connects at the other; each liberty
       serves one link, and no link costs an eye (`_link`). Without `answering` each chain is a block for itself.
    2. A block is safe if it has, with other such blocks, two vital regions: regions without stones of its colour that
       only such blocks border, each of whose points the block touches, and one is empty. With `answering` a small eye
       is vital to more blocks (`eyes_kernel`), and so are small regions within which the colour answers: it holds
       blocks together there, and makes eyes (`answers_kernel`).
    3. A place that safe blocks of a colour shut in, other stones of that colour in it or not, belongs to that colour
       unless the opponent has room for two eyes: two points, not next to each other, that no safe stone touches. The
       opponent's stones there are dead.
    4. An empty point beside safe stones of both colours is nobody's.

    Does not read: territory in which there is room for two eyes, ko, and life that takes more answers are unknown.

    Holds whatever the ruleset. The opponent may commit suicide: a stone of his on a point that no block touches could
    make room there, so that such a point keeps a region from being vital (D. B. Benson asks only about empty ones).
    He may retake kos and repeat positions; a safe block's owner needs neither, since each of its answers is a stone for
    good on a point where it had none, after which the board is as it never was. No threat elsewhere lifts a proof: what
    needs an answer there is answered there. Else the owner passes, which no rule forbids. Nothing is counted: whether
    what lives in seki has territory is for the ruleset to say. All positions of small boards bear this out by search
    (`tests/life/test_settled_search.py`).

    Args:
        boards: the positions.
        answering: whether a side answers when the opponent cuts; without it, what is safe is so even if its owner
            never moves again.
        within: whether it also answers within regions of more than `SMALL` points, which proves a little more (25.2% of
            KGS 2003's chains for 24.2%) and takes a third longer.
        barred: bool[points], points that prove nothing, whatever stands there or is played there by either side: no
            eye, link or answer of either colour lies on them, and they stay unknown. Stones that are proven to live
            live without them; none if not given.

    Returns:
        (uint8[points] index of a `Proof`; uint8[points] the proven owner of each point, of the point under a dead
        stone its captor, 0 where there is none; bool[games] whether nothing is left unknown; bool[points] what only
        small eyes and answers within regions prove, which the networks have not learnt).

    Raises:
        ValueError: boards beyond the limits.

    Rule: D. B. Benson, Life in the game of Go, 1976 (step 2, where suicide is forbidden); M. Müller, Playing it safe,
    1997 (blocks).

    Example:
        >>> from goanalyze.board.position import Position
        >>> position = Position.from_rows([".X.XO.", "XXXXO.", "OOOOO.", ".....X"])
        >>> proof, _, decided, _ = settle(position.chunk())
        >>> np.flatnonzero(proof == Proof.ALIVE.index).tolist(), decided.tolist()
        ([1, 3, 6, 7, 8, 9], [False])
    """
    proofs: NDArray[np.uint8] = np.zeros(len(boards.stones), dtype=np.uint8)
    sides: NDArray[np.uint8] = np.zeros(len(boards.stones), dtype=np.uint8)
    decided: NDArray[np.bool_] = np.zeros(len(boards.width), dtype=np.bool_)
    beside = np.zeros(len(boards.stones), dtype=np.bool_) if barred is None else barred
    late: NDArray[np.bool_] = np.zeros(len(boards.stones), dtype=np.bool_)
    _settle(*boards.checked(beside), answering, answering and within, beside, proofs, sides, decided, late)
    return proofs, sides, decided, late


@njit(cache=True, nogil=True)
def _settle(boards, board_start, width, height, answering, within, barred, proofs, sides, decided, late):
    """See `settle`."""
    color = np.empty(CELLS, dtype=np.uint8)
    proof = np.empty(CELLS, dtype=np.uint8)
    banned = np.zeros(CELLS, dtype=np.bool_)
    contested = np.zeros(CELLS, dtype=np.bool_)
    side = np.empty(CELLS, dtype=np.uint8)
    later = np.empty(CELLS, dtype=np.bool_)
    safe = np.empty((3, CELLS), dtype=np.uint8)
    scratch = np.empty((_PLACE + 1, CELLS), dtype=np.int32)
    pairs = np.empty((PAIRS, 4 * CELLS), dtype=np.int32)
    links = np.empty((4, 6 * CELLS), dtype=np.int32)
    room = make_room()
    for game in range(len(width)):
        rows, base = np.int64(height[game]), board_start[game]
        if width[game] == 0:
            continue
        stride = np.int64(width[game]) + 1
        start, stop = stride, stride * (rows + 1)
        color[: stop + stride + 1] = BORDER
        lay(boards, base, stride, rows, color)
        lay(barred, base, stride, rows, banned)
        proof[start:stop] = _UNKNOWN
        side[start:stop] = EMPTY
        later[start:stop] = False
        for colored in (BLACK, WHITE):
            held = safe[colored]
            held[: stop + stride + 1] = 0
            found = proof, side, later
            count, small = _pair_up(color, banned, stride, start, stop, colored, answering, scratch, pairs, links)
            for stage in range(2 if small else 1):
                if not _find_safe(start, stop, count, stage > 0, held, scratch, pairs):
                    continue
                _own_places(color, banned, stride, start, stop, colored, held, found, scratch, stage > 0)
            if answering:
                for cell in range(start, stop):
                    contested[cell] = banned[cell]
                board, span = (color, banned, scratch[_CHAIN], scratch[_USED]), (stride, start, stop)
                places = scratch[_QUEUE], scratch[_STOP], scratch[_REGION]
                if extend(board, span, MOST_POINTS if within else SMALL, places, held, contested, room):
                    _own_places(color, contested, stride, start, stop, colored, held, found, scratch, True)
        known = True
        for cell in range(start, stop):
            if color[cell] == EMPTY and not banned[cell]:
                beside = 0
                for step in (-stride, -1, 1, stride):
                    near = cell + step
                    if (color[near] == BLACK or color[near] == WHITE) and safe[color[near], near]:
                        beside |= color[near]
                if beside == BLACK | WHITE:
                    proof[cell] = _DAME
            known &= proof[cell] != _UNKNOWN or color[cell] == BORDER
        decided[game] = known
        lift(proof, stride, rows, proofs, base)
        lift(side, stride, rows, sides, base)
        lift(later, stride, rows, late, base)


@part()
def _pair_up(color, banned, stride, start, stop, colored, answering, scratch, pairs, links):
    """Pair the regions of a colour that may be vital with the blocks that border them.

    Returns:
        (number of pairs; whether small eyes are worth more than other regions).
    """
    chain, region, block, queue = scratch[_CHAIN], scratch[_REGION], scratch[_BLOCK], scratch[_QUEUE]
    seen, at, eyes, gone, sizes = scratch[_SEEN], scratch[_AT], scratch[_EYES], scratch[_GONE], scratch[_SIZES]
    where, end = scratch[_WHERE], scratch[_STOP]
    # Chains and regions by their first cells; −1 where a cell belongs to none. Their cells stand one after the other in
    # the queue, those of each up to its end.
    for cell in range(stop + stride + 1):
        chain[cell] = -1
        region[cell] = -1
    stones, length = 0, 0
    for cell in range(start, stop):
        if color[cell] == BORDER or chain[cell] >= 0 or region[cell] >= 0:
            continue
        own = color[cell] == colored and not banned[cell]
        label = chain if own else region
        stones += own
        begin, walked, empty, inner, useless = length, length, 0, False, False
        queue[length] = cell
        label[cell] = cell
        length += 1
        while walked < length:
            here = queue[walked]
            walked += 1
            empty += color[here] == EMPTY
            useless |= banned[here]
            touched = color[here] != EMPTY
            for step in (-stride, -1, 1, stride):
                near = here + step
                touched |= color[near] == colored
                if color[near] == BORDER or label[near] >= 0:
                    continue
                if (color[near] == colored and not banned[near]) == own:
                    label[near] = cell
                    queue[length] = near
                    length += 1
            inner |= not touched
        block[cell] = cell
        # In which links a region's liberties may serve: with those of any such region, with its own only, or none.
        where[cell] = _NOWHERE if useless else _ANY if inner else cell if empty == length - begin else _NOWHERE
        # Its points, by which a block is held to touch them all; none where the region is no block's vital one.
        sizes[cell] = 0 if useless or inner or not empty else length - begin
        gone[cell] = own
        end[cell] = length
    if not stones:
        return 0, False
    if answering:
        _link(color, stride, start, stop, chain, region, scratch, links)
    # With the number of points that the block touches, and which. Blocks in no pair are gone.
    for cell in range(start, stop):
        seen[cell] = -1
    count, begin, small = 0, 0, False
    while begin < length:
        first, before = queue[begin], count
        for here in queue[begin : end[first] if sizes[first] else begin]:
            for step in (-stride, -1, 1, stride):
                if chain[here + step] < 0:
                    continue
                owner = root(block, chain[here + step])
                if seen[owner] != first:
                    seen[owner] = first
                    at[owner] = count
                    for row in range(PAIRS):
                        pairs[row, count] = 0
                    pairs[OF_REGION, count] = first
                    pairs[OF_BLOCK, count] = owner
                    eyes[owner] = -1  # the last point counted
                    count += 1
                if eyes[owner] != here:
                    eyes[owner] = here
                    pairs[SHARED, at[owner]] += 1
                    for number in range(min(end[first] - begin, LARGEST)):
                        pairs[TOUCHED, at[owner]] |= (here == queue[begin + number]) << number
        size = end[first] - begin
        # One block alone that touches all of it has an eye there anyway.
        asks = count > before + 1 or (count > before and pairs[SHARED, before] < size)
        if answering and asks and size <= LARGEST:
            small |= small_eye(color, stride, queue[begin : end[first]], scratch[_USED], before, count, pairs)
        begin = end[first]
    return count, small


@part()
def _find_safe(start, stop, count, small, safe, scratch, pairs):
    """Add to `safe` the stones of blocks with two eyes (`count_eyes`); return whether there are any."""
    chain, block, gone = scratch[_CHAIN], scratch[_BLOCK], scratch[_GONE]
    count_eyes(pairs, count, small, scratch[_SIZES], scratch[_EYES], gone)
    found = False
    for cell in range(start, stop):
        if chain[cell] >= 0 and not gone[root(block, chain[cell])]:
            found |= not safe[cell]
            safe[cell] = True
    return found


@part(makes_arrays=True)
def _link(color, stride, start, stop, chain, region, scratch, links):
    """Unite the blocks of chains that share two free liberties that may serve together."""
    block, head, used, where = scratch[_BLOCK], scratch[_HEAD], scratch[_USED], scratch[_WHERE]
    for cell in range(start, stop):
        head[cell] = -1
        used[cell] = 0
    count = 0
    near = np.empty(4, dtype=np.int64)
    for cell in range(start, stop):
        if color[cell] != EMPTY or where[region[cell]] == _NOWHERE:
            continue
        around, within = 0, where[region[cell]]
        for step in (-stride, -1, 1, stride):
            label = chain[cell + step]
            if label < 0:
                continue
            place = around
            known = False
            for number in range(around):
                known |= near[number] == label
            if known:
                continue
            while place > 0 and near[place - 1] > label:
                near[place] = near[place - 1]
                place -= 1
            near[place] = label
            around += 1
        for first in range(around):
            for second in range(first + 1, around):
                one, other = near[first], near[second]
                if used[cell] or root(block, one) == root(block, other):
                    continue
                link = head[one]
                while link >= 0 and (links[_OTHER, link] != other or links[_IN, link] != within):
                    link = links[_NEXT, link]
                if link < 0:
                    links[_OTHER, count] = other
                    links[_IN, count] = within
                    links[_POINT, count] = cell
                    links[_NEXT, count] = head[one]
                    head[one] = count
                    count += 1
                elif used[links[_POINT, link]]:
                    links[_POINT, link] = cell
                else:
                    used[cell] = 1
                    used[links[_POINT, link]] = 1
                    unite(block, one, other)


@part()
def _own_places(color, contested, stride, start, stop, colored, safe, found, scratch, is_late):
    """Give a colour its safe stones and the places they shut in where the opponent has no room for two eyes.

    What is found are proofs, sides, and what of it is late. A place is left as soon as it has room, and what is
    connected with one that was left has room, too.
    """
    proof, side, later = found
    mark, queue = scratch[_SEEN], scratch[_PLACE]
    for cell in range(stop + stride + 1):
        mark[cell] = _EDGE
    for cell in range(start, stop):
        if color[cell] == BORDER:
            continue
        mark[cell] = _SAFE if safe[cell] else _ROOM if contested[cell] else _NEW
        if safe[cell]:
            later[cell] |= is_late and proof[cell] != _ALIVE
            proof[cell] = _ALIVE
            side[cell] = colored
    for first in range(start, stop):
        if mark[first] != _NEW:
            continue
        queue[0] = first
        mark[first] = _HERE
        length, walked, inner, one, room = 1, 0, 0, -1, False
        while walked < length and not room:
            here = queue[walked]
            walked += 1
            touched = False
            for step in (-stride, -1, 1, stride):
                near = here + step
                what = mark[near]
                touched |= what == _SAFE
                room |= what == _ROOM
                if what == _NEW:
                    mark[near] = _HERE
                    queue[length] = near
                    length += 1
            if not touched:
                # Three points always have two among them that lie apart.
                apart = abs(here - one) != 1 and abs(here - one) != stride
                room |= inner >= 2 or (inner == 1 and apart)
                inner += 1
                one = here
        for number in range(length):
            cell = queue[number]
            if room:
                mark[cell] = _ROOM
                continue
            now = _TERRITORY if color[cell] == EMPTY else _ALIVE if color[cell] == colored else _DEAD
            later[cell] |= is_late and proof[cell] != now
            proof[cell] = now
            side[cell] = colored
