"""The day a game was played, property DT: the first day the text names. Calendars of old are not converted."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from typing import Final, Literal

from goanalyze.sgf.values.numbers import fold, quote, too_long

__all__ = ["Date", "Precision", "parse_date"]

Precision = Literal["day", "month", "year", "none"]

_YEARS: Final = range(1000, 2101)  # a year outside is a slip of the pen or not our calendar
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_FF4: Final = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}(,([0-9]{4}(-[0-9]{2}){0,2}|[0-9]{2}(-[0-9]{2})?))*")
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
class Date:
    """The first day named: ``YYYY-MM-DD``, with 01 for what ``precision`` says is not known."""

    iso: str | None
    precision: Precision
    code: str | None = None
    message: str = ""


def parse_date(text: str) -> Date:
    """Read the first day of a date text.

    Does not read later days of a list, times of day or years outside 1000 to 2100, and does not
    guess which of ``03/04/2001`` is the month.

    Args:
        text: raw DT; ``""`` when the property is absent or empty.

    Returns:
        Date; code GO406 when the text is not written as FF[4] wants it or names an impossible day
        or month (the month or the year is kept then).

    Rule: SGF FF[4], Game-info properties, DT: ``YYYY-MM-DD`` with shortcuts, listed with commas.

    Example:
        >>> parse_date("1996-12-27,28").iso, parse_date("1999-06,07-15").precision
        ('1996-12-27', 'month')
        >>> parse_date("Jun 3, 2001").iso, parse_date("03/04/2001").iso, parse_date("long ago").iso
        ('2001-06-03', '2001-01-01', None)
    """
    raw = text.strip()
    if not raw:
        return Date(None, "none")
    if said := too_long("Date", raw):
        return Date(None, "none", "GO406", said)
    year, month, day = _parts(fold(raw))
    if year not in _YEARS:
        return Date(None, "none", "GO406", f"Date {quote(raw)} names no year from {_YEARS[0]} to {_YEARS[-1]}.")
    iso, precision = _exact(year, month, day)
    kept = {"none": "", "year": iso[:4], "month": iso[:7], "day": iso}[precision]
    if _FF4.fullmatch(raw) is None:
        return Date(iso, precision, "GO406", f"Date {quote(raw)} is not written as YYYY-MM-DD; it is read as {kept}.")
    if (month is not None and precision == "year") or (day is not None and precision == "month"):
        said = f"Date {quote(raw)} names an impossible day or month; it is read as {kept}."
        return Date(iso, precision, "GO406", said)
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


def _exact(year: int, month: int | None, day: int | None) -> tuple[str, Precision]:
    """Keep of a date what the calendar allows."""
    if month is None or not 1 <= month <= 12:
        return f"{year:04}-01-01", "year"
    if day is None or not 1 <= day <= calendar.monthrange(year, month)[1]:
        return f"{year:04}-{month:02}-01", "month"
    return f"{year:04}-{month:02}-{day:02}", "day"
