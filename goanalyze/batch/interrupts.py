"""Control-C, which ends a run even if a callback suppresses the exception."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Final, Self

INTERRUPTS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end the program as an interrupt does; Windows lacks the last."""


class Interrupts:
    """A context that an interrupt ends with KeyboardInterrupt, and with no other exception.

    Contexts may be nested. Only the main thread is interrupted, so a context in another thread has no effect.
    """

    def __init__(self) -> None:
        self._is_interrupted = False
        self._previous: dict[int, Any] = {}
        self._previous_hook: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in INTERRUPTS:
                if callable(signal.getsignal(number)):
                    self._previous[number] = signal.signal(number, self._take_signal)
            self._previous_hook, sys.unraisablehook = sys.unraisablehook, self._report_unraisable
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for number, previous in self._previous.items():
            signal.signal(number, previous)
        if self._previous_hook:
            sys.unraisablehook = self._previous_hook
        if self._is_interrupted and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from error

    def _take_signal(self, number: int, frame: FrameType | None) -> None:
        """Call the previous handler, and remember an interrupt."""
        try:
            self._previous[number](number, frame)
        except KeyboardInterrupt:
            self._is_interrupted = True
            raise

    def _report_unraisable(self, unraisable: Any) -> None:
        """Report an exception that Python could not raise, but no interrupt: the context raises it at its end."""
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            self._previous_hook(unraisable)

    def check(self) -> None:
        """Raise KeyboardInterrupt if there was an interrupt."""
        if self._is_interrupted:
            raise KeyboardInterrupt
