"""The names that files and people use for the presets."""

from __future__ import annotations

import re
from typing import Final

from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import Ruleset

__all__ = ["ALIASES", "UnknownRulesetError", "find_ruleset"]


class UnknownRulesetError(ValueError):
    """A ruleset name that is neither an id nor an alias."""


ALIASES: Final[dict[str, str]] = {
    "j": "japanese", "jp": "japanese", "jpn": "japanese", "japan": "japanese", "nihonkiin": "japanese",
    "日本": "japanese", "日本ルール": "japanese", "日本规则": "japanese", "日本規則": "japanese",
    "kr": "korean", "kor": "korean", "korea": "korean", "한국": "korean", "韩国": "korean", "韓国": "korean",
    "韩国规则": "korean", "한국룰": "korean",
    "c": "chinese", "cn": "chinese", "ch": "chinese", "chn": "chinese", "china": "chinese", "中国": "chinese",
    "中國": "chinese", "中国规则": "chinese", "中国ルール": "chinese", "중국": "chinese",
    "chinesekgs": "chinese-superko", "chineseogs": "chinese-superko",
    "wmsg2008": "wmsg", "wmsgs": "wmsg", "worldmindsportsgames": "wmsg",
    "american": "aga", "agaarea": "aga", "agaterritory": "aga", "us": "aga", "usa": "aga",
    "british": "bga", "uk": "bga", "french": "ffg", "france": "ffg", "fr": "ffg", "francaise": "ffg",
    "goe": "ing", "inggoe": "ing", "sst": "ing", "ingsst": "ing", "应氏": "ing", "應氏": "ing",
    "应氏规则": "ing", "simplifieding": "ing-simplified", "egfing": "ing-simplified",
    "nz": "new-zealand", "newzealand": "new-zealand",
    "tt": "tromp-taylor", "tromptaylor": "tromp-taylor", "trompt": "tromp-taylor", "logical": "tromp-taylor",
    "stonescoring": "ancient-chinese", "ancient": "ancient-chinese", "ancientarea": "ancient-chinese",
    "buttongo": "button", "agabutton": "button",
}  # fmt: skip
"""Names as files write them, without blanks, punctuation and the word "rules"."""

_NOISE = re.compile(r"[\s\-_/().,:;·']+|ruleset|rules?|go\b")


def _plain(name: str) -> str:
    return _NOISE.sub("", name.strip().lower())


def find_ruleset(name: str) -> Ruleset:
    """Return the ruleset of an id or of a name as files write it.

    Case, blanks, punctuation and the word "rules" do not matter.

    Raises:
        UnknownRulesetError: no ruleset has that name; the message lists the ids.

    Example:
        >>> find_ruleset("Japanese Rules").id, find_ruleset("GOE").id, find_ruleset("NZ").id
        ('japanese', 'ing', 'new-zealand')
    """
    plain = _plain(name)
    for ruleset in RULESETS.values():
        if plain in (_plain(ruleset.id), _plain(ruleset.title)):
            return ruleset
    if plain in ALIASES:
        return RULESETS[ALIASES[plain]]
    raise UnknownRulesetError(f"{name!r} is no ruleset known here; the ids are {', '.join(RULESETS)}")
