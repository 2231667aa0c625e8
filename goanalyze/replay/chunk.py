"""A chunk of games played out, as structs of arrays: what every later stage reads. Nothing is worked out here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.vocabulary.boards import Boards

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
"""Columns of the per-game facts, int32: counts of moves and passes; stones taken from White by Black and from Black by
White, own suicides counted for the enemy; move number of the second of two passes in succession, one of each side (0
= none), of the first pass; setup after the first move (count, number of the move before it); stones set up before
the first move; Black's opening moves that stand for handicap; a point of a chain that setup left without liberty (−1
= none); moves beyond the limit, not replayed; first move that is occupied, off board, suicide or basic ko (0 =
none); passes in succession that end the record, those of one side in succession counted once, or those of the last
stop where only dame and own territory were filled after it; setup points that are not on the board; how often play
stopped, two passes in succession each, one of each side, so that four are two stops; move numbers of the passes that
complete the second stop and the last (0 = none)."""


class Moves(NamedTuple):
    """One row per play or pass; the rows of game g are ``start[g]:start[g] + facts[g, moves]``.

    Attributes:
        color: uint8, 1 Black, 2 White.
        point: int16, index, −1 pass, −2 off board.
        flags: uint32, bits of `goanalyze.core.flags`.
        captured: int16, opponent's stones taken.
        self_captured: int16, own stones removed for lack of liberties.
        repeats: int32, number of the latest earlier move with the same position (0 = the start), −1 none; plays only.
        situation: int32, the same for position and side to move, plays and passes.
        at: int32, where the move stands in the buffer.
    """

    color: NDArray[np.uint8]
    point: NDArray[np.int16]
    flags: NDArray[np.uint32]
    captured: NDArray[np.int16]
    self_captured: NDArray[np.int16]
    repeats: NDArray[np.int32]
    situation: NDArray[np.int32]
    at: NDArray[np.int32]


class Offence(NamedTuple):
    """A move that Ing's ko rule objects to; `goanalyze.replay.ing` says how it is judged.

    Attributes:
        row: the move, a row of `Replays.moves`.
        removed: points of the hot stones that it removes; none where it goes round a disturbing ko once more.
        since: number of the move after which the cycle begins, 0 for the start.
        length: moves in one round of the cycle.
        kind: what the cycle is called.
    """

    row: int
    removed: tuple[int, ...]
    since: int
    length: int
    kind: str


@dataclass(frozen=True, slots=True)
class Replays:
    """A chunk of games played out.

    Attributes:
        width, height: int16[games], as in `Records`.
        start: int64[games + 1]; the moves of game g are rows ``start[g]:start[g + 1]`` of `moves`.
        moves: what happened, one row per play or pass (`Moves`).
        facts: int32[games, len(FACTS)], per-game facts by name through `fact`.
        boards: uint8[points], final positions; game g's are ``board_start[g]:board_start[g + 1]``, row-major.
        board_start: int64[games + 1].
        placing_moves: int32[games], first moves that place handicap stones; more than `handicap_moves` if White passes
            between them: B, pass, B, pass, … (New Zealand rules).
        implied_points: by game, the points of the handicap stones that the record leaves out and means (GO154).
        offences: what Ing's ko rule objects to, in the order of rows; `replay_records` finds them.
        completing: what `goanalyze.replay.cycles.completing_rows` has found, once it was asked.
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
    offences: list[Offence] = field(default_factory=list)
    completing: list[NDArray[np.int64]] = field(default_factory=list, repr=False)

    def __len__(self) -> int:
        return len(self.width)

    @property
    def implied(self) -> NDArray[np.bool_]:
        """The games with handicap stones that are implied, bool[games]."""
        implied = np.zeros(len(self), dtype=np.bool_)
        implied[list(self.implied_points)] = True
        return implied

    @property
    def finals(self) -> Boards:
        """The final positions as kernels take them."""
        return Boards(self.boards, self.board_start, self.width, self.height)

    def fact(self, name: str) -> NDArray[np.int32]:
        """Return one column of the per-game facts, int32[games]; names and meanings: `FACTS`."""
        return self.facts[:, FACTS.index(name)]
