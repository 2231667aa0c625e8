"""The playout kernel: finished positions played on at random, with some sense, to see who ends up owning what.

Method: chains as rings with pseudo-liberties (their number and the sum of their cells) on a board with a border, so a
chain in atari is recognised at once. A player captures the chain that just moved, or saves what it put in atari, else
plays any legal point that is neither an own eye nor a senseless self-atari; two passes end a playout. What the first
playouts of a position agree on is made of stones that cannot be captured, so the others play only where something is
open: twice as many playouts in the same time.

The rule of eyes and self-atari is stated readably in `tests/life/test_playouts.py`. Thresholds and dead stones are not
the business of playouts but of `estimate`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, lay
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

# Rows of a board: colour, first cell and next cell of the chain, its size, its pseudo-liberties and the sum of their
# cells (the last three at the first cell), the playable empty cells, each one's place among them (−1: not among them).
_COLOR, _HEAD, _NEXT, _SIZE, _OPEN, _SUM, _LIST, _PLACE = range(8)
_ROWS = 8
_SAFE = 1 << 20  # pseudo-liberties of a stone that cannot be captured

_MOST_SIDES = 4  # sides of a cell: a single liberty counts no oftener
_LARGEST_NAKADE = 6
_MOVES_PER_POINT = 3  # a playout that goes on longer is a cycle

# How often, in per cent, a player does what there is to do; tuned on kgs-2003 and kgs-2006, where all are flat.
_CAPTURES = 90  # the chain that just moved
_SAVES = 90  # a chain that the last move put in atari
_THROWS_IN = 30  # a single stone
_KILLS_EYES = 60  # several, in a shape that leaves one eye


@part(inline="always")
def _draw(random, below):
    """Return a number from 0 to below − 1 (xorshift64*)."""
    value = random[0]
    value ^= value >> np.uint64(12)
    value ^= value << np.uint64(25)
    value ^= value >> np.uint64(27)
    random[0] = value
    high = (value * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return np.int64((high * np.uint64(below)) >> np.uint64(32))


@part()
def _seed(number, place):
    """Return a well-mixed odd seed for one position."""
    value = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(place + 1) * np.uint64(0xD1342543DE82EF95)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (value ^ (value >> np.uint64(31))) | np.uint64(1)


@part()
def _build(state, stride, cells, stack):
    """Work chains and lists out of the colours; return the number of playable empty cells."""
    free = 0
    for cell in range(cells):
        state[_HEAD, cell] = -1
        state[_PLACE, cell] = -1
        if state[_COLOR, cell] == EMPTY:
            state[_LIST, free] = cell
            state[_PLACE, cell] = free
            free += 1
    for first in range(cells):
        color = state[_COLOR, first]
        if color == EMPTY or color == BORDER or state[_HEAD, first] >= 0:
            continue
        state[_HEAD, first] = first
        state[_NEXT, first] = first
        stack[0] = first
        depth, size, sides, total = 1, 0, 0, 0
        while depth:
            depth -= 1
            cell = stack[depth]
            size += 1
            for step in (1, -1, stride, -stride):
                near = cell + step
                if state[_COLOR, near] == EMPTY:
                    sides += 1
                    total += near
                elif state[_COLOR, near] == color and state[_HEAD, near] < 0:
                    state[_HEAD, near] = first
                    state[_NEXT, near] = state[_NEXT, first]
                    state[_NEXT, first] = near
                    stack[depth] = near
                    depth += 1
        state[_SIZE, first] = size
        state[_OPEN, first] = sides
        state[_SUM, first] = total
    return free


@part()
def _only_liberty(state, stride, head):
    """Return the one liberty of a chain in atari, else −1."""
    sides = state[_OPEN, head]
    if sides > _MOST_SIDES or sides < 1:
        return -1
    cell = np.int64(state[_SUM, head] // sides)
    if cell * sides != state[_SUM, head] or cell < stride or state[_COLOR, cell] != EMPTY:
        return -1
    seen = 0
    for step in (1, -1, stride, -stride):
        near = state[_COLOR, cell + step]
        if (near == BLACK or near == WHITE) and state[_HEAD, cell + step] == head:
            seen += 1
    return cell if seen == sides else np.int64(-1)


@part()
def _is_eye(state, stride, cell, color):
    """Return whether a cell is an eye of a colour: its stones all round, and no two diagonals (one at an edge) lost.

    An enemy stone in atari on a diagonal is not counted.
    """
    edge = 0
    for step in (1, -1, stride, -stride):
        near = state[_COLOR, cell + step]
        if near == BORDER:
            edge = 1
        elif near != color:
            return False
    lost = edge
    other = BLACK + WHITE - color
    for step in (1 + stride, 1 - stride, stride - 1, -stride - 1):
        near = cell + step
        if state[_COLOR, near] == other and _only_liberty(state, stride, state[_HEAD, near]) < 0:
            lost += 1
    return lost < 2


@part()
def _liberties_after(state, stride, cell, color, enough, found):
    """Look at the chain that a play makes.

    Returns:
        (its liberties, at most `enough` of them, those that captures give aside; whether the play captures; its size).
    """
    count, captures, size = 0, False, 1
    other = BLACK + WHITE - color
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, near] == EMPTY:
            found[count] = near
            count += 1
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, near] == other and _only_liberty(state, stride, state[_HEAD, near]) == cell:
            captures = True
    seen0, seen1, seen2 = -1, -1, -1
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, near] != color:
            continue
        head = state[_HEAD, near]
        if head == seen0 or head == seen1 or head == seen2:
            continue
        seen2 = seen1
        seen1 = seen0
        seen0 = head
        size += state[_SIZE, head]
        if count >= enough:
            continue
        if state[_OPEN, head] > _MOST_SIDES * (enough + 1):
            count = enough
            continue
        walk = np.int64(head)
        while True:
            for move in (1, -1, stride, -stride):
                free = walk + move
                if state[_COLOR, free] == EMPTY and free != cell:
                    known = False
                    for number in range(count):
                        if found[number] == free:
                            known = True
                    if not known:
                        found[count] = free
                        count += 1
                        if count >= enough:
                            break
            if count >= enough:
                break
            walk = np.int64(state[_NEXT, walk])
            if walk == head:
                break
    return count, captures, size


@part()
def _is_nakade(state, stride, cell, color, size):
    """Return whether the chain that a play makes has a shape that leaves one eye when it is captured.

    That is: up to three stones, a square or a pyramid of four, a bulky or crossed five, a rabbity six.
    """
    if size <= 3:
        return True
    if size > _LARGEST_NAKADE:
        return False
    edges, most = 0, 0
    own = 0
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, near] != color:
            continue
        own += 1
    edges = own
    most = own
    seen0, seen1, seen2 = -1, -1, -1
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, near] != color:
            continue
        head = state[_HEAD, near]
        if head == seen0 or head == seen1 or head == seen2:
            continue
        seen2 = seen1
        seen1 = seen0
        seen0 = head
        walk = np.int64(head)
        while True:
            around = 0
            for move in (1, -1, stride, -stride):
                if state[_COLOR, walk + move] == color or walk + move == cell:
                    around += 1
                    edges += 1
            most = max(most, around)
            walk = np.int64(state[_NEXT, walk])
            if walk == head:
                break
    edges //= 2
    if size == 4:
        return most == 3 or edges == 4
    if size == 5:
        return most == 4 or edges == 5
    return most == 4 and edges == 6


@part()
def _capture(state, stride, start, free):
    """Take the chain through `start` off the board; return the number of playable empty cells."""
    head = state[_HEAD, start]
    cell = np.int64(start)
    while True:
        state[_COLOR, cell] = EMPTY
        state[_LIST, free] = cell
        state[_PLACE, cell] = free
        free += 1
        cell = np.int64(state[_NEXT, cell])
        if cell == start:
            break
    while True:
        for step in (1, -1, stride, -stride):
            near = cell + step
            color = state[_COLOR, near]
            if (color == BLACK or color == WHITE) and state[_HEAD, near] != head:
                state[_OPEN, state[_HEAD, near]] += 1
                state[_SUM, state[_HEAD, near]] += cell
        cell = np.int64(state[_NEXT, cell])
        if cell == start:
            break
    return free


@part()
def _play(state, stride, cell, color, free):
    """Place a stone on a playable cell where that is no suicide.

    Returns:
        (playable empty cells, stones captured, cell where a ko may not be retaken at once or −1).
    """
    # Off the list of empty cells: the last one takes its place.
    free -= 1
    place, last = state[_PLACE, cell], state[_LIST, free]
    state[_LIST, place] = last
    state[_PLACE, last] = place
    state[_PLACE, cell] = -1
    state[_COLOR, cell] = color
    other = BLACK + WHITE - color
    state[_HEAD, cell] = cell
    state[_NEXT, cell] = cell
    state[_SIZE, cell] = 1
    sides, total = 0, 0
    for step in (1, -1, stride, -stride):
        near = cell + step
        around = state[_COLOR, near]
        if around == EMPTY:
            sides += 1
            total += near
        elif around != BORDER:
            state[_OPEN, state[_HEAD, near]] -= 1
            state[_SUM, state[_HEAD, near]] -= cell
    state[_OPEN, cell] = sides
    state[_SUM, cell] = total
    chain = np.int64(cell)
    captured, taken = 0, -1
    alone = True
    for step in (1, -1, stride, -stride):
        near = cell + step
        around = state[_COLOR, near]
        if around == color:
            alone = False
            if state[_HEAD, near] == chain:
                continue
            keep, drop = np.int64(state[_HEAD, near]), chain
            if state[_SIZE, keep] < state[_SIZE, drop]:
                keep, drop = drop, keep
            walk = drop
            while True:
                state[_HEAD, walk] = keep
                walk = np.int64(state[_NEXT, walk])
                if walk == drop:
                    break
            state[_NEXT, keep], state[_NEXT, drop] = state[_NEXT, drop], state[_NEXT, keep]
            state[_SIZE, keep] += state[_SIZE, drop]
            state[_OPEN, keep] += state[_OPEN, drop]
            state[_SUM, keep] += state[_SUM, drop]
            chain = keep
        elif around == other and state[_OPEN, state[_HEAD, near]] == 0:
            captured += state[_SIZE, state[_HEAD, near]]
            taken = near
            free = _capture(state, stride, near, free)
    ko = -1
    if captured == 1 and alone and sides == 0:
        ko = taken
    return free, captured, ko


@part()
def _is_legal(state, stride, cell, color):
    """Return whether a play on an empty cell is no suicide."""
    legal = False
    for step in (1, -1, stride, -stride):
        if state[_COLOR, cell + step] == EMPTY:
            return True
    for step in (1, -1, stride, -stride):
        if state[_COLOR, cell + step] != BORDER:
            state[_OPEN, state[_HEAD, cell + step]] -= 1
    for step in (1, -1, stride, -stride):
        around = state[_COLOR, cell + step]
        if around == BLACK or around == WHITE:
            left = state[_OPEN, state[_HEAD, cell + step]]
            if (around == color) == (left != 0):
                legal = True
    for step in (1, -1, stride, -stride):
        around = state[_COLOR, cell + step]
        if around == BLACK or around == WHITE:
            state[_OPEN, state[_HEAD, cell + step]] += 1
    return legal


@part()
def _is_sensible(state, stride, cell, color, found, random):
    """Return whether a legal play is not a self-atari that gains nothing."""
    empty = 0
    for step in (1, -1, stride, -stride):
        if state[_COLOR, cell + step] == EMPTY:
            empty += 1
    if empty >= 2:
        return True
    liberties, captures, size = _liberties_after(state, stride, cell, color, 2, found)
    if liberties >= 2 or captures:
        return True
    if size == 1:
        return _draw(random, 100) < _THROWS_IN
    if not _is_nakade(state, stride, cell, color, size):
        return False
    return _draw(random, 100) < _KILLS_EYES


@part()
def _answer(state, stride, last, color, ko, found, random):
    """Return a play that answers the last move, or −1: capture it, or save what it put in atari."""
    other = BLACK + WHITE - color
    if state[_COLOR, last] == other:
        cell = _only_liberty(state, stride, state[_HEAD, last])
        if cell >= 0 and cell != ko and state[_PLACE, cell] >= 0 and _draw(random, 100) < _CAPTURES:
            return cell
    if _draw(random, 100) < _SAVES:
        for step in (1, -1, stride, -stride):
            near = last + step
            if state[_COLOR, near] != color:
                continue
            head = np.int64(state[_HEAD, near])
            liberty = _only_liberty(state, stride, head)
            if liberty < 0:
                continue
            walk = head
            while True:  # capture what attacks it
                for move in (1, -1, stride, -stride):
                    beside = walk + move
                    if state[_COLOR, beside] == other:
                        cell = _only_liberty(state, stride, state[_HEAD, beside])
                        if cell >= 0 and cell != ko and state[_PLACE, cell] >= 0:
                            return cell
                walk = np.int64(state[_NEXT, walk])
                if walk == head:
                    break
            if state[_PLACE, liberty] >= 0 and liberty != ko:
                count, _, _ = _liberties_after(state, stride, liberty, color, 2, found)
                if count >= 2:
                    return liberty
    return np.int64(-1)


@part()
def _playout(state, stride, free, color, limit, found, random):
    """Play a position on until both sides pass."""
    passes, ko, last = 0, -1, -1
    for _ in range(limit):
        chosen = np.int64(-1)
        if last >= 0:
            chosen = _answer(state, stride, last, color, ko, found, random)
        if chosen < 0:
            tried = 0
            while tried < free:
                place = tried + _draw(random, free - tried)
                cell = np.int64(state[_LIST, place])
                # Tried ones go to the front.
                front = state[_LIST, tried]
                state[_LIST, place] = front
                state[_PLACE, front] = place
                state[_LIST, tried] = cell
                state[_PLACE, cell] = tried
                tried += 1
                if (
                    cell != ko
                    and not _is_eye(state, stride, cell, color)
                    and _is_legal(state, stride, cell, color)
                    and _is_sensible(state, stride, cell, color, found, random)
                ):
                    chosen = cell
                    break
        if chosen < 0:
            passes += 1
            if passes == 2:
                break
            ko, last = -1, -1
        else:
            passes = 0
            free, _, ko = _play(state, stride, chosen, color, free)
            last = chosen
        color = BLACK + WHITE - color


@part()
def _tally(state, start, stride, rows, owner, stays):
    """Add who owns each point at the end of a playout: Black +1, White −1; and which stones still stand."""
    for cell in range(stride, stride * (rows + 1)):
        color = state[_COLOR, cell]
        if color == BORDER:
            continue
        if color == EMPTY:
            around = 0
            for step in (1, -1, stride, -stride):
                near = state[_COLOR, cell + step]
                if near != BORDER:
                    around |= near
            color = around
        elif start[cell] == color:
            stays[cell] += 1
        if color == BLACK:
            owner[cell] += 1
        elif color == WHITE:
            owner[cell] -= 1


@part()
def _settle(template, start, stride, rows, owner, margin, settled):
    """Make stones that cannot be captured of what nearly every playout gave to the same side.

    These are chains, and points in the midst of a side's area. A point beside anything open stays as it is: it may be
    what that lives or dies by. `margin` is the least difference between playouts that agree and those that do not.

    Returns:
        Whether a stone's fate is still open.
    """
    first, last = stride, stride * (rows + 1)
    for cell in range(first, last):
        settled[cell] = BLACK if owner[cell] >= margin else WHITE if owner[cell] <= -margin else EMPTY
        if start[cell] == BORDER:
            settled[cell] = BORDER
    is_open = False
    for cell in range(first, last):
        if template[_HEAD, cell] == cell:  # a chain is settled as a whole
            whole = True
            walk = np.int64(cell)
            while True:
                whole = whole and settled[walk] == settled[cell]
                walk = np.int64(template[_NEXT, walk])
                if walk == cell:
                    break
            if not whole or settled[cell] == EMPTY:
                is_open = True
                while True:
                    settled[walk] = EMPTY
                    walk = np.int64(template[_NEXT, walk])
                    if walk == cell:
                        break
    if not is_open:
        return False
    for cell in range(first, last):
        color = settled[cell]
        if color == BORDER or color == EMPTY:
            continue
        inside = True
        if start[cell] != color:
            for step in (1, -1, stride, -stride):
                near = settled[cell + step]
                inside = inside and (near == color or start[cell + step] == BORDER)
        if inside:
            template[_COLOR, cell] = color
    return True


def play_chunk(
    boards: Boards,
    to_move: NDArray[np.uint8],
    seed: int,
    first_round: int,
    second_round: int,
    margin: int,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Play out every position of a chunk.

    Args:
        boards: the positions.
        to_move: uint8[games], the side that begins the first, third … playout; the other begins the rest.
        seed: of the random numbers.
        first_round: playouts of the whole board.
        second_round: playouts of what is still open after those.
        margin: see `_settle`: what agrees that well is settled after the first playouts.

    Returns:
        (float32[points] share of playouts in which Black owned a point, an unowned one counting half;
        float32[points] share in which the stone of a point still stood).

    Raises:
        ValueError: boards beyond the limits.
    """
    played: tuple[NDArray[np.float32], NDArray[np.float32]]
    played = _play_chunk(*boards.checked(), to_move, seed, first_round, second_round, margin)
    return played


@njit(cache=True, nogil=True)
def _play_chunk(boards, board_start, width, height, to_move, seed, first_round, second_round, margin):
    """See `play_chunk`."""
    ownership = np.full(len(boards), 0.5, dtype=np.float32)
    standing = np.zeros(len(boards), dtype=np.float32)
    random = np.empty(1, dtype=np.uint64)
    for game in range(len(width)):
        if width[game] == 0:
            continue
        columns, rows, base = np.int64(width[game]), np.int64(height[game]), board_start[game]
        points = columns * rows
        stride = columns + 1
        cells = stride * (rows + 2) + 1
        template = np.zeros((_ROWS, cells), dtype=np.int32)
        state = np.empty((_ROWS, cells), dtype=np.int32)
        start = np.full(cells, BORDER, dtype=np.int32)
        stack = np.empty(cells, dtype=np.int32)
        settled = np.zeros(cells, dtype=np.int32)
        owner = np.zeros(cells, dtype=np.int32)
        stays = np.zeros(cells, dtype=np.int32)
        again = np.zeros(cells, dtype=np.int32)
        stood = np.zeros(cells, dtype=np.int32)
        found = np.empty(16, dtype=np.int64)
        lay(boards, base, stride, rows, start)
        template[_COLOR] = start
        # The seed hangs on the position alone, so that a chunk's other games do not matter.
        mixed = np.int64(0)
        for point in range(base, base + points):
            mixed = mixed * 3 + boards[point]
        random[0] = _seed(seed, mixed & 0xFFFFFFFF)
        free = _build(template, stride, cells, stack)
        color = np.int64(to_move[game])
        played = 0
        for _ in range(first_round):
            state[:] = template
            _playout(state, stride, free, color, _MOVES_PER_POINT * points, found, random)
            _tally(state, start, stride, rows, owner, stays)
            color = BLACK + WHITE - color
            played += 1
        more = 0
        if second_round and _settle(template, start, stride, rows, owner, margin, settled):
            free = _build(template, stride, cells, stack)
            for cell in range(cells):
                if template[_HEAD, cell] >= 0 and template[_COLOR, cell] == settled[cell]:
                    template[_OPEN, template[_HEAD, cell]] = _SAFE
            for _ in range(second_round):
                state[:] = template
                _playout(state, stride, free, color, _MOVES_PER_POINT * points, found, random)
                _tally(state, start, stride, rows, again, stood)
                color = BLACK + WHITE - color
            more = second_round
        for row in range(rows):
            for column in range(columns):
                cell = (row + 1) * stride + column
                point = base + row * columns + column
                if more and settled[cell] == EMPTY:  # what was settled keeps the share that settled it
                    owner[cell] += again[cell]
                    stays[cell] += stood[cell]
                    played_here = played + more
                else:
                    played_here = played
                ownership[point] = 0.5 + 0.5 * owner[cell] / played_here
                standing[point] = stays[cell] / played_here
    return ownership, standing
