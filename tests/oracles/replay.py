"""The oracle of the replay: a record played out move by move on `OracleBoard`, as `History` states the rules.

`kernels/replay.cpp` is its fast twin, and must set the same flags on every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oracles.board import OracleBoard

from goanalyze import BLACK, Play, Position, Setup
from goanalyze.core.history import History
from goanalyze.limits import MAX_MOVES


def replay(width: int, height: int, events: Sequence[Play | Setup], handicap: int = 0) -> History:
    """Play out a record on an empty board.

    Moves beyond the limit `MAX_MOVES` are not carried out.

    Args:
        width: columns.
        height: rows.
        events: moves and setup in the order of the record.
        handicap: HA of the record; 0 where absent.

    Returns:
        The game; its flags are facts, judged by no ruleset yet.

    Example:
        >>> from goanalyze.core.flags import OCCUPIED
        >>> from goanalyze.points import WHITE
        >>> game = replay(5, 5, [Play(BLACK, 0), Play(WHITE, 0)])
        >>> game.moves[1].flags & OCCUPIED > 0
        True
    """
    game = History(OracleBoard(Position.empty(width, height)), handicap, handicap_moves(events, handicap))
    for event in events:
        if isinstance(event, Setup):
            game.setup(event)
        elif len(game.moves) < MAX_MOVES:
            game.play(event)
    return game


def handicap_moves(events: Iterable[Play | Setup], handicap: int) -> int:
    """Count Black's opening plays that are handicap stones: HA = n ≥ 2, nothing set up before the last.

    Args:
        events: moves and setup in the order of a record.
        handicap: its HA; 0 where absent.

    Example:
        >>> handicap_moves([Play(BLACK, 72), Play(BLACK, 288)], 2)
        2
    """
    run = 0
    for event in events:
        if run == handicap:
            break
        if isinstance(event, Setup):
            if event.stones:
                return 0
            continue
        if event.color != BLACK or event.point < 0:
            break
        run += 1
    return run if handicap >= 2 and run >= 2 else 0
