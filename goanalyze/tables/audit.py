"""Builder of the audit table and of the findings about recorded results and outcomes (GO501–GO505)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.board.position import Position
from goanalyze.life.choices import StatusSource
from goanalyze.life.statuses import Statuses
from goanalyze.replay.replays import Replays, to_move
from goanalyze.rules import RULESETS, FirstPass, Ruleset, Scoring
from goanalyze.score.audit import Audit, AuditCase, audit
from goanalyze.score.basis import Basis
from goanalyze.score.ending import Endings, Judged
from goanalyze.score.margins import Outcomes, judge_all
from goanalyze.sgf.metadata import Metadata
from goanalyze.tables.build import fit
from goanalyze.tables.schema import AUDIT
from goanalyze.vocabulary.arrow import floats
from goanalyze.vocabulary.numbers import points_text
from goanalyze.vocabulary.points import to_sgf

__all__ = ["Audited", "audit_games", "audit_table", "outcome_notes"]

_COUNTED: Final = ("score", "draw")
_NOT_COUNTABLE: Final = "not_countable"
_OVER: Final = 1.0
_DECISIVE: Final = 0.9  # below this confidence a winner that depends on the ruleset may be the estimate's doing


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
        return self.found.agreement if self.found else _NOT_COUNTABLE

    @property
    def explained(self) -> bool:
        """Whether the recorded margin follows, at once or with the help of an explanation."""
        return self.found is not None and self.found.explanation not in ("does not follow", "off by one")

    def note(self) -> tuple[str, str] | None:
        """Return the finding that this gives, code and message, or None."""
        if self.found is None:
            return (
                "GO503",
                "A count is recorded, but the final position looks unfinished: too open, or with too few stones.",
            )
        if self.agreement == "exact" or self.found.explanation == "none needed":
            return None
        told = self.found.evidence[:1].upper() + self.found.evidence[1:]
        sure = self.source < StatusSource.ESTIMATED.index or self.confidence >= _DECISIVE
        code = "GO501" if self.agreement == "no" and sure else "GO502"
        return code, f"{told}{_how(self.source, self.confidence)}."


def _how(source: int, confidence: float) -> str:
    """Say that dead stones are a guess, where they are."""
    if source < StatusSource.ESTIMATED.index:
        return ""
    return f"; the dead stones are {StatusSource.at(source).meaning}, confidence {confidence:.2f}"


def audit_games(replays: Replays, metadata: Metadata, statuses: Statuses, endings: Endings) -> list[Audited]:
    """Hold every recorded count of a chunk against the count of its final position.

    Args:
        replays: a chunk, played out.
        metadata: of the same games; what is recorded.
        statuses: which stones are dead, and how that is known; games of which nothing is known are left out.
        endings: how the games ended.
    """
    recorded = floats(metadata.columns["result_margin"])
    by = metadata.columns["result_by"].to_pylist()
    candidates = np.flatnonzero(~np.isnan(recorded) & (statuses.source > StatusSource.NONE.index))
    games = [game for game in candidates.tolist() if by[game] in _COUNTED]
    if not games:
        return []
    declared = metadata.columns["ruleset"].to_pylist()
    cases = _Cases(replays, metadata, statuses, endings)
    exact = _exact(endings, declared, recorded)
    return [
        Audited(game, declared[game], float(recorded[game]),
                None if endings.judged[game] == Judged.TOO_OPEN
                else _at_once(endings, game, declared[game], recorded[game]) if exact[game]
                else audit(cases.case(game, declared[game], float(recorded[game]))),
                int(statuses.source[game]), float(statuses.confidence[game]))
        for game in games
    ]  # fmt: skip


def _exact(endings: Endings, declared: Sequence[str | None], recorded: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the games whose count under the ruleset that their record names is the recorded one: most of them."""
    exact = np.zeros(len(recorded), dtype=np.bool_)
    names = np.array([name or "" for name in declared])
    for name in {name for name in declared if name}:
        margin = judge_all(endings, [RULESETS[name]]).margin[:, 0]
        exact |= (names == name) & (margin == recorded)
    return exact


def _at_once(endings: Endings, game: int, ruleset: str, recorded: float) -> Audit:
    komi = float(endings.komi[game])
    evidence = f"counted by {ruleset} rules it is {points_text(recorded)} as recorded"
    return Audit("exact", "none needed", evidence, float(recorded), ruleset, komi)


class _Cases:
    """Cuts single games out of a chunk, for the audit."""

    def __init__(self, replays: Replays, metadata: Metadata, statuses: Statuses, endings: Endings) -> None:
        self._replays, self._statuses, self._endings = replays, statuses, endings
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
            position, dead, self._endings.ending(game), recorded,
            value["result_winner"], RULESETS[ruleset] if ruleset else None, int(self._turn[game]),
            marked=bool(self._statuses.as_marked[game]),
            shares=self._statuses.shares[span] if source >= StatusSource.SETTLED.index else None,
            komi_unit=value["komi_unit"], result_unit=value["result_unit"],
        )  # fmt: skip


def audit_table(audited: Sequence[Audited], statuses: Statuses, ids: Sequence[str], replays: Replays) -> Any:
    """Build the audit table of a chunk: one row per game with a recorded count and a judged position."""
    found = [row.found for row in audited]
    width = replays.width
    return fit(AUDIT, {
        "game_id": [ids[row.game] for row in audited],
        "ruleset": [row.ruleset for row in audited],
        "recorded_margin": [row.recorded for row in audited],
        "margin": [item.margin if item else None for item in found],
        "agreement": [row.agreement for row in audited],
        "explanation": [item.explanation if item else None for item in found],
        "explained": [row.explained for row in audited],
        "evidence": [item.evidence if item else None for item in found],
        "fits_ruleset": [item.ruleset if item else None for item in found],
        "fits_komi": [item.komi if item else None for item in found],
        "flips": [[to_sgf(chain[0], int(width[row.game])) for chain in row.found.flips] if row.found else []
                  for row in audited],
        "flips_unique": [item.flips_unique if item else None for item in found],
        "status_source": [StatusSource.at(statuses.source[row.game]).value for row in audited],
        "status_confidence": [float(statuses.confidence[row.game]) for row in audited],
    })  # fmt: skip


def outcome_notes(
    outcomes: Outcomes, statuses: Statuses, rulesets: Sequence[Ruleset]
) -> Iterator[tuple[int, str, str]]:
    """Yield (game, code, message) for games whose winner, or else whose margin, depends on the ruleset.

    Margins are compared at the same komi, without what White gets for handicap stones, and only where nothing else
    than area or territory makes them: no stone scoring, group tax, button or point for the first pass.
    """
    known = (outcomes.basis <= Basis.ESTIMATED) & (statuses.confidence >= _DECISIVE)[:, np.newaxis]
    winners = outcomes.winners(known)
    like = np.array([
        ruleset.scoring.value is not Scoring.STONES and ruleset.first_pass.value is FirstPass.NOTHING
        and not ruleset.button.value and not ruleset.group_tax.value for ruleset in rulesets
    ], dtype=np.bool_)  # fmt: skip
    board = np.where(known & like, outcomes.margin + outcomes.bonus, np.nan)
    counted = ~np.isnan(board).all(axis=1)
    spread = np.zeros(len(board))
    spread[counted] = np.nanmax(board[counted], axis=1) - np.nanmin(board[counted], axis=1)
    for game in np.flatnonzero((winners > 1) | (spread > _OVER)).tolist():
        here = {ruleset.id: float(margin) for ruleset, margin, is_known
                in zip(rulesets, outcomes.margin[game], known[game], strict=True) if is_known}  # fmt: skip
        low, high = min(here, key=lambda name: here[name]), max(here, key=lambda name: here[name])
        told = f"{points_text(here[low])} under {low} rules, {points_text(here[high])} under {high} rules"
        how = _how(int(statuses.source[game]), float(statuses.confidence[game]))
        if winners[game] > 1:
            yield game, "GO504", f"The winner depends on the ruleset: {told}, with the same komi{how}."
        else:
            yield game, "GO505", f"The margin depends on the ruleset by {spread[game]:g} points: {told}{how}."
