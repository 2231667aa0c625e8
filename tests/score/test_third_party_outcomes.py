"""The cases gathered from elsewhere that are about whole results: komi, compensation, taxes, ties, facts of rules."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.finals import final_position
from helpers.shared import needs_shared
from test_third_party_scores import CASES, counted

from goanalyze import BLACK, WHITE, Count, Outcome, Ruleset
from goanalyze.rules import RULESETS, End, LastPass, NoResult, derive
from goanalyze.score.choices import Quality
from goanalyze.score.count import ColorCount
from goanalyze.score.outcomes import score_one
from goanalyze.util.numbers import points_text

pytestmark = needs_shared("cases/cases.jsonl")
BY_ID = {case["id"]: case for case in CASES}


def of_kind(sub: str) -> pytest.MarkDecorator:
    """Run a test on the cases of a finer kind."""
    rows = [case for case in CASES if case.get("sub") == sub]
    return pytest.mark.parametrize("case", rows, ids=[case["id"] for case in rows])


def outcome(case: dict[str, Any], count: Count, ruleset: Ruleset, *, komi: float, handicap: int = 0) -> Outcome:
    """Score a counted position; Black passed first, White last."""
    size = case["size"]
    width, height = (size, size) if isinstance(size, int) else size
    final = final_position(width, height, count, Quality.DEAD_KNOWN, 1, 1, BLACK, BLACK, WHITE, handicap, komi)
    return score_one(final, ruleset)


def areas(case: dict[str, Any]) -> Count:
    """Return a count that has the areas a case names."""
    given = case["query"]["area"]
    sides = [ColorCount(given[c], 0, given[c], 0, 0, 1, 1, 0, 0, 0) for c in "BW"]
    return Count(*sides, dame=given.get("neutral", 0))


@of_kind("tax")
def test_taxes_as_rulesets(case: dict[str, Any]) -> None:
    """KataGo's scoring and tax are axes of an own ruleset: seki to the letter, two points for each living group."""
    rules = case["rules"]
    base = "japanese" if rules["scoring"] == "territory" else "chinese-superko"
    ruleset = derive(
        base, "katago", seki="none" if rules["tax"] == "none" else "strict", group_tax=2 if rules["tax"] == "all" else 0
    )
    told = outcome(case, counted(case), ruleset, komi=rules["komi"])
    assert told.margin == -case["expected"]["white_minus_black_incl_komi"]


@of_kind("group_tax")
def test_stone_scoring_is_two_points_a_group(case: dict[str, Any]) -> None:
    """Area 7, stones 5: Black has a group more."""
    count = counted(case)
    assert outcome(case, count, RULESETS["chinese"], komi=0).margin == case["expected"]["area_diff"]
    assert outcome(case, count, RULESETS["ancient-chinese"], komi=0).margin == case["expected"]["stone_diff"]


@of_kind("ing")
def test_ing_ties(case: dict[str, Any]) -> None:
    """Komi 8, and Black wins ties."""
    told = outcome(case, areas(case), RULESETS["ing"], komi=case["rules"]["komi"])
    assert (told.winner or "?")[0].upper() == case["expected"]["winner"]
    assert told.margin == case["expected"]["margin"]


@of_kind("handicap_compensation")
def test_compensation(case: dict[str, Any]) -> None:
    """White's compensation for handicap stones under each ruleset; OGS' Ing is a custom ruleset."""
    stones, komi, expected = case["rules"]["handicap"], case["rules"]["komi_where_used"], case["expected"]
    ogs_ing = derive("ing", "ogs-ing", compensation="per-stone")
    rulesets = {
        "chinese_kgs_ogs": RULESETS["chinese-superko"],
        "aga_area": RULESETS["aga"],
        "ing_ogs_preset": ogs_ing,
        "tromp_taylor_komi_0_5": RULESETS["tromp-taylor"],
        "ing_official_text": RULESETS["ing"],
    }
    found = {
        name: points_text(outcome(case, areas(case), ruleset, komi=komi, handicap=stones).margin or 0)
        for name, ruleset in rulesets.items()
    }
    assert found == {name: expected[name] for name in rulesets}
    without = {"new_zealand": RULESETS["new-zealand"], "chinese_official_komi_0": RULESETS["chinese"]}
    for name, ruleset in without.items():
        told = outcome(case, areas(case), ruleset, komi=0, handicap=stones)
        assert told.result == expected[name]
        assert ruleset.komi.value.points(19, 19, stones) == 0


@of_kind("komi_default")
def test_komi_by_size(case: dict[str, Any]) -> None:
    """BrainKing's komi depends on the size."""
    ruleset = RULESETS[case["rules"]["preset"]]
    assert ruleset.komi.value.points(case["size"], case["size"]) == case["expected"]["komi"]


@pytest.mark.skipif("brainking-13x13-score" not in BY_ID, reason="the case is gone")
def test_brainkings_example() -> None:
    """29 − 3 − 1 − 4.5 against 33 − 2 − 7."""
    case = BY_ID["brainking-13x13-score"]
    black, white = case["query"]["black"], case["query"]["white"]

    def side(own: dict[str, Any], other: dict[str, Any]) -> ColorCount:
        return ColorCount(0, sum(own["territory"]), 0, other["captured_stones"], own["dead_stones"], 1, 1, 0, 0, 0)

    told = outcome(case, Count(side(black, white), side(white, black), 0), RULESETS["brainking"], komi=4.5)
    assert told.ledger is not None
    assert (told.ledger.black, told.ledger.white) == (case["expected"]["black"], case["expected"]["white"])


@pytest.mark.skipif("wmsg-godisc-1" not in BY_ID, reason="the case is gone")
def test_wmsg_with_a_point_left_over() -> None:
    """12 to 12; Black passed first, so nothing is taken off."""
    case = BY_ID["wmsg-godisc-1"]
    assert outcome(case, counted(case), RULESETS["wmsg"], komi=0).margin == 0


def test_facts_of_the_rules() -> None:
    """No result needs agreement in Japan; the opponent of who asks resumes; White passes last under AGA rules."""
    assert BY_ID["j89-art12-cycles"]["expected"]["needs_agreement"]
    assert RULESETS["japanese"].no_result.value is NoResult.AGREEMENT
    assert BY_ID["j89-resumption"]["expected"]["first_to_move_on_resumption"] == "opponent of the requester"
    assert RULESETS["japanese"].end.value is End.RESUMED_BY_OPPONENT
    assert BY_ID["aga-white-last"]["expected"] == {"last_pass": "W", "pass_costs_prisoner": 1}
    assert RULESETS["aga"].last_pass.value is LastPass.WHITE
    assert RULESETS["aga"].pass_stones.value


@of_kind("counting")
def test_half_counting(case: dict[str, Any]) -> None:
    """Black's area and half of the dame against half the board, komi and handicap: the margin in zi."""
    told = outcome(case, areas(case), RULESETS["chinese"], komi=case["rules"]["komi_points"])
    assert told.players_ledger is not None
    assert told.players_ledger.margin == told.zi == case["expected"]["zi"]
    assert told.result == case["expected"]["result_points"]
