"""Progress of slow work in this process: reported where it is done, received where it is shown.

Without a listener, reports are lost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[float], None]] = []
_reading = threading.local()


@contextmanager
def listening(listener: Callable[[float], None]) -> Iterator[None]:
    """Call a function with each share of the current games that is reported in this context.

    Example:
        >>> with listening(print):
        ...     report_progress(0.5)
        0.5
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def report_progress(share: float) -> None:
    """Report the share of the current games that is done; not from several threads."""
    for listener in _listeners:
        listener(share)


def begin_reading() -> None:
    """Begin to count the share that this thread reads of an archive."""
    _reading.share = 0.0


def note_read(share: float) -> None:
    """Report the share of an archive that this thread has read, if the sizes of members do not show it."""
    _reading.share = max(share, read_share())


def read_share() -> float:
    """Return the share of an archive that this thread has read, by default 0."""
    return getattr(_reading, "share", 0.0)
