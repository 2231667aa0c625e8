"""Dead stones asked of a Go engine that the user names: over GTP, or KataGo's analysis protocol.

An engine is somebody else's program, and over an archive of thousands of games it will hang, crash or talk nonsense
some day. Is that the position's doing, or the engine's? A position at which it fails is asked about once more, of a
fresh process; if that fails, too, a third one is asked about a plain position. Where it can tell of that, the first
position gets an answer with an error. Where it cannot, and where no engine starts at all, nothing was learned about the
position: that is an error of the surroundings. Nothing is proven and nothing counted here.
"""

from __future__ import annotations

import math
import shlex
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from types import TracebackType
from typing import Final, Self

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.life.choices import EngineProtocol
from goanalyze.life.engines.gtp import GtpEngine
from goanalyze.life.engines.katago import KataGoEngine
from goanalyze.life.engines.process import (
    EngineError,
    EngineFaultError,
    EngineProcess,
    EngineRefusalError,
    find_program,
)
from goanalyze.vocabulary.faults import ResourceError
from goanalyze.vocabulary.points import BLACK, EMPTY, WHITE, to_gtp

TIMEOUT: Final = 20.0
"""Seconds for one position."""
START_TIMEOUT: Final = 60.0
"""Seconds for an engine to start and tell its name; KataGo loads its network in them."""
_PLAIN: Final = Position.from_rows(["...XO...."] * 9)  # of which every engine can tell
_TRIES: Final = 2  # at a position, and at a start
_QUICK: Final = 1.0  # seconds in which it may be found, for each shard anew, that an engine is of no use
_PAUSE: Final = 10  # times as long as that took beyond them, it is not tried again

# GNU Go 3.8 at level 5 called dead what the players had marked in 192 of 200 games of kgs-2017a (92 to 98%), and the
# count was the recorded one in 193.
_GTP_CONFIDENCE: Final = 0.95
_LEAST_CLEAR: Final = 0.5
_MOST_CLEAR: Final = 0.97


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What an engine says of one position.

    Attributes:
        dead: points of the dead stones, whole chains.
        seki: points of stones alive in seki; empty as well where an engine does not tell them from others.
        confidence: how sure the dead set is, 0 to 1. Over GTP an engine does not say, so it is a constant. From
            KataGo it grows with how clear the least certain chain is, from 0.5 to 0.97; not calibrated.
        error: why it says nothing, in words; empty if it does.
    """

    dead: frozenset[int] = frozenset()
    seki: frozenset[int] = frozenset()
    confidence: float = 0.0
    error: str = ""


class Engine:
    """An engine at work: started with the first position, kept for the next ones, started again when it fails.

    For one thread of one process; each worker has its own. Close it, or use it in a ``with`` statement.

    Args:
        command: as one would type it, ``gnugo --mode gtp --level 5``; split as a shell would, but no shell runs it.
        timeout: seconds for one position.
        start_timeout: seconds for the engine's start.
        protocol: by default KataGo's for ``katago analysis …``, else GTP.
        visits: of KataGo's search.

    Attributes:
        protocol: that is spoken.
        name: what the engine calls itself, empty if it never got so far.
        version: its version.

    Raises:
        ValueError: the command cannot be split, or is empty; a time is not positive; there is no such protocol.
    """

    def __init__(
        self,
        command: str,
        *,
        timeout: float = TIMEOUT,
        start_timeout: float = START_TIMEOUT,
        protocol: str | EngineProtocol | None = None,
        visits: int = 1,
    ) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"the engine's command {command!r} cannot be read: {error}") from None
        if not self._command or not self._command[0]:
            raise ValueError("the engine's command is empty; give one such as 'gnugo --mode gtp'")
        for seconds in (timeout, start_timeout):
            if not 0 < seconds < math.inf:
                raise ValueError(f"a time limit is a positive, finite number of seconds, not {seconds:g}")
        self.protocol = EngineProtocol.read("protocol", protocol) if protocol else _protocol_of(self._command)
        self._timeout = timeout
        self._start_timeout = start_timeout
        self._visits = visits
        self._process: EngineProcess | None = None
        self._speaker: GtpEngine | KataGoEngine | None = None
        self._why, self._until = "", 0.0
        self.name, self.version = "", ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end(kindly=kind is None)

    def close(self) -> None:
        """End the engine; the next position would start it again, whatever happened before."""
        self._until = 0.0
        self._end(kindly=True)

    def find(self) -> None:
        """See that this machine has the engine's program.

        Raises:
            ResourceError: it has not.
        """
        try:
            find_program(self._command[0])
        except EngineError as error:
            raise ResourceError(str(error)) from None

    def ask(self, position: Position, to_move: int = BLACK, rules: str = "", komi: float = 0.0) -> EngineAnswer:
        """Ask which stones of a final position are dead.

        Args:
            position: any; one with a chain without liberties is not asked about, one without stones needs no engine.
            to_move: whose turn it would be; Black's if it is neither side.
            rules: id of the ruleset, ``""`` if unknown.
            komi: in points; 0 if it is no number.

        Returns:
            The answer; one with an error where the engine refuses, or fails twice at this position and not at others.

        Raises:
            ResourceError: there is no such engine, it does not start, or it fails whatever it is asked, or has done
                so lately: that may have taken minutes, and is not found out again for each shard of a run.
        """
        if problem := _problem(position):
            return EngineAnswer(error=problem)
        if not position.stones.any():
            return EngineAnswer(confidence=1.0)
        begin = time.monotonic()
        if begin < self._until:
            raise ResourceError(self._why)
        turn = to_move if to_move in {BLACK, WHITE} else BLACK
        with _time_stopped():
            try:
                return self._asked(position, turn, rules, komi if math.isfinite(komi) else 0.0)
            except EngineError as error:
                self._end()
                now, self._why = time.monotonic(), str(error)
                self._until = now + _PAUSE * (now - begin - _QUICK)
                raise ResourceError(self._why) from None
            except BaseException:
                self._end()
                raise

    def _asked(self, position: Position, turn: int, rules: str, komi: float) -> EngineAnswer:
        """Ask about a position that stands to reason.

        Raises:
            EngineError: the engine is of no use.
        """
        for _ in range(_TRIES):
            try:
                return self._judged(position, turn, rules, komi)
            except EngineFaultError as fault:
                failed = str(fault)
        try:
            self._judged(_PLAIN, BLACK, "", 0.0)
        except EngineFaultError as fault:
            raise self._useless(f"fails whatever it is asked: {fault}") from None
        return EngineAnswer(error=f"the engine failed twice: {failed}")

    def _judged(self, position: Position, turn: int, rules: str, komi: float) -> EngineAnswer:
        """Ask once; an engine that fails is ended.

        Raises:
            EngineFaultError: it fails.
            EngineError: it does not start.
        """
        process, speaker = self._running()
        process.begin(self._timeout)
        try:
            dead, seki, clearness = speaker.dead_stones(position, turn, rules, komi)
            _check(position, dead, seki)
        except EngineRefusalError as refusal:
            return EngineAnswer(error=str(refusal))
        except EngineFaultError:
            self._end()
            raise
        sure = _GTP_CONFIDENCE if clearness is None else _LEAST_CLEAR + (_MOST_CLEAR - _LEAST_CLEAR) * clearness
        return EngineAnswer(dead, seki, sure)

    def _running(self) -> tuple[EngineProcess, GtpEngine | KataGoEngine]:
        """Return the engine, started if it is not running; a start that fails is tried once more.

        Raises:
            EngineError: it does not start.
        """
        tries = _TRIES
        while self._process is None or self._speaker is None:
            self._process = EngineProcess(self._command)
            self._process.begin(self._start_timeout)
            try:
                katago = self.protocol is EngineProtocol.KATAGO
                self._speaker = KataGoEngine(self._process, visits=self._visits) if katago else GtpEngine(self._process)
                self.name, self.version = self._speaker.name, self._speaker.version
            except EngineFaultError as fault:
                self._end()
                tries -= 1
                if not tries:
                    raise self._useless(f"does not start: {fault}") from None
        return self._process, self._speaker

    def _useless(self, why: str) -> EngineError:
        return EngineError(f"the engine {shlex.join(self._command)!r} {why}; try the command by itself")

    def _end(self, *, kindly: bool = False) -> None:
        process, self._process, self._speaker = self._process, None, None
        if process is not None:
            process.close(kindly=kindly)


@contextmanager
def _time_stopped() -> Iterator[None]:
    """Let no time pass for an alarm of this process (`goanalyze.batch.shard`): an engine has limits of its own."""
    left = signal.setitimer(signal.ITIMER_REAL, 0)[0] if hasattr(signal, "setitimer") else 0.0
    try:
        yield
    finally:
        if left:
            signal.setitimer(signal.ITIMER_REAL, left)


def _protocol_of(command: list[str]) -> EngineProtocol:
    """Return the protocol that a command is most likely to speak."""
    programs = [PurePath(word).name.lower() for word in command]
    is_katago = "analysis" in programs and any(name.startswith("katago") for name in programs)
    return EngineProtocol.KATAGO if is_katago else EngineProtocol.GTP


def _problem(position: Position) -> str:
    """Say why no engine can be asked about a position; empty if there is no reason."""
    board = ChainBoard.of(position)
    for chain in board.chains():
        if not board.liberties(min(chain)):
            return f"the chain at {to_gtp(min(chain), position.width, position.height)} has no liberty"
    return ""


def _check(position: Position, dead: frozenset[int], seki: frozenset[int]) -> None:
    """Refuse an answer that cannot be meant of this position."""
    board = ChainBoard.of(position)
    for points, status in ((dead, "dead"), (seki, "in seki")):
        for point in sorted(points):
            if point < 0 or board.colors[point] == EMPTY:
                name = to_gtp(point, position.width, position.height)
                raise EngineFaultError(f"it called {name} {status}, where no stone is")
            if not board.connected(point) <= points:
                name = to_gtp(point, position.width, position.height)
                raise EngineFaultError(f"it called only a part of the chain at {name} {status}")
    if dead & seki:
        name = to_gtp(min(dead & seki), position.width, position.height)
        raise EngineFaultError(f"it called {name} both dead and in seki")
