"""How far a command is, on standard error: a line that is written over on a terminal, a line every ten seconds else.

What may live here: the line, and when it is written. What it says is the business of whoever does the work: `said`
gives it a text, or a function that is asked for one each time. Whatever else is written to standard error meanwhile
stands above the line. Nothing is ever written to standard output.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from goanalyze.vocabulary.text import clean, wrapped

Told: TypeAlias = str | Callable[[], str]
"""What is said: a text, or what returns it now; empty for nothing."""

_OFTEN: Final = 0.2  # seconds between two looks of a line on a terminal
_SELDOM: Final = 10.0  # seconds between two lines elsewhere
_ERASE: Final = "\r\x1b[K"

_line: _Line | None = None  # the one that stands there now


@contextmanager
def said(what: Told = "") -> Iterator[Callable[[Told], None]]:
    """Say how far something is as long as this context lasts; yield what changes the words.

    Within another such context the same line is used, and says afterwards what it said before.

    Example:
        >>> with said("looking at the files") as say:
        ...     say(lambda: "31% of 412 MB")
    """
    global _line  # noqa: PLW0603 - there is one standard error
    outer = _line
    line = outer or _Line()
    before, line.told = line.told, what
    try:
        if outer is None:
            _line = line
            line.begin()
        yield line.say
    finally:
        line.told = before
        if outer is None:
            _line = None
            line.end()


class _Line:
    """The line, and the thread that writes it."""

    def __init__(self) -> None:
        self.told: Told = ""
        self._stream = sys.stderr
        self._is_live = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._stands = False  # whether a text is there that has to be erased
        self._waits = False  # whether a line of somebody else is not at its end yet
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def say(self, what: Told) -> None:
        self.told = what

    def begin(self) -> None:
        if self._is_live:
            sys.stderr = _Above(self._stream, self)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._thread.join()
        self.erase()
        sys.stderr = self._stream

    def erase(self) -> None:
        with self._lock:
            self._erase()

    def above(self, text: str) -> int:
        """Write what somebody else says."""
        with self._lock:
            self._erase()
            self._waits = not text.endswith("\n") and bool(text)
            return self._stream.write(text)

    def _erase(self) -> None:
        if self._stands:
            self._write(_ERASE)
            self._stands = False

    def _run(self) -> None:
        if self._is_live:
            self._show()
        while not self._over.wait(_OFTEN if self._is_live else _SELDOM):
            self._show()

    def _show(self) -> None:
        told = self.told
        text = clean(told if isinstance(told, str) else told())
        if not text:
            self.erase()
        elif self._is_live:
            columns = max(1, shutil.get_terminal_size().columns - 1)
            with self._lock:
                if not self._waits:
                    self._write(_ERASE + wrapped(text, columns, 1)[0])
                    self._stands = True
        else:
            self._write(f"goanalyze: {text}\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


class _Above:
    """Standard error while a line stands there: what is written comes in its place, and the line below."""

    def __init__(self, stream: Any, line: _Line) -> None:
        self._stream, self._line = stream, line

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        return self._line.above(text)
