"""The cases gathered from other projects, articles and rule books, as far as they are about counting a position.

They are next to the repository, not in it: positions are facts, but the collection is not ours.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers.games import Game, kernel, kernel_board, plays, set_up
from helpers.shared import needs_shared, shared_cases
from oracles.board import OracleBoard

from goanalyze import BLACK, WHITE, Count, Position, Setup, from_gtp, to_gtp
from goanalyze.score.count import ColorCount, count

CASES = shared_cases("cases/cases.jsonl")
BOARDS = [case for case in CASES if case["kind"] == "score" and ("setup" in case or "moves" in case)]

pytestmark = needs_shared("cases/cases.jsonl")


def with_expected(*names: str) -> pytest.MarkDecorator:
    """Run a test on the cases that expect all of these."""
    rows = [case for case in BOARDS if all(name in case["expected"] for name in names)]
    return pytest.mark.parametrize("case", rows, ids=[case["id"] for case in rows])


def counted(case: dict[str, Any]) -> Count:
    """Play a case's moves and count the board."""
    given = case["size"]
    size = (given, given) if isinstance(given, int) else tuple(given)
    start = set_up(case["setup"]) if "setup" in case else Setup()
    replays = kernel(Game(*size, [start, *plays(" ".join(case.get("moves", [])), *size)]))
    dead = [from_gtp(name, *size) for name in case.get("dead", [])]
    before = case.get("prisoners_before", {"B": 0, "W": 0})
    prisoners = {
        color: before[letter] + int(replays.fact(name)[0])
        for color, letter, name in ((BLACK, "B", "black_prisoners"), (WHITE, "W", "white_prisoners"))
    }
    return count(kernel_board(replays), dead, prisoners=prisoners)


def both(result: Count, value: Any) -> dict[str, int]:
    """Return a value of both sides as the file writes it; the value sees a side and the other."""
    return {"B": value(result.black, result.white), "W": value(result.white, result.black)}


def result_text(margin: float) -> str:
    """Write a margin as SGF does."""
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


@with_expected("area")
def test_area(case: dict[str, Any]) -> None:
    """Both areas, and the neutral points where they are given."""
    result, expected = counted(case), dict(case["expected"]["area"])
    neutral = expected.pop("neutral", result.dame)
    assert both(result, lambda side, _: side.area) == expected
    assert result.dame == neutral


@with_expected("territory_points_all", "territory_points_no_seki")
def test_territory(case: dict[str, Any]) -> None:
    """Both territories, with eyes in seki and without, to the letter."""
    result, expected = counted(case), case["expected"]
    assert both(result, lambda side, _: side.territory) == expected["territory_points_all"]
    strict = both(result, lambda side, _: side.territory - side.seki_strict)
    assert strict == expected["territory_points_no_seki"]


@with_expected("prisoners_total", "stones_on_board", "territory_score_all", "territory_score_no_seki")
def test_ledger(case: dict[str, Any]) -> None:
    """OracleBoard, prisoners with the dead, and the sums."""
    result, expected = counted(case), case["expected"]

    def held(side: ColorCount, other: ColorCount) -> int:
        return side.prisoners + other.dead

    assert both(result, lambda side, _: side.stones) == expected["stones_on_board"]
    assert both(result, held) == expected["prisoners_total"]
    plain = both(result, lambda side, other: side.territory + held(side, other))
    assert plain == expected["territory_score_all"]
    strict = both(result, lambda side, other: side.territory - side.seki_strict + held(side, other))
    assert strict == expected["territory_score_no_seki"]


@with_expected("result_komi_7_5")
def test_result_by_area(case: dict[str, Any]) -> None:
    """The result by area at komi 7.5."""
    assert result_text(counted(case).area_margin - 7.5) == case["expected"]["result_komi_7_5"]


@with_expected("result_without_seki_exclusion")
def test_result_by_territory_with_eyes_in_seki(case: dict[str, Any]) -> None:
    """The result by territory when eyes in seki count."""
    margin = counted(case).territory_margin_plain - case["rules"]["komi"]
    assert result_text(margin) == case["expected"]["result_without_seki_exclusion"]


@with_expected("japanese_result")
def test_result_by_territory(case: dict[str, Any]) -> None:
    """The result by Japanese rules, seki as players judge it."""
    margin = counted(case).territory_margin - case["rules"]["komi"]
    assert result_text(margin) == case["expected"]["japanese_result"]


@with_expected("white_minus_black_incl_komi")
def test_area_and_territory_with_tax(case: dict[str, Any]) -> None:
    """KataGo's three taxes: none; seki, eyes of groups touching dame off; all, two points of each living group off."""
    result, rules = counted(case), case["rules"]
    if rules["tax"] == "all":
        points = both(result, lambda side, _: side.area - side.seki_strict - 2 * side.groups_strict)
    elif rules["scoring"] == "area":
        points = both(result, lambda side, _: side.area - (side.seki_strict if rules["tax"] == "seki" else 0))
    else:
        points = both(result, lambda side, _: side.territory - side.seki_strict)
    assert points == {"B": case["expected"]["B"], "W": case["expected"]["W"]}
    assert points["W"] - points["B"] + rules["komi"] == case["expected"]["white_minus_black_incl_komi"]


@with_expected("result", "area")
def test_komi(case: dict[str, Any]) -> None:
    """Results by area at odd komis."""
    assert result_text(counted(case).area_margin - case["rules"]["komi"]) == case["expected"]["result"]


@with_expected("black_territory", "white_territory", "neutral", "japanese_seki_not_territory")
def test_owners_of_points(case: dict[str, Any]) -> None:
    """Owner of each empty point, and the number of points in seki."""
    expected, board = case["expected"], OracleBoard(Position.from_rows(case["setup"]))
    found: dict[str, list[str]] = {"black_territory": [], "white_territory": [], "neutral": []}
    keys = {frozenset({BLACK}): "black_territory", frozenset({WHITE}): "white_territory"}
    for region in board.regions():
        colors = frozenset(board.colors[near] for near in board.border(region))
        found[keys.get(colors, "neutral")] += [to_gtp(point, board.width, board.height) for point in region]
    assert {key: sorted(names) for key, names in found.items()} == {key: sorted(expected[key]) for key in found}
    result = counted(case)
    assert [result.black.territory, result.white.territory] == [
        len(expected[f"{c}_territory"]) for c in ("black", "white")
    ]
    assert result.seki_points == len(expected["japanese_seki_not_territory"])


@with_expected("territory", "white_komi")
def test_territory_with_handicap(case: dict[str, Any]) -> None:
    """Handicap stones alone own the board."""
    assert both(counted(case), lambda side, _: side.territory) == case["expected"]["territory"]


@with_expected("area_diff", "passes", "prisoners", "aga_territory_diff_with_pass_stones")
def test_pass_stones_join_the_two_ways_of_counting(case: dict[str, Any]) -> None:
    """AGA: with pass stones both counts agree, but for the stones set up as handicap less one."""
    result, expected = counted(case), case["expected"]
    assert result.area_margin == expected["area_diff"]
    assert both(result, lambda side, _: side.prisoners) == expected["prisoners"]
    if "territory_diff" in expected:
        assert result.territory_margin_plain == expected["territory_diff"]
    stones = expected["passes"]["W"] - expected["passes"]["B"]
    assert result.territory_margin_plain + stones == expected["aga_territory_diff_with_pass_stones"]


@with_expected("ownership_map", "black_points_on_map")
def test_a_game_full_of_sekis(case: dict[str, Any]) -> None:
    """A real game of many sekis: the reading of seki by eyes is within five points of the server's, false eyes."""
    expected = case["expected"]
    owners, stones = "".join(expected["ownership_map"]), "".join(case["setup"])
    dead = [n for n, (owner, stone) in enumerate(zip(owners, stones, strict=True)) if owner + stone in {"BO", "WX"}]
    result = count(Position.from_rows(case["setup"]), dead)
    found = both(result, lambda side, _: side.area - side.seki)
    assert abs(found["B"] - expected["black_points_on_map"]) <= 5
    assert abs(found["W"] - expected["white_points_on_map"]) <= 5


GAMES = {case["id"]: case for case in CASES if case.get("sub") == "game_result"}


@pytest.mark.skipif("s000-wmsg-game-all-rulesets" not in GAMES, reason="the case is gone")
def test_a_game_by_all_rulesets() -> None:
    """The article's game: area +8, territory 19 to 12 and, eyes in seki counted, 20 to 13."""
    case = GAMES["s000-wmsg-game-all-rulesets"]
    case = case | {"prisoners_before": case["rules"]["prisoners"]}
    result, komi = counted(case), 6.5
    results = case["expected"]["results"]
    assert result_text(result.area_margin) == results["tromp_taylor komi=0"]
    assert result_text(result.area_margin - 7.5) == results["chinese komi=7.5"]
    assert result_text(result.territory_margin - komi) == results["japanese komi=6.5 (16+3 v 12)"]
    plain = "territory without seki exclusion komi=6.5 (17+3 v 13)"
    assert result_text(result.territory_margin_plain - komi) == results[plain]


@pytest.mark.skipif("kg-area-4x4-terr" not in GAMES, reason="the case is gone")
def test_a_move_in_own_territory() -> None:
    """A wasted move decides by territory and not by area."""
    case = GAMES["kg-area-4x4-terr"]
    result, expected = counted(case), case["expected"]
    assert both(result, lambda side, _: side.area) == expected["area"]
    assert both(result, lambda side, _: side.territory) == expected["territory_points"]
    assert result_text(result.area_margin - 0.5) == expected["area_result_komi_0_5"]
    assert result_text(result.territory_margin_plain - 0.5) == expected["territory_result_komi_0_5"]


@pytest.mark.skipif("sente-score-captures" not in GAMES, reason="the case is gone")
def test_a_game_with_captures() -> None:
    """Area, territory and prisoners after a capture in each of two corners."""
    case = GAMES["sente-score-captures"]
    result, expected = counted(case), case["expected"]
    assert {"B": result.black.area, "W": result.white.area + 7.5} == expected["chinese_komi_7_5"]
    assert both(result, lambda side, _: side.territory) == expected["territory_points_all"]
    assert both(result, lambda side, _: side.prisoners) == expected["prisoners"]


GROUP_TAX = [case for case in CASES if case.get("sub") == "group_tax"]


@pytest.mark.parametrize("case", GROUP_TAX, ids=[case["id"] for case in GROUP_TAX])
def test_group_tax(case: dict[str, Any]) -> None:
    """Stone scoring is area less two points for each living group."""
    result, expected = count(Position.from_rows(case["setup"])), case["expected"]
    assert both(result, lambda side, _: side.groups) == expected["groups"]
    assert both(result, lambda side, _: side.area - 2 * side.groups) == expected["stone_scoring_after_full_filling"]
    assert (result.area_margin, result.stone_margin) == (expected["area_diff"], expected["stone_diff"])
