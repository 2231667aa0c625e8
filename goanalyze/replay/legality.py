"""Legality: how many moves of each game each ruleset forbids, and which is the first, for a whole chunk at once.

Only the few moves that carry a flag are looked at. `verdicts.illegal` judges them; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goanalyze.replay.chunk import Replays
from goanalyze.replay.verdicts import PRESETS, forgotten, illegal, mask_of
from goanalyze.rules import Ruleset

__all__ = ["Legality", "legality"]


@dataclass(frozen=True, slots=True)
class Legality:
    """What rulesets forbid in each game.

    Attributes:
        illegal_count: int32[games, rulesets], moves that the ruleset forbids.
        first_illegal: int32[games, rulesets], number of the first of them, 0 for none.
    """

    illegal_count: NDArray[np.int32]
    first_illegal: NDArray[np.int32]


def legality(replays: Replays, rulesets: Sequence[Ruleset] = PRESETS) -> Legality:
    """Count the moves of each game that each ruleset forbids.

    Args:
        replays: a chunk, played out.
        rulesets: whose rules; they are the columns of the result.
    """
    size = len(rulesets), len(replays)  # one ruleset after the other: each is filled in one go
    result = Legality(np.zeros(size, dtype=np.int32).T, np.zeros(size, dtype=np.int32).T)
    mask = 0
    for ruleset in rulesets:
        mask |= mask_of(ruleset)
    rows = np.flatnonzero((replays.moves.flags & np.uint16(mask)) > 0)
    games = np.searchsorted(replays.start, rows, side="right") - 1
    number = (rows - replays.start[games] + 1).astype(np.int32)
    flags = replays.moves.flags[rows]
    lifted = forgotten(number, replays.moves.situation[rows], replays.fact("first_pass")[games])
    for column, ruleset in enumerate(rulesets):
        objected = illegal(ruleset, flags, lifted) > 0
        where, first, count = np.unique(games[objected], return_index=True, return_counts=True)
        result.illegal_count[where, column] = count
        result.first_illegal[where, column] = number[objected][first]
    return result
