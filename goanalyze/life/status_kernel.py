"""The status kernel: which chains of a position are dead, by who owned their points in playouts.

A chain is dead if its side holds too little of it; then areas are made consistent, since dead stones lie in territory
of the opponent or are not dead. Nothing is played here, and how sure a whole position is, `estimate` says.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, around, lay, lift
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

CERTAIN = 0.9999
"""A chain whose fate is so likely is not played out: less, and large groups without eyes are taken for alive."""
_MARKED, _UNCERTAIN = 8, 16  # bits of a cell beside those of its colour or border
_GONE = 5  # by how many bits the colours of dead stones go up
_CLOSED = BLACK | WHITE | BORDER | _MARKED
_MOST_FLIPS = 12  # chains of one position whose status is not what their own share says


class Chains(NamedTuple):
    """What becomes of the chains of a chunk of positions.

    Attributes:
        shares: float32[points], the share of the chain of each stone, 1 where there is none.
        dead: uint8[points], 1 where a stone is dead.
        owners: uint8[points], whose a point is: living stones', and areas' that living stones of one colour alone
            border; 0 elsewhere.
        held: uint8[points], the same where all of that is certain; 0 elsewhere.
        turned: int32[games], chains whose status is not what their own share says, so that no area holds dead and
            living stones of one side.
        likely: float32[games], how likely every status is right, were shares probabilities and chains independent.
    """

    shares: NDArray[np.float32]
    dead: NDArray[np.uint8]
    owners: NDArray[np.uint8]
    held: NDArray[np.uint8]
    turned: NDArray[np.int32]
    likely: NDArray[np.float32]

    def but(self, other: Chains, games: NDArray[np.bool_], points: NDArray[np.bool_]) -> Chains:
        """Return this with what another says of some games, which have these points."""
        spans = (points, points, points, points, games, games)
        both: list[tuple[Any, Any]] = list(zip(other, self, strict=True))
        return Chains(*(np.where(span, new, old) for span, (new, old) in zip(spans, both, strict=True)))


@part(forceinline=True)
def _cells(stride, rows):
    """Return the cells from the first point to the last."""
    return range(stride, stride * (rows + np.uint64(1)))


@part()
def _chain_shares(color, chain, heads, stride, rows, ownership, share, stack, left):
    """Label chains by their first cell, list these, and work out how surely each lives; return how many there are."""
    chains = np.uint64(0)
    for cell in range(len(color)):
        left[cell] = color[cell]
        chain[cell] = -1
        share[cell] = 1.0
    for cell in _cells(stride, rows):
        own = left[cell]
        if own != BLACK and own != WHITE:
            continue
        heads[chains] = cell
        chains += np.uint64(1)
        left[cell] = BORDER
        stack[0] = cell
        depth, done, total = np.uint64(1), np.uint64(0), 0.0
        while done < depth:
            here = stack[done]
            done += np.uint64(1)
            total += ownership[here]
            for near in around(here, stride):  # without branches, which nobody could foretell
                found = left[near] == own
                left[near] = BORDER if found else left[near]
                stack[depth] = near
                depth += np.uint64(found)
        mean = total / depth
        mean = mean if own == BLACK else 1.0 - mean
        for number in range(depth):
            chain[stack[number]] = cell
            share[stack[number]] = mean
    return chains


@part()
def _look(color, dead, share, kind):
    """Write of each cell what `_area` goes by: what it holds, and whether that is uncertain."""
    for cell in range(len(color)):
        gone = dead[cell] != 0
        certain = share[cell] <= 1.0 - CERTAIN if gone else share[cell] >= CERTAIN
        kind[cell] = (color[cell] << _GONE if gone else color[cell]) | (0 if certain else _UNCERTAIN)


@part()
def _area(kind, stride, start, stack):
    """List the cells of an area, which is what is connected once the dead stones are off; mark them.

    Returns:
        (how many they are, what they and the stones that border them are in all).
    """
    seen = kind[start]
    kind[start] |= _MARKED
    stack[0] = start
    depth, done = np.uint64(1), np.uint64(0)
    while done < depth:
        here = stack[done]
        done += np.uint64(1)
        for near in around(here, stride):  # likewise
            what = kind[near]
            seen |= what
            found = what & _CLOSED == 0
            kind[near] = what | _MARKED if found else what
            stack[depth] = near
            depth += np.uint64(found)
    return depth, seen


@part()
def _hold(color, dead, stride, rows, share, owner, held, stack, kind):
    """Write whose each cell is, and whose for certain.

    It is certain of stones that live for certain, and of areas that only such stones border, all dead stones in them
    dead for certain. Where there is no stone `share` is 1.
    """
    _look(color, dead, share, kind)
    for cell in range(len(color)):
        lives = kind[cell] & (BLACK | WHITE)
        owner[cell] = lives
        held[cell] = 0 if kind[cell] & _UNCERTAIN else lives
    for start in _cells(stride, rows):
        if kind[start] & _CLOSED:
            continue
        depth, seen = _area(kind, stride, start, stack)
        borders = seen & (BLACK | WHITE)
        if borders != BLACK and borders != WHITE:
            continue
        certain = 0 if seen & _UNCERTAIN else borders
        for number in range(depth):
            owner[stack[number]] = borders
            held[stack[number]] = certain


@part()
def _contradiction(color, chain, dead, stride, rows, share, stack, kind, revive):
    """Return the chain of least certain fate in an area that dead stones share with living ones of their colour.

    With `revive` dead stones of the area (`_area`) that nobody could take are alive from now on.

    Returns:
        The chain's first cell, or −1: the dead stones lie in territory of the opponent, all of them.
    """
    _look(color, dead, share, kind)
    for start in _cells(stride, rows):
        if not dead[start] or kind[start] & _MARKED:
            continue
        depth, seen = _area(kind, stride, start, stack)
        borders, within = seen & (BLACK | WHITE), seen >> _GONE & (BLACK | WHITE)
        wrong = borders & within
        if not wrong and borders:
            continue
        nearest, best = -1, 2.0
        for number in range(depth):
            here = stack[number]
            if dead[here] and (color[here] & wrong or not borders):
                if revive:
                    dead[here] = 0
                distance = abs(share[here] - 0.5)
                if distance < best:
                    nearest, best = chain[here], distance
            for near in around(here, stride):
                if color[near] != BORDER and color[near] != EMPTY and not dead[near] and color[near] & wrong:
                    distance = abs(share[near] - 0.5)
                    if distance < best:
                        nearest, best = chain[near], distance
        return nearest
    return -1


@part()
def _make_consistent(color, chain, dead, stride, rows, share, stack, kind, flipped):
    """Turn chains until dead stones lie in territory of the opponent alone; return how many statuses that took."""
    turned = 0
    for cell in range(len(color)):
        flipped[cell] = 0
    for _ in range(_MOST_FLIPS):
        wrong = _contradiction(color, chain, dead, stride, rows, share, stack, kind, False)
        if wrong < 0:
            return turned
        if flipped[wrong]:
            break
        turned += 1
        flipped[wrong] = 1
        for cell in _cells(stride, rows):
            if chain[cell] == wrong:
                dead[cell] = 1 - dead[cell]
    while _contradiction(color, chain, dead, stride, rows, share, stack, kind, True) >= 0:
        turned += 1
    return turned


def chain_statuses(boards: Boards, ownership: NDArray[np.float32], threshold: float) -> Chains:
    """Determine which chains of every position of a chunk are dead, by who owned their points.

    Args:
        boards: the final positions.
        ownership: float32[points], Black's share of each point.
        threshold: the share of its own points below which a chain is dead.

    Raises:
        ValueError: boards beyond the limits.
    """
    return Chains(*_chain_statuses(*boards.checked(ownership), ownership, threshold))


@njit(cache=True, nogil=True)
def _chain_statuses(boards, board_start, width, height, ownership, threshold):
    """See `chain_statuses`."""
    shares = np.ones(len(boards), dtype=np.float32)
    deaths = np.zeros(len(boards), dtype=np.uint8)
    owners = np.zeros(len(boards), dtype=np.uint8)
    certain = np.zeros(len(boards), dtype=np.uint8)
    turned = np.zeros(len(width), dtype=np.int32)
    joint = np.ones(len(width), dtype=np.float32)
    for game in range(len(width)):
        if width[game] == 0:
            continue
        rows, base = np.uint64(height[game]), board_start[game]
        stride = np.uint64(width[game]) + np.uint64(1)
        cells = np.int64(stride * (rows + np.uint64(2))) + 1
        color = np.full(cells, BORDER, dtype=np.uint8)
        dead, owner, held, kind, flipped = np.zeros((5, cells), dtype=np.uint8)
        black, share = np.zeros((2, cells), dtype=np.float64)
        chain = np.empty(cells, dtype=np.int64)
        heads, stack = np.empty((2, cells), dtype=np.uint64)
        lay(boards, base, stride, rows, color)
        lay(ownership, base, stride, rows, black)
        chains = _chain_shares(color, chain, heads, stride, rows, black, share, stack, kind)
        doomed = False
        for cell in _cells(stride, rows):
            dead[cell] = chain[cell] >= 0 and share[cell] < threshold
            doomed |= dead[cell] != 0
        if doomed:
            turned[game] = _make_consistent(color, chain, dead, stride, rows, share, stack, kind, flipped)
        right = 1.0
        for number in range(chains):
            head = heads[number]
            right *= 1.0 - share[head] if dead[head] else share[head]
        joint[game] = right
        _hold(color, dead, stride, rows, share, owner, held, stack, kind)
        lift(share, stride, rows, shares, base)
        lift(dead, stride, rows, deaths, base)
        lift(owner, stride, rows, owners, base)
        lift(held, stride, rows, certain, base)
    return shares, deaths, owners, certain, turned, joint
