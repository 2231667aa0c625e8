"""Outcomes: arrays and oracle agree, and both keep the laws of komi, ties and bases."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.finals import final_position, with_count
from helpers.presets import ids_with
from helpers.random_rulesets import rulesets
from hypothesis import given
from hypothesis import strategies as st
from oracles.outcomes import Ending, judge

from goanalyze import BLACK, WHITE, Outcome, Ruleset
from goanalyze.conventions.hypotheses import is_plain
from goanalyze.rules import RULESETS, Axis, Compensation, DeadStones, FirstPass, NoResult, Scoring, Seki, Ties
from goanalyze.rules.choices import Winner
from goanalyze.score.choices import AgreedResult, Quality
from goanalyze.score.count import COLUMNS
from goanalyze.score.end_policies import FinalPositionSet
from goanalyze.score.final_positions import FinalPositions
from goanalyze.score.outcomes import score, score_one
from goanalyze.score.terms import board_terms
from goanalyze.util.numbers import points_text, quarters

QUARTERS = st.integers(-400, 400).map(lambda number: number / 4)
every_preset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


@st.composite
def endings(draw: st.DrawFn) -> FinalPositions:
    """Draw how a few games ended; the counts are any numbers."""
    games = draw(st.integers(1, 4))

    def numbers(low: int, high: int, *shape: int) -> np.ndarray:
        size = math.prod((games, *shape))
        drawn = draw(st.lists(st.integers(low, high), min_size=size, max_size=size))
        return np.array(drawn).reshape(games, *shape)

    final = numbers(0, 2)
    komi = numbers(-80, 80) / 4
    komi[numbers(0, 3) == 0] = np.nan
    bonus = numbers(0, 9).astype(np.float64)
    bonus[numbers(0, 1) == 0] = np.nan
    return FinalPositions(
        width=numbers(8, 10).astype(np.int16),
        height=numbers(9, 9).astype(np.int16),
        counts=numbers(0, 40, 2, len(COLUMNS)).astype(np.int32) * numbers(0, 1, 2, len(COLUMNS)).astype(np.int32),
        dame=numbers(0, 5).astype(np.int32),
        prisoners=numbers(0, 20, 2).astype(np.int32),
        quality=numbers(0, 5).astype(np.uint8),
        passes=numbers(0, 4, 2).astype(np.int32),
        first_pass=np.where(final > 0, np.maximum(numbers(0, 2), 1), numbers(0, 2)).astype(np.uint8),
        final_pass=final.astype(np.uint8),
        last_pass=np.where(final > 0, 3 - final, 0).astype(np.uint8),
        handicap=(numbers(0, 9) * numbers(0, 1)).astype(np.int16),
        komi=komi,
        bonus=bonus,
        agreed=numbers(0, len(AgreedResult) - 1).astype(np.uint8),
        has_cycle=numbers(0, 1).astype(bool),
        played_on=numbers(0, 1).astype(bool),
        all_alive=np.zeros(games, dtype=bool),
        unnamed_setup=numbers(0, 1).astype(bool),
        rest=numbers(-1, 1).astype(np.int8),
        source=numbers(0, 4).astype(np.uint8),
        confidence=numbers(0, 1).astype(np.float32),
        count_confidence=numbers(0, 1, 2).astype(np.float32),
    )


def each(drawn: FinalPositions, ruleset: Ruleset) -> list[Outcome]:
    """Return the outcome of every game."""
    return [score_one(drawn.take(slice(game, game + 1)), ruleset) for game in range(len(drawn))]


def winner(index: int) -> str | None:
    """Return the name of a winner, None for −1."""
    return None if index < 0 else Winner.at(index).value


def number(value: float) -> float | None:
    """Return a number, None for NaN."""
    return None if np.isnan(value) else float(value)


@given(endings(), rulesets() | st.sampled_from(list(RULESETS.values())), st.sampled_from(["recorded", "ruleset", 6.5]))
def test_the_terms_add_up_to_what_the_oracle_counts(drawn: FinalPositions, ruleset: Ruleset, komi: Any) -> None:
    """Basis, komi, compensation, margin, winner, marks and lines of every game are those of the rule books."""
    found = score(FinalPositionSet.alike(drawn), [ruleset], komi)
    for game in range(len(drawn)):
        final = drawn.take(slice(game, game + 1))
        told, own = judge(Ending.of(final), ruleset, komi), judge(Ending.of(final), ruleset, "ruleset")
        one = score_one(final, ruleset, komi)
        assert (
            one.basis,
            one.komi,
            one.handicap_bonus,
            one.margin,
            one.winner,
            one.margin_strict,
            one.approximate,
            one.no_result_possible,
        ) == (
            told.basis,
            told.komi,
            told.bonus,
            told.margin,
            told.winner,
            told.margin_strict,
            told.approximate,
            told.no_result,
        )
        assert one.ledger is None if one.margin is None else one.ledger and one.ledger.lines == told.lines
        assert (number(found.margin[game, 0]), winner(found.winner[game, 0])) == (told.margin, told.winner)
        assert (
            number(found.ruleset_komi[game, 0]),
            number(found.ruleset_margin[game, 0]),
            winner(found.ruleset_winner[game, 0]),
        ) == (own.komi, own.margin, own.winner)


@given(endings(), rulesets())
def test_a_margin_is_the_sum_of_its_ledger(drawn: FinalPositions, ruleset: Ruleset) -> None:
    """Every line counts, and nothing but the lines."""
    for told in each(drawn, ruleset):
        if told.margin is not None:
            assert told.ledger is not None
            lines = told.ledger.lines
            assert told.margin == sum(line.black or 0 for line in lines) - sum(line.white or 0 for line in lines)


@given(endings(), rulesets())
def test_there_is_a_margin_or_a_reason(drawn: FinalPositions, ruleset: Ruleset) -> None:
    """No margin is made up: without one, the basis says why and a sentence explains it."""
    for told in each(drawn, ruleset):
        without = {
            "not_counted",
            "not_over",
            "no_passes",
            "no_komi",
            "no_ruleset_komi",
            "no_position",
            "played_on",
            "not_countable",
            "no_result",
        }
        assert (told.margin is None) == (told.basis in without)
        assert told.winner == "both_lose" or (told.winner is None) == (told.margin is None)
        assert told.basis == "counted" or any(reason.startswith(f"{told.basis}:") for reason in told.reasons)


@given(endings(), rulesets(), QUARTERS)
def test_a_point_of_komi_is_a_point_of_margin(drawn: FinalPositions, ruleset: Ruleset, komi: float) -> None:
    """Komi is taken off the margin, one for one."""
    at_zero, at_komi = (
        score(FinalPositionSet.alike(drawn), [ruleset], 0.0),
        score(FinalPositionSet.alike(drawn), [ruleset], komi),
    )
    counted = ~np.isnan(at_zero.margin)
    assert (at_zero.margin[counted] - komi == at_komi.margin[counted]).all()


@given(endings(), rulesets())
def test_half_counting_gives_half_the_margin(drawn: FinalPositions, ruleset: Ruleset) -> None:
    """Black's area against half of everything is the margin in zi, if all points are somebody's or shared."""
    for game in range(len(drawn)):
        final = drawn.take(slice(game, game + 1))
        count = final.count()
        black, white = (replace(color, seki=0, seki_strict=0) for color in (count.black, count.white))
        dame = int(final.width[0] * final.height[0]) - black.area - white.area
        told = score_one(with_count(final, replace(count, black=black, white=white, dame=dame)), ruleset)
        if (
            told.players_ledger
            and told.players_ledger.unit == "zi"
            and not ruleset.group_tax.value
            and not ruleset.button.value
            and ruleset.first_pass.value is not FirstPass.OF_FINAL_PASSES
        ):
            assert told.players_ledger.margin == told.zi
            assert (4 * told.players_ledger.margin * 2).is_integer()


@given(rulesets())
def test_a_ruleset_with_further_terms_is_not_plain(ruleset: Ruleset) -> None:
    """Conventions take the margins of area and territory only for rulesets whose score has no further term."""
    final = final_position(9, 9, _count(40, 40, dame=1))
    plain = [RULESETS[name] for name in ("chinese", "japanese", "bga", "brainking")]
    names = {term.name for preset in plain for seki in Seki for term in board_terms(final, preset, seki)}
    assert is_plain(ruleset) == ({term.name for term in board_terms(final, ruleset)} <= names)


def test_who_wins_a_tie_is_the_rulesets_matter() -> None:
    """Equal scores: a draw, or Black, or White."""
    final = final_position(9, 9, _count(40, 40, dame=1), Quality.DEAD_KNOWN, komi=0.0)
    for ties, winner, result in (
        (Ties.DRAW, "draw", "0"),
        (Ties.BLACK, "black", "B+0 (tie)"),
        (Ties.WHITE, "white", "W+0 (tie)"),
    ):
        told = score_one(final, replace(RULESETS["chinese"], ties=Axis(ties, "test")))
        assert (told.winner, told.result) == (winner, result)


def _count(black: int, white: int, dame: int = 0) -> Any:
    """Return a count with these areas, all of them stones."""
    sizes = dict.fromkeys(
        ("territory", "prisoners", "dead", "groups", "groups_strict", "seki_groups", "seki", "seki_strict"), 0
    )
    from goanalyze import Count
    from goanalyze.score.count import ColorCount

    return Count(*(ColorCount(stones=area, area=area, **sizes) for area in (black, white)), dame=dame)


@pytest.mark.parametrize(
    ("stones", "results"),
    [
        (2, {"chinese-superko": 36.5, "aga": 37.5, "ing": 38.5, "tromp-taylor": 38.5, "new-zealand": 38.5}),
        (9, {"chinese-superko": 29.5, "aga": 30.5, "ing": 38.5, "tromp-taylor": 38.5, "new-zealand": 38.5}),
    ],
)
def test_compensation_for_handicap_stones(stones: int, results: dict[str, float]) -> None:
    """Chinese rules on servers give a point a stone, AGA all but one, others none: 200 to 161, komi 0.5."""
    final = final_position(19, 19, _count(200, 161), Quality.DEAD_KNOWN, handicap=stones, komi=0.5)
    assert {id_: score_one(final, RULESETS[id_]).margin for id_ in results} == results
    assert score_one(final, RULESETS["chinese"], "ruleset").margin == 39 - stones
    assert score_one(final, RULESETS["new-zealand"], "ruleset").margin == 39


@pytest.mark.parametrize(("size", "komi"), [(19, 5.5), (13, 4.5), (9, 3.5), (11, None)])
def test_brainking_has_a_komi_for_its_own_sizes(size: int, komi: float | None) -> None:
    """5.5, 4.5, 3.5 on 19, 13 and 9 lines; elsewhere komi is unknown, and no margin is made up."""
    told = score_one(
        final_position(size, size, _count(40, 40), Quality.DEAD_KNOWN, komi=6.5), RULESETS["brainking"], "ruleset"
    )
    assert told.komi == komi
    assert told.basis == ("counted" if komi is not None else "no_ruleset_komi")


def test_no_komi_no_margin() -> None:
    """A game without a recorded komi has a margin only with the ruleset's own."""
    final = final_position(19, 19, _count(185, 176), Quality.DEAD_KNOWN)
    assert score_one(final, RULESETS["chinese"]).basis == "no_komi"
    assert score_one(final, RULESETS["chinese"], "ruleset").result == "B+1.5"


@every_preset
def test_a_position_that_nobody_judged_is_labelled(ruleset: Ruleset) -> None:
    """Two passes without a word on dead stones: the bare board is counted, and the outcome says so."""
    final = final_position(19, 19, _count(185, 176), Quality.DEAD_UNKNOWN, 1, 1, BLACK, BLACK, WHITE, komi=6.5)
    assert score_one(final, ruleset).basis == "as_it_stands"


@every_preset
def test_an_unfinished_game_has_no_margin(ruleset: Ruleset) -> None:
    """Resigned, on time, broken off: nothing to count."""
    final = final_position(19, 19, _count(185, 176), Quality.UNFINISHED, first_pass=BLACK, komi=6.5)
    stays = ruleset.dead_stones.value is DeadStones.STAY
    assert score_one(final, ruleset).basis == ("not_over" if stays else "not_counted")
    assert score_one(final, ruleset).result == "?"


def test_rules_that_ask_who_passed_need_passes() -> None:
    """WMSG, the button and pass stones decide nothing where the record has no passes; the others count."""
    final = final_position(19, 19, _count(185, 176), Quality.DEAD_KNOWN, komi=6.5)
    asking = {id_ for id_, ruleset in RULESETS.items() if score_one(final, ruleset).basis == "no_passes"}
    assert asking == {"wmsg", "button", "bga"}


def test_a_ruleset_that_takes_no_dead_stones_off_asks_for_two_passes() -> None:
    """Wikipedia, *Rules of Go*, rule 9: two passes end the game, else it is not over; other rulesets count marks.

    Dead stones before the passes are counted as other dead stones are.
    """
    final = final_position(19, 19, _count(185, 170), Quality.UNFINISHED, komi=0.0)
    bases = {name: score_one(final, RULESETS[name]).basis for name in ("basic", "tromp-taylor", "basic-played-out")}
    assert bases == {"basic": "not_over", "tromp-taylor": "not_over", "basic-played-out": "not_counted"}


def test_a_cycle_is_a_claim_only_where_no_superko_rule_stands() -> None:
    """Japanese, Korean, WAGC, Chinese and ancient rules let somebody claim or rule; superko lets nothing happen."""
    final = final_position(
        19, 19, _count(185, 176), Quality.DEAD_KNOWN, 1, 1, BLACK, BLACK, WHITE, komi=6.5, has_cycle=True
    )
    claiming = {id_ for id_, ruleset in RULESETS.items() if score_one(final, ruleset).basis == "no_result_possible"}
    assert claiming == {*ids_with("no_result", "agreement", "draw", "referee")}


def test_tax_and_stone_scoring_are_approximate_with_seki() -> None:
    """If groups are counted and some are in seki, the outcome says that it is not an exact count."""
    count = _count(185, 176)
    seki = replace(count, black=replace(count.black, seki_groups=1))
    taxed = replace(RULESETS["chinese"], group_tax=Axis(2, "test"))
    for position, approximate in ((count, False), (seki, True)):
        final = final_position(19, 19, position, Quality.DEAD_KNOWN, komi=6.5)
        assert score_one(final, RULESETS["ancient-chinese"]).approximate == approximate
        assert score_one(final, taxed).approximate == approximate
        assert not score_one(final, RULESETS["chinese"]).approximate


@given(endings())
def test_stone_scoring_is_area_with_a_tax_of_two(drawn: FinalPositions) -> None:
    """Leaving two points of each group open costs the same as a group tax of two."""
    stones = replace(RULESETS["ancient-chinese"], compensation=Axis(Compensation.NOTHING, "test"))
    taxed = replace(stones, scoring=Axis(Scoring.AREA, "test"), group_tax=Axis(2, "test"))
    outcomes = score(FinalPositionSet.alike(drawn), [stones, taxed], 0.0)
    np.testing.assert_array_equal(outcomes.margin[:, 0], outcomes.margin[:, 1])


@given(endings())
def test_brainkings_way_is_territory_with_prisoners(drawn: FinalPositions) -> None:
    """Own losses taken off the own score give the difference that prisoners added to the other's give."""
    axes = {"seki": Seki.COUNTED, "no_result": NoResult.NEVER}
    plain = replace(RULESETS["japanese"], **{name: Axis(value, "test") for name, value in axes.items()})
    outcomes = score(FinalPositionSet.alike(drawn), [RULESETS["brainking"], plain], 6.5)
    np.testing.assert_array_equal(outcomes.margin[:, 0], outcomes.margin[:, 1])


@given(st.integers(-2000, 2000))
def test_quarters_are_written_and_read_back(value: int) -> None:
    """A count in zi is written with ¼ ½ ¾, nothing lost."""
    text = quarters(value / 4).replace("−", "-")
    sign = -1 if text.startswith("-") else 1
    whole = text.strip("-¼½¾")
    part = {"¼": 0.25, "½": 0.5, "¾": 0.75}.get(text[-1], 0)
    assert sign * (float(whole or 0) + part) == value / 4


@given(QUARTERS)
def test_results_are_written_as_records_write_them(margin: float) -> None:
    """B+, W+ or 0."""
    text = points_text(margin)
    assert text == "0" if margin == 0 else (text[0] == ("B" if margin > 0 else "W") and float(text[2:]) == abs(margin))
