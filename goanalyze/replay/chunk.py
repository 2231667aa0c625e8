"""A chunk of games played out, as structs of arrays: what every later stage reads. Nothing is worked out here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.replay.kernel import FACTS, Moves
from goanalyze.vocabulary.boards import Boards


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
        moves: what happened, one row per play or pass (`kernel.Moves`).
        facts: int32[games, len(FACTS)], per-game facts by name through `fact`.
        boards: uint8[points], final positions; game g's are ``board_start[g]:board_start[g + 1]``, row-major.
        board_start: int64[games + 1].
        implied: bool[games], handicap stones on the standard points were implied (GO154).
        alternating: bool[games], handicap is placed while White passes: B, pass, B, pass, … (New Zealand rules).
        offences: what Ing's ko rule objects to, in the order of rows; `replay_records` finds them.
    """

    width: NDArray[np.int16]
    height: NDArray[np.int16]
    start: NDArray[np.int64]
    moves: Moves
    facts: NDArray[np.int32]
    boards: NDArray[np.uint8]
    board_start: NDArray[np.int64]
    implied: NDArray[np.bool_]
    alternating: NDArray[np.bool_]
    offences: list[Offence] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.width)

    @property
    def finals(self) -> Boards:
        """The final positions as kernels take them."""
        return Boards(self.boards, self.board_start, self.width, self.height)

    def fact(self, name: str) -> NDArray[np.int32]:
        """Return one column of the per-game facts, int32[games]; names and meanings: `kernel.FACTS`."""
        return self.facts[:, FACTS.index(name)]
