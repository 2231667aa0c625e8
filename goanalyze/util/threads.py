"""Threads that save time; if the system starts none, the work is done without them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def ahead(values: Iterator[T]) -> Iterator[T]:
    """Yield values other than None; a thread computes the next one while the caller uses the current one."""
    with ThreadPoolExecutor(1) as pool:
        try:
            following = pool.submit(next, values, None)
        except RuntimeError:  # no thread: no value has been taken
            following = None
        while following is not None and (value := following.result()) is not None:
            following = pool.submit(next, values, None)
            yield value
    yield from values


def in_threads(function: Callable[[S], T], values: Collection[S], most: int | None = None) -> Iterator[T]:
    """Yield the results of a function for each value, in order.

    Args:
        function: function that may be called twice with a value.
        values: its arguments.
        most: largest number of threads, by default that of Python.
    """
    with ThreadPoolExecutor(most) as pool:
        try:
            results = pool.map(function, values)
        except RuntimeError:  # fewer threads than values, and no more
            results = map(function, values)
        yield from results
