"""Threads that save time: where the system grants none, the same is done without."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def ahead(values: Iterator[T]) -> Iterator[T]:
    """Yield values, none of which is None; the next is made in a thread while this one is worked on."""
    with ThreadPoolExecutor(1) as maker:
        try:
            coming = maker.submit(next, values, None)
        except RuntimeError:  # no thread: nothing has been asked of the values
            coming = None
        while coming is not None and (value := coming.result()) is not None:
            coming = maker.submit(next, values, None)
            yield value
    yield from values


def in_threads(function: Callable[[S], T], values: Collection[S], most: int | None = None) -> Iterator[T]:
    """Yield what a function that may be called twice makes of each value, in their order.

    Args:
        function: is called in threads.
        values: with each of these.
        most: threads at a time, if not as many as Python thinks fit.
    """
    with ThreadPoolExecutor(most) as pool:
        try:
            made = pool.map(function, values)
        except RuntimeError:  # fewer threads than values, and no more
            made = map(function, values)
        yield from made
