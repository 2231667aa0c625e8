"""The recorded results of a chunk, each held against the count of its final position; see `goanalyze.score.audit`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import Statuses
from goanalyze.replay.chunk import Replays
from goanalyze.replay.replays import to_move
from goanalyze.rules import RULESETS
from goanalyze.score.audit import Audit, AuditCase, audit
from goanalyze.score.choices import Agreement, Explanation, Quality
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import score
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.metadata import Metadata
from goanalyze.vocabulary.arrow import floats
from goanalyze.vocabulary.numbers import points_text

_COUNTED: Final = ("score", "draw")
_NOT_COUNTABLE: Final = "not_countable"


@dataclass(frozen=True, slots=True)
class Audited:
    """One game's recorded result, held against its count.

    Attributes:
        game: number in the chunk.
        ruleset: id of the ruleset that the record names, None for none.
        recorded: recorded margin, Black − White in points.
        found: what came of it; None where the position cannot be counted.
        source, confidence: how life and death are known, index of a `StatusSource`, and how surely.
    """

    game: int
    ruleset: str | None
    recorded: float
    found: Audit | None
    source: int
    confidence: float

    @property
    def agreement(self) -> str:
        """How count and record agree: exact, winner, no, not_countable."""
        return self.found.agreement.value if self.found else _NOT_COUNTABLE

    @property
    def explained(self) -> bool:
        """Whether the recorded margin follows, at once or with the help of an explanation."""
        lost = (Explanation.DOES_NOT_FOLLOW, Explanation.OFF_BY_ONE)
        return self.found is not None and self.found.explanation not in lost


def audit_games(replays: Replays, metadata: Metadata, statuses: Statuses, final: FinalPositions) -> list[Audited]:
    """Hold every recorded count of a chunk against the count of its final position.

    Args:
        replays: a chunk, played out.
        metadata: of the same games; what is recorded.
        statuses: which stones are dead, and how that is known; games of which nothing is known are left out.
        final: how the games ended.
    """
    recorded = floats(metadata.columns["result_margin"])
    by = metadata.columns["result_by"].to_pylist()
    candidates = np.flatnonzero(~np.isnan(recorded) & (statuses.source > StatusSource.NONE.index))
    games = [game for game in candidates.tolist() if by[game] in _COUNTED]
    if not games:
        return []
    declared = metadata.columns["ruleset"].to_pylist()
    cases = _Cases(replays, metadata, statuses, final)
    exact = _exact(final, declared, recorded)
    return [
        Audited(game, declared[game], float(recorded[game]),
                None if final.quality[game] == Quality.TOO_OPEN.index
                else _at_once(final, game, declared[game], recorded[game]) if exact[game]
                else audit(cases.case(game, declared[game], float(recorded[game]))),
                int(statuses.source[game]), float(statuses.confidence[game]))
        for game in games
    ]  # fmt: skip


def _exact(final: FinalPositions, declared: Sequence[str | None], recorded: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the games whose count under the ruleset that their record names is the recorded one: most of them."""
    exact = np.zeros(len(recorded), dtype=np.bool_)
    names = np.array([name or "" for name in declared])
    for name in {name for name in declared if name}:
        margin = score(final, [RULESETS[name]]).margin[:, 0]
        exact |= (names == name) & (margin == recorded)
    return exact


def _at_once(final: FinalPositions, game: int, ruleset: str, recorded: float) -> Audit:
    komi = float(final.komi[game])
    evidence = f"counted by {ruleset} rules it is {points_text(recorded)} as recorded"
    return Audit(Agreement.EXACT, Explanation.NONE_NEEDED, evidence, float(recorded), ruleset, komi)


class _Cases:
    """Cuts single games out of a chunk, for the audit."""

    def __init__(self, replays: Replays, metadata: Metadata, statuses: Statuses, final: FinalPositions) -> None:
        self._replays, self._statuses, self._final = replays, statuses, final
        self._turn = to_move(replays)
        self._columns = {name: metadata.columns[name].to_pylist()
                         for name in ("result_winner", "komi_unit", "result_unit")}  # fmt: skip

    def case(self, game: int, ruleset: str | None, recorded: float) -> AuditCase:
        span = slice(*self._replays.board_start[game : game + 2].tolist())
        position = Position(int(self._replays.width[game]), int(self._replays.height[game]), self._replays.boards[span])
        source = self._statuses.source[game]
        value = {name: column[game] for name, column in self._columns.items()}
        dead = frozenset(np.flatnonzero(self._statuses.dead[span]).tolist())
        return AuditCase(
            position, dead, self._final.take(slice(game, game + 1)), recorded,
            value["result_winner"], RULESETS[ruleset] if ruleset else None, int(self._turn[game]),
            marked=bool(self._statuses.as_marked[game]),
            shares=self._statuses.shares[span] if source >= StatusSource.SETTLED.index else None,
            komi_unit=KomiUnit.read("komi_unit", value["komi_unit"]),
            result_unit=Unit.read("result_unit", value["result_unit"]),
        )  # fmt: skip
