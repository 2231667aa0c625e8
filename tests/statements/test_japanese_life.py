"""Statements on the confirmation of life and death: articles 7.1 and 7.2 of S1, and S0 on it.

The positions follow the descriptions in the texts; around each is an outer group with two eyes.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.games import game, sgf

import goanalyze as ga
from goanalyze.errors import RulesetError
from goanalyze.rules import RULESETS, LifeAndDeath

BLACK_AROUND = [*["XXXXXXXXX"] * 3, "XXXXXX.X."]
WHITE_AROUND = [*["OOOOOOOOO"] * 3, "OOOOOO.O."]
DIRECT_KO = ["XO.XOOOOO", ".XXXOOOOO", "XXOOOOOOO", *WHITE_AROUND]
APPROACH_KO = ["XO..XOOOO", ".XXXXOOOO", "XXOOOOOOO", *WHITE_AROUND]


def stopped(rows: Sequence[str]) -> ga.Game:
    """Return a game that two passes stop in a position."""
    return ga.loads(sgf(game(rows, "B pass W pass")))


def how(rows: Sequence[str], names: str) -> list[str]:
    """Return the status of chains of a stopped game by confirmation."""
    confirmation = stopped(rows).confirm("japanese", chains="all")
    return [confirmation[name].how.value for name in names.split()]


def test_alive_is_what_cannot_be_taken_or_whose_capture_lets_a_new_stone_stand() -> None:
    """S1, article 7.1: three points without capture (example 1): once taken, both sides return, there or adjacent.

    A group with a row of four points cannot be taken; one with three can, without new stones.
    """
    assert how([".XXOOOOOO", "OXXOO.O.O", "XOOOOOOOO", *BLACK_AROUND], "B7 A6 D7") == [
        "capturable-1",
        "capturable-2",
        "uncapturable",
    ]
    assert how(["....XOOOO", "XXXXXOOOO", *WHITE_AROUND], "E6") == ["uncapturable"]
    assert how(["...XOOOOO", "XXXXOOOOO", *WHITE_AROUND], "D6") == ["dead"]


def test_a_ko_is_taken_back_only_after_a_pass_for_it() -> None:
    """S1, article 7.2, diagrams 9 and 10: Black has to pass before he takes the ko back.

    That is too late for him where White takes all with the next move, and early enough where White needs two.
    """
    assert how(DIRECT_KO, "A7 D7 B7") == ["dead", "dead", "dead"]
    assert how(APPROACH_KO, "E7 B7") == ["uncapturable", "dead"]


def test_life_and_death_are_found_by_play_that_is_no_part_of_the_game() -> None:
    """S0, counting phase: the game has ended, and under another ko rule it is found who is dead.

    A threat that could be made again and again, as a ko of a thousand years, saves no bent four; no move is added, and
    the game's own ko rule, under which it might live, decides nothing.
    """
    rows = [
        "XXX.OXXXOOOOOXO.",
        ".OOOOXXXOOOOOXXO",
        "OOXXXXXXOOOOOXOO",
        "XXXXXXXXOOOOOX..",
        "XXXXXXXXOOOOOXXX",
        "X.X.XXXXOOOOOOOO",
        "XXXXXXXXOOOO.O.O",
    ]
    ended = stopped(rows)
    confirmation = ended.confirm("japanese")
    assert confirmation["E7"].fate.value == "dead"
    assert confirmation["O7"].fate.value == "alive"
    assert (len(ended.replay().moves), ended.replay().position().rows()) == (2, rows)


def test_a_dispute_about_life_and_death_is_settled_by_confirmation() -> None:
    """S0, Japanese rules: claims of dead stones are judged; other rulesets play on."""
    ended = stopped(APPROACH_KO)
    assert [ended.confirm("japanese", claim=claim).agrees for claim in (["B7"], ["B7", "E7"], [])] == [
        True,
        False,
        False,
    ]
    for name, ruleset in RULESETS.items():
        if ruleset.life_and_death.value is not LifeAndDeath.CONFIRMED:
            with pytest.raises(RulesetError, match=f"{name}: life_and_death is"):
                ended.confirm(name)
