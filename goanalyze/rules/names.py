"""The names of rulesets: ids, titles, aliases and KataGo's rules strings."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from goanalyze.errors import UnknownRulesetError
from goanalyze.rules.katago import parse_rules_string
from goanalyze.rules.presets import PRESET_NAMES, RULESETS, plain_name
from goanalyze.rules.ruleset import Ruleset
from goanalyze.vocabulary.toml import near, shown

_STRING_NAMES: Final = {
    "koSIMPLEscoreTERRITORYtaxALLsui0": "ancientterritory tang japanese+grouptax tangjapanese+grouptax",
}
"""Names of rulesets that KataGo's rules strings describe and no preset."""
NAMES: Final = PRESET_NAMES | {name: string for string, names in _STRING_NAMES.items() for name in names.split()}
"""Every plain name, with the id or the rules string of its ruleset."""
_REMEMBERED: Final = 4096


def find_ruleset(name: str) -> Ruleset:
    """Return the ruleset of an id, of a name as files write it, or of KataGo's rules string.

    Case, blanks, punctuation, the word "rules" and the form of Chinese characters do not matter.

    Raises:
        UnknownRulesetError: the name, or a part of KataGo's rules string, is unknown; the message lists the ids.

    Example:
        >>> [find_ruleset(name).id for name in ("Japanese Rules", "NZ", "koPOSITIONALscoreAREAtaxNONEsui1")]
        ['japanese', 'new-zealand', 'tromp-taylor']
    """
    if not isinstance(name, str):
        raise UnknownRulesetError(f"{shown(name)} is not the name of a ruleset. {expected_names()}")
    return _find(name)


@lru_cache(maxsize=_REMEMBERED)
def _find(name: str) -> Ruleset:
    id_ = NAMES.get(plain_name(name), name)
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
