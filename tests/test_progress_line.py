"""The progress line of a command (`render/progress.py`)."""

from __future__ import annotations

import errno
import sys
import threading
import time
from io import StringIO

import pytest

from goanalyze.render import progress
from goanalyze.render.progress import progress_line


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def _terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal of 40 columns, and return it; in a fixture, pytest would put its own there."""
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    return stream


def screen(text: str) -> list[str]:
    """Return the lines that a terminal shows after it was sent a text with carriage returns and erasures."""
    return [line.rpartition("\r\x1b[K")[2] for line in text.split("\n")]


def seen(stream: StringIO, text: str) -> bool:
    """Wait until a stream holds a text."""
    until = time.monotonic() + 20
    while text not in stream.getvalue() and time.monotonic() < until:
        time.sleep(0.01)
    return text in stream.getvalue()


def test_the_line_is_gone_at_the_end_and_messages_stand_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the line is overwritten, no message is mixed with it, and no part of it stays."""
    terminal = _terminal(monkeypatch)
    with progress_line("one half"):
        assert seen(terminal, "one half")
        with progress_line("the other half"):
            assert seen(terminal, "the other half")
            sys.stderr.write("goanalyze: ")
            time.sleep(0.3)  # the line would be in the middle of the message
            sys.stderr.write("a warning\n")
        assert seen(terminal, "goanalyze: a warning\n\r\x1b[K")
    assert screen(terminal.getvalue()) == ["goanalyze: a warning", ""]
    assert sys.stderr is terminal


def test_a_terminal_that_is_gone_costs_the_line_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by faults injected at random: the thread that writes the line ended with a traceback."""
    terminal = _terminal(monkeypatch)
    tried = threading.Event()

    def gone(_: str) -> int:
        tried.set()
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(terminal, "write", gone)
    with progress_line("one half"):
        assert tried.wait(20)  # pytest makes an error of a thread that fails
    assert sys.stderr is terminal


def test_the_line_is_not_worth_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by injecting faults at random: where no thread could be started, its end raised an error of its own."""
    terminal = _terminal(monkeypatch)
    monkeypatch.setattr(threading.Thread, "start", _no_thread)
    with progress_line("one half") as say:
        say("all")
        sys.stderr.write("goanalyze: a warning\n")
    assert (terminal.getvalue(), sys.stderr) == ("goanalyze: a warning\n", terminal)


def _no_thread(_: object) -> None:
    raise RuntimeError("can't start new thread")


def test_the_line_is_no_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that wraps cannot be overwritten, so none wraps; no text is broken."""
    terminal = _terminal(monkeypatch)
    with progress_line("31% of 412 MB, 18,200 games, 2,900 games/s, about 40 s left"):
        assert seen(terminal, "31%")
    assert all(len(shown) < 40 for shown in terminal.getvalue().split("\r\x1b[K"))


def test_without_a_terminal_whole_lines_are_written_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal there is a line every ten seconds; each begins as messages do."""
    monkeypatch.setattr(sys, "stderr", stream := StringIO())
    with progress_line("a short command"):
        pass
    assert stream.getvalue() == ""
    monkeypatch.setattr(progress, "_SELDOM", 0.01)
    with progress_line(lambda: "31% of 412 MB"):
        assert seen(stream, "goanalyze: 31% of 412 MB\n")
    assert set(stream.getvalue().splitlines()) == {"goanalyze: 31% of 412 MB"}
