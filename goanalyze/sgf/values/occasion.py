"""Who played when: ranks and date, properties BR, WR and DT. Server ratings are not ranks, old calendars not converted.

Ranks are numbers that order ranks, one step per rank:

============  ==================  ===================================
written       number              means
============  ==================  ===================================
30k … 1k      −29 … 0             kyu (级, 級, 급); 40k (−39) is the last
1d … 10d      1 … 10              amateur dan (段, 단)
1p … 9p       11 … 19             professional dan
============  ==================  ===================================

Professional numbers are an order, not a measured strength. A bare ``9段`` of a player known to be a professional is not
looked up: it is read on the amateur scale, as written.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.choices import DatePrecision
from goanalyze.sgf.values.numbers import fold, quote, too_long

_UNKNOWN: Final = frozenset(
    {"nr", "-", "--", "?", "??", "???", "n/a", "none", "unranked", "unknown", "没有", "无", "無"}
)
_KYU: Final = re.compile(r"([0-9]{1,2}) ?-?(?:kyu|k|级|級|급|gup|geup)(?![a-z])")
_DAN: Final = re.compile(r"(?:业余|业|業|アマ|ama(?:teur)?) ?([0-9]{1,2}) ?段|([0-9]{1,2}) ?-?(?:dan|d|段|단)(?![a-z])")
_PRO: Final = re.compile(
    r"(?:p|pro|职业|職業|プロ) ?([1-9])(?: ?(?:段|단|dan|d|p))?(?![a-z0-9])"
    r"|([1-9]) ?-?(?:p|pro|professional)(?![a-z])"
    r"|([1-9]) ?-?(?:dan|d|段|단) ?\(?(?:p|pro|professional|职业|職業)(?![a-z])\)?"
)
_REST: Final = re.compile(r" ?[?*+~]{0,3}(?:[ ,;/(].*)?")  # a server's signs for "not sure yet", then a remark
_RATING: Final = re.compile(r"[0-9]{3,4}[?*]?")
_YEARS: Final = range(1000, 2101)  # a year outside is a slip of the pen or not our calendar
_KEPT_OF_DATE: Final = (0, 4, 7, 10)  # characters of YYYY-MM-DD, by precision
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_PLAIN_DATE: Final = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}(,([0-9]{4}(-[0-9]{2}){0,2}|[0-9]{2}(-[0-9]{2})?))*")
_YEAR_FIRST: Final = re.compile(
    r"([0-9]{4})(?:(?: ?[-./年] ?([0-9]{1,2})(?![0-9]))(?: ?[-./月] ?([0-9]{1,2})(?![0-9]))?)?(?![0-9])"
)
_COMPACT: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})(?:[0-9]{4}|[0-9]{6})?(?![0-9])")
_YEAR_LAST: Final = re.compile(r"([0-9]{1,2}) ?[-./] ?([0-9]{1,2}) ?[-./] ?([0-9]{4})(?![0-9])")
_NAMED: Final = re.compile(rf"(?<![a-z])({'|'.join(_MONTHS)})[a-z]*")
_DAY_AFTER: Final = re.compile(r"[ .,-]{0,2}([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9:])")
_DAY_BEFORE: Final = re.compile(r"(?<![0-9:])([0-9]{1,2})(?:st|nd|rd|th)?(?:-[0-9]{1,2})?(?: of)?[ .,-]{0,2}$")
_ANY_YEAR: Final = re.compile(r"(?<![0-9])([0-9]{4})(?![0-9])")


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank on the scale of this module; None when it is not known."""

    number: int | None
    message: str = ""


def parse_rank(text: str) -> Rank:
    """Read a rank as a number that orders ranks.

    Does not convert between servers or associations, and does not turn a rating into a rank.

    Args:
        text: raw BR or WR; ``""`` when the property is absent or empty.

    Returns:
        Rank; with a message (GO407) when the text is no rank. A remark behind it (a title, a server) is passed over.

    Rule: SGF FF[4], Game-info properties, BR (free text, with k, d and p recommended).

    Example:
        >>> [parse_rank(text).number for text in ("30k", "1k", "5d?", "九段", "P9段", "9p", "NR")]
        [-29, 0, 5, 9, 19, 19, None]
    """
    raw = text.strip()
    if said := too_long("Rank", raw):
        return Rank(None, said)
    folded = fold(raw).replace("初段", "1段")
    if not folded or folded in _UNKNOWN:
        return Rank(None)
    number = _leading_rank(folded)
    if number is None:
        kind = "a rating, not a rank" if _RATING.fullmatch(folded) else "not a rank"
        return Rank(None, f"Rank {quote(raw)} is {kind}.")
    return Rank(number)


def _leading_rank(folded: str) -> int | None:
    """Find the rank a text is, or begins with when a remark follows."""
    if match := _PRO.match(folded):
        number = 10 + int(match[1] or match[2] or match[3])
    elif (match := _DAN.match(folded)) and 1 <= int(match[1] or match[2]) <= 10:
        number = int(match[1] or match[2])
    elif (match := _KYU.match(folded)) and 1 <= int(match[1]) <= 40:
        number = 1 - int(match[1])
    else:
        return None
    return number if _REST.fullmatch(folded, match.end()) else None


@dataclass(frozen=True, slots=True)
class Date:
    """The first day named: ``YYYY-MM-DD``, with 01 for what ``precision`` says is not known."""

    iso: str | None
    precision: DatePrecision
    message: str = ""


def parse_date(text: str) -> Date:
    """Read the first day of a date text.

    Does not read later days of a list, times of day or years outside 1000 to 2100, and does not
    guess which of ``03/04/2001`` is the month.

    Args:
        text: raw DT; ``""`` when the property is absent or empty.

    Returns:
        Date; with a message (GO406) when the text is not written as FF[4] wants it or names an impossible day
        or month (the month or the year is kept then).

    Rule: SGF FF[4], Game-info properties, DT: ``YYYY-MM-DD`` with shortcuts, listed with commas.

    Example:
        >>> parse_date("1996-12-27,28").iso, parse_date("1999-06,07-15").precision.value
        ('1996-12-27', 'month')
        >>> parse_date("Jun 3, 2001").iso, parse_date("03/04/2001").iso, parse_date("long ago").iso
        ('2001-06-03', '2001-01-01', None)
    """
    raw = text.strip()
    if not raw:
        return Date(None, DatePrecision.NONE)
    if said := too_long("Date", raw):
        return Date(None, DatePrecision.NONE, said)
    year, month, day = _parts(fold(raw))
    if year not in _YEARS:
        return Date(None, DatePrecision.NONE, f"Date {quote(raw)} names no year from {_YEARS[0]} to {_YEARS[-1]}.")
    iso, precision = _exact(year, month, day)
    kept = iso[: _KEPT_OF_DATE[precision.index]]
    if _PLAIN_DATE.fullmatch(raw) is None:
        return Date(iso, precision, f"Date {quote(raw)} is not written as YYYY-MM-DD; it is read as {kept}.")
    told = DatePrecision.DAY if day is not None else DatePrecision.MONTH if month is not None else DatePrecision.YEAR
    if precision.index < told.index:
        said = f"Date {quote(raw)} names an impossible day or month; it is read as {kept}."
        return Date(iso, precision, said)
    return Date(iso, precision)


def _parts(folded: str) -> tuple[int, int | None, int | None]:
    """Find year, month and day; the year is 0 when there is none, the others None when not told."""
    if match := _YEAR_FIRST.match(folded) or _COMPACT.match(folded):
        if match[2] is None and (named := _NAMED.search(folded)):
            return _with_name(folded, named)
        return int(match[1]), _number(match[2]), _number(match[3])
    if match := _YEAR_LAST.match(folded):
        first, second, year = int(match[1]), int(match[2]), int(match[3])
        if first == second or second <= 12 < first:
            return year, second, first  # day first, as most of the world writes
        if first <= 12 < second:
            return year, first, second
        return year, None, None
    if named := _NAMED.search(folded):
        return _with_name(folded, named)
    anywhere = _ANY_YEAR.search(folded)
    return (int(anywhere[1]) if anywhere else 0), None, None


def _with_name(folded: str, named: re.Match[str]) -> tuple[int, int | None, int | None]:
    """Read a date whose month is an English word: the day stands beside it, the year anywhere."""
    year = _ANY_YEAR.search(folded)
    day = _DAY_AFTER.match(folded, named.end()) or _DAY_BEFORE.search(folded[: named.start()])
    return (int(year[1]) if year else 0), _MONTHS.index(named[1]) + 1, int(day[1]) if day else None


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _exact(year: int, month: int | None, day: int | None) -> tuple[str, DatePrecision]:
    """Keep of a date what the calendar allows."""
    if month is None or not 1 <= month <= 12:
        return f"{year:04}-01-01", DatePrecision.YEAR
    if day is None or not 1 <= day <= calendar.monthrange(year, month)[1]:
        return f"{year:04}-{month:02}-01", DatePrecision.MONTH
    return f"{year:04}-{month:02}-{day:02}", DatePrecision.DAY
