"""The constants of the C++ sources have the values and names of their Python counterparts.

Three declarations name a counterpart in the comment before them: in `constants.hpp` a module, ``// goanalyze.a.b``, or
an enumeration, ``// goanalyze.a.b.Name, by index``; in any source ``/// Columns of `goanalyze.a.b.NAME`.``
"""

from __future__ import annotations

import re
from enum import Enum, IntEnum
from importlib import import_module
from typing import Any

import pytest

from goanalyze.kernels.building import SOURCES
from goanalyze.util.choice import Choice

_GROUP = re.compile(r"^// (goanalyze[\w.]*\w)\b.*$", re.MULTILINE)
_COLUMNS = re.compile(r"^/// Columns of `(\w[\w.]*\w)`\.[^\n]*\n(?:///[^\n]*\n)*(enum [^;]*;)", re.MULTILINE)
_ENUM = re.compile(r"enum (?:class )?(\w+)[^{;]*\{([^}]*)\};")
_CONSTEXPR = re.compile(r"constexpr \w+ ([^;]*);")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CASTS = {f"{sign}{bits}": int for sign in "iu" for bits in (8, 16, 32, 64)} | {"f32": float}

Constants = dict[str, Any]  # name: value


def parsed_enums(code: str) -> dict[str, Constants]:
    """Return the enumerators and values of each enumeration, by its name."""
    enums: dict[str, Constants] = {}
    for name, body in _ENUM.findall(_COMMENT.sub("", code)):
        values = enums[name] = {}
        following = 0
        for item in filter(None, map(str.strip, body.split(","))):
            enumerator, _, text = item.partition("=")
            value = evaluated(text, values) if text else following
            values[enumerator.strip()], following = value, value + 1
    return enums


def parsed_constants(code: str) -> Constants:
    """Return the values of all constants that are declared with ``constexpr``."""
    constants: Constants = {}
    for declared in _CONSTEXPR.findall(_COMMENT.sub("", code)):
        for item in declared.split(","):
            name, _, text = item.partition("=")
            constants[name.strip()] = evaluated(text, constants)
    return constants


def evaluated(expression: str, names: Constants) -> Any:
    """Return the value of a C++ expression, which may have casts and the names of earlier constants."""
    text = re.sub(r"(?<=[\da-fA-F])'(?=[\da-fA-F])", "", expression).strip()
    return eval(text, {"__builtins__": {}}, {**_CASTS, **names})  # only of sources of the package


def resolved(path: str) -> Any:
    """Return the Python module or object at a dotted path."""
    try:
        return import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(resolved(module), name)


def number_of(value: Any) -> Any:
    """Return the number that arrays have for a value: a `Choice` has an index."""
    return value.index if isinstance(value, Choice) else int(value) if isinstance(value, IntEnum) else value


def members_of(enumeration: type[Enum]) -> Constants:
    """Return the members of a Python enumeration with their numbers."""
    return {name: number_of(member) for name, member in enumeration.__members__.items()}


def counterpart_of(path: str, code: str) -> tuple[Constants, Constants]:
    """Return the constants of a group in C++, and those of Python."""
    target = resolved(path)
    expected: Constants = {}
    actual = parsed_constants(code)
    for name, values in parsed_enums(code).items():
        enumeration = target if isinstance(target, type) else getattr(target, name, None)
        actual |= values
        expected |= members_of(enumeration) if isinstance(enumeration, type) else {}
    for name in actual.keys() - expected.keys():
        if not isinstance(target, type) and (hasattr(target, name) or hasattr(target, f"_{name}")):
            expected[name] = number_of(getattr(target, name, getattr(target, f"_{name}", None)))
    return actual, expected


def groups() -> list[tuple[str, str]]:
    """Return the Python paths of the groups in `constants.hpp`, with their code."""
    parts = _GROUP.split((SOURCES / "constants.hpp").read_text("utf-8"))
    return list(zip(parts[1::2], parts[2::2], strict=True))


def column_enums() -> list[tuple[str, str]]:
    """Return the Python paths of the tuples of columns in all sources, with the enumerations."""
    sources = sorted(SOURCES.glob("*.[ch]pp"))
    return [match for source in sources for match in _COLUMNS.findall(source.read_text("utf-8"))]


@pytest.mark.parametrize(("path", "code"), [pytest.param(*group, id=group[0]) for group in groups()])
def test_a_constant_has_the_value_of_its_python_counterpart(path: str, code: str) -> None:
    """Every constant exists in Python with the same value; an enumeration has the same members."""
    actual, expected = counterpart_of(path, code)
    assert actual
    assert actual == expected


@pytest.mark.parametrize(("path", "code"), [pytest.param(*enum, id=enum[0]) for enum in column_enums()])
def test_an_enumeration_of_columns_has_the_names_of_its_tuple(path: str, code: str) -> None:
    """The enumerators, in lower case, are the names in the Python tuple, and their values are its indices."""
    (values,) = parsed_enums(code).values()
    names = resolved(path)
    assert {name.lower(): value for name, value in values.items()} == {name: at for at, name in enumerate(names)}


def test_every_constant_has_a_counterpart() -> None:
    """In `constants.hpp` each declaration belongs to a group and is compared."""
    text = (SOURCES / "constants.hpp").read_text("utf-8")
    head = _GROUP.split(text)[0]
    assert [line for line in head.splitlines() if line and not line.startswith(("//", "#"))] == []
    rest = _CONSTEXPR.sub("", _ENUM.sub("", _COMMENT.sub("", text)))
    assert [line for line in rest.splitlines() if line.strip() and not line.startswith("#")] == []


def test_every_enumeration_of_columns_is_compared() -> None:
    """Each comment that names a tuple of columns is directly before an enumeration."""
    comments = [
        line
        for source in SOURCES.glob("*.[ch]pp")
        for line in source.read_text("utf-8").splitlines()
        if "Columns of `" in line
    ]
    assert len(comments) == len(column_enums()) > 0


def test_values_are_read_as_c_reads_them() -> None:
    """Values without an expression count on; expressions have casts, shifts, digit separators and earlier names."""
    code = "enum A : u8 { B = 1 << 2, C, D = B | 0x10, /* one, two */ E };\nconstexpr i64 F = 50'000, G = u64(1) << 3;"
    assert parsed_enums(code) == {"A": {"B": 4, "C": 5, "D": 20, "E": 21}}
    assert parsed_constants(code) == {"F": 50_000, "G": 8}


@pytest.mark.parametrize("code", ["constexpr u8 EMPTY = 1;", "constexpr u8 UNKNOWN_NAME = 0;", "enum X { WHITE };"])
def test_a_constant_that_differs_is_noticed(code: str) -> None:
    """Another value, or a name that Python lacks, is a difference."""
    actual, expected = counterpart_of("goanalyze.points", code)
    assert actual != expected
    members = "// by index\nenum class Level : u8 { POSSIBLE, LIKELY };"
    actual, expected = counterpart_of("goanalyze.duplicates.game_facts.Level", members)
    assert actual != expected
