"""Readers of arguments: one for each kind of value, with one error message."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any, SupportsIndex, TypeGuard, TypeVar

from goanalyze.errors import OptionError
from goanalyze.util.toml import shown

_Function = TypeVar("_Function", bound=Callable[..., object])


def is_whole(value: object) -> TypeGuard[SupportsIndex]:
    """Return True for a whole number; True and False are not numbers."""
    if type(value) is int:  # a check against a protocol takes its time
        return True
    if isinstance(value, (Integral, bool)):
        return not isinstance(value, bool)
    return isinstance(value, SupportsIndex) and type(value).__module__ != "numpy"  # its flags and arrays have an index


def read_integer(name: str, value: object, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number.

    Example:
        >>> read_integer("limit", -1, 0)
        Traceback (most recent call last):
        goanalyze.errors.OptionError: limit: -1 is not a valid number. Expected a whole number from 0 on.
    """
    if is_whole(value):
        number = operator.index(value)
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    bounds = "" if least is None else f" from {least:,}{' on' if most is None else f' to {most:,}'}"
    raise OptionError(f"{name}: {shown(value)} is not a valid number. Expected a whole number{bounds}.")


def read_number(name: str, value: object) -> float:
    """Return a real number."""
    try:
        number = float(value) if not isinstance(value, bool) and isinstance(value, Real) else math.nan
    except OverflowError:
        number = math.nan
    if not math.isfinite(number):
        raise OptionError(f"{name}: {shown(value)} is not a valid number. Expected a finite number.")
    return number


def read_string(name: str, value: object) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise OptionError(f"{name}: {shown(value)} is not a valid text. Expected a str.")
    return value


def read_path(name: str, value: object) -> str:
    """Return a path as text.

    Example:
        >>> from pathlib import PurePosixPath
        >>> read_path("out", PurePosixPath("a/b"))
        'a/b'
        >>> read_path("out", None)
        Traceback (most recent call last):
        goanalyze.errors.OptionError: out: None is not a valid path. Expected a str or a pathlib.Path.
    """
    path = os.fspath(value) if isinstance(value, (str, os.PathLike)) and not isinstance(value, type) else None
    try:
        if isinstance(path, str) and b"\0" not in os.fsencode(path):
            return path
    except UnicodeEncodeError:
        pass
    raise OptionError(f"{name}: {shown(value)} is not a valid path. Expected a str or a pathlib.Path.")


def read_items(name: str, value: object, expected: str) -> list[Any]:
    """Return the items of a list, or of any other collection but text."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable) or isinstance(value, type):
        raise OptionError(f"{name}: {shown(value)} is not a valid list. Expected {expected}.")
    return list(value)


def read_function(name: str, function: _Function | None) -> _Function | None:
    """Return a function, or None for none."""
    if function is not None and (not callable(function) or isinstance(function, type)):
        raise OptionError(
            f"{name}: {shown(function)} is not a valid function. Expected one with one argument, or None."
        )
    return function
