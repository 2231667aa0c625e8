"""Ing's ko rule over a recorded game, approximately: no exact algorithm is published.

Sources: Ing SST laws 1991/1996 as retold at senseis, IngKoRule and DisturbingKo. Basic ko and suicide of one stone,
which the laws forbid as well, are flags of the replay itself. Here are the two that need the whole cycle:

* Fighting ko: the first cycle without passes in which both sides take equally many stones. A stone is hot when the next
  play may not remove it: a single ko stone (that is basic ko); two stones of which the last was just played (eternal
  life); and the ko stone played before the last one, as long as ko captures follow each other (triple ko). The first
  play inside the cycle that removes a hot stone is the offence.
* Disturbing ko: a cycle with passes or unequal captures. Who disturbs may go round once; the play that begins a second
  round is the offence. Where one side alone passes, the other side disturbs; else the side that played first in it.

A game without a cycle of more than two moves is not looked at. The readable board plays out the few others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.events import Play, Setup
from goanalyze.core.flags import FAULTY, ING_KO
from goanalyze.replay.chunk import Offence, Replays
from goanalyze.replay.cycles import Cycle, Ledger, balanced_rows, completing_rows, follow
from goanalyze.vocabulary.points import BLACK, WHITE

_NOTHING: Final[frozenset[int]] = frozenset()


def mark_offences(replays: Replays, events_of: Callable[[int], Sequence[Play | Setup]]) -> None:
    """Find the moves that Ing's ko rule objects to: set their flag ING_KO, and add them to `Replays.offences`.

    Args:
        replays: a chunk, played out.
        events_of: returns the events of one of its games, implied handicap stones included.
    """
    balanced = frozenset(balanced_rows(replays).tolist())
    rows = completing_rows(replays)
    games = (replays.start.searchsorted(rows, side="right") - 1).tolist()
    for game, pairs in groupby(zip(games, rows.tolist(), strict=True), key=lambda pair: pair[0]):
        completing = [row for _, row in pairs]
        fighting = [row for row in completing if row in balanced]
        found = set(_disturbing(replays, game, completing, balanced)) if len(fighting) < len(completing) else set()
        if fighting:
            found.update(_fighting(replays, game, fighting[0], events_of(game)))
        for offence in sorted(found):
            replays.moves.flags[offence.row] |= ING_KO
            replays.offences.append(offence)


def _fighting(replays: Replays, game: int, row: int, events: Sequence[Play | Setup]) -> Iterator[Offence]:
    """Yield the first removal of hot stones in the cycle that a row completes, if there is one."""
    start, moves = int(replays.start[game]), replays.moves
    number, since = row - start + 1, int(moves.situation[row])
    captured = _captures(replays, game, events, since, number)
    points = moves.point[start + since : row + 1].tolist()
    for move in range(len(points)):
        if _is_double(points, captured, move) or _is_twin(points, captured, move):
            name = Ledger(replays, game).cycle(number, since).name
            yield Offence(start + since + move, tuple(sorted(captured[move])), since, number - since, name)
            return


def _is_double(points: list[int], captured: list[frozenset[int]], move: int) -> bool:
    """Return whether a play removes two stones or more, the one just played among them: double hot stones."""
    return move >= 1 and len(captured[move]) >= 2 and points[move - 1] in captured[move]


def _is_twin(points: list[int], captured: list[frozenset[int]], move: int) -> bool:
    """Return whether a play removes the opponent's ko stone before the last, amid ko captures: twin hot stones."""
    return (
        move >= 3
        and captured[move] == {points[move - 3]}
        and all(len(captured[before]) == 1 for before in range(move - 3, move))
    )


def _captures(
    replays: Replays, game: int, events: Sequence[Play | Setup], since: int, number: int
) -> list[frozenset[int]]:
    """Return the points that each move after `since` up to `number` captured."""
    board = ChainBoard(int(replays.width[game]), int(replays.height[game]))
    captured: list[frozenset[int]] = []
    for event in events:
        if isinstance(event, Setup):
            board.edit(event.stones)
            continue
        captured.append(board.place(event.color, event.point).captured if event.point >= 0 else _NOTHING)
        if len(captured) == number:
            break
    return captured[since:]


def _disturbing(replays: Replays, game: int, rows: list[int], balanced: frozenset[int]) -> Iterator[Offence]:
    """Yield the plays that begin a second round of a cycle with passes or unequal captures.

    Args:
        replays: a chunk, played out.
        game: number in the chunk.
        rows: those of the game that complete a cycle, in order.
        balanced: those that complete a fighting ko.
    """
    start, moves = int(replays.start[game]), replays.moves
    ledger = Ledger(replays, game)
    returns = {int(moves.situation[row]): row for row in rows}  # the row at which a move's situation next comes back
    told = -1  # rows up to here go on with a cycle already looked at
    for row in rows:
        if row in balanced or row <= told:
            continue
        told = follow(replays, game, row)[0]
        cycle = ledger.cycle(row - start + 1, int(moves.situation[row]))
        first = _first_of_disturber(replays, cycle, row)
        again = returns.get(first - start + 1, -1)
        if again > row and _is_same_play(replays, first, again):
            yield Offence(again, (), cycle.since, cycle.length, cycle.name)


def _is_same_play(replays: Replays, first: int, again: int) -> bool:
    """Return whether two moves are the same play, on an empty point and no suicide."""
    moves = replays.moves
    return (
        moves.point[first] == moves.point[again] >= 0
        and moves.color[first] == moves.color[again]
        and not (moves.flags[first] | moves.flags[again]) & FAULTY
    )


def _first_of_disturber(replays: Replays, cycle: Cycle, last: int) -> int:
    """Return the row of the first play of the side that disturbs in the cycle that ends at a row."""
    moves, rows = replays.moves, range(last + 1 - cycle.length, last + 1)
    passes = {BLACK: cycle.black_passes, WHITE: cycle.white_passes}
    sides = [side for side in passes if passes[side] == 0] or [BLACK, WHITE]
    return next((row for row in rows if moves.point[row] >= 0 and moves.color[row] in sides), rows[0])
