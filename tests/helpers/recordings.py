"""Recorded calls of the functions of the native library: `kernels/record.py` makes them.

`kernels/recordings.npz` has arrays by the digest of their content. Its entry `index` is JSON: {function: [{"before": …,
"after": …, "result": …}]}, with arguments as numbers, digests of arrays, or lists of these for structs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import numpy as np

from goanalyze.kernels.library import Function, kernels

RECORDINGS = Path(__file__).parents[1] / "kernels" / "recordings.npz"
FUNCTIONS: dict[str, Function] = {name: value for name, value in vars(kernels).items() if isinstance(value, Function)}


class Call(TypedDict):
    """A call: its arguments before and after, with structs as lists of their fields, and its result."""

    before: list[Any]
    after: list[Any]
    result: Any


def load() -> dict[str, list[Call]]:
    """Return the recorded calls of each function."""
    with np.load(RECORDINGS) as file:
        calls: dict[str, list[Call]] = with_leaves(
            lambda leaf: file[leaf] if isinstance(leaf, str) else leaf, json.loads(str(file["index"]))
        )
    return calls


def arguments(function: Function, values: list[Any]) -> list[Any]:
    """Return copies of recorded arguments as the function takes them, with structs as named tuples."""
    taken = copied(values)
    for index, argument in enumerate(function.arguments):
        if hasattr(argument, "fields"):
            struct: Any = NamedTuple(argument.kind, [(field.name, Any) for field in argument.fields])
            taken[index] = struct(*taken[index])
    return taken


def copied(values: Any) -> list[Any]:
    """Return copies of arguments, with structs as lists."""
    copies: list[Any] = with_leaves(lambda leaf: leaf.copy() if isinstance(leaf, np.ndarray) else leaf, values)
    return copies


def leaves(values: Any) -> list[Any]:
    """Return all arrays and numbers of arguments, in order."""
    outputs: list[Any] = []
    with_leaves(outputs.append, values)
    return outputs


def with_leaves(change: Callable[[Any], Any], values: Any) -> Any:
    """Return nested dictionaries and lists with each leaf changed."""
    if isinstance(values, dict):
        return {name: with_leaves(change, value) for name, value in values.items()}
    return [with_leaves(change, value) for value in values] if isinstance(values, (list, tuple)) else change(values)
