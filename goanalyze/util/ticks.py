"""How far this process is with what takes long: told where it is done, heard where it is shown.

Nothing else rests on it: where nobody listens, what is told is lost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[float], None]] = []
_reading = threading.local()


@contextmanager
def heard(listener: Callable[[float], None]) -> Iterator[None]:
    """Have a function called with each share that is told in this context, of the games that are under way.

    Example:
        >>> with heard(print):
        ...     tell(0.5)
        0.5
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def tell(share: float) -> None:
    """Say how much of the games under way is done; may be called as often as one likes, not from several threads."""
    for listener in _listeners:
        listener(share)


def begin_reading() -> None:
    """Say that this thread begins to read something."""
    _reading.share = 0.0


def note_read(share: float) -> None:
    """Say how much of an archive this thread has read, where the sizes of its members do not tell."""
    _reading.share = max(share, read_share())


def read_share() -> float:
    """Return how much of an archive this thread has read since it began to; 0 where nobody says so."""
    return getattr(_reading, "share", 0.0)
