"""The public surface of the library: ``goanalyze.__all__`` and all that its functions return."""

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
_CHUNKS = ("goanalyze.sgf.records", "goanalyze.pipeline")  # the objects that these packages exchange
_NOT_CONSTRUCTED = (
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
    """A public object: its name, and its class or function; a property by the function behind it.

    Attributes:
        name: as people write it.
        target: the class or function.
        owner: the class that a method is of.
    """

    name: str
    target: Any
    owner: type | None = None

    @property
    def arguments(self) -> list[str]:
        """The names of its arguments."""
        return list(inspect.signature(self.target).parameters)[self.owner is not None :]


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


def is_own(target: Any) -> bool:
    """Return True if an object is of the package, and for its users; chunks of games are internal."""
    module = str(getattr(target, "__module__", ""))
    return module.startswith("goanalyze") and module not in _CHUNKS


def hints(target: Any) -> dict[str, Any]:
    """Return the types of a function's arguments and result, or of a class' public fields."""
    if not inspect.isclass(target):
        return typing.get_type_hints(target, globalns=_names(target.__module__))
    annotations: dict[str, Any] = {}
    for owner in filter(is_own, reversed(target.__mro__)):
        fields = {name: hint for name, hint in inspect.get_annotations(owner).items() if not name.startswith("_")}
        annotations |= typing.get_type_hints(
            type("", (), {"__annotations__": fields}), globalns=_names(owner.__module__)
        )
    return annotations


def within(hint: Any) -> Iterator[Any]:
    """Yield a type and all of its parts; of an array only its element type, since its shape is open."""
    yield hint
    arguments = typing.get_args(hint)
    for part in arguments[1:] if getattr(typing.get_origin(hint), "__name__", "") == "ndarray" else arguments:
        for each in part if isinstance(part, list) else [part]:
            yield from within(each)


def _members(cls: type) -> Iterator[Public]:
    """Yield the methods and properties of a class, those of its bases in the package, too."""
    seen = set()
    for owner in filter(is_own, cls.__mro__):
        for name, member in vars(owner).items():
            if name in seen or (name.startswith("_") and name not in _OPERATORS):
                continue
            seen.add(name)
            result = next((getattr(member, at) for at in _FUNCTIONS if hasattr(member, at)), member)
            if inspect.isfunction(result):
                yield Public(f"{cls.__name__}.{name}", result, None if isinstance(member, staticmethod) else cls)


def _parts(target: Any) -> Iterator[Public]:
    """Yield the classes of the package that something gives or takes, or has as its fields."""
    for hint in hints(target).values():
        yield from (Public(part.__name__, part) for part in within(hint) if inspect.isclass(part) and is_own(part))


def named_objects() -> list[Public]:
    """Return the public names that are classes and functions, and the accessor ``df.go``."""
    offered = [Public(name, getattr(ga, name)) for name in dir(ga)]
    return [*(each for each in offered if _is_code(each.target)), Public("df.go", GoAccessor)]


def _is_code(target: Any) -> bool:
    """Return True for a class or function; names of unions of types are neither."""
    return callable(target) and (
        inspect.isclass(target) or hasattr(target, "__wrapped__") or inspect.isfunction(target)
    )


def signatures() -> list[Public]:
    """Return all that has a signature in public: functions, and the methods and constructors of public classes."""
    members = [member for each in named_objects() if inspect.isclass(each.target) for member in _members(each.target)]
    return [*(each for each in named_objects() if not inspect.isclass(each.target)), *members, *_constructors()]


def _constructors() -> list[Public]:
    """Return the public constructors; some objects only the library builds, and data classes list theirs as fields."""
    classes = [each for each in named_objects() if inspect.isclass(each.target) and each.target not in _NOT_CONSTRUCTED]
    return [
        Public(f"{name}.__init__", vars(cls)["__init__"], cls)
        for name, cls, _ in classes
        if "__init__" in vars(cls) and not is_dataclass(cls)
    ]


def surface() -> list[Public]:
    """Return the public names, their methods, and the types of arguments and results, recursively."""
    result: dict[Any, Public] = {}
    waiting = [*named_objects(), *_constructors()]
    while waiting:
        each = waiting.pop()
        if each.target not in result:
            result[each.target] = each
            waiting += [*(_members(each.target) if inspect.isclass(each.target) else ()), *_parts(each.target)]
    return sorted(result.values())
