"""Handicap stones that records place by moves: plays of Black in succession, or plays between passes of White.

Of 70,921 games of servers, collections and programs 22 begin with two to nine plays of Black on different points,
though HA is absent, 0 or 1: in 17 komi is 0, in five 6.5. A move of White is missing at any other number in about one
game of 50,000. So three plays and more, or two without komi, are a handicap. Two plays and an even komi, which two of
the 22 games have, may be a missing move instead; in neither case has a player moved out of turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.flags import OCCUPIED, OUT_OF_TURN
from goanalyze.core.handicap import HANDICAP
from goanalyze.points import BLACK, PASS, WHITE
from goanalyze.replay.arrays import Replays
from goanalyze.sgf.properties import KO_PROPERTY, PLAY_BLACK, PLAY_WHITE, TURN_BLACK, TURN_WHITE

if TYPE_CHECKING:
    from goanalyze.sgf.tape import Events

_MOST: Final = 9  # handicap stones that custom knows; more plays in succession are a diagram


def opening_handicap(
    events: Events, width: NDArray[np.int16], height: NDArray[np.int16], handicap: NDArray[np.int16]
) -> NDArray[np.int16]:
    """Return the handicap that each record begins with, int16[games]: HA, or Black's first plays if they are more.

    Such plays are two to nine, on different points of a board without setup, and White moves next, then Black. A PL
    that gives Black the move between them says that they are plays of the game.

    Args:
        events: plays and setup of the records.
        width: int16[games], columns of the boards, 0 for games that are not replayed.
        height: int16[games], rows.
        handicap: int16[games], HA.
    """
    result = handicap.copy()
    kind = events.kind & np.uint8(0xFF ^ KO_PROPERTY)
    first, stop = events.start[:-1], events.start[1:]
    last = max(len(kind) - 1, 0)
    for _ in range(2):  # PL before the first move says nothing of the second
        if len(kind):
            is_turn = (first < stop) & np.isin(kind[np.minimum(first, last)], (TURN_BLACK, TURN_WHITE))
            first = first + is_turn
    candidates = np.flatnonzero((first + 2 < stop) & (width > 0))
    begins = (kind[first[candidates]] == PLAY_BLACK) & (kind[first[candidates] + 1] == PLAY_BLACK)
    for game in candidates[begins].tolist():
        begin = int(first[game])
        end = min(int(stop[game]), begin + _MOST + 4)
        xy = [tuple(cell) for cell in events.xy[begin:end, :2].tolist()]
        plays = _first_plays(kind[begin:end].tolist(), xy, int(width[game]), int(height[game]))
        result[game] = max(plays, int(handicap[game])) if plays else handicap[game]
    return result


def _first_plays(kinds: list[int], cells: list[tuple[int, int]], width: int, height: int) -> int:
    """Return the number of Black's plays before White's first move, 0 if they are not handicap stones."""
    plays = 0
    while plays < len(kinds) and kinds[plays] == PLAY_BLACK:
        column, row = cells[plays]
        if not (0 <= column < width and 0 <= row < height) or cells[plays] in cells[:plays]:
            return 0
        plays += 1
    rest = kinds[plays:]
    if rest[:1] == [TURN_WHITE]:
        rest = rest[1:]
    is_answered = rest[:1] == [PLAY_WHITE] and rest[1:2] != [PLAY_WHITE]
    return plays if is_answered and HANDICAP <= plays <= _MOST else 0


def mark_passes(replays: Replays, handicap: NDArray[np.int16]) -> None:
    """Mark the games in which White passes between Black's handicap stones (New Zealand rules).

    Their stones become `handicap_moves`, and the first pass after them `first_pass`. If White plays right after a pass,
    all stones before it are handicap stones, also if HA is another number, and White is in turn.

    Args:
        replays: A replayed chunk.
        handicap: int16[games], HA.
    """
    moves = replays.moves
    replays.placing_moves[:] = replays.fact("handicap_moves")
    set_up = replays.fact("black_setup") + replays.fact("white_setup")
    candidates = (
        (handicap >= HANDICAP) & (set_up == 0) & (replays.placing_moves == 0) & (replays.fact("first_pass") == 2)
    )
    for game in np.flatnonzero(candidates).tolist():
        start, stop = replays.start[game : game + 2].tolist()
        opening = slice(start, min(stop, start + 2 * max(_MOST, int(handicap[game]))))
        colors, points = moves.color[opening].tolist(), moves.point[opening].tolist()
        placed = _placed_between_passes(colors, points)
        follows = start + placed
        is_last_pass = (
            placed % 2 == 0 and follows < stop and moves.color[follows] == WHITE and moves.point[follows] >= 0
        )
        stones = placed // 2 if is_last_pass else min((placed + 1) // 2, int(handicap[game]))
        if stones < HANDICAP:
            continue
        if is_last_pass:
            moves.flags[follows] &= np.uint32(0xFFFFFFFF ^ OUT_OF_TURN)
        else:
            placed = 2 * stones - 1
        replays.placing_moves[game] = placed
        replays.fact("handicap_moves")[game] = stones
        later = np.flatnonzero(moves.point[start + placed : stop] == PASS)
        replays.fact("first_pass")[game] = placed + 1 + int(later[0]) if len(later) else 0


def placed_stones(replays: Replays) -> NDArray[np.int32]:
    """Return the handicap stones that moves place, int32[games]: two moves on one point place one stone."""
    stones = replays.fact("handicap_moves").copy()
    games = np.flatnonzero(replays.placing_moves)
    moves = replays.placing_moves[games]
    rows = np.arange(moves.sum()) + np.repeat(replays.start[games] - np.cumsum(moves) + moves, moves)
    is_again = (replays.moves.flags[rows] & np.uint32(OCCUPIED)) != 0
    np.subtract.at(stones, np.repeat(games, moves)[is_again], 1)
    return stones


def placed_points(replays: Replays, game: int) -> frozenset[int]:
    """Return the points of the handicap stones that the first moves of a game place."""
    first, count = int(replays.start[game]), int(replays.placing_moves[game])
    points = replays.moves.point[first : first + count].tolist()
    return frozenset(point for point in points if point >= 0)


def _placed_between_passes(colors: list[int], points: list[int]) -> int:
    """Return the number of moves in which Black plays and White passes, in turn, from the first move."""
    for number, (color, point) in enumerate(zip(colors, points, strict=True)):
        is_placing = color == BLACK and point >= 0 if number % 2 == 0 else color == WHITE and point == PASS
        if not is_placing:
            return number
    return len(colors)
