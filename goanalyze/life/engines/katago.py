"""Dead stones over KataGo's analysis protocol: a JSON query and answer a line, with the ownership of each point.

Documentation: KataGo, docs/Analysis_Engine.md.
"""

from __future__ import annotations

import json
import math
from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.core.position import Position
from goanalyze.life.engines.process import EngineAnswer, EngineFaultError, EngineProcess, EngineRefusalError, one_line
from goanalyze.life.estimate.calibration import KATAGO_CLEARNESS, KATAGO_LIVES_FROM
from goanalyze.points import EMPTY, WHITE, color_letter, to_gtp
from goanalyze.rules import parse_rules_string
from goanalyze.util.row import Fields

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
_NAMES: Final = {ruleset: name for name, rulesets in _RULES_LIKE.items() for ruleset in rulesets.split()}
_OTHER_RULES: Final = "japanese"
_MOST_KOMI: Final = 150.0
_MOST_OWNERSHIP: Final = 1.01  # numbers are rounded


def katago_rules(ruleset: str) -> str:
    """Return KataGo's name of the rules most like a ruleset, or its own rules string; Japanese if none is like it.

    Example:
        >>> katago_rules("wmsg"), katago_rules("korean"), katago_rules("koPOSITIONALscoreAREAtaxNONEsui0")
        ('chinese', 'japanese', 'koPOSITIONALscoreAREAtaxNONEsui0')
    """
    return ruleset if parse_rules_string(ruleset) else _NAMES.get(ruleset, _OTHER_RULES)


class KataGoEngine:
    """The client of ``katago analysis``, which has loaded its network once it answers the first query."""

    def __init__(self, process: EngineProcess) -> None:
        self._process = process
        self._queries_sent = 0
        self._has_answered = False
        with suppress(EngineRefusalError):
            self._query({"action": "query_version"})

    def analyze(self, position: Position, to_move: int, rules: str, komi: float) -> EngineAnswer:
        """Return the dead stones of a position whose chains all have a liberty.

        The confidence grows with the clearness of the least clear chain: the distance of its ownership from the limit
        between life and death. The komi is rounded to half points from −150 to 150.
        """
        width, height, boards = position.width, position.height, position.to_arrays()
        stones = [
            [color_letter(color), to_gtp(point, width, height)]
            for point, color in enumerate(position.stones.tolist())
            if color != EMPTY
        ]
        answer = self._query(
            {
                "initialStones": stones,
                "moves": [],
                "initialPlayer": color_letter(to_move),
                "rules": katago_rules(rules),
                "komi": max(-_MOST_KOMI, min(_MOST_KOMI, round(2 * komi) / 2)),
                "boardXSize": width,
                "boardYSize": height,
                "maxVisits": 1,  # the network alone
                "includeOwnership": True,
                "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
            }
        )
        owned = _ownership(answer, width * height) * np.where(position.stones == WHITE, -1, 1)
        mean = np.bincount(boards.first, owned, len(owned)) / np.maximum(boards.size, 1)
        of_stone = mean[boards.first]
        lives = of_stone >= KATAGO_LIVES_FROM
        distance = np.abs(of_stone - KATAGO_LIVES_FROM) / np.where(lives, 1 - KATAGO_LIVES_FROM, 1 + KATAGO_LIVES_FROM)
        is_stone = position.stones != EMPTY
        low, high = KATAGO_CLEARNESS
        confidence = low + (high - low) * float(np.min(distance[is_stone], initial=1.0))
        return EngineAnswer(frozenset(np.flatnonzero(is_stone & ~lives).tolist()), confidence)

    def _query(self, query: Fields) -> Fields:
        """Send a query and return its answer; warnings and reports on the way are skipped."""
        self._queries_sent += 1
        name = f"goanalyze-{self._queries_sent}"
        self._process.send(json.dumps({"id": name, **query}))
        while True:
            if not (line := self._process.read_line()):
                continue
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                if self._has_answered:
                    raise EngineFaultError(f"no answer but {one_line(line)!r}")
                continue
            self._has_answered = True
            if answer.get("id", name) != name:
                raise EngineFaultError(f"an answer to another question: {one_line(line)!r}")
            if "error" in answer:
                field = f" ({one_line(str(answer['field']))})" if "field" in answer else ""
                raise EngineRefusalError(f"the engine refuses{field}: {one_line(str(answer['error']))}")
            if "warning" not in answer and answer.get("isDuringSearch") is not True:
                return answer


def _ownership(answer: Fields, points: int) -> NDArray[np.float64]:
    """Return the ownership of each point in an answer, float64[points] from −1 (White) to 1 (Black)."""
    values = answer.get("ownership")
    if not isinstance(values, list) or not all(isinstance(value, int | float) for value in values):
        raise EngineFaultError("an answer without ownership")
    if len(values) != points:
        raise EngineFaultError(f"ownership of {len(values)} points, not {points}")
    if not all(math.isfinite(value) and abs(value) <= _MOST_OWNERSHIP for value in values):
        raise EngineFaultError("ownership that is not between −1 and 1")
    return np.array(values, dtype=np.float64)
