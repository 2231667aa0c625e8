"""The identity of games: a hash for the eight symmetries of the board, and the stones of the starting position.

Replays of chunks of records, as structs of arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.events import Play, Setup
from goanalyze.core.flags import OUT_OF_TURN
from goanalyze.core.handicap import HANDICAP, unwritten_handicap
from goanalyze.kernels.library import kernels
from goanalyze.limits import MAX_MOVES, check_sides
from goanalyze.points import BLACK, OFF_BOARD, PASS, WHITE, is_pass_point
from goanalyze.replay.arrays import FACTS, Moves, Replays
from goanalyze.replay.cycles import mark_ing_violations
from goanalyze.replay.handicap_moves import mark_passes, opening_handicap
from goanalyze.sgf.properties import ADD_BLACK, ADD_EMPTY, INFO_INDEX, KO_PROPERTY, PLAY_WHITE, TURN_BLACK
from goanalyze.sgf.records import Records, one_game
from goanalyze.sgf.tape import Events, Tape


class FirstSetups(NamedTuple):
    """The stones that are set up before the first move of each game; n games.

    Attributes:
        start: int64[n + 1]; the stones of game g are ``start[g]:start[g + 1]``.
        stones: int16[stones], row by row: index of a black stone, −1 − index of a white stone.
        edited: bool[n], True if stones are set up or removed after the first move.
    """

    start: NDArray[np.int64]
    stones: NDArray[np.int16]
    edited: NDArray[np.bool_]


def canonical_hashes(events: Events, width: NDArray[np.int16], height: NDArray[np.int16]) -> NDArray[np.uint64]:
    """Return one 64-bit number per game, equal for games that differ only by a symmetry of the board.

    Board size, setup and moves in their order enter; names, komi and result do not. Stones set up together enter in no
    order, since a rotated record lists them in another. Two different games agree with a chance of about 2⁻⁶⁴.

    Args:
        events: Plays and setup of n games.
        width: int16[n], columns.
        height: int16[n], rows.

    Returns:
        uint64[n], the least of the eight hashes of each game.
    """
    hashes = np.empty(len(width), dtype=np.uint64)
    kernels.hash_games(events, width, height, hashes)
    return hashes


def first_setups(events: Events, width: NDArray[np.int16], height: NDArray[np.int16]) -> FirstSetups:
    """Return the stones that are set up before the first move of each game, and the games that are edited later.

    Args:
        events: Plays and setup of n games.
        width: int16[n], columns; 0 if the size is unknown.
        height: int16[n], rows.
    """
    kind = events.kind & np.uint8(0xFF ^ KO_PROPERTY)
    rows = np.flatnonzero((kind >= ADD_BLACK) & (kind <= ADD_EMPTY))
    game = np.searchsorted(events.start, rows, side="right") - 1
    moves = np.flatnonzero(kind <= PLAY_WHITE)
    first_move = np.append(moves, len(kind))[moves.searchsorted(events.start[game])]  # maybe of a later game
    edited = np.zeros(len(width), dtype=np.bool_)
    edited[game[rows > first_move]] = True
    rows, game = rows[rows < first_move], game[rows < first_move]
    games, first_row = np.unique(game, return_index=True)
    setups = Events(events.kind[rows], events.xy[rows], events.at[rows], np.append(first_row, len(rows)))
    done = replay_events(setups, width[games], height[games], np.zeros(len(games), dtype=np.int16))
    points = np.flatnonzero(done.boards)
    board = np.searchsorted(done.board_start, points, side="right") - 1
    index = points - done.board_start[board]
    stones = np.where(done.boards[points] == BLACK, index, -1 - index).astype(np.int16)
    start = np.concatenate(([0], np.cumsum(np.bincount(games[board], minlength=len(width)))))
    return FirstSetups(start, stones, edited)


def replay_records(records: Records) -> Replays:
    """Replay every game of a chunk.

    If HA names handicap stones that are missing, White plays first, and the record is clean with the stones on the
    points that records without them mean, the stones are implied, and the replay contains them. Black's first plays
    are handicap stones as in `goanalyze.replay.handicap_moves`. Violations of Ing's ko rule are marked last.
    """
    tape = records.tape
    handicap = opening_handicap(tape.events, records.width, records.height, records.handicap)
    replays = replay_events(tape.events, records.width, records.height, handicap)
    missing = (
        (records.handicap >= HANDICAP)
        & (replays.fact("black_setup") == 0)
        & (replays.fact("handicap_moves") == 0)
        & (replays.fact("moves") > 0)
    )
    for game in np.flatnonzero(missing).tolist():
        first = int(replays.start[game])
        if replays.moves.color[first] == WHITE and replays.moves.point[first] >= 0:
            _try_implied(records, replays, game)
    mark_passes(replays, handicap)
    mark_ing_violations(replays, lambda game: events_with_implied_handicap(records, replays, game))
    return replays


def replay_events(
    events: Events, width: NDArray[np.int16], height: NDArray[np.int16], handicap: NDArray[np.int16]
) -> Replays:
    """Replay the events of a chunk of games as they are, without implied stones and marks of other rules.

    Args:
        events: plays and setup of n games.
        width: int16[n], columns; 0 if the size is unknown: the game is skipped.
        height: int16[n], rows.
        handicap: int16[n], number of handicap stones, see `opening_handicap`.
    """
    check_sides(width, height)
    games = len(width)
    others = np.flatnonzero(events.kind & np.uint8(0xFF ^ KO_PROPERTY) > PLAY_WHITE)  # few events are setup
    counts = np.diff(events.start - others.searchsorted(events.start))
    start = np.concatenate(([0], np.cumsum(np.minimum(counts, MAX_MOVES) * (width > 0))))
    rows = int(start[-1])
    moves = Moves(
        color=np.empty(rows, dtype=np.uint8),
        point=np.empty(rows, dtype=np.int16),
        flags=np.empty(rows, dtype=np.uint32),
        captured=np.empty(rows, dtype=np.int16),
        self_captured=np.empty(rows, dtype=np.int16),
        repeats=np.empty(rows, dtype=np.int32),
        situation=np.empty(rows, dtype=np.int32),
        at=np.empty(rows, dtype=np.int32),
    )
    points = width.astype(np.int64) * height
    board_start = np.concatenate(([0], np.cumsum(points)))
    boards = np.zeros(int(board_start[-1]), dtype=np.uint8)
    facts = np.empty((games, len(FACTS)), dtype=np.int32)
    kernels.replay_chunk(events, width, height, handicap, start, moves, facts, board_start, boards)
    return Replays(width, height, start, moves, facts, boards, board_start, np.zeros(games, dtype=np.int32))


def _try_implied(records: Records, replays: Replays, game: int) -> None:
    """Replay one game with its handicap stones on the points that it may mean, and keep the first that is clean.

    Of 177 games of Fox whose White plays first and whose stones are missing, 174 are clean with one of these sets. By
    chance few are: of 279 even games without their first move 9 of 100 with two stones, 5 with three, fewer than 1
    with more; of the 177 with sets of random points 18, 12 and 4 of 100, with the sets moved by a line 15, 7 and 3.
    At most one of 20 such records does not mean the sets (95% bound of 3 in 177), and a third of those, at six moves,
    is clean by chance: so the stones are meant with a probability of 0.98, and 0.99 in whole games.
    Of 29 whose results are counted, 14 count to them exactly with the stones, 2 without.
    """
    width, height = int(records.width[game]), int(records.height[game])
    alone = one_game(records, game)
    for points in unwritten_handicap(width, height, int(records.handicap[game])):
        tape = _with_stones(alone.tape, points, width)
        again = replay_events(tape.events, alone.width, alone.height, alone.handicap)
        if again.fact("first_fault")[0] or (again.moves.flags & OUT_OF_TURN).any():
            continue
        mine = slice(int(replays.start[game]), int(replays.start[game + 1]))
        for name in Moves._fields:
            getattr(replays.moves, name)[mine] = getattr(again.moves, name)
        replays.facts[game] = again.facts[0]
        replays.boards[replays.board_start[game] : replays.board_start[game + 1]] = again.boards
        replays.implied_points[game] = points
        return


def _with_stones(tape: Tape, points: Sequence[int], width: int) -> Tape:
    """Return the tape of one game with black stones set up before everything else."""
    stones = np.array([[p % width, p // width, p % width, p // width] for p in points], dtype=np.int8).reshape(-1, 4)
    return tape._replace(
        event_start=np.array([0, len(points) + len(tape.kind)]),
        kind=np.concatenate((np.full(len(points), ADD_BLACK, dtype=np.uint8), tape.kind)),
        xy=np.concatenate((stones, tape.xy)),
        at=np.concatenate((np.zeros(len(points), dtype=np.int32), tape.at)),
    )


def truncate_records(records: Records, replays: Replays, game: int, move: int) -> Records:
    """Return one game of a chunk as if its record ended after a move: no later events, no marks, no result.

    Args:
        records: The chunk.
        replays: The replayed chunk.
        game: Index of the game, of a record with a board.
        move: Number of the move, 0 for the start; implied handicap stones are set up.
    """
    alone = one_game(records, game)
    offset = int(replays.moves.at[replays.start[game] + move - 1]) if move else 0
    played = np.flatnonzero(alone.tape.kind & np.uint8(0xFF ^ KO_PROPERTY) <= PLAY_WHITE)
    start = int(played[0]) if len(played) else len(alone.tape.kind)
    events = int(np.flatnonzero(alone.tape.at == offset)[0]) + 1 if move else start
    info = alone.tape.info.copy()
    info[:, INFO_INDEX["RE"]] = -1
    tape = alone.tape._replace(
        info=info,
        event_start=np.array([0, events]),
        kind=alone.tape.kind[:events],
        xy=alone.tape.xy[:events],
        at=alone.tape.at[:events],
        mark_start=np.zeros(2, dtype=np.int64),
        mark_kind=alone.tape.mark_kind[:0],
        mark_xy=alone.tape.mark_xy[:0],
    )
    if game in replays.implied_points:
        tape = _with_stones(tape, replays.implied_points[game], int(records.width[game]))
    handicap = np.maximum(alone.handicap, replays.fact("handicap_moves")[game : game + 1]).astype(np.int16)
    return replace(alone, tape=tape, handicap=handicap)  # the truncated record may place fewer


def to_move(replays: Replays) -> NDArray[np.uint8]:
    """Return the side to move at the end of each game, uint8[games]: the last player's opponent, or Black."""
    turn = np.full(len(replays), BLACK, dtype=np.uint8)
    played, rows = _last_moves(replays)
    turn[played] = BLACK + WHITE - replays.moves.color[rows]
    return turn


def last_points(replays: Replays) -> NDArray[np.int32]:
    """Return the point of the last move of each game, int32[games]; −1 for a pass or no move."""
    last = np.full(len(replays), PASS, dtype=np.int32)
    played, rows = _last_moves(replays)
    last[played] = np.maximum(replays.moves.point[rows], PASS)
    return last


def _last_moves(replays: Replays) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the games with moves, and the row of the last move of each."""
    played = np.flatnonzero(replays.fact("moves"))
    return played, replays.start[:-1][played] + replays.fact("moves")[played] - 1


def play_events(records: Records, game: int) -> list[Play | Setup]:
    """Return the moves and setup of one game of a chunk."""
    tape = records.tape
    width, height = int(records.width[game]), int(records.height[game])
    events: list[Play | Setup] = []
    mine = slice(*tape.event_start[game : game + 2].tolist())
    for code, (x, y, x2, y2) in zip(tape.kind[mine].tolist(), tape.xy[mine].tolist(), strict=True):
        kind = code & ~KO_PROPERTY
        if kind <= PLAY_WHITE:
            forced = bool(code & KO_PROPERTY)
            events.append(Play(kind, _point(x, y, width, height), forced))
        elif kind <= ADD_EMPTY:
            color = (kind - ADD_BLACK + BLACK) % 3
            inside = [
                (row_ * width + column, color)
                for row_ in range(y, min(y2 + 1, height))
                for column in range(x, min(x2 + 1, width))
            ]
            events.append(Setup(tuple(inside)))
        else:
            events.append(Setup(turn=kind - TURN_BLACK + BLACK))
    return events


def events_with_implied_handicap(records: Records, replays: Replays, game: int) -> list[Play | Setup]:
    """Return the moves and setup of one game of a chunk, with its implied handicap stones."""
    events = play_events(records, game)
    if game not in replays.implied_points:
        return events
    return [Setup(tuple((point, BLACK) for point in replays.implied_points[game])), *events]


def _point(x: int, y: int, width: int, height: int) -> int:
    if x == PASS or is_pass_point(x, y, width, height):
        return PASS
    return y * width + x if 0 <= x < width and 0 <= y < height else OFF_BOARD
