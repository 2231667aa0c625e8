"""Play after a stop: the side that resumes under each ruleset, the findings, and the number of stops."""

from __future__ import annotations

import pytest
from helpers.games import (
    Game,
    for_referee,
    game,
    kernel,
    kernel_facts,
    kernel_rows,
    on_chains,
    reference,
    reference_facts,
    reference_rows,
)
from helpers.laws import law
from helpers.presets import ids_with
from hypothesis import given
from hypothesis import strategies as st
from oracles import referee

from goanalyze import BLACK, WHITE, Finding, Play, Setup
from goanalyze.core import flags as f
from goanalyze.detectors.moves import board_findings
from goanalyze.points import PASS
from goanalyze.replay.arrays import stops_of
from goanalyze.replay.verdicts import legality
from goanalyze.rules import RULESETS

BOARD = ("...", "...", "...")
IN_ORDER, OUT_OF_ORDER = "B pass W pass B B2", "B pass W pass W B2"

WHO_RESUMES = {
    "basic": ("nobody", "Wikipedia, *Rules of Go*, rule 9: the game ends with two passes in succession"),
    "basic-played-out": ("nobody", "Wikipedia, *Rules of Go*, rule 9"),
    "tromp-taylor": ("nobody", "Tromp–Taylor rules, rule 9: two passes end the game"),
    "japanese": ("either", "Japanese rules 1989, art. 9.3: the opponent of who asks has the right to go first"),
    "korean": ("either", "assumed: as Japanese; OGS resumes Korean games so"),
    "wagc": ("either", "assumed: as Japanese"),
    "chinese": ("either", "Wikipedia, *Rules of Go*, Chinese rules: play settles disputes; not said who goes first"),
    "chinese-superko": ("order", "servers go on in turn; OGS makes an exception for Japanese and Korean rules only"),
    "wmsg": ("order", "Wikipedia, *Rules of Go*, WMSG rules: without agreement play resumes in the original order"),
    "aga": ("order", "AGA rules 1991, rule 10: the opponent of the last player to pass has the move"),
    "bga": ("order", "BGA, summary of AGA rules: play resumes with the opponent of the last to pass"),
    "ffg": ("order", "Wikipedia, *Rules of Go*, on AGA rules: the French federation uses them"),
    "ing": ("either", "Wikipedia, *Rules of Go*, on the counting phase: trial play verifies; no order is named"),
    "ing-simplified": ("order", "Simplified Ing rules, agreement: alternate moving is resumed"),
    "new-zealand": ("either", "New Zealand rules: they play on, and agree who moves next"),
    "brainking": ("either", "BrainKing: the players may place more stones; not said who goes first"),
    "ancient-chinese": ("either", "assumed: played until the board is full"),
    "button": ("order", "assumed: host ruleset AGA"),
}
"""Who may play first after a stop: nobody, either side, or in the original order only; and where that stands."""


def told(one: Game, *rulesets: str) -> dict[str, Finding]:
    """Return the findings of a game by code, for some rulesets or all."""
    found = board_findings(kernel(one), [RULESETS[name] for name in rulesets or RULESETS])
    return {each.code: each for each in found}


def last_flags(one: Game) -> int:
    """Return the flags of the last move."""
    return int(kernel(one).moves.flags[-1])


@pytest.mark.parametrize("name", WHO_RESUMES)
def test_who_resumes_a_game_is_what_the_rules_text_says(name: str) -> None:
    """Each preset allows a play after two passes by both sides, by the side to move, or by none."""
    who, source = WHO_RESUMES[name]
    assert source
    legal = [
        not legality(kernel(game(BOARD, moves)), [RULESETS[name]]).illegal_count[0, 0]
        for moves in (IN_ORDER, OUT_OF_ORDER)
    ]
    assert legal == {"nobody": [False, False], "order": [True, False], "either": [True, True]}[who]
    assert ("assumed" in RULESETS[name].end.source) == ("assumed" in source or "not said" in source)


def test_wmsg_keeps_to_the_original_order() -> None:
    """WMSG: resumed in the original order (Wikipedia, *Rules of Go*), after Black's and White's pass not by White."""
    one = game(BOARD, OUT_OF_ORDER)
    assert told(one, "wmsg", "japanese")["GO107"].rulesets == ("wmsg",)
    assert last_flags(one) & f.RESUMED_OUT_OF_ORDER
    assert not last_flags(one) & f.OUT_OF_TURN


def test_the_order_tells_who_asked() -> None:
    """Japanese rules 1989, art. 9.3: who asks leaves the first play to the opponent."""
    assert told(game(BOARD, IN_ORDER))["GO107"].message == (
        "Play stopped at move 2 and is resumed. Black plays first, in the original order: under Japanese 1989, White "
        "asked for it; play does not stop again."
    )
    assert "White plays first, against the original order: under Japanese 1989, Black asked" in (
        told(game(BOARD, OUT_OF_ORDER))["GO107"].message
    )


def test_a_third_pass_leaves_open_who_asked() -> None:
    """Commentary on article 9.3: who may play first may pass instead, so the third pass may be the answer."""
    message = told(game(BOARD, "B pass W pass B pass W B2"))["GO107"].message
    assert "in the original order; play" in message


def test_every_resumption_is_told_with_the_last_stop() -> None:
    """Two resumptions are two findings, which name the last stop."""
    one = game(BOARD, f"{IN_ORDER} W pass B pass W A1 B pass W pass")
    found = [each for each in board_findings(kernel(one)) if each.code == "GO107"]
    assert [each.move_number for each in found] == [3, 6]
    assert all(each.message.endswith("play last stops at move 8.") for each in found)


def test_only_the_first_play_after_a_stop_resumes() -> None:
    """A later play is an ordinary move: neither a resumption nor after another stop."""
    one = game(BOARD, f"{OUT_OF_ORDER} B A1 W C3")
    assert [bool(flags & f.RESUMED_OUT_OF_ORDER) for flags in kernel(one).moves.flags] == [False] * 2 + [True] + [
        False
    ] * 2
    assert not any(flags & f.OUT_OF_TURN for flags in kernel(one).moves.flags)


@pytest.mark.parametrize(("passes", "first"), [(2, BLACK), (3, WHITE), (4, BLACK), (5, WHITE)])
def test_the_order_is_that_of_the_last_pass(passes: int, first: int) -> None:
    """AGA rules 1991, rules 10 and 11: White may add a pass; the opponent of the last player to pass resumes."""
    opening: list[Play | Setup] = [Play(BLACK + number % 2, PASS) for number in range(passes)]
    for color in (BLACK, WHITE):
        one = Game(3, 3, [*opening, Play(color, 4)])
        wrong = f.RESUMED_OUT_OF_ORDER if passes % 2 == 0 else f.OUT_OF_TURN  # a single pass has resumed the game
        assert bool(last_flags(one) & wrong) == (color != first)


def test_a_record_that_says_whose_turn_it_is_has_the_last_word() -> None:
    """SGF FF[4]: PL names the side to move; after setup either side may be."""
    stopped = game(BOARD, "B pass W pass").events
    for edit, out_of_turn in ((Setup((), WHITE), False), (Setup((), BLACK), True), (Setup(((0, BLACK),)), False)):
        flags = last_flags(Game(3, 3, [*stopped, edit, Play(WHITE, 4)]))
        assert not flags & f.RESUMED_OUT_OF_ORDER
        assert bool(flags & f.OUT_OF_TURN) == out_of_turn


def test_rulesets_forbid_a_resumption_for_what_it_is_alone() -> None:
    """Japanese rules 1989, art. 9.3, allow any resumption: that the play is on a stone is the matter of GO101."""
    found = told(game(BOARD, "B B2 W pass B pass W B2"), "basic", "japanese", "wmsg")
    assert {code: each.rulesets for code, each in found.items()} == {
        "GO101": ("basic", "japanese", "wmsg"),
        "GO106": ("basic",),
        "GO107": ("basic",),
    }


def test_a_resumption_that_no_ruleset_allows_is_a_warning() -> None:
    """GO108 where none of the rulesets asked has the game resumed, or none with this side first; GO107 else."""
    assert told(game(BOARD, OUT_OF_ORDER), "wmsg", "aga")["GO108"].rulesets == ("wmsg", "aga")
    assert "GO107" in told(game(BOARD, IN_ORDER), "wmsg", "aga")
    assert set(told(game(BOARD, IN_ORDER), "tromp-taylor")) == {"GO106", "GO108"}
    assert set(told(game(BOARD, OUT_OF_ORDER), "wmsg", "japanese")) == {"GO107"}


def test_play_after_the_end_is_told_where_two_passes_end_the_game() -> None:
    """GO106 lists every play after the first stop, except under rulesets that have resumption."""
    one = game(BOARD, f"{IN_ORDER} W A1 B pass W pass B C3")
    assert told(one, "basic")["GO106"].move_numbers == (3, 4, 7)
    assert "GO106" not in told(one, "japanese", "aga")


def test_play_after_the_second_stop_is_told_where_it_ends_the_game() -> None:
    """Wikipedia, *Rules of Go*, WMSG rules: two passes after a resumption stop the game again. A row for each end."""
    one = game(BOARD, f"{IN_ORDER} W A1 B pass W pass B C3 W C1 B pass W pass B A3")
    rows = [
        (each.move_numbers, each.rulesets, each.message, each.count)
        for each in board_findings(kernel(one))
        if each.code == "GO106"
    ]
    assert rows == [
        ((3, 4, 7, 8, 11), ("basic", "basic-played-out", "tromp-taylor"), "5 plays after two passes in succession.", 5),
        ((7, 8, 11), tuple(ids_with("second_stop", "all-alive")), "3 plays after the second stop.", 3),
    ]
    assert "GO106" not in told(game(BOARD, f"{IN_ORDER} W A1 B pass W pass"), "wmsg")


def test_a_game_that_a_second_stop_has_ended_is_not_resumed() -> None:
    """Wikipedia, *Rules of Go*, WMSG rules: one disagreement, then the game is played out; GO108 without a dispute."""
    one = game(BOARD, f"{IN_ORDER} W pass B pass W A1")
    assert [each.move_number for each in board_findings(kernel(one), [RULESETS["wmsg"]]) if each.code == "GO108"] == [6]
    assert "GO108" not in told(one, "wmsg", "aga")


@pytest.mark.parametrize(
    ("moves", "after"),
    [
        (f"{IN_ORDER} W A1 B pass W pass B C3 W pass", [7]),
        ("B pass W pass B pass W pass B A1", [5]),
        ("B pass W pass B pass W A1 B pass W C3", []),
        ("B pass W pass W pass W pass B A1", []),
        ("B pass W pass B pass B pass W pass B off", [6]),
    ],
)
def test_a_second_stop_takes_both_sides_twice(moves: str, after: list[int]) -> None:
    """Wikipedia, *Rules of Go*, WMSG rules: two more passes are a stop; four in a row are two, one side alone none."""
    for flags in (kernel(game(BOARD, moves)).moves.flags, [move.flags for move in reference(game(BOARD, moves)).moves]):
        assert [number for number, each in enumerate(flags, 1) if each & f.AFTER_SECOND_STOP] == after


@pytest.mark.parametrize(
    ("moves", "stops", "last", "first", "second"),
    [
        ("", 0, 0, 0, 0),
        ("B pass", 0, 0, 0, 0),
        ("B pass W pass", 1, 2, 2, 0),
        ("B pass W pass B pass", 1, 2, 2, 0),
        ("B pass W pass B pass W pass", 2, 4, 2, 4),
        (f"{IN_ORDER} W pass B pass", 2, 5, 2, 5),
        (f"{IN_ORDER} W pass B pass W A1", 2, 5, 2, 5),
        (f"{IN_ORDER} W pass B pass W A1 B pass W pass", 3, 8, 2, 5),
        ("B pass W pass W pass W pass", 1, 2, 2, 0),
        ("B pass W pass W pass B pass", 2, 4, 2, 4),
    ],
)
def test_stops_are_pairs_of_passes(moves: str, stops: int, last: int, first: int, second: int) -> None:
    """Number of stops and the last one: WMSG uses the second stop, AGA four passes in succession."""
    replays = kernel(game(BOARD, moves))
    names = ("stops", "last_stop", "ended_at", "second_stop")
    assert [int(replays.fact(name)[0]) for name in names] == [stops, last, first, second]


def test_a_pass_after_a_stop_resumes_the_game() -> None:
    """Japanese rules 1989, commentary on art. 9.3, clause 2: the first to play may pass; neither side moves twice."""
    for passer, other in (("B", "W"), ("W", "B")):
        stop = f"{other} pass {passer} pass" if passer == "W" else "B B2 W pass B pass"
        one = game(BOARD, f"{stop} {passer} pass {passer} A1")
        assert last_flags(one) & f.OUT_OF_TURN
        assert not last_flags(one) & f.RESUMED_OUT_OF_ORDER
        assert "GO105" in told(one)
        one = game(BOARD, f"{stop} {passer} pass {other} A1")
        assert not last_flags(one) & (f.OUT_OF_TURN | f.RESUMED_OUT_OF_ORDER)
        assert f"is resumed. {'White' if passer == 'W' else 'Black'} passes first; play" in told(one)["GO107"].message


def test_the_resumption_is_that_of_the_last_stop() -> None:
    """A single pass after the stop belongs to the continuation, not to the stop."""
    rows = [
        each
        for each in board_findings(kernel(game(BOARD, "B pass W pass B pass W B2 B pass W pass W pass B A1")))
        if each.code == "GO107"
    ]
    assert [each.move_number for each in rows] == [4, 8]
    assert rows[0].message.startswith(
        "Play stopped at move 2 and is resumed. Black passes first, in the original order;"
    )
    assert rows[1].message.startswith("Play stopped at move 6 and is resumed. White passes first;")


@law(300)
@given(st.sampled_from([(2, 2), (3, 2), (3, 3)]), st.lists(st.integers(0, 2**16), max_size=60))
def test_stops_and_turns_on_games_of_passes(size: tuple[int, int], draws: list[int]) -> None:
    """The kernel, both boards and the second referee agree on games with many passes, setup and PL among them.

    A stop is a pass that answers the opponent's, which stopped nothing; after it either side may move, and after any
    other move the opponent is to.
    """
    events: list[Play | Setup] = []
    for draw in draws:
        color, kind = BLACK + draw % 2, draw // 2 % 12
        if kind < 7:
            events.append(Play(color, PASS))
        elif kind < 10:
            events.append(Play(color, draw // 24 % (size[0] * size[1])))
        else:
            events.append(Setup((), color) if kind == 10 else Setup(((draw // 24 % (size[0] * size[1]), color),)))
    one = Game(*size, events)
    replays = kernel(one)
    for done in (reference(one), on_chains(one)):
        assert kernel_rows(replays) == reference_rows(done)
        assert kernel_facts(replays) == reference_facts(done, events)
    stops = [0, 0, *stops_of(replays, 0)]
    facts = {name: int(replays.fact(name)[0]) for name in ("stops", "ended_at", "second_stop", "last_stop")}
    assert facts == {
        "stops": len(stops) - 2,
        "ended_at": stops[2] if len(stops) > 2 else 0,
        "second_stop": stops[3] if len(stops) > 3 else 0,
        "last_stop": stops[-1],
    }
    judged = referee.judged(*size, for_referee(one))
    faults = {f.OUT_OF_TURN: "out of turn", f.RESUMED_OUT_OF_ORDER: "out of order"}
    for row, judgement in zip(kernel_rows(replays), judged, strict=True):
        assert {word for flag, word in faults.items() if row[2] & flag} == judgement.faults & set(faults.values())
