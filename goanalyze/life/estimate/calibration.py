"""The thresholds and tuned numbers of life and death, each with the games and the date of its choice.

Archives are named as in `tests/benchmarks`. Percentages of recorded results are of games with a recorded margin whose
count equals it. Numbers of the playouts' moves are constants of `playout_moves.hpp` and `playouts.cpp`, since each
playout reads them many times; they were tuned on kgs-2003 and kgs-2006 (2026-11-21), where all have a flat optimum.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Rates(NamedTuple):
    """Rates of right answers by score, linear between the measured scores.

    Attributes:
        scores: the scores, ascending.
        rates: share of right answers at each score.

    Example:
        >>> Rates((0.0, 1.0), (0.5, 0.9)).at([0.0, 0.25, 2.0]).tolist()
        [0.5, 0.6, 0.9]
    """

    scores: tuple[float, ...]
    rates: tuple[float, ...]

    def at(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Return the rate at each score, that of the nearest measured score beyond the ends."""
        rates: NDArray[np.float64] = np.interp(np.asarray(scores), self.scores, self.rates)
        return rates


# --- Statuses of chains ---

DEAD_BELOW: Final = 0.5
"""Share of its own points below which a chain is dead. Tuned on kgs-2003 and kgs-2006, 2026-11-21.

`playouts.cpp` goes by half, too, when it leaves playouts out."""
STATUS_MARGIN: Final = 0.01
"""Distance from `DEAD_BELOW` of a chain's probability if consistency gave it the other status. Chosen, not measured."""
CERTAIN_FROM: Final = 0.9999
"""Probability from which a status is certain, so that the chain is left out of playouts.

A lower one makes large groups without eyes alive. Tuned on kgs-2003 and kgs-2006, 2026-11-23.
"""

# --- The cascade of estimates ---

NETWORK_SIDE: Final = 19
"""Side of the boards that the small network judges. It was measured on no others."""
FEW_PLAYOUTS: Final = 8
"""First playouts of a position. Tuned on kgs-2003, kgs-2006 and tygem-2009-12, 2026-11-23."""
MORE_PLAYOUTS: Final = 40
"""Further playouts, if the first ones contradict the small network. Tuned as `FEW_PLAYOUTS`."""
DECIDED_FROM: Final = 0.3
"""Joint probability of all statuses from which the small network can decide a position.

Tuned on kgs-2003, kgs-2006 and tygem-2009-12, 2026-11-23: of the 5,305 of their games that it decides it gives 10 the
recorded result that 80 playouts and two larger networks miss, and misses 3 that they give.
"""
ENOUGH_LOG_ODDS: Final = 3.5
"""Logarithm of the odds at which small network and playouts together are sure enough to stop the first playouts.

Each playout by which the claimed sides lead makes the odds of the network e times as high: one is enough from 0.925 on,
five are at 0.3. Of 3, 3.2 and 3.5 the highest is the first with which each of nine archives (kgs-2002, kgs-2003,
kgs-2006, kgs-2017a, fox-9k, tygem-2006, tygem-2009-12, tygem-2015, tom: 12,394 games with a recorded count) has the
same number of exact counts as when only playouts that could change nothing were left out. 2026-11-24.
"""

# --- Confidence in a whole set of dead stones ---
# Rates of the recorded result, by the joint probability of all statuses, on kgs-2003, kgs-2006 and tygem-2009-12,
# 2026-11-23. Of the fifth of these games that no network was trained on, sets of the small network are right as often
# (95.8% and 95.7%), those of the larger one with agreeing playouts less often (87.5% and 91.6%).

AGREED_RATES: Final = Rates((0.0, 0.5, 0.7, 0.85, 1.0), (0.60, 0.78, 0.87, 0.92, 0.935))
"""Rates of the larger network where playouts alone give the same set (725 games)."""
DISAGREED_RATES: Final = Rates((0.0, 0.5, 1.0), (0.55, 0.67, 0.80))
"""Rates of the larger network where playouts alone give another set (79 games)."""
SMALL_NETWORK_RATES: Final = Rates((DECIDED_FROM, 0.5, 0.8, 0.95, 1.0), (0.82, 0.90, 0.925, 0.96, 0.977))
"""Rates of positions that the small network decides (5,305 games)."""
PLAYOUT_RATES: Final = Rates((0.0, 0.05, 0.12, 0.5, 1.0), (0.48, 0.75, 0.90, 0.945, 0.955))
"""Rates of playouts alone, by the lead of the owner in the least clear chain. kgs-2003 and kgs-2006, 2026-11-21."""
MOST_RECONCILED: Final = 0.45
"""Highest confidence if areas had to be made consistent: 62% of 68 games were right (50–72%)."""
MOST_RECONCILED_PLAYOUTS: Final = 0.35
"""The same of playouts alone: 35% of 109 games were right."""
PROVEN_CONFIDENCE: Final = 0.998
"""Confidence in positions that are proven altogether; all of the few of real archives agree with their markup."""

# --- Confidence in other sources ---

MARKUP_CONFIDENCE: Final = 0.995
"""Rate of the recorded result with the marked points: 395 of 396 games of kgs-2017a, January–March. 2026-11-21."""
MOST_UNMEASURED: Final = 0.85
"""Highest confidence of an estimate on boards with a side below `UNMEASURED_SIDE`. Chosen, not measured."""
UNMEASURED_SIDE: Final = 5
"""Shortest side of the boards of which archives have enough games to measure estimates."""
GTP_CONFIDENCE: Final = 0.95
"""Confidence in a program's list of dead stones.

GNU Go 3.8 at level 5 called dead the stones that the players had marked in 192 of 200 games of kgs-2017a (92 to 98%),
and the count was the recorded one in 193. 2026-11-22.
"""
KATAGO_CLEARNESS: Final = (0.5, 0.97)
"""Lowest and highest confidence in KataGo's statuses, linear in the ownership of the least clear chain. Chosen."""
KATAGO_LIVES_FROM: Final = 0.2
"""Mean ownership of its own side (−1 to 1) from which a chain lives, as in KataGo's own `final_status_list`."""

# --- Territory markup ---


class MarkupLimits(NamedTuple):
    """The limits beyond which the marks of a game are not those of a finished position.

    Attributes:
        unmarked_percent: percentage of the open points, which are empty or have a dead stone, that are unmarked.
        unmarked: unmarked points, if they are also more than `unmarked_percent`; fewer are in any finished game.
        open_borders: pairs of adjacent open points that belong to different areas.
    """

    unmarked_percent: int = 30
    unmarked: int = 10
    open_borders: int = 3


MARKUP_LIMITS: Final = MarkupLimits()
"""Dame and seki leave under 22% of the open points unmarked in 698 of 702 marked games. The other four, from 31% on,
end in mid-game or mark a few points only.

Programs that mark areas write their own estimate, also in mid-game. Stones divide the areas of a finished game: 738 of
743 marked games have at most 3 open borders. The other five are unfinished and have 31 and more, but for one with 13.
Chosen on marked games of the archives in dev/, 2026-11-21.
"""

# --- The finisher ---


class FinisherWeights(NamedTuple):
    """The values of the finisher's moves, in hundredths of a point.

    Attributes:
        point: a point of territory, and a point of one's own that a move fills.
        stone: a stone that a move captures or rescues, with the point under it.
        no_value: value that a move must exceed; otherwise the side passes.
        rescue: added to the stones of a rescue.
        threat: added to the stones of a move after which the opponent loses some after any answer.
        defence: added to the stones of a defence against such a move.
        forcing: an atari whose answer fills a point of the opponent's own.
        atari: another atari.
        noise: random addition to a neutral point in all runs but the first; the values are below it.
    """

    point: int = 100
    stone: int = 200
    no_value: int = -100
    rescue: int = 30
    threat: int = -50
    defence: int = -60
    forcing: int = 50
    atari: int = 20
    noise: int = 50


FINISHER_WEIGHTS: Final = FinisherWeights()
"""Chosen while reading some 80 boards of fox-9k, tygem-2006 and go_viewer; nothing is fitted. 2026-11-26."""
FINISHER_RUNS: Final = 9
"""Runs of a position whose count the first run changes. On fox-9k (665 games) as good as nine runs of all positions."""

# --- Proofs ---

SMALL_REGION: Final = 7
"""Points of the largest region within which the owner replies by default. Chosen for time: dev, 2026-11-24."""
REPLY_POSITIONS: Final = 250
"""Positions of a region that a search of replies looks at by default. 2,000 prove 2% more chains. 2026-11-28."""

# --- Confirmation by article 7 ---

MAX_EMPTY: Final = 16
"""Empty points of a region; a search of more seldom ends. The fixture `data/confirmation.toml`, 2026-11-22."""
QUESTION_BUDGET: Final = 200_000
"""Positions that one question may search. The fixture `data/confirmation.toml`, 2026-11-22."""
BATCH_BUDGET: Final = 20_000
"""The same in a batch. kgs-2006 and kgs-2017a, 2026-11-22."""
FIRST_BUDGET: Final = 2_000
"""Positions of the first round of questions, and to classify the life of a proven chain."""
BUDGET_GROWTH: Final = 10
"""Factor of the budget from one round of questions to the next."""
EVERYWHERE_BUDGET: Final = 20_000
"""Positions searched for new stones anywhere. With more, the points that count are worth the searches to find them."""
DOUBT_BELOW: Final = 0.9
"""Difference of the chances of life and death below which a chain is in doubt. kgs-2006 and kgs-2017a, 2026-11-22."""
LIVING_FROM: Final = 0.95
"""Probability of life from which chains count as living if their group has two eyes. As `DOUBT_BELOW`."""
