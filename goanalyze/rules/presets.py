"""The rulesets of the world as values of the axes, their sources, and the names that files use for them."""

from __future__ import annotations

import re
from typing import Final

from goanalyze.rules.ruleset import Axis, Repetition, Ruleset, Suicide

__all__ = ["ALIASES", "RULESETS", "UnknownRulesetError", "find_ruleset"]


class UnknownRulesetError(ValueError):
    """A ruleset name that is neither an id nor an alias."""


_J89 = "Nihon Kiin, Japanese Rules of Go 1989"
_DAVIES = "Davies, The Rules of Go (article), basic rules"
_TT = "Tromp and Taylor, The Logical Rules"
_NZ = "New Zealand Go Society, Rules of Go"
_AGA = "AGA Official Rules of Go 1991"
_BGA = "British Go Association, Rules of Play 2009"

_DISPUTE: Final = "a dispute about life and death is settled by playing on"


def _by_id(*rulesets: Ruleset) -> dict[str, Ruleset]:
    return {ruleset.id: ruleset for ruleset in rulesets}


RULESETS: Final[dict[str, Ruleset]] = _by_id(
    Ruleset("basic", "Basic rules (reference)",
            Axis(Repetition.POSITIONAL, f"{_DAVIES}, rule 8"),
            Axis(Suicide.ANY, f"{_DAVIES}: rule 7A, which forbids it, is optional"),
            Axis(False, f"{_DAVIES}, rule 9: two passes end the game, the board counts as it stands")),
    Ruleset("tromp-taylor", "Tromp–Taylor",
            Axis(Repetition.POSITIONAL, f"{_TT}, rule 6"),
            Axis(Suicide.ANY, f"{_TT}, rule 7: the player's own chains are cleared last"),
            Axis(False, f"{_TT}, rule 9")),
    Ruleset("japanese", "Japanese 1989",
            Axis(Repetition.BASIC_KO, f"{_J89}, art. 6; art. 12 lets both agree on no result"),
            Axis(Suicide.FORBIDDEN, f"{_J89}, art. 4: no stone without liberty may stay"),
            Axis(True, f"{_J89}, art. 9.3: play resumes at a player's request")),
    Ruleset("korean", "Korean 2016",
            Axis(Repetition.BASIC_KO, "Korea Baduk Association rules 2016, after R. Jasiek's summary"),
            Axis(Suicide.FORBIDDEN, "Korea Baduk Association rules 2016, art. 5: forbidden point"),
            Axis(True, "assumed: as in Japan")),
    Ruleset("wagc", "World Amateur Championship 1979",
            Axis(Repetition.BASIC_KO, "WAGC rules 1979, from the Japanese rules of 1949"),
            Axis(Suicide.FORBIDDEN, "assumed: as the Japanese rules of 1949"),
            Axis(True, "assumed: as in Japan")),
    Ruleset("chinese", "Chinese 2002, over the board",
            Axis(Repetition.BASIC_KO, "Chinese rules 2002, art. 20.1; other cycles are the referee's (art. 20.2-3)"),
            Axis(Suicide.FORBIDDEN, "Chinese rules 2002, art. 5"),
            Axis(True, f"Chinese rules 2002: {_DISPUTE}")),
    Ruleset("chinese-superko", "Chinese as servers play it",
            Axis(Repetition.POSITIONAL, "KGS and OGS: positional superko under Chinese rules"),
            Axis(Suicide.FORBIDDEN, "KGS and OGS: no self-capture under Chinese rules"),
            Axis(True, f"KGS and OGS: {_DISPUTE}")),
    Ruleset("wmsg", "World Mind Sports Games 2008",
            Axis(Repetition.POSITIONAL, "WMSG rules 2008 in R. Jasiek's rewording; without the referee's supplement"),
            Axis(Suicide.FORBIDDEN, "WMSG rules 2008"),
            Axis(True, "WMSG rules 2008: resumed in the original order after the first two passes")),
    Ruleset("aga", "AGA",
            Axis(Repetition.SITUATIONAL, f"{_AGA}, rule 6: same position with the same player to play; T. Benson "
                 "reads it as natural situational"),
            Axis(Suicide.FORBIDDEN, f"{_AGA}, rule 5"),
            Axis(True, f"{_AGA}, rules 9-10")),
    Ruleset("bga", "BGA",
            Axis(Repetition.NATURAL_AND_BASIC_KO, f"{_BGA}: a board play of the same player is what may not recur, and "
                 "basic ko stands as a rule of its own"),
            Axis(Suicide.FORBIDDEN, f"{_BGA}, rule 5"),
            Axis(True, f"{_BGA}: as AGA")),
    Ruleset("ffg", "French (FFG)",
            Axis(Repetition.NATURAL_AND_BASIC_KO, "Règle française: own earlier plays; basic ko added because French "
                 "players hold a retake after a pass for an anomaly of the text"),
            Axis(Suicide.FORBIDDEN, "Règle française, as AGA"),
            Axis(True, "Règle française, as AGA")),
    Ruleset("ing", "Ing SST",
            Axis(Repetition.BASIC_KO, "Ing SST laws 1996: a hot stone may not be removed; fighting and disturbing kos "
                 "are not judged here"),
            Axis(Suicide.SEVERAL, "Ing SST laws 1996: single-stone suicide is banned"),
            Axis(True, "Ing SST laws 1996: verification by removal")),
    Ruleset("ing-simplified", "Simplified Ing (EGF)",
            Axis(Repetition.POSITIONAL, "Simplified Ing rules (EGF)"),
            Axis(Suicide.ANY, "Simplified Ing rules (EGF): suicide of one falls to the repetition rule"),
            Axis(True, "Simplified Ing rules (EGF): resumed after the first stop")),
    Ruleset("new-zealand", "New Zealand",
            Axis(Repetition.NEW_ZEALAND, f"{_NZ}: the board after any earlier move of that player; a pass is a move"),
            Axis(Suicide.ANY, f"{_NZ}"),
            Axis(True, f"{_NZ}: play goes on until both agree")),
    Ruleset("brainking", "BrainKing",
            Axis(Repetition.BASIC_KO, "BrainKing.com, Go rules; read literally the text bans a position three plies "
                 "back, the ordinary ko is meant"),
            Axis(Suicide.FORBIDDEN, "BrainKing.com, Go rules"),
            Axis(True, "BrainKing.com, Go rules: play continues when the marking is refused")),
    Ruleset("ancient-chinese", "Ancient Chinese (stone scoring)",
            Axis(Repetition.BASIC_KO, "assumed: simple ko"),
            Axis(Suicide.FORBIDDEN, "assumed: as later Chinese rules"),
            Axis(True, "assumed: played until the board is full")),
    Ruleset("button", "Button Go",
            Axis(Repetition.SITUATIONAL_UNTIL_PASS, "Sensei's Library, Button Go: taking the button lifts ko bans; "
                 "host ruleset AGA assumed"),
            Axis(Suicide.FORBIDDEN, "assumed: host ruleset AGA"),
            Axis(True, "assumed: host ruleset AGA")),
)  # fmt: skip

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
