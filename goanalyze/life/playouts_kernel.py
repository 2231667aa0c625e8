"""The playout kernel: finished positions played on at random, with some sense, to see who ends up owning what.

Method: chains as rings with pseudo-liberties (their number and the sum of their cells) on a board with a border, so a
chain in atari is recognised at once. A player captures the chain that just moved, or saves what it put in atari, else
plays any legal point that is neither an own eye nor a senseless self-atari; two passes end a playout. What is known
for certain is made of stones that cannot be captured, so that players play only where something is open.

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

# Rows of a board: colour, first cell of the chain (−1: no stone), its next cell, its size, its pseudo-liberties and the
# sum of their cells (the last three at the first cell), the playable empty cells, each one's place among them (−1: not
# among them), what is beside a cell: four bits each for how many cells there are empty, Black's, White's.
_COLOR, _HEAD, _NEXT, _SIZE, _OPEN, _SUM, _LIST, _PLACE, _BESIDE = range(9)
_ROWS = 9
_SAFE = 1 << 20  # pseudo-liberties of a stone that cannot be captured
_BITS = 4  # of what is beside a cell, for each colour
_FOUR = 15  # what they hold

_at = np.uint64  # for cells that are not negative: so numba need not look whether an index counts from the end

_MOST_SIDES = 4  # sides of a cell: a single liberty counts no oftener
_TWO = 2
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
        state[_HEAD, _at(cell)] = -1
        state[_PLACE, _at(cell)] = -1
        state[_BESIDE, _at(cell)] = 0
        if state[_COLOR, _at(cell)] == EMPTY:
            state[_LIST, _at(free)] = cell
            state[_PLACE, _at(cell)] = free
            free += 1
    for first in range(cells):
        color = state[_COLOR, _at(first)]
        if color == BORDER:
            continue
        for step in (1, -1, stride, -stride):
            state[_BESIDE, _at(first + step)] += 1 << _BITS * color
        if color == EMPTY or state[_HEAD, _at(first)] >= 0:
            continue
        state[_HEAD, _at(first)] = first
        state[_NEXT, _at(first)] = first
        stack[0] = first
        depth, size, sides, total = 1, 0, 0, 0
        while depth:
            depth -= 1
            cell = stack[depth]
            size += 1
            for step in (1, -1, stride, -stride):
                near = cell + step
                if state[_COLOR, _at(near)] == EMPTY:
                    sides += 1
                    total += near
                elif state[_COLOR, _at(near)] == color and state[_HEAD, _at(near)] < 0:
                    state[_HEAD, _at(near)] = first
                    state[_NEXT, _at(near)] = state[_NEXT, _at(first)]
                    state[_NEXT, _at(first)] = near
                    stack[depth] = near
                    depth += 1
        state[_SIZE, _at(first)] = size
        state[_OPEN, _at(first)] = sides
        state[_SUM, _at(first)] = total
    return free


@part(forceinline=True)
def _sides_of(state, stride, cell, head):
    """Return how many of a cell's sides a chain lies on."""
    sides = 0
    for step in (1, -1, stride, -stride):
        sides += state[_HEAD, _at(cell + step)] == head
    return sides


@part(forceinline=True)
def _the_one(state, stride, head, sides, total):
    """Return the liberty of a chain that counts as so many pseudo-liberties with that sum, −1 if it has several."""
    if sides > _MOST_SIDES or sides < 1:
        return np.int64(-1)
    # A quotient by shifts: dividing takes longer than all the rest.
    cell = np.int64(total if sides == 1 else total >> 1 if sides == 2 else total >> 2 if sides == 4 else total // 3)
    if cell * sides != total or cell < stride or state[_COLOR, _at(cell)] != EMPTY:
        return np.int64(-1)
    return cell if _sides_of(state, stride, cell, head) == sides else np.int64(-1)


@part(forceinline=True)
def _only_liberty(state, stride, head):
    """Return the one liberty of a chain in atari, else −1."""
    return _the_one(state, stride, head, state[_OPEN, _at(head)], state[_SUM, _at(head)])


@part(forceinline=True)
def _is_eye(state, stride, cell, color):
    """Return whether a cell is an eye of a colour: its stones all round, and no two diagonals (one at an edge) lost.

    An enemy stone in atari on a diagonal is not counted.
    """
    other = BLACK + WHITE - color
    if state[_BESIDE, _at(cell)] & (_FOUR | _FOUR << _BITS * other):
        return False
    lost = state[_BESIDE, _at(cell)] != _MOST_SIDES << _BITS * color
    for step in (1 + stride, 1 - stride, stride - 1, -stride - 1):
        near = cell + step  # -1 beside the first point: the last cell, which is border
        if state[_COLOR, near] == other and _only_liberty(state, stride, state[_HEAD, _at(near)]) < 0:
            lost += 1
    return lost < _TWO


@part(forceinline=True)
def _has_two_liberties(state, stride, cell, color):
    """Return whether the chain that a play makes has two liberties, those that captures give aside."""
    one = np.int64(-1)
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, _at(near)] == EMPTY:
            if one >= 0:
                return True
            one = near
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, _at(near)] != color:
            continue
        head = np.int64(state[_HEAD, _at(near)])
        if state[_OPEN, _at(head)] > 2 * _MOST_SIDES:
            return True
        here = _sides_of(state, stride, cell, head)
        sides = state[_OPEN, _at(head)] - here
        if not sides:
            continue
        other = _the_one(state, stride, head, sides, state[_SUM, _at(head)] - here * cell)
        if other < 0 or other == cell or (one >= 0 and other != one):  # two may have it in their midst
            return True
        one = other
    return False


@part()
def _captures(state, stride, cell, color):
    """Return whether a play captures."""
    other = BLACK + WHITE - color
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, _at(near)] == other and _only_liberty(state, stride, state[_HEAD, _at(near)]) == cell:
            return True
    return False


@part()
def _size_after(state, stride, cell, color):
    """Return how many stones the chain has that a play makes."""
    size = 1
    seen0, seen1, seen2 = -1, -1, -1
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, _at(near)] != color:
            continue
        head = state[_HEAD, _at(near)]
        if head != seen0 and head != seen1 and head != seen2:
            seen0, seen1, seen2 = head, seen0, seen1
            size += state[_SIZE, _at(head)]
    return size


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
        if state[_COLOR, _at(near)] != color:
            continue
        own += 1
    edges = own
    most = own
    seen0, seen1, seen2 = -1, -1, -1
    for step in (1, -1, stride, -stride):
        near = cell + step
        if state[_COLOR, _at(near)] != color:
            continue
        head = state[_HEAD, _at(near)]
        if head == seen0 or head == seen1 or head == seen2:
            continue
        seen2 = seen1
        seen1 = seen0
        seen0 = head
        walk = np.int64(head)
        while True:
            around = 0
            for move in (1, -1, stride, -stride):
                if state[_COLOR, _at(walk + move)] == color or walk + move == cell:
                    around += 1
                    edges += 1
            most = max(most, around)
            walk = np.int64(state[_NEXT, _at(walk)])
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
    head = state[_HEAD, _at(start)]
    cell = np.int64(start)
    while True:
        turned = 1 - (1 << _BITS * state[_COLOR, _at(cell)])
        for step in (1, -1, stride, -stride):
            state[_BESIDE, _at(cell + step)] += turned
        state[_COLOR, _at(cell)] = EMPTY
        state[_LIST, _at(free)] = cell
        state[_PLACE, _at(cell)] = free
        free += 1
        cell = np.int64(state[_NEXT, _at(cell)])
        if cell == start:
            break
    while True:
        for step in (1, -1, stride, -stride):
            near = cell + step
            color = state[_COLOR, _at(near)]
            if (color == BLACK or color == WHITE) and state[_HEAD, _at(near)] != head:
                state[_OPEN, _at(state[_HEAD, _at(near)])] += 1
                state[_SUM, _at(state[_HEAD, _at(near)])] += cell
        state[_HEAD, _at(cell)] = -1
        cell = np.int64(state[_NEXT, _at(cell)])
        if cell == start:
            break
    return free


@part(forceinline=True)
def _play(state, stride, cell, color, free):
    """Place a stone on a playable cell where that is no suicide.

    Returns:
        (playable empty cells, stones captured, cell where a ko may not be retaken at once or −1).
    """
    # Off the list of empty cells: the last one takes its place.
    free -= 1
    place, last = state[_PLACE, _at(cell)], state[_LIST, _at(free)]
    state[_LIST, _at(place)] = last
    state[_PLACE, _at(last)] = place
    state[_PLACE, _at(cell)] = -1
    state[_COLOR, _at(cell)] = color
    turned = (1 << _BITS * color) - 1
    other = BLACK + WHITE - color
    state[_HEAD, _at(cell)] = cell
    state[_NEXT, _at(cell)] = cell
    state[_SIZE, _at(cell)] = 1
    sides, total = 0, 0
    for step in (1, -1, stride, -stride):
        near = cell + step
        around = state[_COLOR, _at(near)]
        state[_BESIDE, _at(near)] += turned
        if around == EMPTY:
            sides += 1
            total += near
        elif around != BORDER:
            state[_OPEN, _at(state[_HEAD, _at(near)])] -= 1
            state[_SUM, _at(state[_HEAD, _at(near)])] -= cell
    state[_OPEN, _at(cell)] = sides
    state[_SUM, _at(cell)] = total
    chain = np.int64(cell)
    captured, taken = 0, -1
    alone = True
    for step in (1, -1, stride, -stride):
        near = cell + step
        around = state[_COLOR, _at(near)]
        if around == color:
            alone = False
            if state[_HEAD, _at(near)] == chain:
                continue
            keep, drop = np.int64(state[_HEAD, _at(near)]), chain
            if state[_SIZE, _at(keep)] < state[_SIZE, _at(drop)]:
                keep, drop = drop, keep
            walk = drop
            while True:
                state[_HEAD, _at(walk)] = keep
                walk = np.int64(state[_NEXT, _at(walk)])
                if walk == drop:
                    break
            state[_NEXT, _at(keep)], state[_NEXT, _at(drop)] = state[_NEXT, _at(drop)], state[_NEXT, _at(keep)]
            state[_SIZE, _at(keep)] += state[_SIZE, _at(drop)]
            state[_OPEN, _at(keep)] += state[_OPEN, _at(drop)]
            state[_SUM, _at(keep)] += state[_SUM, _at(drop)]
            chain = keep
        elif around == other and state[_OPEN, _at(state[_HEAD, _at(near)])] == 0:
            captured += state[_SIZE, _at(state[_HEAD, _at(near)])]
            taken = near
            free = _capture(state, stride, near, free)
    ko = -1
    if captured == 1 and alone and sides == 0:
        ko = taken
    return free, captured, ko


@part(forceinline=True)
def _is_legal(state, stride, cell, color):
    """Return whether a play on an empty cell is no suicide."""
    if state[_BESIDE, _at(cell)] & _FOUR:
        return True
    for step in (1, -1, stride, -stride):
        around = state[_COLOR, _at(cell + step)]
        if around == BORDER:
            continue
        head = np.int64(state[_HEAD, _at(cell + step)])
        sides = state[_OPEN, _at(head)]
        last = sides <= _MOST_SIDES and sides == _sides_of(state, stride, cell, head)
        if (around == color) != last:
            return True
    return False


@part(forceinline=True)
def _is_sensible(state, stride, cell, color, random):
    """Return whether a legal play is not a self-atari that gains nothing."""
    if state[_BESIDE, _at(cell)] & _FOUR >= _TWO or _has_two_liberties(state, stride, cell, color):
        return True
    if _captures(state, stride, cell, color):
        return True
    size = _size_after(state, stride, cell, color)
    if size == 1:
        return _draw(random, 100) < _THROWS_IN
    if not _is_nakade(state, stride, cell, color, size):
        return False
    return _draw(random, 100) < _KILLS_EYES


@part()
def _answer(state, stride, last, color, ko, random):
    """Return a play that answers the last move, or −1: capture it, or save what it put in atari."""
    other = BLACK + WHITE - color
    if state[_COLOR, _at(last)] == other:
        cell = _only_liberty(state, stride, state[_HEAD, _at(last)])
        if cell >= 0 and cell != ko and state[_PLACE, _at(cell)] >= 0 and _draw(random, 100) < _CAPTURES:
            return cell
    if _draw(random, 100) < _SAVES:
        for step in (1, -1, stride, -stride):
            near = last + step
            if state[_COLOR, _at(near)] != color:
                continue
            head = np.int64(state[_HEAD, _at(near)])
            if state[_OPEN, _at(head)] > _MOST_SIDES:
                continue
            liberty = _only_liberty(state, stride, head)
            if liberty < 0:
                continue
            walk = head
            while True:  # capture what attacks it
                for move in (1, -1, stride, -stride):
                    beside = walk + move
                    if state[_COLOR, _at(beside)] == other:
                        cell = _only_liberty(state, stride, state[_HEAD, _at(beside)])
                        if cell >= 0 and cell != ko and state[_PLACE, _at(cell)] >= 0:
                            return cell
                walk = np.int64(state[_NEXT, _at(walk)])
                if walk == head:
                    break
            if state[_PLACE, _at(liberty)] >= 0 and liberty != ko and _has_two_liberties(state, stride, liberty, color):
                return liberty
    return np.int64(-1)


@part()
def _set_up(state, template, cells):
    """Begin with a position; for an assignment numba would compile how to tell arrays of other shapes."""
    for row in range(_ROWS):
        for cell in range(cells):
            state[row, cell] = template[row, cell]


@part()
def _playout(state, stride, free, color, limit, random):
    """Play a position on until both sides pass."""
    passes, ko, last = 0, -1, -1
    for _ in range(limit):
        chosen = np.int64(-1)
        if last >= 0:
            chosen = _answer(state, stride, last, color, ko, random)
        if chosen < 0:
            tried = 0
            while tried < free:
                place = tried + _draw(random, free - tried)
                cell = np.int64(state[_LIST, _at(place)])
                # Tried ones go to the front.
                front = state[_LIST, _at(tried)]
                state[_LIST, _at(place)] = front
                state[_PLACE, _at(front)] = place
                state[_LIST, _at(tried)] = cell
                state[_PLACE, _at(cell)] = tried
                tried += 1
                if cell != ko and (
                    state[_BESIDE, _at(cell)] & _FOUR >= _TWO  # then it is no eye, legal and sensible
                    or (
                        not _is_eye(state, stride, cell, color)
                        and _is_legal(state, stride, cell, color)
                        and _is_sensible(state, stride, cell, color, random)
                    )
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
    """Add who owns each point at the end of a playout: Black +1, White −1; and which stones still stand.

    An empty point is owned by the colour beside it, and by nobody between both. Without branches.
    """
    for cell in range(stride, stride * (rows + 1)):
        color = state[_COLOR, _at(cell)]
        around = state[_COLOR, _at(cell + 1)] | state[_COLOR, _at(cell - 1)]
        around |= state[_COLOR, _at(cell + stride)] | state[_COLOR, _at(cell - stride)]
        side = around if color == EMPTY else color
        owner[_at(cell)] += (side & BLACK) - ((side & WHITE) >> 1)
        stays[_at(cell)] += (color != EMPTY) & (color == start[_at(cell)])


@part()
def _fill(state, stride, rows, held):
    """Make stones of the points that are held for a side, and have none of its own.

    Only those in the midst of its area: a point beside anything open may be what that lives or dies by.
    """
    for cell in range(stride, stride * (rows + 1)):
        color = held[cell]
        if color == EMPTY or color == BORDER:
            continue
        inside = True
        for step in (1, -1, stride, -stride):
            inside &= held[cell + step] == color or held[cell + step] == BORDER
        if inside:
            state[_COLOR, _at(cell)] = color


@part()
def _is_clear(owner, start, claimed, stride, rows, left):
    """Return whether the playouts that are left can take no claimed point from its side.

    A side has the points of its stones when it owns them in half of the playouts, others in more than half.
    """
    for cell in range(stride, stride * (rows + 1)):
        color = claimed[cell]
        if color == EMPTY or color == BORDER:
            continue
        more = owner[cell] if color == BLACK else -owner[cell]
        if more < left or (more == left and color != start[cell]):
            return False
    return True


def play_chunk(
    boards: Boards,
    to_move: NDArray[np.uint8],
    held: NDArray[np.uint8],
    seed: int,
    rounds: int,
    claimed: NDArray[np.uint8] | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """Play out every position of a chunk.

    Args:
        boards: the positions.
        to_move: uint8[games], the side that begins the first, third … playout; the other begins the rest.
        held: uint8[points], whose a point is for certain, 0 if nobody's: there nothing is played or captured. Chains
            are held as wholes.
        seed: of the random numbers.
        rounds: how many playouts.
        claimed: uint8[points], who is said to own the point of a stone, 0 where nobody says anything, or nobody of
            any. Of a position where something is claimed no more is played once the rest could not refute it.

    Returns:
        (float32[points] share of playouts in which Black owned a point, an unowned one counting half;
        float32[points] share in which the stone of a point still stood;
        bool[games] whether something is claimed, and the playouts say the same of each such point).

    Raises:
        ValueError: boards beyond the limits.
    """
    claimed = np.zeros_like(boards.stones) if claimed is None else claimed
    played: tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]
    played = _play_chunk(*boards.checked(held, claimed), to_move, held, seed, rounds, claimed)
    return played


@njit(cache=True, nogil=True)
def _play_chunk(boards, board_start, width, height, to_move, held, seed, rounds, claimed):
    """See `play_chunk`."""
    ownership = np.full(len(boards), 0.5, dtype=np.float32)
    standing = np.zeros(len(boards), dtype=np.float32)
    clear = np.zeros(len(width), dtype=np.bool_)
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
        kept = np.full(cells, BORDER, dtype=np.int32)
        claims = np.full(cells, BORDER, dtype=np.int32)
        owner = np.zeros(cells, dtype=np.int32)
        stays = np.zeros(cells, dtype=np.int32)
        lay(boards, base, stride, rows, start)
        lay(held, base, stride, rows, kept)
        lay(claimed, base, stride, rows, claims)
        anything = claimed[base : base + points].any()
        template[_COLOR] = start
        # The seed hangs on the position alone, so that a chunk's other games do not matter.
        mixed = np.int64(0)
        for point in range(base, base + points):
            mixed = mixed * 3 + boards[point]
        random[0] = _seed(seed, mixed & 0xFFFFFFFF)
        _fill(template, stride, rows, kept)
        free = _build(template, stride, cells, stack)
        for cell in range(stride, stride * (rows + 1)):
            if template[_HEAD, _at(cell)] == cell and template[_COLOR, _at(cell)] == kept[cell]:
                template[_OPEN, _at(cell)] = _SAFE
        color = np.int64(to_move[game])
        done = 0
        while done < rounds and not clear[game]:
            _set_up(state, template, cells)
            _playout(state, stride, free, color, _MOVES_PER_POINT * points, random)
            _tally(state, start, stride, rows, owner, stays)
            color = BLACK + WHITE - color
            done += 1
            clear[game] = anything and _is_clear(owner, start, claims, stride, rows, rounds - done)
        for row in range(rows):
            for column in range(columns):
                cell = (row + 1) * stride + column
                point = base + row * columns + column
                ownership[point] = 0.5 + 0.5 * owner[cell] / done
                standing[point] = stays[cell] / done
    return ownership, standing, clear
