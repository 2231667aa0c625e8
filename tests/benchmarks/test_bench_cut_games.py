"""The check of `bench_cut_games.py`: no kind of count loses two points of exactness against the committed baseline."""

from __future__ import annotations

import json

from bench_cut_games import BASELINE, CUTS, MARGINS, OPEN, PLAYED_OUT, STATIC, count_games, differences, figures
from cut_games import FinishedGame

EXPECTED = json.loads(BASELINE.read_text(encoding="utf-8"))


def test_no_kind_falls() -> None:
    """Each kind of count of cut games of GNU Go is exact as often as in the baseline; two points less is a fall."""
    current = figures(count_games())
    assert list(differences(current, EXPECTED)) == []
    assert list(current) == list(EXPECTED)


def test_the_baseline_has_every_kind() -> None:
    """The baseline has each ruleset with each cut, by area open and played out, by territory static too."""
    kinds = {"japanese": (OPEN, STATIC, PLAYED_OUT), "chinese": (OPEN, PLAYED_OUT)}
    names = {f"{rules}, {cut} missing, {kind}" for rules in MARGINS for cut in CUTS for kind in kinds[rules]}
    assert set(EXPECTED) == names
    assert all(0 < row["exact"] <= row["games"] for row in EXPECTED.values())


def test_a_fall_of_two_points_is_named() -> None:
    """A kind that loses two points is named, and one with another number of games; a smaller loss is not."""
    baseline = {"a": {"games": 100, "exact": 90}, "b": {"games": 100, "exact": 90}}
    assert list(differences({"a": {"games": 100, "exact": 89}, "b": {"games": 100, "exact": 95}}, baseline)) == []
    assert len(list(differences({"a": {"games": 100, "exact": 88}, "b": {"games": 100, "exact": 90}}, baseline))) == 1
    assert next(differences({"c": {"games": 5, "exact": 5}}, baseline)) == "c: 5 games. Expected 0."


def test_a_cut_leaves_out_the_last_moves() -> None:
    """The record has the moves before the cut, then the ending."""
    game = FinishedGame("id", "japanese", "GM[1]SZ[9]", (";B[aa]", ";W[bb]", ";B[cc]"))
    assert game.cut(1) == "(;GM[1]SZ[9];B[aa];W[bb])"
    assert game.cut(2, ";W[];B[]") == "(;GM[1]SZ[9];B[aa];W[];B[])"
