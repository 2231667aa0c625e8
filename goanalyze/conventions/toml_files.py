"""Conventions in a TOML file.

A file has a table for each convention: the games that it covers, by their records, and the terms they were played by::

    [fox-even]
    source = "fox-9k.zip"       # archive or folder, or a list of them: the last parts of the path; * and ? for anything
    application = "foxwq"       # without its version; "" for none
    ruleset = "chinese"         # that RU names; "" for none
    komi = "0"                  # KM as written; "" for none
    handicap = "none"           # none, one, more
    board = "19×19"
    years = "2013-2019"         # one year, or with an end left open: "2013-"

    [fox-even.played]           # terms that are left out are those of the record
    ruleset = "japanese"
    komi = 6.5
    compensation = "nothing"    # for handicap stones
    result = "as read"          # the unit of RE: as read, doubled, halved
    rest = "played out"         # the count of records that no passes end: open, played out

A source that begins with ``./`` is a whole path. Only `played` is required: a convention without other fields covers
all games. The first convention that covers a game is applied; ``played = "header"`` keeps the terms of its record.
Conventions that the program has learned have a table ``[fox-even.evidence]``, too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from math import isfinite
from typing import Any, Final

from goanalyze.conventions.convention import (
    NAMELESS,
    Convention,
    ConventionMode,
    Evidence,
    HandicapKind,
    Header,
    PlayedTerms,
    RestMode,
    ResultScale,
)
from goanalyze.errors import ConventionError
from goanalyze.rules import RULESETS, Compensation, Komi, is_ruleset_id
from goanalyze.rules.komi import ALLOWED
from goanalyze.util.arguments import read_path
from goanalyze.util.choice import Choice
from goanalyze.util.row import FieldMapping, Fields
from goanalyze.util.toml import (
    near,
    parse_toml,
    printable,
    read_text,
    reraised_as,
    shown,
    shown_key,
    toml_key,
    toml_value,
)

_NAME: Final = re.compile(r"[a-z0-9_-]+")
_BOARD: Final = re.compile(r"([1-9][0-9]?)[×x]([1-9][0-9]?)")
_YEARS: Final = re.compile(r"(?P<first>[0-9]{4})?-(?P<last>[0-9]{4})?|(?P<only>[0-9]{4})")
_HEADER: Final = "header"  # the terms of the records
_TABLE: Final = "a table such as [fox-even]"


class _ExpectedError(ValueError):
    """A value that is not valid; its text names the nearest valid one, if any, and the expected ones."""


def resolve_conventions(
    conventions: str | os.PathLike[str] | ConventionMode,
) -> tuple[ConventionMode, tuple[Convention, ...]]:
    """Return the treatment of headers that differ from the terms of play, and the conventions of a file.

    Raises:
        ConventionError: another text, or the file has a table which is not a convention.
    """
    name = conventions.value if isinstance(conventions, ConventionMode) else read_path("conventions", conventions)
    if name in ConventionMode.names():
        return ConventionMode.read("conventions", name), ()
    if not name.lower().endswith(".toml"):
        expected = f"{', '.join(ConventionMode.names())}, or a TOML file of conventions such as fox.toml"
        raise ConventionError(f"conventions: {shown(name)} is not valid. Expected {expected}")
    return ConventionMode.REPORT, read_conventions(name)


def read_conventions(path: str | os.PathLike[str]) -> tuple[Convention, ...]:
    """Return the conventions of a TOML file, in its order.

    Raises:
        ConventionError: the file cannot be read, or is not TOML, or has a table which is not a convention; the message
            has the file, the convention, the field, the value and the expected ones.
    """
    with reraised_as(ConventionError):
        text = read_text(path)
    return parse_conventions(text, printable(path))


def parse_conventions(text: str, file: str = "TOML") -> tuple[Convention, ...]:
    r"""Return the conventions of TOML text, in its order.

    Raises:
        ConventionError: see `read_conventions`.
    """
    with reraised_as(ConventionError):
        tables = parse_toml(text, file)
    if not tables:
        raise ConventionError(f"{file}: a convention is missing. Expected {_TABLE}")
    conventions: dict[Header, Convention] = {}
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            raise ConventionError(f"{file}: {shown_key(name)} is outside of a convention. Expected it in {_TABLE}")
        try:
            convention = _convention(name, table)
        except ConventionError as error:
            raise ConventionError(f"{file}: [{shown_key(name)}] {error}") from None
        if other := conventions.get(convention.header):
            raise ConventionError(
                f"{file}: [{other.name}] and [{name}] cover the same games. Expected only one of them"
            )
        conventions[convention.header] = convention
    return tuple(conventions.values())


def to_toml(conventions: Iterable[Convention]) -> str:
    """Write conventions as TOML; `parse_conventions` reads the same back."""
    return "\n".join(_tables(convention) for convention in conventions)


def _tables(convention: Convention) -> str:
    played, name = convention.played, toml_key(convention.name)
    header = _fields(convention.header)
    sources = header.pop("sources")
    games = {
        "source": (sources[0] if len(sources) == 1 else sources) or None,
        **header,
        "years": _year_range(convention.header.years),
    }
    terms = _fields(played)
    scale = terms.pop("scale")
    rest = terms.pop("rest")
    terms |= {"result": None if scale is ResultScale.AS_READ else scale, "rest": rest}
    if played.is_header:
        parts = [f"[{name}]\n{_lines({**games, 'played': _HEADER})}"]
    else:
        parts = [f"[{name}]\n{_lines(games)}", f"[{name}.played]\n{_lines(terms)}"]
    if convention.evidence is not None:
        parts.append(f"[{name}.evidence]\n{_lines(_fields(convention.evidence))}")
    return "\n".join(parts)


def _fields(value: Header | PlayedTerms | Evidence) -> Fields:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _year_range(years: tuple[int | None, int | None] | None) -> str | None:
    if years is None:
        return None
    first, last = ("" if year is None else f"{year:04}" for year in years)
    return first if first == last else f"{first}-{last}"


def _lines(values: FieldMapping) -> str:
    """Return fields as TOML, one line each; None is left out."""
    plain = {name: value.value if isinstance(value, Choice) else value for name, value in values.items()}
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in plain.items() if value is not None)


def _convention(name: str, table: Mapping[str, object]) -> Convention:
    if not _NAME.fullmatch(name):
        raise ConventionError("this is not a valid name of a convention. Expected a-z, 0-9, - and _")
    keeps_header = table.get("played") == _HEADER
    played = {} if keeps_header else _inner_table(table, "played", f", or {toml_value(_HEADER)}")
    evidence = _inner_table(table, "evidence")
    header = {field: value for field, value in table.items() if field not in ("played", "evidence")}
    games = _read(header, _HEADER_FIELDS, ("played", "evidence"))
    terms = _read(played, _PLAYED_FIELDS, (), "played: ")
    for values, names in ((games, {"source": "sources"}), (terms, {"result": "scale"})):
        values.update({name: values.pop(field) for field, name in names.items() if field in values})
    own_evidence = _evidence(evidence) if "evidence" in table else None
    convention = Convention(name, Header(**games), PlayedTerms(**terms), own_evidence)
    if convention.played.is_header and not keeps_header:
        fields_ = ", ".join(_PLAYED_FIELDS)
        raise ConventionError(
            "other terms than those of the records are missing. "
            f"Expected one or more of {fields_} in [{name}.played], or played = {toml_value(_HEADER)}"
        )
    return convention


def _inner_table(table: Mapping[str, object], name: str, more: str = "") -> Mapping[str, object]:
    inner = table.get(name, {})
    if not isinstance(inner, Mapping):
        raise ConventionError(f"{name}: {shown(inner)} is not valid. Expected a table of its own{more}")
    return inner


def _read(
    table: Mapping[str, object],
    readers: Mapping[str, Callable[[object], object]],
    more: tuple[str, ...],
    where: str = "",
) -> Fields:
    for name in table:
        if name not in readers:
            known = (*readers, *more)
            problem = f"{shown_key(name)} is not a valid field{near(name, known)}"
            raise ConventionError(f"{where}{problem}. Expected one of: {', '.join(known)}")
    values = {}
    for name, value in table.items():
        try:
            values[name] = readers[name](value)
        except _ExpectedError as error:
            raise ConventionError(f"{where}{name}: {shown(value)} is not valid{error}") from None
    return values


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _ExpectedError(". Expected text in quotes")
    return value


def _sources(value: object) -> tuple[str, ...]:
    names = tuple(value) if isinstance(value, list) else (value,)
    if not names or not all(isinstance(name, str) and name.strip() for name in names):
        raise _ExpectedError(". Expected the name of an archive or folder, such as fox-9k.zip, or a list of such names")
    return names


def _raw_komi(value: object) -> str:
    if not isinstance(value, str):
        raise _ExpectedError('. Expected KM as written, in quotes, such as "0" or "375"')
    return " ".join(value.split())


def _preset(value: object) -> str:
    if isinstance(value, str) and is_ruleset_id(value):
        return value
    meant = near(value.lower(), RULESETS) if isinstance(value, str) else ""
    raise _ExpectedError(f"{meant}. Expected the id of a preset: {', '.join(RULESETS)}")


def _komi(value: object) -> float:
    if not Komi.is_number(value):
        raise _ExpectedError(f". Expected {ALLOWED}")
    return float(value) + 0.0  # −0 is 0


def _one_of(vocabulary: type[Choice]) -> Callable[[Any], Choice]:
    def read(value: object) -> Choice:
        for choice in vocabulary:
            if value == choice.value:
                return choice
        meant = near(value.lower(), vocabulary.names()) if isinstance(value, str) else ""
        raise _ExpectedError(f"{meant}. Expected one of: {', '.join(vocabulary.names())}")

    return read


def _board(value: object) -> str:
    match = _BOARD.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise _ExpectedError(". Expected columns and rows, such as 19×19")
    return f"{match[1]}×{match[2]}"


def _years(value: object) -> tuple[int | None, int | None]:
    is_year = isinstance(value, int) and not isinstance(value, bool)
    match = _YEARS.fullmatch(str(value)) if is_year or isinstance(value, str) else None
    ends = [] if match is None else [match[name] or match["only"] for name in ("first", "last")]
    first, last = (int(end) if end else None for end in ends) if any(ends) else (1, 0)
    if first is not None and last is not None and first > last:
        raise _ExpectedError('. Expected a year, such as 2013, or "2013-2019", "2013-" or "-2019"')
    return first, last


def _evidence(table: Mapping[str, object]) -> Evidence:
    values = _read(table, _EVIDENCE_FIELDS, (), "evidence: ")
    missing = [name for name in _EVIDENCE_FIELDS if name not in values]
    if missing:
        expected = f"all of {', '.join(_EVIDENCE_FIELDS)}, or no such table"
        raise ConventionError(f"evidence: missing are {', '.join(missing)}. Expected {expected}")
    return Evidence(**values)


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _ExpectedError(". Expected a whole number from 0")
    return value


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not (isfinite(value) and 0 <= value <= 1):
        raise _ExpectedError(". Expected a number from 0 to 1")
    return float(value)


_HEADER_FIELDS: Final[dict[str, Callable[[object], object]]] = {
    "source": _sources,
    "application": _text,
    "ruleset": lambda value: NAMELESS if value == NAMELESS else _preset(value),
    "komi": _raw_komi,
    "handicap": _one_of(HandicapKind),
    "board": _board,
    "years": _years,
}
_PLAYED_FIELDS: Final[dict[str, Callable[[object], object]]] = {
    "ruleset": _preset,
    "komi": _komi,
    "compensation": _one_of(Compensation),
    "result": _one_of(ResultScale),
    "rest": _one_of(RestMode),
}
_SHARES: Final = ("chance", "low", "high")
_EVIDENCE_FIELDS: Final[dict[str, Callable[[object], object]]] = {
    field.name: _share if field.name in _SHARES else _count for field in fields(Evidence)
}
