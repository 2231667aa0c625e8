"""Stops of a game: the passes that answer a pass of the opponent, each in one stop only."""

from __future__ import annotations

import numpy as np

from goanalyze.replay.chunk import Replays
from goanalyze.vocabulary.points import BLACK, PASS, WHITE


def stops_of(replays: Replays, game: int) -> list[int]:
    """Return the numbers of the moves that stop play, as the replay counts them.

    Args:
        replays: a chunk of games, played out.
        game: index of the game.

    Rule: Japanese rules 1989, art. 9.1. After a stop passes are counted anew.
    """
    if not replays.fact("stops")[game]:
        return []
    start, end = replays.start[game : game + 2].tolist()
    color, point = replays.moves.color[start:end], replays.moves.point[start:end]
    stops, waiting, before = list[int](), 0, 0  # the side whose pass waits for an answer, and the number of the pass
    for number in (np.flatnonzero(point == PASS) + 1).tolist():
        side = int(color[number - 1])
        if number == before + 1 and waiting == BLACK + WHITE - side:
            stops.append(number)
            waiting = 0
        else:
            waiting = side
        before = number
    return stops
