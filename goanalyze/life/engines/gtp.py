"""Go Text Protocol, version 2: the status of stones by ``final_status_list``.

Stones are set up with ``play``, in turn as long as both colours have some. The order does not matter: as long as every
chain of the position has a liberty, so has every part of it on the way, and a board that only fills up never repeats.
``loadsgf`` would need a file that the engine can read, and not every engine has it. No passes are sent, since engines
that hold two passes for the end of the game then take every stone for alive (KataGo does, under territory rules).

Specification: Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002, sections 2 and 6.
"""

from __future__ import annotations

from itertools import zip_longest

from goanalyze.core.position import Position
from goanalyze.life.engines.katago import katago_rules
from goanalyze.life.engines.process import EngineError, EngineFaultError, EngineProcess, EngineRefusalError, plain
from goanalyze.vocabulary.gtp_syntax import LONGEST_SIDE, read_response
from goanalyze.vocabulary.points import color_name, from_gtp, opponent, to_gtp

_STATUS = "final_status_list"


class GtpEngine:
    """An engine that speaks GTP.

    Args:
        process: the engine, just started; its deadline is set.

    Attributes:
        name: what it calls itself.
        version: its version.

    Raises:
        EngineError: it does not know ``final_status_list``.
        EngineFaultError: as all methods do.
    """

    def __init__(self, process: EngineProcess) -> None:
        self._process = process
        self._asked = 0
        self._greeted = False
        self.name = self._ask_or_empty("name")
        self.version = self._ask_or_empty("version")
        self._known = set(self._ask_or_empty("list_commands", lines=True).split())
        if self._known and _STATUS not in self._known:
            raise EngineError(f"engine {self.name!r} cannot tell dead stones: it does not know {_STATUS}")

    def dead_stones(
        self, position: Position, to_move: int, rules: str, komi: float
    ) -> tuple[frozenset[int], frozenset[int], float | None]:
        """Return the dead stones, those in seki, and nothing, since the engine does not say how sure it is.

        Args:
            position: every chain has a liberty.
            to_move: the other side's stone is set last, so that engines take this side to be next.
            rules: id of a ruleset; GTP has no word for it, KataGo has, other engines take rules on the command line.
            komi: told; if the engine does not take it, that is no matter for the life of stones.

        Raises:
            EngineRefusalError: it cannot do this, or not on such a board.
        """
        if position.width != position.height or position.width > LONGEST_SIDE:
            raise EngineRefusalError(
                f"GTP knows square boards up to 25×25 only, not {position.width}×{position.height}"
            )
        self._ask(f"boardsize {position.width}")
        self._ask("clear_board")
        # The same position is to get the same answer whatever was asked before it.
        for command in ("clear_cache", "set_random_seed 1"):
            if command.split()[0] in self._known:
                self._ask_or_empty(command)
        if "kata-set-rules" in self._known:
            self._ask_or_empty(f"kata-set-rules {katago_rules(rules)}")
        self._ask_or_empty(f"komi {komi:g}")
        for color, point in _in_turn(position, to_move):
            self._ask(f"play {color_name(color)} {to_gtp(point, position.width, position.height)}")
        if "query_boardsize" in self._known:
            size = self._ask("query_boardsize")
            if size != f"{position.width}":
                raise EngineFaultError(f"its board has size {size!r}, not {position.width}")
        dead = self._points(self._ask(f"{_STATUS} dead", lines=True), position)
        try:
            seki = self._points(self._ask(f"{_STATUS} seki", lines=True), position)
        except EngineRefusalError:  # of what is dead it has told
            seki = frozenset()
        return dead, seki, None

    @staticmethod
    def _points(answer: str, position: Position) -> frozenset[int]:
        """Read a list of vertices."""
        try:
            return frozenset(from_gtp(vertex, position.width, position.height) for vertex in answer.split())
        except ValueError as error:
            raise EngineFaultError(f"it named no stones: {plain(str(error))}") from None

    def _ask_or_empty(self, command: str, *, lines: bool = False) -> str:
        """Ask what an engine need not know."""
        try:
            return self._ask(command, lines=lines)
        except EngineRefusalError:
            return ""

    def _ask(self, command: str, *, lines: bool = False) -> str:
        """Send a command and return its answer: as one short line, or all its lines."""
        self._asked += 1
        self._process.say(f"{self._asked} {command}")
        while True:
            line = self._process.hear().strip()
            if not line or line.startswith("#"):
                continue
            response = read_response(line)
            if response is not None:
                break
            if self._greeted:
                raise EngineFaultError(f"no answer to {plain(command)!r} but {plain(line)!r}")
        if response.id and response.id != f"{self._asked}":
            raise EngineFaultError(f"an answer to another question than {plain(command)!r}: {plain(line)!r}")
        self._greeted = True
        answer = [response.text]
        while line := self._process.hear().strip():
            if not line.startswith("#"):
                answer.append(line)
        if response.fails:
            raise EngineRefusalError(
                f"the engine refuses {plain(command)!r}: {plain(' '.join(answer)) or 'without a word'}"
            )
        return " ".join(answer) if lines else plain(" ".join(answer))


def _in_turn(position: Position, to_move: int) -> list[tuple[int, int]]:
    """Return colour and point of every stone, in turn while there are two colours, the last not of the side to move."""
    first, second = (
        [(color, point) for point, stone in enumerate(position.stones.tolist()) if stone == color]
        for color in (to_move, opponent(to_move))
    )
    pairs = zip_longest(reversed(first), reversed(second))
    return [stone for pair in list(pairs)[::-1] for stone in pair if stone is not None]
