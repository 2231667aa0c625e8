"""Findings about moves: each event of a game is reported once, with the rulesets that object."""

from __future__ import annotations

import pytest
from cases.legality import CORNER, ETERNAL, KO, KO_OPEN, SEND_TWO, TRIPLE, TWO_IN
from helpers.games import Game, game, kernel, numbers, orderly, set_up, wild
from helpers.laws import law
from helpers.presets import ids_with
from hypothesis import given
from hypothesis import strategies as st

from goanalyze import BLACK, WHITE, Finding, Play, Setup
from goanalyze.catalogue.catalogue import CATALOGUE
from goanalyze.core import flags as f
from goanalyze.detectors.moves import board_findings
from goanalyze.points import PASS
from goanalyze.rules import RULESETS

ROUND = "W B6 B C4 W B2 B C6 W B4 B C2 "
BASIC_KO_IDS = set(ids_with("repetition", "basic-ko", "nssk-basic-ko", "ing"))
PSK_IDS = set(ids_with("repetition", "psk"))
SSK_IDS = set(ids_with("repetition", "ssk", "ssk-until-pass", "ssk-own-moves"))
NO_SUICIDE_IDS = set(ids_with("suicide", "forbidden"))


def events(one: Game) -> list[Finding]:
    """Return the events of a game."""
    return list(board_findings(kernel(one)))


def codes(one: Game) -> list[str]:
    """Return the codes of a game's events."""
    return [event.code for event in events(one)]


def only(one: Game, code: str) -> Finding:
    """Return the one event with a code."""
    (event,) = [event for event in events(one) if event.code == code]
    return event


def forced(one: Game, *moves: int) -> Game:
    """Put KO[] on moves, counted from 1."""
    numbered = [event for event in one.events if isinstance(event, Play)]
    marked = {id(numbered[move - 1]) for move in moves}
    return one._replace(events=[Play(e.color, e.point, forced=True) if id(e) in marked else e for e in one.events])


def test_a_clean_game_has_no_events() -> None:
    """Captures, a ko retaken after a threat, and two passes at the end give no finding."""
    rows = ("X.XO.", ".XO..", ".....", ".....")
    assert codes(game(rows, "W B4 B E1 W A1 B C4 W pass B pass")) == []


def test_a_triple_ko_that_goes_round_three_times_is_told_once() -> None:
    """One GO202 and one GO205, with the length of the cycle and how often it went round."""
    one = game(TRIPLE, ROUND * 3)
    assert codes(one) == ["GO202", "GO205"]
    for event in events(one):
        assert (event.move_number, event.repeats_move, event.cycle_length, event.count) == (6, 0, 6, 3)


def test_a_triple_ko_that_goes_round_once_counts_once() -> None:
    """The first repetition completes the first round."""
    assert [(event.code, event.cycle_length, event.count) for event in events(game(TRIPLE, ROUND))] == [
        ("GO202", 6, 1),
        ("GO205", 6, 1),
    ]


def test_a_long_cycle_is_told_with_its_kind_and_who_may_claim() -> None:
    """GO205 names the kind and the rulesets whose text lets a long cycle end the game without a winner."""
    event = only(game(TRIPLE, ROUND), "GO205")
    assert (event.cycle_kind, event.prisoner_balance, event.rulesets) == ("triple ko", 0, ())
    assert event.message == (
        "Triple ko: a cycle of 6 moves since move 0, captures Black 3, White 3, no passes: no result may be claimed "
        f"under {', '.join(ids_with('no_result', 'agreement', 'draw', 'referee'))}."
    )


def test_only_the_rulesets_asked_are_told() -> None:
    """Objections and claims are those of the rulesets given, in their order."""
    asked = [RULESETS[name] for name in ("tromp-taylor", "korean", "aga")]
    told = {event.code: event for event in board_findings(kernel(game(TRIPLE, ROUND)), asked)}
    assert told["GO202"].rulesets == ("tromp-taylor", "aga")
    assert told["GO205"].message.endswith("no result may be claimed under korean.")
    (event,) = [e for e in board_findings(kernel(game(TRIPLE, ROUND)), asked[:1]) if e.code == "GO205"]
    assert event.message.endswith("none of the rulesets lets anyone claim no result.")


def test_a_ko_property_is_judged_by_the_presets_too() -> None:
    """KO[] with a suicide of several is GO209 though the selected ruleset allows it; GO209 then lists no ruleset."""
    one = forced(game(("X.O", "OO.", "..."), "B B3"), 1)
    told = [
        event for event in board_findings(kernel(one), [RULESETS["new-zealand"]]) if event.code in {"GO208", "GO209"}
    ]
    assert [(event.code, event.rulesets) for event in told] == [("GO209", ())]


def test_a_triple_ko_one_move_short_is_no_event() -> None:
    """Up to the recurrence of the position there are zero findings."""
    assert codes(game(TRIPLE, " ".join(ROUND.split()[:-2]))) == []


def test_a_cycle_taken_up_again_later_is_told_again() -> None:
    """A cycle, two moves elsewhere, and another round are two events."""
    rows = (*TRIPLE, ".....")
    one = game(rows, f"W B7 B C5 W B3 B C7 W B5 B C3 W A1 B E1 {'W B7 B C5 W B3 B C7 W B5 B C3 '}")
    assert [(event.code, event.move_number) for event in events(one)] == [
        ("GO202", 6),
        ("GO205", 6),
        ("GO202", 14),
        ("GO205", 14),
    ]


def test_a_ko_retaken_at_once_is_told_with_its_rulesets() -> None:
    """GO201 names the move repeated and everyone who forbids it."""
    event = only(game(KO_OPEN, "B C3 W B3 B C3"), "GO201")
    assert (event.move_number, event.repeats_move, event.cycle_length, event.count) == (3, 1, 2, 1)
    assert set(event.rulesets) == set(RULESETS)
    assert event.repetition == "PSK SSK NSSK"


def test_five_retakes_in_a_row_are_told_once() -> None:
    """Five retakes go round twice and a half; the count is of rounds begun."""
    one = game(KO_OPEN, "B C3 W B3 B C3 W B3 B C3 W B3 B C3")
    assert [(event.code, event.move_number, event.count) for event in events(one)] == [("GO201", 3, 3)]


@pytest.mark.parametrize("turn", [None, WHITE])
def test_basic_ko_of_a_set_up_position_is_forbidden_by_all(turn: int | None) -> None:
    """A set-up position has existed: the ko rule follows from every superko (Wikipedia, *Rules of Go*, rule 8)."""
    event = only(game(KO, "W B3 B C3", turn=turn), "GO201")
    assert set(event.rulesets) == set(RULESETS)
    assert event.repetition == "PSK SSK NSSK"


def test_basic_ko_rulesets_object_to_the_retake_only() -> None:
    """A triple ko is forbidden by superko rulesets alone."""
    event = only(game(TRIPLE, f"B pass {ROUND}"), "GO202")
    assert set(event.rulesets) == PSK_IDS | SSK_IDS


def test_psk_alone_objects_to_the_other_side_to_move() -> None:
    """Sending two returning one, first time round: only the positional rulesets forbid it."""
    event = only(game(SEND_TWO, "B A3 W C3 B B3"), "GO202")
    assert set(event.rulesets) == PSK_IDS
    assert (event.cycle_length, event.repetition) == (3, "PSK")


def test_sending_two_returning_one_is_told_as_such() -> None:
    """GO202 for the repetition, GO205 for the board that is back, and GO206, naming the side that gains."""
    one = game(SEND_TWO, "B A3 W C3 B B3")
    assert codes(one) == ["GO202", "GO205", "GO206"]
    assert "White gains" in only(one, "GO206").message


def test_eternal_life_is_told_as_a_cycle_of_four() -> None:
    """GO202, and GO205: two stones each, no passes."""
    one = game(ETERNAL, "B A3 W C3 B B3 W D3")
    assert [(event.code, event.cycle_length) for event in events(one)] == [("GO202", 4), ("GO205", 4)]


def test_a_cycle_with_passes_is_told_as_such() -> None:
    """Capture, pass, pass, retake: GO202 for superko, GO205 for the board, GO207 for the pass, and the resumption."""
    one = game(KO_OPEN, "B C3 W B3 B pass W pass B C3")
    assert codes(one) == ["GO202", "GO205", "GO207", "GO106", "GO107"]
    assert "2 passes: no result may be claimed under japanese" in only(one, "GO205").message
    event = only(one, "GO202")
    assert (event.repeats_move, event.cycle_length, event.repetition) == (1, 4, "PSK SSK NSSK")
    assert set(event.rulesets) == set(RULESETS) - {*ids_with("repetition", "basic-ko", "ing", "ssk-until-pass")}


def test_a_cycle_that_a_pass_completes_is_told() -> None:
    """A pass may recreate the position with the same side to move; no ruleset forbids it, GO207 reports it."""
    one = game(SEND_TWO, "B A3 W C3 B B3 W pass")
    assert (only(one, "GO207").move_number, only(one, "GO207").cycle_length) == (4, 4)


def test_passes_alone_repeat_nothing() -> None:
    """Any number of passes at the end gives no finding."""
    assert codes(game(("X..", "...", "..."), "B pass W pass B pass W pass B pass")) == []


def test_suicide_of_several_lists_who_forbids_it() -> None:
    """GO104: the rulesets without suicide object, Ing, New Zealand and Tromp–Taylor do not."""
    event = only(game(("X.O", "OO.", "..."), "B B3"), "GO104")
    assert set(event.rulesets) == NO_SUICIDE_IDS


def test_a_suicide_that_repeats_is_a_suicide_and_a_repetition() -> None:
    """GO104 names the rulesets that forbid suicide, GO202 the others that forbid the position."""
    one = game(TWO_IN, "B A3 W pass B B3")
    suicide, repetition = only(one, "GO104"), only(one, "GO202")
    assert set(suicide.rulesets) == NO_SUICIDE_IDS
    assert set(repetition.rulesets) == PSK_IDS - NO_SUICIDE_IDS
    assert (suicide.repetition, repetition.repetition) == ("PSK", "PSK")
    assert (suicide.repeats_move, repetition.repeats_move) == (None, 0)


def test_a_suicide_that_no_superko_decides_is_a_suicide_alone() -> None:
    """GO202 is missing if each ruleset that forbids the repetition also forbids the suicide."""
    findings = list(board_findings(kernel(game(TWO_IN, "B A3 W pass B B3")), [RULESETS["wmsg"], RULESETS["aga"]]))
    assert [(event.code, event.rulesets) for event in findings] == [("GO104", ("wmsg", "aga"))]


@pytest.mark.parametrize("moves", ["B A3", "B C1 W pass B A3"])
def test_suicide_of_one_is_forbidden_by_all(moves: str) -> None:
    """GO103 or, where suicide is allowed, GO202: the position is the one before the move.

    In New Zealand suicide is of more than one stone (Wikipedia, *Rules of Go*, rule 7A and section Superko).
    """
    suicide, repetition = (set(only(game(CORNER, moves), code).rulesets) for code in ("GO103", "GO202"))
    allowing = {"basic", "basic-played-out", "tromp-taylor", "ing-simplified"}
    assert (suicide, repetition) == (set(RULESETS) - allowing, allowing)


def test_occupied_and_off_board_are_forbidden_by_all() -> None:
    """GO101 and GO102 list every ruleset."""
    assert set(only(game(("O..", "..."), "B A2"), "GO101").rulesets) == set(RULESETS)
    assert set(only(game(("O..", "..."), "B off"), "GO102").rulesets) == set(RULESETS)


def test_out_of_turn_is_told_for_each_move() -> None:
    """GO105 is at every move out of turn, with its kind."""
    found = [event for event in events(game(("...", "..."), "B A1 B B1 B C1 W A2 W B2")) if event.code == "GO105"]
    assert [event.move_number for event in found] == [2, 3, 5]
    assert all(set(event.rulesets) == set(RULESETS) for event in found)


def test_plays_after_two_passes_are_told_once() -> None:
    """GO106 counts the plays; only rulesets without resumption forbid them (Wikipedia, *Rules of Go*, rule 9)."""
    event = only(game(("...", "..."), "B pass W pass B A1 W B1 B C2"), "GO106")
    assert (event.move_number, event.count) == (3, 3)
    assert set(event.rulesets) == {*ids_with("end", "two-passes")}


def test_ko_property_on_a_legal_move() -> None:
    """KO[] with a move that no ruleset forbids is GO208."""
    assert codes(forced(game(("...", "..."), "B A1 W B1"), 1)) == ["GO208"]


def test_ko_property_on_an_illegal_move() -> None:
    """KO[] with an immediately retaken ko is GO209 in addition to the ko's own finding."""
    one = forced(game(KO_OPEN, "B C3 W B3 B C3"), 3)
    assert codes(one) == ["GO201", "GO209"]


def test_ko_property_on_a_move_that_only_some_forbid() -> None:
    """KO[] with a suicide of several is GO209: some rulesets forbid it."""
    assert codes(forced(game(("X.O", "OO.", "..."), "B B3"), 1)) == ["GO104", "GO209"]


def test_ko_property_on_a_pass_is_about_no_cycle() -> None:
    """KO[] with a pass is a finding about the property alone, for any earlier games in the chunk."""
    one = forced(game(("...", "..."), "B A1 W pass"), 2)
    replays = kernel(game(SEND_TWO, "B A3 W C3 B B3"), game(KO_OPEN, "B C3 W pass B pass"), one)
    assert [event.code for event in board_findings(replays) if event.game == 2] == ["GO208"]


def test_the_button_lifts_a_ban_from_before_it_only_for_moves_after_it() -> None:
    """A superko before the first pass stays forbidden by Button Go though a pass comes later."""
    assert "button" in only(game(TRIPLE, f"{ROUND} W pass B pass"), "GO202").rulesets
    assert (
        "button" not in only(game((*TRIPLE, "....."), "W B7 B C5 W B3 B pass W pass B C7 W B5 B C3"), "GO202").rulesets
    )


def test_setup_in_mid_game_ends_no_history() -> None:
    """Superko still counts across an edit; basic ko and the turn do not."""
    start = game(KO_OPEN, "B C3 W B3")
    edit = [Setup(((11, BLACK),)), Setup(((11, 0),))]
    one = start._replace(events=[*start.events, *edit, Play(BLACK, 2)])
    event = only(one, "GO202")
    assert (event.repeats_move, event.repetition) == (1, "PSK SSK NSSK")


@law(150)
@given(st.sampled_from([(1, 1), (2, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]), numbers(80))
def test_events_fit_the_flags(size: tuple[int, int], draws: list[int]) -> None:
    """Every event has a code of the catalogue, a row of its game, and objectors if and only if the flags say so."""
    quiet = game(SEND_TWO, "B A3")
    replays = kernel(quiet, wild(*size, draws), quiet)
    for event in board_findings(replays):
        assert event.game == 1
        assert event.code in CATALOGUE
        assert 1 <= event.move_number <= replays.start[2] - replays.start[1]
        assert event.count >= 1
        cycle = (event.cycle_length, event.cycle_kind, event.prisoner_balance, event.repeats_move)
        assert len({value is None for value in cycle}) == 1
        if event.cycle_length:
            assert event.repeats_move >= 0
            assert event.cycle_length == event.move_number - event.repeats_move


@law(150)
@given(st.sampled_from([(2, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]), numbers(100))
def test_the_kind_of_a_cycle_is_true(size: tuple[int, int], draws: list[int]) -> None:
    """GO205 has the whole board back, GO206 unequal captures of one and two or two and three, GO207 a pass.

    Suicides are captures. The reported balance is that of the moves.
    """
    replays = kernel(orderly(*size, draws))
    moves = replays.moves
    for event in board_findings(replays):
        cycle = slice(event.move_number - (event.cycle_length or 1), event.move_number)
        taken = [
            int(moves.captured[cycle][moves.color[cycle] == color].sum())
            + int(moves.self_captured[cycle][moves.color[cycle] != color].sum())
            for color in (BLACK, WHITE)
        ]
        passes = bool((moves.point[cycle] == PASS).any())
        if event.cycle_length:
            assert event.prisoner_balance == taken[0] - taken[1]
        if event.code == "GO205":
            assert event.cycle_length > 2
            assert moves.repeats[event.move_number - 1] >= event.move_number - event.cycle_length
        elif event.code == "GO206":
            assert taken[0] != taken[1]
            assert set(moves.captured[cycle].tolist()) - {0} in ({1, 2}, {2, 3})
        elif event.code == "GO207":
            assert passes


@law(150)
@given(st.sampled_from([(1, 1), (2, 1), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]), numbers(80))
def test_no_flagged_move_goes_untold(size: tuple[int, int], draws: list[int]) -> None:
    """Each move with a fault of place is an event of its own; the first repetition of a game always is one."""
    replays = kernel(wild(*size, draws))
    told = {(event.code, event.move_number - 1) for event in board_findings(replays)}
    faults = {"GO101": f.OCCUPIED, "GO102": f.OFF_BOARD_MOVE, "GO105": f.OUT_OF_TURN}
    for row, flags in enumerate(replays.moves.flags.tolist()):
        assert all(((code, row) in told) == bool(flags & flag) for code, flag in faults.items())
        suicide = flags & (f.SUICIDE_ONE | f.SUICIDE_SEVERAL) and not flags & f.OCCUPIED
        assert bool(suicide) == bool({("GO103", row), ("GO104", row)} & told)
    place = f.OCCUPIED | f.SUICIDE_ONE | f.SUICIDE_SEVERAL
    repeats = [row for row, flags in enumerate(replays.moves.flags.tolist()) if flags & f.PSK and not flags & place]
    assert not repeats or {("GO201", repeats[0]), ("GO202", repeats[0])} & told


def test_setup_of_the_helper_is_one_event() -> None:
    """A diagram is set up before the first move, so it breaks no game."""
    one = Game(3, 2, [set_up(("X..", "...")), Play(WHITE, PASS)])
    assert kernel(one).fact("setup_breaks").tolist() == [0]


KO_WITH_PASSES = ("W B3 B pass W pass B C3 W pass B pass ", "W B3 B pass W pass B C3 W pass B pass W pass B pass ")
"""A ko that is taken and retaken, with two passes before each capture, or with two and four in turn."""


@pytest.mark.parametrize("moves", KO_WITH_PASSES)
def test_a_ko_with_passes_between_is_told_once_of_each_kind(moves: str) -> None:
    """More rounds have no more findings; `count` and `move_numbers` contain every move that completes one."""
    few, many = (events(game(KO, moves * rounds)) for rounds in (8, 40))
    assert len(many) == len(few) < 12
    for code in ("GO202", "GO207", "GO107"):
        of_few, of_many = ([event for event in found if event.code == code] for found in (few, many))
        assert sum(event.count for event in of_many) > 4 * sum(event.count for event in of_few)
        numbers = [number for event in of_many for number in event.move_numbers]
        assert len(set(numbers)) == len(numbers) == sum(event.count for event in of_many)


DOUBLE_KO = ("X.XO.", ".XO..", "XO.O.", ".XO..")


@pytest.mark.parametrize("rounds", [1, 2, 3, 7])
@pytest.mark.parametrize(
    ("rows", "moves", "kind"),
    [
        (KO, "W B3 B pass W pass B C3 ", "ko with passes"),
        (KO, "W B3 B pass W pass B C3 W pass B pass ", "ko with passes"),
        (KO, "W B3 B pass W pass B pass W pass B C3 W pass B pass ", "ko with passes"),
        (SEND_TWO, "B A3 W C3 B B3 W pass ", "sending two, returning one"),
        (DOUBLE_KO, "W B4 B C2 W pass B C4 W B2 B pass ", "double ko exchange or moonshine"),
    ],
)
def test_a_cycle_with_passes_is_counted_by_its_rounds(
    rows: tuple[str, ...], moves: str, kind: str, rounds: int
) -> None:
    """GO207 has its cycle's name, one count for each round, and the move that completes it: no round within another."""
    (event,) = [
        event
        for event in events(game(rows, moves * rounds))
        if event.code == "GO207" and event.cycle_kind != "positional"
    ]
    length, pattern = event.cycle_length, len(moves.split()) // 2
    assert (event.cycle_kind, event.count) == (kind, rounds)
    assert event.move_numbers == tuple(length + pattern * number for number in range(rounds))
    assert event.message.endswith(f"The cycle goes round {rounds} times.") == (rounds > 1)


@pytest.mark.parametrize(
    ("code", "rows", "moves"), [("GO205", TRIPLE, ROUND), ("GO205", ETERNAL, "B A3 W C3 B B3 W D3 ")]
)
def test_a_cycle_names_the_moves_that_complete_its_rounds(code: str, rows: tuple[str, ...], moves: str) -> None:
    """Each round of a cycle without passes ends with one of the moves that the finding names."""
    length = len(moves.split()) // 2
    event = only(game(rows, moves * 3), code)
    assert (event.count, event.move_numbers) == (3, (length, 2 * length, 3 * length))


def test_cycles_with_passes_far_from_each_other_are_told_apart() -> None:
    """Moves elsewhere between two rounds end the run of rounds."""
    one = "W B3 B pass W pass B C3 W pass B pass "
    told = events(game(KO, f"{one * 3}W A1 B D1 {one * 3}"))
    assert sum(event.code == "GO207" for event in told) > sum(
        event.code == "GO207" for event in events(game(KO, one * 6))
    )
