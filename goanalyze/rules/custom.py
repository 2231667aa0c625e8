"""Rulesets of one's own: a preset with some axes changed, in code or in a TOML file, and every way to name a ruleset.

A TOML file has a table for each ruleset::

    [club]
    title = "Our club"
    base = "japanese"                               # a preset; without it every axis must be given
    source = "club statutes 2020"                   # of the axes that stand here
    seki = "strict"
    komi = { even = 5.5, handicap = 0.5, 9 = 3.5 }  # or a number, then for every game
    suicide = { value = "any", source = "vote of 2021" }

An axis is a value, or a table with ``value`` and ``source``; a table without ``value`` is a komi.
"""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, Literal

from goanalyze.rules.choices import Placement
from goanalyze.rules.names import UnknownRulesetError, find_ruleset
from goanalyze.rules.presets import RULESETS
from goanalyze.rules.ruleset import (
    AXES,
    Axis,
    AxisKind,
    Komi,
    Ruleset,
    RulesetError,
    meaning,
    plain_value,
    shown,
    value_text,
)
from goanalyze.vocabulary.choice import Choice

__all__ = ["derive", "parse_rulesets", "read_rulesets", "resolve", "resolve_all", "to_toml"]

_GIVEN: Final = "given by the user"
_ALL: Final = "all"
_BESIDE: Final = ("base", "title", "source")
_KINDS: Final = {kind.name: kind for kind in AXES}
_ID: Final = re.compile(r"[a-z][a-z0-9-]*")
_LONG_KEY: Final = 60  # characters of a key that a message repeats
_NEAR: Final = 0.7  # how alike names are before one is taken for the other: seky and seki are, chess and chinese not
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SIZE: Final = re.compile(r"[1-9][0-9]?")
_FILE: Final = re.compile(r"(?P<file>.+\.toml)(:(?P<id>[^:/\\]*))?", re.IGNORECASE | re.DOTALL)
_BROKEN: Final = re.compile(
    r"(?P<what>.*?) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)


def derive(
    base: str | Ruleset,
    id: str,  # noqa: A002 - the name of the attribute
    *,
    title: str | None = None,
    source: str = _GIVEN,
    **values: Any,
) -> Ruleset:
    """Return a ruleset with some axes changed; the others keep value and source.

    Args:
        base: what to start from; anything that `resolve` takes.
        id: the name of the new ruleset: a-z, 0-9 and -, a letter first, and no name of a preset.
        title: the name for people; the id if not given.
        source: where the changed values are from.
        values: the axes to change: members of their enum or short names, true or false, whole numbers; for komi a
            number, which then holds for every game, a table as in TOML, or a `Komi`; an `Axis`, or a table with
            ``value`` and ``source``, where one has a source of its own.

    Raises:
        RulesetError: an axis is unknown, a value is not allowed, axes contradict each other, or the id will not do.
        UnknownRulesetError: the base is unknown.

    Example:
        >>> club = derive("japanese", "club", seki="strict", komi=5.5)
        >>> club.seki.value, club.seki.source, str(club.komi.value), club.ties.source[:11]
        (<Seki.STRICT: 'strict'>, 'given by the user', '5.5', 'Nihon Kiin,')
        >>> derive("japanese", "club", seki="stirct")
        Traceback (most recent call last):
        goanalyze.rules.ruleset.RulesetError: ruleset 'club': seki: 'stirct' is not allowed; allowed are none, ...
    """
    start = resolve(base)
    try:
        _check_own_id(id)
        return _build(start, id, id if title is None else title, source, values)
    except RulesetError as error:
        raise _placed(f"ruleset {shown(id)}:", error, id) from None


def read_rulesets(path: str | os.PathLike[str]) -> list[Ruleset]:
    """Return the rulesets of a TOML file, in its order.

    Raises:
        RulesetError: the file cannot be read, is no TOML, or holds what is no ruleset; the message is one sentence
            with file, ruleset, field, what was given and what is allowed.
    """
    file = _printable(path)
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        raise RulesetError(f"{file}: there is no such file") from None
    except IsADirectoryError:
        raise RulesetError(f"{file}: it is a folder, not a TOML file") from None
    except OSError as error:
        raise RulesetError(f"{file}: it cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise RulesetError(f"{file}: byte {error.start} is not UTF-8, and TOML is") from None
    except ValueError:  # a name with a null byte
        raise RulesetError(f"{file}: there is no such file") from None
    return parse_rulesets(text, file)


def parse_rulesets(text: str, file: str = "TOML", *, own: bool = True) -> list[Ruleset]:
    r"""Return the rulesets of TOML text, in its order.

    Args:
        text: a table for each ruleset.
        file: what messages call the text.
        own: ids must not be names of presets; else any text is an id, so that `to_toml` can be read back.

    Raises:
        RulesetError: as `read_rulesets`.

    Example:
        >>> [club] = parse_rulesets('[club]\nbase = "aga"\nkomi = 6.5')
        >>> club.id, club.komi.value.even, club.repetition.value
        ('club', 6.5, <Repetition.SITUATIONAL: 'ssk'>)
    """
    tables = _tables(text, file)
    if not tables:
        raise RulesetError(f"{file}: it holds no ruleset; a ruleset is a table such as [club]")
    rulesets = []
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise RulesetError(f"{file}: {_key(name)} stands outside of a ruleset; a ruleset is a table such as [club]")
        try:
            if own:
                _check_own_id(name)
            rulesets.append(_from_table(name, table))
        except RulesetError as error:
            raise _placed(f"{file}: [{_key(name)}]", error, name) from None
    return rulesets


def to_toml(ruleset: Ruleset, id: str | None = None) -> str:  # noqa: A002 - the name of the attribute
    r"""Write a ruleset as a TOML table: every axis with value, source and, as comments, its meaning.

    `parse_rulesets` reads the same ruleset back, with ``own=False`` even a preset under its own id.

    Args:
        ruleset: what to write.
        id: another id, as the text of a preset needs one before `read_rulesets` takes it.

    Example:
        >>> print(*to_toml(find_ruleset("aga"), "club").splitlines()[:5], sep="\n")
        [club]
        title = "AGA"
        <BLANKLINE>
        # which repetition is forbidden: basic-ko, psk, ssk, ssk-own-moves, nssk, nssk-basic-ko, ssk-until-pass, ing
        # ssk: situational superko: nor any earlier position with the same side to move next
    """
    lines = [f"[{_toml_key(ruleset.id if id is None else id)}]", f"title = {_toml(ruleset.title)}"]
    for kind, axis in zip(AXES, ruleset.axes().values(), strict=True):
        says = meaning(kind.name, axis.value)
        lines += [
            "",
            f"# {kind.asks}: {kind.allowed()}",
            f"# {says}" if isinstance(axis.value, Komi) else f"# {value_text(axis.value)}: {says}",
            f"{kind.name} = {{ value = {_toml(plain_value(axis.value))}, source = {_toml(axis.source)} }}",
        ]
    return "\n".join(lines) + "\n"


def resolve(name: str | os.PathLike[str] | Ruleset) -> Ruleset:
    """Return the ruleset that a name stands for.

    Args:
        name: an id, title or alias of a preset; ``"mine.toml:club"``; ``"mine.toml"``, or a path, if the file holds
            only one; or a ruleset, which is returned.

    Raises:
        UnknownRulesetError: nothing has that name.
        RulesetError: the file cannot be read or holds several rulesets.

    Example:
        >>> resolve("Japanese Rules").id, resolve(derive("nz", "club")).id
        ('japanese', 'club')
    """
    if isinstance(name, Ruleset):
        return name
    found = _named(name)
    if len(found) > 1:
        text = os.fspath(name)
        several = ", ".join(ruleset.id if text.lower().strip() == _ALL else f"{text}:{ruleset.id}" for ruleset in found)
        raise RulesetError(f"{text!r} stands for several rulesets; name one of {several}")
    return found[0]


def resolve_all(
    names: str | os.PathLike[str] | Ruleset | Iterable[str | os.PathLike[str] | Ruleset],
) -> tuple[Ruleset, ...]:
    """Return the rulesets that names stand for, in order, each once.

    Args:
        names: what `resolve` takes, or several of it; in text also ``"all"`` for every preset, ``"mine.toml"`` for
            all rulesets of a file, and several names with commas between them.

    Raises:
        UnknownRulesetError: nothing has one of the names, or there is none.
        RulesetError: a file cannot be read, or different rulesets have the same id.

    Example:
        >>> [ruleset.id for ruleset in resolve_all("jp, AGA,japanese")]
        ['japanese', 'aga']
        >>> len(resolve_all("all"))
        17
    """
    found: dict[str, Ruleset] = {}
    for name in [names] if isinstance(names, (str, os.PathLike, Ruleset)) else names:
        for part in _parts(name) if isinstance(name, str) else (name,):
            for ruleset in [part] if isinstance(part, Ruleset) else _named(part):
                if found.setdefault(ruleset.id, ruleset) != ruleset:
                    raise RulesetError(f"two different rulesets have the id {ruleset.id!r}; give one of them another")
    if not found:
        raise UnknownRulesetError(f"no ruleset is named; {_hint()}")
    return tuple(found.values())


def _parts(text: str) -> list[str]:
    """Return the names that commas divide; a comma in a title or in the name of a file divides nothing."""
    if text.strip().lower() in (ruleset.title.lower() for ruleset in RULESETS.values()) or _is_file(text):
        return [text]
    return [part for part in text.split(",") if part.strip()]


def _is_file(text: str) -> bool:
    match = _FILE.fullmatch(text.strip())
    try:
        return match is not None and Path(match["file"]).is_file()
    except OSError:  # no file can have such a name
        return False


def _named(name: str | os.PathLike[str]) -> list[Ruleset]:
    """Return all rulesets that a single name stands for, at least one."""
    if isinstance(name, os.PathLike):
        return read_rulesets(name)
    if not isinstance(name, str):
        raise UnknownRulesetError(f"{shown(name)} is neither a ruleset nor the name of one; {_hint()}")
    text = name.strip()
    if text.lower() == _ALL:
        return list(RULESETS.values())
    if match := _FILE.fullmatch(text):
        rulesets = read_rulesets(match["file"])
        chosen = [ruleset for ruleset in rulesets if match["id"] in (None, ruleset.id)]
        if not chosen:
            ids = [ruleset.id for ruleset in rulesets]
            raise UnknownRulesetError(f"{_printable(match['file'])}: it holds no ruleset {shown(match['id'])}"
                                      f"{_near(match['id'], ids)}; it holds {', '.join(ids)}")  # fmt: skip
        return chosen
    try:
        return [find_ruleset(text)]
    except UnknownRulesetError:
        raise UnknownRulesetError(
            f"{shown(name)} is no ruleset known here{_near(text.lower(), RULESETS)}; {_hint()}"
        ) from None


def _printable(path: str | os.PathLike[str]) -> str:
    name = os.fspath(path)
    return name if name.isprintable() else repr(name)


def _hint() -> str:
    return f"the ids are {', '.join(RULESETS)}; rulesets of your own are named as mine.toml or mine.toml:club"


def _near(name: str, names: Iterable[str]) -> str:
    """Ask whether the nearest of some names was meant; nothing, if none is near."""
    near = get_close_matches(name, list(names), n=1, cutoff=_NEAR)
    return f" (did you mean {near[0]}?)" if near else ""


def _tables(text: str, file: str) -> dict[str, Any]:
    """Read TOML, or say in one sentence where it is broken."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _BROKEN.match(str(error))
        if not match:
            raise RulesetError(f"{file}: it is no TOML: {error}") from None
        line = match["line"] or text.count("\n") + 1
        place = f"line {line}, column {match['column']}" if match["column"] else f"line {line}, at the end"
        raise RulesetError(f"{file}: {place}: it is no TOML: {match['what'][:1].lower()}{match['what'][1:]}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        raise RulesetError(
            f"{file}: it is no TOML that can be read: a number is too long or nesting too deep"
        ) from None


def _from_table(name: str, table: Mapping[str, Any]) -> Ruleset:
    """Build the ruleset of a TOML table."""
    for field in ("title", "source"):
        if field in table and not (isinstance(table[field], str) and table[field].strip()):
            raise RulesetError(f"{field}: {shown(table[field])} is not allowed; allowed is text that is not blank")
    base = _preset(table["base"]) if "base" in table else None
    values = {axis: given for axis, given in table.items() if axis not in _BESIDE}
    return _build(base, name, table.get("title", name), table.get("source", _GIVEN), values)


def _preset(name: object) -> Ruleset:
    try:
        return find_ruleset(name if isinstance(name, str) else "")
    except UnknownRulesetError:
        near = _near(name.lower(), RULESETS) if isinstance(name, str) else ""
        raise RulesetError(f"base: {shown(name)} is no preset{near}; allowed are presets only: "
                           f"{', '.join(RULESETS)}") from None  # fmt: skip


def _build(base: Ruleset | None, id_: str, title: str, source: str, values: Mapping[str, Any]) -> Ruleset:
    """Put a ruleset together from the axes of its base and the values given."""
    for name in values:
        if name not in _KINDS:
            raise RulesetError(f"{_key(name)} is no axis{_near(name, (*_KINDS, *_BESIDE))}; the axes are "
                               f"{', '.join(_KINDS)}; beside them stand {', '.join(_BESIDE)}")  # fmt: skip
    axes = base.axes() if base else {}
    missing = [name for name in _KINDS if name not in values and name not in axes]
    if missing:
        raise RulesetError(f"without a base every axis must be given; missing are {', '.join(missing)}")
    for name in sorted(
        values, key=lambda axis: axis == "komi"
    ):  # komi last: without handicap games it has no part for them
        axes[name] = _axis(_KINDS[name], values[name], source, even_only=name == "komi" and _is_even_only(axes))
    return Ruleset(id_, title, **axes)


def _is_even_only(axes: Mapping[str, Axis[Any]]) -> bool:
    return axes["placement"].value is Placement.EVEN_ONLY


def _axis(kind: AxisKind, given: Any, source: str, *, even_only: bool) -> Axis[Any]:
    """Read one axis: a value, or a table with ``value`` and ``source``."""
    if isinstance(given, Axis):
        return given
    if isinstance(given, Mapping) and ("value" in given or kind.kind is not Komi):
        for name in given:
            if name not in ("value", "source"):
                raise RulesetError(f"{kind.name}: {_key(name)} is not allowed in its table; allowed are value, source")
        if "value" not in given:
            raise RulesetError(f"{kind.name}: value is missing in its table; allowed are {kind.allowed()}")
        source, given = given.get("source", source), given["value"]
    return Axis(_value(kind, given, even_only=even_only), source)


def _value(kind: AxisKind, given: Any, *, even_only: bool) -> Any:
    """Turn what was given into a value of the axis; what cannot be one is left for `AxisKind.check`."""
    if issubclass(kind.kind, Choice):
        return next((choice for choice in kind.kind if given == choice.value), given)
    if kind.kind is not Komi or isinstance(given, Komi):
        return given
    handicap: Literal["even"] | None = None if even_only else "even"
    if Komi.is_number(given):
        return Komi(given, handicap=handicap)
    return _komi(given, handicap) if isinstance(given, Mapping) else given


def _komi(table: Mapping[Any, Any], handicap: Literal["even"] | None) -> Komi:
    """Read a table of komi; `handicap` is meant where it names none for handicap games."""
    sizes = []
    for name, number in table.items():
        if name in ("even", "handicap"):
            continue
        if not _SIZE.fullmatch(str(name)):
            raise RulesetError(f"komi: {_key(name)} is not allowed in its table; allowed are even, handicap and board "
                               "sizes such as 9, or value and source")  # fmt: skip
        sizes.append((int(name), number))
    return Komi(table.get("even"), handicap=table.get("handicap", handicap), sizes=tuple(sizes))


def _check_own_id(given: object) -> None:
    """Refuse what is no id, or is a name already."""
    if not isinstance(given, str) or not _ID.fullmatch(given):
        raise RulesetError("this is no id; allowed are a-z, 0-9 and -, with a letter first")
    if given == _ALL:
        raise RulesetError(f"the id {_ALL} stands for all presets; choose another")
    try:
        preset = find_ruleset(given)
    except UnknownRulesetError:
        return
    raise RulesetError(f"the id is a name of the preset {preset.id}; choose another")


def _placed(where: str, error: RulesetError, id_: object) -> RulesetError:
    """Return an error whose sentence begins with the place instead of the ruleset alone."""
    return RulesetError(f"{where} {str(error).removeprefix(f'ruleset {id_!r}: ')}")


def _key(name: object) -> str:
    """Return a key as it would stand in TOML."""
    return str(name) if _BARE_KEY.fullmatch(str(name)) and len(str(name)) < _LONG_KEY else shown(name)


def _toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_toml_key(name)} = {_toml(part)}' for name, part in value.items())} }}"
    return '"' + "".join(_escaped(char) for char in str(value)) + '"'


def _toml_key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _toml(name)


def _escaped(char: str) -> str:
    """Write a character inside of quotes; what cannot be seen as its number."""
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    if unicodedata.category(char) == "Cs":  # half a character: no text in UTF-8 can hold it
        return "�"
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
