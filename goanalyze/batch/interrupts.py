"""Control-C, noticed whatever becomes of it: callbacks swallow it."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Final, Self

ASKING: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""What asks a process politely to end: an interrupt, and what is taken for one; Windows lacks the last."""


class Interrupts:
    """Makes sure that an interrupt ends what is done in this context, as KeyboardInterrupt and as nothing else.

    Contexts may be nested. Only the main thread is ever interrupted; in another one this does nothing.
    """

    def __init__(self) -> None:
        self._is_asked = False
        self._before: dict[int, Any] = {}
        self._tell_unraisable = sys.unraisablehook

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in ASKING:
                if callable(signal.getsignal(number)):
                    self._before[number] = signal.signal(number, self._notice)
            sys.unraisablehook = self._pass_over
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        sys.unraisablehook = self._tell_unraisable
        if self._is_asked and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from error

    def _notice(self, number: int, frame: FrameType | None) -> None:
        """Take a signal, and remember an interrupt."""
        try:
            self._before[number](number, frame)
        except KeyboardInterrupt:
            self._is_asked = True
            raise

    def _pass_over(self, told: Any) -> None:
        """Say nothing of an interrupt that Python could not raise where it came: it is raised at the end."""
        if not isinstance(told.exc_value, KeyboardInterrupt):
            self._tell_unraisable(told)

    def check(self) -> None:
        """Raise KeyboardInterrupt if there was one."""
        if self._is_asked:
            raise KeyboardInterrupt
