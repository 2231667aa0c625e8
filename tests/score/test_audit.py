"""The audit: each explanation of a recorded result on a game made for it."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
from helpers.finals import changed
from score.audit_cases import A4, WALL, audit_of, ended, gives, told, wall

from goanalyze import WHITE, Position
from goanalyze.conventions.convention import ResultScale
from goanalyze.rules import RULESETS
from goanalyze.score.audit import ConventionTerms
from goanalyze.score.choices import Quality
from goanalyze.sgf.choices import KomiUnit, Unit


@pytest.mark.parametrize(
    ("recorded", "ruleset", "komi", "handicap", "explanation", "evidence"),
    [
        (-0.5, "japanese", 6.5, 0, "none needed", "counted by territory (japanese) it is W+0.5 as recorded"),
        (-1.5, "japanese", 6.5, 0, "other ruleset",
         "counted by area (chinese) it is W+1.5 as recorded, by territory (japanese) W+0.5"),
        (-0.5, "chinese-superko", 6.5, 0, "other ruleset",
         "counted by territory (japanese) it is W+0.5 as recorded, by area (chinese-superko) W+1.5"),
        (1.5, "japanese", 0.5, 3, "other ruleset",
         "counted by area (chinese) it is B+1.5 as recorded, by territory (japanese) B+5.5"),
        (-0.5, "japanese", 0.0, 0, "other komi", "with komi 6.5 instead of 0 it is W+0.5 as recorded"),
        (-1.5, "japanese", 0.0, 0, "other komi", "with komi 7.5 instead of 0 it is W+1.5 as recorded"),
        (-0.5, "japanese", None, 0, "other komi", "with komi 6.5 instead of none it is W+0.5 as recorded"),
        (6.0, "japanese", 0.5, 2, "other komi",
         "with komi 0 instead of 0.5 it is B+6 as recorded, as in handicap games"),
        (-2.0, "chinese", 3.5, 0, "other komi", "with komi 7 instead of 3.5 it is W+2 as recorded: it is in zi"),
        (12.5, "japanese", 6.5, 0, "other komi",
         "with komi -6.5 instead of 6.5 it is B+12.5 as recorded: it is for Black"),
        (4.5, "chinese", 0.5, 4, "handicap", "White's 4 points for handicap stones are missing in B+4.5"),
        (1.5, "chinese", 0.5, 4, "handicap", "White got 3 points for handicap stones, not 4"),
        (4.5, "japanese", 0.5, 2, "handicap", "White got 1 point for handicap stones, which japanese does not give"),
        (-1.25, "chinese", 7.5, 0, "zi", "W+1.25 is in zi: W+2.5 in points, as counted"),
        (0.5, "japanese", 6.5, 0, "off by one", "counted W+0.5, recorded B+0.5: one dame or pass stone"),
        (30.5, "japanese", 6.5, 0, "does not follow",
         "counted W+0.5, recorded B+30.5: 31 points apart, and the winner differs; no ordinary cause explains it"),
    ],
)  # fmt: skip
def test_each_explanation(
    recorded: float, ruleset: str, komi: float | None, handicap: int, explanation: str, evidence: str
) -> None:
    """The wall, with results recorded for every reason."""
    case = wall(recorded, ruleset, komi, handicap)
    found = audit_of(case)
    assert (found.explanation.value, found.evidence) == (explanation, evidence)
    assert (found.agreement.value == "exact") == (explanation == "none needed")
    assert found.margin == told(case.finals, ruleset).margin
    assert found.ruleset is None if explanation == "does not follow" else gives(case, found)


@pytest.mark.parametrize(("recorded", "komi", "nearest"), [(30.5, 6.5, -0.5), (-30.5, 0.0, -1.5), (30.5, 0.0, 6.0)])
def test_where_nothing_fits_the_nearest_count_is_known(recorded: float, komi: float, nearest: float) -> None:
    """Of a komi that may have been left out the usual one is taken that lies nearest to the recorded margin."""
    found = audit_of(wall(recorded, "japanese", komi))
    assert (found.explanation.value, found.nearest) == ("does not follow", nearest)
    assert ("with komi " in found.evidence) == (nearest != 6 - komi)


def test_points_written_in_zi() -> None:
    """2.5 zi would be 5 points; counted are 2.5."""
    found = audit_of(wall(-5.0, "chinese", 7.5, result_unit=Unit.ZI))
    assert (found.explanation.value, found.evidence) == (
        "zi",
        "W+2.5 is in points, as counted, though it is written in zi",
    )


@pytest.mark.parametrize(
    ("unit", "komi", "meant"),
    [(KomiUnit.POINTS_100, 3.5, 7.0), (KomiUnit.ZI, 7.5, 3.75), (KomiUnit.POINTS, 400.0, 4.0)],
)
def test_komi_in_another_unit(unit: KomiUnit, komi: float, meant: float) -> None:
    """Hundredths of zi read as points, points in quarters, and hundredths that are neither."""
    found = audit_of(wall(5 - meant, "chinese", komi, komi_unit=unit))
    assert (found.explanation.value, found.komi) == ("other komi", meant)


def test_without_a_ruleset_both_ways_are_exact() -> None:
    """An undeclared scale cannot be another one; evidence has the direction."""
    for recorded, fits in ((-0.5, "japanese"), (-1.5, "chinese")):
        found = audit_of(wall(recorded, None, 6.5))
        assert (found.agreement.value, found.explanation.value, found.ruleset) == ("exact", "none needed", fits)
        assert found.evidence.startswith(f"no ruleset is named; {fits} fits: ")
    assert audit_of(wall(-1.0, None, 6.0)).ruleset == "chinese"
    assert audit_of(wall(-2.5, None, 0.0)).komi == 7.5  # Chinese rules, komi left out
    assert audit_of(wall(-1.25, None, 7.5)).explanation.value == "zi"


def test_another_status_of_a_stone() -> None:
    """A4 alive instead of dead leaves Black without territory."""
    position = Position.from_rows(WALL)
    alive = told(ended(position, frozenset(), komi=6.5), "japanese").margin
    found = audit_of(wall(alive, "japanese", 6.5))
    assert (found.agreement.value, found.explanation.value, found.flips, found.flips_unique) == (
        "winner",
        "stones",
        ((A4,),),
        True,
    )
    assert found.evidence.startswith("White's A4 (1 stone) alive instead of dead gives W+")
    back = audit_of(wall(-0.5, "japanese", 6.5, dead=frozenset()))
    assert (back.explanation.value, back.flips) == ("stones", ((A4,),))
    assert back.evidence.startswith("White's A4 (1 stone) dead instead of alive gives W+0.5; none of the ")


def test_two_stones_that_are_worth_the_same() -> None:
    """Either explains the margin, and the audit says that it is not the only one."""
    rows = ["O..XOX..O", "...XOX...", "XXXXOXXXX", "OOOOOOOOO", "........."]
    dead = frozenset({0, 8})
    position = Position.from_rows(rows)
    one = told(ended(position, frozenset({0}), komi=0.5), "japanese").margin
    found = audit_of(wall(one, "japanese", 0.5, rows=rows, dead=dead))
    assert (found.explanation.value, found.flips_unique, len(found.flips)) == ("stones", False, 1)
    assert "; 1 of the " in found.evidence
    shares = np.full(45, 0.1)
    shares[8] = 0.4
    assert audit_of(wall(one, "japanese", 0.5, rows=rows, dead=dead, shares=shares)).flips == ((8,),)


def test_stones_that_live_together_are_one_change() -> None:
    """With one of them alive the other cannot be dead in the same territory."""
    rows = ["O.OXO..", "...XO..", "...XO..", "...XO..", "...XO.X"]
    dead = frozenset({0, 2, 34})
    alive = told(ended(Position.from_rows(rows), frozenset({34}), komi=6.5), "chinese").margin
    found = audit_of(wall(alive, "chinese", 6.5, rows=rows, dead=dead))
    assert (found.explanation.value, found.flips, found.flips_unique) == ("stones", ((0,), (2,)), True)


def test_a_dead_stone_that_nobody_doubts_can_be_forgotten() -> None:
    """Nine chains are less certain than A4."""
    rows = ["...XO.OX.X.X", "O..XO.......", "...XOXOXOXOX", "...XOOXOXOXO", "...XOXOXOXOX"]
    position = Position.from_rows(rows)
    dead = frozenset({12})
    shares = np.where(position.stones > 0, 0.6, 1.0)
    shares[12] = 0.0
    recorded = told(ended(position, frozenset(), komi=6.5), "japanese").margin
    found = audit_of(wall(recorded, "japanese", 6.5, rows=rows, dead=dead, shares=shares))
    assert (found.explanation.value, found.flips) == ("stones", ((12,),))


def test_marked_territory_is_not_doubted() -> None:
    """If the players marked the territory, no stone's status is changed."""
    alive = told(ended(Position.from_rows(WALL), frozenset(), komi=6.5), "japanese").margin
    assert audit_of(wall(alive, "japanese", 6.5, is_marked=True)).explanation.value == "does not follow"


def test_without_komi_stones_are_not_doubted() -> None:
    """Any margin would do."""
    found = audit_of(wall(-20.5, "japanese", None))
    assert (found.agreement.value, found.margin, found.evidence) == (
        "no",
        None,
        "no komi is recorded, and no usual one gives W+20.5",
    )


def test_draws_and_ties() -> None:
    """Komi 6 makes a draw; under Ing rules a tie is Black's."""
    assert audit_of(wall(0.0, "japanese", 6.0)).agreement.value == "exact"
    assert audit_of(wall(0.5, "ing", 5.0, winner="black")).agreement.value == "winner"


def test_the_plain_way_of_a_ruleset_with_ways_of_its_own() -> None:
    """White passed first: a point less under WMSG rules, and the record was counted as the Chinese do."""
    found = audit_of(wall(-1.5, "wmsg", 6.5, facts={"first_pass": WHITE}))
    assert (found.explanation.value, found.ruleset, found.margin) == ("other ruleset", "chinese", -2.5)


def test_what_is_not_counted_is_not_explained() -> None:
    """An unfinished game has no margin."""
    case = wall(-0.5, "japanese", 6.5)
    unfinished = case.finals.map(lambda final: changed(final, quality=Quality.UNFINISHED.index))
    for ruleset in (case.ruleset, None):
        found = audit_of(replace(case, ruleset=ruleset, finals=unfinished))
        assert (found.agreement.value, found.explanation.value, found.margin) == ("no", "does not follow", None)
        assert found.evidence == "the position gives no margin: not_counted"


@pytest.mark.parametrize("rows", [["."], ["X"], ["..", ".."], ["XX", "XX"], ["XO", "OX"]])
def test_tiny_empty_and_full_boards(rows: list[str]) -> None:
    """Nothing to doubt, or nothing but."""
    found = audit_of(wall(1000.5, "japanese", 6.5, rows=rows, dead=frozenset()))
    assert found.explanation.value == "does not follow"


def test_a_game_that_follows_its_record_against_the_convention_says_so() -> None:
    """Headers are not always wrong; ruleset, komi and points for stones are tried together."""
    group = ConventionTerms("server", ResultScale.AS_READ, RULESETS["japanese"], 0.0)
    found = audit_of(replace(wall(6.0, "chinese", 7.5), convention=group))
    assert (found.agreement.value, found.explanation.value, found.ruleset, found.komi) == (
        "no",
        "other ruleset",
        "japanese",
        0.0,
    )
    assert found.evidence == "counted by territory (japanese) with komi 0 as its record says it is B+6 as recorded"


@pytest.mark.parametrize("counts", ["counts", "counts_with_own_bonus", "counts_all_alive", "counts_as_katago"])
def test_counts_do_not_keep_the_inputs_in_memory(counts: str) -> None:
    """The arrays of a chunk are freed with its audit, without the garbage collector."""
    inputs = wall(30.5, "japanese", 6.5).inputs
    freed = weakref.ref(inputs)
    gc.disable()
    try:
        assert len(getattr(inputs, counts).outcomes(RULESETS["tromp-taylor"]).margin) == 1
        del inputs
        assert freed() is None
    finally:
        gc.enable()
