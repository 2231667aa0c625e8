"""One engine process and its lines: a deadline and a limit on every wait, and nothing left behind when it is closed.

There are no threads: pipes are read and written as they become ready, so an engine that says too much on stderr, or
reads nothing, blocks nobody. This works on Linux and macOS; Windows cannot wait for pipes this way.

The engine runs in the process group of a guard, a small shell that waits for the end of a pipe which only this process
holds: however this process ends, be it by SIGKILL, the guard then kills the group. Processes that an engine starts in
groups of their own are its own affair.
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from goanalyze.vocabulary import environment

MOST_BYTES = 1 << 20
"""An engine may say so much in answer to one position."""
LAST_WORDS = 2000
"""Bytes of stderr that are kept to tell why an engine failed."""
_AT_ONCE = 1 << 16
_GRACE = 1.0  # seconds to end by itself after the end of its input
_LONGEST_TEXT = 200
_GUARD: Final = ("/bin/sh", "-c", "trap '' HUP INT TERM; read -r _; kill -s KILL -- -$$")


class EngineError(Exception):
    """An engine cannot be used at all: it is not there, cannot be run, or does not know what is needed."""


class EngineFaultError(Exception):
    """An engine hung, ended, or said what makes no sense; its process is of no further use."""


class EngineRefusalError(Exception):
    """An engine said that it cannot do what it was asked; it goes on."""


def plain(text: str) -> str:
    r"""Return what an engine said as one short line without control characters.

    Example:
        >>> plain("illegal\x1b[31m\tmove ")
        'illegal [31m move'
    """
    line = " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
    return line if len(line) <= _LONGEST_TEXT else line[: _LONGEST_TEXT - 1] + "…"


def find_program(program: str) -> None:
    """Raise EngineError if this machine has no such program, by name or path.

    Example:
        >>> find_program("no-such-engine")
        Traceback (most recent call last):
        goanalyze.life.engines.process.EngineError: engine 'no-such-engine' was not found; install it, or give its path
    """
    if os.name != "posix":
        raise EngineError("engines are run on Linux and macOS only")
    if shutil.which(program) is None:
        is_there = os.sep in program and Path(program).exists()
        what = "is not a program that may be run" if is_there else "was not found; install it, or give its path"
        raise EngineError(f"engine {program!r} {what}")


class EngineProcess:
    """A running engine.

    Args:
        command: program and arguments; no shell reads them.

    Raises:
        EngineError: the program cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        find_program(command[0])
        if not hasattr(os, "killpg"):
            raise EngineError("engines run on Linux and macOS only: this system has no groups of processes to end; "
                              "leave --engine out, or run it in WSL")  # fmt: skip
        try:
            # first, so that there is no moment without it; what it was started with goes with its group
            self._guard = subprocess.Popen(  # noqa: S603  # words of this module's own
                _GUARD, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0
            )
            try:
                self._process = subprocess.Popen(  # noqa: S603  # to run the user's engine is the purpose
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    env=environment.as_given(),
                    process_group=self._guard.pid,
                )
            except BaseException:
                self._end_group()
                raise
        except (OSError, ValueError) as error:
            raise EngineError(f"engine {command[0]!r} cannot be run: {error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in, self._out, self._err = (
            pipe.fileno() for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._said = bytearray()
        self._scanned = 0
        self._to_say = bytearray()
        self._last_words = b""
        self._seconds = 0.0
        self._deadline = 0.0
        self._room = 0
        self._closed = False

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def begin(self, seconds: float) -> None:
        """Set the deadline and the limit of output for all that is said and heard from now on."""
        self._seconds, self._deadline, self._room = seconds, time.monotonic() + seconds, MOST_BYTES

    def say(self, line: str) -> None:
        """Send a line; it leaves while answers are waited for."""
        self._to_say += line.encode() + b"\n"
        self._write()

    def hear(self) -> str:
        """Return the next line of output without its end.

        Raises:
            EngineFaultError: there is none by the deadline, the output has ended, or it does not end.
        """
        while (end := self._said.find(b"\n", self._scanned)) < 0:
            self._scanned = len(self._said)
            self._wait()
        line = bytes(self._said[:end])
        del self._said[: end + 1]
        self._scanned = 0
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def _wait(self) -> None:
        """Wait until something can be read or written, and do so."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise EngineFaultError(f"no answer within {self._seconds:g} seconds{self._told()}")
        for key, events in self._selector.select(left):
            if events & selectors.EVENT_WRITE:
                self._write()
            elif key.fd == self._err:
                self._last_words = (self._last_words + (self._read(self._err) or b""))[-LAST_WORDS:]
            elif (heard := self._read(self._out)) is not None:
                self._room -= len(heard)
                if self._room < 0:
                    raise EngineFaultError(f"more than {MOST_BYTES >> 20} MB of output for one position")
                self._said += heard
            else:
                raise EngineFaultError(self._end())

    def _read(self, pipe: int) -> bytes | None:
        """Return what a pipe holds, None at its end."""
        try:
            heard = os.read(pipe, _AT_ONCE)
        except BlockingIOError:
            return b""
        if heard:
            return heard
        self._selector.unregister(pipe)
        return None

    def _write(self) -> None:
        """Send what the engine takes now; if it takes nothing more, its output will tell why."""
        waiting = self._in in self._selector.get_map()
        try:
            while self._to_say:
                del self._to_say[: os.write(self._in, self._to_say)]
        except BlockingIOError:
            if not waiting:
                self._selector.register(self._in, selectors.EVENT_WRITE)
            return
        except OSError:
            self._to_say.clear()
        if waiting:
            self._selector.unregister(self._in)

    def _end(self) -> str:
        """Say how the process ended, or that it only closed its output."""
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return f"it closed its output{self._told()}"
        with suppress(BlockingIOError):
            while self._err in self._selector.get_map() and (heard := os.read(self._err, _AT_ONCE)):
                self._last_words = (self._last_words + heard)[-LAST_WORDS:]
        how = f"exit code {code}"
        if code < 0:
            with suppress(ValueError):
                how = signal.Signals(-code).name
        return f"it ended ({how}){self._told()}"

    def _told(self) -> str:
        """Return the last line on stderr, if there is one."""
        lines = [line for line in self._last_words.decode("utf-8", errors="replace").splitlines() if line.strip()]
        return f"; it said: {plain(lines[-1])}" if lines else ""

    def close(self, *, kindly: bool = False) -> None:
        """End the process and those it started, and give back every pipe; may be called again.

        Args:
            kindly: close its input first and give it a second to end by itself.
        """
        if self._closed:
            return
        self._closed = True
        if kindly:
            self._hang_up()
        self._end_group()
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()

    def _end_group(self) -> None:
        """Kill the guard and all in its group; until it is waited for, no other group can have its number."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._guard.pid, signal.SIGKILL)
        self._guard.communicate()

    def _hang_up(self) -> None:
        """Close the input and wait for the end, reading on, since an engine may stop in the midst of a line."""
        if self._in in self._selector.get_map():
            self._selector.unregister(self._in)
        assert self._process.stdin is not None
        self._process.stdin.close()
        until = time.monotonic() + _GRACE
        while self._selector.get_map() and (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                self._read(key.fd)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, until - time.monotonic()))
