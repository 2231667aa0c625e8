"""Ing's ko rule over a recorded game: which captures remove hot stones, and who goes round a disturbing ko again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from cases.legality import ETERNAL, KO_OPEN, SEND_TWO, TRIPLE
from helpers.games import (
    Game,
    game,
    kernel,
    kernel_board,
    numbers,
    orderly,
    plays,
    records_of,
    reference,
    replayed,
    sgf,
    swapped,
    wild,
)
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st
from oracles.replay import replay

from goanalyze import BLACK, WHITE, Finding, PlayedMove
from goanalyze.core import flags as f
from goanalyze.detectors.moves import board_findings
from goanalyze.points import opponent
from goanalyze.replay.arrays import Replays
from goanalyze.replay.cycles import CaptureTally, balanced_rows, completing_rows
from goanalyze.replay.replay import events_with_implied_handicap, replay_records
from goanalyze.rules import RULESETS, Repetition

SAMPLE = Path(__file__).parents[2] / "data" / "sample" / "findings"
TINY = [(2, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]
ROUND = "W B6 B C4 W B2 B C6 W B4 B C2"
TRIPLE_LOW = (*TRIPLE, ".....")  # with a row below for moves elsewhere
ROUND_LOW = "W B7 B C5 W B3 B C7 W B5 B C3"
DOUBLE = ("X.XO.", ".XO..", "XO.O.", ".XO..")  # Black holds the ko at B4/C4, White the one at B2/C2
SENT = "B A3 W C3 B B3 W pass"


def offences(one: Game) -> list[tuple[str, int]]:
    """Return the code and number of each move that Ing's ko rule objects to."""
    return [(event.code, event.move_number) for event in told(one)]


def told(one: Game) -> list[Finding]:
    """Return the events of Ing's ko rule."""
    return [event for event in board_findings(replayed(sgf(one))) if event.code in {"GO211", "GO212"}]


def marked(replays: Replays) -> list[int]:
    """Return the rows that carry the flag."""
    return [row for row, flags in enumerate(replays.moves.flags.tolist()) if flags & f.ING_KO]


# Fighting ko.


def test_the_fourth_capture_of_a_triple_ko_removes_a_hot_stone() -> None:
    """The ko stone before the last is hot as long as ko captures follow each other: twin hot stones."""
    assert offences(game(TRIPLE, ROUND)) == [("GO211", 4)]


def test_the_message_names_the_stone_the_cycle_and_the_doubt() -> None:
    """The finding has the removed stone and the kind of ko, and says that it is an approximation."""
    (event,) = told(game(TRIPLE, ROUND))
    assert event.message == (
        "Black removes the hot stone at B6 (triple ko, a cycle of 6 moves since move 0); approximately: no exact "
        "algorithm of Ing's ko rule is published."
    )
    assert event.rulesets == ("ing",)


def test_a_triple_ko_that_goes_round_again_is_told_once() -> None:
    """Only the first cycle is judged."""
    assert offences(game(TRIPLE, " ".join([ROUND] * 4))) == [("GO211", 4)]


def test_a_triple_ko_that_is_not_completed_is_not_judged() -> None:
    """Without a cycle a fighting ko cannot occur, with any captures."""
    assert offences(game(TRIPLE, ROUND.removesuffix(" B C2"))) == []


def test_a_threat_between_cools_the_stones() -> None:
    """After a play elsewhere and its answer the position is another, and no stone is hot."""
    assert offences(game(TRIPLE_LOW, "W B7 B C5 W B3 B A1 W E1 B C7 W B5 B C3")) == []


def test_the_cycle_may_begin_late_in_the_game() -> None:
    """Moves are counted from the start of the game; the first cycle is the one that counts."""
    assert offences(game(TRIPLE_LOW, f"W A1 B E1 {ROUND_LOW}")) == [("GO211", 6)]


def test_two_stones_just_completed_are_hot() -> None:
    """Eternal life: White takes the two stones that Black's last move completed."""
    (event,) = told(game(ETERNAL, "B A3 W C3 B B3 W D3"))
    assert (event.code, event.move_number) == ("GO211", 2)
    assert event.message.startswith("White removes the hot stones at A3, B3 (eternal life, a cycle of 4 moves")


def test_two_stones_completed_before_the_cycle_are_not_judged() -> None:
    """Hot stones are placed in the cycle: it may begin with a capture of two, and the next such capture counts."""
    assert offences(game(("XX.O", "OOXX", "...."), "W C3 B B3 W D3 B A3 W C3")) == [("GO211", 2)]


def test_setup_and_handicap_come_before_the_board_is_looked_at() -> None:
    """Setup in mid-game is on the board when captures are worked out."""
    first = game((*TRIPLE[:-1], ".XO.."), "")
    moved = first._replace(events=[*plays("B E1 W D1", 5, 6), *first.events, *plays(ROUND, 5, 6)])
    assert offences(moved) == [("GO211", 6)]


# Disturbing ko.


def test_sending_two_once_is_allowed() -> None:
    """One full round may be gone."""
    assert offences(game(SEND_TWO, SENT)) == []


def test_sending_two_again_is_disturbing() -> None:
    """The play that begins the second round is the offence, the rest of the round is not reported."""
    assert offences(game(SEND_TWO, f"{SENT} B A3")) == [("GO212", 5)]
    assert offences(game(SEND_TWO, " ".join([SENT] * 4))) == [("GO212", 5)]


def test_the_message_names_who_disturbs() -> None:
    """Black disturbs; White's pass does not."""
    (event,) = told(game(SEND_TWO, f"{SENT} B A3"))
    assert event.message.startswith("Black disturbs: the same play begins a second round (sending two, returning one,")
    assert event.rulesets == ("ing",)


def test_who_never_passes_disturbs_wherever_the_cycle_begins() -> None:
    """Seen from White's capture of two stones, Black disturbs all the same: the offence is Black's retake."""
    one = game(("XX.X", "OOX.", "...."), "W C3 B B3 W pass B A3 W C3 B B3")
    (event,) = told(one)
    assert (event.move_number, event.message.split()[0]) == (6, "Black")


def test_a_cycle_that_begins_with_a_pass_begins_with_its_first_play() -> None:
    """White passes first in the cycle; Black's first play of it may be made once more only."""
    one = game(SEND_TWO, f"W C1 B pass {'W pass ' + SENT.removesuffix(' W pass')} W pass B A3")
    assert offences(one) == [("GO212", 8)]


def test_passing_equally_often_the_first_to_play_disturbs() -> None:
    """In a double ko with a pass each, the side that played first in the round disturbs."""
    cycle = "W B4 B C2 W pass B C4 W B2 B pass"
    assert offences(game(DOUBLE, cycle)) == []
    assert offences(game(DOUBLE, f"{cycle} W B4")) == [("GO212", 7)]


def test_another_play_in_between_begins_no_second_round() -> None:
    """After a play elsewhere the situation is another; the same two stones may be sent again."""
    rows = (*SEND_TWO, "....")
    assert offences(game(rows, "B A4 W C4 B B4 W pass B A1 W D1 B A4 W C4 B B4 W pass")) == []


def test_a_retake_at_once_is_basic_ko_and_no_more() -> None:
    """The short cycle of a ko taken back at once is judged by basic ko alone."""
    assert offences(game(KO_OPEN, "B C3 W B3 B C3 W B3 B C3 W B3")) == []


# Both, on any game.


def spelled_out(moves: list[PlayedMove], since: int, number: int) -> Iterator[int]:
    """Yield the moves of a cycle that remove hot stones, as the rule describes it."""
    inside = {move.number: move for move in moves[since:number]}
    for move in inside.values():
        last, before_last = inside.get(move.number - 1), inside.get(move.number - 3)
        if last and len(move.captured) >= 2 and last.point in move.captured:
            yield move.number
        between = [inside.get(move.number - back) for back in (1, 2, 3)]
        if before_last and move.captured == {before_last.point} and all(m and len(m.captured) == 1 for m in between):
            yield move.number


@law(300)
@given(st.sampled_from(TINY), numbers(120), st.sampled_from([BLACK, WHITE]))
def test_a_hot_stone_is_removed_where_the_rule_in_words_says_so(
    size: tuple[int, int], draws: list[int], first: int
) -> None:
    """GO211 is at the first capture of a hot stone, as the oracle replays it, in the first fighting ko."""
    one = orderly(*size, draws, first)
    replays, done = replayed(sgf(one)), reference(one)
    fights = balanced_rows(replays).tolist()
    expected = (
        list(spelled_out(done.moves, done.moves[fights[0]].repeats_situation, fights[0] + 1))[:1] if fights else []
    )
    assert [offence.row + 1 for offence in replays.ing_violations if offence.removed] == expected
    for offence in replays.ing_violations:
        if offence.removed:
            assert set(offence.removed) == done.moves[offence.row].captured


@law(300)
@given(st.sampled_from(TINY), numbers(120), st.sampled_from([BLACK, WHITE]))
def test_a_second_round_repeats_a_play_of_the_first(size: tuple[int, int], draws: list[int], first: int) -> None:
    """GO212 is at a play of an earlier cycle, not a long one, by a side that may disturb in it."""
    replays = replayed(sgf(orderly(*size, draws, first)))
    moves, ledger = replays.moves, CaptureTally(replays, 0)
    rows = set(completing_rows(replays).tolist()) - set(balanced_rows(replays).tolist())
    for offence in replays.ing_violations:
        if offence.removed:
            continue
        assert offence.since + offence.length - 1 in rows
        cycle = ledger.cycle(offence.since + offence.length, offence.since)
        before = int(moves.situation[offence.row])
        assert offence.since < before <= offence.since + offence.length <= offence.row
        assert (moves.point[before - 1], moves.color[before - 1]) == (
            moves.point[offence.row],
            moves.color[offence.row],
        )
        passes = {BLACK: cycle.black_passes, WHITE: cycle.white_passes}
        color = int(moves.color[offence.row])
        assert not passes[color] or passes[opponent(color)]


@law(150)
@given(st.sampled_from(TINY), numbers(120))
def test_ings_rule_does_not_look_at_the_colour(size: tuple[int, int], draws: list[int]) -> None:
    """With colours swapped the same moves offend."""
    one = orderly(*size, draws)
    assert replayed(sgf(one)).ing_violations == replayed(sgf(swapped(one))).ing_violations


@law(200)
@given(st.lists(st.tuples(st.sampled_from(TINY), numbers(100)), min_size=1, max_size=3))
def test_the_flag_stands_with_the_moves_told(drawn: list[tuple[tuple[int, int], list[int]]]) -> None:
    """On games of anything, several in a chunk: flags, offences and events are of the same moves, in order."""
    replays = replay_records(records_of(*(sgf(wild(*size, draws)) for size, draws in drawn)))
    rows = [offence.row for offence in replays.ing_violations]
    assert marked(replays) == sorted(set(rows))
    assert rows == sorted(rows)
    told = board_findings(replays)
    events = [
        int(replays.start[event.game]) + event.move_number - 1 for event in told if event.code in {"GO211", "GO212"}
    ]
    assert sorted(events) == rows


@law(100)
@given(st.sampled_from(TINY), numbers(100))
def test_nothing_but_the_flag_is_added(size: tuple[int, int], draws: list[int]) -> None:
    """The kernel's replay itself never sets the flag, and the pass over it changes no other."""
    one = orderly(*size, draws)
    bare, judged = kernel(one), replayed(sgf(one))
    assert marked(bare) == []
    assert bare.ing_violations == []
    assert (judged.moves.flags & ~np.uint32(f.ING_KO)).tolist() == bare.moves.flags.tolist()


@pytest.mark.parametrize("name", RULESETS)
def test_only_rulesets_with_ings_ko_rule_object(name: str) -> None:
    """The events list the rulesets asked that have the axis value, and no other."""
    ruleset = RULESETS[name]
    events = [event for event in board_findings(replayed(sgf(game(TRIPLE, ROUND))), [ruleset]) if event.code == "GO211"]
    assert [event.rulesets for event in events] == [(name,) if ruleset.repetition.value is Repetition.ING else ()]


def test_implied_handicap_stones_are_on_the_board() -> None:
    """If the standard handicap points were implied, the moves are replayed with those stones."""
    records = records_of((SAMPLE / "go154-handicap-implied.sgf").read_text(encoding="utf-8"))
    replays = replay_records(records)
    assert replays.implied[0]
    done = replay(9, 9, events_with_implied_handicap(records, replays, 0), int(records.handicap[0]))
    assert done.stones.position() == kernel_board(replays)
    assert [move.flags for move in done.moves] == replays.moves.flags.tolist()
