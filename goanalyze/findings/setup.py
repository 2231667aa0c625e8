"""Findings about setup and handicap stones: GO151–GO154, GO308 of setup, GO405 of stones, GO004 of too many moves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from goanalyze.findings.records import finding_at
from goanalyze.replay.chunk import Replays
from goanalyze.sgf.properties import INFO_INDEX
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.finding import Finding
from goanalyze.vocabulary.limits import MAX_MOVES
from goanalyze.vocabulary.points import WHITE, to_gtp, to_sgf


def setup_findings(records: Records, replays: Replays) -> Iterator[Finding]:
    """Yield what the replay's facts about games say of their setup and of their length."""
    start, fact = records.tape.game_span[:, 0], replays.fact
    for game, count in _some(fact("dropped_moves")):
        message = f"More than {MAX_MOVES:,} moves; the {count:,} beyond are not replayed."
        yield finding_at(records, game, "GO004", message, int(start[game]), count=count)
    for game, count in _some(fact("setup_breaks")):
        move = int(fact("first_setup_break")[game])
        at = int(replays.moves.at[replays.start[game] + move - 1])
        message = f"Stones are set up after move {move}."
        yield finding_at(records, game, "GO151", message, at, count=count, move_number=move)
    for game, count in _some(fact("handicap_moves")):
        message = f"Black's first {count} moves stand for HA = {int(records.handicap[game])}."
        yield finding_at(records, game, "GO152", message, int(start[game]))
    for game in np.flatnonzero(fact("no_liberty_point") >= 0).tolist():
        point, width = int(fact("no_liberty_point")[game]), int(replays.width[game])
        name = to_gtp(point, width, int(replays.height[game]))
        message = f"The chain at {name} is set up without a liberty."
        yield finding_at(records, game, "GO153", message, int(start[game]), point=to_sgf(point, width))
    for game, count in _some(fact("setup_off_board")):
        message = f"Setup points that are not on the board: {count}."
        yield finding_at(records, game, "GO308", message, int(start[game]), count=count)
    yield from _handicap(records, replays)


def _some(values: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Return the games with a value that is not 0, and the value."""
    games = np.flatnonzero(values)
    return list(zip(games.tolist(), values[games].tolist(), strict=True))


def _handicap(records: Records, replays: Replays) -> Iterator[Finding]:
    """Yield what is to be said of HA and the stones for it."""
    handicap, black = records.handicap, replays.fact("black_setup")
    as_moves, passing, implied = replays.fact("handicap_moves"), replays.alternating, replays.implied
    even = replays.fact("white_setup") == 0  # with white stones, the setup is a position and no handicap
    asked = (replays.width > 0) & (handicap >= 2)
    missing = asked & ~passing & (as_moves == 0) & ((black == 0) | implied)
    unnamed = (replays.width > 0) & (handicap < 2) & (black >= 2) & even & _begins_with_white(replays)
    placed = np.where(as_moves > 0, as_moves, black)
    other = asked & ~passing & ~missing & even & (placed != handicap)

    def tell(code: str, games: NDArray[np.bool_], message: str) -> Iterator[Finding]:
        at = records.tape.info[:, INFO_INDEX["HA"], 0]
        for game in np.flatnonzero(games).tolist():
            said = message.format(ha=int(handicap[game]), black=int(black[game]), placed=int(placed[game]))
            yield finding_at(records, game, code, said, int(at[game]))

    yield from tell("GO152", passing, "Black's first {ha} moves stand for the handicap; White passes.")
    gone = "The {ha} handicap stones are not in the record"
    with_them = f"{gone}; the standard points are implied, the record is clean with them."
    yield from tell("GO154", missing & implied, with_them)
    yield from tell("GO154", missing & ~implied, f"{gone}.")
    yield from tell("GO405", unnamed, "HA names none; black stones set up before White's first move: {black}.")
    yield from tell("GO405", other, "HA says {ha}; handicap stones on the board: {placed}.")


def _begins_with_white(replays: Replays) -> NDArray[np.bool_]:
    """Return the games whose first move is White's."""
    begins = np.zeros(len(replays), dtype=np.bool_)
    played = np.flatnonzero(replays.fact("moves"))
    begins[played] = replays.moves.color[replays.start[:-1][played]] == WHITE
    return begins
