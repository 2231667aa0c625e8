"""The komi of Japanese professional games by year, for games without a recorded komi.

It is not part of a ruleset: komi is agreed on before the game, and changed while the rules stayed.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

_ARTICLE: Final = "Wikipedia, Rules of Go, Komi"


class Period(NamedTuple):
    """Years with one komi: the first of them, the komi in points, None where games had different ones; the source."""

    first: int
    komi: float | None
    source: str


PERIODS: Final = (
    Period(0, 0.0, f"{_ARTICLE}: komi did not exist before the 20th century"),
    Period(1900, None, "Sensei's Library, History of Komi: from none to 5 points, by tournament"),
    Period(1939, 4.5, f"{_ARTICLE}: 4.5 when professional games got it; so the 1st Honinbo tournament, 1939"),
    Period(1974, 5.5, f"{_ARTICLE}: 5.5 from 1974"),
    Period(2002, 6.5, f"{_ARTICLE}: 6.5 from 2002; announced in October 2002 (Nihon Kiin, History of Topics 2002)"),
)
"""In order of years."""

HANDICAP: Final = 0.5
"""The komi of handicap games, one stone included, since there is a komi (Wikipedia, Rules of Go, Komi)."""
_SIZE: Final = 19


def period_of(year: int) -> Period:
    """Return the period that a year belongs to.

    Example:
        >>> [period_of(year).komi for year in (1846, 1933, 1939, 1973, 1974, 2001, 2002)]
        [0.0, None, 4.5, 4.5, 5.5, 5.5, 6.5]
    """
    return PERIODS[max(bisect_right([period.first for period in PERIODS], year) - 1, 0)]


def period_komi(year: int | None, width: int, height: int, handicap: int = 0) -> float | None:
    """Return the komi that professional games of a year had, in points.

    None where the year is not known, or games of it had different ones; and off 19×19, where professionals hardly play.

    Example:
        >>> period_komi(1985, 19, 19), period_komi(1985, 19, 19, handicap=1), period_komi(1985, 9, 9)
        (5.5, 0.5, None)
    """
    if year is None or not width == height == _SIZE:
        return None
    komi = period_of(year).komi
    return HANDICAP if komi and handicap else komi
