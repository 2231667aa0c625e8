"""Statistics of shares: how far they can be trusted, and whether one of two is better."""

from __future__ import annotations

from math import comb, erfc, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

_Z95: Final = 1.959963984540054
_MANY: Final = 1_000  # beyond, the normal distribution will do


def wilson(found: ArrayLike, of: ArrayLike) -> tuple[Any, Any]:
    """Return Wilson's 95% interval of shares: `found` out of `of`. Without cases it is from 0 to 1.

    Args:
        found: how many; where a draw counts a half, not always whole.
        of: out of how many; numbers, or arrays of one shape, as the interval then is.

    Example:
        >>> low, high = wilson([0, 50], [10_000, 100])
        >>> low.round(3), round(wilson(0, 10_000)[1] * 10_000, 1)
        (array([0.   , 0.404]), np.float64(3.8))
    """
    part, whole, z = np.asarray(found, dtype=np.float64), np.asarray(of, dtype=np.float64), _Z95
    cases = np.maximum(whole, 1.0)
    share = part / cases
    centre = (share + z * z / (2 * cases)) / (1 + z * z / cases)
    reach = z * np.sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases)) / (1 + z * z / cases)
    low = np.where(part == 0, 0.0, np.maximum(centre - reach, 0.0))
    return low[()], np.where(part == whole, 1.0, np.minimum(centre + reach, 1.0))[()]  # [()]: of numbers, numbers


def sign_tail(won: int, of: int) -> float:
    """Return how likely at least so many of some equal chances are won: the sign test, one-sided.

    Example:
        >>> sign_tail(10, 10), sign_tail(5, 10) > 0.5, sign_tail(0, 0)
        (0.0009765625, True, 1.0)
    """
    if of > _MANY:
        return erfc((won - 0.5 - of / 2) / sqrt(of / 2)) / 2
    term = total = comb(of, won)
    for number in range(won, of):
        term = term * (of - number) // (number + 1)
        total += term
    return total / (1 << of)
