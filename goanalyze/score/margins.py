"""Outcomes of a chunk of games under many rulesets, as arrays.

The readable twin is `goanalyze.score.outcome`, which writes every line of the count down; tests hold the two together.
Margins are Black − White in points, exact: multiples of a quarter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goanalyze.rules import (
    Axis,
    Compensation,
    DeadStones,
    End,
    FirstPass,
    KomiReading,
    LastPass,
    NoResult,
    Ruleset,
    Scoring,
    Seki,
    Ties,
)
from goanalyze.score.basis import Basis
from goanalyze.score.ending import Endings, Judged
from goanalyze.vocabulary.points import BLACK, WHITE

WINNERS: Final = ("none", "black", "white", "draw")
"""Names of the numbers in `Outcomes.winner`."""
_DRAW: Final = 3
_STONES_PER_GROUP: Final = 2


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What every ruleset makes of every game; arrays [games, rulesets].

    Attributes:
        basis: uint8, `basis.Basis`.
        komi: float64, first reading; NaN where there is none.
        bonus: float64, points for White for handicap stones.
        margin: float64, Black − White with komi and bonus; NaN where `basis` says why there is none.
        winner: uint8, index into `WINNERS`.
        margin_strict: float64, the same with seki to the letter; NaN where the ruleset excludes nothing in seki.
        ruleset_komi, ruleset_margin, ruleset_winner: the second reading, with the ruleset's own komi.
        approximate: bool, a count of groups with seki on the board.
        no_result: bool, a long cycle lets the players claim no result, or the referee rule.
    """

    basis: NDArray[np.uint8]
    komi: NDArray[np.float64]
    bonus: NDArray[np.float64]
    margin: NDArray[np.float64]
    winner: NDArray[np.uint8]
    margin_strict: NDArray[np.float64]
    ruleset_komi: NDArray[np.float64]
    ruleset_margin: NDArray[np.float64]
    ruleset_winner: NDArray[np.uint8]
    approximate: NDArray[np.bool_]
    no_result: NDArray[np.bool_]

    def winners(self, known: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return how many different winners, a draw being one, rulesets give each game; `known` as the outcomes."""
        given = [(known & (self.winner == winner)).any(axis=1) for winner in range(1, len(WINNERS))]
        different: NDArray[np.int64] = np.sum(given, axis=0)
        return different


def judge_all(endings: Endings, rulesets: Sequence[Ruleset], komi: KomiReading = "recorded") -> Outcomes:
    """Give the outcome of every game under every ruleset.

    Args:
        endings: the games.
        rulesets: in the order of the columns.
        komi: of the first reading.

    Rule: `../shared/rules/scoring.md` names the formulas; the sources of each ruleset stand with its axes.
    """
    columns = [_judge(endings, ruleset, komi) for ruleset in rulesets]

    def stacked(name: str) -> Any:
        return np.stack([column[name] for column in columns], axis=1)

    return Outcomes(**{name: stacked(name) for name in columns[0]})


def _judge(endings: Endings, ruleset: Ruleset, reading: KomiReading) -> dict[str, NDArray[Any]]:
    bonus, own_komi = _bonus(endings, ruleset), _ruleset_komi(endings, ruleset)
    komi = (
        own_komi if reading == "ruleset" else endings.komi if reading == "recorded" else np.full_like(own_komi, reading)
    )
    basis = _basis(endings, ruleset)
    has_margin = basis <= Basis.AS_IT_STANDS
    board = np.where(has_margin, _board_margin(endings, ruleset), np.nan)
    # Komi comes last: what stands before is exact, so that the result is rounded once, as the ledger's is.
    margin, own_margin = board - bonus - komi, board - bonus - own_komi
    missing = Basis.NO_RULESET_KOMI if reading == "ruleset" else Basis.NO_KOMI
    basis = np.where(has_margin & np.isnan(komi), missing, basis)
    strict = np.full(len(endings), np.nan)
    if ruleset.seki.value is not Seki.COUNTED:
        letter = replace(ruleset, seki=Axis(Seki.STRICT, ruleset.seki.source))
        strict = np.where(has_margin, _board_margin(endings, letter), np.nan) - bonus - komi
    groups = ruleset.scoring.value is Scoring.STONES or ruleset.group_tax.value > 0
    seki = endings.column("seki_groups").any(axis=1)
    return {
        "basis": basis.astype(np.uint8), "komi": komi, "bonus": bonus,
        "margin": margin, "winner": _winner(margin, ruleset), "margin_strict": strict,
        "ruleset_komi": own_komi, "ruleset_margin": own_margin, "ruleset_winner": _winner(own_margin, ruleset),
        "approximate": seki & groups & has_margin,
        "no_result": _no_result(endings, ruleset),
    }  # fmt: skip


def _no_result(endings: Endings, ruleset: Ruleset) -> NDArray[np.bool_]:
    return endings.has_cycle & (ruleset.no_result.value is not NoResult.NEVER)


def _basis(endings: Endings, ruleset: Ruleset) -> NDArray[np.int64]:
    """Return what each outcome rests on, komi left out of account."""
    stay = ruleset.dead_stones.value is DeadStones.STAY
    dead = endings.column("dead").any(axis=1)
    known = np.where(stay & dead, Basis.DEAD_TAKEN_OFF, Basis.COUNTED)
    known = np.where((known == Basis.COUNTED) & _no_result(endings, ruleset), Basis.NO_RESULT_POSSIBLE, known)
    by_judgement = np.stack((
        np.full(len(endings), Basis.NO_POSITION), np.full(len(endings), Basis.NOT_COUNTED),
        np.full(len(endings), Basis.NOT_COUNTABLE),
        np.full(len(endings), Basis.AS_IT_STANDS), np.full(len(endings), Basis.ESTIMATED), known))  # fmt: skip
    basis = by_judgement[endings.judged, np.arange(len(endings))]
    missing = np.zeros(len(endings), dtype=np.bool_)
    if (ruleset.pass_stones.value and ruleset.scoring.value is Scoring.TERRITORY) \
            or ruleset.first_pass.value is FirstPass.OF_FINAL_PASSES:  # fmt: skip
        missing |= endings.final_pass == 0
    if ruleset.button.value or ruleset.first_pass.value is FirstPass.OF_GAME:
        missing |= endings.first_pass == 0
    basis = np.where(missing & (endings.judged >= Judged.AS_IT_STANDS), Basis.NO_PASSES, basis)
    if ruleset.end.value is End.TWO_PASSES:
        basis = np.where(endings.played_on & (endings.judged >= Judged.AS_IT_STANDS), Basis.PLAYED_ON, basis)
    return basis


def _board_margin(endings: Endings, ruleset: Ruleset) -> NDArray[np.float64]:
    """Return Black − White before komi and compensation."""
    strict = ruleset.seki.value is Seki.STRICT
    points = endings.column("territory").astype(np.float64)
    if ruleset.seki.value is not Seki.COUNTED:
        points -= endings.column("seki_strict" if strict else "seki")
    points -= ruleset.group_tax.value * endings.column("groups_strict" if strict else "groups")
    if ruleset.scoring.value is Scoring.TERRITORY:
        if ruleset.seki.value is not Seki.COUNTED:
            points -= endings.column("deducted")
        points += endings.prisoners + endings.column("dead")[:, ::-1]
        if ruleset.pass_stones.value:
            points += _pass_stones(endings, ruleset)[:, ::-1]
    else:
        points += endings.column("stones")
    if ruleset.scoring.value is Scoring.STONES:
        points -= _STONES_PER_GROUP * endings.column("groups")
    margin: NDArray[np.float64] = points[:, 0] - points[:, 1]
    if ruleset.first_pass.value is not FirstPass.NOTHING:
        first = endings.first_pass if ruleset.first_pass.value is FirstPass.OF_GAME else endings.final_pass
        margin -= first == WHITE
    if ruleset.button.value:
        margin += np.select([endings.first_pass == BLACK, endings.first_pass == WHITE], [0.5, -0.5], 0.0)
    return margin


def _pass_stones(endings: Endings, ruleset: Ruleset) -> NDArray[np.int32]:
    """Return the stones that each side hands over; White's pass that the rule demands at the end is implied."""
    stones = endings.passes.copy()
    if ruleset.last_pass.value is LastPass.WHITE:
        stones[:, 1] += endings.last_pass == BLACK
    return stones


def _bonus(endings: Endings, ruleset: Ruleset) -> NDArray[np.float64]:
    stones = np.where(endings.handicap >= 2, endings.handicap, 0).astype(np.float64)
    if ruleset.compensation.value is Compensation.PER_STONE:
        return stones
    if ruleset.compensation.value is Compensation.PER_STONE_BUT_ONE:
        return np.maximum(stones - 1, 0)
    return np.zeros_like(stones)


def _ruleset_komi(endings: Endings, ruleset: Ruleset) -> NDArray[np.float64]:
    """Return the komi that the ruleset sets for each game; worked out once for each kind of game."""
    handicap = endings.handicap >= 2
    kind = (endings.width.astype(np.int64) * 64 + endings.height) * 2 + handicap
    kinds, where = np.unique(kind, return_inverse=True)
    values = [ruleset.komi.value.points(key // 128, key // 2 % 64, 2 * (key % 2)) for key in kinds.tolist()]
    komi: NDArray[np.float64] = np.array([np.nan if value is None else value for value in values])[where]
    return komi


def _winner(margin: NDArray[np.float64], ruleset: Ruleset) -> NDArray[np.uint8]:
    tie = {Ties.DRAW: _DRAW, Ties.BLACK: BLACK, Ties.WHITE: WHITE}[ruleset.ties.value]
    return np.select([margin > 0, margin < 0, margin == 0], [BLACK, WHITE, tie], 0).astype(np.uint8)
