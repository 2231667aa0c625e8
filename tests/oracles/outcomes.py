"""The outcome of one game under one ruleset, as the rule books count: the oracle of `goanalyze.score.outcomes`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from goanalyze import BLACK, WHITE, Count, KomiReading, Ledger, Ruleset
from goanalyze.rules import Compensation, Counting, DeadStones, End, FirstPass, LastPass, NoResult, Scoring, Seki
from goanalyze.score.choices import AgreedResult, Basis, Quality
from goanalyze.score.count import ColorCount
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.terms import LedgerLine

_STONES_PER_GROUP = 2


@dataclass(frozen=True)
class Ending:
    """End of one game; names as in `FinalPositions`."""

    width: int
    height: int
    count: Count
    quality: Quality
    black_passes: int = 0
    white_passes: int = 0
    first_pass: int = 0
    final_pass: int = 0
    last_pass: int = 0
    handicap: int = 0
    komi: float | None = None
    bonus: float | None = None
    agreed: AgreedResult = AgreedResult.NOTHING
    has_cycle: bool = False
    played_on: bool = False

    @classmethod
    def of(cls, final: FinalPositions) -> Ending:
        """Return a chunk of one as plain values."""
        plain = {
            name: getattr(final, name)[0].item()
            for name in (
                "width",
                "height",
                "first_pass",
                "final_pass",
                "last_pass",
                "handicap",
                "has_cycle",
                "played_on",
            )
        }
        komi, bonus = (None if np.isnan(number[0]) else float(number[0]) for number in (final.komi, final.bonus))
        black, white = final.passes[0].tolist()
        return cls(
            count=final.count(),
            quality=Quality.at(final.quality[0]),
            black_passes=black,
            white_passes=white,
            komi=komi,
            bonus=bonus,
            agreed=AgreedResult.at(final.agreed[0]),
            **plain,
        )


@dataclass(frozen=True)
class Judgement:
    """Result of a ruleset for a game; names as in `Outcome`."""

    basis: str
    komi: float | None
    bonus: float
    margin: float | None
    winner: str | None
    margin_strict: float | None
    approximate: bool
    no_result: bool
    lines: tuple[LedgerLine, ...]


def judge(ending: Ending, ruleset: Ruleset, komi: KomiReading = "recorded") -> Judgement:
    """Give the outcome of a game under a ruleset, line by line."""
    own = ruleset.komi.value.points(ending.width, ending.height, ending.handicap)
    points = own if komi == "ruleset" else ending.komi if komi == "recorded" else komi
    bonus = _compensation(ruleset.compensation.value, ending.handicap)
    if ending.bonus is not None and komi != "ruleset":
        bonus = ending.bonus  # with a convention applied, the compensation of outcomes is the convention's
    basis = _basis(ending, ruleset)
    if ending.agreed is AgreedResult.NO_RESULT and _no_result(ending, ruleset):
        basis = Basis.NO_RESULT  # Japanese rules 1989, art. 12
    has_position = basis.index <= Basis.DEAD_UNKNOWN.index
    if has_position and points is None:
        basis = Basis.NO_RULESET_KOMI if komi == "ruleset" else Basis.NO_KOMI
    counted = basis.index <= Basis.DEAD_UNKNOWN.index
    lines = tuple(_lines(ending, ruleset, ruleset.seki.value, points, bonus))
    margin = Ledger("", lines).margin if counted else None
    strict = None
    if counted and ruleset.seki.value is not Seki.COUNTED:
        strict = Ledger("", tuple(_lines(ending, ruleset, Seki.STRICT, points, bonus))).margin
    in_seki = ending.count.black.seki_groups + ending.count.white.seki_groups > 0
    by_groups = ruleset.scoring.value is Scoring.STONES or ruleset.group_tax.value > 0
    winner = None if margin is None else ruleset.ties.value.value if margin == 0 else "black" if margin > 0 else "white"
    if ending.agreed is AgreedResult.BOTH_LOSE and ruleset.both_lose.value:
        winner = "both_lose"  # Japanese rules 1989, art. 13
    return Judgement(
        basis.value,
        points,
        bonus,
        margin,
        winner,
        strict,
        has_position and in_seki and by_groups,
        _no_result(ending, ruleset),
        lines,
    )


def _compensation(compensation: Compensation, handicap: int) -> float:
    if handicap < 2 or compensation is Compensation.NOTHING:
        return 0.0
    return float(handicap if compensation is Compensation.PER_STONE else handicap - 1)


def _no_result(ending: Ending, ruleset: Ruleset) -> bool:
    return ending.has_cycle and ruleset.no_result.value is not NoResult.NEVER


def _basis(ending: Ending, ruleset: Ruleset) -> Basis:
    """Return the basis of the outcome, regardless of komi."""
    if ending.quality is Quality.NO_POSITION:
        return Basis.NO_POSITION
    if ending.quality is Quality.UNFINISHED:
        return Basis.NOT_OVER if ruleset.dead_stones.value is DeadStones.STAY else Basis.NOT_COUNTED
    if ending.quality is Quality.TOO_OPEN:
        return Basis.NOT_COUNTABLE
    if ending.played_on and ruleset.end.value is End.TWO_PASSES:
        return Basis.PLAYED_ON
    if (_needs_first_pass(ruleset) and not ending.first_pass) or (_needs_final_pass(ruleset) and not ending.final_pass):
        return Basis.NO_PASSES
    if ending.quality is Quality.DEAD_UNKNOWN:
        return Basis.DEAD_UNKNOWN
    if ending.quality is Quality.ESTIMATED:
        return Basis.ESTIMATED
    return Basis.NO_RESULT_POSSIBLE if _no_result(ending, ruleset) else Basis.COUNTED


def _needs_first_pass(ruleset: Ruleset) -> bool:
    return ruleset.button.value or ruleset.first_pass.value is FirstPass.OF_GAME


def _needs_final_pass(ruleset: Ruleset) -> bool:
    by_pass_stones = ruleset.pass_stones.value and ruleset.scoring.value is Scoring.TERRITORY
    return by_pass_stones or ruleset.first_pass.value is FirstPass.OF_FINAL_PASSES


def _lines(ending: Ending, ruleset: Ruleset, seki: Seki, komi: float | None, bonus: float) -> Iterator[LedgerLine]:
    """Yield the count as the ruleset has it; its margin is the outcome's."""
    black, white = ending.count.black, ending.count.white
    if ruleset.scoring.value is Scoring.TERRITORY:
        yield from _territory_lines(ending, ruleset, seki)
    else:
        yield LedgerLine("living stones", black.stones, white.stones)
        yield LedgerLine("points they surround", black.territory, white.territory)
        yield from _seki_lines(black, white, seki)
    if ruleset.scoring.value is Scoring.STONES:
        yield LedgerLine(
            "two points of each group stay open", -_STONES_PER_GROUP * black.groups, -_STONES_PER_GROUP * white.groups
        )
    if tax := ruleset.group_tax.value:
        groups = (black.groups_strict, white.groups_strict) if seki is Seki.STRICT else (black.groups, white.groups)
        yield LedgerLine(f"group tax, {tax} a group", *(-tax * number for number in groups))
    if ruleset.first_pass.value is not FirstPass.NOTHING:
        yield LedgerLine("White passed first", -1 if _first_passer(ending, ruleset) == WHITE else 0)
    if ruleset.button.value:
        yield LedgerLine(
            "button, for the first pass",
            0.5 if ending.first_pass == BLACK else None,
            0.5 if ending.first_pass == WHITE else None,
        )
    yield from _komi_lines(ruleset, komi, bonus)


def _first_passer(ending: Ending, ruleset: Ruleset) -> int:
    """Return the player of the pass that the ruleset's pass rule concerns, 0 without one."""
    asked = {FirstPass.OF_GAME: ending.first_pass, FirstPass.OF_FINAL_PASSES: ending.final_pass}
    return asked.get(ruleset.first_pass.value, 0)


def _komi_lines(ruleset: Ruleset, komi: float | None, bonus: float) -> Iterator[LedgerLine]:
    if bonus:
        yield LedgerLine("for handicap stones", None, bonus)
    if komi is not None and ruleset.counting.value is Counting.OWN_LOSSES:
        yield LedgerLine("komi", -komi)
    elif komi is not None:
        yield LedgerLine("komi", None, komi)


def _seki_lines(black: ColorCount, white: ColorCount, seki: Seki) -> Iterator[LedgerLine]:
    if seki is Seki.EYES:
        yield LedgerLine("less eyes in seki", -black.seki, -white.seki)
    elif seki is Seki.STRICT:
        yield LedgerLine("less eyes of groups that touch dame", -black.seki_strict, -white.seki_strict)


def _territory_lines(ending: Ending, ruleset: Ruleset, seki: Seki) -> Iterator[LedgerLine]:
    black, white = ending.count.black, ending.count.white
    yield LedgerLine("territory", black.territory, white.territory)
    yield from _seki_lines(black, white, seki)
    if seki is Seki.EYES and (black.deducted or white.deducted):
        yield LedgerLine("less points to be filled (teire)", -black.deducted or None, -white.deducted or None)
    if ruleset.counting.value is Counting.OWN_LOSSES:
        yield LedgerLine("less own stones captured", -white.prisoners, -black.prisoners)
        yield LedgerLine("less own dead stones", -black.dead, -white.dead)
    else:
        yield LedgerLine("prisoners", black.prisoners, white.prisoners)
        yield LedgerLine("dead stones of the opponent", white.dead, black.dead)
    if seki is Seki.STRICT and (black.stay_strict or white.stay_strict):
        sides = (
            (black.stay_strict, white.stay_strict)
            if ruleset.counting.value is Counting.OWN_LOSSES
            else (-white.stay_strict, -black.stay_strict)
        )
        yield LedgerLine("but for those that lie in no territory", *(number or None for number in sides))
    if ruleset.pass_stones.value:
        handed = ending.white_passes + (ruleset.last_pass.value is LastPass.WHITE and ending.last_pass == BLACK)
        yield LedgerLine("pass stones of the opponent", handed, ending.black_passes)
