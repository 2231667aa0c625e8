"""Bit boards of a region: what a play does, what no opponent can take, and where there is no more room to live.

Masks are those of `goanalyze.life.masks_kernel`. Walls stand outside and are never taken: a stone beside a wall of its
colour is never taken either. A *field* is what stays the same: ``near`` the neighbours of each point,
``walls`` the points beside the walls of each side, by side. Sides are `ATTACKER`, who asks for a capture, and `OWNER`.

Rule: `goanalyze.life.confirm`; `tests/oracles/confirmation.py` states it over sets.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goanalyze.life.masks_kernel import beside, count, index, lowest, spread
from goanalyze.vocabulary.kernels import njit, part

ATTACKER: Final = 0
OWNER: Final = 1

_NONE: Final = np.uint64(0)


@njit(cache=True, nogil=True)
def play(near, walls, side, mine, theirs, marks, point):
    """Play a stone on an empty point.

    Returns:
        (whether that is legal, the stones taken, the stones that stand joined to it, whether it takes a ko).

    Rule: Japanese rules 1989, articles 4 to 7; a ko capture takes one stone, by a stone that stands alone and has the
    taken point as its only liberty; a marked stone may not be taken so.
    """
    at = index(point)
    around = near[at]
    empty = ~(mine | theirs | point)
    taken, rest = _NONE, around & theirs
    while rest:
        chain = spread(near, lowest(rest), theirs)
        rest &= ~chain
        if not chain & walls[1 - side] and not beside(near, chain) & empty & near[64]:
            taken |= chain
    joined = spread(near, point, mine | point)
    if joined & walls[side]:
        return True, taken, joined, False
    if not taken:
        return beside(near, joined) & empty & near[64] != _NONE, taken, joined, False
    takes_ko = joined == point and count(taken) == 1 and not around & empty & near[64]
    return not (takes_ko and taken & marks), taken, joined, takes_ko


@njit(cache=True, nogil=True)
def marks_after(marks, point, taken, joined, takes_ko):
    """Return the marked stones after a play (`play`): the one that takes a ko, and of the others those that stay apart.

    Stones that are taken or joined to the one played have no mark any more.
    """
    left = marks & ~taken
    if joined != point:
        left &= ~joined
    return left | point if takes_ko else left


@part()
def steady(near, walls, side, mine, theirs):
    """Return the stones of a side that are never taken although it never answers.

    Stones joined to a wall, and chains with two vital regions: parts of the field without stones of the side that no
    wall of the opponent touches, that only such chains and walls border, and each of whose empty points is a liberty of
    the chain.

    Rule: D. B. Benson, Life in the game of Go, 1976.
    """
    field = near[64]
    empty = field & ~(mine | theirs)
    safe = spread(near, mine & walls[side], mine)
    alive = mine & ~safe
    changed = True
    while changed and alive:
        changed = False
        rest = alive
        while rest:
            chain = spread(near, lowest(rest), mine)
            rest &= ~chain
            if not _has_two_eyes(near, walls, side, chain, field & ~mine, empty, safe | alive):
                alive &= ~chain
                changed = True
    return safe | alive


@njit(cache=True, nogil=True)
def lasting(near, walls, side, mine, theirs):
    """Return the stones of a side that are never taken as long as it answers cuts, whoever moves first.

    Those that are steady, and chains that share two empty points with lasting ones, no point serving twice: if the
    opponent takes one the side takes the other, which is legal and no ko, since it joins stones that are not taken.

    Rule: M. Müller, Playing it safe, 1997.
    """
    safe = steady(near, walls, side, mine, theirs)
    free = near[64] & ~(mine | theirs)
    changed = True
    while changed:
        changed = False
        rest = mine & ~safe
        while rest:
            chain = spread(near, lowest(rest), mine)
            rest &= ~chain
            shared = beside(near, chain) & free & (beside(near, safe) | walls[side])
            first = lowest(shared)
            second = lowest(shared ^ first)
            if second:
                safe |= chain
                free &= ~(first | second)
                changed = True
    return safe


@part()
def _has_two_eyes(near, walls, side, chain, others, empty, trusted):
    """Return whether a chain has two vital regions that only trusted chains border."""
    eyes = 0
    liberties = beside(near, chain)
    rest = liberties & others
    while rest:
        region = spread(near, lowest(rest), others)
        rest &= ~region
        if region & walls[1 - side] or region & empty & ~liberties:
            continue
        # Stones beside the region that are not trusted: chains given up before.
        if beside(near, region) & ~trusted:
            continue
        eyes += 1
        if eyes == 2:
            return True
    return False


@part()
def _no_room(near, walls, part, touched):
    """Return whether no owner's stone can live in a part of the field, around which the attacker's stones last.

    None of the owner's walls touches it, and no two of its points that no lasting stone touches lie apart: the attacker
    fills what lasting stones touch, and takes what is left, for which two eyes would be needed.
    """
    if part & walls[OWNER]:
        return False
    inner = part & ~touched
    first = lowest(inner)
    return not inner or (count(inner) <= 2 and not inner & ~(first | near[index(first)]))


@part()
def is_lost(near, walls, own, attacking, wanted):
    """Return whether the attacker can clear points of all stones of the owner again and again, whoever moves first.

    Without the attacker's lasting stones the field falls apart; every part with one of the points must have no room.

    Args:
        near: of the field.
        walls: of the field.
        own: stones of the owner.
        attacking: stones of the attacker.
        wanted: the points.
    """
    safe = lasting(near, walls, ATTACKER, attacking, own)
    rest = wanted & ~safe
    touched = beside(near, safe) | walls[ATTACKER]
    while rest:
        part = spread(near, lowest(rest), near[64] & ~safe)
        rest &= ~part
        if not _no_room(near, walls, part, touched):
            return False
    return True


@part()
def finished(near, walls, own, attacking):
    """Return the points where stones make no difference any more: nothing of the owner can live, nor help elsewhere.

    They are parts without room around which the attacker's stones are steady, and stay so without the stones within:
    steady stones are as good as walls, behind which nothing matters.
    """
    safe = steady(near, walls, ATTACKER, attacking, own)
    gone = _NONE
    if not safe and not walls[ATTACKER]:
        return gone
    touched = beside(near, safe) | walls[ATTACKER]
    rest = (own | attacking) & ~safe
    while rest:
        part = spread(near, lowest(rest), near[64] & ~safe)
        rest &= ~part
        if _no_room(near, walls, part, touched):
            gone |= part
    if gone and safe & ~steady(near, walls, ATTACKER, attacking & ~gone, own & ~gone):
        return _NONE
    return gone
