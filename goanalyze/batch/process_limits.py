"""Limits of time and memory of a worker: the system ends one that takes too long, and whoever waits for it is told."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

_WORST: Final = 0.05  # seconds: twice what the slowest of 13,357 estimated positions took


@contextmanager
def alarm(seconds: float | None, *, patient: bool = False) -> Iterator[Callable[[int], object]]:
    """End this process when some files take longer than they may; yield what begins the time of so many files anew.

    The alarm is the system's own (SIGALRM), so it ends kernels, too, which no Python code could stop.

    Args:
        seconds: that one file may take; None for no limit, as where there is no such signal.
        patient: whether each file is allowed the whole time, as where an engine is asked about it.
    """
    if seconds is None or not hasattr(signal, "setitimer"):
        yield lambda _: None
        return
    each = seconds if patient else _WORST
    try:
        yield lambda files: signal.setitimer(signal.ITIMER_REAL, seconds + (files - 1) * each)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def limit_memory(count: int) -> None:
    """Let this process have at most so many bytes of data; more is a MemoryError. Nothing happens where it cannot be.

    Args:
        count: bytes; 0 for no limit.
    """
    if count and sys.platform.startswith("linux"):  # elsewhere the limit is not kept to
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (count if hard < 0 else min(count, hard), hard))
