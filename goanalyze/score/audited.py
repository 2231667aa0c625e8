"""The recorded results of a chunk, each held against the count of its final position; see `goanalyze.score.audit`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.conventions.apply import Applied
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import Statuses
from goanalyze.replay.chunk import Replays
from goanalyze.replay.replays import to_move
from goanalyze.rules import find_ruleset
from goanalyze.score.audit import Audit, audit
from goanalyze.score.audit_case import AuditCase, Counts, PlayedBy
from goanalyze.score.choices import Agreement, Explanation, Quality
from goanalyze.score.readings import Finals, Reading
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.metadata import recorded_komi
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


def audit_games(replays: Replays, played: Applied, statuses: Statuses, finals: Finals) -> list[Audited]:
    """Hold every recorded count of a chunk against the count of its final position.

    Args:
        replays: a chunk, played out.
        played: what is recorded, and what was played by a convention.
        statuses: which stones are dead, and how that is known; games of which nothing is known are left out.
        finals: how the games ended.
    """
    final, metadata = finals.plain, played.metadata
    recorded = floats(metadata.columns["result_margin"])
    by = metadata.columns["result_by"].to_pylist()
    candidates = np.flatnonzero(~np.isnan(recorded) & (statuses.source > StatusSource.NONE.index))
    games = [game for game in candidates.tolist() if by[game] in _COUNTED]
    if not games:
        return []
    value = {
        name: metadata.columns[name].to_pylist() for name in ("ruleset", "result_winner", "komi_unit", "result_unit")
    }
    declared, turn = value["ruleset"], to_move(replays)
    counts = Counts(finals)
    exact = _exact(counts, declared, recorded)
    header = played.header.columns["ruleset"].to_pylist(), recorded_komi(played.header)
    is_said = statuses.ruled.any() or statuses.confirmed.any()  # else stones are dead in every reading alike
    kinds = [(rulings, confirmed) for rulings in (False, True) for confirmed in (False, True) if is_said]
    dead_as = {kind: statuses.dead_as(rulings=kind[0], confirmed=kind[1]) for kind in kinds}

    def by_convention(game: int) -> PlayedBy | None:
        if not (convention := played.of(game)):
            return None
        ruleset, komi = header[0][game], float(header[1][game])
        way = convention.played
        return PlayedBy(convention.name, way.scale, way.dame, find_ruleset(ruleset) if ruleset else None, komi)

    def found(game: int) -> Audit | None:
        if final.quality[game] == Quality.TOO_OPEN.index:
            return None
        if exact[game]:
            convention = played.of(game)
            as_group = f" with komi {final.komi[game]:g}, by the convention {convention.name}," if convention else ""
            evidence = f"counted by {declared[game]} rules{as_group} it is {points_text(recorded[game])} as recorded"
            margin, komi = float(recorded[game]), float(final.komi[game])
            return Audit(Agreement.EXACT, Explanation.NONE_NEEDED, evidence, margin, declared[game], komi)
        span = slice(*replays.board_start[game : game + 2].tolist())
        case = AuditCase(
            position=Position(int(replays.width[game]), int(replays.height[game]), replays.boards[span]),
            dead=frozenset(np.flatnonzero(statuses.dead[span]).tolist()),
            dead_as={kind: frozenset(np.flatnonzero(dead[span]).tolist()) for kind, dead in dead_as.items()},
            counts=counts,
            recorded=float(recorded[game]),
            winner=value["result_winner"][game],
            ruleset=find_ruleset(name) if (name := declared[game]) else None,
            first=int(turn[game]),
            marked=bool(statuses.as_marked[game]),
            shares=statuses.shares[span] if statuses.source[game] >= StatusSource.SETTLED.index else None,
            komi_unit=KomiUnit.read("komi_unit", value["komi_unit"][game]),
            result_unit=Unit.read("result_unit", value["result_unit"][game]),
            played=by_convention(game),
            game=game,
        )
        return audit(case)

    known = [statuses.known_as(confirmed=confirmed) for confirmed in (False, True)]
    by_confirmed = {name: name is not None and Reading.of(find_ruleset(name)).confirmed for name in set(declared)}

    def audited(game: int) -> Audited:
        name = declared[game]
        source, confidence = known[by_confirmed[name]]
        return Audited(game, name, float(recorded[game]), found(game), int(source[game]), float(confidence[game]))

    return [audited(game) for game in games]


def _exact(counts: Counts, declared: Sequence[str | None], recorded: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the games whose count under the ruleset that their record names is the recorded one: most of them."""
    exact = np.zeros(len(recorded), dtype=np.bool_)
    names, komi = np.array([name or "" for name in declared]), counts.finals.plain.komi
    for name in {name for name in declared if name}:
        exact |= (names == name) & (counts.under(find_ruleset(name)).margin - komi == recorded)
    return exact
