"""The process of an engine and its lines, with a deadline and a limit on every wait; its answers and errors.

Pipes are read and written as they become ready, without threads, so an engine that floods stderr or reads nothing
blocks nothing. This works on Linux and macOS; Windows cannot wait for pipes this way.

The engine runs in the process group of a guard, a small shell that waits for the end of a pipe whose other end only
this process has. However this process ends, be it by SIGKILL, the guard then kills the group. It does not reach
processes that an engine starts in groups of their own.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from goanalyze.util import environment

_MOST_BYTES: Final = 1 << 20  # of output for one position
_LAST_BYTES: Final = 2000  # of stderr, for the message about a failure
_READ_BYTES: Final = 1 << 16
_GRACE: Final = 1.0  # seconds to end by itself after the end of its input
_LONGEST_LINE: Final = 200
_GUARD: Final = ("/bin/sh", "-c", "trap '' HUP INT TERM; read -r _; kill -s KILL -- -$$")


class EngineError(Exception):
    """The engine cannot be used: it is missing, does not start, or does not know a necessary command."""


class EngineFaultError(Exception):
    """The engine hung, ended, or gave an answer that makes no sense; its process is of no further use."""


class EngineRefusalError(Exception):
    """The engine refused a command; it goes on."""


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """The answer of an engine about one position.

    Attributes:
        dead: points of the dead stones, whole chains.
        confidence: probability from 0 to 1 that the dead stones are right; not calibrated for KataGo.
        error: reason for the missing answer; empty if the engine answered.
    """

    dead: frozenset[int] = frozenset()
    confidence: float = 0.0
    error: str = ""


def one_line(text: str) -> str:
    r"""Return output of an engine as one short line without control characters.

    Example:
        >>> one_line("illegal\x1b[31m\tmove ")
        'illegal [31m move'
    """
    line = " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"


def require_program(program: str) -> None:
    """Raise EngineError if this machine cannot run a program, by name or path.

    Example:
        >>> require_program("no-such-engine")
        Traceback (most recent call last):
        goanalyze.life.engines.process.EngineError: engine 'no-such-engine' was not found; install it, or give its path
    """
    if os.name != "posix":
        raise EngineError("engines run on Linux and macOS only. Expected no --engine on this system, or WSL")
    if shutil.which(program) is None:
        exists = os.sep in program and Path(program).exists()
        problem = "is not a program that may be run" if exists else "was not found; install it, or give its path"
        raise EngineError(f"engine {program!r} {problem}")


class EngineProcess:
    """A running engine.

    Args:
        command: program and arguments; no shell reads them.
    """

    def __init__(self, command: Sequence[str]) -> None:
        require_program(command[0])
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        try:
            # first, so that the engine never runs without it
            self._guard = subprocess.Popen(_GUARD, stdin=pipe, stdout=null, stderr=null, process_group=0)
            try:
                self._process = subprocess.Popen(
                    command,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=pipe,
                    bufsize=0,
                    env=environment.original(),
                    process_group=self._guard.pid,
                )
            except BaseException:
                self._kill_group()
                raise
        except (OSError, ValueError) as error:
            raise EngineError(f"engine {command[0]!r} cannot be run: {error}") from None
        self._pipes = [stream for stream in (self._process.stdin, self._process.stdout, self._process.stderr) if stream]
        self._in, self._out, self._err = (stream.fileno() for stream in self._pipes)
        self._selector = selectors.DefaultSelector()
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
            if stream != self._in:
                self._selector.register(stream, selectors.EVENT_READ)
        self._received, self._scanned, self._unsent, self._last_errors = bytearray(), 0, bytearray(), b""
        self._seconds = self._deadline = 0.0
        self._bytes_left = 0
        self._is_closed = False

    def begin(self, seconds: float) -> None:
        """Set the deadline and the limit of output for all that is sent and read from this call on."""
        self._seconds, self._deadline, self._bytes_left = seconds, time.monotonic() + seconds, _MOST_BYTES

    def send(self, line: str) -> None:
        """Send a line; the rest of it leaves while answers are waited for."""
        self._unsent += line.encode() + b"\n"
        self._write()

    def read_line(self) -> str:
        """Return the next line of output without its end."""
        while (end := self._received.find(b"\n", self._scanned)) < 0:
            self._scanned = len(self._received)
            self._wait()
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        self._scanned = 0
        return line.decode("utf-8", errors="replace").strip()

    def _wait(self) -> None:
        """Wait until something can be read or written, and do so."""
        seconds = self._deadline - time.monotonic()
        if seconds <= 0:
            raise EngineFaultError(f"no answer within {self._seconds:g} seconds{self._last_message()}")
        for key, events in self._selector.select(seconds):
            if events & selectors.EVENT_WRITE:
                self._write()
            elif key.fd == self._err:
                self._last_errors = (self._last_errors + (self._read(self._err) or b""))[-_LAST_BYTES:]
            elif (received := self._read(self._out)) is None:
                raise EngineFaultError(self._ending())
            else:
                self._received += received
                self._bytes_left -= len(received)
                if self._bytes_left < 0:
                    raise EngineFaultError(f"more than {_MOST_BYTES >> 20} MB of output for one position")

    def _read(self, stream: int) -> bytes | None:
        """Return the bytes that a pipe has, None at its end."""
        try:
            received = os.read(stream, _READ_BYTES)
        except BlockingIOError:
            return b""
        if not received:
            self._selector.unregister(stream)
        return received or None

    def _write(self) -> None:
        """Send as much as the engine takes. If it takes nothing more, its output will show why."""
        is_waiting = self._in in self._selector.get_map()
        try:
            while self._unsent:
                del self._unsent[: os.write(self._in, self._unsent)]
        except BlockingIOError:
            if not is_waiting:
                self._selector.register(self._in, selectors.EVENT_WRITE)
            return
        except OSError:
            self._unsent.clear()
        if is_waiting:
            self._selector.unregister(self._in)

    def _ending(self) -> str:
        """Return a clause about the end of the process, or of its output alone."""
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return f"it closed its output{self._last_message()}"
        while self._err in self._selector.get_map() and (received := self._read(self._err)):
            self._last_errors = (self._last_errors + received)[-_LAST_BYTES:]
        name = f"exit code {code}"
        if code < 0:
            with suppress(ValueError):
                name = signal.Signals(-code).name
        return f"it ended ({name}){self._last_message()}"

    def _last_message(self) -> str:
        """Return a clause with the last line on stderr, if there is one."""
        lines = [line for line in self._last_errors.decode("utf-8", errors="replace").splitlines() if line.strip()]
        return f"; it said: {one_line(lines[-1])}" if lines else ""

    def close(self, *, has_grace: bool = False) -> None:
        """End the process and those it started, and close every pipe; can be called again.

        Args:
            has_grace: True if its input is closed first and it has a second to end by itself.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if has_grace:
            self._selector.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.communicate(timeout=_GRACE)  # closes the input, and reads until the end
        self._kill_group()
        self._process.wait()
        self._selector.close()
        for stream in self._pipes:
            stream.close()

    def _kill_group(self) -> None:
        """Kill the guard and all in its group; until it is waited for, no other group can have its number."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._guard.pid, signal.SIGKILL)
        self._guard.communicate()
