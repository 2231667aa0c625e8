"""The recorded results of a chunk, each held against the count of its final position; see `goanalyze.score.audit`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.conventions.apply import Applied
from goanalyze.conventions.hypotheses import FAMILIES
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import Statuses
from goanalyze.rules import Axis, DeadStones, Ruleset, Scoring, find_ruleset
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
_BUTTON: Final = 0.5
_CAPTURED: Final = "if the dead stones were captured before the passes, which the record does not have"
_AS_IT_IS: Final = "with every stone on the board alive, as KataGo counts"
_TAKEN: Final = "with half a point for the button; the pass that took it is not in the record"


@dataclass(frozen=True, slots=True)
class Audited:
    """One game's recorded result, held against its count.

    Attributes:
        game: number in the chunk.
        ruleset: id of the ruleset that the record names, None for none.
        recorded: recorded margin, Black − White in points.
        found: what came of it; None where the position cannot be counted.
        source, confidence: how life and death are known, index of a `StatusSource`, and how surely.
        count_confidence: how surely the count is right, 0–1.
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
        """How count and record agree: exact, winner, no, not_countable."""
        return self.found.agreement.value if self.found else _NOT_COUNTABLE

    @property
    def explained(self) -> bool:
        """Whether the recorded margin follows, at once or with the help of an explanation."""
        lost = (Explanation.DOES_NOT_FOLLOW, Explanation.OFF_BY_ONE)
        return self.found is not None and self.found.explanation not in lost


def audit_games(ends: Ends, played: Applied, statuses: Statuses, finals: Finals) -> list[Audited]:
    """Hold every recorded count of a chunk against the count of its final position.

    Args:
        ends: the counted positions of a chunk.
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
    declared, boards = value["ruleset"], ends.boards
    counts = Counts(finals.each(_as_counted))
    exact, remarks = _exact(counts, finals, declared, recorded, silent_on_dead_stones(metadata))
    header = played.header.columns["ruleset"].to_pylist(), recorded_komi(played.header)
    is_said = statuses.ruled.any() or statuses.confirmed.any()  # else stones are dead in every reading alike
    kinds = [(rulings, confirmed) for rulings in (False, True) for confirmed in (False, True) if is_said]
    dead_as = {kind: ends.dead_as(statuses.dead_as(rulings=kind[0], confirmed=kind[1])) for kind in kinds}
    shares = ends.shares_as(statuses.shares)

    def by_convention(game: int) -> PlayedBy | None:
        if not (convention := played.of(game)):
            return None
        ruleset, komi = header[0][game], float(header[1][game])
        way = convention.played
        return PlayedBy(convention.name, way.scale, find_ruleset(ruleset) if ruleset else None, komi)

    def found(game: int) -> Audit | None:
        if final.quality[game] == Quality.TOO_OPEN.index:
            return None
        if exact[game]:
            convention = played.of(game)
            as_group = f" with komi {final.komi[game]:g}, by the convention {convention.name}," if convention else ""
            points, remark = points_text(recorded[game]), remarks.get(game, "")
            evidence = f"counted by {declared[game]} rules{as_group} it is {points} as recorded{remark}"
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
            marked=bool(statuses.as_marked[game]),
            shares=shares[span] if statuses.source[game] >= StatusSource.SETTLED.index else None,
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
        by_territory = name is None or find_ruleset(name).scoring.value is Scoring.TERRITORY
        sure = float(finals.under(find_ruleset(name or FAMILIES[0])).count_confidence[game, int(by_territory)])
        margin = float(recorded[game])
        return Audited(game, name, margin, found(game), int(source[game]), float(confidence[game]), sure)

    return [audited(game) for game in games]


def _as_counted(final: FinalPositions) -> FinalPositions:
    """Return final positions as over: a recorded count shows that play has stopped, with or without recorded passes."""
    stopped = final.all_alive & (final.quality == Quality.UNFINISHED.index)
    return replace(final, quality=np.where(stopped, np.uint8(Quality.DEAD_KNOWN.index), final.quality))


def _exact(
    counts: Counts,
    finals: Finals,
    declared: Sequence[str | None],
    recorded: NDArray[np.float64],
    is_silent: NDArray[np.bool_],
) -> tuple[NDArray[np.bool_], dict[int, str]]:
    """Return the games whose recorded count follows from the ruleset that their record names: most of them.

    Args:
        counts: the games as over, counted.
        finals: the ends of the games as recorded.
        declared: id of the ruleset of each game, None for none.
        recorded: float64[games], recorded margin in points.
        is_silent: bool[games], True if the record leaves open whether dead stones are removed.

    Returns:
        bool[games], True if it follows; by game, the assumption about the end of the record that it takes.
    """
    exact, remarks = np.zeros(len(recorded), dtype=np.bool_), dict[int, str]()
    names, komi = np.array([name or "" for name in declared]), counts.finals.plain.komi
    for name in {name for name in declared if name}:
        ruleset, is_named = find_ruleset(name), names == name
        exact |= is_named & (counts.under(ruleset).margin - komi == recorded)
        final = finals.under(ruleset)
        for variant, applies, points, remark in _variants(ruleset, final, is_silent & is_named):
            needed = recorded + komi - counts.under(variant).margin
            games = np.flatnonzero(is_named & ~exact & applies & np.isin(needed, points)).tolist()
            exact[games] = True
            remarks |= dict.fromkeys(games, remark)
    return exact, remarks


def silent_on_dead_stones(metadata: Metadata) -> NDArray[np.bool_]:
    """Return True for each game whose record leaves open whether dead stones are removed."""
    distinct, rules = metadata.parsed["RU"]
    is_silent = [isinstance(rule, RecordedRules) and rule.is_silent_on_dead_stones for rule in rules]
    return np.array(is_silent, dtype=np.bool_)[distinct.where]


def _variants(
    ruleset: Ruleset, final: FinalPositions, is_silent: NDArray[np.bool_]
) -> Iterator[tuple[Ruleset, NDArray[np.bool_], tuple[float, ...], str]]:
    """Yield the ways in which a record may end that lacks the last passes, or leaves the dead stones open.

    Yields:
        The ruleset that counts such an end; bool[games], True if the record may have it; the points that may be added
        to the margin; a clause about it.
    """
    rulesets = [(ruleset, np.ones(len(final), dtype=np.bool_), "")]
    if ruleset.dead_stones.value is DeadStones.STAY:
        played_out = replace(ruleset, dead_stones=Axis(DeadStones.CAPTURED, ruleset.dead_stones.source))
        rulesets.append((played_out, final.quality == Quality.UNFINISHED.index, f", {_CAPTURED}"))
    elif is_silent.any():
        as_it_is = replace(ruleset, dead_stones=Axis(DeadStones.STAY, ruleset.dead_stones.source))
        rulesets.append((as_it_is, is_silent, f", {_AS_IT_IS}"))
    for variant, applies, remark in rulesets[1:]:
        yield variant, applies, (0.0,), remark
    if ruleset.button.value:
        for variant, applies, remark in rulesets:
            without = replace(variant, button=Axis(False, ruleset.button.source))
            yield without, applies & (final.first_pass == 0), (-_BUTTON, _BUTTON), f"{remark}, {_TAKEN}"
