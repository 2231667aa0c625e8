"""Kernels that compare two games move by move, under the eight views of the board.

Differences are counted as edits: a move changed, missing or added is one. Alignment follows each diagonal as far as the
moves agree and goes on from there with one edit more, so that a pair of unlike games costs next to nothing. What one
game has beyond the other's end is no edit: it is the rest. Arrays as in `hash_kernel`; the readable twin is
`tests/duplicates/twin.py`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.hash_kernel import viewed
from goanalyze.vocabulary.kernels import njit, part

MOST_EDITS: Final = 16
"""Moves that may differ between copies of one game, however long."""
MOST_MISSING: Final = 30
"""Moves that a copy may lack at its beginning."""
SEED: Final = 12
"""Consecutive moves that agree, where one game begins later than the other: most sequences in a corner are shorter."""
EDITS: Final = 25
"""A game may differ in two moves, and in one of so many beyond that."""


class Alignment(NamedTuple):
    """Pairs of games aligned; one element per pair.

    Attributes:
        view: uint8, the view of the first game that lies on the second; 8 where none does.
        edits: int32, moves changed, missing or added, beginning and end left out.
        begin: int32, moves that the first game has before the second begins; negative: the other way round.
        rest: int32, moves that the second game has beyond the first one's end; negative: the other way round.
        first: int32, number in the first game of the first move that differs, 0 for none; the end counts.
        agreeing: int32, plays (no passes) of the first game that have a partner.
        same, opposite: int32, of the moves known to be partners, those of the same and those of the other colour.
        setup: uint8, 0 the setups differ, 1 they are the same with equal colours, 2 with colours swapped, 3 the moves
            that one game has before the other begins are the other's setup, 4 there is none in either.
    """

    view: NDArray[np.uint8]
    edits: NDArray[np.int32]
    begin: NDArray[np.int32]
    rest: NDArray[np.int32]
    first: NDArray[np.int32]
    agreeing: NDArray[np.int32]
    same: NDArray[np.int32]
    opposite: NDArray[np.int32]
    setup: NDArray[np.uint8]


@njit(cache=True, nogil=True)
def edit_limit(length):
    """Return how many moves may differ in a game of so many."""
    return min(MOST_EDITS, 2 + length // EDITS)


@part(makes_arrays=True)
def _moves(points, first, last, width, height, view, only_plays):
    """Return the moves of a game in a view: int16[…]."""
    moves, count = np.empty(last - first, dtype=np.int16), 0
    for row in range(first, last):
        if points[row] >= 0 or not only_plays:
            moves[count] = viewed(np.int64(points[row]), view, width, height)
            count += 1
    return moves[:count]


@njit(cache=True, nogil=True)
def _extend(a, a_at, a_left, b, b_at, b_left, step, limit, far, nearer):
    """Align two sequences from a point on until one of them ends, with as few edits as possible.

    Args:
        a: int16[…].
        a_at: where to begin.
        a_left: how many elements there are from there.
        b: likewise.
        b_at: likewise.
        b_left: likewise.
        step: 1 forwards, −1 backwards.
        limit: edits at most.
        far: int64[2 * limit + 3], room to work.
        nearer: the same.

    Returns:
        Edits, `limit` + 1 if they do not suffice; elements of `a` left over, of `b` left over.
    """
    middle = limit + 1
    for edits in range(limit + 1):
        best_a, best_b = np.int64(-1), np.int64(-1)
        for diagonal in range(-edits, edits + 1):
            at = middle + diagonal
            i = np.int64(0)
            if edits:
                i = np.int64(-1)
                if abs(diagonal) < edits:
                    i = nearer[at] + 1  # another move
                if diagonal > 1 - edits:
                    i = max(i, nearer[at - 1] + 1)  # a move that only `a` has
                if diagonal < edits - 1:
                    i = max(i, nearer[at + 1])  # one that only `b` has
            j = i - diagonal
            while i < a_left and j < b_left and a[a_at + step * i] == b[b_at + step * j]:
                i += 1
                j += 1
            far[at] = i
            if (i >= a_left or j >= b_left) and (best_a < 0 or a_left - i + b_left - j < best_a + best_b):
                best_a, best_b = a_left - i, b_left - j
        if best_a >= 0:
            return edits, best_a, best_b
        for diagonal in range(-edits, edits + 1):
            nearer[middle + diagonal] = far[middle + diagonal]
    return limit + 1, np.int64(0), np.int64(0)


@part()
def _same_views(points, a_from, b_from, count, width, height):
    """Return the views, as bits, in which two games of as many moves are the same; most fail at the first move."""
    views = 0
    for view in range(8):
        same = True
        for at in range(count):
            if viewed(np.int64(points[a_from + at]), view, width, height) != points[b_from + at]:
                same = False
                break
        if same:
            views |= 1 << view
    return views


@njit(cache=True, nogil=True)
def screen_pairs(points, start, width, height, pairs, begins, length):
    """Find the pairs of games that share most plays, given a run of plays that they share.

    Args:
        points: the moves, see the head of the module, as the next three.
        start: where each game's begin.
        width: of the boards.
        height: of the boards.
        pairs: int64[n, 2].
        begins: int32[n, 2], the play the run begins with in each game, from 0.
        length: int64[n], plays of the run.

    Returns:
        bool[n], the games agree but for `edit_limit` edits, `MOST_MISSING` plays at the beginning, and an end of any
        length.
    """
    good = np.zeros(len(pairs), dtype=np.bool_)
    far = np.empty(2 * MOST_EDITS + 3, dtype=np.int64)
    nearer = np.empty(2 * MOST_EDITS + 3, dtype=np.int64)
    for pair in range(len(pairs)):
        one, other = pairs[pair]
        w, h = np.int64(width[one]), np.int64(height[one])
        b = _moves(points, start[other], start[other + 1], w, h, 0, True)
        b_count = len(b)
        for view in range(8):
            if (h if view & 4 else w) != width[other] or (w if view & 4 else h) != height[other]:
                continue
            a = _moves(points, start[one], start[one + 1], w, h, view, True)
            a_count = len(a)
            a_at, b_at, run = np.int64(begins[pair, 0]), np.int64(begins[pair, 1]), length[pair]
            alike = 0
            while alike < run and a[a_at + alike] == b[b_at + alike]:
                alike += 1
            if alike < run:
                continue
            limit = edit_limit(min(a_count, b_count))
            before, a_begin, b_begin = _extend(a, a_at - 1, a_at, b, b_at - 1, b_at, -1, limit, far, nearer)
            if before > limit or a_begin + b_begin > MOST_MISSING:
                continue
            a_at, b_at = a_at + run, b_at + run
            after, _, _ = _extend(a, a_at, a_count - a_at, b, b_at, b_count - b_at, 1, limit - before, far, nearer)
            if before + after <= limit:
                good[pair] = True
                break
    return good


@part()
def _colors(turns, turn_start, one, other, a_at, b_at, count, found):
    """Count partners of the same and of opposite colour among `count` moves, from those at `a_at` and `b_at` on.

    Returns:
        The first of them, from 1, where it is not as before; 0 for none.
    """
    a_turn, a_last = turn_start[one], turn_start[one + 1]
    b_turn, b_last = turn_start[other], turn_start[other + 1]
    odd = 0
    for move in range(count):
        while a_turn < a_last and turns[a_turn] <= a_at + move + 1:
            a_turn += 1
        while b_turn < b_last and turns[b_turn] <= b_at + move + 1:
            b_turn += 1
        shift = (a_at - a_turn + turn_start[one]) - (b_at - b_turn + turn_start[other])  # odd: the other colour
        found[shift % 2] += 1
        if found[0] and found[1] and not odd:
            odd = move + 1
    return odd


@part(makes_arrays=True)
def _setups(setup, setup_start, one, other, view, width, height, a, b, begin):
    """Compare two setups, see `Alignment.setup`; `a` and `b` are the moves, `begin` those that only one has first."""
    mine, its = setup[setup_start[one] : setup_start[one + 1]], setup[setup_start[other] : setup_start[other + 1]]
    rotated = np.empty(len(mine), dtype=np.int16)
    for at in range(len(mine)):
        stone = np.int64(mine[at] if mine[at] >= 0 else -1 - mine[at])
        point = viewed(stone, view, width, height)
        rotated[at] = point if mine[at] >= 0 else -1 - point
    rotated, swapped, its = np.sort(rotated), np.sort(-1 - rotated), np.sort(its)
    if len(rotated) == len(its):
        if not len(its):
            return 4
        if (rotated == its).all():
            return 1
        if (swapped == its).all():
            return 2
    if begin > 0 and not len(rotated) and len(its) == begin and (np.sort(a[:begin]) == its).all():
        return 3
    if begin < 0 and not len(its) and len(rotated) == -begin and (np.sort(b[:-begin]) == rotated).all():
        return 3
    return 0


@njit(cache=True, nogil=True)
def align_pairs(points, start, width, height, turns, turn_start, setup, setup_start, pairs):
    """Compare pairs of games in full: passes, colours and setup too. The views and beginnings that fit best are taken.

    Args:
        points: the moves, see the head of the module, as the next three.
        start: where each game's begin.
        width: of the boards.
        height: of the boards.
        turns: int32[…], turns skipped, as in the table games.
        turn_start: int64[games + 1], where each game's begin.
        setup: int16[…], stones set up, as in the table games.
        setup_start: int64[games + 1], where each game's begin.
        pairs: int64[n, 2].

    Returns:
        `Alignment`.
    """
    n = len(pairs)
    views, setups = np.full(n, 8, dtype=np.uint8), np.zeros(n, dtype=np.uint8)
    numbers = np.zeros((7, n), dtype=np.int32)
    far = np.empty(2 * MOST_EDITS + 3, dtype=np.int64)
    nearer = np.empty(2 * MOST_EDITS + 3, dtype=np.int64)
    colors = np.zeros(2, dtype=np.int32)
    for pair in range(n):
        one, other = pairs[pair]
        w, h = np.int64(width[one]), np.int64(height[one])
        best = np.int64(1) << 40
        b = _moves(points, start[other], start[other + 1], w, h, 0, False)
        b_count = len(b)
        same = 0
        if start[one + 1] - start[one] == b_count:  # the usual case, and seven views need not be tried
            same = _same_views(points, start[one], start[other], b_count, w, h)
        for view in range(8):
            if (h if view & 4 else w) != width[other] or (w if view & 4 else h) != height[other]:
                continue
            if same and not same >> view & 1:
                continue
            a = _moves(points, start[one], start[one + 1], w, h, view, False)
            a_count = len(a)
            limit = min(MOST_EDITS, edit_limit(min(a_count, b_count)) + 2)  # two passes more
            for offset in range(2 * MOST_MISSING + 1):
                begin = (offset + 1) // 2 * (1 if offset % 2 else -1)  # 0, 1, −1, 2, −2, …
                if abs(begin) << 22 > best:
                    break
                a_at, b_at = np.int64(max(begin, 0)), np.int64(max(-begin, 0))
                if not _agree(a, a_at, a_count, b, b_at, b_count, begin):
                    continue
                edits, a_rest, b_rest = _extend(a, a_at, a_count - a_at, b, b_at, b_count - b_at, 1, limit, far, nearer)
                cost = (edits + abs(begin)) << 22 | (a_rest + b_rest) << 2
                if edits > limit or cost >= best:
                    continue
                setting = _setups(setup, setup_start, one, other, view, w, h, a, b, begin)
                cost += 2 if setting == 0 else setting == 2
                if cost >= best:
                    continue
                best = cost
                views[pair], setups[pair] = view, setting
                common, agreeing = 0, 0
                while a_at + common < a_count and b_at + common < b_count and a[a_at + common] == b[b_at + common]:
                    common += 1
                colors[:] = 0
                odd = _colors(turns, turn_start, one, other, a_at, b_at, common, colors)
                first = common + 1 if edits or a_rest or b_rest else 0
                if odd:
                    first = odd
                if edits and not a_rest and not b_rest:  # the end tells of colours, too
                    end = 0
                    while (
                        end < min(a_count - a_at, b_count - b_at) - common
                        and a[a_count - end - 1] == b[b_count - end - 1]
                    ):
                        end += 1
                    _colors(turns, turn_start, one, other, a_count - end, b_count - end, end, colors)
                for at in range(a_at, a_count - a_rest):
                    agreeing += a[at] >= 0
                numbers[0, pair], numbers[1, pair], numbers[2, pair] = edits, begin, b_rest - a_rest
                numbers[3, pair], numbers[4, pair] = 1 if begin else first, max(agreeing - edits, 0)
                numbers[5, pair], numbers[6, pair] = colors[0], colors[1]
    return Alignment(views, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], setups)


@part()
def _agree(a, a_at, a_count, b, b_at, b_count, begin):
    """Return whether two games may begin so: a later beginning has to be followed by `SEED` moves that agree."""
    if begin == 0:
        return True
    if a_at + SEED > a_count or b_at + SEED > b_count:
        return False
    move = 0
    while move < SEED and a[a_at + move] == b[b_at + move]:  # most fail at the first
        move += 1
    return move == SEED
