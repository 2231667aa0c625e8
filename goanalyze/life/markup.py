"""Marks of players at the end of a game: their territory (TB, TW), and dead stones region by region.

The last node's territory markup names each side's territory, points under dead enemy stones included (SGF FF[4], Go).
Some programs, as SmartGo, mark areas: living stones, too. A stone on a point of its own colour lives, one on a point of
the opponent is dead; areas name the dead stones alone, since they have dame, and points that a seki leaves, as well.
Markup is not used if it contradicts the board or itself: a point for both sides, a point off the board, a chain that is
dead in part, dead stones without an opponent, or a game that is not finished.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.kernels.library import kernels
from goanalyze.life.choices import Contradiction, MarkedTerritory, MarkupMode
from goanalyze.life.statuses import MarkupError, Statuses, no_statuses
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
        replays: the replays of the chunk.
        metadata: the metadata of the chunk. The ruleset of a record decides whether its marks leave out eyes in seki.
        mode: the use of the markup.

    Raises:
        ValueError: `mode` is unknown.
    """
    mode = MarkupMode.read("markup", mode)
    games = len(replays)
    statuses = no_statuses(games, len(replays.boards))
    if mode is not MarkupMode.IGNORE and len(records.tape.mark_kind):
        marks = _Marks(records.tape.mark_start, records.tape.mark_kind, records.tape.mark_xy)
        is_area, contradiction = (np.zeros(games, dtype=np.uint8) for _ in range(2))
        odd = np.zeros_like(statuses.dead)
        kernels.read_marks(marks, replays.finals, statuses.owner, statuses.dead, odd, is_area, contradiction)
        statuses.source[:] = (np.diff(marks.start) > 0) & (replays.width > 0) & (contradiction == 0)
        statuses.confidence[:] = MARKUP_CONFIDENCE * statuses.source
        for game in np.flatnonzero(contradiction).tolist():
            span = slice(*replays.board_start[game : game + 2].tolist())
            reason, points = Contradiction.at(contradiction[game]), tuple(np.flatnonzero(odd[span]).tolist())
            statuses.markup_errors[game] = MarkupError(reason, points if reason is not Contradiction.OFF_BOARD else ())
        if mode is MarkupMode.FULL:
            statuses.as_marked[:] = (statuses.source > is_area) * np.where(
                _without_seki(metadata), MarkedTerritory.WITHOUT_SEKI.index, MarkedTerritory.COMPLETE.index
            )
        else:
            statuses.owner[:] = 0
    return statuses


def _without_seki(metadata: Metadata) -> NDArray[np.bool_]:
    """Return True for each game whose marks leave out eyes in seki: all but those whose ruleset counts these."""
    where, names = encode(metadata.columns["ruleset"])
    counted = [name is not None and find_ruleset(name).seki.value is Seki.COUNTED for name in names]
    return ~np.array(counted, dtype=np.bool_)[where]


def marked_chains(position: Position, points: Iterable[int]) -> frozenset[int]:
    """Return the stones of every chain that has a stone on one of the points.

    Raises:
        ValueError: a point has no stone.
    """
    board, marked = ChainBoard.of(position), frozenset[int]()
    for point in points:
        if board.colors[point] == EMPTY:
            raise ValueError(f"{to_gtp(point, board.width, board.height)} holds no stone that could be dead")
        marked |= board.connected(point)
    return marked


def marked_region(position: Position, points: Iterable[int]) -> frozenset[int]:
    """Return the stones that are marked dead when the stones on `points` are.

    Does not judge whether they are dead. Stones of both colours may be marked at once; each is taken for itself, on the
    whole board.

    Args:
        position: final position; not modified.
        points: a stone each.

    Returns:
        Every stone that a marked stone of its colour reaches along the lines without crossing a stone of the opponent.

    Raises:
        ValueError: a point has no stone or is not on the board.

    Rule: BrainKing.com, Go rules: marking one stone as dead marks all of its colour in the region that the opponent
    encloses.

    Example:
        >>> position = Position.from_rows(["XXXX.", "O.OX.", "..XX.", "XXX.O"])
        >>> [to_gtp(point, 5, 4) for point in sorted(marked_region(position, [5]))]
        ['A3', 'C3']
    """
    marked: frozenset[int] = frozenset()
    for point in points:
        color = position.stones[point] if 0 <= point < len(position.stones) else EMPTY
        if color == EMPTY:
            raise ValueError(f"{to_gtp(point, position.width, position.height)} holds no stone that could be marked")
        if point not in marked:
            is_own = position.stones == color
            board = ChainBoard.of(replace(position, stones=np.where(is_own, EMPTY, position.stones)))
            marked |= board.connected(point) & frozenset(np.flatnonzero(is_own).tolist())
    return marked
