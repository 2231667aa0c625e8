"""The names that files and people use for the presets."""

from __future__ import annotations

import re
from typing import Final

from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import Ruleset


class UnknownRulesetError(ValueError):
    """A ruleset name that is neither an id nor an alias."""


_NAMES: Final = {
    "japanese": "j jp jpn japan nihonkiin 日本 日本ルール 日本规则 日本規則",
    "korean": "kr kor korea 한국 韩国 韓国 韩国规则 한국룰",
    "chinese": "c cn ch chn china 中国 中國 中国规则 中国ルール 중국",
    "chinese-superko": "chinesekgs chineseogs",
    "wmsg": "wmsg2008 wmsgs worldmindsportsgames",
    "aga": "american agaarea agaterritory us usa",
    "bga": "british uk",
    "ffg": "french france fr francaise",
    "ing": "goe inggoe sst ingsst 应氏 應氏 应氏规则",
    "ing-simplified": "simplifieding egfing",
    "new-zealand": "nz newzealand",
    "tromp-taylor": "tt tromptaylor trompt logical",
    "ancient-chinese": "stonescoring ancient ancientarea",
    "button": "buttongo agabutton",
}
ALIASES: Final = {name: ruleset for ruleset, names in _NAMES.items() for name in names.split()}
"""Names as files write them, without blanks, punctuation and the word "rules": the id of each."""

_NOISE: Final = re.compile(r"[\s\-_/().,:;·']+|ruleset|rules?|go\b")


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
    raise UnknownRulesetError(f"{name!r} is not a known ruleset; the ids are {', '.join(RULESETS)}")
