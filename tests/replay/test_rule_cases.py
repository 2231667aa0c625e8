"""Our own rule cases, by the kernel, the reference and the second referee."""

from __future__ import annotations

import numpy as np
import pytest
from cases.legality import CASES, PANEL, Case
from helpers.games import REPETITION, for_referee, game, kernel, kernel_board, kernel_rows, reference, reference_rows
from oracles import referee

from goanalyze import BLACK, WHITE, Position
from goanalyze.replay.arrays import Replays
from goanalyze.replay.verdicts import illegal, is_ban_lifted, reason
from goanalyze.rules import RULESETS

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def last_verdicts(replays: Replays) -> dict[str, str]:
    """Return the verdict of each ruleset on the last move."""
    moves = replays.moves
    number = np.array([len(moves.flags)], dtype=np.int32)
    lifted = is_ban_lifted(number, moves.situation[-1:], int(replays.fact("first_pass")[0]))
    return {id: reason(int(illegal(rules, moves.flags[-1:], lifted)[0])) for id, rules in RULESETS.items()}


def test_no_two_cases_have_one_name() -> None:
    """Each case can be found by its name and says its source."""
    assert len({case.name for case in CASES}) == len(CASES) >= 30
    assert all(case.source for case in CASES)


@every_case
def test_a_case_is_judged_as_the_rules_say(case: Case) -> None:
    """Each ruleset of the panel forbids the last move for the reason given, or allows it."""
    found = last_verdicts(kernel(game(case.rows, case.moves, case.handicap, case.turn)))
    assert {id: found[id] for id in PANEL} == {id: case.forbidden.get(id, "legal") for id in PANEL}


@every_case
def test_a_case_breaks_the_repetition_rules_given(case: Case) -> None:
    """The flags of the last move name exactly the repetition rules that it breaks."""
    flags = kernel_rows(kernel(game(case.rows, case.moves, case.handicap, case.turn)))[-1][2]
    assert {name for name, flag in REPETITION.items() if flags & flag} == set(case.broken.split())


@every_case
def test_a_case_leaves_the_board_drawn(case: Case) -> None:
    """The board after the move, stones taken and stones lost are as drawn."""
    replays = kernel(game(case.rows, case.moves, case.handicap, case.turn))
    assert kernel_board(replays) == Position.from_rows(case.after)
    assert kernel_rows(replays)[-1][3:5] == (case.captured, case.lost)


@every_case
def test_the_reference_plays_a_case_alike(case: Case) -> None:
    """The readable replay sets the same flags and leaves the same board."""
    one = game(case.rows, case.moves, case.handicap, case.turn)
    done = reference(one)
    assert reference_rows(done) == kernel_rows(kernel(one))
    assert done.stones.position() == Position.from_rows(case.after)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.forbidden != dict.fromkeys(PANEL, "off board")], ids=lambda case: case.name
)
def test_the_second_referee_judges_a_case_alike(case: Case) -> None:
    """Code that shares nothing with goanalyze finds the same captures, and the same rules broken."""
    one = game(case.rows, case.moves, case.handicap, case.turn)
    last = referee.judged(one.width, one.height, for_referee(one), one.handicap)[-1]
    assert (last.taken, last.lost) == (case.captured, case.lost)
    assert last.broken & set(REPETITION) == set(case.broken.split())


def test_the_cases_tell_all_rulesets_of_the_panel_apart() -> None:
    """No two rulesets of the panel judge all cases alike: each axis is at work somewhere."""
    seen = {ruleset: tuple(case.forbidden.get(ruleset, "legal") != "legal" for case in CASES) for ruleset in PANEL}
    assert len(set(seen.values())) == len(PANEL)


def test_the_colours_are_as_the_referee_counts_them() -> None:
    """The second referee may take goanalyze's colours as they are."""
    assert (BLACK, WHITE) == (1, 2)
