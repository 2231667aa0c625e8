"""The rows behind the figures of a comparison: as many as the figure says, and the games that it is about."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from helpers.synthetic import Made, datasets, table_of
from hypothesis import given

from goanalyze.compare.choices import PairFigure
from goanalyze.compare.comparison import Comparison, compare


def of(made: Made) -> Comparison:
    """Compare a made-up dataset."""
    return compare(made.tables(), basis="all")


@given(datasets())
def test_rows_are_as_many_as_the_figure(made: Made) -> None:
    """Every figure of a pair that counts games has that many rows, ascending, both ways round."""
    comparison = of(made)
    for a, b in permutations(comparison.rulesets, 2):
        pair = comparison.pair(a, b)
        for figure in PairFigure.names():
            rows = comparison.rows(a, b, figure)
            assert len(rows) == pair[figure]
            assert (np.diff(rows) > 0).all()
    for a, b in permutations(comparison.common.rulesets, 2):
        assert np.isin(comparison.rows(a, b), comparison.common.rows).sum() == comparison.matrix().loc[a, b]


@given(datasets())
def test_rows_are_the_games_of_the_list(made: Made) -> None:
    """The rows of winners that change are the games that `Comparison.games` names."""
    comparison = of(made)
    for pair in comparison.pairs.to_dict("records"):
        named = comparison.games(pair["a"], pair["b"]).game_id.tolist()
        assert named == [f"game{row}" for row in comparison.rows(pair["a"], pair["b"]).tolist()]


@given(datasets())
def test_differences_are_those_of_the_histogram(made: Made) -> None:
    """One difference for each game, NaN where there is none; counted, they are the histogram."""
    comparison = of(made)
    for pair in comparison.pairs.to_dict("records"):
        difference = comparison.differences(pair["a"], pair["b"])
        assert len(difference) == comparison.game_count
        values, games = np.unique(difference[~np.isnan(difference)], return_counts=True)
        histogram = comparison.histogram(pair["a"], pair["b"])
        assert (values.tolist(), games.tolist()) == (histogram.difference.tolist(), histogram.games.tolist())


@given(datasets())
def test_counted_rows_are_those_with_a_margin(made: Made) -> None:
    """Under any ruleset as many as `counted` says; under one as many as have a margin there."""
    comparison = of(made)
    assert len(comparison.counted_rows()) == comparison.counted[0]
    for name in comparison.rulesets:
        with_margin = comparison.differences(name, name)
        assert comparison.counted_rows(name).tolist() == np.flatnonzero(~np.isnan(with_margin)).tolist()


@given(datasets())
def test_curve_rows_are_as_many_as_the_curve_is_about(made: Made) -> None:
    """For every board size, with handicap games and without; every ruleset is in one table."""
    comparison = of(made)
    sizes = [None, *({f"{row.facts['board_width']}×19" for row in made.rows if row.facts["board_width"]})]
    for size in sizes:
        for handicap in (False, True):
            tables = comparison.other_komi(handicap=handicap, board_size=size)
            for other in tables:
                curve = other.curve([0.0])
                assert curve.games.tolist() == [len(other.common.rows)] * len(curve)
            assert sorted(name for other in tables for name in other.common.rulesets) == sorted(comparison.rulesets)


def test_a_figure_that_counts_no_games_is_refused() -> None:
    """The message names those that do."""
    comparison = of(table_of({"japanese": [1.0], "chinese": [2.0]}))
    with pytest.raises(ValueError, match=r"figure: 'mean' is not allowed; allowed are games, same_margin"):
        comparison.rows("japanese", "chinese", "mean")  # type: ignore[arg-type]
