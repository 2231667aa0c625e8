"""The reader of rulesets in TOML tables: users' files and the presets of the package.

Each mistake is a `RulesetError` with the file, the ruleset, the field, the value and the expected ones.

The presets: rulesets of the world, read from ``presets.toml``, and their further names in records.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from goanalyze.errors import RulesetError
from goanalyze.rules.choices import Placement
from goanalyze.rules.komi import Komi
from goanalyze.rules.ruleset import AXIS_OF, Axis, AxisKind, Ruleset
from goanalyze.util.choice import Choice
from goanalyze.util.row import FieldMapping, Fields
from goanalyze.util.toml import near, parse_toml, printable, read_text, reraised_as, shown, shown_key

BY_USER: Final = "given by the user"
"""The source of an axis without one."""
FindBase: TypeAlias = Callable[[object], Ruleset]
"""A function that returns the ruleset of the value of ``base``."""

_NOT_AXES: Final = ("base", "title", "source")
_SIZE: Final = re.compile(r"[1-9][0-9]?")


def parse_tables(text: str, file: str) -> dict[str, Fields]:
    """Return the tables of TOML text by the names of their rulesets.

    Raises:
        RulesetError: the text is not TOML, has no table, or a value outside of tables.
    """
    with reraised_as(RulesetError):
        tables = parse_toml(text, file)
    if not tables:
        raise RulesetError(f"{file}: a ruleset is missing. Expected a table such as [club]")
    rulesets: dict[str, Fields] = {}
    for name, table in tables.items():
        if not isinstance(table, dict):
            problem = f"{shown_key(name)} is outside of a ruleset"
            raise RulesetError(f"{file}: {problem}. Expected it in a table such as [club]")
        rulesets[name] = table
    return rulesets


def build_table(name: str, table: FieldMapping, find_base: FindBase) -> Ruleset:
    """Build the ruleset of a TOML table.

    Raises:
        RulesetError: a field is unknown or missing, a value is not valid, or axes contradict each other.
    """
    for field in ("title", "source"):
        if field in table and not (isinstance(table[field], str) and table[field].strip()):
            expected = "text that is not blank"
            raise RulesetError(f"{field}: {shown(table[field])} is not a valid {field}. Expected {expected}")
    base = find_base(table["base"]) if "base" in table else None
    values = {axis: value for axis, value in table.items() if axis not in _NOT_AXES}
    return build(base, name, table.get("title", name), table.get("source", BY_USER), values)


def build(base: Ruleset | None, id_: str, title: str, source: str, values: Mapping[str, object]) -> Ruleset:
    """Put a ruleset together from the axes of its base and other values."""
    for name in values:
        if name not in AXIS_OF:
            meant = near(name, (*AXIS_OF, *_NOT_AXES))
            expected = f"one of: {', '.join(AXIS_OF)}, or {', '.join(_NOT_AXES)}"
            raise RulesetError(f"{shown_key(name)} is not an axis{meant}. Expected {expected}")
    axes: Fields = dict(base.axes()) if base else {}  # which has which kind of value, `Ruleset` checks
    missing = [name for name in AXIS_OF if name not in values and name not in axes]
    if missing:
        names = ", ".join(missing)
        raise RulesetError(f'without a base, axes are missing: {names}. Expected these, or a base such as "japanese"')
    for name in sorted(values, key="komi".__eq__):  # komi last: without handicap games it has no part for them
        even_only = name == "komi" and axes["placement"].value is Placement.EVEN_ONLY
        axes[name] = _axis(AXIS_OF[name], values[name], source, even_only=even_only)
    return Ruleset(id_, title, **axes)


def _axis(kind: AxisKind, entry: object, source: str, *, even_only: bool) -> Axis[Any]:
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


def _value(kind: AxisKind, entry: object, *, even_only: bool) -> Any:
    """Turn an entry into a value of the axis; an entry that cannot be one is left for `AxisKind.check`."""
    if issubclass(kind.value_type, Choice):
        return next((choice for choice in kind.value_type if entry == choice.value), entry)
    if kind.value_type is not Komi or isinstance(entry, Komi):
        return entry
    handicap: Literal["even"] | None = None if even_only else "even"
    if Komi.is_number(entry):
        return Komi(float(entry), handicap=handicap)
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
        sizes.append((int(name), _points(number)))
    return Komi(_points(table.get("even")), handicap=_points(table.get("handicap", handicap)), sizes=tuple(sizes))


def _points(value: object) -> Any:
    """Return a whole number as the float of the same komi; other values are left for `Komi` to check."""
    return float(value) if Komi.is_number(value) else value


def located(where: str, error: RulesetError, id_: object) -> RulesetError:
    """Return an error whose sentence begins with the location instead of the ruleset alone."""
    return RulesetError(f"{where} {str(error).removeprefix(f'ruleset {id_!r}: ')}")


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


def _add(presets: Presets, id_: str, table: Fields) -> None:
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
