"""Conditions of a game in addition to its rules: time limit (TM), overtime (OT, or a part of TM), rating (GC …)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from goanalyze.limits import MAX_VALUE
from goanalyze.sgf.choices import Overtime
from goanalyze.sgf.values.numbers import fold

_READ: Final = 200  # characters: longer texts are prose
_MOST: Final = 1e8  # three years: beyond, no time limit is meant
_UNITS: Final = {
    86400: r"d(?:ays?)?|天|日",
    3600: r"h(?:ours?|rs?)?\.?|小?时|小時|時間?|시간|stunden?|std\.?|heures?|horas?|ore",
    60: r"m(?:in(?:s|utes?|uten)?|ns?)?\.?|'|分[钟鐘]?|분",
    1: r"s(?:ec(?:s|onds?)?|ek(?:unden?)?)?\.?|\"|秒[钟鐘]?|초",
}
_UNIT: Final = "|".join(_UNITS.values())
_SECONDS_OF: Final = tuple((seconds, re.compile(words)) for seconds, words in _UNITS.items())
_NUMBER: Final = r"[0-9]+(?:\.[0-9]+)?"
_CLOCK_TEXT: Final = r"(?:[0-9]{1,3}:)?[0-9]{1,3}:[0-9]{2}(?![0-9:])"
_PART_TEXT: Final = rf"{_NUMBER} ?(?:{_UNIT})(?![a-z])"
_LENGTH: Final = rf"(?:{_CLOCK_TEXT}|{_PART_TEXT}(?: ?{_PART_TEXT})*)"

_CLOCK: Final = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,3}):([0-9]{2})(?![0-9:])")
_PART: Final = re.compile(rf"({_NUMBER}) ?({_UNIT})(?![a-z])")
_PLAIN: Final = re.compile(r"[0-9]+(?:\.[0-9]*)?(?= ?(?:$|[,;+/({-]))")
_BEFORE_MAIN: Final = re.compile(
    r"(?:各|每方|双方各?|각|持ち?時間|制限時間|用时|用時|时限|時限|제한시간"
    r"|main(?: time)?|time(?: limit)?|absolute|[:= ])*"
)
_AND: Final = re.compile(r"(?P<comma>,)? ?(?:and |und |& )?")
_AFTER_MAIN: Final = re.compile(
    r"[ .]*(?:each|per (?:player|side)|(?:for )?(?:both|each)(?: players?| sides?)?|a side|absolute|sudden death"
    r"|main(?: time)?)*[ .]*"
)
_BEFORE_EXTRA: Final = re.compile(r"(?:[ ,;+/({\[|&-]|then\b|plus\b|with\b|and\b|followed by\b)*")

_NONE: Final = re.compile(r"none|no(?: overtime)?|absolute|sudden death|-+|无|無|なし|없음")
_KINDS: Final = (
    (Overtime.CANADIAN, re.compile(r"canad|加拿大|カナダ|캐나다")),
    (Overtime.FISCHER, re.compile(r"fischer|increment|bonus|费舍尔|菲舍尔|フィッシャー|피셔")),
    (Overtime.BYO_YOMI, re.compile(r"byo|periods?\b|秒読み?|读秒|讀秒|초읽기")),
)
_TIMES: Final = r"(?:x|×|\*)"
_PERIODS: Final = r"(?:extra )?(?:byo-?yomi )?(?:periods?\b|times\b|次|回|회)"
_STONES: Final = r"(?:stones?\b|moves?\b|plays?\b|手|수)"
_PERIOD_COUNT: Final = r"(?<![0-9:.])(?P<count>[0-9]+)"
_PERIOD_LENGTH: Final = rf"(?P<length>{_LENGTH})"
_PLAIN_LENGTH: Final = rf"(?P<length>{_LENGTH}|{_NUMBER})(?![0-9:])"
_COUNT_AND_LENGTH: Final = (
    (Overtime.BYO_YOMI, rf"{_PERIOD_LENGTH} ?{_TIMES} ?(?P<count>[0-9]+)(?![0-9:.])"),
    (Overtime.BYO_YOMI, rf"{_PERIOD_COUNT} ?{_TIMES} ?{_PLAIN_LENGTH}"),
    (Overtime.BYO_YOMI, rf"{_PERIOD_COUNT} ?{_PERIODS}(?: ?(?:of|at|@))? ?{_PLAIN_LENGTH}"),
    (
        Overtime.BYO_YOMI,
        rf"{_PERIOD_LENGTH}(?: ?(?:per|a|/) ?move)?(?: ?[,/+&-] ?| and | with | )?(?P<count>[0-9]+) ?{_PERIODS}",
    ),
    (Overtime.CANADIAN, rf"{_PERIOD_LENGTH} ?(?:/|per|for|in|every) ?(?P<count>[0-9]+) ?{_STONES}?(?![0-9:.])"),
    (Overtime.CANADIAN, rf"{_PERIOD_COUNT} ?{_STONES}? ?(?:/|\b(?:in|per|every)) ?{_PLAIN_LENGTH}"),
)
_PATTERNS: Final = tuple((kind, re.compile(pattern)) for kind, pattern in _COUNT_AND_LENGTH)
_COUNT: Final = re.compile(rf"(?<![0-9:.])([0-9]{{1,5}}) ?{_PERIODS}")
_ANY_LENGTH: Final = re.compile(rf"{_LENGTH}|{_NUMBER}(?![0-9.:])(?! ?(?:last )?{_STONES})")
_LENGTH_ALONE: Final = re.compile(rf"{_LENGTH}(?: ?(?:each|(?:per|a|/) ?move|手|수))?\)?")
_EXTRA_WORD: Final = re.compile(
    rf" ?(?:(?:per|a|/) ?move|{_TIMES}|[0-9]+ ?{_PERIODS}"
    r"|(?:byo(?:[ -]?yomi)?|秒読み?|[读讀]秒|초읽기)(?![^0-9]*[0-9]))"
)
"""Words after a length of time that make it overtime."""
_MOST_PERIOD: Final = 3600.0  # seconds; a longer time alone is not that of a period
_MOST_DIGITS: Final = 5  # of a number of periods or stones

_WORD: Final = r"\b(?:{0}): ?{1}|\b(?:{2}) game\b|(?:^|[,;] ?)(?:{2})(?:[,;]|$)"
_UNRATED: Final = re.compile(_WORD.format("rated|ranked", "n", "unrated|unranked|not rated|not ranked|free"))
_RATED: Final = re.compile(_WORD.format("rated|ranked", "y", "rated|ranked"))
_RATING: Final = re.compile("rated|ranked|free", re.IGNORECASE)  # words of both, in ASCII


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Main time in seconds, None where it is missing or not understood; the part of the text that is overtime."""

    seconds: float | None
    overtime: str = ""
    message: str = ""


def parse_time(text: str) -> TimeLimit:
    """Read the main time.

    A length of time that follows the main time, or comes with a word for a system of overtime, is overtime.

    Rule: SGF FF[4], Game-info properties, TM: seconds.

    Example:
        >>> [parse_time(text).seconds for text in ("1800", "10:00(5x1:00)", "1 hr", "2h 30m", "各5時間", "-")]
        [1800.0, 600.0, 3600.0, 9000.0, 18000.0, None]
        >>> parse_time("10 hours, 1 minute byoyomi")
        TimeLimit(seconds=36000.0, overtime='1 minute byoyomi', message='')
    """
    folded = fold(text[:_READ])
    start = match.end() if (match := _BEFORE_MAIN.match(folded)) else 0
    seconds, end = _main_time(folded, start)
    if seconds is None:
        is_overtime = parse_overtime(folded).kind not in (Overtime.NONE, Overtime.OTHER)
        return TimeLimit(None, folded if is_overtime else "")
    after = _AFTER_MAIN.match(folded, end)
    rest = folded[after.end() if after else end :]
    separator = _BEFORE_EXTRA.match(rest)
    extra = rest[separator.end() if separator else 0 :].rstrip(" )}]")
    if not re.search("[0-9]", extra):
        return TimeLimit(seconds)
    if parse_overtime(extra).kind is Overtime.OTHER:
        return TimeLimit(seconds if separator and separator[0].strip() else None)
    return TimeLimit(seconds, extra)


def _main_time(folded: str, start: int) -> tuple[float | None, int]:
    """Return the main time in seconds at a place of a folded text, and the place of its end.

    Units fall from part to part: ``2h 30m`` is one length of time, ``45m, 1m`` are two. The last one before a word for
    overtime without another number belongs to that.
    """
    if match := _CLOCK.match(folded, start):
        return _limited(int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3])), match.end()
    parts = list[tuple[int, float, int]]()  # seconds of the unit, seconds, end
    position, has_comma = start, False
    while match := _PART.match(folded, position):
        unit = _seconds_of(match[2])
        if parts and (unit >= parts[-1][0] or (has_comma and (parts[-1][0], unit) != (3600, 60))):
            break
        parts.append((unit, float(match[1]) * unit, match.end()))
        joint = _AND.match(folded, match.end())
        position, has_comma = (joint.end(), bool(joint["comma"])) if joint else (match.end(), False)
    if not parts:
        plain = _PLAIN.match(folded, start)
        is_count = plain and re.match(rf" ?(?:{_TIMES}|/|{_PERIODS}|{_STONES})", folded[plain.end() :])
        return (None, start) if plain is None or is_count else (_limited(float(plain[0])), plain.end())
    if _EXTRA_WORD.match(folded, parts[-1][2]):
        parts.pop()
        if not parts:
            return None, start
    return _limited(sum(part[1] for part in parts)), parts[-1][2]


def _limited(seconds: float) -> float | None:
    return float(seconds) if seconds <= _MOST else None


def _seconds_of(unit: str) -> int:
    return next(seconds for seconds, words in _SECONDS_OF if words.fullmatch(unit))


def _seconds(text: str) -> float | None:
    """Return a length of time in seconds: a clock, numbers with units, or a plain number of seconds."""
    if match := _CLOCK.fullmatch(text):
        return _limited(int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3]))
    if parts := _PART.findall(text):
        return _limited(sum(float(number) * _seconds_of(unit) for number, unit in parts))
    return _limited(float(text))


@dataclass(frozen=True, slots=True)
class Extra:
    """Overtime: its kind, the number of periods or stones, and the seconds of a period or of a move's increment."""

    kind: Overtime
    number: int | None = None
    seconds: float | None = None
    message: str = ""


def parse_overtime(text: str) -> Extra:
    """Read the overtime.

    A length of time alone is that of a byo-yomi period.

    Rule: SGF FF[4], Game-info properties, OT: free text; KGS writes ``5x30 byo-yomi`` and ``25/300 Canadian``.

    Example:
        >>> [(extra.kind.value, extra.number, extra.seconds) for extra in map(parse_overtime, (
        ...     "25/300 Canadian", "30秒3次", "fischer 10+5", "by agreement"))]
        [('canadian', 25, 300.0), ('byo-yomi', 3, 30.0), ('fischer', None, 5.0), ('other', None, None)]
    """
    folded = fold(text[:_READ])
    if not folded or _NONE.fullmatch(folded):
        return Extra(Overtime.NONE)
    named = next((kind for kind, words in _KINDS if words.search(folded)), None)
    if named is Overtime.FISCHER:
        lengths = _ANY_LENGTH.findall(folded)
        return Extra(named, None, _seconds(lengths[-1]) if lengths else None)
    for kind, pattern in _PATTERNS:
        if match := pattern.search(folded):
            count = int(match["count"]) if len(match["count"]) <= _MOST_DIGITS else None
            return Extra(named or kind, count, _seconds(match["length"]))
    if match := _COUNT.search(folded):
        return Extra(named or Overtime.BYO_YOMI, int(match[1]))
    if named:
        match = _ANY_LENGTH.search(folded)
        return Extra(named, None, _seconds(match[0]) if match else None)
    if _LENGTH_ALONE.fullmatch(folded) and (match := _ANY_LENGTH.match(folded)):
        seconds = _seconds(match[0])
        return Extra(Overtime.BYO_YOMI, None, seconds) if seconds and seconds < _MOST_PERIOD else Extra(Overtime.OTHER)
    return Extra(Overtime.OTHER)


def is_rated(text: str) -> bool | None:
    r"""Return True if a text on game or event calls the game rated, False if unrated; None for neither.

    Example:
        >>> is_rated("Game Type: GO\nRated: N"), is_rated("live,ranked"), is_rated("a highly rated player")
        (False, True, None)
    """
    if text.isascii() and not _RATING.search(text):  # as most names of games are
        return None
    folded = fold(text[:MAX_VALUE])
    if _UNRATED.search(folded):
        return False
    return True if _RATED.search(folded) else None
