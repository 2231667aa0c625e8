"""Dead stones by a Go engine that the user names, over GTP or KataGo's analysis protocol.

An engine is a foreign program. Over an archive of thousands of games it will hang, crash or answer nonsense some day,
because of the position or of the engine. A position at which it fails is sent once more to a fresh process. If that
fails, too, a third one gets a plain position. If it can analyze that, the first position gets an answer with an error.
If it cannot, or if no engine starts, nothing is known about the position, and the error is a `ResourceError`.
"""

from __future__ import annotations

import math
import shlex
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Final, Self

import numpy as np

from goanalyze.core.position import Position
from goanalyze.errors import OptionError, ResourceError
from goanalyze.life.choices import EngineProtocol
from goanalyze.life.engines.gtp import GtpEngine
from goanalyze.life.engines.katago import KataGoEngine
from goanalyze.life.engines.process import (
    EngineAnswer,
    EngineError,
    EngineFaultError,
    EngineProcess,
    EngineRefusalError,
    require_program,
)
from goanalyze.points import BLACK, EMPTY, WHITE, to_gtp
from goanalyze.util.arguments import read_number, read_string

TIMEOUT: Final = 20.0
"""Seconds for one position."""
START_TIMEOUT: Final = 60.0
"""Seconds for an engine to start and send its name; KataGo loads its network in them."""
_PLAIN: Final = Position.from_rows(["...XO...."] * 9)  # every engine can analyze it
_TRIES: Final = 2  # at a position, and at a start
_QUICK_SECONDS: Final = 1.0  # in which an engine may fail for each shard anew
_PAUSE: Final = 10  # times the further seconds that a failure took, in which the engine is not tried again


class Engine:
    """An engine that starts with its first position, is kept for the next ones, and is restarted after a failure.

    It is for one thread of one process. Close it, or use it in a ``with`` statement.

    Args:
        command: command line, such as ``gnugo --mode gtp --level 5``; split as by a shell, but no shell runs it.
        timeout: seconds for one position.
        start_timeout: seconds for the start.
        protocol: a `EngineProtocol`; by default KataGo's for ``katago analysis …``, else GTP.

    Attributes:
        protocol: the protocol.
    """

    def __init__(
        self,
        command: str,
        *,
        timeout: float = TIMEOUT,
        start_timeout: float = START_TIMEOUT,
        protocol: str | EngineProtocol | None = None,
    ) -> None:
        try:
            self._command = shlex.split(read_string("engine", command))
        except ValueError as error:
            raise OptionError(f"{command!r} is not a valid command of an engine. {error}.") from None
        if not self._command or not self._command[0]:
            raise OptionError("The command of the engine is empty. Expected one such as 'gnugo --mode gtp'.")
        for seconds in (timeout, start_timeout):
            if read_number("timeout", seconds) <= 0:
                raise OptionError(f"{seconds:g} is not a valid time limit. Expected a positive number of seconds.")
        self.protocol = EngineProtocol.read("protocol", protocol) if protocol else _protocol_of(self._command)
        self._timeout, self._start_timeout = timeout, start_timeout
        self._process: EngineProcess | None = None
        self._client: GtpEngine | KataGoEngine | None = None
        self._failure, self._pause_end = "", 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the engine. The next position starts it again, also after a failure."""
        self._pause_end = 0.0
        self._stop(has_grace=True)

    def require(self) -> None:
        """Raise `ResourceError` if this machine does not have the program of the engine."""
        try:
            require_program(self._command[0])
        except EngineError as error:
            raise ResourceError(str(error)) from None

    def analyze(self, position: Position, to_move: int = BLACK, rules: str = "", komi: float = 0.0) -> EngineAnswer:
        """Return the dead stones of a final position by the engine.

        Args:
            position: any position; one without stones needs no engine, one with a chain without liberties is an error.
            to_move: side to move; Black if it is neither side.
            rules: id of the ruleset, ``""`` if unknown.
            komi: komi in points; 0 if it is not a number.

        Returns:
            The answer, with an error if the engine refuses, or fails twice at this position and not at another one.

        Raises:
            ResourceError: the engine is missing, does not start, or fails at every position. A failure that took long
                is raised again for some time, so that it does not take as long in each shard of a run.
        """
        if not position.stones.any():
            return EngineAnswer(confidence=1.0)
        if problem := _problem(position):
            return EngineAnswer(error=problem)
        begin = time.monotonic()
        if begin < self._pause_end:
            raise ResourceError(self._failure)
        side, points = to_move if to_move in (BLACK, WHITE) else BLACK, komi if math.isfinite(komi) else 0.0
        with _alarm_stopped():
            try:
                return self._analyze_with_retry(position, side, rules, points)
            except EngineError as error:
                self._stop()
                now, self._failure = time.monotonic(), str(error)
                self._pause_end = now + _PAUSE * (now - begin - _QUICK_SECONDS)
                raise ResourceError(self._failure) from None
            except BaseException:
                self._stop()
                raise

    def _analyze_with_retry(self, position: Position, to_move: int, rules: str, komi: float) -> EngineAnswer:
        """Return the answer about a position, also after one failure; `EngineError` if the engine is of no use."""
        failure = ""
        for _ in range(_TRIES):
            try:
                return self._analyze_once(position, to_move, rules, komi)
            except EngineFaultError as fault:
                failure = str(fault)
        try:
            self._analyze_once(_PLAIN, BLACK, "", 0.0)
        except EngineFaultError as fault:
            raise self._unusable(f"fails at every position: {fault}") from None
        return EngineAnswer(error=f"the engine failed twice: {failure}")

    def _analyze_once(self, position: Position, to_move: int, rules: str, komi: float) -> EngineAnswer:
        """Return the answer of the running engine; an engine that fails is ended."""
        process, client = self._running()
        process.begin(self._timeout)
        try:
            answer = client.analyze(position, to_move, rules, komi)
            _check_dead(position, answer.dead)
        except EngineRefusalError as refusal:
            return EngineAnswer(error=str(refusal))
        except EngineFaultError:
            self._stop()
            raise
        return answer

    def _running(self) -> tuple[EngineProcess, GtpEngine | KataGoEngine]:
        """Return the engine, started if it is not running; a start that fails is tried once more."""
        tries = _TRIES
        while self._process is None or self._client is None:
            self._process = EngineProcess(self._command)
            self._process.begin(self._start_timeout)
            try:
                self._client = (KataGoEngine if self.protocol is EngineProtocol.KATAGO else GtpEngine)(self._process)
            except EngineFaultError as fault:
                self._stop()
                tries -= 1
                if not tries:
                    raise self._unusable(f"does not start: {fault}") from None
        return self._process, self._client

    def _unusable(self, problem: str) -> EngineError:
        return EngineError(f"the engine {shlex.join(self._command)!r} {problem}; try the command by itself")

    def _stop(self, *, has_grace: bool = False) -> None:
        process, self._process, self._client = self._process, None, None
        if process is not None:
            process.close(has_grace=has_grace)


@contextmanager
def _alarm_stopped() -> Iterator[None]:
    """Stop an alarm of this process (`goanalyze.batch.shard`) meanwhile: the engine has time limits of its own."""
    seconds = signal.setitimer(signal.ITIMER_REAL, 0)[0] if hasattr(signal, "setitimer") else 0.0
    try:
        yield
    finally:
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, seconds)


def _protocol_of(command: list[str]) -> EngineProtocol:
    """Return the protocol that a command most likely speaks."""
    programs = [PurePath(word).name.lower() for word in command]
    is_katago = "analysis" in programs and any(name.startswith("katago") for name in programs)
    return EngineProtocol.KATAGO if is_katago else EngineProtocol.GTP


def _problem(position: Position) -> str:
    """Return the reason why no engine can analyze a position; empty without one."""
    boards = position.to_arrays()
    captured = np.flatnonzero((boards.stones != EMPTY) & (boards.liberties[boards.first] == 0))
    name = to_gtp(int(captured[0]), position.width, position.height) if len(captured) else ""
    return f"the chain at {name} has no liberty" if name else ""


def _check_dead(position: Position, dead: frozenset[int]) -> None:
    """Raise EngineFaultError unless dead stones are whole chains of a position."""
    stones, first = position.stones, position.to_arrays().first
    is_dead = np.isin(np.arange(len(stones)), list(dead))
    empty = [point for point in sorted(dead) if point < 0 or stones[point] == EMPTY]
    partial = first[is_dead != is_dead[first]].tolist()
    for point in empty[:1] or partial[:1]:
        name = to_gtp(point, position.width, position.height)
        problem = f"{name} dead, where no stone is" if empty else f"only a part of the chain at {name} dead"
        raise EngineFaultError(f"it called {problem}")
