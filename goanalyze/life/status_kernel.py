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


@part()
def _chain_shares(color, chain, stride, rows, ownership, share, stack):
    """Label chains by their first cell and work out how surely each lives; return the number of chains."""
    first, last = stride, stride * (rows + np.uint64(1))
    chains = 0
    for cell in range(first, last):
        chain[cell] = -1
    for cell in range(first, last):
        if (color[cell] != BLACK and color[cell] != WHITE) or chain[cell] >= 0:
            continue
        chains += 1
        chain[cell] = cell
        stack[0] = cell
        depth, done, total = 1, 0, 0.0
        while done < depth:
            here = stack[done]
            done += 1
            total += ownership[here]
            for near in around(here, stride):
                if color[near] == color[cell] and chain[near] < 0:
                    chain[near] = cell
                    stack[depth] = near
                    depth += 1
        mean = total / depth
        for number in range(depth):
            share[stack[number]] = mean if color[cell] == BLACK else 1.0 - mean
    return chains


@part()
def _area(color, dead, stride, start, stack, mark):
    """List the cells of an area, which is what is connected once the dead stones are off; mark them.

    Returns:
        (how many they are, the colours of the living stones that border them).
    """
    mark[start] = 1
    stack[0] = start
    depth, done, borders = 1, 0, 0
    while done < depth:
        here = stack[done]
        done += 1
        for near in around(here, stride):
            if color[near] == BORDER or mark[near]:
                continue
            if color[near] != EMPTY and not dead[near]:
                borders |= color[near]
            else:
                mark[near] = 1
                stack[depth] = near
                depth += 1
    return depth, borders


@part()
def _hold(color, dead, stride, rows, share, owner, held, stack, mark):
    """Write whose each cell is, and whose for certain.

    It is certain of stones that live for certain, and of areas that only such stones border, all dead stones in them
    dead for certain. Where there is no stone `share` is 1.
    """
    first, last = stride, stride * (rows + np.uint64(1))
    for cell in range(first, last):
        mark[cell] = 0
    for start in range(first, last):
        if color[start] == BORDER or mark[start]:
            continue
        if color[start] != EMPTY and not dead[start]:
            owner[start] = color[start]
            if share[start] >= CERTAIN:
                held[start] = color[start]
            continue
        depth, borders = _area(color, dead, stride, start, stack, mark)
        certain = borders == BLACK or borders == WHITE
        if not certain:
            continue
        for number in range(depth):
            here = stack[number]
            certain &= not dead[here] or share[here] <= 1.0 - CERTAIN
            for near in around(here, stride):
                certain &= dead[near] != 0 or share[near] >= CERTAIN
        for number in range(depth):
            owner[stack[number]] = borders
            if certain:
                held[stack[number]] = borders


@part()
def _contradiction(color, chain, dead, stride, rows, share, stack, mark, revive):
    """Return the chain of least certain fate in an area that dead stones share with living ones of their colour.

    With `revive` dead stones of the area (`_area`) that nobody could take are alive from now on.

    Returns:
        The chain's first cell, or −1: the dead stones lie in territory of the opponent, all of them.
    """
    first, last = stride, stride * (rows + np.uint64(1))
    for cell in range(first, last):
        mark[cell] = 0
    for start in range(first, last):
        if mark[start] or not dead[start]:
            continue
        depth, borders = _area(color, dead, stride, start, stack, mark)
        within = 0
        for number in range(depth):
            if dead[stack[number]]:
                within |= color[stack[number]]
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
        black = np.zeros(cells, dtype=np.float64)
        share = np.ones(cells, dtype=np.float64)
        chain = np.full(cells, -1, dtype=np.int64)
        dead = np.zeros(cells, dtype=np.uint8)
        owner = np.zeros(cells, dtype=np.uint8)
        held = np.zeros(cells, dtype=np.uint8)
        mark = np.zeros(cells, dtype=np.uint8)
        flipped = np.zeros(cells, dtype=np.uint8)
        stack = np.empty(cells, dtype=np.uint64)
        lay(boards, base, stride, rows, color)
        lay(ownership, base, stride, rows, black)
        _chain_shares(color, chain, stride, rows, black, share, stack)
        for cell in range(stride, stride * (rows + np.uint64(1))):
            dead[cell] = chain[cell] >= 0 and share[cell] < threshold
        for _ in range(_MOST_FLIPS):
            wrong = _contradiction(color, chain, dead, stride, rows, share, stack, mark, False)
            if wrong < 0 or flipped[wrong]:
                break
            turned[game] += 1
            flipped[wrong] = 1
            for cell in range(stride, stride * (rows + np.uint64(1))):
                if chain[cell] == wrong:
                    dead[cell] = 1 - dead[cell]
        while _contradiction(color, chain, dead, stride, rows, share, stack, mark, True) >= 0:
            turned[game] += 1
        right = 1.0
        for cell in range(stride, stride * (rows + np.uint64(1))):
            if chain[cell] == cell:
                right *= 1.0 - share[cell] if dead[cell] else share[cell]
        joint[game] = right
        _hold(color, dead, stride, rows, share, owner, held, stack, mark)
        lift(share, stride, rows, shares, base)
        lift(dead, stride, rows, deaths, base)
        lift(owner, stride, rows, owners, base)
        lift(held, stride, rows, certain, base)
    return shares, deaths, owners, certain, turned, joint
