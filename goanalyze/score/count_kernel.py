"""The counting kernel: every final position of a chunk, by area, territory and groups.

Method: each point is looked at once and labelled; chains and empty regions are disjoint sets over the labels, groups
disjoint sets over those. No komi, no rulesets, nothing about life and death here. The tests' oracle states the same
count readably.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.life.choices import MarkedTerritory
from goanalyze.vocabulary.boards import Boards
from goanalyze.vocabulary.cells_kernel import BORDER, CELLS, lay, root, unite
from goanalyze.vocabulary.kernels import njit, part
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE

COLUMNS = ("stones", "territory", "dead", "groups", "groups_strict", "seki_groups", "seki", "seki_strict", "deducted",
           "stay_strict")  # fmt: skip
"""What is counted for each colour; meanings as in `count.ColorCount`. This kernel fills neither of the last two."""
_STONES, _TERRITORY, _DEAD, _GROUPS, _GROUPS_STRICT, _SEKI_GROUPS, _SEKI, _SEKI_STRICT = range(8)
_LARGE_EYE = 3
_SEKI_UNMARKED = MarkedTerritory.WITHOUT_SEKI.index
_TOUCHES, _COUNTED = 1, 2
STAYS = 2
"""What `dead` says under a dead stone that is not taken off: it makes what it borders neutral, and is in no group."""
_NEUTRAL = 3  # a stone that borders as both colours do
_PART, _GROUP, _SIZE, _BORDERS, _EYES, _STATE, _LEADERS, _EMPTIES = range(8)  # rows of the scratch space


def count_chunk(
    boards: Boards,
    dead: NDArray[np.uint8],
    owner: NDArray[np.uint8],
    as_marked: NDArray[np.uint8],
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count every game of a chunk.

    Args:
        boards: the final positions.
        dead: uint8[points], 1 under dead stones, `STAYS` under those that are not taken off.
        owner: uint8[points], colour of marked territory, 0 elsewhere.
        as_marked: uint8[games], whether `owner` is the territory, index of a `MarkedTerritory`.

    Returns:
        (int32[games, 2, len(COLUMNS)] for Black and White, int32[games] dame).

    Raises:
        ValueError: boards beyond the limits.
    """
    counts, dame, _ = _count_chunk(*boards.checked(dead, owner, of_games=[as_marked]), dead, owner, as_marked)
    return counts, dame


def count_groups(boards: Boards, dead: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Count every game of a chunk whose territory nobody marked, and what of its dead stones touches dame.

    Args:
        boards: the final positions.
        dead: as for `count_chunk`.

    Returns:
        (counts as `count_chunk` gives them; int32[games, 2], the dead stones of Black and of White that are taken off
        and lie elsewhere than in territory of a group that touches no neutral point).

    Raises:
        ValueError: boards beyond the limits.
    """
    unmarked, marks = np.zeros(len(boards.width), dtype=np.uint8), np.zeros(len(dead), dtype=np.uint8)
    counts, _, staying = _count_chunk(*boards.checked(dead), dead, marks, unmarked)
    return counts, staying


@njit(cache=True, nogil=True)
def _count_chunk(boards, board_start, width, height, dead, owner, as_marked):
    """See `count_chunk`, and of its last value `count_groups`."""
    games = len(width)
    counts = np.zeros((games, 2, len(COLUMNS)), dtype=np.int32)
    staying = np.zeros((games, 2), dtype=np.int32)
    dame = np.zeros(games, dtype=np.int32)
    shown = boards.copy()
    color, mark = np.empty(CELLS, dtype=np.uint8), np.empty(CELLS, dtype=np.uint8)
    scratch = np.zeros((8, CELLS), dtype=np.uint32)
    for game in range(games):
        columns, rows, base = np.int64(width[game]), np.int64(height[game]), board_start[game]
        if columns == 0:
            continue
        stride = columns + 1
        color[: stride * (rows + 2)] = BORDER
        for point in range(base, base + columns * rows):
            if dead[point] == STAYS:
                counts[game, boards[point] - 1, _STONES] += 1
                shown[point] = _NEUTRAL
            elif dead[point]:
                counts[game, boards[point] - 1, _DEAD] += 1
                shown[point] = EMPTY
        lay(shown, base, stride, rows, color)
        _count_game(color, stride, rows, scratch, counts[game])
        if counts[game, 0, _DEAD] + counts[game, 1, _DEAD]:
            lay(boards, base, stride, rows, mark)
            for cell in range(stride, stride * (rows + 1)):
                if color[cell] == EMPTY and mark[cell] != EMPTY:
                    staying[game, mark[cell] - 1] += _touches_dame(scratch, cell)
        if as_marked[game]:
            counts[game, :, _TERRITORY] = 0
            counts[game, :, _SEKI] = 0
            counts[game, :, _SEKI_STRICT] = 0
            lay(owner, base, stride, rows, mark)
            for cell in range(stride, stride * (rows + 1)):
                if color[cell] != BORDER:
                    _count_marked(color, scratch, cell, mark[cell], as_marked[game] == _SEKI_UNMARKED, counts[game])
        dame[game] = columns * rows
        for side in range(2):
            dame[game] -= counts[game, side, _STONES] + counts[game, side, _TERRITORY]
    return counts, dame, staying


@part()
def _touches_dame(scratch, cell):
    """Return whether an empty cell is a neutral point, or belongs to a group that touches one, after `_count_game`."""
    region = root(scratch[_PART], cell)
    border = scratch[_BORDERS, region]
    return (border != BLACK and border != WHITE) or scratch[_STATE, root(scratch[_GROUP], region)] & _TOUCHES != 0


def tally(start: NDArray[np.int64], values: NDArray[np.uint8], number: int) -> NDArray[np.int32]:
    """Return how many points of each game of a chunk have each value.

    Args:
        start: int64[games + 1], first point of each game, and the end.
        values: uint8[points].
        number: of values: all are less.

    Returns:
        int32[games, number].

    Raises:
        ValueError: a value is not less than their number, or there are points of no game.
    """
    if start[-1] != len(values) or (len(values) and int(values.max()) >= number):
        raise ValueError(f"values of {start[-1]} points below {number} are counted, not these {len(values)}")
    found: NDArray[np.int32] = _tally(start, values, number)
    return found


@njit(cache=True, nogil=True)
def _tally(start, values, number):
    """See `tally`."""
    found = np.zeros((len(start) - 1, number), dtype=np.int32)
    for game in range(len(start) - 1):
        for point in range(start[game], start[game + 1]):
            found[game, values[point]] += 1
    return found


def first_points(boards: Boards) -> NDArray[np.int64]:
    """Return the first point of the chain of each stone, among all points of the chunk; an empty point names itself.

    `goanalyze.board.stones.Stones.chains` says the same readably.

    Args:
        boards: the positions.

    Raises:
        ValueError: boards beyond the limits.
    """
    found: NDArray[np.int64] = _first_points(*boards.checked())
    return found


@njit(cache=True, nogil=True)
def _first_points(boards, board_start, width, height):
    """See `first_points`."""
    chain = np.arange(len(boards))
    for game in range(len(width)):
        columns, base = np.int64(width[game]), board_start[game]
        for row in range(height[game]):
            for point in range(base + row * columns, base + (row + 1) * columns):
                if boards[point] == EMPTY:
                    continue
                if point > base + row * columns and boards[point - 1] == boards[point]:
                    unite(chain, point - 1, point)
                if row and boards[point - columns] == boards[point]:
                    unite(chain, point - columns, point)
    for point in range(len(boards)):
        chain[point] = root(chain, point)
    return chain


@part()
def _count_marked(color, scratch, cell, owner, seki_unmarked, counts):
    """Count one point of a game whose territory is marked, after `_count_game`; `owner` is its mark, or 0."""
    border, leader = 0, 0
    if color[cell] == EMPTY:
        region = root(scratch[_PART], cell)
        border = scratch[_BORDERS, region]
        leader = root(scratch[_GROUP], region)
    is_eye = border == BLACK or border == WHITE
    side = owner
    if owner == EMPTY and is_eye and seki_unmarked:
        side = border
    if side == EMPTY:
        return
    counts[side - 1, _TERRITORY] += 1
    strict = is_eye and border == side and scratch[_STATE, leader] & _TOUCHES != 0
    in_seki = strict and scratch[_EYES, leader] < 2
    if seki_unmarked:
        in_seki = owner == EMPTY
        strict = strict or in_seki
    counts[side - 1, _SEKI] += in_seki
    counts[side - 1, _SEKI_STRICT] += strict


@part()
def _all_bits(flag):
    """Return a mask: all bits if a flag is set, else none."""
    return np.uint64(0) - np.uint64(flag)


@part()
def _count_game(color, stride, rows, scratch, counts):
    """Count one position into int32[2, len(COLUMNS)].

    `color` has a border of `BORDER` cells, as the replay kernel's board; dead stones are already off it.
    """
    part, group, size, borders = scratch[_PART], scratch[_GROUP], scratch[_SIZE], scratch[_BORDERS]
    eyes, state, leaders, empties = scratch[_EYES], scratch[_STATE], scratch[_LEADERS], scratch[_EMPTIES]
    stride = np.uint64(stride)  # a signed index is looked at for being negative each time
    one = np.uint64(1)
    first, last = stride, stride * np.uint64(rows + 1)
    # Chains and regions: label in reading order; of labels that turn out to be one set the lowest cell leads. Meanwhile
    # sizes, and who borders each region: bit 0 Black, bit 1 White. What comes next on a board follows no pattern, and
    # branches on it would be guessed wrong: what can be is written down in any case, to be written over.
    size[:last], borders[:last], eyes[:last], state[:last] = 0, 0, 0, 0
    for cell in range(last):
        group[cell] = cell
    labels, empty = np.uint64(0), np.uint64(0)
    for cell in range(first, last):
        kind = color[cell]
        if kind == BORDER:
            continue
        above, left = np.uint64(part[cell - stride]), np.uint64(part[cell - one])
        joins, goes_on = _all_bits(kind == color[cell - stride]), _all_bits(kind == color[cell - one])
        label = (above & joins) | (((left & goes_on) | (cell & ~goes_on)) & ~joins)
        if (left ^ above) & joins & goes_on:
            unite(part, left, above)
        part[cell] = label
        leaders[labels] = cell
        labels += np.uint64(label == cell)
        around = (color[cell - one] | color[cell + one] | color[cell - stride] | color[cell + stride]) & (BLACK | WHITE)
        size[label] += 1
        borders[label] |= around if kind == EMPTY else 0
        empties[empty] = cell
        empty += np.uint64((kind == EMPTY) & (around != 0))
    parts = 0
    for number in range(labels):
        cell = leaders[number]
        leader = root(part, cell)
        part[cell] = leader
        if leader == cell:
            leaders[parts] = cell
            parts += 1
        else:
            size[leader] += size[cell]
            borders[leader] |= borders[cell]
    # Chains that border the same one-colour region are one group; chains beside a neutral region are marked.
    for number in range(empty):
        cell = np.uint64(empties[number])
        region = part[part[cell]]
        is_neutral = borders[region] == BLACK | WHITE
        for near in (cell + one, cell - one, cell + stride, cell - stride):
            is_stone = (color[near] == BLACK) | (color[near] == WHITE)
            chain = part[part[near * np.uint64(is_stone)]] or region  # cell 0 is on no board
            if is_neutral:
                state[chain] = _TOUCHES
            elif group[region] != group[chain]:
                unite(group, region, chain)
    # What each group has: eyes, and whether a chain of it is marked.
    for number in range(parts):
        cell = leaders[number]
        leader = root(group, cell)
        border = borders[cell]
        if color[cell] == _NEUTRAL:
            continue
        if color[cell] != EMPTY:
            counts[color[cell] - 1, _STONES] += size[cell]
            state[leader] |= state[cell]
        elif border == BLACK or border == WHITE:
            eyes[leader] += 2 if size[cell] >= _LARGE_EYE else 1
            counts[border - 1, _TERRITORY] += size[cell]
    for number in range(parts):
        cell = leaders[number]
        leader = root(group, cell)
        border = borders[cell]
        if color[cell] == _NEUTRAL:
            continue
        if color[cell] != EMPTY:
            if not state[leader] & _COUNTED:
                state[leader] |= _COUNTED
                side = color[cell] - 1
                if not state[leader] & _TOUCHES:
                    counts[side, _GROUPS_STRICT] += 1
                if not state[leader] & _TOUCHES or eyes[leader] >= 2:
                    counts[side, _GROUPS] += 1
                else:
                    counts[side, _SEKI_GROUPS] += 1
        elif state[leader] & _TOUCHES and (border == BLACK or border == WHITE):
            counts[border - 1, _SEKI_STRICT] += size[cell]
            if eyes[leader] < 2:
                counts[border - 1, _SEKI] += size[cell]
