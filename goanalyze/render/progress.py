"""The progress of a command or of a run: a line on a terminal, a line every ten seconds elsewhere, a bar in a notebook.

Scope: how progress is shown. The text comes from the function that does the work: `progress_line` takes a text, or a
function that returns one. Other text on standard error is printed above the line; standard output is not used.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from goanalyze.util.numbers import duration_text, plural, size_text
from goanalyze.util.text import clean, wrapped

if TYPE_CHECKING:
    from goanalyze.batch.progress import Progress, RunProgress

ProgressText: TypeAlias = str | Callable[[], str]
"""A text, or a function that returns the current one; empty for none."""

_OFTEN: Final = 0.2  # seconds between two updates on a terminal or in a notebook
_SELDOM: Final = 10.0  # seconds between two lines elsewhere
_ERASE: Final = "\r\x1b[K"
_LOOKING: Final = "looking for files to check"


@contextmanager
def shown_progress(progress: bool | Progress | None) -> Iterator[Progress | None]:
    """Show the progress of a run as long as this context lasts; yield the function that receives it."""
    if callable(progress):
        yield progress
    elif progress is not False and is_in_notebook():
        bar = _NotebookBar()
        try:
            yield bar.show
        except BaseException:
            bar.end("stopped")
            raise
        bar.end("done")
    elif progress:
        with shown_run_progress() as show:
            yield show
    else:
        yield None


@contextmanager
def shown_run_progress() -> Iterator[Progress]:
    """Show the progress of a run on standard error as long as this context lasts; yield a function that receives it."""
    begin = time.monotonic()
    with progress_line(lambda: f"{_LOOKING}, {time.monotonic() - begin:.0f} s") as show:
        yield lambda done: show(lambda: run_progress_text(done, time.monotonic() - begin))


@contextmanager
def progress_line(text: ProgressText = "") -> Iterator[Callable[[ProgressText], None]]:
    """Show progress on standard error as long as this context lasts; yield a function that changes the text."""
    line = _Line(text)
    line.begin()
    try:
        yield line.show
    finally:
        line.end()


def is_in_notebook() -> bool:
    """Return True if this process is the kernel of a notebook."""
    shell = import_module("IPython").get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None


class _NotebookBar:
    """A bar and a line of text in the output of a notebook's cell."""

    def __init__(self) -> None:
        self._begin, self._last = time.monotonic(), 0.0
        self._share: float | None = 0.0
        self._text = _LOOKING
        self._done: RunProgress | None = None
        self._handle = import_module("IPython.display").display(self, display_id=True)

    def show(self, done: RunProgress) -> None:
        """Show the progress of a run, at most five times a second."""
        self._done, now = done, time.monotonic()
        if now >= self._last + _OFTEN:
            self._last = now
            self._share = min(1.0, done.bytes / done.total) if done.total else None
            self._text = run_progress_text(done, now - self._begin)
            self._update()

    def end(self, word: str) -> None:
        """Show the number of games and the time, with a word for the end."""
        games = plural(self._done.games, "game") if self._done else plural(0, "game")
        self._text = f"{games}, {time.monotonic() - self._begin:.1f} s, {word}"
        self._share = 1.0 if word == "done" else self._share
        self._update()

    def _update(self) -> None:
        with suppress(Exception):  # such as a page that was closed: the work is more important than the bar
            self._handle.update(self)

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        value = "" if self._share is None else f' value="{self._share:.4f}"'
        return f"<progress{value}></progress> {self._text}"


class _Line:
    """The line, and the thread that writes it."""

    def __init__(self, text: ProgressText) -> None:
        self._text = text
        self._stream, self._out = sys.stderr, sys.stdout
        # a program without a terminal may have no streams
        self._is_live = bool(self._stream) and self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._is_visible = False  # True if a text must be erased
        self._is_waiting = False  # True if another line is not complete
        self._lock = threading.RLock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def show(self, text: ProgressText) -> None:
        self._text = text

    def begin(self) -> None:
        if self._is_live:
            sys.stderr = _StreamAbove(self._stream, self)
            if self._out and self._out.isatty():  # most likely the same terminal
                sys.stdout = _StreamAbove(self._out, self)
        if not self._stream:
            return
        with suppress(RuntimeError):  # no more threads: the work is more important than the line
            self._thread.start()

    def end(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self._erase()
        # streams that others have replaced since are theirs
        if isinstance(sys.stderr, _StreamAbove):
            sys.stderr = self._stream
        if isinstance(sys.stdout, _StreamAbove):
            sys.stdout = self._out

    def write_above(self, stream: Any, text: str) -> int:
        """Write other text in place of the line."""
        with self._lock:
            self._erase()
            self._is_waiting = not text.endswith("\n") and bool(text)
            written: int = stream.write(text)
            return written

    def _erase(self) -> None:
        with self._lock:
            if self._is_visible:
                self._write(_ERASE)
                self._is_visible = False

    def _run(self) -> None:
        with suppress(Exception):  # such as a terminal that was closed
            if self._is_live:
                self._show()
            while not self._over.wait(_OFTEN if self._is_live else _SELDOM):
                self._show()

    def _show(self) -> None:
        current = self._text
        text = clean(current if isinstance(current, str) else current())
        if not text:
            self._erase()
        elif self._is_live:
            columns = max(1, shutil.get_terminal_size().columns - 1)
            with self._lock:
                if not self._is_waiting:
                    self._write(_ERASE + wrapped(text, columns, 1)[0])
                    self._is_visible = True
        else:
            self._write(f"goanalyze: {text}\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


class _StreamAbove:
    """A terminal with a progress line: text is written in its place, and the line below it."""

    def __init__(self, stream: Any, line: _Line) -> None:
        self._stream, self._line = stream, line

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        return self._line.write_above(self._stream, text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)


def run_progress_text(done: RunProgress, waited: float = 0.0) -> str:
    """Return the progress of a run as text."""
    new = done.bytes - done.kept_bytes
    is_all = done.total is not None and done.bytes >= 0.999 * done.total
    doing = "nearly done" if is_all else f"{'at work' if done.seconds else 'starting'}, {waited:.0f} s"
    if done.total and not done.bytes:
        return f"{size_text(done.total)} to check, {doing}"
    if not done.total:
        parts = [f"{size_text(done.bytes)} of a stream of unknown length"]
    else:
        parts = [f"{min(100, int(100 * done.bytes / done.total))}% of {size_text(done.total)}"]
    parts.append(plural(done.games, "game"))
    if done.kept_games:
        parts.append(f"{done.kept_games:,} of them from an earlier run")
    if new <= 0:
        return ", ".join([*parts, doing])
    if done.games > done.kept_games:
        parts.append(f"{(done.games - done.kept_games) / done.seconds:,.0f} games/s")
    if done.total:
        left = (done.total - done.bytes) * done.seconds / new
        parts.append(f"about {duration_text(left)} left" if left >= 1 else "nearly done")
    return ", ".join(parts)
