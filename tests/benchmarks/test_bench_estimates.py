"""The check of `bench_estimates.py`: exact counts of each source do not fall below the committed baseline."""

from __future__ import annotations

import json

import pytest
from bench_estimates import BASELINE, SERVERS, SOURCES, differences, measure
from helpers.shared import needs_shared

EXPECTED = json.loads(BASELINE.read_text(encoding="utf-8"))


def test_the_baseline_has_every_source() -> None:
    """The baseline has each source once, with games, and each source belongs to a server."""
    assert list(EXPECTED) == [source.name for source in SOURCES]
    assert all(0 < figures["exact"] <= figures["games"] for figures in EXPECTED.values())
    assert {source.server for source in SOURCES} == set(SERVERS)


def test_a_fallen_source_is_named() -> None:
    """A fall of more than 0.2 percentage points is a difference; a smaller one and a rise are not."""
    baseline = {"a": {"games": 1000, "exact": 900}, "b": {"games": 1000, "exact": 900}}
    assert list(differences({"a": {"games": 1000, "exact": 898}, "b": {"games": 1000, "exact": 950}}, baseline)) == []
    [message] = differences({"a": baseline["a"], "b": {"games": 1000, "exact": 897}}, baseline)
    assert message.startswith("b: 89.7% exact. Expected 90.0%")


def test_another_number_of_games_is_a_difference() -> None:
    """A source with other games, without games, or unknown to the baseline is named; a skipped source is not."""
    baseline = {"a": {"games": 10, "exact": 9}, "b": {"games": 10, "exact": 9}}
    assert list(differences({"a": {"games": 11, "exact": 10}}, baseline)) == ["a: 11 games. Expected 10."]
    assert next(differences({"b": {"games": 0, "exact": 0}}, baseline)) == "b: 0 games. Expected 10."
    assert list(differences({"c": {"games": 5, "exact": 5}}, baseline)) == ["c: 5 games. Expected 0."]


@pytest.mark.slow
@needs_shared("archives")
def test_no_source_falls() -> None:
    """The exact share of each source, counted by its own convention, is that of the baseline or higher."""
    current = {
        source.name: {"games": len(games), "exact": int(games.exact.sum())} for source, games in measure().items()
    }
    assert list(differences(current, EXPECTED)) == []
    if missing := [name for name in EXPECTED if name not in current]:
        pytest.skip(f"all others are checked; archives are missing for: {', '.join(missing)}")
