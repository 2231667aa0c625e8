"""Handicap that Black places by plays while White passes (New Zealand rules): such passes are none of the game's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.replay.chunk import Replays
from goanalyze.vocabulary.points import BLACK, PASS


def mark_alternating(replays: Replays, handicap: NDArray[np.int16]) -> None:
    """Mark the games whose handicap is placed while White passes, and set their first pass to the first after it.

    Args:
        replays: a chunk, played out.
        handicap: int16[games], HA.
    """
    set_up = replays.fact("black_setup") + replays.fact("white_setup")
    alone = (handicap >= 2) & (set_up == 0) & (replays.fact("first_pass") == 2)
    for game in np.flatnonzero(alone).tolist():
        opening = slice(int(replays.start[game]), int(replays.start[game]) + 2 * int(handicap[game]) - 1)
        color, point = replays.moves.color[opening], replays.moves.point[opening]
        complete = len(point) == 2 * handicap[game] - 1 and opening.stop <= replays.start[game + 1]
        if complete and (point[0::2] >= 0).all() and (point[1::2] == PASS).all() and color[0] == BLACK:
            replays.alternating[game] = True
            later = np.flatnonzero(replays.moves.point[opening.stop : replays.start[game + 1]] == PASS)
            first = len(point) + 1 + int(later[0]) if len(later) else 0
            replays.fact("first_pass")[game] = first  # the first that is one of the game itself
