"""A replayed chunk of games, as structs of arrays for all later stages."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.labels import Boards, LabeledBoards
from goanalyze.points import BLACK, PASS, WHITE

FACTS = (
    "moves",
    "passes",
    "black_prisoners",
    "white_prisoners",
    "ended_at",
    "first_pass",
    "setup_breaks",
    "first_setup_break",
    "black_setup",
    "white_setup",
    "handicap_moves",
    "no_liberty_point",
    "dropped_moves",
    "first_fault",
    "end_run",
    "setup_off_board",
    "stops",
    "second_stop",
    "last_stop",
)
"""Columns of the facts of each game, int32.

* moves, passes: numbers of moves and of passes.
* black_prisoners, white_prisoners: stones captured by Black and by White; suicides are the opponent's prisoners.
* ended_at: number of the second of two passes in succession, one of each side (0 = none).
* first_pass: number of the first pass (0 = none).
* setup_breaks, first_setup_break: number of edits after the first move, and the number of the move before the first.
* black_setup, white_setup: stones set up before the first move.
* handicap_moves: Black's opening moves that place handicap stones.
* no_liberty_point: a point of a chain that setup left without liberties (−1 = none).
* dropped_moves: moves beyond the limit, which are not replayed.
* first_fault: first move that is occupied, off board, suicide or basic ko (0 = none).
* end_run: passes in succession that end the record, those of one side in succession counted once; or those of the last
  stop if only dame and own territory were filled after it.
* setup_off_board: setup points that are not on the board.
* stops: number of stops, two passes in succession each, one of each side, so that four are two stops.
* second_stop, last_stop: numbers of the passes that complete the second stop and the last (0 = none).
"""


class Moves(NamedTuple):
    """One row per play or pass; the rows of game g are ``start[g]:start[g] + facts[g, moves]``.

    Attributes:
        color: uint8[moves], 1 for Black, 2 for White.
        point: int16[moves], index of the point, −1 for a pass, −2 off the board.
        flags: uint32[moves], bits of `goanalyze.core.flags`.
        captured: int16[moves], number of the opponent's stones that the move removes.
        self_captured: int16[moves], number of the player's own stones that it removes.
        repeats: int32[moves], number of the latest earlier move with the same position, 0 for the start, −1 for none;
            of plays only.
        situation: int32[moves], number of the latest earlier move with the same position and side to move, 0 for the
            start, −1 for none; of plays and passes.
        at: int32[moves], offset of the move in the buffer.
    """

    color: NDArray[np.uint8]
    point: NDArray[np.int16]
    flags: NDArray[np.uint32]
    captured: NDArray[np.int16]
    self_captured: NDArray[np.int16]
    repeats: NDArray[np.int32]
    situation: NDArray[np.int32]
    at: NDArray[np.int32]


class IngViolation(NamedTuple):
    """A move that Ing's ko rule forbids, as `goanalyze.replay.cycles` judges it.

    Attributes:
        row: Row of the move in `Replays.moves`.
        removed: Points of the hot stones that it removes, ascending; empty if it repeats a disturbing ko.
        since: Number of the move after which the cycle begins, 0 for the start.
        length: Number of moves in one round of the cycle.
        kind: Name of the cycle.
    """

    row: int
    removed: tuple[int, ...]
    since: int
    length: int
    kind: str


@dataclass(frozen=True)
class Replays:
    """A replayed chunk of games.

    Attributes:
        width: int16[games], number of columns, as in `Records`.
        height: int16[games], number of rows, as in `Records`.
        start: int64[games + 1]; the moves of game g are rows ``start[g]:start[g + 1]`` of `moves`.
        moves: Plays and passes, one row each.
        facts: int32[games, len(FACTS)], facts of each game, by name through `fact`.
        boards: uint8[points], final positions; game g's are ``board_start[g]:board_start[g + 1]``, row-major.
        board_start: int64[games + 1], first point of each final position, and the end.
        placing_moves: int32[games], first moves that place handicap stones; more than `handicap_moves` if White passes
            between them: B, pass, B, pass, … (New Zealand rules).
        implied_points: Points of handicap stones that the record leaves out and implies, by game (GO154).
        ing_violations: Moves that Ing's ko rule forbids, in the order of rows.
        cycle_ends: Cache of `goanalyze.replay.cycles.completing_rows`, empty before its first call.
    """

    width: NDArray[np.int16]
    height: NDArray[np.int16]
    start: NDArray[np.int64]
    moves: Moves
    facts: NDArray[np.int32]
    boards: NDArray[np.uint8]
    board_start: NDArray[np.int64]
    placing_moves: NDArray[np.int32]
    implied_points: dict[int, list[int]] = field(default_factory=dict)
    ing_violations: list[IngViolation] = field(default_factory=list)
    cycle_ends: list[NDArray[np.int64]] = field(default_factory=list, repr=False)

    def __len__(self) -> int:
        return len(self.width)

    @property
    def prisoners(self) -> NDArray[np.int32]:
        """int32[games, 2], stones of the opponent that Black and White captured."""
        return np.stack((self.fact("black_prisoners"), self.fact("white_prisoners")), axis=1)

    @property
    def implied(self) -> NDArray[np.bool_]:
        """bool[games], True for games with implied handicap stones."""
        implied = np.zeros(len(self), dtype=np.bool_)
        implied[list(self.implied_points)] = True
        return implied

    @cached_property
    def finals(self) -> LabeledBoards:
        """The final positions of all games."""
        return LabeledBoards.of(Boards(self.boards, self.board_start, self.width, self.height))

    def fact(self, name: str) -> NDArray[np.int32]:
        """Return one column of the per-game facts, int32[games]; names and meanings: `FACTS`."""
        return self.facts[:, FACTS.index(name)]


def stops_of(replays: Replays, game: int) -> list[int]:
    """Return the numbers of the passes that complete a stop: each answers a pass of the opponent, in one stop only.

    Args:
        replays: A replayed chunk.
        game: Index of the game.

    Rule: Japanese rules 1989, art. 9.1. After a stop passes are counted anew.
    """
    if not replays.fact("stops")[game]:
        return []
    start, end = replays.start[game : game + 2].tolist()
    color, point = replays.moves.color[start:end], replays.moves.point[start:end]
    stops, waiting, before = list[int](), 0, 0  # stops; side whose pass awaits an answer; number of the last pass
    for number in (np.flatnonzero(point == PASS) + 1).tolist():
        side = int(color[number - 1])
        if number == before + 1 and waiting == BLACK + WHITE - side:
            stops.append(number)
            waiting = 0
        else:
            waiting = side
        before = number
    return stops
