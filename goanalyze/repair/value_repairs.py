"""Values of a game's header, from the text of a record to that of FF[4], where their meaning is certain.

Every function takes the text of a property and returns the text to write; None if it does not change.
"""

from __future__ import annotations

import re
from typing import Final

from goanalyze.rules.choices import Winner
from goanalyze.sgf.choices import DatePrecision, KomiUnit, ResultBy, Unit
from goanalyze.sgf.values.clock import parse_time
from goanalyze.sgf.values.numbers import fold
from goanalyze.sgf.values.ranks_dates import parse_date
from goanalyze.sgf.values.result import Result, no_winner_of, parse_result
from goanalyze.sgf.values.size_komi_handicap import parse_handicap, parse_komi
from goanalyze.util.numbers import decimal_text, points_text

_LONGEST: Final = 100  # characters of a time limit
_MOST_ZI: Final = 20.0  # of a margin; a greater number without a quarter may be the count of a board
_REAL: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_ESCAPED: Final = re.compile(rb"\\(?:\r\n|\n\r|\r|\n)|\\(.?)|\r\n|[\t\n\v\f\r]", re.DOTALL)
_MANNERS: Final = {ResultBy.RESIGN: "R", ResultBy.TIME: "T", ResultBy.FORFEIT: "F", ResultBy.UNKNOWN: ""}
_TIME_OF_DAY: Final = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\.[0-9]+)?(?: ?[ap]m\b)?")
_WORDS_OF_DATES: Final = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?<=[0-9])(?:st|nd|rd|th)\b|\bof\b|\b(?:utc|gmt)\b"
    r"|(?<=[0-9])[tz]\b|[年月日년월일]"
)


def simple_text(raw: bytes) -> str:
    r"""Return a value as SimpleText, as `values.cpp` in `goanalyze.kernels` does.

    Rule: SGF FF[4], SimpleText.

    Example:
        >>> simple_text(b" a\\]b\\\r\nc\nd "), simple_text(b"a\\")
        ('a]bc d', 'a')
    """
    plain = _ESCAPED.sub(lambda match: (match[1] or b"") if match[0][:1] == b"\\" else b" ", raw)
    return plain.decode("utf-8", errors="replace").strip(" ")


def escaped(text: str) -> bytes:
    """Return a text as it is written between brackets."""
    return text.replace("\\", "\\\\").replace("]", "\\]").encode("utf-8", errors="replace")


def komi(text: str) -> str | None:
    """Return a komi in points.

    Example:
        >>> [komi(text) for text in ("375", "6目半", "6,5", "6.5", "six")]
        ['7.5', '6.5', '6.5', None, None]
    """
    value = parse_komi(text)
    if value.points is None or (_REAL.fullmatch(text) and value.unit is KomiUnit.POINTS):
        return None
    new = decimal_text(value.points)
    return new if parse_komi(new).points == value.points else None


def result(text: str) -> str | None:
    """Return a result in one of the forms of FF[4]; None for a result without one, as a loss of both players.

    A number of zi that may be a count, and a win by 0, which a rule for ties gives, do not change.

    Example:
        >>> [result(text) for text in ("黑胜2又3/4子", "W+0.02", "Jigo", "白中押し勝ち", "不明", "B+3.5", "両負け")]
        ['B+5.5', 'W+', '0', 'W+R', '?', None, None]
    """
    value = parse_result(text)
    new = _result_text(value, text)
    return new if value.message and new is not None and _is_same(parse_result(new), value) else None


def _result_text(value: Result, text: str) -> str | None:
    if value.winner is Winner.DRAW:
        return "0"
    if value.winner in (Winner.BLACK, Winner.WHITE):
        if value.by is ResultBy.SCORE:
            margin = abs(value.margin or 0.0)
            is_count = value.unit is Unit.ZI and margin > _MOST_ZI and (margin * 2).is_integer()
            return None if is_count or not margin else points_text(value.points or 0.0)
        manner = _MANNERS.get(value.by)
        return None if manner is None else f"{'B' if value.winner is Winner.BLACK else 'W'}+{manner}"
    if value.winner is None and value.by is ResultBy.VOID:
        return "Void"
    is_unknown = value.by is ResultBy.UNKNOWN and no_winner_of(fold(text)) is ResultBy.UNKNOWN
    return "?" if is_unknown else None


def _is_same(new: Result, old: Result) -> bool:
    """Return True if a result is the same; FF[4] has no words for a game broken off or for the last recorded move."""
    same = (new.winner, new.by, new.points) == (old.winner, old.by, old.points)
    return same and not new.message and not old.is_broken_off and old.move_limit is None


def date(text: str) -> str | None:
    """Return a date if its text names one day, month or year and nothing else; a time of day is left out.

    Example:
        >>> [date(text) for text in ("2001/6/3", "Sunday, Jun 3, 2001 14:30", "03/04/2001", "ca. 1650", "2001-06-03")]
        ['2001-06-03', '2001-06-03', None, None, None]
    """
    value = parse_date(text)
    if not value.message or value.iso is None:
        return None
    rest = _TIME_OF_DAY.sub("", fold(text))
    numbers, is_named = re.findall(r"[0-9]+", rest), re.search(r"(?<![a-z])[a-z]{3}", rest) is not None
    if re.search(r"[^\W\d_]", _WORDS_OF_DATES.sub("", rest)):
        return None
    compact = value.precision is DatePrecision.DAY and len(numbers) == 1 and len(numbers[0]) in (8, 12, 14)
    has_month_name = is_named and re.search(r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", rest) is not None
    if not compact and len(numbers) != value.precision.index - has_month_name:
        return None
    new = value.iso[: (0, 4, 7, 10)[value.precision.index]]
    return None if parse_date(new).message else new


def handicap(text: str) -> str | None:
    """Return a number of handicap stones.

    Example:
        >>> handicap("让3子"), handicap("先相先"), handicap("4"), handicap("7.5")
        ('3', '0', None, None)
    """
    stones = parse_handicap(text).stones
    return None if stones is None or re.fullmatch("[0-9]+", text) else str(stones)


def time_limit(text: str) -> str | None:
    """Return a time limit in seconds, where the text names nothing else.

    Example:
        >>> time_limit("1 hr"), time_limit("1800"), time_limit("10:00(5x1:00)")
        ('3600', None, None)
    """
    if not text or _REAL.fullmatch(text) or len(text) > _LONGEST or re.search(r"[(/+;,{-]", fold(text)):
        return None
    value = parse_time(text)
    return None if value.seconds is None or value.overtime else decimal_text(value.seconds)
