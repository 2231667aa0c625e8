"""What is settled on a board without guessing: chains that live whatever the opponent does, and what they own.

Nothing is read ahead and nothing estimated; what cannot be proven this way is unknown.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.answers_kernel import extend
from goanalyze.life.choices import Proof
from goanalyze.life.eyes_kernel import LARGEST, OF_BLOCK, OF_REGION, PAIRS, SHARED, TOUCHED, count_eyes, small_eye
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS, lay, lift, root, unite
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_UNKNOWN, _ALIVE, _DEAD, _TERRITORY, _DAME = (proof.index for proof in Proof)
_ANY, _NOWHERE = -1, -2
# Rows of the scratch space, and of the links.
_CHAIN, _REGION, _BLOCK, _QUEUE, _SEEN, _AT, _EYES, _GONE, _HEAD, _EMPTIES, _WHERE, _USED, _STOP = range(13)
_OTHER, _IN, _POINT, _NEXT = range(4)


def settle(
    boards: Boards, *, answering: bool = True, within: bool = False, barred: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.bool_], NDArray[np.bool_]]:
    """Prove what can be proven of every position of a chunk without reading ahead.

    1. Chains that share two liberties are one block, since who is cut at one connects at the other; each liberty
       serves one link, and no link costs an eye (`_link`). Without `answering` each chain is a block for itself.
    2. A block is safe if it has, with other such blocks, two vital regions: regions without stones of its colour that
       only such blocks border, and each of whose empty points, and there is one, is a liberty of the block. With
       `answering` a small eye is vital to more blocks (`eyes_kernel`).
    3. A place that safe blocks of a colour shut in, other stones of that colour in it or not, belongs to that colour
       unless the opponent has room for two eyes: two points, not next to each other, that no safe stone touches. The
       opponent's stones there are dead.
    4. An empty point beside safe stones of both colours is nobody's.

    Does not read: territory in which there is room for two eyes, seki, ko, and life that takes more than answering a
    cut are unknown.

    Args:
        boards: the positions.
        answering: whether a side answers when the opponent cuts; without it, what is safe is so even if its owner
            never moves again.
        within: whether it also answers within each region (`answers_kernel`), which proves twice as much and takes some
            0.2 ms a game; the estimate and its network do without.
        barred: bool[points], points that prove nothing, whatever stands there or is played there by either side: no
            eye, link or answer of either colour lies on them, and they stay unknown. Stones that are proven to live
            live without them; none if not given.

    Returns:
        (uint8[points] index of a `Proof`; uint8[points] the proven owner of each point, of the point under a dead
        stone its captor, 0 where there is none; bool[games] whether nothing is left unknown; bool[points] what only
        small eyes prove, which the networks have not learnt; what `within` adds is not among it).

    Raises:
        ValueError: boards beyond the limits.

    Rule: D. B. Benson, Life in the game of Go, 1976 (step 2); M. Müller, Playing it safe, 1997 (blocks).

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
    before = np.empty(CELLS, dtype=np.uint8)
    later = np.empty(CELLS, dtype=np.bool_)
    safe = np.empty((3, CELLS), dtype=np.uint8)
    scratch = np.empty((_STOP + 1, CELLS), dtype=np.int32)
    pairs = np.empty((PAIRS, 4 * CELLS), dtype=np.int32)
    links = np.empty((4, 6 * CELLS), dtype=np.int32)
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
            count, small = _pair_up(color, banned, stride, start, stop, colored, answering, scratch, pairs, links)
            for stage in range(2 if small else 1):
                if not _find_safe(start, stop, count, stage > 0, held, scratch, pairs):
                    continue
                for cell in range(start, stop):
                    before[cell] = proof[cell]
                _own_places(color, banned, stride, start, stop, colored, held, proof, side, scratch)
                for cell in range(start, stop):
                    later[cell] |= stage > 0 and proof[cell] != before[cell]
            if within:
                for cell in range(start, stop):
                    contested[cell] = banned[cell]
                extend(color, banned, stride, start, stop, colored, scratch[_CHAIN], scratch[_USED], held, contested)
                if held[start:stop].any():
                    _own_places(color, contested, stride, start, stop, colored, held, proof, side, scratch)
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
    seen, at, eyes, gone, empties = scratch[_SEEN], scratch[_AT], scratch[_EYES], scratch[_GONE], scratch[_EMPTIES]
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
        # None where the region is no block's vital one.
        empties[cell] = 0 if useless or inner else empty
        gone[cell] = own
        end[cell] = length
    if not stones:
        return 0, False
    if answering:
        _link(color, stride, start, stop, chain, region, scratch, links)
    # With the number of points, and of empty ones, that the block touches. Blocks in no pair are gone.
    for cell in range(start, stop):
        seen[cell] = -1
    count, begin, small = 0, 0, False
    while begin < length:
        first, before = queue[begin], count
        for here in queue[begin : end[first] if empties[first] else begin]:
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
                    pairs[SHARED, at[owner]] += color[here] == EMPTY
                    for number in range(min(end[first] - begin, LARGEST)):
                        pairs[TOUCHED, at[owner]] |= (here == queue[begin + number]) << number
        if answering and count > before + 1 and end[first] - begin <= LARGEST:
            small |= small_eye(color, stride, queue[begin : end[first]], scratch[_USED], before, count, pairs)
        begin = end[first]
    return count, small


@part()
def _find_safe(start, stop, count, small, safe, scratch, pairs):
    """Add to `safe` the stones of blocks with two eyes (`count_eyes`); return whether there are any."""
    chain, block, gone = scratch[_CHAIN], scratch[_BLOCK], scratch[_GONE]
    count_eyes(pairs, count, small, scratch[_EMPTIES], scratch[_EYES], gone)
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
def _own_places(color, contested, stride, start, stop, colored, safe, proof, side, scratch):
    """Give a colour its safe stones and the places they shut in where the opponent has no room for two eyes."""
    mark, queue = scratch[_SEEN], scratch[_QUEUE]
    for cell in range(stop + stride + 1):
        mark[cell] = 0
    for first in range(start, stop):
        if color[first] == BORDER:
            continue
        if safe[first]:
            proof[first] = _ALIVE
            side[first] = colored
            continue
        if mark[first]:
            continue
        queue[0] = first
        mark[first] = 1
        length, walked, inner, one, room = 1, 0, 0, -1, False
        while walked < length:
            here = queue[walked]
            walked += 1
            room |= contested[here]
            touched = False
            for step in (-stride, -1, 1, stride):
                near = here + step
                if color[near] == BORDER:
                    continue
                if safe[near]:
                    touched = True
                elif not mark[near]:
                    mark[near] = 1
                    queue[length] = near
                    length += 1
            if not touched:
                # Three points always have two among them that lie apart.
                apart = abs(here - one) != 1 and abs(here - one) != stride
                room |= inner >= 2 or (inner == 1 and apart)
                inner += 1
                one = here
        if room:
            continue
        for number in range(length):
            cell = queue[number]
            side[cell] = colored
            if color[cell] == EMPTY:
                proof[cell] = _TERRITORY
            else:
                proof[cell] = _ALIVE if color[cell] == colored else _DEAD
