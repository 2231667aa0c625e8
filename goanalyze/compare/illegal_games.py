"""Games with illegal moves: the one definition and the one wording of their number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goanalyze.util.numbers import plural


def illegal_games(
    first_illegal: NDArray[np.float64], forbidden_by_all: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the games with a move that every ruleset forbids, and the other games with a move that some forbid.

    Args:
        first_illegal: float64[games, rulesets], number of the first illegal move, NaN for none.
        forbidden_by_all: rows of games with a finding on a move of the main line that all rulesets forbid, −1 for none.

    Returns:
        Two arrays of rows of games, ascending.
    """
    is_illegal = ~np.isnan(first_illegal)
    by_some = np.asarray(is_illegal.any(axis=1))
    by_all = np.asarray(is_illegal.all(axis=1)) & by_some
    is_certain = np.zeros(len(first_illegal), dtype=np.bool_)
    is_certain[forbidden_by_all[forbidden_by_all >= 0]] = True
    if first_illegal.shape[1]:
        is_certain |= (first_illegal == first_illegal[:, :1]).all(axis=1)
    by_all &= is_certain
    return np.flatnonzero(by_all), np.flatnonzero(by_some & ~by_all)


def illegal_caption(by_all: int, by_some: int) -> str:
    """Return a clause on the number of games with illegal moves; empty for none."""
    number, rulesets = (by_all, "every ruleset forbids") if by_all else (by_some, "only some rulesets forbid")
    if not number:
        return ""
    more = f"; {by_some:,} more only some" if by_all and by_some else ""
    return f"{plural(number, 'game')} {'has' if number == 1 else 'have'} a move that {rulesets}{more}"
