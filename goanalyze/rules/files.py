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

The presets are such a file: `presets.toml`.

A later version may add an axis. A ruleset with a base takes it from the preset; one without is refused until it has
a value, since any default would be a guess. The text that `to_toml` writes of a preset has that preset for a base.
"""

from __future__ import annotations

import os
import re
from typing import Final

from goanalyze.errors import RulesetError, UnknownRulesetError
from goanalyze.rules.komi import Komi
from goanalyze.rules.names import find_ruleset
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.reader import build_table, located, parse_tables
from goanalyze.rules.ruleset import AXES, Ruleset, plain_value, value_text
from goanalyze.vocabulary.toml import near, printable, read_text, reraised_as, shown, shown_key, toml_key, toml_value

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
    rulesets = []
    for name, table in parse_tables(text, file).items():
        try:
            if own:
                check_own_id(name)
            rulesets.append(build_table(name, table, _preset))
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
