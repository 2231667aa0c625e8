"""The identity of games: a hash for the eight symmetries of the board, and the stones of the starting position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.kernels.library import kernels
from goanalyze.replay.replay import replay_events
from goanalyze.sgf.properties import ADD_BLACK, ADD_EMPTY, KO_PROPERTY, PLAY_WHITE
from goanalyze.sgf.tape import Events
from goanalyze.vocabulary.points import BLACK


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
