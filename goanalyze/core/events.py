"""What happens in a game: moves and setup as recorded, and moves as they happened. Values; nothing is played here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Play:
    """A move as recorded.

    Attributes:
        color: `BLACK` or `WHITE`.
        point: its index, PASS or OFF_BOARD.
        forced: whether the record says KO[].
    """

    color: int
    point: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """An edit of the position: stones by point (0 empties it), and whose turn it then is, where the record says so."""

    stones: tuple[tuple[int, int], ...] = ()
    turn: int | None = None


class PlayedMove(NamedTuple):
    """A move as it happened.

    Attributes:
        number: plays and passes are counted from 1.
        color: who moved.
        point: where, or PASS, or OFF_BOARD.
        flags: facts about it, bits of `goanalyze.core.flags`.
        captured: points of the opponent's stones that it removed.
        self_captured: points of the player's own that it removed.
        repeats: number of the latest earlier move with this position, 0 for the start, -1 for none. Of plays alone.
        situation: the same with the same side to move next, of passes, too.

    Example:
        >>> import goanalyze as ga
        >>> move = ga.Board.from_rows(["OX.", ".OX", "..."]).play("A2", "black")
        >>> move.number, move.point, sorted(move.captured)
        (1, 3, [0])
    """

    number: int
    color: int
    point: int
    flags: int
    captured: frozenset[int]
    self_captured: frozenset[int]
    repeats: int
    situation: int
