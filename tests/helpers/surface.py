"""The public surface: what a user of the library meets, from ``goanalyze.__all__`` on through all that is returned."""

from __future__ import annotations

import ast
import inspect
import sys
import typing
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import pandas as pd

import goanalyze as ga
from goanalyze.accessor import GoAccessor
from goanalyze.util.text import Json

_FUNCTIONS = ("fget", "func", "__func__")  # of a property, a cached one, a method of the class
_CHUNKS = ("goanalyze.sgf.records", "goanalyze.pipeline")  # what these rooms hand on to each other
_MADE = (
    GoAccessor,
    ga.Comparison,
    ga.Exported,
    ga.Game,
    ga.IllegalMoveError,
    ga.LegalMoves,
    ga.Node,
    ga.Replay,
    ga.Row,
    ga.Tables,
)
_OPERATORS = {"__getitem__", "__iter__", "__len__", "__contains__", "__call__"}


class Public(NamedTuple):
    """Something public: its name, and what it is, a class or what is called; a property by the function behind it.

    Attributes:
        name: as people write it.
        what: the class or function.
        owner: the class that a method is of.
    """

    name: str
    what: Any
    owner: type | None = None

    @property
    def arguments(self) -> list[str]:
        """The names of what it takes."""
        return list(inspect.signature(self.what).parameters)[self.owner is not None :]


_Element = TypeVar("_Element")


class _Series(pd.Series, Generic[_Element]):
    """A series as a type checker sees it; as a program runs, pandas' own takes no type of elements."""


class _Pandas:
    """Pandas with that series."""

    Series = _Series

    def __getattr__(self, name: str) -> object:
        return getattr(pd, name)


@cache
def _names(module: str) -> dict[str, object]:
    """Return the names of a module as a type checker sees them: with those that are imported for it alone."""
    names = dict(vars(sys.modules[module]))
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), module, "exec"), names)
    return {"Json": Json} | names | ({"pd": _Pandas()} if names.get("pd") is pd else {})


def is_ours(what: Any) -> bool:
    """Return whether something is of the package, and for its users; chunks of games are for its rooms alone."""
    module = str(getattr(what, "__module__", ""))
    return module.startswith("goanalyze") and module not in _CHUNKS


def hints(what: Any) -> dict[str, Any]:
    """Return the types of a function's arguments and result, or of a class' public fields."""
    if not inspect.isclass(what):
        return typing.get_type_hints(what, globalns=_names(what.__module__))
    told: dict[str, Any] = {}
    for owner in filter(is_ours, reversed(what.__mro__)):
        fields = {name: hint for name, hint in inspect.get_annotations(owner).items() if not name.startswith("_")}
        told |= typing.get_type_hints(type("", (), {"__annotations__": fields}), globalns=_names(owner.__module__))
    return told


def within(hint: Any) -> Iterator[Any]:
    """Yield a type and all that it is made of; of an array, only what its elements are, since its shape is open."""
    yield hint
    arguments = typing.get_args(hint)
    for part in arguments[1:] if getattr(typing.get_origin(hint), "__name__", "") == "ndarray" else arguments:
        for each in part if isinstance(part, list) else [part]:
            yield from within(each)


def _members(cls: type) -> Iterator[Public]:
    """Yield the methods and properties of a class, those of its bases in the package, too."""
    seen = set()
    for owner in filter(is_ours, cls.__mro__):
        for name, member in vars(owner).items():
            if name in seen or (name.startswith("_") and name not in _OPERATORS):
                continue
            seen.add(name)
            found = next((getattr(member, at) for at in _FUNCTIONS if hasattr(member, at)), member)
            if inspect.isfunction(found):
                yield Public(f"{cls.__name__}.{name}", found, None if isinstance(member, staticmethod) else cls)


def _parts(what: Any) -> Iterator[Public]:
    """Yield the classes of the package that something gives or takes, or has as its fields."""
    for hint in hints(what).values():
        yield from (Public(part.__name__, part) for part in within(hint) if inspect.isclass(part) and is_ours(part))


def named() -> list[Public]:
    """Return the public names that are classes and functions, and the accessor ``df.go``."""
    offered = [Public(name, getattr(ga, name)) for name in dir(ga)]
    return [*(each for each in offered if _is_code(each.what)), Public("df.go", GoAccessor)]


def _is_code(what: Any) -> bool:
    """Return True for a class or function; names of unions of types are neither."""
    return callable(what) and (inspect.isclass(what) or hasattr(what, "__wrapped__") or inspect.isfunction(what))


def signed() -> list[Public]:
    """Return all that has a signature in public: functions, and the methods and constructors of public classes."""
    members = [member for each in named() if inspect.isclass(each.what) for member in _members(each.what)]
    return [*(each for each in named() if not inspect.isclass(each.what)), *members, *_constructors()]


def _constructors() -> list[Public]:
    """Return how users make what is public; some of it only the library makes, and data classes say it as fields."""
    classes = [each for each in named() if inspect.isclass(each.what) and each.what not in _MADE]
    return [
        Public(f"{name}.__init__", vars(cls)["__init__"], cls)
        for name, cls, _ in classes
        if "__init__" in vars(cls) and not is_dataclass(cls)
    ]


def surface() -> list[Public]:
    """Return the public names, their methods, and whatever these give and take, without end."""
    found: dict[Any, Public] = {}
    waiting = [*named(), *_constructors()]
    while waiting:
        each = waiting.pop()
        if each.what not in found:
            found[each.what] = each
            waiting += [*(_members(each.what) if inspect.isclass(each.what) else ()), *_parts(each.what)]
    return sorted(found.values())
