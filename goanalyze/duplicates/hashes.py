"""Hashes of sequences of plays that are equal in all views of the board and do not depend on colours.

Passes are left out by default, so that an additional pass changes nothing. The hash of a game that is too short is 0.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.duplicates.sequences import GameMoves
from goanalyze.kernels.library import kernels

NO_HASH: Final = 0
"""The value for a game that is too short for a hash."""
DYER_MOVES: Final = (20, 40, 60, 31, 51, 71)
"""Numbers of the moves whose points are a Dyer signature, as in Dave Dyer's index of professional games."""


def hash_first_plays(
    moves: GameMoves, games: NDArray[np.int64], lengths: NDArray[np.int64] | int, *, has_passes: bool = False
) -> NDArray[np.uint64]:
    """Return a hash of the first plays of games, uint64[n], `NO_HASH` for a game with fewer plays.

    Args:
        moves: moves of all games.
        games: int64[n], numbers of the games to hash.
        lengths: number of plays to hash, at least 1; or int64[n], one for each game.
        has_passes: True if passes count as plays.
    """
    hashes = np.empty(len(games), dtype=np.uint64)
    lengths = np.ascontiguousarray(np.broadcast_to(np.int64(lengths), len(games)))
    kernels.hash_first_plays(moves, games, lengths, has_passes, hashes)
    return hashes


def signatures(moves: GameMoves, games: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a hash of the Dyer signature of games (passes counted), uint64[n], `NO_HASH` for a shorter game.

    Args:
        moves: moves of all games.
        games: int64[n], numbers of the games to hash.
    """
    result = np.zeros(len(games), dtype=np.uint64)
    is_long = moves.start[games + 1] - moves.start[games] >= max(DYER_MOVES)
    games, length = games[is_long], len(DYER_MOVES)
    points = moves.points[moves.start[games][:, None] + np.array(DYER_MOVES) - 1].reshape(-1)
    signed = GameMoves(points, np.arange(len(games) + 1) * length, moves.width[games], moves.height[games])
    result[is_long] = hash_first_plays(signed, np.arange(len(games)), length, has_passes=True)
    return result


def sketch_runs(
    moves: GameMoves, games: NDArray[np.int64], length: int, count: int
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Return the least hashes of the runs of consecutive plays of games; games that share most runs share most of them.

    Args:
        moves: moves of all games.
        games: int64[n], numbers of the games to hash.
        length: number of plays in a run, at least 1.
        count: number of hashes of each game.

    Returns:
        uint64[n, count], the hashes, ascending and each once, then `NO_HASH`; int32[n, count], the first play of each
        run, from 0, passes not counted.
    """
    hashes = np.zeros((len(games), count), dtype=np.uint64)
    begins = np.zeros((len(games), count), dtype=np.int32)
    kernels.sketch_runs(moves, games, length, hashes, begins)
    return hashes, begins
