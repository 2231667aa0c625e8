"""The evidence of each game's margins: its dead stones, and the record that confirms or contradicts an estimate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from goanalyze.compare.games import games_by_id
from goanalyze.score.choices import Agreement, Explanation
from goanalyze.tables.reading import Columns
from goanalyze.util.arrow import numbers_of, offsets_of
from goanalyze.util.statistics import wilson

Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GameEvidence:
    """Facts on the final position of each game under any ruleset; arrays [games].

    Attributes:
        is_confirmed: bool[games], True if the count gives the recorded margin under the ruleset that the record names,
            or under the one that fits where it names none.
        is_contradicted: bool[games], True if the count gives another margin or winner than the record, unless another
            ruleset than the one that the record names gives the recorded margin at the recorded komi.
        doubt: float64[games], probability from 0 to 1 that an estimate gives a wrong margin.
        has_no_dead: bool[games], True if no stone on the final board is dead, as far as that is known or estimated.
        has_other_passes: bool[games], True if there are passes other than two that end the record: then one side mostly
            played on while the other passed.
    """

    is_confirmed: Flags
    is_contradicted: Flags
    doubt: NDArray[np.float64]
    has_no_dead: Flags
    has_other_passes: Flags


def game_evidence(games: Columns, counts: Columns, audit: Columns) -> GameEvidence:
    """Return the evidence of each game."""
    games.read(("game_id", "ended_by"))
    counts.read(("black_dead", "white_dead", "black_passes", "white_passes", "count_confidence", "status_source"))
    audit.read(("game_id", "agreement", "explanation"))
    row = games_by_id(audit, games)  # −1 without an audit: the False at the end
    agreement = offsets_of(audit["agreement"], Agreement.names())
    has_other_ruleset = offsets_of(audit["explanation"], (Explanation.OTHER_RULESET.value,)) >= 0
    is_contradicted = (agreement >= 0) & (agreement != Agreement.EXACT.index) & ~has_other_ruleset
    confidence, dead = numbers_of(counts["count_confidence"]), _sum(counts, "dead")
    is_judged = offsets_of(counts["status_source"], ("none",)) < 0
    passes = np.nan_to_num(_sum(counts, "passes"))
    has_final_passes = offsets_of(games["ended_by"], ("passes",)) == 0
    return GameEvidence(
        is_confirmed=np.append(agreement == Agreement.EXACT.index, False)[row],
        is_contradicted=np.append(is_contradicted, False)[row],
        doubt=1.0 - np.nan_to_num(confidence),
        has_no_dead=is_judged & (dead == 0),
        has_other_passes=passes > np.where(has_final_passes, 2, 0),
    )


def _sum(counts: Columns, name: str) -> NDArray[np.float64]:
    total: NDArray[np.float64] = numbers_of(counts[f"black_{name}"]) + numbers_of(counts[f"white_{name}"])
    return total


def doubtful_interval(
    number: ArrayLike, total: ArrayLike, doubt_in: ArrayLike = 0.0, doubt_out: ArrayLike = 0.0
) -> tuple[Any, Any]:
    """Return the 95% interval of a share of games some of which are estimated.

    It is Wilson's interval, widened: of the games in the share those expected to be wrong are taken out for the lower
    end. For the upper end, games outside that are expected to be wrong are added, at the upper end of the share itself,
    since a count that is wrong falls into the share as often as another game.

    Returns:
        The ends of the interval, from 0 to 1.
    """
    _, most = wilson(number, total)
    low, _ = wilson(np.maximum(np.subtract(number, doubt_in), 0.0), total)
    _, high = wilson(np.minimum(np.add(number, most * np.asarray(doubt_out)), total), total)
    return low, high
