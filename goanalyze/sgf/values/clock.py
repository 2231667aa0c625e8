"""What a game was played under beside its rules: time limit (TM), overtime (OT), whether it was rated (GC …)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from goanalyze.sgf.choices import Overtime
from goanalyze.sgf.values.numbers import fold
from goanalyze.vocabulary.limits import MAX_VALUE

_SECONDS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400, "秒": 1, "分": 60, "时": 3600, "時": 3600}
_MOST: Final = 1e8  # three years: beyond, no time limit is meant
_PART: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?(d|h|m|s|分|秒|小?时|時間?)(?:[a-z钟鐘]*)")
_CLOCK: Final = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,3}):([0-9]{2})(?![0-9:])")
_PLAIN: Final = re.compile(r"[0-9]+(?:\.[0-9]*)?")
_PERIODS: Final = re.compile(
    r"([0-9]+) ?(?:moves? ?|stones? ?)?(?:x|×|\*|/|(?<=[se] )(?:in|per)|periods? of) ?([0-9].*)"
)
_COUNT: Final = re.compile(r"([0-9]{1,5}) ?periods?")
_KINDS: Final = (
    (Overtime.CANADIAN, re.compile(r"canad|(?:stones?|moves?) ?(?:in|per|/)|^[0-9]+ ?/")),
    (Overtime.FISCHER, re.compile(r"fischer|increment|bonus")),
    (Overtime.BYO_YOMI, re.compile(r"byo|periods?|秒読み|读秒|讀秒|초읽기|^[0-9]+ ?[x×*]")),
)
_WORD: Final = r"\b(?:{0}): ?{1}|\b(?:{2}) game\b|(?:^|[,;] ?)(?:{2})(?:[,;]|$)"
_UNRATED: Final = re.compile(_WORD.format("rated|ranked", "n", "unrated|unranked|not rated|not ranked|free"))
_RATED: Final = re.compile(_WORD.format("rated|ranked", "y", "rated|ranked"))
_RATING: Final = re.compile("rated|ranked|free", re.IGNORECASE)  # what both look for, as it may be written in ASCII


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Main time in seconds, None where it is not told or not understood."""

    seconds: float | None
    message: str = ""


def parse_time(text: str) -> TimeLimit:
    """Read the main time.

    What stands in brackets or behind a stroke or a plus is overtime and is not read.

    Args:
        text: raw TM; ``""`` when the property is absent or empty.

    Rule: SGF FF[4], Game-info properties, TM: seconds.

    Example:
        >>> [parse_time(text).seconds for text in ("1800", "10:00(5x1:00)", "1 hr", "2h 30m", "-")]
        [1800.0, 600.0, 3600.0, 9000.0, None]
    """
    return TimeLimit(_seconds(re.split(r"[(/+]", fold(text[:MAX_VALUE]))[0].strip()))


def _seconds(text: str) -> float | None:
    """Return a length of time in seconds."""
    if _PLAIN.fullmatch(text):
        seconds = float(text)
    elif match := _CLOCK.fullmatch(text):
        seconds = float(int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3]))
    else:
        parts = _PART.findall(text)
        if not parts or re.search(r"[0-9]", _PART.sub("", text)):
            return None
        seconds = sum(float(number) * _SECONDS[unit[:1] if unit[0] != "小" else "时"] for number, unit in parts)
    return seconds if seconds <= _MOST else None


@dataclass(frozen=True, slots=True)
class Extra:
    """Overtime: its kind, how many periods or stones, and the seconds of a period or that a move adds."""

    kind: Overtime
    number: int | None = None
    seconds: float | None = None
    message: str = ""


def parse_overtime(text: str) -> Extra:
    """Read the overtime.

    Args:
        text: raw OT; ``""`` when the property is absent or empty.

    Rule: SGF FF[4], Game-info properties, OT: free text; KGS writes ``5x30 byo-yomi`` and ``25/300 Canadian``.

    Example:
        >>> extra = parse_overtime("25/300 Canadian")
        >>> extra.kind.value, extra.number, extra.seconds
        ('canadian', 25, 300.0)
        >>> parse_overtime("3x30 sec").kind.value, parse_overtime("by agreement").kind.value
        ('byo-yomi', 'other')
    """
    folded = fold(text[:MAX_VALUE])
    if not folded:
        return Extra(Overtime.NONE)
    kind = next((kind for kind, words in _KINDS if words.search(folded)), Overtime.OTHER)
    if kind is Overtime.OTHER:
        return Extra(kind)
    if match := _PERIODS.search(folded):
        number = int(match[1]) if len(match[1]) <= 5 else None
        return Extra(kind, number, _length(match[2]))
    if match := _COUNT.search(folded):
        return Extra(kind, int(match[1]))
    return Extra(kind, None, _length(folded))


def _length(folded: str) -> float | None:
    """Return the first length of time in a text, in seconds."""
    match = re.search(r"[0-9][0-9:.]*(?: ?(?:d|h|m|s|分|秒)[a-z]*)?", folded)
    return _seconds(match[0]) if match else None


def is_rated(text: str) -> bool | None:
    r"""Return whether a text says that the game was rated, or that it was not; None where it does not say.

    Args:
        text: what the record says of game or event, raw. Prose that speaks of ratings otherwise says nothing.

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
