"""Ranks and dates, properties BR, WR and DT. Ratings and titles are not ranks, lunar calendars not converted.

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
import unicodedata
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.choices import DatePrecision
from goanalyze.sgf.values.numbers import fold, quote, too_long

_UNKNOWN: Final = re.compile(
    r"-*\?*|n/?a|n\.?[/ ]?r\.?\??|no ?rank|none|null|unranked|unrated|unknown|guest|没有|无|無|なし|없음|미정"
)
_KYU: Final = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|er|e|è?me|ème|º|\.)?[ -]?(?:ky[uūûú]s?|k|级|級|급|gup|geup)(?![a-z])"
)
_AMATEUR: Final = r"(?:业余|業余|業餘|业|業|アマチュア|アマ|아마추어|아마|amateur|ama\.?|a)"
_PROFESSIONAL: Final = r"(?:p|professional|prof?\.?|职业|職業|プロ|프로)"
_DAN_WORD: Final = r"(?:dans?|d|段|단)"
_ORDINAL: Final = r"(?:st|nd|rd|th|er|e|è?me|ème|º|\.)?"
_DAN: Final = re.compile(
    rf"(?:{_AMATEUR} ?)?(?:([0-9]{{1,2}}){_ORDINAL}[ -]?{_DAN_WORD}|{_DAN_WORD} ?([0-9]{{1,2}}))(?![a-z])"
    rf"(?: ?\(?{_AMATEUR}(?![a-z])\)?)?"
)
_PRO: Final = re.compile(
    rf"{_PROFESSIONAL} ?([1-9]){_ORDINAL}(?:[ -]?(?:{_DAN_WORD}|p))?(?![a-z0-9])"
    rf"|([1-9]){_ORDINAL}[ -]?{_PROFESSIONAL}(?![a-z])"
    rf"|([1-9]){_ORDINAL}[ -]?{_DAN_WORD}[ ,-]{{0,2}}\(?{_PROFESSIONAL}(?![a-z])\)?"
)
_REST: Final = re.compile(r" ?[?*+~]{0,3}\.?(?:[ ,;/&(\[・].*)?")  # a server's signs for "not sure yet", then a remark
_WORDS: Final = {
    word: f"{number}{unit}"
    for unit, words in (
        ("d", "shodan nidan sandan yondan godan rokudan nanadan hachidan kudan"),
        ("단", "초단 이단 삼단 사단 오단 육단 칠단 팔단 구단"),
    )
    for number, word in enumerate(words.split(), start=1)
} | {"初段": "1段", "入段": "1段", "yodan": "4d", "shichidan": "7d", "first dan": "1d"}
_WORD: Final = re.compile("|".join(rf"(?<![a-z]){word}(?![a-z])" for word in _WORDS))
_RATING: Final = re.compile(
    r"(?:(?:elo|egf|gor|aga|rating|glicko|r)[ :]{0,2})*[0-9]{3,4}(?:\.[0-9]+)? ?[?*]?(?: ?(?:±|\+/-) ?[0-9.]+)?"
    r"(?: ?(?:elo|egf|gor|rating|glicko|points?|pts|r))*(?: ?\((.*)\))?"
)
_TITLES: Final = (
    "棋聖 棋圣 名人 本因坊 本因房 王座 天元 碁聖 碁圣 十段 国手 國手 王位 霸王 覇王 新人王 大国手 "
    "기성 명인 본인방 혼인보 왕좌 천원 십단 국수 왕위 패왕 최고위 honinbo honinbou meijin mingren kisei qisheng "
    "gosei oza ouza judan juudan tengen tianyuan guksu kuksu myeongin myungin kiseong wangwi "
    "paewang chunwon cheonwon shinjin-?o"
)
_TITLE: Final = re.compile(
    r"(?:(?:(?:young|former|ex|honorary|lifetime|female|women'?s|ladies'?|world|the)[ -]"
    r"|[小新前元女]|女流|女子|世界|名誉|永世|여류|명예)*"
    rf"(?:{'|'.join(rf'(?<![a-z]){title}(?![a-z])' for title in _TITLES.split())}))"
)
_STATUS: Final = re.compile(
    r"(?:\? ?)?(?:业余|業余|業餘|アマチュア|アマ|아마추어|아마|amateur|ama\.?|pro\.?|professional|职业|職業|プロ|프로"
    r"|insei|院生|원생|연구생|冲段少年|student|bot|computer|ai)"
)
_SEPARATORS: Final = re.compile(r"[\s,;/&+・·.()\[\]-]*|(?:and|und|et|和|兼|[\s,;/&+・·.()\[\]-])*")

_YEARS: Final = range(1000, 2101)  # a year outside is a slip of the pen or not our calendar
_KEPT_OF_DATE: Final = (0, 4, 7, 10)  # characters of YYYY-MM-DD, by precision
_MONTH_NAMES: Final = (
    "jan january januar janvier janv enero ene gennaio januari",
    "feb february februar février fevrier févr febrero febbraio februari",
    "mar march märz mär maerz mars marzo maart mrz",
    "apr april avril avr abril aprile",
    "may mai mayo maggio mei",
    "jun june juni juin junio giugno",
    "jul july juli juillet juil julio luglio",
    "aug august août aout agosto augustus",
    "sep sept september septembre septiembre settembre",
    "oct october oktober okt octobre octubre ottobre",
    "nov november novembre noviembre",
    "dec december dezember dez décembre decembre diciembre dicembre déc",
)
_MONTHS: Final = {name: month for month, names in enumerate(_MONTH_NAMES, start=1) for name in names.split()}
_ERAS: Final = {  # year before the first of the era; Meiji until 1872 has the lunar calendar, so its year alone counts
    "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "meiji": 1867, "taisho": 1911,
    "showa": 1925, "heisei": 1988, "reiwa": 2018, "m": 1867, "t": 1911, "s": 1925, "h": 1988, "r": 2018,
    "民国": 1911, "民國": 1911, "中華民国": 1911, "中華民國": 1911, "中华民国": 1911, "단기": -2333, "檀紀": -2333,
}  # fmt: skip
_SOLAR: Final = 1873

_PLAIN_DATE: Final = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}(,([0-9]{4}(-[0-9]{2}){0,2}|[0-9]{2}(-[0-9]{2})?))*")
_YEAR_FIRST: Final = re.compile(
    r"([0-9]{4})(?:(?: ?[-./年년] ?([0-9]{1,2})(?![0-9]))(?: ?[-./月월] ?([0-9]{1,2})(?![0-9]))?)?(?![0-9])"
)
_BLANKS: Final = re.compile(r"([0-9]{4}) ([0-9]{1,2}) ([0-9]{1,2})(?![0-9:.])")
_LATER: Final = re.compile(
    r"(?<![0-9.-])([0-9]{4})(?: ?[-./年년] ?([0-9]{1,2}) ?[-./月월] ?([0-9]{1,2})|-([0-9]{2}))(?![0-9-])"
)
_COMPACT: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})(?:[0-9]{4}|[0-9]{6})?(?![0-9])")
_MONTH_YEAR: Final = re.compile(r"([0-9]{1,2}) ?[-./] ?([0-9]{4})")
_YEAR_LAST: Final = re.compile(
    r"([0-9]{1,2})(?:\.? ?(?:-|&|\+|and|und|to) ?[0-9]{1,2})? ?[-./] ?([0-9]{1,2}) ?[-./] ?([0-9]{4})(?![0-9])"
)
_SHORT: Final = re.compile(
    r"(?<![0-9:./-])('?[0-9]{1,2}) ?[-./] ?([0-9]{1,2}) ?[-./] ?('?[0-9]{1,2})(?![0-9:/-])(?!.*[0-9]{4})"
)
_ERA: Final = re.compile(
    rf"(?<![^\W\d_])({'|'.join(sorted(_ERAS, key=len, reverse=True))})(?:(?<![mtshr])[ .]?)?"
    r"([0-9]{1,4}|元)(?![0-9])[年년]?"
    r"(?:[-./ ]{0,2}([0-9]{1,2})(?![0-9])[月월]?(?:[-./ ]{0,2}([0-9]{1,2})(?![0-9])[日일]?)?)?"
)
_NAMED: Final = re.compile(rf"(?<![^\W\d_])({'|'.join(sorted(_MONTHS, key=len, reverse=True))})(?![^\W\d_])")
_DAY_AFTER: Final = re.compile(r"[ .,-]{0,2}([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9:])")
_DAY_BEFORE: Final = re.compile(
    r"(?<![0-9:])([0-9]{1,2})(?:st|nd|rd|th|er|\.|º)?"
    r"(?: ?(?:-|&|/|and|und|et|to) ?[0-9]{1,2}(?:st|nd|rd|th)?)?(?: of| de)?[ .,-]{0,2}$"
)
_ANY_YEAR: Final = re.compile(r"(?<![0-9])([0-9]{4})(?![0-9])")
_SHORT_YEAR: Final = re.compile(r"(?<![0-9:])('[0-9]{2}|3[2-9]|[4-9][0-9])(?![0-9:]|st|nd|rd|th)")


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank on the scale of this module; None without a number."""

    number: int | None
    message: str = ""


def parse_rank(text: str, name: str = "BR") -> Rank:
    """Read a rank as a number that orders ranks.

    Does not convert between servers or associations, and does not turn a rating or a title into a rank: 十段 is the
    title Judan, not 10 dan.

    Returns:
        Rank; with a message (GO407) when the text is neither a rank nor a title, a rating, the status of an amateur or
        a professional, or a sign for an unknown rank. A remark after a rank is passed over.

    Rule: SGF FF[4], Game-info properties, BR (free text, with k, d and p recommended).

    Example:
        >>> [parse_rank(text).number for text in ("30k", "1k", "5d?", "九段,天元", "P9段", "9p", "4th Dan", "아마5단")]
        [-29, 0, 5, 9, 19, 19, 4, 5]
        >>> [parse_rank(text).number for text in ("NR", "十段", "Meijin", "1850 Elo")], parse_rank("strong").message
        ([None, None, None, None], "BR 'strong' is not a rank.")
    """
    raw = text.strip()
    if message := too_long(name, raw):
        return Rank(None, message)
    plain = " ".join(unicodedata.normalize("NFKC", raw).lower().split())
    without_titles = _TITLE.sub(" , ", plain)
    folded = fold(_WORD.sub(lambda word: _WORDS[word[0]], without_titles)).lstrip(" ,;/&+・·-") or "-"
    number = _leading_rank(folded)
    if number is None and (rating := _RATING.fullmatch(folded)):
        number = _leading_rank(rating[1] or "")
    elif number is None and not (_SEPARATORS.fullmatch(folded) or _UNKNOWN.fullmatch(folded.rstrip(" ,"))):
        return Rank(None, "" if _STATUS.fullmatch(folded.strip(" ,")) else f"{name} {quote(raw)} is not a rank.")
    return Rank(number)


def _leading_rank(folded: str) -> int | None:
    """Return the rank that a text is, or begins with when a remark follows."""
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
    """The first day named: ``YYYY-MM-DD``, with 01 for month or day beyond ``precision``."""

    iso: str | None
    precision: DatePrecision
    message: str = ""


def parse_date(text: str, name: str = "DT") -> Date:
    """Read the first day of a date text.

    Does not read later days of a list, times of day or years outside 1000 to 2100. Of ``3/4/95`` the year alone is
    read, since either number may be the month; ``13/5/95`` can only be 13 May. A year of two digits is one of the 20th
    century from 32 on; below, any of the three numbers may be the year, and none is read.

    Returns:
        Date; with a message (GO406) when the text is not written as FF[4] wants it or names an impossible day
        or month (the month or the year is kept then).

    Rule: SGF FF[4], Game-info properties, DT: ``YYYY-MM-DD`` with shortcuts, listed with commas.

    Example:
        >>> parse_date("1996-12-27,28").iso, parse_date("1999-06,07-15").precision.value
        ('1996-12-27', 'month')
        >>> [parse_date(text).iso for text in ("Jun 3, 2001", "03/04/2001", "13/5/95", "平成7年5月13日", "long ago")]
        ['2001-06-03', '2001-01-01', '1995-05-13', '1995-05-13', None]
    """
    raw = text.strip()
    if not raw:
        return Date(None, DatePrecision.NONE)
    if message := too_long(name, raw):
        return Date(None, DatePrecision.NONE, message)
    year, month, day = _parts(fold(raw))
    if year not in _YEARS:
        return Date(None, DatePrecision.NONE, f"{name} {quote(raw)} names no year from {_YEARS[0]} to {_YEARS[-1]}.")
    iso, precision = _exact(year, month, day)
    kept = iso[: _KEPT_OF_DATE[precision.index]]
    if _PLAIN_DATE.fullmatch(raw) is None:
        is_ambiguous = month is None and (_YEAR_LAST.match(fold(raw)) or _SHORT.search(fold(raw)))
        doubt = ", and either number may be the month" if is_ambiguous else ""
        return Date(iso, precision, f"{name} {quote(raw)} is not written as YYYY-MM-DD{doubt}; it is read as {kept}.")
    named = DatePrecision.DAY if day is not None else DatePrecision.MONTH if month is not None else DatePrecision.YEAR
    if precision.index < named.index:
        message = f"{name} {quote(raw)} names an impossible day or month; it is read as {kept}."
        return Date(iso, precision, message)
    return Date(iso, precision)


_Parts = tuple[int, int | None, int | None]


def _parts(folded: str) -> _Parts:
    """Return year, month and day; those that the text does not name are 0 and None."""
    if match := _YEAR_FIRST.match(folded) or _COMPACT.match(folded):
        match = match if match[2] else _BLANKS.match(folded) or match
        if match[2] is None and (named := _NAMED.search(folded)):
            return _with_name(folded, named)
        return int(match[1]), _number(match[2]), _number(match[3])
    if match := _YEAR_LAST.match(folded):
        return int(match[3]), *_month_and_day(int(match[1]), int(match[2]))
    if match := _ERA.search(folded):
        return _of_era(match)
    if named := _NAMED.search(folded):
        return _with_name(folded, named)
    if match := _LATER.search(folded):
        return int(match[1]), int(match[2] or match[4]), _number(match[3])
    if match := _MONTH_YEAR.fullmatch(folded):
        return int(match[2]), int(match[1]), None
    if match := _SHORT.search(folded):
        return _of_short_year(match[1], match[2], match[3])
    if match := _ANY_YEAR.search(folded):
        return int(match[1]), None, None
    return (_full_year(folded) or 0) if re.fullmatch("'[0-9]{2}", folded) else 0, None, None


def _month_and_day(first: int, second: int) -> tuple[int | None, int | None]:
    """Return month and day of two numbers where only one order is possible, else None for both."""
    if first == second or second <= 12 < first:
        return second, first  # day first, as most of the world writes
    return (first, second) if first <= 12 < second else (None, None)


def _of_short_year(first: str, second: str, third: str) -> _Parts:
    """Return the date of three numbers of two digits, if only one of them can be the year."""
    if (year := _full_year(third)) and not _full_year(first):
        return year, *_month_and_day(int(first), int(second))
    return (_full_year(first) or 0), int(second), int(third.removeprefix("'"))


def _full_year(digits: str) -> int | None:
    """Return the year of two digits: after 31, or with an apostrophe, no day or month can be meant."""
    number = int(digits.removeprefix("'"))
    if number > 31:
        return 1900 + number
    return 2000 + number if digits.startswith("'") else None


def _of_era(match: re.Match[str]) -> _Parts:
    """Return a date of a Japanese era, the Republic of China or the Korean era Dangi."""
    year = _ERAS[match[1]] + (1 if match[2] == "元" else int(match[2]))
    month, day = _number(match[3]), _number(match[4])
    if match[1] in "mtshr" and day is None:
        return 0, None, None  # "s55" alone may be anything
    return (year, month, day) if year >= _SOLAR else (year, None, None)


def _with_name(folded: str, named: re.Match[str]) -> _Parts:
    """Return a date with a month by name: the day is next to it, the year anywhere."""
    day = _DAY_AFTER.match(folded, named.end()) or _DAY_BEFORE.search(folded[: named.start()])
    if year := _ANY_YEAR.search(folded):
        return int(year[1]), _MONTHS[named[1]], int(day[1]) if day else None
    short = _SHORT_YEAR.search(folded)
    if short and day and short.start(1) == day.start(1):
        day = _DAY_BEFORE.search(folded[: named.start()])
    return (_full_year(short[1]) or 0) if short else 0, _MONTHS[named[1]], int(day[1]) if day else None


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _exact(year: int, month: int | None, day: int | None) -> tuple[str, DatePrecision]:
    """Return the part of a date that the calendar allows."""
    if month is None or not 1 <= month <= 12:
        return f"{year:04}-01-01", DatePrecision.YEAR
    if day is None or not 1 <= day <= calendar.monthrange(year, month)[1]:
        return f"{year:04}-{month:02}-01", DatePrecision.MONTH
    return f"{year:04}-{month:02}-{day:02}", DatePrecision.DAY
