"""Fillings after a stop: dame and teire, which players fill in any order once play has stopped.

By the Japanese rules of 1989 such moves are not moves of the game: it has stopped, they need not follow its rules, and
they do not resume it. Scope: finding them. Legality, findings and counts read the flag that is set here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core import flags as f
from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.life.estimate.estimate import estimate
from goanalyze.points import BLACK, WHITE
from goanalyze.replay.arrays import FACTS, Replays, stops_of
from goanalyze.score.choices import DEDUCTED, PointKind
from goanalyze.score.end_policies import MOST_OPEN
from goanalyze.score.territory import find_point_kinds

_OWN: Final = tuple(kind.index for kind in (PointKind.TERRITORY, *DEDUCTED))
_NOT_QUIET: Final = np.uint32(f.FAULTY | f.SETUP_BEFORE)
_MOST_STOPS: Final = 4
"""Stops of a game that are examined: each of them needs an estimate."""
_LIFTED: Final = f.OUT_OF_TURN | f.RESUMED_OUT_OF_ORDER


def mark_fillings(replays: Replays, events_of: Callable[[int], Sequence[Play | Setup]]) -> None:
    """Mark the plays after a stop that only fill neutral points or defend own territory, in any order of the sides.

    The plays after a stop fill if each of them, up to the end of the record, meets these conditions:

    1. It is on an empty point of the board, captures no stone and is not suicide, and no stones are set up after the
       stop before a move.
    2. Its point is dame at the stop, or it is territory of the side that plays, points that the side must fill (teire,
       false eyes) included. The life and death of the stones at the stop is proven or estimated for that, regardless of
       the options of a check, and the kinds of points are those of `find_point_kinds`. Points of a seki, and points at
       which a side could capture stones that both let live, are neither.
    3. The board at the stop is finished: both sides have living stones, and they meet. Of the points at most a twelfth
       (`end_policies.MOST_OPEN`) is dame that is not adjacent to living stones of both sides. On an open board
       any play is on a "dame".

    The passes after the stop may be of any side and number. Of several stops, the last four at most, the earliest
    counts after which all plays fill. A single play of another kind, or a capture, means that the game was resumed,
    and all moves are judged as moves of the game.

    Such plays get the flag `FILLING`; they and the passes after the stop are neither out of turn nor a resumption out
    of order. The fact `end_run` is that of the last stop, so that the record ends with passes. The final position is
    counted, with the filled points: by territory it has the margin of the stop, if the filled points of own territory
    had to be filled.

    Args:
        replays: a replayed chunk; its flags and facts are changed.
        events_of: returns the events of one of its games, implied handicap stones included.

    Rule: Japanese rules 1989, commentary on art. 9.2, clause 2.
    """
    rows = np.flatnonzero(replays.moves.flags & np.uint32(f.AFTER_END))
    games = sorted(set((np.searchsorted(replays.start, rows, side="right") - 1).tolist()))
    stops = {game: quiet for game in games if (quiet := _quiet_stops(replays, game))}
    while stops:
        pairs = [(game, quiet.pop(0)) for game, quiet in stops.items()]
        for (game, stop), is_filled in zip(pairs, _are_filled(replays, pairs, events_of), strict=True):
            if is_filled:
                _mark(replays, game, stop)
                stops[game].clear()
        stops = {game: quiet for game, quiet in stops.items() if quiet}


def _quiet_stops(replays: Replays, game: int) -> list[int]:
    """Return the stops of a game after which stones are played, all of them on empty points and without capture."""
    moves, rows = replays.moves, slice(*replays.start[game : game + 2].tolist())
    is_loud = (moves.flags[rows] & _NOT_QUIET) != 0
    is_loud |= (moves.captured[rows] > 0) | (moves.self_captured[rows] > 0)
    last_loud, last_play = (
        int(numbers[-1]) + 1 if len(numbers := np.flatnonzero(mask)) else 0
        for mask in (is_loud, (moves.flags[rows] & np.uint32(f.PASS_MOVE)) == 0)
    )
    return [stop for stop in stops_of(replays, game) if last_loud <= stop < last_play][-_MOST_STOPS:]


def _are_filled(
    replays: Replays, pairs: Sequence[tuple[int, int]], events_of: Callable[[int], Sequence[Play | Setup]]
) -> NDArray[np.bool_]:
    """Return for each pair of a game and a stop True if all plays after the stop fill, see `mark_fillings`."""
    games = np.array([game for game, _ in pairs])
    width, height = replays.width[games], replays.height[games]
    boards = [_board_at(replays, game, stop, events_of(game)) for game, stop in pairs]
    start = np.concatenate(([0], np.cumsum([len(board) for board in boards])))
    stopped = LabeledBoards.of(Boards(np.concatenate(boards), start, width, height))
    stops = replays.start[games] + np.array([stop for _, stop in pairs])
    first = (BLACK + WHITE - replays.moves.color[stops - 1]).astype(np.uint8)
    dead = estimate(stopped, first).dead
    kinds, sides = find_point_kinds(stopped, dead, first)
    is_filled = _are_finished(stopped, dead, kinds == PointKind.DAME.index)
    for number, (stop, end) in enumerate(zip(stops.tolist(), replays.start[games + 1].tolist(), strict=True)):
        plays = stop + np.flatnonzero((replays.moves.flags[stop:end] & np.uint32(f.PASS_MOVE)) == 0)
        points, color = start[number] + replays.moves.point[plays], replays.moves.color[plays]
        is_own = np.isin(kinds[points], _OWN) & (sides[points] == color)
        is_filled[number] &= bool(((kinds[points] == PointKind.DAME.index) | is_own).all())
    return is_filled


def _are_finished(boards: LabeledBoards, dead: NDArray[np.uint8], dame: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return True for the finished boards, see `mark_fillings`.

    Args:
        boards: positions at stops.
        dead: uint8[points], 1 under dead stones.
        dame: bool[points], neutral points.
    """
    is_finished = np.zeros(len(boards.width), dtype=np.bool_)
    for number, (start, end) in enumerate(zip(boards.start[:-1].tolist(), boards.start[1:].tolist(), strict=True)):
        shape = int(boards.height[number]), int(boards.width[number])
        living = np.pad(np.where(dead[start:end] > 0, 0, boards.stones[start:end]).reshape(shape), 1)
        neighbors = living[:-2, 1:-1], living[2:, 1:-1], living[1:-1, :-2], living[1:-1, 2:]
        touches = [np.any([stones == side for stones in neighbors], axis=0) for side in (BLACK, WHITE)]
        is_open = dame[start:end].reshape(shape) & ~(touches[0] & touches[1])
        has_both = bool((living == BLACK).any() and (living == WHITE).any())
        is_finished[number] = has_both and np.count_nonzero(is_open) <= MOST_OPEN * (end - start)
    return is_finished


def _board_at(replays: Replays, game: int, stop: int, events: Iterable[Play | Setup]) -> NDArray[np.uint8]:
    """Return the stones of a game after a move, uint8[points]."""
    board, number = ChainBoard(int(replays.width[game]), int(replays.height[game])), 0
    for event in events:
        if isinstance(event, Setup):
            board.edit(event.stones)
            continue
        if event.point >= 0:
            board.place(event.color, event.point)
        number += 1
        if number == stop:
            break
    return np.array(board.colors, dtype=np.uint8)


def _mark(replays: Replays, game: int, stop: int) -> None:
    """Mark the plays after a stop of a game as fillings, and let its record end with the passes of the last stop."""
    rows = slice(int(replays.start[game]) + stop, int(replays.start[game + 1]))
    flags = replays.moves.flags[rows]
    flags &= np.uint32(~_LIFTED & 0xFFFFFFFF)
    flags[(flags & f.PASS_MOVE) == 0] |= np.uint32(f.FILLING)
    end_run, stops = FACTS.index("end_run"), stops_of(replays, game)
    pairs = next(number for number in range(1, len(stops) + 1) if stops[-1] - 2 * number not in stops)
    replays.facts[game, end_run] = max(int(replays.facts[game, end_run]), 2 * pairs)
