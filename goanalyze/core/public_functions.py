"""Functions of higher packages that methods of values call.

`goanalyze` supplies them when it is imported, so that a value imports nothing from the packages that are built on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

_Result: TypeAlias = Any  # the type depends on the name of the function
_FUNCTIONS: dict[str, Callable[..., _Result]] = {}


def supply(name: str, function: Callable[..., _Result]) -> None:
    """Supply a function under its name."""
    _FUNCTIONS[name] = function


def public_function(name: str) -> Callable[..., _Result]:
    """Return the function of a name.

    Example:
        >>> public_function("confirm") == _FUNCTIONS["confirm"]
        True
    """
    return _FUNCTIONS[name]
