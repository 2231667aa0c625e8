"""The playout kernel: finished positions played on at random, with some sense, to see who ends up owning what.

Method: a player captures the chain that just moved, or saves what it put in atari, else plays any legal point that is
neither an own eye nor a senseless self-atari (`plays_kernel`, on boards of `chains_kernel`); two passes end a playout.
What is known for certain is made of stones that cannot be captured, so that players play only where something is open.

Thresholds and dead stones are not the business of playouts but of `estimate`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.chains_kernel import (
    BLACK,
    BORDER,
    BOTH,
    EMPTY,
    HEAD,
    HOLDS,
    LIST,
    NONE,
    ONE,
    PLACE,
    ROWS,
    SIDES,
    TWO,
    WHITE,
    build,
    hold,
    hold_of,
    is_short,
    only_liberty,
    play,
)
from goanalyze.life.plays_kernel import ALWAYS, NEVER, chance_of, save
from goanalyze.vocabulary import points
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import CELLS, around, lift
from goanalyze.vocabulary.kernels import njit, part

_MOVES_PER_POINT: Final = 3  # a playout that goes on longer is a cycle
_CAPTURES: Final = 90  # how often a player captures the chain that just moved, in per cent; as in `plays_kernel`
_SAVES: Final = 90  # how often one looks for what the last move put in atari


@part(forceinline=True)
def _step(random):
    """Return the state of random numbers that follows one (xorshift64)."""
    random ^= random >> np.uint64(12)
    random ^= random << np.uint64(25)
    return random ^ random >> np.uint64(27)


@part(forceinline=True)
def _drawn(random, below):
    """Return a number from 0 to below − 1, of a state of random numbers (the star of xorshift64*)."""
    high = (random * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return (high * np.uint64(below)) >> np.uint64(32)


@part()
def _seed(number, place):
    """Return a well-mixed odd seed for one position."""
    value = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(place + 1) * np.uint64(0xD1342543DE82EF95)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (value ^ (value >> np.uint64(31))) | np.uint64(1)


@part(forceinline=True)
def _answer(state, stride, last, color, ko, random):
    """Return a play that answers the last move, or `NONE`: capture it, or save what it put in atari."""
    cell = only_liberty(state, stride, np.uint64(state[HEAD + last]))
    if cell and cell != ko:
        random = _step(random)
        if _drawn(random, 100) < _CAPTURES:
            return cell, random
    random = _step(random)
    if _drawn(random, 100) < _SAVES:
        for near in around(last, stride):
            if is_short(state, near, color, SIDES):
                cell = save(state, stride, np.uint64(state[HEAD + near]), color, ko)
                if cell:
                    return cell, random
    return NONE, random


@part()
def _set_up(state, template, cells):
    """Begin with a position; for an assignment numba would compile how to tell arrays of other shapes."""
    for row in range(ROWS):
        first = np.uint64(row * CELLS)
        for cell in range(first, first + cells):
            state[cell] = template[cell]


@part()
def _playout(state, stride, free, color, limit, random):
    """Play a position on until both sides pass."""
    passes, ko, last = 0, NONE, NONE
    for _ in range(limit):
        chosen = NONE
        if last:
            chosen, random = _answer(state, stride, last, color, ko, random)
        if not chosen:
            tried = np.uint64(0)
            while tried < free:
                random = _step(random)
                place = tried + _drawn(random, free - tried)
                cell = np.uint64(state[LIST + place])
                # Tried ones go to the front.
                front = state[LIST + tried]
                state[LIST + place] = front
                state[PLACE + front] = place
                state[LIST + tried] = cell
                state[PLACE + cell] = tried
                tried += ONE
                if cell == ko:
                    continue
                chance = chance_of(state, stride, cell, color)
                if NEVER < chance < ALWAYS:
                    random = _step(random)
                    chance = ALWAYS if _drawn(random, 100) < chance else NEVER
                if chance:
                    chosen = cell
                    break
        if chosen:
            passes = 0
            free, ko = play(state, stride, chosen, color, free)
        else:
            passes += 1
            if passes == 2:
                break
            ko = NONE
        last = chosen
        color = BOTH - color
    return random


@part()
def _tally(state, start, stride, rows, owner, stays):
    """Add who owns each point at the end of a playout: Black +1, White −1; and which stones still stand.

    An empty point is owned by the colour beside it, and by nobody between both. Without branches.
    """
    for cell in range(stride, stride * (rows + ONE)):
        at = HOLDS + cell
        color = state[at]
        side = color
        if color == EMPTY:
            side = state[at + ONE] | state[at - ONE] | state[at + stride] | state[at - stride]
        owner[cell] += np.int32(side & BLACK != 0) - np.int32(side & WHITE != 0)
        stays[cell] += np.int32(color != EMPTY and color == start[cell])


@part()
def _fill(state, stride, rows, kept):
    """Make stones of the points that are held for a side, and have none of its own.

    Only those in the midst of its area: a point beside anything open may be what that lives or dies by.
    """
    for cell in range(stride, stride * (rows + ONE)):
        color = kept[cell]
        beside = kept[cell + ONE] | kept[cell - ONE] | kept[cell + stride] | kept[cell - stride]
        inside = color & BOTH != 0 and (beside | BORDER) ^ BORDER == color
        state[HOLDS + cell] = color if inside else state[HOLDS + cell]


@part()
def _is_clear(owner, start, claims, stride, rows, left, lead):
    """Return whether sides lead so far on the claimed points, or the playouts that are left can take none of these.

    A side has the points of its stones when it owns them in half of the playouts, others in more than half.
    """
    for cell in range(stride, stride * (rows + ONE)):
        color = claims[cell]
        if color == EMPTY or color == BORDER:
            continue
        more = owner[cell] if color == BLACK else -owner[cell]
        if more < lead and (more < left or (more == left and color != start[cell])):
            return False
    return True


def play_chunk(
    boards: Boards,
    to_move: NDArray[np.uint8],
    held: NDArray[np.uint8],
    seed: int,
    rounds: int,
    claimed: NDArray[np.uint8] | None = None,
    leads: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """Play out every position of a chunk.

    Args:
        boards: the positions.
        to_move: uint8[games], the side that begins the first, third … playout; the other begins the rest.
        held: uint8[points], whose a point is for certain, 0 if nobody's: there nothing is played or captured. Chains
            are held as wholes.
        seed: of the random numbers.
        rounds: how many playouts, at least one: shares of none are no numbers.
        claimed: uint8[points], who is said to own the point of a stone, 0 where nobody says anything, or nobody of
            any. Of a position where something is claimed no more is played once the rest could not refute it.
        leads: int64[games], nor once these sides own their points in so many more playouts than the others. At least
            1; if not given, that is never enough.

    Returns:
        (float32[points] share of playouts in which Black owned a point, an unowned one counting half;
        float32[points] share in which the stone of a point still stood;
        bool[games] whether something is claimed, and the playouts that were made say the same of each such point).

    Raises:
        ValueError: boards beyond the limits, a turn that is neither side's, or no playouts.
    """
    if len(to_move) != len(boards.width) or not ((to_move == points.BLACK) | (to_move == points.WHITE)).all():
        raise ValueError("on each board it is Black's turn or White's: 1 or 2")
    if rounds < 1:
        raise ValueError(f"rounds must be at least 1, not {rounds}")
    claimed = np.zeros_like(boards.stones) if claimed is None else claimed
    leads = np.full(len(boards.width), rounds + 1, dtype=np.int64) if leads is None else leads
    if len(leads) != len(boards.width) or (leads < 1).any():
        raise ValueError("of each board it must be said what lead is enough, at least 1")
    played: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]
    played = _play_chunk(*boards.checked(held, claimed), to_move, held, seed, rounds, claimed, leads)
    return played


@njit(cache=True, nogil=True)
def _play_chunk(boards, board_start, width, height, to_move, held, seed, rounds, claimed, leads):
    """See `play_chunk`."""
    ownership = np.full(len(boards), 0.5, dtype=np.float32)
    standing = np.zeros(len(boards), dtype=np.float32)
    clear = np.zeros(len(width), dtype=np.bool_)
    template, state = np.zeros(ROWS * CELLS, dtype=np.uint32), np.zeros(ROWS * CELLS, dtype=np.uint32)
    start, kept = np.empty(CELLS, dtype=np.uint32), np.empty(CELLS, dtype=np.uint32)
    claims, stack = np.empty(CELLS, dtype=np.uint32), np.empty(CELLS, dtype=np.uint32)
    owner, stays = np.empty(CELLS, dtype=np.int32), np.empty(CELLS, dtype=np.int32)
    for game in range(len(width)):
        if width[game] == 0:
            continue
        stride, rows, base = np.uint64(width[game]) + ONE, np.uint64(height[game]), board_start[game]
        end = board_start[game + 1]
        cells = stride * (rows + TWO) + ONE
        hold(boards, base, stride, rows, start)
        hold(held, base, stride, rows, kept)
        hold(claimed, base, stride, rows, claims)
        for cell in range(cells):
            template[HOLDS + cell] = start[cell]
            owner[cell] = stays[cell] = 0
        anything = False
        # The seed hangs on the position alone, so that a chunk's other games do not matter.
        mixed = np.int64(0)
        for point in range(base, end):
            mixed = mixed * 3 + boards[point]
            anything |= claimed[point] != 0
        random = _seed(seed, mixed & 0xFFFFFFFF)
        _fill(template, stride, rows, kept)
        free = build(template, stride, cells, stack, kept)
        color = hold_of(to_move[game])
        done = 0
        while done < rounds and not clear[game]:
            _set_up(state, template, cells)
            random = _playout(state, stride, free, color, _MOVES_PER_POINT * (end - base), random)
            _tally(state, start, stride, rows, owner, stays)
            color = BOTH - color
            done += 1
            clear[game] = anything and _is_clear(owner, start, claims, stride, rows, rounds - done, leads[game])
        lift(owner, stride, rows, ownership, base)
        lift(stays, stride, rows, standing, base)
        times, twice = np.float32(done), np.float32(2 * done)
        for point in range(np.uint64(base), np.uint64(end)):
            ownership[point] = (times + ownership[point]) / twice
            standing[point] /= times
    return ownership, standing, clear
