"""The kind of game (GM: Go, or another game) and its ruleset (RU, or a guess for old games without RU).

The guess is by setup, by words, or by place and date, and is named as one. Old Chinese games begin with two stones of
each colour on opposite corner points (座子), White plays first, and each living group costs two points (还棋头). Games
at the castle of Edo (御城碁), as all games in Japan before 1900, count territory without komi. Nothing is guessed where
a komi other than 0 is recorded, nor for games of later times.

Sources: Sensei's Library, *Ancient Chinese Rules and Philosophy*; Wikipedia, *Rules of Go*, Komi; *Castle games*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from goanalyze.errors import UnknownRulesetError
from goanalyze.limits import MAX_VALUE
from goanalyze.rules import find_ruleset, parse_rules_string
from goanalyze.sgf.choices import RulesetSource
from goanalyze.sgf.values.numbers import fold, quote, too_long
from goanalyze.sgf.values.size_komi_handicap import parse_komi

_GO: Final = re.compile(
    r"0*1(?:\.0*)?|(?:1 ?[-:=]? ?)?(?:i-?go|go game|game of go|go|wei-?qi|baduk|paduk|围棋|圍棋|囲碁|碁|바둑)"
)


def is_go(text: str) -> bool:
    """Return True if a record is one of Go: its GM is absent, 1, a word for Go, or a komi in place of a number.

    Rule: SGF FF[4], Root properties, GM: Go is 1, other games have other whole numbers.

    Example:
        >>> [is_go(text) for text in ("", "1", "5.5", "囲碁", "Weiqi", "6", "0", "Chess")]
        [True, True, True, True, True, False, False, False]
    """
    return not text or _GO.fullmatch(fold(text[:MAX_VALUE])) is not None or komi_in_game(text) is not None


def komi_in_game(text: str) -> float | None:
    """Return the komi that is written in GM, in points; None for a whole number, which is that of a game.

    Example:
        >>> komi_in_game("5.5"), komi_in_game("3.75"), komi_in_game("7")
        (5.5, 7.5, None)
    """
    komi = parse_komi(text, "GM") if re.search("[.,½¼¾半/]", text) and len(text) <= MAX_VALUE else None
    if komi is None or komi.points is None or komi.points * 2 % 2 != 1:
        return None
    return komi.points


@dataclass(frozen=True, slots=True)
class RecordedRules:
    """The ruleset of RU.

    Attributes:
        id: id of the ruleset, None if RU is absent or unknown; `find_ruleset` gives the ruleset.
        komi: komi in points for White that KataGo's rules string names, None for none.
        message: sentence about an absent or unknown value, or about parts that are not applied; empty for none.
        is_silent_on_dead_stones: True if KataGo's rules string leaves open whether dead stones are removed.
        is_of_period: True if RU is absent, and the ruleset is that of old games like this one: a guess.
    """

    id: str | None
    komi: float | None = None
    message: str = ""
    is_silent_on_dead_stones: bool = False
    is_of_period: bool = False

    @property
    def source(self) -> RulesetSource:
        """The source of the ruleset."""
        if self.id is None:
            return RulesetSource.NONE
        return RulesetSource.PERIOD if self.is_of_period else RulesetSource.RECORDED


def parse_rules(text: str) -> RecordedRules:
    """Return the ruleset that the text of RU names.

    Example:
        >>> rules = parse_rules("koPOSITIONALscoreAREAtaxNONEsui0komi7.5")
        >>> parse_rules("Tromp-Taylor").id, rules.id, rules.komi
        ('tromp-taylor', 'koPOSITIONALscoreAREAtaxNONEsui0', 7.5)
    """
    if not text:
        return RecordedRules(None, message="Ruleset is missing.")
    if message := too_long("Ruleset", text):
        return RecordedRules(None, message=message)
    if string := parse_rules_string(text):
        clauses = string.not_applied
        message = f"Ruleset {quote(text)} is read as {string.ruleset.id}: {'; '.join(clauses)}." if clauses else ""
        return RecordedRules(string.ruleset.id, string.komi, message, string.is_silent_on_dead_stones)
    try:
        return RecordedRules(find_ruleset(text).id)
    except UnknownRulesetError:
        return RecordedRules(None, message=f"Ruleset {quote(text)} is not known.")


ANCIENT_CHINESE: Final = "ancient-chinese"
_JAPANESE: Final = "japanese"
SIZE: Final = 19
"""Side of the board of the old games."""
CORNER_STONES: Final = frozenset(((3, 3), (15, 15))), frozenset(((3, 15), (15, 3)))
"""Columns and rows of the corner stones of one colour, and of those of the other."""
WITH_WORDS: Final = ("DT", "PC", "EV", "GN", "RO", "GC")
"""Properties that may name place, time or rules."""

_OLD: Final = 1900  # the first year in which place and date leave a doubt about the rules
_CORNERS: Final = 1950  # the same for corner stones, which were given up between the 1910s and the 1940s
_SHORT: Final = 60  # characters of a text that names its own game; longer ones speak of many things

_DYNASTIES: Final = (
    r"(?:三国|三國|唐|北宋|南宋|宋|元|明|清)[代朝初末]|(?:Tang|Song|Yuan|Ming|Qing|Ch'ing)[ -](?:dynasty|period)|"
    "洪武|永[乐樂]|嘉靖|[万萬][历曆]|天[启啟]|崇[祯禎]|[顺順]治|康熙|雍正|乾隆|嘉[庆慶]|道光|咸[丰豐]|同治|光[绪緒]|"
    r"\b(?:Kangxi|Yongzheng|Qianlong|Jiaqing|Daoguang|Guangxu)\b"
)
_EDO_ERAS: Final = (
    "慶長|元和|寛永|正保|慶安|承応|明暦|万治|寛文|延宝|貞享|元禄|宝永|正徳|享保|元文|寛保|延享|寛延|宝暦|明和|安永|天明|"
    "寛政|享和|文化|文政|天保|弘化|嘉永|安政|万延|文久|元治|慶応"
)
_TIMES: Final = re.compile(rf"{_DYNASTIES}|^(?:三国|三國|唐|北宋|南宋|宋|元|明|清)$", re.IGNORECASE)
_JAPANESE_TIMES: Final = re.compile(f"^(?:{_EDO_ERAS})")
_CHINA: Final = re.compile(rf"\bChina\b|中国|中國|{_DYNASTIES}", re.IGNORECASE)
_JAPAN: Final = re.compile(
    r"\b(?:Japan|Edo|Yedo|Tokyo|Kyoto|Osaka)\b|日本|江[戸户]|東京|东京|京都|大[阪坂]", re.IGNORECASE
)
_KOREA: Final = re.compile(r"\b(?:Korea|Seoul|Joseon)\b|朝[鮮鲜]|韓国|韩国|韓國|조선|한국", re.IGNORECASE)
_CASTLE: Final = re.compile(r"\b(?:castle[ -]games?|o-?shiro-?go)\b|[御お]城[碁棋]", re.IGNORECASE)
_GROUP_TAX: Final = re.compile(r"(?<![无無不没沒未废廢非有])有?(?:[还還]棋[头頭]|座子)")


@dataclass(frozen=True, slots=True)
class OldRecord:
    """The parts of a record without RU that may show its rules.

    Attributes:
        texts: the texts of `WITH_WORDS`, those that are not empty.
        year: year of the game, None if it is unknown.
        has_corner_stones: True if two stones of each colour are set up on opposite corner points before the first move.
        is_white_first: True if White plays first.
    """

    texts: Mapping[str, str]
    year: int | None = None
    has_corner_stones: bool = False
    is_white_first: bool = False


def rules_of_period(record: OldRecord) -> tuple[str, str] | None:
    """Return the id of the ruleset of an old game and the reason for it as a clause; None in doubt.

    Example:
        >>> rules_of_period(OldRecord({}, 1739, has_corner_stones=True))
        ('ancient-chinese', 'corner stones of both colours are set up, as in old Chinese games')
        >>> rules_of_period(OldRecord({"EV": "御城碁"}))
        ('japanese', "EV '御城碁' is a game at the castle of Edo")
        >>> rules_of_period(OldRecord({"PC": "Japan"}, 1846)), rules_of_period(OldRecord({"PC": "Japan"}, 1990))
        (('japanese', "PC 'Japan' and the year 1846 are of old Japanese games"), None)
    """
    is_abroad = any(pattern.search(record.texts.get("PC", "")) for pattern in (_JAPAN, _KOREA))
    return _of_japan(record) or (None if is_abroad else _of_china(record))


def _of_japan(record: OldRecord) -> tuple[str, str] | None:
    date, year = record.texts.get("DT", ""), record.year
    is_old = year < _OLD if year is not None else _JAPANESE_TIMES.search(date) is not None
    if record.has_corner_stones or (year is not None and not is_old):
        return None
    if castle := _first(record, _CASTLE):
        is_sure = is_old or re.search("[碁棋]", castle) is not None
        return (_JAPANESE, f"{castle} is a game at the castle of Edo") if is_sure else None
    if is_old and (location := _first(record, _JAPAN, ("PC",))):
        return (
            _JAPANESE,
            f"{location} and the {f'year {year}' if year else f'date {quote(date)}'} are of old Japanese games",
        )
    return None


def _of_china(record: OldRecord) -> tuple[str, str] | None:
    date, year = record.texts.get("DT", ""), record.year
    is_of_dynasty = year is None and _TIMES.search(date) is not None
    if year is not None and year >= _CORNERS:
        return None
    if record.has_corner_stones and (is_of_dynasty or year is not None or record.is_white_first):
        return ANCIENT_CHINESE, "corner stones of both colours are set up, as in old Chinese games"
    if rules := _first(record, _GROUP_TAX):
        return ANCIENT_CHINESE, f"{rules} names the rules of old Chinese games"
    if is_of_dynasty:
        return ANCIENT_CHINESE, f"DT {quote(date)} is of old Chinese games"
    if year is not None and year < _OLD and (location := _first(record, _CHINA)):
        return ANCIENT_CHINESE, f"{location} and the year {year} are of old Chinese games"
    return None


def _first(record: OldRecord, pattern: re.Pattern[str], names: tuple[str, ...] = WITH_WORDS) -> str:
    """Return the first property whose text has a pattern, and the text; "" if none has it, essays left out."""
    for name in names:
        text = record.texts.get(name, "")
        if len(text) <= _SHORT and pattern.search(text):
            return f"{name} {quote(text)}"
    return ""
