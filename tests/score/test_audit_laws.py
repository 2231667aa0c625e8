"""Laws of the audit: causes are found, and nothing is claimed that does not give the recorded margin."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from helpers.finals import changed
from helpers.laws import law
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.board import OracleBoard
from score.audit_cases import AuditCase, audit_of, counted, ended, gives, prisoners_of, told, with_dead

from goanalyze import BLACK, WHITE, Position
from goanalyze.conventions.convention import ResultScale
from goanalyze.points import EMPTY, opponent
from goanalyze.rules import RULESETS, Scoring
from goanalyze.score.audit import ConventionTerms
from goanalyze.score.audit_flips import recount
from goanalyze.score.choices import Agreement, Explanation
from goanalyze.score.end_policies import PLAIN, PLAYERS

LAW = law(150)
ORDER = list(Explanation.names())
CAUSES = [name for name in ORDER[:-1] if name != "convention"]  # of a game alone


def drawn(seed: int) -> tuple[AuditCase, np.random.Generator]:
    """Draw a game with some dead chains, and shares that know a little; its result is still to be recorded."""
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(2, 8, 2))
    position = Position(width, height, rng.choice(3, width * height, p=[0.5, 0.25, 0.25]).astype(np.uint8))
    chains = OracleBoard(position).chains()
    dead = frozenset(point for chain in chains if rng.random() < 0.3 for point in chain)
    shares = np.ones(position.stones.size)
    for chain in chains:
        shares[list(chain)] = rng.random()
    first, handicap = int(rng.integers(1, 3)), int(rng.choice([0, 0, 2, 4]))
    final = ended(
        position,
        dead,
        first,
        tuple(rng.integers(0, 9, 2).tolist()),
        handicap=handicap,
        komi=float(rng.choice([0.5, 6.5, 7.5, 0.0, 3.75])),
    )
    ruleset = RULESETS[str(rng.choice(["japanese", "chinese", "aga", "korean", "new-zealand"]))]
    return AuditCase(position, dead, final, 0.0, "black", ruleset, first, shares=shares), rng


def result_of(case: AuditCase, cause: str, rng: np.random.Generator) -> float | None:
    """Return the margin that a cause would have had recorded, None without such a cause."""
    final, ruleset = case.finals, case.ruleset
    assert ruleset is not None
    plain = told(final, ruleset)
    assert plain.margin is not None
    if cause == "other ruleset":
        return told(final, "japanese" if ruleset.id not in {"japanese", "korean"} else "chinese").margin
    if cause == "other komi":
        komi = float(case.facts.komi[0])
        if komi:
            return told(final, ruleset, 0.0 if case.facts.handicap[0] else -komi).margin
        return told(final, ruleset, 0.5 if case.facts.handicap[0] else 6.5).margin
    if cause == "handicap":
        handicap = int(case.facts.handicap[0])
        return plain.margin + plain.handicap_bonus - int(rng.choice([0, handicap])) if handicap else None
    if cause == "zi":
        return plain.margin / 2 if ruleset.scoring.value.value == "area" else None
    if cause == "stones":
        chains = sorted(OracleBoard(case.position).chains(), key=lambda chain: abs(2 * case.shares[min(chain)] - 1))[:9]
        if not chains:
            return None
        chosen = rng.choice(len(chains), min(len(chains), int(rng.integers(1, 3))), replace=False)
        flipped = case.dead ^ frozenset(point for number in chosen for point in chains[number])
        return told(with_dead(case, flipped), ruleset).margin
    return plain.margin + {"none needed": 0, "off by one": int(rng.choice([-1, 1]))}[cause]


@LAW
@given(st.integers(0, 2**32 - 1), st.sampled_from(CAUSES))
def test_a_cause_or_a_more_ordinary_one_is_found(seed: int, cause: str) -> None:
    """A result recorded for a reason is explained by that or by one that is tried before, and both fit.

    Chains explain nothing where the odds do not allow it, nor a single point.
    """
    case, rng = drawn(seed)
    recorded = result_of(case, cause, rng)
    assume(recorded is not None)
    found = audit_of(replace(case, recorded=recorded))
    if cause == "other komi" and case.facts.komi[0] == 0.5 and not case.facts.handicap[0]:
        cause = "off by one"  # half a point either way
    if cause == "handicap" and (case.ruleset is None or case.ruleset.scoring.value is Scoring.TERRITORY):
        cause = "stones"  # territory rules give nothing for handicap stones: other dead stones are more ordinary
    if cause == "stones":
        cause = "off by one"
        assume(not found.is_in_doubt)
    assert ORDER.index(found.explanation.value) <= ORDER.index(cause)
    assert gives(replace(case, recorded=recorded), found)


@LAW
@given(st.integers(0, 2**32 - 1), st.sampled_from(ResultScale))
def test_the_unit_of_a_convention_is_found_before_any_story(seed: int, scale: ResultScale) -> None:
    """The audit distinguishes results that fit the group's convention from results with an explanation of their own."""
    case, _ = drawn(seed)
    plain = told(case.finals, ruleset := case.ruleset or RULESETS["chinese"]).margin or 0.0
    recorded = plain / scale.factor
    group = ConventionTerms("server", scale, ruleset, float(case.facts.komi[0]))
    found = audit_of(replace(case, recorded=recorded, convention=group))
    expected = "none needed" if recorded == plain else "convention"
    assert (found.explanation.value, found.ruleset, found.komi) == (expected, ruleset.id, case.facts.komi[0])
    assert ("by the convention server" in found.evidence) == (expected == "convention")


@LAW
@given(st.integers(0, 2**32 - 1), st.integers(-60, 60))
def test_nothing_is_claimed_that_does_not_fit(seed: int, halves: int) -> None:
    """For any record the explanation, if any, gives it; changes are never called exact."""
    case, _ = drawn(seed)
    case = replace(case, recorded=halves / 2)
    found = audit_of(case)
    assert isinstance(found.agreement, Agreement)
    assert (found.agreement.value == "exact") == (found.explanation.value == "none needed")
    assert (found.flips_unique is None) == (not found.flips) == (found.explanation.value != "stones")
    if found.explanation.value == "does not follow":
        assert (found.ruleset, found.komi) == (None, None)
    else:
        assert gives(case, found)


@LAW
@given(st.integers(0, 2**32 - 1), st.integers(-60, 60))
def test_swapping_the_colours_swaps_nothing_but_signs(seed: int, halves: int) -> None:
    """Black for White, the margin and the komi with the other sign: the same explanation. Komi left out apart."""
    case, _ = drawn(seed)
    komi = float(case.facts.komi[0]) or 5.5
    final = case.finals.map(lambda final: changed(final, handicap=0, komi=komi))
    case = replace(case, finals=final, recorded=halves / 2)
    swap = np.array([EMPTY, WHITE, BLACK], dtype=np.uint8)
    position = Position(case.position.width, case.position.height, swap[case.position.stones])
    first, facts = opponent(case.first), {"handicap": 0, "komi": -komi}
    prisoners = prisoners_of(case)[1], prisoners_of(case)[0]
    other = replace(
        case,
        position=position,
        first=first,
        recorded=-halves / 2,
        finals=ended(position, case.dead, first, prisoners, **facts),
    )
    one, two = audit_of(case), audit_of(other)
    assert (one.explanation.value, one.ruleset, one.flips, one.flips_unique) == (
        two.explanation.value,
        two.ruleset,
        two.flips,
        two.flips_unique,
    )
    assert one.margin is not None
    assert two.margin is not None
    assert one.margin == -two.margin


@LAW
@given(st.integers(0, 2**32 - 1))
def test_recounting_is_counting(seed: int) -> None:
    """The batch of trials counts as the readable twins do, with any dead stones."""
    case, rng = drawn(seed)
    chains = OracleBoard(case.position).chains()
    sets = [frozenset(point for chain in chains if rng.random() < 0.4 for point in chain) for _ in range(4)]
    dead = np.zeros((4, case.position.stones.size), dtype=np.uint8)
    for row, points in zip(dead, sets, strict=True):
        row[list(points)] = 1
    finals = recount(case.inputs, np.zeros(4, dtype=np.int64), case.position.to_arrays(4), lambda _: dead.ravel())
    for policy in (PLAIN, PLAYERS):
        for number, points in enumerate(sets):
            in_territory = policy is PLAYERS
            expected = counted(case.position, points, case.first, prisoners_of(case), in_territory=in_territory)
            assert finals.under(policy).count(number) == expected
