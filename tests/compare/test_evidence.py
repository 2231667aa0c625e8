"""The interval of a share of estimated games, and the evidence of real games."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from helpers.shared import shared
from helpers.synthetic import Cell, FakeDataset, Row
from hypothesis import given
from hypothesis import strategies as st

import goanalyze as ga
from goanalyze.compare.comparison import compare
from goanalyze.compare.evidence import doubtful_interval
from goanalyze.util.statistics import wilson

_DOUBT = st.floats(0, 1)


@given(st.lists(_DOUBT, max_size=30), st.lists(_DOUBT, max_size=30))
def test_doubt_widens_the_interval(inside: list[float], outside: list[float]) -> None:
    """Without doubt it is Wilson's; with doubt it contains Wilson's, and lies within 0 and 1."""
    number, total = len(inside), len(inside) + len(outside)
    low, high = wilson(number, total)
    assert doubtful_interval(number, total) == pytest.approx((low, high))
    wider = doubtful_interval(number, total, sum(inside), sum(outside))
    assert 0 <= wider[0] <= low + 1e-12
    assert high - 1e-12 <= wider[1] <= 1


def test_the_interval_covers_the_true_share_of_estimated_games() -> None:
    """Simulated games: each estimate is redrawn with the probability of its doubt; the true share is covered in 95%."""
    random, games, covered, runs = np.random.default_rng(7), 2_000, 0, 400
    for _ in range(runs):
        doubt = random.uniform(0, 0.3, games)
        true = random.random(games) < 0.05
        seen = np.where(random.random(games) < doubt, random.random(games) < 0.05, true)
        low, high = doubtful_interval(seen.sum(), games, doubt[seen].sum(), doubt[~seen].sum())
        covered += low <= true.mean() <= high
    assert covered / runs > 0.95


def test_each_tier_of_evidence_has_its_games() -> None:
    """Known, confirmed, estimated and contradicted games, and those with passes before the final two."""
    estimate = (Cell(1.5, "estimated", status="estimated"), Cell(-0.5, "estimated", status="estimated"))
    rows = (
        Row((Cell(1.5), Cell(1.5)), {"agreement": "no", "explanation": "stones"}),
        Row(estimate, {"agreement": "exact", "confidence": 0.5}),
        Row(estimate, {"confidence": 0.9}),
        Row(estimate, {"agreement": "winner", "explanation": "other ruleset"}),
        Row(estimate, {"agreement": "winner", "explanation": "other komi"}),
        Row(estimate, {"agreement": "no", "explanation": "stones"}),
        Row(estimate, {"pass_count": 3}),
    )
    tables = FakeDataset(("japanese", "chinese"), rows).tables()
    frame = compare(tables).evidence().set_index("evidence")
    assert frame["games"].to_dict() == {"known": 1, "confirmed": 1, "estimated": 3, "contradicted": 2, "none": 0}
    assert frame["compared"].to_dict() == {"known": 1, "confirmed": 1, "estimated": 2, "contradicted": 0, "none": 0}
    assert frame["winner_changes"].to_dict() == {
        "known": 0,
        "confirmed": 1,
        "estimated": 2,
        "contradicted": 0,
        "none": 0,
    }
    answer = compare(tables).answer()
    assert (answer.contradicted, answer.resumed) == (2, 1)
    assert "Left out: 1 with earlier passes, 2 contradicted." in answer.sentences[0]
    area = compare(FakeDataset(("aga", "chinese"), rows).tables())
    assert area.evidence()["compared"].sum() == 5
    assert [len(compare(tables, basis=basis).common) for basis in ("counted", "confirmed", "estimated", "all")] == [
        1,
        2,
        6,
        7,
    ]


def test_dead_stones_keep_rulesets_that_leave_them_apart() -> None:
    """A ruleset that leaves dead stones on the board is compared on games without any, in a comparison of its own."""
    rows = (Row((Cell(-9.5), Cell(5.5), Cell(5.5)), {"dead": 4}), Row((Cell(5.5), Cell(5.5), Cell(5.5))))
    tables = FakeDataset(("basic", "japanese", "chinese"), rows).tables()
    comparison = compare(tables, "all")
    assert comparison.common.rulesets == ("japanese", "chinese")
    assert comparison.answer().winner_changes == 0
    assert [(other.rulesets, other.common.rows.tolist()) for other in comparison.others] == [(("basic",), [1])]
    assert "Compared apart: Basic (1 game without dead stones)." in comparison.answer().sentences
    assert comparison.pair("basic", "chinese").figures["games"] == 1
    named = compare(tables, "basic", "chinese")
    assert (named.common.rulesets, named.common.rows.tolist()) == (("basic", "chinese"), [1])


def test_illegal_moves_are_counted_by_reason() -> None:
    """Games, not moves, with the rulesets that object; a game counts once for each reason."""
    legal = (Cell(None, "not_counted"), Cell(None, "not_counted", no_result=True))
    rows = (
        Row(legal, {"findings": [("GO101", 7, ("japanese", "aga")), ("GO101", 9, ("japanese", "aga"))]}),
        Row(legal, {"findings": [("GO103", 3, ("japanese",)), ("GO202", 12, ("aga",))]}),
        Row(legal, {"findings": [("GO202", 5, ("aga",)), ("GO205", 5, ())]}),
        Row((Cell(None, "no_position", legal=None),) * 2, {"board_width": None}),
    )
    comparison = compare(FakeDataset(("japanese", "aga"), rows).tables())
    frame = comparison.illegal_moves().set_index("reason")
    assert frame["games"].to_dict() == {"occupied": 1, "suicide": 1, "ko": 0, "superko": 2, "cycle": 1}
    assert frame["rulesets"].to_dict() == {
        "occupied": "japanese, aga",
        "suicide": "japanese",
        "ko": "",
        "superko": "aga",
        "cycle": "aga",
    }
    assert frame.loc["superko", "per_10000"] == pytest.approx(20_000 / 3)
    low, high = wilson(2, 3)
    assert frame.loc["superko", ["low", "high"]].tolist() == pytest.approx([low * 1e4, high * 1e4])
    games = comparison.games("superko")
    assert comparison.dispute_rows("superko").tolist() == [1, 2]
    assert games["number"].tolist() == [2, 3]
    assert games["verdict"].tolist() == ["move 12, forbidden by AGA", "move 5, forbidden by AGA"]
    assert comparison.games("ko").empty


def test_suicide_in_engine_matches_is_not_superko() -> None:
    """In the matches of KataGo 90 games have a suicide and none a superko violation."""
    frame = ga.check(shared("archives/public/katago-matches.zip")).compare().illegal_moves().set_index("reason")
    assert frame["games"].to_dict() == {"occupied": 0, "suicide": 90, "ko": 0, "superko": 0, "cycle": 0}


def test_estimates_of_a_real_archive_are_compared_by_default() -> None:
    """KGS games of 2003 name no dead stones; one is proven, and the records confirm almost every estimate."""
    comparison = ga.check(shared("archives/dev/kgs-2003.zip")).compare()
    answer = comparison.answer()
    assert answer.known == 1
    assert answer.confirmed > 1_800
    assert comparison.pair("japanese", "chinese").figures["games"] == answer.compared
    assert comparison.illegal_moves().set_index("reason").loc["superko", "games"] == 3


def test_a_table_without_rows_is_no_obstacle() -> None:
    """Findings and audit may be empty."""
    tables = FakeDataset(("japanese", "chinese"), (Row((Cell(1.5), Cell(2.5))),)).tables()
    assert len(tables["audit"]) == len(tables["findings"]) == 0
    assert compare(tables).illegal_moves()["games"].tolist() == [0] * 5
    assert isinstance(tables["audit"], pa.Table)


def test_estimates_without_komi_are_not_known_in_real_records() -> None:
    """Records without komi whose dead stones are estimated are under no basis known."""
    tables = ga.check(shared("inputs/w05-estimates-known"))
    assert tables.compare("all").evidence_rows("known").tolist() == []
    assert not len(tables.compare("japanese", "chinese", basis="counted").common)
