"""KataGo's analysis protocol: one JSON query and answer a line; who will own each point, so what is dead.

Documentation: KataGo, docs/Analysis_Engine.md.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final

from goanalyze.core.chain_board import ChainBoard
from goanalyze.core.position import Position
from goanalyze.life.engines.process import EngineFaultError, EngineProcess, EngineRefusalError, plain
from goanalyze.vocabulary.points import BLACK, color_letter, to_gtp

LIVES_FROM: Final = 0.2
"""A chain is dead if its own side's mean ownership (−1 to 1) is below this, as KataGo's own final_status_list does."""
_RULES_LIKE: Final = {
    "chinese": "basic basic-played-out chinese wmsg ing ing-simplified brainking",
    "chinese-ogs": "chinese-superko",
    "tromp-taylor": "tromp-taylor",
    "aga": "aga ffg",
    "bga": "bga",
    "new-zealand": "new-zealand",
    "stone-scoring": "ancient-chinese",
    "aga-button": "button",
}
_RULES: Final = {rules: name for name, like in _RULES_LIKE.items() for rules in like.split()}
_OTHER_RULES: Final = "japanese"
_MOST_KOMI: Final = 150.0
_TOLERANCE: Final = 1.01


def katago_rules(rules: str) -> str:
    """Return what KataGo calls the rules most like those of a ruleset's id; Japanese if it has nothing like them.

    Example:
        >>> katago_rules("wmsg"), katago_rules("korean"), katago_rules("")
        ('chinese', 'japanese', 'japanese')
    """
    return _RULES.get(rules, _OTHER_RULES)


class KataGoEngine:
    """``katago analysis``.

    Args:
        process: the engine, just started; its deadline is set, and long enough to load a network.
        visits: of the search; with 1 the network alone answers.

    Attributes:
        name: ``KataGo``.
        version: its version, empty if it does not tell.

    Raises:
        EngineFaultError: as all methods do.
    """

    def __init__(self, process: EngineProcess, *, visits: int = 1) -> None:
        self._process = process
        self._visits = visits
        self._asked = 0
        self._greeted = False
        self.name = "KataGo"
        try:
            self.version = plain(str(self._ask({"action": "query_version"}).get("version", "")))
        except EngineRefusalError:
            self.version = ""

    def dead_stones(
        self, position: Position, to_move: int, rules: str, komi: float
    ) -> tuple[frozenset[int], frozenset[int], float | None]:
        """Return the dead stones, none in seki, and how far the least certain chain was from an even split, 0 to 1.

        Args:
            position: every chain has a liberty.
            to_move: the side to move.
            rules: id of a ruleset; one that KataGo has nothing like is taken for Japanese.
            komi: rounded to what KataGo takes, half points from −150 to 150.

        Raises:
            EngineRefusalError: it cannot do this, or not on such a board.
        """
        width, height = position.width, position.height
        stones = position.stones.tolist()
        answer = self._ask(
            {
                "initialStones": [
                    [color_letter(color), to_gtp(point, width, height)] for point, color in enumerate(stones) if color
                ],
                "moves": [],
                "initialPlayer": color_letter(to_move),
                "rules": katago_rules(rules),
                "komi": max(-_MOST_KOMI, min(_MOST_KOMI, round(2 * komi) / 2)),
                "boardXSize": width,
                "boardYSize": height,
                "maxVisits": self._visits,
                "includeOwnership": True,
                "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
            }
        )
        owner = self._ownership(answer, width * height)
        dead: frozenset[int] = frozenset()
        least = 1.0
        for chain in ChainBoard.of(position).chains():
            color = stones[min(chain)]
            own = sum(owner[point] for point in chain) / len(chain) * (1 if color == BLACK else -1)
            if own < LIVES_FROM:
                dead |= chain
            least = min(least, abs(own - LIVES_FROM) / (1 - LIVES_FROM if own >= LIVES_FROM else 1 + LIVES_FROM))
        return dead, frozenset(), max(0.0, least)

    @staticmethod
    def _ownership(answer: dict[str, Any], points: int) -> list[float]:
        owner = answer.get("ownership")
        if not isinstance(owner, list) or not all(isinstance(value, int | float) for value in owner):
            raise EngineFaultError("an answer without ownership")
        if len(owner) != points:
            raise EngineFaultError(f"ownership of {len(owner)} points, not {points}")
        if not all(math.isfinite(value) and abs(value) <= _TOLERANCE for value in owner):
            raise EngineFaultError("ownership that is not between −1 and 1")
        return owner

    def _ask(self, query: dict[str, Any]) -> dict[str, Any]:
        """Send a query and return its answer; warnings and reports on the way are passed over."""
        self._asked += 1
        name = f"goanalyze-{self._asked}"
        self._process.say(json.dumps({"id": name, **query}))
        while True:
            line = self._process.hear().strip()
            if not line:
                continue
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                if self._greeted:
                    raise EngineFaultError(f"no answer but {plain(line)!r}")
                continue
            self._greeted = True
            if answer.get("id", name) != name:
                raise EngineFaultError(f"an answer to another question: {plain(line)!r}")
            if "error" in answer:
                where = f" ({plain(str(answer['field']))})" if "field" in answer else ""
                raise EngineRefusalError(f"the engine refuses{where}: {plain(str(answer['error']))}")
            if "warning" not in answer and answer.get("isDuringSearch") is not True:
                return answer
