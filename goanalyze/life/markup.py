"""What players mark at the end of a game: their territory (TB, TW), and dead stones region by region.

The last node's territory markup names each side's territory, points under dead enemy stones included (SGF FF[4], Go).
It is taken only if it does not contradict the board: no point for both sides, no stone of the marked colour, no point
off the board, no chain marked in part.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.board.stones import Stones
from goanalyze.kernels.library import kernels
from goanalyze.life.choices import MarkedTerritory, MarkupMode
from goanalyze.life.statuses import Statuses, no_statuses
from goanalyze.replay.chunk import Replays
from goanalyze.rules import Seki, find_ruleset
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.arrow import encode
from goanalyze.vocabulary.points import EMPTY, to_gtp

MARKUP_CONFIDENCE: Final = 0.995
"""How often counting the marked points gives the recorded result: 395 of 396 games of KGS, January–March 2017."""


class _Marks(NamedTuple):
    """Territory markup of a chunk, as the kernel takes it: the last node's of each game.

    Attributes:
        start: int64[games + 1], first mark of each game, and the end.
        color: uint8[marks], BLACK or WHITE.
        xy: int8[marks, 4], first column and row of a rectangle, then its last column and row.
    """

    start: NDArray[np.int64]
    color: NDArray[np.uint8]
    xy: NDArray[np.int8]


def read_markup(
    records: Records, replays: Replays, metadata: Metadata, mode: str | MarkupMode = MarkupMode.FULL
) -> Statuses:
    """Read the statuses of final positions from their markup; of those without, nothing is known.

    Args:
        records: the chunk.
        replays: the same, played out.
        metadata: of the same: the ruleset that a record names decides whether its marks leave out eyes in seki.
        mode: what the markup is used for.

    Raises:
        ValueError: there is no such mode.
    """
    mode = MarkupMode.read("markup", mode)
    games = len(replays)
    statuses = no_statuses(games, len(replays.boards))
    if mode is not MarkupMode.IGNORE and len(records.tape.mark_kind):
        marks = _Marks(records.tape.mark_start, records.tape.mark_kind, records.tape.mark_xy)
        kernels.read_marks(
            marks, replays.finals, statuses.owner, statuses.dead, statuses.source, statuses.contradiction
        )
        statuses.confidence[:] = MARKUP_CONFIDENCE * statuses.source
        if mode is MarkupMode.FULL:
            statuses.as_marked[:] = statuses.source * np.where(
                _without_seki(metadata), MarkedTerritory.WITHOUT_SEKI.index, MarkedTerritory.COMPLETE.index
            )
        else:
            statuses.owner[:] = 0
    return statuses


def _without_seki(metadata: Metadata) -> NDArray[np.bool_]:
    """Return whether the marks of each game leave out eyes in seki: unless its ruleset counts them."""
    where, names = encode(metadata.columns["ruleset"])
    counted = [name is not None and find_ruleset(name).seki.value is Seki.COUNTED for name in names]
    return ~np.array(counted, dtype=np.bool_)[where]


def marked_chains(position: Position, points: Iterable[int]) -> frozenset[int]:
    """Return the stones of every chain that has a stone on one of the points.

    Raises:
        ValueError: there is no stone on a point.
    """
    board, marked = Stones(position), frozenset[int]()
    for point in points:
        if board.colors[point] == EMPTY:
            raise ValueError(f"{to_gtp(point, board.width, board.height)} holds no stone that could be dead")
        marked |= board.connected(point)
    return marked


def marked_region(position: Position, points: Iterable[int]) -> frozenset[int]:
    """Return the stones that are marked dead when the stones on `points` are.

    Does not judge whether they are dead. Stones of both colours may be marked at once; each is taken for itself, on the
    board as it stands.

    Args:
        position: final position; not modified.
        points: a stone each.

    Returns:
        Every stone that a marked stone of its colour reaches along the lines without crossing a stone of the opponent.

    Raises:
        ValueError: there is no stone on a point, or no such point.

    Rule: BrainKing.com, Go rules: marking one stone as dead marks all of its colour in the region that the opponent
    encloses.

    Example:
        >>> position = Position.from_rows(["XXXX.", "O.OX.", "..XX.", "XXX.O"])
        >>> [to_gtp(point, 5, 4) for point in sorted(marked_region(position, [5]))]
        ['A3', 'C3']
    """
    marked: frozenset[int] = frozenset()
    for point in points:
        board = Stones(position)
        color = board.colors[point] if 0 <= point < len(board.colors) else EMPTY
        if color == EMPTY:
            raise ValueError(f"{to_gtp(point, board.width, board.height)} holds no stone that could be marked")
        if point not in marked:
            own = board.remove(frozenset(at for at, stone in enumerate(board.colors) if stone == color))
            marked |= board.connected(point) & own  # with its own stones off, the region is one of empty points
    return marked
