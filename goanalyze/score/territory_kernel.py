"""The territory kernel: what each point of every final position of a chunk is when the dame are filled.

The tests' oracle states the same rule readably.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.score.choices import Kind
from goanalyze.score.filling_kernel import (
    CHAIN,
    DAMES,
    EYES,
    GIVEN_LIBERTIES,
    GIVEN_SQUARES,
    GIVEN_SUM,
    GROUP,
    HEADS,
    LEADER,
    LIBERTIES,
    MARK,
    OFF,
    OPEN,
    OWNED,
    QUEUE,
    ROWS,
    SQUARES,
    STAYS,
    SUM,
    any_short,
    chain_up,
    defend,
    fill,
    join_staying,
    see_liberty,
)
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS, around, lay, lift, root, unite
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_STONE, _TERRITORY, _DAME, _CAPTURE, _SEKI, _SEKI_EYE, _FALSE_EYE, _TEIRE, _PUT_BACK = (kind.index for kind in Kind)
_LARGE_EYE = 3
_MOST_NAKADE = 6


def territories(
    boards: Boards,
    dead: NDArray[np.uint8],
    first: NDArray[np.uint8],
    *,
    in_territory: bool = True,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Say what each point of every final position of a chunk is when the dame are filled.

    Nothing is said of life and death, prisoners are not counted, and no ko is played. Stones that both sides let live
    are never captured.

    1. Points are a side's that its living stones alone surround, dead stones of the opponent among them. Dead stones
       that do not lie in such a place stay: where both sides' stones border it, or both have dead stones in it, or one
       that stays borders it. What a dead stone that stays borders is dame. (A stone called dead in its own side's
       place is taken for alive: nobody could take it.)
    2. The sides fill dame in turn in reading order, each from its own stones, capturing nothing and not putting itself
       in atari. Who cannot, passes. Dead stones stand while that is done, so they leave no liberties.
    3. Chains that hang together, as they would if their side had filled all dame, and whose only liberty is one point
       of its territory must be defended there: that point is no territory. Who fills which dame in truth plays no part.
       This is repeated. Points under dead stones are liberties here: players take these off without defending against
       them.
    4. A group (chains joined by their territory) with less than two eyes is in seki if it touches a dame that nobody
       can fill, or an enemy group that has not two eyes either. Its territory does not count. Dead stones in it stay,
       and all begins again. Three empty points make two eyes, dead stones none: who takes those that fill an eye is
       left with one, but for more of them than such a shape has (seven and more).

    Args:
        boards: the final positions.
        dead: uint8[points], 1 under dead stones, whole chains.
        first: uint8[games], colour that fills the first dame.
        in_territory: dead stones stay as said; else all of them are taken off.

    Returns:
        (uint8[points] index of a `Kind`; uint8[points] whose the point is in the sense of its kind, 0 for nobody).

    Raises:
        ValueError: boards beyond the limits.

    Rule: Japanese rules 1989, art. 8 (eyes, dame, seki) and art. 10.1 (dead stones in the opponent's territory), with
        the commentary on 10.1 (diagram 17: dead stones in the eye of a group in seki) and its examples of life and
        death 9 (both sides dead: nothing is taken off and nothing is territory) and 25 (points that living and dead
        stones of one side surround are dame); commentary on teire; which points are deducted is KGS's count, which
        players of territory rules agreed to: in 422 games of 2003 and 2006 with one such point, or one that dame of
        its side would save, all 390 of the former are deducted and none of the 32 latter.
    """
    found: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    found = _territories(*boards.checked(dead, of_games=[first]), dead, first, in_territory)
    return found


@njit(cache=True, nogil=True)
def _territories(boards, board_start, width, height, dead, first, in_territory):
    """See `territories`."""
    kinds = np.zeros(len(boards), dtype=np.uint8)
    sides = np.zeros(len(boards), dtype=np.uint8)
    shown = boards.copy()
    for point in range(len(boards)):
        if dead[point]:
            shown[point] = OFF
    given = np.empty(CELLS, dtype=np.uint8)
    color = np.empty(CELLS, dtype=np.uint8)
    state = np.empty(CELLS, dtype=np.uint8)
    kind = np.empty(CELLS, dtype=np.uint8)
    side = np.empty(CELLS, dtype=np.uint8)
    owner = np.empty(CELLS, dtype=np.uint8)
    scratch = np.zeros((ROWS, CELLS), dtype=np.uint64)
    laid = -1
    for game in range(len(width)):
        rows, base = np.uint64(height[game]), board_start[game]
        if width[game] == 0:
            continue
        stride = np.uint64(width[game]) + np.uint64(1)
        end = stride * (rows + np.uint64(2)) + np.uint64(1)
        if laid < 0 or not _is_same(boards, board_start, width, laid, game):
            given[:end] = BORDER
            state[:end] = BORDER
            side[:end] = BORDER
            kind[:end] = _STONE
            lay(boards, base, stride, rows, given)
            chain_up(given, stride, stride, end - stride, scratch)
            laid = game
        lay(shown, base, stride, rows, state)
        _find(given, state, stride, rows, first[game], in_territory, color, kind, side, owner, scratch)
        lift(kind, stride, rows, kinds, base)
        lift(side, stride, rows, sides, base)
    return kinds, sides


@part()
def _is_same(boards, board_start, width, one, two):
    """Return whether two games have the same stones: many questions about one position come one after the other."""
    points = board_start[one + 1] - board_start[one]
    if width[one] != width[two] or points != board_start[two + 1] - board_start[two]:
        return False
    first, other = np.uint64(board_start[one]), np.uint64(board_start[two])
    different = 0
    for point in range(np.uint64(points)):
        different += boards[first + point] != boards[other + point]
    return different == 0


@part()
def _find(given, state, stride, rows, first, in_territory, color, kind, side, owner, scratch):
    """Own, fill, defend and set seki apart, until no more dead stones stay; `state` is what each cell holds."""
    start, stop = stride, stride * (rows + np.uint64(1))
    may = scratch[OPEN]
    while True:
        owned = _own(given, state, stride, start, stop, in_territory, owner, scratch)
        end = stop + stride + np.uint64(1)
        for cell in range(end):
            color[cell] = state[cell]
            scratch[LEADER, cell] = scratch[CHAIN, cell]
        for cell in scratch[HEADS, 1 : scratch[HEADS, 0]]:
            scratch[LIBERTIES, cell] = scratch[GIVEN_LIBERTIES, cell]
            scratch[SUM, cell] = scratch[GIVEN_SUM, cell]
            scratch[SQUARES, cell] = scratch[GIVEN_SQUARES, cell]
            scratch[EYES, cell] = 0
        join_staying(color, stride, start, stop, scratch)
        dames = np.uint64(0)
        for cell in range(start, stop):
            if color[cell] == EMPTY or color[cell] == OFF:
                kind[cell] = _TERRITORY
                side[cell] = owner[cell]
                if color[cell] == EMPTY:
                    see_liberty(color, stride, cell, owner[cell], given[cell] != EMPTY, scratch)
                if owner[cell] == EMPTY:
                    kind[cell] = _SEKI
                    if color[cell] == EMPTY:
                        may[cell] = 0  # until somebody stands beside it
                        for near in around(cell, stride):
                            may[cell] |= color[near]
                        scratch[DAMES, dames] = cell
                        scratch[GROUP, cell] = dames
                        dames += np.uint64(1)
            else:
                kind[cell] = _PUT_BACK if color[cell] == STAYS else _STONE
                side[cell] = given[cell]
        if dames:
            fill(color, stride, dames, first, kind, side, scratch)
        if any_short(color, scratch):
            defend(color, stride, stop, kind, side, owner, scratch)
        _group(color, stride, stop, owned, dames, kind, side, owner, scratch)
        _set_seki_apart(stride, stop, kind, side, scratch)
        again = False
        for cell in range(start, stop):
            if in_territory and state[cell] == OFF and kind[cell] == _SEKI_EYE:
                state[cell] = STAYS
                again = True
        if not again:
            return


@part()
def _own(given, state, stride, start, stop, in_territory, owner, scratch):
    """Write into `owner` the one colour that surrounds each cell's place, 0 elsewhere; return how many cells have one.

    A place is empty points and dead stones. With `in_territory`, change the state of dead stones that lie in no place
    of the opponent's, and look at what is left of the place again. Without, take off those that lie in no place of
    either side's.
    """
    queue, one, owned = scratch[OWNED], np.uint64(1), np.uint64(0)
    owner[: stop + stride + np.uint64(1)] = EMPTY
    mark = scratch[MARK]
    cell = start
    while cell < stop:
        if (state[cell] != EMPTY and state[cell] != OFF) or mark[cell]:
            cell += one
            continue
        queue[owned] = cell
        mark[cell] = 1
        length, at, borders, holds = owned + one, owned, 0, 0
        while at < length:
            here = queue[at]
            at += one
            holds |= given[here]
            for near in around(here, stride):
                if state[near] == EMPTY or state[near] == OFF:
                    if not mark[near]:
                        mark[near] = 1
                        queue[length] = near
                        length += one
                else:
                    borders |= state[near]
        borders &= BLACK | WHITE
        surrounded = borders == BLACK or borders == WHITE
        if in_territory and holds != EMPTY and not (surrounded and holds == BLACK + WHITE - borders):
            for number in range(owned, length):
                here = queue[number]
                mark[here] = 0
                if state[here] == OFF:
                    state[here] = given[here] if holds == borders and surrounded else STAYS
        elif surrounded:
            for number in range(owned, length):
                owner[queue[number]] = borders
            owned = length
        elif holds != EMPTY:
            for number in range(owned, length):
                state[queue[number]] = EMPTY
    mark[: stop + stride + one] = 0
    return owned


@part()
def _set_seki_apart(stride, stop, kind, side, scratch):
    """Take their territory from groups that live in seki."""
    mark, queue, parent, eyes = scratch[MARK], scratch[QUEUE], scratch[LEADER], scratch[EYES]
    one = np.uint64(1)
    for cell in scratch[HEADS, 1 : scratch[HEADS, 0]]:
        if mark[cell] or eyes[root(parent, cell)] >= 2:
            continue
        group = _whose(kind, side, cell)
        if group != BLACK and group != WHITE:
            continue
        queue[0] = cell
        mark[cell] = 1
        length, at, in_seki = one, np.uint64(0), False
        while at < length:
            here = queue[at]
            at += one
            for near in around(here, stride):
                held = _whose(kind, side, near)
                in_seki |= kind[near] == _SEKI
                if held == group:
                    if not mark[near]:
                        mark[near] = 1
                        queue[length] = near
                        length += one
                elif held == BLACK + WHITE - group and not in_seki:
                    in_seki = eyes[root(parent, near)] < 2
        for number in range(length):
            here = queue[number]
            if in_seki and (kind[here] == _TERRITORY or kind[here] == _FALSE_EYE or kind[here] == _TEIRE):
                kind[here] = _SEKI_EYE
    mark[: stop + stride] = 0


@part()
def _group(color, stride, stop, owned, dames, kind, side, owner, scratch):
    """Join chains with their territory and the dame they hold; count each group's eyes."""
    mark, parent, rooms, eyes = scratch[MARK], scratch[LEADER], scratch[GROUP], scratch[EYES]
    eyes[: stop + stride] = 0
    for number in range(owned):
        cell = np.uint64(scratch[OWNED, number])
        rooms[cell] = 0
        if not mark[cell] and owner[cell] != EMPTY:
            rooms[cell] = _eyes(color, stride, cell, owner, scratch)
    for number in range(dames):
        cell = np.uint64(scratch[DAMES, number])
        if kind[cell] == _CAPTURE:
            parent[cell] = cell
            for near in around(cell, stride):
                held = color[near] == EMPTY and kind[near] == _CAPTURE and side[near] == side[cell]
                if color[near] == side[cell] or (held and near < cell):
                    unite(parent, near, cell)
    for number in range(owned):
        cell = scratch[OWNED, number]
        mark[cell] = 0
        if rooms[cell]:
            eyes[root(parent, cell)] += rooms[cell]


@part()
def _whose(kind, side, cell):
    """Return the side whose group a cell belongs to: stones, territory, and dame that it holds; `BORDER` beyond.

    Those are all that have a side, but for dead stones that stay.
    """
    return EMPTY if kind[cell] == _PUT_BACK else side[cell]


@part()
def _eyes(color, stride, cell, owner, scratch):
    """Mark the region of territory of a cell, and join it and the chains beside it; return how many eyes it makes."""
    mark, queue, parent, one = scratch[MARK], scratch[QUEUE], scratch[LEADER], np.uint64(1)
    queue[0] = cell
    mark[cell] = 1
    parent[cell] = cell
    length, at, empty, leader = one, np.uint64(0), 0, np.uint64(cell)
    while at < length:
        here = queue[at]
        at += one
        empty += color[here] == EMPTY
        for near in around(here, stride):
            if color[near] == owner[cell]:
                chain = np.uint64(parent[near])
                if chain != leader:
                    chain = np.uint64(root(parent, chain))
                if chain != leader:
                    low, high = min(chain, leader), max(chain, leader)
                    parent[high] = low
                    leader = low
            elif not mark[near] and (color[near] == EMPTY or color[near] == OFF) and owner[near] == owner[cell]:
                mark[near] = 1
                parent[near] = cell
                queue[length] = near
                length += one
    return 2 if empty >= _LARGE_EYE or length > empty + _MOST_NAKADE else 1
