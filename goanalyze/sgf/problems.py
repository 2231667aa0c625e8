"""Records that are positions or sequences and not games: they have neither players nor a result."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.handicap import HANDICAP
from goanalyze.sgf.properties import ADD_WHITE, KO_PROPERTY, PLAY_WHITE
from goanalyze.sgf.records import Records

_NO_PLAYERS: Final = frozenset({"", "?", "black", "white", "黑", "黒", "白", "흑", "백"})
_FEW_MOVES: Final = 30  # of a sequence, or of a problem without white stones: more are a game, or one with handicap


def find_problems(records: Records) -> NDArray[np.bool_]:
    """Return True for each game that is a problem or a sequence, bool[games].

    It has no result, and no players but "Black" and "White". A problem has stones of both colours set up before its
    first move; a sequence has few moves, with or without stones set up. A record with a handicap is neither.
    """
    is_problem = (records.handicap < HANDICAP) & _has_empty(records, "RE", frozenset({"", "?"}))
    for name in ("PB", "PW"):
        is_problem &= _has_empty(records, name, _NO_PLAYERS)
    if not is_problem.any():
        return is_problem
    tape, games = records.tape, len(records)
    events = np.flatnonzero(np.repeat(is_problem, np.diff(tape.event_start)))
    game = np.searchsorted(tape.event_start, events, side="right") - 1
    kind, xy = tape.kind[events] & ~np.uint8(KO_PROPERTY), tape.xy[events, :2]
    is_move = kind <= PLAY_WHITE
    first_move = np.full(games, len(tape.kind))
    np.minimum.at(first_move, game[is_move], events[is_move])
    side = np.stack([records.width, records.height], axis=1)[game]
    is_stone = (events < first_move[game]) & ((xy >= 0) & (xy < side)).all(axis=1)
    white = np.bincount(game[is_stone & (kind == ADD_WHITE)], minlength=games)
    is_problem &= (white > 0) | (np.bincount(game[is_move], minlength=games) <= _FEW_MOVES)
    return is_problem


def _has_empty(records: Records, name: str, empty: frozenset[str]) -> NDArray[np.bool_]:
    distinct = records.distinct(name)
    return np.array([text.strip().lower() in empty for text in distinct.texts], dtype=np.bool_)[distinct.where]
