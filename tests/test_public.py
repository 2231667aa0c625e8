"""The public names: short help, complete types and documents, an example each."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import pydoc
import re
import textwrap
import typing
from typing import Any

import pytest
from helpers.surface import Public, hints, is_own, named_objects, signatures, surface, within

import goanalyze as ga
from goanalyze import GameRow
from goanalyze.accessor import Drawing, Drawings, GoAccessor
from goanalyze.life.article7.confirm import confirm
from goanalyze.rules import AXES
from goanalyze.tables.schema import GAMES
from goanalyze.util.choice import Choice

SURFACE = surface()
INTERNAL = set(
    """
    ChainPicture Choice Common ComparisonData DeadListRow Komi LabeledBoards OtherKomi Stage Steps ViewerNote Way
""".split()
)
"""Types of values that methods hand on to other packages: arrays, drawings, plain data, the axes of a ruleset."""


def documented(each: Public) -> list[str]:
    """Return the docstring of a public name, and those of the bases of a class in the package."""
    target = each.owner if each.owner and each.name.endswith("__init__") else each.target
    classes = target.__mro__ if inspect.isclass(target) else (target,)
    return [cls.__doc__ or "" for cls in classes if cls.__module__.startswith("goanalyze")]


def raised(function: Any) -> set[str]:
    """Return the names of the exceptions after `raise` in a function."""
    code = ast.parse(textwrap.dedent(inspect.getsource(function)))
    calls = [node.exc for node in ast.walk(code) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)]
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def test_nothing_public_has_the_type_any() -> None:
    """Every argument, result and field that a public name leads to has a type."""
    typed = [(f"{each.name}: {name}", hint) for each in SURFACE for name, hint in hints(each.target).items()]
    assert [name for name, hint in typed if Any in within(hint)] == []
    assert len(typed) > 500


def test_everything_public_is_documented() -> None:
    """Every argument, field and exception of its own is named in words, not in an example alone."""
    silent = set()
    for each in SURFACE:
        if each.name.endswith("__") and not each.name.endswith("__init__"):
            continue  # an operator does the usual of Python
        said = "\n".join(text.partition("Example:")[0] for text in documented(each))
        if inspect.isclass(each.target):
            has_columns = typing.is_typeddict(each.target)  # they are in the data dictionary
            names = set() if has_columns else set(hints(each.target))
            names -= {axis.name for axis in AXES} if each.name == "Ruleset" else set()  # `AXES` has them
        else:
            names = set(each.arguments) | raised(each.target)
        silent |= {f"{each.name}: {name}" for name in names if not re.search(rf"\b{name}\b", said)}
        silent |= {each.name} if not said else set()
    assert silent == set()


def test_help_is_short() -> None:
    """It begins with the public names, one line each, and describes the functions; classes have a help of their own."""
    text = pydoc.render_doc(ga, renderer=pydoc.plaintext)
    head, _, rest = text.partition("PACKAGE CONTENTS")
    described = rest.partition("\n\n")[2]
    assert len(head.splitlines()) + len(described.splitlines()) <= 298
    assert [
        name for name in dir(ga) if name != "__version__" and not re.search(rf"^ +{name} ", head, re.MULTILINE)
    ] == []
    assert "internal" in head
    assert set(ga.__all__) == {
        name for name in dir(ga) if inspect.isroutine(getattr(ga, name)) or hasattr(getattr(ga, name), "__wrapped__")
    }


def test_type_checkers_see_the_names_that_programs_see() -> None:
    """The imports for type checkers name each public name once, and lead to the object that a program gets."""
    module = ast.parse(inspect.getsource(ga))
    block = next(node for node in module.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    names = [alias.asname for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(map(str, names)) == sorted({*dir(ga)} - {"__version__"})
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for alias in node.names:
            assert getattr(importlib.import_module(str(node.module)), alias.name) is getattr(ga, str(alias.asname))


def test_every_type_in_a_public_signature_is_exported() -> None:
    """A program can name the type of each argument and result; exceptions in `Raises`, too."""
    exported = {getattr(ga, name) for name in dir(ga) if inspect.isclass(getattr(ga, name))}
    exported |= {GoAccessor, Drawing, Drawings}  # of the module `goanalyze.accessor`
    missing, silent = set(), set()
    for each in signatures():
        parts = {part for hint in hints(each.target).values() for part in within(hint)}
        missing |= {part.__name__ for part in parts if inspect.isclass(part) and is_own(part) and part not in exported}
        raises = (each.target.__doc__ or "").partition("Raises:")[2].partition("Example:")[0]
        errors = set(re.findall(r"^ +(\w+Error)\b", raises, re.MULTILINE))
        silent |= {name for name in errors if not hasattr(ga, name) and not hasattr(builtins, name)}
    assert missing - INTERNAL == set()
    assert silent == set()


@pytest.mark.parametrize("each", named_objects(), ids=lambda each: each.name)
def test_every_public_name_has_an_example(each: Public) -> None:
    """Exceptions and the choices of an argument have none: the functions that raise and take them have."""
    is_named_by_others = inspect.isclass(each.target) and issubclass(each.target, (Exception, Choice))
    assert is_named_by_others or any(">>>" in text for text in documented(each))


def test_a_position_confirms_as_the_function_does() -> None:
    """`Position.confirm` takes the arguments of `goanalyze.life.article7.confirm.confirm`, in order or by name."""
    position = ga.Position.from_rows([".OX.", "OXX.", "XX..", "...."])
    assert position.confirm(["B4"], ["B4"], "benson") == confirm(position, ["B4"], ["B4"], "benson")
    assert position.confirm(claim=["B4"], budget=9) == confirm(position, claim=["B4"], budget=9)


def test_a_games_row_has_the_columns_of_its_table() -> None:
    """The type of `Game.info` is the schema's: every column in order; values, and gaps, are of the type it says."""
    rows = ga.check("data/sample/findings", estimate="never").arrow("games")
    told = typing.get_type_hints(GameRow)
    assert list(told) == [column.name for column in GAMES.columns]
    for name, hint in told.items():
        said = {typing.get_origin(part) or part for part in typing.get_args(hint | None)}
        found = {type(value) for value in rows[name].to_pylist()}
        assert found <= said, name
        assert (type(None) in found) == (type(None) in typing.get_args(hint)), name
