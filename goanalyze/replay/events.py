"""Findings of a replay: what happened on the board that any ruleset may object to, or that is worth knowing.

Works on the few moves that carry a flag; the rest of the chunk is passed over in one look. A cycle that goes round
several times is one event. No tables here: an `Event` knows its game only by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.points import BLACK, WHITE
from goanalyze.replay import flags as f
from goanalyze.replay.replays import Replays
from goanalyze.replay.verdicts import objections, repetition_names
from goanalyze.rules import RULESETS

__all__ = ["Event", "find_events"]

_PLACE: Final = f.OCCUPIED | f.OFF_BOARD_MOVE | f.SUICIDE_ONE | f.SUICIDE_SEVERAL
_REPEAT: Final = f.BASIC_KO | f.PSK
_NOTABLE: Final = _PLACE | _REPEAT | f.OUT_OF_TURN | f.AFTER_END | f.FORCED


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a game.

    Attributes:
        code: finding code.
        game: number in the chunk.
        row: row in `Replays.moves`, −1 when it is about no single move.
        rulesets: ids of those that forbid the move.
        repetition: superko rules that forbid it.
        repeats: number of the move whose position came again, −1 for none.
        length: moves in the cycle, 0 for none.
        count: how often.
        message: one sentence.
    """

    code: str
    game: int
    row: int
    rulesets: tuple[str, ...] = ()
    repetition: str = ""
    repeats: int = -1
    length: int = 0
    count: int = 1
    message: str = ""


def find_events(replays: Replays) -> Iterator[Event]:
    """Yield the events of every game, games in order; codes GO101–GO154 and GO201–GO209 except GO151–GO154."""
    moves = replays.moves
    closing = _closing_passes(replays)
    notable = np.union1d(np.flatnonzero(moves.flags & _NOTABLE), closing)
    games = np.searchsorted(replays.start, notable, side="right") - 1
    closes = frozenset(closing.tolist())
    for game in np.unique(games).tolist():
        yield from _game_events(replays, game, notable[games == game].tolist(), closes)


def _closing_passes(replays: Replays) -> NDArray[np.int64]:
    """Return the rows of passes that complete a cycle of more than two moves with a stone played in it."""
    moves = replays.moves
    rows = np.flatnonzero(((moves.flags & f.PASS_MOVE) > 0) & (moves.situation >= 0))
    games = np.searchsorted(replays.start, rows, side="right") - 1
    length = rows - replays.start[games] + 1 - moves.situation[rows]
    plays = np.concatenate(([0], np.cumsum(moves.point >= 0)))
    closing: NDArray[np.int64] = rows[(length > 2) & (plays[rows + 1] > plays[rows - length + 1])]
    return closing


def _game_events(replays: Replays, game: int, rows: list[int], closing: frozenset[int]) -> Iterator[Event]:
    """Yield the events of one game from its notable moves, in order."""
    start = int(replays.start[game])
    moves = replays.moves
    after_end = [row for row in rows if moves.flags[row] & f.AFTER_END]
    run_until = -1  # rows up to here belong to a cycle already told
    for row in rows:
        flags, situation = int(moves.flags[row]), int(moves.situation[row])
        who = _who(replays, game, row)
        if flags & _PLACE:
            repetition = repetition_names(flags) if flags & (f.SUICIDE_ONE | f.SUICIDE_SEVERAL) else ""
            yield Event(_place_code(flags), game, row, who, repetition,
                        message=_place_message(flags, int(moves.self_captured[row])))  # fmt: skip
        elif flags & _REPEAT and row > run_until:
            run_until, count = _cycle_run(replays, game, row)
            yield from _repetition(replays, game, row, run_until, count)
        elif row in closing and row > run_until:
            length = row - start + 1 - situation
            yield Event("GO207", game, row, (), "", situation, length, 1, _pass_message(length, situation))
        if flags & f.OUT_OF_TURN:
            yield Event("GO105", game, row, objections(f.OUT_OF_TURN),
                        message=_turn_message(replays, start, row))  # fmt: skip
        if after_end and row == after_end[0]:
            yield Event("GO106", game, row, objections(f.AFTER_END), count=len(after_end),
                        message=f"{_count(len(after_end), 'play')} after two passes in succession.")  # fmt: skip
        if flags & f.FORCED:
            yield Event("GO209" if who else "GO208", game, row, who,
                        message="KO[] stands with a move that some ruleset forbids." if who else
                        "KO[] stands with a move that every ruleset allows.")  # fmt: skip


def _place_code(flags: int) -> str:
    if flags & f.OFF_BOARD_MOVE:
        return "GO102"
    if flags & f.OCCUPIED:
        return "GO101"
    return "GO103" if flags & f.SUICIDE_ONE else "GO104"


def _place_message(flags: int, removed: int) -> str:
    if flags & f.OFF_BOARD_MOVE:
        return "The move is not on the board; nothing is placed."
    if flags & f.OCCUPIED:
        return "A stone stands there already; it is replaced."
    return "The stone has no liberty and is removed." if removed == 1 else (
        f"Its chain of {removed} stones has no liberty and is removed.")  # fmt: skip


def _turn_message(replays: Replays, start: int, row: int) -> str:
    color = ("", "Black", "White")[int(replays.moves.color[row])]
    if row > start and replays.moves.color[row - 1] == replays.moves.color[row]:
        return f"{color} moves twice in succession."
    return f"{color} moves though the other side is to move."


def _who(replays: Replays, game: int, row: int) -> tuple[str, ...]:
    """Return the rulesets that forbid a move, whatever their reason."""
    moves = replays.moves
    first_pass = int(replays.fact("first_pass")[game])
    lifted = int(moves.situation[row]) < first_pass < row - int(replays.start[game]) + 1
    return objections(int(moves.flags[row]), is_forgotten=lifted)


def _cycle_run(replays: Replays, game: int, row: int) -> tuple[int, int]:
    """Follow a cycle from its first repetition.

    A move goes on with it when it brings back the situation, or else the position, of just as many moves before.

    Returns:
        (last row of the run, how often the cycle went round).
    """
    start, stop = int(replays.start[game]), int(replays.start[game + 1])
    moves = replays.moves
    earlier = moves.situation if moves.situation[row] >= 0 else moves.repeats
    length = row - start + 1 - int(earlier[row])
    last = row
    while last + 1 < stop and earlier[last + 1] >= 0 and last + 2 - start - earlier[last + 1] == length \
            and not moves.flags[last + 1] & _PLACE:  # fmt: skip
        last += 1
    return last, 1 + (last - row) // length


def _repetition(replays: Replays, game: int, row: int, last: int, count: int) -> Iterator[Event]:
    """Yield the event of a forbidden repetition, with all that any of its moves is forbidden by, and its kind."""
    start = int(replays.start[game])
    moves = replays.moves
    number, repeats = row - start + 1, int(moves.repeats[row])
    length = number - repeats
    run = [other for other in range(row, last + 1) if moves.flags[other] & _REPEAT]
    objecting = {ruleset for other in run for ruleset in _who(replays, game, other)}
    who = tuple(ruleset for ruleset in RULESETS if ruleset in objecting)
    names = repetition_names(int(np.bitwise_or.reduce(moves.flags[run])))
    times = "" if count == 1 else f" The cycle goes round {count} times."
    if moves.flags[row] & f.BASIC_KO:
        yield Event("GO201", game, row, who, names, repeats, length, count,
                    f"The ko is retaken at once: the position after move {repeats} is back.{times}")  # fmt: skip
    else:
        yield Event("GO202", game, row, who, names, repeats, length, count,
                    f"The position after move {repeats} is back.{times}")  # fmt: skip
    situation = int(moves.situation[row])
    if situation >= 0 and number - situation > 2:
        yield from _cycle(replays, game, row, situation, number - situation, count)
    elif length > 2:
        yield from _cycle(replays, game, row, repeats, length, count)


def _cycle(replays: Replays, game: int, row: int, since: int, length: int, count: int) -> Iterator[Event]:
    """Yield what kind of cycle ends at a move: no result claimable, sending two returning one, by passes.

    A cycle of odd length brings back the position with the other side to move; it is never one of no result.
    """
    moves = replays.moves
    inside = slice(row - length + 1, row + 1)
    taken = {color: int(moves.captured[inside][moves.color[inside] == color].sum()
                        + moves.self_captured[inside][moves.color[inside] != color].sum())
             for color in (BLACK, WHITE)}  # fmt: skip
    sizes = set(moves.captured[inside][moves.captured[inside] > 0].tolist())
    balance = f"captures Black {taken[BLACK]}, White {taken[WHITE]}"
    if length % 2 == 0 and taken[BLACK] == taken[WHITE] and not _passes(replays, row, length):
        yield Event("GO205", game, row, (), "", since, length, count,
                    f"A cycle of {length} moves since move {since}, {balance}, no passes: no result may be claimed "
                    "where no superko rule stands.")  # fmt: skip
    elif taken[BLACK] != taken[WHITE] and sizes == {1, 2}:
        gainer = "Black" if taken[BLACK] > taken[WHITE] else "White"
        yield Event("GO206", game, row, (), "", since, length, count,
                    f"Sending two, returning one: {balance}, {gainer} gains each time round.")  # fmt: skip
    if _passes(replays, row, length):
        yield Event("GO207", game, row, (), "", since, length, count, _pass_message(length, since))


def _passes(replays: Replays, row: int, length: int) -> bool:
    return bool((replays.moves.flags[row - length + 1 : row + 1] & f.PASS_MOVE).any())


def _pass_message(length: int, since: int) -> str:
    return f"The position after move {since} is back through a cycle of {length} moves with a pass in it."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
