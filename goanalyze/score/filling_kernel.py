"""Filling dame: the sides fill the points between them in turn, none putting itself in atari.

That is the second step of `goanalyze.score.territory_kernel.territories`, whose scratch space serves here, too.
"""

from __future__ import annotations

from goanalyze.score.choices import Kind
from goanalyze.vocabulary.cells_kernel import CELLS, root
from goanalyze.vocabulary.kernels import part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

_, _, _DAME, _CAPTURE, _, _, _, _, _ = (kind.index for kind in Kind)
STAYS = 3
"""What a cell holds with a dead stone that stays: it is neither side's, and so borders as both do."""
_NONE, _FREE, _TAKES = range(3)
ROWS = 7
MARK, QUEUE, DAMES, LEADER, EYES, _POINT, WHOSE = range(ROWS)
"""Rows of the scratch space. While dame are filled these hold: marks; cells to look at; the dame that are left; by
stone, another of its chain, up to the one that stands for it; by that one, how many liberties the chain has in its
territory, two at most, and which if it is one. `WHOSE` is for others."""


@part()
def _liberties(color, stride, cell, colored, most, scratch):
    """Count liberties of the chain at a cell, up to `most`.

    The cell is taken for a stone of `colored`, whatever is there.
    """
    queue, mark = scratch[QUEUE], scratch[MARK]
    # Stones stand at the front of the queue; liberties found are marked from its end.
    queue[0] = cell
    mark[cell] = 1
    length, at, found, seen = 1, 0, 0, CELLS
    while at < length and found < most:
        here = queue[at]
        at += 1
        for step in (-stride, -1, 1, stride):
            near = here + step
            if mark[near]:
                continue
            if color[near] == colored:
                mark[near] = 1
                queue[length] = near
                length += 1
            elif color[near] == EMPTY:
                mark[near] = 1
                seen -= 1
                queue[seen] = near
                found += 1
                if found == most:
                    break
    for number in range(length):
        mark[queue[number]] = 0
    for number in range(seen, CELLS):
        mark[queue[number]] = 0
    return found


@part()
def _join(scratch, one, two):
    """Make one chain of two, with the liberties that both have in territory."""
    parent, count, point = scratch[LEADER], scratch[EYES], scratch[_POINT]
    one, two = root(parent, one), root(parent, two)
    if one == two:
        return
    parent[two] = one
    if count[one] == 1 and count[two] == 1 and point[one] != point[two]:
        count[one] = 2
    elif count[two] > count[one]:
        count[one] = count[two]
        point[one] = point[two]


@part()
def chain_up(color, stride, start, stop, owner, scratch):
    """Find the chains and the liberties that each has in its territory: up to two, and which if it is one.

    These do not change while dame are filled, but that chains are joined.
    """
    parent, count, point = scratch[LEADER], scratch[EYES], scratch[_POINT]
    for cell in range(start, stop):
        colored = color[cell]
        if colored != BLACK and colored != WHITE:
            continue
        parent[cell] = cell
        count[cell] = 0
        for step in (-stride, -1, 1, stride):
            near = cell + step
            if color[near] == EMPTY and owner[near] == colored:
                count[cell] = 1 if count[cell] == 0 else 2
                point[cell] = near
        if color[cell - 1] == colored:
            _join(scratch, cell - 1, cell)
        if color[cell - stride] == colored:
            _join(scratch, cell - stride, cell)


@part()
def _can_fill(color, stride, cell, colored, scratch):
    """Return `_FREE` where a side may fill a dame, `_TAKES` where that would capture, else `_NONE`.

    Dead stones that stay are left a liberty by both.
    """
    parent, count, point = scratch[LEADER], scratch[EYES], scratch[_POINT]
    beside, takes, liberties, only = False, False, 0, -1
    for step in (-stride, -1, 1, stride):
        near = cell + step
        if color[near] == STAYS:
            if _liberties(color, stride, near, STAYS, 2, scratch) == 1:
                return _NONE
        elif color[near] == BLACK + WHITE - colored:
            # The dame itself is a liberty of the chain.
            if count[root(parent, near)] == 0 and (_liberties(color, stride, near, color[near], 2, scratch) == 1):
                takes = True
        elif color[near] == colored:
            chain = root(parent, near)
            beside = True
            if count[chain] == 2 or (count[chain] == 1 and liberties == 1 and point[chain] != only):
                liberties = 2
            elif count[chain] == 1 and liberties == 0:
                liberties, only = 1, point[chain]
    if takes:
        return _TAKES
    if liberties == 2:
        return _FREE
    if beside and _liberties(color, stride, cell, colored, 2, scratch) == 2:
        return _FREE
    return _NONE


@part()
def fill(color, stride, first, dame, kind, side, scratch):
    """Fill dame in turn until both sides pass; mark those that one side alone could fill by capturing."""
    dames = scratch[DAMES]
    turn, passes = first, 0
    while passes < 2:
        chosen = -1
        for number in range(dame):
            if _can_fill(color, stride, dames[number], turn, scratch) == _FREE:
                chosen = number
                break
        if chosen < 0:
            passes += 1
        else:
            passes = 0
            cell = dames[chosen]
            color[cell] = turn
            scratch[LEADER, cell] = cell
            scratch[EYES, cell] = 0
            for step in (-stride, -1, 1, stride):
                if color[cell + step] == turn:
                    _join(scratch, cell + step, cell)
            kind[cell] = _DAME
            side[cell] = turn
            dame -= 1
            for number in range(chosen, dame):
                dames[number] = dames[number + 1]
        turn = BLACK + WHITE - turn
    for number in range(dame):
        cell = dames[number]
        black = _can_fill(color, stride, cell, BLACK, scratch) == _TAKES
        white = _can_fill(color, stride, cell, WHITE, scratch) == _TAKES
        if black != white:
            kind[cell] = _CAPTURE
            side[cell] = BLACK if black else WHITE
