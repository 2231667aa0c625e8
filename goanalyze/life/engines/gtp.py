"""Dead stones over Go Text Protocol, version 2, by ``final_status_list``.

Stones are set up with ``play``, in turn while both colours have some. The order does not matter: if every chain of the
position has a liberty, so has every part of it on the way, and a board that only fills up never repeats. ``loadsgf``
would need a file that the engine can read, and not every engine has it. No passes are sent, since engines that take two
passes for the end of the game then take every stone for alive (KataGo does, under territory rules).

Specification: Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002, sections 2 and 6.
"""

from __future__ import annotations

from itertools import zip_longest

from goanalyze.core.position import Position
from goanalyze.life.engines.gtp_syntax import LONGEST_SIDE, GtpCommand, read_response
from goanalyze.life.engines.katago import katago_rules
from goanalyze.life.engines.process import (
    EngineAnswer,
    EngineError,
    EngineFaultError,
    EngineProcess,
    EngineRefusalError,
    one_line,
)
from goanalyze.life.estimate.calibration import GTP_CONFIDENCE
from goanalyze.points import color_name, from_gtp, opponent, to_gtp
from goanalyze.util.numbers import decimal_text

_STATUS_LIST = "final_status_list"


class GtpEngine:
    """The client of an engine that speaks GTP; `EngineError` if it does not know ``final_status_list``."""

    def __init__(self, process: EngineProcess) -> None:
        self._process = process
        self._commands_sent = 0
        self._has_answered = False
        name, self._known = one_line(self._try("name")), self._try("list_commands").split()
        if self._known and _STATUS_LIST not in self._known:
            raise EngineError(f"engine {name!r} cannot name dead stones: it does not know {_STATUS_LIST}")

    def analyze(self, position: Position, to_move: int, rules: str, komi: float) -> EngineAnswer:
        """Return the dead stones of a position whose chains all have a liberty.

        The opponent's stone is set last, so that engines let the side to move play next. Only KataGo takes rules over
        GTP. An engine may refuse the komi, which does not matter for the life of stones.
        """
        width, height = position.width, position.height
        if width != height or width > LONGEST_SIDE:
            raise EngineRefusalError(f"GTP knows square boards up to 25×25 only, not {width}×{height}")
        self._execute("boardsize", str(width))
        self._execute("clear_board")
        # so that the answer does not depend on earlier positions
        self._try_known("clear_cache")
        self._try_known("set_random_seed", "1")
        self._try_known("kata-set-rules", katago_rules(rules))
        self._try("komi", decimal_text(komi))
        for color, point in _in_turn(position, to_move):
            self._execute("play", color_name(color), to_gtp(point, width, height))
        size = self._try_known("query_boardsize") or str(width)
        if size != str(width):
            raise EngineFaultError(f"its board has size {one_line(size)!r}, not {width}")
        vertices = self._execute(_STATUS_LIST, "dead").split()
        try:
            dead = frozenset(from_gtp(vertex, width, height) for vertex in vertices)
        except ValueError as error:
            raise EngineFaultError(f"it named no stones: {one_line(str(error))}") from None
        return EngineAnswer(dead, GTP_CONFIDENCE)

    def _try_known(self, name: str, *arguments: str) -> str:
        """Execute a command that the engine lists; empty for another one, or if it refuses."""
        return self._try(name, *arguments) if name in self._known else ""

    def _try(self, name: str, *arguments: str) -> str:
        """Execute a command; empty if the engine refuses it."""
        try:
            return self._execute(name, *arguments)
        except EngineRefusalError:
            return ""

    def _execute(self, name: str, *arguments: str) -> str:
        """Send a command and return the text of its response."""
        self._commands_sent += 1
        command = GtpCommand(str(self._commands_sent), name, arguments)
        self._process.send(command.line)
        title = repr(one_line(" ".join((name, *arguments))))
        response = None
        while response is None:  # engines may print other lines before their first response
            if (line := self._process.read_line()) and not line.startswith("#"):
                response = read_response(line)
                if response is None and self._has_answered:
                    raise EngineFaultError(f"no answer to {title} but {one_line(line)!r}")
        if response.id not in ("", command.id):
            raise EngineFaultError(f"an answer to another question than {title}: {one_line(line)!r}")
        self._has_answered = True
        texts = [response.text]
        while line := self._process.read_line():
            texts += [line] * (not line.startswith("#"))
        text = " ".join(texts)
        if response.fails:
            raise EngineRefusalError(f"the engine refuses {title}: {one_line(text) or 'without a word'}")
        return text


def _in_turn(position: Position, to_move: int) -> list[tuple[int, int]]:
    """Return colour and point of every stone, in turn while there are two colours, the last not of the side to move."""
    first, second = (
        [(color, point) for point, stone in enumerate(position.stones.tolist()) if stone == color]
        for color in (to_move, opponent(to_move))
    )
    pairs = zip_longest(reversed(first), reversed(second))
    return [stone for pair in list(pairs)[::-1] for stone in pair if stone is not None]
