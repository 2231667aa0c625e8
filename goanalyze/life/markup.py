"""Territory markup at the end of a game (TB, TW), and the stones that a user marks one by one.

The markup of the last node names each side's territory, with the points under dead stones of the opponent (SGF FF[4],
Go). Some programs, as SmartGo, mark areas, with living stones, too. A stone on a point of its own colour lives; one on
a point of the opponent is dead. Areas are used for their dead stones alone, since programs include dame and points that
a seki leaves. Markup that contradicts the board or itself is not used; the reasons are those of `Contradiction`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.position import Position
from goanalyze.errors import EmptyPointError
from goanalyze.kernels.library import kernels
from goanalyze.life.choices import Contradiction, MarkedTerritory, MarkupMode, StatusSource
from goanalyze.life.estimate.calibration import MARKUP_CONFIDENCE, MARKUP_LIMITS
from goanalyze.life.statuses import MarkupError, Statuses
from goanalyze.points import BLACK, EMPTY, WHITE, opponent, to_gtp
from goanalyze.replay.arrays import Replays
from goanalyze.rules import Seki, find_ruleset
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.records import Records
from goanalyze.util.arrow import encode


class _Marks(NamedTuple):
    """Territory markup of a chunk, as the kernel takes it: that of the last node of each game.

    Attributes:
        start: int64[games + 1], first mark of each game, and the end.
        color: uint8[marks], BLACK or WHITE.
        xy: int8[marks, 4], first column and row of a rectangle, then its last column and row.
    """

    start: NDArray[np.int64]
    color: NDArray[np.uint8]
    xy: NDArray[np.int8]


def apply_markup(
    records: Records, replays: Replays, metadata: Metadata, statuses: Statuses, mode: str | MarkupMode = MarkupMode.FULL
) -> None:
    """Set the statuses of games without a source from their territory markup; `OptionError` if the mode is unknown.

    The recorded ruleset decides whether marks leave out eyes in seki.
    """
    mode, tape, base = MarkupMode.read("markup", mode), records.tape, statuses.base
    if mode is MarkupMode.IGNORE or not len(tape.mark_kind):
        return
    marks = _Marks(tape.mark_start, tape.mark_kind, tape.mark_xy)
    is_open = base.source == StatusSource.NONE.index
    boards = replays.finals.only(is_open)
    is_area, contradiction = np.zeros((2, len(replays)), dtype=np.uint8)
    contradicting = np.zeros_like(base.dead)
    kernels.read_marks(
        marks, boards, MARKUP_LIMITS, statuses.marked_owner, base.dead, contradicting, is_area, contradiction
    )
    for game in np.flatnonzero(contradiction).tolist():
        kind = Contradiction.at(contradiction[game])
        points = np.flatnonzero(contradicting[replays.board_start[game] : replays.board_start[game + 1]])
        named = () if kind is Contradiction.OFF_BOARD else tuple(points.tolist())
        statuses.markup_errors[game] = MarkupError(kind, named)
    is_marked = (np.diff(marks.start) > 0) & (boards.width > 0) & (contradiction == 0)
    base.source[is_marked], base.confidence[is_marked] = StatusSource.MARKUP.index, MARKUP_CONFIDENCE
    if mode is MarkupMode.FULL:
        kinds = np.where(_counts_seki(metadata), MarkedTerritory.COMPLETE.index, MarkedTerritory.WITHOUT_SEKI.index)
        statuses.marked_territory[:] = (is_marked & (is_area == 0)) * kinds
    else:
        statuses.marked_owner[:] = EMPTY


def _counts_seki(metadata: Metadata) -> NDArray[np.bool_]:
    """Return True for each game whose recorded ruleset counts eyes in seki, so that players mark them."""
    distinct, names = encode(metadata.columns["ruleset"])
    counted = [name is not None and find_ruleset(name).seki.value is Seki.COUNTED for name in names]
    return np.array(counted, dtype=np.bool_)[distinct]


def marked_chains(position: Position, points: Iterable[int]) -> NDArray[np.bool_]:
    """Return the stones of the chains at some points, bool[points].

    Example:
        >>> np.flatnonzero(marked_chains(Position.from_rows(["XX.", "OO.", "..X"]), [1])).tolist()
        [0, 1]
    """
    selected, first = _stones_at(position, points), position.to_arrays().first
    return np.isin(first, first[selected])


def marked_region(position: Position, points: Iterable[int]) -> NDArray[np.bool_]:
    """Return the stones that are marked as dead if each stone marks its region, bool[points].

    It is every stone that a marked stone of its colour reaches along the lines without crossing an opposing stone.
    Stones of both colours can be marked at once; each is taken by itself, on the whole board.

    Raises:
        EmptyPointError: a point has no stone, or is not on the board.

    Rule: BrainKing.com, Go rules: one marked stone marks all stones of its colour in the region that the opponent
    encloses.
    """
    stones, selected = position.stones, _stones_at(position, points)
    marked = np.zeros(len(stones), dtype=np.bool_)
    for color in (BLACK, WHITE):
        walls = replace(position, stones=np.where(stones == opponent(color), stones, np.uint8(EMPTY)))
        region = walls.to_arrays().first
        marked |= (stones == color) & np.isin(region, region[selected[stones[selected] == color]])
    return marked


def _stones_at(position: Position, points: Iterable[int]) -> NDArray[np.int64]:
    """Return points as an array, int64[n]."""
    selected = np.fromiter(points, dtype=np.int64)
    for point in selected.tolist():
        if not (0 <= point < len(position.stones) and position.stones[point]):
            name = to_gtp(point, position.width, position.height)
            raise EmptyPointError(f"{name} is not a valid dead stone. Expected a point with a stone.")
    return selected
