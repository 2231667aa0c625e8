"""Limits of time and memory of a worker: the system ends one that takes too long, and whoever waits for it is told."""

from __future__ import annotations

import signal
import sys
from typing import Final, Self

_WORST: Final = 0.05  # seconds: twice what the slowest of 13,357 estimated positions took


class Alarm:
    """An alarm that ends this process when some files take longer than they may, whatever it is doing then.

    The alarm is the system's own (SIGALRM), so it ends kernels, too, which no Python code could stop.

    Args:
        seconds: that one file may take; None for no limit, as where there is no such signal.
        patient: whether each file is allowed the whole time, as where an engine is asked about it.
    """

    def __init__(self, seconds: float | None, *, patient: bool = False) -> None:
        self._seconds = seconds if hasattr(signal, "setitimer") else None
        self._each = seconds if patient and seconds else _WORST

    def allow(self, files: int) -> None:
        """Begin the time of so many files anew."""
        if self._seconds:
            signal.setitimer(signal.ITIMER_REAL, self._seconds + (files - 1) * self._each)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._seconds:
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
