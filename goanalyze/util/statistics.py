"""Statistics of shares: confidence intervals and the sign test."""

from __future__ import annotations

from math import comb, erfc, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

_Z95: Final = 1.959963984540054
_MANY: Final = 1_000  # trials from which the normal distribution is used


def wilson(successes: ArrayLike, trials: ArrayLike) -> tuple[Any, Any]:
    """Return Wilson's 95% interval of shares; 0 to 1 without trials.

    Args:
        successes: number of successes; half a success for a draw.
        trials: number of trials, of the same shape; the ends of the interval have it, too.

    Example:
        >>> low, high = wilson([0, 50], [10_000, 100])
        >>> low.round(3), round(wilson(0, 10_000)[1] * 10_000, 1)
        (array([0.   , 0.404]), np.float64(3.8))
    """
    part, whole, z = np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64), _Z95
    cases = np.maximum(whole, 1.0)
    share = part / cases
    centre = (share + z * z / (2 * cases)) / (1 + z * z / cases)
    reach = z * np.sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases)) / (1 + z * z / cases)
    low = np.where(part == 0, 0.0, np.maximum(centre - reach, 0.0))
    return low[()], np.where(part == whole, 1.0, np.minimum(centre + reach, 1.0))[()]  # [()]: of numbers, numbers


def sign_tail(wins: int, games: int) -> float:
    """Return the probability of at least `wins` wins in games with equal chances: the one-sided sign test.

    Example:
        >>> sign_tail(10, 10), sign_tail(5, 10) > 0.5, sign_tail(0, 0)
        (0.0009765625, True, 1.0)
    """
    if games > _MANY:
        return erfc((wins - 0.5 - games / 2) / sqrt(games / 2)) / 2
    term = total = comb(games, wins)
    for number in range(wins, games):
        term = term * (games - number) // (number + 1)
        total += term
    return total / (1 << games)
