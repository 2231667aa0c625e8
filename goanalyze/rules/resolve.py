"""The names of rulesets: ids, titles, aliases and KataGo's rules strings.

Rulesets of one's own in a TOML file.

A file has a table for each ruleset::

    [club]
    title = "Our club"
    base = "japanese"                               # a preset; without it every axis must be given
    source = "club statutes 2020"                   # of the axes of this table
    seki = "strict"
    komi = { even = 5.5, handicap = 0.5, 9 = 3.5 }  # or a number, then for every game
    suicide = { value = "any", source = "vote of 2021" }

An axis is a value, or a table with ``value`` and ``source``; a table without ``value`` is a komi.

The presets are such a file: `presets.toml`.

A later version may add an axis. A ruleset with a base takes it from the preset; one without is refused until it has
a value, since any default would be a guess. The text that `to_toml` writes of a preset has that preset for a base.

Every way to name a ruleset: an id, a title or an alias, a TOML file, a ruleset of it; and rulesets made in code.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from goanalyze.errors import RulesetError, UnknownRulesetError
from goanalyze.rules.katago import parse_rules_string
from goanalyze.rules.komi import Komi
from goanalyze.rules.presets import (
    BY_USER,
    PRESET_NAMES,
    RULESETS,
    build,
    build_table,
    located,
    parse_tables,
    plain_name,
)
from goanalyze.rules.ruleset import AXES, Ruleset, plain_value, value_text
from goanalyze.util.arguments import read_items
from goanalyze.util.toml import near, printable, read_text, reraised_as, shown, shown_key, toml_key, toml_value

_STRING_NAMES: Final = {
    "koSIMPLEscoreTERRITORYtaxALLsui0": "ancientterritory tang japanese+grouptax tangjapanese+grouptax"
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


ALL: Final = "all"
"""The name of all presets together."""
_ID: Final = re.compile(r"[a-z][a-z0-9-]*")


def read_rulesets(path: str | os.PathLike[str]) -> list[Ruleset]:
    """Return the rulesets of a TOML file, in its order.

    Raises:
        RulesetError: the file cannot be read, or its text is not TOML or not a ruleset; the message has the file, the
            ruleset, the field, the value and the expected ones.
    """
    with reraised_as(RulesetError):
        text = read_text(path)
    return parse_rulesets(text, printable(path))


def parse_rulesets(text: str, file: str = "TOML", *, own: bool = True) -> list[Ruleset]:
    """Return the rulesets of TOML text, in its order.

    Args:
        text: a table for each ruleset.
        file: the name of the text in messages.
        own: ids must not be names of presets; else any text is an id, so that `to_toml` can be read back.
    """
    rulesets = []
    for name, table in parse_tables(text, file).items():
        try:
            if own:
                check_own_id(name)
            rulesets.append(build_table(name, table, _preset))
        except RulesetError as error:
            raise located(f"{file}: [{shown_key(name)}]", error, name) from None
    return rulesets


def to_toml(ruleset: Ruleset, id: str | None = None) -> str:
    """Write a ruleset as a TOML table: every axis with value, source and, as comments, its meaning.

    `parse_rulesets` reads the same ruleset back, with ``own=False`` even a preset under its own id.

    Args:
        ruleset: the ruleset.
        id: another id, as the text of a preset needs one before `read_rulesets` takes it.
    """
    if id is None and RULESETS.get(ruleset.id) is ruleset:
        return _preset_toml(ruleset.id)
    return _ruleset_toml(ruleset, ruleset.id if id is None else id)


@cache
def _preset_toml(name: str) -> str:
    return _ruleset_toml(RULESETS[name], name)


def _ruleset_toml(ruleset: Ruleset, name: str) -> str:
    lines = [f"[{toml_key(name)}]", f"title = {toml_value(ruleset.title)}"]
    lines += [f"base = {toml_value(ruleset.id)}"] if ruleset.id in RULESETS else []
    for kind, axis in zip(AXES, ruleset.axes().values(), strict=True):
        words = kind.meaning(axis.value)
        lines += [
            "",
            f"# {kind.question}: {kind.allowed()}",
            f"# {words}" if isinstance(axis.value, Komi) else f"# {value_text(axis.value)}: {words}",
            f"{kind.name} = {{ value = {toml_value(plain_value(axis.value))}, source = {toml_value(axis.source)} }}",
        ]
    return "\n".join(lines) + "\n"


def _preset(name: object) -> Ruleset:
    try:
        return find_ruleset(name if isinstance(name, str) else "")
    except UnknownRulesetError:
        meant = near(name.lower(), RULESETS) if isinstance(name, str) else ""
        raise RulesetError(
            f"base: {shown(name)} is not a preset{meant}. Expected one of: {', '.join(RULESETS)}"
        ) from None


def check_own_id(name: object) -> None:
    """Refuse a value that is not an id, or is the name of a ruleset already."""
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise RulesetError("this is not a valid id. Expected a-z, 0-9 and -, with a letter first")
    if name == ALL:
        raise RulesetError(f"the id {ALL} is the name of all presets together. Expected another id")
    try:
        ruleset = find_ruleset(name)
    except UnknownRulesetError:
        return
    raise RulesetError(f"the id is a name of the ruleset {ruleset.id}. Expected another id")


def own_id(ruleset: Ruleset) -> str:
    """Return an id for a ruleset in a file: its own, or one with "my-" before it if its own is taken."""
    try:
        check_own_id(ruleset.id)
    except RulesetError:
        return f"my-{re.sub('[^a-z0-9]+', '-', ruleset.id.lower())}"
    return ruleset.id


_FILES: Final = ", or a ruleset in a file, such as mine.toml or mine.toml:club"
_COMMA: Final = re.compile(r",(?![^{}]*\})")
"""A comma between names, not one in a JSON object."""
_FILE: Final = re.compile(r"(?P<file>.+\.toml)(:(?P<id>[^:/\\]*))?", re.IGNORECASE | re.DOTALL)


def derive(
    base: str | Ruleset, id: str, *, title: str | None = None, source: str = BY_USER, **values: object
) -> Ruleset:
    """Return a ruleset with some axes changed; the others keep value and source.

    Args:
        base: the ruleset to start from; anything that `resolve` takes.
        id: the name of the new ruleset: a-z, 0-9 and -, a letter first, and no name of a preset.
        title: the name for people; the id if not given.
        source: where the changed values are from.
        values: the axes to change: members of their enum or short names, true or false, whole numbers; for komi a
            number, which then holds for every game, a table as in TOML, or a `Komi`; an `Axis`, or a table with
            ``value`` and ``source``, where one has a source of its own.

    Raises:
        RulesetError: an axis is unknown, a value is not valid, axes contradict each other, or the id will not do.
        UnknownRulesetError: the base is unknown.
    """
    start = resolve(base)
    try:
        check_own_id(id)
        return build(start, id, id if title is None else title, source, values)
    except RulesetError as error:
        raise located(f"ruleset {shown(id)}:", error, id) from None


def resolve(name: str | os.PathLike[str] | Ruleset) -> Ruleset:
    """Return the ruleset of a name.

    Args:
        name: an id, title or alias of a preset; KataGo's rules string or JSON object; ``"mine.toml:club"``;
            ``"mine.toml"``, or a path, if the file holds only one; or a ruleset, which is returned.

    Raises:
        UnknownRulesetError: nothing has that name.
        RulesetError: the file cannot be read or holds several rulesets.
    """
    if isinstance(name, Ruleset):
        return name
    rulesets = _named(name)
    if len(rulesets) > 1:
        text = os.fspath(name)
        is_all = text.lower().strip() == ALL
        several = ", ".join(ruleset.id if is_all else f"{text}:{ruleset.id}" for ruleset in rulesets)
        raise RulesetError(f"{text!r} is the name of several rulesets. Expected one of {several}")
    return rulesets[0]


def resolve_all(
    names: str | os.PathLike[str] | Ruleset | Iterable[str | os.PathLike[str] | Ruleset],
) -> tuple[Ruleset, ...]:
    """Return the rulesets of names, in order, each once.

    Args:
        names: a name as `resolve` takes it, or several; in text also ``"all"`` for every preset, ``"mine.toml"`` for
            all rulesets of a file, and several names with commas between them.

    Raises:
        UnknownRulesetError: a name is unknown, or no name is there.
        RulesetError: a file cannot be read, or different rulesets have the same id.
    """
    rulesets: dict[str, Ruleset] = {}
    several = [names] if isinstance(names, (str, os.PathLike, Ruleset)) else names
    for name in read_items("rulesets", several, "names of rulesets"):
        for part in _parts(name) if isinstance(name, str) else (name,):
            for ruleset in [part] if isinstance(part, Ruleset) else _named(part):
                if rulesets.setdefault(ruleset.id, ruleset) != ruleset:
                    raise RulesetError(f"two different rulesets have the id {ruleset.id!r}. Expected another for one")
    if not rulesets:
        raise UnknownRulesetError(f"the name of a ruleset is missing. {expected_names(_FILES)}")
    return tuple(rulesets.values())


def _parts(text: str) -> list[str]:
    """Return the names that commas divide; a comma in a title or in the name of a file divides nothing."""
    if text.strip().lower() in (ruleset.title.lower() for ruleset in RULESETS.values()) or _is_file(text):
        return [text]
    return [part for part in _COMMA.split(text) if part.strip()]


def _is_file(text: str) -> bool:
    match = _FILE.fullmatch(text.strip())
    try:
        return match is not None and Path(match["file"]).is_file()
    except OSError:  # no file can have such a name
        return False


def _named(name: str | os.PathLike[str]) -> list[Ruleset]:
    """Return all rulesets of a single name, at least one."""
    if isinstance(name, os.PathLike):
        return read_rulesets(name)
    if not isinstance(name, str):
        raise UnknownRulesetError(f"{shown(name)} is neither a ruleset nor the name of one. {expected_names(_FILES)}")
    text = name.strip()
    if text.lower() == ALL:
        return list(RULESETS.values())
    if match := _FILE.fullmatch(text):
        rulesets = read_rulesets(match["file"])
        chosen = [ruleset for ruleset in rulesets if match["id"] in (None, ruleset.id)]
        if not chosen:
            ids = [ruleset.id for ruleset in rulesets]
            missing = f"{shown(match['id'])}{near(match['id'], ids)}"
            file = printable(match["file"])
            raise UnknownRulesetError(f"{file}: the ruleset {missing} is not found. Expected one of {', '.join(ids)}")
        return chosen
    try:
        return [find_ruleset(text)]
    except UnknownRulesetError:
        raise UnknownRulesetError(unknown_name(text, _FILES)) from None
