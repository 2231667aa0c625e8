"""The names of rulesets: ids, titles, aliases and KataGo's rules strings."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from goanalyze.rules.katago import parse_rules_string
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import Ruleset
from goanalyze.vocabulary.toml import near, shown


class UnknownRulesetError(ValueError):
    """A text that is not the name of a ruleset."""


_NAMES: Final = {
    "japanese": "j jp jpn jap japan nihon japanese1989 nihonkiin japanesenihonkiin 日本 日本棋院 数目 比目 点目 일본",
    "korean": "kr kor korea 韩国 韩国棋院 한국 한국기원",
    "chinese": "c cn ch chn china chinese2002 chinesearea 中国 数子 중국",
    "chinese-superko": "chinesekgs chineseogs",
    "wmsg": "wmsg2008 wmsgs worldmindsportsgames",
    "aga": "american agaarea agaterritory us usa",
    "bga": "british uk",
    "ffg": "french france fr francaise",
    "ing": "goe inggoe ings ingsgoe sst ingsst ingssst 应氏 应昌期 应氏计点 计点 응창기 잉",
    "ing-simplified": "simplifieding egfing",
    "new-zealand": "nz newzealand",
    "tromp-taylor": "tt tromptaylor trompt logical",
    "ancient-chinese": "stonescoring ancient ancientarea oldchinese chineseold ancientchinese chineseancient "
    "traditionalchinese chinesetraditional classicalchinese chineseclassical chinesegrouptax chinese+grouptax "
    "chinesewithgrouptax oldchinesegrouptax oldchinese+grouptax 还棋头 有还棋头 还棋头数子 数子还棋头 座子 "
    "座子还棋头 古 古代 古棋 中国古 中国古代 中国古棋 古中国 古代中国",
    "button": "buttongo agabutton",
    "koSIMPLEscoreTERRITORYtaxALLsui0": "ancientterritory tang japanese+grouptax tangjapanese+grouptax",
}
ALIASES: Final = {name: ruleset for ruleset, names in _NAMES.items() for name in names.split()}
"""Names as files write them, in simplified characters, without blanks, punctuation and words for "rules": ids."""

_NOISE: Final = re.compile(
    r"[\s\-_/().,:;·'’、]+|ruleset|rules?|go\b|围棋|的?(?:规则|规约|规)|ルール|규칙|룰|(?<=..)[法制式식](?=\s*(?:规|ル|규|룰|$))"
)
_SIMPLIFIED: Final = str.maketrans("國韓還頭應応數點計圍囲碁規則約", "国韩还头应应数点计围围棋规则约")
_REMEMBERED: Final = 4096


def _plain(name: str) -> str:
    return _NOISE.sub("", unicodedata.normalize("NFKC", name).strip().lower().translate(_SIMPLIFIED))


_PLAIN: Final = ALIASES | {
    _plain(name): ruleset.id for ruleset in reversed(RULESETS.values()) for name in (ruleset.title, ruleset.id)
}


@lru_cache(maxsize=_REMEMBERED)
def find_ruleset(name: str) -> Ruleset:
    """Return the ruleset of an id, of a name as files write it, or of KataGo's rules string.

    Case, blanks, punctuation, the word "rules" and the form of Chinese characters do not matter.

    Raises:
        UnknownRulesetError: the name, or a part of KataGo's rules string, is unknown; the message lists the ids.

    Example:
        >>> find_ruleset("Japanese Rules").id, find_ruleset("GOE").id, find_ruleset("NZ").id
        ('japanese', 'ing', 'new-zealand')
        >>> find_ruleset("koPOSITIONALscoreAREAtaxNONEsui1").id, find_ruleset("scoreAREA sui0").id
        ('tromp-taylor', 'koPOSITIONALscoreAREAtaxNONEsui0')
    """
    id_ = _PLAIN.get(_plain(name), name)
    if id_ in RULESETS:
        return RULESETS[id_]
    string = parse_rules_string(id_)
    if string and not string.unknown:
        return string.ruleset_with_komi
    raise UnknownRulesetError(unknown_name(name))


def is_ruleset_id(name: str) -> bool:
    """Return True if a text is the id of a preset, or that of a rules string of KataGo.

    Example:
        >>> [is_ruleset_id(name) for name in ("aga", "AGA", "scoreAREA", "koPOSITIONALscoreAREAtaxNONEsui0", "club")]
        [True, False, False, True, False]
    """
    try:
        return find_ruleset(name).id == name
    except UnknownRulesetError:
        return False


def unknown_name(name: str, more: str = "") -> str:
    """Return the sentences about an unknown name, with all ids and `more` ways to name a ruleset."""
    string = parse_rules_string(name)
    part = f": {shown(string.unknown[0])} is not a part of KataGo's rules string" if string and string.unknown else ""
    meant = near(name.strip().lower(), RULESETS)
    return f"{name!r} is not a known ruleset{part}{meant}. {expected_names(more)}"


def expected_names(more: str = "") -> str:
    """Return a sentence with the expected names of rulesets: all ids, and `more`."""
    return f"Expected an id ({', '.join(RULESETS)}), KataGo's rules string{more}"
