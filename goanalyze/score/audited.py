"""The recorded results of a chunk, each held against the count of its final position; see `goanalyze.score.audit`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.conventions.application import AppliedConventions
from goanalyze.core.position import Position
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import Statuses, StatusPolicy
from goanalyze.rules import DeadStones, Scoring, find_ruleset
from goanalyze.score.audit import Audit, audit
from goanalyze.score.audit_case import AuditCase, Counts, PlayedBy
from goanalyze.score.choices import Agreement, Explanation, Quality
from goanalyze.score.ends import Ends
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.readings import Finals, Reading
from goanalyze.sgf.choices import KomiUnit, Unit
from goanalyze.sgf.metadata import Metadata, recorded_komi
from goanalyze.sgf.values.rules import RecordedRules
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
        found: the audit; None where the position cannot be counted.
        source, confidence: how life and death are known, index of a `StatusSource`, and how surely.
        count_confidence: how likely the count is right, 0–1.
    """

    game: int
    ruleset: str | None
    recorded: float
    found: Audit | None
    source: int
    confidence: float
    count_confidence: float

    @property
    def agreement(self) -> str:
        """The agreement of count and record: exact, winner, no, not_countable."""
        return self.found.agreement.value if self.found else _NOT_COUNTABLE

    @property
    def explained(self) -> bool:
        """True if the recorded margin follows, at once or with the help of an explanation."""
        lost = (Explanation.DOES_NOT_FOLLOW, Explanation.OFF_BY_ONE)
        return self.found is not None and self.found.explanation not in lost


def audit_games(ends: Ends, played: AppliedConventions, statuses: Statuses, finals: Finals) -> list[Audited]:
    """Hold every recorded count of a chunk against the count of its final position.

    Args:
        ends: the counted positions of a chunk.
        played: the recorded metadata, and those by a convention.
        statuses: which stones are dead, and how that is known; games of which nothing is known are left out.
        finals: how the games ended.
    """
    final, metadata = finals.plain, played.metadata
    recorded = floats(metadata.columns["result_margin"])
    by = metadata.columns["result_by"].to_pylist()
    candidates = np.flatnonzero(~np.isnan(recorded) & (statuses.base.source > StatusSource.NONE.index))
    games = [game for game in candidates.tolist() if by[game] in _COUNTED]
    if not games:
        return []
    value = {
        name: metadata.columns[name].to_pylist() for name in ("ruleset", "result_winner", "komi_unit", "result_unit")
    }
    declared, dates, boards = value["ruleset"], metadata.columns["date"].to_pylist(), ends.boards
    counts, is_silent = Counts(finals.each(_as_counted)), silent_on_dead_stones(metadata)
    exact = _exact(counts, declared, recorded)
    header = played.header.columns["ruleset"].to_pylist(), recorded_komi(played.header)
    # without a layer stones are dead in every reading alike
    is_said = statuses.rulings.status.any() or statuses.article_7.status.any()
    kinds = [(rulings, confirmed) for rulings in (False, True) for confirmed in (False, True) if is_said]
    dead_as = {(by_rulings, by_7): ends.dead_as(statuses.under(StatusPolicy(False, by_rulings, by_7)).dead)
               for by_rulings, by_7 in kinds}  # fmt: skip
    shares = ends.shares_as(statuses.alive_probability)

    def by_convention(game: int) -> PlayedBy | None:
        if not (convention := played.of(game)):
            return None
        ruleset, komi = header[0][game], float(header[1][game])
        way = convention.played
        return PlayedBy(convention.name, way.scale, find_ruleset(ruleset) if ruleset else None, komi)

    def found(game: int) -> Audit | None:
        if exact[game]:
            convention = played.of(game)
            as_group = f" with komi {final.komi[game]:g}, by the convention {convention.name}," if convention else ""
            evidence = f"counted by {declared[game]} rules{as_group} it is {points_text(recorded[game])} as recorded"
            margin, komi = float(recorded[game]), float(final.komi[game])
            return Audit(Agreement.EXACT, Explanation.NONE_NEEDED, evidence, margin, declared[game], komi)
        span = slice(*boards.start[game : game + 2].tolist())
        case = AuditCase(
            position=Position(int(boards.width[game]), int(boards.height[game]), boards.stones[span]),
            dead=frozenset(np.flatnonzero(ends.dead[span]).tolist()),
            dead_as={kind: frozenset(np.flatnonzero(dead[span]).tolist()) for kind, dead in dead_as.items()},
            counts=counts,
            recorded=float(recorded[game]),
            winner=value["result_winner"][game],
            ruleset=find_ruleset(name) if (name := declared[game]) else None,
            first=int(ends.to_move[game]),
            marked=bool(statuses.marked_territory[game]),
            shares=shares[span] if statuses.base.source[game] >= StatusSource.SETTLED.index else None,
            komi_unit=KomiUnit.read("komi_unit", value["komi_unit"][game]),
            result_unit=Unit.read("result_unit", value["result_unit"][game]),
            played=by_convention(game),
            year=(day := dates[game]) and day.year,
            is_silent_on_dead_stones=bool(is_silent[game]),
            game=game,
        )
        audited = audit(case)
        is_open = final.quality[game] == Quality.TOO_OPEN.index
        return None if is_open and audited.explanation is Explanation.DOES_NOT_FOLLOW else audited

    known = [statuses.under(StatusPolicy(article_7=confirmed)) for confirmed in (False, True)]
    under = {name: find_ruleset(name) if name else None for name in set(declared)}

    def audited(game: int) -> Audited:
        name = declared[game]
        ruleset = under[name]
        _, source, confidence = known[ruleset is not None and Reading.of(ruleset).confirmed]
        by_territory = ruleset is None or ruleset.scoring.value is Scoring.TERRITORY
        ended = finals.under(ruleset) if ruleset else final
        return Audited(
            game, name, float(recorded[game]), found(game), int(source[game]), float(confidence[game]),
            float(ended.count_confidence[game, int(by_territory)]),
        )  # fmt: skip

    return [audited(game) for game in games]


def _as_counted(final: FinalPositions) -> FinalPositions:
    """Return final positions as over: a recorded count shows that play has stopped, with or without recorded passes."""
    stopped = final.all_alive & (final.quality == Quality.UNFINISHED.index)
    return replace(final, quality=np.where(stopped, np.uint8(Quality.DEAD_KNOWN.index), final.quality))


def _exact(counts: Counts, declared: Sequence[str | None], recorded: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the games whose recorded count is the outcome under the ruleset that their record names: most of them.

    Args:
        counts: the games as over, counted.
        declared: id of the ruleset of each game, None for none.
        recorded: float64[games], recorded margin in points.
    """
    exact = np.zeros(len(recorded), dtype=np.bool_)
    names, komi = np.array([name or "" for name in declared]), counts.finals.plain.komi
    for name in {name for name in declared if name}:
        ruleset = find_ruleset(name)
        is_over = (ruleset.dead_stones.value is not DeadStones.STAY) | (counts.finals.under(ruleset).final_pass > 0)
        exact |= (names == name) & is_over & (counts.under(ruleset).margin - komi == recorded)
    return exact


def silent_on_dead_stones(metadata: Metadata) -> NDArray[np.bool_]:
    """Return True for each game whose record leaves open whether dead stones are removed."""
    distinct, rules = metadata.parsed["RU"]
    is_silent = [isinstance(rule, RecordedRules) and rule.is_silent_on_dead_stones for rule in rules]
    return np.array(is_silent, dtype=np.bool_)[distinct.where]
