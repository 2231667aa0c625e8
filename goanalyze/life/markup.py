"""Territory markup (TB, TW) read as a judgement of the final position.

The last node's markup names each side's territory, points under dead enemy stones included (SGF FF[4], Go). It is
taken only if it does not contradict the board: no point for both sides, no stone of the marked colour, no point off
the board, no chain marked in part.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from goanalyze.life.statuses import AS_MARKED, MARKUP_CONFIDENCE, SEKI_UNMARKED, Statuses, no_statuses
from goanalyze.replay.replays import Replays
from goanalyze.rules import RULESETS, Seki
from goanalyze.sgf.metadata import Metadata
from goanalyze.sgf.records import Records
from goanalyze.vocabulary.arrow import encode
from goanalyze.vocabulary.points import EMPTY

__all__ = ["CONTRADICTIONS", "MARKUP_MODES", "MarkupMode", "read_markup"]


MarkupMode = Literal["full", "dead", "ignore"]
MARKUP_MODES: Final[tuple[MarkupMode, ...]] = ("full", "dead", "ignore")

CONTRADICTIONS: Final = (
    "",
    "a point is marked for both sides",
    "a stone is marked as territory of its own colour",
    "a marked point is not on the board",
    "a chain is marked in part",
    "much of the board is left unmarked",
)
_TWICE, _OWN_STONE, _OFF_BOARD, _IN_PART, _UNFINISHED = 1, 2, 3, 4, 5

# Dame and seki leave under 22% of the open points unmarked in 698 of 702 marked games; the other four, from 31% on,
# stop in mid-game or mark a few points only.
_MOST_UNMARKED: Final = 0.3
_FEW: Final = 10


def read_markup(records: Records, replays: Replays, metadata: Metadata, mode: MarkupMode = "full") -> Statuses:
    """Judge the final positions of a chunk by their markup.

    Args:
        records: the chunk.
        replays: the same, played out.
        metadata: of the same: the ruleset that a record names decides whether its marks leave out eyes in seki.
        mode: ``full``, the marked points are the territory; ``dead``, only the dead stones are taken from them;
            ``ignore``, the board stands as it is.
    """
    games = len(replays)
    statuses = no_statuses(games, len(replays.boards))
    if mode != "ignore" and len(records.tape.mark_kind):
        tape = records.tape
        _judge(tape.mark_start, tape.mark_kind, tape.mark_xy, replays.width, replays.height, replays.boards,
               replays.board_start, statuses.owner, statuses.dead, statuses.source, statuses.contradiction)  # fmt: skip
        statuses.confidence[:] = MARKUP_CONFIDENCE * statuses.source
        if mode == "full":
            statuses.as_marked[:] = np.where(_without_seki(metadata), SEKI_UNMARKED, AS_MARKED) * statuses.source
        else:
            statuses.owner[:] = 0
    return statuses


def _without_seki(metadata: Metadata) -> NDArray[np.bool_]:
    """Return whether the marks of each game leave out eyes in seki: unless its ruleset counts them."""
    where, names = encode(metadata.columns["ruleset"])
    counted = [name is not None and RULESETS[name].seki.value is Seki.COUNTED for name in names]
    return ~np.array(counted, dtype=np.bool_)[where]


@njit(cache=True, nogil=True)
def _judge(mark_start, mark_kind, mark_xy, width, height, boards, board_start, owner, dead, source, contradiction):
    """Spread the marks of each game over its board; undo them where they contradict it."""
    for game in range(len(width)):
        first, last = mark_start[game], mark_start[game + 1]
        if first == last or width[game] == 0:
            continue
        columns, rows, base = np.int64(width[game]), np.int64(height[game]), board_start[game]
        wrong = 0
        for mark in range(first, last):
            x2, y2 = np.int64(mark_xy[mark, 2]), np.int64(mark_xy[mark, 3])
            if x2 >= columns or y2 >= rows:
                wrong = _OFF_BOARD
                break
            for y in range(mark_xy[mark, 1], y2 + 1):
                for x in range(mark_xy[mark, 0], x2 + 1):
                    point = base + y * columns + x
                    if owner[point] != 0 and owner[point] != mark_kind[mark]:
                        wrong = _TWICE
                    elif boards[point] == mark_kind[mark]:
                        wrong = _OWN_STONE
                    owner[point] = mark_kind[mark]
                    dead[point] = boards[point] != EMPTY
        if not wrong:
            for point in range(base, base + columns * rows):
                if boards[point] == EMPTY:
                    continue
                here = point - base
                right = here % columns + 1 < columns and boards[point + 1] == boards[point]
                below = here + columns < columns * rows and boards[point + columns] == boards[point]
                if (right and dead[point] != dead[point + 1]) or (below and dead[point] != dead[point + columns]):
                    wrong = _IN_PART
            open_points, unmarked = 0, 0
            for point in range(base, base + columns * rows):
                if owner[point] or boards[point] == EMPTY:
                    open_points += 1
                    unmarked += owner[point] == 0
            if unmarked >= _FEW and unmarked > _MOST_UNMARKED * open_points:
                wrong = _UNFINISHED
        if wrong:
            owner[base : base + columns * rows] = 0
            dead[base : base + columns * rows] = 0
            contradiction[game] = wrong
        else:
            source[game] = 1
