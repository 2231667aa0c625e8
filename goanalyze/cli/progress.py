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
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from goanalyze.vocabulary.numbers import duration_text, plural, size_text
from goanalyze.vocabulary.text import clean, wrapped

if TYPE_CHECKING:
    from goanalyze.batch.progress import Done

Told: TypeAlias = str | Callable[[], str]
"""What is said: a text, or what returns it now; empty for nothing."""

_OFTEN: Final = 0.2  # seconds between two looks of a line on a terminal
_SELDOM: Final = 10.0  # seconds between two lines elsewhere
_ERASE: Final = "\r\x1b[K"

_line: _Line | None = None  # the one that stands there now


@contextmanager
def progress_line(what: Told = "") -> Iterator[Callable[[Told], None]]:
    """Say how far something is as long as this context lasts; yield what changes the words.

    Within another such context the same line is used, and says afterwards what it said before.

    Example:
        >>> with progress_line("looking at the files") as say:
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
        self._stream, self._out = sys.stderr, sys.stdout
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
            if self._out.isatty():  # most likely the same
                sys.stdout = _Above(self._out, self)
        with suppress(RuntimeError):  # no more threads: the line is not worth the work
            self._thread.start()

    def end(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self.erase()
        sys.stderr, sys.stdout = self._stream, self._out

    def erase(self) -> None:
        with self._lock:
            self._erase()

    def above(self, stream: Any, text: str) -> int:
        """Write what somebody else says."""
        with self._lock:
            self._erase()
            self._waits = not text.endswith("\n") and bool(text)
            written: int = stream.write(text)
            return written

    def _erase(self) -> None:
        if self._stands:
            self._write(_ERASE)
            self._stands = False

    def _run(self) -> None:
        with suppress(Exception):  # the terminal is gone, say: nobody misses the line
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
    """A terminal while a line stands there: what is written comes in its place, and the line below."""

    def __init__(self, stream: Any, line: _Line) -> None:
        self._stream, self._line = stream, line

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        return self._line.above(self._stream, text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)


@contextmanager
def show_run_progress() -> Iterator[Callable[[Done], None]]:
    """Show how far a run is as long as this context lasts; yield what takes each `goanalyze.batch.progress.Done`."""
    begin = time.monotonic()
    with progress_line(lambda: f"looking at what there is to check, {time.monotonic() - begin:.0f} s") as say:
        yield lambda done: say(lambda: run_progress_text(done, time.monotonic() - begin))


def run_progress_text(done: Done, waited: float = 0.0) -> str:
    """Say how far a run is.

    Args:
        done: how far it was when it last told so.
        waited: seconds since its beginning, which are said as long as nothing is done.

    Example:
        >>> from goanalyze.batch.progress import Done
        >>> run_progress_text(Done(128e6, 412_000_000, 18_200, 0, 0, 3, 6.3))
        '31% of 412 MB, 18,200 games, 2,889 games/s, about 14 s left'
        >>> run_progress_text(Done(12.5e6, None, 9_000, 0, 0, 0, 4.5))
        '12.5 MB of a stream whose length nobody knows, 9,000 games, 2,000 games/s'
    """
    new = done.bytes - done.kept_bytes
    is_all = done.total is not None and done.bytes >= 0.999 * done.total
    doing = "nearly done" if is_all else f"{'at work' if done.seconds else 'starting'}, {waited:.0f} s"
    if done.total and not done.bytes:
        return f"{size_text(done.total)} to check, {doing}"
    if not done.total:
        told = [f"{size_text(done.bytes)} of a stream whose length nobody knows"]
    else:
        told = [f"{min(100, int(100 * done.bytes / done.total))}% of {size_text(done.total)}"]
    told.append(plural(done.games, "game"))
    if done.kept_games:
        told.append(f"{done.kept_games:,} of them from an earlier run")
    if new <= 0:
        return ", ".join([*told, doing])
    if done.games > done.kept_games:
        told.append(f"{(done.games - done.kept_games) / done.seconds:,.0f} games/s")
    if done.total:
        left = (done.total - done.bytes) * done.seconds / new
        told.append(f"about {duration_text(left)} left" if left >= 1 else "nearly done")
    return ", ".join(told)
