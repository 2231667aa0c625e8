"""Every way to name a ruleset: an id, a title or an alias, a TOML file, a ruleset of it; and rulesets made in code."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from goanalyze.errors import RulesetError, UnknownRulesetError
from goanalyze.rules.files import ALL, check_own_id, read_rulesets
from goanalyze.rules.names import expected_names, find_ruleset, unknown_name
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.reader import BY_USER, build, located
from goanalyze.rules.ruleset import Ruleset
from goanalyze.vocabulary.arguments import read_items
from goanalyze.vocabulary.toml import near, printable, shown

_FILES: Final = ", or a ruleset in a file, such as mine.toml or mine.toml:club"
_COMMA: Final = re.compile(r",(?![^{}]*\})")
"""A comma between names, not one in a JSON object."""
_FILE: Final = re.compile(r"(?P<file>.+\.toml)(:(?P<id>[^:/\\]*))?", re.IGNORECASE | re.DOTALL)


def derive(
    base: str | Ruleset,
    id: str,  # noqa: A002 - the name of the attribute
    *,
    title: str | None = None,
    source: str = BY_USER,
    **values: object,
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

    Example:
        >>> club = derive("japanese", "club", seki="strict", komi=5.5)
        >>> club.seki.value, club.seki.source, str(club.komi.value), club.ties.source[:11]
        (<Seki.STRICT: 'strict'>, 'given by the user', '5.5', 'Nihon Kiin,')
        >>> derive("japanese", "club", seki="stirct")
        Traceback (most recent call last):
        goanalyze.errors.RulesetError: ruleset 'club': seki: 'stirct' is not a valid value. Expected none, ...
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

    Example:
        >>> resolve("Japanese Rules").id, resolve(derive("nz", "club")).id
        ('japanese', 'club')
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

    Example:
        >>> [ruleset.id for ruleset in resolve_all("jp, AGA,japanese")]
        ['japanese', 'aga']
        >>> resolve_all("all") == tuple(RULESETS.values())
        True
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
