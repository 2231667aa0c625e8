"""Article 8 of the Japanese rules of 1989 to the letter, from the statuses of stones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.games import game, sgf
from helpers.laws import law
from helpers.random_finals import Final, draw_final
from hypothesis import given
from hypothesis import strategies as st
from oracles.article_8 import article_8 as article_8_oracle

import goanalyze as ga
from goanalyze import BLACK, WHITE, PointKind, Position, from_gtp, to_gtp
from goanalyze.rules import derive
from goanalyze.score.count import count
from goanalyze.score.territory import article_8

LAW = law(150)


def told(rows: Sequence[str], dead: str = "") -> dict[str, str]:
    """Judge a diagram, by the kernel and by its twin: the points of each kind, but for living stones."""
    position = Position.from_rows(rows)
    size = position.width, position.height
    named = [from_gtp(name, *size) for name in dead.split()]
    found = article_8(position, named)
    assert found == article_8_oracle(position, named)
    points: dict[str, list[str]] = {}
    for point, (kind, side) in enumerate(zip(found.kind, found.side, strict=True)):
        if kind is not PointKind.STONE:
            points.setdefault(f"{'.BW'[side]} {kind.value}", []).append(to_gtp(point, *size))
    return {kind: " ".join(sorted(names)) for kind, names in sorted(points.items())}


@LAW
@given(st.integers(0, 2**32 - 1).map(draw_final))
def test_without_dead_stones_it_is_the_strict_count(one: Final) -> None:
    """Territory by article 8 is the territory of a count, less that of groups that touch dame."""
    plain = count(one.position)
    for side, color in ((plain.black, BLACK), (plain.white, WHITE)):
        assert article_8(one.position).territory(color) == side.territory - side.seki_strict


def test_eyes_of_stones_that_touch_a_dame_are_no_territory() -> None:
    """Article 8 and diagram 15: a dame between two groups takes the territory of both, until it is filled."""
    open_, filled = [".X.XO.O", "XXXXOO.", "XXXX.OO"], [".X.XO.O", "XXXXOO.", "XXXXOOO"]
    assert told(open_) == {". dame": "E1", "B seki_eye": "A3 C3", "W seki_eye": "F3 G2"}
    assert told(filled) == {"B territory": "A3 C3", "W territory": "F3 G2"}


def test_who_shares_an_eye_with_stones_in_seki_is_in_seki() -> None:
    """Article 8: A3 touches the dame A4 and shares the eye A2 with the chain of A1, whose other eye is B1."""
    assert told([".OO", "XOO", ".XO", "X.X"])["B seki_eye"] == "A2 B1"
    assert told(["OOO", "XOO", ".XO", "X.X"])["B territory"] == "A2 B1"


def test_what_living_and_dead_stones_of_one_side_surround_is_dame() -> None:
    """Example 25 b: points between a dead white stone and living ones are White's eye only while that stone lives."""
    rows = [".OX", "OXX", "O.X", "OOX"]
    assert told(rows) == {". dame": "B2", "W seki_eye": "A4"}
    assert told(rows, "B4") == {". dame": "A4 B2", "W put_back": "B4"}


DOUBLE_KO = [".XO.OXXX", "XXXOOXXX", ".XO.OXXX", "XOOOOXXX", "OOXXXXXX", "XXXXX.X."]
THOUSAND_YEARS = [
    "XXX.OXXXOOOOOXO.",
    ".OOOOXXXOOOOOXXO",
    "OOXXXXXXOOOOOXOO",
    "XXXXXXXXOOOOOX..",
    "XXXXXXXXOOOOOXXX",
    "X.X.XXXXOOOOOOOO",
    "XXXXXXXXOOOO.O.O",
]
EXAMPLES = {
    "1": ([".XXOOOO", "OXXO.O.", "XOOOOOO", "XXXXXXX", "XXXX.X."], "",
          {". dame": "A5", "B territory": "E1 G1", "W territory": "E4 G4"}),
    "6": ([".OOOOOOO", "OOOOOO.O", "XXXXXOOO", "XOOOXXOO", ".OX..OX."], "A3 C1 G1",
          {"W territory": "A1 A2 A3 A5 B3 C1 C3 D1 D3 E1 E2 E3 F2 G1 G4 H1"}),
    "7-1": (["XXX.OXXX", ".OOOOXXX", "OOXXXXXX", "XXXXX.X."], "E4",
            {"B territory": "A2 A3 B2 B3 C3 D3 D4 E3 E4 F1 H1"}),
    "7-2": (THOUSAND_YEARS, "E7",
            {". dame": "P4 Q4", "B territory": "A5 A6 B2 B5 B6 C6 D2 D6 D7 E6 E7", "W seki_eye": "Q7",
             "W territory": "N1 P1"}),
    "9": (["XO.XOOO", ".XXXOOO", "XXOOOOO", "OOOO.O."], "A4 B4 D4",
          {". dame": "A3 C4", "B put_back": "A2 A4 B2 B3 C3 D3 D4", "W put_back": "B4", "W territory": "E1 G1"}),
    "10": (["XO..XOO", ".XXXXOO", "XXOOOOO", "OOOO.O."], "B4", {"B territory": "A3 B4 C4 D4", "W territory": "E1 G1"}),
    "11": ([".O.OXXO.OX.", "OOOXXXOOXXX", "XXXXXXO.OX.", "X.X.XXOOOOX", "XXXXXXXXXOO"], "B5 D5 J5 L2",
           {". dame": "H5 L3", "B put_back": "L2", "B seki_eye": "L5", "B territory": "A4 A5 B2 B4 B5 C4 C5 D2 D5",
            "W put_back": "J5", "W seki_eye": "H3"}),
    "25": (DOUBLE_KO, "C6 A3",
           {". dame": "A4 D6", "B put_back": "A3", "B seki_eye": "A6", "B territory": "F1 H1", "W put_back": "C6",
            "W seki_eye": "D4"}),
    "diagram 17": ([".XXOX.XOO.", "OOOOXXXO.O", "XXO.XOOOOO", "XXOOXOOOOO", "XXXXOOOOOO", ".X.XOOOOOO"], "B6",
                   {". dame": "D4", "B put_back": "B6 C6", "B seki_eye": "F6", "B territory": "A1 C1",
                    "W seki_eye": "A6", "W territory": "J5 K6"}),
}  # fmt: skip
"""Examples of the commentary redrawn from its text, with an outer group that has two eyes: dead stones, points."""

DEAR = {"6", "7-2", "11", "25"}
"""Examples whose dead stones take long to prove."""


@pytest.mark.parametrize("number", EXAMPLES)
def test_the_examples_of_the_commentary(number: str) -> None:
    """Territory, seki and dame follow from who is dead as the commentary says."""
    rows, dead, expected = EXAMPLES[number]
    assert told(rows, dead) == expected


@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=pytest.mark.slow if number in DEAR else ()) for number in EXAMPLES]
)
def test_who_is_dead_in_the_examples_is_proved(number: str) -> None:
    """The dead stones of an example are those, and no others."""
    rows, dead, _ = EXAMPLES[number]
    assert Position.from_rows(rows).confirm(claim=dead.split()).agrees is True


def test_to_the_letter_no_dead_stone_is_taken_from_a_group_that_touches_a_dame() -> None:
    """Article 10.1 with the axis seki = strict: a white stone in Black's territory counts two points once E1 is filled.

    As players judge it, a dame that can be filled changes nothing.
    """
    letter = derive("japanese", "letter", seki="strict")
    for last, strict in (("XXXX.OOO", "0"), ("XXXXXOOO", "B+2")):
        text = sgf(game([".OX.XO.O", "XXXXXOO.", last], "B pass W pass"))
        ended = ga.loads(text).with_dead_stones(["B3"])
        told = ended.outcome(letter, komi=0)
        assert told.result == strict
        assert told.final_position is not None
        assert told.final_position.territory() == article_8(told.final_position.position, told.final_position.dead)
        players = ended.outcome("japanese", komi=0)
        assert (players.margin, players.margin_strict) == (2, told.margin)
