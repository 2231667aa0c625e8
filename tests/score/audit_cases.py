"""Games to audit, counted independently of the audit, and a check that its explanation gives the recorded margin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from helpers.finals import final_position
from oracles.article_8 import article_8 as article_8_oracle
from oracles.benson import prove
from oracles.count import count
from oracles.territory import territory

from goanalyze import BLACK, WHITE, Count, KomiReading, Outcome, PointKind, Position, Ruleset, Territory
from goanalyze.life.choices import Proof
from goanalyze.points import opponent
from goanalyze.rules import RULESETS, DeadStones
from goanalyze.score.audit import Audit, AuditInputs, ConventionTerms, audit
from goanalyze.score.choices import DEDUCTED
from goanalyze.score.count import ColorCount
from goanalyze.score.end_policies import EndPolicy, FinalPositionSet
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import score_one
from goanalyze.sgf.choices import KomiUnit, Unit

# Black has 15 points and a prisoner, White 10: B+6 by territory, B+5 by area. A4 is called dead.
WALL = ["...XO..", "O..XO..", "...XO..", "...XO..", "...XO.."]
A4 = 7


def counted(
    position: Position, dead: frozenset[int], first: int, prisoners: tuple[int, int] = (0, 0), *, in_territory: bool
) -> Count:
    """Count by the oracles, as final positions are counted: remaining dead stones are neutral, fillings deducted."""
    result = territory(position, dead, first=first, in_territory=in_territory)
    stays = result.points(PointKind.PUT_BACK)
    taken = dead - stays - (result.points(PointKind.STONE) if in_territory else frozenset())
    plain = count(position, taken, prisoners=dict(zip((BLACK, WHITE), prisoners, strict=True)), stays=stays)
    black, white = (
        replace(
            side,
            seki=len(result.points(PointKind.SEKI_EYE, color)),
            deducted=sum(len(result.points(kind, color)) for kind in DEDUCTED),
        )
        for side, color in ((plain.black, BLACK), (plain.white, WHITE))
    )
    if in_territory:
        letter = article_8_oracle(position, taken | stays)
        black, white = _to_the_letter(black, letter, BLACK), _to_the_letter(white, letter, WHITE)
    return replace(plain, black=black, white=white)


def _to_the_letter(side: ColorCount, letter: Territory, color: int) -> ColorCount:
    assert letter.position is not None
    stones, lost = letter.position.stones, letter.points(PointKind.TERRITORY, opponent(color))
    taken = sum(int(stones[point]) == color for point in lost)
    return replace(side, seki_strict=side.territory - letter.territory(color), stay_strict=side.dead - taken)


def ended(
    position: Position, dead: frozenset[int], first: int = BLACK, prisoners: tuple[int, int] = (0, 0), **facts: Any
) -> FinalPositionSet:
    """Return the end of a game, two passes and these dead stones, as each ruleset removes them."""
    known = {
        "black_passes": 1,
        "white_passes": 1,
        "first_pass": first,
        "final_pass": first,
        "last_pass": opponent(first),
    } | facts

    def build(policy: EndPolicy) -> FinalPositions:
        in_territory, stays = (policy.dead_stones is way for way in (DeadStones.IN_TERRITORY, DeadStones.STAY))
        count = counted(position, frozenset() if stays else dead, first, prisoners, in_territory=in_territory)
        final = final_position(position.width, position.height, count, **known)
        return replace(final, all_alive=np.array([stays]))

    return FinalPositionSet(build)


def told(finals: FinalPositionSet, ruleset: Ruleset | str, komi: KomiReading = "recorded") -> Outcome:
    """Return the outcome of one game."""
    rules = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
    return score_one(finals.for_ruleset(rules), rules, komi)


@dataclass(frozen=True)
class AuditCase:
    """A game with a recorded result, to audit; names as in `AuditInputs`."""

    position: Position
    dead: frozenset[int]
    finals: FinalPositionSet
    recorded: float
    winner: str = "black"
    ruleset: Ruleset | None = None
    first: int = BLACK
    is_marked: bool = False
    shares: np.ndarray | None = None
    komi_unit: KomiUnit = KomiUnit.POINTS
    result_unit: Unit = Unit.POINTS
    convention: ConventionTerms | None = None
    year: int | None = None

    @property
    def facts(self) -> FinalPositions:
        """The facts that are the same under every policy."""
        return self.finals.plain

    @property
    def inputs(self) -> AuditInputs:
        """The game as a chunk of one."""
        shares = np.ones(self.position.stones.size) if self.shares is None else self.shares
        dead = np.zeros(self.position.stones.size, dtype=np.uint8)
        dead[list(self.dead)] = 1
        return AuditInputs(
            self.position.to_arrays(),
            np.array([self.first], dtype=np.uint8),
            dead,
            {},
            self.finals,
            np.array([self.recorded]),
            [self.winner],
            [self.ruleset],
            np.array([self.is_marked]),
            shares,
            np.array([self.shares is not None]),
            [self.komi_unit.value],
            [self.result_unit.value],
            [self.year],
            np.array([False]),
            lambda _: self.convention,
        )


def audit_of(case: AuditCase) -> Audit:
    """Return the audit of a game."""
    return audit(case.inputs, [0])[0]


def prisoners_of(case: AuditCase) -> tuple[int, int]:
    """Return the prisoners that Black and White hold."""
    black, white = case.facts.prisoners[0].tolist()
    return black, white


def with_dead(case: AuditCase, dead: frozenset[int]) -> FinalPositionSet:
    """Return the end of a game with other dead stones."""
    facts = {name: getattr(case.facts, name)[0].item() for name in ("handicap", "komi", "first_pass", "final_pass")}
    return ended(case.position, dead, case.first, prisoners_of(case), **facts)


def wall(recorded: float | None, ruleset: str | None, komi: float | None, handicap: int = 0, **more: Any) -> AuditCase:
    """Return the game of the wall."""
    position = Position.from_rows(more.pop("rows", WALL))
    dead = more.pop("dead", frozenset({A4}))
    winner = "draw" if not recorded else "black" if recorded > 0 else "white"
    facts = {"komi": komi, "handicap": handicap} | more.pop("facts", {})
    return AuditCase(
        position,
        dead,
        ended(position, dead, **facts),
        recorded,
        more.pop("winner", winner),
        RULESETS[ruleset] if ruleset else None,
        **more,
    )


def by_other_end(case: AuditCase, found: Audit) -> FinalPositionSet | None:
    """Return the end of a game with the stones removed that the evidence names; None where it names no end."""
    if "with every stone on the board alive" in found.evidence:
        return with_dead(case, frozenset())
    if "as KataGo counts" in found.evidence:
        return with_dead(case, prove(case.position, has_replies=False).points(Proof.DEAD))
    return None


def gives(case: AuditCase, found: Audit) -> bool:
    """Return True if the explanation gives the recorded margin, by scoring."""
    assert case.recorded is not None
    assert found.ruleset is not None
    if found.explanation.value == "other ruleset" and (standing := by_other_end(case, found)):
        return told(standing, found.ruleset).margin == case.recorded
    outcome = told(case.finals, found.ruleset, found.komi if found.komi is not None else "recorded")
    assert outcome.margin is not None
    if found.explanation.value == "handicap":
        stones = int(case.facts.handicap[0])
        return case.recorded in {outcome.margin + outcome.handicap_bonus - bonus for bonus in (0, stones - 1, stones)}
    if found.explanation.value == "zi":
        return outcome.margin in {2 * case.recorded, case.recorded / 2}
    if found.explanation.value == "off by one":
        return abs(outcome.margin - case.recorded) == 1
    if found.explanation.value == "stones":
        assert found.flips
        flipped = frozenset(point for chain in found.flips for point in chain)
        return told(with_dead(case, case.dead ^ flipped), found.ruleset).margin == case.recorded
    return outcome.margin == case.recorded
