"""The reader of rulesets in TOML tables: users' files and the presets of the package.

Each mistake is a `RulesetError` with the file, the ruleset, the field, the value and the expected ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from goanalyze.errors import RulesetError
from goanalyze.rules.choices import Placement
from goanalyze.rules.komi import Komi
from goanalyze.rules.ruleset import AXIS_OF, Axis, AxisKind, Ruleset
from goanalyze.vocabulary.choice import Choice
from goanalyze.vocabulary.toml import near, parse_toml, reraised_as, shown, shown_key

BY_USER: Final = "given by the user"
"""The source of an axis without one."""
FindBase: TypeAlias = Callable[[object], Ruleset]
"""A function that returns the ruleset of the value of ``base``."""

_NOT_AXES: Final = ("base", "title", "source")
_SIZE: Final = re.compile(r"[1-9][0-9]?")


def parse_tables(text: str, file: str) -> dict[str, dict[str, Any]]:
    """Return the tables of TOML text by the names of their rulesets.

    Raises:
        RulesetError: the text is not TOML, has no table, or a value outside of tables.
    """
    with reraised_as(RulesetError):
        tables = parse_toml(text, file)
    if not tables:
        raise RulesetError(f"{file}: a ruleset is missing. Expected a table such as [club]")
    rulesets: dict[str, dict[str, Any]] = {}
    for name, table in tables.items():
        if not isinstance(table, dict):
            problem = f"{shown_key(name)} is outside of a ruleset"
            raise RulesetError(f"{file}: {problem}. Expected it in a table such as [club]")
        rulesets[name] = table
    return rulesets


def build_table(name: str, table: Mapping[str, Any], find_base: FindBase) -> Ruleset:
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
    axes: dict[str, Any] = dict(base.axes()) if base else {}  # which has which kind of value, `Ruleset` checks
    missing = [name for name in AXIS_OF if name not in values and name not in axes]
    if missing:
        names = ", ".join(missing)
        raise RulesetError(f'without a base, axes are missing: {names}. Expected these, or a base such as "japanese"')
    for name in sorted(values, key="komi".__eq__):  # komi last: without handicap games it has no part for them
        even_only = name == "komi" and axes["placement"].value is Placement.EVEN_ONLY
        axes[name] = _axis(AXIS_OF[name], values[name], source, even_only=even_only)
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


def _points(value: Any) -> Any:
    """Return a whole number as the float of the same komi; other values are left for `Komi` to check."""
    return float(value) if Komi.is_number(value) else value


def located(where: str, error: RulesetError, id_: object) -> RulesetError:
    """Return an error whose sentence begins with the location instead of the ruleset alone."""
    return RulesetError(f"{where} {str(error).removeprefix(f'ruleset {id_!r}: ')}")
