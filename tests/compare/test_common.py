"""Figures in one table are taken on the same games, and excluded games are reported with the reason.

Figures next to each other are taken on the games that all of them have, with the number of games and the
excluded ones by reason. Where that is impossible, the figures do not share an axis.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from helpers.laws import law
from helpers.synthetic import GROUPINGS, Cell, FakeDataset, Row, datasets
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import goanalyze as ga
from goanalyze import Comparison
from goanalyze.compare.common import Common, most_comparisons
from goanalyze.compare.comparison import compare

NO_PASSES = Cell(None, "no_passes")


def read(made: FakeDataset, reading: tuple[str, str]) -> Comparison:
    """Compare a made-up dataset."""
    return compare(made.tables(), "all", basis=reading[0], komi=reading[1])


READINGS = st.tuples(st.sampled_from(["counted", "confirmed", "all"]), st.sampled_from(["recorded", "ruleset"]))


@given(datasets(), READINGS, st.sampled_from(GROUPINGS))
@law(100)
def test_every_number_of_an_axis_is_of_the_same_games(made: FakeDataset, reading: tuple[str, str], column: str) -> None:
    """Pairs, groups, matrices, komi and claims have one number of games each, that of the games in common."""
    comparison = read(made, reading)
    for each in (comparison, *comparison.others):
        games = len(each.common)
        assert set(each.pairs().games) <= {games}
        assert set(each.matrix("games").to_numpy().ravel()) == {games}
        of_groups = each.by(column).groupby(column).games.nunique()
        assert (of_groups <= 1).all()
    games = comparison.komi_games()
    assert set(comparison.other_komi([0.0, 6.5]).games) == set(comparison.fair_komi().games) == {len(games.rows)}
    claims = comparison.claims()
    whole = claims[claims["among"] == "all"]
    assert whole[whole["claim"] == "margin"]["total"].nunique() <= 1
    assert whole[whole["kind"].isin(["legal", "no_result", "either"])]["total"].nunique() == 1


@given(datasets(), READINGS)
@law(100)
def test_every_ruleset_and_game_stands_somewhere(made: FakeDataset, reading: tuple[str, str]) -> None:
    """Each ruleset is in one table; common and lost games add up to those with a margin under its rulesets."""
    comparison = read(made, reading)
    tables = [each.common for each in (comparison, *comparison.others)]
    assert sorted(name for common in tables for name in common.rulesets) == sorted(made.names)
    for common in tables:
        part = comparison.among(*common.rulesets)
        some = set(np.flatnonzero(part.has_margin.any(axis=1)).tolist())
        assert set(common.rows.tolist()) <= some
        assert len(common.rows) + common.lost.games.sum() == len(some)
    common = comparison.common
    for row in common.left_out.itertuples():
        there = np.flatnonzero(comparison.has_margin[:, comparison.rulesets.index(str(row.ruleset))])
        assert (row.games, row.lacking) == (len(there), len(np.setdiff1d(common.rows, there)))
        assert row.lacking > 0


@given(arrays(np.bool_, st.tuples(st.integers(0, 12), st.integers(0, 5))))
def test_those_take_part_that_give_the_most_comparisons(there: np.ndarray) -> None:
    """No fewer pairs times games than all rulesets give, or than are left without one more of the games' rulesets."""

    def comparisons(places: list[int]) -> int:
        return len(places) * (len(places) - 1) // 2 * int(there[:, places].all(axis=1).sum())

    taking = most_comparisons(there)
    assert comparisons(taking) >= comparisons(list(range(there.shape[1])))
    for row in there:
        assert comparisons(taking) >= comparisons([place for place in taking if row[place]])
    for more in set(range(there.shape[1])) - set(taking):
        assert comparisons([*taking, more]) < comparisons(taking)


@given(datasets(), st.data())
@law(60)
def test_rulesets_that_never_differ_have_the_same_fair_komi(made: FakeDataset, data: st.DataObject) -> None:
    """Two rulesets that never differ have equal figures in a table that has both."""
    rows = []
    for row in made.rows:
        like = row.cells[0]
        rows.append(
            replace(row, cells=(*row.cells, data.draw(st.sampled_from([like, replace(NO_PASSES, ties=like.ties)]))))
        )
    comparison = read(FakeDataset((*made.names, "twin"), tuple(rows)), ("all", "recorded"))
    fair = comparison.fair_komi(handicap=True).set_index("ruleset")
    if {made.names[0], "twin"} <= set(fair.index):
        assert fair.loc["twin"].to_dict() == pytest.approx(fair.loc[made.names[0]].to_dict(), nan_ok=True)


@pytest.fixture
def few() -> Comparison:
    """Ten games that three rulesets count, four of which a fourth counts, too, like the third."""
    rows = [Row((Cell(2.5), Cell(1.5), Cell(n - 5.0), Cell(n - 5.0) if n < 4 else NO_PASSES)) for n in range(10)]
    return compare(FakeDataset(("japanese", "chinese", "aga", "bga"), tuple(rows)).tables(), "all")


def test_what_is_left_out_is_said_with_the_reason(few: Comparison) -> None:
    """Three pairs of ten games are more than six of four; BGA is separate, alone, on all of its games."""
    assert (few.common.rulesets, len(few.common)) == (("japanese", "chinese", "aga"), 10)
    assert few.common.left_out.to_dict("records") == [
        {"ruleset": "bga", "games": 4, "lacking": 6, "reason": "no_passes"}
    ]
    assert [(each.rulesets, len(each.common)) for each in few.others] == [(("bga",), 4)]
    assert [each.komi_games().rulesets for each in (few, *few.others)] == [("japanese", "chinese", "aga"), ("bga",)]


def test_a_pair_asked_for_by_name_keeps_all_its_games(few: Comparison) -> None:
    """There the two are compared only with each other; on their own games they have the same fair komi."""
    pair = few.pair("aga", "bga").figures
    assert (pair["games"], pair["same_margin"]) == (4, 4)
    assert few.by("ending", "aga", "bga").games.tolist() == [4]
    fair = few.among("aga", "bga").fair_komi()
    assert fair.komi_from.nunique() == fair.black_share.nunique() == 1


def test_games_that_only_some_count_are_said_with_the_reason() -> None:
    """Of three games one lacks a margin under Chinese rules, its dead stones being unknown."""
    bare = Cell(3.5, "as_it_stands", status="none")
    made = FakeDataset(
        ("japanese", "chinese"), (Row((Cell(1.5), Cell(2.5))), Row((Cell(1.5), bare)), Row((bare, bare)))
    )
    lost = {
        basis: compare(made.tables(), "all", basis=basis).common.lost.to_dict("records") for basis in ("counted", "all")
    }
    assert lost == {"counted": [{"reason": "as_it_stands", "games": 1}], "all": []}


def test_a_ruleset_without_komi_is_said_to_have_none() -> None:
    """With each ruleset's own komi, a game counted under a ruleset that names no komi for it has no margin there."""
    cells = (Cell(1.5, own_margin=0.5), Cell(1.5, own_margin=0.5), Cell(1.5, own_komi=None))
    comparison = compare(
        FakeDataset(("japanese", "chinese", "wagc"), (Row(cells),) * 4).tables(), "all", komi="ruleset"
    )
    assert comparison.common.left_out.to_dict("records") == [
        {"ruleset": "wagc", "games": 0, "lacking": 4, "reason": "no_ruleset_komi"}
    ]


def test_many_rulesets_and_ways_to_lack_them() -> None:
    """A hundred rulesets, more than bits of a number: those that lack every other game are left out."""
    there = np.ones((40, 100), dtype=bool)
    there[::2, 75:] = False
    common = Common([f"r{n}" for n in range(100)], there, lambda rows, _: np.full(len(rows), "x"))
    assert (len(common.rulesets), len(common)) == (75, 40)


def test_the_sample_has_one_fair_komi_for_rulesets_that_never_differ(sample: ga.Tables) -> None:
    """The law of the twin on real games: each class of equal rulesets has one row of figures."""
    comparison = sample.compare("all", basis="estimated")
    classes = comparison.classes()
    fair = comparison.fair_komi(handicap=True).set_index("ruleset")
    assert any(len(members) > 1 for members in classes)
    for members in classes:
        for a, b in combinations([name for name in members if name in fair.index], 2):
            assert fair.loc[a].to_dict() == pytest.approx(fair.loc[b].to_dict())
