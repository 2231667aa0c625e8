"""Rulesets of one's own in a TOML file.

A file has a table for each ruleset::

    [club]
    title = "Our club"
    base = "japanese"                               # a preset; without it every axis must be given
    source = "club statutes 2020"                   # of the axes of this table
    seki = "strict"
    komi = { even = 5.5, handicap = 0.5, 9 = 3.5 }  # or a number, then for every game
    suicide = { value = "any", source = "vote of 2021" }

An axis is a value, or a table with ``value`` and ``source``; a table without ``value`` is a komi.

A later version may add an axis. A ruleset with a base takes it from the preset; one without is refused until it has
a value, since any default would be a guess. The text that `to_toml` writes of a preset has that preset for a base.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from goanalyze.rules.choices import Placement
from goanalyze.rules.komi import Komi, RulesetError
from goanalyze.rules.names import UnknownRulesetError, find_ruleset
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import AXES, Axis, AxisKind, Ruleset, meaning, plain_value, value_text
from goanalyze.vocabulary.choice import Choice
from goanalyze.vocabulary.toml import (
    near,
    parse_toml,
    printable,
    read_text,
    shown,
    shown_key,
    told_as,
    toml_key,
    toml_value,
)

ALL: Final = "all"
"""The name of all presets together."""
BY_USER: Final = "given by the user"
"""The source of an axis without one."""

_NOT_AXES: Final = ("base", "title", "source")
_KINDS: Final = {kind.name: kind for kind in AXES}
_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_SIZE: Final = re.compile(r"[1-9][0-9]?")


def read_rulesets(path: str | os.PathLike[str]) -> list[Ruleset]:
    """Return the rulesets of a TOML file, in its order.

    Raises:
        RulesetError: the file cannot be read, or its text is not TOML or not a ruleset; the message has the file, the
            ruleset, the field, the value and the expected ones.
    """
    with told_as(RulesetError):
        text = read_text(path)
    return parse_rulesets(text, printable(path))


def parse_rulesets(text: str, file: str = "TOML", *, own: bool = True) -> list[Ruleset]:
    r"""Return the rulesets of TOML text, in its order.

    Args:
        text: a table for each ruleset.
        file: the name of the text in messages.
        own: ids must not be names of presets; else any text is an id, so that `to_toml` can be read back.

    Raises:
        RulesetError: the text is not TOML, or not a ruleset, see `read_rulesets`.

    Example:
        >>> [club] = parse_rulesets('[club]\nbase = "aga"\nkomi = 6.5')
        >>> club.id, club.komi.value.even, club.repetition.value
        ('club', 6.5, <Repetition.SITUATIONAL: 'ssk'>)
    """
    with told_as(RulesetError):
        tables = parse_toml(text, file)
    if not tables:
        raise RulesetError(f"{file}: a ruleset is missing. Expected a table such as [club]")
    rulesets = []
    for name, table in tables.items():
        if not isinstance(table, dict):
            problem = f"{shown_key(name)} is outside of a ruleset"
            raise RulesetError(f"{file}: {problem}. Expected it in a table such as [club]")
        try:
            if own:
                check_own_id(name)
            rulesets.append(_from_table(name, table))
        except RulesetError as error:
            raise located(f"{file}: [{shown_key(name)}]", error, name) from None
    return rulesets


def to_toml(ruleset: Ruleset, id: str | None = None) -> str:  # noqa: A002 - the name of the attribute
    r"""Write a ruleset as a TOML table: every axis with value, source and, as comments, its meaning.

    `parse_rulesets` reads the same ruleset back, with ``own=False`` even a preset under its own id.

    Args:
        ruleset: the ruleset.
        id: another id, as the text of a preset needs one before `read_rulesets` takes it.

    Example:
        >>> print(*to_toml(find_ruleset("aga"), "club").splitlines()[:6], sep="\n")
        [club]
        title = "AGA"
        base = "aga"
        <BLANKLINE>
        # which repetition is forbidden: basic-ko, psk, ssk, ssk-own-moves, nssk, nssk-basic-ko, ssk-until-pass, ing
        # ssk: situational superko: nor any earlier position with the same side to move next
    """
    lines = [f"[{toml_key(ruleset.id if id is None else id)}]", f"title = {toml_value(ruleset.title)}"]
    lines += [f"base = {toml_value(ruleset.id)}"] if ruleset.id in RULESETS else []
    for kind, axis in zip(AXES, ruleset.axes().values(), strict=True):
        words = meaning(kind.name, axis.value)
        lines += [
            "",
            f"# {kind.question}: {kind.allowed()}",
            f"# {words}" if isinstance(axis.value, Komi) else f"# {value_text(axis.value)}: {words}",
            f"{kind.name} = {{ value = {toml_value(plain_value(axis.value))}, source = {toml_value(axis.source)} }}",
        ]
    return "\n".join(lines) + "\n"


def _from_table(name: str, table: Mapping[str, Any]) -> Ruleset:
    """Build the ruleset of a TOML table."""
    for field in ("title", "source"):
        if field in table and not (isinstance(table[field], str) and table[field].strip()):
            raise RulesetError(
                f"{field}: {shown(table[field])} is not a valid {field}. Expected text that is not blank"
            )
    base = _preset(table["base"]) if "base" in table else None
    values = {axis: value for axis, value in table.items() if axis not in _NOT_AXES}
    return build(base, name, table.get("title", name), table.get("source", BY_USER), values)


def _preset(name: object) -> Ruleset:
    try:
        return find_ruleset(name if isinstance(name, str) else "")
    except UnknownRulesetError:
        meant = near(name.lower(), RULESETS) if isinstance(name, str) else ""
        raise RulesetError(
            f"base: {shown(name)} is not a preset{meant}. Expected one of: {', '.join(RULESETS)}"
        ) from None


def build(base: Ruleset | None, id_: str, title: str, source: str, values: Mapping[str, object]) -> Ruleset:
    """Put a ruleset together from the axes of its base and other values."""
    for name in values:
        if name not in _KINDS:
            meant = near(name, (*_KINDS, *_NOT_AXES))
            expected = f"one of: {', '.join(_KINDS)}, or {', '.join(_NOT_AXES)}"
            raise RulesetError(f"{shown_key(name)} is not an axis{meant}. Expected {expected}")
    axes: dict[str, Any] = dict(base.axes()) if base else {}  # which has which kind of value, `Ruleset` checks
    missing = [name for name in _KINDS if name not in values and name not in axes]
    if missing:
        names = ", ".join(missing)
        raise RulesetError(f'without a base, axes are missing: {names}. Expected these, or a base such as "japanese"')
    for name in sorted(values, key="komi".__eq__):  # komi last: without handicap games it has no part for them
        even_only = name == "komi" and axes["placement"].value is Placement.EVEN_ONLY
        axes[name] = _axis(_KINDS[name], values[name], source, even_only=even_only)
    return Ruleset(id_, title, **axes)


def _axis(kind: AxisKind, entry: Any, source: str, *, even_only: bool) -> Axis[Any]:
    """Read one axis: a value, or a table with ``value`` and ``source``."""
    if isinstance(entry, Axis):
        return entry
    if isinstance(entry, Mapping) and ("value" in entry or kind.value_type is not Komi):
        for name in entry:
            if name not in ("value", "source"):
                problem = f"{shown_key(name)} is not a valid key of its table"
                raise RulesetError(f"{kind.name}: {problem}. Expected value, source")
        if "value" not in entry:
            raise RulesetError(f"{kind.name}: value is missing in its table. Expected {kind.allowed()}")
        source, entry = entry.get("source", source), entry["value"]
    return Axis(_value(kind, entry, even_only=even_only), source)


def _value(kind: AxisKind, entry: Any, *, even_only: bool) -> Any:
    """Turn an entry into a value of the axis; an entry that cannot be one is left for `AxisKind.check`."""
    if issubclass(kind.value_type, Choice):
        return next((choice for choice in kind.value_type if entry == choice.value), entry)
    if kind.value_type is not Komi or isinstance(entry, Komi):
        return entry
    handicap: Literal["even"] | None = None if even_only else "even"
    if Komi.is_number(entry):
        return Komi(entry, handicap=handicap)
    return _komi(entry, handicap) if isinstance(entry, Mapping) else entry


def _komi(table: Mapping[Any, Any], handicap: Literal["even"] | None) -> Komi:
    """Read a table of komi; `handicap` is the default for handicap games."""
    sizes = []
    for name, number in table.items():
        if name in ("even", "handicap"):
            continue
        if not _SIZE.fullmatch(str(name)):
            expected = "even, handicap and board sizes such as 9, or value and source"
            raise RulesetError(f"komi: {shown_key(name)} is not a valid key of its table. Expected {expected}")
        sizes.append((int(name), number))
    return Komi(table.get("even"), handicap=table.get("handicap", handicap), sizes=tuple(sizes))


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
    """Return an id for a ruleset in a file: its own, or one with "my-" before it if its own is taken.

    Example:
        >>> own_id(find_ruleset("aga")), own_id(find_ruleset("koSIMPLEscoreAREA"))
        ('my-aga', 'my-kosimplescoreareataxnonesui1')
    """
    try:
        check_own_id(ruleset.id)
    except RulesetError:
        return f"my-{re.sub('[^a-z0-9]+', '-', ruleset.id.lower())}"
    return ruleset.id


def located(where: str, error: RulesetError, id_: object) -> RulesetError:
    """Return an error whose sentence begins with the location instead of the ruleset alone."""
    return RulesetError(f"{where} {str(error).removeprefix(f'ruleset {id_!r}: ')}")
