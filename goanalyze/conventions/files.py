"""Conventions in a TOML file.

A file has a table for each convention: which games it is of, as their records have it, and what was played in them::

    [fox-even]
    source = "fox-9k.zip"       # archive or folder, or a list of them: the last parts of the path; * and ? for anything
    application = "foxwq"       # without its version; "" for none
    ruleset = "chinese"         # that RU names; "" for none
    komi = "0"                  # KM as written; "" for none
    handicap = "none"           # none, one, more
    board = "19×19"
    years = "2013-2019"         # one year, or with an end left open: "2013-"

    [fox-even.played]           # what is not named is as the record says
    ruleset = "japanese"
    komi = 6.5
    compensation = "nothing"    # for handicap stones
    result = "as read"          # the unit of RE: as read, doubled, halved
    rest = "played out"         # the count of records that no passes end: open, played out

A source that begins with ``./`` is the whole path, and no other that ends so. Anything but what was played may be left
out: then the convention is of all games. Where several are of one game, the first stands; ``played = "header"`` says
that its games were played as their records say, whatever comes later. What the program has found has
``[fox-even.evidence]``, too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from math import isfinite
from typing import Any, Final

from goanalyze.conventions.choices import ConventionMode, HandicapKind, RestMode, ResultScale
from goanalyze.conventions.convention import NAMELESS, Convention, Evidence, Header, Played
from goanalyze.rules import RULESETS, Compensation, Komi, is_ruleset_id
from goanalyze.rules.komi import ALLOWED
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

_NAME: Final = re.compile(r"[a-z0-9_-]+")
_BOARD: Final = re.compile(r"([1-9][0-9]?)[×x]([1-9][0-9]?)")
_YEARS: Final = re.compile(r"(?P<first>[0-9]{4})?-(?P<last>[0-9]{4})?|(?P<only>[0-9]{4})")
_HEADER: Final = "header"  # what was played is what the records say
_TABLE: Final = "a convention is a table such as [fox-even]"


class ConventionError(ValueError):
    """A file of conventions that cannot be read, or holds what is none."""


class _RefusedError(ValueError):
    """A value that a field cannot have; how the sentence about it goes on."""


def resolve_conventions(
    given: str | os.PathLike[str] | ConventionMode,
) -> tuple[ConventionMode, tuple[Convention, ...]]:
    """Return what is done about headers that do not say what was played, and the conventions of a file.

    Args:
        given: ``off``, ``report``, ``apply``; or a TOML file, whose conventions are applied, and those found reported.

    Raises:
        ConventionError: it is none of these, or the file holds what is no convention.
    """
    name = os.fspath(given) if not isinstance(given, ConventionMode) else given.value
    if name in ConventionMode.names():
        return ConventionMode.read("conventions", name), ()
    if not name.lower().endswith(".toml"):
        allowed = f"{', '.join(ConventionMode.names())}, or a TOML file of conventions, as fox.toml"
        raise ConventionError(f"conventions: {shown(name)} is not allowed; allowed are {allowed}")
    return ConventionMode.REPORT, read_conventions(name)


def read_conventions(path: str | os.PathLike[str]) -> tuple[Convention, ...]:
    """Return the conventions of a TOML file, in its order.

    Raises:
        ConventionError: the file cannot be read, is no TOML, or holds what is no convention; the message is one
            sentence with file, convention, field, what was given and what is allowed.
    """
    with told_as(ConventionError):
        text = read_text(path)
    return parse_conventions(text, printable(path))


def parse_conventions(text: str, file: str = "TOML") -> tuple[Convention, ...]:
    r"""Return the conventions of TOML text, in its order.

    Args:
        text: a table for each convention.
        file: what messages call the text.

    Raises:
        ConventionError: as `read_conventions`.

    Example:
        >>> [tom] = parse_conventions('[tom]\nruleset = "japanese"\n[tom.played]\nruleset = "chinese"')
        >>> tom.header.ruleset, tom.played.ruleset
        ('japanese', 'chinese')
    """
    with told_as(ConventionError):
        tables = parse_toml(text, file)
    if not tables:
        raise ConventionError(f"{file}: it holds no convention; {_TABLE}")
    found: dict[Header, Convention] = {}
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            raise ConventionError(f"{file}: {shown_key(name)} stands outside of a convention; {_TABLE}")
        try:
            convention = _convention(name, table)
        except ConventionError as error:
            raise ConventionError(f"{file}: [{shown_key(name)}] {error}") from None
        if other := found.get(convention.header):
            raise ConventionError(f"{file}: [{other.name}] and [{name}] are of the same games; leave one of them out")
        found[convention.header] = convention
    return tuple(found.values())


def to_toml(conventions: Iterable[Convention]) -> str:
    r"""Write conventions as TOML; `parse_conventions` reads the same back.

    Example:
        >>> print(to_toml(parse_conventions('[tom]\nyears = 2003\n[tom.played]\nkomi = 6.5')))
        [tom]
        years = "2003"
        <BLANKLINE>
        [tom.played]
        komi = 6.5
        <BLANKLINE>
    """
    return "\n".join(_written(convention) for convention in conventions)


def _written(convention: Convention) -> str:
    played, name = convention.played, toml_key(convention.name)
    header, sources = _fields(convention.header), convention.header.sources
    del header["sources"]
    games = {
        "source": (sources[0] if len(sources) == 1 else sources) or None,
        **header,
        "years": _ends(convention.header.years),
    }
    values = {
        "ruleset": played.ruleset,
        "komi": played.komi,
        "compensation": played.compensation,
        "result": None if played.scale is ResultScale.AS_READ else played.scale,
        "rest": played.rest,
    }
    if played.is_header:
        parts = [f"[{name}]\n{_lines({**games, 'played': _HEADER})}"]
    else:
        parts = [f"[{name}]\n{_lines(games)}", f"[{name}.played]\n{_lines(values)}"]
    if convention.evidence is not None:
        parts.append(f"[{name}.evidence]\n{_lines(_fields(convention.evidence))}")
    return "\n".join(parts)


def _fields(value: Header | Evidence) -> dict[str, object]:
    return {each.name: getattr(value, each.name) for each in fields(value)}


def _ends(years: tuple[int | None, int | None] | None) -> str | None:
    if years is None:
        return None
    first, last = ("" if year is None else f"{year:04}" for year in years)
    return first if first == last else f"{first}-{last}"


def _lines(values: Mapping[str, Any]) -> str:
    """Write fields, a line each; what is None is left out."""
    told = {name: value.value if isinstance(value, Choice) else value for name, value in values.items()}
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in told.items() if value is not None)


def _convention(name: str, table: Mapping[str, object]) -> Convention:
    """Read the table of a convention."""
    if not _NAME.fullmatch(name):
        raise ConventionError("this is no name of a convention; allowed are a-z, 0-9, - and _")
    is_header = table.get("played") == _HEADER
    played = {} if is_header else _inner(table, "played", f", or {toml_value(_HEADER)}")
    evidence = _inner(table, "evidence")
    header = {field: given for field, given in table.items() if field not in ("played", "evidence")}
    games = _read(header, _OF_GAMES, ("played", "evidence"))
    values = _read(played, _OF_PLAYED, (), "played: ")
    for told, ours in ((games, {"source": "sources"}), (values, {"result": "scale"})):
        told.update({name: told.pop(key) for key, name in ours.items() if key in told})
    why = _evidence(evidence) if "evidence" in table else None
    convention = Convention(name, Header(**games), Played(**values), why)
    if convention.played.is_header and not is_header:
        raise ConventionError(
            f"names nothing that was played otherwise than the records say; name in [{name}.played] "
            f"one or more of {', '.join(_OF_PLAYED)}, or say played = {toml_value(_HEADER)}"
        )
    return convention


def _inner(table: Mapping[str, object], name: str, more: str = "") -> Mapping[str, object]:
    inner = table.get(name, {})
    if not isinstance(inner, Mapping):
        raise ConventionError(f"{name}: {shown(inner)} is not allowed; allowed is a table of its own{more}")
    return inner


def _read(
    table: Mapping[str, object],
    readers: Mapping[str, Callable[[object], object]],
    more: tuple[str, ...],
    where: str = "",
) -> dict[str, Any]:
    """Read the fields of a table, each by its reader.

    Args:
        table: as TOML has it.
        readers: for each field; a `_RefusedError` says how the sentence goes on.
        more: names that may stand beside them.
        where: what messages begin with.
    """
    for name in table:
        if name not in readers:
            known = (*readers, *more)
            raise ConventionError(f"{where}{shown_key(name)} is no field{near(name, known)}; "
                                  f"allowed are {', '.join(known)}")  # fmt: skip
    values = {}
    for name, given in table.items():
        try:
            values[name] = readers[name](given)
        except _RefusedError as error:
            raise ConventionError(f"{where}{name}: {shown(given)} is not allowed{error}") from None
    return values


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise _RefusedError("; allowed is text in quotes")
    return given


def _sources(given: object) -> tuple[str, ...]:
    names = tuple(given) if isinstance(given, list) else (given,)
    if not names or not all(isinstance(name, str) and name.strip() for name in names):
        raise _RefusedError("; allowed is the name of an archive or folder, as fox-9k.zip, or a list of such names")
    return names


def _written_komi(given: object) -> str:
    if not isinstance(given, str):
        raise _RefusedError('; allowed is KM as written, in quotes, as "0" or "375"')
    return " ".join(given.split())


def _preset(given: object) -> str:
    if isinstance(given, str) and is_ruleset_id(given):
        return given
    meant = near(given.lower(), RULESETS) if isinstance(given, str) else ""
    raise _RefusedError(f"{meant}; allowed are ids of presets: {', '.join(RULESETS)}")


def _declared(given: object) -> str:
    return NAMELESS if given == NAMELESS else _preset(given)


def _komi(given: object) -> float:
    if not Komi.is_number(given):
        raise _RefusedError(f"; allowed are {ALLOWED}")
    return float(given) + 0.0  # −0 is 0


def _one_of(vocabulary: type[Choice]) -> Callable[[Any], Choice]:
    def read(given: object) -> Choice:
        for choice in vocabulary:
            if given == choice.value:
                return choice
        meant = near(given.lower(), vocabulary.names()) if isinstance(given, str) else ""
        raise _RefusedError(f"{meant}; allowed are {', '.join(vocabulary.names())}")

    return read


def _board(given: object) -> str:
    match = _BOARD.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        raise _RefusedError("; allowed are columns and rows, as 19×19")
    return f"{match[1]}×{match[2]}"


def _years(given: object) -> tuple[int | None, int | None]:
    is_year = isinstance(given, int) and not isinstance(given, bool)
    match = _YEARS.fullmatch(str(given)) if is_year or isinstance(given, str) else None
    ends = [] if match is None else [match[name] or match["only"] for name in ("first", "last")]
    first, last = (int(end) if end else None for end in ends) if any(ends) else (1, 0)
    if first is not None and last is not None and first > last:
        raise _RefusedError('; allowed are a year, as 2013, and "2013-2019", "2013-" or "-2019"')
    return first, last


def _evidence(table: Mapping[str, object]) -> Evidence:
    """Read what the program wrote of why it believes a convention."""
    values = _read(table, _OF_EVIDENCE, (), "evidence: ")
    missing = [name for name in _OF_EVIDENCE if name not in values]
    if missing:
        raise ConventionError(f"evidence lacks {', '.join(missing)}; give all of {', '.join(_OF_EVIDENCE)}, or "
                              "leave the table out")  # fmt: skip
    return Evidence(**values)


def _count(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise _RefusedError("; allowed are whole numbers from 0")
    return given


def _share(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not (isfinite(given) and 0 <= given <= 1):
        raise _RefusedError("; allowed are numbers from 0 to 1")
    return float(given)


_OF_GAMES: Final[dict[str, Callable[[object], object]]] = {
    "source": _sources,
    "application": _text,
    "ruleset": _declared,
    "komi": _written_komi,
    "handicap": _one_of(HandicapKind),
    "board": _board,
    "years": _years,
}
_OF_PLAYED: Final[dict[str, Callable[[object], object]]] = {
    "ruleset": _preset,
    "komi": _komi,
    "compensation": _one_of(Compensation),
    "result": _one_of(ResultScale),
    "rest": _one_of(RestMode),
}
_SHARES: Final = ("chance", "low", "high")
_OF_EVIDENCE: Final[dict[str, Callable[[object], object]]] = {
    each.name: _share if each.name in _SHARES else _count for each in fields(Evidence)
}
