"""Verdicts: a ruleset's mask is its axes, and the flags it objects to are the mask's."""

from __future__ import annotations

import numpy as np
import pytest
from cases.legality import KO_OPEN, TRIPLE
from helpers.games import REPETITION, SUPERKO, game, kernel
from helpers.presets import ids_with
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import Ruleset
from goanalyze.core import flags as f
from goanalyze.replay.verdicts import (
    REASONS,
    ForbiddingRulesets,
    illegal,
    is_ban_lifted,
    mask_of,
    no_result_rulesets,
    reason,
    repetition_names,
)
from goanalyze.rules import RULESETS, End, Repetition, SecondStop, Suicide

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
FLAGS = st.integers(0, 2**16 - 1)

MEANT = {
    Repetition.BASIC_KO: {"basic"},
    Repetition.POSITIONAL: {"psk"},
    Repetition.SITUATIONAL: {"ssk"},
    Repetition.NEW_ZEALAND: {"nz"},
    Repetition.NATURAL: {"nssk"},
    Repetition.NATURAL_AND_BASIC_KO: {"basic", "nssk"},
    Repetition.SITUATIONAL_UNTIL_PASS: {"ssk"},
    Repetition.ING: {"basic"},
}


def found(ruleset: Ruleset, flags: int, *, lifted: bool = False) -> int:
    """Return the flags that a ruleset objects to."""
    return int(illegal(ruleset, np.array([flags], dtype=np.uint32), np.array([lifted]))[0])


@every_ruleset
def test_a_ruleset_forbids_the_repetitions_of_its_axis(ruleset: Ruleset) -> None:
    """Just the flags of its ko rule are in its mask."""
    mask = mask_of(ruleset)
    assert {name for name, flag in REPETITION.items() if mask & flag} == MEANT[ruleset.repetition.value]


@every_ruleset
def test_a_ruleset_forbids_the_suicides_of_its_axis(ruleset: Ruleset) -> None:
    """Suicide of several is forbidden where all is; suicide of one unless any is allowed."""
    mask = mask_of(ruleset)
    assert bool(mask & f.SUICIDE_SEVERAL) == (ruleset.suicide.value is Suicide.FORBIDDEN)
    assert bool(mask & f.SUICIDE_ONE) == (ruleset.suicide.value is not Suicide.ANY)


@every_ruleset
def test_a_ruleset_forbids_play_after_the_end_unless_it_resumes(ruleset: Ruleset) -> None:
    """Two passes end the game where play is not resumed."""
    assert bool(mask_of(ruleset) & f.AFTER_END) == (ruleset.end.value is End.TWO_PASSES)


@every_ruleset
def test_a_ruleset_forbids_play_after_a_second_stop_that_ends_the_game(ruleset: Ruleset) -> None:
    """WMSG rules (Wikipedia, *Rules of Go*): two passes after a resumption stop the game; simplified Ing alike."""
    assert bool(mask_of(ruleset) & f.AFTER_SECOND_STOP) == (ruleset.second_stop.value is SecondStop.ALL_ALIVE)


@every_ruleset
def test_every_ruleset_forbids_what_no_board_allows(ruleset: Ruleset) -> None:
    """Occupied, off the board, out of turn: forbidden everywhere. Passes, setup, KO[] and handicap: nowhere."""
    always = f.OCCUPIED | f.OFF_BOARD_MOVE | f.OUT_OF_TURN
    never = f.PASS_MOVE | f.SETUP_BEFORE | f.FORCED | f.HANDICAP_PLACEMENT
    assert mask_of(ruleset) & always == always
    assert mask_of(ruleset) & never == 0


@given(FLAGS, st.sampled_from(list(RULESETS.values())))
def test_a_verdict_is_the_flags_under_the_mask(flags: int, ruleset: Ruleset) -> None:
    """Nothing but the mask decides as long as no ban is lifted."""
    assert found(ruleset, flags) == flags & mask_of(ruleset)


@given(FLAGS, st.sampled_from(list(RULESETS.values())))
def test_a_lifted_ban_is_the_buttons_only(flags: int, ruleset: Ruleset) -> None:
    """After an intervening first pass, Button Go lifts SSK; all others judge as ever."""
    lifted = f.SSK if ruleset.repetition.value is Repetition.SITUATIONAL_UNTIL_PASS else 0
    assert found(ruleset, flags, lifted=True) == flags & mask_of(ruleset) & ~lifted


@given(FLAGS, st.booleans())
def test_objections_are_the_rulesets_that_forbid_a_move(flags: int, lifted: bool) -> None:
    """The ids listed with a finding are those whose verdict is not legal, in the order of the presets."""
    expected = [id for id, ruleset in RULESETS.items() if found(ruleset, flags, lifted=lifted)]
    assert list(ForbiddingRulesets().forbidding(flags, is_ban_lifted=lifted)) == expected


@given(FLAGS, st.booleans(), st.lists(st.sampled_from(list(RULESETS.values())), max_size=4))
def test_objections_are_of_the_rulesets_asked(flags: int, lifted: bool, asked: list[Ruleset]) -> None:
    """Asked of other rulesets than the presets, the answer names those that object, in the order asked."""
    expected = tuple(ruleset.id for ruleset in asked if found(ruleset, flags, lifted=lifted))
    objectors = ForbiddingRulesets(asked)
    assert objectors.forbidding(flags, is_ban_lifted=lifted) == objectors.forbidding(flags, is_ban_lifted=lifted)
    assert objectors.forbidding(flags, is_ban_lifted=lifted) == expected


@given(FLAGS, st.sampled_from(list(RULESETS.values())), st.booleans())
def test_the_mask_of_a_lifted_ban_is_the_verdict(flags: int, ruleset: Ruleset, lifted: bool) -> None:
    """`mask_of` says the same of one move as `illegal` of many."""
    assert flags & mask_of(ruleset, is_ban_lifted=lifted) == found(ruleset, flags, lifted=lifted)


def test_no_result_is_claimed_where_the_axis_says_so() -> None:
    """Rulesets whose cycles have no consequence are not claimants; neither is one that forbids all long cycles."""
    assert list(no_result_rulesets()) == ids_with("no_result", "agreement", "draw", "referee")
    assert no_result_rulesets([RULESETS["aga"]]) == ()
    for name in no_result_rulesets():
        assert RULESETS[name].repetition.value is Repetition.BASIC_KO


@given(FLAGS)
def test_a_move_without_a_forbidden_flag_is_legal(flags: int) -> None:
    """`reason` is ``legal`` exactly where nothing is objected to."""
    told = flags & ~(f.PASS_MOVE | f.SETUP_BEFORE | f.FORCED | f.HANDICAP_PLACEMENT)
    assert (reason(told) == "legal") == (told == 0)


def test_the_gravest_reason_is_named() -> None:
    """Of several reasons the one that needs no history comes first."""
    assert reason(f.OCCUPIED | f.PSK | f.OUT_OF_TURN) == "occupied"
    assert reason(f.SUICIDE_ONE | f.BASIC_KO | f.PSK) == "suicide"
    assert reason(f.BASIC_KO | SUPERKO) == "ko"
    assert reason(f.PSK | f.AFTER_END) == "superko"
    assert reason(f.AFTER_END) == "after the end"
    assert reason(f.AFTER_SECOND_STOP | f.RESUMED_OUT_OF_ORDER) == "after the end"
    assert len({word for _, word in REASONS}) == len(REASONS)


def test_repetition_names_are_the_flags() -> None:
    """The findings table names PSK, SSK and NSSK, in that order."""
    assert repetition_names(SUPERKO) == "PSK SSK NSSK"
    assert repetition_names(f.PSK) == "PSK"
    assert repetition_names(f.BASIC_KO) == ""


@given(st.integers(1, 50), st.integers(0, 51), st.integers(0, 60))
def test_a_ban_is_forgotten_if_the_first_pass_stands_between(number: int, before: int, first_pass: int) -> None:
    """The first pass must come after the situation repeated and before the move; 0: no pass, −1: no situation."""
    situation = max(number - 1 - before, -1)
    found = is_ban_lifted(np.array([number], dtype=np.int32), np.array([situation], dtype=np.int32), first_pass)
    if situation >= 0:
        assert found.tolist() == [situation < first_pass < number]
    if first_pass >= number:
        assert found.tolist() == [False]


def verdicts(id: str, moves: str, rows: tuple[str, ...]) -> list[str]:
    """Return a ruleset's verdict on every move."""
    replays = kernel(game(rows, moves))
    number = np.arange(1, len(replays.moves.flags) + 1, dtype=np.int32)
    lifted = is_ban_lifted(number, replays.moves.situation, int(replays.fact("first_pass")[0]))
    return [reason(bits) for bits in illegal(RULESETS[id], replays.moves.flags, lifted).tolist()]


def test_a_later_pass_does_not_make_an_earlier_retake_legal() -> None:
    """Under Button Go the ko retaken at once stays forbidden though the button is taken afterwards."""
    assert verdicts("button", "B C3 W B3 B C3 W pass B pass", KO_OPEN) == [
        "legal",
        "legal",
        "superko",
        "legal",
        "legal",
    ]


def test_the_button_lifts_the_ban_on_what_stood_before_it() -> None:
    """Under Button Go the triple ko may come round to a position from before the first pass; under AGA it may not."""
    moves = "W B6 B C4 W B2 B pass W pass B C6 W B4 B C2"
    assert verdicts("button", moves, TRIPLE)[-1] == "legal"
    assert verdicts("aga", moves, TRIPLE)[-1] == "superko"


def test_the_button_lifts_no_ban_on_what_stood_after_it() -> None:
    """Under Button Go positions from after the first pass must not recur."""
    moves = "W pass B pass W B6 B C4 W B2 B C6 W B4 B C2"
    assert verdicts("button", moves, TRIPLE)[-1] == "superko"
