"""The example game of the WMSG rules under every ruleset: the results of Wikipedia, *Rules of Go*, with ledgers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cases.wmsg import WMSG_BLACK_FIRST, WMSG_GAME

import goanalyze as ga
from goanalyze import Outcome
from goanalyze.rules import RULESETS, Axis, Seki

RESULTS = {
    "basic": "B+8",
    "tromp-taylor": "B+8",
    "japanese": "B+0.5",
    "korean": "B+0.5",
    "wagc": "B+0.5",
    "chinese": "B+0.5",
    "chinese-superko": "B+0.5",
    "wmsg": "B+0.5",
    "aga": "B+0.5",
    "ffg": "B+0.5",
    "ing": "B+0 (tie)",
    "ing-simplified": "0",
    "new-zealand": "B+1",
    "brainking": "B+3.5",
    "ancient-chinese": "B+8",
    "button": "B+0.5",
}
"""With each ruleset's own komi: Tromp–Taylor and basic 0; Ing 8, and Black wins the tie; BrainKing 3.5 on 9×9."""


def outcome(ruleset: str, *, komi: float | str = "ruleset", text: str = WMSG_GAME) -> Outcome:
    """Give the outcome; no stone is dead."""
    return ga.loads(text).outcome(ruleset, komi=komi, dead=[])  # type: ignore[arg-type]


@pytest.mark.parametrize(("ruleset", "result"), RESULTS.items())
def test_the_result(ruleset: str, result: str) -> None:
    """Results and facts are those of Wikipedia, *Rules of Go*."""
    assert outcome(ruleset).result == result
    assert outcome(ruleset).basis == "counted"


@pytest.mark.parametrize(
    ("ruleset", "komi", "black", "white"),
    [
        ("chinese", 7.5, 44, 43.5),
        ("wmsg", 6.5, 43, 42.5),
        ("japanese", 6.5, 19, 18.5),
        ("aga", 7.5, 44, 43.5),
        ("bga", 7.5, 22, 21.5),
        ("ing", 8, 44, 44),
        ("new-zealand", 7, 44, 43),
        ("brainking", 3.5, 13.5, 10),
        ("button", 7, 44, 43.5),
    ],
)
def test_the_sums_of_the_ledger(ruleset: str, komi: float, black: float, white: float) -> None:
    """19 to 18.5 under Japanese rules, 44 to 43.5 under Chinese, 22 to 21.5 by territory with pass stones."""
    ledger = outcome(ruleset, komi=komi).ledger
    assert ledger is not None
    assert (ledger.black, ledger.white) == (black, white)


def test_half_counting_gives_a_quarter_of_a_zi() -> None:
    """44½ points of 81 are a quarter more than half the board and half of komi."""
    ledger = outcome("chinese").players_ledger
    assert ledger is not None
    assert (ledger.unit, ledger.margin) == ("zi", 0.25)
    assert outcome("chinese").zi == 0.25


@pytest.mark.parametrize("ruleset", ["aga", "bga", "ffg"])
def test_area_and_territory_with_pass_stones_are_the_same(ruleset: str) -> None:
    """White's third pass is implied; then both counts give B+0.5."""
    told = outcome(ruleset, komi=7.5)
    assert told.players_ledger is not None
    assert told.players_ledger.margin == told.margin == 0.5
    assert any("implied" in reason for reason in told.reasons)


def test_without_the_seki_rule_territory_gives_the_same_here() -> None:
    """Both sides have one eye in seki: 20 to 13 instead of 19 to 12."""
    plain = replace(RULESETS["japanese"], id="plain", seki=Axis(Seki.COUNTED, "test"))
    told = ga.loads(WMSG_GAME).outcome(plain, komi=6.5, dead=[])
    assert told.ledger is not None
    assert (told.ledger.black, told.ledger.white) == (20, 19.5)


def test_passing_first_costs_white_a_point_of_blacks() -> None:
    """Had Black passed first, WMSG rules give B+1.5; Chinese rules do not care."""
    assert outcome("wmsg", text=WMSG_BLACK_FIRST).result == "B+1.5"
    assert outcome("chinese", text=WMSG_BLACK_FIRST).result == "B+0.5"


def test_area_less_territory_is_the_difference_of_plays() -> None:
    """8 = (20 − 13) + (27 − 26)."""
    plain = replace(RULESETS["japanese"], id="plain", seki=Axis(Seki.COUNTED, "test"))
    by_area, by_territory = (
        ga.loads(WMSG_GAME).outcome(rules, komi=0.0, dead=[]).margin for rules in ("chinese", plain)
    )
    assert (by_area, by_territory) == (8, 7)
