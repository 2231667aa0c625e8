"""Code that obeys an axis: one table names the functions, and each of them reads the axis."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import goanalyze
from goanalyze.rules import AXES, OBEYED_BY

PACKAGE = Path(goanalyze.__file__).parent


@cache
def axes_read(function: str) -> frozenset[str]:
    """Return the names of the axes whose value a function reads; the first parts of its name are a module."""
    parts = function.split(".")
    count = next(
        count for count in range(len(parts), 0, -1) if PACKAGE.joinpath(*parts[:count]).with_suffix(".py").is_file()
    )
    node: ast.AST = ast.parse(PACKAGE.joinpath(*parts[:count]).with_suffix(".py").read_text(encoding="utf-8"))
    for part in parts[count:]:
        node = next(
            inner
            for inner in ast.iter_child_nodes(node)
            if isinstance(inner, (ast.ClassDef, ast.FunctionDef)) and inner.name == part
        )
    values = (each for each in ast.walk(node) if isinstance(each, ast.Attribute) and each.attr == "value")
    return frozenset(each.value.attr for each in values if isinstance(each.value, ast.Attribute))


def test_the_table_has_every_axis() -> None:
    """Each axis is obeyed by at least one function, and nothing else is in the table."""
    assert list(OBEYED_BY) == [kind.name for kind in AXES]
    assert all(OBEYED_BY.values())


@pytest.mark.parametrize(("axis", "function"), [(axis, each) for axis, names in OBEYED_BY.items() for each in names])
def test_a_function_of_the_table_reads_its_axis(axis: str, function: str) -> None:
    """A function that obeys an axis exists and reads the value of the axis."""
    assert axis in axes_read(function)
