"""The presets: rulesets of the world, read from ``presets.toml``, and their further names in records."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any, Final, NamedTuple

from goanalyze.errors import RulesetError
from goanalyze.rules.reader import build_table, located, parse_tables
from goanalyze.rules.ruleset import Ruleset
from goanalyze.vocabulary.toml import printable, read_text, reraised_as, shown, shown_key

PRESETS_FILE: Final = Path(__file__).with_name("presets.toml")

_NOISE: Final = re.compile(
    r"[\s\-_/().,:;·'’、]+|ruleset|rules?|go\b|围棋|的?(?:规则|规约|规)|ルール|규칙|룰|(?<=..)[法制式식](?=\s*(?:规|ル|규|룰|$))"
)
_SIMPLIFIED: Final = str.maketrans("國韓還頭應応數點計圍囲碁規則約", "国韩还头应应数点计围围棋规则约")


class Presets(NamedTuple):
    """The content of a file of presets.

    Attributes:
        rulesets: every ruleset by id, in the order of the file.
        names: the id of every ruleset by its names: id, title and further names, each in the form of `plain_name`.
        in_use: ids of the rulesets that most games are played by, in the order of the file.
    """

    rulesets: dict[str, Ruleset]
    names: dict[str, str]
    in_use: list[str]


def plain_name(name: str) -> str:
    """Return a name in lower case and simplified characters, without blanks, punctuation and words for "rules".

    Example:
        >>> plain_name("Japanese Rules"), plain_name("應氏計點制")
        ('japanese', '应氏计点')
    """
    return _NOISE.sub("", unicodedata.normalize("NFKC", name).strip().lower().translate(_SIMPLIFIED))


def load_presets(path: Path = PRESETS_FILE) -> Presets:
    """Return the presets of a file: a table for each, as in users' files; the base of one is an earlier one.

    Raises:
        RulesetError: the file is not valid, or two presets have one name; the message has the file, the preset, the
            field, the value and the expected ones.
    """
    file = printable(path)
    with reraised_as(RulesetError):
        text = read_text(path)
    presets = Presets({}, {}, [])
    for id_, table in parse_tables(text, file).items():
        try:
            _add(presets, id_, table)
        except RulesetError as error:
            raise located(f"{file}: [{shown_key(id_)}]", error, id_) from None
    return presets


def _add(presets: Presets, id_: str, table: dict[str, Any]) -> None:
    """Add the preset of a table to the earlier ones."""

    def find_base(name: object) -> Ruleset:
        if isinstance(name, str) and name in presets.rulesets:
            return presets.rulesets[name]
        expected = f"one of the earlier ones: {', '.join(presets.rulesets)}"
        raise RulesetError(f"base: {shown(name)} is not an earlier preset of this file. Expected {expected}")

    names = table.pop("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and plain_name(name) for name in names):
        raise RulesetError(f"names: {shown(names)} is not a valid value. Expected a list of names")
    is_in_use = table.pop("in_use", False)
    if not isinstance(is_in_use, bool):
        raise RulesetError(f"in_use: {shown(is_in_use)} is not a valid value. Expected true or false")
    ruleset = build_table(id_, table, find_base)
    for field, name in (("id", id_), ("title", ruleset.title), *(("names", name) for name in names)):
        if (owner := presets.names.setdefault(plain_name(name), id_)) != id_:
            raise RulesetError(f"{field}: {shown(name)} is also a name of {shown_key(owner)}. Expected another name")
    presets.rulesets[id_] = ruleset
    if is_in_use:
        presets.in_use.append(id_)


_PRESETS: Final = load_presets()
RULESETS: Final = _PRESETS.rulesets
"""Every preset by id, in the order of the tables."""
PRESET_NAMES: Final = _PRESETS.names
"""The ids of presets by their plain names."""
USUAL: Final = tuple(_PRESETS.in_use)
"""The ids of the presets that most games are played by; the others are readings of them, historical or proposed."""
