"""The counting kernel: every final position of a chunk, by area, territory and groups.

Its readable twin is `goanalyze.score.count`. Method: chains and empty regions as disjoint sets over the points, then
groups as disjoint sets over those. No komi, no rulesets, no judgement of life here.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from goanalyze.points import BLACK, EMPTY, WHITE

__all__ = ["COLUMNS", "count_chunk"]

COLUMNS = ("stones", "territory", "dead", "groups", "seki", "seki_strict")
"""What is counted for each colour; meanings as in `count.ColorCount`."""
_STONES, _TERRITORY, _DEAD, _GROUPS, _SEKI, _SEKI_STRICT = range(6)
_LARGE_EYE = 3


@njit(cache=True, nogil=True)
def _root(parent, item):  # type: ignore[no-untyped-def]
    """Return the representative of an item's set, shortening the way to it."""
    while parent[item] != item:
        parent[item] = parent[parent[item]]
        item = parent[item]
    return item


@njit(cache=True, nogil=True)
def _unite(parent, one, two):  # type: ignore[no-untyped-def]
    one, two = _root(parent, one), _root(parent, two)
    if one < two:
        parent[two] = one
    elif two < one:
        parent[one] = two


@njit(cache=True, nogil=True)
def count_chunk(boards, board_start, width, height, dead, owner, as_marked):  # type: ignore[no-untyped-def]
    """Count every game of a chunk.

    Args:
        boards, board_start, width, height: as in `replay.replays.Replays`.
        dead: uint8[points], 1 under dead stones.
        owner: uint8[points], colour of marked territory, 0 elsewhere.
        as_marked: uint8[games], 1 where `owner` is the territory.

    Returns:
        (int32[games, 2, len(COLUMNS)] for Black and White, int32[games] dame).
    """
    games = len(width)
    most = 1
    for game in range(games):
        most = max(most, np.int64(width[game]) * height[game])
    counts = np.zeros((games, 2, len(COLUMNS)), dtype=np.int32)
    dame = np.zeros(games, dtype=np.int32)
    color = np.empty(most, dtype=np.uint8)
    scratch = np.empty((6, most), dtype=np.int32)
    for game in range(games):
        points = np.int64(width[game]) * height[game]
        if points == 0:
            continue
        base = board_start[game]
        for point in range(points):
            color[point] = boards[base + point]
            if dead[base + point]:
                counts[game, color[point] - 1, _DEAD] += 1
                color[point] = EMPTY
        _count_game(color, points, np.int64(width[game]), scratch, counts[game])
        if as_marked[game]:
            counts[game, :, _TERRITORY] = 0
            counts[game, :, _SEKI] = 0
            counts[game, :, _SEKI_STRICT] = 0
            for point in range(points):
                if owner[base + point]:
                    counts[game, owner[base + point] - 1, _TERRITORY] += 1
        dame[game] = points - counts[game, :, _STONES].sum() - counts[game, :, _TERRITORY].sum()
    return counts, dame


@njit(cache=True, nogil=True)
def _count_game(color, points, width, scratch, counts):  # type: ignore[no-untyped-def]
    """Count one position into int32[2, len(COLUMNS)]; dead stones are already off the board."""
    part, group, size, borders, eyes, state = scratch
    for point in range(points):
        part[point] = point
        group[point] = point
        size[point] = 0
        borders[point] = 0
        eyes[point] = 0
        state[point] = 0
    # Chains and regions.
    for point in range(points):
        if point % width and color[point - 1] == color[point]:
            _unite(part, point - 1, point)
        if point >= width and color[point - width] == color[point]:
            _unite(part, point - width, point)
    for point in range(points):
        part[point] = _root(part, point)
        size[part[point]] += 1
        if color[point] != EMPTY:
            counts[color[point] - 1, _STONES] += 1
    # Who borders each region: bit 0 Black, bit 1 White.
    for point in range(points):
        if color[point] == EMPTY:
            for near in _near(point, points, width):
                if near >= 0 and color[near] != EMPTY:
                    borders[part[point]] |= color[near]
    # Chains that border the same one-colour region are one group.
    for point in range(points):
        if color[point] == EMPTY and (borders[part[point]] == BLACK or borders[part[point]] == WHITE):
            for near in _near(point, points, width):
                if near >= 0 and color[near] != EMPTY:
                    _unite(group, part[point], part[near])
    # Eyes of each group, and which groups touch a neutral point.
    for point in range(points):
        if color[point] != EMPTY:
            continue
        border = borders[part[point]]
        if border == BLACK or border == WHITE:
            if part[point] == point:
                eyes[_root(group, point)] += 2 if size[point] >= _LARGE_EYE else 1
                counts[border - 1, _TERRITORY] += size[point]
        else:
            for near in _near(point, points, width):
                if near >= 0 and color[near] != EMPTY:
                    state[_root(group, part[near])] |= 1
    for point in range(points):
        if part[point] != point:
            continue
        leader = _root(group, point)
        touches = state[leader] & 1
        if color[point] == EMPTY:
            border = borders[point]
            if touches and (border == BLACK or border == WHITE):
                counts[border - 1, _SEKI_STRICT] += size[point]
                if eyes[leader] < 2:
                    counts[border - 1, _SEKI] += size[point]
        elif not state[leader] & 2:
            state[leader] |= 2
            if not touches or eyes[leader] >= 2:
                counts[color[point] - 1, _GROUPS] += 1


@njit(cache=True, nogil=True)
def _near(point, points, width):  # type: ignore[no-untyped-def]
    """Return the four neighbours of a point, −1 where the board ends."""
    column = point % width
    return (
        point - width if point >= width else -1,
        point + width if point + width < points else -1,
        point - 1 if column > 0 else -1,
        point + 1 if column + 1 < width else -1,
    )
