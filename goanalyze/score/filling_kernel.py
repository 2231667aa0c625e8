"""Filling dame, in turn and none putting itself in atari, and what the sides must fill in their own territory then.

Those are the second and third step of `goanalyze.score.territory_kernel.territories`, whose scratch space serves here,
too.
"""

from __future__ import annotations

import numpy as np

from goanalyze.score.choices import Kind
from goanalyze.vocabulary.cells_kernel import BORDER, around, root, unite
from goanalyze.vocabulary.kernels import part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_, _TERRITORY, _DAME, _CAPTURE, _SEKI, _, _FALSE_EYE, _TEIRE, _ = (kind.index for kind in Kind)
STAYS = 3
"""What a cell holds with a dead stone that stays: it is neither side's, and so borders as both do."""
OFF = 8
"""What a cell holds that has a dead stone which is taken off once the game is counted, and stands until then."""
_NONE, _FREE, _TAKES = range(3)
_UNSEEN, _SEEN, _ENOUGH = range(3)
_ONE, _MINUS_ONE = 1, 2**64 - 1  # sums of unsigned numbers wrap around
ROWS = 17
MARK, QUEUE, OPEN, CHAIN, LEADER, EYES, _POINT, GROUP, LIBERTIES, SUM, SQUARES = range(11)
GIVEN_LIBERTIES, GIVEN_SUM, GIVEN_SQUARES, HEADS, OWNED, DAMES = range(11, ROWS)
"""Rows of the scratch space. While dame are filled these hold: marks; cells to look at; the colours that might fill a
cell; by stone, dead or alive, the first of its chain as it was given; by stone, another of its chain with the stones
filled since, up to the one that stands for it; by that one, how many liberties the chain has in its territory, two at
most, and which if it is one; the place of each dame among them; and by that one, how many liberties its stones have,
each stone's counted, the sum of these cells, and that of their squares: all are one cell where number times squares is
the sum squared. These three once more, as they were given: most are the same whichever stones are dead. Lists, so that
not all cells need to be looked at: behind their end, which is its first item, the first cells of the chains as they
were given; the cells of territory; the dame."""


@part()
def join_staying(color, stride, start, stop, scratch):
    """Make one chain of dead stones that stay and touch, of either colour: together they are left a liberty."""
    for cell in range(start, stop):
        if color[cell] == STAYS:
            for near in (cell - np.uint64(1), cell - stride):
                if color[near] == STAYS:
                    _join(scratch, near, cell)


@part()
def _join(scratch, one, two):
    """Make one chain of two, with the liberties that both have."""
    parent, count, point = scratch[LEADER], scratch[EYES], scratch[_POINT]
    one, two = root(parent, one), root(parent, two)
    if one == two:
        return
    parent[two] = one
    for row in (LIBERTIES, SUM, SQUARES):
        scratch[row, one] += scratch[row, two]
    if count[one] == 1 and count[two] == 1 and point[one] != point[two]:
        count[one] = 2
    elif count[two] > count[one]:
        count[one] = count[two]
        point[one] = point[two]


@part()
def _add_liberty(scratch, chain, cell, number):
    """Give a chain a liberty of one of its stones (`_ONE`), or take it away (`_MINUS_ONE`)."""
    cell, number = np.uint64(cell), np.uint64(number)
    scratch[LIBERTIES, chain] += number
    scratch[SUM, chain] += number * cell
    scratch[SQUARES, chain] += number * cell * cell


@part()
def _has_one_liberty(scratch, chain):
    """Return whether all liberties of a chain that has some are one cell."""
    number, total = np.uint64(scratch[LIBERTIES, chain]), np.uint64(scratch[SUM, chain])
    return number * np.uint64(scratch[SQUARES, chain]) == total * total


@part()
def chain_up(given, stride, start, stop, scratch):
    """Find the chains, those of dead stones, too: each stone's is named by its first cell."""
    chain, one = scratch[CHAIN], np.uint64(1)
    for cell in range(start, stop):
        if given[cell] == BLACK or given[cell] == WHITE:
            chain[cell] = chain[cell - one] if given[cell - one] == given[cell] else cell
            if given[cell - stride] == given[cell]:
                unite(chain, cell - stride, cell)
    behind = one
    for cell in range(start, stop):
        if given[cell] == BLACK or given[cell] == WHITE:
            chain[cell] = chain[chain[cell]]
            if chain[cell] == cell:
                scratch[HEADS, behind] = cell
                behind += one
    scratch[HEADS, 0] = behind
    for row in (GIVEN_LIBERTIES, GIVEN_SUM, GIVEN_SQUARES):
        scratch[row, : stop + stride + one] = 0
    for cell in range(start, stop):
        if given[cell] == EMPTY:
            for near in around(cell, stride):
                if given[near] == BLACK or given[near] == WHITE:
                    scratch[GIVEN_LIBERTIES, chain[near]] += one
                    scratch[GIVEN_SUM, chain[near]] += cell
                    scratch[GIVEN_SQUARES, chain[near]] += cell * cell


@part()
def see_liberty(color, stride, cell, owner, is_new, scratch):
    """Note an empty cell in territory for the chains beside it, and one that was not given empty as their liberty.

    Liberties in territory do not change while dame are filled, but that chains are joined.
    """
    chain, count, point = scratch[CHAIN], scratch[EYES], scratch[_POINT]
    for near in around(cell, stride):
        if is_new and (color[near] == BLACK or color[near] == WHITE):
            _add_liberty(scratch, chain[near], cell, _ONE)
        if owner != EMPTY and color[near] == owner:
            own = chain[near]
            if count[own] == 0:
                count[own] = 1
                point[own] = cell
            elif point[own] != cell:
                count[own] = 2


@part()
def put(color, stride, cell, colored, scratch):
    """Put a stone on the board, joined to the chains beside it."""
    color[cell] = colored
    scratch[LEADER, cell] = cell
    scratch[EYES, cell] = 0
    for near in around(cell, stride):
        if color[near] == colored:
            _join(scratch, near, cell)


@part()
def _can_fill(color, stride, cell, colored, scratch):
    """Return `_FREE` where a side may fill a dame, `_TAKES` where that would capture, else `_NONE`.

    Dead stones that stay are left a liberty by both.
    """
    zero, one = np.uint64(0), np.uint64(1)
    beside, takes, number, total, squares = False, False, zero, zero, zero
    first, second, third = zero, zero, zero  # chains that are joined
    for near in around(cell, stride):
        if color[near] == STAYS:
            if _has_one_liberty(scratch, root(scratch[LEADER], near)):
                return _NONE
        elif color[near] == EMPTY:
            number, total, squares = number + one, total + near, squares + near * near
        elif color[near] == BLACK + WHITE - colored:
            # The dame itself is a liberty of the chain.
            takes |= _has_one_liberty(scratch, root(scratch[LEADER], near))
        elif color[near] == colored:
            beside = True
            chain = np.uint64(root(scratch[LEADER], near))
            number, total, squares = number - one, total - cell, squares - cell * cell
            if chain != first and chain != second and chain != third:
                first, second, third = chain, first, second
                number += scratch[LIBERTIES, chain]
                total += scratch[SUM, chain]
                squares += scratch[SQUARES, chain]
    if takes:
        return _TAKES
    return _FREE if beside and number * squares != total * total else _NONE


@part()
def fill(color, stride, dames, first, kind, side, scratch):
    """Fill so many dame in turn until both sides pass; mark those that one side alone could fill by capturing.

    What a side cannot fill it cannot fill later either, unless it comes to stand beside it, or joins a chain to it that
    had no liberty but these two: so few are looked at again. `scratch[OPEN]` says by whom.
    """
    may, listed, one = scratch[OPEN], scratch[DAMES], np.uint64(1)
    turn, passes, own, other = np.uint8(first), 0, np.uint64(0), np.uint64(0)
    while passes < 2:
        while own < dames:
            cell = np.uint64(listed[own])
            if may[cell] & turn and _can_fill(color, stride, cell, turn, scratch) == _FREE:
                break
            may[cell] &= ~turn
            own += one
        if own == dames:
            passes += 1
        else:
            passes = 0
            own = _fill_one(color, stride, np.uint64(listed[own]), turn, kind, side, scratch)
        own, other = other, own
        turn = np.uint8(BLACK + WHITE - turn)
    for number in range(dames):
        cell = np.uint64(listed[number])
        if kind[cell] != _SEKI:
            continue
        black = _can_fill(color, stride, cell, BLACK, scratch) == _TAKES
        white = _can_fill(color, stride, cell, WHITE, scratch) == _TAKES
        if black != white:
            kind[cell] = _CAPTURE
            side[cell] = BLACK if black else WHITE


@part()
def _fill_one(color, stride, cell, turn, kind, side, scratch):
    """Fill a dame; return the number of the first one that the side might now be able to fill."""
    may, parent, place = scratch[OPEN], scratch[LEADER], scratch[GROUP]
    lowest = np.uint64(place[cell])
    for near in around(cell, stride):
        if color[near] == BLACK or color[near] == WHITE or color[near] == STAYS:
            _add_liberty(scratch, root(parent, near), cell, _MINUS_ONE)
    scratch[LIBERTIES, cell] = 0
    scratch[SUM, cell] = 0
    scratch[SQUARES, cell] = 0
    for near in around(cell, stride):
        again = near
        if color[near] == EMPTY:
            _add_liberty(scratch, cell, near, _ONE)
        elif color[near] == turn:
            chain = root(parent, near)
            if scratch[LIBERTIES, chain] and _has_one_liberty(scratch, chain):
                again = np.uint64(scratch[SUM, chain] // scratch[LIBERTIES, chain])
        if color[again] == EMPTY and kind[again] == _SEKI:
            may[again] |= turn
            lowest = min(lowest, np.uint64(place[again]))
    put(color, stride, cell, turn, scratch)
    kind[cell] = _DAME
    side[cell] = turn
    may[cell] = 0
    return lowest


@part()
def any_short(color, scratch):
    """Return whether a chain has less than two liberties in its territory: without one nothing needs defence."""
    parent, count = scratch[LEADER], scratch[EYES]
    for cell in scratch[HEADS, 1 : scratch[HEADS, 0]]:
        if (color[cell] == BLACK or color[cell] == WHITE) and parent[cell] == cell and count[cell] <= 1:
            return True
    return False


@part()
def defend(color, stride, stop, kind, side, owner, scratch):
    """Fill what the sides must fill in their own territory, the first chain in reading order first.

    What hangs together is not walked to its end once it is known to have liberties enough.
    """
    mark, queue, one = scratch[MARK], scratch[QUEUE], np.uint64(1)
    parent, count = scratch[LEADER], scratch[EYES]
    again = True
    while again:
        again = False
        mark[: stop + stride + np.uint64(1)] = 0
        for cell in scratch[HEADS, 1 : scratch[HEADS, 0]]:
            colored = color[cell]
            if mark[cell] or (colored != BLACK and colored != WHITE):
                continue
            if count[root(parent, cell)] > 1:
                continue
            queue[0] = cell
            mark[cell] = _SEEN
            length, at, point, enough = one, np.uint64(0), np.uint64(0), False
            while at < length and not enough:
                here = queue[at]
                at += one
                for near in around(here, stride):
                    if kind[near] == _CAPTURE and side[near] == colored and color[near] == EMPTY:
                        enough = True
                    elif color[near] != BORDER and (color[near] == colored or _is_dame(kind[near])):
                        if not mark[near]:
                            mark[near] = _SEEN
                            queue[length] = near
                            length += one
                            enough |= color[near] == colored and count[root(parent, near)] > 1
                        enough |= mark[near] == _ENOUGH
                    elif (color[near] == EMPTY or color[near] == OFF) and owner[near] == colored:
                        enough |= point != 0 and point != near
                        point = near
            for number in range(length):  # dame are as good as the other side's
                here = queue[number]
                mark[here] = _UNSEEN if _is_dame(kind[here]) else _ENOUGH if enough else _SEEN
            if point == 0 or enough:
                continue
            kind[point] = _FALSE_EYE
            for near in around(point, stride):
                held = kind[near]
                if color[near] != BORDER and (held == _TERRITORY or held == _FALSE_EYE or held == _TEIRE):
                    kind[point] = _TEIRE
            put(color, stride, point, colored, scratch)
            count[root(parent, point)] = 0  # at least: it has one liberty less
            owner[point] = EMPTY
            again = True
            break
    mark[: stop + stride + np.uint64(1)] = 0


@part()
def _is_dame(kind):
    """Return whether a cell of a kind was nobody's point."""
    return kind == _DAME or kind == _SEKI or kind == _CAPTURE
