"""How the process of a worker starts: anew, or as a copy of this one, so that what is loaded here is loaded there.

Copies are made on Linux alone. Threads are not copied, so that there must be none but the one that asks, nor anything
that one of them could hold. What may not live here: what such a process does.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Final, NoReturn

from goanalyze.batch.interrupts import ASKING

_ANEW: Final = "import sys; sys.path[:] = {path!r}; from {module} import {name}; {name}(*{args!r})"
_FIRST: Final = 3  # of the files that are not the standard ones
_LOOK_AGAIN: Final = 0.002  # seconds
_FILES: Final = 2**20  # more than a process has open


def can_be_copied() -> bool:
    """Return whether this process can be copied."""
    return sys.platform == "linux" and threading.active_count() == 1


def start(
    function: Callable[..., object], args: tuple[int | str, ...], said: IO[bytes], *, folder: str = "", is_copy: bool
) -> subprocess.Popen[bytes] | Copy:
    """Start a process that calls a function and ends with it.

    Args:
        function: of a module, by whose name it is found.
        args: of that.
        said: takes what it prints as errors.
        folder: where relative paths start from, if there is such a folder; else, and of a copy, that of this process.
        is_copy: whether it is a copy, if that can be.

    Raises:
        OSError: there can be no more processes.
    """
    if is_copy and can_be_copied():
        return Copy(partial(function, *args), said)
    # the same modules are to be found as here, and none in the folder: it may be one of inputs
    path = [place for place in sys.path if place]
    code = _ANEW.format(path=path, module=function.__module__, name=function.__name__, args=args)
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
        cwd=folder if folder and Path(folder).is_dir() else None,
    )  # fmt: skip


class Copy:
    """A copy of this process, with as much of `subprocess.Popen` as workers are asked for.

    Args:
        function: what the copy calls; it ends with that.
        said: takes what it prints as errors.

    Attributes:
        stdin: what it reads.
        stdout: what it writes.
        returncode: what it ended with, negative if a signal ended it; None as long as nobody has seen it end.

    Raises:
        OSError: there can be no more processes, or open files.
    """

    def __init__(self, function: Callable[[], object], said: IO[bytes]) -> None:
        self.returncode: int | None = None
        self._seen = threading.Lock()
        ends: list[int] = []
        try:
            ends += os.pipe()
            ends += os.pipe()
            orders, mine, answers_here, answers = ends
            before = signal.pthread_sigmask(signal.SIG_BLOCK, ASKING)  # a copy that is interrupted must not go on here
            try:
                self._number = os.fork()
                if not self._number:
                    _be_copy(function, (orders, answers, said.fileno()), before)
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        except BaseException:
            for end in ends:  # a copy ends with that
                os.close(end)
            raise
        os.close(orders)
        os.close(answers)
        self.stdin: IO[bytes] | None = os.fdopen(mine, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(answers_here, "rb")

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; return what with, 0 where the system does not tell: who started this ignores that.

        Raises:
            subprocess.TimeoutExpired: it has not, after so many seconds.
        """
        until = None if timeout is None else time.monotonic() + timeout
        with self._seen:
            while self.returncode is None:
                try:
                    number, status = os.waitpid(self._number, 0 if until is None else os.WNOHANG)
                except ChildProcessError:  # SIGCHLD is ignored, or it was seen as an interrupt came
                    number, status = self._number, 0
                if number:
                    self.returncode = os.waitstatus_to_exitcode(status)
                elif until is not None and time.monotonic() >= until:
                    raise subprocess.TimeoutExpired("a copy of the process", timeout or 0.0)
                else:
                    time.sleep(_LOOK_AGAIN)
        return self.returncode

    def kill(self) -> None:
        """End it, whatever it does."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._number, signal.SIGKILL)


def _be_copy(
    function: Callable[[], object], files: tuple[int, int, int], heeded: set[int | signal.Signals]
) -> NoReturn:
    """Be the copy: with these files in place of the standard ones, without the others, and never to return.

    Args:
        function: to be called.
        files: take the places of standard input, output and errors.
        heeded: the mask of signals of the process that was copied; what this one handles in Python ends its copy.
    """
    try:
        for number in ASKING:
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, heeded)
        for place, file in enumerate(_with_no_others(files)):
            os.dup2(file, place)
        os.closerange(_FIRST, _FILES)
        atexit._clear()  # noqa: SLF001 - as multiprocessing does: that is for the process that was copied
        function()
    except BaseException:  # none may reach those that called what asked for the copy
        traceback.print_exc()
    finally:
        os._exit(1)


def _with_no_others(files: tuple[int, ...]) -> list[int]:
    """Close all but some files and the standard ones; return those files by numbers that no standard one has.

    Nothing is opened before the others are closed, since there may be no room; and then only where one of these files
    has the number of a standard one, which was closed as it was opened.
    """
    import fcntl

    begin = _FIRST
    for file in sorted(file for file in files if file >= _FIRST):
        os.closerange(begin, file)
        begin = file + 1
    os.closerange(begin, _FILES)
    return [file if file >= _FIRST else fcntl.fcntl(file, fcntl.F_DUPFD, _FIRST) for file in files]
